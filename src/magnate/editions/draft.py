"""Drafts of new editions: a small board with neutral rules from a few numbers, or a file that extends an edition."""

import json
import math
import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from magnate.rules import codes

from .edition import Edition
from .errors import EditionError, Problem

TOKENS = ("boat", "cart", "hat", "key", "lamp", "ring", "shoe", "drum")
COLOURS = (
    "#7b4b2a", "#9fd3ec", "#d6498f", "#ec8b2e", "#d42e2e", "#f2d43c", "#2e8b4f", "#2a4fa3", "#6a4ca3", "#3aa6a0",
    "#8c8c2e",
)  # fmt: skip
NOTES = (1, 5, 10, 50, 100, 500, 1000, 5000, 10_000)
SIDES = 4
RENTS = (8, 40, 120, 300, 420, 500)  # in percent of the price: bare, each house, hotel
LOTS_A_GROUP = codes.MAX_GROUP_LOTS
FEWEST_SPACES = 16
LONGEST = 12  # a side with its corner; a longer one gets more card spaces, or there would be too many deeds


SUMMARY = (
    "You buy lots, take rent from those who land there, and build once a whole group is yours. "
    "A player who cannot pay is out; the last player left wins."
)


class Draft(NamedTuple):
    """The numbers of a new edition."""

    name: str
    seats: int = 6  # the most that can play
    cash: int = 1500
    salary: int = 200
    spaces: int = 40
    groups: int = 8


class Lot(NamedTuple):
    """A lot of the board."""

    group: int
    number: int  # within its group, from 1
    price: int
    house: int


def id_of(name: str) -> str:
    """What programs call an edition of this name: "My Town" is my-town."""
    plain = "".join(mark for mark in unicodedata.normalize("NFKD", name) if not unicodedata.combining(mark))
    return re.sub(r"[^a-z0-9]+", "-", plain.casefold()).strip("-")


def prefix_of(id: str) -> str:
    """The prefix of its clauses: "MYT"."""
    return "".join(mark for mark in id if mark.isalpha())[:3].upper().ljust(3, "X")


def is_name(name: str) -> bool:
    """Whether an edition may have this name: one line that begins with a letter, at least in its id."""
    return name.isprintable() and re.match("[a-z]", id_of(name)) is not None


WANTED_NAME = "expected a name that begins with a letter, in one line"


def check(draft: Draft) -> None:
    """Refuse numbers that make no edition."""
    lots = count_lots(draft.spaces)
    most = min(len(COLOURS), lots)
    fewest = math.ceil(lots / LOTS_A_GROUP)
    problems = [
        ("name", is_name(draft.name), WANTED_NAME),
        ("seats", 2 <= draft.seats <= codes.MAX_SEATS, f"expected 2 to {codes.MAX_SEATS}"),
        ("cash", 100 <= draft.cash <= 10_000_000, "expected 100 to 10000000"),
        ("salary", 0 <= draft.salary <= draft.cash, f"expected 0 to the starting money, {draft.cash}"),
        (
            "spaces",
            FEWEST_SPACES <= draft.spaces <= codes.MAX_SPACES and draft.spaces % SIDES == 0,
            f"expected a multiple of 4 from {FEWEST_SPACES} to {codes.MAX_SPACES}",
        ),
        ("groups", fewest <= draft.groups <= most, f"expected {fewest} to {most} for {draft.spaces} spaces"),
    ]
    wrong = [Problem(key, f"{getattr(draft, key)!r}; {wanted}") for key, good, wanted in problems if not good]
    if wrong:
        raise EditionError("new edition", wrong[:1])


