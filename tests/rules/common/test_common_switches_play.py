"""House rules of play: every switch from setting up to jail does what it says."""

from collections.abc import Mapping
from typing import Any

import pytest

from magnate.actions import (
    AcceptOffer,
    Bid,
    BuyDeed,
    ClaimRent,
    DeclineOffer,
    EndTurn,
    FollowCard,
    PayFine,
    RefuseDeed,
    Roll,
    UseCard,
    Wait,
)
from magnate.events import (
    AuctionOpened,
    CardKept,
    Collected,
    DeedBought,
    DeedDealt,
    Jailed,
    Moved,
    OfferMade,
    PaidBank,
    PaidPlayer,
    Released,
    RentLapsed,
    Stayed,
    TurnBegan,
)
from magnate.game import Game
from magnate.testing import Position
from rules.kit import CAS, CLA, EUR, EXP, FIGURES, KEPT_A, SRV, TO_24, TO_JAIL, asked, editions, offered, table


def house(switch: str, value: object, **position: Any) -> Position:
    """A table of clasico with one house rule."""
    options: Mapping[str, Any] = {switch: value}
    return table(CLA, options=options, **position)


# Setting up.


def test_setup_cash_is_what_everybody_starts_with() -> None:
    assert Game(CLA, 3, seed=1, options={"setup.cash": 2_000}).state.cash[:3] == [2_000] * 3
    by_seats = [1_000, 1_100, 1_200, 1_300, 1_400, 1_500, 1_600]
    assert Game(CLA, 4, seed=1, options={"setup.cash": by_seats}).state.cash[:4] == [1_200] * 4


@pytest.mark.parametrize("paid", [True, False])
def test_setup_dealt_deals_deeds_and_dealt_paid_charges_them(paid: bool) -> None:
    game = Game(CLA, 3, seed=1, options={"setup.dealt": 3, "setup.dealt_paid": paid})
    dealt = [event for event in game.events if isinstance(event, DeedDealt)]
    assert [event.seat for event in dealt] == [0, 1, 2] * 3  # one at a time, round the table
    for seat in range(3):
        prices = sum(game.table.price[event.deed] for event in dealt if event.seat == seat)
        assert game.state.cash[seat] == 1_500 - (prices if paid else 0)
        assert [game.state.owner[event.deed] for event in dealt if event.seat == seat] == [seat] * 3


# The turn.


@pytest.mark.parametrize(
    ("order", "expected"), [("left", [1, 2, 3, 0]), ("opening", [1, 3, 0, 2])]
)  # rolls 5, 11, 3, 8
@editions(EUR, CLA)
@pytest.mark.proves("AMB-86")
def test_turn_order_goes_left_or_by_the_opening_rolls(name: str, order: str, expected: list[int]) -> None:
    game = table(name, 4, opening=True, dice=[(1, 4), (5, 6), (1, 2), (4, 4)], options={"turn.order": order})
    for seat in range(4):
        game.does(seat, Roll())
    assert game.view().order == expected
    game.state.at[1] = 13
    game.rolls(3, 4)
    assert game.ends_turn().one(TurnBegan).seat == expected[1]


def test_turn_order_random_draws_another_player() -> None:
    game = house("turn.order", "random", seats=4, at={0: 13}, next_seats=[3])
    game.rolls(3, 4)
    assert game.ends_turn().one(TurnBegan).seat == 3
    followers = set()
    for seed in range(40):
        game = house("turn.order", "random", seats=4, at={0: 13}, seed=seed)
        game.rolls(3, 4)
        followers.add(game.ends_turn().one(TurnBegan).seat)
    assert followers == {1, 2, 3}


@pytest.mark.parametrize(("again", "may_stop"), [("must", False), ("may", True)])
def test_turn_again_says_whether_a_double_must_be_followed(again: str, may_stop: bool) -> None:
    game = house("turn.again", again, at={0: 10})
    game.rolls(5, 5)
    assert game.can(0, Roll())
    assert game.can(0, EndTurn()) is may_stop


def test_turn_doubles_to_jail_counts_the_doubles() -> None:
    game = house("turn.doubles_to_jail", 2, at={0: 10}, owners={24: 0, 32: 0})
    assert game.rolls(5, 5).none(Jailed)
    assert game.rolls(2, 2).one(Jailed).seat == 0
    game = house("turn.doubles_to_jail", 4, at={0: 20}, owners={24: 0, 32: 0, 34: 0})
    for die in (2, 4, 1):
        assert game.rolls(die, die).none(Jailed)
    assert game.rolls(1, 1).one(Jailed).seat == 0


