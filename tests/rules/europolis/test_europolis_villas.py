"""«Vile și hoteluri»: where, when and how evenly one may build."""

import pytest

from magnate.actions import Build, LiftMortgage, Mortgage
from magnate.events import Built
from rules.europolis.kit import (
    AIRLINES,
    BRITAIN,
    BULGARIA,
    FRANCE,
    GERMANY,
    GREECE,
    ITALY,
    ROMANIA,
    SPAIN,
    build,
    built,
    europolis,
    levels,
    owned,
    stock,
)


@pytest.mark.proves("EUR-37", "EUR-66", "DP-28")
def test_villas_need_every_city_of_the_country() -> None:
    game = europolis(3, owners=owned(0, GREECE))
    game.does(0, build(game, GREECE, 1, 0, 0)).one(Built, seat=0, deed=game.deed("Patras"), level=1, amount=3000)
    for owners in (owned(0, GREECE[:2]), owned(0, GREECE) | {"Atena": 1}):
        game = europolis(3, owners=owners)
        assert game.refusal(0, build(game, GREECE, 1, 0, 0)) == "GROUP_INCOMPLETE"
        assert game.refusal(1, build(game, GREECE, 0, 0, 1)) == "GROUP_INCOMPLETE"


@pytest.mark.proves("EUR-66")
def test_nothing_is_built_on_airlines() -> None:
    game = europolis(2, owners=owned(0, AIRLINES))
    assert game.refusal(0, Build(game.group(AIRLINES[0]), [1, 0, 0, 0])) == "NOT_A_LOT"


@pytest.mark.parametrize(
    ("country", "price"),
    [
        (BULGARIA, 1500),
        (ROMANIA, 1500),
        (GREECE, 3000),
        (SPAIN, 3000),
        (ITALY, 4500),
        (FRANCE, 4500),
        (GERMANY, 6000),
        (BRITAIN, 6000),
    ],
)
@pytest.mark.proves("EUR-68", "EUR-76")
def test_a_villa_and_a_hotel_cost_what_the_title_says(country: tuple[str, ...], price: int) -> None:
    game = europolis(2, owners=owned(0, country))
    bare = [0] * (len(country) - 1)
    game.does(0, build(game, country, 1, *bare)).one(Built, level=1, amount=price)
    assert game.cash(0) == 50_000 - price
    full = [4] * len(country)
    game = europolis(2, owners=owned(0, country), levels=built(country, *full))
    game.does(0, build(game, country, 5, *full[1:])).one(Built, level=5, amount=price)
    assert game.cash(0) == 50_000 - price


@pytest.mark.parametrize(
    ("now", "plan", "refusal"),
    [
        ([0, 0, 0], [1, 0, 0], None),
        ([0, 0, 0], [0, 0, 1], None),
        ([0, 0, 0], [2, 0, 0], "NOT_EVEN"),
        ([1, 1, 0], [2, 1, 0], "NOT_EVEN"),
        ([1, 1, 1], [2, 1, 1], None),
        ([2, 2, 2], [4, 2, 2], "NOT_EVEN"),
        ([2, 2, 3], [3, 3, 4], None),
        ([2, 2, 3], [2, 2, 4], "NOT_EVEN"),
        ([3, 3, 3], [4, 4, 4], None),
        ([0, 0, 0], [4, 4, 4], None),
        ([0, 0, 0], [4, 4, 3], None),
        ([0, 0, 0], [4, 4, 2], "NOT_EVEN"),
    ],
)
@pytest.mark.proves("EUR-69", "EUR-72", "DP-28")
def test_building_is_proportional_and_any_number_at_once(now: list[int], plan: list[int], refusal: str | None) -> None:
    game = europolis(2, owners=owned(0, ROMANIA), levels=built(ROMANIA, *now))
    order = build(game, ROMANIA, *plan)
    assert game.refusal(0, order) == refusal
    if refusal is None:
        game.does(0, order)
        assert levels(game, ROMANIA) == plan
        assert game.cash(0) == 50_000 - 1500 * (sum(plan) - sum(now))
        assert stock(game) == (34 - sum(plan), 10)


