"""The fingerprint of a record: with the same play it is the same, with any other play another one."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sealing import first_with, resealed

from magnate.editions import Edition, fingerprint, load, names
from magnate.errors import CorruptRecord
from magnate.fixes import RULES
from magnate.game import Game

LAGOON = Path(__file__).parent.parent.parent / "examples" / "editions" / "lagoon.toml"
TEXT = LAGOON.read_text(encoding="utf-8")
BEFORE = Path(__file__).parent.parent / "compat" / "0.1.0" / "own"
HOUSE_RULES = (BEFORE / "clasico-house-rules.record").read_text(encoding="utf-8")
TODAY = Game("clasico", seats=3, seed=1).record()


def changed(folder: Path, old: str, new: str) -> Edition:
    """Lagoon with one passage changed."""
    assert old in TEXT
    file = folder / "changed.toml"
    file.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    return load(file)


PLAYED = {
    "the mortgage value of a deed": ("mortgage = 30, ", "mortgage = 25, "),
    "a rent": ("rents = [5, 20, 60, 160]", "rents = [5, 25, 60, 160]"),
    "the amount of a card": ('effect = "collect", amount = 100', 'effect = "collect", amount = 105'),
    "a tax": ("amount = 150}", "amount = 155}"),
    "the stock of houses": ("houses = 40", "houses = 41"),
    "the smallest note": ("note = 5\nnotes = [5, 10, 50, 100, 500]\n", "note = 1\nnotes = [1, 5, 10, 50, 100, 500]\n"),
    "a switch": ('refused = "stays"', 'refused = "auction"'),
    "the starting money": (
        "packs = [\n    {500 = 1, 100 = 8, 50 = 2, 10 = 8, 5 = 4},\n]\n\n[rules.setup]\ncash = 1500",
        "\n[rules.setup]\ncash = 1505",
    ),
    "utilities that no longer multiply the dice": (", times_dice = true", ""),
}


@pytest.mark.parametrize("what", PLAYED)
def test_whatever_play_depends_on_changes_the_fingerprint(what: str, tmp_path: Path) -> None:
    edition = changed(tmp_path, *PLAYED[what])
    assert fingerprint.fingerprint(edition, 3) != fingerprint.fingerprint(load(LAGOON), 3)


@pytest.mark.parametrize("what", PLAYED)
def test_a_record_of_an_edition_that_plays_otherwise_is_refused(what: str, tmp_path: Path) -> None:
    changed(tmp_path, *PLAYED[what])
    today = Game(LAGOON, seats=3, seed=1).record()
    before = (BEFORE / "lagoon.record").read_text(encoding="utf-8")
    for text in (today, before):
        with pytest.raises(CorruptRecord, match=r"another table of lagoon 1 than the one here: rules, board or cards"):
            Game.replay(text, edition=tmp_path / "changed.toml")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('name = "Drying Racks"', 'name = "Drying Frames"'),
        ('colour = "#6b4f3a"', 'colour = "#6b4f3b"'),
        ('bank = "the Harbour Bank"', 'bank = "the Bank"'),
        ("[rules.table]\nprivate_cash = false", "[rules.table]\nprivate_cash = true"),
        ("cash = 1500", "cash = [1500, 1500, 1500, 1500, 1500]"),
        ("[rules.table]\nprivate_cash = false\n", ""),
        ('order = "left"\n', ""),
    ],
)
def test_what_is_only_seen_or_written_otherwise_does_not_change_it(old: str, new: str, tmp_path: Path) -> None:
    edition = changed(tmp_path, old, new)
    assert fingerprint.fingerprint(edition, 3) == fingerprint.fingerprint(load(LAGOON), 3)
    text = (BEFORE / "lagoon.record").read_text(encoding="utf-8")
    assert Game.replay(text, edition=tmp_path / "changed.toml").edition.id == "lagoon"


def test_every_number_of_seats_and_every_house_rule_has_its_own() -> None:
    found = [fingerprint.fingerprint(load(name), seats) for name in names() for seats in load(name).seats]
    found += [
        fingerprint.fingerprint(load("clasico", options={"jail.fine": fine, "rent.collect": collect}), 4)
        for fine in (60, 70)
        for collect in ("claim", "automatic")
    ]
    assert len(set(found)) == len(found)


# A switch that today's editions do not have.


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """A switch of a later version, neutral unless the test turns it."""
    value = {"auction.step": 1}
    switches, neutral = fingerprint.switches, fingerprint.neutral_switches()

    def more(rules: Any) -> Iterator[tuple[str, Any]]:
        yield from switches(rules)
        yield from value.items()

    monkeypatch.setattr(fingerprint, "switches", more)
    monkeypatch.setattr(fingerprint, "neutral_switches", lambda: neutral | {"auction.step": 1})
    return value


def test_a_new_neutral_switch_leaves_old_and_new_records_readable(later: dict[str, Any]) -> None:
    assert Game.replay(HOUSE_RULES).moves
    assert Game.replay(TODAY).record() == TODAY


def test_an_edition_that_turns_the_new_switch_plays_otherwise(later: dict[str, Any]) -> None:
    later["auction.step"] = 5
    for record in (TODAY, HOUSE_RULES):
        with pytest.raises(CorruptRecord, match="another table"):
            Game.replay(record)


def test_a_record_says_which_rules_it_was_written_with() -> None:
    at = first_with(TODAY, "table ")
    digits, version = TODAY.splitlines()[at].removeprefix("table ").split()
    assert len(digits) == 12
    assert version == RULES
    later = resealed(TODAY, lambda lines: [*lines[:at], f"table {digits} 0.9.0", *lines[at + 1 :]])
    assert Game.replay(later).moves == Game.replay(TODAY).moves
    for wrong in (f"table {digits}", f"table {digits} soon", f"table {digits} {RULES} "):
        with pytest.raises(CorruptRecord, match="another table"):
            Game.replay(resealed(TODAY, lambda lines, wrong=wrong: [*lines[:at], wrong, *lines[at + 1 :]]))
