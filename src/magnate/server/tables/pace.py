"""How fast a table goes on by itself: what people wish, what pages have shown, how long a rent can be claimed.

All of it follows from the log. Times are milliseconds for the usual pause of a bot and change in proportion to it, so
that a server without pauses has none of them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING
from zlib import crc32

from magnate import events as happened
from magnate.events import Event, Moved, RentClaimed
from magnate.game import Game
from magnate.protocol.state import PACES, DueRent, Pace
from magnate.rules.codes import COLLECT_CLAIM, FRAME_BUY, FRAME_TURN, FREE
from magnate.rules.stack import top_kind

from .holder import DatedRent

if TYPE_CHECKING:
    from .table import Table

PERCENT = {"normal": 100, "fast": 40, "instant": 0}  # of a bot's pause, and of the time a picture takes
USUAL = 600  # the pause of a bot for which these times are meant

CLAIM_TIME = 5_000  # to claim a rent, once the walk was shown
CLAIM_TIMES = {"normal": CLAIM_TIME, "fast": 3_000, "instant": 1_500}  # at every turn, where several people play
SOONEST, SPREAD = 1_200, 1_600  # a bot claims this long after the walk was shown, and up to the spread later
BID_SOONEST, BID_SPREAD = 900, 2_600  # likewise what an order answers in an auction among people
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


def rents_due(game: Game, seat: int) -> list[DueRent]:
    """The rents that a seat could claim at this moment, the oldest first: for that seat alone (AMB-26)."""
    g = game.state
    if g.over or not g.claims or not is_claimable(game):
        return []
    return [rent for rent in unclaimed(game, seat) if g.mortgaged[rent.deed] == FREE]


def unclaimed(game: Game, seat: int) -> list[DueRent]:
    """The rents noted for a seat, the oldest first, whether it could claim them at this moment or not."""
    g = game.state
    found = [claim for claim in g.claim[: g.claims] if claim.owner == seat]
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


def bid_delay(game: Game, seat: int, secret: str) -> int:
    """How long an order waits with its answer to a bid: as a person might.

    Every node that knows the table's secret comes to the same time, and no other program can compute it.
    """
    g = game.state
    mark = hashlib.sha256(f"{secret} {g.turns} {g.rolls} {g.bid} {seat}".encode()).digest()
    return BID_SOONEST + int.from_bytes(mark[:4]) % BID_SPREAD


def picture_time(told: Iterable[Event], spaces: int) -> int:
    """How long a page shows these events at the normal pace."""
    time = 0
    for event in told:
        if isinstance(event, happened.Moved):
            time += min(LONGEST, HOP * ((event.space - event.origin) % spaces))
        else:
            time += SHOWN.get(type(event), 0)
    return time


# At a table.


def end_skipping(table: Table) -> None:
    """Somebody plays a seat again: skipping ahead is for one person alone, and ends where they decide."""
    if table.hurried and table.game is not None:
        table.hurried = is_alone(table) and not is_decided_by_people(table, table.game)


def pace_of(table: Table) -> Pace:
    """How fast bots play: the slowest wish of those who play and are here, or else of those who are here."""
    return slowest(table.holders[seat].pace for seat in watching(table))


def paced_by(table: Table) -> list[int]:
    """The seats whose wish it is, where several people have different ones."""
    wishes = {seat: table.holders[seat].pace for seat in watching(table)}
    pace = pace_of(table)
    return [seat for seat, wish in wishes.items() if wish == pace] if len(set(wishes.values())) > 1 else []


def watching(table: Table) -> list[int]:
    """The seats of people whose wish counts."""
    here = [seat for seat, holder in enumerate(table.holders) if holder.is_person and holder.is_here]
    return [seat for seat in here if table.plays(seat)] or here


def is_alone(table: Table) -> bool:
    """Whether a single person plays, or none: the others are bots, and no person watches whose seat a bot plays."""
    held = [holder for seat, holder in enumerate(table.holders) if holder.is_person and table.plays(seat)]
    return len({holder.person for holder in held if holder.is_here or not holder.bot}) <= 1


def paced(table: Table, time: int) -> int:
    """A pause as people wish it."""
    return 0 if table.hurried else time * PERCENT[pace_of(table)] // 100


def seen_from(table: Table, pause: int) -> int:
    """The moment from which pages have shown what could be claimed."""
    return table.at if table.hurried or not pause else table.claimable


def show(table: Table, game: Game, told: Sequence[Event]) -> None:
    """Events begin to be shown: note when they will have been, and from when a rent can be claimed."""
    time = picture_time(told, len(game.edition.file.spaces)) * PERCENT[pace_of(table)] // 100
    table.shown = min(max(table.shown, table.now) + time, table.now + FURTHEST)
    if not is_claimable(game):
        table.claimable = 0
    elif not table.claimable or any(isinstance(event, Moved) for event in told):
        table.claimable = table.shown


def date_rents(table: Table, game: Game, told: Iterable[Event] = ()) -> None:
    """Note by which entry each rent came due, and was claimed: a claim is for those that its sender could know of."""
    for event in told:
        if isinstance(event, RentClaimed):
            table.holders[event.owner].claimed = table.number
    for seat, holder in enumerate(table.holders):
        if game.state.claims or holder.rents:
            known, found = list(holder.rents), []
            for rent in unclaimed(game, seat):
                dated = next((one for one in known if one.rent == rent), None)
                if dated is not None:
                    known.remove(dated)
                found.append(dated or DatedRent(rent, table.number))
            holder.rents = found


def is_decided_by_people(table: Table, game: Game) -> bool:
    """Whether a person has to decide, or has a rent to claim."""
    people = [seat for seat, holder in enumerate(table.holders) if not holder.bot]
    return any(game.state.must >> seat & 1 or due_to(table, seat) for seat in people)


def due_to(table: Table, seat: int) -> list[DueRent]:
    """The rents a seat could claim now: only that seat receives them."""
    return rents_due(table.game, seat) if table.game is not None else []
