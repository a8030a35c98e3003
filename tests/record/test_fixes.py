"""A stored move that today's rules refuse: the error names the move, the rule and the versions."""

from pathlib import Path

import pytest
from sealing import first_with, forge_die, resealed

from magnate import fixes
from magnate.actions import EndTurn, OfferProperty
from magnate.clauses import entries
from magnate.errors import REFUSALS, CorruptRecord, IllegalAction
from magnate.fixes import FIXES, RULES, Fix, explain
from magnate.game import Game
from magnate.verify import verify

ROOT = Path(__file__).parent.parent.parent
BEFORE = (ROOT / "tests" / "compat" / "0.1.0" / "records" / "clasico-book-bots.record").read_text(encoding="utf-8")
TODAY = Game("clasico", seats=2, seed=1).record()


def test_every_fix_names_a_clause_a_refusal_and_a_version_of_the_changelog() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    for fix in FIXES:
        assert fix.clause in entries()
        assert fix.refusal in {"", *REFUSALS.values()}
        chapter = changelog.split(f"## [{fix.version}]")[1].split("\n## [")[0]
        assert fix.clause in chapter
    assert max((fix.version for fix in FIXES), key=fixes.parts) == RULES


def refused(text: str, line: str, instead: str) -> str:
    """What is said of a record with one move changed."""
    at = first_with(text, line, first_with(text, "moves"))
    with pytest.raises(CorruptRecord) as caught:
        Game.replay(resealed(text, lambda lines: [*lines[:at], instead, *lines[at + 1 :]]))
    assert caught.value.line == at + 1
    return str(caught.value)


def test_a_move_of_today_is_refused_without_talk_of_versions() -> None:
    game = Game("clasico", seats=2, seed=1)
    game.play(0, game.legal_actions(0)[0])
    said = refused(game.record(), "1 0 Roll", "1 0 EndTurn")
    assert said.endswith("move 1: seat 0 may not EndTurn here (NOT_ASKED)")


def test_a_move_of_0_1_that_no_fix_explains_lists_all_fixes() -> None:
    said = refused(BEFORE, "2 1 Roll", "2 1 EndTurn")
    assert "move 2: seat 1 may not EndTurn here (NOT_ASKED); it was written with the rules of 0.1" in said
    assert "and these were fixed since: AMB-36 (0.1.1), AMB-135 (0.1.1)" in said


def test_results_of_chance_that_differ_list_them_too() -> None:
    said = refused(BEFORE, "2 1 Roll", "2 1 Roll | d1")
    assert "move 2: " in said
    assert "AMB-36 (0.1.1)" in said


def test_an_older_record_that_ran_into_a_fix_is_not_called_a_forgery() -> None:
    at = first_with(BEFORE, "2 1 Roll", first_with(BEFORE, "moves"))
    for instead in ("2 1 EndTurn", "2 1 Roll | d5"):  # another course: no longer legal, or with other results of chance
        found = verify(resealed(BEFORE, lambda lines, line=instead: [*lines[:at], line, *lines[at + 1 :]]))  # type: ignore[misc]
        assert (found.verdict, found.line) == ("unproved", at + 1)
        assert "AMB-36 (0.1.1)" in found.problem
    changed = verify(resealed(BEFORE, lambda lines: forge_die(lines, at)))
    assert (changed.verdict, changed.line) == ("disproved", at + 1)


def test_a_record_of_a_later_version_is_told_as_such() -> None:
    assert explain("9.0.0", "EndTurn", "WRONG_MOMENT") == (
        f"it was written with the rules of 9.0.0, newer than these, {RULES}"
    )
    assert explain(RULES, "EndTurn", "WRONG_MOMENT") == ""


def test_only_what_was_fixed_after_the_record_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fixes, "FIXES", [*FIXES, Fix("0.3.0", "AMB-12", "backwards no salary", "Roll", "NOT_ASKED")])
    monkeypatch.setattr(fixes, "RULES", "0.3.0")
    assert explain("0.1.1", "Bid", "BID_TOO_LOW").endswith("these were fixed since: AMB-12 (0.3.0)")
    assert explain("0.1.1", "Roll", "NOT_ASKED").endswith("and 0.3.0 fixed AMB-12: backwards no salary")
    assert explain("0.10.0", "Roll", "NOT_ASKED").endswith("newer than these, 0.3.0")


def test_an_entry_of_a_stored_table_names_the_fixes_as_well() -> None:
    game = Game("clasico", seats=2, seed=1)
    with pytest.raises(IllegalAction, match=r"seat 0 may not EndTurn now .*; it was written with the rules of 0.1"):
        game.play_stored(0, EndTurn())
    with pytest.raises(IllegalAction) as caught:
        game.play(0, OfferProperty(1))
    assert "written with" not in str(caught.value)
