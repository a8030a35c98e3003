"""Tax squares, the free parking, and visiting the jail."""

import pytest

from magnate.actions import DeclareBankruptcy, Mortgage, ProposeDeal, Roll
from magnate.events import Collected, DebtOwed, PaidBank, PaidPlayer, Rested
from rules.clasico.kit import GREEN, build, own, purses, table


@pytest.mark.proves("CLA-54", "CLA-15")
@pytest.mark.parametrize(
    ("start", "roll", "tax"), [("SALIDA", (1, 3), 200), ("Gran Vía", (1, 3), 100)], ids=["capital", "luxury"]
)
def test_a_tax_square_takes_the_amount_it_shows_for_the_bank(start: str, roll: tuple[int, int], tax: int) -> None:
    game = table(3, at={0: start})
    told = game.rolls(*roll)
    told.one(PaidBank, seat=0, amount=tax, why="tax")
    assert purses(game) == [1500 - tax, 1500, 1500]


@pytest.mark.proves("CLA-54")
def test_a_tax_is_paid_to_the_last_sol() -> None:
    game = table(2, cash={0: 200})
    told = game.rolls(1, 3)
    assert told.none(DebtOwed)
    assert game.cash(0) == 0


@pytest.mark.proves("CLA-54", "DP-19")
def test_a_tax_one_sol_too_high_is_a_debt_to_be_raised() -> None:
    game = table(2, cash={0: 199}, owners=own(0, "Ronda de Valencia"))
    told = game.rolls(1, 3)
    told.one(DebtOwed, seat=0, other=None, amount=200, why="tax")
    assert game.cash(0) == 199
    assert not game.can(0, Roll())
    assert game.refusal(0, DeclareBankruptcy()) == "CAN_STILL_PAY"
    told = game.does(0, Mortgage(game.deed("Ronda de Valencia")))
    told.one(PaidBank, seat=0, amount=200, why="tax")
    assert game.cash(0) == 199 + 30 - 200


@pytest.mark.proves("CLA-55")
def test_parking_costs_and_pays_nothing_and_all_business_goes_on() -> None:
    game = table(2, at={0: "Cárcel"}, owners=own(0, *GREEN, "Estación de Goya"))
    told = game.rolls(4, 6)
    told.one(Rested, seat=0, space=20)
    assert told.none(PaidBank)
    assert told.none(Collected)
    assert game.cash(0) == 1500
    assert game.can(0, build(game, GREEN, 1, 0, 0))
    assert game.can(0, Mortgage(game.deed("Estación de Goya")))
    assert game.can(0, ProposeDeal(cash={0: 100, 1: -100}, deeds={game.deed("Estación de Goya"): 1}))


@pytest.mark.proves("CLA-55", "CLA-35")
def test_a_player_on_the_parking_still_collects_rent() -> None:
    game = table(2, at={0: "SALIDA", 1: "Parking gratuito"}, owners=own(1, "Estación de Goya"))
    game.rolls(2, 3)
    game.claims(1).one(PaidPlayer, seat=0, other=1, amount=25)


@pytest.mark.proves("CLA-55")
def test_from_the_parking_one_moves_normally_next_turn() -> None:
    game = table(2, at={0: "Parking gratuito"})
    assert game.must == [0]
    game.rolls(2, 3)
    assert game.space(0) == 25


@pytest.mark.proves("CLA-66")
def test_landing_on_the_jail_square_is_just_visiting() -> None:
    game = table(2)
    told = game.rolls(4, 6)
    told.one(Rested, seat=0, space=10)
    assert not game.in_jail(0)
    assert game.cash(0) == 1500
    game.ends_turn()
    game.rolls(4, 6)
    game.ends_turn()
    game.rolls(4, 6)  # no double needed, no fine
    assert game.space(0) == 20
    assert game.cash(0) == 1500
