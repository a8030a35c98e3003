"""The edition as the flat table of numbers the rules read: every field of `rules.fields.EDITION`, filled."""

from collections.abc import Sequence
from typing import Any

from magnate.rules import codes, fields

from .schema import (
    AnyCard,
    AnySpace,
    CardSpace,
    Deck,
    DeedSpace,
    Group,
    Keep,
    NearestTransport,
    PayOrDraw,
    Repairs,
    TaxSpace,
)
from .switches import Rules, for_seats, is_played, switches

Numbers = dict[str, int | list[int]]

NO_HANDICAP = 100  # % of the starting cash

SPACE = {
    "start": codes.SPACE_START,
    "deed": codes.SPACE_DEED,
    "tax": codes.SPACE_TAX,
    "card": codes.SPACE_CARD,
    "jail": codes.SPACE_JAIL,
    "free": codes.SPACE_FREE,
    "go_to_jail": codes.SPACE_GO_TO_JAIL,
}
GROUP = {"lots": codes.GROUP_LOTS, "transport": codes.GROUP_TRANSPORT, "utility": codes.GROUP_UTILITY}
CARD = {name.removeprefix("CARD_").lower(): code for name, code in vars(codes).items() if name.startswith("CARD_")}

# Switches whose positions are words, and the codes of them: "claim" of rent.collect is codes.COLLECT_CLAIM. True, False
# and numbers stand for themselves and need no row.
CODES = {
    "turn.order": "ORDER",
    "turn.again": "AGAIN",
    "purchase.refused": "REFUSED",
    "purchase.opening_bid": "OPENING_BID",
    "rent.collect": "COLLECT",
    "rent.doubling": "DOUBLING",
    "rent.doubling_with_mortgage": "WITH_MORTGAGE",
    "cards.draw": "DRAW",
    "jail.leave_by": "LEAVE_BY",
    "jail.afterwards": "AFTERWARDS",
    "building.even": "EVEN",
    "building.even_selling": "EVEN",
    "building.shortage": "SHORTAGE",
    "mortgage.bare": "BARE",
    "deals.bare": "BARE",
    "debts.settle": "SETTLE",
    "bankruptcy.to": "BANKRUPT_TO",
    "bankruptcy.estate": "ESTATE",
}

EMPTY = {"space_deed", "space_deck", "group_deed", "card_kept", "kept_deck"}  # NOTHING where there is none


def field_of(switch: str) -> str:
    """The field of the table that holds a switch: jail.fine is in jail_fine."""
    return switch.replace(".", "_")


def number(switch: str, value: Any, seats: int, fewest: int) -> int:
    """A switch as the number the rules read, for this number of seats."""
    if isinstance(value, str):
        return int(getattr(codes, f"{CODES[switch]}_{value.upper()}"))
    return for_seats(value, seats, fewest) if isinstance(value, tuple) else int(value)


def pad(values: Sequence[int], length: int, filler: int) -> list[int]:
    """The values, and the filler up to the field's full length."""
    return [*values, *([filler] * (length - len(values)))]


def fill(plain: dict[str, int], lists: dict[str, list[int]]) -> Numbers:
    """Every field of the table in its order, lists at full length. A field without a value is a mistake here."""
    filled: Numbers = {}
    lists["cash_percent"] = [NO_HANDICAP] * codes.MAX_SEATS
    for name, _, length in fields.EDITION:
        filler = codes.NOTHING if name in EMPTY else 0
        filled[name] = pad(lists[name], length, filler) if length else plain[name]
    return filled


def rule_numbers(rules: Rules, seats: int, fewest: int) -> dict[str, int]:
    """All switches that are played, for this number of seats."""
    return {
        field_of(switch): number(switch, value, seats, fewest) for switch, value in switches(rules) if is_played(switch)
    }


def board_lists(spaces: Sequence[AnySpace], decks: Sequence[str]) -> dict[str, list[int]]:
    """The spaces."""
    deeds = [place for place, space in enumerate(spaces) if isinstance(space, DeedSpace)]
    return {
        "space_kind": [SPACE[space.kind] for space in spaces],
        "space_deed": [deeds.index(place) if place in deeds else codes.NOTHING for place in range(len(spaces))],
        "space_amount": [space.amount if isinstance(space, TaxSpace) else 0 for space in spaces],
        "space_deck": [decks.index(s.deck) if isinstance(s, CardSpace) else codes.NOTHING for s in spaces],
    }


