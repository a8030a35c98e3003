"""`magnate play`: starts a terminal game from the options of the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from .errors import UsageError


def play_game(
    edition: str | None,
    variant: str | None,
    skin: str | None,
    people: str | None,
    bots: int | None,
    seats: int | None,
    lang: str | None,
    seed: int | None,
    options: list[str],
    save: Path | None,
    resume: str | None,
    level: str | None = None,
) -> int:
    """Play at this keyboard; 0 also if a player leaves before the end."""
    from magnate.terminal.save import CannotResume
    from magnate.terminal.start import BadChoice, StartOptions, open_session

    for name, count in (("bots", bots), ("seats", seats)):
        if count is not None and count < 0:
            raise UsageError(f"--{name} {count}; expected 0 or more")
    table = {"variant": variant, "skin": skin, "people": people, "bots": bots, "seats": seats, "seed": seed}
    beside = [f"--{name}" for name, value in table.items() if value is not None] + ["--option"] * bool(options)
    if resume is not None and beside:
        raise UsageError(f"--resume continues a game as it was; leave out {', '.join(beside)}")
    wanted = StartOptions(
        edition, variant, skin, people, bots, seats, lang, seed, read_options(options), save, resume, level
    )
    try:
        session = open_session(wanted)
    except (BadChoice, CannotResume) as error:
        raise UsageError(str(error)) from None
    except EOFError:
        print()
        return 0
    session.run()
    return 0


def read_options(options: list[str]) -> dict[str, Any]:
    """House rules: jail.fine=100, rent.lapses=false, rent.collect=automatic, setup.cash=[1500,1400]."""
    found: dict[str, Any] = {}
    for option in options:
        path, mark, value = option.partition("=")
        if not mark or not path:
            raise UsageError(f"--option {option}; expected a rule and its value, like jail.fine=100")
        try:
            found[path] = json.loads(value)
        except (json.JSONDecodeError, RecursionError):
            found[path] = value
    return found
