"""Ten lessons for each edition: positions played by its real rules, with known dice and a task at every step."""

from .lesson_run import Lesson, LessonMove, LessonRun, NotAsked, lessons_of
from .script import LEARNER, TOPICS

__all__ = ["LEARNER", "TOPICS", "Lesson", "LessonMove", "LessonRun", "NotAsked", "lessons_of"]
