"""The ends of a run."""

from __future__ import annotations


class Stopped(Exception):
    """The run cannot continue."""

    def __init__(self, message: str, status: int = 1) -> None:
        """
        Args:
            status: the exit status of the command, perhaps that of a program that failed. A program
                that a signal ended has a negative one.
        """
        super().__init__(message)
        self.status = status if status > 0 else 1


class SchedulerLost(Exception):
    """The connection to the scheduler is lost."""
