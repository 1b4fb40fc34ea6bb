"""Intervals against values that were computed by other means."""

import numpy as np
import pytest
import scipy.stats

from agents import statistics
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


# -- several runs and tasks ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 8, 30])
def test_the_interquartile_mean_is_scipys_trimmed_mean(n):
    scores = np.random.default_rng(n).exponential(size=(n, 3))
    assert statistics.interquartile_mean(scores) == pytest.approx(scipy.stats.trim_mean(scores, 0.25, axis=None))


def test_the_interquartile_mean_by_hand():
    assert statistics.interquartile_mean([[0, 1, 2, 100], [-100, 3, 4, 5]]) == 2.5, "the middle four of eight"
    assert statistics.interquartile_mean([7]) == 7


def test_the_optimality_gap_does_not_reward_what_is_above_the_target():
    assert statistics.optimality_gap([[0.5, 3.0], [1.0, 0.0]]) == pytest.approx((0.5 + 0 + 0 + 1) / 4)
    assert statistics.optimality_gap([[0.5, 3.0]], target=2.0) == pytest.approx((1.5 + 0) / 2)


def test_a_performance_profile_by_hand():
    scores = [[0.0, 1.0], [0.5, 2.0]]
    assert statistics.performance_profile(scores, [-1, 0, 0.5, 1, 1.5, 2]).tolist() == [1, 0.75, 0.5, 0.25, 0.25, 0]


def test_the_probability_of_improvement_by_hand():
    """Task 0: 1 and 3 against 2 and 2, 2 of 4. Task 1: 5 and 5 against 5 and 4, two ties and two better, 3 of 4."""
    ours, theirs = [[1, 5], [3, 5]], [[2, 5], [2, 4]]
    assert statistics.probability_of_improvement(ours, theirs) == pytest.approx((2 / 4 + 3 / 4) / 2)
    assert statistics.probability_of_improvement(theirs, ours) == pytest.approx((2 / 4 + 1 / 4) / 2)
    x, y = np.random.default_rng(1).normal(size=(2, 40, 1))
    u = scipy.stats.mannwhitneyu(x[:, 0], y[:, 0]).statistic
    assert statistics.probability_of_improvement(x, y) == pytest.approx(u / 1600)
    assert statistics.probability_of_improvement([[1]] * 3, [[0]] * 5) == 1, "other numbers of runs"


def test_the_bootstrap_draws_runs_within_their_task():
    """Both runs of a task have the same score, so however they are drawn nothing changes; mixed tasks would."""
    scores = [[0.0, 10.0, 20.0]] * 2
    found = statistics.stratified_bootstrap(lambda t: float(t[0, 0] + 2 * t[0, 1] + 3 * t[0, 2]), scores, resamples=200)
    assert found == (80.0, 80.0, 80.0)


def test_the_bootstrap_interval_covers_as_often_as_it_says():
    rng = np.random.default_rng(0)
    hits = 0
    for i in range(200):
        scores = rng.normal([0.0, 3.0], 1.0, size=(20, 2))
        found = statistics.stratified_bootstrap(
            lambda t: float(t.mean()), scores, confidence=0.9, resamples=300, seed=i
        )
        hits += found.low <= 1.5 <= found.high
    assert 0.82 <= hits / 200 <= 0.96


def test_two_tables_are_drawn_independently():
    rng = np.random.default_rng(3)
    ours, theirs = rng.normal(1.0, 1.0, (12, 2)), rng.normal(0.0, 1.0, (8, 2))
    found = statistics.stratified_bootstrap(statistics.probability_of_improvement, ours, theirs, resamples=400)
    assert found.value == statistics.probability_of_improvement(ours, theirs)
    assert found.low < found.value < found.high
    again = statistics.stratified_bootstrap(statistics.probability_of_improvement, ours, theirs, resamples=400)
    assert found == again
    other = statistics.stratified_bootstrap(statistics.probability_of_improvement, ours, theirs, resamples=400, seed=1)
    assert (found.low, found.high) != (other.low, other.high)
    same = statistics.stratified_bootstrap(lambda a, b: float((a != b).any()), ours, ours, resamples=50)
    assert same.value == 0
    assert same.low == 1, "each table has draws of its own"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: statistics.interquartile_mean([]), "at least one score"),
        (lambda: statistics.optimality_gap([1, 2]), r"\(runs, tasks\).*got shape \(2,\)"),
        (lambda: statistics.performance_profile(np.zeros((0, 3)), [1]), r"got shape \(0, 3\)"),
        (lambda: statistics.probability_of_improvement([[1, 2]], [[1]]), "same tasks, got 2 and 1"),
        (lambda: statistics.stratified_bootstrap(np.mean, [[1]], confidence=1.0), "confidence must be in"),
    ],
)
def test_bad_scores(call, message):
    with pytest.raises(ValueError, match=message):
        call()
