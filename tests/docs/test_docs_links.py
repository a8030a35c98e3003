"""No link of the repository's own pages is dead: files are there, and so are the headings they name."""

from __future__ import annotations

from pathlib import Path

from docs.reading import BESIDE, DOCS, PAGES, ROOT, anchors, links
from docs.reading import read as text_of


def is_dead(page: Path, link: str) -> bool:
    """Whether a link of a page leads to no file or heading of the repository."""
    path, _, anchor = link.partition("#")
    if ":" in path:
        return False
    target = (page.parent / path).resolve() if path else page
    return not target.exists() or (bool(anchor) and (target.suffix != ".md" or anchor not in anchors(target)))


def test_every_link_leads_somewhere() -> None:
    assert [f"{page.relative_to(ROOT)}: {link}" for page in PAGES for link in links(page) if is_dead(page, link)] == []


def test_there_are_links_to_check() -> None:
    assert sum(len(links(page)) for page in PAGES) > 100
    assert any("#" in link for page in PAGES for link in links(page))
    assert all(links(page) for page in BESIDE if page.name != "CHANGELOG.md")


def test_every_page_can_be_reached_from_the_readme() -> None:
    reached, ahead = set(), [ROOT / "README.md"]
    while ahead:
        page = ahead.pop()
        reached.add(page)
        targets = {(page.parent / link.partition("#")[0]).resolve() for link in links(page) if ":" not in link}
        ahead += [target for target in targets if target in PAGES and target not in reached]
    assert [page.name for page in PAGES if page not in reached] == []


def test_every_picture_of_the_docs_is_shown_somewhere() -> None:
    pictures = [path for path in DOCS.rglob("*") if path.suffix in (".svg", ".webp", ".png")]
    shown = {(page.parent / link).resolve() for page in PAGES for link in links(page)}
    assert len(pictures) > 5
    assert [path for path in pictures if path not in shown] == []


def test_a_dead_link_and_a_dead_anchor_are_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# A heading, with `code`\n\n[one](#a-heading-with-code) [two](nowhere.md) `[three](x.md)`\n")
    assert links(page) == ["#a-heading-with-code", "nowhere.md"]
    assert anchors(page) == {"a-heading-with-code"}
    assert text_of(page)
