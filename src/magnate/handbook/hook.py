"""The MkDocs hook: generated pages, and links that lead out of `docs/`."""

from __future__ import annotations

import posixpath
import re
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from magnate.clauses import BOOKS
from magnate.handbook import books
from magnate.handbook.words import ROOT

# Files of the repository beside `docs/`, and where they are in the site.
BESIDE = {
    "README.md": "index.md",
    "SECURITY.md": "security.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "examples/bot.py": "examples/bot.md",
    "examples/train.py": "examples/train.md",
    "examples/verify.mjs": "examples/verify.md",
    "examples/editions/lagoon.toml": "examples/lagoon.md",
    "tests/editions/test_lagoon.py": "examples/test_lagoon.md",
}
ICON = "web/public/icon.svg"
LINK = re.compile(r"(\]\()([^()\s]+)(\))")


def made() -> dict[str, str]:
    """The pages that do not lie in `docs/`, by their names in the site."""
    pages = books.pages()
    for path, name in BESIDE.items():
        text = (ROOT / path).read_text(encoding="utf-8")
        pages[name] = text if path.endswith(".md") else listing(path, text)
    return pages


def listing(path: str, text: str) -> str:
    """A program or a file of data as a page."""
    language = posixpath.splitext(path)[1].strip(".").replace("mjs", "js")
    return f"# {posixpath.basename(path)}\n\n`{path}`\n\n```{language}\n{text}```\n"


def in_site(path: str) -> str:
    """Where a file of the repository is in the site."""
    return BESIDE.get(path) or path.removeprefix("docs/")


def in_repository(name: str) -> str:
    """Where a page of the site is in the repository."""
    return {site: path for path, site in BESIDE.items()}.get(name) or f"docs/{name}"


def relinked(markdown: str, name: str) -> str:
    """A page whose links, made for the repository, lead to the same places in the site."""
    home = posixpath.dirname(in_repository(name))

    def lead(found: re.Match[str]) -> str:
        path, mark, anchor = found[2].partition("#")
        if not path or ":" in path:
            return found[0]
        target = in_site(posixpath.normpath(posixpath.join(home, path)))
        return found[1] + posixpath.relpath(target, posixpath.dirname(name) or ".") + mark + anchor + found[3]

    return LINK.sub(lead, markdown)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made now."""
    for name, text in made().items():
        files.append(File.generated(config, name, content=text))
    files.append(File.generated(config, "icon.svg", abs_src_path=str(ROOT / ICON)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links for the site, and in the page of the editions a link to each."""
    name = page.file.src_uri
    if name == "editions.md":
        for id in BOOKS.values():
            markdown = markdown.replace(f"| `{id}` | ", f"| [`{id}`](editions/{id}.md) | ", 1)
            markdown = markdown.replace(f"**`{id}`** ", f"**[`{id}`](editions/{id}.md)** ", 1)
    return relinked(markdown, name)


def on_page_context(context: dict[str, Any], page: Page, config: MkDocsConfig, nav: Any) -> dict[str, Any]:
    """The first page is short: it needs no lists beside it."""
    if page.file.src_uri == "index.md":
        page.meta.setdefault("hide", ["navigation", "toc"])
    return context
