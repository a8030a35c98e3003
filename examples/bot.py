"""A whole bot for Magnate: it takes a seat and plays a game, with nothing but the standard library and `websockets`.

python examples/bot.py http://localhost:8000              makes a table, fills it with house bots, plays
python examples/bot.py http://localhost:8000 k7m2xq9p     takes a seat at that table and waits for the start
"""

import json
import sys
import time
import urllib.request

from websockets.sync.client import connect

TABLE = {"edition": "clasico", "seats": 4, "options": {"ending.turns": 200}}  # the richest wins after 200 turns
OTHERWISE = [  # when nothing better offers itself, the first of these that is legal
    "UseCard", "AcceptOffer", "Roll", "FollowCard", "Wait", "PayTax", "PayFine", "Pass", "RefuseDeed", "EndTurn",
    "RefuseDeal", "RefuseProperty", "Mortgage", "SellBuildings", "DeclareBankruptcy",
]  # fmt: skip
NEVER = ("Concede", "ClaimRent")  # to leave; and to ask for rent where none is due


class Bot:
    def __init__(self, url, table=None):
        self.url, self.headers, self.sent = url, {}, {}
        self.headers = {"Authorization": "Bearer " + self.http("/api/bots", {"name": "Example bot"})["token"]}
        self.is_host = table is None
        self.path = "/api/tables/" + (table or self.http("/api/tables", TABLE)["table"])
        spaces = self.http(f"/api/editions/{self.http(self.path)['config']['edition']}")["spaces"]
        self.deeds = [{**space, "at": at} for at, space in enumerate(spaces) if space["kind"] == "deed"]

    def http(self, path, body=None):
        data = json.dumps(body).encode() if body else None
        with urllib.request.urlopen(urllib.request.Request(self.url + path, data, self.headers)) as answer:
            return json.load(answer)

    def send(self, **frame):
        self.sent[frame.get("id")] = frame
        self.socket.send(json.dumps(frame))

    def do(self, command, **fields):
        """Ask the table for something, under an id of its own: asked twice, it is still done once."""
        self.send(type="Do", id=f"{command} {len(self.sent)}", command={"type": command, **fields})

    def play(self):
        """From Hello to the end of the game; the seats that won."""
        with connect(f"ws{self.url[4:]}{self.path}/socket", additional_headers=self.headers) as self.socket:
            self.send(type="Hello")
            self.do("Sit")
            while True:
                frame = json.loads(self.socket.recv())
                if frame["type"] == "Done" and frame.get("token"):
                    self.take_seat(frame["token"])
                elif frame["type"] == "Refused" and frame["error"] == "too_fast":
                    time.sleep(1)
                    self.send(**self.sent[frame["id"]])
                elif frame["type"] == "Told" and frame.get("mine"):
                    if frame["view"]["over"]:
                        return frame["view"]["winners"]
                    self.react(frame["number"], frame["view"], frame["mine"][0], frame.get("events", []))

    def take_seat(self, token):
        """Play the seat from this connection; as host, put bots on the others and begin."""
        self.send(type="Hold", id="hold", token=token)
        if self.is_host:
            for seat in (1, 2, 3):
                self.do("SetBot", seat=seat)
            self.do("Start")

    def react(self, number, view, mine, events):
        """Claim the rent of whoever stops on a deed of mine; answer whenever play waits for me."""
        me = mine["seat"]
        own = [deed["at"] for deed, state in zip(self.deeds, view["deeds"], strict=True) if state["owner"] == me]
        if any(event["type"] == "Moved" and event["seat"] != me and event["space"] in own for event in events):
            self.do("Act", seat=me, seen=number, action={"type": "ClaimRent"})
        elif options := mine.get("options"):
            ready = [option for option in options if "action" in option and option["type"] not in NEVER]
            legal = {option["type"]: option for option in reversed(ready)}  # the first of each kind
            self.do("Act", seat=me, seen=number, action=self.choose(me, view, legal)["action"])

    def choose(self, me, view, legal):
        """Buy and bid for what a deed is worth, build while there is cash, otherwise go on."""
        cash, deed = view["seats"][me]["cash"], view["question"].get("deed")
        worth = 0 if deed is None else self.worth(me, view, deed)
        if "Bid" in legal and legal["Bid"]["low"] <= min(worth, cash // 2):
            return legal["Bid"]
        if "BuyDeed" in legal and cash >= worth // 2:
            return legal["BuyDeed"]
        if "Build" in legal and cash > max(deed["price"] for deed in self.deeds):
            return legal["Build"]
        return next((legal[kind] for kind in OTHERWISE if kind in legal), [*legal.values()][-1])

    def worth(self, me, view, deed):
        """A deed is worth its price, and twice that to whoever owns the rest of its group."""
        group = [n for n, other in enumerate(self.deeds) if other["group"] == self.deeds[deed]["group"] and n != deed]
        return self.deeds[deed]["price"] * (2 if all(view["deeds"][n]["owner"] == me for n in group) else 1)


if __name__ == "__main__":
    print("winners:", Bot(*sys.argv[1:3]).play())
