"""A database that cannot be written for a while: somebody else holds its lock, or the disk is full."""

from __future__ import annotations

import contextlib
import resource
import sqlite3
from collections.abc import Iterator
from typing import Protocol

import forked


class Server(Protocol):
    """A server process with a SQLite file."""

    database: str
    process: forked.Process | None


@contextlib.contextmanager
def locked(node: Server) -> Iterator[None]:
    """Somebody else writes to the SQLite file, and takes their time."""
    other = sqlite3.connect(node.database.partition(":///")[2], isolation_level=None)
    try:
        other.execute("BEGIN IMMEDIATE")
        yield
    finally:
        other.close()


@contextlib.contextmanager
def full_disk(node: Server) -> Iterator[None]:
    """Every write of the server to a file fails, as on a full disk."""
    process = node.process
    assert process is not None
    before = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        if process.poll() is None:
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, before)
