"""The bar of chances: for those who watch and for replays, off where the host wants it, never for those who play."""

from __future__ import annotations

from pathlib import Path

from running import Running, good, hear, refused, say, with_server
from test_reviews import kept


def test_everybody_sees_the_chances_of_a_finished_game(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table = await kept(here)
        last = (await here.node.store.rows(table, 0))[-1].number
        end = good(await here.ana.get(f"/api/tables/{table}/chances"))
        assert end["number"] == last
        assert sorted(end["chances"]) == [0, 0, 1_000_000]
        start = good(await here.ana.get(f"/api/tables/{table}/chances?number=5"))
        assert start["chances"] == [333_333] * 3
        refused(await here.ana.get(f"/api/tables/{table}/chances?number=2"), 409, "not_started")
        refused(await here.ana.get(f"/api/tables/{table}/chances?number={last + 1}"), 404, "no_such_page")

    with_server(tmp_path, test)


def test_who_has_a_seat_is_never_told_and_who_watches_is(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        made = await here.quick(seats=3)
        path = f"/api/tables/{made['table']}/chances"
        told = refused(await here.ana.get(path), 403, "forbidden")
        assert "for those who watch" in told["message"]
        lend = {"id": "lend", "tokens": [made["token"]], "command": {"type": "LetBotPlay", "seat": 0}}
        good(await here.ana.post(f"/api/tables/{made['table']}/commands", json=lend))
        refused(await here.ana.get(path), 403, "forbidden")  # the seat is still hers
        refused(await here.ana.get(f"{path}?number=5"), 403, "forbidden")
        watcher = here.guest()
        assert sum(good(await watcher.get(path))["chances"]) == 999_999  # three thirds, at the opening
        async with here.socket(made["table"]) as socket:  # and nothing of it comes over the socket
            await say(socket, type="Hello", protocol=1, tokens=[made["token"]])
            assert "chances" not in (await hear(socket, "Welcome")).get("view", {})

    with_server(tmp_path, test, bot_pause_ms=60_000)


def test_a_host_turns_them_off_and_private_purses_keep_them_until_the_end(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        watcher = here.guest()
        for config in ({"chances": False}, {"options": {"table.private_cash": True}}):
            table = await here.table(seats=2, **config)
            for number, command in enumerate(
                [{"type": "SetBot", "seat": 0}, {"type": "SetBot", "seat": 1}, {"type": "Start"}]
            ):
                body = {"id": f"c{number}", "command": command}
                good(await here.ana.post(f"/api/tables/{table}/commands", json=body))
            refused(await watcher.get(f"/api/tables/{table}/chances"), 403, "forbidden")

    with_server(tmp_path, test, bot_pause_ms=60_000)
