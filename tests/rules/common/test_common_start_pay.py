"""Start pay in all five editions: forwards, by card, never backwards."""

from pathlib import Path

import pytest

from magnate.events import Collected, Moved
from rules.kit import CAS, CLA, EUR, EXP, FIGURES, SRV, TO_24, TO_START, book, editions, table, with_card

# A card of deck B that any edition can spare: "collect" something.
SPARE = {"expopolis": "P8", "monopoli-server": "P8", "europolis": "B4", "clasico": "AC6", "castis": "B4"}


@book(
    "",
    (EXP, "EXP-20 EXP-29 AMB-03 AMB-53"),
    (SRV, "SRV-15 SRV-21 AMB-81"),
    (EUR, "EUR-27 AMB-84"),
    (CLA, "CLA-15 CLA-25"),
    (CAS, "CAS-10 AMB-119"),
)
@pytest.mark.parametrize(
    ("start", "dice", "space", "times"),
    [(36, (1, 3), 0, 1), (38, (2, 1), 1, 1), (34, (6, 3), 3, 1), (34, (2, 3), 39, 0), (0, (4, 6), 10, 0)],
)
def test_landing_on_the_start_or_passing_it_pays_once(
    name: str, start: int, dice: tuple[int, int], space: int, times: int
) -> None:
    game = table(name, at={0: start}, owners={1: 0, 3: 0, 39: 0})
    purses = [game.cash(seat) for seat in range(3)]
    told = game.rolls(*dice)
    assert game.space(0) == space
    assert [event.amount for event in told.of(Collected, seat=0, why="salary")] == [FIGURES[name].salary] * times
    assert [game.cash(seat) for seat in range(3)] == [purses[0] + times * FIGURES[name].salary, *purses[1:]]


@book(
    "card, both",
    (EXP, "EXP-29 AMB-13", "P1", 40_000),
    (SRV, "SRV-21 AMB-13", "P1", 400),
    (EUR, "EUR-27 EUR-28", "B1", 10_000),
    (CLA, "CLA-26 W-15", "AC15", 400),
    (CAS, "CAS-10 AMB-13", "B14", 400),
)
def test_passing_the_start_to_a_card_that_sends_there_pays_twice(name: str, card: str, both: int) -> None:
    game = table(name, at={0: 38})
    purse = game.cash(0)
    told = game.draws(card, 1, 3)  # past the start to 2, and back to it
    assert [event.amount for event in told.of(Collected, seat=0, why="salary")] == [both // 2] * 2
    assert (game.space(0), game.cash(0)) == (0, purse + both)


@editions()
@pytest.mark.proves("AMB-13", "EXP-29", "SRV-21", "EUR-28", "CLA-51", "CAS-10")
def test_a_card_that_sends_forward_past_the_start_pays(name: str) -> None:
    game = table(name, at={0: 29}, owners={24: 0})
    purse = game.cash(0)
    told = game.draws(TO_24[name], 3, 4)  # from 36 to 24
    paid = told.one(Collected)
    assert (paid.seat, paid.amount, paid.why) == (0, FIGURES[name].salary, "salary")
    assert game.cash(0) == purse + FIGURES[name].salary


@editions()
@pytest.mark.proves("AMB-13")
def test_a_card_that_sends_forward_without_passing_the_start_does_not_pay(name: str) -> None:
    game = table(name, at={0: 0}, owners={24: 0})
    told = game.draws(TO_24[name], 3, 4)  # from 7 to 24
    assert told.none(Collected)


@editions()
@pytest.mark.proves("AMB-13", "AMB-119")
def test_a_card_that_sends_to_the_start_pays_once(name: str) -> None:
    game = table(name, at={0: 29})
    purse = game.cash(0)
    told = game.draws(TO_START[name], 3, 4)
    assert told.one(Collected).amount == FIGURES[name].salary
    assert game.cash(0) == purse + FIGURES[name].salary
    assert game.space(0) == 0


@pytest.mark.proves("AMB-13", "EUR-29")
def test_a_card_that_says_so_pays_nothing() -> None:
    game = table(EUR, at={0: 29}, owners={1: 0})
    told = game.draws("S16", 3, 4)  # on to space 1, without the bonus
    assert told.one(Moved, space=1).origin == 36
    assert told.none(Collected)


@editions()
@pytest.mark.proves("AMB-12", "CLA-53")
def test_crossing_the_start_backwards_pays_nothing(name: str, tmp_path: Path) -> None:
    path = with_card(name, tmp_path, SPARE[name], 'effect = "move_back", steps = 3')
    game = table(path, at={0: 35}, owners={39: 0})
    purse = game.cash(0)
    game.draws(SPARE[name], 3, 4)  # 42: past the start to 2, which pays; then back over it to 39
    assert game.space(0) == 39
    assert game.cash(0) == purse + FIGURES[name].salary
    game = table(path, at={0: 35}, owners={39: 0}, options={"start.backwards": True})
    game.draws(SPARE[name], 3, 4)
    assert game.cash(0) == purse + 2 * FIGURES[name].salary  # a house rule may pay it


@editions()
@pytest.mark.parametrize(("steps", "house_rule_pays"), [(1, 0), (2, 1)])  # back to 1, or onto the start
@pytest.mark.proves("AMB-12", "CLA-53")
def test_going_back_onto_the_start_pays_nothing(name: str, steps: int, house_rule_pays: int, tmp_path: Path) -> None:
    path = with_card(name, tmp_path, SPARE[name], f'effect = "move_back", steps = {steps}')
    for backwards, pays in ((False, 0), (True, house_rule_pays)):
        game = table(path, at={0: 35}, owners={1: 0}, options={"start.backwards": backwards})
        purse = game.cash(0)
        game.draws(SPARE[name], 3, 4)  # 42: past the start to 2, which pays; then back
        assert game.space(0) == 2 - steps
        assert game.cash(0) == purse + (1 + pays) * FIGURES[name].salary
