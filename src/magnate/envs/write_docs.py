"""Writes the tables of docs/environments.md from the coding.   python -m magnate.envs.write_docs"""

from __future__ import annotations

from pathlib import Path

from magnate.actions import BY_KIND
from magnate.coding import catalogue, layout
from magnate.coding.catalogue import family_size
from magnate.coding.spec import TableSpec
from magnate.rules import codes

PAGE = Path("docs/environments.md")

# What the numbers of each family mean.
MEANINGS = {
    catalogue.DO_NOTHING: "let a rent go unclaimed, or a moment before a roll pass",
    codes.ROLL: "to open, to move, in jail, for a utility's rent, for a deed",
    codes.END_TURN: "end the turn",
    codes.PAY_FINE: "leave jail by paying, or pay because the stay is over",
    codes.USE_CARD: "kept card",
    codes.WAIT: "wait in jail, where prisoners do not roll",
    codes.BUY: "the deed landed on",
    codes.REFUSE: "the deed landed on",
    codes.BID: "lowest; lowest + 5, 10, 25 % of the printed price; 50, 75, 100, 150, 200 % of it; all one has",
    codes.PASS: "leave the auction",
    codes.ACCEPT_OFFER: "say yes to the same-price offer",
    codes.DECLINE_OFFER: "say no to it",
    codes.CLAIM_RENT: "the oldest rent due",
    codes.FOLLOW_CARD: "do what the card says",
    codes.DRAW_INSTEAD: "draw from the other deck instead of paying",
    codes.PAY_TAX: "pay it",
    codes.SELL_BUILDINGS: "deed: one building less (or none, where the Bank lacks houses)",
    codes.BUILD: "deed: one building more",
    codes.MORTGAGE: "deed",
    codes.LIFT_MORTGAGE: "deed",
    codes.ACCEPT_DEAL: "the deal in question",
    codes.REFUSE_DEAL: "the deal in question",
    codes.COUNTER_DEAL: "the same terms for 10, 25, 50, 100 % of its deeds' printed prices more, from their author",
    codes.WITHDRAW_DEAL: "take back one's own open deal",
    codes.OFFER_PROPERTY: "deed, in part payment of a debt",
    codes.NAME_VALUE: "25, 50, 75, 100, 150 % of the printed price; the whole debt",
    codes.REFUSE_PROPERTY: "do not take it in payment",
    codes.ACCEPT_VALUE: "give the deed for the value named",
    codes.WITHDRAW_PROPERTY: "keep the deed",
    codes.AUCTION_PROPERTY: "let all others bid for it",
    codes.DECLARE_BANKRUPTCY: "when nothing else covers the debt",
    codes.KEEP_MORTGAGE: "of a deed just taken over",
    codes.REQUEST_AUCTION: "of an estate",
    codes.WAIVE_AUCTION: "of an estate",
    codes.ASK_BUILDINGS: "0, 1, 2, 3, 4, all one can place and pay",
    codes.PLACE_BUILDING: "deed: the building won at auction",
    codes.CONCEDE: "leave the game; only where the table offers it",
    catalogue.SELL_ON_GROUP: "group: all own buildings",
    catalogue.BUILD_ON_GROUP: "group: one building more on every lot",
    catalogue.PROPOSE_PURCHASE: "deed × 75, 100, 150, 250 % of its printed price, to its owner",
    catalogue.PROPOSE_SALE: "own deed × other seat, from the left × 75, 100, 200 % of its printed price",
    catalogue.PROPOSE_SWAP: "deed that joins one's own × group whose first deed one gives × a quarter paid, none, got",
    catalogue.PROPOSE_GROUPS: "group shared with one other, whose part one gets × group one gives all of × as above",
    catalogue.PROPOSE_CARD_PURCHASE: "kept card, for the price of the fine",
    catalogue.PROPOSE_CARD_SALE: "kept card × other seat, for the price of the fine",
}

# The names of families that are not actions by themselves.
NAMES = {
    catalogue.DO_NOTHING: "do nothing",
    catalogue.SELL_ON_GROUP: "`SellBuildings` on a group",
    catalogue.BUILD_ON_GROUP: "`Build` on a group",
    catalogue.PROPOSE_PURCHASE: "`ProposeDeal`: purchase",
    catalogue.PROPOSE_SALE: "`ProposeDeal`: sale",
    catalogue.PROPOSE_SWAP: "`ProposeDeal`: swap",
    catalogue.PROPOSE_GROUPS: "`ProposeDeal`: groups",
    catalogue.PROPOSE_CARD_PURCHASE: "`ProposeDeal`: card bought",
    catalogue.PROPOSE_CARD_SALE: "`ProposeDeal`: card sold",
}


def family_name(family: int) -> str:
    """The action of a family, and which part of it where there are several."""
    return NAMES.get(family) or f"`{BY_KIND[family].__name__}`"


def observation_table() -> str:
    """Every part of the observation and its places, with offsets."""
    lines = ["| from | part | places | divided by | what it says |", "|---:|---|---|---:|---|"]
    for first, part in layout.offsets():
        times = layout.times(part)
        again = "" if times == 1 else f" × {times}, every {part.size}"
        for i, place in enumerate(part.places):
            at = first + sum(one.wide for one in part.places[:i])
            if not place.meaning.startswith("always 0"):
                name = f"`{part.name}`{again} ({part.times})" if i == (part.name == "question") else ""
                wide = "" if place.wide == 1 else f" × {place.wide}"
                lines.append(f"| {at} | {name} | `{place.name}`{wide} | {place.divisor} | {place.meaning} |")
    return "\n".join(lines)


def families_table(spec: TableSpec) -> str:
    """Every family of the catalogue, with its numbers."""
    lines = ["| numbers | family | how many | what they mean, in order |", "|---|---|---:|---|"]
    for family, meaning in sorted(MEANINGS.items()):
        first, size = spec.numbers.first[family], family_size(family)
        numbers = str(first) if size == 1 else f"{first}–{first + size - 1}"
        lines.append(f"| {numbers} | {family_name(family)} | {size} | {meaning} |")
    return "\n".join(lines)


def rewritten(text: str, spec: TableSpec) -> str:
    """The page with new tables: each stands between two marks."""
    for name, table in (("observation", observation_table()), ("catalogue", families_table(spec))):
        before, rest = text.split(f"<!-- {name} -->\n", 1)
        after = rest.split(f"<!-- end of {name} -->", 1)[1]
        text = f"{before}<!-- {name} -->\n{table}\n<!-- end of {name} -->{after}"
    return text


if __name__ == "__main__":
    PAGE.write_text(rewritten(PAGE.read_text(encoding="utf8"), TableSpec("clasico", 4)), encoding="utf8")
