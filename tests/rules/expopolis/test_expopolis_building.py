"""Expòpoli(s), «Case ed alberghi»: who may build where, how evenly, and at what price."""

import pytest

from magnate.actions import Build, EndTurn, SellBuildings
from magnate.events import BuildingsSold, Built
from magnate.testing import Position
from rules.expopolis.milan import BROWN, FUCHSIA, ORANGE, STATIONS, all_of, built, milan


def brown(*levels: int, **position: int) -> Position:
    """Seat 0 owns the brown group, built so high; houses and hotels cost 10,000 there."""
    return milan(cash={0: 1_000_000}, owners=all_of(BROWN, 0), levels=built(BROWN, *levels), **position)


def refusal(game: Position, *levels: int) -> str | None:
    return game.refusal(0, Build(game.group("Fiera"), list(levels)))


@pytest.mark.proves("EXP-65", "EXP-42", "DP-28")
def test_building_begins_once_all_lots_of_a_colour_are_owned() -> None:
    assert refusal(brown(0, 0, 0), 1, 0, 0) is None


@pytest.mark.proves("EXP-65")
@pytest.mark.parametrize("third", [{}, {"Area Expo": 1}])
def test_no_building_while_a_lot_of_the_group_is_missing(third: dict[str, int]) -> None:
    game = milan(owners={"Fiera": 0, "Cascina Merlata": 0} | third)
    assert refusal(game, 1, 0, 0) == "GROUP_INCOMPLETE"


@pytest.mark.proves("EXP-65")
def test_nobody_builds_in_anothers_group_nor_on_stations() -> None:
    game = milan(owners=all_of(BROWN, 1) | all_of(STATIONS, 0))
    assert refusal(game, 1, 0, 0) == "GROUP_INCOMPLETE"
    assert game.refusal(0, Build(game.group("Scalo Farini"), [1, 0, 0, 0])) == "NOT_A_LOT"


@pytest.mark.proves("EXP-66", "AMB-58")
@pytest.mark.parametrize(
    ("now", "plan", "answer"),
    [
        ((0, 0, 0), (1, 0, 0), None),
        ((0, 0, 0), (0, 1, 1), None),
        ((0, 0, 0), (2, 0, 0), "NOT_EVEN"),
        ((1, 1, 0), (2, 1, 0), "NOT_EVEN"),
        ((1, 1, 0), (1, 1, 1), None),
        ((1, 1, 0), (2, 1, 1), None),
        ((1, 1, 1), (3, 1, 1), "NOT_EVEN"),
        ((2, 2, 1), (3, 2, 1), "NOT_EVEN"),
        ((2, 2, 2), (3, 2, 2), None),
        ((3, 2, 2), (4, 2, 2), "NOT_EVEN"),
        ((3, 3, 3), (4, 3, 3), None),
        ((0, 0, 0), (2, 2, 2), None),  # six houses bought together: two on each
        ((0, 0, 0), (3, 2, 1), "NOT_EVEN"),
        ((0, 0, 0), (3, 3, 0), "NOT_EVEN"),
        ((0, 0, 0), (4, 1, 1), "NOT_EVEN"),
    ],
)
def test_building_is_proportionate_at_every_level(
    now: tuple[int, ...], plan: tuple[int, ...], answer: str | None
) -> None:
    assert refusal(brown(*now), *plan) == answer


@pytest.mark.proves("EXP-66", "EXP-68")
def test_six_houses_bought_together_stand_two_on_each_lot() -> None:
    game = brown(0, 0, 0)
    told = game.does(0, Build(game.group("Fiera"), [2, 2, 2]))
    assert [(event.deed, event.level, event.amount) for event in told.of(Built)] == [
        (game.deed(lot), 2, 20_000) for lot in BROWN
    ]
    assert game.cash(0) == 940_000
    assert game.state.houses == 26


@pytest.mark.proves("EXP-68")
@pytest.mark.parametrize(
    ("group", "cost"),
    [
        (FUCHSIA, 5_000),
        (("Maciachini", "Giambellino", "Corvetto"), 5_000),
        (ORANGE, 10_000),
        (BROWN, 10_000),
        (("Santa Giulia", "Garibaldi", "Porta Nuova"), 15_000),
        (("Isola", "Portello", "City Life"), 15_000),
        (("Ticinese", "Brera", "Scala"), 20_000),
        (("Galleria Vittorio Emanuele", "Montenapoleone"), 20_000),
    ],
)
def test_a_house_costs_what_the_foot_of_the_contract_says(group: tuple[str, ...], cost: int) -> None:
    levels = [1] + [0] * (len(group) - 1)
    game = milan(owners=all_of(group, 0), cash={0: cost})
    game.does(0, Build(game.group(group[0]), levels)).one(Built, deed=game.deed(group[0]), level=1, amount=cost)
    assert game.cash(0) == 0
    game = milan(owners=all_of(group, 0), cash={0: cost - 100})
    assert game.refusal(0, Build(game.group(group[0]), levels)) == "NOT_ENOUGH_CASH"


