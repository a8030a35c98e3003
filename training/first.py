"""Everything at once: sample positions, train, report, measure. `python training/first.py --out OUT --minutes 8`.

A part of the time goes to games on all cores, the rest to training on the GPU, or without one on the cores. Networks of
several sizes are trained side by side, each in a folder of OUT. What lies there is complete at any moment: the best
network so far, its curve, and in the end the report.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent
SPARE = 120  # seconds to read the data, to write the report and to measure


def main() -> None:
    """Read the command line and run the two scripts one after another."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--data", type=Path, default=Path("/tmp/magnate-positions"))
    parser.add_argument("--minutes", type=float, default=8.0)
    parser.add_argument("--games", type=int, default=1_200_000)
    parser.add_argument("--part", type=float, default=0.3, help="of the time for games, compiling included")
    parser.add_argument("--sizes", nargs="+", default=["32,64,32", "48,128,64"], help="units of each network")
    given, more = parser.parse_known_args()
    began = time.monotonic()
    sampling = [str(given.data), "--games", str(given.games), "--minutes", f"{given.minutes * given.part:.2f}"]
    subprocess.run([sys.executable, str(HERE / "sample.py"), *sampling], check=True)
    left = given.minutes - (time.monotonic() - began + SPARE) / 60
    running = []
    for size in given.sizes:
        out = given.out / size.replace(",", "-")
        out.mkdir(parents=True, exist_ok=True)
        hold, seat, last = size.split(",")
        units = ["--hold-units", hold, "--seat-units", seat, "--last-units", last]
        training = [str(given.data), "--out", str(out), "--minutes", f"{max(0.3, left):.2f}", *units, *more]
        log = (out / "log.txt").open("w", encoding="utf8")
        command = [sys.executable, "-u", str(HERE / "train.py"), *training]
        running.append((size, log, subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)))
    for size, log, one in running:
        status = one.wait()
        log.close()
        print(f"network {size}: status {status}", flush=True)
        print(Path(log.name).read_text(encoding="utf8"), flush=True)
        if status == 0:
            network = str(given.out / size.replace(",", "-") / "value.safetensors")
            learned = network.replace("value.safetensors", "value-accepting.safetensors")
            for script, *arguments in (("acceptance.py", network, learned), ("measure.py", learned)):
                subprocess.run([sys.executable, "-u", str(HERE / script), *arguments, "--games", "400"], check=False)
    print(f"all in {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
