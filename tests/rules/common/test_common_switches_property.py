"""House rules of property: every switch of building, mortgages, deals, debts, bankruptcy, endings and table."""

from typing import Any

import pytest

from magnate.actions import (
    AcceptDeal,
    AskBuildings,
    AuctionProperty,
    Build,
    Concede,
    DeclareBankruptcy,
    EndTurn,
    KeepMortgage,
    LiftMortgage,
    Mortgage,
    NameValue,
    OfferProperty,
    ProposeDeal,
    RefuseDeal,
    SellBuildings,
    TimeUp,
    WithdrawDeal,
)
from magnate.editions import EditionError, load
from magnate.events import (
    AuctionOpened,
    Built,
    CreditorPaid,
    GameWon,
    MortgageLifted,
    PaidBank,
    PaidPlayer,
    WealthCounted,
)
from magnate.game import Game
from magnate.testing import Position
from rules.kit import CAS, CLA, EUR, EXP, FIGURES, FROM_EACH, SRV, asked, editions, offered, table

SECOND = {6: 0, 8: 0, 9: 0}


def house(switch: str, value: object, **position: Any) -> Position:
    """A table of clasico with one house rule."""
    return table(CLA, options={switch: value}, **position)


# Building.


@pytest.mark.parametrize("needed", [True, False])
@editions()
def test_building_whole_group_says_whether_houses_need_it(name: str, needed: bool) -> None:
    game = table(name, owners={6: 0}, options={"building.whole_group": needed})
    assert game.can(0, Build(game.group(6), [1, 0, 0])) is not needed


@pytest.mark.parametrize(
    ("even", "legal"),
    [
        ("full", {(1, 0, 0), (2, 1, 1)}),
        ("first", {(1, 0, 0), (2, 1, 1), (3, 1, 1)}),
        ("none", {(1, 0, 0), (2, 0, 0), (2, 1, 1), (3, 1, 1), (3, 1, 0)}),
    ],
)
def test_building_even_full_first_or_none(even: str, legal: set[tuple[int, ...]]) -> None:
    game = house("building.even", even, owners=SECOND)
    plans = [(1, 0, 0), (2, 0, 0), (2, 1, 1), (3, 1, 1), (3, 1, 0)]
    assert {plan for plan in plans if game.can(0, Build(game.group(6), list(plan)))} == legal


@pytest.mark.parametrize(
    ("even", "legal"),
    [
        ("full", {(2, 3, 3), (2, 2, 2), (0, 0, 0)}),
        ("first", {(2, 3, 3), (2, 2, 2), (0, 0, 0), (1, 3, 3)}),
        ("none", {(2, 3, 3), (2, 2, 2), (0, 0, 0), (1, 3, 3), (0, 3, 3)}),
    ],
)
def test_building_even_selling_full_first_or_none(even: str, legal: set[tuple[int, ...]]) -> None:
    game = house("building.even_selling", even, owners=SECOND, levels={6: 3, 8: 3, 9: 3})
    plans = [(2, 3, 3), (2, 2, 2), (0, 0, 0), (1, 3, 3), (0, 3, 3)]
    assert {plan for plan in plans if game.can(0, SellBuildings(game.group(6), list(plan)))} == legal


def test_building_houses_per_lot_is_what_a_hotel_follows() -> None:
    options = {"building.houses_per_lot": 2, "building.hotel_rest": 2}
    game = table(CLA, owners=SECOND, levels={6: 2, 8: 2, 9: 2}, options=options)
    houses, hotels = game.view().houses, game.view().hotels
    game.does(0, Build(game.group(6), [3, 2, 2]))
    assert (game.view().houses, game.view().hotels) == (houses + 2, hotels - 1)
    assert game.refusal(0, Build(game.group(6), [4, 2, 2])) == "TOO_HIGH"
    with pytest.raises(EditionError, match="houses_per_lot"):
        load(CLA, options={"building.houses_per_lot": 5})  # the deeds print no such rent


def test_the_rent_of_a_hotel_is_the_last_figure_however_few_houses_stand_before_it() -> None:
    options = {"building.houses_per_lot": 2, "building.hotel_rest": 2}
    game = table(CLA, owners={6: 1, 8: 1, 9: 1}, levels={6: 3, 8: 2, 9: 2}, options=options, at={0: 1})
    game.rolls(2, 3)
    assert game.claims(1).one(PaidPlayer).amount == 550


@pytest.mark.parametrize(("rest", "legal"), [(0, True), (2, True), (3, False)])
def test_building_hotel_rest_is_what_the_other_lots_need(rest: int, legal: bool) -> None:
    options = {"building.hotel_rest": rest, "building.even": "none"}
    game = table(CLA, owners=SECOND, levels={6: 4, 8: 2, 9: 2}, options=options)
    assert game.can(0, Build(game.group(6), [5, 2, 2])) is legal


