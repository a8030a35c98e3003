"""Cards and taxes in all five editions: the card is shown, the choices some of them give, the lucky card."""

from typing import Any

import pytest

from magnate.actions import DrawInstead, EndTurn, FollowCard, PayTax, Roll, UseCard
from magnate.editions import load
from magnate.editions.schema import Keep
from magnate.events import CardDrawn, CardKept, CardUsed, Collected, Moved, PaidBank, PaidPlayer, TaxCancelled
from magnate.testing import EventList, Position
from rules.kit import (
    CAS,
    CLA,
    CLAIMING,
    EUR,
    EXP,
    FIGURES,
    FIVE,
    KEPT_A,
    KEPT_B,
    SMALL_PAY,
    SRV,
    TO_24,
    asked,
    book,
    editions,
    offered,
    table,
)


def draw(name: str, card: str, seats: int = 3, **position: Any) -> tuple[Position, EventList]:
    """Seat 0 draws a card and follows it: of deck A on 7, of deck B on 17."""
    deck = table(name).card(card)[0]
    game = table(name, seats, at={0: 4 if deck == 0 else 14}, **position)
    return game, game.draws(card, 1, 2)


OWNED = dict.fromkeys((1, 5, 11, 12, 15, 19, 24, 25, 28, 39), 0)  # where cards lead to

# What the cards of money change.
MONEY = {
    EXP: {
        "I2": -15_000, "I3": -1_500, "I4": 10_000, "I6": 5_000, "I9": -2_000, "I13": 15_000, "P2": -5_000,
        "P3": -5_000, "P4": 20_000, "P5": 1_000, "P8": 5_000, "P10": 10_000, "P11": 2_000, "P12": 10_000,
        "P13": -10_000, "P15": 2_500, "P16": -1_000,
    },
    SRV: {
        "I2": -150, "I3": -15, "I4": 100, "I6": 50, "I9": -20, "I13": 150, "P2": -50, "P3": -50, "P4": 200, "P5": 10,
        "P8": 50, "P10": 100, "P11": 20, "P12": 100, "P13": -100, "P15": 25, "P16": -10,
    },
    EUR: {
        "S8": 1_500, "S13": -450, "S15": 4_500, "B2": 6_000, "B3": -1_500, "B4": 1_500, "B8": 3_000, "B9": 600,
        "B10": 3_000, "B11": -3_000, "B12": -4_500, "B13": 750, "B15": 300, "B16": 3_000,
    },
    CLA: {
        "CA1": -150, "CA3": 150, "CA4": -20, "CA5": 100, "CA6": 50, "CA16": -15, "AC2": 100, "AC4": -50, "AC6": 50,
        "AC7": 100, "AC8": 25, "AC9": -10, "AC10": -100, "AC11": 200, "AC13": 10, "AC14": -50, "AC16": 20,
    },
    CAS: {
        "S12": -15, "S14": 50, "S15": 100, "S16": 150, "B1": 200, "B2": 100, "B3": 100, "B4": 50, "B5": 25, "B6": 20,
        "B7": 10, "B9": -50, "B10": -100, "B11": -150, "B12": -50,
    },
}  # fmt: skip
TAXES = ("S13", "B12")  # of EUR: a lucky card cancels them


@book("", (EXP, "EXP-43 EXP-52"), (SRV, "SRV-32"), (EUR, "EUR-47 EUR-51"), (CLA, "CLA-15 CLA-47"), (CAS, "CAS-22"))
def test_the_cards_of_money_are_between_the_player_and_the_bank(name: str) -> None:
    for card, change in MONEY[name].items():
        purse = 20_000 * FIGURES[name].unit
        game, told = draw(name, card, cash=[purse] * 3)
        [moved] = [event for event in told if isinstance(event, Collected | PaidBank)]
        why = "card_tax" if name == EUR and card in TAXES else "card"
        assert (type(moved), moved.seat, moved.amount, moved.why) == (
            Collected if change > 0 else PaidBank,
            0,
            abs(change),
            why,
        )
        assert [game.cash(seat) for seat in range(3)] == [purse + change, purse, purse]
        assert game.can(0, EndTurn())


@book(
    "card, house, hotel",
    (EXP, "EXP-43", "I11", 4_000, 10_000),
    (EXP, "EXP-43", "I16", 2_500, 10_000),
    (SRV, "SRV-32", "I11", 40, 100),
    (SRV, "SRV-32", "I16", 25, 100),
    (EUR, "EUR-47", "S12", 750, 3_000),
    (EUR, "EUR-47", "B14", 1_200, 3_450),
    (CLA, "CLA-47", "CA11", 40, 115),
    (CLA, "CLA-47", "CA12", 25, 100),
    (CAS, "CAS-22", "S11", 25, 100),
    (CAS, "CAS-22", "B13", 40, 115),
)
def test_repairs_cost_by_house_and_hotel_of_ones_own(name: str, card: str, house: int, hotel: int) -> None:
    top = 4 if name == CAS else 5
    owners = dict.fromkeys((16, 18, 19, 1, 3), 0) | dict.fromkeys((31, 32, 34), 1)
    levels = {16: top, 18: 3, 19: 3, 1: 1, 31: 1, 32: 1, 34: 1}  # one hotel and seven houses; the neighbour's
    game, told = draw(name, card, owners=owners, levels=levels, cash={0: 100_000})
    paid = told.one(PaidBank, seat=0, amount=7 * house + hotel)
    assert paid.why == ("card_tax" if card == "B14" else "repairs")
    assert game.cash(0) == 100_000 - 7 * house - hotel
    game, told = draw(name, card, owners=owners)
    assert told.none(PaidBank)
    assert game.can(0, EndTurn())


