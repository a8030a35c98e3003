"""The last houses and hotels: who else could want them is asked, and the best bidder gets them."""

from typing import Any

import pytest

from magnate.actions import AskBuildings, Bid, Pass, PlaceBuilding
from magnate.events import AuctionOpened, AuctionWon, BuildingPlaced, BuildingsAsked, Built, ContestOpened
from magnate.testing import Position
from rules.castis.kit import PALENCIA, ZAMORA, all_of, build, castis, stock

FIRST = PALENCIA[0]


def short(houses: int, **position: Any) -> Position:
    """Seat 0 may build in Palencia at 100, seat 1 in Zamora at 50; so many houses are left."""
    return castis(3, owners={**all_of(PALENCIA, 0), **all_of(ZAMORA, 1)}, houses=houses, **position)


@pytest.mark.proves("AMB-37", "AMB-36", "DP-30", "DP-31")
def test_the_last_house_goes_to_the_best_bidder_from_the_lowest_price() -> None:
    game = short(1)
    game.does(0, build(game, FIRST, 1, 0, 0)).one(BuildingsAsked, seat=0, count=1, building="house")
    assert game.must == [1]
    told = game.does(1, AskBuildings(1))
    told.one(ContestOpened, building="house", stock=1)
    told.one(AuctionOpened, deed=None, building="house", amount=50)
    assert game.must == [0, 1]
    assert game.refusal(0, Bid(49)) == "BID_TOO_LOW"
    game.does(1, Bid(50))
    game.does(0, Bid(120))
    told = game.does(1, Pass())
    told.one(AuctionWon, seat=0, other=None, amount=120, deed=None, building="house")
    assert game.must == [0]
    assert game.refusal(0, PlaceBuilding(game.deed(ZAMORA[0]))) == "NOT_YOURS"
    game.does(0, PlaceBuilding(game.deed(FIRST))).one(BuildingPlaced, seat=0, deed=game.deed(FIRST), level=1)
    assert [game.cash(seat) for seat in range(3)] == [1380, 1500, 1500]
    assert stock(game) == (0, 12)
    assert game.must == [0]


@pytest.mark.proves("AMB-37", "DP-30")
def test_if_nobody_else_asks_the_order_is_filled_at_the_printed_price() -> None:
    game = short(1)
    game.does(0, build(game, FIRST, 1, 0, 0))
    game.does(1, AskBuildings(0)).one(Built, seat=0, amount=100)
    assert game.cash(0) == 1400
    assert stock(game) == (0, 12)


@pytest.mark.proves("AMB-36", "DP-30")
@pytest.mark.parametrize(("cash", "most"), [(50, 1), (99, 1), (100, 2), (449, 8), (450, 9), (1500, 9)])
def test_one_may_ask_for_as_many_as_one_could_build_and_pay(cash: int, most: int) -> None:
    game = short(1, cash={1: cash})
    game.does(0, build(game, FIRST, 1, 0, 0))
    assert game.must == [1]
    assert game.can(1, AskBuildings(most))
    assert game.refusal(1, AskBuildings(most + 1)) == "TOO_HIGH"


@pytest.mark.proves("AMB-37")
def test_with_houses_enough_nobody_is_asked() -> None:
    game = short(10)  # 1 for seat 0 and at most 9 for seat 1
    assert game.does(0, build(game, FIRST, 1, 0, 0)).none(BuildingsAsked)
    tight = short(9)
    tight.does(0, build(tight, FIRST, 1, 0, 0)).one(BuildingsAsked)
    poor = short(1, cash={1: 49})
    assert poor.does(0, build(poor, FIRST, 1, 0, 0)).none(BuildingsAsked)
    assert short(0).refusal(0, build(poor, FIRST, 1, 0, 0)) == "NO_HOUSES_LEFT"


