"""The ends of a run."""

from __future__ import annotations


class Stopped(Exception):
    """The run cannot continue."""

    def __init__(self, message: str, status: int = 1) -> None:
        super().__init__(message)
        self.status = status


class SchedulerLost(Exception):
    """The connection to the scheduler is lost."""
