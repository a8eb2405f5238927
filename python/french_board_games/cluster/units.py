"""Ranges of units, and the time that they take."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable

#: The shortest range in seconds. A shorter one would cost more to start than it saves.
SHORTEST = 0.25


#: Ranges that a scheduler and its driver handle in a second. In a cluster of many cores ranges are
#: longer, so that there are no more.
RANGES_A_SECOND = 200


class Missing:
    """The units of a plan that nobody plays yet, as ranges. The first ones are taken first: a
    sequential test looks only at units without a gap before them."""

    def __init__(self, ranges: Iterable[tuple[int, int]] = ()) -> None:
        self._ranges = [(first, end) for first, end in ranges if first < end]
        heapq.heapify(self._ranges)

    def __bool__(self) -> bool:
        return bool(self._ranges)

    def __len__(self) -> int:
        return sum(end - first for first, end in self._ranges)

    def put(self, first: int, end: int) -> None:
        """Adds a range."""
        heapq.heappush(self._ranges, (first, end))

    def take(self, most: int) -> tuple[int, int]:
        """Takes the first range away, at most so long."""
        first, end = heapq.heappop(self._ranges)
        # Ranges that were put back may continue each other.
        while self._ranges and self._ranges[0][0] == end and end - first < most:
            end = heapq.heappop(self._ranges)[1]
        if end - first > most:
            self.put(first + most, end)
            end = first + most
        return first, end


class Pace:
    """The time of a unit, and the length of ranges that follows from it."""

    def __init__(self, seconds: float) -> None:
        """
        Args:
            seconds: the time that a range should take.
        """
        self.target = seconds
        self._seconds = self._units = 0.0
        self._longest = 0

    def learn(self, units: int, seconds: float) -> None:
        """Takes a range that was played. The recent ones count most."""
        self._seconds = 0.9 * self._seconds + seconds
        self._units = 0.9 * self._units + units
        self._longest = max(self._longest, units)

    def unit(self) -> float | None:
        """The seconds of a unit, once one was played."""
        return self._seconds / self._units if self._units else None

    def expected(self, units: int) -> float:
        """The seconds that a range should take."""
        return units * (self.unit() or self.target)

    def length(self, left: int, slots: int) -> int:
        """The length of the next range.

        Args:
            left: the units that are not played yet.
            slots: the ranges that are played at a time.
        """
        unit = self.unit()
        if unit is None:
            return 1
        target = max(self.target, slots / RANGES_A_SECOND)
        # Towards the end ranges get shorter, so that all workers end at the same time.
        share = left / max(slots, 1)
        wanted = max(min(target / unit, share / 2), min(SHORTEST / unit, share))
        # The first ranges have one unit. If it was easy, the next range must not be too long.
        return max(1, min(math.ceil(wanted), 4 * self._longest))
