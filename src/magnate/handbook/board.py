"""A small picture of a board: the ring, its colours and its numbers."""

from __future__ import annotations

from html import escape

from magnate.editions import Edition
from magnate.editions.schema import DeedSpace

SIDE = 36  # of a space
BAR = 9  # of colour, at the inner edge


def board_svg(edition: Edition) -> str:
    """The board as SVG. Its first space is at the bottom right, and play goes round as the clock does."""
    ring = len(edition.spaces)
    across = -(-ring // 4)  # spaces from corner to corner
    size = (across + 1) * SIDE
    colours = {group.id: group.colour for group in edition.groups}
    parts = []
    for number, space in enumerate(edition.spaces):
        side, step = divmod(number, across)
        x, y, inner = place(side, step, across)
        parts.append(f'<g transform="translate({x * SIDE} {y * SIDE})"><title>{number} {escape(space.name)}</title>')
        parts.append(f'<rect class="space" width="{SIDE}" height="{SIDE}"/>')
        if isinstance(space, DeedSpace):
            left, top, width, height = bar(inner)
            shape = f'x="{left}" y="{top}" width="{width}" height="{height}"'
            parts.append(f'<rect {shape} fill="{colours[space.group]}"/>')
        parts.append(f'<text x="{SIDE / 2}" y="{SIDE / 2 + 4}">{number}</text></g>')
    name = escape(f"The board of {edition.name}: {ring} spaces, numbered from the start")
    # One line: Markdown would read blank lines and indents in it as its own.
    return f'<svg class="board" viewBox="0 0 {size} {size}" role="img" aria-label="{name}">{"".join(parts)}</svg>'


def place(side: int, step: int, across: int) -> tuple[int, int, str]:
    """The column and row of a space, and which of its edges looks inwards."""
    match side:
        case 0:
            return across - step, across, "" if step == 0 else "top"
        case 1:
            return 0, across - step, "" if step == 0 else "right"
        case 2:
            return step, 0, "" if step == 0 else "bottom"
        case _:
            return across, step, "" if step == 0 else "left"


def bar(inner: str) -> tuple[int, int, int, int]:
    """Where the bar of colour of a space is: left, top, width, height."""
    match inner:
        case "right":
            return SIDE - BAR, 0, BAR, SIDE
        case "bottom":
            return 0, SIDE - BAR, SIDE, BAR
        case "left":
            return 0, 0, BAR, SIDE
        case _:
            return 0, 0, SIDE, BAR
