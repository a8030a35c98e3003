"""Bots and people at one table: time to claim a rent, the pace people wish for, skipping ahead."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from tables import SECRET, START, Play
from test_table import refused
from test_timing import played

from magnate.actions import ClaimRent, EndTurn, Roll
from magnate.events import Event, Moved, NothingDue, RentClaimed, RentLapsed, Rolled, TurnBegan, TurnEnded
from magnate.protocol import commands as ask
from magnate.protocol import entries as log
from magnate.protocol.state import DueRent, Pace
from magnate.server.live.agenda import due
from magnate.server.tables import pace as pacing
from magnate.server.tables.clocks import follow
from magnate.server.tables.pace import pace_of
from magnate.server.tables.replay import Replay
from magnate.server.tables.snapshot import freeze, thaw
from magnate.server.tables.table import Table
from magnate.testing import Position

STORY = Path(__file__).parents[2] / "web/src/lib/story.ts"
GOYA = 31  # a space
CLAIM_TIME = pacing.CLAIM_TIME / 1000


def landed(*, owner: int, seats: int, debtor: int = 1, variant: str | None = None) -> Position:
    """Somebody has stopped on another's lot in a game where rents are claimed, and has not ended the turn."""
    game = Position("clasico", seats=seats, variant=variant, owners={GOYA: owner}, at={debtor: 24}, turn=debtor)
    game.state.turns = 7
    game.rolls(3, 4)
    return game


def against(people: int, bots: int, position: Position, level: str = "house") -> Play:
    """People and bots in a position."""
    play = Play(people=people, bots=bots)
    for seat in range(people, people + bots):
        play.table.holders[seat].level = level
    return play.start().at(position)


def moment(play: Play, kind: str) -> float:
    """The seconds until a bot plays an action of this kind."""
    for _ in range(200):
        when = due(play.table, 600)
        assert when is not None, kind
        before = play.now
        happened = play.wait(max(0, when - START - before) / 1000)
        if kind in [what for _, what, _ in played(happened)]:
            return play.now / 1000
    raise AssertionError(kind)


@pytest.mark.proves("AMB-26")
def test_the_text_of_a_position_tells_nobody_of_a_rent_while_the_game_is_on() -> None:
    replay = Replay(SECRET)
    replay.table = against(3, 0, landed(owner=0, seats=3)).table
    assert replay.game is not None
    assert "claim" in replay.game.to_text()
    assert "claim" not in replay.text_of(replay.game)
    replay.table.is_record = True
    assert replay.text_of(replay.game) == replay.game.to_text()


@pytest.mark.proves("DP-16", "AMB-26")
def test_only_the_owner_is_told_of_a_rent_that_can_be_claimed() -> None:
    play = against(3, 0, landed(owner=0, seats=3))
    assert play.table.mine(0).due == [DueRent(debtor=1, deed=play.table.edition.find_deed(GOYA), amount=26)]
    assert play.table.mine(1).due == play.table.mine(2).due == []
    play.act(0, ClaimRent())
    assert isinstance(play.told[0], RentClaimed)
    assert play.table.mine(0).due == []


def test_a_rent_is_no_longer_told_once_the_next_player_has_rolled() -> None:
    play = against(2, 0, landed(owner=0, seats=2))
    play.act(1, EndTurn())
    assert play.table.mine(0).due
    play.act(0, Roll())  # the owner's own roll takes it, too
    assert play.table.mine(0).due == []
    assert [event.amount for event in play.told if isinstance(event, RentLapsed)]


@pytest.mark.proves("AMB-25")
def test_a_bot_rolls_only_after_a_person_alone_had_time_to_claim() -> None:
    play = against(1, 2, landed(owner=0, seats=3))
    assert moment(play, "Roll") == pytest.approx(CLAIM_TIME, abs=0.01)


def test_a_bot_goes_on_when_the_rent_was_claimed() -> None:
    play = against(1, 2, landed(owner=0, seats=3))
    play.wait(1.0)
    play.act(0, ClaimRent())
    assert moment(play, "Roll") < 3


def test_alone_against_bots_nobody_waits_where_nothing_is_due() -> None:
    play = against(1, 2, landed(owner=1, seats=3, debtor=1))
    assert moment(play, "Roll") == pytest.approx(1.2)  # ends the turn, rolls


@pytest.mark.proves("AMB-26")
def test_with_several_people_a_bot_waits_as_long_whether_anything_is_due_or_not() -> None:
    due = against(2, 2, landed(owner=0, seats=4, debtor=2))
    free = landed(owner=0, seats=4, debtor=2)
    free.state.claims = 0
    nothing = against(2, 2, free)
    moments = [moment(due, "Roll"), moment(nothing, "Roll")]
    assert moments == [pytest.approx(CLAIM_TIME, abs=0.01)] * 2


