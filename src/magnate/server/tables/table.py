"""A table: what its log adds up to. `Table.apply` is the one fold of the log; servers, replays and records use it.

A table is a record of plain values. What may be added to its log is in `decisions`, what happens by itself in
`live.agenda`; both read a table and change nothing. Two nodes that have applied the same entries have the same table.
"""

from __future__ import annotations

from copy import copy
from typing import Any, NamedTuple

from msgspec.structs import replace

from magnate.actions import Action
from magnate.dice import FairDice, commit
from magnate.editions import Edition
from magnate.errors import GameError
from magnate.events import Event
from magnate.fixes import FIRST
from magnate.game import Game
from magnate.protocol import entries as log
from magnate.protocol.config import Bank, Config
from magnate.protocol.entries import Entry
from magnate.protocol.errors import Refusal
from magnate.protocol.state import BranchPoint, KeptOutPerson, Mine, SeatState, TableState, TakeBackState

from . import attendance, clocks, moderation, orders, seating
from .holder import CLOSED, OPEN, OVER, PLAYING, Holder
from .pace import due_to, pace_of, paced_by
from .questions import is_new_auction
from .table_setup import Diverged
from .take_back import OrdersThen, RecentMove, RecentMoves, TakeBackWish

__all__ = ["CLOSED", "OPEN", "OVER", "PLAYING", "Diverged", "NextEntry", "Table"]


class NextEntry(NamedTuple):
    """An entry that may be added to a log, and the game after it where that was tried."""

    entry: Entry
    game: Game | None = None


