"""The international decks, card by card. (Nearest station and utility are with the stations and utilities.)"""

from typing import Any

import pytest

from magnate.actions import BuyDeed, EndTurn, FollowCard, Mortgage
from magnate.events import (
    CardDrawn,
    CardKept,
    CashSurrendered,
    Collected,
    DebtOwed,
    Jailed,
    Moved,
    PaidBank,
    PaidPlayer,
    WentBankrupt,
)
from magnate.testing import EventList, Position
from rules.clasico.kit import gives_up, table
from rules.kit import own, purses

MONEY = {
    "CA9": 50, "CA10": 150, "CA11": -15,
    "AC2": 200, "AC3": 100, "AC4": 100, "AC5": 100, "AC6": 45, "AC7": 25, "AC8": 20, "AC9": 10,
    "AC11": -50, "AC12": -100, "AC13": -150,
}  # fmt: skip


def draw(card: str, seats: int = 3, **position: Any) -> tuple[Position, EventList]:
    """Seat 0 draws this card: from Casualidad on 7, or from Arca Comunal on 17."""
    game = table(seats, skin="internacional", at={0: 0 if card.startswith("CA") else 10}, **position)
    return game, game.draws(card, 3, 4)


@pytest.mark.proves("CLA-47")
@pytest.mark.parametrize(("card", "change"), MONEY.items())
def test_a_card_pays_or_costs_what_it_says(card: str, change: int) -> None:
    game, told = draw(card)
    if change > 0:
        told.one(Collected, seat=0, amount=change, why="card")
    else:
        told.one(PaidBank, seat=0, amount=-change, why="card")
    assert purses(game) == [1500 + change, 1500, 1500]


@pytest.mark.proves("CLA-47", "CLA-51")
@pytest.mark.parametrize(
    ("card", "space", "price", "salary"),
    [("CA1", 39, 400, 0), ("CA3", 24, 240, 0), ("CA4", 11, 140, 0), ("CA5", 5, 200, 200)],
)
def test_a_card_moves_forward_and_pays_when_it_passes_salida(card: str, space: int, price: int, salary: int) -> None:
    game, told = draw(card)
    told.one(Moved, seat=0, origin=7, space=space)
    game.does(0, BuyDeed())
    assert game.cash(0) == 1500 + salary - price


@pytest.mark.proves("CLA-47", "CLA-25")
@pytest.mark.parametrize("card", ["CA2", "AC1"])
def test_to_salida(card: str) -> None:
    game, _ = draw(card)
    assert game.space(0) == 0
    assert game.cash(0) == 1700


@pytest.mark.proves("CLA-57", "CLA-52")
@pytest.mark.parametrize("card", ["CA15", "AC15"])
def test_to_jail(card: str) -> None:
    game, told = draw(card)
    told.one(Jailed, seat=0)
    assert game.space(0) == 10
    assert game.cash(0) == 1500


@pytest.mark.proves("CLA-49")
@pytest.mark.parametrize("card", ["CA16", "AC16"])
def test_the_cards_to_keep(card: str) -> None:
    game, told = draw(card)
    told.one(CardKept, seat=0, card=game.kept(card))
    assert game.holds(0, card)


@pytest.mark.proves("CLA-47")
@pytest.mark.parametrize(("card", "bill"), [("CA13", 5 * 25 + 100), ("AC14", 5 * 40 + 115)])
def test_repairs(card: str, bill: int) -> None:
    at = {card: 0 if card.startswith("CA") else 10}
    game = table(2, skin="internacional", at={0: at[card]}, owners=own(0, 1, 3, 11, 13, 14), levels={1: 5, 3: 4, 11: 1})
    told = game.draws(card, 3, 4)
    told.one(PaidBank, seat=0, amount=bill, why="repairs")


@pytest.mark.proves("CLA-53", "CLA-47")
def test_three_steps_back() -> None:
    _, told = draw("CA14")
    told.one(Moved, seat=0, origin=7, space=4)
    told.one(PaidBank, seat=0, amount=200, why="tax")


@pytest.mark.proves("CLA-47")
def test_the_gala_collects_fifty_from_each() -> None:
    game, told = draw("AC10", seats=4, out=[1])
    assert [(event.seat, event.other, event.amount) for event in told.of(PaidPlayer)] == [(2, 0, 50), (3, 0, 50)]
    assert purses(game) == [1600, 0, 1450, 1450]


@pytest.mark.proves("CLA-47", "AMB-40")
def test_the_president_pays_each_player_fifty_in_turn_order() -> None:
    game = table(4, skin="internacional", turn=2)
    told = game.draws("CA12", 3, 4)
    assert [(event.seat, event.other, event.amount) for event in told.of(PaidPlayer)] == [
        (2, 3, 50),
        (2, 0, 50),
        (2, 1, 50),
    ]
    assert purses(game) == [1550, 1550, 1350, 1550]


@pytest.mark.proves("AMB-40", "CLA-103")
def test_who_cannot_pay_all_is_bankrupt_towards_the_first_not_paid_in_full() -> None:
    game, told = draw("CA12", seats=4, cash={0: 70}, owners=own(0, 39), mortgages=[39])
    told.one(PaidPlayer, seat=0, other=1, amount=50)
    told.one(DebtOwed, seat=0, other=2, amount=50, why="gift")
    told = gives_up(game, 0)
    told.one(WentBankrupt, seat=0, other=2, amount=50)
    told.one(CashSurrendered, seat=0, other=2, amount=20)
    assert game.owner(39) == 2  # all to the second, nothing to the third
    assert game.cash(3) == 1500
    assert game.cash(1) == 1550


@pytest.mark.proves("AMB-40", "DP-19")
def test_money_raised_for_one_creditor_pays_that_one_first() -> None:
    game, _ = draw("CA12", seats=3, cash={0: 40}, owners=own(0, 39, 37))
    told = game.does(0, Mortgage(game.deed(39)))  # 200
    assert [(event.other, event.amount) for event in told.of(PaidPlayer)] == [(1, 50), (2, 50)]
    assert purses(game) == [140, 1550, 1550]
    assert game.can(0, EndTurn())


@pytest.mark.proves("CLA-47")
def test_the_international_arca_has_no_choice_cards_and_the_deck_is_its_own() -> None:
    game = table(2, skin="internacional", at={0: 10})
    game.script(cards=["AC9"])
    told = game.rolls(3, 4)
    told.one(CardDrawn, deck=1, card=8)
    game.does(0, FollowCard())
    assert game.cash(0) == 1510  # not the Madrid card of the same place in the deck
