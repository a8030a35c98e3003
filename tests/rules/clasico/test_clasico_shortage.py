"""Too few buildings for all who want them: the Bank auctions them one at a time."""

import pytest

from magnate.actions import AskBuildings, Bid, Mortgage, Pass, PlaceBuilding
from magnate.events import (
    AuctionOpened,
    AuctionWon,
    BuildingPlaced,
    BuildingsAsked,
    Built,
    Passed,
)
from magnate.testing import Position
from rules.clasico.kit import BLUE, BROWN, GREEN, HOTEL, LIGHT_BLUE, PINK, table
from rules.kit import build, built, heights, own, purses, sell, stock


@pytest.mark.proves("AMB-36", "CLA-71")
def test_only_the_room_left_up_to_four_houses_counts_as_a_wish() -> None:
    position = {"owners": {**own(0, *BROWN), **own(1, *LIGHT_BLUE)}, "levels": built(LIGHT_BLUE, 4, 3, 3)}
    game = table(2, houses=3, **position)
    game.does(0, build(game, BROWN, 1, 0)).one(Built, level=1)  # one, and room for two more: three are enough
    game = table(2, houses=2, **position)
    game.does(0, build(game, BROWN, 1, 0))
    assert game.must == [1]
    assert game.refusal(1, AskBuildings(3)) == "TOO_HIGH"
    assert game.can(1, AskBuildings(2))


def auctioned_house(houses: int) -> Position:
    """All houses left but one too few: seat 0 wants two for the browns, seat 1 the rest for the greens, and a bid."""
    owners = {**own(0, *BROWN), **own(1, *GREEN, *PINK)}
    game = table(2, owners=owners, levels=built(PINK, HOTEL, HOTEL, HOTEL), houses=houses)
    game.does(0, build(game, BROWN, 1, 1))
    game.does(1, AskBuildings(houses - 1)).one(AuctionOpened, building="house", amount=50)
    return game


@pytest.mark.proves("AMB-36", "CLA-80", "CLA-88")
def test_a_hotel_broken_down_during_a_house_auction_does_not_take_the_house_under_the_hammer() -> None:
    game = auctioned_house(4)
    down = sell(game, PINK, HOTEL, HOTEL, 4)  # four houses, of which one is being auctioned
    assert game.refusal(1, down) == "NO_HOUSES_LEFT"
    assert game.can(1, sell(game, PINK, 0, 0, 0))
    game = auctioned_house(5)
    game.does(1, down)
    assert stock(game)[0] == 1
    assert game.cash(1) == 1550  # half of 100
    game.does(0, Bid(50))
    game.does(1, Pass())
    game.does(0, PlaceBuilding(game.deed(BROWN[0]))).one(BuildingPlaced, seat=0, level=1)
    assert stock(game)[0] == 0
    quiet = table(2, owners=own(1, *PINK), levels=built(PINK, HOTEL, HOTEL, HOTEL), houses=4)
    assert quiet.can(1, down)  # with nothing under the hammer four are four


@pytest.mark.proves("AMB-36", "CLA-88")
def test_a_hotel_under_the_hammer_keeps_no_house_back() -> None:
    owners = {**own(0, *BROWN), **own(1, *BLUE, *PINK)}
    levels = {**built(BROWN, 4, 4), **built(BLUE, 4, 4), **built(PINK, HOTEL, HOTEL, HOTEL)}
    game = table(2, owners=owners, levels=levels, houses=4, hotels=1)
    game.does(0, build(game, BROWN, HOTEL, 4))
    game.does(1, AskBuildings(1)).one(AuctionOpened, building="hotel")
    game.does(1, sell(game, PINK, HOTEL, HOTEL, 4))
    assert stock(game) == (0, 2)


@pytest.mark.proves("AMB-36", "AMB-15")
def test_who_can_no_longer_place_the_building_has_passed() -> None:
    game = table(3, owners={**own(0, *BROWN), **own(1, *GREEN), **own(2, *PINK)}, houses=2)
    game.does(0, build(game, BROWN, 1, 0))
    game.does(1, AskBuildings(1))
    game.does(2, AskBuildings(1))
    game.does(2, Bid(100))
    assert game.must == [0, 1]
    told = game.does(1, Mortgage(game.deed(GREEN[0])))  # raised money, and closed the colour for building
    told.one(Passed, seat=1)
    assert game.must == [0]
    assert game.refusal(1, Bid(101)) == "NOT_ASKED"
    game.does(0, Pass()).one(AuctionWon, seat=2, amount=100)


@pytest.mark.proves("AMB-36", "CLA-80")
def test_an_order_that_lives_on_the_houses_of_its_own_hotel_is_filled_at_once_if_nobody_can_contest_it() -> None:
    position = {"owners": own(0, *PINK), "levels": built(PINK, 4, 4, 3), "houses": 1, "hotels": 3}
    game = table(2, **position)
    told = game.does(0, build(game, PINK, HOTEL, HOTEL, 4))
    assert told.none(BuildingsAsked, building="house")
    assert heights(game, PINK) == [HOTEL, HOTEL, 4]
    assert stock(game) == (8, 1)
    assert purses(game) == [1200, 1500]


@pytest.mark.proves("AMB-36", "CLA-80", "DP-30")
def test_a_mixed_order_asks_about_houses_and_then_about_hotels() -> None:
    # Browns at 4 and 3 to a hotel and 4: one house and one hotel. Seat 1 could want both.
    owners = {**own(0, *BROWN), **own(1, *GREEN, *PINK)}
    position = {"owners": owners, "levels": {**built(BROWN, 4, 3), **built(PINK, 4, 4, 4)}}
    game = table(2, houses=1, hotels=1, **position)
    told = game.does(0, build(game, BROWN, HOTEL, 4))
    told.one(BuildingsAsked, seat=0, count=1, building="house")
    assert told.none(BuildingsAsked, building="hotel")
    assert game.must == [1]
    told = game.does(1, AskBuildings(0))
    told.one(BuildingsAsked, seat=0, count=1, building="hotel")
    assert told.none(Built)
    assert game.must == [1]
    assert game.can(1, AskBuildings(3))  # three pinks are ready
    told = game.does(1, AskBuildings(0))
    assert [(event.level, event.amount) for event in told.of(Built, seat=0)] == [(HOTEL, 50), (4, 50)]
    assert heights(game, BROWN) == [HOTEL, 4]
    assert stock(game) == (4, 0)
    # Only what is short is asked about.
    game = table(2, houses=10, hotels=1, **position)
    told = game.does(0, build(game, BROWN, HOTEL, 4))
    assert [event.building for event in told.of(BuildingsAsked)] == ["hotel"]
    game = table(2, houses=1, hotels=4, **position)
    game.does(0, build(game, BROWN, HOTEL, 4)).one(BuildingsAsked, building="house")
    assert len(game.does(1, AskBuildings(0)).of(Built, seat=0)) == 2


@pytest.mark.proves("AMB-145", "CLA-80")
def test_a_contest_in_which_nobody_bids_is_not_opened_again_and_again() -> None:
    game = table(3, owners={**own(0, *BROWN), **own(1, *GREEN), **own(2, *BLUE)}, houses=1)
    for _ in range(10):
        if heights(game, BROWN) == [1, 0]:
            break
        game.does(0, build(game, BROWN, 1, 0))
        while game.must != [0]:
            seat = game.must[-1]
            asked = AskBuildings(1)
            game.does(seat, asked if game.can(seat, asked) else Pass())
        if game.can(0, Pass()):
            game.does(0, Pass())
    assert heights(game, BROWN) == [1, 0]
