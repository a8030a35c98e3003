"""«Chirii»: the rent on the Title, doubled for a whole country, and only if the owner asks in time."""

import pytest

from magnate.actions import ClaimRent, EndTurn, Mortgage, Roll
from magnate.events import (
    DebtOwed,
    NothingDue,
    PaidPlayer,
    RentClaimed,
    RentFree,
    RentLapsed,
)
from magnate.testing import Position
from rules.europolis.kit import AIRLINES, FRANCE, GREECE, UTILITIES, built, europolis, owned, purses


def visits(place: str | int, *, seats: int = 2, **position: object) -> Position:
    """Seat 0 lands on a place with a roll of 3."""
    game = europolis(seats, **position)
    game.state.at[0] = game.edition.find_space(place) - 3
    game.rolls(1, 2)
    return game


@pytest.mark.proves("EUR-38", "EUR-40", "DP-16")
def test_the_owner_may_ask_the_visitor_for_the_rent() -> None:
    game = visits("Salonic", owners={"Salonic": 1})
    assert purses(game) == [50_000, 50_000]  # nothing moves by itself
    told = game.claims(1)
    told.one(RentClaimed, owner=1, debtor=0, deed=game.deed("Salonic"), amount=300)
    told.one(PaidPlayer, seat=0, other=1, amount=300, why="rent", deed=game.deed("Salonic"))
    assert purses(game) == [49_700, 50_300]


@pytest.mark.proves("EUR-38", "EUR-46", "AMB-26")
def test_nobody_else_can_collect_and_nothing_is_collected_twice() -> None:
    game = visits("Salonic", seats=3, owners={"Salonic": 1})
    for seat in (0, 2):
        game.claims(seat).one(NothingDue, seat=seat)
    game.claims(1)
    told = game.claims(1)
    told.one(NothingDue, seat=1)
    assert told.none(PaidPlayer)
    assert purses(game) == [49_700, 50_300, 50_000]


@pytest.mark.proves("AMB-26")
def test_the_control_to_claim_is_always_there_and_betrays_no_debt() -> None:
    due, nothing = visits("Salonic", owners={"Salonic": 1}), visits("Salonic", owners={"Salonic": 0})
    for seat in (0, 1):
        assert due.can(seat, ClaimRent())
        assert nothing.can(seat, ClaimRent())
    assert due.may == nothing.may == [1]
    assert due.view(1).question == nothing.view(1).question


@pytest.mark.proves("AMB-26")
def test_automatic_rent_is_a_switch_of_the_table() -> None:
    game = visits("Salonic", owners={"Salonic": 1}, options={"rent.collect": "automatic"})
    assert purses(game) == [49_700, 50_300]
    assert not game.can(1, ClaimRent())


@pytest.mark.parametrize(("level", "rent"), [(1, 1500), (2, 4500), (3, 13_500), (4, 18_750), (5, 22_500)])
@pytest.mark.proves("EUR-40")
def test_the_rent_is_the_figure_for_the_buildings_on_that_city(level: int, rent: int) -> None:
    game = visits("Salonic", owners=owned(1, GREECE), levels=built(GREECE, level, level, level))
    game.claims(1).one(PaidPlayer, amount=rent)
    assert purses(game) == [50_000 - rent, 50_000 + rent]


@pytest.mark.proves("EUR-37", "EUR-41")
def test_a_bare_city_of_a_whole_country_pays_double() -> None:
    game = visits("Salonic", owners=owned(1, GREECE))
    game.claims(1).one(PaidPlayer, amount=600)
    game = visits("Salonic", owners=owned(1, GREECE) | {"Atena": 0})
    game.claims(1).one(PaidPlayer, amount=300)


@pytest.mark.proves("EUR-41", "EUR-40")
def test_a_bare_city_beside_villas_pays_double_and_a_built_one_does_not() -> None:
    levels = built(GREECE, 1, 0, 1)
    game = visits("Salonic", owners=owned(1, GREECE), levels=levels)
    game.claims(1).one(PaidPlayer, amount=600)
    game = visits("Atena", owners=owned(1, GREECE), levels=levels)
    game.claims(1).one(PaidPlayer, amount=1800)


