"""Requests made to confuse a server, and what goes with every answer so that pages cannot be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from attacks import (
    PATIENCE,
    a_strict_server,
    first_line,
    guest,
    handshake,
    make_table,
    quick,
    raw,
    request,
)
from process import Node

from magnate.client import Client
from magnate.protocol.errors import ERRORS
from magnate.server.http.requests import HEADERS


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    with a_strict_server(tmp_path_factory.mktemp("server")) as found:
        yield found


def test_requests_that_two_servers_would_read_differently_are_not_passed_on(node: Node) -> None:
    host = f"Host: 127.0.0.1:{node.port}\r\n".encode()
    inner = b"GET /healthz HTTP/1.1\r\n" + host + b"\r\n"
    start = b"PUT /api/me HTTP/1.1\r\n" + host
    tricks = {
        "two lengths": start + b"Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}" + inner,
        "a length that is none": start + b"Content-Length: 2x\r\n\r\n{}" + inner,
        "a negative length": start + b"Content-Length: -2\r\n\r\n{}" + inner,
        "an encoding nobody knows": start + b"Transfer-Encoding: xchunked\r\n\r\n{}" + inner,
        "a chunk without a size": start + b"Transfer-Encoding: chunked\r\n\r\n;\r\n{}\r\n0\r\n\r\n" + inner,
        "a blank before the colon": start + b"Content-Length : 2\r\n\r\n{}" + inner,
        "no host": b"GET /api/me HTTP/1.1\r\n\r\n",
        "two hosts": b"GET /api/me HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        "a header of 100 KB": b"GET /api/me HTTP/1.1\r\n" + host + b"X: " + b"a" * 100_000 + b"\r\n\r\n",
        "1,000 headers": b"GET /api/me HTTP/1.1\r\n" + host + b"X: a\r\n" * 1_000 + b"\r\n",
        "no method": b"\x00\x01\x02\r\n\r\n",
    }
    for what, data in tricks.items():
        answer = raw(node, data, 0.4)
        assert not re.findall(rb"HTTP/1\.1 5", answer), what
        assert b'"alive"' not in answer, what
    both = start + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + inner
    assert raw(node, both, 0.4).count(b"HTTP/1.1 ") <= 2
    last = inner.replace(host, host + b"Connection: close\r\n")
    folded = start + b"X: a\r\n Content-Length: 40\r\nContent-Length: 2\r\n\r\n{}" + last  # a value of X, by RFC 9112
    assert raw(node, folded, PATIENCE).count(b"HTTP/1.1 ") == 2


@pytest.mark.parametrize(
    "path",
    [
        "/../pyproject.toml", "/%2e%2e/%2e%2e/etc/passwd", "/assets/../../../etc/passwd", "/assets/%2e%2e/app.py",
        "/t/../../etc/passwd", "/t/..%2f..%2fetc%2fpasswd", "//etc/passwd", "/\\..\\..\\etc", "/assets//etc/passwd",
        "/api/editions/..%2fclasico", "/api/editions/clasico.toml", "/api/editions/%2Fetc%2Fpasswd", "/api/tables/%00",
        "/api/tables/..", "/api/tables/../me", "/api/tables/%2e%2e%2fme/log", "/api/tables/" + "a" * 5_000,
        "/api/tables/%ff%fe%fd", "/api/tables/ABCDEFGH' OR 1=1", "/api/tables/{table}", "/.env", "/favicon.ico.py",
    ],
)  # fmt: skip
def test_tricks_with_paths_lead_nowhere(node: Node, path: str) -> None:
    data = raw(node, f"GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".encode("latin-1"))
    assert re.match(rb"HTTP/1\.1 (400|404) ", data), data[:200]
    assert b"root:" not in data
    assert b"[project]" not in data


def test_sockets_open_at_tables_and_nowhere_else(node: Node) -> None:
    client = guest(node)
    for path in ("/api/me", "/", "/healthz", "/nowhere", "/api/tables/zzzzzzzz/socket", "/api/tables/%00/socket"):
        opening = handshake("x", client).replace(b"/api/tables/x/socket", path.encode())
        status = first_line(raw(node, opening, 0.4)).split()[1]
        assert status in (b"400", b"403", b"404", b"405"), path
    table = make_table(node, client)
    plain = request(node, "GET", f"/api/tables/{table}/socket", **client.headers())
    assert plain.status in (400, 404, 405)
    assert plain.body["error"] in ERRORS


def test_every_answer_has_the_security_headers_and_the_strict_policy(node: Node) -> None:
    client = guest(node)
    table, _ = quick(node, client)
    of = f"/api/tables/{table}"
    gets = [
        "/", f"/t/{table}", "/nowhere", "/api/me", "/api/editions/clasico", "/api/tables?limit=x", "/metrics",
        "/healthz", "/api/schema/openapi.json", of, f"{of}/qr.svg", f"{of}/record", f"{of}/log", f"{of}/proof",
    ]  # fmt: skip
    asked = [
        ("POST", "/api/tables"),
        ("PUT", "/api/me"),
        ("PATCH", "/api/me"),
        ("DELETE", "/api/me"),
        ("OPTIONS", "/api/me"),
    ]
    asked += [(method, path) for path in gets for method in ("GET", "HEAD")]
    statuses = set()
    for method, path in asked:
        answer = request(node, method, path)
        statuses.add(answer.status)
        check_headers(answer.headers)
    assert {200, 204, 400, 404, 405} <= statuses
    check_headers(request(node, "GET", "/api/me/games", Cookie="magnate=forged").headers)
    check_headers(request(node, "POST", "/api/tables", b"x" * 70_000).headers)
    check_headers(request(node, "POST", "/api/tables", {}, Origin="https://evil.example").headers)
    denied = raw(node, handshake(table, client, Origin="https://evil.example"), 0.4).decode()
    lines = [line.partition(": ") for line in denied.split("\r\n\r\n")[0].split("\r\n")[1:]]
    check_headers({name.lower(): value for name, _, value in lines})


def test_a_request_for_the_head_alone_has_the_status_of_the_whole_and_no_byte_more(node: Node) -> None:
    cookie = guest(node).headers()["Cookie"]
    for path in ("/", "/t/zzzzzzzz", "/api/me", "/api/editions/clasico", "/api/tables?limit=x", "/nowhere", "/healthz"):
        rest = f"{path} HTTP/1.1\r\nHost: a\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n".encode()
        whole, head = raw(node, b"GET " + rest), raw(node, b"HEAD " + rest)
        assert first_line(head) == first_line(whole), path
        assert head.endswith(b"\r\n\r\n"), path
        assert head.count(b"\r\n\r\n") == 1, path


@pytest.mark.parametrize(
    ("status", "data"),
    [
        (b"431", b"GET /" + b"a" * 400_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n"),
        (b"431", b"GET / HTTP/1.1\r\nHost: a\r\n" + b"X: a\r\n" * 80_000 + b"\r\n"),
        (b"400", b"\x16\x03\x01\r\n\r\n"),
    ],
)
def test_what_cannot_be_read_as_a_request_is_answered_without_a_body(node: Node, status: bytes, data: bytes) -> None:
    head, _, body = raw(node, data, 0.4).partition(b"\r\n\r\n")
    assert first_line(head).split()[1] == status
    assert b"connection: close" in head.lower()
    assert body == b""


def check_headers(headers: dict[str, str]) -> None:
    """The headers that every answer has."""
    assert {name: headers.get(name) for name in HEADERS} == HEADERS
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert "unsafe" not in headers["content-security-policy"]
    assert "*" not in headers["content-security-policy"]
    assert "cache-control" in headers
    assert "access-control-allow-origin" not in headers


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(node: Node) -> None:
    words = request(node, "GET", "/api/me").headers["set-cookie"].split("; ")
    assert words[0].startswith("magnate=")
    assert {"Path=/", "HttpOnly", "SameSite=Lax"} <= {*words}
    assert "Secure" not in words
    assert not [word for word in words if word.startswith("Domain")]


def test_behind_https_the_cookie_is_secure_and_only_the_proxys_word_about_addresses_counts(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"url": "https://play.example", "behind_proxy": True, "requests_per_second": 1}
    with Node(f"sqlite+aiosqlite:///{tmp_path}/t.db", tmp_path, **settings | {"request_burst": 5}) as node:
        answer = request(node, "GET", "/api/me", Host="play.example", X_Forwarded_For="10.0.0.1")
        assert "Secure" in answer.headers["set-cookie"].split("; ")
        assert answer.headers["strict-transport-security"] == "max-age=31536000"
        said = [f"10.9.9.{number}, 10.0.0.2" for number in range(8)]  # the client may say what it likes
        own = {"Host": "play.example"}
        statuses = [request(node, "GET", "/api/me", X_Forwarded_For=address, **own).status for address in said]
        assert statuses[0] == 200
        assert statuses[-1] == 429
        assert request(node, "GET", "/api/me", X_Forwarded_For="10.0.0.3", **own).status == 200
        assert request(node, "PUT", "/api/me", {"name": "Ana"}, Origin="https://play.example", **own).status == 200
        assert request(node, "PUT", "/api/me", {}, Origin="http://play.example", **own).refused == (403, "wrong_origin")


def test_where_the_address_is_set_no_other_host_is_believed(tmp_path: Path) -> None:
    with Node(f"sqlite+aiosqlite:///{tmp_path}/t.db", tmp_path, url="https://play.example:8443") as node:
        for name in ("evil.example", f"127.0.0.1:{node.port}", "play.example.evil.example", "x@play.example.org"):
            answer = request(node, "GET", "/api/me", Host=name, Origin=f"http://{name}")
            assert answer.refused == (400, "malformed")
            assert "expected play.example," in answer.body["message"]
        for name in ("play.example:8443", "play.example", "PLAY.example"):
            assert request(node, "GET", "/api/me", Host=name).status == 200
        page = {"Host": "play.example", "Origin": "http://play.example:8443"}
        assert request(node, "PUT", "/api/me", {"name": "Ana"}, **page).refused == (403, "wrong_origin")
        client = Client(node.url)
        client.cookie = request(node, "GET", "/api/me", Host="play.example").headers["set-cookie"].split(";")[0][8:]
        made = request(node, "POST", "/api/tables", {"edition": "clasico"}, Host="play.example").body
        opening = handshake(made["table"], client)
        assert first_line(raw(node, opening, 0.4)).split()[1] == b"400"
        own = opening.replace(b"Host: 127.0.0.1", b"Host: play.example")
        assert first_line(raw(node, own, 0.4)).split()[1] == b"101"
        for path in ("/healthz", "/readyz", "/metrics"):
            assert request(node, "GET", path).status == 200
