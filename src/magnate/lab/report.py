"""A result as one self-contained HTML file."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from magnate import __version__
from magnate.lab import plots
from magnate.lab.errors import BadQuestion, NotInstalled

if TYPE_CHECKING:
    from magnate.lab.result import Grid, Result

STYLE = """
body{font:15px/1.5 system-ui,sans-serif;max-width:66rem;margin:2rem auto;padding:0 1rem;color:#1a202c;background:#fff}
h1{font-size:1.5rem} h2{font-size:1.1rem;margin:2rem 0 .5rem} .scroll{overflow-x:auto} svg{max-width:100%;height:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.2rem .8rem .2rem 0;text-align:right;border-bottom:1px solid #e2e8f0;white-space:nowrap}
.w{text-align:left} p.note{color:#4a5568;margin:.4rem 0}
"""


def table(grid: Grid) -> str:
    """One table."""

    def cells(values: list[str], tag: str) -> str:
        return "".join(
            f"<{tag}{' class=w' if place < grid.words else ''}>{escape(value)}</{tag}>"
            for place, value in enumerate(values)
        )

    rows = "\n".join(f"<tr>{cells(list(row), 'td')}</tr>" for row in grid.rows)
    note = f"\n<p class=note>{escape(grid.note)}</p>" if grid.note else ""
    return (
        f"<h2>{escape(grid.title)}</h2>\n<div class=scroll><table>\n<thead><tr>{cells(list(grid.heads), 'th')}</tr>"
        f"</thead>\n<tbody>\n{rows}\n</tbody></table></div>{note}"
    )


def picture(found: Result) -> str:
    """The plot, or why there is none."""
    try:
        return plots.svg(found)
    except NotInstalled as error:
        return f"<p class=note>{escape(str(error))}</p>"
    except BadQuestion:
        return ""


def body(found: Result) -> str:
    """The tables of an answer."""
    return "\n".join(table(grid) for grid in found.grids())


def page(found: Result) -> str:
    """The whole page."""
    title = escape(found.grids()[0].title.rpartition(" · ")[2])
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head>\n<body>\n'
        f"<h1>{title}</h1>\n{picture(found)}\n{body(found)}\n<p class=note>magnate {__version__}</p>\n</body></html>\n"
    )
