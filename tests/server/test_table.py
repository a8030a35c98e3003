"""A table: who may do what, and what its log adds up to."""

from __future__ import annotations

from itertools import starmap

import msgspec
import pytest
from msgspec.structs import replace
from tables import SECRET, START, Play

from magnate.actions import Bid, BuyDeed, Concede, EndTurn, Roll
from magnate.dice import commit
from magnate.editions import load, names
from magnate.fixes import RULES
from magnate.protocol import commands as ask
from magnate.protocol import entries as log
from magnate.protocol.config import Config, PerDecision
from magnate.protocol.errors import Refusal
from magnate.server.tables.snapshot import freeze, thaw
from magnate.server.tables.table import Diverged, Table
from magnate.server.tables.table_setup import BadConfig, parse

EVERY = [(name, variant) for name in names() for variant in [None, *load(name).file.variants]]


def refused(play: Play, person: str, command: ask.Command, error: str, seats: set[int] | None = None) -> Refusal:
    """The command is refused under this name, and changes nothing."""
    before = freeze(play.table)
    with pytest.raises(Refusal) as caught:
        play.do(person, command, seats)
    assert caught.value.error == error
    assert freeze(play.table) == before
    return caught.value


def test_the_dice_are_promised_when_the_table_is_made_and_shown_when_the_game_is_over() -> None:
    play = Play(people=1, bots=1)
    assert play.table.state().commitment == commit(SECRET)
    play.start()
    assert play.table.state().secret is None
    game = play.table.game
    assert game is not None
    assert game.dice.entropy == ("luck0", "")
    while play.table.status == "playing":
        play.wait(1)
        if 0 in play.must:
            play.act(0, play.table.running().default_action(0))
    assert play.table.state().secret == SECRET


def test_a_seat_is_taken_once() -> None:
    play = Play(people=2)
    refused(play, "p2", ask.Sit(0), "seat_taken")
    refused(play, "p2", ask.Sit(), "seat_taken")
    refused(play, "p2", ask.Sit(7), "no_such_seat")


def test_a_seat_left_before_the_start_is_free_again_and_its_old_token_is_worth_nothing() -> None:
    play = Play(people=2)
    before = play.table.holders[1].epoch
    play.do("p1", ask.Stand(1))
    assert not play.table.holders[1].is_taken
    play.do("p9", ask.Sit(1))
    assert play.table.holders[1].epoch > before


def test_only_the_host_starts_configures_removes_and_hands_over() -> None:
    play = Play(people=2)
    for command in (
        ask.Start(),
        ask.Configure(Config(edition="castis", seats=2)),
        ask.ClearSeat(0),
        ask.HandOver(1),
        ask.SetBot(1),
        ask.Close(),
        ask.RemoveMessage(1),
    ):
        refused(play, "p1", command, "not_the_host")
    play.do("p0", ask.HandOver(1))
    refused(play, "p0", ask.Start(), "not_the_host")
    play.do("p1", ask.Start())


def test_who_is_host_already_writes_nothing_by_handing_over() -> None:
    play = Play(people=2)
    refused(play, "p0", ask.HandOver(0), "stale")
    play.start()
    refused(play, "p0", ask.HandOver(0), "stale")


SET_UP = Config(edition="clasico", seats=2)


@pytest.mark.parametrize(
    "round",
    [
        [("p0", ask.ClearSeat(1)), ("p0", ask.SetBot(1))],
        [("p0", ask.Configure(SET_UP))],
        [("p0", ask.Sit(0, entropy="another word"))],
        [("p0", ask.HandOver(1)), ("p1", ask.HandOver(0))],
    ],
)
def test_a_table_is_rearranged_500_times_before_the_start_and_not_more(round: list[tuple[str, ask.Command]]) -> None:
    play = Play(people=2)
    with pytest.raises(Refusal, match="rearranged 500 times; play, or make another table") as caught:
        list(starmap(play.do, round * 1_000))
    assert caught.value.error == "forbidden"
    assert play.table.number <= 1 + 2 * 500
    again = thaw(play.table.id, SECRET, freeze(play.table))
    assert len(again.arranged) == 500
    play.do(play.table.host, ask.Close())