@pytest.mark.proves("EXP-67", "EXP-69", "EXP-72", "DP-29")
def test_the_fifth_building_is_a_hotel_for_which_four_houses_go_back() -> None:
    game = brown(4, 4, 4)
    assert (game.state.houses, game.state.hotels) == (20, 12)
    told = game.does(0, Build(game.group("Fiera"), [4, 5, 4]))
    told.one(Built, seat=0, deed=game.deed("Cascina Merlata"), level=5, amount=10_000)
    assert game.cash(0) == 990_000
    assert (game.state.houses, game.state.hotels) == (24, 11)


@pytest.mark.proves("EXP-72", "AMB-18", "DP-29")
@pytest.mark.parametrize(
    ("now", "plan", "answer"),
    [
        ((4, 4, 3), (5, 4, 3), "HOTEL_NEEDS_HOUSES"),
        ((4, 3, 4), (4, 3, 5), "HOTEL_NEEDS_HOUSES"),
        ((4, 4, 4), (5, 4, 4), None),
        ((5, 4, 4), (5, 5, 4), None),  # a hotel counts for four houses and more
        ((5, 5, 4), (5, 5, 5), None),
        ((4, 4, 3), (5, 5, 5), None),  # the missing house first, then the hotels, in one order
    ],
)
def test_a_hotel_needs_four_houses_on_every_lot_of_the_group(
    now: tuple[int, ...], plan: tuple[int, ...], answer: str | None
) -> None:
    assert refusal(brown(*now), *plan) == answer


@pytest.mark.proves("EXP-71", "EXP-67")
def test_nothing_stands_above_one_hotel() -> None:
    game = brown(5, 5, 5)
    assert refusal(game, 6, 5, 5) == "TOO_HIGH"
    assert refusal(game, 5, 5, 5) == "NOTHING_TO_CHANGE"


@pytest.mark.proves("EXP-69")
@pytest.mark.parametrize(("cash", "answer"), [(10_000, None), (9_900, "NOT_ENOUGH_CASH")])
def test_the_hotel_price_is_paid_in_cash(cash: int, answer: str | None) -> None:
    game = milan(cash={0: cash}, owners=all_of(BROWN, 0), levels=built(BROWN, 4, 4, 4))
    assert refusal(game, 5, 4, 4) == answer


@pytest.mark.proves("EXP-70", "AMB-35", "W-04")
def test_a_hotel_costs_five_houses_and_brings_back_half_of_them() -> None:
    game = milan(cash={0: 150_000}, owners=all_of(ORANGE, 0))
    group = game.group("Bovisa")
    told = game.does(0, Build(group, [5, 5, 5]))
    assert [event.amount for event in told.of(Built)] == [50_000, 50_000, 50_000]
    assert game.cash(0) == 0
    assert (game.state.houses, game.state.hotels) == (32, 9)
    told = game.does(0, SellBuildings(group, [0, 0, 0]))
    assert [event.amount for event in told.of(BuildingsSold)] == [25_000, 25_000, 25_000]
    assert game.cash(0) == 75_000
    assert (game.state.houses, game.state.hotels) == (32, 12)


@pytest.mark.proves("EXP-85", "AMB-19")
@pytest.mark.parametrize("mortgaged", BROWN)
def test_no_building_in_a_group_with_a_mortgaged_lot(mortgaged: str) -> None:
    game = milan(owners=all_of(BROWN, 0), mortgages=[mortgaged])
    for place in range(3):
        plan = [int(place == other) for other in range(3)]
        assert refusal(game, *plan) == "GROUP_MORTGAGED"


@pytest.mark.proves("EXP-85")
def test_a_mortgage_elsewhere_does_not_stop_building() -> None:
    game = milan(owners=all_of(BROWN, 0) | {"MM": 0, "Parco Lambro": 0}, mortgages=["MM", "Parco Lambro"])
    assert refusal(game, 1, 0, 0) is None


@pytest.mark.proves("AMB-17", "DP-28")
def test_when_one_may_build() -> None:
    game = milan(owners=all_of(BROWN, 0) | all_of(FUCHSIA, 1))
    mine, other = Build(game.group("Fiera"), [1, 0, 0]), Build(game.group("Parco Lambro"), [1, 0])
    assert game.can(0, mine)  # one's own turn, before rolling
    assert game.can(1, other)  # between turns
    game.rolls(1, 4)  # a free station: the landing is not settled
    assert game.refusal(0, mine) == "WRONG_MOMENT"
    assert game.refusal(1, other) == "WRONG_MOMENT"
    game = milan(owners=all_of(BROWN, 0) | all_of(FUCHSIA, 1))
    game.rolls(4, 6)
    assert game.can(0, mine)  # the landing is settled
    assert game.refusal(1, other) == "WRONG_MOMENT"
    game.does(0, EndTurn())
    assert game.can(0, mine)
    assert game.can(1, other)


