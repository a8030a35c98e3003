"""Too few buildings for all who want them: the Bank auctions them one at a time."""

import pytest

from magnate.actions import AskBuildings, Bid, Mortgage, Pass, PlaceBuilding
from magnate.events import (
    AuctionFailed,
    AuctionOpened,
    AuctionWon,
    BuildingPlaced,
    BuildingsAsked,
    Built,
    ContestOpened,
    Passed,
)
from magnate.testing import Position
from rules.clasico.kit import (
    BLUE,
    BROWN,
    GREEN,
    HOTEL,
    LIGHT_BLUE,
    PINK,
    build,
    built,
    kinds,
    levels,
    own,
    purses,
    sell,
    stock,
    table,
)


@pytest.mark.proves("CLA-80", "CLA-81", "AMB-36", "DP-30", "DP-31")
def test_the_last_house_wanted_by_two_goes_to_the_best_bidder_who_places_it_at_once() -> None:
    game = table(3, owners={**own(0, *BROWN), **own(1, *GREEN)}, houses=1)
    told = game.does(0, build(game, BROWN, 1, 0))
    told.one(BuildingsAsked, seat=0, count=1, building="house")
    assert told.none(Built)
    assert game.must == [1]  # the other who could build is asked; seat 2 cannot
    assert game.refusal(2, AskBuildings(1)) == "NOT_ASKED"
    told = game.does(1, AskBuildings(1))
    told.one(ContestOpened, building="house", stock=1)
    told.one(AuctionOpened, building="house", deed=None, amount=50)  # the lower of 50 and 200
    assert game.must == [0, 1]
    assert game.refusal(0, Bid(49)) == "BID_TOO_LOW"
    game.does(0, Bid(50))
    game.does(1, Bid(51))
    told = game.does(0, Pass())
    told.one(AuctionWon, seat=1, other=None, amount=51, building="house", deed=None)
    assert game.must == [1]
    assert kinds(game, 1)[0] == "PlaceBuilding"
    assert game.refusal(1, PlaceBuilding(game.deed(BROWN[0]))) == "NOT_YOURS"
    told = game.does(1, PlaceBuilding(game.deed(GREEN[1])))
    told.one(BuildingPlaced, seat=1, deed=game.deed(GREEN[1]), level=1)
    assert levels(game, GREEN) == [0, 1, 0]
    assert levels(game, BROWN) == [0, 0]
    assert purses(game) == [1500, 1449, 1500]  # the bid, and nothing more
    assert stock(game)[0] == 0


@pytest.mark.proves("CLA-80", "AMB-36")
def test_if_the_other_wants_none_the_order_is_filled_at_the_printed_price() -> None:
    game = table(2, owners={**own(0, *BROWN), **own(1, *GREEN)}, houses=1)
    game.does(0, build(game, BROWN, 1, 0))
    told = game.does(1, AskBuildings(0))
    told.one(Built, seat=0, amount=50, level=1)
    assert told.none(ContestOpened)
    assert purses(game) == [1450, 1500]


@pytest.mark.proves("CLA-80", "AMB-36")
def test_if_there_is_enough_for_all_that_was_asked_nothing_is_auctioned() -> None:
    game = table(2, owners={**own(0, *BROWN), **own(1, *GREEN)}, houses=3)
    game.does(0, build(game, BROWN, 1, 1))
    told = game.does(1, AskBuildings(1))  # 2 + 1 = 3
    assert told.none(ContestOpened)
    assert levels(game, BROWN) == [1, 1]
    game = table(2, owners={**own(0, *BROWN), **own(1, *GREEN)}, houses=3)
    game.does(0, build(game, BROWN, 1, 1))
    told = game.does(1, AskBuildings(2))  # 2 + 2 > 3
    told.one(ContestOpened, building="house", stock=3)


@pytest.mark.proves("AMB-36", "CLA-80")
def test_nobody_is_asked_while_the_stock_suffices_for_every_affordable_order() -> None:
    # Seat 1 could put up at most 12 houses and pay for 1500 // 200 = 7; two for seat 0: nine.
    game = table(2, owners={**own(0, *BROWN), **own(1, *GREEN)}, houses=9)
    game.does(0, build(game, BROWN, 1, 1)).of(Built)
    assert levels(game, BROWN) == [1, 1]
    game = table(2, owners={**own(0, *BROWN), **own(1, *GREEN)}, houses=8)
    game.does(0, build(game, BROWN, 1, 1))
    assert game.must == [1]


@pytest.mark.proves("AMB-36", "DP-30")
def test_one_asks_for_no_more_than_one_could_place_and_pay() -> None:
    game = table(2, owners={**own(0, *BROWN), **own(1, *GREEN)}, cash={1: 650}, houses=2)
    game.does(0, build(game, BROWN, 1, 1))
    assert game.refusal(1, AskBuildings(4)) == "TOO_HIGH"
    assert game.can(1, AskBuildings(3))  # 3 × 200
    asked = next(option for option in game.options(1) if option.type == "AskBuildings")
    assert (asked.low, asked.high) == (0, 3)


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


