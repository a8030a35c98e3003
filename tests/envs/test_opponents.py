"""Opponents of the environments: bots by name, policy files, policies and functions over arrays."""

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from magnate.envs import SingleSeat, VectorGames, aec
from policy.nets import keen, random_policy

Array = Any


def lowest(observation: Array, mask: Array) -> Array:
    """The lowest legal number of each row."""
    return mask.argmax(axis=1)


def test_guests_decide_for_their_seats_and_you_for_yours(tmp_path: Path) -> None:
    random_policy(1).save(tmp_path / "old.safetensors")
    bots = [None, tmp_path / "old.safetensors", lowest, "house"]
    games = VectorGames("clasico", 40, 4, seed=2, bots=bots, options={"ending.turns": 12})
    ends = 0
    for _ in range(150):
        assert (games.seat == 0).all()
        games.step(games.random_choice)
        ends += int(games.ended.sum())
        paid = games.ended & (games.winners != 15)
        assert (np.abs(games.reward[paid]).sum(axis=1) == 2).all()
        assert not games.reward[~games.ended].any()
    assert ends > 5
    assert (games.states["turns"] > 0).any()


GUESTS = 4  # games


def test_guests_play_the_games_you_would_play_for_them(thorough: bool) -> None:
    """Deciding for all seats oneself gives the same games."""
    policy = random_policy(4)
    ours = VectorGames("castis", GUESTS, 2, seed=5, bots=[None, policy], again=False, shaping=0.5)
    theirs = VectorGames("castis", GUESTS, 2, seed=5, again=False, shaping=0.5)
    rng = np.random.default_rng(1)
    total = np.zeros((GUESTS, 2))
    for _ in range(120 if thorough else 40):
        while (theirs.waiting & (theirs.seat == 1)).any():
            rows = np.flatnonzero(theirs.waiting & (theirs.seat == 1))
            choice = np.full(GUESTS, -100)
            choice[rows] = policy.choose(theirs.observation[rows], theirs.mask[rows])
            theirs.choices[:] = choice
            theirs._all(1)
            total[rows] += theirs.reward[rows]
        playing = ours.waiting
        assert (playing == theirs.waiting).all()
        np.testing.assert_array_equal(ours.observation[playing], theirs.observation[playing])
        np.testing.assert_allclose(ours.reward[playing], total[playing], atol=1e-6)
        choice = np.array([rng.choice(np.flatnonzero(row)) if row.any() else 0 for row in ours.mask])
        ours.step(choice)
        theirs.choices[:] = np.where(theirs.waiting, choice, -100)
        theirs._all(1)
        total = np.array(theirs.reward, float)
    assert ours.states["turns"].max() > 3


def test_games_with_guests_go_on_from_a_pickle() -> None:
    games = VectorGames("clasico", 20, 2, seed=3, bots=[None, random_policy(2)], shaping=1.0)
    for _ in range(20):
        games.step(games.random_choice)
    other = pickle.loads(pickle.dumps(games))
    for _ in range(20):
        games.step(games.random_choice)
        other.step(other.random_choice)
    assert (games.observation == other.observation).all()
    assert (games.reward == other.reward).all()


def test_one_seat_against_a_policy_and_a_function() -> None:
    env = SingleSeat("clasico", bots=(keen(), lowest), mortgage_only_in_debt=True)
    env.reset(seed=1)
    for _ in range(200):
        _, reward, ended, cut, _ = env.step(np.int64(env.random_action()))
        if ended or cut:
            assert reward in (1.0, -0.5, -1.0)
            env.reset(seed=2)


def test_agents_of_pettingzoo_are_the_seats_without_an_opponent() -> None:
    env = aec("clasico", 3, bots=[None, "house", None], mortgage_only_in_debt=True)
    env.reset(seed=4)
    assert env.possible_agents == ["seat_0", "seat_2"]
    seen = set()
    for _, agent in zip(range(300), env.agent_iter(), strict=False):
        observation, _, terminated, truncated, _ = env.last()
        seen.add(agent)
        done = terminated or truncated
        env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))
    assert seen == {"seat_0", "seat_2"}


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda seen, mask: mask.argmin(axis=1), "<lambda> at seat 1 gave number 0, which is not legal"),
        (lambda seen, mask: np.full(len(mask), 99999), "gave number 99999, which is not legal"),
        (lambda seen, mask: mask.sum(axis=1) * 0.5, "gave float64 of shape"),
        (lambda seen, mask: 3, r"gave int64 of shape \(\); expected whole numbers, one for each row"),
        (lambda seen, mask: None, "gave object of shape"),
    ],
)
def test_a_guest_that_gives_nonsense_is_named(wrong: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        VectorGames("clasico", 4, 2, seed=1, bots=[None, wrong]).step([1, 1, 1, 1])


def test_guests_that_cannot_play_are_refused() -> None:
    with pytest.raises(ValueError, match="policy is for castis; this table plays clasico"):
        VectorGames("clasico", 4, 2, bots=[None, keen(editions=["castis"])])
    with pytest.raises(ValueError, match=r"no/such.safetensors: no such file"):
        VectorGames("clasico", 4, 2, bots=[None, "no/such.safetensors"])
    with pytest.raises(ValueError, match="5 is no opponent"):
        VectorGames("clasico", 4, 2, bots=[None, 5])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="guests decide between your decisions"):
        VectorGames("clasico", 4, 2, bots=[None, keen()]).play_random(10)
