"""A process that has imported Magnate and forks: each child is a command `magnate`, at once and without the imports.

python -P tests/fork_server.py FD    `forked.py` starts it and asks through the socket FD

It has one thread and no event loop, opens nothing and runs nothing itself, so that a child is what the command would be
after its imports. A child has its own streams, folder, environment, arguments and session, and ends as Python ends.
Variables that Python reads only when it starts, such as PYTHONPATH, are those of this process.
"""

from __future__ import annotations

import contextlib
import fcntl
import gc
import importlib
import io
import json
import os
import select
import signal
import socket
import sys
import termios
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

SERVER = (
    "magnate.cli.app",
    "magnate.server.serve",
    "magnate.server.admin",
    "aiosqlite",
    "sqlalchemy.dialects.sqlite.aiosqlite",
    "uvloop",
)
STREAMS = (("stdin", "r", "surrogateescape"), ("stdout", "w", "surrogateescape"), ("stderr", "w", "backslashreplace"))


@dataclass
class Command:
    """What a child is asked to be."""

    words: list[str]
    environment: dict[str, str]
    folder: str
    session: bool
    terminal: bool


def main() -> None:
    """Import, fork when asked; in a child, run the command."""
    control = socket.socket(fileno=int(sys.argv[1]))
    for name in SERVER:
        importlib.import_module(name)
    tasks = Path("/proc/self/task")
    assert not tasks.exists() or len(list(tasks.iterdir())) == 1, "a process with threads must not fork"
    gc.collect()
    gc.freeze()  # the children share these pages as long as nobody writes to them
    command = wait_for_commands(control)
    if command is not None:
        from magnate.cli import main as magnate

        magnate(command.words)


def wait_for_commands(control: socket.socket) -> Command | None:
    """Fork for each command asked for, and report how each ends. Returns a command in its child; None at the end."""
    children: dict[int, socket.socket] = {}
    woken, waker = socket.socketpair()
    woken.setblocking(False)
    waker.setblocking(False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    signal.set_wakeup_fd(waker.fileno(), warn_on_full_buffer=False)
    while True:
        ready = select.select([control, woken], [], [])[0]
        if woken in ready:
            woken.recv(1000)
            report_ends(children)
        if control not in ready:
            continue
        asked, descriptors, _, _ = socket.recv_fds(control, 1, len(STREAMS) + 1)
        if not asked:  # the tests have ended
            kill(children)
            return None
        client = socket.socket(fileno=descriptors.pop())
        request = read_request(client)
        child = os.fork()
        if child == 0:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            for one in (control, woken, waker, client, *children.values()):
                one.close()
            return become(Command(**request), descriptors)
        for descriptor in descriptors:
            os.close(descriptor)
        tell(client, child)
        children[child] = client


def read_request(client: socket.socket) -> Any:
    """What is asked: JSON, after its length."""
    with client.makefile("rb") as lines:
        return json.loads(lines.read(int(lines.readline())))


def report_ends(children: dict[int, socket.socket]) -> None:
    """Report the exit code of every child that has ended."""
    while children:
        child, status = os.waitpid(-1, os.WNOHANG)
        if child == 0:
            return
        client = children.pop(child)
        tell(client, os.waitstatus_to_exitcode(status))
        client.close()


def tell(client: socket.socket, number: int) -> None:
    """Send a number to the test that asked, if it still listens."""
    with contextlib.suppress(OSError):
        client.sendall(f"{number}\n".encode())


def kill(children: Iterable[int]) -> None:
    """Leave no process behind."""
    for child in children:
        with contextlib.suppress(ProcessLookupError):
            if os.getpgid(child) == child:
                os.killpg(child, signal.SIGKILL)
            else:
                os.kill(child, signal.SIGKILL)


def become(command: Command, streams: list[int]) -> Command:
    """Give a child everything that a process of its own has."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    if command.session:
        os.setsid()
    if command.terminal:
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    os.chdir(command.folder)
    os.environ.clear()
    os.environ.update(command.environment)
    time.tzset()
    sys.argv = ["magnate", *command.words]
    for number, (name, mode, errors) in enumerate(STREAMS):
        opening = opened(number, mode, errors)
        for attribute in (name, f"__{name}__"):
            setattr(sys, attribute, opening)
    return command


def opened(number: int, mode: str, errors: str) -> IO[str]:
    """A standard stream, as Python opens it in its UTF-8 mode."""
    if mode == "r":
        return open(number, encoding="utf-8", errors=errors, closefd=False)
    if os.environ.get("PYTHONUNBUFFERED"):
        return io.TextIOWrapper(io.FileIO(number, "w", closefd=False), "utf-8", errors, "\n", write_through=True)
    buffering = 1 if number == 2 else -1  # by lines where it is a terminal
    return open(number, mode, buffering, "utf-8", errors, "\n", closefd=False)


if __name__ == "__main__":
    main()
