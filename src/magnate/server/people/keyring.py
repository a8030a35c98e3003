"""The keys that sign tokens: cookies, tokens of bots, tokens of seats. One signs, all are accepted.

A rotation adds a key to the database. Every node reads the keys every few seconds and accepts the new one at once; it
signs with it only after `DELAY`, when every node accepts it. The old key is accepted until it is retired. Where the
operator has set `secret`, the keys are those of the settings, and the same on every node.
"""

from __future__ import annotations

import hashlib
import os

import msgspec
from msgspec import Struct

from magnate.server.operations.settings import Settings
from magnate.server.store.columns import StoreError
from magnate.server.store.store import Store

from .signing import Signer

FIRST = "signing"  # the name of the first key among the secrets; those that follow are `signing:2`, `signing:3`
IDS = "ids"  # the key from which ids of tables follow; it is never replaced
REFRESH = 10.0  # seconds between two looks at the keys
DELAY = 60_000  # milliseconds until a new key signs
KEY_BYTES = 32


class KeysRefused(Exception):
    """Something about keys that cannot be done, in words."""


class StoredKey(Struct, frozen=True):
    """A key as the database keeps it. Times are milliseconds since 1970; the first key is older than all."""

    key: bytes
    made: int
    signs: int  # from this moment on


class Key(Struct, frozen=True):
    """A key: its number, the key itself, when it was made, and from when on it signs."""

    number: int
    value: bytes
    made: int = 0
    signs: int = 0

    @property
    def fingerprint(self) -> str:
        """Eight digits that distinguish keys and reveal nothing of them."""
        return hashlib.sha256(b"fingerprint" + self.value).hexdigest()[:8]


def signing_key(keys: list[Key], now: int) -> Key:
    """The key that signs now: the youngest whose time has come."""
    return max(keys, key=lambda key: (key.signs <= now, key.signs if key.signs <= now else -key.signs, key.number))


class Keyring:
    """The keys of a node, and the signer that uses them."""

    def __init__(self, settings: Settings, store: Store, signer: Signer, keys: list[Key]) -> None:
        self.settings = settings
        self.store = store
        self.signer = signer
        self.keys = keys

    @classmethod
    async def open(cls, settings: Settings, store: Store, now: int) -> Keyring:
        """Read the keys; the first node makes the first one."""
        keys = keys_of(settings) or await stored_keys(store)
        signer = Signer(*in_order(keys, now), ids=await store.secret(IDS))
        return cls(settings, store, signer, keys)

    @property
    def signing(self) -> str:
        """The fingerprint of the key that signs."""
        return next(key.fingerprint for key in self.keys if self.signer.signs_with(key.value))

    async def refresh(self, now: int) -> bool:
        """Use the keys as they are now; whether anything has changed."""
        if not self.settings.keys:
            self.keys = await stored_keys(self.store)
        return self.signer.use(*in_order(self.keys, now))


def in_order(keys: list[Key], now: int) -> list[bytes]:
    """The keys, the one that signs first."""
    first = signing_key(keys, now)
    return [first.value, *(key.value for key in keys if key is not first)]


def keys_of(settings: Settings) -> list[Key]:
    """The keys of the settings: the first signs."""
    if settings.old_secrets and not settings.secret:
        raise StoreError("old_secrets is set, but secret is not; set both, or neither")
    return [Key(number, value, signs=-number) for number, value in enumerate(settings.keys, 1)]


async def stored_keys(store: Store) -> list[Key]:
    """The keys of the database, by number; the first one is made if there is none."""
    found = {name: value for name, value in (await store.secrets(FIRST)).items() if number_of(name)}
    if not found:
        found = {FIRST: await store.signing_key()}
    return sorted((read_key(name, value) for name, value in found.items()), key=lambda key: key.number)


def number_of(name: str) -> int:
    """The number of a key by its name among the secrets; 0 if it is another secret."""
    first, _, number = name.partition(":")
    if first != FIRST:
        return 0
    return int(number) if number.isdecimal() else 0 if number else 1


def read_key(name: str, value: bytes) -> Key:
    """A key as it is kept: the first one is bare, as earlier versions kept it."""
    if name == FIRST:
        return Key(1, value)
    stored = msgspec.json.decode(value, type=StoredKey)
    return Key(number_of(name), stored.key, stored.made, stored.signs)


async def rotate(store: Store, now: int) -> Key:
    """Add a key that will sign."""
    keys = await stored_keys(store)
    if (waiting := [key for key in keys if key.signs > now]) != []:
        raise KeysRefused(f"key {waiting[-1].number} is new and does not sign yet; rotate again after that")
    new = Key(keys[-1].number + 1, os.urandom(KEY_BYTES), now, now + DELAY)
    stored = msgspec.json.encode(StoredKey(new.value, new.made, new.signs))
    if not await store.keep_secret(f"{FIRST}:{new.number}", stored):
        raise KeysRefused("somebody else has rotated the keys at the same time; `magnate keys list` shows them")
    return new


async def retire(store: Store, number: int, now: int) -> None:
    """Accept a key no longer."""
    keys = await stored_keys(store)
    if number not in [key.number for key in keys]:
        raise KeysRefused(f"there is no key {number}; expected one of {', '.join(str(key.number) for key in keys)}")
    if signing_key(keys, now).number == number:
        raise KeysRefused(f"key {number} signs; rotate first, and retire it when the new key signs")
    await store.drop_secret(FIRST if number == 1 else f"{FIRST}:{number}")
