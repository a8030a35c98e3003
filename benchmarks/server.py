"""How a server bears up: many tables with four real WebSocket clients each, one action a second at every table.

    python benchmarks/server.py                          # 100, 300, 1,000 and 3,000 tables, some minutes
    python benchmarks/server.py --tables 100,300         # only these
    python benchmarks/server.py --store postgres         # a real one, started for this
    python benchmarks/server.py --tables 300 --reviews 50 --seconds 120   # and once more while 50 reviews are made
    python benchmarks/server.py --looks                  # as browsers of 0.1 did: a Look after every entry

The clients send what browsers do, as `browser_traffic.py` records it: everybody is a guest of their own, acts when
asked, sends a Ping every 20 seconds, and asks for the list of their games every minute. Server and load generator share
this machine, over loopback. What is timed is the way from an action being sent to its event being received by the last
of the four seats: checked, played, committed to the store, published. After the last step the tables play as fast as
they can: that is saturation. Prints a table and draws docs/server-load.svg.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import itertools
import os
import platform
import random
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Raw, Struct

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "server"))

from load_plot import Step, draw
from process import Node, postgres

from magnate import Game
from magnate.bots.player import allowed, named
from magnate.client import Client
from magnate.view import SeatPosition

SEATS = 4
AT_ONCE = 48  # tables that sit down at the same time
STEPS = (100, 300, 1000, 3000)
WEIGHED = 200  # connections that are weighed
TICK = 1.0  # seconds between two actions of a table
TOLD = b'{"type":"Told","number":'
PING = 20.0  # seconds between two pings of a page
LIST = 60.0  # seconds between two looks of a page at its own games
GAMES = 5  # different games that are reviewed
LOOKS = 1.0  # seconds between two looks at a review
WAKE = 0.01  # seconds between two looks at how late the load generator is
LOOK = 0.16  # seconds after which a page of 0.1 asked what it may do

# What a player does first of what is offered: sound enough for a game to go on, cheap enough for thousands of them.
LIKED = (
    "Roll", "BuyDeed", "FollowCard", "RefuseDeed", "Pass", "EndTurn", "PayFine", "PayTax", "Wait", "RefuseDeal",
    "Mortgage", "SellBuildings", "DeclareBankruptcy",
)  # fmt: skip


class Offered(Struct):
    """An option, as far as it matters here: its action is sent back as it came."""

    type: str
    action: Raw = Raw(b"")


class Mine(Struct):
    """What a seat may do."""

    seat: int
    options: list[Offered] = []


class Answer(Struct):
    """A frame while people sit down."""

    type: str
    id: str = ""
    token: str = ""
    error: str = ""
    message: str = ""


decode_mine = msgspec.json.Decoder(list[Mine]).decode
decode_answer = msgspec.json.Decoder(Answer).decode


class Seat(asyncio.Protocol):
    """A WebSocket client of its own, as lean as it can be: the load should be the server's."""

    def __init__(self, crowd: Crowd, table: Table, number: int, cookie: str) -> None:
        self.crowd = crowd
        self.table = table
        self.number = number
        self.cookie = cookie
        self.looking: asyncio.TimerHandle | None = None
        self.buffer = bytearray()
        self.is_open = False
        self.waiting: dict[str, asyncio.Future[Answer]] = {}
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(
            f"GET /api/tables/{self.table.id}/socket HTTP/1.1\r\nHost: 127.0.0.1:{self.crowd.port}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: bWFnbmF0ZSBiZW5jaG1hcg==\r\nCookie: {self.cookie}\r\n\r\n".encode()
        )

    def connection_lost(self, error: Exception | None) -> None:
        self.crowd.lost += not self.crowd.is_leaving
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("the server hung up"))
            self.opened.exception()

    def data_received(self, data: bytes) -> None:
        """Take whole frames out of what has come."""
        buffer = self.buffer
        buffer += data
        if not self.is_open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not buffer.startswith(b"HTTP/1.1 101"):
                self.opened.set_exception(ConnectionError(bytes(buffer[:200]).decode()))
                return
            del buffer[: end + 4]
            self.is_open = True
            self.opened.set_result(None)
        at, size = 0, len(buffer)
        while size - at >= 2:
            length, head = buffer[at + 1], at + 2
            if length == 126:
                head += 2
                if size < head:
                    break
                length = int.from_bytes(buffer[at + 2 : head])
            elif length == 127:
                head += 8
                if size < head:
                    break
                length = int.from_bytes(buffer[at + 2 : head])
            if size - head < length:
                break
            if buffer[at] == 0x81:
                self.take(bytes(buffer[head : head + length]))
            at = head + length
        del buffer[:at]

    def take(self, frame: bytes) -> None:
        """A frame from the server."""
        if frame.startswith(TOLD):
            self.table.hear(self, int(frame[len(TOLD) : frame.index(b",", len(TOLD))]), frame)
        elif self.waiting:
            answer = decode_answer(frame)
            if answer.id in self.waiting:
                self.waiting.pop(answer.id).set_result(answer)
        elif frame.startswith(b'{"type":"Refused"'):
            self.crowd.refused[decode_answer(frame).error] += 1
            self.table.is_busy = False

    def send(self, text: bytes) -> None:
        """Send a text frame. The mask is all zeros, so that masking costs nothing."""
        size = len(text)
        head = bytes((0x81, 0x80 | size)) if size < 126 else bytes((0x81, 0xFE)) + size.to_bytes(2)
        self.transport.write(head + b"\0\0\0\0" + text)

    def look_soon(self) -> None:
        """Ask what may be done, once for several entries, as pages of 0.1 did."""
        if self.looking is not None:
            self.looking.cancel()
        look = b'{"type":"Look","id":"look","seat":%d}' % self.number
        self.looking = asyncio.get_running_loop().call_later(LOOK, self.send, look)

    async def ask(self, frame: str, id: str) -> Answer:
        """Send a frame and wait for its answer."""
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.waiting[id] = answer
        self.send(frame.encode())
        found = await answer
        if found.type == "Refused":
            raise RuntimeError(f"{found.error}: {found.message}")
        return found


