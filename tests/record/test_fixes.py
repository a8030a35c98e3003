"""A stored move that today's rules refuse: the error names the move, the rule and the versions."""

from pathlib import Path

import pytest
from sealing import first_with, forge_die, resealed

from magnate import fixes
from magnate.actions import ClaimRent, DeclareBankruptcy, EndTurn, OfferProperty, ProposeDeal, RefuseDeal
from magnate.clauses import entries
from magnate.errors import REFUSALS, CorruptRecord, IllegalAction
from magnate.events import CreditorPaid
from magnate.fixes import FIXES, RULES, SPARED, Fix, explain
from magnate.game import Game
from magnate.move import Move
from magnate.record import Reader, note_effects
from magnate.verify import verify

ROOT = Path(__file__).parent.parent.parent
OLD = ROOT / "tests" / "compat" / "0.1.0"
BEFORE = (OLD / "records" / "clasico-book-bots.record").read_text(encoding="utf-8")
TODAY = Game("clasico", seats=2, seed=1).record()


def test_every_fix_names_a_clause_a_refusal_and_a_version_of_the_changelog() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    for fix in FIXES:
        assert fix.clause in entries()
        assert fix.refusal in {"", *REFUSALS.values()}
        chapter = changelog.split(f"## [{fix.version}]")[1].split("\n## [")[0]
        assert fix.clause in chapter
    assert max(fixes.parts(fix.version) for fix in FIXES) <= fixes.parts(RULES)  # a fix may spare stored games


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
    assert "move 2: seat 1 may not EndTurn here (NOT_ASKED); it was written by 0.1.0 or 0.1.1" in said
    assert "and if by 0.1.0, one of these fixes explains it: AMB-36 (0.1.1), AMB-135 (0.1.1)" in said


@pytest.mark.parametrize(
    ("line", "instead", "clause"),
    [
        ("2 1 Roll", '2 1 PlaceBuilding {"deed":0}', "AMB-36"),
        ("2 1 Roll", "2 1 Acknowledge", "AMB-137"),
        (" BuyDeed", "{number} {seat} Roll", "AMB-141"),
        ("2 1 Roll", '2 1 KeepMortgage {"deed":0}', "AMB-142"),
        ("2 1 Roll", '2 1 AskBuildings {"count":0}', "AMB-145"),
    ],
)
def test_a_move_of_0_1_that_a_single_fix_explains_names_that_one(line: str, instead: str, clause: str) -> None:
    at = first_with(BEFORE, line, first_with(BEFORE, "moves"))
    number, seat = BEFORE.splitlines()[at].split()[:2]
    if "{seat}" in instead:
        line, instead = f"{number} {seat}{line}", instead.format(number=number, seat=seat)
    said = refused(BEFORE, line, instead)
    (fix,) = (fix for fix in FIXES if fix.clause == clause)
    assert said.endswith(
        f"({fix.refusal}); it was written by 0.1.0 or 0.1.1, and if by 0.1.0, 0.1.1 fixed {clause}: {fix.rule}"
    )
    assert [other.clause for other in FIXES if other.clause != clause and other.clause in said] == []


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


def test_a_game_of_0_1_0_that_ran_into_a_fix_names_the_move_the_rule_and_the_version() -> None:
    found = verify((OLD / "refused" / "AMB-145.record").read_text(encoding="utf-8"))
    assert found.verdict == "unproved"
    assert found.problem == (
        f"move {found.moves}: seat 0 may not AskBuildings here (NOT_ASKED); it was written by 0.1.0 or 0.1.1, "
        "and if by 0.1.0, 0.1.1 fixed AMB-145: a player who passed on a contested building does not contest the next "
        "order for it"
    )


@pytest.mark.parametrize(
    ("clause", "move", "effect"),
    [
        ("AMB-137", 19, "the game is not over yet"),  # it was, with a rent unclaimed
        ("AMB-138", 46, "the Bank pays seat 3 a rent of 6"),  # nothing was due
    ],
)
def test_a_game_of_0_1_0_that_goes_on_in_another_way_today_is_noted(clause: str, move: int, effect: str) -> None:
    found = verify((OLD / "fixed" / f"{clause}.record").read_text(encoding="utf-8"))
    (fix,) = (fix for fix in FIXES if fix.clause == clause)
    assert found.verdict == "proved"
    assert found.notes == [
        f"move {move}: {effect}; it was written by 0.1.0 or 0.1.1, and if by 0.1.0, 0.1.1 fixed {clause}: {fix.rule}"
    ]


