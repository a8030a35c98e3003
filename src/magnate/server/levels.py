"""The bots that sit at tables, by level. A bot decides from what its seat can see."""

from __future__ import annotations

from functools import cache

from magnate import search
from magnate.actions import Action
from magnate.bots.player import Bot, named
from magnate.game import Game
from magnate.view import SeatPosition

LEVELS = {
    "novice": "A beginner, kind to children: forgets a rent now and then, builds little, never bargains.",
    "house": "Sound: buys, builds and swaps by rules of thumb.",
    "trader": "Strong: values every deed by what it brings, and bargains.",
    "oracle": "Strongest: a trader that plays its choices out before it makes them.",
}
SLOW = search.SEARCHING  # think for a while, beside the table


@cache
def offered() -> dict[str, str]:
    """The levels that can be seated on this server: bots that search take an extra."""
    return {level: about for level, about in LEVELS.items() if level not in SLOW or search.is_available()}


@cache
def bot_of(level: str) -> Bot:
    """The bot of a level: one for all tables of this process. A slow one of a stored table may be a trader here."""
    if level not in offered():
        return named("trader")
    if level == "oracle":
        from magnate.search.oracle import Oracle  # brings the compiler: a house without an oracle starts without it

        return Oracle(threads=1)
    return named(level)


def decide(level: str, game: Game, seat: int) -> Action:
    """What a bot of this level does, at once: a slow one decides as it does without time to think."""
    quick = bot_of("trader" if level in SLOW else level)
    return quick.decide(SeatPosition.seen(game, seat), seat)


def think(level: str, position: SeatPosition, seat: int) -> Action:
    """What a slow bot does. It takes its time: not for the thread that serves all tables."""
    return bot_of(level).decide(position, seat)


def wants_to_act(level: str, game: Game, seat: int) -> bool:
    """Whether a bot has something to do unasked: a rent to claim while play rests."""
    return bot_of("trader" if level in SLOW else level).notices(game.state, seat)
