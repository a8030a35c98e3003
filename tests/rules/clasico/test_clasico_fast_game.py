"""The fast game: two deeds dealt and paid, hotels after three houses, the end at the second bankruptcy."""

from typing import Any

import pytest

from magnate.actions import DeclareBankruptcy, Roll
from magnate.events import (
    AuctionOpened,
    BuildingsReturned,
    BuildingsSold,
    Built,
    DebtOwed,
    DeedDealt,
    DeedMoved,
    GameWon,
    PaidBank,
    PaidPlayer,
    WealthCounted,
    WentBankrupt,
)
from magnate.testing import Position
from rules.clasico.kit import BLUE, BROWN, GREEN, ORANGE, PINK, RED, all_pass, fast, gives_up
from rules.kit import build, built, heights, own, purses, sell, stock

HOTEL = 4  # the level above three houses


@pytest.mark.proves("CLA-112", "CLA-113", "AMB-51")
def test_two_deeds_are_dealt_to_each_one_at_a_time_and_paid_for_at_once() -> None:
    dealt = [1, 39, 12, 5, 34, 3]
    game = Position("clasico", 3, variant="fast", dealt=dealt, opening=True)
    events = [event for event in game.events if isinstance(event, DeedDealt)]
    assert [(event.seat, event.deed) for event in events] == [
        (seat, game.deed(place)) for seat, place in zip((0, 1, 2, 0, 1, 2), dealt, strict=True)
    ]
    assert purses(game) == [1500 - 60 - 200, 1500 - 400 - 320, 1500 - 150 - 60]
    assert [game.owner(place) for place in dealt] == [0, 1, 2, 0, 1, 2]
    assert sum(deed.owner is not None for deed in game.view().deeds) == 6
    assert game.must == [0, 1, 2]  # play then begins as usual
    game.script(dice=[(1, 2), (1, 3), (1, 1)])
    for seat in range(3):
        game.does(seat, Roll())
    assert game.view().turn == 1


@pytest.mark.proves("CLA-112")
def test_the_deal_is_by_chance() -> None:
    deals = set()
    for seed in range(1, 9):
        game = Position("clasico", 4, variant="fast", opening=True, seed=seed)
        owners = [deed.owner for deed in game.view().deeds]
        assert [owners.count(seat) for seat in range(4)] == [2, 2, 2, 2]
        deals.add(tuple(owners))
    assert len(deals) == 8


@pytest.mark.proves("AMB-57")
@pytest.mark.parametrize("variant", ["fast", "timed"])
def test_a_colour_completed_by_the_deal_counts_at_once(variant: str) -> None:
    game = Position("clasico", 2, variant=variant, dealt=[5, 1, 15, 3], at={0: 0})
    assert [game.owner(place) for place in BROWN] == [1, 1]
    assert game.can(1, build(game, BROWN, 1, 0))
    game.rolls(1, 2)
    game.claims(1).one(PaidPlayer, seat=0, amount=8)  # Plaza Lavapiés, 2 × 4


@pytest.mark.proves("CLA-113")
def test_the_standard_game_deals_nothing() -> None:
    game = Position("clasico", 3, opening=True)
    assert all(deed.owner is None for deed in game.view().deeds)
    assert purses(game) == [1500] * 3


@pytest.mark.proves("CLA-114", "AMB-110", "DP-29")
def test_a_hotel_needs_three_houses_on_each_lot_and_three_are_the_most() -> None:
    game = fast(owners=own(0, *PINK), levels=built(PINK, 3, 3, 2))
    assert game.refusal(0, build(game, PINK, HOTEL, 3, 2)) == "HOTEL_NEEDS_HOUSES"
    game = fast(owners=own(0, *PINK), levels=built(PINK, 3, 3, 3))
    told = game.does(0, build(game, PINK, HOTEL, 3, 3))
    told.one(Built, seat=0, level=HOTEL, amount=100)
    assert stock(game) == (32 - 6, 11)  # three houses went back
    assert game.refusal(0, build(game, PINK, 5, HOTEL, HOTEL)) == "TOO_HIGH"


@pytest.mark.proves("CLA-115", "AMB-110")
@pytest.mark.parametrize(
    ("place", "rents"), [("Paseo del Prado", (50, 200, 600, 1400, 2000)), ("Ronda de Valencia", (2, 10, 30, 90, 250))]
)
def test_the_hotel_rent_is_that_of_the_standard_game(place: str, rents: tuple[int, ...]) -> None:
    for level, rent in enumerate(rents):
        game = fast(owners=own(1, place), levels={place: level}, cash={0: 3000})
        game.state.at[0] = (game.edition.find_space(place) - 3) % 40
        game.rolls(1, 2)
        game.claims(1).one(PaidPlayer, amount=rent)


