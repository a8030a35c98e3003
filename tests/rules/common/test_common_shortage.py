"""Too few buildings for all who want them: who is asked, the auction, and where the first comer is served."""

import pytest

from magnate.actions import AskBuildings, Bid, Build, Mortgage, Pass, PlaceBuilding, SellBuildings
from magnate.events import (
    AuctionFailed,
    AuctionOpened,
    AuctionWon,
    BuildingPlaced,
    BuildingsAsked,
    Built,
    ContestOpened,
)
from magnate.testing import Position
from rules.kit import AUCTIONING, CAS, CLA, EUR, EXP, FIGURES, SRV, asked, editions, offered, table

# Seat 0 has the cheapest group (houses at 50), seat 1 the dearest (at 200): room for 8 houses each, in castis 6.
GROUPS = {1: 0, 3: 0, 37: 1, 39: 1}
ROOM = {EXP: 8, SRV: 8, EUR: 8, CLA: 8, CAS: 6}


def rivals(name: str, **position: object) -> Position:
    unit = FIGURES[name].unit
    position = {"cash": {0: 5_000 * unit, 1: 5_000 * unit}, "houses": 2, "owners": GROUPS} | position
    return table(name, **position)  # type: ignore[arg-type]


def order(game: Position, *levels: int) -> Build:
    return Build(game.group(1), list(levels))


@editions(*AUCTIONING)
@pytest.mark.proves("AMB-36", "DP-30", "EXP-74", "EUR-82", "CLA-80")
def test_whoever_else_could_build_is_asked_before_an_order_that_might_exhaust_the_stock(name: str) -> None:
    game = rivals(name)
    told = game.does(0, order(game, 1, 1))
    assert told.none(Built)
    assert (told.one(BuildingsAsked).seat, told.one(BuildingsAsked).count) == (0, 2)
    assert asked(game) == "shortage"
    assert game.must == [1]
    assert [offered(game, seat) for seat in range(3)] == [[], ["AskBuildings"], []]
    option = game.options(1)[0]
    assert (option.low, option.high, option.step) == (0, ROOM[name], 1)
    assert game.refusal(1, AskBuildings(ROOM[name] + 1)) == "TOO_HIGH"
    assert game.refusal(2, AskBuildings(0)) == "NOT_ASKED"


@editions(*AUCTIONING)
@pytest.mark.proves("AMB-36", "DP-30")
def test_the_order_is_filled_when_the_others_want_none_or_little_enough(name: str) -> None:
    game = rivals(name, houses=3)
    game.does(0, order(game, 1, 1))
    told = game.does(1, AskBuildings(1))  # two and one: just enough
    assert told.none(ContestOpened)
    assert [built.seat for built in told.of(Built)] == [0, 0]
    assert game.view().houses == 1
    game = rivals(name, houses=3)
    game.does(0, order(game, 1, 1))
    assert game.does(1, AskBuildings(2)).one(ContestOpened).stock == 3  # two and two: too many


@editions(*AUCTIONING)
@pytest.mark.proves("AMB-36", "DP-30")
def test_nobody_is_asked_when_the_stock_covers_whatever_could_be_ordered(name: str) -> None:
    game = rivals(name, houses=2 + ROOM[name])
    assert len(game.does(0, order(game, 1, 1)).of(Built)) == 2
    game = rivals(name, houses=1 + ROOM[name])
    assert game.does(0, order(game, 1, 1)).none(Built)
    assert game.must == [1]


@editions(*AUCTIONING)
@pytest.mark.proves("AMB-36", "DP-30")
def test_only_orders_that_are_affordable_and_legal_count(name: str) -> None:
    unit, note = FIGURES[name].unit, FIGURES[name].note
    game = rivals(name, cash={0: 1_000 * unit, 1: 200 * unit - note})
    assert len(game.does(0, order(game, 1, 1)).of(Built)) == 2  # seat 1 cannot pay for one house
    game = rivals(name, cash={0: 1_000 * unit, 1: 200 * unit})
    assert game.does(0, order(game, 1, 1)).none(Built)
    assert game.options(1)[0].high == 1
    game = rivals(name, mortgages=[37])
    assert len(game.does(0, order(game, 1, 1)).of(Built)) == 2  # seat 1 may not build now
    full = ROOM[name] // 2
    game = rivals(name, levels={37: full, 39: full})
    assert len(game.does(0, order(game, 1, 1)).of(Built)) == 2  # nor has it room for a house
    game = rivals(name, levels={37: full, 39: full - 1})
    assert game.does(0, order(game, 1, 1)).none(Built)
    assert game.options(1)[0].high == 1


