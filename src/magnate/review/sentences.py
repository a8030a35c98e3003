"""A review in plain words: which sentence of `words/*/review.toml` describes a decision, with its figures."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from typing import Protocol

from magnate.actions import Action, Build, ProposeDeal, SellBuildings, Terms
from magnate.languages import WORDS
from magnate.review.judging import BEST, FINE, JudgedDecision, ReviewSentence
from magnate.review.missed_deals import MissedDeal
from magnate.review.units import WHOLE
from magnate.words import Names, Words
from magnate.words.language import fill, find, with_articles
from magnate.words.names import read_facts

RISE = WHOLE * 3 // 100  # of another seat that is worth a sentence
YES = ("BuyDeed", "AcceptOffer")
DONE = ("AcceptDeal", "BuyDeed", "Bid", "Pass")  # after these somebody has the property; other answers leave it
UNSURE = {"deal_done": "unsure_deal", "overdone": "unsure_overdone"}  # where the label of the better would mislead


class ReviewNames(Names, Protocol):
    """The names of a game, and what lies where."""

    def deeds(self, group: int, /) -> Sequence[int]:
        """The deeds of a group, in board order."""
        ...


def percent(part: int) -> int:
    """A chance as it is read."""
    return round(100 * part / WHOLE)


def key_of(one: JudgedDecision) -> str:
    """The sentence that describes a decision."""
    if one.cost <= BEST:
        return "best" if percent(one.chosen[one.seat]) >= percent(one.before[one.seat]) else "best_still"
    if one.cost <= FINE:
        return "good" if one.played_out is None else "good_tested"
    key = mistake_of(one)
    return UNSURE.get(key, "unsure") if one.played_out is None else key  # the network alone calls nothing a mistake


def mistake_of(one: JudgedDecision) -> str:
    """The sentence that describes a mistake."""
    name = type(one.action).__name__
    if one.kind == "deal":
        return "deal_done" if name == "AcceptDeal" else "deal_refused"
    if one.kind == "purchase":
        return "bought" if name in YES else "not_bought"
    if one.kind == "auction":
        return "overpaid" if name == "Bid" else "let_go"
    if one.kind == "managing":
        return "left_undone" if name == "Roll" else "overdone"
    return "other"


def sentences_of(one: JudgedDecision) -> list[ReviewSentence]:
    """A decision in one sentence; then who has, or would have had, a whole group, and who became much stronger.

    Of what was played out only that is said: the network's chances are another measure.
    """
    seat = one.seat
    facts = {"seat": seat, "before": percent(one.before[seat]), "after": percent(one.chosen[seat])}
    if one.cost > FINE and one.played_out is not None:
        won = one.played_out.won
        facts = {"seat": seat, "won": round(100 * won), "best": round(100 * (won + one.played_out.more))}
    if one.deed is not None and one.amount is not None:
        facts |= {"deed": one.deed, "amount": one.amount}
    found = [ReviewSentence(key_of(one), facts)]
    key = "completes" if type(one.action).__name__ in DONE else "would_complete"
    found += [ReviewSentence(key, {"other": owner, "group": group}) for group, owner in one.completes.items()]
    rises = [(one.chosen[other] - one.before[other], other) for other in range(len(one.before)) if other != seat]
    most, other = max(rises)
    if most >= RISE and one.cost > FINE:
        before, after = percent(one.before[other]), percent(one.chosen[other])
        found.append(ReviewSentence("rise", {"other": other, "before": before, "after": after}))
    return found


def sentence_of_missed(one: MissedDeal) -> ReviewSentence:
    """A missed deal."""
    first, second = one.seats
    return ReviewSentence(
        "missed",
        {
            "one": first,
            "other": second,
            "one_before": percent(one.before[first]),
            "one_after": percent(one.after[first]),
            "other_before": percent(one.before[second]),
            "other_after": percent(one.after[second]),
        },
    )


@cache
def texts(lang: str) -> dict[str, dict[str, str]]:
    """The texts of a review in a language."""
    found: dict[str, dict[str, str]] = tomllib.loads((WORDS / lang / "review.toml").read_text(encoding="utf-8"))[
        "review"
    ]
    return found


class Teller:
    """Writes a review in a language."""

    def __init__(self, words: Words, names: ReviewNames) -> None:
        self.words, self.names = words, names
        self.texts = texts(words.lang)

    def decision(self, one: JudgedDecision) -> str:
        """A decision."""
        said = {"did": self.did(one), "better": self.option(one, one.best.action)}
        return " ".join(self.fill(sentence, said) for sentence in sentences_of(one))

    def missed(self, one: MissedDeal) -> str:
        """A missed deal."""
        cash = {seat: amount for seat, amount in one.cash.items() if amount}
        return self.fill(sentence_of_missed(one), {"terms": self.terms(Terms(cash, dict(one.deeds), {}))})

    def did(self, one: JudgedDecision) -> str:
        """What a player did: "bought Gran Vía for 60"."""
        name = type(one.action).__name__
        key = "RollInJail" if name == "Roll" and one.kind == "jail" else name
        where = f"{self.words.lang}/review.toml [review.did]"
        return fill(find(self.texts["did"], key, where), self.facts(one, one.action), where)

    def option(self, one: JudgedDecision, action: Action) -> str:
        """What an option is called."""
        if isinstance(action, Build | SellBuildings):
            name = type(action).__name__
            return fill(self.words.book.action[name], self.facts(one, action), f"[action] {name}")
        return self.words.action(action, self.names, **about(one))

    def facts(self, one: JudgedDecision, action: Action) -> dict[str, str]:
        """Everything an option says; what stands on which lot, instead of a level for each lot of the group."""
        facts = read_facts(action, self.names, self.words.book, about(one)) | {"terms": self.terms(one.terms)}
        if isinstance(action, Build | SellBuildings):
            built = zip(self.names.deeds(action.group), action.levels, strict=True)
            lots = [self.built_on(deed, level) for deed, level in built if level]
            facts["levels"] = ", ".join(lots) or self.names.buildings(0)
        return facts

    def built_on(self, deed: int, level: int) -> str:
        """What stands on a lot: "2 houses on Gran Vía"."""
        where = f"{self.words.lang}/review.toml [review.did]"
        facts = {"buildings": self.names.buildings(level), "deed": self.names.deed(deed)}
        return fill(find(self.texts["did"], "BuiltOn", where), facts, where)

    def terms(self, terms: Terms | None) -> str:
        """The terms of a deal."""
        if terms is None:
            return ""
        offer = ProposeDeal(terms.cash, terms.deeds, terms.cards)
        told = self.words.action(offer, self.names)
        return told.partition(": ")[2] or told

    def fill(self, sentence: ReviewSentence, said: dict[str, str]) -> str:
        """A sentence with its figures."""
        facts = dict(said)
        for key, value in sentence.facts.items():
            if key in ("seat", "other", "one"):
                facts[key] = self.names.seat(value)
            elif key in ("deed", "group"):
                facts[key] = self.names.deed(value) if key == "deed" else self.names.group(value)
            else:
                facts[key] = self.names.money(value) if key == "amount" else str(value)
        if "before" in facts and "after" in facts:
            facts["change"] = self.change(sentence.facts["before"], sentence.facts["after"])
        where = f"{self.words.lang}/review.toml [review.say]"
        return with_articles(self.words.lang, fill(find(self.texts["say"], sentence.key, where), facts, where))

    def change(self, before: int, after: int) -> str:
        """How a chance changed: rose, fell or stayed."""
        key = "rose" if after > before else "fell" if after < before else "stayed"
        where = f"{self.words.lang}/review.toml [review.change]"
        return fill(find(self.texts["change"], key, where), {"before": before, "after": after}, where)


def about(one: JudgedDecision) -> dict[str, int | str]:
    """What a purchase or an auction is about."""
    return {} if one.deed is None or one.amount is None else {"deed": one.deed, "amount": one.amount}
