"""A player that looks ahead: Monte Carlo search over the states that its seat cannot tell apart."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agents import scripted
from agents import spec as specs
from agents.base import Agent
from agents.rollouts import Rollouts
from envs.core.engine import mix_seed
from envs.core.errors import OptionError, near
from envs.core.game import Game
from envs.core.search import Search as Tree
from envs.view import View

__all__ = ["Search", "SearchOptions"]

CHUNK = 32
"""Simulations between two looks at the clock."""

STYLE_SEED = 0x5EED
FEW = 8
"""Least visits of an action that is preferred to the scripted player's."""


class SearchOptions(BaseModel):
    """What a search may be told, as ``search:sims=400,depth=60``."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    sims: int = Field(200, ge=1, description="simulations for each decision, all trees together")
    ms: float = Field(
        0.0, ge=0, description="milliseconds for each decision in place of `sims`, if not 0; such games do not repeat"
    )
    depth: int = Field(40, ge=1, le=4096, description="decisions that a simulation looks ahead")
    samples: int = Field(32, ge=1, description="states that the seat cannot tell apart, from which simulations start")
    explore: float = Field(0.7, ge=0, description="weight of the exploration term of UCB1, on values in [0, 1]")
    bias: float = Field(4.0, ge=0, description="by how much the scripted player's action is raised at first")
    margin: float = Field(
        2.5, ge=0, description="standard errors by which an action must be better than the scripted player's"
    )
    style: str = Field("", description="style of that scripted player; default: its first, 'none': no such player")
    policy: str = Field(
        "",
        description="a policy file, or a scripted player such as 'scripted:bold', that takes the place of the tree: "
        "its likeliest actions (of a scripted player, those that its styles would take) are tried, and it plays the "
        "simulations on; a policy's value judges where they stop",
    )
    against: str = Field(
        "",
        description="with `policy`, the agent that plays the other side in the simulations if that has a seat; "
        "default: 'scripted' if the game has it, else 'random'",
    )
    width: int = Field(4, ge=2, description="most actions that are tried with `policy`")
    trees: int = Field(1, ge=1, description="trees, each with its share of the simulations, on a thread each")

    @classmethod
    def parse(cls, text: str) -> SearchOptions:
        """The options in the part of a spec behind the colon.

        Raises:
            OptionError: no ``key=value``, an unknown key (with the nearest), or a value out of range.
        """
        given: dict[str, str] = {}
        for part in filter(None, text.split(",")):
            key, equals, value = part.partition("=")
            if not equals:
                raise OptionError(f"agent 'search:{text}': expected key=value, got {part!r}")
            if key not in cls.model_fields:
                raise OptionError(f"agent 'search:{text}': unknown key {key!r}{near(key, cls.model_fields)}")
            if key in given:
                raise OptionError(f"agent 'search:{text}': {key!r} is given twice")
            given[key] = value
        try:
            return cls.model_validate(given)
        except ValidationError as error:
            first = error.errors()[0]
            key = ".".join(map(str, first["loc"]))
            raise OptionError(f"agent 'search:{text}': {key}: {first['msg']}, got {first['input']!r}") from None


def choose(result: NDArray[np.float64], favourite: int, margin: float) -> int:
    """The action to play.

    Args:
        result: what `Search.look` gives.
        favourite: an action that is played unless another is clearly better, -1 for none.
        margin: how many standard errors of the difference that is.

    Returns:
        Without a favourite the action that was visited most. With one, that action unless another of at least
        `FEW` visits has a better mean by `margin` standard errors; then the best such one.
    """
    visits, totals, squares = result
    if favourite < 0:
        return int(np.lexsort((totals, visits))[-1])
    n = np.maximum(visits, 1)
    means = totals / n
    errors = np.maximum(squares / n - means**2, 0) / np.maximum(n - 1, 1)
    clear = means - means[favourite] > margin * np.sqrt(errors + errors[favourite])
    better = clear & (visits >= FEW) & (means > means[favourite])
    return int(np.where(better, means, -np.inf).argmax()) if better.any() else favourite


class Search(Agent):
    """Plays as the scripted player unless information-set Monte Carlo tree search finds something clearly better.

    Each simulation starts from a state that the seat cannot tell from the true one (`View.samples`), follows the tree,
    and goes on with random actions; its result is the potential and the outcome of each seat. The scripted player's
    action, which the same view gives, is tried first and preferred while it is little visited. What is chosen follows
    from the view and the seed only, the same on any number of cores.

    With a ``policy`` (or a scripted player in its place) there is no tree: its likeliest actions are tried in the same
    states, it plays the simulations on, and its favourite is played unless another is clearly better (see
    `agents.rollouts`).

    Args:
        game: the game to play.
        options: see `SearchOptions`.
        seed: of the samples and simulations.

    Raises:
        OptionError: an unknown style of the scripted player, or options of the tree beside a policy.
        PolicyError: a policy that is damaged or for something else.
    """

    def __init__(self, game: Game, options: SearchOptions | None = None, seed: int = 0):
        self.game = game
        self.options = options or SearchOptions()
        given = self.options.model_dump(exclude_unset=True)
        self.spec = "search" + (":" + ",".join(f"{k}={v}" for k, v in given.items()) if given else "")
        style = self.options.style
        known = game.name in scripted.games() and style != "none"
        if style not in ("", "none") and not known:
            raise OptionError(f"{self.spec}: there is no scripted player for {game.name!r}; leave 'style' out")
        self.guide: Agent | None = None
        self._guided = known and not self.options.policy
        self._rollouts: Rollouts | None = None
        if self.options.policy:
            self._rollouts = self._with_policy()
        elif self.options.against:
            raise OptionError(f"{self.spec}: 'against' is for simulations with 'policy'; leave it out")
        self.reset(seed)

    def _with_policy(self) -> Rollouts:
        """Simulations by the policy; raises `OptionError` for options of the tree beside it."""
        for name in ("explore", "bias", "samples", "style", "trees", "ms"):
            if name in self.options.model_fields_set:
                raise OptionError(f"{self.spec}: {name!r} is for the tree, which 'policy' replaces; leave it out")
        game, policy = self.game, self.options.policy
        kind, _, name = policy.partition(":")
        player = scripted.make(game.name, name or None) if kind == "scripted" else policy
        against = self.options.against or ("scripted" if game.name in scripted.games() else "random")
        other = specs.make(against, game)
        return Rollouts(game, player, width=self.options.width, depth=self.options.depth, against=other)

    def reset(self, seed: int) -> None:
        """Begin a game."""
        self._word = mix_seed(seed & 0xFFFFFFFFFFFFFFFF)
        if self._guided:  # an own one for each copy of this agent
            self.guide = scripted.make(self.game.name, self.options.style or None)
            self.guide.reset(mix_seed(self._word ^ STYLE_SEED))
        if self._rollouts is not None:
            self._rollouts = self._rollouts.fresh(mix_seed(self._word ^ STYLE_SEED))

    def act(self, view: View) -> int:
        """See `Agent.act`."""
        legal = view.legal
        if len(legal) == 1:
            return legal[0]
        if self._rollouts is not None:
            candidates = self._rollouts.candidates(view)
            if len(candidates) == 1:
                return candidates[0]
            states = view.samples(self._seeds(max(self.options.sims // len(candidates), 1)))
            found = self._rollouts.look(view, candidates, states)
            return choose(found, candidates[0], self.options.margin)
        favourite = self.guide.act(view) if self.guide is not None else -1
        return choose(self.look(view, favourite), favourite, self.options.margin)

    def look(self, view: View, favourite: int = -1) -> NDArray[np.float64]:
        """Search from a view.

        Args:
            view: of the seat that is asked.
            favourite: the action to try first, -1 for none.

        Returns:
            (3, num_actions): how often each action was visited, the sum of its values and that of their squares; a
            value is the potential in which a simulation ended, plus the outcome if the game did.
        """
        o = self.options
        seeds = self._seeds(o.samples + o.trees)
        roots = view.samples(seeds[: o.samples])
        trees = [
            Tree(self.game.engine, roots, depth=o.depth, explore=o.explore, favourite=favourite, bias=o.bias, seed=seed)
            for seed in seeds[o.samples :]
        ]
        if o.trees == 1:
            self._grow(trees[0], 0)
        else:
            with ThreadPoolExecutor(o.trees) as pool:
                list(pool.map(self._grow, trees, range(o.trees)))
        return np.sum([tree.result() for tree in trees], axis=0)

    def _seeds(self, n: int) -> list[int]:
        """Seeds for the samples and simulations of this decision."""
        self._word = mix_seed(self._word)
        return [mix_seed((self._word + i) & 0xFFFFFFFFFFFFFFFF) for i in range(n)]

    def _grow(self, tree: Any, number: int) -> None:
        o = self.options
        if not o.ms:
            tree.run((number + 1) * o.sims // o.trees - number * o.sims // o.trees)
            return
        end = monotonic() + o.ms / 1000
        while monotonic() < end or not tree.simulations:
            tree.run(CHUNK)
