"""What several tests of agents need: a policy of one update, and positions of random games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import envs
from agents import learner
from agents.config import validate
from envs.core.game import Game, State

CONFIG = {"game": "lifeboat", "n_envs": 8, "n_steps": 16, "batch_size": 64, "net_arch": [16, 8], "threads": 1}


def save_policy(folder: Path, seconds: float = 1.0, **changes: Any) -> Path:
    """Write the policy of one update of a run with `CONFIG` and these changes."""
    config = validate(CONFIG | changes, "test")
    (one,) = learner.make_learners(config, envs.load(config.game, **config.options), folder)
    one.model.learn(1, reset_num_timesteps=False)
    learner.save([one], seconds)
    return folder / "policy.zip"


def positions(game: Game, n: int, seed: int = 0, most: int = 60) -> Iterator[State]:
    """`n` positions of random games, up to `most` decisions old, in which more than one action is legal."""
    rng = np.random.default_rng(seed)
    while n:
        state = game.new(int(rng.integers(1000)))
        for _ in range(int(rng.integers(1, most))):
            if game.turn(state) is None:
                break
            game.step(state, int(rng.choice(np.flatnonzero(game.legal(state)))))
        if game.turn(state) is not None and game.legal(state).sum() > 1:
            n -= 1
            yield state
