"""Houses without the group and without evenness; hotels with both; all of it from the Bank."""

from typing import Any

import pytest

from magnate.actions import Build, Mortgage, SellBuildings
from magnate.events import BuildingsAsked, BuildingsSold, Built
from magnate.testing import Position
from rules.server.kit import ORANGE, all_of, build, lands, sell, server, stock

FIRST = "Via Accademia"


def orange(*levels: int, cash: int = 5000, **position: Any) -> Position:
    """Seat 0 owns the orange group, built like this."""
    owners = {**all_of(ORANGE, 0), **position.pop("owners", {})}
    return server(2, owners=owners, levels=dict(zip(ORANGE, levels, strict=True)), cash={0: cash}, **position)


def heights(game: Position) -> list[int]:
    return [game.level(place) for place in ORANGE]


# Houses.


@pytest.mark.proves("SRV-51", "SRV-50", "DP-28")
def test_a_house_may_be_built_on_any_lot_one_owns() -> None:
    game = server(owners={11: 0})
    told = game.does(0, build(game, FIRST, 1, 0, 0))
    told.one(Built, seat=0, deed=game.deed(11), level=1, amount=100)
    assert len(told) == 1
    assert heights(game) == [1, 0, 0]
    assert [game.cash(0), game.cash(1)] == [510, 610]
    assert stock(game) == (31, 12)


@pytest.mark.proves("W-08", "SRV-51", "SRV-52", "SRV-57", "AMB-72")
@pytest.mark.parametrize("rest", [{}, {13: 1, 14: 1}])
def test_a_lot_owned_alone_may_carry_4_houses_and_no_hotel(rest: dict[int, int]) -> None:
    game = server(owners={11: 0, **rest}, cash={0: 5000})
    game.does(0, build(game, FIRST, 4, 0, 0))
    assert game.cash(0) == 4600
    assert stock(game) == (28, 12)
    assert game.refusal(0, build(game, FIRST, 5, 0, 0)) == "HOTEL_NEEDS_HOUSES"


@pytest.mark.proves("AMB-71", "SRV-51", "DP-28")
@pytest.mark.parametrize("levels", [(0, 4, 0), (4, 0, 1), (1, 0, 0), (3, 1, 4)])
def test_there_is_no_rule_of_evenness(levels: tuple[int, int, int]) -> None:
    game = orange(0, 0, 0)
    game.does(0, build(game, FIRST, *levels))
    assert heights(game) == list(levels)
    assert game.cash(0) == 5000 - 100 * sum(levels)
    assert stock(game) == (32 - sum(levels), 12)


@pytest.mark.proves("SRV-51")
def test_one_builds_on_ones_own_lots_only() -> None:
    game = server(3, owners={11: 0, 13: 1}, cash={0: 5000})
    assert game.refusal(0, build(game, FIRST, 0, 1, 0)) == "NOT_YOURS"
    assert game.refusal(0, build(game, FIRST, 1, 0, 1)) == "NOT_YOURS"
    assert game.refusal(2, build(game, FIRST, 1, 0, 0)) == "NOT_YOURS"


def test_an_order_must_build_something() -> None:
    game = orange(1, 1, 0)
    assert game.refusal(0, build(game, FIRST, 1, 1, 0)) == "NOTHING_TO_CHANGE"
    assert game.refusal(0, build(game, FIRST, 2, 0, 0)) == "NOTHING_TO_CHANGE"  # selling is another matter


def test_stations_and_companies_are_no_lots() -> None:
    game = server(owners={5: 0, 12: 0, 28: 0})
    assert game.refusal(0, Build(game.group("Stazione Sud"), [1, 0, 0, 0])) == "NOT_A_LOT"
    assert game.refusal(0, Build(game.group("Soc. Elettrica"), [1, 0])) == "NOT_A_LOT"


def test_the_price_must_be_there_to_the_last_dollar() -> None:
    assert orange(0, 0, 0, cash=300).can(0, build(orange(0, 0, 0), FIRST, 1, 1, 1))
    assert orange(0, 0, 0, cash=299).refusal(0, build(orange(0, 0, 0), FIRST, 1, 1, 1)) == "NOT_ENOUGH_CASH"


