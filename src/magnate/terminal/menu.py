"""The choices of a seat: one entry for each kind of action, by number and by word."""

from __future__ import annotations

from dataclasses import dataclass

from magnate.actions import (
    BY_NAME,
    AcceptDeal,
    Action,
    AskBuildings,
    Bid,
    ClaimRent,
    CounterDeal,
    KeepMortgage,
    NameValue,
    PlaceBuilding,
    ProposeDeal,
    RefuseDeal,
    UseCard,
)
from magnate.view import Option

from .labels import label
from .table import Table

COUNTED = (Bid, NameValue, AskBuildings)
DIRECT_WHEN_ALONE = (UseCard, AcceptDeal, RefuseDeal, KeepMortgage, PlaceBuilding)
FOLDED = frozenset(
    {"SellBuildings", "Build", "Mortgage", "LiftMortgage", "OfferProperty", *(kind.__name__ for kind in COUNTED)}
)  # always chosen in two steps


@dataclass(frozen=True)
class Entry:
    """One kind of action that is possible now, with everything it can be done with."""

    kind: type[Action]
    options: list[Option]

    @property
    def name(self) -> str:
        """The action's name."""
        return self.kind.__name__

    @property
    def only(self) -> Action | None:
        """The action itself, where there is nothing to choose."""
        if self.name not in FOLDED and len(self.options) == 1:
            return self.options[0].action
        return None


def entries(table: Table, seat: int) -> list[Entry]:
    """The choices of a seat, in the rules' own order."""
    found: dict[str, list[Option]] = {}
    for option in table.game.options(seat):
        found.setdefault(option.type, []).append(option)
    return [Entry(BY_NAME[name], options) for name, options in found.items()]


def describe(table: Table, entry: Entry) -> str:
    """What a choice says."""
    game, words, names = table.game, table.words, table.names
    if entry.kind in COUNTED:
        low, high = entry.options[0].low or 0, entry.options[0].high or 0
        show = str if entry.kind is AskBuildings else names.money
        return f"{table.lines.kind(entry.name)} ({table.lines.say('from_to', low=show(low), high=show(high))})"
    if entry.only is not None:
        return label(game, words, names, entry.only)
    if entry.kind is ProposeDeal:
        return words.action(ProposeDeal(), names)
    if len(entry.options) > 1 and entry.kind is not CounterDeal:
        return f"{table.lines.kind(entry.name)} ({table.lines.say('one_of', count=len(entry.options))})"
    if entry.name in FOLDED and entry.options[0].action is not None:
        return label(game, words, names, entry.options[0].action)
    return table.lines.kind(entry.name)


def show_menu(table: Table, seat: int) -> None:
    """List the choices. Claiming a rent is listed whenever play rests, due or not (AMB-26)."""
    rows = [(table.words.word(entry.kind), describe(table, entry), entry) for entry in entries(table, seat)]
    width = max((len(word) for word, _, _ in rows), default=0)
    for number, (word, text, entry) in enumerate(rows, 1):
        quiet = entry.kind is ClaimRent or entry.name == "Concede"
        table.tell(f"  {number:>2}  {word:<{width}}  {text}", "dim" if quiet else "")
