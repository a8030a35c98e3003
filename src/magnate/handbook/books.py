"""A page for each edition: what is special, board, deeds, decks, rules that differ, and its whole book.

Beside them one page with all that the books leave open, and one with every moment at which somebody is asked.
"""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from magnate import clauses
from magnate.editions import Edition, load, names
from magnate.editions.schema import AnySpace, CardSpace, Deck, DeedSpace, Sentence, TaxSpace
from magnate.editions.switches import for_seats, switches

from . import matrix
from .board import board_svg
from .text import anchor, cite, cited, plain, table
from .words import ROOT, label, position

EXAMPLE = ROOT / "examples" / "editions" / "lagoon.toml"
KINDS = {
    "start": "start",
    "jail": "jail",
    "free": "nothing happens",
    "go_to_jail": "go to jail",
}
OPEN = """Where a book is silent, contradicts itself or cannot be read, an interpretation is needed.
Each has an id and a reason. [How the books were read](../clauses.md) explains them."""
ASKED = """Every situation in which a person is asked, or may act, and what each edition offers there.
Illegal or unaffordable choices are not offered."""


def pages() -> dict[str, str]:
    """Every page by its name in the site."""
    made = {f"editions/{name}.md": page(name) for name in names()}
    made[f"editions/{EXAMPLE.stem}.md"] = page(EXAMPLE)
    made["editions/open.md"] = open_questions()
    made["editions/asked.md"] = moments()
    return made