@pytest.mark.parametrize("bars", [True, False])
@editions()
@pytest.mark.proves("AMB-19")
def test_building_mortgage_bars_says_whether_a_mortgage_stops_the_whole_group(name: str, bars: bool) -> None:
    game = table(name, owners=SECOND, mortgages=[9], options={"building.mortgage_bars": bars})
    assert game.can(0, Build(game.group(6), [1, 1, 0])) is not bars
    assert game.refusal(0, Build(game.group(6), [1, 1, 1])) == "GROUP_MORTGAGED"  # never on the mortgaged lot itself


def test_building_shortage_first_come_serves_the_first_and_auction_asks() -> None:
    owners = {1: 0, 3: 0, 37: 1, 39: 1}
    game = house("building.shortage", "first_come", owners=owners, houses=2)
    assert len(game.does(0, Build(game.group(1), [1, 1])).of(Built)) == 2
    game = table(SRV, owners=owners, houses=2, options={"building.shortage": "auction"})
    assert game.does(0, Build(game.group(1), [1, 1])).none(Built)
    assert game.must == [1]
    game.does(1, AskBuildings(1))
    assert asked(game) == "auction"


@pytest.mark.parametrize(("percent", "paid"), [(0, 0), (50, 25), (100, 50)])
def test_building_resale_percent_is_what_the_bank_pays_back(percent: int, paid: int) -> None:
    game = house("building.resale_percent", percent, owners={1: 0, 3: 0}, levels={1: 1})
    purse = game.cash(0)
    game.does(0, SellBuildings(game.group(1), [0, 0]))
    assert game.cash(0) == purse + paid


# Mortgages.


@pytest.mark.parametrize(
    ("bare", "legal"), [("lot", {6, 8}), ("own", {8}), ("group", set())]
)  # 6 beside an own house on 9; 8 is another's
@pytest.mark.proves("AMB-73")
def test_mortgage_bare_looks_at_the_lot_at_ones_own_lots_or_at_the_whole_group(bare: str, legal: set[int]) -> None:
    game = table(SRV, owners={6: 0, 8: 1, 9: 0}, levels={9: 1}, options={"mortgage.bare": bare})
    can = {space for space, seat in ((6, 0), (8, 1), (9, 0)) if game.can(seat, Mortgage(game.deed(space)))}
    assert can == legal


@pytest.mark.proves("AMB-73")
def test_under_the_literal_reading_a_lot_barred_by_anothers_houses_raises_nothing() -> None:
    """Then its owner can be bankrupt with an unmortgaged lot that cannot be mortgaged."""
    for bare, may in (("own", False), ("group", True)):
        options = {"mortgage.bare": bare}
        game = table(SRV, owners={6: 0, 8: 1}, levels={8: 1}, cash={0: 50}, at={0: 31}, options=options)
        game.rolls(3, 4)  # a tax of 100: 50 in cash, 50 on the lot
        assert game.can(0, DeclareBankruptcy()) is may


def test_mortgage_percents_of_lifting_taking_over_and_lifting_later() -> None:
    options = {"mortgage.lift_percent": 20, "mortgage.transfer_percent": 30, "mortgage.later_percent": 40}
    game = table(CLA, owners={5: 0, 15: 0}, mortgages=[5, 15], options=options)
    assert game.does(0, LiftMortgage(game.deed(5))).one(MortgageLifted).amount == 120
    game.does(0, ProposeDeal(cash={0: 1, 1: -1}, deeds={game.deed(15): 1}))
    assert game.does(1, AcceptDeal(0, 1)).one(PaidBank).amount == 30
    game.does(1, KeepMortgage(game.deed(15)))
    assert game.does(1, LiftMortgage(game.deed(15))).one(MortgageLifted).amount == 140


def test_mortgage_transfer_percent_zero_asks_nothing_at_the_transfer() -> None:
    game = house("mortgage.transfer_percent", 0, owners={5: 0}, mortgages=[5])
    game.does(0, ProposeDeal(cash={0: 1, 1: -1}, deeds={game.deed(5): 1}))
    assert game.does(1, AcceptDeal(0, 1)).none(PaidBank)
    assert asked(game) == "turn"


# Deals.


@editions()
def test_deals_allowed_false_takes_deals_off_the_table(name: str) -> None:
    game = table(name, owners={5: 0}, options={"deals.allowed": False})
    assert "ProposeDeal" not in offered(game, 0)
    assert game.refusal(0, ProposeDeal(cash={0: 100, 1: -100}, deeds={game.deed(5): 1})) == "DEALS_FORBIDDEN"