def deed_lists(spaces: Sequence[AnySpace], groups: Sequence[Group], houses_per_lot: int) -> dict[str, list[int]]:
    """The deeds in board order, and the groups they form."""
    deeds = [(place, space) for place, space in enumerate(spaces) if isinstance(space, DeedSpace)]
    ids = [group.id for group in groups]
    of_group = [[number for number, (_, deed) in enumerate(deeds) if deed.group == group] for group in ids]
    rents: list[int] = []
    for _, deed in deeds:
        printed = list(deed.rents)
        if groups[ids.index(deed.group)].kind == "lots":  # AMB-110: with fewer houses the dearer house rents are unused
            printed = [*printed[: houses_per_lot + 1], printed[-1]]
        rents += pad(printed, codes.MAX_RENTS, 0)
    group_deed: list[int] = []
    for members in of_group:
        group_deed += pad(members, codes.MAX_GROUP_LOTS, codes.NOTHING)
    return {
        "deed_group": [ids.index(deed.group) for _, deed in deeds],
        "deed_place": [of_group[ids.index(deed.group)].index(number) for number, (_, deed) in enumerate(deeds)],
        "price": [deed.price for _, deed in deeds],
        "mortgage": [deed.mortgage for _, deed in deeds],
        "house_cost": [deed.house_cost for _, deed in deeds],
        "hotel_cost": [deed.hotel_cost for _, deed in deeds],
        "rent": rents,
        "rent_times_dice": [int(groups[ids.index(deed.group)].times_dice) for _, deed in deeds],
        "group_kind": [GROUP[group.kind] for group in groups],
        "group_size": [len(members) for members in of_group],
        "group_deed": group_deed,
    }


def card_lists(decks: dict[str, Deck]) -> dict[str, list[int]]:
    """The cards, and those that are kept numbered through all decks."""
    names = list(decks)
    lists: dict[str, list[int]] = {"deck_size": [len(deck.cards) for deck in decks.values()]}
    kept = [
        (deck, place, card)
        for deck, name in enumerate(names)
        for place, card in enumerate(decks[name].cards)
        if isinstance(card, Keep)
    ]
    kept_places = [(deck, place) for deck, place, _ in kept]
    for field in ("card_effect", "card_a", "card_b", "card_is_tax", "card_kept"):
        lists[field] = []
    for deck, name in enumerate(names):
        cards = decks[name].cards
        figures = [card_figures(card, names) for card in cards]
        places = [(deck, place) for place in range(len(cards))]
        numbers = [kept_places.index(place) if place in kept_places else codes.NOTHING for place in places]
        lists["card_effect"] += pad([CARD[card.effect] for card in cards], codes.MAX_CARDS, 0)
        lists["card_a"] += pad([a for a, _ in figures], codes.MAX_CARDS, 0)
        lists["card_b"] += pad([b for _, b in figures], codes.MAX_CARDS, 0)
        lists["card_is_tax"] += pad([int(getattr(card, "tax", False)) for card in cards], codes.MAX_CARDS, 0)
        lists["card_kept"] += pad(numbers, codes.MAX_CARDS, codes.NOTHING)
    lists["kept_deck"] = [deck for deck, _, _ in kept]
    lists["kept_card"] = [place for _, place, _ in kept]
    lists["kept_frees"] = [int(card.frees) for _, _, card in kept]
    lists["kept_cancels"] = [int(card.cancels) for _, _, card in kept]
    lists["kept_sold"] = [int(card.sold) for _, _, card in kept]
    return lists


def card_figures(card: AnyCard, decks: list[str]) -> tuple[int, int]:
    """The one or two numbers of a card."""
    if isinstance(card, Repairs):
        return card.per_house, card.per_hotel
    if isinstance(card, PayOrDraw):
        return card.amount, decks.index(card.deck)
    if isinstance(card, NearestTransport):
        return 0, card.times
    first: int = getattr(card, "amount", getattr(card, "space", getattr(card, "steps", 0)))
    return first, 0
