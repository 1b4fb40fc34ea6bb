"""Means, rates and their uncertainty. All resampling has fixed seeds, so equal data give equal intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

__all__ = ["Interval", "bootstrap_mean", "wilson"]


class Interval(NamedTuple):
    """An estimate and the bounds of its confidence interval."""

    value: float
    low: float
    high: float


def bootstrap_mean(values: ArrayLike, confidence: float = 0.95, resamples: int = 2000, seed: int = 0) -> Interval:
    """The mean with a percentile bootstrap interval.

    Args:
        values: (n,) one number per game, n at least 1; a single one gives an interval of no width.
        confidence: coverage of the interval, in (0, 1).
        resamples: number of bootstrap samples.
        seed: of the resampling.
    """
    data = np.asarray(values, np.float64)
    if data.ndim != 1 or not data.size:
        raise ValueError(f"expected a vector with at least one number, got shape {data.shape}")
    _check(confidence)
    draws = np.random.default_rng(seed).integers(data.size, size=(resamples, data.size))
    low, high = np.quantile(data[draws].mean(1), [(1 - confidence) / 2, (1 + confidence) / 2])
    return Interval(float(data.mean()), float(low), float(high))


def wilson(successes: int | Sequence[bool], n: int | None = None, confidence: float = 0.95) -> Interval:
    """A rate with its Wilson score interval, which holds for rates near 0 and 1 as well.

    Args:
        successes: how many of `n` trials succeeded, or one bool per trial.
        n: number of trials, at least 1.
        confidence: coverage of the interval, in (0, 1).
    """
    if not isinstance(successes, (int, np.integer)):
        n = len(successes)
        successes = int(sum(successes))
    if n is None or n < 1 or not 0 <= successes <= n:
        raise ValueError(f"expected 0 <= successes <= n with n at least 1, got {successes} of {n}")
    _check(confidence)
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    rate = successes / n
    centre = (rate + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    # At 0 and n of n the bound is the rate itself; rounding must not push it past.
    return Interval(rate, max(0.0, min(centre - half, rate)), min(1.0, max(centre + half, rate)))


def _check(confidence: float) -> None:
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must be in (0, 1), got {confidence!r}")
