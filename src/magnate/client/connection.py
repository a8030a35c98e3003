"""A line to a server that stays: it comes back when it breaks, and asks again for what was not answered."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable
from random import random
from typing import Any, Protocol

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from magnate.protocol import frames
from magnate.protocol.errors import Refusal
from magnate.protocol.frames import Done, Goodbye, Planned, Refused, Seen, Told, Welcome

PING = 20.0  # seconds between two signs of life
FIRST = 0.05  # seconds before the second attempt to connect; doubled each time
SOONEST, LATEST = 0.25, 4.0  # seconds until something is asked again that was not possible just now; doubled each time
LARGEST = 16 * 2**20  # bytes of a frame
OPEN = ("busy", "unavailable")  # leave open what happened
AGAIN = (*OPEN, "too_fast")  # no refusals for good

decode = msgspec.json.Decoder(frames.ToClient).decode


class Lost(ConnectionError):
    """The server could not be reached, on any of its addresses, for longer than the client waits."""


class PendingRequest:
    """A frame that waits for its answer."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.pause = SOONEST

    def next_pause(self) -> float:
        """Seconds to wait before it is sent again; longer each time."""
        pause, self.pause = self.pause, min(2 * self.pause, LATEST)
        return pause * (0.5 + random() / 2)


class Connecting(Protocol):
    """Who connects, as far as a line knows it: see `Client`."""

    urls: list[str]
    patience: float
    pause: float

    def headers(self) -> dict[str, str]:
        """Who they are."""

    async def ensure_registered(self) -> None:
        """Make sure that the server knows this client."""

    async def request(self, method: str, path: str, body: object = None) -> Any:
        """Ask something over HTTP."""


