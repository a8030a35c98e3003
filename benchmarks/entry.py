"""What one entry costs the server: deciding and applying it, sending it to four seats with all they may do.

    python benchmarks/entry.py                    # three editions, 400 entries each, five times
    python benchmarks/entry.py --editions castis

CPU time of one thread, without sockets and without the store. The games are the same each time, and of every entry the
quickest time counts, so that other programs on the machine disturb little. `four Look` is what it would cost if every
page asked for the whole view after the entry, as pages of 0.1.0 did.
"""

from __future__ import annotations

import argparse
import platform
import sys
from pathlib import Path
from time import thread_time_ns
from typing import NamedTuple

import msgspec

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "server"))

from tables import START, Play

from magnate import actions
from magnate.protocol import commands as ask
from magnate.protocol.frames import Seen, encode
from magnate.server.live.broadcast import Broadcast, SentPosition
from magnate.server.people.person import Person
from magnate.server.store.columns import LogRow
from magnate.server.tables.decisions import decide

SEATS = 4
SECOND = 1_000
# What a player does first of what is offered: sound enough for a game to go on.
LIKED = (
    actions.Roll, actions.BuyDeed, actions.FollowCard, actions.RefuseDeed, actions.Pass, actions.EndTurn,
    actions.PayFine, actions.PayTax, actions.Wait, actions.RefuseDeal, actions.Mortgage, actions.SellBuildings,
    actions.DeclareBankruptcy,
)  # fmt: skip


class Reader:
    """A viewer with one seat."""

    def __init__(self, seat: int) -> None:
        self.person = Person(f"p{seat}", f"p{seat}")
        self.seats = {seat}
        self.muted: set[str] = set()

    def offer(self, frame: bytes) -> None:
        """Take a frame."""

    async def send(self, frame: bytes) -> None:
        """Take a frame of the past."""

    def cut(self, why: str, retry: int) -> None:
        """Be sent away."""


class Costs(NamedTuple):
    """Nanoseconds of one entry. `options` are part of what is sent."""

    applied: int
    sent: int
    options: int
    looks: int


def play(edition: str, entries: int) -> list[Costs]:
    """The costs of every action of a game."""
    game = Play(edition, people=SEATS).start()
    broadcast = Broadcast(game.table)
    broadcast.viewers |= {Reader(seat) for seat in range(SEATS)}
    found = []
    while len(found) < entries and game.must:
        seat, table = game.must[0], game.table
        legal = table.running().legal_actions(seat)
        action = min(legal, key=lambda one: LIKED.index(type(one)) if isinstance(one, LIKED) else len(LIKED))
        command = ask.Act(seat, table.number, msgspec.Raw(msgspec.json.encode(action)))
        game.now += SECOND
        begun = thread_time_ns()
        move = decide(table, f"p{seat}", "", {seat}, command)
        after, number, at = table.copy(), table.number + 1, START + game.now
        events = after.apply(number, at, move.entry, move.game)
        row = LogRow(table.id, number, at, f"p{seat}", f"a{number}", encode(move.entry), encode(events))
        applied = thread_time_ns()
        broadcast.frames(after, row, move.entry)
        sent = thread_time_ns()
        position = SentPosition(after.game)
        for one in range(SEATS):
            position.options(one)
        options = thread_time_ns()
        for one in range(SEATS):
            encode(Seen(id="look", number=number, table=after.state(), view=after.running().view(one)))
        looks = thread_time_ns()
        found.append(Costs(applied - begun, sent - applied, options - sent, looks - options))
        game.table = after
    return found


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--editions", default="clasico,castis,expopolis")
    parser.add_argument("--entries", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    print(f"Python {platform.python_version()}, {asked.entries} entries, microseconds of CPU time an entry, mean")
    print(f"{'':12}{'applied':>9}{'sent':>9}{'options':>9}{'together':>10}{'four Look':>11}")
    for edition in asked.editions.split(","):
        rounds = [play(edition, asked.entries) for _ in range(asked.rounds)]
        best = [Costs(*map(min, zip(*same, strict=True))) for same in zip(*rounds, strict=True)]
        applied, sent, options, looks = (sum(one) / len(best) / 1000 for one in zip(*best, strict=True))
        print(f"{edition:12}{applied:9.0f}{sent:9.0f}{options:9.0f}{applied + sent:10.0f}{looks:11.0f}")


if __name__ == "__main__":
    main()