@pytest.mark.proves("AMB-36", "CLA-75")
def test_only_lots_ready_for_a_hotel_count_as_a_wish_for_one() -> None:
    owners = {**own(0, *BROWN), **own(1, *PINK)}
    game = table(2, owners=owners, levels={**built(BROWN, 4, 4), **built(PINK, 4, 4, 3)}, hotels=1)
    game.does(0, build(game, BROWN, HOTEL, 4)).one(Built, level=HOTEL)
    game = table(2, owners=owners, levels={**built(BROWN, 4, 4), **built(PINK, 4, 4, 4)}, hotels=3)
    game.does(0, build(game, BROWN, HOTEL, 4))  # one, and three for the pinks
    assert game.must == [1]
    game = table(2, owners=owners, levels={**built(BROWN, 4, 4), **built(PINK, 4, 4, 4)}, hotels=4)
    game.does(0, build(game, BROWN, HOTEL, 4)).one(Built, level=HOTEL)


@pytest.mark.proves("AMB-36")
def test_who_cannot_build_is_not_asked() -> None:
    owners = {**own(0, *BROWN), **own(1, *GREEN), **own(2, *PINK[:2]), **own(3, *LIGHT_BLUE)}
    game = table(5, owners={**owners, **own(4, *BLUE)}, cash={1: 199}, mortgages=[LIGHT_BLUE[0]], houses=1)
    game.does(0, build(game, BROWN, 1, 0))
    # 1 has too little cash, 2 no whole colour, 3 a mortgage in the colour; only 4 could.
    assert game.must == [4]


@pytest.mark.proves("CLA-81", "AMB-36")
def test_the_auction_starts_at_the_lowest_price_among_the_contenders_deeds() -> None:
    game = table(3, owners={**own(0, *GREEN), **own(1, *PINK), **own(2, *BROWN)}, houses=1)
    game.does(0, build(game, GREEN, 1, 0, 0))
    game.does(1, AskBuildings(1))
    told = game.does(2, AskBuildings(0))  # the browns are out of it
    told.one(AuctionOpened, building="house", amount=100)
    assert game.must == [0, 1]


@pytest.mark.proves("AMB-36", "CLA-80")
def test_buildings_are_auctioned_one_at_a_time_until_no_more_are_wanted_than_there_are() -> None:
    game = table(2, owners={**own(0, *BROWN), **own(1, *GREEN)}, houses=2)
    game.does(0, build(game, BROWN, 1, 1))  # wants two
    game.does(1, AskBuildings(2))  # wants two
    game.does(0, Bid(60))
    told = game.does(1, Pass())
    told.one(AuctionWon, seat=0, amount=60)
    told = game.does(0, PlaceBuilding(game.deed(BROWN[1])))
    told.one(AuctionOpened, building="house")  # the second house: one and two wanted
    assert game.must == [0, 1]  # who passed before may bid again
    game.does(1, Bid(70))
    game.does(0, Pass())
    game.does(1, PlaceBuilding(game.deed(GREEN[0])))
    assert stock(game)[0] == 0
    assert game.must == [0]
    assert kinds(game, 0)[0] == "Roll"
    assert purses(game) == [1440, 1430]


@pytest.mark.proves("AMB-36", "CLA-70")
def test_the_building_won_must_be_placed_evenly() -> None:
    game = table(2, owners={**own(0, *BROWN), **own(1, *GREEN)}, levels=built(GREEN, 1, 0, 0), houses=1)
    game.does(0, build(game, BROWN, 1, 0))
    game.does(1, AskBuildings(1))
    game.does(1, Bid(50))
    game.does(0, Pass())
    assert not game.can(1, PlaceBuilding(game.deed(GREEN[0])))
    assert game.can(1, PlaceBuilding(game.deed(GREEN[1])))
    assert game.can(1, PlaceBuilding(game.deed(GREEN[2])))


@pytest.mark.proves("CLA-80", "AMB-36", "CLA-76")
def test_the_last_hotel_is_contested_too() -> None:
    owners = {**own(0, *BROWN), **own(1, *BLUE)}
    game = table(2, owners=owners, levels={**built(BROWN, 4, 4), **built(BLUE, 4, 4)}, hotels=1)
    houses = stock(game)[0]
    told = game.does(0, build(game, BROWN, HOTEL, 4))
    told.one(BuildingsAsked, seat=0, count=1, building="hotel")
    told = game.does(1, AskBuildings(1))
    told.one(AuctionOpened, building="hotel", amount=50)
    game.does(1, Bid(210))
    game.does(0, Pass())
    game.does(1, PlaceBuilding(game.deed(BLUE[0])))
    assert levels(game, BLUE) == [HOTEL, 4]
    assert stock(game) == (houses + 4, 0)  # its four houses went back
    assert purses(game) == [1500, 1290]


