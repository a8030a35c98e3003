"""The terminal game as people meet it: a real process on a real terminal, in every language."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from teletype import Teletype, surroundings
from typist import MORE_LINES

import forked
from magnate.editions import names
from magnate.game import Game
from magnate.words import LANGUAGES, Words


def answer_for(game: Game, words: Words) -> str:
    """What a cautious player types where this game stands: the table's own default, in words."""
    action = game.default_action(0)
    return words.word(action)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_person_plays_is_killed_and_goes_on_with_the_same_game(lang: str, tmp_path: Path) -> None:
    words = Words(lang)
    path = tmp_path / "mine.record"
    start = ["play", "--edition", "castis", "--people", "Ana", "--bots", "1", "--seed", "7", "--lang", lang]
    with Teletype(*start, "--save", str(path), data=tmp_path) as terminal:
        for _ in range(6):
            terminal.expect("Ana> ")
            terminal.type(answer_for(Game.replay(path.read_text(encoding="utf-8")), words))
        terminal.expect("Ana> ")
        terminal.type(words.say("show"))
        terminal.expect("Ana> ")
        before = path.read_text(encoding="utf-8")
        terminal.process.kill()
    assert path.read_text(encoding="utf-8") == before
    with Teletype("play", "--resume", str(path), data=tmp_path) as terminal:
        terminal.expect(words.say("resumed", path=path)[:20])
        terminal.expect("Ana> ")
        assert path.read_text(encoding="utf-8") == before
        again = Game.replay(before)
        assert again.state.values() == Game.replay(path.read_text(encoding="utf-8")).state.values()
        terminal.type(answer_for(again, words))
        terminal.expect("Ana> ")
        terminal.type(words.say("quit"))
        assert terminal.end() == 0
    after = path.read_text(encoding="utf-8").splitlines()
    assert after[: len(before.splitlines()) - 1] == before.splitlines()[:-1]
    assert len(after) > len(before.splitlines())


@pytest.mark.parametrize("edition", names())
def test_bots_alone_play_a_game_to_its_end(edition: str, tmp_path: Path) -> None:
    path = tmp_path / "bots.record"
    words = ["--edition", edition, "--people", "", "--seats", "3", "--seed", "3", "--save", str(path)]
    done = forked.run("play", *words, environment=surroundings(tmp_path), folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "The game is over." in done.stdout
    assert str(path) in done.stdout
    assert Game.replay(path.read_text(encoding="utf-8")).is_over


def test_without_options_it_asks_and_enter_takes_what_stands_in_brackets(tmp_path: Path) -> None:
    with Teletype("play", "--terminal", data=tmp_path, lang="it_IT.UTF-8") as terminal:
        terminal.expect("[it]")
        for question in ("A che cosa giochiamo?", "In quale modalità", "Chi gioca", "Quanti bot"):
            terminal.type("")
            terminal.expect(question)
        terminal.type("1")
        terminal.expect("Benvenuti a Magnate: Clásico, con 2 giocatori")
        terminal.expect("Ana> ")
        terminal.type("tira")
        terminal.expect("Ana tira")
        terminal.expect("Ana> ", "Invio per continuare")
        terminal.press(b"\x04")
        terminal.expect("A presto")
        assert terminal.end() == 0
    with Teletype("play", "--terminal", data=tmp_path) as terminal:
        terminal.expect("[en]")
        terminal.type("ro")
        terminal.expect("neterminat", "Continui")
        terminal.type("")
        terminal.expect("continuă")
        assert terminal.expect("Ana> ", "[Urmează") in ("Ana> ", "[Urmează")
        terminal.press(b"\x03")
        terminal.expect("Pe curând")
        assert terminal.end() == 130


def test_ctrl_c_and_ctrl_d_in_the_questions_are_no_drama(tmp_path: Path) -> None:
    for key, code in ((b"\x03", 130), (b"\x04", 0)):
        with Teletype("play", "--terminal", data=tmp_path) as terminal:
            terminal.expect("[en]")
            terminal.press(key)
            assert terminal.end() == code


def test_two_people_pass_the_keyboard(tmp_path: Path) -> None:
    options = ["--edition", "castis", "--people", "Ana,Ion", "--bots", "0", "--lang", "en", "--seed", "2"]
    with Teletype("play", *options, data=tmp_path, cold=True) as terminal:
        terminal.expect("pass the keyboard to Ana")
        terminal.type("")
        terminal.expect("Ana> ")
        terminal.type("roll")
        terminal.expect("pass the keyboard to Ion")
        terminal.type("")
        terminal.expect("Ion> ")
        terminal.type("Ana: show")
        terminal.expect("Ion> ")
        terminal.type("quit")
        terminal.expect("magnate play --resume")
        assert terminal.end() == 0


def garbage(seed: int) -> bytes:
    """Lines nobody would type, and some that somebody would."""
    chance = random.Random(seed)
    words = list(Words("en").book.word.values())
    lines = []
    for _ in range(250):
        lines.append(
            chance.choice(
                [
                    chance.choice(words).encode(),
                    str(chance.randrange(12)).encode(),
                    f"{chance.choice(words)} {chance.randrange(300)}".encode(),
                    chance.choice(MORE_LINES).encode(),
                    bytes(chance.randrange(1, 256) for _ in range(chance.randrange(40))).replace(b"\n", b""),
                    b"",
                ]
            )
        )
    return b"\n".join(lines)


@pytest.mark.parametrize("seed", range(4))
def test_garbage_in_a_pipe_ends_without_a_traceback(seed: int, tmp_path: Path) -> None:
    edition = ["clasico", "europolis", "expopolis", "castis"][seed]
    more = ["--terminal"] if seed == 3 else ["--edition", edition, "--people", "Ana,Ion", "--bots", "1", "--lang", "en"]
    done = forked.run("play", *more, environment=surroundings(tmp_path), folder=tmp_path, typed=garbage(seed))
    out = done.stdout + done.stderr
    assert "Traceback" not in out
    assert done.returncode == 0, out[-2000:]
    assert not list(tmp_path.rglob("crash-*")), out[-2000:]


def test_a_broken_save_gets_one_clear_line(tmp_path: Path) -> None:
    path = tmp_path / "broken.record"
    game = Game("castis", seats=2, seed=1)
    game.play(game.must[0], game.default_action(game.must[0]))
    for text in ("", "rubbish", game.record()[:-30], game.record().replace("Roll", "Rool"), game.record(reveal=False)):
        path.write_text(text, encoding="utf-8")
        done = forked.run("play", "--resume", str(path), environment=surroundings(tmp_path), folder=tmp_path)
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1
        assert str(path) in done.stderr
