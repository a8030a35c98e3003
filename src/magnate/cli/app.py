"""The commands and their options."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, Parameter

from .errors import UsageError

Language = Literal["it", "ro", "es", "en"]


def version() -> str:
    """The version of the package."""
    from magnate import __version__

    return f"magnate {__version__}"


app = App(
    name="magnate",
    help="Property-trading board games by five rulebooks, exactly as written.",
    version=version,
)
editions = App(name="editions", help="The editions there are, and your own.")
app.command(editions)


@app.command
def play(
    *,
    edition: str | None = None,
    variant: str | None = None,
    skin: str | None = None,
    people: str | None = None,
    bots: int | None = None,
    seats: int | None = None,
    lang: Language | None = None,
    seed: int | None = None,
    option: Annotated[list[str] | None, Parameter(consume_multiple=True, negative="")] = None,
    save: Path | None = None,
    resume: str | None = None,
) -> int:
    """Play at this keyboard, with people and house bots. Without options, a few questions come first.

    Parameters
    ----------
    edition
        Which game: see `magnate editions`. An edition's file (.toml) works too.
    variant
        Another way of playing from the same book.
    skin
        Another look of the same board.
    people
        Who plays at this keyboard: names with commas between them. "" lets bots play alone.
    bots
        How many house bots join.
    seats
        How many players in all; bots take the seats without people.
    lang
        The language: it, ro, es or en.
    seed
        The same dice for the same number.
    option
        A rule of this table: --option jail.fine=100 rent.collect=automatic
    save
        Where to save the game after every move, instead of the user's data folder.
    resume
        Go on with a saved game: its file, or "last".
    """
    from .play import play_game

    return play_game(edition, variant, skin, people, bots, seats, lang, seed, option or [], save, resume)


@editions.default
def list_editions(*, json: bool = False) -> int:
    """List the editions.

    Parameters
    ----------
    json
        Everything about each edition: rules, board, decks, texts, variants with their differences.
    """
    from .editions import as_json, as_table

    if json:
        sys.stdout.write(as_json() + "\n")
    else:
        as_table()
    return 0


@editions.command
def show(name: str, /) -> int:
    """Show one edition: board, groups, variants, looks.

    Parameters
    ----------
    name
        Its id, or a file.
    """
    from .editions import show_edition

    show_edition(name)
    return 0


@editions.command
def check(file: Path, /) -> int:
    """Check an edition's file: every wrong key is named by its path.

    Parameters
    ----------
    file
        A .toml file.
    """
    from .editions import check_file

    return check_file(file)


@app.command
def verify(record: Path, /, *, edition: Path | None = None, json: bool = False) -> int:
    """Prove or disprove a record: every die, every card, from the secret promised before the start.

    Exit code 0: proved. 1: disproved, or no whole record. 2: it replays, but its secret is not revealed yet.

    Parameters
    ----------
    record
        The file of a game.
    edition
        The .toml file of its edition, if it does not come with the game.
    json
        The result as JSON.
    """
    from .verify import verify_file

    return verify_file(record, edition, json)


@app.command
def schema(
    *,
    write: Annotated[bool, Parameter(negative="")] = False,
    check: Annotated[bool, Parameter(negative="")] = False,
    folder: Path = Path("docs/schema"),
) -> int:
    """The JSON schema of actions, events and views.

    Parameters
    ----------
    write
        Write it into the folder.
    check
        Compare it with the folder; exit code 1 where it differs.
    folder
        Where the schema lies.
    """
    from magnate.schema import drift, schemas, write_schemas

    if write and check:
        raise UsageError("--write and --check: choose one of them")
    if write:
        for path in write_schemas(folder):
            print(f"wrote {path}")
        return 0
    if check:
        wrong = drift(folder)
        for path in wrong:
            print(f"{path} is not the schema of this version; run: magnate schema --write")
        return 1 if wrong else 0
    for text in schemas().values():
        sys.stdout.write(text)
    return 0


@app.command
def bench(*, json: bool = False) -> int:
    """Measure how fast this machine plays.

    Parameters
    ----------
    json
        The figures as JSON.
    """
    from .bench import measure_here

    return measure_here(json)
