"""Self-play: plays, trains, measures and keeps what is better. `python training/self_play.py --out OUT`.

First games of scripted bots and a network trained on them; then rounds: masters play against themselves, older networks
and scripted bots on all cores; the network goes on learning from how these games ended, and a small one from what was
accepted; the new network plays against the one before and against traders, and is kept if it is better beyond noise.
OUT has checkpoint.pt after every round, from which the same command goes on, value.safetensors (the best network so
far), curve.jsonl (a line for each round) and in the end report.json.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import torch

from accepting import AcceptNet, fit
from magnate.value import data, file, self_play
from magnate.value.fields import CURIOUS
from magnate.value.knowledge import STYLE
from magnate.value.positions import Positions
from model import ValueNet, loss_of
from rule_sets import BASE, HELD_OUT, SEATS, TRAINED, RuleSet
from train import (
    HELD,
    Bucket,
    batches,
    chances,
    chosen,
    commit,
    inputs,
    log_loss,
    read_back,
    report,
    rounded,
    to_device,
)

GAMES = 400  # in a job of self-play
SCRIPTED_GAMES = 1_500  # in a job of scripted bots
REPLAY = 4  # rounds whose positions are trained on
OLDER = 4  # networks of earlier rounds that are played against


class Kinds:
    """Rule sets and numbers of seats, drawn as often as each is played."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.kinds = [(rules, seats) for rules in TRAINED for seats in rules.loaded.seats]
        self.weights = [rules.weight * SEATS[seats] for rules, seats in self.kinds]
        self.tables: dict[tuple[str, int], dict[str, Any]] = {}

    def draw(self) -> tuple[dict[str, Any], int, int]:
        """A table, its seats and a seed."""
        rules, seats = self.rng.choices(self.kinds, self.weights)[0]
        return self.table(rules, seats), seats, self.rng.randrange(1 << 40)

    def table(self, rules: RuleSet, seats: int) -> dict[str, Any]:
        """The numbers of a rule set, made once."""
        key = rules.title, seats
        if key not in self.tables:
            self.tables[key] = rules.loaded.table(seats)
        return self.tables[key]


def until(seconds: float, most: int, job: Callable[[], Any]) -> list[Any]:
    """What jobs give that are done on all cores until the time is up, or so many are done."""
    ends = time.monotonic() + seconds
    found: list[Any] = []

    def worker() -> None:
        while time.monotonic() < ends and len(found) < most:
            found.append(job())

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for one in [pool.submit(worker) for _ in range(os.cpu_count() or 1)]:
            one.result()
    return found


def scripted(kinds: Kinds, seconds: float, most: int) -> list[Positions]:
    """Positions of games of scripted bots, most of traders alone, seven of eight changed on the way."""

    def job() -> Positions:
        table, seats, seed = kinds.draw()
        lines = [["trader"] * seats] * 14 + data.mixtures(seats, random.Random(seed), 10)
        return self_play.play(table, lines, SCRIPTED_GAMES, {}, seed, positions=4, changed=88, threads=1).positions

    return until(seconds, most, job)


def line_ups(seats: int, older: Sequence[str], rng: random.Random, count: int = 16) -> list[list[str]]:
    """Who plays: the newest alone, with scripted bots, with older networks; the newest at one seat at least."""
    out = []
    for number in range(count):
        others = (
            ["new"],
            ["new", "trader"],
            ["trader", "trader", "house"],
            ["new", *older],
            ["trader", "house", "novice", "new"],
        )
        pool = others[(0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 1)[number % 16]]
        line = ["new", *(rng.choice(pool) for _ in range(seats - 1))]
        rng.shuffle(line)
        out.append(line)
    return out


def among_traders(seats: int, older: Sequence[str], rng: random.Random, count: int = 12) -> list[list[str]]:
    """Who plays while a first network learns what is accepted: traders, in some games masters or weaker bots too."""
    out = []
    for number in range(count):
        pool = (["trader"], ["trader"], ["trader", "new"], ["trader", "house", "novice"])[number % 4]
        line = ["new", *(rng.choice(pool) for _ in range(seats - 1))]
        rng.shuffle(line)
        out.append(line)
    return out


