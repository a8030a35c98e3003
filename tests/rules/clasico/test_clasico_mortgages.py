"""Mortgages: taking them out, lifting them, and taking them over."""

import pytest

from magnate.actions import AcceptDeal, DeclareBankruptcy, KeepMortgage, LiftMortgage, Mortgage, ProposeDeal, Roll
from magnate.events import DeedMortgaged, MortgageKept, MortgageLifted, NothingDue, PaidBank
from magnate.testing import Position
from rules.clasico.kit import BROWN, PINK, build, built, kinds, own, purses, sell, table, trade

LENDS = [  # place, mortgage, cost of lifting: value + 10% rounded down
    ("Ronda de Valencia", 30, 33),
    ("Glorieta de Bilbao", 70, 77),
    ("Calle Serrano", 100, 110),
    ("Compañía de Electricidad", 75, 82),  # 7.5 -> 7
    ("Paseo de la Castellana", 175, 192),  # 17.5 -> 17
    ("Paseo del Prado", 200, 220),
    ("Estación de Goya", 100, 110),
]


@pytest.mark.proves("CLA-90", "AMB-94", "AMB-105", "CLA-15", "CLA-109", "DP-34")
@pytest.mark.parametrize(("place", "value", "_"), LENDS)
def test_the_bank_lends_the_value_on_the_deed_at_any_time(place: str, value: int, _: int) -> None:
    game = table(2, owners=own(0, place))  # no debt at all
    told = game.does(0, Mortgage(game.deed(place)))
    told.one(DeedMortgaged, seat=0, deed=game.deed(place), amount=value)
    assert game.is_mortgaged(place)
    assert game.owner(place) == 0
    assert purses(game) == [1500 + value, 1500]


@pytest.mark.proves("CLA-92", "AMB-45", "DP-35", "CLA-15")
@pytest.mark.parametrize(("place", "_", "cost"), LENDS)
def test_lifting_costs_the_value_and_ten_percent(place: str, _: int, cost: int) -> None:
    game = table(2, owners=own(0, place), mortgages=[place])
    told = game.does(0, LiftMortgage(game.deed(place)))
    told.one(MortgageLifted, seat=0, deed=game.deed(place), amount=cost)
    assert not game.is_mortgaged(place)
    assert game.cash(0) == 1500 - cost


@pytest.mark.proves("CLA-92")
def test_lifting_needs_the_last_sol() -> None:
    assert table(2, cash={0: 33}, owners=own(0, 1), mortgages=[1]).can(0, LiftMortgage(0))
    assert table(2, cash={0: 32}, owners=own(0, 1), mortgages=[1]).refusal(0, LiftMortgage(0)) == "NOT_ENOUGH_CASH"


@pytest.mark.proves("CLA-90")
def test_a_mortgage_is_taken_once_on_what_one_owns_and_lifted_only_if_there() -> None:
    game = table(2, owners={**own(0, 1, 3), **own(1, 5)}, mortgages=[1])
    assert game.refusal(0, Mortgage(game.deed(1))) == "ALREADY_MORTGAGED"
    assert game.refusal(0, Mortgage(game.deed(5))) == "NOT_YOURS"
    assert game.refusal(0, Mortgage(game.deed(6))) == "NOT_YOURS"  # the Bank's
    assert game.refusal(0, LiftMortgage(game.deed(3))) == "NOT_MORTGAGED"
    assert game.can(0, Mortgage(game.deed(3)))


@pytest.mark.proves("CLA-91", "AMB-106")
def test_the_whole_colour_must_be_bare_before_a_lot_is_mortgaged() -> None:
    game = table(2, owners=own(0, *PINK, *BROWN), levels=built(PINK, 1, 0, 0))
    for place in PINK:
        assert game.refusal(0, Mortgage(game.deed(place))) == "BUILDINGS_IN_THE_WAY"
    assert game.can(0, Mortgage(game.deed(BROWN[0])))
    game.does(0, sell(game, PINK, 0, 0, 0))
    for place in PINK:
        assert game.can(0, Mortgage(game.deed(place)))


