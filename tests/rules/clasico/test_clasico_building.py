"""Houses and hotels: whose, when, how evenly, at what price."""

import pytest

from magnate.actions import Build, LiftMortgage, Mortgage, RefuseDeed, Roll
from magnate.events import Built, ContestOpened
from rules.clasico.kit import (
    BLUE,
    BROWN,
    GREEN,
    HOTEL,
    LIGHT_BLUE,
    ORANGE,
    PINK,
    RED,
    YELLOW,
    build,
    built,
    levels,
    own,
    purses,
    sell,
    stock,
    table,
)

COSTS = [
    (BROWN, 50),
    (LIGHT_BLUE, 50),
    (PINK, 100),
    (ORANGE, 100),
    (RED, 150),
    (YELLOW, 150),
    (GREEN, 200),
    (BLUE, 200),
]


@pytest.mark.proves("CLA-67", "CLA-68", "CLA-14", "DP-28")
@pytest.mark.parametrize(("group", "cost"), COSTS)
def test_a_house_costs_the_price_on_the_deed_and_comes_from_the_stock(group: tuple[str, ...], cost: int) -> None:
    game = table(2, owners=own(0, *group))
    told = game.does(0, build(game, group, 1, *[0] * (len(group) - 1)))
    told.one(Built, seat=0, deed=game.deed(group[0]), level=1, amount=cost)
    assert purses(game) == [1500 - cost, 1500]
    assert stock(game) == (31, 12)


@pytest.mark.proves("CLA-67")
def test_nobody_builds_on_what_is_another_s() -> None:
    game = table(2, owners={**own(0, *GREEN), **own(1, *PINK)})
    assert game.refusal(0, build(game, PINK, 1, 0, 0)) == "GROUP_INCOMPLETE"
    assert game.refusal(1, build(game, GREEN, 1, 0, 0)) == "GROUP_INCOMPLETE"


@pytest.mark.proves("CLA-67")
def test_nothing_is_built_on_stations_and_utilities() -> None:
    game = table(2, owners=own(0, 5, 15, 25, 35, 12, 28))
    assert game.refusal(0, Build(game.group(5), [1, 0, 0, 0])) == "NOT_A_LOT"
    assert game.refusal(0, Build(game.group(12), [1, 0])) == "NOT_A_LOT"


@pytest.mark.proves("CLA-70", "DP-28")
def test_building_must_be_even() -> None:
    game = table(2, owners=own(0, *LIGHT_BLUE))
    assert game.refusal(0, build(game, LIGHT_BLUE, 2, 0, 0)) == "NOT_EVEN"
    assert game.refusal(0, build(game, LIGHT_BLUE, 2, 1, 0)) == "NOT_EVEN"
    game.does(0, build(game, LIGHT_BLUE, 1, 1, 0))
    assert game.refusal(0, build(game, LIGHT_BLUE, 2, 1, 0)) == "NOT_EVEN"
    assert game.can(0, build(game, LIGHT_BLUE, 2, 1, 1))
    game.does(0, build(game, LIGHT_BLUE, 1, 1, 1))
    for plan in ((2, 1, 1), (1, 2, 1), (1, 1, 2)):
        assert game.can(0, build(game, LIGHT_BLUE, *plan))


@pytest.mark.proves("CLA-70", "CLA-71")
@pytest.mark.parametrize("level", [1, 2, 3])
def test_evenness_holds_at_every_height(level: int) -> None:
    game = table(2, owners=own(0, *BROWN), levels=built(BROWN, level, level - 1))
    assert game.refusal(0, build(game, BROWN, level + 1, level - 1)) == "NOT_EVEN"
    assert game.can(0, build(game, BROWN, level, level))


@pytest.mark.proves("CLA-73")
def test_as_many_buildings_at_once_as_one_can_pay_for() -> None:
    game = table(2, cash={0: 600}, owners=own(0, *LIGHT_BLUE))
    told = game.does(0, build(game, LIGHT_BLUE, 4, 4, 4))  # 12 × 50
    assert [event.amount for event in told.of(Built)] == [200, 200, 200]
    assert game.cash(0) == 0
    assert stock(game) == (20, 12)
    game = table(2, cash={0: 599}, owners=own(0, *LIGHT_BLUE))
    assert game.refusal(0, build(game, LIGHT_BLUE, 4, 4, 4)) == "NOT_ENOUGH_CASH"
    assert game.can(0, build(game, LIGHT_BLUE, 4, 4, 3))


