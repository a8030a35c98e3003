"""Plans for buildings before they are ordered, in all five editions: price, rents, and where the plan may go on."""

import pytest

from magnate.actions import Action, Build, MalformedAction, SellBuildings
from magnate.testing import Position
from magnate.view import PlanView
from rules.kit import EUR, FIGURES, editions, table

ORANGE = (16, 18, 19)


def orange(name: str, levels: tuple[int, int, int] = (0, 0, 0), cash: int = 2_000, **position: int) -> Position:
    """Seat 0 owns lots 16, 18 and 19, built so high, and has so many units."""
    heights = dict(zip(ORANGE, levels, strict=True))
    purse = {0: cash * FIGURES[name].unit}
    return table(name, owners=dict.fromkeys(ORANGE, 0), levels=heights, cash=purse, **position)


def group_of(game: Position) -> int:
    """The group of the three lots."""
    return game.group(ORANGE[0])


def rents(game: Position) -> list[int | None]:
    """What a stop on each lot costs now."""
    return [game.view().deeds[game.deed(space)].rent for space in ORANGE]


def walk(game: Position, start: list[int], direction: str) -> list[PlanView]:
    """All plans that single steps reach from what stands."""
    found = {tuple(start): game.plan(0, group_of(game), start)}
    left = [found[tuple(start)]]
    while left:
        for levels in getattr(left.pop(), direction):
            if levels is not None and tuple(levels) not in found:
                plan = found[tuple(levels)] = game.plan(0, group_of(game), levels)
                left.append(plan)
    return [plan for levels, plan in found.items() if list(levels) != start]


@editions()
@pytest.mark.parametrize("levels", [(0, 0, 0), (1, 1, 2), (3, 3, 3)])
@pytest.mark.parametrize(("direction", "kind"), [("up", Build), ("down", SellBuildings)])
def test_a_plan_says_what_the_order_then_does(
    name: str, levels: tuple[int, int, int], direction: str, kind: type[Build | SellBuildings]
) -> None:
    """Every plan that taps reach is legal, costs what it says, leaves what it says and makes the rents it says."""
    start = list(levels)
    plans = walk(orange(name, levels), start, direction)
    assert plans or (direction, sum(levels)) == ("down", 0)
    for plan in plans:
        game = orange(name, levels)
        action: Action = kind(group_of(game), plan.levels)
        assert plan.refusal is None
        before = game.cash(0)
        game.does(0, action)
        assert game.cash(0) == plan.leaves == before - plan.price
        assert rents(game) == plan.rents


@editions()
def test_a_step_is_offered_exactly_where_the_order_would_be_legal(name: str) -> None:
    """One legality: for every plan of the first rounds, `up` lists what `refusal` accepts, and nothing else."""
    game = orange(name)
    group = group_of(game)
    for plan in [game.plan(0, group, [0, 0, 0]), *walk(game, [0, 0, 0], "up")]:
        for place, above in enumerate(plan.up):
            levels = [level + (at == place) for at, level in enumerate(plan.levels)]
            is_legal = max(levels) <= 5 and game.refusal(0, Build(group, levels)) is None
            assert above == (levels if is_legal else None)


@editions()
def test_a_plan_goes_no_further_than_the_purse(name: str) -> None:
    game = orange(name, cash=100)  # one house
    plan = game.plan(0, group_of(game), [1, 0, 0])
    assert plan.refusal is None
    assert plan.leaves == 0
    assert plan.up == [None, None, None]
    assert plan.down == [[0, 0, 0], None, None]
    assert game.plan(0, group_of(game), [1, 1, 0]).refusal == "NOT_ENOUGH_CASH"


@editions()
def test_a_plan_goes_no_further_than_the_stock(name: str) -> None:
    game = orange(name, houses=1)
    assert game.plan(0, group_of(game), [1, 0, 0]).up == [None, None, None]
    assert game.plan(0, group_of(game), [1, 1, 0]).refusal == "NO_HOUSES_LEFT"


@editions()
def test_what_is_planned_can_be_taken_back_to_what_stands(name: str) -> None:
    """Down from an order, or up from a sale, leads back and never beyond."""
    game = orange(name, (1, 1, 1))
    group = group_of(game)
    assert game.plan(0, group, [2, 1, 1]).down == [[1, 1, 1], None, None]
    assert game.plan(0, group, [0, 1, 1]).up == [[1, 1, 1], None, None]


@editions()
def test_somebody_else_may_build_nothing_there(name: str) -> None:
    game = orange(name)
    plan = game.plan(1, group_of(game), [0, 0, 0])
    assert plan.refusal is not None
    assert plan.up == plan.down == [None, None, None]
    assert game.plan(1, group_of(game), [1, 0, 0]).refusal is not None


def test_a_plan_that_fits_no_group_is_refused_by_name() -> None:
    game = orange(EUR)
    own, railways = group_of(game), game.group(5)
    for group, levels in [(own, [1, 0]), (own, [99, 0, 0]), (railways, [1, 0, 0, 0]), (99, [1])]:
        with pytest.raises(MalformedAction):
            game.plan(0, group, levels)
