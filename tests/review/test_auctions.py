"""An auction is judged by its price: paid too much, or let go for too little; a fair one is neither."""

from copy import deepcopy
from functools import cache

import pytest

from magnate import Game
from magnate.actions import Bid, Pass, RefuseDeed, Roll
from magnate.bots.player import allowed, named
from magnate.languages import LANGUAGES
from magnate.review import review_game
from magnate.review.judging import JudgedDecision
from magnate.review.playing_out import settle
from magnate.review.sentences import Teller, sentences_of
from magnate.terminal.table import TableNames
from magnate.testing import Position
from magnate.view import SeatPosition
from magnate.words import Words
from review.kit import next_seat

THIRD = 19
ORANGE = {16: 1, 18: 1}  # seat 1 has two of the colour; the third is auctioned


def at_auction() -> Game:
    """Seat 0 stands on the third deed of the colour and has refused it."""
    text = Position("clasico", seats=3, options={"ending.turns": 12}, owners=ORANGE, at={0: 12}).to_text()
    deed = Position("clasico").deed(THIRD)
    for seed in range(200):
        game = Game.from_text(text, seed=seed)
        game.play(0, Roll())
        asked = game.view().question
        if asked.type == "buy" and asked.deed == deed:
            game.play(0, RefuseDeed())
            return game
    raise AssertionError("no throw of seven")


@cache
def bids_judged(*bids: tuple[int, int]) -> tuple[JudgedDecision, ...]:
    """The auction with these bids, reviewed: seat and amount; then everybody else passes."""
    game, bot, left = at_auction(), named("novice"), list(bids)
    while game.view().question.type == "auction":
        seat = game.must[0]
        if left and left[0][0] == seat:
            game.play(seat, Bid(left.pop(0)[1]))
        else:
            game.play(seat, Pass())
    assert not left
    while not game.is_over:
        seat = next_seat(game, bot)
        game.play(seat, allowed(game, seat, bot.decide(SeatPosition.seen(game, seat), seat)))
    found = review_game(game, check=False).decisions
    return tuple(one for one in found if one.kind == "auction" and one.move < 12)


def by_seat(*bids: tuple[int, int]) -> dict[int, JudgedDecision]:
    return {one.seat: one for one in bids_judged(*bids)}


def test_who_paid_too_much_should_have_let_it_go_to_the_rival() -> None:
    winner = by_seat((0, 600), (1, 610))[1]
    assert winner.action == Bid(610)
    assert winner.best.action == Pass()
    assert winner.mark == "blunder"
    assert winner.amount == 610


def test_who_let_it_go_for_little_should_have_bid_more() -> None:
    judged = by_seat((1, 20))
    for seat in (0, 2):
        assert judged[seat].action == Pass()
        assert judged[seat].best.action == Bid(21)  # a note more than it was sold for
        assert judged[seat].mark == "blunder"


def test_the_same_bid_is_right_at_a_price_that_the_deed_is_worth() -> None:
    judged = by_seat((0, 200), (1, 210))
    assert judged[1].cost == 0
    assert judged[1].mark == "best"
    assert by_seat((0, 600), (1, 610))[0].cost == 0  # nor should the rival have gone higher


def told(one: JudgedDecision, lang: str) -> str:
    """A decision's first sentence, and the names that it has in a language."""
    game, words = at_auction(), Words(lang)
    return Teller(words, TableNames(game.edition, game.names, words)).decision(one)


def named_in(lang: str, amount: int) -> tuple[str, str]:
    """The auctioned deed and a bid, as a language writes them."""
    game, words = at_auction(), Words(lang)
    names = TableNames(game.edition, game.names, words)
    return names.deed(Position("clasico").deed(THIRD)), names.money(amount)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_said_of_an_auction_names_the_deed_and_the_bid(lang: str) -> None:
    """Of the winner its last bid, of the others the bid by which they would have stayed in."""
    judged = {"bid": by_seat((0, 600), (1, 610))[1], "pass": by_seat((1, 20))[0]}
    for action, one in judged.items():
        assert one.amount is not None
        for key, played_out, more in (
            ("unsure", False, 0.0),
            ({"bid": "overpaid", "pass": "let_go"}[action], True, 0.2),
            ("good_tested", True, 0.0),
        ):
            checked = deepcopy(one)
            if played_out:
                settle(checked, 600, 0.3, more, 0.01)
            checked.sentences = sentences_of(checked)
            assert checked.sentences[0].key == key
            for name in named_in(lang, one.amount):
                assert name in told(checked, lang)
