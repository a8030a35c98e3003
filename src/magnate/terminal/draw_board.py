"""The board in the terminal: a ring of spaces in the colours of their groups, with owners, buildings and tokens.

Where the screen is too narrow or has no colours, all spaces as a list.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from magnate.editions.schema import DeedSpace
from magnate.events import Event, TurnBegan, TurnEnded
from magnate.view import View

from .show import HOTEL, HOUSE, MORTGAGED, deed_text, grid
from .table import TerminalTable

TOKEN = "●"
NARROWEST = 7  # columns of a space at the top or bottom
WIDEST = 11
SIDE = (10, 16)  # columns of a space at the left or right, at least and at most
HIGH = 4  # lines of a space at the top or bottom
LOW = 2  # lines of a space at the left or right
EDGE = 2  # columns of its number
BELOW = 10  # lines for the question and the choices under a board
LATEST = 8  # things that happened
LINE = "dim"
SEATS = (  # ground and ink of each seat, as in the web client
    ("#b93a24", "#fff8ec"),
    ("#1d5f9e", "#fff8ec"),
    ("#e0a81c", "#2a1f05"),
    ("#17735a", "#fff8ec"),
    ("#6d3f8e", "#fff8ec"),
    ("#e58fb4", "#2f0e1d"),
    ("#3a3a40", "#fff8ec"),
    ("#6fbfe0", "#06222e"),
)


class Ring(NamedTuple):
    """The spaces of each side in the order they are drawn: from left to right, or from top to bottom."""

    top: list[int]
    left: list[int]
    right: list[int]
    bottom: list[int]
    corners: tuple[int, int, int, int]  # top left, top right, bottom left, bottom right


class Size(NamedTuple):
    """Columns and lines of a drawn board."""

    side: int  # columns of the spaces at the left and right
    inner: int  # columns between them
    rows: int  # lines between top and bottom

    @property
    def height(self) -> int:
        """Lines of the whole board, with its frame."""
        return 2 * HIGH + self.rows + 4


def ring_of(count: int) -> Ring:
    """A board of a number of spaces, clockwise from the bottom right; corners as in the web client."""
    start, jail, park, police = ((2 * corner * count + 4) // 8 for corner in range(4))
    return Ring(
        top=list(range(park + 1, police)),
        left=list(range(park - 1, jail, -1)),
        right=list(range(police + 1, count)),
        bottom=list(range(jail - 1, start, -1)),
        corners=(park, police, jail, start),
    )


def size_on(ring: Ring, width: int) -> Size | None:
    """The board on a screen of a number of columns; None if it does not fit."""
    most = max(len(ring.top), len(ring.bottom), 1)
    room = width - 1 - 4  # the last column stays free; four lines of the frame run from top to bottom
    space = min(WIDEST, (room - 2 * SIDE[0] + 1) // most - 1)
    inner = most * (space + 1) - 1
    side = min(SIDE[1], (room - inner) // 2)
    if space < NARROWEST or side < SIDE[0]:
        return None
    return Size(side, inner, LOW * max(len(ring.left), len(ring.right), 5))


def drawn_size(table: TerminalTable) -> Size | None:
    """The size of the board on this screen; None where it is not drawn."""
    console = table.console
    if not console.is_terminal or console.no_color or console.color_system is None or console.options.ascii_only:
        return None
    return size_on(ring_of(len(table.game.edition.spaces)), console.width)


def fits_above_question(table: TerminalTable) -> bool:
    """Whether the drawn board leaves room for a question and its choices."""
    size = drawn_size(table)
    return size is not None and size.height + BELOW <= table.console.height


def show_board(table: TerminalTable, seat: int | None) -> None:
    """The board, drawn or as a list; `seat` looks, and cash may be private."""
    size = drawn_size(table)
    if size is None:
        list_spaces(table)
    else:
        for line in DrawnBoard(table, seat, size).lines():
            table.tell(line)


def list_spaces(table: TerminalTable) -> None:
    """All spaces in two columns, with their owners and the tokens there."""
    view, edition = table.game.view(), table.game.edition
    standing = tokens_on(view)
    cells: list[Text] = []
    for number, space in enumerate(edition.spaces):
        if isinstance(space, DeedSpace):
            deed = edition.deeds.index(number)
            text = Text("■ ", edition.groups[table.game.table.deed_group[deed]].colour)
            text.append_text(deed_text(table, deed, view, owner=True))
        else:
            text = Text(f"  {number} {table.names.space(number)}", "dim")
        if number in standing:
            text.append(f" ◄ {', '.join(table.names.seat(one) for one in standing[number])}", "bold yellow")
        cells.append(text)
    half = (len(cells) + 1) // 2
    made = grid("", "")
    for row in range(half):
        made.add_row(cells[row], cells[row + half] if row + half < len(cells) else "")
    table.tell(made)


def tokens_on(view: View) -> dict[int, list[int]]:
    """The seats whose tokens stand on each space."""
    standing: dict[int, list[int]] = {}
    for one in view.seats:
        if not one.out:
            standing.setdefault(one.space, []).append(one.seat)
    return standing


def letters_of(names: Sequence[str]) -> list[str]:
    """A letter for each player: the first of its name that no player before it has; else the number of its seat."""
    found: list[str] = []
    for seat, name in enumerate(names):
        free = (letter for letter in name.upper() if letter.isalpha() and cell_len(letter) == 1 and letter not in found)
        found.append(next(free, str(seat + 1)))
    return found


def ink_on(colour: str) -> str:
    """Black or white, whichever is read better on a colour."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#000000" if 299 * red + 587 * green + 114 * blue > 140_000 else "#ffffff"