class Table:
    """A table and its four seats; at most one action is under way."""

    def __init__(self, crowd: Crowd, id: str) -> None:
        self.crowd = crowd
        self.id = id
        self.seats: list[Seat] = []
        self.number = 0
        self.heard = 0  # seats that have been told this number
        self.mine: list[bytes] = [b""] * SEATS
        self.is_busy = False
        self.sent = 0.0
        self.actions = 0

    async def sit(self, loop: asyncio.AbstractEventLoop) -> None:
        """Everybody comes, sits down, and the game begins."""
        for number in range(SEATS):
            seat = Seat(self.crowd, self, number, await self.crowd.fresh_cookie())
            await loop.create_connection(lambda seat=seat: seat, "127.0.0.1", self.crowd.port)  # type: ignore[misc]
            self.seats.append(seat)
            await seat.opened
            seat.send(b'{"type":"Hello"}')
            sit = f'{{"type":"Do","id":"sit {number}","command":{{"type":"Sit","seat":{number}}}}}'
            sat = await seat.ask(sit, f"sit {number}")
            await seat.ask(f'{{"type":"Hold","id":"h","token":"{sat.token}"}}', "h")
        start = {"id": "go", "command": {"type": "Start"}}
        await self.crowd.client.request("POST", f"/api/tables/{self.id}/commands", start)

    def hear(self, seat: Seat, number: int, frame: bytes) -> None:
        """A seat was told something."""
        mine = frame.rfind(b'"mine":[')
        self.mine[seat.number] = frame[mine + 7 : -1] if mine > 0 and b'"options"' in frame[mine:] else b""
        if self.crowd.looks:
            seat.look_soon()
        if number > self.number:
            self.number, self.heard = number, 0
        self.heard += 1
        if self.heard == SEATS and self.is_busy:
            self.is_busy = False
            self.crowd.done(self)

    def act(self) -> bool:
        """Whoever must acts, if the last action has come round."""
        if self.is_busy:
            return False
        for seat, mine in enumerate(self.mine):
            if mine:
                options = {option.type: option.action for option in decode_mine(mine)[0].options if option.action}
                kind = next((kind for kind in LIKED if kind in options), None) or next(iter(options))
                self.actions += 1
                command = b'{"type":"Do","id":"%d","command":{"type":"Act","seat":%d,"seen":%d,"action":%b}}'
                text = command % (self.actions, seat, self.number, bytes(options[kind]))
                self.is_busy = True
                self.sent = time.perf_counter()
                self.seats[seat].send(text)
                return True
        return False


