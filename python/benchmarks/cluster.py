"""Measures the driver of ``french-board-games`` and the scheduler with simulated games.

    python python/benchmarks/cluster.py --units 100000 --slots 400 --wanted 40000 --seconds 0.1

A range has one unit. Its worker sleeps for some seconds and returns 3 kB. ``--wanted`` is the number
of cores of the cluster that is simulated: the driver keeps twice as many ranges in flight.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path
from typing import Any

import psutil

from french_board_games._optional import require
from french_board_games.cluster.driver import Driver
from french_board_games.cluster.jobs import Job
from french_board_games.cluster.machines import dask
from french_board_games.cluster.remote import Player, Reply
from french_board_games.cluster.units import Pace


class Sleeper(Player):
    """Sleeps where a player plays."""

    seconds = 0.0

    def play(self, first: int, end: int, key: Any) -> Reply:
        from distributed import get_worker

        worker = get_worker()
        time.sleep(self.seconds)
        records = zlib.compress(bytes(range(256)) * 12 * (end - first), 1)
        return Reply(state="played", worker="simulated", address=worker.address, seconds=self.seconds,
                     records=records, message="")


class Simulated(Job):
    """A match without programs. It ends when all parts are on the disk."""

    seconds = 0.0

    def for_workers(self, folder: str | None) -> Player:
        player = Sleeper(self.line, {}, True, None)
        player.seconds = self.seconds
        return player

    def is_over(self, programs: dict[str, str]) -> bool:
        return not self.missing and not self.in_flight


class Units(Pace):
    """Ranges of one unit."""

    def length(self, left: int, slots: int) -> int:
        return 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--units", type=int, default=100_000)
    parser.add_argument("--workers", type=int, default=2, help="processes")
    parser.add_argument("--slots", type=int, default=400, help="threads of all workers")
    parser.add_argument("--wanted", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=0.1)
    args = parser.parse_args()
    dask()
    require("cloudpickle", "dask", "cluster").register_pickle_by_value(sys.modules[__name__])
    command = [sys.executable, "-m", "french_board_games.cluster"]
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        scheduler = subprocess.Popen([*command, "scheduler", "--port", "18786"], stderr=subprocess.DEVNULL)
        threads = ["--threads", str(args.slots // args.workers), "--directory", made]
        workers = [subprocess.Popen([*command, "worker", "tcp://127.0.0.1:18786", *threads], stderr=subprocess.DEVNULL)
                   for _ in range(args.workers)]
        try:
            measure(args, folder, scheduler.pid)
        finally:
            for process in [*workers, scheduler]:
                process.terminate()
                process.wait()


def measure(args: argparse.Namespace, folder: Path, scheduler: int) -> None:
    """Plays the simulated match and prints what it cost."""
    plan = folder / "plan.json"
    plan.write_text(json.dumps({"format": 2, "units": args.units}) + "\n")
    job = Simulated(plan, folder / "parts", folder / "out")
    job.seconds = args.seconds
    driver = Driver(Units(args.seconds), {}, None, (), args.wanted, print)
    driver.jobs = [job]
    here, there = psutil.Process(), psutil.Process(scheduler)
    most = {"driver": 0, "scheduler": 0}
    began = time.monotonic()

    def look() -> bool:
        for name, process in (("driver", here), ("scheduler", there)):
            most[name] = max(most[name], process.memory_info().rss)
        return not driver.jobs

    client = dask().Client("tcp://127.0.0.1:18786", set_as_default=False, timeout=60)
    client.wait_for_workers(args.workers)
    began, before = time.monotonic(), {name: sum(process.cpu_times()[:2]) for name, process in
                                       (("driver", here), ("scheduler", there))}
    driver.play(client, look)
    wall = time.monotonic() - began
    print(f"{args.units} ranges in {wall:.1f} s, {args.units / wall:.0f} a second")
    for name, process in (("driver", here), ("scheduler", there)):
        used = sum(process.cpu_times()[:2]) - before[name]
        print(f"{name}: {used:.1f} s of processor, {1e6 * used / args.units:.0f} us a range, "
              f"at most {most[name] / 1e6:.0f} MB")
    client.close()


if __name__ == "__main__":
    main()
