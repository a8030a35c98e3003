"""Moderation of a table, without a server: who may write and sit, who is kept out, votes, names that look alike."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tables import START, Play

from magnate.protocol import commands as ask
from magnate.protocol import entries as log
from magnate.protocol.config import PerDecision
from magnate.protocol.entries import decode_entry
from magnate.protocol.errors import Refusal
from magnate.protocol.frames import encode
from magnate.server.people.lookalikes import is_bot_like, skeleton
from magnate.server.tables.decisions import decide
from magnate.server.tables.snapshot import freeze, thaw
from magnate.server.tables.table import Table

SECONDS = 90  # of a vote


def refused(play: Play, person: str, command: ask.Command, error: str) -> str:
    """Somebody asks for something that is refused under this name; the words of the refusal."""
    before = play.table.state()
    with pytest.raises(Refusal) as found:
        play.do(person, command)
    assert found.value.error == error, found.value
    assert play.table.state() == before
    return found.value.message


def again(play: Play) -> Table:
    """The table of another node, from the log as it is stored; and from a snapshot."""
    table = Table(play.table.id, play.table.secret)
    for number, at, entry in play.log:
        table.apply(number, at, decode_entry(encode(entry)))
    assert thaw(table.id, table.secret, freeze(table)).state() == table.state() == play.table.state()
    return table


# Who writes.


def test_at_a_public_table_only_those_who_sit_write_unless_the_host_lets_everyone() -> None:
    play = Play(people=2, public=True)
    play.do("p1", ask.Say("hello"))
    assert "only those who have a seat" in refused(play, "watcher", ask.Say("hi"), "silenced")
    refused(play, "p1", ask.SetChat("everyone"), "not_the_host")
    play.do("p0", ask.SetChat("everyone"))
    play.do("watcher", ask.Say("hi"))
    play.start().do("p0", ask.SetChat("seats"))  # also during the game
    refused(play, "watcher", ask.Say("hi"), "silenced")
    assert again(play).config.chat == "seats"


def test_whoever_shows_the_token_of_a_seat_speaks_as_its_person() -> None:
    play = Play(people=2, public=True)
    said = play.do("fresh guest", ask.Say("hello"), seats={1})
    assert said == log.Said("p1", "p1", "hello", 1)
    play.do("p0", ask.Silence("p1"))
    with pytest.raises(Refusal, match="no longer write"):
        play.do("another guest", ask.Say("hello"), seats={1})


def test_at_a_private_table_everyone_writes_unless_the_host_says_otherwise() -> None:
    play = Play(people=2)
    play.do("watcher", ask.Say("hi"))
    play.do("p0", ask.SetChat("seats"))
    refused(play, "watcher", ask.Say("hi"), "silenced")
    refused(play, "p0", ask.SetChat("seats"), "stale")


def test_strangers_who_sit_down_and_leave_do_not_keep_the_host_from_moderating() -> None:
    play = Play(people=2, bots=1, public=True)
    play.do("p0", ask.ClearSeat(2))
    for number in range(500 - len(play.table.arranged)):
        play.do(f"stranger {number}", ask.Sit(2))
        play.do(f"stranger {number}", ask.Stand(2), seats={2})
    refused(play, "a stranger more", ask.Sit(2), "forbidden")
    play.do("p0", ask.KeepOut("stranger 1"))
    play.do("p0", ask.SetChat("everyone"))
    while len(play.table.arranged) < 1_000:
        play.do("p0", ask.Silence("p1", silenced=not play.table.silenced))
    refused(play, "p0", ask.SetChat("seats"), "forbidden")


def test_the_token_of_a_seat_is_enough_to_write() -> None:
    play = Play(people=2, public=True)
    play.do("without a cookie", ask.Say("it is me"), seats={1})


def test_a_host_without_a_seat_writes_at_a_public_table() -> None:
    play = Play(people=2, public=True)
    play.add(log.HostChanged("host"))
    play.do("host", ask.Say("welcome"))


def test_the_host_silences_somebody_and_lets_them_write_again() -> None:
    play = Play(people=2).start()
    refused(play, "p1", ask.Silence("p0"), "not_the_host")
    refused(play, "p0", ask.Silence("p0"), "forbidden")
    play.do("p0", ask.Silence("p1"))
    refused(play, "p1", ask.Say("why"), "silenced")
    with pytest.raises(Refusal, match="no longer write"):  # by the token of the seat, as somebody else
        play.do("without a cookie", ask.Say("why"), seats={1})
    assert again(play).silenced == ["p1"]
    play.do("p0", ask.Silence("p1", silenced=False))
    play.do("p1", ask.Say("thank you"))


# One seat each.


def test_at_a_public_table_each_person_has_one_seat_unless_the_host_allows_more() -> None:
    play = Play(people=1, bots=1, public=True)
    play.do("p0", ask.ClearSeat(1))
    refused(play, "p0", ask.Sit(1), "forbidden")
    play.do("p0", ask.Configure(config=Play(people=1, bots=1, public=True, hot_seat=True).table.config))
    play.do("p0", ask.Sit(1))


def test_a_table_on_which_a_person_has_two_seats_becomes_public_only_if_that_is_allowed() -> None:
    play = Play(people=2, bots=1)
    play.do("p0", ask.ClearSeat(2))
    play.do("p1", ask.Sit(2))
    assert "several seats" in refused(play, "p0", ask.Configure(replace(play.table.config, public=True)), "forbidden")
    play.do("p0", ask.Configure(replace(play.table.config, public=True, hot_seat=True)))
    play.do("p0", ask.ClearSeat(2))
    play.do("p0", ask.Configure(replace(play.table.config, public=True, hot_seat=None)))


def test_at_a_private_table_one_person_takes_several_seats_unless_the_host_says_otherwise() -> None:
    play = Play(people=1, bots=1)
    play.do("p0", ask.ClearSeat(1))
    play.do("p0", ask.Sit(1))
    strict = Play(people=1, bots=1, hot_seat=False)
    strict.do("p0", ask.ClearSeat(1))
    refused(strict, "p0", ask.Sit(1), "forbidden")


# Kept out.


def test_whoever_is_kept_out_loses_the_seat_and_may_neither_sit_nor_write() -> None:
    play = Play(people=3)
    refused(play, "p1", ask.KeepOut("p2"), "not_the_host")
    refused(play, "p0", ask.KeepOut("p0"), "forbidden")
    entry = play.do("p0", ask.KeepOut("p2"))
    assert entry == log.KeptOut("p2", "p2", [2])
    assert not play.table.holders[2].is_taken
    refused(play, "p2", ask.Sit(2), "kept_out")
    refused(play, "p2", ask.Say("let me in"), "kept_out")
    refused(play, "p0", ask.KeepOut("p2"), "stale")
    assert [one.person for one in again(play).kept_out] == ["p2"]
    play.do("p0", ask.LetIn("p2"))
    play.do("p2", ask.Sit(2))
    refused(play, "p0", ask.LetIn("p2"), "stale")


def test_somebody_who_watches_is_kept_out_under_the_name_the_host_knows() -> None:
    play = Play(people=2)
    play.do("p0", ask.KeepOut("watcher", name="Ion"))
    refused(play, "watcher", ask.Say("hi"), "kept_out")
    assert play.table.state().kept_out[0].name == "Ion"


def test_in_a_running_game_the_host_alone_removes_nobody_who_plays() -> None:
    play = Play(people=3).start()
    assert "vote" in refused(play, "p0", ask.KeepOut("p1"), "forbidden")
    play.do("p0", ask.KeepOut("watcher"))  # who has no seat


def test_when_the_game_is_over_somebody_is_kept_out_and_the_game_stays_theirs() -> None:
    play = Play(people=2).start()
    play.table.status = "over"
    play.do("p0", ask.KeepOut("p1"))
    assert play.table.holders[1].person == "p1"
    refused(play, "p1", ask.Say("again?"), "kept_out")
    with pytest.raises(Refusal, match="kept out"):  # nor by the token of the seat alone
        play.do("without a cookie", ask.Say("again?"), seats={1})


def test_a_table_keeps_out_only_so_many() -> None:
    play = Play(people=2)
    for number in range(100):
        play.do("p0", ask.KeepOut(f"w{number}"))
    refused(play, "p0", ask.KeepOut("one more"), "too_many")


def test_keeping_out_and_letting_in_cannot_fill_the_log() -> None:
    play = Play(people=2)
    while len(play.table.arranged) < 1_000:
        play.do("p0", ask.LetIn("p1") if play.table.kept_out else ask.KeepOut("p1"))
    refused(play, "p0", ask.LetIn("p1") if play.table.kept_out else ask.KeepOut("p1"), "forbidden")


# Votes.


def test_two_of_two_others_remove_somebody_and_a_bot_plays_on() -> None:
    play = Play(people=3, takeover=True).start()
    play.do("p0", ask.AskRemoval(0, 2))
    state = play.table.state().removal
    assert state is not None
    assert (state.target, state.agreed, state.needed) == (2, [0], 2)
    assert state.until == START + play.now + SECONDS * 1000
    entry = play.do("p1", ask.AnswerRemoval(1, True))
    assert entry == log.KeptOut("p2", "p2", [2], "vote")
    holder = play.table.holders[2]
    assert (holder.person, holder.level) == (None, "house")
    assert play.table.removal is None
    refused(play, "p2", ask.TakeOver(2), "kept_out")
    assert "voted" in refused(play, "p0", ask.LetIn("p2"), "forbidden")
    assert again(play).holders[2].level == "house"


@pytest.mark.parametrize(("people", "needed"), [(3, 2), (4, 3), (5, 3), (6, 4)])
def test_more_than_two_thirds_of_the_others_must_agree_and_at_least_two(people: int, needed: int) -> None:
    play = Play("europolis", people=people).start()
    play.do("p0", ask.AskRemoval(0, people - 1))
    for seat in range(1, needed):
        assert play.table.holders[people - 1].person is not None
        play.do(f"p{seat}", ask.AnswerRemoval(seat, True))
    assert play.table.holders[people - 1].person is None


def test_of_two_people_neither_votes_the_other_out() -> None:
    play = Play(people=2, bots=1).start()
    assert "at least 2" in refused(play, "p0", ask.AskRemoval(0, 1), "forbidden")


def test_one_person_with_two_seats_has_one_vote() -> None:
    play = Play(people=4)
    play.do("p0", ask.ClearSeat(3))
    play.do("p0", ask.Sit(3))
    play.start()
    play.do("p0", ask.AskRemoval(0, 2))
    refused(play, "p0", ask.AnswerRemoval(3, True), "stale")
    assert play.table.holders[2].person == "p2"
    play.do("p1", ask.AnswerRemoval(1, True))
    assert play.table.holders[2].person is None


def test_somebody_with_two_seats_loses_both() -> None:
    play = Play(people=4)
    play.do("p0", ask.ClearSeat(3))
    play.do("p2", ask.Sit(3))
    play.start()
    play.do("p0", ask.AskRemoval(0, 3))
    assert play.do("p1", ask.AnswerRemoval(1, True)) == log.KeptOut("p2", "p2", [2, 3], "vote")


def test_a_vote_that_cannot_be_won_any_more_ends() -> None:
    play = Play(people=4).start()
    play.do("p0", ask.AskRemoval(0, 3))
    assert play.do("p1", ask.AnswerRemoval(1, False)) == log.RemovalEnded("refused")
    assert play.table.removal is None
    assert play.table.holders[3].person == "p3"


def test_a_vote_lapses() -> None:
    play = Play(people=3).start()
    play.do("p0", ask.AskRemoval(0, 2))
    assert log.RemovalEnded("lapsed") not in play.wait(SECONDS - 1)
    assert log.RemovalEnded("lapsed") in play.wait(2)
    assert again(play).removal is None
    refused(play, "p1", ask.AnswerRemoval(1, True), "stale")


def test_a_vote_lapses_while_the_clock_stands() -> None:
    play = Play(people=3, clock=PerDecision(600)).start()
    play.do("p0", ask.AskRemoval(0, 2))
    for seat in range(3):
        play.do(f"p{seat}", ask.AskPause(seat))
    assert play.table.paused
    assert play.wait(SECONDS + 1) == [log.RemovalEnded("lapsed")]


def test_by_correspondence_a_vote_has_a_day() -> None:
    play = Play(people=3, clock=PerDecision(48 * 3600)).start()
    play.do("p0", ask.AskRemoval(0, 2))
    assert log.RemovalEnded("lapsed") not in play.wait(23 * 3600)
    assert log.RemovalEnded("lapsed") in play.wait(2 * 3600)


def test_nobody_can_vote_again_and_again() -> None:
    play = Play("europolis", people=6).start()
    for target in (1, 2, 3):
        play.do("p0", ask.AskRemoval(0, target))
        refused(play, "p5", ask.AskRemoval(5, 0), "stale")  # one vote at a time
        play.do("p0", ask.AnswerRemoval(0, False))  # withdrawn
        refused(play, "p0", ask.AskRemoval(0, target), "forbidden")
    assert "3 votes" in refused(play, "p0", ask.AskRemoval(0, 4), "forbidden")
    play.do("p1", ask.AskRemoval(1, 2))  # others may still ask
    again(play)


def test_only_people_who_play_ask_and_vote_and_only_about_people_who_play() -> None:
    play = Play(people=3, bots=1).start()
    refused(play, "watcher", ask.AskRemoval(0, 2), "not_your_seat")
    refused(play, "p0", ask.AskRemoval(0, 0), "forbidden")
    refused(play, "p0", ask.AskRemoval(0, 3), "forbidden")  # a bot
    refused(play, "p0", ask.AskRemoval(0, 7), "no_such_seat")
    play.do("p0", ask.AskRemoval(0, 2))
    refused(play, "p2", ask.AnswerRemoval(2, False), "forbidden")  # whom it is about
    refused(play, "p0", ask.AnswerRemoval(0, True), "stale")
    refused(play, "watcher", ask.AnswerRemoval(1, True), "not_your_seat")


def test_whoever_left_has_no_vote_and_is_not_waited_for() -> None:
    play = Play(people=4).start()
    play.do("p0", ask.AskRemoval(0, 3))
    play.do("p2", ask.Stand(2))
    assert play.table.state().removal.needed == 2  # type: ignore[union-attr]
    assert isinstance(play.do("p1", ask.AnswerRemoval(1, True)), log.KeptOut)


def test_whoever_lends_the_seat_to_a_bot_is_not_counted_among_those_who_agree() -> None:
    play = Play(people=4).start()
    play.do("p0", ask.AskRemoval(0, 3))
    play.do("p0", ask.LetBotPlay(0))
    assert play.table.state().removal.needed == 2  # type: ignore[union-attr]
    assert play.do("p1", ask.AnswerRemoval(1, True)) == log.RemovalAnswered(1, True)
    assert isinstance(play.do("p2", ask.AnswerRemoval(2, True)), log.KeptOut)


def test_a_vote_ends_when_whoever_asked_for_it_leaves() -> None:
    play = Play(people=4).start()
    play.do("p0", ask.AskRemoval(0, 3))
    play.do("p0", ask.Stand(0))
    assert again(play).removal is None


def test_the_vote_of_a_seat_that_was_left_is_not_that_of_the_next_person_there() -> None:
    play = Play("europolis", people=6, takeover=True).start()
    play.do("p0", ask.AskRemoval(0, 5))
    play.do("p1", ask.AnswerRemoval(1, True))
    play.do("p2", ask.AnswerRemoval(2, False))
    play.do("p1", ask.Stand(1))
    play.do("p2", ask.Stand(2))
    play.do("newcomer", ask.TakeOver(1))
    removal = again(play).removal
    assert removal is not None
    assert (removal.agreed, removal.refused) == ([0], [])
    play.do("newcomer", ask.AnswerRemoval(1, True))


def test_a_vote_ends_when_its_person_leaves() -> None:
    play = Play(people=3).start()
    play.do("p0", ask.AskRemoval(0, 2))
    play.do("p2", ask.Stand(2))
    assert play.table.removal is None


def test_before_the_start_nobody_votes() -> None:
    refused(Play(people=3), "p0", ask.AskRemoval(0, 1), "not_started")


def test_a_host_who_was_voted_out_is_host_no_longer() -> None:
    play = Play(people=3).start()
    play.do("p1", ask.AskRemoval(1, 0))
    play.do("p2", ask.AnswerRemoval(2, True))
    assert play.table.host == "p1"


# Names.


@pytest.mark.parametrize(
    "name", ["ANA", "ana", "A n a", "Аnа", "Ａｎａ", "Áña", "Ana.", "𝒜𝓃𝒶", "@na", "Aña", "An4"]
)  # fmt: skip
def test_a_name_that_looks_like_that_of_somebody_who_sits_is_marked(name: str) -> None:
    play = Play(people=2)
    play.do("p0", ask.ClearSeat(1))
    play.do("p0", ask.Stand(0))
    play.do("first", ask.Sit(0, name="Ana"))
    play.do("second", ask.Sit(1, name=name))
    assert [seat.mark for seat in play.table.state().seats] == [None, "duplicate"]
    assert [holder.mark for holder in again(play).holders] == [None, "duplicate"]


@pytest.mark.parametrize("name", ["Anna", "Ana Maria", "Ina", "Ana7", "Hanna"])
def test_another_name_is_not_marked(name: str) -> None:
    assert skeleton(name) != skeleton("Ana")


@pytest.mark.parametrize(
    "name", ["Bot", "B0T", "b o t", "house bot", "Bot 7", "bot12", "Вot", "ROBOT", "(cpu)", "🤖 Ana"]
)
def test_a_name_that_calls_itself_a_bot_is_marked(name: str) -> None:
    assert is_bot_like(name)


@pytest.mark.parametrize("name", ["Ana", "Botond", "Bottega", "Roberto", "Abbott", "Rosa", "Talbot"])
def test_a_name_with_these_letters_in_it_is_not(name: str) -> None:
    assert not is_bot_like(name)


def test_a_person_cannot_pass_as_a_bot_that_sits_here() -> None:
    play = Play(people=1, bots=1)
    bot = play.table.holders[1].name or ""
    play.do("p0", ask.Stand(0))
    play.do("p1", ask.Sit(0, name=bot.upper()))
    assert play.table.state().seats[0].mark == "bot"
    assert play.table.state().seats[1].mark is None


def test_a_bot_takes_no_name_that_looks_like_a_persons() -> None:
    taken = Play(people=1, bots=1).table.holders[1].name or ""
    play = Play(people=2)
    play.do("p0", ask.ClearSeat(1))
    play.do("p0", ask.Stand(0))
    play.do("p0", ask.Sit(0, name=f"{taken[0]} {taken[1:]}"))
    play.do("p0", ask.SetBot(1))
    assert play.table.holders[1].name != taken
    assert play.table.state().seats[0].mark is None


def test_two_seats_of_one_person_may_have_one_name() -> None:
    play = Play(people=2)
    play.do("p0", ask.ClearSeat(1))
    play.do("p0", ask.Sit(1, name="p0"))
    assert [seat.mark for seat in play.table.state().seats] == [None, None]


def test_what_somebody_without_a_seat_writes_under_anothers_name_is_marked() -> None:
    play = Play(people=2)
    said = play.add(*decide(play.table, "watcher", "P 0", set(), ask.Say("I am the host")))
    assert isinstance(said, log.Said)
    assert said.mark == "duplicate"
    assert play.do("p0", ask.Say("no, I am")).mark is None  # type: ignore[union-attr]


def test_the_mark_goes_when_the_first_leaves() -> None:
    play = Play(people=2)
    play.do("p0", ask.ClearSeat(1))
    play.do("second", ask.Sit(1, name="P0"))
    assert play.table.holders[1].mark == "duplicate"
    play.do("p0", ask.Stand(0))
    assert play.table.holders[1].mark is None
