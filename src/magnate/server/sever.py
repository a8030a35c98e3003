"""Ending a connection whose other end does not read.

Granian waits for such a client for as long as it likes, and what is on its way to it stays in memory. But the server
runs in this process, so the connection is one of our open files: it is found by its two ends and reset.
"""

from __future__ import annotations

import contextlib
import os
import socket
import stat
import struct
from collections.abc import Iterator

FOLDERS = ("/proc/self/fd", "/dev/fd")
AT_ONCE = struct.pack("ii", 1, 0)  # SO_LINGER: forget what was not sent yet


def sever(client: tuple[str, int], port: int) -> bool:
    """Reset the connection between a client and our port; whether it was found."""
    for number in open_sockets():
        try:
            with socket.socket(fileno=os.dup(number)) as found:
                if found.getpeername()[:2] == client and found.getsockname()[1] == port:
                    found.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
                    found.shutdown(socket.SHUT_RDWR)
                    return True
        except OSError:  # not connected, or closed meanwhile
            continue
    return False


def open_sockets() -> Iterator[int]:
    """The numbers of our open files that are sockets, where the system tells."""
    for folder in FOLDERS:
        if os.path.isdir(folder):
            for name in os.listdir(folder):
                with contextlib.suppress(OSError):
                    if stat.S_ISSOCK(os.fstat(int(name)).st_mode):
                        yield int(name)
            return
