"""What a position must be so that the rules can go on from it: every number in its range, every part fits the others.

Compiled rules read no sign that a number is wrong: one outside its range would be an index outside a list.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NoReturn

from magnate import objects
from magnate.errors import MalformedPosition
from magnate.frame_slots import FRAME_SLOTS, SLOTS
from magnate.rules import codes, tell
from magnate.rules.codes import (
    FRAME_AUCTION,
    FRAME_BAIL,
    FRAME_CARD,
    FRAME_CONTEST,
    FRAME_CONTEST_ASK,
    FRAME_DEBT,
    FRAME_ESTATE_ASK,
    FRAME_INHERIT,
    FRAME_OFFER,
    FRAME_OPENING,
    FRAME_PLACE,
    FRAME_ROLL_OFF,
    FRAME_SETTLEMENT,
    FRAME_TAX,
    FRAME_TURN,
    FRAME_UTILITY_ROLL,
    LEAVE_BY_DOUBLE,
    MAX_CLAIMS,
    MAX_FRAMES,
    MAX_REFUSED_OFFERS,
    NOBODY,
    NOTHING,
)
from magnate.rules.jail import has_served
from magnate.rules.masks import count_bits, has
from magnate.rules.moments import is_closing
from magnate.rules.play import settle
from magnate.rules.refused_offers import MOST_CHANGES, MOST_REFUSED_BY, PRIME
from magnate.rules.stack import playing_mask

MOST_CASH = 10**9  # of all seats together: far more than any game has, and no sum of it is too large for its field
MOST_AMOUNT = 10**8
MOST_COUNT = 2**30

# What the seats, and the facts with a form of their own, say of a state: no other fact can.
STATED = (
    *("cash", "at", "jail", "out", "out_count", "owner", "level", "mortgaged", "deed_count", "held"),
    *("die1", "die2", "depth", "frame", *FRAME_SLOTS),
)

# The other fields of a state, as in a text, by their range.
FIELDS_OF = {
    "flag": ("over", "again", "turn_is_over", "old_rules"),
    "seat": ("turn", "order", "opening_rank", "claim_owner", "claim_debtor", "deal_author"),
    "seat or none": ("bidder", "deal_deed", "deal_card"),
    "seats": ("winners", "must", "bidders", "contested", "deals", "deal_parties", "deal_accepted"),
    "deed": ("claim_deed",),
    "deeds": ("offered_deeds",),
    "die": ("roll_off_die",),
    "roll": ("opening_roll",),
    "rule or none": ("ending", "claim_rule"),
    "time": ("time_is_up",),
    "claims": ("claims",),
    "refused_offers": ("refused_offers",),
    "refused_by": ("refused_by",),
    "buildings": ("houses", "hotels", "ordered"),
    "few": ("rolled", "doubles"),
    "count": ("actions", "turns", "rolls", "refusals", "deeds_moved", "deal_revision"),
    "amount": ("bid", "bid_floor", "offered_shortfall", "refused_by_cash", "claim_amount"),
    "change": ("deal_cash", "refused_price"),
    "signature": ("deal_signature", "refused_signature"),
    "changes": ("refused_by_changes",),
}
RANGE_OF_FIELD = {name: kind for kind, names in FIELDS_OF.items() for name in names}

# The slots of frames, as `rules/shapes.py` calls them, by their range.
SLOTS_OF = {
    "flag": ("drawn", "moves", "full_set", "wanted", "kind", "stage"),
    "seat": (
        *("buyer", "drawer", "payer", "prisoner", "roller", "owner", "collector"),
        *("debtor", "heir", "orderer", "winner"),
    ),
    "seat or none": ("refuser", "payee", "creditor"),
    "seats": ("rolling", "waiting", "takers"),
    "deed": ("target",),
    "deed or none": ("deed",),
    "deeds": ("deeds",),
    "building or none": ("building",),
    "rule": ("rule",),
    "why": ("why",),
    "deck": ("deck",),
    "card or none": ("number",),
    "how": ("how",),
    "group": ("group",),
    "few": ("times",),
    "amount": ("amount", "value"),
    "count": ("plan",),
}
RANGE_OF_SLOT = {name: kind for kind, names in SLOTS_OF.items() for name in names}

MAY_LACK_DEED = (FRAME_AUCTION, FRAME_DEBT, FRAME_INHERIT)
TOP_ONLY = (  # nothing else can happen before these are answered
    *(FRAME_OPENING, FRAME_ROLL_OFF, FRAME_CARD, FRAME_TAX, FRAME_UTILITY_ROLL),
    *(FRAME_SETTLEMENT, FRAME_CONTEST_ASK, FRAME_PLACE),
)
LIES_ON = {FRAME_SETTLEMENT: FRAME_DEBT, FRAME_PLACE: FRAME_CONTEST}


def fail(section: str, problem: str, expected: str) -> NoReturn:
    """Refuse a text: what is wrong with a section, and what would be right."""
    raise MalformedPosition(f"{section[:120]!r}: {problem}; expected {expected}")


def highest(module: Any, family: str) -> int:
    """The highest code of a family."""
    return max(int(code) for name, code in vars(module).items() if name.startswith(family))


def ranges(e: Any) -> dict[str, tuple[int, int]]:
    """The lowest and the highest number of every kind at this table."""
    rules = highest(tell, "RULE_")
    return {
        "flag": (0, 1),
        "seat": (0, e.seats - 1),
        "seat or none": (NOBODY, e.seats - 1),
        "seats": (0, (1 << e.seats) - 1),
        "deed": (0, e.deeds - 1),
        "deed or none": (NOTHING, e.deeds - 1),
        "deeds": (0, (1 << e.deeds) - 1),
        "group": (0, e.groups - 1),
        "deck": (0, e.decks - 1),
        "card or none": (NOTHING, codes.MAX_CARDS - 1),
        "building or none": (NOTHING, codes.HOTEL),
        "die": (0, 6),
        "roll": (0, 12),
        "rule": (1, rules),
        "rule or none": (0, rules),
        "why": (1, highest(codes, "WHY_")),
        "how": (0, highest(codes, "BAIL_")),
        "time": (0, highest(codes, "TIME_") if e.ending_minutes or e.ending_turns else 0),
        "claims": (0, MAX_CLAIMS),
        "refused_offers": (0, MAX_REFUSED_OFFERS),
        "refused_by": (0, MOST_REFUSED_BY),
        "changes": (0, MOST_CHANGES),
        "few": (0, 100),
        "buildings": (0, 1000),
        "count": (0, MOST_COUNT),
        "amount": (0, MOST_AMOUNT),
        "change": (-MOST_AMOUNT, MOST_AMOUNT),
        "signature": (0, PRIME - 1),
    }


def check(e: Any, g: Any, numbers: Iterable[tuple[str, list[int]]]) -> None:
    """Refuse a state from which the rules cannot go on; `numbers` are those of every field, by its name in a text."""
    limits = ranges(e)
    for name, found in numbers:
        if name not in STATED:
            check_range(name, min(found), max(found), limits[RANGE_OF_FIELD[name]])
    check_seats(e, g)
    check_claims(g)
    check_deals(e, g)
    for place in range(g.depth):
        check_frame(e, g, place, limits)
    check_end(g)
    if not g.over:
        check_asked(e, g)


def check_range(what: str, least: int, most: int, limits: tuple[int, int]) -> None:
    """A number, or the least and the most of a list, within limits."""
    low, high = limits
    if least < low or most > high:
        fail(what, f"{least if least < low else most}", f"{low} to {high}")


def check_seats(e: Any, g: Any) -> None:
    """The money there is, the order of exits, prisoners, places by the opening rolls."""
    seats = range(g.seats)
    if sum(g.cash) > MOST_CASH:
        fail(f"{max(g.cash)}", f"{sum(g.cash)} in cash", f"at most {MOST_CASH} in all")
    exits = sorted(number for number in g.out if number)
    if exits != list(range(1, g.out_count + 1)):
        fail(f".out{exits[-1]}", f"exits {exits}", "one after the other, from .out1")
    for seat in seats:
        bail = any(g.frame[i] == FRAME_BAIL and slot(g, i, "prisoner") == seat for i in range(g.depth))
        is_due = e.jail_leave_by == LEAVE_BY_DOUBLE or (seat == g.turn and not is_closing(g))
        if g.jail[seat] and has_served(g, e, seat) and is_due and not (bail or g.over):
            fail(f".jail{g.jail[seat] - 1}", "a stay that is over", f"fewer turns than {e.jail_turns}")
        if g.jail[seat] and g.at[seat] != e.jail_space:
            section = f"@{g.at[seat]}.jail{g.jail[seat] - 1 or ''}"
            fail(section, "a prisoner elsewhere", f"space {e.jail_space}, the jail")
        if g.opening_rank[seat] != sum(g.opening_rank[other] < g.opening_rank[seat] for other in seats):
            fail("opening_rank", f"{g.opening_rank[: g.seats]}", "for each seat how many are before it")


def buildings_standing(e: Any, g: Any) -> tuple[int, int]:
    """The houses and the hotels on the board."""
    levels = g.level[: e.deeds]
    hotels = sum(level > e.building_houses_per_lot for level in levels)
    return sum(levels) - hotels * (e.building_houses_per_lot + 1), hotels


def most_in_stock(e: Any, g: Any) -> tuple[int, int]:
    """The houses and the hotels that can be left in stock: those of the game that do not stand on the board."""
    houses, hotels = buildings_standing(e, g)
    return e.houses - houses, e.hotels - hotels


def check_stock(e: Any, g: Any) -> None:
    """No more buildings than the game has, on the board and in stock."""
    for name, left, most in zip(("houses", "hotels"), (g.houses, g.hotels), most_in_stock(e, g), strict=True):
        if most < 0:
            fail(name, f"{-most} more stand than there are", "fewer on the board")
        check_range(name, left, left, (0, most))


def check_claims(g: Any) -> None:
    """Rents are claimed by players."""
    for claim in g.claim[: g.claims]:
        if g.out[claim.owner] or claim.owner == claim.debtor or not claim.rule:
            fail("claim_owner", f"seat {claim.owner}", "claims of players on others, each with its claim_rule")


def check_deals(e: Any, g: Any) -> None:
    """An open deal has parties who play, of whom its author has accepted and another has not; its cash balances."""
    for place, deal in enumerate(g.deal):
        if not has(g.deals, place):
            if deal.parties or deal.accepted or any(deal.cash) or {*deal.deed, *deal.card} != {NOBODY}:
                fail("deals", f"deal {place} is not open", "terms of open deals only")
            continue
        waits = deal.parties & ~deal.accepted
        if not has(deal.accepted, deal.author) or not waits or deal.accepted & ~deal.parties:
            fail("deals", f"deal {place} waits for no player", "deal_parties, and of them deal_author in deal_accepted")
        if not has(deal.parties, place) or deal.parties & ~playing_mask(g):
            fail("deal_parties", f"deal {place}", "its proposer and others who still play")
        outside = any(party not in (NOBODY, *range(g.seats)) for party in (*deal.deed, *deal.card))
        if (
            sum(deal.cash)
            or any(deal.cash[g.seats :])
            or outside
            or {*deal.deed[e.deeds :], *deal.card[e.kept :]} - {NOBODY}
        ):
            fail("deal_cash", f"deal {place}", "cash that balances, deeds and cards that there are")


def slot(g: Any, place: int, name: str) -> int:
    """A slot of a frame, by its name."""
    return int(getattr(g, SLOTS[g.frame[place]][name])[place])


def check_frame(e: Any, g: Any, place: int, limits: dict[str, tuple[int, int]]) -> None:
    """A frame of the stack: its slots, and what it lies on."""
    kind = g.frame[place]
    names = {field: name for name, field in SLOTS[kind].items()}
    for field, empty in FRAME_SLOTS.items():
        name, number = names.get(field, ""), getattr(g, field)[place]
        limit = limits[RANGE_OF_SLOT[name]] if name else (empty, empty)
        if name == "deed" and kind not in MAY_LACK_DEED:
            limit = limits["deed"]
        check_range(f"stack, frame {place}, {name or field.removeprefix('frame_')}", number, number, limit)
    below = g.frame[place - 1] if place else 0
    is_bottom = kind in (FRAME_OPENING, FRAME_TURN)
    if is_bottom != (place == 0) or (kind in TOP_ONLY and place < g.depth - 1 and not g.over):
        fail(f"stack, frame {place}", "not in its place", "turn or opening at the bottom, a question at the top")
    if LIES_ON.get(kind, below) != below:
        fail(f"stack, frame {place}", "not in its place", "a settlement on its debt, a place on its contest")
    check_parts(e, g, place, kind)


def check_parts(e: Any, g: Any, place: int, kind: int) -> None:
    """What the slots of a frame have to do with one another and with the state."""
    is_right = True
    if kind in (FRAME_OPENING, FRAME_ROLL_OFF):
        rolling = slot(g, place, "rolling")
        is_right = rolling != 0 and slot(g, place, "waiting") & ~rolling == 0
    elif kind == FRAME_OFFER:
        is_right = slot(g, place, "waiting") & slot(g, place, "takers") == 0
    elif kind == FRAME_CARD:
        is_right = slot(g, place, "drawn") == 1 and 0 <= slot(g, place, "number") < e.deck_size[slot(g, place, "deck")]
    elif kind == FRAME_UTILITY_ROLL:
        is_right = g.owner[slot(g, place, "deed")] == slot(g, place, "owner")
    elif kind == FRAME_AUCTION:
        is_right = is_auction_right(e, g, place)
    elif kind == FRAME_DEBT:
        is_right = slot(g, place, "payer") != slot(g, place, "creditor")
    elif kind == FRAME_SETTLEMENT:
        of_debt = slot(g, place - 1, "payer"), slot(g, place - 1, "creditor")
        of_settlement = slot(g, place, "debtor"), slot(g, place, "creditor")
        owner = g.owner[slot(g, place, "deed")]
        value = slot(g, place, "value")
        is_right = of_debt == of_settlement and owner == of_debt[0] and value <= slot(g, place - 1, "amount")
    elif kind == FRAME_ESTATE_ASK:
        is_right = slot(g, place, "deeds") != 0
    if not is_right:
        fail(f"stack, frame {place}", "its numbers do not fit", "those of a game, see docs/turn.md")


def is_auction_right(e: Any, g: Any, place: int) -> bool:
    """Whether an auction is about a deed or a building that players want, in whole notes that the bidder can pay."""
    deed, building = slot(g, place, "deed"), slot(g, place, "building")
    bidders = [seat for seat in range(g.seats) if has(g.bidders, seat)]
    if (deed == NOTHING) == (building == NOTHING) or g.bid % e.note or g.bid_floor % e.note:
        return False
    if building != NOTHING:
        below = place - 1
        is_contest = g.frame[below] == FRAME_CONTEST and slot(g, below, "kind") == building
        if not is_contest or any(g.ordered[seat] == 0 for seat in bidders):
            return False
    if g.bidder == NOBODY:
        return bool(g.bid == 0)
    return g.bidder in bidders and bool(0 < g.bid <= g.cash[g.bidder])


def check_end(g: Any) -> None:
    """A game that is over has winners, who may still be asked; one that is not has none."""
    if not g.over and not g.winners:
        return
    if not g.over or not g.winners or g.winners & ~playing_mask(g):
        fail(f"over={g.over}", f"winners={g.winners}", "winners, who still play, when the game is over")
    if g.must & ~g.winners:
        fail(f"must={g.must}", "the game is over", "must=none, or winners who see the prize")


def check_asked(e: Any, g: Any) -> None:
    """Somebody who still plays is asked what the stack asks: the rules would not go on by themselves."""
    asked = [seat for seat in range(g.seats) if has(g.must, seat)]
    wanted = f"must={','.join(map(str, asked)) or 'none'}"
    if not asked or any(g.out[seat] for seat in asked) or count_bits(playing_mask(g)) < 2:
        fail(wanted, "no such seat can answer", "seats that still play, of at least two")
    if not 0 < g.depth <= MAX_FRAMES:
        fail("stack", f"{g.depth} frames", f"1 to {MAX_FRAMES}")
    after = g.copy()
    settle(after, e, objects.chance([0] * 8))
    if after.row() != g.row():
        fail(wanted, "the rules cannot go on from here", "a stack that asks these seats")
