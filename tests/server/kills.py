"""Nothing lost: a server is killed without warning again and again while people play, and nothing may be missing.

While it is dead the store is read: every number that anybody was told or answered is there, nothing half; the log adds
up to the table, die for die. Then it is started again, everybody comes back from their last number, and play goes on.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

import msgspec
from party import Party, seated, told_alike
from people import Plan
from process import Node
from sqlalchemy import func, select

from magnate.actions import Action
from magnate.client import Refusal
from magnate.events import Event
from magnate.game import Game
from magnate.protocol.config import PerDecision
from magnate.protocol.entries import Entry, Played, TimeCredited
from magnate.server.store.columns import Head, LogRow, nodes, outages, tables
from magnate.server.store.store import Store
from magnate.server.tables.clocks import deadline
from magnate.server.tables.table import Table
from magnate.view import question_of

MOMENTS = ("any", "auction", "deal", "debt", "any", "settlement", "auction")
PATIENCE = 3.0  # seconds in which a moment must come, or any will do
LATELY = 50  # numbers that somebody may not have been told yet when the server was killed the last time
ENOUGH = 12  # actions between two kills, at least
LONG = 900  # actions of a game before its people give up

decode_entry = msgspec.json.Decoder(Entry).decode
decode_events = msgspec.json.Decoder(list[Event]).decode

# Little money makes debts, refused deeds make auctions, whims make deals.
PLANS = (
    Plan("clasico", None, 4, 0, {"setup.cash": 400}, LONG),
    Plan("expopolis", None, 3, 0, {"setup.cash": 60_000, "setup.dealt_paid": False}, LONG),
    Plan("europolis", None, 4, 0, {"setup.cash": 12_000}, LONG),
)


class Pages(Protocol):
    """Pages at other tables of the node (`tests/web/killed_pages.py`)."""

    def shown(self) -> dict[str, int]: ...

    def come_back(self, killed: float) -> None: ...


class Torture:
    """A node, some tables on it, and somebody who kills the node."""

    def __init__(self, database: str, folder: Path, seed: int, say: Callable[[str], None] = lambda text: None) -> None:
        self.node = Node(database, folder, bot_pause_ms=20, grace_ms=3000, beat_ms=200)
        self.rng = random.Random(seed)
        self.seed = seed
        self.say = say
        self.quiet = asyncio.Lock()  # nobody is killed while people sit down
        self.parties: dict[int, Party] = {}
        self.acknowledged: dict[str, dict[int, tuple[int, Action]]] = {}
        self.folded: dict[str, tuple[Table, list[LogRow], list[Entry]]] = {}  # the log as the last look found it
        self.kills = 0
        self.killed_in: Counter[str] = Counter()
        self.unanswered = 0  # actions that were kept when the server died before it could say so
        self.games = 0
        self.actions = 0
        self.resumed: list[float] = []  # seconds from the kill to the first action after it
        self.is_done = False
        self.pages: Pages | None = None

    async def run(self, kills: int, open_pages: Callable[[str], AbstractContextManager[Pages]] | None = None) -> None:
        """Play and kill so many times, then play every game to its end and compare."""
        with self.node, contextlib.ExitStack() as stack:
            if open_pages is not None:
                self.pages = await asyncio.to_thread(stack.enter_context, open_pages(self.node.url))
            players = [asyncio.create_task(self.keep_playing(place)) for place in range(len(PLANS))]
            killer = asyncio.create_task(self.keep_killing(kills))
            try:
                await asyncio.wait({killer, *players}, return_when=asyncio.FIRST_EXCEPTION)
                for task in (killer, *players):
                    if task.done():
                        task.result()
            finally:
                for task in (killer, *players):
                    task.cancel()
                await asyncio.gather(killer, *players, return_exceptions=True)

    # Playing.

    async def keep_playing(self, place: int) -> None:
        """One game after another on one table after another, until the killing is over."""
        while not self.is_done:
            self.games += 1
            plan = PLANS[place]._replace(seed=self.seed * 1000 + self.games)
            async with contextlib.AsyncExitStack() as stack:
                async with self.quiet:
                    clock: dict[str, Any] = {"clock": PerDecision(seconds=600)} if place == 1 else {}
                    party = await stack.enter_async_context(
                        seated(plan, self.node.database, [[self.node.url]], **clock)
                    )
                    self.parties[place] = party
                    self.acknowledged[party.id] = {}
                await self.play(party)
                async with self.quiet:
                    await self.check_end(party)
                    del self.parties[place]

    async def play(self, party: Party) -> None:
        """Play to the end; note what was acknowledged."""
        while party.twin.must:
            if self.is_done:
                party.people.patience = 0
            seat, action = party.people.decide()
            hand = party.hands[seat].table
            await hand.until(lambda hand=hand: hand.seen >= party.applied)  # type: ignore[misc]
            try:
                done = await hand.act(seat, action)
                self.acknowledged[party.id][done.number] = seat, action
                self.actions += 1
            except Refusal as refusal:
                if refusal.error not in ("stale", "illegal"):
                    raise
                await hand.until(lambda hand=hand: hand.seen > party.applied)  # type: ignore[misc]
            party.catch_up(hand)
            await asyncio.sleep(self.rng.random() * 0.01)

    async def check_end(self, party: Party) -> None:
        """Everybody was told the same, and the record replays to the twin's, byte for byte."""
        await party.agree()
        told_alike(party.followers)
        record = await party.clients[0].record(party.id)
        assert record == party.twin.record()
        assert Game.replay(record).record() == record

    # Killing.

    async def keep_killing(self, kills: int) -> None:
        """Kill, look, start again."""
        while len(self.parties) < len(PLANS):
            await asyncio.sleep(0.02)
        for number in range(kills):
            await self.moment(MOMENTS[number % len(MOMENTS)])
            await asyncio.sleep(self.rng.random() * 0.02)
            async with self.quiet:
                self.node.kill()
                killed = time.monotonic()
                self.kills += 1
                before = self.actions
                await self.check_store()
                await asyncio.to_thread(self.node.start)
            await self.actions_from(before, 1)
            self.resumed.append(time.monotonic() - killed)
            if self.pages is not None:
                await asyncio.to_thread(self.pages.come_back, killed)
            await self.actions_from(before, ENOUGH)
            self.say(f"kill {self.kills}: {self.actions} actions, {self.games} games, {dict(self.killed_in)}")
        self.is_done = True

    async def actions_from(self, before: int, count: int) -> None:
        """Wait until so many more actions were acknowledged."""
        while self.actions < before + count:
            self.node.check_alive()
            await asyncio.sleep(0.01)

    async def moment(self, wanted: str) -> None:
        """Wait until a table is in the middle of such business."""
        await asyncio.sleep(0.1 + self.rng.random() * 0.3)
        until = time.monotonic() + PATIENCE
        while wanted != "any" and time.monotonic() < until:
            if any(wanted in business(party.twin) for party in self.parties.values()):
                return
            await asyncio.sleep(0.002)

    async def check_store(self) -> None:
        """The server is dead: what it left behind is whole, and nothing that anybody knows of is missing."""
        store = await Store.open(self.node.database, beside=True)
        try:
            for party in self.parties.values():
                self.killed_in.update(await self.check_table(store, party))
            for table, number in (self.pages.shown() if self.pages is not None else {}).items():
                head, _ = await left_behind(store, table)
                assert head.number >= number, f"a page has shown {number} of {table}, and {head.number} are stored"
        finally:
            await store.close()

    async def check_table(self, store: Store, party: Party) -> set[str]:
        """One table; the business it was in the middle of."""
        head, rows = await left_behind(store, party.id)
        assert [row.number for row in rows] == list(range(1, head.number + 1)), f"{head.number} and {len(rows)} rows"
        table, before, log = self.folded.setdefault(party.id, (Table(party.id, head.secret), [], []))
        assert rows[: len(before)] == before
        checked = max(0, len(before) - LATELY)  # what is older was compared the last time, and has not changed
        for row in rows[len(before) :]:
            entry = decode_entry(row.body)
            told = table.apply(row.number, row.at, entry)  # a half-kept entry would not add up
            assert told == (decode_events(row.told) if row.told else [])
            before.append(row)
            log.append(entry)
        assert (table.number, table.status, table.at) == (head.number, head.status, head.at)
        acknowledged = self.acknowledged[party.id]
        for number in [number for number in acknowledged if number > checked]:
            found = log[number - 1]
            assert isinstance(found, Played)
            assert (found.seat, found.action) == acknowledged[number]
        played = sum(isinstance(entry, Played) and entry.by == "person" for entry in log)
        self.unanswered += played - len(acknowledged)
        for follower in party.followers:
            for told_ in follower.told[checked:]:
                assert without_entropy(log[told_.number - 1]) == without_entropy(told_.entry)
        return business(table.game) if table.game is not None else set()


