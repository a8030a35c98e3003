"""Simulation: the same whatever plays it, counted as the interpreter tells it, fair to every seat, near the odds."""

from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

import numpy as np
import pytest

from magnate import lab, objects
from magnate.bots.lineup import line_up
from magnate.bots.table import play_bots
from magnate.compiled import batch, records
from magnate.editions import load
from magnate.lab import jobs, tally, work
from magnate.lab.intervals import chance_of_even, mean_of_sums
from magnate.lab.roll import Walk
from magnate.lab.ruleset import halves, rotated
from magnate.lab.simulate import Simulation, summed_up
from magnate.lab.walker import play_walker
from magnate.rules import tell as told
from magnate.rules.codes import GROUP_LOTS, WHY_RENT
from magnate.rules.play import new_game
from magnate.rules.tell import BUILT, MOVED, PAID_PLAYER, ROLLED
from magnate.search.rollouts import Depth
from maths.test_landing import LONG, SHORT

MIXED = ("trader", "house", "novice", "trader")


@pytest.fixture(scope="module")
def traders() -> Simulation:
    return lab.simulate("clasico", skin="internacional", players=4, bots="trader", games=3000, seed=11)


def test_the_same_seed_gives_the_same_on_one_thread_and_on_many(monkeypatch: pytest.MonkeyPatch) -> None:
    how: dict[str, Any] = {"players": 4, "bots": MIXED, "games": 150, "seed": 3}
    one = lab.simulate("clasico", threads=1, **how)
    many = lab.simulate("clasico", threads=5, **how)
    monkeypatch.setattr(work, "CHUNK", 37)
    split = lab.simulate("clasico", threads=2, **how)
    assert one.to_dict() == many.to_dict() == split.to_dict()
    assert lab.simulate("clasico", **{**how, "seed": 4}).to_dict() != one.to_dict()


@pytest.mark.parametrize(("edition", "seats"), [("clasico", 4), ("europolis", 3), ("castis", 2)])
def test_compiled_counts_are_what_the_interpreter_tells(edition: str, seats: int) -> None:
    games, seed, most = 2, 9, 400
    table = dict(load(edition).table(seats))
    lines = rotated(MIXED[:seats])
    found = batch.play(table, games, seed, bots=lines, most=most)
    e = objects.table(table)
    for number in range(games):
        g, c = objects.State(), objects.chance(records.seeded_keys(seed, games)[number].tolist())
        new_game(g, e, c)
        play_bots(g, e, c, objects.fresh_move(), line_up(e, lines[number % len(lines)]), most)
        told: Counter[int] = Counter()
        landed: Counter[int] = Counter()
        income: Counter[int] = Counter()
        invested: Counter[int] = Counter()
        for event, _, _, amount, x, y, _ in g.events:
            told[event] += 1
            landed[y] += event == MOVED
            income[y] += amount * (event == PAID_PLAYER and x == WHY_RENT)
            invested[x] += amount * (event == BUILT)
        state = found[number]
        assert (g.turns, g.actions, g.winners) == (state["turns"], state["actions"], state["winners"])
        for name, counted in (("told", told), ("landed", landed), ("income", income), ("invested", invested)):
            assert state[name].tolist() == [counted[n] for n in range(len(state[name]))], name


def test_rolls_of_whole_games_end_near_the_published_shares(traders: Simulation) -> None:
    # Nobody moves on from a deed, so moves that end there are rolls that end there. Games are short and begin at the
    # start, decks go round, jail cards are kept and some stay in jail: 0.15 percentage points, and 4 standard errors.
    rolls = traders.rolls.mean.value
    edition = load("clasico", skin="internacional")
    for space in edition.deeds:
        found = traders.landing[space]
        error = 100 * found.per_game.error / rolls
        low, high = sorted((SHORT[space], LONG[space]))
        assert low - 0.15 - 4 * error < 100 * found.per_roll < high + 0.15 + 4 * error, found


