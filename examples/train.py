"""Learns to beat a novice: policy gradient with a small neural network, in NumPy alone, within a few generations.

python examples/train.py [generations] [games]         needs nothing but Magnate

Each generation plays many games at once. A decision is good where what follows (the seat's part of all wealth, then the
win) is better than a linear fit expects of such a position; the network makes good decisions more likely. The table
offers mortgaging and selling in debt only: random play would waste its deeds on it. Deals are answered, not proposed.
"""

import sys

import numpy as np

from magnate.coding.catalogue import PROPOSE_PURCHASE
from magnate.envs import VectorGames

TABLE = {"edition": "clasico", "seats": 2, "bots": [None, "novice"], "options": {"ending.turns": 100}}
TABLE |= {"mortgage_only_in_debt": True, "shaping": 1.0, "again": False}
HIDDEN, RATE, CLIP, LATER = 64, 0.005, 0.2, 0.98  # LATER: what a reward counts for one decision before it


def likely(net, x, mask):
    """The hidden layer, and how likely each number of the catalogue is."""
    hidden = np.tanh(x @ net[0] + net[1])
    wish = np.exp(np.clip(hidden @ net[2] + net[3], -20, 20)) * mask
    return hidden, wish / wish.sum(axis=1, keepdims=True)


def play(net, games, few, rng):
    """Play all games to their end: what was seen, possible, chosen, how likely that was, and what followed from it."""
    steps, won, value = [], np.zeros(games.games, bool), np.zeros(games.games, np.float32)
    while games.waiting.any():
        live = np.flatnonzero(games.waiting)
        x, mask, choice = games.observation[live], games.mask[live, :few], np.zeros(games.games, int)
        chance = likely(net, x, mask)[1]
        part = chance.cumsum(axis=1)
        choice[live] = number = (part <= rng.random((len(live), 1)) * part[:, -1:]).sum(axis=1)
        games.step(choice)
        won |= games.ended & (games.winners & 1 > 0)
        steps.append([live, x, mask, number, chance[np.arange(len(live)), number], games.reward[live, 0]])
    for step in reversed(steps):
        value[step[0]] = step[5] = step[5] + LATER * value[step[0]]
    return [np.concatenate(column) for column in list(zip(*steps, strict=True))[1:]], won.mean()


def improve(net, means, squares, x, mask, number, before, gain):
    """One step of Adam towards what gained more than expected, not further than CLIP from what was likely before."""
    hidden, chance = likely(net, x, mask)
    row = np.arange(len(number))
    ratio = chance[row, number] / before
    push = np.where(np.sign(gain) * (ratio - 1) > CLIP, 0, gain * ratio)[:, None] / len(row)
    wish = -chance * push
    wish[row, number] += push[:, 0]
    back = wish @ net[2].T * (1 - hidden**2)
    slopes = (x.T @ back, back.sum(axis=0), hidden.T @ wish, wish.sum(axis=0))
    for part, slope, mean, square in zip(net, slopes, means, squares, strict=True):
        mean += 0.1 * (slope - mean)
        square += 0.01 * (slope**2 - square)
        part += RATE * mean / (np.sqrt(square) + 1e-8)


def train(generations=15, count=400, seed=1, tell=print):
    """Learn, and give the share of games that each generation won; the first plays by chance."""
    games, rng, shares = VectorGames(games=count, **TABLE), np.random.default_rng(seed), []
    places, few = games.spec.places, games.spec.numbers.first[PROPOSE_PURCHASE]
    first = rng.normal(0, places**-0.5, (places, HIDDEN)), np.zeros(HIDDEN), np.zeros((HIDDEN, few)), np.zeros(few)
    net = [part.astype(np.float32) for part in first]
    means, squares = ([np.zeros_like(part) for part in net] for _ in range(2))
    for generation in range(generations + 1):
        games.reset(seed * 1000 + generation)
        (x, mask, number, before, follows), share = play(net, games, few, rng)
        shares.append(float(share))
        tell(f"generation {generation}: won {share:.0%} of {count} games, {len(number):,} decisions")
        fit = np.linalg.lstsq(x.T @ x + np.eye(places, dtype=np.float32), x.T @ follows, rcond=None)[0]
        gain = (follows - x @ fit) / (follows - x @ fit).std()
        for some in np.array_split(rng.permutation(np.tile(np.arange(len(number)), 4)), len(number) // 512):
            improve(net, means, squares, x[some], mask[some], number[some], before[some], gain[some])
    return shares


if __name__ == "__main__":
    train(*map(int, sys.argv[1:]))
