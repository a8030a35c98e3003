"""What a command does: it comes to a move, or is refused by name. The table is unchanged either way."""

from __future__ import annotations

from collections.abc import Collection

from magnate import actions
from magnate.actions import Action, MalformedAction
from magnate.errors import GameError, IllegalAction, in_words
from magnate.protocol import commands as ask
from magnate.protocol import entries as log
from magnate.protocol.entries import Entry
from magnate.protocol.errors import Refusal
from magnate.rules.codes import NOTHING
from magnate.rules.slots import auction_deed

from . import lobby, moderation
from .checks import check_arranging, check_host, check_not_started, check_playing, check_seat, holder_of
from .clocks import can_be_granted, deadline
from .holder import CLOSED, OVER
from .orders import refused_limit
from .pace import due_to, is_decided_by_people
from .questions import is_auction
from .table import NextEntry, Table

MOST_PAUSES = 3  # that a seat may ask for between two moves
MOST_TAKEN_BACK = 3  # that a seat may ask for between two results of chance
MOST_ORDERED = 30  # changes of a seat's orders, or seats lent to a bot, between two moves
MOST_PACES = 500  # changes of one seat's pace
# What a seat may do between two results of chance: 60 mortgages are every deed of a board and some of them again, 200
# orders every building of it.
MOST_BETWEEN_ROLLS: tuple[tuple[tuple[type[Action], ...], int, str], ...] = (
    ((actions.LiftMortgage,), 60, "lifted {} mortgages"),
    ((actions.Build,), 200, "ordered buildings {} times"),
    ((actions.ProposeDeal, actions.CounterDeal), 100, "made {} offers"),
)
MOST_UNJUSTIFIED = 3  # claims of a seat between two moves by which it learns that nothing is due


def decide(table: Table, person: str, name: str, seats: Collection[int], command: ask.Command) -> NextEntry:
    """The move a command comes to, or a refusal. `seats` are those whose token was shown."""
    found = outcome(table, person, name, seats, command)
    return found if isinstance(found, NextEntry) else NextEntry(found)


