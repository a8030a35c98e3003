"""Tables at every moment worth looking at: games played beforehand, and kept up to the question that is wanted.

The people of `server.people` play with dice known beforehand, so the same moments come up every time. A table is its
log: written into the store up to the moment, it stands there as if everybody had just played.
"""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import Callable, Coroutine, Iterable, Mapping
from typing import Any, NamedTuple

from magnate.actions import AcceptDeal, Action, CounterDeal, EndTurn, PayTax, ProposeDeal, RefuseDeal
from magnate.editions import load
from magnate.events import Event
from magnate.game import Game
from magnate.move import Move
from magnate.protocol import entries as log
from magnate.protocol.config import Config
from magnate.protocol.frames import encode
from magnate.server.live.registry import LENGTH, LETTERS
from magnate.server.store.columns import Head, LogRow
from magnate.server.store.store import Store
from magnate.server.tables.levels import decide, wants_to_act
from magnate.view import Question, View
from server.people import NAMES, People, Plan
from server.process import Node
from web.kit import Asker

RIPE = 90  # moves after which a board has something on it: a moment is rather taken from later
CHATTER = (
    "Buona fortuna a tutti!",
    "Noroc! Azi câștig eu, ați văzut ce zaruri am?",
    "¿Me vendes la última calle que me falta? Te doy dos a cambio y el resto en billetes.",
)


