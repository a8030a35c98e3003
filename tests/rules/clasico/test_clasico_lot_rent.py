"""Rent on lots: by the buildings, doubled on bare lots of a whole colour, lost with a mortgage."""

import pytest

from magnate.actions import BuyDeed
from magnate.events import NothingDue, PaidPlayer, RentFree
from magnate.testing import EventList, Position
from rules.clasico.kit import BLUE, BROWN, GREEN, PINK, own, purses, table

RENTS = {  # bare, one to four houses, hotel
    "Ronda de Valencia": (2, 10, 30, 90, 160, 250),
    "Plaza Lavapiés": (4, 20, 60, 180, 320, 450),
    "Glorieta Cuatro Caminos": (6, 30, 90, 270, 400, 550),
    "Avenida Reina Victoria": (6, 30, 90, 270, 400, 550),
    "Calle Bravo Murillo": (8, 40, 100, 300, 450, 600),
    "Glorieta de Bilbao": (10, 50, 150, 450, 625, 750),
    "Calle Alberto Aguilera": (10, 50, 150, 450, 625, 750),
    "Calle Fuencarral": (12, 60, 180, 500, 700, 900),
    "Avenida Felipe II": (14, 70, 200, 550, 750, 950),
    "Calle Velázquez": (14, 70, 200, 550, 750, 950),
    "Calle Serrano": (16, 80, 220, 600, 800, 1000),
    "Avenida de América": (18, 90, 250, 700, 875, 1050),
    "Calle María de Molina": (18, 90, 250, 700, 875, 1050),
    "Calle Cea Bermúdez": (20, 100, 300, 750, 925, 1100),
    "Avenida de los Reyes Católicos": (22, 110, 330, 800, 975, 1150),
    "Calle Bailén": (22, 110, 330, 800, 975, 1150),
    "Plaza de España": (24, 120, 360, 850, 1025, 1200),
    "Puerta del Sol": (26, 130, 390, 900, 1100, 1275),
    "Calle Alcalá": (26, 130, 390, 900, 1100, 1275),
    "Gran Vía": (28, 150, 450, 1000, 1200, 1400),
    "Paseo de la Castellana": (35, 175, 500, 1100, 1300, 1500),
    "Paseo del Prado": (50, 200, 600, 1400, 1700, 2000),
}


def visit(game: Position, place: str | int) -> EventList:
    """Seat 0 rolls three and lands here; then seat 1 claims."""
    space = game.edition.find_space(place)
    game.state.at[0] = (space - 3) % 40
    game.state.cash[0] = 3000
    game.state.cash[1] = 0
    told = game.rolls(1, 2)
    return EventList(told + game.claims(1))


@pytest.mark.proves("CLA-37", "CLA-35")
@pytest.mark.parametrize("level", range(6))
@pytest.mark.parametrize("place", RENTS)
def test_rent_is_the_figure_on_the_deed_for_its_buildings(place: str, level: int) -> None:
    game = table(2, owners=own(1, place), levels={place: level})
    told = visit(game, place)
    told.one(PaidPlayer, seat=0, other=1, amount=RENTS[place][level], why="rent", deed=game.deed(place))
    assert game.cash(1) == RENTS[place][level]


@pytest.mark.proves("CLA-38")
@pytest.mark.parametrize(
    ("group", "rents"), [(BROWN, (4, 8)), (PINK, (20, 20, 24)), (GREEN, (52, 52, 56)), (BLUE, (70, 100))]
)
def test_rent_doubles_on_bare_lots_of_a_whole_colour(group: tuple[str, ...], rents: tuple[int, ...]) -> None:
    for place, rent in zip(group, rents, strict=True):
        game = table(2, owners=own(1, *group))
        visit(game, place).one(PaidPlayer, amount=rent)


@pytest.mark.proves("CLA-38")
def test_rent_is_single_while_one_lot_of_the_colour_is_another_s_or_the_bank_s() -> None:
    game = table(3, owners={**own(1, *PINK[:2]), **own(2, PINK[2])})
    visit(game, PINK[0]).one(PaidPlayer, amount=10)
    game = table(2, owners=own(1, *PINK[:2]))
    visit(game, PINK[1]).one(PaidPlayer, amount=10)


@pytest.mark.proves("CLA-40", "CLA-38", "W-17")
def test_a_bare_lot_beside_built_ones_still_charges_double() -> None:
    game = table(2, owners=own(1, *PINK), levels={PINK[1]: 1, PINK[2]: 1})
    visit(game, PINK[0]).one(PaidPlayer, amount=20)  # 2 × 10
    game = table(2, owners=own(1, *PINK), levels={PINK[1]: 1, PINK[2]: 1})
    visit(game, PINK[1]).one(PaidPlayer, amount=50)  # with a house: the figure, not twice
    game = table(2, owners=own(1, *PINK), levels={PINK[0]: 1})
    visit(game, PINK[2]).one(PaidPlayer, amount=24)


@pytest.mark.proves("CLA-39", "CLA-42", "CLA-41")
def test_a_mortgage_in_the_colour_ends_the_doubling_but_not_the_rent() -> None:
    position = {"owners": own(1, *PINK), "mortgages": [PINK[1]]}
    visit(table(2, **position), PINK[0]).one(PaidPlayer, amount=10)
    visit(table(2, **position), PINK[2]).one(PaidPlayer, amount=12)
    told = visit(table(2, **position), PINK[1])
    told.one(RentFree, seat=0, owner=1)
    told.one(NothingDue, seat=1)
    assert told.none(PaidPlayer)


@pytest.mark.proves("CLA-39")
def test_a_mortgage_in_another_colour_does_not_matter() -> None:
    game = table(2, owners=own(1, *PINK, *GREEN), mortgages=[GREEN[0]])
    visit(game, PINK[0]).one(PaidPlayer, amount=20)


@pytest.mark.proves("CLA-41")
@pytest.mark.parametrize("place", ["Gran Vía", "Estación de Goya", "Compañía de Aguas"])
def test_no_rent_on_mortgaged_property(place: str) -> None:
    game = table(2, owners=own(1, place), mortgages=[place])
    told = visit(game, place)
    told.one(RentFree, seat=0, owner=1, deed=game.deed(place))
    told.one(NothingDue, seat=1)
    assert purses(game) == [3000, 0]


@pytest.mark.proves("CLA-38")
def test_skins_change_the_names_and_not_the_rents() -> None:
    game = table(2, skin="lima", owners=own(1, "Malecón Cisneros", "El Olivar de San Isidro"))
    visit(game, "El Olivar de San Isidro").one(PaidPlayer, amount=100)
    game = table(2, skin="internacional", owners=own(1, "Paseo Tablado"))
    visit(game, "Paseo Tablado").one(PaidPlayer, amount=50)


@pytest.mark.proves("CLA-35", "AMB-04")
def test_a_lot_of_one_s_own_or_of_the_bank_charges_nobody() -> None:
    game = table(2, owners=own(0, *PINK))
    told = visit(game, PINK[0])
    told.one(NothingDue, seat=1)
    assert purses(game) == [3000, 0]
    game = table(2)
    game.state.at[0] = 8
    game.rolls(1, 2)
    game.does(0, BuyDeed())
    game.claims(1).one(NothingDue, seat=1)
