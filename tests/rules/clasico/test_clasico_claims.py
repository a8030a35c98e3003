"""Rent must be asked for, in time, by its owner."""

from typing import Any

import pytest

from magnate.actions import BuyDeed, ClaimRent, EndTurn, FollowCard, Mortgage, PayFine, RefuseDeed, Roll
from magnate.events import DebtOwed, NothingDue, PaidBank, PaidPlayer, RentClaimed, RentLapsed
from magnate.testing import Position
from rules.clasico.kit import GREEN, UTILITIES, all_pass, build, kinds, own, purses, table


def on_gran_via(seats: int = 3, **position: Any) -> Position:
    """Seat 0 has landed on Gran Vía, which is seat 1's: 28."""
    game = table(
        seats, at={0: "Puerta del Sol"}, owners={**own(1, "Gran Vía"), **position.pop("owners", {})}, **position
    )
    game.rolls(1, 2)
    return game


@pytest.mark.proves("CLA-35", "CLA-108", "AMB-26", "DP-16")
def test_rent_is_not_paid_until_the_owner_asks() -> None:
    game = on_gran_via()
    assert purses(game) == [1500] * 3
    told = game.claims(1)
    told.one(RentClaimed, owner=1, debtor=0, deed=game.deed("Gran Vía"), amount=28)
    assert purses(game) == [1472, 1528, 1500]


@pytest.mark.proves("CLA-35", "AMB-26")
def test_rent_is_paid_once() -> None:
    game = on_gran_via()
    game.claims(1)
    game.claims(1).one(NothingDue, seat=1)
    assert purses(game) == [1472, 1528, 1500]


@pytest.mark.proves("AMB-26", "CLA-108")
def test_only_the_owner_can_claim_and_nobody_is_told_of_the_debt() -> None:
    game = on_gran_via()
    for seat in (0, 2):
        game.claims(seat).one(NothingDue, seat=seat)
    assert purses(game) == [1500] * 3
    # The control is there for everybody, due or not; nothing names the rent.
    assert all(game.can(seat, ClaimRent()) for seat in range(3))
    assert [kinds(game, seat) for seat in (1, 2)] == [kinds(game, 2)] * 2
    game.claims(1).one(PaidPlayer, amount=28)


@pytest.mark.proves("CLA-36", "AMB-25", "DP-16")
def test_the_claim_is_open_until_the_next_player_rolls_and_lost_then() -> None:
    game = on_gran_via()
    game.ends_turn()
    assert game.must == [1]
    in_time = game.copy()
    in_time.play(1, ClaimRent())
    assert in_time.cash(1) == 1528
    told = game.rolls(4, 6)  # seat 1 rolls first
    told.one(RentLapsed, owner=1, debtor=0, deed=game.deed("Gran Vía"), amount=28)
    game.claims(1).one(NothingDue, seat=1)
    assert purses(game) == [1500] * 3


@pytest.mark.proves("CLA-36", "AMB-25")
def test_the_next_player_s_roll_counts_even_if_that_is_not_the_owner() -> None:
    game = on_gran_via(3, owners=own(2, "Estación del Norte"), turn=0)
    game.ends_turn()
    game.rolls(4, 6)
    game.ends_turn()
    game.rolls(4, 6)
    game.ends_turn()
    game.state.at[0] = 31
    game.rolls(1, 3)  # seat 0 on seat 2's station
    game.ends_turn()
    told = game.rolls(4, 6)  # seat 1's roll loses seat 2's rent
    told.one(RentLapsed, owner=2, debtor=0, amount=25)
    game.claims(2).one(NothingDue, seat=2)


@pytest.mark.proves("AMB-25")
def test_an_extra_roll_of_the_same_player_does_not_lose_the_rent() -> None:
    game = table(2, at={0: "Calle Alcalá"}, owners=own(1, "Gran Vía", "Paseo del Prado"))
    game.rolls(1, 1)  # Gran Vía, 28
    told = game.rolls(2, 3)  # Paseo del Prado, 50
    assert told.none(RentLapsed)
    game.claims(1).one(PaidPlayer, amount=28)
    game.claims(1).one(PaidPlayer, amount=50)
    game.claims(1).one(NothingDue)
    assert purses(game) == [1422, 1578]


