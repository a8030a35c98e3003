"""«Vânzarea proprietăților»: property goes from player to player by negotiation, and never with buildings."""

import pytest

from magnate.actions import (
    AcceptDeal,
    CounterDeal,
    KeepMortgage,
    LiftMortgage,
    MalformedAction,
    OfferProperty,
    ProposeDeal,
    RefuseDeal,
    WithdrawDeal,
)
from magnate.events import (
    CashMoved,
    DealAccepted,
    DealCountered,
    DealDone,
    DealProposed,
    DealRefused,
    DealWithdrawn,
    DeedMoved,
    MortgageKept,
    MortgageLifted,
    PaidBank,
)
from rules.europolis.kit import BULGARIA, GREECE, built, deal, europolis, owned, purses, sell, trade


@pytest.mark.proves("EUR-84", "EUR-86", "AMB-30", "DP-36", "DP-37")
def test_a_city_is_sold_at_an_agreed_price() -> None:
    game = europolis(3, owners={"Paris": 0})
    offer = deal(game, {0: 9000, 1: -9000}, {"Paris": 1})
    game.does(0, offer).one(DealProposed, seat=0, cash={0: 9000, 1: -9000}, deeds={game.deed("Paris"): 1}, cards={})
    assert game.must == [1]
    assert game.owner("Paris") == 0  # not before the other agrees
    told = game.does(1, AcceptDeal(0, 1))
    told.one(DealAccepted, seat=1, deal=0)
    told.one(DealDone, deal=0)
    told.one(DeedMoved, seat=0, other=1, deed=game.deed("Paris"))
    assert [(event.seat, event.amount) for event in told.of(CashMoved)] == [(0, 9000), (1, -9000)]
    assert game.owner("Paris") == 1
    assert purses(game) == [59_000, 41_000, 50_000]


@pytest.mark.proves("EUR-84", "EUR-86")
def test_cities_utilities_and_airlines_are_exchanged() -> None:
    game = europolis(2, owners={"Paris": 0, "Linia Aeriană Est": 0, "Compania de Apă": 1, "Roma": 1})
    swap = {"Paris": 1, "Linia Aeriană Est": 1, "Compania de Apă": 0, "Roma": 0}
    trade(game, 1, 0, deal(game, {0: 500, 1: -500}, swap))
    assert {place: game.owner(place) for place in swap} == swap
    assert purses(game) == [50_500, 49_500]


@pytest.mark.proves("EUR-84")
def test_the_bank_buys_and_sells_nothing_in_a_deal() -> None:
    game = europolis(2, owners={"Paris": 0})
    assert game.refusal(0, deal(game, {0: -500, 1: 500}, {"Roma": 0})) == "NOT_YOURS"
    with pytest.raises(MalformedAction):
        game.refusal(0, ProposeDeal(deeds={game.deed("Paris"): -1}))


@pytest.mark.parametrize("city", BULGARIA)
@pytest.mark.proves("EUR-85")
def test_every_building_of_the_country_must_first_be_sold_to_the_bank(city: str) -> None:
    game = europolis(2, owners=owned(0, BULGARIA, GREECE), levels=built(BULGARIA, 0, 1))
    sale = deal(game, {0: 5000, 1: -5000}, {city: 1})
    assert game.refusal(0, sale) == "BUILDINGS_IN_THE_WAY"
    assert game.can(0, deal(game, {0: 5000, 1: -5000}, {"Atena": 1}))  # another country is free to go
    game.does(0, sell(game, BULGARIA, 0, 0))
    trade(game, 0, 1, sale)
    assert game.owner(city) == 1


@pytest.mark.parametrize(
    ("cash", "refusal"),
    [
        ({0: 500, 1: -500}, None),
        ({0: 525, 1: -525}, "NOT_A_ROUND_SUM"),
        ({0: 500, 1: -450}, "CASH_DOES_NOT_BALANCE"),
        ({0: -50_000, 1: 50_000}, None),
        ({0: -50_050, 1: 50_050}, "NOT_ENOUGH_CASH"),
    ],
)
@pytest.mark.proves("AMB-30", "DP-36")
def test_cash_moves_between_players_in_notes_of_50(cash: dict[int, int], refusal: str | None) -> None:
    game = europolis(2, owners={"Paris": 0})
    assert game.refusal(0, deal(game, cash, {"Paris": 1})) == refusal


