"""One seat against bots, for Gymnasium: you decide for seat 0, the bots for all others.

env = SingleSeat("clasico", bots=("novice", "novice", "house"))     # or gymnasium.make("Magnate/Clasico-v3")
observation, info = env.reset(seed=7)
observation, reward, terminated, truncated, info = env.step(env.random_action())

Opponents are names of bots, policy files, or functions of observations and masks (docs/environments.md).
`env.action_masks()` is what sb3-contrib's MaskablePPO asks for. The order of play is drawn by the game's opening rolls.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from magnate.compiled.program import Tell, tell_on_stderr
from magnate.editions import Edition
from magnate.envs.opponents import Opponent
from magnate.envs.spaces import actions_of, seen_by
from magnate.envs.vector import MOST, VectorGames

Seen = npt.NDArray[np.float32]


class SingleSeat(gymnasium.Env[Seen, np.int64]):
    """A game that ends when it is won, or when you are out. Rewards are those of the table (see docs/environments.md).

    A number that is not legal plays nothing, pays `illegal` and ends the episode: mask it.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        edition: str | Path | Edition = "clasico",
        bots: Sequence[Opponent] = ("novice", "novice", "novice"),
        *,
        variant: str | None = None,
        options: Mapping[str, Any] | None = None,
        most: int = MOST,
        shaping: float = 0.0,
        between: bool = False,
        concede: bool = False,
        mortgage_only_in_debt: bool = False,
        illegal: float = -1.0,
        render_mode: str | None = None,
        on_compile: Tell = tell_on_stderr,
    ) -> None:
        how: dict[str, Any] = {"variant": variant, "options": options, "most": most, "shaping": shaping}
        how |= {"between": between, "concede": concede, "mortgage_only_in_debt": mortgage_only_in_debt}
        how |= {"on_compile": on_compile}
        if isinstance(bots, str):
            raise ValueError(f"bots is {bots!r}; expected a name for each of the other seats")
        self.game = VectorGames(edition, 1, len(bots) + 1, bots=[None, *bots], again=False, **how)
        self.render_mode = render_mode
        self.illegal = illegal
        self.observation_space: gymnasium.Space[Any] = seen_by(self.game.spec)
        self.action_space = actions_of(self.game.spec)()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Begin a game."""
        super().reset(seed=seed)
        self.game.reset(int(self.np_random.integers(2**63)))
        return self._seen()

    def step(self, action: np.int64) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Play a number, then let the bots play until it is your decision again."""
        if not 0 <= action < self.game.actions or not self.game.mask[0, action]:
            seen, info = self._seen()
            return seen, self.illegal, True, False, {**info, "illegal": True}
        self.game.step(action)
        result = self.game.result[0]
        seen, info = self._seen()
        return seen, float(self.game.reward[0, 0]), bool(result["ended"]), bool(result["cut"]), info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which numbers are legal now."""
        return np.asarray(self.game.mask[0].astype(np.bool_))

    def random_action(self) -> int:
        """A legal number, each as likely."""
        return int(self.game.random_choice[0])

    def _seen(self) -> tuple[Seen, dict[str, Any]]:
        return self.game.observation[0].copy(), {"action_mask": self.game.mask[0].copy()}