def kinds_of_side(length: int, side: int) -> list[str]:
    """The spaces of a side after its corner: a transport in the middle, card spaces, on the first side a tax, lots."""
    kinds = ["lot"] * (length - 1)
    for extra in range(length - LONGEST):
        kinds[2 + 3 * extra] = "card"
    kinds[(length - 1) // 2] = "transport"
    kinds[0 if side % 2 else -1] = "card"
    if side == 0 and length > 5:
        kinds[1] = "tax"
    return kinds


def count_lots(spaces: int) -> int:
    """How many lots a board of this many spaces has."""
    length = max(spaces, FEWEST_SPACES) // SIDES
    return sum(kinds_of_side(length, side).count("lot") for side in range(SIDES))


def smallest_note(draft: Draft) -> int:
    """The largest round note that divides cash and salary and is small beside them."""
    common = math.gcd(draft.cash, draft.salary)
    return max(note for note in NOTES if note == 1 or (common % note == 0 and note <= draft.cash / 300))


def rounded(amount: float, note: int) -> int:
    """An amount in whole notes, at least one."""
    return max(note, round(amount / note) * note)


def lots_of(draft: Draft, note: int) -> list[Lot]:
    """The lots in board order; groups are as even in size as they can be, prices rise."""
    count = count_lots(draft.spaces)
    sizes = [count // draft.groups + (group < count % draft.groups) for group in range(draft.groups)]
    made: list[Lot] = []
    for group, size in enumerate(sizes):
        share = group / max(1, draft.groups - 1)
        house = rounded(draft.cash * (1 + round(3 * share)) / 30, note)
        for number in range(1, size + 1):
            far = (len(made) + 1) / count
            made.append(Lot(group, number, rounded(draft.cash * (0.03 + 0.24 * far), note), house))
    return made


def rents_of(price: int, note: int) -> list[int]:
    """Rents that rise by a note at least."""
    rents: list[int] = []
    for percent in RENTS:
        rents.append(max(rounded(price * percent / 100, note), rents[-1] + note if rents else note))
    return rents


def write_draft(draft: Draft) -> str:
    """The file of a new edition: a small board, one deck, neutral rules."""
    check(draft)
    note = smallest_note(draft)
    fine = rounded(draft.salary / 4 or draft.cash / 30, note)
    lots = lots_of(draft, note)
    id = id_of(draft.name)
    parts = [
        f"# {draft.name}: a draft. docs/write-an-edition.md has everything that can be written here.",
        "",
        f"id = {text(id)}",
        f"name = {text(draft.name)}",
        "version = 1",
        'language = "en"',
        f"prefix = {text(prefix_of(id))}",
        f"players = {{min = 2, max = {draft.seats}}}",
        f"tokens = [{', '.join(map(text, TOKENS[: draft.seats]))}]",
        'bank = "the Bank"',
        f"stock = {{houses = {max(8, 3 * len(lots) // 2)}, hotels = {max(4, len(lots) // 2)}}}",
        "",
        "groups = [",
        *(group_line(group) for group in range(draft.groups)),
        '    {id = "transport", name = "Transport", kind = "transport", colour = "#3c3c3c"},',
        "]",
        "",
        "spaces = [",
        *space_lines(draft, lots, note),
        "]",
        "",
        "[money]",
        'prefix = ""',
        'suffix = " coins"',
        'thousands = ","',
        f"note = {note}",
        "",
        "# Every switch that is not here has its neutral value.",
        "[rules.setup]",
        f"cash = {draft.cash}",
        "",
        "[rules.start]",
        f"salary = {draft.salary}",
        "",
        "[rules.jail]",
        f"fine = {fine}",
        "",
        "[decks.chance]",
        'name = "Chance"',
        "cards = [",
        *card_lines(draft, note),
        "]",
        "",
        "[texts]",
        f"summary = {text(SUMMARY)}",
        f'special = "{draft.spaces} spaces and {draft.groups} groups of lots; everything else is neutral."',
    ]
    return "\n".join(parts) + "\n"


def text(value: str) -> str:
    """A text as TOML writes it."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def group_line(group: int) -> str:
    name = chr(ord("A") + group)
    return f'    {{id = "{name.lower()}", name = "Group {name}", kind = "lots", colour = "{COLOURS[group]}"}},'


def space_lines(draft: Draft, lots: Sequence[Lot], note: int) -> Iterator[str]:
    """The board: four sides, each after its corner."""
    length = draft.spaces // SIDES
    corners = (("start", "Start"), ("jail", "Jail"), ("free", "Rest"), ("go_to_jail", "Go to jail"))
    fare = rounded(draft.cash / 60, note)
    rents = ", ".join(str(fare * 2**owned) for owned in range(SIDES))
    price = rounded(draft.cash * 2 / 15, note)
    half = rounded(price / 2 - note / 2, note)
    coming = iter(lots)
    for side, (kind, name) in enumerate(corners):
        yield f'    {{kind = "{kind}", name = "{name}"}},'
        for found in kinds_of_side(length, side):
            if found == "lot":
                yield lot_line(next(coming), note)
            elif found == "transport":
                yield (
                    f'    {{kind = "deed", name = "Line {side + 1}", group = "transport", price = {price}, '
                    f"mortgage = {half}, rents = [{rents}]}},"
                )
            elif found == "tax":
                yield f'    {{kind = "tax", name = "Tax", amount = {rounded(draft.cash / 15, note)}}},'
            else:
                yield '    {kind = "card", name = "Chance", deck = "chance"},'


def lot_line(lot: Lot, note: int) -> str:
    name = chr(ord("A") + lot.group)
    half = rounded(lot.price / 2 - note / 2, note)
    rents = ", ".join(map(str, rents_of(lot.price, note)))
    return (
        f'    {{kind = "deed", name = "Street {name}{lot.number}", group = "{name.lower()}", price = {lot.price}, '
        f"mortgage = {half}, rents = [{rents}], house_cost = {lot.house}, hotel_cost = {lot.house}}},"
    )


def card_lines(draft: Draft, note: int) -> Iterator[str]:
    """A deck of ten."""
    small, large = rounded(draft.cash / 60, note), rounded(draft.cash / 15, note)
    last = draft.spaces - 1
    cards = [
        (f'effect = "collect", amount = {large}', f"The Bank pays you {large:,} coins."),
        (f'effect = "collect", amount = {2 * small}', f"The Bank pays you {2 * small:,} coins."),
        (f'effect = "pay", amount = {small}', f"Pay the Bank {small:,} coins."),
        (f'effect = "pay", amount = {2 * small}', f"Pay the Bank {2 * small:,} coins."),
        (f'effect = "collect_each", amount = {small}', f"Every player pays you {small:,} coins."),
        (
            f'effect = "repairs", per_house = {small}, per_hotel = {4 * small}',
            f"Repairs: pay {small:,} coins for every house, {4 * small:,} for every hotel.",
        ),
        ('effect = "move_to", space = 0', "Move to {0}."),
        (f'effect = "move_to", space = {last}', f"Move to {{{last}}}."),
        ('effect = "go_to_jail"', "Go to jail."),
        ('effect = "keep"', "Leave jail free: keep this card until you need it, or sell it."),
    ]
    for number, (effect, said) in enumerate(cards, 1):
        yield f'    {{id = "C{number}", {effect}, text = "{said}"}},'


def write_extension(
    base: Edition, extends: str, name: str, seats: int | None, cash: int | None, salary: int | None
) -> str:
    """The file of an edition that extends another, with what was given."""
    id = id_of(name)
    if not is_name(name):
        raise EditionError("new edition", [Problem("name", f"{name!r}; {WANTED_NAME}")])
    most = seats if seats is not None else base.file.players.max
    fewest = min(base.file.players.min, max(2, most))
    figures = most - fewest + 1
    setup = []
    for key, given in (("cash", cash), ("dealt", None)):
        value = getattr(base.file.rules.setup, key) if given is None else given
        if isinstance(value, tuple) and len(value) != figures:
            value = [*value, *[value[-1]] * figures][:figures]
        if given is not None or isinstance(value, list):
            setup.append(f"{key} = {value}")
    parts = [f"extends = {text(extends)}", f"id = {text(id)}", f"name = {text(name)}", "version = 1"]
    if seats is not None:
        more = [token for token in TOKENS if token not in base.tokens]
        parts.append(f"players = {{min = {fewest}, max = {most}}}")
        parts.append(f"tokens = [{', '.join(map(text, [*base.tokens, *more][: max(most, len(base.tokens))]))}]")
    if base.file.money.packs and (cash is not None or seats is not None):
        parts += ["", "[money]", "packs = []"]
    if setup:
        parts += ["", "[rules.setup]", *setup]
    if salary is not None:
        parts += ["", "[rules.start]", f"salary = {salary}"]
    return "\n".join(parts) + "\n"
