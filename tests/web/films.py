"""Film strips: ten frames over the time that a moment of a game takes, as the page really showed them.

The games are those of `moments.py`. A table stands just before the moment; its recorded moves are then played at the
server, and Chromium's screencast records what the page makes of them. `make screens` takes a strip of each.
"""

from __future__ import annotations

import time
from base64 import b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, Self

import msgspec
from playwright.sync_api import CDPSession, expect

from magnate.actions import Action, Bid, BuyDeed, Pass, Roll
from magnate.events import AuctionOpened, AuctionWon, CardDrawn, GameWon, RentClaimed, WentBankrupt
from web.kit import PATIENCE, Person
from web.moments import PLANS, RIPE, Kept, Moment, Played, played
from web.pair import follows, latest
from web.test_pace import against_bots
from web.tour import Gallery, enter

FRAMES = 10
AFTER = 400  # milliseconds that are still recorded when everything was shown
LONGEST = 14  # moves of an auction that is worth a strip
# Everything that happened is shown, and nothing moves any more.
SETTLED = """(number) => {
  const shown = document.querySelector('[data-shown]')?.dataset.shown ?? ''
  return shown.endsWith('.') && Number(shown.slice(0, -1)) >= number
}"""
STRIP = """<!doctype html>
<meta charset="utf-8">
<style>
  body {{ display: flex; flex-wrap: wrap; margin: 0; padding: 8px; gap: 8px; background: #8a857b; }}
  figure {{ margin: 0; color: #fff; font: 13px system-ui; }}
  img {{ display: block; width: {width}px; }}
</style>
{figures}"""


class Frame(NamedTuple):
    """A picture of the page, and when it was shown."""

    at: float
    picture: str


class Film:
    """Records a page while it is open as a context."""

    def __init__(self, person: Person) -> None:
        self.page = person.page
        self.frames: list[Frame] = []
        self._session: CDPSession | None = None

    def __enter__(self) -> Self:
        session = self._session = self.page.context.new_cdp_session(self.page)
        session.on("Page.screencastFrame", self._note)
        session.send("Page.startScreencast", {"format": "jpeg", "quality": 92})
        return self

    def __exit__(self, *error: object) -> None:
        self.page.wait_for_timeout(AFTER)
        session, self._session = self._session, None
        assert session is not None
        last = b64encode(self.page.screenshot(type="jpeg", quality=92)).decode()  # the screencast may be behind
        self.frames.append(Frame(time.time(), last))
        session.send("Page.stopScreencast")
        session.detach()

    def _note(self, frame: dict[str, Any]) -> None:
        if self._session is None:
            return  # it has ended
        self.frames.append(Frame(frame["metadata"]["timestamp"], frame["data"]))
        self._session.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    def chosen(self, count: int = FRAMES) -> list[Frame]:
        """So many frames, evenly over the time: what was in sight at each moment."""
        begin, end = self.frames[0].at, self.frames[-1].at
        times = [begin + (end - begin) * place / (count - 1) for place in range(count)]
        return [next(frame for frame in reversed(self.frames) if frame.at <= moment) for moment in times]

    def join(self, path: Path, width: int, across: int) -> None:
        """All chosen frames in one picture, so many side by side."""
        chosen = self.chosen()
        figures = "".join(
            f'<figure>{frame.at - chosen[0].at:.1f} s<img src="data:image/jpeg;base64,{frame.picture}"></figure>'
            for frame in chosen
        )
        browser = self.page.context.browser
        assert browser is not None
        sheet = browser.new_page(viewport={"width": across * (width + 8) + 8, "height": 400})
        sheet.set_content(STRIP.format(figures=figures, width=width))
        sheet.locator("img").last.evaluate("(image) => image.decode()")
        path.write_bytes(sheet.locator("body").screenshot())
        sheet.close()


class Scene(NamedTuple):
    """Moves of a recorded game that are played while the page is filmed: from a place, so many."""

    game: Played
    begin: int
    moves: int


def found(kind: type[Any], back: int = 0) -> Scene:
    """The first ripe moves of the games that end with an event of a kind, and so many moves before it."""
    for plan in PLANS:
        game = played(plan)
        for place, told in enumerate(game.told):
            if place > RIPE and any(isinstance(event, kind) for event in told):
                return Scene(game, place - back, back + 1)
    raise LookupError(kind.__name__)


def purchase() -> Scene:
    """Somebody rolls and buys what they land on."""
    for plan in PLANS:
        game = played(plan)
        for place, (roll, buy) in enumerate(zip(game.moves, game.moves[1:], strict=False)):
            if roll.seat == buy.seat and isinstance(roll.action, Roll) and isinstance(buy.action, BuyDeed):
                return Scene(game, place, 2)
    raise LookupError("nobody rolls and buys")


