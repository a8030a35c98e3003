"""What is trained on and what is held out: editions, variants, house rules and numbers of seats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from magnate.editions import Edition, load

LAGOON = Path(__file__).parent.parent / "examples" / "editions" / "lagoon.toml"


@dataclass(frozen=True)
class RuleSet:
    """An edition as it is played, and how often beside the others."""

    edition: str
    variant: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    weight: float = 1.0

    @cached_property
    def loaded(self) -> Edition:
        """The edition, checked."""
        name = Path(self.edition) if self.edition.endswith(".toml") else self.edition
        return load(name, variant=self.variant, options=self.options)

    @property
    def title(self) -> str:
        """Its name and what is different about it."""
        parts = [Path(self.edition).stem, *([self.variant] if self.variant else [])]
        return " ".join([*parts, *(f"{path}={value}" for path, value in self.options.items())])


BASE = ("castis", "clasico", "europolis", "expopolis", "monopoli-server")

TRAINED = (
    *(RuleSet(name, weight=6.0) for name in BASE),
    RuleSet("clasico", "fast"),
    RuleSet("europolis", "two-left"),
    *(RuleSet(name, options={"ending.turns": turns}) for name in ("clasico", "expopolis") for turns in (80, 200)),
    RuleSet("clasico", options={"setup.cash": 2500}),
    RuleSet("clasico", options={"start.salary": 400}),
    RuleSet("clasico", options={"building.even": "none", "building.whole_group": False}),
    RuleSet("clasico", options={"purchase.refused": "same_price"}),
    RuleSet("europolis", options={"deals.allowed": False}),
    RuleSet("europolis", options={"building.shortage": "first_come"}),
    RuleSet("expopolis", options={"rent.doubling": "always"}),
    RuleSet("monopoli-server", options={"bankruptcy.to": "bank"}),
    RuleSet("castis", options={"setup.dealt": 2}),
)

HELD_OUT = (
    RuleSet("clasico", options={"purchase.refused": "stays", "parking.pays": 500}),
    RuleSet(str(LAGOON)),
)

SEATS = {2: 1.5, 3: 1.5, 4: 4.0, 5: 1.5, 6: 1.5, 7: 1.0, 8: 1.0}  # how often each number of seats is played
