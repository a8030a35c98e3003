"""Try it again: from a moment of a finished game a table starts that replays, verifies and survives a restart."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from running import Running, good, refused, running, watch_to_the_end, with_server
from tables import PAUSE, SECRET, START, Play
from test_reviews import PEOPLE, kept, played

from magnate import Game
from magnate.actions import Roll
from magnate.fixes import FIRST, RULES
from magnate.protocol.entries import Started
from magnate.protocol.frames import encode
from magnate.record import Reader, open_game, play_moves
from magnate.server.live.agenda import due
from magnate.server.store.columns import LogRow
from magnate.server.tables.trying_again import Attempt, FirstGame, begin_again
from magnate.verify import verify

SET_UP = 5  # the table was made, three sat down, and it was started


def position_after(moves: int) -> str:
    """The position of the first game after so many moves."""
    reader = Reader(played())
    game = open_game(Game, reader, None, None)
    for place, _ in enumerate(play_moves(reader, game)):
        if place == moves:
            break
    return game.to_text()


async def tried(here: Running, table: str, moves: int, **asked: Any) -> dict[str, Any]:
    """The moment after so many moves, tried again."""
    wish = {"number": SET_UP + moves, "seat": 1, "name": "Ana", **asked}
    return dict(good(await here.ana.post(f"/api/tables/{table}/tries", json=wish)))


async def end_of(here: Running, made: dict[str, Any]) -> str:
    """Let a bot play the seat of a try to the end; the record."""
    lend = {"id": "lend", "tokens": [made["token"]], "command": {"type": "LetBotPlay", "seat": made["seat"]}}
    good(await here.ana.post(f"/api/tables/{made['table']}/commands", json=lend))
    await watch_to_the_end(here, made["table"])
    return (await here.ana.get(f"/api/tables/{made['table']}/record")).text


async def text_at(here: Running, table: str) -> str:
    """The position of a table now."""
    return (await here.node.live_table(table)).table.running().to_text()


def test_the_same_dice_repeat_the_moves_and_promise_the_same_secret(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        first = await kept(here)
        made = await tried(here, first, 40)
        assert await text_at(here, made["table"]) == position_after(40)
        state = good(await here.ana.get(f"/api/tables/{made['table']}"))
        assert state["status"] == "playing"
        assert state["branch"] == {"table": first, "number": SET_UP + 40, "seat": 1, "moves": 40, "dice": "same"}
        assert [bool(seat.get("person")) for seat in state["seats"]] == [False, True, False]
        record = (await here.ana.get(f"/api/tables/{made['table']}/record")).text
        assert "\nsecret " not in record  # as at any table, until it is over
        old, new = played().split("\nmoves\n")[1].split("\n"), record.split("\nmoves\n")[1].split("\n")
        assert [line.rpartition(" #")[0] for line in new[:41]] == [line.rpartition(" #")[0] for line in old[:41]]
        assert f"\ncommitment {state['commitment']}\n" in played()

    with_server(tmp_path, test)


def test_fresh_dice_begin_in_the_position_under_a_promise_of_their_own(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        first = await kept(here)
        made = await tried(here, first, 40, dice="fresh", entropy="my word")
        assert await text_at(here, made["table"]) == position_after(40)
        record = (await here.ana.get(f"/api/tables/{made['table']}/record")).text
        assert f"\nposition {position_after(40)}\n" in record
        assert '\nentropy 1 "my word"\n' in record
        commitment = good(await here.ana.get(f"/api/tables/{made['table']}"))["commitment"]
        assert commitment not in played()

    with_server(tmp_path, test)


def test_a_try_is_a_game_of_mine_in_lists_and_in_my_data(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        first = await kept(here)
        for dice in ("same", "fresh"):
            made = await tried(here, first, 40, dice=dice)
            mine = good(await here.ana.get("/api/me/games?running=true"))["tables"]
            assert made["table"] in [one["id"] for one in mine]
            data = good(await here.ana.get("/api/me/data"))["tables"]
            assert [one["seats"] for one in data if one["id"] == made["table"]] == [[1]]

    with_server(tmp_path, test, bot_pause_ms=60_000)


def test_no_name_of_the_first_game_is_taken_over(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        first = await kept(here)
        for dice in ("same", "fresh"):
            made = await tried(here, first, 40, dice=dice)
            rows = await here.node.store.rows(made["table"], 0)
            assert not [name for name in PEOPLE for row in rows if name.encode() in row.body + row.told]

    with_server(tmp_path, test)


def test_a_try_goes_on_after_a_restart_and_its_record_is_proved(tmp_path: Path) -> None:
    async def test() -> None:
        made = {}
        async with running(tmp_path, bot_pause_ms=0) as here:
            first = await kept(here)
            cookies = here.ana.cookies
            last = played().count("\n") - played().split("moves\n")[0].count("\n") - 30
            for dice in ("same", "fresh"):
                made[dice] = await tried(here, first, last, dice=dice)
                made[dice]["text"] = await text_at(here, made[dice]["table"])
        async with running(tmp_path, bot_pause_ms=0) as here:
            here.ana.cookies = cookies
            for dice in ("same", "fresh"):
                assert await text_at(here, made[dice]["table"]) == made[dice]["text"]
                record = await end_of(here, made[dice])
                found = verify(record)
                assert (found.verdict, found.over) == ("proved", True)
                assert good(await here.ana.get(f"/api/tables/{made[dice]['table']}"))["branch"]["dice"] == dice

    asyncio.run(test())


def test_with_the_same_dice_the_rules_are_those_of_the_first_game_and_with_fresh_ones_todays() -> None:
    play = Play("clasico", people=2).start()
    play.act(play.table.running().must[0], Roll())
    stored = [replace(entry, rules="") if isinstance(entry, Started) else entry for _, _, entry in play.log]
    rows = [LogRow("first234", number, START, "", "", encode(entry), b"") for number, entry in enumerate(stored, 1)]
    wish = Attempt("p9", "Ana", play.table.number, 0, "same", "house", id="again234", at=START)
    for again, rules in ((wish, FIRST), (replace(wish, dice="fresh"), RULES)):
        table, _ = begin_again(FirstGame("first234", SECRET, rows), again, 1_000, lambda: False)
        assert table.rules == rules


def test_the_agreed_time_goes_on_where_it_was() -> None:
    play = Play("clasico", people=2, options={"ending.minutes": 60}).start()
    play.now += 20 * 60_000
    play.act(play.table.running().must[0], Roll())
    rows = [LogRow("first234", number, at, "", "", encode(entry), b"") for number, at, entry in play.log]
    for dice in ("same", "fresh"):
        wish = Attempt("p9", "Ana", play.table.number, 0, dice, "house", id="again234", at=START + 9 * 3_600_000)
        table, _ = begin_again(FirstGame("first234", SECRET, rows), wish, 1_000, lambda: False)
        assert due(table, PAUSE) is not None
        assert table.started == wish.at - 20 * 60_000  # forty of sixty minutes are left
        assert table.running().to_text() == play.table.running().to_text()


def test_what_cannot_be_tried_is_refused_by_name(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        first = await kept(here)
        path = f"/api/tables/{first}/tries"
        numbers = [row.number for row in await here.node.store.rows(first, 0)]
        refused(await here.ana.post(path, json={"number": numbers[-1], "seat": 0}), 409, "is_over")
        refused(await here.ana.post(path, json={"number": 20, "seat": 3}), 404, "no_such_seat")
        refused(await here.ana.post(path, json={"number": 2, "seat": 0}), 409, "not_started")
        refused(await here.ana.post(path, json={"number": 20, "seat": 0, "level": "genius"}), 404, "no_such_level")
        going = (await here.quick())["table"]
        refused(await here.ana.post(f"/api/tables/{going}/tries", json={"number": 9, "seat": 0}), 403, "forbidden")

    with_server(tmp_path, test)
