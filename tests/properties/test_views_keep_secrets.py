"""What a seat sees depends neither on what is to come nor on another's private purse."""

import random

import msgspec
import pytest

from magnate.actions import Terms
from magnate.game import Game
from magnate.rules.codes import FRAME_DEBT, MAX_CARDS
from magnate.rules.worth import raisable
from properties.walk import ALL_TABLES, Walk


def seen(game: Game, seat: int | None) -> bytes:
    return msgspec.json.encode(game.view(seat))


def with_another_future(game: Game, rng: random.Random) -> Game:
    """The same position with other dice and cards to come."""
    twin = game.copy()
    c = twin.chance
    c.key = [rng.getrandbits(32) for _ in c.key]
    c.used = 16
    c.block = rng.getrandbits(16)
    for deck in range(twin.table.decks):
        base, left = deck * MAX_CARDS, c.deck_left[deck]
        cards = c.deck[base : base + left]
        rng.shuffle(cards)
        c.deck[base : base + left] = cards
    return twin


@pytest.mark.parametrize(("name", "variant", "seats"), ALL_TABLES)
def test_no_view_depends_on_the_coming_dice_and_cards(name: str, variant: str | None, seats: int) -> None:
    play = Walk(name, variant, seats, seed=4 * seats)
    for number, _ in enumerate(play.walk(120)):
        if number % 8 == 0:
            twin = with_another_future(play.game, play.rng)
            for seat in (*range(seats), None):
                assert seen(twin, seat) == seen(play.game, seat)


def left_able_to_pay(game: Game, seat: int, terms: Terms) -> int:
    """What a debtor has shown it holds, by agreeing to terms that cost it something: the debt, the deeds it could
    mortgage and the buildings it could sell are for all to see, and it may not agree to its own ruin."""
    g, e = game.state, game.table
    top = g.depth - 1
    if g.frame[top] != FRAME_DEBT or g.frame_seat[top] != seat:
        return 0
    change = terms.cash.get(seat, 0)
    for deed, to in terms.deeds.items():
        if g.mortgaged[deed]:
            change -= e.mortgage[deed] * e.mortgage_transfer_percent // 100 // e.note * e.note if to == seat else 0
        elif seat in (to, g.owner[deed]):
            change += e.mortgage[deed] if to == seat else -e.mortgage[deed]
    return g.frame_amount[top] - raisable(g, e, seat) - change if change < 0 else 0


def promised(game: Game, seat: int) -> int:
    """What a seat has shown it can pay, by agreeing to the deals on the table."""
    g, e = game.state, game.table
    most = 0
    for deal in game.view().deals:
        if seat in deal.accepted:
            interest = sum(
                e.mortgage[deed] * e.mortgage_transfer_percent // 100
                for deed, to in deal.terms.deeds.items()
                if to == seat and g.mortgaged[deed]
            )
            most = max(most, interest - deal.terms.cash.get(seat, 0), left_able_to_pay(game, seat, deal.terms))
    return most


@pytest.mark.parametrize(("name", "variant", "seats"), [table for table in ALL_TABLES if table[0] != "monopoli-server"])
def test_no_view_depends_on_anothers_private_purse(name: str, variant: str | None, seats: int) -> None:
    play = Walk(name, variant, seats, seed=5 * seats + 2, private=True)
    game = play.game
    for number, _ in enumerate(play.walk(150)):
        if (number % 5 and not game.state.deals) or game.is_over:
            continue
        for seat in range(seats):
            if any(game.state.cash[other] < promised(game, other) for other in range(seats)):
                continue  # it has spent since what it agreed to pay: that the deal is off is for everybody to see
            twin = game.copy()
            for other in range(seats):
                if other != seat and not twin.state.out[other]:
                    more = play.rng.choice((0, 1, 10, 100, 3_000)) * twin.table.note
                    twin.state.cash[other] = promised(game, other) + more
            assert seen(twin, seat) == seen(game, seat)
            assert seen(twin, None) == seen(game, None)
