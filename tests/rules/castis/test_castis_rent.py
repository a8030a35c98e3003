"""Rent: the list on the card, doubled built or not while the whole colour is held; monuments and services."""

import pytest

from magnate.actions import BuyDeed, ClaimRent, EndTurn
from magnate.events import PaidPlayer, RentFree
from rules.castis.kit import MONUMENTS, PALENCIA, SERVICES, all_of, castis, draws, lands


@pytest.mark.proves("CAS-16", "AMB-27")
@pytest.mark.parametrize(("space", "rent"), [(11, 10), (14, 12), (39, 50), (1, 2)])
def test_the_owner_charges_the_rent_on_the_card_by_itself(space: int, rent: int) -> None:
    game = castis(3, at={0: (space - 3) % 40}, owners={space: 1})
    told = game.rolls(1, 2)
    told.one(PaidPlayer, seat=0, other=1, amount=rent, why="rent", deed=game.deed(space), clause="CAS-16")
    start = 200 if space == 1 else 0
    assert [game.cash(seat) for seat in range(3)] == [1500 + start - rent, 1500 + rent, 1500]
    assert game.refusal(1, ClaimRent()) == "WRONG_MOMENT"
    assert game.can(0, EndTurn())


@pytest.mark.proves("AMB-04")
def test_nothing_is_due_on_ones_own_property() -> None:
    game, told = lands(11, owners=all_of(PALENCIA, 0), levels={11: 1})
    assert told.none(PaidPlayer)
    assert game.cash(0) == 1500


@pytest.mark.proves("CAS-18", "CAS-17")
@pytest.mark.parametrize("space", [11, 12, 15])
def test_no_rent_on_a_mortgaged_property_service_or_monument(space: int) -> None:
    game, told = lands(space, owners={space: 1}, mortgages=[space])
    told.one(RentFree, seat=0, owner=1, deed=game.deed(space), clause="CAS-18")
    assert told.none(PaidPlayer)
    assert [game.cash(0), game.cash(1)] == [1500, 1500]


# Doubling.


@pytest.mark.proves("CAS-19")
@pytest.mark.parametrize(("space", "rent"), [(11, 20), (13, 20), (14, 24)])
def test_the_owner_of_a_whole_colour_takes_double(space: int, rent: int) -> None:
    _, told = lands(space, owners=all_of(PALENCIA, 1))
    told.one(PaidPlayer, seat=0, other=1, amount=rent, clause="CAS-19")


@pytest.mark.proves("CAS-19")
@pytest.mark.parametrize("rest", [{}, {13: 2}, {13: 0}])
def test_a_colour_that_lacks_one_card_takes_the_single_rent(rest: dict[int, int]) -> None:
    _, told = lands(11, 3, owners={11: 1, 14: 1, **rest})
    told.one(PaidPlayer, amount=10)


@pytest.mark.proves("CAS-21", "AMB-125")
@pytest.mark.parametrize(("level", "rent"), [(1, 60), (2, 180), (3, 500), (4, 900)])
def test_double_rent_is_charged_on_built_property_hotels_included(level: int, rent: int) -> None:
    # Calle Mayor Principal prints 30 / 90 / 250 and 450 with the hotel.
    game, told = lands(14, owners=all_of(PALENCIA, 1), levels={11: 1, 13: 1, 14: level})
    told.one(PaidPlayer, seat=0, other=1, amount=rent)
    assert [game.cash(0), game.cash(1)] == [1500 - rent, 1500 + rent]


@pytest.mark.proves("W-19", "CAS-21")
@pytest.mark.parametrize(("space", "level", "rent"), [(11, 0, 20), (14, 2, 180), (14, 4, 900)])
def test_base_10_with_two_houses_90_and_hotel_450_become_20_180_900(space: int, level: int, rent: int) -> None:
    _, told = lands(space, owners=all_of(PALENCIA, 1), levels={space: level})
    told.one(PaidPlayer, amount=rent)


@pytest.mark.proves("CAS-21", "AMB-125")
def test_a_built_lot_outside_a_whole_colour_takes_the_printed_figure() -> None:
    # Building needs the whole colour, so only a board set up by hand shows it.
    _, told = lands(14, owners={11: 1, 14: 1}, levels={14: 2})
    told.one(PaidPlayer, amount=90, clause="CAS-21")


@pytest.mark.proves("CAS-20", "AMB-126")
def test_a_mortgaged_card_leaves_the_others_of_the_colour_doubled() -> None:
    _, other = lands(11, owners=all_of(PALENCIA, 1), mortgages=[13, 14])
    other.one(PaidPlayer, amount=20)
    _, itself = lands(13, owners=all_of(PALENCIA, 1), mortgages=[13, 14])
    assert itself.none(PaidPlayer)


@pytest.mark.proves("CAS-32")
def test_a_prisoner_collects_rent() -> None:
    game, told = lands(11, owners={11: 1}, jail={1: 2})
    told.one(PaidPlayer, seat=0, other=1, amount=10)
    assert game.in_jail(1)


# Monuments and services.


@pytest.mark.proves("CAS-40", "AMB-127")
@pytest.mark.parametrize("last", [5, 15, 25, 35])
@pytest.mark.parametrize("owned", [0, 3])
def test_a_monument_may_be_bought_by_who_lands_there_be_it_the_first_or_the_last(last: int, owned: int) -> None:
    game, _ = lands(last, owners=dict.fromkeys([space for space in (5, 15, 25, 35) if space != last][:owned], 0))
    game.does(0, BuyDeed())
    assert game.cash(0) == 1300
    assert [game.owner(place) for place in MONUMENTS].count(0) == owned + 1


@pytest.mark.proves("CAS-42", "AMB-24", "AMB-127")
@pytest.mark.parametrize(("owned", "rent"), [(1, 25), (2, 50), (3, 100), (4, 200)])
def test_monuments_take_rent_by_the_number_owned_and_never_double(owned: int, rent: int) -> None:
    game, told = lands(5, owners=all_of(MONUMENTS[:owned], 1))
    told.one(PaidPlayer, seat=0, other=1, amount=rent, clause="CAS-42")
    assert [game.cash(0), game.cash(1)] == [1500 - rent, 1500 + rent]


@pytest.mark.proves("AMB-21")
def test_mortgaged_monuments_count_for_the_number_owned() -> None:
    _, told = lands(5, owners=all_of(MONUMENTS, 1), mortgages=[15, 25, 35])
    told.one(PaidPlayer, amount=200)


@pytest.mark.proves("AMB-22", "AMB-24")
@pytest.mark.parametrize("space", [12, 28])
def test_services_take_4_or_10_times_the_dice(space: int) -> None:
    for owners, rent in (({space: 1}, 28), (all_of(SERVICES, 1), 70)):
        game = castis(at={0: space - 7}, owners=owners)
        game.rolls(3, 4).one(PaidPlayer, seat=0, other=1, amount=rent)


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
