"""What happened, told in the players' language: a line each for people, a short paragraph for bots."""

from __future__ import annotations

from collections.abc import Sequence

from magnate.events import Event, GameWon, TimeCalled, TurnBegan, TurnEnded, WentBankrupt

from .table import Table

LOUD = (GameWon, WentBankrupt, TimeCalled)


class Narrator:
    """Tells events. A bot's own chores are told on one line, so that a round of bots stays short."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def tell(self, events: Sequence[Event], in_short: bool) -> None:
        """Tell what happened in one step."""
        table = self.table
        short: list[str] = []
        for event in events:
            if isinstance(event, TurnEnded):
                continue  # the next turn says so
            if isinstance(event, TurnBegan):
                self._flush(short)
                if in_short or event.seat not in table.people:
                    table.tell("")
                continue  # its first roll, or its status, names the player
            text = table.words.event(event, table.names)
            if in_short and not isinstance(event, LOUD):
                short.append(text)
            else:
                self._flush(short)
                table.tell(text, "bold" if isinstance(event, LOUD) else "")
        self._flush(short)

    def _flush(self, short: list[str]) -> None:
        if short:
            self.table.tell(" ".join(short), "cyan")
            short.clear()
