"""What a lesson is: a position, dice to come, steps with what the learner may do, and what the others do then."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct

TOPICS = ("roll", "buy", "rent", "claim", "auction", "group", "build", "deal", "debt", "jail")
LEARNER = 0  # the seat of the learner


class Until(Struct, frozen=True, forbid_unknown_fields=True):
    """When a step of several actions is done: all of what is named holds."""

    levels: dict[str, int] = {}  # space -> buildings there, at least
    owns: list[int] = []  # spaces whose deeds the learner has
    asks: str = ""  # the question that is open, by its type


class LessonStep(Struct, frozen=True, forbid_unknown_fields=True):
    """One task. `does` are patterns of actions: a type, and fields that must be as written (see `matching.py`)."""

    words: str  # its texts are learn.<words of the script>.<words of the step>
    does: list[dict[str, Any]]
    shows: list[dict[str, Any]] = []  # the actions of a solution; none: the only pattern is one
    until: Until | None = None  # none: one action is enough
    then: list[dict[str, Any]] = []  # `seat` and an action; with `may = true` only where it is legal


class Script(Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson for the editions whose switches are as `when` says."""

    position: str  # the seats of a position text; sums are those of a board whose dearest deed costs 400
    rule: str  # the rule it is about, as `[clauses]` of an edition names it
    steps: list[LessonStep]
    when: dict[str, Any] = {}
    words: str = ""  # none: those of the topic
    dice: list[tuple[int, int]] = []
    first: list[dict[str, Any]] = []  # what the others do before the learner is asked, as `then` of a step
    figures: dict[str, str] = {}  # for the texts: "price 3", see `figures.py`
    lit: list[int] = []  # spaces the lesson is about


class Scripts(Struct, frozen=True, forbid_unknown_fields=True):
    """The file of a topic: the first script whose switches fit is played."""

    script: list[Script]


msgspec.json.Decoder(Scripts)  # built before threads use it, as `editions.schema.File`


@cache
def scripts_of(topic: str) -> list[Script]:
    """The scripts of a topic, as its file has them."""
    text = (files(__package__) / "scripts" / f"{topic}.toml").read_bytes()
    found = msgspec.toml.decode(text, type=Scripts).script
    return [msgspec.structs.replace(script, words=script.words or topic) for script in found]
