#!/usr/bin/env python3
"""Compares legal moves with those of pydraughts on random positions.

    .ci/draughts_moves.py POSITIONS SEED

A move is its first square, its last square and the captured squares. Each of four variants gets a
quarter of the positions.

Italian draughts is compared with the options `majority=yes,rules=english`, where these express it:
only the side to act has kings, so no man could capture a king. The one further rule that matters
then is applied here: a king captures before a man, if both can capture as many pieces.
"""

import os
import random
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor

from draughts.core.game import Game

ENGINE = os.environ.get("ENGINE", "target/debug/engine")
VARIANTS = {
    "standard": "etoile:board=square10,landing=any,majority=yes,omit=must,players=2",
    "brazilian": "etoile:board=square8,landing=any,majority=yes,omit=must,players=2",
    "english": "etoile:board=square8,players=2,rules=english",
    "italian": "etoile:board=square8,majority=yes,players=2,rules=english",
}
# Positions that one process compares.
PART = 1000


def square(number, size):
    """The column and the row of a square, from 0. Square 1 is at the top left."""
    half = size // 2
    row = size - 1 - (number - 1) // half
    return 2 * ((number - 1) % half) + row % 2, row


def number(name, size):
    """The number of a square, from its name."""
    column, row = ord(name[0]) - ord("a"), int(name[1:]) - 1
    return (size - 1 - row) * (size // 2) + column // 2 + 1


def name(at, size):
    column, row = square(at, size)
    return f"{chr(ord('a') + column)}{row + 1}"


def random_position(rng, variant, size):
    """Pieces by square: letters as in Hub positions, for the side to act W."""
    squares = list(range(1, size * size // 2 + 1))
    rng.shuffle(squares)
    most = 20 if size == 10 else 12
    pieces = {}
    kings = rng.choice([0.0, 0.1, 0.3, 1.0])
    for white in (True, False):
        for _ in range(rng.randint(1, rng.choice([3, 6, most]))):
            at = squares.pop()
            row = square(at, size)[1]
            king = rng.random() < kings and (white or variant != "italian")
            if not king and row == (size - 1 if white else 0):
                continue
            pieces[at] = ("W" if king else "w") if white else ("B" if king else "b")
    return pieces


def mirrored(at):
    """The same square of the board of Italian draughts, which is the mirror image."""
    return (at - 1) // 4 * 4 + 4 - (at - 1) % 4


def theirs(variant, pieces):
    """The moves of pydraughts."""
    same = mirrored if variant == "italian" else int
    pieces = {same(at): piece for at, piece in pieces.items()}
    lists = {"w": [], "b": []}
    for at, piece in sorted(pieces.items()):
        lists[piece.lower()].append(f"{'K' if piece.isupper() else ''}{at}")
    game = Game(variant, f"W:W{','.join(lists['w'])}:B{','.join(lists['b'])}")
    moves, captures = game.legal_moves()
    return {
        (same(steps[0][0]), same(steps[-1][-1]), frozenset(same(at) for at in taken if at is not None))
        for steps, taken in zip(moves, captures)
    }


def position_text(pieces, size):
    """The fields of a position text."""
    lists = {"w": [], "b": []}
    for at, piece in pieces.items():
        lists[piece.lower()].append(f"{'K' if piece.isupper() else ''}{name(at, size)}")
    return f"A {','.join(lists['w'])} {','.join(lists['b'])} 0 -"


def parsed(text, pieces, size):
    """A move of the engine."""
    if "-" in text:
        first, last = (number(word, size) for word in text.split("-"))
        return first, last, frozenset()
    stops = [number(word, size) for word in text.split("x")]
    places = {square(at, size): at for at in pieces}
    taken = set()
    for before, after in zip(stops, stops[1:]):
        (column, row), (end, last) = square(before, size), square(after, size)
        across, up = (1 if end > column else -1), (1 if last > row else -1)
        while (column, row) != (end, last):
            column, row = column + across, row + up
            at = places.get((column, row))
            if at is not None and at != stops[0]:
                taken.add(at)
    return stops[0], stops[-1], frozenset(taken)


def compare(job):
    """Compares a part of the positions of a variant. Returns the number of moves."""
    variant, count, seed = job
    rng = random.Random(seed)
    size = 10 if variant == "standard" else 8
    positions = []
    while len(positions) < count:
        pieces = random_position(rng, variant, size)
        if {piece.lower() for piece in pieces.values()} == {"w", "b"}:
            positions.append(pieces)
    lines = [f"setoption name Game value {VARIANTS[variant]}"]
    for pieces in positions:
        lines += [f"position fen {position_text(pieces, size)}", "query moves"]
    run = subprocess.run([ENGINE, "ugi"], input="\n".join(lines) + "\nquit\n", capture_output=True, text=True, check=True)
    answers = [line for line in run.stdout.splitlines() if line.startswith(("response", "info string error"))]
    assert len(answers) == count, f"{len(answers)} answers to {count} positions: {answers[:3]}"
    moves = 0
    for pieces, answer in zip(positions, answers):
        words = answer.split()[1:]
        own = {parsed(word, pieces, size) for word in words if word[0] in "abcdefghij"}
        if variant == "italian" and any(taken and pieces[first] == "W" for first, _, taken in own):
            own = {move for move in own if pieces[move[0]] == "W"}
        other = theirs(variant, pieces)
        if own != other:
            words = f"{variant}: {VARIANTS[variant]} {position_text(pieces, size)}"
            raise SystemExit(f"error: {words}: engine {sorted(own - other, key=str)}, pydraughts {sorted(other - own, key=str)}")
        moves += len(own)
    return moves


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    jobs = []
    for place, variant in enumerate(VARIANTS):
        left = count // 4 + (place < count % 4)
        while left > 0:
            jobs.append((variant, min(left, PART), seed * 1_000_003 + len(jobs)))
            left -= PART
    with ProcessPoolExecutor() as pool:
        moves = sum(pool.map(compare, jobs))
    print(f"{count} positions with {moves} moves of {len(VARIANTS)} variants: equal")


if __name__ == "__main__":
    main()
