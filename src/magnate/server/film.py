"""The film of a game: any past position of it, and what everybody was worth after every move.

It is made from the log once and grows with it. Every so many moves a copy of the game is kept; a position in between is
played on from the copy before it, so that none is far away.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from magnate.actions import Action
from magnate.dice import FairDice
from magnate.game import Game
from magnate.rules.codes import NOBODY
from magnate.rules.rent import drop_claim
from magnate.view import SeatPosition, View

from . import entries as log
from .config import Config, edition_of
from .keeping import decode_entry
from .store import Row

APART = 64  # moves between two copies
FILMS = 32  # kept in memory: those looked at last


class Fortune(Struct, frozen=True):
    """What everybody was worth from an entry on."""

    number: int
    worth: list[int]


class Film:
    """A game so far."""

    def __init__(self, secret: str) -> None:
        self.secret = secret
        self.lock = asyncio.Lock()
        self.number = 0  # the last entry taken in
        self.config: Config | None = None
        self.game: Game | None = None  # as it is at the end of the film
        self.is_record = False  # it came as a record: nobody plays it any more
        self.numbers: list[int] = []  # the entries that were moves, the start among them
        self.moves: list[tuple[int, Action | None]] = []  # seat and action; the start has none, nor has a taking back
        self.stills: list[Game] = []  # after the start, after every APART moves, and after every taking back
        self.still_after: list[int] = []  # so many moves
        self.fortunes: list[Fortune] = []

    def take_in(self, rows: Iterable[Row]) -> None:
        """Take in the entries that follow."""
        for row in rows:
            self.number = row.number
            match decode_entry(row.body):
                case log.Created(config=config) | log.Configured(config=config):
                    self.config = config
                case log.Started(names=names, entropy=entropy) if self.config is not None:
                    dice = FairDice.from_secret(self.secret, entropy)
                    self.game = Game(edition_of(self.config), names=names, dice=dice)
                    self._note(row.number, self.game)
                case log.Played(seat=seat, action=action) if self.game is not None:
                    self.game.play_stored(seat, action)
                    self.moves.append((seat, action))
                    self._note(row.number, self.game)
                case log.TakenBack(number=number) if self.game is not None:
                    before = self.at(number - 1)
                    assert before is not None
                    before.names = self.game.names
                    self.game = before
                    self.moves.append((NOBODY, None))
                    self._note(row.number, self.game, is_cut=True)
                case log.Sat(seat=seat, name=name) if self.game is not None:  # who took over from a bot
                    self.game.names[seat] = name
                case log.Closed(why="record"):
                    self.is_record = True
                case _:
                    pass

    def _note(self, number: int, game: Game, is_cut: bool = False) -> None:
        """Keep what is asked for later. `is_cut`: the position does not follow from the one before."""
        game.events.clear()
        game.moves.clear()
        if is_cut or len(self.moves) % APART == 0:
            self.stills.append(game.copy())
            self.still_after.append(len(self.moves))
        worth = [game.wealth(seat) for seat in range(game.seats)]
        if not self.fortunes or self.fortunes[-1].worth != worth:
            self.fortunes.append(Fortune(number, worth))
        self.numbers.append(number)  # last: from now on it is found, perhaps by another thread

    @property
    def is_open(self) -> bool:
        """Whether anybody may know every purse: the table plays so, or the game is done."""
        game = self.game
        return game is not None and (game.is_over or self.is_record or not game.edition.rules.table.private_cash)

    def text_of(self, game: Game) -> str:
        """A position of this film as anybody may read it: while the game is on, without what only a seat may know."""
        assert self.game is not None
        if self.game.is_over or self.is_record:
            return game.to_text()
        seen = SeatPosition.seen(game, NOBODY)
        while seen.state.claims:  # that a rent is due is told to its owner alone (AMB-26)
            drop_claim(seen.state, 0)
        return seen.to_text()

    def at(self, number: int) -> Game | None:
        """The game after an entry; None before its start."""
        move = bisect_right(self.numbers, number) - 1
        if move < 0:
            return None
        still = bisect_right(self.still_after, move) - 1
        game = self.stills[still].copy()
        for seat, action in self.moves[self.still_after[still] : move]:
            assert action is not None
            game.play_stored(seat, action)
        return game


def with_purses(game: Game) -> View:
    """The game as a spectator sees it, with every purse."""
    view, cash = game.view(), game.state.cash
    seats = [replace(one, cash=cash[one.seat], worth=game.wealth(one.seat)) for one in view.seats]
    return replace(view, seats=seats)


class Films:
    """The films of this node; those not looked at for long are forgotten, and made again when somebody asks."""

    def __init__(self) -> None:
        self.kept: OrderedDict[str, Film] = OrderedDict()

    def of(self, table: str, secret: str) -> Film:
        """The film of a table."""
        film = self.kept.get(table)
        if film is None:
            film = self.kept[table] = Film(secret)
        self.kept.move_to_end(table)
        if len(self.kept) > FILMS:
            self.kept.popitem(last=False)
        return film

    def forget(self, table: str) -> None:
        """Throw away a film that cannot be made to the end."""
        self.kept.pop(table, None)
