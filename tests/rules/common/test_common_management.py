"""Managing property in all five editions: when, building, hotels, selling buildings."""

import pytest

from magnate.actions import Build, LiftMortgage, Mortgage, ProposeDeal, SellBuildings
from magnate.events import BuildingsSold, Built
from rules.common.five import CAS, CLA, EUR, EXP, FIGURES, SRV, editions, offered, table

HOTEL = {EXP: 5, SRV: 5, EUR: 5, CLA: 5, CAS: 4}
MANAGING = {"SellBuildings", "Build", "Mortgage", "LiftMortgage", "ProposeDeal"}
# The first group with a house each, a station to mortgage, one mortgaged.
HOLDINGS = {"owners": {1: 1, 3: 1, 5: 1, 15: 1}, "levels": {1: 1, 3: 1}, "mortgages": [15]}


def managing(game: object, seat: int) -> set[str]:
    return set(offered(game, seat)) & MANAGING  # type: ignore[arg-type]


# When: AMB-17.


@editions()
@pytest.mark.proves("AMB-17", "DP-28", "DP-32", "DP-34", "DP-35", "DP-36")
def test_property_is_managed_on_ones_turn_before_the_roll_and_after_the_landing(name: str) -> None:
    game = table(name, turn=1, at={1: 13}, **HOLDINGS)
    assert managing(game, 1) == MANAGING
    game.rolls(3, 4)  # parking
    assert managing(game, 1) == MANAGING


@editions()
@pytest.mark.proves("AMB-17")
def test_property_is_managed_between_the_turns_of_others_and_not_after_their_roll(name: str) -> None:
    game = table(name, turn=0, at={0: 13}, next_seats=[2], **HOLDINGS)
    assert managing(game, 1) == MANAGING
    game.rolls(3, 4)
    assert managing(game, 1) == set()
    assert game.refusal(1, Mortgage(game.deed(5))) == "WRONG_MOMENT"
    assert game.refusal(1, LiftMortgage(game.deed(15))) == "WRONG_MOMENT"
    assert game.refusal(1, Build(game.group(1), [2, 1])) == "WRONG_MOMENT"
    assert game.refusal(1, SellBuildings(game.group(1), [0, 1])) == "WRONG_MOMENT"
    game.ends_turn()
    assert game.must == ([2] if name == SRV else [1])
    assert managing(game, 1) == MANAGING


@editions()
@pytest.mark.proves("AMB-17")
def test_nobody_manages_between_a_roll_and_the_settling_of_its_landing(name: str) -> None:
    game = table(name, turn=1, at={1: 0}, **HOLDINGS)
    game.rolls(3, 4)  # a card to be seen
    assert offered(game, 1) == ["FollowCard"]
    assert offered(game, 0) == []
    game = table(name, turn=0, at={0: 1}, **HOLDINGS)
    game.rolls(2, 3)  # a deed to be bought: only the buyer may raise money
    assert managing(game, 1) == set()
    assert managing(game, 0) == {"ProposeDeal"}


@editions(EXP, SRV, EUR, CLA, CAS)
@pytest.mark.proves("AMB-91", "EXP-63", "SRV-49", "CAS-32")
def test_prisoners_manage_as_everybody_does(name: str) -> None:
    game = table(name, turn=1, jail={1: 0}, **HOLDINGS)
    assert managing(game, 1) == MANAGING


# Building: AMB-18, AMB-19.


@editions()
@pytest.mark.proves("DP-28", "EXP-65", "SRV-51", "EUR-66", "CLA-67", "CAS-34")
def test_houses_need_the_whole_group_except_in_the_server_edition(name: str) -> None:
    game = table(name, owners={6: 0, 8: 0, 9: 1})
    refusal = game.refusal(0, Build(game.group(6), [1, 0, 0]))
    if name == SRV:
        assert refusal is None
        assert game.can(0, Build(game.group(6), [4, 0, 0]))
        assert game.refusal(0, Build(game.group(6), [5, 0, 0])) == "HOTEL_NEEDS_HOUSES"
        assert game.refusal(0, Build(game.group(6), [0, 0, 1])) == "NOT_YOURS"
    else:
        assert refusal == "GROUP_INCOMPLETE"


