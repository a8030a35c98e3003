"""What happens at a table without anybody asking: bots think, clocks run out, the hammer falls, somebody stays away.

All of it follows from the times in the log, so every node comes to the same moments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from magnate import actions
from magnate.game import Game
from magnate.rules.codes import BANK, FRAME_AUCTION, NOBODY
from magnate.rules.stack import top_kind
from magnate.view import question_of

from . import entries as log
from .chair import Chair
from .config import Bank, Config, NoClock, PerDecision
from .entries import Entry
from .levels import LEVELS, wants_to_act

NEGOTIATION = 120_000  # how long a deal may be considered at a table with a clock
HAMMER = 30_000  # how long a bid stands at a table whose clock is a bank
LEAST = 1_000  # nobody has less than this
HOST_AWAY = 60_000  # then somebody else who sits here becomes host

Happening = tuple[int, Callable[[], Entry]]


class Timing:
    """The part of a table that knows the time. Times are milliseconds since 1970."""

    config: Config
    status: str
    host: str

    def __init__(self) -> None:
        self.number = 0
        self.at = 0
        self.chairs: list[Chair] = []
        self.game: Game | None = None
        self.started = 0
        self.paused = False
        self.paused_at = 0
        self.pause_asked: list[int] = []
        self.called = 0
        self.asked: list[object] = []  # what play waits for
        self.asked_at = 0
        self.asked_number = 0  # the number it was asked under: an answer from before is stale

    def play(self, seat: int, action: actions.Action, by: log.By) -> log.Played:
        """Play an action, for an entry that is to be kept."""
        raise NotImplementedError

    # Following the game.

    def follow(self, entry: log.Played | None) -> None:
        """The game has moved: stop the clocks of those who have answered, start those of the asked."""
        game = self.game
        assert game is not None
        asked = what_is_asked(game)
        is_new = asked != self.asked
        if is_new:
            self.asked, self.asked_at, self.asked_number, self.called = asked, self.at, self.number, 0
        must = game.state.must
        rests = self._rests(game)
        for seat, chair in enumerate(self.chairs):
            if chair.since is not None and (is_new or not must >> seat & 1):
                self._charge(chair, entry is not None and entry.seat == seat and entry.by == "person")
            if must >> seat & 1 and chair.since is None:
                chair.since, chair.extra, chair.resting = self.at, 0, rests

    def _rests(self, game: Game) -> bool:
        """Whether the decision asked for now is not the clock's: a deal, or a bid with a hammer of its own."""
        return game.state.deals != 0 or (self.config.auction > 0 and is_auction(game))

    def _charge(self, chair: Chair, has_decided: bool) -> None:
        """A decision has ended: take its time from the bank."""
        clock = self.config.clock
        if isinstance(clock, Bank) and chair.since is not None and not chair.resting:
            used = max(0, self.at - chair.since - chair.extra)
            chair.left = max(0, chair.left - used) + (clock.increment * 1000 if has_decided else 0)
        chair.since = None

    def _rethink(self, seat: int) -> None:
        """Somebody else plays this seat from now on: it begins to think."""
        if self.chairs[seat].since is not None:
            self.chairs[seat].since = self.at

    # Clocks.

    def deadline(self, seat: int) -> int | None:
        """The moment at which the clock answers for a seat that must, or None."""
        chair = self.chairs[seat]
        if chair.since is None or self.paused or self.game is None or self.game.is_over:
            return None
        begin = chair.since + chair.extra
        if self.config.auction and is_auction(self.game) and not self.game.state.deals:
            return self.asked_at + chair.extra + self.config.auction * 1000
        match self.config.clock:
            case NoClock():
                return None
            case _ if chair.resting:
                return begin + max(NEGOTIATION, self._a_decision())
            case PerDecision(seconds=seconds):
                return begin + seconds * 1000
            case Bank():
                return begin + max(LEAST, chair.left)

    def _a_decision(self) -> int:
        """Milliseconds for one decision."""
        clock = self.config.clock
        return clock.seconds * 1000 if isinstance(clock, PerDecision) else HAMMER

    def _hammer(self) -> int | None:
        """How long the bid that stands may stand, or None where nothing hurries."""
        game = self.game
        if game is None or not is_auction(game) or game.state.deals or game.state.bidder == NOBODY:
            return None
        if self.config.auction:
            return self.config.auction * 1000
        return None if isinstance(self.config.clock, NoClock) else self._a_decision()

    def _shift(self, milliseconds: int) -> None:
        """Time that did not count: everybody who thinks has so much longer."""
        for chair in self.chairs:
            if chair.since is not None:
                chair.since = self.at if chair.bot else chair.since + milliseconds  # bots need no grace
            if chair.away is not None:
                chair.away += milliseconds
        self.asked_at += milliseconds
        if self.started:
            self.started += milliseconds

    def _pause_asked(self, seat: int) -> None:
        self.pause_asked.append(seat)
        if set(self._people()) <= set(self.pause_asked):
            self.paused, self.paused_at, self.pause_asked = True, self.at, []

    def _people(self) -> list[int]:
        """The seats of people who still play and are here."""
        game = self.game
        out = game.state.out if game else [0] * len(self.chairs)
        return [seat for seat, chair in enumerate(self.chairs) if chair.is_person and chair.is_here and not out[seat]]

    def _resumed(self) -> None:
        self._shift(self.at - self.paused_at)
        self.paused = False

    def _granted(self, seat: int, seconds: int) -> None:
        self.chairs[seat].extra += seconds * 1000

    # Coming and going.

    def _came(self, seat: int, node: str) -> None:
        chair = self.chairs[seat]
        if node not in chair.nodes:
            chair.nodes.append(node)
        self._acted(seat)
        chair.away = None

    def _acted(self, seat: int) -> None:
        """The person of a seat is back: the bot hands it over."""
        chair = self.chairs[seat]
        chair.away = None if chair.is_here else self.at
        chair.waits, chair.waiting = 0, []
        if chair.stood_in:
            chair.stood_in = False
            self._rethink(seat)

    def _gone(self, seat: int, node: str) -> None:
        chair = self.chairs[seat]
        if node in chair.nodes:
            chair.nodes.remove(node)
        if not chair.nodes and chair.away is None:
            chair.away = self.at

    def _stood_in(self, seat: int) -> None:
        self.chairs[seat].stood_in = True
        self._rethink(seat)

    def _wait_agreed(self, seat: int, absent: int) -> None:
        chair = self.chairs[absent]
        chair.waiting.append(seat)
        if set(self._people()) - {absent} <= set(chair.waiting):
            chair.waits, chair.waiting = chair.waits + 1, []

    def patience_ends(self, seat: int) -> int | None:
        """When a bot will play for somebody who is gone, or None."""
        chair = self.chairs[seat]
        if chair.away is None or not chair.is_person or chair.stood_in or not self.config.patience or self.paused:
            return None
        if self.status != "playing" or (self.game is not None and self.game.state.out[seat]):
            return None
        return chair.away + self.config.patience * 1000 * (1 + chair.waits)

    # What is due.

    def due(self, pause: int) -> int | None:
        """When something happens by itself next. `pause` is how long a bot thinks."""
        return min((when for when, _ in self._happenings(pause)), default=None)

    def next_entry(self, now: int, pause: int) -> Entry | None:
        """The entry that is due, or None. As `decide`, it may have moved the game."""
        waiting = sorted((one for one in self._happenings(pause) if one[0] <= now), key=lambda one: one[0])
        return waiting[0][1]() if waiting else None

    def _happenings(self, pause: int) -> Iterator[Happening]:
        if self.status == "open":
            yield from self._host_is_away()
        game = self.game
        if game is None or self.paused:
            return
        yield from self._bots(game, pause)
        if self.status == "playing":
            yield from self._expiries(game)
            yield from self._calls(game)
            yield from self._absences()
            if game.table.minutes and not game.state.time_is_up:
                end = self.started + game.table.minutes * 60_000
                yield end, lambda: self.play(BANK, actions.TimeUp(), "clock")

    def _bots(self, game: Game, pause: int) -> Iterator[Happening]:
        for seat, chair in enumerate(self.chairs):
            if chair.bot and chair.since is not None:
                yield chair.since + pause, lambda seat=seat: self._bot_plays(game, seat)  # type: ignore[misc]
            elif chair.bot and wants_to_act(game, seat):
                yield self.at + pause // 2, lambda seat=seat: self._bot_plays(game, seat)  # type: ignore[misc]

    def _bot_plays(self, game: Game, seat: int) -> Entry:
        level = self.chairs[seat].level or self.config.stand_in
        return self.play(seat, LEVELS[level](game, seat), "bot")

    def _expiries(self, game: Game) -> Iterator[Happening]:
        for seat, chair in enumerate(self.chairs):
            when = None if chair.bot else self.deadline(seat)
            if when is not None:
                yield when, lambda seat=seat: self.play(seat, game.default_action(seat), "clock")  # type: ignore[misc]

    def _calls(self, game: Game) -> Iterator[Happening]:
        """Going once after a third of the time, going twice after two."""
        hammer = self._hammer()
        if hammer is not None and self.called < 2 and any(not self.chairs[seat].bot for seat in game.must):
            times = self.called + 1
            yield self.asked_at + hammer * times // 3, lambda: log.Called(times)

    def _absences(self) -> Iterator[Happening]:
        for seat in range(len(self.chairs)):
            when = self.patience_ends(seat)
            if when is not None:
                yield when, lambda seat=seat: log.StoodIn(seat)  # type: ignore[misc]

    def _host_is_away(self) -> Iterator[Happening]:
        """A table that has not started goes to somebody who is here when its host is not."""
        hosts = [chair for chair in self.chairs if chair.person == self.host]
        heirs = [chair.person for chair in self.chairs if chair.is_here and chair.person not in (None, self.host)]
        if hosts and heirs and all(chair.away is not None for chair in hosts):
            away = max(chair.away or 0 for chair in hosts)
            yield away + HOST_AWAY, lambda: log.HostChanged(str(heirs[0]))


def is_auction(game: Game) -> bool:
    """Whether play waits for bids."""
    return not game.is_over and top_kind(game.state) == FRAME_AUCTION


def what_is_asked(game: Game) -> list[object]:
    """What play waits for, so that one question can be told from the next. Others' answers to it do not change it."""
    g = game.state
    question = question_of(g)
    if g.over or question is None:
        return ["over"]
    what = [question.type, question.seat, question.other, question.deed, question.amount, question.card]
    deals = [g.deal_revision[slot] for slot in range(g.seats) if g.deals >> slot & 1]
    return [*what, question.building, question.bid, question.bidder, g.depth, g.turns, g.rolls, deals]
