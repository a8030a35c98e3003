"""How many mistakes in the rules would the tests notice? Mutates `rules/` with mutmut, a fair sample of all mutants.

    python tools/mutants.py                # 400 mutants, some ten minutes on two cores
    python tools/mutants.py --sample 50    # a quick look
    python tools/mutants.py --only jail    # one chapter

Prints the share of mutants that some test killed, and every survivor with its change. Exits 1 below 85 %.
The mutated copy of the project lies in `mutants/`; delete it to begin afresh.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parent.parent
WANTED = 0.85
KILLED = ("killed", "timeout", "segfault", "caught by type check")


def mutmut(*words: str, quiet: bool = False) -> int:
    """Run mutmut in the project."""
    out = subprocess.DEVNULL if quiet else None
    return subprocess.run([sys.executable, "-m", "mutmut", *words], cwd=ROOT, stdout=out, check=False).returncode


def outcomes() -> dict[str, int | None]:
    """Every mutant of the rules with the exit code of its last run."""
    found: dict[str, int | None] = {}
    for meta in sorted((ROOT / "mutants/src/magnate/rules").glob("*.meta")):
        found |= json.loads(meta.read_text(encoding="utf8"))["exit_code_by_key"]
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, default=400, help="how many mutants to try")
    parser.add_argument("--seed", type=int, default=1, help="which sample")
    parser.add_argument("--only", default="", help="only this chapter of the rules")
    chosen = parser.parse_args()
    print("mutating the rules and timing the tests …", flush=True)
    mutmut("run", "magnate.rules.money.x_round_down__mutmut_1", quiet=True)
    every = [name for name in outcomes() if not chosen.only or name.startswith(f"magnate.rules.{chosen.only}.")]
    if not every:
        print(f"no mutants of {chosen.only or 'the rules'}: the tests must pass first (python -m mutmut run)")
        return 2
    sample = random.Random(chosen.seed).sample(sorted(every), min(chosen.sample, len(every)))
    print(f"trying {len(sample)} of {len(every)} mutants …", flush=True)
    mutmut("run", *sample)
    from mutmut.stats import status_by_exit_code

    codes = outcomes()
    status = {name: str(status_by_exit_code[codes[name]]) for name in sample}
    for name in sorted(name for name in sample if status[name] not in KILLED):
        print(f"\n{status[name]}: {name}", flush=True)
        mutmut("show", name)
    killed = sum(what in KILLED for what in status.values())
    print("\n" + ", ".join(f"{count} {what}" for what, count in Counter(status.values()).most_common()))
    print(f"{killed} of {len(sample)} killed: {killed / len(sample):.1%} (wanted: {WANTED:.0%})")
    return 0 if killed >= WANTED * len(sample) else 1


if __name__ == "__main__":
    sys.exit(main())
