"""The end of a game: the ranking, what everybody is worth, the prize, and where the record is."""

from __future__ import annotations

from pathlib import Path

from .table import Table


def show_result(table: Table, path: Path) -> None:
    """How the game ended."""
    outcome = table.game.outcome()
    if outcome is None:
        return
    say, names = table.words.say, table.names
    table.tell("")
    table.console.rule(say("game_over"), style="bold", align="left")
    winners = [names.seat(seat) for seat in outcome.winners]
    if len(winners) == 1:
        table.tell(say("winner", seat=winners[0]), "bold green")
    else:
        table.tell(say("winners", seats=", ".join(winners)), "bold green")
    if table.game.edition.rules.ending.prize:
        table.say("prize", "green", seats=", ".join(winners))
    table.tell(say("ranking"), "bold")
    for place, seat in enumerate(outcome.ranking, 1):
        amount = table.lines.say("out") if table.game.state.out[seat] else table.money(outcome.wealth[seat])
        table.tell("  " + say("rank", place=place, seat=names.seat(seat), amount=amount))
    table.say("record_at", "dim", path=path)
