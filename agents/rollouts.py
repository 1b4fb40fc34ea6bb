"""What the actions of a position are worth if a good player plays on: simulations for `agents.search`."""

from __future__ import annotations

import copy
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents import scripted
from agents.base import Agent
from agents.random import Random
from envs.core.game import Batch, Game
from envs.view import View, decision_words

__all__ = ["Rollouts"]

UNLIKELY = 0.02
"""Actions that the policy takes less often, in proportion to its favourite, are not tried."""

TEAM_MODES = ("team", "alternating")
"""Modes of training in which the heroes' policy gets the mean of their rewards, for decisions of any of them."""


class Rollouts:
    """Tries a few actions of a position, and has a player play on for all seats of the side that is asked.

    With a policy its likeliest actions are tried; a simulation is worth the rewards up to its end or its depth, and
    then what the policy's value says, both in the reward and with the discount that the policy was trained with. With
    a scripted player the actions that its styles would take are tried, its own first; a simulation is worth the
    progress that it makes, the outcome included. All actions are tried in the same sampled states.

    Args:
        game: the game to play.
        player: a policy file, or the scripted player to play on.
        width: most actions that are tried.
        depth: decisions that a simulation looks ahead.
        against: plays the other side, if that has a seat; without one it plays at random.

    Raises:
        PolicyError: the file is damaged or for something else.
    """

    def __init__(self, game: Game, player: str | Path | Agent, *, width: int, depth: int, against: Agent | None = None):
        self.game = game
        self.width = width
        self.depth = depth
        self.policy: Any = None
        self._reward: Any = "progress"
        self._gamma, self._team = 1.0, True
        if isinstance(player, Agent):
            self._player = player
        else:
            from agents.learned import Learned  # it imports torch, which takes seconds

            self._player = self.policy = Learned(player, game)
            config = self.policy.info.config
            self._reward, self._gamma = config["reward"], float(config["gamma"])
            self._team = config["mode"] in TEAM_MODES
        self._against = against or Random()
        self._guides: dict[str, Agent] = {}
        self._batches: dict[int, Batch] = {}

    def fresh(self, seed: int) -> Rollouts:
        """A copy for a new game."""
        one = copy.copy(self)
        one._guides = {}
        if self.policy is None:
            name = self.game.name
            for style in scripted.styles(name) | scripted.monster_styles(name):
                one._guides[style] = scripted.make(name, style)
                one._guides[style].reset(seed)
        return one

    def candidates(self, view: View) -> list[int]:
        """Legal actions worth a look, the favourite first."""
        if self.policy is None:
            return self._proposed(view)
        logits = self.policy.logits(view.observation[None])[0]
        legal = np.array(view.legal)
        likelihood = np.exp(logits[legal] - logits[legal].max())
        order = np.argsort(-likelihood, kind="stable")[: self.width]
        return [int(legal[i]) for i in order if likelihood[i] >= UNLIKELY]

    def _proposed(self, view: View) -> list[int]:
        """What the styles of the scripted player would do: the own one's first, then those of the most styles."""
        own = self._player.spec.partition(":")[2] or next(iter(self._guides))
        hero = view.seat < self.game.hero_seats
        styles = (scripted.styles if hero else scripted.monster_styles)(self.game.name)
        favourite = self._guides[own].act(view)
        votes = Counter(self._guides[style].act(view) for style in styles if style != own)
        others = sorted((a for a in votes if a != favourite), key=lambda a: (-votes[a], a))
        return [favourite, *others][: self.width]

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
        hero = view.seat < heroes
        team = hero and self._team
        players = _Players(self._player), _Players(self._against)
        for _ in range(self.depth):
            discounted = batch.seat < heroes if team else batch.seat == view.seat
            batch.step(actions, alive)
            reward = batch.reward[:, :heroes].mean(1) if team else batch.reward[:, view.seat]
            total += np.where(alive, weight * reward, 0.0)
            weight *= np.where(discounted, self._gamma, 1.0)
            alive &= ~batch.done
            if not alive.any():
                break
            own = (batch.seat < heroes) == hero
            for side, asked in zip(players, (alive & own, alive & ~own), strict=True):
                rows = np.flatnonzero(asked)
                if rows.size:
                    actions[rows] = side.act(batch, rows)
        rows = np.flatnonzero(alive)
        if rows.size and self.policy is not None:
            seats = np.where(team & (batch.seat < heroes), batch.seat, view.seat)
            seen = batch.observe(np.where(alive, seats, -1).astype(np.int32))
            total[rows] += weight[rows] * self.policy.values(seen[rows])
        out = np.zeros((3, self.game.num_actions))
        values = total.reshape(len(candidates), samples)
        out[:, candidates] = np.full(len(candidates), samples), values.sum(1), (values**2).sum(1)
        return out


class _Players:
    """An agent on all seats of a side, in many games at once; one with a memory is another in every game and seat."""

    def __init__(self, agent: Agent):
        self.agent: Any = agent
        self._copies: dict[tuple[int, int], Agent] = {}

    def act(self, batch: Batch, rows: NDArray[np.intp]) -> NDArray[np.int64] | list[int]:
        """Actions for the seats that are asked in `rows`."""
        if hasattr(self.agent, "act_batch"):
            words = decision_words(batch.states, rows)
            chosen: NDArray[np.int64] = self.agent.act_batch(batch.obs[rows], batch.mask[rows], words)
            return chosen
        actions = []
        for row in rows.tolist():
            actions.append(self._copy(row, int(batch.seat[row])).act(View.of_row(batch, row)))
        return actions

    def _copy(self, row: int, seat: int) -> Agent:
        if (row, seat) not in self._copies:
            one = copy.copy(self.agent)
            one.reset(row)
            self._copies[row, seat] = one
        return self._copies[row, seat]