@pytest.mark.proves("AMB-25")
def test_both_rents_of_a_double_are_lost_at_the_next_player_s_roll() -> None:
    game = table(2, at={0: "Calle Alcalá"}, owners=own(1, "Gran Vía", "Paseo del Prado"))
    game.rolls(1, 1)
    game.rolls(2, 3)
    game.ends_turn()
    told = game.rolls(4, 6)
    assert [event.amount for event in told.of(RentLapsed, owner=1, debtor=0)] == [28, 50]


@pytest.mark.proves("AMB-25", "CLA-36")
def test_a_prisoner_s_roll_closes_the_claim_but_paying_the_fine_does_not() -> None:
    game = on_gran_via(2, jail={1: 0})
    game.ends_turn()
    game.does(1, PayFine())
    game.claims(1).one(PaidPlayer, amount=28)
    game = on_gran_via(2, jail={1: 0})
    game.ends_turn()
    game.rolls(1, 2).one(RentLapsed, owner=1)  # a failed roll for a double


@pytest.mark.proves("AMB-25")
def test_the_claim_survives_the_debtor_s_going_to_jail() -> None:
    game = table(2, at={0: "Calle Velázquez"}, owners=own(1, "Calle Cea Bermúdez"))
    game.rolls(3, 3)  # 24: rent 20
    game.rolls(2, 4)  # 30: to jail
    assert game.must == [1]
    game.claims(1).one(PaidPlayer, seat=0, amount=20)


@pytest.mark.proves("AMB-25")
@pytest.mark.parametrize(("place", "rent"), [("Estación de Goya", 25), (UTILITIES[0], 20)])
def test_claims_on_stations_and_utilities_lapse_alike(place: str, rent: int) -> None:
    game = table(2, owners=own(1, place))
    game.state.at[0] = game.edition.find_space(place) - 5
    game.rolls(1, 4)
    game.ends_turn()
    game.rolls(4, 6).one(RentLapsed, owner=1, debtor=0, amount=rent)


@pytest.mark.proves("AMB-25")
def test_a_rent_owed_because_of_a_card_is_claimed_like_any_other() -> None:
    game = table(2, owners=own(1, "Paseo del Prado"))
    game.draws("CA7", 3, 4)
    assert game.cash(1) == 1500
    waiting = game.copy()
    game.claims(1).one(PaidPlayer, seat=0, amount=50)
    waiting.play(0, EndTurn())
    waiting.script(dice=[(4, 6)])
    assert any(isinstance(event, RentLapsed) for event in waiting.play(1, Roll()))


@pytest.mark.proves("AMB-25", "CLA-37")
def test_the_claim_is_for_the_rent_of_the_landing_not_of_what_is_built_later() -> None:
    game = on_gran_via(2, owners=own(1, *GREEN))
    game.ends_turn()
    game.does(1, build(game, GREEN, 1, 1, 1))
    game.claims(1).one(PaidPlayer, amount=56)  # bare and whole when seat 0 stopped there


def at_the_prado(cash: int = 1500) -> Position:
    """Seat 0 owes an unclaimed 28 for Gran Vía and is asked whether to buy Paseo del Prado for 400."""
    game = table(2, at={0: "Calle Alcalá"}, owners={**own(1, "Gran Vía"), **own(0, "Estación de Goya")}, cash={0: cash})
    game.rolls(1, 1)
    game.rolls(2, 3)
    return game


@pytest.mark.proves("CLA-35", "CLA-36", "AMB-25", "DP-16")
def test_rent_is_claimed_also_while_a_purchase_is_being_decided() -> None:
    game = at_the_prado()
    assert ClaimRent() in game.legal_actions(1)
    game.claims(1).one(PaidPlayer, seat=0, other=1, amount=28)
    game.claims(1).one(NothingDue, seat=1)
    assert game.must == [0]
    game.does(0, BuyDeed())  # the purchase is still open
    assert purses(game) == [1500 - 28 - 400, 1528]
    game = at_the_prado()
    game.does(0, BuyDeed())
    game.claims(1).one(PaidPlayer, amount=28)  # nor is it lost by waiting


@pytest.mark.proves("CLA-35", "AMB-25", "DP-19")
def test_a_rent_a_buyer_cannot_pay_is_found_before_the_purchase_goes_on() -> None:
    game = at_the_prado(27)
    game.claims(1).one(DebtOwed, seat=0, other=1, amount=28, why="rent")
    assert game.refusal(0, RefuseDeed()) == "NOT_ASKED"
    game.does(0, Mortgage(game.deed("Estación de Goya"))).one(PaidPlayer, seat=0, other=1, amount=28)
    assert purses(game) == [99, 1528]
    assert game.can(0, RefuseDeed())


