"""Positions of random games of every edition in which somebody must answer, for tests of the web client.

.venv/bin/python web/tests/positions.py    plays the games and writes fixtures/positions.json
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from magnate.actions import BuyDeed, ProposeDeal
from magnate.editions import names
from magnate.game import Game

FILE = Path(__file__).parent / "fixtures" / "positions.json"
GAMES = 16  # of each edition
MOVES = 500
NEEDED = ("seats", "deeds", "deals", "question", "must", "order", "turn", "turns", "houses", "hotels", "roll_due",
          "doubles", "over")  # fmt: skip

PROPERTY = ("Build", "SellBuildings", "Mortgage", "LiftMortgage", "ProposeDeal", "Concede", "ClaimRent")  # on the side


def positions() -> Iterator[dict[str, Any]]:
    """One position of each kind: the question, and what the seat may answer."""
    for edition in names():
        known: set[tuple[object, ...]] = set()
        for game, chance in games(edition):
            for _ in range(MOVES):
                if game.is_over or not game.must:
                    break
                for seat in game.must:
                    kind = kind_of(game, seat)
                    if kind not in known:
                        known.add(kind)
                        yield {"edition": edition, "seat": seat, "view": cut(game, seat), "mine": mine(game, seat)}
                play_on(game, chance)


def games(edition: str) -> Iterator[tuple[Game, random.Random]]:
    """Games with much money, and games with so little that debts come soon."""
    for number in range(GAMES):
        game = Game(edition, seats=3, seed=100 + number)
        for seat in range(game.seats):
            game.state.cash[seat] //= 1 if number % 2 else 4
            game.state.cash[seat] -= game.state.cash[seat] % game.table.note
        yield game, random.Random(number)


def kind_of(game: Game, seat: int) -> tuple[object, ...]:
    """What tells one kind of position from another."""
    question = game.view(seat).question
    kind = question.type if question else None
    legal = {option.type for option in game.options(seat)}
    return kind, bool(game.state.deals), *sorted(legal if kind == "debt" else legal - {*PROPERTY})


def cut(game: Game, seat: int) -> dict[str, Any]:
    """The part of the view that the answers are made from."""
    view = msgspec.to_builtins(game.view(seat))
    return {name: view[name] for name in NEEDED}


def mine(game: Game, seat: int) -> dict[str, Any]:
    """What the seat is told alone."""
    options = msgspec.to_builtins(game.options(seat))
    return {"seat": seat, "cash": game.state.cash[seat], "options": options}


def play_on(game: Game, chance: random.Random) -> None:
    """Somebody does something: a legal action by chance, now and then a deal, purchases rather than refusals."""
    seat = chance.choice(game.must)
    other = (seat + 1) % game.seats
    deal = ProposeDeal(cash={seat: -1, other: 1})
    if chance.random() < 0.05 and game.refusal(seat, deal) is None:
        game.play(seat, deal)
        return
    legal = [action for action in game.legal_actions(seat) if type(action).__name__ != "Concede"]
    buys = [action for action in legal if isinstance(action, BuyDeed)]
    game.play(seat, buys[0] if buys and chance.random() < 0.7 else chance.choice(legal))


def written() -> str:
    """The file as it should be."""
    return "[\n" + ",\n".join(json.dumps(one, separators=(",", ":")) for one in positions()) + "\n]\n"


def main() -> int:
    FILE.write_text(written(), encoding="utf-8")
    print(f"wrote {FILE}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
