"""Golden games: what is played today is what is written down, to the word."""

import difflib

import pytest

import golden

PLANS = golden.plans()


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.name)
def test_the_golden_game_is_played_as_it_is_written(plan: golden.Plan) -> None:
    path = golden.FOLDER / f"{plan.name}.txt"
    assert path.is_file(), f"{path.name} is missing; make golden writes it"
    written, played = path.read_text(encoding="utf-8"), golden.play(plan)
    if written != played:
        diff = list(difflib.unified_diff(written.splitlines(), played.splitlines(), "written", "played", n=2))
        pytest.fail(f"{path.name} differs; if that is meant, make golden:\n" + "\n".join(diff[:25]), pytrace=False)


def test_every_golden_file_belongs_to_an_edition() -> None:
    assert [path.name for path in golden.stale()] == []


def test_every_edition_variant_and_deck_has_a_golden_game_with_its_own_number_of_seats_somewhere() -> None:
    played = {(plan.edition.id, plan.edition.variant) for plan in PLANS}
    for name in golden.names():
        assert {(name, variant) for variant in [None, *golden.load(name).file.variants]} <= played
    assert any(plan.edition.skin == "internacional" for plan in PLANS)
    assert len({plan.seats for plan in PLANS}) >= 4


def test_golden_files_are_small_enough_to_read() -> None:
    lines = {path.name: path.read_text(encoding="utf-8").count("\n") for path in golden.FOLDER.iterdir()}
    assert {name: count for name, count in lines.items() if count > 450} == {}


def test_a_change_in_a_move_that_is_left_out_changes_the_file() -> None:
    moves = ["0 0 Roll", "    Ana rolls 1 and 2.", "1 0 EndTurn"]
    (one,), (other,) = golden.digest(moves), golden.digest([*moves[:1], "    Ana rolls 1 and 3.", *moves[2:]])
    assert one.startswith("    … 2 more, ")
    assert one != other
