"""«Vile și hoteluri», Notă: the last buildings, when two players ask for them in the same round."""

import pytest

from magnate.actions import AskBuildings, Bid, Build, EndTurn, Pass, PlaceBuilding, Roll
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
from rules.europolis.kit import (
    BRITAIN,
    BULGARIA,
    GERMANY,
    GREECE,
    ROMANIA,
    build,
    built,
    deal,
    europolis,
    levels,
    owned,
    purses,
    sell,
    stock,
    trade,
)


def scarce(houses: int, **position: object) -> Position:
    """Bulgaria (villas at 1,500), Romania (1,500) and Greece (3,000) in three hands, and few villas in the Bank."""
    owners = owned(0, BULGARIA) | owned(1, ROMANIA) | owned(2, GREECE)
    return europolis(3, owners=owners, houses=houses, **position)


@pytest.mark.proves("EUR-82", "AMB-36", "DP-30")
def test_before_an_order_empties_the_stock_the_others_are_asked() -> None:
    game = scarce(2)
    told = game.does(0, build(game, BULGARIA, 1, 1))
    told.one(BuildingsAsked, seat=0, count=2, building="house")
    assert told.none(Built)
    assert game.must == [1, 2]
    assert game.refusal(0, AskBuildings(1)) == "NOT_ASKED"
    assert not game.can(0, EndTurn())
    [option] = [option for option in game.options(1) if option.type == "AskBuildings"]
    assert (option.low, option.high, option.step) == (0, 12, 1)


@pytest.mark.proves("EUR-82", "AMB-36", "DP-30")
def test_if_nobody_else_asks_the_order_is_filled() -> None:
    game = scarce(2)
    game.does(0, build(game, BULGARIA, 1, 1))
    assert game.does(1, AskBuildings(0)).none(Built)
    told = game.does(2, AskBuildings(0))
    assert told.none(ContestOpened)
    assert (levels(game, BULGARIA), stock(game)) == ([1, 1], (0, 10))
    assert purses(game) == [47_000, 50_000, 50_000]
    assert game.must == [0]


@pytest.mark.parametrize(("asked", "contested"), [(1, False), (2, True)])
@pytest.mark.proves("EUR-82", "AMB-36")
def test_there_is_a_contest_only_if_more_are_asked_for_than_there_are(asked: int, contested: bool) -> None:
    game = scarce(3)
    game.does(0, build(game, BULGARIA, 1, 1))
    game.does(1, AskBuildings(asked))
    told = game.does(2, AskBuildings(0))
    assert (not told.none(ContestOpened)) == contested
    assert levels(game, BULGARIA) == ([0, 0] if contested else [1, 1])


@pytest.mark.parametrize(("cash", "is_asked"), [(3000, False), (4450, False), (4500, True)])
@pytest.mark.proves("AMB-36", "DP-30")
def test_nobody_is_asked_while_all_they_could_pay_for_is_there(cash: int, is_asked: bool) -> None:
    game = scarce(4, cash={1: cash, 2: 0})
    told = game.does(0, build(game, BULGARIA, 1, 1))
    assert told.none(Built) == is_asked
    assert game.must == ([1] if is_asked else [0])


@pytest.mark.parametrize(("asked", "refusal"), [(0, None), (1, None), (2, "TOO_HIGH")])
@pytest.mark.proves("AMB-36", "DP-30")
def test_one_asks_for_no_more_than_one_could_pay(asked: int, refusal: str | None) -> None:
    game = scarce(1, cash={1: 2950})
    game.does(0, build(game, BULGARIA, 1, 0))
    assert game.refusal(1, AskBuildings(asked)) == refusal


@pytest.mark.parametrize(
    "hindrance",
    [
        {"mortgages": ["Constanța"]},
        {"cash": {1: 1450}},
        {"levels": built(ROMANIA, 4, 4, 4)},
    ],
)
@pytest.mark.proves("AMB-36", "DP-30")
def test_who_could_not_build_is_not_asked(hindrance: dict[str, object]) -> None:
    game = scarce(2, **hindrance)
    game.does(0, build(game, BULGARIA, 1, 1))
    assert game.must == [2]


