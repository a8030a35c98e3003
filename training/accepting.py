"""What others accept, in PyTorch: one hidden layer over what an offer changes, as `magnate.value.acceptance` has it."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import nn

from magnate.value.fields import ASKED, ONE, UNIT_MOST, WEIGHT_BITS
from magnate.value.file import OPTIONAL, Weights, with_acceptance
from model import UNIT, WEIGHT

UNITS = 32


class AcceptNet(nn.Module):
    """The chance that an offer is accepted, as a logit."""

    def __init__(self, units: int = UNITS) -> None:
        super().__init__()
        self.hidden = nn.Linear(ASKED, units)
        self.out = nn.Linear(units, 1)

    def forward(self, asked):  # type: ignore[no-untyped-def]
        """Logits of offers."""
        return self.out(self.hidden(asked).clamp(0, UNIT)).squeeze(1)

    @classmethod
    @torch.no_grad()
    def of(cls, weights: Weights) -> AcceptNet:
        """What a network has learned about acceptance; if nothing, one to begin with."""
        units = weights.sizes["accept_units"]
        net = cls(units or UNITS)
        if units:
            scale = float(1 << WEIGHT_BITS)
            parts = {name: torch.tensor(weights.tensors[name], dtype=torch.float32) / scale for name in OPTIONAL}
            net.hidden.weight.copy_(parts["accept_weight"].view(ASKED, units).T)
            net.hidden.bias.copy_(parts["accept_bias"] / ONE)
            net.out.weight.copy_(parts["accept_out"].view(1, units) / math.log2(math.e))
            net.out.bias.copy_(parts["accept_last"] / ONE / math.log2(math.e))
        return net

    @torch.no_grad()
    def added_to(self, weights: Weights) -> Weights:
        """A network with what was learned about acceptance."""
        layers = {
            "accept_weight": self.hidden.weight.T.tolist(),
            "accept_bias": self.hidden.bias.tolist(),
            "accept_out": (self.out.weight[0] * math.log2(math.e)).tolist(),
            "accept_last": (self.out.bias * math.log2(math.e)).tolist(),
        }
        return with_acceptance(weights, layers)


def fit(net: AcceptNet, asked: Any, accepted: Any, steps: int, device: str, rate: float = 4e-3) -> dict[str, float]:
    """Train on offers and answers; one of ten is held out. Its loss, and that of the mean alone."""
    assert UNIT_MOST / ONE == UNIT
    figures = torch.from_numpy(asked).to(device).float() / ONE
    told = torch.from_numpy(accepted).to(device).float()
    is_held = torch.arange(len(told), device=device) % 10 == 0
    train, answers = figures[~is_held], told[~is_held]
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-4)
    for step in range(steps):
        for group in optimiser.param_groups:
            group["lr"] = rate * (0.02 + 0.98 * (1 + math.cos(math.pi * step / steps)) / 2)
        rows = torch.randint(len(answers), (min(8192, len(answers)),), device=device)
        loss = nn.functional.binary_cross_entropy_with_logits(net(train[rows]), answers[rows])
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        with torch.no_grad():
            for one in net.parameters():
                one.clamp_(-WEIGHT, WEIGHT)
    with torch.no_grad():
        held = told[is_held]
        found = nn.functional.binary_cross_entropy_with_logits(net(figures[is_held]), held)
        mean = answers.mean().clamp(1e-6, 1 - 1e-6)
        plain = -(held * mean.log() + (1 - held) * (1 - mean).log()).mean()
    return {"answers": len(told), "yes": float(told.mean()), "loss": float(found), "loss_of_mean": float(plain)}