@pytest.mark.proves("AMB-36", "AMB-15")
def test_if_nobody_bids_the_house_stays_in_the_bank() -> None:
    game = table(2, owners={**own(0, *BROWN), **own(1, *GREEN)}, houses=1)
    game.does(0, build(game, BROWN, 1, 0))
    game.does(1, AskBuildings(1))
    game.does(0, Pass())
    told = game.does(1, Pass())
    told.one(AuctionFailed, building="house", deed=None)
    assert stock(game)[0] == 1
    assert game.must == [0]
    game.does(0, build(game, BROWN, 1, 0)).one(Built, seat=0, amount=50)  # AMB-145: the other has let it go


@pytest.mark.proves("AMB-36")
def test_a_new_gap_between_turns_asks_anew() -> None:
    game = table(2, owners={**own(0, *BROWN), **own(1, *GREEN)}, houses=2, at={0: "Cárcel", 1: "Cárcel"})
    game.does(0, build(game, BROWN, 1, 0))
    game.does(1, AskBuildings(0))
    game.rolls(4, 6)
    game.ends_turn()
    game.does(0, build(game, BROWN, 1, 1))
    assert game.must == [1]


@pytest.mark.proves("CLA-80")
def test_three_contenders_bid() -> None:
    owners = {**own(0, *BROWN), **own(1, *GREEN), **own(2, *PINK)}
    game = table(3, owners=owners, houses=2)
    game.does(0, build(game, BROWN, 1, 0))
    assert game.must == [1, 2]
    game.does(2, AskBuildings(1))
    game.does(1, AskBuildings(1))
    assert game.must == [0, 1, 2]
    game.does(2, Bid(100))
    game.does(1, Pass())
    game.does(0, Pass())
    game.does(2, PlaceBuilding(game.deed(PINK[0])))
    # One house for the two who are left.
    assert game.must == [0, 1]
    game.does(1, Bid(55))
    game.does(0, Pass())
    game.does(1, PlaceBuilding(game.deed(GREEN[0])))
    assert purses(game) == [1500, 1445, 1400]


@pytest.mark.proves("AMB-36", "CLA-80")
def test_when_one_wants_the_rest_alone_there_is_no_contest_left() -> None:
    # Two houses; seat 0 asks for one, seat 1 for two. Seat 0 wins the first: the second is wanted by seat 1 alone.
    game = table(2, owners={**own(0, *BROWN), **own(1, *GREEN)}, houses=2)
    game.does(0, build(game, BROWN, 1, 0))
    game.does(1, AskBuildings(2))
    game.does(0, Bid(50))
    game.does(1, Pass())
    told = game.does(0, PlaceBuilding(game.deed(BROWN[0])))
    assert told.none(AuctionOpened)
    game.does(1, build(game, GREEN, 1, 0, 0))
    game.does(0, AskBuildings(0)).one(Built, seat=1, amount=200)


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
    assert levels(game, PINK) == [HOTEL, HOTEL, 4]
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
    assert levels(game, BROWN) == [HOTEL, 4]
    assert stock(game) == (4, 0)
    # Only what is short is asked about.
    game = table(2, houses=10, hotels=1, **position)
    told = game.does(0, build(game, BROWN, HOTEL, 4))
    assert [event.building for event in told.of(BuildingsAsked)] == ["hotel"]
    game = table(2, houses=1, hotels=4, **position)
    game.does(0, build(game, BROWN, HOTEL, 4)).one(BuildingsAsked, building="house")
    assert len(game.does(1, AskBuildings(0)).of(Built, seat=0)) == 2


@pytest.mark.proves("CLA-81", "AMB-36")
def test_a_title_that_is_full_still_sets_the_starting_price() -> None:
    owners = {**own(0, *BROWN, *BLUE), **own(1, *GREEN)}
    game = table(2, owners=owners, levels=built(BROWN, HOTEL, HOTEL), houses=1)
    game.does(0, build(game, BLUE, 1, 0))
    game.does(1, AskBuildings(1)).one(AuctionOpened, building="house", amount=50)  # the browns; 200 on blue and green


@pytest.mark.proves("AMB-145", "CLA-80")
def test_a_contest_in_which_nobody_bids_is_not_opened_again_and_again() -> None:
    game = table(3, owners={**own(0, *BROWN), **own(1, *GREEN), **own(2, *BLUE)}, houses=1)
    for _ in range(10):
        if levels(game, BROWN) == [1, 0]:
            break
        game.does(0, build(game, BROWN, 1, 0))
        while game.must != [0]:
            seat = game.must[-1]
            asked = AskBuildings(1)
            game.does(seat, asked if game.can(seat, asked) else Pass())
        if game.can(0, Pass()):
            game.does(0, Pass())
    assert levels(game, BROWN) == [1, 0]