@pytest.mark.parametrize(("bare", "legal"), [("lot", {6, 8}), ("own", {8}), ("group", set())])
def test_deals_bare_looks_at_the_lot_at_ones_own_lots_or_at_the_whole_group(bare: str, legal: set[int]) -> None:
    game = table(SRV, owners={6: 0, 8: 1, 9: 0}, levels={9: 1}, options={"deals.bare": bare})
    can = set()
    for space, seat in ((6, 0), (8, 1), (9, 0)):
        deal = ProposeDeal(cash={seat: 10, 2: -10}, deeds={game.deed(space): 2})
        if game.can(seat, deal):
            can.add(space)
    assert can == legal
    assert {space for space in (6, 8, 9) if not game.view().deeds[game.deed(space)].bound} == legal


@pytest.mark.parametrize("gifts", [True, False])
@editions()
@pytest.mark.proves("AMB-31")
def test_deals_gifts_is_a_switch(name: str, gifts: bool) -> None:
    game = table(name, owners={5: 0}, options={"deals.gifts": gifts})
    assert game.can(0, ProposeDeal(deeds={game.deed(5): 1})) is gifts


def test_where_gifts_are_forbidden_one_note_is_a_price() -> None:
    game = house("deals.gifts", False, owners={5: 0, 12: 1})
    assert game.can(0, ProposeDeal(cash={0: 1, 1: -1}, deeds={game.deed(5): 1}))
    assert game.can(0, ProposeDeal(cash={0: -1, 1: 1}, deeds={game.deed(12): 0}))
    assert game.refusal(0, ProposeDeal(cash={0: -1, 1: 1}, deeds={game.deed(5): 1})) == "GIFTS_FORBIDDEN"


@pytest.mark.parametrize(("limit", "refusal"), [(0, None), (1, "TOO_MANY_REFUSALS"), (3, "TOO_MANY_REFUSALS")])
@pytest.mark.proves("AMB-146")
def test_deals_refusals_at_zero_lets_refused_offers_be_repeated(limit: int, refusal: str | None) -> None:
    game = house("deals.refusals", limit, owners={5: 0})
    deal = ProposeDeal(cash={0: 100, 1: -100}, deeds={game.deed(5): 1})
    game.does(0, deal)
    game.does(1, RefuseDeal(0, 1))
    assert game.refusal(0, deal) == refusal


@pytest.mark.parametrize(("limit", "refusal"), [(0, None), (1, "TOO_MANY_REFUSALS")])
@pytest.mark.proves("AMB-146")
def test_an_offer_taken_back_counts_as_one_refused(limit: int, refusal: str | None) -> None:
    game = house("deals.refusals", limit, owners={5: 0})
    deal = ProposeDeal(cash={0: 100, 1: -100}, deeds={game.deed(5): 1})
    game.does(0, deal)
    game.does(0, WithdrawDeal())
    assert game.refusal(0, deal) == refusal


# Debts.


@pytest.mark.parametrize(
    ("settle", "rent", "gift"), [("never", False, False), ("rent", True, False), ("any", True, True)]
)
def test_debts_settle_never_rent_or_any(settle: str, rent: bool, gift: bool) -> None:
    game = house("debts.settle", settle, owners={5: 1, 15: 1, 12: 0}, cash={0: 0}, at={0: 0})
    game.rolls(2, 3)
    game.claims(1)
    assert game.can(0, OfferProperty(game.deed(12))) is rent
    game = house("debts.settle", settle, owners={12: 1}, cash={1: 0}, at={0: 10})
    game.draws(FROM_EACH[CLA], 3, 4)
    assert game.can(1, OfferProperty(game.deed(12))) is gift


@pytest.mark.parametrize("allowed", [True, False])
@editions(EXP, CLA)
def test_debts_auction_says_whether_the_debtor_may_auction(name: str, allowed: bool) -> None:
    game = table(name, owners={5: 1, 15: 1, 12: 0}, cash={0: 0}, at={0: 0}, options={"debts.auction": allowed})
    game.rolls(2, 3)
    game.claims(1)
    game.does(0, OfferProperty(game.deed(12)))
    game.does(1, NameValue(FIGURES[name].note))
    assert game.can(0, AuctionProperty()) is allowed


# Bankruptcy.


@pytest.mark.parametrize("to", ["bank", "creditor"])
@editions()
def test_bankruptcy_to_says_who_gets_what_is_left(name: str, to: str) -> None:
    unit = FIGURES[name].unit
    owners = {5: 1, 15: 1, 25: 1, 35: 1, 12: 0}
    options = {"bankruptcy.to": to, "rent.collect": "automatic"}
    game = table(name, owners=owners, cash={0: 10 * unit, 1: 0}, at={0: 0}, options=options)
    game.rolls(2, 3)
    told = game.does(0, DeclareBankruptcy())
    assert bool(told.of(CreditorPaid)) is (to == "bank")
    assert game.cash(1) == (200 if to == "bank" else 10) * unit
    assert game.owner(12) == (None if to == "bank" else 1)


