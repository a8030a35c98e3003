"""Mortgages: from the Bank only, half the price, barred by one's own buildings."""

import pytest

from magnate.actions import AcceptDeal, DeclareBankruptcy, KeepMortgage, LiftMortgage, Mortgage, ProposeDeal
from magnate.events import DeedMortgaged, MortgageKept, MortgageLifted, PaidBank
from magnate.testing import Position
from rules.server.kit import ORANGE, all_of, lands, sell, server

LITERAL = {"mortgage.bare": "group", "deals.bare": "group"}


@pytest.mark.proves("SRV-58", "SRV-59", "DP-34")
@pytest.mark.parametrize(("space", "value"), [(11, 70), (16, 90), (37, 175), (5, 100), (12, 75), (28, 75)])
def test_the_bank_lends_half_the_price_on_lots_stations_and_companies(space: int, value: int) -> None:
    game = server(owners={space: 0})
    told = game.does(0, Mortgage(game.deed(space)))
    told.one(DeedMortgaged, seat=0, deed=game.deed(space), amount=value)
    assert [game.cash(0), game.cash(1)] == [610 + value, 610]
    assert game.is_mortgaged(space)
    assert game.owner(space) == 0
    assert game.refusal(0, Mortgage(game.deed(space))) == "ALREADY_MORTGAGED"


@pytest.mark.proves("SRV-58")
def test_only_ones_own_deeds_can_be_mortgaged() -> None:
    game = server(owners={11: 1})
    assert game.refusal(0, Mortgage(game.deed(11))) == "NOT_YOURS"
    assert game.refusal(0, Mortgage(game.deed(13))) == "NOT_YOURS"
    assert game.refusal(0, LiftMortgage(game.deed(11))) == "NOT_YOURS"
    assert game.refusal(0, KeepMortgage(game.deed(11))) == "NOT_MORTGAGED"


@pytest.mark.proves("SRV-60", "AMB-73")
@pytest.mark.parametrize("built", [11, 13, 14])
def test_ones_own_buildings_in_the_group_bar_the_mortgage(built: int) -> None:
    game = server(owners=all_of(ORANGE, 0), levels={built: 1})
    for place in ORANGE:
        assert game.refusal(0, Mortgage(game.deed(place))) == "BUILDINGS_IN_THE_WAY"


@pytest.mark.proves("SRV-60", "SRV-61")
def test_buildings_in_the_way_are_sold_at_half_price_first() -> None:
    game = server(owners={11: 0, 13: 0}, levels={11: 2, 13: 1})
    game.does(0, sell(game, "Via Accademia", 0, 1, 0))
    assert not game.can(0, Mortgage(game.deed(11)))
    game.does(0, sell(game, "Via Accademia", 0, 0, 0))
    game.does(0, Mortgage(game.deed(11)))
    assert game.cash(0) == 610 + 2 * 50 + 50 + 70


@pytest.mark.proves("AMB-73", "SRV-60")
def test_buildings_of_another_player_in_the_group_do_not_bar_it() -> None:
    game = server(3, owners={11: 0, 13: 1, 14: 2}, levels={13: 4, 14: 2})
    game.does(0, Mortgage(game.deed(11)))
    assert game.is_mortgaged(11)
    assert game.refusal(1, Mortgage(game.deed(13))) == "BUILDINGS_IN_THE_WAY"


@pytest.mark.proves("AMB-73")
def test_the_literal_reading_is_a_switch() -> None:
    game = server(owners={11: 0, 13: 1, 16: 0}, levels={13: 1}, options=LITERAL)
    assert game.refusal(0, Mortgage(game.deed(11))) == "BUILDINGS_IN_THE_WAY"
    assert game.can(0, Mortgage(game.deed(16)))
    sale = ProposeDeal(cash={0: 50, 1: -50}, deeds={game.deed(11): 1})
    assert game.refusal(0, sale) == "BUILDINGS_IN_THE_WAY"


@pytest.mark.proves("AMB-73", "SRV-62")
def test_every_unmortgaged_lot_counts_for_a_debt_beside_the_buildings_of_others() -> None:
    game, _ = lands(4, cash={0: 130}, owners={11: 0, 13: 1}, levels={13: 1})  # 130 + 70 = 200
    assert game.refusal(0, DeclareBankruptcy()) == "CAN_STILL_PAY"
    game.does(0, Mortgage(game.deed(11)))
    assert game.cash(0) == 0
    barred, _ = lands(4, cash={0: 130}, owners={11: 0, 13: 1}, levels={13: 1}, options=LITERAL)
    assert not barred.can(0, Mortgage(barred.deed(11)))
    assert barred.can(0, DeclareBankruptcy())
    own, _ = lands(4, cash={0: 80}, owners={11: 0, 13: 1}, levels={11: 1}, options=LITERAL)  # 80 + 50 + 70
    assert own.refusal(0, DeclareBankruptcy()) == "CAN_STILL_PAY"


# Lifting.


