"""Stations charge by their number, utilities by the dice."""

from typing import Any

import pytest

from magnate.actions import BuyDeed, EndTurn, Roll
from magnate.events import Moved, PaidPlayer, RentFree, Rolled
from magnate.testing import EventList, Position
from rules.clasico.kit import table
from rules.kit import own, purses


def visit(game: Position, place: str, *dice: int) -> EventList:
    """Seat 0 lands here with these dice, and seat 1 claims."""
    game.state.at[0] = game.edition.find_space(place) - sum(dice)
    told = game.rolls(*dice)
    return EventList(told + game.claims(1))


# The international decks send players to the nearest station and utility.


def international(**position: Any) -> Position:
    return table(2, skin="internacional", **position)


@pytest.mark.proves("CLA-46", "AMB-25")
@pytest.mark.parametrize("card", ["CA6", "CA7"])
@pytest.mark.parametrize(("start", "station"), [(0, 15), (15, 25), (29, 5)])
def test_the_card_to_the_nearest_station_charges_twice_its_rent(card: str, start: int, station: int) -> None:
    game = international(at={0: start}, owners=own(1, station))
    told = game.draws(card, 3, 4)  # from 7, 22 or 36 forward to 15, 25 or 5
    assert game.space(0) == station
    told += game.claims(1)
    told.one(PaidPlayer, amount=50)  # 2 × 25
    salary = 200 if station == 5 else 0
    assert purses(game) == [1500 - 50 + salary, 1550]


@pytest.mark.proves("CLA-46")
def test_with_four_stations_the_card_charges_400() -> None:
    game = international(owners=own(1, *(5, 15, 25, 35)))
    game.draws("CA6", 3, 4)
    game.claims(1).one(PaidPlayer, amount=400)


@pytest.mark.proves("CLA-46", "CLA-27")
def test_the_nearest_station_may_be_bought_if_free_at_its_plain_price() -> None:
    game = international()
    game.draws("CA6", 3, 4)
    game.does(0, BuyDeed())
    assert game.owner(15) == 0
    assert game.cash(0) == 1300


@pytest.mark.proves("CLA-45", "DP-09")
@pytest.mark.parametrize(("start", "utility", "salary"), [(0, 12, 0), (15, 28, 0), (29, 12, 200)])
def test_the_card_to_the_nearest_utility_asks_a_fresh_roll_at_the_full_set_rate(
    start: int, utility: int, salary: int
) -> None:
    game = international(at={0: start}, owners=own(1, utility))
    game.draws("CA8", 3, 4)
    assert game.space(0) == utility
    assert game.must == [0]
    assert not game.can(0, EndTurn())
    told = game.rolls(2, 6)
    told.one(Rolled, seat=0, dice=(2, 6))
    assert told.none(Moved)
    game.claims(1).one(PaidPlayer, amount=80)  # 10 × 8, though the owner has one utility; not 10 × 7
    assert purses(game) == [1500 - 80 + salary, 1580]


@pytest.mark.proves("CLA-45")
def test_the_roll_for_the_rent_is_never_a_double_for_the_turn() -> None:
    game = international(owners=own(1, 12))
    game.draws("CA8", 3, 4)
    game.rolls(5, 5)
    assert not game.can(0, Roll())
    assert game.can(0, EndTurn())
    game.claims(1).one(PaidPlayer, amount=100)


@pytest.mark.proves("CLA-45", "CLA-23")
def test_a_double_that_led_to_the_card_still_gives_its_second_roll() -> None:
    game = international(at={0: 34}, owners=own(1, 12))
    game.draws("CA8", 1, 1)  # 36, then on to 12
    game.rolls(1, 2)  # the rent: 30
    assert game.can(0, Roll())
    told = game.rolls(3, 5)
    told.one(Moved, seat=0, origin=12, space=20)
    game.claims(1).one(PaidPlayer, amount=30)


@pytest.mark.proves("CLA-45", "CLA-27", "CLA-41")
def test_no_roll_for_a_utility_that_is_free_mortgaged_or_one_s_own() -> None:
    game = international()
    game.draws("CA8", 3, 4)
    game.does(0, BuyDeed())
    assert game.cash(0) == 1350
    game = international(owners=own(1, 12), mortgages=[12])
    game.draws("CA8", 3, 4).one(RentFree, seat=0)
    assert game.can(0, EndTurn())
    game = international(owners=own(0, 12))
    game.draws("CA8", 3, 4)
    assert game.can(0, EndTurn())


@pytest.mark.proves("CLA-43", "AMB-115")
def test_landing_by_dice_in_the_international_skin_charges_the_usual_rate() -> None:
    game = international(owners=own(1, 12))
    visit(game, "Compañía de Electricidad", 3, 4).one(PaidPlayer, amount=28)
