"""Managing property in all five editions: when, building, hotels, selling buildings."""

import pytest

from magnate.actions import Build, LiftMortgage, Mortgage, ProposeDeal, SellBuildings
from rules.kit import CAS, CLA, EUR, EXP, FIGURES, SRV, editions, offered, table

HOTEL = {EXP: 5, SRV: 5, EUR: 5, CLA: 5, CAS: 4}
MANAGING = {"SellBuildings", "Build", "Mortgage", "LiftMortgage", "ProposeDeal"}
# The first group with a house each, a station to mortgage, one mortgaged.
HOLDINGS = {"owners": {1: 1, 3: 1, 5: 1, 15: 1}, "levels": {1: 1, 3: 1}, "mortgages": [15]}


def managing(game: object, seat: int) -> set[str]:
    return set(offered(game, seat)) & MANAGING  # type: ignore[arg-type]


# When: AMB-17.


@editions()
@pytest.mark.proves("AMB-17", "EUR-67", "CLA-69", "DP-05", "DP-10", "DP-28", "DP-32", "DP-34", "DP-35", "DP-36")
def test_property_is_managed_on_ones_turn_before_the_roll_and_after_the_landing(name: str) -> None:
    game = table(name, turn=1, at={1: 13}, **HOLDINGS)
    assert managing(game, 1) == MANAGING
    game.rolls(3, 4)  # parking
    assert managing(game, 1) == MANAGING
    game = table(name, turn=1, at={1: 10}, **HOLDINGS)
    game.rolls(5, 5)  # and between a double and the next roll
    assert managing(game, 1) == MANAGING


@editions()
@pytest.mark.proves("AMB-17", "EUR-67", "EUR-72", "CLA-69", "CLA-85")
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


@editions()
@pytest.mark.proves("AMB-17", "AMB-30", "AMB-91", "AMB-130", "DP-07", "EXP-63", "SRV-49", "EUR-60", "CAS-32")
def test_prisoners_manage_as_everybody_does(name: str) -> None:
    game = table(name, turn=1, jail={1: 0}, **HOLDINGS)
    assert managing(game, 1) == MANAGING
    note = FIGURES[name].note
    game.does(1, Build(game.group(1), [2, 1]), SellBuildings(game.group(1), [1, 1]), LiftMortgage(game.deed(15)))
    game.trades(1, cash={0: -note, 1: note}, deeds={5: 0})
    assert (game.owner(5), game.in_jail(1)) == (0, True)
    game = table(name, turn=0, at={0: 10}, jail={1: 0}, **HOLDINGS)
    assert managing(game, 1) == MANAGING
    game.rolls(4, 6)
    assert managing(game, 1) == set()


# Selling buildings: AMB-33, AMB-34, AMB-35.


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


@editions()
@pytest.mark.proves("AMB-32", "EXP-99", "EXP-101", "EUR-96", "CLA-110")
def test_money_between_players_moves_only_at_once_and_to_the_sum_of_nothing(name: str) -> None:
    """No action lends: a deal is one exchange here and now, and its cash balances."""
    unit = FIGURES[name].unit * 50
    game = table(name, owners={1: 0})
    assert game.refusal(0, ProposeDeal(cash={0: unit})) == "CASH_DOES_NOT_BALANCE"
    assert game.refusal(0, ProposeDeal(cash={0: unit, 1: -2 * unit})) == "CASH_DOES_NOT_BALANCE"
    assert set(ProposeDeal.__struct_fields__) == {"cash", "deeds", "cards"}
