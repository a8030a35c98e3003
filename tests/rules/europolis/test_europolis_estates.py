"""«Falimentul»: the Bank takes everything, and auctions it if anybody asks."""

import pytest

from magnate.actions import (
    Bid,
    BuyDeed,
    Pass,
    RequestAuction,
    WaiveAuction,
)
from magnate.events import (
    AuctionOpened,
    AuctionRequested,
    AuctionWaived,
    AuctionWon,
    BuildingsReturned,
    BuildingsSold,
    CardMoved,
    CashSurrendered,
    DeedMoved,
    GameWon,
    TurnBegan,
    WentBankrupt,
)
from rules.europolis.kit import BULGARIA, europolis, goes_bankrupt, owes_the_bank, pile
from rules.kit import built, own, purses, stock


@pytest.mark.proves("EUR-99", "AMB-41", "AMB-43")
def test_the_bank_takes_everything_and_buildings_return_to_the_stock() -> None:
    game = owes_the_bank(
        cash={0: 100}, owners=own(0, *BULGARIA) | {"Roma": 0}, levels=built(BULGARIA, 1, 0), mortgages=["Roma"]
    )
    assert stock(game) == (33, 10)
    told = goes_bankrupt(game)
    told.one(WentBankrupt, seat=0, other=None, amount=6000)
    told.one(BuildingsReturned, seat=0, deed=game.deed("Varna"))
    told.one(CashSurrendered, seat=0, other=None, amount=100)
    assert sorted(event.deed for event in told.of(DeedMoved, seat=0, other=None)) == sorted(
        game.deed(place) for place in (*BULGARIA, "Roma")
    )
    assert told.none(BuildingsSold)
    assert stock(game) == (34, 10)
    assert [game.owner(place) for place in (*BULGARIA, "Roma")] == [None] * 3
    assert purses(game) == [0, 50_000, 50_000]
    assert not game.is_mortgaged("Roma")


@pytest.mark.proves("EUR-100", "AMB-98", "DP-26")
def test_everybody_left_is_asked_for_an_auction_and_without_request_there_is_none() -> None:
    game = owes_the_bank(cash={0: 0}, owners={"Roma": 0}, mortgages=["Roma"])
    goes_bankrupt(game)
    assert game.must == [1, 2]
    assert [option.type for option in game.options(1)] == ["RequestAuction", "WaiveAuction"]
    assert game.refusal(0, RequestAuction()) == "SEAT_IS_OUT"
    game.does(1, WaiveAuction()).one(AuctionWaived, seat=1)
    assert game.must == [2]
    assert game.refusal(1, RequestAuction()) == "NOT_ASKED"
    told = game.does(2, WaiveAuction())
    assert told.none(AuctionOpened)
    told.one(TurnBegan, seat=1)
    assert game.owner("Roma") is None


@pytest.mark.proves("AMB-98", "EUR-100")
def test_unauctioned_property_is_bought_by_landing_there() -> None:
    game = owes_the_bank(cash={0: 0}, owners={"Roma": 0}, mortgages=["Roma"])
    goes_bankrupt(game)
    game.does(1, WaiveAuction())
    game.does(2, WaiveAuction())
    game.state.at[1] = 21
    game.rolls(1, 2)
    game.does(1, BuyDeed())
    assert (game.owner("Roma"), game.is_mortgaged("Roma"), game.cash(1)) == (1, False, 42_800)


@pytest.mark.parametrize("asking", [1, 2])
@pytest.mark.proves("EUR-100", "AMB-98", "AMB-41", "DP-26", "DP-27")
def test_one_request_is_enough_to_auction_everything_one_by_one(asking: int) -> None:
    game = owes_the_bank(
        cash={0: 0}, owners={"Roma": 0, "Milano": 0, "Varna": 0}, mortgages=["Roma", "Milano", "Varna"]
    )
    goes_bankrupt(game)
    for seat in (1, 2):
        answer = RequestAuction() if seat == asking else WaiveAuction()
        told = game.does(seat, answer)
    told.one(AuctionOpened, deed=game.deed("Varna"), building=None, amount=50)
    assert game.must == [1, 2]  # anybody may open
    game.does(1, Bid(50))
    told = game.does(2, Pass())
    told.one(AuctionWon, seat=1, other=None, amount=50, deed=game.deed("Varna"))
    told.one(AuctionOpened, deed=game.deed("Milano"))
    game.does(2, Pass())
    told = game.does(1, Pass())
    told.one(AuctionOpened, deed=game.deed("Roma"))
    game.does(2, Bid(700))
    game.does(1, Pass())
    assert [game.owner(place) for place in ("Varna", "Milano", "Roma")] == [1, None, 2]
    assert not any(game.is_mortgaged(place) for place in ("Varna", "Milano", "Roma"))
    assert purses(game) == [0, 49_950, 49_300]
    assert game.must == [1]


@pytest.mark.proves("EUR-100")
def test_the_request_is_told() -> None:
    game = owes_the_bank(cash={0: 0}, owners={"Roma": 0}, mortgages=["Roma"])
    goes_bankrupt(game)
    game.does(2, RequestAuction()).one(AuctionRequested, seat=2)
    assert game.must == [1]  # the others are asked all the same


@pytest.mark.proves("EUR-100")
def test_nobody_is_asked_about_an_empty_estate() -> None:
    game = owes_the_bank(cash={0: 0})
    goes_bankrupt(game).one(TurnBegan, seat=1)
    assert game.must == [1]


@pytest.mark.proves("EUR-101", "AMB-99")
def test_lucky_cards_of_a_bankrupt_to_the_bank_go_under_their_decks() -> None:
    game = europolis(3, at={0: 14}, cash={0: 0}, held={"S9": 0, "B5": 0})
    game.draws("B3", 1, 2)  # a bill of 1,500, which is no tax
    told = goes_bankrupt(game)
    for card in ("S9", "B5"):
        told.one(CardMoved, seat=0, other=None, card=game.kept(card))
        assert pile(game, card)[-1] == card
        assert len(pile(game, card)) == 16


@pytest.mark.proves("EUR-105", "AMB-50", "EUR-99")
def test_the_last_player_wins_when_the_other_is_bankrupt_to_the_bank() -> None:
    game = owes_the_bank(2, cash={0: 200}, owners={"Marsilia": 0}, mortgages=["Marsilia"])
    told = goes_bankrupt(game)
    told.one(GameWon, seat=1)
    assert told.none(AuctionOpened)
    assert (game.is_over, game.owner("Marsilia"), game.cash(1)) == (True, None, 50_000)
