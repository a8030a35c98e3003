"""What chance could have given in a move: every throw, card and seat drawn by lot, with its weight and its value."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from magnate.move import Chance
from magnate.review.position_value import PositionValue
from magnate.review.units import Chances
from magnate.rules.chance import CHANCE_CARD, CHANCE_DIE, CHANCE_SEAT
from magnate.rules.codes import DRAW_RANDOM, FRAME_CARD, FRAME_OPENING, FRAME_ROLL_OFF, MAX_CARDS
from magnate.rules.masks import has, without
from magnate.rules.play import apply
from magnate.rules.slots import card_deck, set_card_number
from magnate.rules.stack import playing_mask, top_kind


def throw_classes() -> list[tuple[int, tuple[int, int]]]:
    """Throws of two dice that differ in their sum or in being a double, and in how many ways each falls."""
    found: dict[tuple[int, bool], list[tuple[int, int]]] = {}
    for one in range(1, 7):
        for other in range(1, 7):
            found.setdefault((one + other, one == other), []).append((one, other))
    return [(len(throws), throws[0]) for throws in found.values()]


THROW_CLASSES = throw_classes()


class ChanceOutcome(NamedTuple):
    """A result of chance: its share of `of` equally likely ones, and its value."""

    ways: int
    of: int
    value: Chances


class Expected(NamedTuple):
    """The mean over all that chance could have given, and its standard deviation for each seat."""

    mean: Chances
    spread: tuple[float, ...]


class UnseenCards:
    """The unseen cards of each deck: one of them is on top. After them the old order comes again."""

    def __init__(self, table: Any) -> None:
        self.table = table
        self.decks = [set(range(table.deck_size[deck])) for deck in range(table.decks)]

    def see(self, deck: int, card: int) -> None:
        """A card was drawn."""
        self.decks[deck].discard(card)

    def next_cards(self, c: Any, deck: int) -> list[int]:
        """The cards that may come next, each as likely."""
        cards: list[int] = c.deck[deck * MAX_CARDS : deck * MAX_CARDS + c.deck_left[deck]]
        if self.table.cards_draw == DRAW_RANDOM:
            return cards
        unseen = [card for card in cards if card in self.decks[deck]]
        return unseen or cards[:1]


class ChanceTree:
    """Enumerates what chance could give."""

    def __init__(self, position_value: PositionValue, unseen: UnseenCards) -> None:
        self.value = position_value.value
        self.table = position_value.table
        self.unseen = unseen

    def expected(self, g: Any, c: Any, seat: int, a: Any, told: Chance) -> Expected | None:
        """The mean over the chance of a move, before it is made; None for the opening rolls, judged as a whole."""
        if top_kind(g) == FRAME_OPENING:
            return None
        outcomes = list(self.outcomes(g, c, seat, a, told))
        seats = range(g.seats)
        means = tuple(sum(one.ways * one.value[who] // one.of for one in outcomes) for who in seats)
        spreads = []
        for who in seats:
            square = sum(one.ways / one.of * float(one.value[who] - means[who]) ** 2 for one in outcomes)
            spreads.append(math.sqrt(square))
        return Expected(means, tuple(spreads))

    def outcomes(self, g: Any, c: Any, seat: int, a: Any, told: Chance) -> list[ChanceOutcome]:
        """Every outcome of a move that begins with results of these kinds."""
        if told[0][0] != CHANCE_DIE:
            return self.follow(g, c, seat, a, (), 1, 1)
        if top_kind(g) == FRAME_ROLL_OFF:
            throws: list[tuple[int, Chance]] = [(1, ((CHANCE_DIE, die),)) for die in range(1, 7)]
        else:
            throws = [(ways, tuple((CHANCE_DIE, die) for die in dice)) for ways, dice in THROW_CLASSES]
        total = sum(ways for ways, _ in throws)
        return [one for ways, dice in throws for one in self.follow(g, c, seat, a, dice, ways, total)]

    def follow(self, g: Any, c: Any, seat: int, a: Any, script: Chance, ways: int, of: int) -> list[ChanceOutcome]:
        """The outcomes once these results have come."""
        twin, d = g.copy(), c.copy()
        d.generator, d.missing, d.log = 0, 0, []
        d.script_kind, d.script, d.scripted = [k for k, _ in script], [v for _, v in script], len(script)
        cards = {deck: self.unseen.next_cards(c, deck) for deck in range(self.table.decks)}
        apply(twin, self.table, d, seat, a)
        if not d.missing:
            return [ChanceOutcome(ways, of, self.value(twin))]
        kind = d.log[len(script)][0]
        if kind == CHANCE_CARD and top_kind(twin) == FRAME_CARD:
            return self.draw(twin, cards[card_deck(twin)], ways, of)
        if kind == CHANCE_SEAT:
            others = [other for other in range(g.seats) if has(without(playing_mask(twin), g.turn), other)]
            scripts = [(*script, (CHANCE_SEAT, other)) for other in others]
            return [one for more in scripts for one in self.follow(g, c, seat, a, more, ways, of * len(others))]
        return [ChanceOutcome(ways, of, self.value(twin))]

    def draw(self, g: Any, cards: list[int], ways: int, of: int) -> list[ChanceOutcome]:
        """A card is turned over: each that may come."""
        found = []
        for card in cards:
            twin = g.copy()
            set_card_number(twin, card)
            found.append(ChanceOutcome(ways, of * len(cards), self.value(twin)))
        return found