async def left_behind(store: Store, table: str) -> tuple[Head, list[LogRow]]:
    """A table and its rows, read at rest: a database may still be finishing what the server asked before it died."""
    for _ in range(600):
        head, rows = await store.head(table), await store.rows(table, 0)
        if head is not None and await store.head(table) == head:
            return head, rows
        await asyncio.sleep(0.05)
    raise AssertionError(f"table {table} is not at rest, though its server is dead")


def business(game: Game) -> set[str]:
    """What a game is in the middle of."""
    question = question_of(game.state, game.table)
    found = {question.type} if question is not None else set()
    return found | ({"deal"} if game.state.deals else set())


def without_entropy(entry: Any) -> Any:
    """An entry as it is told: what a player put into the dice stays out until the start."""
    return msgspec.structs.replace(entry, entropy="") if hasattr(entry, "person") and hasattr(entry, "epoch") else entry


def time_credits(party: Party) -> list[TimeCredited]:
    """The time that was given back to those who were thinking."""
    return [told.entry for told in party.spectator.told if isinstance(told.entry, TimeCredited)]


def deadlines_after(party: Party, entry: TimeCredited) -> list[int]:
    """When the clock answers for those who must, once the log is played up to an entry: the table goes on meanwhile."""
    table = Table(party.id, party.plan.dice.secret)
    for told in party.spectator.told:
        table.apply(told.number, told.at, told.entry)
        if told.entry is entry:
            break
    return [end for seat in range(party.plan.seats) if (end := deadline(table, seat))]


async def last_signs(database: str, table: str) -> tuple[int, int]:
    """While no server is up: the last sign of life of any, and when the last entry of a table was kept.

    A database may still be finishing what a server asked before it died, so it is asked until it says the same twice.
    """
    question = select(func.max(nodes.c.beat), select(tables.c.at).where(tables.c.id == table).scalar_subquery())
    said = None
    while (again := tuple((await asked(database, question))[0])) != said:
        said = again
        await asyncio.sleep(0.05)
    return again


async def last_outage(database: str) -> tuple[int, int]:
    """From when to when no server was up, the last time."""
    began, ended = (await asked(database, select(outages.c.began, outages.c.ended).order_by(outages.c.ended)))[-1]
    return began, ended


async def asked(database: str, question: Any) -> Any:
    """What a store answers."""
    store = await Store.open(database, beside=True)
    try:
        return await store.ask(question)
    finally:
        await store.close()
