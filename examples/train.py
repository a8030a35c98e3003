"""Proximal policy optimisation in NumPy: learns to play two-handed, and saves a policy that sits down at a table.

python examples/train.py --against trader --minutes 15 --out mine.safetensors       needs nothing but Magnate
magnate lab match clasico mine.safetensors trader --set ending.turns=100
magnate serve --bot mine=mine.safetensors

Many games are played at once. A decision is good where what follows (the seat's part of all wealth, then the win) is
better than the network expected of the position; good decisions become likelier, within CLIP of what they were. The
table offers mortgaging and selling in debt only, because random play would waste its deeds on it; deals are answered,
not proposed. `--against` may be an older checkpoint: a policy file.
"""

import argparse
import time
from itertools import pairwise

import numpy as np

from magnate.coding.catalogue import PROPOSE_PURCHASE
from magnate.envs import VectorGames
from magnate.policy import Policy

TABLE = {"edition": "clasico", "seats": 2, "options": {"ending.turns": 100}, "mortgage_only_in_debt": True}
GAMES, STEPS, HIDDEN = 256, 64, (128, 64)
RATE, CLIP, LATER, TRACE, SPREAD, ROUNDS, PART = 1e-3, 0.2, 0.995, 0.95, 0.01, 3, 2048


class Learner:
    """A network whose last layer wishes for numbers of the catalogue and, in its last place, expects what follows."""

    def __init__(self, spec, rng):
        self.spec, self.rng, self.live, self.few = spec, rng, spec.live(), spec.numbers.first[PROPOSE_PURCHASE]
        sizes = [int(self.live.sum()), *HIDDEN, self.few + 1]
        net = [part for a, b in pairwise(sizes) for part in (rng.normal(0, a**-0.5, (a, b)), np.zeros(b))]
        net[-2] *= 0.1
        self.net = [part.astype(np.float32) for part in net]
        self.moments, self.count = [[np.zeros_like(part) for part in self.net] for _ in range(2)], 0

    def forward(self, x, mask):
        """Every layer, how likely each number is, and what is expected."""
        layers = [x]
        for place in range(0, len(self.net) - 2, 2):
            layers.append(np.tanh(layers[-1] @ self.net[place] + self.net[place + 1]))
        out = layers[-1] @ self.net[-2] + self.net[-1]
        wish = np.where(mask, out[:, :-1], -np.inf)
        chance = np.exp(wish - wish.max(axis=1, keepdims=True))
        return layers, chance / chance.sum(axis=1, keepdims=True), out[:, -1]

    def collect(self, games):
        """Play on: what was seen, possible, chosen, how likely that was, its gain and what followed; and the wins."""
        seen, ends, wins = [], 0, 0
        for _ in range(STEPS):
            x, mask = games.observation[:, self.live], games.mask[:, : self.few] != 0
            _, chance, value = self.forward(x, mask)
            part = chance.cumsum(axis=1)
            number = (part <= self.rng.random((len(x), 1)) * part[:, -1:]).sum(axis=1)
            games.step(number)
            done = games.ended | games.cut
            ends, wins = ends + done.sum(), wins + (games.ended & (games.winners == 1)).sum()
            seen.append([x, mask, number, chance[np.arange(len(x)), number], value, games.reward[:, 0].copy(), done])
        value = self.forward(games.observation[:, self.live], games.mask[:, : self.few] != 0)[2]
        trace = np.zeros(len(value))
        for step in reversed(seen):  # generalised advantage estimation
            mine, reward, done = step[4:]
            trace = reward + LATER * value * ~done - mine + LATER * TRACE * trace * ~done
            step[4:], value = [trace, trace + mine], mine
        return [np.concatenate(column) for column in zip(*seen, strict=True)], ends, wins

    def improve(self, x, mask, number, before, gain, follows, rate):
        """One step of Adam towards what gained, not further than CLIP from what was likely before."""
        layers, chance, value = self.forward(x, mask)
        row = np.arange(len(x))
        ratio = chance[row, number] / before
        push = np.where(np.sign(gain) * (ratio - 1) > CLIP, 0, gain * ratio)
        log = np.log(np.maximum(chance, 1e-9))
        back = chance * push[:, None] + SPREAD * chance * (log - (chance * log).sum(axis=1, keepdims=True))
        back[row, number] -= push
        back = np.column_stack([back, value - follows]).astype(np.float32) / len(x)
        self.count += 1
        for layer in reversed(range(len(layers))):
            w = self.net[2 * layer]
            slopes = layers[layer].T @ back, back.sum(axis=0)
            back = back @ w.T * (1 - layers[layer] ** 2)
            for place, slope in enumerate(slopes, 2 * layer):
                mean, square = self.moments[0][place], self.moments[1][place]
                mean += 0.1 * (slope - mean)
                square += 0.001 * (slope**2 - square)
                fair = (1 - 0.9**self.count) / (1 - 0.999**self.count) ** 0.5
                self.net[place] -= rate / fair * mean / (np.sqrt(square) + 1e-6)

    def policy(self):
        """The network as a policy: padding weighs nothing, what is expected is left out."""
        first = np.zeros((self.spec.places, HIDDEN[0]), np.float32)
        first[self.live] = self.net[0]
        flat = [first, *self.net[1:-2], self.net[-2][:, :-1], self.net[-1][:-1]]
        layers = list(zip(flat[::2], flat[1::2], strict=True))
        scope = {"editions": [self.spec.edition.id], "seats": (2, 2), "mortgage_only_in_debt": True}
        return Policy(layers, about="examples/train.py", name="trained", **scope)


