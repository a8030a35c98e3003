"""Every action belongs to one family, and is checked and performed there, whatever its number."""

from collections.abc import Callable
from typing import Any

import pytest

from magnate import Game
from magnate.actions import BY_KIND
from magnate.objects import fresh_move
from magnate.rules import codes, play
from magnate.rules.masks import has
from magnate.rules.refusals import NO_SUCH_THING, OK

FAMILIES = ("TURN_ACTIONS", "HOLDING_ACTIONS", "DEBT_ACTIONS", "CLOSING_ACTIONS")
NEW = 40  # the number the next action will have


def action_of(kind: int) -> Any:
    action = fresh_move()
    action.kind = kind
    return action


def test_every_action_is_in_exactly_one_family() -> None:
    homes = {kind: [name for name in FAMILIES if has(getattr(codes, name), kind)] for kind in range(codes.MAX_KINDS)}
    wrong = {BY_KIND[kind].__name__: homes[kind] for kind in BY_KIND if len(homes[kind]) != 1}
    assert wrong == {}, f"rules/codes.py: put each action into one family: {', '.join(FAMILIES)}"
    assert [kind for kind in homes if homes[kind] and kind not in BY_KIND] == []


@pytest.mark.parametrize(
    ("family", "place"), [("TURN_ACTIONS", "turn"), ("HOLDING_ACTIONS", "holding"), ("DEBT_ACTIONS", "debt")]
)
def test_a_new_action_is_checked_and_performed_in_its_family(
    family: str, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert NEW not in BY_KIND
    game = Game("clasico", seats=2, seed=1)
    action = action_of(NEW)
    assert play.check(game.state, game.table, 0, action) == NO_SUCH_THING
    reached: list[str] = []

    def note(deed: str) -> Callable[..., int]:
        def noted(*_: Any) -> int:
            reached.append(deed)
            return OK

        return noted

    for other in ("turn", "holding", "debt"):
        for deed in ("check", "perform"):
            monkeypatch.setattr(play, f"{deed}_{other}_action", note(f"{deed} {other}"))
    monkeypatch.setattr(play, family, getattr(codes, family) | 1 << NEW)
    assert play.apply(game.state, game.table, game.chance, 0, action) == OK
    assert reached == [f"check {place}", f"perform {place}"]


@pytest.mark.parametrize("kind", [-1, 0, NEW, codes.MAX_KINDS, 1000])
def test_a_number_that_is_no_action_is_refused(kind: int) -> None:
    game = Game("clasico", seats=2, seed=1)
    assert play.check(game.state, game.table, 0, action_of(kind)) == NO_SUCH_THING
