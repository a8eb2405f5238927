"""Packages that only some modules need."""

from __future__ import annotations

import importlib
from types import ModuleType


def require(module: str, package: str, extra: str) -> ModuleType:
    """Import a package that is not installed by default.

    Args:
        module: the name of the module, such as ``pyarrow``.
        package: the name of its package for ``pip``.
        extra: the extra of ``french-board-games`` that installs it.

    Raises:
        ImportError: the package is missing. The message has the ``pip`` command.
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        message = f"{package} is not installed: pip install 'french-board-games[{extra}]'"
        raise ImportError(message, name=module) from error
