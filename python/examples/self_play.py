"""Play games of the engine against itself, and print their results.

python python/examples/self_play.py maitres --games 3 --nodes 500
"""

from __future__ import annotations

import argparse
import random
from collections import Counter

from french_board_games import Engine, Game, Limit, State


def play(engine: Engine, game: Game, limit: Limit, seed: int) -> State:
    """Play one game. The engine plays all seats, and sees only what the player to act sees."""
    rng = random.Random(seed)
    state = game.start()
    while not state.is_over:
        if state.player is None:
            events, weights = zip(*state.chances)
            state.push(rng.choices(events, weights)[0])
        else:
            state.push(engine.play(state.view(state.player), limit).move)
    return state


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="maitres", help="a game with its options")
    parser.add_argument("--games", type=int, default=3, help="the number of games")
    parser.add_argument("--nodes", type=int, default=500, help="the nodes of each search")
    options = parser.parse_args()
    game = Game(options.game)
    results: Counter[str] = Counter()
    with Engine(threads=1) as engine:
        for seed in range(options.games):
            state = play(engine, game, Limit(nodes=options.nodes), seed)
            results[str(state.result)] += 1
            print(f"game {seed}: {state.result} after {len(state.move_stack)} moves and events")
            print(state.diagram())
    print(", ".join(f"{result}: {count}" for result, count in sorted(results.items())))


if __name__ == "__main__":
    main()