def test_a_claim_on_a_bankrupt_is_noted_in_older_records_only() -> None:
    game = Game("expopolis", seats=3, seed=1)
    reader = Reader("")
    reader.rules = "0.1.0"
    game.moves = [Move(2, DeclareBankruptcy(), ()), Move(0, ClaimRent(), ())]
    note_effects(reader, game, 1, [CreditorPaid(seat=0, other=2, amount=2000, clause="EXP-88")])
    (note,) = reader.notes
    assert note == (
        "move 1: the Bank pays seat 0 a rent of 2000; it was written with the rules of 0.1.0, "
        "0.1.1 fixed AMB-135: after a bankruptcy to the Bank, rents can still be claimed until the next roll"
    )
    again = Game.replay((OLD / "fixed" / "AMB-138.record").read_text(encoding="utf-8")).record()
    assert verify(again).notes == []  # it is written with today's rules


def test_a_record_of_a_later_version_is_told_as_such() -> None:
    assert explain("9.0.0", "EndTurn", "WRONG_MOMENT") == (
        f"it was written with the rules of 9.0.0, newer than these, {RULES}"
    )
    assert explain(RULES, "EndTurn", "WRONG_MOMENT") == ""


def test_only_what_was_fixed_after_the_record_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fixes, "FIXES", [*FIXES, Fix("0.3.0", "AMB-12", "backwards no salary", "Roll", "NOT_ASKED")])
    monkeypatch.setattr(fixes, "RULES", "0.3.0")
    assert explain("0.1.1", "Bid", "BID_TOO_LOW").endswith("of 0.1.1, one of these fixes explains it: AMB-12 (0.3.0)")
    assert explain("0.1.1", "Roll", "NOT_ASKED").endswith("of 0.1.1, 0.3.0 fixed AMB-12: backwards no salary")
    assert explain("0.10.0", "Roll", "NOT_ASKED").endswith("newer than these, 0.3.0")


@pytest.mark.proves("AMB-146")
def test_only_a_record_with_the_rules_of_0_1_0_may_repeat_a_refused_offer() -> None:
    game = Game("clasico", seats=2, seed=5)
    while not isinstance(game.legal_actions(game.must[0])[0], EndTurn):
        game.play(game.must[0], game.default_action(game.must[0]))
    seat = game.must[0]
    offer = ProposeDeal(cash={seat: -50, 1 - seat: 50})
    for revision in (1, 2):
        game.play_stored(seat, offer)
        game.play(1 - seat, RefuseDeal(seat, revision))
    text = game.record()
    assert f" {SPARED}\n" in text
    again = Game.replay(text)
    assert again.record() == text
    claims = resealed(text, lambda lines: [line.replace(f" {SPARED}", f" {RULES}") for line in lines])
    with pytest.raises(CorruptRecord, match=r"may not ProposeDeal here \(TOO_MANY_REFUSALS\)$"):
        Game.replay(claims)
    assert verify(claims).verdict == "disproved"


@pytest.mark.proves("AMB-146")
def test_a_table_that_names_its_rules_may_not_repeat_a_refused_offer() -> None:
    game = Game("clasico", seats=2, seed=5)
    while not isinstance(game.legal_actions(game.must[0])[0], EndTurn):
        game.play(game.must[0], game.default_action(game.must[0]))
    seat = game.must[0]
    offer = ProposeDeal(cash={seat: -50, 1 - seat: 50})
    game.play_stored(seat, offer, RULES)
    game.play(1 - seat, RefuseDeal(seat, 1))
    with pytest.raises(IllegalAction, match="too many refusals"):
        game.play_stored(seat, offer, RULES)
    game.play_stored(seat, offer)


def test_a_stored_game_that_keeps_todays_rules_is_recorded_with_them() -> None:
    game = Game("clasico", seats=2, seed=1)
    game.play_stored(0, game.legal_actions(0)[0])
    assert f" {RULES}\n" in game.record()
    assert f" {SPARED}\n" in Game.replay(BEFORE).record()  # its bots repeated themselves


def test_an_entry_of_a_stored_table_names_the_fixes_as_well() -> None:
    game = Game("clasico", seats=2, seed=1)
    with pytest.raises(IllegalAction, match=r"seat 0 may not EndTurn now .*; it was written by 0.1.0 or 0.1.1"):
        game.play_stored(0, EndTurn())
    with pytest.raises(IllegalAction, match=r"; it was written with the rules of 9.0.0, newer"):
        game.play_stored(0, EndTurn(), "9.0.0")
    with pytest.raises(IllegalAction, match=r"seat 0 may not EndTurn now [^;]*; legal: [^;]*$"):
        game.play_stored(0, EndTurn(), RULES)
    with pytest.raises(IllegalAction) as caught:
        game.play(0, OfferProperty(1))
    assert "written with" not in str(caught.value)
