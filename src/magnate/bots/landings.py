"""How often rolls end on each deed: the board's chain in whole numbers, the same on every machine.

A player who pays to leave jail at once, with cards drawn from full decks. `magnate.lab.chain` is exact and slower.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from magnate.rules import codes
from magnate.rules.codes import MAX_CARDS

WHOLE = 10**12  # all of a probability
STEPS = 60  # rolls until it has settled
DEPTH = 3  # cards that lead to cards

Row = dict[int, int]  # parts of WHOLE by space


def stops(e: Any, rolls: int) -> list[int]:
    """How many of a number of rolls end on each deed."""
    deeds = [e.space_deed[space] for space in range(e.spaces)]
    kinds = [e.group_kind[e.deed_group[deed]] if deed >= 0 else codes.NOTHING for deed in deeds]
    cards = [
        [(e.card_effect[deck * MAX_CARDS + card], e.card_a[deck * MAX_CARDS + card]) for card in range(size)]
        for deck, size in enumerate(e.deck_size)
    ]
    ended = settled(
        tuple(e.space_kind[: e.spaces]),
        tuple(e.space_deck[: e.spaces]),
        tuple(kinds),
        tuple(tuple(deck) for deck in cards),
        e.jail_space,
        e.turn_doubles_to_jail,
    )
    found = [0] * len(e.price)
    for space, deed in enumerate(deeds):
        if deed >= 0:
            found[deed] = ended[space] * rolls // WHOLE
    return found


@lru_cache(maxsize=64)
def settled(
    kinds: tuple[int, ...],
    decks: tuple[int, ...],
    groups: tuple[int, ...],
    cards: tuple[tuple[tuple[int, int], ...], ...],
    jail: int,
    doubles: int,
) -> list[int]:
    """The parts of all rolls that end on each space in the long run."""
    size = len(kinds)

    def nearest(space: int, group: int) -> int:
        ahead = [(space + step) % size for step in range(1, size)]
        return next((one for one in ahead if groups[one] == group), space)

    def rests(space: int, depth: int) -> Row:
        """Where a move that comes to a space ends."""
        if kinds[space] == codes.SPACE_GO_TO_JAIL:
            return {jail: WHOLE}
        deck = cards[decks[space]] if kinds[space] == codes.SPACE_CARD and depth else ()
        row: Row = {}
        for effect, number in deck:
            ends = {space: WHOLE}
            if effect == codes.CARD_GO_TO_JAIL:
                ends = {jail: WHOLE}
            elif effect in (codes.CARD_MOVE_TO, codes.CARD_MOVE_TO_UNPAID, codes.CARD_MOVE_BACK_TO):
                ends = rests(number, depth - 1)
            elif effect == codes.CARD_MOVE_BACK:
                ends = rests((space - number) % size, depth - 1)
            elif effect == codes.CARD_NEAREST_TRANSPORT:
                ends = rests(nearest(space, codes.GROUP_TRANSPORT), depth - 1)
            elif effect == codes.CARD_NEAREST_UTILITY:
                ends = rests(nearest(space, codes.GROUP_UTILITY), depth - 1)
            for end, part in ends.items():
                row[end] = row.get(end, 0) + part // len(deck)
        return row or {space: WHOLE}

    rows = [rests(space, DEPTH) for space in range(size)]
    now = [WHOLE // size] * size
    for _ in range(STEPS):
        after = [0] * size
        for space, part in enumerate(now):
            third = part // 6**doubles  # this many doubles in a row lead to jail
            after[jail] += third
            for pips in range(2, 13):
                weight = (part - third) * (6 - abs(7 - pips)) // 36
                for end, chance in rows[(space + pips) % size].items():
                    after[end] += weight * chance // WHOLE
        whole = sum(after)
        now = [part * WHOLE // whole for part in after]
    return now
