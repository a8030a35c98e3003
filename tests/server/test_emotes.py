"""Bots with names, and emotes: said like words, with the limits of the chat, and readable for everybody."""

from __future__ import annotations

import msgspec
import pytest

from magnate.protocol import entries as log
from magnate.protocol.commands import Command, Say
from magnate.protocol.frames import encode
from magnate.server.live.broadcast import Frame
from magnate.server.store.columns import LogRow
from magnate.server.tables.levels import NAMES, bot_name

EDITIONS = ("expopolis", "monopoli-server", "europolis", "clasico", "castis", "one-of-my-own")


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_bot_at_a_full_table_has_another_name(edition: str) -> None:
    taken: list[str] = []
    for seat in range(8):
        taken.append(bot_name(edition, seat, taken))
    assert len(set(taken)) == 8
    assert set(taken) <= set(NAMES)


def test_a_bot_never_has_the_name_of_a_person_at_the_table() -> None:
    name = bot_name("clasico", 1, [])
    assert bot_name("clasico", 1, [name.lower()]) != name
    assert bot_name("clasico", 1, []) == name


def test_an_emote_is_one_of_six_and_has_words_for_who_cannot_see_it() -> None:
    said = msgspec.json.decode(b'{"type":"Say","text":"Ha ha","emote":"laugh"}', type=Command)
    assert said == Say("Ha ha", "laugh")
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"type":"Say","text":"Ha ha","emote":"casino"}', type=Command)
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"type":"Say","emote":"laugh"}', type=Command)


def test_what_was_said_before_there_were_emotes_is_read_as_words() -> None:
    entry = msgspec.json.decode(b'{"type":"Said","person":"p","name":"Ana","text":"Hi","seat":0}', type=log.Entry)
    assert entry == log.Said("p", "Ana", "Hi", 0, None)


def test_whoever_muted_somebody_sees_neither_words_nor_emote() -> None:
    said = log.Said("p", "Ana", "Ha ha", 0, "laugh")
    frame = Frame(LogRow("t", 3, 0, "", "", encode(said), b""), said)
    assert b"laugh" in frame.text((), [])
    assert b"laugh" not in frame.text(("p",), [])
    assert b"Ha ha" not in frame.text(("p",), [])
