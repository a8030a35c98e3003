"""Expòpoli(s), «Varie»: owners look after their own rents, until the next player has rolled."""

from typing import Any

import msgspec
import pytest

from magnate.actions import Build, BuyDeed, ClaimRent, EndTurn, Mortgage, Pass, ProposeDeal, RefuseDeed
from magnate.events import (
    DebtOwed,
    Jailed,
    NothingDue,
    PaidBank,
    PaidPlayer,
    RentClaimed,
    RentLapsed,
    Rolled,
    Stayed,
    TurnBegan,
)
from magnate.rules.codes import BANK
from magnate.testing import Position
from rules.expopolis.milan import BROWN, all_of, milan, trade


def visited(seats: int = 3, owner: int = 2, **position: Any) -> Position:
    """Seat 0 has stopped at Fiera, for which its owner may ask 1,400."""
    game = milan(seats, at={0: 9, 1: 10, 2: 10}, owners={"Fiera": owner, **position.pop("owners", {})}, **position)
    game.rolls(3, 4)
    return game


@pytest.mark.proves("EXP-97", "DP-16", "AMB-25")
def test_rent_is_paid_when_the_owner_claims_it_and_not_before() -> None:
    game = visited()
    assert [game.cash(seat) for seat in range(3)] == [100_000] * 3
    assert game.must == [0]
    told = game.claims(2)
    told.one(RentClaimed, owner=2, debtor=0, deed=game.deed("Fiera"), amount=1_400)
    told.one(PaidPlayer, seat=0, other=2, amount=1_400, why="rent")
    assert [game.cash(seat) for seat in range(3)] == [98_600, 100_000, 101_400]


@pytest.mark.proves("EXP-97", "AMB-25")
def test_a_claim_may_still_be_made_after_the_turn_until_the_next_player_rolls() -> None:
    game = visited()
    game.ends_turn()
    game.claims(2).one(PaidPlayer, seat=0, other=2, amount=1_400)


@pytest.mark.proves("EXP-97", "AMB-25")
def test_a_claim_is_lost_once_the_next_player_has_rolled() -> None:
    game = visited()
    game.ends_turn()
    told = game.rolls(4, 6)
    told.one(RentLapsed, owner=2, debtor=0, deed=game.deed("Fiera"), amount=1_400)
    game.claims(2).one(NothingDue, seat=2)
    assert [game.cash(seat) for seat in range(3)] == [100_000] * 3


@pytest.mark.proves("EXP-97", "AMB-25")
def test_the_owners_own_roll_ends_the_claim_too() -> None:
    game = visited(owner=1)
    game.ends_turn()
    game.rolls(4, 6).one(RentLapsed, owner=1, debtor=0)
    game.claims(1).one(NothingDue, seat=1)


@pytest.mark.proves("AMB-25")
def test_a_prisoners_roll_ends_the_claim_too() -> None:
    game = visited(jail={1: 0})
    game.ends_turn()
    told = game.rolls(1, 2)
    told.one(Stayed, seat=1)
    told.one(RentLapsed, owner=2, debtor=0)


@pytest.mark.proves("AMB-25")
def test_the_debtors_own_extra_roll_does_not_end_the_claim() -> None:
    game = milan(3, at={0: 10}, owners={"Fiera": 2})
    game.rolls(3, 3)
    told = game.rolls(1, 3)  # on to the free parking
    assert told.none(RentLapsed)
    game.claims(2).one(PaidPlayer, seat=0, other=2, amount=1_400)


@pytest.mark.proves("AMB-25")
def test_two_stops_in_a_turn_are_claimed_one_after_the_other() -> None:
    game = milan(3, at={0: 10}, owners={"Fiera": 2, "Cascina Merlata": 1, "Santa Giulia": 2})
    game.rolls(3, 3)
    game.rolls(1, 1)
    game.rolls(1, 2)
    game.claims(2).one(PaidPlayer, seat=0, other=2, amount=1_400, deed=game.deed("Fiera"))
    game.claims(2).one(PaidPlayer, seat=0, other=2, amount=1_800, deed=game.deed("Santa Giulia"))
    game.claims(2).one(NothingDue, seat=2)
    game.claims(1).one(PaidPlayer, seat=0, other=1, amount=1_400, deed=game.deed("Cascina Merlata"))
    game.claims(1).one(NothingDue, seat=1)


