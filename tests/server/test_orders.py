"""Standing orders: the server claims, follows, passes, declines, ends turns and bids for somebody who asked for it."""

from __future__ import annotations

import msgspec
import pytest
from tables import SECRET, START, Play
from test_table import refused
from test_timing import played

from magnate.actions import Bid, EndTurn, Pass, ProposeDeal, RefuseDeed
from magnate.events import AuctionWon, RentClaimed
from magnate.protocol import commands as ask
from magnate.protocol import entries as log
from magnate.protocol.config import Bank, PerDecision
from magnate.protocol.state import Orders
from magnate.rules.rent import write_claim
from magnate.rules.tell import RULE_RENT
from magnate.server.live.agenda import due
from magnate.server.live.broadcast import Frame, past
from magnate.server.store.columns import LogRow
from magnate.server.tables.snapshot import freeze, thaw
from magnate.server.tables.table import Table
from magnate.testing import Position

BROWN = ("Ronda de Valencia", "Plaza Lavapiés")
LONGEST = 4  # seconds that an order waits in an auction among people
ALL = Orders(claim_rents=True, end_turn=True, pass_auctions=True, follow_cards=True, refuse_deals=True)


def ordering(play: Play, seat: int, **orders: bool) -> Play:
    """The person of a seat sets its orders."""
    play.do(f"p{seat}", ask.SetOrders(seat, Orders(**orders)))
    return play


def auction(play: Play) -> Play:
    """Seat 0 has refused a deed, and it is under the hammer."""
    position = Position("clasico", seats=len(play.table.holders), at={0: 0})
    position.rolls(1, 2)
    play.at(position)
    play.act(0, RefuseDeed())
    return play


def proxy(play: Play, seat: int, amount: int) -> None:
    """The person of a seat bids up to an amount."""
    play.do(f"p{seat}", ask.ProxyBid(seat, amount, under_the_hammer(play)))


def under_the_hammer(play: Play) -> int:
    assert play.table.game is not None
    question = play.table.game.view().question
    assert question is not None
    assert question.deed is not None
    return question.deed


def rent_is_due(play: Play) -> Play:
    """Seat 0 has stopped on a lot of seat 1, and its turn is not over."""
    position = Position("clasico", seats=2, owners={"Gran Vía": 1}, at={0: "Puerta del Sol"})
    position.rolls(1, 2)
    return play.at(position)


def test_a_rent_is_claimed_at_once_for_whoever_ordered_it() -> None:
    play = rent_is_due(ordering(Play(people=2).start(), 1, claim_rents=True))
    assert played(play.wait(0)) == [(1, "ClaimRent", "order")]
    assert any(isinstance(event, RentClaimed) for event in play.told)
    assert not played(play.wait(60))


@pytest.mark.proves("AMB-25")
@pytest.mark.parametrize("pause", [0, 20])
@pytest.mark.parametrize("owners", [(0,), (0, 1)])
def test_an_order_claims_before_a_bot_rolls_however_short_its_pause(pause: int, owners: tuple[int, ...]) -> None:
    play = Play(people=2, bots=2).start()
    play.pause = pause
    for seat in owners:
        ordering(play, seat, claim_rents=True)
    position = Position("clasico", seats=4, owners=dict(zip(BROWN, owners, strict=False)), turn=3)
    for seat in owners:  # the bot of seat 2 has stopped on a lot of each
        write_claim(position.state, seat, seat, 2, position.edition.find_deed(BROWN[seat]), 2, RULE_RENT)
    position.state.claims, position.state.turns = len(owners), 7  # seat 3 is to roll: that would take both
    play.at(position)
    play.now += 500  # the server wakes up late
    happened = played(play.wait(1))[: len(owners) + 1]
    assert happened == [*((seat, "ClaimRent", "order") for seat in owners), (3, "Roll", "bot")]


def test_nobody_claims_without_the_order_and_a_rent_that_is_not_due_is_never_claimed() -> None:
    assert not played(rent_is_due(Play(people=2).start()).wait(60))
    play = ordering(Play(people=2).start(), 0, claim_rents=True)
    assert not played(rent_is_due(play).wait(60))


def test_a_turn_ends_by_order_when_nothing_is_left_to_do() -> None:
    play = ordering(Play(people=2).start(), 0, end_turn=True)
    position = Position("clasico", seats=2, owners={"Gran Vía": 0}, at={0: "Puerta del Sol"})
    position.rolls(1, 2)
    play.at(position)
    assert played(play.wait(0.3)) == []
    assert played(play.wait(0.2)) == [(0, "EndTurn", "order")]


