"""Registers the games with PettingZoo (``derelict/<game>-v<N>``) and Gymnasium (``derelict/<Game>-v<N>``).

Neither library is imported for it: if it is there already, the games are registered at once, else as soon as it is
imported.
"""

from __future__ import annotations

import functools
import importlib.abc
import importlib.machinery
import importlib.util
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

__all__ = ["gymnasium_id", "install", "pettingzoo_id", "version"]

NAMESPACE = "derelict"


def version(game: str) -> int:
    """The version of a game's environment, read from the name of its ``<game>_v<N>`` module."""
    versions = [
        int(match[1])
        for path in Path(__file__).parent.glob(f"{game}_v*.py")
        if (match := re.fullmatch(rf"{game}_v(\d+)", path.stem))
    ]
    if not versions:
        raise LookupError(f"the game {game!r} has no module envs/{game}_v<N>.py")
    return max(versions)


def pettingzoo_id(game: str) -> str:
    """Id for ``pettingzoo.make("aec", id)``."""
    return f"{NAMESPACE}/{game}-v{version(game)}"


def gymnasium_id(game: str) -> str:
    """Id for ``gymnasium.make(id)`` and ``gymnasium.make_vec(id)``."""
    return f"{NAMESPACE}/{''.join(word.capitalize() for word in game.split('_'))}-v{version(game)}"


def install(games: Iterable[str]) -> None:
    """Register `games` with both libraries, now or when they are imported."""
    names = tuple(games)
    waiting: dict[str, Callable[[], None]] = {}
    for library, register in (("pettingzoo", _register_pettingzoo), ("gymnasium", _register_gymnasium)):
        if library in sys.modules:
            register(names)
        else:
            waiting[library] = functools.partial(register, names)
    if waiting:
        sys.meta_path.insert(0, _AfterImport(waiting))


def _register_pettingzoo(games: Sequence[str]) -> None:
    import pettingzoo

    if not hasattr(pettingzoo, "register"):  # the registry came with PettingZoo 1.27
        return
    for game in games:
        if pettingzoo_id(game) not in pettingzoo.aec_registry:
            pettingzoo.register("aec", pettingzoo_id(game), entry_point=functools.partial(_make_aec, game))


def _make_aec(game: str, **options: Any) -> Any:
    """Entry point for PettingZoo. A function, because for a module PettingZoo words the error of a missing package."""
    try:
        from envs.aec import make
    except ImportError as error:
        from envs.core.errors import MissingExtra

        raise MissingExtra(
            f"{NAMESPACE}/{game} needs a package that is not installed ({error}); run: pip install derelict"
        ) from error
    return make(game, **options)


def _register_gymnasium(games: Sequence[str]) -> None:
    import gymnasium

    for game in games:
        if gymnasium_id(game) not in gymnasium.registry:
            gymnasium.register(
                gymnasium_id(game),
                entry_point="envs.gym:DerelictEnv",
                vector_entry_point="envs.gym:DerelictVectorEnv",
                kwargs={"game": game},
                disable_env_checker=True,  # it warns of the info that a Dict or a mask brings; our tests run it
            )


class _AfterImport(importlib.abc.MetaPathFinder):
    """Calls a function after the first import of each of some modules."""

    def __init__(self, waiting: dict[str, Callable[[], None]]) -> None:
        self.waiting = waiting

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The module's real spec, its loader wrapped, for the modules that are waited for."""
        if fullname not in self.waiting:
            return None
        then = self.waiting.pop(fullname)
        if not self.waiting and self in sys.meta_path:
            sys.meta_path.remove(self)
        spec = importlib.util.find_spec(fullname)
        if spec is not None and spec.loader is not None:
            spec.loader = _Loader(spec.loader, then)
        return spec


class _Loader(importlib.abc.Loader):
    """Another loader, and a function that is called after it has loaded its module."""

    def __init__(self, loader: importlib.abc.Loader, then: Callable[[], None]) -> None:
        self.loader = loader
        self.then = then

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType | None:
        return self.loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        if module.__spec__ is not None:
            module.__spec__.loader = self.loader
        module.__loader__ = self.loader
        self.loader.exec_module(module)
        self.then()
