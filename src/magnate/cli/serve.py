"""`magnate serve`, `magnate migrate` and `magnate tables`: running a server and looking after its tables."""

from __future__ import annotations

import asyncio
import inspect
import os
import sys
import time
import webbrowser
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Annotated, Any, TypeVar

from cyclopts import Parameter
from rich.console import Console
from rich.table import Table as Grid

from magnate.server.operations.settings import KEYS, Settings, SettingsError, description, gather

from .errors import UsageError

T = TypeVar("T")
USUAL = Settings()
MOST_LISTED = 1_000_000  # tables on one list

SERVE = """Run a table server.

    Every flag is also a name of the environment (MAGNATE_PORT) and of the file (port = 8000). A flag beats the
    environment, the environment the file.
    """


def command_serve() -> Callable[..., int]:
    """The command with a flag for every setting there is."""

    def serve(*, config: Path | None = None, **flags: Any) -> int:
        return run_server(config, flags)

    about = Annotated[Path | None, Parameter(help="a TOML file with settings; or MAGNATE_CONFIG")]
    flags = [inspect.Parameter("config", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=about)]
    for key in KEYS:
        default = getattr(USUAL, key)
        told = f" [{default}]" if default else ""
        hint: Any = Annotated[str | None, Parameter(help=description(key) + told)]
        if isinstance(default, bool):
            hint = Annotated[bool | None, Parameter(help=description(key), negative="")]
        flags.append(inspect.Parameter(key, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=hint))
    serve.__doc__ = SERVE
    serve.__annotations__ = {flag.name: flag.annotation for flag in flags} | {"return": int}
    serve.__signature__ = inspect.Signature(flags, return_annotation=int)  # type: ignore[attr-defined]
    return serve


def settings_of(flags: dict[str, Any], config: Path | None = None) -> Settings:
    """The settings, from everywhere they can be."""
    from magnate.terminal.save import data_folder

    try:
        found = gather(flags, os.environ, config, data_folder())
        _ = found.database_url
    except SettingsError as error:
        raise UsageError(str(error)) from error
    return found


def run_server(config: Path | None, flags: dict[str, Any]) -> int:
    """Run a server until it receives a signal to stop."""
    from magnate.server.serve import CannotServe, serve

    settings = settings_of(flags, config)

    def tell(address: str) -> None:
        try:
            print(f"Magnate is listening on {address}", flush=True)
            if settings.host in ("0.0.0.0", "::"):
                print("(Others open the same port at this machine's name or address in their network.)", flush=True)
        except OSError:  # a full disk, or a closed pipe: no reason not to serve
            sys.stdout = None

    run_or_report(serve(settings, tell), CannotServe)
    return 0


def play_in_browser() -> int:
    """Run a server for this machine alone, and open its page where there is a desktop."""
    from magnate.server.http.web_pages import has_client
    from magnate.server.serve import CannotServe, free_port, serve

    if not has_client():
        raise UsageError("the page for the browser is not built here: run `make play`, or magnate play --terminal")
    settings = settings_of({})
    try:
        free_port(settings)
    except CannotServe:
        settings = settings_of({"port": "0"})

    def tell(address: str) -> None:
        print(f"Magnate is ready: open {address}   (Ctrl-C ends it; games are kept)", flush=True)
        if sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
            webbrowser.open(address)

    run_or_report(serve(settings, tell), CannotServe)
    return 0


def run_or_report(work: Coroutine[Any, Any, T], expected: type[Exception] = UsageError) -> T:
    """Run something that may fail for reasons an operator can fix, and print those in a line."""
    from magnate.server.store.columns import StoreError

    try:
        return run(work)
    except (StoreError, expected) as error:
        raise UsageError(str(error)) from error


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run something in an event loop: the quick one, where there is one."""
    if sys.platform == "win32":
        return asyncio.run(work)
    import uvloop

    return uvloop.run(work)


def migrate_database(settings: Settings) -> int:
    """Bring the database up to date."""
    from magnate.server.store.columns import StoreError
    from magnate.server.store.store import migrate

    try:
        before, after = migrate(settings.database_url)
    except StoreError as error:
        raise UsageError(str(error)) from error
    print(f"The database is at {after} already." if before == after else f"The database is at {after} now.")
    return 0


def make_push_keys() -> int:
    """A new key, as lines of the settings file."""
    try:
        from magnate.server.push.encryption import fresh_key
    except ImportError as error:
        raise UsageError("this needs the package cryptography: pip install 'magnate[push]'") from error
    print("# Keep push_key secret, and keep it: browsers that subscribed with another one get no notices.")
    print(f'push_key = "{fresh_key()}"')
    print('push_contact = "mailto:you@example.org"')
    return 0


def list_tables(settings: Settings, limit: int, status: str | None, json: bool) -> int:
    """The newest tables, a line each."""
    from magnate.protocol.frames import encode
    from magnate.server import admin
    from magnate.server.http.table_routes import listed

    if not 1 <= limit <= MOST_LISTED:
        raise UsageError(f"--limit is {limit}; expected 1 to {MOST_LISTED:,}")
    found = listed(run_or_report(admin.list_tables(settings, limit, status)), limit).tables
    if json:
        print(encode(found).decode())
        return 0
    made = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for column in ("table", "status", "edition", "turns", "last move", "seats"):
        made.add_column(column, no_wrap=column != "seats", overflow="fold")
    for one in found:
        names = ", ".join(seat.name or "–" for seat in one.seats)
        made.add_row(one.id, one.status, one.edition, str(one.turns), moment(one.at), names)
    Console(highlight=False, markup=False).print(made)
    return 0


def show_table(settings: Settings, id: str) -> int:
    """A table as JSON."""
    import msgspec

    from magnate.server import admin

    state = run_or_report(admin.show_table(settings, id), admin.NotPossible)
    print(msgspec.json.format(msgspec.json.encode(state), indent=1).decode())
    return 0


def export_table(settings: Settings, id: str, out: Path | None) -> int:
    """The record of a table, into a file or onto the screen."""
    from magnate.server import admin

    text = run_or_report(admin.export_table(settings, id), admin.NotPossible)
    if out is None:
        sys.stdout.write(text)
        return 0
    try:
        out.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UsageError(f"{out}: {error.strerror or error}") from None
    return 0


def close_table(settings: Settings, id: str) -> int:
    """Close a table."""
    from magnate.server import admin

    run_or_report(admin.close_table(settings, id), admin.NotPossible)
    print(f"Table {id} is closed.")
    return 0


def moment(milliseconds: int) -> str:
    """A moment for people."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(milliseconds / 1000))
