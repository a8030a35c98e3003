"""Stacked combining marks over the wire: in what is said and in every name they are cut before anybody sees them."""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from running import Running, good, hear, refused, say, with_server

PILED = "A" + "\u0335" * 9 + "n" + "\u0489" * 9  # 20 letters: a name may have 24
CUT = "A" + "\u0335" * 3 + "n" + "\u0489" * 3


def is_cut(text: str) -> bool:
    """Whether no letter of a text bears more than three marks."""
    marks = "".join("m" if unicodedata.category(letter) in ("Mn", "Me") else "l" for letter in text)
    return re.search("m{4}|^m", marks) is None


async def do(guest: Any, table: str, **command: Any) -> Any:
    """Ask something of a table over HTTP."""
    asked = {"id": command["type"], "command": command, "tokens": []}
    return await guest.post(f"/api/tables/{table}/commands", json=asked)


def test_marks_stacked_in_what_is_said_are_cut_for_everybody(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table = await here.table(seats=2)
        async with here.socket(table) as listener, here.socket(table, here.guest()) as speaker:
            for socket in (listener, speaker):
                await say(socket, type="Hello")
                await hear(socket, "Welcome")
            piles = "".join(f"{letter}{chr(0x300 + place) * 40}" for place, letter in enumerate("hello"))
            await say(speaker, type="Do", id="piles", command={"type": "Say", "text": piles})
            await hear(speaker, "Done")
            text = ""
            while not text:
                text = (await hear(listener, "Told"))["entry"].get("text", "")
        assert is_cut(text)
        assert not is_cut(piles)
        assert [one for one in unicodedata.normalize("NFD", text) if one.isalpha()] == [*"hello"]
        log = good(await here.ana.get(f"/api/tables/{table}/log"))  # what is stored is what was told
        assert [told["entry"]["text"] for told in log["told"] if told["entry"]["type"] == "Said"] == [text]

    with_server(tmp_path, test)


def test_marks_that_stand_on_no_letter_say_nothing(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table = await here.table(seats=2)
        refused(await do(here.ana, table, type="Say", text="\u0301" * 200), 400, "malformed")
        refused(await do(here.ana, table, type="Sit", name="\u0489" * 20), 400, "malformed")
        refused(await here.ana.put("/api/me", json={"name": "\u0336" * 20}), 400, "malformed")

    with_server(tmp_path, test)


@pytest.mark.parametrize("where", ["me", "sit", "take over", "quick", "bot", "kept out", "lesson"])
def test_marks_stacked_in_a_name_are_cut_wherever_it_is_given(tmp_path: Path, where: str) -> None:
    async def test(here: Running) -> None:
        ana = here.ana
        if where == "me":
            assert good(await ana.put("/api/me", json={"name": PILED}))["name"] == CUT
            assert good(await ana.get("/api/me"))["name"] == CUT
        elif where == "sit":
            table = await here.table(seats=2)
            good(await do(ana, table, type="Sit", name=PILED))
            assert good(await ana.get(f"/api/tables/{table}"))["seats"][0]["name"] == CUT
        elif where == "take over":
            table = await here.table(seats=2, takeover=True)
            for command in ({"type": "Sit"}, {"type": "SetBot", "seat": 1}, {"type": "Start"}):
                good(await do(ana, table, **command))
            good(await do(here.guest(), table, type="TakeOver", seat=1, name=PILED))
            assert good(await ana.get(f"/api/tables/{table}"))["seats"][1]["name"] == CUT
        elif where == "quick":
            made = await here.quick(seats=2, name=PILED)
            state = good(await ana.get(f"/api/tables/{made['table']}"))
            assert state["seats"][made["seat"]]["name"] == CUT
        elif where == "bot":
            token = good(await ana.post("/api/bots", json={"name": PILED}))["token"]
            bot = here.guest(Authorization=f"Bearer {token}")
            assert good(await bot.get("/api/me"))["name"] == CUT
        elif where == "kept out":
            table = await here.table(seats=2)
            person = good(await here.guest().get("/api/me"))["id"]
            good(await do(ana, table, type="KeepOut", person=person, name=PILED))
            assert good(await ana.get(f"/api/tables/{table}"))["kept_out"] == [{"person": person, "name": CUT}]
        else:
            lesson = await ana.post("/api/lessons/clasico/buy", json={"moves": [], "name": PILED})
            assert CUT in json.dumps(good(lesson), ensure_ascii=False)
            assert is_cut(lesson.text)

    with_server(tmp_path, test)
