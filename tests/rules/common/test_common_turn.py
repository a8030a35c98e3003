"""The turn in all five editions: what is asked before and after a roll, doubles, one's own property."""

from itertools import product

import pytest

from magnate.actions import BuyDeed, ClaimRent, EndTurn, FollowCard, Roll
from magnate.events import (
    Collected,
    Jailed,
    Moved,
    NothingDue,
    PaidBank,
    PaidPlayer,
    Rested,
    Rolled,
    TurnBegan,
    TurnEnded,
)
from rules.kit import CAS, CLA, CLAIMING, EUR, EXP, FIGURES, SMALL_PAY, SRV, asked, book, editions, offered, table


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


@book("", (EXP, "EXP-27"), (SRV, "SRV-19"), (EUR, "EUR-25"), (CLA, "CLA-23"), (CAS, "CAS-09 AMB-118"))
@pytest.mark.parametrize(("dice", "settle"), [((1, 1), FollowCard()), ((2, 2), None), ((3, 3), BuyDeed())])
def test_the_landing_of_a_double_is_settled_before_the_next_roll(
    name: str, dice: tuple[int, int], settle: FollowCard | BuyDeed | None
) -> None:
    game = table(name)
    game.script(cards=[SMALL_PAY[name][0]] if dice == (1, 1) else [])
    told = game.rolls(*dice)  # a card, a tax or a lot for sale
    if settle is None:
        told.one(PaidBank, seat=0, amount=200 * FIGURES[name].unit, why="tax")
    else:
        assert not any(game.can(0, action) for action in (Roll(), EndTurn()))
        game.does(0, settle)
    assert told.none(TurnBegan)
    assert game.must == [0]
    assert game.can(0, EndTurn()) == (name == CAS)
    rest = 10 - game.space(0)
    game.rolls(rest // 2 - 1, rest - rest // 2 + 1)  # no double
    assert game.space(0) == 10
    assert game.refusal(0, Roll()) == "WRONG_MOMENT"
    assert game.can(0, EndTurn())


@book(
    "",
    (EXP, "EXP-28 EXP-56 EXP-57 AMB-06 AMB-07 DP-06"),
    (SRV, "SRV-20 SRV-43 SRV-44 AMB-07 DP-06"),
    (EUR, "EUR-26 EUR-58 EUR-59 AMB-07 AMB-14 AMB-84 DP-06"),
    (CLA, "CLA-24 CLA-58 AMB-07 DP-06"),
    (CAS, "AMB-117 DP-06"),
)
def test_the_third_double_is_not_moved_and_pays_nothing(name: str) -> None:
    game = table(name, owners={24: 0, 32: 0}, at={0: 20}, next_seats=[1])
    purse = game.cash(0)
    game.rolls(2, 2)  # to 24, the player's own
    game.rolls(4, 4)  # to 32, likewise
    assert not game.in_jail(0)
    told = game.rolls(6, 6)  # would pass the start and stop on the tax
    told.one(Rolled, seat=0, dice=(6, 6))
    told.one(Jailed, seat=0)
    told.one(TurnBegan, seat=1)
    assert not any(told.of(kind) for kind in (Moved, Collected, PaidBank))
    assert (game.space(0), game.in_jail(0), game.cash(0)) == (10, True, purse)
    assert game.must == [1]


@book("", (EXP, "EXP-28"), (SRV, "SRV-20"), (EUR, "EUR-26"), (CLA, "CLA-24 CLA-58"), (CAS, "AMB-117 AMB-118"))
@pytest.mark.proves("AMB-07")
def test_only_three_doubles_in_a_row_of_one_turn_count(name: str) -> None:
    game = table(name, 2, owners={24: 0, 32: 0}, at={0: 20, 1: 10})
    game.rolls(2, 2)
    game.rolls(4, 4)
    told = game.rolls(5, 3)  # 40: the start
    told.one(Moved, seat=0, origin=32, space=0)
    assert told.none(Jailed)
    game.ends_turn()
    game.rolls(4, 6)
    game.ends_turn()
    told = game.rolls(5, 5)
    told.one(Moved, seat=0, origin=0, space=10)
    assert told.none(Jailed)


# The board.


@book(
    "",
    (EXP, "EXP-04 EXP-06 EXP-23 DP-05"),
    (SRV, "SRV-15"),
    (EUR, "EUR-07 EUR-23 DP-05"),
    (CLA, "CLA-08 CLA-20 CLA-21 CLA-22"),
    (CAS, "CAS-08"),
)
def test_the_token_moves_by_the_total_of_the_dice_round_the_board(name: str) -> None:
    for start, dice in product((8, 35), product(range(1, 7), repeat=2)):
        game = table(name, at={0: start, 1: 16})
        if (start + sum(dice)) % 40 in (2, 17):
            game.script(cards=[SMALL_PAY[name][0]])
        told = game.rolls(*dice)
        told.one(Rolled, seat=0, dice=dice)
        told.one(Moved, seat=0, origin=start, space=(start + sum(dice)) % 40)
        assert [game.space(1), game.space(2)] == [16, 0]


@book("", (EXP, "EXP-24 EXP-89 DP-10"), (EUR, "EUR-23 DP-10"), (CLA, "CLA-19 DP-10"), (CAS, "AMB-05"))
def test_the_turn_passes_to_the_left_over_those_who_have_left(name: str) -> None:
    game = table(name, 4, turn=1, rolled=True, out=[2], at={3: 10, 0: 10})
    began = []
    for _ in range(3):
        told = game.ends_turn()
        assert len(told.of(TurnEnded)) == 1
        began.append(told.one(TurnBegan).seat)
        game.state.at[began[-1]] = 10
        game.rolls(4, 6)
    assert began == [3, 0, 1]


@book(
    "taxes",
    (EXP, "EXP-26 EXP-48 EXP-49", (20_000, 10_000)),
    (SRV, "SRV-18 SRV-38", (200, 100)),
    (EUR, "EUR-24 EUR-30 EUR-47 EUR-54 EUR-55 EUR-56 EUR-65", (6_000, 3_000)),
    (CLA, "CLA-15 CLA-22 CLA-54 CLA-55 CLA-66", (200, 100)),
    (CAS, "CAS-05 CAS-33", (200, 100)),
)
def test_the_space_decides_what_follows(name: str, taxes: tuple[int, int]) -> None:
    for space, question in ((11, "buy"), (12, "buy"), (15, "buy"), (7, "card"), (17, "card")):
        game = table(name, at={0: space - 3})
        game.rolls(1, 2)
        assert asked(game) == question
        assert game.must == [0]
    for space, tax in zip((4, 38), taxes, strict=True):
        game = table(name, at={0: space - 3}, cash={0: tax, 1: 0, 2: 0})
        game.rolls(1, 2).one(PaidBank, seat=0, amount=tax, why="tax")
        assert [game.cash(seat) for seat in range(3)] == [0, 0, 0]
    for space in (10, 20):
        game = table(name, at={0: space - 3})
        told = game.rolls(1, 2)
        assert [type(event) for event in told] == [Rolled, Moved, Rested]
        assert told.one(Rested).space == space
    game = table(name, at={0: 27})
    game.rolls(1, 2).one(Jailed, seat=0)


@book("", (EXP, "EXP-25 EXP-49"), (SRV, "SRV-17 SRV-38"), (EUR, "EUR-55"), (CLA, "CLA-35 CLA-55"), (CAS, "CAS-33"))
def test_parking_and_shared_spaces_have_no_effect_on_what_follows(name: str) -> None:
    game = table(name, 2, at={0: 17, 1: 20}, owners={25: 0})
    purses = [game.cash(0), game.cash(1)]
    game.rolls(1, 2)
    assert [game.space(0), game.space(1)] == [20, 20]
    assert [game.cash(0), game.cash(1)] == purses
    game.ends_turn()
    told = game.rolls(2, 3)  # from the parking to the station of the other, who rests there and collects
    if name in CLAIMING:
        told = game.claims(0)
    told.one(PaidPlayer, seat=1, other=0, amount=25 * FIGURES[name].unit)


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