@editions(*AUCTIONING)
@pytest.mark.proves("AMB-36", "DP-31", "EXP-74", "EUR-82", "CLA-80")
def test_three_contenders_bid_until_each_has_what_it_asked_for(name: str) -> None:
    unit = FIGURES[name].unit
    game = rivals(name, owners={**GROUPS, 16: 2, 18: 2, 19: 2})
    purses = [game.cash(seat) for seat in range(3)]
    game.does(0, order(game, 1, 0))
    assert game.must == [1, 2]
    game.does(2, AskBuildings(1))
    game.does(1, AskBuildings(1)).one(ContestOpened, stock=2)
    assert game.must == [0, 1, 2]
    game.does(2, Bid(100 * unit))
    game.does(1, Pass())
    game.does(0, Pass())
    game.does(2, PlaceBuilding(game.deed(16))).one(AuctionOpened, building="house", amount=50 * unit)
    assert game.must == [0, 1]  # seat 2 has what it asked for
    game.does(1, Bid(60 * unit))
    game.does(0, Pass())
    game.does(1, PlaceBuilding(game.deed(37)))
    paid = [purse - game.cash(seat) for seat, purse in enumerate(purses)]
    assert paid == [0, 60 * unit, 100 * unit]


@editions(*AUCTIONING)
@pytest.mark.proves("AMB-36", "EUR-83", "CLA-81")
def test_every_title_of_a_contender_counts_for_the_starting_price_and_no_other(name: str) -> None:
    unit = FIGURES[name].unit
    titles = {37: 0, 39: 0, 16: 1, 18: 1, 19: 1, 1: 2, 3: 2}  # buildings at 200, 100 and 50
    full = {6: ROOM[name] // 2, 8: ROOM[name] // 2, 9: ROOM[name] // 2}
    for more, levels, price in (({}, {}, 100), ({6: 1}, {}, 50), ({6: 1, 8: 1, 9: 1}, full, 50)):
        game = rivals(name, owners=titles | more, levels=levels, houses=1)
        game.does(0, Build(game.group(37), [1, 0]))
        game.does(2, AskBuildings(0))  # wants none
        game.does(1, AskBuildings(1)).one(AuctionOpened, building="house", amount=price * unit)


@editions(*AUCTIONING)
@pytest.mark.proves("AMB-36", "AMB-97", "EUR-82")
def test_what_another_has_asked_for_is_not_taken_by_a_second_order_in_the_same_gap(name: str) -> None:
    game = rivals(name, houses=3)
    game.does(0, order(game, 1, 0))
    game.does(1, AskBuildings(2)).one(Built, seat=0)  # one and two: enough
    assert game.does(0, order(game, 1, 1)).none(Built)
    assert game.must == [1]


@editions(*AUCTIONING)
@pytest.mark.proves("AMB-36", "AMB-59", "EUR-82")
def test_a_question_about_houses_does_not_settle_the_one_about_hotels(name: str) -> None:
    full = ROOM[name] // 2
    owners = {**GROUPS, 6: 0, 8: 0, 9: 0, 16: 1, 18: 1, 19: 1}
    game = rivals(name, owners=owners, levels=dict.fromkeys(GROUPS, full), houses=1, hotels=1)
    game.does(0, Build(game.group(6), [1, 0, 0]))
    game.does(1, AskBuildings(0)).one(Built, seat=0)
    told = game.does(0, order(game, full + 1, full))
    told.one(BuildingsAsked, seat=0, count=1, building="hotel")
    assert game.must == [1]
    if name != CAS:  # who could not place a hotel is not asked about it
        game = rivals(name, levels={**dict.fromkeys(GROUPS, full), 39: full - 1}, houses=None, hotels=1)
        game.does(0, order(game, full + 1, full)).one(Built, level=full + 1)


@editions(*AUCTIONING)
@pytest.mark.proves("AMB-36", "DP-31", "EUR-83", "CLA-81")
def test_contested_houses_are_auctioned_one_by_one_from_the_lowest_printed_price(name: str) -> None:
    unit, note = FIGURES[name].unit, FIGURES[name].note
    game = rivals(name, houses=1)
    purse = [game.cash(0), game.cash(1)]
    game.does(1, Build(game.group(37), [1, 0]))  # the dearer group orders
    told = game.does(0, AskBuildings(1))
    assert (told.one(ContestOpened).building, told.one(ContestOpened).stock) == ("house", 1)
    opened = told.one(AuctionOpened)
    assert (opened.deed, opened.building, opened.amount) == (None, "house", 50 * unit)
    assert game.must == [0, 1]
    assert offered(game, 2) == []
    assert game.options(1)[0].low == 50 * unit
    assert game.refusal(1, Bid(50 * unit - note)) == "BID_TOO_LOW"
    game.does(1, Bid(60 * unit))
    told = game.does(0, Pass())
    won = told.one(AuctionWon)
    assert (won.seat, won.other, won.amount, won.building) == (1, None, 60 * unit, "house")
    assert asked(game) == "place"
    assert game.must == [1]
    assert offered(game, 1) == ["PlaceBuilding", "PlaceBuilding"]
    assert game.refusal(1, PlaceBuilding(game.deed(1))) == "NOT_YOURS"
    placed = game.does(1, PlaceBuilding(game.deed(39))).one(BuildingPlaced)
    assert (placed.deed, placed.level) == (game.deed(39), 1)
    assert [game.cash(0), game.cash(1)] == [purse[0], purse[1] - 60 * unit]
    assert (game.level(39), game.view().houses) == (1, 0)
    assert asked(game) == "turn"


@editions(*AUCTIONING)
@pytest.mark.proves("AMB-36", "DP-31")
def test_a_building_won_at_auction_is_placed_legally(name: str) -> None:
    unit = FIGURES[name].unit
    game = rivals(name, houses=1, levels={1: 1})
    game.does(0, Build(game.group(1), [1, 1]))
    game.does(1, AskBuildings(1))
    game.does(0, Bid(50 * unit))
    game.does(1, Pass())
    assert game.refusal(0, PlaceBuilding(game.deed(1))) == "NOT_YOURS"  # a second beside a bare lot
    assert [option.action for option in game.options(0)] == [PlaceBuilding(game.deed(3))]
    game.does(0, PlaceBuilding(game.deed(3)))


@editions(*AUCTIONING)
@pytest.mark.proves("AMB-36", "DP-31")
def test_after_a_building_is_won_the_next_is_auctioned_while_two_still_want_more_than_there_are(name: str) -> None:
    unit = FIGURES[name].unit
    game = rivals(name, houses=2)
    game.does(0, order(game, 1, 1))
    game.does(1, AskBuildings(2))
    game.does(0, Bid(50 * unit))
    game.does(1, Pass())
    told = game.does(0, PlaceBuilding(game.deed(1)))
    assert told.one(AuctionOpened).amount == 50 * unit  # one left; one and two are wanted
    game.does(1, Bid(55 * unit) if name != EUR else Bid(55 * unit // 50 * 50))
    game.does(0, Pass())
    game.does(1, PlaceBuilding(game.deed(37)))
    assert asked(game) == "turn"
    assert game.view().houses == 0


@editions(*AUCTIONING)
@pytest.mark.proves("AMB-36")
def test_one_who_alone_still_wants_buildings_has_no_one_to_bid_against(name: str) -> None:
    """A contest is between two or more: what is left is bought at the printed price, not at an auction's."""
    unit = FIGURES[name].unit
    game = rivals(name, houses=2)
    game.does(1, Build(game.group(37), [1, 1]))
    game.does(0, AskBuildings(1))
    game.does(0, Bid(50 * unit))
    game.does(1, Pass())
    told = game.does(0, PlaceBuilding(game.deed(1)))
    assert told.none(AuctionOpened)
    assert asked(game) == "turn"
    assert game.can(1, Build(game.group(37), [1, 0]))


@editions(*AUCTIONING)
@pytest.mark.proves("AMB-36", "AMB-59", "DP-30", "DP-31")
def test_hotels_are_contested_like_houses(name: str) -> None:
    unit, full = FIGURES[name].unit, 3 if name == CAS else 4
    game = rivals(name, levels=dict.fromkeys(GROUPS, full), houses=None, hotels=1)
    houses = game.view().houses
    told = game.does(1, Build(game.group(37), [full + 1, full]))
    assert told.one(BuildingsAsked).building == "hotel"
    assert game.options(0)[0].high == 2
    told = game.does(0, AskBuildings(1))
    assert told.one(ContestOpened).building == "hotel"
    assert told.one(AuctionOpened).amount == 50 * unit
    game.does(0, Bid(50 * unit))
    game.does(1, Pass())
    game.does(0, PlaceBuilding(game.deed(3)))
    assert (game.level(3), game.view().hotels, game.view().houses) == (full + 1, 0, houses + full)


@editions(*AUCTIONING)
@pytest.mark.proves("AMB-36", "AMB-97", "DP-30")
def test_the_others_are_asked_each_time_an_order_could_exhaust_the_stock(name: str) -> None:
    game = rivals(name, houses=3)
    game.does(0, order(game, 1, 0))
    assert len(game.does(1, AskBuildings(0)).of(Built)) == 1
    assert game.does(0, order(game, 1, 1)).none(Built)
    assert game.must == [1]
    told = game.does(1, AskBuildings(2))  # two are left: one and two are too many
    assert told.one(ContestOpened).stock == 2


@editions(*AUCTIONING)
@pytest.mark.proves("AMB-36", "AMB-17")
def test_the_highest_bidder_cannot_make_the_bid_void_by_mortgaging_the_place_for_it(name: str) -> None:
    unit = FIGURES[name].unit
    game = rivals(name, houses=1)
    game.does(0, order(game, 1, 0))
    game.does(1, AskBuildings(1))
    game.does(0, Bid(500 * unit))
    assert game.refusal(0, Mortgage(game.deed(1))) == "WRONG_MOMENT"  # it has nothing to raise money for
    assert game.does(1, Pass()).one(AuctionWon).seat == 0


@editions(*AUCTIONING)
@pytest.mark.proves("AMB-36")
def test_nobody_bids_for_a_building_they_could_not_place(name: str) -> None:
    unit = FIGURES[name].unit
    game = rivals(name, houses=1)
    game.does(0, order(game, 1, 0))
    game.does(1, AskBuildings(1))
    if game.can(0, Mortgage(game.deed(1))):  # to raise money for the bid
        game.does(0, Mortgage(game.deed(1)))
        assert not game.can(0, Bid(500 * unit))
    game.does(1, Bid(50 * unit))
    if 0 in game.must:
        game.does(0, Pass())
    game.does(1, PlaceBuilding(game.deed(37)))
    assert game.level(37) == 1


@editions(*AUCTIONING)
@pytest.mark.proves("AMB-36", "AMB-145", "DP-31", "EXP-74")
def test_a_contested_building_nobody_bids_for_stays_in_the_stock(name: str) -> None:
    game = rivals(name, houses=1)
    game.does(0, order(game, 1, 0))
    game.does(1, AskBuildings(1))
    game.does(0, Pass())
    told = game.does(1, Pass())
    assert told.one(AuctionFailed).building == "house"
    assert (asked(game), game.view().houses) == ("turn", 1)
    game.does(0, order(game, 1, 0)).one(Built, seat=0, amount=50 * FIGURES[name].unit)  # AMB-145: it was let go


@pytest.mark.proves("AMB-37", "DP-30", "DP-31")
def test_in_the_server_edition_the_first_request_is_served_and_one_beyond_the_stock_refused() -> None:
    game = rivals(SRV)
    assert game.refusal(0, order(game, 2, 1)) == "NO_HOUSES_LEFT"
    assert len(game.does(0, order(game, 1, 1)).of(Built)) == 2
    assert game.view().houses == 0
    assert game.refusal(1, Build(game.group(37), [1, 0])) == "NO_HOUSES_LEFT"
    assert asked(game) == "turn"


@editions(*AUCTIONING)
@pytest.mark.proves("AMB-37", "EXP-73", "CLA-78", "AMB-59")
def test_when_none_is_left_players_wait(name: str) -> None:
    game = rivals(name, houses=0)
    assert game.refusal(0, order(game, 1, 0)) == "NO_HOUSES_LEFT"
    game = rivals(name, houses=0, levels={37: 1})
    game.does(1, SellBuildings(game.group(37), [0, 0]))
    assert game.can(0, order(game, 1, 0))
    assert game.refusal(0, order(game, 1, 1)) == "NO_HOUSES_LEFT"
    full = 3 if name == CAS else 4
    game = rivals(name, levels=dict.fromkeys(GROUPS, full), houses=None, hotels=0)
    assert game.refusal(0, order(game, full + 1, full)) == "NO_HOTELS_LEFT"
    game = rivals(name, levels=dict.fromkeys(GROUPS, full), houses=0, hotels=2)
    assert game.refusal(0, order(game, full + 1, full + 1)) is None  # a hotel needs no houses of the Bank


@pytest.mark.proves("AMB-37", "AMB-116")
def test_castis_has_32_houses_and_12_hotels() -> None:
    view = table(CAS).view()
    assert (view.houses, view.hotels) == (32, 12)


@pytest.mark.parametrize(("name", "stock"), [(EXP, (32, 12)), (SRV, (32, 12)), (EUR, (34, 10)), (CLA, (32, 12))])
@pytest.mark.proves("EXP-07", "EXP-08", "SRV-05", "SRV-06", "EUR-05", "EUR-06", "CLA-06", "CLA-07", "AMB-37")
def test_the_stock_of_the_others_is_printed(name: str, stock: tuple[int, int]) -> None:
    view = table(name).view()
    assert (view.houses, view.hotels) == stock
