"""Expòpoli(s), «Fermata su Probabilità o Imprevisti»: the card on top, followed faithfully, then put under its deck."""

from typing import Any

import pytest

from magnate.actions import DrawInstead, EndTurn, FollowCard, ProposeDeal, Roll, UseCard
from magnate.events import CardDrawn, CardKept, CardUsed, Collected, DebtOwed, Jailed, PaidBank, PaidPlayer
from magnate.rules.codes import MAX_CARDS
from magnate.testing import Position
from rules.expopolis.milan import BROWN, FUCHSIA, all_of, built, milan, trade


def deck(game: Position, number: int) -> list[int]:
    """A deck from top to bottom."""
    start = number * MAX_CARDS
    return list(game.chance.deck[start : start + game.chance.deck_left[number]])


def on_deck(number: int, **position: Any) -> Position:
    """Seat 0 stands seven spaces before Imprevisti (deck 0) or Probabilità (deck 1)."""
    return milan(position.pop("seats", 2), at={0: (0, 10)[number]}, **position)


@pytest.mark.proves("EXP-43", "EXP-44", "DP-17")
@pytest.mark.parametrize(("number", "card"), [(0, "I4"), (1, "P4")])
def test_the_top_card_is_drawn_followed_and_put_under_its_deck(number: int, card: str) -> None:
    game = on_deck(number)
    top = game.card(card)[1]
    before = [top, *(other for other in deck(game, number) if other != top)]
    game.chance.deck[number * MAX_CARDS : number * MAX_CARDS + 16] = before
    told = game.rolls(3, 4)
    told.one(CardDrawn, seat=0, deck=number, card=before[0])
    game.does(0, FollowCard())
    assert deck(game, number) == [*before[1:], before[0]]


@pytest.mark.proves("EXP-43", "DP-17")
def test_a_card_must_be_followed_before_anything_else() -> None:
    game = on_deck(0)
    game.script(cards=["I4"])
    game.rolls(3, 4)
    assert game.must == [0]
    assert game.legal_actions(0) == [FollowCard()]
    assert not game.can(0, EndTurn())
    assert not game.can(1, FollowCard())
    assert game.cash(0) == 100_000  # not yet
    game.does(0, FollowCard())
    assert game.cash(0) == 110_000
    assert game.can(0, EndTurn())


@pytest.mark.proves("EXP-43", "EXP-52")
@pytest.mark.parametrize(
    ("card", "change"),
    [
        ("I2", -15_000), ("I3", -1_500), ("I4", 10_000), ("I6", 5_000), ("I9", -2_000), ("I13", 15_000),
        ("P2", -5_000), ("P3", -5_000), ("P4", 20_000), ("P5", 1_000), ("P8", 5_000), ("P10", 10_000),
        ("P11", 2_000), ("P12", 10_000), ("P13", -10_000), ("P15", 2_500),
    ],
)  # fmt: skip
def test_cards_that_pay_or_collect(card: str, change: int) -> None:
    game = on_deck(card[0] == "P", seats=3)
    told = game.draws(card, 3, 4)
    assert [game.cash(seat) for seat in range(3)] == [100_000 + change, 100_000, 100_000]
    if change > 0:
        told.one(Collected, seat=0, amount=change, why="card")
    else:
        told.one(PaidBank, seat=0, amount=-change, why="card")


@pytest.mark.proves("EXP-43")
@pytest.mark.parametrize(
    ("card", "due"), [("I11", 7 * 4_000 + 2 * 10_000), ("I16", 7 * 2_500 + 2 * 10_000)]
)  # 4 + 3 houses of one's own, and two hotels
def test_repairs_are_paid_for_ones_own_houses_and_hotels(card: str, due: int) -> None:
    owners = all_of(BROWN, 0) | all_of(FUCHSIA, 0) | all_of(("Ticinese", "Brera", "Scala"), 1)
    levels = built(BROWN, 5, 4, 5) | built(FUCHSIA, 2, 1) | built(("Ticinese", "Brera", "Scala"), 1, 1, 1)
    game = on_deck(0, owners=owners, levels=levels)
    game.draws(card, 3, 4).one(PaidBank, seat=0, amount=due, why="repairs")
    assert game.cash(0) == 100_000 - due


@pytest.mark.proves("EXP-43")
def test_repairs_cost_nothing_without_buildings() -> None:
    game = on_deck(0, owners=all_of(BROWN, 0))
    game.draws("I11", 3, 4)
    assert game.cash(0) == 100_000
    assert game.can(0, EndTurn())


