"""What play waits for: the question asked, the auction under way, the open deals."""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

from magnate.events import AuctionFailed, AuctionOpened, AuctionWon, Event
from magnate.game import Game
from magnate.rules.codes import FRAME_AUCTION
from magnate.rules.stack import top_kind
from magnate.view import question_of


def is_new_auction(told: Sequence[Event]) -> bool:
    """Whether an auction began or ended: what was ordered for one is not for the next."""
    return any(isinstance(event, AuctionOpened | AuctionWon | AuctionFailed) for event in told)


def is_auction(game: Game) -> bool:
    """Whether play waits for bids."""
    return not game.is_over and top_kind(game.state) == FRAME_AUCTION


def what_is_asked(game: Game) -> list[object]:
    """What play waits for, to distinguish one question from the next. Others' answers to it do not change it."""
    g = game.state
    question = question_of(g, game.table)
    if g.over or question is None:
        return ["over"]
    what = [question.type, question.seat, question.other, question.deed, question.card, question.building]
    return [*what, g.depth, g.turns, question.amount, question.bid, question.bidder, g.rolls]


def is_same_business(before: list[object], now: list[object], told: Sequence[Event]) -> bool:
    """Whether the same is asked as before, bids in one auction and rolls in the opening apart."""
    end = -4 if now[0] == "auction" else -1
    return before[:end] == now[:end] and not is_new_auction(told)


def mark_of_holdings(game: Game) -> int:
    """A number that changes when a deed or a card changes hands."""
    return crc32(bytes(owner + 1 for owner in (*game.state.owner, *game.state.held)))


def open_offers(game: Game) -> list[int]:
    """The open deals, by their revisions."""
    g = game.state
    return [g.deal[slot].revision for slot in range(g.seats) if g.deals >> slot & 1]
