"""Probabilità, Imprevisti, the taxes, and the two cards that leave the deck."""

from itertools import pairwise
from typing import Any

import pytest

from magnate.actions import AcceptDeal, DrawInstead, EndTurn, FollowCard, ProposeDeal, Roll, UseCard
from magnate.events import (
    CardDrawn,
    CardKept,
    CardMoved,
    CardUsed,
    Collected,
    Moved,
    PaidBank,
    PaidPlayer,
    Released,
)
from magnate.testing import BadPosition, Position
from rules.server.kit import ORANGE, STATIONS, all_of, before, lands, long_game, server

IMPREVISTI, PROBABILITA = 0, 1


def draws(card: str, seats: int = 2, **position: Any) -> tuple[Position, list[object]]:
    """Seat 0 has just drawn this card and followed it: Imprevisti on square 22, Probabilità on 17."""
    game = server(seats, at={0: before(22 if card.startswith("I") else 17)}, **position)
    return game, game.draws(card, 1, 2)


@pytest.mark.proves("SRV-32", "DP-17")
@pytest.mark.parametrize(("space", "deck"), [(7, 0), (22, 0), (36, 0), (17, 1), (33, 1)])
def test_the_card_is_shown_to_the_player_who_must_follow_it(space: int, deck: int) -> None:
    game, told = lands(space)
    drawn = told.one(CardDrawn, seat=0, deck=deck)
    seen = game.view().question
    assert seen is not None
    assert (seen.type, seen.seat, seen.deck, seen.card) == ("card", 0, deck, drawn.card)
    assert game.must == [0]
    assert not game.can(0, EndTurn())
    assert not game.can(0, Roll())
    assert game.refusal(1, FollowCard()) == "NOT_ASKED"
    assert game.can(0, FollowCard())
    assert [game.cash(0), game.cash(1)] == [610, 610]  # nothing before it is followed


@pytest.mark.proves("SRV-32")
@pytest.mark.parametrize(
    ("card", "change"),
    [
        ("I2", -150), ("I3", -15), ("I4", 100), ("I6", 50), ("I9", -20), ("I13", 150),
        ("P2", -50), ("P3", -50), ("P4", 200), ("P5", 10), ("P8", 50), ("P10", 100),
        ("P11", 20), ("P12", 100), ("P13", -100), ("P15", 25),
    ],
)  # fmt: skip
def test_cards_of_money_are_between_the_player_and_the_bank(card: str, change: int) -> None:
    game, told = draws(card)
    assert [game.cash(0), game.cash(1)] == [610 + change, 610]
    moved = [event for event in told if isinstance(event, Collected | PaidBank)]
    assert [(event.seat, event.amount, event.why) for event in moved] == [(0, abs(change), "card")]
    assert game.can(0, EndTurn())


@pytest.mark.proves("SRV-32")
@pytest.mark.parametrize(("card", "house", "hotel"), [("I11", 40, 100), ("I16", 25, 100)])
def test_repairs_are_paid_for_every_house_and_hotel_one_owns(card: str, house: int, hotel: int) -> None:
    owners = {**all_of(ORANGE, 0), 19: 1}
    game, _ = draws(card, owners=owners, levels={11: 5, 13: 4, 14: 3, 19: 4})
    assert game.cash(0) == 610 - 7 * house - hotel
    assert game.cash(1) == 610
    none, told = draws(card, owners=owners, levels={19: 4})
    assert none.cash(0) == 610
    assert not any(isinstance(event, PaidBank) for event in told)


@pytest.mark.proves("SRV-32")
def test_every_opponent_still_in_the_game_gives_10_for_the_birthday() -> None:
    game, told = draws("P9", 4, out=[2])
    assert [game.cash(seat) for seat in range(4)] == [630, 600, 0, 600]
    paid = [event for event in told if isinstance(event, PaidPlayer)]
    assert [(event.seat, event.other, event.amount) for event in paid] == [(1, 0, 10), (3, 0, 10)]


@pytest.mark.proves("SRV-32", "DP-17")
def test_one_card_leaves_a_choice_between_a_fine_and_an_imprevisto() -> None:
    game, _ = draws("P16")
    assert game.cash(0) == 600
    other = server(at={0: before(17)}, cards=["P16", "I4"])
    other.rolls(1, 2)
    told = other.does(0, DrawInstead())
    told.one(CardDrawn, seat=0, deck=IMPREVISTI, card=other.card("I4")[1])
    assert other.cash(0) == 610
    assert other.refusal(0, DrawInstead()) == "NOT_OFFERED"  # this one offers none
    other.does(0, FollowCard())
    assert other.cash(0) == 710
    assert other.refusal(0, DrawInstead()) == "NOT_ASKED"


@pytest.mark.proves("SRV-32", "AMB-13")
@pytest.mark.parametrize(
    ("card", "start", "space", "pay"),
    [
        ("I1", 22, 39, 0), ("I5", 22, 25, 0), ("I5", 36, 25, 200), ("I7", 7, 24, 0), ("I7", 36, 24, 200),
        ("I8", 7, 11, 0), ("I8", 22, 11, 200), ("I15", 7, 0, 200), ("P1", 33, 0, 200),
        ("P7", 33, 1, 0), ("P7", 17, 1, 0), ("I10", 7, 4, 0), ("I10", 22, 19, 0), ("I10", 36, 33, 0),
    ],
)  # fmt: skip
def test_journeys_pay_for_passing_via_forwards_and_never_backwards(card: str, start: int, space: int, pay: int) -> None:
    game = server(at={0: before(start)}, owners={1: 0, 11: 0, 19: 0, 24: 0, 25: 0, 39: 0}, cash={0: 1000})
    told = game.draws(card, 1, 2)
    told.one(Moved, origin=start, space=space)
    assert game.space(0) == space
    assert [event.amount for event in told.of(Collected, why="salary")] == [pay] * (pay > 0)
    tax = 200 if space == 4 else 0
    assert game.cash(0) == 1000 + pay - tax


