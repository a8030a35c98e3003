"""What only EuroPolis says of property: the nearest airline, plans, prices that do not halve."""

from pathlib import Path

import pytest

from magnate.events import (
    BuildingsSold,
    PaidPlayer,
)
from magnate.testing import Position
from rules.europolis.kit import AIRLINES, BRITAIN, ROMANIA, altered, europolis
from rules.kit import built, own, sell


@pytest.mark.parametrize(("card", "place"), [("S6", "Linia Aeriană Sud"), ("S7", "Compania de Electricitate")])
@pytest.mark.proves("EUR-30", "EUR-35")
def test_the_nearest_one_may_be_bought_if_it_is_free(card: str, place: str) -> None:
    game = europolis(2, at={0: 4})
    game.draws(card, 1, 2)
    game.does(0, game.legal_actions(0)[0])
    assert game.owner(place) == 0


@pytest.mark.proves("EUR-44", "AMB-24", "AMB-22")
def test_a_card_doubles_the_rent_of_the_nearest_airline() -> None:
    game = europolis(2, at={0: 4}, owners=dict.fromkeys(AIRLINES[:2], 1))
    game.draws("S6", 1, 2)  # from 7 to Linia Aeriană Sud
    assert game.space(0) == 15
    game.claims(1).one(PaidPlayer, amount=3000)  # 2 × 1,500


@pytest.mark.proves("DP-28", "DP-32")
def test_the_single_steps_and_the_whole_country_are_offered() -> None:
    game = europolis(2, owners=own(0, *ROMANIA), levels=built(ROMANIA, 1, 1, 1))
    offered = [option.action for option in game.options(0) if option.type in ("Build", "SellBuildings")]
    assert [(type(action).__name__, action.levels) for action in offered] == [
        ("SellBuildings", [0, 1, 1]),
        ("Build", [2, 1, 1]),
        ("SellBuildings", [1, 0, 1]),
        ("Build", [1, 2, 1]),
        ("SellBuildings", [1, 1, 0]),
        ("Build", [1, 1, 2]),
        ("SellBuildings", [0, 0, 0]),
        ("Build", [2, 2, 2]),
    ]


@pytest.mark.proves("EUR-80", "EUR-81", "W-12")
def test_a_villa_of_5000_and_a_hotel_of_5000(tmp_path: Path) -> None:
    dear = altered(tmp_path, "house_cost = 6000, hotel_cost = 6000", "house_cost = 5000, hotel_cost = 5000")
    game = Position(dear, 2, owners=own(0, *BRITAIN), levels=built(BRITAIN, 5, 5), cash={0: 0})
    exchange = game.copy()
    told = game.does(0, sell(game, BRITAIN, 0, 0))
    assert [event.amount for event in told.of(BuildingsSold)] == [12_500, 12_500]
    exchange.play(0, sell(game, BRITAIN, 4, 5))
    view = exchange.view()
    assert (view.seats[0].cash, view.houses) == (2500, 34 - 4)


@pytest.mark.proves("AMB-93")
def test_a_half_that_is_no_whole_note_is_rounded_up(tmp_path: Path) -> None:
    odd = altered(tmp_path, "house_cost = 6000, hotel_cost = 6000", "house_cost = 5550, hotel_cost = 5950")
    game = Position(odd, 2, owners=own(0, *BRITAIN), levels=built(BRITAIN, 5, 5), cash={0: 0})
    game.does(0, sell(game, BRITAIN, 4, 5))
    assert game.cash(0) == 3000  # half of 5,950 is 2,975
    game.does(0, sell(game, BRITAIN, 3, 4))
    assert game.cash(0) == 3000 + 3000 + 2800  # and half of 5,550 is 2,775
