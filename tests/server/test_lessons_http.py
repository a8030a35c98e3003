"""HTTP, lessons: listed, played move by move without a table, and every wrong request refused by name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from running import Running, good, refused, with_server

from magnate.editions import names
from magnate.lessons import TOPICS
from magnate.server.http.lesson_routes import MOST_MOVES

ROLL, BUY, END, CLAIM = ({"type": kind} for kind in ("Roll", "BuyDeed", "EndTurn", "ClaimRent"))


async def play(here: Running, lesson: str, *moves: dict[str, Any], **more: Any) -> Any:
    """A lesson after these moves."""
    return good(await here.ana.post(f"/api/lessons/{lesson}", json={"moves": list(moves), **more}))


@pytest.mark.parametrize("edition", names())
def test_every_lesson_that_is_listed_can_be_played_by_its_solution(tmp_path: Path, edition: str) -> None:
    async def test(here: Running) -> None:
        listed = good(await here.ana.get(f"/api/lessons/{edition}"))
        assert [one["lesson"] for one in listed] == list(TOPICS)
        for one in listed:
            moves: list[dict[str, Any]] = []
            found = await play(here, f"{edition}/{one['lesson']}")
            number = found["table"]["number"]
            while found["solution"] is not None:
                moves.append(found["solution"])
                found = await play(here, f"{edition}/{one['lesson']}", *moves)
                assert found["asked"]
                # What is told follows without a gap on what was told before.
                assert [frame["number"] for frame in found["told"]] == list(
                    range(number + 1, found["table"]["number"] + 1)
                )
                number = found["table"]["number"]
            assert (found["step"], found["done"]) == (None, one["steps"])

    with_server(tmp_path, test)


def test_what_the_others_do_first_comes_with_the_view_before_it(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        found = await play(here, "clasico/claim", name="Ana")
        assert [seat["name"] for seat in found["table"]["seats"]] == ["Ana", "Bianca"]
        assert [frame["entry"]["seat"] for frame in found["told"]] == [1]
        assert (found["before"]["seats"][1]["space"], found["view"]["seats"][1]["space"]) == (18, 24)
        claimed = await play(here, "clasico/claim", CLAIM, name="Ana")
        assert claimed["view"]["seats"][0]["cash"] == 620
        assert [frame["entry"]["type"] for frame in claimed["told"]] == ["Played", "Played"]

    with_server(tmp_path, test)


def test_a_move_that_is_not_asked_for_is_said_to_be_so_and_changes_nothing(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        before = await play(here, "clasico/buy", ROLL)
        other = await play(here, "clasico/buy", ROLL, {"type": "RefuseDeed"})
        assert (before["asked"], other["asked"]) == (True, False)
        assert other["told"] == []
        assert {key: other[key] for key in ("view", "step", "done", "table")} == {
            key: before[key] for key in ("view", "step", "done", "table")
        }
        assert (await play(here, "clasico/buy", ROLL, BUY, END))["step"] is None

    with_server(tmp_path, test)


def test_what_cannot_be_played_is_refused_by_name(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        async def post(lesson: str, body: Any) -> Any:
            return await here.ana.post(f"/api/lessons/{lesson}", json=body)

        refused(await here.ana.get("/api/lessons/atlantis"), 404, "no_such_edition")
        refused(await post("atlantis/buy", {}), 404, "no_such_edition")
        assert "roll, buy, rent" in refused(await post("clasico/flying", {}), 404, "no_such_page")["message"]
        wrong = refused(await post("clasico/buy", {"moves": [BUY]}), 409, "illegal")
        assert {option["type"] for option in wrong["legal"]} >= {"Roll"}
        # Nothing follows a move that the lesson did not ask for.
        refused(await post("clasico/buy", {"moves": [ROLL, {"type": "RefuseDeed"}, BUY]}), 409, "illegal")
        bodies: list[Any] = [
            {"moves": [{"type": "Fly"}]},
            {"moves": "Roll"},
            {"moves": [{"type": "Bid", "amount": -1}]},
            {"moves": [ROLL] * (MOST_MOVES + 1)},
            {"name": ""},
            {"name": "​"},
            {"name": "x" * 25},
            {"further": 1},
            [],
        ]
        for body in bodies:
            refused(await post("clasico/buy", body), 400, "malformed")
        long = await here.ana.post("/api/lessons/clasico/buy", content=b'{"name": "' + b"x" * 1_000_000 + b'"}')
        refused(long, 413, "too_long")

    with_server(tmp_path, test)


def test_a_group_of_another_size_is_refused(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        moves = {"moves": [{"type": "Build", "group": 3, "levels": [1]}]}
        refused(await here.ana.post("/api/lessons/clasico/build", json=moves), 409, "illegal")

    with_server(tmp_path, test)
