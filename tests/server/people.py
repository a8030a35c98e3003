"""People at a table whose decisions are known beforehand, and somebody who notes which decision points they meet.

A game is played twice, side by side: over the wire, and here on a twin with the same secret. Both must come out the
same, die for die. `python tests/server/people.py clasico` looks for games that meet every decision point of an edition.
"""

from __future__ import annotations

import itertools
import random
import sys
import time
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from magnate.actions import (
    AcceptDeal,
    AcceptOffer,
    AcceptValue,
    Acknowledge,
    Action,
    AskBuildings,
    AuctionProperty,
    Bid,
    Build,
    BuyDeed,
    ClaimRent,
    Concede,
    CounterDeal,
    DeclareBankruptcy,
    DeclineOffer,
    DrawInstead,
    EndTurn,
    FollowCard,
    KeepMortgage,
    LiftMortgage,
    Mortgage,
    NameValue,
    OfferProperty,
    Pass,
    PayFine,
    PayTax,
    PlaceBuilding,
    ProposeDeal,
    RefuseDeal,
    RefuseDeed,
    RefuseProperty,
    RequestAuction,
    Roll,
    SellBuildings,
    UseCard,
    Wait,
    WaiveAuction,
    WithdrawDeal,
    WithdrawProperty,
)
from magnate.clauses import decisions
from magnate.dice import FairDice
from magnate.editions import Edition, load
from magnate.events import AuctionWon, DeedMoved, Event, PropertySettled
from magnate.game import Game
from magnate.terminal.bots import TableBots
from magnate.view import Option, Question, View

NAMES = ("Ana", "Ion", "Lucía", "Marco", "Elena", "Paolo", "Inés", "Radu")
WHIMS = ("Mortgage", "LiftMortgage", "SellBuildings", "Build", "ProposeDeal", "WithdrawDeal")

# The decision points of an answer that is always the same one; the others depend on the moment.
PLAIN: dict[type[Any], str] = {
    BuyDeed: "DP-11",
    RefuseDeed: "DP-11",
    AcceptOffer: "DP-14",
    DeclineOffer: "DP-14",
    ClaimRent: "DP-16",
    FollowCard: "DP-17",
    DrawInstead: "DP-17",
    PayTax: "DP-18",
    OfferProperty: "DP-20",
    NameValue: "DP-21",
    RefuseProperty: "DP-21",
    AcceptValue: "DP-22",
    WithdrawProperty: "DP-22",
    AuctionProperty: "DP-22",
    DeclareBankruptcy: "DP-24",
    RequestAuction: "DP-26",
    WaiveAuction: "DP-26",
    AskBuildings: "DP-30",
    PlaceBuilding: "DP-31",
    AcceptDeal: "DP-37",
    RefuseDeal: "DP-37",
    CounterDeal: "DP-37",
    WithdrawDeal: "DP-36",
    Acknowledge: "DP-41",
}
ROLLS = {"opening": "DP-04", "utility_roll": "DP-09", "roll_off": "DP-15"}
BEFORE_PLAY = frozenset({"DP-01", "DP-02"})  # the table's set-up and the players' names
ON_A_SCREEN = frozenset({"DP-03", "DP-40"})  # an honorary title, and the back of a contract: a server sees neither


def points_of(edition: str) -> frozenset[str]:
    """The decision points of an edition that are met while its game is played over the wire."""
    arise = {decision.id for decision in decisions() if decision.arises_in(edition)}
    if not leads_to_a_utility(edition):
        arise.discard("DP-09")
    return frozenset(arise - BEFORE_PLAY - ON_A_SCREEN)


def leads_to_a_utility(edition: str) -> bool:
    """Whether a card of any deck of the edition brings a player to a utility: else nobody ever rolls for its rent."""
    book = load(edition)
    decks = [load(edition, skin=skin).decks for skin in (None, *book.file.skins)]
    return any(card.effect == "nearest_utility" for deck in decks for found in deck.values() for card in found.cards)