@pytest.mark.proves("CLA-93")
def test_a_mortgaged_deed_stays_its_owner_s_and_nobody_else_can_pay_it_off() -> None:
    game = table(3, owners=own(1, "Gran Vía"), mortgages=["Gran Vía"])
    deed = game.deed("Gran Vía")
    for seat in (0, 2):
        assert game.refusal(seat, LiftMortgage(deed)) == "NOT_YOURS"
    assert game.owner("Gran Vía") == 1
    game.state.at[0] = 31
    game.rolls(1, 2)  # landing there gives no right either
    assert "BuyDeed" not in kinds(game, 0)
    game.claims(1).one(NothingDue)


@pytest.mark.proves("AMB-52", "CLA-28")
def test_everybody_sees_that_a_deed_is_turned_over() -> None:
    game = table(3, owners=own(1, "Gran Vía"), mortgages=["Gran Vía"])
    assert [game.view(seat).deeds[game.deed("Gran Vía")].mortgaged for seat in (0, 1, 2, None)] == [True] * 4
    assert [player.cash for player in game.view(0).seats] == [1500] * 3


@pytest.mark.proves("AMB-17")
def test_mortgages_are_taken_and_lifted_on_one_s_turn_or_between_turns() -> None:
    game = table(3, owners=own(2, 5, 15), mortgages=[15], at={0: "Cárcel"})
    assert game.can(2, Mortgage(game.deed(5)))
    assert game.can(2, LiftMortgage(game.deed(15)))
    game.rolls(4, 6)
    assert game.refusal(2, Mortgage(game.deed(5))) == "WRONG_MOMENT"
    assert game.refusal(2, LiftMortgage(game.deed(15))) == "WRONG_MOMENT"
    game.ends_turn()
    assert game.can(2, LiftMortgage(game.deed(15)))


# Taking over a mortgaged deed.


def sold(place: str, price: int = 40, cash: int = 1500) -> Position:
    """Seat 0 has just sold this mortgaged deed to seat 1."""
    game = table(2, owners=own(0, place), mortgages=[place], cash={1: cash})
    trade(game, 0, [1], cash={0: price, 1: -price}, deeds={game.deed(place): 1})
    return game


@pytest.mark.proves("CLA-94", "CLA-96", "DP-38", "CLA-15")
@pytest.mark.parametrize(
    ("place", "interest"), [("Calle Serrano", 10), ("Compañía de Aguas", 7), ("Paseo de la Castellana", 17)]
)
def test_a_buyer_of_a_mortgaged_deed_pays_ten_percent_and_may_keep_the_mortgage(place: str, interest: int) -> None:
    game = sold(place)
    deed = game.deed(place)
    assert [event.amount for event in game.events if isinstance(event, PaidBank)] == [interest]
    assert game.cash(1) == 1500 - 40 - interest
    assert game.cash(0) == 1540
    assert game.must == [1]
    assert not game.can(0, Roll())
    assert kinds(game, 1) == ["LiftMortgage", "KeepMortgage"]
    game.does(1, KeepMortgage(deed)).one(MortgageKept, seat=1, deed=deed)
    assert game.is_mortgaged(place)
    assert game.cash(1) == 1500 - 40 - interest
    assert game.can(0, Roll())


@pytest.mark.proves("CLA-95", "DP-38")
@pytest.mark.parametrize(
    ("place", "total"), [("Calle Serrano", 110), ("Compañía de Aguas", 82), ("Paseo de la Castellana", 192)]
)
def test_a_buyer_who_lifts_at_once_pays_the_value_and_ten_percent_in_all(place: str, total: int) -> None:
    game = sold(place)
    game.does(1, LiftMortgage(game.deed(place)))
    assert not game.is_mortgaged(place)
    assert game.cash(1) == 1500 - 40 - total


@pytest.mark.proves("CLA-97", "AMB-44", "CLA-96")
def test_a_buyer_who_keeps_the_mortgage_pays_another_ten_percent_on_lifting() -> None:
    game = sold("Calle Serrano")
    deed = game.deed("Calle Serrano")
    game.does(1, KeepMortgage(deed))
    told = game.does(1, LiftMortgage(deed))  # between turns
    told.one(MortgageLifted, seat=1, amount=110)
    assert game.cash(1) == 1500 - 40 - 10 - 110


