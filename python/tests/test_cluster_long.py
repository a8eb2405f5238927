"""Matches and tuning with Dask: separate schedulers and workers, which are killed."""

from __future__ import annotations

import contextlib
import os
import resource
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from cluster_runs import (
    LONG_MATCH,
    ROOT,
    Services,
    child_of,
    end,
    games,
    interrupt,
    one_machine,
    parts,
    programs,
    run,
    services,
    start,
    stats,
    wait_for,
    wait_for_workers,
)

pytestmark = pytest.mark.long

UNITS = 500
ARGUMENTS = ["match", *LONG_MATCH, "--games", str(2 * UNITS), "--out", "match.jsonl", "--seconds", "1"]


def finished(driver: subprocess.Popen[str], folder: Path, seconds: float = 600) -> str:
    """Waits for a driver, and compares its records with those of one machine. Returns its messages."""
    _, errors = driver.communicate(timeout=seconds)
    assert driver.returncode == 0, errors
    whole = one_machine(folder, UNITS, match=LONG_MATCH)
    found = folder / "match.jsonl"
    assert (games(found), stats(found)) == (games(whole), stats(whole))
    return errors or ""


def begin(folder: Path, *more: str) -> subprocess.Popen[str]:
    return start(*ARGUMENTS, *more, folder=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def no_game_is_played(folder: Path) -> bool:
    """Whether no program plays for a run in this folder."""
    for process in psutil.process_iter(["name", "cwd"]):
        if process.info["name"] == "selfplay" and str(process.info["cwd"]).startswith(str(folder)):
            return False
    return True


def test_a_worker_is_killed_every_two_seconds(tmp_path: Path) -> None:
    with services(tmp_path) as made:
        driver = begin(tmp_path, "--scheduler", made.address)
        killed = 0
        while driver.poll() is None and killed < 20:
            time.sleep(2)
            if (child := child_of(made.workers[killed % 2])) is not None:
                child.kill()
                killed += 1
        finished(driver, tmp_path)
        assert killed >= 2


def test_the_scheduler_is_killed_and_starts_again(tmp_path: Path) -> None:
    with services(tmp_path) as made:
        driver = begin(tmp_path, "--scheduler", made.address)
        wait_for(lambda: len(parts(tmp_path)) >= 3)
        end(made.scheduler)
        time.sleep(3)
        assert driver.poll() is None
        made.start_scheduler()
        finished(driver, tmp_path)


def test_the_driver_is_killed_and_starts_again(tmp_path: Path) -> None:
    with services(tmp_path) as made:
        driver = begin(tmp_path, "--scheduler", made.address)
        wait_for(lambda: len(parts(tmp_path)) >= 4)
        driver.kill()
        driver.wait()
        there = {part.name for part in parts(tmp_path)}
        # The workers stop what nobody waits for.
        wait_for(lambda: no_game_is_played(tmp_path), 10)
        finished(begin(tmp_path, "--scheduler", made.address, "--resume"), tmp_path)
        assert there <= {part.name for part in parts(tmp_path)}
        assert sum(end_ - first for first, end_ in map(range_of, parts(tmp_path))) == UNITS


def range_of(part: Path) -> tuple[int, int]:
    first, end_ = part.stem.split("-")[:2]
    return int(first), int(end_)


def test_the_local_cluster_ends_with_its_killed_driver(tmp_path: Path) -> None:
    driver = begin(tmp_path, "--threads", "2")
    wait_for(lambda: len(parts(tmp_path)) >= 2)
    children = psutil.Process(driver.pid).children(recursive=True)
    driver.kill()
    driver.wait()
    _, alive = psutil.wait_procs(children, timeout=15)
    assert not alive


def test_a_frozen_worker(tmp_path: Path) -> None:
    with services(tmp_path) as made:
        driver = begin(tmp_path, "--scheduler", made.address)
        wait_for(lambda: len(parts(tmp_path)) >= 3)
        frozen = child_of(made.workers[0])
        assert frozen is not None
        frozen.suspend()
        errors = finished(driver, tmp_path)
        assert "another worker plays them, too" in errors or "w0" not in errors


def test_a_worker_with_another_build_is_left_out(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "selfplay").write_text("#!/bin/sh\necho 'error: build: read \"x\", expected \"y\"' >&2\nexit 3\n")
    (other / "selfplay").chmod(0o755)
    with services(tmp_path) as made:
        wait_for_workers(made, 2)
        made.add_worker("stranger", path=other)
        errors = finished(begin(tmp_path, "--scheduler", made.address), tmp_path)
    assert "worker stranger is left out: build: read \"x\", expected \"y\"" in errors
    with services(tmp_path, 0) as made:
        made.add_worker("stranger", path=other)
        shutil.rmtree(tmp_path / "match.jsonl.parts")
        for made_before in tmp_path.glob("match.jsonl*"):
            made_before.unlink()
        driver = begin(tmp_path, "--scheduler", made.address)
        _, errors = driver.communicate(timeout=60)
    assert driver.returncode == 3 and "error: no worker is left; stranger: build: read" in errors


def test_a_worker_with_a_full_disk_is_left_out(tmp_path: Path) -> None:
    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    with services(tmp_path, 1) as made:
        wait_for_workers(made, 1)
        made.add_worker("full", preexec_fn=small, stderr=subprocess.DEVNULL)
        errors = finished(begin(tmp_path, "--scheduler", made.address), tmp_path)
    assert "worker full is left out: [Errno 27] File too large" in errors


def test_ctrl_c_and_resume(tmp_path: Path) -> None:
    driver = begin(tmp_path, "--threads", "2")
    wait_for(lambda: len(parts(tmp_path)) >= 3)
    interrupt(driver)
    _, errors = driver.communicate(timeout=30)
    assert driver.returncode == 1 and "error: the run was interrupted: --resume goes on with it" in errors
    assert no_game_is_played(tmp_path)
    finished(begin(tmp_path, "--threads", "2", "--resume"), tmp_path)


def test_a_full_disk_of_the_driver(tmp_path: Path) -> None:
    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))

    driver = start(*ARGUMENTS, "--threads", "2", folder=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                   preexec_fn=small)
    _, errors = driver.communicate(timeout=60)
    # The driver cannot write a part, or `gather` the whole.
    assert driver.returncode == 1 and "error: " in errors
    finished(begin(tmp_path, "--threads", "2", "--resume"), tmp_path)


