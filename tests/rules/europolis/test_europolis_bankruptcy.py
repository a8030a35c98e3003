"""«Falimentul»: a debt beyond all one holds, to the Bank or to a player."""

import pytest

from magnate.actions import (
    DeclareBankruptcy,
    EndTurn,
    KeepMortgage,
    LiftMortgage,
    Mortgage,
    Roll,
)
from magnate.events import (
    AuctionOpened,
    BuildingsSold,
    CardMoved,
    CashSurrendered,
    DebtOwed,
    GameWon,
    MortgageKept,
    MortgageLifted,
    PaidBank,
    PaidPlayer,
    TurnBegan,
    WealthCounted,
    WentBankrupt,
)
from rules.europolis.kit import (
    BRITAIN,
    BULGARIA,
    built,
    deal,
    europolis,
    goes_bankrupt,
    owes_a_player,
    owes_the_bank,
    owned,
    pile,
    purses,
    sell,
    stock,
)


@pytest.mark.parametrize(("cash", "refusal"), [(2700, "CAN_STILL_PAY"), (2650, None)])
@pytest.mark.proves("EUR-98", "AMB-38", "DP-24")
def test_bankrupt_is_only_who_owes_more_than_all_one_holds(cash: int, refusal: str | None) -> None:
    # two villas at half 750, Varna and Sofia at 900; Paris is mortgaged already: 3,300 beside the cash
    game = owes_the_bank(
        cash={0: cash}, owners=owned(0, BULGARIA) | {"Paris": 0}, levels=built(BULGARIA, 1, 1), mortgages=["Paris"]
    )
    assert game.refusal(0, DeclareBankruptcy()) == refusal


@pytest.mark.proves("EUR-98", "DP-19")
def test_who_can_pay_must_sell_and_mortgage_until_paid() -> None:
    game = owes_the_bank(cash={0: 2700}, owners=owned(0, BULGARIA), levels=built(BULGARIA, 1, 1))
    assert not game.can(0, EndTurn())
    game.does(0, sell(game, BULGARIA, 0, 0), Mortgage(game.deed("Varna")))
    assert game.must == [0]
    assert game.cash(0) == 2700 + 1500 + 900
    told = game.does(0, Mortgage(game.deed("Sofia")))
    told.one(PaidBank, seat=0, amount=6000, why="tax")
    assert game.cash(0) == 0
    assert game.can(0, EndTurn())


@pytest.mark.proves("EUR-98")
def test_only_the_debtor_goes_bankrupt_and_only_over_a_debt() -> None:
    game = europolis(3, cash={0: 0})
    assert game.refusal(0, DeclareBankruptcy()) == "NOT_ASKED"
    game = owes_the_bank(cash={0: 0, 1: 0})
    assert game.refusal(1, DeclareBankruptcy()) == "NOT_ASKED"
    assert game.can(0, DeclareBankruptcy())


@pytest.mark.proves("EUR-102", "EUR-79")
def test_bankrupted_by_a_player_one_sells_all_buildings_at_half_and_hands_over_everything() -> None:
    game = owes_a_player(
        cash={0: 1000}, owners=owned(0, BULGARIA) | {"Lyon": 0}, levels=built(BULGARIA, 5, 4), mortgages=["Lyon"]
    )
    told = goes_bankrupt(game)
    told.one(WentBankrupt, seat=0, other=1, amount=60_000)
    told.one(BuildingsSold, seat=0, deed=game.deed("Varna"), level=0, amount=3750)  # 5 × 750
    told.one(BuildingsSold, seat=0, deed=game.deed("Sofia"), level=0, amount=3000)  # 4 × 750
    told.one(CashSurrendered, seat=0, other=1, amount=7750)
    assert [game.owner(place) for place in (*BULGARIA, "Lyon")] == [1] * 3
    assert [game.level(place) for place in BULGARIA] == [0, 0]
    assert stock(game) == (34, 8)  # the hotels of Britain still stand
    assert game.cash(0) == 0
    assert game.cash(2) == 50_000


@pytest.mark.proves("AMB-99", "EUR-101")
def test_the_creditor_gets_the_surprise_card_and_the_other_goes_back() -> None:
    game = owes_a_player(cash={0: 0}, held={"S9": 0, "B5": 0})
    told = goes_bankrupt(game)
    told.one(CardMoved, seat=0, other=1, card=game.kept("S9"))
    told.one(CardMoved, seat=0, other=None, card=game.kept("B5"))
    assert game.holds(1, "S9")
    assert "S9" not in pile(game, "S9")
    assert pile(game, "B5")[-1] == "B5"


