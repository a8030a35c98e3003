"""What bots offer: to a player who refuses every deal and to one another; and how many of their games end.

    python benchmarks/offers.py                        all editions
    python benchmarks/offers.py clasico --games 300    one, with more games
    python benchmarks/offers.py --only refuser,ends    parts of it: refuser, offers, ends, probe
    python benchmarks/offers.py --bots master --games 20 --only refuser,offers    masters: some seconds a game

- refuser: offers a game to one player who refuses everything among three of each bot, the mean and the most.
- offers: among four of a kind, how many offers repeat an earlier one word for word, repeat within one roll the goods of
  a refused one without paying more, ask for nearly all of a purse, or name sums that are not round.
- ends: the share of games without an end after 20,000 actions, two to four seats of one kind.
- probe: the share of wins of a best response among three of each bot (`magnate lab league --exploit` does the same).

The lab's limit and seeds are used, so the same command gives the same figures everywhere.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from bots.offers import SEED, Offer, is_better, offers_of_games
from magnate import lab, objects
from magnate.bots.limits import round_unit
from magnate.bots.lineup import CODES
from magnate.compiled import batch
from magnate.editions import load, names
from magnate.value import matches
from magnate.value.file import shipped

BOTS = ("trader", "house", "novice")


def measure_refuser(edition: str, bot: str, games: int) -> str:
    """Offers a game to a player who refuses everything."""
    line = ("refuser", bot, bot, bot)
    counts, repeated = [], 0
    for i, offers in enumerate(offers_of_games(edition, line, games)):
        seat = i % len(line)
        mine = [offer for offer in offers if seat in offer.others]
        words = [(offer.author, offer.cash, offer.goods) for offer in mine]
        repeated += len(words) - len(set(words))
        counts.append(len(mine))
    total = max(1, sum(counts))
    return f"offers a game {np.mean(counts):7.2f}, at most {max(counts):5}, repeated {repeated / total:5.1%}"


def measure_offers(edition: str, bot: str, games: int) -> str:
    """What offers among four of a kind are like."""
    unit = round_unit(objects.table(load(edition).table(4)))
    count = word_for_word = not_better = nearly = odd = counters = 0
    for offers in offers_of_games(edition, (bot,) * 4, games):
        earlier: set[Any] = set()
        latest: dict[Any, Offer] = {}
        for offer in offers:
            count += 1
            counters += offer.is_counter
            words = (offer.author, offer.cash, offer.goods)
            word_for_word += words in earlier
            earlier.add(words)
            key = (offer.author, offer.others, offer.goods, offer.rolls)
            not_better += key in latest and not is_better(offer, latest[key])
            latest[key] = offer
            nearly += offer.asks_nearly_all
            odd += any(sum_ % unit for sum_ in offer.cash)
    of = max(1, count)
    return (
        f"offers a game {count / games:6.2f}, counters {counters / of:5.1%}, word for word {word_for_word / of:5.1%}, "
        f"not better {not_better}, nearly all cash {nearly / of:5.1%}, odd sums {odd / of:5.1%}"
    )


def measure_ends(edition: str, bot: str, games: int) -> str:
    """The share of games without an end."""
    found = []
    for seats in (2, 3, 4):
        table = load(edition).table(seats)
        if bot == "master":
            states = matches.play(table, [[bot] * seats], games, {bot: shipped()}, SEED)
        else:
            states = batch.play(table, games, SEED, bots=bot)
        found.append(
            f"{seats} seats {(states['over'] == 0).mean():6.2%} (median {np.median(states['turns']):4.0f} turns)"
        )
    return ", ".join(found)


def measure_probe(edition: str, bot: str, games: int) -> str:
    """The share of wins of a best response among three of a kind."""
    found = lab.exploit(edition, bot, games=games, seed=SEED)
    return f"{found.share.value:6.1%} ({found.share.low:.1%} – {found.share.high:.1%}), {found.undecided} undecided"


PARTS = {"refuser": measure_refuser, "offers": measure_offers, "ends": measure_ends, "probe": measure_probe}


def main() -> int:
    parser = argparse.ArgumentParser(description="What bots offer, and how many of their games end.")
    parser.add_argument("editions", nargs="*", help="which; without any, all")
    parser.add_argument("--games", type=int, default=100, help="how many for each figure")
    parser.add_argument("--bots", default=",".join(BOTS), help="which of " + ", ".join(CODES))
    parser.add_argument("--only", default="refuser,offers,ends", help="which parts")
    asked = parser.parse_args()
    for part in asked.only.split(","):
        for edition in asked.editions or names():
            for bot in asked.bots.split(","):
                print(f"{part:8} {edition:16} {bot:7} {PARTS[part](edition, bot, asked.games)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
