"""People at a table over real sockets, each with a client, and a spectator; beside them a twin of the game.

The twin is played here with the same secret: whatever the server tells must be what the twin tells.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

import msgspec
from people import NAMES, People, Plan, Watcher
from process import put_table

from magnate.actions import Action, TimeUp
from magnate.client import Client, Refusal, Table
from magnate.game import Game
from magnate.protocol import entries as log
from magnate.protocol.config import Config
from magnate.protocol.frames import Done, Told, encode
from magnate.server.live.registry import LENGTH, LETTERS
from magnate.server.store.columns import Head, LogRow
from magnate.server.store.store import Store


class Follower:
    """A connection to the table, with everything it was told, in order."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.told: list[Told] = []
        self.frames: list[bytes] = []
        table.frames = self.frames.append

    @property
    def numbers(self) -> list[int]:
        """The numbers it was told."""
        return [told.number for told in self.told]

    async def listen(self) -> None:
        """Hear everything."""
        async for told in self.table:
            self.told.append(told)


class Party:
    """A game of a plan: the followers, who holds which seat, and the twin."""

    def __init__(self, plan: Plan, id: str) -> None:
        self.plan = plan
        self.id = id
        self.twin: Game = plan.begin()
        self.people = People(self.twin, plan)
        self.watcher = Watcher(self.twin.edition)
        self.clients: list[Client] = []
        self.followers: list[Follower] = []
        self.hands: dict[int, Follower] = {}  # who plays which seat
        self.applied = 0  # entries the twin has taken in

    @property
    def spectator(self) -> Follower:
        """The one who only watches."""
        return self.followers[-1]

    async def step(self) -> Done | None:
        """Whoever is to act acts, over the wire; then the twin does. None: the table had gone on meanwhile."""
        seat, action = self.people.decide()
        hand = self.hands[seat].table
        await hand.until(lambda: hand.seen >= self.applied)
        view, options, may = hand.view, hand.options(seat), hand.may(seat)
        assert view is not None
        try:
            done = await hand.act(seat, action)
        except Refusal as refusal:
            if refusal.error not in ("stale", "illegal", "is_over"):  # the clock may just have ended it
                raise
            await hand.until(lambda: hand.seen > self.applied)
            self.catch_up(hand)
            return None
        if done.number == self.applied + 1:  # nothing came in between
            assert view == self.twin.view()
            legal, is_asked = self.twin.options(seat), seat in self.twin.must
            assert (options, may) == ((legal, []) if is_asked else ([], legal))
        self.watcher.see(view, seat, action)
        self.catch_up(hand)
        return done

    def catch_up(self, table: Table) -> None:
        """Play on the twin whatever was played at the table; both must tell the same."""
        follower = next(one for one in self.followers if one.table is table)
        for told in follower.told[self.applied :]:
            assert told.number == self.applied + 1
            self.applied = told.number
            if isinstance(told.entry, log.Played):
                entry = told.entry
                events = self.play_twin(entry.seat, entry.action)
                assert told.events == events, f"entry {told.number}: {entry}"
                assert list(map(tuple, entry.chance)) == list(self.twin.moves[-1].chance)

    def play_twin(self, seat: int, action: Action) -> list[Any]:
        """Play an action here."""
        events = self.twin.time_up() if isinstance(action, TimeUp) else self.twin.play(seat, action)
        self.watcher.hear(events)
        return events

    async def play(self, before: Callable[[], Any] = lambda: None) -> None:
        """Play on to the end."""
        while self.twin.must:
            before()
            await self.step()

    async def agree(self) -> None:
        """Wait until everybody has heard everything, at one moment: people who come back add to the log meanwhile."""
        latest = 0
        while any(follower.numbers[-1:] != [latest] for follower in self.followers):
            await asyncio.sleep(0.01)
            latest = max(follower.table.number or 0 for follower in self.followers)


def fresh_id() -> str:
    """The code of a table."""
    return "".join(random.SystemRandom().choice(LETTERS) for _ in range(LENGTH))


