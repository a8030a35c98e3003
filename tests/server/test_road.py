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
SOURCE = str(Path(magnate.__file__).parent)
MOST = 12
# Where the road comes to an end: the rule, its event, the commit, the frame that leaves, and the answer.
ENDS = {
    ("purchase.py", "buy_deed"),
    ("events.py", "from_core"),
    ("sqlite.py", "keep"),
    ("sqlite.py", "write"),
    ("transport.py", "write_text"),
}
ENTRY = "app"  # the application as HTTP calls it, below every connection


class Trace:
    """The modules on the stack wherever the road ends, while it is on."""

    def __init__(self) -> None:
        self.is_on = False
        self.modules: set[str] = set()

    def __call__(self, frame: FrameType, event: str, _argument: object) -> None:
        """Called by Python with every call of a function."""
        code = frame.f_code
        if self.is_on and event == "call" and (Path(code.co_filename).name, code.co_name) in ENDS:
            here: FrameType | None = frame
            while here is not None:
                if here.f_code.co_filename.startswith(SOURCE):
                    self.modules.add(Path(here.f_code.co_filename).stem)
                here = here.f_back


def choice(game: Game) -> tuple[int, Action]:
    """Buy what can be bought; else whatever comes first."""
    seat = game.must[0]
    legal = game.legal_actions(seat)
    return seat, next((one for one in legal if isinstance(one, BuyDeed)), legal[0])


def test_at_most_twelve_modules_hand_an_action_on_and_the_docs_name_them(tmp_path: Path) -> None:
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
        with_server(tmp_path, test, bot_pause_ms=60_000)
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    text = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    found = re.search(r"(\d+) Python modules hand the action on.*?: (.*?)\. In 0\.1\.0", text)
    assert found is not None
    named = set(re.findall(r"`(\w+)`", found[2]))
    assert trace.modules - {ENTRY} == named
    assert int(found[1]) == len(named) <= MOST
