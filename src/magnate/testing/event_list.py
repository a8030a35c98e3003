"""Assertions: on the events of a step, and that nothing has changed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from magnate.events import Event
from magnate.game import Game

E = TypeVar("E", bound=Event)


class EventList(list[Event]):
    """The events of a step, with questions to ask them."""

    def of(self, kind: type[E], **fields: Any) -> list[E]:
        """The events of a kind whose fields have these values."""
        if unknown := fields.keys() - set(kind.__struct_fields__):
            known = ", ".join(kind.__struct_fields__)
            raise AttributeError(f"{kind.__name__} has no {', '.join(sorted(unknown))}; expected {known}")
        return [
            event
            for event in self
            if isinstance(event, kind) and all(getattr(event, name) == value for name, value in fields.items())
        ]

    def one(self, kind: type[E], **fields: Any) -> E:
        """The only event of a kind with these values; anything else fails and shows the events."""
        found = self.of(kind, **fields)
        wanted = f"{kind.__name__}({', '.join(f'{name}={value!r}' for name, value in fields.items())})"
        listed = "\n  ".join(map(repr, self)) or "nothing"
        assert len(found) == 1, f"expected one {wanted}, found {len(found)} among:\n  {listed}"
        return found[0]

    def none(self, kind: type[Event], **fields: Any) -> bool:
        """No such event was told: True, or it fails and shows those that were."""
        found = self.of(kind, **fields)
        assert not found, f"expected no {kind.__name__}, found {found}"
        return True


@contextmanager
def unchanged(*games: Game) -> Iterator[None]:
    """Nothing of these games changes in this block: not the position, the dice and cards to come, or the events."""
    before = [everything(game) for game in games]
    yield
    for game, old in zip(games, before, strict=True):
        new = everything(game)
        changed = [
            f"{name}: {old.get(name)} -> {new.get(name)}" for name in old | new if old.get(name) != new.get(name)
        ]
        assert not changed, "expected no change, found:\n  " + "\n  ".join(changed)


def everything(game: Game) -> dict[str, int]:
    """All numbers of a game by name: cash[0], die1, chance.used, moves."""
    found = {"moves": len(game.moves), "events": len(game.events)}
    for part, values in (("", game.state.values()), ("chance.", game.chance.values())):
        for name, value in values.items():
            entries = enumerate(value) if isinstance(value, list) else [("", value)]
            found |= {f"{part}{name}" + (f"[{place}]" if place != "" else ""): one for place, one in entries}
    return found
