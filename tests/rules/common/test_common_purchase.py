"""Landing on unowned property in all five editions: the option, the auction, the offer at the same price."""

import pytest

from magnate.actions import (
    AcceptOffer,
    Bid,
    BuyDeed,
    DeclineOffer,
    EndTurn,
    Mortgage,
    Pass,
    RefuseDeed,
    Roll,
    SellBuildings,
)
from magnate.events import (
    AuctionFailed,
    AuctionOpened,
    AuctionWon,
    BidMade,
    DeedBought,
    DeedRefused,
    DieRolled,
    OfferMade,
    Passed,
)
from magnate.testing import Position
from rules.kit import AUCTIONING, CAS, CLA, CLAIMING, EUR, EXP, FIGURES, SRV, asked, book, editions, offered, table


def claiming(name: str) -> list[str]:
    """What anybody may do while a purchase is decided: where rent is asked for, ask. AMB-25, AMB-26."""
    return ["ClaimRent"] if name in CLAIMING else []


def refused(name: str, seats: int = 3, **position: object) -> Position:
    """Seat 0 has landed on space 6 and refused it."""
    game = table(name, seats, at={0: 1}, **position)  # type: ignore[arg-type]
    game.rolls(2, 3)
    game.does(0, RefuseDeed())
    return game


@book(
    "prices",
    (EXP, "EXP-30 EXP-34 EXP-35 EXP-52 AMB-52 DP-11", {12: 15_000, 16: 18_000, 25: 20_000, 39: 40_000}),
    (SRV, "SRV-22 SRV-25 DP-11", {11: 140, 12: 150, 15: 200, 39: 400}),
    (EUR, "EUR-30 EUR-31 EUR-35 DP-11", {12: 4_500, 14: 4_800, 15: 6_000}),
    (CLA, "CLA-27 CLA-28 CLA-32 CLA-33 DP-11", {5: 200, 6: 100, 12: 150, 39: 400}),
    (CAS, "CAS-05 CAS-11 CAS-12 DP-11", {11: 140, 12: 150, 15: 200, 39: 400}),
)
def test_every_kind_of_deed_is_bought_at_its_printed_price_by_whoever_lands_there(
    name: str, prices: dict[int, int]
) -> None:
    for space, price in prices.items():
        game = table(name, at={0: space - 3})
        deed, purses = game.deed(space), [game.cash(seat) for seat in range(3)]
        assert game.refusal(0, BuyDeed()) == "NOT_ASKED"
        game.rolls(1, 2)
        assert game.must == [0]
        assert game.refusal(1, BuyDeed()) == "NOT_ASKED"
        assert not any(game.can(0, action) for action in (Roll(), EndTurn()))
        game.does(0, BuyDeed()).one(DeedBought, seat=0, deed=deed, amount=price)
        assert [game.view(viewer).deeds[deed].owner for viewer in (None, 0, 1, 2)] == [0] * 4
        assert [game.cash(seat) for seat in range(3)] == [purses[0] - price, *purses[1:]]
        assert game.can(0, EndTurn())
        assert game.refusal(0, RefuseDeed()) == "NOT_ASKED"


@editions()
@pytest.mark.proves("DP-11", "EXP-30", "SRV-22", "EUR-30", "CLA-27", "CAS-11")
def test_whoever_lands_on_unowned_property_may_buy_it_at_the_printed_price(name: str) -> None:
    price = 100 * FIGURES[name].unit
    game = table(name, cash={0: price}, at={0: 1})
    game.rolls(2, 3)
    assert asked(game) == "buy"
    assert game.must == [0]
    assert offered(game, 0) == ["BuyDeed", "RefuseDeed", *claiming(name), "ProposeDeal"]
    assert [offered(game, other) for other in (1, 2)] == [claiming(name), claiming(name)]
    told = game.does(0, BuyDeed())
    assert told.one(DeedBought).amount == price
    assert game.cash(0) == 0
    assert game.owner(6) == 0


