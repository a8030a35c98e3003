"""The base of all results: fields by name, tables, data frames, plots, an HTML report."""

from __future__ import annotations

import csv
import dataclasses
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from magnate.lab.errors import BadQuestion, check_file, optional
from magnate.lab.intervals import IntervalDifference, Mean, Share

Row = dict[str, Any]


@dataclass(frozen=True)
class Grid:
    """A table to read: its title, the heads of its columns, its rows. The first `words` columns are words."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    words: int = 1
    note: str = ""


@dataclass(frozen=True)
class Result:
    """An answer. Its fields are its figures; those that begin with `_` stay out of exports."""

    TABLES: ClassVar[tuple[str, ...]] = ()  # the names of its frames

    def to_dict(self) -> dict[str, Any]:
        """All figures as plain dictionaries, lists, numbers and texts."""
        return {
            one.name: plain(getattr(self, one.name)) for one in dataclasses.fields(self) if not one.name.startswith("_")
        }

    def to_json(self) -> str:
        """The figures as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=1)

    def frames(self) -> dict[str, list[Row]]:
        """The figures as tables by name: a list of rows each. The first is the one people mean."""
        raise NotImplementedError

    def grids(self) -> list[Grid]:
        """The figures as tables to read."""
        raise NotImplementedError

    def draw(self, figure: Any) -> None:
        """Draw into a Matplotlib figure."""
        raise BadQuestion("there is nothing to draw in this answer")

    def to_pandas(self, name: str | None = None) -> Any:
        """One of the tables as a data frame; `TABLES` has their names."""
        return optional("pandas", "lab", "data frames need").DataFrame(self.rows(name))

    @classmethod
    def check_table(cls, name: str | None) -> str:
        """The name of a table: the one asked for, or the first."""
        if name is not None and name not in cls.TABLES:
            raise BadQuestion(f"no table {name!r}; there are {', '.join(cls.TABLES)}")
        return name if name is not None else cls.TABLES[0]

    def rows(self, name: str | None = None) -> list[Row]:
        """One of the tables as a list of rows."""
        return self.frames()[self.check_table(name)]

    def to_csv(self, file: str | Path, name: str | None = None) -> None:
        """Write one of the tables as CSV. Lists are written with blanks between their parts."""
        rows = self.rows(name)
        with check_file(Path(file), "a table as CSV", ".csv").open("w", encoding="utf-8", newline="") as out:
            writer = csv.writer(out, lineterminator="\n")
            writer.writerow(rows[0] if rows else [])
            writer.writerows([cell(value) for value in row.values()] for row in rows)

    def to_parquet(self, file: str | Path, name: str | None = None) -> None:
        """Write one of the tables as Parquet."""
        table = parquet_library().Table.from_pylist(self.rows(name))
        there = check_file(Path(file), "a table as Parquet", ".parquet")
        optional("pyarrow.parquet", "lab", "Parquet needs").write_table(table, there)

    def plot(self, file: str | Path | None = None) -> Any:
        """The plot as a Matplotlib figure, written to a .svg or .png file if one is named."""
        from magnate.lab import plots

        figure = plots.drawn(self)
        if file is not None:
            plots.write(figure, Path(file))
        return figure

    def report(self, file: str | Path) -> None:
        """Write a page that needs nothing else."""
        from magnate.lab import report

        check_file(Path(file), "a report", ".html", ".htm").write_text(report.page(self), encoding="utf-8")

    def _repr_html_(self) -> str:
        from magnate.lab import report

        return report.body(self)


def parquet_library() -> Any:
    """PyArrow."""
    return optional("pyarrow", "lab", "Parquet needs")


def cell(value: Any) -> Any:
    """A value as CSV has it: nothing for what is not known."""
    if isinstance(value, list | tuple):
        return " ".join(map(str, value))
    return "" if isinstance(value, float) and not math.isfinite(value) else value


def plain(value: Any) -> Any:
    """A value as JSON knows it."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            one.name: plain(getattr(value, one.name))
            for one in dataclasses.fields(value)
            if not one.name.startswith("_")
        }
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None  # JSON knows no infinity
    return value


def flat(value: Any) -> Row:
    """A dataclass as one row: the parts of its parts get names like share_low."""
    row: Row = {}
    for one in dataclasses.fields(value):
        inner = getattr(value, one.name)
        if dataclasses.is_dataclass(inner):
            row |= {f"{one.name}_{name}": part for name, part in flat(inner).items()}
        else:
            row[one.name] = inner
    return row


# How figures are written for people.


def percent(part: float, digits: int = 1) -> str:
    return f"{100 * part:.{digits}f} %"


def percent_between(one: Share, digits: int = 1) -> str:
    """A share with its interval: 25.1 % (23.2 – 27.0)."""
    return f"{percent(one.value, digits)} ({100 * one.low:.{digits}f} – {100 * one.high:.{digits}f})"


def number(value: float) -> str:
    """A figure with as many digits as say something."""
    if not math.isfinite(value):
        return "–"
    if abs(value) >= 1000 or (value == int(value) and abs(value) >= 10):
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def number_between(one: Mean) -> str:
    return f"{number(one.value)} ± {number((one.high - one.low) / 2)}"


def change(one: IntervalDifference, is_share: bool) -> str:
    """A difference with its interval."""
    if is_share:
        return f"{100 * one.value:+.1f} points ({100 * one.low:+.1f} – {100 * one.high:+.1f})"
    return f"{'+' if one.value >= 0 else ''}{number(one.value)} ({number(one.low)} – {number(one.high)})"
