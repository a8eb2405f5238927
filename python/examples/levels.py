#!/usr/bin/env python3
"""Two levels of the engine play a game of La Guerre des Maîtres against each other.

    python python/examples/levels.py [LEVEL] [LEVEL]
"""

from __future__ import annotations

import random
import sys

import french_board_games as fbg


def play(levels: tuple[int, int], rng: random.Random) -> fbg.Outcome:
    """Plays a game and prints its moves; the levels are those of seat 0 and of seat 1."""
    state = fbg.Game("maitres").start()
    with fbg.Engine(hash=16) as engine:
        while (result := state.result) is None:
            if state.actor == "chance":
                events, weights = zip(*state.chances, strict=True)
                move = rng.choices(events, weights)[0]
            else:
                move = engine.play(state, level=levels[state.mover], seed=rng.getrandbits(64)).move
            print(state.move_text(move), end=" ", flush=True)
            state.push(move)
    print(result)
    return result


if __name__ == "__main__":
    first, second = (int(text) for text in (sys.argv[1:] + ["2", "3"])[:2])
    play((first, second), random.Random(1))