def test_one_guest_sits_down_50_times_and_takes_nothing_from_the_others() -> None:
    play = Play(people=1, bots=1)
    play.do("p0", ask.ClearSeat(1))
    for _ in range(50):
        play.do("p1", ask.Sit(1))
        play.do("p1", ask.Stand(1))
    refusal = refused(play, "p1", ask.Sit(1), "forbidden")
    assert refusal.message == "you sat down here 50 times; keep a seat, or watch"
    play.do("p2", ask.Sit(1))
    play.do("p0", ask.ClearSeat(1))
    play.do("p0", ask.SetBot(1))
    play.do("p0", ask.Start())


def test_the_table_survives_its_host() -> None:
    play = Play(people=2).start()
    play.do("p0", ask.Stand(0))
    assert play.table.host == "p1"
    assert play.table.holders[0].level == "house"
    play.wait(10)
    assert play.must == [1] or 1 in play.must


def test_a_host_with_another_seat_stays_host() -> None:
    play = Play(people=2, bots=1)
    play.do("p0", ask.ClearSeat(2))
    play.do("p0", ask.Sit(2))
    play.do("p0", ask.Stand(0))
    assert play.table.host == "p0"
    play.do("p0", ask.Configure(Config(edition="clasico", seats=2)))
    assert play.table.host == "p1"


def test_whoever_sits_already_may_still_add_to_the_dice() -> None:
    play = Play(people=2)
    play.add(log.Connected(0, "node"))
    epoch = play.table.holders[0].epoch
    play.do("p0", ask.Sit(0, entropy="another word"))
    assert play.table.holders[0].entropy == "another word"
    assert play.table.holders[0].epoch == epoch
    assert play.table.holders[0].is_here
    play.do("p0", ask.Start())
    assert play.table.game is not None
    assert play.table.game.dice.entropy == ("another word", "luck1")


def test_a_finished_game_keeps_those_who_played_it() -> None:
    play = Play(people=2).start()
    while 0 not in play.must:
        play.act(play.must[0], Roll())
    play.act(0, Roll())
    while play.table.status == "playing":
        seat = play.must[0]
        try:
            play.act(seat, Concede())
        except Refusal:
            play.act(seat, play.table.game.default_action(seat))  # type: ignore[union-attr]
    refused(play, "p0", ask.Stand(0), "is_over")
    refused(play, "p0", ask.Act(0, play.table.number, msgspec.Raw(b'{"type":"Roll"}')), "is_over")


def test_a_host_who_is_away_before_the_start_loses_the_role_to_somebody_who_is_here() -> None:
    play = Play(people=2)
    play.add(log.Connected(1, "node"))
    assert play.wait(59) == []
    assert play.wait(2) == [log.HostChanged("p1")]


def test_a_game_starts_only_with_every_seat_taken() -> None:
    play = Play(people=2)
    play.do("p1", ask.Stand(1))
    assert "seat 1" in refused(play, "p0", ask.Start(), "seats_empty").message
    play.do("p0", ask.SetBot(1))
    refused(play, "p0", ask.SetBot(1), "seat_taken")
    play.do("p0", ask.Start())
    refused(play, "p0", ask.Start(), "too_late")
    refused(play, "p5", ask.Sit(), "too_late")
    refused(play, "p0", ask.Close(), "too_late")


def test_a_smaller_table_keeps_those_who_still_have_a_seat() -> None:
    play = Play(people=3)
    play.do("p0", ask.Configure(Config(edition="castis", seats=2)))
    assert [holder.person for holder in play.table.holders] == ["p0", "p1"]


def test_bots_have_a_level_that_exists() -> None:
    play = Play(people=2)
    play.do("p1", ask.Stand(1))
    assert "house" in refused(play, "p0", ask.SetBot(1, "grandmaster"), "no_such_level").message


