"""Games that take days: clocks of hours and days, tables that wait without costing anything, and where I am awaited."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from nodes import ANA, BEA, BY_HAND, HandClock, Watcher, asked, node, pass_time, run, table_for
from running import Running, good, with_server
from tables import START, Play

from magnate.actions import Bid, ProposeDeal, RefuseDeal, RefuseDeed, Roll
from magnate.protocol import entries as log
from magnate.protocol.config import Bank, Clock, Config, NoClock, PerDecision
from magnate.server.store.columns import tables
from magnate.server.tables.clocks import deadline
from magnate.server.tables.summary import summary
from magnate.testing import Position

HOUR = 3_600
DAY = 24 * HOUR


@pytest.mark.parametrize(
    ("clock", "is_slow"),
    [
        (NoClock(), False),
        (PerDecision(600), False),
        (PerDecision(HOUR), True),
        (PerDecision(2 * DAY), True),
        (Bank(4 * HOUR), False),
        (Bank(3 * DAY, increment=12 * HOUR), True),
    ],
)
def test_no_bot_takes_over_from_whoever_is_away_at_a_slow_table(clock: Clock, is_slow: bool) -> None:
    config = Config(edition="clasico", clock=clock)
    assert config.is_slow == is_slow
    assert config.patience == (0 if is_slow else 120)
    play = Play(clock=clock).start()
    for seat in (0, 1):
        play.add(log.Disconnected(seat, "node"))
    assert any(isinstance(one, log.BotTookOver) for one in play.wait(10 * 60)) != is_slow


@pytest.mark.parametrize("clock", [PerDecision(DAY), Bank(7 * DAY)])
def test_at_a_slow_table_a_deal_and_a_bid_stand_for_a_day(clock: Clock) -> None:
    play = Play(clock=clock).start().at(Position("clasico", seats=2))
    play.act(0, ProposeDeal(cash={0: -1, 1: 1}))
    assert play.must == [1]
    assert deadline(play.table, 1) == START + DAY * 1000

    play = Play(clock=clock).start()
    landed = Position("clasico", seats=2, at={0: 0})
    landed.rolls(1, 2)
    play.at(landed)
    play.act(0, RefuseDeed())
    play.act(0, Bid(50))
    assert deadline(play.table, 1) == START + DAY * 1000
    assert not any(isinstance(one, log.Played) for one in play.wait(DAY - 1))


def awaited(play: Play) -> list[tuple[str, int, int | None]]:
    """Whom the lists say play waits for, since when and until when."""
    found = msgspec.json.decode(summary(play.table))["awaited"]
    return [(one["person"], one["since"], one["until"]) for one in found]


def test_lists_know_whom_a_table_waits_for_and_how_long() -> None:
    play = Play(clock=PerDecision(2 * DAY)).start().at(Position("clasico", seats=2))
    play.wait(HOUR)
    assert awaited(play) == [("p0", START, START + 2 * DAY * 1000)]
    play.act(0, ProposeDeal(cash={0: -1, 1: 1}))
    later = START + HOUR * 1000
    assert awaited(play) == [("p1", later, later + 2 * DAY * 1000)]
    play.add(log.PauseAsked(0))
    play.add(log.PauseAsked(1))
    assert awaited(play) == [("p1", later, None)]


def test_nobody_is_awaited_where_a_bot_plays_for_them_or_the_game_is_over() -> None:
    play = Play(people=1, bots=1, absence=60).start().at(Position("clasico", seats=2))
    assert [person for person, _, _ in awaited(play)] == ["p0"]
    play.add(log.Disconnected(0, "node"))
    play.wait(60)
    assert play.table.holders[0].taken_over
    assert awaited(play) == []


def test_a_question_is_put_once_however_often_a_deal_interrupts_it() -> None:
    play = Play().start().at(Position("clasico", seats=2))
    first = play.table.holders[0].asked
    play.act(1, ProposeDeal(cash={0: 1, 1: -1}))
    offered = play.table.number
    assert play.table.holders[0].asked == offered  # that is a question, too
    (deal,) = [slot for slot in range(2) if play.table.game and play.table.game.state.deals >> slot & 1]
    play.act(0, RefuseDeal(deal=deal, revision=play.table.offers[0]))
    assert play.must == [0]
    assert play.table.holders[0].asked == offered > first  # the turn is no news
    assert play.table.put_number < offered


def test_the_opening_is_one_question_to_each_however_many_roll_before() -> None:
    play = Play(people=3).start()
    before = [holder.asked for holder in play.table.holders]
    play.act(0, Roll())
    play.act(1, Roll())
    assert [holder.asked for holder in play.table.holders] == before
    play.act(2, Roll())
    (first,) = play.must
    assert play.table.holders[first].asked == play.table.number


# In a registry.


async def slow_table(registry: Any, **config: Any) -> tuple[str, int]:
    """A table of two with two days for a decision, both people away: its id, and who is asked."""
    live, tokens = await table_for(registry, ANA, BEA, clock=PerDecision(2 * DAY), **config)
    for seat, person in enumerate((ANA, BEA)):
        watcher = Watcher(person, seat)
        await live.connections.join(watcher, None)
        await live.connections.leave(watcher)
    assert len(tokens) == 2
    return live.table.id, asked(live)


def test_a_table_that_waits_for_days_is_not_in_memory_and_its_clock_answers_in_time(sqlite_url: str) -> None:
    async def test() -> None:
        clock = HandClock()
        async with node(sqlite_url, BY_HAND, clock) as registry:
            id, seat = await slow_table(registry)
            number, begun = registry.live_tables[id].table.number, clock.at
            await pass_time(70, registry)
            assert id not in registry.live_tables
            clock.at = begun + (2 * DAY - 60) * 1000
            await pass_time(30, registry)
            assert id not in registry.live_tables  # nothing was due, so nobody looked
            clock.at = begun + 2 * DAY * 1000 + 1_500
            await pass_time(3, registry)
            played = [row.body for row in await registry.store.rows(id, number)]
            assert len(played) == 1
            assert f'"seat":{seat}'.encode() in played[0]
            assert b'"by":"clock"' in played[0]

    run(test)


def test_a_restart_keeps_a_table_of_days_and_gives_its_clock_the_time_back(sqlite_url: str) -> None:
    async def test() -> None:
        clock = HandClock()
        async with node(sqlite_url, BY_HAND, clock) as registry:
            id, seat = await slow_table(registry)
            before = deadline(registry.live_tables[id].table, seat)
            assert before == clock.at + 2 * DAY * 1000
        later = HandClock(after=clock)
        later.at += 3 * HOUR * 1000
        async with node(sqlite_url, BY_HAND, later) as registry:
            live = await registry.live_table(id)
            assert live.table.status == "playing"
            assert asked(live) == seat
            assert deadline(live.table, seat) == before + 3 * HOUR * 1000 + BY_HAND.grace_ms
            await pass_time(70, registry)
            assert id not in registry.live_tables

    run(test)


# My games.


async def games(guest: httpx.AsyncClient, **query: Any) -> list[dict[str, Any]]:
    """The list of somebody's games."""
    found: list[dict[str, Any]] = good(await guest.get("/api/me/games", params=query))["tables"]
    return found


