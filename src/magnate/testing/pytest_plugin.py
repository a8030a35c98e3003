"""For pytest: a test that passes and leaves scripted dice or cards unused fails.

pytest_plugins = ["magnate.testing.pytest_plugin"]  # in conftest.py
"""

from __future__ import annotations

from collections.abc import Generator, Iterator

import pytest

from . import Position
from .unused import collecting

POSITIONS = pytest.StashKey[list[Position]]()


@pytest.fixture(autouse=True)
def _scripts_are_used_up(request: pytest.FixtureRequest) -> Iterator[None]:
    """Collect the positions of a test, its fixtures included, but not those that several tests share."""
    with collecting() as positions:
        request.node.stash[POSITIONS] = positions
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Look at the scripts after a test that has passed; another has its own reason to fail."""
    positions = item.stash.get(POSITIONS, [])
    try:
        result = yield
        left = [text for position in positions if (text := position._unused())]
    finally:
        for position in positions:
            position._ignore_rest()
    if left:
        pytest.fail(
            "\n".join(f"{text} was scripted and not used by the end of the test" for text in left), pytrace=False
        )
    return result
