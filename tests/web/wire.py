"""A line between browsers and a server that can be cut, fall silent, and be mended: what happens on trains.

with Wire(node.port) as wire:
    ...  # browsers come by wire.url
    wire.cut()  # every connection breaks, and new ones are refused
    wire.mend()
    wire.hush()  # connections stay open, and nothing passes any more
    wire.speak()
"""

from __future__ import annotations

import contextlib
import socket
import threading
from types import TracebackType
from typing import Self

CHUNK = 65536
HOST = "127.0.0.1"


class Wire:
    """Forwards TCP connections to a port of this machine, as long as it is whole."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.port = 0
        self._listener: socket.socket | None = None
        self._ends: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._speaks = threading.Event()
        self._speaks.set()

    @property
    def url(self) -> str:
        """Where the server is found over this line."""
        return f"http://{HOST}:{self.port}"

    def __enter__(self) -> Self:
        self.mend()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.cut()

    def mend(self) -> None:
        """The line is whole: it takes connections, always on the same port."""
        listener = socket.create_server((HOST, self.port))
        self.port = listener.getsockname()[1]
        self._listener = listener
        self._speaks.set()
        threading.Thread(target=self._take, args=[listener], daemon=True).start()

    def cut(self) -> None:
        """Every connection breaks at once, and nobody gets a new one."""
        self._speaks.set()
        if self._listener is not None:
            _end(self._listener)
            self._listener = None
        with self._lock:
            ends, self._ends = self._ends, set()
        for one in ends:
            _end(one)

    def hush(self) -> None:
        """Nothing passes, and nobody is told."""
        self._speaks.clear()

    def speak(self) -> None:
        """What was held back passes."""
        self._speaks.set()

    def _take(self, listener: socket.socket) -> None:
        while True:
            try:
                near, _ = listener.accept()
                far = socket.create_connection((HOST, self.target))
            except OSError:
                if listener is not self._listener:
                    return  # cut
                continue  # the server is not there
            with self._lock:
                self._ends |= {near, far}
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._pass, args=[one, other], daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(CHUNK):
                self._speaks.wait()
                other.sendall(data)
        _end(other)
        with self._lock:
            self._ends -= {one, other}


def _end(one: socket.socket) -> None:
    """Close a socket, and wake whoever waits on it."""
    with contextlib.suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()