@pytest.mark.proves("EXP-43")
def test_every_other_player_pays_for_the_dinner() -> None:
    game = on_deck(1, seats=4, out=[2])
    told = game.draws("P9", 3, 4)
    assert [(paid.seat, paid.other, paid.amount) for paid in told.of(PaidPlayer)] == [(1, 0, 1_000), (3, 0, 1_000)]
    assert [game.cash(seat) for seat in (0, 1, 3)] == [102_000, 99_000, 99_000]


@pytest.mark.proves("EXP-43", "DP-19")
def test_a_guest_short_of_cash_owes_the_dinner() -> None:
    game = on_deck(1, seats=3, cash={1: 900}, owners={"MM": 1})
    game.draws("P9", 3, 4).one(DebtOwed, seat=1, other=0, amount=1_000, why="gift")
    assert game.must == [1]


@pytest.mark.proves("EXP-43", "DP-17")
def test_a_fine_or_an_imprevisto() -> None:
    game = on_deck(1)
    game.draws("P16", 3, 4).one(PaidBank, seat=0, amount=1_000, why="card")
    game = on_deck(1)
    game.script(cards=["P16", "I4"])
    game.rolls(3, 4)
    game.does(0, DrawInstead()).one(CardDrawn, seat=0, deck=0)
    game.does(0, FollowCard())
    assert game.cash(0) == 110_000


@pytest.mark.proves("DP-17")
def test_other_cards_offer_no_choice() -> None:
    game = on_deck(1)
    game.script(cards=["P2"])
    game.rolls(3, 4)
    assert game.refusal(0, DrawInstead()) == "NOT_OFFERED"


@pytest.mark.proves("EXP-55", "EXP-57")
@pytest.mark.parametrize("card", ["I14", "P6"])
def test_the_card_that_sends_to_prison(card: str) -> None:
    game = milan(at={0: 29 if card == "I14" else 26})
    told = game.draws(card, 3, 4)
    told.one(Jailed, seat=0)
    assert told.none(Collected)
    assert game.in_jail(0)
    assert game.space(0) == 10
    assert game.cash(0) == 100_000
    assert game.must == [1]


@pytest.mark.proves("EXP-45", "AMB-55")
@pytest.mark.parametrize("card", ["I12", "P14"])
def test_a_card_out_of_prison_is_kept_out_of_its_deck(card: str) -> None:
    number = int(card[0] == "P")
    game = on_deck(number)
    game.draws(card, 3, 4).one(CardKept, seat=0, card=game.kept(card))
    assert game.holds(0, card)
    assert game.view(None).seats[0].cards == [game.kept(card)]
    assert len(deck(game, number)) == 15
    assert game.card(card)[1] not in deck(game, number)
    assert game.can(0, EndTurn())


@pytest.mark.proves("EXP-45")
def test_only_the_two_cards_out_of_prison_are_kept() -> None:
    game = milan()
    assert game.table.kept == 2
    for name in (f"{deck}{number}" for deck in "IP" for number in range(1, 17)):
        place, number = game.card(name)
        assert (game.table.card_kept[place * MAX_CARDS + number] >= 0) == (name in ("I12", "P14"))


@pytest.mark.proves("EXP-47", "EXP-45", "EXP-61", "DP-07")
@pytest.mark.parametrize("card", ["I12", "P14"])
def test_a_card_used_goes_under_its_own_deck(card: str) -> None:
    game = milan(jail={0: 0}, held={card: 0})
    number = int(card[0] == "P")
    before = deck(game, number), deck(game, 1 - number)
    game.does(0, UseCard(game.kept(card))).one(CardUsed, seat=0, card=game.kept(card))
    assert not game.holds(0, card)
    assert (deck(game, number), deck(game, 1 - number)) == ([*before[0], game.card(card)[1]], before[1])


@pytest.mark.proves("EXP-46", "EXP-61", "DP-39", "DP-07")
def test_a_card_out_of_prison_may_be_sold_and_the_buyer_uses_it() -> None:
    game = milan(3, jail={0: 0}, held={"P14": 2})
    card = game.kept("P14")
    assert game.refusal(0, UseCard(card)) == "NO_CARD"
    trade(game, 0, 2, ProposeDeal(cash={0: -4_000, 2: 4_000}, cards={card: 0}))
    assert game.holds(0, "P14")
    assert [game.cash(0), game.cash(2)] == [96_000, 104_000]
    game.does(0, UseCard(card))
    assert not game.in_jail(0)
    assert game.can(0, Roll())
