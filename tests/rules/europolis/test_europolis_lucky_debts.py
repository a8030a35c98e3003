"""«Ești norocos!» against a tax or bail that has become a debt: usable until the debt is settled."""

from collections.abc import Callable

import pytest

from magnate.actions import (
    AcceptDeal,
    DeclareBankruptcy,
    EndTurn,
    Mortgage,
    PayFine,
    PayTax,
    ProposeDeal,
    Roll,
    UseCard,
)
from magnate.bots.player import named
from magnate.events import (
    CardMoved,
    CardUsed,
    DebtOwed,
    Moved,
    PaidBank,
    Released,
    TaxCancelled,
    WentBankrupt,
)
from magnate.testing import Position
from rules.europolis.kit import europolis, owes_the_bank, pile
from rules.kit import purses

CARDS = pytest.mark.parametrize("card", ["S9", "B5"])


def kinds(game: Position, seat: int) -> list[str]:
    return [option.type for option in game.options(seat)]


def owes_tax(cash: int = 1000, **position: object) -> Position:
    """Seat 0 has chosen to pay the 6,000 of Impozit pe Venit, and has not the cash."""
    game = europolis(2, at={0: 1}, cash={0: cash}, **position)
    game.rolls(1, 2)
    game.does(0, PayTax()).one(DebtOwed, seat=0, other=None, amount=6000, why="tax")
    return game


def owes_bail(cash: int = 1000, **position: object) -> Position:
    """Seat 0 has failed for the third time with 4 and 6, has chosen to pay the bail of 1,500, and has not the cash."""
    game = europolis(2, jail={0: 2}, cash={0: cash}, **position)
    game.rolls(4, 6)
    game.does(0, PayFine()).one(DebtOwed, seat=0, other=None, amount=1500, why="fine")
    return game


@CARDS
@pytest.mark.proves("EUR-51", "EUR-52", "AMB-140", "DP-18")
def test_a_tax_that_has_become_a_debt_is_still_cancelled_by_the_card(card: str) -> None:
    game = owes_tax(held={card: 0})
    assert "UseCard" in kinds(game, 0)
    told = game.does(0, UseCard(game.kept(card)))
    told.one(CardUsed, seat=0, card=game.kept(card))
    told.one(TaxCancelled, seat=0, amount=6000)
    assert told.none(PaidBank)
    assert purses(game) == [1000, 50_000]
    assert pile(game, card)[-1] == card
    assert game.can(0, EndTurn())


@pytest.mark.proves("EUR-51", "AMB-140", "DP-18")
def test_a_tax_of_a_card_that_has_become_a_debt_is_cancelled_too() -> None:
    game = europolis(2, at={0: 14}, cash={0: 100}, held={"S9": 0})
    game.draws("B12", 1, 2)
    game.does(0, PayTax()).one(DebtOwed, seat=0, amount=4500)
    game.does(0, UseCard(game.kept("S9"))).one(TaxCancelled, seat=0, amount=4500)
    assert game.cash(0) == 100
    assert game.can(0, EndTurn())


@CARDS
@pytest.mark.proves("EUR-50", "AMB-89", "AMB-140", "DP-08")
def test_bail_that_has_become_a_debt_is_settled_by_the_card_and_the_prisoner_moves_by_the_roll(card: str) -> None:
    game = owes_bail(held={card: 0})
    told = game.does(0, UseCard(game.kept(card)))
    told.one(CardUsed, seat=0)
    told.one(Released, seat=0)
    told.one(Moved, seat=0)
    assert told.none(PaidBank)
    assert (game.space(0), game.cash(0), game.in_jail(0)) == (20, 1000, False)  # 10 + 4 + 6
    assert game.can(0, EndTurn())


