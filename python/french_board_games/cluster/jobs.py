"""Plans, the parts of them that are on the disk, and the program that judges the parts."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from .errors import Stopped
from .remote import Player
from .units import Missing


class Job:
    """A plan that is played in ranges, in parallel.

    The parts on the disk are the whole state. The program ``selfplay gather`` says which units are
    there, and when the match has ended.
    """

    def __init__(self, plan: Path, parts: Path, out: Path, without: Sequence[str] = ()) -> None:
        """
        Args:
            plan: the file of the plan.
            parts: a folder for the parts.
            out: the file of the result.
            without: workers whose parts do not count.
        """
        self.plan, self.parts, self.out, self.without = plan, parts, out, without
        self.line = plan.read_bytes().partition(b"\n")[0] + b"\n"
        described: dict[str, Any] = json.loads(self.line)
        self.is_match = "tuning_data" not in described
        described = described if self.is_match else described["plan"]
        self.units = int(described["units"])
        self.named: list[str] = list(described.get("files") or {})
        self.missing = Missing([(0, self.units)])
        #: The ranges that are being played or written, and their units.
        self.in_flight = self.units_in_flight = 0
        #: The last report of ``selfplay gather``.
        self.report: dict[str, Any] = {}
        #: The plan on the workers, a future of Dask.
        self.player: Any = None
        self.is_done = False
        self._judge: subprocess.Popen[bytes] | None = None
        self._report = tempfile.TemporaryFile()
        self._began = self._took = 0.0
        # A match is judged once it has a part.
        self._is_new = not self.is_match
        parts.mkdir(parents=True, exist_ok=True)

    def files(self) -> dict[str, tuple[int, bytes]]:
        """The mode and the contents of the plan's files with relative paths. Files with other paths
        must be on all workers."""
        found = {}
        for name in self.named:
            path = PurePosixPath(name)
            if path.is_absolute() or ".." in path.parts or not Path(name).is_file():
                continue
            found[name] = (Path(name).stat().st_mode & 0o777, Path(name).read_bytes())
        return found

    def for_workers(self, folder: str | None) -> Player:
        """The plan with its files, as it is sent to workers."""
        return Player(self.line, self.files(), self.is_match, folder)

    def keep(self, first: int, end: int, contents: bytes) -> None:
        """Writes a part to the disk. After a crash of the machine it is there whole, or not at all."""
        stem, suffix = f"{first:09}-{end:09}", "jsonl" if self.is_match else "data"
        path, copy = self.parts / f"{stem}.{suffix}", 1
        while path.exists():
            copy += 1
            path = self.parts / f"{stem}-{copy}.{suffix}"
        new = self.parts / f".{path.name}.new"
        with new.open("wb") as file:
            file.write(contents)
            file.flush()
            os.fsync(file.fileno())
        new.rename(path)
        folder = os.open(self.parts, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def begin(self, first: int, end: int) -> None:
        """Notes that a range is being played."""
        self.in_flight += 1
        self.units_in_flight += end - first

    def end(self, first: int, end: int, is_kept: bool) -> None:
        """Notes that a range is on the disk, or that it must be played again."""
        self.in_flight -= 1
        self.units_in_flight -= end - first
        if is_kept:
            self._is_new = True
        else:
            self.missing.put(first, end)

    def left(self) -> int:
        """The units that are not on the disk."""
        return len(self.missing) + self.units_in_flight

    def find_missing(self, programs: dict[str, str]) -> None:
        """Finds the units that are not on the disk, and whether the job is done."""
        if self.is_match:
            if not self.out.exists() and not any(self.parts.glob("[!.]*.*")):
                return
            self._start_judge(programs).wait()
            self.is_done = self.is_over(programs)
            self.missing = Missing((first, end) for first, end in self.report["missing"])
            return
        here = sorted(tuple(map(int, path.stem.split("-")[:2])) for path in self.parts.glob("[0-9]*.data"))
        gaps, next_unit = [], 0
        for first, end in here:
            gaps.append((next_unit, first))
            next_unit = end
        self.missing = Missing([*gaps, (next_unit, self.units)])

    def is_over(self, programs: dict[str, str]) -> bool:
        """Whether the test is decided or all units are there. The judge runs beside the driver."""
        if not self.is_match:
            return self._is_merged(programs)
        if self._judge is None:
            idle = not self.missing and not self.in_flight
            # The judge gets at most a tenth of a core.
            pause = 0.02 if idle else max(1.0, 10 * self._took)
            if (self._is_new or idle) and time.monotonic() >= self._began + self._took + pause:
                self._start_judge(programs)
            return False
        status = self._judge.poll()
        if status is None:
            return False
        self._judge, self._took = None, time.monotonic() - self._began
        self._report.seek(0)
        text = self._report.read()
        if status not in (0, 4):
            raise Stopped(f"selfplay gather: {last_line(text)}", status)
        # Warnings come before the report.
        self.report = json.loads(text.strip().rpartition(b"\n")[2])
        if status == 4 and not (self.missing or self.in_flight or self._is_new):
            # A part is damaged or does not count. Its units are played again.
            self.missing = Missing((first, end) for first, end in self.report["missing"])
        return status == 0

    def _start_judge(self, programs: dict[str, str]) -> subprocess.Popen[bytes]:
        self._is_new, self._began = False, time.monotonic()
        command = [programs["selfplay"], "gather", str(self.parts), "--plan", str(self.plan), "--out", str(self.out)]
        command += ["--json", "--quiet", *(word for name in self.without for word in ("--without", name))]
        # A pipe would block the judge if its report is long.
        self._report.seek(0)
        self._report.truncate()
        self._judge = start(command, stdout=self._report, stderr=self._report)
        return self._judge

    def _is_merged(self, programs: dict[str, str]) -> bool:
        if self.missing or self.in_flight or not self._is_new:
            return False
        self._is_new = False
        parts = sorted(map(str, self.parts.glob("[0-9]*.data")))
        command = [programs["tuning"], "merge", *parts, "--out", str(self.out)]
        with start(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as merge:
            _, errors = merge.communicate()
        if merge.returncode != 0:
            raise Stopped(f"tuning merge: {last_line(errors)}", merge.returncode)
        return True

    def stop(self) -> None:
        """Ends the judge."""
        if self._judge is not None:
            self._judge.terminate()
            self._judge.wait()
            self._judge = None


def start(command: list[str], **options: Any) -> subprocess.Popen[bytes]:
    """Starts one of our programs, which ends with this process. Ctrl-C reaches only this process."""
    command = [*command, "--end-with-parent", str(os.getpid())]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True, **options)


def last_line(errors: bytes) -> str:
    """The message of a program that failed."""
    lines = errors.decode(errors="replace").strip().splitlines() or ["it ended without a message"]
    return lines[-1].removeprefix("error: ")