@editions()
@pytest.mark.proves("DP-11", "AMB-16")
def test_one_note_short_of_the_price_only_refusing_is_left(name: str) -> None:
    game = table(name, cash={0: 100 * FIGURES[name].unit - FIGURES[name].note}, at={0: 1})
    game.rolls(2, 3)
    assert offered(game, 0) == ["RefuseDeed", *claiming(name), "ProposeDeal"]
    assert game.refusal(0, BuyDeed()) == "NOT_ENOUGH_CASH"


@editions()
@pytest.mark.proves("AMB-16", "DP-11")
def test_a_buyer_short_of_cash_may_first_mortgage(name: str) -> None:
    unit = FIGURES[name].unit
    game = table(name, cash={0: 50 * unit}, owners={5: 0}, at={0: 1})
    game.rolls(2, 3)
    assert offered(game, 0) == ["RefuseDeed", *claiming(name), "Mortgage", "ProposeDeal"]
    game.does(0, Mortgage(game.deed(5)), BuyDeed())  # 50 + 100 - 100
    assert game.cash(0) == 50 * unit
    assert game.owner(6) == 0


@editions()
@pytest.mark.proves("AMB-16", "AMB-17")
def test_a_buyer_short_of_cash_may_first_sell_buildings_but_not_build_or_lift(name: str) -> None:
    game = table(name, owners={1: 0, 3: 0, 5: 0}, levels={1: 1, 3: 1}, mortgages=[5], at={0: 1})
    game.rolls(2, 3)
    assert "SellBuildings" in offered(game, 0)
    assert "Build" not in offered(game, 0)
    assert "LiftMortgage" not in offered(game, 0)
    purse = game.cash(0)
    game.does(0, SellBuildings(game.group(1), [0, 0]))  # two houses at half of 50
    assert game.cash(0) == purse + 50 * FIGURES[name].unit
    assert asked(game) == "buy"


@editions(*AUCTIONING)
@pytest.mark.proves("AMB-16", "EXP-31", "EUR-32", "CLA-29", "CAS-13")
def test_a_refusal_starts_an_auction_at_the_smallest_note(name: str) -> None:
    game = table(name, at={0: 1})
    game.rolls(2, 3)
    told = game.does(0, RefuseDeed())
    assert told.one(DeedRefused).seat == 0
    opened = told.one(AuctionOpened)
    assert (opened.deed, opened.building, opened.amount) == (game.deed(6), None, FIGURES[name].note)
    assert game.refusal(1, AcceptOffer()) == "NOT_ASKED"
    assert game.refusal(1, DeclineOffer()) == "NOT_ASKED"


@editions(EXP, CLA, CAS)
@pytest.mark.proves("AMB-15", "DP-12", "DP-13", "EXP-32", "EXP-33", "CLA-30", "CLA-31", "CAS-14", "CAS-15")
def test_everybody_still_playing_may_open_the_refuser_and_prisoners_too(name: str) -> None:
    game = refused(name, 4, jail={2: 0}, out=[3])
    assert asked(game) == "auction"
    assert game.must == [0, 1, 2]
    for seat in (0, 1, 2):
        assert offered(game, seat) == ["Bid", "Pass"]
    assert offered(game, 3) == []
    note = FIGURES[name].note
    bid = game.options(0)[0]
    assert (bid.low, bid.high, bid.step) == (note, game.cash(0), note)
    game.does(0, Bid(note))
    assert game.must == [1, 2]


@pytest.mark.proves("DP-12", "AMB-87", "EUR-33", "EUR-36")
def test_in_europolis_another_than_the_refuser_makes_the_opening_offer() -> None:
    game = refused(EUR, 3, jail={2: 0})
    assert game.must == [1, 2]
    assert [offered(game, seat) for seat in range(3)] == [[], ["Bid", "Pass"], ["Bid", "Pass"]]
    assert game.refusal(0, Bid(50)) == "NOT_ASKED"
    assert game.refusal(0, Pass()) == "NOT_ASKED"
    game.does(1, Bid(50))
    assert game.must == [0, 2]
    assert offered(game, 0) == ["Bid", "Pass"]
    assert game.options(0)[0].low == 100


