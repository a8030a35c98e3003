"""Somebody at a server: who they are, and what they ask over HTTP."""

from __future__ import annotations

import asyncio
import json
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from secrets import token_urlsafe
from typing import Any

import msgspec

from magnate.protocol.errors import Refusal

from .connection import OPEN, Lost, PendingRequest, refusal_in
from .table import Table

COOKIE = "magnate"


class Client:
    """Somebody at a server: a guest, or a bot with a token. Several addresses are nodes of one server."""

    def __init__(
        self, *urls: str, token: str = "", cookie: str = "", patience: float = 60.0, pause: float = 2.0
    ) -> None:
        self.urls = [url.rstrip("/") for url in urls]
        self.token = token
        self.cookie = cookie
        self.patience = patience  # seconds without a connection after which it is given up
        self.pause = pause  # seconds between two attempts to connect, at most

    async def register(self, name: str) -> str:
        """Get a token for a bot of this name, and be that bot. Keep the token to be the same one tomorrow."""
        self.token = (await self.request("POST", "/api/bots", {"name": name}))["token"]
        return self.token

    async def create(self, **config: Any) -> Table:
        """Make a table, as its host: `edition`, `seats`, `variant`, `options`, `clock`, `public`, …"""
        return self.table((await self._make("/api/tables", config))["table"])

    async def quick(self, **config: Any) -> Table:
        """A game against house bots that begins at once; you have the first seat."""
        made = await self._make("/api/quick", config)
        return self.table(made["table"], [made["token"]])

    def table(self, id: str, tokens: Sequence[str] = (), since: int | None = None) -> Table:
        """A table by its code. With `since`, every entry after that number is sent; 0 is from the beginning."""
        return Table(self, id, tokens, since)

    async def record(self, id: str) -> str:
        """The record of a table's game; once it is over, with the secret of its dice."""
        return str(await self.request("GET", f"/api/tables/{id}/record"))

    async def request(self, method: str, path: str, body: object = None) -> Any:
        """Ask something over HTTP, of the first node that answers. Guests are given their cookie on the way."""
        if path != "/api/me":
            await self.ensure_registered()
        return await asyncio.to_thread(self._request, method, path, body)

    async def _make(self, path: str, config: dict[str, Any]) -> Any:
        """Ask for a table: again under the same id while it is not known what came of it."""
        asked = PendingRequest(msgspec.json.encode({"id": token_urlsafe(9)} | config))
        until = time.monotonic() + self.patience
        while True:
            try:
                return await self.request("POST", path, msgspec.Raw(asked.data))
            except (Lost, Refusal) as error:
                if time.monotonic() > until or (isinstance(error, Refusal) and error.error not in OPEN):
                    raise
            await asyncio.sleep(asked.next_pause())

    async def ensure_registered(self) -> None:
        """Become a guest who is known by a cookie, unless there is a cookie already, or a token."""
        if not self.token and not self.cookie:
            await self.request("GET", "/api/me")

    def headers(self) -> dict[str, str]:
        """Who I am."""
        if self.token:
            return {"Authorization": f"Bearer {self.token}"}
        return {"Cookie": f"{COOKIE}={self.cookie}"} if self.cookie else {}

    def _request(self, method: str, path: str, body: object) -> Any:
        data = None if body is None else msgspec.json.encode(body)
        headers = self.headers() | ({"Content-Type": "application/json"} if data else {})
        problem: object = None
        for url in self.urls:
            request = urllib.request.Request(url + path, data, headers, method=method)
            try:
                with urllib.request.urlopen(request, timeout=self.patience) as answer:
                    self._keep_cookie(answer.headers.get_all("Set-Cookie") or [])
                    text = answer.read().decode()
                    return json.loads(text) if "json" in answer.headers.get("Content-Type", "") else text
            except urllib.error.HTTPError as error:
                with error:
                    raise refusal_in(error.read()) from None
            except OSError as error:
                problem = error
        raise Lost(f"no answer from {', '.join(self.urls)}: {problem}")

    def _keep_cookie(self, headers: list[str]) -> None:
        for header in headers:
            name, _, value = header.partition(";")[0].partition("=")
            if name == COOKIE:
                self.cookie = value
