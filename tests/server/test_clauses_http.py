"""HTTP, the rulebooks: every clause of an edition, and how what the book leaves open is settled."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import Running, good, refused, with_server

from magnate.clauses import BOOKS, ambiguities, clause, entry
from magnate.editions import load, names


@pytest.mark.parametrize("edition", names())
def test_the_book_of_an_edition_is_told_clause_by_clause(tmp_path: Path, edition: str) -> None:
    async def test(here: Running) -> None:
        book = good(await here.ana.get(f"/api/clauses/{edition}"))
        assert (book["edition"], book["title"]) == (edition, load(edition).file.name)
        prefix = next(prefix for prefix, name in BOOKS.items() if name == edition)
        assert book["clauses"]
        for told in book["clauses"]:
            assert told["id"].startswith(prefix + "-")
            said = clause(told["id"])
            assert (told["text"], told["chapter"], told["heading"]) == (said.text, said.chapter, said.heading)

    with_server(tmp_path, test)


def test_whatever_a_clause_points_to_is_told_too(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        book = good(await here.ana.get("/api/clauses/clasico"))
        settled = {told["id"]: told for told in book["settled"]}
        for told in book["clauses"]:
            assert set(told["see"]) <= settled.keys(), told["id"]
        for one in ambiguities():
            if "clasico" in one.editions:
                assert settled[one.id]["resolve"] == one.resolve
                assert settled[one.id]["why"] == one.why

    with_server(tmp_path, test)


def test_every_clause_an_event_may_name_is_told(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        for edition in names():
            book = good(await here.ana.get(f"/api/clauses/{edition}"))
            told = {one["id"] for one in (*book["clauses"], *book["settled"])}
            file = load(edition).file
            named = set(file.clauses.values()).union(*(one.clauses.values() for one in file.variants.values()))
            for id in named - {""}:
                assert id in told, f"{edition} names {id}: {entry(id)}"

    with_server(tmp_path, test)


def test_an_edition_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        body = refused(await here.ana.get("/api/clauses/atlantis"), 404, "no_such_edition")
        assert "clasico" in body["message"]

    with_server(tmp_path, test)