@pytest.mark.proves("DP-37")
def test_a_buyer_without_the_money_cannot_accept() -> None:
    game = europolis(2, owners={"Paris": 0}, cash={1: 8950})
    game.does(0, deal(game, {0: 9000, 1: -9000}, {"Paris": 1}))
    assert game.refusal(1, AcceptDeal(0, 1)) == "NOT_ENOUGH_CASH"
    assert game.can(1, RefuseDeal(0, 1))


@pytest.mark.proves("EUR-86", "DP-37")
def test_an_offer_is_refused_countered_or_withdrawn() -> None:
    game = europolis(2, owners={"Paris": 0})
    offer = deal(game, {0: 9000, 1: -9000}, {"Paris": 1})
    game.does(0, offer)
    game.does(1, RefuseDeal(0, 1)).one(DealRefused, seat=1, deal=0, revision=1)
    assert (game.owner("Paris"), game.must) == (0, [0])
    game.does(0, deal(game, {0: 8500, 1: -8500}, {"Paris": 1}))
    lower = deal(game, {0: 8000, 1: -8000}, {"Paris": 1})
    game.does(1, CounterDeal(0, 2, cash=lower.cash, deeds=lower.deeds)).one(DealCountered, seat=1, deal=0)
    assert game.must == [0]
    game.does(0, AcceptDeal(0, 3)).one(DealDone, deal=0)
    assert purses(game) == [58_000, 42_000]
    game.does(1, deal(game, {0: -500, 1: 500}, {"Paris": 0}))
    game.does(1, WithdrawDeal()).one(DealWithdrawn, deal=1)
    assert game.owner("Paris") == 1


@pytest.mark.proves("AMB-30")
def test_three_may_be_parties_if_all_accept() -> None:
    game = europolis(3, owners={"Paris": 0, "Roma": 1})
    game.does(0, deal(game, {2: -3000, 0: 3000}, {"Paris": 1, "Roma": 2}))
    assert game.must == [1, 2]
    game.does(1, AcceptDeal(0, 1))
    assert game.owner("Paris") == 0
    game.does(2, AcceptDeal(0, 1))
    assert (game.owner("Paris"), game.owner("Roma")) == (1, 2)
    assert purses(game) == [53_000, 50_000, 47_000]


@pytest.mark.proves("AMB-31")
def test_a_one_sided_transfer_is_accepted_if_both_confirm() -> None:
    game = europolis(2, owners={"Paris": 0})
    trade(game, 0, 1, deal(game, deeds={"Paris": 1}))
    assert game.owner("Paris") == 1
    trade(game, 0, 1, deal(game, {0: -1000, 1: 1000}))
    assert purses(game) == [49_000, 51_000]


@pytest.mark.proves("EUR-96")
def test_a_deal_knows_no_loan() -> None:
    assert ProposeDeal.__struct_fields__ == ("cash", "deeds", "cards")  # what changes hands now, and nothing later
    game = europolis(2)
    trade(game, 0, 1, deal(game, {0: -1000, 1: 1000}))
    view = game.view()
    assert (view.deals, purses(game)) == ([], [49_000, 51_000])
    assert game.claims(0).none(CashMoved)


@pytest.mark.proves("AMB-17", "DP-36")
def test_deals_are_proposed_in_ones_turn_or_between_turns() -> None:
    game = europolis(3, owners={"Paris": 1, "Roma": 0}, at={0: 17})
    theirs = deal(game, {1: 500, 2: -500}, {"Paris": 2})
    assert game.can(1, theirs)
    game.rolls(1, 2)
    assert game.refusal(1, theirs) == "WRONG_MOMENT"
    assert game.can(0, deal(game, {0: 500, 2: -500}, {"Roma": 2}))


@pytest.mark.proves("EUR-87", "EUR-93", "EUR-97", "AMB-92", "W-11", "DP-38")
def test_the_buyer_of_a_mortgaged_city_pays_10_percent_and_may_leave_it_mortgaged() -> None:
    game = europolis(2, owners={"Marsilia": 0}, mortgages=["Marsilia"])
    told = trade(game, 0, 1, deal(game, {0: 2000, 1: -2000}, {"Marsilia": 1}))
    told.one(PaidBank, seat=1, amount=350, why="interest", deed=game.deed("Marsilia"))
    assert game.must == [1]
    assert [option.type for option in game.options(1)] == ["LiftMortgage", "KeepMortgage"]
    game.does(1, KeepMortgage(game.deed("Marsilia"))).one(MortgageKept, seat=1)
    assert game.is_mortgaged("Marsilia")
    assert purses(game) == [52_000, 50_000 - 2000 - 350]


