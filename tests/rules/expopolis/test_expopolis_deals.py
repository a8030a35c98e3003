"""Expòpoli(s), «Vendita di proprietà», «Varie»: private sales at the best price, no gifts, no loans, no buildings."""

import pytest

from magnate.actions import (
    AcceptDeal,
    Concede,
    CounterDeal,
    EndTurn,
    ProposeDeal,
    RefuseDeal,
    Roll,
    SellBuildings,
    Terms,
    WithdrawDeal,
)
from magnate.events import (
    CardMoved,
    CashMoved,
    DealAccepted,
    DealCountered,
    DealDone,
    DealProposed,
    DealRefused,
    DealWithdrawn,
    DeedMoved,
)
from magnate.testing import Position
from rules.expopolis.milan import BROWN, all_of, built, milan, trade


@pytest.mark.proves("EXP-75", "AMB-30", "DP-36", "DP-37")
@pytest.mark.parametrize(("place", "price"), [("Fiera", 100), ("Scalo Farini", 20_000), ("MM", 90_000)])
def test_lots_stations_and_companies_are_sold_at_whatever_price_is_agreed(place: str, price: int) -> None:
    game = milan(3, owners={place: 0})
    deed = game.deed(place)
    told = game.does(0, ProposeDeal(cash={0: price, 1: -price}, deeds={deed: 1}))
    told.one(DealProposed, seat=0, cash={0: price, 1: -price}, deeds={deed: 1})
    assert game.owner(place) == 0
    assert game.must == [1]
    told = game.does(1, AcceptDeal(0, game.state.deal_revision[0]))
    told.one(DealDone, deal=0)
    told.one(DeedMoved, seat=0, other=1, deed=deed)
    assert {event.seat: event.amount for event in told.of(CashMoved)} == {0: price, 1: -price}
    assert game.owner(place) == 1
    assert [game.cash(seat) for seat in range(3)] == [100_000 + price, 100_000 - price, 100_000]
    assert game.must == [0]


@pytest.mark.proves("AMB-30", "DP-36")
def test_property_cash_and_cards_may_be_exchanged_in_one_deal() -> None:
    game = milan(owners={"Fiera": 0, "MM": 1}, held={"P14": 1})
    card = game.kept("P14")
    terms = ProposeDeal(cash={0: -2_000, 1: 2_000}, deeds={game.deed("Fiera"): 1, game.deed("MM"): 0}, cards={card: 0})
    trade(game, 0, 1, terms).one(CardMoved, seat=1, other=0, card=card)
    assert (game.owner("Fiera"), game.owner("MM")) == (1, 0)
    assert game.holds(0, "P14")
    assert (game.cash(0), game.cash(1)) == (98_000, 102_000)


@pytest.mark.proves("EXP-76", "EXP-64", "AMB-30")
@pytest.mark.parametrize("place", BROWN)
def test_no_lot_is_sold_while_a_building_stands_anywhere_in_its_group(place: str) -> None:
    game = milan(owners=all_of(BROWN, 0), levels=built(BROWN, 0, 1, 0))
    sale = ProposeDeal(cash={0: 30_000, 1: -30_000}, deeds={game.deed(place): 1})
    assert game.refusal(0, sale) == "BUILDINGS_IN_THE_WAY"
    game.does(0, SellBuildings(game.group("Fiera"), [0, 0, 0]))
    assert game.refusal(0, sale) is None


@pytest.mark.proves("EXP-76")
def test_buildings_in_another_group_do_not_matter() -> None:
    game = milan(owners=all_of(BROWN, 0) | {"MM": 0}, levels=built(BROWN, 1, 1, 1))
    assert game.can(0, ProposeDeal(cash={0: 100, 1: -100}, deeds={game.deed("MM"): 1}))


@pytest.mark.proves("EXP-64", "AMB-30")
def test_a_deal_has_no_place_for_buildings_or_promises() -> None:
    assert Terms.__struct_fields__ == ("cash", "deeds", "cards")


# Gifts and loans.


def gifts() -> Position:
    return milan(3, owners={"Fiera": 0, "MM": 1, "A2A": 2}, held={"P14": 0})


@pytest.mark.proves("EXP-100", "AMB-31", "EXP-99")
@pytest.mark.parametrize("seat", [0, 1])
def test_money_for_nothing_is_refused_whoever_proposes_it(seat: int) -> None:
    assert gifts().refusal(seat, ProposeDeal(cash={0: -1_000, 1: 1_000})) == "GIFTS_FORBIDDEN"


