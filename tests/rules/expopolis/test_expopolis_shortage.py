"""Expòpoli(s), «Penuria di case»: no houses left, and the last ones sold to the best bidder."""

from typing import Any

import pytest

from magnate.actions import AskBuildings, Bid, Build, Pass, PlaceBuilding, SellBuildings
from magnate.events import (
    AuctionFailed,
    AuctionOpened,
    AuctionWon,
    BuildingPlaced,
    BuildingsAsked,
    Built,
    ContestOpened,
)
from magnate.testing import EventList, Position
from rules.expopolis.milan import AZURE, BROWN, FUCHSIA, VIOLET, all_of, built, milan


def short(houses: int, **position: Any) -> Position:
    """Seat 0 owns the violet group (houses at 20,000), seat 1 the fuchsia one (at 5,000)."""
    return milan(3, owners=all_of(VIOLET, 0) | all_of(FUCHSIA, 1), houses=houses, **position)


def order(game: Position, *levels: int) -> EventList:
    """Seat 0 orders buildings for the violet group."""
    return game.does(0, Build(game.group("Montenapoleone"), list(levels)))


def contested(houses: int = 1, asked: int = 1) -> Position:
    """Both want houses: seat 0 one, seat 1 so many."""
    game = short(houses)
    order(game, 1, 0)
    game.does(1, AskBuildings(asked))
    return game


@pytest.mark.proves("EXP-73")
def test_without_houses_in_the_bank_everybody_waits_until_some_are_sold_back() -> None:
    game = short(0, levels=built(FUCHSIA, 1, 0))
    build = Build(game.group("Montenapoleone"), [1, 0])
    assert game.refusal(0, build) == "NO_HOUSES_LEFT"
    game.does(1, SellBuildings(game.group("Parco Lambro"), [0, 0]))
    assert game.state.houses == 1
    assert game.refusal(0, build) is None
    assert game.refusal(0, Build(game.group("Montenapoleone"), [1, 1])) == "NO_HOUSES_LEFT"


@pytest.mark.proves("EXP-73")
def test_a_hotel_returns_houses_that_may_be_built_at_once() -> None:
    game = milan(cash={0: 500_000}, owners=all_of(FUCHSIA, 0) | all_of(BROWN, 1), levels=built(FUCHSIA, 4, 4), houses=0)
    build = Build(game.group("Fiera"), [1, 1, 1])
    assert game.refusal(1, build) == "NO_HOUSES_LEFT"
    game.does(0, Build(game.group("Parco Lambro"), [5, 4]))
    assert game.state.houses == 4
    assert game.refusal(1, build) is None


@pytest.mark.proves("AMB-59", "EXP-73")
def test_without_hotels_in_the_bank_one_waits_likewise() -> None:
    game = milan(owners=all_of(FUCHSIA, 0), levels=built(FUCHSIA, 4, 4), hotels=0)
    assert game.refusal(0, Build(game.group("Parco Lambro"), [5, 4])) == "NO_HOTELS_LEFT"


# Who is asked.


@pytest.mark.proves("AMB-36", "DP-30", "EXP-74")
def test_an_order_that_could_exhaust_the_houses_is_first_put_to_the_others() -> None:
    game = short(1)
    told = order(game, 1, 0)
    told.one(BuildingsAsked, seat=0, count=1, building="house")
    assert told.none(Built)
    assert game.must == [1]  # seat 2 has no group to build on
    assert game.cash(0) == 100_000


@pytest.mark.proves("AMB-36", "DP-30")
@pytest.mark.parametrize(("houses", "asked"), [(2, False), (1, True)])
def test_nobody_is_asked_while_there_is_enough_for_all(houses: int, asked: bool) -> None:
    game = short(houses, levels=built(FUCHSIA, 4, 3))  # seat 1 has room for one house more
    told = order(game, 1, 0)
    assert bool(told.of(BuildingsAsked)) == asked
    assert told.none(Built) == asked
    assert game.must == ([1] if asked else [0])


@pytest.mark.proves("AMB-36", "DP-30")
@pytest.mark.parametrize(("cash", "asked"), [(5_000, True), (4_900, False)])
def test_only_who_can_pay_for_a_house_is_asked(cash: int, asked: bool) -> None:
    game = short(1, cash={1: cash})
    assert order(game, 1, 0).none(Built) == asked


