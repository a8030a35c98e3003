"""The five rulebooks, clause by clause: what each says, what it leaves open and how that is settled, sums, decisions.

Code and tests cite the ids (`CLA-25`, `AMB-12`, `W-14`, `DP-11`); a ledger of the tests shows that none is forgotten.

    >>> clause("CLA-25").text
    'Each time you land on or pass SALIDA in the direction of the arrow the Bank pays 200.'
"""

import tomllib
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import TypeVar

import msgspec

BOOKS = {
    "EXP": "expopolis",
    "SRV": "monopoli-server",
    "EUR": "europolis",
    "CLA": "clasico",
    "CAS": "castis",
}
"""The prefix of a book's clauses, and the edition that plays by it."""


class Clause(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One testable sentence of one book."""

    id: str
    chapter: str
    text: str
    heading: str  # where it stands in the book, in the book's own language
    see: tuple[str, ...] = ()  # the ambiguities that complete or interpret it

    @property
    def edition(self) -> str:
        """The edition whose book says so."""
        return BOOKS[self.id.split("-")[0]]

    @property
    def is_shown(self) -> bool:
        """Whether the book requires people to see something."""
        return self.text.startswith("SHOWN: ")


class Ambiguity(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A silence, a contradiction or a garbled sentence, and what is played there."""

    id: str
    title: str
    editions: tuple[str, ...]
    scope: str = ""  # only where the editions are not all concerned in the same way
    book: str  # what the text says
    resolve: str  # what is played
    why: str


class WorkedNumber(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A sum worked out by hand, to be met exactly."""

    id: str
    edition: str
    situation: str
    result: str
    clauses: tuple[str, ...]


class Decision(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A moment at which a person is asked, or may act."""

    id: str
    chapter: str
    moment: str
    choices: str
    editions: dict[str, str]  # what is offered in each edition; begins with «–» where the moment does not arise

    def arises_in(self, edition: str) -> bool:
        """Whether the moment arises in an edition."""
        return not self.editions[edition].startswith("–")


Entry = Clause | Ambiguity | WorkedNumber | Decision
"""Whatever has an id that a test can prove."""

_Kind = TypeVar("_Kind", Clause, Ambiguity, WorkedNumber, Decision)

for _kind in (Clause, Ambiguity, WorkedNumber, Decision):
    msgspec.json.Decoder(_kind)  # built before threads use it, as `editions.schema.File`


@cache
def all_clauses() -> tuple[Clause, ...]:
    """Every clause of every book, in the order of the books."""
    return tuple(clause for edition in BOOKS.values() for clause in _load(edition, "clause", Clause))


@cache
def ambiguities() -> tuple[Ambiguity, ...]:
    """Everything the books leave open, with its resolution."""
    return _load("ambiguities", "ambiguity", Ambiguity)


@cache
def worked_numbers() -> tuple[WorkedNumber, ...]:
    """Every sum worked out by hand."""
    return _load("worked", "worked", WorkedNumber)


@cache
def decisions() -> tuple[Decision, ...]:
    """Every moment at which a person is asked, or may act."""
    return _load("decisions", "decision", Decision)


@cache
def entries() -> dict[str, Entry]:
    """Everything with an id: clauses, ambiguities, worked numbers, decisions, in that order."""
    everything: tuple[Entry, ...] = (*all_clauses(), *ambiguities(), *worked_numbers(), *decisions())
    return {entry.id: entry for entry in everything}


def clause(id: str) -> Clause:
    """The clause with this id."""
    found = entry(id)
    if not isinstance(found, Clause):
        raise KeyError(f"{id} is no clause of a book ({type(found).__name__}): ask entry() for it")
    return found


def entry(id: str) -> Entry:
    """The clause, ambiguity, worked number or decision with this id."""
    try:
        return entries()[id]
    except KeyError:
        raise KeyError(_unknown(id)) from None


def _unknown(id: str) -> str:
    near = get_close_matches(id.upper(), entries(), n=3)
    return f"no clause {id!r}" + (f"; near it: {', '.join(near)}" if near else "")


def _load(name: str, table: str, kind: type[_Kind]) -> tuple[_Kind, ...]:
    text = files(__name__).joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return tuple(msgspec.convert(row, kind) for row in tomllib.loads(text)[table])