# Start pay and parking.


def test_start_salary_is_what_the_start_pays() -> None:
    game = house("start.salary", 400, at={0: 33})
    assert game.rolls(3, 4).one(Collected).amount == 400


@pytest.mark.parametrize(("on_landing", "paid"), [(True, 200), (False, 0)])
def test_start_on_landing_says_whether_stopping_there_pays_too(on_landing: bool, paid: int) -> None:
    game = house("start.on_landing", on_landing, at={0: 33}, cash={0: 0})
    game.rolls(3, 4)
    assert game.cash(0) == paid
    game = house("start.on_landing", on_landing, at={0: 33}, cash={0: 0}, owners={1: 0})
    game.rolls(3, 5)  # past it: pays in any case
    assert game.cash(0) == 200


@pytest.mark.parametrize(("by_card", "paid"), [(True, 200), (False, 0)])
def test_start_by_card_says_whether_a_journey_by_card_pays(by_card: bool, paid: int) -> None:
    game = house("start.by_card", by_card, at={0: 29}, cash={0: 0}, owners={24: 0})
    game.draws(TO_24[CLA], 3, 4)
    assert game.cash(0) == paid


@pytest.mark.parametrize(("to_jail", "paid"), [(True, 200), (False, 0)])
def test_start_to_jail_says_whether_the_way_to_jail_pays_when_it_leads_past_the_start(to_jail: bool, paid: int) -> None:
    game = house("start.to_jail", to_jail, at={0: 29}, cash={0: 0})
    game.draws(TO_JAIL[CLA], 3, 4)
    assert game.cash(0) == paid
    game = house("start.to_jail", to_jail, at={0: 0}, cash={0: 0})
    game.draws(TO_JAIL[CLA], 3, 4)  # from 7 the start is not between
    assert game.cash(0) == 0


@editions()
def test_parking_pays_a_sum_from_the_bank(name: str) -> None:
    unit = 50 * FIGURES[name].unit
    game = table(name, at={0: 13}, options={"parking.pays": unit})
    purse = game.cash(0)
    paid = game.rolls(3, 4).one(Collected)
    assert (paid.amount, paid.why) == (unit, "parking")
    assert game.cash(0) == purse + unit


# Purchase.


@editions()
def test_purchase_refused_stays_leaves_the_deed_with_the_bank(name: str) -> None:
    game = table(name, at={0: 1}, options={"purchase.refused": "stays"})
    game.rolls(2, 3)
    told = game.does(0, RefuseDeed())
    assert told.none(AuctionOpened)
    assert told.none(OfferMade)
    assert game.owner(6) is None
    assert (asked(game), game.must) == ("turn", [0])


def test_purchase_refused_same_price_offers_it_to_the_others() -> None:
    game = house("purchase.refused", "same_price", at={0: 1})
    game.rolls(2, 3)
    assert game.does(0, RefuseDeed()).one(OfferMade).amount == 100
    assert game.must == [1, 2]
    game.does(1, AcceptOffer())
    assert game.does(2, DeclineOffer()).one(DeedBought).seat == 1


def test_purchase_refused_auction_brings_auctions_to_the_server_edition() -> None:
    game = table(SRV, at={0: 1}, options={"purchase.refused": "auction", "purchase.refuser_bids": True})
    game.rolls(2, 3)
    game.does(0, RefuseDeed())
    assert (asked(game), game.must) == ("auction", [0, 1, 2])


@pytest.mark.parametrize(("opening_bid", "openers"), [("anyone", [0, 1, 2]), ("another", [1, 2])])
def test_purchase_opening_bid_says_who_may_open(opening_bid: str, openers: list[int]) -> None:
    game = house("purchase.opening_bid", opening_bid, at={0: 1})
    game.rolls(2, 3)
    game.does(0, RefuseDeed())
    assert game.must == openers
    game.does(1, Bid(1))
    assert game.must == [0, 2]


