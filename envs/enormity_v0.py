"""Enormity: one to four Spacers search a dead station and must leave it alive, together against its Intruders.

``env(**options)`` is the game as a PettingZoo AEC environment in its usual wrapper, ``raw_env`` without it. There is
no parallel version: Spacers act in turn and react out of turn. Agents, actions, observations, rewards, options and the
version history: ``docs/games/enormity.md``.
"""

from __future__ import annotations

from typing import Any

from envs.aec import DerelictAEC, OrderEnforcing, make

__all__ = ["env", "raw_env"]


def raw_env(**options: Any) -> DerelictAEC:
    """The bare environment; for the options see `envs.aec.DerelictAEC` and the docs page of the game."""
    return DerelictAEC("enormity", **options)


def env(**options: Any) -> OrderEnforcing:
    """The environment in PettingZoo's check of the order of calls; the options are those of `raw_env`."""
    return make("enormity", **options)
