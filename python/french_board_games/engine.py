"""The engine: best moves, values and lines of any game."""

from __future__ import annotations

import os
import random
import warnings
import weakref
from dataclasses import dataclass, field
from types import TracebackType
from typing import overload

from . import _native
from ._native import Move, State

__all__ = ["AnalysisResult", "Engine", "Info", "Limit", "PlayResult", "Score"]


@dataclass(frozen=True)
class Limit:
    """The limits of a search. The first one that is reached ends it.

    With one thread and a limit of nodes or depth the answer is the same on every machine.
    """

    time: float | None = None
    """Seconds for this move."""
    nodes: int | None = None
    """Positions to visit, over all threads."""
    depth: int | None = None
    """Player moves to look ahead, from 1 to 100."""


@dataclass(frozen=True)
class Score:
    """The value of a line for the seat whose turn it is (`State.mover`)."""

    expectation: float
    """The expected result, from -1.0 (a loss) to 1.0 (a win); 0.0 is an even game."""
    win_in: int | None = None
    """A proven win after at most this number of player moves, whatever chance and others do."""
    loss_in: int | None = None
    """A proven loss after at most this number of player moves."""
    is_draw: bool = False
    """Whether a draw is proven."""

    @property
    def is_proven(self) -> bool:
        """Whether the result is proven."""
        return self.is_draw or self.win_in is not None or self.loss_in is not None

    def __str__(self) -> str:
        if self.win_in is not None:
            return f"win in {self.win_in}"
        if self.loss_in is not None:
            return f"loss in {self.loss_in}"
        return "draw" if self.is_draw else f"{self.expectation:+.3f}"


@dataclass(frozen=True)
class Info:
    """One line of a search after an iteration."""

    multipv: int
    """The rank of the line, from 1."""
    depth: int
    """The depth of the last finished iteration, in player moves."""
    seldepth: int
    """The deepest move that was reached."""
    nodes: int
    """Positions visited, over all threads."""
    time: float
    """Seconds since the search began."""
    hashfull: float
    """The used part of the transposition table, from 0.0 to 1.0."""
    score: Score
    """The value of the line for the seat whose turn it is."""
    points: tuple[float, ...]
    """The expected share of the point of each seat, from 0.0 to 1.0, where the search has it: always
    with two seats, with three seats for the best line. Otherwise empty."""
    pv: list[Move]
    """The moves of the line. It ends where chance acts; it is empty if chance acts now."""

    @property
    def nps(self) -> int:
        """Nodes a second."""
        return int(self.nodes / max(self.time, 1e-9))


@dataclass(frozen=True)
class PlayResult:
    """The answer of `Engine.play`."""

    move: Move
    """The move."""
    info: Info | None = field(default=None, repr=False)
    """The line of the move; `None` if a level played."""


class AnalysisResult:
    """A search that runs in the background: an iterator over the best line of each iteration.

    At the end of a `with` block the search is stopped.
    """

    def __init__(self, search: _native.Search, state: State) -> None:
        self._search = search
        self._mover = state.mover
        self._seats = state.seats
        self._lines: list[Info] = []

    @property
    def info(self) -> Info | None:
        """The best line so far; `None` before the first iteration."""
        return self._lines[0] if self._lines else None

    @property
    def multipv(self) -> list[Info]:
        """The lines of the last iteration, the best first."""
        return list(self._lines)

    def stop(self) -> None:
        """Asks the search to end. Iterations that it has finished still come."""
        self._search.stop()

    def wait(self) -> Info:
        """Waits for the end of the search and returns its best line.

        Ctrl-C stops the search and raises `KeyboardInterrupt`.
        """
        return self._note(self._search.wait())

    def __iter__(self) -> AnalysisResult:
        return self

    def __next__(self) -> Info:
        lines = self._search.next()
        if lines is None:
            raise StopIteration
        return self._note(lines)

    def __enter__(self) -> AnalysisResult:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
        if error is None:
            self.wait()

    def _note(self, lines: list[_native._Line]) -> Info:
        self._lines = [self._read(line) for line in lines]
        return self._lines[0]

    def _read(self, line: _native._Line) -> Info:
        (rank, depth, seldepth, nodes, time, hashfull), value, shares, pv = line
        score = Score(*value)
        points = tuple(shares)
        if self._seats == 2:
            own = (score.expectation + 1) / 2
            points = (own, 1 - own) if self._mover == 0 else (1 - own, own)
        return Info(rank, depth, seldepth, nodes, time, hashfull, score, points, pv)


