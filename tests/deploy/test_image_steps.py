"""The steps of the image without a container engine: its own script installs, its own command starts.

Where the tests run as root on Linux, the server runs as the image's user in a mount namespace whose root filesystem is
read-only but for the data folder; elsewhere as whoever runs the tests, with the installation made read-only.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.test_deploy_files import HOST, IMAGE, ROOT, SET, environment, ignored, stages

READY = 90.0  # seconds for a start, on a machine that is busy
MOST_MEGABYTES = 160  # of the folder that is copied into the image, beside Debian and Python; docs/host.md names it
CLIENT, PACKAGE = stages()[:2]
CAN_INSTALL = "import ensurepip, sys; sys.exit(sys.version_info < (3, 11))"
NAMESPACE = (
    "mount --make-rprivate / && mount --bind {data} {data} && mount -o remount,ro,bind / && "
    "exec setpriv --reuid {user} --regid {group} --clear-groups --no-new-privs --inh-caps=-all -- {command}"
)


def free_port() -> int:
    """A port that is free, and none from which clients call."""
    while True:
        port = random.SystemRandom().randrange(15_000, 32_000)
        with socket.socket() as found, contextlib.suppress(OSError):
            found.bind(("127.0.0.1", port))
            return port


def can_isolate() -> bool:
    """Whether a mount namespace with a read-only root can be made here."""
    if not sys.platform.startswith("linux") or os.getuid() != 0:
        return False
    if not shutil.which("unshare") or not shutil.which("setpriv"):
        return False
    trial = "mount --make-rprivate / && mount --bind /mnt /mnt && mount -o remount,ro,bind /"
    return subprocess.run(["unshare", "--mount", "sh", "-c", trial], capture_output=True, check=False).returncode == 0


def python_for_all(user: str) -> str | None:
    """A Python that the image's user may run, and that can make environments."""
    for python in (sys._base_executable, "/usr/local/bin/python3", "/usr/bin/python3"):  # type: ignore[attr-defined]
        test = ["setpriv", "--reuid", user, "--clear-groups", "--", python, "-c", CAN_INSTALL]
        if Path(python).exists() and subprocess.run(test, capture_output=True, cwd="/", check=False).returncode == 0:
            return python
    return None


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that every user can enter, with a short path."""
    made = Path(tempfile.mkdtemp(prefix="magnate-image-"))
    made.chmod(0o755)
    yield made
    subprocess.run(["chmod", "-R", "u+w", str(made)], check=False)
    shutil.rmtree(made)


def copy(path: str, target: Path) -> None:
    """Copy a file or folder of the repository as `COPY` does: without what .dockerignore keeps out."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if (ROOT / path).is_dir():

        def kept_out(folder: str, names: list[str]) -> list[str]:
            inside = Path(folder).relative_to(ROOT)
            return [name for name in names if name == "__pycache__" or ignored(str(inside / name))]

        shutil.copytree(ROOT / path, target, ignore=kept_out, dirs_exist_ok=True)
    else:
        shutil.copy(ROOT / path, target)


def build_client(source: Path) -> None:
    """Run the steps of the stage `client`. npm takes packages from wherever it is set up to."""
    folder = source
    for what, rest in CLIENT:
        if what == "WORKDIR":
            folder = source / rest.removeprefix("/source/")
            folder.mkdir(parents=True)
        elif what == "COPY":
            *paths, place = rest.split()
            for path in paths:
                copy(path, folder / Path(path).name if place == "./" else source / place.removeprefix("/source/"))
        elif what == "RUN":
            done = subprocess.run(
                rest, shell=True, cwd=folder, capture_output=True, text=True, timeout=600, check=False
            )
            assert done.returncode == 0, done.stdout + done.stderr
    shutil.rmtree(source / "web")


def copy_source(into: Path) -> None:
    """Copy what the stage `package` copies, beside what comes from the stage before it."""
    for what, rest in PACKAGE:
        if what == "COPY" and not rest.startswith("--from=client "):
            for path in rest.split()[:-1]:
                copy(path, into / path)


