"""Games with fair dice for the tests of the browser's check: records as text, and what the table was told, as sent.

python web/tests/fair.py             writes web/tests/fixtures/fair.json
python web/tests/fair.py 20 > all    twenty whole games of every edition, for a check by hand
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from magnate import Game
from magnate.dice import FairDice
from magnate.editions import names
from magnate.protocol import entries
from magnate.server.tables.levels import decide, wants_to_act

FILE = Path(__file__).parent / "fixtures" / "fair.json"
CHOSEN = [("clasico", 2, 11, 100), ("monopoli-server", 3, 3, 130), ("expopolis", 3, 13, 130)]
POSITION = ("magnate1/clasico.1/900@7:1,3:CA8/1500@0.out1/1100@30:5,15/turn=2/turns=30", 28, 90)


def game_of(edition: str, seats: int, seed: int, most: int, **options: Any) -> dict[str, Any]:
    """A game among bots, of so many moves at most."""
    words = ["ană", "", "niño 🎲"][:seats]
    return played_on(Game(edition, seats, dice=FairDice.seeded(seed, words), **options), most)


def game_from(text: str, seed: int, most: int) -> dict[str, Any]:
    """A game among bots that begins in a position."""
    game = Game.from_text(text, dice=FairDice.seeded(seed, ["", "ană"]))
    view = plain(game.view())
    return {**played_on(game, most), "start": {key: view[key] for key in ("seats", "turn", "question")}}


def played_on(game: Game, most: int) -> dict[str, Any]:
    """A game, played by bots up to so many moves."""
    start = entries.Started(game.names, list(game.dice.entropy), list(game.moves[0].chance), game.begins_at)
    told = [tell(1, start, game.events)]
    while game.must and len(game.moves) < most:
        seat = next((one for one in range(game.seats) if wants_to_act("house", game, one)), game.must[0])
        events = game.play(seat, decide("house", game, seat))
        _, action, chance = game.moves[-1]
        assert action is not None
        told.append(tell(len(told) + 1, entries.Played(seat, action, list(chance)), events))
    about = {"edition": game.edition.id, "variant": game.edition.variant, "skin": game.edition.skin}
    return about | {"commitment": game.dice.commitment, "record": game.record(), "told": told}


def tell(number: int, entry: Any, events: list[Any]) -> dict[str, Any]:
    """An entry as it is sent. Clauses are left out: they would be half of the file."""
    sent = [{key: value for key, value in plain(event).items() if key != "clause"} for event in events]
    return {"type": "Told", "number": number, "at": 0, "entry": plain(entry), "events": sent}


def plain(message: Any) -> dict[str, Any]:
    """A message as data."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(message))
    return found


def main() -> None:
    """Write the fixture, or many games to look at."""
    if len(sys.argv) > 1:
        games = [
            game_of(name, seats, seed, 10_000)
            for name in names()
            for seed in range(int(sys.argv[1]))
            for seats in (2, 4)
        ]
        json.dump(games, sys.stdout)
        return
    games = [*(game_of(*one) for one in CHOSEN), game_from(*POSITION)]
    lines = [json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in games]
    FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
