"""Forgetting people: names, ids and words go from everything that is stored; moves and dice stay, and are provable."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from nodes import BY_HAND, HandClock, Watcher, act, asked, entries_of, node, pass_time, run, until

from magnate.actions import Concede
from magnate.game import Game
from magnate.protocol import commands as ask
from magnate.protocol import entries as log
from magnate.protocol.config import Config
from magnate.protocol.errors import Refusal
from magnate.protocol.frames import encode
from magnate.server.admin import NotPossible, delete_table, forget_person, read_table
from magnate.server.live.live_table import LiveTable
from magnate.server.live.registry import Registry
from magnate.server.operations.clock import now_ms
from magnate.server.operations.settings import Settings
from magnate.server.people.callers import Caller, fresh_person
from magnate.server.people.person import Person
from magnate.server.store.columns import LogRow, Report, Subscription, metadata
from magnate.server.store.store import Store
from magnate.server.tables.erasure import Eraser, erase_at, is_forgotten
from magnate.server.tables.replay import record_of
from magnate.server.tables.snapshot import freeze
from magnate.verify import verify

ANA, BEA = Person("Qx7anaAnaAnaAnaAna0001", "Anastasia"), Person("Zk2beaBeaBeaBeaBea0002", "Beatrice")
CAT, DORA = Person("Lw5catCatCatCatCat0003", "Caterina"), Person("Tm8dorDorDorDorDor0004", "Dorotea")
WORDS = "meet me behind the lighthouse"
DAY = 24 * 3_600_000
STILL = Settings(bot_pause_ms=0, beat_ms=100, keep_names_days=0)


async def table_of(
    registry: Registry, *people: Person, bots: int = 0, start: bool = True
) -> tuple[LiveTable, list[str]]:
    """A table of these people, at which each has said something; the first of them is host."""
    config = Config(edition="clasico", seats=len(people) + bots, public=True, chat="everyone")
    live = await registry.live_table(await registry.create(people[0], config, "made by her"))
    tokens = []
    for seat, person in enumerate(people):
        done = await live.do(person, [], f"sit {seat}", ask.Sit(seat, entropy=f"dice word {seat}"))
        tokens.append(str(done.token))
    for seat in range(len(people), len(people) + bots):
        await live.do(people[0], [], f"bot {seat}", ask.SetBot(seat))
    for seat, person in enumerate(people):
        await live.do(person, tokens, f"word {seat}", ask.Say(f"{WORDS}, said {person.name}"))
    if start:
        await live.do(people[0], [], "start", ask.Start())
    return live, tokens


async def play(live: LiveTable, tokens: list[str], moves: int) -> None:
    """Play so many moves as the clock would."""
    for _ in range(moves):
        seat = asked(live)
        await live.do((ANA, BEA)[seat], tokens, f"move {live.table.number}", act(live, seat))


async def finish(live: LiveTable, tokens: list[str]) -> None:
    """Ana plays until she may concede, and does."""
    while live.table.running().refusal(0, Concede()) is not None:
        await play(live, tokens, 1)
    await live.do(ANA, tokens, "give up", act(live, 0, Concede()))


async def everything(store: Store) -> str:
    """Every value of every table of the database."""
    found = []
    async with store.database.reader.connect() as connection:
        for table in metadata.sorted_tables:
            found += [repr(tuple(row)) for row in await connection.execute(table.select())]
    return "\n".join(found)


async def record(registry: Registry, table: str) -> str:
    """The record of a table."""
    head = await registry.store.head(table)
    assert head is not None
    return record_of(head.secret, await registry.store.rows(table, 0))


def moves_of(text: str) -> list[str]:
    """The moves of a record, without their seals."""
    return [line.rpartition(" #")[0] for line in text.partition("\nmoves\n")[2].splitlines()]


def test_nothing_of_a_forgotten_person_is_left_and_the_dice_are_still_proved(store_url: str) -> None:
    async def test() -> None:
        async with node(store_url, STILL) as registry:
            await registry.store.keep_person(ANA.id, ANA.name, "guest", 1)
            await registry.store.keep_subscription(ANA.id, Subscription("https://push/1", b"k", b"a", "en"), now_ms())
            live, tokens = await table_of(registry, ANA, BEA)
            await finish(live, tokens)
            await registry.store.keep_snapshot(live.table.id, live.table.number, freeze(live.table))
            before = await record(registry, live.table.id)
            stored = await everything(registry.store)
            assert all(word in stored for word in (ANA.id, ANA.name, f"{WORDS}, said {ANA.name}", "https://push/1"))

            forgotten = await registry.forgetting.forget(ANA.id)

            assert forgotten == (1, 0)
            stored = await everything(registry.store)
            for gone in (ANA.id, ANA.name, "https://push/1", "give up"):
                assert gone not in stored
            assert BEA.id in stored
            assert f"{WORDS}, said {BEA.name}" in stored
            after = await record(registry, live.table.id)
            assert (verify(before).verdict, verify(after).verdict) == ("proved", "proved")
            assert moves_of(after) == moves_of(before)
            assert Game.replay(after).names == ["", BEA.name]
            assert 'entropy 0 "dice word 0"' in after  # without it nobody could check the dice

    run(test)


def test_the_table_in_memory_and_its_viewers_forget_too(store_url: str) -> None:
    async def test() -> None:
        async with node(store_url, STILL) as registry:
            live, tokens = await table_of(registry, ANA, BEA)
            viewer = Watcher(BEA, 1)
            await live.connections.join(viewer, 0)
            await finish(live, tokens)
            await registry.forgetting.forget(ANA.id)
            last = viewer.told[-1]
            assert last["entry"] == {"type": "NamesRemoved", "seats": [0]}
            assert [seat["name"] for seat in last["table"]["seats"]] == ["", BEA.name]
            assert [seat["name"] for seat in last["view"]["seats"]] == ["", BEA.name]
            assert viewer.numbers == list(range(1, last["number"] + 1))
            memory = encode(live.table.state()) + freeze(live.table)
            assert ANA.id.encode() not in memory
            assert ANA.name.encode() not in memory
            assert is_forgotten(live.table.host)
            assert live.table.status == "over"
            late = Watcher(BEA, 1)
            await live.connections.join(late, 0)
            said = [frame["entry"] for frame in late.told if frame["entry"]["type"] == "Said"]
            assert [(one["name"], one["text"]) for one in said] == [("", None), (BEA.name, f"{WORDS}, said {BEA.name}")]
            assert is_forgotten(said[0]["person"])

    run(test)


def test_a_running_game_goes_on_with_a_bot_on_the_seat(store_url: str) -> None:
    async def test() -> None:
        async with node(store_url, STILL) as registry:
            live, tokens = await table_of(registry, ANA, BEA)
            await play(live, tokens, 4)
            assert await registry.forgetting.forget(ANA.id) == (1, 1)
            holder = live.table.holders[0]
            assert (holder.person, holder.level, holder.name) == (None, live.table.config.stand_in, "")
            assert live.table.host == BEA.id
            assert any(isinstance(entry, log.SeatLeft) for entry in await entries_of(registry, live.table.id))
            viewer = Watcher(BEA, 1)
            await live.connections.join(viewer, None)  # bots play only where somebody is
            while not any(told["entry"].get("by") == "bot" for told in viewer.told):
                await until(lambda: asked(live) == 1 or any(told["entry"].get("by") == "bot" for told in viewer.told))
                if asked(live) == 1:
                    await live.do(BEA, tokens, f"hers {live.table.number}", act(live, 1))
            folded, _ = await read_table(registry.store, live.table.id)
            while folded.number != live.table.number:  # a bot has moved meanwhile
                folded, _ = await read_table(registry.store, live.table.id)
            assert folded.running().state.values() == live.table.running().state.values()

    run(test)


@pytest.mark.parametrize("others", [0, 1])
def test_a_table_that_has_not_started_gets_another_host_or_is_closed(store_url: str, others: int) -> None:
    async def test() -> None:
        async with node(store_url, STILL) as registry:
            people = (ANA, BEA)[: 1 + others]
            live, _ = await table_of(registry, *people, bots=2 - len(people), start=False)
            await registry.forgetting.forget(ANA.id)
            assert live.table.status == ("open" if others else "closed")
            assert live.table.holders[0].name is None
            assert not others or live.table.host == BEA.id
            assert ANA.id not in await everything(registry.store)

    run(test)


def test_words_of_somebody_without_a_seat_go_too(store_url: str) -> None:
    async def test() -> None:
        async with node(store_url, STILL) as registry:
            live, _ = await table_of(registry, BEA, bots=1)
            await live.do(ANA, [], "hi", ask.Say(WORDS.upper()))
            assert [head.id for head in await registry.store.of_person(ANA.id, 10)] == []
            await registry.forgetting.forget(ANA.id)
            stored = await everything(registry.store)
            assert WORDS.upper() not in stored
            assert ANA.id not in stored
            assert f"{WORDS}, said {BEA.name}" in stored

    run(test)


def test_words_sent_with_the_token_of_a_seat_but_no_cookie_are_those_of_its_person(store_url: str) -> None:
    async def test() -> None:
        async with node(store_url, replace(STILL, chat_per_minute=12.0)) as registry:
            live, tokens = await table_of(registry, ANA, BEA)
            viewer = Watcher(BEA, 1)
            viewer.muted = {ANA.id}
            await live.connections.join(viewer, None)

            async def insult(number: int) -> None:
                caller = Caller(fresh_person("guest"), f"10.0.0.{number}", is_fresh=True)
                await live.command(caller, [tokens[0]], f"rude {number}", ask.Say(f"rude word {number}"))

            for number in range(3):
                await insult(number)
            with pytest.raises(Refusal, match="too much said"):
                await insult(3)
            said = [told["entry"] for told in viewer.told if told["entry"]["type"] == "Said"]
            assert {(one["person"], one["seat"], one["text"]) for one in said} == {(ANA.id, 0, None)}
            assert "rude word 0" in await everything(registry.store)
            await registry.forgetting.forget(ANA.id)
            assert "rude word" not in await everything(registry.store)

    run(test)


def test_whom_the_host_kept_out_is_forgotten_too_and_with_them_reports_and_mutes(store_url: str) -> None:
    async def test() -> None:
        async with node(store_url, STILL) as registry:
            live, _ = await table_of(registry, BEA, ANA, start=False)
            await live.do(BEA, [], "silence", ask.Silence(ANA.id))
            await live.do(BEA, [], "out", ask.KeepOut(ANA.id))
            await live.do(BEA, [], "in", ask.LetIn(ANA.id))
            await live.do(BEA, [], "out again", ask.KeepOut(ANA.id))
            await registry.store.moderation.mute(BEA.id, ANA.id, now_ms())
            assert ANA.name in await everything(registry.store)
            await registry.forgetting.forget(ANA.id)
            stored = await everything(registry.store)
            assert ANA.id not in stored
            assert ANA.name not in stored
            (out,) = live.table.kept_out
            assert is_forgotten(out.person)
            assert out.name == ""

    run(test)


def test_whoever_only_watched_and_was_kept_out_or_silenced_is_forgotten_also_at_the_rematch(store_url: str) -> None:
    async def test() -> None:
        async with node(store_url, STILL) as registry:
            live, tokens = await table_of(registry, ANA, BEA)
            await live.do(ANA, [], "out", ask.KeepOut(CAT.id, CAT.name))
            await live.do(ANA, [], "silence", ask.Silence(DORA.id))
            await finish(live, tokens)
            again = str((await live.do(ANA, tokens, "again", ask.Rematch())).table)
            assert [out.person for out in (await registry.live_table(again)).table.kept_out] == [CAT.id]
            assert await registry.forgetting.forget(CAT.id) == (2, 0)
            assert await registry.forgetting.forget(DORA.id) == (1, 0)
            stored = await everything(registry.store)
            assert not [word for word in (CAT.id, CAT.name, DORA.id) if word in stored]

    run(test)


def said(person: Person, text: str) -> dict[str, Any]:
    """A message as a report has it."""
    return {"number": 3, "at": 1, "person": person.id, "name": person.name, "text": text, "removed": False}


def test_open_reports_about_a_forgotten_person_stay_until_they_are_closed(store_url: str) -> None:
    async def test() -> None:
        async with node(store_url, STILL) as registry:
            kept = registry.store.moderation
            words = encode([said(ANA, "an insult"), said(CAT, "hello there"), said(BEA, "stop that")])
            about = Report("open", now_ms(), True, "t", BEA.id, ANA.id, ANA.name, "insults", "", words)
            await kept.keep_report(about, 10)
            await kept.keep_report(about._replace(id="closed", is_open=False), 10)
            await kept.keep_report(about._replace(id="hers", reporter=ANA.id, person=BEA.id), 10)
            await registry.forgetting.forget(ANA.id)
            (report,) = await kept.reports(10)
            assert report == about
            await registry.forgetting.forget(CAT.id)
            (report,) = await kept.reports(10)
            assert report.words == encode([said(ANA, "an insult"), said(BEA, "stop that")])
            assert CAT.id not in await everything(registry.store)
            assert await kept.close_report("open")
            assert await kept.reports(10) == []
            assert ANA.id not in await everything(registry.store)

    run(test)


def test_a_closed_report_stays_while_its_person_is_known(store_url: str) -> None:
    async def test() -> None:
        async with node(store_url, STILL) as registry:
            await registry.store.keep_person(ANA.id, ANA.name, "guest", 1)
            kept = registry.store.moderation
            await kept.keep_report(Report("r", now_ms(), True, "t", BEA.id, ANA.id, ANA.name, "spam", "", b"[]"), 10)
            assert await kept.close_report("r")
            assert [report.is_open for report in await kept.reports(10)] == [False]
            assert not await kept.close_report("another")

    run(test)


def test_somebody_who_comes_back_with_the_old_cookie_can_be_forgotten_again(store_url: str) -> None:
    async def test() -> None:
        async with node(store_url, STILL) as registry:
            live, _ = await table_of(registry, BEA, bots=1)
            for _ in range(2):
                await live.do(ANA, [], "hi", ask.Say(WORDS.upper()))
                assert ANA.id in await everything(registry.store)
                await registry.forgetting.forget(ANA.id)
                assert ANA.id not in await everything(registry.store)

    run(test)


def test_words_said_while_somebody_is_forgotten_are_forgotten_too(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with node(store_url, STILL) as registry:
            live, _ = await table_of(registry, BEA, bots=1)
            await live.do(ANA, [], "hi", ask.Say(WORDS.upper()))
            happened: list[str] = []
            registry.forgetting.person_gone = lambda digest: happened.append("connections closed")
            erase = registry.forgetting._erase

            async def erase_then_speak(table: str, person: str) -> bool:
                found = await erase(table, person)
                if happened.count("erased") < 2:
                    await live.do(ANA, [], f"late {len(happened)}", ask.Say("from another tab"))
                happened.append("erased")
                return found

            monkeypatch.setattr(registry.forgetting, "_erase", erase_then_speak)
            assert await registry.forgetting.forget(ANA.id) == (1, 0)
            assert happened[:4] == ["connections closed", "erased", "erased", "erased"]
            stored = await everything(registry.store)
            assert "from another tab" not in stored
            assert ANA.id not in stored

    run(test)


def test_somebody_who_writes_on_and_on_does_not_hold_up_the_server_and_is_found_again(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with node(sqlite_url, STILL) as registry:
            live, _ = await table_of(registry, BEA, bots=1)
            await live.do(ANA, [], "hi", ask.Say(WORDS.upper()))
            erase = registry.forgetting._erase

            async def erase_then_speak(table: str, person: str) -> bool:
                found = await erase(table, person)
                await live.do(ANA, [], f"late {live.table.number}", ask.Say("from another tab"))
                return found

            with monkeypatch.context() as patched:
                patched.setattr(registry.forgetting, "_erase", erase_then_speak)
                await registry.forgetting.forget(ANA.id)
            assert "from another tab" in await everything(registry.store)
            await registry.forgetting.forget(ANA.id)
            assert "from another tab" not in await everything(registry.store)

    run(test)


@pytest.mark.parametrize("step", ["snapshot", "take on"])
def test_a_table_that_is_being_read_while_names_are_removed_comes_without_them(
    store_url: str, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    async def test() -> None:
        async with node(store_url, STILL) as registry:
            live, tokens = await table_of(registry, ANA, BEA)
            await finish(live, tokens)
            id = live.table.id
            await registry.store.keep_snapshot(id, live.table.number, freeze(live.table))
            registry.forget(live)
            is_there, goes_on = asyncio.Event(), asyncio.Event()
            place, name = (registry.store, "snapshot") if step == "snapshot" else (registry, "_take_on")
            work = getattr(place, name)

            async def slowly(about: Any) -> Any:
                found = await work(about)
                is_there.set()
                await goes_on.wait()
                return found

            monkeypatch.setattr(place, name, slowly)
            opening = asyncio.create_task(registry.live_table(id))
            await is_there.wait()
            await erase_at(registry.store, id, ANA.id, "operator")  # on another node
            await registry.changes.look()
            goes_on.set()
            again = await opening
            await registry.changes.look()
            assert [holder.name for holder in again.table.holders] == ["", BEA.name]
            assert again.table.running().names == ["", BEA.name]
            assert ANA.id.encode() not in freeze(again.table)

    run(test)


def test_a_snapshot_that_comes_late_does_not_bring_names_back(store_url: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "magnate.live")

    async def test() -> None:
        async with node(store_url, STILL) as registry:
            live, tokens = await table_of(registry, ANA, BEA)
            await finish(live, tokens)
            number, frozen = live.table.number, freeze(live.table)
            await registry.forgetting.forget(ANA.id)
            await registry.store.keep_snapshot(live.table.id, number, frozen)
            assert ANA.name not in await everything(registry.store)
            registry.forget(live)
            again = await registry.live_table(live.table.id)
            assert [holder.name for holder in again.table.holders] == ["", BEA.name]
            assert "layout" not in caplog.text  # that one was deleted is no change of version

    run(test)


def test_a_node_that_is_about_to_write_notices_that_names_were_removed(postgres_url: str) -> None:
    async def test() -> None:
        async with node(postgres_url, STILL) as one, node(postgres_url, STILL) as other:
            live, tokens = await table_of(one, ANA, BEA)
            there = await other.live_table(live.table.id)
            viewer = Watcher(BEA, 1)
            await there.connections.join(viewer, None)
            await one.forgetting.forget(ANA.id)
            await there.do(BEA, tokens, "still here", ask.Say("still here"))
            assert [holder.name for holder in there.table.holders] == ["", BEA.name]
            told = [frame["entry"]["type"] for frame in viewer.told]
            assert told[-1] == "Said"
            assert told.index("Stood") < told.index("NamesRemoved")

    run(test)


def test_another_node_that_does_nothing_forgets_within_a_moment(postgres_url: str) -> None:
    async def test() -> None:
        async with node(postgres_url, STILL) as one, node(postgres_url, STILL) as other:
            gone: list[str] = []
            changed: list[str] = []
            other.forgetting.person_gone, other.forgetting.table_changed = gone.append, changed.append
            live, tokens = await table_of(one, ANA, BEA)
            await finish(live, tokens)
            there = await other.live_table(live.table.id)
            await one.forgetting.forget(ANA.id)
            await until(lambda: bool(gone and changed))
            await until(lambda: there.table.holders[0].name == "")
            assert changed == [live.table.id]
            assert ANA.id not in gone[0]

    run(test)


def test_the_operator_forgets_somebody_beside_a_running_server(store_url: str) -> None:
    async def test() -> None:
        async with node(store_url, STILL) as registry:
            await registry.store.keep_person(ANA.id, ANA.name, "guest", 1)
            live, tokens = await table_of(registry, ANA, BEA)
            await play(live, tokens, 4)
            settings = Settings(database=store_url)
            with pytest.raises(NotPossible, match="no person has the id or name 'Carla'"):
                await forget_person(settings, "Carla")
            assert await forget_person(settings, ANA.name) == (ANA.id, 1)
            assert ANA.name not in await everything(registry.store)
            await until(lambda: live.table.holders[0].name == "" and live.table.holders[0].level is not None)

    run(test)


def test_a_name_that_two_people_have_is_no_name_for_the_operator(sqlite_url: str) -> None:
    async def test() -> None:
        async with node(sqlite_url, STILL) as registry:
            for person in (ANA, BEA):
                await registry.store.keep_person(person.id, "Sam", "guest", 1)
            with pytest.raises(NotPossible, match=f"2 people are called 'Sam'.*{ANA.id}"):
                await forget_person(Settings(database=sqlite_url), "Sam")

    run(test)


def test_a_deleted_table_is_gone_from_the_database_and_from_memory(store_url: str) -> None:
    async def test() -> None:
        async with node(store_url, STILL) as registry:
            live, _ = await table_of(registry, ANA, BEA)
            viewer = Watcher(BEA, 1)
            await live.connections.join(viewer, None)
            settings = Settings(database=store_url)
            await delete_table(settings, f" {live.table.id.upper()} ")
            await until(lambda: viewer.frames[-1] == {"type": "Goodbye", "why": "forgotten"})
            assert live.table.id not in registry.live_tables
            assert await registry.store.head(live.table.id) is None
            assert await registry.store.rows(live.table.id, 0) == []
            assert ANA.name not in await everything(registry.store)
            assert not await registry.store.delete_table(live.table.id)
            with pytest.raises(NotPossible, match="there is no table"):
                await delete_table(settings, live.table.id)

    run(test)


def test_sqlite_files_keep_no_trace_of_what_was_deleted(tmp_path: Path) -> None:
    async def test() -> None:
        async with node(f"sqlite+aiosqlite:///{tmp_path}/tables.db", STILL) as registry:
            live, tokens = await table_of(registry, ANA, BEA)
            await finish(live, tokens)
            await registry.store.keep_snapshot(live.table.id, live.table.number, freeze(live.table))
            assert found_in(tmp_path, ANA.name.encode())
            await registry.forgetting.forget(ANA.id)
            assert not found_in(tmp_path, ANA.name.encode())
            assert not found_in(tmp_path, ANA.id.encode())
            assert found_in(tmp_path, BEA.name.encode())

    run(test)


def found_in(folder: Path, text: bytes) -> list[str]:
    """The files that have a text in them."""
    return [file.name for file in folder.iterdir() if file.is_file() and text in file.read_bytes()]


def test_whoever_was_forgotten_is_not_seated_at_a_rematch(sqlite_url: str) -> None:
    async def test() -> None:
        async with node(sqlite_url, STILL) as registry:
            live, tokens = await table_of(registry, ANA, BEA)
            await finish(live, tokens)
            await registry.forgetting.forget(ANA.id)
            done = await live.do(BEA, tokens, "again", ask.Rematch())
            again = await registry.live_table(str(done.table))
            assert [holder.person for holder in again.table.holders] == [None, BEA.id]

    run(test)


# By age.


def aged(days: int) -> Settings:
    return Settings(bot_pause_ms=100, beat_ms=60_000, keep_names_days=days)


def test_names_and_words_go_after_the_time_the_operator_has_set(store_url: str) -> None:
    async def test() -> None:
        clock = HandClock()
        async with node(store_url, aged(30), clock) as registry:
            for person in (ANA, BEA):
                await registry.store.keep_person(person.id, person.name, "guest", clock.now())
            live, tokens = await table_of(registry, ANA, BEA, bots=1)
            await play_with_bot(live, tokens)
            bot = live.table.holders[2].name
            before = await everything(registry.store)
            clock.at += 29 * DAY
            await registry.forgetting.forget_old()
            assert ANA.name in await everything(registry.store)
            clock.at += 2 * DAY
            await registry.forgetting.forget_old()
            after = await everything(registry.store)
            for gone in (ANA.id, ANA.name, BEA.id, BEA.name, WORDS):
                assert gone in before
                assert gone not in after
            table, _ = await read_table(registry.store, live.table.id)
            assert [holder.name for holder in table.holders] == ["", "", bot]
            number = table.number
            await registry.forgetting.forget_old()
            assert (await read_table(registry.store, live.table.id))[0].number == number  # once is enough

    run(test)


async def play_with_bot(live: LiveTable, tokens: list[str]) -> None:
    """Play a few moves at a table with a bot on seat 2, whose moves are made by hand, too."""
    for _ in range(3):
        seat = asked(live)
        if seat == 2:
            await live.run_due()
            return
        await live.do((ANA, BEA)[seat], tokens, f"move {live.table.number}", act(live, seat))


def test_mutes_go_after_that_time_too(store_url: str) -> None:
    async def test() -> None:
        clock = HandClock()
        async with node(store_url, aged(30), clock) as registry:
            kept = registry.store.moderation
            await kept.mute(ANA.id, BEA.id, clock.now())
            clock.at += 20 * DAY
            await kept.mute(ANA.id, CAT.id, clock.now())
            clock.at += 11 * DAY
            await registry.forgetting.forget_old()
            assert await kept.muted_by(ANA.id) == [CAT.id]

    run(test)


def test_a_seat_from_which_somebody_was_kept_out_has_no_name_to_remove() -> None:
    config = Config(edition="clasico", seats=2)
    entries = [
        log.Created(BEA.id, config, "promise"),
        log.Sat(0, ANA.name, 1, person=ANA.id),
        log.KeptOut(ANA.id, ANA.name, [0]),
    ]
    rows = [LogRow("t", number, 1, "", "", encode(entry), b"") for number, entry in enumerate(entries, 1)]
    assert Eraser(ANA.id).read(rows).seats == []


def test_names_stay_for_ever_if_the_operator_wants_so(sqlite_url: str) -> None:
    async def test() -> None:
        clock = HandClock()
        async with node(sqlite_url, aged(0), clock) as registry:
            await table_of(registry, ANA, BEA)
            clock.at += 4000 * DAY
            await registry.forgetting.forget_old()
            assert ANA.name in await everything(registry.store)

    run(test)


def test_a_node_looks_for_old_names_by_itself(sqlite_url: str) -> None:
    async def test() -> None:
        clock = HandClock()
        async with node(sqlite_url, aged(1), clock) as registry:
            live, tokens = await table_of(registry, ANA, BEA)
            await finish(live, tokens)
            await pass_time(650, registry)
            assert ANA.name in await everything(registry.store)
            clock.at += DAY
            await pass_time(650, registry)
            assert ANA.name not in await everything(registry.store)
            assert [holder.name for holder in (await registry.live_table(live.table.id)).table.holders] == ["", ""]

    run(test)


def test_somebody_who_still_comes_keeps_the_name(sqlite_url: str) -> None:
    async def test() -> None:
        clock = HandClock()
        async with node(sqlite_url, BY_HAND, clock) as registry:
            now, deletion = clock.now(), registry.store.deletion
            for person in (ANA, BEA):
                await registry.store.keep_person(person.id, person.name, "guest", now - 2 * DAY)
            await deletion.touch_person(ANA.id, now, DAY)
            clock.at += 364 * DAY
            await registry.forgetting.forget_old()
            assert await registry.store.person(ANA.id) == (ANA.name, "guest")
            assert await registry.store.person(BEA.id) is None

    run(test)


def test_a_deletion_while_others_play_loses_no_move(store_url: str) -> None:
    async def test() -> None:
        async with node(store_url, STILL) as registry:
            live, tokens = await table_of(registry, ANA, BEA)

            async def talk() -> None:
                for turn in range(30):
                    await live.do(BEA, tokens, f"talk {turn}", ask.Say(f"line {turn}"))

            await asyncio.gather(talk(), registry.forgetting.forget(ANA.id))
            said: list[Any] = [
                entry.text for entry in await entries_of(registry, live.table.id) if isinstance(entry, log.Said)
            ]
            assert said == [None, f"{WORDS}, said {BEA.name}", *(f"line {turn}" for turn in range(30))]
            assert ANA.name not in await everything(registry.store)

    run(test)
