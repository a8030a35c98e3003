"""Moderation of a table: who may write, who is kept out, the vote to remove somebody, and names that are marked.

The first part changes a table by its log, the second says what a command comes to. Both follow from the log alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from magnate.protocol import commands as ask
from magnate.protocol import entries as log
from magnate.protocol.entries import Entry
from magnate.protocol.errors import Refusal
from magnate.protocol.state import KeptOutPerson, NameMark, RemovalState
from magnate.server.people.lookalikes import is_bot_like, skeleton

from .checks import MOST_MODERATED, check_arranging, check_host, check_playing, check_seat, holder_of
from .holder import OVER, PLAYING, Holder

if TYPE_CHECKING:
    from .table import Table

MOST_KEPT_OUT = 100  # people that one table keeps out
MOST_SILENCED = 100
FEWEST = 2  # people who must agree to a removal, however few play
VOTE, SLOW_VOTE = 90_000, 24 * 3_600_000  # milliseconds until a vote lapses: at a quick table, by correspondence
MOST_VOTES = 3  # that one person may ask for in a game; about the same person only once


class RemovalVote(Struct, frozen=True):
    """A vote that is open: seats, and when it began."""

    seat: int
    target: int
    at: int
    agreed: list[int]
    refused: list[int] = []


class PastVote(Struct, frozen=True):
    """A vote that was asked for: by whom, about whom."""

    asker: str
    target: str


# What entries change.


def keep_out(table: Table, entry: log.KeptOut) -> None:
    """A person may no longer come; their seats are left by the caller of this."""
    others = [one for one in table.kept_out if one.person != entry.person]
    table.kept_out = [*others, KeptOutPerson(entry.person, entry.name, entry.by)]
    if entry.by == "host":
        table.arranged = [*table.arranged, table.host]


def let_in(table: Table, person: str) -> None:
    """A person may come again."""
    table.kept_out = [one for one in table.kept_out if one.person != person]
    table.arranged = [*table.arranged, table.host]


def silence(table: Table, person: str, silenced: bool) -> None:
    """A person may no longer write, or again."""
    others = [one for one in table.silenced if one != person]
    table.silenced = [*others, person] if silenced else others
    table.arranged = [*table.arranged, table.host]


def begin_vote(table: Table, seat: int, target: int) -> None:
    """A vote begins; the person who asks agrees."""
    asker, other = table.holders[seat].person or "", table.holders[target].person or ""
    table.removal = RemovalVote(seat, target, table.at, [seat])
    table.votes = [*table.votes, PastVote(asker, other)]


def count_vote(table: Table, seat: int, agree: bool) -> None:
    """A seat has voted."""
    if (vote := table.removal) is None:
        return
    if agree:
        table.removal = replace(vote, agreed=[*vote.agreed, seat])
    else:
        table.removal = replace(vote, refused=[*vote.refused, seat])


def leave_vote(table: Table, seat: int) -> None:
    """A seat was left: its vote does not count for the next person there, and what it asked for is over."""
    vote = table.removal
    if vote is None:
        return
    agreed, refused = ([one for one in seats if one != seat] for seats in (vote.agreed, vote.refused))
    table.removal = None if vote.seat == seat else replace(vote, agreed=agreed, refused=refused)


def end_idle_vote(table: Table) -> None:
    """A vote about somebody who no longer plays is over; so is one at a game that is."""
    vote = table.removal
    if vote is None:
        return
    is_player = vote.target < len(table.holders) and table.holders[vote.target].is_person and table.plays(vote.target)
    if table.status != PLAYING or not is_player:
        table.removal = None


def mark_names(holders: list[Holder]) -> None:
    """Mark the names of people that look like somebody else's, or like a bot's."""
    for holder in holders:
        holder.mark = name_mark(holder.name or "", holder.person, holder.epoch, holders) if holder.is_person else None


def name_mark(name: str, person: str | None, epoch: int | None, holders: Iterable[Holder]) -> NameMark | None:
    """What is to be said of a person's name. Of two people, the one who sat down first has the name.

    `epoch` is None for somebody without a seat.
    """
    if is_bot_like(name):
        return "bot"
    looks = skeleton(name)
    alike = [one for one in holders if one.name and one.is_taken and skeleton(one.name) == looks]
    if any(not one.is_person for one in alike):
        return "bot"
    is_later = any(one.person != person and (epoch is None or one.epoch < epoch) for one in alike)
    return "duplicate" if is_later else None


# What a vote needs.


def voters(table: Table, target: int) -> set[str]:
    """The other people who play, here or away: each has one vote, however many seats."""
    about = table.holders[target].person
    found = {table.holders[seat].person for seat in table.people()} - {about}
    return {person for person in found if person is not None}


def needed(table: Table, target: int) -> int:
    """How many must agree: at least two, and more than two thirds."""
    return max(FEWEST, 2 * len(voters(table, target)) // 3 + 1)


def people_of(table: Table, seats: Iterable[int]) -> set[str]:
    """The people of these seats who still sit there."""
    return {person for seat in seats if (person := table.holders[seat].person) is not None}


def lapses_at(table: Table) -> int | None:
    """When the vote that is open lapses."""
    if table.removal is None:
        return None
    return table.removal.at + (SLOW_VOTE if table.config.is_slow else VOTE)


def removal_state(table: Table) -> RemovalState | None:
    """The vote that is open, as everybody sees it."""
    vote, until = table.removal, lapses_at(table)
    if vote is None or until is None:
        return None
    return RemovalState(vote.seat, vote.target, vote.agreed, vote.refused, needed(table, vote.target), until)


# What commands come to.


def check_welcome(table: Table, person: str, seats: Collection[int] = ()) -> None:
    """Refuse a person who is kept out, or who shows the token of a seat of a person who is."""
    out = {one.person for one in table.kept_out}
    if out and (person in out or not out.isdisjoint(people_of(table, seats))):
        raise Refusal("kept_out", "you are kept out of this table")


def check_writing(table: Table, person: str, seats: Collection[int]) -> None:
    """Refuse a person who may not write."""
    shown = {person, *people_of(table, seats)}
    if not shown.isdisjoint(table.silenced):
        raise Refusal("silenced", "the host lets you no longer write at this table")
    has_seat = speaking_seat(table, person, seats) is not None
    if table.config.writers == "seats" and not has_seat and person != table.host:
        raise Refusal("silenced", "at this table only those who have a seat write")


def speaking_seat(table: Table, person: str, seats: Collection[int]) -> int | None:
    """The seat somebody speaks from: their own, else the first whose token they show, so that its person speaks."""
    return min(seats_of(table, person) or seats, default=None)


def check_one_seat(table: Table, person: str) -> None:
    """Refuse a second seat where each person has one."""
    if not table.config.allows_hot_seat and any(holder.person == person for holder in table.holders):
        raise Refusal("forbidden", "you have a seat here already: one for each person, unless the host allows more")


def decide_moderation(table: Table, person: str, seats: Collection[int], command: ask.ModerationCommand) -> Entry:
    """What a command of moderation comes to."""
    match command:
        case ask.SetChat(chat=chat):
            check_host(table, person)
            if chat == table.config.writers:
                raise Refusal("stale", "that is so already")
            check_arranging(table, person, MOST_MODERATED)
            return log.ChatSet(chat)
        case ask.Silence(person=other, silenced=silenced):
            return decide_silence(table, person, other, silenced)
        case ask.KeepOut():
            return decide_keep_out(table, person, command)
        case ask.LetIn(person=other):
            return decide_let_in(table, person, other)
        case ask.AskRemoval(seat=seat, target=target):
            check_seat(table, seats, seat)
            return ask_removal(table, seat, target)
        case ask.AnswerRemoval(seat=seat, agree=agree):
            check_seat(table, seats, seat)
            return answer_removal(table, seat, agree)


def decide_silence(table: Table, person: str, other: str, silenced: bool) -> Entry:
    """The host silences somebody, or lets them write again."""
    check_host(table, person)
    if other == person:
        raise Refusal("forbidden", "the host does not silence themselves")
    if silenced == (other in table.silenced):
        raise Refusal("stale", "that is so already")
    if silenced and len(table.silenced) >= MOST_SILENCED:
        raise Refusal("too_many", f"a table silences at most {MOST_SILENCED} people")
    check_arranging(table, person, MOST_MODERATED)
    return log.Silenced(other, silenced)


def decide_keep_out(table: Table, person: str, command: ask.KeepOut) -> Entry:
    """The host keeps somebody out."""
    check_host(table, person)
    other = command.person
    if other == person:
        raise Refusal("forbidden", "the host does not keep themselves out")
    if any(one.person == other for one in table.kept_out):
        raise Refusal("stale", "that person is kept out already")
    if len(table.kept_out) >= MOST_KEPT_OUT:
        raise Refusal("too_many", f"a table keeps out at most {MOST_KEPT_OUT} people")
    sits = seats_of(table, other)
    if table.status == PLAYING and any(table.plays(seat) for seat in sits):
        raise Refusal("forbidden", "that person plays; the others can vote to remove them")
    check_arranging(table, person, MOST_MODERATED)
    name = next((table.holders[seat].name for seat in sits), None) or command.name or ""
    return log.KeptOut(other, name, [] if table.status == OVER else sits)


def decide_let_in(table: Table, person: str, other: str) -> Entry:
    """The host lets somebody come again."""
    check_host(table, person)
    found = next((one for one in table.kept_out if one.person == other), None)
    if found is None:
        raise Refusal("stale", "that person is not kept out")
    if found.by == "admin":
        raise Refusal("forbidden", "the operator keeps that person out")
    if found.by == "vote" and table.status == PLAYING:
        raise Refusal("forbidden", "the others voted for it; when the game is over you can let them in")
    check_arranging(table, person, MOST_MODERATED)
    return log.Readmitted(other)


def ask_removal(table: Table, seat: int, target: int) -> Entry:
    """A seat asks for a vote."""
    check_playing(table)
    holder = holder_of(table, target)
    asker, about = table.holders[seat].person or "", holder.person
    if not holder.is_person or about is None or not table.plays(target):
        raise Refusal("forbidden", f"no person plays seat {target}")
    if about == asker:
        raise Refusal("forbidden", "you cannot vote about yourself; you can leave the seat")
    if asker not in voters(table, target):
        raise Refusal("forbidden", "those who still play vote")
    if table.removal is not None:
        raise Refusal("stale", "another vote is open")
    if len(voters(table, target)) < FEWEST:
        raise Refusal("forbidden", f"a vote needs at least {FEWEST} other people who play")
    if sum(vote.asker == asker for vote in table.votes) >= MOST_VOTES:
        raise Refusal("forbidden", f"you have asked for {MOST_VOTES} votes in this game")
    if PastVote(asker, about) in table.votes:
        raise Refusal("forbidden", "you have asked for a vote about that person before")
    return log.RemovalAsked(seat, target)


def answer_removal(table: Table, seat: int, agree: bool) -> Entry:
    """A seat votes; the vote that decides it ends it."""
    vote = table.removal
    if vote is None:
        raise Refusal("stale", "no vote is open")
    person = table.holders[seat].person
    if person == table.holders[vote.seat].person and not agree:
        return log.RemovalEnded("withdrawn")
    entitled = voters(table, vote.target)  # people who no longer play, or lent the seat to a bot, do not count
    if person not in entitled:
        raise Refusal("forbidden", "the other people who still play vote")
    for_it, against = people_of(table, vote.agreed) & entitled, people_of(table, vote.refused) & entitled
    if person in for_it | against:
        raise Refusal("stale", "you have voted already")
    if agree and len(for_it) + 1 >= needed(table, vote.target):
        about = table.holders[vote.target]
        return log.KeptOut(about.person or "", about.name or "", seats_of(table, about.person or ""), "vote")
    if not agree and len(entitled) - len(against) - 1 < needed(table, vote.target):
        return log.RemovalEnded("refused")
    return log.RemovalAnswered(seat, agree)


def seats_of(table: Table, person: str) -> list[int]:
    """The seats of a person."""
    return [seat for seat, holder in enumerate(table.holders) if holder.person == person]
