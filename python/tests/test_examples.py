"""The examples run."""

from __future__ import annotations

import runpy
import sys
import zlib
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"


def run(monkeypatch: pytest.MonkeyPatch, name: str, *arguments: str) -> None:
    monkeypatch.setattr(sys, "argv", [name, *arguments])
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")


def test_self_play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    run(monkeypatch, "self_play.py", "buteur", "--games", "1", "--nodes", "5")
    assert capsys.readouterr().out.rstrip().endswith(": 1")


def test_random_games(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pettingzoo")
    run(monkeypatch, "pettingzoo_random.py", "ruches", "--games", "2")
    assert "player_0: " in capsys.readouterr().out


def test_a_night_in_tensorboard(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pytest.importorskip("tensorboard")
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    night, logs = tmp_path / "night", tmp_path / "logs"
    (night / "round-001" / "fit").mkdir(parents=True)

    def write(file: Path, *lines: str) -> None:
        checked = [f'{line[:-1]},"crc":"{zlib.crc32(line.encode()):08x}"}}\n' for line in lines]
        file.write_text("".join(checked))

    rounds = '{"format":1,"round":%d,"positions":70,"losses":[0.7,0.6],"verdict":"","elo":%s,"kept":true}'
    write(night / "rounds.jsonl", rounds % (1, "12.5"), rounds % (2, "null"))
    epoch = '{"format":1,"epoch":0,"rate":0.02,"train":0.69,"held_out":0.68}'
    write(night / "round-001" / "fit" / "epochs.jsonl", epoch)
    run(monkeypatch, "overnight_tensorboard.py", str(night), "--logs", str(logs))
    assert capsys.readouterr().out == "3 new lines\n"
    shown = EventAccumulator(str(logs / "rounds"))
    shown.Reload()
    names = {"positions", "elo", "kept", "loss_before", "loss_after"}
    assert names <= set(shown.Tags()["tensors"]) | set(shown.Tags()["scalars"])
