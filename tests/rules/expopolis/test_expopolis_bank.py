"""Expòpoli(s), «Tasse», «BancaIntesa e banchiere»: what the Bank takes and pays, and that it never runs out."""

import pytest

from magnate.actions import Build, Concede, EndTurn, LiftMortgage, Mortgage, OfferProperty, Roll, SellBuildings
from magnate.events import Built, Collected, DebtOwed, DeedMortgaged, PaidBank, WentBankrupt
from magnate.rules.codes import BANK
from magnate.testing import EventList
from rules.expopolis.milan import BROWN, FUCHSIA, all_of, built, milan


@pytest.mark.proves("EXP-48", "EXP-52")
@pytest.mark.parametrize(("start", "dice", "tax"), [(0, (1, 3), 20_000), (31, (3, 4), 10_000)])
def test_a_tax_space_takes_the_amount_it_shows(start: int, dice: tuple[int, int], tax: int) -> None:
    game = milan(3, at={0: start})
    game.rolls(*dice).one(PaidBank, seat=0, amount=tax, why="tax")
    assert [game.cash(seat) for seat in range(3)] == [100_000 - tax, 100_000, 100_000]
    assert game.can(0, EndTurn())


@pytest.mark.proves("EXP-48", "DP-19")
@pytest.mark.parametrize("cash", [20_000, 19_900])
def test_a_tax_one_cannot_pay_at_once_is_a_debt_to_the_bank(cash: int) -> None:
    game = milan(cash={0: cash}, owners={"MM": 0})
    told = game.rolls(1, 3)
    if cash == 20_000:
        assert told.none(DebtOwed)
        assert game.cash(0) == 0
        return
    told.one(DebtOwed, seat=0, other=None, amount=20_000, why="tax")
    assert game.must == [0]
    assert not game.can(0, EndTurn())
    told = game.does(0, Mortgage(game.deed("MM")))
    told.one(PaidBank, seat=0, amount=20_000, why="tax")
    assert game.cash(0) == 19_900 + 7_500 - 20_000


@pytest.mark.proves("AMB-62")
def test_the_bank_takes_no_property_for_a_tax() -> None:
    game = milan(cash={0: 19_900}, owners={"MM": 0})
    game.rolls(1, 3)
    assert game.refusal(0, OfferProperty(game.deed("MM"))) == "WRONG_MOMENT"


@pytest.mark.proves("EXP-51", "AMB-51")
def test_money_to_and_from_the_bank_touches_nobody_elses_purse() -> None:
    game = milan(3, at={0: 31}, owners=all_of(FUCHSIA, 0))
    group = game.group("Parco Lambro")
    told = game.does(0, Build(group, [1, 1]), SellBuildings(group, [0, 0]), Mortgage(game.deed("Parco Lambro")))
    told += game.rolls(3, 6)  # to VIA!
    assert [game.cash(1), game.cash(2)] == [100_000, 100_000]
    assert all(set(event.cash_changes()) <= {0} for event in told)
    # - 10,000 + 5,000 + 3,000 + 20,000
    assert game.cash(0) == 118_000
    assert sum(event.cash_changes().get(0, 0) for event in told) == 18_000


@pytest.mark.proves("EXP-51", "AMB-51")
def test_nobody_acts_for_the_bank_but_its_clock() -> None:
    game = milan()
    for action in (Roll(), EndTurn(), Concede(), Mortgage(0)):
        assert game.refusal(BANK, action) == "NO_SUCH_THING"


@pytest.mark.proves("EXP-52", "EXP-11", "AMB-61")
def test_the_bank_pays_even_when_all_its_notes_are_with_the_players() -> None:
    # 400 notes of the largest kind, 50,000, are 20,000,000.
    game = milan(cash={0: 20_000_000}, at={0: 33})
    game.rolls(3, 4).one(Collected, seat=0, amount=20_000, why="salary")
    assert game.cash(0) == 20_020_000


@pytest.mark.proves("EXP-52", "EXP-77", "EXP-101")
def test_the_bank_grants_mortgages_and_is_paid_back() -> None:
    game = milan(owners={"Fiera": 0})
    game.does(0, Mortgage(game.deed("Fiera"))).one(DeedMortgaged, seat=0, deed=game.deed("Fiera"), amount=9_000)
    assert game.cash(0) == 109_000
    game.does(0, LiftMortgage(game.deed("Fiera")))
    assert game.cash(0) == 109_000 - 9_900


@pytest.mark.proves("EXP-101", "EXP-99")
def test_without_anything_to_mortgage_nobody_lends_a_debtor_money() -> None:
    game = milan(3, cash={0: 0}, owners={"MM": 0}, mortgages=["MM"])
    game.rolls(1, 3)
    assert {type(action).__name__ for action in game.legal_actions(0)} == {"DeclareBankruptcy", "Concede"}
    assert EventList(game.events).none(WentBankrupt)


@pytest.mark.proves("EXP-53", "EXP-64")
@pytest.mark.parametrize(
    ("group", "half"), [(FUCHSIA, 2_500), (BROWN, 5_000), (("Isola", "Portello", "City Life"), 7_500)]
)
def test_the_bank_buys_houses_back_at_half_their_price(group: tuple[str, ...], half: int) -> None:
    game = milan(owners=all_of(group, 0), levels=dict.fromkeys(group, 1))
    stock = game.state.houses
    game.does(0, SellBuildings(game.group(group[0]), [0] * len(group)))
    assert game.cash(0) == 100_000 + len(group) * half
    assert game.state.houses == stock + len(group)


@pytest.mark.proves("EXP-53", "AMB-17")
def test_houses_are_bought_back_on_ones_own_turn_between_turns_and_for_a_debt() -> None:
    owners = all_of(FUCHSIA, 1) | all_of(BROWN, 0)
    levels = built(FUCHSIA, 1, 1) | built(BROWN, 1, 1, 1)
    game = milan(owners=owners, levels=levels)
    mine = SellBuildings(game.group("Fiera"), [0, 0, 0])
    other = SellBuildings(game.group("Parco Lambro"), [0, 0])
    assert game.can(0, mine)  # before rolling
    assert game.can(1, other)  # between turns
    game.rolls(4, 6)
    assert game.can(0, mine)  # after the landing
    assert game.refusal(1, other) == "WRONG_MOMENT"  # another's turn is under way
    game.ends_turn()
    assert game.can(0, mine)
    game = milan(owners=owners, levels=levels, cash={0: 0})
    game.rolls(1, 3)
    assert game.can(0, mine)  # the tax is due
    assert not game.can(1, other)


@pytest.mark.proves("EXP-64")
def test_houses_come_from_the_banks_stock() -> None:
    game = milan(owners=all_of(BROWN, 0))
    assert (game.state.houses, game.state.hotels) == (32, 12)
    told = game.does(0, Build(game.group("Fiera"), [1, 1, 0]))
    assert [(event.level, event.amount) for event in told.of(Built)] == [(1, 10_000), (1, 10_000)]
    assert (game.state.houses, game.state.hotels) == (30, 12)
    assert game.cash(0) == 80_000
