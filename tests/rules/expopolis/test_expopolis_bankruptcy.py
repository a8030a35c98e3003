"""Expòpoli(s), «Fallimento»: when one is bankrupt, what the Bank takes and pays, and what it auctions."""

from typing import Any

import pytest

from magnate.actions import (
    AcceptValue,
    AuctionProperty,
    Bid,
    BuyDeed,
    Concede,
    DeclareBankruptcy,
    KeepMortgage,
    Mortgage,
    NameValue,
    OfferProperty,
    Pass,
    RefuseProperty,
    WithdrawProperty,
)
from magnate.events import (
    AuctionOpened,
    AuctionWon,
    BuildingsReturned,
    CashSurrendered,
    CreditorPaid,
    DebtOwed,
    DeedMoved,
    DeedRefused,
    NothingDue,
    PaidBank,
    PaidPlayer,
    RentLapsed,
    TurnBegan,
    WentBankrupt,
)
from magnate.testing import EventList, Position
from rules.expopolis.milan import AZURE, BROWN, FUCHSIA, STATIONS, indebted, milan
from rules.kit import built, own


def bankrupt(cash: int = 0, **position: Any) -> tuple[Position, EventList]:
    """Seat 0 has just gone bankrupt over a rent of 20,000 due to seat 1."""
    game = indebted(cash, **position)
    return game, game.does(0, DeclareBankruptcy())


# The formula.


@pytest.mark.proves("EXP-86", "EXP-70", "AMB-35")
@pytest.mark.parametrize(("cash", "refusal"), [(46_500, "CAN_STILL_PAY"), (46_400, None)])
def test_hotels_count_at_half_of_five_houses(cash: int, refusal: str | None) -> None:
    # A rent of 100,000. Three hotels at 12,500 each and mortgage values of 5,000 + 5,000 + 6,000 make 53,500.
    levels = built(AZURE, 5, 5, 5) | built(BROWN, 5, 5, 5)
    game = milan(3, at={0: 12}, cash={0: cash}, owners=own(0, *AZURE) | own(1, *BROWN), levels=levels)
    game.rolls(3, 4)
    game.claims(1)
    assert game.refusal(0, DeclareBankruptcy()) == refusal


# The Bank takes everything and pays the creditor in full.


@pytest.mark.proves("EXP-87", "EXP-88", "AMB-60", "W-06", "EXP-90", "AMB-43")
def test_the_bank_takes_everything_and_pays_the_creditor_in_full() -> None:
    # Worth 14,000, owing 40,000 for four houses on Maciachini.
    owners = own(0, *FUCHSIA) | {"MM": 0} | own(1, *AZURE)
    levels = built(FUCHSIA, 1, 1) | built(AZURE, 4, 4, 4)
    game = milan(3, at={0: 3}, cash={0: 3_000}, owners=owners, levels=levels, mortgages=["MM"])
    game.rolls(1, 2)
    game.claims(1)
    houses = game.state.houses
    told = game.does(0, DeclareBankruptcy())
    told.one(WentBankrupt, seat=0, other=1, amount=40_000)
    told.one(CreditorPaid, seat=1, other=0, amount=40_000)
    told.one(CashSurrendered, seat=0, other=None, amount=3_000)
    assert [event.deed for event in told.of(BuildingsReturned, seat=0)] == [game.deed(lot) for lot in FUCHSIA]
    taken = [game.deed(place) for place in (*FUCHSIA, "MM")]
    assert [(event.other, event.deed) for event in told.of(DeedMoved, seat=0)] == [(None, deed) for deed in taken]
    assert [game.cash(seat) for seat in range(3)] == [0, 140_000, 100_000]
    assert game.state.houses == houses + 2
    told.one(AuctionOpened, deed=game.deed("Parco Lambro"))
    assert game.level("Parco Lambro") == 0


@pytest.mark.proves("EXP-88")
def test_what_was_already_settled_is_not_paid_again() -> None:
    game = indebted(1_000, owners={"MM": 0}, mortgages=["MM"])
    game.does(0, OfferProperty(game.deed("MM")))
    game.does(1, NameValue(6_000))
    game.does(0, AcceptValue())
    game.does(1, KeepMortgage(game.deed("MM")))
    game.does(0, DeclareBankruptcy()).one(CreditorPaid, seat=1, other=0, amount=14_000)
    assert game.cash(1) == 100_000 - 700 + 14_000
    assert game.owner("MM") == 1


