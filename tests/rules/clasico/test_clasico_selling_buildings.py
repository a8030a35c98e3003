"""Selling buildings back to the Bank: half price, evenly, hotels outright or for houses."""

import pytest

from magnate.actions import ProposeDeal, SellBuildings
from magnate.events import BuildingsSold, Built
from rules.clasico.kit import (
    BLUE,
    BROWN,
    GREEN,
    HOTEL,
    LIGHT_BLUE,
    PINK,
    RED,
    build,
    built,
    fast,
    levels,
    own,
    purses,
    sell,
    stock,
    table,
)


@pytest.mark.proves("CLA-85", "DP-32")
@pytest.mark.parametrize(("group", "half"), [(BROWN, 25), (PINK, 50), (RED, 75), (GREEN, 100)])
def test_a_house_sells_for_half_its_price_to_the_bank(group: tuple[str, ...], half: int) -> None:
    rest = [0] * (len(group) - 1)
    game = table(2, owners=own(0, *group), levels=built(group, 1, *rest))
    told = game.does(0, sell(game, group, 0, *rest))
    told.one(BuildingsSold, seat=0, deed=game.deed(group[0]), level=0, amount=half)
    assert purses(game) == [1500 + half, 1500]
    assert stock(game) == (32, 12)


@pytest.mark.proves("CLA-72", "AMB-33")
def test_houses_are_sold_evenly() -> None:
    game = table(2, owners=own(0, *PINK), levels=built(PINK, 2, 2, 1))
    assert game.refusal(0, sell(game, PINK, 2, 2, 0)) == "NOT_EVEN"
    assert game.refusal(0, sell(game, PINK, 0, 2, 1)) == "NOT_EVEN"
    assert game.can(0, sell(game, PINK, 1, 2, 1))
    assert game.can(0, sell(game, PINK, 1, 1, 0))
    told = game.does(0, sell(game, PINK, 0, 0, 0))  # everything: five houses at 50
    assert sum(event.amount for event in told.of(BuildingsSold)) == 250
    assert game.cash(0) == 1750


@pytest.mark.proves("AMB-33")
def test_no_lot_may_come_out_higher_and_something_must_be_sold() -> None:
    game = table(2, owners=own(0, *PINK), levels=built(PINK, 1, 1, 1))
    assert game.refusal(0, sell(game, PINK, 2, 1, 1)) == "TOO_HIGH"
    assert game.refusal(0, sell(game, PINK, 1, 1, 1)) == "NOTHING_TO_CHANGE"
    assert game.refusal(1, sell(game, PINK, 1, 1, 0)) == "NOT_YOURS"
    assert game.refusal(0, SellBuildings(game.group(5), [0, 0, 0, 0])) == "NOT_A_LOT"


@pytest.mark.proves("CLA-86", "CLA-87", "CLA-116", "W-16", "DP-33")
def test_a_hotel_sells_for_half_the_hotel_and_half_its_houses() -> None:
    game = table(2, owners=own(0, *PINK), levels=built(PINK, HOTEL, HOTEL, HOTEL))
    told = game.does(0, sell(game, PINK, 0, 0, 0))  # the hotels of a group all at one time
    assert [event.amount for event in told.of(BuildingsSold)] == [250, 250, 250]  # 50 + 4 × 50
    assert game.cash(0) == 1500 + 750
    assert stock(game) == (32, 12)
    game = fast(3, owners=own(0, *PINK), levels=built(PINK, 4, 4, 4))  # in the fast game the hotel is level 4
    told = game.does(0, sell(game, PINK, 0, 0, 0))
    assert [event.amount for event in told.of(BuildingsSold)] == [200, 200, 200]  # 50 + 3 × 50


@pytest.mark.proves("CLA-88", "DP-33", "CLA-86")
def test_a_hotel_may_be_exchanged_for_four_houses_and_half_its_price() -> None:
    game = table(2, owners=own(0, *GREEN), levels=built(GREEN, HOTEL, HOTEL, HOTEL))
    assert stock(game) == (32, 9)
    told = game.does(0, sell(game, GREEN, HOTEL, HOTEL, 4))
    told.one(BuildingsSold, seat=0, deed=game.deed(GREEN[2]), level=4, amount=100)
    assert levels(game, GREEN) == [5, 5, 4]
    assert stock(game) == (28, 10)
    assert game.cash(0) == 1600