class Crowd:
    """All the tables, and what was measured."""

    def __init__(self, port: int, client: Client, looks: bool) -> None:
        self.port = port
        self.client = client
        self.looks = looks  # everybody sends a Look after every entry
        self.tasks: set[asyncio.Task[bytes]] = set()
        self.listed = 0  # answers to the list of somebody's games
        self.tables: list[Table] = []
        self.latencies: list[float] = []
        self.refused: Counter[str] = Counter()
        self.lost = 0
        self.late = 0  # ticks at which the last action had not come round yet
        self.is_leaving = False
        self.is_saturating = False

    def done(self, table: Table) -> None:
        """An action has been received by the last seat."""
        self.latencies.append(time.perf_counter() - table.sent)
        if self.is_saturating:
            table.act()

    async def get(self, path: str, cookie: str = "") -> bytes:
        """Ask for something over a connection of its own, as a page does that asks seldom."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        header = f"Cookie: {cookie}\r\n" if cookie else ""
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{header}Connection: close\r\n\r\n".encode())
        try:
            return await reader.read()
        finally:
            writer.close()

    async def fresh_cookie(self) -> str:
        """Somebody new: their cookie."""
        head = (await self.get("/api/me")).partition(b"\r\n\r\n")[0].decode()
        return next(line.split(": ")[1].split(";")[0] for line in head.split("\r\n") if line.startswith("set-cookie"))

    async def list_games(self, seat: Seat) -> bytes:
        """A page looks at its own games."""
        answer = await self.get("/api/me/games?running=true&limit=100", seat.cookie)
        self.listed += answer.startswith(b"HTTP/1.1 200")
        return answer

    async def stay(self) -> None:
        """What pages send whether anybody plays or not, each at its own moment."""
        seats = [seat for table in self.tables for seat in table.seats]
        random.Random(2).shuffle(seats)
        loop = asyncio.get_running_loop()
        begin, every = loop.time(), round(LIST / PING)
        for turn in itertools.count():
            for place, seat in enumerate(seats):
                due = begin + (turn + place / len(seats)) * PING
                if due > loop.time():
                    await asyncio.sleep(due - loop.time())
                seat.send(b'{"type":"Ping"}')
                if (turn + place) % every == 0:
                    task = loop.create_task(self.list_games(seat))
                    self.tasks.add(task)
                    task.add_done_callback(self.tasks.discard)

    async def gather(self, client: Client, count: int) -> None:
        """More tables, until there are so many."""
        loop = asyncio.get_running_loop()
        room = asyncio.Semaphore(AT_ONCE)

        async def one() -> None:
            async with room:
                made = await client.request("POST", "/api/tables", {"edition": "clasico", "seats": SEATS, "absence": 0})
                table = Table(self, made["table"])
                await table.sit(loop)
                self.tables.append(table)

        await asyncio.gather(*(one() for _ in range(count - len(self.tables))))

    async def play(self, seconds: float) -> None:
        """One action a second at every table, each at its own moment of the second."""
        loop = asyncio.get_running_loop()
        order = random.Random(1).sample(self.tables, len(self.tables))
        begin = loop.time() + 0.1
        for turn in range(int(seconds / TICK)):
            for place, table in enumerate(order):
                due = begin + (turn + place / len(order)) * TICK
                if due > loop.time():
                    await asyncio.sleep(due - loop.time())
                elif place % 20 == 0:
                    await asyncio.sleep(0)
                self.late += not table.act()

    async def saturate(self, seconds: float) -> None:
        """Every table plays on as soon as its last action has come round."""
        self.is_saturating = True
        for table in self.tables:
            table.act()
        await asyncio.sleep(seconds)
        self.is_saturating = False

    def leave(self) -> None:
        """Everybody goes."""
        self.is_leaving = True
        for table in self.tables:
            for seat in table.seats:
                seat.transport.abort()


class Usage(NamedTuple):
    """What two processes have used so far."""

    at: float
    server: float
    load: float

    @classmethod
    def now(cls, process: int) -> Usage:
        """Until now."""
        fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
        ticks = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return cls(time.perf_counter(), ticks, time.process_time())


class Lateness:
    """How late timers of this process come, in seconds: what the load generator adds to the times it measures."""

    def __init__(self) -> None:
        self.seen: list[float] = []
        self.loop = asyncio.get_running_loop()
        self.timer = self.loop.call_later(WAKE, self.tick)

    def tick(self) -> None:
        """A timer has come."""
        self.seen.append(max(0.0, self.loop.time() - self.timer.when()))
        self.timer = self.loop.call_later(WAKE, self.tick)

    def stop(self) -> list[float]:
        """Measure no more: what was seen."""
        self.timer.cancel()
        return self.seen


class Histograms:
    """The times that the server measures itself: of its loop, of actions, of commits."""

    NAMES = ("event_loop_lag", "action", "commit")

    def __init__(self, text: bytes) -> None:
        self.buckets: dict[str, list[tuple[float, float]]] = {name: [] for name in self.NAMES}
        for line in text.decode().splitlines():
            for name in self.NAMES:
                if line.startswith(begin := f'magnate_{name}_seconds_bucket{{le="'):
                    limit, _, count = line.removeprefix(begin).partition('"} ')
                    self.buckets[name].append((float(limit), float(count)))

    def since(self, before: Histograms, name: str, share: float) -> str:
        """The bound below which this share lies of what was measured since, in milliseconds."""
        pairs = zip(self.buckets[name], before.buckets[name], strict=True)
        counts = [(limit, now - then) for (limit, now), (_, then) in pairs]
        bound = next((limit for limit, count in counts if count >= share * counts[-1][1]), float("nan"))
        return f"<{1000 * bound:g}"


def memory_of(process: int) -> float:
    """What a process holds in memory, in KB."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return float(line.split()[1])
    return 0.0


