"""Handicaps: a seat begins with more or less than its cash, in any edition; nothing else is different."""

from __future__ import annotations

import pytest

from magnate import Game
from magnate.editions import load, names
from magnate.editions.fingerprint import fingerprint
from magnate.errors import CorruptRecord
from magnate.verify import verify

HANDICAP = (70, 100, 150)


@pytest.mark.parametrize("edition", names())
def test_each_seat_begins_with_its_part_of_the_cash_in_whole_notes(edition: str) -> None:
    plain, game = Game(edition, 3, seed=1), Game(edition, 3, seed=1, handicap=HANDICAP)
    note = game.table.note
    for seat, percent in enumerate(HANDICAP):
        assert game.state.cash[seat] == plain.state.cash[seat] * percent // 100 // note * note
    assert game.state.owner == plain.state.owner
    assert game.table.setup_cash == plain.table.setup_cash
    assert game.legal_actions(game.must[0]) == plain.legal_actions(plain.must[0])


def test_dealt_deeds_are_paid_before_the_handicap_so_that_nobody_begins_with_a_debt() -> None:
    """EXP-18: at six seats most of the cash goes for them."""
    game = Game("expopolis", 6, seed=3, handicap=[50] * 6)
    full = Game("expopolis", 6, seed=3)
    assert min(game.state.cash[:6]) > 0
    assert max(game.state.cash[:6]) < max(full.state.cash[:6])


def test_full_cash_for_all_is_no_handicap() -> None:
    game = Game("clasico", 2, seed=1, handicap=[100, 100])
    assert game.handicap == ()
    assert game.record() == Game("clasico", 2, seed=1).record()


@pytest.mark.parametrize(
    ("handicap", "problem"),
    [([70], "1 handicaps for 2 seats"), ([70, 49], "handicap 49; expected 50 to 200"), ([70, 1.5], "handicap 1.5")],
)
def test_a_wrong_handicap_is_refused_by_name(handicap: list[int], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        Game("clasico", 2, handicap=handicap)


def played(game: Game, actions: int = 60) -> Game:
    """The game after the first legal answers of everybody asked."""
    for _ in range(actions):
        seat = game.must[0]
        game.play(seat, game.default_action(seat))
    return game


def test_a_record_has_the_handicaps_and_is_proved_with_them() -> None:
    game = played(Game("clasico", 3, seed=2, handicap=HANDICAP))
    text = game.record()
    head = text.partition("moves\n")[0].splitlines()
    assert [line for line in head if line.startswith("handicap")] == ["handicap 0 70", "handicap 2 150"]
    assert fingerprint(load("clasico"), 3) in text
    again = Game.replay(text)
    assert (again.handicap, again.state.row()) == (game.handicap, game.state.row())
    assert verify(text).verdict == "proved"


def test_a_changed_handicap_in_a_record_is_found() -> None:
    text = played(Game("clasico", 3, seed=2, handicap=HANDICAP)).record()
    assert verify(text.replace("handicap 0 70", "handicap 0 80")).verdict == "disproved"
    for wrong in ("handicap 0 100", "handicap 0 40", "handicap 7 70", "handicap 0 70\nhandicap 0 70", "handicap x"):
        with pytest.raises(CorruptRecord):
            Game.replay(text.replace("handicap 0 70", wrong))


def test_a_copy_and_a_text_of_the_position_need_no_handicap() -> None:
    game = played(Game("clasico", 3, seed=2, handicap=HANDICAP), 10)
    assert game.copy().handicap == game.handicap
    same = Game.from_text(game.to_text(), seed=4)
    assert (same.handicap, same.state.cash) == ((), game.state.cash)
