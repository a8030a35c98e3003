"""Ratings over a pool: one number for each bot, such that differences say how often one beats another.

Bradley and Terry: a bot rated d points higher wins 1 / (1 + 10^(-d / 400)) of the games between two of them, as Elo
has it. The numbers are the most likely ones given all results, their average is 0. Each pairing counts half a win for
either side more than was played, so that a bot without any loss has a rating, too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from magnate.lab.intervals import Share, normal_reach, share

POINTS = 400 / math.log(10)  # for a natural logarithm of the odds
STEPS = 100
CLOSE = 1e-10

Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Rating:
    """A bot's rating with its 95 % interval, the pool's toughest opponent and how often that one wins."""

    bot: str
    rating: float
    low: float
    high: float
    games: int
    toughest: str
    beaten: Share


def rate(bots: Sequence[str], won: Matrix) -> list[Rating]:
    """Ratings from how often each bot (row) beat each other (column), best first."""
    count = won + won.T
    won = won + 0.5 * (count > 0)
    strength, spread = fit(won)
    reach = normal_reach() * POINTS
    found = []
    for n, bot in enumerate(bots):
        against = [m for m in range(len(bots)) if count[n, m] > 0]
        toughest = max(against, key=lambda m: (won[m, n] - 0.5) / count[n, m], default=n)
        lost = share(float(won[toughest, n] - 0.5), int(count[n, toughest])) if against else share(0, 0)
        value, half = POINTS * float(strength[n]), reach * float(spread[n])
        found.append(Rating(bot, value, value - half, value + half, int(count[n].sum()), bots[toughest], lost))
    return sorted(found, key=lambda one: -one.rating)


def fit(won: Matrix) -> tuple[Matrix, Matrix]:
    """The most likely strengths, on average 0, and their standard errors: Newton's method."""
    size = len(won)
    count = won + won.T
    strength = np.zeros(size)
    information = np.zeros((size, size))
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        slope = (won - count * chance).sum(axis=1)
        weight = count * chance * (1 - chance)
        information = np.diag(weight.sum(axis=1)) - weight + np.ones((size, size)) / size  # the average is fixed
        step = np.linalg.solve(information, slope)
        strength = strength + np.clip(step, -2, 2)
        if float(np.abs(step).max()) < CLOSE:
            break
    strength = strength - strength.mean()
    spread = np.linalg.inv(information) - np.ones((size, size)) / size
    return strength, np.sqrt(np.maximum(0, np.diag(spread)))
