"""Notices to people who are away: it is your turn, the game is over. Sent by Web Push to the browsers they subscribed.

A notice is sent by the node that stored the entry which asks, so once. Sending never holds up a table: each notice is a
task of its own, their number is limited, and each has a time limit.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, NamedTuple

from magnate.protocol import entries as log
from magnate.protocol.entries import Entry
from magnate.protocol.frames import encode
from magnate.server.operations.metrics import Metrics
from magnate.server.operations.settings import Settings
from magnate.server.store.columns import StoreError, Subscription
from magnate.server.tables.attendance import awaited
from magnate.server.tables.clocks import deadline
from magnate.server.tables.table import OVER, Table
from magnate.words.notices import Notices

from .encryption import Keys, authorization, encoded, encrypt, point_of, read_key
from .service import BadEndpoint, post

if TYPE_CHECKING:
    from magnate.server.live.registry import Registry

AWAY = 20.0  # seconds that somebody at a quick table has to come back before a notice is sent
AT_ONCE = 8  # notices sent at a time
MOST = 1_000  # notices that wait; more are dropped
REMEMBERED = 10_000  # questions of quick tables that were notified
AGAIN = 60.0  # seconds before a notice that a service could not take is sent once more
FAREWELL = 2.0  # seconds that notices have when the server stops
GONE = (404, 410)  # the browser has unsubscribed
LATER = (429, 500, 502, 503, 504)
DAY = 86_400
LONGEST = 28 * DAY  # for which services keep a notice for a browser that is off

logger = logging.getLogger("magnate.push")


class Notice(NamedTuple):
    """A notice to a person: they are asked, or a game is over."""

    kind: str  # turn, over
    person: str
    table: str
    game: str  # the name of the edition
    others: tuple[str, ...]
    until: int | None = None  # when the clock answers

    def lasts(self, now: int) -> int:
        """Seconds for which it is worth sending."""
        return DAY if self.until is None else max(60, min(LONGEST, (self.until - now) // 1000))


class Push:
    """The notices of one node."""

    def __init__(self, registry: Registry, settings: Settings, metrics: Metrics) -> None:
        self.registry = registry
        self.settings = settings
        self.metrics = metrics
        self.key = read_key(settings.push_key)
        self.contact = settings.push_contact or settings.url
        self.gate = asyncio.Semaphore(AT_ONCE)
        self.tasks: set[asyncio.Task[None]] = set()
        self.told: OrderedDict[tuple[str, int], int] = OrderedDict()  # at quick tables, a seat's last question
        registry.notice = self.follow

    @property
    def public_key(self) -> str:
        """What browsers subscribe with."""
        return encoded(point_of(self.key))

    async def close(self) -> None:
        """Give notices under way a moment, then drop them."""
        if self.tasks:
            await asyncio.wait(list(self.tasks), timeout=FAREWELL)
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    # Who is notified.

    def follow(self, table: Table, entry: Entry) -> None:
        """This node has stored an entry: notify those who are away. Play goes on if that fails."""
        try:
            self._follow(table, entry)
        except Exception:
            logger.exception("table %s: notices could not be sent", table.id)

    def _follow(self, table: Table, entry: Entry) -> None:
        if table.status == OVER and table.put_number == table.number:
            for seat, holder in enumerate(table.holders):
                if holder.is_person and not holder.is_here:
                    self.tell(notice_of("over", table, seat))
            return
        is_slow = table.config.is_slow
        for seat in awaited(table):
            holder = table.holders[seat]
            if holder.is_here:
                continue
            if holder.asked == table.number and is_slow:
                self.tell(notice_of("turn", table, seat))
            elif not is_slow and (
                holder.asked == table.number or (isinstance(entry, log.Disconnected) and entry.seat == seat)
            ):
                self.schedule_look(table.id, seat, holder.asked)

    def schedule_look(self, id: str, seat: int, asked: int) -> None:
        """At a quick table people come back by themselves: a page that is loaded again, a tunnel."""
        self.registry.clock.call_later(AWAY, lambda: self.look(id, seat, asked))

    def look(self, id: str, seat: int, asked: int) -> None:
        """Somebody had time to come back to a quick table: if they are still away and asked, notify them once."""
        live = self.registry.live_tables.get(id)
        if live is None or self.registry.is_closing or seat not in awaited(live.table):
            return
        holder = live.table.holders[seat]
        if holder.is_here or holder.asked != asked or self.told.get((id, seat)) == asked:
            return
        self.told[id, seat] = asked
        if len(self.told) > REMEMBERED:
            self.told.popitem(last=False)
        self.tell(notice_of("turn", live.table, seat))

    # Sending notices.

    def tell(self, notice: Notice) -> None:
        """Send a notice beside everything else; where too many wait already, drop it."""
        if len(self.tasks) >= MOST or self.registry.is_closing:
            self.metrics.pushes.labels("dropped").inc()
        else:
            self.spawn(self.deliver(notice))

    def spawn(self, work: Any) -> None:
        """Run something that may be dropped when the server stops."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("a notice could not be sent", exc_info=error)

    async def deliver(self, notice: Notice) -> None:
        """Send a notice to every browser of a person."""
        try:
            found = await self.registry.store.subscriptions(notice.person)
        except StoreError as error:
            self.metrics.pushes.labels("failed").inc()
            logger.warning("%s", error)
            return
        for one in found:
            await self.send(one, notice)

    async def send(self, to: Subscription, notice: Notice, is_last: bool = False) -> None:
        """Send a notice to one browser. A service that cannot take it just now is asked once more."""
        now = self.registry.clock.now()
        headers = {
            "content-type": "application/octet-stream",
            "content-encoding": "aes128gcm",
            "ttl": str(notice.lasts(now)),
            "topic": notice.table,  # a newer notice of the same table takes the place of an older one
            "urgency": "normal",
            "authorization": authorization(to.endpoint, self.key, self.contact, now // 1000),
        }
        body = encrypt(encode(message(notice, to.language, now)), Keys(to.p256dh, to.auth))
        try:
            async with self.gate:
                status = await post(to.endpoint, headers, body, self.settings.push_anywhere)
        except (OSError, TimeoutError, BadEndpoint) as error:  # TimeoutError is an OSError, too
            logger.info("a push service does not answer: %s", type(error).__name__)
            status = LATER[0] if not isinstance(error, BadEndpoint) else GONE[0]
        await self.handle_status(status, to, notice, is_last)

    async def handle_status(self, status: int, to: Subscription, notice: Notice, is_last: bool) -> None:
        """Do what the answer of a push service asks for."""
        if 200 <= status < 300:
            self.metrics.pushes.labels("sent").inc()
        elif status in GONE:
            self.metrics.pushes.labels("gone").inc()
            try:
                await self.registry.store.drop_subscription(to.endpoint)
            except StoreError as error:
                logger.warning("%s", error)
        elif status in LATER and not is_last:
            self.registry.clock.call_later(AGAIN, lambda: self._again(to, notice))
        else:
            self.metrics.pushes.labels("failed").inc()
            logger.warning("a push service answered %d", status)

    def _again(self, to: Subscription, notice: Notice) -> None:
        if not self.registry.is_closing:
            self.spawn(self.send(to, notice, is_last=True))


def notice_of(kind: str, table: Table, seat: int) -> Notice:
    """The notice about a table to the person of a seat: only what others may know, too."""
    holder = table.holders[seat]
    others = tuple(one.name or "" for other, one in enumerate(table.holders) if other != seat and one.is_person)
    until = deadline(table, seat) if kind == "turn" else None
    return Notice(kind, holder.person or "", table.id, table.edition.file.name, others, until)


def message(notice: Notice, language: str, now: int) -> dict[str, str]:
    """A notice in somebody's language, as the service worker shows it."""
    words = Notices(language)
    left = words.left((notice.until - now) // 1000) if notice.until is not None and notice.until > now else ""
    body = " · ".join(part for part in (notice.game, ", ".join(notice.others), left) if part)
    return {"title": words.title(notice.kind), "body": body, "url": f"/t/{notice.table}", "tag": f"turn:{notice.table}"}
