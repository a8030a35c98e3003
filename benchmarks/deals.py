"""How well the trader judges deals: what it expects of them, beside what they change in games played out to their end.

    python benchmarks/deals.py                          all editions, 200 deals each
    python benchmarks/deals.py clasico --deals 1000     one, with more deals

Positions come from games of traders. Half of the deals complete a group for the player on turn, for cash and half of
the time for deeds in return; the others sell deeds. Prices are random, so that good and bad deals are among them. Each
position is played out with and without the deal, by traders and with the same dice.

Printed for buyer and seller: the correlation of what is expected with what happens, the mean difference (expected less
real) and the root of the mean squared difference in percentage points, and that of the changes themselves.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

import numpy as np

from magnate import objects
from magnate.bots.lineup import line_up
from magnate.bots.win_chance import WIN, rise
from magnate.compiled import batch, records
from magnate.editions import load, names
from magnate.rules.codes import BANK, FRAME_TURN, GROUP_LOTS, NOBODY

SEATS = 4
LATEST = 700  # actions after which a position is taken at the latest


class Deals:
    """Deals in positions of one edition, and what they change."""

    def __init__(self, edition: str, trials: int, seed: int) -> None:
        self.table = load(edition).table(SEATS)
        self.e = objects.table(self.table)
        self.edition = records.edition_record(self.table)
        self.traders = batch.lines_record(self.table, [("trader",) * SEATS])
        self.line = line_up(self.e, ["trader"] * SEATS)
        self.trials = trials
        self.seed = seed
        self.random = np.random.default_rng(seed)
        self.groups = [[d for d in range(self.e.deeds) if self.e.deed_group[d] == g] for g in range(self.e.groups)]

    def position(self, number: int) -> tuple[Any, Any] | None:
        """A state before somebody rolls, and its chance; or none."""
        g = records.fresh_states(1)
        c = records.fresh_chances(records.seeded_keys(self.seed, number + 1)[number:])
        until = int(self.random.integers(60, LATEST))
        batch.play_on(g, self.edition, c, self.traders, fresh=True, most=until)
        for _ in range(60):
            s = g[0]
            if s["over"] == 1:
                return None
            if (
                s["depth"] == 1
                and s["frame"][0] == FRAME_TURN
                and not s["deals"]
                and not s["rolled"]
                and not s["claims"]
            ):
                return g, c
            until += 1
            batch.play_on(g, self.edition, c, self.traders, most=until)
        return None

    def deal(self, s: Any) -> tuple[int, int, Any] | None:
        """Buyer, seller and terms of a random deal; or none."""
        a = objects.fresh_move()
        a.cash, a.deed, a.card = [0] * len(a.cash), [NOBODY] * len(a.deed), [NOBODY] * len(a.card)
        me = int(s["turn"])
        owners = [[int(s["owner"][deed]) for deed in group] for group in self.groups]
        bare = [i for i, group in enumerate(self.groups) if not any(s["level"][deed] for deed in group)]
        mine = [i for i in bare if me in owners[i]]
        shared = [
            i for i in mine if self.e.group_kind[i] == GROUP_LOTS and BANK not in owners[i] and len(set(owners[i])) == 2
        ]
        if shared and self.random.random() < 0.5:
            wanted = int(self.random.choice(shared))
            other = next(owner for owner in owners[wanted] if owner != me)
            self.move(s, wanted, other, me, a)
            given = [i for i in mine if i != wanted]
            if given and self.random.random() < 0.5:
                self.move(s, int(self.random.choice(given)), me, other, a)
            paid = int(self.random.random() ** 1.5 * s["cash"][me])
            buyer, seller = me, other
        elif mine:
            others = [seat for seat in range(SEATS) if seat != me and s["out"][seat] == 0]
            buyer, seller = int(self.random.choice(others)), me
            group = int(self.random.choice(mine))
            self.move(s, group, seller, buyer, a)
            price = sum(self.e.price[deed] for deed in self.groups[group] if a.deed[deed] != NOBODY)
            paid = int(min(s["cash"][buyer], 2.5 * self.random.random() * price))
        else:
            return None
        a.cash[buyer], a.cash[seller] = -paid, paid
        return buyer, seller, a

    def move(self, s: Any, group: int, giver: int, taker: int, a: Any) -> None:
        """Add the giver's deeds of a group to the terms."""
        for deed in self.groups[group]:
            if s["owner"][deed] == giver:
                a.deed[deed] = taker

    def chances(self, g: Any, c: Any, number: int) -> Any:
        """Each seat's share of the wins when a position is played out."""
        states, chance = np.repeat(g, self.trials), np.repeat(c, self.trials)
        chance["key"] = records.fresh_chances(records.seeded_keys(self.seed + 1 + number, self.trials))["key"]
        chance["block"], chance["used"] = 0, 16
        batch.play_on(states, self.edition, chance, self.traders)
        won = np.stack([(states["winners"] >> seat) & 1 for seat in range(SEATS)], 1) * (states["over"] == 1)[:, None]
        return (won / np.maximum(1, won.sum(1, keepdims=True))).mean(0)

    def compare(self, count: int) -> tuple[Any, Any]:
        """What is expected of so many deals and what happens, for buyer and seller."""
        expected, real = [], []
        number = 0
        while len(expected) < count:
            number += 1
            found = self.position(number)
            deal = self.deal(found[0][0]) if found else None
            if found is None or deal is None:
                continue
            g, c = found
            buyer, seller, a = deal
            state = objects.State()
            state.load(records.values(g[0]))
            expected.append([rise(state, self.e, self.line, seat, a) / WIN for seat in (buyer, seller)])
            before = self.chances(g, c, number)
            for deed in range(self.e.deeds):
                if a.deed[deed] != NOBODY:
                    g["deed_count"][0][g["owner"][0][deed]] -= 1
                    g["deed_count"][0][a.deed[deed]] += 1
                    g["owner"][0][deed] = a.deed[deed]
            g["deeds_moved"] += 1
            for seat in (buyer, seller):
                g["cash"][0][seat] += a.cash[seat]
            change = self.chances(g, c, number) - before
            real.append([change[buyer], change[seller]])
        return np.array(expected), np.array(real)


def root_mean_square(values: Any) -> float:
    """The root of the mean of squares."""
    return float(np.sqrt((values**2).mean()))


def main() -> int:
    parser = argparse.ArgumentParser(description="How well the trader judges deals.")
    parser.add_argument("editions", nargs="*", help="which; without any, all")
    parser.add_argument("--deals", type=int, default=200, help="how many (200)")
    parser.add_argument("--trials", type=int, default=200, help="games played out from each position (200)")
    parser.add_argument("--seed", type=int, default=2, help="which deals")
    asked = parser.parse_args()
    for edition in asked.editions or names():
        expected, real = Deals(edition, asked.trials, asked.seed).compare(asked.deals)
        error = expected - real
        for i, party in enumerate(("buyer", "seller")):
            mean, spread, real_spread = (
                100 * found
                for found in (error[:, i].mean(), root_mean_square(error[:, i]), root_mean_square(real[:, i]))
            )
            alike = np.corrcoef(expected[:, i], real[:, i])[0, 1]
            print(
                f"{edition:16} {party:7} correlation {alike:.2f}, mean difference "
                f"{mean:+.1f}, root mean square {spread:.1f} (changes themselves {real_spread:.1f})",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
