"""Thousands of games at once, a step at a time, into arrays: observations, masks, rewards, ends; then new games.

games = VectorGames("clasico", games=4096, seats=4, seed=7)
while True:
    games.step(policy(games.observation, games.mask))     # one number of the catalogue for each game
    learn(games.reward, games.ended, games.cut)

The arrays are the same objects from step to step. A game depends on the seed, its number and the decisions alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from magnate import objects
from magnate.bots.lineup import line_up
from magnate.coding import CODING_VERSION, fields, layout
from magnate.coding.asking import OUTSIDE
from magnate.coding.catalogue import BEGIN, FAMILIES, LOOK, number_actions
from magnate.compiled import batch, program, records
from magnate.compiled.program import BOTS_TYPE, TASK_STEP, Games, Tell, tell_on_stderr
from magnate.compiled.records import Records
from magnate.compiled.steps import NUMBERS, RESULT, WATCH, Steps, fresh_scratch
from magnate.editions import Edition, load
from magnate.errors import GameError

MOST = 20_000  # actions, after which a game is cut
TURNS_A_MINUTE = 3  # of a game that a clock ends
PART = 64  # games a thread takes at least

Numbers = objects.plain("Numbers", fields.NUMBERS)


class IllegalNumber(GameError, ValueError):
    """A number of the catalogue that is not legal now."""


class TableSpec:
    """A table to play at: the edition, its catalogue of actions and the layout of its observations."""

    def __init__(
        self,
        edition: str | Path | Edition,
        seats: int | None = None,
        *,
        variant: str | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        if not isinstance(edition, Edition):
            edition = load(edition, variant=variant, options=options)
        self.edition = edition
        self.seats = min(4, edition.seats[-1]) if seats is None else seats
        self.table = dict(edition.table(self.seats))
        if self.table["ending_minutes"] and not self.table["ending_turns"]:
            self.table["ending_turns"] = TURNS_A_MINUTE * self.table["ending_minutes"]  # nobody looks at a clock here
        self.numbers = Numbers()
        number_actions(self.edition_object(), self.numbers)
        self.actions: int = self.numbers.first[FAMILIES]
        self.places = len(layout.places(self.table))
        self.is_private = bool(edition.rules.table.private_cash)

    def __reduce__(self) -> tuple[Any, ...]:
        return TableSpec, (self.edition, self.seats)

    def edition_object(self) -> Any:
        """The table as the rules read it."""
        return objects.table(self.table)

    def scale(self) -> npt.NDArray[np.float32]:
        """What each place of the observation is multiplied by."""
        return (1.0 / np.asarray(layout.divisors(self.table))).astype(np.float32)


def seated(bots: Sequence[str | None] | None, spec: TableSpec) -> Records:
    """Who sits where: the name of a bot, or None for a seat that is decided for from outside."""
    if isinstance(bots, str):
        raise ValueError(f"bots is {bots!r}; expected a name, or None, for each of {spec.seats} seats")
    bots = [None] * spec.seats if bots is None else list(bots)
    if len(bots) != spec.seats:
        raise ValueError(f"{len(bots)} bots for {spec.seats} seats; expected one name, or None, a seat")
    if None not in bots:
        raise ValueError("every seat has a bot; expected None at one seat at least")
    if "oracle" in bots:
        raise ValueError("the oracle takes too long to think here; there are novice, house, trader")
    line = line_up(spec.edition_object(), [name or "house" for name in bots], spec.is_private)
    line.bot = [OUTSIDE if seat >= spec.seats or bots[seat] is None else bot for seat, bot in enumerate(line.bot)]
    out = np.zeros(1, BOTS_TYPE)
    records.write(out[0], line)
    return out


def check_sizes(spec: TableSpec, games: int, most: int, threads: int | None = None) -> None:
    """A game that is cut before everybody has had a word would be begun anew for ever."""
    if games < 1:
        raise ValueError(f"{games} games; expected 1 or more")
    if most < spec.seats:
        raise ValueError(f"games cut after {most} actions; expected one for each of {spec.seats} seats at least")
    if threads is not None and threads < 1:
        raise ValueError(f"{threads} threads; expected 1 or more")


class VectorGames:
    """Many games of one table, each waiting for a decision.

    observation (games, places) float32, mask (games, actions) int8, reward (games, seats) float32; and for each game
    seat: whose decision it is, ended and cut: whether this step ended the last game, winners: the seats that won it.
    """

    def __init__(
        self,
        edition: str | Path | Edition,
        games: int,
        seats: int | None = None,
        *,
        variant: str | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int = 0,
        bots: Sequence[str | None] | None = None,
        most: int = MOST,
        shaping: float = 0.0,
        between: bool = False,
        concede: bool = False,
        mortgage_only_in_debt: bool = False,
        again: bool = True,
        threads: int | None = None,
        on_compile: Tell = tell_on_stderr,
    ) -> None:
        self.coding_version = CODING_VERSION
        self.spec = spec = TableSpec(edition, seats, variant=variant, options=options)
        check_sizes(spec, games, most, threads)
        self.games, self.seats, self.actions, self.most = games, spec.seats, spec.actions, most
        self.shaping = float(shaping)
        self.states = records.fresh_states(games)
        self.edition = records.edition_record(spec.table)
        self.chances = records.fresh_chances(np.zeros((games, 8), np.int64))
        self.watch = np.zeros(games, WATCH)
        self.watch["between"], self.watch["concedes"] = between, concede
        self.watch["debt_only"] = mortgage_only_in_debt
        self.watch["private"], self.watch["stays"] = spec.is_private, not again
        self.bots = seated(bots, spec)
        self.numbers = np.zeros(1, NUMBERS)
        records.write(self.numbers[0], spec.numbers)
        self.scale = spec.scale()
        self.blank = records.fresh_states(1)
        self.choices = np.full(games, BEGIN, np.int32)
        self.observation = np.zeros((games, spec.places), np.float32)
        self.mask = np.zeros((games, spec.actions), np.int8)
        self.reward = np.zeros((games, spec.seats), np.float32)
        self.result = np.zeros(games, RESULT)
        self.threads = min(threads or batch.cores(), -(-games // PART))
        self.scratch = [fresh_scratch(1) for _ in range(self.threads)]
        self._prepare(on_compile)
        self.reset(seed)

    def _prepare(self, on_compile: Tell = tell_on_stderr) -> None:
        """Get what a process has for itself: threads and compiled code."""
        self.pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        self._run: Callable[..., None] = program.runner(on_compile)
        self._unused = program.fresh_scratch()

    def __getstate__(self) -> dict[str, Any]:
        """The games as they stand. A copy goes on as the original would, also in another process."""
        return {name: value for name, value in vars(self).items() if name not in ("pool", "_run", "_unused")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._prepare()

    # What a step tells about each game.

    @property
    def seat(self) -> npt.NDArray[np.int32]:
        """Whose decision it is."""
        return np.asarray(self.result["seat"])

    @property
    def ended(self) -> npt.NDArray[np.bool_]:
        """Whether this step ended a game. Its reward is there; a new game has begun."""
        return np.asarray(self.result["ended"]).view(np.bool_)

    @property
    def cut(self) -> npt.NDArray[np.bool_]:
        """Whether this step cut a game short, after `most` actions."""
        return np.asarray(self.result["cut"]).view(np.bool_)

    @property
    def winners(self) -> npt.NDArray[np.int32]:
        """The seats that won the last game that ended here, as a mask."""
        return np.asarray(self.result["winners"])

    @property
    def decisions(self) -> npt.NDArray[np.int32]:
        """How many decisions the last game that ended here took."""
        return np.asarray(self.result["decisions"])

    @property
    def waiting(self) -> npt.NDArray[np.bool_]:
        """Whether each game waits for a decision: all do, unless games that ended stay so."""
        return np.asarray(self.result["legal"] > 0)

    @property
    def random_choice(self) -> npt.NDArray[np.int32]:
        """A legal number for each game, each as likely: for random play and for exploring."""
        return np.asarray(self.result["choice"])

    # Playing.

    def reset(self, seed: int = 0) -> None:
        """Begin every game anew."""
        if not 0 <= seed < 1 << 63:
            raise ValueError(f"seed {seed}; expected 0 or more, below 2^63")
        self.chances["key"] = records.seeded_keys(seed, self.games)
        self.watch["episode"] = 0
        self.watch["stray"] = records.strays(self.chances["key"])
        self.begin()

    def begin(self) -> None:
        """Begin every game from its key."""
        self.choices[:] = BEGIN
        self._all(1)

    def step(self, actions: npt.ArrayLike) -> None:
        """One decision in every game that waits. A number that is not legal raises, and that game stays where it is."""
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise IllegalNumber(f"actions are {given.dtype}; expected whole numbers of the catalogue")
        for extreme in (given.min(initial=0), given.max(initial=0)):
            if not 0 <= extreme < self.spec.actions:
                raise IllegalNumber(f"{extreme} is no number of the catalogue; expected 0 to {self.spec.actions - 1}")
        self.choices[:] = given
        self._all(1)
        if self.result["wrong"].any():
            game = int(self.result["wrong"].argmax())
            raise IllegalNumber(f"number {self.choices[game]} is not legal in game {game}; see its mask")

    def play_random(self, decisions: int) -> int:
        """Play at random, as many decisions in every game, about so many in all. How many they were."""
        rounds = max(1, -(-decisions // self.games))
        self.choices[:] = self.random_choice
        self._all(rounds)
        return rounds * self.games

    def look(self, game: int, seat: int) -> npt.NDArray[np.float32]:
        """A game as a seat sees it that is not asked."""
        if not (0 <= game < self.games and 0 <= seat < self.spec.seats):
            raise ValueError(f"game {game}, seat {seat}; expected below {self.games} and below {self.spec.seats}")
        beside = np.zeros_like(self.observation[: game + 1]), np.zeros((game + 1, 1), np.int8)
        kept = self.result[game].copy(), self.reward[game].copy()
        self.result["wide"][game] = 0
        self.choices[game] = LOOK - seat
        self._run(*self._arguments(0, game, game + 1, 1, *beside))
        self.result[game], self.reward[game] = kept
        return np.asarray(beside[0][game])

    def _all(self, rounds: int) -> None:
        if self.pool is None:
            self._run(*self._arguments(0, 0, self.games, rounds))
            return
        part = -(-self.games // self.threads)
        ranges = [(i, i * part, min((i + 1) * part, self.games)) for i in range(self.threads)]
        for each in [self.pool.submit(self._run, *self._arguments(*some, rounds)) for some in ranges]:
            each.result()

    def _arguments(self, thread: int, first: int, last: int, rounds: int, *beside: Any) -> tuple[Any, ...]:
        """What the program takes for a step."""
        observation, mask = beside or (self.observation, self.mask)
        games = Games(self.states, self.edition, self.chances, self.bots)
        shown = (self.scale, self.blank, self.choices, observation, mask, self.reward, self.result)
        steps = Steps(self.watch, self.numbers, *shown, *self.scratch[thread], self.most, self.shaping)
        return TASK_STEP, games, self._unused, steps, first, last, rounds
