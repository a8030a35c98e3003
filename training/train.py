"""Train a network from files of positions: `python training/train.py DATA --out OUT --minutes 5`.

Writes into OUT, again and again: `checkpoint.pt` (a run with the same OUT resumes from it), `curve.jsonl` (a line for
each look at what is held out), `value.safetensors` (the best network so far, in whole numbers) and, in the end,
`report.json`: losses in real and in whole numbers, baselines, and calibration in ten bins for every rule set.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch

from magnate.value import file
from magnate.value.fields import ONE, STANDING_NAMES
from magnate.value.positions import Positions
from model import ValueNet, loss_of

HELD = 50  # one game of so many is held out of training
BINS = 10
WEALTH = STANDING_NAMES.index("wealth_part")
STRENGTH = STANDING_NAMES.index("strength_part")


class Bucket(NamedTuple):
    """Positions of one number of seats on the device."""

    standing: Any
    left: Any
    share: Any
    holding: Any
    holder: Any
    first: Any  # where the holdings of each position begin
    held: Any

    @property
    def size(self) -> int:
        """How many positions."""
        return len(self.held)


def to_device(parts: Sequence[Positions], device: str) -> Bucket:
    """Several files as one, on the device."""

    def joined(name: str) -> Any:
        return torch.from_numpy(np.concatenate([getattr(one, name) for one in parts])).to(device)

    held = joined("held").long()
    return Bucket(
        joined("standing"),
        joined("left").float(),
        joined("share"),
        joined("holding"),
        joined("holder").long(),
        torch.cumsum(held, 0) - held,
        held,
    )


def chosen(found: Positions, rows: Any) -> Positions:
    """Some positions of a file, by a mask."""
    owner = np.repeat(np.arange(found.size), found.held)
    picked = rows[owner]
    plain = {name: getattr(found, name)[rows] for name in ("standing", "left", "share", "held", "game")}
    return Positions(holding=found.holding[picked], holder=found.holder[picked], **plain)


def files(folder: Path) -> list[Path]:
    """The complete files of positions in a folder."""
    return [path for path in sorted(folder.glob("*_*.npz")) if not path.name.startswith("draft-")]


def halved(path: Path) -> tuple[Positions, Positions]:
    """The positions of a file that are trained on, and those of games that are held out."""
    found = Positions.load(path)
    is_held = found.game % HELD == 0
    return chosen(found, ~is_held), chosen(found, is_held)


def inputs(bucket: Bucket, rows: Any) -> tuple[Any, ...]:
    """What the network reads for some positions."""
    held = bucket.held[rows]
    ends = torch.cumsum(held, 0)
    total = int(ends[-1])
    position = torch.repeat_interleave(torch.arange(len(rows), device=rows.device), held, output_size=total)
    place = torch.arange(total, device=rows.device) - (ends - held)[position] + bucket.first[rows][position]
    seats = bucket.left.shape[1]
    return (
        bucket.standing[rows].float() / ONE,
        bucket.left[rows],
        bucket.holding[place].float() / ONE,
        position * seats + bucket.holder[place],
    )


def load(folder: Path, device: str, most: int) -> tuple[list[Bucket], dict[str, Bucket]]:
    """What is trained on, by seats; and what is held out, by title: whole rule sets, and games of those trained on."""
    trained: dict[int, list[Positions]] = {}
    games: dict[int, list[Positions]] = {}
    count = 0
    with ThreadPoolExecutor(8) as pool:
        for train, test in pool.map(halved, files(folder)):
            if count < most:
                count += train.size
                trained.setdefault(train.left.shape[1], []).append(train)
                games.setdefault(train.left.shape[1], []).append(test)
    tested: dict[str, Bucket] = {}
    for path in sorted((folder / "tested").glob("*.npz")):
        with np.load(path) as about:
            title = str(about["title"])
        tested[title] = to_device([Positions.load(path)], device)
    for seats, parts in sorted(games.items()):
        tested[f"{seats} seats"] = to_device(parts, device)
    return [to_device(parts, device) for _, parts in sorted(trained.items())], tested


@torch.no_grad()
def chances(net: ValueNet, bucket: Bucket, batch: int = 16_384) -> Any:
    """The chances of all positions."""
    rows = torch.arange(bucket.size, device=bucket.held.device)
    return torch.cat([torch.softmax(net(*inputs(bucket, part)), 1) for part in rows.split(batch)])


def log_loss(found: Any, share: Any) -> float:
    """The mean of the cross-entropy."""
    return float(-(share * found.clamp(min=1e-9).log()).sum(1).mean())


def mean_loss(net: ValueNet, buckets: Sequence[Bucket]) -> float:
    """The mean of the cross-entropy over all numbers of seats, each counting the same."""
    return sum(log_loss(chances(net, one), one.share) for one in buckets) / max(1, len(buckets))


def by_part(bucket: Bucket, column: int) -> tuple[float, float]:
    """The loss of chances in proportion to a power of one figure, and the best power."""
    part = bucket.standing[:, :, column].float().clamp(min=1) * bucket.left
    found = []
    for tenth in range(5, 50, 5):
        weight = part.pow(tenth / 10)
        found.append((log_loss(weight / weight.sum(1, keepdim=True), bucket.share), tenth / 10))
    return min(found)


def calibration(found: Any, bucket: Bucket) -> list[dict[str, float]]:
    """Ten bins of chances: how many seats of positions, the mean chance, and the part of wins."""
    is_left = bucket.left > 0
    chance, share = found[is_left], bucket.share[is_left]
    rows = []
    for number in range(BINS):
        inside = (chance >= number / BINS) & ((chance < (number + 1) / BINS) | (number == BINS - 1))
        count = int(inside.sum())
        if count:
            rows.append({"count": count, "chance": float(chance[inside].mean()), "won": float(share[inside].mean())})
    return rows


def report(net: ValueNet, tested: dict[str, Bucket]) -> dict[str, Any]:
    """Losses, baselines and calibration for everything held out."""
    out: dict[str, Any] = {}
    for title, bucket in tested.items():
        found = chances(net, bucket)
        equal = bucket.left / bucket.left.sum(1, keepdim=True)
        wealth, wealth_power = by_part(bucket, WEALTH)
        strength, strength_power = by_part(bucket, STRENGTH)
        out[title] = {
            "positions": bucket.size,
            "loss": log_loss(found, bucket.share),
            "equal": log_loss(equal, bucket.share),
            "wealth": wealth,
            "wealth_power": wealth_power,
            "strength": strength,
            "strength_power": strength_power,
            "calibration": calibration(found, bucket),
        }
    return out


def rounded(net: ValueNet) -> ValueNet:
    """The network with the weights of its file."""
    return read_back(net.exported(), str(next(net.parameters()).device))


def read_back(weights: file.Weights, device: str) -> ValueNet:
    """A network from its whole numbers."""
    hold, seat, last = (weights.sizes[name] for name in ("hold_units", "seat_units", "last_units"))
    twin = ValueNet(hold, seat, last).to(device)
    scale = 4096.0

    def tensor(name: str, shape: Sequence[int], by: float = scale) -> Any:
        return torch.tensor(weights.tensors[name], dtype=torch.float32).view(*shape) / by

    with torch.no_grad():
        twin.hold.weight.copy_(tensor("hold_weight", (-1, hold)).T)
        twin.hold.bias.copy_(tensor("hold_bias", (hold,), scale * ONE))
        twin.seat.weight.copy_(tensor("seat_weight", (-1, seat)).T)
        twin.seat.bias.copy_(tensor("seat_bias", (seat,), scale * ONE))
        twin.own.weight.copy_(tensor("own_weight", (-1, last)).T)
        twin.own.bias.copy_(tensor("last_bias", (last,), scale * ONE))
        twin.rival.weight.copy_(tensor("rival_weight", (-1, last)).T)
        twin.out.weight.copy_(tensor("out_weight", (1, last), scale * math.log2(math.e)))
    return twin


def batches(buckets: Sequence[Bucket], batch: int, device: str) -> Iterator[tuple[Bucket, Any]]:
    """Random positions for ever, of one number of seats at a time, each as often as it has positions."""
    weights = torch.tensor([float(one.size) for one in buckets])
    while True:
        bucket = buckets[int(torch.multinomial(weights, 1))]
        yield bucket, torch.randint(bucket.size, (min(batch, bucket.size),), device=device)


def commit() -> str:
    """The commit this runs from, or what says that there is none."""
    found = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True, cwd=Path(__file__).parent)
    return found.stdout.strip() or "unknown"


class Run:
    """A network under training, and what is written about it."""

    def __init__(self, given: argparse.Namespace, device: str) -> None:
        self.given, self.device, self.out = given, device, given.out
        self.out.mkdir(parents=True, exist_ok=True)
        self.net = ValueNet(given.hold_units, given.seat_units, given.last_units).to(device)
        self.optimiser = torch.optim.AdamW(self.net.parameters(), lr=given.rate, weight_decay=1e-4)
        self.step, self.spent, self.best = 0, 0.0, math.inf
        if given.begin:
            self.net.load_state_dict(torch.load(given.begin, map_location=device)["net"])
        if (self.out / "checkpoint.pt").exists():
            saved = torch.load(self.out / "checkpoint.pt", map_location=device)
            self.net.load_state_dict(saved["net"])
            self.optimiser.load_state_dict(saved["optimiser"])
            self.step, self.spent, self.best = saved["step"], saved["spent"], saved["best"]

    def train(self, buckets: Sequence[Bucket], tested: dict[str, Bucket]) -> None:
        """Train until the minutes are spent, and look at what is held out now and then."""
        limit = 60 * self.given.minutes
        looks = max(20.0, limit / 12)
        began, last_look, lost, counted = time.monotonic() - self.spent, self.spent, 0.0, 0
        for bucket, rows in batches(buckets, self.given.batch, self.device):
            part = min(1.0, self.spent / limit)
            rate = (
                self.given.rate * min(1.0, (self.step + 1) / 200) * (0.02 + 0.98 * (1 + math.cos(math.pi * part)) / 2)
            )
            for group in self.optimiser.param_groups:
                group["lr"] = rate
            loss = loss_of(self.net(*inputs(bucket, rows)), bucket.share[rows]).mean()
            self.optimiser.zero_grad(set_to_none=True)
            loss.backward()
            self.optimiser.step()
            self.net.limit()
            self.step += 1
            counted += 1
            lost += loss.detach()
            if counted % 20 == 0:
                self.spent = time.monotonic() - began
                if self.spent - last_look > looks or self.spent >= limit:
                    self.look(float(lost) / max(1, counted), rate, tested)
                    last_look, lost, counted = self.spent, 0.0, 0
                if self.spent >= limit:
                    return

    def look(self, trained: float, rate: float, tested: dict[str, Bucket]) -> None:
        """Losses of what is held out, to the curve; the best network so far to its file."""
        losses = {title: log_loss(chances(self.net, one), one.share) for title, one in tested.items()}
        games = [loss for title, loss in losses.items() if title.endswith(" seats")]
        mean = sum(games or losses.values()) / len(games or losses)
        line = {
            "step": self.step,
            "seconds": round(self.spent, 1),
            "rate": rate,
            "trained": trained,
            "held_out": mean,
            **losses,
        }
        with (self.out / "curve.jsonl").open("a", encoding="utf8") as curve:
            curve.write(json.dumps(line) + "\n")
        print(f"step {self.step}, {self.spent:.0f} s: {trained:.4f} in training, {mean:.4f} held out", flush=True)
        if mean < self.best:
            self.best = mean
            self.export()
        saved = {"net": self.net.state_dict(), "optimiser": self.optimiser.state_dict(), "sizes": self.net.sizes}
        torch.save({**saved, "step": self.step, "spent": self.spent, "best": self.best}, self.out / "checkpoint.pt")

    def export(self) -> None:
        """Write the network in whole numbers."""
        about = {"commit": self.given.commit or commit(), "held_out": f"{self.best:.4f}", "steps": str(self.step)}
        file.write(self.out / "value.safetensors", self.net.exported(), **about)


def main() -> None:
    """Read the command line, train, report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--batch", type=int, default=8192)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--hold-units", type=int, default=48)
    parser.add_argument("--seat-units", type=int, default=128)
    parser.add_argument("--last-units", type=int, default=64)
    parser.add_argument("--most", type=int, default=12_000_000, help="positions that are read")
    parser.add_argument("--begin", type=Path, help="a checkpoint to begin from")
    parser.add_argument("--commit", default="", help="the commit to write into the file")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.set_float32_matmul_precision("high")
    began = time.monotonic()
    buckets, tested = load(given.data, device, given.most)
    count = sum(one.size for one in buckets)
    print(f"{count:,} positions on {device}, read in {time.monotonic() - began:.0f} s", flush=True)
    run = Run(given, device)
    run.train(buckets, tested)
    found = {"positions": count, "step": run.step, "seconds": run.spent, "sizes": run.net.sizes}
    found["real"] = report(run.net, tested)
    found["whole"] = {title: one["loss"] for title, one in report(rounded(run.net), tested).items()}
    (run.out / "report.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf8")
    for title, one in found["real"].items():
        print(
            f"{title:60s} {one['positions']:8,} {one['loss']:.4f} (whole numbers {found['whole'][title]:.4f}; "
            f"strength {one['strength']:.4f}, wealth {one['wealth']:.4f}, equal {one['equal']:.4f})",
            flush=True,
        )


if __name__ == "__main__":
    main()
