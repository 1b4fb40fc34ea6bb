"""The observation spaces of the faces."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

if TYPE_CHECKING:
    from envs.core.game import Game
    from envs.faces import ObsMode

__all__ = ["observation_space", "split_blocks"]


def observation_space(game: Game, obs: ObsMode) -> spaces.Space[Any]:
    """A new space of observations: one flat box, or a dictionary of the named blocks (maps as planes)."""
    if obs == "flat":
        return spaces.Box(-1.0, 1.0, (game.observation_size,), np.float32)
    # Gymnasium sorts a plain dictionary; in the order of the layout, the flattened space is the flat observation.
    return spaces.Dict(OrderedDict((b.name, spaces.Box(-1.0, 1.0, b.shape, np.float32)) for b in game.layout))


def split_blocks(game: Game, observations: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
    """The named blocks of an (n, observation_size) array, each (n, *shape), as views on it."""
    return {b.name: observations[:, b.start : b.stop].reshape(-1, *b.shape) for b in game.layout}
