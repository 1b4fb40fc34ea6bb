"""Machina Arcana: one to four explorers fight their way through a machine of rooms, together against the horrors.

``env(**options)`` is the game as a PettingZoo AEC environment in its usual wrapper, ``raw_env`` without it. There is
no parallel version: agents act in turn and out of turn. Agents, actions, observations, rewards, options and the
version history: ``docs/games/machina_arcana.md``.
"""

from __future__ import annotations

from typing import Any

from envs.aec import DerelictAEC, OrderEnforcing, make

__all__ = ["env", "raw_env"]


def raw_env(**options: Any) -> DerelictAEC:
    """The bare environment; for the options see `envs.aec.DerelictAEC` and the docs page of the game."""
    return DerelictAEC("machina_arcana", **options)


def env(**options: Any) -> OrderEnforcing:
    """The environment in PettingZoo's check of the order of calls; the options are those of `raw_env`."""
    return make("machina_arcana", **options)
