"""Thousands of games in parallel, a step at a time, into arrays: observations, masks, rewards, ends; then new games.

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

from magnate.coding import CODING_VERSION
from magnate.coding.asking import GUEST
from magnate.coding.catalogue import BEGIN, LEAVE, LOOK
from magnate.coding.spec import TableSpec
from magnate.compiled import batch, program, records
from magnate.compiled.program import TASK_STEP, Games, Tell, tell_on_stderr
from magnate.compiled.steps import NUMBERS, RESULT, WATCH, Steps, fresh_scratch
from magnate.editions import Edition
from magnate.envs.opponents import Opponent, checked_numbers, seated
from magnate.errors import GameError

MOST = 20_000  # actions, after which a game is cut
PART = 64  # games a thread takes at least


class IllegalNumber(GameError, ValueError):
    """A number of the catalogue that is not legal now."""


def check_sizes(spec: TableSpec, games: int, most: int, threads: int | None = None) -> None:
    """A game cut before every seat has decided once would restart without end."""
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
        bots: Sequence[Opponent] | None = None,
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
        self.bots, self.guests = seated(bots, spec)
        self._is_guest = self.bots["bot"][0] == GUEST
        self._later = np.zeros((games, spec.seats), np.float32)  # rewards of games begun in the step that ended another
        self.numbers = np.zeros(1, NUMBERS)
        records.write(self.numbers[0], spec.numbers)
        self.scale = spec.scale()
        self.blank = records.fresh_states(1)
        self.choices = np.full(games, BEGIN, np.int32)
        self.observation = np.tile(spec.blank(), (games, 1))
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
        """The games as they stand. A copy continues as the original would, also in another process."""
        return {name: value for name, value in vars(self).items() if name not in ("pool", "_run", "_unused")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._prepare()

    # What a step returns about each game.

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
        """Restart every game."""
        if not 0 <= seed < 1 << 63:
            raise ValueError(f"seed {seed}; expected 0 or more, below 2^63")
        self.chances["key"] = records.seeded_keys(seed, self.games)
        self.watch["episode"] = 0
        self.watch["stray"] = records.strays(self.chances["key"])
        self.begin()

    def begin(self) -> None:
        """Begin every game from its key."""
        self.choices[:] = BEGIN
        self._later[:] = 0
        self._all(1)
        self._let_guests_play()

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
        self._let_guests_play()

    def _let_guests_play(self) -> None:
        """Guests decide until every game waits for you. Rewards and ends of their decisions belong to your step."""
        if not self.guests:
            return
        reward = self.reward + self._later
        self._later[:] = 0
        ended, cut = self.result["ended"].copy(), self.result["cut"].copy()
        while (asked := np.flatnonzero(self.waiting & self._is_guest[self.seat])).size:
            self.choices[:] = LEAVE
            for seat, choose in self.guests.items():
                rows = asked[self.seat[asked] == seat]
                if rows.size:
                    mask = self.mask[rows]
                    self.choices[rows] = checked_numbers(choose, seat, mask, choose(self.observation[rows], mask))
            self._all(1)
            has_ended = (ended[asked] | cut[asked]).astype(np.bool_)
            reward[asked[~has_ended]] += self.reward[asked[~has_ended]]
            self._later[asked[has_ended]] += self.reward[asked[has_ended]]
            ended[asked] |= self.result["ended"][asked]
            cut[asked] |= self.result["cut"][asked]
        self.reward[:] = reward
        self.result["ended"], self.result["cut"] = ended, cut

    def play_random(self, decisions: int) -> int:
        """Play at random, as many decisions in every game, about `decisions` in all. How many they were."""
        if self.guests:
            raise ValueError("guests decide between your decisions: step with random_choice instead")
        rounds = max(1, -(-decisions // self.games))
        self.choices[:] = self.random_choice
        self._all(rounds)
        return rounds * self.games

    def look(self, game: int, seat: int) -> npt.NDArray[np.float32]:
        """A game as a seat sees it that is not asked."""
        if not (0 <= game < self.games and 0 <= seat < self.spec.seats):
            raise ValueError(f"game {game}, seat {seat}; expected below {self.games} and below {self.spec.seats}")
        beside = np.tile(self.spec.blank(), (game + 1, 1)), np.zeros((game + 1, 1), np.int8)
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
