"""The words of the interface, in four languages: what happened, what one can do, why not, and the screens of a game."""

import unicodedata

from magnate.actions import BY_NAME, Action
from magnate.events import Event
from magnate.languages import LANGUAGES

from .language import WordsError, fill, find, load, placeholders, plural
from .names import Names, read_facts, sentence_of

__all__ = ["LANGUAGES", "Names", "Words", "WordsError"]


class Words:
    """One language: `Words("it").event(event, names)`."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.book = load(lang)

    def event(self, event: Event, names: Names) -> str:
        """What happened, in a sentence."""
        key = sentence_of(event)
        where = self._where("event", key)
        return fill(find(self.book.event, key, where), read_facts(event, names, self.book, {}), where)

    def action(self, action: Action, names: Names, **more: int | str) -> str:
        """What a button says; `more` facts (deed, amount, debtor, building ...) let it name the object and price."""
        key = type(action).__name__
        facts = read_facts(action, names, self.book, more)
        full = self.book.action_full.get(key)
        if full is not None and placeholders(full) <= facts.keys():
            return fill(full, facts, self._where("action_full", key))
        where = self._where("action", key)
        return fill(find(self.book.action, key, where), facts, where)

    def word(self, action: Action | type[Action]) -> str:
        """What is typed for an action."""
        key = action.__name__ if isinstance(action, type) else type(action).__name__
        return find(self.book.word, key, self._where("word", key))

    def by_word(self, word: str) -> type[Action] | None:
        """The action a typed word stands for, whatever its case and accents; None if there is none."""
        plain = _plain(word)
        for name, known in self.book.word.items():
            if known == plain:
                return BY_NAME[name]
        return None

    def refusal(self, code_name: str, **facts: object) -> str:
        """Why an action was refused and what would be right; with the facts, where they are given and known."""
        full = self.book.refusal_full.get(code_name)
        if full is not None and placeholders(full) <= facts.keys():
            return fill(full, facts, self._where("refusal_full", code_name))
        where = self._where("refusal", code_name)
        return fill(find(self.book.refusal, code_name, where), facts, where)

    def say(self, key: str, **facts: object) -> str:
        """A line of the terminal game."""
        where = self._where("say", key)
        return fill(find(self.book.say, key, where), facts, where)

    def bot(self, key: str, **facts: object) -> str:
        """What a bot says about an option."""
        where = self._where("bot", key)
        return fill(find(self.book.bot, key, where), facts, where)

    def name(self, key: str) -> str:
        """A noun: bank, jail, house, villa, hotel, level, mortgaged ..."""
        return find(self.book.name, key, self._where("name", key))

    def why(self, why: str) -> str:
        """The reason of a payment."""
        return find(self.book.why, why, self._where("why", why))

    def count(self, thing: str, n: int) -> str:
        """A number of houses, villas, hotels or turns."""
        if thing not in self.book.count:
            raise WordsError(f"{self._where('count', thing)} is missing; there are {', '.join(self.book.count)}")
        return plural(self.lang, self.book.count[thing], n)

    def buildings(self, level: int, houses_per_lot: int, house: str = "house") -> str:
        """What stands on a lot of this level, where the edition calls its houses "house" or "villa"."""
        if level == 0:
            return self.name("bare")
        return self.count(house, level) if level <= houses_per_lot else self.count("hotel", 1)

    def _where(self, section: str, key: str) -> str:
        return f"{self.lang}/game.toml [{section}] {key}"


def _plain(word: str) -> str:
    """A typed word without case and accents: Aruncă -> arunca."""
    letters = unicodedata.normalize("NFD", word.strip().lower())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
