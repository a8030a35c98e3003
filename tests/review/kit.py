"""Games of bots to review: short ones, which end after some turns."""

from functools import cache

from magnate import Game
from magnate.bots.player import allowed, named
from magnate.view import SeatPosition

TURNS = 60


def next_seat(game: Game, bot: object) -> int:
    """Who acts: a seat with a rent to claim, or the first that is asked."""
    for seat in range(game.seats):
        if seat not in game.must and not game.state.out[seat] and bot.notices(game.state, seat):  # type: ignore[attr-defined]
            return seat
    return game.must[0]


@cache
def played(edition: str, seed: int, seats: int = 3, turns: int = TURNS, bot: str = "trader") -> Game:
    """A finished game of bots."""
    game = Game(edition, seats, seed, options={"ending.turns": turns})
    player = named(bot)
    while not game.is_over:
        seat = next_seat(game, player)
        game.play(seat, allowed(game, seat, player.decide(SeatPosition.seen(game, seat), seat)))
    return game
