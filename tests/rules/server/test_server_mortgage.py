"""Mortgages: from the Bank only, half the price, barred by one's own buildings."""

import pytest

from magnate.actions import AcceptDeal, DeclareBankruptcy, Mortgage, ProposeDeal
from magnate.events import PaidBank
from magnate.testing import Position
from rules.kit import sell
from rules.server.kit import lands, server

LITERAL = {"mortgage.bare": "group", "deals.bare": "group"}


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


# Taking over.


def bought(space: int, cash: int = 610) -> Position:
    """Seat 0 has just bought this mortgaged deed of seat 1 for 10."""
    game = server(owners={space: 1}, mortgages=[space], cash={0: cash})
    game.does(0, ProposeDeal(cash={0: -10, 1: 10}, deeds={game.deed(space): 0}))
    game.does(1, AcceptDeal(0, 1)).one(PaidBank, seat=0, why="interest", deed=game.deed(space))
    return game
