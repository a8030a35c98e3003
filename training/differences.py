"""Learning from options: what each option of a decision came to, and how the options of one decision differ.

A master takes the best of its options, so what counts is not the level of a chance but its differences.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch

from magnate.value.siblings import Siblings
from model import ValueNet, loss_of
from train import HELD, Bucket, chosen, inputs, to_device

POINTS = 0.03  # a difference that counts as 1


class Decisions(NamedTuple):
    """Decisions of tables with one number of seats, on the device."""

    bucket: Bucket  # their options, one decision after another
    seat: Any  # whose decision, for each option
    first: Any  # where the options of each decision begin
    count: Any


def on_device(parts: Sequence[Siblings], device: str, held: bool = False) -> list[Decisions]:
    """Decisions by the number of seats: those trained on, or one of fifty, held out."""
    found: dict[int, list[tuple[Any, Any, Any]]] = {}
    for one in parts:
        rows = (one.decision % HELD == 0) == held
        if rows.any():
            counts = np.unique(one.decision[rows], return_counts=True)[1]
            seats = one.positions.left.shape[1]
            found.setdefault(seats, []).append((chosen(one.positions, rows), one.seat[rows], counts))
    out = []
    for _, some in sorted(found.items()):
        count = torch.from_numpy(np.concatenate([counts for _, _, counts in some])).to(device)
        seat = torch.from_numpy(np.concatenate([seat for _, seat, _ in some])).to(device).long()
        bucket = to_device([positions for positions, _, _ in some], device)
        out.append(Decisions(bucket, seat, torch.cumsum(count, 0) - count, count))
    return out


def learned_from(parts: Sequence[Decisions], batch: int, device: str) -> Iterator[tuple[Decisions, Any]]:
    """Random decisions for ever, of one number of seats at a time, each as often as it has decisions."""
    weights = torch.tensor([float(len(one.count)) for one in parts])
    while True:
        one = parts[int(torch.multinomial(weights, 1))]
        yield one, torch.randint(len(one.count), (min(batch, len(one.count)),), device=device)


def compared(net: ValueNet, some: Decisions, picked: Any) -> tuple[Any, Any, Any, Any, Any]:
    """Of all options of some decisions: logits, shares, both for the seat that decides, and the decision's number."""
    count = some.count[picked]
    number = torch.repeat_interleave(torch.arange(len(picked), device=count.device), count)
    place = torch.arange(len(number), device=count.device) - (torch.cumsum(count, 0) - count)[number]
    rows = some.first[picked][number] + place
    logits, share = net(*inputs(some.bucket, rows)), some.bucket.share[rows]
    seat = some.seat[rows].unsqueeze(1)
    chance = torch.softmax(logits, 1).gather(1, seat).squeeze(1)
    return logits, share, chance, share.gather(1, seat).squeeze(1), number


def rated(net: ValueNet, some: Decisions, picked: Any) -> tuple[Any, Any]:
    """The loss of the options by themselves, and that of their differences within each decision."""
    logits, share, chance, came_to, number = compared(net, some, picked)
    count = some.count[picked].float()

    def beyond_mean(one: Any) -> Any:
        return one - (torch.zeros_like(count).index_add_(0, number, one) / count)[number]

    difference = (beyond_mean(chance) - beyond_mean(came_to)) / POINTS
    return loss_of(logits, share).mean(), difference.square().mean()


@torch.no_grad()
def options_held_out(net: ValueNet, parts: Sequence[Decisions]) -> dict[str, float]:
    """Both losses; and the regret: how much less the option that the network likes best came to than the best did."""
    losses, differences, regrets = [], [], []
    for some in parts:
        for picked in torch.arange(len(some.count), device=some.count.device).split(4096):
            loss, difference = rated(net, some, picked)
            _, _, chance, came_to, number = compared(net, some, picked)
            most = torch.full((len(picked),), -1.0, device=chance.device)
            best = most.scatter_reduce(0, number, came_to, "amax")
            liked = most.scatter_reduce(0, number, chance, "amax")[number] == chance
            got = most.scatter_reduce(0, number[liked], came_to[liked], "amax")
            losses.append((float(loss), len(picked)))
            differences.append((float(difference), len(picked)))
            regrets.append((float((best - got).mean()), len(picked)))

    def mean(rows: Sequence[tuple[float, int]]) -> float:
        return sum(one * count for one, count in rows) / max(1, sum(count for _, count in rows))

    return {"options": mean(losses), "differences": mean(differences), "regret": mean(regrets)}
