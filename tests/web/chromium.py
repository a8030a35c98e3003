"""The Chromium that the client is tested in: where it is, and how it comes onto a machine that has none.

python tests/web/chromium.py    finds one or installs one, or says in a line how to; `make test` runs it first
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
# Chromium without the windows around its pages, and without notices: tests in it need a third less of the processor.
SHELL = "chromium-headless-shell"
DEBIAN = Path("/etc/debian_version")
UBUNTU = "ubuntu"  # its package `chromium` only asks for a snap
PLAYWRIGHT = (sys.executable, "-m", "playwright", "install", "chromium")
HOW = (
    "The client is tested in a real Chromium, and none is found. Install it (Debian: apt-get install -y chromium; "
    "elsewhere: .venv/bin/python -m playwright install --with-deps chromium) or name one: "
    "MAGNATE_CHROMIUM=/path/to/chromium"
)


class NoChromium(Exception):
    """There is none, and how to get one."""


def find() -> str | None:
    """Where Chromium is; None is Playwright's own, which Playwright finds by itself."""
    named = os.environ.get("MAGNATE_CHROMIUM")
    for program in (named,) if named else PROGRAMS:
        if found := shutil.which(program):
            return found
    if named or not has_own():
        raise NoChromium(HOW)
    return None


def find_shell() -> str | None:
    """Where the headless shell is, or else Chromium."""
    named = os.environ.get("MAGNATE_CHROMIUM")
    return (None if named else shutil.which(SHELL)) or find()


def has_own() -> bool:
    """Whether Playwright has downloaded the Chromium of its version."""
    said = subprocess.run([*PLAYWRIGHT, "--dry-run"], capture_output=True, text=True, check=False).stdout
    folders = [Path(found) for found in re.findall(r"^ *Install location: *(.+?) *$", said, re.MULTILINE)]
    return bool(folders) and all(folder.is_dir() for folder in folders)


def is_debian() -> bool:
    """Whether Debian's own package can be installed here, without asking anybody."""
    release = Path("/etc/os-release")
    is_ubuntu = release.is_file() and UBUNTU in release.read_text(encoding="utf-8").lower()
    return DEBIAN.is_file() and not is_ubuntu and os.geteuid() == 0 and shutil.which("apt-get") is not None


def install() -> None:
    """Install Debian's where that is possible, and Playwright's own elsewhere."""
    apt = ["apt-get", "install", "-y", "-qq", "chromium"]
    has_debians = is_debian() and run(["apt-get", "update", "-qq"]) and (run([*apt, SHELL]) or run(apt))
    if not has_debians:
        run([*PLAYWRIGHT])


def run(command: list[str]) -> bool:
    """Run a command; whether it went well. What it says of its troubles is said again to whoever runs it by hand."""
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(command, env=environment, capture_output=True, check=False).returncode == 0


def main() -> int:
    """Find one, or install one."""
    try:
        find()
        return 0
    except NoChromium as missing:
        if os.environ.get("MAGNATE_CHROMIUM"):
            print(missing, file=sys.stderr)
            return 1
    print("== Installing Chromium: the client is tested in a real browser", flush=True)
    install()
    try:
        find()
    except NoChromium as missing:
        print(missing, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
