"""An edition that nobody drew: its 52 spaces stand on the board, it is chosen, explained and played like the others."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from magnate.editions import load
from server.process import Node
from web.kit import PHONE, ROOT, WIDE, Visit, Watch, need_client

EXAMPLES = ROOT / "examples" / "editions"


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    """A server that offers the example beside the five."""
    need_client()
    folder = tmp_path_factory.mktemp("harbour")
    with Node(f"sqlite+aiosqlite:///{folder}/tables.db", folder, bot_pause_ms=20, editions=EXAMPLES) as node:
        yield node


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_board_of_52_spaces_is_chosen_drawn_and_played(
    browser: Browser, harbour: Node, watch: Watch, size: ViewportSize
) -> None:
    visit = Visit(browser, harbour.url, watch)
    ana = visit(language="en", size=size)
    ana.open("/")
    ana.page.get_by_role("radio", name="Lagoon").check(force=True)
    ana.page.get_by_role("button", name=f"{ana.say('start.play')} Lagoon").click()
    spaces = ana.page.locator("svg [data-space]")
    expect(spaces).to_have_count(52)
    edition = load(EXAMPLES / "lagoon.toml")
    labels = [spaces.nth(number).get_attribute("aria-label") or "" for number in range(52)]
    assert [edition.space_name(number) in label for number, label in enumerate(labels)] == [True] * 52
    boxes = [spaces.nth(number).bounding_box() for number in (0, 13, 26, 39)]
    assert all(boxes)
    (start, jail, free, fog) = [box for box in boxes if box]
    assert start["x"] > jail["x"]
    assert jail["y"] > free["y"]
    assert fog["x"] > free["x"]
    assert start["y"] > fog["y"]
    ana.see("table.ask.opening")
    visit.close()
