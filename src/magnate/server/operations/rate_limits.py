"""Limits: each person and address may take a share, and no more. Each node counts for itself, by person and by address.

A bucket holds a number of tokens and is filled at a steady rate; each request takes one, and an empty bucket refuses.
"""

from __future__ import annotations

import ipaddress
import math
import time
from collections import Counter
from collections.abc import Callable

from magnate.protocol.errors import Refusal

from .settings import Settings

MOST_BUCKETS = 50_000
HOUR = 3600.0
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")  # addresses of IPv4 in a network of IPv6 alone
WRONG_TOKENS = 10  # for the admin page, from one address in an hour


class TooFast(Refusal):
    """Refused for now: `wait` says after how many milliseconds it will be allowed, `seconds` the same rounded up."""

    def __init__(self, what: str, wait: float) -> None:
        self.seconds = max(1, math.ceil(wait))
        milliseconds = max(1, math.ceil(1000 * wait))
        time = f"{milliseconds} ms" if milliseconds < 1000 else f"{self.seconds} s"
        super().__init__("too_fast", f"{what}; wait {time}", wait=milliseconds)


class Bucket:
    """Tokens that come back with time."""

    __slots__ = ("at", "burst", "level", "rate")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate = rate
        self.burst = burst
        self.level = burst
        self.at = now

    def fill(self, now: float) -> None:
        """Bring the level up to this moment."""
        if now > self.at:
            self.level = min(self.burst, self.level + (now - self.at) * self.rate)
            self.at = now

    def take(self, now: float) -> bool:
        """Take a token if there is one."""
        self.fill(now)
        if self.level < 1:
            return False
        self.level -= 1
        return True

    @property
    def wait(self) -> float:
        """Seconds until there is a token."""
        return max(0.0, (1 - self.level) / self.rate)


