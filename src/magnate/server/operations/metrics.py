"""What a node counts, for Prometheus."""

from __future__ import annotations

import asyncio
from collections import Counter as Tally
from collections.abc import Callable, Iterable, Iterator

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from magnate import __version__
from magnate.protocol.commands import Act, Command

INTERVAL = 0.25  # seconds between two timers that measure the event loop
STATUSES = ("open", "playing", "over", "closed")
SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0)


class TableCounts(Collector):
    """Tables and seats in memory, counted when somebody asks."""

    def __init__(self, count: Callable[[], Iterable[tuple[str, int, int]]]) -> None:
        self.count = count  # of each table: its status, how many people sit there, how many bots

    def collect(self) -> Iterator[Metric]:
        """The gauges as they are now."""
        tables: Tally[str] = Tally()
        people = bots = 0
        for status, sitting, machines in self.count():
            tables[status] += 1
            people += sitting
            bots += machines
        gauge = GaugeMetricFamily("magnate_tables", "Tables in memory, by status", labels=["status"])
        for status in STATUSES:
            gauge.add_metric([status], tables[status])
        yield gauge
        gauge = GaugeMetricFamily("magnate_seats", "Seats taken at tables in memory", labels=["by"])
        gauge.add_metric(["person"], people)
        gauge.add_metric(["bot"], bots)
        yield gauge


class Metrics:
    """The counters of one node."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        of = self.registry
        self.connections = Gauge("magnate_connections", "Open WebSocket connections", registry=of)
        self.actions = Counter("magnate_actions", "Actions played: by people, bots or the clock", ["by"], registry=of)
        self.commands = Counter("magnate_commands", "Commands executed, by kind", ["command"], registry=of)
        self.latency = Histogram(
            "magnate_action_seconds",
            "Time from reading an action to its acknowledged commit",
            buckets=SECONDS,
            registry=of,
        )
        self.refusals = Counter("magnate_refusals", "Refusals, by error", ["error"], registry=of)
        self.reconnects = Counter("magnate_reconnects", "Clients that reconnected with a number", registry=of)
        self.slow = Counter(
            "magnate_slow_readers_cut", "Connections closed because the client did not read", registry=of
        )
        self.cut = Counter("magnate_connections_cut", "Connections the server closed, by reason", ["why"], registry=of)
        self.frames = Counter("magnate_frames", "Frames read from clients", registry=of)
        self.pushes = Counter("magnate_pushes", "Notices to people who are away, by result", ["result"], registry=of)
        labels = ["method", "path", "status"]
        self.requests = Counter("magnate_http_requests", "HTTP requests, by path and status", labels, registry=of)
        self.limited = Counter("magnate_limited", "Refusals by a limit, by limit", ["limit"], registry=of)
        self.commits = Histogram(
            "magnate_commit_seconds", "Time of a commit of the writer", buckets=SECONDS, registry=of
        )
        self.writer_queue = Gauge("magnate_writer_queue", "Entries waiting for the writer", registry=of)
        self.writable = Gauge("magnate_database_writable", "1 while the database can be written", registry=of)
        self.database = Gauge("magnate_database_bytes", "Size of the database, every half minute", registry=of)
        self.lag = Histogram(
            "magnate_event_loop_lag_seconds", "Lateness of a timer of the event loop", buckets=SECONDS, registry=of
        )
        self.info = Gauge("magnate_info", "1, with the version", ["version"], registry=of)
        self.info.labels(__version__).set(1)
        ProcessCollector(registry=of)

    def watch_tables(self, count: Callable[[], Iterable[tuple[str, int, int]]]) -> None:
        """Count tables and seats with this."""
        self.registry.register(TableCounts(count))

    def watch_store(self, queue: Callable[[], int], is_writable: Callable[[], bool]) -> None:
        """Read the state of the store with these."""
        self.writer_queue.set_function(queue)
        self.writable.set_function(is_writable)

    def done(self, command: Command, seconds: float) -> None:
        """A command was carried out."""
        if isinstance(command, Act):
            self.latency.observe(seconds)
        self.commands.labels(command.__struct_config__.tag).inc()

    def refused(self, error: str) -> None:
        """Something was refused."""
        self.refusals.labels(error).inc()

    def text(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return generate_latest(self.registry)


class LagMeter:
    """The lag of the event loop: tells `observe` how many seconds late each timer was, until it is stopped.

    A node whose loop lags has more to do than its core can.
    """

    def __init__(self, observe: Callable[[float], None]) -> None:
        self.observe = observe
        self.loop = asyncio.get_running_loop()
        self.timer = self.loop.call_later(INTERVAL, self.tick)
        self.expected = self.timer.when()

    def tick(self) -> None:
        """A timer has come."""
        self.observe(max(0.0, self.loop.time() - self.expected))
        self.timer = self.loop.call_later(INTERVAL, self.tick)
        self.expected = self.timer.when()

    def stop(self) -> None:
        """Measure no more."""
        self.timer.cancel()
