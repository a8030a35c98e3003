"""The commands and their options."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import App, Parameter

from magnate.languages import LANGUAGES

from .errors import UsageError
from .lab import lab
from .serve import command_serve
from .server_app import Yes, add_server_commands

if TYPE_CHECKING:
    Language = str
else:
    Language = Literal[LANGUAGES]  # cyclopts lists them


def version() -> str:
    """The version of the package."""
    from magnate import __version__

    return f"magnate {__version__}"


app = App(
    name="magnate",
    help="Property-trading board games by five rulebooks, exactly as written. Without a command: play, in the browser.",
    version=version,
)
editions = App(name="editions", help="The editions there are, and your own.")
app.command(editions)
puzzles_app = App(name="puzzles", help="Puzzles from games that were played.")
app.command(puzzles_app)
app.command(lab)
app.command(command_serve(), name="serve")
add_server_commands(app)


@app.command
def play(
    *,
    terminal: Yes = False,
    edition: str | None = None,
    variant: str | None = None,
    skin: str | None = None,
    people: str | None = None,
    bots: int | None = None,
    level: str | None = None,
    seats: int | None = None,
    lang: Language | None = None,
    seed: int | None = None,
    option: Annotated[list[str] | None, Parameter(consume_multiple=True, negative="")] = None,
    save: Path | None = None,
    resume: str | None = None,
) -> int:
    """Play in the browser, on this machine; or at this keyboard, with people and house bots, if any option is given.

    Parameters
    ----------
    terminal
        Play in this terminal. Without other options, a few questions come first.
    edition
        Which game: see `magnate editions`. An edition's file (.toml) works too.
    variant
        Another way of playing from the same book.
    skin
        Another look of the same board.
    people
        Who plays at this keyboard: names with commas between them. "" lets bots play alone.
    bots
        How many bots join.
    level
        How well they play: novice, house, trader, master or oracle.
    seats
        How many players in all; bots take the seats without people.
    lang
        The language.
    seed
        The same dice for the same number.
    option
        A rule of this table: --option jail.fine=100 rent.collect=automatic
    save
        Where to save the game after every move, instead of the user's data folder.
    resume
        Continue a saved game: its file, or "last".
    """
    given = (edition, variant, skin, people, bots, level, seats, lang, seed, option, save, resume)
    if not terminal and all(one is None for one in given):
        from .serve import play_in_browser

        return play_in_browser()
    from .play import play_game

    return play_game(edition, variant, skin, people, bots, seats, lang, seed, option or [], save, resume, level)


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
    """Show one edition: board, groups, variants, skins.

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


@editions.command
def new(
    folder: Path,
    /,
    *,
    name: str | None = None,
    extends: str | None = None,
    seats: int | None = None,
    cash: int | None = None,
    salary: int | None = None,
    spaces: int | None = None,
    groups: int | None = None,
) -> int:
    """Write a small edition of your own, ready to be checked, played and simulated.

    In a terminal it asks for whatever is not given. Nothing is ever overwritten.

    Parameters
    ----------
    folder
        Where to write it; made if it is not there.
    name
        Its name; without it, that of the folder.
    extends
        An edition or .toml file whose board, cards and rules it takes over, instead of a new board.
    seats
        The most players: 2 to 8.
    cash
        Starting money.
    salary
        What the Bank pays at the start space.
    spaces
        Spaces of the new board: a multiple of 4 from 16 to 64.
    groups
        Groups of lots on the new board.
    """
    from .editions import NewEdition, new_edition

    return new_edition(folder, NewEdition(name, extends, seats, cash, salary, spaces, groups))


@app.command
def review(
    record: Path, /, *, edition: Path | None = None, lang: Language = "en", playouts: int = 600, json: bool = False
) -> int:
    """Review a finished game: what luck and decisions did to each player's chance, and what would have been better.

    Parameters
    ----------
    record
        The record of a game.
    edition
        The file of an edition that does not come with the game.
    lang
        The language of the sentences.
    playouts
        How often doubtful decisions are played out, where Numba is installed; 0 for not at all.
    json
        Everything as data.
    """
    from .review import review_file

    return review_file(record, edition, lang, playouts, json)


@puzzles_app.command(name="collect")
def collect_puzzles(
    records: list[Path],
    /,
    *,
    out: Path = Path("puzzles"),
    edition: Path | None = None,
    most: int = 12,
    playouts: int = 2000,
) -> int:
    """Collect puzzles from records: decisions with one clearly best option, checked by playing all options out.

    Parameters
    ----------
    records
        Records of games.
    out
        The folder for the files: EDITION.json.
    edition
        The file of an edition that does not come with the game.
    most
        How many puzzles of an edition are written.
    playouts
        How often each option is played out.
    """
    from .collect_puzzles import collect

    return collect(records, out, edition, most, playouts)


@app.command
def verify(record: Path, /, *, edition: Path | None = None, json: bool = False) -> int:
    """Prove or disprove a record: every die, every card, from the secret promised before the start.

    Exit code 0: proved. 1: disproved, or no whole record. 2: it replays, but its secret is not
    revealed yet; or it is older and meets a rule fixed since.

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
    write: Yes = False,
    check: Yes = False,
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
        The folder of the schema.
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


@app.command
def doctor(*, json: Yes = False) -> int:
    """Show what is installed, what is missing, which feature needs it, and how to install it.

    Exit code 0: the game works here. 1: it does not, and the lines marked wrong say why.

    Parameters
    ----------
    json
        Everything as JSON: put it into a report of a bug.
    """
    from .doctor import examine

    return examine(json)
