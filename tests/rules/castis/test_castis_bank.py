"""The Bank: its own account, its income, its bottomless purse."""

import pytest

from magnate.actions import Bid, BuyDeed, EndTurn, LiftMortgage, Mortgage, Pass, RefuseDeed
from magnate.events import Collected, MortgageLifted
from rules.castis.kit import PALENCIA, build, castis, lands, palencia, sell


@pytest.mark.proves("CAS-04", "AMB-51", "CAS-05")
def test_the_banks_money_is_nobodys_money() -> None:
    for game in (
        lands(4, 3)[0],  # a tax
        lands(11, 3)[0],  # a purchase
    ):
        if game.can(0, BuyDeed()):
            game.does(0, BuyDeed())
        assert game.cash(0) < 1500
        assert [game.cash(1), game.cash(2)] == [1500, 1500]
        assert game.can(0, EndTurn())  # nobody has to take or give the money
    auction = lands(11, 3)[0]
    auction.does(0, RefuseDeed(), Pass())
    auction.does(1, Bid(90))
    auction.does(2, Pass())
    assert [auction.cash(seat) for seat in range(3)] == [1500, 1410, 1500]
    works = palencia(0, 0, 0, seats=3)
    works.does(0, build(works, PALENCIA[0], 1, 0, 0), sell(works, PALENCIA[0], 0, 0, 0))
    works.does(0, Mortgage(works.deed(11)), LiftMortgage(works.deed(11)))
    assert [works.cash(seat) for seat in range(3)] == [4950, 1500, 1500]


@pytest.mark.proves("CAS-05")
def test_the_bank_collects_loans_and_interest() -> None:
    game = castis(3, owners={9: 0}, mortgages={9: 1})
    game.does(0, LiftMortgage(game.deed(9))).one(MortgageLifted, amount=66)
    assert [game.cash(seat) for seat in range(3)] == [1434, 1500, 1500]


@pytest.mark.proves("CAS-06")
def test_the_bank_cannot_go_bankrupt() -> None:
    game = castis(at={0: 37, 1: 37}, cash={0: 0, 1: 0})
    for lap in range(1, 101):
        for seat in (0, 1):
            game.rolls(1, 2).one(Collected, seat=seat, amount=200)
            game.ends_turn()
            game.state.at[seat] = 37
        assert [game.cash(0), game.cash(1)] == [200 * lap, 200 * lap]
