"""Thousands of games at once: the same games as one by one, whatever the threads; new ones when they end."""

import copy
import pickle

import numpy as np
import pytest

from envs.walking import TABLES, Walk
from magnate.coding import catalogue
from magnate.editions import names
from magnate.envs import IllegalNumber, SingleSeat, VectorGames
from magnate.rules.codes import ACCEPT_DEAL, BUILD, BUY, END_TURN, MORTGAGE, PASS, REFUSE, ROLL, SELL_BUILDINGS


@pytest.mark.parametrize(("edition", "variant"), TABLES)
def test_compiled_games_are_the_interpreted_ones(edition: str, variant: str | None) -> None:
    games = VectorGames(edition, 2, variant=variant, seed=11, between=True)
    for game in range(2):
        walk = Walk(games.spec, games.chances["key"][game].tolist(), between=True)
        mine = VectorGames(edition, 2, variant=variant, seed=11, between=True)
        for _ in range(150):
            assert mine.seat[game] == walk.w.seat
            assert np.flatnonzero(mine.mask[game]).tolist() == sorted(walk.legal)
            seen = np.asarray(walk.seen(), np.float32)
            expected = mine.spec.blank()
            expected[: len(seen)] = seen * mine.scale[: len(seen)]
            np.testing.assert_array_equal(mine.observation[game], expected)
            number = int(mine.random_choice[game])
            mine.step(mine.random_choice)
            if mine.ended[game]:
                break
            walk.play(number)


def test_the_same_seed_gives_the_same_games_on_any_number_of_threads() -> None:
    seen = []
    for threads in (1, 3):
        games = VectorGames("europolis", 300, 3, seed=5, threads=threads)
        games.play_random(300 * 120)
        seen.append((games.states.tobytes(), games.observation.tobytes(), games.mask.tobytes()))
    assert seen[0] == seen[1]
    other = VectorGames("europolis", 300, 3, seed=6)
    other.play_random(300 * 120)
    assert other.states.tobytes() != seen[0][0]


def test_steps_and_random_play_go_the_same_way() -> None:
    one, other = (VectorGames("castis", 70, 4, seed=9) for _ in range(2))
    for _ in range(50):
        one.step(one.random_choice)
    other.play_random(70 * 50)
    assert one.states.tobytes() == other.states.tobytes()


def test_a_game_that_ends_pays_and_begins_anew() -> None:
    games = VectorGames("clasico", 64, 2, seed=1)
    ends = 0
    for _ in range(4000):
        games.step(games.random_choice)
        for game in np.flatnonzero(games.ended):
            ends += 1
            assert sorted(games.reward[game].tolist()) == [-1.0, 1.0]
            assert games.winners[game] == 1 << int(games.reward[game].argmax())
            assert games.states["turns"][game] == 0
            assert games.decisions[game] > 0
        assert not games.reward[~games.ended].any()
        if ends >= 20:
            return
    raise AssertionError(f"only {ends} games ended")


def test_a_game_is_cut_after_so_many_actions() -> None:
    games = VectorGames("clasico", 8, 4, seed=1, most=50)
    cuts = 0
    for _ in range(120):
        games.step(games.random_choice)
        cuts += int(games.cut.sum())
        assert not games.reward.any()
        assert not games.ended.any()
    assert cuts >= 8


def test_shaping_pays_changes_in_the_part_of_all_wealth_and_sums_to_nothing() -> None:
    games = VectorGames("monopoli-server", 32, 3, seed=2, shaping=0.5)
    total = np.zeros(3)
    for _ in range(300):
        games.step(games.random_choice)
        np.testing.assert_allclose(games.reward.sum(axis=1), 0, atol=1e-5)
        total += np.abs(games.reward).sum(axis=0)
    assert (total > 0).all()


def test_a_number_that_is_not_legal_is_named_and_plays_nothing() -> None:
    games = VectorGames("clasico", 3, 2, seed=1)
    before = games.states.tobytes()
    buy = games.spec.numbers.first[BUY]
    with pytest.raises(IllegalNumber, match=f"number {buy} is not legal in game 0"):
        games.step([buy] * 3)
    assert games.states.tobytes() == before
    with pytest.raises(IllegalNumber, match="-1 is no number"):
        games.step([-1] * 3)
    for wrong, why in (([buy + 0.9] * 3, "float64"), ([2**32] * 3, "4294967296 is no number"), ([True] * 3, "bool")):
        with pytest.raises(IllegalNumber, match=why):
            games.step(wrong)
    assert games.states.tobytes() == before


@pytest.mark.parametrize(("game", "seat"), [(0, -1), (0, 4), (-1, 0), (2, 0)])
def test_only_a_seat_of_a_game_can_look(game: int, seat: int) -> None:
    games = VectorGames("clasico", 2, 4, seed=3)
    before = games.states.tobytes()
    with pytest.raises(ValueError, match="expected below 2 and below 4"):
        games.look(game, seat)
    assert games.states.tobytes() == before


