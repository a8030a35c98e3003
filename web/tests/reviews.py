"""What the web client's reviews are held to: decisions and missed deals of played games, and how Python tells them.

.venv/bin/python web/tests/reviews.py    reviews a short game of each edition and writes fixtures/reviews.json
"""

from __future__ import annotations

import json
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from magnate.editions import names as editions  # noqa: E402
from magnate.review import WHOLE, review_game  # noqa: E402
from magnate.review.judging import JudgedDecision  # noqa: E402
from magnate.review.playing_out import settle  # noqa: E402
from magnate.review.sentences import Teller, sentences_of  # noqa: E402
from magnate.terminal.table import TableNames  # noqa: E402
from magnate.words import LANGUAGES, Words  # noqa: E402
from review.kit import played  # noqa: E402

FILE = Path(__file__).parent / "fixtures" / "reviews.json"
NAMES = ["Ana", "Ion", "Lucía", "Marco"]


def in_every_state(one: JudgedDecision) -> list[JudgedDecision]:
    """A decision as it is, as what seems a mistake, and as what playing out calls one, or cannot tell."""
    unsure, sure, open = deepcopy(one), deepcopy(one), deepcopy(one)
    unsure.cost = open.cost = WHOLE // 10
    settle(sure, 600, 0.08, 0.12, 0.01)
    settle(open, 600, 0.08, 0.01, 0.02)
    return [one, unsure, sure, open]


def told(edition: str) -> dict[str, Any]:
    """A game, with its decisions in four languages: one of each kind of action and sentence."""
    game = played(edition, 2, seats=len(NAMES), turns=40)
    found = review_game(game, check=False)
    tellers = [Teller(words, TableNames(game.edition, NAMES, words)) for words in map(Words, LANGUAGES)]
    decisions, seen = [], set()
    for one in (state for judged in found.decisions for state in in_every_state(judged)):
        one.sentences = sentences_of(one)
        key = (type(one.action).__name__, type(one.best.action).__name__, *(part.key for part in one.sentences))
        if key not in seen:
            seen.add(key)
            said = {teller.words.lang: teller.decision(one) for teller in tellers}
            one.options = one.options[:1]
            decisions.append({"decision": msgspec.to_builtins(one, str_keys=True), "said": said})
    missed = [
        {"missed": msgspec.to_builtins(one, str_keys=True), "said": {t.words.lang: t.missed(one) for t in tellers}}
        for one in found.missed
    ]
    return {"edition": edition, "names": NAMES, "decisions": decisions, "missed": missed}


def main() -> None:
    """Write the fixture."""
    games = [told(edition) for edition in editions()]
    lines = (json.dumps(game, ensure_ascii=False).replace(', {"decision"', ',\n{"decision"') for game in games)
    FILE.write_text("[" + ",\n".join(lines) + "]\n", encoding="utf-8")
    print(f"{FILE.name}: {len(games)} games, {sum(len(game['decisions']) for game in games)} decisions")


if __name__ == "__main__":
    main()
