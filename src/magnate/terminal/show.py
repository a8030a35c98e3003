"""What the terminal prints: events, questions, players, groups, one property, the result."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.table import Table as Grid
from rich.text import Text

from magnate.editions.schema import DeedSpace
from magnate.events import CardDrawn, DealProposed, Event, GameWon, TimeCalled, TurnBegan, TurnEnded, WentBankrupt
from magnate.rules.codes import FREE
from magnate.view import Question, View, deals_of, question_of

from .table import TerminalTable

HOUSE, HOTEL, MORTGAGED = "▪", "█", "×"


def grid(*columns: str, right: tuple[int, ...] = ()) -> Grid:
    """A quiet table."""
    made = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim", show_header=any(columns))
    for number, name in enumerate(columns):
        made.add_column(name, justify="right" if number in right else "left", overflow="fold")
    return made


def show_players(table: TerminalTable, seat: int | None) -> None:
    """Everybody: cash, place, deeds, cards; `seat` looks, and cash may be private."""
    view, say = table.game.view(seat), table.lines.say
    made = grid(
        say("col_player"), say("col_cash"), say("col_space"), say("col_deeds"), say("col_cards"), right=(1, 3, 4)
    )
    for one in view.seats:
        name = one.name if one.seat in table.people else f"{one.name} ({say('bot')})"
        if one.out:
            made.add_row(Text(name, "dim"), Text(say("out"), "dim"), "", "", "")
            continue
        cash = say("hidden") if one.cash is None else table.money(one.cash)
        space = f"{one.space} {table.names.space(one.space)}"
        if one.in_jail:
            space += f" ({table.words.name('in_jail')})"
        deeds = sum(deed.owner == one.seat for deed in view.deeds)
        mark = "bold" if one.seat == view.turn else ""
        made.add_row(Text(name, mark), Text(cash), Text(space), str(deeds), str(len(one.cards) or ""))
    table.tell(made)


def deed_text(table: TerminalTable, deed: int, view: View, owner: bool) -> Text:
    """A deed in a list: its space's number, its name, what stands on it, whose it is."""
    seen = view.deeds[deed]
    text = Text(f"{table.game.edition.deeds[deed]} {table.names.deed(deed)}")
    if seen.level:
        tall = seen.level > table.game.edition.rules.building.houses_per_lot
        text.append(f" {HOTEL if tall else HOUSE * seen.level}", "bold")
    if seen.mortgaged:
        text.append(f" {MORTGAGED}", "red")
    if owner and seen.owner is not None:
        text.append(f" ({table.names.seat(seen.owner)})", "cyan" if seen.owner in table.people else "dim")
    return text


def show_groups(table: TerminalTable, of: int | None = None) -> None:
    """The groups with their numbers and deeds: all of them, or those in which a seat owns something."""
    view, edition = table.game.view(), table.game.edition
    made = grid("", "", "", right=(0,))
    for number, group in enumerate(edition.groups):
        deeds = [deed for deed in range(len(view.deeds)) if table.game.table.deed_group[deed] == number]
        owned = [deed for deed in deeds if view.deeds[deed].owner == of]
        if of is not None and not owned:
            continue
        name = Text("■ ", group.colour)
        name.append(table.names.group(number), "default")
        if of is not None:
            name.append(f" {len(owned)}/{len(deeds)}", "bold" if len(owned) == len(deeds) else "dim")
        shown = [deed_text(table, deed, view, owner=of is None) for deed in (deeds if of is None else owned)]
        made.add_row(str(number + 1), name, Text(" · ", "dim").join(shown))
    if made.row_count:
        table.tell(made)
    else:
        table.say("no_deeds", "dim")


def show_table(table: TerminalTable, seat: int | None) -> None:
    """The players, and everything owned."""
    show_players(table, seat)
    table.tell("")
    show_groups(table)
    g, names = table.game.state, table.names
    table.say("bank_stock", "dim", houses=names.building("house", g.houses), hotels=names.building("hotel", g.hotels))
    house, hotel, mortgaged = names.building("house", 1), names.building("hotel", 1), table.words.name("mortgaged")
    table.tell(f"{HOUSE} {house}   {HOTEL} {hotel}   {MORTGAGED} {mortgaged}", "dim")


def show_deed(table: TerminalTable, deed: int, brief: bool = False) -> None:
    """One property: group, price, rents, costs, owner, and the back of the deed where the book has one."""
    edition, names, say = table.game.edition, table.names, table.lines.say
    number = edition.deeds[deed]
    space = edition.spaces[number]
    assert isinstance(space, DeedSpace)
    group_number = table.game.table.deed_group[deed]
    group = edition.groups[group_number]
    heading = Text("■ ", group.colour)
    heading.append(f"{number} {names.deed(deed)}", "bold default")
    table.tell(heading)
    rents = ", ".join(str(rent) if group.times_dice else table.money(rent) for rent in space.rents)
    facts = [
        say("deed_price", price=table.money(space.price), mortgage=table.money(space.mortgage)),
        say("deed_rents", rents=say("times_dice", rents=rents) if group.times_dice else rents),
    ]
    if space.house_cost:
        facts.append(say("deed_costs", house=table.money(space.house_cost), hotel=table.money(space.hotel_cost)))
    for fact in facts:
        table.tell(f"  {fact}", "dim")
    view = table.game.view()
    mates = [
        deed_text(table, mate, view, owner=True)
        for mate in range(len(view.deeds))
        if table.game.table.deed_group[mate] == group_number
    ]
    line = Text(f"  {say('deed_group', group=names.group(group_number))}: ", "dim")
    table.tell(line.append_text(Text(" · ").join(mates)))
    if brief:
        return
    seen = view.deeds[deed]
    owner = say("unowned") if seen.owner is None else names.seat(seen.owner)
    mortgage = f", {table.words.name('mortgaged')}" if table.game.state.mortgaged[deed] != FREE else ""
    table.tell(f"  {say('deed_owner', owner=owner)}{mortgage}")
    if back := edition.back(number, table.words.lang):
        table.tell(f"  {back}", "italic")


