"""The commands for the operator of a server: its database, keys, tables and people."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import App, Parameter

if TYPE_CHECKING:
    from magnate.server.operations.settings import Settings

Yes = Annotated[bool, Parameter(negative="")]
Json = Annotated[bool, Parameter(negative="", help="as JSON")]


@Parameter(name="*")
@dataclass(frozen=True)
class ServerDatabase:
    """Which server's database a command works on."""

    database: Annotated[
        str | None, Parameter(help="postgresql://… or a file; else as `magnate serve` would find it")
    ] = None
    config: Annotated[Path | None, Parameter(help="the file of `magnate serve --config`")] = None

    def settings(self) -> Settings:
        from .serve import settings_of

        return settings_of({"database": self.database}, self.config)


USUAL = ServerDatabase()

tables = App(name="tables", help="Look after the tables of a server, on its database.")
people = App(name="people", help="Look after the people of a server, on its database.")
bans = App(name="bans", help="People and addresses that may not use a server, on its database.")
reports = App(name="reports", help="What people reported to the operator of a server, on its database.")
keys = App(name="keys", help="The keys of a server that sign cookies and the tokens of seats.")


def add_server_commands(app: App) -> None:
    """Add them all."""
    for group in (tables, people, bans, reports, keys):
        app.command(group)
    for command in (migrate, backup, restore):
        app.command(command)
    app.command(push_keys, name="push-keys")


def migrate(*, of: ServerDatabase = USUAL) -> int:
    """Bring the database of a server up to date. Needed for PostgreSQL; SQLite is migrated automatically."""
    from .serve import migrate_database

    return migrate_database(of.settings())


def backup(file: Path, /, *, force: Yes = False, of: ServerDatabase = USUAL) -> int:
    """Back up the database of a server into a file, also while it runs. The file is read again and checked.

    Parameters
    ----------
    file
        The file to write. It holds the keys and the secrets of running games: keep it as private as the database.
    force
        Replace a file that exists.
    """
    from . import backup as commands

    return commands.back_up(of.settings(), file, force)


def restore(file: Path, /, *, force: Yes = False, check: Yes = False, of: ServerDatabase = USUAL) -> int:
    """Restore a backup into the database of a server that is stopped, SQLite or PostgreSQL: all of it or nothing.

    Parameters
    ----------
    file
        A file that `magnate backup` wrote, from either database.
    force
        Replace what is in the database.
    check
        Check the file only.
    """
    from . import backup as commands

    return commands.restore(of.settings(), file, force, check)


def push_keys() -> int:
    """Make a key for notices to people who are away, as settings of a server."""
    from .serve import make_push_keys

    return make_push_keys()


@keys.command(name="list")
def list_keys(*, of: ServerDatabase = USUAL) -> int:
    """List the keys: which one signs, and which are accepted. The keys themselves are not shown."""
    from . import keys as commands

    return commands.list_keys(of.settings())


@keys.command(name="rotate")
def rotate_keys(*, of: ServerDatabase = USUAL) -> int:
    """Add a key that signs from one minute later on. The old ones are accepted until you retire them."""
    from . import keys as commands

    return commands.rotate_keys(of.settings())


@keys.command(name="retire")
def retire_key(number: str, /, *, of: ServerDatabase = USUAL) -> int:
    """Retire a key: cookies and tokens that it signed are refused.

    Parameters
    ----------
    number
        Its number in `magnate keys list`.
    """
    from . import keys as commands

    return commands.retire_key(of.settings(), number)


@tables.command(name="list")
def list_tables(
    *,
    status: Literal["open", "playing", "over", "closed"] | None = None,
    limit: int = 50,
    json: Json = False,
    of: ServerDatabase = USUAL,
) -> int:
    """List the newest tables.

    Parameters
    ----------
    status
        Only those that are open, playing, over or closed.
    limit
        How many.
    """
    from . import serve

    return serve.list_tables(of.settings(), limit, status, json)


@tables.command(name="show")
def show_table(table: str, /, *, of: ServerDatabase = USUAL) -> int:
    """Show a table: its set-up, its seats, where it is.

    Parameters
    ----------
    table
        Its code.
    """
    from . import serve

    return serve.show_table(of.settings(), table)


