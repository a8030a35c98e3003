"""Jail: every way in, every way out."""

from typing import Any

import pytest

from magnate.actions import DeclareBankruptcy, EndTurn, Mortgage, PayFine, ProposeDeal, Roll, UseCard, Wait
from magnate.events import (
    CardUsed,
    DebtOwed,
    Jailed,
    Moved,
    PaidBank,
    Released,
    Rolled,
    Stayed,
    TurnBegan,
    WentBankrupt,
)
from magnate.testing import Position
from rules.clasico.kit import GREEN, PINK, build, built, deck_order, gives_up, kinds, own, purses, sell, table, trade


def prisoner(spent: int = 0, seats: int = 2, **position: Any) -> Position:
    """Seat 0 is in jail at the start of its turn, with so many own turns spent."""
    return table(seats, jail={0: spent}, **position)


@pytest.mark.proves("CLA-56", "CLA-59")
def test_the_square_sends_to_jail_and_ends_the_turn() -> None:
    game = table(2, at={0: "Calle María de Molina"})
    told = game.rolls(3, 4)
    told.one(Jailed, seat=0)
    told.one(TurnBegan, seat=1)
    assert game.space(0) == 10
    assert game.in_jail(0)
    assert game.must == [1]


@pytest.mark.proves("CLA-59", "AMB-11")
def test_who_has_just_been_sent_cannot_leave_in_the_same_turn() -> None:
    game = table(2, at={0: "Calle María de Molina"}, held={"CA8": 0})
    game.rolls(3, 4)
    for action in (PayFine(), UseCard(game.kept("CA8")), Roll()):
        assert not game.can(0, action)


@pytest.mark.proves("CLA-60", "AMB-104", "AMB-11", "DP-07")
@pytest.mark.parametrize("spent", [0, 1, 2])
def test_a_prisoner_may_pay_50_before_rolling_and_moves_in_the_same_turn(spent: int) -> None:
    game = prisoner(spent)
    told = game.does(0, PayFine())
    told.one(PaidBank, seat=0, amount=50, why="fine")
    told.one(Released, seat=0)
    assert game.cash(0) == 1450
    assert game.must == [0]
    told = game.rolls(4, 6)
    told.one(Moved, seat=0, origin=10, space=20)


@pytest.mark.proves("AMB-11")
def test_after_the_fine_doubles_count_as_usual() -> None:
    game = prisoner()
    game.does(0, PayFine())
    game.rolls(5, 5)
    assert game.can(0, Roll())
    assert not game.can(0, EndTurn())
    game.rolls(1, 1)  # 22: a card
    assert game.space(0) == 22


@pytest.mark.proves("AMB-11", "CLA-24")
def test_after_the_fine_the_third_double_sends_back_to_jail() -> None:
    game = prisoner(owners=own(0, "Compañía de Aguas"))
    game.does(0, PayFine())
    game.rolls(5, 5)
    game.rolls(4, 4)  # 28, one's own
    assert not game.in_jail(0)
    game.rolls(1, 1).one(Jailed, seat=0)
    assert game.must == [1]


@pytest.mark.proves("CLA-60")
def test_the_fine_needs_50_in_hand_and_a_prison() -> None:
    assert prisoner(cash={0: 50}).can(0, PayFine())
    assert prisoner(cash={0: 49}).refusal(0, PayFine()) == "NOT_ENOUGH_CASH"
    assert table(2, at={0: "Cárcel"}).refusal(0, PayFine()) == "WRONG_MOMENT"
    game = prisoner(cash={0: 20}, owners=own(0, "Ronda de Valencia"))
    game.does(0, Mortgage(game.deed("Ronda de Valencia")))  # raising the money first
    game.does(0, PayFine())
    assert game.cash(0) == 0


@pytest.mark.proves("CLA-60")
def test_the_fine_is_not_paid_after_a_failed_roll() -> None:
    game = prisoner()
    game.rolls(1, 2)
    assert game.refusal(0, PayFine()) == "WRONG_MOMENT"
    assert game.can(0, EndTurn())


