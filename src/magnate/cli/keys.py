"""`magnate keys`: the keys of a server that sign cookies and the tokens of seats."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

from .errors import UsageError
from .serve import run_or_report

if TYPE_CHECKING:
    from magnate.server.operations.settings import Settings
    from magnate.server.store.store import Store

T = TypeVar("T")


def list_keys(settings: Settings) -> int:
    """Print a line for each key."""
    from magnate.server.operations.clock import now_ms
    from magnate.server.people.keyring import Key, keys_of, signing_key, stored_keys

    now = now_ms()
    keys: list[Key] = keys_of(settings) or at_database(settings, stored_keys)
    signing = signing_key(keys, now)
    for key in keys:
        state = "signs" if key is signing else f"signs from {moment(key.signs)} on" if key.signs > now else "accepted"
        made = f"  made {moment(key.made)}" if key.made else ""
        print(f"{key.number:3}  {key.fingerprint}  {state}{made}")
    return 0


def rotate_keys(settings: Settings) -> int:
    """Add a key that will sign."""
    from magnate.server.operations.clock import now_ms
    from magnate.server.people.keyring import rotate

    check_stored(settings)
    new = at_database(settings, lambda store: rotate(store, now_ms()))
    print(f"Key {new.number} ({new.fingerprint}) signs from {moment(new.signs)} on. The others are still accepted;")
    print("`magnate keys retire` ends that. Until then, no cookie and no seat is lost.")
    return 0


def retire_key(settings: Settings, asked: str) -> int:
    """Accept a key no longer."""
    from magnate.server.operations.clock import now_ms
    from magnate.server.people.keyring import retire

    check_stored(settings)
    if not asked.isdecimal():
        raise UsageError(f"the key is {asked!r}; expected its number in `magnate keys list`")
    number = int(asked)
    at_database(settings, lambda store: retire(store, number, now_ms()))
    print(f"Key {number} is retired. Running servers refuse it within ten seconds.")
    return 0


def check_stored(settings: Settings) -> None:
    """The keys must be those of the database."""
    if settings.keys:
        raise UsageError(
            "`secret` is set, so the keys are those of the settings: put a new one into `secret` "
            "and the present one into `old_secrets`"
        )


def at_database(settings: Settings, work: Callable[[Store], Awaitable[T]]) -> T:
    """Do something with the database of a server, which may be running."""
    from magnate.server.admin import open_store
    from magnate.server.people.keyring import KeysRefused

    async def whole() -> T:
        async with open_store(settings) as store:
            return await work(store)

    return run_or_report(whole(), KeysRefused)


def moment(milliseconds: int) -> str:
    """A moment for people, to the second."""
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(milliseconds / 1000))
