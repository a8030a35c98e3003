"""A whole bot for Magnate: it takes a seat and plays a game, with nothing but the standard library and `websockets`.

python examples/bot.py http://localhost:8000              makes a table, fills it with house bots, plays
python examples/bot.py http://localhost:8000 k7m2xq9p     takes a seat at that table and waits for the start
"""

import json
import sys
import time
from urllib.request import Request, urlopen

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

TABLE = {"edition": "clasico", "seats": 4, "options": {"ending.turns": 200}}  # the richest wins after 200 turns
GOOD = [  # the first of these that is legal
    "BuyDeed", "Bid", "Build", "UseCard", "AcceptOffer", "Roll", "FollowCard", "Wait", "PayTax", "PayFine", "Pass",
    "RefuseDeed", "EndTurn", "RefuseDeal", "RefuseProperty", "Mortgage", "SellBuildings", "DeclareBankruptcy",
]  # fmt: skip
FILL = [*({"command": "SetBot", "seat": seat} for seat in (1, 2, 3)), {"command": "Start"}]  # what a host does
NEVER = ("Concede", "ClaimRent")  # to leave; and to ask for rent where none is due


class Bot:
    def __init__(self, url, table=None):
        self.url, self.headers, self.fill = url, {}, [] if table else FILL
        self.sent, self.tokens, self.winners = {}, [], None
        self.headers = {"Authorization": "Bearer " + self.http("/api/bots", {"name": "Example bot"})["token"]}
        self.path = "/api/tables/" + (table or self.http("/api/tables", TABLE)["table"])
        spaces = self.http(f"/api/editions/{self.http(self.path)['config']['edition']}")["spaces"]
        self.deeds = [{**space, "at": at} for at, space in enumerate(spaces) if space["kind"] == "deed"]

    def http(self, path, body=None):
        with urlopen(Request(self.url + path, json.dumps(body).encode() if body else None, self.headers)) as answer:
            return json.load(answer)

    def send(self, **frame):
        self.sent[frame.get("id")] = frame
        self.socket.send(json.dumps(frame))

    def do(self, command, **fields):
        self.send(type="Do", id=f"{command} {len(self.sent)}", command={"type": command, **fields})  # an id of its own

    def play(self):
        """From Hello to the end of the game, however often the connection breaks; the seats that won."""
        print("watch it at", self.url + self.path.replace("/api/tables/", "/t/"), flush=True)
        while True:
            try:
                with connect(f"ws{self.url[4:]}{self.path}/socket", additional_headers=self.headers) as self.socket:
                    self.send(type="Hello", tokens=self.tokens)
                    if not self.tokens:
                        self.do("Sit")
                    while self.winners is None:
                        self.hear()
                    return self.winners
            except (ConnectionClosed, OSError):
                time.sleep(1)

    def hear(self):
        """Take in one frame; when none comes, say that somebody is still here."""
        try:
            frame = json.loads(self.socket.recv(timeout=20))
        except TimeoutError:
            frame = {"type": self.send(type="Ping")}
        if frame["type"] == "Done" and frame.get("token"):  # a seat: play it; as host, fill the others and begin
            self.tokens = [frame["token"]]
            self.send(type="Hold", id="hold", token=frame["token"])
            for command in self.fill:
                self.do(**command)
        elif frame["type"] == "Refused" and frame["error"] in ("too_fast", "busy", "unavailable", "hello_first"):
            time.sleep((frame.get("wait") or 1000) / 1000)
            self.send(**self.sent[frame.get("id")])  # that was not a no; with the same id it is not done twice
        elif frame.get("mine"):  # the table as I see it: Welcome, and Told from then on
            self.react(frame.get("number") or frame["table"]["number"], frame["view"], frame["mine"][0], frame)
            self.winners = frame["view"]["winners"] if frame["view"]["over"] else None

    def react(self, number, view, mine, frame):
        """Claim the rent of whoever stops on a deed of mine; answer whenever play waits for me."""
        me = mine["seat"]
        own = [deed["at"] for deed, state in zip(self.deeds, view["deeds"], strict=True) if state["owner"] == me]
        if any(e["type"] == "Moved" and e["seat"] != me and e["space"] in own for e in frame.get("events", [])):
            self.do("Act", seat=me, seen=number, action={"type": "ClaimRent"})
        elif options := mine.get("options"):
            legal = {o["type"]: o for o in reversed(options) if "action" in o and o["type"] not in NEVER}
            cash = mine.get("cash", view["seats"][me].get("cash"))  # where purses are private, `mine` has it
            self.do("Act", seat=me, seen=number, action=self.choose(view["question"], cash, legal)["action"])

    def choose(self, question, cash, legal):
        """Buy, bid up to a deed's price, build while there is cash, otherwise go on."""
        price = 0 if question.get("deed") is None else self.deeds[question["deed"]]["price"]
        if "Bid" in legal and legal["Bid"]["low"] > min(price, cash // 2):
            del legal["Bid"]
        if cash < max(deed["price"] for deed in self.deeds):
            legal.pop("Build", None)
        return next((legal[kind] for kind in GOOD if kind in legal), [*legal.values()][-1])


if __name__ == "__main__":
    print("winners:", Bot(*sys.argv[1:3]).play() if sys.argv[1:] else sys.exit(__doc__))
