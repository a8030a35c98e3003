"""Games for the tests of records, and a forger: it changes lines and seals the record again."""

from __future__ import annotations

from collections.abc import Callable

from magnate.game import Game
from magnate.record import Seal
from magnate.terminal.bots import TableBots


def played(edition: str, moves: int = 10_000, seats: int | None = None, seed: int = 5, **more: str) -> Game:
    """A game of house bots, to its end or for so many moves."""
    game = Game(edition, seats=seats, seed=seed, variant=more.get("variant"), skin=more.get("skin"))
    bots = TableBots(game, ())
    while game.must and len(game.moves) < moves:
        claimant = bots.claimant()
        seat = game.must[0] if claimant is None else claimant
        game.play(seat, bots.decide(seat))
    return game


def resealed(text: str, change: Callable[[list[str]], list[str]]) -> str:
    """A record with its lines changed (they come without seals), and sealed as if nothing had happened."""
    plain = [line.rpartition(" #")[0] if " #" in line else line for line in text.splitlines()]
    seal = Seal()
    lines = []
    in_moves = False
    for line in change(plain):
        digits = seal.add(line)
        lines.append(f"{line} #{digits}" if in_moves else line)
        in_moves = in_moves or line == "moves"
    return "\n".join(lines) + "\n"


def forge_die(lines: list[str], at: int) -> list[str]:
    """Change the first die of a line."""
    before, _, after = lines[at].partition(" | d")
    return [*lines[:at], f"{before} | d{6 if after[0] != '6' else 1}{after[1:]}", *lines[at + 1 :]]


def first_with(text: str, mark: str, since: int = 0) -> int:
    """The index of the first line that contains a mark."""
    return next(n for n, line in enumerate(text.splitlines()) if mark in line and n >= since)