@pytest.mark.proves("EUR-42", "EUR-43", "W-13")
def test_one_mortgage_in_the_country_takes_the_doubling_from_the_others() -> None:
    for place, rent in (("Patras", 300), ("Salonic", 300)):
        game = visits(place, owners=owned(1, GREECE), mortgages=["Atena"])
        game.claims(1).one(PaidPlayer, amount=rent)
    game = visits("Atena", owners=owned(1, GREECE), mortgages=["Atena"])
    game.claims(1).one(NothingDue, seat=1)


@pytest.mark.proves("EUR-42")
def test_a_mortgage_in_another_country_leaves_the_doubling() -> None:
    game = visits("Salonic", owners=owned(1, GREECE, FRANCE), mortgages=FRANCE)
    game.claims(1).one(PaidPlayer, amount=600)


@pytest.mark.parametrize("place", ["Salonic", "Linia Aeriană Sud", "Compania de Electricitate"])
@pytest.mark.proves("EUR-43", "EUR-91")
def test_mortgaged_property_earns_nothing_and_is_not_for_sale(place: str) -> None:
    game = europolis(2, owners={place: 1}, mortgages=[place])
    game.state.at[0] = game.edition.find_space(place) - 3
    game.rolls(1, 2).one(RentFree, seat=0, owner=1, deed=game.deed(place))
    game.claims(1).one(NothingDue)
    assert game.owner(place) == 1
    assert game.can(0, EndTurn())  # nothing to buy
    assert purses(game) == [50_000, 50_000]


@pytest.mark.proves("EUR-43")
def test_no_rent_is_asked_on_what_was_mortgaged_since_the_landing() -> None:
    game = visits("Salonic", owners={"Salonic": 1})
    game.ends_turn()
    game.does(1, Mortgage(game.deed("Salonic")))
    told = game.claims(1)
    assert told.none(PaidPlayer)
    assert purses(game) == [50_000, 52_100]


@pytest.mark.parametrize(("count", "rent"), [(1, 750), (2, 1500), (3, 3000), (4, 6000)])
@pytest.mark.proves("EUR-44", "AMB-24")
def test_an_airline_earns_by_the_number_of_airlines_owned(count: int, rent: int) -> None:
    owners = dict.fromkeys(AIRLINES, 0) | dict.fromkeys(AIRLINES[:count], 1)
    game = visits("Linia Aeriană Est", owners=owners)
    game.claims(1).one(PaidPlayer, amount=rent, deed=game.deed("Linia Aeriană Est"))


@pytest.mark.parametrize("dice", [(1, 2), (6, 5), (4, 4)])
@pytest.mark.parametrize(("count", "rent"), [(1, 850), (2, 2100)])
@pytest.mark.proves("EUR-44", "AMB-22", "AMB-24")
def test_a_utility_earns_a_fixed_figure_whatever_the_dice(dice: tuple[int, int], count: int, rent: int) -> None:
    game = europolis(2, owners=dict.fromkeys(UTILITIES, 0) | dict.fromkeys(UTILITIES[:count], 1))
    game.state.at[0] = 12 - sum(dice)
    game.rolls(*dice)
    game.claims(1).one(PaidPlayer, amount=rent)


@pytest.mark.proves("AMB-21")
def test_a_mortgaged_airline_or_utility_still_counts_as_owned() -> None:
    owners = dict.fromkeys((*AIRLINES[:2], *UTILITIES), 1)
    game = visits("Linia Aeriană Est", owners=owners, mortgages=["Linia Aeriană Sud"])
    game.claims(1).one(PaidPlayer, amount=1500)
    game = visits("Compania de Electricitate", owners=owners, mortgages=["Compania de Apă"])
    game.claims(1).one(PaidPlayer, amount=2100)


@pytest.mark.proves("EUR-44", "AMB-24", "AMB-22")
def test_a_card_doubles_the_rent_of_the_nearest_airline() -> None:
    game = europolis(2, at={0: 4}, owners=dict.fromkeys(AIRLINES[:2], 1))
    game.draws("S6", 1, 2)  # from 7 to Linia Aeriană Sud
    assert game.space(0) == 15
    game.claims(1).one(PaidPlayer, amount=3000)  # 2 × 1,500


@pytest.mark.proves("AMB-22", "EUR-44")
def test_a_card_asks_the_rate_for_two_utilities_without_a_roll() -> None:
    game = europolis(2, at={0: 4}, owners={"Compania de Electricitate": 1})
    game.draws("S7", 1, 2)
    assert game.space(0) == 12
    assert game.refusal(0, Roll()) == "WRONG_MOMENT"
    game.claims(1).one(PaidPlayer, amount=2100)