def test_a_turn_with_something_to_build_or_a_roll_to_come_is_not_ended() -> None:
    play = ordering(Play(people=2).start(), 0, end_turn=True)
    play.at(Position("clasico", seats=2))
    assert played(play.wait(60)) == []
    position = Position("clasico", seats=2, owners=dict.fromkeys(BROWN, 0), at={0: 0}, rolled=True)
    play.at(position)
    assert any(option.type == "Build" for option in position.options(0))
    assert played(play.wait(60)) == []


def test_an_auction_one_cannot_afford_is_left_and_one_can_afford_is_not() -> None:
    play = Play(people=3).start()
    position = Position("clasico", seats=3, at={0: 0}, owners={"Gran Vía": 2}, cash={2: 5})
    position.rolls(1, 2)
    play.at(position)
    play.act(0, RefuseDeed())
    ordering(ordering(play, 2, pass_auctions=True), 1, pass_auctions=True)
    assert played(play.wait(60)) == []
    play.act(0, Bid(amount=50))
    assert played(play.wait(60)) == [(2, "Pass", "order")]


def test_deals_are_declined_until_the_next_turn_of_whoever_ordered_it() -> None:
    play = Play(people=2).start()
    play.at(Position("clasico", seats=2, owners={"Gran Vía": 0}, at={0: 0}, rolled=True))
    ordering(play, 1, refuse_deals=True)
    play.act(0, ProposeDeal(cash={0: -1, 1: 1}))
    assert played(play.wait(1)) == [(1, "RefuseDeal", "order")]
    play.act(0, EndTurn())
    assert play.table.mine(1).orders == Orders()


def test_a_card_is_followed_by_order() -> None:
    play = ordering(Play("expopolis", people=2).start(), 0, follow_cards=True)
    assert play.table.game is not None
    for _ in range(400):
        seat = play.must[0]
        question = play.table.game.view().question
        if question is not None and question.type == "card":
            happened = played(play.wait(1))
            assert (seat != 0 and not happened) or happened == [(0, "FollowCard", "order")]
            if happened:
                return
        play.act(seat, play.table.game.default_action(seat))
    raise AssertionError("no card was drawn")


def test_orders_are_off_at_first_told_to_their_seat_alone_and_taken_back_by_one_command() -> None:
    play = Play(people=2).start()
    assert play.table.mine(0).orders == Orders()
    ordering(play, 0, claim_rents=True)
    assert play.table.mine(0).orders == Orders(claim_rents=True)
    assert play.table.mine(1).orders == Orders()
    refused(play, "p0", ask.SetOrders(0, Orders(claim_rents=True)), "stale")
    refused(play, "p1", ask.SetOrders(0, Orders()), "not_your_seat")
    play.do("p0", ask.SetOrders(0, Orders()))
    assert play.table.mine(0).orders == Orders()


def test_orders_need_a_game_that_is_on() -> None:
    refused(Play(people=2), "p0", ask.SetOrders(0, ALL), "not_started")


def test_an_order_is_the_persons_own_decision_for_the_clock() -> None:
    play = rent_is_due(ordering(Play(people=2, clock=Bank(60, 5)).start(), 0, end_turn=True))
    play.wait(1)
    assert play.table.holders[0].left == 60_000 - 400 + 5_000


def test_whoever_leaves_for_good_leaves_no_orders() -> None:
    play = ordering(Play(people=3).start(), 1, claim_rents=True)
    play.do("p1", ask.Stand(1))
    assert play.table.holders[1].orders == Orders()


# The proxy bid.


def test_a_proxy_bids_the_least_each_time_and_stops_at_its_maximum() -> None:
    play = auction(Play(people=2).start())
    proxy(play, 1, 60)
    assert played(play.wait(LONGEST)) == [(1, "Bid", "order")]
    assert bid_of(play) == (1, 1)
    play.act(0, Bid(amount=59))
    assert played(play.wait(LONGEST)) == [(1, "Bid", "order")]
    assert bid_of(play) == (1, 60)
    play.act(0, Bid(amount=61))
    assert played(play.wait(600)) == []
    assert play.must == [1]
    assert play.table.mine(1).max_bid == 60


def bid_of(play: Play) -> tuple[int, int]:
    """Who leads, and with how much."""
    assert play.table.game is not None
    return play.table.game.state.bidder, play.table.game.state.bid


