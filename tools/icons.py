"""Draw the icons of the installed page from web/public/icon.svg: `python tools/icons.py`, with Chromium."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from web.chromium import find  # noqa: E402

DRAWING = ROOT / "web/public/icon.svg"
OUT = ROOT / "web/public/icons"
SAFE = 0.62  # of a maskable icon: the mark stays inside the circle that every launcher shows
RAISED = 3.4  # the drawing stands on its ground, the mark alone in the middle
PLAIN = {"icon-192": 192, "icon-512": 512}
MASKABLE = {"maskable-192": 192, "maskable-512": 512, "apple-touch": 180}


def maskable(drawing: str) -> str:
    """The drawing with its ground to the edges and its mark in the safe middle."""
    ground = re.search(r'<rect [^>]*fill="(#\w+)"/>', drawing)
    assert ground is not None
    mark = drawing[ground.end() : drawing.rindex("</svg>")]
    shift = 32 * (1 - SAFE / 0.72)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="{ground[1]}"/>'
        f'<g transform="translate({shift:.2f} {shift - RAISED:.2f}) scale({SAFE / 0.72:.3f})">{mark}</g></svg>'
    )


def main() -> None:
    """Draw every icon."""
    drawing = DRAWING.read_text(encoding="utf-8")
    OUT.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])
        page = browser.new_page()
        for sizes, svg in ((PLAIN, drawing), (MASKABLE, maskable(drawing))):
            for name, size in sizes.items():
                page.set_viewport_size({"width": size, "height": size})
                page.set_content(f"<style>*{{margin:0}}svg{{display:block;width:100vw;height:100vh}}</style>{svg}")
                page.screenshot(path=OUT / f"{name}.png", omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
