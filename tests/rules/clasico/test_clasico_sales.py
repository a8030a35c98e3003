"""Private sales between players: what may be sold, what may not, and that nobody lends but the Bank."""

import pytest

from magnate.actions import (
    AcceptDeal,
    CounterDeal,
    LiftMortgage,
    MalformedAction,
    Mortgage,
    ProposeDeal,
    RefuseDeal,
    Roll,
    SellBuildings,
    WithdrawDeal,
    parse,
)
from magnate.events import CashMoved, DealDone, DealProposed, DealRefused, DealWithdrawn, DeedMoved
from rules.clasico.kit import BROWN, GREEN, PINK, built, kinds, own, purses, sell, table, trade


@pytest.mark.proves("CLA-82", "AMB-30", "DP-36", "DP-37")
@pytest.mark.parametrize("place", ["Gran Vía", "Estación de Goya", "Compañía de Aguas"])
@pytest.mark.parametrize("price", [1, 700])
def test_bare_lots_stations_and_utilities_are_sold_at_an_agreed_price(place: str, price: int) -> None:
    game = table(3, owners=own(0, place))
    deed = game.deed(place)
    told = game.does(0, ProposeDeal(cash={0: price, 2: -price}, deeds={deed: 2}))
    told.one(DealProposed, seat=0)
    assert game.owner(place) == 0  # nothing moves before the other agrees
    assert game.must == [2]
    told = game.does(2, AcceptDeal(0, 1))
    told.one(DealDone, deal=0)
    told.one(DeedMoved, seat=0, other=2, deed=deed)
    assert game.owner(place) == 2
    assert purses(game) == [1500 + price, 1500, 1500 - price]


@pytest.mark.proves("AMB-30")
def test_a_deal_may_exchange_cash_deeds_and_cards_on_both_sides() -> None:
    game = table(2, owners={**own(0, "Gran Vía", 5), **own(1, "Calle Bailén")}, held={"CA8": 1})
    deeds = {game.deed("Gran Vía"): 1, game.deed(5): 1, game.deed("Calle Bailén"): 0}
    told = trade(game, 1, [0], cash={0: 30, 1: -30}, deeds=deeds, cards={game.kept("CA8"): 0})
    assert [game.owner(place) for place in ("Gran Vía", 5, "Calle Bailén")] == [1, 1, 0]
    assert game.holds(0, "CA8")
    assert {(event.seat, event.amount) for event in told.of(CashMoved)} == {(0, 30), (1, -30)}


@pytest.mark.proves("AMB-30")
def test_three_players_may_be_parties_if_all_accept() -> None:
    game = table(3, owners={**own(0, 5), **own(1, 15), **own(2, 25)})
    deeds = {game.deed(5): 1, game.deed(15): 2, game.deed(25): 0}
    game.does(0, ProposeDeal(deeds=deeds))
    assert game.must == [1, 2]
    game.does(2, AcceptDeal(0, 1))
    assert game.owner(5) == 0
    game.does(1, AcceptDeal(0, 1))
    assert [game.owner(place) for place in (5, 15, 25)] == [1, 2, 0]


@pytest.mark.proves("DP-37")
def test_a_refusal_ends_the_deal_and_a_counter_offer_goes_back() -> None:
    game = table(2, owners=own(0, "Gran Vía"))
    deed = game.deed("Gran Vía")
    game.does(0, ProposeDeal(cash={0: 500, 1: -500}, deeds={deed: 1}))
    game.does(1, CounterDeal(0, 1, cash={0: 400, 1: -400}, deeds={deed: 1}))
    assert game.must == [0]
    assert not game.can(1, AcceptDeal(0, 2))  # its author has already agreed
    told = game.does(0, RefuseDeal(0, 2))
    told.one(DealRefused, seat=0)
    assert game.owner("Gran Vía") == 0
    assert game.can(0, Roll())


@pytest.mark.proves("DP-36")
def test_play_waits_for_the_answer_and_the_proposer_may_withdraw() -> None:
    game = table(2, owners=own(0, "Gran Vía"))
    game.does(0, ProposeDeal(cash={0: 500, 1: -500}, deeds={game.deed("Gran Vía"): 1}))
    assert game.refusal(0, Roll()) == "FIRST_ANSWER_DEALS"
    game.does(0, WithdrawDeal())
    assert game.can(0, Roll())


@pytest.mark.proves("DP-36", "DP-37", "AMB-146")
def test_who_is_refused_offers_more_or_waits_for_the_next_roll() -> None:
    game = table(2, owners=own(0, 5), at={0: "Cárcel"})
    offer = ProposeDeal(cash={0: 500, 1: -500}, deeds={game.deed(5): 1})
    game.does(0, offer)
    game.does(1, RefuseDeal(0, 1))
    assert game.refusal(0, offer) == "TOO_MANY_REFUSALS"
    assert game.can(0, ProposeDeal(cash={0: 499, 1: -499}, deeds={game.deed(5): 1}))
    assert game.can(1, ProposeDeal(cash={0: 9, 1: -9}))  # the other may still propose
    game.rolls(4, 6)
    game.does(0, offer)
    game.does(1, RefuseDeal(0, 2))
    assert game.refusal(0, offer) == "TOO_MANY_REFUSALS"


