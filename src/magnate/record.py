"""Records: a whole game as text, one line a move, readable, diffable, replayable in every later version.

    magnate record 1
    edition clasico 1
    table 0b9c11d52a3e 0.1.1
    seats 2
    name 0 "Ana"
    commitment 5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9
    secret …
    moves
    0 - SetUp #9a0c
    1 0 Roll | d3 d4 #77e1
    2 1 Bid {"amount":120} #01bb
    end 2 #1c44

After `|` stand the results of chance the move called for: d a die, c a card, s a seat, p a deed dealt. After `#` stand
four digits of the running hash of all lines so far, so that a changed line is found where it was changed.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn, Protocol, TypeVar

import msgspec

from magnate import actions, objects
from magnate.actions import Action, ClaimRent, Concede, DeclareBankruptcy, MalformedAction
from magnate.dice import FairDice
from magnate.editions import Edition, EditionError, load, names
from magnate.editions.fingerprint import fingerprint, fits_0_1
from magnate.editions.table import NO_HANDICAP
from magnate.errors import CorruptRecord, MalformedPosition
from magnate.events import CreditorPaid, Event
from magnate.fixes import FIRST, RULES, SPARED, differs, explain, spares
from magnate.move import Chance, Move
from magnate.rules.chance import CHANCE_CARD, CHANCE_DEED, CHANCE_DIE, CHANCE_SEAT
from magnate.rules.codes import BANK
from magnate.rules.moments import is_closing
from magnate.rules.play import apply, check, new_game
from magnate.rules.refusals import OK

HEADING = "magnate record 1"
VERSION = re.compile(r"\d+\.\d+\.\d+")
LETTERS = {CHANCE_DIE: "d", CHANCE_CARD: "c", CHANCE_SEAT: "s", CHANCE_DEED: "p"}
KINDS = {letter: kind for kind, letter in LETTERS.items()}
WORDS = {CHANCE_DIE: "die", CHANCE_CARD: "card", CHANCE_SEAT: "seat", CHANCE_DEED: "deed"}


class RecordedGame(Protocol):
    """A game, as far as a record knows it."""

    edition: Edition
    dice: FairDice
    names: list[str]
    moves: list[Move]
    rules_version: str
    begins_at: str
    handicap: tuple[int, ...]
    table: Any
    state: Any
    chance: Any
    _group_size: list[int]

    def refusal(self, seat: int, action: Action) -> str | None:
        """Why an action is not legal, or None."""

    def _begin(self, edition: Edition, seats: int, names: Sequence[str] | None, dice: FairDice) -> None: ...

    def _give_handicap(self, handicap: Sequence[int]) -> None: ...

    def _begin_at(self, found: Any) -> None: ...

    def _finish_move(self, seat: int, action: Action | None) -> Any: ...


AnyGame = TypeVar("AnyGame", bound=RecordedGame)


class Seal:
    """The running hash of a record's lines."""

    def __init__(self) -> None:
        self.hash = hashlib.sha256()

    def add(self, line: str) -> str:
        """Take in a line; four digits that depend on it and on every line before."""
        self.hash.update(line.encode() + b"\n")
        return self.hash.hexdigest()[:4]


def write(game: RecordedGame, reveal: bool) -> str:
    """A game as text."""
    seal = Seal()
    dice = game.dice if reveal else replace(game.dice, secret="")
    lines = list(head_of(game, dice))
    for line in lines:
        seal.add(line)
    for number, move in enumerate(game.moves):
        line = move_line(number, move)
        lines.append(f"{line} #{seal.add(line)}")
    last = f"end {len(game.moves) - 1}"
    lines.append(f"{last} #{seal.add(last)}")
    return "\n".join(lines) + "\n"


def head_of(game: RecordedGame, dice: FairDice) -> Iterator[str]:
    """Everything before the moves of a game."""
    table = f"{fingerprint(game.edition, len(game.names))} {game.rules_version}"
    return head(game.edition, game.names, dice, table, game.begins_at, game.handicap)


def head(
    edition: Edition, names: Sequence[str], dice: FairDice, table: str, begins_at: str, handicap: Sequence[int]
) -> Iterator[str]:
    """Everything before the moves; `table` is the fingerprint and the version of the rules."""
    yield HEADING
    yield f"edition {edition.id} {edition.version}"
    yield f"table {table}"
    if edition.variant:
        yield f"variant {edition.variant}"
    if edition.skin and edition.skin != edition.file.skin:
        yield f"skin {edition.skin}"
    for path, _, value in edition.differences():
        yield f"option {path} {json.dumps(msgspec.to_builtins(value))}"
    yield f"seats {len(names)}"
    for seat, name in enumerate(names):
        yield f"name {seat} {json.dumps(name, ensure_ascii=False)}"
    for seat, percent in enumerate(handicap):
        if percent != NO_HANDICAP:
            yield f"handicap {seat} {percent}"
    if begins_at:
        yield f"position {begins_at}"
    yield f"commitment {dice.commitment}"
    for seat, word in enumerate(dice.entropy):
        yield f"entropy {seat} {json.dumps(word, ensure_ascii=False)}"
    if dice.is_revealed:
        yield f"secret {dice.secret}"
    yield "moves"