def test_nobody_is_waited_for_who_has_no_deed_that_brings_rent() -> None:
    play = against(2, 2, landed(owner=3, seats=4, debtor=2))
    play.table.game.state.claims = 0  # type: ignore[union-attr]
    assert moment(play, "Roll") == pytest.approx(1.2)


def test_the_time_to_claim_begins_when_the_walk_was_shown() -> None:
    play = against(2, 0, landed(owner=0, seats=2))
    told: list[Event] = [Rolled(0, (3, 4)), Moved(0, origin=24, space=31), TurnEnded(0)]
    follow(play.table, None, told)
    assert play.table.claimable - START == 800 + 7 * 180
    follow(play.table, None, [TurnBegan(1)])  # nobody has moved: it goes on
    assert play.table.claimable - START == 800 + 7 * 180


def test_a_bot_claims_like_a_person_and_always_after_the_same_time() -> None:
    first, again = (against(1, 3, landed(owner=2, seats=4)) for _ in range(2))
    assert moment(first, "ClaimRent") == moment(again, "ClaimRent")
    delays = {pacing.claim_delay(landed(owner=2, seats=4), seat) for seat in range(4)}
    assert len(delays) == 4


def test_a_bot_lets_another_bot_claim_before_it_rolls() -> None:
    play = against(1, 3, landed(owner=3, seats=4))
    assert pacing.SOONEST / 1000 <= moment(play, "ClaimRent") <= (pacing.SOONEST + pacing.SPREAD) / 1000
    play.wait(1)
    assert [what for _, what, _ in played([entry for _, _, entry in play.log])][:3] == ["EndTurn", "ClaimRent", "Roll"]


def test_a_novice_sometimes_forgets_a_rent_and_a_house_bot_never_does() -> None:
    lost = {"novice": 0, "house": 0}
    for level in lost:
        for turns in range(5, 45):
            game = landed(owner=2, seats=3, debtor=1)
            game.state.turns = turns
            play = against(1, 2, game, level)
            while not any(isinstance(entry, log.Played) and isinstance(entry.action, Roll) for _, _, entry in play.log):
                if play.must == [0]:
                    break
                play.wait(0.1)
            claimed = any(isinstance(one, log.Played) and isinstance(one.action, ClaimRent) for _, _, one in play.log)
            lost[level] += not claimed
    assert lost["house"] == 0
    assert 0 < lost["novice"] < 20


@pytest.mark.proves("AMB-137")
def test_a_bot_leaves_time_to_claim_before_it_hands_back_the_dice_for_the_count() -> None:
    game = landed(owner=0, seats=3, debtor=1, variant="timed")
    game.time_up()
    game.ends_turn()
    play = against(1, 2, game)
    assert play.wait(CLAIM_TIME - 0.1) == []
    assert played(play.wait(0.2)) == [(2, "EndTurn", "bot")]
    assert play.table.status == "over"


def test_claiming_again_and_again_what_is_not_due_is_refused() -> None:
    play = against(2, 0, landed(owner=0, seats=2))
    for _ in range(3):
        play.act(1, ClaimRent())
        assert isinstance(play.told[0], NothingDue)
    claim = ask.Act(1, play.table.number, msgspec.Raw(b'{"type": "ClaimRent"}'))
    refused(play, "p1", claim, "too_fast")
    play.act(0, ClaimRent())  # what is due can always be claimed
    assert isinstance(play.told[0], RentClaimed)
    play.act(1, EndTurn())
    play.act(1, ClaimRent())  # after the next move the answer is given again


def test_the_slowest_wish_counts_and_everybody_sees_whose_it_is() -> None:
    play = Play(people=2, bots=1).start()
    play.do("p0", ask.SetPace(0, "instant"))
    assert (play.table.state().pace, play.table.state().paced_by) == ("normal", [1])
    play.do("p1", ask.SetPace(1, "fast"))
    assert (play.table.state().pace, play.table.state().paced_by) == ("fast", [1])
    play.do("p1", ask.SetPace(1, "instant"))
    assert (play.table.state().pace, play.table.state().paced_by) == ("instant", [])
    assert play.table.state().seats[1].pace == "instant"


def test_whoever_went_away_or_is_out_does_not_hold_up_the_others() -> None:
    play = Play(people=2, bots=1).start()
    play.do("p0", ask.SetPace(0, "fast"))
    play.add(log.Disconnected(1, "node"))
    assert pace_of(play.table) == "fast"


@pytest.mark.parametrize(("pace", "seconds"), [("normal", 0.6), ("fast", 0.24), ("instant", 0.0)])
def test_bots_pause_as_the_person_wishes(pace: Pace, seconds: float) -> None:
    play = Play("castis", people=1, bots=1).start()
    if pace != "normal":
        play.do("p0", ask.SetPace(0, pace))
    play.at(Position("castis", seats=2, turn=1))
    when = due(play.table, 600)
    assert when is not None
    assert (when - START) / 1000 == pytest.approx(seconds)


