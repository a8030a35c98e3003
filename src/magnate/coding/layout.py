"""The observation in words, part by part: one table for the scales, the names and the documentation.

`places` has the same as numbers for the code that writes it; a test compares the two.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from magnate import objects
from magnate.bots.landings import stops
from magnate.coding import catalogue, places
from magnate.rules.codes import GROUP_LOTS, GROUP_TRANSPORT, MAX_DEEDS, MAX_GROUPS, MAX_RENTS, MAX_SEATS

# What a number is divided by, where that depends on the edition.
MONEY = "money"  # eight average printed prices: about the starting money of the books
SIZE = "size"  # the deeds of the group
BOARD = "board"  # the spaces of the board

PRICES = 8  # average prices in one unit of money
ROLLS = 10_000  # in which stops are counted
USUAL_STOPS = 250  # of these: one roll in forty


class Place(NamedTuple):
    """A place of the observation, or `wide` places of which one is 1: its name, divisor and meaning."""

    name: str
    divisor: int | str
    meaning: str
    wide: int = 1


class LayoutPart(NamedTuple):
    """Places that are repeated `times`: once, or for each seat, group or deed there may be."""

    name: str
    times: str
    places: tuple[Place, ...]

    @property
    def size(self) -> int:
        """Places of one repetition."""
        return sum(place.wide for place in self.places)


QUESTION_NAMES = {
    1: "opening", 2: "turn", 3: "buy", 4: "auction", 5: "offer", 6: "roll_off", 7: "card", 8: "tax", 9: "fine",
    10: "utility_roll", 13: "debt", 14: "settlement", 16: "estate", 17: "mortgage", 18: "shortage", 20: "place",
    21: "claim", 22: "deal", 23: "between",
}  # fmt: skip

WHO = "oneself first, then the next seat to the left, ..."

PARTS = (
    LayoutPart(
        "question",
        "once",
        tuple(
            Place(
                QUESTION_NAMES.get(code, f"unused_{code}"),
                1,
                f"1 at the question «{QUESTION_NAMES[code]}»" if code in QUESTION_NAMES else "always 0",
            )
            for code in range(catalogue.QUESTIONS)
        ),
    ),
    LayoutPart(
        "business",
        "once",
        (
            Place("price", MONEY, "printed price of the deed in question; 0 where there is none"),
            Place("house_cost", MONEY, "of a house there"),
            Place("bare_rent", MONEY, "its first rent; seven times that for a pip"),
            Place("most_rent", MONEY, "its highest rent"),
            Place("stops", USUAL_STOPS, "how many of 10,000 rolls end there"),
            Place("own", 4, "own deeds of its group"),
            Place("unsold", 4, "the Bank's deeds of its group"),
            Place("size", 4, "the size of its group"),
            Place("completes", 1, "1 if one has all other deeds of its group"),
            Place("blocks", 1, "1 if one other seat has all other deeds of its group"),
            Place("amount", MONEY, "price, debt, tax, fine, value named, or the lowest bid allowed"),
            Place("bid", MONEY, "the highest bid, or 0"),
            Place("house", 1, "1 if a house is auctioned, asked about or to be placed"),
            Place("hotel", 1, "1 if a hotel is"),
            Place("to_bank", 1, "1 if a debt is owed to the Bank"),
            Place("card_number", MONEY, "the amount, space or steps of the card"),
            Place("card", 1, "what the card does: `CARD_*`", places.CARDS),
            Place("bidder", 1, f"whose bid it is: {WHO}", MAX_SEATS),
            Place("creditor", 1, f"to whom a debt is owed: {WHO}", MAX_SEATS),
        ),
    ),
    LayoutPart(
        "turn",
        "once",
        (
            Place("whose", 1, f"who is on turn: {WHO}", MAX_SEATS),
            Place("doubles", 1, "doubles in a row"),
            Place("again", 1, "1 if a double is to be followed by a roll"),
            Place("die1", 6, "the dice"),
            Place("die2", 6, ""),
            Place("turns", 100, "turns begun"),
            Place("left", 100, "turns until time is up, where turns are counted"),
            Place("houses", 10, "houses left in stock"),
            Place("hotels", 10, "hotels left in stock"),
        ),
    ),
    LayoutPart(
        "deal",
        "once",
        (
            Place("proposer", 1, f"of the deal to be answered: {WHO}", MAX_SEATS),
            Place("author", 1, "who wrote its present terms", MAX_SEATS),
            Place("cash", MONEY, "what it changes in one's own cash"),
            Place("gets", MONEY, "printed prices of the deeds one would get"),
            Place("gives", MONEY, "printed prices of the deeds one would give"),
            Place("completes", 1, "groups it would complete for oneself"),
            Place("completes_others", 1, "groups it would complete for others"),
            Place("cards", 1, "kept cards one would get, less those one would give"),
        ),
    ),
    LayoutPart(
        "seat",
        "each seat, oneself first",
        (
            Place("playing", 1, "1 while in the game"),
            Place("cash", MONEY, "cash; 0 where it is hidden"),
            Place("hidden", 1, "1 if cash is private and this is another's"),
            Place("space", BOARD, "space"),
            Place("jail", 1, "1 in jail"),
            Place("jail_turns", 1, "own turns spent there"),
            Place("deeds", 10, "deeds owned"),
            Place("cards", 1, "kept cards"),
            Place("must", 1, "1 if play waits for an answer of this seat"),
            Place("bids", 1, "1 while in the auction"),
        ),
    ),
    LayoutPart(
        "group",
        "each group",
        (
            Place("owned", SIZE, f"deeds of each seat, {WHO}", MAX_SEATS),
            Place("unsold", SIZE, "the Bank's"),
        ),
    ),
    LayoutPart(
        "deed",
        "each deed",
        (
            Place("owner", 1, f"{WHO}; none of them: the Bank", MAX_SEATS),
            Place("level", 1, "0 bare, houses, then one more for a hotel"),
            Place("mortgaged", 1, "1 if mortgaged"),
            Place("inherited", 1, "1 if taken over with its mortgage"),
            Place("asked", 1, "1 if the question is about it"),
            Place("gets", 1, "1 if one would get it in the deal to be answered"),
            Place("gives", 1, "1 if one would give it"),
            Place("others", 1, "1 if it would pass between others"),
        ),
    ),
    LayoutPart(
        "figure",
        "each deed",
        (
            Place("price", MONEY, "printed price"),
            Place("mortgage", MONEY, "what a mortgage brings"),
            Place("house_cost", MONEY, "of a house"),
            Place("hotel_cost", MONEY, "of a hotel"),
            Place("rent", MONEY, "by level, or by how many are owned; for each pip: that of seven", MAX_RENTS),
            Place("per_pip", 1, "1 if the rent is for each pip"),
            Place("stops", USUAL_STOPS, "how many of 10,000 rolls end there"),
            Place("space", BOARD, "its space"),
            Place("lot", 1, "1 if it can be built on"),
            Place("transport", 1, "1 if it is one of the stations"),
            Place("utility", 1, "1 if it is one of the utilities"),
            Place("group", 1, "its group", MAX_GROUPS),
        ),
    ),
    LayoutPart(
        "rules",
        "once",
        (
            Place("seats", 8, "seats at this table"),
            Place("cash", MONEY, "starting money"),
            Place("salary", MONEY, "paid at the start"),
            Place("fine", MONEY, "to leave jail"),
            Place("houses", 10, "houses in stock at the start"),
            Place("hotels", 10, "hotels in stock at the start"),
            Place("houses_per_lot", 4, "then a hotel"),
            Place("turns", 100, "turns after which time is up; 0 never"),
        ),
    ),
)  # fmt: skip

TIMES = {"once": 1, "each seat, oneself first": MAX_SEATS, "each deed": MAX_DEEDS, "each group": MAX_GROUPS}
LIVE = {"each seat, oneself first": "seats", "each deed": "deeds", "each group": "groups"}


def times(part: LayoutPart) -> int:
    """How often a part is repeated."""
    return TIMES[part.times]


def offsets() -> Iterator[tuple[int, LayoutPart]]:
    """Where each part begins."""
    first = 0
    for part in PARTS:
        yield first, part
        first += times(part) * part.size


def names() -> list[str]:
    """Every place of the observation by name, in order: `deed.12.owner.0`."""
    found = []
    for part in PARTS:
        for i in range(times(part)):
            before = part.name if part.times == "once" else f"{part.name}.{i}"
            for place in part.places:
                whole = f"{before}.{place.name}"
                found += [whole] if place.wide == 1 else [f"{whole}.{j}" for j in range(place.wide)]
    return found


def money(table: Mapping[str, Any]) -> int:
    """The unit of money of an edition: eight average printed prices."""
    prices = table["price"][: table["deeds"]]
    return int(max(1, PRICES * sum(prices) // max(1, len(prices))))


def divisors(table: Mapping[str, Any]) -> list[int]:
    """What each place is divided by at a table."""
    units = {MONEY: money(table), BOARD: int(table["spaces"])}
    found = []
    for part in PARTS:
        for i in range(times(part)):
            here = {**units, SIZE: max(1, int(table["group_size"][i])) if part.name == "group" else 1}
            for place in part.places:
                by = here[place.divisor] if isinstance(place.divisor, str) else place.divisor
                found += [by] * place.wide
    return found


def is_live(table: Mapping[str, Any]) -> list[bool]:
    """Which places can be other than 0 at a table and change during a game: the rest is padding, or the edition's."""
    found = []
    for part in PARTS:
        here = 0 if part.name in ("figure", "rules") else int(table[LIVE[part.times]]) if part.times in LIVE else 1
        for i in range(times(part)):
            for place in part.places:
                seats = place.wide == MAX_SEATS
                found += [i < here and (not seats or j < table["seats"]) for j in range(place.wide)]
    return found


