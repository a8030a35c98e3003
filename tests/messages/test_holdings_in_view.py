"""What a view says about property: the rent in force, what a player is worth, what could still be raised."""

from __future__ import annotations

from magnate.actions import AcceptDeal, Build, ProposeDeal
from magnate.testing import Position

BROWN = ("Ronda de Valencia", "Plaza Lavapiés")  # rents 2 and 4, price 60, mortgage 30, house 50


def rent(game: Position, place: str) -> int | None:
    return game.view().deeds[game.deed(place)].rent


def test_nobody_asks_rent_for_what_nobody_owns() -> None:
    assert rent(Position("clasico", seats=2), "Plaza Lavapiés") is None


def test_the_rent_in_force_doubles_with_the_group_and_rises_with_the_houses() -> None:
    assert rent(Position("clasico", seats=2, owners={BROWN[1]: 0}), BROWN[1]) == 4
    whole = dict.fromkeys(BROWN, 0)
    assert rent(Position("clasico", seats=2, owners=whole), BROWN[1]) == 8
    assert rent(Position("clasico", seats=2, owners=whole, levels={BROWN[1]: 1}), BROWN[1]) == 20


def test_a_mortgaged_deed_asks_nothing() -> None:
    assert rent(Position("clasico", seats=2, owners={BROWN[1]: 0}, mortgages=[BROWN[1]]), BROWN[1]) == 0


def test_stations_count_and_utilities_ask_so_much_a_pip() -> None:
    stations = {"Estación de Goya": 0, "Estación de las Delicias": 0}
    utilities = {"Compañía de Electricidad": 1}
    game = Position("clasico", seats=2, owners=stations | utilities)
    assert rent(game, "Estación de Goya") == 50
    assert rent(game, "Compañía de Electricidad") == 4


def test_worth_is_cash_property_and_buildings_and_raisable_what_they_would_bring() -> None:
    game = Position("clasico", seats=2, cash=[100, 100], owners=dict.fromkeys(BROWN, 0), levels={BROWN[0]: 1})
    mine = game.view().seats[0]
    assert mine.worth == 100 + 60 + 60 + 50
    assert mine.raisable == 30 + 30 + 25


def test_a_change_of_hands_shows_in_the_next_view() -> None:
    game = Position("clasico", seats=2, owners=dict.fromkeys(BROWN, 0))
    assert rent(game, BROWN[0]) == 4
    game.state.owner[game.deed(BROWN[1])] = 1
    assert rent(game, BROWN[0]) == 2


def test_where_purses_are_private_so_is_what_the_others_are_worth() -> None:
    game = Position("clasico", seats=2, options={"table.private_cash": True})
    assert game.view(0).seats[0].worth == game.cash(0)
    assert game.view(0).seats[1].worth is None
    assert game.view().seats[0].worth is None


def prices(game: Position, seat: int = 0) -> dict[str, int | None]:
    """What every option of a seat costs that has a price."""
    return {repr(option.action): option.price for option in game.options(seat) if option.price is not None}


def test_building_costs_what_the_deed_prints_and_brings_half() -> None:
    game = Position("clasico", seats=2, cash=[700, 700], owners=dict.fromkeys(BROWN, 0), levels=dict.fromkeys(BROWN, 1))
    assert prices(game) == {
        "SellBuildings(group=0, levels=[0, 1])": -25,
        "Build(group=0, levels=[2, 1])": 50,
        "SellBuildings(group=0, levels=[1, 0])": -25,
        "Build(group=0, levels=[1, 2])": 50,
        "SellBuildings(group=0, levels=[0, 0])": -50,
        "Build(group=0, levels=[2, 2])": 100,
    }
    assert [option.leaves for option in game.options(0) if option.price == 100] == [600]
    assert game.price(0, Build(0, [5, 5])) == 400
    lot = game.view().deeds[game.deed(BROWN[0])]
    assert (lot.build, lot.sell, lot.lift) == ([50, 50, 50, 50], [25], None)


def test_a_mortgage_brings_its_value_and_is_lifted_with_a_tenth() -> None:
    game = Position("clasico", seats=2, cash=[700, 700], owners=dict.fromkeys(BROWN, 0), mortgages=[BROWN[1]])
    first, second = game.deed(BROWN[0]), game.deed(BROWN[1])
    assert prices(game) == {f"Mortgage(deed={first})": -30, f"LiftMortgage(deed={second})": 33}
    assert [game.view().deeds[deed].lift for deed in (first, second)] == [None, 33]


def test_a_deal_is_priced_with_the_interest_and_lifting_at_once_without_it() -> None:
    game = Position("clasico", seats=2, cash=[700, 700], owners={BROWN[0]: 1}, mortgages=[BROWN[0]])
    deed = game.deed(BROWN[0])
    game.does(1, ProposeDeal(cash={0: -10, 1: 10}, deeds={deed: 0}))
    assert prices(game) == {"AcceptDeal(deal=1, revision=1)": 13}
    game.does(0, AcceptDeal(1, 1))
    assert prices(game) == {f"LiftMortgage(deed={deed})": 30}
    assert game.view().deeds[deed].lift == 33


def test_whoever_lands_is_told_the_price_and_what_it_leaves() -> None:
    game = Position("clasico", seats=2, cash=[100, 700])
    game.rolls(1, 2)
    found = {option.type: (option.price, option.leaves) for option in game.options(0)}
    assert found["BuyDeed"] == (60, 40)
    assert found["RefuseDeed"] == (None, None)
