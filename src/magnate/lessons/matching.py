"""Whether an action is what a step asks for, and whether the step is done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from magnate.actions import Action, parse
from magnate.editions import Edition
from magnate.game import Game

from .script import LEARNER, LessonStep, Until

STANDARD = 400  # the dearest deed of the board for which sums are written


def scale_of(edition: Edition) -> int:
    """How many times as much everything costs on this board."""
    return max(1, max(int(getattr(edition.spaces[space], "price", 0)) for space in edition.deeds) // STANDARD)


def numbered(edition: Edition, written: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of an action with this edition's numbers: scripts write spaces for deeds, and sums to be scaled."""
    fields = {name: value for name, value in written.items() if name not in ("seat", "may")}
    scale = scale_of(edition)
    if "deed" in fields:
        fields["deed"] = edition.deeds.index(fields["deed"])
    if "group" in fields:
        fields["group"] = group_at(edition, fields["group"])
    if "amount" in fields:
        fields["amount"] *= scale
    if "deeds" in fields:
        fields["deeds"] = {str(edition.deeds.index(int(space))): seat for space, seat in fields["deeds"].items()}
    if "cash" in fields:
        fields["cash"] = {seat: change * scale for seat, change in fields["cash"].items()}
    return fields


def action_of(edition: Edition, written: Mapping[str, Any]) -> Action:
    """An action as a script writes it."""
    return parse(numbered(edition, written))


def group_at(edition: Edition, space: int) -> int:
    """The number of the group to which the deed on a space belongs."""
    return [group.id for group in edition.groups].index(str(getattr(edition.spaces[space], "group", "")))


def fits(edition: Edition, pattern: Mapping[str, Any], action: Action) -> bool:
    """Whether an action is of a pattern: sums may be higher, and of deeds those that the learner gets are compared."""
    sent = msgspec.to_builtins(action, str_keys=True)
    for name, value in numbered(edition, pattern).items():
        match name:
            case "amount":
                is_same = sent[name] >= value
            case "cash":
                is_same = all(sent[name].get(seat, 0) >= change for seat, change in value.items())
            case "deeds":
                is_same = received(sent[name]) == received(value)
            case _:
                is_same = sent[name] == value
        if not is_same:
            return False
    return True


def received(deeds: Mapping[str, int]) -> set[str]:
    """What the learner gets."""
    return {deed for deed, seat in deeds.items() if seat == LEARNER}


def is_done(game: Game, step: LessonStep) -> bool:
    """Whether a step is done, after an action it allows."""
    return step.until is None or holds(game, step.until)


def holds(game: Game, until: Until) -> bool:
    """Whether everything a condition names holds now."""
    deeds, state = game.edition.deeds, game.state
    built = all(state.level[deeds.index(int(space))] >= level for space, level in until.levels.items())
    owned = all(state.owner[deeds.index(space)] == LEARNER for space in until.owns)
    question = game.view(LEARNER).question
    asked = not until.asks or (question is not None and question.type == until.asks)
    return built and owned and asked
