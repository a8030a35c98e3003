"""HTTP, what all handlers share: admission, reading a body, answering, and the headers on every answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.types import Message, Scope

from magnate.protocol.errors import Refusal
from magnate.protocol.frames import encode
from magnate.server.live.node import Node, convert, decode
from magnate.server.people.callers import (
    GUEST,
    Caller,
    address_of,
    check_host,
    check_origin,
    cookie_of,
    is_https,
    token_of,
)

HttpRequest = Request[Any, Any, Any]
T = TypeVar("T")

SAFE = ("GET", "HEAD", "OPTIONS")
METHODS = (*SAFE, "POST", "PUT", "PATCH", "DELETE")
API = "/api/"
WATCHED = ("/healthz", "/readyz", "/metrics")  # for the operator: neither limited nor refused while closing
SLOW_BODY = 20.0  # seconds a body may take to arrive
FRESH = "fresh_cookie"

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-resource-policy": "same-origin",
}
SECURITY = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
OVER_HTTPS = [  # elsewhere browsers ignore these, and warn
    (b"strict-transport-security", b"max-age=31536000"),
    (b"cross-origin-opener-policy", b"same-origin"),
]


def operation(
    *,
    tag: str,
    asks: Any = None,
    gives: Any = None,
    query: Any = None,
    refuses: Sequence[str] = (),
    status: int = 200,
    media: str = "application/json",
    reads: str = "application/json",
) -> dict[str, Any]:
    """What a handler asks for and gives, for the description of the API. Goes into its `opt`."""
    about = {"tag": tag, "asks": asks, "gives": gives, "query": query, "refuses": tuple(refuses)}
    return {"operation": about | {"status": status, "media": media, "reads": reads}}


def node_of(request: HttpRequest) -> Node:
    """The node a request came to."""
    node: Node = request.app.state.node
    return node


async def admit(request: HttpRequest) -> None:
    """Before anything is read: not too many, not from a stranger's page, not while closing."""
    node = node_of(request)
    path = request.scope["path"]
    if path in WATCHED:
        return
    if node.is_closing:
        raise Refusal("unavailable", "the server restarts; come back in a moment")
    allow = node.limits.allow_request if request.scope["path_template"].startswith(API) else node.limits.allow_file
    address = address_of(request, node.settings)
    allow(address)
    if allow == node.limits.allow_request:
        node.moderator.check(None, address)
    check_host(request, node.settings)
    if request.method not in SAFE:
        check_origin(request, node.settings)


async def who(request: HttpRequest) -> Caller:
    """Who asks. Somebody new is given the cookie with the answer."""
    caller = await node_of(request).caller(request)
    if caller.is_fresh:
        remember(request, caller)
    return caller


def id_of_caller(request: HttpRequest) -> str:
    """The id of who asks, where their name does not matter: the store is not asked."""
    caller = node_of(request).unnamed_caller(request)
    if caller.is_fresh:
        remember(request, caller)
    return caller.person.id


def remember(request: HttpRequest, caller: Caller) -> None:
    """Give a guest the cookie, or a younger one."""
    node = node_of(request)
    if caller.person.kind == GUEST:
        cookie = cookie_of(token_of(node.signer, caller.person), is_https(request, node.settings))
        request.scope["state"][FRESH] = cookie.encode()


async def read_body(request: HttpRequest, most: int) -> bytes:
    """The body of a request, up to a size."""
    found = bytearray()
    node = node_of(request)
    try:
        async with node.arriving(SLOW_BODY):
            async for chunk in request.stream():
                found += chunk
                if len(found) > most:
                    raise Refusal("too_long", f"the body is too large; expected at most {most} bytes")
    except TimeoutError as error:
        if node.is_closing:
            raise Refusal("unavailable", "the server restarts; come back in a moment") from error
        raise Refusal("malformed", "the body did not arrive in time") from error
    except HTTPException as error:
        if error.status_code == 413:
            raise Refusal("too_long", f"the body is too large; expected at most {most} bytes") from error
        raise Refusal("malformed", "the body did not arrive whole") from error
    return bytes(found)


async def read(request: HttpRequest, kind: type[T]) -> T:
    """The JSON body of a request."""
    return decode(await read_body(request, node_of(request).settings.body_bytes), kind)


def query(request: HttpRequest, kind: type[T]) -> T:
    """What stands after the question mark."""
    return convert(dict(request.query_params), kind)


def answer(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response[bytes]:
    """A JSON answer."""
    return Response(encode(value), status_code=status, media_type="application/json", headers=dict(headers or {}))


async def finish(message: Message, scope: Scope) -> None:
    """The last touch on every answer: security headers, the cookie, the count."""
    if message["type"] not in ("http.response.start", "websocket.http.response.start"):
        return
    node: Node | None = scope["litestar_app"].state.get("node")
    headers = [*message["headers"], *SECURITY]
    if cookie := scope["state"].get(FRESH):
        headers.append((b"set-cookie", cookie))
    if not any(name.lower() == b"cache-control" for name, _ in headers):
        headers.append((b"cache-control", b"no-store"))
    if node is not None:
        if node.settings.url.startswith("https:"):
            headers += OVER_HTTPS
        path = str(scope.get("path_template") or "unknown")
        status = str(message["status"])
        method = str(scope.get("method", "GET"))
        node.metrics.requests.labels(method if method in METHODS else "other", path, status).inc()
    message["headers"] = headers
