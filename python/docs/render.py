#!/usr/bin/env python3
"""Writes the docstrings of the native classes into the stubs, and the API page of the book.

    python/docs/render.py [--check]

The docstrings are those of the installed package `french_board_games`. With `--check` nothing is
written; the status is 1 if a file is out of date.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
from pathlib import Path

from french_board_games import _native

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "python/french_board_games"
STUBS = PACKAGE / "_native.pyi"
PAGE = ROOT / "docs/reference/python.md"
COLUMNS = 100

Documented = ast.ClassDef | ast.FunctionDef

# The classes and functions of the page, in its order, with their files.
CONTENTS = {
    "Games": [(STUBS, "Game"), (STUBS, "Pack")],
    "Games in progress": [
        (STUBS, "State"),
        (STUBS, "Move"),
        (STUBS, "LegalMoves"),
        (STUBS, "Outcome"),
        (STUBS, "random_games"),
    ],
    "Files of draughts players": [(STUBS, "read_pdn"), (STUBS, "PdnGame")],
    "The engine": [
        (PACKAGE / "engine.py", name)
        for name in ("Engine", "AnalysisResult", "Limit", "PlayResult", "Info", "Score")
    ],
}

INTRODUCTION = """
# The Python package

All classes and functions of the package `french_board_games`. [The guide](../guides/python.md) shows
how they are used. Seats, players, actions and seeds are whole numbers from 0; times are in seconds.

This page is written by `python/docs/render.py` from the docstrings.
"""


def is_shown(node: ast.stmt) -> bool:
    """Whether a statement defines something that users call."""
    return isinstance(node, Documented) and not node.name.startswith("_")


def native_doc(names: tuple[str, ...]) -> str:
    """The docstring of a class or of a member in the native module."""
    found: object = _native
    for name in names:
        found = getattr(found, name)
    doc = inspect.getdoc(found)
    if not doc:
        raise SystemExit(f"error: {'.'.join(names)}: read no docstring, expected one")
    return doc


def docstring(doc: str, indent: str) -> list[str]:
    """The lines of a docstring in a file."""
    first, *rest = doc.splitlines()
    if not rest:
        return [f'{indent}"""{first}"""']
    lines = [f'{indent}"""{first}', *(f"{indent}{line}".rstrip() for line in rest)]
    return [*lines, f'{indent}"""']


def documented_stubs(text: str) -> str:
    """The stubs with the docstrings of the native module."""
    lines = text.splitlines()

    def document(node: Documented, names: tuple[str, ...]) -> None:
        if isinstance(node, ast.ClassDef):
            for member in reversed(node.body):
                if isinstance(member, Documented) and is_shown(member):
                    document(member, (*names, member.name))
        first = node.body[0]
        new = docstring(native_doc(names), " " * (node.col_offset + 4))
        if ast.get_docstring(node) is not None:
            lines[first.lineno - 1 : first.end_lineno] = new
        elif isinstance(node, ast.ClassDef):
            start = first.lineno
            if isinstance(first, ast.FunctionDef) and first.decorator_list:
                start = first.decorator_list[0].lineno
            lines[start - 1 : start - 1] = [*new, ""]
        else:
            # `def name(...) -> Type: ...` in one line.
            end = first.lineno - 1
            lines[end : end + 1] = [lines[end].removesuffix(" ..."), *new]

    for node in reversed(ast.parse(text).body):
        if isinstance(node, Documented) and is_shown(node):
            document(node, (node.name,))
    return "\n".join(lines) + "\n"


def wrapped(text: str, indent: str = "") -> str:
    """A paragraph of at most 100 columns."""
    return textwrap.fill(" ".join(text.split()), COLUMNS, initial_indent=indent, subsequent_indent=" " * len(indent),
                         break_long_words=False, break_on_hyphens=False)


