"""Intervals against values that were computed by other means."""

import numpy as np
import pytest

from agents.statistics import bootstrap_mean, wilson


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [
        # Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_matches_published_values(successes, n, low, high):
    interval = wilson(successes, n)
    assert interval.value == successes / n
    assert interval.low == pytest.approx(low, abs=5.1e-5)
    assert interval.high == pytest.approx(high, abs=5.1e-5)


def test_wilson_counts_bools():
    assert wilson([True, False, True, True]) == wilson(3, 4)


def test_wilson_is_wider_at_higher_confidence():
    narrow, wide = wilson(5, 20, 0.8), wilson(5, 20, 0.99)
    assert wide.low < narrow.low < narrow.high < wide.high


@pytest.mark.parametrize(("successes", "n"), [(1, 0), (-1, 4), (5, 4), ([], None)])
def test_wilson_refuses_impossible_counts(successes, n):
    with pytest.raises(ValueError, match="successes"):
        wilson(successes, n)


def test_bootstrap_of_the_mean_is_close_to_the_normal_interval():
    values = np.random.default_rng(1).normal(3.0, 2.0, 400)
    interval = bootstrap_mean(values)
    half = 1.96 * values.std() / 20
    assert interval.value == pytest.approx(values.mean())
    assert interval.low == pytest.approx(values.mean() - half, abs=0.03)
    assert interval.high == pytest.approx(values.mean() + half, abs=0.03)


def test_bootstrap_covers_the_truth_as_often_as_it_says():
    rng = np.random.default_rng(2)
    inside = 0
    for _ in range(300):
        interval = bootstrap_mean(rng.exponential(1.0, 60), confidence=0.9, resamples=400)
        inside += interval.low <= 1.0 <= interval.high
    assert 0.82 <= inside / 300 <= 0.95


def test_bootstrap_is_the_same_every_time():
    values = np.random.default_rng(3).normal(size=50)
    assert bootstrap_mean(values) == bootstrap_mean(values)
    assert bootstrap_mean(values) != bootstrap_mean(values, seed=1)


def test_equal_values_have_an_interval_of_no_width():
    assert bootstrap_mean([2.5] * 7) == (2.5, 2.5, 2.5)
    assert bootstrap_mean([4]) == (4.0, 4.0, 4.0)


@pytest.mark.parametrize("values", [[], [[1.0, 2.0]]])
def test_bootstrap_refuses_what_is_no_vector(values):
    with pytest.raises(ValueError, match="vector"):
        bootstrap_mean(values)


def test_confidence_is_a_probability():
    with pytest.raises(ValueError, match="confidence"):
        bootstrap_mean([1.0, 2.0], confidence=95)
