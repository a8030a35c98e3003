"""What may be added to a table's log: a command comes to an entry, or is refused by name and changes nothing."""

from __future__ import annotations

from collections.abc import Collection

from magnate import actions
from magnate.actions import Action, MalformedAction
from magnate.dice import FairDice
from magnate.editions import Edition
from magnate.errors import GameError, IllegalAction
from magnate.events import Event
from magnate.game import Game
from magnate.rules.codes import NOTHING
from magnate.rules.slots import auction_deed

from . import commands as ask
from . import entries as log
from .bot_names import bot_name
from .chair import Chair
from .config import BadConfig, Config, edition_of
from .entries import Entry
from .levels import offered
from .orders import refused_limit
from .takeback import RecentMoves
from .timing import MOST_PAUSES, Timing, is_auction
from .wire import Refusal

OPEN, PLAYING, OVER, CLOSED = "open", "playing", "over", "closed"
MOST_ARRANGED = 500  # seats taken, bots seated, set-ups chosen, hosts changed: before the start, or after it
MOST_TAKEN_BACK = 3  # that a seat may ask for between two results of chance
MOST_SEATED = 50  # of these, by one person who is not the host
MOST_ORDERED = 30  # changes of a seat's orders, or seats lent to a bot, between two moves
MOST_PACES = 500  # changes of one seat's pace
MOST_UNJUSTIFIED = 3  # claims of a seat between two moves by which it learns that nothing is due


