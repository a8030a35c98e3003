"""Errors of playing: few and named, each saying what is expected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from magnate.actions import Action, MalformedAction
from magnate.editions import EditionError
from magnate.rules import refusals

__all__ = [
    "CorruptRecord",
    "EditionError",
    "GameError",
    "IllegalAction",
    "MalformedAction",
    "MalformedPosition",
    "NoMoreChance",
    "NoSuchSeat",
    "NotInstalled",
]

REFUSALS: dict[int, str] = {code: name for name, code in vars(refusals).items() if name.isupper()}


def in_words(refusal: str) -> str:
    """The name of a reason as it stands in messages: `bid too low`."""
    return refusal.lower().replace("_", " ")


class GameError(Exception):
    """Anything a game refuses."""


class NotInstalled(ImportError):
    """Something optional is missing; the message says how to install it."""


class LegalOption(Protocol):
    """Something a seat may do: an `Option` of `magnate.view`."""

    @property
    def type(self) -> str:
        """The name of the action."""

    @property
    def action(self) -> Action | None:
        """The action, ready to play; a deal has none."""


class IllegalAction(GameError):
    """An action the rules do not allow now. `reason` names why, `options` lists what the seat may do instead.

    `legal` has the same without deals: actions that are ready to play.
    """

    def __init__(self, seat: int, action: Action, refusal: str, options: Sequence[LegalOption], why: str = "") -> None:
        self.seat = seat
        self.action = action
        self.refusal = refusal
        self.options = list(options)
        self.legal = [option.action for option in options if option.action is not None]
        may = ", ".join(sorted({option.type for option in options})) or "nothing"
        what = type(action).__name__
        said = f"seat {seat} may not {what} now ({in_words(refusal)}); legal: {may}"
        super().__init__(f"{said}; {why}" if why else said)

    @property
    def reason(self) -> str:
        """Why it is illegal, by name: the same as `refusal`, as `Game.refusal` returns it."""
        return self.refusal


class NoSuchSeat(GameError, ValueError):
    """A number that names no seat of the table."""

    def __init__(self, seat: object, seats: int) -> None:
        super().__init__(f"no seat {seat!r}; expected 0 to {seats - 1}")


class MalformedPosition(GameError, ValueError):
    """A text that is no position: it names the section and says what would be right."""


class CorruptRecord(GameError):
    """A record that does not replay. `line` counts from 1; `older`: it was written before a rule was fixed."""

    def __init__(self, line: int, problem: str, older: bool = False) -> None:
        self.line = line
        self.older = older
        super().__init__(f"line {line}: {problem}")


class NoMoreChance(GameError):
    """A game replayed without its secret cannot roll on."""

    def __init__(self) -> None:
        super().__init__(
            "this game was replayed without its secret, so it has no dice for new moves; replay with the secret"
        )
