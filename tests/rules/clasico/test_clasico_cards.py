"""Casualidad and Arca Comunal: every card of both decks, drawn from the top and put back at the bottom."""

from typing import Any

import pytest

from magnate.actions import BuyDeed, DrawInstead, EndTurn, FollowCard, Roll
from magnate.events import (
    CardDrawn,
    CardKept,
    CardMoved,
    Collected,
    DebtOwed,
    Jailed,
    Moved,
    PaidBank,
    PaidPlayer,
    WentBankrupt,
)
from magnate.testing import EventList, Position
from rules.clasico.kit import BROWN, GREEN, PINK, deck_order, gives_up, own, purses, table, trade

CASUALIDAD = {"CA1": -150, "CA3": 150, "CA4": -20, "CA5": 100, "CA6": 50, "CA16": -15}
ARCA = {
    "AC2": 100, "AC4": -50, "AC6": 50, "AC7": 100, "AC8": 25,
    "AC10": -100, "AC11": 200, "AC13": 10, "AC14": -50, "AC16": 20,
}  # fmt: skip


def draw(card: str, seats: int = 3, follow: bool = True, **position: Any) -> tuple[Position, EventList]:
    """Seat 0 draws this card: from Casualidad on 7, or from Arca Comunal on 17."""
    at = "SALIDA" if card.startswith("CA") else "Cárcel"
    game = table(seats, at={0: at}, **position)
    if follow:
        return game, game.draws(card, 3, 4)
    game.script(cards=[card])
    return game, game.rolls(3, 4)


@pytest.mark.proves("CLA-47", "CLA-15")
@pytest.mark.parametrize(("card", "change"), [*CASUALIDAD.items(), *ARCA.items()])
def test_a_card_pays_or_costs_what_it_says_at_the_bank(card: str, change: int) -> None:
    game, told = draw(card)
    if change > 0:
        told.one(Collected, seat=0, amount=change, why="card")
    else:
        told.one(PaidBank, seat=0, amount=-change, why="card")
    assert purses(game) == [1500 + change, 1500, 1500]
    assert game.can(0, EndTurn())


@pytest.mark.proves("CLA-47", "DP-17")
def test_the_card_is_seen_first_and_then_followed() -> None:
    game, told = draw("CA1", follow=False)
    told.one(CardDrawn, seat=0, deck=0, card=0)
    assert game.cash(0) == 1500
    question = game.view(1).question  # everybody sees it
    assert question is not None
    assert (question.type, question.deck, question.card) == ("card", 0, 0)
    for action in (Roll(), EndTurn(), DrawInstead()):
        assert not game.can(0, action)
    assert not game.can(1, FollowCard())
    game.does(0, FollowCard())
    assert game.cash(0) == 1350


@pytest.mark.proves("CLA-47")
@pytest.mark.parametrize(
    ("start", "roll", "deck"),
    [(0, (3, 4), 0), (20, (1, 1), 0), (29, (3, 4), 0), (0, (1, 1), 1), (10, (3, 4), 1), (30, (1, 2), 1)],
)
def test_each_card_square_has_its_deck(start: int, roll: tuple[int, int], deck: int) -> None:
    game = table(2, at={0: start})
    game.rolls(*roll).one(CardDrawn, seat=0, deck=deck)


@pytest.mark.proves("CLA-47", "CLA-48")
def test_the_top_card_is_taken_and_goes_to_the_bottom() -> None:
    game = table(2, seed=3)
    before = deck_order(game, 0)
    drawn = game.rolls(3, 4).one(CardDrawn, seat=0).card
    assert game.edition.decks["A"].cards[drawn].id == before[0]
    assert deck_order(game, 0) == [*before[1:], before[0]]
    assert deck_order(game, 1)  # the other deck is not touched
    assert len(deck_order(game, 1)) == 16


