"""Improves a network: plays, tries options, trains, measures and keeps what is better.

    python training/improve.py --out OUT --minutes 120

Rounds: masters play themselves, older networks and scripted bots on all cores; at sampled decisions every option is
tried on the same dice (`magnate.value.siblings`). The network learns how games ended, what each option came to, and
the differences between the options of a decision; a small one learns what others accept. Then the new network plays
against the one before and among traders, and is kept if it is better beyond noise.
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
from differences import Decisions, learned_from, on_device, options_held_out, rated
from magnate.value import data, file, self_play, siblings
from magnate.value.fields import CURIOUS
from magnate.value.knowledge import STYLE
from magnate.value.positions import Positions
from model import loss_of
from rule_sets import BASE, HELD_OUT, SEATS, TRAINED, RuleSet
from train import (
    HELD,
    Bucket,
    batches,
    chosen,
    commit,
    inputs,
    mean_loss,
    read_back,
    report,
    to_device,
)

GAMES = 400  # in a job of self-play
TRIED_GAMES = 24  # in a job whose decisions are tried
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


def own_games(
    kinds: Kinds, networks: Mapping[str, file.Weights], seconds: float, most: int, curious: int
) -> list[self_play.Found]:
    """Games of the newest network with itself and with others, with offers at prices of chance among its own."""
    style = list(STYLE)
    style[CURIOUS] = curious
    older = [name for name in networks if name != "new"] or ["new"]

    def job() -> self_play.Found:
        table, seats, seed = kinds.draw()
        lines = line_ups(seats, older, random.Random(seed))
        styles = dict.fromkeys(networks, style)
        found = self_play.play(table, lines, GAMES, networks, seed, threads=1, styles=styles)
        return found._replace(states=np.zeros(int((found.states["over"] == 1).sum())))

    return until(seconds, most, job)


def tried_options(
    kinds: Kinds, networks: Mapping[str, file.Weights], seconds: float, most: int, curious: int, trials: int
) -> list[siblings.Siblings]:
    """What the options of the newest network's decisions came to, in such games."""
    style = list(STYLE)
    style[CURIOUS] = curious
    only = {"new": networks["new"]}

    def job() -> siblings.Siblings:
        table, seats, seed = kinds.draw()
        lines = line_ups(seats, ["trader"], random.Random(seed), 8)
        return siblings.play(table, lines, TRIED_GAMES, only, seed, trials=trials, threads=1, styles={"new": style})

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
    """A network under training, and what is written about it."""

    def __init__(self, given: argparse.Namespace, device: str) -> None:
        self.given, self.device, self.out = given, device, given.out
        self.out.mkdir(parents=True, exist_ok=True)
        self.began = time.monotonic()
        self.round, self.spent = -1, 0.0
        self.best = file.read(given.begin)
        self.kept: list[file.Weights] = []
        self.positions: list[list[Bucket]] = []  # of the last rounds, on the device
        self.tried: list[list[Decisions]] = []
        self.answers: list[list[tuple[Any, Any]]] = []
        path = self.out / "checkpoint.pt"
        if path.exists():
            saved = torch.load(path, map_location="cpu", weights_only=False)
            self.round, self.spent = saved["round"], saved["spent"]
            self.kept = [file.Weights(*one) for one in saved["kept"]]
            self.best = self.kept[-1]
        self.net, self.accepting = read_back(self.best, device), AcceptNet.of(self.best).to(device)

    def left(self) -> float:
        """Seconds left."""
        return 60 * self.given.minutes - (time.monotonic() - self.began)

    def say(self, text: str) -> None:
        print(f"{time.monotonic() - self.began:6.0f} s  {text}", flush=True)

    def networks(self) -> dict[str, file.Weights]:
        """The newest that was kept, and some of those before."""
        older = self.kept[:-1]
        picked = older[-1:] + random.Random(self.round).sample(older[:-1], min(OLDER - 1, len(older[:-1])))
        return {"new": self.best, **{f"old {n}": one for n, one in enumerate(picked)}}

    def keep(self, weights: file.Weights) -> None:
        """This network is the best so far."""
        self.best = weights
        self.kept = [*self.kept, weights]
        about = {"commit": self.given.commit or commit(), "round": str(self.round)}
        file.write(self.out / "value.safetensors", weights, **about)

    def save(self, line: Mapping[str, Any]) -> None:
        """A line of the curve, and everything that is needed to go on."""
        with (self.out / "curve.jsonl").open("a", encoding="utf8") as curve:
            curve.write(json.dumps(line) + "\n")
        saved = {
            "round": self.round,
            "spent": self.spent + time.monotonic() - self.began,
            "kept": [tuple(dict(part) for part in one) for one in self.kept[-OLDER * 2 :]],
        }
        draft = self.out / "checkpoint.draft"
        torch.save(saved, draft)
        draft.rename(self.out / "checkpoint.pt")

    def train(self, base: Sequence[Bucket], own: Sequence[Bucket], tried: Sequence[Decisions]) -> dict[str, float]:
        """Train on outcomes of scripted and of own games, and on what options came to, a batch of each in turn."""
        given = self.given
        rate, batch = given.rate, given.batch
        optimiser = torch.optim.AdamW(self.net.parameters(), lr=rate, weight_decay=1e-4)
        outcomes = [batches(buckets, batch, self.device) for buckets in (base, own) if buckets]
        options = [learned_from(tried, batch // 4, self.device)] * (len(tried) > 0)
        size = sum(one.size for one in own) / batch + sum(len(one.count) for one in tried) / (batch // 4)
        most = max(given.least_steps, int(given.passes * size))
        began, step, lost = time.monotonic(), 0, [0.0, 0.0, 0.0]
        while (part := max((time.monotonic() - began) / given.train_seconds, step / most)) < 1:
            for group in optimiser.param_groups:
                group["lr"] = rate * min(1.0, (step + 1) / 100) * (0.02 + 0.98 * (1 + math.cos(math.pi * part)) / 2)
            bucket, rows = next(outcomes[step % len(outcomes)])
            outcome = loss_of(self.net(*inputs(bucket, rows)), bucket.share[rows]).mean()
            loss = outcome
            for one in options:
                came_to, difference = rated(self.net, *next(one))
                loss = outcome + given.options_part * came_to + given.differences_part * difference
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            self.net.limit()
            step += 1
            if step % 20 == 0:  # waits for the device, so that time is measured
                lost = [float(loss.detach()), float(outcome.detach()), float((loss - outcome).detach())]
        return {"steps": step, "loss": lost[0], "outcomes": lost[1], "options": lost[2]}

    def held_out(self, own: Sequence[Bucket], base: Sequence[Bucket], tried: Sequence[Decisions]) -> dict[str, float]:
        """Losses on what is held out; and what the options that the network likes best are worth less than the best."""
        found = {name: mean_loss(self.net, buckets) for name, buckets in (("own", own), ("scripted", base))}
        return {**found, **options_held_out(self.net, tried)}

    def measured(self, weights: file.Weights) -> dict[str, Any]:
        """A new network against the best so far, both among traders with the same dice; and whether it is better."""
        given = self.given
        older = against({"new": weights, "old": self.best}, "old", given.measured, given.seed + 1000 + self.round, True)
        seed = given.seed + 5000 + self.round
        traders = against({"new": weights}, "trader", given.measured, seed, False)
        before = against({"new": self.best}, "trader", given.measured, seed, False)
        gain = (older["mean"] - 0.5) / max(1e-9, older["error"])
        rise = (traders["mean"] - before["mean"]) / max(1e-9, math.hypot(traders["error"], before["error"]))
        is_better = gain + rise > given.sure and gain > -1 and rise > -1
        return {
            "against_before": older, "traders": traders, "traders_before": before, "gain": gain, "rise": rise,
            "kept": is_better,
        }  # fmt: skip

    def one_round(self, base: list[Bucket], base_held: list[Bucket]) -> None:
        """Play, try, train, measure, keep or not."""
        given, began = self.given, time.monotonic()
        self.round += 1
        kinds = Kinds(given.seed * 1000 + self.round)
        found = own_games(kinds, self.networks(), given.play_seconds, given.most, given.curious)
        some = [one.positions for one in found]
        tried = tried_options(
            kinds, self.networks(), given.try_seconds, given.most, given.curious, given.trials
        )  # fmt: skip
        played = time.monotonic() - began
        self.positions = [*self.positions, by_seats(some, self.device)][-REPLAY:]
        self.tried = [*self.tried, on_device(tried, self.device)][-REPLAY:]
        self.answers = [*self.answers, [(one.asked, one.accepted) for one in found]][-REPLAY:]
        own = [one for buckets in self.positions for one in buckets]
        options = [one for decisions in self.tried for one in decisions]
        held = by_seats(some, self.device, held=True), base_held, on_device(tried, self.device, held=True)
        self.net = read_back(self.best, self.device)
        before = self.held_out(*held)
        trained = self.train(base, own, options)
        after = self.held_out(*held)
        answers = [one for some in self.answers for one in some]
        asked, accepted = (np.concatenate(parts) for parts in zip(*answers, strict=True))
        learned = fit(self.accepting, asked, accepted, given.answer_steps, self.device)
        weights = self.accepting.added_to(self.net.exported())
        line = {
            "round": self.round, "games": sum(len(one.states) for one in found), "play_seconds": round(played, 1),
            "positions": sum(one.size for one in own), "decisions": sum(len(one.count) for one in options),
            "held_out_before": before, "held_out": after, "trained": trained, "answers": learned,
            **self.measured(weights),
        }  # fmt: skip
        if line["kept"]:
            self.keep(weights)
        self.save(line)
        told = f"{line['positions']:,} positions, {line['decisions']:,} decisions, regret {before['regret']:.4f}"
        older, traders, was = line["against_before"], line["traders"]["mean"], line["traders_before"]["mean"]
        self.say(
            f"round {self.round}: {told} -> {after['regret']:.4f}, against the one before {older['mean']:.3f} "
            f"± {older['error']:.3f}, among traders {was:.3f} -> {traders:.3f}, kept {line['kept']}"
        )

    def report(self, held: list[Bucket], kinds: Kinds) -> None:
        """Losses and calibration of the best network on what is held out."""
        net = read_back(self.best, self.device)
        tested = {f"scripted, {one.left.shape[1]} seats": one for one in held}
        for number, rules in enumerate((*HELD_OUT, *(one for one in TRAINED if one.weight > 1))):
            table = kinds.table(rules, 4)
            lines = line_ups(4, ["new"], random.Random(number))
            games = GAMES * self.given.report_parts
            some = self_play.play(table, lines, games, {"new": self.best}, 77_000 + number)
            tested[f"self-play, {rules.title}"] = to_device([some.positions], self.device)
        found = {"sizes": net.sizes, "whole_numbers": report(net, tested)}
        (self.out / "report.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf8")
        for title, one in found["whole_numbers"].items():
            self.say(f"{title}: {one['loss']:.4f} (strength {one['strength']:.4f}, equal {one['equal']:.4f})")


TINY = {  # a round in a minute or two, to see that it runs
    "scripted_most": 1, "most": 1, "scripted_seconds": 5.0, "play_seconds": 5.0, "try_seconds": 5.0,
    "train_seconds": 5.0, "least_steps": 10, "passes": 0.1, "batch": 256, "trials": 2, "answer_steps": 20,
    "measured": 32, "rounds": 1, "report_parts": 0,
}  # fmt: skip


def main() -> None:
    """Read the command line; play and train until the time is up."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=120.0)
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--begin", type=Path, default=file.WEIGHTS, help="the network to improve")
    parser.add_argument("--scripted-seconds", type=float, default=30.0, help="of games of scripted bots, at the start")
    parser.add_argument("--play-seconds", type=float, default=40.0, help="of games in a round")
    parser.add_argument("--try-seconds", type=float, default=60.0, help="of games whose options are tried")
    parser.add_argument("--train-seconds", type=float, default=40.0, help="of training in a round")
    parser.add_argument("--most", type=int, default=10_000, help="jobs of games in a round at most")
    parser.add_argument("--scripted-most", type=int, default=1500, help="jobs of games of scripted bots at most")
    parser.add_argument("--trials", type=int, default=siblings.TRIALS, help="dice on which each option is played out")
    parser.add_argument("--answer-steps", type=int, default=2000)
    parser.add_argument("--measured", type=int, default=1600, help="games to measure by, in each edition")
    parser.add_argument("--sure", type=float, default=2.0, help="standard errors a network must be better by")
    parser.add_argument("--curious", type=int, default=20, help="%% of offers at prices of chance")
    parser.add_argument("--options-part", type=float, default=1.0, help="weight of what options came to")
    parser.add_argument("--differences-part", type=float, default=0.2, help="weight of their differences")
    parser.add_argument("--passes", type=float, default=4.0, help="over what is learned from in a round at most")
    parser.add_argument("--least-steps", type=int, default=50)
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--report-parts", type=int, default=8)
    parser.add_argument("--commit", default="", help="the commit to write into the file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tiny", action="store_true", help="one small round, to see that everything runs")
    given = parser.parse_args()
    if given.tiny:
        vars(given).update(TINY)
    torch.manual_seed(given.seed)
    torch.set_float32_matmul_precision("high")
    device = "cuda" if torch.cuda.is_available() else "cpu"
    run = Run(given, device)
    self_play.runner()
    siblings.runner()
    data.runner()
    run.say(f"compiled; {device}, {os.cpu_count()} cores")
    found = scripted(Kinds(given.seed), given.scripted_seconds, given.scripted_most)
    base, held = by_seats(found, device), by_seats(found, device, held=True)
    run.say(f"{sum(one.size for one in base):,} positions of scripted games")
    del found
    if run.round < 0:
        run.round = 0
        run.keep(run.best)
        run.save({"round": 0, "network": str(given.begin), "hash": run.best.hash})
    longest = 0.0
    while run.round < given.rounds and run.left() > longest * 1.1 + 25:
        began = time.monotonic()
        run.one_round(base, held)
        longest = max(longest, time.monotonic() - began)
    if given.report_parts:
        run.report(held, Kinds(given.seed))
    run.say(f"the best network is in {given.out / 'value.safetensors'}")


if __name__ == "__main__":
    main()
