"""What the tests of the core share: a bare state, piles, random play."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from envs.core import head
from envs.core.game import Game, State
from envs.core.schema import pile


def bare(seed: int = 1, stream: int = 1) -> State:
    """A head alone, with both random streams seeded and nobody asked."""
    state = np.zeros((), head.HEAD.dtype)
    state["rng"] = (2 * seed + 1, 2 * seed + 2)
    state["stream"] = stream
    state["turn"] = -1
    return state


def make_pile(*cards: int, capacity: int = 6, known: int = 0, identity: int = 9) -> State:
    """A pile that holds `cards`, the last one on top."""
    out = np.zeros((), pile("p", capacity, identity=identity).type.dtype)
    out["capacity"] = capacity
    out["identity"] = identity
    out["n"] = len(cards)
    out["known"] = known
    out["cards"][: len(cards)] = cards
    return out


def cards(of: State) -> list[int]:
    """The cards of a pile, bottom first. What lies behind them must be zero."""
    n = int(of["n"])
    assert not of["cards"][n:].any()
    return of["cards"][:n].tolist()


def random_game(game: Game, seed: int, rng: np.random.Generator | None = None) -> Iterator[State]:
    """Every position of a random game, the last one included. The same record each time."""
    rng = rng or np.random.default_rng(seed)
    state = game.new(seed)
    yield state
    while game.turn(state) is not None:
        game.step(state, int(rng.choice(game.legal_actions(state))))
        yield state


def chi_square(counts: np.ndarray, expected: np.ndarray | float) -> float:
    """How many standard deviations the chi-square statistic of `counts` lies above its mean."""
    statistic = float((((counts - expected) ** 2) / expected).sum())
    freedom = len(counts) - 1
    return (statistic - freedom) / (2 * freedom) ** 0.5
