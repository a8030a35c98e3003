"""Nodes within the test's own process, for tests of live tables and the registry: tables, viewers, another writer."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import msgspec

from magnate.actions import Action, Concede
from magnate.protocol import commands as ask
from magnate.protocol import entries as log
from magnate.protocol.config import Config
from magnate.protocol.entries import decode_entry
from magnate.protocol.frames import encode
from magnate.server.admin import read_table
from magnate.server.live.live_table import LiveTable
from magnate.server.live.registry import Registry
from magnate.server.operations.clock import NodeClock, now_ms
from magnate.server.operations.settings import Settings
from magnate.server.people.person import Person
from magnate.server.people.signing import Signer
from magnate.server.store.columns import LogRow
from magnate.server.store.store import Store
from magnate.server.tables.summary import head_of

ANA, BEA, CAT = Person("ana", "Ana"), Person("bea", "Bea"), Person("cat", "Cat")
QUICK = Settings(bot_pause_ms=0, beat_ms=100)
BY_HAND = Settings(bot_pause_ms=100, beat_ms=60_000)  # for a clock moved by hand: bots take time, nodes beat seldom


class Watcher:
    """A viewer that keeps every frame it is offered."""

    def __init__(self, person: Person, *seats: int) -> None:
        self.person = person
        self.seats = set(seats)
        self.muted: set[str] = set()
        self.frames: list[dict[str, Any]] = []

    def offer(self, frame: bytes) -> None:
        self.frames.append(msgspec.json.decode(frame))

    async def send(self, frame: bytes) -> None:
        self.offer(frame)

    def cut(self, why: str, retry: int) -> None:
        self.frames.append({"type": "Goodbye", "why": why})

    @property
    def told(self) -> list[dict[str, Any]]:
        return [frame for frame in self.frames if frame["type"] == "Told"]

    @property
    def numbers(self) -> list[int]:
        return [frame["number"] for frame in self.told]


class HandTimer:
    """A call that a clock moved by hand makes when it comes to its moment."""

    def __init__(self, at: int, call: Callable[[], None]) -> None:
        self.at = at
        self.call = call
        self.is_cancelled = False

    def cancel(self) -> None:
        self.is_cancelled = True


class HandClock(NodeClock):
    """Time stands still until a test lets it pass."""

    def __init__(self, after: HandClock | None = None) -> None:
        self.at: int = after.at if after else now_ms()
        self.timers: list[HandTimer] = []

    def now(self) -> int:
        return self.at

    def elapsed(self) -> float:
        return self.at / 1000

    def call_later(self, seconds: float, call: Callable[[], None]) -> HandTimer:
        timer = HandTimer(self.at + round(seconds * 1000), call)
        self.timers.append(timer)
        return timer

    async def wait(self, event: asyncio.Event, seconds: float) -> bool:
        late = asyncio.Event()
        timer = self.call_later(seconds, late.set)
        waiting = [asyncio.ensure_future(one.wait()) for one in (event, late)]
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            timer.cancel()
            for one in waiting:
                one.cancel()
        return event.is_set()

    def next(self, until: int) -> HandTimer | None:
        """Move on to the first timer before a moment, and take it."""
        self.timers = [timer for timer in self.timers if not timer.is_cancelled]
        due = [timer for timer in self.timers if timer.at <= until]
        if not due:
            return None
        first = min(due, key=lambda timer: timer.at)
        self.timers.remove(first)
        self.at = max(self.at, first.at)
        return first


ROUNDS = (
    "keep_beating",
    "keep_polling",
    "keep_sweeping",
    "keep_looking",
    "keep_making",
    "keep_up",
)  # they never end: each rests between two rounds


async def pass_time(seconds: float, *nodes: Registry) -> None:
    """Let time pass for nodes that share a clock moved by hand: whatever falls due is done before time goes on."""
    clock = nodes[0].clock
    assert isinstance(clock, HandClock)
    until = clock.at + round(seconds * 1000)
    await at_rest(clock, *nodes)
    while (timer := clock.next(until)) is not None:
        timer.call()
        await at_rest(clock, *nodes)
    clock.at = until


async def at_rest(clock: HandClock, *nodes: Registry) -> None:
    """Wait until nothing is being done: every round of every node rests, and all else has ended."""
    while True:
        await asyncio.sleep(0)
        tasks = [task for registry in nodes for task in registry.tasks]
        resting = sum(map(is_round, tasks))
        at_work = [task for task in tasks if not is_round(task)]
        waits = sum(not timer.is_cancelled and timer.call.__name__ == "set" for timer in clock.timers)
        if not at_work and waits == resting:
            return
        await asyncio.sleep(0.001)


def is_round(task: asyncio.Task[Any]) -> bool:
    """Whether a task is one of a node's rounds."""
    return getattr(task.get_coro(), "__name__", "") in ROUNDS


