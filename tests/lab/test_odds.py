"""The mathematics of the board: our rules, asked for every roll, against the published figures.

The published shares are in percent of all rolls with four decimals, so half of the last is the error allowed; incomes
are in money a roll with two. They are for decks drawn with replacement and cards that nobody keeps.
"""

import math

import pytest

from magnate import lab, objects
from magnate.bots.choices import sample_chance
from magnate.compiled.bench import house_action
from magnate.game import Game
from magnate.lab.intervals import mean_of_sums, share
from magnate.lab.odds import Odds
from magnate.lab.rent_risk import rolls_before
from magnate.lab.roll import Board, TokenPlace, place_of
from magnate.lab.walker import play_walker
from magnate.rules.codes import FRAME_TURN, WHY_RENT
from magnate.rules.stack import next_in_order, top_kind
from magnate.rules.tell import PAID_PLAYER
from maths.test_landing import LONG, SHORT

# Group, level: income a roll (leaving, staying), rolls to pay back; "published" is another author's for those who stay.
GROUPS = {
    ("Brown", 3): (5.81, 5.48, 72.3, 76.6, 5.50),
    ("Light blue", 3): (19.28, 18.19, 39.9, 42.3, 18.17),
    ("Pink", 3): (35.16, 33.44, 38.1, 40.1, 33.41),
    ("Orange", 3): (50.02, 47.11, 29.2, 31.0, 47.81),
    ("Red", 3): (62.89, 58.74, 32.3, 34.6, 58.41),
    ("Yellow", 3): (65.07, 61.20, 33.0, 35.1, 61.53),
    ("Green", 3): (72.73, 68.59, 37.4, 39.7, 68.22),
    ("Dark blue", 3): (60.81, 57.48, 32.1, 33.9, 57.33),
    ("Brown", 5): (15.06, 14.20, 41.2, 43.6, 14.26),
    ("Light blue", 5): (39.01, 36.81, 27.4, 29.1, 36.77),
    ("Pink", 5): (60.24, 57.34, 32.2, 33.8, 57.31),
    ("Orange", 5): (85.27, 80.35, 24.2, 25.6, 81.52),
    ("Red", 5): (93.54, 87.36, 31.3, 33.5, 86.87),
    ("Yellow", 5): (92.97, 87.45, 32.8, 34.9, 87.91),
    ("Green", 5): (102.62, 96.78, 38.2, 40.5, 96.25),
    ("Dark blue", 5): (85.32, 80.65, 32.2, 34.1, 80.43),
}


@pytest.fixture(scope="module")
def board() -> Odds:
    return lab.odds("clasico", skin="internacional")


def test_every_roll_ends_where_the_solved_chain_says(board: Odds) -> None:
    rounding = 0.00005 + 1e-9
    assert [100 * one.leaving for one in board.landing] == pytest.approx(SHORT, abs=rounding)
    assert [100 * one.staying for one in board.landing] == pytest.approx(LONG, abs=rounding)


def group_names(board: Odds) -> dict[str, str]:
    """The published names of the colours, by ours."""
    ours = list(dict.fromkeys(one.group for one in board.groups))
    return dict(
        zip(["Brown", "Light blue", "Pink", "Orange", "Red", "Yellow", "Green", "Dark blue"], ours, strict=False)
    )


@pytest.mark.parametrize(("group", "level"), GROUPS, ids=str)
def test_groups_bring_what_is_published(board: Odds, group: str, level: int) -> None:
    leaving, staying, rolls, rolls_staying, published = GROUPS[group, level]
    name = group_names(board)[group]
    found = next(one for one in board.groups if (one.group, one.level) == (name, level))
    assert (found.income, found.income_staying) == pytest.approx((leaving, staying), abs=0.0051)
    assert (found.rolls, found.rolls_staying) == pytest.approx((rolls, rolls_staying), abs=0.051)
    assert found.income_staying == pytest.approx(published, rel=0.015)


def test_four_stations_bring_what_is_published(board: Odds) -> None:
    stations = next(one for one in board.groups if one.level == 3 and one.cost == 800)
    assert (stations.income, stations.income_staying) == pytest.approx((22.76, 21.25), abs=0.0051)


def test_the_third_house_on_the_dearest_orange_lot_pays_back_first(board: Odds) -> None:
    houses = sorted((one for one in board.steps if one.level > 0 and one.cost < 250), key=lambda one: one.rolls)
    lots = [one for one in houses if one.group == group_names(board)["Orange"]]
    assert houses[0] == lots[0]
    assert houses[0].level == 3
    assert (houses[0].rolls, houses[0].rolls_staying) == pytest.approx((8.5, 9.4), abs=0.051)