@pytest.mark.proves("EUR-82", "EUR-83", "AMB-36", "DP-31")
def test_contested_villas_go_one_by_one_to_the_best_bidder() -> None:
    game = scarce(2)
    game.does(0, build(game, BULGARIA, 1, 1))
    game.does(1, AskBuildings(1))
    told = game.does(2, AskBuildings(0))
    told.one(ContestOpened, building="house", stock=2)
    told.one(AuctionOpened, deed=None, building="house", amount=1500)
    assert game.must == [0, 1]  # seat 2 asked for none
    assert game.refusal(2, Bid(1500)) == "NOT_ASKED"
    game.does(1, Bid(1500))
    game.does(0, Bid(1600))
    game.does(1, Bid(2000))
    told = game.does(0, Pass())
    told.one(AuctionWon, seat=1, other=None, amount=2000, deed=None, building="house")
    assert game.must == [1]
    told = game.does(1, PlaceBuilding(game.deed("București")))
    told.one(BuildingPlaced, seat=1, deed=game.deed("București"), level=1)
    assert told.none(AuctionOpened)  # seat 1 has what it asked for: nobody contests the other villa
    assert (levels(game, BULGARIA), levels(game, ROMANIA)) == ([0, 0], [0, 0, 1])
    assert stock(game) == (1, 10)
    assert purses(game) == [50_000, 48_000, 50_000]
    assert game.must == [0]


@pytest.mark.proves("AMB-36")
def test_what_nobody_contests_any_more_is_bought_at_the_printed_price() -> None:
    game = scarce(2, cash={2: 0})
    game.does(0, build(game, BULGARIA, 1, 1))
    game.does(1, AskBuildings(1))
    game.does(1, Bid(1500))
    game.does(0, Pass())
    game.does(1, PlaceBuilding(game.deed("Constanța")))
    game.does(0, build(game, BULGARIA, 0, 1))
    game.does(1, AskBuildings(0)).one(Built, seat=0, level=1, amount=1500)
    assert stock(game) == (0, 10)


@pytest.mark.proves("EUR-82", "AMB-36", "DP-31")
def test_the_auctions_go_on_until_the_stock_is_empty() -> None:
    game = scarce(3, cash={2: 0})
    game.does(1, build(game, ROMANIA, 1, 1, 1))
    game.does(0, AskBuildings(2))
    for left, city in ((2, "Constanța"), (1, "Timișoara"), (0, "București")):
        assert game.must == [0, 1]
        game.does(0, Pass())
        game.does(1, Bid(1500))
        game.does(1, PlaceBuilding(game.deed(city)))
        assert stock(game) == (left, 10)
    assert game.must == [0]
    assert game.refusal(0, Bid(1500)) == "NOT_ASKED"
    assert purses(game) == [50_000, 45_500, 0]


@pytest.mark.proves("AMB-36", "DP-31")
def test_who_has_won_all_they_asked_for_bids_no_more() -> None:
    game = scarce(2, cash={2: 0})
    game.does(0, build(game, BULGARIA, 1, 1))
    game.does(1, AskBuildings(1))
    game.does(1, Bid(1500))
    game.does(0, Pass())
    game.does(1, PlaceBuilding(game.deed("Constanța")))
    assert game.must == [0]
    assert game.can(0, EndTurn()) is game.can(1, Bid(1500)) is False
    assert game.can(0, Roll())


@pytest.mark.parametrize(("bid", "refusal"), [(1450, "BID_TOO_LOW"), (1500, None), (1525, "NOT_A_ROUND_SUM")])
@pytest.mark.proves("EUR-83", "AMB-36")
def test_the_auction_starts_at_the_lowest_price_on_a_contenders_title(bid: int, refusal: str | None) -> None:
    game = scarce(1)
    game.does(0, build(game, BULGARIA, 1, 0))
    game.does(1, AskBuildings(0))
    game.does(2, AskBuildings(1))
    assert game.refusal(2, Bid(bid)) == refusal  # though a villa in Greece is printed at 3,000


@pytest.mark.proves("EUR-83")
def test_the_titles_of_those_who_want_none_do_not_count() -> None:
    owners = owned(0, GREECE) | owned(1, BULGARIA) | owned(2, GERMANY)
    game = europolis(3, owners=owners, houses=1)
    game.does(0, build(game, GREECE, 1, 0, 0))
    game.does(1, AskBuildings(0))
    game.does(2, AskBuildings(1)).one(AuctionOpened, building="house", amount=3000)


@pytest.mark.parametrize(
    ("cheap", "standing"),
    [(BULGARIA, {}), (("Varna",), {}), (BULGARIA, built(BULGARIA, 5, 5))],
)
@pytest.mark.proves("EUR-83", "AMB-36")
def test_every_title_of_a_contender_counts_whether_it_can_be_built_on_or_not(
    cheap: tuple[str, ...], standing: dict[str | int, int]
) -> None:
    owners = owned(0, GREECE) | owned(1, GERMANY) | dict.fromkeys(cheap, 1)
    game = europolis(2, owners=owners, levels=standing, houses=1)
    game.does(0, build(game, GREECE, 1, 0, 0))
    told = game.does(1, AskBuildings(1))
    told.one(AuctionOpened, building="house", amount=1500)  # villas at 3,000 in Greece, 6,000 in Germany