@pytest.mark.proves("EUR-103", "EUR-104", "EUR-97", "AMB-44", "DP-25")
def test_the_creditor_pays_10_percent_city_by_city_and_then_keeps_or_lifts() -> None:
    game = owes_a_player(cash={0: 0}, owners={"Marsilia": 0, "Paris": 0}, mortgages=["Marsilia", "Paris"])
    told = goes_bankrupt(game)
    told.one(PaidBank, seat=1, amount=350, why="interest", deed=game.deed("Marsilia"))
    told.one(PaidBank, seat=1, amount=400, why="interest", deed=game.deed("Paris"))
    assert game.cash(1) == 50_000 - 350 - 400
    assert game.must == [1]
    assert not game.can(1, LiftMortgage(game.deed("Paris")))  # Marsilia is asked about first
    assert [option.type for option in game.options(1)] == ["LiftMortgage", "KeepMortgage"]
    told = game.does(1, LiftMortgage(game.deed("Marsilia")))
    told.one(MortgageLifted, seat=1, amount=3900)
    assert told.none(PaidBank)  # the 10% of both is paid already
    told = game.does(1, KeepMortgage(game.deed("Paris")))
    told.one(MortgageKept, seat=1, deed=game.deed("Paris"))
    told.one(TurnBegan, seat=1)
    assert (game.is_mortgaged("Marsilia"), game.is_mortgaged("Paris")) == (False, True)
    assert game.cash(1) == 50_000 - 350 - 3900 - 400
    game.does(1, LiftMortgage(game.deed("Paris"))).one(MortgageLifted, amount=4600)  # later: 10% once more


@pytest.mark.parametrize(("cash", "refusal"), [(4250, None), (4200, "NOT_ENOUGH_CASH")])
@pytest.mark.proves("EUR-104", "AMB-44", "DP-25")
def test_lifting_what_was_taken_over_needs_the_mortgage_in_cash(cash: int, refusal: str | None) -> None:
    game = owes_a_player(cash={0: 0, 1: cash}, owners={"Marsilia": 0}, mortgages=["Marsilia"])
    goes_bankrupt(game)
    assert game.refusal(1, LiftMortgage(game.deed("Marsilia"))) == refusal
    assert game.refusal(2, KeepMortgage(game.deed("Marsilia"))) == "NOT_MORTGAGED"


@pytest.mark.proves("AMB-44", "EUR-103", "DP-19")
def test_a_creditor_without_the_10_percent_must_raise_them() -> None:
    game = owes_a_player(cash={0: 0, 1: 300}, owners={"Marsilia": 0, "Varna": 1}, mortgages=["Marsilia"])
    goes_bankrupt(game).one(DebtOwed, seat=1, other=None, amount=350, why="interest")
    assert game.refusal(1, DeclareBankruptcy()) == "CAN_STILL_PAY"
    game.does(1, Mortgage(game.deed("Varna"))).one(PaidBank, seat=1, amount=350, why="interest")
    assert game.can(1, KeepMortgage(game.deed("Marsilia")))
    assert game.cash(1) == 300 + 900 - 350


@pytest.mark.proves("AMB-44", "EUR-103", "AMB-92", "DP-19")
@pytest.mark.parametrize("cash", [700, 650])
def test_the_10_percent_of_several_cities_is_paid_together_or_owed_as_one_sum(cash: int) -> None:
    # 3,900 and 3,600: 390 and 360 fall to 350 each.
    cities = ["Marsilia", "Lyon"]
    game = owes_a_player(cash={0: 0, 1: cash}, owners={**dict.fromkeys(cities, 0), "Varna": 1}, mortgages=cities)
    told = goes_bankrupt(game)
    if cash == 700:
        assert [event.amount for event in told.of(PaidBank, seat=1, why="interest")] == [350, 350]
        assert told.none(DebtOwed)
        assert game.cash(1) == 0
    else:
        told.one(DebtOwed, seat=1, other=None, amount=700, why="interest", deed=None)
        assert told.none(PaidBank)
        assert not game.can(1, KeepMortgage(game.deed("Marsilia")))
        told = game.does(1, Mortgage(game.deed("Varna")))
        told.one(PaidBank, seat=1, amount=700, why="interest", deed=None)
        assert game.cash(1) == 650 + 900 - 700
    assert game.legal_actions(1) == [KeepMortgage(game.deed("Marsilia"))]
    game.does(1, KeepMortgage(game.deed("Marsilia")))
    assert game.legal_actions(1) == [KeepMortgage(game.deed("Lyon"))]


@pytest.mark.proves("EUR-102")
def test_no_auction_follows_a_bankruptcy_to_a_player() -> None:
    game = owes_a_player(cash={0: 0}, owners={"Varna": 0})
    told = goes_bankrupt(game)
    assert told.none(AuctionOpened)
    assert told.none(PaidBank)  # and no interest where nothing is mortgaged
    assert (game.owner("Varna"), game.must) == (1, [1])