class Watcher:
    """Somebody who notes the decision points that the players of a game meet, from what everybody at the table sees."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.met: set[str] = set()
        self.giver: dict[int, int | None] = {}  # who gave a deed away last

    def hear(self, events: Iterable[Event]) -> None:
        """Remember who gave which deed away: a bankrupt's mortgages are another question than a trade's."""
        for event in events:
            if isinstance(event, DeedMoved):
                self.giver[event.deed] = event.seat
            elif isinstance(event, PropertySettled):
                self.giver[event.deed] = event.debtor
            elif isinstance(event, AuctionWon) and event.deed is not None:
                self.giver[event.deed] = event.other

    def see(self, view: View, seat: int, action: Action) -> set[str]:
        """The decision points this seat answers with an action, the table looking like this."""
        question = view.question
        assert question is not None
        points = set(self._answered(view, question, seat, action))
        self.met |= points
        return points

    def _answered(self, view: View, question: Question, seat: int, action: Action) -> Iterable[str]:
        owes = question.type == "debt" and question.seat == seat
        jailed = question.type == "turn" and question.seat == seat and view.seats[seat].in_jail
        if plain := PLAIN.get(type(action)):
            yield plain
        elif isinstance(action, Roll):
            if question.type == "turn":
                yield "DP-07" if jailed else "DP-06" if view.roll_due else "DP-05"
            else:
                yield ROLLS[question.type]
        elif isinstance(action, EndTurn):
            yield "DP-06" if view.roll_due else "DP-10"
        elif isinstance(action, PayFine | UseCard | Wait):
            yield {"turn": "DP-07", "fine": "DP-08", "tax": "DP-18", "debt": "DP-18"}[question.type]
        elif isinstance(action, Bid | Pass):
            yield self._auction(view, question, seat)
        elif isinstance(action, Build):
            hotel = self.edition.rules.building.houses_per_lot + 1
            yield "DP-29" if hotel in action.levels else "DP-28"
        elif isinstance(action, SellBuildings):
            yield "DP-19" if owes else "DP-32"
            if self._sells_a_hotel(view, action):
                yield "DP-33"
        elif isinstance(action, Mortgage):
            yield "DP-19" if owes else "DP-34"
        elif isinstance(action, LiftMortgage | KeepMortgage):
            yield self._mortgage(view, question)
        elif isinstance(action, ProposeDeal):
            yield "DP-19" if owes else "DP-36"
            if action.cards:
                yield "DP-39"

    def _auction(self, view: View, question: Question, seat: int) -> str:
        """Which auction this is: a building, an estate, a debtor's deed, or one refused; that may await its opening."""
        if question.building is not None:
            return "DP-31"
        if question.seat is None:
            return "DP-27"
        assert question.deed is not None
        if view.deeds[question.deed].owner == question.seat:
            return "DP-23"
        opens = self.edition.rules.purchase.opening_bid == "another" and question.bidder is None
        return "DP-12" if opens else "DP-13"

    def _mortgage(self, view: View, question: Question) -> str:
        """Whether the mortgage came from a bankrupt, from a trade or settlement, or is one's own of old."""
        if question.type != "mortgage" or question.deed is None:
            return "DP-35"
        giver = self.giver.get(question.deed)
        return "DP-25" if giver is not None and view.seats[giver].out else "DP-38"

    def _sells_a_hotel(self, view: View, action: SellBuildings) -> bool:
        """Whether a lot of the group comes down from a hotel."""
        hotel = self.edition.rules.building.houses_per_lot + 1
        groups = self.edition.table(len(view.seats))["deed_group"]
        assert isinstance(groups, list)
        deeds = [deed for deed, group in enumerate(groups[: len(view.deeds)]) if group == action.group]
        return any(view.deeds[deed].level == hotel > level for deed, level in zip(deeds, action.levels, strict=True))


class Plan(NamedTuple):
    """A game to be played: which, by how many, with which dice and whims, and after how many actions people give up."""

    edition: str
    variant: str | None
    seats: int
    seed: int
    options: Mapping[str, Any] = {}
    patience: int = 600
    skin: str | None = None

    @property
    def name(self) -> str:
        """A short name for the game."""
        return "-".join(filter(None, (self.edition, self.variant, str(self.seed))))

    @property
    def dice(self) -> FairDice:
        """The dice: a secret known beforehand, and the entropy each player adds on sitting down."""
        return FairDice.seeded(self.seed, [f"{name} {self.seed}" for name in NAMES[: self.seats]])

    def load(self) -> Edition:
        """The edition played."""
        return load(self.edition, variant=self.variant, skin=self.skin, options=dict(self.options))

    def begin(self) -> Game:
        """The game before its first roll."""
        return Game(self.load(), seats=self.seats, names=NAMES[: self.seats], dice=self.dice)


def rehearse(plan: Plan) -> tuple[Game, frozenset[str]]:
    """Play a game beforehand, by people of changing moods, to its end; the decision points it meets."""
    game = plan.begin()
    people = People(game, plan)
    watcher = Watcher(game.edition)
    while game.must:
        seat, action = people.decide()
        watcher.see(game.view(), seat, action)
        watcher.hear(game.play(seat, action))
    return game, frozenset(watcher.met)