@pytest.mark.proves("CLA-72", "AMB-33")
def test_one_hotel_cannot_be_sold_outright_beside_the_others() -> None:
    game = table(2, owners=own(0, *BLUE), levels=built(BLUE, HOTEL, HOTEL))
    for low in range(4):
        assert game.refusal(0, sell(game, BLUE, low, HOTEL)) == "NOT_EVEN"
    assert game.can(0, sell(game, BLUE, 4, HOTEL))


@pytest.mark.proves("CLA-79", "AMB-34", "AMB-33")
def test_without_houses_in_the_bank_hotels_are_sold_to_bare_ground() -> None:
    game = table(2, owners=own(0, *BLUE), levels=built(BLUE, HOTEL, HOTEL), houses=0)
    assert game.refusal(0, sell(game, BLUE, HOTEL, 4)) == "NO_HOUSES_LEFT"
    assert game.refusal(0, sell(game, BLUE, 1, 0)) == "NO_HOUSES_LEFT"
    told = game.does(0, sell(game, BLUE, 0, 0))
    assert [event.amount for event in told.of(BuildingsSold)] == [500, 500]  # 100 + 4 × 100
    assert stock(game)[0] == 0


@pytest.mark.proves("CLA-79", "AMB-34")
@pytest.mark.parametrize(("houses", "lowest"), [(3, (2, 1)), (4, (HOTEL, 4)), (8, (4, 4))])
def test_hotels_come_down_only_as_far_as_the_bank_s_houses_reach(houses: int, lowest: tuple[int, int]) -> None:
    position = {"owners": own(0, *BLUE), "levels": built(BLUE, HOTEL, HOTEL)}
    game = table(2, houses=houses, **position)
    assert game.can(0, sell(game, BLUE, *lowest))
    short = table(2, houses=houses - 1, **position)
    assert short.refusal(0, sell(short, BLUE, *lowest)) == "NO_HOUSES_LEFT"


@pytest.mark.proves("AMB-33")
def test_houses_standing_on_the_group_serve_for_its_hotel() -> None:
    # A hotel beside four houses, none in the Bank: 3 / 3 needs six houses and only four stand there.
    game = table(2, owners=own(0, *BLUE), levels=built(BLUE, HOTEL, 4), houses=0)
    assert game.refusal(0, sell(game, BLUE, 3, 3)) == "NO_HOUSES_LEFT"
    told = game.does(0, sell(game, BLUE, 2, 2))
    # from the hotel to two: 100 + 2 × 100; from four to two: 2 × 100
    assert [event.amount for event in told.of(BuildingsSold)] == [300, 200]
    assert levels(game, BLUE) == [2, 2]
    assert stock(game)[0] == 0


@pytest.mark.proves("CLA-85", "AMB-17")
def test_buildings_are_sold_on_one_s_turn_or_between_turns() -> None:
    game = table(3, owners=own(2, *LIGHT_BLUE), levels=built(LIGHT_BLUE, 1, 0, 0), at={0: "Cárcel"})
    assert game.can(2, sell(game, LIGHT_BLUE, 0, 0, 0))
    game.rolls(4, 6)
    assert game.refusal(2, sell(game, LIGHT_BLUE, 0, 0, 0)) == "WRONG_MOMENT"
    game.ends_turn()
    assert game.can(2, sell(game, LIGHT_BLUE, 0, 0, 0))


@pytest.mark.proves("CLA-84", "CLA-83")
def test_buildings_never_go_to_another_player() -> None:
    game = table(2, owners=own(0, *PINK), levels=built(PINK, 1, 0, 0))
    for place in PINK:
        deal = ProposeDeal(cash={0: 500, 1: -500}, deeds={game.deed(place): 1})
        assert game.refusal(0, deal) == "BUILDINGS_IN_THE_WAY"


@pytest.mark.proves("CLA-86", "CLA-88", "CLA-76")
def test_where_a_hotel_has_a_price_of_its_own_each_step_is_worth_half_of_its_own_price() -> None:
    game = table(2, owners=own(0, *BLUE), levels=built(BLUE, 4, 4))
    for place in BLUE:
        game.table.hotel_cost[game.deed(place)] = 300  # houses stay at 200
    told = game.does(0, build(game, BLUE, HOTEL, HOTEL))
    assert [event.amount for event in told.of(Built)] == [300, 300]
    told = game.does(0, sell(game, BLUE, HOTEL, 4))
    told.one(BuildingsSold, amount=150)
    told = game.does(0, sell(game, BLUE, 0, 0))
    assert [event.amount for event in told.of(BuildingsSold)] == [150 + 400, 400]