def test_a_deeds_rents_are_its_landings_times_what_is_printed(traders: Simulation) -> None:
    table = load("clasico", skin="internacional").table(4)
    for deed in traders.deeds:
        most = max(table["rent"][deed.deed * 7 : deed.deed * 7 + 7])  # type: ignore[index]
        landed = traders.landing[table["space_deed"].index(deed.deed)]  # type: ignore[union-attr]
        assert 0 < deed.income.value < landed.per_game.value * most * 12  # of a utility, times the dice


def test_no_seat_is_favoured_but_who_rolls_first_is(traders: Simulation) -> None:
    assert traders.seats_even > 0.001
    assert traders.places_even < 0.001
    places = [one.share.value for one in traders.wins_by_place]
    assert places[0] > 0.25 > places[-1]


def test_identical_players_in_shuffled_seats_win_alike(traders: Simulation) -> None:
    won = tally.wins(traders._tally.games, 4)
    shuffle, seats = Random(2026), list(range(4))
    players = np.zeros(4)
    for game in won:
        shuffle.shuffle(seats)
        players += game[seats]
    assert chance_of_even(players.tolist()) > 0.001


def test_in_one_place_of_the_order_every_seat_wins_alike(traders: Simulation) -> None:
    games = traders._tally.games
    won = tally.wins(games, 4)
    first = games["order"][:, 0]
    counts = [float(won[first == seat, seat].sum()) / max(1, int((first == seat).sum())) for seat in range(4)]
    share = sum(counts) / 4
    for seat, count in enumerate(counts):
        error = (share * (1 - share) / int((first == seat).sum())) ** 0.5
        assert abs(count - share) < 4 * error


def test_everything_won_is_won_by_somebody(traders: Simulation) -> None:
    decided = traders.decided.count
    for parts in (traders.wins_by_bot, traders.wins_by_seat, traders.wins_by_place):
        assert sum(one.share.count for one in parts) == pytest.approx(decided)
    assert sum(one.share for one in traders.landing) == pytest.approx(1)
    bankrupt = traders.event_counts["bankruptcies"].value
    assert bankrupt <= 3


def test_bots_take_every_seat_in_turn() -> None:
    assert rotated(("a", "b", "c")) == (("a", "b", "c"), ("c", "a", "b"), ("b", "c", "a"))
    assert rotated(("a", "a")) == (("a", "a"),)
    assert rotated(("a", "b"), fixed=True) == (("a", "b"),)
    assert set(halves("a", "b", 4)) == set(permutations("aabb"))


def test_a_stronger_bot_wins_more_from_every_seat() -> None:
    found = lab.simulate("clasico", players=3, bots="trader,novice,novice", games=120, seed=1)
    assert [one.bot for one in found.wins_by_bot] == ["trader", "novice"]
    assert found.wins_by_bot[0].fair == pytest.approx(1 / 3)
    assert found.wins_by_bot[0].share.low > 0.55
    fixed = lab.simulate("clasico", players=3, bots="trader,novice,novice", games=60, seed=1, fixed_seats=True)
    assert fixed.wins_by_seat[0].share.count == fixed.wins_by_bot[0].share.count


def test_states_keep_their_size() -> None:
    assert batch.cores() >= 1
    assert records.STATE.itemsize % 8 == 0  # a GPU copies them word by word


@pytest.mark.thorough
def test_oracles_play_the_same_games_however_split(monkeypatch: pytest.MonkeyPatch) -> None:
    table = lab.RuleSet("clasico").table(3)
    job = jobs.FreshGames(table, rotated(("oracle", "house", "house")), 6, most=150, depth=Depth(trials=3, rounds=2))
    whole = work.run(job, 4)
    monkeypatch.setattr(work, "CHUNK", 1)
    assert (work.run(job, 4, threads=1).games == whole.games).all()


def final_states(over: list[int], turns: list[int]) -> Any:
    """States of games as they end, of which nothing else is known."""
    states = records.fresh_states(len(over))
    states["over"], states["turns"], states["winners"] = over, turns, 1
    states["rolls"], states["actions"] = states["turns"], 2 * states["turns"]
    states["told"][:, told.JAILED] = states["turns"] // 10
    states["income"][:, 0] = states["turns"]
    return states


