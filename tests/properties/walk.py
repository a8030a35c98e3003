"""Random legal play over every edition, variant and number of seats, and what must hold after every step of it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any, Self

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
    TimeUp,
    UseCard,
    Wait,
    WaiveAuction,
    WithdrawDeal,
    WithdrawProperty,
)
from magnate.editions import Edition, load, names
from magnate.events import AuctionWon, CashMoved, CashSurrendered, Event, PaidPlayer
from magnate.game import Game
from magnate.rules.codes import (
    FRAME_CARD,
    GROUP_LOTS,
    MAX_CARDS,
    MAX_FRAMES,
    MAX_GROUP_LOTS,
    MAX_SEATS,
    NOBODY,
)
from magnate.rules.property import give_deed
from magnate.view import Option

MOODS = ("book", "poor", "landed")

# How often a kind of action is taken when it is offered; 10 where nothing is said, so that play goes on.
WEIGHTS = {
    "ClaimRent": 4,
    "Mortgage": 1,
    "LiftMortgage": 1,
    "SellBuildings": 1,
    "Build": 6,
    "ProposeDeal": 1,
    "CounterDeal": 2,
    "RefuseDeed": 6,
    "Concede": 0.04,
}


@cache
def edition(name: str, variant: str | None, seats: int, mood: str, private: bool = False) -> Edition:
    """An edition as its book has it; with little money; or with every deed dealt at the start."""
    book = load(name, variant=variant)
    options: dict[str, Any] = {"table.private_cash": True} if private else {}
    if mood == "poor":
        options |= {"setup.dealt_paid": False, "setup.cash": book.table(seats)["setup_cash"] // 10 // 50 * 50}
    if mood == "landed":
        fewest, most = book.file.players.min, book.file.players.max
        options |= {"setup.dealt_paid": False, "setup.dealt": [28 // n for n in range(fewest, most + 1)]}
    return load(name, variant=variant, options=options)


def tables() -> Iterator[tuple[str, str | None, int]]:
    """Every edition in every variant with every number of seats."""
    for name in names():
        for variant in (None, *load(name).file.variants):
            for seats in load(name, variant=variant).seats:
                yield name, variant, seats


ALL_TABLES = list(tables())


class Walk:
    """A game in which random players do random legal things."""

    def __init__(
        self, name: str, variant: str | None, seats: int, seed: int, private: bool = False, arranged: bool = True
    ) -> None:
        """`arranged`: where every deed is dealt, whole groups go to one owner, and the stock of buildings is small."""
        self.rng = random.Random(seed)
        mood = MOODS[seed % 3]
        self.game = Game(edition(name, variant, seats, mood, private), seats, seed=seed)
        if arranged and mood == "landed":
            g, e = self.game.state, self.game.table
            for deed in range(e.deeds):
                give_deed(g, deed, e.deed_group[deed] % seats)
            e.houses = g.houses = 7
            e.hotels = g.hotels = 2

    @classmethod
    def of(cls, game: Game, seed: int = 1) -> Self:
        """Random play that goes on from a game."""
        play = object.__new__(cls)
        play.game, play.rng = game, random.Random(seed)
        return play

    def step(self) -> tuple[int, Action, list[Event]]:
        """Somebody does something legal."""
        while True:
            if self.rng.random() < 0.003 and self.game.refusal(-1, TimeUp()) is None:
                return -1, TimeUp(), self.game.time_up()
            seat = self.somebody()
            action = self.something(seat)
            if action is not None:
                return seat, action, self.game.play(seat, action)

    def walk(self, most: int) -> Iterator[tuple[int, Action, list[Event]]]:
        """Step after step until the game is over or so many are made."""
        for _ in range(most):
            if not self.game.must:
                return
            yield self.step()

    def somebody(self) -> int:
        """Mostly a seat that must answer, sometimes any."""
        if self.rng.random() < 0.85:
            return self.rng.choice(self.game.must)
        return self.rng.randrange(self.game.seats)

    def something(self, seat: int) -> Action | None:
        """A random legal action, or None."""
        options = self.game.options(seat)
        if not options:
            return None
        kinds = sorted({option.type for option in options})
        kind = self.rng.choices(kinds, [WEIGHTS.get(kind, 10) for kind in kinds])[0]
        if seat not in self.game.must and WEIGHTS.get(kind, 10) < self.rng.random() * 10:
            return None
        return self.fill(seat, self.rng.choice([option for option in options if option.type == kind]))

    def fill(self, seat: int, option: Option) -> Action | None:
        """An option with a random amount, or with random terms that are legal."""
        if option.type == "ProposeDeal":
            return self.legal(seat, ProposeDeal(**self.terms(seat, None)))
        if option.type == "CounterDeal":
            deals = [deal for deal in self.game.view().deals if seat in deal.parties and seat not in deal.accepted]
            deal = self.rng.choice(deals)
            return self.legal(seat, CounterDeal(deal.deal, deal.revision, **self.terms(seat, deal.deal)))
        assert option.action is not None
        if option.low is None or option.high is None or option.step is None:
            return option.action
        amount = option.low + self.rng.randint(0, min(30, (option.high - option.low) // option.step)) * option.step
        if self.rng.random() < 0.1:
            amount = option.high
        return type(option.action)(amount)  # type: ignore[call-arg]

    def legal(self, seat: int, action: Action) -> Action | None:
        return action if self.game.refusal(seat, action) is None else None

    def terms(self, seat: int, other: int | None) -> dict[str, dict[int, int]]:
        """Random terms between a seat and one or two others."""
        rng, g, e = self.rng, self.game.state, self.game.table
        others = [s for s in range(g.seats) if s != seat and not g.out[s]]
        parties = [seat, *rng.sample(others, min(len(others), rng.choice((1, 1, 2))))]
        if other is not None and other not in parties:
            parties.append(other)
        deeds = {
            deed: rng.choice([s for s in parties if s != g.owner[deed]])
            for deed in range(e.deeds)
            if g.owner[deed] in parties and rng.random() < 0.15
        }
        cards = {
            card: rng.choice([s for s in parties if s != g.held[card]])
            for card in range(e.kept)
            if g.held[card] in parties
        }
        payer, payee = rng.sample(parties, 2)
        amount = rng.randint(0, 20) * e.note
        return {"cash": {payer: -amount, payee: amount} if amount else {}, "deeds": deeds, "cards": cards}

    def anything(self) -> tuple[int, Action]:
        """An action of any kind by any seat, legal or not."""
        rng, seats = self.rng, self.game.seats
        seat = rng.randrange(-1, seats + 1)
        deed, card, amount = rng.randrange(30), rng.randrange(4), rng.randrange(-1, 12) * self.game.table.note
        if rng.random() < 0.2:
            amount += 1
        group = rng.randrange(8)
        levels = [rng.randrange(7) for _ in range(self.game.table.group_size[group])]
        slot, revision = rng.randrange(seats), rng.randrange(6)
        plain = [
            Roll,
            EndTurn,
            PayFine,
            Wait,
            BuyDeed,
            RefuseDeed,
            Pass,
            AcceptOffer,
            DeclineOffer,
            ClaimRent,
            FollowCard,
        ]
        plain += [DrawInstead, PayTax, WithdrawDeal, RefuseProperty, AcceptValue, WithdrawProperty, AuctionProperty]
        plain += [DeclareBankruptcy, RequestAuction, WaiveAuction, Concede, Acknowledge, TimeUp]
        of_deed = [Mortgage, LiftMortgage, OfferProperty, KeepMortgage, PlaceBuilding]
        made: list[Action] = [rng.choice(plain)() for _ in range(3)]
        made += [rng.choice(of_deed)(deed) for _ in range(3)]
        made += [rng.choice((Bid, NameValue, AskBuildings))(max(amount, 0)), UseCard(card)]
        made += [
            rng.choice((Build, SellBuildings))(group, levels),
            rng.choice((AcceptDeal, RefuseDeal))(slot, revision),
        ]
        terms = self.terms(max(seat, 0) % seats, None) if not self.game.is_over else {}
        made += [ProposeDeal(**terms), CounterDeal(slot, revision, **terms)]
        return seat, rng.choice(made)


# What must hold.


def check_money(game: Game, before: list[int], told: list[Event]) -> None:
    """Every change of cash is told, and nobody's falls below nothing."""
    changes = [0] * game.seats
    between = 0
    for event in told:
        for seat, change in event.cash_changes().items():
            changes[seat] += change
        if isinstance(event, PaidPlayer | CashMoved) or (
            isinstance(event, AuctionWon | CashSurrendered) and event.other is not None
        ):
            between += sum(event.cash_changes().values())
    assert between == 0  # what one player pays another gets
    assert [game.state.cash[seat] - before[seat] for seat in range(game.seats)] == changes, told
    assert min(game.state.cash) >= 0
    assert all(cash % game.table.note == 0 for cash in game.state.cash)


