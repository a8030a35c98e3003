"""Reads what people type: an action, a command such as help or rules, or another player's name before one."""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import get_close_matches
from typing import Any

import msgspec
from rich.padding import Padding
from rich.text import Text

from magnate import clauses
from magnate.actions import Action, Bid, Build, ClaimRent, Concede, DeclareBankruptcy, Mortgage, SellBuildings
from magnate.clauses import Ambiguity, Clause
from magnate.editions.find import fold
from magnate.events import Event
from magnate.rules.codes import COLLECT_CLAIM

from .bots import TableBots
from .choose import DEED_KINDS, choose, find_deed
from .draw_board import show_board
from .menu import Entry, entries, show_menu, why_not
from .show import show_deed, show_table
from .table import Leave, TerminalTable, number_in

Played = tuple[int, Action]

SHARED_COMMANDS = ("help", "save", "quit", "show")  # commands among the words
OWN_COMMANDS = ("why", "rules", "who", "board", "advice")  # commands among the terminal's lines
WITH_ARGUMENTS = (Build, SellBuildings, *DEED_KINDS)
FINAL = (Concede, DeclareBankruptcy)


def command_words(table: TerminalTable) -> dict[str, str]:
    """What can be typed beside actions: the words of the language, and the English ones where they are free."""
    known = {fold(table.words.say(key)): key for key in SHARED_COMMANDS} | {
        table.lines.command(key): key for key in OWN_COMMANDS
    }
    for key in (*SHARED_COMMANDS, *OWN_COMMANDS):
        if table.words.by_word(key) is None:
            known.setdefault(key, key)
    return known


