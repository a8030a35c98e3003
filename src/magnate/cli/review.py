"""`magnate review`: the review of a record, as text or JSON."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from magnate.errors import CorruptRecord
from magnate.game import Game
from magnate.review import BadReview, Review
from magnate.review.analysis import stages
from magnate.review.sentences import Teller, texts
from magnate.review.units import WHOLE
from magnate.search import is_available
from magnate.terminal.table import TableNames
from magnate.words import Words

from .errors import UsageError


def review_file(path: Path, edition: Path | None, lang: str, playouts: int, json: bool) -> int:
    """Review the record in a file."""
    if playouts < 0:
        raise UsageError(f"--playouts {playouts}; expected 0 or more")
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "not a text"
        raise UsageError(f"{path}: {why}; expected the record of a game") from None
    try:
        is_checked = playouts > 0
        found = last_of(stages(text, edition=edition, trials=max(2, playouts), check=is_checked), is_checked)
        game = Game.replay(text, edition=edition)
    except (CorruptRecord, BadReview) as error:
        raise UsageError(f"{path}: {error}") from None
    if json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        words = Words(lang)
        for line in told(found, game.names, Teller(words, TableNames(game.edition, game.names, words))):
            print(line)
    return 0


def last_of(stages: Iterator[Review], is_checked: bool) -> Review:
    """The last stage of a review. What is being made is said on the standard error, if a person reads it there."""
    work = ["computing the chances after every move", "judging the decisions", "playing out the doubtful ones"]
    if not is_available():
        tell("without Numba a long game takes minutes: pip install 'magnate[fast]'")
    last = None
    for name in work[: 3 if is_checked and is_available() else 2]:
        tell(f"{name} …")
        last = next(stages)
    assert last is not None
    return last


def tell(line: str) -> None:
    """A line about what goes on, never among the output."""
    if sys.stderr.isatty():
        print(line, file=sys.stderr, flush=True)


def points(part: int | float) -> str:
    """A part of a chance in percentage points."""
    return f"{100 * part / WHOLE:+.1f}"


def told(found: Review, names: Sequence[str], teller: Teller) -> Iterator[str]:
    """The review in lines."""
    page = texts(teller.words.lang)["page"]
    wide = max(len(name) for name in names) + 2
    heads = [page[name] for name in ("start", "luck", "own", "others", "result")]
    yield page["luck_skill"]
    yield " " * wide + "  ".join(heads)
    for one in found.seats:
        parts = (one.luck, one.own, one.others)
        told = [f"{100 * one.start / WHOLE:.1f}", *map(points, parts), f"{100 * one.result / WHOLE:.1f}"]
        row = "  ".join(part.rjust(len(head)) for part, head in zip(told, heads, strict=True))
        yield f"{names[one.seat].ljust(wide)}{row}   {page['unusual'].format(n=f'{one.unusual:+.1f}')}"
    yield ""
    yield page["moments"]
    yield page["percent_help"]
    for place in found.moments:
        yield f"{page['move'].format(n=found.decisions[place].move)}: {teller.decision(found.decisions[place])}"
    if found.missed:
        yield ""
        yield page["missed"]
        for missed in found.missed:
            yield f"{page['move'].format(n=missed.move)}: {teller.missed(missed)}"
    yield ""
    yield page["decisions"]
    marks = texts(teller.words.lang)["mark"]
    for mark, word in marks.items():
        counts = [sum(one.mark == mark for one in found.decisions if one.seat == seat.seat) for seat in found.seats]
        yield f"{word}: " + ", ".join(f"{name} {count}" for name, count in zip(names, counts, strict=True))
    if not found.is_played_out:
        yield page["network_only"]
