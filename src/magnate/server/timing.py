"""What happens at a table without anybody asking: bots think, clocks run out, the hammer falls, somebody stays away.

All of it follows from the times in the log, so every node comes to the same moments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from zlib import crc32

from msgspec.structs import replace

from magnate import actions
from magnate.actions import Action
from magnate.bots.player import allowed
from magnate.events import AuctionFailed, AuctionOpened, AuctionWon, Event, Moved, NothingDue, TurnBegan
from magnate.game import Game
from magnate.rules.codes import BANK, FRAME_AUCTION, NOBODY
from magnate.rules.stack import top_kind
from magnate.view import question_of

from . import entries as log
from . import pacing
from .chair import Chair
from .config import DAY, Bank, Config, NoClock, PerDecision
from .entries import Entry
from .levels import SLOW, decide, wants_to_act
from .orders import NO_ORDERS, MaxBid, answer_for, next_bid
from .pacing import DueRent, Pace
from .takeback import OrdersThen, RecentMove, TakeBackWish

NEGOTIATION = 120_000  # how long a deal may be considered at a table with a clock
HAMMER = 30_000  # how long a bid stands at a table whose clock is a bank
SLOW_HAMMER = DAY * 1000  # likewise where the bank has days: bids and deals must not run out overnight
LEAST = 1_000  # nobody has less than this
MOST_GRANTED = 60_000  # for one decision, or as much as the clock itself gives for one
MOST_PAUSES = 3  # that a seat may ask for between two moves
HOST_AWAY = 60_000  # then somebody else who sits here becomes host
HOST_STANDING = 300_000  # likewise, if the host has no seat and nothing happens for so long
UNATTENDED = 60_000  # a game that no person has come to rests after so long
DECISIONS = 30  # of one person who is away: so long bots go on at a table whose clock is slow
TAKE_BACK = 20_000  # so long bots wait for the answers to somebody who wants to take back
ORDER = 400  # milliseconds before a standing order is carried out: time to see what happened, and to take it back

Happening = tuple[int, Callable[[], Entry]]


class Timing:
    """The part of a table that knows the time. Times are milliseconds since 1970."""

    config: Config
    status: str
    host: str

    def __init__(self) -> None:
        self.number = 0
        self.at = 0
        self.thought: tuple[int, int, Action | None] = (0, 0, None)  # at this number, a slow bot's choice for its seat
        self.chairs: list[Chair] = []
        self.game: Game | None = None
        self.started = 0
        self.paused = False
        self.paused_at = 0
        self.pause_asked: list[int] = []
        self.pauses: list[int] = []  # the seats that asked since the last move, each as often as it did
        self.reordered: list[int] = []  # the seats that changed their orders since the last move, each as often
        self.called = 0
        self.asked: list[object] = []  # what play waits for, deals apart: they only interrupt it
        self.asked_at = 0
        self.asked_number = 0  # the number it was asked under: an answer from before is stale
        self.put_number = 0  # the number under which it was first asked, whatever changed hands since
        self.offered_number = 0  # the number of the newest open deal
        self.holdings = 0  # a mark of who owned what then
        self.offers: list[int] = []  # revisions of the open deals
        self.moved_at = 0  # when the game moved last
        self.shown = 0  # the moment at which pages have shown everything
        self.claimable = 0  # since when what was shown can be claimed; 0 while no rent can be
        self.hurried = False  # somebody who plays against bots alone skips to the next decision
        self.unjustified: list[int] = []  # the seats that claimed since the last move what was not due
        self.take_back: TakeBackWish | None = None

    def play(self, seat: int, action: actions.Action, by: log.By) -> log.Played:
        """Play an action, for an entry that is to be kept."""
        raise NotImplementedError

    # Following the game.

    @property
    def now(self) -> int:
        """The moment as the clocks count: it stands while they do."""
        return self.paused_at if self.paused else self.at

    def follow(self, entry: log.Played | None, told: Sequence[Event] = ()) -> None:
        """The game has moved: stop the clocks of those who have answered, start those of the asked.

        A deal interrupts what is asked; afterwards whoever was asked has what was left of the time, and no more.
        """
        game = self.game
        assert game is not None
        self._show(game, told)
        asked, holdings, offers = what_is_asked(game), mark_of_holdings(game), open_offers(game)
        is_new, has_offers = asked != self.asked, offers != self.offers
        is_next = is_new and asked[:-1] == self.asked[:-1]  # only somebody's roll is between: the opening goes on
        if is_new:
            self.asked, self.asked_at, self.called = asked, self.now, 0
            self.put_number = self.number
        if set(offers) - set(self.offers):
            self.offered_number = self.number
        if is_new or holdings != self.holdings:
            self.asked_number = self.number
        self.holdings, self.offers = holdings, offers
        self.pauses, self.reordered = [], []
        self.moved_at = self.now
        self.unjustified = [
            *(self.unjustified if entry is not None and isinstance(entry.action, actions.ClaimRent) else []),
            *(event.seat for event in told if isinstance(event, NothingDue)),
        ]
        must, rests = game.state.must, self._rests(game)
        decider = entry.seat if entry is not None and entry.by in ("person", "order") else None
        for seat, chair in enumerate(self.chairs):
            thinks = bool(must >> seat & 1)
            is_known = is_next and chair.since is not None and entry is not None and entry.seat != seat
            if chair.since is not None and (is_new or not thinks or chair.resting != rests or (rests and has_offers)):
                self._stop(chair)
            if is_new or not (thinks or offers):
                self._settle(chair, seat == decider)
            if thinks and chair.since is None:
                chair.since, chair.resting = self.now, rests
            if thinks and not is_known:
                chair.asked = max(chair.asked, self.offered_number if offers else self.put_number)
        self.hurried = self.hurried and not self._is_decided_by_people(game)

    def _rests(self, game: Game) -> bool:
        """Whether the decision asked for now is not the clock's: a deal, or a bid with a hammer of its own."""
        return game.state.deals != 0 or (self.config.auction > 0 and is_auction(game))

    def _stop(self, chair: Chair) -> None:
        """Somebody stops thinking, for now or for good. What a bot takes for them is not theirs."""
        if chair.since is not None and not chair.resting and not chair.stood_in:
            chair.spent += max(0, self.now - chair.since)
        chair.since = None

    def _settle(self, chair: Chair, has_decided: bool) -> None:
        """A decision has ended: take its time from the bank."""
        clock = self.config.clock
        if isinstance(clock, Bank) and chair.spent:
            chair.left = max(0, chair.left - max(0, chair.spent - chair.extra))
            chair.left += clock.increment * 1000 if has_decided else 0
        chair.spent = chair.extra = 0

    def _rethink(self, seat: int, is_lent: bool = False) -> None:
        """Somebody else plays this seat from now on: it begins to think.

        Whoever lends a seat to a bot, or takes it back, has no more time for the same question than before.
        """
        chair = self.chairs[seat]
        if chair.since is not None and not is_lent:
            chair.since, chair.spent = self.now, 0
        elif chair.since is not None and not chair.resting:
            chair.spent += 0 if chair.stood_in else max(0, self.now - chair.since)
            chair.since = self.now

    def _look_who_decides(self) -> None:
        """Somebody plays a seat again: skipping ahead is for one person alone, and ends where they decide."""
        if self.hurried and self.game is not None:
            self.hurried = self._is_alone and not self._is_decided_by_people(self.game)

    def awaited(self) -> list[int]:
        """The seats of people whom play waits for, here or away; not those a bot plays for."""
        if self.status != "playing":
            return []
        return [seat for seat, chair in enumerate(self.chairs) if chair.since is not None and not chair.bot]

    # Standing orders.

    def _ordered(self, entry: log.Ordered) -> None:
        assert entry.seat is not None
        chair = self.chairs[entry.seat]
        chair.ordered = self.now
        self.reordered.append(entry.seat)
        if entry.orders is not None:
            chair.orders = entry.orders
        if entry.max_bid is not None:
            chair.max_bid = MaxBid(entry.max_bid, self.number) if entry.max_bid else None

    def follow_orders(self, told: list[Event]) -> None:
        """The game has moved: orders that were for one auction, or until the next turn, are over."""
        if is_auction_news(told):
            for chair in self.chairs:
                chair.max_bid = None
        for event in told:
            if isinstance(event, TurnBegan) and self.chairs[event.seat].orders.refuse_deals:
                chair = self.chairs[event.seat]
                chair.orders = replace(chair.orders, refuse_deals=False)

    def orders_now(self) -> list[OrdersThen]:
        """The orders that a move may end, by seat."""
        return [OrdersThen(chair.max_bid, chair.orders.refuse_deals) for chair in self.chairs]

    def restore_orders(self, undone: Sequence[RecentMove], seat: int) -> None:
        """Orders that ended by moves now taken back count again; whoever takes back bids anew."""
        ended = [one.orders for one in undone if one.orders]
        for then, chair in zip(ended[0] if ended else (), self.chairs, strict=False):
            chair.max_bid = then.max_bid
            if then.refuse_deals:
                chair.orders = replace(chair.orders, refuse_deals=True)
        self.chairs[seat].max_bid = None

    def _orders(self, game: Game) -> Iterator[Happening]:
        """What standing orders call for. A rent is claimed at once: the next roll would take it."""
        for seat, chair in enumerate(self.chairs):
            action = self._order_for(game, seat)
            if action is not None:
                pause = 0 if isinstance(action, actions.ClaimRent) else ORDER
                when = max(self.moved_at, chair.ordered) + pause
                yield when, lambda seat=seat, action=action: self.play(seat, action, "order")  # type: ignore[misc]

    def _order_for(self, game: Game, seat: int) -> Action | None:
        """What a seat's orders say now; a bot that stands in keeps to a proxy bid, and passes above it."""
        chair = self.chairs[seat]
        if not chair.is_person or game.is_over:
            return None
        if chair.max_bid is not None and is_auction(game):
            bids = {other: one.max_bid for other, one in enumerate(self.chairs) if one.max_bid is not None}
            bid = next_bid(game, bids)
            if bid is not None and bid[0] == seat:
                return actions.Bid(amount=bid[1])
            if bid is None and chair.stood_in and game.state.must >> seat & 1:
                return actions.Pass()
        return answer_for(game, seat, chair.orders) if chair.orders != NO_ORDERS else None

    # Clocks.

    def deadline(self, seat: int) -> int | None:
        """The moment at which the clock answers for a seat that must, or None."""
        chair = self.chairs[seat]
        if chair.since is None or self.paused or self.game is None or self.game.is_over:
            return None
        if self.config.auction and is_auction(self.game) and not self.game.state.deals:
            return self.asked_at + chair.extra + self.config.auction * 1000
        match self.config.clock:
            case NoClock():
                return None
            case _ if chair.resting:
                return chair.since + chair.extra + max(NEGOTIATION, self._a_decision())
            case PerDecision(seconds=seconds):
                time = seconds * 1000
            case Bank():
                time = chair.left
        end = chair.since + max(LEAST, time + chair.extra - chair.spent)
        hammer = self._hammer()
        return end if hammer is None else min(end, self.asked_at + chair.extra + hammer)

    def can_be_granted(self, seat: int) -> int:
        """Milliseconds that a seat may still be given for the decision it is asked for."""
        most = max(MOST_GRANTED, self._a_decision())
        return max(0, most - self.chairs[seat].extra)

    def _a_decision(self) -> int:
        """Milliseconds for one decision."""
        clock = self.config.clock
        if isinstance(clock, PerDecision):
            return clock.seconds * 1000
        return SLOW_HAMMER if self.config.is_slow else HAMMER

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
        self.shown += milliseconds
        self.claimable += milliseconds if self.claimable else 0
        if self.take_back is not None:
            self.take_back.at += milliseconds
        if self.started:
            self.started += milliseconds

    def _pause_asked(self, seat: int) -> None:
        self.pause_asked.append(seat)
        self.pauses.append(seat)
        self._look_who_agrees()

    def _look_who_agrees(self) -> None:
        """Whoever leaves no longer has to agree to a pause, or to wait for somebody: perhaps the others all do."""
        people = set(self._people())
        self.pause_asked = [seat for seat in self.pause_asked if seat in people]
        if self.pause_asked and people <= set(self.pause_asked):
            self.paused_at, self.paused, self.pause_asked = self.at, True, []
        here = {seat for seat in people if self.chairs[seat].is_here}
        for absent, chair in enumerate(self.chairs):
            if chair.waiting and here - {absent} <= set(chair.waiting):
                chair.waits, chair.waiting = chair.waits + 1, []

    def _people(self) -> list[int]:
        """The seats of people who still play, here or away; not those a bot plays for."""
        return [
            seat for seat, chair in enumerate(self.chairs) if chair.is_person and not chair.bot and self._plays(seat)
        ]

    def _plays(self, seat: int) -> bool:
        """Whether a seat is still in the game."""
        return self.game is None or not self.game.state.out[seat]

    def _resumed(self, seat: int) -> None:
        if self.paused:
            self._shift(self.at - self.paused_at)
            self.paused = False
        elif seat in self.pause_asked:
            self.pause_asked.remove(seat)

    def _granted(self, seat: int, seconds: int) -> None:
        self.chairs[seat].extra += seconds * 1000

    # Coming and going.

    def _came(self, seat: int, node: str) -> None:
        chair = self.chairs[seat]
        if node not in chair.nodes:
            chair.nodes.append(node)
        if not chair.lent:
            self._acted(seat)
        chair.away = None

    def _acted(self, seat: int) -> None:
        """The person of a seat is back: the bot hands it over."""
        chair = self.chairs[seat]
        if self.status == "playing" and not self.is_attended and self.now > self.started + UNATTENDED:
            self._shift(self.now - self.asked_at)  # the clocks rested: they begin again
        chair.met = True
        chair.away = None if chair.is_here else self.now
        chair.waits, chair.waiting = 0, []
        is_lent, chair.lent = chair.lent, False
        if chair.stood_in:
            self._rethink(seat, is_lent)
            chair.stood_in = False
            self._look_who_decides()

    def _gone(self, seat: int, node: str) -> None:
        chair = self.chairs[seat]
        if node in chair.nodes:
            chair.nodes.remove(node)
        if not chair.nodes and chair.away is None:
            chair.away = self.now
            self._look_who_agrees()

    def _stood_in(self, seat: int, asked: bool = False) -> None:
        self._rethink(seat, asked)
        self.chairs[seat].stood_in, self.chairs[seat].lent = True, asked
        self._look_who_agrees()

    def _wait_agreed(self, seat: int, absent: int) -> None:
        self.chairs[absent].waiting.append(seat)
        self._look_who_agrees()

    def patience_ends(self, seat: int) -> int | None:
        """When a bot will play for somebody who is gone, or None."""
        chair = self.chairs[seat]
        if chair.away is None or not chair.is_person or chair.stood_in or not self.config.patience or self.paused:
            return None
        if self.status != "playing" or (self.game is not None and self.game.state.out[seat]):
            return None
        return chair.away + self.config.patience * 1000 * (1 + chair.waits)

    # What is due.

    @property
    def is_attended(self) -> bool:
        """Whether any person who has a seat was ever here, or has acted."""
        return any(chair.met for chair in self.chairs if chair.is_person)

    def rests_from(self, rest: int) -> int | None:
        """The moment from which bots rest, because nobody was here for so long; None while somebody is.

        Whoever comes back or acts wakes them. Where the clock plays for people who are away, it is what they agreed
        on: bots go on for some decisions' time, so that a game by correspondence does not wait for a visit. A game that
        no person has come to rests soon, with its clocks.
        """
        people = [(seat, chair) for seat, chair in enumerate(self.chairs) if chair.is_person]
        if not people:
            return 0
        if any(chair.is_here for _, chair in people):
            return None
        if not self.is_attended:
            rest = min(rest, UNATTENDED)
        elif any(not chair.stood_in and self._plays(seat) for seat, chair in people):
            rest = max(rest, self._slowness())
        return max(chair.away or 0 for _, chair in people) + rest

    def _slowness(self) -> int:
        """Milliseconds for which the clock may well play alone."""
        match self.config.clock:
            case PerDecision(seconds=seconds):
                return seconds * 1000 * DECISIONS
            case Bank(seconds=seconds):
                return seconds * 1000 * len(self.chairs)
            case NoClock():
                return 0

    def due(self, pause: int, rests_from: int | None = None) -> int | None:
        """When something happens by itself next. `pause` is how long a bot thinks, `rests_from` when bots stop."""
        return min((when for when, _ in self._happenings(pause, rests_from)), default=None)

    def next_entry(self, now: int, pause: int, rests_from: int | None = None) -> Entry | None:
        """The entry that is due, or None. As `decide`, it may have moved the game."""
        waiting = [one for one in self._happenings(pause, rests_from) if one[0] <= now]
        return min(waiting, key=lambda one: one[0])[1]() if waiting else None

    def _happenings(self, pause: int, rests_from: int | None) -> Iterator[Happening]:
        if self.status == "open":
            yield from self._host_is_away()
        game = self.game
        if game is None or self.paused or self.status == "closed":
            return
        waits = 0 if self.take_back is None else self.take_back.at + TAKE_BACK
        for soonest, act in self._bots(game, pause):
            when = max(soonest, waits)
            if rests_from is None or when < rests_from:
                yield when, act
        if self.status == "playing":
            yield from ((max(when, waits), act) for when, act in self._orders(game))
        for when, act in self._clocks(game) if self.status == "playing" else ():
            if rests_from is None or when < rests_from or self.is_attended:
                yield when, act

    def _clocks(self, game: Game) -> Iterator[Happening]:
        yield from self._expiries(game)
        yield from self._calls(game)
        yield from self._absences()
        if game.table.ending_minutes and not game.state.time_is_up:
            end = self.started + game.table.ending_minutes * 60_000
            yield end, lambda: self.play(BANK, actions.TimeUp(at_once=True), "clock")

    def _bots(self, game: Game, pause: int) -> Iterator[Happening]:
        for seat, chair in enumerate(self.chairs):
            if chair.stood_in and self._order_for(game, seat) is not None:
                continue  # the person said what to do
            when = self._acts_at(game, seat, pause) if chair.bot else None
            if when is not None:
                yield when, lambda seat=seat: self._bot_plays(game, seat)  # type: ignore[misc]

    def _acts_at(self, game: Game, seat: int, pause: int) -> int | None:
        """The moment at which a bot plays, or None: to claim a rent, or to answer."""
        if wants_to_act(self._level(seat), game, seat):
            return self._claims_at(game, seat, pause)
        since = self.chairs[seat].since
        if since is None:
            return None
        when = since + self._paced(pause)
        return max(when, self._claims_end(game, pause)) if pacing.opens_turn(game, seat) else when

    def _claims_at(self, game: Game, seat: int, pause: int) -> int:
        """The moment at which a bot claims a rent: as a person would, once the walk was shown."""
        delay = self._paced(pacing.scaled(pacing.claim_delay(game, seat), pause))
        return max(self.at, self._seen_from(pause) + delay)

    def _claims_end(self, game: Game, pause: int) -> int:
        """The moment until which a bot's roll leaves others time to claim their rents (AMB-25).

        Where several people play, all have the same time at every turn, so that it tells nobody that something is due
        (AMB-26). Whoever plays against bots alone is waited for only if something is due to them: there is nobody else
        who could learn of it. Nobody is waited for who has no deed that brings rent.
        """
        if not pacing.may_lapse(game):
            return 0
        bots = [seat for seat, chair in enumerate(self.chairs) if chair.bot]
        ends = [self._claims_at(game, seat, pause) + 1 for seat in bots if wants_to_act(self._level(seat), game, seat)]
        people = self._people()
        if self._is_alone and any(self.rents_due(seat) for seat in people):
            ends.append(self._seen_from(pause) + pacing.scaled(pacing.CLAIM_TIME, pause))
        elif not self._is_alone and pacing.could_claim(game, people):
            ends.append(self._seen_from(pause) + pacing.scaled(pacing.CLAIM_TIMES[self.pace], pause))
        return max(ends, default=0)

    # Pace.

    @property
    def pace(self) -> Pace:
        """How fast bots play: the slowest wish of those who play and are here, or else of those who are here."""
        return pacing.slowest(self.chairs[seat].pace for seat in self._watching())

    def paced_by(self) -> list[int]:
        """The seats whose wish it is, where several people have different ones."""
        wishes = {seat: self.chairs[seat].pace for seat in self._watching()}
        pace = self.pace
        return [seat for seat, wish in wishes.items() if wish == pace] if len(set(wishes.values())) > 1 else []

    def _watching(self) -> list[int]:
        """The seats of people whose wish counts."""
        here = [seat for seat, chair in enumerate(self.chairs) if chair.is_person and chair.is_here]
        return [seat for seat in here if self._plays(seat)] or here

    @property
    def _is_alone(self) -> bool:
        """Whether a single person plays, or none: the others are bots, and nobody watches whose seat a bot plays."""
        held = [chair for seat, chair in enumerate(self.chairs) if chair.is_person and self._plays(seat)]
        return len({chair.person for chair in held if chair.is_here or not chair.bot}) <= 1

    def _paced(self, time: int) -> int:
        """A pause as people wish it."""
        return 0 if self.hurried else time * pacing.PERCENT[self.pace] // 100

    def _seen_from(self, pause: int) -> int:
        """The moment from which pages have shown what could be claimed."""
        return self.at if self.hurried or not pause else self.claimable

    def _show(self, game: Game, told: Sequence[Event]) -> None:
        """Events begin to be shown: note when they will have been, and from when a rent can be claimed."""
        time = pacing.picture_time(told, len(game.edition.file.spaces)) * pacing.PERCENT[self.pace] // 100
        self.shown = min(max(self.shown, self.now) + time, self.now + pacing.FURTHEST)
        if not pacing.is_claimable(game):
            self.claimable = 0
        elif not self.claimable or any(isinstance(event, Moved) for event in told):
            self.claimable = self.shown

    def _is_decided_by_people(self, game: Game) -> bool:
        """Whether a person has to decide, or has a rent to claim."""
        people = [seat for seat, chair in enumerate(self.chairs) if not chair.bot]
        return any(game.state.must >> seat & 1 or self.rents_due(seat) for seat in people)

    def rents_due(self, seat: int) -> list[DueRent]:
        """The rents a seat could claim now: nobody else is told."""
        return pacing.rents_due(self.game, seat) if self.game is not None else []

    def _level(self, seat: int) -> str:
        return self.chairs[seat].level or self.config.stand_in

    def _bot_plays(self, game: Game, seat: int) -> Entry:
        number, thinker, thought = self.thought
        if (number, thinker) != (self.number, seat) or thought is None:
            thought = decide(self._level(seat), game, seat)
        return self.play(seat, allowed(game, seat, thought), "bot")

    def to_think(self, now: int, pause: int, rests_from: int | None = None) -> tuple[int, str] | None:
        """The seat and level of a slow bot whose turn it is to act and that has not thought about it yet."""
        if self.game is None or self.paused or self.status == "closed" or self.thought[0] == self.number:
            return None
        for seat, chair in enumerate(self.chairs):
            if not chair.bot or chair.since is None or self._level(seat) not in SLOW or self.take_back is not None:
                continue
            when = self._acts_at(self.game, seat, pause)
            if when is not None and when <= now and (rests_from is None or when < rests_from):
                return seat, self._level(seat)
        return None

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
        """A table that has not started goes to somebody who is here when its host is not, or never sat down."""
        hosts = [chair for chair in self.chairs if chair.person == self.host]
        heirs = [chair.person for chair in self.chairs if chair.is_here and chair.person not in (None, self.host)]
        if heirs and all(chair.away is not None for chair in hosts):
            when = max(chair.away or 0 for chair in hosts) + HOST_AWAY if hosts else self.at + HOST_STANDING
            yield when, lambda: log.HostChanged(str(heirs[0]))


def is_auction_news(told: Sequence[Event]) -> bool:
    """Whether an auction began or ended: what was ordered for one is not for the next."""
    return any(isinstance(event, AuctionOpened | AuctionWon | AuctionFailed) for event in told)


def is_auction(game: Game) -> bool:
    """Whether play waits for bids."""
    return not game.is_over and top_kind(game.state) == FRAME_AUCTION


def what_is_asked(game: Game) -> list[object]:
    """What play waits for, so that one question can be told from the next. Others' answers to it do not change it."""
    g = game.state
    question = question_of(g, game.table)
    if g.over or question is None:
        return ["over"]
    what = [question.type, question.seat, question.other, question.deed, question.amount, question.card]
    return [*what, question.building, question.bid, question.bidder, g.depth, g.turns, g.rolls]


def mark_of_holdings(game: Game) -> int:
    """A number that changes when a deed or a card changes hands."""
    return crc32(bytes(owner + 1 for owner in (*game.state.owner, *game.state.held)))


def open_offers(game: Game) -> list[int]:
    """The open deals, by their revisions."""
    g = game.state
    return [g.deal[slot].revision for slot in range(g.seats) if g.deals >> slot & 1]
