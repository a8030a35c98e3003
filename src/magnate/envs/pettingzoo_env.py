"""A table for PettingZoo: every seat an agent, one decision at a time, with the mask of legal numbers.

env = aec("clasico", seats=4)
env.reset(seed=7)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    done = termination or truncation
    env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from magnate.coding import CODING_VERSION
from magnate.compiled.program import Tell, tell_on_stderr
from magnate.editions import Edition
from magnate.envs.opponents import Opponent
from magnate.envs.spaces import actions_of, masked_observations_of
from magnate.envs.vector import MOST, VectorGames


def aec(edition: str | Path | Edition = "clasico", seats: int | None = None, **how: Any) -> Any:
    """A table, wrapped as PettingZoo's classic games are. `how` is as for `TableEnv`."""
    env: Any = TableEnv(edition, seats, **how)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)


class TableEnv(AECEnv, EzPickle):  # type: ignore[misc]
    """One game, its seats `seat_0`, `seat_1`, ...; those with an opponent in `bots` are no agents.

    Winners share 1 and the others share -1 when the game ends; a game that is cut pays nothing. `shaping` adds, at
    every step, this factor times the change in each seat's share of all wealth.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["ansi"],
        "name": f"magnate_v{CODING_VERSION}",
        "is_parallelizable": False,
    }

    def __init__(
        self,
        edition: str | Path | Edition = "clasico",
        seats: int | None = None,
        *,
        variant: str | None = None,
        options: Mapping[str, Any] | None = None,
        bots: Sequence[Opponent] | None = None,
        most: int = MOST,
        shaping: float = 0.0,
        between: bool = False,
        concede: bool = False,
        mortgage_only_in_debt: bool = False,
        render_mode: str | None = None,
        on_compile: Tell = tell_on_stderr,
    ) -> None:
        how: dict[str, Any] = {"variant": variant, "options": options, "most": most, "shaping": shaping, "bots": bots}
        how |= {"between": between, "concede": concede, "mortgage_only_in_debt": mortgage_only_in_debt}
        EzPickle.__init__(self, edition, seats, **how, render_mode=render_mode)
        AECEnv.__init__(self)
        self.render_mode = render_mode
        self.game = VectorGames(edition, 1, seats, again=False, on_compile=on_compile, **how)
        self.seat_of = {f"seat_{seat}": seat for seat in range(self.game.seats) if bots is None or bots[seat] is None}
        self.agent_of = {seat: agent for agent, seat in self.seat_of.items()}
        self.possible_agents = list(self.seat_of)
        self.agents = list(self.possible_agents)
        seen, numbers = masked_observations_of(self.game.spec), actions_of(self.game.spec)
        self.observation_spaces = {agent: seen() for agent in self.agents}
        self.action_spaces = {agent: numbers() for agent in self.agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: the one of this seed, or of fresh chance."""
        self.game.reset(secrets.randbits(63) if seed is None else seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agent_of[int(self.game.result["seat"][0])]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees. The mask of any but the selected one is all zeros."""
        if agent == self.agent_selection:
            return {"observation": self.game.observation[0].copy(), "action_mask": self.game.mask[0].copy()}
        seen = self.game.look(0, self.seat_of[agent])
        return {"observation": seen, "action_mask": np.zeros(self.game.actions, np.int8)}

    def step(self, action: int | None) -> None:
        """Play a number for the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.game.step(-1 if action is None else action)
        result = self.game.result[0]
        self.rewards = {agent: float(self.game.reward[0, seat]) for agent, seat in self.seat_of.items()}
        if result["ended"]:
            self.terminations = dict.fromkeys(self.agents, True)
        elif result["cut"]:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.agent_of[int(result["seat"])]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The table in a few lines, where `render_mode` is `ansi`."""
        if self.render_mode is None:
            return None
        g, e = self.game.states[0], self.game.edition[0]
        lines = [f"turn {g['turns']}, {self.agent_selection} decides"]
        shows = not self.game.spec.is_private or g["over"]
        for seat in range(self.game.seats):
            agent = f"seat_{seat}"
            deeds = [str(deed) for deed in range(e["deeds"]) if g["owner"][deed] == seat]
            cash = g["cash"][seat] if shows or agent == self.agent_selection else "?"
            lines.append(f"{agent}: {cash}, on {g['at'][seat]}, deeds {' '.join(deeds) or 'none'}")
        return "\n".join(lines)

    def close(self) -> None:
        """Nothing is held open."""
