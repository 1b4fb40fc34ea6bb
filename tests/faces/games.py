"""The configurations on which the faces, the replays and the public checkers are tested. A new game adds its lines."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

import envs
from envs.core.engine import mix_seed


@dataclass(frozen=True)
class Config:
    name: str
    options: dict[str, Any] = field(default_factory=dict)
    solo: dict[str, Any] = field(default_factory=lambda: {"seats": 1})
    """Options with one seat, for PettingZoo's tests that count the turns of each agent."""
    brief: dict[str, Any] = field(default_factory=dict)
    """Further options with which a game ends after a few dozen decisions, for tests of what happens at the ends."""
    seeds: tuple[int, ...] = (0, 1, 2)
    every: int = 5
    """At how many decisions the checkers make their expensive comparisons."""

    def load(self, brief=False):
        return envs.load(self.name, **{**self.options, **(self.brief if brief else {})})


CONFIGS = [
    Config("lifeboat", {"seats": 1}),
    Config("lifeboat", {"seats": 3}),
    Config("lifeboat", {"seats": 2, "monsters": "agent"}),
    Config("machina_arcana", {"seats": 1}, brief={"round_limit": 3}, seeds=(0, 1), every=20),
    Config("machina_arcana", {"seats": 3}, brief={"round_limit": 2}, seeds=(0, 1), every=20),
    Config("machina_arcana", {"seats": 1, "explorers_per_seat": 2}, brief={"round_limit": 3}, seeds=(0, 1), every=20),
    Config("machina_arcana", {"seats": 2, "explorers_per_seat": 2}, brief={"round_limit": 2}, seeds=(0, 1), every=20),
    Config(
        "machina_arcana",
        {"seats": 2, "mode": "easy", "length": "extra_fast", "reinforcements": True, "intricacy": True},
        brief={"round_limit": 2},
        seeds=(0, 1),
        every=20,
    ),
    # A Puppeteer that plays at random lets the explorers live for thousands of decisions, so these games are cut off.
    Config(
        "machina_arcana",
        {"seats": 2, "monsters": "agent", "ties": "ask", "round_limit": 8},
        brief={"round_limit": 2},
        seeds=(0, 1),
        every=20,
    ),
    Config("enormity", {"seats": 1}, brief={"round_cap": 4}, seeds=(0, 1), every=20),
    Config("enormity", {"seats": 3}, brief={"round_cap": 1}, seeds=(0, 1), every=20),
    Config("enormity", {"seats": 1, "scenario": "open_run"}, brief={"round_cap": 3}, seeds=(0, 1), every=20),
    Config("enormity", {"seats": 2, "scenario": "training"}, brief={"round_cap": 2}, seeds=(0, 1), every=20),
    Config(
        "enormity",
        {"seats": 2, "scenario": "revisit", "monsters": "agent", "freedom": "full", "ties": "ask", "adversary": True},
        brief={"round_cap": 2},
        seeds=(0, 1),
        every=20,
    ),
]


def config_id(config: Config) -> str:
    return "-".join([config.name, *(f"{key}={value}" for key, value in config.options.items())])


def learners(game, seat) -> int:
    """How many seats the learner plays."""
    return game.hero_seats if seat == "team" else 1


class Spread:
    """A partner without memory or chance: what it plays follows from what it sees."""

    def act(self, view):
        return by_sight(view.observation, view.mask)


def by_sight(observation, mask) -> int:
    """A legal action that follows from the observation alone, spread over all of them."""
    legal = np.flatnonzero(mask)
    return int(legal[mix_seed(int(observation.view(np.uint32).sum(dtype=np.uint64))) % len(legal)])


def play_random(game, state, seed, decisions):
    """Random legal actions for `state`, which the caller steps."""
    word = seed
    for _ in range(decisions):
        if game.turn(state) is None:
            return
        legal = game.legal_actions(state)
        word = mix_seed(word)
        yield legal[word % len(legal)]