def percentile(values: list[float], share: float) -> float:
    """The value below which this share lies, in milliseconds."""
    found = sorted(values)
    return 1000 * found[min(len(found) - 1, int(share * len(found)))] if found else float("nan")


class Reviews:
    """Games of bots, kept on the server, whose reviews are asked for and read all at once."""

    def __init__(self, client: Client, wanted: int) -> None:
        self.client = client
        self.wanted = wanted
        self.tables: list[str] = []
        self.done = 0

    async def bring(self) -> None:
        """Put the games on the server, before anything is measured."""
        records = [await asyncio.to_thread(finished, seed) for seed in range(min(self.wanted, GAMES))]
        for place in range(self.wanted):
            body = Raw(records[place % len(records)].encode())
            self.tables.append((await self.client.request("POST", "/api/records", body))["table"])

    async def read(self, table: str) -> None:
        """Ask for a review and read on, as its page does, until it is made."""
        path = f"/api/tables/{table}/review"
        found = await self.client.request("POST", path)
        while not found["is_done"]:
            await asyncio.sleep(LOOKS)
            found = await self.client.request("GET", f"{path}?have={found['stage']}")
        self.done += found["stage"] != "failed"

    async def beside(self, work: Awaitable[None]) -> None:
        """Do something while all are read."""
        reading = asyncio.gather(*(self.read(table) for table in self.tables))
        await work
        reading.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await reading


