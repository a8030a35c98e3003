"""The clocks of a table: who thinks since when, how long they may, pauses, time given and credited.

Times are milliseconds since 1970. All of them follow from the log, so every node comes to the same moments.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from magnate import actions
from magnate.events import Event, NothingDue
from magnate.game import Game
from magnate.protocol import entries as log
from magnate.protocol.config import DAY, Bank, NoClock, PerDecision
from magnate.rules.codes import NOBODY

from .holder import Holder
from .pace import date_rents, is_decided_by_people, show
from .questions import is_auction, is_same_business, mark_of_holdings, open_offers, what_is_asked

if TYPE_CHECKING:
    from .table import Table

NEGOTIATION = 120_000  # how long a deal may be considered at a table with a clock
HAMMER = 30_000  # how long a bid stands at a table whose clock is a bank
SLOW_HAMMER = DAY * 1000  # likewise where the bank has days: bids and deals must not run out overnight
LEAST = 1_000  # no decision has less time than this
MOST_GRANTED = 60_000  # for one decision, or as much as the clock itself gives for one


def follow(table: Table, entry: log.Played | None, told: Sequence[Event] = ()) -> None:
    """The game has moved: stop the clocks of those who have answered, start those of the asked.

    A deal interrupts what is asked; afterwards the seats that were asked have what was left of their time, and no more.
    """
    game = table.game
    assert game is not None
    show(table, game, told)
    date_rents(table, game, told)
    asked, holdings, offers = what_is_asked(game), mark_of_holdings(game), open_offers(game)
    is_new, has_offers = asked != table.asked, offers != table.offers
    is_next = is_new and asked[:-1] == table.asked[:-1]  # only somebody's roll is between: the opening goes on
    goes_on = holdings == table.holdings and is_same_business(table.asked, asked, told)
    if is_new:
        table.asked, table.asked_at, table.called = asked, table.now, 0
        table.put_number = table.number
    if set(offers) - set(table.offers):
        table.offered_number = table.number
    if is_new or holdings != table.holdings:
        table.asked_number = table.number
    table.holdings, table.offers = holdings, offers
    table.pauses, table.reordered = [], []
    table.moved_at = table.now
    table.unjustified = [
        *(table.unjustified if entry is not None and isinstance(entry.action, actions.ClaimRent) else []),
        *(event.seat for event in told if isinstance(event, NothingDue)),
    ]
    must, rests = game.state.must, is_untimed(table, game)
    decider = entry.seat if entry is not None and entry.by in ("person", "order") else None
    for seat, holder in enumerate(table.holders):
        thinks = bool(must >> seat & 1)
        was_asked = holder.since is not None and entry is not None and entry.seat != seat
        if holder.since is not None and (is_new or not thinks or holder.resting != rests or (rests and has_offers)):
            stop(table, holder)
        if is_new or not (thinks or offers):
            settle(table, holder, seat == decider)
        if thinks and holder.since is None:
            holder.since, holder.resting = table.now, rests
        if thinks and not (goes_on and was_asked):
            holder.unchanged = table.number
        if thinks and not (is_next and was_asked):
            holder.asked = max(holder.asked, table.offered_number if offers else table.put_number)
    table.hurried = table.hurried and not is_decided_by_people(table, game)


def is_untimed(table: Table, game: Game) -> bool:
    """Whether the decision asked for now is not the clock's: a deal, or a bid with a hammer of its own."""
    return game.state.deals != 0 or (table.config.auction > 0 and is_auction(game))


def stop(table: Table, holder: Holder) -> None:
    """Somebody stops thinking, for now or for good. What a bot takes for them is not theirs."""
    if holder.since is not None and not holder.resting and not holder.taken_over:
        holder.spent += max(0, table.now - holder.since)
    holder.since = None


def settle(table: Table, holder: Holder, has_decided: bool) -> None:
    """A decision has ended: take its time from the bank."""
    clock = table.config.clock
    if isinstance(clock, Bank) and holder.spent:
        holder.left = max(0, holder.left - max(0, holder.spent - holder.extra))
        holder.left += clock.increment * 1000 if has_decided else 0
    holder.spent = holder.extra = 0


