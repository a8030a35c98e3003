"""Mortgages at TERRENO: lent, paid back without interest, and 10 % more for a later owner."""

import pytest

from magnate.actions import AcceptDeal, KeepMortgage, LiftMortgage, Mortgage, ProposeDeal, Roll
from magnate.events import DeedMortgaged, DeedMoved, MortgageLifted, PaidBank
from magnate.testing import Position
from rules.castis.kit import castis


def lift(game: Position, space: int) -> LiftMortgage:
    return LiftMortgage(game.deed(space))


def trades(game: Position, space: int, buyer: int, price: int = 10) -> None:
    """The owner sells this deed to another."""
    seller = game.owner(space)
    assert seller is not None
    revision = game.state.deal[buyer].revision + 1
    game.does(buyer, ProposeDeal(cash={buyer: -price, seller: price}, deeds={game.deed(space): buyer}))
    told = game.does(seller, AcceptDeal(buyer, revision))
    told.one(DeedMoved, seat=seller, other=buyer, deed=game.deed(space))
    assert told.none(PaidBank)


# Lifting.


@pytest.mark.proves("W-20", "CAS-43", "CAS-44", "CAS-46")
def test_terreno_60_is_lent_and_paid_back_and_costs_a_later_owner_66() -> None:
    game = castis(owners={9: 0})
    game.does(0, Mortgage(game.deed(9))).one(DeedMortgaged, clause="CAS-43")
    assert game.cash(0) == 1560
    game.does(0, lift(game, 9)).one(MortgageLifted, clause="CAS-44")
    assert game.cash(0) == 1500
    game.does(0, Mortgage(game.deed(9)))
    trades(game, 9, buyer=1)
    game.does(1, lift(game, 9)).one(MortgageLifted, seat=1, amount=66)
    assert game.cash(1) == 1500 - 10 - 66


# Changing hands.


@pytest.mark.proves("CAS-45", "AMB-129", "AMB-30")
def test_mortgaged_property_is_sold_at_an_agreed_price_with_nothing_due_at_the_transfer() -> None:
    game = castis(owners={9: 1}, mortgages=[9])
    trades(game, 9, buyer=0, price=25)
    assert [game.cash(0), game.cash(1)] == [1475, 1525]
    assert game.owner(9) == 0
    assert game.is_mortgaged(9)
    assert game.must == [0]
    assert game.can(0, Roll())
    assert game.refusal(0, KeepMortgage(game.deed(9))) == "NOT_MORTGAGED"  # nothing is asked
    assert castis(owners={9: 1}, mortgages=[9], cash={0: 25}).can(
        0, ProposeDeal(cash={0: -25, 1: 25}, deeds={game.deed(9): 0})
    )


@pytest.mark.proves("CAS-46", "AMB-129", "AMB-45", "DP-35")
@pytest.mark.parametrize(("space", "cost"), [(9, 66), (11, 77), (12, 82), (37, 192)])
def test_the_new_owner_pays_10_percent_more_rounded_down(space: int, cost: int) -> None:
    game = castis(owners={space: 1}, mortgages=[space], cash={0: cost + 10})
    trades(game, space, buyer=0)
    assert game.cash(0) == cost
    game.does(0, lift(game, space)).one(MortgageLifted, seat=0, amount=cost)
    assert game.cash(0) == 0
    short = castis(owners={space: 0}, mortgages={space: 1}, cash={0: cost - 1})
    assert short.refusal(0, lift(short, space)) == "NOT_ENOUGH_CASH"


@pytest.mark.proves("AMB-129")
def test_the_10_percent_is_due_once_however_often_it_is_sold() -> None:
    game = castis(3, owners={9: 1}, mortgages=[9])
    trades(game, 9, buyer=2)
    trades(game, 9, buyer=0)
    game.does(0, lift(game, 9)).one(MortgageLifted, amount=66)


@pytest.mark.proves("AMB-129")
def test_who_gets_it_back_by_trade_is_a_later_owner_too() -> None:
    game = castis(owners={9: 0}, mortgages=[9])
    trades(game, 9, buyer=1)
    trades(game, 9, buyer=0)
    game.does(0, lift(game, 9)).one(MortgageLifted, seat=0, amount=66)


@pytest.mark.proves("AMB-129", "CAS-44")
def test_a_mortgage_a_later_owner_takes_out_anew_is_its_own() -> None:
    game = castis(owners={9: 1}, mortgages=[9])
    trades(game, 9, buyer=0)
    game.does(0, lift(game, 9), Mortgage(game.deed(9)))
    game.does(0, lift(game, 9)).one(MortgageLifted, amount=60)
