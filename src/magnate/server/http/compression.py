"""Answers made smaller on their way: which compression a browser takes, and which answers may be compressed at all.

The length of a compressed text reveals its content to an attacker who can put a guess beside a secret
(BREACH). So only answers that are the same for everybody are compressed, and they hold no secret: the client's
files, which are compressed when they are built, and the open part of the API, by the list below. Answers that
depend on who asks, and those that carry a token, go out as they are.
"""

from __future__ import annotations

import asyncio
import gzip

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, HTTPResponseStartEvent, Message, Receive, Scope, Send

# Addresses with the same answer for everybody. No answer there holds a token, or repeats what the asker wrote.
OPEN = frozenset(
    {
        "/api/editions",
        "/api/editions/{edition}",
        "/api/clauses/{edition}",
        "/api/schema/openapi.json",
        "/api/tables",
        "/api/tables/{table}",
        "/api/tables/{table}/log",
        "/api/tables/{table}/moves/{number}",
        "/api/tables/{table}/qr.svg",
        "/api/tables/{table}/record",
        "/api/tables/{table}/worth",
    }
)
LEAST = 1000  # bytes; less is not worth it
LARGE = 65_536  # bytes that are compressed beside the event loop
EFFORT = 6


def accepted(header: str) -> set[str]:
    """The encodings a browser takes."""
    found = set()
    for part in header.lower().split(","):
        name, *settings = (piece.strip() for piece in part.split(";"))
        if not any(setting.replace(" ", "") in ("q=0", "q=0.0", "q=0.00", "q=0.000") for setting in settings):
            found.add(name)
    return found


def squeeze(data: bytes) -> bytes:
    """Bytes as gzip, without the moment at which it was made."""
    return gzip.compress(data, EFFORT, mtime=0)


class Compression(ASGIMiddleware):
    """Compresses what is read at the open addresses."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Pass a request on, and its answer back."""
        if scope.get("method") != "GET" or scope["path_template"] not in OPEN:
            await next_app(scope, receive, send)
            return
        takes_gzip = "gzip" in accepted(Headers.from_scope(scope).get("accept-encoding", ""))
        start: HTTPResponseStartEvent | None = None

        async def pack(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message
                return
            if start is None or message["type"] != "http.response.body":
                await send(message)
                return
            headers = MutableScopeHeaders(start)
            headers.extend_header_value("vary", "Accept-Encoding")
            body = message["body"]
            if takes_gzip and len(body) >= LEAST and not message.get("more_body"):
                body = await asyncio.to_thread(squeeze, body) if len(body) > LARGE else squeeze(body)
                headers["content-encoding"] = "gzip"
                headers["content-length"] = str(len(body))
                message["body"] = body
            await send(start)
            start = None
            await send(message)

        await next_app(scope, receive, pack)
