"""Which entries stand beside each other in a talk."""

from array import array
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

NOBODY = -1


class Links:
    """What comes before and after each entry, by position; grows at its end."""

    def __init__(self) -> None:
        """Begin without entries."""
        self._before = array("i")
        self._after = array("i")
        self._table: NDArray[np.intp] | None = None

    def __len__(self) -> int:
        return len(self._before)

    def append(self, before: int | None) -> None:
        """Add an entry that follows the one at `before`, or nothing.

        An entry has one successor: a second one that names the same follows nothing.
        """
        position = len(self._before)
        free = before is not None and self._after[before] == NOBODY
        self._before.append(before if before is not None and free else NOBODY)
        self._after.append(NOBODY)
        if before is not None and free:
            self._after[before] = position
        self._table = None

    def table(self) -> NDArray[np.intp]:
        """Return four rows: one and two before, one and two after each entry.

        Where there is none stands the number of entries, so that arrays with one more place at
        their end can be looked up.
        """
        if self._table is None:
            self._table = np.stack([*_twice(self._before), *_twice(self._after)])
        return self._table


def _twice(steps: Sequence[int]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    count = len(steps)
    once = np.asarray(steps, dtype=np.intp)
    once[once == NOBODY] = count
    further = np.append(once, count)
    return once, further[once]