def finished(seed: int) -> str:
    """The record of a game of traders."""
    game, bot = Game("clasico", SEATS, seed, options={"ending.turns": 150}), named("trader")
    while not game.is_over:
        claims = [seat for seat in range(SEATS) if seat not in game.must and bot.notices(game.state, seat)]
        seat = (claims or game.must)[0]
        game.play(seat, allowed(game, seat, bot.decide(SeatPosition.seen(game, seat), seat)))
    return game.record()


async def measure(
    node: Node, steps: list[int], seconds: float, saturation: float, looks: bool, wanted: int = 0
) -> tuple[list[Step], Step]:
    """Every step, with fewer tables first; and how many actions a second go through at the most.

    With reviews wanted the last step is measured once more while they are made.
    """
    assert node.process is not None
    process = node.process.pid
    client = Client(node.url)
    await client.register("Load")
    crowd, warm = Crowd(node.port, client, looks), Crowd(node.port, client, looks)
    await warm.gather(client, 5)
    await warm.play(3)
    connection = await weigh_connections(warm, process)
    print(f"  {connection:.0f} KB a connection", flush=True)
    empty = memory_of(process)
    found = []
    for count in steps:
        begun = time.perf_counter()
        await crowd.gather(client, count)
        print(f"  {count} tables sat down in {time.perf_counter() - begun:.0f} s", flush=True)
        await asyncio.sleep(1)
        await crowd.play(2)
        found.append(await timed(crowd, process, (empty, connection), crowd.play(seconds)))
        show(found[-1])
    if wanted:
        reviews = Reviews(client, wanted)
        await reviews.bring()
        with_them = await timed(crowd, process, (empty, connection), reviews.beside(crowd.play(seconds)))
        show(with_them)
        times = f"99 % {found[-1].high:.1f} ms without, {with_them.high:.1f} ms with {wanted} reviews asked for"
        print(f"  {times}; {reviews.done} made in {seconds:.0f} s", flush=True)
    best = await timed(crowd, process, (empty, connection), crowd.saturate(saturation))
    crowd.leave()
    warm.leave()
    return found, best


async def weigh_connections(crowd: Crowd, process: int) -> float:
    """What a connection alone takes of the server's memory, in KB: of people who watch one table being played."""
    loop = asyncio.get_running_loop()
    watched = Table(crowd, crowd.tables[0].id)
    before = memory_of(process)
    for _ in range(WEIGHED):
        seat = Seat(crowd, watched, 0, await crowd.fresh_cookie())
        await loop.create_connection(lambda seat=seat: seat, "127.0.0.1", crowd.port)  # type: ignore[misc]
        await seat.opened
        seat.send(b'{"type":"Hello"}')
        watched.seats.append(seat)
    await crowd.play(4)
    return (memory_of(process) - before) / WEIGHED


async def timed(crowd: Crowd, process: int, weights: tuple[float, float], work: Awaitable[None]) -> Step:
    """Measure while the tables play. `weights` are the memory of the empty server and of a connection, in KB."""
    crowd.latencies, crowd.late, crowd.lost = [], 0, 0
    crowd.refused.clear()
    gc.collect()
    gc.disable()
    told = Histograms(await crowd.get("/metrics"))
    before = Usage.now(process)
    lateness = Lateness()
    pages = asyncio.create_task(crowd.stay())
    await work
    pages.cancel()
    after = Usage.now(process)
    late = lateness.stop()
    now = Histograms(await crowd.get("/metrics"))
    gc.enable()
    own = [
        f"{name} {now.since(told, name, 0.5)} ms, 99 % {now.since(told, name, 0.99)} ms" for name in Histograms.NAMES
    ]
    print(f"  load generator late by {percentile(late, 0.5):.1f} ms, 99 % {percentile(late, 0.99):.1f} ms")
    print(f"  measured by the server: {'; '.join(own)}", flush=True)
    await asyncio.sleep(1)  # what is still under way comes round
    wall = after.at - before.at
    tables = len(crowd.tables)
    empty, connection = weights
    whole = (memory_of(process) - empty) / tables
    return Step(
        tables,
        len(crowd.latencies) / wall,
        percentile(crowd.latencies, 0.5),
        percentile(crowd.latencies, 0.99),
        crowd.late / max(1, crowd.late + len(crowd.latencies)),
        (after.server - before.server) / wall,
        (after.load - before.load) / wall,
        whole - SEATS * connection,
        whole,
        sum(crowd.refused.values()),
        crowd.lost,
    )


