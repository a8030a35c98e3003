"""What bots offer: to a player who refuses every deal and to one another; and how many of their games end.

    python benchmarks/offers.py                        all editions
    python benchmarks/offers.py clasico --games 300    one, with more games
    python benchmarks/offers.py --only refuser,ends    parts of it: refuser, offers, ends, probe

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
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from magnate.bots.choices import TASK_GO_ON, TASK_PLAY
from magnate.bots.lineup import CODES
from magnate.compiled import match, records
from magnate.compiled.batch import MOST
from magnate.editions import load, names
from magnate.rules.codes import (
    ACCEPT_DEAL,
    COUNTER_DEAL,
    MAX_DEEDS,
    MAX_KEPT,
    MAX_SEATS,
    PROPOSE_DEAL,
    REFUSE_DEAL,
    ROLL,
)

BOTS = ("trader", "house", "novice")
SEED = 13
REFUSER = "oracle"  # its seat is played from here
NEARLY = 0.8  # of a purse


class Offer(NamedTuple):
    """Terms one seat laid before others, and the purses they were made with."""

    author: int
    others: tuple[int, ...]
    cash: tuple[int, ...]
    goods: tuple[tuple[int, ...], tuple[int, ...]]
    rolls: int
    is_counter: bool
    purses: tuple[int, ...]

    @property
    def asks_nearly_all(self) -> bool:
        """Whether somebody else would have to give nearly all of its cash."""
        return any(-self.cash[other] > NEARLY * self.purses[other] for other in self.others if self.cash[other] < 0)


def offer_in(g: Any, slot: int, is_counter: bool) -> Offer:
    """The open deal in a slot."""
    author, parties = int(g["deal_author"][slot]), int(g["deal_parties"][slot])
    return Offer(
        author,
        tuple(seat for seat in range(int(g["seats"])) if parties >> seat & 1 and seat != author),
        tuple(g["deal_cash"][slot * MAX_SEATS : (slot + 1) * MAX_SEATS].tolist()),
        (
            tuple(g["deal_deed"][slot * MAX_DEEDS : (slot + 1) * MAX_DEEDS].tolist()),
            tuple(g["deal_card"][slot * MAX_KEPT : (slot + 1) * MAX_KEPT].tolist()),
        ),
        int(g["rolls"]),
        is_counter,
        tuple(g["cash"].tolist()),
    )


def offers_of_games(edition: str, line: tuple[str, ...], games: int, seed: int = SEED) -> Iterator[list[Offer]]:
    """Every offer of each game, the seats of the line rotated; a `refuser` refuses all and proposes nothing."""
    table = load(edition).table(len(line))
    names_of = [REFUSER if name == "refuser" else name for name in line]
    lines = [names_of[-turn:] + names_of[:-turn] for turn in range(len(line))]
    e, bots = records.edition_record(table), match.lines_record(table, lines)
    keys = records.seeded_keys(seed, games)
    run, own = match.runner(), match.Scratch()
    for i in range(games):
        g, c = match.fresh_counted(1), records.fresh_chances(keys[i : i + 1])
        b, s = bots[i % len(lines)][None], own.search
        rest = (own.action, b, s, own.state, own.chance)
        run(TASK_PLAY, g, e, c, *rest, 0, 1, 0)
        s["choices"] = 0
        found: list[Offer] = []
        seen = np.zeros(MAX_SEATS, int)
        chosen = 0
        while not g["over"][0] and g["actions"][0] < MOST:
            run(TASK_GO_ON, g, e, c, *rest, chosen, 0, int(g["actions"][0]) + 1)
            chosen = 0
            if s["choices"][0] > 1:
                chosen = refusing(s[0])
            else:
                s["choices"] = 0
            if (g["deal_revision"][0] != seen).any():
                for slot in np.flatnonzero(g["deal_revision"][0] != seen):
                    if g["deals"][0] >> slot & 1:
                        found.append(offer_in(g[0], int(slot), bool(g["deal_author"][0][slot] != slot)))
                seen = g["deal_revision"][0].copy()
        yield found


def refusing(search: Any) -> int:
    """The choice of somebody who refuses every deal and proposes none; in everything else a trader."""
    kinds = search["kind"][: int(search["choices"])].tolist()
    if kinds[0] in (ACCEPT_DEAL, COUNTER_DEAL):
        return int(kinds.index(REFUSE_DEAL))
    if kinds[0] == PROPOSE_DEAL:
        return int(kinds.index(ROLL)) if ROLL in kinds else 0
    return 0


def is_better(offer: Offer, before: Offer) -> bool:
    """Whether the others get more cash than before, and nobody less."""
    change = [offer.cash[other] - before.cash[other] for other in offer.others]
    return min(change) >= 0 and max(change) > 0


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
    unit = round_unit(edition)
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


def round_unit(edition: str) -> int:
    """The unit in which bots name sums."""
    from magnate import objects
    from magnate.bots.limits import round_unit as unit_of

    return int(unit_of(objects.table(load(edition).table(4))))


def measure_ends(edition: str, bot: str, games: int) -> str:
    """The share of games without an end."""
    found = []
    for seats in (2, 3, 4):
        states = match.play(load(edition).table(seats), [(bot,) * seats], games, SEED)
        found.append(
            f"{seats} seats {(states['over'] == 0).mean():6.2%} (median {np.median(states['turns']):4.0f} turns)"
        )
    return ", ".join(found)


def measure_probe(edition: str, bot: str, games: int) -> str:
    """The share of wins of a best response among three of a kind."""
    from magnate import lab

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
