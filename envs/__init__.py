"""Derelict: rules-heavy board games about crews on hostile ships, as multi-agent environments.

``envs.load(name, **options)`` gives a `Game`, the interface below all others. The PettingZoo modules are
``envs.<game>_v0``; ``import envs`` also registers all ids with PettingZoo and Gymnasium.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from envs.core.game import Game

__all__ = ["EXAMPLES", "GAMES", "__version__", "load"]

__version__ = "0.1.0"

GAMES = ("machina_arcana", "enormity")
"""The games of the suite."""

EXAMPLES = ("lifeboat",)
"""Small games that show how a game is built and on which the core and the faces are tested."""


def load(name: str, **options: Any) -> Game:
    """A configured game.

    Args:
        name: one of `GAMES` or `EXAMPLES`.
        options: the options of the game, see its docs page.

    Raises:
        OptionError: unknown game or option, with the nearest name.
    """
    from envs.core.errors import OptionError, near

    if name not in GAMES + EXAMPLES:
        raise OptionError(f"unknown game {name!r}{near(str(name), GAMES + EXAMPLES)}")
    return importlib.import_module(f"envs.{name}.game").GAME(**options)


def _register() -> None:
    """Enter the ids of all games with PettingZoo and Gymnasium, now or when they are imported."""
    from envs.registration import install

    install(GAMES + EXAMPLES)


_register()
