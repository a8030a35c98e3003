"""«Ești norocos!»: out of jail, or a tax cancelled; only the one of the Surpriză deck may be sold."""

import pytest

from magnate.actions import EndTurn, PayTax, ProposeDeal, Roll, UseCard
from magnate.events import CardMoved, CardUsed, DebtOwed, PaidBank, PaidPlayer, Released, TaxCancelled
from magnate.testing import Position
from rules.europolis.kit import ROMANIA, europolis, pile
from rules.kit import built, own, purses


def lucky(game: Position, card: str) -> UseCard:
    return UseCard(game.kept(card))


def kinds(game: Position, seat: int) -> list[str]:
    return [option.type for option in game.options(seat)]


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("card", ["S9", "B5"])
@pytest.mark.parametrize(("start", "tax"), [(1, 6000), (35, 3000)])
@pytest.mark.proves("EUR-51", "EUR-52", "EUR-54", "DP-18")
def test_a_lucky_card_cancels_the_tax_of_a_space(seat: int, card: str, start: int, tax: int) -> None:
    game = europolis(2, turn=seat, at={seat: start}, held={card: seat})
    assert game.rolls(1, 2).none(PaidBank)
    assert game.must == [seat]
    assert kinds(game, seat) == ["UseCard", "PayTax"]
    told = game.does(seat, lucky(game, card))
    told.one(CardUsed, seat=seat, card=game.kept(card))
    told.one(TaxCancelled, seat=seat, amount=tax)
    assert purses(game) == [50_000, 50_000]
    assert not game.holds(seat, card)
    assert pile(game, card)[-1] == card
    assert len(pile(game, card)) == 16
    assert game.can(seat, EndTurn())


@pytest.mark.parametrize(("start", "tax"), [(1, 6000), (35, 3000)])
@pytest.mark.proves("EUR-54", "DP-18")
def test_the_holder_may_pay_the_tax_and_keep_the_card(start: int, tax: int) -> None:
    game = europolis(2, at={0: start}, held={"S9": 0})
    game.rolls(1, 2)
    game.does(0, PayTax()).one(PaidBank, seat=0, amount=tax, why="tax")
    assert game.holds(0, "S9")
    assert purses(game) == [50_000 - tax, 50_000]


@pytest.mark.parametrize(("start", "tax"), [(1, 6000), (35, 3000)])
@pytest.mark.proves("EUR-54")
def test_without_a_card_the_tax_is_paid_by_itself(start: int, tax: int) -> None:
    game = europolis(2, at={0: start}, held={"S9": 1, "B5": 1})  # another's cards are no help
    game.rolls(1, 2).one(PaidBank, seat=0, amount=tax, why="tax")
    assert purses(game) == [50_000 - tax, 50_000]
    assert game.can(0, EndTurn())


@pytest.mark.parametrize(("card", "start", "tax"), [("S13", 4, 450), ("B12", 14, 4500)])
@pytest.mark.proves("EUR-51", "AMB-89", "DP-18")
def test_a_lucky_card_cancels_the_tax_of_a_card(card: str, start: int, tax: int) -> None:
    game = europolis(2, at={0: start}, held={"S9": 0})
    assert game.draws(card, 1, 2).none(PaidBank)
    assert kinds(game, 0) == ["UseCard", "PayTax"]
    paying = game.copy()
    paying.play(0, PayTax())
    assert paying.view().seats[0].cash == 50_000 - tax
    game.does(0, lucky(game, "S9")).one(TaxCancelled, seat=0, amount=tax)
    assert purses(game) == [50_000, 50_000]


@pytest.mark.proves("AMB-89")
def test_a_tax_counted_by_building_is_a_tax_and_repairs_are_not() -> None:
    standing = {"owners": own(0, *ROMANIA), "levels": built(ROMANIA, 5, 4, 4)}
    game = europolis(2, at={0: 14}, held={"S9": 0}, **standing)
    game.draws("B14", 1, 2)  # 8 × 1,200 + 3,450
    game.does(0, lucky(game, "S9")).one(TaxCancelled, amount=13_050)
    game = europolis(2, at={0: 4}, held={"B5": 0}, **standing)
    game.draws("S12", 1, 2).one(PaidBank, amount=9000, why="repairs")  # 8 × 750 + 3,000
    assert game.holds(0, "B5")


@pytest.mark.proves("AMB-89")
def test_no_question_is_asked_over_a_tax_of_nothing() -> None:
    game = europolis(2, at={0: 14}, held={"S9": 0})
    game.draws("B14", 1, 2)
    assert game.can(0, EndTurn())
    assert game.holds(0, "S9")


@pytest.mark.parametrize(("card", "start", "cost"), [("B3", 14, 1500), ("B11", 14, 3000)])
@pytest.mark.proves("AMB-89")
def test_a_bill_is_no_tax(card: str, start: int, cost: int) -> None:
    game = europolis(2, at={0: start}, held={"S9": 0})
    game.draws(card, 1, 2).one(PaidBank, seat=0, amount=cost, why="card")
    assert game.holds(0, "S9")


@pytest.mark.proves("AMB-89")
def test_a_payment_to_players_is_no_tax_and_neither_is_rent() -> None:
    game = europolis(2, at={0: 4}, held={"B5": 0})
    game.draws("S14", 1, 2).one(PaidPlayer, seat=0, other=1, amount=1500)
    game = europolis(2, at={0: 8}, owners={"Patras": 1}, held={"S9": 0, "B5": 0}, cash={0: 200})
    game.rolls(1, 2)
    game.claims(1).one(DebtOwed, seat=0, other=1, amount=300)
    assert game.refusal(0, lucky(game, "S9")) == "NOT_ASKED"
    assert game.refusal(0, lucky(game, "B5")) == "NOT_ASKED"