@pytest.mark.parametrize(("refuser_bids", "bidders"), [(True, [0, 1, 2]), (False, [1, 2])])
def test_purchase_refuser_bids_says_whether_the_refuser_takes_part(refuser_bids: bool, bidders: list[int]) -> None:
    game = house("purchase.refuser_bids", refuser_bids, at={0: 1})
    game.rolls(2, 3)
    game.does(0, RefuseDeed())
    assert game.must == bidders
    game.does(1, Bid(1))
    assert game.can(0, Bid(2)) is refuser_bids


# Rent.


@editions(SRV, CAS)
def test_rent_collect_claim_brings_claims_to_editions_that_pay_by_themselves(name: str) -> None:
    game = table(name, owners={5: 1}, at={0: 0, 2: 13}, options={"rent.collect": "claim"})
    assert game.rolls(2, 3).none(PaidPlayer)
    assert "ClaimRent" in offered(game, 1)
    assert game.claims(1).one(PaidPlayer).amount == 25


@pytest.mark.parametrize("lapses", [True, False])
def test_rent_lapses_says_whether_a_claim_is_lost_at_the_next_roll(lapses: bool) -> None:
    game = house("rent.lapses", lapses, owners={5: 2}, at={0: 0, 1: 13})
    game.rolls(2, 3)
    game.ends_turn()
    assert bool(game.rolls(3, 4).of(RentLapsed)) is lapses
    assert bool(game.claims(2).of(PaidPlayer)) is not lapses


@pytest.mark.parametrize(("doubling", "bare", "built"), [("never", 6, 30), ("bare", 12, 30), ("always", 12, 60)])
def test_rent_doubling_never_bare_or_always(doubling: str, bare: int, built: int) -> None:
    game = house("rent.doubling", doubling, owners={6: 1, 8: 1, 9: 1}, at={0: 1})
    game.rolls(2, 3)
    assert game.claims(1).one(PaidPlayer).amount == bare
    game = house("rent.doubling", doubling, owners={6: 1, 8: 1, 9: 1}, levels={6: 1}, at={0: 1})
    game.rolls(2, 3)
    assert game.claims(1).one(PaidPlayer).amount == built


@pytest.mark.parametrize(("kept", "amount"), [("kept", 12), ("lost", 6)])
@pytest.mark.proves("AMB-20")
def test_rent_doubling_with_mortgage_is_kept_or_lost(kept: str, amount: int) -> None:
    for name, unit in ((EXP, 100), (SRV, 1), (CLA, 1)):
        options = {"rent.doubling_with_mortgage": kept}
        game = table(name, owners={6: 1, 8: 1, 9: 1}, mortgages=[9], at={0: 1}, options=options)
        told = game.rolls(2, 3)
        if name != SRV:
            told = game.claims(1)
        assert told.one(PaidPlayer).amount == amount * unit


@pytest.mark.parametrize(("counted", "amount"), [(True, 50), (False, 25)])
def test_rent_mortgaged_count_says_whether_mortgaged_transports_count(counted: bool, amount: int) -> None:
    game = house("rent.mortgaged_count", counted, owners={5: 1, 15: 1}, mortgages=[15], at={0: 0})
    game.rolls(2, 3)
    assert game.claims(1).one(PaidPlayer).amount == amount


# Cards.


def test_cards_draw_random_takes_from_anywhere_in_the_deck() -> None:
    places = set()
    for seed in range(40):
        game = house("cards.draw", "random", at={0: 0}, seed=seed)
        order = list(game.chance.deck[:16])
        game.rolls(3, 4)
        question = game.view().question
        assert question is not None
        assert question.card is not None
        places.add(order.index(question.card))
    assert len(places) > 8
    game = table(SRV, at={0: 0}, options={"cards.draw": "top"})
    top = game.chance.deck[0]
    game.rolls(3, 4)
    question = game.view().question
    assert question is not None
    assert question.card == top


def test_cards_kept_false_puts_the_jail_card_straight_back() -> None:
    game = house("cards.kept", False, at={0: 0})
    told = game.draws(KEPT_A[CLA], 3, 4)
    assert told.none(CardKept)
    assert game.view().seats[0].cards == []
    assert game.chance.deck_left[0] == 16
    assert asked(game) == "turn"
    game = house("cards.kept", True, at={0: 0})
    game.draws(KEPT_A[CLA], 3, 4)
    assert game.holds(0, KEPT_A[CLA])
    assert game.chance.deck_left[0] == 15


# Jail.