def win_share(policy, against, games=1000, seed=999):
    """The part of games that its best wishes win, from either seat."""
    won = 0.0
    for bots in ([None, against], [against, None]):
        table = VectorGames(games=games // 2, seed=seed, bots=bots, again=False, **TABLE)
        while (live := np.flatnonzero(table.waiting)).size:
            choice = np.zeros(table.games, int)
            choice[live] = policy.choose(table.observation[live], table.mask[live])
            table.step(choice)
        won += float((table.winners == 1 << bots.index(None)).mean()) / 2
    return won


def train(against="trader", minutes=15.0, generations=10**9, seed=1, out=None, tell=print):
    """Learn until time is up; the policy, and the part of games each generation won."""
    games = VectorGames(games=GAMES, seed=seed, bots=[None, against], shaping=1.0, **TABLE)
    learner, start, shares = Learner(games.spec, np.random.default_rng(seed)), time.monotonic(), []
    for generation in range(generations):
        spent = max((time.monotonic() - start) / 60 / minutes, generation / generations)
        if spent >= 1:
            break
        (x, mask, number, before, gain, follows), ends, wins = learner.collect(games)
        gain = (gain - gain.mean()) / (gain.std() + 1e-8)
        for _ in range(ROUNDS):
            for some in np.array_split(learner.rng.permutation(len(x)), len(x) // PART):
                rows = [column[some] for column in (x, mask, number, before, gain, follows)]
                learner.improve(*rows, RATE * (1 - 0.9 * spent))
        shares.append(wins / max(1, ends))
        if generation % 10 == 9:
            tell(f"{(generation + 1) * len(x):,} decisions, {spent:.0%}: won {np.mean(shares[-10:]):.0%} of its games")
            if out:
                learner.policy().save(out)
    if out:
        learner.policy().save(out)
    return learner.policy(), shares


if __name__ == "__main__":
    asked = argparse.ArgumentParser()
    asked.add_argument("--against", default="trader")
    asked.add_argument("--minutes", type=float, default=15.0)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--out", default="trained.safetensors")
    given = vars(asked.parse_args())
    policy, _ = train(**given)
    print(f"{given['out']}: won {win_share(policy, given['against']):.1%} of 1,000 games against {given['against']}")
