"""What a node measures about itself, and the port it says it on."""

from __future__ import annotations

import asyncio
import re
import time
from pathlib import Path

import httpx
import pytest
from nodes import HandClock
from process import free_port
from running import Running, good, refused, running, with_server
from stores import at_store, new_table
from test_cli_serve import magnate, served

from magnate.server.operations.metrics import INTERVAL, LagMeter
from magnate.server.serve import serving_metrics
from magnate.server.store.store import Store


def value(text: str, name: str) -> float:
    """A sample of what a node says it counts."""
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    assert found, f"{name} is not exported"
    return float(found[1])


def test_commits_the_queue_the_database_the_loop_and_the_process_are_measured(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        await here.table()
        while not here.metric("magnate_event_loop_lag_seconds_count"):
            await asyncio.sleep(0.01)
        text = (await here.ana.get("/metrics")).text
        assert value(text, "magnate_commit_seconds_count") >= 1
        assert 0 < value(text, "magnate_commit_seconds_sum") < 60
        assert value(text, "magnate_writer_queue") == 0
        assert value(text, "magnate_database_writable") == 1
        assert value(text, "magnate_database_bytes") >= 4096
        assert value(text, "process_resident_memory_bytes") > 10_000_000
        assert value(text, "process_cpu_seconds_total") > 0
        assert 0 < value(text, "process_open_fds") < value(text, "process_max_fds")
        assert re.search(r'^magnate_info\{version="[\d.a-z]+"\} 1\.0$', text, re.MULTILINE)

    with_server(tmp_path, test)


def test_entries_that_wait_for_the_writer_are_counted(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        writer, commits, may_commit = here.node.store.writer, asyncio.Event(), asyncio.Event()
        commit = writer.database.keep

        async def slow(*args: object) -> None:
            commits.set()
            await may_commit.wait()
            await commit(*args)  # type: ignore[arg-type]

        writer.database.keep = slow  # type: ignore[method-assign, assignment]
        making = [asyncio.create_task(here.table())]
        await commits.wait()
        making += [asyncio.create_task(here.table()) for _ in range(2)]
        while here.metric("magnate_writer_queue") < 2:  # those that came after the commit began
            await asyncio.sleep(0.01)
        may_commit.set()
        await asyncio.gather(*making)
        assert here.metric("magnate_writer_queue") == 0

    with_server(tmp_path, test)


def test_the_size_of_a_database_is_that_of_its_tables(store_url: str) -> None:
    async def work(store: Store) -> None:
        before = await store.size()
        assert before > 0
        await new_table(store, summary=b"x" * 4_000_000)
        assert await store.size() >= before + (4_000_000 if "sqlite" in store_url else 8_192)  # PostgreSQL compresses

    at_store(store_url, work)


def test_a_loop_that_is_held_up_lags() -> None:
    async def test() -> list[float]:
        lags: list[float] = []
        meter = LagMeter(lags.append)
        time.sleep(INTERVAL + 0.3)
        while not lags:
            await asyncio.sleep(0)
        meter.stop()
        return lags

    assert asyncio.run(test())[0] >= 0.3


def test_metrics_have_a_port_of_their_own_and_leave_the_other(tmp_path: Path) -> None:
    async def test() -> None:
        port = free_port()
        async with running(tmp_path, metrics_port=port) as here, serving_metrics(here.node.settings, here.node) as at:
            assert at == f"http://127.0.0.1:{port}/metrics"
            refused(await here.ana.get("/metrics"), 404, "no_such_page")
            async with httpx.AsyncClient() as scraper:
                answer = await scraper.get(at)
                assert answer.status_code == 200
                assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
                assert value(answer.text, "magnate_connections") == 0
                assert (await scraper.head(at)).text == ""
                for path in ("/", "/metrics/", "//metrics", "/api/me", "/healthz"):
                    assert (await scraper.get(f"http://127.0.0.1:{port}{path}")).status_code == 404, path
                assert (await scraper.post(at)).status_code == 404

    asyncio.run(test())


def test_without_a_port_of_their_own_they_are_where_they_were(tmp_path: Path) -> None:
    async def test(here: Running) -> None:
        assert (await here.ana.get("/metrics")).status_code == 200
        async with serving_metrics(here.node.settings, here.node) as at:
            assert at == ""

    with_server(tmp_path, test)


def test_a_server_serves_both_ports_and_stops_with_code_0(tmp_path: Path) -> None:
    port = free_port()
    with served(tmp_path, "--metrics-port", str(port)) as here:
        assert "magnate_connections" in httpx.get(f"http://127.0.0.1:{port}/metrics").text
        assert good(httpx.get(f"{here.url}/readyz")) == {"status": "ready"}
        assert here.stop() == 0


def test_a_port_of_metrics_that_is_taken_is_named(tmp_path: Path) -> None:
    port = free_port()
    with served(tmp_path, "--metrics-port", str(port)):
        second = magnate(tmp_path / "other", "serve", "--port", "0", "--metrics-port", str(port))
        assert second.returncode != 0
        assert f"cannot listen on 127.0.0.1:{port}" in second.stderr
        assert "--metrics-port" in second.stderr


@pytest.mark.parametrize("refusals", [1, 3])
def test_refusals_by_a_limit_are_counted_by_its_name(tmp_path: Path, refusals: int) -> None:
    async def test(here: Running) -> None:
        here.node.limits.clock = HandClock().elapsed  # stands still
        for _ in range(1 + refusals):
            await here.ana.get("/api/levels")
        assert here.metric("magnate_limited_total", limit="requests") == refusals

    with_server(tmp_path, test, requests_per_second=1, request_burst=1)
