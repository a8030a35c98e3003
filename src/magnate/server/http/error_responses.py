"""Refusals over HTTP: every error is the body `Refused` with a fitting status, never a traceback.

A person who has mistyped an address is the exception: their browser is given the client, which says so.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from litestar import Request, Response, WebSocket
from litestar.exceptions import HTTPException

from magnate.protocol.errors import Refusal
from magnate.protocol.frames import encode
from magnate.server.operations.logs import event
from magnate.server.operations.rate_limits import TooFast

from .web_pages import lost_page

if TYPE_CHECKING:
    from magnate.server.live.node import Node

STATUS = {
    "malformed": 400,
    "bad_config": 400,
    "protocol": 400,
    "bad_token": 401,
    "forbidden": 403,
    "silenced": 403,
    "kept_out": 403,
    "banned": 403,
    "not_the_host": 403,
    "not_your_seat": 403,
    "wrong_origin": 403,
    "no_such_edition": 404,
    "no_such_level": 404,
    "no_such_page": 404,
    "no_such_seat": 404,
    "no_such_table": 404,
    "wrong_method": 405,
    "too_long": 413,
    "bad_record": 422,
    "too_fast": 429,
    "internal": 500,
    "busy": 503,
    "too_many": 503,
    "unavailable": 503,
}
CONFLICT = 409  # all the others: the table is not such that this could be done
BY_STATUS = {400: "malformed", 404: "no_such_page", 405: "wrong_method", 413: "too_long"}


def status_of(refusal: Refusal) -> int:
    """The HTTP status of a refusal."""
    return STATUS.get(refusal.error, CONFLICT)


def headers_of(refusal: Refusal) -> dict[str, str]:
    """What goes with it: when to come back, how to say who you are."""
    if isinstance(refusal, TooFast):
        return {"retry-after": str(refusal.seconds)}
    if refusal.error == "bad_token":
        return {"www-authenticate": "Bearer"}
    return {"retry-after": "1"} if status_of(refusal) == 503 else {}


def refuse(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """The answer to a request that failed."""
    headers: dict[str, str] = {}
    if isinstance(error, Refusal):
        refusal = error
    elif isinstance(error, HTTPException) and error.status_code < 500:
        name = BY_STATUS.get(error.status_code, "malformed")
        if name == "no_such_page" and (lost := lost_page(request)) is not None:
            return lost
        refusal = Refusal(name, plain_words(name, error))
        headers = dict(error.headers or {})
    else:
        event("request_failed", logging.ERROR, error, path=request.scope.get("path_template", ""))
        refusal = Refusal("internal", "the server failed, and the failure is logged")
    node: Node | None = request.app.state.get("node")
    if node is not None:
        node.metrics.refused(refusal.error)
    return Response(
        encode(refusal.frame()),
        status_code=status_of(refusal),
        media_type="application/json",
        headers=headers | headers_of(refusal),
    )


def plain_words(name: str, error: HTTPException) -> str:
    """What the framework refused, in our words."""
    if name == "no_such_page":
        return "there is nothing at that address; /api/schema/openapi.json describes what there is"
    if name == "wrong_method":
        return "that address does not take this method; /api/schema/openapi.json describes what there is"
    return "the body is too large" if name == "too_long" else error.detail


async def denial(socket: WebSocket[Any, Any, Any], refusal: Refusal) -> None:
    """The answer to a socket that is not opened: the same as over HTTP."""
    await socket.receive()
    if "websocket.http.response" not in (socket.scope.get("extensions") or {}):
        await socket.close(1008, refusal.error)
        return
    headers = {"content-type": "application/json", **headers_of(refusal)}
    pairs = [(name.encode(), value.encode()) for name, value in headers.items()]
    send: Any = socket.send
    await send({"type": "websocket.http.response.start", "status": status_of(refusal), "headers": pairs})
    await send({"type": "websocket.http.response.body", "body": encode(refusal.frame())})