def test_a_set_up_that_cannot_be_is_refused_with_what_would_be_right() -> None:
    for wrong, word in (
        ({"edition": "klondike"}, "clasico"),
        ({"edition": "clasico", "seats": 1}, "seats"),
        ({"edition": "clasico", "options": {"jail.fine": "much"}}, "jail.fine"),
        ({"edition": "clasico", "clock": {"type": "decision", "seconds": 0}}, "seconds"),
        ({"edition": "clasico", "stand_in": "nobody"}, "house"),
        ({"edition": "clasico", "colour": "red"}, "colour"),
        ([], "object"),
    ):
        with pytest.raises(BadConfig, match=word):
            parse(wrong)


def test_a_timed_variant_needs_a_time_or_a_number_of_turns() -> None:
    play = Play(people=2)
    timeless = Config(edition="clasico", variant="timed", seats=2, options={"ending.minutes": 0})
    assert "ending.minutes" in refused(play, "p0", ask.Configure(timeless), "bad_config").message
    play.do("p0", ask.Configure(replace(timeless, options={"ending.minutes": 0, "ending.turns": 40})))
    play.do("p0", ask.Configure(replace(timeless, variant=None)))
    play.add(log.Configured(timeless))  # a log of an earlier version may have it
    assert play.start().table.state().ends_at is None


def test_an_action_is_for_the_holder_of_the_seat() -> None:
    play = Play(people=2).start()
    seat = play.must[0]
    refused(play, "p9", ask.Act(seat, play.table.number, b'{"type":"Roll"}'), "not_your_seat", set())  # type: ignore[arg-type]
    refused(play, f"p{1 - seat}", ask.Act(seat, play.table.number, b'{"type":"Roll"}'), "not_your_seat")  # type: ignore[arg-type]


def test_an_illegal_action_is_refused_with_what_is_legal() -> None:
    play = Play(people=2).start()
    seat = play.must[0]
    refusal = refused(play, f"p{seat}", ask.Act(seat, play.table.number, b'{"type":"BuyDeed"}'), "illegal")  # type: ignore[arg-type]
    assert "Roll" in [option.type for option in refusal.legal or []]


@pytest.mark.parametrize(
    "text", [b"{}", b"7", b'{"type":"Roll","x":1}', b'{"type":"Fly"}', b'{"type":"Bid"}', b"[" * 5000]
)
def test_a_malformed_action_is_refused(text: bytes) -> None:
    play = Play(people=2).start()
    seat = play.must[0]
    refused(play, f"p{seat}", ask.Act(seat, play.table.number, text), "malformed")  # type: ignore[arg-type]


def test_an_answer_to_an_older_question_is_stale_but_chat_does_not_make_it_so() -> None:
    play = Play(people=2).start()
    seat = play.must[0]
    seen = play.table.number
    play.do("p0", ask.Say("hello"))
    play.act(seat, Roll(), seen)
    refusal = refused(play, f"p{seat}", ask.Act(seat, seen, b'{"type":"Roll"}'), "stale")  # type: ignore[arg-type]
    assert refusal.number == play.table.number
    refused(play, f"p{seat}", ask.Act(seat, seen + 100, b'{"type":"Roll"}'), "malformed")  # type: ignore[arg-type]


def test_only_the_clock_calls_time() -> None:
    play = Play(edition="clasico", variant="timed").start()
    seat = play.must[0]
    refused(play, f"p{seat}", ask.Act(seat, play.table.number, b'{"type":"TimeUp"}'), "illegal")  # type: ignore[arg-type]


def test_what_was_said_is_taken_off_the_table_by_the_host_once() -> None:
    play = Play(people=2)
    play.do("p1", ask.Say("rude"))
    number = play.table.number
    play.do("p0", ask.RemoveMessage(number))
    assert play.table.removed == [number]
    refused(play, "p0", ask.RemoveMessage(number), "malformed")
    refused(play, "p0", ask.RemoveMessage(1), "malformed")


def test_a_closed_table_does_nothing_more() -> None:
    play = Play(people=2)
    play.do("p0", ask.Close())
    refused(play, "p0", ask.Start(), "is_closed")


