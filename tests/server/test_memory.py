"""What a client can make the server hold in memory: bounded before a message is complete, over real sockets."""

from __future__ import annotations

import contextlib
import socket as sockets
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from attacks import first_line, guest, handshake, make_table, text_frame
from process import Node

from magnate.client import Client
from magnate.protocol.frames import Hello, encode

CONNECTIONS = 10
SENT = 24_000_000  # bytes that each connection tries to send
BLOCK = 240_000
MOST = 20_000  # KB by which the server may grow; what is sent is twelve times as much
MASK = b"\0\0\0\0"


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    folder = tmp_path_factory.mktemp("server")
    with Node(f"sqlite+aiosqlite:///{folder}/tables.db", folder, records_per_hour=1_000_000) as found:
        yield found
        assert found.is_ready()
        assert "Traceback" not in found.said(), found.said()[-4000:]


def largest(node: Node) -> int:
    """The most memory that the server ever had, in KB."""
    assert node.process is not None
    lines = Path(f"/proc/{node.process.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))


def frame_head(size: int, kind: int) -> bytes:
    """The head of a masked frame that announces so many bytes."""
    return bytes((kind, 0xFF)) + size.to_bytes(8) + MASK


def one_large_frame() -> Iterator[bytes]:
    """A frame that announces more than is ever sent."""
    yield frame_head(16_000_000, 0x01)
    for _ in range(SENT // BLOCK):
        yield b"x" * BLOCK


def parts_without_end() -> Iterator[bytes]:
    """A message in parts, of which none is the last."""
    yield text_frame(b"x" * 1_000, 0x01)
    part = text_frame(b"x" * 1_000, 0x00)
    for _ in range(SENT // BLOCK):
        yield part * (BLOCK // len(part))


def parts_of_nothing() -> Iterator[bytes]:
    """A message in parts that are empty."""
    yield text_frame(b"x", 0x01)
    part = text_frame(b"", 0x00)
    for _ in range(SENT // BLOCK):
        yield part * (BLOCK // len(part))


def tiny_messages() -> Iterator[bytes]:
    """Messages of two letters, many thousand of them at once."""
    for _ in range(SENT // BLOCK):
        yield text_frame(b"{}") * (BLOCK // 8)


def pings() -> Iterator[bytes]:
    """Pings whose answers nobody reads."""
    ping = text_frame(b"x" * 100, 0x89)
    for _ in range(SENT // BLOCK):
        yield ping * (BLOCK // len(ping))


def flood(node: Node, opening: bytes, blocks: Callable[[], Iterator[bytes]]) -> int:
    """Send over many connections at once, as far as the server takes it, and read nothing. Its growth in KB."""
    before = largest(node)
    with contextlib.ExitStack() as stack:
        open_ones = []
        for _ in range(CONNECTIONS):
            connection = stack.enter_context(sockets.create_connection(("127.0.0.1", node.port), timeout=2))
            connection.sendall(opening)
            open_ones.append((connection, blocks()))
        while open_ones:
            for pair in list(open_ones):
                try:
                    pair[0].sendall(next(pair[1]))
                except (StopIteration, OSError):  # all is sent; or the server has closed, or reads no more
                    open_ones.remove(pair)
        assert node.is_ready()
    return largest(node) - before


@pytest.fixture(scope="module")
def opening(node: Node) -> bytes:
    """The handshake of a WebSocket at a table, and the first frame."""
    client: Client = guest(node)
    return handshake(make_table(node, client), client) + text_frame(encode(Hello()))


@pytest.mark.parametrize("blocks", [one_large_frame, parts_without_end, parts_of_nothing, tiny_messages, pings])
def test_messages_that_are_never_complete_take_no_memory(
    node: Node, opening: bytes, blocks: Callable[[], Iterator[bytes]]
) -> None:
    with sockets.create_connection(("127.0.0.1", node.port), timeout=5) as connection:
        connection.sendall(opening)
        assert first_line(connection.recv(65_536)) == b"HTTP/1.1 101 Switching Protocols"
    assert flood(node, opening, blocks) < MOST


@pytest.mark.parametrize("path", ["/api/tables", "/api/quick"])
def test_bodies_without_end_take_no_memory(node: Node, path: str) -> None:
    start = f"POST {path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
    chunk = f"{BLOCK:x}\r\n".encode() + b"x" * BLOCK + b"\r\n"
    assert flood(node, start, lambda: iter([chunk] * (SENT // BLOCK))) < MOST


def test_headers_without_end_take_no_memory(node: Node) -> None:
    start = b"GET /api/me HTTP/1.1\r\nHost: a\r\n"
    assert flood(node, start, lambda: iter([b"X: " + b"a" * BLOCK + b"\r\n"] * (SENT // BLOCK))) < MOST


def test_a_body_over_the_limit_is_answered_even_if_all_of_it_is_sent_first(node: Node) -> None:
    size = 3_000_000
    with sockets.create_connection(("127.0.0.1", node.port), timeout=10) as connection:
        connection.sendall(f"POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Length: {size}\r\n\r\n".encode())
        for _ in range(size // 100_000):
            connection.sendall(b"x" * 100_000)
        assert first_line(connection.recv(65_536)).startswith(b"HTTP/1.1 413 ")
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        rest = b"".join(iter(lambda: connection.recv(65_536), b""))
        assert b'"alive"' in rest


@pytest.mark.parametrize("first", ["HTTP/1.1\r\nHost: a\r\nConnection: close", "HTTP/1.0"])
@pytest.mark.parametrize("expects", ["", "\r\nExpect: 100-continue"])
def test_a_client_that_asks_for_no_further_answer_gets_the_one_to_a_body_over_the_limit(
    node: Node, first: str, expects: str
) -> None:
    size = 20_000_000  # more than the buffers of a connection hold
    with sockets.create_connection(("127.0.0.1", node.port), timeout=10) as connection:
        connection.sendall(f"POST /api/tables {first}\r\nContent-Length: {size}{expects}\r\n\r\n".encode())
        for _ in range(size // 100_000):
            connection.sendall(b"x" * 100_000)
        answer = b"".join(iter(lambda: connection.recv(65_536), b""))
    assert first_line(answer).startswith(b"HTTP/1.1 413 ")
    assert answer.endswith(b"}")


def test_a_refused_body_that_goes_on_as_nonsense_is_no_failure_of_the_server(node: Node) -> None:
    with sockets.create_connection(("127.0.0.1", node.port), timeout=10) as connection:
        connection.sendall(b"POST /api/tables HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        connection.sendall(f"{100_000:x}\r\n".encode() + b"x" * 100_000 + b"\r\n")
        assert first_line(connection.recv(65_536)).startswith(b"HTTP/1.1 413 ")
        connection.sendall(b"no size at all\r\n")
        with contextlib.suppress(ConnectionResetError):
            while connection.recv(65_536):
                pass
    assert "Traceback" not in node.said(), node.said()[-4000:]
