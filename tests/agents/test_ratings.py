"""Ratings of two populations, and alpha-Rank on games whose answer is known."""

import math

import numpy as np
import pytest

from agents import ratings
from agents.ratings import alpha_rank, rate
from envs.core.errors import MissingExtra

PENNIES = np.array([[1.0, -1.0], [-1.0, 1.0]])
DILEMMA = np.array([[3.0, 0.0], [5.0, 1.0]])
ROCK_PAPER_SCISSORS = np.array([[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]])


def test_matching_pennies_is_a_cycle_through_all_pairs():
    found = alpha_rank(PENNIES, -PENNIES)
    np.testing.assert_allclose(found.joint, 0.25)
    np.testing.assert_allclose(found.rows, 0.5)


def test_in_the_prisoners_dilemma_both_defect():
    found = alpha_rank(DILEMMA, DILEMMA.T)
    np.testing.assert_allclose(found.joint, [[0, 0], [0, 1]], atol=1e-12)


def test_rock_paper_scissors_has_no_favourite():
    found = alpha_rank(ROCK_PAPER_SCISSORS, -ROCK_PAPER_SCISSORS)
    np.testing.assert_allclose(found.joint, 1 / 9)
    np.testing.assert_allclose(found.columns, 1 / 3)


def test_a_weak_preference_by_hand():
    """Two strategies of one population, a second one without a choice: a chain of two states."""
    alpha, population = 0.5, 4
    up = (1 - math.exp(-alpha)) / (1 - math.exp(-population * alpha))
    down = (1 - math.exp(alpha)) / (1 - math.exp(population * alpha))
    found = alpha_rank([[0.0], [1.0]], [[0.0], [0.0]], alpha, population)
    np.testing.assert_allclose(found.rows, [down / (up + down), up / (up + down)])


def test_equal_strategies_share_the_time():
    np.testing.assert_allclose(alpha_rank(np.zeros((2, 3)), np.zeros((2, 3))).joint, 1 / 6)


def test_a_dominated_strategy_gets_nothing_and_order_means_nothing():
    wins = np.array([[0.9, 0.8], [0.2, 0.1], [0.6, 0.7]])
    found = alpha_rank(wins, 1 - wins)
    np.testing.assert_allclose(found.joint, [[0, 1], [0, 0], [0, 0]], atol=1e-12)
    turned = alpha_rank(wins[::-1, ::-1], 1 - wins[::-1, ::-1])
    np.testing.assert_allclose(turned.joint[::-1, ::-1], found.joint)


def test_the_distribution_is_stationary():
    rng = np.random.default_rng(0)
    rows, columns = rng.normal(size=(2, 4, 3))
    alpha, population = 1.3, 10
    found = alpha_rank(rows, columns, alpha, population).joint
    into = np.zeros((4, 3))
    out = np.zeros((4, 3))
    for i, j in np.ndindex(4, 3):
        for k in set(range(4)) - {i}:
            flow = found[i, j] * ratings._fixation(rows[k, j] - rows[i, j], alpha, population)
            out[i, j] += flow
            into[k, j] += flow
        for k in set(range(3)) - {j}:
            flow = found[i, j] * ratings._fixation(columns[i, k] - columns[i, j], alpha, population)
            out[i, j] += flow
            into[i, k] += flow
    np.testing.assert_allclose(into, out)
    assert found.sum() == pytest.approx(1)


def test_one_pair():
    assert alpha_rank([[0.3]], [[0.7]]).joint.tolist() == [[1.0]]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([1, 2], [1, 2]), r"tables \(n, m\)"),
        (([[1, 2]], [[1], [2]]), r"got \(1, 2\) and \(2, 1\)"),
        (([[np.nan]], [[0]]), "play every pair"),
        (([[1]], [[1]], 0.0), "alpha above 0"),
        (([[1]], [[1]], 1.0, 1), "population of at least 2"),
    ],
)
def test_bad_tables(arguments, message):
    with pytest.raises(ValueError, match=message):
        alpha_rank(*arguments)


def test_ratings_follow_the_games():
    rng = np.random.default_rng(0)
    strength = {"good": 0.9, "fair": 0.6, "poor": 0.2}
    games = [
        (team, monsters, bool(rng.random() < p * (0.6 if monsters == "fierce" else 1.0)))
        for team, p in strength.items()
        for monsters in ("tame", "fierce")
        for _ in range(100)
    ]
    teams, monsters = rate(games)
    assert teams["good"].mu > teams["fair"].mu > teams["poor"].mu
    assert monsters["fierce"].mu > monsters["tame"].mu
    assert all(r.sigma < 25 / 3 for r in (*teams.values(), *monsters.values()))
    assert rate(games) == (teams, monsters)


def test_one_game_moves_both_by_the_same():
    (team,), (monsters,) = (side.values() for side in rate([("a", "b", True)]))
    assert team.mu - 25 == pytest.approx(25 - monsters.mu)
    assert team.mu > 25


def test_the_extra_is_named(monkeypatch):
    import importlib.util

    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"openskill.*\.\[eval\]"):
        rate([("a", "b", True)])