@pytest.mark.proves("EXP-100", "AMB-31")
def test_a_contract_or_a_card_for_nothing_is_refused() -> None:
    game = gifts()
    assert game.refusal(0, ProposeDeal(deeds={game.deed("Fiera"): 1})) == "GIFTS_FORBIDDEN"
    assert game.refusal(0, ProposeDeal(cards={game.kept("P14"): 1})) == "GIFTS_FORBIDDEN"
    both = ProposeDeal(deeds={game.deed("Fiera"): 1}, cards={game.kept("P14"): 1})
    assert game.refusal(0, both) == "GIFTS_FORBIDDEN"


@pytest.mark.proves("AMB-31")
def test_the_smallest_price_is_no_gift() -> None:
    game = gifts()
    assert game.can(0, ProposeDeal(cash={0: 100, 1: -100}, deeds={game.deed("Fiera"): 1}))
    assert game.can(0, ProposeDeal(cash={0: 100, 1: -100}, cards={game.kept("P14"): 1}))
    assert game.can(0, ProposeDeal(deeds={game.deed("Fiera"): 1}, cards={}, cash={0: 99_900, 1: -99_900}))


@pytest.mark.proves("AMB-31", "AMB-30")
def test_in_a_deal_of_three_everybody_who_gives_gets_something() -> None:
    game = gifts()
    fiera, mm, a2a = game.deed("Fiera"), game.deed("MM"), game.deed("A2A")
    assert game.can(0, ProposeDeal(deeds={fiera: 1, mm: 2, a2a: 0}))
    # Seat 2 pays seat 0 for what only seat 1 gets.
    assert game.refusal(0, ProposeDeal(cash={0: 5_000, 2: -5_000}, deeds={fiera: 1})) == "GIFTS_FORBIDDEN"
    assert game.can(0, ProposeDeal(cash={0: 5_000, 2: -5_000}, deeds={fiera: 1, mm: 2}))


@pytest.mark.proves("AMB-30", "DP-37")
def test_a_deal_of_three_waits_for_all_of_them() -> None:
    game = gifts()
    fiera, mm, a2a = game.deed("Fiera"), game.deed("MM"), game.deed("A2A")
    game.does(0, ProposeDeal(deeds={fiera: 1, mm: 2, a2a: 0}))
    assert game.must == [1, 2]
    told = game.does(2, AcceptDeal(0, 1))
    told.one(DealAccepted, seat=2, deal=0)
    assert told.none(DealDone)
    assert game.must == [1]
    game.does(1, AcceptDeal(0, 1)).one(DealDone, deal=0)
    assert (game.owner("Fiera"), game.owner("MM"), game.owner("A2A")) == (1, 2, 0)


@pytest.mark.proves("EXP-99", "AMB-30")
def test_a_loan_cannot_be_written_down() -> None:
    game = gifts()
    lent, paid_back = ProposeDeal(cash={0: -5_000, 1: 5_000}), ProposeDeal(cash={0: 5_500, 1: -5_500})
    assert game.refusal(1, lent) == game.refusal(1, paid_back) == "GIFTS_FORBIDDEN"


# Terms.


@pytest.mark.proves("AMB-30")
def test_cash_moves_in_whole_notes_and_balances() -> None:
    game = milan(owners={"Fiera": 0})
    fiera = {game.deed("Fiera"): 1}
    assert game.refusal(0, ProposeDeal(cash={0: 1_050, 1: -1_050}, deeds=fiera)) == "NOT_A_ROUND_SUM"
    assert game.refusal(0, ProposeDeal(cash={0: 1_000, 1: -900}, deeds=fiera)) == "CASH_DOES_NOT_BALANCE"
    assert game.refusal(0, ProposeDeal()) == "DEAL_IS_EMPTY"


@pytest.mark.proves("AMB-30")
def test_nobody_pays_more_than_the_purse_holds() -> None:
    game = milan(owners={"Fiera": 0}, cash={1: 5_000})
    fiera = {game.deed("Fiera"): 1}
    assert game.refusal(1, ProposeDeal(cash={0: 5_100, 1: -5_100}, deeds=fiera)) == "NOT_ENOUGH_CASH"
    assert game.refusal(1, ProposeDeal(cash={0: 5_000, 1: -5_000}, deeds=fiera)) is None
    game.does(0, ProposeDeal(cash={0: 5_100, 1: -5_100}, deeds=fiera))
    assert game.refusal(1, AcceptDeal(0, 1)) == "NOT_ENOUGH_CASH"


