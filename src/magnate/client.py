"""A client of a table server, for bots and tests: a game over the wire in a few lines.

    client = Client("http://localhost:8000")
    await client.register("Ada's bot")
    async with await client.quick(edition="clasico") as table:
        await table.play(lambda seat, options, view: options[0].action)
        print(table.view.winners)

It keeps its place: when the connection breaks it comes back with its last number, asks again under the same ids for
what was not answered, and misses nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Callable, Sequence
from random import random
from secrets import token_urlsafe
from types import TracebackType
from typing import Any, Self

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from magnate.actions import Action
from magnate.server import commands as ask
from magnate.server import wire
from magnate.server.entries import Sat
from magnate.server.wire import Done, Goodbye, Mine, Refusal, Refused, Seen, TableState, Told, Welcome
from magnate.view import Option, View

__all__ = ["Client", "Lost", "Refusal", "Table"]

PING = 20.0  # seconds between two signs of life
FIRST = 0.05  # seconds before the second attempt to connect; doubled each time
LARGEST = 16 * 2**20  # bytes of a frame
AGAIN = ("busy", "too_fast", "unavailable")  # refusals that only mean: not now
COOKIE = "magnate"

decode = msgspec.json.Decoder(wire.ToClient).decode

Decide = Callable[[int, list[Option], View], Action | None]


class Lost(ConnectionError):
    """The server could not be reached, on any of its addresses, for longer than the client's patience."""


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
        return self.table((await self.request("POST", "/api/tables", config))["table"])

    async def quick(self, **config: Any) -> Table:
        """A game against house bots that begins at once; you have the first seat."""
        made = await self.request("POST", "/api/quick", config)
        return self.table(made["table"], [made["token"]])

    def table(self, id: str, tokens: Sequence[str] = (), since: int | None = None) -> Table:
        """A table by its code. With `since`, everything after that number is told; 0 is from the beginning."""
        return Table(self, id, tokens, since)

    async def record(self, id: str) -> str:
        """The record of a table's game; once it is over, with the secret of its dice."""
        return str(await self.request("GET", f"/api/tables/{id}/record"))

    async def request(self, method: str, path: str, body: object = None) -> Any:
        """Ask something over HTTP, of the first node that answers. Guests are given their cookie on the way."""
        if not self.token and not self.cookie and path != "/api/me":
            await self.request("GET", "/api/me")
        return await asyncio.to_thread(self._request, method, path, body)

    def headers(self) -> dict[str, str]:
        """Who I am."""
        if self.token:
            return {"Authorization": f"Bearer {self.token}"}
        return {"Cookie": f"{COOKIE}={self.cookie}"} if self.cookie else {}

    def _request(self, method: str, path: str, body: object) -> Any:
        data = None if body is None else msgspec.json.encode(body)
        headers = self.headers() | ({"Content-Type": "application/json"} if data else {})
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
            except OSError:
                continue
        raise Lost(f"no answer from {', '.join(self.urls)}")

    def _keep_cookie(self, headers: list[str]) -> None:
        for header in headers:
            name, _, value = header.partition(";")[0].partition("=")
            if name == COOKIE:
                self.cookie = value


