"""The log of the server: a line an event, and never anything that gives a right."""

import io
import json
import logging
from collections.abc import Iterator

import pytest

from magnate.server.operations.logs import event, hide, set_up
from magnate.server.operations.settings import Settings
from magnate.server.people.signing import Signer


@pytest.fixture(autouse=True)
def _loggers_as_they_were() -> Iterator[None]:
    root, ours = logging.getLogger(), logging.getLogger("magnate")
    before = (list(root.handlers), root.level, ours.level)
    yield
    root.handlers[:], root.level, ours.level = before
    logging.getLogger("magnate.server").manager._clear_cache()  # type: ignore[attr-defined]


def lines(log: str, level: str = "info") -> io.StringIO:
    stream = io.StringIO()
    set_up(Settings(log=log, log_level=level), stream)  # type: ignore[arg-type]
    return stream


def test_a_line_of_json_is_an_object_with_the_fields_of_the_event() -> None:
    stream = lines("json")
    event("socket_opened", table="abcdefgh", number=3)
    found = json.loads(stream.getvalue())
    assert (found["event"], found["level"], found["table"], found["number"]) == ("socket_opened", "info", "abcdefgh", 3)
    assert found["at"].endswith("Z")


def test_a_plain_line_is_for_people() -> None:
    stream = lines("plain")
    event("socket_opened", table="abcdefgh")
    assert stream.getvalue().strip().endswith("info    socket_opened table=abcdefgh")


@pytest.mark.parametrize("log", ["json", "plain"])
def test_an_error_is_written_with_its_traceback_on_one_record(log: str) -> None:
    stream = lines(log)
    try:
        raise RuntimeError("broken")
    except RuntimeError as error:
        event("failed", logging.ERROR, error)
    assert "RuntimeError: broken" in stream.getvalue()
    if log == "json":
        assert len(stream.getvalue().splitlines()) == 1


def test_what_is_below_the_level_is_not_written() -> None:
    stream = lines("plain", "warning")
    event("socket_opened")
    assert stream.getvalue() == ""


@pytest.mark.parametrize("log", ["json", "plain"])
def test_tokens_cookies_keys_and_passwords_are_never_written(log: str) -> None:
    signer = Signer(bytes(32))
    secrets = [
        signer.sign("seat", "abcdefgh", "1", "1"),
        signer.sign("guest", "0123456789abcdefghijkl", until=1_800_000_000_000),
        "ab" * 32,
    ]
    stream = lines(log)
    for secret in secrets:
        event(f"said {secret}", what=f"cookie magnate={secret}; token {secret}")
        try:
            raise RuntimeError(f"Authorization: Bearer {secret}")
        except RuntimeError as error:
            event("failed", logging.ERROR, error)
    event("store", url="postgresql+asyncpg://ana:hunter2@host/db")
    text = stream.getvalue()
    assert "hunter2" not in text
    for secret in secrets:
        assert secret not in text


def test_ordinary_words_stay_as_they_are() -> None:
    for text in (
        "table abcdefgh",
        "node 0123456789ab",
        "http://127.0.0.1:8000/t/abcdefgh",
        "person WIghZNDp7JAFfX2G0XWwCw",
    ):
        assert hide(text) == text