@pytest.mark.proves("AMB-36", "DP-31")
def test_the_winner_places_the_villa_legally_at_once() -> None:
    game = scarce(1, levels=built(ROMANIA, 1, 0, 0))
    game.does(0, build(game, BULGARIA, 1, 0))
    game.does(2, AskBuildings(0))
    game.does(1, AskBuildings(1))
    game.does(1, Bid(1500))
    game.does(0, Pass())
    assert game.must == [1]
    for place in ("Constanța", "Varna", "Linia Aeriană Est"):  # uneven, another's, no city
        assert game.refusal(1, PlaceBuilding(game.deed(place))) == "NOT_YOURS"
    assert game.refusal(0, PlaceBuilding(game.deed("Varna"))) == "NOT_ASKED"
    assert [option.type for option in game.options(1)] == ["PlaceBuilding", "PlaceBuilding"]
    game.does(1, PlaceBuilding(game.deed("Timișoara")))
    assert levels(game, ROMANIA) == [1, 1, 0]
    assert game.cash(1) == 48_500


@pytest.mark.proves("EUR-82", "AMB-36")
def test_if_nobody_bids_the_villas_stay_in_the_bank() -> None:
    game = scarce(1)
    game.does(0, build(game, BULGARIA, 1, 0))
    game.does(1, AskBuildings(1))
    game.does(2, AskBuildings(0))
    game.does(1, Pass())
    game.does(0, Pass()).one(AuctionFailed, deed=None, building="house")
    assert (stock(game), purses(game)) == ((1, 10), [50_000] * 3)
    assert game.must == [0]


def let_go(game: Position, *asked: tuple[int, int]) -> None:
    """Seat 0 orders the last villa for Bulgaria, others ask for so many, and nobody bids."""
    game.does(0, build(game, BULGARIA, 1, 0))
    for seat, count in asked:
        game.does(seat, AskBuildings(count))
    for seat in game.must:
        game.does(seat, Pass())


@pytest.mark.proves("AMB-145", "EUR-82")
def test_who_let_a_villa_go_does_not_contest_the_next_order_for_it() -> None:
    game = scarce(1)
    let_go(game, (1, 1), (2, 1))
    told = game.does(0, build(game, BULGARIA, 1, 0))
    told.one(Built, seat=0, amount=1500)
    assert (stock(game), purses(game)) == ((0, 10), [48_500, 50_000, 50_000])


@pytest.mark.proves("AMB-145", "EUR-82")
def test_the_one_who_ordered_has_let_it_go_too() -> None:
    game = scarce(1)
    let_go(game, (1, 1), (2, 1))
    game.does(1, build(game, ROMANIA, 1, 0, 0)).one(Built, seat=1, amount=1500)


@pytest.mark.proves("AMB-145", "EUR-82")
def test_who_asked_for_none_may_still_contest_and_once_only() -> None:
    game = scarce(1)
    let_go(game, (1, 1), (2, 0))
    game.does(0, build(game, BULGARIA, 1, 0))
    assert game.must == [2]
    game.does(2, AskBuildings(1)).one(ContestOpened)
    for seat in game.must:
        game.does(seat, Pass())
    game.does(0, build(game, BULGARIA, 1, 0)).one(Built, seat=0)


@pytest.mark.parametrize("change", ["dice", "deed", "buildings"])
@pytest.mark.proves("AMB-145", "AMB-97")
def test_after_the_dice_a_deed_or_a_building_moved_an_order_is_contested_anew(change: str) -> None:
    game = scarce(1, at={0: 17})
    let_go(game, (1, 1), (2, 1))
    if change == "dice":
        game.rolls(1, 2)
    elif change == "deed":
        trade(game, 0, 1, deal(game, {0: 100, 1: -100}, {"Varna": 1}))
        trade(game, 0, 1, deal(game, {0: -100, 1: 100}, {"Varna": 0}))
    else:
        game.state.houses += 1
        game.does(0, build(game, BULGARIA, 1, 0))
        game.does(0, sell(game, BULGARIA, 0, 0))
        game.state.houses -= 1
    assert game.does(0, build(game, BULGARIA, 1, 0)).none(Built)
    assert game.must == [1, 2]