@pytest.mark.proves("DP-36")
def test_a_deal_is_withdrawn_when_a_deed_in_it_is_mortgaged_or_lifted() -> None:
    game = table(2, owners=own(0, "Gran Vía", 5, 15), mortgages=[5])
    for place, change in (("Gran Vía", Mortgage), (5, LiftMortgage)):
        game.does(0, ProposeDeal(cash={0: 90, 1: -90}, deeds={game.deed(place): 1}))
        told = game.does(0, change(game.deed(place)))
        told.one(DealWithdrawn, deal=0)
        assert game.view().deals == []
        assert game.can(0, Roll())
    game.does(0, ProposeDeal(cash={0: 90, 1: -90}, deeds={game.deed("Gran Vía"): 1}))
    assert game.does(0, Mortgage(game.deed(15))).none(DealWithdrawn)  # not in the deal
    assert len(game.view().deals) == 1


@pytest.mark.proves("CLA-83", "AMB-30")
def test_no_lot_is_sold_while_any_of_its_colour_is_built_on() -> None:
    game = table(2, owners=own(0, *PINK, *BROWN), levels=built(PINK, 0, 0, 1))
    sale = {place: ProposeDeal(cash={0: 9, 1: -9}, deeds={game.deed(place): 1}) for place in (*PINK, *BROWN)}
    for place in PINK:
        assert game.refusal(0, sale[place]) == "BUILDINGS_IN_THE_WAY"
    assert game.can(0, sale[BROWN[0]])  # another colour
    game.does(0, sell(game, PINK, 0, 0, 0))  # all buildings of the group to the Bank first
    for place in PINK:
        assert game.can(0, sale[place])


@pytest.mark.proves("CLA-89", "AMB-107", "CLA-94")
def test_property_is_sold_to_players_only_never_to_the_bank() -> None:
    game = table(2, owners=own(0, "Gran Vía", "Calle Bailén"), mortgages=["Calle Bailén"])
    for place in ("Gran Vía", "Calle Bailén"):
        with pytest.raises(MalformedAction):
            game.can(0, ProposeDeal(deeds={game.deed(place): -1}))
        assert game.can(0, ProposeDeal(cash={0: 9, 1: -9}, deeds={game.deed(place): 1}))
    # Besides deals, a seat can part with a deed by no action but a mortgage, which keeps it.
    assert set(kinds(game, 0)) == {"Roll", "ClaimRent", "Mortgage", "LiftMortgage", "ProposeDeal", "Concede"}


@pytest.mark.proves("CLA-82")
def test_nobody_sells_what_is_not_theirs_or_buys_what_is_the_bank_s() -> None:
    game = table(3, owners=own(1, "Gran Vía"))
    assert (
        game.refusal(0, ProposeDeal(cash={0: 9, 2: -9}, deeds={game.deed("Gran Vía"): 2})) is None
    )  # with 1's consent
    game.does(0, ProposeDeal(cash={0: 9, 2: -9}, deeds={game.deed("Gran Vía"): 2}))
    assert game.must == [1, 2]  # the owner is asked
    game = table(2)
    assert game.refusal(0, ProposeDeal(cash={0: -9, 1: 9}, deeds={game.deed(5): 0})) == "NOT_YOURS"


@pytest.mark.proves("AMB-30", "CLA-109", "CLA-110")
def test_a_deal_is_paid_now_in_whole_soles_and_adds_up() -> None:
    game = table(2, owners=own(0, 5), cash={1: 100})
    deed = game.deed(5)
    assert game.refusal(0, ProposeDeal(cash={0: 10, 1: -9}, deeds={deed: 1})) == "CASH_DOES_NOT_BALANCE"
    game.does(0, ProposeDeal(cash={0: 101, 1: -101}, deeds={deed: 1}))
    assert game.refusal(1, AcceptDeal(0, 1)) == "NOT_ENOUGH_CASH"  # no credit
    game.does(0, WithdrawDeal())
    trade(game, 0, [1], cash={0: 100, 1: -100}, deeds={deed: 1})
    assert purses(game) == [1600, 0]


@pytest.mark.proves("CLA-109", "CLA-110", "AMB-30")
def test_no_action_lends_or_promises() -> None:
    game = table(2, owners=own(0, 5))
    with pytest.raises(MalformedAction):
        parse({"type": "Lend", "amount": 100})
    with pytest.raises(MalformedAction):
        parse({"type": "ProposeDeal", "cash": {"0": 100, "1": -100}, "later": {"0": -110}})
    trade(game, 0, [1], cash={0: 100, 1: -100})  # a gift leaves nothing owed
    assert purses(game) == [1600, 1400]
    assert game.view().question == table(2, owners=own(0, 5)).view().question


@pytest.mark.proves("AMB-31")
def test_a_gift_both_confirm_is_accepted() -> None:
    game = table(2, owners=own(0, "Gran Vía"))
    trade(game, 0, [1], deeds={game.deed("Gran Vía"): 1})
    assert game.owner("Gran Vía") == 1
    assert purses(game) == [1500, 1500]


@pytest.mark.proves("CLA-82", "AMB-17")
def test_trades_are_made_on_one_s_turn_or_between_turns() -> None:
    game = table(3, owners=own(2, 5), at={0: "Cárcel"})
    sale = ProposeDeal(cash={2: 9, 1: -9}, deeds={game.deed(5): 1})
    assert game.can(2, sale)
    game.rolls(4, 6)
    assert game.refusal(2, sale) == "WRONG_MOMENT"
    game.ends_turn()
    assert game.can(2, sale)


@pytest.mark.proves("CLA-84", "CLA-85")
def test_buildings_are_sold_to_the_bank_alone() -> None:
    game = table(2, owners=own(0, *GREEN), levels=built(GREEN, 1, 1, 1))
    assert game.can(0, SellBuildings(game.group(GREEN[0]), [1, 1, 0]))
    with pytest.raises(MalformedAction):
        parse({"type": "SellBuildings", "group": 6, "levels": [1, 1, 0], "to": 1})
