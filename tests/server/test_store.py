"""The store's contract, the same over SQLite and PostgreSQL: nothing lost, nothing twice, nothing forked."""

from __future__ import annotations

import asyncio
import contextlib
import random
import threading
from functools import partial

import pytest
from sqlalchemy import event, text
from stores import at_store, head, new_table, row

from magnate.server.store.columns import ARRIVING, Head, StoreError
from magnate.server.store.store import DEAD_NODE_MS, Store

FOREVER = 10**14


def test_a_table_is_found_again_when_the_store_is_opened_again(store_url: str) -> None:
    at_store(store_url, lambda store: new_table(store, "t1", 3, due=77))

    async def look(store: Store) -> None:
        assert await store.head("t1") == head("t1", 3, due=77)
        assert await store.rows("t1", 0) == [row("t1", number) for number in (1, 2, 3)]
        assert await store.head("t2") is None
        assert await store.rows("t2", 0) == []

    at_store(store_url, look)


def test_a_table_of_the_same_id_is_refused_and_the_first_one_stays(store_url: str) -> None:
    async def work(store: Store) -> None:
        await new_table(store, "t1", 2)
        assert not await store.create(head("t1", host="bea"), row("t1", body=b"other"))
        assert await store.head("t1") == head("t1", 2)
        assert await store.rows("t1", 0) == [row("t1", 1), row("t1", 2)]

    at_store(store_url, work)


def test_entries_come_back_in_order_from_any_number_a_page_at_a_time(store_url: str) -> None:
    async def work(store: Store) -> None:
        await new_table(store, "t1", 12)
        await new_table(store, "t2", 2)
        assert [one.number for one in await store.rows("t1", 0)] == list(range(1, 13))
        assert [one.number for one in await store.rows("t1", 8)] == [9, 10, 11, 12]
        assert [one.number for one in await store.rows("t1", 3, 2)] == [4, 5]
        assert await store.rows("t1", 12) == []

    at_store(store_url, work)


def test_what_is_kept_comes_back_to_the_byte(store_url: str) -> None:
    every = bytes(range(256))

    async def work(store: Store) -> None:
        await new_table(store)
        kept = row("t1", 2, body=every, told=every * 400, person="Ağ—ę", id="🎲")
        assert await store.append(kept, head("t1", 2, summary=every, public=False, due=FOREVER))
        assert await store.rows("t1", 1) == [kept]
        assert await store.head("t1") == head("t1", 2, summary=every, public=False, due=FOREVER)
        await store.keep_snapshot("t1", 2, every)
        assert await store.snapshot("t1") == (2, every)

    at_store(store_url, work)


def test_of_two_writers_of_one_number_one_wins_and_the_other_is_told(store_url: str) -> None:
    async def work(store: Store) -> None:
        await new_table(store)
        first = store.append(row("t1", 2, body=b"first"), head("t1", 2, host="first"), [("first", 0)])
        second = store.append(row("t1", 2, body=b"second"), head("t1", 2, host="second"), [("second", 0)])
        assert [*await asyncio.gather(first, second)] == [True, False]
        assert not await store.append(row("t1", 2, body=b"third"), head("t1", 2, host="third"), [("third", 0)])
        assert not await store.append(row("t1", 1, body=b"fourth"), head("t1", 1, host="fourth"), [("fourth", 0)])
        assert [one.body for one in await store.rows("t1", 1)] == [b"first"]
        assert await store.head("t1") == head("t1", 2, host="first")
        mine = [await store.of_person(name, 9) for name in ("first", "second", "third", "fourth")]
        assert [len(tables) for tables in mine] == [1, 0, 0, 0]

    at_store(store_url, work)


def test_entries_of_one_table_that_wait_together_are_kept_in_order(store_url: str) -> None:
    async def work(store: Store) -> None:
        await new_table(store)
        asked = [store.append(row("t1", number), head("t1", number)) for number in range(2, 40)]
        assert all(await asyncio.gather(*asked))
        assert [one.number for one in await store.rows("t1", 0)] == list(range(1, 40))
        assert await store.head("t1") == head("t1", 39)

    at_store(store_url, work)


def test_an_entry_that_would_leave_a_gap_is_refused(store_url: str) -> None:
    async def work(store: Store) -> None:
        await new_table(store)
        with pytest.raises(StoreError, match="entry 3 of table t1 would leave a gap; the last one is 1"):
            await store.append(row("t1", 3), head("t1", 3))
        with pytest.raises(StoreError, match="no table t2"):
            await store.append(row("t2", 2), head("t2", 2))
        with pytest.raises(StoreError, match="begins with entry 2; expected 1"):
            await store.create(head("t2"), row("t2", 2))
        assert await store.head("t1") == head("t1")
        assert await store.head("t2") is None

    at_store(store_url, work)


