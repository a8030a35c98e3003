"""The last houses and hotels: who else could want them is asked, and the best bidder gets them."""

import pytest

from magnate.actions import AskBuildings, Bid, Pass, PlaceBuilding
from magnate.events import AuctionOpened, AuctionWon, BuildingPlaced, BuildingsAsked, Built
from rules.castis.kit import PALENCIA, ZAMORA, castis
from rules.kit import build, own, stock

FIRST = PALENCIA[0]


@pytest.mark.proves("AMB-37", "AMB-36", "DP-30", "DP-31")
def test_the_last_hotel_is_contested_too() -> None:
    owners = {**own(0, *PALENCIA), **own(1, *ZAMORA)}
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
    game = castis(3, owners={**own(0, *PALENCIA), **own(1, *ZAMORA)}, levels={6: 3, 8: 1, 9: 1}, hotels=0)
    game.does(0, build(game, FIRST, 1, 1, 1)).one(Built, deed=game.deed(FIRST))


@pytest.mark.proves("AMB-37", "AMB-36", "DP-30", "DP-31")
def test_a_mixed_order_asks_about_houses_and_then_about_hotels() -> None:
    # 3, 1, 1 to 4, 2, 1: one hotel and one house. In Zamora seat 1 could want a hotel and houses.
    owners = {**own(0, *PALENCIA), **own(1, *ZAMORA)}
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
    game = castis(3, owners=own(0, *PALENCIA), levels={11: 3, 13: 1, 14: 1}, houses=0, hotels=1)
    told = game.does(0, build(game, FIRST, 4, 3, 2))
    assert told.none(BuildingsAsked)
    assert len(told.of(Built, seat=0)) == 3
    assert stock(game) == (0, 0)