@pytest.mark.proves("EXP-88", "EXP-97", "EXP-31", "AMB-16", "AMB-141")
def test_who_goes_bankrupt_before_deciding_on_a_purchase_has_not_bought_and_the_deed_is_auctioned() -> None:
    # A double led to a station of seat 1, the roll after it to Giambellino, which is free; then the rent is claimed.
    game = milan(3, at={0: 3}, cash={0: 0}, owners=own(1, *STATIONS))
    game.rolls(1, 1)
    game.rolls(1, 2)
    assert game.refusal(0, BuyDeed()) == "NOT_ENOUGH_CASH"
    game.claims(1)
    told = game.does(0, DeclareBankruptcy())
    assert [(event.seat, event.amount) for event in told.of(CreditorPaid)] == [(1, 20_000)]
    assert [game.cash(seat) for seat in range(3)] == [0, 120_000, 100_000]
    told.one(DeedRefused, seat=0, deed=game.deed("Giambellino"))
    told.one(AuctionOpened, deed=game.deed("Giambellino"), amount=100)
    assert told.none(TurnBegan)
    assert game.must == [1, 2]
    game.does(2, Bid(100))
    told = game.does(1, Pass())
    told.one(AuctionWon, seat=2, other=None, amount=100)
    told.one(TurnBegan, seat=1)
    assert game.owner("Giambellino") == 2


@pytest.mark.proves("EXP-31", "EXP-89", "AMB-141")
def test_the_estate_of_a_buyer_who_goes_bankrupt_is_auctioned_before_what_it_was_offered() -> None:
    game = milan(3, at={0: 3}, cash={0: 0}, owners=own(1, *STATIONS) | {"MM": 0}, mortgages=["MM"])
    game.rolls(1, 1)
    game.rolls(1, 2)
    game.claims(1)
    opened = [*game.does(0, DeclareBankruptcy()).of(AuctionOpened)]
    while not opened or game.must == [1, 2]:
        for seat in game.must:
            opened += game.does(seat, Pass()).of(AuctionOpened)
    assert [event.deed for event in opened] == [game.deed("MM"), game.deed("Giambellino")]


@pytest.mark.proves("AMB-141", "AMB-50")
def test_nothing_is_auctioned_when_the_buyers_bankruptcy_ends_the_game() -> None:
    game = milan(2, at={0: 3}, cash={0: 0}, owners=own(1, *STATIONS))
    game.rolls(1, 1)
    game.rolls(1, 2)
    game.claims(1)
    told = game.does(0, DeclareBankruptcy())
    assert told.none(AuctionOpened)
    assert game.is_over


@pytest.mark.proves("EXP-88", "AMB-40", "AMB-49")
def test_a_bankrupt_guest_is_paid_for_by_the_bank_and_the_turn_goes_on() -> None:
    game = milan(4, at={0: 10}, cash={1: 500, 2: 900})
    game.draws("P9", 3, 4)
    told = game.does(1, DeclareBankruptcy())
    told.one(CreditorPaid, seat=0, other=1, amount=1_000)
    told += game.does(2, DeclareBankruptcy())
    told.one(PaidPlayer, seat=3, other=0, amount=1_000)
    assert told.none(TurnBegan)
    assert [game.cash(seat) for seat in range(4)] == [103_000, 0, 0, 99_000]
    assert game.must == [0]
    game.ends_turn().one(TurnBegan, seat=3)


# The estate.


def poor_birthday(cash: int, place: str, birthday: int = 0) -> Position:
    """Seat 0 has a birthday; of the 1,000 due to it seat 1 offers to settle a part with a mortgaged deed."""
    game = milan(3, at={0: 10}, cash={0: birthday, 1: cash}, owners={place: 1, "MM": 1}, mortgages=[place])
    game.draws("P9", 3, 4)
    game.does(1, OfferProperty(game.deed(place)))
    return game


@pytest.mark.proves("EXP-80", "EXP-95", "AMB-143", "DP-21")
def test_a_creditor_who_could_not_pay_the_ten_per_cent_must_refuse_and_the_debt_stays() -> None:
    game = poor_birthday(0, "Montenapoleone")  # 2,000 on the mortgage, and nothing to raise them with
    assert [game.refusal(0, NameValue(amount)) for amount in (100, 400, 1_000)] == ["COULD_NOT_PAY_THEN"] * 3
    assert game.legal_actions(0) == [RefuseProperty()]
    game.does(0, RefuseProperty())
    game.does(1, WithdrawProperty())
    told = game.does(1, Mortgage(game.deed("MM")))
    told.one(PaidPlayer, seat=1, other=0, amount=1_000)
    told.one(PaidPlayer, seat=2, other=0, amount=1_000)
    assert [game.cash(seat) for seat in range(3)] == [2_000, 6_500, 99_000]


@pytest.mark.proves("AMB-143")
def test_a_stored_game_in_which_the_ten_per_cent_ruined_the_creditor_is_replayed() -> None:
    """Version 0.1.0 allowed it."""
    game = poor_birthday(0, "Montenapoleone")
    game.play_stored(0, NameValue(1_000))
    game.does(1, AcceptValue())
    told = game.does(0, DeclareBankruptcy())
    told.one(WentBankrupt, seat=0, other=None, amount=2_000)