def short_lines(name: str, width: int, lines: int) -> list[str]:
    """A name in some lines: whole if it fits, else without small words, with an initial, without its first word."""
    words = name.replace("/", " ").split()
    main = [word for word in words if len(word) > 3 or not word.islower()] or words
    first, rest = main[0], main[1:] or main
    for tried in (words, main, [f"{first[0]}.", *rest], rest):
        wrapped = wrap(tried, width)
        if len(wrapped) <= lines and all(cell_len(line) <= width for line in wrapped):
            return wrapped
    chosen = [*main[: lines - 1], main[-1]] if len(main) > lines else main
    return [cut(line, width) for line in wrap(chosen, width)][:lines]


def wrap(words: Sequence[str], width: int) -> list[str]:
    """Words in lines; a word longer than a line has a line of its own."""
    lines: list[str] = []
    for word in words:
        if lines and cell_len(f"{lines[-1]} {word}") <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def cut(text: str, width: int) -> str:
    """A text that is no wider, with a full stop for what is left out."""
    return text if cell_len(text) <= width else set_cell_size(text, width - 1).rstrip(" .") + "."


def fill(left: Text, right: Text, width: int, style: str = "") -> Text:
    """Two texts at the two ends of a line."""
    room = max(0, width - left.cell_len - right.cell_len)
    line = Text(style=style).append_text(left).append(" " * room).append_text(right)
    line.truncate(width, pad=True)
    return line