@pytest.mark.parametrize(("cash", "refusal"), [(4500, None), (4450, "NOT_ENOUGH_CASH")])
@pytest.mark.proves("EUR-68")
def test_an_order_is_paid_in_cash(cash: int, refusal: str | None) -> None:
    game = europolis(2, owners=owned(0, ROMANIA), cash={0: cash})
    assert game.refusal(0, build(game, ROMANIA, 1, 1, 1)) == refusal


@pytest.mark.parametrize(
    ("now", "plan", "refusal"),
    [
        ([4, 4, 4], [5, 4, 4], None),
        ([4, 4, 4], [5, 5, 5], None),
        ([5, 4, 4], [5, 5, 4], None),
        ([5, 5, 4], [5, 5, 5], None),
        ([4, 4, 3], [5, 4, 3], "HOTEL_NEEDS_HOUSES"),
        ([4, 4, 3], [5, 4, 4], None),
        ([0, 0, 0], [5, 0, 0], "HOTEL_NEEDS_HOUSES"),
        ([3, 3, 3], [5, 3, 3], "HOTEL_NEEDS_HOUSES"),
        ([3, 3, 3], [5, 5, 5], None),
    ],
)
@pytest.mark.proves("EUR-70", "EUR-74", "EUR-75", "EUR-77", "AMB-18", "DP-29")
def test_a_hotel_needs_four_villas_on_every_city_first(now: list[int], plan: list[int], refusal: str | None) -> None:
    game = europolis(2, owners=owned(0, ROMANIA), levels=built(ROMANIA, *now))
    assert game.refusal(0, build(game, ROMANIA, *plan)) == refusal


@pytest.mark.proves("EUR-70", "AMB-96")
def test_after_four_villas_comes_one_hotel_and_nothing_more() -> None:
    game = europolis(2, owners=owned(0, BULGARIA), levels=built(BULGARIA, 4, 4))
    game.does(0, build(game, BULGARIA, 5, 5))
    assert game.refusal(0, build(game, BULGARIA, 6, 5)) == "TOO_HIGH"
    assert game.refusal(0, build(game, BULGARIA, 6, 6)) == "TOO_HIGH"
    assert not [option for option in game.options(0) if option.type == "Build"]


@pytest.mark.proves("EUR-76")
def test_the_four_villas_go_back_to_the_bank_for_the_hotel() -> None:
    game = europolis(2, owners=owned(0, BULGARIA), levels=built(BULGARIA, 4, 4))
    assert stock(game) == (26, 10)
    game.does(0, build(game, BULGARIA, 4, 5))
    assert stock(game) == (30, 9)
    assert levels(game, BULGARIA) == [4, 5]
    assert game.cash(0) == 48_500


@pytest.mark.proves("EUR-76", "EUR-75")
def test_villas_and_hotel_in_one_order_cost_four_villas_and_the_hotel() -> None:
    game = europolis(2, owners=owned(0, BULGARIA))
    game.does(0, build(game, BULGARIA, 5, 5))
    assert game.cash(0) == 50_000 - 2 * (4 * 1500 + 1500)
    assert stock(game) == (34, 8)


@pytest.mark.proves("EUR-73", "EUR-95")
def test_a_mortgage_in_the_country_stops_building_until_it_is_lifted() -> None:
    game = europolis(2, owners=owned(0, GREECE), mortgages=["Atena"])
    for plan in ([1, 0, 0], [0, 0, 1]):
        assert game.refusal(0, build(game, GREECE, *plan)) == "GROUP_MORTGAGED"
    game.does(0, LiftMortgage(game.deed("Atena")))
    assert game.can(0, build(game, GREECE, 1, 0, 0))
    game.does(0, Mortgage(game.deed("Patras")))
    assert not game.can(0, build(game, GREECE, 0, 0, 1))


@pytest.mark.proves("EUR-73")
def test_a_mortgage_in_another_country_is_no_bar() -> None:
    game = europolis(2, owners=owned(0, GREECE, ROMANIA), mortgages=["Constanța"])
    assert game.can(0, build(game, GREECE, 1, 0, 0))


