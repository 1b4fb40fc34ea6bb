"""How teams and monsters stand to one another when they form two populations that never meet their own.

An Elo number fits neither: the sides have different roles, and a table may have cycles. `rate` gives every team and
every monsters' player a Plackett-Luce rating by their games with one another (openskill), `alpha_rank` the share of
time that two populations which imitate success spend with each strategy (Omidshafiei and others, "alpha-Rank:
Multi-Agent Evaluation by Evolution", 2019), which names the members of a cycle where there is one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from agents.extras import require

__all__ = ["AlphaRank", "Rating", "alpha_rank", "rate"]


class Rating(NamedTuple):
    """A rating: mean and standard deviation of the skill, which starts at 25 and 25 / 3."""

    mu: float
    sigma: float


def rate(games: Sequence[tuple[str, str, bool]], seed: int = 0) -> tuple[dict[str, Rating], dict[str, Rating]]:
    """Ratings of teams and of monsters.

    Args:
        games: (team, monsters, whether the team won).
        seed: of the order in which games are rated, since a rating moves most at first.

    Returns:
        Rating by team and by monsters, each in the order of first appearance. They compare within a population, and
        across the two: equal means are an even game.

    Raises:
        MissingExtra: openskill is not installed.
    """
    require("eval", "openskill")
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    teams = {team: model.rating() for team, _, _ in games}
    monsters = {name: model.rating() for _, name, _ in games}
    rng = np.random.default_rng(seed)
    for i in rng.permutation(len(games)).tolist():
        team, name, won = games[i]
        places = [1.0, 2.0] if won else [2.0, 1.0]
        (teams[team],), (monsters[name],) = model.rate([[teams[team]], [monsters[name]]], ranks=places)
    first, second = ({k: Rating(r.mu, r.sigma) for k, r in side.items()} for side in (teams, monsters))
    return first, second


class AlphaRank(NamedTuple):
    """The stationary distribution of alpha-Rank.

    Attributes:
        joint: (n, m) share of time with each pair of strategies; sums to 1.
        rows: (n,) share of each strategy of the first population.
        columns: (m,) share of each strategy of the second.
    """

    joint: NDArray[np.float64]
    rows: NDArray[np.float64]
    columns: NDArray[np.float64]


def alpha_rank(rows: ArrayLike, columns: ArrayLike, alpha: float = 100.0, population: int = 50) -> AlphaRank:
    """Alpha-Rank of a game between two populations.

    Args:
        rows: (n, m) payoff of the first population's strategy (row) against the second's (column).
        columns: (n, m) payoff of the second population.
        alpha: how strongly the better strategy is preferred. Large values keep what better responses alone say; small
            ones let differences within the noise pass.
        population: members of each population.

    Raises:
        ValueError: payoffs that are no two equal tables of finite numbers, or alpha or population out of range.
    """
    first, second = np.asarray(rows, np.float64), np.asarray(columns, np.float64)
    if first.ndim != 2 or not first.size or first.shape != second.shape:
        raise ValueError(f"expected two tables (n, m) of payoffs of one shape, got {first.shape} and {second.shape}")
    if not (np.isfinite(first).all() and np.isfinite(second).all()):
        raise ValueError("expected finite payoffs; play every pair")
    if not alpha > 0 or population < 2:
        raise ValueError(f"expected alpha above 0 and a population of at least 2, got {alpha} and {population}")
    n, m = first.shape
    size = n * m
    if size == 1:
        return AlphaRank(np.ones((1, 1)), np.ones(1), np.ones(1))
    share = 1.0 / (n - 1 + m - 1)
    step = np.zeros((size, size))
    for i in range(n):
        for j in range(m):
            for k in range(n):
                if k != i:
                    step[i * m + j, k * m + j] = share * _fixation(first[k, j] - first[i, j], alpha, population)
            for k in range(m):
                if k != j:
                    step[i * m + j, i * m + k] = share * _fixation(second[i, k] - second[i, j], alpha, population)
    joint = _stationary(step).reshape(n, m)
    return AlphaRank(joint, joint.sum(1), joint.sum(0))


LEAST = 1e-30
"""Least probability of a fixation. It keeps the chain in one piece where the true one is below the smallest float."""


def _fixation(advantage: float, alpha: float, population: int) -> float:
    """Probability that a single mutant with this advantage takes over its population."""
    x = alpha * advantage
    if abs(x) < 1e-12:
        return 1.0 / population
    if x > 0:
        return math.expm1(-x) / math.expm1(-population * x)
    # (exp(-x) - 1) / (exp(-population x) - 1) with exponents that do not overflow
    return max(LEAST, math.exp((population - 1) * x) * math.expm1(x) / math.expm1(population * x))


def _stationary(step: NDArray[np.float64]) -> NDArray[np.float64]:
    """The stationary distribution of a chain that is given by its steps between different states.

    By elimination of states (Grassmann, Taha and Heyman), which subtracts nothing: it stays exact to rounding where the
    probabilities differ by many orders of magnitude.
    """
    p = step.copy()
    n = len(p)
    for k in range(n - 1, 0, -1):
        p[:k, k] /= p[k, :k].sum()
        p[:k, :k] += np.outer(p[:k, k], p[k, :k])
    out = np.ones(n)
    for k in range(1, n):
        out[k] = out[:k] @ p[:k, k]
    return np.asarray(out / out.sum(), np.float64)
