"""Mortgages at TERRENO: lent, paid back without interest, and 10 % more for a later owner."""

import pytest

from magnate.actions import AcceptDeal, EndTurn, KeepMortgage, LiftMortgage, Mortgage, ProposeDeal, Roll
from magnate.events import DeedMortgaged, DeedMoved, MortgageLifted, PaidBank
from magnate.testing import Position
from rules.castis.kit import PALENCIA, castis, palencia, sell


def lift(game: Position, space: int) -> LiftMortgage:
    return LiftMortgage(game.deed(space))


def trades(game: Position, space: int, buyer: int, price: int = 10) -> None:
    """The owner sells this deed to another."""
    seller = game.owner(space)
    assert seller is not None
    revision = game.state.deal_revision[buyer] + 1
    game.does(buyer, ProposeDeal(cash={buyer: -price, seller: price}, deeds={game.deed(space): buyer}))
    told = game.does(seller, AcceptDeal(buyer, revision))
    told.one(DeedMoved, seat=seller, other=buyer, deed=game.deed(space))
    assert told.none(PaidBank)


# Taking.


@pytest.mark.proves("CAS-43", "AMB-128", "AMB-127", "DP-34")
@pytest.mark.parametrize(("space", "value"), [(9, 60), (11, 70), (37, 175), (5, 100), (12, 75)])
def test_the_bank_lends_the_amount_printed_as_terreno(space: int, value: int) -> None:
    game = castis(owners={space: 0})
    told = game.does(0, Mortgage(game.deed(space)))
    told.one(DeedMortgaged, seat=0, deed=game.deed(space), amount=value, clause="CAS-43")
    assert [game.cash(0), game.cash(1)] == [1500 + value, 1500]
    assert game.refusal(0, Mortgage(game.deed(space))) == "ALREADY_MORTGAGED"


@pytest.mark.proves("CAS-17")
def test_a_mortgaged_card_lies_face_down_before_its_owner_for_all_to_see() -> None:
    game = castis(owners={11: 0, 13: 0})
    game.does(0, Mortgage(game.deed(11)))
    for viewer in (None, 0, 1):
        deeds = game.view(viewer).deeds
        assert (deeds[game.deed(11)].owner, deeds[game.deed(11)].mortgaged) == (0, True)
        assert (deeds[game.deed(13)].owner, deeds[game.deed(13)].mortgaged) == (0, False)


@pytest.mark.proves("CAS-43", "AMB-106", "AMB-128")
@pytest.mark.parametrize("built", range(3))
def test_a_building_anywhere_in_the_colour_bars_the_mortgage(built: int) -> None:
    levels = [0, 0, 0]
    levels[built] = 1
    game = palencia(*levels, owners={16: 0})
    for place in PALENCIA:
        assert game.refusal(0, Mortgage(game.deed(place))) == "BUILDINGS_IN_THE_WAY"
    assert game.can(0, Mortgage(game.deed(16)))
    game.does(0, sell(game, PALENCIA[0], 0, 0, 0))
    for place in PALENCIA:
        game.does(0, Mortgage(game.deed(place)))
    assert game.cash(0) == 5000 + 50 + 70 + 70 + 80


def test_only_ones_own_deeds_can_be_mortgaged_and_lifted() -> None:
    game = castis(owners={11: 1, 13: 1}, mortgages=[13])
    assert game.refusal(0, Mortgage(game.deed(11))) == "NOT_YOURS"
    assert game.refusal(0, lift(game, 13)) == "NOT_YOURS"
    assert game.refusal(1, lift(game, 11)) == "NOT_MORTGAGED"


# Lifting.


@pytest.mark.proves("CAS-44", "AMB-129", "DP-35")
@pytest.mark.parametrize(("space", "value"), [(9, 60), (12, 75), (37, 175)])
def test_the_owner_cancels_it_without_interest(space: int, value: int) -> None:
    game = castis(owners={space: 0}, mortgages=[space], cash={0: value})
    told = game.does(0, lift(game, space))
    told.one(MortgageLifted, seat=0, deed=game.deed(space), amount=value, clause="CAS-44")
    assert game.cash(0) == 0
    assert not game.is_mortgaged(space)
    short = castis(owners={space: 0}, mortgages=[space], cash={0: value - 1})
    assert short.refusal(0, lift(short, space)) == "NOT_ENOUGH_CASH"


@pytest.mark.proves("W-20", "CAS-43", "CAS-44", "CAS-46")
def test_terreno_60_is_lent_and_paid_back_and_costs_a_later_owner_66() -> None:
    game = castis(owners={9: 0})
    game.does(0, Mortgage(game.deed(9)))
    assert game.cash(0) == 1560
    game.does(0, lift(game, 9))
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


def test_a_mortgage_is_lifted_on_ones_turn_or_between_turns() -> None:
    game = castis(owners={9: 0}, mortgages=[9], at={0: 17, 1: 17})
    assert game.can(0, lift(game, 9))
    game.rolls(1, 2)
    assert game.can(0, lift(game, 9))
    game.does(0, EndTurn())
    assert game.can(0, lift(game, 9))
    game.rolls(1, 2)
    assert game.refusal(0, lift(game, 9)) == "WRONG_MOMENT"
