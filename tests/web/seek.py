"""Looks for short games that meet every decision point of an edition, for four people before four browsers.

`python tests/web/seek.py clasico` tries for a while, and writes the shortest it finds into tests/web/games.
From where a game stands it is played on in many ways, by people of many moods; the one that soonest meets something
new is kept, and so on from there. Dice and decks are known beforehand, so the found game can be played again.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from magnate.actions import (
    Action,
    Build,
    Concede,
    DeclareBankruptcy,
    ProposeDeal,
    SellBuildings,
)
from magnate.dice import FairDice
from magnate.editions import load
from magnate.game import Game
from magnate.rules.codes import MAX_CARDS
from magnate.view import View

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))

from server.people import People, Watcher, points_of

GAMES = Path(__file__).parent / "games"
NAMES = ("Ana", "Ion", "Lucía", "Marco")
ENTROPY = tuple(f"{seat + 1:02x}" * 16 for seat in range(len(NAMES)))  # what the four pages add to the dice

# House rules that bring a short game to much: some deeds are dealt at the start, so that nobody need wait for them.
DEALT = 5
SKINS = {"clasico": "internacional"}  # no card of the other skin leads to a utility
CASH = {"clasico": 4000, "castis": 4000, "europolis": 120_000}


def options_of(edition: str) -> dict[str, Any]:
    """The house rules of the game: `expopolis` deals by its own book."""
    players = load(edition).file.players
    if load(edition).file.rules.setup.dealt:
        return {}
    counts = [min(DEALT, 28 // seats) for seats in range(players.min, players.max + 1)]
    options: dict[str, Any] = {"setup.dealt": counts, "setup.dealt_paid": False}
    if edition == "clasico":
        options["jail.turns"] = 1  # three failed rolls take long; the question after the last is the same
    if edition in CASH:
        options["setup.cash"] = CASH[edition]
    return options


def milestones(game: Game) -> set[str]:
    """What is no decision, but leads to some that are far away: an empty stock, a long time in jail, a kept card."""
    g, e = game.state, game.table
    found = {f"houses under {mark}" for mark in range(4, 32, 4) if g.houses < mark}
    found |= {f"jail {g.jail[seat]}" for seat in range(g.seats) if g.jail[seat]}
    found |= {f"card {card} is kept" for card in range(e.kept) if g.held[card] >= 0}
    for number, deck in enumerate(game.edition.decks.values()):
        for place, card in enumerate(game.chance.deck[number * MAX_CARDS : number * MAX_CARDS + 3]):
            if deck.cards[int(card)].effect in ("nearest_utility", "keep"):
                found.add(f"{deck.cards[int(card)].effect} lies at {place} of {number}")
    for seat in range(g.seats):
        bare = all(g.mortgaged[deed] for deed in range(e.deeds) if g.owner[deed] == seat)
        if not g.out[seat] and bare and g.cash[seat] < min(e.price[: e.deeds]):
            owns = any(g.owner[deed] == seat for deed in range(e.deeds))
            found.add(f"{seat} is poor, and has {'nothing but mortgages' if owns else 'nothing'}")
    return found


LONGEST = 300  # moves of a game, before everybody gives up
TRIES = ((12, 6), (12, 16), (24, 40), (60, 60))  # so many ways to go on, of so many moves; if none leads on, the next
TYPES = (
    "Roll", "EndTurn", "PayFine", "UseCard", "Wait", "BuyDeed", "RefuseDeed", "AcceptOffer", "DeclineOffer", "Bid",
    "Pass", "FollowCard", "DrawInstead", "PayTax", "ClaimRent", "Build", "SellBuildings", "Mortgage", "LiftMortgage",
    "KeepMortgage", "ProposeDeal", "CounterDeal", "AcceptDeal", "RefuseDeal", "WithdrawDeal", "OfferProperty",
    "NameValue", "RefuseProperty", "AcceptValue", "WithdrawProperty", "AuctionProperty", "RequestAuction",
    "WaiveAuction", "AskBuildings", "PlaceBuilding", "DeclareBankruptcy", "Acknowledge",
)  # fmt: skip
UNASKED = ("Build", "SellBuildings", "Mortgage", "LiftMortgage", "ProposeDeal", "WithdrawDeal", "ClaimRent")


class Moody(People):
    """People who like some actions and dislike others, as the mood of this way of going on has it."""

    def __init__(self, game: Game, rng: random.Random) -> None:
        self.game = game
        self.rng = rng
        self.likes = {type: 2.0 ** rng.uniform(-4, 4) for type in TYPES}
        self.restless = rng.choice((0.05, 0.2, 0.5))
        self.deals = rng.choice(("any", "group", "ruin"))
        self.loser: int | None = None
        self.gives = 0.0
        if self.deals == "group":  # builders: they swap until groups are whole, and build all they can
            self.likes |= {"Build": 30, "ProposeDeal": 15, "AcceptDeal": 60, "RefuseDeal": 0.01, "CounterDeal": 0.01}
            self.likes |= {"Mortgage": 0.01, "SellBuildings": 0.01, "WithdrawDeal": 0.01, "LiftMortgage": 5}
        elif self.deals == "ruin":  # somebody gives everything away, and then cannot pay
            self.loser = rng.randrange(game.seats)
            self.likes |= {
                "ProposeDeal": 10,
                "AcceptDeal": 60,
                "RefuseDeal": 0.01,
                "CounterDeal": 0.01,
                "ClaimRent": 30,
            }
            self.likes |= {"DeclareBankruptcy": 30, "Mortgage": rng.choice((0.1, 20))}
            self.gives = rng.choice((0.0, 0.5, 1.0))

    def decide(self) -> tuple[int, Action]:
        """Who acts next, and how."""
        game, rng = self.game, self.rng
        for _ in range(20):
            must = game.must
            unasked = rng.random() < self.restless
            seat = rng.randrange(game.seats) if unasked else rng.choice(must)
            options = [o for o in game.options(seat) if o.type != "Concede" and (not unasked or o.type in UNASKED)]
            if self.loser is not None and seat != self.loser:
                options = [o for o in options if o.type != "ProposeDeal"]
            if not options:
                continue
            kinds = sorted({option.type for option in options})
            kind = rng.choices(kinds, [self.likes[kind] for kind in kinds])[0]
            option = rng.choice([option for option in options if option.type == kind])
            action = self.crafted(seat, kind, option.action) or self.fill(seat, option)
            if action is not None and game.refusal(seat, action) is None:
                return seat, action
        seat = rng.choice(game.must)
        return seat, game.default_action(seat)

    def crafted(self, seat: int, kind: str, action: Action | None) -> Action | None:
        """Larger plans than an option lists: whole groups built up or down, deals that mean something."""
        if kind == "Build" and isinstance(action, Build) and self.rng.random() < 0.7:
            return self.plan(seat, action)
        if kind == "SellBuildings" and isinstance(action, SellBuildings) and self.rng.random() < 0.3:
            return SellBuildings(action.group, [0 for _ in action.levels])
        if kind == "ProposeDeal" and self.deals != "any":
            return self.legal(seat, ProposeDeal(**self.meant(seat)))
        return None

    def plan(self, seat: int, action: Build) -> Action | None:
        top = self.game.edition.rules.building.houses_per_lot + 1
        for level in range(top, 0, -1):
            plan = Build(action.group, [max(level, one) for one in action.levels])
            if self.game.refusal(seat, plan) is None:
                return plan
        return None

    def meant(self, seat: int) -> dict[str, dict[int, int]]:
        """The deeds that complete a group of mine, for a little cash; or nearly all my cash for next to nothing."""
        rng, g, e = self.rng, self.game.state, self.game.table
        others = [s for s in range(g.seats) if s != seat and not g.out[s]]
        if not others:
            return {"cash": {}, "deeds": {}, "cards": {}}
        if self.deals == "ruin":
            other = rng.choice(others)
            amount = max(e.note, int(g.cash[seat]) // e.note * e.note - rng.randint(0, 5) * e.note)
            mine = {deed: other for deed in range(e.deeds) if g.owner[deed] == seat and not g.level[deed]}
            theirs = [deed for deed in range(e.deeds) if g.owner[deed] == other and not g.level[deed]]
            back = {rng.choice(theirs): seat} if theirs and rng.random() < 0.5 else {}
            kept = dict(rng.sample(sorted(mine.items()), int(self.gives * len(mine))))
            return {"cash": {seat: -amount, other: amount}, "deeds": kept | back, "cards": {}}
        groups = sorted({int(e.deed_group[deed]) for deed in range(e.deeds) if g.owner[deed] == seat})
        if not groups:
            return {"cash": {}, "deeds": {}, "cards": {}}
        group = rng.choice(groups)
        members = [deed for deed in range(e.deeds) if e.deed_group[deed] == group]
        wanted = [deed for deed in members if g.owner[deed] in others]
        if not wanted:
            return {"cash": {}, "deeds": {}, "cards": {}}
        cash = {seat: 0}
        for deed in wanted:
            owner = int(g.owner[deed])
            cash[owner] = cash.get(owner, 0) + e.note
            cash[seat] -= e.note
        return {"cash": cash, "deeds": dict.fromkeys(wanted, seat), "cards": {}}


def goals(watcher: Watcher, view: View, seat: int, action: Action) -> set[str]:
    """What a move meets: decision points, and each way of answering them."""
    before = set(watcher.met)
    points = watcher.see(view, seat, action)
    watcher.met = before | points
    return points | {f"{point} {type(action).__name__}" for point in points}


def begin(edition: str, seed: int = 0, dice: FairDice | None = None) -> Game:
    """A game before its first roll: with these dice, or those of a seed."""
    dice = dice or FairDice.seeded(seed, ENTROPY)
    return Game(
        load(edition, skin=SKINS.get(edition), options=options_of(edition)), seats=len(NAMES), names=NAMES, dice=dice
    )


def promising(edition: str, seed: int) -> bool:
    """Whether rare cards lie near the top of their decks: one that is kept, one that leads to a utility."""
    game = begin(edition, seed)
    state = game.chance
    places: dict[str, int] = {}
    for number, deck in enumerate(game.edition.decks.values()):
        order = [int(card) for card in state.deck[number * MAX_CARDS : number * MAX_CARDS + len(deck.cards)]]
        for place, card in enumerate(order):
            effect = deck.cards[card].effect
            places[effect] = min(places.get(effect, 99), place)
    return places.get("keep", 99) <= 2 and places.get("nearest_utility", 0) <= 2


def walk(game: Game, watcher: Watcher, known: set[str], rng: random.Random, moves: int) -> tuple[Game, set[str]] | None:
    """Play on in one mood until something new is met."""
    game = game.copy()
    ears = Watcher(game.edition)
    ears.giver = dict(watcher.giver)
    people = Moody(game, rng)
    for _ in range(moves):
        if not game.must:
            return None
        seat, action = people.decide()
        if isinstance(action, DeclareBankruptcy) and sum(1 for s in game.view().seats if not s.out) <= 2:
            return None  # the last one would end it all
        met = goals(ears, game.view(), seat, action)
        ears.hear(game.play(seat, action))
        met = (met | milestones(game)) - known
        if met:
            watcher_after = ears.giver
            game.__dict__["giver"] = watcher_after
            return game, met
    return None


def grow(edition: str, seed: int, longest: int, before: frozenset[str]) -> Game:
    """One game, grown from new thing to new thing; `before` was met in other games."""
    rng = random.Random(seed)
    game, watcher, known = begin(edition, seed), Watcher(load(edition)), set(before)
    wanted = points_of(edition) - {"DP-41"}
    passed: Counter[str] = Counter()
    dry = 0
    while len(game.moves) < longest and not (wanted <= known and dry) and dry < 3:
        best: tuple[float, Game, set[str]] | None = None
        for ways, moves in TRIES[: 2 if wanted <= known else None]:
            for _ in range(ways):
                if found := walk(game, watcher, known, rng, moves):
                    after, met = found
                    worth = sum(4 if goal in wanted else 1 for goal in met)
                    cost = (len(after.moves) - len(game.moves)) / worth
                    if best is None or cost < best[0]:
                        best = cost, after, met
            if best is not None:
                break
        if best is None:
            dry += 1
            continue
        _, game, met = best
        watcher.giver = game.__dict__.pop("giver")
        # What leads somewhere may be lost again, and be reached again: a few times.
        passed.update(goal for goal in met if not goal.startswith("DP-"))
        known = {goal for goal in known | met if goal.startswith("DP-") or passed[goal] > 3} | milestones(game)
        dry = 0
    return game


def finish(game: Game) -> Game:
    """Everybody but one gives up, and the winner takes note."""
    while game.must:
        seats = [s for s in range(game.seats) if game.refusal(s, Concede()) is None]
        if len(seats) > 1 or (seats and not game.is_over):
            game.play(seats[-1], Concede())
        else:
            game.play(game.must[0], game.default_action(game.must[0]))
    return game


def met_in(game: Game) -> set[str]:
    """Everything that a game meets."""
    watcher, met = Watcher(game.edition), set[str]()
    twin = Game(game.edition, seats=game.seats, names=game.names, dice=game.dice)
    for move in game.moves:
        if move.action is not None:
            met |= goals(watcher, twin.view(), move.seat, move.action)
            watcher.hear(twin.play(move.seat, move.action))
    return met


def records(edition: str) -> list[Path]:
    """The games of an edition that were found: one, or several that together meet everything."""
    return sorted(GAMES.glob(f"{edition}*.record"))


def seek(edition: str, seconds: float, first: int = 1, step: int = 1, file: Path | None = None) -> None:
    """The shortest game that meets whatever the other games of the edition leave over, found in this time.

    Several can look at once, each for its own seeds and with a file of its own.
    """
    file = file or GAMES / f"{edition}.record"
    others = [Game.replay(other.read_text(encoding="utf-8")) for other in records(edition) if other != file]
    before = frozenset[str]().union(*(met_in(game) for game in others))
    wanted = points_of(edition) - before
    until = time.monotonic() + seconds
    best, seed = (99, 0, 0), first - step
    while time.monotonic() < until:
        seed += step
        if not promising(edition, seed):
            continue
        game = finish(grow(edition, seed, LONGEST, before))
        met = met_in(game)
        found = len(wanted - met), len(game.moves), -len(met)
        if found < best:
            best = found
            missing = ", ".join(sorted(wanted - met)) or "nothing"
            print(f"{edition} {seed}: {len(game.moves)} moves, {len(met)} things; missing: {missing}", flush=True)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(game.record(), encoding="utf-8")


if __name__ == "__main__":
    name, seconds, first, step, *files = (
        *sys.argv[1:5],
        *("clasico", "60", "1", "1")[len(sys.argv) - 1 :],
        *sys.argv[5:],
    )
    seek(name, float(seconds), int(first), int(step), Path(files[0]) if files else None)