@pytest.mark.proves("EUR-54", "DP-18", "DP-19")
def test_a_tax_chosen_to_be_paid_may_have_to_be_raised() -> None:
    game = europolis(2, at={0: 1}, cash={0: 5950}, owners={"Paris": 0}, held={"S9": 0})
    game.rolls(1, 2)
    game.does(0, PayTax()).one(DebtOwed, seat=0, other=None, amount=6000, why="tax")
    game.does(0, game.default_action(0))  # mortgages Paris: 4,200
    assert (game.cash(0), game.holds(0, "S9")) == (4150, True)


@pytest.mark.parametrize(("used", "kept"), [("S9", "B5"), ("B5", "S9")])
@pytest.mark.proves("EUR-51", "EUR-52")
def test_with_both_cards_one_chooses_and_only_that_one_is_spent(used: str, kept: str) -> None:
    game = europolis(2, at={0: 1}, held={"S9": 0, "B5": 0})
    game.rolls(1, 2)
    game.does(0, lucky(game, used))
    assert (game.holds(0, used), game.holds(0, kept)) == (False, True)
    assert used in pile(game, used)
    assert kept not in pile(game, kept)


@pytest.mark.proves("EUR-51")
def test_only_the_one_who_owes_uses_only_ones_own_card() -> None:
    game = europolis(2, at={0: 1}, held={"S9": 0, "B5": 1})
    assert game.refusal(0, lucky(game, "S9")) == "NOT_ASKED"  # nothing to cancel yet
    game.rolls(1, 2)
    assert game.refusal(0, lucky(game, "B5")) == "NO_CARD"
    assert game.refusal(1, lucky(game, "B5")) == "NOT_ASKED"
    assert game.refusal(1, PayTax()) == "NOT_ASKED"
    assert game.refusal(0, UseCard(2)) == "NO_SUCH_THING"


@pytest.mark.parametrize("card", ["S9", "B5"])
@pytest.mark.proves("EUR-50", "EUR-52", "EUR-62", "AMB-11", "AMB-89", "DP-07")
def test_a_lucky_card_opens_the_jail_before_the_roll(card: str) -> None:
    game = europolis(2, jail={0: 0}, held={card: 0})
    told = game.does(0, lucky(game, card))
    told.one(CardUsed, seat=0)
    told.one(Released, seat=0)
    assert pile(game, card)[-1] == card
    assert (game.in_jail(0), game.cash(0)) == (False, 50_000)
    game.rolls(5, 5)  # an ordinary roll: to Parcare Liberă, and once more
    assert game.space(0) == 20
    assert game.can(0, Roll())


@pytest.mark.parametrize("spent", [0, 1, 2])
@pytest.mark.proves("AMB-89", "EUR-62")
def test_it_may_be_used_at_the_start_of_any_jail_turn(spent: int) -> None:
    game = europolis(2, jail={0: spent}, held={"S9": 0})
    assert game.can(0, lucky(game, "S9"))
    assert kinds(game, 0)[:2] == ["Roll", "UseCard"]


@pytest.mark.parametrize("spent", [0, 1])
@pytest.mark.proves("AMB-89")
def test_after_a_failed_first_or_second_roll_it_is_too_late(spent: int) -> None:
    game = europolis(2, jail={0: spent}, held={"S9": 0})
    game.rolls(1, 2)
    assert not game.can(0, lucky(game, "S9"))
    assert game.in_jail(0)


@pytest.mark.parametrize("card", ["S9", "B5"])
@pytest.mark.proves("AMB-89", "EUR-62", "DP-08")
def test_after_the_third_failed_roll_it_stands_for_the_bail(card: str) -> None:
    game = europolis(2, jail={0: 2}, held={card: 0})
    game.rolls(4, 6)
    assert game.space(0) == 10
    assert kinds(game, 0) == ["PayFine", "UseCard"]
    told = game.does(0, lucky(game, card))
    told.one(Released, seat=0)
    assert told.none(PaidBank)
    assert (game.space(0), game.cash(0)) == (20, 50_000)  # moved by that roll
    assert pile(game, card)[-1] == card
    assert game.can(0, EndTurn())


@pytest.mark.proves("EUR-53", "AMB-88", "DP-36", "DP-39")
def test_the_surprise_card_may_be_sold_and_the_other_may_not() -> None:
    game = europolis(2, held={"S9": 0, "B5": 0})
    assert game.refusal(0, ProposeDeal({0: 500, 1: -500}, cards={"B5": 1})) == "CARD_NOT_FOR_SALE"
    told = game.trades(0, cash={0: 500, 1: -500}, cards={"S9": 1})
    told.one(CardMoved, seat=0, other=1, card=game.kept("S9"))
    assert game.holds(1, "S9")
    assert game.holds(0, "B5")
    assert purses(game) == [50_500, 49_500]


@pytest.mark.proves("EUR-53")
def test_nobody_sells_a_card_that_lies_in_its_deck() -> None:
    game = europolis(2)
    assert game.refusal(0, ProposeDeal({0: 500, 1: -500}, cards={"S9": 1})) == "NO_CARD"


@pytest.mark.proves("EUR-53", "EUR-62", "AMB-91", "DP-07", "DP-39")
def test_a_prisoner_may_buy_the_card_and_leave_with_it() -> None:
    game = europolis(2, jail={0: 1}, held={"S9": 1})
    game.trades(0, cash={0: -1000, 1: 1000}, cards={"S9": 0})
    game.does(0, lucky(game, "S9")).one(Released, seat=0)
    assert purses(game) == [49_000, 51_000]
    game.rolls(4, 6)
    assert game.space(0) == 20
