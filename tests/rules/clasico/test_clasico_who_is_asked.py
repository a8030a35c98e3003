"""The right seat is asked, wherever at the table it sits."""

import pytest

from magnate.actions import (
    AskBuildings,
    Bid,
    BuyDeed,
    FollowCard,
    KeepMortgage,
    NameValue,
    OfferProperty,
    Pass,
    PayFine,
    UseCard,
)
from magnate.events import Built, DeedBought, PaidBank, PaidPlayer
from rules.clasico.kit import BLUE, BROWN, GREEN, gives_up, table
from rules.kit import build, own, purses

SEATS = pytest.mark.parametrize("seat", [1, 2])


@SEATS
@pytest.mark.proves("DP-11")
def test_the_buyer(seat: int) -> None:
    game = table(3, turn=seat)
    game.rolls(2, 4)
    assert game.must == [seat]
    game.does(seat, BuyDeed()).one(DeedBought, seat=seat, amount=100)


@SEATS
@pytest.mark.proves("DP-17")
def test_the_drawer_of_a_card(seat: int) -> None:
    game = table(3, turn=seat)
    game.script(cards=["CA1"])
    game.rolls(3, 4)
    assert game.must == [seat]
    game.does(seat, FollowCard()).one(PaidBank, seat=seat, amount=150)


@SEATS
@pytest.mark.proves("DP-09")
def test_the_visitor_of_a_utility_by_card(seat: int) -> None:
    game = table(3, skin="internacional", turn=seat, owners=own(0, 12))
    game.draws("CA8", 3, 4)
    assert game.must == [seat]
    game.rolls(1, 2)
    game.claims(0).one(PaidPlayer, seat=seat, other=0, amount=30)


@SEATS
@pytest.mark.proves("DP-08")
def test_the_prisoner_after_the_third_roll(seat: int) -> None:
    game = table(3, turn=seat, jail={seat: 2})
    game.rolls(4, 6)
    assert game.must == [seat]
    game.does(seat, PayFine()).one(PaidBank, seat=seat, amount=50)
    assert game.space(seat) == 20


@SEATS
@pytest.mark.proves("DP-07")
def test_the_prisoner_and_what_is_no_card(seat: int) -> None:
    game = table(3, turn=seat, jail={seat: 0}, held={"AC5": seat})
    assert game.refusal(seat, UseCard(2)) == "NO_SUCH_THING"
    game.does(seat, UseCard(game.kept("AC5")))
    assert not game.in_jail(seat)


@SEATS
@pytest.mark.proves("DP-19", "DP-20", "DP-21", "DP-22")
def test_the_debtor_and_the_creditor(seat: int) -> None:
    creditor = 3 - seat
    game = table(3, turn=seat, cash={seat: 10}, at={seat: 36}, owners={**own(creditor, BLUE[1]), **own(seat, 5)})
    game.rolls(1, 2)
    game.claims(creditor)
    assert game.must == [seat]
    game.does(seat, OfferProperty(game.deed(5)))
    assert game.must == [creditor]
    game.does(creditor, NameValue(40))
    assert game.must == [seat]


@SEATS
@pytest.mark.proves("DP-25")
def test_the_heir(seat: int) -> None:
    heir = 3 - seat
    game = table(
        4, turn=seat, cash={seat: 0}, at={seat: 36}, owners={**own(heir, BLUE[1]), **own(seat, 5)}, mortgages=[5]
    )
    game.rolls(1, 2)
    game.claims(heir)
    gives_up(game, seat).one(PaidBank, seat=heir, amount=10)
    assert game.must == [heir]
    game.does(heir, KeepMortgage(game.deed(5)))
    assert game.must == [heir if heir > seat else 3]


@SEATS
@pytest.mark.proves("DP-30", "DP-31")
def test_the_contenders_and_the_winner(seat: int) -> None:
    rival = 3 - seat
    game = table(3, turn=0, owners={**own(seat, *BROWN), **own(rival, *GREEN)}, houses=1)
    game.does(seat, build(game, BROWN, 1, 0))  # before seat 0 rolls
    assert game.must == [rival]
    filled = game.copy()
    told = filled.play(rival, AskBuildings(0))
    assert [event.seat for event in told if isinstance(event, Built)] == [seat]
    game.does(rival, AskBuildings(1))
    assert game.must == [1, 2]
    game.does(seat, Bid(50))
    game.does(rival, Pass())
    assert game.must == [seat]
    assert purses(game)[seat] == 1450


@pytest.mark.proves("CLA-47")
@pytest.mark.parametrize("seat", [1, 3])
def test_the_birthday_child_elsewhere_at_the_table(seat: int) -> None:
    game = table(4, turn=seat, at={seat: 10})
    told = game.draws("AC1", 3, 4)
    assert [event.seat for event in told.of(PaidPlayer, other=seat)] == [(seat + step) % 4 for step in (1, 2, 3)]
    assert game.cash(seat) == 1530