class Engine:
    """An engine for all games, with one transposition table.

    The table is kept from one search to the next, as long as the game stays the same. An engine
    searches one state at a time: a new search stops an analysis that still runs. Other engines can
    search at the same time. It is a context manager: at the end of a `with` block it is closed.

    Args:
        threads: The number of threads of a search, from 1.
        hash: The size of the transposition table in MiB, from 1.
        weights: `"zero"`, or a file of weights of the game; by default the weights that are built in.
        tables: A folder of endgame tables, made by `engine tables build`. No tables are built in.
        hidden: The search for hidden cards: `"ismcts"` (Monte Carlo tree search over information
            sets), `"views"` (expectimax over views) or `"worlds"` (sampled deals, PIMC).

    Raises:
        ValueError: If a number is out of range, or the folder does not exist. The message names the
            field.
    """

    def __init__(
        self,
        *,
        threads: int = 1,
        hash: int = 64,
        weights: str | os.PathLike[str] | None = None,
        tables: str | os.PathLike[str] | None = None,
        hidden: str = "ismcts",
    ) -> None:
        text = "default" if weights is None else os.fspath(weights)
        folder = None if tables is None else os.fspath(tables)
        self._searcher = _native.Searcher(threads, hash, text, folder, hidden)
        self._tables = folder
        self._running: weakref.ref[AnalysisResult] | None = None

    @overload
    def play(
        self,
        state: State,
        limit: Limit,
        *,
        level: None = ...,
        open: bool = ...,
        seed: int | None = ...,
    ) -> PlayResult: ...

    @overload
    def play(
        self,
        state: State,
        limit: None = ...,
        *,
        level: int,
        open: bool = ...,
        seed: int | None = ...,
    ) -> PlayResult: ...

    def play(
        self,
        state: State,
        limit: Limit | None = None,
        *,
        level: int | None = None,
        open: bool = False,
        seed: int | None = None,
    ) -> PlayResult:
        """Searches for the best move, or plays as a level of the page does.

        Ctrl-C stops the search and raises `KeyboardInterrupt`. The interpreter's lock is released.

        Args:
            state: A state in which a player acts. It does not change.
            limit: The limits of the search.
            level: Instead of limits, a level from 1 (a beginner) to 10 (the best play in some
                seconds). Levels use neither the table nor the threads of the engine.
            open: Whether the engine sees the cards that are hidden from the player to act.
            seed: Orders moves that look alike, and draws the moves of levels. By default 0 with
                limits; with a level a number of Python's module `random`.

        Returns:
            The move, with its line if there were limits.

        Raises:
            ValueError: If no player acts, a limit is out of range, or the engine is closed.
        """
        if (limit is None) == (level is None):
            given = "both" if level is not None else "neither"
            raise ValueError(f"limit: read {given}, expected a limit or a level")
        if level is not None:
            drawn = random.getrandbits(64) if seed is None else seed
            return PlayResult(self._searcher.choose(state, level, seed=drawn, open=open))
        assert limit is not None
        info = self._start(state, limit, None, open, seed, moves=True, reports=False).wait()
        return PlayResult(info.pv[0], info)

    @overload
    def analyse(
        self,
        state: State,
        limit: Limit,
        *,
        multipv: None = ...,
        open: bool = ...,
        seed: int | None = ...,
    ) -> Info: ...

    @overload
    def analyse(
        self, state: State, limit: Limit, *, multipv: int, open: bool = ..., seed: int | None = ...
    ) -> list[Info]: ...

    def analyse(
        self,
        state: State,
        limit: Limit,
        *,
        multipv: int | None = None,
        open: bool = False,
        seed: int | None = None,
    ) -> Info | list[Info]:
        """Searches a state and returns its value and best line.

        Args:
            state: A state in which a player or chance acts. It does not change.
            limit: The limits of the search.
            multipv: The number of lines, from 1 to 1000, each with another first move.
            open: Whether the engine sees the cards that are hidden from the player to act.
            seed: Orders moves that look alike.

        Returns:
            The best line; if `multipv` is given, a list of lines, the best first.

        Raises:
            ValueError: If the game is over, a limit is out of range, or the engine is closed.
        """
        found = self._start(state, limit, multipv, open, seed, moves=False, reports=False)
        best = found.wait()
        return best if multipv is None else found.multipv

    def analysis(
        self,
        state: State,
        limit: Limit | None = None,
        *,
        multipv: int | None = None,
        open: bool = False,
        seed: int | None = None,
    ) -> AnalysisResult:
        """Starts a search in the background.

        >>> with Engine() as engine, engine.analysis(State("benedictine startpos")) as analysis:
        ...     for info in analysis:
        ...         if info.depth == 3:
        ...             break

        Args:
            state: A state in which a player or chance acts. It does not change.
            limit: The limits of the search. Without limits it goes on until it is stopped, or the
                result is proven.
            multipv: The number of lines, from 1 to 1000, each with another first move. The iterator
                gives the best one, and `AnalysisResult.multipv` has all.
            open: Whether the engine sees the cards that are hidden from the player to act.
            seed: Orders moves that look alike.

        Raises:
            ValueError: If the game is over, a limit is out of range, or the engine is closed.
        """
        limit = limit or Limit()
        found = self._start(state, limit, multipv, open, seed, moves=False, reports=True)
        self._running = weakref.ref(found)
        return found

    def forget(self) -> None:
        """Forgets the results of earlier searches.

        Raises:
            ValueError: If the engine is closed.
        """
        self._end_analysis()
        self._searcher.forget()

    def describe_tables(self, state: State) -> str | None:
        """The endgame tables for the game of a state; `None` if there are none."""
        return self._searcher.tables(state)

    @property
    def closed(self) -> bool:
        """Whether the engine is closed."""
        return self._searcher.closed

    def close(self) -> None:
        """Stops a running analysis and frees the table. Later searches raise `ValueError`."""
        self._end_analysis()
        self._searcher.close()

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Engine{' (closed)' if self.closed else ''}>"

    def _end_analysis(self) -> None:
        """Stops the analysis that still runs, if there is one."""
        analysis = None if self._running is None else self._running()
        if analysis is not None:
            analysis.stop()
            analysis._search.wait()
        self._running = None

    def _start(
        self,
        state: State,
        limit: Limit,
        multipv: int | None,
        open: bool,
        seed: int | None,
        *,
        moves: bool,
        reports: bool,
    ) -> AnalysisResult:
        if not isinstance(limit, Limit):
            raise TypeError(f"limit: read {limit!r}, expected a Limit")
        self._end_analysis()
        if self._tables is not None and self._searcher.tables(state) is None:
            warnings.warn(
                f"tables: {self._tables} has none of {state.game.text}", stacklevel=3
            )
        search = self._searcher.search(
            state,
            (limit.time, limit.nodes, limit.depth),
            multipv=1 if multipv is None else multipv,
            seed=seed or 0,
            open=open,
            moves=moves,
            reports=reports,
        )
        return AnalysisResult(search, state)
