"""Records of matches and training data as tables and arrays.

>>> from french_board_games.data import read_match
>>> match = read_match("match.jsonl")
>>> table = match.moves()  # an Arrow table with a row for each move and chance event

>>> from french_board_games.data import read_training_data
>>> data = read_training_data("ruches.data")
>>> data.observations.shape, data.results.shape

Tables need ``pyarrow``, and arrays need ``numpy``. :func:`write_parquet` writes a table to a file.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import Game, Pack, State, _native
from ._optional import require

if TYPE_CHECKING:
    import numpy
    import pyarrow
    from numpy.typing import NDArray

__all__ = [
    "Match",
    "Samples",
    "read_lines",
    "read_match",
    "read_training_data",
    "write_parquet",
]

#: The text before the checksum of a line.
_SUM = ',"crc":"'

_Path = str | os.PathLike[str]


def _pyarrow() -> Any:
    return require("pyarrow", "pyarrow", "pyarrow")


def _numpy() -> Any:
    return require("numpy", "numpy", "numpy")


def read_lines(path: _Path) -> list[dict[str, Any]]:
    """Read a file of JSON lines with checksums: a match record, or the log of a run.

    A last line without a line break is left out: the program that writes it has not finished it.

    Raises:
        ValueError: a line that is damaged. The message has its number.
        OSError: a file that cannot be read.
    """
    with open(path, "rb") as file:
        contents = file.read()
    try:
        # Programs on Windows may put a mark first and an empty line last.
        lines = contents.decode("utf-8-sig").split("\n")[:-1]
    except UnicodeDecodeError as error:
        raise ValueError(f"{os.fspath(path)}: read bytes that are no text, expected UTF-8 ({error})") from error
    while lines and not lines[-1].strip():
        lines.pop()
    return [_read_line(path, number, line) for number, line in enumerate(lines, 1)]


def _read_line(path: _Path, number: int, line: str) -> dict[str, Any]:
    body, found, end = line.rstrip("\r").rpartition(_SUM)
    body += "}"
    wrong = f"{os.fspath(path)}, line {number}"
    if not found or not end.endswith('"}'):
        raise ValueError(f'{wrong}: read {line[:40]!r}, expected a JSON object that ends with "crc"')
    written, computed = end[:-2], f"{zlib.crc32(body.encode()):08x}"
    if written != computed:
        raise ValueError(f"{wrong}: read checksum {written}, expected {computed}")
    read: dict[str, Any] = json.loads(body)
    return read


@dataclass(frozen=True)
class Match:
    """The record of a match.

    Attributes:
        plan: the first line of the file: the game, the players, the seed.
        records: a dictionary for each game, with the keys of ``docs/reference/formats.md``.
    """

    plan: dict[str, Any]
    records: list[dict[str, Any]]

    def games(self) -> pyarrow.Table:
        """A table with a row for each game: ``unit``, ``game``, ``players`` (a list), ``start``,
        ``opening``, ``plies``, ``result`` (a list with the share of each seat), ``reason``,
        ``luck`` (a list, or null)."""
        keys = ["unit", "game", "players", "start", "opening", "plies", "result", "reason", "luck"]
        columns = {key: [record.get(key) for record in self.records] for key in keys}
        return _pyarrow().table(columns)

    def moves(self) -> pyarrow.Table:
        """A table with a row for each move and chance event, in their order.

        Columns: ``unit``, ``game``, ``step`` (from 0), ``seat`` (null for a chance event),
        ``player`` (the name of the player; null in the opening and for chance events), ``move``,
        ``value`` (the expected result from -1 to 1), ``depth``, ``nodes``, ``time`` (microseconds),
        ``result`` (the share of the point that the seat got).
        """
        rows = [row for record in self.records for row in _rows(self.plan, record)]
        names = ["unit", "game", "step", "seat", "player", "move"]
        names += ["value", "depth", "nodes", "time", "result"]
        return _pyarrow().table({name: [row[name] for row in rows] for name in names})

    def states(self) -> Iterator[tuple[dict[str, Any], int, State]]:
        """Replay all games: the record, the number of steps so far, and a copy of the state before
        each step and at the end."""
        for record in self.records:
            state = _start(self.plan, record)
            yield record, 0, state.copy()
            for step, text in enumerate(record["moves"], 1):
                state.push_text(text)
                yield record, step, state.copy()


def _start(plan: dict[str, Any], record: dict[str, Any]) -> State:
    if plan.get("pack") is None:
        return State(record["start"])
    head, _, fields = record["start"].partition(" ")
    name, _, given = head.partition(":")
    options: dict[str, str | Pack] = dict(option.split("=") for option in given.split(","))
    options["pack"] = Pack(plan["pack"])
    return Game(name, **options).state(fields)


def _rows(plan: dict[str, Any], record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    state = _start(plan, record)
    turn = 0
    for step, text in enumerate(record["moves"]):
        seat = None if state.actor == "chance" else state.actor
        row = dict.fromkeys(["player", "value", "depth", "nodes", "time", "result"])
        row |= {"unit": record["unit"], "game": record["game"], "step": step}
        row |= {"seat": seat, "move": text}
        if isinstance(seat, int):
            row["result"] = record["result"][seat]
            if step >= record["opening"]:
                row["player"] = record["players"][seat]
                for name in ["value", "depth", "nodes", "time"]:
                    row[name] = record[f"{name}s" if name != "nodes" else name][turn]
                turn += 1
        yield row
        state.push_text(text)


def read_match(path: _Path) -> Match:
    """Read the record of a match, as ``selfplay match`` writes it.

    Raises:
        ValueError: a file that is not a record, or a damaged line.
        OSError: a file that cannot be read.
    """
    lines = read_lines(path)
    if not lines or "players" not in lines[0] or "moves" in lines[0]:
        raise ValueError(f"{os.fspath(path)}: read no plan, expected the record of a match")
    return Match(lines[0], lines[1:])


@dataclass(frozen=True)
class Samples:
    """Positions to learn from, in the order of the file. Each comes after a move of a player.

    Attributes:
        game: the text of the game with its options.
        observations: what the viewer sees, ``uint8`` of shape ``(samples, observation_size)``.
        units, games: the number of the unit, and of the game in the unit; ``(samples,)``.
        steps: the number of moves and events before the position; ``(samples,)``.
        viewers: the player from whose view the position is seen; ``(samples,)``.
        seats: the seat that has just moved; ``(samples,)``.
        results: the share of the point that this seat got, from 0 to 1; ``(samples,)``.
        values: the value that the search of this seat gave to its move, from -1 to 1; NaN if it
            gave none; ``(samples,)``.
        lucks: the share of the point that luck gave the first seat from here on; ``(samples,)``.
    """

    game: str
    observations: NDArray[numpy.uint8]
    units: NDArray[numpy.uint64]
    games: NDArray[numpy.uint32]
    steps: NDArray[numpy.uint32]
    viewers: NDArray[numpy.uint8]
    seats: NDArray[numpy.uint8]
    results: NDArray[numpy.float32]
    values: NDArray[numpy.float32]
    lucks: NDArray[numpy.float32]

    def __len__(self) -> int:
        return len(self.steps)

    def table(self) -> pyarrow.Table:
        """A table with a row for each sample. Its columns are the arrays; an observation is a list
        of a fixed size."""
        arrow = _pyarrow()
        size = self.observations.shape[1]
        flat = arrow.array(self.observations.reshape(-1))
        columns: dict[str, Any] = {
            "observation": arrow.FixedSizeListArray.from_arrays(flat, size),
            "unit": self.units,
            "game": self.games,
            "step": self.steps,
            "viewer": self.viewers,
            "seat": self.seats,
            "result": self.results,
            "value": arrow.array(self.values, from_pandas=True),
            "luck": self.lucks,
        }
        return arrow.table(columns)


def read_training_data(path: _Path) -> Samples:
    """Read the samples of a data file, as ``tuning generate`` writes it.

    Raises:
        ValueError: a file that is not a data file, is damaged, or was played by other rules.
        OSError: a file that cannot be read.
    """
    array = _numpy()
    with open(path, "rb"):
        # A file that cannot be read is an OSError.
        game, size, columns = _native.read_training_data(os.fspath(path))
    arrays = {
        name: array.frombuffer(content, dtype=kind) for name, (kind, content) in columns.items()
    }
    observations = arrays.pop("observations").reshape(-1, size)
    return Samples(game=game, observations=observations, **arrays)


def write_parquet(table: pyarrow.Table, path: _Path) -> None:
    """Write a table to a Parquet file."""
    require("pyarrow.parquet", "pyarrow", "pyarrow").write_table(table, os.fspath(path))
