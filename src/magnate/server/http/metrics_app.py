"""The metrics of a node on a port of their own: an application that answers /metrics and nothing else."""

from __future__ import annotations

from typing import Any

from magnate.server.operations.metrics import Metrics

PATH = b"/metrics"
TEXT = "text/plain; version=0.0.4"


def metrics_app(metrics: Metrics) -> Any:
    """The application, for the HTTP server."""

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        is_known = scope.get("raw_path") == PATH and scope["method"] in ("GET", "HEAD")
        body = metrics.text() if is_known else b"not found; the metrics are at /metrics\n"
        kind = TEXT if is_known else "text/plain"
        headers = [(b"content-type", kind.encode()), (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": 200 if is_known else 404, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})

    return answer