@pytest.mark.proves("SRV-32", "SRV-22", "SRV-31")
def test_the_square_a_card_leads_to_is_borne_like_any_other() -> None:
    free = server(at={0: before(22)})
    free.draws("I5", 1, 2)
    asked = free.view().question
    assert asked is not None
    assert (asked.type, asked.deed) == ("buy", free.deed(25))
    owned, told = draws("I5", owners=all_of(STATIONS, 1))
    assert PaidPlayer(seat=0, other=1, amount=200, why="rent", deed=owned.deed(25), clause="SRV-31") in told
    back = server(at={0: before(36)}, cards=["I10", "P4"])
    back.rolls(1, 2)
    back.does(0, FollowCard()).one(CardDrawn, deck=PROBABILITA, card=back.card("P4")[1])


# Back into the deck.


@pytest.mark.proves("SRV-33", "SRV-32")
def test_cards_come_from_anywhere_in_the_deck_and_may_come_up_again_at_once() -> None:
    for deck in (IMPREVISTI, PROBABILITA):
        cards = [event.card for event in long_game(4) if isinstance(event, CardDrawn) and event.deck == deck]
        assert set(cards) == set(range(16))
        assert any(one == other for one, other in pairwise(cards))


@pytest.mark.proves("SRV-33")
def test_a_card_just_followed_is_back_in_its_deck() -> None:
    game = server(at={0: before(22), 1: before(22)})
    number = game.card("I4")[1]
    game.draws("I4", 1, 2).one(CardDrawn, seat=0, card=number)
    game.ends_turn()
    game.draws("I4", 1, 2).one(CardDrawn, seat=1, card=number)
    assert [game.cash(0), game.cash(1)] == [710, 710]


@pytest.mark.proves("AMB-80")
@pytest.mark.parametrize("card", ["I12", "P14"])
def test_a_prison_card_is_kept_and_everybody_sees_who_has_it(card: str) -> None:
    game = server(3, at={0: before(22 if card == "I12" else 17)})
    for viewer in (None, 0, 1, 2):
        assert [seat.cards for seat in game.view(viewer).seats] == [[], [], []]
    game.draws(card, 1, 2).one(CardKept, seat=0, card=game.kept(card))
    assert game.holds(0, card)
    for viewer in (None, 0, 1, 2):
        assert [seat.cards for seat in game.view(viewer).seats] == [[game.kept(card)], [], []]
    assert game.can(0, EndTurn())
    assert game.refusal(0, UseCard(game.kept(card))) == "NOT_ASKED"  # not in prison


@pytest.mark.proves("SRV-36", "AMB-80")
def test_a_kept_card_is_out_of_its_deck_until_it_is_used() -> None:
    game = server(at={1: before(22)}, held={"I12": 0}, jail={0: 0})
    number = game.card("I12")[1]
    game.does(0, UseCard(game.kept("I12"))).one(CardUsed, seat=0, card=game.kept("I12"))
    assert not game.holds(0, "I12")
    assert [seat.cards for seat in game.view().seats] == [[], []]
    game.rolls(4, 6)
    game.ends_turn()
    game.script(cards=["I12"])
    game.rolls(1, 2).one(CardDrawn, seat=1, card=number)
    kept = server(at={0: before(22)}, held={"I12": 1}, cards=["I12"])
    with pytest.raises(BadPosition, match="I12 was scripted and is not in its deck now"):
        kept.rolls(1, 2)


@pytest.mark.proves("SRV-35", "SRV-47", "DP-39")
def test_a_prison_card_may_be_sold_and_the_buyer_may_use_it() -> None:
    game = server(held={"P14": 1}, jail={0: 0})
    card = game.kept("P14")
    assert game.refusal(0, UseCard(card)) == "NO_CARD"
    game.does(0, ProposeDeal(cash={0: -80, 1: 80}, cards={card: 0}))
    assert game.must == [1]
    game.does(1, AcceptDeal(0, 1)).one(CardMoved, seat=1, other=0, card=card)
    assert [game.cash(0), game.cash(1)] == [530, 690]
    assert game.holds(0, "P14")
    game.does(0, UseCard(card)).one(Released, seat=0, clause="SRV-47")
    assert game.cash(0) == 530
    assert game.can(0, Roll())


# Taxes.


@pytest.mark.proves("SRV-37")
@pytest.mark.parametrize(("space", "tax"), [(4, 200), (38, 100)])
def test_a_tax_is_deducted_by_itself(space: int, tax: int) -> None:
    game, told = lands(space)
    told.one(PaidBank, seat=0, amount=tax, why="tax", clause="SRV-37")
    assert [game.cash(0), game.cash(1)] == [610 - tax, 610]
    assert game.can(0, EndTurn())


@pytest.mark.proves("SRV-37")
def test_a_tax_may_take_the_last_dollar() -> None:
    game, told = lands(4, cash={0: 200})
    told.one(PaidBank, amount=200)
    assert game.cash(0) == 0
    assert game.can(0, EndTurn())
