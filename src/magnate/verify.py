"""Fair dice, proved: a record is played again from its secret, and every die, card, seat and deed dealt is compared.

found = verify(text)
found.verdict        # "proved", "disproved", or "unproved": no secret is revealed, or a rule was fixed since
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from msgspec import Struct

from magnate.dice import FairDice
from magnate.errors import CorruptRecord
from magnate.game import Game
from magnate.move import Chance
from magnate.record import LETTERS, WORDS, Reader, open_game, play_moves, read_head
from magnate.rules.chance import CHANCE_CARD, CHANCE_DEED, CHANCE_DIE, CHANCE_SEAT

Verdict = Literal["proved", "disproved", "unproved"]


class Verification(Struct):
    """What was checked, and the first thing that is wrong. Counts are of results that were found right."""

    verdict: Verdict = "disproved"
    commitment: bool | None = None  # whether the secret is the one promised; None while it is not revealed
    moves: int = 0
    dice: int = 0
    cards: int = 0
    seats: int = 0  # chosen by chance
    deeds: int = 0  # dealt by chance
    over: bool = False
    line: int | None = None  # the first wrong line, from 1
    problem: str = ""
    recorded: str = ""
    thrown: str = ""
    notes: list[str] = []  # moves that are right, and may have had another effect before a rule was fixed

    @property
    def is_altered(self) -> bool:
        """Whether one result stands in the record where the dice gave another of the same kind."""
        return bool(self.thrown) and self.recorded.split(" ")[0] == self.thrown.split(" ")[0]

    def count(self, chance: Chance) -> None:
        """A move's results were right."""
        self.moves += 1
        kinds = [kind for kind, _ in chance]
        self.dice += kinds.count(CHANCE_DIE)
        self.cards += kinds.count(CHANCE_CARD)
        self.seats += kinds.count(CHANCE_SEAT)
        self.deeds += kinds.count(CHANCE_DEED)


def verify(text: str, edition: str | Path | None = None) -> Verification:
    """Prove or disprove a record; `edition` is the file of an edition that does not come with the game."""
    found = Verification()
    try:
        play_again(text, found, edition)
    except CorruptRecord as error:
        found.line = error.line
        found.problem = str(error).partition(": ")[2]
        if error.older and found.commitment is not False and not found.is_altered:
            found.verdict = "unproved"  # as far as today's rules go, everything is right
        return found
    found.verdict = "unproved" if found.commitment is None else "proved"
    return found


def play_again(text: str, found: Verification, file: str | Path | None) -> None:
    """Play the record again, with its own dice where the secret is known; CorruptRecord at the first wrong line."""
    told = read_head(Reader(text))
    if told.secret:
        found.commitment = is_promised(told.secret, told.commitment)
    reader = Reader(text)
    game = open_game(Game, reader, None, file)
    try:
        for chance in play_moves(reader, game):
            found.count(chance)
    except CorruptRecord:
        compare(found, reader.told, tuple(game.chance.log))
        raise
    finally:
        found.notes = reader.notes
    found.over = game.is_over


def is_promised(secret: str, commitment: str) -> bool:
    """Whether a revealed secret is the one promised."""
    try:
        return FairDice.from_secret(secret).commitment == commitment
    except ValueError:
        return False


def compare(found: Verification, recorded: Chance, thrown: Chance) -> None:
    """Note what was recorded and what the dice gave, where they part."""
    place = 0
    while place < min(len(recorded), len(thrown)) and recorded[place] == thrown[place]:
        place += 1
    if recorded != thrown and thrown:
        found.recorded = told_result(recorded, place)
        found.thrown = told_result(thrown, place)


def told_result(results: Chance, place: int) -> str:
    """One result: "die 3 (d3)"."""
    if place >= len(results):
        return ""
    kind, value = results[place]
    return f"{WORDS[kind]} {value} ({LETTERS[kind]}{value})"
