"""«Începerea jocului»: rolling, moving, doubles and the START bonus."""

from typing import Any

import pytest

from magnate.actions import BuyDeed, EndTurn, FollowCard, Roll
from magnate.events import (
    CardDrawn,
    Collected,
    Jailed,
    Moved,
    PaidBank,
    Rested,
    Rolled,
    TurnBegan,
    TurnEnded,
)
from magnate.testing import EventList, Position
from rules.europolis.kit import JAIL, PARKING, europolis, owned, purses


@pytest.mark.proves("EUR-07", "EUR-23", "DP-05")
def test_a_roll_moves_the_pawn_by_the_total_of_both_dice() -> None:
    game = europolis(2, at={0: 13})
    told = game.rolls(3, 4)
    told.one(Rolled, seat=0, dice=(3, 4))
    told.one(Moved, seat=0, origin=13, space=PARKING)
    assert (game.space(0), game.space(1)) == (PARKING, 0)


@pytest.mark.proves("EUR-23", "DP-10")
def test_after_the_landing_the_turn_is_handed_on_and_not_before() -> None:
    game = europolis(2, at={0: 17})
    assert game.refusal(0, EndTurn()) == "WRONG_MOMENT"
    assert game.refusal(1, Roll()) == "NOT_ASKED"
    game.rolls(1, 2)
    assert game.refusal(0, Roll()) == "WRONG_MOMENT"
    assert game.refusal(1, EndTurn()) == "NOT_ASKED"
    told = game.ends_turn()
    told.one(TurnEnded, seat=0)
    told.one(TurnBegan, seat=1)
    assert game.must == [1]


@pytest.mark.proves("EUR-24", "EUR-55", "EUR-65", "EUR-54", "EUR-56", "EUR-47", "EUR-30")
def test_the_space_decides_what_follows() -> None:
    def lands(start: int, *dice: int, **script: Any) -> tuple[Position, EventList]:
        game = europolis(2, at={0: start}, owners={"Patras": 1}, **script)
        return game, game.rolls(*dice)

    game, _ = lands(10, 1, 3)  # Atena, free
    assert game.can(0, BuyDeed())
    game, _ = lands(8, 1, 2)  # Patras, another's
    assert not game.can(0, BuyDeed())
    game.claims(1)
    assert purses(game) == [49_700, 50_300]
    game, told = lands(1, 1, 2)  # Impozit pe Venit
    told.one(PaidBank, seat=0, amount=6000, why="tax")
    game, told = lands(35, 1, 2)  # Taxa de Lux
    told.one(PaidBank, seat=0, amount=3000, why="tax")
    game, told = lands(27, 1, 2)  # Du-te la închisoare!
    told.one(Jailed, seat=0)
    game, told = lands(4, 1, 2, cards=["S8"])  # Surpriză
    told.one(CardDrawn, seat=0, deck=0)
    game, told = lands(37, 1, 2)  # START
    told.one(Collected, seat=0, amount=5000, why="salary")
    for start, space in ((17, PARKING), (7, JAIL)):
        game, told = lands(start, 1, 2)
        told.one(Rested, seat=0, space=space)
        assert purses(game) == [50_000, 50_000]
        assert game.can(0, EndTurn())


@pytest.mark.proves("EUR-25", "DP-06")
def test_after_a_double_one_moves_and_must_roll_once_more() -> None:
    game = europolis(2, at={0: 16}, owners={"Linia Aeriană Vest": 0})
    game.rolls(2, 2)
    assert game.space(0) == PARKING
    assert game.refusal(0, EndTurn()) == "WRONG_MOMENT"
    assert game.must == [0]
    game.rolls(1, 4)  # Linia Aeriană Vest, one's own
    assert game.can(0, EndTurn())
    assert game.refusal(0, Roll()) == "WRONG_MOMENT"


@pytest.mark.proves("EUR-25", "EUR-30")
def test_the_landing_is_settled_before_the_extra_roll() -> None:
    game = europolis(2, at={0: 10})
    game.rolls(2, 2)
    assert not game.can(0, Roll())
    game.does(0, BuyDeed())
    assert game.can(0, Roll())


@pytest.mark.proves("EUR-26", "EUR-58", "EUR-59", "AMB-07", "AMB-14", "AMB-84")
def test_the_third_double_in_a_row_is_not_moved_but_goes_to_jail() -> None:
    game = europolis(2, at={0: 16}, owners=owned(0, ("Compania de Apă",)))
    game.rolls(2, 2)  # Parcare Liberă
    game.rolls(4, 4)  # own property
    assert not game.in_jail(0)
    told = game.rolls(6, 6)  # would have been START
    told.one(Jailed, seat=0)
    assert told.none(Moved)
    assert told.none(Collected)
    told.one(TurnBegan, seat=1)
    assert (game.space(0), game.in_jail(0), game.cash(0)) == (JAIL, True, 50_000)