@pytest.mark.proves("AMB-40")
def test_several_creditors_are_paid_in_the_order_of_play_and_the_first_unpaid_inherits() -> None:
    game = europolis(4, opening=True)
    for seat, dice in enumerate([(6, 6), (1, 2), (4, 4), (2, 3)]):  # the order is 0, 2, 3, 1
        game.script(dice=[dice])
        game.does(seat, Roll())
    game.state.cash[0] = 2000
    told = game.draws("S14", 3, 4)
    told.one(PaidPlayer, seat=0, other=2, amount=1500)
    told.one(DebtOwed, seat=0, other=3, amount=1500)
    told = goes_bankrupt(game)
    told.one(CashSurrendered, seat=0, other=3, amount=500)
    told.one(TurnBegan, seat=2)
    assert purses(game) == [0, 50_000, 51_500, 50_500]


@pytest.mark.proves("AMB-49")
def test_the_turn_of_a_bankrupt_passes_to_the_next_even_after_a_double() -> None:
    game = europolis(3, at={0: 2}, cash={0: 0}, turn=0)
    game.rolls(1, 1)
    goes_bankrupt(game).one(TurnBegan, seat=1)
    game.state.at[1] = 17
    game.rolls(1, 2)
    game.does(1, EndTurn()).one(TurnBegan, seat=2)
    game.state.at[2] = 17
    game.rolls(1, 2)
    game.does(2, EndTurn()).one(TurnBegan, seat=1)  # seat 0 is passed over


@pytest.mark.proves("AMB-49")
def test_if_another_goes_bankrupt_the_turn_goes_on() -> None:
    game = europolis(3, at={0: 14}, cash={1: 250})
    game.draws("B7", 1, 2)
    told = game.does(1, DeclareBankruptcy())
    told.one(CashSurrendered, seat=1, other=0, amount=250)
    told.one(PaidPlayer, seat=2, other=0, amount=300)
    assert told.none(TurnBegan)
    assert game.must == [0]
    assert game.can(0, EndTurn())


@pytest.mark.proves("EUR-103", "AMB-44", "AMB-142")
def test_a_card_collects_from_everybody_before_interest_on_an_inheritance_is_asked_for() -> None:
    # Marsilia brings 350 of interest; seat 1 leaves 100, the two other guests bring 300 each.
    game = europolis(4, at={0: 14}, cash={0: 0, 1: 100}, owners={"Marsilia": 1}, mortgages=["Marsilia"])
    game.draws("B7", 1, 2)
    told = game.does(1, DeclareBankruptcy())
    paid = [event.seat for event in told if isinstance(event, PaidPlayer | PaidBank)]
    assert paid == [2, 3, 0]
    told.one(PaidBank, seat=0, amount=350, why="interest")
    assert purses(game) == [100 + 300 + 300 - 350, 0, 49_700, 49_700]
    assert game.legal_actions(0) == [KeepMortgage(game.deed("Marsilia"))]


@pytest.mark.proves("EUR-98", "AMB-49")
def test_a_rent_claimed_between_turns_can_bankrupt_who_is_not_on_turn() -> None:
    game = europolis(3, at={0: 36}, owners=owned(2, BRITAIN), levels=built(BRITAIN, 5, 5), cash={0: 100})
    game.rolls(1, 2)
    game.ends_turn()
    game.claims(2)
    assert game.must == [0]
    assert not game.can(1, Roll())
    told = game.does(0, DeclareBankruptcy())
    told.one(CashSurrendered, seat=0, other=2, amount=100)
    assert told.none(TurnBegan)
    assert game.must == [1]
    assert game.can(1, Roll())


@pytest.mark.proves("EUR-01", "EUR-105", "AMB-50")
def test_the_last_player_left_wins_at_once_without_interest_or_auction() -> None:
    game = owes_a_player(2, cash={0: 200}, owners={"Marsilia": 0}, mortgages=["Marsilia"])
    told = goes_bankrupt(game)
    told.one(GameWon, seat=1)
    assert told.none(PaidBank)
    assert told.none(WealthCounted)
    assert game.is_over
    assert game.must == []
    assert game.owner("Marsilia") == 1  # the transfer is booked
    assert purses(game) == [0, 50_200]


@pytest.mark.proves("EUR-01", "EUR-105")
def test_with_two_left_the_game_goes_on() -> None:
    game = owes_the_bank(3, cash={0: 0})
    assert goes_bankrupt(game).none(GameWon)
    assert not game.is_over
    assert game.refusal(0, deal(game, {1: 500, 2: -500})) == "SEAT_IS_OUT"
