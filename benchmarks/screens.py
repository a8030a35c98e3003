"""Pictures of every page, dialog, question and board, wide and on a phone, by day and by night: `make screens`.

Film strips show what stills cannot: ten frames over the time that a moment takes, from a roll to a victory.
They go to screens/, with index.html to look at them all. Nothing here is committed; it is for looking.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from contextlib import ExitStack
from html import escape
from itertools import chain
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.pop(0)  # this folder: it has a server.py and a web.py of its own
sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from magnate.languages import LANGUAGES
from server.process import Node
from web.conftest import FLAGS
from web.films import FILMS, films
from web.kit import PHONE, ROOT, WIDE, Person, Theme, Visit, Watch, chromium
from web.moments import PreparedTables
from web.tour import EXPECTED, TOURS, Gallery, settle

SIZES = {"wide": WIDE, "phone": PHONE}
FRAME = {"wide": (640, 5), "phone": (300, 10)}  # the width of a frame in a strip, and how many lie side by side
THEMES: tuple[Theme, Theme] = ("light", "dark")
LONG = ("start", "rules-", "end", "text", "lobby", "make-table", "house-rules")  # shown whole as well

PAGE = """<!doctype html>
<meta charset="utf-8">
<title>Magnate: {count} pictures</title>
<style>
  body {{ margin: 16px; background: #8a857b; font: 14px/1.3 system-ui; }}
  h2 {{ margin: 24px 0 6px; color: #fff; }}
  .row {{ display: flex; gap: 8px; align-items: flex-start; flex-wrap: wrap; }}
  figure {{ margin: 0; color: #fff; }}
  .wide img {{ width: 560px; }}
  .phone img {{ width: 180px; }}
  .film img {{ width: 100%; }}
</style>
{body}
"""


def arguments() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--into", type=Path, default=ROOT / "screens", help="the folder (screens)")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="in which language (en)")
    parser.add_argument("--only", choices=TOURS, nargs="*", default=list(TOURS), help="only these parts")
    parser.add_argument("--films", choices=FILMS, nargs="*", default=list(FILMS), help="only these film strips")
    parser.add_argument("--whole", action="store_true", help="long pages from top to bottom too")
    return parser.parse_args()


def take(person: Person, stop: str, size: str, asked: argparse.Namespace) -> list[str]:
    """The pictures of a page as it stands."""
    names = []
    for theme in THEMES:
        person.page.emulate_media(color_scheme=theme)
        settle(person)
        name = f"{stop}-{size}-{theme}.png"
        person.page.screenshot(path=asked.into / name)
        names.append(name)
        if asked.whole and theme == "light" and stop.startswith(LONG):
            person.page.screenshot(path=asked.into / f"{stop}-{size}-whole.png", full_page=True)
    return names


def main() -> None:
    """Take them all."""
    asked = arguments()
    asked.into.mkdir(exist_ok=True)
    begun = time.monotonic()
    taken: dict[str, dict[str, list[str]]] = {}
    watch = Watch()
    watch.allow(*chain(*(EXPECTED.get(tour, ()) for tour in asked.only)))
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        node = stack.enter_context(Node(f"sqlite+aiosqlite:///{folder}/tables.db", Path(folder)))
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        visit = Visit(browser, node.url, watch)
        gallery = Gallery(PreparedTables(node))
        for tour in asked.only:
            for size, pixels in SIZES.items():
                person = gallery.come(visit, asked.language, pixels)
                for stop in TOURS[tour](person, gallery):
                    taken.setdefault(stop, {})[size] = take(person, stop, size, asked)
                visit.close()
            print(f"{tour}: {count(taken)} pictures", flush=True)
        for size, pixels in SIZES.items():
            person = gallery.come(visit, asked.language, pixels, motion=True)
            for name, film in films(person, gallery, tuple(asked.films)):
                film.join(asked.into / f"film-{name}-{size}.png", *FRAME[size])
                taken.setdefault(f"film: {name}", {})["film " + size] = [f"film-{name}-{size}.png"]
                print(f"film: {name}, {size}", flush=True)
            visit.close()
        browser.close()
    (asked.into / "index.html").write_text(sheet(taken), encoding="utf-8")
    for problem in watch.problems:
        print(f"in the browser: {problem}")
    print(f"{asked.into / 'index.html'} in {time.monotonic() - begun:.0f} s")


def count(taken: dict[str, dict[str, list[str]]]) -> int:
    """How many pictures there are."""
    return sum(len(names) for one in taken.values() for names in one.values())


def sheet(taken: dict[str, dict[str, list[str]]]) -> str:
    """All pictures on one page."""
    parts = []
    for stop, sizes in taken.items():
        figures = "".join(
            f'<figure class="{size}"><a href="{name}"><img src="{name}" alt="" loading="lazy"></a></figure>'
            for size, names in sizes.items()
            for name in names
        )
        parts.append(f'<h2>{escape(stop)}</h2><div class="row">{figures}</div>')
    return PAGE.format(count=count(taken), body="\n".join(parts))


if __name__ == "__main__":
    main()