@pytest.mark.parametrize("to_bank", [True, False])
@editions(EUR, CLA, CAS)
def test_bankruptcy_mortgaged_to_bank_says_where_mortgaged_deeds_go(name: str, to_bank: bool) -> None:
    owners = {5: 1, 15: 1, 25: 1, 35: 1, 12: 0, 28: 0}
    options = {"bankruptcy.mortgaged_to_bank": to_bank, "rent.collect": "automatic"}
    game = table(name, owners=owners, mortgages=[28], cash={0: 0}, at={0: 0}, options=options)
    game.rolls(2, 3)
    game.does(0, DeclareBankruptcy())
    assert game.owner(12) == 1
    assert game.owner(28) == (None if to_bank else 1)
    assert game.is_mortgaged(28) is not to_bank


@pytest.mark.parametrize(
    ("estate", "question"), [("auction", "auction"), ("unowned", "turn"), ("on_request", "estate")]
)
@editions()
def test_bankruptcy_estate_is_auctioned_unowned_or_auctioned_on_request(name: str, estate: str, question: str) -> None:
    game = table(name, owners={12: 1}, options={"bankruptcy.estate": estate})
    told = game.does(1, Concede())
    assert asked(game) == question
    assert bool(told.of(AuctionOpened)) is (estate == "auction")
    assert game.owner(12) is None


# Endings.


def test_ending_players_left_two_stops_when_two_are_left() -> None:
    game = house("ending.players_left", 2, seats=4)
    assert game.does(3, Concede()).none(GameWon)
    told = game.does(2, Concede())
    assert [counted.seat for counted in told.of(WealthCounted)] == [0, 1]
    assert [won.seat for won in told.of(GameWon)] == [0, 1]  # equally rich
    with pytest.raises(EditionError, match="seats"):
        Game(CLA, 2, options={"ending.players_left": 2})  # it would end at once


def test_ending_bankruptcies_stops_at_that_one() -> None:
    game = house("ending.bankruptcies", 1, seats=4, cash={1: 2_000})
    told = game.does(3, Concede())
    assert told.one(GameWon).seat == 1
    game = house("ending.bankruptcies", 2, seats=4)
    assert game.does(3, Concede()).none(GameWon)
    assert game.does(2, Concede()).of(GameWon)


@pytest.mark.parametrize("wins", [True, False])
@editions(CLA, CAS)
def test_ending_all_deeds_says_whether_owning_everything_wins(name: str, wins: bool) -> None:
    deeds = [space for space in load(name).deeds if space != 5]
    game = table(name, owners=dict.fromkeys(deeds, 1) | {5: 0}, options={"ending.all_deeds": wins})
    game.does(0, ProposeDeal(cash={0: 1, 1: -1}, deeds={game.deed(5): 1}))
    told = game.does(1, AcceptDeal(0, 1))
    assert bool(told.of(GameWon, seat=1)) is wins
    assert game.is_over is wins


def test_ending_turns_counts_wealth_after_so_many_turns() -> None:
    game = house("ending.turns", 2, seats=2, at={0: 13, 1: 13}, cash={0: 10, 1: 20})
    game.rolls(3, 4)
    assert game.ends_turn().none(GameWon)
    game.rolls(3, 4)
    told = game.does(1, EndTurn())
    assert [counted.amount for counted in told.of(WealthCounted)] == [10, 20]
    assert told.one(GameWon).seat == 1


@pytest.mark.parametrize(("minutes", "legal"), [(0, False), (45, True)])
@editions()
@pytest.mark.proves("AMB-46")
def test_ending_minutes_gives_the_table_a_clock(name: str, minutes: int, legal: bool) -> None:
    game = table(name, options={"ending.minutes": minutes})
    assert game.can(-1, TimeUp()) is legal


@pytest.mark.parametrize("prize", [True, False])
@editions(SRV, CLA)
def test_ending_prize_asks_the_winner_to_acknowledge(name: str, prize: bool) -> None:
    game = table(name, 2, options={"ending.prize": prize})
    game.does(1, Concede())
    assert game.must == ([0] if prize else [])


def test_an_unknown_switch_or_value_is_refused_by_name() -> None:
    with pytest.raises(EditionError, match=r"rent\.colect"):
        load(CLA, options={"rent.colect": "automatic"})
    with pytest.raises(EditionError, match=r"rent\.collect"):
        load(CLA, options={"rent.collect": "sometimes"})


def test_house_rules_are_listed_with_both_values() -> None:
    edition = load(CLA, options={"parking.pays": 100, "jail.fine": 50})
    assert edition.differences() == [("parking.pays", 0, 100)]  # the fine is the book's own
