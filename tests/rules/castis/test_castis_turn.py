"""What only Castis says of the turn: the choice after a double, the opening, the Bank."""

import pytest
from msgspec import to_builtins

from magnate.actions import Bid, BuyDeed, EndTurn, LiftMortgage, Mortgage, Pass, RefuseDeed, Roll
from magnate.events import (
    CardDrawn,
    CardKept,
    Collected,
    Jailed,
    MortgageLifted,
    OpeningRolled,
    PaidBank,
    Rested,
    StarterChosen,
    TurnBegan,
    TurnEnded,
)
from magnate.testing import EventList
from rules.castis.kit import PALENCIA, castis, lands, palencia
from rules.kit import build, sell


@pytest.mark.proves("CAS-01", "AMB-29")
@pytest.mark.parametrize(("space", "deck"), [(7, 0), (17, 1)])
def test_the_cards_lie_face_down_and_shuffled(space: int, deck: int) -> None:
    first = set()
    for seed in range(24):
        game = castis(seed=seed, at={0: space - 3})
        assert to_builtins(game.view(0)) == to_builtins(castis(seed=99, at={0: space - 3}).view(0))
        first.add(game.rolls(1, 2).one(CardDrawn, deck=deck).card)
    assert len(first) > 8  # the top card is another in nearly every game


@pytest.mark.proves("CAS-03", "AMB-116")
@pytest.mark.parametrize("seats", [2, 5, 8])
def test_everybody_starts_with_1500(seats: int) -> None:
    # 2 × 500 + 2 × 100 + 2 × 50 + 6 × 20 + 5 × 10 + 5 × 5 + 5 × 1
    assert [seat.cash for seat in castis(seats, opening=True).view().seats] == [1500] * seats


@pytest.mark.proves("CAS-07", "DP-04")
def test_everybody_rolls_and_the_highest_starts() -> None:
    game = castis(3, opening=True)
    assert game.must == [0, 1, 2]
    game.rolls(2, 4).one(OpeningRolled, seat=0, dice=(2, 4))
    assert game.refusal(0, Roll()) == "NOT_ASKED"
    game.rolls(1, 1)
    told = game.rolls(4, 3)
    told.one(StarterChosen, seat=2, roll=7, clause="CAS-07")
    told.one(TurnBegan, seat=2)
    assert game.must == [2]
    assert game.view().order == [2, 0, 1]


# Doubles.


@pytest.mark.proves("AMB-117", "AMB-118")
def test_stopping_after_two_doubles_starts_the_count_anew() -> None:
    game = castis(at={1: 17}, owners={26: 0})
    game.rolls(5, 5)
    game.rolls(5, 5)
    game.ends_turn()
    game.rolls(1, 2)
    game.ends_turn()
    assert game.rolls(3, 3).none(Jailed)
    assert game.space(0) == 26
    assert game.can(0, EndTurn())


# SALIDA.


def test_what_happens_in_a_turn_cites_its_clause() -> None:
    castis(at={0: 36}).rolls(1, 3).one(Collected, why="salary", clause="CAS-10")
    castis(at={0: 17}).rolls(1, 2).one(Rested, clause="CAS-33")
    castis(at={0: 1}).rolls(1, 2).one(PaidBank, why="tax", clause="CAS-05")
    castis(at={0: 4}).draws("S14", 1, 2).one(CardDrawn, clause="CAS-22")
    castis(at={0: 4}).draws("S10", 1, 2).one(CardKept, clause="CAS-24")
    game = castis(at={0: 18}, owners={28: 0})
    game.rolls(1, 1)
    stopped = EventList(game.copy().play(0, EndTurn()))
    stopped.one(TurnEnded, seat=0, clause="CAS-09")
    game.rolls(4, 4)
    game.rolls(6, 6).one(Jailed, seat=0, clause="AMB-117")


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
