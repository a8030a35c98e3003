"""The network in PyTorch: the same layers as `magnate.value.layers`, in real numbers."""

from __future__ import annotations

import math

import torch
from torch import nn

from magnate.value.fields import HOLDING, ONE, STANDING, UNIT_MOST
from magnate.value.file import Weights, quantised

UNIT = UNIT_MOST / ONE  # the largest value of a hidden unit
WEIGHT = 7.99  # the largest weight that 16 bits hold


class ValueNet(nn.Module):
    """Holdings added up for each seat, a layer over the seat, a last one over the seat and the mean of its rivals."""

    def __init__(self, hold_units: int = 48, seat_units: int = 128, last_units: int = 64) -> None:
        super().__init__()
        self.sizes = (hold_units, seat_units, last_units)
        self.hold = nn.Linear(HOLDING, hold_units)
        self.seat = nn.Linear(STANDING + hold_units, seat_units)
        self.own = nn.Linear(seat_units, last_units)
        self.rival = nn.Linear(seat_units, last_units, bias=False)
        self.out = nn.Linear(last_units, 1, bias=False)

    def forward(self, standing, left, holding, holder):  # type: ignore[no-untyped-def]
        """Logits [position, seat] of figures; `holder` is the place of each holding among all seats of the batch."""
        batch, seats, _ = standing.shape
        held = self.hold(holding).clamp(0, UNIT)
        pool = torch.zeros(batch * seats, held.shape[1], device=held.device, dtype=held.dtype)
        pool.index_add_(0, holder, held)
        units = self.seat(torch.cat([standing, pool.view(batch, seats, -1)], 2)).clamp(0, UNIT)
        units = units * left.unsqueeze(2)
        rivals = (left.sum(1, keepdim=True) - 1).clamp(min=1).unsqueeze(2)
        others = (units.sum(1, keepdim=True) - units) / rivals
        last = (self.own(units) + self.rival(others)).clamp(0, UNIT)
        return self.out(last).squeeze(2).masked_fill(left == 0, -1e9)

    @torch.no_grad()
    def limit(self) -> None:
        """Keep every weight within what its file holds."""
        for one in self.parameters():
            one.clamp_(-WEIGHT, WEIGHT)

    @torch.no_grad()
    def exported(self) -> Weights:
        """The network in whole numbers."""
        layers = {
            "hold_weight": self.hold.weight.T.tolist(),
            "hold_bias": self.hold.bias.tolist(),
            "seat_weight": self.seat.weight.T.tolist(),
            "seat_bias": self.seat.bias.tolist(),
            "own_weight": self.own.weight.T.tolist(),
            "rival_weight": self.rival.weight.T.tolist(),
            "last_bias": self.own.bias.tolist(),
            "out_weight": (self.out.weight[0] * math.log2(math.e)).tolist(),
        }
        return quantised(layers, *self.sizes)


def loss_of(logits, share):  # type: ignore[no-untyped-def]
    """Cross-entropy of the chances to the shares of the win, for each position."""
    return -(share * torch.log_softmax(logits, 1)).sum(1)
