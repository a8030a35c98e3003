"""A real terminal for tests: the command runs on a pseudo-terminal, keys go in, the screen comes out."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import struct
import termios
import time
from pathlib import Path
from types import TracebackType

import forked

UNFINISHED = re.compile(r"\x1b[\[()0-9;?]*$")
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[()][A-Z0-9]|\r")


def surroundings(data: Path, lang: str = "C.UTF-8") -> dict[str, str]:
    """The environment of a fresh user."""
    kept = {key: value for key, value in os.environ.items() if key in ("PATH", "PYTHONPATH", "HOME")}
    return kept | {"XDG_DATA_HOME": str(data), "LANG": lang, "TERM": "xterm-256color", "PYTHONUTF8": "1"}


class Teletype:
    """`magnate` with these arguments, on a terminal of 100 by 35."""

    def __init__(self, *args: str, data: Path, lang: str = "C.UTF-8", cold: bool = False) -> None:
        self.shown = ""
        self.unfinished = ""
        self.decode = codecs.getincrementaldecoder("utf-8")(errors="replace").decode  # a read may end within a letter
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 35, 100, 0, 0))
        self.process = forked.start(
            *args, environment=surroundings(data, lang), folder=data,
            stdin=slave, stdout=slave, stderr=slave, session=True, terminal=True, cold=cold,
        )  # fmt: skip
        os.close(slave)

    def __enter__(self) -> Teletype:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)

    def read(self, wait: float) -> bool:
        """Take in what is shown; False when nothing more comes."""
        if not select.select([self.master], [], [], wait)[0]:
            return True
        try:
            data = os.read(self.master, 65536)
        except OSError:
            return False
        text = self.unfinished + self.decode(data)
        begun = UNFINISHED.search(text)
        self.unfinished = begun[0] if begun else ""
        self.shown += ESCAPES.sub("", text.removesuffix(self.unfinished))
        return bool(data)

    def expect(self, *texts: str, wait: float = 60) -> str:
        """Wait until one of these texts is shown since the last expectation; which one."""
        until = time.monotonic() + wait
        while True:
            found = [(self.shown.find(text), text) for text in texts if text in self.shown]
            if found:
                at, text = min(found)
                self.shown = self.shown[at + len(text) :]
                return text
            assert time.monotonic() < until, f"{texts} never came; shown: {self.shown[-3000:]}"
            assert self.read(0.2) or any(text in self.shown for text in texts), f"gone without {texts}: {self.shown}"

    def type(self, line: str) -> None:
        """Type a line and Enter."""
        os.write(self.master, line.encode() + b"\n")

    def press(self, key: bytes) -> None:
        """Press one key, as slowly as people do: b"\\x03" is Ctrl-C, b"\\x04" Ctrl-D."""
        time.sleep(0.7)
        os.write(self.master, key)

    def end(self, wait: float = 60) -> int:
        """Wait for the command to end; its exit code. It must not have shown a traceback."""
        until = time.monotonic() + wait
        while self.read(0.2) and self.process.poll() is None:
            assert time.monotonic() < until, f"it does not end: {self.shown[-2000:]}"
        while select.select([self.master], [], [], 0.1)[0] and self.read(0.1):
            pass
        assert "Traceback" not in self.shown
        return self.process.wait(wait)