class Prompt:
    """Reads lines for the people at one keyboard."""

    def __init__(self, table: TerminalTable, save: Callable[[], None], bots: TableBots) -> None:
        self.table = table
        self.save = save
        self.bots = bots

    def understand(self, seat: int | None, line: str) -> Played | None:
        """The action a line means for a seat, or for somebody at the keyboard (None); None if it was dealt with."""
        table = self.table
        other, rest = self.split_name(line)
        if other is not None:
            return self.act_as(other, rest)
        word, _, rest = line.partition(" ")
        command = command_words(table).get(fold(word))
        if seat is None and len(table.playing_people()) == 1:
            seat = table.playing_people()[0]
        if command is not None:
            return self.run_command(command, rest.strip(), seat)
        if seat is None:
            seat = self.ask_who(table.playing_people())
            if seat is None:
                return None
        entry = self.find_entry(seat, word, bool(rest.strip()))
        if entry is None:
            return None
        action = choose(table, seat, entry, rest.strip())
        if action is None or (isinstance(action, FINAL) and not table.is_confirmed()):
            return None
        return seat, action

    def split_name(self, line: str) -> tuple[int | None, str]:
        """Whose line it is: «Ion: roll», «Ion roll» or «as Ion roll»; None where it begins with no player's name."""
        table, text = self.table, line.strip()
        for prefix in (table.lines.command("as"), "as"):
            if fold(text).startswith(prefix + " "):
                text = text.split(None, 1)[1]
                break
        for seat in sorted(table.people, key=lambda one: -len(table.names.seat(one))):
            name = table.names.seat(seat)
            if fold(text[: len(name)]) == fold(name) and (len(text) == len(name) or text[len(name)] in ": ,"):
                return seat, text[len(name) :].lstrip(":, ").strip()
        return None, line

    def act_as(self, seat: int, line: str) -> Played | None:
        """Another player at this keyboard acts, unasked or asked."""
        table = self.table
        if not entries(table, seat):
            table.say("nothing_now", "yellow", seat=table.names.seat(seat))
            return None
        if not line:
            show_menu(table, seat)
            line = table.ask(table.lines.say("pick"))
        return self.understand(seat, line) if line else None

    def ask_who(self, seats: list[int]) -> int | None:
        """Which of several people at the keyboard."""
        table = self.table
        if len(seats) == 1:
            return seats[0]
        chosen = table.pick([table.names.seat(seat) for seat in seats], table.lines.say("who_acts"))
        return None if chosen is None else seats[chosen]

    def run_command(self, command: str, rest: str, seat: int | None) -> Played | None:
        """A command; only `who` can lead to an action."""
        table = self.table
        if command == "quit":
            raise Leave
        if command == "save":
            self.save()
        elif command == "help":
            show_help(table)
        elif command == "why":
            show_why(table, rest)
        elif command == "rules":
            show_why(table, rest) if rest else show_rules(table)
        elif command == "board":
            show_board(table, seat)
        elif command == "advice":
            show_advice(table, self.bots, seat)
        elif command == "show" and rest:
            deed = find_deed(table, rest)
            if deed is not None:
                show_deed(table, deed)
        elif command == "show":
            show_table(table, seat)
        else:
            return self.act_for_another(seat)
        return None

    def act_for_another(self, seat: int | None) -> Played | None:
        """Somebody else at the keyboard acts."""
        table = self.table
        others = [one for one in table.playing_people() if one != seat and entries(table, one)]
        if not others:
            table.say("nobody_else", "yellow")
            return None
        other = self.ask_who(others) if len(others) > 1 else others[0]
        if other is None:
            return None
        table.tell(table.names.seat(other), "bold")
        return self.act_as(other, "")

    def find_entry(self, seat: int, word: str, more: bool) -> Entry | None:
        """The choice a number or word stands for; what is wrong is said."""
        table = self.table
        found = entries(table, seat)
        number = number_in(word) if re.fullmatch(r"[0-9]{1,4}[.)]?", word) else None
        if number is not None:
            if 1 <= number <= len(found):
                return found[number - 1]
            table.say("not_a_choice", "yellow", high=len(found))
            return None
        words = {table.words.word(entry.kind): entry for entry in found}
        kind = table.words.by_word(word)
        if kind is not None:
            for entry in found:
                if entry.kind is kind:
                    return entry
            if more and kind in WITH_ARGUMENTS:
                return Entry(kind, [])  # not possible, and the rules say why
            made: type[Any] = kind
            refusal = None if kind.__struct_fields__ else table.game.refusal(seat, made())
            table.tell(why_not(table, seat, refusal or "WRONG_MOMENT"), "yellow")
            return None
        begun = [entry for known, entry in words.items() if fold(word) and known.startswith(fold(word))]
        if len(begun) == 1 and begun[0].kind not in FINAL:
            return begun[0]
        self.suggest(word, [*words, *command_words(table)])
        return None

    def suggest(self, word: str, known: list[str]) -> None:
        """Say that a word is not known here, and which one is like it."""
        table = self.table
        shown = "".join(letter if letter.isprintable() else "?" for letter in word[:40])
        table.tell(table.words.say("unknown_command", command=shown, help=table.words.say("help")), "yellow")
        near = get_close_matches(fold(word), known, n=1, cutoff=0.6)
        if near:
            table.tell(table.words.say("did_you_mean", command=near[0]), "yellow")


LATEST = 6


def show_help(table: TerminalTable) -> None:
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


def show_advice(table: TerminalTable, bots: TableBots, seat: int | None) -> None:
    """Why the last bot did what it did, and what a bot would consider in one's own place."""
    last = bots.explain_last()
    if last is not None:
        table.say("advice_bot", "bold", seat=table.names.seat(last[0]))
        table.tell(Padding(Text(last[1].text(table.words, table.names)), (0, 0, 0, 2)))
    if seat is not None and table.game.state.must >> seat & 1:
        table.say("advice_you", "bold")
        table.tell(Padding(Text(bots.advise(seat).text(table.words, table.names)), (0, 0, 0, 2)))


def show_rules(table: TerminalTable) -> None:
    """The book in short, what the variant is, and the rules of this table."""
    edition = table.game.edition
    if edition.variant:
        name, description = edition.variant_texts(edition.variant, table.words.lang)
        table.tell(name, "bold")
        table.tell(description)
    for text in edition.about(table.words.lang):
        table.tell(" ".join(text.split()))
    differences = edition.differences()
    if differences:
        table.say("house_rules", "bold")
        for switch, book, value in differences:
            table.tell("  " + table.lines.say("house_rule", switch=switch, value=plain(value), book=plain(book)))


def plain(value: object) -> str:
    """A switch's value as one would type it."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def show_why(table: TerminalTable, clause: str = "") -> None:
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


def show_clause(table: TerminalTable, id: str) -> None:
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
