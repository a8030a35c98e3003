"""What the things of a game are called, in the language of the players."""

from __future__ import annotations

from collections.abc import Sequence

from magnate.editions import Edition
from magnate.editions.schema import Keep
from magnate.words import Words


class TableNames:
    """The names of one table: those of the edition's look, and the players'."""

    def __init__(self, edition: Edition, seats: Sequence[str], words: Words) -> None:
        self.edition = edition
        self.words = words
        self._seats = list(seats)
        self._house = edition.stock.house
        self._kept = [
            (deck, number)
            for deck, found in enumerate(edition.decks.values())
            for number, card in enumerate(found.cards)
            if isinstance(card, Keep)
        ]

    def seat(self, seat: int) -> str:
        """A player's name."""
        return self._seats[seat]

    def deed(self, deed: int) -> str:
        """A property's name."""
        return self.space(self.edition.deeds[deed])

    def space(self, space: int) -> str:
        """A space's name."""
        return self.edition.space_name(space, self.words.lang)

    def card(self, deck: int, card: int) -> str:
        """The text of a card of a deck."""
        return self.edition.card_text(deck, card, self.words.lang)

    def kept(self, card: int) -> str:
        """The text of a card that can be kept."""
        return self.card(*self._kept[card])

    def group(self, group: int) -> str:
        """A group's name."""
        found = self.edition.groups[group]
        return found.name_en if self.edition.is_english(self.words.lang) else found.name

    def money(self, amount: int) -> str:
        """A sum as the edition writes it."""
        return self.edition.money(amount)

    def buildings(self, level: int) -> str:
        """What stands on a lot of this level."""
        return self.words.buildings(level, self.edition.rules.building.houses_per_lot, self._house)

    def building(self, kind: str, count: int) -> str:
        """So many houses or hotels."""
        return self.words.count(self._house if kind == "house" else kind, count)