def often(table: Mapping[str, Any]) -> list[int]:
    """Of 10,000 rolls, how many end on each deed in the long run."""
    return stops(objects.table(dict(table)), ROLLS)


def figures(table: Mapping[str, Any]) -> list[int]:
    """What an observation says of the edition, before division: from `places.FIGURES` to its end."""
    space_of = {deed: space for space, deed in enumerate(table["space_deed"][: table["spaces"]]) if deed >= 0}
    stopped = often(table)
    found: list[int] = []
    for deed in range(MAX_DEEDS):
        if deed >= table["deeds"]:
            found += [0] * places.FIGURE_SIZE
            continue
        group, per_pip = table["deed_group"][deed], table["rent_times_dice"][deed]
        kind = table["group_kind"][group]
        rents = table["rent"][deed * MAX_RENTS : (deed + 1) * MAX_RENTS]
        found += [table[name][deed] for name in ("price", "mortgage", "house_cost", "hotel_cost")]
        found += [rent * (7 if per_pip else 1) for rent in rents]
        found += [per_pip, stopped[deed], space_of.get(deed, 0)]
        found += [kind == GROUP_LOTS, kind == GROUP_TRANSPORT, kind not in (GROUP_LOTS, GROUP_TRANSPORT)]
        found += [group == one for one in range(MAX_GROUPS)]
    found += [table[name] for name in ("seats", "setup_cash", "start_salary", "jail_fine", "houses", "hotels")]
    found += [table["building_houses_per_lot"], table["ending_turns"]]
    return [int(one) for one in found]
