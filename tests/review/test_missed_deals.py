"""Missed deals: an exchange that both sides would have gained by and nobody offered is found, at a price for both."""

from magnate import Game
from magnate.actions import Action, ProposeDeal, RefuseDeal
from magnate.bots.player import allowed, named
from magnate.review import Review, review_game
from magnate.review.missed_deals import LEAST
from magnate.testing import Position
from magnate.view import SeatPosition
from review.kit import next_seat

BLUE, ORANGE = 9, 16  # the spaces that would complete the colours of seats 0 and 1
OWNERS = {6: 0, 8: 0, ORANGE: 0, BLUE: 1, 18: 1, 19: 1}


def beginning() -> Game:
    """Seats 0 and 1 are one exchange away from a colour each."""
    position = Position("clasico", seats=3, options={"ending.turns": 30}, owners=OWNERS)
    return Game.from_text(position.to_text(), seed=1)


def reviewed(*first: tuple[int, Action]) -> tuple[Game, Review]:
    """A game from there; novices never offer anything."""
    game, bot = beginning(), named("novice")
    for seat, action in first:
        game.play(seat, action)
    while not game.is_over:
        seat = next_seat(game, bot)
        game.play(seat, allowed(game, seat, bot.decide(SeatPosition.seen(game, seat), seat)))
    return game, review_game(game, check=False)


def swap() -> dict[int, int]:
    """Who gets which deed."""
    game = Position("clasico", seats=3, owners=OWNERS)
    return {game.deed(BLUE): 0, game.deed(ORANGE): 1}


def test_an_exchange_that_completes_two_colours_and_was_never_offered_is_found() -> None:
    game, found = reviewed()
    one = next(one for one in found.missed if one.deeds == swap())
    assert one.seats == [0, 1]
    assert all(one.after[seat] - one.before[seat] >= LEAST for seat in one.seats)
    then = beginning()
    for move in game.moves[1 : one.move + 1]:
        assert move.action is not None
        then.play(move.seat, move.action)
    cash = {seat: amount for seat, amount in one.cash.items() if amount}
    offer = ProposeDeal(cash=cash, deeds=one.deeds)
    assert any(then.refusal(seat, offer) is None for seat in one.seats)


def test_an_exchange_that_was_offered_is_not_missed() -> None:
    _, found = reviewed((0, ProposeDeal(cash={}, deeds=swap())), (1, RefuseDeal(0, 1)))
    assert all(one.deeds != swap() for one in found.missed)