@pytest.mark.proves("CLA-116", "AMB-110")
def test_a_hotel_sells_for_half_its_price_and_half_of_three_houses_or_breaks_into_three() -> None:
    game = fast(owners=own(0, *GREEN), levels=built(GREEN, HOTEL, HOTEL, HOTEL))
    told = game.does(0, sell(game, GREEN, HOTEL, HOTEL, 3))
    told.one(BuildingsSold, amount=100, level=3)
    assert stock(game) == (29, 10)
    told = game.does(0, sell(game, GREEN, 0, 0, 0))
    assert [event.amount for event in told.of(BuildingsSold)] == [400, 400, 300]  # 100 + 3 × 100
    assert stock(game) == (32, 12)


@pytest.mark.proves("CLA-116", "CLA-99")
def test_the_shorter_hotel_counts_in_what_a_debtor_can_raise() -> None:
    # A hotel on a brown street: half of 50 + half of 3 × 50 = 100, twice; mortgages 30 + 30.
    position = {"owners": own(0, *BROWN), "levels": built(BROWN, HOTEL, HOTEL), "at": {0: "SALIDA"}}
    game = fast(cash={0: 0}, **position)
    game.rolls(1, 3)
    assert game.refusal(0, DeclareBankruptcy()) == "CAN_STILL_PAY"  # 260 ≥ 200


def third_of_four(first: int = 3, **position: Any) -> Position:
    """A fast game of four in which one has already retired; seat 0 rolls."""
    return fast(4, out=[first], **position)


@pytest.mark.proves("CLA-117", "AMB-111")
def test_the_first_bankrupt_simply_retires_by_the_standard_procedure() -> None:
    game = fast(
        4,
        cash={0: 0},
        at={0: "Calle Alcalá"},
        owners={**own(1, BLUE[1]), **own(0, *PINK)},
        levels={**built(PINK, 1, 1, 1), BLUE[1]: HOTEL},
    )
    game.rolls(3, 4)
    game.claims(1)
    told = gives_up(game, 0)
    assert [event.amount for event in told.of(BuildingsSold, seat=0)] == [50, 50, 50]
    assert heights(game, PINK) == [0, 0, 0]
    assert not game.is_over
    assert told.none(WealthCounted)
    assert game.must == [1]


@pytest.mark.proves("CLA-117", "CLA-101")
def test_the_first_bankrupt_s_estate_is_auctioned() -> None:
    game = fast(4, cash={0: 0}, owners=own(0, 39), mortgages=[39])
    game.rolls(1, 3)
    gives_up(game, 0).one(AuctionOpened, deed=game.deed(39))
    all_pass(game)
    assert not game.is_over


@pytest.mark.proves("CLA-118", "CLA-119", "AMB-111", "CLA-125")
def test_the_second_bankruptcy_ends_the_game_and_the_buildings_pass_with_their_lots() -> None:
    game = third_of_four(
        cash={0: 0, 1: 100, 2: 1000},
        at={0: "Calle Alcalá"},
        owners={**own(1, BLUE[1]), **own(0, *PINK)},
        levels={**built(PINK, 1, 1, HOTEL - 3), BLUE[1]: HOTEL},
    )
    game.rolls(3, 4)
    game.claims(1).one(DebtOwed, seat=0, other=1, amount=2000)
    told = gives_up(game, 0)
    told.one(WentBankrupt, seat=0, other=1)
    assert told.none(BuildingsSold)
    assert heights(game, PINK) == [1, 1, 1]
    assert [game.owner(place) for place in PINK] == [1, 1, 1]
    # 100 + 140 + 140 + 160 + 3 × 100 for the pinks, 400 + 4 × 200 for the hotel
    told.one(WealthCounted, seat=1, amount=100 + 440 + 300 + 400 + 800)
    told.one(WealthCounted, seat=2, amount=1000)
    assert len(told.of(WealthCounted)) == 2  # only the remaining players
    told.one(GameWon, seat=1)
    assert game.is_over


@pytest.mark.proves("CLA-119", "AMB-111")
def test_the_ten_percent_on_mortgaged_deeds_is_still_paid_at_the_end() -> None:
    game = third_of_four(
        cash={0: 0, 1: 100, 2: 100}, at={0: "Calle Alcalá"}, owners={**own(1, BLUE[1]), **own(0, 34)}, mortgages=[34]
    )
    game.rolls(3, 4)
    game.claims(1)
    told = gives_up(game, 0)
    told.one(PaidBank, seat=1, amount=16, why="interest")
    told.one(WealthCounted, seat=1, amount=100 - 16 + 160 + 400)  # the mortgaged street at half its 320
    assert game.is_over  # nobody is asked whether to lift


@pytest.mark.proves("AMB-111", "CLA-118", "CLA-119")
def test_with_the_bank_as_creditor_everything_leaves_play_without_an_auction() -> None:
    game = third_of_four(
        cash={0: 10, 1: 300, 2: 299}, owners=own(0, *BROWN, 39), mortgages=[39], levels=built(BROWN, 1, 1)
    )
    game.rolls(1, 3)
    told = gives_up(game, 0)
    assert told.none(AuctionOpened)
    assert len(told.of(BuildingsReturned)) == 2
    assert len(told.of(DeedMoved, seat=0, other=None)) == 3
    told.one(GameWon, seat=1)
    assert game.is_over
    assert purses(game) == [0, 300, 299, 0]