@pytest.mark.parametrize(("first", "second"), [(100, 150), (150, 100), (101, 150), (150, 149)])
def test_of_two_proxies_the_higher_wins_one_step_above_the_lower(first: int, second: int) -> None:
    play = auction(Play(people=3).start())
    proxy(play, 1, first)
    proxy(play, 2, second)
    play.wait(5 * LONGEST)
    winner = 1 if first > second else 2
    assert bid_of(play) == (winner, min(first, second) + 1)
    for seat in (0, 3 - winner):
        play.act(seat, Pass())
    assert next(event for event in play.told if isinstance(event, AuctionWon)).amount == min(first, second) + 1
    assert play.table.mine(winner).max_bid is None


def test_of_two_equal_proxies_the_earlier_wins() -> None:
    play = auction(Play(people=3).start())
    proxy(play, 2, 100)
    proxy(play, 1, 100)
    play.wait(5 * LONGEST)
    assert bid_of(play) == (2, 100)


def test_a_proxy_set_while_another_leads_is_outbid_by_it_or_takes_the_lead() -> None:
    play = auction(Play(people=3).start())
    proxy(play, 1, 100)
    play.wait(LONGEST)
    proxy(play, 2, 80)
    play.wait(5 * LONGEST)
    assert bid_of(play) == (1, 81)
    play.do("p2", ask.ProxyBid(2, 120, under_the_hammer(play)))
    play.wait(5 * LONGEST)
    assert bid_of(play) == (2, 101)


def test_a_maximum_is_raised_lowered_and_withdrawn_before_the_hammer() -> None:
    play = auction(Play(people=2).start())
    proxy(play, 1, 60)
    proxy(play, 1, 20)
    play.wait(LONGEST)
    play.act(0, Bid(amount=30))
    assert played(play.wait(60)) == []
    proxy(play, 1, 90)
    play.wait(LONGEST)
    assert bid_of(play) == (1, 31)
    proxy(play, 1, 0)
    assert play.table.mine(1).max_bid is None
    play.act(0, Bid(amount=32))
    assert played(play.wait(60)) == []


@pytest.mark.parametrize(("amount", "deed", "error"), [(0, None, "stale"), (99_999, None, "illegal"), (50, 3, "stale")])
def test_a_proxy_bid_that_cannot_be_is_refused_by_name(amount: int, deed: int | None, error: str) -> None:
    play = auction(Play(people=2).start())
    refused(play, "p1", ask.ProxyBid(1, amount, under_the_hammer(play) if deed is None else deed), error)


def test_a_proxy_bid_below_the_bid_that_stands_or_out_of_an_auction_is_refused() -> None:
    play = auction(Play(people=2).start())
    deed = under_the_hammer(play)
    play.act(0, Bid(amount=50))
    assert "(bid too low); legal: " in refused(play, "p1", ask.ProxyBid(1, 50, deed), "illegal").message
    play.act(1, Pass())
    refused(play, "p1", ask.ProxyBid(1, 80, deed), "stale")


def test_a_bot_that_stands_in_keeps_to_the_proxy_and_passes_above_it() -> None:
    play = auction(Play(people=3, absence=10).start())
    proxy(play, 1, 60)
    play.wait(LONGEST)
    play.add(log.Disconnected(1, "node"))
    play.wait(11)
    assert play.table.holders[1].taken_over
    play.act(0, Bid(amount=40))
    play.wait(LONGEST)
    assert bid_of(play) == (1, 41)
    play.act(0, Bid(amount=61))
    assert (1, "Pass", "order") in played(play.wait(LONGEST))


def test_a_proxy_works_against_the_hammer_of_the_clock() -> None:
    play = auction(Play(people=2, clock=PerDecision(30), auction=9).start())
    proxy(play, 1, 60)
    happened = played(play.wait(30))
    assert happened[0] == (1, "Bid", "order")
    assert (0, "Pass", "clock") in happened


def answered_after(play: Play, amounts: range) -> list[int]:
    """The milliseconds after which the order of seat 1 answers bids of seat 0, each one more than a proxy's."""
    found = []
    for amount in amounts:
        play.act(0, Bid(amount=amount))
        begun = play.now
        assert played(play.wait(LONGEST)) == [(1, "Bid", "order")]
        found.append(play.log[-1][1] - START - begun)
    return found