@pytest.mark.proves("DP-12", "AMB-87", "AMB-15")
def test_in_europolis_a_deed_for_which_nobody_else_opens_stays_with_the_bank() -> None:
    game = refused(EUR, 2)
    told = game.does(1, Pass())
    assert told.one(AuctionFailed).deed == game.deed(6)
    assert game.owner(6) is None
    assert game.must == [0]
    game.ends_turn()
    game.state.at[1] = 1
    game.rolls(2, 3)
    assert game.can(1, BuyDeed())


@editions(*AUCTIONING)
@pytest.mark.proves("AMB-15", "DP-13")
def test_bids_rise_by_whole_notes_and_stay_within_the_cash(name: str) -> None:
    note = FIGURES[name].note
    game = refused(name, 3, cash={1: 10 * note, 2: 9 * note})
    assert game.refusal(1, Bid(0)) == "BID_TOO_LOW"
    assert game.refusal(1, Bid(11 * note)) == "NOT_ENOUGH_CASH"
    if note > 1:
        assert game.refusal(1, Bid(2 * note + 1)) == "NOT_A_ROUND_SUM"
    game.does(1, Bid(8 * note))
    assert game.refusal(1, Bid(9 * note)) == "NOT_ASKED"  # not against oneself
    assert game.refusal(2, Bid(8 * note)) == "BID_TOO_LOW"
    option = game.options(2)[0]
    assert (option.low, option.high, option.step) == (9 * note, 9 * note, note)
    game.does(2, Bid(9 * note))
    assert (game.options(1)[0].low, game.options(1)[0].high) == (10 * note, 10 * note)
    question = game.view().question
    assert question is not None
    assert (question.bid, question.amount) == (9 * note, 10 * note)  # the least that may be bid now, whoever asks


@editions(*AUCTIONING)
@pytest.mark.proves("AMB-15", "DP-13")
def test_the_auction_closes_when_all_others_have_passed_and_the_winner_pays_at_once(name: str) -> None:
    note = FIGURES[name].note
    game = refused(name, 3)
    purse = [game.cash(seat) for seat in range(3)]
    game.does(1, Bid(7 * note))
    game.does(0, Pass())
    assert game.refusal(0, Bid(8 * note)) == "NOT_ASKED"  # whoever has passed is out
    assert game.must == [2]
    told = game.does(2, Pass())
    won = told.one(AuctionWon)
    assert (won.seat, won.other, won.amount, won.deed, won.building) == (1, None, 7 * note, game.deed(6), None)
    assert [game.cash(seat) for seat in range(3)] == [purse[0], purse[1] - 7 * note, purse[2]]
    assert game.owner(6) == 1
    assert game.must == [0]


@book("", (EXP, "EXP-34"), (EUR, "EUR-32 EUR-35"), (CLA, "CLA-32 CLA-33"), (CAS, "CAS-13"))
@pytest.mark.parametrize("space", [5, 12, 28])
def test_transports_and_utilities_are_auctioned_alike(name: str, space: int) -> None:
    note = FIGURES[name].note
    game = table(name, 2, at={0: space - 3})
    game.rolls(1, 2)
    game.does(0, RefuseDeed())
    game.does(1, Bid(7 * note))
    assert game.must == [0]  # the refuser
    game.does(0, Bid(8 * note))
    game.does(1, Pass()).one(AuctionWon, seat=0, amount=8 * note, deed=game.deed(space))
    assert game.owner(space) == 0


@book(
    "",
    (EXP, "EXP-31 EXP-33 AMB-15"),
    (EUR, "EUR-33 EUR-34 AMB-15 AMB-91"),
    (CLA, "CLA-16 CLA-29 CLA-30 AMB-15 AMB-91"),
    (CAS, "CAS-05 CAS-13 CAS-15 CAS-32 AMB-15"),
)
def test_a_prisoner_opens_above_the_price_and_wins_and_nothing_else_is_done_until_then(name: str) -> None:
    bid = 150 * FIGURES[name].unit  # printed: 100
    game = refused(name, 4, jail={1: 0}, out=[3], cash={1: bid})
    game.does(1, Bid(bid)).one(BidMade, seat=1, amount=bid)
    assert not any(game.can(0, action) for action in (Roll(), EndTurn(), BuyDeed(), RefuseDeed()))
    game.does(0, Pass()).one(Passed, seat=0)
    game.does(2, Pass())
    assert (game.owner(6), game.cash(1), game.in_jail(1)) == (1, 0, True)
    assert game.can(0, EndTurn())