def test_a_thousand_entries_that_wait_together_take_a_few_commits(store_url: str) -> None:
    names = [f"t{number}" for number in range(1000)]

    async def work(store: Store) -> None:
        batches: list[object] = []
        event.listen(store.database.writer.sync_engine, "checkout", lambda *one: batches.append(one))
        assert all(await asyncio.gather(*(store.create(head(name), row(name)) for name in names)))
        assert all(await asyncio.gather(*(store.append(row(name, 2), head(name, 2)) for name in names)))
        assert 2 <= len(batches) <= 8
        assert {one.number for one in await store.tables(2000)} == {2}
        assert len(await store.tables(2000)) == 1000

    at_store(store_url, work)


def test_an_entry_the_database_cannot_hold_fails_alone(store_url: str) -> None:
    async def work(store: Store) -> None:
        for name in ("t1", "t2", "t3"):
            await new_table(store, name)
        asked = [
            store.append(row("t1", 2), head("t1", 2)),
            store.append(row("t2", 2, at=2**70), head("t2", 2)),
            store.append(row("t3", 2), head("t3", 2)),
        ]
        first, second, third = await asyncio.gather(*asked, return_exceptions=True)
        assert (first, third) == (True, True)
        assert isinstance(second, StoreError)
        assert await store.head("t2") == head("t2")
        assert await store.append(row("t2", 2), head("t2", 2))

    at_store(store_url, work)


def test_somebody_who_stops_waiting_does_not_hold_up_the_others(store_url: str) -> None:
    async def work(store: Store) -> None:
        await new_table(store, "t1")
        await new_table(store, "t2")
        impatient = asyncio.create_task(store.append(row("t1", 2), head("t1", 2)))
        patient = asyncio.create_task(store.append(row("t2", 2), head("t2", 2)))
        await asyncio.sleep(0)
        impatient.cancel()
        assert await patient
        assert await store.append(row("t1", 2), head("t1", 2))

    at_store(store_url, work)


def test_people_who_go_away_in_the_middle_of_anything_leave_the_store_as_good_as_new(store_url: str) -> None:
    async def work(store: Store) -> None:
        await new_table(store, due=1)
        chance = random.Random(1)
        for turn in range(30):
            doing = [
                asyncio.create_task(one)
                for one in (
                    store.keep_person("p1", "Ana", "guest", turn),
                    store.keep_snapshot("t1", turn, b"x"),
                    store.beat("n1", turn),
                    store.claim_due(turn * 5000, 5),
                    store.rows("t1", 0),
                    store.head("t1"),
                    store.append(row("t1", turn + 2), head("t1", turn + 2)),
                )
            ]
            await asyncio.sleep(chance.choice([0, 0.0005, 0.001, 0.002, 0.004]))
            for one in doing:
                one.cancel()
            await asyncio.gather(*doing, return_exceptions=True)
            async with asyncio.timeout(10):
                number = (await store.rows("t1", 0))[-1].number
                if number < turn + 2:
                    await store.append(row("t1", turn + 2), head("t1", turn + 2))
        assert [one.number for one in await store.rows("t1", 0)] == list(range(1, 32))

    at_store(store_url, work)


def test_closing_waits_for_a_query_that_nobody_waits_for(store_url: str) -> None:
    slow = text(
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 300000) SELECT count(*) FROM n"
    )
    before = set(threading.enumerate())

    async def work(store: Store) -> None:
        async def query() -> None:
            async with store.database.reader.connect() as connection:
                await connection.execute(slow)

        asked = asyncio.create_task(query())
        await store.ping()
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)

    at_store(store_url, work)
    left = [thread for thread in set(threading.enumerate()) - before if "_connection_worker_thread" in thread.name]
    assert left == []


def test_closing_waits_for_what_is_queued_and_then_nothing_more_is_taken(store_url: str) -> None:
    names = [f"t{number}" for number in range(700)]

    async def work() -> None:
        store = await Store.open(store_url)
        asked = [asyncio.create_task(store.create(head(name), row(name))) for name in names]
        await asyncio.sleep(0)
        await store.close()
        assert all(await asyncio.gather(*asked))
        with pytest.raises(StoreError, match="closed"):
            await store.append(row("t1", 2), head("t1", 2))
        with pytest.raises(StoreError, match="closed"):
            await store.ping()
        await store.close()

    asyncio.run(work())
    assert len(at_store(store_url, lambda store: store.tables(1000))) == 700


