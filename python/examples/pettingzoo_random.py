"""Play random games in a PettingZoo environment.

python python/examples/pettingzoo_random.py etoile --games 5
"""

from __future__ import annotations

import argparse
from collections import Counter

from french_board_games.pettingzoo import env


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="etoile", help="a game with its options")
    parser.add_argument("--games", type=int, default=5, help="the number of games")
    options = parser.parse_args()
    table = env(options.game, render_mode="ansi")
    totals: Counter[str] = Counter()
    for seed in range(options.games):
        table.reset(seed=seed)
        for agent in table.agent_iter():
            observation, reward, terminated, truncated, _ = table.last()
            totals[agent] += reward
            if terminated or truncated:
                table.step(None)
                continue
            space = table.action_space(agent)
            if seed == 0:
                space.seed(len(agent))
            table.step(space.sample(observation["action_mask"]))
        print(table.render())
    for agent, total in sorted(totals.items()):
        print(f"{agent}: {total:+.2f}")


if __name__ == "__main__":
    main()