@pytest.mark.proves("EUR-67", "AMB-17")
def test_one_builds_in_ones_turn_or_between_the_turns_of_others() -> None:
    game = europolis(3, owners=owned(0, BULGARIA) | owned(1, GREECE) | owned(2, ROMANIA), at={0: 17, 1: 17})
    assert game.can(0, build(game, BULGARIA, 1, 0))  # before one's own roll
    assert game.can(1, build(game, GREECE, 1, 0, 0))  # between turns
    game.rolls(1, 2)
    assert game.can(0, build(game, BULGARIA, 1, 0))  # after the landing
    assert game.refusal(1, build(game, GREECE, 1, 0, 0)) == "WRONG_MOMENT"
    game.ends_turn()
    assert game.can(0, build(game, BULGARIA, 1, 0))
    assert game.can(2, build(game, ROMANIA, 1, 0, 0))


@pytest.mark.proves("AMB-17")
def test_nobody_builds_between_a_roll_and_the_end_of_its_landing() -> None:
    game = europolis(2, owners=owned(0, BULGARIA) | owned(1, GREECE), at={0: 17})
    game.rolls(1, 5)  # Milano, free
    assert game.refusal(0, build(game, BULGARIA, 1, 0)) == "WRONG_MOMENT"
    assert game.refusal(1, build(game, GREECE, 1, 0, 0)) == "WRONG_MOMENT"


@pytest.mark.proves("EUR-67")
def test_after_a_double_one_may_build_before_rolling_again() -> None:
    game = europolis(2, owners=owned(0, BULGARIA), at={0: 16})
    game.rolls(2, 2)
    assert game.can(0, build(game, BULGARIA, 1, 1))


@pytest.mark.parametrize(("houses", "refusal"), [(3, None), (2, "NO_HOUSES_LEFT")])
@pytest.mark.proves("EUR-82")
def test_an_order_beyond_the_stock_of_villas_is_refused(houses: int, refusal: str | None) -> None:
    game = europolis(2, owners=owned(0, ROMANIA), houses=houses)
    assert game.refusal(0, build(game, ROMANIA, 1, 1, 1)) == refusal


@pytest.mark.parametrize(("hotels", "refusal"), [(1, None), (0, "NO_HOTELS_LEFT")])
@pytest.mark.proves("EUR-82")
def test_an_order_beyond_the_stock_of_hotels_is_refused(hotels: int, refusal: str | None) -> None:
    game = europolis(2, owners=owned(0, BULGARIA), levels=built(BULGARIA, 4, 4), hotels=hotels, houses=5)
    assert game.refusal(0, build(game, BULGARIA, 5, 4)) == refusal


@pytest.mark.proves("EUR-69", "EUR-66")
def test_a_plan_changes_something_and_lowers_nothing() -> None:
    game = europolis(2, owners=owned(0, BULGARIA), levels=built(BULGARIA, 1, 1))
    assert game.refusal(0, build(game, BULGARIA, 1, 1)) == "NOTHING_TO_CHANGE"
    assert game.refusal(0, build(game, BULGARIA, 2, 0)) == "NOTHING_TO_CHANGE"


@pytest.mark.proves("DP-28", "DP-32")
def test_the_single_steps_and_the_whole_country_are_offered() -> None:
    game = europolis(2, owners=owned(0, ROMANIA), levels=built(ROMANIA, 1, 1, 1))
    offered = [option.action for option in game.options(0) if option.type in ("Build", "SellBuildings")]
    assert [(type(action).__name__, action.levels) for action in offered] == [
        ("SellBuildings", [0, 1, 1]),
        ("Build", [2, 1, 1]),
        ("SellBuildings", [1, 0, 1]),
        ("Build", [1, 2, 1]),
        ("SellBuildings", [1, 1, 0]),
        ("Build", [1, 1, 2]),
        ("SellBuildings", [0, 0, 0]),
        ("Build", [2, 2, 2]),
    ]
