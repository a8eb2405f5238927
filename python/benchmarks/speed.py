"""Random games for a few seconds each: wholly in Rust, in a Python loop, and in OpenSpiel's
checkers (C++), in one run. The game is English draughts in all three.

pip install './python[open_spiel]' && python python/benchmarks/speed.py

It ends with status 1 if a target is missed: 25 times as many games per second as OpenSpiel wholly in
Rust, 2 times as many in a Python loop, and less than 1 µs for `push`.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable

from french_board_games import Game, Move, random_games

#: English draughts, with the draw rule of OpenSpiel's checkers: 40 moves without a capture.
GAME = "etoile:board=square8,players=2,quiet=40,rules=english"

IN_RUST, IN_PYTHON, PUSH = 25.0, 2.0, 1000.0


def in_rust(seed: int, game: Game) -> int:
    """Play 200 games wholly in Rust, and return their number."""
    random_games(game, 200, seed)
    return 200


def in_python(rng: random.Random, game: Game) -> int:
    """Play one game in a Python loop."""
    state = game.start()
    while not state.is_over:
        moves = state.legal_moves
        state.push(moves[int(rng.random() * len(moves))])
    return 1


def in_open_spiel(rng: random.Random) -> Callable[[], int]:
    """Plays one game of OpenSpiel's checkers in a Python loop."""
    import pyspiel

    checkers = pyspiel.load_game("checkers")

    def play() -> int:
        state = checkers.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(rng.random() * len(actions))])
        return 1

    return play


def rate(play: Callable[[], int], seconds: float) -> float:
    """The games per second of processor time."""
    games, begin = 0, time.process_time()
    while time.process_time() - begin < seconds:
        games += play()
    return games / (time.process_time() - begin)


def push_time(game: Game, seconds: float) -> float:
    """The nanoseconds of a `push` of a known move, the mean over random games. `pop` is not
    measured."""
    rng = random.Random(2)
    spent, pushes, begin = 0, 0, time.process_time()
    while time.process_time() - begin < seconds:
        moves: list[Move] = []
        state = game.start()
        while not state.is_over:
            legal = state.legal_moves
            moves.append(legal[rng.randrange(len(legal))])
            state.push(moves[-1])
        again = game.start()
        push = again.push
        start = time.perf_counter_ns()
        for move in moves:
            push(move)
        spent += time.perf_counter_ns() - start
        pushes += len(moves)
    return spent / pushes


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="the time of each measurement")
    parser.add_argument("--rounds", type=int, default=3, help="the number of measurements of each")
    options = parser.parse_args()
    game, rng = Game(GAME), random.Random(1)
    seeds = iter(range(10**9))
    plays = {
        "in Rust": lambda: in_rust(next(seeds), game),
        "in a Python loop": lambda: in_python(rng, game),
        "OpenSpiel's checkers": in_open_spiel(rng),
    }
    # The programs take turns, so that a change of the machine's speed meets all of them.
    rates: dict[str, list[float]] = {name: [] for name in plays}
    for _ in range(options.rounds):
        for name, play in plays.items():
            rates[name].append(rate(play, options.seconds))
    medians = {name: statistics.median(found) for name, found in rates.items()}
    other = medians["OpenSpiel's checkers"]
    for name, games in medians.items():
        print(f"{name}: {games:,.0f} games/s, {games / other:.1f} times OpenSpiel")
    push = push_time(game, options.seconds)
    print(f"push: {push:.0f} ns")
    missed = [
        f"{name}: read {read:.1f}, expected {expected}"
        for name, read, expected, holds in [
            ("in Rust", medians["in Rust"] / other, f"{IN_RUST:g} or more", medians["in Rust"] >= IN_RUST * other),
            (
                "in a Python loop",
                medians["in a Python loop"] / other,
                f"{IN_PYTHON:g} or more",
                medians["in a Python loop"] >= IN_PYTHON * other,
            ),
            ("push", push, f"less than {PUSH:g} ns", push < PUSH),
        ]
        if not holds
    ]
    for line in missed:
        print(line, file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
