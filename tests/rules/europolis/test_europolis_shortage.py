"""«Vile și hoteluri», Notă: the last buildings, when two players ask for them in the same round."""

import pytest

from magnate.actions import AskBuildings, Pass
from magnate.events import (
    BuildingsAsked,
    Built,
    ContestOpened,
)
from magnate.testing import Position
from rules.europolis.kit import BRITAIN, BULGARIA, GREECE, ROMANIA, europolis
from rules.kit import build, built, own, purses, sell, stock


def scarce(houses: int, **position: object) -> Position:
    """Bulgaria (villas at 1,500), Romania (1,500) and Greece (3,000) in three hands, and few villas in the Bank."""
    owners = own(0, *BULGARIA) | own(1, *ROMANIA) | own(2, *GREECE)
    return europolis(3, owners=owners, houses=houses, **position)


def let_go(game: Position, *asked: tuple[int, int]) -> None:
    """Seat 0 orders the last villa for Bulgaria, others ask for so many, and nobody bids."""
    game.does(0, build(game, BULGARIA, 1, 0))
    for seat, count in asked:
        game.does(seat, AskBuildings(count))
    for seat in game.must:
        game.does(seat, Pass())


@pytest.mark.proves("AMB-145", "EUR-82")
def test_who_let_a_villa_go_does_not_contest_the_next_order_for_it() -> None:
    game = scarce(1)
    let_go(game, (1, 1), (2, 1))
    told = game.does(0, build(game, BULGARIA, 1, 0))
    told.one(Built, seat=0, amount=1500)
    assert (stock(game), purses(game)) == ((0, 10), [48_500, 50_000, 50_000])


@pytest.mark.proves("AMB-145", "EUR-82")
def test_the_one_who_ordered_has_let_it_go_too() -> None:
    game = scarce(1)
    let_go(game, (1, 1), (2, 1))
    game.does(1, build(game, ROMANIA, 1, 0, 0)).one(Built, seat=1, amount=1500)


@pytest.mark.proves("AMB-145", "EUR-82")
def test_who_asked_for_none_may_still_contest_and_once_only() -> None:
    game = scarce(1)
    let_go(game, (1, 1), (2, 0))
    game.does(0, build(game, BULGARIA, 1, 0))
    assert game.must == [2]
    game.does(2, AskBuildings(1)).one(ContestOpened)
    for seat in game.must:
        game.does(seat, Pass())
    game.does(0, build(game, BULGARIA, 1, 0)).one(Built, seat=0)


@pytest.mark.parametrize("change", ["dice", "deed", "buildings"])
@pytest.mark.proves("AMB-145", "AMB-97")
def test_after_the_dice_a_deed_or_a_building_moved_an_order_is_contested_anew(change: str) -> None:
    game = scarce(1, at={0: 17})
    let_go(game, (1, 1), (2, 1))
    if change == "dice":
        game.rolls(1, 2)
    elif change == "deed":
        game.trades(0, cash={0: 100, 1: -100}, deeds={"Varna": 1})
        game.trades(0, cash={0: -100, 1: 100}, deeds={"Varna": 0})
    else:
        game.state.houses += 1
        game.does(0, build(game, BULGARIA, 1, 0))
        game.does(0, sell(game, BULGARIA, 0, 0))
        game.state.houses -= 1
    assert game.does(0, build(game, BULGARIA, 1, 0)).none(Built)
    assert game.must == [1, 2]


@pytest.mark.proves("AMB-145")
def test_a_villa_let_go_is_no_hotel() -> None:
    owners = own(0, *BULGARIA, *ROMANIA) | own(1, *BRITAIN, *GREECE)
    standing = built(BULGARIA, 4, 4) | built(BRITAIN, 4, 4)
    game = europolis(2, owners=owners, levels=standing, houses=1, hotels=1)
    game.does(0, build(game, ROMANIA, 1, 0, 0))
    game.does(1, AskBuildings(1))
    for seat in game.must:
        game.does(seat, Pass())
    game.does(0, build(game, BULGARIA, 5, 4)).one(BuildingsAsked, seat=0, building="hotel")
    assert game.must == [1]


@pytest.mark.proves("AMB-97")
def test_in_the_next_gap_they_are_asked_anew() -> None:
    game = scarce(2, at={0: 17})
    game.does(0, build(game, BULGARIA, 1, 0))
    game.does(1, AskBuildings(0))
    game.does(2, AskBuildings(0))
    game.rolls(1, 2)
    told = game.does(0, build(game, BULGARIA, 1, 1))
    assert told.none(Built)
    assert game.must == [1, 2]
