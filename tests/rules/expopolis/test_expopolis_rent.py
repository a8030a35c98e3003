"""Expòpoli(s), «Fermata su proprietà aggiudicata», «Vantaggi per i proprietari»: what a stop costs."""

from typing import Any

import pytest

from magnate.events import NothingDue, PaidPlayer, RentFree, Rolled
from magnate.testing import EventList, Position
from rules.expopolis.milan import BROWN, COMPANIES, FUCHSIA, STATIONS, VIOLET, all_of, built, milan


def stops_at(game: Position, place: str, dice: tuple[int, int] = (1, 2)) -> EventList:
    """Seat 0 stops at a place with these dice, and seat 1 claims."""
    game.state.at[0] = (game.edition.find_space(place) - sum(dice)) % 40
    return EventList(game.rolls(*dice) + game.claims(1))


def rent(game: Position, place: str, dice: tuple[int, int] = (1, 2)) -> int:
    """What seat 0 pays seat 1 for the stop."""
    told = stops_at(game, place, dice)
    paid = told.one(PaidPlayer, seat=0, other=1, why="rent", deed=game.deed(place))
    assert game.cash(1) == 200_000 + paid.amount
    return paid.amount


def milan_of(owners: dict[str, int], **position: Any) -> Position:
    return milan(2, cash=[500_000, 200_000], owners=owners, **position)


@pytest.mark.proves("EXP-36")
@pytest.mark.parametrize(
    ("place", "due"),
    [
        ("Parco Lambro", 200),
        ("Quarto Oggiaro", 400),
        ("Giambellino", 600),
        ("Corvetto", 800),
        ("Bovisa", 1_000),
        ("Città Studi", 1_200),
        ("Cascina Merlata", 1_400),
        ("Area Expo", 1_600),
        ("Santa Giulia", 1_800),
        ("Porta Nuova", 2_000),
        ("Isola", 2_200),
        ("City Life", 2_400),
        ("Ticinese", 2_600),
        ("Scala", 2_800),
        ("Galleria Vittorio Emanuele", 3_500),
        ("Montenapoleone", 5_000),
        ("Scalo Farini", 2_500),
    ],
)
def test_whoever_stops_on_anothers_property_owes_the_rent_of_its_contract(place: str, due: int) -> None:
    assert rent(milan_of({place: 1}), place) == due


@pytest.mark.proves("EXP-36")
def test_the_rent_goes_from_one_purse_to_the_other() -> None:
    game = milan(3, owners={"Fiera": 1})
    stops_at(game, "Fiera")
    assert [game.cash(seat) for seat in range(3)] == [98_600, 101_400, 100_000]


@pytest.mark.proves("EXP-37")
@pytest.mark.parametrize(("level", "due"), [(1, 8_000), (2, 22_000), (3, 60_000), (4, 80_000), (5, 100_000)])
def test_buildings_raise_the_rent_to_the_figure_of_the_contract(level: int, due: int) -> None:
    game = milan_of(all_of(BROWN, 1), levels=built(BROWN, level, level, level))
    assert rent(game, "Area Expo") == due  # not doubled, though the group is whole


@pytest.mark.proves("EXP-37")
@pytest.mark.parametrize(("level", "due"), [(1, 1_000), (2, 3_000), (3, 9_000), (4, 16_000), (5, 25_000)])
def test_the_cheapest_lot_when_built(level: int, due: int) -> None:
    assert rent(milan_of(all_of(FUCHSIA, 1), levels=built(FUCHSIA, level, level)), "Parco Lambro") == due


@pytest.mark.proves("EXP-38")
@pytest.mark.parametrize("place", ["Fiera", "Scalo Farini", "MM"])
def test_no_rent_is_paid_on_mortgaged_property(place: str) -> None:
    game = milan_of({place: 1}, mortgages=[place])
    told = stops_at(game, place)
    told.one(RentFree, seat=0, owner=1, deed=game.deed(place))
    told.one(NothingDue, seat=1)
    assert [game.cash(0), game.cash(1)] == [500_000, 200_000]


