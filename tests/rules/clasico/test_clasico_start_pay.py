"""SALIDA pays 200: passing it, landing on it, twice in a turn, never backwards, never on the way to jail."""

import pytest

from magnate.actions import FollowCard
from magnate.events import Collected, Jailed, Moved
from rules.clasico.kit import own, table


@pytest.mark.proves("CLA-25", "CLA-15")
@pytest.mark.parametrize(
    ("start", "roll", "pay"),
    [
        pytest.param("Paseo del Prado", (4, 6), 200, id="passing"),
        pytest.param("Estación del Norte", (1, 4), 200, id="landing on it"),
        pytest.param("Gran Vía", (1, 2), 0, id="stopping before it"),
        pytest.param("SALIDA", (4, 6), 0, id="starting from it"),
    ],
)
def test_salida_pays_200_when_reached_or_passed(start: str, roll: tuple[int, int], pay: int) -> None:
    game = table(2, at={0: start}, owners=own(0, "Paseo de la Castellana", "Calle Bravo Murillo"))
    told = game.rolls(*roll)
    assert [event.amount for event in told.of(Collected, seat=0, why="salary")] == [pay] * bool(pay)
    assert game.cash(0) == 1500 + pay


@pytest.mark.proves("CLA-25")
def test_salida_pays_once_for_landing_and_nothing_for_leaving_it() -> None:
    game = table(2, at={0: "Estación del Norte"})
    game.rolls(1, 4)
    assert game.cash(0) == 1700
    game.ends_turn()
    game.rolls(4, 6)
    game.ends_turn()
    assert game.rolls(4, 6).none(Collected)
    assert game.cash(0) == 1700


@pytest.mark.proves("CLA-25")
def test_every_lap_pays_again() -> None:
    game = table(2, at={0: "Estación del Norte", 1: "Cárcel"})
    game.rolls(1, 4)
    game.ends_turn()
    game.rolls(4, 6)
    game.ends_turn()
    game.state.at[0] = 36  # a lap later
    game.rolls(1, 3)
    assert game.cash(0) == 1900


@pytest.mark.proves("CLA-26", "W-15")
def test_passing_salida_to_a_card_that_sends_there_pays_400_in_one_turn() -> None:
    game = table(2, at={0: "Impuesto de lujo"})
    told = game.draws("AC15", 1, 3)  # 38 + 4 passes SALIDA to the Arca Comunal on 2
    assert [event.amount for event in told.of(Collected, seat=0, why="salary")] == [200, 200]
    assert game.space(0) == 0
    assert game.cash(0) == 1900


@pytest.mark.proves("CLA-51")
@pytest.mark.parametrize(
    ("card", "start", "roll", "space", "pay"),
    [
        pytest.param("CA2", "Gran Vía", (1, 1), 24, 200, id="from 36 to 24 passes"),
        pytest.param("CA2", "SALIDA", (3, 4), 24, 0, id="from 7 to 24 does not"),
        pytest.param("CA15", "Cárcel", (6, 6), 11, 200, id="from 22 to 11 passes"),
        pytest.param("CA15", "SALIDA", (3, 4), 11, 0, id="from 7 to 11 does not"),
        pytest.param("CA14", "Cárcel", (6, 6), 15, 200, id="from 22 to 15 passes"),
        pytest.param("CA7", "Gran Vía", (1, 1), 39, 0, id="from 36 to 39 does not"),
        pytest.param("CA9", "SALIDA", (3, 4), 0, 200, id="to SALIDA itself"),
    ],
)
def test_a_card_that_moves_forward_past_salida_pays(
    card: str, start: str, roll: tuple[int, int], space: int, pay: int
) -> None:
    game = table(2, at={0: start})
    game.draws(card, *roll)
    assert game.space(0) == space
    assert game.cash(0) == 1500 + pay


@pytest.mark.proves("CLA-53")
def test_moving_backwards_pays_nothing_though_it_crosses_salida_the_wrong_way() -> None:
    game = table(2, at={0: "SALIDA"}, owners=own(0, 1))
    told = game.draws("AC3", 1, 1)  # back from 2 to 1
    told.one(Moved, seat=0, origin=2, space=1)
    assert told.none(Collected)
    game = table(2, at={0: "Calle Fuencarral"}, owners=own(0, 1))
    told = game.draws("AC3", 1, 2)  # back from 17 to 1
    told.one(Moved, seat=0, origin=17, space=1)
    assert told.none(Collected)
    assert game.cash(0) == 1500


@pytest.mark.proves("CLA-53")
def test_three_steps_back_pay_nothing() -> None:
    game = table(2, owners=own(0, "Calle Serrano"), at={0: "Avenida Felipe II"})
    told = game.draws("CA10", 2, 4)
    told.one(Moved, seat=0, origin=22, space=19)
    assert told.none(Collected)


@pytest.mark.proves("CLA-52")
@pytest.mark.parametrize("card", ["CA13", "AC12"])
def test_a_card_to_jail_pays_nothing_on_the_way(card: str) -> None:
    start = {"CA13": "Gran Vía", "AC12": "Puerta del Sol"}[card]
    game = table(2, at={0: start})
    told = game.draws(card, 1, 1)  # 36 or 33: jail lies beyond SALIDA
    told.one(Jailed, seat=0)
    assert told.none(Collected)
    assert told.of(Moved, seat=0)[-1].space in (33, 36)  # sent, not moved
    assert game.space(0) == 10
    assert game.cash(0) == 1500


@pytest.mark.proves("CLA-52", "CLA-56")
def test_go_to_jail_pays_nothing() -> None:
    game = table(2, at={0: "Parking gratuito"})
    assert game.rolls(4, 6).none(Collected)
    assert game.space(0) == 10
    assert game.cash(0) == 1500


@pytest.mark.proves("CLA-26")
def test_a_roll_and_a_double_can_each_pay_in_the_same_turn() -> None:
    game = table(2, at={0: "Gran Vía"})
    game.script(cards=["CA9"])
    game.rolls(1, 1)  # 36, Casualidad
    game.does(0, FollowCard())  # to SALIDA: 200
    assert game.cash(0) == 1700
    game.state.at[0] = 30
    game.rolls(5, 5)  # the roll after the double reaches SALIDA: 200
    assert game.cash(0) == 1900
