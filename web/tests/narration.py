"""What the web client's narration is held to: events and actions of played games, and how Python tells them.

.venv/bin/python web/tests/narration.py    plays a golden game of each edition and writes fixtures/narration.json
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from golden import Plan, plans  # noqa: E402
from magnate import events  # noqa: E402
from magnate.editions import Edition  # noqa: E402
from magnate.events import Event, EventBase  # noqa: E402
from magnate.game import Game  # noqa: E402
from magnate.terminal.bots import TableBots  # noqa: E402
from magnate.terminal.menu import facts_of  # noqa: E402
from magnate.terminal.table import TableNames  # noqa: E402
from magnate.view import Option  # noqa: E402
from magnate.words import LANGUAGES, Words  # noqa: E402
from magnate.words.names import sentence_of  # noqa: E402

FILE = Path(__file__).parent / "fixtures" / "narration.json"
EACH = 2  # of a kind of sentence, in a game
MOVES = 600
TERMS = {"cash": {0: -120, 1: 120}, "deeds": {3: 1, 10: 0}, "cards": {0: 1}}


def made_up() -> Iterator[Event]:
    """An event of every kind and every variant of its sentence, for those that a game of bots seldom has."""
    plain: dict[str, Any] = {
        "seat": 0, "other": 1, "owner": 1, "debtor": 0, "creditor": 1, "deal": 1, "amount": 1250, "deed": 5,
        "dice": (3, 4), "roll": 9, "die": 4, "origin": 39, "space": 1, "why": "rent", "building": "house", "stock": 2,
        "count": 3, "level": 2, "turns": 2, "deck": 0, "card": 0, "revision": 2, "accepted": True, "clause": "",
        **TERMS,
    }  # fmt: skip
    others: list[dict[str, Any]] = [
        {},
        {"other": None},
        {"deed": None},
        {"building": None},
        {"building": None, "other": None},
        {"deed": None, "building": "hotel"},
        {"amount": -40, "turns": 1, "count": 0, "level": 5},
        {"accepted": False, "count": 1, "turns": 21, "level": 0},
        {"cash": {}, "deeds": {}, "cards": {}},
    ]
    for kind in vars(events).values():
        if not (isinstance(kind, type) and issubclass(kind, EventBase)) or kind.__name__ in ("EventBase", "Did"):
            continue
        names = kind.__struct_fields__
        for other in others:
            try:
                made = kind(**{name: (plain | other)[name] for name in names})
                Words("en").event(made, TableNames(load_any(), ["Ana", "Ion"], Words("en")))
            except (LookupError, TypeError):  # a variant that this event cannot have
                continue
            yield made


def load_any() -> Edition:
    return plans()[0].edition


def play(plan: Plan) -> dict[str, Any]:
    """A game, with what happened and what was chosen, told in four languages."""
    edition = plan.edition
    names = ["Ana", "Ion", "Lucía", "Marco", "Elena", "Paolo", "Inés", "Radu"][: plan.seats]
    game = Game(edition, seats=plan.seats, seed=plan.seed, names=names)
    spoken = [(Words(lang), TableNames(edition, names, Words(lang))) for lang in LANGUAGES]
    bots, told, chosen = TableBots(game, ()), [], []
    counts: dict[str, int] = {}
    while game.must and len(game.moves) < MOVES:
        claimant = bots.claimant()
        seat = game.must[0] if claimant is None else claimant
        action = bots.decide(seat)
        key = type(action).__name__
        counts[key] = counts.get(key, 0) + 1
        if counts[key] <= EACH:
            more = facts_of(game, Option(key, action, price=game.price(seat, action)))
            said = {words.lang: words.action(action, called, **more) for words, called in spoken}
            chosen.append({"action": msgspec.to_builtins(action, str_keys=True), "more": more, "said": said})
        game.play(seat, action)
    for event in [*game.events, *(made_up() if plan.name == "clasico" else ())]:
        key = sentence_of(event)
        counts[key] = counts.get(key, 0) + 1
        if counts[key] > EACH * (1 + (event not in game.events)):
            continue
        said = {words.lang: words.event(event, called) for words, called in spoken}
        raw = msgspec.to_builtins(event, str_keys=True)
        told.append({"event": raw, "key": key, "cash": event.cash_changes(), "said": said})
    about = {"edition": edition.id, "variant": edition.variant, "skin": edition.skin, "names": names}
    return {**about, "told": told, "chosen": chosen}


def main() -> None:
    """Write the fixture."""
    games = [play(plan) for plan in plans() if plan.edition.variant is None]
    FILE.parent.mkdir(exist_ok=True)
    lines = (json.dumps(game, ensure_ascii=False).replace(', {"event"', ',\n{"event"') for game in games)
    FILE.write_text("[" + ",\n".join(lines) + "]\n", encoding="utf-8")
    keys = {told["key"] for game in games for told in game["told"]}
    print(f"{FILE.name}: {len(games)} games, {sum(len(game['told']) for game in games)} events, {len(keys)} sentences")
    missing = Words("en").book.event.keys() - keys
    assert not missing, missing


if __name__ == "__main__":
    main()
