"""Bankruptcy: when, to the Bank, to a player, and what becomes of everything."""

import pytest

from magnate.actions import (
    AcceptDeal,
    AcceptValue,
    Bid,
    CounterDeal,
    DeclareBankruptcy,
    KeepMortgage,
    Mortgage,
    NameValue,
    OfferProperty,
    Pass,
    ProposeDeal,
    RefuseDeal,
    RefuseProperty,
)
from magnate.events import (
    AuctionOpened,
    AuctionWon,
    BuildingsReturned,
    BuildingsSold,
    CardMoved,
    CashSurrendered,
    DebtOwed,
    DeedMoved,
    DeedRefused,
    PaidBank,
    PaidPlayer,
    TurnBegan,
    WentBankrupt,
)
from magnate.testing import EventList, Position
from rules.clasico.kit import BLUE, BROWN, gives_up, owing_bank, owing_rent, table
from rules.kit import built, own, purses, stock


@pytest.mark.proves("AMB-38")
def test_a_solvent_debtor_may_not_trade_its_means_away() -> None:
    # 100 in cash and 100 on the station cover the tax of 200 exactly.
    game = owing_bank(100, owners=own(0, "Estación de Goya"))
    station = game.deed("Estación de Goya")
    assert game.refusal(0, ProposeDeal(deeds={station: 1})) == "COULD_NOT_PAY_THEN"
    assert game.refusal(0, ProposeDeal(cash={0: 99, 1: -99}, deeds={station: 1})) == "COULD_NOT_PAY_THEN"
    assert game.refusal(0, ProposeDeal(cash={0: -1, 1: 1})) == "COULD_NOT_PAY_THEN"
    game.does(0, ProposeDeal(cash={0: 150, 1: -150}, deeds={station: 1}))
    ruin = CounterDeal(0, 1, cash={0: 99, 1: -99}, deeds={station: 1})
    game.does(1, ruin)  # anybody may write such terms: what is in the debtor's purse is not for them to find out
    assert game.refusal(0, AcceptDeal(0, 2)) == "COULD_NOT_PAY_THEN"
    enough = CounterDeal(0, 2, cash={0: 100, 1: -100}, deeds={station: 1})
    game.does(0, enough)
    game.does(1, AcceptDeal(0, 3)).one(PaidBank, seat=0, amount=200, why="tax")
    assert purses(game) == [0, 1400, 1500]


@pytest.mark.proves("AMB-38")
def test_what_a_debtor_gets_in_a_trade_counts_among_its_means() -> None:
    # Gran Vía (160) for the station (100) and 60: as much as before. A mortgaged one brings nothing and costs 16.
    owners = {**own(0, "Estación de Goya"), **own(1, "Gran Vía")}
    game = owing_bank(100, owners=owners)
    swap = {game.deed("Estación de Goya"): 1, game.deed("Gran Vía"): 0}
    assert game.can(0, ProposeDeal(cash={0: -60, 1: 60}, deeds=swap))
    assert game.refusal(0, ProposeDeal(cash={0: -61, 1: 61}, deeds=swap)) == "COULD_NOT_PAY_THEN"
    game = owing_bank(100, owners=owners, mortgages=["Gran Vía"])
    assert game.refusal(0, ProposeDeal(cash={0: 115, 1: -115}, deeds=swap)) == "COULD_NOT_PAY_THEN"
    assert game.can(0, ProposeDeal(cash={0: 116, 1: -116}, deeds=swap))


@pytest.mark.proves("AMB-38")
def test_a_debtor_the_formula_condemns_may_not_squander_its_means_either() -> None:
    game = owing_bank(50, owners=own(0, "Estación de Goya"), held={"CA8": 0})  # 150 of 200
    sale = {game.deed("Estación de Goya"): 1}
    assert game.can(0, DeclareBankruptcy())
    assert game.refusal(0, ProposeDeal(cash={0: 99, 1: -99}, deeds=sale)) == "COULD_NOT_PAY_THEN"
    assert game.can(0, ProposeDeal(cash={0: 100, 1: -100}, deeds=sale))  # no worse than before
    assert game.can(0, ProposeDeal(cash={0: 1, 1: -1}, cards={game.kept("CA8"): 1}))
    assert game.can(0, ProposeDeal(cards={game.kept("CA8"): 1}))  # a card counts nothing
    game = table(2, cash={0: 50}, owners=own(0, "Estación de Goya"))  # who owes nothing sells at any price
    assert game.can(0, ProposeDeal(cash={0: 1, 1: -1}, deeds=sale))