@editions()
@pytest.mark.proves("DP-28", "AMB-58", "AMB-71", "AMB-122", "EXP-66", "EUR-69", "CLA-70", "CAS-36")
def test_how_evenly_houses_must_stand(name: str) -> None:
    game = table(name, owners={6: 0, 8: 0, 9: 0})
    group = game.group(6)
    uneven = {EXP: "NOT_EVEN", SRV: None, EUR: "NOT_EVEN", CLA: "NOT_EVEN", CAS: "NOT_EVEN"}[name]
    assert game.refusal(0, Build(group, [2, 0, 0])) == uneven
    assert game.refusal(0, Build(group, [2, 1, 0])) == uneven
    assert game.refusal(0, Build(group, [1, 1, 0])) is None
    assert game.refusal(0, Build(group, [2, 1, 1])) is None
    assert game.refusal(0, Build(group, [3, 1, 1])) == (None if name == CAS else uneven)
    assert game.refusal(0, Build(group, [2, 2, 2])) is None
    assert game.refusal(0, Build(group, [0, 0, 0])) == "NOTHING_TO_CHANGE"


@editions()
@pytest.mark.proves("DP-28", "EXP-68", "SRV-54", "EUR-68", "CLA-68", "CAS-37")
def test_houses_cost_their_printed_price_and_come_from_the_stock(name: str) -> None:
    unit, stock = FIGURES[name].unit, 34 if name == EUR else 32
    game = table(name, owners={6: 0, 8: 0, 9: 0}, cash={0: 250 * unit})
    told = game.does(0, Build(game.group(6), [2, 2, 1]))  # five houses at 50
    assert [(built.deed, built.level, built.amount) for built in told.of(Built)] == [
        (game.deed(6), 2, 100 * unit),
        (game.deed(8), 2, 100 * unit),
        (game.deed(9), 1, 50 * unit),
    ]
    assert game.cash(0) == 0
    assert game.view().houses == stock - 5
    game = table(name, owners={6: 0, 8: 0, 9: 0}, cash={0: 250 * unit - FIGURES[name].note})
    assert game.refusal(0, Build(game.group(6), [2, 2, 1])) == "NOT_ENOUGH_CASH"


@editions(EXP, SRV, EUR, CLA)
@pytest.mark.proves("AMB-18", "DP-29", "EXP-72", "SRV-57", "EUR-74", "CLA-75")
def test_a_hotel_counts_as_four_houses_for_the_hotels_of_the_other_lots(name: str) -> None:
    game = table(name, owners={1: 0, 3: 0}, levels={1: 4, 3: 4})
    group = game.group(1)
    houses, hotels = game.view().houses, game.view().hotels
    told = game.does(0, Build(group, [5, 4]))
    assert told.one(Built).amount == 50 * FIGURES[name].unit
    assert (game.view().houses, game.view().hotels) == (houses + 4, hotels - 1)
    game.does(0, Build(group, [5, 5]))
    assert (game.level(1), game.level(3)) == (5, 5)
    assert (game.view().houses, game.view().hotels) == (houses + 8, hotels - 2)
    assert game.refusal(0, Build(group, [6, 5])) == "TOO_HIGH"
    game = table(name, owners={1: 0, 3: 0}, levels={1: 4, 3: 3})
    assert game.refusal(0, Build(group, [5, 3])) == "HOTEL_NEEDS_HOUSES"
    assert game.can(0, Build(group, [5, 4]))


