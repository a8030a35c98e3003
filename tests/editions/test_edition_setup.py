"""Players, tokens, stock and money: what lies on the table before the first roll."""

import pytest

from editions.classic import FIVE
from magnate.editions import load


def starting_money(name: str) -> list[int]:
    edition = load(name)
    return [cash for seats in edition.seats if isinstance(cash := edition.table(seats)["setup_cash"], int)]


@pytest.mark.parametrize(
    ("name", "fewest", "most"),
    [
        pytest.param("expopolis", 2, 6, marks=pytest.mark.proves("EXP-02", "AMB-54")),
        pytest.param("monopoli-server", 2, 4, marks=pytest.mark.proves("SRV-02")),
        pytest.param("europolis", 2, 6, marks=pytest.mark.proves("EUR-08", "AMB-85")),
        pytest.param("clasico", 2, 8, marks=pytest.mark.proves("AMB-103")),
        pytest.param("castis", 2, 8, marks=pytest.mark.proves("AMB-116")),
    ],
)
def test_how_many_may_play(name: str, fewest: int, most: int) -> None:
    assert list(load(name).seats) == list(range(fewest, most + 1))


@pytest.mark.proves("EXP-03")
def test_the_six_actors_of_expopolis() -> None:
    actors = ("Pisapia", "Formigoni", "CDO", "EuroMilano", "CMC", "Camera di Commercio")
    assert load("expopolis").tokens == actors


@pytest.mark.proves("EUR-08")
def test_europolis_has_6_pawns() -> None:
    assert len(load("europolis").tokens) == 6


@pytest.mark.proves("CLA-02", "AMB-103")
def test_clasico_has_10_pawns_two_of_them_spare() -> None:
    edition = load("clasico")
    assert len(edition.tokens) == edition.seats[-1] + 2 == 10


@pytest.mark.parametrize("name", FIVE)
def test_there_is_a_token_for_everybody(name: str) -> None:
    edition = load(name)
    assert len(set(edition.tokens)) >= edition.seats[-1]


@pytest.mark.parametrize(
    ("name", "houses", "hotels"),
    [
        pytest.param("expopolis", 32, 12, marks=pytest.mark.proves("EXP-07", "EXP-08")),
        pytest.param("monopoli-server", 32, 12, marks=pytest.mark.proves("SRV-05", "SRV-06")),
        pytest.param("europolis", 34, 10, marks=pytest.mark.proves("EUR-05", "EUR-06")),
        pytest.param("clasico", 32, 12, marks=pytest.mark.proves("CLA-06", "CLA-07")),
        pytest.param("castis", 32, 12, marks=pytest.mark.proves("AMB-116")),
    ],
)
def test_houses_and_hotels_in_stock(name: str, houses: int, hotels: int) -> None:
    table = load(name).table(3)
    assert (table["houses"], table["hotels"]) == (houses, hotels)


@pytest.mark.proves("EXP-16", "W-01")
def test_starting_money_of_expopolis_falls_with_the_number_of_players() -> None:
    assert starting_money("expopolis") == [350_000, 300_000, 250_000, 200_000, 150_000]


@pytest.mark.proves("EXP-17")
def test_contracts_dealt_in_expopolis_fall_with_the_number_of_players() -> None:
    edition = load("expopolis")
    assert [edition.table(seats)["setup_dealt"] for seats in edition.seats] == [7, 6, 5, 4, 3]


@pytest.mark.proves("EXP-15", "W-01")
def test_notes_of_expopolis_are_100000_and_five_to_one_notes_of_50000() -> None:
    packs = load("expopolis").file.money.packs
    assert [pack.pop("50000") for pack in map(dict, packs)] == [5, 4, 3, 2, 1]
    assert all(pack["10000"] == 9 and pack["1000"] == 9 and pack["100"] == 10 for pack in packs)


@pytest.mark.proves("SRV-11", "AMB-81")
def test_everybody_starts_the_networked_game_with_610_dollars() -> None:
    assert starting_money("monopoli-server") == [610, 610, 610]
    assert load("monopoli-server").money(610) == "610 $"