@pytest.mark.proves("AMB-19")
def test_a_mortgaged_lot_of_ones_own_bars_building_in_the_whole_group() -> None:
    game = orange(0, 0, 0, mortgages=[13])
    for levels in ((1, 0, 0), (0, 1, 0), (0, 0, 1)):
        assert game.refusal(0, build(game, FIRST, *levels)) == "GROUP_MORTGAGED"
    others = server(owners={11: 0, 13: 1}, mortgages=[13])
    others.does(0, build(others, FIRST, 1, 0, 0))  # another's mortgage is no bar
    assert others.level(11) == 1


# Hotels.


@pytest.mark.proves("SRV-54", "DP-29")
def test_a_hotel_costs_its_price_and_the_four_houses_of_the_lot() -> None:
    game = orange(4, 4, 4)
    assert stock(game) == (20, 12)
    told = game.does(0, build(game, FIRST, 5, 4, 4))
    told.one(Built, seat=0, deed=game.deed(11), level=5, amount=100)
    assert game.cash(0) == 4900
    assert stock(game) == (24, 11)


@pytest.mark.proves("SRV-57", "AMB-72", "DP-29")
@pytest.mark.parametrize("levels", [(4, 4, 3), (4, 3, 4), (4, 0, 0)])
def test_no_hotel_before_every_lot_of_the_group_has_4_houses(levels: tuple[int, int, int]) -> None:
    game = orange(*levels)
    assert game.refusal(0, build(game, FIRST, 5, *levels[1:])) == "HOTEL_NEEDS_HOUSES"
    assert game.can(0, build(game, FIRST, 5, 4, 4))  # with the houses that lack, in one order


@pytest.mark.proves("AMB-18", "SRV-57")
def test_a_hotel_counts_as_4_houses_for_the_next() -> None:
    game = orange(5, 4, 4)
    game.does(0, build(game, FIRST, 5, 5, 4))
    game.does(0, build(game, FIRST, 5, 5, 5))
    assert heights(game) == [5, 5, 5]
    assert stock(game) == (32, 9)


@pytest.mark.proves("AMB-72", "SRV-57")
@pytest.mark.parametrize("owner", [1, None])
def test_houses_of_another_player_license_no_hotel(owner: int | None) -> None:
    owners = {11: 0, 13: 0} | ({} if owner is None else {14: owner})
    game = server(owners=owners, levels={11: 4, 13: 4, 14: 4 if owner else 0}, cash={0: 5000})
    assert game.refusal(0, build(game, FIRST, 5, 4, 4 if owner else 0)) == "HOTEL_NEEDS_HOUSES"
    assert orange(4, 4, 4).can(0, build(game, FIRST, 5, 4, 4))


@pytest.mark.proves("SRV-56", "SRV-52")
def test_a_lot_carries_one_hotel_and_nothing_above_it() -> None:
    game = orange(5, 4, 4)
    assert game.refusal(0, build(game, FIRST, 6, 4, 4)) == "TOO_HIGH"
    assert game.refusal(0, build(game, FIRST, 5, 4, 6)) == "TOO_HIGH"
    assert game.refusal(0, build(game, FIRST, 5, 4, 4)) == "NOTHING_TO_CHANGE"


@pytest.mark.proves("SRV-54")
def test_a_bare_group_may_go_to_three_hotels_in_one_order_if_the_bank_has_the_houses() -> None:
    game = orange(0, 0, 0, houses=12, hotels=3)
    game.does(0, build(game, FIRST, 5, 5, 5))
    assert game.cash(0) == 5000 - 3 * 500
    assert stock(game) == (12, 0)
    assert orange(0, 0, 0, houses=11).refusal(0, build(game, FIRST, 5, 5, 5)) == "NO_HOUSES_LEFT"
    assert orange(0, 0, 0, houses=12, hotels=2).refusal(0, build(game, FIRST, 5, 5, 5)) == "NO_HOTELS_LEFT"
    assert orange(0, 0, 0, cash=1499).refusal(0, build(game, FIRST, 5, 5, 5)) == "NOT_ENOUGH_CASH"


@pytest.mark.proves("SRV-54")
def test_the_houses_of_the_first_hotel_serve_for_the_next_order() -> None:
    game = orange(4, 4, 4, houses=0, hotels=1, owners={6: 0})
    assert game.refusal(0, build(game, "Bastioni Gran Sasso", 4, 0, 0)) == "NO_HOUSES_LEFT"
    game.does(0, build(game, FIRST, 5, 4, 4))
    game.does(0, build(game, "Bastioni Gran Sasso", 4, 0, 0))
    assert stock(game) == (0, 0)