def test_nobody_can_tell_a_proxy_by_the_time_it_takes() -> None:
    """It takes as long as a person might, now more and now less, and only who has the table's secret knows how long."""
    times = []
    for secret in (SECRET, "6f" * 32):
        play = Play(people=2)
        play.table.secret = secret
        auction(play.start())
        proxy(play, 1, 400)
        play.wait(LONGEST)
        times.append(answered_after(play, range(10, 90, 2)))
    for found in times:
        assert 900 <= min(found) < 1_300
        assert 3_000 < max(found) < 3_500
        assert len(set(found)) > 30
    assert times[0] != times[1]


def test_alone_against_bots_a_proxy_bids_at_once() -> None:
    play = auction(Play(people=1, bots=1).start())
    proxy(play, 0, 60)
    assert played(play.wait(0.4)) == [(0, "Bid", "order")]


def test_a_proxy_bids_before_a_short_hammer_falls() -> None:
    play = auction(Play(people=2, auction=1).start())
    proxy(play, 1, 60)
    assert played(play.wait(0.5)) == [(1, "Bid", "order")]


def test_orders_are_not_changed_for_ever_between_two_moves() -> None:
    play = auction(Play(people=2).start())
    for change in range(30):
        ordering(play, 1, claim_rents=not change % 2)
    for command in (ask.SetOrders(1, ALL), ask.ProxyBid(1, 100, under_the_hammer(play)), ask.LetBotPlay(1)):
        refused(play, "p1", command, "forbidden")
    ordering(play, 0, claim_rents=True)
    play.act(0, Bid(amount=20))
    play.do("p1", ask.LetBotPlay(1))
    play.do("p1", ask.ComeBack(1))


# Privacy, and what the log adds up to.


def test_no_frame_tells_anybody_elses_orders_or_maximum() -> None:
    play = auction(Play(people=2).start())
    ordering(play, 1, claim_rents=True)
    proxy(play, 1, 1234)
    play.wait(LONGEST)
    for number, at, entry in play.log[-3:]:
        row = LogRow("play2345", number, at, "", "", msgspec.json.encode(entry), b"")
        for text in (Frame(row, entry, play.table.state(), None).text([], []), past(play.table, row)):
            assert b"1234" not in text
            assert b"claim_rents" not in text
            assert b'"order"' not in text
    assert play.table.mine(0).max_bid is None
    assert b"1234" not in msgspec.json.encode(play.table.state())


def test_what_an_order_does_looks_as_if_the_person_did_it() -> None:
    play = Play(people=2).start()
    position = Position("clasico", seats=2, at={0: 0}, owners={"Gran Vía": 1}, cash={1: 5})
    position.rolls(1, 2)
    play.at(position)
    ordering(play, 1, pass_auctions=True)
    play.act(0, RefuseDeed())
    play.act(0, Bid(amount=50))
    assert played(play.wait(LONGEST)) == [(1, "Pass", "order")]
    number, at, entry = play.log[-1]  # in a game with private purses it would tell what is in this one
    row = LogRow("play2345", number, at, "", "", msgspec.json.encode(entry), b"")
    for text in (Frame(row, entry).text([], []), past(play.table, row)):
        assert b'"order"' not in text


@pytest.mark.parametrize("edition", ["clasico", "expopolis", "castis"])
def test_the_log_adds_up_to_the_same_table_with_its_orders(edition: str) -> None:
    play = Play(edition, people=2, bots=1).start()
    ordering(ordering(play, 0, **msgspec.structs.asdict(ALL)), 1, claim_rents=True, end_turn=True)
    assert play.table.game is not None
    by: set[str] = set()
    for _ in range(150):
        by |= {one.by for one in play.wait(3) if isinstance(one, log.Played)}
        game = play.table.game
        seats = [seat for seat in play.must if play.table.holders[seat].is_person]
        if game.is_over:
            break
        if seats:
            seat = seats[0]
            question = game.view().question
            if question is not None and question.type == "auction" and play.table.holders[seat].max_bid is None:
                option = next((one for one in game.options(seat) if one.type == "Bid"), None)
                if option is not None and option.low is not None and option.high is not None:
                    most = min(option.high, option.low + 10 * (option.step or 1))
                    play.do(f"p{seat}", ask.ProxyBid(seat, most, question.deed))
                    continue
            play.act(seat, game.default_action(seat))
    assert "order" in by
    again = Table("play2345", play.table.secret)
    for number, at, entry in play.log:
        stored = msgspec.json.decode(msgspec.json.encode(entry), type=log.Entry)
        again.apply(number, at, stored)
    assert freeze(again) == freeze(play.table)
    thawed = thaw("play2345", play.table.secret, freeze(play.table))
    assert freeze(thawed) == freeze(play.table)
    assert due(thawed, 600) == due(play.table, 600)
