"""Time at a table: clocks, the hammer, people who go away and come back."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from tables import START, Play
from test_table import refused

from magnate.actions import (
    AcceptDeal,
    Bid,
    Build,
    Concede,
    CounterDeal,
    LiftMortgage,
    Mortgage,
    Pass,
    PayTax,
    ProposeDeal,
    RefuseDeal,
    RefuseDeed,
    Roll,
    SellBuildings,
    TimeUp,
    WithdrawDeal,
)
from magnate.editions import load
from magnate.events import AuctionWon
from magnate.protocol import commands as ask
from magnate.protocol import entries as log
from magnate.protocol.config import Bank, Clock, PerDecision
from magnate.protocol.errors import Refusal
from magnate.server.live import agenda
from magnate.server.tables.attendance import patience_ends
from magnate.server.tables.clocks import deadline
from magnate.server.tables.snapshot import freeze, thaw
from magnate.testing import Position

DAY = 86_400
GRAN_VIA = load("clasico").find_deed("Gran Vía")


def played(happened: list[log.Entry]) -> list[tuple[int, str, str]]:
    """Who played what, and by whom it was decided."""
    return [(one.seat, type(one.action).__name__, one.by) for one in happened if isinstance(one, log.Played)]


def on_turn(play: Play, seats: int = 2) -> Play:
    """Seat 0 is on turn and has everything before it."""
    return play.at(Position("clasico", seats=seats))


def test_without_a_clock_nobody_is_hurried() -> None:
    play = Play(people=2, absence=0).start()
    assert play.wait(100 * DAY) == []


@pytest.mark.proves("AMB-83")
def test_whoever_does_not_answer_in_time_rolls() -> None:
    play = on_turn(Play(people=2, clock=PerDecision(30)).start())
    assert play.table.state().seats[0].deadline == START + 30_000
    assert play.wait(29.9) == []
    assert played(play.wait(0.1)) == [(0, "Roll", "clock")]


@pytest.mark.proves("AMB-83")
def test_whoever_does_not_answer_in_time_declines_the_purchase_and_passes() -> None:
    play = Play(people=2, clock=PerDecision(30)).start()
    position = Position("clasico", seats=2, at={0: 0})
    position.rolls(1, 2)
    play.at(position)
    assert played(play.wait(30))[0] == (0, "RefuseDeed", "clock")
    assert {seat for seat, what, by in played(play.wait(30)) if (what, by) == ("Pass", "clock")} == {0, 1}


def test_a_new_decision_has_its_own_time_and_managing_property_does_not_buy_any() -> None:
    play = on_turn(Play(people=2, clock=PerDecision(30)).start())
    play.wait(20)
    play.do("p1", ask.Say("hurry"))
    assert deadline(play.table, 0) == START + 30_000
    play.act(0, Roll())
    for seat in play.must:
        assert deadline(play.table, seat) == START + 50_000


def test_a_bank_shrinks_while_one_thinks_and_grows_with_every_decision() -> None:
    play = on_turn(Play(people=2, clock=Bank(60, 5)).start())
    play.wait(20)
    play.act(0, Roll())
    assert play.table.holders[0].left == 60_000 - 20_000 + 5_000
    assert play.table.holders[1].left == 60_000


def test_an_empty_bank_still_leaves_a_second() -> None:
    play = on_turn(Play(people=2, clock=Bank(10)).start())
    assert played(play.wait(10))[0] == (0, "Roll", "clock")
    assert play.table.holders[0].left == 0
    seat = play.must[0]
    if seat == 0:
        assert deadline(play.table, 0) == START + play.now + 1_000


def test_the_clock_stands_when_all_people_want_it_and_runs_on_when_one_does() -> None:
    play = on_turn(Play(people=2, bots=1, clock=PerDecision(30)).start(), 3)
    play.wait(10)
    play.do("p1", ask.AskPause(1))
    assert not play.table.state().paused
    refused(play, "p1", ask.AskPause(1), "stale")
    play.do("p0", ask.AskPause(0))
    assert play.table.state().paused
    assert deadline(play.table, 0) is None
    assert play.wait(1_000) == []
    play.do("p1", ask.Resume(1))
    assert deadline(play.table, 0) == START + play.now + 20_000
    refused(play, "p1", ask.Resume(1), "stale")


def test_whoever_leaves_does_not_hold_up_a_pause_that_all_others_want() -> None:
    play = on_turn(Play(people=3, clock=PerDecision(30)).start(), 3)
    play.do("p0", ask.AskPause(0))
    play.do("p1", ask.AskPause(1))
    play.do("p2", ask.Stand(2))
    assert play.table.state().paused


def test_who_has_asked_for_a_pause_may_think_again() -> None:
    play = on_turn(Play(people=2, clock=PerDecision(30)).start())
    play.do("p0", ask.AskPause(0))
    play.do("p0", ask.Resume(0))
    play.do("p1", ask.AskPause(1))
    assert not play.table.state().paused
    assert play.table.pause_asked == [1]


def test_the_clock_rests_while_a_deal_is_considered_but_not_for_ever() -> None:
    play = Play(people=2, clock=Bank(60)).start()
    play.at(Position("clasico", seats=2, owners={"Gran Vía": 0}))
    play.wait(10)
    play.act(0, ProposeDeal(cash={0: -1, 1: 1}))
    assert play.must == [1]
    assert played(play.wait(119)) == []
    assert played(play.wait(1)) == [(1, "RefuseDeal", "clock")]
    assert play.table.holders[1].left == 60_000
    assert play.must == [0]


def test_a_person_gives_another_more_time() -> None:
    play = on_turn(Play(people=2, clock=PerDecision(30)).start())
    refused(play, "p0", ask.Grant(0, 0, 60), "forbidden")
    refused(play, "p0", ask.Grant(0, 1, 60), "no_clock")
    play.table.holders[1].person = "p0"
    refused(play, "p0", ask.Grant(1, 0, 60), "forbidden")  # both seats are theirs
    play.table.holders[1].person = "p1"
    play.do("p1", ask.Grant(1, 0, 60))
    assert deadline(play.table, 0) == START + 90_000


@pytest.mark.parametrize(
    ("clock", "most"),
    [(PerDecision(20), 60), (PerDecision(300), 300), (Bank(20), 60), (PerDecision(DAY), DAY), (Bank(7 * DAY), DAY)],
)
def test_for_one_decision_no_more_time_is_given_than_a_minute_or_the_clocks_own(clock: Clock, most: int) -> None:
    play = on_turn(Play(people=3, clock=clock).start(), 3)
    own = deadline(play.table, 0)
    assert own is not None
    refused(play, "p1", ask.Grant(1, 0, most + 1), "forbidden")
    play.do("p1", ask.Grant(1, 0, most - 10))
    refused(play, "p2", ask.Grant(2, 0, 11), "forbidden")
    play.do("p2", ask.Grant(2, 0, 10))
    for seat in (1, 2):
        refused(play, f"p{seat}", ask.Grant(seat, 0, 1), "forbidden")
    assert deadline(play.table, 0) == own + most * 1000


def test_the_next_decision_may_be_given_time_again() -> None:
    play = on_turn(Play(people=2, clock=PerDecision(30)).start())
    play.do("p1", ask.Grant(1, 0, 60))
    play.act(0, Roll())
    while play.must != [1] and play.must != [0]:
        play.wait(1)
    (seat,) = play.must
    play.do(f"p{1 - seat}", ask.Grant(1 - seat, seat, 60))


def test_a_seat_asks_for_three_pauses_between_two_moves_and_not_more() -> None:
    play = on_turn(Play(people=2, clock=PerDecision(30)).start())
    before = play.table.number
    for _ in range(3):
        play.do("p0", ask.AskPause(0))
        play.do("p0", ask.Resume(0))
    refused(play, "p0", ask.AskPause(0), "forbidden")
    refused(play, "p0", ask.Resume(0), "stale")
    assert play.table.number == before + 6
    again = thaw("play2345", play.table.secret, freeze(play.table))
    assert again.pauses == [0, 0, 0]
    play.do("p1", ask.AskPause(1))
    play.do("p1", ask.Resume(1))
    play.act(0, Roll())
    play.do("p0", ask.AskPause(0))


def test_whoever_plays_alone_cannot_pause_and_resume_for_ever() -> None:
    play = on_turn(Play(people=1, bots=1, clock=PerDecision(30)).start())
    for _ in range(3):
        play.do("p0", ask.AskPause(0))
        assert play.table.paused
        play.do("p0", ask.Resume(0))
    refused(play, "p0", ask.AskPause(0), "forbidden")


def test_mortgages_that_cost_no_interest_are_not_taken_out_and_lifted_for_ever() -> None:
    play = Play("castis", people=2, clock=PerDecision(30)).start()
    play.at(Position("castis", seats=2, owners={1: 0}))
    before = play.table.number
    for _ in range(60):
        play.act(0, Mortgage(0))
        play.act(0, LiftMortgage(0))
    play.act(0, Mortgage(0))
    with pytest.raises(Refusal, match="60 mortgages since the last roll") as refusal:
        play.act(0, LiftMortgage(0))
    assert refusal.value.error == "forbidden"
    assert play.table.number == before + 121
    play.act(0, Roll())  # dice have shown something: the count begins again
    assert play.table.steps is not None
    assert play.table.steps.steps == []


def test_buildings_that_are_sold_for_all_they_cost_are_not_bought_and_sold_for_ever() -> None:
    play = Play("clasico", people=2, options={"building.resale_percent": 100}).start()
    play.at(Position("clasico", seats=2, owners={1: 0, 3: 0}))
    for _ in range(200):
        play.act(0, Build(0, [1, 0]))
        play.act(0, SellBuildings(0, [0, 0]))
    with pytest.raises(Refusal, match="buildings 200 times since the last roll") as refusal:
        play.act(0, Build(0, [1, 0]))
    assert refusal.value.error == "forbidden"
    play.act(0, Roll())


def auction(play: Play) -> Play:
    """A deed under the hammer; seats 0 and 1 are asked."""
    position = Position("clasico", seats=2, at={0: 0})
    position.rolls(1, 2)
    position.does(0, RefuseDeed())
    return play.at(position)


@pytest.mark.parametrize("how", [{"auction": 9}, {"clock": PerDecision(9)}, {"auction": 9, "clock": Bank(600)}])
def test_an_auction_goes_once_goes_twice_is_sold(how: dict[str, Any]) -> None:
    play = auction(Play(people=2, **how).start())
    play.act(0, Bid(50))
    assert play.wait(2.9) == []
    assert play.wait(0.1) == [log.AuctionCalled(1)]
    assert play.wait(3) == [log.AuctionCalled(2)]
    assert played(play.wait(3)) == [(1, "Pass", "clock")]
    assert next(event for event in play.told if isinstance(event, AuctionWon)).amount == 50


def test_a_higher_bid_begins_the_count_again() -> None:
    play = auction(Play(people=2, auction=9).start())
    play.act(0, Bid(50))
    assert play.wait(7) == [log.AuctionCalled(1), log.AuctionCalled(2)]
    play.act(1, Bid(60))
    assert play.table.called == 0
    assert play.wait(3) == [log.AuctionCalled(1)]


def test_an_auction_nobody_bids_in_ends_with_the_hammer() -> None:
    play = auction(Play(people=2, auction=9).start())
    assert sorted(played(play.wait(9))) == [(0, "Pass", "clock"), (1, "Pass", "clock")]


def test_bids_with_a_hammer_of_their_own_cost_no_time_of_the_bank() -> None:
    play = auction(Play(people=2, auction=9, clock=Bank(60)).start())
    play.wait(5)
    play.act(0, Bid(50))
    assert play.table.holders[0].left == 60_000


def test_somebody_who_drops_out_keeps_the_seat_until_a_bot_plays_it_and_gets_it_back_at_once() -> None:
    play = on_turn(Play(people=2).start())
    play.add(log.Disconnected(0, "node"))
    assert play.table.state().seats[0].away_until == START + 120_000
    assert play.wait(119) == []
    assert play.wait(1) == [log.BotTookOver(0)]
    assert played(play.wait(0.6)) == [(0, "Roll", "bot")]
    play.add(log.Connected(0, "other"))
    holder = play.table.holders[0]
    assert (holder.taken_over, holder.person) == (False, "p0")
    play.at(Position("clasico", seats=2))
    assert play.wait(1_000) == []


def test_a_window_on_another_node_keeps_one_here() -> None:
    play = on_turn(Play(people=2).start())
    play.add(log.Connected(0, "other"))
    play.add(log.Disconnected(0, "node"))
    assert play.table.holders[0].is_here
    assert play.wait(1_000) == []


def test_the_others_may_wait_longer_if_they_all_agree() -> None:
    play = on_turn(Play(people=3).start(), 3)
    play.add(log.Disconnected(0, "node"))
    refused(play, "p1", ask.WaitFor(1, 2), "not_absent")
    play.do("p1", ask.WaitFor(1, 0))
    refused(play, "p1", ask.WaitFor(1, 0), "stale")
    assert patience_ends(play.table, 0) == START + 120_000
    play.do("p2", ask.WaitFor(2, 0))
    assert patience_ends(play.table, 0) == START + 240_000
    play.wait(240)
    assert play.table.holders[0].taken_over
    refused(play, "p1", ask.WaitFor(1, 0), "stale")


def test_whoever_goes_too_need_not_agree_to_wait() -> None:
    play = on_turn(Play(people=3).start(), 3)
    play.add(log.Disconnected(0, "node"))
    play.do("p1", ask.WaitFor(1, 0))
    play.add(log.Disconnected(2, "node"))
    assert patience_ends(play.table, 0) == START + 240_000


def test_whoever_is_out_of_the_game_leaves_its_clocks_alone() -> None:
    play = on_turn(Play(people=3, clock=PerDecision(30)).start(), 3)
    play.act(2, Concede())
    refused(play, "p2", ask.Grant(2, 0, 60), "forbidden")
    play.do("p0", ask.AskPause(0))
    play.do("p1", ask.AskPause(1))
    assert play.table.state().paused
    refused(play, "p2", ask.Resume(2), "forbidden")


def test_games_by_correspondence_wait_for_everybody() -> None:
    play = on_turn(Play(people=2, clock=PerDecision(3 * DAY)).start())
    play.add(log.Disconnected(0, "node"))
    assert play.wait(3 * DAY - 1) == []
    assert played(play.wait(1)) == [(0, "Roll", "clock")]


def test_an_action_of_somebody_a_bot_stood_in_for_takes_the_seat_back() -> None:
    play = on_turn(Play(people=2).start())
    play.add(log.Disconnected(0, "node"))
    play.wait(120)
    assert play.table.holders[0].taken_over
    play.act(0, Roll())
    assert not play.table.holders[0].taken_over


def test_a_time_limit_of_the_book_is_called_by_the_clock() -> None:
    play = Play(people=2, variant="timed", absence=0).start()
    happened = play.wait(60 * 60 + 1)
    assert next(one for one in happened if isinstance(one, log.Played)).action == TimeUp(at_once=True)
    assert play.table.status == "over"  # nobody's turn had begun


def test_the_agreed_end_is_sent_and_stands_while_the_clock_does() -> None:
    play = Play(people=2, variant="timed", absence=0)
    assert play.table.state().ends_at is None
    play.start()
    end = START + 60 * 60_000
    assert play.table.state().ends_at == end
    for seat in range(2):
        play.do(f"p{seat}", ask.AskPause(seat))
    assert play.table.state().ends_at is None
    play.now += 600_000
    play.do("p0", ask.Resume(0))
    play.add(log.TimeCredited(1_000))
    assert play.table.state().ends_at == end + 601_000
    play.wait(60 * 60 + 1)
    assert [at for _, at, entry in play.log if isinstance(entry, log.Played)] == [end + 601_000]
    assert play.table.state().ends_at is None


def test_a_game_without_an_agreed_end_sends_none() -> None:
    assert Play(people=2).start().table.state().ends_at is None


def test_time_the_server_was_away_does_not_count() -> None:
    play = on_turn(Play(people=2, clock=PerDecision(30)).start())
    play.now = 500_000
    play.add(log.TimeCredited(520_000))
    assert deadline(play.table, 0) == START + 550_000


def test_bots_go_on_at_once_after_the_server_was_away() -> None:
    play = Play(people=1, bots=1, clock=PerDecision(30)).start()
    play.at(Position("clasico", seats=2, turn=1))
    play.now = 500_000
    play.add(log.TimeCredited(520_000))
    assert played(play.wait(0.6))[0][0] == 1


def test_a_bot_whose_choice_is_refused_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """It supposed a purse that it does not see; then it answers like somebody who does not."""
    monkeypatch.setattr(agenda, "decide", lambda level, game, seat: PayTax())
    play = Play(people=1, bots=1).start()
    assert (1, "Roll", "bot") in played(play.wait(5))


def test_bots_play_whole_games_by_themselves_and_claim_their_rents() -> None:
    play = Play(people=1, bots=3).start()
    play.do("p0", ask.Stand(0))
    play.wait(3_600)
    assert any(isinstance(entry, log.Played) and type(entry.action).__name__ == "ClaimRent" for _, _, entry in play.log)


def test_after_a_deal_whoever_was_asked_has_what_was_left_of_the_time() -> None:
    play = Play(people=2, clock=PerDecision(30)).start()
    play.at(Position("clasico", seats=2, owners={"Gran Vía": 0}))
    play.wait(10)
    play.act(0, ProposeDeal(cash={0: -1, 1: 1}))
    play.wait(60)
    play.act(1, AcceptDeal(0, 1))
    assert play.must == [0]
    assert deadline(play.table, 0) == START + 90_000


def test_passing_does_not_hurry_the_others() -> None:
    play = Play(people=3, clock=PerDecision(30)).start()
    position = Position("clasico", seats=3, at={0: 0})
    position.rolls(1, 2)
    position.does(0, RefuseDeed())
    play.at(position)
    play.wait(20)
    play.act(1, Pass())
    assert deadline(play.table, 2) == START + 30_000


def test_offers_made_and_taken_back_buy_no_time_and_fill_no_bank() -> None:
    for clock, left in ((PerDecision(30), 30), (Bank(30, 10), 30)):
        play = Play(people=2, clock=clock).start()
        play.at(Position("clasico", seats=2, owners={"Gran Vía": 0}))
        for amount in (1, 2, 3):
            play.wait(5)
            play.act(0, ProposeDeal(cash={0: -amount, 1: amount}))
            play.wait(60)
            play.act(0, WithdrawDeal())
        assert deadline(play.table, 0) == START + play.now + (left - 15) * 1000
        assert play.table.holders[0].left in (0, 30_000)
        with pytest.raises(Refusal, match="too many refusals"):
            play.act(0, ProposeDeal(cash={0: -3, 1: 3}))
        assert played(play.wait(15)) == [(0, "Roll", "clock")]


@pytest.mark.parametrize("way", ["less each time", "there and back"])
def test_offers_come_to_an_end_though_each_asks_for_less_or_is_accepted(way: str) -> None:
    play = Play(people=2).start()
    play.at(Position("clasico", seats=2, owners={"Gran Vía": 0}))
    before = play.table.number

    def offer(turn: int) -> None:
        if way == "less each time":
            play.act(0, ProposeDeal(cash={0: 9000 - turn, 1: turn - 9000}, deeds={GRAN_VIA: 1}))
        else:
            owner = turn % 2
            play.act(0, ProposeDeal(cash={owner: 1, 1 - owner: -1}, deeds={GRAN_VIA: 1 - owner}))

    for turn in range(100):
        offer(turn)
        play.act(0, WithdrawDeal()) if way == "less each time" else play.act(1, AcceptDeal(0, turn + 1))
    with pytest.raises(Refusal, match="100 offers since the last roll") as refusal:
        offer(100)
    assert refusal.value.error == "forbidden"
    assert play.table.number == before + 200
    play.act(1, ProposeDeal(cash={1: -5, 0: 5}, deeds={}))  # the other seat has its own count
    with pytest.raises(Refusal, match="100 offers since the last roll"):
        play.act(0, CounterDeal(1, 1, cash={1: -6, 0: 6}))
    play.act(0, RefuseDeal(1, 1))
    play.act(0, Roll())  # dice have shown something: the count begins again
    assert play.table.steps is not None
    assert play.table.steps.steps == []


def test_offers_of_others_do_not_make_an_answer_stale() -> None:
    play = on_turn(Play(people=2).start())
    seen = play.table.number
    play.act(1, ProposeDeal(cash={0: 1, 1: -1}))
    play.act(1, WithdrawDeal())
    play.act(0, Roll(), seen)
    assert play.told


def test_nobody_answers_to_property_that_has_changed_hands_since() -> None:
    play = Play(people=2).start()
    play.at(Position("clasico", seats=2, owners={"Gran Vía": 1}))
    seen = play.table.number
    play.act(1, ProposeDeal(cash={0: -1, 1: 1}, deeds={GRAN_VIA: 0}))
    play.act(0, AcceptDeal(1, 1))
    with pytest.raises(Refusal, match="gone on since"):
        play.act(0, Roll(), seen)


def test_one_person_alone_does_not_stop_the_clock_of_somebody_away() -> None:
    play = on_turn(Play(people=2, clock=PerDecision(3 * DAY)).start())
    play.add(log.Disconnected(1, "node"))
    play.do("p0", ask.AskPause(0))
    assert not play.table.paused


def test_what_is_done_in_a_pause_costs_nobody_time() -> None:
    play = on_turn(Play(people=2, clock=Bank(60)).start())
    play.wait(10)
    play.do("p0", ask.AskPause(0))
    play.do("p1", ask.AskPause(1))
    play.wait(3_600)
    play.act(0, Roll())
    assert play.table.holders[0].left == 50_000
    play.add(log.Disconnected(1, "node"))
    play.wait(3_600)
    play.do("p0", ask.Resume(0))
    for seat in play.must:
        assert deadline(play.table, seat) == START + play.now + play.table.holders[seat].left
    assert patience_ends(play.table, 1) == START + play.now + 120_000


def test_a_bid_at_a_table_with_a_bank_is_sold_when_the_hammer_falls() -> None:
    play = auction(Play(people=2, clock=Bank(1_800)).start())
    play.act(0, Bid(10))
    happened = play.wait(31)
    assert [one.times for one in happened if isinstance(one, log.AuctionCalled)] == [1, 2]
    assert played(happened) == [(1, "Pass", "clock")]


def test_a_closed_table_is_played_no_more() -> None:
    play = Play(people=1, bots=2).start()
    play.add(log.Closed("admin"))
    assert play.wait(DAY) == []


def test_a_table_whose_host_never_sat_down_goes_to_somebody_who_did() -> None:
    play = Play(people=2)
    play.add(log.HostChanged("somebody else"))
    for seat in (0, 1):
        play.add(log.Connected(seat, "node"))
    assert [type(one) for one in play.wait(299)] == []
    assert [one.host for one in play.wait(2) if isinstance(one, log.HostChanged)] == ["p0"]


def test_whoever_sits_down_where_somebody_sat_before_has_another_number() -> None:
    play = Play(people=3)
    before = play.table.holders[2].epoch
    play.add(log.Configured(replace(play.table.config, seats=2)))
    play.add(log.Configured(replace(play.table.config, seats=3)))
    play.do("p9", ask.Sit(seat=2, name="Zoe"))
    assert play.table.holders[2].epoch > before


# Seats lent to a bot.


@pytest.mark.parametrize("clock", [PerDecision(30), Bank(30, 0)])
def test_lending_a_seat_to_a_bot_and_coming_back_wins_no_time(clock: PerDecision | Bank) -> None:
    play = Play(people=2, clock=clock).start().at(Position("clasico", seats=2))
    before = deadline(play.table, 0)
    assert before is not None
    for _ in range(5):
        play.wait(4)
        play.do("p0", ask.LetBotPlay(0))
        play.do("p0", ask.ComeBack(0))
    assert deadline(play.table, 0) == before
    assert played(play.wait(9)) == []
    assert played(play.wait(1)) == [(0, "Roll", "clock")]


def test_the_time_before_a_seat_was_lent_is_taken_from_its_bank() -> None:
    play = Play(people=2, clock=Bank(60, 0)).start().at(Position("clasico", seats=2))
    play.wait(40)
    play.do("p0", ask.LetBotPlay(0))
    play.wait(1)
    assert play.table.holders[0].left == 20_000
