"""The past of a game: any position of it, everybody's worth after every move, and its record.

A replay is made from the log once and grows with it. Every few moves the game is kept as a keyframe; a position in
between is played on from the keyframe before it.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from magnate.actions import Action
from magnate.game import Game
from magnate.move import Move
from magnate.protocol import entries as log
from magnate.protocol.entries import decode_entry
from magnate.rules.codes import BANK, NOBODY
from magnate.rules.rent import drop_claim
from magnate.server.store.columns import LogRow
from magnate.view import SeatPosition, View

from .table import Table

APART = 64  # moves between two keyframes
CACHED = 32  # replays in memory: those asked for last


class Fortune(Struct, frozen=True):
    """What everybody was worth from an entry on."""

    number: int
    worth: list[int]


class Replay:
    """A game so far."""

    def __init__(self, secret: str) -> None:
        self.lock = asyncio.Lock()
        self.table = Table("", secret)  # as it is at the end of the replay
        self.numbers: list[int] = []  # the entries that were moves, the start among them
        self.moves: list[tuple[int, Action | None]] = []  # seat and action; the start has none, nor has a taking back
        self.keyframes: list[Game] = []  # after the start, after every APART moves, and after every taking back
        self.keyframe_after: list[int] = []  # moves before the keyframe
        self.fortunes: list[Fortune] = []

    @property
    def number(self) -> int:
        """The last entry taken in."""
        return self.table.number

    @property
    def game(self) -> Game | None:
        """The game at the end of the replay."""
        return self.table.game

    @property
    def is_finished(self) -> bool:
        """Whether the game is over, or came as a record."""
        return self.table.is_record or (self.game is not None and self.game.is_over)

    def take_in(self, rows: Iterable[LogRow]) -> None:
        """Add the entries that follow. Raises Diverged if this version cannot play them."""
        for row in rows:
            entry = decode_entry(row.body)
            self.table.apply(row.number, row.at, entry)
            match entry:
                case log.Started():
                    self._note(row.number)
                case log.Played(seat=seat, action=action):
                    self.moves.append((seat, action))
                    self._note(row.number)
                case log.TakenBack():
                    self.moves.append((NOBODY, None))
                    self._note(row.number, is_cut=True)

    def _note(self, number: int, is_cut: bool = False) -> None:
        """Keep what is asked for later. `is_cut`: the position does not follow from the one before."""
        game = self.table.running()
        if is_cut or len(self.moves) % APART == 0:
            self.keyframes.append(game.copy())
            self.keyframe_after.append(len(self.moves))
        worth = [game.wealth(seat) for seat in range(game.seats)]
        if not self.fortunes or self.fortunes[-1].worth != worth:
            self.fortunes.append(Fortune(number, worth))
        self.numbers.append(number)  # last: from now on it is found, perhaps by another thread

    @property
    def is_open(self) -> bool:
        """Whether all cash is public: the table plays so, or the game is over."""
        game = self.game
        return game is not None and (self.is_finished or not game.edition.rules.table.private_cash)

    def text_of(self, game: Game) -> str:
        """A position of this replay as anybody may read it: while the game is on, without what only a seat may know."""
        if self.is_finished:
            return game.to_text()
        seen = SeatPosition.seen(game, NOBODY)
        while seen.state.claims:  # only the owner may know that a rent is due (AMB-26)
            drop_claim(seen.state, 0)
        return seen.to_text()

    def at(self, number: int) -> Game | None:
        """The game after an entry; None before its start."""
        move = bisect_right(self.numbers, number) - 1
        if move < 0:
            return None
        keyframe = bisect_right(self.keyframe_after, move) - 1
        game = self.keyframes[keyframe].copy()
        for seat, action in self.moves[self.keyframe_after[keyframe] : move]:
            assert action is not None
            game.play_stored(seat, action, self.table.rules)
        return game


def with_all_cash(game: Game) -> View:
    """The game as a watcher sees it, with all cash."""
    view, cash = game.view(), game.state.cash
    seats = [replace(one, cash=cash[one.seat], worth=game.wealth(one.seat)) for one in view.seats]
    return replace(view, seats=seats)


class ReplayCache:
    """The replays in memory; those not asked for lately are dropped and made again."""

    def __init__(self) -> None:
        self.kept: OrderedDict[str, Replay] = OrderedDict()

    def of(self, table: str, secret: str) -> Replay:
        """The replay of a table."""
        replay = self.kept.get(table)
        if replay is None:
            replay = self.kept[table] = Replay(secret)
        self.kept.move_to_end(table)
        if len(self.kept) > CACHED:
            self.kept.popitem(last=False)
        return replay

    def forget(self, table: str) -> None:
        """Drop a replay that cannot be made to the end."""
        self.kept.pop(table, None)


def record_of(secret: str, rows: Iterable[LogRow]) -> str:
    """The record of a game from its log: the moves that count. Its secret is revealed once it is over."""
    return numbered_record_of(secret, rows)[0]


def numbered_record_of(secret: str, rows: Iterable[LogRow], with_names: bool = True) -> tuple[str, list[int]]:
    """The record of a game from its log, and the number of the entry of each of its moves."""
    table = Table("", secret)
    moves = moves_that_count(table, rows)
    game = table.running().copy()
    game.moves = [
        Move(entry.seat, entry.action, tuple(entry.chance))
        if isinstance(entry, log.Played)
        else Move(BANK, None, tuple(entry.chance))
        for _, entry in moves
    ]
    if not with_names:
        game.names = [""] * game.seats
    return game.record(reveal=game.is_over or table.is_record), [number for number, _ in moves]


def moves_that_count(table: Table, rows: Iterable[LogRow]) -> list[tuple[int, log.Started | log.Played]]:
    """Add these entries to a table; the start and the moves among them that were not taken back, with their numbers."""
    found: list[tuple[int, log.Started | log.Played]] = []
    for row in rows:
        entry = decode_entry(row.body)
        table.apply(row.number, row.at, entry)
        match entry:
            case log.Started() | log.Played():
                found.append((row.number, entry))
            case log.TakenBack(number=number):
                found = [move for move in found if move[0] < number]
    return found
