"""Rent: the list on the card, doubled built or not while the whole colour is held; monuments and services."""

import pytest

from magnate.actions import BuyDeed
from magnate.events import PaidPlayer
from rules.castis.kit import MONUMENTS, PALENCIA, draws, lands
from rules.kit import own

# Doubling.


@pytest.mark.proves("CAS-21", "AMB-125")
@pytest.mark.parametrize(("level", "rent"), [(1, 60), (2, 180), (3, 500), (4, 900)])
def test_double_rent_is_charged_on_built_property_hotels_included(level: int, rent: int) -> None:
    # Calle Mayor Principal prints 30 / 90 / 250 and 450 with the hotel.
    game, told = lands(14, owners=own(1, *PALENCIA), levels={11: 1, 13: 1, 14: level})
    told.one(PaidPlayer, seat=0, other=1, amount=rent)
    assert [game.cash(0), game.cash(1)] == [1500 - rent, 1500 + rent]


@pytest.mark.proves("W-19", "CAS-21")
@pytest.mark.parametrize(("space", "level", "rent"), [(11, 0, 20), (14, 2, 180), (14, 4, 900)])
def test_base_10_with_two_houses_90_and_hotel_450_become_20_180_900(space: int, level: int, rent: int) -> None:
    _, told = lands(space, owners=own(1, *PALENCIA), levels={space: level})
    told.one(PaidPlayer, amount=rent)


# Monuments and services.


@pytest.mark.proves("CAS-40", "AMB-127")
@pytest.mark.parametrize("last", [5, 15, 25, 35])
@pytest.mark.parametrize("owned", [0, 3])
def test_a_monument_may_be_bought_by_who_lands_there_be_it_the_first_or_the_last(last: int, owned: int) -> None:
    game, _ = lands(last, owners=dict.fromkeys([space for space in (5, 15, 25, 35) if space != last][:owned], 0))
    game.does(0, BuyDeed())
    assert game.cash(0) == 1300
    assert [game.owner(place) for place in MONUMENTS].count(0) == owned + 1


@pytest.mark.proves("CAS-22", "CAS-42")
@pytest.mark.parametrize("card", ["S6", "S7"])
def test_the_guided_tour_leads_to_the_next_monument_and_doubles_its_rent(card: str) -> None:
    game, told = draws(card, owners={25: 1, 35: 1})
    told.one(PaidPlayer, seat=0, other=1, amount=100, why="rent", deed=game.deed(25))  # twice 50
    free, _ = draws(card)
    assert free.space(0) == 25
    free.does(0, BuyDeed())
    assert free.cash(0) == 1300
    lent, told = draws(card, owners={25: 1}, mortgages=[25])
    assert told.none(PaidPlayer)
    assert lent.cash(0) == 1500