@pytest.mark.proves("SRV-05", "SRV-06", "AMB-37")
def test_a_refused_hotel_is_refused_for_want_of_hotels_even_when_no_house_is_left() -> None:
    game = orange(4, 4, 4, houses=0, hotels=0)
    assert game.refusal(0, build(game, FIRST, 5, 4, 4)) == "NO_HOTELS_LEFT"


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


# When.


@pytest.mark.proves("AMB-17")
def test_one_builds_on_ones_turn_and_between_turns_but_not_during_anothers() -> None:
    order = build(orange(0, 0, 0), FIRST, 1, 0, 0)
    game = orange(0, 0, 0, at={0: 8, 1: 20})
    assert game.can(0, order)
    game.rolls(1, 2)  # own lot: settled at once
    assert game.can(0, order)
    game.ends_turn()
    assert game.can(0, order)  # seat 1 has not rolled yet
    game.rolls(1, 2)
    assert game.refusal(0, order) == "WRONG_MOMENT"
    landing = orange(0, 0, 0, at={0: 20})
    landing.rolls(1, 2)
    assert landing.refusal(0, order) == "WRONG_MOMENT"  # the square comes first


# Selling.


@pytest.mark.proves("AMB-76", "SRV-61", "DP-32")
@pytest.mark.parametrize(
    ("levels", "left", "pay"),
    [((4, 4, 4), (4, 0, 4), 200), ((1, 0, 0), (0, 0, 0), 50), ((3, 2, 1), (1, 2, 0), 150), ((5, 4, 4), (5, 0, 0), 400)],
)
def test_buildings_go_back_at_half_price_without_evenness(
    levels: tuple[int, int, int], left: tuple[int, int, int], pay: int
) -> None:
    game = orange(*levels, cash=0)
    houses, hotels = stock(game)
    told = game.does(0, sell(game, FIRST, *left))
    assert heights(game) == list(left)
    assert game.cash(0) == pay == sum(event.amount for event in told.of(BuildingsSold, seat=0))
    assert stock(game) == (houses + sum(levels) - sum(left), hotels)


@pytest.mark.proves("AMB-76")
@pytest.mark.parametrize(("space", "rest", "pay"), [(1, [0], 25), (21, [0, 0], 75), (31, [0, 0], 100), (37, [0], 100)])
def test_the_half_is_of_the_price_on_the_contract(space: int, rest: list[int], pay: int) -> None:
    game = server(owners={space: 0}, levels={space: 1}, cash={0: 0})
    game.does(0, SellBuildings(game.group(space), [0, *rest]))
    assert game.cash(0) == pay


@pytest.mark.proves("AMB-35", "DP-33")
def test_a_hotel_sells_for_half_of_five_buildings_or_breaks_down_into_four_houses() -> None:
    outright = orange(5, 4, 4, cash=0)
    outright.does(0, sell(outright, FIRST, 0, 4, 4))
    assert outright.cash(0) == 250
    assert stock(outright) == (24, 12)
    broken = orange(5, 4, 4, cash=0)
    broken.does(0, sell(broken, FIRST, 4, 4, 4))
    assert broken.cash(0) == 50
    assert stock(broken) == (20, 12)


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


@pytest.mark.proves("AMB-76", "AMB-17")
def test_one_sells_between_turns_and_to_raise_money_but_not_during_anothers_landing() -> None:
    game = orange(1, 0, 0, turn=1, at={1: 20})
    assert game.can(0, sell(game, FIRST, 0, 0, 0))
    game.rolls(1, 2)
    assert game.refusal(0, sell(game, FIRST, 0, 0, 0)) == "WRONG_MOMENT"
    buyer, _ = lands(23, owners={11: 0}, levels={11: 1})
    assert buyer.can(0, sell(buyer, FIRST, 0, 0, 0))


# What is offered.


def test_the_orders_offered_are_the_single_steps() -> None:
    game = server(owners={11: 0})
    offered = [action for action in game.legal_actions(0) if isinstance(action, Build | Mortgage)]
    assert offered == [build(game, FIRST, 1, 0, 0), Mortgage(game.deed(11))]
