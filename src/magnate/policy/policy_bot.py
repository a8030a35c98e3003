"""Policies as bots: a file or a Python function gets a seat, in the lab and on a server.

>>> bot = player("trained.safetensors")         # or "my_module:my_function", a function of a view and legal actions
>>> action = bot.choose(game.view(seat), game.legal_actions(seat))
"""

from __future__ import annotations

import importlib
import sys
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from magnate.actions import ACTIONS, Action, ClaimRent
from magnate.bots.explain import Explanation
from magnate.bots.lineup import CODES
from magnate.bots.player import Bot, seat_of
from magnate.coding.coder import Coder
from magnate.dice import FairDice
from magnate.errors import GameError
from magnate.game import Game
from magnate.policy.errors import PolicyError
from magnate.policy.onnx import OnnxPolicy
from magnate.policy.policy_network import Policy
from magnate.view import SeatPosition, View

ENDINGS = (".safetensors", ".onnx")
CODERS = 16  # tables whose coding is kept

Function = Callable[[View, list[Action]], Action | None]


class OutsideBot(Bot):
    """A bot that did not come with the game."""

    def __init__(self, name: str) -> None:
        self.name = name

    def explain(self, view: View, legal: Sequence[Action] | None = None) -> Explanation:
        """Its choice; it has no reasons to give."""
        return Explanation(self.name, self.choose(view, legal), [])

    def check_table(self, edition: str, seats: int) -> None:
        """Raises PolicyError where it cannot play."""


class PolicyBot(OutsideBot):
    """A network at a seat. Of the legal numbers it plays the one it wishes for most."""

    def __init__(self, policy: Policy, name: str | None = None) -> None:
        super().__init__(name or policy.name)
        self.policy = policy
        self._coders: dict[tuple[int, int], Coder] = {}

    def check_table(self, edition: str, seats: int) -> None:
        self.policy.check_table(edition, seats)

    def choose(self, view: View, legal: Sequence[Action] | None = None) -> Action:
        return self.decide(view.position, seat_of(view))

    def decide(self, position: SeatPosition, seat: int) -> Action:
        """The action of its number. Who is asked for a rent alone claims it."""
        if not position.state.must >> seat & 1:
            return ClaimRent()
        decision = self.coder(position).from_position(position, seat)
        number = int(self.policy.choose(decision.observation[None], decision.mask[None])[0])
        action = decision.action(number)
        assert action is not None  # a seat that must answer cannot do nothing
        return action

    def coder(self, position: SeatPosition) -> Coder:
        """The coding of a table."""
        key = id(position.edition), int(position.state.seats)
        if key not in self._coders:
            self.policy.check_table(position.edition.id, position.state.seats)
            if len(self._coders) >= CODERS:
                self._coders.clear()
            self._coders[key] = Coder(position.edition, position.state.seats)
        return self._coders[key]


class FunctionBot(OutsideBot):
    """A function of a view and the legal actions at a seat."""

    def __init__(self, function: Function, name: str) -> None:
        super().__init__(name)
        self.function = function

    def choose(self, view: View, legal: Sequence[Action] | None = None) -> Action:
        return self.decide(view.position, seat_of(view))

    def decide(self, position: SeatPosition, seat: int) -> Action:
        """What the function gives, if it is a legal action. For a rent alone it may give None: it is claimed then."""
        game = PositionGame(position)
        is_free = seat not in game.must
        legal: list[Action] = [ClaimRent()] if is_free else game.legal_actions(seat)
        try:
            found: object = self.function(game.view(seat), legal)
        except Exception as error:  # whatever a function of somebody's own does
            last = traceback.extract_tb(error.__traceback__)[-1]
            told = " ".join(f"{type(error).__name__}: {error}".split())
            raise PolicyError(f"{self.name}: {told} ({Path(last.filename).name}:{last.lineno})") from error
        if is_free:
            return ClaimRent()
        if not isinstance(found, ACTIONS):
            raise PolicyError(f"{self.name} gave {short(found)}; expected one of magnate.actions")
        try:
            refusal = game.refusal(seat, found)
        except GameError as error:
            raise PolicyError(f"{self.name} gave {short(found)}: {error}") from error
        if refusal is not None and not (position.private and found in legal):
            raise PolicyError(f"{self.name} gave {short(found)}, which is illegal: {refusal}")
        return found


def short(found: object) -> str:
    """A value in a line."""
    text = " ".join(repr(found).split())
    return text if len(text) <= 80 else text[:77] + "..."


class PositionGame(Game):
    """A game that stands at a position, to be looked at."""

    def __init__(self, position: SeatPosition) -> None:
        self._begin(position.edition, int(position.state.seats), None, FairDice.seeded(0))
        self.table, self.state = position.table, position.state.copy()
        self._position = position

    def view(self, seat: int | None = None) -> View:
        found = super().view(seat)
        vars(found)["_position"] = self._position
        return found


def is_outside(name: str) -> bool:
    """Whether a text names a policy file or a function, not a bot of the game."""
    return name not in CODES and (name.endswith(ENDINGS) or ":" in name or "/" in name)


def player(name: str, called: str | None = None) -> OutsideBot:
    """The bot of a policy file or of `module:function`; `called` is the name it plays under."""
    if name.endswith(ENDINGS):
        return PolicyBot(load_policy(name), called or name)
    if ":" in name and not Path(name).exists():
        return FunctionBot(load_function(name), called or name)
    raise PolicyError(f"{name!r} is no policy; expected a file ({' or '.join(ENDINGS)}) or module:function")


def load_policy(file: str | Path) -> Policy:
    """The policy of a file."""
    return OnnxPolicy(file) if str(file).endswith(".onnx") else Policy.load(file)


def load_function(name: str) -> Any:
    """The function that `module:function` names; modules are looked for in the present folder, too."""
    module, _, function = name.partition(":")
    if not module or not function:
        raise PolicyError(f"{name!r} names no function; expected module:function")
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    try:
        found = getattr(importlib.import_module(module), function, None)
    except Exception as error:  # whatever a module of somebody's own does
        raise PolicyError(f"{name}: {module} cannot be imported: {type(error).__name__}: {error}") from error
    if not callable(found):
        raise PolicyError(f"{name}: {module} has no function {function}")
    return found
