"""The commands ``french-board-games scheduler`` and ``worker``: Dask with safe settings."""

from __future__ import annotations

import argparse
import ipaddress
import os
import signal
import subprocess
import sys
import time
from types import FrameType
from typing import NoReturn

from .driver import warn
from .errors import Stopped
from .machines import LOOPBACK, TLS_FILES, check_address, dask, environment, make_tls

#: Seconds before a worker that ended is started again.
PAUSE = 2.0


def run_scheduler(args: argparse.Namespace) -> int:
    """Runs a scheduler until it is stopped."""
    dask()
    if not _is_loopback(args.host) and args.tls is None:
        message = "a folder for keys as well, --tls DIR: who reaches a scheduler can run programs on all workers"
        raise Stopped(f"host: read {args.host!r}, expected {message}", 2)
    words = ["--host", args.host, "--port", str(args.port), "--dashboard-address", f"{LOOPBACK}:0", "--no-dashboard"]
    if args.tls is not None:
        make_tls(args.tls)
        words += ["--protocol", "tls", *_tls_words(args)]
    _become("dask_scheduler", words)


def run_worker(args: argparse.Namespace) -> int:
    """Runs a worker, again and again until this process is stopped. A worker ends when its scheduler
    has gone."""
    check_address(args.address, args.tls)
    dask()
    host = args.host or (LOOPBACK if _is_loopback(args.address.rpartition("/")[2].rpartition(":")[0]) else None)
    words = [args.address, "--nthreads", str(args.threads), "--no-nanny", "--memory-limit", "0",
             "--dashboard-address", f"{LOOPBACK}:0", "--no-dashboard", "--death-timeout", "10"]
    words += ["--host", host] if host else []
    words += ["--name", args.name] if args.name else []
    words += ["--local-directory", args.directory] if args.directory else []
    words += _tls_words(args) if args.tls is not None else []
    command = [sys.executable, "-m", __name__, str(os.getpid()), "dask_worker", *words]
    child: subprocess.Popen[bytes] | None = None

    def stop(number: int, frame: FrameType | None) -> NoReturn:
        raise SystemExit(0)

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    try:
        while True:
            child = subprocess.Popen(command, env={**os.environ, **environment()}, start_new_session=True)
            status = child.wait()
            warn(f"the worker ended with status {status}; it starts again")
            time.sleep(PAUSE)
    finally:
        if child is not None and child.poll() is None:
            child.terminate()
            try:
                child.wait(10)
            except subprocess.TimeoutExpired:
                child.kill()


def _become(program: str, words: list[str]) -> NoReturn:
    os.execve(sys.executable, [sys.executable, "-m", f"distributed.cli.{program}", *words],
              {**os.environ, **environment()})


def _tls_words(args: argparse.Namespace) -> list[str]:
    names = {"tls_ca_file": "--tls-ca-file", "tls_client_cert": "--tls-cert", "tls_client_key": "--tls-key"}
    return [word for key, name in TLS_FILES.items() for word in (names[key], str(args.tls / name))]


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _follow(parent: int) -> None:
    """Ends this process when its parent has ended."""
    import threading

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os.kill(os.getpid(), signal.SIGKILL)

    threading.Thread(target=watch, daemon=True).start()


if __name__ == "__main__":
    import runpy

    _follow(int(sys.argv[1]))
    program = f"distributed.cli.{sys.argv[2]}"
    sys.argv[0:3] = [program]
    runpy.run_module(program, run_name="__main__", alter_sys=True)
