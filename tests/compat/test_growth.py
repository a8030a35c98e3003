"""Magnate can grow: with a switch, a table field, a state field, a key of a space and an event more, all that was
stored is still read.

The package is copied, these are added to the copy as a developer would, and the copy opens the stored games: those of
every released version, by the tests of `test_compat.py`, and those of today.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from magnate import Game
from magnate.bots.player import named
from magnate.languages import LANGUAGES

ROOT = Path(__file__).parent.parent.parent
LAGOON = ROOT / "examples" / "editions" / "lagoon.toml"

# Where, before which line, and what is added.
ADDED = [
    ("rules/fields.py", '    ("rent_lapses", "i4", 0),', '    ("purchase_bid_step", "i4", 0),\n'),
    ("rules/fields.py", '    ("deeds_moved", "i4", 0),', '    ("breaths", "i4", MAX_SEATS),\n'),
    ("editions/switches.py", "    refuser_bids: bool = True", "    bid_step: Count = 1\n"),
    ("editions/schema.py", "    house_cost: int = 0", "    is_scenic: bool = False\n"),
    ("editions/schema.py", '    extends: str = ""', "    climate: int = 0\n"),
    ("editions/schema.py", "    notes: tuple[Paid, ...] = ()", "    coins: int = 0\n"),
    ("rules/tell.py", "TURN_ENDED = 5", "BREATH_TAKEN = 80  # seat\n"),
    ("rules/turn.py", "    TURN_BEGAN,\n", "    BREATH_TAKEN,\n"),
    (
        "rules/turn.py",
        "    tell(g, TURN_BEGAN,",
        "    tell(g, BREATH_TAKEN, seat, NOBODY, 0, NOTHING, NOTHING, RULE_TURN)\n",
    ),
    (
        "events.py",
        "class TurnEnded(SeatEvent",
        'class BreathTaken(SeatEvent, frozen=True):\n    """A player took a breath."""\n\n\n',
    ),
    ("events.py", "    OpeningRolled | StarterChosen", "    BreathTaken |\n"),
    ("rules/shapes.py", "    TURN_BEGAN,\n", "    BREATH_TAKEN,\n"),
    ("rules/shapes.py", "    (TURN_ENDED,", '    (BREATH_TAKEN, "seat", "", "", "", ""),\n'),
    *((f"words/{lang}/game.toml", "TurnBegan = ", 'BreathTaken = "{seat}"\n') for lang in LANGUAGES),
]


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with everything added."""
    source = tmp_path_factory.mktemp("grown") / "src"
    shutil.copytree(
        ROOT / "src" / "magnate", source / "magnate", ignore=shutil.ignore_patterns("__pycache__", "assets", "*.map")
    )
    for name, before, more in ADDED:
        file = source / "magnate" / name
        text = file.read_text(encoding="utf8")
        assert text.count(before) == 1, f"{name}: {before!r}"
        file.write_text(text.replace(before, more + before), encoding="utf8")
    return source


def run(grown: Path, *command: str) -> str:
    """Run Python with the grown package; what it prints."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV"))}
    environment = kept | {"PYTHONPATH": str(grown), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, *command], env=environment, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout


def test_the_copy_has_grown(grown: Path) -> None:
    program = """
import magnate
from magnate import Game
from magnate.editions import load
from magnate.events import BreathTaken
game = Game("clasico", seats=2, seed=1)
while not any(isinstance(event, BreathTaken) for event in game.events):
    game.play(game.must[0], game.default_action(game.must[0]))
print(magnate.__file__, load("clasico").rules.purchase.bid_step, game.table.purchase_bid_step, len(game.state.breaths))
"""
    where, *numbers = run(grown, "-c", program).split()
    assert Path(where).is_relative_to(grown)
    assert numbers == ["1", "1", "8"]


def test_an_event_of_any_code_is_counted_in_a_place_of_its_own(grown: Path) -> None:
    program = """
from magnate.compiled.records import STATE
from magnate.lab.tally import SUMS
from magnate.rules.tell import BREATH_TAKEN
print(BREATH_TAKEN, STATE["told"].shape[0], SUMS["told"])
"""
    assert run(grown, "-c", program).split() == ["80", "81", "81"]


def test_records_and_databases_of_every_version_are_read_and_continued(grown: Path, thorough: bool) -> None:
    chosen = ["--thorough"] if thorough else ["-k", "not postgresql and not forgotten"]
    said = run(grown, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/compat/test_compat.py", *chosen)
    assert " passed" in said
    assert "skipped" not in said


def test_records_written_today_are_read_and_continued(grown: Path, tmp_path: Path) -> None:
    options = {"jail.fine": 100, "rent.collect": "automatic"}
    for name, game in (
        ("clasico", Game("clasico", seats=3, seed=1, options=options)),
        ("expopolis", Game("expopolis", seats=5, seed=2, variant="timed")),
        ("lagoon", Game(LAGOON, seats=4, seed=3)),
    ):
        bot = named("house")
        while game.must and len(game.moves) < 200:
            game.play(game.must[0], bot.choose(game.view(game.must[0]), game.legal_actions(game.must[0])))
        (tmp_path / f"{name}.record").write_text(game.record(), encoding="utf8")
    program = f"""
from pathlib import Path
from magnate import Game
from magnate.verify import verify
for path in sorted(Path({str(tmp_path)!r}).glob("*.record")):
    text, own = path.read_text(encoding="utf8"), {str(LAGOON)!r} if path.stem == "lagoon" else None
    game = Game.replay(text, edition=own)
    assert game.record() == text
    assert verify(text, own).verdict == "proved"
    for _ in range(10):
        game.play(game.must[0], game.default_action(game.must[0]))
    print(path.stem, len(game.moves))
"""
    assert run(grown, "-c", program).split() == ["clasico", "210", "expopolis", "210", "lagoon", "210"]


def test_an_edition_that_uses_what_was_added_is_another_one(grown: Path) -> None:
    text = (ROOT / "tests" / "compat" / "0.1.0" / "own" / "lagoon.record").read_text(encoding="utf8")
    program = f"""
from pathlib import Path
from magnate import Game
from magnate.errors import CorruptRecord
lagoon = Path({str(LAGOON)!r}).read_text(encoding="utf8")
today = Game({str(LAGOON)!r}, seats=2, seed=1).record()
for old, new in (
    ("refuser_bids = ", "bid_step = 2\\nrefuser_bids = "),
    ("rents = [5, 20, 60, 160]", "is_scenic = true, rents = [5, 20, 60, 160]"),
    ("language = ", "climate = 2\\nlanguage = "),
    ("note = ", "coins = 2\\nnote = "),
):
    file = Path({str(grown)!r}) / "other.toml"
    file.write_text(lagoon.replace(old, new, 1), encoding="utf8")
    for record in (today, {text!r}):
        try:
            Game.replay(record, edition=file)
        except CorruptRecord as error:
            print("another table" in str(error))
"""
    assert run(grown, "-c", program).split() == ["True"] * 8