@pytest.mark.proves("EUR-92", "AMB-92", "DP-38")
def test_or_lifts_it_at_once_for_the_mortgage_and_the_10_percent() -> None:
    game = europolis(2, owners={"Marsilia": 0}, mortgages=["Marsilia"])
    trade(game, 0, 1, deal(game, {0: 2000, 1: -2000}, {"Marsilia": 1}))
    game.does(1, LiftMortgage(game.deed("Marsilia"))).one(MortgageLifted, seat=1, amount=3900)
    assert not game.is_mortgaged("Marsilia")
    assert game.cash(1) == 50_000 - 2000 - 4250
    assert game.must == [0]


@pytest.mark.proves("EUR-94", "EUR-97", "W-11")
def test_a_buyer_who_left_it_mortgaged_pays_the_10_percent_once_more() -> None:
    game = europolis(2, owners={"Marsilia": 0}, mortgages=["Marsilia"])
    trade(game, 0, 1, deal(game, {0: 2000, 1: -2000}, {"Marsilia": 1}))
    game.does(1, KeepMortgage(game.deed("Marsilia")))
    game.does(1, LiftMortgage(game.deed("Marsilia"))).one(MortgageLifted, seat=1, amount=4250)
    assert game.cash(1) == 50_000 - 2000 - 350 - 4250


@pytest.mark.parametrize(("cash", "refusal"), [(2350, None), (2300, "NOT_ENOUGH_CASH")])
@pytest.mark.proves("EUR-93", "DP-37")
def test_the_interest_must_be_at_hand_to_accept(cash: int, refusal: str | None) -> None:
    game = europolis(2, owners={"Marsilia": 0}, mortgages=["Marsilia"], cash={1: cash})
    game.does(0, deal(game, {0: 2000, 1: -2000}, {"Marsilia": 1}))
    assert game.refusal(1, AcceptDeal(0, 1)) == refusal


@pytest.mark.parametrize(("left", "refusal"), [(3900, None), (3850, "NOT_ENOUGH_CASH")])
@pytest.mark.proves("EUR-92", "DP-38")
def test_lifting_at_once_needs_the_mortgage_in_cash(left: int, refusal: str | None) -> None:
    game = europolis(2, owners={"Marsilia": 0}, mortgages=["Marsilia"], cash={1: 2350 + left})
    trade(game, 0, 1, deal(game, {0: 2000, 1: -2000}, {"Marsilia": 1}))
    assert game.refusal(1, LiftMortgage(game.deed("Marsilia"))) == refusal
    assert game.can(1, KeepMortgage(game.deed("Marsilia")))
    assert not game.can(0, KeepMortgage(game.deed("Marsilia")))


@pytest.mark.proves("EUR-87", "EUR-93", "AMB-92")
def test_the_interest_of_several_mortgages_is_rounded_city_by_city() -> None:
    game = europolis(2, owners={"Marsilia": 0, "Lyon": 0}, mortgages=["Marsilia", "Lyon"])
    told = trade(game, 0, 1, deal(game, deeds={"Marsilia": 1, "Lyon": 1}))
    told.one(PaidBank, seat=1, amount=350, why="interest", deed=game.deed("Marsilia"))
    told.one(PaidBank, seat=1, amount=350, why="interest", deed=game.deed("Lyon"))  # 700 in all, not 750
    assert game.does(1, KeepMortgage(game.deed("Marsilia"))).none(PaidBank)
    game.does(1, LiftMortgage(game.deed("Lyon")))
    assert game.cash(1) == 50_000 - 700 - 3900
    assert (game.is_mortgaged("Marsilia"), game.is_mortgaged("Lyon")) == (True, False)


@pytest.mark.proves("EUR-98")
def test_no_debt_is_settled_in_property() -> None:
    game = europolis(2, at={0: 8}, owners={"Patras": 1, "Paris": 0}, cash={0: 0})
    game.rolls(1, 2)
    game.claims(1)
    assert game.refusal(0, OfferProperty(game.deed("Paris"))) == "WRONG_MOMENT"
    trade(game, 0, 1, deal(game, {0: 300, 1: -300}, {"Paris": 1}))  # but a deal may bring the money
    assert purses(game) == [0, 50_000]
    assert game.must == [0]