@pytest.mark.proves("AMB-17")
def test_no_building_while_a_debt_is_due() -> None:
    game = milan(cash={0: 19_900}, owners=all_of(FUCHSIA, 0))
    game.rolls(1, 3)
    assert game.refusal(0, Build(game.group("Parco Lambro"), [1, 0])) == "WRONG_MOMENT"


# Selling.


@pytest.mark.proves("EXP-53", "EXP-84", "DP-32")
def test_houses_sold_bring_half_their_price_lot_by_lot() -> None:
    game = brown(2, 2, 1)
    told = game.does(0, SellBuildings(game.group("Fiera"), [1, 1, 1]))
    assert [(event.deed, event.level, event.amount) for event in told.of(BuildingsSold)] == [
        (game.deed("Fiera"), 1, 5_000),
        (game.deed("Cascina Merlata"), 1, 5_000),
    ]
    assert game.cash(0) == 1_010_000
    assert game.state.houses == 29


@pytest.mark.proves("AMB-33", "DP-32")
@pytest.mark.parametrize(
    ("now", "plan", "answer"),
    [
        ((1, 1, 1), (0, 1, 1), None),
        ((2, 1, 1), (2, 1, 0), "NOT_EVEN"),
        ((2, 1, 1), (2, 0, 0), "NOT_EVEN"),
        ((2, 2, 2), (0, 2, 2), "NOT_EVEN"),
        ((2, 2, 2), (0, 0, 0), None),
        ((3, 3, 3), (2, 3, 3), None),
        ((3, 3, 3), (1, 3, 3), "NOT_EVEN"),
        ((1, 1, 1), (1, 1, 1), "NOTHING_TO_CHANGE"),
        ((1, 1, 1), (2, 0, 0), "TOO_HIGH"),
        ((5, 4, 4), (5, 3, 3), "NOT_EVEN"),
        ((5, 5, 5), (5, 5, 4), None),
    ],
)
def test_houses_are_sold_as_evenly_as_they_are_built(
    now: tuple[int, ...], plan: tuple[int, ...], answer: str | None
) -> None:
    game = brown(*now)
    assert game.refusal(0, SellBuildings(game.group("Fiera"), list(plan))) == answer


@pytest.mark.proves("AMB-33")
def test_nobody_sells_anothers_houses() -> None:
    game = milan(owners=all_of(BROWN, 1), levels=built(BROWN, 1, 1, 1))
    assert game.refusal(0, SellBuildings(game.group("Fiera"), [0, 1, 1])) == "NOT_YOURS"


@pytest.mark.proves("AMB-35", "DP-33", "EXP-70")
def test_a_hotel_breaks_down_into_four_houses_and_half_its_price() -> None:
    game = brown(5, 5, 5)
    assert (game.state.houses, game.state.hotels) == (32, 9)
    game.does(0, SellBuildings(game.group("Fiera"), [5, 4, 5])).one(BuildingsSold, level=4, amount=5_000)
    assert (game.state.houses, game.state.hotels) == (28, 10)


@pytest.mark.proves("AMB-34", "AMB-33", "DP-33")
@pytest.mark.parametrize(
    ("houses", "plan", "answer"),
    [
        (4, (5, 5, 4), None),
        (3, (5, 5, 4), "NO_HOUSES_LEFT"),
        (0, (5, 5, 4), "NO_HOUSES_LEFT"),
        (0, (1, 0, 0), "NO_HOUSES_LEFT"),
        (0, (0, 0, 0), None),
        (3, (1, 1, 1), None),
        (2, (1, 1, 1), "NO_HOUSES_LEFT"),
    ],
)
def test_hotels_are_sold_down_to_what_the_banks_houses_can_supply(
    houses: int, plan: tuple[int, ...], answer: str | None
) -> None:
    game = brown(5, 5, 5, houses=houses)
    assert game.refusal(0, SellBuildings(game.group("Fiera"), list(plan))) == answer


@pytest.mark.proves("AMB-34", "AMB-33")
def test_houses_standing_on_the_group_serve_the_new_layout_too() -> None:
    game = brown(5, 4, 4, houses=0)  # eight houses stand there
    assert game.refusal(0, SellBuildings(game.group("Fiera"), [3, 3, 3])) == "NO_HOUSES_LEFT"
    # The hotel 5,000 and two of its houses 10,000; 5,000; 10,000.
    game.does(0, SellBuildings(game.group("Fiera"), [2, 3, 3]))
    assert game.cash(0) == 1_000_000 + 20_000 + 5_000
    assert game.state.houses == 0
