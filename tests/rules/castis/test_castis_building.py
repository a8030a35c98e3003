"""Houses on a whole colour, one everywhere before a second; the hotel after three; selling in reverse."""

import pytest

from magnate.events import (
    BuildingsSold,
    Built,
)
from magnate.testing import Position
from rules.castis.kit import PALENCIA, palencia
from rules.kit import build, sell, stock

FIRST = PALENCIA[0]


def heights(game: Position) -> list[int]:
    return [game.level(place) for place in PALENCIA]


# Houses.


@pytest.mark.proves("CAS-34", "CAS-37", "DP-28")
def test_who_owns_a_whole_colour_buys_houses_from_the_bank_at_the_price_on_the_card() -> None:
    game = palencia(0, 0, 0)
    told = game.does(0, build(game, FIRST, 1, 0, 0))
    told.one(Built, seat=0, deed=game.deed(FIRST), level=1, amount=100, clause="CAS-34")
    assert len(told) == 1
    assert [game.cash(0), game.cash(1)] == [4900, 1500]
    assert stock(game) == (31, 12)


@pytest.mark.proves("CAS-36", "AMB-122", "DP-28")
@pytest.mark.parametrize(
    ("now", "plan"),
    [
        ((0, 0, 0), (1, 0, 0)),
        ((1, 0, 0), (1, 0, 1)),
        ((1, 1, 0), (1, 1, 1)),
        ((1, 1, 1), (2, 1, 1)),
        ((2, 1, 1), (3, 1, 1)),
        ((3, 1, 1), (3, 3, 1)),
        ((0, 0, 0), (1, 1, 1)),
        ((0, 0, 0), (3, 1, 1)),  # step by step: one everywhere, then the rest
    ],
)
def test_a_second_house_comes_after_one_everywhere_and_then_there_is_no_evenness(
    now: tuple[int, int, int], plan: tuple[int, int, int]
) -> None:
    game = palencia(*now)
    game.does(0, build(game, FIRST, *plan))
    assert heights(game) == list(plan)
    assert game.cash(0) == 5000 - 100 * (sum(plan) - sum(now))
    assert stock(game) == (32 - sum(plan), 12)


@pytest.mark.proves("CAS-36", "AMB-122", "W-21")
@pytest.mark.parametrize(
    ("now", "plan"),
    [
        ((0, 0, 0), (2, 0, 0)),
        ((1, 0, 0), (2, 0, 0)),
        ((1, 1, 0), (2, 1, 0)),
        ((1, 0, 1), (1, 0, 2)),
        ((0, 0, 0), (3, 1, 0)),
        ((0, 0, 0), (0, 2, 2)),
    ],
)
def test_no_second_house_while_a_lot_of_the_colour_is_bare(
    now: tuple[int, int, int], plan: tuple[int, int, int]
) -> None:
    game = palencia(*now)
    assert game.refusal(0, build(game, FIRST, *plan)) == "NOT_EVEN"


@pytest.mark.proves("CAS-35", "AMB-123")
def test_a_property_carries_at_most_three_houses() -> None:
    game = palencia(1, 1, 1)
    game.does(0, build(game, FIRST, 3, 3, 3))  # nine in all: the limit is per property
    assert stock(game) == (23, 12)
    told = game.does(0, build(game, FIRST, 4, 3, 3))  # the fourth step is the hotel
    told.one(Built, level=4, clause="CAS-38")
    assert stock(game) == (26, 11)


# Hotels.


@pytest.mark.proves("CAS-38", "W-21", "AMB-124", "DP-29")
def test_three_houses_there_and_one_on_each_of_the_rest_allow_a_hotel() -> None:
    game = palencia(3, 1, 1)
    assert stock(game) == (27, 12)
    told = game.does(0, build(game, FIRST, 4, 1, 1))
    told.one(Built, seat=0, deed=game.deed(FIRST), level=4, amount=100, clause="CAS-38")
    assert game.cash(0) == 4900
    assert stock(game) == (30, 11)  # the three houses go back


@pytest.mark.proves("CAS-38", "DP-29")
def test_the_rest_must_stand_in_the_same_order_at_least() -> None:
    game = palencia(0, 0, 0)
    assert game.refusal(0, build(game, FIRST, 4, 0, 0)) == "HOTEL_NEEDS_HOUSES"
    assert game.refusal(0, build(game, FIRST, 4, 1, 0)) == "HOTEL_NEEDS_HOUSES"
    game.does(0, build(game, FIRST, 4, 1, 1))  # 3 houses and the hotel, and 2 houses
    assert game.cash(0) == 5000 - 400 - 200
    assert stock(game) == (30, 11)


@pytest.mark.proves("AMB-18", "CAS-38")
def test_a_hotel_counts_as_at_least_one_for_the_others() -> None:
    game = palencia(4, 3, 1)
    game.does(0, build(game, FIRST, 4, 4, 1))
    game.does(0, build(game, FIRST, 4, 4, 4))
    assert heights(game) == [4, 4, 4]
    assert stock(game) == (32, 9)


@pytest.mark.proves("CAS-39")
def test_one_hotel_a_property() -> None:
    game = palencia(4, 1, 1)
    assert game.refusal(0, build(game, FIRST, 5, 1, 1)) == "TOO_HIGH"
    assert game.refusal(0, build(game, FIRST, 4, 1, 1)) == "NOTHING_TO_CHANGE"


