"""The client's files as browsers get them: small, marked, kept; and which answers are compressed and which never."""

from __future__ import annotations

import gzip
from pathlib import Path

import httpx
import pytest
from running import Running, good, refused, with_server

import magnate
from magnate.editions import names
from magnate.server.http import compression as packing
from magnate.server.http import web_pages

SCRIPT = b"export const words = 'many of them';" * 60
PAGE = b"<!doctype html><title>the client</title>" + b"<p>" * 600


@pytest.fixture
def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A client as it is built: every text also compressed."""
    found = tmp_path / "web"
    (found / "assets").mkdir(parents=True)
    (found / "fonts").mkdir()
    for name, data in {
        "index.html": PAGE,
        "assets/app-1a2b.js": SCRIPT,
        "fonts/OFL.txt": b"SIL OPEN FONT LICENSE",
    }.items():
        (found / name).write_bytes(data)
    for name in ("index.html", "assets/app-1a2b.js"):
        (found / f"{name}.br").write_bytes(b"brotli of " + name.encode())
        (found / f"{name}.gz").write_bytes(gzip.compress((found / name).read_bytes()))
    (found / "assets" / "letters-3c4d.woff2").write_bytes(b"wOF2")
    monkeypatch.setattr(web_pages, "WEB", found)
    return found


async def raw(guest: httpx.AsyncClient, path: str, takes: str = "", **headers: str) -> tuple[httpx.Response, bytes]:
    """An answer and its bytes as they came over the wire."""
    async with guest.stream("GET", path, headers={"Accept-Encoding": takes, **headers}) as response:
        return response, b"".join([chunk async for chunk in response.aiter_raw()])


@pytest.mark.parametrize(
    ("header", "found"),
    [
        ("", {""}),
        ("gzip, deflate, br", {"gzip", "deflate", "br"}),
        ("GZIP;q=0.5, br; q=0", {"gzip"}),
        ("br;q=0.000,*", {"*"}),
        ("x-gzip", {"x-gzip"}),
    ],
)
def test_a_browser_says_what_it_takes(header: str, found: set[str]) -> None:
    assert packing.accepted(header) == found


def test_a_file_goes_out_in_the_smallest_form_the_browser_takes(tmp_path: Path, web: Path) -> None:
    async def test(here: Running) -> None:
        for path, name in {
            "/": "index.html",
            "/t/abcdefgh": "index.html",
            "/assets/app-1a2b.js": "assets/app-1a2b.js",
        }.items():
            plain, data = await raw(here.ana, path)
            assert "content-encoding" not in plain.headers
            assert data == (web / name).read_bytes()
            for takes, encoding, ending in (
                ("gzip, deflate, br, zstd", "br", ".br"),
                ("gzip", "gzip", ".gz"),
                ("gzip, br;q=0", "gzip", ".gz"),
            ):
                packed, data = await raw(here.ana, path, takes)
                assert packed.headers["content-encoding"] == encoding
                assert packed.headers["vary"] == "Accept-Encoding"
                assert packed.headers["content-type"] == plain.headers["content-type"]
                assert int(packed.headers["content-length"]) == len(data)
                assert data == (web / f"{name}{ending}").read_bytes()
                assert packed.headers["etag"] != plain.headers["etag"]

    with_server(tmp_path, test)


def test_a_class_that_opens_the_client_behind_one_address_is_not_refused(tmp_path: Path, web: Path) -> None:
    async def test(here: Running) -> None:
        for _ in range(30):  # people, each with the files of a table's page
            for path in ["/t/abcdefgh", "/fonts/OFL.txt", *["/assets/app-1a2b.js"] * 27]:
                assert (await here.ana.get(path)).status_code == 200
        assert (await here.ana.get("/api/levels")).status_code == 200  # the API has a limit of its own

    with_server(tmp_path, test, requests_per_second=0.01, request_burst=5, files_per_second=0.01, file_burst=30 * 29)


def test_files_have_a_limit_too(tmp_path: Path, web: Path) -> None:
    async def test(here: Running) -> None:
        answers = [await here.ana.get(path) for path in ("/", "/rules", "/assets/app-1a2b.js", "/assets/app-1a2b.js")]
        assert [one.status_code for one in answers] == [200, 200, 200, 429]
        refused(answers[-1], 429, "too_fast")
        assert (await here.ana.get("/api/levels")).status_code == 200

    with_server(tmp_path, test, files_per_second=0.01, file_burst=3)


@pytest.mark.parametrize("path", ["/api/levels", "//api/levels", "/api/levels/", "/%61pi/levels"])
def test_no_way_of_writing_an_address_of_the_api_makes_it_a_file(tmp_path: Path, web: Path, path: str) -> None:
    async def test(here: Running) -> None:
        for _ in range(4):
            answer = await here.ana.get(here.url + path)
        assert answer.status_code in (404, 429)

    with_server(tmp_path, test, requests_per_second=0.01, request_burst=3)


def test_what_is_named_by_its_content_is_kept_for_ever_and_the_page_is_asked_for_again(
    tmp_path: Path, web: Path
) -> None:
    async def test(here: Running) -> None:
        kinds = {"/assets/app-1a2b.js": "text/javascript", "/assets/letters-3c4d.woff2": "font/woff2"}
        for path, kind in kinds.items():
            response, _ = await raw(here.ana, path, "br")
            assert response.headers["content-type"].startswith(kind)
            assert response.headers["cache-control"] == "public, max-age=31536000, immutable"
        for path in ("/", "/rules", "/rules/clasico", "/fonts/OFL.txt"):
            response, _ = await raw(here.ana, path, "br")
            assert response.headers["cache-control"] == "no-cache"

    with_server(tmp_path, test)


def test_a_browser_that_has_a_file_is_only_told_so(tmp_path: Path, web: Path) -> None:
    async def test(here: Running) -> None:
        for path in ("/", "/assets/app-1a2b.js", "/fonts/OFL.txt"):
            first, _ = await raw(here.ana, path, "br")
            again, data = await raw(here.ana, path, "br", **{"If-None-Match": f'"old", W/{first.headers["etag"]}'})
            assert (again.status_code, data) == (304, b"")
            assert again.headers["etag"] == first.headers["etag"]
            assert again.headers["cache-control"] == first.headers["cache-control"]
            other, data = await raw(here.ana, path, "br", **{"If-None-Match": '"old"'})
            assert other.status_code == 200
            assert data
        (web / "index.html.br").write_bytes(b"built anew")
        changed, data = await raw(here.ana, "/", "br", **{"If-None-Match": first.headers["etag"]})
        assert (changed.status_code, data) == (200, b"built anew")

    with_server(tmp_path, test)


def test_only_the_head_is_given_to_who_asks_for_it(tmp_path: Path, web: Path) -> None:
    async def test(here: Running) -> None:
        response = await here.ana.head("/assets/app-1a2b.js", headers={"Accept-Encoding": ""})
        assert response.status_code == 200
        assert int(response.headers["content-length"]) == len(SCRIPT)
        assert not response.content

    with_server(tmp_path, test)


def test_the_compressed_forms_have_no_address_of_their_own(tmp_path: Path, web: Path) -> None:
    async def test(here: Running) -> None:
        for name in ("app-1a2b.js.br", "app-1a2b.js.gz", "nope.js", "..%5cindex.html", ".hidden", "%2e%2e"):
            refused(await here.ana.get(f"/assets/{name}"), 404, "no_such_page")
        refused(await here.ana.get("/index.html.br"), 404, "no_such_page")

    with_server(tmp_path, test)


def test_what_everybody_is_answered_alike_is_compressed(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        table = (await here.quick(seats=2))["table"]
        found = ["/api/editions", "/api/schema/openapi.json", f"/api/tables/{table}/qr.svg"]
        found += [f"/api/{kind}/{name}" for kind in ("editions", "clauses") for name in names()]
        for path in found:
            plain, data = await raw(here.ana, path)
            packed, small = await raw(here.ana, path, "gzip, br")
            assert "content-encoding" not in plain.headers, path
            assert packed.headers["content-encoding"] == "gzip", path
            assert int(packed.headers["content-length"]) == len(small) < len(data), path
            assert plain.headers["vary"] == packed.headers["vary"] == "Accept-Encoding", path
            assert gzip.decompress(small) == data, path

    with_server(tmp_path, test)


def test_short_answers_and_refusals_stay_as_they_are(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        for path in ("/api/tables", "/api/editions/nothing"):
            response, _ = await raw(here.ana, path, "gzip")
            assert "content-encoding" not in response.headers

    with_server(tmp_path, test)


def test_answers_that_depend_on_who_asks_or_hold_a_token_are_never_compressed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packing, "LEAST", 1)

    async def test(here: Running) -> None:
        takes = {"Accept-Encoding": "gzip, br"}
        quick = await here.ana.post("/api/quick", json={"edition": "clasico"}, headers=takes)
        assert "token" in good(quick)
        made = await here.ana.post("/api/tables", json={"edition": "clasico"}, headers=takes)
        asks = {"id": "sit", "command": {"type": "Sit", "seat": 0}}
        sat = await here.ana.post(f"/api/tables/{good(made)['table']}/commands", json=asks, headers=takes)
        assert "token" in good(sat)
        bot = await here.ana.post("/api/bots", json={"name": "Robot"}, headers=takes)
        assert "token" in good(bot)
        me = await here.ana.get("/api/me", headers=takes)
        games = await here.ana.get("/api/me/games", headers=takes)
        assert len(good(games)["tables"]) == 2
        for response in (quick, made, sat, bot, me, games):
            assert "content-encoding" not in response.headers, response.url
        open_table = await here.ana.get(f"/api/tables/{good(made)['table']}", headers=takes)
        assert open_table.headers["content-encoding"] == "gzip"

    with_server(tmp_path, test)


def test_a_person_at_a_wrong_address_gets_the_client_and_a_program_a_refusal(tmp_path: Path, web: Path) -> None:
    async def test(here: Running) -> None:
        person = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
        for wrong in ("/foo", "/t/", "/rules/castis/more"):
            response = await here.ana.get(wrong, headers=person)
            assert response.status_code == 404
            assert response.headers["content-type"].startswith("text/html")
            assert response.text == (await here.ana.get("/", headers=person)).text
            refused(await here.ana.get(wrong), 404, "no_such_page")
        refused(await here.ana.get("/api/foo", headers=person), 404, "no_such_page")
        refused(await here.ana.get("/assets/nope.js", headers=person), 404, "no_such_page")

    with_server(tmp_path, test)


def test_the_client_is_looked_for_where_it_is_built() -> None:
    assert Path(magnate.__file__).parent / "web" == web_pages.WEB
