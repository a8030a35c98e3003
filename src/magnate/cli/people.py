"""`magnate people`, `magnate bans` and `magnate reports`: what an operator does about people, on the database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table as Grid

from .errors import UsageError
from .serve import moment, run_or_report

if TYPE_CHECKING:
    from magnate.server.operations.settings import Settings

MOST_LISTED = 1_000_000


def list_people(settings: Settings, name: str | None, limit: int, json: bool) -> int:
    """People who took a name, the last seen first."""
    from magnate.server import admin

    check_limit(limit)
    found = run_or_report(admin.at_store(settings, lambda store: store.moderation.find_people(limit, name)))
    if json:
        return print_json([dict(zip(("id", "name", "kind", "created", "seen"), one, strict=True)) for one in found])
    rows = [(name, id, kind, moment(seen)) for id, name, kind, _, seen in found]
    return print_grid(("name", "person", "kind", "last seen"), rows)


def show_person(settings: Settings, person: str) -> int:
    """A person as JSON."""
    from magnate.server import admin
    from magnate.server.tables.operator_bans import show_person as shown

    found = run_or_report(admin.at_store(settings, lambda store: shown(store, person.strip())))
    if found.name is None and not found.tables and not found.banned:
        raise UsageError(f"there is no person {person!r}; `magnate people list` shows those who took a name")
    return print_json(found)


def list_bans(settings: Settings, json: bool) -> int:
    """Every ban."""
    from magnate.server import admin

    found = run_or_report(admin.at_store(settings, lambda store: store.moderation.bans()))
    if json:
        return print_json([ban._asdict() for ban in found])
    rows = [
        (ban.kind, ban.value, moment(ban.at), "for good" if ban.until is None else moment(ban.until), ban.why)
        for ban in found
    ]
    return print_grid(("kind", "value", "since", "until", "why"), rows)


def add_ban(settings: Settings, person: str | None, address: str | None, why: str, days: int | None) -> int:
    """Ban a person or an address."""
    from magnate.server import admin
    from magnate.server.operations.clock import now_ms
    from magnate.server.people.bans import BadAddress
    from magnate.server.tables.operator_bans import add_ban as add
    from magnate.server.tables.operator_bans import ban_of

    kind, value = one_of(person, address)
    if days is not None and not 1 <= days <= 3_650:
        raise UsageError(f"--days is {days}; expected 1 to 3,650, or nothing for good")
    try:
        ban = ban_of(kind, value, why[:200], days, now_ms())
    except BadAddress as error:
        raise UsageError(str(error)) from error
    added = run_or_report(admin.at_store(settings, lambda store: add(store, ban)))
    duration = " for good" if days is None else f" for {days} day{'s' * (days > 1)}"
    print(f"{ban.value} is banned{duration}. Running servers know within seconds.")
    if added.tables:
        print(f"Bots play on at {', '.join(added.tables)}.")
    return 0


def remove_ban(settings: Settings, person: str | None, address: str | None) -> int:
    """Take a ban back."""
    from magnate.server import admin
    from magnate.server.operations.clock import now_ms
    from magnate.server.people.bans import BadAddress
    from magnate.server.tables.operator_bans import ban_of

    kind, asked = one_of(person, address)
    try:
        value = ban_of(kind, asked, "", None, now_ms()).value
    except BadAddress as error:
        raise UsageError(str(error)) from error
    if not run_or_report(admin.at_store(settings, lambda store: store.moderation.unban(kind, value))):
        raise UsageError(f"{value} is not banned; `magnate bans list` shows who is")
    print(f"{value} is not banned any more. Running servers know within seconds.")
    return 0


def one_of(person: str | None, address: str | None) -> tuple[str, str]:
    """What is banned: a person or an address, not both."""
    if (person is None) == (address is None):
        raise UsageError("expected either --person with an id or --address with an address")
    return ("person", person) if person is not None else ("address", address or "")


def list_reports(settings: Settings, all: bool, limit: int, json: bool) -> int:
    """Reports, a line each."""
    from magnate.server import admin
    from magnate.server.http.admin_routes import report_listed

    check_limit(limit)
    found = run_or_report(
        admin.at_store(settings, lambda store: store.moderation.reports(limit, None if all else True))
    )
    if json:
        return print_json([report_listed(one) for one in found])
    rows = [
        (one.id, moment(one.at), "open" if one.is_open else "closed", one.table, one.reason, one.name, one.person)
        for one in found
    ]
    return print_grid(("report", "made", "status", "table", "reason", "name", "person"), rows)


def show_report(settings: Settings, id: str) -> int:
    """A report with its words, as JSON."""
    from magnate.server import admin
    from magnate.server.http.admin_routes import report_listed

    found = run_or_report(admin.at_store(settings, lambda store: store.moderation.report(id.strip())))
    if found is None:
        raise no_report(id)
    return print_json(report_listed(found))


def close_report(settings: Settings, id: str) -> int:
    """A report was seen to."""
    from magnate.server import admin

    if not run_or_report(admin.at_store(settings, lambda store: store.moderation.close_report(id.strip()))):
        raise no_report(id)
    print(f"Report {id} is closed.")
    return 0


def delete_report(settings: Settings, id: str) -> int:
    """Delete a report with its words."""
    from magnate.server import admin

    if not run_or_report(admin.at_store(settings, lambda store: store.moderation.delete_report(id.strip()))):
        raise no_report(id)
    print(f"Report {id} is deleted.")
    return 0


def no_report(id: str) -> UsageError:
    """What is said of a report that is not there."""
    return UsageError(f"there is no report {id!r}; `magnate reports list --all` shows those there are")


def check_limit(limit: int) -> None:
    """A list has a length."""
    if not 1 <= limit <= MOST_LISTED:
        raise UsageError(f"--limit is {limit}; expected 1 to {MOST_LISTED:,}")


def print_json(value: object) -> int:
    """Print something as JSON, for people and programs."""
    import msgspec

    print(msgspec.json.format(msgspec.json.encode(value), indent=1).decode())
    return 0


def print_grid(columns: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> int:
    """Print rows under the names of their columns."""
    made = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for column in columns:
        made.add_column(column, overflow="fold")
    for row in rows:
        made.add_row(*row)
    Console(highlight=False, markup=False).print(made)
    return 0