def test_a_command_is_found_by_who_asked_and_its_id(store_url: str) -> None:
    async def work(store: Store) -> None:
        await new_table(store, "t1", 3)
        assert await store.append(row("t1", 4, person="", id=""), head("t1", 4))
        assert await store.answered("t1", ["bea", "ana"], "c2") == row("t1", 2)
        assert await store.answered("t1", ["bea"], "c2") is None
        assert await store.answered("t2", ["ana"], "c2") is None
        assert await store.answered("t1", [""], "") is None

    at_store(store_url, work)


@pytest.mark.parametrize("word", ["a\0b", "\0", "half \ud83d a die", "'; DROP TABLE entries; --", "%s :x $1 ?"])
def test_no_word_from_outside_upsets_the_store(store_url: str, word: str) -> None:
    async def work(store: Store) -> None:
        await new_table(store)
        assert await store.append(row("t1", 2, person=word, id=word), head("t1", 2), [(word, 1)])
        found = await store.answered("t1", [word], word)
        assert found is not None
        assert found.number == 2
        assert len(await store.of_person(word, 5)) == 1
        await store.keep_person(word, word, "guest", 1)
        assert await store.person(word) is not None
        assert len(await store.moderation.find_people(5, word)) == 1
        assert await store.head(word) is None
        assert await store.rows(word, 0) == []
        assert await store.snapshot(word) is None

    at_store(store_url, work)


def test_only_the_newest_snapshot_is_kept(store_url: str) -> None:
    async def work(store: Store) -> None:
        await new_table(store)
        assert await store.snapshot("t1") is None
        await store.keep_snapshot("t1", 50, b"fifty")
        await store.keep_snapshot("t1", 100, b"hundred")
        await store.keep_snapshot("t1", 70, b"seventy")
        assert await store.snapshot("t1") == (100, b"hundred")
        with pytest.raises(StoreError):
            await store.keep_snapshot("t2", 1, b"of no table")

    at_store(store_url, work)


def test_the_public_list_has_open_and_playing_tables_the_newest_first(store_url: str) -> None:
    async def work(store: Store) -> None:
        await new_table(store, "old", created=10)
        await new_table(store, "playing", created=20, status="playing")
        await new_table(store, "private", created=30, public=False)
        await new_table(store, "over", created=40, status="over")
        await new_table(store, "closed", created=50, status="closed")
        await new_table(store, "new", created=60)
        assert [one.id for one in await store.public(9)] == ["new", "playing", "old"]
        assert [one.id for one in await store.public(2)] == ["new", "playing"]
        assert [one.id for one in await store.public(9, before=(20, "playing"))] == ["old"]
        assert [one.id for one in await store.public(9, before=(10**40, ""))] == ["new", "playing", "old"]
        assert [one.id for one in await store.tables(3)] == ["new", "closed", "over"]
        assert [one.id for one in await store.tables(9, "playing")] == ["playing"]

    at_store(store_url, work)


def test_tables_made_at_the_same_moment_are_listed_page_by_page_without_a_loss(store_url: str) -> None:
    async def work(store: Store) -> None:
        for table, created in (("t5", 9), ("t3", 7), ("t1", 7), ("t4", 7), ("t2", 7), ("t6", 5)):
            await new_table(store, table, created=created)
            assert await store.append(row(table, 2), head(table, 2, created=created), [("bea", 0)])
        for page in (store.public, partial(store.of_person, "bea")):
            found: list[Head] = []
            while more := await page(2, before=(found[-1].created, found[-1].id) if found else None):
                found += more
            assert [one.id for one in found] == ["t5", "t1", "t2", "t3", "t4", "t6"]

    at_store(store_url, work)


def test_my_games_are_those_where_i_took_a_seat(store_url: str) -> None:
    async def work(store: Store) -> None:
        for at, table in enumerate(("t1", "t2", "t3")):
            await new_table(store, table, created=at, public=False)
        assert await store.append(row("t1", 2), head("t1", 2), [("bea", 0)])
        assert await store.append(row("t1", 3), head("t1", 3), [("bea", 1)])
        assert await store.append(row("t1", 4), head("t1", 4), [("bea", 0)])
        assert await store.append(row("t3", 2), head("t3", 2), [("bea", 2)])
        assert await store.append(row("t2", 2), head("t2", 2), [("cid", 2)])
        assert [one.id for one in await store.of_person("bea", 9)] == ["t3", "t1"]
        assert [one.id for one in await store.of_person("bea", 1)] == ["t3"]
        assert [one.id for one in await store.of_person("bea", 9, before=(2, "t3"))] == ["t1"]
        assert await store.of_person("dan", 9) == []

    at_store(store_url, work)