@pytest.mark.proves("EUR-26")
def test_doubles_count_only_in_a_row_within_one_turn() -> None:
    game = europolis(2, at={0: 16, 1: 16}, owners=owned(0, ("Compania de Apă",)))
    game.rolls(2, 2)
    game.rolls(4, 4)
    game.rolls(5, 6)  # Londra would be 39: 28 + 11
    game.does(0, BuyDeed(), EndTurn())
    game.rolls(2, 2)  # seat 1: its first double
    assert not game.in_jail(1)
    game.rolls(4, 6)
    assert game.in_jail(1)  # 20 + 10 is the jail corner, not a count of doubles
    game.state.at[0] = 16
    game.rolls(2, 2)  # seat 0 begins to count again
    assert not game.in_jail(0)


@pytest.mark.parametrize(("start", "dice", "space"), [(35, (2, 3), 0), (36, (2, 4), 2), (39, (1, 2), 2)])
@pytest.mark.proves("EUR-27", "AMB-84")
def test_landing_on_start_or_passing_it_pays_5000_once(start: int, dice: tuple[int, int], space: int) -> None:
    game = europolis(2, at={0: start})
    told = game.rolls(*dice)
    assert game.space(0) == space
    told.one(Collected, seat=0, amount=5000, why="salary")
    assert game.cash(0) == 55_000


@pytest.mark.proves("EUR-27")
def test_leaving_start_pays_nothing() -> None:
    game = europolis(2)
    told = game.rolls(4, 6)
    assert told.none(Collected)
    assert game.cash(0) == 50_000


@pytest.mark.proves("EUR-28", "EUR-27")
def test_a_card_that_sends_to_start_pays_a_further_5000() -> None:
    game = europolis(2, at={0: 38})
    told = game.draws("B1", 1, 3)  # passes START to Bugetul Administrației, and back to START
    assert [event.amount for event in told.of(Collected, seat=0, why="salary")] == [5000, 5000]
    assert (game.space(0), game.cash(0)) == (0, 60_000)


@pytest.mark.parametrize(("card", "space"), [("S1", 0), ("S3", 24), ("S4", 11), ("S5", 5)])
@pytest.mark.proves("EUR-28")
def test_a_card_that_leads_past_start_pays_the_bonus(card: str, space: int) -> None:
    game = europolis(2, at={0: 33})
    told = game.draws(card, 1, 2)  # from Surpriză on 36
    told.one(Collected, seat=0, amount=5000, why="salary")
    assert game.space(0) == space


@pytest.mark.proves("EUR-28")
def test_a_card_that_leads_ahead_without_passing_start_pays_nothing() -> None:
    game = europolis(2, at={0: 33})
    told = game.draws("S2", 1, 2)  # from 36 to Londra
    assert told.none(Collected)
    assert (game.space(0), game.cash(0)) == (39, 50_000)


@pytest.mark.proves("EUR-29")
def test_a_card_that_withholds_the_bonus_is_obeyed() -> None:
    game = europolis(2, at={0: 33})
    told = game.draws("S16", 1, 2)  # from 36 past START to Varna
    assert told.none(Collected)
    assert (game.space(0), game.cash(0)) == (1, 50_000)
    assert game.can(0, BuyDeed())  # the space is borne all the same


@pytest.mark.parametrize(("start", "card"), [(33, "S11"), (30, "B6")])
@pytest.mark.proves("AMB-14", "EUR-57")
def test_no_bonus_on_the_way_to_jail_by_card(start: int, card: str) -> None:
    game = europolis(2, at={0: start})
    told = game.draws(card, 1, 2)
    assert told.none(Collected)
    assert (game.space(0), game.in_jail(0), game.cash(0)) == (JAIL, True, 50_000)


@pytest.mark.proves("AMB-14", "EUR-56", "EUR-59")
def test_no_bonus_on_the_way_to_jail_from_the_corner_and_a_double_is_lost() -> None:
    game = europolis(2, at={0: 26})
    told = game.rolls(2, 2)
    told.one(Jailed, seat=0)
    told.one(TurnBegan, seat=1)
    assert told.none(Collected)
    assert (game.space(0), game.cash(0)) == (JAIL, 50_000)


@pytest.mark.proves("AMB-12", "EUR-47")
def test_three_spaces_back_is_no_lap_and_the_space_is_borne() -> None:
    game = europolis(2, at={0: 4})
    told = game.draws("S10", 1, 2)  # from Surpriză on 7 back to Impozit pe Venit
    told.one(Moved, seat=0, origin=7, space=4)
    told.one(PaidBank, seat=0, amount=6000, why="tax")
    assert told.none(Collected)


@pytest.mark.proves("EUR-25")
def test_a_double_onto_a_card_is_followed_before_rolling_again() -> None:
    game = europolis(2)
    game.script(cards=["B2"])
    game.rolls(1, 1)
    assert not game.can(0, Roll())
    game.does(0, FollowCard())
    assert game.can(0, Roll())
