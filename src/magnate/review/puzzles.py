"""Puzzles: decisions of real games with one clearly best option, collected from records and checked by playing out.

The network and the play-outs must agree: the option that the network likes best, by a wide margin, wins surely more
games of traders than every other.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import resources
from itertools import chain, islice, zip_longest
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from magnate.actions import Action, Terms
from magnate.bots.lineup import line_up
from magnate.game import Game
from magnate.review.account import curve_of, steps_of
from magnate.review.judging import Judge, JudgedDecision, Kind
from magnate.review.moves import PlayedMove, played_moves
from magnate.review.playing_out import ROUNDS, as_move
from magnate.review.position_value import PositionValue
from magnate.review.units import WHOLE
from magnate.value.master_bot import Master

TRIALS = 2000
CLEAR = 0.05  # a chance: by this the best option wins more at least, with its interval
SURE = 3.0  # standard errors
LIKELY = WHOLE * 5 // 100  # and by this it is worth more to the network
OPTIONS = 6  # at most
A_GAME = 3  # puzzles of one game
TRIED = 12  # decisions of one game that are played out
KINDS: tuple[Kind, ...] = ("purchase", "deal", "jail", "managing", "debt")  # an auction's price is no single decision


class PuzzleOption(Struct, frozen=True):
    """An option: the chance to win it led to when it was played out, and how much less than the best, with limits."""

    action: Action
    chance: float
    less: float = 0.0
    low: float = 0.0
    high: float = 0.0


class Puzzle(Struct, frozen=True, kw_only=True):
    """A position in which a seat decides. The best option comes first; `played` is what was done in the game."""

    id: str
    position: str
    seat: int
    kind: Kind
    options: list[PuzzleOption]
    played: Action
    trials: int
    deed: int | None = None
    amount: int | None = None
    terms: Terms | None = None


class PuzzleSet(Struct, frozen=True):
    """The puzzles of an edition."""

    edition: str
    puzzles: list[Puzzle]


def candidates(
    moves: Sequence[PlayedMove], value: PositionValue, is_from_start: bool = True
) -> Iterator[JudgedDecision]:
    """The decisions of a game that the network finds clear, the clearest first."""
    steps = steps_of(moves, value, curve_of(moves, value), is_from_start)
    found = []
    for one in Judge(value).decisions(moves, steps):
        if one.kind in KINDS and one.seat == moves[one.move].seat and 2 <= len(one.options) <= OPTIONS:
            margin = one.best.chances[one.seat] - one.options[1].chances[one.seat]
            if margin >= LIKELY:
                found.append((margin, one))
    return (one for _, one in sorted(found, key=lambda pair: -pair[0]))


def collect(
    record: str,
    *,
    edition: str | Path | None = None,
    master: Master | None = None,
    trials: int = TRIALS,
    most: int = A_GAME,
    threads: int | None = None,
) -> Iterator[Puzzle]:
    """The puzzles of a record. Needs Numba."""
    from magnate.search.rollouts import Depth, PositionSearch

    game, moves = played_moves(record, edition)
    table = game.table
    value = PositionValue(game.edition, table, master or Master())
    search = PositionSearch(table, line_up(table, ["trader"] * game.seats, False))
    left, kinds = most, set[Kind]()
    for one in islice(candidates(moves, value, not game.begins_at), TRIED):
        if left == 0 or one.kind in kinds:
            continue
        move = moves[one.move]
        options = checked(search, move.before, one, table, Depth(trials, ROUNDS), threads)
        if options is None:
            continue
        left -= 1
        kinds.add(one.kind)  # of each kind one: a game repeats itself
        position = text_of(game, move.before)
        mark = hashlib.sha256(position.encode()).hexdigest()[:10]
        yield Puzzle(
            id=mark, position=position, seat=one.seat, kind=one.kind, options=options, played=one.action,
            trials=trials, deed=one.deed, amount=one.amount, terms=one.terms,
        )  # fmt: skip


def checked(
    search: Any, state: Any, one: JudgedDecision, table: Any, depth: Any, threads: int | None
) -> list[PuzzleOption] | None:
    """The options with what playing out says, if the first surely wins more than every other; else None."""
    actions = [option.action for option in one.options]
    played = search.compare(state, one.seat, [as_move(action, table) for action in actions], depth, one.move, threads)
    found = [PuzzleOption(actions[0], round(played[0].chance, 4))]
    for action, rated in zip(actions[1:], played[1:], strict=True):
        less, wide = -rated.more, SURE * rated.error
        if less - wide < CLEAR:
            return None
        limits = (round(part, 4) for part in (less, less - wide, less + wide))
        found.append(PuzzleOption(action, round(rated.chance, 4), *limits))
    return found


def text_of(game: Game, state: Any) -> str:
    """A position of a game as text."""
    twin = game.copy()
    twin.state = state
    return twin.to_text()


def chosen(puzzles: Sequence[Puzzle], most: int) -> list[Puzzle]:
    """A number of puzzles, each once, of all kinds in turn."""
    rows: dict[tuple[Kind, str], list[Puzzle]] = defaultdict(list)
    for one in {one.id: one for one in puzzles}.values():
        rows[one.kind, type(one.options[0].action).__name__].append(one)
    turns = chain.from_iterable(zip_longest(*rows.values()))
    return [one for one in turns if one is not None][:most]


def write(found: PuzzleSet) -> str:
    """A set as text, a line for each puzzle, so that two sets can be compared."""
    lines = [msgspec.json.encode(one).decode() for one in found.puzzles]
    return f'{{"edition":{msgspec.json.encode(found.edition).decode()},"puzzles":[\n' + ",\n".join(lines) + "\n]}\n"


def read(text: str | bytes) -> PuzzleSet:
    """A set from its text."""
    return msgspec.json.decode(text, type=PuzzleSet)


@cache
def shipped(edition: str) -> PuzzleSet:
    """The puzzles that come with an edition; none where there are none."""
    file = resources.files("magnate.review") / "puzzle_sets" / f"{edition}.json"
    return read(file.read_bytes()) if file.is_file() else PuzzleSet(edition, [])


def of_the_day(puzzles: Sequence[Puzzle], day: int) -> Puzzle:
    """The puzzle of a day, counted from any day on: all come once before one comes again."""
    return puzzles[day % len(puzzles)]


Tell = Callable[[str], None]


def collect_files(
    files: Sequence[Path], edition: Path | None, trials: int, threads: int | None, tell: Tell
) -> dict[str, list[Puzzle]]:
    """The puzzles of many records by edition."""
    from magnate.record import Reader, read_head

    master, found = Master(), defaultdict[str, list[Puzzle]](list)
    for file in files:
        text = file.read_text(encoding="utf-8")
        name = read_head(Reader(text)).edition
        new = list(collect(text, edition=edition, master=master, trials=trials, threads=threads))
        found[name] += new
        tell(f"{file}: {len(new)}")
    return found
