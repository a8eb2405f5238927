"""Runs of the command ``french-board-games`` and of its scheduler and workers, for tests."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
from distributed import Client

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "french_board_games.cluster"]

#: A match that takes about 10 ms a unit, and one that takes about 30 ms.
MATCH = ["maitres", "--player", "name=new", "--player", "name=old,quiescence=no", "--each", "nodes=200"]
LONG_MATCH = [*MATCH[:-1], "nodes=1500"]


def programs() -> Path:
    """The folder of our programs."""
    given = os.environ.get("PROGRAMS")
    folders = [Path(given)] if given else [ROOT / "target/release", ROOT / "target/debug"]
    return next(folder for folder in folders if (folder / "selfplay").exists())


def environment(path: Path | None = None) -> dict[str, str]:
    """The environment of a run, with our programs on its path, or others."""
    return {**os.environ, "PATH": f"{path or programs()}{os.pathsep}{os.environ['PATH']}"}


def start(*arguments: str, folder: Path, path: Path | None = None, **options: Any) -> subprocess.Popen[str]:
    """Starts the command in a folder."""
    return subprocess.Popen([*COMMAND, *arguments], cwd=folder, env=environment(path), text=True, **options)


def run(*arguments: str, folder: Path, status: int = 0, seconds: float = 300) -> subprocess.CompletedProcess[str]:
    """Runs the command to its end."""
    done = subprocess.run([*COMMAND, *arguments], cwd=folder, env=environment(), text=True, capture_output=True,
                          timeout=seconds)
    assert done.returncode == status, done.stderr
    return done


def one_machine(folder: Path, units: int, *more: str, match: list[str] = MATCH) -> Path:
    """The records of the same match on one machine."""
    out = folder / "one.jsonl"
    out.unlink(missing_ok=True)
    subprocess.run([programs() / "selfplay", "match", *match, "--games", str(2 * units), "--quiet", "--threads", "2",
                    "--out", out, *more], cwd=folder, check=True, capture_output=True)
    return out


def games(file: Path) -> list[str]:
    """The games of some records in order, without times, checksums and the part of the match."""
    found = []
    for line in file.read_text().splitlines():
        game = json.loads(line)
        for key in ("times", "processor", "crc", "shard", "worker", "match"):
            game.pop(key, None)
        found.append(json.dumps(game, sort_keys=True))
    return [found[0], *sorted(found[1:])]


def stats(file: Path) -> Any:
    """The report of some records."""
    done = subprocess.run([programs() / "selfplay", "stats", file, "--json"], check=True, capture_output=True)
    return json.loads(done.stdout)


def wait_for(ready: Callable[[], Any], seconds: float = 60) -> Any:
    """Waits until something is true."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := ready():
            return found
        time.sleep(0.05)
    raise AssertionError(f"nothing after {seconds} s")


def parts(folder: Path, out: str = "match.jsonl") -> list[Path]:
    """The parts of a match that are on the disk."""
    return list((folder / f"{out}.parts").glob("[0-9]*"))


def end(process: subprocess.Popen[Any]) -> None:
    """Ends a process and those that it started."""
    if process.poll() is None:
        children = psutil.Process(process.pid).children(recursive=True)
        process.kill()
        process.wait()
        for child in children:
            try:
                child.kill()
            except psutil.NoSuchProcess:
                pass


class Services:
    """A scheduler and workers in separate processes."""

    def __init__(self, folder: Path, *scheduler: str) -> None:
        self.folder = folder
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            self.port = listener.getsockname()[1]
        self.scheme = "tls" if "--tls" in scheduler else "tcp"
        self.keys = [*scheduler]
        self.workers: list[subprocess.Popen[str]] = []
        self.start_scheduler()
        if self.keys:
            wait_for((folder / self.keys[-1] / "key.pem").exists)

    @property
    def address(self) -> str:
        return f"{self.scheme}://127.0.0.1:{self.port}"

    def start_scheduler(self) -> None:
        log = (self.folder / "scheduler.log").open("a")
        self.scheduler = start("scheduler", "--port", str(self.port), *self.keys, folder=self.folder, stderr=log)

    def add_worker(self, name: str, path: Path | None = None, **options: Any) -> subprocess.Popen[str]:
        log = (self.folder / f"{name}.log").open("a")
        worker = start("worker", self.address, "--name", name, "--threads", "1", "--directory",
                       str(self.folder / "scratch"), *self.keys, folder=self.folder, path=path,
                       stderr=options.pop("stderr", log), **options)
        self.workers.append(worker)
        return worker

    def close(self) -> None:
        for process in [*self.workers, self.scheduler]:
            end(process)


def wait_for_workers(made: Services, number: int) -> None:
    """Waits until ``number`` workers have joined the scheduler."""
    with Client(made.address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
        client.wait_for_workers(number, timeout=60)


@contextmanager
def services(folder: Path, workers: int = 2, *scheduler: str) -> Iterator[Services]:
    """A scheduler with some workers."""
    made = Services(folder, *scheduler)
    try:
        for number in range(workers):
            made.add_worker(f"w{number}")
        yield made
    finally:
        made.close()


def words(process: psutil.Process) -> str:
    """The command line of a process, or nothing if it has ended."""
    try:
        return " ".join(process.cmdline())
    except psutil.Error:
        return ""


def child_of(worker: subprocess.Popen[str]) -> psutil.Process | None:
    """The process of Dask that a worker command has started."""
    children = psutil.Process(worker.pid).children()
    return children[0] if children else None


def interrupt(process: subprocess.Popen[str]) -> None:
    """Sends Ctrl-C."""
    process.send_signal(signal.SIGINT)
