"""HTTP, lessons: what there is to learn in an edition, and playing a lesson.

No lesson is stored: the learner sends everything they have done so far, and the lesson is played again from its
start. Its answers are frames of a table, so that a client shows them as it shows any other.
"""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Annotated

from litestar import Response, get, post
from litestar.params import FromPath
from msgspec import Meta, Struct

from magnate.actions import Action, MalformedAction
from magnate.editions import load
from magnate.errors import IllegalAction
from magnate.lessons import LEARNER, Lesson, LessonMove, LessonRun, NotAsked, lessons_of
from magnate.lessons.figures import LessonFigure
from magnate.protocol import entries as log
from magnate.protocol.config import Config, Name
from magnate.protocol.errors import Refusal
from magnate.protocol.frames import Told
from magnate.protocol.state import Mine, SeatState, TableState
from magnate.server.live.node import Node
from magnate.server.people.callers import address_of
from magnate.server.people.sanitise import NAME, cleaned
from magnate.server.tables.pace import rents_due
from magnate.view import View

from .record_routes import WHILE, known
from .requests import HttpRequest, answer, node_of, operation, read

PERSON = "learner"
LEVEL = "novice"  # the others are shown as bots of this level
MOST_MOVES = 60


class LessonListed(Struct, frozen=True):
    """A lesson of an edition. `words` names its texts, `clause` what the book says about it."""

    lesson: str
    words: str
    clause: str
    steps: int


class LessonMoves(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything done in a lesson so far, in order; what the lesson did not ask for is left out."""

    moves: Annotated[list[Action], Meta(max_length=MOST_MOVES)] = []
    name: Name = "You"


class LessonState(Struct, frozen=True):
    """A lesson after these moves.

    `step` is the task now, by the name of its texts; None when all `steps` are done. `told` is what the last move
    caused, or, before any, what the others did first: `before` is how the table looked before that. Where the rules
    allow the last move and the lesson did not ask for it, `asked` is false and nothing has happened. `solution` is what
    could be done now, `text` the position at the start of the lesson.
    """

    lesson: str
    words: str
    clause: str
    text: str
    lit: list[int]
    step: str | None
    done: int
    steps: int
    asked: bool
    solution: Action | None
    figures: dict[str, LessonFigure]
    table: TableState
    before: View
    view: View
    mine: list[Mine]
    told: list[Told]


@cache
def lessons_in(edition: str) -> dict[str, Lesson]:
    """The lessons of an edition by topic, in order."""
    return {lesson.topic: lesson for lesson in lessons_of(load(edition))}


def find(edition: str, lesson: str) -> Lesson:
    """A lesson of an edition, or a refusal that names those there are."""
    there = lessons_in(edition)
    if lesson not in there:
        raise Refusal("no_such_page", f"there is no lesson {lesson[:40]!r}; expected one of {', '.join(there)}")
    return there[lesson]


@get("/api/lessons/{edition:str}", opt=operation(tag="editions", gives=list[LessonListed], refuses=["no_such_edition"]))
async def list_lessons(request: HttpRequest, edition: FromPath[str]) -> Response[bytes]:
    """The lessons of an edition, in the order in which they are best played."""
    found = await asyncio.to_thread(lessons_in, known(edition))
    listed = [LessonListed(one.topic, one.script.words, one.clause, len(one.script.steps)) for one in found.values()]
    return answer(listed, headers=WHILE)


@post(
    "/api/lessons/{edition:str}/{lesson:str}",
    opt=operation(
        tag="editions",
        asks=LessonMoves,
        gives=LessonState,
        refuses=["no_such_edition", "no_such_page", "illegal", "busy"],
    ),
)
async def play_lesson(request: HttpRequest, edition: FromPath[str], lesson: FromPath[str]) -> Response[bytes]:
    """Play a lesson: everything done so far is played again, and the answer says what the last move caused."""
    known(edition)
    sent = await read(request, LessonMoves)
    name = cleaned(sent.name, "name", NAME)
    node = node_of(request)
    return answer(
        await node.see_through(
            work_through(node, address_of(request, node.settings), edition, lesson, name, sent.moves)
        )
    )


async def work_through(
    node: Node, address: str, edition: str, lesson: str, name: str, moves: list[Action]
) -> LessonState:
    """Play a lesson, in turn with those who replay."""
    async with node.replaying(address):
        return await asyncio.to_thread(played, edition, lesson, name, moves, node.registry.clock.now())


def played(edition: str, lesson: str, name: str, moves: list[Action], now: int) -> LessonState:
    """A lesson after these moves."""
    session = find(edition, lesson).begin(name)
    number = 1 + len(session.first)
    told, before, asked = session.first, session.start, True
    for place, action in enumerate(moves):
        before = session.game.view(LEARNER)
        try:
            told = session.play(action)
        except NotAsked:
            if place + 1 < len(moves):
                raise Refusal("illegal", f"move {place + 1} is not what the lesson asks for") from None
            told, asked = [], False
        except (IllegalAction, MalformedAction) as error:
            raise Refusal("illegal", str(error), session.game.options(LEARNER), number) from error
        number += len(told)
    return state_of(session, told, before, asked, number, now)


def state_of(
    session: LessonRun, told: list[LessonMove], before: View, asked: bool, number: int, now: int
) -> LessonState:
    """What is answered: the lesson, and its table as a client knows tables."""
    lesson, game = session.lesson, session.game
    table = table_of(lesson, game.names, number)
    first = number - len(told) + 1
    due = rents_due(game, LEARNER)  # once the others have done their part
    frames = [
        Told(
            number=first + place,
            at=now,
            entry=log.Played(move.seat, move.action, by="person" if move.seat == LEARNER else "bot"),
            events=move.events,
            view=move.view,
            mine=[Mine(LEARNER, options=move.view.options, due=due if place + 1 == len(told) else [])],
        )
        for place, move in enumerate(told)
    ]
    return LessonState(
        lesson=lesson.topic,
        words=lesson.script.words,
        clause=lesson.clause,
        text=lesson.text,
        lit=lesson.script.lit,
        step=session.step.words if session.step else None,
        done=session.done,
        steps=len(lesson.script.steps),
        asked=asked,
        solution=session.solution(),
        figures=session.figures(),
        table=table,
        before=before,
        view=game.view(LEARNER),
        mine=[Mine(LEARNER, options=game.options(LEARNER), due=due)],
        told=frames,
    )


def table_of(lesson: Lesson, names: list[str], number: int) -> TableState:
    """The table of a lesson: the learner and bots, no clock."""
    seats = [
        SeatState(seat, name, PERSON, here=True) if seat == LEARNER else SeatState(seat, name, level=LEVEL, here=True)
        for seat, name in enumerate(names)
    ]
    return TableState(
        id=f"lesson-{lesson.edition.id}-{lesson.topic}",
        status="playing",
        host=PERSON,
        config=Config(edition=lesson.edition.id, seats=len(names)),
        commitment="",
        seats=seats,
        number=number,
        created=0,
    )
