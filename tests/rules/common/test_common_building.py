"""Building and selling in all five editions: prices, evenness, hotels, the stock."""

from collections.abc import Sequence

import pytest

from magnate.actions import Build, LiftMortgage, Mortgage, SellBuildings
from magnate.events import BuildingsSold, Built
from magnate.testing import Position
from rules.kit import CAS, CLA, EUR, EXP, FIGURES, SRV, book, editions, stock, table

# The price of a building in each group, in units.
GROUPS = {
    (1, 3): 50, (6, 8, 9): 50, (11, 13, 14): 100, (16, 18, 19): 100,
    (21, 23, 24): 150, (26, 27, 29): 150, (31, 32, 34): 200, (37, 39): 200,
}  # fmt: skip
STOCK = {EXP: (32, 12), SRV: (32, 12), EUR: (34, 10), CLA: (32, 12), CAS: (32, 12)}
TOP = {EXP: 5, SRV: 5, EUR: 5, CLA: 5, CAS: 4}  # the level of a hotel
ORANGE = (16, 18, 19)  # buildings at 100 units


def group_of(name: str, lots: Sequence[int], levels: Sequence[int], cash: int, **position: int) -> Position:
    """Seat 0 owns these lots, built so high."""
    heights = dict(zip(lots, levels, strict=True))
    return table(name, owners=dict.fromkeys(lots, 0), levels=heights, cash={0: cash}, **position)


def left(name: str, levels: Sequence[int]) -> tuple[int, int]:
    """What is left in the Bank while a group stands so high."""
    houses, hotels = STOCK[name]
    return houses - sum(level for level in levels if level < TOP[name]), hotels - list(levels).count(TOP[name])


def orange(name: str, levels: Sequence[int], **position: int) -> Position:
    """Seat 0 owns lots 16, 18 and 19, built so high, and has 2,000 units."""
    return group_of(name, ORANGE, levels, 2_000 * FIGURES[name].unit, **position)


def built(game: Position) -> list[int]:
    """How high they stand now."""
    return [game.level(space) for space in ORANGE]


