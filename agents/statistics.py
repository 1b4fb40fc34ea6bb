"""Means, rates and their uncertainty. All resampling has fixed seeds, so equal data give equal intervals.

Over several training runs and tasks (`interquartile_mean` and what follows it) the statistics are those of Agarwal and
others, "Deep Reinforcement Learning at the Edge of the Statistical Precipice" (NeurIPS 2021): a score for each run and
task, runs resampled within their task.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = [
    "Interval",
    "bootstrap_mean",
    "interquartile_mean",
    "optimality_gap",
    "performance_profile",
    "probability_of_improvement",
    "stratified_bootstrap",
    "wilson",
]

TRIM = 0.25
"""Share of the scores that the interquartile mean leaves out at either end."""


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


# -- several runs and tasks ------------------------------------------------------------------------------------------


def interquartile_mean(scores: ArrayLike) -> float:
    """The mean of the middle half of all scores: a quarter of them, rounded down, is left out at either end.

    Args:
        scores: (runs, tasks), or any other shape; runs and tasks count alike.
    """
    data = np.sort(np.asarray(scores, np.float64), axis=None)
    if not data.size:
        raise ValueError("expected at least one score")
    cut = int(TRIM * data.size)
    return float(data[cut : data.size - cut].mean())


def optimality_gap(scores: ArrayLike, target: float = 1.0) -> float:
    """By how much the scores stay below `target` in the mean; scores above it count as it.

    Args:
        scores: (runs, tasks).
        target: the score that is good enough, such as that of a reference player.
    """
    return float(target - np.minimum(_table(scores), target).mean())


def performance_profile(scores: ArrayLike, thresholds: ArrayLike) -> NDArray[np.float64]:
    """For each threshold the share of runs whose score is above it, every task counting alike.

    Args:
        scores: (runs, tasks).
        thresholds: (k,) scores.

    Returns:
        (k,) shares, falling with the threshold.
    """
    above = _table(scores)[None] > np.asarray(thresholds, np.float64)[:, None, None]
    return np.asarray(above.mean((1, 2)), np.float64)


def probability_of_improvement(ours: ArrayLike, theirs: ArrayLike) -> float:
    """How likely a run of ours is better than one of theirs on a task drawn at random; ties count half.

    Args:
        ours: (runs, tasks).
        theirs: (other runs, tasks), the same tasks in the same order.
    """
    a, b = _table(ours), _table(theirs)
    if a.shape[1] != b.shape[1]:
        raise ValueError(f"expected scores on the same tasks, got {a.shape[1]} and {b.shape[1]}")
    difference = a[:, None] - b[None]
    return float(((difference > 0) + 0.5 * (difference == 0)).mean())


def stratified_bootstrap(
    statistic: Callable[..., float],
    *scores: ArrayLike,
    confidence: float = 0.95,
    resamples: int = 2000,
    seed: int = 0,
) -> Interval:
    """A statistic of scores with a percentile interval, the runs of each task drawn anew, tasks kept.

    Args:
        statistic: what to compute of as many tables of scores as are given, such as `interquartile_mean` of one or
            `probability_of_improvement` of two.
        scores: (runs, tasks) each.
        confidence: coverage of the interval, in (0, 1).
        resamples: number of bootstrap samples.
        seed: of the resampling.
    """
    tables = [_table(table) for table in scores]
    _check(confidence)
    rng = np.random.default_rng(seed)
    values = [
        statistic(*(np.take_along_axis(t, rng.integers(len(t), size=t.shape), 0) for t in tables))
        for _ in range(resamples)
    ]
    low, high = np.quantile(values, [(1 - confidence) / 2, (1 + confidence) / 2])
    return Interval(statistic(*tables), float(low), float(high))


def _table(scores: ArrayLike) -> NDArray[np.float64]:
    data = np.asarray(scores, np.float64)
    if data.ndim != 2 or not data.size:
        raise ValueError(f"expected scores (runs, tasks) with at least one run and task, got shape {data.shape}")
    return data


def _check(confidence: float) -> None:
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must be in (0, 1), got {confidence!r}")
