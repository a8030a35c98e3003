"""What can be looked at: the players, the groups and who owns them, the board, one property."""

from __future__ import annotations

from rich.table import Table as Grid
from rich.text import Text

from magnate.editions.schema import DeedSpace
from magnate.rules.codes import FREE
from magnate.view import View

from .table import Table

HOUSE, HOTEL, MORTGAGED = "▪", "█", "×"


def grid(*columns: str, right: tuple[int, ...] = ()) -> Grid:
    """A quiet table."""
    made = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim", show_header=any(columns))
    for number, name in enumerate(columns):
        made.add_column(name, justify="right" if number in right else "left", overflow="fold")
    return made


def show_players(table: Table, seat: int | None) -> None:
    """Everybody: cash, place, deeds, cards; `seat` looks, and purses may be private."""
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


def deed_text(table: Table, deed: int, view: View, owner: bool) -> Text:
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


def show_groups(table: Table, of: int | None = None) -> None:
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


def show_table(table: Table, seat: int | None) -> None:
    """The players, and everything owned."""
    show_players(table, seat)
    table.tell("")
    show_groups(table)
    g, names = table.game.state, table.names
    table.say("bank_stock", "dim", houses=names.building("house", g.houses), hotels=names.building("hotel", g.hotels))
    house, hotel, mortgaged = names.building("house", 1), names.building("hotel", 1), table.words.name("mortgaged")
    table.tell(f"{HOUSE} {house}   {HOTEL} {hotel}   {MORTGAGED} {mortgaged}", "dim")


def show_board(table: Table) -> None:
    """All spaces in two columns, with their owners and whoever stands there."""
    view, edition = table.game.view(), table.game.edition
    standing: dict[int, list[str]] = {}
    for one in view.seats:
        if not one.out:
            standing.setdefault(one.space, []).append(one.name)
    cells: list[Text] = []
    for number, space in enumerate(edition.spaces):
        if isinstance(space, DeedSpace):
            deed = edition.deeds.index(number)
            text = Text("■ ", edition.groups[table.game.table.deed_group[deed]].colour)
            text.append_text(deed_text(table, deed, view, owner=True))
        else:
            text = Text(f"  {number} {table.names.space(number)}", "dim")
        if number in standing:
            text.append(f" ◄ {', '.join(standing[number])}", "bold yellow")
        cells.append(text)
    half = (len(cells) + 1) // 2
    made = grid("", "")
    for row in range(half):
        made.add_row(cells[row], cells[row + half] if row + half < len(cells) else "")
    table.tell(made)


def show_deed(table: Table, deed: int, brief: bool = False) -> None:
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