@book(
    "card, each",  # what everybody gives the player; where negative, gets
    (EXP, "EXP-43", "P9", 1_000),
    (SRV, "SRV-32", "P9", 10),
    (EUR, "EUR-47", "B7", 300),
    (EUR, "EUR-47", "S14", -1_500),
    (CLA, "CLA-47", "AC1", 10),
    (CAS, "CAS-22", "B8", 10),
    (CAS, "CAS-22", "S13", -50),
)
def test_cards_between_players_reach_everybody_still_in_the_game_in_turn(name: str, card: str, each: int) -> None:
    start = 14 if each > 0 else 4
    game = table(name, 4, turn=2, at={2: start}, out=[0])
    purses = [game.cash(seat) for seat in range(4)]
    told = game.draws(card, 1, 2)
    paid = [(event.seat, event.other, event.amount, event.why) for event in told.of(PaidPlayer)]
    pairs = [(3, 2), (1, 2)] if each > 0 else [(2, 3), (2, 1)]
    assert paid == [(payer, payee, abs(each), "gift") for payer, payee in pairs]
    assert [game.cash(seat) for seat in range(4)] == [0, purses[1] - each, purses[2] + 2 * each, purses[3] - each]


@book(
    "journeys",  # card, from, to, and whether the start pays
    *(
        (
            name,
            clauses,
            [
                ("I1", 22, 39, 0), ("I5", 22, 25, 0), ("I5", 36, 25, 1), ("I7", 7, 24, 0), ("I7", 36, 24, 1),
                ("I8", 7, 11, 0), ("I8", 22, 11, 1), ("I15", 7, 0, 1), ("P1", 33, 0, 1), ("P7", 33, 1, 0),
                ("P7", 17, 1, 0), ("I10", 7, 4, 0), ("I10", 22, 19, 0), ("I10", 36, 33, 0),
            ],
        )
        for name, clauses in ((EXP, "EXP-43 AMB-12 AMB-13"), (SRV, "SRV-32 AMB-12 AMB-13"))
    ),
    (
        EUR,
        "EUR-28 EUR-29 EUR-47 AMB-12",
        [
            ("S1", 7, 0, 1), ("S1", 36, 0, 1), ("S2", 7, 39, 0), ("S2", 36, 39, 0), ("S3", 7, 24, 0), ("S3", 36, 24, 1),
            ("S4", 7, 11, 0), ("S4", 36, 11, 1), ("S5", 36, 5, 1), ("S6", 7, 15, 0), ("S6", 22, 25, 0),
            ("S6", 36, 5, 1), ("S7", 7, 12, 0), ("S7", 22, 28, 0), ("S7", 36, 12, 1), ("S10", 7, 4, 0),
            ("S10", 22, 19, 0), ("S10", 36, 33, 0), ("S16", 7, 1, 0), ("S16", 36, 1, 0), ("B1", 17, 0, 1),
        ],
    ),
    (
        CLA,
        "CLA-47 CLA-51 CLA-53",
        [
            ("CA2", 36, 24, 1), ("CA2", 7, 24, 0), ("CA15", 22, 11, 1), ("CA15", 7, 11, 0), ("CA14", 22, 15, 1),
            ("CA7", 36, 39, 0), ("CA7", 7, 39, 0), ("CA9", 7, 0, 1), ("AC15", 17, 0, 1), ("AC3", 2, 1, 0),
            ("AC3", 17, 1, 0), ("CA10", 7, 4, 0), ("CA10", 22, 19, 0), ("CA10", 36, 33, 0),
        ],
    ),
    (
        CAS,
        "CAS-22 AMB-13",
        [
            ("S1", 22, 0, 1), ("S2", 22, 39, 0), ("S3", 7, 24, 0), ("S3", 36, 24, 1), ("S4", 7, 11, 0),
            ("S4", 22, 11, 1), ("S5", 36, 5, 1), ("S8", 22, 19, 0), ("S8", 36, 33, 0), ("B14", 33, 0, 1),
            ("S6", 7, 15, 0), ("S7", 22, 25, 0), ("S6", 36, 5, 1),
        ],
    ),
)  # fmt: skip
def test_cards_that_move_the_token_pay_for_passing_the_start_forwards_only(
    name: str, journeys: list[tuple[str, int, int, int]]
) -> None:
    for card, start, space, times in journeys:
        dice = (1, 1) if start == 2 else (1, 2)
        game = table(name, at={0: start - sum(dice)}, owners=OWNED)
        told = game.draws(card, *dice)
        told.one(Moved, seat=0, origin=start, space=space)
        assert game.space(0) == space
        assert [paid.amount for paid in told.of(Collected, why="salary")] == [FIGURES[name].salary] * times


