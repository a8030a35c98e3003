"""Write what follows from rules/shapes.py: the accessors of rules/slots.py, and the tables of docs/turn.md.

python tools/slots.py           writes both
python tools/slots.py --check   says what is out of date, and changes nothing
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from magnate.rules import codes, shapes, tell

ROOT = Path(__file__).parent.parent
ACCESSORS = ROOT / "src" / "magnate" / "rules" / "slots.py"
PAGE = ROOT / "docs" / "turn.md"

SLOTS = ("seat", "other", "step", "amount", "x", "y")
UNUSED = {"seat": "NOBODY", "other": "NOBODY"}  # 0 in the others
NUMBERS = ("seat", "other", "amount", "x", "y")
KINDS = {code: name.removeprefix("FRAME_").lower() for name, code in vars(codes).items() if name.startswith("FRAME_")}
FACTS = {
    code: name
    for name, code in vars(tell).items()
    if name.isupper() and isinstance(code, int) and not name.startswith("RULE_")
}
HEADING = '''"""The slots of every frame by name. Written by `python tools/slots.py` from `shapes.py`."""

from .codes import {codes}
from .stack import push
'''


def accessors() -> str:
    """The module of accessors."""
    needed = sorted({"NOBODY", *(f"FRAME_{KINDS[row[0]].upper()}" for row in shapes.FRAMES)})
    listed = "(\n" + "".join(f"    {name},\n" for name in needed) + ")"
    functions = [text for row in shapes.FRAMES for text in functions_of(*row)]
    return HEADING.format(codes=listed) + "".join(f"\n\n{text}" for text in functions)


def functions_of(code: int, *names: str) -> Iterator[str]:
    """What puts a frame on the stack, and what reads and sets each of its slots."""
    kind = KINDS[code]
    below = [name for row in shapes.READ_BELOW if row[0] == code for name in row[1:]]
    slots = [(slot, name.removesuffix("="), "=" in name) for slot, name in zip(SLOTS, names, strict=True) if name]
    given = {slot: name for slot, name, _ in slots}
    arguments = ", ".join(["g", *(name for _, name, _ in slots)])
    values = ", ".join(given.get(slot, UNUSED.get(slot, "0")) for slot in SLOTS)
    yield (
        f"def push_{kind}({arguments}):\n"
        f'    """Put a frame of the kind {kind} on top."""\n'
        f"    push(g, FRAME_{kind.upper()}, {values})\n"
    )
    for slot, name, changes in slots:
        yield (
            f"def {kind}_{name}(g):\n"
            f'    """The {name} of the {kind} on top."""\n'
            f"    return g.frame_{slot}[g.depth - 1]\n"
        )
        if changes:
            yield (
                f"def set_{kind}_{name}(g, {name}):\n"
                f'    """Set the {name} of the {kind} on top."""\n'
                f"    g.frame_{slot}[g.depth - 1] = {name}\n"
            )
        if {name, f"{name}="}.intersection(below):
            yield (
                f"def {kind}_{name}_at(g, i):\n"
                f'    """The {name} of frame i, of the kind {kind}."""\n'
                f"    return g.frame_{slot}[i]\n"
            )
        if f"{name}=" in below:
            yield (
                f"def set_{kind}_{name}_at(g, i, {name}):\n"
                f'    """Set the {name} of frame i, of the kind {kind}."""\n'
                f"    g.frame_{slot}[i] = {name}\n"
            )


def frame_table() -> str:
    """The slots of every kind of frame."""
    lines = [f"| frame | {' | '.join(f'`{slot}`' for slot in SLOTS)} |", "|---" * 7 + "|"]
    for code, *names in shapes.FRAMES:
        lines.append(f"| `{KINDS[code]}` | {' | '.join(name.removesuffix('=') for name in names)} |")
    return "\n".join(lines)


def fact_table() -> str:
    """The numbers of every fact."""
    lines = [f"| fact | {' | '.join(f'`{slot}`' for slot in NUMBERS)} |", "|---" * 6 + "|"]
    for code, *names in shapes.FACTS:
        lines.append(f"| `{FACTS[code]}` | {' | '.join(names)} |")
    return "\n".join(lines)


def meanings() -> str:
    """What the names mean that do not say it themselves."""
    lines = ["| name | what it is |", "|---|---|"]
    return "\n".join([*lines, *(f"| {name} | {meaning} |" for name, meaning in shapes.MEANINGS)])


def page(text: str) -> str:
    """The page with its tables anew: each stands between two marks."""
    for name, table in {"frames": frame_table(), "facts": fact_table(), "meanings": meanings()}.items():
        before, rest = text.split(f"<!-- generated: {name} -->\n", 1)
        after = rest.split(f"<!-- end: {name} -->", 1)[1]
        text = f"{before}<!-- generated: {name} -->\n\n{table}\n\n<!-- end: {name} -->{after}"
    return text


def out_of_date() -> dict[Path, str]:
    """The files that do not follow from the table, with what they should say."""
    wanted = {ACCESSORS: accessors(), PAGE: page(PAGE.read_text(encoding="utf8"))}
    return {path: text for path, text in wanted.items() if not path.exists() or path.read_text(encoding="utf8") != text}


def main() -> int:
    """Write, or check."""
    found = out_of_date()
    for path, text in found.items():
        if "--check" in sys.argv:
            print(f"{path.relative_to(ROOT)} is out of date: run python tools/slots.py")
        else:
            path.write_text(text, encoding="utf8")
    return int(bool(found) and "--check" in sys.argv)


if __name__ == "__main__":
    sys.exit(main())
