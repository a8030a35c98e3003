"""How fast a GPU plays: parity with the CPU, games and actions a second, and where the time goes.

python benchmarks/gpu.py --out FOLDER [--limit 400] [--slots 262144,1048576,2097152] [--games 10000000]
    [--sections parity,steady,kernels,rows,variants,run,traders,mixed]

Every kernel is compiled in a process of its own, while this one compiles the program for the CPU. House bots are
measured while the kernels of the others are still being compiled. Every figure is written to FOLDER/gpu.json as soon as
it is known, so that a run that is stopped has lost nothing; sections that would not fit into the limit (seconds) are
left out and named.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from magnate.compiled import batch, cache, gpu, records, wave
from magnate.compiled import wave_kernels as wk
from magnate.compiled.wave import Wave
from magnate.editions import load, names
from magnate.rules import codes

START = time.perf_counter()
MIXED = [("trader", "house", "novice", "trader"), ("novice", "trader", "house", "house")]
SECTIONS = ("parity", "steady", "kernels", "rows", "variants", "run", "traders", "mixed")
WARM_STEPS = 1500  # twice the length of a game: later ones begin at all times
MANY = 1 << 40  # games: a run that is stopped by the clock


def elapsed() -> float:
    return time.perf_counter() - START


def say(text: str) -> None:
    print(f"[{elapsed():6.1f} s] {text}", flush=True)


def numbers(text: str) -> list[int]:
    return [int(part) for part in text.split(",") if part]


class Report:
    """What was measured, on disk at any time."""

    def __init__(self, folder: Path | None) -> None:
        self.folder, self.found = folder, dict[str, Any]()
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)

    def put(self, name: str, value: Any) -> None:
        self.found[name] = value
        say(f"{name}: {json.dumps(value)[:400]}")
        if self.folder is not None:
            draft = self.folder / "gpu.json.part"
            draft.write_text(json.dumps(self.found, indent=1))
            draft.replace(self.folder / "gpu.json")


def table_of(edition: str = "clasico") -> dict[str, Any]:
    return dict(load(edition).table(4))


# Compiling: a process for each kernel.


class Compiling:
    """The large kernels for some bots on their way into the cache."""

    def __init__(self, bots: Any, kernels: tuple[str, ...] = gpu.LARGE) -> None:
        self.start = elapsed()
        python, present = [sys.executable, "-m"], gpu.deciders(bots)
        asked = {name: [*python, "magnate.compiled.gpu_prepare", name, "0", *present] for name in kernels}
        self.running = {name: subprocess.Popen(command) for name, command in asked.items()}
        self.seconds: dict[str, float] = {}

    def wait(self, until: float) -> bool:
        """Whether all were compiled by then."""
        while len(self.seconds) < len(self.running) and elapsed() < until:
            for name, one in self.running.items():
                if name not in self.seconds and one.poll() is not None:
                    self.seconds[name] = round(elapsed() - self.start, 1) if one.returncode == 0 else -1.0
            time.sleep(0.05)
        return len(self.seconds) == len(self.running)

    def stop(self) -> None:
        for one in self.running.values():
            if one.poll() is None:
                one.terminate()


def resources(bots: Any) -> dict[str, Any]:
    """Registers and local memory of each kernel that has been launched."""
    made = gpu.wave_ready(gpu.deciders(bots), lambda line: None)
    out = {}
    for name in wave.WaveKernels.__annotations__:
        kernel = getattr(made, name)
        registers, local = kernel.get_regs_per_thread(), kernel.get_local_mem_per_thread()
        if registers:
            out[name] = {
                "registers": next(iter(registers.values())),
                "local_bytes": next(iter(local.values())),
                "shared_bytes": next(iter(kernel.get_shared_mem_per_block().values())),
            }
    return out


# Parity.


def parity(edition: str, games: int, bots: Any) -> dict[str, Any]:
    """Whether CPU and GPU play the same games, byte by byte; none is handed on to the CPU."""
    start = time.perf_counter()
    theirs = gpu.play_out(table_of(edition), games, 11, bots=bots, slots=max(1, games // 2), tail=0)
    middle = time.perf_counter()
    ours = batch.play_out(table_of(edition), games, 11, bots=bots)
    same = [a.tobytes() == b.tobytes() for a, b in zip(ours, theirs, strict=True)]
    different = np.flatnonzero(ours[0]["actions"] != theirs[0]["actions"])
    return {
        "games": games,
        "identical": all(same),
        "states": same[0],
        "chances": same[1],
        "differ_in_actions": len(different),
        "first": different[:4].tolist(),
        "gpu_s": round(middle - start, 2),
        "cpu_s": round(time.perf_counter() - middle, 2),
    }


# Speed.


class Counting:
    """What is counted of games as they are handed over."""

    def __init__(self) -> None:
        self.games = self.actions = self.rolls = self.decided = self.longest = 0

    def __call__(self, which: Any, states: Any, chances: Any) -> None:
        self.games += len(which)
        self.actions += int(states["actions"].sum())
        self.rolls += int(states["rolls"].sum())
        self.decided += int((states["over"] == 1).sum())
        self.longest = max(self.longest, int(states["actions"].max()))


def fresh_wave(bots: Any, slots: int, games: int, threads: int | None = None) -> Wave:
    table = table_of()
    made = gpu.wave_ready(gpu.deciders(bots), lambda line: None)
    on_device = Wave(gpu.cuda_module(), made, table, batch.lines_record(table, bots), slots, batch.MOST, threads)
    on_device.begin(records.seeded_keys(2, 1), True, 0, games)
    return on_device


def steady(bots: Any, slots: int, warm_steps: int, seconds: float, at_most: float) -> tuple[dict[str, Any], Wave]:
    """Games and actions a second once games are at all points of their course; every final state goes to the host."""
    on_device = fresh_wave(bots, slots, MANY)
    counting = Counting()
    marks: list[tuple[float, int, int, int]] = []
    before = Counting()
    begun = time.perf_counter()

    def is_enough(ended: int) -> bool:
        now = time.perf_counter()
        is_warm = on_device.steps >= warm_steps or now - begun > at_most / 2
        if not marks and is_warm:
            marks.append((now, ended, on_device.actions(), on_device.steps))
            vars(before).update(vars(counting))
        return bool(marks) and now - marks[0][0] > seconds

    on_device.play(MANY, counting, 0, is_enough)
    now, actions, steps = time.perf_counter(), on_device.actions(), on_device.steps
    since, ended, actions_then, steps_then = marks[0]
    took = now - since
    finished = counting.games - ended
    actions -= actions_then
    of_a_game = (counting.actions - before.actions) / max(1, counting.games - before.games)
    return {
        "slots": slots,
        "seconds": round(took, 2),
        "warm_s": round(since - begun, 2),
        "warm_steps": steps_then,
        "games_per_s": round(finished / took),
        "actions_per_s": round(actions / took),
        "actions_a_game": round(of_a_game, 1),
        "games_per_s_by_actions": round(actions / took / max(1.0, of_a_game)),
        "ms_a_step": round(1000 * took / (steps - steps_then), 3),
    }, on_device


def timed(on_device: Wave, work: Callable[[], None]) -> float:
    """Milliseconds between events around some launches on the main stream."""
    cuda = on_device.cuda
    start, end = cuda.event(), cuda.event()
    start.record(on_device.main)
    work()
    end.record(on_device.main)
    end.synchronize()
    return float(cuda.event_elapsed_time(start, end))


def kernel_times(on_device: Wave, rounds: int = 24) -> dict[str, Any]:
    """Milliseconds of each kernel of a step, one after the other, and of a renewal every so many steps."""
    total = {"decide": 0.0, "search": 0.0, "act": 0.0, "renew": 0.0}
    on_device.cuda.synchronize()  # searches beside the steps before
    for turn in range(rounds):
        for name in ("decide", "search", "act"):
            total[name] += timed(on_device, getattr(on_device, name))
        on_device.steps += 1
        if turn % wave.STEPS == wave.STEPS - 1:
            total["renew"] += timed(on_device, on_device.renew)
    return {name: round(each / rounds, 4) for name, each in total.items()}


def row_name(row: int) -> str:
    """What games of a row do next."""
    if row >= wk.FIRST_SEARCH:
        return f"search {row - wk.FIRST_SEARCH}"
    if row >= wk.FIRST_ACTION:
        kinds = {value: name for name, value in vars(codes).items() if name in ACTIONS}
        return f"act {kinds.get(row - wk.FIRST_ACTION, row - wk.FIRST_ACTION)}"
    special = {wk.IN_JAIL: "in jail", wk.MANAGING: "managing", wk.CLAIMING: "claiming", wk.ROLLING: "rolling"}
    frames = {value: name[6:].lower() for name, value in vars(codes).items() if name.startswith("FRAME_")}
    thinking = ("in jail", "managing", "buy", "auction", "debt")
    if row >= wk.TRADERS:
        who, at = ("trader", row - wk.TRADERS) if row < wk.NOVICES else ("novice", row - wk.NOVICES)
        return f"{who} {thinking[at]}"
    return special.get(row, frames.get(row, str(row)))


ACTIONS = {
    *("ROLL", "END_TURN", "PAY_FINE", "USE_CARD", "WAIT", "BUY", "REFUSE", "BID", "PASS", "ACCEPT_OFFER"),
    *("DECLINE_OFFER", "CLAIM_RENT", "FOLLOW_CARD", "PAY_TAX", "SELL_BUILDINGS", "BUILD", "MORTGAGE"),
    *("LIFT_MORTGAGE", "PROPOSE_DEAL", "ACCEPT_DEAL", "REFUSE_DEAL", "COUNTER_DEAL", "NAME_VALUE", "ACCEPT_VALUE"),
    *("DECLARE_BANKRUPTCY", "KEEP_MORTGAGE", "REQUEST_AUCTION", "ASK_BUILDINGS", "PLACE_BUILDING"),
}


def row_times(on_device: Wave, rounds: int = 12) -> list[dict[str, Any]]:
    """Games and milliseconds of each row, launched alone, and nanoseconds a game; the longest first."""
    total: dict[tuple[str, int], list[float]] = {}
    on_device.cuda.synchronize()
    for turn in range(rounds):
        for name, order in wave.rows_of_kernels().items():
            lengths, where = on_device.lengths.copy_to_host(), wave.rows_at(on_device.steps)
            for i, row in enumerate(order.tolist()):
                many = int(lengths[where[row]])
                extra = {"is_first": i == 0} if name == "decide" else {}
                took = timed(on_device, lambda: getattr(on_device, name)(i, i + 1, **extra))  # noqa: B023
                if many:
                    kept = total.setdefault((name, row), [0.0, 0.0])
                    kept[0] += many / rounds
                    kept[1] += took / rounds
        on_device.steps += 1
        if turn % wave.STEPS == wave.STEPS - 1:
            on_device.renew()
    rows = [
        {
            "kernel": name,
            "row": row_name(row),
            "games": round(many),
            "ms": round(took, 4),
            "ns_a_game": round(1e6 * took / max(1.0, many), 2),
        }
        for (name, row), (many, took) in total.items()
    ]
    return sorted(rows, key=lambda row: -float(row["ms"]))


def launch_variants(on_device: Wave, seconds: float) -> list[dict[str, Any]]:
    """Milliseconds a step for other sizes of block, numbers of blocks and threads a search, in the steady state."""
    usual, out = vars(on_device).copy(), []
    processors = int(on_device.cuda.get_current_device().MULTIPROCESSOR_COUNT)
    few, some, many = (1, 1, 1, 1), wave.LANES, tuple(2 * one for one in wave.LANES)
    for threads, blocks, search_blocks, lanes in (
        (128, 8, 1, some),
        (128, 8, 2, some),
        (128, 8, 4, some),
        (128, 8, 1, few),
        (128, 8, 1, many),
        (256, 4, 1, some),
        (64, 16, 2, some),
    ):
        on_device.threads, on_device.blocks = threads, processors * blocks
        on_device.search_blocks = processors * search_blocks
        on_device.lanes = on_device.cuda.to_device(wave.lanes_of_rows(lanes))
        for _ in range(4):
            on_device.step()
        on_device.cuda.synchronize()
        start, steps = time.perf_counter(), 0
        while time.perf_counter() - start < seconds:
            for _ in range(wave.STEPS):
                on_device.step()
            on_device.renew()
            written, begun = on_device.count()
            if 2 * written > on_device.outputs[0].rows:
                on_device.change_output(begun, MANY)
            steps += wave.STEPS
        on_device.cuda.synchronize()
        took = 1000 * (time.perf_counter() - start) / steps
        how = {"threads": threads, "blocks": blocks, "search_blocks": search_blocks, "lanes": lanes}
        out.append({**how, "ms_a_step": round(took, 3)})
    for name in ("threads", "blocks", "search_blocks", "lanes"):
        setattr(on_device, name, usual[name])
    return out


def whole_run(bots: Any, games: int, slots: int, seconds: float) -> dict[str, Any]:
    """A whole run, the tail on the CPU included; or as much of it as fits into the time."""
    table, counting = table_of(), Counting()
    seen = np.zeros(games, np.uint8)

    def take(which: Any, states: Any, chances: Any) -> None:
        np.add.at(seen, which, 1)
        counting(which, states, chances)

    start = time.perf_counter()
    on_device = fresh_wave(bots, wave.slots_for(gpu.cuda_module(), games, slots), games)
    tail, ended = wave.usual_tail(games), [0]

    def is_enough(so_far: int) -> bool:
        ended[0] = so_far
        return time.perf_counter() - start > seconds

    on_device.play(games, take, tail, is_enough)
    on_gpu = time.perf_counter() - start
    is_whole, left = ended[0] + tail >= games, 0
    if is_whole:
        rest = on_device.unfinished()
        left = len(rest[0])
        wave.finish(table, batch.lines_record(table, bots), 0, rest, batch.MOST, take)
    took, slots = time.perf_counter() - start, on_device.slots
    release(on_device)
    return {
        "games": games,
        "slots": slots,
        "whole": is_whole,
        "each_game_once": bool((seen == 1).all()) if is_whole else bool((seen <= 1).all()),
        "ended": counting.games,
        "tail": left,
        "seconds": round(took, 2),
        "gpu_seconds": round(on_gpu, 2),
        "games_per_s": round(counting.games / took),
        "actions_per_s": round(counting.actions / took),
        "rolls_per_s": round(counting.rolls / took),
        "actions_a_game": round(counting.actions / max(1, counting.games), 1),
        "longest": counting.longest,
        "decided": counting.decided,
    }


def release(on_device: Wave | None) -> None:
    """Give a wave's memory back."""
    if on_device is not None:
        cuda = on_device.cuda
        cuda.synchronize()
        vars(on_device).clear()
        cuda.current_context().deallocations.clear()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, help="folder for gpu.json")
    parser.add_argument("--limit", type=float, default=400, help="seconds for everything")
    parser.add_argument("--slots", type=numbers, default=[1 << 18, 1 << 20, 1 << 21])
    parser.add_argument("--games", type=int, default=10_000_000, help="of the whole run of house bots")
    parser.add_argument("--window", type=float, default=4, help="seconds of each measurement in the steady state")
    parser.add_argument("--run", type=float, default=60, help="seconds of the whole run of house bots, at most")
    parser.add_argument("--sections", default=",".join(SECTIONS), help=f"by comma, of {', '.join(SECTIONS)}")
    asked = parser.parse_args()
    report, wanted = Report(asked.out), set(asked.sections.split(","))
    if wanted - set(SECTIONS):
        parser.error(f"no such section: {', '.join(sorted(wanted - set(SECTIONS)))}")
    left_out: list[str] = []

    def section(name: str, needs: float, work: Callable[[], Any]) -> Any:
        """Do some work if there is time for it; a failure is reported and does not end the run."""
        if name.split(" ")[0] not in wanted or elapsed() + needs > asked.limit:
            left_out.append(name)
            report.put("left_out", left_out)
            return None
        try:
            found = work()
        except Exception:
            traceback.print_exc()
            report.put(f"{name} failed", traceback.format_exc()[-1500:])
            return None
        shown, rest = found if isinstance(found, tuple) else (found, found)
        report.put(name, shown)
        return rest

    report.put("gpu", {"name": gpu.name(), "cores": batch.cores(), "cache": str(cache.home()), "pid": os.getpid()})
    house, traders, mixed = Compiling("house"), None, None
    if "traders" in wanted:
        traders = Compiling("trader")
    batch.prepare()
    report.put("compile cpu", round(elapsed(), 1))
    is_ready = house.wait(asked.limit - 60)
    report.put("compile house", house.seconds)
    if "mixed" in wanted:
        mixed = Compiling(MIXED)
    if not is_ready:
        house.stop()
    try:
        section("parity clasico house", 20, lambda: parity("clasico", 4096, "house"))
        report.put("resources house", resources("house"))
        waves: list[Wave | None] = []
        for slots in asked.slots:
            needs = 2 * asked.window + 4 + slots / 100_000
            waves.append(
                section(f"steady house {slots}", needs, lambda: steady("house", slots, WARM_STEPS, asked.window, 60))  # noqa: B023
            )
            found = waves[-1]
            if found is not None:
                section(f"kernels house {slots}", 3, lambda: kernel_times(found))  # noqa: B023
                if slots == max(asked.slots):
                    section("rows house", 5, lambda: row_times(found))  # noqa: B023
                    section("variants house", 10, lambda: launch_variants(found, 1.0))  # noqa: B023
            release(found)
        most = max(asked.slots)
        section(
            "run house", 20, lambda: whole_run("house", asked.games, most, min(asked.run, asked.limit - elapsed() - 15))
        )
        if traders is not None and traders.wait(asked.limit - 25):
            report.put("compile traders", traders.seconds)
            section("traders parity clasico", 15, lambda: parity("clasico", 1024, "trader"))
            report.put("resources traders", resources("trader"))
            for slots in (1 << 20, 1 << 18):
                room = min(40.0, 2 * (asked.limit - elapsed() - asked.window - 8))
                found = section(
                    f"traders steady {slots}",
                    asked.window + 14,
                    lambda: steady("trader", slots, WARM_STEPS, asked.window, room),  # noqa: B023
                )
                if found is not None:
                    section(f"traders kernels {slots}", 3, lambda: kernel_times(found))  # noqa: B023
                    section(f"traders rows {slots}", 6, lambda: row_times(found))  # noqa: B023
                release(found)
        if mixed is not None and mixed.wait(asked.limit - 20):
            report.put("compile mixed", mixed.seconds)
            for edition in names():
                section(f"mixed parity {edition}", 8, lambda: parity(edition, 500, MIXED))  # noqa: B023
        if traders is not None:
            section("run traders", 25, lambda: whole_run("trader", 2_000_000, 1 << 20, asked.limit - elapsed() - 12))
    finally:
        for one in (traders, mixed):
            if one is not None:
                one.stop()
    report.put("seconds", round(elapsed(), 1))


if __name__ == "__main__":
    main()
