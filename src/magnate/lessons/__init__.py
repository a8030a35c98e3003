"""Ten lessons for each edition: positions played by its real rules, with known dice and a task at every step."""

from .script import LEARNER, TOPICS
from .session import Lesson, NotAsked, Played, Session, lessons_of

__all__ = ["LEARNER", "TOPICS", "Lesson", "NotAsked", "Played", "Session", "lessons_of"]