LOUD = (GameWon, WentBankrupt, TimeCalled)


class Narrator:
    """Prints events. A bot's own chores share one line, so that a round of bots stays short."""

    def __init__(self, table: TerminalTable) -> None:
        self.table = table

    def tell(self, events: Sequence[Event], in_short: bool) -> None:
        """Print what happened in one step."""
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


def show_question(table: TerminalTable, seat: int, again: bool = False, in_short: bool = False) -> None:
    """What is asked of this seat, with what it needs to know; `in_short` where the board above it shows the table."""
    asked = question_of(table.game.state, table.game.table)
    if asked is not None and asked.type == "card" and not again and was_just_drawn(table):
        return
    deals = [deal for deal in deals_of(table.game.state) if seat in deal.parties and seat not in deal.accepted]
    name, cash = table.names.seat(seat), table.game.state.cash[seat]
    if deals and seat in table.game.must:
        for deal in deals:
            told = DealProposed(deal.author, deal.revision, deal.terms.cash, deal.terms.deeds, deal.terms.cards)
            table.tell(table.words.event(told, table.names), "bold")
    elif asked is None or asked.type == "turn" or seat not in table.game.must:
        show_status(table, seat, in_short)
    else:
        if asked.type in ("buy", "auction", "offer", "settlement", "mortgage") and asked.deed is not None:
            show_deed(table, asked.deed, brief=True)
        heading = "" if len(table.people) == 1 else f"{name}: "
        table.tell(heading + question_line(table, asked, seat, int(cash)), "bold")


def was_just_drawn(table: TerminalTable) -> bool:
    """Whether the card was the last event."""
    return bool(table.game.events) and isinstance(table.game.events[-1], CardDrawn)


def show_status(table: TerminalTable, seat: int, in_short: bool = False) -> None:
    """The table at the beginning of one's own turn, or between turns: who has what, and one's own deeds."""
    game, say = table.game, table.words.say
    if not in_short:
        title = table.lines.say("at_table", seat=table.names.seat(seat), turns=game.state.turns)
        table.console.rule(title, style="dim", align="left")
        show_players(table, seat)
        if game.state.deed_count[seat]:
            show_groups(table, of=seat)
    space, cash = table.names.space(game.state.at[seat]), table.money(game.state.cash[seat])
    if seat == game.state.turn:
        table.tell(say("whose_turn", seat=table.names.seat(seat), cash=cash, space=space), "bold")
    else:
        table.tell(say("player", seat=table.names.seat(seat), cash=cash, space=space), "bold")


def question_line(table: TerminalTable, asked: Question, seat: int, cash: int) -> str:
    """The question in a sentence."""
    names, say = table.names, table.lines.say
    key, facts = f"q_{asked.type}", {"seat": names.seat(seat), "cash": table.money(cash)}
    if asked.deed is not None:
        facts["deed"] = facts["what"] = names.deed(asked.deed)
    if asked.amount is not None:
        facts["amount"] = table.money(asked.amount)
    if asked.building is not None:
        facts["building"] = facts["what"] = names.building(asked.building, 1)
        stock = table.game.state.houses if asked.building == "house" else table.game.state.hotels
        facts["buildings"] = names.building(asked.building, int(stock))
    if asked.type == "auction" and asked.bid is not None and asked.bidder is not None:
        key, facts["bidder"], facts["amount"] = "q_auction_bid", names.seat(asked.bidder), table.money(asked.bid)
    elif asked.type in ("buy", "offer") and asked.deed is not None:
        facts["amount"] = table.money(table.game.table.price[asked.deed])
        facts["seat"] = names.seat(asked.seat if asked.seat is not None else seat)
    elif asked.type == "fine":
        facts["amount"] = table.money(table.game.table.jail_fine)
    elif asked.type == "card" and asked.deck is not None and asked.card is not None:
        facts["card"] = names.card(asked.deck, asked.card)
    elif asked.type == "debt":
        key = "q_debt_bank" if asked.other is None else key
        facts["other"] = "" if asked.other is None else names.seat(asked.other)
    elif asked.type == "settlement":
        key = "q_settlement" if asked.amount is None else "q_settled"
        facts["other"] = names.seat(next(one for one in (asked.seat, asked.other) if one is not None and one != seat))
    return say(key, **facts)


def show_result(table: TerminalTable, path: Path) -> None:
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
