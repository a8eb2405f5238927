"""Matches and tuning on many machines, with Dask: the command ``french-board-games``.

It needs the extra ``cluster``: ``pip install 'french-board-games[cluster]'``.
"""
