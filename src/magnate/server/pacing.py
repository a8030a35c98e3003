"""How fast a table goes on by itself: what people wish, what pages have shown, how long a rent can be claimed.

All of it follows from the log. Times are milliseconds for the usual pause of a bot and change in proportion to it, so
that a server without pauses has none of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal
from zlib import crc32

from msgspec import Struct

from magnate import events as happened
from magnate.events import Event
from magnate.game import Game
from magnate.rules.codes import COLLECT_CLAIM, FRAME_BUY, FRAME_TURN, FREE
from magnate.rules.stack import top_kind

Pace = Literal["normal", "fast", "instant"]
PACES: tuple[Pace, ...] = ("normal", "fast", "instant")  # the slowest first
PERCENT = {"normal": 100, "fast": 40, "instant": 0}  # of a bot's pause, and of the time a picture takes
USUAL = 600  # the pause of a bot for which these times are meant

CLAIM_TIME = 5_000  # to claim a rent, once the walk was shown
CLAIM_TIMES = {"normal": CLAIM_TIME, "fast": 3_000, "instant": 1_500}  # at every turn, where several people play
SOONEST, SPREAD = 1_200, 1_600  # a bot claims so long after the walk was shown, and up to so much later
FURTHEST = 4_000  # pages lag no further behind: they show the rest in fast motion

# How long a page shows an event at the normal pace, as `web/src/lib/story.ts` has it; a test compares them.
DICE, HOP, LONGEST, JAIL, CARD, HAMMER, BUILD, SUM, BID = 800, 180, 1_500, 630, 2_690, 700, 200, 620, 250
SHOWN: dict[type, int] = {
    happened.OpeningRolled: DICE,
    happened.Rolled: DICE,
    happened.DieRolled: DICE,
    happened.Jailed: JAIL,
    happened.CardDrawn: CARD,
    happened.AuctionWon: HAMMER + SUM,
    happened.Built: BUILD + SUM,
    happened.BuildingPlaced: BUILD,
    happened.BidMade: BID,
    **dict.fromkeys(
        (
            happened.Collected, happened.BuildingsSold, happened.DeedMortgaged, happened.CreditorPaid,
            happened.PaidBank, happened.DeedBought, happened.MortgageLifted,
            happened.PaidPlayer, happened.CashSurrendered, happened.CashMoved,
        ),
        SUM,
    ),
}  # fmt: skip


class DueRent(Struct, frozen=True):
    """A rent that a seat may claim until the next player rolls."""

    debtor: int
    deed: int
    amount: int


def rents_due(game: Game, seat: int) -> list[DueRent]:
    """The rents that a seat could claim at this moment, the oldest first: for that seat alone (AMB-26)."""
    g = game.state
    if g.over or not g.claims or not is_claimable(game):
        return []
    found = [claim for claim in g.claim[: g.claims] if claim.owner == seat and g.mortgaged[claim.deed] == FREE]
    return [DueRent(int(claim.debtor), int(claim.deed), int(claim.amount)) for claim in found]


def is_claimable(game: Game) -> bool:
    """Whether play rests, so that rents can be claimed."""
    return top_kind(game.state) in (FRAME_TURN, FRAME_BUY)


def may_lapse(game: Game) -> bool:
    """Whether rents are claimed, and lost at the next player's roll. AMB-25."""
    return bool(game.table.rent_collect == COLLECT_CLAIM and game.table.rent_lapses)


def could_claim(game: Game, seats: Iterable[int]) -> bool:
    """Whether any of these seats has a deed that brings rent. Everybody sees that."""
    g = game.state
    return any(owner in seats and g.mortgaged[deed] == FREE for deed, owner in enumerate(g.owner))


def opens_turn(game: Game, seat: int) -> bool:
    """Whether the next roll, or handing back the dice, is this seat's, and takes the rents not claimed."""
    g = game.state
    return bool(g.turn == seat and g.turns > 1 and g.rolled == 0 and top_kind(g) == FRAME_TURN)


def slowest(wishes: Iterable[Pace]) -> Pace:
    """The slowest of several wishes; normal where there is none."""
    return min(wishes, key=PACES.index, default="normal")


def scaled(time: int, pause: int) -> int:
    """A time meant for the usual pause of a bot, on a server with another one."""
    return time * pause // USUAL


def claim_delay(game: Game, seat: int) -> int:
    """How long a bot takes to claim: as a person would, and the same wherever the log is read."""
    g = game.state
    return SOONEST + crc32(bytes(f"{g.turns} {g.rolls} {seat}", "ascii")) % SPREAD


def picture_time(told: Iterable[Event], spaces: int) -> int:
    """How long a page shows these events at the normal pace."""
    time = 0
    for event in told:
        if isinstance(event, happened.Moved):
            time += min(LONGEST, HOP * ((event.space - event.origin) % spaces))
        else:
            time += SHOWN.get(type(event), 0)
    return time