def outcome(table: Table, person: str, name: str, seats: Collection[int], command: ask.Command) -> Entry | NextEntry:
    """The entry a command comes to; a move, where the game was tried for it."""
    if table.status == CLOSED:
        raise Refusal("is_closed", "this table is closed")
    if table.kept_out:
        moderation.check_welcome(table, person, seats)
    match command:
        case ask.Act():
            return act(table, seats, command)
        case ask.AskTakeBack(seat=seat):
            return ask_take_back(table, seats, seat)
        case ask.AnswerTakeBack(seat=seat, agree=agree):
            return answer_take_back(table, seats, seat, agree)
        case ask.LetBotPlay(seat=seat):
            check_orders(table, seats, seat)
            if table.holders[seat].taken_over:
                raise Refusal("stale", "a bot plays that seat already")
            return log.BotTookOver(seat, asked=True)
        case ask.ComeBack(seat=seat):
            check_seat(table, seats, seat)
            check_playing(table)
            if not table.holders[seat].taken_over:
                raise Refusal("stale", "you play that seat yourself")
            return log.PersonReturned(seat)
        case ask.TakeOver():
            return lobby.take_over(table, person, name, command)
        case ask.SetOrders(seat=seat, orders=orders):
            check_orders(table, seats, seat)
            if orders == table.holders[seat].orders:
                raise Refusal("stale", "these are your orders already")
            return log.Ordered(seat, orders=orders)
        case ask.ProxyBid():
            return proxy_bid(table, seats, command)
        case ask.Say(text=text, emote=emote):
            moderation.check_writing(table, person, seats)
            return said(table, person, name, seats, text, emote)
        case (
            ask.SetChat() | ask.Silence() | ask.KeepOut() | ask.LetIn() | ask.AskRemoval() | ask.AnswerRemoval()
        ):  # fmt: skip
            return moderation.decide_moderation(table, person, seats, command)
        case ask.Sit():
            return lobby.sit(table, person, name, command)
        case ask.Stand(seat=seat):
            check_seat(table, seats, seat)
            if table.status == OVER:
                raise Refusal("is_over", "the game is over; it is kept with those who played it")
            return log.SeatLeft(seat)
        case ask.SetBot(seat=seat, level=level):
            return lobby.set_bot(table, person, seat, level)
        case ask.ClearSeat(seat=seat):
            check_host(table, person)
            check_not_started(table)
            if not holder_of(table, seat).is_taken:
                raise Refusal("seat_empty", f"seat {seat} is empty")
            return log.SeatLeft(seat, by_host=True)
        case ask.HandOver(seat=seat):
            check_host(table, person)
            heir = holder_of(table, seat).person
            if heir is None:
                raise Refusal("seat_empty", f"no person sits on seat {seat}; the host must be a person")
            if heir == person:
                raise Refusal("stale", "you are the host already")
            check_arranging(table, person)
            return log.HostChanged(heir)
        case ask.Configure(config=config):
            return lobby.configure(table, person, config)
        case ask.Start():
            return lobby.start(table, person)
        case ask.RemoveMessage(number=number):
            check_host(table, person)
            if number not in table.said or number in table.removed:
                raise Refusal("malformed", f"nothing was said under number {number}")
            return log.MessageRemoved(number)
        case ask.AskPause(seat=seat):
            check_seat(table, seats, seat)
            check_playing(table)
            if not table.plays(seat):
                raise Refusal("forbidden", "a player who is out of the game cannot stop its clock")
            if table.paused or seat in table.pause_asked:
                raise Refusal("stale", "that pause is asked for already")
            if table.pauses.count(seat) >= MOST_PAUSES:
                raise Refusal("forbidden", f"you asked for a pause {MOST_PAUSES} times since the last move; play on")
            return log.PauseAsked(seat)
        case ask.Resume(seat=seat):
            check_seat(table, seats, seat)
            if not table.paused and seat not in table.pause_asked:
                raise Refusal("stale", "the clock is not paused, and you have not asked for it")
            if not table.plays(seat):
                raise Refusal("forbidden", "a player who is out of the game cannot start its clock")
            return log.Resumed(seat)
        case ask.Grant():
            return give_time(table, seats, command)
        case ask.WaitFor(seat=seat, absent=absent):
            return wait_for(table, seats, seat, absent)
        case ask.SetPace():
            return set_pace(table, seats, command)
        case ask.SkipAhead(seat=seat):
            return skip_ahead(table, seats, seat)
        case ask.Close():
            check_host(table, person)
            check_not_started(table)
            return log.Closed("host")
        case ask.Rematch():
            raise Refusal("forbidden", "a rematch is made by the registry")


def act(table: Table, seats: Collection[int], command: ask.Act) -> NextEntry:
    check_seat(table, seats, command.seat)
    game = table.running()
    if table.status == OVER and not game.must:  # a winner may still have a prize to look at
        raise Refusal("is_over", "the game is over")
    if command.seen > table.number:
        raise Refusal("malformed", f"seen is {command.seen}; the table is at {table.number}", number=table.number)
    try:
        action = actions.parse(bytes(command.action))
    except (MalformedAction, RecursionError) as error:
        raise Refusal("malformed", str(error), game.options(command.seat)) from error
    is_old = command.seen < table.asked_number and not still_holds(table, command.seat, command.seen, action)
    if is_old or is_claimed_already(table, command.seat, command.seen, action):
        legal = game.options(command.seat)
        raise Refusal("stale", "the table has gone on since; look again", legal, table.number)
    check_claim(table, command.seat, action)
    check_repeats(table, command.seat, action)
    return try_action(table, command.seat, action, "person")


def try_action(table: Table, seat: int, action: Action, by: log.By) -> NextEntry:
    """Try an action on a copy of the game: the entry it comes to, or a refusal. The table is unchanged."""
    before = table.running()
    if isinstance(action, actions.TimeUp) and by != "clock":
        raise Refusal("illegal", "only the clock calls time", before.options(seat), table.number)
    game = before.copy()
    try:
        game.play(seat, action)
    except IllegalAction as error:
        raise Refusal("illegal", str(error), before.options(seat), table.number) from error
    except MalformedAction as error:  # it does not fit this edition: a group has another number of lots
        raise Refusal("malformed", str(error), before.options(seat), table.number) from error
    except GameError as error:
        raise Refusal("illegal", str(error), None, table.number) from error
    return NextEntry(log.Played(seat, action, list(game.moves[-1].chance), by), game)