def test_a_table_that_is_due_is_given_to_one_asker_until_it_had_time_to_act(store_url: str) -> None:
    async def work(store: Store) -> None:
        await new_table(store, "later", due=5000)
        await new_table(store, "first", due=1000)
        await new_table(store, "second", due=2000)
        await new_table(store, "never")
        assert await store.claim_due(999, 9) == []
        assert await store.claim_due(2000, 1) == ["first"]
        assert await store.claim_due(2000, 9) == ["second"]
        assert await store.claim_due(4999, 9) == []
        assert await store.claim_due(5000, 9) == ["first", "second", "later"]  # nobody acted

    at_store(store_url, work)


def test_a_table_that_went_on_can_be_claimed_again_at_once(store_url: str) -> None:
    async def work(store: Store) -> None:
        await new_table(store, "t1", due=1000)
        assert await store.claim_due(1000, 9) == ["t1"]
        assert await store.append(row("t1", 2), head("t1", 2, due=1100))
        assert await store.claim_due(1099, 9) == []
        assert await store.claim_due(1100, 9) == ["t1"]
        assert await store.append(row("t1", 3), head("t1", 3, due=None))
        assert await store.claim_due(FOREVER, 9) == []

    at_store(store_url, work)


def test_askers_at_the_same_time_never_get_the_same_table(store_url: str) -> None:
    async def work(store: Store) -> None:
        names = [f"t{number}" for number in range(60)]
        await asyncio.gather(*(store.create(head(name, due=1), row(name)) for name in names))
        got = await asyncio.gather(*(store.claim_due(1000, 10) for _ in range(12)))
        assert sorted(table for some in got for table in some) == sorted(names)

    at_store(store_url, work)


def test_people_are_kept_under_the_name_they_gave_last(store_url: str) -> None:
    async def work(store: Store) -> None:
        assert await store.person("p1") is None
        await store.keep_person("p1", "Ana", "guest", 1)
        await store.keep_person("p2", "Deep Purse", "bot", 1)
        await store.keep_person("p1", "Ana María", "guest", 2)
        assert await store.person("p1") == ("Ana María", "guest")
        assert await store.person("p2") == ("Deep Purse", "bot")

    at_store(store_url, work)


def test_all_nodes_sign_with_one_key_that_outlives_them(store_url: str) -> None:
    async def work(store: Store) -> set[bytes]:
        return set(await asyncio.gather(*(store.signing_key() for _ in range(8))))

    first, second = at_store(store_url, work), at_store(store_url, work)
    assert first == second
    assert [len(key) for key in first] == [32]


def test_of_two_nodes_that_make_the_same_table_at_once_one_does(postgres_url: str) -> None:
    async def work() -> None:
        one, two = await Store.open(postgres_url), await Store.open(postgres_url)
        for turn in range(30):
            made = await asyncio.gather(*(store.create(head(f"t{turn}"), row(f"t{turn}")) for store in (one, two)))
            assert sorted(made) == [False, True]
        await one.close()
        await two.close()

    asyncio.run(work())


def test_nodes_are_alive_while_they_send_heartbeats_and_claimed_by_one_at_a_time(store_url: str) -> None:
    async def work(store: Store) -> None:
        await store.beat("n1", 100)
        await store.beat("n2", 150)
        await store.beat("n1", 200)
        assert (sorted(await store.alive(150)), await store.claim_dead(150, 1000)) == (["n1", "n2"], [])
        assert await store.alive(200) == ["n1"]
        claims = await asyncio.gather(*(store.claim_dead(200, 1000) for _ in range(5)))
        assert sorted(claims) == [[], [], [], [], ["n2"]]
        assert await store.claim_dead(200, 1000 + DEAD_NODE_MS) == ["n2"]  # the node that claimed it has died too
        await store.forget_node("n2")
        assert await store.alive(0) == ["n1"]

    at_store(store_url, work)


def test_a_node_that_stops_in_a_transaction_can_be_claimed(postgres_url: str) -> None:
    async def work() -> None:
        keyframe, other = await Store.open(postgres_url), await Store.open(postgres_url)
        await keyframe.beat("still", 100)
        async with contextlib.AsyncExitStack() as stack:
            connection = await stack.enter_async_context(keyframe.transaction())
            await connection.execute(keyframe.beating("still", 150))  # its row is locked, and it goes no further
            async with asyncio.timeout(20):
                assert await other.claim_dead(200, 1000) == ["still"]
            with pytest.raises(StoreError):
                await stack.aclose()
        await keyframe.close()
        await other.close()

    asyncio.run(work())