@pytest.mark.proves("CLA-47", "CLA-51")
@pytest.mark.parametrize(
    ("card", "space", "price"), [("CA2", 24, 240), ("CA7", 39, 400), ("CA14", 15, 200), ("CA15", 11, 140)]
)
def test_a_card_moves_to_a_property_that_may_be_bought(card: str, space: int, price: int) -> None:
    game, told = draw(card)
    told.one(Moved, seat=0, origin=7, space=space)
    game.does(0, BuyDeed())
    assert game.owner(space) == 0
    assert game.cash(0) == 1500 - price


@pytest.mark.proves("CLA-47", "CLA-37")
@pytest.mark.parametrize(
    ("card", "space", "rent"), [("CA2", 24, 20), ("CA7", 39, 50), ("CA14", 15, 25), ("CA15", 11, 10)]
)
def test_a_card_moves_to_a_property_that_charges_its_usual_rent(card: str, space: int, rent: int) -> None:
    game, _ = draw(card, owners=own(1, space))
    game.claims(1).one(PaidPlayer, seat=0, amount=rent)


@pytest.mark.proves("CLA-47")
def test_to_salida_by_card() -> None:
    for card in ("CA9", "AC15"):
        game, told = draw(card)
        told.one(Collected, seat=0, amount=200, why="salary")
        assert game.space(0) == 0
        assert game.cash(0) == 1700


@pytest.mark.proves("CLA-47", "CLA-53")
def test_three_steps_back_from_each_of_the_three_squares() -> None:
    game, told = draw("CA10")  # from 7 to the tax on 4
    told.one(PaidBank, seat=0, amount=200, why="tax")
    game = table(2, at={0: 15}, owners=own(1, "Calle Serrano"))
    game.draws("CA10", 3, 4)  # from 22 to 19
    assert game.space(0) == 19
    game.claims(1).one(PaidPlayer, amount=16)
    game = table(2, at={0: 29})
    game.script(cards=["CA10", "AC2"])
    game.rolls(3, 4)
    told = game.does(0, FollowCard())  # from 36 to the Arca Comunal on 33: another card
    told.one(Moved, seat=0, origin=36, space=33)
    told.one(CardDrawn, seat=0, deck=1, card=1)
    game.does(0, FollowCard())
    assert game.cash(0) == 1600


@pytest.mark.proves("CLA-47", "CLA-53")
def test_back_to_the_first_street() -> None:
    game, told = draw("AC3", owners=own(1, "Ronda de Valencia"))
    told.one(Moved, seat=0, origin=17, space=1)
    assert told.none(Collected)
    game.claims(1).one(PaidPlayer, seat=0, amount=2)
    game, _ = draw("AC3")
    game.does(0, BuyDeed())
    assert game.cash(0) == 1440


@pytest.mark.proves("CLA-47")
@pytest.mark.parametrize(("card", "per_house", "per_hotel"), [("CA11", 40, 115), ("CA12", 25, 100)])
def test_repairs_cost_by_house_and_hotel_of_one_s_own(card: str, per_house: int, per_hotel: int) -> None:
    owners = {**own(0, *PINK, *BROWN), **own(1, *GREEN)}
    levels = {PINK[0]: 5, PINK[1]: 4, PINK[2]: 4, BROWN[0]: 1, GREEN[0]: 3}
    game, told = draw(card, owners=owners, levels=levels)  # own: one hotel, nine houses
    told.one(PaidBank, seat=0, amount=9 * per_house + per_hotel, why="repairs")
    assert purses(game)[1:] == [1500, 1500]


@pytest.mark.proves("CLA-47")
def test_repairs_cost_nothing_without_buildings() -> None:
    game, told = draw("CA11", owners=own(0, *PINK))
    assert told.none(PaidBank)
    assert game.cash(0) == 1500


@pytest.mark.proves("CLA-57", "CLA-47", "CLA-59")
@pytest.mark.parametrize("card", ["CA13", "AC12"])
def test_straight_to_jail_by_card(card: str) -> None:
    game, told = draw(card)
    told.one(Jailed, seat=0)
    assert game.in_jail(0)
    assert game.space(0) == 10
    assert game.must == [1]


