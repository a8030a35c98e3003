"""Banco and Sorpresa: the top card, under the deck afterwards, and the card one keeps."""

import pytest

from magnate import Game
from magnate.actions import AcceptDeal, DrawInstead, EndTurn, FollowCard, ProposeDeal, Roll, UseCard
from magnate.events import (
    CardDrawn,
    CardKept,
    CardMoved,
    CardUsed,
    Collected,
    PaidBank,
    PaidPlayer,
    Released,
)
from rules.castis.kit import PALENCIA, all_of, castis, drawn_next, draws, lands

SORPRESA, BANCO = 0, 1


@pytest.mark.proves("CAS-22", "DP-17")
@pytest.mark.parametrize(("space", "deck"), [(7, 0), (22, 0), (36, 0), (17, 1), (33, 1)])
def test_a_card_square_turns_over_a_card_that_must_be_followed(space: int, deck: int) -> None:
    game, told = lands(space)
    told.one(CardDrawn, seat=0, deck=deck, clause="CAS-22")
    assert game.must == [0]
    for action in (Roll(), EndTurn()):
        assert not game.can(0, action)
    assert game.refusal(1, FollowCard()) == "NOT_ASKED"
    assert game.refusal(0, DrawInstead()) == "NOT_OFFERED"
    assert game.can(0, FollowCard())


@pytest.mark.proves("CAS-22")
@pytest.mark.parametrize(
    ("card", "change"),
    [
        ("S12", -15), ("S14", 50), ("S15", 100), ("S16", 150), ("B1", 200), ("B2", 100), ("B3", 100), ("B4", 50),
        ("B5", 25), ("B6", 20), ("B7", 10), ("B9", -50), ("B10", -100), ("B11", -150), ("B12", -50),
    ],
)  # fmt: skip
def test_cards_of_money_are_between_the_player_and_the_bank(card: str, change: int) -> None:
    game, told = draws(card)
    assert [game.cash(0), game.cash(1)] == [1500 + change, 1500]
    moved = [event for event in told if isinstance(event, Collected | PaidBank)]
    assert [(event.seat, event.amount, event.why) for event in moved] == [(0, abs(change), "card")]


@pytest.mark.proves("CAS-22")
@pytest.mark.parametrize(("card", "house", "hotel"), [("S11", 25, 100), ("B13", 40, 115)])
def test_repairs_are_paid_for_every_house_and_hotel(card: str, house: int, hotel: int) -> None:
    game, told = draws(card, owners=all_of(PALENCIA, 0), levels={11: 4, 13: 3, 14: 1})
    told.one(PaidBank, seat=0, amount=4 * house + hotel, why="repairs")
    assert game.cash(0) == 1500 - 4 * house - hotel


@pytest.mark.proves("CAS-22")
def test_cards_between_players_reach_everybody_still_in_the_game() -> None:
    gives, told = draws("S13", 4, out=[2])
    assert [gives.cash(seat) for seat in range(4)] == [1400, 1550, 0, 1550]
    assert [(event.other, event.amount) for event in told.of(PaidPlayer, seat=0)] == [(1, 50), (3, 50)]
    gets, told = draws("B8", 4, out=[2])
    assert [gets.cash(seat) for seat in range(4)] == [1520, 1490, 0, 1490]
    assert [(event.seat, event.amount) for event in told.of(PaidPlayer, other=0)] == [(1, 10), (3, 10)]


# The deck.


@pytest.mark.proves("CAS-22", "CAS-23")
@pytest.mark.parametrize(("deck", "kept"), [(SORPRESA, 9), (BANCO, 14)])
def test_the_top_card_is_drawn_and_goes_to_the_bottom(deck: int, kept: int) -> None:
    cards = drawn_next(Game("castis", seats=2, seed=5), deck, 46)
    assert sorted(cards[:16]) == list(range(16))  # one round through the deck
    round_ = [card for card in cards[:16] if card != kept]  # the card that frees from jail is in somebody's hand
    assert cards[16:] == round_ + round_


@pytest.mark.proves("CAS-23")
def test_a_card_just_followed_is_back_in_its_deck() -> None:
    game = castis(at={0: 19, 1: 19})
    game.draws("S14", 1, 2).one(CardDrawn, seat=0, card=13)
    game.ends_turn()
    game.draws("S14", 1, 2).one(CardDrawn, seat=1, card=13)


# The card one keeps.


@pytest.mark.proves("CAS-24", "AMB-28")
@pytest.mark.parametrize("card", ["S10", "B15"])
def test_the_card_that_frees_from_jail_is_kept(card: str) -> None:
    game, told = draws(card)
    told.one(CardKept, seat=0, card=game.kept(card), clause="CAS-24")
    assert game.holds(0, card)
    assert [seat.cards for seat in game.view().seats] == [[game.kept(card)], []]
    assert game.refusal(0, UseCard(game.kept(card))) == "NOT_ASKED"  # not in jail
    game.ends_turn()
    assert game.holds(0, card)


@pytest.mark.proves("CAS-24", "CAS-31")
@pytest.mark.parametrize(("card", "deck"), [("S10", SORPRESA), ("B15", BANCO)])
def test_once_used_it_goes_to_the_bottom_of_its_deck(card: str, deck: int) -> None:
    game = castis(held={card: 0}, jail={0: 0})
    number = game.card(card)[1]
    game.does(0, UseCard(game.kept(card))).one(CardUsed, seat=0, card=game.kept(card))
    assert not game.holds(0, card)
    cards = drawn_next(game, deck, 16)
    assert cards.index(number) == 15
    assert sorted(cards) == list(range(16))


@pytest.mark.proves("CAS-24")
def test_while_it_is_kept_it_is_not_in_the_deck() -> None:
    game = castis(held={"S10": 0})
    assert game.card("S10")[1] not in drawn_next(game, SORPRESA, 20)


@pytest.mark.proves("CAS-25", "CAS-31", "DP-39")
def test_it_may_be_sold_at_a_price_both_accept_and_the_buyer_may_use_it() -> None:
    game = castis(held={"B15": 1}, jail={0: 0})
    card = game.kept("B15")
    assert game.refusal(0, UseCard(card)) == "NO_CARD"
    game.does(1, ProposeDeal(cash={0: -35, 1: 35}, cards={card: 0}))
    assert game.must == [0]
    game.does(0, AcceptDeal(1, 1)).one(CardMoved, seat=1, other=0, card=card)
    assert [game.cash(0), game.cash(1)] == [1465, 1535]
    game.does(0, UseCard(card)).one(Released, seat=0, clause="CAS-31")
    assert not game.in_jail(0)