@pytest.mark.proves("AMB-37", "AMB-36", "DP-30", "DP-31")
def test_the_last_hotel_is_contested_too() -> None:
    owners = {**all_of(PALENCIA, 0), **all_of(ZAMORA, 1)}
    levels = {11: 3, 13: 1, 14: 1, 6: 1, 8: 3, 9: 1}
    game = castis(3, owners=owners, levels=levels, hotels=1)
    told = game.does(0, build(game, FIRST, 4, 1, 1))
    told.one(BuildingsAsked, seat=0, count=1, building="hotel")
    assert game.must == [1]
    assert game.refusal(1, AskBuildings(2)) == "TOO_HIGH"
    game.does(1, AskBuildings(1)).one(AuctionOpened, deed=None, building="hotel", amount=50)
    game.does(0, Pass())
    game.does(1, Bid(50)).one(AuctionWon, seat=1, amount=50, building="hotel")
    assert game.refusal(1, PlaceBuilding(game.deed(6))) == "NOT_YOURS"  # a hotel stands on three houses
    game.does(1, PlaceBuilding(game.deed(8))).one(BuildingPlaced, seat=1, deed=game.deed(8), level=4)
    assert stock(game) == (32 - 5 - 2, 0)
    assert [game.cash(0), game.cash(1)] == [1500, 1450]
    two = castis(3, owners=owners, levels=levels, hotels=2)
    two.does(0, build(two, FIRST, 4, 1, 1)).one(Built, seat=0, level=4)


@pytest.mark.proves("AMB-37")
def test_an_order_of_houses_is_not_contested_for_want_of_hotels() -> None:
    game = castis(3, owners={**all_of(PALENCIA, 0), **all_of(ZAMORA, 1)}, levels={6: 3, 8: 1, 9: 1}, hotels=0)
    game.does(0, build(game, FIRST, 1, 1, 1)).one(Built, deed=game.deed(FIRST))


@pytest.mark.proves("AMB-37", "AMB-36", "DP-30", "DP-31")
def test_a_mixed_order_asks_about_houses_and_then_about_hotels() -> None:
    # 3, 1, 1 to 4, 2, 1: one hotel and one house. In Zamora seat 1 could want a hotel and houses.
    owners = {**all_of(PALENCIA, 0), **all_of(ZAMORA, 1)}
    position = {"owners": owners, "levels": {11: 3, 13: 1, 14: 1, 6: 1, 8: 3, 9: 1}}
    game = castis(3, houses=1, hotels=1, **position)
    told = game.does(0, build(game, FIRST, 4, 2, 1))
    assert [(event.building, event.count) for event in told.of(BuildingsAsked, seat=0)] == [("house", 1)]
    assert game.must == [1]
    told = game.does(1, AskBuildings(0))
    told.one(BuildingsAsked, seat=0, count=1, building="hotel")
    assert told.none(Built)
    filled = game.copy()
    assert game.must == [1]
    told = game.does(1, AskBuildings(1))
    told.one(AuctionOpened, deed=None, building="hotel", amount=50)
    assert game.must == [0, 1]
    told.one(Built, seat=0, deed=game.deed(13), level=2)  # the house nobody contests is built
    assert [game.level(space) for space in (11, 13, 14)] == [3, 2, 1]
    filled.play(1, AskBuildings(0))
    assert [filled.level(space) for space in (11, 13, 14)] == [4, 2, 1]
    assert filled.cash(0) == 1300
    assert stock(filled) == (3, 0)  # 1 - 1 + 3
    contest = castis(3, houses=1, hotels=1, **position)
    contest.does(0, build(contest, FIRST, 4, 2, 1))
    told = contest.does(1, AskBuildings(1))
    assert told.none(BuildingsAsked, building="hotel")
    told.one(AuctionOpened, building="house", amount=50)


@pytest.mark.proves("AMB-37", "AMB-124")
def test_an_order_nobody_can_contest_is_filled_at_once_from_the_houses_it_sets_free() -> None:
    game = castis(3, owners=all_of(PALENCIA, 0), levels={11: 3, 13: 1, 14: 1}, houses=0, hotels=1)
    told = game.does(0, build(game, FIRST, 4, 3, 2))
    assert told.none(BuildingsAsked)
    assert len(told.of(Built, seat=0)) == 3
    assert stock(game) == (0, 0)


def test_a_silent_player_asks_for_no_building_passes_and_places_what_was_won() -> None:
    game = short(1)
    game.does(0, build(game, FIRST, 1, 0, 0))
    assert game.default_action(1) == AskBuildings(0)
    game.does(1, AskBuildings(1))
    assert [game.default_action(seat) for seat in game.must] == [Pass(), Pass()]
    game.does(1, Bid(50))
    game.does(0, Pass())
    assert game.default_action(1) == PlaceBuilding(game.deed(ZAMORA[0]))
