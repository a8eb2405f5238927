"""The machines: processes here, jobs of Slurm, or the workers of a scheduler that is running."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import re
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .._optional import require
from .errors import Stopped

#: Settings of Dask. Workers that die are no fault of the range that they played; a worker that does
#: not answer is dead after half a minute; each worker has one range in addition to its own; and
#: workers do not profile themselves, which takes 2 % of a core.
SETTINGS = {
    "distributed.scheduler.allowed-failures": 1000,
    "distributed.scheduler.worker-ttl": "30s",
    "distributed.scheduler.worker-saturation": 1.0,
    "distributed.worker.profile.enabled": False,
    "distributed.admin.system-monitor.interval": "5s",
    "distributed.comm.timeouts.connect": "5s",
    "distributed.comm.timeouts.tcp": "15s",
}

LOOPBACK = "127.0.0.1"

#: The seconds until a job that Slurm has refused is submitted again.
PAUSE = 5

#: The files of TLS in a folder.
TLS_FILES = {"tls_ca_file": "ca.pem", "tls_client_cert": "cert.pem", "tls_client_key": "key.pem"}


def environment() -> dict[str, str]:
    """The settings of Dask as variables of the environment, for other processes."""
    names = {name: "DASK_" + name.replace(".", "__").replace("-", "_").upper() for name in SETTINGS}
    return {names[name]: str(value) for name, value in SETTINGS.items()}


def dask() -> Any:
    """The package ``distributed``, with our settings."""
    distributed = require("distributed", "dask", "cluster")
    require("dask", "dask", "cluster").config.set(SETTINGS)
    # Dask reports at length that workers come and go. The driver reports what follows from it.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    return distributed


def make_tls(folder: Path) -> None:
    """Makes a key and a certificate in a folder, unless they are there. All machines need them."""
    require("cryptography", "cryptography", "cluster")
    security = dask().Security.temporary()
    folder.mkdir(parents=True, exist_ok=True)
    present = [(folder / name).exists() for name in TLS_FILES.values()]
    if all(present):
        return
    if any(present):
        raise Stopped(f"tls: read {str(folder)!r}, expected {', '.join(TLS_FILES.values())} or an empty folder", 2)
    for key, name in TLS_FILES.items():
        with open(folder / name, "w", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            file.write(getattr(security, key))


def check_address(address: str, tls: Path | None) -> None:
    """Checks the address of a scheduler, and that the folder of TLS has all files.

    Raises:
        Stopped: a wrong address, or a file that is missing.
    """
    found = re.fullmatch(r"(?:tcp://|tls://)?(?:\[[^\[\]/]+\]|[^\[\]/:]+):([0-9]{1,5})", address)
    if found is None or not 0 < int(found[1]) <= 65535:
        raise Stopped(f"scheduler: read {address!r}, expected an address as tls://192.0.2.1:8786", 2)
    if address.startswith("tls://") != (tls is not None):
        raise Stopped(f"scheduler: read {address!r}, expected tls://... with --tls DIR, or tcp://...", 2)
    for name in TLS_FILES.values():
        if tls is not None and not (tls / name).is_file():
            raise Stopped(f"tls: read {str(tls)!r}, expected a folder with {name}", 2)


def _security(folder: Path | None) -> Any:
    """The security of a connection, with the files of a folder."""
    if folder is None:
        return None
    files = {key: str(folder / name) for key, name in TLS_FILES.items()}
    return dask().Security(require_encryption=True, **files)


@dataclass(frozen=True)
class Scheduler:
    """A scheduler that somebody started, with its workers."""

    address: str
    tls: Path | None
    say: Callable[[str], None]
    slots = 0

    @contextlib.contextmanager
    def clients(self) -> Iterator[Callable[[], Any]]:
        """Gives a function that connects, and connects again when the scheduler has been restarted."""
        check_address(self.address, self.tls)
        distributed, security, connected = dask(), _security(self.tls), False

        def connect() -> Any:
            nonlocal connected
            began = told = time.monotonic()
            while True:
                try:
                    client = distributed.Client(self.address, security=security, timeout=5, set_as_default=False)
                    connected = True
                    return client
                except (OSError, TimeoutError, ValueError, RuntimeError) as error:
                    now = time.monotonic()
                    if not connected and now > began + 30 or isinstance(error, ValueError):
                        message = f"scheduler: read {self.address!r}, expected the address of a scheduler ({error})"
                        raise Stopped(message) from error
                    if now > told + 30:
                        told = now
                        self.say(f"the scheduler {self.address} does not answer")
                    time.sleep(1)

        yield connect


@dataclass(frozen=True)
class Here:
    """Worker processes on this machine."""

    threads: int
    slots = 0

    @contextlib.contextmanager
    def clients(self) -> Iterator[Callable[[], Any]]:
        distributed = dask()
        # A worker plays as many games as it has threads, each in its own process.
        count = max(min(2, self.threads), -(-self.threads // 16))
        with tempfile.TemporaryDirectory(prefix="french-board-games-") as folder, distributed.LocalCluster(
            n_workers=count, threads_per_worker=-(-self.threads // count), processes=True, host=LOOPBACK,
            dashboard_address=None, worker_dashboard_address=None, local_directory=folder, memory_limit=0,
            **_encrypted(),
        ) as cluster:
            yield lambda: distributed.Client(cluster, set_as_default=False)


@dataclass(frozen=True)
class Slurm:
    """Jobs of Slurm, as many as there is work for."""

    queue: str
    jobs: int
    cores: int
    walltime: str
    memory: str | None
    interface: str | None
    directives: list[str]
    folder: Path
    say: Callable[[str], None]

    @property
    def slots(self) -> int:
        return self.jobs * self.cores

    def options(self) -> dict[str, Any]:
        """The arguments of ``dask_jobqueue.SLURMCluster``."""
        listen: dict[str, Any] = {"interface": self.interface} if self.interface else {"host": LOOPBACK}
        words = ["--interface", self.interface] if self.interface else ["--host", LOOPBACK]
        if self.memory is not None and not re.fullmatch(r"[0-9]+(\.[0-9]+)? ?[kKMGT]?i?B?", self.memory):
            raise Stopped(f"memory: read {self.memory!r}, expected a size as 4GB", 2)
        lifetime = max(30, _seconds(self.walltime) - 60)
        return {
            "queue": self.queue or None,
            "cores": self.cores,
            "processes": 1,
            "job_cpu": self.cores,
            # Without --memory the queue's own limit holds.
            "memory": self.memory or "1GB",
            "job_directives_skip": [] if self.memory else ["--mem"],
            "walltime": self.walltime,
            "python": sys.executable,
            "local_directory": str(self.folder / "workers"),
            "log_directory": str(self.folder / "logs"),
            "scheduler_options": {**listen, "dashboard_address": f"{LOOPBACK}:0", "dashboard": False},
            # A worker ends before Slurm ends its job.
            "worker_extra_args": [*words, "--dashboard-address", f"{LOOPBACK}:0", "--no-dashboard",
                                  "--lifetime", f"{lifetime}s"],
            "job_extra_directives": ["--requeue", *self.directives],
            "job_script_prologue": [f"export {name}={value}" for name, value in environment().items()],
            "shared_temp_directory": str(self.folder),
            **_encrypted(),
        }

    @contextlib.contextmanager
    def clients(self) -> Iterator[Callable[[], Any]]:
        distributed = dask()
        interrupt = signal.getsignal(signal.SIGINT)
        jobqueue = require("dask_jobqueue", "dask-jobqueue", "cluster")
        # The package has replaced the handler: Ctrl-C would end the process at once, with status 0.
        signal.signal(signal.SIGINT, interrupt)
        if shutil.which("sbatch") is None:
            raise Stopped("slurm: found no sbatch on PATH, expected a machine that can submit jobs to Slurm", 2)
        for name in ("workers", "logs"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        # The folder has the key of TLS.
        self.folder.chmod(0o700)
        job = _patient(jobqueue.slurm.SLURMJob, self.say)
        with jobqueue.SLURMCluster(job_cls=job, **self.options()) as cluster:
            cluster.adapt(minimum_jobs=0, maximum_jobs=self.jobs, interval="1s", wait_count=10)
            yield lambda: distributed.Client(cluster, set_as_default=False)


def _patient(job: Any, say: Callable[[str], None]) -> Any:
    """A class of jobs that are submitted again when Slurm has refused them, because Slurm may be
    restarting. Dask itself would wait forever for the worker of a refused job."""
    said, Status = "", dask().Status

    class PatientJob(job):  # type: ignore[misc]
        async def start(self) -> None:
            nonlocal said
            try:
                await super().start()
            except (RuntimeError, OSError) as error:
                # The error of a command ends with the words that the command printed.
                words = str(error).strip().rpartition("\n")[2]
                if words != said:
                    said = words
                    say(f"slurm: no job was submitted: {words}")
                # After `start` Dask asserts this status.
                self.status = Status.running
                asyncio.get_running_loop().call_later(PAUSE, self.submit_again)

        def submit_again(self) -> None:
            cluster = self._cluster()
            if cluster is not None and cluster.workers.get(self.name) is self:
                self.status = Status.closed
                del cluster.workers[self.name]
                cluster._correct_state()

        async def close(self) -> None:
            await super().close()
            self.status = Status.closed

    return PatientJob


def _encrypted() -> dict[str, Any]:
    """Arguments of a cluster that only this process may use."""
    require("cryptography", "cryptography", "cluster")
    return {"protocol": "tls://", "security": dask().Security.temporary()}


def _seconds(walltime: str) -> int:
    """The seconds of ``[DAYS-]HOURS:MINUTES:SECONDS``."""
    days, dash, rest = walltime.rpartition("-")
    seconds = int(days) * 86400 if dash else 0
    try:
        numbers = [int(text) for text in rest.split(":")]
    except ValueError:
        numbers = []
    if len(numbers) != 3:
        raise Stopped(f"walltime: read {walltime!r}, expected HOURS:MINUTES:SECONDS", 2)
    return seconds + numbers[0] * 3600 + numbers[1] * 60 + numbers[2]


Machines = Scheduler | Here | Slurm
