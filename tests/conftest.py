"""What every test shares: `@pytest.mark.proves("CLA-25", "AMB-12")`, and the list of what is proved by which test."""

import json
import signal
from pathlib import Path

import pytest

PROOFS = pytest.StashKey[dict[str, list[str]]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--proofs", metavar="FILE", help="write to FILE, as JSON, which clauses each collected test proves"
    )


def pytest_configure(config: pytest.Config) -> None:
    config.stash[PROOFS] = {}
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # started in the background, where a shell turns Ctrl-C off
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Note what a test proves as soon as it is found: before -k, -m or xdist choose among the tests."""
    item.__dict__.setdefault("_nodeid", item.nodeid)  # mutmut 3.8 reads it; pytest 9 no longer sets it
    for mark in item.iter_markers("proves"):
        if not mark.args or mark.kwargs or not all(isinstance(id, str) for id in mark.args):
            raise pytest.UsageError(f'{item.nodeid}: write @pytest.mark.proves("CLA-25", ...), ids and nothing else')
        if can_run(item):
            item.config.stash[PROOFS].setdefault(item.nodeid, []).extend(mark.args)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if path := session.config.getoption("--proofs"):
        Path(path).write_text(json.dumps(session.config.stash[PROOFS], indent=1), encoding="utf-8")


def can_run(item: pytest.Item) -> bool:
    """A test that is skipped here, or expected to fail, proves nothing."""
    if any(item.iter_markers("skip")) or any(item.iter_markers("xfail")):
        return False
    return not any(condition is True for mark in item.iter_markers("skipif") for condition in mark.args)
