"""Learns to beat novices: the cross-entropy method with a small neural network of scikit-learn, in a few generations.

python examples/train.py [generations] [games]         needs: pip install 'magnate[envs]' scikit-learn

Each generation plays many games against a novice at once, keeps the decisions of the best and learns to do likewise:
the best are those that won, then those that ended richest. It begins by chance. The table offers mortgaging and selling
in debt only: chance would waste its deeds on it. It proposes no deals, but answers those of others.
"""

import sys

import numpy as np
from sklearn.neural_network import MLPClassifier

from magnate.coding.catalogue import PROPOSE_PURCHASE
from magnate.envs import VectorGames

TABLE = {"edition": "clasico", "seats": 2, "bots": [None, "novice"], "options": {"ending.turns": 100}}
TABLE["mortgage_only_in_debt"] = True


def play(model, count, seed):
    """Play so many games. Gives what was seen and chosen, in which game, and how well each game went."""
    games = VectorGames(games=count, seed=seed, again=False, shaping=1.0, **TABLE)
    few = games.spec.numbers.first[PROPOSE_PURCHASE]
    rng = np.random.default_rng(seed)
    seen, chosen, whose, score = [], [], [], np.zeros(count)
    while games.waiting.any():
        live = np.flatnonzero(games.waiting)
        x = games.observation[live]
        wish = 1.0 if model is None else model.predict_proba(x) + 0.003
        chance = np.cumsum(games.mask[live, :few] * wish, axis=1)
        number = (chance <= rng.random((len(live), 1)) * chance[:, -1:]).sum(axis=1)
        seen.append(x), chosen.append(number), whose.append(live)
        choice = np.zeros(count, int)
        choice[live] = number
        games.step(choice)
        score += np.where(games.ended, games.winners & 1, games.reward[:, 0])  # winning, else the part of wealth
    return np.concatenate(seen), np.concatenate(chosen), np.concatenate(whose), score, few


def train(generations=8, count=400, seed=1, tell=print):
    """Learn, and give the share of games that each generation won; the first plays by chance."""
    model, shares = None, []
    for generation in range(generations + 1):
        x, y, whose, score, few = play(model, count, seed + generation)
        shares.append(float((score > 0.5).mean()))
        tell(f"generation {generation}: won {shares[-1]:.0%} of {count} games")
        best = (score >= np.quantile(score, 0.85))[whose]
        model = model or MLPClassifier((32,), learning_rate_init=3e-3, random_state=seed)
        for _ in range(4 * (generation < generations)):
            model.partial_fit(x[best], y[best], classes=np.arange(few))
    return shares


if __name__ == "__main__":
    train(*map(int, sys.argv[1:]))