HEADINGS = (
    "| tables | actions/s | median ms | 99 % ms | late | server CPU | load CPU | KB a table "
    "| with 4 connections | refused | lost |"
)


def row(step: Step) -> str:
    """A line of the table."""
    times = f"{step.median:.1f} | {step.high:.1f} | {step.late:.1%}"
    used = f"{step.cpu:.2f} | {step.load:.2f} | {step.memory:.0f} | {step.whole:.0f}"
    return f"| {step.tables:,} | {step.rate:,.0f} | {times} | {used} | {step.refused} | {step.lost} |"


def show(step: Step) -> None:
    """A line as soon as it is known."""
    print(f"  {row(step)}", flush=True)


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", default=",".join(map(str, STEPS)), help="how many tables, step by step")
    parser.add_argument("--seconds", type=float, default=20, help="how long each step is measured")
    parser.add_argument("--saturation", type=float, default=10, help="how long the tables play as fast as they can")
    parser.add_argument("--store", choices=["sqlite", "postgres"], default="sqlite", help="where the tables are kept")
    parser.add_argument("--looks", action="store_true", help="send a Look after every entry, as browsers of 0.1 did")
    parser.add_argument("--reviews", type=int, default=0, help="reviews asked for at once beside the last step")
    parser.add_argument("--svg", type=Path, help="where to draw; docs/server-load.svg if all steps are measured")
    chosen = parser.parse_args()
    steps = sorted(int(count) for count in chosen.tables.split(","))
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if hard < SEATS * steps[-1] + 200:
        print(f"{hard} open files are allowed; {steps[-1]} tables need {SEATS * steps[-1] + 200}", file=sys.stderr)
        return 2
    if os.getloadavg()[0] > 0.7:
        print("this machine is busy with other things: the figures will be worse than they need be", file=sys.stderr)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="magnate-load-")))
        sqlite = f"sqlite+aiosqlite:///{folder}/tables.db"
        database = stack.enter_context(postgres()) if chosen.store == "postgres" else sqlite
        room = 10 * chosen.reviews + 100
        more = {"reviews_in_line": room, "reviews_per_hour": room, "records_per_hour": room} if chosen.reviews else {}
        node = stack.enter_context(Node(database, folder, idle_seconds=3600, most_connections=100_000, **more))
        found, full = asyncio.run(measure(node, steps, chosen.seconds, chosen.saturation, chosen.looks, chosen.reviews))
    version = f"Python {platform.python_version()}, {os.cpu_count()} cores shared by server and load, {chosen.store}"
    print(f"\n{version}\n\n{HEADINGS}\n|{' ---: |' * 11}")
    for step in found:
        print(row(step))
    print(f"\nsaturation with {full.tables:,} tables: {full.rate:,.0f} actions/s, each told to {SEATS} seats;")
    print(
        f"median {full.median:.0f} ms, 99 % {full.high:.0f} ms, server {full.cpu:.2f} cores, load {full.load:.2f} cores"
    )
    usual = Path(__file__).parent.parent / "docs" / "server-load.svg"
    path = chosen.svg or (usual if set(STEPS) <= set(steps) else None)
    if path:
        path.write_text(draw(found, full, version), encoding="utf-8")
        print(f"drew {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
