"""Rules that were fixed in a release. A stored game that ran into one no longer replays, and the error names it.

Fixes that stored games are spared are not listed: see `Game.play_stored`, `state.repeats` and `TimeUp.at_once`.
"""

from __future__ import annotations

from typing import NamedTuple


class Fix(NamedTuple):
    """A rule, the version that fixed it, and, where one move shows it, the action and why it is refused now."""

    version: str
    clause: str
    rule: str  # as it is now
    action: str = ""
    refusal: str = ""


FIRST = "0.1"  # records of 0.1 do not say more about the rules they were written with
FIXES = [
    Fix("0.1.1", "AMB-36", "a contested building starts at the lowest price on any contender's deeds"),
    Fix("0.1.1", "AMB-135", "after a bankruptcy to the Bank, rents can still be claimed until the next roll"),
    Fix("0.1.1", "AMB-137", "rents of the last turn can be claimed after time is up"),
    Fix("0.1.1", "AMB-138", "after a concession, rents can still be claimed until the next roll"),
    Fix("0.1.1", "AMB-141", "a deed whose buyer goes bankrupt while being asked is auctioned"),
    Fix("0.1.1", "AMB-142", "a card that collects from each player is carried out before interest is due"),
    Fix("0.1.1", "AMB-145", "a player who passed on a contested building does not contest the next order for it"),
]
RULES = FIXES[-1].version  # the version that last changed a rule; new records say so


def parts(version: str) -> tuple[int, ...]:
    """A version that can be compared: (0, 1, 1)."""
    return tuple(map(int, version.split(".")))


def explain(version: str, action: str, refusal: str) -> str:
    """Why a move stored with the rules of a version may fail today; "" if no rule was fixed since."""
    if parts(version) > parts(RULES):
        return f"it was written with the rules of {version}, newer than these, {RULES}"
    since = [fix for fix in FIXES if parts(fix.version) > parts(version)]
    if not since:
        return ""
    known = [fix for fix in since if (fix.action, fix.refusal) == (action, refusal)]
    if known:
        fix = known[0]
        return f"it was written with the rules of {version}, and {fix.version} fixed {fix.clause}: {fix.rule}"
    clauses = ", ".join(f"{fix.clause} ({fix.version})" for fix in since)
    return f"it was written with the rules of {version}, and these were fixed since: {clauses}"