@pytest.mark.proves("AMB-145")
def test_a_villa_let_go_is_no_hotel() -> None:
    owners = owned(0, BULGARIA, ROMANIA) | owned(1, BRITAIN, GREECE)
    standing = built(BULGARIA, 4, 4) | built(BRITAIN, 4, 4)
    game = europolis(2, owners=owners, levels=standing, houses=1, hotels=1)
    game.does(0, build(game, ROMANIA, 1, 0, 0))
    game.does(1, AskBuildings(1))
    for seat in game.must:
        game.does(seat, Pass())
    game.does(0, build(game, BULGARIA, 5, 4)).one(BuildingsAsked, seat=0, building="hotel")
    assert game.must == [1]


@pytest.mark.proves("EUR-82", "EUR-83", "AMB-36", "DP-30", "DP-31")
def test_the_last_hotel_is_contested_in_the_same_way() -> None:
    owners = owned(0, BULGARIA) | owned(1, BRITAIN)
    game = europolis(2, owners=owners, levels=built(BULGARIA, 4, 4) | built(BRITAIN, 4, 4), hotels=1)
    game.does(0, build(game, BULGARIA, 5, 4)).one(BuildingsAsked, seat=0, count=1, building="hotel")
    told = game.does(1, AskBuildings(1))
    told.one(ContestOpened, building="hotel", stock=1)
    told.one(AuctionOpened, deed=None, building="hotel", amount=1500)
    game.does(1, Bid(1500))
    game.does(0, Pass()).one(AuctionWon, seat=1, amount=1500, building="hotel")
    game.does(1, PlaceBuilding(game.deed("Londra"))).one(BuildingPlaced, level=5)
    assert stock(game) == (34 - 16 + 4, 0)  # its four villas went back
    assert purses(game) == [50_000, 48_500]


@pytest.mark.proves("AMB-36")
def test_two_players_means_two_or_more() -> None:
    game = scarce(1)
    game.does(0, build(game, BULGARIA, 1, 0))
    game.does(1, AskBuildings(1))
    game.does(2, AskBuildings(1))
    assert game.must == [0, 1, 2]


@pytest.mark.proves("EUR-82", "AMB-36", "AMB-97")
def test_an_order_between_turns_is_contested_too() -> None:
    game = scarce(1)
    game.does(1, build(game, ROMANIA, 1, 0, 0)).one(BuildingsAsked, seat=1, count=1)
    assert game.must == [0, 2]


@pytest.mark.proves("AMB-97")
def test_in_the_next_gap_they_are_asked_anew() -> None:
    game = scarce(2, at={0: 17})
    game.does(0, build(game, BULGARIA, 1, 0))
    game.does(1, AskBuildings(0))
    game.does(2, AskBuildings(0))
    game.rolls(1, 2)
    told = game.does(0, build(game, BULGARIA, 1, 1))
    assert told.none(Built)
    assert game.must == [1, 2]


@pytest.mark.proves("EUR-82", "AMB-36", "AMB-97")
def test_what_another_asked_for_is_not_bought_away_in_the_same_gap() -> None:
    game = scarce(3, cash={2: 0})
    game.does(0, build(game, BULGARIA, 1, 0))
    game.does(1, AskBuildings(2))  # 1 + 2: enough for both
    assert levels(game, BULGARIA) == [1, 0]
    told = game.does(0, build(game, BULGARIA, 1, 1))  # now 2 + 2 are asked for in one gap, of 3
    assert told.none(Built)
    assert game.must != [0]


@pytest.mark.proves("EUR-82", "AMB-36")
def test_a_question_about_villas_does_not_settle_the_one_about_hotels() -> None:
    owners = owned(0, BULGARIA, ROMANIA) | owned(1, BRITAIN, GREECE)
    standing = built(BULGARIA, 4, 4) | built(BRITAIN, 4, 4)
    game = europolis(2, owners=owners, levels=standing, houses=1, hotels=1)
    game.does(0, build(game, ROMANIA, 1, 0, 0))
    game.does(1, AskBuildings(0))
    told = game.does(0, build(game, BULGARIA, 5, 4))
    told.one(BuildingsAsked, seat=0, count=1, building="hotel")
    assert game.must == [1]


@pytest.mark.proves("EUR-82")
def test_alone_one_buys_the_last_villa_without_a_question() -> None:
    game = europolis(2, owners=owned(0, BULGARIA), houses=1)
    game.does(0, Build(game.group("Varna"), [1, 0])).one(Built, level=1, amount=1500)
    assert stock(game) == (0, 10)
