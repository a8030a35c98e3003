"""Live tables: what is stored, who receives it, and several nodes at one table. Every test runs over real databases."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import msgspec
import pytest
from nodes import ANA, BEA, CAT, QUICK, HandClock, Watcher, act, asked, node, run, table_for, until

from magnate import Game
from magnate.actions import Concede, Roll
from magnate.protocol import commands as ask
from magnate.protocol import entries as log
from magnate.protocol.config import PerDecision
from magnate.protocol.errors import Refusal
from magnate.protocol.frames import encode
from magnate.server.live.registry import Registry
from magnate.server.store.columns import LogRow, StoreError
from magnate.server.store.store import Store
from magnate.server.tables.clocks import deadline
from magnate.server.tables.snapshot import freeze, thaw
from magnate.server.tables.summary import head_of


def test_a_command_is_answered_once_however_often_it_comes(store_url: str) -> None:
    async def test() -> None:
        async with node(store_url) as registry:
            live, tokens = await table_for(registry, ANA, BEA)
            seat = asked(live)
            person = (ANA, BEA)[seat]
            command = act(live, seat, Roll())
            done = await live.do(person, tokens, "roll", command)
            assert await live.do(person, tokens, "roll", command) == done
            await registry.let_go(live)  # and in another life of the table
            again = await registry.live_table(live.table.id)
            assert again is not live
            assert await again.do(person, tokens, "roll", command) == done
            assert again.table.number == done.number

    run(test)


def test_two_writers_race_for_one_number_and_exactly_one_wins(postgres_url: str) -> None:
    async def test() -> None:
        async with node(postgres_url) as one, node(postgres_url) as two:
            here, tokens = await table_for(one, ANA, BEA)
            there = await two.live_table(here.table.id)
            for turn in range(12):
                await until(lambda: here.table.number == there.table.number)
                seat = asked(here)
                person = (ANA, BEA)[seat]
                before = here.table.number
                commands = [(here, act(here, seat)), (there, act(there, seat))]
                answers = await asyncio.gather(
                    *(live.do(person, tokens, f"{turn} {i}", command) for i, (live, command) in enumerate(commands)),
                    return_exceptions=True,
                )
                lost = [answer for answer in answers if isinstance(answer, Refusal)]
                assert len(lost) == 1
                assert lost[0].error in ("stale", "illegal")
                assert max(here.table.number, there.table.number) == before + 1

    run(test)


def test_the_same_command_sent_to_two_nodes_is_done_once(postgres_url: str) -> None:
    async def test() -> None:
        async with node(postgres_url) as one, node(postgres_url) as two:
            here, tokens = await table_for(one, ANA, BEA)
            there = await two.live_table(here.table.id)
            seat = asked(here)
            person = (ANA, BEA)[seat]
            command = act(here, seat)
            answers = await asyncio.gather(*(live.do(person, tokens, "one", command) for live in (here, there)))
            assert answers[0] == answers[1]

    run(test)


def test_everybody_is_told_every_number_on_whichever_node_they_are(postgres_url: str) -> None:
    async def test() -> None:
        async with node(postgres_url) as one, node(postgres_url) as two:
            here, tokens = await table_for(one, ANA, BEA, bots=1)
            there = await two.live_table(here.table.id)
            ana, bea, cat = Watcher(ANA, 0), Watcher(BEA, 1), Watcher(CAT)
            await here.connections.join(ana, 0)
            await there.connections.join(bea, 0)
            await there.connections.join(cat, 0)
            for turn in range(60):
                live = (here, there)[turn % 2]
                game = live.table.game
                assert game is not None
                waiting = [seat for seat in game.must if seat < 2]
                if game.is_over or not waiting:
                    await asyncio.sleep(0.01)
                    continue
                with contextlib.suppress(Refusal):  # the other node was faster
                    await live.do((ANA, BEA)[waiting[0]], tokens, str(turn), act(live, waiting[0]))

            def agree() -> bool:
                told = list(range(1, here.table.number + 1))
                return ana.numbers == bea.numbers == cat.numbers == told and freeze(here.table) == freeze(there.table)

            await until(agree)  # asked at one moment, for the bot plays on
            while await here.record() != await there.record():
                await asyncio.sleep(0.01)

    run(test)


def test_whoever_comes_back_is_told_what_they_missed_from_any_number(store_url: str) -> None:
    async def test() -> None:
        async with node(store_url) as registry:
            live, _ = await table_for(registry, ANA, bots=1)
            await until(lambda: asked(live) == 0)
            for since in range(live.table.number + 1):
                late = Watcher(CAT)
                await live.connections.join(late, since)
                assert late.frames[0]["type"] == "Welcome"
                assert late.numbers == list(range(since + 1, live.table.number + 1))
                await live.connections.leave(late)
            with pytest.raises(Refusal, match="the last number of the table is"):
                await live.connections.join(Watcher(CAT), live.table.number + 1)

    run(test)


def test_whoever_comes_while_others_play_knows_the_present_at_the_end(sqlite_url: str) -> None:
    async def test() -> None:
        async with node(sqlite_url) as registry:
            live, tokens = await table_for(registry, ANA, BEA)
            first, second = Watcher(ANA, 0, 1), Watcher(ANA, 0, 1)
            await live.connections.join(first, None)

            async def say_something(frame: bytes) -> None:
                second.offer(frame)
                if len(second.frames) == 1:  # after the welcome, before the past
                    await live.do(BEA, tokens, "say", ask.Say("quick"))
                    await live.do((ANA, BEA)[asked(live)], tokens, "roll", act(live, asked(live)))

            second.send = say_something  # type: ignore[method-assign]
            await live.connections.join(second, 0)
            assert second.numbers == list(range(1, live.table.number + 1))
            assert second.told[-1]["view"] == first.told[-1]["view"]
            assert second.told[-1]["mine"] == first.told[-1]["mine"]

    run(test)


def test_one_more_seat_is_welcomed_with_what_it_may_know(sqlite_url: str) -> None:
    async def test() -> None:
        async with node(sqlite_url) as registry:
            live, tokens = await table_for(registry, ANA, BEA)
            watcher = Watcher(ANA)
            await live.connections.join(watcher, None)
            await live.connections.hold(watcher, tokens[asked(live)])
            welcome = watcher.frames[-1]
            assert welcome["type"] == "Welcome"
            assert welcome["seats"] == [asked(live)]
            assert welcome["mine"][0]["options"]

    run(test)


def test_nobody_hears_somebody_they_muted_and_nobody_what_was_taken_back(sqlite_url: str) -> None:
    async def test() -> None:
        async with node(sqlite_url) as registry:
            live, _ = await table_for(registry, ANA, BEA)
            deaf, all_ears = Watcher(ANA), Watcher(CAT)
            deaf.muted.add(BEA.id)
            await live.connections.join(deaf, None)
            await live.connections.join(all_ears, None)
            said = await live.do(BEA, [], "say", ask.Say("buy mine!"))
            assert deaf.told[-1]["entry"]["text"] is None
            assert all_ears.told[-1]["entry"]["text"] == "buy mine!"
            await live.do(ANA, [], "unsay", ask.RemoveMessage(said.number))
            late = Watcher(CAT)
            await live.connections.join(late, said.number - 1)
            assert late.told[0]["entry"]["text"] is None
            assert deaf.numbers == all_ears.numbers

    run(test)


def test_what_somebody_gave_the_dice_is_secret_until_the_start(sqlite_url: str) -> None:
    async def test() -> None:
        async with node(sqlite_url) as registry:
            live, _ = await table_for(registry, ANA, BEA)
            late = Watcher(CAT)
            await live.connections.join(late, 0)
            sat = [frame["entry"] for frame in late.told if frame["entry"]["type"] == "Sat"]
            assert not any("entropy" in entry for entry in sat)
            started = next(frame["entry"] for frame in late.told if frame["entry"]["type"] == "Started")
            assert started["entropy"] == ["luck of ana", "luck of bea"]

    run(test)


def test_whoever_has_left_a_seat_is_told_no_more_about_it_and_may_not_play_it(sqlite_url: str) -> None:
    async def test() -> None:
        async with node(sqlite_url) as registry:
            live, tokens = await table_for(registry, ANA, BEA, options={"table.private_cash": True})
            watcher = Watcher(BEA, 1)
            await live.connections.join(watcher, None)
            await live.do(BEA, tokens, "say", ask.Say("bye"))
            assert [mine["seat"] for mine in watcher.told[-1]["mine"]] == [1]
            await live.do(BEA, tokens, "stand", ask.Stand(1))
            assert "mine" not in watcher.told[-1]
            with pytest.raises(Refusal) as caught:
                await live.do(BEA, tokens, "roll", act(live, 1))
            assert caught.value.error == "not_your_seat"

    run(test)


def test_a_seat_is_played_by_whoever_holds_its_token_and_given_again_to_whoever_sits_there(sqlite_url: str) -> None:
    async def test() -> None:
        async with node(sqlite_url) as registry:
            live, tokens = await table_for(registry, ANA, BEA)
            other, _ = await table_for(registry, CAT, BEA)
            for wrong in ([], ["forged"], [other.tokens.give(other.table, 0)], [tokens[1 - asked(live)]]):
                with pytest.raises(Refusal) as caught:
                    await live.do(CAT, wrong, "steal", act(live, asked(live)))
                assert caught.value.error == "not_your_seat"
            again = await live.do(BEA, [], "again", ask.Sit(1))
            assert again.token == tokens[1]
            with pytest.raises(Refusal):
                await live.do(CAT, [], "again", ask.Sit(1))

    run(test)


def test_a_rematch_seats_the_same_people_and_whoever_asks_second_is_led_there(sqlite_url: str) -> None:
    async def test() -> None:
        async with node(sqlite_url) as registry:
            live, tokens = await table_for(registry, ANA, BEA)
            hosts = {person.id: person for person in (ANA, BEA)}
            with pytest.raises(Refusal, match="over"):
                await live.do(ANA, tokens, "again", ask.Rematch())
            while (game := live.table.running()).refusal(0, Concede()) is not None:  # the opening, perhaps an auction
                await live.do((ANA, BEA)[asked(live)], tokens, str(game.state.actions), act(live, asked(live)))
            await live.do(ANA, tokens, "give up", act(live, 0, Concede()))
            await until(lambda: live.table.status == "over")
            with pytest.raises(Refusal, match="those who played"):
                await live.do(CAT, [], "again", ask.Rematch())
            first, second = await asyncio.gather(
                live.do(ANA, tokens, "again", ask.Rematch()), live.do(BEA, tokens, "again", ask.Rematch())
            )
            assert first.table == second.table
            fresh = await registry.live_table(str(first.table))
            assert [holder.person for holder in fresh.table.holders] == ["ana", "bea"]
            assert fresh.table.again == live.table.id
            token = (await fresh.do(BEA, [], "sit", ask.Sit(1))).token
            assert token
            assert (await fresh.do(BEA, [], "luck", ask.Sit(1, entropy="a word"))).token == token
            assert [holder.entropy for holder in fresh.table.holders] == ["", "a word"]
            await fresh.do(hosts[fresh.table.host], [], "no more", ask.Close())
            other = await live.do(BEA, tokens, "once more", ask.Rematch())
            assert other.table != first.table
            assert (await registry.live_table(str(other.table))).table.status == "open"
            assert (await live.do(ANA, tokens, "me too", ask.Rematch())).table == other.table

    run(test)


def test_when_the_store_fails_nothing_is_half_done_and_the_same_id_may_be_tried_again(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with node(sqlite_url) as registry:
            live, tokens = await table_for(registry, ANA, BEA)
            seat = asked(live)
            person = (ANA, BEA)[seat]
            watcher = Watcher(CAT)
            await live.connections.join(watcher, None)
            before, command, keep = freeze(live.table), act(live, seat, Roll()), registry.store.writer.append

            async def fail(*arguments: Any) -> bool:
                raise StoreError("the disk is full")

            monkeypatch.setattr(registry.store.writer, "append", fail)
            with pytest.raises(Refusal) as caught:
                await live.do(person, tokens, "roll", command)
            assert caught.value.error == "busy"
            assert watcher.told == []
            monkeypatch.setattr(registry.store.writer, "append", keep)
            assert freeze(await registry.reader.read(live.table.id)) == before
            done = await live.do(person, tokens, "roll", command)
            assert watcher.numbers == [done.number]

    run(test)


def test_a_table_nobody_watches_leaves_memory_and_its_clock_still_runs(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with node(store_url) as registry:
            live, _ = await table_for(registry, ANA, BEA, clock=PerDecision(1), absence=0)
            number = live.table.number
            await registry.let_go(live)
            assert registry.live_tables.get(live.table.id) is not live
            await until(
                lambda: live.table.id in registry.live_tables and registry.live_tables[live.table.id].published > number
            )
            rows = await registry.store.rows(live.table.id, number, 1)
            assert b'"by":"clock"' in rows[0].body

    run(test)


def test_people_of_a_node_that_died_are_gone_and_whoever_was_thinking_has_a_grace(postgres_url: str) -> None:
    async def test() -> None:
        async with node(postgres_url) as one:
            store = await Store.open(postgres_url)
            other = Registry(store, QUICK, one.signer)
            live, _ = await table_for(one, ANA, BEA, clock=PerDecision(60))
            there = await other.live_table(live.table.id)
            await there.connections.join(Watcher(ANA, 0), None)
            await until(lambda: live.table.holders[0].is_here)
            await store.beat(other.node, 0)  # alive in its own eyes, long dead in everybody else's
            await until(lambda: not live.table.holders[0].is_here and not live.mailbox.locked())
            rows = await one.store.rows(live.table.id, 0)
            kinds = [msgspec.json.decode(row.body)["type"] for row in rows]
            assert kinds[-3:] == ["Came", "Gone", "Graced"]
            await store.close()

    run(test)


def test_a_server_that_was_away_gives_its_time_back(sqlite_url: str) -> None:
    async def test() -> None:
        clock = HandClock()
        async with node(sqlite_url, clock=clock) as registry:
            live, _ = await table_for(registry, ANA, BEA, clock=PerDecision(60), absence=0)
            id, seat = live.table.id, asked(live)
            before = deadline(live.table, seat)
            assert before is not None
        later = HandClock(after=clock)
        later.at += 90_000
        async with node(sqlite_url, clock=later) as registry:
            again = deadline((await registry.live_table(id)).table, seat)
            assert again == before + QUICK.grace_ms + 90_000

    run(test)


def test_a_record_is_kept_at_an_address_of_its_own_and_a_corrupt_one_refused_with_its_line(sqlite_url: str) -> None:
    async def test() -> None:
        game = Game("castis", names=["Ana", "Bea"], seed=5)
        for _ in range(40):
            seat = game.must[0]
            game.play(seat, game.default_action(seat))
        text = game.record()
        async with node(sqlite_url) as registry:
            live = await registry.live_table(await registry.keep_record(ANA, text))
            assert await live.record() == text
            assert live.table.status == "closed"
            lines = text.splitlines()
            swapped = "\n".join([*lines[:11], lines[12], *lines[11:]]) + "\n"
            with pytest.raises(Refusal, match="line 12") as caught:
                await registry.keep_record(ANA, swapped)
            assert caught.value.error == "bad_record"
            with pytest.raises(Refusal, match="secret"):
                await registry.keep_record(ANA, game.record(reveal=False))

    run(test)


def test_a_snapshot_spares_reading_the_whole_log(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        monkeypatch.setattr("magnate.server.live.live_table.SNAPSHOT", 20)
        async with node(sqlite_url) as registry:
            live, _ = await table_for(registry, ANA, bots=1)
            await live.do(ANA, [live.tokens.give(live.table, 0)], "leave", ask.Stand(0))
            await live.connections.join(Watcher(ANA), None)
            await until(lambda: live.table.number > 60)
            while (kept := await registry.store.snapshot(live.table.id)) is None or kept[0] < 40:
                await asyncio.sleep(0.01)
            async with live.mailbox:
                assert freeze(await registry.reader.read(live.table.id)) == freeze(live.table)

    run(test)


def test_tables_that_began_together_do_not_store_their_snapshots_together(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        monkeypatch.setattr("magnate.server.live.live_table.SNAPSHOT", 20)
        async with node(sqlite_url) as registry:
            kept: dict[str, int] = {}

            async def keep(table: str, number: int, data: bytes) -> None:
                kept[table] = number

            monkeypatch.setattr(registry.store, "keep_snapshot", keep)
            for _ in range(8):
                live, _ = await table_for(registry, ANA, BEA)
                begun = live.table.number
                for number in range(20):
                    await live.do(ANA, [], f"say {number}", ask.Say("hello"))
                await until(lambda: live.table.id in kept)  # noqa: B023
                assert begun < kept[live.table.id] <= begun + 20
            assert len(set(kept.values())) > 2

    run(test)


@pytest.mark.parametrize("layout", ["", "another"])
def test_a_snapshot_of_another_version_is_ignored_and_the_log_is_read(sqlite_url: str, layout: str) -> None:
    """0.1.0 wrote no layout; a state with one field fewer must not close the table for ever."""

    async def test() -> None:
        async with node(sqlite_url) as registry:
            live, tokens = await table_for(registry, ANA, BEA)
            await live.do((ANA, BEA)[asked(live)], tokens, "roll", act(live, asked(live)))
            frozen = msgspec.msgpack.decode(freeze(live.table))
            frozen["layout"] = layout
            del frozen["game"]["state"]["rolls"]
            id, number = live.table.id, live.table.number
            await registry.store.keep_snapshot(id, number, msgspec.msgpack.encode(frozen))
            assert freeze(await registry.reader.read(id)) == freeze(live.table)
            await registry.store.keep_snapshot(id, number, freeze(live.table))  # replaces the stale one
            kept = await registry.store.snapshot(id)
            assert kept is not None
            assert freeze(thaw(id, live.table.secret, kept[1])) == freeze(live.table)

    run(test)


def test_a_log_the_rules_no_longer_play_is_refused_by_name_and_hurts_no_other_table(sqlite_url: str) -> None:
    async def test() -> None:
        async with node(sqlite_url) as registry:
            bad, _ = await table_for(registry, ANA, BEA, clock=PerDecision(1), absence=0)
            good, _ = await table_for(registry, ANA, BEA, clock=PerDecision(1), absence=0)
            seat, number = asked(bad), bad.table.number + 1
            body = encode(log.Played(seat, Roll(), [(1, 7), (1, 7)]))  # dice that nobody threw
            head = head_of(bad.table, None)
            head.number = number
            assert await registry.store.append(LogRow(bad.table.id, number, 0, "", "", body, b""), head)
            with pytest.raises(Refusal) as caught:
                await bad.catch_up()
            assert caught.value.error == "unplayable"
            await registry.let_go(bad)
            with pytest.raises(Refusal, match="other rules"):
                await registry.live_table(bad.table.id)
            before = good.table.number
            await until(lambda: good.table.number > before)

    run(test)


def test_the_entry_that_ends_a_game_shows_the_table_as_it_ended(sqlite_url: str) -> None:
    async def test() -> None:
        async with node(sqlite_url) as registry:
            live, tokens = await table_for(registry, ANA, BEA, absence=0)
            watcher = Watcher(CAT)
            await live.connections.join(watcher, None)
            while (game := live.table.running()).refusal(0, Concede()) is not None:
                await live.do((ANA, BEA)[asked(live)], tokens, str(game.state.actions), act(live, asked(live)))
            assert "table" not in watcher.told[-1]
            await live.do(ANA, tokens, "give up", act(live, 0, Concede()))
            assert watcher.told[-1]["table"]["status"] == "over"
            assert watcher.told[-1]["table"]["secret"] == live.table.secret

    run(test)


def test_closing_tells_everybody_to_come_back(sqlite_url: str) -> None:
    async def test() -> None:
        watcher = Watcher(ANA)
        async with node(sqlite_url) as registry:
            live, _ = await table_for(registry, ANA, BEA)
            await live.connections.join(watcher, None)
        assert watcher.frames[-1] == {"type": "Goodbye", "why": "restart"}

    run(test)
