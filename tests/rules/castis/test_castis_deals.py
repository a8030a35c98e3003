"""Buying and selling between players."""

import pytest

from magnate.actions import ACTIONS, AcceptDeal, ProposeDeal, RefuseDeal, Terms
from magnate.events import CashMoved, DealDone, DeedMoved
from rules.castis.kit import PALENCIA, castis, palencia


@pytest.mark.proves("AMB-30", "CAS-32", "DP-36", "DP-37")
@pytest.mark.parametrize("space", [11, 5, 12])
def test_property_is_sold_at_an_agreed_price(space: int) -> None:
    game = castis(3, owners={space: 1})
    game.does(0, ProposeDeal(cash={0: -123, 1: 123}, deeds={game.deed(space): 0}))
    assert game.must == [1]
    assert game.refusal(2, RefuseDeal(0, 1)) == "NOT_A_PARTY"
    told = game.does(1, AcceptDeal(0, 1))
    told.one(DealDone, deal=0)
    told.one(DeedMoved, seat=1, other=0, deed=game.deed(space))
    assert [event.amount for event in told.of(CashMoved)] == [-123, 123]
    assert [game.cash(seat) for seat in range(3)] == [1377, 1623, 1500]
    assert game.owner(space) == 0


@pytest.mark.proves("AMB-30")
@pytest.mark.parametrize("levels", [(1, 0, 0), (0, 1, 0), (0, 0, 1)])
def test_no_lot_of_a_colour_that_carries_buildings_is_sold(levels: tuple[int, int, int]) -> None:
    game = palencia(*levels, owners={16: 0})
    for place in PALENCIA:
        sale = ProposeDeal(cash={0: 100, 1: -100}, deeds={game.deed(place): 1})
        assert game.refusal(0, sale) == "BUILDINGS_IN_THE_WAY"
    assert game.can(0, ProposeDeal(cash={0: 100, 1: -100}, deeds={game.deed(16): 1}))


@pytest.mark.proves("AMB-30", "AMB-130")
def test_buildings_are_sold_to_the_bank_only() -> None:
    assert set(Terms.__struct_fields__) == {"cash", "deeds", "cards"}
    game = palencia(1, 1, 1)
    assert game.refusal(0, ProposeDeal(deeds=dict.fromkeys(map(game.deed, PALENCIA), 1))) == "BUILDINGS_IN_THE_WAY"


@pytest.mark.proves("AMB-32")
def test_nobody_lends() -> None:
    assert not [kind for kind in ACTIONS if "Loan" in kind.__name__ or "Lend" in kind.__name__]
    game = castis(owners={11: 1}, cash={0: 99})
    assert game.can(0, ProposeDeal(cash={0: -99, 1: 99}, deeds={game.deed(11): 0}))
    assert game.refusal(0, ProposeDeal(cash={0: -100, 1: 100}, deeds={game.deed(11): 0})) == "NOT_ENOUGH_CASH"


@pytest.mark.proves("AMB-31")
def test_a_gift_both_confirm_is_accepted() -> None:
    game = castis()
    game.does(0, ProposeDeal(cash={0: -70, 1: 70}))
    game.does(1, AcceptDeal(0, 1))
    assert [game.cash(0), game.cash(1)] == [1430, 1570]
