"""PettingZoo's own tests pass for every edition, and its agents play the games of the vectorised interface."""

import warnings

import numpy as np
import pytest

from magnate.editions import names
from magnate.envs import TableEnv, TableSpec, VectorGames, aec
from magnate.rules.codes import LIFT_MORTGAGE, MORTGAGE, ROLL

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # where pygame is there, its tests import a classic game
    from pettingzoo.test import api_test, seed_test

TABLES = [(name, None) for name in names()] + [("clasico", "fast"), ("europolis", "both")]


@pytest.fixture
def a_few_warnings() -> None:
    """PettingZoo knows which environments have masks by a list of its own classic games: others it warns about."""
    for message in (
        "Observation is not a NumPy array",
        "Observation space for each agent probably should be gymnasium.spaces.box",
        "Action mask numpy array is all zeros",  # of the agents that are not asked, and when the game is over
    ):
        warnings.filterwarnings("ignore", message, UserWarning)


@pytest.mark.usefixtures("a_few_warnings")
@pytest.mark.parametrize(("edition", "variant"), TABLES)
def test_the_api_is_that_of_pettingzoo(edition: str, variant: str | None) -> None:
    api_test(aec(edition, variant=variant), num_cycles=400)


@pytest.mark.parametrize(("edition", "variant"), TABLES)
def test_a_seed_gives_the_same_game(edition: str, variant: str | None) -> None:
    seed_test(lambda: aec(edition, variant=variant), num_cycles=100)


def test_a_game_by_agents_is_the_vectorised_one() -> None:
    table, games = TableEnv("expopolis", 3), VectorGames("expopolis", 1, 3, seed=21)
    table.reset(seed=21)
    for _ in range(500):
        assert table.agent_selection == f"seat_{games.seat[0]}"
        seen = table.observe(table.agent_selection)
        np.testing.assert_array_equal(seen["observation"], games.observation[0])
        np.testing.assert_array_equal(seen["action_mask"], games.mask[0])
        number = int(games.random_choice[0])
        table.step(number)
        games.step([number])
        if games.ended[0]:
            break


def test_winners_and_losers_share_one_point_at_the_end() -> None:
    env = aec("clasico", 2)
    env.reset(seed=3)
    env.action_space("seat_0").seed(1)
    rewards = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        rewards[agent] += reward
        done = terminated or truncated
        env.step(None if done else env.action_space(agent).sample(seen["action_mask"]))
    assert sorted(rewards.values()) == [-1.0, 1.0]


def test_others_see_the_table_from_their_seat_and_without_a_mask() -> None:
    table = TableEnv("clasico", 3)
    table.reset(seed=1)
    other = next(agent for agent in table.agents if agent != table.agent_selection)
    before = table.observe(table.agent_selection)
    seen = table.observe(other)
    assert not seen["action_mask"].any()
    assert seen["observation"].any()
    after = table.observe(table.agent_selection)
    np.testing.assert_array_equal(before["action_mask"], after["action_mask"])
    np.testing.assert_array_equal(before["observation"], after["observation"])


def test_an_illegal_number_ends_the_game_as_in_the_classic_games() -> None:
    env = aec("clasico", 2)
    env.reset(seed=1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env.step(env.action_space("seat_0").n - 1)
    assert all(env.terminations.values())


def test_the_table_can_be_printed() -> None:
    table = TableEnv("clasico", 2, render_mode="ansi")
    table.reset(seed=1)
    assert "seat_1: 1500, on 0, deeds none" in str(table.render())


def test_the_printed_table_keeps_private_purses_private() -> None:
    table = TableEnv("clasico", 2, options={"table.private_cash": True}, render_mode="ansi")
    table.reset(seed=1)
    other = next(agent for agent in table.possible_agents if agent != table.agent_selection)
    assert f"{table.agent_selection}: 1500, on 0" in str(table.render())
    assert f"{other}: ?, on 0" in str(table.render())


def test_the_mask_of_an_agent_offers_mortgaging_in_debt_only_where_the_table_wants_it() -> None:
    first = TableSpec("castis", 2).numbers.first
    mortgages = slice(first[MORTGAGE], first[LIFT_MORTGAGE])
    for wanted in (False, True):
        env = aec("castis", 2, mortgage_only_in_debt=wanted)
        env.reset(seed=3)
        env.action_space("seat_0").seed(1), env.action_space("seat_1").seed(1)
        offered = 0
        for agent in env.agent_iter(400):
            seen, _, terminated, truncated, _ = env.last()
            done = terminated or truncated
            offered += not done and seen["action_mask"][first[ROLL]] and seen["action_mask"][mortgages].any()
            env.step(None if done else env.action_space(agent).sample(seen["action_mask"]))
        assert bool(offered) is not wanted
