"""Bots rest at a table where nobody is, and go on as soon as somebody comes, watches or acts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from nodes import ANA, BEA, BY_HAND, HandClock, Watcher, node, pass_time, run, table_for, until
from tables import START, Play

from magnate.protocol import commands as ask
from magnate.protocol import entries as log
from magnate.protocol.config import Bank, Clock, NoClock, PerDecision
from magnate.server.live.live_table import LiveTable
from magnate.server.live.registry import Registry
from magnate.server.operations.settings import Settings
from magnate.server.tables.attendance import UNATTENDED, rests_from
from magnate.server.tables.clocks import deadline
from magnate.server.tables.snapshot import freeze

MINUTE = 60
HOUR = 3_600
DAY = 24 * HOUR


def alone(people: int = 1, bots: int = 1, absence: int = 120, **config: Any) -> Play:
    """A game whose people have all gone at the beginning; bots rest after half an hour."""
    play = Play(people=people, bots=bots, absence=absence, **config).start()
    play.rest = 30 * MINUTE * 1000
    for seat in range(people):
        play.add(log.Disconnected(seat, "node"))
    return play


def moves(happened: list[log.Entry], by: str = "bot") -> int:
    """How many moves bots made."""
    return sum(isinstance(entry, log.Played) and entry.by == by for entry in happened)


def test_the_protocol_says_when_bots_pause() -> None:
    said = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
    in_words = {60_000: "a minute", 120_000: "two minutes"}
    assert f"no person was at the table for {in_words[Settings().bot_rest_ms]}" in said
    assert f"{in_words[UNATTENDED]} after the start of a game that no person has joined" in said


def test_bots_rest_half_an_hour_after_the_last_person_went() -> None:
    play = alone(options={"setup.cash": 1_000_000})
    assert moves(play.wait(30 * MINUTE)) > 1_000
    assert play.wait(100 * DAY) == []


def test_bots_go_on_at_once_when_somebody_comes_back() -> None:
    play = alone(options={"setup.cash": 1_000_000})
    play.wait(DAY)
    play.add(log.Connected(0, "node"))
    while 0 not in play.must:
        assert moves(play.wait(1)) > 0


def test_bots_answer_somebody_who_acts_without_being_connected() -> None:
    play = alone(absence=0)
    while 0 not in play.must:
        play.wait(1)
    play.wait(DAY)
    happened = 0
    for _ in range(20):
        while 0 in play.must:
            play.act(0, play.table.running().default_action(0))
        happened += moves(play.wait(MINUTE))
        play.wait(DAY)
    assert happened >= 20


def unattended(people: int = 1, bots: int = 1, **config: Any) -> Play:
    """A game that has begun and that no person has come to."""
    play = Play(people=people, bots=bots, options={"setup.cash": 1_000_000}, **config)
    play.do("p0", ask.Start())
    play.rest = 30 * MINUTE * 1000
    return play


@pytest.mark.parametrize("clock", [NoClock(), PerDecision(1), Bank(30), PerDecision(3 * DAY)])
@pytest.mark.parametrize("absence", [None, 0, 1])
def test_a_game_that_no_person_comes_to_rests_after_a_minute_with_its_clocks(clock: Clock, absence: int | None) -> None:
    for people, bots in ((1, 3), (2, 0), (2, 2)):
        play = unattended(people, bots, clock=clock, absence=absence)
        play.wait(MINUTE)
        assert play.wait(100 * DAY) == []


def test_whoever_comes_late_to_a_game_has_the_whole_time_to_think_and_bots_go_on() -> None:
    play = unattended(clock=PerDecision(30), absence=0)
    play.wait(DAY)
    (seat,) = play.must
    play.add(log.Connected(0, "node"))
    if seat == 1:
        assert moves(play.wait(2)) > 0
    else:
        assert deadline(play.table, 0) == START + play.now + 30_000
    while 0 not in play.must:
        play.wait(1)
    assert moves(play.wait(29), "clock") == 0


def test_whoever_comes_within_the_minute_finds_the_clocks_running() -> None:
    play = unattended(people=2, bots=0, clock=PerDecision(90), absence=0)
    play.wait(50)
    play.add(log.Connected(0, "node"))
    assert {deadline(play.table, seat) for seat in play.must} == {START + 90_000}


def test_whoever_plays_over_http_alone_finds_bots_that_answer() -> None:
    play = unattended(absence=0)
    play.wait(MINUTE)
    happened = 0
    assert play.must == [0]
    for _ in range(5):
        while 0 in play.must:
            play.act(0, play.table.running().default_action(0))
        happened += moves(play.wait(5 * MINUTE))
    assert happened >= 5


def test_bots_rest_two_minutes_after_the_last_person_went_unless_it_is_set_otherwise() -> None:
    play = alone(options={"setup.cash": 1_000_000})
    play.rest = Settings().bot_rest_ms
    assert play.rest == 2 * MINUTE * 1000
    play.wait(2 * MINUTE)
    assert play.wait(100 * DAY) == []


def test_a_stand_in_plays_on_while_another_person_is_here() -> None:
    play = Play(people=2, bots=1, options={"setup.cash": 1_000_000}).start()
    play.rest = 30 * MINUTE * 1000
    play.add(log.Disconnected(1, "node"))
    happened = list[log.Entry]()
    for _ in range(8):
        happened += play.wait(HOUR)
        if 0 in play.must:
            play.act(0, play.table.running().default_action(0))
    assert log.BotTookOver(1) in happened
    assert any(isinstance(one, log.Played) and (one.seat, one.by) == (1, "bot") for one in happened)


def test_where_no_person_has_a_seat_bots_play_only_for_those_who_watch() -> None:
    play = Play(people=1, bots=1).start()
    play.do("p0", ask.Stand(0))
    play.rest = 30 * MINUTE * 1000
    assert play.wait(DAY) == []
    play.rest = None  # somebody watches
    assert moves(play.wait(10)) > 5


@pytest.mark.parametrize("clock", [PerDecision(3 * DAY), Bank(30 * DAY)])
def test_a_game_by_correspondence_goes_on_by_its_clock_while_everybody_is_away(clock: Clock) -> None:
    play = alone(people=2, bots=1, absence=0, clock=clock)
    happened = play.wait(35 * DAY)
    assert moves(happened, "clock") > 1
    assert moves(happened) > 1
    last = next(one for _, _, one in reversed(play.log) if isinstance(one, log.Played))
    assert last.by == "bot" or play.table.holders[last.seat].is_person


def test_the_clock_of_somebody_away_runs_out_while_bots_rest() -> None:
    play = alone(people=2, bots=1, absence=0, clock=PerDecision(60))
    happened = play.wait(DAY)
    assert moves(happened, "clock") > 10
    assert isinstance(happened[-1], log.Played)
    assert happened[-1].by == "clock"
    assert play.now - (play.log[-1][1] - START) > (DAY - HOUR) * 1000  # and then there is peace


def test_two_nodes_come_to_the_same_moment() -> None:
    play = alone()
    play.wait(MINUTE)
    again = Play()
    again.table = type(play.table)("play2345", play.table.secret)
    for number, at, entry in play.log:
        again.table.apply(number, at, entry)
    assert rests_from(again.table, 1000) == rests_from(play.table, 1000) == START + 1000


# In a registry.


async def of_bots(registry: Registry) -> LiveTable:
    """A game that only bots play."""
    live, tokens = await table_for(registry, ANA, bots=3, options={"setup.cash": 1_000_000})
    await live.do(ANA, tokens, "stand", ask.Stand(0))
    return live


async def stands_still(live: LiveTable, *others: Registry) -> bool:
    """Whether nothing happens for half a minute: not yet so long that the table leaves memory."""
    await pass_time(0, live.registry, *others)  # what was begun is finished
    before = live.table.number
    await pass_time(30, live.registry, *others)
    return live.table.number == before


def test_a_game_of_bots_goes_on_while_somebody_watches_and_no_longer(sqlite_url: str) -> None:
    async def test() -> None:
        async with node(sqlite_url, BY_HAND, HandClock()) as registry:
            live = await of_bots(registry)
            assert await stands_still(live)
            watcher = Watcher(BEA)
            await live.connections.join(watcher, None)
            assert not await stands_still(live)
            assert len(watcher.told) > 20
            await live.connections.leave(watcher)
            assert await stands_still(live)
            head = await registry.store.head(live.table.id)
            assert head is not None
            assert head.due is None

    run(test)


def test_whoever_watches_on_one_node_wakes_the_bots_for_those_on_all(postgres_url: str) -> None:
    async def test() -> None:
        clock = HandClock()
        async with node(postgres_url, BY_HAND, clock) as one, node(postgres_url, BY_HAND, clock) as two:
            here = await of_bots(one)
            there = await two.live_table(here.table.id)
            assert await stands_still(there, one)
            watcher = Watcher(BEA)
            await there.connections.join(watcher, None)
            while not watcher.numbers or here.table.number <= watcher.numbers[0] + 20:
                await pass_time(1, one, two)
            await there.connections.leave(watcher)
            await until(lambda: here.table.number == there.table.number)  # the news of the last entry has arrived
            assert await stands_still(here, two)
            assert freeze(here.table) == freeze(there.table)

    run(test)


def test_a_game_of_bots_rests_after_a_restart_and_is_not_looked_at_again(sqlite_url: str) -> None:
    async def test() -> None:
        clock = HandClock()
        async with node(sqlite_url, BY_HAND, clock) as registry:
            live = await of_bots(registry)
            await registry.store.put_due(live.table.id, live.table.number, clock.at - 5_000)  # as older servers left it
            id = live.table.id
        async with node(sqlite_url, BY_HAND, HandClock(after=clock)) as registry:
            await pass_time(2, registry)  # a look at what is due
            head = await registry.store.head(id)
            assert head is not None
            assert head.due is None
            assert await stands_still(registry.live_tables[id])

    run(test)


def test_bots_wait_for_somebody_who_is_away_too_long(sqlite_url: str) -> None:
    async def test() -> None:
        async with node(sqlite_url, replace(BY_HAND, bot_rest_ms=300), HandClock()) as registry:
            live, _ = await table_for(registry, ANA, bots=3, absence=0, options={"setup.cash": 1_000_000})
            await pass_time(0.5, registry)
            assert await stands_still(live)
            ana = Watcher(ANA, 0)
            await live.connections.join(ana, None)
            assert live.table.game is not None
            while live.table.game.must != [0]:
                await pass_time(1, registry)

    run(test)