def check_pieces(g: Any, e: Any, houses: int, hotels: int) -> None:
    """Houses and hotels on the board and in stock are those of the edition."""
    levels = g.level[: e.deeds]
    assert g.houses + sum(level for level in levels if level <= e.building_houses_per_lot) == houses
    assert g.hotels + sum(level > e.building_houses_per_lot for level in levels) == hotels
    assert min(g.houses, g.hotels) >= 0
    assert all(0 <= level <= e.building_houses_per_lot + 1 for level in levels)


def check_holders(g: Any, e: Any, c: Any) -> None:
    """Every deed has one holder who still plays; every kept card is held or in its deck, once."""
    playing = {seat for seat in range(g.seats) if not g.out[seat]}
    assert all(g.owner[deed] in playing | {-1} for deed in range(e.deeds))
    assert [sum(g.owner[deed] == seat for deed in range(e.deeds)) for seat in range(g.seats)] == g.deed_count[: g.seats]
    assert all(g.held[card] in playing | {-1} for card in range(e.kept))
    face_up = {
        (g.frame_x[i], g.frame_y[i]) for i in range(g.depth) if g.frame[i] == FRAME_CARD and g.frame_step[i] == 1
    }  # drawn and not yet followed
    for deck in range(e.decks):
        base = deck * MAX_CARDS
        there = sorted(c.deck[base : base + c.deck_left[deck]])
        away = {e.kept_card[card] for card in range(e.kept) if e.kept_deck[card] == deck and g.held[card] >= 0}
        away |= {card for d, card in face_up if d == deck and e.card_kept[base + card] >= 0 and e.cards_kept}
        assert there == sorted(set(range(e.deck_size[deck])) - away)
    for deed in range(e.deeds):
        assert not (g.mortgaged[deed] and (g.level[deed] or g.owner[deed] < 0))


