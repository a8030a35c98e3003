"""Two nodes, one PostgreSQL: players of one table on both, a node that dies, two writers who race for one number."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from kills import business
from party import Party, fresh_id, seated, told_alike
from people import Plan
from process import Node, run

from magnate.actions import Pass
from magnate.client import Client, Refusal, Table
from magnate.dice import FairDice
from magnate.game import Game
from magnate.protocol import commands as ask
from magnate.protocol import entries as log
from magnate.protocol.config import Config, PerDecision
from magnate.protocol.frames import Done, encode
from magnate.server.store.columns import Head, LogRow
from magnate.server.store.store import Store

PLAN = Plan("clasico", None, 4, 21, patience=260)


@pytest.fixture
def nodes(postgres_url: str, tmp_path: Path) -> Iterator[tuple[Node, Node]]:
    """Two servers on one database; neither is special."""
    with (
        Node(postgres_url, tmp_path, "one", grace_ms=2000, beat_ms=200) as one,
        Node(postgres_url, tmp_path, "other", grace_ms=2000, beat_ms=200) as other,
    ):
        yield one, other


async def check_end(party: Party, *nodes: Node) -> None:
    """Everybody was told the same, and every node tells the same record, the twin's, byte for byte."""
    await party.agree()
    told_alike(party.followers)
    record = party.twin.record()
    assert Game.replay(record).record() == record
    for node in nodes:
        assert await Client(node.url).record(party.id) == record


@pytest.mark.thorough
def test_players_of_one_table_on_two_nodes_play_one_game(nodes: tuple[Node, Node]) -> None:
    one, other = nodes

    async def play() -> None:
        async with seated(PLAN._replace(patience=150), one.database, [[one.url], [other.url]]) as party:
            await party.play()
            assert [follower.table.connections for follower in party.followers] == [1] * 5
            await check_end(party, one, other)

    run(play())


def test_a_node_dies_in_mid_auction_and_its_players_go_on_at_the_other(nodes: tuple[Node, Node]) -> None:
    one, other = nodes

    async def play() -> None:
        urls = [[one.url, other.url], [other.url, one.url]]
        async with seated(PLAN, one.database, urls, clock=PerDecision(seconds=600)) as party:
            while "auction" not in business(party.twin) or party.twin.view().question.bid is None:  # type: ignore[union-attr]
                await party.step()
            one.kill()
            told = party.spectator.told
            # The other node takes it for dead after a while, which a quick game would not last.
            await party.spectator.table.until(lambda: any(isinstance(line.entry, log.TimeCredited) for line in told))
            await party.play()
            lived = [follower.table.connections for follower in party.followers]
            assert lived[1::2] == [1, 1]
            assert min(lived[0::2]) >= 2
            assert {line.entry.seat for line in told if isinstance(line.entry, log.Disconnected)} == {0, 2}
            await check_end(party, other)
            one.start()
            await check_end(party, one, other)

    run(play())


@pytest.mark.thorough
def test_a_due_clock_is_answered_by_one_node_only(nodes: tuple[Node, Node]) -> None:
    one, other = nodes

    async def play() -> None:
        plan = Plan("castis", None, 2, 5)
        urls = [[one.url], [other.url]]
        async with seated(plan, one.database, urls, clock=PerDecision(seconds=1)) as party:
            table = party.spectator.table
            await table.until(lambda: sum(is_by_clock(told.entry) for told in party.spectator.told) >= 4)
            clock = [told for told in party.spectator.told if is_by_clock(told.entry)]
            for earlier, later in itertools.pairwise(clock):
                assert later.at - earlier.at >= 900  # each decision had its own second
            await party.agree()
            told_alike(party.followers)

    run(play())


def is_by_clock(entry: object) -> bool:
    """Whether the clock answered for somebody."""
    return isinstance(entry, log.Played) and entry.by == "clock"


