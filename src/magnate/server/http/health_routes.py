"""HTTP, operation: is the server alive, is it ready, what does it count, and the description of the API."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Response, get
from msgspec import Struct

from magnate.protocol.errors import Refusal
from magnate.server.operations.metrics import Metrics
from magnate.server.store.columns import StoreError

from .openapi import describe
from .requests import HttpRequest, answer, node_of, operation

METRICS = b"/metrics"
TEXT = "text/plain; version=0.0.4"


class Health(Struct, frozen=True):
    """How the server is."""

    status: str


@get("/healthz", opt=operation(tag="operation", gives=Health))
async def is_alive(request: HttpRequest) -> Response[bytes]:
    """Whether the server runs at all."""
    return answer(Health("alive"))


@get("/readyz", opt=operation(tag="operation", gives=Health, refuses=["unavailable"]))
async def is_ready(request: HttpRequest) -> Response[bytes]:
    """Whether the server takes requests: its database can be read and written, and it is not about to stop."""
    node = node_of(request)
    if node.is_closing:
        raise Refusal("unavailable", "the server is stopping")
    try:
        async with asyncio.timeout(2):
            await node.store.ping()
    except (StoreError, TimeoutError) as error:
        raise Refusal("unavailable", "the database does not answer, or cannot be written") from error
    return answer(Health("ready"))


@get("/metrics", opt=operation(tag="operation", gives=str, media="text/plain", refuses=["no_such_page"]))
async def show_metrics(request: HttpRequest) -> Response[bytes]:
    """What this node counts, for Prometheus."""
    spelt = request.scope.get("raw_path") or request.scope["path"].encode()
    if spelt != METRICS:  # a proxy that keeps /metrics to itself may let another spelling pass
        raise Refusal("no_such_page", "what this node counts is at /metrics, spelt like that")
    node = node_of(request)
    if node.settings.metrics_port:
        raise Refusal("no_such_page", "what this node counts is at a port of its own")
    return Response(node.metrics.text(), media_type=TEXT)


def metrics_app(metrics: Metrics) -> Any:
    """An application that answers /metrics and nothing else, for a port of its own."""

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        is_known = scope.get("raw_path") == METRICS and scope["method"] in ("GET", "HEAD")
        body = metrics.text() if is_known else b"not found; the metrics are at /metrics\n"
        kind = TEXT if is_known else "text/plain"
        headers = [(b"content-type", kind.encode()), (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": 200 if is_known else 404, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})

    return answer


@get("/api/schema/openapi.json", opt=operation(tag="operation", gives=dict))
async def show_schema(request: HttpRequest) -> Response[bytes]:
    """The description of this API."""
    return answer(describe(request.app), headers={"cache-control": "public, max-age=300"})
