"""The code in the documentation runs."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


FILES = Path(__file__).parent / "files"
PAGES = [
    "README.md",
    "python/README.md",
    "docs/guides/draughts.md",
    "docs/guides/python.md",
    "docs/guides/python-learning.md",
]


@pytest.mark.parametrize("page", PAGES)
def test_the_code_of_a_page_runs(page: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"(?ms)^```python\n(.*?)^```", (ROOT / page).read_text())
    assert blocks
    if page.endswith("learning.md"):
        for package in ["pettingzoo", "gymnasium", "pyspiel", "pyarrow"]:
            pytest.importorskip(package)
    for file in FILES.iterdir():
        shutil.copy(file, tmp_path)
    here = os.getcwd()
    os.chdir(tmp_path)
    try:
        # Blocks go on where the last one ended.
        names: dict[str, object] = {}
        for block in blocks:
            capsys.readouterr()
            exec(block, names)
            printed = capsys.readouterr().out
            # A comment after a call of print shows the line that it prints.
            for shown in re.findall(r"(?m)^\s*print\(.*\)  # (.+)$", block):
                assert shown in printed.splitlines()
    finally:
        os.chdir(here)


def test_the_docstring_of_the_package_runs() -> None:
    import doctest

    import french_board_games
    from french_board_games import _native, engine

    names = {name: getattr(french_board_games, name) for name in french_board_games.__all__}
    finder = doctest.DocTestFinder(recurse=False)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    tried = 0
    for thing in (
        french_board_games,
        _native.Game,
        _native.State,
        _native.State.from_fen,
        _native.read_pdn,
        engine.Engine.analysis,
    ):
        for test in finder.find(thing, getattr(thing, "__name__", "package"), globs=dict(names)):
            tried += runner.run(test).attempted
    assert tried >= 10 and not runner.failures