@pytest.mark.proves("AMB-18", "DP-29", "CAS-38", "AMB-123")
def test_in_castis_a_hotel_counts_as_at_least_one_house() -> None:
    game = table(CAS, owners={1: 0, 3: 0}, levels={1: 3, 3: 1})
    group = game.group(1)
    game.does(0, Build(group, [4, 1]))
    game.does(0, Build(group, [4, 3]), Build(group, [4, 4]))
    assert (game.level(1), game.level(3)) == (4, 4)
    assert game.refusal(0, Build(group, [5, 4])) == "TOO_HIGH"
    game = table(CAS, owners={6: 0, 8: 0, 9: 0}, levels={6: 3, 8: 1})
    assert game.refusal(0, Build(game.group(6), [4, 1, 0])) == "HOTEL_NEEDS_HOUSES"
    assert game.can(0, Build(game.group(6), [4, 1, 1]))


@editions()
@pytest.mark.proves("AMB-19", "EUR-73", "CLA-74")
def test_nobody_builds_in_a_group_of_which_a_lot_is_mortgaged(name: str) -> None:
    game = table(name, owners={6: 0, 8: 0, 9: 0}, mortgages=[9])
    group = game.group(6)
    assert game.refusal(0, Build(group, [1, 0, 0])) == "GROUP_MORTGAGED"
    game.does(0, LiftMortgage(game.deed(9)))
    assert game.can(0, Build(group, [1, 0, 0]))


@pytest.mark.proves("AMB-19")
def test_in_a_shared_group_only_the_builders_own_mortgage_is_in_the_way() -> None:
    game = table(SRV, owners={6: 0, 8: 0, 9: 1}, mortgages=[9])
    assert game.can(0, Build(game.group(6), [1, 0, 0]))
    game = table(SRV, owners={6: 0, 8: 0, 9: 1}, mortgages=[8])
    assert game.refusal(0, Build(game.group(6), [1, 0, 0])) == "GROUP_MORTGAGED"


# Selling buildings: AMB-33, AMB-34, AMB-35.


@editions()
@pytest.mark.proves("AMB-33", "DP-32", "AMB-130", "EXP-53", "SRV-61", "EUR-79", "CLA-85")
def test_a_house_is_sold_for_half_its_price_and_goes_back_to_the_stock(name: str) -> None:
    game = table(name, owners={6: 0, 8: 0, 9: 0}, levels={6: 2, 8: 2, 9: 2})
    purse, houses = game.cash(0), game.view().houses
    told = game.does(0, SellBuildings(game.group(6), [1, 2, 1]))
    assert [(sold.deed, sold.level, sold.amount) for sold in told.of(BuildingsSold)] == [
        (game.deed(6), 1, 25 * FIGURES[name].unit),
        (game.deed(9), 1, 25 * FIGURES[name].unit),
    ]
    assert game.cash(0) == purse + 50 * FIGURES[name].unit
    assert game.view().houses == houses + 2


@editions()
@pytest.mark.proves("AMB-33", "DP-32", "AMB-76", "EUR-71", "CLA-72")
def test_a_sale_leads_to_a_layout_that_is_nowhere_higher_and_as_even_as_the_edition_asks(name: str) -> None:
    game = table(name, owners={6: 0, 8: 0, 9: 0, 5: 0}, levels={6: 2, 8: 2, 9: 2})
    group = game.group(6)
    uneven = None if name == SRV else "NOT_EVEN"
    assert game.refusal(0, SellBuildings(group, [0, 2, 2])) == uneven
    assert game.refusal(0, SellBuildings(group, [0, 1, 2])) == uneven
    assert game.refusal(0, SellBuildings(group, [1, 2, 2])) is None
    assert game.refusal(0, SellBuildings(group, [0, 1, 1])) is None
    assert game.refusal(0, SellBuildings(group, [0, 0, 0])) is None
    assert game.refusal(0, SellBuildings(group, [1, 3, 1])) == "TOO_HIGH"
    assert game.refusal(0, SellBuildings(group, [2, 2, 2])) == "NOTHING_TO_CHANGE"
    assert game.refusal(1, SellBuildings(group, [1, 2, 2])) == "NOT_YOURS"
    assert game.refusal(0, SellBuildings(game.group(5), [0, 0, 0, 0])) == "NOT_A_LOT"


