"""What somebody types: a number, a word, a command, or another player's name before one of these."""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import get_close_matches
from typing import Any

from magnate.actions import Action, Build, Concede, DeclareBankruptcy, SellBuildings
from magnate.editions.find import fold

from .bots import TableBots
from .choose import DEED_KINDS, choose, find_deed
from .explain import show_advice, show_help, show_rules, show_why
from .menu import Entry, entries, show_menu
from .refuse import why_not
from .show import show_board, show_deed, show_table
from .table import Leave, Table, number_in

Played = tuple[int, Action]

SAID = ("help", "save", "quit", "show")  # commands among the words
OWN = ("why", "rules", "who", "board", "advice")  # commands among the terminal's lines
TOLD_IN_FULL = (Build, SellBuildings, *DEED_KINDS)
FINAL = (Concede, DeclareBankruptcy)


def command_words(table: Table) -> dict[str, str]:
    """What can be typed beside actions: the words of the language, and the English ones where they are free."""
    known = {fold(table.words.say(key)): key for key in SAID} | {table.lines.command(key): key for key in OWN}
    for key in (*SAID, *OWN):
        if table.words.by_word(key) is None:
            known.setdefault(key, key)
    return known


class Prompt:
    """Reads lines for the people at one keyboard."""

    def __init__(self, table: Table, save: Callable[[], None], bots: TableBots) -> None:
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
            return self.obey(command, rest.strip(), seat)
        if seat is None:
            seat = self.ask_who(table.playing_people())
            if seat is None:
                return None
        entry = self.find_entry(seat, word, bool(rest.strip()))
        if entry is None:
            return None
        action = choose(table, seat, entry, rest.strip())
        if action is None or (isinstance(action, FINAL) and not table.is_sure()):
            return None
        return seat, action

    def split_name(self, line: str) -> tuple[int | None, str]:
        """Whose line it is: «Ion: roll», «Ion roll» or «as Ion roll»; None where it begins with nobody's name."""
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

    def obey(self, command: str, rest: str, seat: int | None) -> Played | None:
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
            show_board(table)
        elif command == "advice":
            show_advice(table, self.bots, seat)
        elif command == "show" and rest:
            deed = find_deed(table, rest)
            if deed is not None:
                show_deed(table, deed)
        elif command == "show":
            show_table(table, seat)
        else:
            return self.let_another(seat)
        return None

    def let_another(self, seat: int | None) -> Played | None:
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
            if more and kind in TOLD_IN_FULL:
                return Entry(kind, [])  # not possible, and the rules say why
            made: type[Any] = kind
            refusal = None if kind.__struct_fields__ else table.game.refusal(seat, made())
            table.tell(why_not(table, seat, refusal or "WRONG_MOMENT"), "yellow")
            return None
        begun = [entry for known, entry in words.items() if fold(word) and known.startswith(fold(word))]
        if len(begun) == 1 and begun[0].kind not in FINAL:
            return begun[0]
        self.regret(word, [*words, *command_words(table)])
        return None

    def regret(self, word: str, known: list[str]) -> None:
        """Say that a word is not known here, and which one is like it."""
        table = self.table
        shown = "".join(letter if letter.isprintable() else "?" for letter in word[:40])
        table.tell(table.words.say("unknown_command", command=shown, help=table.words.say("help")), "yellow")
        near = get_close_matches(fold(word), known, n=1, cutoff=0.6)
        if near:
            table.tell(table.words.say("did_you_mean", command=near[0]), "yellow")
