"""`decisions`: a data set of decisions that bots made, for programs that learn from them.

Every decision of every game is taken with the same chance, from the seed and the number of the game alone. A row has
the position as its seat sees it, the legal numbers of the catalogue, the choice, and the result of the game.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from magnate.actions import Action
from magnate.coding import CODING_VERSION
from magnate.coding.coder import Coder
from magnate.compiled import records
from magnate.compiled.batch import MOST
from magnate.lab import jobs, ruleset
from magnate.lab.errors import BadQuestion, check_file
from magnate.lab.match import Entrant, entrants
from magnate.lab.outside import FunctionError, FunctionGame, NumberedGame, Outside, thinking
from magnate.lab.result import Grid, Result, Row
from magnate.lab.ruleset import RuleSet
from magnate.view import SeatPosition

NO_NUMBER = -1  # of a choice that the catalogue does not have


@dataclass(frozen=True)
class Decisions(Result):
    """Decisions of bots: `decisions` has a row for each that was taken."""

    TABLES = ("decisions",)

    edition: str
    variant: str | None
    options: Mapping[str, Any]
    bots: list[str]
    games: int
    share: float
    seed: int
    coding: int
    count: int  # of the decisions taken
    made: int  # of all decisions
    _rules: RuleSet = field(repr=False)
    _rows: list[Row] = field(repr=False)

    def frames(self) -> dict[str, list[Row]]:
        return {"decisions": self._rows}

    def grids(self) -> list[Grid]:
        """How many of each question, and how many of these choices the catalogue has."""
        asked = Counter(row["question"] for row in self._rows)
        known = Counter(row["question"] for row in self._rows if row["choice"] != NO_NUMBER)
        title = f"Decisions · {self._rules.title}: {self.count:,} of {self.made:,} in {self.games:,} games"
        rows = [[question, f"{n:,}", f"{known[question]:,}"] for question, n in asked.most_common()]
        note = f"{', '.join(self.bots)}; seed {self.seed}, coding {self.coding}."
        return [Grid(title, ["question", "decisions", "with a number"], rows, note=note)]

    def to_npz(self, file: str | Path) -> None:
        """Write all rows as arrays into a .npz file."""
        np.savez_compressed(check_file(Path(file), "a data set", ".npz"), **self.arrays())

    def arrays(self) -> dict[str, Any]:
        """The rows as arrays. Row i has the options from `options_end[i - 1]` (0 for the first) to `options_end[i]`."""
        found: dict[str, Any] = {"coding": np.asarray(self.coding)}
        for name in self._rows[0] if self._rows else ():
            column = [row[name] for row in self._rows]
            if name == "options":
                found["options_end"] = np.cumsum([len(one) for one in column])
                column = [number for one in column for number in one]
            found[name] = np.asarray(column, np.float32 if name in ("observation", "won") else None)
        return found


class Recorder:
    """Collects decisions of one game, and adds the results at its end."""

    def __init__(self, number: int, line: Sequence[str], coder: Coder, seed: int, share: float, seen: bool) -> None:
        self.number, self.line, self.coder, self.share, self.seen = number, line, coder, share, seen
        self.chance = random.Random(f"{seed}/{number}")
        self.rows: list[Row] = []
        self.made = 0

    def note(self, game: NumberedGame, seat: int, action: Action) -> None:
        """A seat is about to act."""
        self.made += 1
        if self.chance.random() >= self.share:
            return
        position = SeatPosition.seen(game, seat)
        decision = self.coder.from_position(position, seat)
        number = decision.number(action)
        row: Row = {"game": self.number, "action": int(game.state.actions), "turn": int(game.state.turns)}
        row |= {"seat": seat, "bot": self.line[seat], "question": decision.question, "position": position.to_text()}
        row |= {"options": decision.numbers, "choice": NO_NUMBER if number is None else number}
        row["played"] = msgspec.json.encode(action).decode()
        if self.seen:
            row["observation"] = decision.observation.tolist()
        self.rows.append(row)

    def finish(self, game: NumberedGame) -> None:
        """The game is over: the part of the win of each row's seat, and whether there was one."""
        g = game.state
        winners = [seat for seat in range(g.seats) if g.over and g.winners >> seat & 1]
        for row in self.rows:
            row["won"] = 1 / len(winners) if row["seat"] in winners else 0.0
            row["decided"] = bool(g.over)


def decisions(
    edition: str | RuleSet,
    bots: Sequence[Entrant],
    *,
    variant: str | None = None,
    options: Mapping[str, Any] | None = None,
    skin: str | None = None,
    games: int = 100,
    share: float = 0.1,
    seed: int = 0,
    observations: bool = False,
    fixed_seats: bool = False,
    most: int = MOST,
    on_games: jobs.OnGames | None = None,
) -> Decisions:
    """Play games and take a share of the decisions; `observations`: with what the seat sees as numbers.

    >>> decisions("clasico", ["trader", "house"], games=100, share=0.05).to_parquet("decisions.parquet")
    """
    rules = ruleset.rule_set(edition, variant, options, skin)
    names, functions = entrants(bots)
    players = ruleset.check_players(rules, len(names))
    ruleset.check_count("games", games)
    ruleset.check_seed(seed)
    if not 0 < share <= 1:
        raise BadQuestion(f"a share of {share}; expected more than 0, at most 1")
    lines = ruleset.rotated(names, fixed_seats)
    found = ruleset.outside(names, rules.loaded, players, functions)
    outside = found or Outside(rules.loaded, {})
    job = jobs.FreshGames(rules.table(players), lines, seed, most=most, outside=outside)
    coder, thinkers = Coder(rules.loaded, players), thinking(job)
    keys = records.seeded_keys(seed, games)
    rows: list[Row] = []
    made = 0
    for number in range(games):
        line = lines[number % len(lines)]
        game = NumberedGame(rules.loaded, players, keys[number].tolist())
        recorder = Recorder(number, line, coder, seed, share, observations)
        table = FunctionGame(game, line, outside.functions, thinkers)
        table.noted = noting(recorder, game)
        try:
            table.play(most)
        except FunctionError as error:
            raise BadQuestion(f"game {number}: {error}") from error.__cause__
        recorder.finish(game)
        rows += recorder.rows
        made += recorder.made
        if on_games is not None:
            on_games(1)
    book = (rules.edition, rules.variant, dict(rules.options))
    return Decisions(*book, list(names), games, share, seed, CODING_VERSION, len(rows), made, rules, rows)


def noting(recorder: Recorder, game: NumberedGame) -> Any:
    """What a table reports of its actions, for a recorder."""
    return lambda seat, action: recorder.note(game, seat, action)
