"""Actions that were sent before others acted: which still mean the same, and which are stale."""

from __future__ import annotations

import msgspec
import pytest
from tables import Play
from test_orders import auction, ordering, proxy, rent_is_due
from test_pacing import against, landed
from test_table import refused
from test_timing import played

from magnate.actions import Action, Bid, ClaimRent, EndTurn, Pass, Roll
from magnate.events import NothingDue, OpeningRolled, Passed, RentClaimed
from magnate.protocol import commands as ask
from magnate.protocol import entries as log
from magnate.server.tables.decisions import try_action
from magnate.server.tables.pace import date_rents
from magnate.server.tables.snapshot import freeze, thaw


def stale(play: Play, seat: int, action: Action, seen: int) -> None:
    """The action is refused as stale."""
    raw = msgspec.Raw(msgspec.json.encode(action))
    refused(play, f"p{seat}", ask.Act(seat, seen, raw), "stale")


def test_all_may_send_their_opening_roll_at_once() -> None:
    play = Play(people=3).start()
    seen = play.table.number
    for seat in play.must:
        play.act(seat, Roll(), seen)
        assert isinstance(play.told[0], OpeningRolled)


def test_a_roll_from_before_my_own_is_not_taken_for_the_next_one() -> None:
    play = Play(people=2).start()
    seen = play.table.number
    play.act(0, Roll(), seen)
    stale(play, 0, Roll(), seen)
    stale(play, 0, Roll(), play.table.number - 1)


def test_a_roll_sent_while_another_was_asked_is_not_taken_for_the_one_of_a_tie() -> None:
    play = Play(people=2).start()
    play.act(0, Roll())
    seen = play.table.number
    game = play.table.game
    assert game is not None
    to_come = try_action(play.table, 1, Roll(), "person").entry
    assert isinstance(to_come, log.Played)
    game.state.opening_roll[0] = sum(die for _, die in to_come.chance)
    play.act(1, Roll())
    assert play.must == [0, 1]
    stale(play, 0, Roll(), seen)
    play.act(0, Roll())


def test_a_pass_holds_after_a_higher_bid_of_another() -> None:
    play = auction(Play(people=3).start())
    seen = play.table.number
    play.act(1, Bid(amount=40))
    play.act(2, Bid(amount=60))
    play.act(0, Pass(), seen)
    assert [type(event) for event in play.told] == [Passed]


def test_a_bid_does_not_hold_after_a_higher_one() -> None:
    play = auction(Play(people=3).start())
    seen = play.table.number
    play.act(1, Bid(amount=40))
    stale(play, 0, Bid(amount=80), seen)


@pytest.mark.parametrize("by_order", [False, True])
def test_a_pass_from_before_my_own_bid_is_stale(by_order: bool) -> None:
    play = auction(Play(people=3).start())
    seen = play.table.number
    if by_order:
        proxy(play, 0, 40)
        assert played(play.wait(4)) == [(0, "Bid", "order")]
    else:
        play.act(0, Bid(amount=40))
    play.act(1, Bid(amount=100))
    stale(play, 0, Pass(), seen)
    stale(play, 0, Pass(), play.table.number - 1)  # it was sent while the highest bid was mine
    play.act(0, Pass())


def test_a_pass_is_not_taken_for_one_of_the_next_auction() -> None:
    play = auction(Play(people=3).start())
    seen = play.table.number
    play.act(1, Bid(amount=40))
    play.act(0, Pass(), seen)
    play.act(2, Pass(), seen)  # sold
    auction(play)
    play.act(1, Bid(amount=40))
    stale(play, 2, Pass(), seen)


def test_a_pass_is_stale_after_a_bid_was_taken_back() -> None:
    play = auction(Play(people=1, bots=2).start())
    seen = play.table.number
    play.act(0, Bid(amount=20))
    play.do("p0", ask.AskTakeBack(0))
    stale(play, 0, Pass(), seen)


@pytest.mark.proves("DP-16", "AMB-25")
def test_a_claim_holds_while_the_rent_it_was_sent_for_is_due() -> None:
    play = against(2, 0, landed(owner=0, seats=2))
    seen = play.table.number
    play.act(1, EndTurn())
    play.act(0, ClaimRent(), seen)
    assert isinstance(play.told[0], RentClaimed)


def test_a_claim_does_not_get_a_rent_that_came_due_later() -> None:
    play = against(3, 0, landed(owner=0, seats=3))
    seen = play.table.number - 1
    play.act(1, EndTurn())
    stale(play, 0, ClaimRent(), seen)
    play.act(0, ClaimRent())
    assert isinstance(play.told[0], RentClaimed)


def test_a_claim_of_a_rent_that_has_lapsed_is_stale() -> None:
    play = against(3, 0, landed(owner=0, seats=3))
    seen = play.table.number
    play.act(1, EndTurn())
    play.act(2, Roll())
    stale(play, 0, ClaimRent(), seen)


@pytest.mark.parametrize("by_order", [False, True], ids=["of another window", "of an order"])
def test_a_claim_that_crosses_one_of_its_own_seat_is_stale_and_told_to_nobody(by_order: bool) -> None:
    play = Play(people=2).start()
    if by_order:
        ordering(play, 1, claim_rents=True)
    rent_is_due(play)
    seen = play.table.number
    if by_order:
        assert played(play.wait(0)) == [(1, "ClaimRent", "order")]
    else:
        play.act(1, ClaimRent())
    assert isinstance(play.told[0], RentClaimed)
    for _ in range(5):
        stale(play, 1, ClaimRent(), seen)
    play.table = thaw("play2345", play.table.secret, freeze(play.table))
    stale(play, 1, ClaimRent(), seen)
    play.act(1, ClaimRent())
    assert isinstance(play.told[0], NothingDue), "who has seen that it was claimed claims without reason"


def test_of_two_rents_due_a_claim_that_crosses_another_gets_the_second() -> None:
    play = against(2, 0, landed(owner=0, seats=2))
    game = play.table.own_game()
    claim = game.state.claim
    claim[1].owner, claim[1].debtor, claim[1].deed, claim[1].amount = 0, 1, claim[0].deed, 2
    game.state.claims = 2
    date_rents(play.table, game)
    seen = play.table.number
    for _ in range(2):
        play.act(0, ClaimRent(), seen)
        assert isinstance(play.told[0], RentClaimed)
    stale(play, 0, ClaimRent(), seen)


def test_what_still_holds_is_the_same_for_every_node() -> None:
    play = against(2, 0, landed(owner=0, seats=2))
    seen = play.table.number
    play.act(1, EndTurn())
    play.table = thaw("play2345", play.table.secret, freeze(play.table))
    play.act(0, ClaimRent(), seen)
    assert isinstance(play.told[0], RentClaimed)
