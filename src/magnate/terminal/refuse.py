"""Why something cannot be done now, and what can, in the players' language."""

from __future__ import annotations

from .menu import entries
from .table import Table


def why_not(table: Table, seat: int, refusal: str) -> str:
    """A refusal in words, with the facts that are known."""
    found = entries(table, seat)
    if refusal == "NOT_ASKED" and seat in table.game.must:  # asked, but something else
        refusal = "WRONG_MOMENT"
    facts: dict[str, object] = {"choices": ", ".join(table.words.word(entry.kind) for entry in found) or "–"}
    if refusal == "BID_TOO_LOW":
        for entry in found:
            if entry.name == "Bid":
                facts["amount"] = table.money(entry.options[0].low or 0)
    elif refusal == "NOT_A_ROUND_SUM":
        facts["amount"] = table.money(table.game.table.note)
    elif refusal == "NOT_ASKED" and table.game.must:
        facts["seat"] = table.names.seat(table.game.must[0])
    return table.words.refusal(refusal, **facts)
