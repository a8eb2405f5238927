"""Searches."""

from __future__ import annotations

import os
import pickle
import signal
import threading
import time
from pathlib import Path

import pytest

from french_board_games import Engine, Game, Info, Limit, Score, State

START = "maitres startpos moves die4"


def test_a_best_move_is_found_and_again() -> None:
    state = State(START)
    with Engine(hash=1) as engine:
        result = engine.play(state, Limit(depth=3))
        info = result.info
        assert result.move in state.legal_moves and info is not None
        assert state.move_text(result.move) == "b2-b6"
        assert (info.depth, info.multipv, info.pv[0]) == (3, 1, result.move)
        assert info.score.expectation == pytest.approx(-0.020289, abs=1e-6)
        assert info.points == pytest.approx((0.489855, 0.510144), abs=1e-5)
        assert info.nodes == 43322 and info.nps > 0 and 0 <= info.hashfull <= 1
        assert not info.score.is_proven and str(info.score) == "-0.020"
    assert pickle.loads(pickle.dumps(result)) == result


@pytest.mark.parametrize("game", [*Game.names(), "etoile:board=square8,players=2"])
def test_every_game_is_searched(game: str) -> None:
    state = Game(game).start()
    while state.actor == "chance":
        state.push(state.chances[0][0])
    with Engine(hash=1) as engine:
        lines = engine.analyse(state, Limit(nodes=2000), multipv=2)
        assert len(lines) == min(2, len(state.legal_moves))
        assert all(line.pv[0] in state.legal_moves for line in lines)
        points = lines[0].points
        assert len(points) == state.seats and sum(points) == pytest.approx(1)
        assert engine.play(state, level=1, seed=5).move in state.legal_moves
        assert engine.play(state, level=1, seed=5) == engine.play(state, level=1, seed=5)


def test_positions_where_chance_acts_have_a_value() -> None:
    with Engine(hash=1) as engine:
        info = engine.analyse(State("maitres startpos"), Limit(depth=2))
        assert info.pv == [] and abs(info.score.expectation) < 1
        with pytest.raises(ValueError, match="state: read .* expected a state where a player acts"):
            engine.play(State("maitres startpos"), Limit(depth=2))


def test_wins_are_proven() -> None:
    state = State("benedictine 1A3G1/1o2A2/1A5/2G1A2/4G1A/2G4/G6 g")
    with Engine(hash=1) as engine:
        score = engine.analyse(state, Limit(depth=3)).score
    assert score == Score(1.0, win_in=score.win_in) and score.is_proven
    assert str(score) == f"win in {score.win_in}"


def test_an_analysis_reports_iterations() -> None:
    state = State("benedictine startpos")
    with Engine(hash=1) as engine:
        with engine.analysis(state, Limit(depth=4), multipv=3) as analysis:
            found = list(analysis)
            assert [info.depth for info in found] == [1, 2, 3, 4]
            last = analysis.wait()
            assert analysis.info == last and (last.pv, last.nodes) == (found[-1].pv, found[-1].nodes)
            assert len(analysis.multipv) == 3
        with engine.analysis(state) as analysis:
            for info in analysis:
                assert isinstance(info, Info)
                if info.depth == 2:
                    break
            # A new search ends the analysis.
            assert engine.analyse(state, Limit(depth=1)).depth == 1
            assert list(analysis) == [] and analysis.wait().depth >= 2


def test_an_analysis_that_is_dropped_stops() -> None:
    engine = Engine(hash=1)
    analysis = engine.analysis(State("etoile startpos"))
    next(analysis)
    del analysis
    assert engine.analyse(State(START), Limit(depth=1)).depth == 1
    engine.analysis(State(START))
    engine.close()
    assert engine.closed


def test_ctrl_c_stops_a_search() -> None:
    # A program that a shell starts in the background ignores Ctrl-C.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        stops_by_ctrl_c()
    finally:
        signal.signal(signal.SIGINT, before)


def stops_by_ctrl_c() -> None:
    state = State("benedictine startpos")
    with Engine(hash=1) as engine:
        for search in (
            lambda: engine.play(state, Limit(time=60)),
            lambda: engine.analysis(state).wait(),
            lambda: list(engine.analysis(state)),
        ):
            timer = threading.Timer(0.15, os.kill, (os.getpid(), signal.SIGINT))
            began = time.monotonic()
            timer.start()
            with pytest.raises(KeyboardInterrupt):
                search()
            assert time.monotonic() - began < 10
        assert engine.play(state, Limit(depth=1)).move in state.legal_moves