@editions()
@pytest.mark.proves("DP-33", "AMB-33", "AMB-35", "AMB-95", "AMB-124", "EUR-80", "EUR-81", "CLA-86", "CLA-88")
def test_a_hotel_is_exchanged_for_houses_or_sold_outright(name: str) -> None:
    unit, top = FIGURES[name].unit, HOTEL[name]
    game = table(name, owners={1: 0, 3: 0}, levels={1: top, 3: top})
    group, purse = game.group(1), game.cash(0)
    houses, hotels = game.view().houses, game.view().hotels
    exchange, outright = game.copy(), game.copy()
    exchange.play(0, SellBuildings(group, [top - 1, top]))  # half of the hotel's 50
    assert exchange.state.cash[0] == purse + 25 * unit
    assert (exchange.view().houses, exchange.view().hotels) == (houses - (top - 1), hotels + 1)
    outright.play(0, SellBuildings(group, [0, 0]))  # both hotels with all their houses at half: 2 × 5 × 25 (castis 4)
    assert outright.state.cash[0] == purse + 2 * top * 25 * unit
    assert (outright.view().houses, outright.view().hotels) == (houses, hotels + 2)
    # One hotel outright, beside another, only where nothing need be even.
    assert game.refusal(0, SellBuildings(group, [0, top])) == (None if name == SRV else "NOT_EVEN")


@pytest.mark.parametrize(("name", "cost", "back"), [(EXP, 50_000, 25_000), (SRV, 500, 250)])
@pytest.mark.proves("AMB-35", "EXP-70", "EXP-69", "W-04")
def test_a_hotel_costs_five_houses_and_sells_for_half_of_them(name: str, cost: int, back: int) -> None:
    game = table(name, owners={16: 0, 18: 0, 19: 0}, cash={0: 3 * cost}, houses=32)  # houses at 100, ten thousand
    game.does(0, Build(game.group(16), [5, 5, 5]))
    assert game.cash(0) == 0
    game.does(0, SellBuildings(game.group(16), [0, 0, 0]))
    assert game.cash(0) == 3 * back


@editions(EXP, EUR, CLA)
@pytest.mark.proves("AMB-34", "CLA-79", "CLA-87")
def test_hotels_are_sold_to_a_layout_that_the_stock_of_houses_can_supply(name: str) -> None:
    game = table(name, owners={1: 0, 3: 0}, levels={1: 5, 3: 5}, houses=0)
    group, purse = game.group(1), game.cash(0)
    assert game.refusal(0, SellBuildings(group, [4, 5])) == "NO_HOUSES_LEFT"
    assert game.refusal(0, SellBuildings(group, [1, 0])) == "NO_HOUSES_LEFT"
    assert "SellBuildings" in offered(game, 0)
    game.does(0, SellBuildings(group, [0, 0]))
    assert game.cash(0) == purse + 10 * 25 * FIGURES[name].unit
    game = table(name, owners={1: 0, 3: 0}, levels={1: 5, 3: 5}, houses=3)
    assert game.refusal(0, SellBuildings(group, [2, 2])) == "NO_HOUSES_LEFT"
    assert game.can(0, SellBuildings(group, [2, 1]))
    game = table(name, owners={1: 0, 3: 0}, levels={1: 5, 3: 4}, houses=3)
    assert game.refusal(0, SellBuildings(group, [4, 4])) == "NO_HOUSES_LEFT"
    assert game.can(0, SellBuildings(group, [4, 3]))  # three from the stock and the four that stand there
    assert not game.can(0, SellBuildings(group, [5, 3]))


@pytest.mark.proves("AMB-34")
def test_in_the_server_edition_one_hotel_may_be_sold_to_bare_ground() -> None:
    game = table(SRV, owners={1: 0, 3: 0}, levels={1: 5, 3: 5}, houses=0)
    group, purse = game.group(1), game.cash(0)
    assert game.refusal(0, SellBuildings(group, [4, 5])) == "NO_HOUSES_LEFT"
    assert game.refusal(0, SellBuildings(group, [1, 5])) == "NO_HOUSES_LEFT"
    game.does(0, SellBuildings(group, [0, 5]))
    assert game.cash(0) == purse + 125
    assert (game.level(1), game.level(3)) == (0, 5)


