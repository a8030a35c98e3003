"""The fingerprint of an edition as 0.1 wrote it into records: frozen, so that they replay in every later version.

It was a hash over the whole table of numbers, names of fields included. The names, their order and the lengths of the
lists below are those of 0.1 and never change; what a field holds today is found by its switch, or by its name.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from magnate.rules import codes

from .table import field_of

NUMBERS = """
seats spaces deeds groups decks kept houses hotels note
cash_at_start=setup.cash dealt=setup.dealt dealt_are_paid=setup.dealt_paid
turn_order=turn.order again_is_choice=turn.again doubles_to_jail=turn.doubles_to_jail
salary=start.salary salary_on_landing=start.on_landing salary_by_card=start.by_card
salary_backwards=start.backwards salary_to_jail=start.to_jail
parking_pays=parking.pays
refused=purchase.refused other_opens=purchase.opening_bid refuser_bids=purchase.refuser_bids
rent_is_claimed=rent.collect claims_lapse=rent.lapses doubling=rent.doubling
mortgage_stops_doubling=rent.doubling_with_mortgage mortgaged_count=rent.mortgaged_count
draw_at_random=cards.draw cards_are_kept=cards.kept
jail_space
fine=jail.fine fine_any_turn=jail.pay_before_rolling double_frees=jail.leave_by jail_turns=jail.turns
leaving_is_free=jail.afterwards card_replaces_fine=jail.card_replaces_fine prisoners_collect=jail.collects_rent
prisoners_manage=jail.manages
needs_group=building.whole_group even_building=building.even even_selling=building.even_selling
houses_per_lot=building.houses_per_lot hotel_rest=building.hotel_rest mortgage_stops_building=building.mortgage_bars
contested=building.shortage resale_percent=building.resale_percent
bare_to_mortgage=mortgage.bare bare_to_sell=deals.bare lift_percent=mortgage.lift_percent
later_lift_percent=mortgage.later_percent transfer_percent=mortgage.transfer_percent
deals=deals.allowed gifts=deals.gifts refusals=deals.refusals
settle=debts.settle debtor_may_auction=debts.auction
bank_pays_creditors=bankruptcy.to mortgaged_to_bank=bankruptcy.mortgaged_to_bank estate=bankruptcy.estate
last_players=ending.players_left last_bankruptcy=ending.bankruptcies all_deeds_win=ending.all_deeds
minutes=ending.minutes turn_limit=ending.turns prize=ending.prize
"""

# Each list with its rows and columns, and today's columns.
LISTS: list[tuple[str, int, int, int]] = [
    *((name, 64, 1, 1) for name in ("space_kind", "space_deed", "space_amount", "space_deck")),
    *((name, 48, 1, 1) for name in ("deed_group", "deed_place", "price", "mortgage", "house_cost", "hotel_cost")),
    ("rent", 48, 7, codes.MAX_RENTS),
    ("rent_times_dice", 48, 1, 1),
    *((name, 12, 1, 1) for name in ("group_kind", "group_size")),
    ("group_deed", 12, 6, codes.MAX_GROUP_LOTS),
    ("deck_size", 3, 1, 1),
    *((f"card_{what}", 3, 32, codes.MAX_CARDS) for what in ("effect", "a", "b", "is_tax", "kept")),
    *((f"kept_{what}", 8, 1, 1) for what in ("deck", "card", "frees", "cancels", "sold")),
]

# Everything an edition of 0.1 could say about play: its switches, and the keys of spaces, groups, cards and stock.
SWITCHES = {word.partition("=")[2] for word in NUMBERS.split() if "=" in word}
KEYS = {
    "kind", "group", "price", "mortgage", "rents", "house_cost", "hotel_cost", "amount", "deck", "times_dice", "houses",
    "hotels", "effect", "tax", "space", "steps", "frees", "cancels", "sold", "per_house", "per_hotel", "times",
}  # fmt: skip


def fingerprint_0_1(table: Mapping[str, Any]) -> str:
    """The fingerprint of an edition's table as 0.1 wrote it."""
    old: dict[str, Any] = {}
    for word in NUMBERS.split():
        name, _, switch = word.partition("=")
        old[name] = table[field_of(switch) if switch else name]
    for name, rows, columns, now in LISTS:
        old[name] = resized(table[name], rows, columns, now)
    return hashlib.sha256(json.dumps(old).encode()).hexdigest()[:12]


def resized(values: Sequence[int], rows: int, columns: int, now: int) -> list[int]:
    """A list of this many rows and columns, from one that has other columns now, and perhaps more rows."""
    return [values[row * now + column] for row in range(rows) for column in range(columns)]