@pytest.mark.proves("CLA-95")
def test_lifting_at_once_needs_the_value_in_cash() -> None:
    game = sold("Calle Serrano", cash=40 + 10 + 100)
    game.does(1, LiftMortgage(game.deed("Calle Serrano")))
    assert game.cash(1) == 0
    game = sold("Calle Serrano", cash=40 + 10 + 99)
    assert game.refusal(1, LiftMortgage(game.deed("Calle Serrano"))) == "NOT_ENOUGH_CASH"
    assert game.can(1, KeepMortgage(game.deed("Calle Serrano")))


@pytest.mark.proves("CLA-96")
def test_a_buyer_must_have_the_ten_percent() -> None:
    game = table(2, owners=own(0, "Calle Serrano"), mortgages=["Calle Serrano"], cash={1: 49})
    game.does(0, ProposeDeal(cash={0: 40, 1: -40}, deeds={game.deed("Calle Serrano"): 1}))
    assert game.refusal(1, AcceptDeal(0, 1)) == "NOT_ENOUGH_CASH"  # 40 + 10
    game = table(2, owners=own(0, "Calle Serrano"), mortgages=["Calle Serrano"], cash={1: 50})
    game.does(0, ProposeDeal(cash={0: 40, 1: -40}, deeds={game.deed("Calle Serrano"): 1}))
    game.does(1, AcceptDeal(0, 1))
    assert game.cash(1) == 0


@pytest.mark.proves("DP-38", "AMB-45")
def test_several_deeds_are_asked_about_and_rounded_one_by_one() -> None:
    game = table(2, owners=own(0, 12, 28), mortgages=[12, 28])
    told = trade(game, 0, [1], deeds={game.deed(12): 1, game.deed(28): 1})
    paid = told.of(PaidBank, seat=1, why="interest")
    assert [(event.deed, event.amount) for event in paid] == [(game.deed(12), 7), (game.deed(28), 7)]
    assert game.cash(1) == 1486  # 7 on each, before any question: 14, not 10% of 150
    assert game.refusal(1, KeepMortgage(game.deed(28))) == "NOT_MORTGAGED"  # the first is asked about first
    assert game.does(1, KeepMortgage(game.deed(12))).none(PaidBank)
    assert game.cash(1) == 1486
    assert game.refusal(1, KeepMortgage(game.deed(12))) == "NOT_MORTGAGED"
    game.does(1, LiftMortgage(game.deed(28)))
    assert game.cash(1) == 1411
    assert game.is_mortgaged(12)
    assert not game.is_mortgaged(28)


@pytest.mark.proves("CLA-96")
def test_an_unmortgaged_deed_in_the_same_deal_costs_nothing() -> None:
    game = table(2, owners=own(0, 1, 3), mortgages=[3])
    trade(game, 0, [1], deeds={game.deed(1): 1, game.deed(3): 1})
    assert game.cash(1) == 1497
    game.does(1, KeepMortgage(game.deed(3)))
    assert not game.is_mortgaged(1)


@pytest.mark.proves("CLA-98", "CLA-74")
def test_a_bought_colour_can_be_built_on_once_no_lot_is_mortgaged() -> None:
    game = table(2, owners={**own(0, BROWN[0]), **own(1, BROWN[1])}, mortgages=[BROWN[0]])
    trade(game, 0, [1], deeds={game.deed(BROWN[0]): 1})
    game.does(1, KeepMortgage(game.deed(BROWN[0])))
    assert game.refusal(1, build(game, BROWN, 0, 1)) == "GROUP_MORTGAGED"
    game.does(1, LiftMortgage(game.deed(BROWN[0])))
    assert game.can(1, build(game, BROWN, 0, 1))


@pytest.mark.proves("DP-19")
def test_a_debtor_mortgages_until_the_debt_is_covered() -> None:
    game = table(2, cash={0: 100}, owners=own(0, 1, 3, 5))
    game.rolls(1, 3)  # tax 200, 100 short
    game.does(0, Mortgage(game.deed(1)))
    assert game.must == [0]
    assert game.refusal(0, DeclareBankruptcy()) == "CAN_STILL_PAY"
    game.does(0, Mortgage(game.deed(5)))
    assert game.cash(0) == 100 + 30 + 100 - 200
    assert not game.is_mortgaged(3)