class Table:
    """One table, from its first entry to its last. Times are milliseconds since 1970.

    Lists are replaced, never changed, so that a copy shares them.
    """

    config: Config
    edition: Edition

    def __init__(self, id: str, secret: str) -> None:
        self.id = id
        self.secret = secret
        self.commitment = commit(secret)
        self.number = 0  # of the last entry
        self.at = 0  # when it was written
        self.created = 0
        self.status = OPEN
        self.again: str | None = None  # the table this one is a rematch of
        self.rematch: str | None = None
        self.branch: BranchPoint | None = None  # the moment of another game that is tried again here
        self.is_record = False  # it came as a record: it is no longer played
        # Who sits here.
        self.host = ""
        self.holders: list[Holder] = []
        self.epochs = 0  # everyone who ever sat down has a number of their own: a token is good for one of them
        self.arranged: list[str] = []  # who rearranged the table, each as often as they did
        self.kept_out: list[KeptOutPerson] = []  # who may not come here
        self.silenced: list[str] = []  # who may not write here
        self.removal: moderation.RemovalVote | None = None
        self.votes: list[moderation.PastVote] = []  # every one that was asked for
        # The game, and what is asked.
        self.game: Game | None = None
        self.owns_game = True  # no copy of this table shares the game
        self.started = 0
        self.rules = FIRST  # the version whose rules the game began with
        self.asked: list[object] = []  # what play waits for, deals apart: they only interrupt it
        self.asked_at = 0
        self.asked_number = 0  # the number it was asked under: an answer from before is stale
        self.put_number = 0  # the number under which it was first asked, whatever changed hands since
        self.offered_number = 0  # the number of the newest open deal
        self.holdings = 0  # a mark of who owned what then
        self.offers: list[int] = []  # revisions of the open deals
        self.unjustified: list[int] = []  # the seats that claimed since the last move what was not due
        # Clocks and pace.
        self.paused = False
        self.paused_at = 0
        self.pause_asked: list[int] = []
        self.pauses: list[int] = []  # the seats that asked since the last move, each as often as it did
        self.called = 0  # how often the auction was called: going once, going twice
        self.moved_at = 0  # when the game moved last
        self.shown = 0  # the moment at which pages have shown everything
        self.claimable = 0  # since when what was shown can be claimed; 0 while no rent can be
        self.hurried = False  # somebody who plays against bots alone skips to the next decision
        self.reordered: list[int] = []  # the seats that changed their orders since the last move, each as often
        # What was said, and what may be taken back.
        self.said: list[int] = []  # numbers of messages: only these can be removed
        self.removed: list[int] = []
        self.steps: RecentMoves | None = None  # the moves since chance last showed something
        self.take_back: TakeBackWish | None = None
        self.wishes: list[int] = []  # who took back, or asked to, since then
        # Not from the log: at this number, a slow bot's choice for its seat.
        self.thought: tuple[int, int, Action | None] = (0, 0, None)

    def copy(self) -> Table:
        """An independent table in the same state. The game is shared until either of them plays."""
        twin = object.__new__(Table)
        twin.__dict__.update(self.__dict__)
        twin.holders = [copy(holder) for holder in self.holders]
        twin.owns_game = self.owns_game = False
        return twin

    # What is asked everywhere.

    @property
    def now(self) -> int:
        """The moment as the clocks count: it stands while they do."""
        return self.paused_at if self.paused else self.at

    def plays(self, seat: int) -> bool:
        """Whether a seat is still in the game."""
        return self.game is None or not self.game.state.out[seat]

    def people(self) -> list[int]:
        """The seats of people who still play, here or away; not those a bot plays for."""
        return [seat for seat, one in enumerate(self.holders) if one.is_person and not one.bot and self.plays(seat)]

    def running(self) -> Game:
        """The game, or a refusal before its start."""
        if self.game is None:
            raise Refusal("not_started", "the game has not started")
        return self.game

    def own_game(self) -> Game:
        """The game, to be changed: a copy of its own where it was shared."""
        game = self.running()
        if not self.owns_game:
            self.game, self.owns_game = game.copy(), True
        return self.running()

    # The fold.

    def apply(self, number: int, at: int, entry: Entry, game: Game | None = None) -> list[Event]:
        """Add the next entry of the log; returns what happened in the game by it.

        `game` is the game after the entry, where that was tried already (`NextEntry`).
        """
        if number != self.number + 1:
            raise Diverged(f"table {self.id}: entry {number} after {self.number}")
        self.number, self.at = number, max(at, self.at)
        match entry:
            case log.Created(host=host, config=config, again=again):
                self.host, self.created, self.again = host, at, again
                self.commitment, self.kept_out, self.branch = entry.commitment, entry.kept_out, entry.branch
                seating.set_up(self, config)
            case log.Sat(person=person):
                self.arranged = [*self.arranged, person or self.host]
                seating.sit(self, entry)
            case log.SeatLeft(seat=seat):
                seating.leave(self, seat)
            case log.HostChanged(host=host):
                self.arranged = [*self.arranged, self.host]
                self.host = host
            case log.Configured(config=config):
                self.arranged = [*self.arranged, self.host]
                seating.set_up(self, config)
            case log.Started():
                self.arranged = []
                return self._start(entry, game)
            case log.Played():
                return self._play(entry, game)
            case log.Ordered():
                orders.set_orders(self, entry)
            case log.Said():
                self.said = [*self.said, number]
            case log.MessageRemoved(number=removed):
                self.removed = [*self.removed, removed]
            case log.ChatSet(chat=chat):
                self.arranged = [*self.arranged, self.host]
                self.config = replace(self.config, chat=chat)
            case log.Silenced(person=person, silenced=silenced):
                moderation.silence(self, person, silenced)
            case log.KeptOut():
                moderation.keep_out(self, entry)
                for seat in entry.seats:
                    seating.leave(self, seat)
            case log.Readmitted(person=person):
                moderation.let_in(self, person)
            case log.RemovalAsked(seat=seat, target=target):
                moderation.begin_vote(self, seat, target)
            case log.RemovalAnswered(seat=seat, agree=agree):
                moderation.count_vote(self, seat, agree)
            case log.RemovalEnded():
                self.removal = None
            case log.PauseAsked(seat=seat):
                clocks.ask_pause(self, seat)
            case log.Resumed(seat=seat):
                clocks.resume(self, seat)
            case log.Granted(to=to, seconds=seconds):
                clocks.grant(self, to, seconds)
            case log.Connected(seat=seat, node=node):
                attendance.connect(self, seat, node)
            case log.Disconnected(seat=seat, node=node):
                attendance.disconnect(self, seat, node)
            case log.BotTookOver(seat=seat, asked=asked):
                attendance.let_bot_play(self, seat, asked)
                self.reordered = [*self.reordered, seat] if asked else self.reordered
            case log.PersonReturned(seat=seat):
                attendance.come_back(self, seat)
            case log.TakeBackAsked(seat=seat, number=undone):
                self.take_back = TakeBackWish(seat, undone, self.now)
                self.wishes = [*self.wishes, seat]
            case log.TakeBackAgreed(seat=seat):
                wish = self.take_back
                self.take_back = None if wish is None else replace(wish, agreed=[*wish.agreed, seat])
            case log.TakeBackRefused():
                self.take_back = None
            case log.TakenBack(seat=seat, number=undone):
                self._take_back(seat, undone)
            case log.WaitAgreed(seat=seat, absent=absent):
                attendance.agree_to_wait(self, seat, absent)
            case log.PaceSet(seat=seat, pace=pace):
                self.holders[seat].pace = pace
                self.holders[seat].paces += 1
            case log.SkippedAhead():
                self.hurried = True
            case log.AuctionCalled(times=times):
                self.called = times
            case log.TimeCredited(milliseconds=milliseconds):
                clocks.credit(self, milliseconds)
            case log.Rematched(table=table):
                self.rematch = table
            case log.Closed(why=why):
                self.status, self.is_record = CLOSED, why == "record"
        if self.removal is not None:
            moderation.end_idle_vote(self)
        return []

    def _start(self, entry: log.Started, game: Game | None) -> list[Event]:
        if game is None:
            game = self._begun(entry)
        self._expect(entry.chance, game)
        self.game, self.owns_game = game, True
        self.status, self.started, self.rules = PLAYING, self.at - entry.elapsed, entry.rules or FIRST
        for holder in self.holders:
            holder.away = None if holder.is_here else self.at
            holder.left = self.config.clock.seconds * 1000 if isinstance(self.config.clock, Bank) else 0
        happened = self._go_on(None)
        self._keep_base()
        return happened

    def _begun(self, entry: log.Started) -> Game:
        """The game as it begins: with the set-up, or in a position."""
        dice = FairDice.from_secret(self.secret, entry.entropy)
        if not entry.position:
            handicap = self.config.handicap
            return Game(self.edition, len(entry.names), names=entry.names, dice=dice, handicap=handicap)
        try:
            return Game.from_text(entry.position, names=entry.names, dice=dice)
        except GameError as error:
            raise Diverged(f"table {self.id}: entry {self.number}: {error}") from error

    def _play(self, entry: log.Played, game: Game | None) -> list[Event]:
        if game is None:
            game = self.own_game()
            try:
                game.play_stored(entry.seat, entry.action, self.rules)
            except GameError as error:
                raise Diverged(f"table {self.id}: entry {self.number}: {error}") from error
            self._expect(entry.chance, game)
        self.game, self.owns_game = game, True
        if entry.by == "person" and entry.seat >= 0:
            attendance.come_back(self, entry.seat)
        before = orders.orders_now(self)
        happened = self._go_on(entry)
        is_ended = before != orders.orders_now(self) or is_new_auction(happened)
        self._remember(entry, before if is_ended else [])
        return happened

    def _go_on(self, entry: log.Played | None) -> list[Event]:
        """The game has moved: see who thinks now, and forget what the log keeps."""
        game = self.running()
        happened = list(game.events)
        game.events.clear()
        game.moves.clear()
        clocks.follow(self, entry, happened)
        orders.follow_orders(self, happened)
        clocks.count_agreement(self)
        if game.is_over:
            self.status = OVER
        if self.removal is not None:
            moderation.end_idle_vote(self)
        return happened

    def _expect(self, stored: list[tuple[int, int]], game: Game) -> None:
        """The dice of the stored entry are those of the promised secret."""
        given = list(game.moves[-1].chance)
        if stored != given:
            raise Diverged(f"table {self.id}: entry {self.number} has the results {stored}; the dice gave {given}")

    # Taking back.

    def _keep_base(self) -> None:
        """What came before cannot be taken back. The game as it is now stays as it is; the next move copies it."""
        self.steps, self.owns_game = RecentMoves(self.running()), False

    def _remember(self, entry: log.Played, ended: list[OrdersThen]) -> None:
        """Note a move that could be taken back; whatever was before dice or cards showed something new cannot."""
        self.take_back = None
        if entry.chance:
            self._keep_base()
            self.wishes = []
        elif self.steps is not None:
            self.steps = self.steps.with_move(RecentMove(self.number, entry.seat, entry.action, entry.by, ended))

    def _take_back(self, seat: int, number: int) -> None:
        """Go on from before a move of this seat."""
        if self.steps is None or self.steps.last_of(seat) != number:
            raise Diverged(f"table {self.id}: entry {self.number} takes back {number}, which cannot be")
        if self.take_back is None:  # at once: it was not asked for
            self.wishes = [*self.wishes, seat]
        undone = self.steps.since(number)
        self.steps, self.take_back = self.steps.before(number), None
        game = self.steps.game(self.rules)
        game.names = self.running().names
        self.game, self.owns_game = game, True
        self._go_on(None)
        orders.restore_orders(self, undone, seat)
        self.asked_number = self.number

    # What is shown.

    def state(self) -> TableState:
        """The table around the game, as anybody may see it."""
        wish = self.take_back
        return TableState(
            id=self.id,
            status=self.status,
            host=self.host,
            config=self.config,
            commitment=self.commitment,
            seats=[self._seat_state(seat, holder) for seat, holder in enumerate(self.holders)],
            number=self.number,
            created=self.created,
            paused=self.paused,
            pause_asked=self.pause_asked,
            called=self.called,
            pace=pace_of(self),
            paced_by=paced_by(self),
            again=self.again,
            rematch=self.rematch,
            branch=self.branch,
            secret=self.secret if self.status == OVER else None,
            take_back=None if wish is None else TakeBackState(wish.seat, wish.number, wish.agreed),
            kept_out=self.kept_out,
            silenced=self.silenced,
            removal=None if self.removal is None else moderation.removal_state(self),
            ends_at=clocks.agreed_end(self),
        )

    def _seat_state(self, seat: int, holder: Holder) -> SeatState:
        return SeatState(
            seat=seat,
            name=holder.name,
            person=holder.person,
            level=holder.level,
            here=holder.is_here,
            stood_in=holder.taken_over,
            deadline=None if holder.bot else clocks.deadline(self, seat),
            left=holder.left if isinstance(self.config.clock, Bank) and holder.is_person else None,
            away_until=attendance.patience_ends(self, seat),
            pace=holder.pace,
            mark=holder.mark,
        )

    def mine(self, seat: int, options: Any = None) -> Mine:
        """What only a seat's holder receives. `options` are those of the seat, where they are known, or encoded."""
        game = self.running()
        is_private = self.edition.rules.table.private_cash
        must = bool(game.state.must >> seat & 1)
        holder = self.holders[seat]
        legal = game.options(seat) if options is None else options
        return Mine(
            seat,
            game.state.cash[seat] if is_private else None,
            legal if must else [],
            due_to(self, seat),
            holder.orders,
            None if holder.max_bid is None else holder.max_bid.amount,
            self.steps.last_of(seat) if self.steps is not None and self.status == PLAYING else None,
            [] if must else legal,
        )
