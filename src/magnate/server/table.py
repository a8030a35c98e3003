"""A table: what its log adds up to, and what may be added to it next.

`apply` takes in an entry of the log; `decide` (`deciding`) turns a command into an entry, or refuses it; `due` and
`next_entry` (`timing`) are what happens without anybody asking: bots, clocks, the hammer. Nothing here waits, stores or
sends. Two nodes that have applied the same entries have the same table.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from magnate.dice import FairDice, commit
from magnate.editions import Edition
from magnate.errors import GameError
from magnate.events import Event
from magnate.game import Game
from magnate.rules import fields

from . import entries as log
from .chair import Chair
from .config import BadConfig, Bank, Config, edition_of
from .deciding import CLOSED, OPEN, OVER, PLAYING, Deciding
from .entries import Entry
from .orders import NO_ORDERS
from .takeback import OrdersThen, RecentMove, RecentMoves, TakeBackWish
from .timing import is_auction_news
from .wire import Mine, SeatState, TableState, TakeBackState

__all__ = ["CLOSED", "OPEN", "OVER", "PLAYING", "Diverged", "StaleSnapshot", "Table"]


class Diverged(Exception):
    """An entry does not fit the table: the rules have changed under a running game, or the log is damaged."""


class StaleSnapshot(Exception):
    """A snapshot in the layout of another version: the log is read instead."""


class Table(Deciding):
    """One table, from its first entry to its last."""

    def __init__(self, id: str, secret: str) -> None:
        super().__init__()
        self.id = id
        self.secret = secret
        self.created = 0
        self.commitment = commit(secret)
        self.again: str | None = None
        self.rematch: str | None = None

    # What the log adds up to.

    def apply(self, number: int, at: int, entry: Entry) -> list[Event]:
        """Take in the next entry of the log; tell what happened in the game by it."""
        if number != self.number + 1:
            raise Diverged(f"table {self.id}: entry {number} after {self.number}")
        self.number, self.at = number, max(at, self.at)
        told: list[Event] = []
        match entry:
            case log.Created(host=host, config=config, again=again):
                self.host, self.created, self.again = host, at, again
                self.commitment = entry.commitment
                self._set_up(config)
            case log.Sat(person=person):
                self.arranged.append(person or self.host)
                self._sat(entry)
            case log.Stood(seat=seat):
                self._stood(seat)
            case log.HostChanged(host=host):
                self.arranged.append(self.host)
                self.host = host
            case log.Configured(config=config):
                self.arranged.append(self.host)
                self._set_up(config)
            case log.Started():
                self.arranged = []
                told = self._started(entry)
            case log.Played():
                told = self._played(entry)
            case log.Ordered():
                self._ordered(entry)
            case log.Said():
                self.said.append(number)
            case log.Unsaid(number=unsaid):
                self.unsaid.append(unsaid)
            case log.PauseAsked(seat=seat):
                self._pause_asked(seat)
            case log.Resumed(seat=seat):
                self._resumed(seat)
            case log.Granted(to=to, seconds=seconds):
                self._granted(to, seconds)
            case log.Came(seat=seat, node=node):
                self._came(seat, node)
            case log.Gone(seat=seat, node=node):
                self._gone(seat, node)
            case log.StoodIn(seat=seat, asked=asked):
                self._stood_in(seat, asked)
                self.reordered += [seat] if asked else []
            case log.CameBack(seat=seat):
                self._acted(seat)
            case log.TakeBackAsked(seat=seat, number=undone):
                self.take_back = TakeBackWish(seat, undone, self.now)
                self.wishes.append(seat)
            case log.TakeBackAgreed(seat=seat):
                if self.take_back is not None:
                    self.take_back.agreed.append(seat)
            case log.TakeBackRefused():
                self.take_back = None
            case log.TakenBack(seat=seat, number=undone):
                self._taken_back(seat, undone)
            case log.WaitAgreed(seat=seat, absent=absent):
                self._wait_agreed(seat, absent)
            case log.PaceSet(seat=seat, pace=pace):
                self.chairs[seat].pace = pace
                self.chairs[seat].paces += 1
            case log.SkippedAhead():
                self.hurried = True
            case log.Called(times=times):
                self.called = times
            case log.Graced(milliseconds=milliseconds):
                self._shift(milliseconds)
            case log.Rematched(table=table):
                self.rematch = table
            case log.Closed():
                self.status = CLOSED
        return told

    def _edition_of(self, config: Config) -> Edition:
        """The edition of a table that was checked when it was made: of others' editions one may be here no longer."""
        try:
            return edition_of(config)
        except BadConfig as error:
            raise Diverged(f"table {self.id}: {error}") from error

    def _set_up(self, config: Config) -> None:
        self.config = config
        self.edition = self._edition_of(config)
        had_seat = self._sits(self.host)
        self.chairs = [self.chairs[seat] if seat < len(self.chairs) else Chair() for seat in range(config.seats)]
        if had_seat:
            self._find_host()

    def _sat(self, entry: log.Sat) -> None:
        chair = Chair(
            name=entry.name,
            person=entry.person,
            level=entry.level,
            epoch=entry.epoch,
            entropy=entry.entropy,
            away=self.now,
        )
        if self.chairs[entry.seat].epoch == entry.epoch:  # who sat here already adds to the dice
            old = self.chairs[entry.seat]
            chair.nodes, chair.away, chair.met = old.nodes, old.away, old.met
        if self.game is not None:  # somebody takes over from a bot
            old = self.chairs[entry.seat]
            chair.since, chair.left, chair.resting = old.since, old.left, old.resting
            self.game.names[entry.seat] = entry.name
        self.chairs[entry.seat] = chair
        self._rethink(entry.seat)
        self._look_who_decides()
        self.epochs = max(self.epochs, entry.epoch)

    def _stood(self, seat: int) -> None:
        chair = self.chairs[seat]
        person, chair.person, chair.entropy = chair.person, None, ""
        chair.nodes, chair.away, chair.stood_in, chair.lent = [], None, False, False
        chair.orders, chair.max_bid = NO_ORDERS, None
        if self.status == OPEN:
            self.chairs[seat] = Chair(epoch=chair.epoch)
        else:
            chair.level = self.config.stand_in
            if self.steps is not None:
                self.steps.leave(seat)
            if self.take_back is not None and self.take_back.seat == seat:
                self.take_back = None
            self.epochs = chair.epoch = self.epochs + 1
            self._rethink(seat)
            self._look_who_agrees()
        if person == self.host:
            self._find_host()

    def _sits(self, person: str) -> bool:
        """Whether somebody has a seat here."""
        return any(chair.person == person for chair in self.chairs)

    def _find_host(self) -> None:
        """A host who has no seat any more has left: the first person at the table is host, if there is one."""
        if self._sits(self.host):
            return
        people = [chair.person for chair in self.chairs if chair.person is not None]
        self.host = people[0] if people else self.host

    def _started(self, entry: log.Started) -> list[Event]:
        dice = FairDice.from_secret(self.secret, entry.entropy)
        game = Game(self.edition, len(entry.names), names=entry.names, dice=dice)
        self.game, self.status, self.started = game, PLAYING, self.at
        self.steps = RecentMoves(game.copy())
        self._expect(entry.chance, list(game.moves[-1].chance))
        for chair in self.chairs:
            chair.away = None if chair.is_here else self.at
            chair.left = self.config.clock.seconds * 1000 if isinstance(self.config.clock, Bank) else 0
        return self._advance(None)

    def _played(self, entry: log.Played) -> list[Event]:
        game = self._running()
        if self.advanced is None or self.advanced[0] is not entry:
            try:
                game.play_stored(entry.seat, entry.action)
            except GameError as error:
                raise Diverged(f"table {self.id}: entry {self.number}: {error}") from error
            self._expect(entry.chance, list(game.moves[-1].chance))
        self.advanced = None
        if entry.by == "person" and entry.seat >= 0:
            self._acted(entry.seat)
        orders = self.orders_now()
        told = self._advance(entry)
        self._remember(entry, orders if orders != self.orders_now() or is_auction_news(told) else [])
        return told

    def _remember(self, entry: log.Played, ended: list[OrdersThen]) -> None:
        """Keep a move that could be taken back; whatever was before dice or cards showed something new cannot."""
        self.take_back = None
        if entry.chance:
            self.steps, self.wishes = RecentMoves(self._running().copy()), []
        elif self.steps is not None:
            self.steps.steps.append(RecentMove(self.number, entry.seat, entry.action, entry.by, ended))

    def _taken_back(self, seat: int, number: int) -> None:
        """Go on from before a move of this seat."""
        if self.steps is None or self.steps.last_of(seat) != number:
            raise Diverged(f"table {self.id}: entry {self.number} takes back {number}, which cannot be")
        if self.take_back is None:  # at once: it was not asked for
            self.wishes.append(seat)
        names, undone = self._running().names, self.steps.since(number)
        self.game, self.take_back = self.steps.before(number), None
        self.game.names = names
        self._advance(None)
        self.restore_orders(undone, seat)
        self.asked_number = self.number

    def _advance(self, entry: log.Played | None) -> list[Event]:
        """The game has moved: see who thinks now, and forget what the log keeps."""
        game = self._running()
        told = list(game.events)
        game.events.clear()
        game.moves.clear()
        self.follow(entry, told)
        self.follow_orders(told)
        self._look_who_agrees()
        if game.is_over:
            self.status = OVER
        return told

    def _expect(self, kept: list[tuple[int, int]], thrown: list[tuple[int, int]]) -> None:
        if kept != thrown:
            raise Diverged(f"table {self.id}: entry {self.number} has the results {kept}; the dice gave {thrown}")

    # What is shown.

    def state(self) -> TableState:
        """The table around the game, as anybody may see it."""
        wish = self.take_back
        return TableState(
            id=self.id,
            status=self.status,
            host=self.host,
            config=self.config,
            commitment=self.commitment,
            seats=[self._seat_state(seat) for seat in range(len(self.chairs))],
            number=self.number,
            created=self.created,
            paused=self.paused,
            pause_asked=self.pause_asked,
            called=self.called,
            pace=self.pace,
            paced_by=self.paced_by(),
            again=self.again,
            rematch=self.rematch,
            secret=self.secret if self.status == OVER else None,
            take_back=None if wish is None else TakeBackState(wish.seat, wish.number, wish.agreed),
        )

    def _seat_state(self, seat: int) -> SeatState:
        chair = self.chairs[seat]
        return SeatState(
            seat=seat,
            name=chair.name,
            person=chair.person,
            level=chair.level,
            here=chair.is_here,
            stood_in=chair.stood_in,
            deadline=None if chair.bot else self.deadline(seat),
            left=chair.left if isinstance(self.config.clock, Bank) and chair.is_person else None,
            away_until=self.patience_ends(seat),
            pace=chair.pace,
        )

    def mine(self, seat: int) -> Mine:
        """What only the holder of a seat is told."""
        game = self._running()
        is_private = self.edition.rules.table.private_cash
        must = game.state.must >> seat & 1
        chair = self.chairs[seat]
        return Mine(
            seat,
            game.state.cash[seat] if is_private else None,
            game.options(seat) if must else [],
            self.rents_due(seat),
            chair.orders,
            None if chair.max_bid is None else chair.max_bid.amount,
            self.steps.last_of(seat) if self.steps is not None and self.status == PLAYING else None,
        )

    # What is kept of it.

    def freeze(self) -> bytes:
        """The table as bytes, to go on from without its log."""
        data: dict[str, Any] = {"layout": LAYOUT, **{name: getattr(self, name) for name in KEPT}}
        if self.game is not None:
            chance = self.game.chance.values()
            data["game"] = {
                "names": self.game.names,
                "entropy": self.game.dice.entropy,
                "state": self.game.state.values(),
                "chance": chance,
            }
            if self.steps is not None and self.steps.steps:
                base = self.steps.base
                data["game"]["base"] = [base.state.values(), base.chance.values()]
                data["game"]["steps"] = self.steps.steps
        return msgspec.msgpack.encode(data)

    @classmethod
    def thaw(cls, id: str, secret: str, frozen: bytes) -> Table:
        """A table from its bytes. Raises StaleSnapshot if another version of Magnate wrote them in another layout."""
        if msgspec.msgpack.decode(frozen, type=Tagged).layout != LAYOUT:
            raise StaleSnapshot(f"table {id}: the snapshot has another layout than this version")
        kept = msgspec.msgpack.decode(frozen, type=Frozen)
        table = cls(id, secret)
        for name in KEPT:
            setattr(table, name, getattr(kept, name))
        table.epochs = max(chair.epoch for chair in (*table.chairs, Chair(epoch=table.epochs)))
        table.edition = table._edition_of(table.config)
        if kept.game is not None:
            dice = FairDice.from_secret(secret, kept.game.entropy)
            game = Game(table.edition, len(kept.game.names), names=kept.game.names, dice=dice)
            game.state.load(kept.game.state)
            game.chance.load(kept.game.chance)
            game.events.clear()
            game.moves.clear()
            table.game = game
            table.steps = RecentMoves(game.copy(), kept.game.steps)
            if kept.game.base is not None:
                table.steps.base.state.load(kept.game.base[0])
                table.steps.base.chance.load(kept.game.base[1])
        return table


