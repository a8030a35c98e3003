"""The boards: what stands where, and what the deeds print."""

from collections import Counter

import pytest

from editions.classic import DECK_A, DECK_B, FIVE, LOTS, SCALE, TRANSPORTS, UTILITIES, rents
from magnate.editions import Edition, load
from magnate.editions.schema import CardSpace, DeedSpace, TaxSpace

five = pytest.mark.parametrize("name", FIVE)


def deed(edition: Edition, space: int) -> DeedSpace:
    found = edition.spaces[space]
    assert isinstance(found, DeedSpace)
    return found


def kind(edition: Edition, space: int) -> str:
    return next(group.kind for group in edition.groups if group.id == deed(edition, space).group)


@five
@pytest.mark.proves("AMB-01", "AMB-116", "EXP-05", "SRV-03")
def test_a_board_has_40_spaces_and_its_corners_at_0_10_20_30(name: str) -> None:
    spaces = load(name).spaces
    assert len(spaces) == 40
    assert [spaces[corner].kind for corner in (0, 10, 20, 30)] == ["start", "jail", "free", "go_to_jail"]


@five
@pytest.mark.proves("AMB-01", "AMB-116", "EXP-10", "SRV-08", "EUR-02", "CLA-03")
def test_there_are_28_deeds_22_lots_4_transports_and_2_utilities(name: str) -> None:
    edition = load(name)
    assert Counter(kind(edition, space) for space in edition.deeds) == {"lots": 22, "transport": 4, "utility": 2}
    assert [space for space in edition.deeds if kind(edition, space) == "transport"] == list(TRANSPORTS)
    assert [space for space in edition.deeds if kind(edition, space) == "utility"] == list(UTILITIES)


@five
def test_the_eight_groups_of_lots_have_2_3_3_3_3_3_3_2_lots_in_board_order(name: str) -> None:
    edition = load(name)
    groups = [deed(edition, space).group for space in LOTS]
    assert list(Counter(groups).values()) == [2, 3, 3, 3, 3, 3, 3, 2]
    assert groups == sorted(groups, key=groups.index)


@five
def test_three_spaces_draw_from_each_deck(name: str) -> None:
    spaces = load(name).spaces
    decks = {number: space.deck for number, space in enumerate(spaces) if isinstance(space, CardSpace)}
    assert decks == dict.fromkeys(DECK_A, "A") | dict.fromkeys(DECK_B, "B")


@five
def test_the_taxes_are_200_and_100_on_the_x1_scale(name: str) -> None:
    spaces = load(name).spaces
    taxes = {number: space.amount for number, space in enumerate(spaces) if isinstance(space, TaxSpace)}
    assert taxes == {4: 200 * SCALE[name], 38: 100 * SCALE[name]}


@five
@pytest.mark.proves("AMB-01")
def test_prices_are_the_classic_ones_on_the_scale_of_the_edition(name: str) -> None:
    edition = load(name)
    for space, (price, _, house) in LOTS.items():
        assert deed(edition, space).price == price * SCALE[name]
        assert deed(edition, space).house_cost == house * SCALE[name]
    assert {deed(edition, space).price for space in TRANSPORTS} == {200 * SCALE[name]}
    assert {deed(edition, space).price for space in UTILITIES} == {150 * SCALE[name]}


@pytest.mark.parametrize(
    ("name", "total"),
    [("monopoli-server", 5690), ("clasico", 5690), ("castis", 5690), ("expopolis", 569_000), ("europolis", 170_700)],
)
def test_sum_of_deed_prices_is_5690_on_the_x1_scale(name: str, total: int) -> None:
    edition = load(name)
    assert sum(deed(edition, space).price for space in edition.deeds) == total


@five
def test_rents_of_lots_are_the_classic_ones_as_the_edition_prints_them(name: str) -> None:
    edition = load(name)
    for space in LOTS:
        assert list(deed(edition, space).rents) == rents(name, space), edition.space_name(space)


@five
@pytest.mark.proves("EXP-78", "SRV-59", "AMB-94")
def test_a_mortgage_is_half_the_price(name: str) -> None:
    edition = load(name)
    assert all(deed(edition, space).mortgage * 2 == deed(edition, space).price for space in edition.deeds)


@five
@pytest.mark.proves("EXP-70")
def test_a_hotel_costs_the_price_of_one_more_house(name: str) -> None:
    edition = load(name)
    assert all(deed(edition, space).hotel_cost == deed(edition, space).house_cost for space in edition.deeds)


@five
def test_a_transport_prints_a_rent_for_each_number_owned(name: str) -> None:
    edition = load(name)
    expected = {
        "expopolis": (2500, 5000, 10_000, 20_000),
        "europolis": (750, 1500, 3000, 6000),
    }.get(name, (25, 50, 100, 200))
    assert {deed(edition, space).rents for space in TRANSPORTS} == {expected}