def test_the_test_ends_the_match_at_the_same_unit(tmp_path: Path) -> None:
    match = ["maitres", "--player", "name=new", "--player", "name=old,weights=zero", "--each", "nodes=200",
             "--sprt", "elo0=0,elo1=60"]
    whole = stats(one_machine(tmp_path, 5000, match=match))
    with services(tmp_path) as made:
        began = time.monotonic()
        run("match", *match, "--games", "10000", "--out", "match.jsonl", "--seconds", "0.5", "--scheduler",
            made.address, folder=tmp_path)
        assert time.monotonic() - began < 60
        wait_for(lambda: no_game_is_played(tmp_path), 5)
    assert stats(tmp_path / "match.jsonl")["sprt"] == whole["sprt"]


def test_keys_protect_a_scheduler(tmp_path: Path) -> None:
    with services(tmp_path, 2, "--tls", "keys") as made:
        driver = begin(tmp_path, "--scheduler", made.address, "--tls", "keys")
        finished(driver, tmp_path)
        assert (tmp_path / "keys" / "key.pem").stat().st_mode & 0o077 == 0
        # Without the keys nobody gets in.
        shutil.rmtree(tmp_path / "match.jsonl.parts")
        (tmp_path / "match.jsonl").unlink()
        (tmp_path / "match.jsonl.gather").unlink(missing_ok=True)
        bare = made.address.replace("tls", "tcp")
        refused = run(*ARGUMENTS, "--scheduler", bare, folder=tmp_path, status=1)
        assert f"error: scheduler: read '{bare}', expected the address of a scheduler" in refused.stderr
        refused = run(*ARGUMENTS, "--scheduler", made.address, folder=tmp_path, status=2)
        assert "expected tls://... with --tls DIR" in refused.stderr


def test_nothing_listens_to_other_machines(tmp_path: Path) -> None:
    def addresses(root: int) -> set[str]:
        found = set()
        for process in [psutil.Process(root), *psutil.Process(root).children(recursive=True)]:
            # The programs of ranges end meanwhile.
            with contextlib.suppress(psutil.NoSuchProcess):
                sockets = process.net_connections()
                found |= {socket.laddr.ip for socket in sockets if socket.status == psutil.CONN_LISTEN}
        return found

    with services(tmp_path) as made:
        driver = begin(tmp_path, "--threads", "2")
        wait_for(lambda: parts(tmp_path))
        for worker in made.workers:
            wait_for(lambda: addresses(worker.pid))
        for process in (driver, made.scheduler, *made.workers):
            assert addresses(process.pid) == {"127.0.0.1"}
        end(driver)


def test_a_match_of_one_machine_goes_on_with_many(tmp_path: Path) -> None:
    records = tmp_path / "match.jsonl"
    command = [str(programs() / "selfplay"), *ARGUMENTS[:-4], "--out", str(records), "--quiet"]
    alone = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_for(lambda: records.exists() and records.stat().st_size > 100_000)
    alone.terminate()
    alone.wait()
    finished(begin(tmp_path, "--threads", "2", "--resume"), tmp_path)