def move_line(number: int, move: Move) -> str:
    """One move, without its seal."""
    words = [str(number), "-" if move.seat == BANK else str(move.seat)]
    if move.action is None:
        words.append("SetUp")
    else:
        words.append(type(move.action).__name__)
        body = msgspec.to_builtins(move.action, str_keys=True)
        body.pop("type")
        if body:
            words.append(json.dumps(body, separators=(",", ":")))
    if move.chance:
        words.append("|")
        words += [f"{LETTERS[kind]}{value}" for kind, value in move.chance]
    return " ".join(words)


class Reader:
    """A record being read, line by line, with its seal."""

    def __init__(self, text: str) -> None:
        self.lines = text.removesuffix("\n").split("\n")
        self.at = 0
        self.seal = Seal()
        self.told: Chance = ()
        self.rules = RULES  # those the record was written with
        self.is_closing = False
        self.file: str | Path | None = None  # of an edition that does not come with the game
        self.notes: list[str] = []  # where the game may have gone on in another way than by today's rules

    def fail(self, problem: str) -> NoReturn:
        """Refuse the record at this line."""
        raise CorruptRecord(self.at, problem)

    def fail_move(self, number: int, problem: str, action: Action | None, refusal: str = "") -> NoReturn:
        """Refuse a move, and say which rules were fixed since it was written."""
        why = explain(self.rules, type(action).__name__, refusal)
        raise CorruptRecord(self.at, f"move {number}: {problem}{f'; {why}' if why else ''}", older=bool(why))

    def note(self, number: int, what: str, clause: str) -> None:
        """Note a move that the rules allow, then and now, with another effect now."""
        self.notes.append(f"move {number}: {what}; {differs(self.rules, clause)}")

    def next(self) -> str:
        """The next line."""
        if self.at >= len(self.lines):
            self.at += 1
            self.fail("the record ends here; expected more lines, the last one `end`")
        self.at += 1
        return self.lines[self.at - 1]

    def sealed(self) -> str:
        """The next line without its seal, which must fit."""
        line, mark, digits = self.next().rpartition(" #")
        if not mark:
            self.fail("expected the line's seal, ` #` and four digits, at its end")
        if self.seal.add(line) != digits:
            self.fail("the seal does not fit: this line, or the order of lines before it, was changed")
        return line


class RecordHead(msgspec.Struct):
    """What stands before the moves."""

    edition: str = ""
    version: int = 0
    table: str = ""
    variant: str | None = None
    skin: str | None = None
    options: dict[str, Any] = {}
    seats: int = 0
    names: dict[int, str] = {}
    handicap: dict[int, int] = {}  # of the seats that begin with more or less than their cash
    position: str = ""  # where the game began in one
    commitment: str = ""
    entropy: dict[int, str] = {}
    secret: str = ""


def read_head(reader: Reader) -> RecordHead:
    """Read up to `moves`."""
    first = reader.next()
    if first != HEADING:
        reader.fail(f"expected `{HEADING}`, found {first[:40]!r}")
    reader.seal.add(first)
    found = RecordHead()
    while True:
        line = reader.next()
        reader.seal.add(line)
        if line == "moves":
            return found
        word, _, rest = line.partition(" ")
        try:
            read_head_line(found, word, rest)
        except (ValueError, KeyError, RecursionError) as error:
            known = (
                "edition, table, variant, skin, option, seats, name, handicap, position, commitment, entropy, secret"
            )
            reader.fail(f"{line[:60]!r} is not a line of a heading ({error}); expected one of {known}, moves")


def read_head_line(found: RecordHead, word: str, rest: str) -> None:
    """Read one line of the heading."""
    first, _, second = rest.partition(" ")
    if word == "edition":
        found.edition, found.version = first, int(second)
    elif word in ("variant", "skin", "table", "position", "commitment", "secret"):
        setattr(found, word, rest)
    elif word == "seats":
        found.seats = int(rest)
    elif word == "option":
        found.options[first] = json.loads(second)
    elif word == "handicap":
        found.handicap[int(first)] = int(second)
    elif word == "name":
        found.names[int(first)] = str(json.loads(second))
    elif word == "entropy":
        found.entropy[int(first)] = str(json.loads(second))
    else:
        raise KeyError(word)