@pytest.mark.proves("EXP-40")
@pytest.mark.parametrize(
    ("place", "due"), [("Fiera", 2_800), ("Cascina Merlata", 2_800), ("Area Expo", 3_200), ("Montenapoleone", 10_000)]
)
def test_rent_doubles_on_a_bare_lot_of_a_whole_group(place: str, due: int) -> None:
    assert rent(milan_of(all_of(BROWN, 1) | all_of(VIOLET, 1)), place) == due


@pytest.mark.proves("EXP-40")
@pytest.mark.parametrize("third", [{}, {"Cascina Merlata": 0}])
def test_rent_stays_single_while_a_lot_of_the_group_is_missing(third: dict[str, int]) -> None:
    assert rent(milan_of({"Fiera": 1, "Area Expo": 1} | third), "Fiera") == 1_400


@pytest.mark.proves("EXP-40", "EXP-37")
@pytest.mark.parametrize(("place", "due"), [("Fiera", 2_800), ("Cascina Merlata", 7_000), ("Area Expo", 8_000)])
def test_beside_built_lots_the_bare_one_is_doubled_and_the_built_ones_are_not(place: str, due: int) -> None:
    assert rent(milan_of(all_of(BROWN, 1), levels=built(BROWN, 0, 1, 1)), place) == due


@pytest.mark.proves("AMB-20", "EXP-40")
def test_a_mortgaged_lot_does_not_take_the_doubling_from_the_others() -> None:
    assert rent(milan_of(all_of(BROWN, 1), mortgages=["Area Expo"]), "Fiera") == 2_800
    game = milan_of(all_of(BROWN, 1), mortgages=["Area Expo"])
    stops_at(game, "Area Expo").one(NothingDue, seat=1)


@pytest.mark.proves("EXP-41", "AMB-24")
@pytest.mark.parametrize(("owned", "due"), [(1, 2_500), (2, 5_000), (3, 10_000), (4, 20_000)])
def test_station_rent_by_the_number_owned(owned: int, due: int) -> None:
    assert rent(milan_of(all_of(STATIONS[:owned], 1)), "Stazione Rogoredo") == due


@pytest.mark.proves("EXP-41")
def test_stations_of_another_owner_do_not_count() -> None:
    game = milan_of(all_of(STATIONS[:2], 1) | all_of(STATIONS[2:], 0))
    assert rent(game, "Stazione Rogoredo") == 5_000


@pytest.mark.proves("EXP-41", "AMB-22", "AMB-24")
@pytest.mark.parametrize(
    ("companies", "dice", "due"),
    [
        (("A2A",), (3, 4), 2_800),
        (COMPANIES, (3, 4), 7_000),
        (("A2A",), (1, 2), 1_200),
        (COMPANIES, (6, 6), 12_000),
    ],
)
def test_company_rent_is_400_or_1000_times_the_dice(
    companies: tuple[str, ...], dice: tuple[int, int], due: int
) -> None:
    assert rent(milan_of(all_of(companies, 1)), "A2A", dice) == due


@pytest.mark.proves("AMB-21")
def test_mortgaged_stations_and_companies_count_for_the_number_owned() -> None:
    assert rent(milan_of(all_of(STATIONS, 1), mortgages=STATIONS[1:]), "Stazione Rogoredo") == 20_000
    assert rent(milan_of(all_of(COMPANIES, 1), mortgages=["MM"]), "A2A", (3, 4)) == 7_000


@pytest.mark.proves("AMB-22")
def test_after_a_double_a_company_counts_the_roll_that_led_there() -> None:
    game = milan_of({"A2A": 1, "Maciachini": 0})
    told = EventList(game.rolls(3, 3) + game.rolls(2, 4))  # VIA! to Maciachini, then to A2A with 6
    told.one(Rolled, dice=(2, 4))
    game.claims(1).one(PaidPlayer, seat=0, other=1, amount=2_400)


@pytest.mark.proves("EXP-63", "EXP-36")
def test_a_prisoner_collects_rent() -> None:
    assert rent(milan_of({"Fiera": 1}, jail={1: 0}), "Fiera") == 1_400
