"""Networks and positions for the tests of the value."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from magnate.bots.player import Bot
from magnate.editions import load
from magnate.game import Game
from magnate.value.fields import ASKED, HOLDING, STANDING
from magnate.value.file import TENSORS, Weights, quantised, sizes_of, with_acceptance
from magnate.view import SeatPosition

LAGOON = Path(__file__).parent.parent.parent / "examples" / "editions" / "lagoon.toml"
EDITIONS = ("castis", "clasico", "europolis", "expopolis", "monopoli-server", LAGOON)


def some_weights(seed: int = 1, sizes: tuple[int, int, int] = (8, 12, 6)) -> Weights:
    """A small network with weights of chance."""
    rng = random.Random(seed)
    shapes = sizes_of(*sizes)
    assert shapes["holding"] == HOLDING
    assert shapes["seat_inputs"] == STANDING + sizes[0]
    layers: dict[str, Any] = {}
    for name, (_, shape) in TENSORS.items():
        count = 1
        for one in shape:
            count *= shapes[one]
        layers[name] = [rng.gauss(0, 0.4) for _ in range(count)]
    return quantised(layers, *sizes)


def knowing_acceptance(weights: Weights, seed: int = 2, units: int = 6) -> Weights:
    """A network that takes the chance of acceptance from weights of chance, too."""
    rng = random.Random(seed)
    shapes = {"accept_weight": ASKED * units, "accept_bias": units, "accept_out": units, "accept_last": 1}
    return with_acceptance(weights, {name: [rng.gauss(0, 0.4) for _ in range(n)] for name, n in shapes.items()})


def positions(edition: str | Path, seats: int, actions: int, every: int, seed: int = 0) -> list[SeatPosition]:
    """Positions of a game of traders."""
    game, bot, found = Game(load(edition), seats, seed=seed), Bot("trader"), []
    while not game.state.over and game.state.actions < actions:
        seat = game.must[0]
        position = SeatPosition.seen(game, seat)
        if game.state.actions % every == 0:
            found.append(position)
        game.play(seat, bot.decide(position, seat))
    return found