class Deciding(Timing):
    """The part of a table that says yes or no."""

    edition: Edition
    secret: str

    def __init__(self) -> None:
        super().__init__()
        self.status = OPEN
        self.host = ""
        self.unsaid: list[int] = []
        self.epochs = 0  # everyone who ever sat down has a number of their own: a token is good for one of them
        self.said: list[int] = []  # numbers of what was said: only these can be taken back
        self.arranged: list[str] = []  # who rearranged the table, each as often as they did
        self.steps: RecentMoves | None = None  # the moves since chance last showed something
        self.wishes: list[int] = []  # who took back, or asked to, since then
        self.advanced: tuple[Entry, list[Event]] | None = None  # played, not yet kept

    def decide(self, person: str, name: str, seats: Collection[int], command: ask.Command) -> Entry:
        """The entry a command comes to, or a refusal. `seats` are those whose token was shown.

        An action of the game is played at once, so that its chance is known: if the entry is then not kept, this table
        is worth nothing and must be read again from the log.
        """
        if self.status == CLOSED:
            raise Refusal("is_closed", "this table is closed")
        match command:
            case ask.Act():
                return self._act(seats, command)
            case ask.AskTakeBack(seat=seat):
                return self._ask_take_back(seats, seat)
            case ask.AnswerTakeBack(seat=seat, agree=agree):
                return self._answer_take_back(seats, seat, agree)
            case ask.LetBotPlay(seat=seat):
                self._may_order(seats, seat)
                if self.chairs[seat].stood_in:
                    raise Refusal("stale", "a bot plays that seat already")
                return log.StoodIn(seat, asked=True)
            case ask.ComeBack(seat=seat):
                self._mine(seats, seat)
                self._only_playing()
                if not self.chairs[seat].stood_in:
                    raise Refusal("stale", "you play that seat yourself")
                return log.CameBack(seat)
            case ask.TakeOver():
                return self._take_over(person, name, command)
            case ask.SetOrders(seat=seat, orders=orders):
                self._may_order(seats, seat)
                if orders == self.chairs[seat].orders:
                    raise Refusal("stale", "these are your orders already")
                return log.Ordered(seat, orders=orders)
            case ask.ProxyBid():
                return self._proxy_bid(seats, command)
            case ask.Say(text=text, emote=emote):
                place = next((i for i, chair in enumerate(self.chairs) if chair.person == person), None)
                return log.Said(person=person, name=self._name_of(person, name), text=text, seat=place, emote=emote)
            case ask.Sit():
                return self._sit(person, name, command)
            case ask.Stand(seat=seat):
                self._mine(seats, seat)
                if self.status == OVER:
                    raise Refusal("is_over", "the game is over; it is kept with those who played it")
                return log.Stood(seat)
            case ask.SetBot(seat=seat, level=level):
                return self._set_bot(person, seat, level)
            case ask.ClearSeat(seat=seat):
                self._only_host(person)
                self._only_before()
                if not self._chair(seat).is_taken:
                    raise Refusal("seat_empty", f"nobody sits on seat {seat}")
                return log.Stood(seat, by_host=True)
            case ask.HandOver(seat=seat):
                self._only_host(person)
                heir = self._chair(seat).person
                if heir is None:
                    raise Refusal("seat_empty", f"no person sits on seat {seat}; the host must be a person")
                if heir == person:
                    raise Refusal("stale", "you are the host already")
                self._may_arrange(person)
                return log.HostChanged(heir)
            case ask.Configure(config=config):
                return self._configure(person, config)
            case ask.Start():
                return self._start(person)
            case ask.Unsay(number=number):
                self._only_host(person)
                if number not in self.said or number in self.unsaid:
                    raise Refusal("malformed", f"nothing was said under number {number}")
                return log.Unsaid(number)
            case ask.AskPause(seat=seat):
                self._mine(seats, seat)
                self._only_playing()
                if not self._plays(seat):
                    raise Refusal("forbidden", "whoever is out of the game does not stop its clock")
                if self.paused or seat in self.pause_asked:
                    raise Refusal("stale", "that pause is asked for already")
                if self.pauses.count(seat) >= MOST_PAUSES:
                    raise Refusal(
                        "forbidden", f"you asked for a pause {MOST_PAUSES} times since the last move; play on"
                    )
                return log.PauseAsked(seat)
            case ask.Resume(seat=seat):
                self._mine(seats, seat)
                if not self.paused and seat not in self.pause_asked:
                    raise Refusal("stale", "the clock is not paused, and you have not asked for it")
                if not self._plays(seat):
                    raise Refusal("forbidden", "whoever is out of the game does not start its clock")
                return log.Resumed(seat)
            case ask.Grant():
                return self._grant(seats, command)
            case ask.WaitFor(seat=seat, absent=absent):
                return self._wait_for(seats, seat, absent)
            case ask.SetPace():
                return self._set_pace(seats, command)
            case ask.SkipAhead(seat=seat):
                return self._skip_ahead(seats, seat)
            case ask.Close():
                self._only_host(person)
                self._only_before()
                return log.Closed("host")
            case ask.Rematch():
                raise Refusal("forbidden", "a rematch is made by the hall")

    def _act(self, seats: Collection[int], command: ask.Act) -> Entry:
        self._mine(seats, command.seat)
        game = self._running()
        if self.status == OVER and not game.must:  # a winner may still have a prize to look at
            raise Refusal("is_over", "the game is over")
        if command.seen > self.number:
            raise Refusal("malformed", f"seen is {command.seen}; the table is at {self.number}", number=self.number)
        try:
            action = actions.parse(bytes(command.action))
        except (MalformedAction, RecursionError) as error:
            raise Refusal("malformed", str(error), game.options(command.seat)) from error
        if command.seen < self.asked_number:
            legal = game.options(command.seat)
            raise Refusal("stale", "the table has gone on since; look again", legal, self.number)
        self._may_claim(command.seat, action)
        return self.play(command.seat, action, "person")

    def _may_claim(self, seat: int, action: Action) -> None:
        """Refuse to store claim after claim of a seat to which nothing is due; the first ones are answered."""
        is_repeated = isinstance(action, actions.ClaimRent) and self.unjustified.count(seat) >= MOST_UNJUSTIFIED
        if is_repeated and not self.rents_due(seat):
            raise Refusal("too_fast", "nothing is due to you; wait for the next move", None, self.number)

    def play(self, seat: int, action: Action, by: log.By) -> log.Played:
        """Play an action, for an entry that is to be kept."""
        game = self._running()
        if isinstance(action, actions.TimeUp) and by != "clock":
            raise Refusal("illegal", "only the clock calls time", game.options(seat), self.number)
        try:
            told = game.play(seat, action)
        except IllegalAction as error:
            raise Refusal("illegal", str(error), game.options(seat), self.number) from error
        except MalformedAction as error:  # it does not fit this edition: a group has another number of lots
            raise Refusal("malformed", str(error), game.options(seat), self.number) from error
        except GameError as error:
            raise Refusal("illegal", str(error), None, self.number) from error
        entry = log.Played(seat, action, list(game.moves[-1].chance), by)
        self.advanced = (entry, told)
        return entry

    def _ask_take_back(self, seats: Collection[int], seat: int) -> Entry:
        self._mine(seats, seat)
        self._only_playing()
        number = None if self.steps is None else self.steps.last_of(seat)
        if number is None:
            raise Refusal("forbidden", "nothing to take back: dice or cards have shown something new since")
        if self.take_back is not None:
            raise Refusal("stale", "somebody asks to take back already")
        if self.wishes.count(seat) >= MOST_TAKEN_BACK:
            raise Refusal("forbidden", f"you have asked {MOST_TAKEN_BACK} times since the last roll; play on")
        return log.TakeBackAsked(seat, number) if self._others(seat) else log.TakenBack(seat, number)

    def _answer_take_back(self, seats: Collection[int], seat: int, agree: bool) -> Entry:
        self._mine(seats, seat)
        wish = self.take_back
        if wish is None:
            raise Refusal("stale", "nobody asks to take back")
        if not agree and (seat == wish.seat or seat in self._others(wish.seat)):
            return log.TakeBackRefused(seat)
        if seat not in self._others(wish.seat):
            raise Refusal("forbidden", "the other people who still play answer that")
        if seat in wish.agreed:
            raise Refusal("stale", "you have agreed already")
        if self._others(wish.seat) <= {*wish.agreed, seat}:
            return log.TakenBack(wish.seat, wish.number)
        return log.TakeBackAgreed(seat)

    def _others(self, seat: int) -> set[int]:
        """The seats of other people who still play: they have to agree."""
        return {other for other in self._people() if self.chairs[other].person != self.chairs[seat].person}

    def _take_over(self, person: str, name: str, command: ask.TakeOver) -> Entry:
        self._only_playing()
        chair = self._chair(command.seat)
        if not self.config.takeover:
            raise Refusal("forbidden", "the host does not let seats be taken over at this table")
        if any(one.person == person for one in self.chairs):
            raise Refusal("forbidden", "you have a seat here already")
        if chair.level is None:
            raise Refusal("seat_taken", f"seat {command.seat} is not a bot's")
        if not self._plays(command.seat):
            raise Refusal("forbidden", f"seat {command.seat} is out of the game")
        self._may_arrange(person)
        return log.Sat(command.seat, command.name or name, self.epochs + 1, person=person)

    def _may_order(self, seats: Collection[int], seat: int) -> None:
        """Orders are given by the person of a seat that plays."""
        self._mine(seats, seat)
        self._only_playing()
        if not self._plays(seat):
            raise Refusal("forbidden", "whoever is out of the game has nothing to order")
        if self.reordered.count(seat) >= MOST_ORDERED:
            raise Refusal("forbidden", f"you changed your orders {MOST_ORDERED} times since the last move; play on")

    def _proxy_bid(self, seats: Collection[int], command: ask.ProxyBid) -> Entry:
        self._may_order(seats, command.seat)
        game, seat, amount = self._running(), command.seat, command.amount
        deed = None if not is_auction(game) else auction_deed(game.state)
        if deed is None or deed != (NOTHING if command.deed is None else command.deed):
            raise Refusal("stale", "that is not under the hammer now", game.options(seat), self.number)
        known = self.chairs[seat].max_bid
        if amount == (0 if known is None else known.amount):
            raise Refusal("stale", "that is your proxy bid already", number=self.number)
        problem = refused_limit(game, seat, amount) if amount else None
        if problem is not None:
            raise Refusal("illegal", f"a proxy bid of {amount}: {problem}", game.options(seat), self.number)
        return log.Ordered(seat, max_bid=amount)

    def _sit(self, person: str, name: str, command: ask.Sit) -> Entry:
        if self.status != OPEN:
            raise Refusal("too_late", "the game has started; you can watch")
        seat = command.seat
        if seat is None:
            free = [i for i, chair in enumerate(self.chairs) if not chair.is_taken]
            if not free:
                raise Refusal("seat_taken", "every seat is taken; you can watch")
            seat = free[0]
        chair = self._chair(seat)
        self._may_arrange(person)
        if chair.person == person and chair.is_person:  # seated by a rematch, say: the dice take a word now, too
            entropy = command.entropy or chair.entropy
            return log.Sat(seat, chair.name or name, chair.epoch, person=person, entropy=entropy)
        if chair.is_taken:
            raise Refusal("seat_taken", f"seat {seat} is taken")
        return log.Sat(seat, command.name or name, self.epochs + 1, person=person, entropy=command.entropy)

    def _set_bot(self, person: str, seat: int, level: str) -> Entry:
        self._only_host(person)
        self._only_before()
        if level not in offered():
            raise Refusal("no_such_level", f"no bot plays at level {level!r}; known: {', '.join(offered())}")
        chair = self._chair(seat)
        if chair.is_taken:
            raise Refusal("seat_taken", f"seat {seat} is taken")
        self._may_arrange(person)
        taken = [chair.name for chair in self.chairs if chair.name]
        return log.Sat(seat, bot_name(self.config.edition, seat, taken), self.epochs + 1, level=level)

    def _configure(self, person: str, config: Config) -> Entry:
        self._only_host(person)
        self._only_before()
        try:
            edition_of(config)
        except BadConfig as error:
            raise Refusal("bad_config", str(error)) from error
        self._may_arrange(person)
        return log.Configured(config)

    def _start(self, person: str) -> Entry:
        self._only_host(person)
        self._only_before()
        empty = [str(seat) for seat, chair in enumerate(self.chairs) if not chair.is_taken]
        if empty:
            raise Refusal("seats_empty", f"nobody sits on seat {', '.join(empty)}: put a bot there or have fewer seats")
        names = [chair.name or "" for chair in self.chairs]
        entropy = [chair.entropy for chair in self.chairs]
        game = Game(self.edition, len(names), names=names, dice=FairDice.from_secret(self.secret, entropy))
        return log.Started(names, entropy, list(game.moves[0].chance))

    def _grant(self, seats: Collection[int], command: ask.Grant) -> Entry:
        self._mine(seats, command.seat)
        self._only_playing()
        chair = self._chair(command.to)
        if not self._plays(command.seat):
            raise Refusal("forbidden", "whoever is out of the game has no time to give")
        if chair.person == self._chair(command.seat).person or not chair.is_person:
            raise Refusal("forbidden", "time is given to another person")
        if self.deadline(command.to) is None:
            raise Refusal("no_clock", f"no clock runs for seat {command.to}")
        left = self.can_be_granted(command.to) // 1000
        if command.seconds > left:
            raise Refusal("forbidden", f"for this decision seat {command.to} may be given {left} s more at most")
        return log.Granted(command.seat, command.to, command.seconds)

    def _wait_for(self, seats: Collection[int], seat: int, absent: int) -> Entry:
        self._mine(seats, seat)
        self._only_playing()
        chair = self._chair(absent)
        if not chair.is_person or chair.is_here:
            raise Refusal("not_absent", f"seat {absent} is not away")
        if chair.stood_in:
            raise Refusal("stale", f"a bot plays seat {absent} already; it is given back as soon as its person returns")
        if seat in chair.waiting or seat == absent:
            raise Refusal("stale", "you have agreed already")
        return log.WaitAgreed(seat, absent)

    def _set_pace(self, seats: Collection[int], command: ask.SetPace) -> Entry:
        self._mine(seats, command.seat)
        self._only_playing()
        chair = self._chair(command.seat)
        if chair.pace == command.pace:
            raise Refusal("stale", "that is your pace already")
        if chair.paces >= MOST_PACES:
            raise Refusal("forbidden", f"you changed the pace {MOST_PACES} times; it stays as it is")
        return log.PaceSet(command.seat, command.pace)

    def _skip_ahead(self, seats: Collection[int], seat: int) -> Entry:
        self._mine(seats, seat)
        self._only_playing()
        others = {self.chairs[other].person for other in self._people()} - {self._chair(seat).person}
        if others:
            raise Refusal("forbidden", "others play, too: nobody skips their turns")
        if self.hurried or self._is_decided_by_people(self._running()):
            raise Refusal("stale", "you have something to decide already, or will in a moment")
        return log.SkippedAhead(seat)

    def _chair(self, seat: int) -> Chair:
        if not 0 <= seat < len(self.chairs):
            raise Refusal("no_such_seat", f"there is no seat {seat}; expected 0 to {len(self.chairs) - 1}")
        return self.chairs[seat]

    def _mine(self, seats: Collection[int], seat: int) -> None:
        self._chair(seat)
        if seat not in seats:
            raise Refusal(
                "not_your_seat", f"you do not hold seat {seat}: its token is missing, wrong or no longer good"
            )

    def _only_host(self, person: str) -> None:
        if person != self.host:
            raise Refusal("not_the_host", "only the host may do that")

    def _only_before(self) -> None:
        if self.status != OPEN:
            raise Refusal("too_late", "the game has started")

    def _may_arrange(self, person: str) -> None:
        """Refuse to rearrange a table for ever. Leaving needs no bound: whoever leaves has sat down."""
        if len(self.arranged) >= MOST_ARRANGED:
            problem = f"this table was rearranged {MOST_ARRANGED} times; play, or make another table"
            raise Refusal("forbidden", problem)
        if person != self.host and self.arranged.count(person) >= MOST_SEATED:
            raise Refusal("forbidden", f"you sat down here {MOST_SEATED} times; keep a seat, or watch")

    def _only_playing(self) -> None:
        if self.status == OPEN:
            raise Refusal("not_started", "the game has not started")
        if self.status == OVER:
            raise Refusal("is_over", "the game is over")

    def _name_of(self, person: str, name: str) -> str:
        return next((chair.name for chair in self.chairs if chair.person == person and chair.name), name)

    def _running(self) -> Game:
        if self.game is None:
            raise Refusal("not_started", "the game has not started")
        return self.game
