"""`magnate verify`: the result of verifying a record, as text or JSON."""

from __future__ import annotations

from pathlib import Path

import msgspec

from magnate.verify import Verification, verify

from .errors import UsageError

CODES = {"proved": 0, "disproved": 1, "unproved": 2}


def verify_file(path: Path, edition: Path | None, json: bool) -> int:
    """Verify the record in a file."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror or error}; expected the record of a game") from None
    found = verify(text, edition)
    if json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        for line in (*told(path, found), *(f"Note: {note}." for note in found.notes)):
            print(line)
    return CODES[found.verdict]


def told(path: Path, found: Verification) -> list[str]:
    """The result in sentences."""
    results = f"{found.dice} dice, {found.cards} cards, {found.seats} seats and {found.deeds} deeds dealt"
    if found.verdict == "proved":
        ending = "" if found.over else " The game is not over yet."
        return [
            f"{path}: proved.",
            f"The secret is the one promised. {results} in {found.moves} moves all follow from it.{ending}",
        ]
    if found.verdict == "unproved" and found.line is not None:
        return [
            f"{path}: cannot be proved with today's rules, from line {found.line} on.",
            f"{found.problem}.",
            f"Until then {results} in {found.moves} moves are right.",
        ]
    if found.verdict == "unproved":
        return [
            f"{path}: replays, but cannot be proved yet.",
            f"{results} in {found.moves} moves fit the rules; the secret is not revealed in this record.",
        ]
    lines = [f"{path}: disproved at line {found.line}."]
    if found.recorded or found.thrown:
        lines.append(f"Recorded: {found.recorded or 'nothing'}. The dice gave: {found.thrown or 'nothing'}.")
    else:
        lines.append(f"{found.problem}.")
    if found.moves:
        lines.append(f"Until then {results} in {found.moves} moves are right.")
    return lines
