"""Puzzles over HTTP: one a day for each edition, and every one by its id."""

from __future__ import annotations

from pathlib import Path

from running import Running, good, refused, with_server

from magnate.review.puzzles import shipped
from magnate.server.http.puzzle_routes import DAY


def test_the_puzzle_of_the_day_is_listed_and_shown_with_its_position(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        found = good(await here.ana.get("/api/puzzles/clasico"))
        kept = shipped("clasico").puzzles
        assert [one["puzzle"] for one in found["puzzles"]] == [one.id for one in kept]
        assert found["today"] == kept[here.node.registry.clock.now() // DAY % len(kept)].id
        shown = good(await here.ana.get(f"/api/puzzles/clasico/{found['today']}"))
        assert shown["puzzle"]["id"] == found["today"]
        assert shown["view"]["edition"] == "clasico"
        assert not any(seat["name"] for seat in shown["view"]["seats"])
        assert all(seat["cash"] is not None for seat in shown["view"]["seats"])
        refused(await here.ana.get("/api/puzzles/clasico/nonsense"), 404, "no_such_page")
        refused(await here.ana.get("/api/puzzles/atlantis"), 404, "no_such_edition")
        assert (await here.ana.get("/puzzles/clasico")).status_code == 200

    with_server(tmp_path, test)