class ServerConnection:
    """A connection to a table that outlives its sockets."""

    def __init__(self, client: Connecting, path: str) -> None:
        self.client = client
        self.path = path
        self.connections = 0
        self.frames: Callable[[bytes], None] | None = None  # shown every frame as it comes
        self.failure: BaseException | None = None
        self.has_left = False
        self._asked: dict[str, PendingRequest] = {}
        self._socket: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self._later: set[asyncio.Task[None]] = set()
        self._node = 0

    # What a table does with it.

    def hello(self) -> frames.Hello:
        """The first frame of a connection."""
        raise NotImplementedError

    async def welcome(self, message: Welcome) -> None:
        """The present."""
        raise NotImplementedError

    async def hear(self, told: Told) -> bool:
        """The next entry. False: a number is missing, come back from the last one."""
        raise NotImplementedError

    async def forget(self) -> None:
        """The server has less than it sent, as after a restored backup: discard all of it."""
        raise NotImplementedError

    async def ended(self) -> None:
        """Nothing more will come."""
        raise NotImplementedError

    # Coming, asking, going.

    def begin(self) -> None:
        """Connect, and stay connected."""
        self._task = asyncio.create_task(self._stay())

    async def leave(self) -> None:
        """Close the connection. Seats are kept; `tokens` are the way back to them."""
        self.has_left = True
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    async def ask(self, id: str, frame: frames.FromClient) -> Any:
        """Send a frame, now, whenever the connection is new, and while the server cannot say what came of it."""
        if self.failure is not None:
            raise self.failure
        self._asked[id] = asked = PendingRequest(msgspec.json.encode(frame))
        try:
            await self._send(asked.data)
            return await asked.answer
        finally:
            self._asked.pop(id, None)

    async def _send(self, data: bytes) -> None:
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):
                await self._socket.send(data, text=True)

    # Staying.

    async def _stay(self) -> None:
        """Stay connected, whatever happens; fail when no server answers for too long."""
        try:
            await self._reconnect_until_stopped()
        except asyncio.CancelledError:
            self._fail(ConnectionError("the client has left the table"))
            raise
        except Exception as error:
            self._fail(error)
        finally:
            await self.ended()

    async def _reconnect_until_stopped(self) -> None:
        clock = asyncio.get_running_loop().time
        heard, tries, problem = clock(), 0, ""
        while True:
            pause = min(self.client.pause, FIRST * 2**tries) * (0.5 + random() / 2)
            connections = self.connections
            try:
                pause = max(pause, await self._connect())
                problem = "the connection was closed before it was welcomed"
            except InvalidStatus as error:
                refusal = refusal_in(error.response.body)
                if error.response.status_code < 500 and refusal.error not in AGAIN:
                    raise refusal from None
                pause, problem = max(pause, refusal.wait / 1000), str(refusal)
            except (OSError, TimeoutError, ConnectionClosed, InvalidHandshake) as error:
                problem = str(error) or type(error).__name__  # the pause, and once more
            if self.connections > connections:
                heard, tries = clock(), 0
            else:
                tries += 1
                self._node += 1
            if clock() - heard > self.client.patience:
                raise Lost(f"no answer from {', '.join(self.client.urls)}: {problem}")
            await asyncio.sleep(pause)

    def _fail(self, error: BaseException) -> None:
        """Fail every request that waits for an answer."""
        self.failure = self.failure or error
        for asked in self._asked.values():
            if not asked.answer.done():
                asked.answer.set_exception(self.failure)

    async def _connect(self) -> float:
        """One connection, from Hello to its end; after how many seconds to come back."""
        url = self.client.urls[self._node % len(self.client.urls)]
        async with connect(
            f"ws{url.removeprefix('http')}{self.path}",
            additional_headers=self.client.headers(),
            max_size=LARGEST,
            open_timeout=10,
            close_timeout=1,
            ping_interval=None,
            compression=None,
            proxy=None,
        ) as socket:
            await socket.send(msgspec.json.encode(self.hello()), text=True)
            pinging = asyncio.create_task(self._ping(socket))
            try:
                async for data in socket:
                    frame = data.encode() if isinstance(data, str) else data
                    if self.frames is not None:
                        self.frames(frame)
                    message = decode(frame)
                    if isinstance(message, Goodbye):
                        return message.retry / 1000
                    back = await self._take(socket, message)
                    if back is not None:
                        return back
            finally:
                self._socket = None
                pinging.cancel()
        return 0.0

    async def _ping(self, socket: ClientConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            while True:
                await asyncio.sleep(PING)
                await socket.send(b'{"type":"Ping"}', text=True)

    async def _take(self, socket: ClientConnection, message: frames.ToClient) -> float | None:
        """Handle a frame. A number: reconnect after this many seconds."""
        if isinstance(message, Told):
            return None if await self.hear(message) else 0.0
        if isinstance(message, Welcome):
            await self.welcome(message)
            await self._welcomed(socket)
        elif isinstance(message, Done | Seen | Planned):
            self._answer(message.id, message)
        elif isinstance(message, Refused):
            return await self._refused(socket, message)
        return None

    async def _welcomed(self, socket: ClientConnection) -> None:
        """On a new connection, whatever was not answered is asked again."""
        if self._socket is not socket:
            self._socket = socket
            self.connections += 1
            for asked in list(self._asked.values()):
                if not asked.answer.done():
                    await self._send(asked.data)

    async def _refused(self, socket: ClientConnection, message: Refused) -> float | None:
        """A refusal: of a request, whose caller gets it; or of this connection, which ends it."""
        refusal = Refusal(message.error, message.message, message.legal, message.number)
        if message.error in AGAIN:
            if message.id in self._asked:
                self._retry(self._asked[message.id], message.wait / 1000)
            return None if self._socket is socket else message.wait / 1000
        if message.error == "ahead":
            await self.forget()
            return 0.0
        if message.id is None:
            raise refusal
        self._answer(message.id, refusal)
        return None

    def _answer(self, id: str, answer: object) -> None:
        asked = self._asked.get(id)
        if asked is not None and not asked.answer.done():
            if isinstance(answer, Refusal):
                asked.answer.set_exception(answer)
            else:
                asked.answer.set_result(answer)

    def _retry(self, asked: PendingRequest, wait: float) -> None:
        """Ask again, under the same id, in a moment, and not before the server allows it."""

        async def again() -> None:
            await asyncio.sleep(max(asked.next_pause(), wait))
            if not asked.answer.done():
                await self._send(asked.data)

        task = asyncio.create_task(again())
        self._later.add(task)
        task.add_done_callback(self._later.discard)


def refusal_in(body: bytes | bytearray | None) -> Refusal:
    """The refusal in an answer over HTTP."""
    try:
        found = json.loads(body or b"{}")
        return Refusal(found["error"], found["message"], wait=found.get("wait", 0))
    except (ValueError, KeyError, TypeError):
        return Refusal("unavailable", (body or b"no answer").decode(errors="replace")[:200])