@pytest.mark.proves("CLA-62", "AMB-11", "DP-07", "CLA-48")
@pytest.mark.parametrize(("card", "deck"), [("CA8", 0), ("AC5", 1)])
def test_a_prisoner_may_use_a_card_which_goes_under_its_deck(card: str, deck: int) -> None:
    game = prisoner(held={card: 0})
    told = game.does(0, UseCard(game.kept(card)))
    told.one(CardUsed, seat=0, card=game.kept(card))
    told.one(Released, seat=0)
    assert game.cash(0) == 1500
    assert not game.holds(0, card)
    assert deck_order(game, deck)[-1] == card
    assert len(deck_order(game, deck)) == 16
    assert game.rolls(4, 6).one(Moved, seat=0).space == 20


@pytest.mark.proves("CLA-62")
def test_only_a_card_in_hand_and_only_in_jail() -> None:
    game = prisoner(held={"CA8": 1})
    assert game.refusal(0, UseCard(game.kept("CA8"))) == "NO_CARD"
    assert game.refusal(0, UseCard(game.kept("AC5"))) == "NO_CARD"
    game = table(2, held={"CA8": 0})
    assert not game.can(0, UseCard(game.kept("CA8")))
    game = table(2, jail={1: 0}, held={"CA8": 1})
    assert not game.can(1, UseCard(game.kept("CA8")))  # not on another's turn


@pytest.mark.proves("CLA-62")
def test_a_card_is_used_before_rolling_or_not_at_all_this_turn() -> None:
    game = prisoner(held={"CA8": 0})
    game.rolls(1, 2)
    assert not game.can(0, UseCard(game.kept("CA8")))


@pytest.mark.proves("CLA-61", "CLA-50", "DP-39")
def test_a_prisoner_may_buy_a_card_from_another_player_and_use_it() -> None:
    game = prisoner(held={"AC5": 1})
    card = game.kept("AC5")
    trade(game, 0, [1], cash={0: -30, 1: 30}, cards={card: 0})
    assert purses(game) == [1470, 1530]
    game.does(0, UseCard(card)).one(Released, seat=0)
    assert game.can(0, Roll())


@pytest.mark.proves("CLA-63", "AMB-08")
@pytest.mark.parametrize("spent", [0, 1, 2])
def test_a_double_on_any_of_three_turns_frees_and_moves_but_gives_no_extra_roll(spent: int) -> None:
    game = prisoner(spent)
    told = game.rolls(5, 5)
    told.one(Released, seat=0)
    told.one(Moved, seat=0, origin=10, space=20)
    assert told.none(PaidBank)
    assert game.cash(0) == 1500
    assert not game.in_jail(0)
    assert not game.can(0, Roll())
    assert game.can(0, EndTurn())


@pytest.mark.proves("CLA-63", "AMB-10", "DP-07")
@pytest.mark.parametrize("spent", [0, 1])
def test_a_failed_roll_stays_in_jail_and_the_turn_is_over(spent: int) -> None:
    game = prisoner(spent)
    told = game.rolls(1, 2)
    told.one(Stayed, seat=0, turns=spent + 1)
    assert told.none(Moved)
    assert game.in_jail(0)
    assert game.space(0) == 10
    assert game.cash(0) == 1500
    assert not game.can(0, Roll())
    game.ends_turn()
    assert game.must == [1]


@pytest.mark.proves("CLA-64", "AMB-10", "DP-08")
def test_the_third_failed_roll_costs_50_and_then_moves() -> None:
    game = prisoner(2)
    told = game.rolls(4, 6)
    told.one(Rolled, seat=0, dice=(4, 6))
    assert told.none(Moved)
    assert game.must == [0]
    assert not game.can(0, EndTurn())
    assert not game.can(0, Roll())
    told = game.does(0, PayFine())
    told.one(PaidBank, seat=0, amount=50, why="fine")
    told.one(Released, seat=0)
    told.one(Moved, seat=0, origin=10, space=20)
    assert game.cash(0) == 1450
    assert not game.in_jail(0)
    assert game.can(0, EndTurn())


