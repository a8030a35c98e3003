"""A lesson being played: the real rules, a position of its own, known dice, and others who do their part."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from magnate.actions import Action
from magnate.editions import Edition
from magnate.editions.switches import switches
from magnate.errors import GameError, IllegalAction
from magnate.events import Event
from magnate.testing import Position
from magnate.view import View

from .figures import LessonFigure, figure
from .matching import action_of, fits, is_done, scale_of
from .script import LEARNER, TOPICS, LessonStep, Script, scripts_of

OTHERS = ("Bianca", "Aldo", "Carla")


class LessonMove(Struct, frozen=True):
    """A move of a lesson: what was done, what happened, how the table looks then."""

    seat: int
    action: Action
    events: list[Event]
    view: View


class NotAsked(Exception):
    """The rules allow the action, but the lesson asks for something else. Nothing has changed."""


class Lesson:
    """A topic as an edition plays it."""

    def __init__(self, edition: Edition, topic: str, script: Script) -> None:
        self.edition = edition
        self.topic = topic
        self.script = script

    @property
    def text(self) -> str:
        """The position it begins in, as one line of text."""
        scale = scale_of(self.edition)
        seats = re.sub(r"(?<![^/])\d+(?=@)", lambda found: str(int(found[0]) * scale), self.script.position)
        return f"magnate1/{self.edition.id}/{seats}"

    @property
    def clause(self) -> str:
        """The clause of the book it is about."""
        return self.edition.clause(self.script.rule)

    def begin(self, name: str = "You") -> LessonRun:
        """Play it from its start."""
        return LessonRun(self, name)


class LessonRun:
    """A lesson as far as it was played."""

    def __init__(self, lesson: Lesson, name: str) -> None:
        self.lesson = lesson
        seats = len([part for part in lesson.script.position.split("/") if "@" in part])
        self.game = Position.from_text(lesson.text, names=[name, *OTHERS][:seats])
        self.game.script(dice=lesson.script.dice, must_use=False)  # a learner may leave
        self.done = 0  # steps
        self.start = self.game.view(LEARNER)
        self.first = self._answers(lesson.script.first)

    @property
    def step(self) -> LessonStep | None:
        """The task now; None when the lesson is over."""
        steps = self.lesson.script.steps
        return steps[self.done] if self.done < len(steps) else None

    def play(self, action: Action) -> list[LessonMove]:
        """What the learner does, and what the others do then. Raises NotAsked or IllegalAction and changes nothing."""
        step = self.step
        if step is None or not any(fits(self.lesson.edition, pattern, action) for pattern in step.does):
            if (refusal := self.game.refusal(LEARNER, action)) is not None:
                raise IllegalAction(LEARNER, action, refusal, self.game.options(LEARNER))
            raise NotAsked
        told = [self._play(LEARNER, action)]
        if is_done(self.game, step):
            self.done += 1
            told += self._answers(step.then)
        return told

    def solution(self) -> Action | None:
        """The next action of a solution: what somebody sees who asks to be shown."""
        step = self.step
        if step is None:
            return None
        shown = [self._action(written) for written in step.shows or step.does[:1]]
        return next((action for action in shown if self.game.refusal(LEARNER, action) is None), None)

    def figures(self) -> dict[str, LessonFigure]:
        """The numbers of its texts, as they are now."""
        return {name: figure(self.game, named) for name, named in self.lesson.script.figures.items()}

    def _action(self, written: Mapping[str, Any]) -> Action:
        """An action of the script; a deal is answered as it stands now."""
        revisions = {deal.deal: deal.revision for deal in self.game.view(LEARNER).deals}
        if written["type"] == "AcceptDeal":
            written = {"revision": revisions.get(written["deal"], 0), **written}
        return action_of(self.lesson.edition, written)

    def _answers(self, then: Sequence[Mapping[str, Any]]) -> list[LessonMove]:
        """What the others do, one after the other."""
        told = []
        for written in then:
            seat, action = written["seat"], self._action(written)
            if not written.get("may") or self.game.refusal(seat, action) is None:
                told.append(self._play(seat, action))
        return told

    def _play(self, seat: int, action: Action) -> LessonMove:
        events = self.game.play(seat, action)
        return LessonMove(seat, action, events, self.game.view(LEARNER))


def is_solved(lesson: Lesson) -> bool:
    """Whether the lesson can be played to its end on this board: on somebody's own board it may not."""
    try:
        session = lesson.begin()
        while (action := session.solution()) is not None:
            session.play(action)
    except (GameError, ValueError, IndexError):
        return False
    return session.step is None


def find_script(edition: Edition, topic: str) -> Script | None:
    """The script of a topic for the rules of an edition."""
    rules = dict(switches(edition.rules))
    fitting = (
        script for script in scripts_of(topic) if all(rules[path] == value for path, value in script.when.items())
    )
    return next(fitting, None)


def lessons_of(edition: Edition) -> list[Lesson]:
    """The lessons of an edition, in order: those that its rules have and its board allows."""
    found = [Lesson(edition, topic, script) for topic in TOPICS if (script := find_script(edition, topic)) is not None]
    return [lesson for lesson in found if is_solved(lesson)]