@book("", (EXP, "EXP-27"), (EUR, "EUR-32 EUR-36"), (CLA, "CLA-23"), (CAS, "CAS-09"))
def test_after_the_auction_of_a_doubles_space_the_turn_goes_on(name: str) -> None:
    game = table(name, 2, at={0: 9})
    game.rolls(1, 1)
    game.does(0, RefuseDeed())
    game.does(1, Bid(FIGURES[name].note))
    game.does(0, Pass())
    assert game.must == [0]
    assert game.can(0, Roll())
    assert game.can(0, EndTurn()) == (name == CAS)


@editions(EXP, CLA, CAS)
@pytest.mark.proves("AMB-15")
def test_with_no_bid_the_deed_stays_free_for_the_next_who_lands_there(name: str) -> None:
    game = refused(name, 3, cash={1: 50_000})
    game.does(0, Pass())
    game.does(2, Pass())
    assert game.must == [1]  # the last one may still open
    assert any(isinstance(event, AuctionWon) for event in game.copy().play(1, Bid(FIGURES[name].note)))
    told = game.does(1, Pass())
    assert told.one(AuctionFailed).deed == game.deed(6)
    assert game.owner(6) is None
    game.ends_turn()
    game.state.at[1] = 1
    game.rolls(2, 3)
    assert offered(game, 1)[:2] == ["BuyDeed", "RefuseDeed"]


@editions(*AUCTIONING)
@pytest.mark.proves("AMB-15", "AMB-17")
def test_a_bidder_may_first_mortgage_or_sell_buildings(name: str) -> None:
    unit, note = FIGURES[name].unit, FIGURES[name].note
    owners = {5: 1, 11: 1, 13: 1, 14: 1}
    game = refused(name, 2, cash={1: 0}, owners=owners, levels={11: 1, 13: 1, 14: 1})
    assert game.must == ([1] if name == EUR else [0, 1])
    assert "Bid" not in offered(game, 1)
    assert "Pass" in offered(game, 1)
    assert game.refusal(1, Bid(note)) == "NOT_ENOUGH_CASH"
    game.does(1, Mortgage(game.deed(5)))
    assert (game.options(1)[0].low, game.options(1)[0].high) == (note, 100 * unit)
    game.does(1, SellBuildings(game.group(11), [0, 0, 0]))  # three houses at half of 100
    assert game.options(1)[0].high == 250 * unit
    assert not game.can(1, SellBuildings(game.group(11), [0, 0, 0]))


@editions(EXP, CLA, CAS)
@pytest.mark.proves("AMB-15", "AMB-17")
def test_whoever_has_left_the_auction_raises_no_more_money(name: str) -> None:
    game = refused(name, 3, owners={5: 1, 15: 2})
    assert game.can(1, Mortgage(game.deed(5)))
    game.does(1, Pass())
    assert game.refusal(1, Mortgage(game.deed(5))) == "WRONG_MOMENT"
    assert game.can(2, Mortgage(game.deed(15)))