@book(
    "back",  # three steps
    (EXP, "EXP-43 AMB-13", "I10"),
    (SRV, "SRV-22 SRV-31 SRV-32", "I10"),
    (EUR, "EUR-30 EUR-35 EUR-47", "S10"),
    (CLA, "CLA-27 CLA-37 CLA-47", "CA10"),
    (CAS, "CAS-22", "S8"),
)
def test_the_space_a_card_leads_to_is_borne_like_any_other(name: str, back: str) -> None:
    unit = FIGURES[name].unit
    game, told = draw(name, TO_24[name])
    assert asked(game) == "buy"
    game, told = draw(name, TO_24[name], owners={24: 1})
    if name in CLAIMING:
        told = game.claims(1)
    told.one(PaidPlayer, seat=0, other=1, amount=20 * unit, why="rent", deed=game.deed(24))
    game, told = draw(name, back)  # from 7 to the tax on 4
    told.one(PaidBank, seat=0, amount=200 * unit, why="tax")
    game = table(name, at={0: 33}, cards=[back, SMALL_PAY[name][0]])
    game.rolls(1, 2)
    told = game.does(0, FollowCard())  # from 36 to 33: another card
    told.one(CardDrawn, seat=0, deck=1, card=game.card(SMALL_PAY[name][0])[1])
    assert game.must == [0]


# The decks.


@editions()
@pytest.mark.proves("EXP-43", "SRV-32", "EUR-47", "CLA-47", "CAS-22", "DP-17")
def test_each_card_space_has_its_deck_and_the_card_comes_first(name: str) -> None:
    for space in (7, 22, 36, 2, 17, 33):
        dice = (1, 1) if space == 2 else (1, 2)
        game = table(name, at={0: space - sum(dice)})
        game.rolls(*dice).one(CardDrawn, seat=0, deck=0 if space in (7, 22, 36) else 1)
        assert game.must == [0]
        assert not any(game.can(0, action) for action in (Roll(), EndTurn()))
        assert game.can(0, FollowCard())
        assert game.refusal(1, FollowCard()) == "NOT_ASKED"


@book("", (EXP, "EXP-43 EXP-44"), (EUR, "EUR-47 EUR-48"), (CLA, "CLA-47 CLA-48"), (CAS, "CAS-22 CAS-23"))
@pytest.mark.parametrize("deck", [0, 1])
def test_the_top_card_is_drawn_and_goes_to_the_bottom(name: str, deck: int) -> None:
    for seed in range(8):
        game = table(name, at={0: (4, 14)[deck]}, seed=seed, cash=[100_000] * 3, owners=OWNED)
        before, other = game.deck(deck), game.deck(1 - deck)
        game.rolls(1, 2).one(CardDrawn, deck=deck, card=game.card(before[0])[1])
        if before[0] not in (KEPT_A[name], KEPT_B[name]) and asked(game) == "card":
            game.does(0, FollowCard())
            assert game.deck(deck) == [*before[1:], before[0]]
            if asked(game) != "card":
                assert game.deck(1 - deck) == other


@book(
    "",
    (EXP, "EXP-45 EXP-47 EXP-61 AMB-55"),
    (SRV, "SRV-36 AMB-80"),
    (EUR, "EUR-49 AMB-28 AMB-88"),
    (CLA, "CLA-48 CLA-49 CLA-62 AMB-28"),
    (CAS, "CAS-24 CAS-31 AMB-28"),
)
@pytest.mark.parametrize("kept", [KEPT_A, KEPT_B])
def test_the_card_out_of_jail_is_kept_out_of_its_deck_until_it_is_used(name: str, kept: dict[str, str]) -> None:
    card = kept[name]
    game, told = draw(name, card)
    told.one(CardKept, seat=0, card=game.kept(card))
    deck = game.card(card)[0]
    assert card not in game.deck(deck)
    assert [len(game.deck(deck)), len(game.deck(1 - deck))] == [15, 16]
    for viewer in (None, 0, 1, 2):
        assert [seat.cards for seat in game.view(viewer).seats] == [[game.kept(card)], [], []]
    assert game.refusal(0, UseCard(game.kept(card))) == "NOT_ASKED"  # not in jail
    assert game.can(0, EndTurn())
    game = table(name, jail={0: 0}, held={card: 0})
    decks = [game.deck(deck), game.deck(1 - deck)]
    game.does(0, UseCard(game.kept(card)))
    assert [sorted(game.deck(deck)), game.deck(1 - deck)] == [sorted([*decks[0], card]), decks[1]]
    assert name == SRV or game.deck(deck)[-1] == card  # under its own deck


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
    orders = [[table(name, seed=seed).deck(deck) for deck in (0, 1)] for seed in range(8)]
    for order in orders:
        assert [len(set(deck)) for deck in order] == [16, 16]
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
