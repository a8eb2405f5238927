"""Old French board games: rules, search, and views of hidden cards.

The names follow python-chess:

>>> import french_board_games as fbg
>>> state = fbg.Game("maitres").start()
>>> event, weight = state.chances[3]
>>> state.move_text(event)
'die4'
>>> state.push(event)
>>> len(state.legal_moves)
9
>>> with fbg.Engine() as engine:
...     best = engine.play(state, fbg.Limit(depth=2))
>>> best.move in state.legal_moves
True

A `State` is a game in progress, a `Move` is a move or a chance event, and an `Engine` searches any
game. Seats and players are numbered from 0.
"""

from importlib.metadata import version as _version

from ._native import Game, LegalMoves, Move, Outcome, Pack, PdnGame, State, random_games, read_pdn
from .engine import AnalysisResult, Engine, Info, Limit, PlayResult, Score

__all__ = [
    "AnalysisResult",
    "Engine",
    "Game",
    "Info",
    "LegalMoves",
    "Limit",
    "Move",
    "Outcome",
    "Pack",
    "PdnGame",
    "PlayResult",
    "Score",
    "State",
    "random_games",
    "read_pdn",
]

__version__ = _version("french-board-games")