def test_several_seats_may_be_played_from_one_client() -> None:
    play = Play(people=1, bots=1)
    play.do("p0", ask.ClearSeat(1))
    play.do("p0", ask.Sit(1, name="Also me"))
    play.start()
    for _ in range(6):
        seat = play.must[0]
        game = play.table.game
        assert game is not None
        play.act(seat, game.default_action(seat))


@pytest.mark.parametrize(("edition", "variant"), EVERY)
def test_two_nodes_with_the_same_log_have_the_same_table(edition: str, variant: str | None) -> None:
    """Also one that starts from a snapshot, at any point."""
    seats = load(edition, variant=variant).seats
    people = 2 if 4 in seats else 1
    count = 4 if 4 in seats else seats[0]
    play = Play(edition, people=people, bots=count - people, variant=variant, clock=PerDecision(20)).start()
    snapshot = b""
    for step in range(150):
        if step == 70:
            snapshot = freeze(play.table)
            since = play.table.number
        play.wait(15)
        if play.table.status != "playing":
            break
        waiting = [seat for seat in play.must if seat < people]
        if waiting and step % 3:
            game = play.table.game
            assert game is not None
            play.act(waiting[0], game.default_action(waiting[0]))
    twin = Table(play.table.id, SECRET)
    for number, at, entry in play.log:
        twin.apply(number, at, entry)
    assert freeze(twin) == freeze(play.table)
    if snapshot:
        third = thaw(play.table.id, SECRET, snapshot)
        for number, at, entry in play.log[since:]:
            third.apply(number, at, entry)
        assert freeze(third) == freeze(play.table)


def test_an_entry_that_cannot_be_played_names_the_rules_its_table_began_with() -> None:
    play = Play(people=2).start()
    (start,) = (entry for _, _, entry in play.log if isinstance(entry, log.Started))
    assert start.rules == RULES
    said = {
        RULES: r"legal: [^;]*$",  # no rule was fixed since
        "0.1.0": r"; it was written with the rules of 0.1.0, one of these fixes explains it: AMB-36 \(0.1.1\)",
        "": r"; it was written by 0.1.0 or 0.1.1, and if by 0.1.0, one of these",  # as every table of 0.1
        "9.0.0": r"; it was written with the rules of 9.0.0, newer than these",
    }
    for rules, expected in said.items():
        table = Table(play.table.id, SECRET)
        for number, at, entry in play.log:
            table.apply(number, at, replace(entry, rules=rules) if isinstance(entry, log.Started) else entry)
        for one in (table, thaw(table.id, SECRET, freeze(table))):
            with pytest.raises(Diverged, match=expected):
                one.apply(one.number + 1, START, log.Played(play.must[0], EndTurn()))


def test_a_log_that_does_not_fit_is_noticed() -> None:
    play = Play(people=2).start()
    seat = play.must[0]
    with pytest.raises(Diverged, match="the dice gave"):
        play.table.apply(play.table.number + 1, START, log.Played(seat, Roll(), [(1, 7), (1, 7)]))
    play = Play(people=2).start()
    with pytest.raises(Diverged, match="after"):
        play.table.apply(play.table.number + 2, START, log.Played(seat, Roll()))
    for action in (BuyDeed(), EndTurn(), Bid(5)):
        with pytest.raises(Diverged):
            Play(people=2).start().add(log.Played(play.must[0], action))


def test_the_host_lets_a_bot_of_a_running_game_play_at_another_level() -> None:
    play = Play(people=1, bots=1).start()
    before = play.table.holders[1]
    refused(play, "p1", ask.SetBot(1, "master"), "not_the_host")
    refused(play, "p0", ask.SetBot(1, "grandmaster"), "no_such_level")
    refused(play, "p0", ask.SetBot(1, "house"), "stale")
    refused(play, "p0", ask.SetBot(0, "novice"), "seat_taken")
    play.do("p0", ask.SetBot(1, "master"))
    after = play.table.holders[1]
    assert (after.level, after.name, after.epoch) == ("master", before.name, before.epoch)