@pytest.mark.proves("AMB-25")
def test_all_open_claims_of_a_turn_lapse_together() -> None:
    game = milan(3, at={0: 10, 1: 10}, owners={"Fiera": 2, "Cascina Merlata": 1, "Santa Giulia": 2})
    game.rolls(3, 3)
    game.rolls(1, 1)
    game.rolls(1, 2)
    game.ends_turn()
    told = game.rolls(4, 6)
    assert [(event.owner, event.amount) for event in told.of(RentLapsed)] == [(2, 1_400), (1, 1_400), (2, 1_800)]


@pytest.mark.proves("AMB-25", "AMB-06")
def test_a_claim_outlives_the_debtors_arrest_until_the_next_roll() -> None:
    game = milan(3, at={0: 26, 1: 10}, owners={"MM": 2})
    game.rolls(1, 1)
    told = game.rolls(1, 1)  # on to the hat
    told.one(Jailed, seat=0)
    told.one(TurnBegan, seat=1)
    game.claims(2).one(PaidPlayer, seat=0, other=2, amount=800)  # 400 × 2


@pytest.mark.proves("AMB-25")
@pytest.mark.parametrize(
    ("place", "start", "due"), [("Scalo Farini", 18, 2_500), ("MM", 21, 2_800), ("Porta Nuova", 17, 2_000)]
)
def test_stations_and_companies_lapse_like_lots(place: str, start: int, due: int) -> None:
    game = milan(3, at={0: start, 1: 10}, owners={place: 2})
    game.rolls(3, 4)
    game.ends_turn()
    game.rolls(4, 6).one(RentLapsed, owner=2, debtor=0, amount=due)


@pytest.mark.proves("AMB-25")
def test_a_rent_due_because_of_a_card_is_claimed_like_any_other() -> None:
    game = milan(3, owners={"Porta Nuova": 1})
    game.draws("I7", 3, 4)
    assert game.cash(0) == 100_000
    game.claims(1).one(PaidPlayer, seat=0, other=1, amount=2_000, why="rent")


@pytest.mark.proves("AMB-25", "AMB-47")
def test_an_unclaimed_rent_is_no_debt() -> None:
    game = visited(cash={0: 0})  # could not pay, and nobody asks
    assert game.can(0, EndTurn())
    assert game.wealth(2) == 100_000 + 18_000
    game.ends_turn().one(TurnBegan, seat=1)


@pytest.mark.proves("EXP-97")
def test_a_claim_the_debtor_cannot_pay_at_once_becomes_a_debt() -> None:
    game = visited(cash={0: 1_300})
    told = game.claims(2)
    told.one(DebtOwed, seat=0, other=2, amount=1_400, why="rent")
    assert told.none(PaidPlayer)
    assert game.must == [0]
    assert visited(cash={0: 1_400}).claims(2).none(DebtOwed)


@pytest.mark.proves("EXP-98", "AMB-65", "DP-16")
@pytest.mark.parametrize("other", [0, 1])
def test_nobody_claims_for_another(other: int) -> None:
    game = visited()
    game.claims(other).one(NothingDue, seat=other)
    assert [game.cash(seat) for seat in range(3)] == [100_000] * 3
    game.claims(2).one(PaidPlayer, other=2)  # the owner's claim is untouched


@pytest.mark.proves("EXP-98", "AMB-26", "AMB-65")
def test_the_claim_is_always_there_and_tells_nobody_that_rent_is_due() -> None:
    due, not_due = visited(), milan(3, at={0: 13, 1: 10, 2: 10}, owners={"Fiera": 2})
    not_due.rolls(3, 4)  # the free parking
    for seat in range(3):
        assert ClaimRent() in due.legal_actions(seat)
        assert due.options(seat) == not_due.options(seat)
    looks = [msgspec.structs.replace(game.view(2), seats=[]) for game in (due, not_due)]
    assert looks[0] == looks[1]
    assert due.must == not_due.must == [0]


