"""The licences of everything Magnate brings along, as each package states it: `make licences` writes docs/licences.md.

Python packages are found from pyproject.toml through what is installed; the client's from what Vite put into it.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "licences.md"
BUNDLED = ROOT / "src" / "magnate" / "web" / "licences.txt"  # written by Vite: what is in the client, and its licence
LETTERS = ROOT / "web" / "src" / "ui" / "fonts.css"
FOR_DEVELOPERS = {"dev", "docs", "mutants"}

# What the extra `gpu` brings. Nobody installs it without a card, so these are told rather than found.
ON_A_GPU = {
    "cuda-bindings": "Apache-2.0",
    "cuda-core": "Apache-2.0",
    "cuda-pathfinder": "Apache-2.0",
    "cuda-toolkit": "not stated",
    "numba-cuda": "BSD-2-Clause",
    "nvidia-cuda-cccl": "LicenseRef-NVIDIA-Proprietary",
    "nvidia-cuda-nvrtc": "LicenseRef-NVIDIA-Proprietary",
    "nvidia-cuda-runtime": "LicenseRef-NVIDIA-Proprietary",
    "nvidia-nvjitlink": "LicenseRef-NVIDIA-Proprietary",
    "nvidia-nvvm": "LicenseRef-NVIDIA-Proprietary",
}

TEXT = """\
# Licences

Magnate itself is under the MIT licence. This is what comes with it, by what each package says of itself.
`make licences` writes this page and a test keeps it true; the versions are in `constraints.txt`.

## In the client for browsers

The texts are part of every build: `/licences.txt`, and for the letters `/fonts/OFL.txt`.

| package | licence |
|---|---|
{client}

## Python packages

Those without a word in the last column come with every installation, the others with that [extra](install.md).

| package | licence | only with |
|---|---|---|
{python}
"""


class Unbuilt(Exception):
    """The client is not built, so nobody knows what is in it."""


def licence(package: str) -> str:
    """What a package says its licence is: by an expression, else by its classifiers, else by the head of a text."""
    told: Any = metadata.metadata(package)
    classified = [line.split(" :: ")[-1] for line in told.get_all("Classifier") or [] if line.startswith("License ::")]
    text = [line.strip() for line in str(told.get("License") or "").splitlines() if line.strip()]
    return str(told.get("License-Expression") or " / ".join(classified) or (text[0] if text else "not stated"))


def reached(wanted: Iterable[str]) -> set[str]:
    """These requirements, and everything they require in turn on this system."""
    found: dict[str, set[str]] = {}
    open_ends = [Requirement(one) for one in wanted]
    while open_ends:
        one = open_ends.pop()
        name = canonicalize_name(one.name)
        is_here = one.marker is None or one.marker.evaluate({"extra": ""})
        fresh = {"", *one.extras} - found.get(name, set())
        if not is_here or not fresh:
            continue
        found.setdefault(name, set()).update(fresh)
        if name in ON_A_GPU:
            continue
        for each in map(Requirement, metadata.requires(name) or []):
            if each.marker is None or any(each.marker.evaluate({"extra": extra}) for extra in fresh):
                each.marker = None
                open_ends.append(each)
    return set(found)


def python_packages() -> dict[str, tuple[str, str]]:
    """Every Python package of an installation: its licence, and the extras without which it does not come."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    base = reached(project["dependencies"])
    brought: dict[str, list[str]] = {name: [] for name in base}
    for extra, wanted in project["optional-dependencies"].items():
        if extra not in FOR_DEVELOPERS:
            for name in (reached(wanted) | (set(ON_A_GPU) if extra == "gpu" else set())) - base:
                brought.setdefault(name, []).append(extra)
    return {name: (ON_A_GPU.get(name) or licence(name), ", ".join(brought[name])) for name in sorted(brought)}


def client_packages() -> dict[str, str]:
    """Every package in the client that was built, and the letters it is set in."""
    if not BUNDLED.exists():
        raise Unbuilt(f"{BUNDLED.relative_to(ROOT)} is missing: the client is not built here; run `make wheel` first")
    found = dict(re.findall(r"^## (\S+) - \S+ \((.+)\)$", BUNDLED.read_text(encoding="utf-8"), re.MULTILINE))
    letters = re.findall(r"url\('(@fontsource[^/]*/[^/]+)/", LETTERS.read_text(encoding="utf-8"))
    locked = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    return dict(sorted((found | {name: locked[f"node_modules/{name}"]["license"] for name in letters}).items()))


def page() -> str:
    """The whole page."""
    client = "\n".join(f"| {name} | {told} |" for name, told in client_packages().items())
    python = "\n".join(f"| {name} | {told} | {extra} |" for name, (told, extra) in python_packages().items())
    return TEXT.format(client=client, python=python)


if __name__ == "__main__":
    try:
        PAGE.write_text(page(), encoding="utf-8", newline="\n")
    except metadata.PackageNotFoundError as error:
        sys.exit(f"licences: {error.name} is not installed here; run `make setup` first")
    except Unbuilt as error:
        sys.exit(f"licences: {error}")
    print(f"wrote {PAGE.relative_to(ROOT)}")
