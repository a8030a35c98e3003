"""«Vile și hoteluri»: the Bank buys buildings back at half price, evenly; a hotel outright or in exchange."""

from pathlib import Path

import pytest

from magnate.actions import SellBuildings
from magnate.events import BuildingsSold
from magnate.testing import Position
from rules.europolis.kit import (
    AIRLINES,
    BRITAIN,
    BULGARIA,
    FRANCE,
    GREECE,
    ROMANIA,
    altered,
    build,
    built,
    deal,
    europolis,
    levels,
    owned,
    sell,
    stock,
)


@pytest.mark.parametrize(
    ("country", "half"), [(BULGARIA, 750), (ROMANIA, 750), (GREECE, 1500), (FRANCE, 2250), (BRITAIN, 3000)]
)
@pytest.mark.proves("EUR-79", "DP-32")
def test_the_bank_pays_half_the_price_of_a_villa(country: tuple[str, ...], half: int) -> None:
    one = [1] * len(country)
    game = europolis(2, owners=owned(0, country), levels=built(country, *one))
    game.does(0, sell(game, country, 0, *one[1:])).one(BuildingsSold, seat=0, level=0, amount=half)
    assert game.cash(0) == 50_000 + half
    assert stock(game) == (34 - len(country) + 1, 10)


@pytest.mark.parametrize(
    ("now", "plan", "refusal"),
    [
        ([2, 2, 2], [1, 2, 2], None),
        ([2, 2, 2], [0, 2, 2], "NOT_EVEN"),
        ([2, 2, 2], [1, 1, 1], None),
        ([2, 2, 1], [2, 2, 0], "NOT_EVEN"),
        ([2, 2, 1], [1, 1, 0], None),
        ([4, 4, 4], [0, 0, 0], None),
        ([4, 4, 4], [4, 4, 2], "NOT_EVEN"),
        ([3, 3, 3], [3, 3, 3], "NOTHING_TO_CHANGE"),
        ([3, 3, 3], [4, 3, 2], "TOO_HIGH"),
    ],
)
@pytest.mark.proves("EUR-71", "EUR-72", "EUR-79", "AMB-33", "DP-32")
def test_villas_are_sold_proportionally_and_in_any_number(now: list[int], plan: list[int], refusal: str | None) -> None:
    game = europolis(2, owners=owned(0, ROMANIA), levels=built(ROMANIA, *now))
    sale = sell(game, ROMANIA, *plan)
    assert game.refusal(0, sale) == refusal
    if refusal is None:
        game.does(0, sale)
        assert levels(game, ROMANIA) == plan
        assert game.cash(0) == 50_000 + 750 * (sum(now) - sum(plan))
        assert stock(game) == (34 - sum(plan), 10)


@pytest.mark.proves("EUR-80", "AMB-95", "DP-33")
def test_the_hotels_of_a_country_are_sold_outright_together() -> None:
    game = europolis(2, owners=owned(0, GREECE), levels=built(GREECE, 5, 5, 5))
    assert stock(game) == (34, 7)
    told = game.does(0, sell(game, GREECE, 0, 0, 0))
    assert [event.amount for event in told.of(BuildingsSold, level=0)] == [7500] * 3  # 1,500 + 4 × 1,500
    assert game.cash(0) == 72_500
    assert stock(game) == (34, 10)


@pytest.mark.proves("EUR-81", "AMB-95", "DP-33")
def test_one_hotel_alone_is_exchanged_for_four_villas_and_half_its_price() -> None:
    game = europolis(2, owners=owned(0, GREECE), levels=built(GREECE, 5, 5, 5))
    for outright in ([0, 5, 5], [3, 5, 5]):
        assert game.refusal(0, sell(game, GREECE, *outright)) == "NOT_EVEN"
    game.does(0, sell(game, GREECE, 4, 5, 5)).one(BuildingsSold, deed=game.deed("Patras"), level=4, amount=1500)
    assert game.cash(0) == 51_500
    assert stock(game) == (30, 8)


@pytest.mark.parametrize(
    ("now", "plan", "paid"),
    [
        ([5, 5, 5], [3, 4, 4], 2 * 1500 + 2 * 1500),
        ([5, 4, 4], [3, 3, 3], 2 * 1500 + 2 * 1500),
        ([5, 5, 5], [2, 2, 1], 3 * 1500 + 7 * 1500),
        ([5, 4, 4], [4, 4, 4], 1500),
    ],
)
@pytest.mark.proves("AMB-33", "AMB-95", "EUR-80", "EUR-81")
def test_every_step_removed_brings_half_its_cost(now: list[int], plan: list[int], paid: int) -> None:
    game = europolis(2, owners=owned(0, GREECE), levels=built(GREECE, *now))
    game.does(0, sell(game, GREECE, *plan))
    assert game.cash(0) == 50_000 + paid
    assert stock(game) == (34 - sum(plan), 10)