@pytest.mark.parametrize("owes", [owes_tax, owes_bail])
@pytest.mark.proves("AMB-140", "DP-24")
def test_who_holds_the_card_can_still_pay(owes: Callable[..., Position]) -> None:
    game = owes(held={"S9": 0})
    assert game.refusal(0, DeclareBankruptcy()) == "CAN_STILL_PAY"
    assert "DeclareBankruptcy" not in kinds(game, 0)
    game = owes(held={"S9": 0}, cash=0)  # and not even with nothing at all
    assert game.refusal(0, DeclareBankruptcy()) == "CAN_STILL_PAY"


@pytest.mark.parametrize("owes", [owes_tax, owes_bail])
@pytest.mark.proves("AMB-140")
def test_a_stored_game_in_which_the_holder_gave_up_or_sold_the_card_is_replayed(owes: Callable[..., Position]) -> None:
    """Version 0.1.0 allowed both."""
    game = owes(held={"S9": 0})
    game.copy().play_stored(0, DeclareBankruptcy())
    game.play_stored(0, ProposeDeal({0: 50, 1: -50}, cards={"S9": 1}))
    game.play_stored(1, AcceptDeal(0, 1))
    assert game.holds(1, "S9")
    assert game.can(0, DeclareBankruptcy())


@pytest.mark.proves("AMB-140", "DP-19")
def test_the_debtor_may_still_raise_the_money_and_keep_the_card() -> None:
    game = owes_tax(5950, owners={"Paris": 0}, held={"S9": 0})
    game.does(0, Mortgage(game.deed("Paris"))).one(PaidBank, seat=0, amount=6000, why="tax")
    assert (game.cash(0), game.holds(0, "S9")) == (4150, True)
    assert game.refusal(0, UseCard(game.kept("S9"))) == "NOT_ASKED"  # the debt is settled


@pytest.mark.proves("AMB-140", "AMB-89")
def test_another_debt_to_the_bank_is_not_settled_by_the_card() -> None:
    game = europolis(2, at={0: 14}, cash={0: 0}, held={"S9": 0})
    game.draws("B11", 1, 2).one(DebtOwed, seat=0, other=None, amount=3000)  # the hospital bill
    assert game.refusal(0, UseCard(game.kept("S9"))) == "NOT_ASKED"
    assert game.can(0, DeclareBankruptcy())


@pytest.mark.parametrize("price", [0, 500])
@pytest.mark.proves("EUR-53", "AMB-140", "DP-18", "DP-36", "DP-39")
def test_a_card_given_or_bought_while_one_owes_the_tax_cancels_it(price: int) -> None:
    game = owes_the_bank(3, cash={0: 500}, held={"S9": 1})
    assert game.can(0, DeclareBankruptcy())
    cash = {0: -price, 1: price} if price else None
    game.trades(0, cash=cash, cards={"S9": 0}).one(CardMoved, seat=1, other=0)
    assert game.must == [0]
    assert game.refusal(0, DeclareBankruptcy()) == "CAN_STILL_PAY"
    game.does(0, UseCard(game.kept("S9"))).one(TaxCancelled, seat=0, amount=6000)
    assert purses(game) == [500 - price, 50_000 + price, 50_000]


@pytest.mark.proves("EUR-53", "AMB-140")
def test_the_card_may_be_paid_for_with_property_that_would_have_counted_for_the_debt() -> None:
    game = owes_the_bank(3, cash={0: 500}, owners={"Paris": 0}, held={"S9": 1})
    game.trades(0, deeds={"Paris": 1}, cards={"S9": 0})
    game.does(0, UseCard(game.kept("S9"))).one(TaxCancelled)
    assert (game.owner("Paris"), game.cash(0)) == (1, 500)


@pytest.mark.proves("AMB-140", "AMB-38")
def test_with_the_card_in_hand_other_deals_do_not_ruin_the_debtor() -> None:
    game = owes_tax(held={"S9": 0}, owners={"Paris": 0, "Lyon": 1})
    game.trades(0, cash={0: -1000, 1: 1000}, deeds={"Paris": 1, "Lyon": 0})
    game.does(0, UseCard(game.kept("S9"))).one(TaxCancelled)


