"""The switches of the rules: every difference between the books, and every house rule, is one of these.

A switch that an edition does not write has its neutral value, the default here. Three sums have none and must be
written: starting money, salary and bail. A new switch gets as its neutral value what every edition did before; the
neutral value of a released switch never changes, because the fingerprints in records leave neutral values out.
"""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file: no key too many, none changed afterwards."""


Amount = Annotated[int, Meta(ge=0, le=100_000_000)]
Percent = Annotated[int, Meta(ge=0, le=1000)]
Count = Annotated[int, Meta(ge=0, le=100)]
BySeats = Amount | tuple[Amount, ...]  # one number, or one for each number of seats from the fewest players on

Bare = Literal["lot", "own", "group"]
Even = Literal["full", "first", "none"]


class Setup(Strict, frozen=True):
    cash: BySeats
    dealt: BySeats = 0  # deeds dealt to each seat
    dealt_paid: bool = True


class Turn(Strict, frozen=True):
    order: Literal["left", "opening", "random"] = "left"
    again: Literal["must", "may"] = "must"  # after a double
    doubles_to_jail: Annotated[int, Meta(ge=1, le=7)] = 3


class Start(Strict, frozen=True):
    salary: Amount
    on_landing: bool = True
    by_card: bool = True
    backwards: bool = False
    to_jail: bool = False


class Parking(Strict, frozen=True):
    pays: Amount = 0


class Purchase(Strict, frozen=True):
    refused: Literal["auction", "same_price", "stays"] = "auction"
    opening_bid: Literal["anyone", "another"] = "anyone"  # another than the refuser
    refuser_bids: bool = True


class Rent(Strict, frozen=True):
    collect: Literal["claim", "automatic"] = "automatic"
    lapses: bool = False  # a claim is lost at the next player's roll
    doubling: Literal["bare", "always", "never"] = "bare"
    doubling_with_mortgage: Literal["kept", "lost"] = "kept"
    mortgaged_count: bool = True  # mortgaged transports and utilities count as owned


class Cards(Strict, frozen=True):
    draw: Literal["top", "random"] = "top"
    kept: bool = True


class Jail(Strict, frozen=True):
    fine: Amount
    pay_before_rolling: bool = True
    leave_by: Literal["double", "waiting"] = "double"
    turns: Annotated[int, Meta(ge=1, le=9)] = 3
    afterwards: Literal["pay", "free"] = "pay"
    card_replaces_fine: bool = False
    collects_rent: bool = True
    manages: bool = True


class Building(Strict, frozen=True):
    whole_group: bool = True
    even: Even = "full"
    even_selling: Even = "full"
    houses_per_lot: Annotated[int, Meta(ge=1, le=5)] = 4
    hotel_rest: Annotated[int, Meta(ge=0, le=5)] = 4  # level the other lots of the group need for a hotel
    mortgage_bars: bool = True
    shortage: Literal["auction", "first_come"] = "auction"
    resale_percent: Annotated[int, Meta(ge=0, le=100)] = 50


class Mortgage(Strict, frozen=True):
    bare: Bare = "group"
    lift_percent: Percent = 10
    later_percent: Percent = 10  # for a mortgage taken over
    transfer_percent: Percent = 10


class Deals(Strict, frozen=True):
    allowed: bool = True
    bare: Bare = "group"
    gifts: bool = True
    refusals: Count = 3  # 0: refused offers may be repeated at once; any other: only improved until the next roll


class Debts(Strict, frozen=True):
    settle: Literal["never", "rent", "any"] = "never"  # in property
    auction: bool = False


class Bankruptcy(Strict, frozen=True):
    to: Literal["bank", "creditor"] = "creditor"  # bank: everything to the Bank, which pays creditors in full
    mortgaged_to_bank: bool = False
    estate: Literal["auction", "unowned", "on_request"] = "auction"


class Ending(Strict, frozen=True):
    players_left: Annotated[int, Meta(ge=1, le=2)] = 1
    bankruptcies: Count = 0  # play stops at this one; 0 never
    all_deeds: bool = False
    minutes: Annotated[int, Meta(ge=0, le=10_000)] = 0
    turns: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    prize: bool = False


class Table(Strict, frozen=True):
    private_cash: bool = False


class Rules(Strict, frozen=True, kw_only=True):
    """All switches, by chapter."""

    setup: Setup
    turn: Turn = Turn()
    start: Start
    parking: Parking = Parking()
    purchase: Purchase = Purchase()
    rent: Rent = Rent()
    cards: Cards = Cards()
    jail: Jail
    building: Building = Building()
    mortgage: Mortgage = Mortgage()
    deals: Deals = Deals()
    debts: Debts = Debts()
    bankruptcy: Bankruptcy = Bankruptcy()
    ending: Ending = Ending()
    table: Table = Table()


def switches(rules: Rules) -> Iterator[tuple[str, Any]]:
    """Every switch with its dotted path: ("jail.fine", 50)."""
    for chapter in rules.__struct_fields__:
        part = getattr(rules, chapter)
        for key in part.__struct_fields__:
            yield f"{chapter}.{key}", getattr(part, key)


def is_played(switch: str) -> bool:
    """Whether a switch changes play. The others, of the chapter `table`, change what players see of one another."""
    return not switch.startswith("table.")


def known_switches() -> list[str]:
    """The dotted path of every switch."""
    chapters = msgspec.structs.fields(Rules)
    return [f"{chapter.name}.{key.name}" for chapter in chapters for key in msgspec.structs.fields(chapter.type)]


def for_seats(value: int | tuple[int, ...], seats: int, fewest: int) -> int:
    """The figure for this number of seats."""
    return value if isinstance(value, int) else value[seats - fewest]