@book(
    "",
    (EXP, "EXP-42 EXP-53 EXP-67 EXP-68 EXP-69 EXP-72 EXP-84 DP-28 DP-29 DP-32"),
    (SRV, "SRV-50 SRV-54 SRV-61 AMB-76 DP-28 DP-29 DP-32"),
    (EUR, "EUR-68 EUR-76 EUR-79 EUR-81 DP-28 DP-29 DP-32"),
    (CLA, "CLA-14 CLA-67 CLA-68 CLA-75 CLA-76 CLA-85 CLA-88 DP-28 DP-29 DP-32"),
    (CAS, "CAS-34 CAS-37 CAS-38 AMB-124 AMB-130 DP-28 DP-29 DP-32"),
)
def test_a_building_costs_the_printed_price_sells_for_half_and_comes_from_the_stock(name: str) -> None:
    unit, note, top = FIGURES[name].unit, FIGURES[name].note, TOP[name]
    for lots, printed in GROUPS.items():
        price, first, rest = printed * unit, lots[0], len(lots) - 1
        for below, above in ((0, 1), (top - 1, top)):  # the first house, the hotel
            low, high = [below] * (rest + 1), [above] + [below] * rest
            game = group_of(name, lots, low, price)
            deed, group = game.deed(first), game.group(first)
            game.does(0, Build(group, high)).one(Built, seat=0, deed=deed, level=above, amount=price)
            assert (game.cash(0), stock(game)) == (0, left(name, high))
            sold = game.does(0, SellBuildings(group, low))
            sold.one(BuildingsSold, seat=0, deed=deed, level=below, amount=price // 2)
            assert (game.cash(0), stock(game)) == (price // 2, left(name, low))
            short = group_of(name, lots, low, price - note)
            assert short.refusal(0, Build(group, high)) == "NOT_ENOUGH_CASH"


@book(
    "uneven",
    (EXP, "EXP-66 AMB-58 DP-28", "NOT_EVEN"),
    (SRV, "SRV-51 AMB-71 DP-28", None),
    (EUR, "EUR-69 EUR-72 DP-28", "NOT_EVEN"),
    (CLA, "CLA-70 CLA-71 CLA-73 DP-28", "NOT_EVEN"),
)
@pytest.mark.parametrize(
    ("now", "plan", "even"),
    [
        ([0, 0, 0], [1, 0, 0], True),
        ([0, 0, 0], [0, 0, 1], True),
        ([0, 0, 0], [0, 1, 1], True),
        ([0, 0, 0], [2, 0, 0], False),
        ([1, 1, 0], [2, 1, 0], False),
        ([1, 1, 0], [1, 1, 1], True),
        ([1, 1, 0], [2, 1, 1], True),
        ([1, 1, 1], [3, 1, 1], False),
        ([2, 2, 1], [3, 2, 1], False),
        ([2, 2, 3], [3, 3, 4], True),
        ([2, 2, 3], [2, 2, 4], False),
        ([3, 2, 2], [4, 2, 2], False),
        ([3, 3, 3], [4, 3, 3], True),
        ([0, 0, 0], [2, 2, 2], True),
        ([0, 0, 0], [4, 4, 4], True),
        ([0, 0, 0], [4, 4, 3], True),
        ([0, 0, 0], [4, 4, 2], False),
        ([0, 0, 0], [3, 2, 1], False),
        ([0, 0, 0], [0, 4, 0], False),
    ],
)
def test_houses_stand_evenly_where_the_book_asks_for_it(
    name: str, uneven: str | None, now: list[int], plan: list[int], even: bool
) -> None:
    game = orange(name, now)
    order = Build(game.group(16), plan)
    assert game.refusal(0, order) == (None if even else uneven)
    if game.can(0, order):
        game.does(0, order)
        assert built(game) == plan
        assert game.cash(0) == (2_000 - 100 * (sum(plan) - sum(now))) * FIGURES[name].unit
        assert stock(game) == left(name, plan)


@book(
    "",
    (EXP, "EXP-67 EXP-71 EXP-72 AMB-18 DP-29"),
    (SRV, "SRV-52 SRV-54 SRV-56 SRV-57 AMB-18 AMB-72 DP-29"),
    (EUR, "EUR-70 EUR-74 EUR-75 EUR-76 EUR-77 AMB-18 AMB-96 DP-29"),
    (CLA, "CLA-71 CLA-73 CLA-75 CLA-76 CLA-77 AMB-18 DP-29"),
)
@pytest.mark.parametrize(
    ("now", "plan", "refusal"),
    [
        ([4, 4, 4], [5, 4, 4], None),
        ([4, 4, 4], [5, 5, 5], None),
        ([5, 4, 4], [5, 5, 4], None),  # a hotel counts for four houses
        ([5, 5, 4], [5, 5, 5], None),
        ([4, 4, 3], [5, 4, 4], None),  # the missing house first, in one order
        ([3, 3, 3], [5, 5, 5], None),
        ([0, 0, 0], [5, 5, 5], None),
        ([4, 4, 3], [5, 4, 3], "HOTEL_NEEDS_HOUSES"),
        ([4, 3, 4], [4, 3, 5], "HOTEL_NEEDS_HOUSES"),
        ([3, 3, 3], [5, 3, 3], "HOTEL_NEEDS_HOUSES"),
        ([0, 0, 0], [5, 0, 0], "HOTEL_NEEDS_HOUSES"),
        ([4, 4, 4], [6, 5, 5], "TOO_HIGH"),
        ([5, 5, 5], [6, 5, 5], "TOO_HIGH"),
        ([5, 5, 5], [5, 5, 5], "NOTHING_TO_CHANGE"),
        ([1, 1, 1], [2, 1, 0], "NOTHING_TO_CHANGE"),  # selling is another matter
    ],
)
def test_a_hotel_follows_four_houses_on_every_lot_and_nothing_follows_a_hotel(
    name: str, now: list[int], plan: list[int], refusal: str | None
) -> None:
    game = orange(name, now)
    order = Build(game.group(16), plan)
    assert game.refusal(0, order) == refusal
    if refusal is None:
        game.does(0, order)
        assert game.cash(0) == (2_000 - 100 * (sum(plan) - sum(now))) * FIGURES[name].unit
        assert stock(game) == left(name, plan)


@book(
    "incomplete",
    (EXP, "EXP-65 EXP-42", "GROUP_INCOMPLETE"),
    (SRV, "SRV-51", None),
    (EUR, "EUR-37 EUR-66", "GROUP_INCOMPLETE"),
    (CLA, "CLA-34 CLA-67", "GROUP_INCOMPLETE"),
    (CAS, "CAS-34 CAS-41 AMB-127", "GROUP_INCOMPLETE"),
)
def test_who_may_build_where(name: str, incomplete: str | None) -> None:
    transports = dict.fromkeys((5, 15, 25, 35, 12, 28), 0)
    for third in ({}, {19: 1}):
        game = table(name, owners={16: 0, 18: 0, **third, **transports})
        group = game.group(16)
        assert game.refusal(0, Build(group, [1, 0, 0])) == incomplete
        assert game.refusal(0, Build(group, [0, 0, 1])) == (incomplete or "NOT_YOURS")
        assert game.refusal(1, Build(group, [1, 0, 0])) == (incomplete or "NOT_YOURS")
        assert game.refusal(0, Build(game.group(5), [1, 0, 0, 0])) == "NOT_A_LOT"
        assert game.refusal(0, Build(game.group(12), [1, 0])) == "NOT_A_LOT"
        assert game.refusal(0, SellBuildings(game.group(5), [0, 0, 0, 0])) == "NOT_A_LOT"
        assert any(isinstance(action, Build) for action in game.legal_actions(0)) == (name == SRV)
    game = orange(name, [0, 0, 0])
    assert all(game.can(0, Build(group, plan)) for plan in ([1, 0, 0], [0, 1, 0], [0, 0, 1]))


@book("", (EXP, "EXP-85"), (SRV, "AMB-19"), (EUR, "EUR-73 EUR-95"), (CLA, "CLA-74 CLA-98"), (CAS, "AMB-19"))
@pytest.mark.proves("AMB-19")
def test_nobody_builds_in_a_group_of_which_a_lot_is_mortgaged(name: str) -> None:
    for mortgaged in ORANGE:
        game = table(name, owners=dict.fromkeys((*ORANGE, 1), 0), mortgages=[mortgaged])
        group = game.group(16)
        for plan in ([1, 0, 0], [0, 1, 0], [0, 0, 1]):
            assert game.refusal(0, Build(group, plan)) == "GROUP_MORTGAGED"
        game.does(0, LiftMortgage(game.deed(mortgaged)), Mortgage(game.deed(1)))  # of another group
        assert game.does(0, Build(group, [1, 0, 0])).one(Built).amount == 100 * FIGURES[name].unit


@book(
    "uneven",
    (EXP, "EXP-53 AMB-33 AMB-95 DP-32 DP-33", "NOT_EVEN"),
    (SRV, "SRV-61 AMB-33 AMB-76 DP-32 DP-33", None),
    (EUR, "EUR-71 EUR-72 EUR-79 EUR-80 EUR-81 AMB-33 AMB-95 DP-32 DP-33", "NOT_EVEN"),
    (CLA, "CLA-72 CLA-85 CLA-86 CLA-87 CLA-88 AMB-33 DP-32 DP-33", "NOT_EVEN"),
)
@pytest.mark.parametrize(
    ("now", "plan", "even"),
    [
        ([1, 1, 1], [0, 1, 1], True),
        ([2, 1, 1], [2, 1, 0], False),
        ([2, 1, 1], [2, 0, 0], False),
        ([2, 2, 1], [1, 1, 0], True),
        ([2, 2, 2], [1, 1, 1], True),
        ([2, 2, 2], [0, 2, 2], False),
        ([2, 2, 2], [0, 0, 0], True),
        ([3, 3, 3], [2, 3, 3], True),
        ([3, 3, 3], [1, 3, 3], False),
        ([4, 4, 4], [4, 0, 4], False),
        ([5, 4, 4], [5, 3, 3], False),
        ([5, 4, 4], [5, 0, 0], False),
        ([5, 4, 4], [4, 4, 4], True),  # exchanged
        ([5, 4, 4], [3, 3, 3], True),
        ([5, 5, 5], [5, 4, 5], True),
        ([5, 5, 5], [3, 4, 4], True),
        ([5, 5, 5], [2, 2, 1], True),
        ([5, 5, 5], [0, 0, 0], True),  # outright, all at one time
        ([5, 5, 5], [0, 5, 5], False),
        ([5, 5, 5], [3, 5, 5], False),
    ],
)
def test_buildings_are_sold_at_half_price_step_by_step_as_evenly_as_they_are_built(
    name: str, uneven: str | None, now: list[int], plan: list[int], even: bool
) -> None:
    game = orange(name, now)
    sale = SellBuildings(game.group(16), plan)
    assert game.refusal(0, sale) == (None if even else uneven)
    if game.can(0, sale):
        told = game.does(0, sale)
        assert sum(sold.amount for sold in told.of(BuildingsSold, seat=0)) == 50 * FIGURES[name].unit * (
            sum(now) - sum(plan)
        )
        assert built(game) == plan
        assert game.cash(0) == (2_000 + 50 * (sum(now) - sum(plan))) * FIGURES[name].unit
        assert stock(game) == left(name, plan)


@editions()
@pytest.mark.proves("AMB-33", "EUR-78", "EUR-79")
def test_a_sale_lowers_something_of_ones_own(name: str) -> None:
    game = orange(name, [1, 1, 1])
    group = game.group(16)
    assert game.refusal(0, SellBuildings(group, [1, 1, 1])) == "NOTHING_TO_CHANGE"
    assert game.refusal(0, SellBuildings(group, [2, 0, 0])) == "TOO_HIGH"
    assert game.refusal(1, SellBuildings(group, [0, 0, 0])) == "NOT_YOURS"


@editions(EXP, SRV, EUR, CLA)
@pytest.mark.parametrize(
    ("now", "houses", "plan", "refusal"),
    [
        ([5, 5, 5], 4, [4, 5, 5], None),
        ([5, 5, 5], 3, [4, 5, 5], "NO_HOUSES_LEFT"),
        ([5, 5, 5], 0, [1, 0, 0], "NO_HOUSES_LEFT"),
        ([5, 5, 5], 0, [0, 0, 0], None),
        ([5, 5, 5], 3, [1, 1, 1], None),
        ([5, 5, 5], 2, [1, 1, 1], "NO_HOUSES_LEFT"),
        ([5, 4, 4], 1, [3, 3, 3], None),  # eight stand there
        ([5, 4, 4], 0, [3, 3, 3], "NO_HOUSES_LEFT"),
        ([5, 4, 4], 0, [2, 3, 3], None),
    ],
)
@pytest.mark.proves("AMB-33", "AMB-34", "DP-33", "EUR-81", "CLA-79", "CLA-87")
def test_hotels_are_sold_to_a_layout_that_the_houses_of_bank_and_group_can_supply(
    name: str, now: list[int], houses: int, plan: list[int], refusal: str | None
) -> None:
    game = orange(name, now, houses=houses)
    sale = SellBuildings(game.group(16), plan)
    assert game.refusal(0, sale) == refusal
    if refusal is None:
        game.does(0, sale)
        assert game.cash(0) == (2_000 + 50 * (sum(now) - sum(plan))) * FIGURES[name].unit
        assert game.view().houses == houses + left(name, plan)[0] - left(name, now)[0]


@editions(EXP, SRV, EUR, CLA)
@pytest.mark.parametrize(
    ("now", "stock", "plan", "refusal"),
    [
        ([0, 0, 0], {"houses": 3}, [1, 1, 1], None),
        ([0, 0, 0], {"houses": 2}, [1, 1, 1], "NO_HOUSES_LEFT"),
        ([4, 4, 3], {"houses": 0}, [5, 4, 4], "NO_HOUSES_LEFT"),
        ([4, 4, 4], {"houses": 0, "hotels": 1}, [5, 4, 4], None),
        ([4, 4, 4], {"houses": 0, "hotels": 0}, [5, 4, 4], "NO_HOTELS_LEFT"),
        ([4, 4, 4], {"hotels": 1}, [5, 5, 4], "NO_HOTELS_LEFT"),
        ([0, 0, 0], {"houses": 12, "hotels": 3}, [5, 5, 5], None),
        ([0, 0, 0], {"houses": 11}, [5, 5, 5], "NO_HOUSES_LEFT"),  # all twelve are needed at once
        ([0, 0, 0], {"houses": 12, "hotels": 2}, [5, 5, 5], "NO_HOTELS_LEFT"),
    ],
)
@pytest.mark.proves("AMB-37", "SRV-05", "SRV-06", "SRV-54", "EUR-82", "CLA-75", "CLA-78")
def test_an_order_is_limited_by_the_stock(
    name: str, now: list[int], stock: dict[str, int], plan: list[int], refusal: str | None
) -> None:
    game = orange(name, now, **stock)
    assert game.refusal(0, Build(game.group(16), plan)) == refusal
