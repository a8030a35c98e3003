"""Take the pictures of docs/pictures anew: `python tools/pictures.py`, with Chromium. Look at them before committing.

They show the games of `tests/web/moments.py`, so that they stay the same as long as the page does.
"""

from __future__ import annotations

import io
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from server.process import Node  # noqa: E402
from web.conftest import FLAGS  # noqa: E402
from web.kit import WIDE, Person, Theme, Visit, Watch, chromium  # noqa: E402
from web.moments import PreparedTables  # noqa: E402
from web.tour import Gallery, enter, settle  # noqa: E402

OUT = ROOT / "docs/pictures"
QUALITY = 82
MOVE = 0.47  # where in the replay: in the middle of a game
PHONE = {"width": 390, "height": 844}
PHONES: tuple[tuple[str, str, Theme], ...] = (
    ("castis", "roll", "dark"),
    ("clasico", "auction", "light"),
    ("europolis", "buy", "light"),
    ("expopolis", "card", "dark"),
)
GAP = 12  # pixels between phones
ACROSS = 1440


def picture(person: Person) -> Image.Image:
    """The page as it stands."""
    settle(person)
    return Image.open(io.BytesIO(person.page.screenshot())).convert("RGB")


def keep(image: Image.Image, name: str) -> None:
    image.save(OUT / f"{name}.webp", quality=QUALITY, method=6)
    print(f"{name}: {(OUT / f'{name}.webp').stat().st_size / 1000:.0f} kB")


def wide(visit: Visit, gallery: Gallery) -> None:
    """The pictures of a large screen."""
    person = gallery.come(visit, size=WIDE)
    person.context.add_init_script("if (location.protocol.startsWith('http')) localStorage.setItem('guide', 'off')")
    for name, (edition, moment) in {"auction": ("clasico", "auction"), "buy": ("castis", "buy")}.items():
        enter(person, gallery.at(edition, moment))
        keep(picture(person), name)
    over = gallery.at("europolis", "over")
    person.open(f"/t/{over.table}?move={int(over.moment.moves * MOVE)}")
    person.page.locator("input[type=range]").first.wait_for()
    person.page.locator("svg[role=group]").first.wait_for()
    person.page.wait_for_load_state("networkidle")
    keep(picture(person), "replay")
    visit.close()


def start(visit: Visit) -> None:
    """The start page as somebody finds it who comes for the first time."""
    person = visit(size=WIDE)
    person.open("/")
    person.page.wait_for_load_state("networkidle")
    keep(picture(person), "start")
    visit.close()


def phones(visit: Visit, gallery: Gallery) -> None:
    """Four phones side by side."""
    shown = []
    for edition, moment, theme in PHONES:
        person = gallery.come(visit, size=PHONE, theme=theme)
        person.context.add_init_script("if (location.protocol.startsWith('http')) localStorage.setItem('guide', 'off')")
        enter(person, gallery.at(edition, moment))
        shown.append(picture(person))
        visit.close()
    width = (ACROSS - GAP * (len(shown) - 1)) // len(shown)
    height = width * PHONE["height"] // PHONE["width"]
    sheet = Image.new("RGB", (ACROSS, height), "#8a857b")
    for place, image in enumerate(shown):
        sheet.paste(image.resize((width, height), Image.Resampling.LANCZOS), (place * (width + GAP), 0))
    keep(sheet, "phones")


def main() -> None:
    """Take them all."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        node = stack.enter_context(Node(f"sqlite+aiosqlite:///{folder}/tables.db", Path(folder)))
        playwright = stack.enter_context(sync_playwright())
        visit = Visit(playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS)), node.url, Watch())
        gallery = Gallery(PreparedTables(node))
        start(visit)
        wide(visit, gallery)
        phones(visit, gallery)


if __name__ == "__main__":
    main()
