"""The review of a finished game: each seat's chance to win at every step, and what luck and decisions did to it.

>>> found = review(Path("game.record").read_text())
>>> found.seats[0].luck, found.moments[:3]

Importing this loads neither NumPy nor a compiler.
"""

from magnate.review.analysis import BadReview, Review, review, review_game
from magnate.review.units import WHOLE

__all__ = ["WHOLE", "BadReview", "Review", "review", "review_game"]
