"""How the database came to its present shape, step by step (Alembic). SQLite is brought up to date when it is opened,
PostgreSQL by `magnate migrate`.
"""

from __future__ import annotations

import asyncio
import threading
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, inspect, text
from sqlalchemy.engine import URL

from magnate.server.store.columns import StoreError
from magnate.server.store.database import TROUBLE, Database
from magnate.server.store.url import connect, parse

VERSION_TABLE = "magnate_version"
ONE_AT_A_TIME = threading.Lock()  # Alembic keeps the migration under way in a global


def settings(**given: object) -> Config:
    """Where the steps are, and what they are given to work with; there is no alembic.ini."""
    config = Config(attributes=given)
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


@cache
def newest() -> str:
    """The last step this version of Magnate knows."""
    head = ScriptDirectory.from_config(settings()).get_current_head()
    assert head is not None
    return head


def reached(connection: Connection) -> str | None:
    """The last step a database has taken; None for an empty one."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    found = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar_one_or_none()
    return None if found is None else str(found)


def is_known(step: str | None) -> bool:
    """Whether this version of Magnate knows a step; those of newer versions it does not."""
    if step is None:
        return True
    try:
        return ScriptDirectory.from_config(settings()).get_revision(step) is not None
    except CommandError:
        return False


def steps() -> list[str]:
    """Every step this version knows, the first one first."""
    return [step.revision for step in ScriptDirectory.from_config(settings()).walk_revisions()][::-1]


def build(connection: Connection, step: str) -> None:
    """Take the steps up to this one, within the transaction of this connection."""
    with ONE_AT_A_TIME:
        command.upgrade(settings(connection=connection), step)


def migrate(address: str) -> tuple[str | None, str]:
    """Bring a database up to date: the step it was at, and the step it is at now. Not to be called in an event loop."""
    return asyncio.run(bring_up_to_date(parse(address)))


async def bring_up_to_date(url: URL) -> tuple[str | None, str]:
    """Connect and take the steps that are missing, all or none of them."""
    database = connect(url, pool=1, beside=True)
    try:
        async with database.writer.begin() as connection:
            return await connection.run_sync(take_steps, database)
    except TROUBLE as error:
        raise database.trouble(error) from error
    finally:
        await database.close()


def take_steps(connection: Connection, database: Database) -> tuple[str | None, str]:
    """Take the steps that are missing, within the transaction of this connection."""
    if connection.dialect.name == "postgresql":  # two nodes that migrate at once: the second finds it done
        connection.execute(text("SELECT pg_advisory_xact_lock(hashtext('magnate migrate'))"))
    before = reached(connection)
    if not is_known(before):
        raise too_new(database)
    if before != newest():
        build(connection, "head")
    return before, newest()


async def require_newest(database: Database) -> None:
    """Refuse a database that is not up to date, or ahead of this version."""
    try:
        async with database.reader.connect() as connection:
            step = await connection.run_sync(reached)
    except TROUBLE as error:
        raise database.trouble(error) from error
    if not is_known(step):
        raise too_new(database)
    if step != newest():
        what = "is empty" if step is None else "is from an older version of Magnate"
        raise StoreError(f"the database {what}; run: magnate migrate --database {database.shown}")


def too_new(database: Database) -> StoreError:
    """A database that a newer version has been at."""
    return StoreError(
        "the database was migrated by a newer version of Magnate; install that version or a later one here. "
        f"(`magnate migrate --database {database.shown}` goes forward only.)"
    )
