"""Checking a backup: every log is folded into its table, as a server would do, and compared with what is said of it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from magnate.dice import commit
from magnate.protocol.entries import decode_entry
from magnate.record import move_line
from magnate.server.tables.table import Diverged, Table

from .backup_file import BadBackup, Footer, Header, Inconsistent, Line, SavedLog, SavedRow, encode, read

NEEDED = {"tables": {"id", "secret", "number", "status"}, "entries": {"table_id", "number", "at", "body"}}


class LogFold:
    """A log that is read row by row: its hash, and the table it adds up to as far as it can be replayed."""

    def __init__(self, id: str, head: Mapping[str, object]) -> None:
        self.id = id
        self.head = head
        self.table = Table(id, str(head["secret"]))
        self.count = 0
        self.problem = ""
        self.hash = hashlib.sha256()

    def take(self, row: SavedRow, columns: list[str]) -> None:
        """Take in the next entry."""
        self.count += 1
        self.hash.update(encode([one.hex() if isinstance(one, bytes) else one for one in row.values]) + b"\n")
        if self.problem:
            return
        values = dict(zip(columns, row.values, strict=True))
        number, at, body = values["number"], values["at"], values["body"]
        if not (isinstance(number, int) and isinstance(at, int) and isinstance(body, bytes)):
            raise Inconsistent(f"an entry of table {self.id} is no entry")
        try:
            self.table.apply(number, at, decode_entry(body))
        except (Diverged, msgspec.MsgspecError, ValueError) as error:
            self.problem = f"entry {number}: {error}"

    def end(self) -> SavedLog:
        """What is known of the whole log."""
        head, table = self.head, self.table
        if not self.problem:
            if (table.number, table.status) != (head["number"], head["status"]):
                listed = f"{head['number']}, {head['status']}"
                self.problem = f"it ends with entry {table.number}, {table.status}; the list has {listed}"
            elif not is_promised(str(head["secret"]), table.commitment):
                self.problem = "its secret is not the one that was promised"
        moves = table.game.moves if table.game is not None and not self.problem else []
        lines = "".join(f"{move_line(number, move)}\n" for number, move in enumerate(moves))
        record = hashlib.sha256(lines.encode()).hexdigest() if moves else ""
        digest = self.hash.hexdigest()
        return SavedLog(table=self.id, entries=self.count, sha256=digest, record=record, problem=self.problem)


def is_promised(secret: str, commitment: str) -> bool:
    """Whether a secret is the one that was promised when its table was made."""
    try:
        return commit(secret) == commitment
    except ValueError:
        return False


class Folded(msgspec.Struct, frozen=True):
    """What a log in the rows of a file adds up to."""

    log: SavedLog


def fold_logs(lines: Iterable[Line]) -> Iterator[SavedLog | Footer | Folded]:
    """What a file says after its rows, and what each log in its rows adds up to."""
    columns: dict[str, list[str]] = {}
    heads: dict[str, dict[str, object]] = {}
    fold: LogFold | None = None
    for line in lines:
        if isinstance(line, Header):
            columns = line.columns
            check_columns(columns)
        if fold is not None and not (
            isinstance(line, SavedRow) and line.table == "entries" and line.values[0] == fold.id
        ):
            yield Folded(fold.end())
            fold = None
        if isinstance(line, SavedRow):
            check_row(line, columns)
            if line.table == "tables":
                head = dict(zip(columns["tables"], line.values, strict=True))
                heads[str(head["id"])] = {name: head[name] for name in ("secret", "number", "status")}
            elif line.table == "entries":
                if fold is None:
                    id = str(line.values[0])
                    if id not in heads:
                        raise Inconsistent(f"table {id} has entries in two places, or is not listed")
                    fold = LogFold(id, heads.pop(id))
                fold.take(line, columns["entries"])
        elif not isinstance(line, Header):
            yield line
    if fold is not None:
        yield Folded(fold.end())
    for id, listed in heads.items():  # without any entry
        yield Folded(LogFold(id, listed).end())


def check_columns(columns: dict[str, list[str]]) -> None:
    """The header has the columns that logs are read by."""
    for table, needed in NEEDED.items():
        if not needed <= set(columns.get(table, ())):
            raise Inconsistent(f"the header has no {table} with {', '.join(sorted(needed))}")


def check_row(row: SavedRow, columns: dict[str, list[str]]) -> None:
    """A row has the values that the header says."""
    if len(row.values) != len(columns.get(row.table, ())):
        raise Inconsistent(f"a row of {row.table[:40]} has {len(row.values)} values; the header says otherwise")


class Findings(msgspec.Struct):
    """What a check found: the rows of each table, and the tables that this version cannot replay, with the reason."""

    rows: dict[str, int] = {}
    unplayable: dict[str, str] = {}


def check(path: Path) -> Findings:
    """Check a whole file. A damaged one raises BadBackup; a log that is whole and cannot be replayed is a finding."""
    for _ in read(path):  # the hash of the whole file first: nothing in a damaged one means anything
        pass
    try:
        return check_lines(read(path))
    except Inconsistent as error:
        raise BadBackup(f"{path} is damaged: {error}") from error


def check_lines(lines: Iterable[Line]) -> Findings:
    """Check the lines of a whole file."""
    found = Findings(rows={}, unplayable={})
    folded: dict[str, SavedLog] = {}
    told: dict[str, SavedLog] = {}
    for line in fold_logs(lines):
        match line:
            case Footer(rows=rows):
                found.rows = rows
            case Folded(log=log):
                folded[log.table] = log
            case SavedLog():
                told[line.table] = line
    if told.keys() != folded.keys():
        raise Inconsistent("it has logs of other tables than it says")
    for id, log in folded.items():
        said = told[id]
        if (log.entries, log.sha256) != (said.entries, said.sha256):
            raise Inconsistent(f"the log of table {id} is not the one that was stored")
        if log.problem:
            found.unplayable[id] = log.problem
        elif log.record != said.record and not said.problem:
            found.unplayable[id] = "its game is played differently by this version"
    return found