@pytest.mark.proves("AMB-38")
def test_a_debtor_may_sell_below_value_what_the_debt_does_not_need() -> None:
    game = owing_bank(150, owners=own(0, "Estación de Goya", 1))  # 150 + 100 + 30
    assert game.can(0, ProposeDeal(cash={0: 50, 1: -50}, deeds={game.deed("Estación de Goya"): 1}))
    assert game.can(0, ProposeDeal(cash={0: 20, 1: -20}, deeds={game.deed("Estación de Goya"): 1}))  # 200 are left
    refused = ProposeDeal(cash={0: 19, 1: -19}, deeds={game.deed("Estación de Goya"): 1})
    assert game.refusal(0, refused) == "COULD_NOT_PAY_THEN"


@pytest.mark.proves("AMB-38", "AMB-146", "DP-19")
def test_a_debtor_lowers_the_price_as_often_as_it_takes() -> None:
    game = owing_bank(0, owners=own(0, "Estación de Goya"))

    def offer(price: int) -> ProposeDeal:
        return ProposeDeal(cash={0: price, 1: -price}, deeds={game.deed("Estación de Goya"): 1})

    for revision in range(1, 16):
        game.does(0, offer(220 - revision))
        game.does(1, RefuseDeal(0, revision))
    assert game.refusal(0, offer(205)) == "TOO_MANY_REFUSALS"
    game.does(0, offer(200))
    game.does(1, AcceptDeal(0, 16)).one(PaidBank, seat=0, amount=200)
    assert purses(game) == [0, 1300, 1500]


# To the Bank.


@pytest.mark.proves("CLA-99", "CLA-100", "CLA-102", "AMB-43")
def test_a_debt_to_the_bank_gives_it_everything() -> None:
    game = owing_bank(50, owners=own(0, *BROWN), levels=built(BROWN, 1, 1), held={"CA8": 0, "AC5": 0})
    told = gives_up(game, 0)
    told.one(WentBankrupt, seat=0, other=None, amount=200)
    told.one(CashSurrendered, seat=0, other=None, amount=50)
    assert [event.deed for event in told.of(DeedMoved, seat=0, other=None)] == [0, 1]
    assert len(told.of(BuildingsReturned, seat=0)) == 2
    assert told.none(BuildingsSold)  # the Bank pays itself nothing
    assert stock(game) == (32, 12)
    assert [game.deck(deck)[-1] for deck in (0, 1)] == ["CA8", "AC5"]  # under their decks
    assert len(told.of(CardMoved, seat=0, other=None)) == 2
    assert purses(game) == [0, 1500, 1500]
    assert game.view().seats[0].out == 1


# To a player.


@pytest.mark.proves("CLA-105", "AMB-44", "AMB-38", "DP-25")
def test_an_inherited_deed_sold_to_raise_the_ten_percent_is_its_buyer_s_to_keep_or_lift() -> None:
    # 10% of 100 and of 160: 26. The station goes to seat 2 for 50, who owes 10 on it.
    game = owing_rent(0, owners=own(0, 5, 34), mortgages=[5, 34], cash={1: 25})
    gives_up(game, 0)
    told = game.trades(1, cash={1: 50, 2: -50}, deeds={5: 2})
    told.one(PaidBank, seat=2, amount=10, why="interest", deed=game.deed(5))
    assert game.must == [2]
    told = game.does(2, KeepMortgage(game.deed(5)))
    told.one(PaidBank, seat=1, amount=26, why="interest", deed=None)
    assert purses(game) == [0, 25 + 50 - 26, 1500 - 50 - 10]
    assert game.must == [1]
    assert game.legal_actions(1) == [KeepMortgage(game.deed(34))]  # the station is no longer asked about
    game.does(1, KeepMortgage(game.deed(34))).one(TurnBegan, seat=1)
    assert game.owner(5) == 2
    assert game.is_mortgaged(5)


# A debt paid in property.


def poor_creditor(cash: int) -> Position:
    """Seat 0 owes seat 1 a rent of 25, and offers it the mortgaged Gran Vía: 10% of 160 are due on it.

    The station of the rent has since gone to seat 0, for mortgaged Plaza Lavapiés, on which seat 1 has paid its last 3.
    """
    owners = own(0, "Gran Vía", "Plaza Lavapiés") | own(1, "Estación de Goya")
    game = table(3, cash={0: cash, 1: 3}, owners=owners, mortgages=["Gran Vía", "Plaza Lavapiés"])
    game.rolls(2, 3)
    game.claims(1).one(DebtOwed, seat=0, other=1, amount=25)
    game.trades(0, deeds={"Plaza Lavapiés": 1, "Estación de Goya": 0}).one(PaidBank, seat=1, amount=3, why="interest")
    game.does(1, KeepMortgage(game.deed("Plaza Lavapiés")))
    game.does(0, OfferProperty(game.deed("Gran Vía")))
    return game