class People:
    """Players of changing moods: mostly sound, sometimes curious, and after enough actions they give up one by one."""

    def __init__(self, game: Game, plan: Plan) -> None:
        self.game = game
        self.rng = random.Random(plan.seed)
        self.patience = plan.patience
        self.sound = TableBots(game, ())

    def decide(self) -> tuple[int, Action]:
        """Who acts next, and how."""
        game, rng = self.game, self.rng
        view = game.view()
        if len(game.moves) > self.patience:
            for seat in range(game.seats):
                if game.refusal(seat, Concede()) is None:
                    return seat, Concede()
        if view.question is not None and view.question.type == "turn" and not view.deals:
            claimant = self.sound.claimant()
            if claimant is not None and rng.random() < 0.9:
                return claimant, self.sound.decide(claimant)
            if rng.random() < 0.12:
                seat = rng.randrange(game.seats)
                if (whim := self.whim(seat)) is not None:
                    return seat, whim
        seat = rng.choice(game.must)
        return seat, self.answer(seat, view)

    def whim(self, seat: int) -> Action | None:
        """Something nobody asked for: mortgage, lift, sell, propose."""
        options = [option for option in self.game.options(seat) if option.type in WHIMS]
        kinds = sorted({option.type for option in options})
        if not kinds:
            return None
        kind = self.rng.choice(kinds)
        return self.fill(seat, self.rng.choice([option for option in options if option.type == kind]))

    def answer(self, seat: int, view: View) -> Action:
        """An answer to the question that is asked: the sound one, or any other."""
        question, rng = view.question, self.rng
        kind = question.type if question is not None else ""
        if view.deals and kind in ("turn", "buy", "debt") and rng.random() < 0.7:
            odds = 1.0
        else:
            odds = {"buy": 0.3, "debt": 0.5, "auction": 0.15, "turn": 0.05}.get(kind, 0.6)
        if rng.random() < odds and len(self.game.moves) < self.patience:
            options = [option for option in self.game.options(seat) if option.type not in ("Concede", "EndTurn")]
            if view.deals:
                options = [option for option in options if option.type.endswith("Deal")]
            elif kind == "auction":
                options = [option for option in options if option.type in ("Bid", "Pass")]
            elif kind == "debt" and any(option.type == "OfferProperty" for option in options):
                options = [option for option in options if option.type in ("OfferProperty", "ProposeDeal")]
            elif kind == "turn":
                options = [option for option in options if option.type in ("Roll", "PayFine", "UseCard", "Wait")]
            kinds = sorted({option.type for option in options})
            if kinds:
                chosen = rng.choice(kinds)
                action = self.fill(seat, rng.choice([option for option in options if option.type == chosen]))
                if action is not None:
                    return action
        return self.sound.decide(seat)

    def fill(self, seat: int, option: Option) -> Action | None:
        """An option with an amount, or with terms somebody might agree to; None where they are not legal."""
        rng = self.rng
        if option.type == "ProposeDeal":
            return self.legal(seat, ProposeDeal(**self.terms(seat, None)))
        if option.type == "CounterDeal":
            deals = [deal for deal in self.game.view().deals if seat in deal.parties and seat not in deal.accepted]
            deal = rng.choice(deals)
            return self.legal(seat, CounterDeal(deal.deal, deal.revision, **self.terms(seat, deal.deal)))
        assert option.action is not None
        if option.low is None or option.high is None or option.step is None:
            return option.action
        steps = (option.high - option.low) // option.step
        return type(option.action)(option.low + rng.randint(0, min(8, steps)) * option.step)  # type: ignore[call-arg, arg-type]

    def legal(self, seat: int, action: Action) -> Action | None:
        """The action, if it may be played."""
        return action if self.game.refusal(seat, action) is None else None

    def terms(self, seat: int, other: int | None) -> dict[str, dict[int, int]]:
        """A few deeds and cards one way, some cash the other, between two players or three."""
        rng, g, e = self.rng, self.game.state, self.game.table
        others = [s for s in range(g.seats) if s != seat and not g.out[s]]
        parties = [seat, *rng.sample(others, min(len(others), rng.choice((1, 1, 1, 2))))]
        if other is not None and other not in parties:
            parties.append(other)
        owned = [deed for deed in range(e.deeds) if g.owner[deed] in parties and not g.level[deed]]
        deeds = {
            deed: rng.choice([s for s in parties if s != g.owner[deed]])
            for deed in rng.sample(owned, min(len(owned), rng.randint(0, 2)))
        }
        cards = {
            card: rng.choice([s for s in parties if s != g.held[card]])
            for card in range(e.kept)
            if g.held[card] in parties
        }
        payer, payee = rng.sample(parties, 2)
        amount = rng.randint(1, 20) * e.note
        return {"cash": {payer: -amount, payee: amount}, "deeds": deeds, "cards": cards}


def seek(edition: str, seconds: float, **options: Any) -> None:
    """Look for games that meet all decision points of an edition, the shortest first found."""
    wanted, best = points_of(edition), (99, 0)
    seats = [count for count in load(edition).seats if count <= 6]
    until = time.monotonic() + seconds
    for seed in itertools.count(1):
        if time.monotonic() > until:
            return
        plan = Plan(edition, None, seats[seed % len(seats)], seed, **options)
        game, met = rehearse(plan)
        found = len(wanted - met), len(game.moves)
        if found < best:
            best = found
            print(
                f"{plan.seats} seats, seed {seed}, {len(game.moves)} moves, without {sorted(wanted - met)}", flush=True
            )


if __name__ == "__main__":
    seek(sys.argv[1], 120.0)
