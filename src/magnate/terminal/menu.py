"""The choices of a seat: one entry for each kind of action, with its label, and why an action is refused."""

from __future__ import annotations

from dataclasses import dataclass

from magnate.actions import (
    BY_NAME,
    AcceptOffer,
    AcceptValue,
    Action,
    AskBuildings,
    AuctionProperty,
    Bid,
    Build,
    BuyDeed,
    ClaimRent,
    CounterDeal,
    DeclineOffer,
    LiftMortgage,
    Mortgage,
    NameValue,
    PayFine,
    PayTax,
    PlaceBuilding,
    ProposeDeal,
    RefuseDeed,
    RefuseProperty,
    SellBuildings,
    WithdrawProperty,
)
from magnate.game import Game
from magnate.view import Option, question_of
from magnate.words import Words

from .table import TableNames, TerminalTable

COUNTED = (Bid, NameValue, AskBuildings)
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


def entries(table: TerminalTable, seat: int) -> list[Entry]:
    """The choices of a seat, in the rules' own order."""
    found: dict[str, list[Option]] = {}
    for option in table.game.options(seat):
        found.setdefault(option.type, []).append(option)
    return [Entry(BY_NAME[name], options) for name, options in found.items()]


def describe(table: TerminalTable, entry: Entry) -> str:
    """What a choice says."""
    game, words, names = table.game, table.words, table.names
    if entry.kind in COUNTED:
        low, high = entry.options[0].low or 0, entry.options[0].high or 0
        show = str if entry.kind is AskBuildings else names.money
        return f"{table.lines.kind(entry.name)} ({table.lines.say('from_to', low=show(low), high=show(high))})"
    if entry.only is not None:
        return label(game, words, names, entry.options[0])
    if entry.kind is ProposeDeal:
        return words.action(ProposeDeal(), names)
    if len(entry.options) > 1 and entry.kind is not CounterDeal:
        return f"{table.lines.kind(entry.name)} ({table.lines.say('one_of', count=len(entry.options))})"
    if entry.name in FOLDED and entry.options[0].action is not None:
        return label(game, words, names, entry.options[0])
    return table.lines.kind(entry.name)


def show_menu(table: TerminalTable, seat: int) -> None:
    """List the choices. Claiming a rent is listed whenever play rests, due or not (AMB-26)."""
    rows = [(table.words.word(entry.kind), describe(table, entry), entry) for entry in entries(table, seat)]
    width = max((len(word) for word, _, _ in rows), default=0)
    for number, (word, text, entry) in enumerate(rows, 1):
        quiet = entry.kind is ClaimRent or entry.name == "Concede"
        table.tell(f"  {number:>2}  {word:<{width}}  {text}", "dim" if quiet else "")


Facts = dict[str, int | str]


def label(game: Game, words: Words, names: TableNames, option: Option) -> str:
    """An option that has an action, in words."""
    assert option.action is not None
    return words.action(option.action, names, **facts_of(game, option))


def facts_of(game: Game, option: Option) -> Facts:
    """What is known about an option beside what it carries. A rent to claim is not: no owner is prompted (AMB-26)."""
    action = option.action
    if isinstance(action, PayFine | Mortgage | LiftMortgage | Build | SellBuildings) and option.price is not None:
        return {"amount": abs(option.price)}
    return {} if action is None else facts_of_question(game, action)


def facts_of_question(game: Game, action: Action) -> Facts:
    """What the question now open is about, for the actions that answer it."""
    asked = question_of(game.state, game.table)
    facts: Facts = {}
    if asked is None:
        return facts
    if isinstance(action, BuyDeed | RefuseDeed | AcceptOffer | DeclineOffer) and asked.deed is not None:
        facts = {"deed": asked.deed, "amount": int(game.table.price[asked.deed])}
    elif isinstance(action, PayTax) and asked.amount is not None:
        facts = {"amount": asked.amount}
    elif isinstance(action, NameValue | RefuseProperty | WithdrawProperty | AuctionProperty | AcceptValue):
        facts = {} if asked.deed is None else {"deed": asked.deed}
        if isinstance(action, AcceptValue) and asked.amount is not None:
            facts["amount"] = asked.amount
    elif isinstance(action, AskBuildings | PlaceBuilding) and asked.building is not None:
        facts = {"building": asked.building}
    return facts


def why_not(table: TerminalTable, seat: int, refusal: str) -> str:
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
