"""Rules that were fixed in a release. A stored game that ran into one no longer replays, and the error names it.

Fixes that stored games are spared are not listed: see `Game.play_stored`, `state.old_rules` and `TimeUp.at_once`.
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


FIRST = "0.1"  # records and logs of 0.1.0 and 0.1.1 do not say which of the two wrote them
FIXES = [
    Fix(
        *("0.1.1", "AMB-36", "a contested building starts at the lowest price on any contender's deeds"),
        *("PlaceBuilding", "NOT_ASKED"),  # somebody who could not pay the old price is still to bid
    ),
    Fix("0.1.1", "AMB-135", "after a bankruptcy to the Bank, rents can still be claimed until the next roll"),
    Fix(
        *("0.1.1", "AMB-137", "rents of the last turn can be claimed after time is up"),
        *("Acknowledge", "WRONG_MOMENT"),  # the game is not over yet
    ),
    Fix("0.1.1", "AMB-138", "after a concession, rents can still be claimed until the next roll"),
    Fix(
        *("0.1.1", "AMB-141", "a deed whose buyer goes bankrupt while being asked is auctioned"),
        *("Roll", "WRONG_MOMENT"),  # the auction comes first
    ),
    Fix(
        *("0.1.1", "AMB-142", "a card that collects from each player is carried out before interest is due"),
        *("KeepMortgage", "NOT_MORTGAGED"),  # the others pay first
    ),
    Fix(
        *("0.1.1", "AMB-145", "a player who passed on a contested building does not contest the next order for it"),
        *("AskBuildings", "NOT_ASKED"),
    ),
]
SPARED = "0.1.0"  # what games are recorded with that have moves only it allowed: AMB-140, AMB-143, AMB-144, AMB-146
RULES = "0.2.0"  # the version that last changed a rule, in a fix or otherwise; new records and logs say so


def parts(version: str) -> tuple[int, ...]:
    """A version that can be compared: (0, 1, 1)."""
    return tuple(map(int, version.split(".")))


def spares(version: str) -> bool:
    """Whether stored games of a version may have moves that are refused since, and play on all the same."""
    return parts(version) <= parts(SPARED)


def differs(version: str, clause: str) -> str:
    """Why a stored game may have gone on in another way than it is played now: the rule that was fixed since."""
    (fix,) = (fix for fix in FIXES if fix.clause == clause)
    return f"{written(version)}, {fix.version} fixed {fix.clause}: {fix.rule}"


def written(version: str) -> str:
    """With which rules a stored game was written, as far as it is known."""
    if version == FIRST:
        return "it was written by 0.1.0 or 0.1.1, and if by 0.1.0"
    return f"it was written with the rules of {version}"


def explain(version: str, action: str, refusal: str) -> str:
    """Why a move stored with the rules of a version may fail today; "" if no rule was fixed since."""
    if parts(version) > parts(RULES):
        return f"it was written with the rules of {version}, newer than these, {RULES}"
    since = [fix for fix in FIXES if parts(fix.version) > parts(version)]
    if not since:
        return ""
    known = [fix for fix in since if (fix.action, fix.refusal) == (action, refusal)]
    if len(known) == 1:
        return differs(version, known[0].clause)
    clauses = ", ".join(f"{fix.clause} ({fix.version})" for fix in known or since)
    return f"{written(version)}, one of these fixes explains it: {clauses}"
