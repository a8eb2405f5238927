"""Matches and tuning with Dask: short tests."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from cluster_runs import MATCH, games, one_machine, parts, programs, run, start, stats, wait_for, words
from french_board_games.cluster.command import about_workers, main
from french_board_games.cluster.errors import Stopped
from french_board_games.cluster.machines import Slurm
from french_board_games.cluster.units import Missing, Pace


def test_the_first_missing_units_come_first() -> None:
    missing = Missing([(10, 20), (0, 5), (7, 7)])
    assert (len(missing), missing.take(3), missing.take(10)) == (15, (0, 3), (3, 5))
    missing.put(3, 5)
    missing.put(0, 3)
    assert [missing.take(7), missing.take(8), missing.take(1)] == [(0, 5), (10, 18), (18, 19)]
    missing.put(8, 10)
    # Ranges that continue each other are one.
    assert missing.take(100) == (8, 10) and missing.take(100) == (19, 20) and not missing


def test_ranges_take_the_wanted_time() -> None:
    pace = Pace(10)
    assert (pace.length(1000, 2), pace.unit()) == (1, None)
    pace.learn(1, 0.1)
    # One easy unit does not make a range long.
    assert pace.length(10_000, 2) == 4
    for _ in range(20):
        pace.learn(100, 10.0)
    assert pace.unit() == pytest.approx(0.1, rel=0.01)
    assert pace.length(10_000, 2) == pytest.approx(100, abs=1)
    # The last ranges are shorter, but not too short.
    assert pace.length(100, 2) == 25 and pace.length(1, 2) == 1 and pace.length(4, 2) == 2
    assert pace.length(8, 2) == 3


def test_the_missing_package_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["scheduler"]) == 1
    assert "error: dask is not installed: pip install 'french-board-games[cluster]'" in capsys.readouterr().err


def test_bad_workers_are_shown() -> None:
    def worker(name: str, late: int) -> dict[str, object]:
        return {"worker": name, "units": 50, "games": 100, "late": late, "failures": 0}

    report: dict[str, object] = {"workers": [worker("a", 0), worker("b", 0)], "late_test": None,
                                 "failures_test": None}
    assert about_workers(report) == []
    report = {"workers": [worker("a", 0), worker("b", 20)], "failures_test": None,
              "late_test": {"chi2": 22.2222, "df": 1, "p": 2.4e-6}}
    assert about_workers(report) == [
        "worker a: 100 games, 0 failures, 0 losses on time",
        "worker b: 100 games, 0 failures, 20 losses on time",
        "losses on time by worker: chi-square 22.22, 1 degrees of freedom, p 2.4e-06",
        "the workers differ: --without NAME --resume plays the games of a worker again elsewhere",
    ]


def test_only_loopback_is_open(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["scheduler", "--host", "0.0.0.0"]) == 2
    assert "error: host: read '0.0.0.0', expected a folder for keys as well, --tls DIR" in capsys.readouterr().err
    arguments = ["match", "maitres", "--program", str(programs()), "--out", str(tmp_path / "m")]
    assert main([*arguments, "--player", "name=A"]) == 2
    assert "players: read \"1\", expected 2 or more" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_the_result_is_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for out in (tmp_path / "pipe", tmp_path / "missing/match.jsonl", tmp_path):
        assert main(["match", *MATCH, "--program", str(programs()), "--out", str(out)]) == 2
        assert f"error: out: read '{out}', expected a file in a folder that exists" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]


def test_options_are_checked(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for words, error in [
        (["--jobs", "0"], "--jobs: read '0', expected a whole number from 1 to 100000"),
        (["--threads", "many"], "--threads: read 'many', expected a whole number from 1 to 1024"),
        (["--seconds", "nan"], "--seconds: read 'nan', expected a number of seconds above 0, up to 86400"),
    ]:
        with pytest.raises(SystemExit, match="2"):
            main(["match", *words, "--out", "m"])
        assert error in capsys.readouterr().err
    for address in ("nonsense", "tls://", "tcp://192.0.2.1:0", "tcp://192.0.2.1:65536"):
        assert main(["worker", address]) == 2
        assert f"error: scheduler: read {address!r}, expected an address as tls://" in capsys.readouterr().err
    with pytest.raises(Stopped, match="^memory: read 'much', expected a size as 4GB"):
        Slurm("q", 1, 1, "01:00:00", "much", None, [], tmp_path, print).options()


def test_a_machine_without_slurm_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    arguments = ["match", *MATCH, "--games", "2", "--program", str(programs()), "--out", str(tmp_path / "m")]
    assert main([*arguments, "--slurm", "q"]) == 2
    assert "error: slurm: found no sbatch on PATH, expected a machine that can" in capsys.readouterr().err


def test_a_job_that_slurm_refuses_is_submitted_again(tmp_path: Path) -> None:
    sbatch = tmp_path / "bin/sbatch"
    sbatch.parent.mkdir()
    sbatch.write_text("#!/bin/sh\necho >>tries\necho 'sbatch: error: invalid partition: q' >&2\nexit 1\n")
    sbatch.chmod(0o755)
    driver = start("match", *MATCH, "--games", "2", "--program", str(programs()), "--out", "m", "--slurm", "q",
                   "--quiet", folder=tmp_path, path=sbatch.parent, stderr=subprocess.PIPE)
    wait_for(lambda: (tmp_path / "tries").exists() and len((tmp_path / "tries").read_text()) > 1)
    driver.send_signal(signal.SIGINT)
    _, errors = driver.communicate(timeout=30)
    # Dask may say something in between.
    ours = [line for line in errors.splitlines() if line.startswith(("slurm: ", "error: "))]
    assert ours == [
        "slurm: no job was submitted: sbatch: error: invalid partition: q",
        "error: the run was interrupted: --resume goes on with it",
    ], errors
    assert driver.returncode == 1


def test_a_match_with_a_killed_worker_equals_one_machine(tmp_path: Path) -> None:
    whole = one_machine(tmp_path, 300)
    arguments = ["match", *MATCH, "--games", "600", "--out", "match.jsonl", "--threads", "2", "--seconds", "0.5"]
    driver = start(*arguments, folder=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    wait_for(lambda: len(parts(tmp_path)) >= 3)
    workers = [child for child in psutil.Process(driver.pid).children() if "spawn_main" in words(child)]
    assert len(workers) == 2
    workers[0].kill()
    printed, errors = driver.communicate(timeout=300)
    assert driver.returncode == 0, errors
    found = tmp_path / "match.jsonl"
    assert (games(found), stats(found)) == (games(whole), stats(whole))
    report = subprocess.run([programs() / "selfplay", "stats", found], capture_output=True, text=True).stdout
    assert printed == report
    # A second run needs --resume, and has nothing left to play.
    assert "expected a new file, or --resume" in run(*arguments, folder=tmp_path, status=2).stderr
    assert run(*arguments, "--resume", folder=tmp_path).stdout == report
    other = run(*arguments, "--seed", "2", "--resume", folder=tmp_path, status=2)
    assert "error: out: read 'match.jsonl', expected records of this match: seed differs" in other.stderr
