"""HTTP, the past of a game: any position by its number, what everybody was worth, and who may know it when."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import msgspec
import pytest
from running import Running, good, refused, watch_to_the_end, with_server

from magnate import Game
from magnate.actions import Roll
from magnate.bots.explain import Considered, Explanation, Reason
from magnate.editions import names
from magnate.server.http import replay_routes as http_replay
from magnate.server.live import node as node
from magnate.server.tables import replay as replay
from magnate.server.tables.levels import decide
from magnate.view import View

FOR_GOOD = "public, max-age=31536000, immutable"
A_WHILE = "private, max-age=300"  # with names, which may be deleted


def played(edition: str, moves: int, **options: Any) -> tuple[str, list[View], list[list[int]]]:
    """A game among bots as a record, with the view and everybody's wealth after every move."""
    game = Game(edition, seats=2, seed=5, **options)
    views, wealth = [game.view()], [[game.wealth(seat) for seat in range(2)]]
    while game.must and len(game.moves) < moves:
        seat = game.must[0]
        game.play(seat, decide("house", game, seat))
        views.append(game.view())
        wealth.append([game.wealth(seat) for seat in range(2)])
    return game.record(), views, wealth


def read(body: dict[str, Any]) -> View:
    """The view in an answer."""
    return msgspec.convert(body["view"], View)


def unnamed(view: View) -> View:
    """A view without names: a text has none."""
    return msgspec.structs.replace(view, seats=[msgspec.structs.replace(seat, name="") for seat in view.seats])


@pytest.mark.parametrize("edition", names())
def test_every_past_position_is_as_it_was(tmp_path: Path, edition: str) -> None:
    record, views, _ = played(edition, 3 * replay.APART)

    async def test(here: Running) -> None:
        table = good(await here.ana.post("/api/records", content=record.encode()))["table"]
        first = 4  # the table was made, two sat down, and it was started
        for move in [0, 1, replay.APART - 1, replay.APART, replay.APART + 1, 2 * replay.APART, len(views) - 1, 3]:
            response = await here.ana.get(f"/api/tables/{table}/moves/{first + move}")
            body = good(response)
            assert body["number"] == first + move
            assert read(body) == views[move]
            described = good(await here.ana.get("/api/position", params={"text": body["text"]}))
            assert described["text"] == body["text"]
            assert unnamed(read(described)) == unnamed(views[move])
        assert (response.headers["cache-control"] == A_WHILE) == views[-1].over

    with_server(tmp_path, test)


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        ("magnate1/clasico/1500@0:99/1500@0", "malformed", "'99' is no deed"),
        ("magnate1/clasico/1500@0/1500@0/cash=0:-5/at=0:99", "malformed", "no fact of its own"),
        ("magnate1/atlantis/1500@0/1500@0", "malformed", "atlantis"),
        ("", "malformed", "magnate1"),
        ("magnate1/clasico/" + "1500@0/" * 2000, "too_long", "8192"),
    ],
)
def test_a_text_that_is_no_position_is_refused_by_name(tmp_path: Path, text: str, error: str, says: str) -> None:
    async def test(here: Running) -> None:
        response = await here.ana.get("/api/position", params={"text": text})
        assert (response.status_code, response.json()["error"]) == (413 if error == "too_long" else 400, error)
        assert says in response.json()["message"]

    with_server(tmp_path, test)


def test_worth_is_told_from_start_to_end_wherever_it_changed(tmp_path: Path) -> None:
    record, views, wealth = played("clasico", 5000)
    assert views[-1].over

    async def test(here: Running) -> None:
        table = good(await here.ana.post("/api/records", content=record.encode()))["table"]
        response = await here.ana.get(f"/api/tables/{table}/worth")
        assert response.headers["cache-control"] == FOR_GOOD
        changes = {0: wealth[0]} | {move: now for move, now in enumerate(wealth) if move and now != wealth[move - 1]}
        assert good(response)["fortunes"] == [{"number": 4 + move, "worth": now} for move, now in changes.items()]
        assert [seat.worth for seat in views[-1].seats] == wealth[-1]

    with_server(tmp_path, test)


async def private_game(here: Running) -> tuple[str, str]:
    """A game of Ana's against a bot where purses are private: the table, and Ana's token."""
    table = await here.table(seats=2, options={"table.private_cash": True})
    sat = await ask(here, table, {"type": "Sit", "seat": 0})
    await ask(here, table, {"type": "SetBot", "seat": 1})
    await ask(here, table, {"type": "Start"}, sat["token"])
    return table, sat["token"]


async def ask(here: Running, table: str, command: dict[str, Any], *tokens: str) -> Any:
    """Ana asks something of a table."""
    body = {"id": f"{command}"[:40], "command": command, "tokens": list(tokens)}
    return good(await here.ana.post(f"/api/tables/{table}/commands", json=body))


async def over(here: Running, table: str) -> int:
    """Wait for the end of a game; its last number."""
    await watch_to_the_end(here, table)
    return int(good(await here.ana.get(f"/api/tables/{table}"))["number"])