@pytest.mark.proves("AMB-74", "AMB-45", "DP-35")
@pytest.mark.parametrize(("space", "cost"), [(11, 77), (16, 99), (5, 110), (12, 82), (37, 192), (9, 66)])
def test_lifting_costs_the_value_and_10_percent_rounded_down(space: int, cost: int) -> None:
    game = server(owners={space: 0}, mortgages=[space], cash={0: cost})
    told = game.does(0, LiftMortgage(game.deed(space)))
    told.one(MortgageLifted, seat=0, deed=game.deed(space), amount=cost)
    assert game.cash(0) == 0
    assert not game.is_mortgaged(space)
    assert game.refusal(0, LiftMortgage(game.deed(space))) == "NOT_MORTGAGED"
    short = server(owners={space: 0}, mortgages=[space], cash={0: cost - 1})
    assert short.refusal(0, LiftMortgage(short.deed(space))) == "NOT_ENOUGH_CASH"


def test_a_mortgage_is_lifted_at_rest_and_not_to_answer_for_a_purchase() -> None:
    game, _ = lands(23, owners={11: 0}, mortgages=[11])
    assert game.refusal(0, LiftMortgage(game.deed(11))) == "WRONG_MOMENT"


# Taking over.


def bought(space: int, cash: int = 610) -> Position:
    """Seat 0 has just bought this mortgaged deed of seat 1 for 10."""
    game = server(owners={space: 1}, mortgages=[space], cash={0: cash})
    game.does(0, ProposeDeal(cash={0: -10, 1: 10}, deeds={game.deed(space): 0}))
    game.does(1, AcceptDeal(0, 1)).one(PaidBank, seat=0, why="interest", deed=game.deed(space))
    return game


@pytest.mark.proves("AMB-74", "AMB-75", "DP-38", "AMB-45")
@pytest.mark.parametrize(("space", "interest", "value"), [(11, 7, 70), (12, 7, 75), (37, 17, 175), (5, 10, 100)])
def test_a_buyer_pays_10_percent_at_once_and_may_lift_for_the_value(space: int, interest: int, value: int) -> None:
    game = bought(space)
    assert game.cash(0) == 600 - interest
    assert game.cash(1) == 620
    assert game.must == [0]
    assert game.legal_actions(0) == [LiftMortgage(game.deed(space)), KeepMortgage(game.deed(space))]
    assert game.refusal(1, KeepMortgage(game.deed(space))) == "NOT_MORTGAGED"
    game.does(0, LiftMortgage(game.deed(space))).one(MortgageLifted, amount=value)
    assert game.cash(0) == 600 - interest - value
    assert not game.is_mortgaged(space)


@pytest.mark.proves("AMB-74", "DP-38")
@pytest.mark.parametrize(("space", "interest", "cost"), [(11, 7, 77), (12, 7, 82), (37, 17, 192)])
def test_a_buyer_who_keeps_the_mortgage_pays_another_10_percent_later(space: int, interest: int, cost: int) -> None:
    game = bought(space)
    game.does(0, KeepMortgage(game.deed(space))).one(MortgageKept, seat=0, deed=game.deed(space))
    assert game.is_mortgaged(space)
    assert game.cash(0) == 600 - interest
    game.does(0, LiftMortgage(game.deed(space))).one(MortgageLifted, amount=cost)
    assert game.cash(0) == 600 - interest - cost


@pytest.mark.proves("AMB-74")
def test_a_buyer_needs_the_interest_besides_the_price() -> None:
    for cash, answer in ((17, None), (16, "NOT_ENOUGH_CASH")):
        game = server(owners={11: 1}, mortgages=[11], cash={0: cash})
        assert game.refusal(0, ProposeDeal(cash={0: -10, 1: 10}, deeds={game.deed(11): 0})) == answer


@pytest.mark.proves("AMB-74")
def test_a_buyer_short_of_the_value_can_only_keep_the_mortgage() -> None:
    game = bought(11, cash=86)  # 86 − 10 − 7 = 69
    assert game.refusal(0, LiftMortgage(game.deed(11))) == "NOT_ENOUGH_CASH"
    assert game.legal_actions(0) == [KeepMortgage(game.deed(11))]
    assert bought(11, cash=87).can(0, LiftMortgage(game.deed(11)))


@pytest.mark.proves("AMB-74", "DP-38")
def test_the_interest_on_several_deeds_is_due_at_once_and_then_each_may_be_lifted() -> None:
    game = server(owners={1: 1, 3: 1, 12: 1}, mortgages=[1, 12])
    first, second = game.deed(1), game.deed(12)
    game.does(0, ProposeDeal(cash={0: -100, 1: 100}, deeds={first: 0, game.deed(3): 0, second: 0}))
    told = game.does(1, AcceptDeal(0, 1))
    told.one(PaidBank, seat=0, amount=3, why="interest", deed=first)
    told.one(PaidBank, seat=0, amount=7, why="interest", deed=second)
    assert game.legal_actions(0) == [LiftMortgage(first), KeepMortgage(first)]
    game.does(0, LiftMortgage(first)).one(MortgageLifted, deed=first, amount=30)
    assert game.legal_actions(0) == [LiftMortgage(second), KeepMortgage(second)]
    game.does(0, KeepMortgage(second))
    assert game.cash(0) == 610 - 100 - 3 - 30 - 7
    assert [game.is_mortgaged(1), game.is_mortgaged(3), game.is_mortgaged(12)] == [False, False, True]
    assert game.must == [0]
