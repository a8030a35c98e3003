"""The commands about people: `magnate people`, `magnate bans`, `magnate reports`, and their options."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

Database = Annotated[str | None, Parameter(help="postgresql://… or a file; else as `magnate serve` would find it")]
Config = Annotated[Path | None, Parameter(help="the file of `magnate serve --config`")]
Json = Annotated[bool, Parameter(negative="", help="as JSON")]

bans = App(name="bans", help="People and addresses that may not use a server, on its database.")
reports = App(name="reports", help="What people reported to the operator of a server, on its database.")


def add_people_commands(people: App) -> None:
    """Add what there is to look at people."""
    people.command(list_people, name="list")
    people.command(show_person, name="show")


def list_people(
    *, name: str | None = None, limit: int = 50, json: Json = False, database: Database = None, config: Config = None
) -> int:
    """List people who took a name, the last seen first.

    Parameters
    ----------
    name
        Only those whose name has this in it.
    limit
        How many.
    """
    from . import people
    from .serve import settings_of

    return people.list_people(settings_of({"database": database}, config), name, limit, json)


def show_person(person: str, /, *, database: Database = None, config: Config = None) -> int:
    """Show a person: the name, the tables, the reports, whether they are banned.

    Parameters
    ----------
    person
        The id of the person.
    """
    from . import people
    from .serve import settings_of

    return people.show_person(settings_of({"database": database}, config), person)


@bans.command(name="list")
def list_bans(*, json: Json = False, database: Database = None, config: Config = None) -> int:
    """List the bans, the newest first."""
    from . import people
    from .serve import settings_of

    return people.list_bans(settings_of({"database": database}, config), json)


@bans.command(name="add")
def add_ban(
    *,
    person: str | None = None,
    address: str | None = None,
    days: int | None = None,
    why: str = "",
    database: Database = None,
    config: Config = None,
) -> int:
    """Ban a person or an address. The seats of a person in games that are on go to bots.

    Parameters
    ----------
    person
        The id of a person.
    address
        An address or a network: 203.0.113.7, 203.0.113.0/24; of IPv6 at least a /64 is banned.
    days
        For so many days; without it for good.
    why
        A note for yourself.
    """
    from . import people
    from .serve import settings_of

    return people.add_ban(settings_of({"database": database}, config), person, address, why, days)


@bans.command(name="remove")
def remove_ban(
    *, person: str | None = None, address: str | None = None, database: Database = None, config: Config = None
) -> int:
    """Take a ban back.

    Parameters
    ----------
    person
        The id of a person.
    address
        An address or a network, as it was banned.
    """
    from . import people
    from .serve import settings_of

    return people.remove_ban(settings_of({"database": database}, config), person, address)


@reports.command(name="list")
def list_reports(
    *,
    all: Annotated[bool, Parameter(negative="")] = False,
    limit: int = 50,
    json: Json = False,
    database: Database = None,
    config: Config = None,
) -> int:
    """List the reports that are open, the newest first.

    Parameters
    ----------
    all
        Also those that are closed.
    limit
        How many.
    """
    from . import people
    from .serve import settings_of

    return people.list_reports(settings_of({"database": database}, config), all, limit, json)


@reports.command(name="show")
def show_report(report: str, /, *, database: Database = None, config: Config = None) -> int:
    """Show a report with the words it is about.

    Parameters
    ----------
    report
        Its number in the list.
    """
    from . import people
    from .serve import settings_of

    return people.show_report(settings_of({"database": database}, config), report)


@reports.command(name="close")
def close_report(report: str, /, *, database: Database = None, config: Config = None) -> int:
    """Close a report that you have seen to. Its words are kept until `report_days` are over.

    Parameters
    ----------
    report
        Its number in the list.
    """
    from . import people
    from .serve import settings_of

    return people.close_report(settings_of({"database": database}, config), report)


@reports.command(name="delete")
def delete_report(report: str, /, *, database: Database = None, config: Config = None) -> int:
    """Delete a report with its words.

    Parameters
    ----------
    report
        Its number in the list.
    """
    from . import people
    from .serve import settings_of

    return people.delete_report(settings_of({"database": database}, config), report)