@pytest.mark.proves("CLA-71", "CLA-77")
def test_four_houses_and_then_one_hotel_are_the_most() -> None:
    game = table(2, owners=own(0, *BROWN), levels=built(BROWN, 4, 4))
    assert game.can(0, build(game, BROWN, HOTEL, 4))
    assert game.refusal(0, build(game, BROWN, 6, 5)) == "TOO_HIGH"
    game = table(2, owners=own(0, *BROWN), levels=built(BROWN, HOTEL, HOTEL))
    assert game.refusal(0, build(game, BROWN, 6, 5)) == "TOO_HIGH"
    assert [option.type for option in game.options(0) if option.type == "Build"] == []


@pytest.mark.proves("CLA-75", "DP-29")
def test_a_hotel_needs_four_houses_on_every_lot_of_the_group() -> None:
    game = table(2, owners=own(0, *PINK), levels=built(PINK, 4, 4, 3))
    assert not game.can(0, build(game, PINK, HOTEL, 4, 3))
    assert game.refusal(0, build(game, PINK, HOTEL, 4, 3)) == "HOTEL_NEEDS_HOUSES"
    game = table(2, owners=own(0, *PINK), levels=built(PINK, 4, 4, 4))
    assert game.can(0, build(game, PINK, HOTEL, 4, 4))


@pytest.mark.proves("CLA-76", "CLA-75")
@pytest.mark.parametrize(("group", "cost"), COSTS)
def test_a_hotel_costs_its_price_and_the_four_houses_go_back(group: tuple[str, ...], cost: int) -> None:
    rest = [4] * (len(group) - 1)
    game = table(2, owners=own(0, *group), levels=built(group, 4, *rest))
    before = 32 - 4 * len(group)
    assert stock(game) == (before, 12)
    told = game.does(0, build(game, group, HOTEL, *rest))
    told.one(Built, seat=0, deed=game.deed(group[0]), level=HOTEL, amount=cost)
    assert game.cash(0) == 1500 - cost
    assert stock(game) == (before + 4, 11)


@pytest.mark.proves("AMB-18", "CLA-77")
def test_a_hotel_counts_as_four_houses_for_the_next() -> None:
    game = table(2, owners=own(0, *PINK), levels=built(PINK, HOTEL, 4, 4))
    game.does(0, build(game, PINK, HOTEL, HOTEL, 4))
    game.does(0, build(game, PINK, HOTEL, HOTEL, HOTEL))
    assert levels(game, PINK) == [5, 5, 5]
    assert stock(game) == (32, 9)
    assert game.cash(0) == 1300


@pytest.mark.proves("CLA-73", "CLA-76")
def test_from_bare_ground_to_hotels_in_one_order() -> None:
    game = table(2, cash={0: 500}, owners=own(0, *BROWN))
    told = game.does(0, build(game, BROWN, HOTEL, HOTEL))  # 2 × (4 × 50 + 50)
    assert [event.amount for event in told.of(Built)] == [250, 250]
    assert game.cash(0) == 0
    assert stock(game) == (32, 10)


@pytest.mark.proves("CLA-74", "CLA-98")
def test_no_house_while_any_lot_of_the_group_is_mortgaged_and_then_at_full_price() -> None:
    game = table(2, owners=own(0, *PINK, *GREEN), mortgages=[PINK[2]])
    for plan in ((1, 0, 0), (0, 1, 0), (0, 0, 1)):
        assert game.refusal(0, build(game, PINK, *plan)) == "GROUP_MORTGAGED"
    assert game.can(0, build(game, GREEN, 1, 0, 0))  # another colour
    game.does(0, LiftMortgage(game.deed(PINK[2])))
    assert game.cash(0) == 1500 - 88  # 80 + 8
    told = game.does(0, build(game, PINK, 0, 0, 1))
    told.one(Built, amount=100)


@pytest.mark.proves("CLA-69", "AMB-17", "CLA-73", "DP-05", "DP-10")
def test_one_builds_on_one_s_turn_before_and_after_the_roll() -> None:
    game = table(2, owners=own(0, *BROWN), at={0: "Cárcel"})
    assert game.can(0, build(game, BROWN, 1, 0))
    game.rolls(4, 6)
    assert game.can(0, build(game, BROWN, 1, 0))


@pytest.mark.proves("CLA-69", "AMB-17")
def test_one_builds_between_the_turns_of_others_but_not_within_them() -> None:
    game = table(3, owners=own(2, *BROWN), at={0: "Cárcel"})
    assert game.can(2, build(game, BROWN, 1, 0))  # seat 0 has not rolled yet
    game.rolls(4, 6)
    assert game.refusal(2, build(game, BROWN, 1, 0)) == "WRONG_MOMENT"
    game.ends_turn()
    game.does(2, build(game, BROWN, 1, 0))  # between the turns of 0 and 1
    assert game.level(BROWN[0]) == 1


