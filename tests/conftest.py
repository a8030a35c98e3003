"""What every test shares: the clauses it proves, and the tier it belongs to.

@pytest.mark.proves("CLA-25", "AMB-12")    the clauses that a test proves; `ledger.py` lists them
@pytest.mark.thorough                      runs in `make test-all` only, which is `pytest --thorough`
def test_it(thorough: bool)                a test of both tiers that takes its size from the tier
"""

import json
import signal
from pathlib import Path

import pytest
from hypothesis import settings

import forked

pytest_plugins = ["magnate.testing.pytest_plugin"]  # a test that leaves scripted dice or cards unused fails

PROOFS = pytest.StashKey[dict[str, list[str]]]()
# Servers and bots take long, so they begin. Browsers come last: Playwright leaves an event loop running in its process,
# and no other test could start one. Among them the longest begin, so that no worker is left alone with one in the end.
BEGIN = ("tests/server/", "tests/bots/", "tests/compiled/")
END = ("tests/web/test_editions.py", "tests/web/test_every_page.py", "tests/web/")
THOROUGH = pytest.StashKey[list[str]]()  # tests that `make test` leaves out, of those that prove something


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--proofs", metavar="FILE", help="write to FILE, as JSON, which clauses each collected test proves"
    )
    parser.addoption("--thorough", action="store_true", help="run everything, as `make test-all` does")


def pytest_configure(config: pytest.Config) -> None:
    always_the_same = not config.getoption("--thorough")  # examples; `make test-all` looks for new ones
    settings.register_profile("magnate", deadline=None, derandomize=always_the_same)
    settings.load_profile("magnate")
    config.stash[PROOFS], config.stash[THOROUGH] = {}, []
    forked.share_imports()
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # started in the background, where a shell turns Ctrl-C off
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_unconfigure() -> None:
    forked.close()


def pytest_itemcollected(item: pytest.Item) -> None:
    """Note what a test proves as soon as it is found: before -k, -m or xdist choose among the tests."""
    item.__dict__.setdefault("_nodeid", item.nodeid)  # mutmut 3.8 reads it; pytest 9 no longer sets it
    for mark in item.iter_markers("proves"):
        if not mark.args or mark.kwargs or not all(isinstance(id, str) for id in mark.args):
            raise pytest.UsageError(f'{item.nodeid}: write @pytest.mark.proves("CLA-25", ...), ids and nothing else')
        if can_run(item):
            item.config.stash[PROOFS].setdefault(item.nodeid, []).extend(mark.args)
    if item.nodeid in item.config.stash[PROOFS] and is_thorough(item):
        item.config.stash[THOROUGH].append(item.nodeid)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what belongs to `make test-all`, unless that is what runs, and put the rest in order."""
    items.sort(key=place_in_order)
    if not config.getoption("--thorough"):
        left_out = [item for item in items if is_thorough(item)]
        if left_out:
            config.hook.pytest_deselected(items=left_out)
            items[:] = [item for item in items if not is_thorough(item)]


@pytest.fixture(scope="session")
def thorough(request: pytest.FixtureRequest) -> bool:
    """Whether this is `make test-all`: a test may then play more games, or look at more pages."""
    return bool(request.config.getoption("--thorough"))


@pytest.fixture
def collected(request: pytest.FixtureRequest) -> tuple[dict[str, list[str]], list[str], list[str]] | None:
    """What all tests prove, and which of those are thorough, as this run collected them; None if it has only some."""
    config = request.config
    tests = Path(__file__).parent
    if tests not in [config.invocation_params.dir / argument for argument in config.args]:
        return None
    return config.stash[PROOFS], config.stash[THOROUGH], []


def pytest_sessionfinish(session: pytest.Session) -> None:
    if path := session.config.getoption("--proofs"):
        found = {"proofs": session.config.stash[PROOFS], "thorough": session.config.stash[THOROUGH]}
        Path(path).write_text(json.dumps(found, indent=1), encoding="utf-8")


def place_in_order(item: pytest.Item) -> int:
    """Where a test stands among the others; within a place they keep their order."""
    for place, path in enumerate(END, 2):
        if item.nodeid.startswith(path):
            return place
    return 0 if item.nodeid.startswith(BEGIN) else 1


def is_thorough(item: pytest.Item) -> bool:
    """Whether a test belongs to `make test-all` only."""
    return item.get_closest_marker("thorough") is not None


def can_run(item: pytest.Item) -> bool:
    """A test that is skipped here, or expected to fail, proves nothing."""
    if any(item.iter_markers("skip")) or any(item.iter_markers("xfail")):
        return False
    return not any(condition is True for mark in item.iter_markers("skipif") for condition in mark.args)