class Tagged(msgspec.Struct):
    """The layout a frozen table is written in; 0.1.0 wrote none."""

    layout: str = ""


class FrozenGame(msgspec.Struct):
    """A game's part of a frozen table."""

    names: list[str]
    entropy: list[str]
    state: dict[str, Any]
    chance: dict[str, Any]
    base: tuple[dict[str, Any], dict[str, Any]] | None = None  # as chance last showed something, where moves followed
    steps: list[RecentMove] = []


class Frozen(msgspec.Struct):
    """A frozen table."""

    status: str
    host: str
    created: int
    commitment: str
    again: str | None
    rematch: str | None
    unsaid: list[int]
    said: list[int]
    number: int
    at: int
    config: Config
    chairs: list[Chair]
    started: int
    paused: bool
    paused_at: int
    pause_asked: list[int]
    called: int
    asked: list[Any]
    asked_at: int
    asked_number: int
    holdings: int = 0
    offers: list[int] = []
    moved_at: int = 0
    take_back: TakeBackWish | None = None
    wishes: list[int] = []
    epochs: int = 0
    pauses: list[int] = []
    reordered: list[int] = []
    shown: int = 0
    claimable: int = 0
    hurried: bool = False
    unjustified: list[int] = []
    arranged: list[str] = []
    put_number: int = 0
    offered_number: int = 0
    game: FrozenGame | None = None


KEPT = tuple(name for name in Frozen.__struct_fields__ if name != "game")

PARTS = (Frozen, FrozenGame, RecentMove, TakeBackWish, Chair)
MEMBERS = [(member.name, str(member.type)) for kind in PARTS for member in msgspec.structs.fields(kind)]
LAYOUT = hashlib.sha256(repr((fields.STATE, fields.CHANCE, MEMBERS)).encode()).hexdigest()[:16]  # tells versions apart
