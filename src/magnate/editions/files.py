"""Finds editions: those of the package, those this process offers, and files named by their path."""

import os
from pathlib import Path

from .errors import EditionError, Problem, near

HERE = Path(__file__).parent
FURTHER: dict[str, Path] = {}  # editions of others that this process offers by name


def names() -> list[str]:
    """The editions that come with the game, then the further ones this process offers."""
    return [*sorted(path.stem for path in HERE.glob("*.toml")), *sorted(FURTHER)]


def files_at(path: Path) -> list[Path]:
    """The editions in a folder, or the file itself."""
    found = sorted(path.glob("*.toml")) if path.is_dir() else [path]
    if not found:
        raise EditionError(str(path), [Problem("", "no edition is in this folder; expected .toml files")])
    return found


def find_file(name_or_path: str | Path) -> Path:
    """A file by its path, or by the name of an edition."""
    if isinstance(name_or_path, Path) or name_or_path.endswith(".toml"):
        return Path(name_or_path).absolute()
    if name_or_path not in names():
        file = (
            "an edition of your own is named by its file, which ends in .toml; " if Path(name_or_path).parts[1:] else ""
        )
        raise EditionError(name_or_path, [Problem("", f"no such edition; {file}{near(name_or_path, names())}")])
    return FURTHER.get(name_or_path, HERE / f"{name_or_path}.toml")


def find_base(path: Path, named: object) -> Path:
    """The file of the edition that this one extends: a name, or a file beside it or by its path."""
    if not isinstance(named, str):
        raise EditionError(path.name, [Problem("extends", "expected the name of an edition, or of a .toml file")])
    if named.endswith(".toml"):
        return Path(os.path.normpath(path.parent / named))  # a file has one spelling, so that circles are found
    beside = path.parent / f"{named}.toml"
    if named not in names() and beside != path and beside.is_file():
        return beside
    if named not in names():
        problem = f"no edition {named!r}; {near(named, names())}; a file ends in .toml"
        raise EditionError(path.name, [Problem("extends", problem)])
    return find_file(named)
