"""Editions of one's own on a server: offered by the setting `editions`, listed, explained and played as others are."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from running import good, refused, running

from magnate.editions import EditionError, load, names, offer
from magnate.editions.files import FURTHER
from magnate.server.admin import NotPossible, show_table
from magnate.server.live.node import Node
from magnate.server.operations.settings import gather

EXAMPLES = Path(__file__).parent.parent.parent / "examples" / "editions"
LAGOON = EXAMPLES / "lagoon.toml"


@pytest.fixture(autouse=True)
def nothing_further() -> Iterator[None]:
    """Whatever a test offers, the next one does not have."""
    assert not FURTHER
    yield
    FURTHER.clear()


def test_a_folder_or_a_file_is_a_flag_a_name_of_the_environment_or_a_line_of_the_file(tmp_path: Path) -> None:
    assert gather({}, {}).editions == []
    assert gather({"editions": "a, b.toml"}, {}).editions == ["a", "b.toml"]
    assert gather({}, {"MAGNATE_EDITIONS": "a"}).editions == ["a"]
    file = tmp_path / "magnate.toml"
    file.write_text('editions = ["a, with a comma", "b"]\n')
    assert gather({}, {}, file).editions == ["a, with a comma", "b"]


def test_an_edition_that_is_offered_has_a_name_like_the_others() -> None:
    assert offer([EXAMPLES]) == ["lagoon"]
    assert offer([LAGOON]) == ["lagoon"]  # once more does no harm
    assert names().count("lagoon") == 1
    assert load("lagoon").file is load(LAGOON).file


def test_what_cannot_be_offered_is_named(tmp_path: Path) -> None:
    with pytest.raises(EditionError, match=r"nowhere: cannot be read: No such file"):
        offer([tmp_path / "nowhere"])
    with pytest.raises(EditionError, match=r"no edition is in this folder; expected \.toml files"):
        offer([tmp_path])
    twin = tmp_path / "twin.toml"
    twin.write_text(LAGOON.read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(EditionError, match=r"id: there is an edition 'lagoon' already: .*lagoon\.toml"):
        offer([LAGOON, twin])
    twin.write_text(LAGOON.read_text(encoding="utf-8").replace('"lagoon"', '"castis"', 1), encoding="utf-8")
    with pytest.raises(EditionError, match="there is an edition 'castis' already: the one that comes with the game"):
        offer([twin])
    twin.write_text("id = 5", encoding="utf-8")
    with pytest.raises(EditionError, match=r"twin\.toml:\n  id: expected text"):
        offer([twin])


def test_a_server_does_not_start_with_an_edition_that_cannot_be_played(tmp_path: Path) -> None:
    settings = gather({"editions": str(tmp_path), "database": str(tmp_path / "tables.db")}, {})
    with pytest.raises(EditionError, match="no edition is in this folder"):
        asyncio.run(Node.open(settings))


def test_an_own_edition_is_listed_explained_and_played(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path, editions=str(EXAMPLES)) as here:
            listed = {one["id"]: one for one in good(await here.ana.get("/api/editions"))}
            assert listed["lagoon"]["title"] == "Lagoon"
            assert listed["lagoon"]["seats"] == [2, 6]
            assert len(good(await here.ana.get("/api/editions/lagoon"))["spaces"]) == 52
            book = good(await here.ana.get("/api/clauses/lagoon"))
            assert [clause["id"] for clause in book["clauses"]][:2] == ["LAG-01", "LAG-02"]
            assert len(book["clauses"]) == 48
            assert book["settled"] == []
            table = (await here.quick(edition="lagoon", seats=3))["table"]
            state = good(await here.ana.get(f"/api/tables/{table}"))
            assert state["config"]["edition"] == "lagoon"
            record = (await here.ana.get(f"/api/tables/{table}/record")).text
            assert "\nedition lagoon 1\n" in record
            refused(await here.ana.post("/api/tables", json={"edition": "lagoon", "seats": 7}), 400, "bad_config")

    asyncio.run(play())


def test_an_edition_that_extends_another_explains_itself_with_that_book(tmp_path: Path) -> None:
    folder = tmp_path / "editions"
    folder.mkdir()
    text = 'id = "rich"\nextends = "clasico"\nname = "Rich"\nversion = 1\n[rules]\nstart.salary = 400\n'
    (folder / "rich.toml").write_text(text)

    async def ask() -> None:
        async with running(tmp_path, editions=str(folder)) as here:
            rich, clasico = [good(await here.ana.get(f"/api/clauses/{name}")) for name in ("rich", "clasico")]
            assert rich["clauses"] == clasico["clauses"]
            assert rich["settled"] == clasico["settled"]

    asyncio.run(ask())


def test_without_the_setting_a_file_is_no_edition(tmp_path: Path) -> None:
    async def ask() -> None:
        async with running(tmp_path) as here:
            assert "lagoon" not in [one["id"] for one in good(await here.ana.get("/api/editions"))]
            for name in ("lagoon", str(LAGOON)):
                answer = await here.ana.post("/api/tables", json={"edition": name[:40]})
                refused(answer, 400, "bad_config")

    asyncio.run(ask())


def test_a_table_whose_edition_is_no_longer_offered_is_refused_and_the_others_play_on(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path, editions=str(EXAMPLES)) as here:
            table = (await here.quick(edition="lagoon", seats=2))["table"]
        FURTHER.clear()
        async with running(tmp_path) as here:
            said = refused(await here.ana.get(f"/api/tables/{table}"), 409, "unplayable")
            assert said["message"] == "this table was played by other rules than this server has"
            with pytest.raises(NotPossible, match="edition is 'lagoon'; expected one of castis"):
                await show_table(here.node.settings, table)
            assert (await here.quick(edition="castis"))["table"]
            good(await here.ana.get("/api/tables"))

    asyncio.run(play())
