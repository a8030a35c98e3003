"""The road of one action through the server, traced: docs/design.md names the modules that hand it on."""

from __future__ import annotations

import re
import sys
import threading
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec
from running import Running, good, hear, say, with_server

import magnate
from magnate.actions import Action, BuyDeed
from magnate.game import Game

ROOT = Path(__file__).parents[2]
SOURCE = Path(magnate.__file__).parent
MOST = 12
# What the section of 0.1.0 named up to the same point, with SQLite; `postgres` and `timing` came on top.
BEFORE = [
    "line", "socket", "edge", "room", "journal", "deciding", "game", "play", "purchase", "tell", "events", "table",
    "store", "pen", "sqlite", "audience", "frames",
]  # fmt: skip
# Where the action passes: the queue of the table, the rule, its event, the queue of the writer, the commit, the frame.
PLACES = {
    ("live_table", "post"),
    ("purchase", "buy_deed"),
    ("events", "from_core"),
    ("writer", "append"),
    ("sqlite", "keep"),
    ("sqlite", "write"),
    ("socket", "offer"),
}
HTTP = {"app", "transport"}  # the HTTP server, which brings frames and takes them away
ELSEWHERE = {"postgres"}  # the other database
NEXT = {"agenda"}  # what comes after the action


class Trace:
    """The functions that ran while it is on, and the modules that were on the stack where the action passes."""

    def __init__(self) -> None:
        self.is_on = False
        self.ran: set[tuple[str, str]] = set()  # modules and functions
        self.modules: set[str] = set()

    def __call__(self, frame: FrameType, event: str, _argument: object) -> None:
        """Called by Python with every call of a function."""
        if not self.is_on or event != "call" or not frame.f_code.co_filename.startswith(str(SOURCE)):
            return
        place = Path(frame.f_code.co_filename).stem, frame.f_code.co_name
        self.ran.add(place)
        here: FrameType | None = frame if place in PLACES else None
        while here is not None:
            if here.f_code.co_filename.startswith(str(SOURCE)):
                self.modules.add(Path(here.f_code.co_filename).stem)
            here = here.f_back


def section() -> str:
    """What docs/design.md says of the action on the server, without the sentences that count."""
    text = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    server = text[text.index("### In the server") : text.index("### In all browsers")]
    after = text[text.index("### What comes next") : text.index("## When something fails")]
    return server[: server.index("Who follows an action")] + after


def named(text: str) -> set[str]:
    """The Python modules a text names."""
    return {Path(path).stem for path in re.findall(r"`src/magnate/([\w/]+)\.py`", text)}


def functions(text: str) -> set[str]:
    """The functions a text names, but for those of the other database."""
    alone = re.sub(r"or `Postgres.*|On other nodes.*", "", text)
    return {name.rpartition(".")[2] for name in re.findall(r"`([\w.]+)\(\)`", alone)}


def choice(game: Game) -> tuple[int, Action]:
    """Buy what can be bought; else whatever comes first."""
    seat = game.must[0]
    legal = game.legal_actions(seat)
    return seat, next((one for one in legal if isinstance(one, BuyDeed)), legal[0])


def traced(folder: Path) -> Trace:
    """A trace of one action, from a frame to its answer."""
    trace = Trace()

    async def test(here: Running) -> None:
        table = await here.table(seats=2)
        sockets: list[Any] = []
        for seat, guest in enumerate((here.ana, here.guest())):
            sit = {"id": f"sit {seat}", "command": {"type": "Sit", "seat": seat, "name": f"Guest {seat}"}}
            token = good(await guest.post(f"/api/tables/{table}/commands", json=sit))["token"]
            sockets.append(await here.socket(table, guest))
            await say(sockets[-1], type="Hello", tokens=[token])
            await hear(sockets[-1], "Welcome")
        await say(sockets[0], type="Do", id="start", command={"type": "Start"})
        await hear(sockets[0], "Done")
        for number in range(60):
            live = await here.node.live_table(table)
            seat, action = choice(live.table.running())
            trace.is_on = isinstance(action, BuyDeed)
            command = {"type": "Act", "seat": seat, "seen": live.table.number, "action": msgspec.to_builtins(action)}
            await say(sockets[seat], type="Do", id=f"act {number}", command=command)
            assert (await hear(sockets[seat], "Done", "Refused"))["type"] == "Done"
            if trace.is_on:
                break
        trace.is_on = False
        for socket in sockets:
            await socket.close()

    threading.setprofile(trace)
    sys.setprofile(trace)
    try:
        with_server(folder, test, bot_pause_ms=60_000)
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return trace


def test_the_docs_name_every_module_that_an_action_passes_and_they_are_at_most_twelve(tmp_path: Path) -> None:
    trace = traced(tmp_path)
    everything = named(section())
    road = everything - ELSEWHERE - NEXT
    assert trace.modules - HTTP <= road, "the action is handed on by a module that the docs do not name"
    assert road <= {module for module, _ in trace.ran}, "the docs name a module that has no part in it"
    assert functions(section()) <= {function for _, function in trace.ran} | {"tick", "next_entry"}
    assert len(road) <= MOST
    text = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    count = re.search(r"opens (\d+) Python modules.*?: (.*?)\. In 0\.1\.0 this section named (\d+)", text)
    more = re.search(r"it names (\d+); in 0\.1\.0, (\d+)\. .*?, (\d+) modules are on the stack", text)
    assert count is not None
    assert more is not None
    assert set(re.findall(r"`(\w+)`", count[2])) == road
    assert (int(count[1]), int(count[3])) == (len(road), len(BEFORE))
    assert (int(more[1]), int(more[2])) == (len(everything), len(BEFORE) + 2)
    assert int(more[3]) == len(trace.modules - HTTP)