def read_move(reader: Reader, line: str, number: int) -> tuple[int, Action | None, Chance]:
    """Read one move: the seat, the action, and the results of chance."""
    play, _, luck = line.partition(" | ")
    words = play.split(" ", 3)
    if len(words) < 3 or words[0] != str(number):
        reader.fail(f"expected move {number}: its number, a seat, an action")
    seat = BANK if words[1] == "-" else read_number(reader, words[1])
    chance = []
    for word in luck.split():
        if word[0] not in KINDS:
            reader.fail(f"{word!r} is no result of chance; expected d, c, s or p and a number")
        chance.append((KINDS[word[0]], read_number(reader, word[1:])))
    if words[2] == "SetUp":
        return seat, None, tuple(chance)
    try:
        body = json.loads(words[3]) if len(words) > 3 else {}
        return seat, actions.parse({**body, "type": words[2]}), tuple(chance)
    except (ValueError, TypeError, MalformedAction, RecursionError) as error:  # a number may be too long to read
        reader.fail(f"not an action: {error}")


def read_number(reader: Reader, word: str) -> int:
    """Read a number from 0."""
    if not word.isascii() or not word.isdigit() or len(word) > 10:
        reader.fail(f"{word[:20]!r} is not a number")
    return int(word)


def edition_of(reader: Reader, found: RecordHead, file: str | Path | None) -> Edition:
    """The edition a record was played with, from its own file if one is given."""
    if file is None and found.edition not in names():
        reader.fail(f"no edition {found.edition!r} comes with the game; name its file")
    try:
        edition = load(file or found.edition, variant=found.variant, skin=found.skin, options=found.options)
        edition.table(found.seats)
    except EditionError as error:
        reader.fail(f"its edition cannot be played: {error}")
    if edition.id != found.edition:
        reader.fail(f"played with the edition {found.edition}; the file given is {edition.id}")
    if edition.version != found.version:
        reader.fail(f"played with version {found.version} of {edition.id}; this is version {edition.version}")
    if not is_its_table(edition, found):
        what = "rules, board or cards differ, though the version does not"
        reader.fail(f"played with another table of {edition.id} {edition.version} than the one here: {what}")
    return edition


def is_its_table(edition: Edition, found: RecordHead) -> bool:
    """Whether a record was played with what this edition has: its fingerprint, in 0.1 another one, is the same."""
    digits, _, rules = found.table.partition(" ")
    if not rules:
        return fits_0_1(edition, found.seats, digits)
    return VERSION.fullmatch(rules) is not None and digits == fingerprint(edition, found.seats)


def dice_of(reader: Reader, found: RecordHead, generator: bool | None) -> FairDice:
    """The dice a record was played with."""
    entropy = tuple(found.entropy.get(seat, "") for seat in range(len(found.entropy)))
    if not found.secret:
        if generator:
            reader.fail("the secret is not revealed in this record, so its dice cannot be thrown again")
        return FairDice(found.commitment, "", entropy)
    try:
        dice = FairDice.from_secret(found.secret, entropy)
    except ValueError as error:
        reader.fail(str(error))
    if dice.commitment != found.commitment:
        reader.at = 1 + reader.lines.index(f"secret {found.secret}")
        reader.fail("the secret is not the one promised: its SHA-256 differs from the commitment")
    return dice


def expect_lines(reader: Reader, expected: Sequence[str]) -> None:
    """A heading has one form only: nothing twice, nothing out of order, nothing that is not used."""
    for place, line in enumerate(expected):
        if reader.lines[place] != line:
            reader.at = place + 1
            reader.fail(f"expected {line[:80]!r}")
    if reader.at != len(expected):
        reader.at = len(expected)
        reader.fail("expected `moves`")


def compare_chance(told: Chance, thrown: Chance) -> str:
    """What is wrong with the results in the record, which must be those of the dice."""
    for place, (one, other) in enumerate(zip(told, thrown, strict=False)):
        if one != other:
            kind, value = other
            return f"result {place + 1} is {LETTERS[one[0]]}{one[1]}; the dice gave {WORDS[kind]} {value}"
    if len(told) != len(thrown):
        return f"{len(told)} results of chance; the move called for {len(thrown)}"
    return ""


def replay(kind: type[AnyGame], text: str, generator: bool | None, file: str | Path | None = None) -> AnyGame:
    """Play a record again."""
    reader = Reader(text)
    game = open_game(kind, reader, generator, file)
    for _ in play_moves(reader, game):
        pass
    return game