def still_holds(table: Table, seat: int, seen: int, action: Action) -> bool:
    """Whether an action from before the present question means the same now.

    A roll for the opening does after others' rolls, and a pass after others' bids in the same auction; not where the
    seat has acted since, or was not asked then. A claim does if it gets a rent that was due then.
    """
    holder = table.holders[seat]
    if isinstance(action, actions.ClaimRent):
        oldest = due_to(table, seat)[:1]
        return any(one.rent in oldest and one.number <= seen for one in holder.rents)
    is_asked = bool(table.running().state.must >> seat & 1)
    return isinstance(action, actions.Roll | actions.Pass) and is_asked and seen >= holder.unchanged


def is_claimed_already(table: Table, seat: int, seen: int, action: Action) -> bool:
    """Whether a claim crossed another one of its seat, such as that of a standing order, and nothing more is due.

    It is not told to the others as a claim without reason: its sender saw a rent that was due.
    """
    is_claim = isinstance(action, actions.ClaimRent)
    return is_claim and seen < table.holders[seat].claimed and not due_to(table, seat)


def check_claim(table: Table, seat: int, action: Action) -> None:
    """Refuse to store claim after claim of a seat to which nothing is due; the first ones are answered."""
    is_repeated = isinstance(action, actions.ClaimRent) and table.unjustified.count(seat) >= MOST_UNJUSTIFIED
    if is_repeated and not due_to(table, seat):
        raise Refusal("too_fast", "nothing is due to you; wait for the next move", None, table.number)


def check_repeats(table: Table, seat: int, action: Action) -> None:
    """Refuse to go on without end: lifting may cost no interest, selling a building may bring all it cost, and each
    offer may ask for a little less than the last, or give back what was just bought. No rule requires any of them.
    """
    for kinds, most, done in MOST_BETWEEN_ROLLS:
        if isinstance(action, kinds) and table.steps is not None:
            made = sum(one.seat == seat and isinstance(one.action, kinds) for one in table.steps.steps)
            if made >= most:
                raise Refusal("forbidden", f"you {done.format(most)} since the last roll; play on")


def ask_take_back(table: Table, seats: Collection[int], seat: int) -> Entry:
    check_seat(table, seats, seat)
    check_playing(table)
    number = None if table.steps is None else table.steps.last_of(seat)
    if number is None:
        raise Refusal("forbidden", "nothing to take back: dice or cards have shown something new since")
    if table.take_back is not None:
        raise Refusal("stale", "somebody asks to take back already")
    if table.wishes.count(seat) >= MOST_TAKEN_BACK:
        raise Refusal("forbidden", f"you have asked {MOST_TAKEN_BACK} times since the last roll; play on")
    return log.TakeBackAsked(seat, number) if others(table, seat) else log.TakenBack(seat, number)


def answer_take_back(table: Table, seats: Collection[int], seat: int, agree: bool) -> Entry:
    check_seat(table, seats, seat)
    wish = table.take_back
    if wish is None:
        raise Refusal("stale", "no player asks to take a move back")
    if not agree and (seat == wish.seat or seat in others(table, wish.seat)):
        return log.TakeBackRefused(seat)
    if seat not in others(table, wish.seat):
        raise Refusal("forbidden", "the other people who still play answer that")
    if seat in wish.agreed:
        raise Refusal("stale", "you have agreed already")
    if others(table, wish.seat) <= {*wish.agreed, seat}:
        return log.TakenBack(wish.seat, wish.number)
    return log.TakeBackAgreed(seat)


def others(table: Table, seat: int) -> set[int]:
    """The seats of other people who still play: they have to agree."""
    return {other for other in table.people() if table.holders[other].person != table.holders[seat].person}


