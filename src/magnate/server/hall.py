"""The hall: all tables of this node.

It reads them in when somebody comes, lets them go when nobody is left, wakes those that are due, hears what other nodes
have written, and notices when one of them has died.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from magnate.dice import commit
from magnate.errors import CorruptRecord
from magnate.game import Game

from . import entries as log
from .chair import Chair
from .config import Config
from .keeping import decode_entry, head_of, now_ms
from .plain import NAME, clean
from .rights import Signer
from .room import Person, Room, Viewer
from .settings import Settings
from .store import Row, Store, StoreError
from .table import Diverged, Table
from .wire import Refusal, encode

__all__ = ["Hall", "Person", "Room", "Viewer"]

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that look alike
LENGTH = 8
IDLE = 60_000  # a table nobody watches leaves memory after so long
POLL = 1.0  # seconds between looks at what is due elsewhere
DEATH = 5  # beats a node may miss
AT_ONCE = 50  # tables taken on at a time
SWEEP = 600.0  # seconds between sweeps
UNSTARTED = 24 * 3_600_000  # a table nobody starts is forgotten after so long
YIELD = 50  # moves of a record replayed without a pause
RETRY = 500  # milliseconds after which a client may try again

logger = logging.getLogger("magnate.hall")


class Hall:
    """The tables of one node."""

    def __init__(self, store: Store, settings: Settings, signer: Signer, node: str | None = None) -> None:
        self.store = store
        self.settings = settings
        self.signer = signer
        self.node = node or secrets.token_hex(6)
        self.rooms: dict[str, Room] = {}
        self.opening: dict[str, asyncio.Lock] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.closing = asyncio.Event()
        self.was_away = 0  # milliseconds during which no node was up
        self.opened = 0
        self.metrics_kept: Callable[[log.Entry], None] = lambda entry: None

    @property
    def is_closing(self) -> bool:
        """Whether this node is going down."""
        return self.closing.is_set()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run something beside, and remember it so that closing can wait for it."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) and not isinstance(error, Refusal):
            logger.error("something went wrong at a table", exc_info=error)

    # Opening and closing.

    async def open(self) -> None:
        """Come up: say so, see who was lost, listen, and watch the time."""
        self.opened = now_ms()
        beat = await self.store.last_beat()
        if beat is not None and not set(await self._alive()) - {self.node}:
            self.was_away = max(0, self.opened - beat)
        await self.store.beat(self.node, self.opened)
        await self.store.listen(self._heard)
        for work in (self._keep_beating(), self._keep_polling(), self._keep_sweeping()):
            self.spawn(work)

    async def close(self) -> None:
        """Go down: everything accepted is kept, everybody is told to come back."""
        self.closing.set()
        for room in self.rooms.values():
            room.set_timer()
            async with room.mailbox:
                for viewer in list(room.viewers):
                    viewer.cut("restart", RETRY)
        while self.tasks:  # nothing is cut off in the middle
            await asyncio.wait(list(self.tasks))
        await self.store.beat(self.node, now_ms())

    async def _alive(self) -> list[str]:
        """The nodes that are up. A store that serves one node has no others."""
        if not self.store.is_shared:
            return [self.node]
        return await self.store.alive(now_ms() - DEATH * self.settings.beat_ms)

    # Tables.

    async def create(
        self, person: Person, config: Config, again: str | None = None, chairs: Sequence[Chair] = ()
    ) -> str:
        """A new table, with the promise of its dice. A rematch seats the same people and bots."""
        if len(self.rooms) >= self.settings.most_tables:
            raise Refusal("too_many", "this server has no room for more tables; try again later")
        while True:
            id = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
            secret = secrets.token_hex(32)
            table = Table(id, secret)
            first = log.Created(person.id, config, commit(secret), again)
            at = now_ms()
            table.apply(1, at, first)
            head = head_of(table, None)
            if await self.store.create(head, Row(id, 1, at, person.id, "", encode(first), b"")):
                break
        room = self.rooms[id] = Room(self, table)
        for seat, chair in enumerate(chairs):
            if chair.is_taken:
                level = chair.level if chair.person is None else None
                sat = log.Sat(seat, chair.name or "", 1, person=chair.person, level=level)
                await room.seat(sat)
        return id

    async def keep_record(self, person: Person, text: str) -> str:
        """A table for a game played elsewhere, from its record: replayed, checked die by die, and kept as it ended."""
        try:
            game = await asyncio.to_thread(Game.replay, text)
        except CorruptRecord as error:
            raise Refusal("bad_record", str(error)) from error
        if not game.dice.is_revealed:
            raise Refusal("bad_record", "the record keeps its secret to itself, so its dice cannot be checked")
        for name in game.names:
            if len(name) > NAME or clean(name) != name:
                raise Refusal("bad_record", f"the name {name[:NAME]!r} is not plain text of up to {NAME} letters")
        edition = game.edition
        options = {path: value for path, _, value in edition.differences()}
        config = Config(
            edition=edition.id, variant=edition.variant, skin=edition.skin, options=options, seats=game.seats
        )
        id = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        table = Table(id, game.dice.secret)
        entries: list[log.Entry] = [log.Created(person.id, config, game.dice.commitment)]
        entropy = [*game.dice.entropy, *[""] * game.seats][: game.seats]
        entries += [log.Sat(seat, name, 1, entropy=entropy[seat]) for seat, name in enumerate(game.names)]
        entries.append(log.Started(game.names, list(game.dice.entropy), list(game.moves[0].chance)))
        entries += [log.Played(seat, action, list(luck)) for seat, action, luck in game.moves[1:] if action is not None]
        if not game.is_over:
            entries.append(log.Closed("record"))
        at = now_ms()
        waiting = []
        for number, entry in enumerate(entries, 1):
            told = table.apply(number, at, entry)
            row = Row(id, number, at, person.id, "", encode(entry), encode(told) if told else b"")
            waiting.append((row, head_of(table, None)))
            if number % YIELD == 0:
                await asyncio.sleep(0)
        (row, head), *rest = waiting
        if not await self.store.create(head, row):
            raise Refusal("busy", "the record could not be kept just now; send it again")
        await asyncio.gather(*(self.store.append(row, head) for row, head in rest))
        return id

    async def room(self, table: str) -> Room:
        """A table, read in if need be."""
        room = self.rooms.get(table)
        if room is not None:
            room.used = now_ms()
            return room
        if len(table) != LENGTH or set(table) - set(LETTERS):
            raise Refusal("no_such_table", f"there is no table {table[:20]!r}")
        async with self.opening.setdefault(table, asyncio.Lock()):
            try:
                room = self.rooms.get(table)
                if room is None:
                    try:
                        room = Room(self, await self.read_table(table))
                    except Diverged as error:
                        logger.error("%s", error)
                        raise Refusal(
                            "unplayable", "this table was played by other rules than this server has"
                        ) from error
                    await self._take_on(room)  # before anybody, or its own clock, can do anything there
                    room = self.rooms.setdefault(table, room)
                    room.set_timer()
                    if self.store.is_shared:  # what other nodes wrote meanwhile was not heard
                        self.spawn(room.catch_up())
                return room
            finally:
                self.opening.pop(table, None)

    async def read_table(self, id: str) -> Table:
        """A table from its snapshot and the log since."""
        head = await self.store.head(id)
        if head is None:
            raise Refusal("no_such_table", f"there is no table {id!r}")
        kept = await self.store.snapshot(id)
        table = Table(id, head.secret) if kept is None else Table.thaw(id, head.secret, kept[1])
        for row in await self.store.rows(id, table.number):
            table.apply(row.number, row.at, decode_entry(row.body))
        return table

    async def _take_on(self, room: Room) -> None:
        """A table comes into memory: whoever was connected to a node that is no more is gone."""
        nodes = {node for chair in room.table.chairs for node in chair.nodes}
        dead = nodes - set(await self._alive()) - {self.node} if nodes else set()
        away = self.was_away if room.table.at < self.opened else 0
        if dead:
            await room.forget_nodes(dead, away + self.settings.grace_ms)
        elif away:
            await room.grace(away + self.settings.grace_ms)

    async def let_go(self, room: Room) -> None:
        """A table nobody watches leaves memory; what is due there is found by looking."""
        async with room.mailbox:
            if not room.viewers and not room.joining and self.rooms.get(room.table.id) is room:
                if room.timer is not None:
                    room.timer.cancel()
                del self.rooms[room.table.id]

    # Other nodes.

    def _heard(self, table: str, number: int) -> None:
        """Another node has written."""
        if table == "":  # something may have been missed
            for room in list(self.rooms.values()):
                self.spawn(room.catch_up())
        elif (known := self.rooms.get(table)) is not None and known.table.number < number:
            self.spawn(known.catch_up())

    async def _rest(self, seconds: float) -> bool:
        """Wait so long; True if it is time to stop."""
        try:
            async with asyncio.timeout(seconds):
                await self.closing.wait()
        except TimeoutError:
            return False
        return True

    async def _keep_beating(self) -> None:
        """Say that this node is alive, and notice when another is not."""
        while not await self._rest(self.settings.beat_ms / 1000):
            try:
                await self.store.beat(self.node, now_ms())
                for node in await self.store.dead(now_ms() - DEATH * self.settings.beat_ms):
                    if node != self.node and await self.store.forget_node(node):
                        self.spawn(self._mourn(node))
            except StoreError as error:
                logger.warning("the store does not answer: %s", error)

    async def _mourn(self, node: str) -> None:
        """A node has died, and this one is the first to notice: its people are gone until they come back."""
        for head in await self.store.tables(1_000_000, "playing"):
            try:
                room = await self.room(head.id)
                if any(node in chair.nodes for chair in room.table.chairs):
                    await room.forget_nodes([node], self.settings.grace_ms)
            except (StoreError, Refusal) as error:
                logger.warning("table %s: %s", head.id, error)

    async def _keep_polling(self) -> None:
        """Look for tables that are due and in nobody's memory, or whose node has died."""
        while not await self._rest(POLL):
            try:
                for table in await self.store.claim_due(now_ms() - int(POLL * 1000), AT_ONCE):
                    self.spawn(self._see_to(table))
                for room in list(self.rooms.values()):
                    if not room.viewers and room.used < now_ms() - IDLE and not room.mailbox.locked():
                        await self.let_go(room)
            except (StoreError, Refusal) as error:
                logger.warning("looking for what is due: %s", error)

    async def _see_to(self, table: str) -> None:
        """Do what is due at a table that nobody else sees to."""
        room = await self.room(table)
        await room.catch_up()
        await room.tick()

    async def _keep_sweeping(self) -> None:
        """Forget tables nobody ever started."""
        while True:
            try:
                await self.store.sweep(now_ms() - UNSTARTED)
            except StoreError as error:
                logger.warning("sweeping: %s", error)
            if await self._rest(SWEEP):
                return
