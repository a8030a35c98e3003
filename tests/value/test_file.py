"""The file of a network: small, readable everywhere, refused by name where it is wrong."""

import json
from pathlib import Path

import pytest

from magnate.value import file
from magnate.value.fields import CODING
from value.kit import some_weights


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