@pytest.mark.proves("EUR-18", "EUR-19", "AMB-85", "W-10")
def test_europolis_gives_50000_up_to_four_players_and_45000_to_five_or_six() -> None:
    assert starting_money("europolis") == [50_000, 50_000, 50_000, 45_000, 45_000]
    four, five = (load("europolis").file.money.packs[seats - 2] for seats in (4, 5))
    assert four == {"10000": 2, "5000": 5, "1000": 3, "500": 3, "100": 4, "50": 2}
    assert five == four | {"5000": 4}


@pytest.mark.proves("CLA-13", "AMB-102")
def test_clasico_gives_1500_soles() -> None:
    assert starting_money("clasico") == [1500] * 7
    pack = {"500": 2, "100": 4, "50": 1, "20": 1, "10": 2, "5": 1, "1": 5}
    assert load("clasico").file.money.packs == (pack,)
    assert load("clasico").money(1500) == "S/. 1.500"


@pytest.mark.proves("CAS-03")
def test_castis_gives_1500_in_other_notes() -> None:
    assert starting_money("castis") == [1500] * 7
    pack = {"500": 2, "100": 2, "50": 2, "20": 6, "10": 5, "5": 5, "1": 5}
    assert load("castis").file.money.packs == (pack,)


@pytest.mark.parametrize("name", FIVE)
@pytest.mark.proves("EXP-15", "EUR-18", "EUR-19", "CLA-13", "CAS-03")
def test_the_notes_given_out_add_up_to_the_starting_money(name: str) -> None:
    edition = load(name)
    for number, pack in enumerate(edition.file.money.packs):
        assert sum(int(note) * count for note, count in pack.items()) == starting_money(name)[number]
        assert all(int(note) in edition.notes for note in pack)


@pytest.mark.parametrize(
    ("name", "notes"),
    [
        pytest.param("expopolis", (100, 1000, 10_000, 50_000), marks=pytest.mark.proves("EXP-15")),
        pytest.param("monopoli-server", ()),
        pytest.param("europolis", (50, 100, 500, 1000, 5000, 10_000), marks=pytest.mark.proves("EUR-09")),
        pytest.param("clasico", (1, 5, 10, 20, 50, 100, 500)),
        pytest.param("castis", (1, 5, 10, 20, 50, 100, 500)),
    ],
)
def test_denominations(name: str, notes: tuple[int, ...]) -> None:
    assert load(name).notes == notes


@pytest.mark.parametrize(
    ("name", "note"), [("expopolis", 100), ("monopoli-server", 1), ("europolis", 50), ("clasico", 1), ("castis", 1)]
)
def test_the_smallest_note_is_the_unit(name: str, note: int) -> None:
    assert load(name).table(2)["note"] == note


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        pytest.param("expopolis", "E.20.000", marks=pytest.mark.proves("EXP-20", "AMB-53")),
        pytest.param("monopoli-server", "20.000 $", marks=pytest.mark.proves("AMB-81")),
        pytest.param("europolis", "20.000 euro"),
        pytest.param("clasico", "S/. 20.000", marks=pytest.mark.proves("AMB-102")),
        pytest.param("castis", "20.000 Castis"),
    ],
)
def test_money_is_written_as_the_edition_writes_it(name: str, shown: str) -> None:
    assert load(name).money(20_000) == shown


def test_small_large_and_negative_amounts() -> None:
    edition = load("expopolis")
    assert [edition.money(amount) for amount in (0, 100, 1_234_500, -5000)] == [
        "E.0",
        "E.100",
        "E.1.234.500",
        "-E.5.000",
    ]


@pytest.mark.proves("AMB-56")
def test_the_dearest_deal_can_be_paid_with_any_number_of_players() -> None:
    edition = load("expopolis")
    dearest = [40_000, 35_000, 32_000, 30_000, 30_000, 28_000, 26_000]
    prices = edition.table(2)["price"]
    assert isinstance(prices, list)
    assert sorted(prices, reverse=True)[:7] == dearest
    assert sum(dearest) == 221_000 < 350_000
    for dealt, cash in ((6, 300_000), (5, 250_000), (4, 200_000), (3, 150_000)):
        assert sum(dearest[:dealt]) < cash