def test_from_jail_one_roll_hits_orange_fourteen_times_in_thirtysix() -> None:
    table = lab.RuleSet("clasico", skin="internacional").table(2)
    ends = Board(table).roll(TokenPlace(10))
    assert sum(one.chance for one in ends) == pytest.approx(1)
    hit = sum(one.chance for one in ends if one.place.space in (16, 18, 19))
    assert hit == pytest.approx(14 / 36 + 1 / 36 / 16)  # with twelve, and the card that moves back three spaces


def test_every_edition_has_its_odds() -> None:
    found = lab.odds("monopoli-server")
    assert sum(one.leaving for one in found.landing) == pytest.approx(1)
    assert all(math.isfinite(one.rolls) and one.rolls > 0 for one in found.steps)


def prisoner(*owned: int) -> Game:
    """Seat 0 in jail; seat 1 owns the deeds of these spaces."""
    game = Game("clasico", seats=2, seed=1, skin="internacional")
    g = game.state
    while g.turns == 0:
        game.play(game.must[0], game.legal_actions(game.must[0])[0])
    for space in owned:
        g.owner[game.table.space_deed[space]] = 1
        g.deed_count[1] += 1
    g.at[0], g.jail[0] = 10, 1
    return game


def test_a_prisoner_who_stays_hits_the_fourth_space_with_one_roll_in_thirtysix() -> None:
    found = lab.rent_risk(prisoner(14), stays=True)
    mover, owner = found.turns
    assert mover.pays == pytest.approx(1 / 36)  # only a double of two; it gives no second roll
    assert mover.rent == pytest.approx(mover.dangers[0].rent / 36)
    assert owner.hit == pytest.approx(mover.pays)
    assert owner.receives == pytest.approx(mover.rent)
    assert (owner.pays, mover.hit) == (0, 0)


def test_a_card_can_hit_too() -> None:
    found = lab.rent_risk(prisoner(11), stays=True).turns[0]
    assert found.pays == pytest.approx(1 / 36 / 16)  # a double of six, and the card that leads there


def test_who_rolls_twice_is_hit_more_often() -> None:
    free = prisoner(14)
    free.state.jail[0] = 0
    free.state.at[0] = 10
    once = sum(
        one.chance for one in Board(dict(free.edition.table(2)), free.state, 0).roll(TokenPlace(10)) if one.rents
    )
    assert lab.rent_risk(free).turns[0].pays > once > 3 / 36 - 1e-9


def test_only_those_who_roll_before_the_next_turn_of_a_player_can_hit_them() -> None:
    game = Game("clasico", seats=3, seed=5)
    while game.state.turns < 90 or game.state.rolled:
        game.play(*house_action(game))
    g = game.state
    first, second, third = (g.turn, next_in_order(g, g.turn, 7), next_in_order(g, next_in_order(g, g.turn, 7), 7))

    def before() -> dict[int, list[int]]:
        return {seat: rolls_before(g, seat) for seat in (first, second, third)}

    assert before() == {first: [second, third], second: [first], third: [first, second]}
    g.rolled = 1  # and no double: the first hands the dice on without another roll
    assert before() == {first: [second, third], second: [], third: [second]}
    g.again = 1
    assert before() == {first: [second, third], second: [first], third: [first, second]}
    g.rolled, g.again = 1, 0
    found = {one.seat: one for one in lab.rent_risk(game).turns}
    assert (found[second].hit, found[second].receives) == (0, 0)
    assert found[first].hit > 0


def test_turns_thrown_with_real_dice_cost_what_the_odds_say() -> None:
    game = Game("clasico", seats=3, seed=5)
    while game.state.turns < 90:
        game.play(*house_action(game))
    g, table = game.state, dict(game.edition.table(3))
    seat = next(one for one in range(3) if one != g.turn and g.out[one] == 0)
    expected = next(one for one in lab.rent_risk(game).turns if one.seat == seat)
    board, turns = Board(table, g, seat), 1500
    paid = []
    for number in range(turns):
        c = objects.chance([number, 0, 0, 0, 0, 0, 0, 9])
        sample_chance(g, game.table, c, 3, number)
        state = board.before(place_of(g, seat))
        while state.turn == seat and not (top_kind(state) == FRAME_TURN and state.rolled and not state.again):
            play_walker(state, board.e, c, board.a, board.walk, state.actions + 1)
        paid.append(sum(fact[3] for fact in state.events if fact[0] == PAID_PLAYER and fact[4] == WHY_RENT))
    pays = share(sum(one > 0 for one in paid), turns, level=0.9999)
    rent = mean_of_sums(sum(paid), sum(one * one for one in paid), turns)
    assert expected.pays > 0.1
    assert pays.low < expected.pays < pays.high
    assert abs(rent.value - expected.rent) < 4 * rent.error
    assert max(paid) <= expected.worst
