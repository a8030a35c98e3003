"""The ledger: every clause, ambiguity, worked number and decision, and the tests that prove it.

    python tests/ledger.py              the whole ledger
    python tests/ledger.py --missing    only what is wrong with it

Tests say what they prove with `@pytest.mark.proves("CLA-25")`; `unproved.toml` gives a reason where no test can.
Exits with 1 while anything has neither, while either of the two is wrong, and while only tests of `make test-all` prove
a clause: `make test` proves every one.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from textwrap import fill

from magnate.clauses import Ambiguity, Clause, Decision, Entry, WorkedNumber, entries

TESTS = Path(__file__).parent
UNPROVED = TESTS / "unproved.toml"


@dataclass
class Ledger:
    """What is known about the proofs, and what is wrong with them."""

    proofs: dict[str, list[str]]  # id -> tests, in the order of collection
    reasons: dict[str, str]  # id -> why no test proves it
    broken: list[str] = field(default_factory=list)  # what kept the proofs or the reasons from being read
    thorough: set[str] = field(default_factory=set)  # tests that only `make test-all` runs

    def missing(self) -> list[str]:
        """The ids that have neither a test nor a reason."""
        return [id for id in entries() if id not in self.proofs and id not in self.reasons]

    def only_thorough(self) -> list[str]:
        """The ids that only tests of `make test-all` prove."""
        return [id for id, tests in self.proofs.items() if self.thorough.issuperset(tests)]

    def problems(self) -> list[str]:
        """Everything wrong, a line each; nothing when the ledger is complete."""
        known = entries()
        lines = list(self.broken)
        for family, ids in groupby(self.missing(), key=lambda id: id.split("-")[0]):
            missing = list(ids)
            lines.append(f"neither test nor reason, {family} ({len(missing)}): {', '.join(missing)}")
        for id, tests in self.proofs.items():
            if id not in known:
                lines.append(f"no such id: {id}, cited by {', '.join(shown(tests))}")
            if id in self.reasons:
                lines.append(f"{id} has tests now, take it out of {UNPROVED.name}: {', '.join(shown(tests))}")
        lines += [
            f"{id} is proved by `make test-all` only: {', '.join(shown(self.proofs[id]))}"
            for id in self.only_thorough()
        ]
        lines += [f"no such id: {id}, in {UNPROVED.name}" for id in self.reasons if id not in known]
        return lines


Found = tuple[dict[str, list[str]], list[str], list[str]]


def read_ledger(tests: Path = TESTS, unproved: Path = UNPROVED, found: Found | None = None) -> Ledger:
    """The ledger of a folder of tests, which are collected if they were not `found` already."""
    by_test, thorough, broken = found or collect(tests)
    proofs: dict[str, list[str]] = {}
    for test, ids in by_test.items():
        for id in dict.fromkeys(ids):
            proofs.setdefault(id, []).append(test)
    reasons: dict[str, str] = {}
    for row in tomllib.loads(unproved.read_text(encoding="utf-8")).get("unproved", []):
        if set(row) != {"id", "reason"} or not row["reason"].strip():
            broken.append(f"{unproved.name} wants an id and a reason, not {row}")
        elif row["id"] in reasons:
            broken.append(f"{unproved.name} names {row['id']} twice")
        else:
            reasons[row["id"]] = row["reason"]
    return Ledger(proofs, reasons, broken, set(thorough))


def collect(tests: Path) -> Found:
    """Which test proves what, which of them `make test` leaves out, and what went wrong.

    By a collection of its own: no -k, no worker, nothing run.
    """
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # collecting needs none
    with tempfile.TemporaryDirectory() as folder:
        proofs = Path(folder) / "proofs.json"
        command = [sys.executable, "-m", "pytest", "--collect-only", "-qq", "-p", "no:cacheprovider"]
        done = subprocess.run(
            [*command, f"--rootdir={tests.parent}", f"--confcutdir={tests}", f"--proofs={proofs}", str(tests)],
            cwd=tests.parent,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        found = json.loads(proofs.read_text(encoding="utf-8")) if proofs.exists() else {"proofs": {}, "thorough": []}
    by_test, thorough = found["proofs"], found["thorough"]
    if done.returncode in (0, 5):  # 5: there are no tests at all
        return by_test, thorough, []
    return by_test, thorough, [f"the tests could not all be collected:\n{done.stdout[-4000:]}{done.stderr[-4000:]}"]


def shown(tests: list[str]) -> list[str]:
    """Tests as people read them: the cases of one test are one line."""
    cases = Counter(test.split("[")[0] for test in tests)
    return [f"{test} (×{count})" if count > 1 else test for test, count in cases.items()]


def describe(entry: Entry) -> tuple[str, str]:
    """The heading an entry stands under, and its text."""
    match entry:
        case Clause():
            return f"{entry.edition}: {entry.chapter}", entry.text
        case Ambiguity():
            return "What the books leave open", f"{entry.title} – {entry.resolve}"
        case WorkedNumber():
            return "Worked numbers", f"{entry.edition}: {entry.situation} → {entry.result}"
        case Decision():
            return f"Decisions: {entry.chapter}", f"{entry.moment}: {entry.choices}"


def print_ledger(ledger: Ledger) -> None:
    """Every id with its text and its proofs."""
    for heading, group in groupby(entries().values(), key=lambda entry: describe(entry)[0]):
        print(f"\n{heading}\n")
        for entry in group:
            print(fill(describe(entry)[1], 120, initial_indent=f"  {entry.id:8} ", subsequent_indent=" " * 11))
            tests = ledger.proofs.get(entry.id, [])
            lines = [f"✓ {test}" for test in shown([test for test in tests if test not in ledger.thorough])]
            lines += [
                f"✓ {test}, in `make test-all`" for test in shown([test for test in tests if test in ledger.thorough])
            ]
            if entry.id in ledger.reasons:
                lines.append(f"○ {ledger.reasons[entry.id]}")
            for line in lines or ["✗ neither test nor reason"]:
                print(f"{' ' * 11}{line}")


def print_summary(ledger: Ledger) -> None:
    """How much of each family is proved."""
    print(f"\n{'':14}{'all':>6}{'proved':>8}{'reason':>8}{'missing':>9}")
    for kind, group in groupby(entries().values(), key=type):
        ids = [entry.id for entry in group]
        proved = sum(id in ledger.proofs for id in ids)
        missing = len(set(ids) & set(ledger.missing()))
        print(f"{kind.__name__:14}{len(ids):6}{proved:8}{len(ids) - proved - missing:8}{missing:9}")


def main(arguments: list[str]) -> int:
    ledger = read_ledger()
    if "--missing" not in arguments:
        print_ledger(ledger)
    print_summary(ledger)
    problems = ledger.problems()
    for problem in problems:
        print(f"\n✗ {problem}")
    return 1 if problems else 0


if __name__ == "__main__":
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # so that `make clauses | head` ends quietly
    sys.exit(main(sys.argv[1:]))
