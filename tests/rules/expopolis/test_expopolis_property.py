"""What only Expòpoli(s) says of property: no gifts, exchanges of mortgages, the Bank."""

from typing import Any

import pytest

from magnate.actions import (
    AskBuildings,
    Bid,
    Build,
    Concede,
    CounterDeal,
    EndTurn,
    KeepMortgage,
    LiftMortgage,
    Mortgage,
    Pass,
    PlaceBuilding,
    ProposeDeal,
    Roll,
    SellBuildings,
)
from magnate.events import (
    AuctionOpened,
    Collected,
    PaidBank,
    TurnBegan,
    WentBankrupt,
)
from magnate.rules.codes import BANK
from magnate.testing import EventList, Position
from rules.expopolis.milan import AZURE, BROWN, FUCHSIA, VIOLET, milan
from rules.kit import built, own


def visited(seats: int = 3, owner: int = 2, **position: Any) -> Position:
    """Seat 0 has stopped at Fiera, for which its owner may ask 1,400."""
    game = milan(seats, at={0: 9, 1: 10, 2: 10}, owners={"Fiera": owner, **position.pop("owners", {})}, **position)
    game.rolls(3, 4)
    return game


@pytest.mark.proves("AMB-25", "AMB-47")
def test_an_unclaimed_rent_is_no_debt() -> None:
    game = visited(cash={0: 0})  # could not pay, and nobody asks
    assert game.can(0, EndTurn())
    assert game.wealth(2) == 100_000 + 18_000
    game.ends_turn().one(TurnBegan, seat=1)


# Buying mortgaged property.


@pytest.mark.proves("EXP-80", "DP-38")
def test_both_sides_of_an_exchange_pay_for_the_mortgages_they_receive() -> None:
    game = milan(owners={"Area Expo": 0, "Scalo Farini": 1}, mortgages=["Area Expo", "Scalo Farini"])
    expo, farini = game.deed("Area Expo"), game.deed("Scalo Farini")
    told = game.trades(0, deeds={"Area Expo": 1, "Scalo Farini": 0})
    first = game.must[0]
    told += game.does(first, KeepMortgage((farini, expo)[first]))
    told += game.does(1 - first, KeepMortgage((farini, expo)[1 - first]))
    told.one(PaidBank, seat=0, amount=1_000, deed=farini)
    told.one(PaidBank, seat=1, amount=1_000, deed=expo)
    assert (game.cash(0), game.cash(1)) == (99_000, 99_000)


# Buildings and mortgages.


@pytest.mark.proves("EXP-38", "EXP-40", "AMB-20")
def test_lifting_brings_the_rent_back() -> None:
    game = milan(owners=own(1, *FUCHSIA), mortgages=["Quarto Oggiaro"], at={0: 0})
    game.does(1, LiftMortgage(game.deed("Quarto Oggiaro")))
    game.rolls(1, 2)
    game.claims(1)
    assert game.cash(0) == 100_000 - 800


def order(game: Position, *levels: int) -> EventList:
    """Seat 0 orders buildings for the violet group."""
    return game.does(0, Build(game.group("Montenapoleone"), list(levels)))


# The auction.


@pytest.mark.proves("AMB-36")
def test_the_auctions_end_when_there_is_enough_for_the_remaining_orders() -> None:
    owners = own(0, *VIOLET) | own(1, *FUCHSIA) | own(1, *AZURE) | own(2, *BROWN)
    game = milan(3, owners=owners, levels=built(AZURE, 1, 1, 0), houses=1)
    order(game, 1, 0)
    game.does(1, AskBuildings(1))
    game.does(2, AskBuildings(1))
    game.does(1, SellBuildings(game.group("Corvetto"), [0, 0, 0]), Bid(6_000))  # two houses come back
    game.does(0, Pass())
    game.does(2, Pass())
    told = game.does(1, PlaceBuilding(game.deed("Parco Lambro")))
    assert told.none(AuctionOpened)  # two houses for the two that are wanted
    assert game.state.houses == 2
    assert game.must == [0]


# Gifts and loans.


def gifts() -> Position:
    return milan(3, owners={"Fiera": 0, "MM": 1, "A2A": 2}, held={"P14": 0})


# Terms.


@pytest.mark.proves("EXP-75")
def test_one_sells_only_what_one_owns() -> None:
    game = milan(3, owners={"Fiera": 2})
    assert game.refusal(0, ProposeDeal(cash={0: 100, 1: -100}, deeds={game.deed("MM"): 1})) == "NOT_YOURS"
    # Of somebody else's property its owner must be a party, and so be paid.
    terms = ProposeDeal(cash={0: 100, 1: -100}, deeds={game.deed("Fiera"): 1})
    assert game.refusal(0, terms) == "GIFTS_FORBIDDEN"
    held = ProposeDeal(cash={0: 100, 1: -100}, cards={game.kept("P14"): 1})
    assert game.refusal(0, held) == "NO_CARD"


# Answers.


@pytest.mark.proves("EXP-100", "DP-37")
def test_a_counter_offer_may_be_no_gift_either() -> None:
    game = milan(owners={"Fiera": 0})
    game.does(0, ProposeDeal(cash={0: 500, 1: -500}, deeds={game.deed("Fiera"): 1}))
    assert game.refusal(1, CounterDeal(0, 1, deeds={game.deed("Fiera"): 1})) == "GIFTS_FORBIDDEN"


@pytest.mark.proves("EXP-51", "AMB-51")
def test_money_to_and_from_the_bank_touches_nobody_elses_purse() -> None:
    game = milan(3, at={0: 31}, owners=own(0, *FUCHSIA))
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


@pytest.mark.proves("EXP-101", "EXP-99")
def test_without_anything_to_mortgage_nobody_lends_a_debtor_money() -> None:
    game = milan(3, cash={0: 0}, owners={"MM": 0}, mortgages=["MM"])
    game.rolls(1, 3)
    assert {type(action).__name__ for action in game.legal_actions(0)} == {"DeclareBankruptcy", "Concede"}
    assert EventList(game.events).none(WentBankrupt)