async def sit_and_start(here: Running, other: httpx.AsyncClient, **config: Any) -> tuple[str, list[str]]:
    """A table of Ana and somebody else, started; and the tokens of both."""
    table, tokens = await here.table(seats=2, **config), []
    for seat, guest in enumerate((here.ana, other)):
        await guest.get("/api/me")
        asks = {"id": "sit", "command": {"type": "Sit", "seat": seat}}
        tokens.append(good(await guest.post(f"/api/tables/{table}/commands", json=asks))["token"])
    start = {"id": "start", "command": {"type": "Start"}, "tokens": tokens[:1]}
    good(await here.ana.post(f"/api/tables/{table}/commands", json=start))
    return table, tokens


def test_my_games_say_where_i_am_awaited_since_when_and_how_long_i_have(tmp_path: Path) -> None:
    clock = HandClock()

    async def test(here: Running) -> None:
        bea = here.guest()
        table, tokens = await sit_and_start(here, bea, clock={"type": "decision", "seconds": 2 * DAY}, public=True)
        times = {"since": clock.at, "until": clock.at + 2 * DAY * 1000}
        assert (await games(here.ana))[0]["awaits"] == {"seat": 0, **times}  # both roll to see who begins
        assert (await games(bea))[0]["awaits"] == {"seat": 1, **times}
        assert good(await bea.get("/api/tables"))["tables"][0]["awaits"] is None  # public lists say it to nobody
        roll = {"type": "Act", "seat": 0, "seen": 0, "action": {"type": "Roll"}}
        state = good(await here.ana.get(f"/api/tables/{table}"))
        asks = {"id": "roll", "command": roll | {"seen": state["number"]}, "tokens": tokens[:1]}
        good(await here.ana.post(f"/api/tables/{table}/commands", json=asks))
        assert [bool(one["awaits"]) for one in (await games(here.ana))] == [False]
        assert [bool(one["awaits"]) for one in (await games(bea))] == [True]

    with_server(tmp_path, test, clock)


def test_only_my_running_games_are_listed_for_whoever_asks_so(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table, _ = await sit_and_start(here, here.guest())
        made = await here.table(seats=2)
        sit = {"id": "sit", "command": {"type": "Sit", "seat": 0}}
        good(await here.ana.post(f"/api/tables/{made}/commands", json=sit))
        await (await here.node.registry.live_table(made)).close_table("host")
        assert {one["id"] for one in await games(here.ana)} == {made, table}
        assert [one["id"] for one in await games(here.ana, running="true")] == [table]

    with_server(tmp_path, test)


def test_a_table_that_an_older_version_stored_says_where_i_am_awaited(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table, _ = await sit_and_start(here, here.guest())
        head = await here.node.store.head(table)
        assert head is not None
        old = {key: value for key, value in msgspec.json.decode(head.summary).items() if key != "awaited"}
        async with here.node.store.transaction() as connection:
            kept = tables.update().where(tables.c.id == table).values(summary=msgspec.json.encode(old))
            await connection.execute(kept)
        (mine,) = await games(here.ana)
        assert mine["awaits"]["seat"] == 0

    with_server(tmp_path, test)
