"""Where a database is: its address as people write it, and the database there."""

from __future__ import annotations

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from .columns import StoreError
from .database import Database
from .sqlite import Sqlite

EXPECTED = "expected sqlite:///FILE or postgresql://USER@HOST/NAME"


def parse(address: str) -> URL:
    """The address of a database; the plain names of the two kinds will do."""
    try:
        url = make_url(address)
    except ArgumentError as error:
        raise StoreError("the address of the database cannot be read; " + EXPECTED) from error
    kind = url.get_backend_name()
    if kind == "sqlite":
        if not url.database or url.database == ":memory:":
            raise StoreError("SQLite needs a file: sqlite:///FILE")
        return url.set(drivername="sqlite+aiosqlite")
    if kind in ("postgresql", "postgres"):
        query = dict(url.query)
        if "sslmode" in query:
            query["ssl"] = query.pop("sslmode")  # asyncpg's name for it
        return url.set(drivername="postgresql+asyncpg", query=query)
    raise StoreError(f"no database of kind {kind!r}; " + EXPECTED)


def connect(url: URL, pool: int | None = None, beside: bool = False) -> Database:
    """The database at this address. `beside`: a short visit to a database that a server may have open."""
    if url.get_backend_name() == "sqlite":
        return Sqlite(url, beside)
    try:
        from .postgres import Postgres
    except ImportError as error:
        raise StoreError("PostgreSQL needs one more package: pip install 'magnate[postgres]'") from error
    return Postgres(url, pool, beside)