@tables.command(name="export")
def export_table(table: str, /, *, out: Path | None = None, of: ServerDatabase = USUAL) -> int:
    """Export the record of a table's game. Its secret is in it once the game is over.

    Parameters
    ----------
    table
        Its code.
    out
        The file to write; without it the record goes to the screen.
    """
    from . import serve

    return serve.export_table(of.settings(), table, out)


@tables.command(name="close")
def close_table(table: str, /, *, of: ServerDatabase = USUAL) -> int:
    """Close a table permanently. Its log is kept.

    Parameters
    ----------
    table
        Its code.
    """
    from . import serve

    return serve.close_table(of.settings(), table)


@tables.command(name="delete")
def delete_table(table: str, /, *, yes: Yes = False, of: ServerDatabase = USUAL) -> int:
    """Delete a table with its log, its chat and its record. This cannot be undone.

    Parameters
    ----------
    table
        Its code.
    yes
        Do not ask.
    """
    from . import forget

    return forget.delete_table(of.settings(), table, yes)


@people.command(name="list")
def list_people(*, name: str | None = None, limit: int = 50, json: Json = False, of: ServerDatabase = USUAL) -> int:
    """List people who took a name, the last seen first.

    Parameters
    ----------
    name
        Only those whose name has this in it.
    limit
        How many.
    """
    from . import people as commands

    return commands.list_people(of.settings(), name, limit, json)


@people.command(name="show")
def show_person(person: str, /, *, of: ServerDatabase = USUAL) -> int:
    """Show a person: the name, the tables, the reports, whether they are banned.

    Parameters
    ----------
    person
        The id of the person.
    """
    from . import people as commands

    return commands.show_person(of.settings(), person)


@people.command(name="forget")
def forget_person(who: str, /, *, yes: Yes = False, of: ServerDatabase = USUAL) -> int:
    """Delete the data of a person: bots take over their seats, names and words are removed. Moves and dice stay.

    Parameters
    ----------
    who
        The person's id, or a name that only one person has.
    yes
        Do not ask.
    """
    from . import forget

    return forget.forget_person(of.settings(), who, yes)


@bans.command(name="list")
def list_bans(*, json: Json = False, of: ServerDatabase = USUAL) -> int:
    """List the bans, the newest first."""
    from . import people as commands

    return commands.list_bans(of.settings(), json)


@bans.command(name="add")
def add_ban(
    *,
    person: str | None = None,
    address: str | None = None,
    days: int | None = None,
    why: str = "",
    of: ServerDatabase = USUAL,
) -> int:
    """Ban a person or an address. The seats of a person in games that are on go to bots.

    Parameters
    ----------
    person
        The id of a person.
    address
        An address or a network: 203.0.113.7, 203.0.113.0/24; of IPv6 at least a /64 is banned.
    days
        For how many days. If left out, permanently.
    why
        A note for yourself.
    """
    from . import people as commands

    return commands.add_ban(of.settings(), person, address, why, days)


@bans.command(name="remove")
def remove_ban(*, person: str | None = None, address: str | None = None, of: ServerDatabase = USUAL) -> int:
    """Take a ban back.

    Parameters
    ----------
    person
        The id of a person.
    address
        An address or a network, as it was banned.
    """
    from . import people as commands

    return commands.remove_ban(of.settings(), person, address)


@reports.command(name="list")
def list_reports(*, all: Yes = False, limit: int = 50, json: Json = False, of: ServerDatabase = USUAL) -> int:
    """List the reports that are open, the newest first.

    Parameters
    ----------
    all
        Also those that are closed.
    limit
        How many.
    """
    from . import people as commands

    return commands.list_reports(of.settings(), all, limit, json)


@reports.command(name="show")
def show_report(report: str, /, *, of: ServerDatabase = USUAL) -> int:
    """Show a report with the words it is about.

    Parameters
    ----------
    report
        Its number in the list.
    """
    from . import people as commands

    return commands.show_report(of.settings(), report)


@reports.command(name="close")
def close_report(report: str, /, *, of: ServerDatabase = USUAL) -> int:
    """Close a report that you have dealt with. Its words are kept until `report_days` are over.

    Parameters
    ----------
    report
        Its number in the list.
    """
    from . import people as commands

    return commands.close_report(of.settings(), report)


@reports.command(name="delete")
def delete_report(report: str, /, *, of: ServerDatabase = USUAL) -> int:
    """Delete a report with its words.

    Parameters
    ----------
    report
        Its number in the list.
    """
    from . import people as commands

    return commands.delete_report(of.settings(), report)
