"""Who plays the seats that are not decided for by you: bots of the game, policy files, and functions over arrays.

A bot's name plays in the compiled core. Anything else is a guest: it gets observations and masks, a row for each game
that waits for it, and gives a legal number for each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from magnate.bots.lineup import CODES, line_up
from magnate.coding.asking import GUEST, OUTSIDE
from magnate.coding.spec import TableSpec
from magnate.compiled import records
from magnate.compiled.program import BOTS_TYPE
from magnate.compiled.records import Records
from magnate.policy.policy_bot import ENDINGS, load_function, load_policy
from magnate.policy.policy_network import Policy

Choose = Callable[[npt.NDArray[Any], npt.NDArray[Any]], npt.ArrayLike]
Opponent = str | Path | Policy | Choose | None  # a bot's name, a file, module:function, a policy, a function; None: you


def seated(bots: Sequence[Opponent] | None, spec: TableSpec) -> tuple[Records, dict[int, Choose]]:
    """Who sits where, as the core reads it, and the guests by seat."""
    if isinstance(bots, str):
        raise ValueError(f"bots is {bots!r}; expected a name, or None, for each of {spec.seats} seats")
    bots = [None] * spec.seats if bots is None else list(bots)
    if len(bots) != spec.seats:
        raise ValueError(f"{len(bots)} bots for {spec.seats} seats; expected one name, or None, a seat")
    if None not in bots:
        raise ValueError("every seat has a bot; expected None at one seat at least")
    slow = next((one for one in bots if one in ("master", "oracle")), None)
    if slow is not None:
        raise ValueError(f"the {slow} takes too long to think here; there are novice, house, trader")
    guests = {seat: guest(one, spec) for seat, one in enumerate(bots) if is_guest(one)}
    names = [one if isinstance(one, str) and not is_guest(one) else "house" for one in bots]
    line = line_up(spec.edition_object(), names, spec.is_private)
    line.bot = [
        OUTSIDE if seat >= spec.seats or bots[seat] is None else GUEST if seat in guests else bot
        for seat, bot in enumerate(line.bot)
    ]
    out = np.zeros(1, BOTS_TYPE)
    records.write(out[0], line)
    return out, guests


def is_guest(one: Opponent) -> bool:
    """Whether an opponent decides from arrays, not in the core."""
    if isinstance(one, str):
        return one not in CODES and (one.endswith(ENDINGS) or ":" in one)
    return one is not None


def guest(one: Opponent, spec: TableSpec) -> Choose:
    """The function that decides for a guest."""
    if isinstance(one, Path) or (isinstance(one, str) and one.endswith(ENDINGS)):
        one = load_policy(one)
    if isinstance(one, Policy):
        one.check_table(spec.edition.id, spec.seats)
        return one.choose
    if isinstance(one, str):
        return load_function(one)  # type: ignore[no-any-return]
    if not callable(one):
        raise ValueError(f"{one!r} is no opponent; expected a name, a policy file, a policy or a function")
    return one


def name_of(choose: Choose) -> str:
    """What to call a guest in an error."""
    owner = getattr(choose, "__self__", None)
    return owner.name if isinstance(owner, Policy) else getattr(choose, "__qualname__", repr(choose))


def checked_numbers(choose: Choose, seat: int, mask: npt.NDArray[Any], given: npt.ArrayLike) -> npt.NDArray[Any]:
    """A legal number for each row, or an error that names who gave something else."""
    found = np.asarray(given)
    who = f"{name_of(choose)} at seat {seat}"
    if found.shape != (len(mask),) or found.dtype.kind not in "iu":
        raise ValueError(f"{who} gave {found.dtype} of shape {found.shape}; expected whole numbers, one for each row")
    wrong = (found < 0) | (found >= mask.shape[1])
    wrong |= mask[np.arange(len(mask)), np.where(wrong, 0, found)] == 0
    if wrong.any():
        raise ValueError(f"{who} gave number {found[wrong.argmax()]}, which is not legal; see the mask")
    return found