def test_of_two_windows_of_a_seat_on_two_nodes_that_answer_at_once_one_wins(nodes: tuple[Node, Node]) -> None:
    one, other = nodes

    async def race(window: Table, seat: int, party: Party, seen: int) -> Done | Refusal:
        action = party.twin.legal_actions(seat)[0]
        try:
            return await window.act(seat, action, seen=seen)
        except Refusal as refusal:
            return refusal

    async def play() -> None:
        races = 0
        async with seated(PLAN, one.database, [[one.url], [other.url]]) as party, contextlib.AsyncExitStack() as stack:
            windows = []
            for follower, url in zip(party.followers, (other.url, one.url), strict=False):
                table = Client(url).table(party.id, follower.table.tokens)
                windows.append(await stack.enter_async_context(table))
            while races < 25:
                seat = party.twin.must[0]
                answers = {type(action).__name__ for action in party.twin.legal_actions(seat)[:1]}
                if seat > 1 or not answers & {"Roll", "BuyDeed", "Bid", "Pass", "FollowCard", "EndTurn"}:
                    await party.step()
                    continue
                hand = party.hands[seat].table
                for table in (hand, windows[seat]):
                    await table.until(lambda t=table: t.seen >= party.applied)  # type: ignore[misc]
                seen = party.applied
                found = await asyncio.gather(*(race(table, seat, party, seen) for table in (hand, windows[seat])))
                won = [answer for answer in found if isinstance(answer, Done)]
                lost = [answer for answer in found if isinstance(answer, Refusal)]
                assert (len(won), len(lost)) == (1, 1), found
                assert lost[0].error in ("stale", "illegal")
                assert lost[0].number is not None
                assert lost[0].number >= won[0].number
                await hand.until(lambda hand=hand, at=won[0].number: hand.seen >= at)  # type: ignore[misc]
                party.catch_up(hand)
                races += 1
            party.people.patience = 0
            await party.play()
            await check_end(party, one, other)

    run(play())


def test_of_two_writers_racing_for_one_number_exactly_one_is_kept(postgres_url: str) -> None:
    async def race() -> None:
        one, other = await Store.open(postgres_url, node="one"), await Store.open(postgres_url, node="other")
        try:
            id, dice = fresh_id(), FairDice.seeded(1)
            config = Config(edition="castis", seats=2)
            head = Head(
                id=id, status="open", public=False, edition="castis", seats=2, host="host", created=1, at=1, number=1,
                due=None, secret=dice.secret, summary=b"{}",
            )  # fmt: skip
            made = log.Created(host="host", config=config, commitment=dice.commitment)
            assert await one.create(head, LogRow(id, 1, 1, "", "", encode(made), b""))
            kept: list[str] = []
            for number in range(2, 102):
                next_head = msgspec.structs.replace(head, number=number, at=number)
                rows = [
                    LogRow(id, number, number, who, f"{who} {number}", encode(log.Said(who, who, f"{number}")), b"")
                    for who in ("one", "other")
                ]
                won = await asyncio.gather(one.append(rows[0], next_head), other.append(rows[1], next_head))
                assert sorted(won) == [False, True]
                kept.append(rows[won.index(True)].person)
            for store in (one, other):
                rows = await store.rows(id, 1)
                assert [row.number for row in rows] == list(range(2, 102))
                assert [row.person for row in rows] == kept
        finally:
            await one.close()
            await other.close()

    run(race())


def test_who_answers_with_an_old_number_is_told_so_and_what_is_legal_now(nodes: tuple[Node, Node]) -> None:
    one, other = nodes

    async def play() -> None:
        async with seated(PLAN, one.database, [[one.url], [other.url]]) as party:
            seen = party.applied
            while party.twin.view().turns < 1:
                await party.step()
            seat = party.twin.must[0]
            hand = party.hands[seat].table
            await hand.until(lambda: hand.seen >= party.applied)
            with pytest.raises(Refusal) as refused:
                await hand.act(seat, Pass(), seen=seen)
            assert refused.value.error == "stale"
            assert refused.value.number == party.applied
            assert refused.value.legal == party.twin.options(seat)
            with pytest.raises(Refusal) as refused:
                await hand.do(ask.Act(seat=(seat + 1) % 4, seen=party.applied, action=msgspec.Raw(b'{"type":"Roll"}')))
            assert refused.value.error == "not_your_seat"

    run(play())
