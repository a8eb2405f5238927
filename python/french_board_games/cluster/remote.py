"""The part of the driver that runs on the workers.

The driver sends this module by value. So a worker needs ``distributed`` and the programs, but not
this package. The module imports only ``distributed`` and the standard library, and its results are
plain dictionaries.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path
from typing import Any, TypedDict

#: The status of a program whose build, weights or openings are not those of the plan.
REFUSED = 3

#: Seconds between two checks whether a range is still wanted.
POLL = 0.2


class Reply(TypedDict):
    """The result of a range. ``state`` is ``played``, ``refused``, ``failed`` or ``cancelled``."""

    state: str
    worker: str
    address: str
    seconds: float
    records: bytes
    message: str


def find_program(name: str, folder: str | None) -> str | None:
    """The path of a program: in a folder, beside the interpreter or on ``PATH``."""
    if folder is not None and (found := shutil.which(name, path=folder)):
        return os.path.abspath(found)
    beside = str(Path(sys.executable).parent)
    return shutil.which(name, path=os.pathsep.join([beside, os.environ.get("PATH", os.defpath)]))


def name_of(worker: Any) -> str:
    """The name of a worker: its node in Slurm, else the name that it was given, else its machine."""
    given = str(worker.name)
    if node := os.environ.get("SLURMD_NODENAME"):
        given = node
    elif "://" in given:
        given = socket.gethostname()
    elif given.isdigit():
        given = f"worker-{given}"
    return re.sub(r"[^A-Za-z0-9._-]", "-", given)


def identify(dask_worker: Any) -> str:
    """The name of a worker, for ``Client.run``."""
    return name_of(dask_worker)


async def close_worker(address: str, dask_scheduler: Any) -> None:
    """Closes a worker at once, for ``Client.run_on_scheduler``. ``Client.retire_workers`` would first
    move its data to other workers, and there may be none."""
    await dask_scheduler.remove_worker(address, stimulus_id="left-out", expected=True, close=True)


class Player:
    """A plan with its files, ready to be played on a worker."""

    def __init__(self, line: bytes, files: dict[str, tuple[int, bytes]], games: bool, folder: str | None) -> None:
        """
        Args:
            line: the text of the plan.
            files: the mode and the contents of the files that the plan needs, by relative path.
            games: whether the plan is that of a match, and not that of data.
            folder: a folder with the programs, if it is there on the worker.
        """
        self.line, self.files, self.games, self.folder = line, files, games, folder

    def itself(self) -> Player:
        """The task that brings the plan to the workers, once to each."""
        return self

    def play(self, first: int, end: int, key: Any) -> Reply:
        """Play units ``first`` to ``end - 1``."""
        from distributed import get_worker

        worker = get_worker()
        started = time.monotonic()

        def reply(state: str, message: str = "", records: bytes = b"") -> Reply:
            seconds = time.monotonic() - started
            return Reply(state=state, worker=name_of(worker), address=worker.address, seconds=seconds,
                         records=zlib.compress(records, 1), message=message)

        name = "selfplay" if self.games else "tuning"
        program = find_program(name, self.folder)
        if program is None:
            return reply("failed", f"the program {name} is neither beside Python nor on PATH")
        command = [program, *(("match", "--worker", name_of(worker)) if self.games else ("generate",))]
        command += ["--units", f"{first}..{end}", "--threads", "1", "--quiet", "--end-with-parent", str(os.getpid())]
        try:
            with tempfile.TemporaryDirectory(dir=worker.local_directory) as made:
                self._unpack(Path(made))
                command += ["--plan", "plan.json", "--out", "part"]
                wanted = lambda: _is_wanted(worker, key)
                status, message = _run(command, made, wanted)
                if status is None:
                    return reply("cancelled")
                if status == 0:
                    return reply("played", records=(Path(made) / "part").read_bytes())
        except OSError as error:
            return reply("failed", str(error))
        return reply("refused" if status == REFUSED else "failed", message or f"{name} ended with status {status}")

    def _unpack(self, folder: Path) -> None:
        for name, (mode, contents) in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(contents)
            path.chmod(mode)
        (folder / "plan.json").write_bytes(self.line)


def _is_wanted(worker: Any, key: Any) -> bool:
    """Whether the scheduler still wants the result of a task that runs."""
    task = worker.state.tasks.get(key)
    return task is not None and task.state != "cancelled"


def _run(command: list[str], folder: str, wanted: Any) -> tuple[int | None, str]:
    """The status of a program and its last message; no status if it is not wanted any more."""
    with subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE) as process:
        while True:
            try:
                _, errors = process.communicate(timeout=POLL)
            except subprocess.TimeoutExpired:
                if wanted():
                    continue
                process.kill()
                return None, ""
            lines = errors.decode(errors="replace").strip().splitlines() or [""]
            return process.returncode, lines[-1].removeprefix("error: ")
