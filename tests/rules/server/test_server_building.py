"""Houses without the group and without evenness; hotels with both; groups that several share."""

from typing import Any

import pytest

from magnate.actions import Build, Mortgage, SellBuildings
from magnate.events import BuildingsAsked
from magnate.testing import Position
from rules.kit import build, own, sell, stock
from rules.server.kit import ORANGE, server

FIRST = "Via Accademia"


def orange(*levels: int, cash: int = 5000, **position: Any) -> Position:
    """Seat 0 owns the orange group, built like this."""
    owners = {**own(0, *ORANGE), **position.pop("owners", {})}
    return server(2, owners=owners, levels=dict(zip(ORANGE, levels, strict=True)), cash={0: cash}, **position)


# Houses.


@pytest.mark.proves("W-08", "SRV-51", "SRV-52", "SRV-57", "AMB-72")
@pytest.mark.parametrize("rest", [{}, {13: 1, 14: 1}])
def test_a_lot_owned_alone_may_carry_4_houses_and_no_hotel(rest: dict[int, int]) -> None:
    game = server(owners={11: 0, **rest}, cash={0: 5000})
    game.does(0, build(game, FIRST, 4, 0, 0))
    assert game.cash(0) == 4600
    assert stock(game) == (28, 12)
    assert game.refusal(0, build(game, FIRST, 5, 0, 0)) == "HOTEL_NEEDS_HOUSES"


@pytest.mark.proves("AMB-19")
def test_a_mortgaged_lot_of_ones_own_bars_building_in_the_whole_group() -> None:
    game = orange(0, 0, 0, mortgages=[13])
    for levels in ((1, 0, 0), (0, 1, 0), (0, 0, 1)):
        assert game.refusal(0, build(game, FIRST, *levels)) == "GROUP_MORTGAGED"
    others = server(owners={11: 0, 13: 1}, mortgages=[13])
    others.does(0, build(others, FIRST, 1, 0, 0))  # another's mortgage is no bar
    assert others.level(11) == 1


# Hotels.


@pytest.mark.proves("AMB-72", "SRV-57")
@pytest.mark.parametrize("owner", [1, None])
def test_houses_of_another_player_license_no_hotel(owner: int | None) -> None:
    owners = {11: 0, 13: 0} | ({} if owner is None else {14: owner})
    game = server(owners=owners, levels={11: 4, 13: 4, 14: 4 if owner else 0}, cash={0: 5000})
    assert game.refusal(0, build(game, FIRST, 5, 4, 4 if owner else 0)) == "HOTEL_NEEDS_HOUSES"
    assert orange(4, 4, 4).can(0, build(game, FIRST, 5, 4, 4))


@pytest.mark.proves("SRV-54")
def test_the_houses_of_the_first_hotel_serve_for_the_next_order() -> None:
    game = orange(4, 4, 4, houses=0, hotels=1, owners={6: 0})
    assert game.refusal(0, build(game, "Bastioni Gran Sasso", 4, 0, 0)) == "NO_HOUSES_LEFT"
    game.does(0, build(game, FIRST, 5, 4, 4))
    game.does(0, build(game, "Bastioni Gran Sasso", 4, 0, 0))
    assert stock(game) == (0, 0)


# The stock.


@pytest.mark.proves("AMB-37", "SRV-05")
def test_the_first_request_is_served_and_one_beyond_the_stock_refused() -> None:
    game = server(3, owners={11: 0, 16: 1}, houses=2)
    assert game.refusal(0, build(game, FIRST, 3, 0, 0)) == "NO_HOUSES_LEFT"
    told = game.does(0, build(game, FIRST, 2, 0, 0))  # though seat 1 could want them too
    assert told.none(BuildingsAsked)
    assert game.level(11) == 2
    assert stock(game) == (0, 12)
    assert game.refusal(1, build(game, "Via Verdi", 1, 0, 0)) == "NO_HOUSES_LEFT"
    assert game.must == [0]


# Selling.


@pytest.mark.proves("AMB-34")
def test_without_houses_in_the_bank_a_hotel_goes_to_bare_ground() -> None:
    game = orange(5, 4, 4, cash=0, houses=0)
    for left in (4, 1):
        assert game.refusal(0, sell(game, FIRST, left, 4, 4)) == "NO_HOUSES_LEFT"
    assert game.can(0, sell(game, FIRST, 4, 2, 2))  # with houses of the group itself
    game.does(0, sell(game, FIRST, 0, 4, 4))
    assert game.cash(0) == 250
    three = orange(5, 4, 4, cash=0, houses=3)
    assert not three.can(0, sell(three, FIRST, 4, 4, 4))
    three.does(0, sell(three, FIRST, 3, 4, 4))
    assert three.cash(0) == 100
    assert stock(three) == (0, 12)


def test_one_sells_ones_own_buildings_downwards_only() -> None:
    game = server(owners={11: 0, 13: 1}, levels={11: 1, 13: 1})
    assert game.refusal(0, sell(game, FIRST, 1, 0, 0)) == "NOT_YOURS"
    assert game.refusal(0, sell(game, FIRST, 2, 1, 0)) == "TOO_HIGH"
    assert game.refusal(0, sell(game, FIRST, 1, 1, 0)) == "NOTHING_TO_CHANGE"
    assert game.can(0, sell(game, FIRST, 0, 1, 0))


# What is offered.


def test_the_orders_offered_are_the_single_steps() -> None:
    game = server(owners={11: 0})
    offered = [action for action in game.legal_actions(0) if isinstance(action, Build | Mortgage)]
    assert offered == [build(game, FIRST, 1, 0, 0), Mortgage(game.deed(11))]


@pytest.mark.proves("AMB-34", "AMB-83")
def test_a_debtor_with_a_hotel_among_anothers_houses_can_still_raise_money() -> None:
    owners, levels = {16: 0, 18: 1, 19: 1}, {16: 5, 18: 4, 19: 4}
    options = {"deals.bare": "lot"}
    game = Position("monopoli-server", 2, options=options, cash=[10, 3000], owners=owners, levels=levels, houses=0)
    game.rolls(1, 3)  # Tassa patrimoniale, 200
    sale = SellBuildings(game.group(16), [0, 4, 4])
    assert sale in game.legal_actions(0)
    assert game.default_action(0) == sale
    game.does(0, sale)  # half of 100 and of 4 x 100: 250; 10 + 250 - 200
    assert (game.cash(0), game.level(16), game.level(18)) == (60, 0, 4)
