"""The file of a backup: lines of JSON, compressed with gzip. It depends on neither database.

    {"type":"Header","format":1,"version":"0.2.0","schema":"0003","made":…,"columns":{"tables":["id",…],…}}
    ["people","p1","Ana","guest",…]                     a row: its table, then its values
    ["entries","abcdefgh",1,…,["t","{\\"type\\":…}"]]     bytes are ["t", text], or ["b", base64] where they are no text
    {"type":"Log","table":"abcdefgh","entries":210,"sha256":…,"record":…,"problem":""}
    {"type":"Footer","rows":{"people":3,…},"sha256":…}

After the rows stands a line for each table of the game: the hash of its log, and of the moves its log adds up to. The
last line has the hash of everything before it. A file without it is not whole.
"""

from __future__ import annotations

import base64
import binascii
import gzip
import hashlib
import os
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

import msgspec
from msgspec import Struct

FORMAT = 1
LONGEST = 100_000_000  # bytes of a line
COMPRESSION = 6

Value = str | int | bool | bytes | None


class BadBackup(Exception):
    """A file that cannot be restored: it names the file, and says what is wrong."""


class Inconsistent(ValueError):
    """Lines that do not fit each other."""


class Header(Struct, frozen=True, tag=True, kw_only=True):
    """What is in the file: its format, who wrote it, the step of the schema, and the columns of each table."""

    format: int = FORMAT
    version: str
    schema: str
    made: int
    columns: dict[str, list[str]]


class SavedLog(Struct, frozen=True, tag="Log", kw_only=True):
    """The log of one table: its length, its hash, the hash of the moves of its game, and why it cannot be replayed."""

    table: str
    entries: int
    sha256: str
    record: str = ""
    problem: str = ""


class Footer(Struct, frozen=True, tag=True, kw_only=True):
    """The end: how many rows there are of each table, and the hash of everything before."""

    rows: dict[str, int]
    sha256: str


class SavedRow(Struct, frozen=True):
    """A row of a table of the database."""

    table: str
    values: list[Value]


Line = Header | SavedRow | SavedLog | Footer
encode = msgspec.json.encode
decode_tagged = msgspec.json.Decoder(Header | SavedLog | Footer).decode
decode_row = msgspec.json.Decoder(list[Any]).decode


def as_json(value: Value) -> Any:
    """A value as it stands in the file."""
    if not isinstance(value, bytes):
        return value
    try:
        return ["t", value.decode()]
    except UnicodeDecodeError:
        return ["b", base64.b64encode(value).decode()]


def from_json(value: Any) -> Value:
    """A value of the file as it was."""
    match value:
        case ["t", str(text)]:
            return text.encode()
        case ["b", str(text)]:
            return base64.b64decode(text, validate=True)
        case str() | int() | bool() | None:
            return value
        case _:
            raise ValueError("a value that is no text, number or bytes")


class BackupWriter:
    """Writes a file, line by line. `finish` makes it whole; until then it lies under another name."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.part = path.with_name(path.name + ".part")
        self.rows: dict[str, int] = {}
        self.hash = hashlib.sha256()
        descriptor = os.open(self.part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)  # the keys of all seats are in it
        self.raw: IO[bytes] = os.fdopen(descriptor, "wb")
        self.file = gzip.GzipFile(filename="", mode="wb", compresslevel=COMPRESSION, fileobj=self.raw, mtime=0)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self.raw.close()
        self.part.unlink(missing_ok=True)

    def write(self, line: bytes) -> None:
        """Write a line."""
        self.hash.update(line + b"\n")
        self.file.write(line + b"\n")

    def row(self, table: str, values: Sequence[Value]) -> None:
        """Write a row."""
        self.rows[table] = self.rows.get(table, 0) + 1
        self.write(encode([table, *map(as_json, values)]))

    def end_part(self) -> None:
        """Bring everything to the disk, so that it can be read; more may follow."""
        self.file.close()
        self.raw.flush()
        os.fsync(self.raw.fileno())
        self.file = gzip.GzipFile(filename="", mode="wb", compresslevel=COMPRESSION, fileobj=self.raw, mtime=0)

    def finish(self) -> None:
        """Write the footer."""
        self.write(encode(Footer(rows=self.rows, sha256=self.hash.hexdigest())))
        self.file.close()
        self.raw.flush()
        os.fsync(self.raw.fileno())

    def publish(self) -> None:
        """Give the file its name."""
        os.replace(self.part, self.path)


def read(path: Path, is_whole: bool = True) -> Iterator[Line]:
    """The lines of a file, each checked as it comes. `is_whole`: the footer must be there, and its hash right."""
    lines = 0
    rows: dict[str, int] = {}
    running, footer = hashlib.sha256(), False
    try:
        with gzip.open(path, "rb") as file:
            while text := file.readline(LONGEST):
                lines += 1
                if footer or not text.endswith(b"\n"):
                    raise ValueError("something that is no line")
                line = parse(text)
                if (lines == 1) != isinstance(line, Header):
                    raise ValueError("a header in the wrong place, or none")
                if isinstance(line, SavedRow):
                    rows[line.table] = rows.get(line.table, 0) + 1
                elif isinstance(line, Footer):
                    footer = True
                    if line.sha256 != running.hexdigest() or line.rows != rows:
                        raise ValueError("the hash of the whole file is another")
                running.update(text)
                yield line
    except OSError as error:
        if isinstance(error, gzip.BadGzipFile):
            raise BadBackup(f"{path} is damaged, or no backup: {error}") from error
        raise BadBackup(f"{path} cannot be read: {error.strerror}") from error
    except Inconsistent:
        raise
    except (EOFError, zlib.error, ValueError, msgspec.MsgspecError, binascii.Error, RecursionError) as error:
        raise BadBackup(f"{path} is damaged in line {lines:,}: {error}") from error
    if is_whole and not footer:
        raise BadBackup(f"{path} is not whole: its end is missing")


def parse(text: bytes) -> Line:
    """A line of a file."""
    if text.startswith(b"["):
        table, *values = decode_row(text)
        return SavedRow(str(table), [from_json(value) for value in values])
    line: Header | SavedLog | Footer = decode_tagged(text)
    return line


def read_header(path: Path, schemas: Sequence[str]) -> Header:
    """The header of a file, which this version can read: `schemas` are the steps it knows."""
    header = next(iter(read(path, is_whole=False)), None)
    if not isinstance(header, Header):
        raise BadBackup(f"{path} is no backup: it is empty")
    if header.format > FORMAT or header.schema not in schemas:
        raise BadBackup(f"{path} was written by Magnate {header.version}, which is newer; install that version here")
    return header