@pytest.mark.proves("AMB-36", "DP-30")
@pytest.mark.parametrize("position", [{"mortgages": ["Parco Lambro"]}, {"levels": built(FUCHSIA, 4, 4)}])
def test_whoever_could_not_build_a_house_is_not_asked(position: dict[str, Any]) -> None:
    game = short(1, **position)
    order(game, 1, 0).one(Built, seat=0, level=1, amount=20_000)
    assert game.state.houses == 0


@pytest.mark.proves("DP-30")
@pytest.mark.parametrize(("cash", "most"), [(100_000, 8), (14_900, 2), (15_000, 3)])
def test_one_asks_for_no_more_than_one_could_build_and_pay(cash: int, most: int) -> None:
    game = short(1, cash={1: cash})
    order(game, 1, 0)
    assert game.can(1, AskBuildings(0))
    assert game.can(1, AskBuildings(most))
    assert game.refusal(1, AskBuildings(most + 1)) == "TOO_HIGH"
    assert game.refusal(0, AskBuildings(1)) == "NOT_ASKED"
    option = next(option for option in game.options(1) if option.type == "AskBuildings")
    assert (option.low, option.high, option.step) == (0, most, 1)


@pytest.mark.proves("DP-30", "AMB-36")
def test_if_nobody_else_wants_them_the_order_is_filled_at_the_printed_price() -> None:
    game = short(1)
    order(game, 1, 0)
    told = game.does(1, AskBuildings(0))
    told.one(BuildingsAsked, seat=1, count=0)
    told.one(Built, seat=0, deed=game.deed("Galleria Vittorio Emanuele"), level=1, amount=20_000)
    assert told.none(ContestOpened)
    assert game.cash(0) == 80_000
    assert game.must == [0]


@pytest.mark.proves("AMB-36")
@pytest.mark.parametrize(("asked", "contest"), [(2, False), (3, True)])
def test_a_contest_needs_more_orders_than_houses(asked: int, contest: bool) -> None:
    game = short(3)
    order(game, 1, 0)
    told = game.does(1, AskBuildings(asked))
    assert bool(told.of(ContestOpened, building="house", stock=3)) == contest
    assert told.none(Built) == contest


# The auction.


@pytest.mark.proves("EXP-74", "AMB-36", "DP-31")
def test_a_contested_house_goes_to_the_best_bidder_from_the_lowest_printed_price() -> None:
    game = short(1)
    order(game, 1, 0)
    told = game.does(1, AskBuildings(1))
    told.one(ContestOpened, building="house", stock=1)
    told.one(AuctionOpened, deed=None, building="house", amount=5_000)  # fuchsia 5,000, violet 20,000
    assert game.must == [0, 1]  # seat 2 wants none
    assert game.refusal(0, Bid(4_900)) == "BID_TOO_LOW"
    game.does(0, Bid(5_000))
    game.does(1, Bid(30_000))
    told = game.does(0, Pass())
    told.one(AuctionWon, seat=1, other=None, amount=30_000, deed=None, building="house")
    assert [game.cash(seat) for seat in range(3)] == [100_000, 70_000, 100_000]


@pytest.mark.proves("AMB-36", "DP-31")
def test_the_winner_places_the_house_at_once_where_the_rules_allow() -> None:
    game = short(1, levels=built(FUCHSIA, 1, 0))
    order(game, 1, 0)
    game.does(1, AskBuildings(1), Bid(5_000))
    game.does(0, Pass())
    assert game.must == [1]
    assert game.legal_actions(1) == [PlaceBuilding(game.deed("Quarto Oggiaro"))]
    assert not game.can(1, PlaceBuilding(game.deed("Parco Lambro")))  # uneven
    assert not game.can(1, PlaceBuilding(game.deed("Montenapoleone")))
    told = game.does(1, PlaceBuilding(game.deed("Quarto Oggiaro")))
    told.one(BuildingPlaced, seat=1, deed=game.deed("Quarto Oggiaro"), level=1)
    assert game.level("Quarto Oggiaro") == 1
    assert game.state.houses == 0
    assert game.cash(1) == 95_000  # the bid was the price
    assert game.must == [0]


