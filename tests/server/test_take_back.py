"""Taking back the last action: alone against bots at once, among people when all agree, never past dice or cards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from process import Node, run
from tables import Play
from test_client import simple
from test_orders import LONGEST, auction, bid_of, ordering, proxy
from test_table import refused
from test_timing import played

from magnate.actions import Bid, BuyDeed, ClaimRent, EndTurn, Pass, RefuseDeed, Roll
from magnate.client import Client, Refusal, Table
from magnate.game import Game
from magnate.protocol import commands as ask
from magnate.protocol import entries as log
from magnate.server.store.columns import LogRow
from magnate.server.tables.replay import Replay, record_of
from magnate.server.tables.snapshot import freeze, thaw
from magnate.server.tables.table import Table as Folded
from magnate.testing import Position


def to_buy(play: Play) -> Play:
    """Seat 0 is asked whether it buys."""
    position = Position("clasico", seats=len(play.table.holders), at={0: 0})
    position.rolls(1, 2)
    return play.at(position)


def state(play: Play) -> dict[str, Any]:
    assert play.table.game is not None
    return dict(play.table.game.state.values())


def test_alone_against_bots_a_misclick_is_taken_back_at_once() -> None:
    play = to_buy(Play(people=1, bots=2).start())
    before = state(play)
    play.act(0, RefuseDeed())
    number = play.table.number
    play.wait(2)  # the bots bid meanwhile
    assert state(play) != before
    assert play.table.mine(0).takes_back == number
    assert play.do("p0", ask.AskTakeBack(0)) == log.TakenBack(0, number)
    assert state(play) == before
    assert play.must == [0]
    play.act(0, BuyDeed())


def test_what_dice_or_cards_have_shown_is_never_taken_back() -> None:
    play = Play(people=1, bots=1).start().at(Position("clasico", seats=2))
    refused(play, "p0", ask.AskTakeBack(0), "forbidden")
    play.act(0, Roll())
    assert play.table.mine(0).takes_back is None
    refused(play, "p0", ask.AskTakeBack(0), "forbidden")


def test_among_people_everybody_has_to_agree() -> None:
    play = to_buy(Play(people=3).start())
    before = state(play)
    play.act(0, BuyDeed())
    play.do("p0", ask.AskTakeBack(0))
    wish = play.table.state().take_back
    assert wish is not None
    assert wish.seat == 0
    assert play.do("p1", ask.AnswerTakeBack(1, True)) == log.TakeBackAgreed(1)
    refused(play, "p1", ask.AnswerTakeBack(1, True), "stale")
    refused(play, "p0", ask.AnswerTakeBack(0, True), "forbidden")
    assert isinstance(play.do("p2", ask.AnswerTakeBack(2, True)), log.TakenBack)
    assert state(play) == before
    assert play.table.state().take_back is None


def test_a_wish_ends_with_a_refusal_with_the_next_action_and_when_it_is_withdrawn() -> None:
    play = to_buy(Play(people=2).start())
    play.act(0, BuyDeed())
    after = state(play)
    play.do("p0", ask.AskTakeBack(0))
    play.do("p1", ask.AnswerTakeBack(1, False))
    assert play.table.take_back is None
    play.do("p0", ask.AskTakeBack(0))
    play.do("p0", ask.AnswerTakeBack(0, False))
    assert state(play) == after
    play.do("p0", ask.AskTakeBack(0))
    play.act(0, play.table.game.default_action(0))  # type: ignore[union-attr]
    assert play.table.take_back is None
    refused(play, "p1", ask.AnswerTakeBack(1, True), "stale")


def test_nobody_asks_for_ever() -> None:
    play = to_buy(Play(people=1, bots=1).start())
    for _ in range(3):
        play.act(0, BuyDeed())
        play.do("p0", ask.AskTakeBack(0))
    play.act(0, BuyDeed())
    refused(play, "p0", ask.AskTakeBack(0), "forbidden")


def test_bots_wait_for_the_answers_but_not_for_ever() -> None:
    play = auction(Play(people=2, bots=1).start())
    play.do("p0", ask.AskTakeBack(0))
    assert played(play.wait(19)) == []
    assert played(play.wait(3))
    assert play.table.take_back is None


def test_an_answer_to_the_undone_question_is_stale() -> None:
    play = auction(Play(people=1, bots=1).start())
    seen = play.table.number
    play.do("p0", ask.AskTakeBack(0))
    with pytest.raises(Refusal) as caught:
        play.act(0, Pass(), seen=seen)
    assert caught.value.error == "stale"


def test_a_proxy_bid_does_not_outlive_its_auction_that_was_taken_back() -> None:
    play = auction(Play(people=1, bots=1).start())
    proxy(play, 0, 200)
    play.wait(0.4)
    assert bid_of(play)[0] == 0
    play.do("p0", ask.AskTakeBack(0))
    assert play.table.mine(0).max_bid is None
    play.act(0, RefuseDeed())
    assert play.table.mine(0).max_bid is None


def test_the_proxy_of_another_counts_on_when_a_bid_is_taken_back() -> None:
    play = auction(Play(people=2).start())
    proxy(play, 1, 200)
    play.wait(LONGEST)
    play.act(0, Bid(amount=50))
    proxy(play, 0, 60)
    play.do("p0", ask.AskTakeBack(0))
    play.do("p1", ask.AnswerTakeBack(1, True))
    assert play.table.mine(1).max_bid == 200
    assert play.table.mine(0).max_bid is None
    play.act(0, Bid(amount=100))
    play.wait(LONGEST)
    assert bid_of(play) == (1, 101)


def test_a_proxy_counts_again_when_the_end_of_its_auction_is_taken_back() -> None:
    play = auction(Play(people=2).start())
    proxy(play, 1, 200)
    play.wait(LONGEST)
    play.act(0, Pass())
    assert play.table.mine(1).max_bid is None
    play.do("p0", ask.AskTakeBack(0))
    play.do("p1", ask.AnswerTakeBack(1, True))
    assert play.table.mine(1).max_bid == 200
    play.act(0, Bid(amount=100))
    play.wait(LONGEST)
    assert bid_of(play) == (1, 101)


def test_deals_are_declined_on_when_the_end_of_a_turn_is_taken_back() -> None:
    play = Play(people=2).start()
    ordering(play, 1, refuse_deals=True)
    position = Position("clasico", seats=2, at={0: 0}, owners={3: 1})
    position.rolls(1, 3)
    play.at(position)
    while EndTurn() not in play.table.game.legal_actions(0):  # type: ignore[union-attr]
        play.act(0, play.table.game.default_action(0))  # type: ignore[union-attr]
    play.act(0, EndTurn())
    assert not play.table.mine(1).orders.refuse_deals
    play.do("p0", ask.AskTakeBack(0))
    play.do("p1", ask.AnswerTakeBack(1, True))
    assert play.table.mine(1).orders.refuse_deals


def test_whoever_takes_over_a_seat_takes_back_no_move_of_whoever_left() -> None:
    play = to_buy(Play(people=2, bots=1, takeover=True).start())
    play.act(0, BuyDeed())
    play.do("p0", ask.AskTakeBack(0))
    play.do("p0", ask.Stand(0))
    assert play.table.take_back is None
    play.do("p9", ask.TakeOver(0))
    assert play.table.mine(0).takes_back is None
    refused(play, "p9", ask.AskTakeBack(0), "forbidden")
    assert freeze(thaw("play2345", play.table.secret, freeze(play.table))) == freeze(play.table)


def test_a_pause_does_not_use_up_the_time_to_answer_whoever_takes_back() -> None:
    play = auction(Play(people=2, bots=1).start())
    play.do("p0", ask.AskTakeBack(0))
    for seat in (0, 1):
        play.do(f"p{seat}", ask.AskPause(seat))
    play.wait(60)
    play.do("p0", ask.Resume(0))
    assert played(play.wait(19)) == []
    assert played(play.wait(3))


def whole_game(edition: str) -> Play:
    """A game against bots in which the person takes back whatever can be."""
    play = Play(edition, people=1, bots=2).start()
    for _ in range(250):
        play.wait(2)
        assert play.table.game is not None
        if play.table.game.is_over:
            break
        if play.table.mine(0).takes_back is not None and play.table.wishes.count(0) < 2:
            play.do("p0", ask.AskTakeBack(0))
        if 0 in play.must:
            legal = play.table.game.legal_actions(0)
            play.act(0, next(action for action in legal if not isinstance(action, ClaimRent)))  # too many are refused
    return play


@pytest.mark.parametrize("edition", ["clasico", "europolis", "castis"])
def test_log_snapshot_record_and_replay_agree_after_taking_back(edition: str) -> None:
    play = whole_game(edition)
    undone = [entry for _, _, entry in play.log if isinstance(entry, log.TakenBack)]
    assert undone
    again = Folded("play2345", play.table.secret)
    replay = Replay(play.table.secret)
    rows = [LogRow("play2345", number, at, "", "", msgspec.json.encode(entry), b"") for number, at, entry in play.log]
    for number, at, entry in play.log:
        again.apply(number, at, msgspec.json.decode(msgspec.json.encode(entry), type=log.Entry))
        if isinstance(entry, log.TakenBack | log.Played):
            thawed = thaw("play2345", play.table.secret, freeze(again))
            assert freeze(thawed) == freeze(again)
    assert freeze(again) == freeze(play.table)
    replay.take_in(rows)
    assert replay.game is not None
    assert replay.game.state.values() == state(play)
    for entry in undone:
        number = next(number for number, _, one in play.log if one is entry)
        now, before, undone_there = (replay.at(one) for one in (number, entry.number - 1, entry.number))
        assert now is not None
        assert before is not None
        assert undone_there is not None
        assert now.state.values() == before.state.values()
        assert undone_there.state.values() != before.state.values()
    record = record_of(play.table.secret, rows)
    assert Game.replay(record, generator=None).state.values() == state(play)


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    """A server whose bots do not think."""
    folder: Path = tmp_path_factory.mktemp("takeback")
    with Node(f"sqlite+aiosqlite:///{folder}/tables.db", folder, bot_pause_ms=0) as node:
        yield node


async def take_back_over_a_kill(node: Node) -> None:
    """A person takes back over the wire, the server is killed, and the table is as before the move."""
    async with await Client(node.url).quick(edition="clasico", seats=2) as table:
        while True:
            await table.until(lambda: bool(table.options(0)))
            refuse = next((one.action for one in table.options(0) if one.type == "RefuseDeed"), None)
            if refuse is not None:
                break
            number = table.seen
            try:
                await table.act(0, simple(0, table.options(0), table.view))  # type: ignore[arg-type]
            except Refusal as refused:
                if refused.error != "stale":  # the bot has acted meanwhile
                    raise
            await table.until(lambda at=number: table.seen > at)  # type: ignore[misc]
        assert table.view is not None
        before = table.view.question
        await table.act(0, refuse)
        await table.take_back(0)
        node.kill()
        node.start()
        await table.until(lambda: table.connections > 1)
        assert table.view.question == before
        await table.act(0, BuyDeed())


def test_taking_back_is_kept_over_a_kill(node: Node) -> None:
    run(take_back_over_a_kill(node))


async def take_over(node: Node) -> None:
    """A spectator takes the seat of a bot, where the host allows it, and only there."""
    host, guest = Client(node.url), Client(node.url)
    for allowed in (False, True):
        made = await host.request("POST", "/api/tables", {"edition": "clasico", "seats": 2, "takeover": allowed})
        async with host.table(made["table"]) as ana, guest.table(made["table"]) as bea:
            await ana.sit(0)
            await ana.set_bot(1)
            await ana.start()
            await bea.until(lambda: bea.view is not None)
            if not allowed:
                with pytest.raises(Refusal) as caught:
                    await bea.take_over(1)
                assert caught.value.error == "forbidden"
                continue
            await bea.take_over(1, "Bea")
            assert bea.seats == [1]
            assert bea.table is not None
            assert bea.table.seats[1].name == "Bea"
            assert bea.table.seats[1].level is None
            with pytest.raises(Refusal) as caught:
                await bea.take_over(1)
            assert caught.value.error == "forbidden"
            await both_play(ana, bea)


async def both_play(ana: Table, bea: Table) -> None:
    """Play until the one who took over has acted."""
    for _ in range(60):
        await ana.until(lambda: bool(ana.view and ana.view.must))
        assert ana.view is not None
        seat = ana.view.must[0]
        table = (ana, bea)[seat]
        await table.until(lambda table=table, seat=seat: bool(table.options(seat)))  # type: ignore[misc]
        number = table.seen
        await table.act(seat, simple(seat, table.options(seat), table.view))  # type: ignore[arg-type]
        for one in (ana, bea):
            await one.until(lambda one=one, at=number: one.seen > at)  # type: ignore[misc]
        if seat == 1:
            return
    raise AssertionError("the new person was never asked")


def test_a_spectator_takes_the_seat_of_a_bot_where_the_host_allows_it(node: Node) -> None:
    run(take_over(node))


def test_only_a_bot_that_still_plays_can_be_taken_over() -> None:
    play = Play(people=2, bots=1, takeover=True).start()
    refused(play, "p9", ask.TakeOver(1), "seat_taken")
    refused(play, "p0", ask.TakeOver(2), "forbidden")
    play.do("p9", ask.TakeOver(2, "Nina"))
    assert play.table.holders[2].person == "p9"
    assert play.table.game is not None
    assert play.table.game.view().seats[2].name == "Nina"
    refused(play, "p8", ask.TakeOver(2), "seat_taken")
    again = thaw("play2345", play.table.secret, freeze(play.table))
    assert freeze(again) == freeze(play.table)


def test_somebody_who_left_for_good_can_take_the_seat_again_from_the_bot() -> None:
    play = Play(people=2, takeover=True).start()
    play.do("p1", ask.Stand(1))
    play.do("p1", ask.TakeOver(1))
    assert not play.table.holders[1].bot


def test_a_bot_plays_for_a_person_until_the_person_wants_to_play_again() -> None:
    play = Play(people=2).start().at(Position("clasico", seats=2))
    play.do("p0", ask.LetBotPlay(0))
    refused(play, "p0", ask.LetBotPlay(0), "stale")
    play.add(log.Disconnected(0, "node"))
    play.add(log.Connected(0, "node"))  # a page that is loaded anew
    assert play.table.state().seats[0].stood_in
    assert played(play.wait(5))[0] == (0, "Roll", "bot")
    play.do("p0", ask.ComeBack(0))
    assert not play.table.state().seats[0].stood_in
    refused(play, "p0", ask.ComeBack(0), "stale")


def test_an_action_brings_the_person_back_too() -> None:
    play = Play(people=2).start().at(Position("clasico", seats=2))
    play.do("p0", ask.LetBotPlay(0))
    play.act(0, Roll())
    assert not play.table.state().seats[0].stood_in
    assert not play.table.holders[0].lent
