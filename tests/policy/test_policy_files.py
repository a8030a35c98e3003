"""Policy files: what is written is read again, and what is wrong is named."""

import json
import sys
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from magnate.coding.places import PLACES
from magnate.errors import NotInstalled
from magnate.game import Game
from magnate.policy import Policy, PolicyError, player
from magnate.policy.onnx import OnnxPolicy
from magnate.policy.policy_network import ACTIONS, RAISING
from magnate.policy.tensors import read_tensors, write_tensors
from magnate.rules.codes import FRAME_DEBT, MORTGAGE, ROLL
from policy.nets import FEW, FIRST, keen, random_policy, write_onnx


def rewritten(file: Path, change: dict[str, Any], drop: tuple[str, ...] = ()) -> Path:
    """The same file with other metadata or tensors."""
    tensors, said = read_tensors(file)
    for key, value in change.items():
        if isinstance(value, str):
            said[key] = value
        else:
            tensors[key] = value
    for key in drop:
        tensors.pop(key, None)
        said.pop(key, None)
    write_tensors(file, tensors, said)
    return file


def test_a_policy_is_read_as_it_was_written(tmp_path: Path) -> None:
    ours = random_policy(1, editions=["clasico", "castis"], seats=(2, 4), mortgage_only_in_debt=True, about="a test")
    ours.save(tmp_path / "p.safetensors")
    theirs = Policy.load(tmp_path / "p.safetensors")
    assert theirs.sizes == ours.sizes == [PLACES, 16, FEW]
    assert (theirs.editions, theirs.seats, theirs.about) == (("clasico", "castis"), (2, 4), "a test")
    assert theirs.mortgage_only_in_debt
    x = np.random.default_rng(2).normal(size=(5, PLACES)).astype(np.float32)
    np.testing.assert_array_equal(theirs.wishes(x), ours.wishes(x))


def test_the_file_is_safetensors_as_its_specification_says(tmp_path: Path) -> None:
    random_policy(1).save(tmp_path / "p.safetensors")
    data = (tmp_path / "p.safetensors").read_bytes()
    length = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + length])
    assert header["0.weight"]["shape"] == [16, PLACES]  # out, in: as nn.Linear has them
    assert header["0.weight"]["dtype"] == "F32"
    ends = sorted(one["data_offsets"] for name, one in header.items() if name != "__metadata__")
    assert ends[0][0] == 0
    assert all(one[1] == other[0] for one, other in pairwise(ends))
    assert ends[-1][1] == len(data) - 8 - length
    assert all(isinstance(value, str) for value in header["__metadata__"].values())


def test_the_best_legal_number_is_chosen() -> None:
    policy = keen({ROLL: 2.0, MORTGAGE: 9.0})
    mask = np.zeros((2, ACTIONS), np.int8)
    mask[:, FIRST[ROLL]] = mask[:, FIRST[MORTGAGE]] = 1
    seen = np.zeros((2, PLACES), np.float32)
    seen[1, FRAME_DEBT] = 1
    assert policy.choose(seen, mask).tolist() == [FIRST[MORTGAGE]] * 2
    policy.mortgage_only_in_debt = True
    assert policy.choose(seen, mask).tolist() == [FIRST[ROLL], FIRST[MORTGAGE]]
    assert RAISING[FIRST[MORTGAGE]]
    with pytest.raises(PolicyError, match="no legal number is among the 372"):
        policy.choose(seen[:1], np.zeros((1, ACTIONS), np.int8))


@pytest.mark.parametrize(
    ("change", "drop", "says"),
    [
        ({"coding": "2"}, (), r"was trained with coding 2; this is coding 3: train it again"),
        ({}, ("coding",), "was trained with coding no version"),
        ({"magnate": "value"}, (), "is no policy of Magnate"),
        ({"layers": "9,9"}, (), "says that its layers are 9,9; those in it are 2418,16,372"),
        ({"between": "sine"}, (), "'sine' between layers; expected one of tanh, relu"),
        ({"seats": "many"}, (), "seats are 'many'; expected two numbers such as 2-8"),
        ({"0.weight": np.zeros((16, 231), np.float32)}, (), "layer 0 takes 231 numbers; expected 2418, the places"),
        ({"2.weight": np.zeros((372, 8), np.float32)}, (), "layer 1 takes 8 numbers; expected 16"),
        ({"2.bias": np.zeros(3, np.float32)}, (), r"layer 1 has a bias of shape \(3,\); expected \(372,\)"),
        ({"2.bias": np.full(372, np.nan, np.float32)}, (), "layer 1 has weights that are no numbers"),
        ({}, ("2.bias",), "has no 2.bias"),
        ({"head.weight": np.zeros((2, 2), np.float32)}, (), "has a tensor head.weight; expected 0.weight"),
        ({"0.weight": np.zeros(5, np.float32)}, (), r"0.weight has the shape \[5\]; expected two sizes"),
        (
            {"2.weight": np.zeros((4000, 16), np.float32), "2.bias": np.zeros(4000, np.float32)},
            ("layers",),
            "gives 4000 numbers; expected 3796 or fewer",
        ),
    ],
)
def test_what_is_wrong_with_a_file_is_named(
    tmp_path: Path, change: dict[str, Any], drop: tuple[str, ...], says: str
) -> None:
    file = tmp_path / "p.safetensors"
    random_policy(1).save(file)
    with pytest.raises(PolicyError, match=says):
        Policy.load(rewritten(file, change, drop))


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "is no safetensors file: its header is longer than the file"),
        (b"\xff" * 100, "its header is longer than the file"),
        (b"\x04\0\0\0\0\0\0\0nope", "its header is no JSON"),
        (b"\x02\0\0\0\0\0\0\0[]", "its header is no object"),
        (b'\x09\0\0\0\0\0\0\0{"a": {}}', "a needs dtype, shape and data_offsets"),
    ],
)
def test_a_file_that_is_something_else_is_refused(tmp_path: Path, data: bytes, says: str) -> None:
    file = tmp_path / "p.safetensors"
    file.write_bytes(data)
    with pytest.raises(PolicyError, match=says):
        Policy.load(file)


