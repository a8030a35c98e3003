"""The turn in all five editions: what is asked before and after a roll, doubles, one's own property."""

import pytest

from magnate.actions import ClaimRent, EndTurn, Roll
from magnate.events import Collected, Jailed, Moved, NothingDue, PaidBank, PaidPlayer, Rolled, TurnBegan, TurnEnded
from rules.common.five import CAS, CLA, CLAIMING, EUR, EXP, SRV, asked, editions, offered, table


def control(name: str) -> list[str]:
    """The neutral control of the editions where rent is asked for."""
    return ["ClaimRent"] if name in CLAIMING else []


@editions()
@pytest.mark.proves("DP-05")
def test_the_player_to_move_rolls_and_may_do_other_things_first(name: str) -> None:
    game = table(name)
    assert asked(game) == "turn"
    assert game.must == [0]
    assert offered(game, 0) == ["Roll", *control(name), "ProposeDeal", "Concede"]
    assert game.refusal(0, EndTurn()) == "WRONG_MOMENT"
    for other in (1, 2):
        assert offered(game, other) == [*control(name), "ProposeDeal", "Concede"]
        assert game.refusal(other, Roll()) == "NOT_ASKED"


@editions()
@pytest.mark.proves("DP-05", "DP-10")
def test_property_can_be_managed_before_the_roll_and_after_the_landing(name: str) -> None:
    game = table(name, owners={1: 0, 3: 0, 5: 0}, mortgages=[5], at={0: 13})
    managing = ["Build", "Build", "Build", "Mortgage", "Mortgage", "LiftMortgage"]
    assert offered(game, 0) == ["Roll", *control(name), *managing, "ProposeDeal", "Concede"]
    game.rolls(3, 4)  # 20, parking
    assert offered(game, 0) == ["EndTurn", *control(name), *managing, "ProposeDeal", "Concede"]


@editions()
@pytest.mark.proves("DP-10", "EXP-49", "SRV-38", "EUR-55", "CLA-55", "CAS-33")
def test_when_the_landing_is_settled_the_player_ends_the_turn(name: str) -> None:
    game = table(name, at={0: 13}, next_seats=[1])
    told = game.rolls(3, 4)
    assert not told.of(Collected)
    assert game.must == [0]
    assert offered(game, 0) == ["EndTurn", *control(name), "ProposeDeal", "Concede"]
    assert game.refusal(0, Roll()) == "WRONG_MOMENT"
    assert game.refusal(1, EndTurn()) == "NOT_ASKED"
    told = game.ends_turn()
    assert told.one(TurnEnded).seat == 0
    assert told.one(TurnBegan).seat == 1
    assert game.must == [1]


@editions(EXP, SRV, EUR, CLA)
@pytest.mark.proves("DP-06", "EXP-27", "SRV-19", "EUR-25", "CLA-23")
def test_after_a_double_the_player_must_roll_again(name: str) -> None:
    game = table(name, at={0: 10})
    game.rolls(5, 5)  # 20, parking
    assert game.must == [0]
    assert offered(game, 0) == ["Roll", *control(name), "ProposeDeal", "Concede"]
    assert game.refusal(0, EndTurn()) == "WRONG_MOMENT"


@pytest.mark.proves("DP-06", "CAS-09", "AMB-118")
def test_after_a_double_the_player_of_castis_may_stop() -> None:
    game = table(CAS, at={0: 10})
    game.rolls(5, 5)
    assert offered(game, 0) == ["Roll", "EndTurn", "ProposeDeal", "Concede"]
    again = game.copy()
    assert again.play(0, EndTurn())[0].seat == 0  # type: ignore[union-attr]
    assert again.must == [1]
    game.script(dice=[(4, 6)])
    assert game.does(0, Roll()).one(Rolled).dice == (4, 6)


@editions(EXP, SRV, EUR, CLA)
@pytest.mark.proves("AMB-07", "DP-06")
def test_the_third_double_is_not_moved_and_pays_nothing(name: str) -> None:
    game = table(name, owners={24: 0, 32: 0}, at={0: 20}, next_seats=[1])
    purse = game.cash(0)
    game.rolls(2, 2)  # to 24, the player's own
    game.rolls(4, 4)  # to 32, likewise
    told = game.rolls(6, 6)  # would pass the start and stop on the tax
    assert told.one(Jailed).seat == 0
    assert told.none(Moved)
    assert told.none(Collected)
    assert told.none(PaidBank)
    assert game.cash(0) == purse
    assert game.space(0) == 10
    assert game.in_jail(0)
    assert game.must == [1]


@editions(EXP, SRV, EUR, CLA)
@pytest.mark.proves("AMB-07")
def test_a_third_roll_without_a_double_moves_as_usual(name: str) -> None:
    game = table(name, owners={24: 0, 32: 0}, at={0: 20})
    game.rolls(2, 2)
    game.rolls(4, 4)
    told = game.rolls(5, 3)  # 40: the start
    assert told.none(Jailed)
    assert game.space(0) == 0


@editions(EXP, SRV)
@pytest.mark.proves("AMB-06")
def test_going_to_prison_ends_the_turn_even_after_a_double(name: str) -> None:
    game = table(name, at={0: 26}, next_seats=[1])
    told = game.rolls(2, 2)  # 30
    assert told.one(Jailed).seat == 0
    assert told.one(TurnBegan).seat == 1
    assert game.must == [1]
    assert game.refusal(0, Roll()) == "NOT_ASKED"


@editions()
@pytest.mark.parametrize("space", [3, 5, 12])
@pytest.mark.proves("AMB-04")
def test_nothing_happens_on_ones_own_property(name: str, space: int) -> None:
    game = table(name, 2, owners={space: 0, 1: 0}, at={0: space - 3 if space > 3 else 0})
    before = [game.cash(0), game.cash(1)]
    told = game.rolls(1, 2)
    assert [type(event) for event in told] == [Rolled, Moved]
    assert game.must == [0]
    assert "EndTurn" in offered(game, 0)
    if name in CLAIMING:
        for seat in (0, 1):
            assert game.does(seat, ClaimRent()).one(NothingDue).seat == seat
    assert [game.cash(0), game.cash(1)] == before


@editions()
@pytest.mark.proves("AMB-04")
def test_the_same_property_costs_rent_when_it_is_anothers(name: str) -> None:
    game = table(name, 2, owners={5: 1}, at={0: 2})
    told = game.rolls(1, 2)
    if name in CLAIMING:
        told = game.claims(1)
    assert told.one(PaidPlayer, seat=0, other=1).why == "rent"