@pytest.mark.proves("AMB-36", "DP-31")
def test_the_first_to_order_may_win_too() -> None:
    game = contested()
    game.does(0, Bid(6_000))
    game.does(1, Pass())
    game.does(0, PlaceBuilding(game.deed("Montenapoleone")))
    assert (game.level("Montenapoleone"), game.cash(0), game.cash(1)) == (1, 94_000, 100_000)


@pytest.mark.proves("AMB-36", "DP-31")
def test_houses_are_auctioned_one_at_a_time_while_several_want_them() -> None:
    game = short(2)
    order(game, 1, 1)
    game.does(1, AskBuildings(1), Bid(7_000))
    assert len(EventList(game.does(0, Pass())).of(AuctionWon)) == 1
    told = game.does(1, PlaceBuilding(game.deed("Parco Lambro")))
    assert told.none(AuctionOpened)  # seat 1 has what it asked for: only one contender is left
    assert game.state.houses == 1
    assert game.must == [0]
    order(game, 1, 0)  # the other house is ordered as usual, and the others are asked again
    game.does(1, AskBuildings(0)).one(Built, seat=0, level=1, amount=20_000)
    assert [game.cash(seat) for seat in range(3)] == [80_000, 93_000, 100_000]


@pytest.mark.proves("AMB-36")
def test_the_auctions_go_on_while_more_are_wanted_than_are_there() -> None:
    game = contested(houses=2, asked=2)
    game.does(1, Bid(5_000))
    game.does(0, Pass())
    told = game.does(1, PlaceBuilding(game.deed("Parco Lambro")))
    told.one(AuctionOpened, building="house")  # one and one are wanted, one is there
    game.does(0, Bid(5_000))
    game.does(1, Pass())
    game.does(0, PlaceBuilding(game.deed("Montenapoleone")))
    assert game.state.houses == 0
    assert game.must == [0]
    assert game.view(0).question is not None
    assert game.view(0).question.type == "turn"


@pytest.mark.proves("AMB-36")
def test_the_auctions_end_when_there_is_enough_for_the_remaining_orders() -> None:
    owners = all_of(VIOLET, 0) | all_of(FUCHSIA, 1) | all_of(AZURE, 1) | all_of(BROWN, 2)
    game = milan(3, owners=owners, levels=built(AZURE, 1, 1, 0), houses=1)
    order(game, 1, 0)
    game.does(1, AskBuildings(1))
    game.does(2, AskBuildings(1))
    game.does(1, SellBuildings(game.group("Corvetto"), [0, 0, 0]), Bid(6_000))  # two houses come back
    game.does(0, Pass())
    game.does(2, Pass())
    told = game.does(1, PlaceBuilding(game.deed("Parco Lambro")))
    assert told.none(AuctionOpened)  # two houses for the two that are wanted
    assert game.state.houses == 2
    assert game.must == [0]


@pytest.mark.proves("AMB-36")
def test_a_contested_house_nobody_bids_for_stays_in_the_bank() -> None:
    game = contested()
    game.does(0, Pass())
    game.does(1, Pass()).one(AuctionFailed, deed=None, building="house")
    assert game.state.houses == 1
    assert [game.cash(seat) for seat in range(3)] == [100_000] * 3
    assert game.must == [0]


@pytest.mark.proves("EXP-74", "AMB-36")
def test_three_players_contend() -> None:
    owners = all_of(VIOLET, 0) | all_of(FUCHSIA, 1) | all_of(BROWN, 2)
    game = milan(3, owners=owners, houses=2)
    order(game, 1, 0)
    assert game.must == [1, 2]
    game.does(2, AskBuildings(1))
    assert game.must == [1]
    told = game.does(1, AskBuildings(1))
    told.one(ContestOpened, stock=2)
    assert game.must == [0, 1, 2]
    game.does(2, Bid(5_000))
    game.does(0, Pass())
    game.does(1, Pass())
    told = game.does(2, PlaceBuilding(game.deed("Fiera")))
    told.one(AuctionOpened, building="house", amount=5_000)
    assert game.must == [0, 1]  # seat 2 has what it asked for


