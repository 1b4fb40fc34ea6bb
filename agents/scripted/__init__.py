"""Scripted players: one module per game, ``agents.scripted.<game>``, found by the game's name.

Such a module has ``STYLES``, the names of its styles with one line about each (the first is the default), perhaps
``MONSTER_STYLES``, the same for the monsters' seat (a name may stand in both), perhaps ``HELD_OUT``, the styles that
training leaves alone (see `agents.partners`), and a class ``Scripted(style, seed=0)``, an `agents.base.Agent` that
decides from its `View` alone.
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil

from agents.base import Agent
from envs.core.errors import OptionError, near

__all__ = ["games", "held_out", "make", "monster_styles", "styles"]


def games() -> list[str]:
    """Games that have a scripted player."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_"))


def styles(game: str) -> dict[str, str]:
    """Styles of the scripted player of a game and what they do; the first is the default."""
    if game not in games():
        known = ", ".join(games()) or "none"
        raise OptionError(f"there is no scripted player for {game!r}; games with one: {known}")
    return dict(importlib.import_module(f"{__name__}.{game}").STYLES)


def monster_styles(game: str) -> dict[str, str]:
    """Styles of the scripted player of a game on the monsters' seat and what they do; the first is the default."""
    styles(game)
    return dict(getattr(importlib.import_module(f"{__name__}.{game}"), "MONSTER_STYLES", {}))


def held_out(game: str) -> dict[str, str]:
    """Those of the `styles` with which nobody should train, so that they can be strangers in an evaluation."""
    known = styles(game)
    names = getattr(importlib.import_module(f"{__name__}.{game}"), "HELD_OUT", ())
    return {name: known[name] for name in names}


def make(game: str, style: str | None = None, seed: int = 0) -> Agent:
    """The scripted player of a game.

    Args:
        game: name of the game.
        style: one of `styles` or `monster_styles`; ``None`` is the default style.
        seed: of its random choices, if it makes any.

    Raises:
        OptionError: no scripted player for this game, or an unknown style, with the nearest name.
    """
    known = styles(game) | monster_styles(game)
    if style is None:
        style = next(iter(known))
        spec = "scripted"
    elif style in known:
        spec = f"scripted:{style}"
    else:
        raise OptionError(f"{game}: unknown style {style!r} of the scripted player{near(style, known)}")
    agent: Agent = importlib.import_module(f"{__name__}.{game}").Scripted(style, seed)
    agent.spec = spec
    return agent