def shares_of(width: int, count: int) -> list[int]:
    """The columns of neighbouring spaces, with a line between two."""
    room = width - count + 1
    return [room * (i + 1) // count - room * i // count for i in range(count)]


class DrawnBoard:
    """One drawing of the board, as a seat sees it."""

    def __init__(self, table: TerminalTable, seat: int | None, size: Size) -> None:
        self.table = table
        self.size = size
        self.edition = table.game.edition
        self.view = table.game.view(seat)
        self.ring = ring_of(len(self.edition.spaces))
        self.letters = letters_of([one.name for one in self.view.seats])
        self.standing = tokens_on(self.view)

    def lines(self) -> Iterator[Text]:
        """The board, line by line."""
        side, inner, rows = self.size
        ring = self.ring
        high_left, high_right, low_left, low_right = ring.corners
        yield self.frame("┌", "┬", "┐", ring.top)
        yield from self.row(high_left, ring.top, high_right, is_top=True)
        yield self.frame("├", "┴", "┤", ring.top)
        left = [line for space in ring.left for line in self.at_side(space, side, is_left=True)]
        right = [line for space in ring.right for line in self.at_side(space, side, is_left=False)]
        middle = self.middle(inner, rows)
        empty = Text(" " * side)
        for row in range(rows):
            line = Text().append("│", LINE).append_text(left[row] if row < len(left) else empty).append("│", LINE)
            line.append_text(middle[row]).append("│", LINE)
            yield line.append_text(right[row] if row < len(right) else empty).append("│", LINE)
        yield self.frame("├", "┬", "┤", ring.bottom)
        yield from self.row(low_left, ring.bottom, low_right, is_top=False)
        yield self.frame("└", "┴", "┘", ring.bottom)

    def frame(self, first: str, between: str, last: str, spaces: list[int]) -> Text:
        """A line of the frame along the top or bottom."""
        cross = {"├": "┼", "┌": "┬", "└": "┴"}[first]
        sides = "─" * self.size.side
        inner = between.join("─" * width for width in shares_of(self.size.inner, max(1, len(spaces))))
        return Text(f"{first}{sides}{cross}{inner}{cross}{sides}{last}", LINE)

    def row(self, left: int, spaces: list[int], right: int, is_top: bool) -> Iterator[Text]:
        """The spaces of the top or bottom between their corners."""
        side = self.size.side
        cells = [self.corner(left, side)]
        for space, width in zip(spaces, shares_of(self.size.inner, max(1, len(spaces))), strict=False):
            cells.append(self.upright(space, width, is_top))
        cells.append(self.corner(right, side))
        for number in range(HIGH):
            line = Text().append("│", LINE)
            for cell in cells:
                line.append_text(cell[number]).append("│", LINE)
            yield line

    def corner(self, space: int, width: int) -> list[Text]:
        """A corner: its name and the tokens there."""
        named = [Text(line.center(width)) for line in short_lines(self.table.names.space(space), width, HIGH - 1)]
        for line in named:
            line.truncate(width, pad=True)
        named += [Text(" " * width)] * (HIGH - 1 - len(named))
        return [*named, fill(Text(str(space), "dim"), self.tokens(space, width - 3), width)]

    def upright(self, space: int, width: int, is_top: bool) -> list[Text]:
        """A space at the top or bottom: its band on the inner side, its name, owner and tokens."""
        named = [Text(line) for line in short_lines(self.table.names.space(space), width, HIGH - 2)]
        named += [Text("")] * (HIGH - 2 - len(named))
        for line in named:
            line.truncate(width, pad=True)
        owner = self.owner(space)
        whose = fill(owner, self.tokens(space, width - owner.cell_len), width)
        band = self.band(space, width)
        return [whose, *named, band] if is_top else [band, *named, whose]

    def at_side(self, space: int, width: int, is_left: bool) -> list[Text]:
        """A space at the left or right: two lines with its band on the inner side."""
        room = width - EDGE
        gap = 0 if self.deed(space) is not None else 1  # a number without a colour keeps away from the name
        named = Text(short_lines(self.table.names.space(space), room - gap, 1)[0])
        named = fill(named, Text(""), room) if is_left else fill(Text(" " * gap).append_text(named), Text(""), room)
        owner = self.owner(space).append_text(self.buildings(space))
        whose = fill(owner, self.tokens(space, room - owner.cell_len), room)
        edges = Text(f"{space:>{EDGE}}", self.ground(space)), Text(" " * EDGE, self.ground(space))
        pairs = zip((named, whose), edges, strict=True) if is_left else zip(edges, (named, whose), strict=True)
        return [Text().append_text(one).append_text(other) for one, other in pairs]

    def deed(self, space: int) -> int | None:
        """The deed of a space."""
        return self.edition.deeds.index(space) if isinstance(self.edition.spaces[space], DeedSpace) else None

    def ground(self, space: int) -> str:
        """The style of a space's band: the colour of its group, or none."""
        deed = self.deed(space)
        if deed is None:
            return "dim"
        colour = self.edition.groups[self.table.game.table.deed_group[deed]].colour
        return f"{ink_on(colour)} on {colour}"

    def band(self, space: int, width: int) -> Text:
        """The number of a space and its buildings, on the colour of its group."""
        line = Text(f"{space:<{EDGE}}").append_text(self.buildings(space, width - EDGE - 1))
        line.truncate(width, pad=True)
        line.stylize(self.ground(space))
        return line

    def buildings(self, space: int, room: int = WIDEST) -> Text:
        """A mark for each house, or one for a hotel."""
        deed = self.deed(space)
        level = 0 if deed is None else self.view.deeds[deed].level
        if not level:
            return Text()
        if level > self.edition.rules.building.houses_per_lot:
            return Text(f" {HOTEL}", "bold")
        return Text(f" {HOUSE * level if level <= room else f'{level}{HOUSE}'}", "bold")

    def owner(self, space: int) -> Text:
        """The mark of the owner of a space, with a cross where it is mortgaged."""
        deed = self.deed(space)
        seat = None if deed is None else self.view.deeds[deed].owner
        text = Text()
        if deed is not None and seat is not None:
            text.append_text(self.chip(seat, f" {self.letters[seat]} "))
            if self.view.deeds[deed].mortgaged:
                text.append(MORTGAGED, "bold red")
        return text

    def tokens(self, space: int, room: int) -> Text:
        """A mark for each token on a space; in brackets for those in jail; their number where there is no room."""
        here = self.standing.get(space, [])
        text = Text()
        for seat in here:
            mark = f"{TOKEN}{self.letters[seat]}"
            text.append_text(self.chip(seat, f"[{mark}]" if self.view.seats[seat].in_jail else mark))
        if text.cell_len > room:
            text = Text(f"{TOKEN}{len(here)}", "bold")
        return text

    def chip(self, seat: int, text: str) -> Text:
        """A text in the colours of a seat."""
        ground, ink = SEATS[seat % len(SEATS)]
        return Text(text, f"bold {ink} on {ground}")

    def middle(self, width: int, rows: int) -> list[Text]:
        """What stands inside the ring: the players, what just happened, and what the marks mean."""
        head = [Text(self.edition.name.center(width), "bold"), Text(""), *self.players(width), Text("")]
        foot = [Text(""), *Text(self.legend(), "dim").wrap(self.table.console, width - 2)]
        room = rows - len(head) - len(foot)
        lines = [*head, *self.happened(width - 2, room), *foot]
        shown = []
        for line in lines[:rows]:
            padded = Text(" ").append_text(line) if line.cell_len < width else line
            padded.truncate(width, pad=True)
            shown.append(padded)
        return shown + [Text(" " * width)] * (rows - len(shown))

    def players(self, width: int) -> list[Text]:
        """A line for each player: mark, name, cash and deeds; an arrow for the player on turn."""
        say, lines = self.table.lines.say, []
        for one in self.view.seats:
            line = Text("▸ " if one.seat == self.view.turn else "  ").append_text(
                self.chip(one.seat, f" {self.letters[one.seat]} ")
            )
            line.append(f" {set_cell_size(one.name, 20)} ", "bold" if one.seat == self.view.turn else "")
            if one.out:
                line.append(f"{say('out'):>12}", "dim")
            else:
                cash = say("hidden") if one.cash is None else self.table.money(one.cash)
                deeds = sum(deed.owner == one.seat for deed in self.view.deeds)
                line.append(f"{cash:>12}  ")
                line.append(f"{say('col_deeds')}: {deeds}", "dim")
            lines.append(line)
        return lines

    def happened(self, width: int, room: int) -> list[Text]:
        """The latest events that fit, in words."""
        found: list[Text] = []
        for text in reversed(self.latest()):
            wrapped = list(Text(f"· {text}").wrap(self.table.console, width))
            if len(found) + len(wrapped) > room:
                break
            found = [*wrapped, *found]
        return found + [Text("")] * (room - len(found))

    def latest(self) -> list[str]:
        """The latest events in words."""
        told: list[Event] = []
        for event in reversed(self.table.game.events):
            if not isinstance(event, TurnBegan | TurnEnded):
                told.append(event)
            if len(told) == LATEST:
                break
        return [self.table.words.event(event, self.table.names) for event in reversed(told)]

    def legend(self) -> str:
        """What the marks mean."""
        say, names = self.table.lines.say, self.table.names
        return "   ".join(
            (
                f"{self.letters[0]} {say('board_owner')}",
                f"{TOKEN}{self.letters[0]} {say('board_token')}",
                f"[{TOKEN}{self.letters[0]}] {self.table.words.name('in_jail')}",
                f"{HOUSE} {names.building('house', 1)}",
                f"{HOTEL} {names.building('hotel', 1)}",
                f"{MORTGAGED} {self.table.words.name('mortgaged')}",
            )
        )
