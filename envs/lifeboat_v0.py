"""Lifeboat, the smallest game of the house: sailors row for the coast while a shark circles their boat.

``env(**options)`` is the game as a PettingZoo AEC environment in its usual wrapper, ``raw_env`` without it. There is
no parallel version. Its rules and options: `envs.lifeboat`.
"""

from __future__ import annotations

from typing import Any

from envs.aec import DerelictAEC, OrderEnforcing, make

__all__ = ["env", "raw_env"]


def raw_env(**options: Any) -> DerelictAEC:
    """The bare environment; for the options see `envs.aec.DerelictAEC` and the docs page of the game."""
    return DerelictAEC("lifeboat", **options)


def env(**options: Any) -> OrderEnforcing:
    """The environment in PettingZoo's check of the order of calls; the options are those of `raw_env`."""
    return make("lifeboat", **options)