@pytest.mark.proves("AMB-34")
def test_in_castis_hotels_are_sold_together_when_no_house_is_left() -> None:
    game = table(CAS, owners={1: 0, 3: 0}, levels={1: 4, 3: 4}, houses=0)
    group, purse = game.group(1), game.cash(0)
    assert game.refusal(0, SellBuildings(group, [3, 4])) == "NO_HOUSES_LEFT"
    assert game.refusal(0, SellBuildings(group, [0, 4])) == "NOT_EVEN"
    game.does(0, SellBuildings(group, [0, 0]))
    assert game.cash(0) == purse + 2 * 100


@editions()
@pytest.mark.proves("DP-34", "AMB-105", "AMB-106", "EXP-83", "SRV-60", "EUR-90", "CLA-91")
def test_a_deed_is_mortgaged_at_any_time_while_its_group_is_bare(name: str) -> None:
    unit = FIGURES[name].unit
    game = table(name, owners={6: 0, 8: 0, 9: 0, 5: 0, 1: 1}, levels={9: 1})
    purse = game.cash(0)
    assert game.refusal(0, Mortgage(game.deed(6))) == "BUILDINGS_IN_THE_WAY"
    assert game.refusal(0, Mortgage(game.deed(9))) == "BUILDINGS_IN_THE_WAY"
    assert game.refusal(0, Mortgage(game.deed(1))) == "NOT_YOURS"
    assert game.refusal(0, Mortgage(game.deed(3))) == "NOT_YOURS"
    game.does(0, Mortgage(game.deed(5)))
    assert game.cash(0) == purse + 100 * unit
    assert game.refusal(0, Mortgage(game.deed(5))) == "ALREADY_MORTGAGED"
    game.does(0, SellBuildings(game.group(6), [0, 0, 0]), Mortgage(game.deed(9)))
    assert game.cash(0) == purse + (100 + 25 + 60) * unit
    assert game.view().deeds[game.deed(9)].mortgaged


@editions()
@pytest.mark.proves("DP-35", "AMB-74", "EXP-79", "EUR-89", "CLA-92", "CAS-44")
def test_the_owner_lifts_a_mortgage_for_its_value_and_the_interest_of_the_book(name: str) -> None:
    cost = {EXP: 11_000, SRV: 110, EUR: 3_300, CLA: 110, CAS: 100}[name]  # a station: 100 and 10%; castis none
    game = table(name, owners={5: 0}, mortgages=[5], cash={0: cost})
    assert game.refusal(1, LiftMortgage(game.deed(5))) == "NOT_YOURS"
    game.does(0, LiftMortgage(game.deed(5)))
    assert game.cash(0) == 0
    assert not game.is_mortgaged(5)
    assert game.refusal(0, LiftMortgage(game.deed(5))) == "NOT_MORTGAGED"
    game = table(name, owners={5: 0}, mortgages=[5], cash={0: cost - FIGURES[name].note})
    assert "LiftMortgage" not in offered(game, 0)
    assert game.refusal(0, LiftMortgage(game.deed(5))) == "NOT_ENOUGH_CASH"


@editions()
@pytest.mark.proves("AMB-32", "EXP-99", "EXP-101", "EUR-96", "CLA-110")
def test_money_between_players_moves_only_at_once_and_to_the_sum_of_nothing(name: str) -> None:
    """No action lends: a deal is one exchange here and now, and its cash balances."""
    unit = FIGURES[name].unit * 50
    game = table(name, owners={1: 0})
    assert game.refusal(0, ProposeDeal(cash={0: unit})) == "CASH_DOES_NOT_BALANCE"
    assert game.refusal(0, ProposeDeal(cash={0: unit, 1: -2 * unit})) == "CASH_DOES_NOT_BALANCE"
    assert set(ProposeDeal.__struct_fields__) == {"cash", "deeds", "cards"}
