"""The long run: the exact Markov chain of a walker's rolls, each row asked of the rules themselves.

Exact for decks whose cards go back into a shuffled deck and for cards that are not kept. In a real game decks go round
and jail cards are held, which moves a share by a tenth of a percentage point at most, or little more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from magnate.lab.roll import Board, TokenPlace

Ended = npt.NDArray[np.float64]


def places(board: Board, on_place: Callable[[], None] | None = None) -> list[TokenPlace]:
    """Every place a player can come to roll from: spaces after each number of doubles, and turns in jail."""
    found = {TokenPlace(0): None}
    open_ends = [TokenPlace(0)]
    while open_ends:
        for outcome in board.roll(open_ends.pop()):
            if outcome.place not in found:
                found[outcome.place] = None
                open_ends.append(outcome.place)
        if on_place is not None:
            on_place()
    return list(found)


def solve(
    table: dict[str, Any], stays: bool, on_place: Callable[[], None] | None = None, like: Board | None = None
) -> tuple[Ended, Board]:
    """The share of rolls that end on each space, and last of all in jail, as a row; and the board they were asked of.

    `stays`: rolls for a double in jail as long as it may, rather than pay at once. `like` is a board of the other kind:
    only the rows of jail differ.
    """
    board = Board(table, stays=stays)
    if like is not None:
        board.known = {place: rows for place, rows in like.known.items() if place.jail == 0}
    every = places(board, on_place)
    number = {place: i for i, place in enumerate(every)}
    matrix = np.zeros((len(every), len(every)))
    ends = np.zeros((len(every), table["spaces"] + 1))
    for place in every:
        for outcome in board.roll(place):
            matrix[number[place], number[outcome.place]] += outcome.chance
            if outcome.rolled:
                column = table["spaces"] if outcome.place.jail else outcome.place.space
                ends[number[place], column] += outcome.chance
    ended = stationary(matrix) @ ends
    return ended / ended.sum(), board


def stationary(matrix: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The shares a chain settles to."""
    size = len(matrix)
    equations = np.vstack([matrix.T - np.eye(size), np.ones(size)])
    right = np.zeros(size + 1)
    right[-1] = 1
    return np.asarray(np.linalg.lstsq(equations, right, rcond=None)[0], np.float64)
