"""What is offered at each kind of moment, and in which order."""

import pytest

from magnate.actions import BuyDeed, RefuseDeed
from rules.clasico.kit import BLUE, BROWN, PINK, kinds, table
from rules.kit import built, own


@pytest.mark.proves("DP-05", "DP-10")
def test_the_player_on_turn_before_and_after_the_roll() -> None:
    game = table(2, owners=own(0, *BROWN, 5), mortgages=[5], at={0: "Cárcel"})
    business = ["ClaimRent", "Build", "Mortgage", "LiftMortgage", "ProposeDeal", "Concede"]
    assert kinds(game, 0) == ["Roll", *business]
    game.rolls(4, 6)
    assert kinds(game, 0) == ["EndTurn", *business]


@pytest.mark.proves("AMB-17", "DP-16")
def test_the_others_between_turns_and_within_one() -> None:
    game = table(2, owners=own(1, *PINK), levels=built(PINK, 1, 1, 1), at={0: "Cárcel"})
    assert kinds(game, 1) == ["ClaimRent", "SellBuildings", "Build", "ProposeDeal", "Concede"]
    assert game.may == [1]
    game.rolls(4, 6)
    assert kinds(game, 1) == ["ClaimRent", "Concede"]


@pytest.mark.proves("DP-07", "DP-08")
def test_the_prisoner() -> None:
    game = table(2, jail={0: 2}, held={"CA8": 0})
    assert kinds(game, 0) == ["Roll", "PayFine", "UseCard", "ClaimRent", "ProposeDeal", "Concede"]
    game.rolls(1, 2)
    assert kinds(game, 0) == ["PayFine"]


@pytest.mark.proves("DP-11", "DP-13")
def test_the_buyer_and_the_bidders() -> None:
    game = table(2, owners=own(0, 5))
    game.rolls(2, 4)
    assert kinds(game, 0) == ["BuyDeed", "RefuseDeed", "ClaimRent", "Mortgage", "ProposeDeal"]
    assert kinds(game, 1) == ["ClaimRent"]
    game.does(0, RefuseDeed())
    assert kinds(game, 0) == ["Bid", "Pass", "Mortgage"]
    assert kinds(game, 1) == ["Bid", "Pass"]
    bid = game.options(1)[0]
    assert (bid.low, bid.high, bid.step) == (1, 1500, 1)


@pytest.mark.proves("DP-19", "DP-20", "DP-24")
def test_the_debtor() -> None:
    game = table(2, cash={0: 0}, at={0: "Calle Alcalá"}, owners={**own(1, BLUE[1]), **own(0, 1)})
    game.rolls(3, 4)
    game.claims(1)
    assert kinds(game, 0) == ["Mortgage", "ProposeDeal", "OfferProperty", "DeclareBankruptcy"]
    game = table(2, cash={0: 0}, owners=own(0, 1))
    game.rolls(1, 3)
    assert kinds(game, 0) == ["Mortgage", "ProposeDeal", "DeclareBankruptcy", "Concede"]
    assert kinds(game, 1) == []


@pytest.mark.proves("DP-17")
def test_the_player_with_a_card() -> None:
    game = table(2, at={0: "Cárcel"})
    game.script(cards=["AC9"])
    game.rolls(3, 4)
    assert kinds(game, 0) == ["FollowCard", "DrawInstead"]
    game = table(2, at={0: "Cárcel"})
    game.script(cards=["AC2"])
    game.rolls(3, 4)
    assert kinds(game, 0) == ["FollowCard"]


@pytest.mark.proves("DP-11")
def test_what_one_cannot_pay_is_not_offered() -> None:
    game = table(2, cash={0: 99})
    game.rolls(2, 4)
    assert kinds(game, 0) == ["RefuseDeed", "ClaimRent", "ProposeDeal"]
    assert BuyDeed() not in game.legal_actions(0)


@pytest.mark.proves("AMB-49")
def test_who_is_out_is_offered_nothing() -> None:
    game = table(3, out=[2])
    assert kinds(game, 2) == []
    assert game.may == [1]