@pytest.mark.proves("CLA-35", "AMB-25")
def test_no_claim_during_an_auction_or_over_a_card() -> None:
    game = at_the_prado()
    game.does(0, RefuseDeed())
    assert game.refusal(1, ClaimRent()) == "WRONG_MOMENT"
    assert ClaimRent() not in game.legal_actions(1)
    all_pass(game)
    game.claims(1).one(PaidPlayer, amount=28)
    game = table(2, at={0: "Calle Velázquez"}, owners=own(1, "Calle Cea Bermúdez"))
    game.rolls(3, 3)  # 24: rent 20
    game.script(cards=["AC2"])
    game.rolls(4, 5)  # 33: Caja de Comunidad
    assert game.refusal(1, ClaimRent()) == "WRONG_MOMENT"
    game.does(0, FollowCard())
    game.claims(1).one(PaidPlayer, amount=20)


@pytest.mark.proves("CLA-35", "AMB-25")
def test_a_claim_waits_while_a_debt_is_raised_and_is_not_lost_by_it() -> None:
    owners = {**own(1, "Calle Cea Bermúdez"), **own(0, 5, 15)}
    game = table(3, at={0: "Calle Velázquez"}, owners=owners, cash={0: 30})
    game.rolls(3, 3)  # 24: rent 20, not yet claimed
    game.state.at[0] = 0
    game.rolls(1, 3).one(DebtOwed, seat=0, other=None, amount=200, why="tax")
    for seat in range(3):
        assert game.refusal(seat, ClaimRent()) == "WRONG_MOMENT"
        assert ClaimRent() not in game.legal_actions(seat)
    game.does(0, Mortgage(game.deed(5)))
    assert game.refusal(1, ClaimRent()) == "WRONG_MOMENT"
    game.does(0, Mortgage(game.deed(15))).one(PaidBank, seat=0, amount=200, why="tax")
    game.claims(1).one(PaidPlayer, seat=0, other=1, amount=20)
    assert purses(game) == [10, 1520, 1500]


@pytest.mark.proves("AMB-25")
def test_creditors_are_served_in_the_order_in_which_they_ask() -> None:
    owners = {**own(1, "Gran Vía"), **own(2, "Paseo del Prado"), **own(0, 5)}
    game = table(3, at={0: "Calle Alcalá"}, owners=owners, cash={0: 20})
    game.rolls(1, 1)  # 28 to seat 1
    game.rolls(2, 3)  # 50 to seat 2
    game.claims(2).one(DebtOwed, seat=0, other=2, amount=50)
    assert game.refusal(1, ClaimRent()) == "WRONG_MOMENT"
    game.does(0, Mortgage(game.deed(5))).one(PaidPlayer, seat=0, other=2, amount=50)
    game.claims(1).one(PaidPlayer, seat=0, other=1, amount=28)
    assert purses(game) == [42, 1528, 1550]


@pytest.mark.proves("CLA-65", "AMB-91")
def test_a_prisoner_collects_rent() -> None:
    game = on_gran_via(2, jail={1: 1})
    game.claims(1).one(PaidPlayer, other=1, amount=28)
    assert game.in_jail(1)


@pytest.mark.proves("CLA-65", "CLA-41")
def test_a_prisoner_collects_nothing_on_mortgaged_property() -> None:
    game = on_gran_via(2, jail={1: 1}, mortgages=["Gran Vía"])
    game.claims(1).one(NothingDue, seat=1)


@pytest.mark.proves("CLA-41")
def test_nothing_is_collected_on_a_lot_mortgaged_since_the_landing() -> None:
    game = on_gran_via(2)
    game.ends_turn()
    game.does(1, Mortgage(game.deed("Gran Vía")))  # before rolling, and before asking
    game.claims(1).one(NothingDue, seat=1)
    assert game.cash(0) == 1500


@pytest.mark.proves("CLA-35", "DP-19")
def test_a_rent_to_the_last_sol_is_paid_and_one_more_is_a_debt() -> None:
    game = on_gran_via(2, cash={0: 28})
    game.claims(1).one(PaidPlayer, amount=28)
    assert game.cash(0) == 0
    game = on_gran_via(2, cash={0: 27})
    assert game.claims(1).none(PaidPlayer)
    assert game.must == [0]