def check_buildings(g: Any, e: Any) -> None:
    """Buildings stand on whole groups, as evenly as the edition asks, on lots only and not beside mortgages."""
    for group in range(e.groups):
        deeds = e.group_deed[group * MAX_GROUP_LOTS : group * MAX_GROUP_LOTS + e.group_size[group]]
        levels = [g.level[deed] for deed in deeds]
        owners = {g.owner[deed] for deed in deeds}
        if not any(levels):
            continue
        assert e.group_kind[group] == GROUP_LOTS
        if e.building_whole_group:
            assert len(owners) == 1
            assert not any(g.mortgaged[deed] for deed in deeds)
        if e.building_even == 1:
            assert max(levels) - min(levels) <= 1
        elif e.building_even == 2:
            assert max(levels) <= 1 or min(levels) >= 1
        if max(levels) > e.building_houses_per_lot:
            assert len(owners) == 1


def check_question(game: Game) -> None:
    """While the game goes on, somebody is asked, and whoever is asked can answer."""
    g = game.state
    assert 0 <= g.depth <= MAX_FRAMES
    for field in ("frame", "frame_seat", "frame_other", "frame_step", "frame_amount", "frame_x", "frame_y"):
        assert not any(getattr(g, field)[g.depth :])  # finished business leaves nothing behind
    if g.over:
        assert g.winners
        return
    assert g.depth > 0
    assert game.must
    for seat in game.must:
        assert not g.out[seat]
        assert game.options(seat), game.view().question
        assert game.refusal(seat, game.default_action(seat)) is None  # so that nobody can block the table
    for seat in range(g.seats):
        assert not g.out[seat] or game.options(seat) == []


def check_deals(g: Any) -> None:
    """A deal that is off the table leaves nothing behind."""
    for slot in range(MAX_SEATS):
        if not g.deals >> slot & 1:
            assert not any(g.deal[slot].cash)
            assert set(g.deal[slot].deed) == {NOBODY}
            assert set(g.deal[slot].card) == {NOBODY}
            assert (g.deal[slot].parties, g.deal[slot].accepted, g.deal[slot].author) == (0, 0, 0)
        else:
            assert g.deal[slot].accepted & ~g.deal[slot].parties == 0
            assert g.deal[slot].accepted != g.deal[slot].parties
            assert g.deal[slot].accepted >> g.deal[slot].author & 1
