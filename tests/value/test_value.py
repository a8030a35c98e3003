"""The value of a position: chances that add up to one, whoever sits where and whatever the money is called."""

from pathlib import Path
from typing import Any

import pytest

from magnate.value import fields
from magnate.value.fields import MILLION, MOST, STANDING, STYLES
from magnate.value.file import network_for
from magnate.value.inference import TableValue
from magnate.value.knowledge import MasterStyle, Weighed
from magnate.value.layers import weigh
from value.kit import EDITIONS, positions, some_weights

MONEY = ("price", "mortgage", "house_cost", "hotel_cost", "rent")


def chances(g: Any, e: Any, n: Any) -> list[int]:
    f = Weighed()
    weigh(g, e, n, f)
    return list(f.chance[: g.seats])


def test_the_parameters_of_a_master_are_in_the_order_of_their_numbers() -> None:
    assert [getattr(fields, name.upper()) for name in MasterStyle._fields] == list(range(STYLES))


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda one: Path(one).stem)
@pytest.mark.parametrize("seats", [2, 4])
def test_chances_add_up_to_one_and_figures_stay_in_their_range(edition: str, seats: int) -> None:
    for position in positions(edition, seats, 240, 40):
        g, e = position.state, position.table
        n, f = network_for(e, some_weights()), Weighed()
        weigh(g, e, n, f)
        assert MILLION - seats <= sum(f.chance) <= MILLION
        assert all(-MOST <= one <= MOST for one in f.standing)
        assert all(f.chance[seat] == 0 for seat in range(seats) if g.out[seat])


def test_it_does_not_matter_who_sits_where() -> None:
    for position in positions("clasico", 3, 300, 30):
        g, e = position.state.copy(), position.table
        if g.depth != 1 or g.claims or g.deals:
            continue
        n = network_for(e, some_weights())
        before = chances(g, e, n)
        turned = [2, 0, 1]  # seat i moves to turned[i]
        moved = g.copy()
        for seat, to in enumerate(turned):
            for name in ("cash", "at", "jail", "out", "deed_count"):
                getattr(moved, name)[to] = getattr(g, name)[seat]
        moved.owner = [turned[owner] if owner >= 0 else owner for owner in g.owner]
        moved.held = [turned[holder] if holder >= 0 else holder for holder in g.held]
        moved.order[:3] = [turned[seat] for seat in g.order[:3]]
        moved.turn = turned[g.turn]
        after = chances(moved, e, n)
        assert [after[to] for to in turned] == before


def test_the_unit_of_money_does_not_matter() -> None:
    for position in positions("clasico", 4, 300, 50):
        g, e = position.state.copy(), position.table
        n = network_for(e, some_weights())
        before = chances(g, e, n)
        dear = e.copy()
        for name in MONEY:
            setattr(dear, name, [10 * one for one in getattr(e, name)])
        dear.setup_cash, dear.start_salary, dear.note = 10 * e.setup_cash, 10 * e.start_salary, 10 * e.note
        g.cash = [10 * one for one in g.cash]
        for i in range(g.depth):
            g.frame_amount[i] *= 10
        for claim in g.claim:
            claim.amount *= 10
        after = chances(g, dear, network_for(dear, some_weights()))
        assert all(abs(one - other) < MILLION // 200 for one, other in zip(before, after, strict=True))


@pytest.mark.parametrize("is_plain", [True, False])
def test_a_table_finds_the_numbers_of_the_core(is_plain: bool) -> None:
    for position in positions("expopolis", 4, 300, 30):
        g, e = position.state, position.table
        n, f = network_for(e, some_weights()), Weighed()
        TableValue(n, plain=is_plain).weigh(g, e, n, f)
        assert list(f.chance[:4]) == chances(g, e, n)


def test_figures_of_a_seat_that_is_out_are_not_looked_at() -> None:
    g, e = (one := positions("clasico", 4, 100, 99)[-1]).state.copy(), one.table
    n = network_for(e, some_weights())
    g.out[3], g.out_count, g.deed_count[3] = 1, 1, 0
    g.owner = [-1 if owner == 3 else owner for owner in g.owner]
    before = chances(g, e, n)
    f = Weighed()
    f.standing = [5] * len(f.standing)
    weigh(g, e, n, f)
    assert list(f.chance[:4]) == before
    assert f.standing[3 * STANDING : 4 * STANDING] == [5] * STANDING