def test_a_file_that_is_not_there_or_not_whole_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "p.safetensors"
    with pytest.raises(PolicyError, match="no such file"):
        Policy.load(file)
    random_policy(1).save(file)
    file.write_bytes(file.read_bytes()[:-10])
    with pytest.raises(PolicyError, match="is the file whole"):
        Policy.load(file)


def test_a_policy_plays_only_what_it_was_trained_for() -> None:
    policy = keen(editions=["clasico"], seats=(2, 2), name="mine")
    policy.check_table("clasico", 2)
    with pytest.raises(PolicyError, match="mine is for clasico; this table plays castis"):
        policy.check_table("castis", 2)
    with pytest.raises(PolicyError, match="mine is for 2 to 2 seats; this table has 4"):
        policy.check_table("clasico", 4)
    keen().check_table("lagoon", 8)


def runtime(said: dict[str, str], wide: int = 372) -> Any:
    """onnxruntime as far as a policy knows it."""

    class Session:
        def __init__(self, file: str, providers: list[str]) -> None:
            assert providers == ["CPUExecutionProvider"]

        def get_modelmeta(self) -> Any:
            return SimpleNamespace(custom_metadata_map=said)

        def get_inputs(self) -> Any:
            return [SimpleNamespace(name="observation")]

        def run(self, _: None, given: dict[str, Any]) -> list[Any]:
            wishes = np.zeros((len(given["observation"]), wide), np.float32)
            wishes[:, FIRST[ROLL]] = 1
            return [wishes]

    return SimpleNamespace(InferenceSession=Session)


def test_an_onnx_file_is_played_where_onnxruntime_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "p.onnx"
    file.write_bytes(b"")
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(NotInstalled, match="ONNX files need onnxruntime"):
        OnnxPolicy(file)
    said = {"magnate": "policy", "coding": "3", "editions": "clasico", "seats": "2-4"}
    monkeypatch.setitem(sys.modules, "onnxruntime", runtime(said))
    policy = OnnxPolicy(file)
    assert (policy.editions, policy.seats, policy.sizes) == (("clasico",), (2, 4), [PLACES, 372])
    mask = np.ones((1, ACTIONS), np.int8)
    assert policy.choose(np.zeros((1, PLACES)), mask).tolist() == [FIRST[ROLL]]
    monkeypatch.setitem(sys.modules, "onnxruntime", runtime({**said, "coding": "1"}))
    with pytest.raises(PolicyError, match="was trained with coding 1"):
        OnnxPolicy(file)
    monkeypatch.setitem(sys.modules, "onnxruntime", runtime(said, 5000))
    with pytest.raises(PolicyError, match=r"gives an array of shape \(1, 5000\)"):
        OnnxPolicy(file)


@pytest.mark.thorough
def test_a_real_onnx_file_plays_as_the_same_policy_in_safetensors(tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime")
    ours = random_policy(3, editions=["clasico"], seats=(2, 4))
    ours.save(tmp_path / "p.safetensors")
    said = {"magnate": "policy", "coding": "3", "editions": "clasico", "seats": "2-4", "about": "a test"}
    write_onnx(tmp_path / "p.onnx", ours, said)
    theirs = OnnxPolicy(tmp_path / "p.onnx")
    assert (theirs.editions, theirs.seats, theirs.about, theirs.sizes) == (
        ("clasico",),
        (2, 4),
        "a test",
        [PLACES, FEW],
    )
    x = np.random.default_rng(2).normal(size=(5, PLACES)).astype(np.float32)
    np.testing.assert_allclose(theirs.wishes(x), ours.wishes(x), rtol=1e-4, atol=1e-4)
    one, other = player(str(tmp_path / "p.onnx"), "onnx"), player(str(tmp_path / "p.safetensors"), "plain")
    game = Game("clasico", 3, seed=6)
    for _ in range(60):
        seat = game.must[0]
        choice = one.choose(game.view(seat), game.legal_actions(seat))
        assert choice == other.choose(game.view(seat), game.legal_actions(seat))
        game.play(seat, choice)
    with pytest.raises(PolicyError, match="is for 2 to 4 seats"):
        theirs.check_table("clasico", 5)


@pytest.mark.thorough
def test_a_damaged_onnx_file_is_refused_by_name(tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime")
    (tmp_path / "p.onnx").write_bytes(b"no model")
    with pytest.raises(PolicyError, match="cannot be read by onnxruntime"):
        OnnxPolicy(tmp_path / "p.onnx")
