"""A table without a server: commands and the clock, by hand."""

from __future__ import annotations

from typing import Any

import msgspec

from magnate.actions import Action
from magnate.events import Event
from magnate.game import Game
from magnate.protocol import commands as ask
from magnate.protocol import entries as log
from magnate.protocol.config import Config
from magnate.protocol.entries import Entry
from magnate.server.live import agenda
from magnate.server.tables import clocks
from magnate.server.tables.attendance import rests_from
from magnate.server.tables.decisions import decide
from magnate.server.tables.table import Table
from magnate.server.tables.take_back import RecentMoves
from magnate.testing import Position

SECRET = "5e" * 32
START = 1_000_000_000_000
PAUSE = 600


class Play:
    """A table with people p0, p1, …; time stands still unless told. `now` counts milliseconds from the beginning."""

    pause = PAUSE  # milliseconds of a bot
    rest: int | None = None  # milliseconds after which bots rest where nobody is; None: somebody watches

    def __init__(self, edition: str = "clasico", people: int = 2, bots: int = 0, **config: Any) -> None:
        self.now = 0
        self.table = Table("play2345", SECRET)
        self.log: list[tuple[int, int, Entry]] = []
        self.told: list[Event] = []
        chosen = Config(edition=edition, seats=people + bots, **config)
        self.add(log.Created("p0", chosen, self.table.commitment))
        for seat in range(people):
            self.do(f"p{seat}", ask.Sit(seat, entropy=f"luck{seat}"))
        for seat in range(people, people + bots):
            self.do("p0", ask.SetBot(seat))

    def start(self, *here: int) -> Play:
        """Everybody comes (or only those named), and the host starts."""
        for seat in here or range(len(self.table.holders)):
            if self.table.holders[seat].is_person:
                self.add(log.Connected(seat, "node"))
        self.do("p0", ask.Start())
        return self

    def at(self, position: Position) -> Play:
        """Put the game into a position."""
        game = self.table.game
        assert game is not None
        game.state.load(position.state.values())
        for holder in self.table.holders:
            holder.since = None
        self.table.steps = RecentMoves(game.copy())
        clocks.follow(self.table, None)
        return self

    def add(self, entry: Entry, game: Game | None = None) -> Entry:
        """The next entry of the log."""
        number = self.table.number + 1
        self.told = self.table.apply(number, START + self.now, entry, game)
        self.log.append((number, START + self.now, entry))
        return entry

    def do(self, person: str, command: ask.Command, seats: set[int] | None = None) -> Entry:
        """A person asks for something; all seats of theirs are shown."""
        own = {seat for seat, holder in enumerate(self.table.holders) if holder.person == person}
        return self.add(*decide(self.table, person, person, own if seats is None else seats, command))

    def act(self, seat: int, action: Action, seen: int | None = None) -> Entry:
        """The person of a seat plays an action."""
        person = self.table.holders[seat].person or "nobody"
        raw = msgspec.Raw(msgspec.json.encode(action))
        return self.do(person, ask.Act(seat, self.table.number if seen is None else seen, raw))

    def wait(self, seconds: float) -> list[Entry]:
        """Time passes, and what is due happens."""
        until = self.now + int(seconds * 1000)
        happened = []
        while (due := agenda.due(self.table, self.pause, self.rests_from)) is not None and due - START <= until:
            self.now = max(self.now, due - START)
            move = agenda.next_entry(self.table, START + self.now, self.pause, self.rests_from)
            assert move is not None
            happened.append(self.add(*move))
        self.now = until
        return happened

    @property
    def rests_from(self) -> int | None:
        """When bots stop."""
        return None if self.rest is None else rests_from(self.table, self.rest)

    @property
    def must(self) -> list[int]:
        """Who is asked."""
        assert self.table.game is not None
        return self.table.game.must