def megabytes(folder: Path) -> float:
    """The size of a folder."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir()) / 1e6


def ask(url: str) -> tuple[int, bytes]:
    """The status and body at an address; 0 if nothing answers."""
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read()
    except OSError:
        return 0, b""


@pytest.mark.thorough
def test_the_steps_of_the_image_install_and_start_a_server_that_writes_only_its_data(folder: Path) -> None:
    user, group = dict(IMAGE)["USER"].split(":")
    isolated = can_isolate()
    python = python_for_all(user) if isolated else None
    source, installed, data = folder / "source", folder / "opt", folder / "data"
    build_client(source)
    copy_source(source)

    # RUN sh deploy/install.sh /opt/magnate "${EXTRAS}"
    (step,) = [rest for what, rest in PACKAGE if what == "RUN"]
    extras = dict(PACKAGE)["ARG"].removeprefix("EXTRAS=")
    assert step == 'sh deploy/install.sh /opt/magnate "${EXTRAS}"'
    kept = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    clean = kept | {"HOME": str(folder), "PATH": "/usr/local/bin:/usr/bin:/bin", "PYTHON": python or sys.executable}
    built = subprocess.run(
        ["sh", "deploy/install.sh", str(installed), extras],
        cwd=source, env=clean, capture_output=True, text=True, timeout=900, check=False,
    )  # fmt: skip
    assert built.returncode == 0, built.stderr
    shutil.rmtree(source)
    assert not (installed / "bin" / "pip").exists(), "nothing that installs is left in the image"
    assert MOST_MEGABYTES / 2 < megabytes(installed) < MOST_MEGABYTES
    assert f"at most {MOST_MEGABYTES} MB" in HOST

    data.mkdir(mode=0o700)
    if isolated and python:
        os.chown(data, int(user), int(group))
    else:
        subprocess.run(["chmod", "-R", "a-w", str(installed)], check=True)
    before = {str(path) for path in installed.rglob("*")}
    port, metrics = free_port(), free_port()
    places = {"/data": str(data), "/opt/magnate": str(installed)}
    told = {name: re.sub("/data|/opt/magnate", lambda found: places[found[0]], value) for name, value in SET.items()}
    told |= {"PATH": f"{installed}/bin:/usr/bin:/bin", "MAGNATE_PORT": str(port), "MAGNATE_METRICS_PORT": str(metrics)}
    assert environment(IMAGE).keys() == told.keys()
    command = json.loads(dict(IMAGE)["ENTRYPOINT"]) + json.loads(dict(IMAGE)["CMD"])
    assert command == ["magnate", "serve"]
    words = [str(installed / "bin" / command[0]), *command[1:]]
    if isolated and python:
        inside = NAMESPACE.format(data=data, user=user, group=group, command=" ".join(words))
        words = ["unshare", "--mount", "sh", "-c", inside]
    output = folder / "output"
    with output.open("wb") as stream:
        process = subprocess.Popen(words, cwd=data, env=told, stdout=stream, stderr=stream, start_new_session=True)
    try:
        until = time.monotonic() + READY
        while ask(f"http://127.0.0.1:{port}/readyz")[0] != 200:
            assert process.poll() is None, output.read_text()
            assert time.monotonic() < until, output.read_text()
            time.sleep(0.1)

        health = json.loads(next(rest for what, rest in IMAGE if what == "HEALTHCHECK").partition("CMD ")[2])
        health[0] = str(installed / "bin" / health[0])
        assert subprocess.run(health, env=told, capture_output=True, check=False).returncode == 0
        sick = subprocess.run(health, env=told | {"MAGNATE_PORT": str(free_port())}, capture_output=True, check=False)
        assert sick.returncode != 0

        assert b"magnate_commit_seconds" in ask(f"http://127.0.0.1:{metrics}/metrics")[1]
        assert ask(f"http://127.0.0.1:{port}/metrics")[0] == 404
        assert b"<title>" in ask(f"http://127.0.0.1:{port}/")[1], "the client is in the image"
        if isolated and python:
            status = Path(f"/proc/{process.pid}/status").read_text()
            assert f"Uid:\t{user}\t{user}\t{user}\t{user}" in status
            mounts = Path(f"/proc/{process.pid}/mounts").read_text().splitlines()
            (root,) = [line.split()[3] for line in mounts if line.split()[1] == "/"]
            assert root.split(",")[0] == "ro"

        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0, output.read_text()
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    lines = [json.loads(line) for line in output.read_text().splitlines() if line.startswith("{")]
    assert [line["event"] for line in lines if line["event"] in ("listening", "metrics", "stopping", "stopped")] == [
        "metrics", "listening", "stopping", "stopped",
    ]  # fmt: skip
    assert {line["level"] for line in lines} == {"info"}
    assert {str(path) for path in installed.rglob("*")} == before
    assert (data / "tables.db").exists()