def test_a_game_that_never_ends_rules_no_mean() -> None:
    rules = lab.RuleSet("clasico")
    states = final_states([1, 1, 1, 1, 0], [100, 200, 300, 400, 9000])
    found = summed_up(rules, 2, ["house"] * 2, (("house",) * 2,), 0, tally.count(states, rules.table(2)))
    assert (found.games, found.decided.count) == (5, 4)
    assert found.turns.mean.value == 250
    assert found.rounds.mean.value == 125
    assert found.actions.mean.value == 500
    assert (found.turns.median, found.turns.most) == (300, 9000)  # in order it is the longest, whatever stopped it
    assert found.event_counts["jailed"].value == 25  # (10 + 20 + 30 + 40) / 4
    assert found.per_100_turns["jailed"] == 10
    assert found.deeds[0].income.value == 250


def test_where_no_game_is_decided_no_mean_is_known() -> None:
    rules = lab.RuleSet("clasico")
    states = final_states([0, 0], [9000, 9000])
    found = summed_up(rules, 2, ["house"] * 2, (("house",) * 2,), 0, tally.count(states, rules.table(2)))
    assert found.to_dict()["turns"]["mean"]["value"] is None
    assert found.to_dict()["event_counts"]["jailed"]["value"] is None
    assert any("–" in cell for grid in found.grids() for row in grid.rows for cell in row)


def test_a_histogram_ends_where_99_of_100_decided_games_do_and_counts_the_rest() -> None:
    pytest.importorskip("matplotlib")
    rules = lab.RuleSet("clasico")
    states = final_states([1] * 200 + [0] * 20, [*range(1, 201)] + [9000] * 20)
    found = summed_up(rules, 2, ["house"] * 2, (("house",) * 2,), 0, tally.count(states, rules.table(2)))
    length = found.plot().axes[1]
    assert length.get_xlim()[1] < 220
    assert "22 of 220 longer than 198" in length.get_title("left")  # 199, 200 and the endless ones
    drawn = sum(bar.get_height() for bar in length.patches)
    assert drawn == 198


def test_oracles_can_think_less_and_say_how_long_they_take() -> None:
    said: list[str] = []
    short = jobs.FreshGames({}, (("oracle", "house"),), 0, depth=Depth(2, 2))
    work.tell_of_oracles(short, 1, 1, said.append)
    assert not said
    job = jobs.FreshGames({}, (("oracle", "house"), ("house", "oracle")), 0)
    work.tell_of_oracles(job, 600, 2, said.append)
    assert said[-1].startswith("oracles search, 200 trials of 5 rounds a choice: about 2 minutes")


# What three houses on every lot of a group bring for a roll of another player who leaves jail at once (published).
THREE_HOUSES = [5.81, 19.28, 35.16, 50.02, 62.89, 65.07, 72.73, 60.81]


def test_rents_paid_in_play_are_the_published_incomes_of_groups() -> None:
    # Seat 0 owns everything, with three houses; the others walk. Within 4 standard errors of some 8,000 rolls.
    options = {"cards.draw": "random", "cards.kept": False, "setup.cash": 50_000_000, "rent.collect": "automatic"}
    e = objects.table(dict(load("clasico", skin="internacional", options=options).table(8)))
    g, c, walk = objects.State(), objects.chance([1, 2, 3, 4, 5, 6, 7, 8]), Walk()
    new_game(g, e, c)
    for deed in range(e.deeds):
        g.owner[deed] = 0
        g.level[deed] = 3 if e.group_kind[e.deed_group[deed]] == GROUP_LOTS else 0
    g.deed_count[0] = e.deeds
    play_walker(g, e, c, objects.fresh_move(), walk, 30_000)
    rolls, paid = 0, [[0, 0] for _ in THREE_HOUSES]
    for event, seat, _, amount, x, y, _ in g.events:
        rolls += event == ROLLED and seat != 0
        if event == PAID_PLAYER and x == WHY_RENT and e.deed_group[y] < len(paid):
            paid[e.deed_group[y]][0] += amount
            paid[e.deed_group[y]][1] += amount * amount
    assert rolls > 8_000
    for (total, squares), published in zip(paid, THREE_HOUSES, strict=True):
        found = mean_of_sums(total, squares, rolls)
        assert abs(found.value - published) < 4 * found.error
        assert found.error < 0.1 * published