def test_other_threads_run_during_a_search() -> None:
    counted = 0
    done = threading.Event()

    def count() -> None:
        nonlocal counted
        while not done.is_set():
            counted += 1

    thread = threading.Thread(target=count)
    with Engine(hash=1) as engine:
        thread.start()
        engine.play(State("benedictine startpos"), Limit(time=0.3))
        done.set()
        thread.join()
    assert counted > 10_000


def test_an_engine_searches_one_state_at_a_time() -> None:
    state = State("benedictine startpos")
    with Engine(hash=1) as engine:
        thread = threading.Thread(target=lambda: engine.play(state, Limit(time=1)))
        thread.start()
        time.sleep(0.2)
        with pytest.raises(ValueError, match="engine: read .a second search., expected one"):
            engine.play(state, Limit(depth=1))
        thread.join()
        assert engine.play(state, Limit(depth=1)).move in state.legal_moves


def test_a_closed_engine_says_so() -> None:
    engine = Engine(hash=1)
    engine.close()
    engine.close()
    state = State(START)
    for use in (
        lambda: engine.play(state, Limit(depth=1)),
        lambda: engine.play(state, level=1),
        lambda: engine.analyse(state, Limit(depth=1)),
        lambda: engine.analysis(state),
        engine.forget,
    ):
        with pytest.raises(ValueError, match="engine: read .a closed engine., expected one that is open"):
            use()
    assert repr(engine) == "<Engine (closed)>"


@pytest.mark.parametrize(
    ("limit", "field"),
    [
        (Limit(time=-1), "time"),
        (Limit(time=float("nan")), "time"),
        (Limit(nodes=0), "nodes"),
        (Limit(depth=101), "depth"),
        (Limit(depth=-3), "depth"),
    ],
)
def test_limits_are_checked(limit: Limit, field: str) -> None:
    with Engine(hash=1) as engine, pytest.raises(ValueError, match=f"^{field}: read"):
        engine.play(State(START), limit)


def test_a_limit_is_a_limit() -> None:
    with Engine(hash=1) as engine, pytest.raises(TypeError, match="^limit: read 100, expected a Limit"):
        engine.play(State(START), 100)  # type: ignore[call-overload]


def test_settings_are_checked(tmp_path: Path) -> None:
    for settings, field in [
        ({"threads": 0}, "threads"),
        ({"hash": 0}, "hash"),
        ({"tables": tmp_path / "nowhere"}, "tables"),
    ]:
        with pytest.raises(ValueError, match=f"^{field}: read"):
            Engine(**settings)  # type: ignore[arg-type]
    state = State(START)
    with Engine(hash=1) as engine:
        for arguments in ({}, {"limit": Limit(depth=1), "level": 3}):
            with pytest.raises(ValueError, match="limit: read .* expected a limit or a level"):
                engine.play(state, **arguments)  # type: ignore[call-overload]
        with pytest.raises(ValueError, match='level: read "11", expected a whole number from 1 to 10'):
            engine.play(state, level=11)
        with pytest.raises(ValueError, match="multipv: read"):
            engine.analyse(state, Limit(depth=1), multipv=0)
    with Engine(hash=1, weights=tmp_path / "none.toml") as engine:
        with pytest.raises(ValueError, match="weights: read .* expected default, zero or a file"):
            engine.play(state, Limit(depth=1))
    with Engine(hash=1, weights="zero") as engine:
        assert engine.analyse(state, Limit(depth=1)).score.expectation == 0


def test_a_folder_without_tables_is_told(tmp_path: Path) -> None:
    state = State("etoile:board=square8,players=2 startpos")
    with Engine(hash=1, tables=tmp_path) as engine:
        assert engine.describe_tables(state) is None
        with pytest.warns(UserWarning, match="tables: .* has none of etoile:board=square8"):
            engine.analyse(state, Limit(depth=1))


def test_hidden_cards_are_not_used() -> None:
    state = Game("buteur").start()
    while state.actor == "chance":
        state.push(state.chances[-1][0])
    player = state.player
    assert player is not None
    with Engine(hash=1) as engine:
        own = engine.analyse(state, Limit(nodes=3000))
        engine.forget()
        seen = engine.analyse(state.view(player), Limit(nodes=3000))
        engine.forget()
        opened = engine.analyse(state, Limit(nodes=3000), open=True)
        assert (own.score, own.pv) == (seen.score, seen.pv)
        assert (own.score, own.nodes) != (opened.score, opened.nodes)
        with pytest.raises(ValueError, match="state: read .* cards of the player"):
            engine.play(state.view(1 - player), Limit(nodes=100))
        assert engine.play(state, level=2, open=True).move in state.legal_moves