def check_orders(table: Table, seats: Collection[int], seat: int) -> None:
    """Orders are given by the person of a seat that plays."""
    check_seat(table, seats, seat)
    check_playing(table)
    if not table.plays(seat):
        raise Refusal("forbidden", "a player who is out of the game cannot give orders")
    if table.reordered.count(seat) >= MOST_ORDERED:
        raise Refusal("forbidden", f"you changed your orders {MOST_ORDERED} times since the last move; play on")


def proxy_bid(table: Table, seats: Collection[int], command: ask.ProxyBid) -> Entry:
    check_orders(table, seats, command.seat)
    game, seat, amount = table.running(), command.seat, command.amount
    deed = None if not is_auction(game) else auction_deed(game.state)
    if deed is None or deed != (NOTHING if command.deed is None else command.deed):
        raise Refusal("stale", "that is not auctioned now", game.options(seat), table.number)
    known = table.holders[seat].max_bid
    if amount == (0 if known is None else known.amount):
        raise Refusal("stale", "that is your proxy bid already", number=table.number)
    problem = refused_limit(game, seat, amount) if amount else None
    if problem is not None:
        legal = game.options(seat)
        may = ", ".join(sorted({one.type for one in legal})) or "nothing"
        message = f"a proxy bid of {amount} is refused ({in_words(problem)}); legal: {may}"
        raise Refusal("illegal", message, legal, table.number)
    return log.Ordered(seat, max_bid=amount)


def give_time(table: Table, seats: Collection[int], command: ask.Grant) -> Entry:
    check_seat(table, seats, command.seat)
    check_playing(table)
    holder = holder_of(table, command.to)
    if not table.plays(command.seat):
        raise Refusal("forbidden", "a player who is out of the game cannot give time")
    if holder.person == holder_of(table, command.seat).person or not holder.is_person:
        raise Refusal("forbidden", "time is given to another person")
    if deadline(table, command.to) is None:
        raise Refusal("no_clock", f"no clock runs for seat {command.to}")
    left = can_be_granted(table, command.to) // 1000
    if command.seconds > left:
        raise Refusal("forbidden", f"for this decision seat {command.to} may be given {left} s more at most")
    return log.Granted(command.seat, command.to, command.seconds)


def wait_for(table: Table, seats: Collection[int], seat: int, absent: int) -> Entry:
    check_seat(table, seats, seat)
    check_playing(table)
    holder = holder_of(table, absent)
    if not holder.is_person or holder.is_here:
        raise Refusal("not_absent", f"seat {absent} is not away")
    if holder.taken_over:
        raise Refusal("stale", f"a bot plays seat {absent} already; it is given back as soon as its person returns")
    if seat in holder.waiting or seat == absent:
        raise Refusal("stale", "you have agreed already")
    return log.WaitAgreed(seat, absent)


def set_pace(table: Table, seats: Collection[int], command: ask.SetPace) -> Entry:
    check_seat(table, seats, command.seat)
    check_playing(table)
    holder = holder_of(table, command.seat)
    if holder.pace == command.pace:
        raise Refusal("stale", "that is your pace already")
    if holder.paces >= MOST_PACES:
        raise Refusal("forbidden", f"you changed the pace {MOST_PACES} times; it stays as it is")
    return log.PaceSet(command.seat, command.pace)


def skip_ahead(table: Table, seats: Collection[int], seat: int) -> Entry:
    check_seat(table, seats, seat)
    check_playing(table)
    others = {table.holders[other].person for other in table.people()} - {holder_of(table, seat).person}
    if others:
        raise Refusal("forbidden", "other people play, too: you cannot skip their turns")
    if table.hurried or is_decided_by_people(table, table.running()):
        raise Refusal("stale", "you have something to decide already, or will in a moment")
    return log.SkippedAhead(seat)


def said(table: Table, person: str, name: str, seats: Collection[int], text: str, emote: str | None) -> Entry:
    seat = moderation.speaking_seat(table, person, seats)
    if seat is None:
        mark = moderation.name_mark(name, person, None, table.holders)
        return log.Said(person, name, text, emote=emote, mark=mark)
    holder = table.holders[seat]
    return log.Said(holder.person or person, holder.name or name, text, seat, emote, holder.mark)
