"""`magnate bench`: how fast the rules run here, interpreted and compiled."""

from __future__ import annotations

import importlib
import json
import sys
from typing import Any


def measure_here(as_json: bool) -> int:
    """Measure and print. Only here is the compiler loaded."""
    bench: Any = importlib.import_module("magnate.compiled.bench")
    if as_json:
        print(json.dumps(bench.measure(), indent=1))
        return 0
    print("Measuring; the first time the rules are compiled, which takes about a minute.", file=sys.stderr)
    bench.show(bench.measure())
    return 0
