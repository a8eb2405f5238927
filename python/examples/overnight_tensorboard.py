"""Show a run of ``tuning overnight`` in TensorBoard, also while it goes on.

target/release/tuning overnight benedictine --weights zero --until 07:00 --out target/night
python python/examples/overnight_tensorboard.py target/night --logs target/logs --follow
tensorboard --logdir target/logs

For each round: the number of positions, the loss before and after the fit, the lead of the new
weights in Elo, and whether they were kept. For each epoch of each fit: the losses and the step.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from tensorboard.summary import Writer

from french_board_games.data import read_lines

#: The numbers of a line that are shown.
SHOWN = ["positions", "elo", "kept", "train", "held_out", "rate"]


class Logs:
    """The logs of a night, each with the number of lines that are already shown."""

    def __init__(self, night: Path, logs: Path) -> None:
        self.night = night
        self.logs = logs
        self.shown: dict[Path, int] = {}
        self.writers: dict[str, Writer] = {}

    def update(self) -> int:
        """Show all new lines, and return their number."""
        before = sum(self.shown.values())
        self._show(self.night / "rounds.jsonl", "rounds", "round")
        for folder in sorted(self.night.glob("round-*")):
            for file in sorted(folder.rglob("epochs.jsonl")):
                self._show(file, folder.name, "epoch")
        for writer in self.writers.values():
            writer.flush()
        return sum(self.shown.values()) - before

    def _show(self, file: Path, run: str, step: str) -> None:
        """Show the new lines of a log. `step` is the key with the number of a line."""
        if not file.exists():
            return
        if run not in self.writers:
            self.writers[run] = Writer(str(self.logs / run))
        lines = read_lines(file)
        for line in lines[self.shown.get(file, 0) :]:
            numbers = {key: line[key] for key in SHOWN if line.get(key) is not None}
            if "losses" in line:
                numbers["loss_before"], numbers["loss_after"] = line["losses"]
            for key, number in numbers.items():
                self.writers[run].add_scalar(key, float(number), line[step])
        self.shown[file] = len(lines)

    def close(self) -> None:
        for writer in self.writers.values():
            writer.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("night", type=Path, help="the folder of the run")
    parser.add_argument("--logs", type=Path, required=True, help="the folder for TensorBoard")
    parser.add_argument("--follow", action="store_true", help="go on until it is interrupted")
    options = parser.parse_args()
    logs = Logs(options.night, options.logs)
    try:
        while True:
            print(f"{logs.update()} new lines")
            if not options.follow:
                break
            time.sleep(5)
    except KeyboardInterrupt:
        pass
    finally:
        logs.close()


if __name__ == "__main__":
    main()
