"""What a seat sees: everything public, nothing of chance, and others' cash only where the table shows it.

Rents that could still be claimed are not listed: where a book leaves claiming to the owner, no owner is prompted.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from msgspec import Struct

from magnate.actions import Action, Build, SellBuildings, Terms, pack_levels, read_terms, unpack_levels
from magnate.errors import REFUSALS
from magnate.frame_slots import SLOTS
from magnate.rules import codes
from magnate.rules.auction import lowest_bid
from magnate.rules.building import planned
from magnate.rules.codes import FREE, INHERITED, MAX_SEATS
from magnate.rules.deals import check_proposing
from magnate.rules.debt import debtor_shown
from magnate.rules.mortgage import lift_price
from magnate.rules.plans import plan_above, plan_below
from magnate.rules.property import group_deed, is_bare
from magnate.rules.refusals import GAME_IS_OVER, OK, SEAT_IS_OUT
from magnate.rules.rent import rent_in_force
from magnate.rules.slots import settlement_stage
from magnate.rules.stack import admits_deals, top_kind
from magnate.rules.worth import building_cost, raisable, resale, wealth

if TYPE_CHECKING:
    from magnate.editions import Edition


class ViewedGame(Protocol):
    """A game, as far as a view knows it."""

    edition: Edition
    table: Any
    state: Any
    names: list[str]
    holdings: Holdings | None

    def options(self, seat: int) -> list[Option]:
        """What a seat may do."""

    def price(self, seat: int, action: Action) -> int:
        """What an action costs a seat."""

    def refusal(self, seat: int, action: Action) -> str | None:
        """Why an action is illegal now."""


class Option(Struct, frozen=True, omit_defaults=True):
    """Something a seat may do. `action` is ready to play. Deals have none: their terms are free.

    `low`, `high` and `step` are about the one number in `action`: `amount` of `Bid` and `NameValue`, `count` of
    `AskBuildings`. It may be `low`, `low` + `step` and so on up to `high`; `action` has it at `low`. In
    `ProposeDeal` and `CounterDeal` every sum of `cash` must be a multiple of `step`.

    `price` is the cash it costs, below 0 what it brings: for a deed, buildings, a mortgage, a fine, a tax, a deal (with
    the interest on mortgages that come with it). `leaves` is the seat's cash after that. It is below 0 only where one
    has to pay, with `PayTax` and with `PayFine` after the stay: that much must be raised then. An offer or a deal is
    priced as if all others agree. Both are left out where no sum is fixed.
    """

    type: str
    action: Action | None = None
    low: int | None = None
    high: int | None = None
    step: int | None = None
    price: int | None = None
    leaves: int | None = None


class SeatView(Struct, frozen=True):
    """One player as others see it. `cash` and `worth` (as the timed endings count) are None where cash is private.

    `raisable` is what buildings and mortgages would still bring. `out` is 0 for a player in the game, 1 for the first
    who left it, 2 for the next. `deal_refusal` is why the player may not propose a deal now (see Reasons); None: it
    may.
    """

    seat: int
    name: str
    cash: int | None
    worth: int | None
    raisable: int
    space: int
    in_jail: bool
    jail_turns: int
    out: int
    cards: list[int]
    deal_refusal: str | None = None


class DeedView(Struct, frozen=True, omit_defaults=True):
    """One deed: whose, how built, whether mortgaged, and whether that mortgage was taken over.

    `rent` is what a stop there costs now, per pip where the deed says so; None while it has no owner. `bound` says that
    by the book buildings, there or on its neighbours, keep it out of any deal. `lift` is what lifting its mortgage
    costs. Of an owned lot, `build` is what each further building costs, the next one first, and `sell` what each of its
    own brings, the topmost first: a plan for a group costs, or brings, the sum over its lots.
    """

    deed: int
    owner: int | None
    level: int
    mortgaged: bool
    inherited: bool
    rent: int | None
    bound: bool = False
    lift: int | None = None
    build: list[int] = []
    sell: list[int] = []


class PlanView(Struct, frozen=True):
    """A plan for the buildings of a group that no seat has ordered yet: its price, its rents, where it goes on.

    `refusal` says why it is not legal now (see Reasons); None if it is. `price` is what it costs, below 0 what it
    brings, and `leaves` the seat's cash after that, which may be below 0. `rents` is what a stop on each lot would cost
    then; None if it has no owner. `up` and `down` have, for each lot, the levels of the whole group with one building
    more or less there, where that is a legal plan or what stands now; else None.
    """

    group: int
    levels: list[int]
    refusal: str | None
    price: int
    leaves: int
    rents: list[int | None]
    up: list[list[int] | None]
    down: list[list[int] | None]


class DealView(Struct, frozen=True):
    """A deal on the table. `waits_for` are the seats that have to answer it now; none while other play goes first."""

    deal: int
    revision: int
    author: int
    parties: list[int]
    accepted: list[int]
    terms: Terms
    waits_for: list[int] = []


class Question(Struct, frozen=True, omit_defaults=True):
    """What play waits for: the kind of business, and what it is about (see Questions).

    `amount` is the sum in question: a debt, a tax, a value that was named, the least that may be bid now.
    """

    type: str
    seat: int | None = None
    other: int | None = None
    deed: int | None = None
    amount: int | None = None
    deck: int | None = None
    card: int | None = None
    building: str | None = None
    bid: int | None = None
    bidder: int | None = None
    bidders: list[int] | None = None


class SeatPosition(NamedTuple):
    """A view as the core holds it: an edition's table and a state without anything the seat does not see."""

    edition: Edition
    table: Any
    state: Any
    private: bool

    @classmethod
    def seen(cls, game: ViewedGame, seat: int) -> SeatPosition:
        """The position of a game as a seat sees it: where cash is private, that of others is 0.

        A creditor sees the cash that limits the value it may name, as its options do.
        """
        g = game.state.copy()
        private = bool(game.edition.rules.table.private_cash and not g.over)
        if private:
            seen = (seat, debtor_shown(g, game.table, seat))
            g.cash = [cash if other in seen else 0 for other, cash in enumerate(g.cash)]
            then = enumerate(g.refused_by_cash)
            g.refused_by_cash = [cash if pair // MAX_SEATS == seat else 0 for pair, cash in then]
        return cls(game.edition, game.table, g, private)

    def to_text(self) -> str:
        """The position as one line of text; cash that the seat does not see is written as 0."""
        from magnate import position_text

        return position_text.write(self.edition, self.table, self.state)

    def __repr__(self) -> str:
        return f"SeatPosition({self.to_text()!r})"


class View(Struct, frozen=True, dict=True):
    """The whole table as one seat, or a watcher (`seat` None), sees it."""

    edition: str
    variant: str | None
    skin: str | None
    seat: int | None
    seats: list[SeatView]
    deeds: list[DeedView]
    houses: int
    hotels: int
    order: list[int]
    turn: int | None
    turns: int
    dice: tuple[int, int] | None
    doubles: int
    roll_due: bool
    must: list[int]
    question: Question | None
    deals: list[DealView]
    options: list[Option]
    actions: int
    over: bool
    winners: list[int]

    @property
    def position(self) -> SeatPosition:
        """The same as the core holds it, for bots that think with the rules; it does not travel over a wire."""
        known = vars(self).get("_position")
        if known is None:
            raise ValueError("this view has no position; expected one that Game.view took for a seat")
        return known  # type: ignore[no-any-return]

    def price(self, deed: int) -> int:
        """The printed price of a deed; like `position`, it is known where `Game.view` took the view."""
        table = vars(self).get("_table")
        if table is None:
            raise ValueError("this view has no prices; expected one that Game.view took")
        if not 0 <= deed < table.deeds:
            raise ValueError(f"no deed {deed}; expected 0 to {table.deeds - 1}")
        return int(table.price[deed])


BUILDINGS = {codes.HOUSE: "house", codes.HOTEL: "hotel"}

# What each kind of frame asks, and which of its slots (`rules/shapes.py`) each part of the question shows.
QUESTIONS: dict[int, tuple[str, dict[str, str]]] = {
    codes.FRAME_OPENING: ("opening", {}),
    codes.FRAME_TURN: ("turn", {}),
    codes.FRAME_BUY: ("buy", {"seat": "buyer", "deed": "target"}),
    codes.FRAME_AUCTION: ("auction", {"seat": "refuser", "deed": "deed", "building": "building"}),
    codes.FRAME_OFFER: ("offer", {"seat": "refuser", "deed": "deed"}),
    codes.FRAME_ROLL_OFF: ("roll_off", {"deed": "deed"}),
    codes.FRAME_CARD: ("card", {"seat": "drawer", "deck": "deck", "card": "number"}),
    codes.FRAME_TAX: ("tax", {"seat": "payer", "amount": "amount"}),
    codes.FRAME_BAIL: ("fine", {"seat": "prisoner"}),
    codes.FRAME_UTILITY_ROLL: ("utility_roll", {"seat": "roller", "other": "owner", "deed": "deed"}),
    codes.FRAME_DEBT: ("debt", {"seat": "payer", "other": "creditor", "amount": "amount", "deed": "deed"}),
    codes.FRAME_SETTLEMENT: ("settlement", {"seat": "debtor", "other": "creditor", "deed": "deed", "amount": "value"}),
    codes.FRAME_ESTATE_ASK: ("estate", {}),
    codes.FRAME_INHERIT: ("mortgage", {"seat": "heir", "deed": "deed"}),
    codes.FRAME_CONTEST_ASK: ("shortage", {"seat": "orderer", "building": "kind"}),
    codes.FRAME_PLACE: ("place", {"seat": "winner", "building": "kind"}),
}


def seats_in(mask: int) -> list[int]:
    """The seats of a mask."""
    return [seat for seat in range(MAX_SEATS) if mask >> seat & 1]


def some(number: int) -> int | None:
    """A number, or None for no player and nothing."""
    return None if number < 0 else int(number)


def question_of(g: Any, e: Any) -> Question | None:
    """The business on top of the stack, in words."""
    if g.over:
        return Question("result") if g.must else None
    top = g.depth - 1
    kind = g.frame[top]
    name, shown = QUESTIONS[kind]
    found: dict[str, Any] = {field: some(getattr(g, SLOTS[kind][slot])[top]) for field, slot in shown.items()}
    if found.get("building") is not None:
        found["building"] = BUILDINGS[found["building"]]
    if kind == codes.FRAME_TURN:
        found["seat"] = g.turn
    elif kind == codes.FRAME_SETTLEMENT and settlement_stage(g) == codes.STAGE_VALUE:
        found["amount"] = None
    elif kind == codes.FRAME_AUCTION:
        bidder = some(g.bidder)
        found["bid"] = g.bid if bidder is not None else None
        found |= {"bidder": bidder, "bidders": seats_in(g.bidders), "amount": lowest_bid(g, e)}
    return Question(name, **found)


def deal_refusal(g: Any, e: Any, seat: int) -> str | None:
    """Why a seat may not propose a deal now, by name; None where it may."""
    code = GAME_IS_OVER if g.over else SEAT_IS_OUT if g.out[seat] else check_proposing(g, e, seat)
    return None if code == OK else REFUSALS[code]


def deals_of(g: Any) -> list[DealView]:
    """The deals on the table."""
    is_deal_next = not g.over and admits_deals(top_kind(g))
    return [
        DealView(
            deal=slot,
            revision=g.deal[slot].revision,
            author=g.deal[slot].author,
            parties=seats_in(g.deal[slot].parties),
            accepted=seats_in(g.deal[slot].accepted),
            terms=terms_of(g, slot),
            waits_for=seats_in(g.must & g.deal[slot].parties & ~g.deal[slot].accepted) if is_deal_next else [],
        )
        for slot in seats_in(g.deals)
    ]


def terms_of(g: Any, slot: int) -> Terms:
    """The terms of the deal in a slot."""
    return read_terms(g.deal[slot].cash, g.deal[slot].deed, g.deal[slot].card)


class Holdings(NamedTuple):
    """What follows from who owns what: it changes rarely, so it is kept from one view to the next."""

    of: tuple[int, ...]
    rent: list[int | None]
    bound: list[bool]
    lift: list[int | None]
    build: list[list[int]]
    sell: list[list[int]]
    property: list[int]
    raisable: list[int]


def steps_up(g: Any, e: Any, deed: int) -> list[int]:
    """What each further building on an owned lot costs."""
    if g.owner[deed] < 0 or e.group_kind[e.deed_group[deed]] != codes.GROUP_LOTS:
        return []
    costs = [building_cost(e, deed, level) for level in range(g.level[deed], e.building_houses_per_lot + 2)]
    return [after - before for before, after in pairwise(costs)]


def steps_down(g: Any, e: Any, deed: int) -> list[int]:
    """What each building of a lot brings, from the topmost down."""
    return [resale(e, deed, level) for level in range(g.level[deed], 0, -1)]


def holdings_of(game: ViewedGame) -> Holdings:
    """The rents in force, what no deal can move, and what each seat's property counts and would bring."""
    g, e = game.state, game.table
    of = (*g.owner, *g.level, *g.mortgaged)
    known = game.holdings
    if known is None or known.of != of:
        rent = [rent_in_force(g, e, deed) if g.owner[deed] >= 0 else None for deed in range(e.deeds)]
        worth = [wealth(g, e, seat) - g.cash[seat] for seat in range(g.seats)]
        bound = [not is_bare(g, e, g.owner[deed], deed, e.deals_bare) for deed in range(e.deeds)]
        lift = [
            lift_price(e, deed, g.mortgaged[deed]) if g.mortgaged[deed] != FREE else None for deed in range(e.deeds)
        ]
        build = [steps_up(g, e, deed) for deed in range(e.deeds)]
        sell = [steps_down(g, e, deed) for deed in range(e.deeds)]
        can_raise = [raisable(g, e, seat) for seat in range(g.seats)]
        known = game.holdings = Holdings(of, rent, bound, lift, build, sell, worth, can_raise)
    return known


def rents_under(g: Any, e: Any, group: int, plan: int) -> list[int | None]:
    """The rents of a group's lots if they stood at the levels of a plan."""
    built = g.copy()
    deeds = [group_deed(e, group, place) for place in range(e.group_size[group])]
    for place, deed in enumerate(deeds):
        built.level[deed] = min(planned(plan, place), e.building_houses_per_lot + 1)
    return [rent_in_force(built, e, deed) if g.owner[deed] >= 0 else None for deed in deeds]


def plan_of(game: ViewedGame, seat: int, action: Build | SellBuildings) -> PlanView:
    """A plan as the seat would see it carried out, with the steps it may take from there."""
    g, e, group = game.state, game.table, action.group
    plan = pack_levels(action.levels)
    places = range(e.group_size[group])

    def levels_of(found: int) -> list[int] | None:
        return None if found == codes.NOTHING else unpack_levels(found, len(places))

    price = game.price(seat, action)
    return PlanView(
        group=group,
        levels=action.levels,
        refusal=game.refusal(seat, action),
        price=price,
        leaves=g.cash[seat] - price,
        rents=rents_under(g, e, group, plan),
        up=[levels_of(plan_above(g, e, seat, group, plan, place)) for place in places],
        down=[levels_of(plan_below(g, e, seat, group, plan, place)) for place in places],
    )


def view_of(game: ViewedGame, viewer: int | None) -> View:
    """The table as this seat sees it."""
    g, e = game.state, game.table
    private = game.edition.rules.table.private_cash and not g.over
    holdings = holdings_of(game)
    view = View(
        edition=game.edition.id,
        variant=game.edition.variant,
        skin=game.edition.skin,
        seat=viewer,
        seats=[
            SeatView(
                seat=seat,
                name=game.names[seat],
                cash=None if private and seat != viewer else g.cash[seat],
                worth=None if private and seat != viewer else g.cash[seat] + holdings.property[seat],
                raisable=holdings.raisable[seat],
                space=g.at[seat],
                in_jail=g.jail[seat] > 0,
                jail_turns=max(0, g.jail[seat] - 1),
                out=g.out[seat],
                cards=[card for card in range(e.kept) if g.held[card] == seat],
                deal_refusal=deal_refusal(g, e, seat),
            )
            for seat in range(g.seats)
        ],
        deeds=[
            DeedView(
                deed=deed,
                owner=some(g.owner[deed]),
                level=g.level[deed],
                mortgaged=g.mortgaged[deed] != FREE,
                inherited=g.mortgaged[deed] == INHERITED,
                rent=holdings.rent[deed],
                bound=holdings.bound[deed],
                lift=holdings.lift[deed],
                build=holdings.build[deed],
                sell=holdings.sell[deed],
            )
            for deed in range(e.deeds)
        ],
        houses=g.houses,
        hotels=g.hotels,
        order=list(g.order[: g.seats]),
        turn=g.turn if g.turns else None,
        turns=g.turns,
        dice=(g.die1, g.die2) if g.die1 else None,
        doubles=g.doubles,
        roll_due=bool(g.again),
        must=seats_in(g.must),
        question=question_of(g, e),
        deals=deals_of(g),
        options=game.options(viewer) if viewer is not None else [],
        actions=g.actions,
        over=bool(g.over),
        winners=seats_in(g.winners),
    )
    vars(view)["_table"] = e
    return view