class Buckets:
    """A bucket for everybody, made when needed and forgotten when full again."""

    def __init__(self, what: str, rate: float, burst: float, most: int = MOST_BUCKETS) -> None:
        self.what = what
        self.name = ""  # of the limit, for metrics and the log
        self.rate = rate
        self.burst = max(1.0, burst)
        self.most = most
        self.buckets: dict[str, Bucket] = {}

    def take(self, key: str, now: float) -> Bucket | None:
        """Take a token of somebody; the bucket, if it was empty."""
        bucket = self.buckets.get(key)
        if bucket is None:
            if len(self.buckets) >= self.most:
                self.sweep(now)
            bucket = self.buckets[key] = Bucket(self.rate, self.burst, now)
        return None if bucket.take(now) else bucket

    def sweep(self, now: float) -> None:
        """Forget the full buckets, and if that is not enough the oldest: a flood of strangers must not fill memory."""
        for key, bucket in list(self.buckets.items()):
            bucket.fill(now)
            if bucket.level >= bucket.burst:
                del self.buckets[key]
        for key in list(self.buckets)[: max(0, len(self.buckets) - self.most // 2)]:
            del self.buckets[key]


class Limits:
    """What one node lets people do, and how often it refused."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        s = settings
        self.settings = s
        self.clock = clock
        self.connections = 0
        self.by_address: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.frames = Buckets("too many frames from you", s.frames_per_second, s.burst)
        self.bot_frames = Buckets("too many frames from this bot", s.bot_frames_per_second, s.bot_burst)
        rate = s.address_frames_per_second
        self.address_frames = Buckets("too many frames from your address", rate, 4 * rate)
        self.requests = Buckets("too many requests from your address", s.requests_per_second, s.request_burst)
        self.files = Buckets("too many files for your address", s.files_per_second, s.file_burst)
        self.chat = Buckets("too much said at once", s.chat_per_minute / 60, max(3.0, s.chat_per_minute / 4))
        rate = s.address_chat_per_minute
        self.address_chat = Buckets("too much said at once from your address", rate / 60, max(3.0, rate / 4))
        rate = s.watcher_chat_per_minute
        self.watcher_chat = Buckets(
            "too much said at once by watchers from your address", rate / 60, max(3.0, rate / 4)
        )
        rate = s.arrivals_per_minute
        self.arrivals = Buckets("too many connections to your seat", rate / 60, rate)
        self.tables = Buckets("too many tables made", s.tables_per_hour / HOUR, s.tables_per_hour / 4)
        rate = s.tables_per_hour_per_address
        self.address_tables = Buckets("too many tables from your address", rate / HOUR, rate / 4)
        self.records = Buckets("too many records from your address", s.records_per_hour / HOUR, s.records_per_hour / 4)
        self.bots = Buckets("too many bots from your address", s.bots_per_hour / HOUR, s.bots_per_hour / 2)
        rate = s.reviews_per_hour
        self.reviews = Buckets("too many reviews for your address", rate / HOUR, rate / 2)
        rate = s.subscriptions_per_hour
        self.subscriptions = Buckets("too many subscriptions from your address", rate / HOUR, rate / 2)
        rate = s.reports_per_hour
        self.reports = Buckets("too many reports from you", rate / HOUR, max(3.0, rate / 2))
        self.address_reports = Buckets("too many reports from your address", 4 * rate / HOUR, max(3.0, 2 * rate))
        self.admin = Buckets("too many wrong admin tokens from your address", WRONG_TOKENS / HOUR, WRONG_TOKENS)
        rate = s.deletions_per_hour
        self.deletions = Buckets("too many deletions from your address", rate / HOUR, rate / 2)
        self.exports = Buckets("too many exports", s.exports_per_hour / HOUR, s.exports_per_hour / 2)
        for name, buckets in vars(self).items():
            if isinstance(buckets, Buckets):
                buckets.name = name
        self.noted: Callable[[str, str], None] = lambda limit, key: None  # called with each refusal

    def take(self, buckets: Buckets, key: str) -> None:
        """Take a token, or refuse."""
        if empty := buckets.take(key, self.clock()):
            self.refused[buckets.what] += 1
            self.noted(buckets.name, key)
            raise TooFast(buckets.what, empty.wait)

    def allow_frame(self, person: str, kind: str, address: str) -> None:
        """A frame over the socket, or a command over HTTP: counted for its person and for its address."""
        self.take(self.bot_frames if kind == "bot" else self.frames, person)
        self.take(self.address_frames, address)

    def allow_request(self, address: str) -> None:
        """A request to the API, or to open a socket."""
        self.take(self.requests, address)

    def allow_file(self, address: str) -> None:
        """A page or file of the web client: cheap, and one page needs many of them."""
        self.take(self.files, address)

    def allow_chat(self, person: str, address: str, has_seat: bool) -> None:
        """Something said at a table. Guests who hold no seat cost nothing to make, so all of an address share."""
        self.take(self.chat, person)
        if not has_seat:
            self.take(self.watcher_chat, address)
        self.take(self.address_chat, address)

    def allow_arrival(self, table: str, seat: int) -> None:
        """Somebody comes to a seat: that they came and that they go are entries of the table's log."""
        self.take(self.arrivals, f"{table} {seat}")

    def allow_table(self, person: str, address: str) -> None:
        """A new table."""
        self.take(self.tables, person)
        self.take(self.address_tables, address)

    def allow_record(self, address: str) -> None:
        """A record to replay and keep."""
        self.take(self.records, address)

    def allow_bot(self, address: str) -> None:
        """A new bot."""
        self.take(self.bots, address)

    def allow_review(self, address: str) -> None:
        """A review that no other person waits for."""
        self.take(self.reviews, address)

    def allow_subscription(self, address: str) -> None:
        """A browser that subscribes to notices."""
        self.take(self.subscriptions, address)

    def allow_report(self, person: str, address: str) -> None:
        """A report to the operator."""
        self.take(self.reports, person)
        self.take(self.address_reports, address)

    def allow_admin(self, address: str) -> None:
        """A request with an admin token. An address that showed too many wrong ones is refused with a good one, too."""
        bucket = self.admin.buckets.get(address)
        if bucket is not None:
            bucket.fill(self.clock())
            if bucket.level < 1:
                self.noted(self.admin.name, address)
                raise TooFast(self.admin.what, bucket.wait)

    def wrong_admin(self, address: str) -> None:
        """A wrong admin token."""
        self.take(self.admin, address)

    def allow_deletion(self, address: str) -> None:
        """A person who deletes their data: every node follows that, and the database is scrubbed."""
        self.take(self.deletions, address)

    def allow_export(self, person: str, address: str) -> None:
        """An archive of one's own games: every one of them is replayed for it."""
        self.take(self.exports, person)
        self.take(self.exports, address)

    def connect(self, address: str) -> None:
        """One more socket from an address; `disconnect` must follow."""
        if self.connections >= self.settings.most_connections:
            self.refused["connections"] += 1
            self.noted("connections", address)
            raise Refusal("too_many", "the server has no room for another connection; come back later")
        if self.by_address[address] >= self.settings.most_connections_per_address:
            self.refused["connections of an address"] += 1
            self.noted("connections_per_address", address)
            most = self.settings.most_connections_per_address
            raise Refusal("too_many", f"your address has {most} connections already; close one first")
        self.connections += 1
        self.by_address[address] += 1

    def disconnect(self, address: str) -> None:
        """A socket less."""
        self.connections -= 1
        self.by_address[address] -= 1
        if self.by_address[address] <= 0:
            del self.by_address[address]


def share_of(address: str) -> str:
    """Whose share an address counts to: IPv6 customers have a whole /64, so that is one address here.

    The port that some proxies write behind it does not count, and an address of IPv4 inside IPv6 is that of IPv4.
    """
    try:
        found = ipaddress.ip_address(without_port(address))
    except ValueError:
        return address[:60]
    if isinstance(found, ipaddress.IPv6Address):
        inside = ipv4_in(found)
        return str(inside or ipaddress.ip_network((int(found) >> 64 << 64, 64)))
    return str(found)


def without_port(address: str) -> str:
    """An address without its port: `203.0.113.7:4711`, `[2001:db8::1]:4711`."""
    if address.startswith("["):
        return address[1:].partition("]")[0]
    return address.partition(":")[0] if address.count(":") == 1 else address


def ipv4_in(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The address of IPv4 that one of IPv6 stands for: written as IPv6, or translated by the network."""
    translated = ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF) if address in NAT64 else None
    return address.ipv4_mapped or translated
