"""Measures the cost of the ranges of a match on a cluster.

    python python/benchmarks/ranges.py --games 14000 --seconds 10

A match is played by ``selfplay`` on this machine with two threads, and by two workers of Dask with one
thread each. Prints the seconds of both and their ratio. Nothing else should run on the machine. The
cluster loses about five seconds, mostly at the end, when one of the workers has no range left.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from cluster_runs import MATCH, one_machine, run, services, wait_for_workers  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=14_000)
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=10, help="the length of a range")
    args = parser.parse_args()
    match = [*MATCH[:-1], f"nodes={args.nodes}"]
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        began = time.monotonic()
        one_machine(folder, args.games // 2, match=match)
        alone = time.monotonic() - began
        with services(folder) as cluster:
            wait_for_workers(cluster, 2)
            began = time.monotonic()
            run("match", *match, "--games", str(args.games), "--out", "match.jsonl", "--seconds", str(args.seconds),
                "--scheduler", cluster.address, folder=folder, seconds=3600)
            many = time.monotonic() - began
    print(json.dumps({"one machine": round(alone, 2), "two workers": round(many, 2), "ratio": round(many / alone, 3)}))


if __name__ == "__main__":
    main()
