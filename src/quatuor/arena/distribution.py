"""How often each value came up: all that a simulation keeps of millions of games."""

from collections import Counter
from typing import Any

import numpy as np

QUANTILES = (5, 25, 50, 75, 95)


class Distribution:
    """Counts of whole or half numbers (scores, moves): exact, and as small for a billion games as for a hundred.

    >>> scores = Distribution()
    >>> scores.add(np.array([3, 4.5, 4.5, 8]))
    >>> scores.mean, scores.quantile(50), scores.low, scores.high
    (5.0, 4.5, 3.0, 8.0)
    """

    def __init__(self) -> None:
        self._counts: Counter[int] = Counter()  # by twice the value

    def add(self, values: Any) -> None:
        doubled = np.rint(np.multiply(values, 2)).astype(np.int64)
        lowest = int(doubled.min())
        counts = np.bincount(doubled - lowest)
        for offset in np.flatnonzero(counts):
            self._counts[lowest + int(offset)] += int(counts[offset])

    def merge(self, other: "Distribution") -> None:
        """Count the values of another distribution too."""
        self._counts.update(other._counts)

    @property
    def values(self) -> np.ndarray[Any, np.dtype[np.float64]]:
        """The values that came up, in rising order."""
        return np.array(sorted(self._counts)) / 2

    @property
    def counts(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """How often each of `values` came up."""
        return np.array([self._counts[key] for key in sorted(self._counts)], np.int64)

    @property
    def total(self) -> int:
        return self._counts.total()

    @property
    def low(self) -> float:
        return min(self._counts) / 2

    @property
    def high(self) -> float:
        return max(self._counts) / 2

    @property
    def mean(self) -> float:
        return float(self.values @ self.counts) / self.total

    @property
    def sd(self) -> float:
        """The standard deviation as a sample estimates it; 0 for a single value."""
        if self.total == 1:
            return 0.0
        return float(np.sqrt((self.values - self.mean) ** 2 @ self.counts / (self.total - 1)))

    def quantile(self, percent: float) -> float:
        """The smallest value that at least this percentage of the values does not exceed."""
        reached = np.cumsum(self.counts) * 100 >= percent * self.total
        return float(self.values[np.argmax(reached)])

    def as_json(self) -> dict[str, Any]:
        """Mean, deviation and quantiles, for JSON."""
        return {
            "mean": self.mean,
            "sd": self.sd,
            "min": self.low,
            "quantiles": {str(percent): self.quantile(percent) for percent in QUANTILES},
            "max": self.high,
        }