def test_at_once_still_leaves_time_to_claim_a_rent() -> None:
    play = against(1, 2, landed(owner=0, seats=3))
    play.do("p0", ask.SetPace(0, "instant"))
    assert moment(play, "Roll") == pytest.approx(CLAIM_TIME, abs=0.01)


def test_a_pace_that_is_set_already_is_refused() -> None:
    play = Play(people=1, bots=1).start()
    refused(play, "p0", ask.SetPace(0, "normal"), "stale")
    refused(play, "p0", ask.SetPace(1, "fast"), "not_your_seat")


def test_skipping_ahead_plays_without_pauses_until_the_person_is_asked() -> None:
    play = Play("castis", people=1, bots=3).start()
    play.at(Position("castis", seats=4, turn=1))
    play.do("p0", ask.SkipAhead(0))
    assert play.wait(0)
    assert play.must == [0]
    assert not play.table.hurried
    refused(play, "p0", ask.SkipAhead(0), "stale")


def test_skipping_ahead_stops_at_a_rent_to_claim() -> None:
    play = against(1, 2, landed(owner=0, seats=3))
    refused(play, "p0", ask.SkipAhead(0), "stale")
    assert play.table.mine(0).due


def test_nobody_skips_the_turns_of_other_people() -> None:
    play = Play("castis", people=2, bots=1).start()
    play.at(Position("castis", seats=3, turn=2))
    refused(play, "p0", ask.SkipAhead(0), "forbidden")


def skipping(play: Play, seat: int = 0) -> Play:
    """A person lends the seat to a bot and skips ahead."""
    play.do(f"p{seat}", ask.LetBotPlay(seat))
    play.do(f"p{seat}", ask.SkipAhead(seat))
    assert play.table.hurried
    return play


def test_whoever_comes_back_to_a_question_skips_no_further() -> None:
    play = skipping(Play(people=1, bots=2).start().at(Position("clasico", seats=3)))
    play.do("p0", ask.ComeBack(0))
    assert not play.table.hurried


def test_whoever_takes_over_a_seat_is_not_skipped() -> None:
    play = skipping(Play(people=1, bots=2, takeover=True).start().at(Position("clasico", seats=3)))
    play.do("p0", ask.ComeBack(0))
    play.act(0, Roll())
    play.table.hurried = True
    play.do("p9", ask.TakeOver(1))
    assert not play.table.hurried


@pytest.mark.proves("AMB-26")
def test_whoever_watches_a_bot_play_their_seat_does_not_learn_that_a_rent_is_due() -> None:
    free = landed(owner=0, seats=4, debtor=2)
    free.state.claims = 0
    moments = []
    for position in (landed(owner=0, seats=4, debtor=2), free):
        play = against(2, 2, position)
        play.do("p1", ask.LetBotPlay(1))
        moments.append(moment(play, "Roll"))
    assert moments == [pytest.approx(CLAIM_TIME, abs=0.01)] * 2


def test_whoever_is_bankrupt_among_bots_sees_the_result_at_once() -> None:
    play = Play("castis", people=1, bots=2).start()
    game = Position("castis", seats=3, turn=1)
    game.state.out[0] = 1
    play.at(game)
    play.do("p0", ask.SkipAhead(0))
    for _ in range(20):
        play.wait(0)
    assert play.table.status == "over"


def test_the_pace_and_the_skipping_are_the_same_for_every_node() -> None:
    play = Play(people=1, bots=2).start()
    play.do("p0", ask.SetPace(0, "fast"))
    play.wait(5)
    again = Table("play2345", play.table.secret)
    for number, at, entry in play.log:
        again.apply(number, at, entry)
    thawed = thaw("play2345", play.table.secret, freeze(play.table))
    assert due(again, 600) == due(play.table, 600) == due(thawed, 600)
    assert again.state() == play.table.state() == thawed.state()


def test_the_server_knows_how_long_pages_show_what_happens() -> None:
    times = {name: int(value) for name, value in re.findall(r"^const ([A-Z]+) = (\d+)", STORY.read_text(), re.M)}
    assert times["DICE"] + times["LIE"] == pacing.DICE
    assert (times["HOP"], times["LONGEST"]) == (pacing.HOP, pacing.LONGEST)
    assert times["DIRECT"] + times["KNOCK"] == pacing.JAIL
    assert times["TURN"] + times["READ"] + times["LETTER"] * times["LETTERS"] == pacing.CARD
    assert (times["GAVEL"], times["BUILD"], times["BID"]) == (pacing.HAMMER, pacing.BUILD, pacing.BID)
    assert times["COIN"] + times["CLINK"] == pacing.SUM
