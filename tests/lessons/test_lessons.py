"""Lessons: each can be played to its end by the real rules, on every board, and a wrong answer costs nothing."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest

from magnate import actions
from magnate.editions import Edition, load, names
from magnate.errors import IllegalAction
from magnate.events import Event
from magnate.game import Game
from magnate.languages import LANGUAGES, WORDS
from magnate.lessons import LEARNER, TOPICS, Lesson, LessonRun, NotAsked, lessons_of
from magnate.lessons.script import scripts_of
from magnate.testing import EventList, unchanged

BOOKS = ("castis", "clasico", "europolis", "expopolis", "monopoli-server")
EVERY = [(book, topic) for book in BOOKS for topic in TOPICS]
lesson_cases = pytest.mark.parametrize(("book", "topic"), EVERY)


def lesson_of(book: str, topic: str) -> Lesson:
    """A lesson of a book."""
    return next(lesson for lesson in lessons_of(load(book)) if lesson.topic == topic)


def solve(session: LessonRun) -> EventList:
    """Play the solution to the end; everything that happened."""
    told: list[Event] = [event for move in session.first for event in move.events]
    while (action := session.solution()) is not None:
        told += [event for move in session.play(action) for event in move.events]
    return EventList(told)


# What the learner and the other have in the end, and the clause by which it came to that. Sums by the standard figures;
# Europolis has thirty times as much, Expopolis a hundred times.
ENDS: dict[str, dict[str, tuple[str, int, int]]] = {
    "castis": {
        "roll": ("CAS-10", 800, 600),
        "buy": ("CAS-11", 540, 600),
        "rent": ("CAS-16", 586, 614),
        "claim": ("CAS-16", 620, 580),
        "auction": ("CAS-13", 110, 260),
        "group": ("CAS-19", 460, 580),
        "build": ("CAS-34", 370, 830),
        "deal": ("AMB-30", 480, 920),
        "debt": ("CAS-43", 5, 1260),
        "jail": ("CAS-29", 550, 600),
    },
    "clasico": {
        "roll": ("CLA-25", 800, 600),
        "buy": ("CLA-27", 540, 600),
        "rent": ("CLA-37", 586, 614),
        "claim": ("CLA-35", 620, 580),
        "auction": ("CLA-29", 110, 260),
        "group": ("CLA-38", 460, 580),
        "build": ("CLA-67", 370, 830),
        "deal": ("CLA-82", 480, 920),
        "debt": ("CLA-90", 5, 1260),
        "jail": ("CLA-60", 550, 600),
    },
    "europolis": {
        "roll": ("EUR-27", 23_000, 18_000),
        "buy": ("EUR-30", 16_200, 18_000),
        "rent": ("EUR-40", 17_600, 18_400),
        "claim": ("EUR-38", 18_600, 17_400),
        "auction": ("EUR-32", 3_300, 7_800),
        "group": ("EUR-41", 13_800, 17_400),
        "build": ("EUR-66", 11_100, 24_900),
        "deal": ("EUR-86", 14_400, 27_600),
        "debt": ("EUR-88", 150, 37_800),
        "jail": ("EUR-61", 18_000, 18_000),
    },
    "expopolis": {
        "roll": ("EXP-29", 80_000, 60_000),
        "buy": ("EXP-30", 54_000, 60_000),
        "rent": ("EXP-36", 58_600, 61_400),
        "claim": ("EXP-97", 62_000, 58_000),
        "auction": ("EXP-31", 11_000, 26_000),
        "group": ("EXP-40", 46_000, 58_000),
        "build": ("EXP-65", 37_000, 83_000),
        "deal": ("EXP-75", 48_000, 92_000),
        "debt": ("EXP-78", 500, 126_000),
        "jail": ("EXP-59", 55_000, 60_000),
    },
    "monopoli-server": {
        "roll": ("SRV-21", 800, 600),
        "buy": ("SRV-22", 540, 600),
        "rent": ("SRV-26", 586, 614),
        "claim": ("SRV-26", 620, 580),
        "auction": ("SRV-23", 360, 600),
        "group": ("SRV-30", 460, 580),
        "build": ("SRV-51", 570, 830),
        "deal": ("AMB-75", 480, 920),
        "debt": ("SRV-59", 5, 1260),
        "jail": ("SRV-46", 350, 600),
    },
}


@pytest.mark.parametrize("book", BOOKS)
def test_every_book_has_all_ten_lessons(book: str) -> None:
    assert [lesson.topic for lesson in lessons_of(load(book))] == list(TOPICS)
    assert set(BOOKS) <= set(names())


@pytest.mark.parametrize(
    ("book", "topic", "clause", "mine", "theirs"),
    [
        pytest.param(book, topic, *ends, marks=pytest.mark.proves(ends[0]))
        for book, of in ENDS.items()
        for topic, ends in of.items()
    ],
)
def test_a_lesson_ends_as_its_clause_says(book: str, topic: str, clause: str, mine: int, theirs: int) -> None:
    lesson = lesson_of(book, topic)
    session = lesson.begin()
    told = solve(session)
    assert session.step is None
    session.game.used_up()  # every die that was prepared fell
    assert lesson.clause == clause
    assert clause in {event.clause for event in told}
    assert [session.game.cash(seat) for seat in (LEARNER, 1)] == [mine, theirs]


@lesson_cases
def test_a_lesson_begins_in_a_position_that_anybody_can_read_and_play(book: str, topic: str) -> None:
    lesson = lesson_of(book, topic)
    game = Game.from_text(lesson.text, seed=1)
    assert game.edition.id == book
    assert game.must
    assert not game.is_over


@lesson_cases
def test_whatever_else_the_rules_allow_is_not_asked_and_changes_nothing(book: str, topic: str) -> None:
    session = lesson_of(book, topic).begin()
    while (asked := session.solution()) is not None:
        step = session.step
        assert step is not None
        types = {pattern["type"] for pattern in step.does}
        others = [action for action in session.game.legal_actions(LEARNER) if type(action).__name__ not in types]
        with unchanged(session.game):
            for other in others:
                with pytest.raises(NotAsked):
                    session.play(other)
        assert session.step is step
        session.play(asked)


def test_what_the_rules_forbid_is_refused_by_their_name_and_changes_nothing() -> None:
    session = lesson_of("clasico", "buy").begin()
    with unchanged(session.game), pytest.raises(IllegalAction, match="not asked"):
        session.play(actions.BuyDeed())


def test_too_little_for_a_deed_is_not_what_the_lesson_on_deals_asks_for() -> None:
    session = lesson_of("clasico", "deal").begin()
    session.play(actions.AcceptDeal(deal=1, revision=session.game.view().deals[0].revision))
    deed = session.game.deed(9)
    with unchanged(session.game), pytest.raises(NotAsked):
        session.play(actions.ProposeDeal(cash={0: -100, 1: 100}, deeds={deed: LEARNER}))
    told = session.play(actions.ProposeDeal(cash={0: -150, 1: 150}, deeds={deed: LEARNER}))
    assert [move.seat for move in told] == [LEARNER, 1]
    assert session.game.owner(9) == LEARNER


def test_houses_may_be_built_one_by_one() -> None:
    session = lesson_of("clasico", "build").begin()
    group = session.game.group(16)
    for levels in ([1, 0, 0], [1, 1, 0]):
        session.play(actions.Build(group, levels))
        assert session.done == 0
    with unchanged(session.game), pytest.raises(IllegalAction):
        session.play(actions.Build(group, [2, 1, 0]))  # CLA-67: not before every lot has one
    session.play(actions.Build(group, [1, 1, 1]))
    assert session.done == 1


def test_a_board_of_another_shape_has_only_the_lessons_that_can_be_played_on_it() -> None:
    lagoon = load("examples/editions/lagoon.toml")
    for lesson in lessons_of(lagoon):
        session = lesson.begin()
        solve(session)
        assert session.step is None


# Words.


def learn_words(lang: str) -> dict[str, Any]:
    """The texts of the lessons in a language."""
    found: dict[str, Any] = tomllib.loads((WORDS / lang / "learn.toml").read_text(encoding="utf-8"))["learn"]
    return found


def placeholders(text: str) -> set[str]:
    """The names in braces, but for those of buttons."""
    return set(re.findall(r"\{(\w+)\}", text)) - {"manage", "deals"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_step_of_every_lesson_has_its_words_with_figures_the_lesson_has(lang: str) -> None:
    words = learn_words(lang)["lesson"]
    used: set[tuple[str, str]] = set()
    for topic in TOPICS:
        for script in scripts_of(topic):
            texts = words[script.words]
            assert {"title", "about", "done"} <= texts.keys(), script.words
            assert placeholders(texts["done"]) <= script.figures.keys(), script.words
            for step in script.steps:
                of = texts["step"][step.words]
                assert of.keys() == {"do", "not"}, (script.words, step.words)
                for text in of.values():
                    assert placeholders(text) <= script.figures.keys(), (script.words, step.words)
                used.add((script.words, step.words))
    written = {(name, step) for name, texts in words.items() for step in texts["step"]}
    assert written == used


def test_every_language_has_the_same_texts() -> None:
    def keys(tree: Any, path: str = "") -> set[str]:
        if isinstance(tree, str):
            return {f"{path} {' '.join(sorted(placeholders(tree)))}"}
        return set().union(*(keys(part, f"{path}.{name}") for name, part in tree.items()))

    english = keys(learn_words("en"))
    for lang in LANGUAGES:
        assert keys(learn_words(lang)) ^ english == set(), lang


def test_editions_are_compared_by_their_dearest_deed() -> None:
    def dearest(edition: Edition) -> int:
        return max(int(getattr(edition.spaces[space], "price", 0)) for space in edition.deeds)

    sums = {book: int(lesson_of(book, "buy").text.split("/")[2].split("@")[0]) for book in BOOKS}
    assert {book: sums[book] / dearest(load(book)) for book in BOOKS} == dict.fromkeys(BOOKS, 1.5)
