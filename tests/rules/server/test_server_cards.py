"""Probabilità, Imprevisti, the taxes, and the two cards that leave the deck."""

from itertools import pairwise

import pytest

from magnate.actions import EndTurn, UseCard
from magnate.events import (
    CardDrawn,
    CardUsed,
    PaidBank,
)
from magnate.testing import BadPosition
from rules.server.kit import lands, long_game, server

IMPREVISTI, PROBABILITA = 0, 1


# Back into the deck.


@pytest.mark.proves("SRV-33", "SRV-32")
def test_cards_come_from_anywhere_in_the_deck_and_may_come_up_again_at_once() -> None:
    for deck in (IMPREVISTI, PROBABILITA):
        cards = [event.card for event in long_game(4) if isinstance(event, CardDrawn) and event.deck == deck]
        assert set(cards) == set(range(16))
        assert any(one == other for one, other in pairwise(cards))


@pytest.mark.proves("SRV-33")
def test_a_card_just_followed_is_back_in_its_deck() -> None:
    game = server(at={0: 19, 1: 19})
    number = game.card("I4")[1]
    game.draws("I4", 1, 2).one(CardDrawn, seat=0, card=number)
    game.ends_turn()
    game.draws("I4", 1, 2).one(CardDrawn, seat=1, card=number)
    assert [game.cash(0), game.cash(1)] == [710, 710]


@pytest.mark.proves("SRV-36", "AMB-80")
def test_a_kept_card_is_out_of_its_deck_until_it_is_used() -> None:
    game = server(at={1: 19}, held={"I12": 0}, jail={0: 0})
    number = game.card("I12")[1]
    game.does(0, UseCard(game.kept("I12"))).one(CardUsed, seat=0, card=game.kept("I12"))
    assert not game.holds(0, "I12")
    assert [seat.cards for seat in game.view().seats] == [[], []]
    game.rolls(4, 6)
    game.ends_turn()
    game.script(cards=["I12"])
    game.rolls(1, 2).one(CardDrawn, seat=1, card=number)
    kept = server(at={0: 19}, held={"I12": 1})
    assert "I12" not in kept.deck(kept.card("I12")[0])
    with pytest.raises(BadPosition, match="I12 was scripted, and seat 1 holds it"):
        kept.draws("I12", 1, 2)


# Taxes.


@pytest.mark.proves("SRV-37")
@pytest.mark.parametrize(("space", "tax"), [(4, 200), (38, 100)])
def test_a_tax_is_deducted_by_itself(space: int, tax: int) -> None:
    game, told = lands(space)
    told.one(PaidBank, seat=0, amount=tax, why="tax", clause="SRV-37")
    assert [game.cash(0), game.cash(1)] == [610 - tax, 610]
    assert game.can(0, EndTurn())
