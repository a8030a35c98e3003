"""`examples/verify.mjs` proves records of every edition without any of our code, and disproves forged ones."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sealing import first_with, forge_die, resealed

from magnate.actions import UseCard
from magnate.dice import FairDice
from magnate.editions import load, names
from magnate.game import Game
from magnate.terminal.bots import TableBots

ROOT = Path(__file__).parent.parent.parent
PROGRAM = ROOT / "examples" / "verify.mjs"
sys.path.append(str(ROOT / "tests" / "properties"))

from walk import ALL_TABLES, Walk  # noqa: E402

Lines = list[str]
ENTROPY = ["Ana's word", "ținută 🎲", ""]
CARDS = 16


def played(edition: str, seats: int | None = None, seed: int = 5, **more: Any) -> Game:
    """A game of house bots, to its end, with words of the seats in its dice."""
    game = Game(edition, seats=seats, dice=FairDice.seeded(seed, ENTROPY), **more)
    bots = TableBots(game, ())
    while game.must:
        claimant = bots.claimant()
        seat = game.must[0] if claimant is None else claimant
        game.play(seat, bots.decide(seat))
    return game


class Verdict(NamedTuple):
    """What the program says, and its exit code."""

    code: int
    text: str


@pytest.fixture
def verify(tmp_path: Path) -> Callable[[str], Verdict]:
    """Run the program on a record."""
    node = shutil.which("node")
    assert node, "Node runs the example; `make test` brings it"

    def run(text: str) -> Verdict:
        file = tmp_path / "game.record"
        file.write_text(text, encoding="utf-8")
        done = subprocess.run([node, PROGRAM, file.name], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert not done.stderr
        return Verdict(done.returncode, done.stdout)

    return run


Verify = Callable[[str], Verdict]


def kinds(text: str) -> set[str]:
    """The kinds of results a record has: d, c, s, p."""
    return {result[0] for line in text.splitlines() for result in line.partition(" | ")[2].split()[:-1]}


# Games as they were played.

TABLES: list[tuple[str, dict[str, str]]] = [
    (name, more)
    for name in names()
    for more in [
        {},
        *({"variant": variant} for variant in load(name).file.variants),
        *({"skin": skin} for skin in load(name).file.skins),
    ]
]


@pytest.mark.parametrize(("edition", "more"), TABLES, ids=str)
def test_a_finished_game_of_every_edition_variant_and_skin_is_proved(
    edition: str, more: dict[str, str], verify: Verify
) -> None:
    game = played(edition, **more)
    verdict = verify(game.record())
    assert game.is_over
    assert verdict.code == 0, verdict.text
    assert verdict.text.startswith("game.record: proved.\n")
    assert f"All chance in {len(game.moves)} moves" in verdict.text
    assert game.dice.commitment in verdict.text
    assert all(word in verdict.text for word in ENTROPY)


@pytest.mark.parametrize(("edition", "variant", "seats"), ALL_TABLES[::4])
def test_games_in_which_cards_change_hands_and_players_leave_are_proved(
    edition: str, variant: str | None, seats: int, verify: Verify
) -> None:
    walk = Walk(edition, variant, seats, seed=3 * ALL_TABLES.index((edition, variant, seats)) + 1, arranged=False)
    for _ in walk.walk(600):
        pass
    verdict = verify(walk.game.record())
    assert verdict.code == 0, verdict.text


@pytest.mark.parametrize("edition", names())
@pytest.mark.parametrize(
    "options",
    [
        {"cards.draw": "random", "turn.order": "random"},
        {"cards.draw": "top", "turn.order": "left"},
        {"cards.kept": False, "setup.dealt": 3, "setup.dealt_paid": False},
    ],
    ids=str,
)
def test_options_that_change_chance_are_followed(edition: str, options: dict[str, Any], verify: Verify) -> None:
    verdict = verify(played(edition, seats=4, options=options).record())
    assert verdict.code == 0, verdict.text


def test_games_with_handicaps_are_proved(verify: Verify) -> None:
    verdict = verify(played("castis", seats=3, handicap=[100, 50, 150]).record())
    assert verdict.code == 0, verdict.text


def test_a_game_that_began_in_a_position_is_not_read_and_not_called_a_forgery(verify: Verify) -> None:
    game = Game.from_text("magnate1/clasico/1280@24/640@10.jail1::CA8/turn=1", seed=1)
    game.play(1, UseCard(0))
    assert verify(game.record()) == Verdict(
        3, "game.record: cannot be read.\nIt is no whole game of an edition in KEPT.\n"
    )


def test_a_kept_card_goes_under_its_deck_when_it_is_used_and_when_its_holder_leaves(verify: Verify) -> None:
    """Decks that are drawn through show where a card went: so many draws follow each of the two."""
    for seed in range(40):
        walk = Walk("clasico", None, 8, seed=3 * seed + 1, arranged=False)
        for _ in walk.walk(4000):
            pass
        acted = [type(move.action).__name__ for move in walk.game.moves]
        told = [type(event).__name__ for event in walk.game.events]
        if told.count("CardDrawn") > 5 * CARDS and "UseCard" in acted and "CardMoved" in told:
            break
    else:
        pytest.fail("no such game was played")
    verdict = verify(walk.game.record())
    assert verdict.code == 0, verdict.text


# Forgeries, sealed as if nothing had happened.

GAME = played("clasico", seats=4, variant="fast")
TEXT = GAME.record()
RANDOM = played("monopoli-server", seats=4).record()


def replaced(at: int, old: str, new: str) -> Callable[[Lines], Lines]:
    return lambda lines: [*lines[:at], lines[at].replace(old, new, 1), *lines[at + 1 :]]


def test_the_games_that_are_forged_have_every_kind_of_chance() -> None:
    assert kinds(TEXT) == {"d", "c", "p"}
    assert kinds(RANDOM) == {"d", "c", "s"}


@pytest.mark.parametrize("text", [TEXT, RANDOM], ids=["top", "random"])
def test_a_changed_die_is_found_at_its_line(text: str, verify: Verify) -> None:
    for at in (first_with(text, " | d"), first_with(text, " | d", since=200)):
        verdict = verify(resealed(text, lambda lines, at=at: forge_die(lines, at)))  # type: ignore[misc]
        assert verdict.code == 1
        assert verdict.text.startswith(f"game.record: disproved at line {at + 1}.\nRecorded: d")


@pytest.mark.parametrize("text", [TEXT, RANDOM], ids=["top", "random"])
def test_a_changed_card_is_found_whichever_it_is(text: str, verify: Verify) -> None:
    at = next(n for n, line in enumerate(text.splitlines()) if re.search(r" \|.* c\d+", line))
    card = re.search(r" (c\d+)", text.splitlines()[at])[1]  # type: ignore[index]
    for other in {f"c{number}" for number in range(CARDS + 1)} - {card}:
        verdict = verify(resealed(text, replaced(at, f" {card}", f" {other}")))
        assert verdict.code == 1, other
        assert "Recorded: c" in verdict.text


def test_a_changed_seat_is_found_at_its_line(verify: Verify) -> None:
    at = first_with(RANDOM, " s", since=first_with(RANDOM, "moves"))
    seat = re.search(r" s(\d)", RANDOM.splitlines()[at])[1]  # type: ignore[index]
    for other in set("0123") - {seat}:
        verdict = verify(resealed(RANDOM, replaced(at, f" s{seat}", f" s{other}")))
        assert verdict == Verdict(1, f"game.record: disproved at line {at + 1}.\nRecorded: s{other}. Due: s{seat}.\n")


def test_a_changed_deed_is_found_at_its_line(verify: Verify) -> None:
    at = first_with(TEXT, "SetUp")
    deed = re.search(r" p(\d+)", TEXT.splitlines()[at])[1]  # type: ignore[index]
    other = "0" if deed != "0" else "1"
    verdict = verify(resealed(TEXT, replaced(at, f" p{deed} ", f" p{other} ")))
    assert verdict == Verdict(1, f"game.record: disproved at line {at + 1}.\nRecorded: p{other}. Due: p{deed}.\n")


def test_another_secret_is_not_the_one_promised(verify: Verify) -> None:
    at = first_with(TEXT, "secret ")
    verdict = verify(resealed(TEXT, lambda lines: [*lines[:at], f"secret {'ab' * 32}", *lines[at + 1 :]]))
    assert verdict.code == 1
    assert verdict.text == f"game.record: disproved at line {at + 1}.\nThe secret is not the promised one.\n"


def test_another_secret_with_its_own_commitment_gives_other_dice(verify: Verify) -> None:
    dice = FairDice.from_secret("ab" * 32)
    forged = resealed(
        TEXT.replace(GAME.dice.commitment, dice.commitment).replace(GAME.dice.secret, dice.secret), lambda lines: lines
    )
    verdict = verify(forged)
    assert verdict.code == 1
    assert "Recorded: p" in verdict.text


@pytest.mark.parametrize(
    "change",
    [
        lambda lines: [line.replace("Ana's word", "Ana's Word") for line in lines],
        lambda lines: [line for line in lines if not line.startswith("entropy 2")],
        lambda lines: [line for line in lines if not line.startswith("entropy")],
    ],
    ids=["changed", "without an empty word", "without all"],
)
def test_other_entropy_gives_other_dice(change: Callable[[Lines], Lines], verify: Verify) -> None:
    verdict = verify(resealed(TEXT, change))
    assert verdict.code == 1
    assert "Recorded: p" in verdict.text


def test_a_line_left_out_a_line_changed_and_a_game_cut_short_are_found(verify: Verify) -> None:
    lines = TEXT.splitlines()
    at = first_with(TEXT, "Roll", since=40)
    assert verify("\n".join([*lines[:at], *lines[at + 1 :]]) + "\n").code == 1
    assert "seal" in verify("\n".join([*lines[:at], lines[at].replace("Roll", "EndTurn"), *lines[at + 1 :]])).text
    assert verify("\n".join(lines[:at]) + "\n").code == 1
    assert verify(resealed(TEXT, lambda lines: [*lines[:at], *lines[at + 1 :]])).code == 1


def test_a_record_without_its_secret_is_not_proved(verify: Verify) -> None:
    assert verify(GAME.record(reveal=False)).code == 2


@pytest.mark.parametrize("text", ["", "hello\n", "magnate record 1\nmoves\n", TEXT.replace("clasico 1", "clasico 2")])
def test_what_is_no_record_of_these_editions_is_not_read(text: str, verify: Verify) -> None:
    assert verify(text).code == 3


# The program itself.


def test_it_has_under_a_hundred_lines_and_nothing_of_ours_or_of_others() -> None:
    lines = PROGRAM.read_text(encoding="utf-8").splitlines()
    assert len(lines) < 100
    assert max(map(len, lines)) <= 120
    used = [found[1] for line in lines if (found := re.search(r'\bfrom "([^"]+)"|import\("', line))]
    assert used == ["node:crypto", "node:fs"]


def test_it_is_named_where_records_are_described() -> None:
    assert "node examples/verify.mjs game.record" in (ROOT / "docs" / "record.md").read_text(encoding="utf-8")