def test_private_purses_stay_private_until_the_game_is_over(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table, token = await private_game(here)
        start = good(await here.ana.get(f"/api/tables/{table}"))["number"]
        response = await here.ana.get(f"/api/tables/{table}/moves/{start}")
        assert response.headers["cache-control"] == "no-store"
        for seat in read(good(response)).seats:
            assert (seat.cash, seat.worth) == (None, None)
        assert Game.from_text(good(response)["text"], seed=1).state.cash[:2] == [0, 0]
        refused(await here.ana.get(f"/api/tables/{table}/worth"), 403, "forbidden")
        await ask(here, table, {"type": "Stand", "seat": 0}, token)
        last = await over(here, table)
        fortunes = good(await here.ana.get(f"/api/tables/{table}/worth"))["fortunes"]
        for number in (start, (start + last) // 2):
            seats = read(good(await here.ana.get(f"/api/tables/{table}/moves/{number}"))).seats
            then = [fortune for fortune in fortunes if fortune["number"] <= number][-1]
            assert [seat.worth for seat in seats] == then["worth"]
            assert all(seat.cash is not None for seat in seats)

    with_server(tmp_path, test, bot_pause_ms=0)


def test_the_past_grows_with_the_game(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        made = await here.quick(seats=2)
        table = made["table"]
        seen = good(await here.ana.get(f"/api/tables/{table}"))["number"]
        early = good(await here.ana.get(f"/api/tables/{table}/moves/{seen}"))
        assert good(await here.ana.get(f"/api/tables/{table}/worth"))["fortunes"]
        await ask(here, table, {"type": "Stand", "seat": 0}, made["token"])
        last = await over(here, table)
        assert good(await here.ana.get(f"/api/tables/{table}/moves/{seen}")) == early
        assert read(good(await here.ana.get(f"/api/tables/{table}/moves/{last}"))).over
        log = good(await here.ana.get(f"/api/tables/{table}/log", params={"limit": 1, "after": last - 1}))
        assert log["told"][0]["number"] == last

    with_server(tmp_path, test, bot_pause_ms=0)


def test_what_is_not_the_past_is_refused(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table = await here.table()
        for path in ("moves/1", "worth"):
            refused(await here.ana.get(f"/api/tables/{table}/{path}"), 409, "not_started")
            refused(await here.ana.get(f"/api/tables/zzzzzzzz/{path}"), 404, "no_such_table")
        made = await here.quick(seats=2)
        at = f"/api/tables/{made['table']}/moves"
        start = good(await here.ana.get(f"/api/tables/{made['table']}"))["number"]
        assert "before" in refused(await here.ana.get(f"{at}/1"), 404, "no_such_page")["message"]
        for wrong in (start + 100_000, -1, "x", "1.5", "9" * 5000, ""):
            refused(await here.ana.get(f"{at}/{wrong}"), 404, "no_such_page")

    with_server(tmp_path, test, bot_pause_ms=60_000)


def test_replays_not_looked_at_for_long_are_forgotten_and_made_again(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        record, views, _ = played("expopolis", 30)
        tables = []
        for _ in range(replay.CACHED + 1):
            tables.append(good(await here.ana.post("/api/records", content=record.encode()))["table"])
            good(await here.ana.get(f"/api/tables/{tables[-1]}/worth"))
        assert list(here.node.replay_cache.kept) == tables[1:]
        assert read(good(await here.ana.get(f"/api/tables/{tables[0]}/moves/10"))) == views[6]

    with_server(tmp_path, test, records_per_hour=1000)


def explanation(key: str | None = None) -> Explanation:
    """What a bot might say."""
    return Explanation("trader", Roll(), [Considered(Roll(), Reason("roll"))], Reason(key) if key else None)


async def finished(here: Running) -> str:
    """A game that is over, and its first move."""
    record, views, _ = played("clasico", 5000)
    assert views[-1].over
    table = good(await here.ana.post("/api/records", content=record.encode()))["table"]
    return f"/api/tables/{table}/moves/5/why"


def test_only_so_many_ask_a_bot_at_a_time_and_where_too_many_wait_they_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking: list[int] = [0, 0]  # now, and at most
    go = threading.Event()

    def explain(*asked: object) -> Explanation:
        thinking[0] += 1
        thinking[1] = max(thinking)
        go.wait(20)
        thinking[0] -= 1
        return explanation()

    async def test(here: Running) -> None:
        why = await finished(here)
        good(await here.ana.get(why))
        go.clear()
        monkeypatch.setattr(http_replay, "explain", explain)
        asking = []
        for place, address in enumerate(("203.0.113.1", "203.0.113.2"), 1):  # each has half of the line, and its turn
            guest = here.guest(**{"x-forwarded-for": address})
            asking += [asyncio.create_task(guest.get(why)) for _ in range(node.SHARE)]
            while here.node.in_line[address] < node.SHARE or thinking[0] < place:
                await asyncio.sleep(0.01)
            assert thinking == [place, place]
            refused(await guest.get(why), 503, "busy")
        assert here.node.in_line.total() == node.REPLAYS + node.LINE
        refused(await here.ana.get(why), 503, "busy")
        go.set()
        for one in asking:
            good(await one)
        assert thinking == [0, node.REPLAYS]
        assert not here.node.in_line
        assert not here.node.turns

    with_server(tmp_path, test, behind_proxy=True)


def test_what_a_bot_says_before_it_is_ready_is_not_kept_by_browsers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(here: Running) -> None:
        why = await finished(here)
        for key, kept in (("preparing", "no-store"), ("played_out", FOR_GOOD), (None, FOR_GOOD)):
            monkeypatch.setattr(http_replay, "explain", lambda *asked, key=key: explanation(key))
            assert (await here.ana.get(why)).headers["cache-control"] == kept

    with_server(tmp_path, test)