@pytest.mark.proves("AMB-26")
def test_a_table_may_agree_on_automatic_rent() -> None:
    game = Position("expopolis", 2, options={"setup.dealt": 0, "rent.collect": "automatic"}, at={0: 9}, owners={16: 1})
    game.rolls(3, 4).one(PaidPlayer, seat=0, other=1, amount=1_400)
    assert game.refusal(1, ClaimRent()) == "WRONG_MOMENT"


@pytest.mark.proves("AMB-25", "EXP-97", "DP-16")
def test_a_claim_is_open_while_a_purchase_is_decided_and_waits_while_it_is_auctioned() -> None:
    game = milan(3, at={0: 10}, owners={"Fiera": 2})
    game.rolls(3, 3)
    game.rolls(1, 1)  # Cascina Merlata is free
    bought, auctioned = game.copy(), game.copy()
    assert ClaimRent() in game.legal_actions(2)
    game.claims(2).one(PaidPlayer, seat=0, other=2, amount=1_400)
    assert game.must == [0]
    assert game.can(0, BuyDeed())  # the purchase is still open
    bought.play(0, BuyDeed())
    bought.play(2, ClaimRent())  # nor is it lost by waiting
    assert bought.cash(2) == 101_400
    auctioned.play(0, RefuseDeed())
    assert auctioned.refusal(2, ClaimRent()) == "WRONG_MOMENT"
    for seat in range(3):
        auctioned.play(seat, Pass())
    auctioned.play(2, ClaimRent())
    assert auctioned.cash(2) == 101_400


@pytest.mark.proves("AMB-25", "EXP-97")
def test_a_claim_waits_while_another_debt_is_raised() -> None:
    game = milan(3, at={0: 10}, cash={0: 14_000}, owners={"Fiera": 2, "MM": 0})
    game.rolls(3, 3)
    game.state.at[0] = 0
    game.rolls(1, 3).one(DebtOwed, seat=0, other=None, amount=20_000, why="tax")
    assert game.refusal(2, ClaimRent()) == "WRONG_MOMENT"
    assert ClaimRent() not in game.legal_actions(2)
    game.does(0, Mortgage(game.deed("MM"))).one(PaidBank, seat=0, amount=20_000)
    game.claims(2).one(PaidPlayer, seat=0, other=2, amount=1_400)
    assert game.cash(0) == 14_000 + 7_500 - 20_000 - 1_400


@pytest.mark.proves("EXP-36", "EXP-97")
def test_a_claim_is_as_high_as_the_rent_was_at_the_stop() -> None:
    game = visited(owners=all_of(BROWN, 2))
    game.ends_turn()
    game.does(2, Build(game.group("Fiera"), [1, 1, 1]))
    game.claims(2).one(PaidPlayer, seat=0, other=2, amount=2_800)  # twice 1,400, not 7,000


@pytest.mark.proves("EXP-38")
def test_nothing_is_due_on_property_mortgaged_since_the_stop() -> None:
    game = visited()
    game.ends_turn()
    game.does(2, Mortgage(game.deed("Fiera")))
    game.claims(2).one(NothingDue, seat=2)
    assert game.cash(0) == 100_000


@pytest.mark.proves("AMB-25")
def test_whoever_sells_the_property_after_the_stop_keeps_the_claim() -> None:
    game = visited(owners={"MM": 1})
    game.ends_turn()
    trade(game, 2, 1, ProposeDeal(cash={1: -100, 2: 100}, deeds={game.deed("Fiera"): 1}))
    game.claims(1).one(NothingDue, seat=1)
    game.claims(2).one(PaidPlayer, seat=0, other=2, amount=1_400)


@pytest.mark.proves("EXP-97")
def test_a_claim_is_paid_in_the_next_players_turn_which_then_goes_on() -> None:
    game = visited()
    game.ends_turn()
    game.claims(2)
    assert game.must == [1]
    game.rolls(4, 6).one(Rolled, seat=1)


@pytest.mark.proves("EXP-97")
def test_the_bank_claims_no_rent() -> None:
    game = visited()
    assert game.refusal(BANK, ClaimRent()) == "NO_SUCH_THING"
