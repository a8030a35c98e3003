"""Every way a roll can go: the rules themselves, asked with each pair of dice and each card.

The walker rolls, follows its cards and never buys; what it draws is any card of the deck that no player holds, each as
likely. Nothing of the rules is repeated here: a roll is played by them, once for every result of chance.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from magnate import objects
from magnate.lab.walker import WALK, walker_decides
from magnate.rules.chance import CHANCE_CARD, CHANCE_DIE
from magnate.rules.codes import (
    COLLECT_AUTOMATIC,
    END_TURN,
    FRAME_TURN,
    MAX_CARDS,
    NOBODY,
    ORDER_LEFT,
    PAY_FINE,
    REFUSED_STAYS,
    WHY_RENT,
)
from magnate.rules.play import apply
from magnate.rules.stack import next_in_order, playing_mask, top_kind
from magnate.rules.tell import PAID_PLAYER
from magnate.rules.timeout import apply_or_default

PLENTY = 50_000_000  # cash, so that no player is short

Walk = objects.plain("Walk", WALK)
Script = tuple[tuple[int, int], ...]


class TokenPlace(NamedTuple):
    """Where a player stands before a roll: the space, doubles rolled this turn, and 0 or 1 + turns spent in jail."""

    space: int
    doubles: int = 0
    jail: int = 0


class RentDue(NamedTuple):
    """What a roll costs: to whom, how much, for which deed."""

    owner: int
    amount: int
    deed: int


class RollOutcome(NamedTuple):
    """One way a roll can end: how likely, where, whether the player rolls again, and the rents paid."""

    chance: float
    place: TokenPlace
    again: bool
    rolled: bool  # False: the turn passed in jail without a roll
    rents: tuple[RentDue, ...]


class Board:
    """A table to roll on, from any place: an empty one, or that of a position with its owners and buildings."""

    def __init__(self, table: dict[str, Any], position: Any = None, seat: int = 0, stays: bool = False) -> None:
        self.e = objects.table(table)
        # Only the walk is of interest: no player is asked about anything else.
        self.e.purchase_refused, self.e.turn_order, self.e.rent_collect = REFUSED_STAYS, ORDER_LEFT, COLLECT_AUTOMATIC
        if position is None:
            self.e.cards_kept = 0
        self.seat = seat
        self.walk = Walk()
        self.walk.stays = int(stays)
        self.base = at_rest(objects.State() if position is None else position, self.e, position is None)
        self.a = objects.fresh_move()
        self.known: dict[TokenPlace, list[RollOutcome]] = {}

    def roll(self, place: TokenPlace) -> list[RollOutcome]:
        """Every way a roll from there can end."""
        if place not in self.known:
            found: dict[tuple[Any, ...], float] = {}
            for one in range(1, 7):
                for other in range(one, 7):
                    script = ((CHANCE_DIE, one), (CHANCE_DIE, other))
                    self.follow(place, script, (1 if one == other else 2) / 36, found)
            self.known[place] = [RollOutcome(chance, *rest) for rest, chance in found.items()]
        return self.known[place]

    def follow(self, place: TokenPlace, script: Script, chance: float, found: dict[tuple[Any, ...], float]) -> bool:
        """Play a roll with these results of chance; where more are called for, with every one there could be.

        False if a card asked for is not in its deck.
        """
        g, c, rolled = self.play(place, script)
        log = c.log
        if len(log) >= len(script) and any(value not in log for value in script if value[0] == CHANCE_CARD):
            return False
        if len(log) <= len(script):
            again = g.turn == self.seat and g.again == 1
            ended = TokenPlace(g.at[self.seat], g.doubles if again else 0, g.jail[self.seat])
            rents = tuple(
                RentDue(other, amount, y)
                for event, who, other, amount, x, y, _ in g.events
                if event == PAID_PLAYER and who == self.seat and x == WHY_RENT
            )
            key = (ended, again, rolled, rents)
            found[key] = found.get(key, 0.0) + chance
            return True
        kind = log[len(script)][0]
        if kind == CHANCE_DIE:
            for value in range(1, 7):
                self.follow(place, (*script, (kind, value)), chance / 6, found)
            return True
        cards = [n for n in range(MAX_CARDS) if self.follow(place, (*script, (kind, n)), 0.0, {})]
        for number in cards:
            self.follow(place, (*script, (kind, number)), chance / len(cards), found)
        return True

    def play(self, place: TokenPlace, script: Script) -> tuple[Any, Any, bool]:
        """The state after a roll, the chance it used, and whether there was a roll at all."""
        g, c = self.before(place), self.scripted(script)
        rolls, done = g.rolls, False
        while not g.over and not (top_kind(g) == FRAME_TURN and (done or g.turn != self.seat)):
            seat = (g.must & -g.must).bit_length() - 1
            kind = top_kind(g)
            walker_decides(g, self.e, seat, kind, self.a, self.walk)
            apply_or_default(g, self.e, c, seat, self.a)
            if kind == FRAME_TURN and self.a.kind != PAY_FINE:
                done = True
        return g, c, g.rolls > rolls

    def before(self, place: TokenPlace) -> Any:
        """The player to roll, at this place. For a first roll, another seat passes the dice on."""
        g = self.base.copy()
        seat = self.seat
        g.at[seat], g.jail[seat] = place.space, place.jail
        if place.doubles:
            g.turn, g.rolled, g.doubles, g.again = seat, place.doubles, place.doubles, 1
            g.must = 1 << seat
        else:
            others = [other for other in range(g.seats) if g.out[other] == 0 and other != seat]
            g.turn = next(one for one in others if next_in_order(g, one, playing_mask(g) & ~(1 << one)) == seat)
            g.rolled, g.must = 1, 1 << g.turn
            self.a.kind = END_TURN
            apply(g, self.e, self.scripted(()), g.turn, self.a)
        g.events.clear()
        return g

    def scripted(self, script: Script) -> Any:
        """Chance that gives these results, and lets a roll go on where it calls for more."""
        c = objects.chance([0] * 8)
        c.generator = 0
        c.script_kind, c.script = [kind for kind, _ in script], [value for _, value in script]
        c.scripted = len(script)
        held = {
            (self.e.kept_deck[card], self.e.kept_card[card])
            for card in range(self.e.kept)
            if self.base.held[card] != NOBODY
        }
        for deck in range(self.e.decks):
            cards = [n for n in range(self.e.deck_size[deck]) if (deck, n) not in held]
            c.deck[deck * MAX_CARDS : deck * MAX_CARDS + len(cards)] = cards
            c.deck_left[deck] = len(cards)
        return c


def at_rest(position: Any, e: Any, is_empty: bool) -> Any:
    """A position with all business done and plenty of money; an empty one has no owners."""
    g = position.copy()
    if is_empty:
        g.seats = e.seats
        g.order = list(range(len(g.order)))
        g.owner, g.held = [NOBODY] * len(g.owner), [NOBODY] * len(g.held)
        g.houses, g.hotels = e.houses, e.hotels
    g.cash = [PLENTY] * len(g.cash)
    g.depth, g.frame[0] = 1, FRAME_TURN
    g.rolled = g.doubles = g.again = g.turn_is_over = g.deals = g.claims = g.time_is_up = g.ending = 0
    g.over = g.winners = 0
    g.events.clear()
    return g


def place_of(g: Any, seat: int) -> TokenPlace:
    """Where a seat stands before its next roll: in the middle of its turn if it still has a roll in it."""
    doubles = g.doubles if g.turn == seat and g.again == 1 else 0
    return TokenPlace(g.at[seat], doubles, g.jail[seat])
