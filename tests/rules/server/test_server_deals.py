"""Buying and selling between players: property, cards and cash, never buildings, never credit."""

import pytest

from magnate.actions import (
    ACTIONS,
    AcceptDeal,
    CounterDeal,
    EndTurn,
    ProposeDeal,
    RefuseDeal,
    Roll,
    Terms,
    WithdrawDeal,
)
from magnate.events import BuildingsSold, CashMoved, DealDone, DealRefused, DeedMoved
from rules.server.kit import ORANGE, all_of, lands, server


@pytest.mark.proves("AMB-75", "AMB-30", "DP-36", "DP-37")
@pytest.mark.parametrize("space", [11, 5, 12])
def test_property_may_be_sold_at_any_price_both_accept(space: int) -> None:
    game = server(3, owners={space: 1})
    deed = game.deed(space)
    game.does(0, ProposeDeal(cash={0: -333, 1: 333}, deeds={deed: 0}))
    assert game.must == [1]
    assert game.refusal(0, Roll()) == "FIRST_ANSWER_DEALS"
    assert game.refusal(2, AcceptDeal(0, 1)) == "NOT_A_PARTY"
    told = game.does(1, AcceptDeal(0, 1))
    told.one(DealDone, deal=0)
    told.one(DeedMoved, seat=1, other=0, deed=deed)
    assert [event.amount for event in told.of(CashMoved)] == [-333, 333]
    assert game.owner(space) == 0
    assert [game.cash(seat) for seat in range(3)] == [277, 943, 610]
    assert game.must == [0]


@pytest.mark.proves("AMB-75", "DP-37")
def test_the_other_may_refuse_or_counter() -> None:
    game = server(owners={11: 1})
    deed = game.deed(11)
    game.does(0, ProposeDeal(cash={0: -100, 1: 100}, deeds={deed: 0}))
    game.does(1, CounterDeal(0, 1, cash={0: -150, 1: 150}, deeds={deed: 0}))
    assert game.must == [0]
    assert game.refusal(0, AcceptDeal(0, 1)) == "OLD_REVISION"
    game.does(0, RefuseDeal(0, 2)).one(DealRefused, seat=0, deal=0)
    assert game.owner(11) == 1
    assert [game.cash(0), game.cash(1)] == [610, 610]
    game.does(0, ProposeDeal(cash={0: -120, 1: 120}, deeds={deed: 0}))
    game.does(0, WithdrawDeal())
    assert game.refusal(1, AcceptDeal(0, 3)) == "NO_SUCH_DEAL"


@pytest.mark.proves("AMB-75", "AMB-73")
@pytest.mark.parametrize("built", [11, 13])
def test_no_lot_is_sold_while_the_seller_has_buildings_in_its_group(built: int) -> None:
    game = server(owners=all_of(ORANGE, 0), levels={built: 1})
    for place in ORANGE:
        sale = ProposeDeal(cash={0: 100, 1: -100}, deeds={game.deed(place): 1})
        assert game.refusal(0, sale) == "BUILDINGS_IN_THE_WAY"


@pytest.mark.proves("AMB-73", "AMB-75", "AMB-30")
def test_buildings_of_others_in_the_group_are_no_bar() -> None:
    game = server(3, owners={11: 0, 13: 1, 14: 2}, levels={13: 2, 14: 1})
    game.does(0, ProposeDeal(cash={0: 100, 2: -100}, deeds={game.deed(11): 2}))
    game.does(2, AcceptDeal(0, 1))
    assert game.owner(11) == 2
    assert game.level(14) == 1


@pytest.mark.proves("SRV-50", "AMB-30")
def test_no_building_ever_changes_hands_between_players() -> None:
    assert set(Terms.__struct_fields__) == {"cash", "deeds", "cards"}
    game = server(owners={11: 0}, levels={11: 1})
    assert game.refusal(0, ProposeDeal(cash={0: 300, 1: -300}, deeds={game.deed(11): 1})) == "BUILDINGS_IN_THE_WAY"
    told = game.does(0, game.legal_actions(0)[1])  # back to the Bank, at half price
    told.one(BuildingsSold, seat=0, amount=50)
    assert game.can(0, ProposeDeal(cash={0: 300, 1: -300}, deeds={game.deed(11): 1}))


@pytest.mark.proves("AMB-32")
def test_there_is_no_way_to_lend_or_to_owe() -> None:
    assert not [kind for kind in ACTIONS if "Loan" in kind.__name__ or "Lend" in kind.__name__]
    game = server(owners={11: 1}, cash={0: 100})
    assert game.can(0, ProposeDeal(cash={0: -100, 1: 100}, deeds={game.deed(11): 0}))
    assert game.refusal(0, ProposeDeal(cash={0: -101, 1: 101}, deeds={game.deed(11): 0})) == "NOT_ENOUGH_CASH"
    assert game.refusal(0, ProposeDeal(cash={0: -50, 1: 60}, deeds={game.deed(11): 0})) == "CASH_DOES_NOT_BALANCE"


@pytest.mark.proves("AMB-31")
def test_a_gift_both_confirm_is_accepted() -> None:
    game = server(owners={11: 0})
    game.does(0, ProposeDeal(deeds={game.deed(11): 1}))
    game.does(1, AcceptDeal(0, 1))
    assert game.owner(11) == 1
    assert [game.cash(0), game.cash(1)] == [610, 610]


@pytest.mark.proves("AMB-30")
def test_three_may_be_parties_if_all_accept() -> None:
    game = server(3, owners={11: 0, 13: 1, 14: 2})
    deeds = {game.deed(11): 1, game.deed(13): 2, game.deed(14): 0}
    game.does(0, ProposeDeal(deeds=deeds))
    assert game.must == [1, 2]
    game.does(2, AcceptDeal(0, 1))
    assert game.owner(11) == 0
    game.does(1, AcceptDeal(0, 1))
    assert [game.owner(11), game.owner(13), game.owner(14)] == [1, 2, 0]


@pytest.mark.proves("AMB-17")
def test_one_trades_on_ones_turn_and_between_turns() -> None:
    game = server(owners={11: 1}, at={0: 17, 1: 17})
    buys = ProposeDeal(cash={0: -10, 1: 10}, deeds={game.deed(11): 0})
    sells = ProposeDeal(cash={0: -10, 1: 10}, deeds={game.deed(11): 0})
    assert game.can(0, buys)
    assert game.can(1, sells)  # before seat 0 rolls
    game.rolls(1, 2)
    assert game.can(0, buys)
    assert game.refusal(1, sells) == "WRONG_MOMENT"
    game.does(0, EndTurn())
    assert game.can(0, buys)


@pytest.mark.proves("AMB-16", "AMB-75")
def test_a_buyer_may_sell_property_to_another_to_raise_the_price() -> None:
    game, _ = lands(23, cash={0: 0}, owners={11: 0})
    game.does(0, ProposeDeal(cash={0: 220, 1: -220}, deeds={game.deed(11): 1}))
    game.does(1, AcceptDeal(0, 1))
    assert game.cash(0) == 220
    assert game.must == [0]
    asked = game.view().question
    assert asked is not None
    assert asked.type == "buy"