def open_game(kind: type[AnyGame], reader: Reader, generator: bool | None, file: str | Path | None) -> AnyGame:
    """The game a heading describes, before its first move."""
    found = read_head(reader)
    reader.file = file
    edition = edition_of(reader, found, file)
    reader.rules = found.table.partition(" ")[2] or FIRST
    dice = dice_of(reader, found, generator)
    names = [found.names.get(seat, "") for seat in range(found.seats)]
    handicap = [found.handicap.get(seat, NO_HANDICAP) for seat in range(found.seats)]
    expect_lines(reader, list(head(edition, names, dice, found.table, found.position, handicap)))
    game = object.__new__(kind)
    game._begin(edition, found.seats, names, replace(dice, secret="") if generator is False else dice)
    try:
        game._give_handicap(handicap)
    except ValueError as error:
        reader.fail(str(error))
    if found.position and found.handicap:
        reader.fail("handicaps with a position; expected one of them: a position has its own cash")
    game.begins_at = found.position
    return game


def play_moves(reader: Reader, game: RecordedGame) -> Iterator[Chance]:
    """Play every move of a record; yields its results of chance."""
    number = 0
    while not (line := reader.sealed()).startswith("end "):
        seat, action, reader.told = read_move(reader, line, number)
        replay_move(reader, game, seat, action, reader.told)
        if line != (expected := move_line(number, game.moves[-1])):
            reader.fail(f"expected {expected[:80]!r}")
        number += 1
        yield reader.told
    if number == 0:
        reader.fail("expected move 0, SetUp")
    if line != f"end {number - 1}" or reader.at != len(reader.lines):
        reader.fail(f"expected `end {number - 1}` as the last line")


def replay_move(reader: Reader, game: RecordedGame, seat: int, action: Action | None, chance: Chance) -> None:
    """Play one move of a record and compare, or supply, its results of chance."""
    c, g, e = game.chance, game.state, game.table
    number = len(game.moves)
    if not c.generator:
        c.script_kind, c.script, c.scripted = [k for k, _ in chance], [v for _, v in chance], len(chance)
    if (action is None) != (not game.moves):
        reader.fail("expected SetUp as move 0, and only there")
    if action is None and game.begins_at:
        begin_at(reader, game)
    elif action is None:
        new_game(g, e, c)
    else:
        a = objects.fresh_move()
        try:
            actions.encode(action, a, game._group_size)
        except MalformedAction as error:
            reader.fail(f"not an action: {error}")
        if check(g, e, seat, a) != OK and spares(reader.rules):
            g.old_rules, game.rules_version = 1, SPARED  # version 0.1.0 let refused offers be repeated: AMB-146
        if check(g, e, seat, a) != OK:
            refusal = game.refusal(seat, action) or ""
            problem = f"seat {seat} may not {type(action).__name__} here ({refusal})"
            reader.fail_move(number, problem, action, refusal)
        apply(g, e, c, seat, a)
        g.old_rules = 0
    if c.missing or (not c.generator and c.scripted):
        reader.fail_move(number, "the results of chance are not those the move calls for", action)
    problem = compare_chance(chance, tuple(c.log))
    if problem:
        reader.fail_move(number, problem, action)
    told = game._finish_move(seat if action else BANK, action)
    if spares(reader.rules):
        note_effects(reader, game, number, told)


def begin_at(reader: Reader, game: RecordedGame) -> None:
    """Take the position of the heading up; it must be one of the edition, in the form that is written."""
    from magnate import position_text

    text, line = game.begins_at, reader.at
    reader.at = 1 + reader.lines.index(f"position {text}")
    try:
        found = position_text.read(text, reader.file)
        game._begin_at(found)
    except MalformedPosition as error:
        reader.fail(f"its position cannot be played: {error}")
    if game.begins_at != text or found.state.seats != len(game.names):
        reader.fail(f"its position is not the one that the edition writes: expected {game.begins_at[:80]!r}")
    reader.at = line


def note_effects(reader: Reader, game: RecordedGame, number: int, told: Sequence[Event]) -> None:
    """Note what a move did that it did not in 0.1.0, where it was legal, too: no refusal would show it."""
    for event in told if isinstance(game.moves[number].action, ClaimRent) else ():
        if isinstance(event, CreditorPaid):
            left = [move for move in game.moves if move.seat == event.other and is_leaving(move)]
            clause = "AMB-138" if isinstance(left[-1].action, Concede) else "AMB-135"
            reader.note(number, f"the Bank pays seat {event.seat} a rent of {event.amount}", clause)
    if is_closing(game.state) and not reader.is_closing:
        reader.is_closing = True
        reader.note(number, "the game is not over yet", "AMB-137")


def is_leaving(move: Move) -> bool:
    """Whether a seat leaves the game by this move."""
    return isinstance(move.action, Concede | DeclareBankruptcy)
