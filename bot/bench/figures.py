"""Percentiles and sums of what a benchmark saw."""

import math
from collections.abc import Sequence


def percentile(values: Sequence[float], share: float) -> float:
    """Return the smallest value that `share` (0.0 to 1.0) of `values` do not exceed.

    The nearest-rank method: no value is made up between two measured ones. 0.0 for none.
    """
    if not values:
        return 0.0
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def in_ms(seconds: float) -> float:
    """Return milliseconds, to the hundredth."""
    return round(seconds * 1000, 2)
