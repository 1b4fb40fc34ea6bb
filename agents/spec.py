"""Short names of agents, for configs and command lines.

==============================  ==================================================================
``random``                      uniformly random legal actions
``scripted``                    the scripted player of the game in its default style
``scripted:bold``               the same in another style
``search:sims=400``             tree search with so many simulations for each decision; more keys, separated by commas,
                                are those of `agents.search.SearchOptions`
``search:policy=FILE.zip``      search that looks ahead with a policy of ``train.py``, or with a scripted player
                                (``search:policy=scripted:bold``)
``runs/x/policy.zip``           a policy saved by ``train.py``; actions are sampled from it
``runs/x/policy.zip:greedy``    the same, always the most probable action
``partner:NAME``                a player of the held-out set that comes with the suite, see `agents.partners`
==============================  ==================================================================
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from agents import scripted
from agents.base import Agent
from agents.random import Random
from envs.core.errors import OptionError, near
from envs.core.game import Game

__all__ = ["files_of", "is_policy", "make", "split_policy"]

PLAYS = ("sampled", "greedy")
"""How a policy chooses: drawn from its distribution, or its most probable action."""


def _random(game: Game, style: str | None) -> Agent:
    if style is not None:
        raise OptionError(f"agent 'random:{style}': the random agent has no styles; write 'random'")
    return Random()


def _scripted(game: Game, style: str | None) -> Agent:
    return scripted.make(game.name, style)


def _search(game: Game, style: str | None) -> Agent:
    from agents.search import Search, SearchOptions

    return Search(game, SearchOptions.parse(style or ""))


def _partner(game: Game, style: str | None) -> Agent:
    from agents import partners

    return partners.make(game, style or "")


KINDS: dict[str, Callable[[Game, str | None], Agent]] = {
    "partner": _partner,
    "random": _random,
    "scripted": _scripted,
    "search": _search,
}
"""Agents that a word names; what stands behind the colon is their style."""


def is_policy(spec: str) -> bool:
    """Whether a spec names a policy file."""
    if spec.partition(":")[0] in KINDS:  # a search may have one
        return False
    return ".zip" in spec or "/" in spec or "\\" in spec


def split_policy(spec: str) -> tuple[Path, str]:
    """File and way of play (one of `PLAYS`) of a policy's spec."""
    path, _, play = spec.rpartition(":")
    # A colon inside a path, as behind a drive letter, is none of ours.
    if not path or "/" in play or "\\" in play:
        return Path(spec), PLAYS[0]
    if play not in PLAYS:
        raise OptionError(f"agent {spec!r}: unknown way of play {play!r}{near(play, PLAYS)}")
    return Path(path), play


def files_of(spec: str, game: Game) -> list[Path]:
    """The policy files that a spec stands for; none if it stands for no file or nothing that `make` builds."""
    kind, _, rest = spec.partition(":")
    if kind == "partner":
        from agents import partners

        named = [partners.file_of(game.name, rest)]
    elif kind == "search":
        given = dict(part.partition("=")[::2] for part in rest.split(","))
        players = [given.get(key, "") for key in ("policy", "against")]
        named = [split_policy(player)[0] for player in players if is_policy(player)]
    else:
        named = [split_policy(spec)[0]] if is_policy(spec) else []
    return [path for path in named if path is not None and path.is_file()]


def make(spec: str, game: Game, *, device: str = "cpu") -> Agent:
    """The agent that a spec names.

    Args:
        spec: see the table of this module.
        game: the game it will play; a policy is checked against it.
        device: where a policy computes, such as ``"cpu"`` or ``"cuda"``.

    Raises:
        OptionError: an unknown agent or style, with the nearest name, or a policy file that is not there.
        PolicyError: a damaged policy, or one for another game, version, content or observation.
        MissingExtra: a policy without the packages that compute it.
    """
    if not isinstance(spec, str) or not spec:
        raise OptionError(f"an agent is named by a text such as 'random', got {spec!r}")
    if is_policy(spec):
        from agents.learned import Learned  # it imports torch, which takes seconds

        path, play = split_policy(spec)
        return Learned(path, game, greedy=play == "greedy", device=device)
    kind, _, style = spec.partition(":")
    if kind not in KINDS:
        known = [*KINDS, "runs/<name>/policy.zip"]
        raise OptionError(f"unknown agent {spec!r}{near(kind, known)}")
    return KINDS[kind](game, style or None)