@pytest.mark.proves("CLA-47")
def test_the_birthday_collects_ten_from_each_player_still_in() -> None:
    game, told = draw("AC1", seats=4, out=[2])
    assert [(event.seat, event.other, event.amount) for event in told.of(PaidPlayer)] == [(1, 0, 10), (3, 0, 10)]
    assert purses(game) == [1520, 1490, 0, 1490]


@pytest.mark.proves("CLA-47", "AMB-38", "AMB-49", "CLA-103")
def test_a_guest_who_cannot_pay_for_the_birthday_goes_bankrupt_to_the_child_and_the_turn_goes_on() -> None:
    game, told = draw("AC1", seats=4, cash={2: 9})
    told.one(DebtOwed, seat=2, other=0, amount=10, why="gift")
    assert game.must == [2]
    told = gives_up(game, 2)
    told.one(WentBankrupt, seat=2, other=0, amount=10)
    told.one(PaidPlayer, seat=3, other=0, amount=10)  # the others go on paying
    assert purses(game) == [1529, 1490, 0, 1490]
    assert game.can(0, EndTurn())


@pytest.mark.proves("CLA-47", "DP-17")
def test_pay_ten_or_draw_from_the_other_deck() -> None:
    game, _ = draw("AC9", follow=False)
    other = game.copy()
    told = game.does(0, FollowCard())
    told.one(PaidBank, seat=0, amount=10, why="card")
    assert game.cash(0) == 1490
    other.script(cards=["CA5"])
    told = EventList(other.play(0, DrawInstead()))
    told.one(CardDrawn, seat=0, deck=0, card=4)
    other.play(0, FollowCard())
    assert other.cash(0) == 1600


@pytest.mark.proves("CLA-49", "AMB-28", "CLA-48")
@pytest.mark.parametrize(("card", "deck"), [("CA8", 0), ("AC5", 1)])
def test_a_get_out_of_jail_card_is_kept_and_leaves_its_deck(card: str, deck: int) -> None:
    game, told = draw(card)
    told.one(CardKept, seat=0, card=game.kept(card))
    assert game.holds(0, card)
    assert card not in deck_order(game, deck)
    assert len(deck_order(game, deck)) == 15
    assert len(deck_order(game, 1 - deck)) == 16
    assert game.view(2).seats[0].cards == [game.kept(card)]
    assert game.can(0, EndTurn())
    game.ends_turn()
    assert game.holds(0, card)  # for as long as it is not needed


@pytest.mark.proves("AMB-28")
@pytest.mark.parametrize("skin", ["madrid", "lima", "internacional"])
def test_there_is_one_such_card_in_each_deck(skin: str) -> None:
    game = table(2, skin=skin)
    assert [[card.effect for card in deck.cards].count("keep") for deck in game.edition.decks.values()] == [1, 1]


@pytest.mark.proves("CLA-50", "DP-39")
def test_a_get_out_of_jail_card_may_be_sold_at_an_agreed_price() -> None:
    game = table(3, held={"CA8": 0})
    card = game.kept("CA8")
    told = trade(game, 0, [2], cash={0: 45, 2: -45}, cards={card: 2})
    told.one(CardMoved, seat=0, other=2, card=card)
    assert game.holds(2, "CA8")
    assert purses(game) == [1545, 1500, 1455]
    assert "CA8" not in deck_order(game, 0)


@pytest.mark.proves("CLA-47", "CLA-99")
def test_a_card_s_payment_may_have_to_be_raised() -> None:
    game, told = draw("CA1", cash={0: 149})
    told.one(DebtOwed, seat=0, other=None, amount=150, why="card")
    game, told = draw("CA1", cash={0: 150})
    told.one(PaidBank, seat=0, amount=150)
    assert game.cash(0) == 0


@pytest.mark.proves("CLA-47")
@pytest.mark.parametrize("skin", ["madrid", "lima"])
def test_the_lima_skin_plays_the_same_cards(skin: str) -> None:
    game = table(2, skin=skin)
    game.draws("CA1", 3, 4)
    assert game.cash(0) == 1350