@pytest.mark.proves("AMB-17")
def test_nobody_builds_between_a_roll_and_its_landing() -> None:
    game = table(2, owners={**own(0, *BROWN), **own(1, *PINK)})
    game.rolls(2, 4)  # an unowned lot to be answered for
    assert game.refusal(0, build(game, BROWN, 1, 0)) == "WRONG_MOMENT"
    assert game.refusal(1, build(game, PINK, 1, 0, 0)) == "WRONG_MOMENT"
    game.does(0, RefuseDeed())
    assert game.refusal(0, build(game, BROWN, 1, 0)) == "WRONG_MOMENT"
    assert game.refusal(1, build(game, PINK, 1, 0, 0)) == "WRONG_MOMENT"


@pytest.mark.proves("AMB-17")
def test_between_a_double_and_the_next_roll_one_may_build() -> None:
    game = table(2, owners=own(0, *BROWN))
    game.rolls(5, 5)
    assert game.can(0, Roll())
    assert game.can(0, build(game, BROWN, 1, 0))


@pytest.mark.proves("CLA-67")
def test_an_order_must_raise_something_and_lower_nothing() -> None:
    game = table(2, owners=own(0, *PINK), levels=built(PINK, 2, 1, 1))
    assert game.refusal(0, build(game, PINK, 2, 1, 1)) == "NOTHING_TO_CHANGE"
    assert game.refusal(0, build(game, PINK, 1, 2, 2)) == "NOTHING_TO_CHANGE"


@pytest.mark.proves("CLA-78", "AMB-109")
def test_without_houses_in_the_bank_one_waits_until_others_sell() -> None:
    game = table(2, owners={**own(0, *BROWN), **own(1, *PINK)}, levels=built(PINK, 1, 1, 1), houses=0)
    assert game.refusal(0, build(game, BROWN, 1, 0)) == "NO_HOUSES_LEFT"
    game.does(1, sell(game, PINK, 1, 1, 0))  # seat 1 sells its own
    assert stock(game)[0] == 1
    told = game.does(0, build(game, BROWN, 1, 0))
    assert told.none(ContestOpened)


@pytest.mark.proves("CLA-78")
def test_an_order_is_limited_by_the_stock() -> None:
    game = table(2, owners=own(0, *LIGHT_BLUE), houses=2)
    assert game.refusal(0, build(game, LIGHT_BLUE, 1, 1, 1)) == "NO_HOUSES_LEFT"
    game.does(0, build(game, LIGHT_BLUE, 1, 1, 0))
    assert stock(game)[0] == 0
    assert levels(game, LIGHT_BLUE) == [1, 1, 0]


@pytest.mark.proves("CLA-78", "CLA-75")
def test_hotels_too_are_limited_and_houses_are_needed_on_the_way() -> None:
    game = table(2, owners=own(0, *BROWN), levels=built(BROWN, 4, 4), hotels=1)
    assert game.refusal(0, build(game, BROWN, HOTEL, HOTEL)) == "NO_HOTELS_LEFT"
    game.does(0, build(game, BROWN, HOTEL, 4))
    assert stock(game)[1] == 0
    game = table(2, owners=own(0, *BROWN), levels=built(BROWN, 4, 3), houses=0)
    assert game.refusal(0, build(game, BROWN, HOTEL, 4)) == "NO_HOUSES_LEFT"
    # The houses of the first hotel serve for nothing before it stands: eight are needed at once.
    game = table(2, owners=own(0, *BROWN), houses=7)
    assert game.refusal(0, build(game, BROWN, HOTEL, HOTEL)) == "NO_HOUSES_LEFT"
    game = table(2, owners=own(0, *BROWN), houses=8)
    assert game.can(0, build(game, BROWN, HOTEL, HOTEL))


@pytest.mark.proves("DP-28", "DP-29")
def test_the_steps_offered_are_the_legal_ones_in_board_order() -> None:
    game = table(2, owners=own(0, *LIGHT_BLUE), levels=built(LIGHT_BLUE, 1, 0, 0))
    plans = [option.action.levels for option in game.options(0) if isinstance(option.action, Build)]
    assert plans == [[1, 1, 0], [1, 0, 1], [2, 1, 1]]


@pytest.mark.proves("CLA-91", "CLA-74")
def test_a_group_with_a_house_is_not_mortgaged_so_both_bars_hold() -> None:
    game = table(2, owners=own(0, *PINK), levels=built(PINK, 1, 0, 0))
    for place in PINK:
        assert game.refusal(0, Mortgage(game.deed(place))) == "BUILDINGS_IN_THE_WAY"
