"""The command ``french-board-games``: matches and tuning on many machines, with Dask."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from .driver import Driver, warn
from .errors import SchedulerLost, Stopped
from .jobs import Job, last_line, start
from .machines import LOOPBACK, Here, Machines, Scheduler, Slurm
from .remote import find_program
from .service import run_scheduler, run_worker
from .units import Pace

EPILOG = """\
All other options are those of `selfplay match` and of `tuning`, for example:

  french-board-games match benedictine --player name=new --player name=old,lmr=no
      --each nodes=2000 --games 20000 --sprt elo0=0,elo1=10 --out match.jsonl

Exit status: 0 done; 1 interrupted or failed, the same command with --resume goes on; 2 wrong
arguments; 3 no worker has the same build and files.
"""


#: Workers differ if a difference is so unlikely.
DIFFERENT = 0.001


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command, and returns its exit status."""
    signal.signal(signal.SIGTERM, _interrupted)
    try:
        return _run(sys.argv[1:] if arguments is None else arguments)
    except Stopped as error:
        warn(f"error: {error}")
        return error.status
    except (ImportError, OSError) as error:
        warn(f"error: {error}")
    except KeyboardInterrupt:
        warn("error: the run was interrupted: --resume goes on with it")
    return 1


def _interrupted(number: int, frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


def _whole(least: int, most: int) -> Callable[[str], int]:
    """Reads a whole number of an option."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f"read {text!r}, expected a whole number from {least} to {most}")
        return number

    return read


def _duration(text: str) -> float:
    """Reads the seconds of a range."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 86400:
        raise argparse.ArgumentTypeError(f"read {text!r}, expected a number of seconds above 0, up to 86400")
    return seconds


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="french-board-games", description="Matches and tuning on many machines, with Dask.", epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    plays = {"match": "a match, as selfplay match", "generate": "data, as tuning generate"}
    tunes = {name: f"as tuning {name}" for name in ("verify", "spsa", "cma", "overnight")}
    for name, words in {**plays, **tunes}.items():
        command = commands.add_parser(name, help=words, epilog=EPILOG, allow_abbrev=False,
                                      formatter_class=argparse.RawDescriptionHelpFormatter)
        _add_machines(command)
        command.add_argument("--out", metavar="PATH", required=name != "verify", help="the result")
        command.add_argument("--resume", action="store_true", help="go on with a run that was interrupted")
        command.add_argument("--quiet", action="store_true", help="show no progress")
        if name == "match":
            command.add_argument("--json", action="store_true", help="print one JSON object")
    scheduler = commands.add_parser("scheduler", help="start a scheduler for workers on other machines")
    scheduler.add_argument("--host", default=LOOPBACK, metavar="ADDRESS", help="the address to listen on")
    worker = commands.add_parser("worker", help="start a worker; it is started again when it has ended")
    worker.add_argument("address", help="the address of the scheduler, as tls://192.0.2.1:8786")
    worker.add_argument("--host", metavar="ADDRESS", help="the address to listen on")
    worker.add_argument("--name", metavar="NAME", help="the name in reports [default: the name of the machine]")
    worker.add_argument("--threads", type=_whole(1, 1024), default=os.cpu_count(), metavar="T",
                        help="games at the same time")
    worker.add_argument("--directory", metavar="DIR", help="a folder for files of the plan")
    scheduler.add_argument("--port", type=_whole(0, 65535), default=8786, metavar="P")
    for command in (scheduler, worker):
        command.add_argument("--tls", type=Path, metavar="DIR", help="the folder with keys; the scheduler makes them")
    return parser


def _add_machines(command: argparse.ArgumentParser) -> None:
    machines = command.add_argument_group("machines")
    where = machines.add_mutually_exclusive_group()
    where.add_argument("--scheduler", metavar="ADDRESS", help="the workers of this scheduler")
    where.add_argument("--slurm", metavar="QUEUE", help="jobs in this queue of Slurm")
    machines.add_argument("--threads", type=_whole(1, 1024), default=os.cpu_count(), metavar="T",
                          help="games at the same time on this machine [default: all cores]")
    machines.add_argument("--jobs", type=_whole(1, 100_000), default=10, metavar="N",
                          help="the most jobs in Slurm [default: 10]")
    machines.add_argument("--cores", type=_whole(1, 1024), default=1, metavar="N",
                          help="cores of a job in Slurm [default: 1]")
    machines.add_argument("--walltime", default="01:00:00", metavar="TIME", help="time of a job [default: 01:00:00]")
    machines.add_argument("--memory", metavar="SIZE", help="memory of a job, as 4GB [default: that of the queue]")
    machines.add_argument("--directive", action="append", default=[], metavar="WORD",
                          help="another option of sbatch, as --account=NAME; may be repeated")
    machines.add_argument("--interface", metavar="NAME",
                          help="the network between the nodes of Slurm, as ib0 [default: this machine alone]")
    machines.add_argument("--tls", type=Path, metavar="DIR", help="the folder with keys of the scheduler")
    machines.add_argument("--program", metavar="DIR", help="the folder of selfplay and tuning, here and on workers")
    machines.add_argument("--without", action="append", default=[], metavar="NAME",
                          help="leave out this worker and its games; may be repeated")
    machines.add_argument("--seconds", type=_duration, default=15.0, metavar="S",
                          help="the time of a range, 10 to 60 for large runs [default: 15]")


def _run(arguments: Sequence[str]) -> int:
    args, rest = _parser().parse_known_args(arguments)
    if args.command in ("scheduler", "worker"):
        if rest:
            raise Stopped(f"arguments: read {' '.join(rest)!r}, expected none of them", 2)
        return run_scheduler(args) if args.command == "scheduler" else run_worker(args)
    run = Run(args, rest)
    return run.match() if args.command == "match" else run.data() if args.command == "generate" else run.tuning()


class Run:
    """A command that plays."""

    def __init__(self, args: argparse.Namespace, rest: list[str]) -> None:
        self.args, self.rest = args, rest
        if args.program is not None:
            args.program = os.path.abspath(args.program)
        self.programs = {name: self._program(name) for name in ("selfplay", "tuning")}

    def _program(self, name: str) -> str:
        found = find_program(name, self.args.program)
        if found is None:
            raise Stopped(f"program: found no {name} beside Python or on PATH, expected --program DIR", 2)
        return found

    def _machines(self, folder: Path) -> Machines:
        args = self.args
        if args.scheduler:
            return Scheduler(args.scheduler, args.tls, warn)
        if args.slurm is not None:
            return Slurm(args.slurm, args.jobs, args.cores, args.walltime, args.memory, args.interface,
                         args.directive, folder.resolve() / "slurm", warn)
        return Here(args.threads)

    def match(self) -> int:
        """Plays a match."""
        out = Path(self.args.out)
        job = self._planned([self.programs["selfplay"], "plan", *self.rest], out)
        self._play([job], job.parts)
        for line in about_workers(job.report):
            warn(line)
        words = ["--json"] if self.args.json else []
        return subprocess.run([self.programs["selfplay"], "stats", str(out), *words]).returncode

    def data(self) -> int:
        """Plays games for data."""
        out = Path(self.args.out)
        job = self._planned([self.programs["tuning"], "plan", *self.rest], out)
        self._play([job], job.parts)
        print(f"{job.units} games: {out}")
        return 0

    def _planned(self, command: list[str], out: Path) -> Job:
        """The job of a plan, new or begun before."""
        if not out.parent.is_dir() or out.exists() and not out.is_file():
            raise Stopped(f"out: read {str(out)!r}, expected a file in a folder that exists", 2)
        folder = Path(f"{out}.parts")
        plan, new = folder / ".plan.json", folder / ".new-plan.json"
        index = Path(f"{out}.gather")
        is_used = out.exists() and out.stat().st_size > 0
        if not is_used and not any(folder.glob("[!.]*.*")):
            # Nothing was played before.
            for made in (plan, index):
                made.unlink(missing_ok=True)
        elif not self.args.resume:
            raise Stopped(f"out: read {str(out)!r}, expected a new file, or --resume to go on with it", 2)
        folder.mkdir(parents=True, exist_ok=True)
        new.unlink(missing_ok=True)
        with start([*command, "--out", str(new)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
            _, errors = process.communicate()
        if process.returncode != 0:
            if not plan.exists():
                _remove_empty(folder)
            raise Stopped(last_line(errors), process.returncode)
        if plan.exists() and plan.read_bytes() != new.read_bytes():
            key = _difference(plan, new)
            new.unlink()
            raise Stopped(f"out: read {str(out)!r}, expected records of this match: {key} differs", 2)
        new.rename(plan)
        if out.exists() and not index.exists() and not any(folder.glob("*.jsonl")):
            # One machine began this match.
            out.rename(folder / "begun.jsonl")
        if self.args.without:
            # The result is made anew from the parts of the other workers.
            for made in (out, index):
                made.unlink(missing_ok=True)
        job = Job(plan, folder, out, self.args.without)
        job.find_missing(self.programs)
        return job

    def tuning(self) -> int:
        """Runs a command of tuning, and plays the games that it plans."""
        args = self.args
        if args.out is not None and not os.path.relpath(args.out).startswith(".."):
            # `overnight` names weights by this path; those with relative paths are sent to workers.
            args.out = os.path.relpath(args.out)
        name = f"verify-{zlib.crc32(' '.join(self.rest).encode()):08x}" if args.command == "verify" else args.out
        # Plans name their weights by this path. It is relative, so the weights are sent to workers.
        plans = os.path.relpath(f"{name}.plans")
        if plans.startswith(".."):
            plans = f"{Path(name).name}-{zlib.crc32(os.path.abspath(name).encode()):08x}.plans"
        folder = Path(plans)
        # The others go on by themselves.
        needs_resume = args.command in ("spsa", "cma")
        if needs_resume and not args.resume:
            _remove(folder)
        folder.mkdir(parents=True, exist_ok=True)
        command = [self.programs["tuning"], args.command, *self.rest, "--plans", plans]
        command += ["--out", args.out] * bool(args.out) + ["--quiet"] * args.quiet
        command += ["--resume"] * (needs_resume and args.resume)
        if args.command == "overnight":
            command += ["--threads", str(args.threads)]
        child = start(command)
        try:
            self._play(None, folder, child)
        except BaseException:
            child.send_signal(signal.SIGINT)
            child.wait()
            raise
        if child.returncode == 0:
            _remove(folder)
        return child.returncode

    def _play(self, jobs: list[Job] | None, folder: Path, child: subprocess.Popen[bytes] | None = None) -> None:
        """Plays jobs, or those that a child plans until it ends."""
        args = self.args
        machines = self._machines(folder)
        pace = Pace(args.seconds)
        driver = Driver(pace, self.programs, args.program, args.without, machines.slots, warn)
        plans = None if child is None else Plans(folder, args.without, self.programs)
        driver.jobs = [] if jobs is None else [job for job in jobs if not job.is_done]
        show = self._progress(driver)

        def look() -> bool:
            show()
            if plans is None or child is None:
                return not driver.jobs
            plans.update(driver.jobs)
            return child.poll() is not None

        if plans is None and not driver.jobs:
            return
        with machines.clients() as connect:
            try:
                while not look():
                    with connect() as client:
                        try:
                            driver.play(client, look)
                        except SchedulerLost:
                            warn("the scheduler is lost; the run goes on when it is back")
            finally:
                for job in driver.jobs:
                    job.stop()

    def _progress(self, driver: Driver) -> Callable[[], None]:
        """A function that shows the progress now and then."""
        shown = time.monotonic()
        terminal = sys.stderr.isatty()
        pause = 1.0 if terminal else 10.0

        def show() -> None:
            nonlocal shown
            now = time.monotonic()
            # `tuning` shows its own progress.
            if self.args.quiet or self.args.command not in ("match", "generate") or now < shown + pause:
                return
            shown = now
            sys.stderr.write(f"\r\x1b[K{driver.standing()}" if terminal else f"{driver.standing()}\n")
            sys.stderr.flush()

        return show


def about_workers(report: dict[str, Any]) -> list[str]:
    """Lines about failures and losses on time of each worker, if there are any."""
    workers = report.get("workers") or []
    if not any(worker["late"] or worker["failures"] for worker in workers):
        return []
    lines = [f"worker {worker['worker']}: {worker['games']} games, {worker['failures']} failures, "
             f"{worker['late']} losses on time" for worker in workers]
    tests = {"failures": report.get("failures_test"), "losses on time": report.get("late_test")}
    for words, test in tests.items():
        if test is not None:
            lines.append(f"{words} by worker: chi-square {test['chi2']:.2f}, {test['df']} degrees of freedom, "
                         f"p {test['p']:.2g}")
    if any(test is not None and test["p"] < DIFFERENT for test in tests.values()):
        lines.append("the workers differ: --without NAME --resume plays the games of a worker again elsewhere")
    return lines


class Plans:
    """The plans in a folder that wait for an answer."""

    def __init__(self, folder: Path, without: Sequence[str], programs: dict[str, str]) -> None:
        self.folder, self.without, self.programs = folder, without, programs
        self._jobs: dict[str, Job] = {}

    def update(self, jobs: list[Job]) -> None:
        """Adds the jobs of new plans, and gives the answers of those that are over."""
        for name, job in list(self._jobs.items()):
            if job.is_done:
                job.out.rename(self.folder / f"{name}.answer")
                _remove(job.parts)
                Path(f"{job.out}.gather").unlink(missing_ok=True)
                del self._jobs[name]
        for plan in sorted(self.folder.glob("*.plan")):
            name = plan.stem
            if name in self._jobs or (self.folder / f"{name}.answer").exists():
                continue
            try:
                job = self._job(name, plan)
            except FileNotFoundError:
                # `tuning` has removed an answered plan just now.
                continue
            self._jobs[name] = job
            if not job.is_done:
                jobs.append(job)

    def _job(self, name: str, plan: Path) -> Job:
        """The job of a plan, with the parts that are there."""
        line, parts = plan.read_bytes(), self.folder / f"{name}.parts"
        known = parts / ".plan.json"
        begun = known.exists() and known.read_bytes() == line
        if not begun:
            _remove(parts)
        job = Job(plan, parts, self.folder / f"{name}.out", self.without)
        if begun:
            job.find_missing(self.programs)
        known.write_bytes(line)
        return job


def _difference(one: Path, two: Path) -> str:
    """The first key with two values in two plans."""
    first, second = (json.loads(path.read_bytes().partition(b"\n")[0]) for path in (one, two))
    return next((key for key in first if key != "crc" and first[key] != second.get(key)), "the plan")


def _remove(folder: Path) -> None:
    """Removes a folder of ours with its files."""
    shutil.rmtree(folder, ignore_errors=True)


def _remove_empty(folder: Path) -> None:
    try:
        folder.rmdir()
    except OSError:
        pass