@pytest.mark.parametrize(
    ("amount", "refusal"),
    [(300, "COULD_NOT_PAY_THEN"), (400, None), (700, None), (800, "COULD_NOT_PAY_THEN"), (1_100, "TOO_HIGH")],
)
@pytest.mark.proves("EXP-80", "EXP-94", "EXP-95", "AMB-143")
def test_the_rest_of_the_debt_may_pay_the_ten_per_cent_if_it_is_paid_at_once(amount: int, refusal: str | None) -> None:
    # 300 are due on Parco Lambro. The debtor has 600: of the 1,000 at least 400 must be credited, at most 700.
    game = poor_birthday(600, "Parco Lambro")
    [option] = [option for option in game.options(0) if option.type == "NameValue"]
    assert (option.low, option.high) == (400, 700)
    assert game.refusal(0, NameValue(amount)) == refusal
    if refusal is None:
        game.does(0, NameValue(amount))
        told = game.does(1, AcceptValue())
        told.one(PaidBank, seat=0, amount=300, why="interest")
        assert told.none(DebtOwed)
        assert game.owner("Parco Lambro") == 0


@pytest.mark.parametrize(("cash", "refusal"), [(200, "COULD_NOT_PAY_THEN"), (300, None)])
@pytest.mark.proves("EXP-80", "AMB-143")
def test_a_creditor_with_the_ten_per_cent_names_any_value(cash: int, refusal: str | None) -> None:
    game = poor_birthday(0, "Parco Lambro", birthday=cash)
    assert game.refusal(0, NameValue(1_000)) == refusal


@pytest.mark.proves("EXP-80", "EXP-96", "AMB-15")
def test_nobody_is_bankrupted_by_a_bid_in_the_debtors_auction() -> None:
    game = indebted(0, owners={"Montenapoleone": 0}, mortgages=["Montenapoleone", *STATIONS[1:]], purses={1: 0})
    game.does(0, OfferProperty(game.deed("Montenapoleone")))
    game.does(1, NameValue(100))
    game.does(0, AuctionProperty())
    game.does(1, Mortgage(game.deed("Stazione Rogoredo")))  # 10,000, of which 2,000 will be due to the Bank
    assert game.refusal(1, Bid(8_100)) == "NOT_ENOUGH_CASH"
    game.does(1, Bid(8_000))
    told = game.does(2, Pass())
    told.one(AuctionWon, seat=1, other=0, amount=8_000)
    told.one(PaidBank, seat=1, amount=2_000, why="interest")
    assert (game.cash(0), game.cash(1), game.must) == (8_000, 0, [1])
    game.does(1, KeepMortgage(game.deed("Montenapoleone")))
    assert game.must == [0]
    assert game.can(0, DeclareBankruptcy())  # 8,000 of 20,000


# Retiring.


def twice_visited(**position: Any) -> Position:
    """Seat 0 has nothing, stopped at A2A of seat 2 for 400 × 6, and by its second roll at Fiera of seat 1."""
    owners = {"A2A": 2, "Fiera": 1} | position.pop("owners", {})
    game = milan(4, at={0: 6, 1: 10}, cash={0: 0}, owners=owners, **position)
    game.rolls(3, 3)
    game.rolls(1, 3)
    return game


@pytest.mark.proves("AMB-135", "EXP-97")
def test_a_creditor_of_a_bankrupt_who_does_not_ask_gets_nothing() -> None:
    game = twice_visited()
    game.claims(1)
    game.does(0, DeclareBankruptcy())
    game.claims(3).one(NothingDue, seat=3)  # nor does anybody else
    game.rolls(4, 6).one(RentLapsed, owner=2, debtor=0, amount=2_400)
    game.claims(2).one(NothingDue, seat=2)
    assert game.cash(2) == 100_000


@pytest.mark.proves("AMB-135", "EXP-38")
def test_nothing_is_paid_for_property_mortgaged_since_the_bankrupt_stopped_there() -> None:
    game = twice_visited()
    game.claims(1)
    game.does(0, DeclareBankruptcy())
    game.does(2, Mortgage(game.deed("A2A")))
    game.claims(2).one(NothingDue, seat=2)


@pytest.mark.proves("AMB-135", "EXP-89")
def test_rents_due_to_a_player_who_leaves_are_gone() -> None:
    game = milan(4, at={0: 9, 1: 10}, owners={"Fiera": 2})
    game.rolls(3, 4)
    game.does(2, Concede())
    for seat in (0, 1, 3):
        game.does(seat, Pass())  # Fiera is auctioned
    game.ends_turn()
    assert game.rolls(4, 6).none(RentLapsed)
    assert game.cash(0) == 100_000
