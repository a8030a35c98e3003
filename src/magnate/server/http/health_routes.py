"""HTTP, operation: is the server alive, is it ready, what does it count, and the description of the API."""

from __future__ import annotations

import asyncio

from litestar import Response, get
from msgspec import Struct

from magnate.protocol.errors import Refusal
from magnate.server.store.columns import StoreError

from .metrics_app import PATH as METRICS
from .metrics_app import TEXT
from .openapi import describe
from .requests import HttpRequest, answer, node_of, operation


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


@get("/api/schema/openapi.json", opt=operation(tag="operation", gives=dict))
async def show_schema(request: HttpRequest) -> Response[bytes]:
    """The description of this API."""
    return answer(describe(request.app), headers={"cache-control": "public, max-age=300"})