def test_a_node_that_sends_a_heartbeat_while_it_is_claimed_stays_on_the_list(store_url: str) -> None:
    async def work(store: Store) -> None:
        await store.beat("n1", 100)
        assert await store.claim_dead(200, 1000) == ["n1"]
        await store.beat("n1", 1000)
        await store.forget_node("n1")
        assert await store.alive(0) == ["n1"]

    at_store(store_url, work)


def test_who_comes_up_alone_finds_when_nobody_was_there_and_who_comes_after_is_told(store_url: str) -> None:
    async def work() -> None:
        one = await Store.open(store_url)
        assert await one.arrive("n1", 1000, 0) == []
        await one.beat("n1", 3000)
        await one.close()
        one = await Store.open(store_url)
        await one.listen(lambda table, number: None)
        assert await one.arrive(one.node, 9000, 0) == [(3000, 9000)]  # although n1 was heard of a moment ago
        assert await one.alive(1) == [one.node]
        if one.is_shared:
            other = await Store.open(store_url)
            assert await other.arrive(other.node, 9500, 0) == [(3000, 9000)]
            await other.close()
        await one.close()

    asyncio.run(work())


def test_sweeping_takes_tables_nobody_started_and_leaves_every_game(store_url: str) -> None:
    async def work(store: Store) -> None:
        await new_table(store, "stale", 3)
        assert await store.append(row("stale", 4), head("stale", 4), [("bea", 0)])
        await store.keep_snapshot("stale", 4, b"x")
        await new_table(store, "fresh", at=9000)
        for status in ("playing", "over", "closed"):
            await new_table(store, status, 1, status=status)
            started = b'{"type":"Started","names":[]}'
            assert await store.append(row(status, 2, body=started), head(status, 2, status=status))
            await store.keep_snapshot(status, 2, b"x")
        await new_table(store, "unstarted", 2, status="closed")
        assert await store.sweep(1002) == 0
        assert await store.sweep(5000) == 2
        assert await store.head("stale") is None
        assert await store.head("unstarted") is None
        assert await store.rows("stale", 0) == []
        assert await store.of_person("bea", 9) == []
        assert {one.id for one in await store.tables(9)} == {"fresh", "playing", "over", "closed"}
        assert len(await store.rows("over", 0)) == 2
        kept = [await store.snapshot(table) for table in ("stale", "playing", "over", "closed")]
        assert kept == [None, *[(2, b"x")] * 3]  # however long ago a game ended, looking at it takes no time

    at_store(store_url, work)


def test_a_table_of_which_only_a_part_arrived_is_seen_by_nobody_and_swept(store_url: str) -> None:
    async def work(store: Store) -> None:
        await new_table(store, "part", 3, status=ARRIVING)
        await new_table(store, "whole", 2, status=ARRIVING)
        assert await store.append(row("whole", 3), head("whole", 3, status="over"))
        assert await store.head("part") is None
        assert [one.id for one in await store.tables(9)] == ["whole"]
        assert await store.public(9) == []
        await store.forget_arriving("whole")
        assert await store.head("whole") is not None
        assert await store.sweep(5000) == 1
        assert await store.rows("part", 0) == []

    at_store(store_url, work)


def test_a_table_that_does_not_arrive_is_taken_back(store_url: str) -> None:
    async def work(store: Store) -> None:
        await new_table(store, "part", 3, status=ARRIVING)
        await store.forget_arriving("part")
        assert await store.rows("part", 0) == []

    at_store(store_url, work)


def test_sweeping_gets_through_any_number_of_tables(store_url: str) -> None:
    async def work(store: Store) -> None:
        names = [f"t{number}" for number in range(450)]
        await asyncio.gather(*(store.create(head(name), row(name)) for name in names))
        assert await store.sweep(FOREVER) == 450
        assert await store.tables(9) == []

    at_store(store_url, work)


def test_a_store_that_is_open_says_so(store_url: str) -> None:
    at_store(store_url, lambda store: store.ping())


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("", "expected sqlite:///FILE or postgresql://USER@HOST/NAME"),
        ("magnate.db", "expected sqlite:///FILE or postgresql://USER@HOST/NAME"),
        ("mysql://user:word@host/name", "no database of kind 'mysql'; expected sqlite"),
        ("sqlite://", "SQLite needs a file"),
        ("sqlite:///:memory:", "SQLite needs a file"),
        ("postgresql://h/n?pool=many", "pool is 'many'; expected a number"),
    ],
)
def test_an_address_that_cannot_be_used_is_refused_with_what_would_do(address: str, words: str) -> None:
    with pytest.raises(StoreError, match=words) as refused:
        asyncio.run(Store.open(address))
    assert "word@" not in str(refused.value)
