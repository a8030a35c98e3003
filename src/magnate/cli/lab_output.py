"""Options and output of the lab's commands: progress bar, tables, JSON, plots, reports."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from cyclopts import Parameter

from .errors import UsageError
from .play import read_options

if TYPE_CHECKING:
    from magnate.lab.result import Grid, Result
    from magnate.search.rollouts import Depth

On = Literal["threads", "ray", "gpu"]
Options = Annotated[
    list[str] | None,
    Parameter(name=["--set", "--option"], consume_multiple=True, negative="", help="a rule: --set jail.fine=100"),
]
By = Annotated[Path | None, Parameter(name="--edition")]
Yes = Annotated[bool, Parameter(negative="")]
Several = Annotated[list[str] | None, Parameter(consume_multiple=True, negative="")]
EditionAsked = Annotated[str, Parameter(help="Its id, or a file.")]
Players = Annotated[int | None, Parameter(help="How many seats; without it four.")]
Seed = Annotated[int, Parameter(help="The same games for the same number.")]
FixedSeats = Annotated[bool, Parameter(negative="", help="Everybody stays in their seat.")]
Found = TypeVar("Found", bound="Result")


@Parameter(name="*")
@dataclass(frozen=True)
class Tables:
    """How the figures of an answer are given."""

    json: Annotated[bool, Parameter(negative="", help="all figures as JSON")] = False
    csv: Annotated[Path | None, Parameter(help="a table, into a .csv file")] = None
    parquet: Annotated[Path | None, Parameter(help="a table, into a .parquet file")] = None
    table: Annotated[str | None, Parameter(help="which table; without it the first: see docs/lab.md")] = None

    def check(self, kind: type[Result]) -> None:
        """What cannot be written is refused before anything is played."""
        from magnate.lab.errors import check_file
        from magnate.lab.result import parquet_library

        if self.table is not None and self.csv is None and self.parquet is None:
            raise UsageError("--table chooses what goes into a file: name one with --csv or --parquet")
        kind.check_table(self.table)
        if self.csv is not None:
            check_file(self.csv, "a table as CSV", ".csv")
        if self.parquet is not None:
            check_file(self.parquet, "a table as Parquet", ".parquet")
            parquet_library()

    def write(self, found: Result) -> None:
        """Write the files that are wanted."""
        if self.csv is not None:
            found.to_csv(self.csv, self.table)
        if self.parquet is not None:
            found.to_parquet(self.parquet, self.table)

    def give(self, found: Result, markdown: str | None = None) -> int:
        """Write the answer to each output that was asked for."""
        with writing():
            self.write(found)
        if self.json:
            sys.stdout.write(found.to_json() + "\n")
        elif markdown is not None:
            sys.stdout.write(markdown)
        else:
            show(found.grids())
        return 0


@Parameter(name="*")
@dataclass(frozen=True)
class Output(Tables):
    """How an answer is given that can be drawn."""

    plot: Annotated[Path | None, Parameter(help="a plot, into a .svg or .png file")] = None
    report: Annotated[Path | None, Parameter(help="a page of tables and plot, into one .html file")] = None

    def check(self, kind: type[Result]) -> None:
        from magnate.lab import plots
        from magnate.lab.errors import check_file

        super().check(kind)
        if self.plot is not None:
            plots.check_file(self.plot)
            plots.library()
        if self.report is not None:
            check_file(self.report, "a report", ".html", ".htm")

    def write(self, found: Result) -> None:
        super().write(found)
        if self.plot is not None:
            found.plot(self.plot)
        if self.report is not None:
            found.report(self.report)


@Parameter(name="*")
@dataclass(frozen=True)
class Work:
    """Where the work is done."""

    on: Annotated[On, Parameter(help="threads of this machine, a Ray cluster, or a GPU: the same result")] = "threads"
    threads: Annotated[int | None, Parameter(help="how many; without it one a core")] = None

    def how(self, bar: Bar) -> dict[str, Any]:
        return {"on": self.on, "threads": self.threads, "on_games": bar.more, "tell": bar.tell}


@Parameter(name="*")
@dataclass(frozen=True)
class RulesAsked:
    """By which rules and on which board an edition is played."""

    variant: Annotated[str | None, Parameter(help="another way of playing from the same book")] = None
    option: Options = None
    skin: Annotated[str | None, Parameter(help="another look of the same board, which may have its own decks")] = None

    def how(self) -> dict[str, Any]:
        return {"variant": self.variant, "options": read_options(self.option or []), "skin": self.skin}


@Parameter(name="*")
@dataclass(frozen=True)
class SearchAsked:
    """How long oracles search."""

    trials: Annotated[int, Parameter(help="how often an oracle plays each choice out")] = 200
    rounds: Annotated[int, Parameter(help="how many rounds it plays on")] = 5

    def depth(self, bots: str | Sequence[str]) -> Depth:
        """Refused where no bot searches: it would be ignored."""
        from magnate import lab

        depth = lab.Depth(self.trials, self.rounds)
        seated = bots.split(",") if isinstance(bots, str) else bots
        if depth != lab.Depth() and "oracle" not in [one.strip() for one in seated]:
            raise UsageError("--trials and --rounds are for oracles, and no bot is one; leave them out or seat one")
        return depth


BOOK, SEARCH, HERE, PLAIN, FIGURES = RulesAsked(), SearchAsked(), Work(), Output(), Tables()


@contextmanager
def refusals() -> Iterator[None]:
    """What the lab refuses becomes one clear line."""
    from magnate.lab.errors import BadQuestion

    try:
        yield
    except BadQuestion as error:
        raise UsageError(str(error)) from None


@contextmanager
def writing() -> Iterator[None]:
    """A file that cannot be written becomes one clear line."""
    try:
        yield
    except OSError as error:
        raise UsageError(f"{error.filename}: {error.strerror or error}") from None


class Bar:
    """A progress bar on the error channel."""

    def __init__(self, progress: Any, task: Any) -> None:
        self.progress, self.task = progress, task

    def more(self, done: int = 1) -> None:
        self.progress.update(self.task, advance=done)

    def tell(self, message: str) -> None:
        self.progress.console.print(message)


@contextmanager
def bar(what: str, total: float | None) -> Iterator[Bar]:
    """Show how far the work has come."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True, highlight=False)
    # In a pipe a bar that is not shown would still leave an empty line.
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        yield Bar(progress, progress.add_task(what, total=total))


def asked(what: str, total: float | None, output: Tables, kind: type[Found], answer: Callable[[Bar], Found]) -> Found:
    """Check, answer under a bar."""
    with refusals(), bar(what, total) as shown:
        output.check(kind)
        return answer(shown)


def show(grids: list[Grid]) -> None:
    """Tables for people."""
    from rich.console import Console
    from rich.table import Table

    # Into a file or pipe goes the whole width, because nothing wraps it there.
    console = Console(highlight=False, markup=False, width=None if sys.stdout.isatty() else 160)
    for grid in grids:
        made = Table(title=grid.title, title_justify="left", title_style="bold", box=None, padding=(0, 2, 0, 0))
        for place, head in enumerate(grid.heads):
            made.add_column(head, justify="left" if place < grid.words else "right")
        for row in grid.rows:
            made.add_row(*row)
        console.print(made)
        if grid.note:
            console.print(grid.note, style="dim")
        console.print()
