"""The file of a network: small, readable everywhere, refused by name where it is wrong."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from magnate.value import file
from magnate.value.fields import CODING
from value.kit import some_weights

ROOT = Path(__file__).parents[2]


def test_a_network_is_read_as_it_was_written(tmp_path: Path) -> None:
    weights = some_weights()
    file.write(tmp_path / "net", weights, commit="abc")
    found = file.read(tmp_path / "net")
    assert found.tensors == weights.tensors
    assert found.sizes == weights.sizes
    assert found.about["commit"] == "abc"
    assert found.about["sha256"] == weights.hash


def test_a_changed_number_is_noticed(tmp_path: Path) -> None:
    file.write(tmp_path / "net", some_weights())
    raw = bytearray((tmp_path / "net").read_bytes())
    raw[-1] ^= 1
    (tmp_path / "net").write_bytes(raw)
    with pytest.raises(file.BadNetwork, match="damaged"):
        file.read(tmp_path / "net")


def test_another_coding_is_refused(tmp_path: Path) -> None:
    file.write(tmp_path / "net", some_weights())
    raw = (tmp_path / "net").read_bytes()
    there, here = f'"coding": "{CODING}"'.encode(), f'"coding": "{CODING + 1}"'.encode()
    (tmp_path / "net").write_bytes(raw.replace(there, here))
    with pytest.raises(file.BadNetwork, match="coding"):
        file.read(tmp_path / "net")


@pytest.mark.parametrize("raw", [b"", b"no network at all", b"\x10" + b"\0" * 7 + b'{"a": 1}        '])
def test_what_is_no_network_is_refused(raw: bytes, tmp_path: Path) -> None:
    (tmp_path / "net").write_bytes(raw)
    with pytest.raises(file.BadNetwork, match="no network"):
        file.read(tmp_path / "net")


def test_the_network_of_the_package_is_small_and_says_where_it_comes_from() -> None:
    found = file.shipped()
    assert file.WEIGHTS.stat().st_size < 1_000_000
    assert len(found.about["commit"]) == 40
    json.dumps(dict(found.about))


def asked_of_git(*words: str) -> str | None:
    """What git says about this repository; None where there is no git, or no repository."""
    git = shutil.which("git")
    if git is None:
        return None
    found = subprocess.run([git, *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return found.stdout.strip() if found.returncode == 0 else None


def test_the_network_of_the_package_names_a_commit_of_this_history() -> None:
    if not (ROOT / ".git").exists() or asked_of_git("rev-parse", "--is-shallow-repository") != "false":
        pytest.skip("the history is not here")
    commit = file.shipped().about["commit"]
    assert asked_of_git("merge-base", commit, "HEAD") == commit
