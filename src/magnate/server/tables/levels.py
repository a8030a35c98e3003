"""The bots that sit at tables, by level. A bot decides from what its seat can see."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from functools import cache
from zlib import crc32

from magnate import search
from magnate.actions import Action
from magnate.bots.explain import Explanation
from magnate.bots.player import Bot, named
from magnate.game import Game
from magnate.server.operations import logs
from magnate.server.people.lookalikes import skeleton
from magnate.view import SeatPosition, View

LEVELS = {
    "novice": "A beginner, kind to children: forgets a rent now and then, builds little, never offers a deal.",
    "house": "Sound: buys, builds and swaps by rules of thumb.",
    "trader": "Strong: values every deed by what it brings, and makes deals.",
    "master": "Very strong: knows its chance to win from any position, and makes deals that raise it.",
    "oracle": "Strongest: a master that plays its choices out before it makes them.",
}
SEARCHING = search.SEARCHING  # need an extra
SLOW = SEARCHING | {"master"}  # think beside the table: a master takes up to a second without NumPy
OWN: dict[str, Bot] = {}  # bots of the operator's own, by level
OWN_FALLBACK = "trader"  # decides where one of these fails


class OwnBot(Bot):
    """A policy or function of the operator's own. Where it fails another bot decides, and the log says so."""

    def __init__(self, name: str, bot: Bot, instead: Bot) -> None:
        self.name, self.bot, self.instead = name, bot, instead

    def decide(self, position: SeatPosition, seat: int) -> Action:
        try:
            return self.bot.decide(position, seat)
        except Exception as error:  # whatever a program of somebody's own does
            self._tell(error)
            return self.instead.decide(position, seat)

    def explain(self, view: View, legal: Sequence[Action] | None = None) -> Explanation:
        try:
            return self.bot.explain(view, legal)
        except Exception as error:
            self._tell(error)
            return self.instead.explain(view, legal)

    def _tell(self, error: Exception) -> None:
        told = " ".join(f"{type(error).__name__}: {error}".split())
        logs.event("bot_failed", logging.WARNING, bot=self.name, problem=told, instead=self.instead.name)


def add_own_bots(named_files: Sequence[str]) -> None:
    """Offer bots of the operator's own: `NAME=FILE` or `NAME=module:function`. Raises ValueError or ImportError."""
    if not named_files:
        return
    from magnate.policy import player  # brings NumPy, which a server without such bots does not need

    for one in named_files:
        name, _, source = one.partition("=")
        if name in LEVELS:
            raise ValueError(f"{name} is a bot of the game; expected another name for {source}")
        OWN[name] = OwnBot(name, player(source, name), named(OWN_FALLBACK))
    offered.cache_clear()
    bot_of.cache_clear()


@cache
def offered() -> dict[str, str]:
    """The levels that can be seated on this server: bots that search take an extra."""
    house = {level: about for level, about in LEVELS.items() if level not in SEARCHING or search.is_available()}
    return house | dict.fromkeys(OWN, f"A bot of this server's own. If it fails, {OWN_FALLBACK} plays.")


@cache
def bot_of(level: str) -> Bot:
    """The bot of a level: one for all tables of this process. A slow one of a stored table may be a trader here."""
    if level not in offered():
        return named("trader")
    if level in OWN:
        return OWN[level]
    if level == "oracle":
        from magnate.search.oracle import Oracle  # brings the compiler: a house without an oracle starts without it

        return Oracle(threads=1)
    return search.named(level)


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


# Their names are short, work in every language, and none is twice at a table.

NAMES = (
    "Aldo", "Bianca", "Cosmo", "Dora", "Elio", "Flora", "Gino", "Hilda", "Ida", "Jonas", "Kira", "Livio", "Mara",
    "Nino", "Olga", "Pia", "Quim", "Rosa", "Silvio", "Tina", "Ugo", "Vera", "Willy", "Zoe",
)  # fmt: skip


def bot_name(edition: str, seat: int, taken: Collection[str]) -> str:
    """The name of a bot on a seat: each edition has others. A name that somebody at the table has is left out."""
    first = crc32(edition.encode()) + 3 * seat
    used = {skeleton(name) for name in taken}
    free = (NAMES[(first + step) % len(NAMES)] for step in range(len(NAMES)))
    return next(name for name in free if skeleton(name) not in used)