def config_of(plan: Plan, **more: Any) -> Config:
    """The set-up of a plan's table."""
    return Config(
        edition=plan.edition, variant=plan.variant, skin=plan.skin, options=dict(plan.options), seats=plan.seats,
        absence=0, **more,
    )  # fmt: skip


@contextlib.asynccontextmanager
async def seated(
    plan: Plan,
    database: str,
    urls: Sequence[Sequence[str]],
    *,
    hands: Sequence[int] | None = None,
    past: int | None = None,
    start: bool = True,
    **more: Any,
) -> AsyncIterator[Party]:
    """A table of which every seat is taken over the wire, and watched by one more; and the game has begun.

    `urls` are the nodes each client knows, taken in turn. `hands` says which client plays each seat (several seats may
    be one client's). `past` puts the start of the game so many milliseconds into the past.
    """
    party = Party(plan, fresh_id())
    hands = list(range(plan.seats)) if hands is None else hands
    for number in range(max(hands) + 1):
        client = Client(*urls[number % len(urls)], pause=0.4)
        await client.register(NAMES[number])
        party.clients.append(client)
    config = config_of(plan, **more)
    ids = [(await client.request("GET", "/api/me"))["id"] for client in party.clients]
    if past is None:
        await put_table(database, party.id, ids[0], config, plan.dice)
    else:
        await put_begun(database, party, config, [ids[hand] for hand in hands], past)
    watcher = Client(*urls[plan.seats % len(urls)], pause=0.4)
    party.clients.append(watcher)
    async with contextlib.AsyncExitStack() as stack:
        tasks = []
        for client in party.clients:
            follower = Follower(client.table(party.id, since=0))
            party.followers.append(follower)
            tasks.append(asyncio.create_task(follower.listen()))
            await asyncio.sleep(0)
            await stack.enter_async_context(follower.table)
        for seat, hand in enumerate(hands):
            follower = party.followers[hand]
            entropy = plan.dice.entropy[seat]
            assert await follower.table.sit(seat, NAMES[seat], entropy) == seat
            party.hands[seat] = follower
        if past is None and start:
            await party.followers[0].table.start()
        await party.agree()
        if start:
            party.catch_up(party.followers[0].table)
        try:
            yield party
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def put_begun(database: str, party: Party, config: Config, people: Sequence[str], past: int) -> None:
    """Put a table into the store whose game began a while ago; the people sit down by asking for their seats again."""
    plan, dice = party.plan, party.plan.dice
    begun = time.time_ns() // 1_000_000 - past
    chance = list(party.twin.moves[0].chance)
    entries: list[log.Entry] = [log.Created(host=people[0], config=config, commitment=dice.commitment)]
    entries += [
        log.Sat(seat, NAMES[seat], 1, person=people[seat], entropy=dice.entropy[seat]) for seat in range(plan.seats)
    ]
    entries.append(log.Started(names=list(NAMES[: plan.seats]), entropy=list(dice.entropy), chance=chance))
    store = await Store.open(database, beside=True)
    try:
        for number, entry in enumerate(entries, 1):
            head = Head(
                id=party.id, status="open" if number < len(entries) else "playing", public=False, edition=plan.edition,
                seats=plan.seats, host=people[0], created=begun, at=begun, number=number, due=None, secret=dice.secret,
                summary=b"{}",
            )  # fmt: skip
            told = encode(party.twin.events) if isinstance(entry, log.Started) else b""
            row = LogRow(party.id, number, begun, "", "", encode(entry), told)
            assert await (store.create(head, row) if number == 1 else store.append(row, head))
    finally:
        await store.close()


def told_alike(followers: Sequence[Follower]) -> None:
    """Every follower was told the same, number for number, without a gap."""
    first = [(told.number, told.at, told.entry, told.events) for told in followers[0].told]
    for follower in followers:
        assert follower.table.gaps == 0
        assert follower.numbers == list(range(1, len(first) + 1)), (follower.numbers, len(first))
        assert [(told.number, told.at, told.entry, told.events) for told in follower.told] == first


def frame_of(data: bytes) -> dict[str, Any]:
    """A frame as plain data."""
    found: dict[str, Any] = msgspec.json.decode(data)
    return found