def rethink(table: Table, seat: int, is_lent: bool = False) -> None:
    """Somebody else plays this seat from now on: it begins to think.

    A person who lends a seat to a bot, or takes it back, gets no more time for the same question.
    """
    holder = table.holders[seat]
    if holder.since is not None and not is_lent:
        holder.since, holder.spent = table.now, 0
    elif holder.since is not None and not holder.resting:
        holder.spent += 0 if holder.taken_over else max(0, table.now - holder.since)
        holder.since = table.now


def deadline(table: Table, seat: int) -> int | None:
    """The moment at which the clock answers for a seat that must, or None."""
    holder = table.holders[seat]
    if holder.since is None or table.paused or table.game is None or table.game.is_over:
        return None
    if table.config.auction and is_auction(table.game) and not table.game.state.deals:
        return table.asked_at + holder.extra + table.config.auction * 1000
    match table.config.clock:
        case NoClock():
            return None
        case _ if holder.resting:
            return holder.since + holder.extra + max(NEGOTIATION, time_for_a_decision(table))
        case PerDecision(seconds=seconds):
            time = seconds * 1000
        case Bank():
            time = holder.left
    end = holder.since + max(LEAST, time + holder.extra - holder.spent)
    limit = hammer(table)
    return end if limit is None else min(end, table.asked_at + holder.extra + limit)


def agreed_end(table: Table) -> int | None:
    """The moment at which the agreed time of the game is up; None without one, while it stands, and once it was up."""
    game = table.game
    if game is None or not game.table.ending_minutes or table.paused or game.is_over or game.state.time_is_up:
        return None
    return table.started + int(game.table.ending_minutes) * 60_000


def can_be_granted(table: Table, seat: int) -> int:
    """Milliseconds that a seat may still be given for the decision it is asked for."""
    most = max(MOST_GRANTED, time_for_a_decision(table))
    return max(0, most - table.holders[seat].extra)


def time_for_a_decision(table: Table) -> int:
    """Milliseconds for one decision."""
    clock = table.config.clock
    if isinstance(clock, PerDecision):
        return clock.seconds * 1000
    return SLOW_HAMMER if table.config.is_slow else HAMMER


def hammer(table: Table) -> int | None:
    """How long the bid that stands may stand, or None where nothing hurries."""
    game = table.game
    if game is None or not is_auction(game) or game.state.deals or game.state.bidder == NOBODY:
        return None
    if table.config.auction:
        return table.config.auction * 1000
    return None if isinstance(table.config.clock, NoClock) else time_for_a_decision(table)


def credit(table: Table, milliseconds: int) -> None:
    """Time that did not count: every seat that thinks has this much longer."""
    for holder in table.holders:
        if holder.since is not None:
            holder.since = table.at if holder.bot else holder.since + milliseconds  # bots need no grace
        if holder.away is not None:
            holder.away += milliseconds
    table.asked_at += milliseconds
    table.shown += milliseconds
    table.claimable += milliseconds if table.claimable else 0
    if table.take_back is not None:
        table.take_back = replace(table.take_back, at=table.take_back.at + milliseconds)
    if table.started:
        table.started += milliseconds


def ask_pause(table: Table, seat: int) -> None:
    """A seat wants the clock to stop."""
    table.pause_asked, table.pauses = [*table.pause_asked, seat], [*table.pauses, seat]
    count_agreement(table)


def count_agreement(table: Table) -> None:
    """A person who leaves need not agree to a pause, or to waiting for somebody: perhaps all the others do."""
    people = set(table.people())
    table.pause_asked = [seat for seat in table.pause_asked if seat in people]
    if table.pause_asked and people <= set(table.pause_asked):
        table.paused_at, table.paused, table.pause_asked = table.at, True, []
    here = {seat for seat in people if table.holders[seat].is_here}
    for absent, holder in enumerate(table.holders):
        if holder.waiting and here - {absent} <= set(holder.waiting):
            holder.waits, holder.waiting = holder.waits + 1, []


def resume(table: Table, seat: int) -> None:
    """The clock runs again, or a seat no longer wants it to stop."""
    if table.paused:
        credit(table, table.at - table.paused_at)
        table.paused = False
    elif seat in table.pause_asked:
        table.pause_asked = [one for one in table.pause_asked if one != seat]


def grant(table: Table, seat: int, seconds: int) -> None:
    """A seat was given more time."""
    table.holders[seat].extra += seconds * 1000
