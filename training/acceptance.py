"""Learn what others accept from their answers: `python training/acceptance.py value.safetensors OUT.safetensors`.

A master with this network plays among scripted bots and makes offers at prices of chance; a logistic regression over
what each offer changes is fitted to the answers and written into the network's file. Needs NumPy and Numba only.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from magnate.editions import load
from magnate.value import file, matches
from magnate.value.fields import CURIOUS, FIRST, ONE, WEIGHT_BITS
from magnate.value.knowledge import STYLE
from rule_sets import BASE


def answers(weights: file.Weights, games: int, rivals: list[str], seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Offers as they change things, and whether each was accepted."""
    style = list(STYLE)
    style[CURIOUS] = 70
    style[FIRST] = 45
    found: list[tuple[np.ndarray, np.ndarray]] = []
    for edition in BASE:
        for rival in rivals:
            lines = [["master" if seat == i else rival for seat in range(4)] for i in range(4)]
            matches.play(
                load(edition).table(4), lines, games, {"master": weights}, seed, styles={"master": style}, answers=found
            )
    asked = np.concatenate([one for one, _ in found]) / ONE
    accepted = np.concatenate([one for _, one in found]) == 2
    return asked, accepted.astype(float)


def fitted(asked: np.ndarray, accepted: np.ndarray, rounds: int = 60, keep: float = 1e-3) -> np.ndarray:
    """Weights of the logistic regression, by Newton's method with a little shrinking."""
    weights = np.zeros(asked.shape[1])
    for _ in range(rounds):
        chance = 1 / (1 + np.exp(-np.clip(asked @ weights, -30, 30)))
        slope = asked.T @ (accepted - chance) / len(asked) - keep * weights
        bend = (asked * (chance * (1 - chance))[:, None]).T @ asked / len(asked) + keep * np.eye(len(weights))
        step = np.linalg.solve(bend, slope)
        weights += np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-5:
            break
    return weights


def loss_of(chance: np.ndarray, accepted: np.ndarray) -> float:
    """The mean log loss."""
    chance = np.clip(chance, 1e-6, 1 - 1e-6)
    return float(-(accepted * np.log(chance) + (1 - accepted) * np.log(1 - chance)).mean())


def main() -> None:
    """Read the command line, play, fit, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--games", type=int, default=400, help="for each edition and kind of rival")
    parser.add_argument("--rivals", nargs="+", default=["trader", "house"])
    parser.add_argument("--seed", type=int, default=11)
    given = parser.parse_args()
    weights = file.read(given.network)
    asked, accepted = answers(weights, given.games, given.rivals, given.seed)
    is_held = np.arange(len(asked)) % 5 == 0
    found = fitted(asked[~is_held], accepted[~is_held])
    chance = 1 / (1 + np.exp(-(asked[is_held] @ found)))
    print(f"{len(asked):,} answers, {100 * accepted.mean():.1f} % yes", flush=True)
    tested = accepted[is_held]
    print(f"held out: {loss_of(chance, tested):.4f}", flush=True)
    print(f"by the mean alone: {loss_of(np.full(len(tested), accepted.mean()), tested):.4f}", flush=True)
    scale = (1 << WEIGHT_BITS) * np.log2(np.e)
    whole = [round(float(one) * scale) for one in found]
    whole[-1] = whole[-1] or 1
    tensors = {**weights.tensors, "accept_weight": whole}
    about = {name: value for name, value in weights.about.items() if name != "sha256"}
    file.write(given.out, file.Weights(weights.sizes, tensors, about))


if __name__ == "__main__":
    main()