@pytest.mark.proves("EUR-80", "EUR-81", "W-12")
def test_a_villa_of_5000_and_a_hotel_of_5000(tmp_path: Path) -> None:
    dear = altered(tmp_path, "house_cost = 6000, hotel_cost = 6000", "house_cost = 5000, hotel_cost = 5000")
    game = Position(dear, 2, owners=owned(0, BRITAIN), levels=built(BRITAIN, 5, 5), cash={0: 0})
    exchange = game.copy()
    told = game.does(0, sell(game, BRITAIN, 0, 0))
    assert [event.amount for event in told.of(BuildingsSold)] == [12_500, 12_500]
    exchange.play(0, sell(game, BRITAIN, 4, 5))
    view = exchange.view()
    assert (view.seats[0].cash, view.houses) == (2500, 34 - 4)


@pytest.mark.proves("AMB-93")
def test_a_half_that_is_no_whole_note_is_rounded_up(tmp_path: Path) -> None:
    odd = altered(tmp_path, "house_cost = 6000, hotel_cost = 6000", "house_cost = 5550, hotel_cost = 5950")
    game = Position(odd, 2, owners=owned(0, BRITAIN), levels=built(BRITAIN, 5, 5), cash={0: 0})
    game.does(0, sell(game, BRITAIN, 4, 5))
    assert game.cash(0) == 3000  # half of 5,950 is 2,975
    game.does(0, sell(game, BRITAIN, 3, 4))
    assert game.cash(0) == 3000 + 3000 + 2800  # and half of 5,550 is 2,775


@pytest.mark.parametrize(
    ("houses", "plan", "refusal"),
    [
        (4, [4, 5, 5], None),
        (3, [4, 5, 5], "NO_HOUSES_LEFT"),
        (3, [1, 1, 1], None),
        (2, [1, 1, 1], "NO_HOUSES_LEFT"),
        (0, [0, 0, 1], "NO_HOUSES_LEFT"),
        (0, [0, 0, 0], None),
    ],
)
@pytest.mark.proves("AMB-34", "AMB-33", "EUR-81")
def test_an_exchange_needs_villas_in_the_bank(houses: int, plan: list[int], refusal: str | None) -> None:
    game = europolis(2, owners=owned(0, GREECE), levels=built(GREECE, 5, 5, 5), houses=houses)
    assert game.refusal(0, sell(game, GREECE, *plan)) == refusal


@pytest.mark.proves("AMB-33", "AMB-34")
def test_the_villas_standing_in_the_country_count_for_the_exchange() -> None:
    game = europolis(2, owners=owned(0, GREECE), levels=built(GREECE, 5, 4, 4), houses=1)
    assert game.can(0, sell(game, GREECE, 3, 3, 3))  # 8 stand, 9 are needed
    assert game.refusal(0, sell(game, GREECE, 4, 3, 3)) == "NO_HOUSES_LEFT"
    game.does(0, sell(game, GREECE, 3, 3, 3))
    assert stock(game) == (0, 10)


@pytest.mark.proves("EUR-72", "EUR-79", "AMB-17")
def test_buildings_are_sold_in_ones_turn_or_between_turns() -> None:
    game = europolis(2, owners=owned(0, BULGARIA) | owned(1, ROMANIA), levels=built(BULGARIA, 1, 1), at={0: 17})
    game.state.level[game.deed("Constanța")] = 1
    assert game.can(0, sell(game, BULGARIA, 0, 0))
    assert game.can(1, sell(game, ROMANIA, 0, 0, 0))
    game.rolls(1, 2)
    assert game.can(0, sell(game, BULGARIA, 0, 0))
    assert game.refusal(1, sell(game, ROMANIA, 0, 0, 0)) == "WRONG_MOMENT"


@pytest.mark.proves("EUR-79", "DP-19")
def test_a_debtor_sells_buildings_at_once() -> None:
    game = europolis(2, owners=owned(0, BULGARIA), levels=built(BULGARIA, 1, 1), cash={0: 5300}, at={0: 1})
    game.rolls(1, 2)  # Impozit pe Venit, 6,000
    game.does(0, sell(game, BULGARIA, 1, 0))
    assert game.cash(0) == 50
    assert not game.can(0, build(game, BULGARIA, 1, 1))


@pytest.mark.proves("EUR-78", "EUR-85")
def test_no_building_changes_hands_between_players() -> None:
    game = europolis(2, owners=owned(0, BULGARIA), levels=built(BULGARIA, 1, 0))
    for city in BULGARIA:
        assert game.refusal(0, deal(game, {0: 5000, 1: -5000}, {city: 1})) == "BUILDINGS_IN_THE_WAY"
    assert game.refusal(1, sell(game, BULGARIA, 0, 0)) == "NOT_YOURS"


@pytest.mark.proves("EUR-79")
def test_only_buildings_can_be_sold_back() -> None:
    game = europolis(2, owners=owned(0, BULGARIA, AIRLINES))
    assert game.refusal(0, sell(game, BULGARIA, 0, 0)) == "NOTHING_TO_CHANGE"
    assert game.refusal(0, SellBuildings(game.group(AIRLINES[0]), [0, 0, 0, 0])) == "NOT_A_LOT"
