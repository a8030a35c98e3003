"""Reading the documentation as a program does: pages, blocks of code, commands, links."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"
BESIDE = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")]
PAGES = [*sorted(DOCS.rglob("*.md")), *BESIDE]

BLOCK = re.compile(r"^```([a-z]*)[^\n]*\n(.*?)^```$", re.DOTALL | re.MULTILINE)
INLINE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
SHELL = ("", "sh", "bash", "console")


@dataclass(frozen=True)
class Block:
    """A block of code: where it stands, its language, what it says."""

    page: Path
    line: int
    language: str
    text: str

    @property
    def place(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def read(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def blocks(page: Path) -> list[Block]:
    """Every block of code of a page, in order."""
    text = read(page)
    return [Block(page, text[: found.start()].count("\n") + 1, found[1], found[2]) for found in BLOCK.finditer(text)]


def all_blocks(*languages: str) -> list[Block]:
    """Every block of all pages in one of these languages."""
    return [block for page in PAGES for block in blocks(page) if block.language in languages]


def prose(page: Path) -> str:
    """A page without its blocks of code."""
    return BLOCK.sub("", read(page))


def commands() -> list[tuple[str, str]]:
    """Every line that somebody could type, with its place: from blocks of shell, and from code within sentences."""
    return commands_in_blocks() + commands_in_sentences()


def commands_in_blocks() -> list[tuple[str, str]]:
    """What stands in blocks of shell, to be typed as it is."""
    found = [(block.place, typed(line)) for block in all_blocks(*SHELL) for line in block.text.splitlines()]
    return [(place, line) for place, line in found if line]


def commands_in_sentences() -> list[tuple[str, str]]:
    """Code within sentences. A command may be named there without what it takes."""
    return [(str(page.relative_to(ROOT)), typed(code)) for page in PAGES for code in INLINE.findall(prose(page))]


def typed(line: str) -> str:
    """What is typed of a line: without the sign of the shell, and without what is said about it beside."""
    line = re.sub(r"^\$ ", "", line.strip())
    return re.split(r"\s{2,}|\s#\s", line)[0].strip()


def slug(heading: str) -> str:
    """The anchor of a heading, as repositories and the site make it."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", text.replace("`", "").replace("*", "")).replace(" ", "-")


def anchors(page: Path) -> set[str]:
    """Every anchor of a page."""
    found: dict[str, int] = {}
    for heading in re.findall(r"^#{1,6} (.+?)\s*$", prose(page), re.MULTILINE):
        name = slug(heading)
        found[name] = found.get(name, -1) + 1
    return {name if count == 0 else f"{name}-{count}" for name, most in found.items() for count in range(most + 1)}


def links(page: Path) -> list[str]:
    """Where the links and pictures of a page lead."""
    return re.findall(r"\]\(([^()\s]+)\)", INLINE.sub("", prose(page)))
