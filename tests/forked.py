"""The command `magnate` as a process of its own, forked from one that has imported Magnate already.

Importing the server takes a second of a core, and the tests start hundreds of commands. `start` and `run` ask the fork
server of this test process for one (`fork_server.py`). What they return is a real process: it has an id, a session, an
environment, a folder and streams; signals reach and end it; its exit code is reported.

Programs that are no tests, such as `tools/torture.py`, never `share_imports`: they start the command itself.
"""

from __future__ import annotations

import fcntl
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import termios
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any, Protocol

PROGRAM = Path(__file__).parent / "fork_server.py"
COMMAND = (str(Path(sys.executable).parent / "magnate"),)
PATIENCE = 60.0  # seconds until the fork server has imported everything, on a machine that is busy


class Process(Protocol):
    """What tests need of a process, forked or not."""

    pid: int
    returncode: int | Any

    def poll(self) -> int | None: ...

    def wait(self, timeout: float | None = None) -> int: ...

    def send_signal(self, sig: int) -> None: ...

    def terminate(self) -> None: ...

    def kill(self) -> None: ...


class ForkServer:
    """The process that forks, and the way to ask it."""

    def __init__(self) -> None:
        self.asking = threading.Lock()
        self.control, theirs = socket.socketpair()
        environment = {name: value for name, value in os.environ.items() if not name.startswith("MAGNATE_")}
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-P", str(PROGRAM), str(theirs.fileno())],
                env=environment | {"PYTHONUTF8": "1", "OPENBLAS_NUM_THREADS": "1"},  # whose threads a fork would lose
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )

    def ask(self, request: Mapping[str, object], streams: tuple[int, int, int]) -> tuple[int, socket.socket]:
        """A new process with these streams: its id, and the socket that will say how it ended."""
        ours, theirs = socket.socketpair()
        ours.settimeout(PATIENCE)
        told = json.dumps(request).encode()
        number = b""
        try:
            with theirs, self.asking:
                socket.send_fds(self.control, [b"!"], [*streams, theirs.fileno()])
            ours.sendall(b"%d\n%s" % (len(told), told))
            while not number.endswith(b"\n"):  # byte by byte: how the process ended may come at once
                byte = ours.recv(1)
                if not byte:
                    raise ConnectionError("it has closed its end")
                number += byte
        except OSError as error:
            ours.close()
            raise AssertionError(f"the fork server ended with {self.process.poll()}") from error
        return int(number), ours

    def close(self) -> None:
        """End it, and whatever it has started."""
        self.control.close()
        self.process.wait()


class ForkedProcess:
    """A process that the fork server started: what `subprocess.Popen` is for others."""

    def __init__(self, pid: int, status: socket.socket) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._status = status
        self._reading = threading.Lock()

    def poll(self) -> int | None:
        """Its exit code, if it has ended; minus the number of the signal that ended it."""
        with self._reading:
            if self.returncode is None and self._is_told(0):
                told = self._status.recv(100)
                assert told, "the fork server has gone"
                self.returncode = int(told)
                self._status.close()
            return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended; its exit code."""
        until = None if timeout is None else time.monotonic() + timeout
        while (code := self.poll()) is None:
            left = 1.0 if until is None else min(1.0, until - time.monotonic())
            if left < 0:
                raise subprocess.TimeoutExpired("magnate", timeout or 0)
            self._is_told(left)
        return code

    def _is_told(self, seconds: float) -> bool:
        number = self._status.fileno()
        if number < 0:  # another thread has read it
            return True
        looking = select.poll()
        looking.register(number, select.POLLIN)
        return bool(looking.poll(seconds * 1000))

    def send_signal(self, sig: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, sig)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it without warning."""
        self.send_signal(signal.SIGKILL)


class _Shared:
    """The fork server of this process, started when it is needed first."""

    allowed = False
    server: ForkServer | None = None
    starting = threading.Lock()


def share_imports() -> None:
    """From now on start commands by forking."""
    _Shared.allowed = True


def close() -> None:
    """End the fork server."""
    if _Shared.server is not None:
        _Shared.server.close()
        _Shared.server = None


def fork_server() -> ForkServer:
    """The fork server of this process."""
    with _Shared.starting:
        if _Shared.server is None:
            _Shared.server = ForkServer()
        return _Shared.server


def start(
    *words: str,
    environment: Mapping[str, str],
    folder: Path | str | None = None,
    stdin: int | IO[Any] = subprocess.DEVNULL,
    stdout: int | IO[Any],
    stderr: int | IO[Any],
    session: bool = False,
    terminal: bool = False,
    cold: bool = False,
) -> Process:
    """Start `magnate` with these words. Streams are files, their numbers, or DEVNULL.

    It may begin a session of its own, with its stdin as the terminal. `cold` starts the command itself.
    """
    folder = os.fspath(folder or Path.cwd())
    if cold or not _Shared.allowed:
        return subprocess.Popen(
            [*COMMAND, *words], env=environment, cwd=folder, stdin=stdin, stdout=stdout, stderr=stderr,
            start_new_session=session, preexec_fn=take_terminal if terminal else None,
        )  # fmt: skip
    request = {
        "words": words,
        "environment": dict(environment),
        "folder": folder,
        "session": session,
        "terminal": terminal,
    }
    nothing = os.open(os.devnull, os.O_RDWR)
    try:
        numbers = [one if isinstance(one, int) else one.fileno() for one in (stdin, stdout, stderr)]
        first, second, third = (nothing if one == subprocess.DEVNULL else one for one in numbers)
        return ForkedProcess(*fork_server().ask(request, (first, second, third)))
    finally:
        os.close(nothing)


def pipe() -> tuple[IO[str], IO[bytes]]:
    """A pipe: the end to read what a process writes, and the end to give it and to close here."""
    reader, writer = os.pipe()
    return os.fdopen(reader, encoding="utf-8"), os.fdopen(writer, "wb")


def take_terminal() -> None:
    """Make stdin the terminal of this session."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def run(
    *words: str,
    environment: Mapping[str, str],
    folder: Path | str | None = None,
    typed: bytes = b"",
    seconds: float = 600,
    cold: bool = False,
) -> subprocess.CompletedProcess[str]:
    """Run `magnate` to its end, with these bytes as its input; its exit code and what it wrote."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(typed)
        given.seek(0)
        process = start(*words, environment=environment, folder=folder, stdin=given, stdout=out, stderr=err, cold=cold)
        try:
            code = process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise
        for one in (out, err):
            one.seek(0)
        said, errors = (one.read().decode(errors="replace") for one in (out, err))
    return subprocess.CompletedProcess(["magnate", *words], code, said, errors)
