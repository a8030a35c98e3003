"""Who is at a table: people connect and disconnect, bots play for those who are away, bots rest where no person is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magnate.protocol.config import Bank, NoClock, PerDecision

from .clocks import count_agreement, credit, rethink
from .pace import end_skipping

if TYPE_CHECKING:
    from .table import Table

UNATTENDED = 60_000  # a game that no person has come to rests after this time
DECISIONS = 30  # of one person who is away: for this many bots go on at a table whose clock is slow


def connect(table: Table, seat: int, node: str) -> None:
    """The person of a seat is here, on this node."""
    holder = table.holders[seat]
    if node not in holder.nodes:
        holder.nodes = [*holder.nodes, node]
    if not holder.lent:
        come_back(table, seat)
    holder.away = None


def come_back(table: Table, seat: int) -> None:
    """The person of a seat is back: the bot hands it over."""
    holder = table.holders[seat]
    if table.status == "playing" and not is_attended(table) and table.now > table.started + UNATTENDED:
        credit(table, table.now - table.asked_at)  # the clocks rested: they begin again
    holder.met = True
    holder.away = None if holder.is_here else table.now
    holder.waits, holder.waiting = 0, []
    is_lent, holder.lent = holder.lent, False
    if holder.taken_over:
        rethink(table, seat, is_lent)
        holder.taken_over = False
        end_skipping(table)


def disconnect(table: Table, seat: int, node: str) -> None:
    """The person of a seat is no longer connected to this node."""
    holder = table.holders[seat]
    if node in holder.nodes:
        holder.nodes = [one for one in holder.nodes if one != node]
    if not holder.nodes and holder.away is None:
        holder.away = table.now
        count_agreement(table)


def let_bot_play(table: Table, seat: int, asked: bool = False) -> None:
    """A bot plays a seat until its person is back; `asked`: the person lent it."""
    rethink(table, seat, asked)
    table.holders[seat].taken_over, table.holders[seat].lent = True, asked
    count_agreement(table)


def agree_to_wait(table: Table, seat: int, absent: int) -> None:
    """A seat agrees to wait longer for somebody who is away."""
    holder = table.holders[absent]
    holder.waiting = [*holder.waiting, seat]
    count_agreement(table)


def patience_ends(table: Table, seat: int) -> int | None:
    """When a bot will play for somebody who is gone, or None."""
    holder = table.holders[seat]
    if holder.away is None or not holder.is_person or holder.taken_over or not table.config.patience or table.paused:
        return None
    if table.status != "playing" or (table.game is not None and table.game.state.out[seat]):
        return None
    return holder.away + table.config.patience * 1000 * (1 + holder.waits)


def is_attended(table: Table) -> bool:
    """Whether any person who has a seat was ever here, or has acted."""
    return any(holder.met for holder in table.holders if holder.is_person)


def rests_from(table: Table, rest: int) -> int | None:
    """The moment from which bots rest, because no person was here for `rest`; None while one is.

    A person who comes back or acts wakes them. Where the clock plays for people who are away, it is what they agreed
    on: bots go on for some decisions' time, so that a game by correspondence does not wait for a visit. A game that
    no person has come to rests soon, with its clocks.
    """
    people = [(seat, holder) for seat, holder in enumerate(table.holders) if holder.is_person]
    if not people:
        return 0
    if any(holder.is_here for _, holder in people):
        return None
    if not is_attended(table):
        rest = min(rest, UNATTENDED)
    elif any(not holder.taken_over and table.plays(seat) for seat, holder in people):
        rest = max(rest, slowness(table))
    return max(holder.away or 0 for _, holder in people) + rest


def slowness(table: Table) -> int:
    """Milliseconds for which the clock may well play alone."""
    match table.config.clock:
        case PerDecision(seconds=seconds):
            return seconds * 1000 * DECISIONS
        case Bank(seconds=seconds):
            return seconds * 1000 * len(table.holders)
        case NoClock():
            return 0


def awaited(table: Table) -> list[int]:
    """The seats of people whom play waits for, here or away; not those a bot plays for."""
    if table.status != "playing":
        return []
    return [seat for seat, holder in enumerate(table.holders) if holder.since is not None and not holder.bot]