async def living(url: str, settings: Settings = QUICK, clock: NodeClock | None = None) -> Registry:
    """A node in this process, with a store of its own, until it is closed or dies."""
    store = await Store.open(url)
    registry = Registry(store, settings, Signer(await store.signing_key()), clock)
    await registry.open()
    return registry


async def die(registry: Registry) -> None:
    """End a node without a word: its connections break, its beats stop."""
    for task in list(registry.tasks):
        task.cancel()
    await asyncio.gather(*registry.tasks, return_exceptions=True)
    for live in registry.live_tables.values():
        if live.timer is not None:
            live.timer.cancel()
    await registry.store.close()


@contextlib.asynccontextmanager
async def node(url: str, settings: Settings = QUICK, clock: NodeClock | None = None) -> AsyncIterator[Registry]:
    """A node for a while."""
    registry = await living(url, settings, clock)
    try:
        yield registry
    finally:
        await registry.close()
        await registry.store.close()


def run(test: Callable[[], Awaitable[None]]) -> None:
    """Run a test that waits."""

    async def within_a_minute() -> None:
        async with asyncio.timeout(60):
            await test()

    asyncio.run(within_a_minute())


async def table_for(registry: Registry, *people: Person, bots: int = 0, **config: Any) -> tuple[LiveTable, list[str]]:
    """A started table and the tokens of its seats."""
    live = await registry.live_table(
        await registry.create(people[0], Config(edition="clasico", seats=len(people) + bots, **config))
    )
    tokens = []
    for seat, person in enumerate(people):
        tokens.append((await live.do(person, [], f"sit{seat}", ask.Sit(seat, entropy=f"luck of {person.id}"))).token)
    for seat in range(len(people), len(people) + bots):
        await live.do(people[0], [], f"bot{seat}", ask.SetBot(seat))
    await live.do(people[0], [], "start", ask.Start())
    assert all(tokens)
    return live, [str(token) for token in tokens]


def act(live: LiveTable, seat: int, action: Action | None = None) -> ask.Act:
    """An action, or what the clock would answer, with the number the live table is at."""
    game = live.table.game
    assert game is not None
    raw = msgspec.Raw(msgspec.json.encode(action or game.default_action(seat)))
    return ask.Act(seat, live.table.number, raw)


async def until(true: Callable[[], bool]) -> None:
    """Wait for something that happens by itself."""
    while not true():
        await asyncio.sleep(0.01)


async def in_line(live: LiveTable, count: int) -> None:
    """Wait until this many wait for the mailbox of a live table."""
    await until(lambda: len(live.mailbox._waiters or ()) == count)


def asked(live: LiveTable) -> int:
    """The first seat that must answer."""
    assert live.table.game is not None
    return live.table.game.must[0]


class SlowReader(Watcher):
    """A viewer that takes in what it is sent only once it reads; `is_sent` says that something waits for that."""

    def __init__(self, person: Person, *seats: int) -> None:
        super().__init__(person, *seats)
        self.reads = asyncio.Event()
        self.is_sent = asyncio.Event()

    async def send(self, frame: bytes) -> None:
        self.is_sent.set()
        await self.reads.wait()
        self.offer(frame)


async def write(store: Store, table: str, *entries: tuple[str, log.Entry]) -> None:
    """Add entries to a table's log behind the back of whoever has it in memory, each asked for by somebody."""
    other, _ = await read_table(store, table)
    for person, entry in entries:
        number, at = other.number + 1, now_ms()
        told = other.apply(number, at, entry)
        row = LogRow(table, number, at, person, f"other {number}", encode(entry), encode(told) if told else b"")
        assert await store.append(row, head_of(other, None))


async def entries_of(registry: Registry, table: str) -> list[log.Entry]:
    """The log of a table."""
    return [decode_entry(row.body) for row in await registry.store.rows(table, 0)]


async def give_up(live: LiveTable, tokens: list[str]) -> None:
    """Ana plays until she may concede, and does: the game of two is over."""
    while (game := live.table.running()).refusal(0, Concede()) is not None:  # the opening rolls, perhaps an auction
        await live.do((ANA, BEA)[asked(live)], tokens, str(game.state.actions), act(live, asked(live)))
    await live.do(ANA, tokens, "give up", act(live, 0, Concede()))
