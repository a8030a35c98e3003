"""Signing keys: a new one is added and signs a minute later; nothing is lost until the old one is retired."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from nodes import HandClock
from running import Running, good, hear, refused, running, say
from stores import at_store
from test_cli_serve import magnate

from magnate.server.operations.settings import Settings, SettingsError, gather
from magnate.server.people.keyring import (
    DELAY,
    FIRST,
    REFRESH,
    Key,
    Keyring,
    KeysRefused,
    retire,
    rotate,
    signing_key,
    stored_keys,
)
from magnate.server.people.signing import BadToken, Signer
from magnate.server.store.columns import StoreError
from magnate.server.store.store import Store

OLD, NEW = "ab" * 32, "cd" * 32


# A signer of several keys.


def test_a_signer_reads_what_any_of_its_keys_has_signed_and_signs_with_the_first() -> None:
    before, after = Signer(bytes.fromhex(OLD)), Signer(bytes.fromhex(NEW))
    both = Signer(bytes.fromhex(NEW), bytes.fromhex(OLD))
    assert both.read("seat", before.sign("seat", "t1"), 0) == ("t1",)
    assert after.read("seat", both.sign("seat", "t1"), 0) == ("t1",)
    with pytest.raises(BadToken):
        before.read("seat", both.sign("seat", "t1"), 0)


def test_what_is_derived_does_not_change_with_the_keys() -> None:
    signer = Signer(bytes.fromhex(OLD))
    derived = signer.derive("create", "ana", "1")
    assert signer.use(bytes.fromhex(NEW), bytes.fromhex(OLD))
    assert signer.derive("create", "ana", "1") == derived
    assert not signer.use(bytes.fromhex(NEW), bytes.fromhex(OLD))


def test_a_key_signs_from_its_moment_on() -> None:
    keys = [Key(1, b"1"), Key(2, b"2", signs=1000), Key(3, b"3", signs=2000)]
    assert [signing_key(keys, now).number for now in (0, 999, 1000, 1999, 2000)] == [1, 1, 2, 2, 3]
    assert signing_key(keys[1:], 0).number == 2, "rather a new key too early than none"


# Keys in the database.


def test_the_first_key_is_the_one_that_earlier_versions_kept(store_url: str) -> None:
    async def keys(store: Store) -> tuple[bytes, list[Key]]:
        return await store.signing_key(), await stored_keys(store)

    key, found = at_store(store_url, keys)
    assert [(one.number, one.value) for one in found] == [(1, key)]


def test_rotating_and_retiring_change_the_keys_of_the_database(store_url: str) -> None:
    async def work(store: Store) -> None:
        first = await store.signing_key()
        second = await rotate(store, 1_000)
        assert (second.number, second.signs) == (2, 1_000 + DELAY)
        keys = await stored_keys(store)
        assert [key.value for key in keys] == [first, second.value]
        assert signing_key(keys, second.signs - 1).number == 1
        with pytest.raises(KeysRefused, match="key 2 is new and does not sign yet"):
            await rotate(store, second.signs - 1)
        with pytest.raises(KeysRefused, match="key 1 signs; rotate first"):
            await retire(store, 1, second.signs - 1)
        with pytest.raises(KeysRefused, match="there is no key 7; expected one of 1, 2"):
            await retire(store, 7, second.signs)
        await retire(store, 1, second.signs)
        assert [key.number for key in await stored_keys(store)] == [2]
        assert (await rotate(store, second.signs)).number == 3

    at_store(store_url, work)


def test_two_nodes_accept_a_new_key_before_either_signs_with_it(store_url: str) -> None:
    async def work(store: Store) -> None:
        nodes = [await Keyring.open(Settings(), store, 0) for _ in range(2)]
        new = await rotate(store, 0)
        for moment in range(0, new.signs + 1, int(REFRESH * 1000)):
            for one, other in (nodes, nodes[::-1]):
                await one.refresh(moment)  # the other looks later
                assert other.signer.read("seat", one.signer.sign("seat", "t1"), 0) == ("t1",)
        assert {node.signing for node in nodes} == {new.fingerprint}

    at_store(store_url, work)


# Keys in the settings.


def test_old_secrets_are_accepted_and_the_secret_signs(sqlite_url: str) -> None:
    async def work(store: Store) -> None:
        token = (await Keyring.open(Settings(secret=OLD), store, 0)).signer.sign("seat", "t1")
        both = await Keyring.open(Settings(secret=NEW, old_secrets=[OLD]), store, 0)
        assert both.signer.read("seat", token, 0) == ("t1",)
        assert both.signer.signs_with(bytes.fromhex(NEW))
        assert not await both.refresh(10**15), "the settings do not change while a server runs"
        only = await Keyring.open(Settings(secret=NEW), store, 0)
        with pytest.raises(BadToken):
            only.signer.read("seat", token, 0)
        with pytest.raises(StoreError, match="old_secrets is set, but secret is not"):
            await Keyring.open(Settings(old_secrets=[OLD]), store, 0)
        assert not await store.secrets(FIRST), "the operator's keys are not written into the database"

    at_store(sqlite_url, work)


def test_old_secrets_are_read_as_a_list_and_never_shown() -> None:
    assert gather({}, {"MAGNATE_SECRET": NEW, "MAGNATE_OLD_SECRETS": f"{OLD}, {'ef' * 32}"}).keys == [
        bytes.fromhex(one) for one in (NEW, OLD, "ef" * 32)
    ]
    with pytest.raises(SettingsError) as caught:
        gather({}, {"MAGNATE_OLD_SECRETS": f"{OLD},hunter2"})
    assert "hunter2" not in str(caught.value)
    assert "64 or more hexadecimal digits" in str(caught.value)


# What a seat notices.


async def say_something(here: Running, guest: httpx.AsyncClient, table: str, token: str, id: str) -> dict[str, Any]:
    """Take a seat by its token and say something there; the frame that answers."""
    async with here.socket(table, guest) as socket:
        await say(socket, type="Hello", tokens=[token])
        welcome = await hear(socket, "Welcome")
        if not welcome["seats"]:
            return welcome
        await say(socket, type="Do", id=id, command={"type": "Say", "text": id})
        return await hear(socket, "Done", "Refused")


async def until_signed_anew(here: Running, clock: HandClock) -> None:
    """Let the minute pass after which a new key signs, and wait until the node has noticed."""
    changes = here.node.signer.changes
    clock.at += DELAY
    while here.node.signer.changes == changes:
        while (timer := clock.next(clock.at)) is not None:
            timer.call()
        await asyncio.sleep(0.001)


def test_a_seat_survives_a_rotation_and_a_restart_until_its_key_is_retired(tmp_path: Path) -> None:
    async def test() -> None:
        clock = HandClock()
        async with running(tmp_path, clock) as here:
            made = await here.quick(seats=2)
            table, token = made["table"], made["token"]
            cookies = dict(here.ana.cookies)
            assert (await say_something(here, here.ana, table, token, "before"))["type"] == "Done"
            new = await rotate(here.node.store, clock.now())
            await until_signed_anew(here, clock)
            assert here.node.signer.signs_with(new.value)
            stranger = here.guest()  # without the cookie: the token alone must do
            assert (await say_something(here, stranger, table, token, "after"))["type"] == "Done"
            assert good(await here.ana.get("/api/me"))["id"] == good(await here.ana.get("/api/me"))["id"]

        async with running(tmp_path, HandClock(clock)) as here:  # restarted
            stranger = here.guest()
            assert (await say_something(here, stranger, table, token, "restarted"))["type"] == "Done"
            here.ana.cookies.update(cookies)  # as it was before the rotation
            again = good(
                await here.ana.post(
                    f"/api/tables/{table}/commands", json={"id": "again", "command": {"type": "Sit", "seat": 0}}
                )
            )
            assert again["token"] != token, "whoever is known is given a token of the new key"
            await retire(here.node.store, 1, clock.now())

        async with running(tmp_path, HandClock(clock)) as here:
            refusal = await say_something(here, here.guest(), table, token, "retired")
            assert refusal["seats"] == []
            assert refusal["refused_tokens"] == [token]
            assert (await say_something(here, here.guest(), table, again["token"], "new"))["type"] == "Done"
            here.ana.cookies.update(cookies)
            refused(await here.ana.get("/api/me/games"), 401, "bad_token")

    asyncio.run(test())


def test_a_running_server_refuses_a_retired_key_although_it_has_read_the_token_before(tmp_path: Path) -> None:
    async def test() -> None:
        clock = HandClock()
        async with running(tmp_path, clock) as here:
            made = await here.quick(seats=2)
            table, token = made["table"], made["token"]
            await rotate(here.node.store, clock.now())
            await until_signed_anew(here, clock)
            assert (await say_something(here, here.guest(), table, token, "known"))["type"] == "Done"
            await retire(here.node.store, 1, clock.now())
            await until_signed_anew(here, clock)
            assert (await say_something(here, here.guest(), table, token, "retired"))["seats"] == []

    asyncio.run(test())


def test_the_same_request_finds_its_table_after_a_rotation(tmp_path: Path) -> None:
    async def test() -> None:
        clock = HandClock()
        async with running(tmp_path, clock) as here:
            good(await here.ana.get("/api/me"))
            asked = {"edition": "clasico", "id": "one"}
            first = good(await here.ana.post("/api/tables", json=asked))["table"]
            await rotate(here.node.store, clock.now())
            await until_signed_anew(here, clock)
            assert good(await here.ana.post("/api/tables", json=asked))["table"] == first

    asyncio.run(test())


# The command.


def test_the_command_rotates_lists_and_retires_without_showing_a_key(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.db")
    key = at_store(f"sqlite+aiosqlite:///{database}", Store.signing_key)
    at = {"MAGNATE_DATABASE": database}
    listed = magnate(tmp_path, "keys", "list", **at)
    assert re.fullmatch(r" +1  [0-9a-f]{8}  signs\n", listed.stdout), listed.stdout
    rotated = magnate(tmp_path, "keys", "rotate", **at)
    assert rotated.returncode == 0
    assert re.match(r"Key 2 \([0-9a-f]{8}\) signs from \d{4}-\d\d-\d\d \d\d:\d\d:\d\d on", rotated.stdout)
    lines = magnate(tmp_path, "keys", "list", **at).stdout.splitlines()
    assert [re.split(" {2,}", line.strip())[2].split(" ")[0] for line in lines] == ["signs", "signs"]
    assert "signs from" in lines[1]
    refusal = magnate(tmp_path, "keys", "retire", "1", **at)
    assert refusal.returncode != 0
    assert "key 1 signs; rotate first" in refusal.stderr
    shown = listed.stdout + rotated.stdout + "".join(lines)
    assert key.hex() not in shown


def test_the_commands_of_the_page_are_these(tmp_path: Path) -> None:
    at = {"MAGNATE_DATABASE": str(tmp_path / "tables.db")}
    at_store(f"sqlite+aiosqlite:///{at['MAGNATE_DATABASE']}", Store.signing_key)
    page = (Path(__file__).parent.parent.parent / "docs" / "host.md").read_text(encoding="utf-8")
    lines = re.findall(r"^magnate (keys .*?) +#", page, re.MULTILINE)
    assert [line.split()[1] for line in lines] == ["list", "rotate", "retire"]
    done = [magnate(tmp_path, *line.replace("NUMBER", "1").split(), **at) for line in lines]
    assert [one.returncode for one in done[:2]] == [0, 0]
    assert "key 1 signs" in done[2].stderr, "a minute has not passed"


def test_with_a_secret_in_the_settings_the_command_says_where_the_keys_are(tmp_path: Path) -> None:
    at = {"MAGNATE_SECRET": NEW, "MAGNATE_OLD_SECRETS": OLD, "MAGNATE_DATABASE": str(tmp_path / "none.db")}
    lines = magnate(tmp_path, "keys", "list", **at).stdout.splitlines()
    assert [line.split()[2] for line in lines] == ["signs", "accepted"]
    refusal = magnate(tmp_path, "keys", "rotate", **at)
    assert refusal.returncode != 0
    assert "old_secrets" in refusal.stderr
    assert OLD not in refusal.stderr + "".join(lines)
