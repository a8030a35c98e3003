"""Cards and taxes in all five editions: the card is shown, the choices some of them give, the lucky card."""

import pytest

from magnate.actions import DrawInstead, FollowCard, PayTax, UseCard
from magnate.editions import load
from magnate.editions.schema import Keep
from magnate.events import CardDrawn, CardUsed, Collected, PaidBank, TaxCancelled
from magnate.testing import Position
from rules.common.five import (
    CAS,
    CLA,
    EUR,
    EXP,
    FIGURES,
    FIVE,
    KEPT_A,
    KEPT_B,
    SMALL_PAY,
    SRV,
    asked,
    editions,
    offered,
    table,
)


def deck_order(game: Position, deck: int) -> list[int]:
    size = game.table.deck_size[deck]
    return list(game.chance.deck[deck * 32 : deck * 32 + size])


@editions()
@pytest.mark.proves("AMB-28", "EXP-45", "SRV-35")
def test_each_deck_has_one_card_that_frees_from_jail(name: str) -> None:
    decks = load(name).decks.values()
    assert [sum(isinstance(card, Keep) for card in deck.cards) for deck in decks] == [1, 1]
    game = table(name)
    assert [game.kept(KEPT_A[name]), game.kept(KEPT_B[name])] == [0, 1]


@editions()
@pytest.mark.proves("AMB-29", "EUR-11", "CLA-10")
def test_both_decks_are_shuffled_at_the_start(name: str) -> None:
    orders = [[deck_order(table(name, seed=seed), deck) for deck in (0, 1)] for seed in range(8)]
    for order in orders:
        assert [sorted(deck) for deck in order] == [list(range(16))] * 2
        assert order[0] != order[1]
    for deck in (0, 1):
        assert len({tuple(order[deck]) for order in orders}) == 8
        assert len({order[deck][0] for order in orders}) > 1


@editions()
@pytest.mark.proves("DP-17")
def test_the_player_sees_the_card_and_confirms_before_it_takes_effect(name: str) -> None:
    card, amount = SMALL_PAY[name]
    game = table(name, at={0: 10}, cards=[card])
    purse = game.cash(0)
    told = game.rolls(3, 4)  # 17, deck B
    drawn = told.one(CardDrawn)
    assert (drawn.seat, drawn.deck, drawn.card) == (0, *game.card(card))
    question = game.view(2).question
    assert question is not None
    assert (question.type, question.deck, question.card) == ("card", *game.card(card))  # shown to everybody
    assert game.must == [0]
    assert [offered(game, seat) for seat in range(3)] == [["FollowCard"], [], []]
    assert game.cash(0) == purse
    told = game.does(0, FollowCard())
    assert (told.one(PaidBank).amount, told.one(PaidBank).why) == (amount, "card")
    assert game.cash(0) == purse - amount


@pytest.mark.parametrize(("name", "card", "amount"), [(EXP, "P16", 1_000), (SRV, "P16", 10), (CLA, "AC9", 10)])
@pytest.mark.proves("DP-17")
def test_a_card_with_an_alternative_lets_the_player_choose(name: str, card: str, amount: int) -> None:
    other = {EXP: "I6", SRV: "I6", CLA: "CA6"}[name]  # collect 50
    game = table(name, at={0: 10}, cards=[card])
    purse = game.cash(0)
    game.rolls(3, 4)
    assert offered(game, 0) == ["FollowCard", "DrawInstead"]
    pays = game.copy()
    pays.play(0, FollowCard())
    assert pays.state.cash[0] == purse - amount
    game.script(cards=[other])
    told = game.does(0, DrawInstead())
    assert told.one(CardDrawn).deck == 0
    assert game.cash(0) == purse
    assert offered(game, 0) == ["FollowCard"]
    assert game.refusal(0, DrawInstead()) == "NOT_OFFERED"
    assert game.does(0, FollowCard()).one(Collected).amount == 50 * FIGURES[name].unit


@editions(EUR, CAS)
@pytest.mark.proves("DP-17")
def test_the_decks_of_europolis_and_castis_give_no_alternative(name: str) -> None:
    for deck in load(name).decks.values():
        for card in deck.cards:
            game = table(name, at={0: 0 if deck is next(iter(load(name).decks.values())) else 10}, cards=[card.id])
            game.rolls(3, 4)
            assert offered(game, 0) == ["FollowCard"]


@editions(*[name for name in FIVE if name != EUR])
@pytest.mark.proves("DP-18")
def test_a_kept_card_does_not_cancel_a_tax_and_nobody_is_asked(name: str) -> None:
    game = table(name, at={0: 31}, held={KEPT_A[name]: 0, KEPT_B[name]: 0})
    told = game.rolls(3, 4)  # 38
    assert told.one(PaidBank).amount == 100 * FIGURES[name].unit
    assert told.one(PaidBank).why == "tax"
    assert asked(game) == "turn"


@pytest.mark.parametrize(("start", "amount"), [(31, 3_000), (37, 6_000)])
@pytest.mark.proves("DP-18", "EUR-51", "EUR-54")
def test_in_europolis_the_holder_of_a_lucky_card_chooses_to_pay_or_to_cancel_a_tax(start: int, amount: int) -> None:
    game = table(EUR, at={0: start}, held={"S9": 0, "B5": 0})
    game.rolls(3, 4)
    purse = game.cash(0)
    assert asked(game) == "tax"
    assert game.must == [0]
    assert [offered(game, seat) for seat in range(3)] == [["UseCard", "UseCard", "PayTax"], [], []]
    pays = game.copy()
    pays.play(0, PayTax())
    assert pays.state.cash[0] == purse - amount
    assert pays.state.held[:2] == [0, 0]
    told = game.does(0, UseCard(game.kept("B5")))
    assert told.one(CardUsed).card == game.kept("B5")
    assert told.one(TaxCancelled).amount == amount
    assert game.cash(0) == purse
    assert (game.holds(0, "S9"), game.holds(0, "B5")) == (True, False)
    assert asked(game) == "turn"


@pytest.mark.proves("DP-18", "AMB-89")
def test_in_europolis_only_its_holder_is_asked_and_only_about_a_tax() -> None:
    game = table(EUR, at={0: 31}, held={"S9": 1})
    assert game.rolls(3, 4).one(PaidBank).amount == 3_000
    game = table(EUR, at={0: 10}, held={"S9": 0})
    told = game.draws("B3", 3, 4)  # a doctor's bill is no tax
    assert told.one(PaidBank).amount == 1_500
    game = table(EUR, at={0: 10}, held={"S9": 0})
    game.draws("B12", 3, 4)  # a school tax is one
    assert asked(game) == "tax"
    assert game.does(0, UseCard(game.kept("S9"))).one(TaxCancelled).amount == 4_500
