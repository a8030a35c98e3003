"""What happens at a table without a command: bots move, clocks run out, the hammer falls, somebody stays away.

All of it follows from the times in the log, so every node comes to the same moments. The timer of a live table wakes up
at the next of them, and lets slow bots think beside the table.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from magnate import actions
from magnate.bots.player import allowed
from magnate.game import Game
from magnate.protocol import entries as log
from magnate.protocol.errors import Refusal
from magnate.rules.codes import BANK
from magnate.server.operations.clock import Timer
from magnate.server.tables import pace as pacing
from magnate.server.tables.attendance import is_attended, patience_ends, rests_from
from magnate.server.tables.clocks import agreed_end, deadline, hammer
from magnate.server.tables.decisions import try_action
from magnate.server.tables.levels import SLOW, decide, think, wants_to_act
from magnate.server.tables.moderation import lapses_at
from magnate.server.tables.orders import order_for
from magnate.server.tables.pace import due_to, is_alone, pace_of, paced, seen_from
from magnate.server.tables.questions import is_auction
from magnate.server.tables.table import NextEntry, Table
from magnate.view import SeatPosition

if TYPE_CHECKING:
    from .live_table import LiveTable
    from .registry import Registry

HOST_AWAY = 60_000  # then somebody else who sits here becomes host
HOST_STANDING = 300_000  # likewise, if the host has no seat and nothing happens for this long
TAKE_BACK = 20_000  # how long bots wait for the answers to somebody who wants to take back
ORDER = 400  # milliseconds before a standing order is carried out: time to see what happened, and to take it back
RETRY = 1_000  # milliseconds longer before the next attempt
QUEUE = 2_000  # milliseconds a slow bot waits for its turn to think
OTHERS = 250  # milliseconds a node waits before it does what another node is likely to do

logger = logging.getLogger("magnate.live")

ScheduledEntry = tuple[int, Callable[[], NextEntry]]


def scheduled_orders(table: Table, game: Game, pause: int) -> Iterator[ScheduledEntry]:
    """What standing orders call for. A rent is claimed at once: the next roll would take it."""
    for seat, holder in enumerate(table.holders):
        action = order_for(table, game, seat)
        if action is not None:
            since = max(table.moved_at, holder.ordered)
            when = since if isinstance(action, actions.ClaimRent) else order_due(table, game, seat, since, pause)
            yield when, lambda seat=seat, action=action: try_action(table, seat, action, "order")  # type: ignore[misc]


def order_due(table: Table, game: Game, seat: int, since: int, pause: int) -> int:
    """The moment at which an order is carried out. In an auction it takes as long as a person might.

    So a proxy bid cannot be recognised by its time. A person who plays only against bots has nothing to hide; and half
    of the time that a clock leaves is enough.
    """
    if is_alone(table) or not is_auction(game):
        return since + ORDER
    when = since + pacing.scaled(pacing.bid_delay(game, seat, table.secret), pause)
    end = deadline(table, seat)
    return when if end is None else min(when, (since + end) // 2)


def due(table: Table, pause: int, rests_from: int | None = None) -> int | None:
    """When something happens by itself next. `pause` is how long a bot thinks, `rests_from` when bots stop."""
    return min((when for when, _ in scheduled_entries(table, pause, rests_from)), default=None)


def next_entry(table: Table, now: int, pause: int, rests_from: int | None = None) -> NextEntry | None:
    """The move that is due, or None."""
    waiting = [one for one in scheduled_entries(table, pause, rests_from) if one[0] <= now]
    return min(waiting, key=lambda one: one[0])[1]() if waiting else None


def scheduled_entries(table: Table, pause: int, rests_from: int | None) -> Iterator[ScheduledEntry]:
    """Everything that will happen by itself if nothing else does, each with its moment."""
    if table.status == "open":
        yield from host_is_away(table)
    if table.removal is not None and (lapses := lapses_at(table)) is not None:
        yield lapses, lambda: NextEntry(log.RemovalEnded("lapsed"))
    game = table.game
    if game is None or table.paused or table.status == "closed":
        return
    waits = 0 if table.take_back is None else table.take_back.at + TAKE_BACK
    if table.status == "playing":  # before bots: of two at the same moment the first counts
        yield from ((max(when, waits), act) for when, act in scheduled_orders(table, game, pause))
    for soonest, act in scheduled_bot_moves(table, game, pause):
        when = max(soonest, waits)
        if rests_from is None or when < rests_from:
            yield when, act
    for when, act in scheduled_timeouts(table, game) if table.status == "playing" else ():
        if rests_from is None or when < rests_from or is_attended(table):
            yield when, act


def scheduled_timeouts(table: Table, game: Game) -> Iterator[ScheduledEntry]:
    """What clocks bring about."""
    yield from expiries(table, game)
    yield from calls(table, game)
    yield from absences(table)
    if (end := agreed_end(table)) is not None:
        yield end, lambda: try_action(table, BANK, actions.TimeUp(at_once=True), "clock")


def scheduled_bot_moves(table: Table, game: Game, pause: int) -> Iterator[ScheduledEntry]:
    """The moves of bots."""
    for seat, holder in enumerate(table.holders):
        if holder.taken_over and order_for(table, game, seat) is not None:
            continue  # the person said what to do
        when = acts_at(table, game, seat, pause) if holder.bot else None
        if when is not None:
            yield when, lambda seat=seat: bot_plays(table, game, seat)  # type: ignore[misc]


def acts_at(table: Table, game: Game, seat: int, pause: int) -> int | None:
    """The moment at which a bot plays, or None: to claim a rent, or to answer."""
    if wants_to_act(level_of(table, seat), game, seat):
        return claims_at(table, game, seat, pause)
    since = table.holders[seat].since
    if since is None:
        return None
    when = since + paced(table, pause)
    return max(when, claims_end(table, game, pause)) if pacing.opens_turn(game, seat) else when


def claims_at(table: Table, game: Game, seat: int, pause: int) -> int:
    """The moment at which a bot claims a rent: as a person would, once the walk was shown."""
    delay = paced(table, pacing.scaled(pacing.claim_delay(game, seat), pause))
    return max(table.at, seen_from(table, pause) + delay)


def claims_end(table: Table, game: Game, pause: int) -> int:
    """The moment until which a bot's roll leaves others time to claim their rents (AMB-25).

    A claim by standing order comes first, at every pause; the other times change in proportion to it.
    Where several people play, all have the same time at every turn, so that it does not reveal that something is due
    (AMB-26). A person who plays only against bots is waited for only if something is due to them: no other player
    could learn of it. Owners without a deed that brings rent are not waited for.
    """
    if not pacing.may_lapse(game):
        return 0
    bots = [seat for seat, holder in enumerate(table.holders) if holder.bot]
    ends = [claims_at(table, game, seat, pause) + 1 for seat in bots if wants_to_act(level_of(table, seat), game, seat)]
    for seat, holder in enumerate(table.holders):
        if isinstance(order_for(table, game, seat), actions.ClaimRent):
            ends.append(max(table.moved_at, holder.ordered) + 1)
    people = table.people()
    if is_alone(table) and any(due_to(table, seat) for seat in people):
        ends.append(seen_from(table, pause) + pacing.scaled(pacing.CLAIM_TIME, pause))
    elif not is_alone(table) and pacing.could_claim(game, people):
        ends.append(seen_from(table, pause) + pacing.scaled(pacing.CLAIM_TIMES[pace_of(table)], pause))
    return max(ends, default=0)


def level_of(table: Table, seat: int) -> str:
    """The level of the bot that plays a seat, or would."""
    return table.holders[seat].level or table.config.stand_in


def bot_plays(table: Table, game: Game, seat: int) -> NextEntry:
    """The move of a bot, thought out beside the table or decided at once."""
    number, thinker, thought = table.thought
    if (number, thinker) != (table.number, seat) or thought is None:
        thought = decide(level_of(table, seat), game, seat)
    return try_action(table, seat, allowed(game, seat, thought), "bot")


def to_think(table: Table, now: int, pause: int, rests_from: int | None = None) -> tuple[int, str] | None:
    """The seat and level of a slow bot that is to act and has not thought about it yet."""
    if table.game is None or table.paused or table.status == "closed" or table.thought[0] == table.number:
        return None
    for seat, holder in enumerate(table.holders):
        if not holder.bot or holder.since is None or level_of(table, seat) not in SLOW or table.take_back is not None:
            continue
        when = acts_at(table, table.game, seat, pause)
        if when is not None and when <= now and (rests_from is None or when < rests_from):
            return seat, level_of(table, seat)
    return None


def expiries(table: Table, game: Game) -> Iterator[ScheduledEntry]:
    """The clock answers for those who did not in time."""
    for seat, holder in enumerate(table.holders):
        when = None if holder.bot else deadline(table, seat)
        if when is not None:
            yield when, lambda seat=seat: try_action(table, seat, game.default_action(seat), "clock")  # type: ignore[misc]


def calls(table: Table, game: Game) -> Iterator[ScheduledEntry]:
    """Going once after a third of the time, going twice after two."""
    limit = hammer(table)
    if limit is not None and table.called < 2 and any(not table.holders[seat].bot for seat in game.must):
        times = table.called + 1
        yield table.asked_at + limit * times // 3, lambda: NextEntry(log.AuctionCalled(times))


def absences(table: Table) -> Iterator[ScheduledEntry]:
    """Bots play for those who are away too long."""
    for seat in range(len(table.holders)):
        when = patience_ends(table, seat)
        if when is not None:
            yield when, lambda seat=seat: NextEntry(log.BotTookOver(seat))  # type: ignore[misc]


def host_is_away(table: Table) -> Iterator[ScheduledEntry]:
    """A table that has not started goes to somebody who is here when its host is not, or never sat down."""
    hosts = [holder for holder in table.holders if holder.person == table.host]
    heirs = [holder.person for holder in table.holders if holder.is_here and holder.person not in (None, table.host)]
    if heirs and all(holder.away is not None for holder in hosts):
        when = max(holder.away or 0 for holder in hosts) + HOST_AWAY if hosts else table.at + HOST_STANDING
        yield when, lambda: NextEntry(log.HostChanged(str(heirs[0])))


class TableTimer:
    """What a table does by itself, and when."""

    def __init__(self, live: LiveTable, registry: Registry) -> None:
        self.live = live
        self.registry = registry
        self.clock = registry.clock
        self.is_ours = False  # whether this node wrote the last entry
        self.is_stopped = False
        self.known: tuple[int, int | None, int | None] = (0, None, None)  # at this number, if bots rest from a moment
        self.timer: Timer | None = None
        self.thinking: asyncio.Task[None] | None = None  # a slow bot of this table
        self.failures = 0  # how often in a row what was due could not be done

    def set(self) -> None:
        """Wake up when something is due. A node that did not write the last entry leaves the other a little time."""
        self.cancel()
        if self.is_stopped or self.live.is_unsure or self.registry.is_closing or self.thinking is not None:
            return
        moment = self._due(self._rests_from())
        if moment is not None:
            wait = max(0, moment - self.clock.now()) + (0 if self.is_ours else OTHERS) + min(self.failures, 60) * RETRY
            self.timer = self.clock.call_later(wait / 1000, self._wake)

    def cancel(self) -> None:
        """Do not wake up."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def _wake(self) -> None:
        self.timer = None
        self.registry.spawn(self.tick())

    async def tick(self) -> None:
        """Do what is due. What cannot be done now stays due, and is tried again less and less often."""
        try:
            await self.live.run_due()
            self.failures = 0
        except Refusal as refusal:
            self.failures += 1
            logger.warning("table %s: what is due cannot be done: %s", self.live.table.id, refusal)
            self.set()

    # What is due.

    def due_unwatched(self, table: Table | None = None) -> int | None:
        """When something happens next without viewers, for all nodes: who watches is known to one of them only."""
        table = table or self.live.table
        return self._due(rests_from(table, self.registry.settings.bot_rest_ms), table)

    def _rests_from(self) -> int | None:
        """When bots stop here: not while anybody watches."""
        return None if self.live.viewers else rests_from(self.live.table, self.registry.settings.bot_rest_ms)

    def _due(self, resting: int | None, table: Table | None = None) -> int | None:
        """When something happens by itself next. It follows from the log, so it is worked out once a number."""
        table = table or self.live.table
        if self.known[:2] != (table.number, resting):
            self.known = table.number, resting, due(table, self.registry.settings.bot_pause_ms, resting)
        return self.known[2]

    def forget(self) -> None:
        """Another node wrote the last entry, perhaps under a number for which something was worked out here."""
        self.is_ours, self.known = False, (0, None, None)

    def next_entry(self) -> NextEntry | None:
        """What is to be done now, or None."""
        pause = self.registry.settings.bot_pause_ms
        return next_entry(self.live.table, self.clock.now(), pause, self._rests_from())

    # Slow bots.

    def lets_think(self) -> bool:
        """Whether a slow bot has to think first; it begins unless it has."""
        table, pause = self.live.table, self.registry.settings.bot_pause_ms
        asked = to_think(table, self.clock.now(), pause, self._rests_from())
        if asked is None or table.game is None:
            return False
        if self.thinking is None:
            position = SeatPosition.seen(table.game, asked[0])
            self.thinking = self.registry.spawn(self._think(table.number, position, *asked))
        return True

    async def _think(self, number: int, position: SeatPosition, seat: int, level: str) -> None:
        """Let a slow bot think in a thread: this table and all others go on."""
        thought = None  # if too many think already, it decides at once
        table = self.live.table
        try:
            async with asyncio.timeout(QUEUE / 1000):
                await self.registry.searches.acquire()
            try:
                thought = await asyncio.to_thread(think, level, position, seat)
            finally:
                self.registry.searches.release()
        except TimeoutError:
            logger.info("table %s: a bot had no time to think", table.id)
        except Exception:
            logger.exception("table %s: a bot could not think", table.id)
        finally:
            self.thinking = None
        self.live.table.thought = (number, seat, thought)
        await self.tick()