@pytest.mark.proves("AMB-04")
def test_ones_own_property_costs_nothing() -> None:
    game = visits("Salonic", owners=owned(0, GREECE))
    game.claims(0).one(NothingDue)
    assert purses(game) == [50_000, 50_000]


@pytest.mark.parametrize("place", ["Salonic", "Linia Aeriană Sud", "Compania de Electricitate"])
@pytest.mark.proves("EUR-39", "EUR-45", "EUR-46", "AMB-25", "DP-16")
def test_the_rent_is_lost_once_the_next_player_has_rolled(place: str) -> None:
    game = visits(place, owners={place: 1}, at={1: 17})
    game.ends_turn()
    assert game.must == [1]
    told = game.rolls(1, 2)
    told.one(RentLapsed, owner=1, debtor=0, deed=game.deed(place))
    game.claims(1).one(NothingDue)
    assert purses(game) == [50_000, 50_000]


@pytest.mark.parametrize("place", ["Salonic", "Linia Aeriană Sud"])
@pytest.mark.proves("EUR-39", "EUR-45", "AMB-25")
def test_until_that_roll_it_can_be_asked_for_even_in_the_next_turn(place: str) -> None:
    game = visits(place, owners={place: 1})
    game.ends_turn()
    game.claims(1).one(PaidPlayer, seat=0, other=1)
    assert game.must == [1]  # and the turn goes on


@pytest.mark.proves("AMB-25")
def test_the_debtors_own_extra_roll_loses_the_owner_nothing() -> None:
    game = europolis(2, at={0: 9}, owners={"Salonic": 1})
    game.rolls(2, 2)
    game.rolls(3, 4)  # on to Parcare Liberă
    game.claims(1).one(PaidPlayer, amount=300, deed=game.deed("Salonic"))


@pytest.mark.proves("AMB-25")
def test_two_rents_of_one_turn_are_asked_for_one_by_one() -> None:
    game = europolis(2, at={0: 9}, owners={"Salonic": 1, "Barcelona": 1})
    game.rolls(2, 2)
    game.rolls(2, 3)
    game.claims(1).one(PaidPlayer, amount=300)
    game.claims(1).one(PaidPlayer, amount=400)
    game.claims(1).one(NothingDue)


@pytest.mark.proves("AMB-25")
def test_a_prisoners_roll_closes_the_claim_too() -> None:
    game = visits("Salonic", owners={"Salonic": 1}, jail={1: 0})
    game.ends_turn()
    game.rolls(1, 2).one(RentLapsed, owner=1, debtor=0, amount=300)
    game.claims(1).one(NothingDue)


@pytest.mark.proves("AMB-25")
def test_a_rent_after_a_card_is_asked_for_like_any_other() -> None:
    game = europolis(2, at={0: 4, 1: 17}, owners={"Patras": 1})
    game.draws("S4", 1, 2)
    assert purses(game) == [50_000, 50_000]
    game.ends_turn()
    game.rolls(1, 2).one(RentLapsed, amount=300)


@pytest.mark.proves("AMB-25", "EUR-39")
def test_an_unclaimed_rent_is_no_debt() -> None:
    game = visits("Salonic", owners=owned(1, GREECE), levels=built(GREECE, 4, 4, 4), cash={0: 100}, at={1: 17})
    assert game.can(0, EndTurn())
    game.ends_turn()
    game.rolls(1, 2)
    assert (game.cash(0), game.must) == (100, [1])


@pytest.mark.proves("EUR-38", "DP-19")
def test_a_rent_claimed_beyond_the_purse_is_a_debt_to_be_raised_first() -> None:
    game = visits("Salonic", owners={"Salonic": 1}, cash={0: 250})
    game.claims(1).one(DebtOwed, seat=0, other=1, amount=300, why="rent")
    assert game.must == [0]
    assert not game.can(0, EndTurn())
    assert purses(game) == [250, 50_000]


@pytest.mark.proves("EUR-60")
def test_a_prisoner_asks_for_rent() -> None:
    game = visits("Salonic", owners={"Salonic": 1}, jail={1: 1})
    game.claims(1).one(PaidPlayer, seat=0, other=1, amount=300)


@pytest.mark.proves("EUR-55")
def test_on_free_parking_one_asks_for_rent() -> None:
    game = visits("Salonic", owners={"Salonic": 1}, at={1: 20})
    game.claims(1).one(PaidPlayer, seat=0, other=1, amount=300)
