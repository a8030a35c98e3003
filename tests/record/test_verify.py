"""Verification: the dice are proved from the secret, and a forged one is named, however well it is sealed."""

import pytest
from sealing import first_with, forge_die, played, resealed

from magnate.game import Game
from magnate.verify import verify

GAME = played("clasico", moves=120, seats=3)
TEXT = GAME.record()


@pytest.mark.parametrize("edition", ["castis", "clasico", "europolis", "expopolis", "monopoli-server"])
def test_an_honest_game_is_proved_die_by_die_and_card_by_card(edition: str) -> None:
    game = played(edition)
    found = verify(game.record())
    results = [kind for move in game.moves for kind, _ in move.chance]
    assert found.verdict == "proved"
    assert found.commitment is True
    assert found.over
    assert found.moves == len(game.moves)
    assert found.dice + found.cards + found.seats + found.deeds == len(results)
    assert found.dice >= 2 * game.state.rolls
    assert found.cards > 0


def test_seats_and_deeds_given_out_by_chance_are_counted() -> None:
    found = verify(played("expopolis", moves=5, seats=3).record())
    assert found.deeds > 0


def test_without_its_secret_a_game_replays_but_is_not_proved() -> None:
    found = verify(GAME.record(reveal=False))
    assert found.verdict == "unproved"
    assert found.commitment is None
    assert found.moves == len(GAME.moves)


@pytest.mark.parametrize("since", [0, 25, 60, 90])
def test_a_forged_die_is_named_with_its_line_even_if_the_record_was_sealed_again(since: int) -> None:
    at = first_with(TEXT, " Roll | d", since)
    forged = resealed(TEXT, lambda lines: forge_die(lines, at))
    found = verify(forged)
    assert found.verdict == "disproved"
    assert found.line == at + 1
    right = TEXT.splitlines()[at].partition(" | ")[2].split()[0]
    wrong = forged.splitlines()[at].partition(" | ")[2].split()[0]
    assert found.recorded == f"die {wrong[1]} ({wrong})"
    assert found.thrown == f"die {right[1]} ({right})"


def test_a_forged_card_is_named() -> None:
    at = first_with(TEXT, " c", TEXT.splitlines().index("moves"))
    card = TEXT.splitlines()[at].partition(" c")[2].split()[0]
    other = "0" if card != "0" else "1"
    found = verify(
        resealed(TEXT, lambda lines: [*lines[:at], lines[at].replace(f" c{card}", f" c{other}"), *lines[at + 1 :]])
    )
    assert found.verdict == "disproved"
    assert found.line == at + 1
    assert found.recorded == f"card {other} (c{other})"
    assert found.thrown == f"card {card} (c{card})"


def test_a_die_left_out_or_added_is_named() -> None:
    at = first_with(TEXT, " Roll | d", 30)
    line = TEXT.splitlines()[at].rpartition(" #")[0]
    short = verify(resealed(TEXT, lambda lines: [*lines[:at], line.rpartition(" ")[0], *lines[at + 1 :]]))
    assert (short.verdict, short.line) == ("disproved", at + 1)
    assert short.thrown.startswith("die ")
    assert short.recorded == ""
    added = verify(resealed(TEXT, lambda lines: [*lines[:at], f"{line} d3", *lines[at + 1 :]]))
    assert (added.verdict, added.line) == ("disproved", at + 1)
    assert added.recorded == "die 3 (d3)"


def test_a_secret_that_was_not_promised_is_found_at_its_line() -> None:
    at = first_with(TEXT, "secret ")
    found = verify(resealed(TEXT, lambda lines: [*lines[:at], f"secret {'0' * 64}", *lines[at + 1 :]]))
    assert found.verdict == "disproved"
    assert found.commitment is False
    assert found.line == at + 1


def test_a_promise_changed_together_with_its_secret_is_found_at_the_first_die() -> None:
    other = Game("clasico", seats=3, seed=99).dice
    secret, promise = first_with(TEXT, "secret "), first_with(TEXT, "commitment ")

    def swap(lines: list[str]) -> list[str]:
        lines[secret], lines[promise] = f"secret {other.secret}", f"commitment {other.commitment}"
        return lines

    found = verify(resealed(TEXT, swap))
    assert found.commitment is True
    assert found.verdict == "disproved"
    assert found.line is not None
    assert found.thrown


def test_a_broken_seal_is_found_at_its_line() -> None:
    lines = TEXT.splitlines()
    at = first_with(TEXT, " Roll | d")
    found = verify("\n".join([*lines[:at], lines[at].replace("Roll", "Rol"), *lines[at + 1 :]]))
    assert (found.verdict, found.line) == ("disproved", at + 1)
    assert "seal" in found.problem