def auction() -> Scene:
    """A lot from the opening of its auction to the hammer, with several bids."""
    for plan in PLANS:
        game = played(plan)
        begin = 0
        for place, told in enumerate(game.told):
            if any(isinstance(event, AuctionOpened) for event in told):
                begin = place
            if any(isinstance(event, AuctionWon) for event in told) and 4 < place - begin < LONGEST:
                return Scene(game, begin, place - begin + 1)
    raise LookupError("no auction with several bids")


def victory() -> Scene:
    """The last move of a game."""
    game = played(PLANS[1])
    last = max(place for place, told in enumerate(game.told) if any(isinstance(event, GameWon) for event in told))
    return Scene(game, last, 1)


def stage(gallery: Gallery, scene: Scene) -> Kept:
    """A table just before a scene, every seat of which is mine."""
    before = Moment("before", scene.game.plan, scene.begin, scene.game.moves[scene.begin].seat)
    return gallery.everyone(before)


def do(person: Person, gallery: Gallery, kept: Kept, command: dict[str, Any], entries: int = 1) -> None:
    """Ask something of the table; wait until so many entries that come of it were shown."""
    number = latest(person) + entries
    gallery.prepared.asker.do(kept.table, command, kept.tokens)
    follows(person, number)
    person.page.wait_for_function(SETTLED, arg=number, timeout=3 * PATIENCE)


def act(person: Person, gallery: Gallery, kept: Kept, seat: int, action: Action, entries: int = 1) -> None:
    """Play an action."""
    command = {"type": "Act", "seat": seat, "seen": latest(person), "action": msgspec.to_builtins(action)}
    do(person, gallery, kept, command, entries)


def play(person: Person, gallery: Gallery, kept: Kept, scene: Scene) -> None:
    """Play the moves of a scene, each once what came before was shown."""
    for move in scene.game.moves[scene.begin : scene.begin + scene.moves]:
        act(person, gallery, kept, move.seat, move.action)


def proxy(person: Person, gallery: Gallery, kept: Kept, scene: Scene) -> None:
    """Under the hammer: somebody gives a maximum, is outbid twice, and wins by it when the others leave."""
    opening = scene.game.moves[scene.begin]
    act(person, gallery, kept, opening.seat, opening.action)
    view = gallery.prepared.asker.ask("GET", f"/api/tables/{kept.table}/moves/{latest(person)}")["view"]
    deed, (mine, rival, *others) = view["question"]["deed"], view["must"]
    do(person, gallery, kept, {"type": "ProxyBid", "seat": mine, "amount": 90, "deed": deed}, entries=2)
    for amount in (20, 50):
        act(person, gallery, kept, rival, Bid(amount=amount), entries=2)
    for seat in (rival, *others):
        act(person, gallery, kept, seat, Pass())


GOLDEN = "[data-first] button[aria-keyshortcuts=' ']:not([aria-disabled=true])"


def to_the_end_of_my_turn(person: Person) -> None:
    """Press the golden button until it would end my turn."""
    answer = person.page.locator(GOLDEN)
    ends = person.page.locator(GOLDEN, has_text=person.say("action.EndTurn"))
    until = time.monotonic() + 3 * PATIENCE / 1000
    while not ends.is_visible():
        if answer.is_visible():
            answer.click()
        person.page.wait_for_timeout(AFTER)
        assert time.monotonic() < until


def bots(person: Person) -> None:
    """My turn ends, three bots play, and I am asked again."""
    answer = person.page.locator(GOLDEN)
    answer.click()
    expect(answer).to_have_count(0)
    expect(answer).to_be_visible(timeout=3 * PATIENCE)


SCENES: dict[str, Callable[[], Scene]] = {
    "own-roll": purchase,
    "claim": lambda: found(RentClaimed, back=1),
    "auction": auction,
    "card": lambda: found(CardDrawn),
    "bankruptcy": lambda: found(WentBankrupt),
    "victory": victory,
}
FILMS = (*SCENES, "proxy-bid", "bots-round")


def films(person: Person, gallery: Gallery, wanted: tuple[str, ...] = FILMS) -> Iterator[tuple[str, Film]]:
    """A film of each, by its name."""
    for name in wanted:
        film = Film(person)
        if name == "bots-round":
            against_bots(person)
            to_the_end_of_my_turn(person)
            with film:
                bots(person)
        else:
            scene = SCENES.get(name, auction)()
            kept = stage(gallery, scene)
            enter(person, kept)
            with film:
                (proxy if name == "proxy-bid" else play)(person, gallery, kept, scene)
        yield name, film