@editions(EXP, CLA, CAS)
@pytest.mark.proves("AMB-15", "DP-13")
def test_nobody_is_asked_for_a_bid_that_could_not_be_raised(name: str) -> None:
    unit, note = FIGURES[name].unit, FIGURES[name].note
    game = table(name, 3, at={0: 1}, cash={1: 0, 2: 0}, owners={1: 2})
    game.rolls(2, 3)
    told = game.does(0, RefuseDeed())
    assert told.one(Passed).seat == 1  # no cash, nothing to mortgage; seat 2 could mortgage for 30
    assert game.must == [0, 2]
    game.does(0, Bid(30 * unit - note))  # 30 is still within reach of seat 2
    assert game.must == [2]
    game.does(2, Mortgage(game.deed(1)), Bid(30 * unit))
    assert game.must == [0]
    assert game.does(0, Pass()).one(AuctionWon).amount == 30 * unit
    game = refused(name, 3, cash={1: 0, 2: 0}, owners={1: 2})
    told = game.does(0, Bid(30 * unit))
    assert told.one(Passed).seat == 2
    assert told.one(AuctionWon).seat == 0


@pytest.mark.proves("DP-13", "DP-14", "SRV-23", "AMB-70", "AMB-16")
def test_in_the_server_edition_the_others_are_offered_the_deed_at_the_same_price() -> None:
    game = table(SRV, 4, at={0: 1}, cash={1: 100, 2: 99, 3: 500})
    game.rolls(2, 3)
    told = game.does(0, RefuseDeed())
    assert told.one(OfferMade).amount == 100
    assert told.none(AuctionOpened)
    assert asked(game) == "offer"
    assert game.must == [1, 2, 3]
    assert offered(game, 0) == []
    assert offered(game, 1) == ["AcceptOffer", "DeclineOffer"]
    assert offered(game, 2) == ["DeclineOffer"]
    assert game.refusal(2, AcceptOffer()) == "NOT_ENOUGH_CASH"
    assert game.refusal(1, Bid(100)) == "NOT_ASKED"
    game.does(1, DeclineOffer())
    assert game.refusal(1, AcceptOffer()) == "NOT_ASKED"
    game.does(2, DeclineOffer())
    told = game.does(3, AcceptOffer())
    assert told.one(DeedBought).amount == 100
    assert told.none(DieRolled)
    assert game.owner(6) == 3


@pytest.mark.proves("DP-14", "AMB-70", "AMB-17")
def test_in_the_server_edition_whoever_is_offered_the_deed_may_raise_its_price_first() -> None:
    game = refused(SRV, 3, cash={1: 0, 2: 0}, owners={5: 1, 15: 2, 25: 0})
    assert offered(game, 1) == ["DeclineOffer", "Mortgage"]
    assert game.refusal(0, Mortgage(game.deed(25))) == "WRONG_MOMENT"  # the refuser is not asked
    game.does(1, Mortgage(game.deed(5)))  # 100: just the price
    assert offered(game, 1) == ["AcceptOffer", "DeclineOffer"]
    game.does(2, DeclineOffer())
    assert game.refusal(2, Mortgage(game.deed(15))) == "WRONG_MOMENT"  # has answered
    assert game.does(1, AcceptOffer()).one(DeedBought).seat == 1
    assert game.cash(1) == 0


@pytest.mark.proves("DP-15", "SRV-24", "AMB-70")
def test_in_the_server_edition_those_who_said_yes_roll_one_die_and_ties_roll_again() -> None:
    game = refused(SRV, 4)
    game.does(1, AcceptOffer())
    game.does(2, DeclineOffer())
    game.does(3, AcceptOffer())
    assert asked(game) == "roll_off"
    assert game.must == [1, 3]
    assert [offered(game, seat) for seat in range(4)] == [[], ["Roll"], [], ["Roll"]]
    game.script(dice=[4, 4])
    assert game.does(3, Roll()).one(DieRolled).die == 4
    assert game.must == [1]
    game.does(1, Roll())
    assert game.must == [1, 3]
    game.script(dice=[2, 1])
    game.does(1, Roll())
    told = game.does(3, Roll())
    assert told.one(DeedBought).seat == 1
    assert game.owner(6) == 1


@editions(*CLAIMING, CAS)
@pytest.mark.proves("DP-14", "DP-15")
def test_no_other_edition_offers_the_deed_at_the_same_price(name: str) -> None:
    game = refused(name, 3)
    assert asked(game) == "auction"
    for seat in range(3):
        assert not {"AcceptOffer", "DeclineOffer", "Roll"} & set(offered(game, seat))