def own_games(
    kinds: Kinds,
    networks: Mapping[str, file.Weights],
    seconds: float,
    most: int,
    curious: int,
    who: Callable[[int, Sequence[str], random.Random], list[list[str]]] = line_ups,
) -> list[self_play.Found]:
    """Games of the newest network with itself and with others, with offers at prices of chance among its own."""
    style = list(STYLE)
    style[CURIOUS] = curious
    older = [name for name in networks if name != "new"] or ["new"]

    def job() -> self_play.Found:
        table, seats, seed = kinds.draw()
        lines = who(seats, older, random.Random(seed))
        styles = dict.fromkeys(networks, style)
        found = self_play.play(table, lines, GAMES, networks, seed, threads=1, styles=styles)
        return found._replace(states=np.zeros(int((found.states["over"] == 1).sum())))

    return until(seconds, most, job)


def won_by(states: Any, lines: Sequence[Sequence[str]], name: str) -> tuple[float, float, int]:
    """The part of the wins a name has, its standard error, and the games that ended."""
    shares = []
    for number, (over, winners) in enumerate(zip(states["over"].tolist(), states["winners"].tolist(), strict=True)):
        if over:
            line = lines[number % len(lines)]
            won = [seat for seat in range(len(line)) if winners >> seat & 1]
            shares.append(sum(line[seat] == name for seat in won) / len(won))
    found = np.array(shares)
    return float(found.mean()), float(found.std() / max(1, len(found)) ** 0.5), len(found)