def page(source: str | Path) -> str:
    """Everything about one edition, by its name or file."""
    edition = load(source)
    parts = [
        f"# {plain(edition.name)}",
        opening(edition),
        facts(edition),
        "## What is special",
        plain(edition.texts.special_en),
        apart(edition),
        variants(edition, source),
        "## The board",
        board_svg(edition),
        spaces(edition),
        "## Deeds",
        deeds(edition),
        backs(edition),
        "## Cards",
        *(deck(edition, id, found) for id, found in edition.decks.items()),
        skins(edition),
        "## The book, clause by clause",
        book(edition),
        settled(edition),
        sums(edition),
        asked(edition),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def opening(edition: Edition) -> str:
    """How it is played, in a few sentences."""
    return f"`{edition.id}` · {plain(edition.texts.summary_en)}"


def facts(edition: Edition) -> str:
    """Players, money and pieces."""
    fewest, most = edition.file.players.min, edition.file.players.max
    amounts = [edition.money(for_seats(edition.rules.setup.cash, seats, fewest)) for seats in range(fewest, most + 1)]
    start = amounts[0] if len(set(amounts)) == 1 else f"{', '.join(amounts)} for {fewest} to {most} players"
    house = edition.stock.house
    rows = [
        ("Language of the book", matrix.LANGUAGES.get(edition.language, edition.language)),
        ("Players", f"{fewest} to {most}"),
        ("Money at the start", plain(start)),
        ("Notes", plain(", ".join(map(edition.money, edition.notes))) or "none: money is only a number"),
        ("Board", f"{len(edition.spaces)} spaces, {len(edition.deeds)} deeds in {len(edition.groups)} groups"),
        ("Buildings", f"{edition.stock.houses} {house}s, {edition.stock.hotels} hotels"),
        ("Tokens", plain(", ".join(edition.tokens))),
        ("Bank", plain(edition.file.bank)),
        ("Version of its play", str(edition.version)),
    ]
    return table(("", ""), rows)


def apart(edition: Edition) -> str:
    """The switches in which it is not like most of the five books."""
    rows = []
    mine = dict(switches(edition.file.rules))
    for switch, values in matrix.all_switches().items():
        most = matrix.usual(values)
        if most is not None and mine[switch] != most and not switch.startswith("setup."):
            rows.append((f"{label(switch)} (`{switch}`)", position(switch, mine[switch]), position(switch, most)))
    if not rows:
        return ""
    whole = "[all switches side by side](../editions.md#side-by-side)"
    lead = f"Where its rules are not those of most of the five books; {whole}."
    return f"{lead}\n\n{table(('rule', 'here', 'in most books'), rows)}"


def variants(edition: Edition, source: str | Path) -> str:
    """Other ways to play from the same book."""
    if not edition.file.variants:
        return ""
    parts = ["## Variants"]
    for id, variant in edition.file.variants.items():
        changed = load(source, variant=id).variant_differences()
        rows = [(f"{label(s)} (`{s}`)", position(s, old), position(s, new)) for s, old, new in changed]
        parts.append(f"**{plain(variant.name_en)}** (`{id}`): {plain(variant.description_en)}")
        parts.append(table(("rule", "standard game", "here"), rows))
    return "\n\n".join(parts)


def both(name: str, english: str) -> str:
    """A name, and what it means where that is not the same."""
    return plain(name) + (f" ({plain(english)})" if english and english != name else "")


def spaces(edition: Edition) -> str:
    """The board, space by space, to be opened."""
    rows = [
        (str(number), both(space.name, space.name_en), kind(edition, space))
        for number, space in enumerate(edition.spaces)
    ]
    lines = table(("", "space", "what it is"), rows, right="0").replace("\n", "\n    ")
    return f'??? note "Space by space"\n\n    {lines}'


def kind(edition: Edition, space: AnySpace) -> str:
    """What a space does."""
    match space:
        case DeedSpace(group=group, price=price):
            (found,) = (one for one in edition.groups if one.id == group)
            return f"{swatch(found.colour)} {plain(found.name_en)}, {plain(edition.money(price))}"
        case TaxSpace(amount=amount):
            return f"pay {plain(edition.money(amount))}"
        case CardSpace(deck=deck):
            return f"draw: {plain(edition.deck_name(deck, 'en'))}"
        case _:
            return KINDS[space.kind]


def swatch(colour: str) -> str:
    """A spot of a group's colour."""
    return f'<span class="swatch" style="background:{colour}"></span>'


def deeds(edition: Edition) -> str:
    """Every deed with its rents, group by group."""
    parts = []
    for group in edition.groups:
        found = [space for space in edition.spaces if isinstance(space, DeedSpace) and space.group == group.id]
        rents = max(len(space.rents) for space in found)
        is_built = group.kind == "lots"
        if is_built:
            head = ("building", "bare", *(str(houses) for houses in range(1, rents - 1)), "hotel")
        else:
            head = tuple(f"{count} owned" for count in range(1, rents + 1))
        sign, thousands = " × dice" if group.times_dice else "", edition.file.money.thousands
        rows = [
            (
                both(space.name, space.name_en),
                *(plain(edition.money(amount)) for amount in (space.price, space.mortgage)),
                *([plain(edition.money(space.house_cost))] if is_built else []),
                *(f"{rent:,}".replace(",", thousands) + sign for rent in space.rents),
            )
            for space in found
        ]
        columns = ("deed", "price", "mortgage", *head)
        figures = " ".join(map(str, range(1, len(columns))))
        parts.append(f"**{swatch(group.colour)} {both(group.name, group.name_en)}**")
        parts.append(table(columns, rows, right=figures))
    return "\n\n".join(parts)


def backs(edition: Edition) -> str:
    """What stands on the back of the deeds, to be opened; nothing where the book has no backs."""
    found = [(number, edition.back(number, "en")) for number in edition.deeds]
    lines = [f"    - **{plain(edition.space_name(number))}**: {plain(text)}" for number, text in found if text]
    return '??? note "On the backs of the deeds"\n\n' + "\n".join(lines) if lines else ""


def deck(edition: Edition, id: str, found: Deck) -> str:
    """A deck, card by card."""
    languages = ["en"] if edition.language == "en" else ["en", edition.language]
    rows = [
        (card.id, *(plain(edition.card_text(id, number, lang)) for lang in languages))
        for number, card in enumerate(found.cards)
    ]
    head = ("", "in English", "as printed")[: 1 + len(languages)]
    return f"### {both(found.name, found.name_en)}\n\n{table(head, rows)}"


def skins(edition: Edition) -> str:
    """Other looks of the same board."""
    if not edition.file.skins:
        return ""
    parts = ["## Skins", "The same rules and prices, with other names; `--skin` chooses one."]
    for id, skin in edition.file.skins.items():
        usual = " (unless another is asked for)" if id == edition.file.skin else ""
        decks = " It has decks of its own." if skin.decks else ""
        parts.append(f"**{plain(skin.name_en)}** (`{id}`){usual}: {renamed(edition, id)}{decks}")
    return "\n\n".join(parts)


def renamed(edition: Edition, skin: str) -> str:
    """The names a look gives to spaces."""
    named = edition.file.skins[skin].spaces
    if not named:
        return "the names above."
    return "; ".join(f"{number} {both(one.name, one.name_en)}" for number, one in named.items()) + "."


def book(edition: Edition) -> str:
    """Every clause of the book with its text, by chapter."""
    own: list[Sentence | clauses.Clause] = list(edition.file.book)
    found = own or [clause for clause in clauses.all_clauses() if clause.edition == edition.id]
    lead = "«SHOWN» marks what the book wants people to see. In italics: where a clause stands in the book."
    parts = [] if own else [lead]
    for chapter, members in groupby(found, key=lambda clause: clause.chapter):
        parts.append(f"### {plain(chapter)}")
        parts.append("\n".join(sentence(clause) for clause in members))
    return "\n\n".join(parts)


def sentence(clause: Sentence | clauses.Clause) -> str:
    """One clause: its id, what it says, where it stands, what completes it."""
    see = getattr(clause, "see", ())
    more = f" See {', '.join(map(cite, see))}." if see else ""
    heading = f" *{plain(clause.heading)}*" if clause.heading else ""
    return f"- {anchor(clause.id)} {cited(clause.text)}{heading}{more}"


def settled(edition: Edition) -> str:
    """What the book leaves open, and what is played there."""
    found = [one for one in clauses.ambiguities() if edition.id in one.editions]
    if not found:
        return ""
    lines = [f"- {cite(one.id)} **{plain(one.title)}**: {cited(one.resolve)}" for one in found]
    lead = (
        "What is played where the book is silent, contradicts itself or cannot be read; "
        "the links say what the text has, and why."
    )
    return "\n\n".join(["## Ambiguities", lead, "\n".join(lines)])


def sums(edition: Edition) -> str:
    """Sums worked out by hand, which the tests meet exactly."""
    rows = [
        (anchor(one.id), cited(one.situation), cited(one.result), ", ".join(map(cite, one.clauses)))
        for one in clauses.worked_numbers()
        if one.edition == edition.id
    ]
    if not rows:
        return ""
    lead = "The prices are examples; the arithmetic is what the tests check."
    return f"## Worked numbers\n\n{lead}\n\n{table(('', 'when', 'result', 'clauses'), rows)}"


def asked(edition: Edition) -> str:
    """Every moment at which somebody is asked in this edition."""
    rows = [
        (cite(one.id), cited(one.moment), cited(one.choices), cited(one.editions[edition.id]))
        for one in clauses.decisions()
        if edition.id in one.editions and one.arises_in(edition.id)
    ]
    if not rows:
        return ""
    return f"## Decisions of players\n\n{table(('', 'when', 'what is chosen', 'here'), rows)}"


def open_questions() -> str:
    """Everything the books leave open."""
    parts = [
        "# Ambiguities of the books",
        OPEN,
    ]
    for one in clauses.ambiguities():
        everywhere = len(one.editions) == len(clauses.BOOKS)
        editions = "all editions" if everywhere else ", ".join(f"`{id}`" for id in one.editions)
        scope = f" ({cited(one.scope)})" if one.scope else ""
        parts.append(f"### {one.id} {plain(one.title)} {{ #{one.id.lower()} }}")
        parts.append(f"In {editions}{scope}.")
        parts.append(f"**The text:** {cited(one.book)}")
        parts.append(f"**Played:** {cited(one.resolve)}")
        parts.append(f"**Why:** {cited(one.why)}")
    return "\n\n".join(parts) + "\n"


def moments() -> str:
    """Every moment at which somebody is asked, or may act, in all editions."""
    parts = [
        "# Decisions of players",
        ASKED,
    ]
    for chapter, members in groupby(clauses.decisions(), key=lambda one: one.chapter):
        parts.append(f"## {plain(chapter)}")
        for one in members:
            parts.append(f"### {one.id} {plain(one.moment)} {{ #{one.id.lower()} }}")
            parts.append(cited(one.choices))
            rows = [(f"`{edition}`", cited(said)) for edition, said in one.editions.items()]
            parts.append(table(("edition", "offered"), rows))
    return "\n\n".join(parts) + "\n"
