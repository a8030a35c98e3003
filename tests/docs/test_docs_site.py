"""The site builds without a warning, links nowhere in vain, fetches nothing, and has every clause of every book."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
import yaml
from playwright.sync_api import sync_playwright

from docs.reading import DOCS, ROOT, read
from magnate.clauses import BOOKS, Ambiguity, Clause, Decision, entries
from magnate.handbook.hook import BESIDE, made
from magnate.handbook.pages import drift
from web.kit import chromium

FETCHES = {"link": "href", "script": "src", "img": "src", "iframe": "src", "source": "src", "video": "src"}


class Reader(HTMLParser):
    """What a page links to, fetches, and can be linked by."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.anchors: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if found.get("id"):
            self.anchors.add(str(found["id"]))
        if tag == "a" and found.get("name"):
            self.anchors.add(str(found["name"]))
        if tag == "a" and found.get("href"):
            self.links.append(str(found["href"]))
        if tag in FETCHES and found.get(FETCHES[tag]) and found.get("rel") not in ("canonical", "prev", "next"):
            self.fetched.append(str(found[FETCHES[tag]]))


def read_page(path: Path) -> Reader:
    reader = Reader()
    reader.feed(path.read_text(encoding="utf-8"))
    return reader


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make docs` builds it."""
    folder = tmp_path_factory.mktemp("site")
    done = build(ROOT, folder)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "WARNING" not in done.stderr
    return folder


def build(repository: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Build a site, strictly. (With --quiet nothing is counted as a warning, so nothing would be strict.)"""
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src"), "NO_MKDOCS_2_WARNING": "1"}
    asked = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    return subprocess.run(asked, cwd=repository, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Reader]:
    """Every page of the site, read. The page for addresses that do not exist has absolute links, and is left out."""
    found = {path: read_page(path) for path in sorted(site.rglob("*.html")) if path.name != "404.html"}
    assert len(found) > 30
    return found


def test_it_builds_without_a_warning(site: Path) -> None:
    assert (site / "index.html").exists()


def test_a_page_that_links_nowhere_or_is_not_listed_is_not_built(tmp_path: Path) -> None:
    (tmp_path / "src").symlink_to(ROOT / "src")
    shutil.copy(ROOT / "mkdocs.yml", tmp_path)
    shutil.copytree(DOCS, tmp_path / "docs")
    (tmp_path / "docs" / "lost.md").write_text("# Lost\n\n[nowhere](nowhere.md) and [nothing](play.md#nothing)\n")
    done = build(tmp_path, tmp_path / "site")
    assert done.returncode != 0
    for complaint in ("lost.md", "nowhere.md", "#nothing"):
        assert complaint in done.stderr


def test_every_page_is_there_and_in_the_navigation(site: Path) -> None:
    listed = navigation()
    wanted = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")} | set(made())
    assert len(wanted) > 30
    assert listed == wanted
    for name in wanted:
        assert (site / name).with_suffix(".html").exists(), name


def navigation() -> set[str]:
    """The pages the navigation leads to."""
    text = re.sub(r"!!python\S+", "", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    return set(leaves(yaml.safe_load(text)["nav"]))


def leaves(nav: object) -> list[str]:
    if isinstance(nav, str):
        return [nav]
    members = nav.values() if isinstance(nav, dict) else nav
    return [leaf for member in members for leaf in leaves(member)]  # type: ignore[attr-defined]


def test_no_link_of_the_site_is_dead(pages: dict[Path, Reader]) -> None:
    checked = 0
    for path, reader in pages.items():
        for link in reader.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            assert target.exists(), f"{path.name}: {link}"
            if parts.fragment and target in pages:
                assert unquote(parts.fragment) in pages[target].anchors, f"{path.name}: {link}"
            checked += 1
    assert checked > 3000


def test_no_page_fetches_anything_from_another_host(pages: dict[Path, Reader], site: Path) -> None:
    fetched = [(path.name, address) for path, reader in pages.items() for address in reader.fetched]
    assert len(fetched) > 100
    assert [one for one in fetched if urlsplit(one[1]).netloc or one[1].startswith("//")] == []
    styles = list(site.rglob("*.css"))
    assert styles
    for style in styles:
        assert not re.search(r"(@import|url\()\s*[\"']?(https?:)?//", style.read_text(encoding="utf-8")), style


def test_a_browser_asks_nobody_else(site: Path) -> None:
    asked: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_page()
        page.on("request", lambda request: asked.append(request.url))
        for name in ("index", "editions", "editions/clasico", "protocol", "examples/bot"):
            page.goto((site / f"{name}.html").as_uri(), wait_until="networkidle")
        browser.close()
    assert len(asked) > 20
    assert [address for address in asked if not address.startswith(("file:", "data:", "blob:"))] == []


def test_every_clause_ambiguity_sum_and_decision_has_its_place(pages: dict[Path, Reader]) -> None:
    by_name = {f"{path.parent.name}/{path.stem}": reader for path, reader in pages.items()}
    counted = 0
    for id, entry in entries().items():
        match entry:
            case Clause(edition=edition):
                name = edition
            case Ambiguity():
                name = "open"
            case Decision():
                name = "asked"
            case worked:
                name = worked.edition
        assert id.lower() in by_name[f"editions/{name}"].anchors, id
        counted += 1
    assert counted > 600


@pytest.mark.parametrize("edition", BOOKS.values())
def test_an_edition_has_its_board_its_deeds_its_cards_and_its_book(edition: str) -> None:
    from magnate.editions import load

    found, page = load(edition), made()[f"editions/{edition}.md"]
    for number, space in enumerate(found.spaces):
        assert f"<title>{number} " in page
        assert space.name.replace("*", "\\*") in page
    for deck in found.decks.values():
        assert all(f"| {card.id} | " in page for card in deck.cards)
    assert all(f"`{variant}`" in page for variant in found.file.variants)
    assert all(f"`{skin}`" in page for skin in found.file.skins)


def test_what_is_written_from_the_code_is_as_the_code_has_it() -> None:
    assert drift() == [], "make schema writes them again"


def test_every_file_beside_the_docs_that_the_site_shows_exists() -> None:
    assert BESIDE
    for path in BESIDE:
        assert (ROOT / path).exists(), path
    for path in ("README.md", "SECURITY.md", "CHANGELOG.md", "CONTRIBUTING.md"):
        assert read(ROOT / path).splitlines()[0] == made()[BESIDE[path]].splitlines()[0]