def test_a_worker_can_be_left_out_afterwards(tmp_path: Path) -> None:
    with services(tmp_path) as made:
        finished(begin(tmp_path, "--scheduler", made.address), tmp_path)
        errors = finished(begin(tmp_path, "--scheduler", made.address, "--resume", "--without", "w1"), tmp_path)
        assert "worker w1 is left out: it is named by --without" in errors


TUNING = {
    "generate": ["maitres", "--games", "600", "--player", "nodes=100", "--out", "found"],
    "spsa": ["benedictine", "--params", "lmr_min_move", "--each", "nodes=100", "--games", "160", "--out", "found"],
    "cma": ["ruches", "--weights-group", "points,mobility", "--each", "nodes=50", "--games", "160", "--units", "5",
            "--population", "4", "--out", "found"],
    "verify": ["maitres", "--new", "default", "--old", "zero", "--each", "nodes=200"],
    "overnight": ["maitres", "--rounds", "2", "--games", "300", "--player", "nodes=100", "--each", "nodes=100",
                  "--match-games", "200", "--weights", "zero", "--out", "found"],
}


@pytest.mark.parametrize("command", TUNING)
def test_tuning_equals_one_machine(command: str, tmp_path: Path) -> None:
    one, many = tmp_path / "one", tmp_path / "many"
    one.mkdir()
    many.mkdir()
    alone = subprocess.run([programs() / "tuning", command, *TUNING[command], "--threads", "2", "--quiet"], cwd=one,
                           check=True, capture_output=True, text=True)
    done = run(command, *TUNING[command], "--threads", "2", "--quiet", folder=many, seconds=240)
    if command != "generate":
        assert done.stdout == alone.stdout
    for name in ("found", "found/weights.toml", "found/iterations.jsonl"):
        if (one / name).is_file():
            assert (one / name).read_bytes() == (many / name).read_bytes()


def test_an_interrupted_search_goes_on(tmp_path: Path) -> None:
    one, many = tmp_path / "one", tmp_path / "many"
    one.mkdir()
    many.mkdir()
    arguments = [*TUNING["spsa"], "--games", "800"]
    arguments[arguments.index("160")] = "800"
    subprocess.run([programs() / "tuning", "spsa", *arguments[:-2], "--quiet"], cwd=one, check=True,
                   capture_output=True)
    driver = start("spsa", *arguments[:-2], "--threads", "2", folder=many, stderr=subprocess.PIPE)
    wait_for(lambda: (many / "found/iterations.jsonl").exists()
             and len((many / "found/iterations.jsonl").read_text().splitlines()) > 3)
    interrupt(driver)
    _, errors = driver.communicate(timeout=30)
    assert driver.returncode == 1 and "interrupted" in errors
    run("spsa", *arguments[:-2], "--threads", "2", "--resume", "--quiet", folder=many)
    name = "found/iterations.jsonl"
    assert (one / name).read_bytes() == (many / name).read_bytes()


@pytest.fixture
def slurm(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A Slurm with two nodes on this machine."""
    if shutil.which("slurmctld", path=f"{os.environ['PATH']}:/usr/sbin") is None:
        pytest.skip("Slurm is not installed: apt-get install slurm-wlm munge")
    script = ROOT / ".ci/slurm-cluster"
    # All users must reach the sockets.
    folder = Path(tempfile.mkdtemp(prefix="slurm-"))
    folder.chmod(0o755)
    try:
        subprocess.run([script, "start", folder], check=True)
        monkeypatch.setenv("SLURM_CONF", str(folder / "slurm.conf"))
        yield
    finally:
        subprocess.run([script, "stop", folder], check=True)
        shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.usefixtures("slurm")
def test_jobs_of_slurm_come_and_go(tmp_path: Path) -> None:
    def queue() -> list[str]:
        return subprocess.run(["squeue", "-h"], check=True, capture_output=True, text=True).stdout.splitlines()

    driver = begin(tmp_path, "--slurm", "p", "--jobs", "2", "--walltime", "00:10:00")
    wait_for(lambda: len(parts(tmp_path)) >= 3, 120)
    assert 1 <= len(queue()) <= 2
    workers = [process for process in psutil.process_iter(["cmdline"])
               if "distributed.cli.dask_worker" in " ".join(process.info["cmdline"] or [])]
    os.kill(workers[0].pid, signal.SIGKILL)
    finished(driver, tmp_path)
    wait_for(lambda: not queue(), 20)
    # A killed driver leaves no jobs.
    other = start(*ARGUMENTS[:-4], "--out", "other.jsonl", "--seconds", "1", "--slurm", "p", "--jobs", "2",
                  folder=tmp_path, stderr=subprocess.PIPE)
    wait_for(lambda: len(parts(tmp_path, "other.jsonl")) >= 2, 120)
    other.kill()
    wait_for(lambda: not queue(), 60)