@pytest.mark.proves("CLA-118")
def test_the_end_comes_as_soon_as_the_second_goes_bankrupt() -> None:
    # A birthday: seat 1 cannot pay its ten and is the second to go; nobody pays anything after that.
    game = fast(5, out=[4], at={0: "Cárcel"}, cash={1: 5})
    game.draws("AC1", 3, 4)
    told = gives_up(game, 1)
    assert told.none(PaidPlayer)
    assert game.is_over
    assert purses(game) == [1505, 0, 1500, 1500, 0]
    assert [event.seat for event in told.of(GameWon)] == [0]


@pytest.mark.proves("AMB-112", "CLA-111")
def test_with_two_players_the_first_bankruptcy_ends_it() -> None:
    game = fast(2, cash={0: 0, 1: 0})
    game.rolls(1, 3)
    told = gives_up(game, 0)
    told.one(GameWon, seat=1)
    assert told.none(WealthCounted)
    assert game.is_over


@pytest.mark.proves("AMB-112")
def test_with_three_players_the_second_bankruptcy_leaves_the_winner() -> None:
    game = fast(3, cash={0: 0}, out=[2])
    game.rolls(1, 3)
    told = gives_up(game, 0)
    told.one(GameWon, seat=1)
    game = fast(3, cash={0: 0})
    game.rolls(1, 3)
    gives_up(game, 0)
    assert not game.is_over


@pytest.mark.proves("CLA-118")
def test_the_standard_game_does_not_end_at_the_second_bankruptcy() -> None:
    game = Position("clasico", 4, out=[3], cash={0: 0})
    game.rolls(1, 3)
    gives_up(game, 0)
    assert not game.is_over
    assert game.must == [1]


@pytest.mark.proves("CLA-120", "CLA-121", "CLA-122", "CLA-123", "CLA-124", "AMB-47")
def test_wealth_is_cash_deeds_at_price_mortgaged_at_half_and_buildings_at_cost() -> None:
    # 300 + (180 + 180 + 200) + 2 × 100 + 80 + (220 + 220) + 2 × (150 + 3 × 150); the jail card counts 0
    game = fast(
        cash={0: 300},
        owners=own(0, *ORANGE, PINK[2], *RED[:2]),
        mortgages=[PINK[2]],
        levels={ORANGE[0]: 1, ORANGE[1]: 1, RED[0]: HOTEL, RED[1]: HOTEL},
        held={"CA8": 0},
    )
    assert game.wealth(0) == 300 + 560 + 200 + 80 + 440 + 1200
    assert fast(owners=own(0, 5, 12), cash={0: 0}).wealth(0) == 350  # stations and utilities at their price
    assert fast(owners=own(0, 5, 12), mortgages=[5, 12], cash={0: 1}).wealth(0) == 1 + 100 + 75


@pytest.mark.proves("W-18", "CLA-120", "CLA-121", "CLA-122", "CLA-123", "CLA-124")
def test_the_worked_valuation() -> None:
    game = fast(
        cash={0: 300},
        owners=own(0, *ORANGE[:2], PINK[2], *RED[:2]),
        mortgages=[PINK[2]],
        levels={ORANGE[0]: 1, ORANGE[1]: 1, RED[0]: HOTEL, RED[1]: HOTEL},
    )
    for place, price in {ORANGE[0]: 200, ORANGE[1]: 200, PINK[2]: 160, RED[0]: 220, RED[1]: 220}.items():
        deed = game.deed(place)  # the example's prices, not the board's
        game.table.price[deed], game.table.house_cost[deed], game.table.hotel_cost[deed] = price, 100, 100
    assert game.wealth(0) == 2220


@pytest.mark.proves("CLA-118", "CLA-119", "AMB-111")
def test_a_bankruptcy_inside_the_first_one_is_the_second() -> None:
    game = fast(4, cash={0: 0, 1: 0, 3: 1501}, at={0: "Cárcel"}, owners=own(1, 5, 15, 25), mortgages=[5, 15, 25])
    game.draws("AC1", 3, 4)
    assert not gives_up(game, 1).of(GameWon)
    told = gives_up(game, 0)  # the two other guests bring 20; the ten percent on what was inherited is 30
    assert told.none(AuctionOpened)
    assert [event.seat for event in told.of(GameWon)] == [3]
    assert purses(game) == [0, 0, 1490, 1491]


@pytest.mark.proves("CLA-125", "AMB-48")
def test_the_richest_wins_and_equal_wealth_wins_together() -> None:
    game = third_of_four(cash={0: 0, 1: 500, 2: 300}, owners=own(2, 5))
    game.rolls(1, 3)
    told = gives_up(game, 0)
    assert [event.seat for event in told.of(GameWon)] == [1, 2]  # 500 and 300 + 200
    game = third_of_four(cash={0: 0, 1: 500, 2: 301}, owners=own(2, 5))
    game.rolls(1, 3)
    assert [event.seat for event in gives_up(game, 0).of(GameWon)] == [2]
