"""The observation, place by place: one table for the writer, for the scales and for the documentation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from magnate.coding import catalogue

MONEY = "money"  # divided by the starting money


class Place(NamedTuple):
    """One place of the observation: its name, what the number is divided by, and what it says."""

    name: str
    divisor: int | str
    meaning: str


class Part(NamedTuple):
    """Places that are repeated `times`: once, or for each seat, deed or group."""

    name: str
    times: str
    places: tuple[Place, ...]


QUESTION_NAMES = {
    1: "opening", 2: "turn", 3: "buy", 4: "auction", 5: "offer", 6: "roll_off", 7: "card", 8: "tax", 9: "fine",
    10: "utility_roll", 13: "debt", 14: "settlement", 16: "estate", 17: "mortgage", 18: "shortage", 20: "place",
    21: "claim", 22: "deal", 23: "between",
}  # fmt: skip

PARTS = (
    Part(
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
    Part(
        "business",
        "once",
        (
            Place("deed", 10, "the deed in question plus 1, or 0"),
            Place("price", MONEY, "its printed price"),
            Place("own", 1, "own deeds of its group"),
            Place("unsold", 1, "the Bank's deeds of its group"),
            Place("size", 1, "the size of its group"),
            Place("amount", MONEY, "price, debt, tax, fine, value named, or the lowest bid allowed"),
            Place("bid", MONEY, "the highest bid, or 0"),
            Place("bidder", 1, "whose it is: 0 nobody, 1 oneself, 2 the next seat to the left, ..."),
            Place("creditor", 1, "to whom a debt is owed: 0 the Bank, 1 oneself, 2 the next seat to the left, ..."),
            Place("building", 1, "0 none, 1 a house, 2 a hotel: under the hammer, asked about or to be placed"),
            Place("card", 10, "what the card does: `CARD_*` plus 1, or 0"),
            Place("card_number", MONEY, "its amount, space or steps"),
        ),
    ),
    Part(
        "turn",
        "once",
        (
            Place("whose", 1, "who is on turn: 1 oneself, 2 the next seat to the left, ..."),
            Place("rolled", 1, "rolls made this turn"),
            Place("doubles", 1, "doubles in a row"),
            Place("again", 1, "1 if a double is to be followed by a roll"),
            Place("die1", 6, "the dice"),
            Place("die2", 6, ""),
            Place("turns", 100, "turns begun"),
            Place("houses", 10, "houses left in stock"),
            Place("hotels", 10, "hotels left in stock"),
        ),
    ),
    Part(
        "seat",
        "each seat, oneself first",
        (
            Place("playing", 1, "1 while in the game"),
            Place("cash", MONEY, "cash; -1 before division where purses are private"),
            Place("space", 10, "space"),
            Place("jail", 1, "0 free, else 1 + own turns spent in jail"),
            Place("deeds", 10, "deeds owned"),
            Place("cards", 1, "kept cards"),
            Place("must", 1, "1 if play waits for an answer of this seat"),
            Place("bids", 1, "1 while in the auction"),
            Place("refused", 1, "offers of this seat refused since the last roll"),
        ),
    ),
    Part(
        "deed",
        "each deed",
        (
            Place("owner", 1, "0 the Bank, 1 oneself, 2 the next seat to the left, ..."),
            Place("level", 1, "0 bare, houses, then one more for a hotel"),
            Place("mortgaged", 1, "0 free, 1 mortgaged, 2 taken over with its mortgage"),
        ),
    ),
    Part(
        "group",
        "each group",
        (
            Place("own", 1, "own deeds"),
            Place("unsold", 1, "the Bank's"),
            Place("rest", 1, "who holds all that one does not: 0 nobody alone, 2 the next seat to the left, ..."),
        ),
    ),
    Part(
        "deal",
        "once",
        (
            Place("proposer", 1, "of the deal to be answered: 1 oneself, 2 the next seat to the left, ...; 0 no deal"),
            Place("author", 1, "who wrote its present terms"),
            Place("cash", MONEY, "what it changes in one's own cash"),
            Place("gets", MONEY, "printed prices of the deeds one would get"),
            Place("gives", MONEY, "printed prices of the deeds one would give"),
            Place("completes", 1, "groups it would complete for oneself"),
            Place("completes_others", 1, "groups it would complete for others"),
            Place("cards", 1, "kept cards one would get, less those one would give"),
        ),
    ),
    Part("deal_deed", "each deed", (Place("to", 1, "0 not in the deal, 1 one gets it, 2 one gives it, 3 others"),)),
)


def times(part: Part, table: Mapping[str, Any]) -> int:
    """How often a part is repeated at a table."""
    if part.times == "once":
        return 1
    return int(table[{"each seat, oneself first": "seats", "each deed": "deeds", "each group": "groups"}[part.times]])


def offsets(table: Mapping[str, Any]) -> Iterator[tuple[int, Part]]:
    """Where each part begins."""
    first = 0
    for part in PARTS:
        yield first, part
        first += times(part, table) * len(part.places)


def places(table: Mapping[str, Any]) -> list[tuple[str, Place]]:
    """Every place of the observation by name, in order: `deed.12.level`."""
    found = []
    for part in PARTS:
        for i in range(times(part, table)):
            before = part.name if part.times == "once" else f"{part.name}.{i}"
            found += [(f"{before}.{place.name}", place) for place in part.places]
    return found


def divisors(table: Mapping[str, Any]) -> list[int]:
    """What each place is divided by."""
    money = int(table["setup_cash"])
    return [money if place.divisor == MONEY else int(place.divisor) for _, place in places(table)]