def markdown(doc: str) -> str:
    """A docstring in the style of Google as Markdown."""
    parts = []
    for block in re.split(r"\n\s*\n", doc):
        head, _, rest = block.partition("\n")
        if block.startswith(">>>"):
            parts.append(f"```pycon\n{block}\n```")
        elif head in ("Args:", "Raises:"):
            items = re.split(r"\n(?=    \S)", f"\n{rest}")[1:]
            for item in items:
                name, _, meaning = item.strip().partition(": ")
                what = "raises " if head == "Raises:" else ""
                parts.append(wrapped(f"{what}`{name}`: {meaning}", "- "))
        elif head == "Returns:":
            parts.append(wrapped(f"returns: {rest}", "- "))
        else:
            parts.append(wrapped(block))
    text = "\n\n".join(parts)
    return re.sub(r"(?m)^(- .*(?:\n  .*)*)\n\n(?=- )", r"\1\n", text)


def signature(node: ast.FunctionDef, owner: str) -> str:
    """The call of a function."""
    arguments = ast.unparse(node.args)
    arguments = re.sub(r"^(self|cls)(, /)?(, |$)", "", arguments)
    result = f" -> {ast.unparse(node.returns)}" if node.returns and node.name != "__init__" else ""
    name = owner if node.name in ("__init__", "__new__") else f"{owner}.{node.name}" if owner else node.name
    return f"{name}({arguments}){'' if name == owner else result}"


def has_decorator(node: ast.FunctionDef, name: str) -> bool:
    return any(isinstance(found, ast.Name) and found.id == name for found in node.decorator_list)


def member(node: ast.FunctionDef, owner: str) -> str:
    """The paragraph of a property or a method."""
    doc = markdown(ast.get_docstring(node) or "")
    if has_decorator(node, "property"):
        kind = ast.unparse(node.returns) if node.returns else ""
        return f"#### `{node.name}: {kind}`\n\n{doc}"
    call = signature(node, owner if has_decorator(node, "staticmethod") else "")
    return f"#### `{call}`\n\n{doc}"


def fields(node: ast.ClassDef) -> list[str]:
    """The fields of a dataclass, each with the docstring that follows it."""
    found = []
    for field, after in zip(node.body, node.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(after, ast.Expr):
            assert isinstance(after.value, ast.Constant)
            doc = markdown(inspect.cleandoc(str(after.value.value)))
            found.append(f"#### `{ast.unparse(field.target)}: {ast.unparse(field.annotation)}`\n\n{doc}")
    return found


def entry(path: Path, name: str) -> str:
    """The section of a class or a function."""
    nodes = [node for node in ast.parse(path.read_text()).body if isinstance(node, Documented) and node.name == name]
    [node] = nodes
    if isinstance(node, ast.FunctionDef):
        return f"### `{name}`\n\n```python\n{signature(node, '')}\n```\n\n{markdown(ast.get_docstring(node) or '')}"
    makers = [part for part in node.body if isinstance(part, ast.FunctionDef) and part.name in ("__init__", "__new__")]
    shown = []
    if makers and name not in ("AnalysisResult",):
        shown.append(f"```python\n{signature(makers[0], name)}\n```")
    shown.append(markdown(ast.get_docstring(node) or ""))
    shown += fields(node)
    for part in node.body:
        if isinstance(part, ast.FunctionDef) and is_shown(part) and not has_decorator(part, "overload"):
            shown.append(member(part, name))
    return f"### `{name}`\n\n" + "\n\n".join(shown)


def page() -> str:
    """The API page."""
    parts = [INTRODUCTION.strip()]
    for title, names in CONTENTS.items():
        parts.append(f"## {title}")
        parts += [entry(path, name) for path, name in names]
    return "\n\n".join(parts) + "\n"


def main() -> int:
    """Returns the exit status."""
    check = sys.argv[1:] == ["--check"]
    stale = 0
    for path in (STUBS, PAGE):
        text = page() if path == PAGE else documented_stubs(STUBS.read_text())
        if path.exists() and path.read_text() == text:
            continue
        stale += 1
        if check:
            print(f"error: {path.relative_to(ROOT)}: read an old text, expected that of python/docs/render.py", file=sys.stderr)
        else:
            path.write_text(text)
            print(f"wrote {path.relative_to(ROOT)}")
    return int(check and stale > 0)


if __name__ == "__main__":
    sys.exit(main())
