"""The switches of the rules: every difference between the books, and every house rule, is one of these."""

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
    dealt: BySeats  # deeds dealt to each seat
    dealt_paid: bool


class Turn(Strict, frozen=True):
    order: Literal["left", "opening", "random"]
    again: Literal["must", "may"]  # after a double
    doubles_to_jail: Annotated[int, Meta(ge=1, le=7)]


class Start(Strict, frozen=True):
    salary: Amount
    on_landing: bool
    by_card: bool
    backwards: bool
    to_jail: bool


class Parking(Strict, frozen=True):
    pays: Amount


class Purchase(Strict, frozen=True):
    refused: Literal["auction", "same_price", "stays"]
    opening_bid: Literal["anyone", "another"]  # another than the refuser
    refuser_bids: bool


class Rent(Strict, frozen=True):
    collect: Literal["claim", "automatic"]
    lapses: bool  # a claim is lost at the next player's roll
    doubling: Literal["bare", "always", "never"]
    doubling_with_mortgage: Literal["kept", "lost"]
    mortgaged_count: bool  # mortgaged transports and utilities count as owned


class Cards(Strict, frozen=True):
    draw: Literal["top", "random"]
    kept: bool


class Jail(Strict, frozen=True):
    fine: Amount
    pay_before_rolling: bool
    leave_by: Literal["double", "waiting"]
    turns: Annotated[int, Meta(ge=1, le=9)]
    afterwards: Literal["pay", "free"]
    card_replaces_fine: bool
    collects_rent: bool
    manages: bool


class Building(Strict, frozen=True):
    whole_group: bool
    even: Even
    even_selling: Even
    houses_per_lot: Annotated[int, Meta(ge=1, le=5)]
    hotel_rest: Annotated[int, Meta(ge=0, le=5)]  # level the other lots of the group need for a hotel
    mortgage_bars: bool
    shortage: Literal["auction", "first_come"]
    resale_percent: Annotated[int, Meta(ge=0, le=100)]


class Mortgage(Strict, frozen=True):
    bare: Bare
    lift_percent: Percent
    later_percent: Percent  # for a mortgage taken over
    transfer_percent: Percent


class Deals(Strict, frozen=True):
    allowed: bool
    bare: Bare
    gifts: bool
    refusals: Count  # 0: refused offers may be repeated at once; else only improved until the next roll


class Debts(Strict, frozen=True):
    settle: Literal["never", "rent", "any"]  # in property
    auction: bool


class Bankruptcy(Strict, frozen=True):
    to: Literal["bank", "creditor"]  # bank: everything to the Bank, which pays creditors in full
    mortgaged_to_bank: bool
    estate: Literal["auction", "unowned", "on_request"]


class Ending(Strict, frozen=True):
    players_left: Annotated[int, Meta(ge=1, le=2)]
    bankruptcies: Count  # play stops at this one; 0 never
    all_deeds: bool
    minutes: Annotated[int, Meta(ge=0, le=10_000)]
    turns: Annotated[int, Meta(ge=0, le=1_000_000)]
    prize: bool


class Table(Strict, frozen=True):
    private_cash: bool


class Rules(Strict, frozen=True):
    """All switches, by chapter."""

    setup: Setup
    turn: Turn
    start: Start
    parking: Parking
    purchase: Purchase
    rent: Rent
    cards: Cards
    jail: Jail
    building: Building
    mortgage: Mortgage
    deals: Deals
    debts: Debts
    bankruptcy: Bankruptcy
    ending: Ending
    table: Table


def switches(rules: Rules) -> Iterator[tuple[str, Any]]:
    """Every switch with its dotted path: ("jail.fine", 50)."""
    for chapter in rules.__struct_fields__:
        part = getattr(rules, chapter)
        for key in part.__struct_fields__:
            yield f"{chapter}.{key}", getattr(part, key)


def known_switches() -> list[str]:
    """The dotted path of every switch."""
    chapters = msgspec.structs.fields(Rules)
    return [f"{chapter.name}.{key.name}" for chapter in chapters for key in msgspec.structs.fields(chapter.type)]


def for_seats(value: int | tuple[int, ...], seats: int, fewest: int) -> int:
    """The figure for this number of seats."""
    return value if isinstance(value, int) else value[seats - fewest]
