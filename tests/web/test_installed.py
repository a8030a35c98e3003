"""The page can be installed: manifest and icons are right, it opens offline, and a new build takes over."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import pytest
from playwright.sync_api import expect

from server.process import Node
from web.kit import PHONE, Person, Visit, Watch, wait_until
from web.site import Site, serving

KEPT = """async () => {
  const found = []
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys()) found.push(`${name} ${new URL(request.url).pathname}`)
  return found
}"""


def kept(person: Person) -> list[str]:
    """What the worker keeps: the cache and the path of each."""
    found: list[str] = person.page.evaluate(KEPT)
    return found


def open_and_keep(person: Person) -> None:
    """Open the start page and wait until its worker has kept it."""
    person.open("/")
    expect(person.page.get_by_role("heading", level=1)).to_be_visible()
    wait_until(person.page, lambda: any(one.endswith(" /") for one in kept(person)), "the page is kept", 40_000)


def size_of(png: bytes) -> tuple[int, int]:
    """Width and height of a PNG."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_the_manifest_is_valid_and_its_icons_are_as_large_as_it_says(visit: Visit) -> None:
    ana = visit(worker=True)
    ana.open("/")
    session = ana.context.new_cdp_session(ana.page)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    manifest = json.loads(found["data"])
    purposes = set()
    for icon in manifest["icons"]:
        answer = ana.context.request.get(icon["src"])
        assert answer.status == 200
        assert answer.headers["content-type"].startswith(icon["type"])
        if icon["type"] == "image/png":
            width = int(icon["sizes"].partition("x")[0])
            assert size_of(answer.body()) == (width, width)
            purposes.add((icon.get("purpose", "any"), width))
    assert purposes == {("any", 192), ("any", 512), ("maskable", 192), ("maskable", 512)}
    assert ana.context.request.get("/icons/apple-touch.png").status == 200
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {error["errorId"] for error in errors} <= {"in-incognito"}  # contexts of tests are


def test_the_worker_is_sent_as_a_script_that_is_asked_for_again(visit: Visit) -> None:
    headers = visit(worker=True).context.request.get("/sw.js").headers
    assert headers["content-type"].startswith("text/javascript")
    assert headers["cache-control"] == "no-cache"
    assert "worker-src 'self'" in headers["content-security-policy"]


@pytest.mark.parametrize("language", ["en", pytest.param("ro", marks=pytest.mark.thorough)])
def test_the_start_page_opens_without_a_connection_and_comes_back_by_itself(
    visit: Visit, watch: Watch, language: str
) -> None:
    watch.allow("ERR_INTERNET_DISCONNECTED")
    ana = visit(size=PHONE, worker=True, language=language)
    open_and_keep(ana)
    assert not [one for one in kept(ana) if "/api/" in one]
    ana.context.set_offline(True)
    ana.page.reload()
    ana.see("start.offline")
    ana.see("start.offline_help")
    ana.context.set_offline(False)
    expect(ana.page.get_by_role("button", name=ana.say("start.play"))).to_be_visible()
    expect(ana.text("start.offline")).to_have_count(0)


@pytest.mark.thorough
def test_a_new_build_takes_over_and_opens_without_a_connection(
    visit: Visit, watch: Watch, house: Node, tmp_path: Path
) -> None:
    watch.allow("ERR_INTERNET_DISCONNECTED", "ERR_FAILED")
    site = Site(tmp_path, house.url)
    with serving(site) as base:
        ana = visit(base=base, worker=True)
        open_and_keep(ana)
        mark = ana.page.locator('meta[name="build"]')
        expect(mark).to_have_count(0)
        old, new = site.build_anew()
        ana.page.reload()
        expect(mark).to_have_count(1)  # the page of the server, not the one that was kept
        expect(ana.page.get_by_role("heading", level=1)).to_be_visible()
        wait_until(ana.page, lambda: "magnate-anew /" in kept(ana), "the new page is kept", 40_000)
        assert all(one.startswith("magnate-anew ") for one in kept(ana))
        assert not [one for one in kept(ana) if one.endswith(old)]
        assert f"magnate-anew /assets/{new}" in kept(ana)
        ana.context.set_offline(True)
        ana.page.reload()
        ana.see("start.offline")
        expect(mark).to_have_count(1)


@pytest.mark.thorough
def test_where_a_proxy_says_that_the_server_is_down_the_kept_page_says_so(
    visit: Visit, watch: Watch, house: Node, tmp_path: Path
) -> None:
    watch.allow("502")
    site = Site(tmp_path, house.url)
    with serving(site) as base:
        ana = visit(base=base, worker=True)
        open_and_keep(ana)
        site.is_down = True
        ana.page.reload()
        expect(ana.button("ui.retry")).to_be_visible()
        site.is_down = False
        expect(ana.page.get_by_role("button", name=ana.say("start.play"))).to_be_visible()


def test_the_worker_is_asked_for_only_once_the_page_stands(visit: Visit, house: Node, tmp_path: Path) -> None:
    site = Site(tmp_path, house.url)
    with serving(site) as base:
        ana = visit(base=base, worker=True)
        open_and_keep(ana)
        worker = site.asked.index("/sw.js")
        assert "/api/editions" in site.asked[:worker]
        assert not [path for path in site.asked[worker:] if path.startswith("/assets/") and path in site.asked[:worker]]
