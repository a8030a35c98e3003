"""Help, the rules in short, and why: the last payments with the clause behind each."""

from __future__ import annotations

import msgspec
from rich.padding import Padding
from rich.text import Text

from magnate import clauses
from magnate.actions import Bid, Build, ClaimRent, Mortgage, SellBuildings
from magnate.clauses import Ambiguity, Clause
from magnate.events import Event
from magnate.rules.codes import COLLECT_CLAIM

from .bots import TableBots
from .table import Table

LATEST = 6


def show_help(table: Table) -> None:
    """What can be typed."""
    words, lines = table.words, table.lines
    command = {key: words.say(key) for key in ("help", "save", "quit", "show")}
    table.tell(words.say("help_title"), "bold")
    said = [words.say("help_number"), words.say("help_word")]
    said.append(lines.say("amount_help", word=words.word(Bid)))
    said.append(lines.say("deed_help", word=words.word(Mortgage)))
    said.append(lines.say("plan_help", build=words.word(Build), sell=words.word(SellBuildings)))
    if table.game.table.rent_collect == COLLECT_CLAIM:
        said.append(lines.say("claim_help", word=words.word(ClaimRent)))
    said.append(words.say("help_show", **command))
    said.append(lines.say("help_board", board=lines.command("board"), show=command["show"]))
    said.append(lines.say("help_why", why=lines.command("why")))
    said.append(lines.say("help_advice", advice=lines.command("advice")))
    said.append(lines.say("help_rules", rules=lines.command("rules")))
    if len(table.playing_people()) > 1:
        said.append(lines.say("help_who", who=lines.command("who")))
        said.append(lines.say("as_help", word=words.word(ClaimRent), **{"as": lines.command("as")}))
    said += [words.say(f"help_{key}", **command) for key in ("save", "quit", "help")]
    for line in said:
        table.tell(Padding(Text(line), (0, 0, 0, 2)))


def show_advice(table: Table, bots: TableBots, seat: int | None) -> None:
    """Why the last bot did what it did, and what a bot would consider in one's own place."""
    last = bots.explain_last()
    if last is not None:
        table.say("advice_bot", "bold", seat=table.names.seat(last[0]))
        table.tell(Padding(Text(last[1].text(table.words, table.names)), (0, 0, 0, 2)))
    if seat is not None and table.game.state.must >> seat & 1:
        table.say("advice_you", "bold")
        table.tell(Padding(Text(bots.advise(seat).text(table.words, table.names)), (0, 0, 0, 2)))


def show_rules(table: Table) -> None:
    """The book in short, what the variant is, and the rules of this table."""
    edition, english = table.game.edition, table.game.edition.is_english(table.words.lang)
    texts = edition.texts
    if edition.variant:
        variant = edition.file.variants[edition.variant]
        table.tell(variant.name_en if english else variant.name, "bold")
        table.tell(variant.description_en if english else variant.description)
    for text in (texts.summary_en, texts.special_en) if english else (texts.summary, texts.special):
        table.tell(" ".join(text.split()))
    differences = edition.differences()
    if differences:
        table.say("house_rules", "bold")
        for switch, book, value in differences:
            table.tell("  " + table.lines.say("house_rule", switch=switch, value=plain(value), book=plain(book)))


def plain(value: object) -> str:
    """A switch's value as one would type it."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def show_why(table: Table, clause: str = "") -> None:
    """The last payments and the rule behind each, or one rule by its id."""
    if clause:
        show_clause(table, clause.upper())
        return
    latest: list[Event] = []
    for event in reversed(table.game.events):
        if event.cash_changes() or (event.clause and event.__class__.__name__ in ("Jailed", "RentFree", "RentLapsed")):
            latest.append(event)
        if len(latest) == LATEST:
            break
    if not latest:
        table.say("nothing_told")
    for event in reversed(latest):
        table.tell(table.words.event(event, table.names))
        if event.clause:
            show_clause(table, event.clause)


def show_clause(table: Table, id: str) -> None:
    """A clause of the book, or how an open point is settled."""
    own = table.game.edition.sentence(id)
    if own is not None:
        table.tell(f"  {own.id} «{own.heading or own.chapter}»: {own.text}", "dim")
        return
    try:
        found = clauses.entry(id)
    except KeyError:
        table.say("no_clause", "yellow", id=id[:20], why=table.lines.command("why"))
        return
    if isinstance(found, Clause):
        table.tell(f"  {found.id} «{found.heading}»: {found.text}", "dim")
    elif isinstance(found, Ambiguity):
        table.tell(f"  {found.id} {found.title}: {found.resolve}", "dim")
    else:
        table.tell(f"  {found.id}", "dim")
