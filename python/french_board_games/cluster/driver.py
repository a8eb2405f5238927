"""The loop that plays plans on the workers of a Dask cluster.

Dask places tasks and detects dead workers. It is trusted with nothing else: a range counts when its
part is on the disk, and a range without a part is submitted again, for whatever reason it is lost.
"""

from __future__ import annotations

import itertools
import operator
import queue
import sys
import time
import uuid
import zlib
from collections.abc import Callable, Iterable
from concurrent.futures import CancelledError, ThreadPoolExecutor
from concurrent.futures import Future as Writing
from dataclasses import dataclass, field
from typing import Any

from . import remote
from .._optional import require
from .errors import SchedulerLost, Stopped
from .jobs import Job
from .remote import Reply, close_worker, identify
from .units import Pace

#: Seconds that the loop waits for results.
TICK = 0.02

#: The number of failures in a row after which a worker is left out.
FAILURES = 3

#: The reason to leave out a worker that the user names.
LEFT_OUT = "it is named by --without"

#: Errors of Dask after which the range is submitted again.
_LOST = (OSError, RuntimeError, TimeoutError, CancelledError, KeyError)


@dataclass(eq=False)
class Piece:
    """A range that is being played, perhaps by more than one worker."""

    job: Job
    first: int
    end: int
    submitted: float
    copies: dict[Any, Any] = field(default_factory=dict)

    @property
    def units(self) -> int:
        return self.end - self.first


