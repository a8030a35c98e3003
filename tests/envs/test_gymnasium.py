"""Gymnasium's own checks pass for every edition; one seat learns against bots."""

import pickle
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from magnate.editions import names
from magnate.envs import SingleSeat, ids
from magnate.rules.codes import ACCEPT_DEAL, MORTGAGE, ROLL


@pytest.mark.parametrize("edition", names())
def test_the_environment_is_as_gymnasium_wants_it(edition: str) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*alternative render modes.*")
        check_env(SingleSeat(edition, bots=("novice", "house")))


@pytest.mark.parametrize("id", ids())
def test_every_edition_is_registered(id: str) -> None:
    env = gymnasium.make(id, bots=("trader",))
    seen, info = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    assert info["action_mask"].any()


def test_a_game_ends_when_it_is_won_or_lost() -> None:
    env = SingleSeat("clasico", bots=("house",))
    for seed in range(5):
        env.reset(seed=seed)
        for _ in range(20_000):
            masks = env.action_masks()
            number = env.random_action()
            assert masks[number]
            _, reward, terminated, truncated, info = env.step(np.int64(number))
            if terminated or truncated:
                break
            assert reward == 0
        assert terminated
        assert reward in (1.0, -1.0)
        assert not info["action_mask"].any()


def test_a_number_that_is_not_legal_ends_the_episode_and_costs() -> None:
    env = SingleSeat("clasico", bots=("house",))
    env.reset(seed=1)
    wrong = int(np.flatnonzero(~env.action_masks())[0])
    for number in (wrong, -1, env.action_space.n):
        _, reward, terminated, _, info = env.step(np.int64(number))
        assert (reward, terminated, info["illegal"]) == (-1.0, True, True)


def test_a_seat_goes_on_from_a_pickle_and_keeps_its_mask() -> None:
    env = SingleSeat("clasico", bots=("trader", "novice"), mortgage_only_in_debt=True)
    env.reset(seed=2)
    numbers = env.game.spec.numbers.first
    mortgages = slice(numbers[MORTGAGE], numbers[ACCEPT_DEAL])
    other = pickle.loads(pickle.dumps(env))
    for _ in range(120):
        masks = env.action_masks()
        assert not (masks[numbers[ROLL]] and masks[mortgages].any())
        number = np.int64(env.random_action())
        (seen, *told), (same, *retold) = env.step(number), other.step(number)
        np.testing.assert_array_equal(seen, same)
        assert told[:3] == retold[:3]
        if told[1]:
            break