@pytest.mark.proves("EXP-74", "AMB-36")
def test_an_order_between_turns_is_contested_as_well() -> None:
    game = short(1)
    game.does(1, Build(game.group("Parco Lambro"), [1, 0]))
    assert game.must == [0]
    game.does(0, AskBuildings(1)).one(AuctionOpened, building="house", amount=5_000)


@pytest.mark.proves("AMB-59", "AMB-36", "DP-30", "DP-31")
def test_contested_hotels_go_to_the_best_bidder_too() -> None:
    levels = built(FUCHSIA, 4, 4) | built(VIOLET, 4, 4)
    game = milan(owners=all_of(VIOLET, 0) | all_of(FUCHSIA, 1), levels=levels, hotels=1)
    order(game, 5, 4).one(BuildingsAsked, seat=0, count=1, building="hotel")
    assert game.refusal(1, AskBuildings(3)) == "TOO_HIGH"
    told = game.does(1, AskBuildings(1))
    told.one(ContestOpened, building="hotel", stock=1)
    told.one(AuctionOpened, deed=None, building="hotel", amount=5_000)
    houses = game.state.houses
    game.does(1, Bid(5_000))
    game.does(0, Pass()).one(AuctionWon, seat=1, amount=5_000, building="hotel")
    game.does(1, PlaceBuilding(game.deed("Quarto Oggiaro"))).one(BuildingPlaced, seat=1, level=5)
    assert (game.state.houses, game.state.hotels) == (houses + 4, 0)
    assert game.cash(1) == 95_000


@pytest.mark.proves("AMB-59", "AMB-36")
@pytest.mark.parametrize(("levels", "asked"), [((4, 4), True), ((4, 3), False)])
def test_only_who_could_place_a_hotel_is_asked_about_hotels(levels: tuple[int, int], asked: bool) -> None:
    standing = built(FUCHSIA, *levels) | built(VIOLET, 4, 4)
    game = milan(owners=all_of(VIOLET, 0) | all_of(FUCHSIA, 1), levels=standing, hotels=1)
    assert order(game, 5, 4).none(Built) == asked


@pytest.mark.proves("AMB-36")
def test_what_another_has_asked_for_is_not_taken_by_a_second_order_in_the_same_gap() -> None:
    game = short(3)
    order(game, 1, 0)
    game.does(1, AskBuildings(2)).one(Built, seat=0)  # one and two: enough
    told = order(game, 2, 1)  # the two that seat 1 has just asked for
    assert told.none(Built)
    assert game.must == [1]


@pytest.mark.proves("AMB-36", "AMB-59")
def test_after_a_contest_for_houses_an_order_for_the_last_hotel_is_still_put_to_the_others() -> None:
    owners = all_of(VIOLET, 0) | all_of(FUCHSIA, 0) | all_of(BROWN, 1) | all_of(("Ticinese", "Brera", "Scala"), 1)
    levels = built(FUCHSIA, 4, 4) | built(BROWN, 4, 4, 4)
    game = milan(owners=owners, levels=levels, houses=1, hotels=1)
    order(game, 1, 0)
    game.does(1, AskBuildings(0)).one(Built, seat=0)
    told = game.does(0, Build(game.group("Parco Lambro"), [5, 4]))
    assert told.none(Built)
    told.one(BuildingsAsked, seat=0, count=1, building="hotel")
    assert game.must == [1]


@pytest.mark.proves("EXP-74", "AMB-145")
def test_houses_that_nobody_bid_for_are_sold_to_whoever_orders_them_next() -> None:
    game = contested()
    for seat in game.must:
        game.does(seat, Pass())
    order(game, 1, 0).one(Built, seat=0, amount=20_000)
    assert game.state.houses == 0


@pytest.mark.proves("AMB-36")
def test_a_contract_without_room_for_a_house_still_sets_the_starting_price() -> None:
    owners = all_of(VIOLET, 0) | all_of(BROWN, 1) | {"Parco Lambro": 1}
    game = milan(2, owners=owners, houses=1)
    order(game, 1, 0)
    game.does(1, AskBuildings(1)).one(AuctionOpened, building="house", amount=5_000)