class Driver:
    """Plays jobs until ``wanted`` says that there is nothing left to do."""

    def __init__(self, pace: Pace, programs: dict[str, str], folder: str | None, without: Iterable[str],
                 wanted_slots: int, say: Callable[[str], None]) -> None:
        """
        Args:
            pace: the length of ranges.
            programs: the programs of this machine, by name.
            folder: a folder with the programs on the workers.
            without: names of workers that play nothing.
            wanted_slots: the ranges that the cluster plays at a time once it has grown.
            say: prints a line of progress or a warning.
        """
        self.pace, self.programs, self.folder, self.say = pace, programs, folder, say
        self.without = set(without)
        self.wanted_slots = wanted_slots
        self.slots = self.workers = 0
        self.jobs: list[Job] = []
        self.played = 0
        #: The usual time from the submission of a range to its result.
        self._turnaround = 0.0
        self._pieces: dict[Any, Piece] = {}
        self._finished: queue.Queue[Any] = queue.Queue()
        self._writers = ThreadPoolExecutor(8, "parts")
        self._writing: list[tuple[Piece, Writing[None]]] = []
        self._failures: dict[str, int] = {}
        self._left_out: dict[str, str] = {}
        self._addresses: set[str] = set()
        self._closed: set[str] = set()
        self._counted = 0.0
        self._numbers = itertools.count()
        self._run = f"play_{uuid.uuid4().hex[:8]}"
        # Workers need not have this package.
        require("cloudpickle", "dask", "cluster").register_pickle_by_value(remote)

    def play(self, client: Any, look: Callable[[], bool]) -> None:
        """Plays until ``look`` says that the run is over. It is called often, and may add jobs.

        Raises:
            SchedulerLost: the scheduler does not answer. What is not on the disk is missing again.
            Stopped: the run cannot continue.
        """
        try:
            while not look():
                self._count(client)
                self._submit(client)
                self._collect(client)
                self._repeat(client)
                self._judge()
        finally:
            self._forget()

    # -- Workers

    def _count(self, client: Any) -> None:
        """Counts the workers, now and then."""
        now = time.monotonic()
        if now < self._counted + max(1.0, self.workers / 2000):
            return
        self._counted = now
        if client.status in ("closed", "closing"):
            raise SchedulerLost
        try:
            threads: dict[str, int] = client.nthreads()
            new = set(threads) - self._addresses
            if self.without and new:
                names: dict[str, str] = client.run(identify, workers=list(new), on_error="ignore")
                for address, name in names.items():
                    if name in self.without:
                        self._leave_out(client, address, name, LEFT_OUT)
        except _LOST as error:
            if client.status == "running" and not isinstance(error, OSError):
                return
            raise SchedulerLost from error
        self._addresses = set(threads)
        self.workers, self.slots = len(threads), sum(threads.values())
        if self._left_out and not self.slots and (not self.played or not self.wanted_slots):
            name, why = next(iter(self._left_out.items()))
            raise Stopped(f"no worker is left; {name}: {why}", 3)

    def _leave_out(self, client: Any, address: str, name: str, why: str) -> None:
        """Leaves a worker out: it is closed."""
        if name not in self._left_out:
            self.say(f"worker {name} is left out: {why}")
        self._left_out[name] = why
        if address in self._closed:
            return
        self._closed.add(address)
        self._counted = 0.0
        try:
            client.run_on_scheduler(close_worker, address)
        except _LOST:
            pass

    # -- Ranges

    def _submit(self, client: Any) -> None:
        """Gives each worker a range to play and the next one."""
        slots = max(self.slots, self.wanted_slots, 1)
        room = 2 * slots - len(self._pieces)
        if room <= 0:
            return
        length = self.pace.length(sum(job.left() for job in self.jobs), slots)
        for job in self.jobs:
            while room > 0 and job.missing:
                first, end = job.missing.take(length)
                piece = Piece(job, first, end, time.monotonic())
                job.begin(first, end)
                self._send(client, piece)
                room -= 1

    def _send(self, client: Any, piece: Piece, **where: Any) -> None:
        job = piece.job
        if job.player is None:
            # A task, since Dask computes it again if the workers that have it die.
            player = job.for_workers(self.folder)
            key = (f"plan_{self._run}", next(self._numbers))
            job.player = client.submit(operator.methodcaller("itself"), player, key=key, pure=False)
        key = (self._run, next(self._numbers))
        call = operator.methodcaller("play", piece.first, piece.end, key)
        future = client.submit(call, job.player, key=key, pure=False, **where)
        self._pieces[key] = piece
        piece.copies[key] = future
        future.add_done_callback(lambda done: self._finished.put(key))

    def _collect(self, client: Any) -> None:
        """Takes the results that are there."""
        keys = []
        try:
            keys.append(self._finished.get(timeout=TICK))
            while True:
                keys.append(self._finished.get_nowait())
        except queue.Empty:
            pass
        done = {key: self._pieces[key].copies[key] for key in keys if key in self._pieces}
        good = {key: future for key, future in done.items() if future.status == "finished"}
        replies = _results(client, good)
        for key in done:
            piece = self._pieces.pop(key, None)
            if piece is None:
                continue
            piece.copies.pop(key).release()
            reply = replies.get(key)
            if reply is not None and self._accept(client, piece, reply):
                self._drop_copies(piece)
                kept = self._writers.submit(piece.job.keep, piece.first, piece.end, zlib.decompress(reply["records"]))
                self._writing.append((piece, kept))
            elif not piece.copies:
                if reply is None:
                    # The plan may be lost, too.
                    piece.job.player = None
                piece.job.end(piece.first, piece.end, False)
        self._check_written()

    def _accept(self, client: Any, piece: Piece, reply: Reply) -> bool:
        """Whether a range was played. Else its worker may be left out."""
        name, state = reply["worker"], reply["state"]
        if name in self.without or name in self._left_out:
            # A worker that was closed may have been started again.
            why = self._left_out.get(name, LEFT_OUT)
            self._leave_out(client, reply["address"], name, why)
            return False
        if state == "played":
            self._failures.pop(name, None)
            self.pace.learn(piece.units, reply["seconds"])
            self._turnaround += 0.1 * (time.monotonic() - piece.submitted - self._turnaround)
            self.played += piece.units
            return True
        if state == "refused":
            self._leave_out(client, reply["address"], name, reply["message"])
        elif state == "failed":
            self._failures[name] = self._failures.get(name, 0) + 1
            if self._failures[name] >= FAILURES:
                self._leave_out(client, reply["address"], name, reply["message"])
        return False

    def _check_written(self) -> None:
        """Counts the parts that are on the disk now."""
        still = []
        for piece, kept in self._writing:
            if not kept.done():
                still.append((piece, kept))
                continue
            error = kept.exception()
            piece.job.end(piece.first, piece.end, error is None)
            if error is not None:
                raise Stopped(f"{piece.job.parts}: a part cannot be written: {error}") from error
        self._writing = still

    def _drop_copies(self, piece: Piece) -> None:
        """Releases the other copies of a range. Their workers then end the program."""
        for key, future in piece.copies.items():
            self._pieces.pop(key, None)
            future.release()
        piece.copies.clear()

    def _repeat(self, client: Any) -> None:
        """Plays slow ranges again on other workers. The first answer counts."""
        now = time.monotonic()
        idle = self.slots > len(self._pieces)
        usual = max(self.pace.target, self._turnaround)
        # Dicts keep the order, so the oldest ranges come first.
        for piece in list(itertools.islice(self._pieces.values(), 4)):
            expected = self.pace.expected(piece.units)
            # If workers are idle, a second copy costs nothing.
            patience = 2 + 3 * max(expected, self._turnaround) if idle else 20 + 6 * max(expected, usual)
            if len(piece.copies) >= 2 or now < piece.submitted + patience or self.slots < 2:
                continue
            try:
                where = {key: address for address, keys in client.processing().items() for key in keys}
            except _LOST:
                return
            busy = {where.get(key) for key in piece.copies}
            others = sorted(self._addresses - busy)
            if others:
                if not idle:
                    self.say(f"units {piece.first} to {piece.end - 1} are slow; another worker plays them, too")
                self._send(client, piece, workers=others, allow_other_workers=True)

    def _judge(self) -> None:
        """Removes the jobs that are over."""
        for job in list(self.jobs):
            if job.is_over(self.programs):
                self.jobs.remove(job)
                job.is_done = True
                for piece in [piece for piece in self._pieces.values() if piece.job is job]:
                    self._drop_copies(piece)
                if job.player is not None:
                    job.player.release()

    def _forget(self) -> None:
        """Forgets the cluster. Parts that are being written are written first."""
        for piece in set(self._pieces.values()):
            self._drop_copies(piece)
            piece.job.end(piece.first, piece.end, False)
        self._finished = queue.Queue()
        for _, kept in self._writing:
            kept.exception()
        self._check_written()
        for job in self.jobs:
            job.player = None
        self._addresses, self._counted, self.slots, self.workers = set(), 0.0, 0, 0

    # -- Progress

    def standing(self) -> str:
        """A line about the run."""
        left = sum(job.left() for job in self.jobs)
        of = sum(job.units for job in self.jobs)
        text = f"{of - left} of {of} units, {self.workers} workers"
        unit = self.pace.unit()
        if unit is not None and self.slots:
            text += f", {unit:.3g} s a unit, {_duration(left * unit / self.slots)} left"
        return text


def _results(client: Any, futures: dict[Any, Any]) -> dict[Any, Reply]:
    """The results of tasks that have ended. Those that are lost are left out."""
    if not futures:
        return {}
    try:
        replies: dict[Any, Reply] = client.gather(futures)
        return replies
    except _LOST:
        found = {}
    for key, future in futures.items():
        try:
            found[key] = future.result(timeout=10)
        except _LOST:
            pass
    return found


def _duration(seconds: float) -> str:
    whole = round(seconds)
    hours, minutes = whole // 3600, whole // 60 % 60
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {whole % 60} s" if minutes else f"{whole} s"


def warn(text: str) -> None:
    """Prints a line on standard error."""
    print(text, file=sys.stderr, flush=True)