def against(networks: Mapping[str, file.Weights], rival: str, games: int, seed: int, half: bool) -> dict[str, Any]:
    """The newest against a rival in every edition, four seats: alone among three, or two against two."""
    if half:
        taken = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
    else:
        taken = ((0,), (1,), (2,), (3,))
    lines = [["new" if seat in seats else rival for seat in range(4)] for seats in taken]
    tables = {rules.edition: rules.loaded.table(4) for rules in TRAINED if rules.weight > 1}
    plays = [(name, part) for name in BASE for part in range(8)]
    each = max(len(lines), games // 8 // len(lines) * len(lines))

    def one(given: tuple[str, int]) -> tuple[float, float, int]:
        name, part = given
        # each part has seeds of its own
        found = self_play.play(
            tables[name], lines, each, networks, seed * 1000 + part, positions=1, changed=0, most=20_000, threads=1
        )
        return won_by(found.states, lines, "new")

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        parts = list(pool.map(one, plays))
    out: dict[str, Any] = {}
    for name in BASE:
        mine = [part for part, (edition, _) in zip(parts, plays, strict=True) if edition == name]
        out[name] = round(float(np.mean([share for share, _, _ in mine])), 4)
    out["mean"] = float(np.mean([share for share, _, _ in parts]))
    out["error"] = float(np.sqrt(np.mean([error**2 for _, error, _ in parts]) / len(parts)))
    out["games"] = sum(count for _, _, count in parts)
    return out


def by_seats(parts: Sequence[Positions], device: str, held: bool = False) -> list[Bucket]:
    """Positions on the device, by the number of seats: those trained on, or those of games held out."""
    found: dict[int, list[Positions]] = {}
    for one in parts:
        if one.size:
            rows = (one.game % HELD == 0) == held
            found.setdefault(one.left.shape[1], []).append(chosen(one, rows))
    return [to_device(some, device) for _, some in sorted(found.items())]


class Run:
    """A network under training by self-play, and what is written about it."""

    def __init__(self, given: argparse.Namespace, device: str) -> None:
        self.given, self.device, self.out = given, device, given.out
        self.out.mkdir(parents=True, exist_ok=True)
        self.began = time.monotonic()
        sizes = tuple(int(one) for one in given.sizes.split(","))
        self.net, self.accepting = ValueNet(*sizes).to(device), AcceptNet().to(device)
        self.round, self.spent, self.kept = -1, 0.0, []
        self.best: tuple[file.Weights, Any] | None = None
        self.positions: list[list[Bucket]] = []  # of the last rounds, on the device
        self.answers: list[tuple[Any, Any]] = []
        path = self.out / "checkpoint.pt"
        begin = path if path.exists() else given.begin
        self.is_begun = bool(begin)
        if begin and begin.suffix == ".safetensors":
            self.net = read_back(file.read(begin), device)
        elif begin:
            saved = torch.load(begin, map_location=device, weights_only=False)
            if tuple(saved["sizes"]) == sizes:
                self.net.load_state_dict(saved["net"])
            self.accepting.load_state_dict(saved["accepting"])
            self.round, self.spent, self.kept = saved["round"], saved["spent"], saved["kept"]
            self.best = (file.Weights(*saved["best"]), saved["best_net"]) if saved["best"] else None

    def left(self) -> float:
        """Seconds left."""
        return 60 * self.given.minutes - (time.monotonic() - self.began)

    def say(self, text: str) -> None:
        print(f"{time.monotonic() - self.began:6.0f} s  {text}", flush=True)

    def train(
        self, seconds: float, mixed: Sequence[tuple[Sequence[Bucket], float]], rate: float, most: int = 1 << 40
    ) -> dict[str, float]:
        """Train on positions of several sources, each as often as its weight says, for so many steps at most."""
        optimiser = torch.optim.AdamW(self.net.parameters(), lr=rate, weight_decay=1e-4)
        sources = [(batches(buckets, self.given.batch, self.device), weight) for buckets, weight in mixed if buckets]
        began, step, lost = time.monotonic(), 0, 0.0
        rng = random.Random(self.round)
        while (part := max((time.monotonic() - began) / seconds, step / most)) < 1:
            source = rng.choices([one for one, _ in sources], [weight for _, weight in sources])[0]
            for group in optimiser.param_groups:
                group["lr"] = rate * min(1.0, (step + 1) / 100) * (0.02 + 0.98 * (1 + math.cos(math.pi * part)) / 2)
            bucket, rows = next(source)
            loss = loss_of(self.net(*inputs(bucket, rows)), bucket.share[rows]).mean()
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            self.net.limit()
            step += 1
            if step % 20 == 0:
                lost = float(loss.detach())  # waits for the device, so that time is measured
        return {"steps": step, "last_loss": lost}

    def weights(self) -> file.Weights:
        """The network in whole numbers, with what it has learned about acceptance."""
        plain = self.net.exported()
        return self.accepting.added_to(plain) if self.answers or self.round >= 0 else plain

    def networks(self) -> dict[str, file.Weights]:
        """The newest that was kept, and some of those before."""
        assert self.best is not None
        older = self.kept[:-1]
        picked = older[-1:] + random.Random(self.round).sample(older[:-1], min(OLDER - 1, len(older[:-1])))
        return {"new": self.best[0], **{f"old {n}": file.Weights(*one) for n, one in enumerate(picked)}}

    def keep(self, weights: file.Weights) -> None:
        """This network is the best so far."""
        self.best = (weights, {name: one.detach().cpu().clone() for name, one in self.net.state_dict().items()})
        self.kept = [*self.kept, tuple(dict(part) for part in weights)]
        about = {"commit": self.given.commit or commit(), "round": str(self.round)}
        file.write(self.out / "value.safetensors", weights, **about)

    def save(self, line: Mapping[str, Any]) -> None:
        """A line of the curve, and everything that is needed to go on."""
        with (self.out / "curve.jsonl").open("a", encoding="utf8") as curve:
            curve.write(json.dumps(line) + "\n")
        assert self.best is not None
        saved = {
            "net": self.net.state_dict(),
            "accepting": self.accepting.state_dict(),
            "sizes": self.net.sizes,
            "round": self.round,
            "spent": self.spent + time.monotonic() - self.began,
            "kept": self.kept[-OLDER * 2 :],
            "best": tuple(dict(part) for part in self.best[0]),
            "best_net": self.best[1],
        }
        draft = self.out / "checkpoint.draft"
        torch.save(saved, draft)
        draft.rename(self.out / "checkpoint.pt")

    def learn_answers(self, steps: int) -> dict[str, float]:
        """Train what others accept on the answers of the last rounds."""
        asked = np.concatenate([one for one, _ in self.answers])
        accepted = np.concatenate([one for _, one in self.answers])
        return fit(self.accepting, asked, accepted, steps, self.device)

    def first(self, base: list[Bucket], held: list[Bucket]) -> None:
        """The network of scripted games, and what they accept of it."""
        given = self.given
        trained = {} if self.is_begun else self.train(given.first_seconds, [(base, 1.0)], given.rate)
        losses = [log_loss(chances(self.net, one), one.share) for one in held]
        self.say(f"first network: {trained}, held out {np.mean(losses):.4f}")
        plain = self.net.exported()
        found = own_games(Kinds(given.seed + 5), {"new": plain}, given.answer_seconds, given.most, 50, among_traders)
        self.answers = [(one.asked, one.accepted) for one in found]
        learned = self.learn_answers(given.answer_steps)
        self.say(f"answers: {learned}")
        self.round = 0
        weights = self.accepting.added_to(plain)
        traders = against({"new": weights}, "trader", given.measured, given.seed + 900, False)
        self.say(f"round 0 among three traders: {traders}")
        self.keep(weights)
        line = {"round": 0, "held_out": float(np.mean(losses)), "traders": traders, "answers": learned, "kept": True}
        self.save(line)

    def one_round(self, base: list[Bucket], base_held: list[Bucket]) -> None:
        """Play, train, measure, keep or not."""
        given, began = self.given, time.monotonic()
        self.round += 1
        kinds = Kinds(given.seed * 1000 + self.round)
        found = own_games(kinds, self.networks(), given.play_seconds, given.most, given.curious)
        played = time.monotonic() - began
        games = sum(len(one.states) for one in found)
        some = [one.positions for one in found]
        self.positions = [*self.positions, by_seats(some, self.device)][-REPLAY:]
        self.answers = [*self.answers, *((one.asked, one.accepted) for one in found)][-6 * len(found) :]
        own = [one for buckets in self.positions for one in buckets]
        held = by_seats(some, self.device, held=True)
        before = float(np.mean([log_loss(chances(self.net, one), one.share) for one in held]))
        mixed = [(own, given.own_part), (base, 1 - given.own_part)]
        steps = int(given.passes * sum(one.size for one in own) / given.batch / given.own_part)
        trained = self.train(given.train_seconds, mixed, given.round_rate, max(50, steps))
        after = float(np.mean([log_loss(chances(self.net, one), one.share) for one in held]))
        losses = [log_loss(chances(self.net, one), one.share) for one in base_held]
        learned = self.learn_answers(given.answer_steps)
        weights = self.weights()
        assert self.best is not None
        pair = {"new": weights, "old": self.best[0]}
        seed = given.seed + 1000 + self.round
        older = against(pair, "old", given.measured, seed, True)
        traders = against(pair, "trader", given.measured, given.seed + 900, False)
        base_line = against({"new": self.best[0]}, "trader", given.measured, given.seed + 900, False)
        gain = (older["mean"] - 0.5) / max(1e-9, older["error"])
        rise = (traders["mean"] - base_line["mean"]) / max(1e-9, math.hypot(traders["error"], base_line["error"]))
        is_better = gain + rise > 2 and gain > -1 and rise > -1
        if is_better:
            self.keep(weights)
        line = {
            "round": self.round, "games": games, "play_seconds": round(played, 1),
            "positions": sum(one.size for one in own),
            "held_out_before": before, "held_out": after, "scripted_held_out": float(np.mean(losses)), **trained,
            "against_before": older, "traders": traders, "answers": learned, "gain": gain, "rise": rise,
            "kept": is_better,
        }  # fmt: skip
        self.save(line)
        told = f"{games} games, own held out {before:.4f} -> {after:.4f}, against the one before {older['mean']:.3f}"
        self.say(f"round {self.round}: {told} ± {older['error']:.3f}, traders {traders['mean']:.3f}, kept {is_better}")

    def report(self, held: list[Bucket], kinds: Kinds) -> None:
        """Losses and calibration of the best network on what is held out."""
        assert self.best is not None
        self.net.load_state_dict(self.best[1])
        tested = {f"scripted, {one.left.shape[1]} seats": one for one in held}
        for number, rules in enumerate((*HELD_OUT, *(one for one in TRAINED if one.weight > 1))):
            table = kinds.table(rules, 4)
            lines = line_ups(4, ["new"], random.Random(number))
            games = GAMES * self.given.report_parts
            some = self_play.play(table, lines, games, {"new": self.best[0]}, 77_000 + number)
            tested[f"self-play, {rules.title}"] = to_device([some.positions], self.device)
        found = {"sizes": self.net.sizes, "real": report(self.net, tested)}
        found["whole"] = {title: one["loss"] for title, one in report(rounded(self.net), tested).items()}
        (self.out / "report.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf8")
        for title, one in found["real"].items():
            self.say(f"{title}: {one['loss']:.4f} (strength {one['strength']:.4f}, equal {one['equal']:.4f})")


def main() -> None:
    """Read the command line; play and train until the time is up."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=120.0)
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--sizes", default="64,160,96", help="units of the network")
    parser.add_argument("--begin", type=Path, help="a checkpoint to begin from, or the file of a network")
    parser.add_argument("--scripted-seconds", type=float, default=90.0, help="of games of scripted bots")
    parser.add_argument("--first-seconds", type=float, default=95.0, help="of training on them")
    parser.add_argument("--answer-seconds", type=float, default=20.0, help="of games to learn what is accepted")
    parser.add_argument("--play-seconds", type=float, default=40.0, help="of games in a round")
    parser.add_argument("--train-seconds", type=float, default=25.0, help="of training in a round")
    parser.add_argument("--most", type=int, default=1000, help="jobs of games in a round at most")
    parser.add_argument("--scripted-most", type=int, default=1500, help="jobs of games of scripted bots at most")
    parser.add_argument("--answer-steps", type=int, default=4000)
    parser.add_argument("--measured", type=int, default=1200, help="games to measure by, in each edition")
    parser.add_argument("--curious", type=int, default=20, help="%% of offers at prices of chance")
    parser.add_argument("--own-part", type=float, default=0.6, help="of training on positions of self-play")
    parser.add_argument("--passes", type=float, default=3.0, help="over the positions of self-play in a round at most")
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--round-rate", type=float, default=1e-3)
    parser.add_argument("--report-parts", type=int, default=8)
    parser.add_argument("--commit", default="", help="the commit to write into the file")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    torch.set_float32_matmul_precision("high")
    device = "cuda" if torch.cuda.is_available() else "cpu"
    run = Run(given, device)
    self_play.runner()
    run.say(f"compiled; {device}, {os.cpu_count()} cores")
    found = scripted(Kinds(given.seed), given.scripted_seconds, given.scripted_most)
    base, held = by_seats(found, device), by_seats(found, device, held=True)
    run.say(f"{sum(one.size for one in base):,} positions of scripted games")
    del found
    if run.round < 0:
        run.first(base, held)
    longest = 0.0
    while run.round < given.rounds and run.left() > longest * 1.1 + 25:
        began = time.monotonic()
        run.one_round(base, held)
        longest = max(longest, time.monotonic() - began)
    run.report(held, Kinds(given.seed))
    run.say(f"the best network is in {given.out / 'value.safetensors'}")


if __name__ == "__main__":
    main()