@pytest.mark.parametrize("seed", [-1, 2**63])
def test_a_seed_has_sixty_three_bits(seed: int) -> None:
    with pytest.raises(ValueError, match="below 2\\^63"):
        VectorGames("clasico", 1, 2, seed=seed)


def test_bots_are_named_seat_by_seat() -> None:
    with pytest.raises(ValueError, match="bots is 'novice'; expected a name"):
        VectorGames("clasico", 1, 2, bots="novice")
    with pytest.raises(ValueError, match="bots is 'novice'; expected a name"):
        SingleSeat("clasico", bots="novice")


def test_deals_are_made_in_random_play() -> None:
    games = VectorGames("clasico", 64, 4, seed=3)
    first = games.spec.numbers.first
    proposed = accepted = 0
    for _ in range(400):
        choice = games.random_choice.copy()
        proposed += int((choice >= first[catalogue.PROPOSE_PURCHASE]).sum())
        accepted += int((choice == first[ACCEPT_DEAL]).sum())
        games.step(choice)
    assert proposed > 500
    assert accepted > 100


def test_bots_play_the_seats_they_are_given() -> None:
    games = VectorGames("clasico", 64, bots=[None, "house", "novice", "trader"], seats=4, seed=4)
    ends = 0
    for _ in range(300):
        assert (games.seat == 0).all()
        games.step(games.random_choice)
        ends += int(games.ended.sum())
    assert ends > 5


def test_a_table_needs_one_seat_without_a_bot_and_known_names() -> None:
    with pytest.raises(ValueError, match="expected None at one seat"):
        VectorGames("clasico", 1, 2, bots=["house", "house"])
    with pytest.raises(ValueError, match="no bot is called 'genius'; there are novice, house, trader"):
        VectorGames("clasico", 1, 2, bots=["genius", None])
    with pytest.raises(ValueError, match="the oracle takes too long"):
        VectorGames("clasico", 1, 2, bots=["oracle", None])
    with pytest.raises(ValueError, match="3 bots for 2 seats"):
        VectorGames("clasico", 1, 2, bots=[None, None, None])


def test_games_need_a_size_and_time_for_everybody_to_have_a_word() -> None:
    with pytest.raises(ValueError, match="0 games; expected 1 or more"):
        VectorGames("clasico", 0, 2)
    with pytest.raises(ValueError, match="cut after 3 actions; expected one for each of 4 seats"):
        VectorGames("clasico", 1, 4, most=3)
    with pytest.raises(ValueError, match="-1 threads; expected 1 or more"):
        VectorGames("clasico", 1, 4, threads=-1)
    for edition in names():
        games = VectorGames(edition, 4, 4, bots=["house", "house", "house", None], most=4)
        games.step(games.random_choice)
        assert games.mask.any()


def test_games_go_on_from_a_pickle_as_they_would_have() -> None:
    games = VectorGames("europolis", 130, 3, seed=8, bots=[None, "trader", None], between=True, shaping=0.5, threads=2)
    games.play_random(130 * 150)
    others = pickle.loads(pickle.dumps(games)), copy.deepcopy(games)
    for _ in range(60):
        games.step(games.random_choice)
        for other in others:
            other.step(other.random_choice)
            for name in ("states", "observation", "mask", "reward", "result"):
                assert (getattr(other, name) == getattr(games, name)).all(), name
    games.reset(9)
    others[0].reset(9)
    assert (games.states == others[0].states).all()


def test_a_pickled_table_keeps_its_rules() -> None:
    games = VectorGames(
        "clasico", 2, variant="fast", options={"jail.fine": 100}, mortgage_only_in_debt=True, again=False
    )
    other = pickle.loads(pickle.dumps(games))
    assert other.spec.table == games.spec.table
    assert other.spec.edition == games.spec.edition
    assert (other.watch == games.watch).all()


def test_masks_leave_out_mortgaging_while_play_can_go_on_without() -> None:
    how = {"seats": 3, "seed": 4}
    games, free = VectorGames("clasico", 120, mortgage_only_in_debt=True, **how), VectorGames("clasico", 120, **how)
    first = games.spec.numbers.first
    ways_on = [first[family] for family in (ROLL, END_TURN, REFUSE, PASS)]
    managing = [
        *range(first[SELL_BUILDINGS], first[BUILD]),
        *range(first[MORTGAGE], first[ACCEPT_DEAL]),
        *range(first[catalogue.SELL_ON_GROUP], first[catalogue.BUILD_ON_GROUP]),
    ]
    in_debt = aimless = 0
    for _ in range(400):
        for table in (games, free):
            table.step(table.random_choice)
        goes_on = games.mask[:, ways_on].any(axis=1)
        assert not games.mask[goes_on][:, managing].any()
        in_debt += int(games.mask[~goes_on][:, managing].any(axis=1).sum())
        aimless += int(free.mask[free.mask[:, ways_on].any(axis=1)][:, managing].any(axis=1).sum())
    assert in_debt > 10
    assert aimless > 1000