@pytest.mark.parametrize(
    ("name", "printed", "times_dice"),
    [
        ("expopolis", (400, 1000), True),
        ("monopoli-server", (4, 10), True),
        ("europolis", (850, 2100), False),
        ("clasico", (4, 10), True),
        ("castis", (4, 10), True),
    ],
)
@pytest.mark.proves("AMB-22")
def test_utilities_multiply_the_dice_but_in_europolis_print_a_sum(
    name: str, printed: tuple[int, int], times_dice: bool
) -> None:
    edition = load(name)
    assert {deed(edition, space).rents for space in UTILITIES} == {printed}
    assert [group.times_dice for group in edition.groups if group.kind == "utility"] == [times_dice]


def test_half_of_every_price_of_europolis_is_payable_in_notes_of_50() -> None:
    edition = load("europolis")
    deeds = [deed(edition, space) for space in edition.deeds]
    assert all(sum_ % 100 == 0 for one in deeds for sum_ in (one.price, one.house_cost, one.hotel_cost))


@pytest.mark.proves("AMB-01")
def test_marsilia_costs_7800_and_mortgages_for_3900() -> None:
    edition = load("europolis")
    marsilia = deed(edition, edition.find_space("Marsilia"))
    assert (marsilia.price, marsilia.mortgage) == (7800, 3900)


@pytest.mark.proves("AMB-116")
def test_castis_has_four_monuments_and_two_services() -> None:
    edition = load("castis")
    names = {group.id: group.name for group in edition.groups}
    assert [names[deed(edition, space).group] for space in TRANSPORTS] == ["Monumentos"] * 4
    assert [names[deed(edition, space).group] for space in UTILITIES] == ["Servicios"] * 2
    assert not any(deed(edition, space).house_cost for space in TRANSPORTS)


@pytest.mark.proves("EXP-13")
def test_expopolis_shows_its_named_features() -> None:
    edition = load("expopolis")
    spaces = [edition.space_name(space) for space in (0, 4, 10, 12, 16, 18, 19, 20, 28, 38)]
    assert spaces == [
        "VIA! (..da Expo2015)",
        "Tassa patrimoniale",
        "San Vittore / Transito",
        "A2A",
        "Fiera",
        "Cascina Merlata",
        "Area Expo",
        "Posteggio Bici Gratuito",
        "MM",
        "Tassa di lusso",
    ]
    assert len({deed(edition, space).group for space in (16, 18, 19)}) == 1
    assert edition.bank() == "BancaIntesa"
    assert [deed(edition, space).group for space in TRANSPORTS] == ["stations"] * 4
    assert edition.spaces[30].kind == "go_to_jail"  # the carabiniere's hat


@pytest.mark.proves("SRV-09")
def test_the_networked_game_shows_its_named_features() -> None:
    edition = load("monopoli-server")
    spaces = [edition.space_name(space) for space in (0, 4, 12, 16, 18, 19, 20, 28, 38)]
    assert spaces == [
        "VIA!",
        "Tassa patrimoniale",
        "Soc. Elettrica",
        "Via Verdi",
        "Corso Raffaello",
        "Piazza Dante",
        "Posteggio Gratuito",
        "Soc. Acqua Potabile",
        "Tassa di lusso",
    ]
    assert len({deed(edition, space).group for space in (16, 18, 19)}) == 1
    assert [deed(edition, space).group for space in TRANSPORTS] == ["stations"] * 4
    assert edition.find_space("Prigione") == 10
    assert edition.spaces[30].kind == "go_to_jail"  # the carabiniere


@pytest.mark.proves("EXP-12")
def test_the_back_of_every_contract_of_expopolis_informs_in_both_languages() -> None:
    edition = load("expopolis")
    for lang in ("it", "en"):
        backs = [edition.back(space, lang) for space in edition.deeds]
        assert len(set(backs)) == 28
        assert all(40 < len(back) < 400 and back.endswith(".") for back in backs)


def test_only_the_contracts_of_expopolis_have_such_a_back() -> None:
    for name in ("monopoli-server", "europolis", "clasico", "castis"):
        edition = load(name)
        assert not any(edition.back(space) for space in edition.deeds)


def test_lima_renames_streets_and_changes_nothing_else() -> None:
    madrid, lima = load("clasico"), load("clasico", skin="lima")
    assert (madrid.space_name(34), lima.space_name(34)) == ("Gran Vía", "Avenida Larco")
    assert (madrid.space_name(12), lima.space_name(12)) == ("Compañía de Electricidad", "Compañía de Electricidad")
    assert madrid.decks == lima.decks
    assert madrid.table(4) == lima.table(4)


def test_the_international_look_has_its_own_names_and_the_same_prices() -> None:
    edition = load("clasico", skin="internacional")
    assert [edition.space_name(space) for space in (1, 5, 39)] == [
        "Avenida Mediterráneo",
        "Ferrocarril Reading",
        "Paseo Tablado",
    ]
    assert edition.table(4)["price"] == load("clasico").table(4)["price"]


def test_madrid_is_the_look_of_clasico_unless_another_is_asked_for() -> None:
    assert load("clasico").skin == "madrid"
    assert load("clasico") == load("clasico", skin="madrid")