@pytest.mark.proves("AMB-116", "CAS-38")
def test_without_hotels_in_stock_there_is_none() -> None:
    assert palencia(3, 1, 1, hotels=0).refusal(0, build(palencia(0, 0, 0), FIRST, 4, 1, 1)) == "NO_HOTELS_LEFT"
    assert palencia(3, 1, 1, houses=0, hotels=1).can(0, build(palencia(0, 0, 0), FIRST, 4, 1, 1))
    assert palencia(2, 1, 1, houses=0).refusal(0, build(palencia(0, 0, 0), FIRST, 4, 1, 1)) == "NO_HOUSES_LEFT"


@pytest.mark.proves("AMB-124")
def test_the_houses_a_hotel_sets_free_serve_in_the_same_order() -> None:
    game = palencia(3, 1, 1, houses=0, hotels=1)
    assert game.refusal(0, build(game, FIRST, 3, 2, 1)) == "NO_HOUSES_LEFT"
    assert game.refusal(0, build(game, FIRST, 4, 3, 3)) == "NO_HOUSES_LEFT"  # 4 wanted, 3 set free
    game.does(0, build(game, FIRST, 4, 3, 2))
    assert heights(game) == [4, 3, 2]
    assert game.cash(0) == 5000 - 400
    assert stock(game) == (0, 0)


@pytest.mark.proves("AMB-124", "CAS-38")
def test_the_last_house_may_go_to_the_lot_whose_hotel_then_frees_houses_for_the_rest() -> None:
    # The one house makes 3 on the first lot; its hotel sets 3 free; one each for the others, and one stays.
    game = palencia(2, 1, 1, houses=1, hotels=1)
    game.does(0, build(game, FIRST, 4, 2, 2))
    assert heights(game) == [4, 2, 2]
    assert game.cash(0) == 5000 - 400
    assert stock(game) == (1, 0)
    game = palencia(2, 1, 1, houses=1, hotels=1)
    assert game.can(0, build(game, FIRST, 4, 3, 2))  # the three set free
    assert game.refusal(0, build(game, FIRST, 4, 3, 3)) == "NO_HOUSES_LEFT"  # four wanted
    assert game.refusal(0, build(game, FIRST, 3, 2, 1)) == "NO_HOUSES_LEFT"  # no hotel, nothing set free
    assert palencia(2, 1, 1, houses=0).refusal(0, build(game, FIRST, 4, 2, 2)) == "NO_HOUSES_LEFT"
    assert palencia(2, 1, 1, houses=1, hotels=0).refusal(0, build(game, FIRST, 4, 1, 1)) == "NO_HOTELS_LEFT"


# Selling.


@pytest.mark.proves("AMB-130", "AMB-122", "DP-32")
@pytest.mark.parametrize(
    ("now", "left"),
    [
        ((3, 1, 1), (1, 1, 1)),
        ((3, 1, 1), (2, 1, 1)),
        ((1, 1, 1), (1, 1, 0)),
        ((1, 1, 1), (0, 0, 1)),
        ((1, 0, 0), (0, 0, 0)),
        ((3, 2, 1), (1, 1, 0)),
        ((3, 3, 3), (0, 0, 0)),
        ((2, 2, 2), (1, 0, 0)),
    ],
)
def test_houses_go_back_to_the_bank_at_half_price(now: tuple[int, int, int], left: tuple[int, int, int]) -> None:
    game = palencia(*now, cash=0)
    told = game.does(0, sell(game, FIRST, *left))
    assert heights(game) == list(left)
    assert game.cash(0) == 50 * (sum(now) - sum(left)) == sum(event.amount for event in told.of(BuildingsSold, seat=0))
    assert stock(game) == (32 - sum(left), 12)


@pytest.mark.proves("AMB-122", "W-21")
@pytest.mark.parametrize(
    ("now", "left"),
    [
        ((3, 1, 1), (3, 1, 0)),
        ((2, 1, 1), (2, 0, 1)),
        ((3, 3, 3), (0, 3, 3)),
        ((4, 1, 1), (4, 1, 0)),
        ((2, 2, 1), (2, 2, 0)),
    ],
)
def test_no_lot_goes_bare_while_another_has_more_than_one(
    now: tuple[int, int, int], left: tuple[int, int, int]
) -> None:
    game = palencia(*now)
    assert game.refusal(0, sell(game, FIRST, *left)) == "NOT_EVEN"


@pytest.mark.proves("AMB-124", "AMB-130", "DP-33")
def test_a_hotel_sells_for_half_of_itself_and_of_three_houses_or_is_exchanged() -> None:
    outright = palencia(4, 1, 1, cash=0)
    outright.does(0, sell(outright, FIRST, 0, 1, 1))
    assert outright.cash(0) == 50 + 150
    assert stock(outright) == (30, 12)
    exchanged = palencia(4, 1, 1, cash=0)
    exchanged.does(0, sell(exchanged, FIRST, 3, 1, 1))
    assert exchanged.cash(0) == 50
    assert stock(exchanged) == (27, 12)


@pytest.mark.proves("AMB-34", "AMB-33")
def test_without_houses_in_the_bank_hotels_go_to_bare_ground_together() -> None:
    game = palencia(4, 4, 4, cash=0, houses=0)
    assert game.refusal(0, sell(game, FIRST, 3, 4, 4)) == "NO_HOUSES_LEFT"
    assert game.refusal(0, sell(game, FIRST, 1, 1, 1)) == "NO_HOUSES_LEFT"
    assert game.refusal(0, sell(game, FIRST, 0, 4, 4)) == "NOT_EVEN"
    game.does(0, sell(game, FIRST, 0, 0, 0))
    assert game.cash(0) == 3 * 200
    two = palencia(4, 4, 4, cash=0, houses=2)
    assert not two.can(0, sell(two, FIRST, 3, 4, 4))
    assert two.can(0, sell(two, FIRST, 2, 4, 4))