class Table:
    """One table, followed over a socket. `table`, `view` and `mine` are always the latest that was told.

    Use it as `async with`. Iterate over it to hear every entry of its log once, in order.
    """

    def __init__(self, client: Client, id: str, tokens: Sequence[str] = (), since: int | None = None) -> None:
        self.client = client
        self.id = id
        self.tokens = list(tokens)
        self.number = since  # the last number told
        self.seen = 0  # the number `table`, `view` and `mine` are of
        self.person = ""
        self.seats: list[int] = []
        self.table: TableState | None = None
        self.view: View | None = None
        self.mine: dict[int, Mine] = {}
        self.connections = 0
        self.gaps = 0  # how often a number was missing, and had to be asked for again
        self.frames: Callable[[bytes], None] | None = None  # shown every frame as it comes
        self._sat: dict[int, int] = {}  # the seats I took, by the number of the entry
        self._asked: dict[str, tuple[bytes, asyncio.Future[Any]]] = {}
        self._ears: list[asyncio.Queue[Told | None]] = []
        self._news = asyncio.Condition()
        self._socket: ClientConnection | None = None
        self._failure: BaseException | None = None
        self._has_left = False
        self._task: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._node = 0

    async def __aenter__(self) -> Self:
        if not self.client.token and not self.client.cookie:
            await self.client.request("GET", "/api/me")
        self._task = asyncio.create_task(self._stay())
        await self.until(lambda: self.table is not None)
        return self

    async def __aexit__(self, kind: type[BaseException] | None, _: object, __: TracebackType | None) -> None:
        await self.leave()

    async def leave(self) -> None:
        """Close the connection. Seats are kept; `tokens` are the way back to them."""
        self._has_left = True
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
            self._task = None
        for ear in self._ears:
            ear.put_nowait(None)

    # Asking.

    async def do(self, command: ask.Command, id: str | None = None) -> Done:
        """Ask the table for something. Carried out once, even if the connection breaks; a Refusal says why not."""
        id = id or token_urlsafe(9)
        done: Done = await self._ask(id, wire.Do(id=id, command=command))
        await self.until(lambda: (self.number or 0) >= done.number)
        return done

    async def sit(self, seat: int | None = None, name: str | None = None, entropy: str = "") -> int:
        """Take a seat, the first free one unless a number is given; its number. `entropy` goes into the dice."""
        done = await self.do(ask.Sit(seat=seat, name=name, entropy=entropy or token_urlsafe(12)))
        assert done.token is not None
        await self.hold(done.token)
        taken = self._sat.get(done.number, seat)
        assert taken is not None
        self.seats = sorted({*self.seats, taken})
        return taken

    async def hold(self, token: str) -> None:
        """Play one more seat from here, by its token."""
        id = token_urlsafe(9)
        await self._ask(id, wire.Hold(id=id, token=token))
        if token not in self.tokens:
            self.tokens.append(token)

    async def set_bot(self, seat: int, level: str = "house") -> None:
        """Put a house bot on an empty seat; only the host may."""
        await self.do(ask.SetBot(seat=seat, level=level))

    async def start(self) -> None:
        """Start the game; only the host may."""
        await self.do(ask.Start())

    async def say(self, text: str) -> None:
        """Say something to the table."""
        await self.do(ask.Say(text=text))

    async def act(self, seat: int, action: Action, seen: int | None = None, id: str | None = None) -> Done:
        """Play an action for a seat of mine. A Refusal lists what is legal; `stale` means: look again."""
        raw = msgspec.Raw(msgspec.json.encode(action))
        return await self.do(ask.Act(seat=seat, seen=self.seen if seen is None else seen, action=raw), id)

    async def look(self, seat: int | None = None) -> View | None:
        """The game as a seat of mine sees it, with everything it may do now, asked or not."""
        id = token_urlsafe(9)
        seen: Seen = await self._ask(id, wire.Look(id=id, seat=seat))
        return seen.view

    # Following.

    @property
    def is_over(self) -> bool:
        """Whether the game has ended or the table is closed."""
        if self.view is not None and self.view.over:
            return True
        return self.table is not None and self.table.status in ("over", "closed")

    @property
    def must(self) -> list[int]:
        """The seats of mine that play waits for."""
        return [] if self.view is None else [seat for seat in self.view.must if seat in self.seats]

    def options(self, seat: int) -> list[Option]:
        """What a seat of mine may do, if play waits for it."""
        return self.mine[seat].options if seat in self.mine else []

    async def until(self, ready: Callable[[], bool]) -> None:
        """Wait until something is so."""
        async with self._news:
            await self._news.wait_for(lambda: self._failure is not None or ready())
        if self._failure is not None and not ready():
            raise self._failure

    async def play(self, decide: Decide) -> None:
        """Play my seats to the end of the game. `decide(seat, options, view)` answers whenever play waits for one.

        An answer that came too late or is not legal is asked for anew; three times in a row, and the Refusal is raised.
        """
        refused = 0
        while True:
            await self.until(lambda: self.is_over or any(self.options(seat) for seat in self.must))
            if self.is_over and not self.must:
                return
            seat = next(seat for seat in self.must if self.options(seat))
            assert self.view is not None
            action = decide(seat, self.options(seat), self.view)
            number = self.seen
            if action is None:
                await self.until(lambda at=number: self.seen > at)  # type: ignore[misc]
                continue
            try:
                await self.act(seat, action)
                refused = 0
            except Refusal as refusal:
                refused += refusal.error != "stale"
                if refused >= 3:
                    raise
                if refusal.number is not None:
                    await self.until(lambda at=refusal.number: self.seen >= at)  # type: ignore[misc]

    async def __aiter__(self) -> AsyncIterator[Told]:
        ear: asyncio.Queue[Told | None] = asyncio.Queue()
        self._ears.append(ear)
        try:
            while (told := await ear.get()) is not None:
                yield told
            if self._failure is not None and not self._has_left:
                raise self._failure
        finally:
            self._ears.remove(ear)

    # The connection.

    async def _ask(self, id: str, frame: wire.FromClient) -> Any:
        """Send a frame, now and whenever the connection is new, until it is answered."""
        if self._failure is not None:
            raise self._failure
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        data = msgspec.json.encode(frame)
        self._asked[id] = data, answer
        try:
            await self._send(data)
            return await answer
        finally:
            self._asked.pop(id, None)

    async def _send(self, data: bytes) -> None:
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):
                await self._socket.send(data, text=True)

    async def _stay(self) -> None:
        """Stay connected, whatever happens; fail when nobody answers for too long."""
        try:
            loop = asyncio.get_running_loop()
            heard, tries = loop.time(), 0
            while True:
                pause = min(self.client.pause, FIRST * 2**tries) * (0.5 + random() / 2)
                connections = self.connections
                try:
                    pause = max(pause, await self._connect())
                except (OSError, TimeoutError, ConnectionClosed, InvalidHandshake) as error:
                    if isinstance(error, InvalidStatus) and 400 <= error.response.status_code < 500:
                        refusal = refusal_in(error.response.body)
                        if refusal.error not in AGAIN:
                            raise refusal from None
                if self.connections > connections:
                    heard, tries = loop.time(), 0
                else:
                    tries += 1
                    self._node += 1
                if loop.time() - heard > self.client.patience:
                    raise Lost(f"no answer from {', '.join(self.client.urls)}")
                await asyncio.sleep(pause)
        except asyncio.CancelledError:
            self._fail(ConnectionError("the client has left the table"))
            raise
        except Exception as error:
            self._fail(error)
        finally:
            await self._tell()

    def _fail(self, error: BaseException) -> None:
        """Tell everybody who waits that nothing more will come."""
        self._failure = self._failure or error
        for _, answer in self._asked.values():
            if not answer.done():
                answer.set_exception(self._failure)
        for ear in self._ears:
            ear.put_nowait(None)

    async def _connect(self) -> float:
        """One connection, from Hello to its end; after how many seconds to come back."""
        url = self.client.urls[self._node % len(self.client.urls)]
        address = f"ws{url.removeprefix('http')}/api/tables/{self.id}/socket"
        async with connect(
            address,
            additional_headers=self.client.headers(),
            max_size=LARGEST,
            open_timeout=10,
            close_timeout=1,
            ping_interval=None,
            compression=None,
            proxy=None,
        ) as socket:
            await socket.send(msgspec.json.encode(wire.Hello(since=self.number, tokens=self.tokens)), text=True)
            pinging = asyncio.create_task(self._ping(socket))
            try:
                async for data in socket:
                    frame = data.encode() if isinstance(data, str) else data
                    if self.frames is not None:
                        self.frames(frame)
                    message = decode(frame)
                    if isinstance(message, Goodbye):
                        return message.retry / 1000
                    if not await self._take(socket, message):
                        return 0.0
            finally:
                self._socket = None
                pinging.cancel()
        return 0.0

    async def _ping(self, socket: ClientConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            while True:
                await asyncio.sleep(PING)
                await socket.send(b'{"type":"Ping"}', text=True)

    async def _take(self, socket: ClientConnection, message: wire.ToClient) -> bool:
        """Take in a frame. False: a number is missing, come back from the last one."""
        if isinstance(message, Told):
            if self.number is not None and message.number > self.number + 1:
                self.gaps += 1
                return False
            if self.number is None or message.number == self.number + 1:
                self._hear(message)
                await self._tell()
        elif isinstance(message, Welcome):
            await self._welcomed(socket, message)
        elif isinstance(message, Done | Seen):
            self._answer(message.id, message)
        elif isinstance(message, Refused):
            refusal = Refusal(message.error, message.message, message.legal, message.number)
            if message.id is None:
                raise refusal
            if message.error in AGAIN and message.id in self._asked:
                self._later(self._asked[message.id][0])
            else:
                self._answer(message.id, refusal)
        return True

    def _answer(self, id: str, answer: object) -> None:
        _, waiting = self._asked.get(id, (b"", None))
        if waiting is not None and not waiting.done():
            if isinstance(answer, Refusal):
                waiting.set_exception(answer)
            else:
                waiting.set_result(answer)

    def _later(self, data: bytes) -> None:
        """Ask again, under the same id, in a moment."""

        async def again() -> None:
            await asyncio.sleep(0.5)
            await self._send(data)

        task = asyncio.create_task(again())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _welcomed(self, socket: ClientConnection, message: Welcome) -> None:
        """The present. On a new connection, whatever was not answered is asked again."""
        self.person, self.seats = message.person, list(message.seats)
        self.table, self.view = message.table, message.view
        self.mine = {mine.seat: mine for mine in message.mine}
        self.seen = message.table.number
        if self.number is None:
            self.number = message.table.number
        if self._socket is not socket:
            self._socket = socket
            self.connections += 1
            for data, answer in list(self._asked.values()):
                if not answer.done():
                    await self._send(data)
        await self._tell()

    def _hear(self, told: Told) -> None:
        self.number = told.number
        if isinstance(told.entry, Sat) and told.entry.person == self.person:
            self._sat[told.number] = told.entry.seat
        if told.number > self.seen and (told.table or told.view):
            self.seen = told.number
            self.table = told.table or self.table
            self.view = told.view or self.view
            self.mine = {mine.seat: mine for mine in told.mine}
            if self.view is not None:
                self.seats = sorted(self.mine)
        for ear in self._ears:
            ear.put_nowait(told)

    async def _tell(self) -> None:
        async with self._news:
            self._news.notify_all()


def refusal_in(body: bytes | bytearray | None) -> Refusal:
    """The refusal in an answer over HTTP."""
    try:
        found = json.loads(body or b"{}")
        return Refusal(found["error"], found["message"])
    except (ValueError, KeyError, TypeError):
        return Refusal("unavailable", (body or b"no answer").decode(errors="replace")[:200])
