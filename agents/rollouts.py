"""What the actions of a position are worth if a trained policy plays on: simulations for `agents.search`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.base import uniform
from agents.learned import Learned
from envs.core.game import Batch, Game
from envs.view import View, decision_words

__all__ = ["Rollouts"]

UNLIKELY = 0.02
"""Actions that the policy takes less often, in proportion to its favourite, are not tried."""


class Rollouts:
    """Tries the likeliest actions of a policy, and has the policy play on for all hero seats.

    A simulation is worth the rewards up to its end or its depth, and then what the policy's value says, both in the
    reward and with the discount that the policy was trained with. All actions are tried in the same sampled states.
    Monsters with a seat of their own play at random.

    Args:
        game: the game to play.
        path: the policy file.
        width: most actions that are tried.
        depth: decisions that a simulation looks ahead.

    Raises:
        PolicyError: the file is damaged or for something else.
    """

    def __init__(self, game: Game, path: str | Path, *, width: int, depth: int):
        self.game = game
        self.policy = Learned(path, game)
        self.width = width
        self.depth = depth
        config = self.policy.info.config
        self._reward: Any = config["reward"]
        self._gamma = float(config["gamma"])
        self._team = config["mode"] == "team"
        self._batches: dict[int, Batch] = {}

    def candidates(self, view: View) -> list[int]:
        """Legal actions worth a look, the policy's favourite first."""
        logits = self.policy.logits(view.observation[None])[0]
        legal = np.array(view.legal)
        likelihood = np.exp(logits[legal] - logits[legal].max())
        order = np.argsort(-likelihood, kind="stable")[: self.width]
        return [int(legal[i]) for i in order if likelihood[i] >= UNLIKELY]

    def look(self, view: View, candidates: list[int], states: NDArray[np.void]) -> NDArray[np.float64]:
        """Try actions in states.

        Args:
            view: of the seat that is asked.
            candidates: actions to try.
            states: (s,) states that the seat cannot tell from the true one.

        Returns:
            (3, num_actions): how often each action was tried, the sum of its values and that of their squares.
        """
        samples, heroes = len(states), self.game.hero_seats
        n = samples * len(candidates)
        if n not in self._batches:
            self._batches[n] = Batch(self.game, n, reward=self._reward, gamma=self._gamma, autoreset=False)
        batch = self._batches[n]
        batch.load(np.tile(states, len(candidates)))
        actions = np.repeat(np.array(candidates, np.int64), samples)
        alive = np.ones(n, np.bool_)
        total, weight = np.zeros(n), np.ones(n)
        for _ in range(self.depth):
            asked_heroes = batch.seat < heroes
            batch.step(actions, alive)
            total += np.where(alive, weight * self._own(batch.reward, view.seat), 0.0)
            weight *= np.where(asked_heroes, self._gamma, 1.0)
            alive &= ~batch.done
            if not alive.any():
                break
            rows = np.flatnonzero(alive & (batch.seat < heroes))
            if rows.size:
                actions[rows] = self.policy.act_batch(
                    batch.obs[rows], batch.mask[rows], decision_words(batch.states, rows)
                )
            for row in np.flatnonzero(alive & (batch.seat >= heroes)).tolist():
                legal = np.flatnonzero(batch.mask[row])
                word = decision_words(batch.states, np.array([row]))
                actions[row] = legal[int(uniform(word)[0] * len(legal))]
        rows = np.flatnonzero(alive)
        if rows.size:
            seats = np.where(alive, np.where(batch.seat < heroes, batch.seat, view.seat), -1).astype(np.int32)
            seen = batch.observe(seats)
            total[rows] += weight[rows] * self.policy.values(seen[rows])
        out = np.zeros((3, self.game.num_actions))
        values = total.reshape(len(candidates), samples)
        out[:, candidates] = np.full(len(candidates), samples), values.sum(1), (values**2).sum(1)
        return out

    def _own(self, rewards: NDArray[np.float32], seat: int) -> NDArray[np.float64]:
        """The rewards that the policy was trained with: the team's mean, or those of the seat."""
        if self._team:
            return np.asarray(rewards[:, : self.game.hero_seats].mean(1), np.float64)
        return np.asarray(rewards[:, seat], np.float64)