@pytest.mark.proves("CLA-64", "AMB-10")
def test_the_turn_of_arrival_does_not_count() -> None:
    game = table(2, at={0: "Calle María de Molina", 1: "Cárcel"})
    game.rolls(3, 4)  # sent to jail
    for turn in (1, 2, 3):
        assert game.must == [1]
        game.state.at[1] = 0
        game.rolls(4, 6)  # just visiting
        game.ends_turn()
        game.rolls(1, 2).one(Stayed, seat=0, turns=turn)
        if turn < 3:
            game.ends_turn()
    assert kinds(game, 0)[0] == "PayFine"
    assert not game.can(0, EndTurn())


@pytest.mark.proves("CLA-64", "CLA-62")
def test_a_card_does_not_stand_for_the_forced_fine() -> None:
    game = prisoner(2, held={"CA8": 0})
    game.rolls(4, 6)
    assert game.refusal(0, UseCard(game.kept("CA8"))) == "WRONG_MOMENT"
    assert game.can(0, PayFine())


@pytest.mark.proves("CLA-64", "DP-08", "DP-19")
def test_the_forced_fine_may_have_to_be_raised() -> None:
    game = prisoner(2, cash={0: 30}, owners=own(0, "Ronda de Valencia"))
    game.rolls(4, 6)
    told = game.does(0, PayFine())
    told.one(DebtOwed, seat=0, other=None, amount=50, why="fine")
    assert told.none(Moved)
    assert game.refusal(0, DeclareBankruptcy()) == "CAN_STILL_PAY"
    told = game.does(0, Mortgage(game.deed("Ronda de Valencia")))
    told.one(PaidBank, amount=50, why="fine")
    told.one(Moved, seat=0, space=20)
    assert game.cash(0) == 10


@pytest.mark.proves("CLA-64", "CLA-99", "CLA-100")
def test_who_cannot_raise_the_forced_fine_is_bankrupt_to_the_bank() -> None:
    game = prisoner(2, 3, cash={0: 49})
    game.rolls(4, 6)
    game.does(0, PayFine())
    told = gives_up(game, 0)
    told.one(WentBankrupt, seat=0, other=None, amount=50)
    assert told.none(Moved)
    assert game.must == [1]


@pytest.mark.proves("AMB-08", "CLA-24")
def test_the_releasing_double_does_not_count_towards_three() -> None:
    game = prisoner()
    game.rolls(5, 5)
    game.ends_turn()
    game.rolls(4, 6)
    game.ends_turn()
    game.state.at[0] = 0
    game.rolls(5, 5)
    game.rolls(5, 5)
    assert not game.in_jail(0)


@pytest.mark.proves("AMB-91", "DP-07")
def test_a_prisoner_builds_sells_mortgages_and_trades() -> None:
    game = prisoner(1, owners=own(0, *GREEN, *PINK, "Estación de Goya"), levels=built(PINK, 1, 1, 1))
    assert game.can(0, build(game, GREEN, 1, 0, 0))
    assert game.can(0, sell(game, PINK, 1, 1, 0))
    assert game.can(0, Mortgage(game.deed("Estación de Goya")))
    assert game.can(0, ProposeDeal(cash={0: 10, 1: -10}))
    assert game.refusal(0, Wait()) == "WRONG_MOMENT"  # one rolls here, one does not just wait


@pytest.mark.proves("CLA-66")
def test_a_visitor_on_the_jail_square_is_no_prisoner() -> None:
    game = table(2, at={0: "Cárcel"}, held={"CA8": 0})
    assert not game.can(0, PayFine())
    assert not game.can(0, UseCard(game.kept("CA8")))
    game.rolls(1, 3)
    assert game.space(0) == 14