@pytest.mark.parametrize(("price", "refusal"), [(4950, "COULD_NOT_PAY_THEN"), (5000, None)])
@pytest.mark.proves("AMB-140", "AMB-38")
def test_the_card_that_saves_the_debtor_is_sold_only_for_what_is_missing(price: int, refusal: str | None) -> None:
    game = owes_tax(held={"S9": 0})  # 1,000 of 6,000
    offer = ProposeDeal({0: price, 1: -price}, cards={"S9": 1})
    assert game.refusal(0, offer) == refusal
    if refusal is None:
        game.trades(0, cash=offer.cash, cards={"S9": 1}).one(PaidBank, seat=0, amount=6000)


@pytest.mark.proves("AMB-140")
def test_with_both_cards_one_of_them_may_be_sold() -> None:
    game = owes_tax(held={"S9": 0, "B5": 0})
    game.trades(0, cash={0: 50, 1: -50}, cards={"S9": 1})
    game.does(0, UseCard(game.kept("B5"))).one(TaxCancelled)


@pytest.mark.proves("AMB-140")
def test_a_card_is_used_only_after_open_deals_are_answered() -> None:
    game = owes_tax(held={"S9": 0})
    game.does(0, ProposeDeal({0: 5000, 1: -5000}, cards={"S9": 1}))
    assert not game.can(0, UseCard(game.kept("S9")))
    game.does(1, AcceptDeal(0, 1)).one(PaidBank, amount=6000)


@pytest.mark.parametrize(
    ("cash", "owners", "expected"),
    [
        (6000, {}, PayTax()),
        (1800, {"Paris": 0}, PayTax()),  # Paris is worth 4,200
        (1750, {"Paris": 0}, UseCard(0)),
        (0, {}, UseCard(0)),
    ],
)
@pytest.mark.proves("AMB-83", "AMB-140")
def test_who_does_not_answer_pays_a_tax_unless_that_would_ruin_it(
    cash: int, owners: dict[str, int], expected: object
) -> None:
    game = europolis(2, at={0: 1}, cash={0: cash}, owners=owners, held={"S9": 0})
    game.rolls(1, 2)
    assert game.kept("S9") == 0
    assert game.default_action(0) == expected


@pytest.mark.parametrize(("cash", "expected"), [(1500, PayFine()), (1450, UseCard(0))])
@pytest.mark.proves("AMB-83", "AMB-140")
def test_who_does_not_answer_pays_bail_unless_that_would_ruin_it(cash: int, expected: object) -> None:
    game = europolis(2, jail={0: 2}, cash={0: cash}, held={"S9": 0})
    game.rolls(4, 6)
    assert game.default_action(0) == expected


@pytest.mark.parametrize("owes", [owes_tax, owes_bail])
@pytest.mark.proves("AMB-83", "AMB-140")
def test_who_does_not_answer_a_debt_is_saved_by_the_card(owes: Callable[..., Position]) -> None:
    game = owes(0, held={"B5": 0})
    told = game.does(0, game.default_action(0))
    told.one(CardUsed, seat=0)
    assert told.none(WentBankrupt)
    assert game.view().seats[0].out == 0


@pytest.mark.parametrize("bot", ["novice", "house", "trader"])
@pytest.mark.parametrize("owes", [owes_tax, owes_bail])
@pytest.mark.proves("AMB-140")
def test_bots_use_the_card_rather_than_give_up(bot: str, owes: Callable[..., Position]) -> None:
    game = owes(held={"S9": 0}, owners={"Paris": 1})
    assert named(bot).choose(game.view(0), game.legal_actions(0)) == UseCard(game.kept("S9"))


@pytest.mark.proves("AMB-140", "EUR-62")
def test_a_prisoner_who_paid_bail_by_raising_it_moves_as_before() -> None:
    game = owes_bail(owners={"Paris": 0}, held={"S9": 0})
    game.does(0, Mortgage(game.deed("Paris"))).one(PaidBank, amount=1500)
    assert (game.space(0), game.cash(0), game.holds(0, "S9")) == (20, 1000 + 4200 - 1500, True)
    assert not game.can(0, Roll())