@pytest.mark.proves("EXP-75")
def test_one_sells_only_what_one_owns() -> None:
    game = milan(3, owners={"Fiera": 2})
    assert game.refusal(0, ProposeDeal(cash={0: 100, 1: -100}, deeds={game.deed("MM"): 1})) == "NOT_YOURS"
    # Of somebody else's property its owner must be a party, and so be paid.
    terms = ProposeDeal(cash={0: 100, 1: -100}, deeds={game.deed("Fiera"): 1})
    assert game.refusal(0, terms) == "GIFTS_FORBIDDEN"
    held = ProposeDeal(cash={0: 100, 1: -100}, cards={game.kept("P14"): 1})
    assert game.refusal(0, held) == "NO_CARD"


@pytest.mark.proves("AMB-30")
def test_nobody_proposes_a_deal_between_others() -> None:
    game = milan(3, owners={"Fiera": 2})
    terms = ProposeDeal(cash={1: -100, 2: 100}, deeds={game.deed("Fiera"): 1})
    assert game.refusal(0, terms) == "NOT_A_PARTY"
    assert game.refusal(1, terms) is None


# Answers.


@pytest.mark.proves("DP-37")
def test_a_refusal_ends_the_deal_and_changes_nothing() -> None:
    game = milan(owners={"Fiera": 0})
    game.does(0, ProposeDeal(cash={0: 500, 1: -500}, deeds={game.deed("Fiera"): 1}))
    assert game.refusal(0, Roll()) == "FIRST_ANSWER_DEALS"
    game.does(1, RefuseDeal(0, 1)).one(DealRefused, seat=1, deal=0)
    assert game.owner("Fiera") == 0
    assert (game.cash(0), game.cash(1)) == (100_000, 100_000)
    assert game.can(0, Roll())


@pytest.mark.proves("DP-37")
def test_a_counter_offer_goes_back_to_the_proposer() -> None:
    game = milan(owners={"Fiera": 0})
    fiera = {game.deed("Fiera"): 1}
    game.does(0, ProposeDeal(cash={0: 30_000, 1: -30_000}, deeds=fiera))
    told = game.does(1, CounterDeal(0, 1, cash={0: 20_000, 1: -20_000}, deeds=fiera))
    told.one(DealCountered, seat=1, deal=0, revision=2)
    assert game.must == [0]
    assert game.refusal(0, AcceptDeal(0, 1)) == "OLD_REVISION"
    assert game.refusal(1, AcceptDeal(0, 2)) == "NOT_A_PARTY"  # it has said yes already
    game.does(0, AcceptDeal(0, 2))
    assert game.owner("Fiera") == 1
    assert (game.cash(0), game.cash(1)) == (120_000, 80_000)


@pytest.mark.proves("EXP-100", "DP-37")
def test_a_counter_offer_may_be_no_gift_either() -> None:
    game = milan(owners={"Fiera": 0})
    game.does(0, ProposeDeal(cash={0: 500, 1: -500}, deeds={game.deed("Fiera"): 1}))
    assert game.refusal(1, CounterDeal(0, 1, deeds={game.deed("Fiera"): 1})) == "GIFTS_FORBIDDEN"


@pytest.mark.proves("DP-36")
def test_a_proposer_may_withdraw() -> None:
    game = milan(owners={"Fiera": 0})
    game.does(0, ProposeDeal(cash={0: 500, 1: -500}, deeds={game.deed("Fiera"): 1}))
    assert game.refusal(1, WithdrawDeal()) == "NO_SUCH_DEAL"
    game.does(0, WithdrawDeal()).one(DealWithdrawn, deal=0)
    assert game.refusal(1, AcceptDeal(0, 1)) == "NO_SUCH_DEAL"


@pytest.mark.proves("AMB-17", "DP-36")
def test_deals_are_made_between_turns_but_not_during_anothers() -> None:
    game = milan(owners={"Fiera": 1})
    sale = ProposeDeal(cash={0: -500, 1: 500}, deeds={game.deed("Fiera"): 0})
    assert game.can(1, sale)
    game.rolls(4, 6)
    assert game.refusal(1, sale) == "WRONG_MOMENT"
    assert game.can(0, sale)
    game.does(0, EndTurn())
    assert game.can(0, sale)


@pytest.mark.proves("EXP-75", "EXP-89")
def test_nobody_deals_with_a_player_who_has_left() -> None:
    game = milan(3, owners={"Fiera": 0})
    sale = ProposeDeal(cash={0: 500, 1: -500}, deeds={game.deed("Fiera"): 1})
    game.does(0, sale)
    game.does(1, Concede()).one(DealWithdrawn, deal=0)
    assert game.refusal(0, sale) == "NO_SUCH_THING"
