"""A review in plain words: which sentence of `words/*/review.toml` describes a decision, with its figures."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from magnate.actions import ProposeDeal, Terms
from magnate.languages import WORDS
from magnate.review.judging import FINE, JudgedDecision, ReviewSentence
from magnate.review.missed_deals import MissedDeal
from magnate.review.units import WHOLE
from magnate.words import Names, Words
from magnate.words.language import fill, find

RISE = WHOLE * 3 // 100  # of another seat that is worth a sentence
YES = ("BuyDeed", "AcceptOffer")
KINDS = {"AcceptDeal": "_deal", "Bid": "_bid", "Pass": "_pass"}  # actions whose label does not say what it was about


def percent(part: int) -> int:
    """A chance as it is read."""
    return round(100 * part / WHOLE)


def key_of(one: JudgedDecision) -> str:
    """The sentence that describes a decision."""
    name = type(one.action).__name__
    if one.cost <= FINE:
        return "good" + KINDS.get(name, "")
    if one.played_out is None:  # the network alone calls nothing a mistake
        return "unsure" + KINDS.get(name, "")
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
    """A decision in one sentence, and a second where it made another seat much stronger."""
    seat = one.seat
    facts = {
        "seat": seat,
        "before": percent(one.before[seat]),
        "after": percent(one.chosen[seat]),
        "best": percent(min(WHOLE, one.chosen[seat] + one.cost)),  # the cost may be that of games played out
        "points": max(1, percent(one.cost)),
    }
    if one.deed is not None and one.amount is not None:
        facts |= {"deed": one.deed, "amount": one.amount}
    found = [ReviewSentence(key_of(one), facts)]
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

    def __init__(self, words: Words, names: Names) -> None:
        self.words, self.names = words, names
        self.texts = texts(words.lang)

    def decision(self, one: JudgedDecision) -> str:
        """A decision."""
        more: dict[str, Any] = {}
        if one.deed is not None and one.amount is not None:
            more = {"deed": one.deed, "amount": one.amount}
        said = {
            "action": self.words.action(one.action, self.names, **more),
            "better": self.words.action(one.best.action, self.names, **more),
            "terms": self.terms(one.terms),
        }
        return " ".join(self.fill(sentence, said) for sentence in sentences_of(one))

    def missed(self, one: MissedDeal) -> str:
        """A missed deal."""
        cash = {seat: amount for seat, amount in one.cash.items() if amount}
        return self.fill(sentence_of_missed(one), {"terms": self.terms(Terms(cash, dict(one.deeds), {}))})

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
            elif key == "deed":
                facts[key] = self.names.deed(value)
            else:
                facts[key] = self.names.money(value) if key == "amount" else str(value)
        where = f"{self.words.lang}/review.toml [review.say]"
        return fill(find(self.texts["say"], sentence.key, where), facts, where)
