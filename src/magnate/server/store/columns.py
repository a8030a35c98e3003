"""What the server keeps: the tables of the database, and how the server holds a row of the log and the head of a table.

The entries are the truth. Everything in `tables` but the secret follows from them; it is there to be listed and looked
for. Times are milliseconds since 1970.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
    TypeDecorator,
    text,
)


class StoreError(Exception):
    """The store cannot do what was asked; it says why and what to do."""


class NoSuchTable(StoreError):
    """There is no such table, or no longer: it was never started, and was deleted."""


class LogRow(NamedTuple):
    """An entry as it is kept: `body` is its JSON, `told` the JSON list of the events it narrates, or b"".

    `person` asked for it under the command id `id`; both are "" where a clock or the house did it. For a caller without
    cookie or bearer token, `person` is the holder of the seat whose token was shown (`Tokens.holders`).
    """

    table: str
    number: int
    at: int
    person: str
    id: str
    body: bytes
    told: bytes


class Head(Struct):
    """A table as it is listed. `due` is when a clock wants something done; `summary` is JSON shown in lists."""

    id: str
    status: str
    public: bool
    edition: str
    seats: int
    host: str
    created: int
    at: int
    number: int
    due: int | None
    secret: str
    summary: bytes


class Subscription(NamedTuple):
    """A browser that is notified when its person is asked: where, the keys to encrypt with, and in which language."""

    endpoint: str
    p256dh: bytes
    auth: bytes
    language: str


class Ban(NamedTuple):
    """A person or an address that the operator keeps off the server, for good or until a moment."""

    kind: str
    value: str
    at: int
    until: int | None
    why: str


class Report(NamedTuple):
    """A report to the operator. `words` is the JSON list of the messages it is about."""

    id: str
    at: int
    is_open: bool
    table: str
    reporter: str
    person: str
    name: str
    reason: str
    note: str
    words: bytes


def word(text: str) -> str:
    """Text from outside as it may be kept or looked for: NUL and half characters, which not every database can hold,
    become U+FFFD."""
    if text.isascii() and "\0" not in text:
        return text
    return text.replace("\0", "\ufffd").encode("utf-16", "surrogatepass").decode("utf-16", "replace")


class Word(TypeDecorator[str]):
    """A column of such text."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """The text as it goes to the database."""
        return None if value is None else word(value)


metadata = MetaData()

LISTED = text("public AND status IN ('open', 'playing')")
ANSWERING = text("id <> ''")
HAS_DUE = text("due IS NOT NULL")
NO_SEAT = -1  # of a member who had none
ARRIVING = "arriving"  # the status of a table while its record is taken in: it is not visible yet

tables = Table(
    "tables",
    metadata,
    Column("id", Word, primary_key=True),
    Column("status", Word, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("edition", Word, nullable=False),
    Column("seats", SmallInteger, nullable=False),
    Column("host", Word, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),  # of the last entry
    Column("number", Integer, nullable=False),  # of the last entry
    Column("due", BigInteger),
    Column("secret", Word, nullable=False),  # of the fair dice
    Column("summary", LargeBinary, nullable=False),
    Column("claimed", BigInteger),  # until then one node sees to what is due
    Column("erased", Integer),  # the entry by which names and words were removed for their age
    Index("tables_by_age", "created"),
    Index("tables_by_status", "status", "created"),
    Index("tables_by_last_entry", "at"),
    Index("tables_listed", "created", postgresql_where=LISTED, sqlite_where=LISTED),
    Index("tables_due", "due", postgresql_where=HAS_DUE, sqlite_where=HAS_DUE),
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", Word, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("person", Word, nullable=False),
    Column("id", Word, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("told", LargeBinary, nullable=False),
    Index("entries_answering", "table_id", "person", "id", postgresql_where=ANSWERING, sqlite_where=ANSWERING),
)

members = Table(  # who has left traces at a table: had a seat, or (seat -1) asked for something
    "members",
    metadata,
    Column("person", Word, primary_key=True),
    Column("table_id", Word, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Index("members_by_table", "table_id"),  # for the cascade
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", Word, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("data", LargeBinary, nullable=False),
)

people = Table(
    "people",
    metadata,
    Column("id", Word, primary_key=True),
    Column("name", Word, nullable=False),
    Column("kind", Word, nullable=False),  # guest, bot
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
)

subscriptions = Table(
    "subscriptions",
    metadata,
    Column("endpoint", Word, primary_key=True),
    Column("person", Word, nullable=False),
    Column("p256dh", LargeBinary, nullable=False),
    Column("auth", LargeBinary, nullable=False),
    Column("language", Word, nullable=False),
    Column("seen", BigInteger, nullable=False),  # when it was last renewed
    Index("subscriptions_by_person", "person", "seen"),
)

bans = Table(  # by the operator
    "bans",
    metadata,
    Column("kind", Word, primary_key=True),  # person, address
    Column("value", Word, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("until", BigInteger),  # null: for good
    Column("why", Word, nullable=False),
)

mutes = Table(  # whom a person does not want to hear
    "mutes",
    metadata,
    Column("person", Word, primary_key=True),
    Column("muted", Word, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Index("mutes_by_muted", "muted"),
)

reports = Table(  # to the operator, with the words: they stay when the table is deleted
    "reports",
    metadata,
    Column("id", Word, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("is_open", Boolean, nullable=False),
    Column("table_id", Word, nullable=False),
    Column("reporter", Word, nullable=False),
    Column("person", Word, nullable=False),
    Column("name", Word, nullable=False),
    Column("reason", Word, nullable=False),
    Column("note", Word, nullable=False),
    Column("words", LargeBinary, nullable=False),  # JSON: the messages
    Index("reports_by_age", "is_open", "at"),
    Index("reports_by_person", "person"),
    Index("reports_by_reporter", "reporter"),
)

changes = Table(  # what every node that runs must notice: they read on from the last number they know (change_log)
    "changes",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),
    Column("what", Word, nullable=False),
    Column("value", Word, nullable=False),
)

reviews = Table(  # of finished games: wanted, under way, or done; each can be made again
    "reviews",
    metadata,
    Column("table_id", Word, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("made_by", Word, nullable=False),  # the version and network; a review of another is made again
    Column("stage", Word, nullable=False),  # as far as it has come, or "failed"
    Column("is_done", Boolean, nullable=False),
    Column("asked", BigInteger, nullable=False),  # first asked for
    Column("wanted", BigInteger, nullable=False),  # last asked for: it is not awaited some time after
    Column("claimed", BigInteger),  # until then one node works on it
    Column("data", LargeBinary, nullable=False),  # zlib; empty before the first stage
    Index("reviews_waiting", "is_done", "asked"),
)

nodes = Table(
    "nodes",
    metadata,
    Column("id", Word, primary_key=True),
    Column("beat", BigInteger, nullable=False),
    Column("claimed", BigInteger),  # until then another node takes care of its people
    Index("nodes_by_beat", "beat"),
)

outages = Table(  # times at which no node was up
    "outages",
    metadata,
    Column("ended", BigInteger, primary_key=True, autoincrement=False),
    Column("began", BigInteger, nullable=False),
)

secrets = Table(
    "secrets",
    metadata,
    Column("name", Word, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)