@pytest.mark.proves("CLA-96", "CLA-106", "CLA-107", "AMB-143", "DP-21")
def test_a_creditor_who_could_not_pay_the_ten_per_cent_must_refuse_and_the_debt_stays() -> None:
    game = poor_creditor(0)
    assert [game.refusal(1, NameValue(amount)) for amount in (1, 9, 16, 25)] == ["COULD_NOT_PAY_THEN"] * 4
    assert game.legal_actions(1) == [RefuseProperty()]
    game.does(1, RefuseProperty())
    assert game.must == [0]
    told = game.does(0, Mortgage(game.deed("Estación de Goya")))  # 100, of which 25 are the rent
    told.one(PaidPlayer, seat=0, other=1, amount=25)
    assert purses(game) == [75, 25, 1500]
    assert game.owner("Gran Vía") == 0


@pytest.mark.parametrize(
    ("amount", "refusal"), [(4, "COULD_NOT_PAY_THEN"), (5, None), (9, None), (10, "COULD_NOT_PAY_THEN")]
)
@pytest.mark.proves("CLA-96", "CLA-107", "AMB-143")
def test_the_rest_of_the_rent_may_pay_the_ten_per_cent_if_it_is_paid_at_once(amount: int, refusal: str | None) -> None:
    # The debtor has 20 of the 25: at least 5 must be credited, and at most 9, so that 16 come in cash.
    game = poor_creditor(20)
    [option] = [option for option in game.options(1) if option.type == "NameValue"]
    assert (option.low, option.high) == (5, 9)
    assert game.refusal(1, NameValue(amount)) == refusal
    if refusal is None:
        game.does(1, NameValue(amount))
        told = game.does(0, AcceptValue())
        told.one(PaidPlayer, seat=0, other=1, amount=25 - amount)
        told.one(PaidBank, seat=1, amount=16, why="interest")
        assert told.none(DebtOwed)
        assert purses(game) == [20 - (25 - amount), 25 - amount - 16, 1500]
        assert game.owner("Gran Vía") == 1


# A buyer who is ruined before answering.


def ruined_buyer(seats: int, *stations: str) -> tuple[Position, EventList]:
    """A double led to the hotel on Paseo del Prado, the next roll to free Ronda de Valencia; then the rent is claimed.

    Seat 0 has only the 200 of Salida, and these stations, mortgaged.
    """
    game = table(
        seats,
        at={0: "Paseo de la Castellana"},
        cash={0: 0},
        owners=own(1, BLUE[1]) | own(0, *stations),
        levels={BLUE[1]: 5},
        mortgages=stations,
    )
    game.rolls(1, 1)
    game.rolls(1, 1)
    game.claims(1).one(DebtOwed, seat=0, other=1, amount=2000)
    return game, gives_up(game, 0)


@pytest.mark.proves("CLA-29", "CLA-103", "AMB-16", "AMB-141")
def test_a_buyer_ruined_by_a_rent_of_an_earlier_roll_has_not_bought_and_the_deed_is_auctioned() -> None:
    game, told = ruined_buyer(3)
    told.one(CashSurrendered, seat=0, other=1, amount=200)
    told.one(DeedRefused, seat=0, deed=game.deed("Ronda de Valencia"))
    told.one(AuctionOpened, deed=game.deed("Ronda de Valencia"))
    assert told.none(TurnBegan)
    assert game.must == [1, 2]
    game.does(2, Bid(1))
    told = game.does(1, Pass())
    told.one(AuctionWon, seat=2, other=None, amount=1)
    told.one(TurnBegan, seat=1)
    assert purses(game) == [0, 1700, 1499]
    assert game.owner("Ronda de Valencia") == 2


@pytest.mark.proves("CLA-105", "AMB-44", "AMB-141", "DP-25")
def test_the_creditor_decides_on_the_estate_of_a_ruined_buyer_before_what_it_was_offered_is_auctioned() -> None:
    game, told = ruined_buyer(3, "Estación de Goya")
    told.one(PaidBank, seat=1, amount=10, why="interest")
    assert told.none(AuctionOpened)
    assert game.must == [1]
    told = game.does(1, KeepMortgage(game.deed("Estación de Goya")))
    told.one(AuctionOpened, deed=game.deed("Ronda de Valencia"))
    assert game.must == [1, 2]


@pytest.mark.proves("CLA-111", "AMB-50", "AMB-141")
def test_nothing_is_auctioned_when_the_ruin_of_the_buyer_ends_the_game() -> None:
    game, told = ruined_buyer(2)
    assert told.none(AuctionOpened)
    assert game.is_over
