"""Writes the tables of docs/environments.md from the coding.   python -m magnate.envs.write_docs"""

from __future__ import annotations

from pathlib import Path

from magnate.coding import layout
from magnate.coding.catalogue import FAMILIES, family_size
from magnate.envs.vector import TableSpec

PAGE = Path("docs/environments.md")

# What the numbers of each family mean, in the catalogue's order.
MEANINGS = (
    ("do nothing", "let a rent go unclaimed, or a moment before a roll pass"),
    ("roll", "roll: to open, to move, in jail, for a utility's rent, for a deed"),
    ("hand on", "end the turn"),
    ("pay the fine", "leave jail by paying, or pay because the stay is over"),
    ("use a card", "kept card"),
    ("wait", "wait in jail, where prisoners do not roll"),
    ("buy", "buy the deed landed on"),
    ("refuse", "refuse the deed landed on"),
    ("bid", "lowest; lowest + 5, 10, 25 % of the printed price; 50, 75, 100, 150, 200 % of it; all one has"),
    ("pass", "leave the auction"),
    ("take the offer", "say yes to the same-price offer"),
    ("leave the offer", "say no to it"),
    ("claim rent", "claim the oldest rent due"),
    ("follow the card", "do what the card says"),
    ("draw instead", "draw from the other deck instead of paying"),
    ("pay the tax", "pay it"),
    ("sell on a lot", "deed: one building less (or none, where the Bank lacks houses)"),
    ("sell on a group", "group: all own buildings"),
    ("build on a lot", "deed: one building more"),
    ("build on a group", "group: one building more on every lot"),
    ("mortgage", "deed"),
    ("lift a mortgage", "deed"),
    ("accept the deal", "the deal in question"),
    ("refuse the deal", "the deal in question"),
    ("counter the deal", "the same terms for 10, 25, 50, 100 % of its deeds' printed prices more, from their author"),
    ("withdraw", "take back one's own open deal"),
    ("offer property", "deed, in part payment of a debt"),
    ("name a value", "25, 50, 75, 100, 150 % of the printed price; the whole debt"),
    ("refuse property", "do not take it in payment"),
    ("accept the value", "give the deed for the value named"),
    ("keep the deed", "take it back"),
    ("auction the deed", "let all others bid for it"),
    ("go bankrupt", "when nothing else covers the debt"),
    ("keep the mortgage", "of a deed just taken over"),
    ("ask for the auction", "of an estate"),
    ("do without it", "of an estate"),
    ("ask for buildings", "0, 1, 2, 3, 4, all one can place and pay"),
    ("place a building", "deed: the building won at auction"),
    ("leave the game", "concede; only where the table offers it"),
    ("propose a purchase", "deed × 75, 100, 150, 250 % of its printed price, to its owner"),
    ("propose a sale", "own deed × other seat, from the left × 75, 100, 200 % of its printed price"),
    ("propose a swap", "deed that joins one's own × group whose first deed one gives × a quarter paid, none, got"),
    ("propose groups", "group shared with one other, whose part one gets × group of which one gives all × as above"),
    ("propose to buy a card", "kept card, for the price of the fine"),
    ("propose to sell a card", "kept card × other seat, for the price of the fine"),
)  # fmt: skip


def observation_table(spec: TableSpec) -> str:
    """Every part of the observation and its places, with offsets for this table."""
    lines = ["| from | part | places | divided by | what it says |", "|---:|---|---|---:|---|"]
    for first, part in layout.offsets(spec.table):
        times = layout.times(part, spec.table)
        width = len(part.places)
        again = "" if times == 1 else f" × {times}, every {width}" if width > 1 else f" × {times}"
        for i, place in enumerate(part.places):
            if not place.meaning.startswith("always 0"):
                name = f"`{part.name}`{again} ({part.times})" if i == (part.name == "question") else ""
                lines.append(f"| {first + i} | {name} | `{place.name}` | {place.divisor} | {place.meaning} |")
    return "\n".join(lines)


def families_table(spec: TableSpec) -> str:
    """Every family of the catalogue, with its numbers for this table."""
    lines = ["| numbers | family | how many | what they mean, in order |", "|---|---|---:|---|"]
    for family in range(FAMILIES):
        first, size = spec.numbers.first[family], family_size(spec.edition_object(), family)
        numbers = str(first) if size == 1 else f"{first}–{first + size - 1}"
        lines.append(f"| {numbers} | {MEANINGS[family][0]} | {size} | {MEANINGS[family][1]} |")
    return "\n".join(lines)


def rewritten(text: str, spec: TableSpec) -> str:
    """The page with its tables anew: each stands between two marks."""
    for name, table in (("observation", observation_table(spec)), ("catalogue", families_table(spec))):
        before, rest = text.split(f"<!-- {name} -->\n", 1)
        after = rest.split(f"<!-- end of {name} -->", 1)[1]
        text = f"{before}<!-- {name} -->\n{table}\n<!-- end of {name} -->{after}"
    return text


if __name__ == "__main__":
    PAGE.write_text(rewritten(PAGE.read_text(encoding="utf8"), TableSpec("clasico", 4)), encoding="utf8")