def test_jail_fine_is_the_price_of_leaving() -> None:
    game = house("jail.fine", 75, jail={0: 0}, cash={0: 75})
    assert game.does(0, PayFine()).one(PaidBank).amount == 75
    game = house("jail.fine", 75, jail={0: 0}, cash={0: 74})
    assert not game.can(0, PayFine())


@pytest.mark.parametrize("allowed", [True, False])
def test_jail_pay_before_rolling_says_whether_the_fine_may_be_paid_early(allowed: bool) -> None:
    game = house("jail.pay_before_rolling", allowed, jail={0: 0})
    assert game.can(0, PayFine()) is allowed


def test_jail_leave_by_waiting_or_by_a_double() -> None:
    game = house("jail.leave_by", "waiting", jail={0: 0})
    assert game.can(0, Wait())
    assert not game.can(0, Roll())
    game = table(CAS, jail={0: 0}, options={"jail.leave_by": "double"})
    assert not game.can(0, Wait())
    assert game.rolls(5, 5).one(Released).seat == 0


def test_jail_turns_is_the_longest_stay() -> None:
    game = house("jail.turns", 1, jail={0: 0})
    assert game.rolls(4, 6).one(Stayed).turns == 1
    assert asked(game) == "fine"
    game = house("jail.turns", 4, jail={0: 2})
    game.rolls(4, 6)
    assert asked(game) == "turn"


def test_jail_afterwards_free_lets_go_without_the_fine() -> None:
    game = house("jail.afterwards", "free", jail={0: 2})
    purse = game.cash(0)
    told = game.rolls(4, 6)
    assert told.one(Released).seat == 0
    assert told.one(Moved).space == 20
    assert game.cash(0) == purse


def test_jail_afterwards_pay_charges_whoever_has_waited() -> None:
    game = table(CAS, 2, jail={0: 2}, at={1: 13}, options={"jail.afterwards": "pay"})
    purse = game.cash(0)
    game.does(0, Wait())
    game.rolls(3, 4)
    told = game.ends_turn()
    assert told.none(Released)
    assert (asked(game), game.must) == ("fine", [0])
    assert offered(game, 0) == ["PayFine"]
    assert game.does(0, PayFine()).one(Released).seat == 0
    assert game.cash(0) == purse - 50
    assert game.can(0, Roll())  # no roll was made: the turn begins now


@pytest.mark.parametrize("replaces", [True, False])
def test_jail_card_replaces_fine_says_whether_a_card_stands_for_the_forced_fine(replaces: bool) -> None:
    game = house("jail.card_replaces_fine", replaces, jail={0: 2}, held={KEPT_A[CLA]: 0})
    game.rolls(4, 6)
    assert game.can(0, UseCard(game.kept(KEPT_A[CLA]))) is replaces


@editions()
@pytest.mark.parametrize("collects", [True, False])
def test_jail_collects_rent_says_whether_a_prisoner_does(name: str, collects: bool) -> None:
    options = {"jail.collects_rent": collects, "rent.collect": "automatic"}
    game = table(name, owners={5: 1}, at={0: 0}, jail={1: 0}, options=options)
    assert bool(game.rolls(2, 3).of(PaidPlayer)) is collects


@editions(EXP, EUR, CLA)
def test_jail_collects_rent_false_leaves_a_prisoner_nothing_to_claim(name: str) -> None:
    game = table(name, owners={5: 1}, at={0: 0}, jail={1: 0}, options={"jail.collects_rent": False})
    game.rolls(2, 3)
    assert not game.does(1, ClaimRent()).of(PaidPlayer)


@pytest.mark.parametrize("manages", [True, False])
def test_jail_manages_says_whether_prisoners_build_mortgage_and_trade(manages: bool) -> None:
    game = house("jail.manages", manages, owners={1: 0, 3: 0, 5: 0}, mortgages=[5], jail={0: 0})
    kinds = {"Build", "Mortgage", "LiftMortgage", "ProposeDeal"}
    assert kinds & set(offered(game, 0)) == (kinds if manages else set())


def test_a_journey_by_card_still_ends_in_a_purchase() -> None:
    """A switch changes its own rule only: where journeys by card pay no salary, they still lead to the deed."""
    game = house("start.by_card", False, at={0: 29})
    game.script(cards=[TO_24[CLA]])
    game.rolls(3, 4)
    game.does(0, FollowCard())
    assert game.can(0, BuyDeed())