def dealt(edition: str) -> dict[str, Any]:
    """House rules for a quick game: every deed is dealt at the start."""
    deeds = sum(space.kind == "deed" for space in load(edition).file.spaces)
    return {"setup.dealt_paid": False, "setup.dealt": [deeds // seats for seats in load(edition).seats]}


LUCKY = Plan("europolis", None, 3, 9, dealt("europolis") | {"setup.cash": 4000, "start.salary": 500})
PLANS = (
    Plan("castis", None, 6, 400),
    Plan("clasico", None, 4, 9),
    Plan("clasico", None, 5, 51, dealt("clasico"), skin="internacional"),
    Plan("europolis", None, 4, 8),
    Plan("expopolis", None, 4, 2),
    Plan("monopoli-server", None, 3, 17),
    LUCKY,
)


class Moment(NamedTuple):
    """A moment of a game: after so many moves, and who is asked."""

    name: str
    plan: Plan
    moves: int
    seat: int


class Played(NamedTuple):
    """A game played to its end: what happened with every move."""

    plan: Plan
    moves: list[Move]
    told: list[list[Event]]
    moments: dict[str, Moment]


def named(game: Game, view: View, question: Question, seat: int) -> str:
    """What is asked, as finely as the page tells it apart."""
    if any(seat in deal.parties and seat not in deal.accepted for deal in view.deals):
        deal = next(deal for deal in view.deals if seat in deal.parties and seat not in deal.accepted)
        if (question.type, question.seat) == ("debt", seat):
            return "debt-card-offered" if seat in deal.terms.cards.values() else "debt-deal"
        if deal.author != deal.deal:
            return "counter" if deal.deal == seat and len(view.deals) == 1 else ""  # to my own offer
        return "deal-of-three" if len(deal.parties) > 2 else "deal"
    if view.deals:
        return ""  # somebody else is being waited for
    can = {option.type for option in game.options(seat)}
    if question.type == "turn":
        if view.seats[seat].in_jail:
            return "jail-with-card" if "UseCard" in can else "jail"
        return "roll" if "EndTurn" not in can else "roll-again" if "Roll" in can else "end-turn"
    if question.type == "auction":
        if question.building is not None:
            return "auction-building"
        if question.seat is None:
            return "auction-estate"
        if question.deed is not None and view.deeds[question.deed].owner == question.seat:
            return "auction-debtor"
        return "auction" if question.bidder is not None else "auction-opening"
    if question.type == "settlement":
        return "settlement-price" if "NameValue" in can else "settlement-answer"
    if question.type == "debt":
        if "UseCard" in can:
            me = view.seats[seat]
            return "debt-card" if (me.cash or 0) + me.raisable >= (question.amount or 0) else "debt-card-only"
        return "debt-lost" if "DeclareBankruptcy" in can else "debt"
    return question.type


def can_build(game: Game, seat: int) -> bool:
    """Whether a seat on turn could put a building on more than one lot."""
    builds = [option for option in game.options(seat) if option.type == "Build"]
    return len(builds) > 2 and all((option.leaves or 0) >= 0 for option in builds)


PLAYED: dict[str, Played] = {}


def played(plan: Plan) -> Played:
    """A game played to its end."""
    key = repr(plan)
    if key not in PLAYED:
        PLAYED[key] = play(plan)
    return PLAYED[key]


class Debtors:
    """People who do the least they must, and pay no tax in time. A debtor tries a deal; the other asks for more."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.offered: set[str] = set()

    def decide(self) -> tuple[int, Action]:
        """Who acts next, and how."""
        game, view, seat = self.game, self.game.view(), self.game.must[0]
        assert view.question is not None
        name = named(game, view, view.question, seat)
        if name in ("debt-card", "debt-lost") and name not in self.offered and len(game.moves) > RIPE:
            self.offered.add(name)
            return seat, self.offer(view, seat, name)
        for deal in view.deals:
            if view.question.type == "debt" and deal.author == deal.deal != seat:
                cash = {one: 2 * change for one, change in deal.terms.cash.items()}
                return seat, CounterDeal(deal.deal, deal.revision, cash, deal.terms.deeds, deal.terms.cards)
        return seat, PayTax() if game.refusal(seat, PayTax()) is None else game.default_action(seat)

    def offer(self, view: View, seat: int, name: str) -> ProposeDeal:
        """Cash for a deed of somebody else, or for the card that saves the debtor."""
        if name == "debt-lost":
            other = next(one for one in view.seats if one.cards)
            return ProposeDeal(cash={seat: -500, other.seat: 500}, cards={other.cards[0]: seat})
        deed, owner = next(
            (place, deed.owner) for place, deed in enumerate(view.deeds) if deed.owner not in (None, seat)
        )
        assert owner is not None
        return ProposeDeal(cash={seat: -500, owner: 500}, deeds={deed: seat})


def play(plan: Plan) -> Played:
    """Play a game to its end, and note its moments: each the first time after the board has filled a little."""
    game = plan.begin()
    people = Debtors(game) if plan == LUCKY else People(game, plan)
    told = [list(game.events)]
    found: dict[str, Moment] = {}
    while game.must:
        view = game.view()
        assert view.question is not None
        done = len(game.moves)
        for seat in game.must:
            name = named(game, view, view.question, seat)
            names = [name, "build"] if name in ("roll", "end-turn") and can_build(game, seat) else [name]
            for one in filter(None, names):
                if one not in found or found[one].moves < RIPE:
                    found[one] = Moment(one, plan, done, seat)
        seat, action = people.decide()
        told.append(game.play(seat, action))
    found["over"] = Moment("over", plan, len(game.moves), 0)
    return Played(plan, list(game.moves), told, found)


def played_by_bots(plan: Plan, level: str) -> Played:
    """A game that bots of one level play to its end. The first of them refuses every deal, and once asks for much."""
    key = f"{level} {plan!r}"
    if key not in PLAYED:
        game = plan.begin()
        told = [list(game.events)]
        has_asked = False
        while game.must:
            claims = (seat for seat in range(game.seats) if wants_to_act(level, game, seat))
            seat = next(claims, game.must[0])
            action = decide(level, game, seat)
            if seat == 0 and isinstance(action, AcceptDeal):
                action = RefuseDeal(action.deal, action.revision)
            elif seat == 0 and isinstance(action, EndTurn) and not has_asked and (wish := greedy(game)):
                action, has_asked = wish, True
            told.append(game.play(seat, action))
        over = Moment("over", plan, len(game.moves), 0)
        PLAYED[key] = Played(plan, list(game.moves), told, {"over": over})
    return PLAYED[key]


def greedy(game: Game) -> ProposeDeal | None:
    """The last deed of a group for the first seat, for next to nothing."""
    view, groups = game.view(), game.table.deed_group
    for deed, owned in enumerate(view.deeds):
        others = [one.owner for place, one in enumerate(view.deeds) if groups[place] == groups[deed] and place != deed]
        if owned.owner not in (None, 0) and others and set(others) == {0}:
            note = game.table.note
            wish = ProposeDeal(cash={0: -note, owned.owner: note}, deeds={deed: 0})
            if game.refusal(0, wish) is None:
                return wish
    return None


def moments_of(plans: Iterable[Plan] = PLANS) -> dict[tuple[str, str], Moment]:
    """All moments of all games, by edition and name."""
    found: dict[tuple[str, str], Moment] = {}
    for plan in plans:
        for name, moment in played(plan).moments.items():
            found.setdefault((plan.edition, name), moment)
    return found


class Kept(NamedTuple):
    """A table in the store, and the tokens of my seats there."""

    table: str
    moment: Moment
    tokens: list[str]


class PreparedTables:
    """Writes tables at chosen moments into the store of a node. All my seats are one guest's: `cookie` is who I am."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self.asker = Asker(node.url)
        self.me = self.asker.me()
        self.asker.ask("PUT", "/api/me", {"name": NAMES[0]})
        others = [Asker(node.url) for _ in NAMES]
        self.others = [other.me() for other in others]

    @property
    def cookie(self) -> dict[str, str]:
        """My cookie, as a browser takes it."""
        name, _, value = self.asker.cookie.partition("=")
        return {"name": name, "value": value, "url": self.node.url}

    def put(
        self, moments: Mapping[Any, Moment], *, all_mine: bool = False, level: str | None = None, **config: Any
    ) -> dict[Any, Kept]:
        """Tables at these moments, in which the seat that is asked is mine, or every seat is; or a bot's of a level."""
        ids = {key: fresh_id() for key in moments}

        async def keep() -> None:
            store = await Store.open(self.node.database, beside=True)
            try:
                await asyncio.gather(
                    *(self._put(store, ids[key], one, all_mine, level, config) for key, one in moments.items())
                )
            finally:
                await store.close()

        apart(keep)
        found = {}
        for key, moment in moments.items():
            seats = range(moment.plan.seats) if all_mine else [moment.seat]
            over = moment.name == "over"
            tokens = [] if over else [self.asker.do(ids[key], {"type": "Sit", "seat": seat})["token"] for seat in seats]
            found[key] = Kept(ids[key], moment, tokens)
        return found

    async def _put(
        self, store: Store, id: str, moment: Moment, all_mine: bool, level: str | None, config: dict[str, Any]
    ) -> None:
        plan, dice = moment.plan, moment.plan.dice
        game = played_by_bots(plan, level) if level else played(plan)
        people = [self.me if all_mine or seat == moment.seat else self.others[seat] for seat in range(plan.seats)]
        chosen = Config(
            edition=plan.edition, variant=plan.variant, skin=plan.skin, options=dict(plan.options), seats=plan.seats,
            absence=0, **config,
        )  # fmt: skip
        entries: list[tuple[log.Entry, list[Event]]] = [
            (log.Created(host=self.me, config=chosen, commitment=dice.commitment), [])
        ]
        for seat in range(plan.seats):
            person = None if level else people[seat]
            sat = log.Sat(seat, NAMES[seat], 1, person=person, level=level, entropy=dice.entropy[seat])
            entries.append((sat, []))
        begin = game.moves[0]
        started = log.Started(list(NAMES[: plan.seats]), list(dice.entropy), list(begin.chance))
        entries.append((started, game.told[0]))
        for number in range(1, moment.moves):
            move = game.moves[number]
            assert move.action is not None
            by: log.By = "bot" if level else "person"
            entries.append((log.Played(move.seat, move.action, list(move.chance), by), game.told[number]))
        for seat, text in enumerate(CHATTER[: plan.seats]):
            entries.append((log.Said(people[seat], NAMES[seat], text, seat), []))
        begun = time.time_ns() // 1_000_000 - 1000 * len(entries)
        seats = [{"name": name, "bot": False, "here": True} for name in NAMES[: plan.seats]]
        about = {"variant": plan.variant, "skin": plan.skin, "options": len(plan.options), "seats": seats, "turns": 9}
        waiting = []
        for number, (entry, events) in enumerate(entries, 1):
            status = "open" if number < plan.seats + 2 else "over" if moment.name == "over" else "playing"
            at = begun + 1000 * number
            head = Head(
                id=id, status=status, public=False, edition=plan.edition, seats=plan.seats, host=self.me,
                created=begun, at=at, number=number, due=None, secret=dice.secret, summary=encode(about),
            )  # fmt: skip
            row = LogRow(id, number, at, "", "", encode(entry), encode(events) if events else b"")
            members = [(entry.person, entry.seat)] if isinstance(entry, log.Sat) and entry.person else []
            waiting.append(store.create(head, row) if number == 1 else store.append(row, head, members))
        assert all(await asyncio.gather(*waiting))


def fresh_id() -> str:
    """The code of a table."""
    return "".join(random.SystemRandom().choice(LETTERS) for _ in range(LENGTH))


def apart(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a coroutine in a thread of its own: a browser that is driven has a loop in this one already."""
    failed: list[BaseException] = []

    def run() -> None:
        try:
            asyncio.run(work())
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if failed:
        raise failed[0]
