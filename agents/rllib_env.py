"""The RLlib face: a game as a `MultiAgentEnv` of Ray's new API stack, with action masks."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from agents import spec as specs
from agents.config import FIRST_TRAINING_SEED, PAST, POPULATION
from agents.evaluate import line_up
from agents.extras import require
from agents.population import Population
from envs.core.engine import mix_seed
from envs.core.errors import DerelictError, IllegalAction, OptionError, near
from envs.faces import (
    MOST_SKIPPED,
    Cast,
    RewardMeter,
    Seeds,
    as_action,
    check_face,
    ending,
    max_cycles_of,
    open_game,
    partner_action,
    seat_index,
)
from envs.view import View

require("ray", "ray")

from ray.rllib.env.multi_agent_env import MultiAgentEnv  # noqa: E402

if TYPE_CHECKING:
    from envs.core.game import State

__all__ = ["DerelictMultiAgentEnv"]

Dicts = tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]
"""Observations, rewards, terminated and truncated flags, infos."""

DEFAULTS: dict[str, Any] = {
    "game": None,
    "options": {},
    "seat": "team",
    "partners": [],
    "population": [],
    "pool": None,
    "reward": "outcome",
    "gamma": 1.0,
    "max_cycles": None,
    "first_seed": None,
}
"""The keys of the environment's config."""


class DerelictMultiAgentEnv(MultiAgentEnv):
    """A game whose learners are agents of RLlib, while partners play the other seats inside the environment.

    Only the agent that is asked gets an observation, ``{"observations": float32 in [-1, 1], "action_mask": float32,
    1 for legal actions}``, as RLlib's modules for masked actions expect, and it must answer alone. Its reward is all
    that its seat got since its last decision, whoever's action gave it; what came before its first decision comes
    with that decision's reward. At the end every agent gets its last observation (with an empty mask), the rest of
    its reward and the info of the ending (``outcome``, ``won``, ``detail``), and ``"__all__"`` is true, then and only
    then, in one of the two kinds of flags: terminated by the rules, or truncated by a limit. The flags name no single
    agents, because all end together and RLlib takes a game whose agents are each truncated for a terminated one. Games
    that end before a learner is asked are skipped.

    Args:
        config: a mapping, such as RLlib's ``env_config``, with the keys
            ``game``: a name for `envs.load`;
            ``options``: options of the game (default: none);
            ``seat``: ``"team"`` (default; all hero seats learn), one seat by name or index, or ``"any"`` (a hero seat
            that is drawn for each game);
            ``partners``: specs of the players of the other seats, one for all or one for each, see `agents.spec`, or
            ``"population"`` (one of the population, drawn for each game and seat), or ``"past"``;
            ``population``: specs from which that is drawn;
            ``pool``: for the partner ``"past"``, a mapping with the ``folder`` of the snapshots that are there when a
            game begins, and ``latest``, see `agents.pool.SnapshotPool`;
            ``reward``, ``gamma``, ``max_cycles``: see `envs.aec.DerelictAEC`;
            ``first_seed``: with it, the seed of a reset does not name the game, but picks one of the training seeds
            (from 2**40 on) that this number, the index of RLlib's worker and that seed stand for, because RLlib gives
            the environments of its workers overlapping seeds.

    Attributes:
        game: the configured game.
        seed: seed of the game that is played; ``None`` before the first.
        last_game: of the last game that ended: the mean return of the agents, their decisions, whether heroes won.

    Raises:
        OptionError: an unknown key, game, option, seat or partner, or a seat without a player.
    """

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(self, config: Mapping[str, Any]) -> None:
        for key in config:
            if key not in DEFAULTS:
                raise OptionError(f"env_config: unknown key {key!r}{near(str(key), DEFAULTS)}")
        given = {**DEFAULTS, **config}
        if given["game"] is None:
            raise OptionError("env_config: the key 'game' is missing; give it the name of a game, see envs.GAMES")
        self.game = open_game(given["game"], given["options"], ())
        check_face(self.game, None, given["reward"], given["gamma"], "raise", "flat")
        heroes = list(range(self.game.hero_seats))
        anyone = given["seat"] == "any"
        learners = heroes if given["seat"] == "team" else [0 if anyone else seat_index(self.game, given["seat"])]
        seated = line_up(self.game, learners, "learner", given["partners"])
        partners, population = set(given["partners"]), list(given["population"])
        if (POPULATION in partners) != bool(population):
            raise OptionError(
                f"env_config: partners {given['partners']} and population {population} do not fit; list the agents "
                "from which the partner 'population' is drawn, and name it among the partners"
            )
        built: dict[str, Any] = {
            spec: specs.make(str(spec), self.game) for spec in {*partners, *population} - {POPULATION, PAST}
        }
        if PAST in partners:
            built[PAST] = self._past_selves(given["pool"])
        if population:
            built[POPULATION] = Population([built[spec] for spec in population])
        self.cast = Cast(self.game, given["seat"], [built[str(a)] for s, a in enumerate(seated) if s not in learners])
        self.max_cycles = max_cycles_of(self.game, given["max_cycles"])
        self._first_seed: int | None = given["first_seed"]
        self._worker = int(getattr(config, "worker_index", 0) or 0)
        self.possible_agents = [self.game.seats[s] for s in (heroes if anyone else learners)]
        self.agents = list(self.possible_agents)
        super().__init__()
        space = spaces.Dict(
            {
                "observations": spaces.Box(-1.0, 1.0, (self.game.observation_size,), np.float32),
                "action_mask": spaces.Box(0.0, 1.0, (self.game.num_actions,), np.float32),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = dict.fromkeys(self.possible_agents, spaces.Discrete(self.game.num_actions))
        self._meter = RewardMeter(self.game, given["reward"], given["gamma"])
        self._seeds = Seeds()
        self._state: State | None = None
        self._over = True
        self.last_game: tuple[float, int, bool] | None = None

    def _past_selves(self, pool: Any) -> Any:
        if not isinstance(pool, Mapping) or set(pool) != {"folder", "latest"}:
            raise OptionError(
                f"env_config: the partner {PAST!r} is drawn from a pool; expected "
                f"pool={{'folder': ..., 'latest': 0.5}}, got {pool!r}"
            )
        from agents.pool import FolderPool  # it imports torch, which takes seconds

        return FolderPool(Path(pool["folder"]), self.game, 0, float(pool["latest"]))

    @property
    def seed(self) -> int | None:
        """See the attributes."""
        return self._seeds.last

    # -- playing ---------------------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start a new game and play it to the first decision of a learner.

        Args:
            seed: of the game, or with ``first_seed`` one of its training seeds; ``None`` goes on from the last game's
                seed (at first: a fresh one).
            options: ignored.

        Returns:
            The observation of the agent that is asked, and no infos.
        """
        if seed is not None and self._first_seed is not None:
            word = mix_seed(self._first_seed ^ mix_seed(mix_seed(self._worker) ^ seed))
            seed = FIRST_TRAINING_SEED + (word >> 1)
        for _ in range(MOST_SKIPPED):
            asked = self._begin(self._seeds.draw(seed))
            if asked is not None:
                return self._observations([asked]), {}
            seed = None
        raise OptionError(f"{self.game.name}: {MOST_SKIPPED} games in a row ended before a learner was asked")

    def _begin(self, seed: int) -> int | None:
        """Start a game; returns what `_play_partners` does."""
        self._state = state = self.game.new(seed)
        self._seating = self.cast.begin(seed)
        self._own = [seat for seat, learns in enumerate(self._seating.is_learner) if learns]
        self.agents = [self.game.seats[seat] for seat in self._own]
        self._meter.start(state)
        self._cycles = self._decisions = 0
        self._over = self._cut = False
        self._held = [0.0] * self.game.num_seats
        self._returns = [0.0] * self.game.num_seats
        self._acted: set[int] = set()
        self._seat = self.game.turn(state)
        return self._play_partners()

    def step(self, action_dict: dict[str, Any]) -> Dicts:
        """Play the answer of the agent that is asked, and go on to the next decision of a learner or the end.

        Args:
            action_dict: the id of a legal action under the name of that agent, and nothing else.

        Returns:
            Observations, rewards, terminated and truncated flags, infos, by agent; see the class.

        Raises:
            IllegalAction: an action that is not legal, of another agent, or after the end. Nothing has changed then.
        """
        state = self._live()
        if self._over or self._seat is None:
            raise IllegalAction(f"{self.game.name}: got actions {action_dict!r}, but the game is over; call reset()")
        name = self.game.seats[self._seat]
        if list(action_dict) != [name]:
            raise IllegalAction(
                f"{self.game.name}: {name} is asked and must answer alone, got actions of "
                f"{', '.join(map(str, action_dict)) or 'nobody'}",
                seat=name,
                action=action_dict,
            )
        seat = self._seat
        self._play(state, as_action(action_dict[name]))
        self._decisions += 1
        self._acted.add(seat)
        asked = self._play_partners()
        if asked is None:
            return self._end(state)
        rewards = self._deliver([asked] if asked in self._acted else [])
        return self._observations([asked]), rewards, {"__all__": False}, {"__all__": False}, {}

    def _play_partners(self) -> int | None:
        """Let partners act; returns the learner's seat that is asked then, or ``None`` if the game is over."""
        state = self._live()
        while not self._over and self._seat is not None and not self._seating.is_learner[self._seat]:
            view = View.of(self.game, state, self._seat)
            self._play(state, as_action(partner_action(self._seating.partners[self._seat], view)))
        return None if self._over else self._seat

    def _play(self, state: State, action: Any) -> None:
        """One decision of any seat."""
        self.game.step(state, action)
        self._cycles += 1
        self._seat = self.game.turn(state)
        rewards = self._meter.step(state, self._seat is None)
        for seat in self._own:
            self._held[seat] += rewards[seat]
        if self._seat is None:
            self._over = True
        elif self._cycles >= self.max_cycles > 0:
            self._over = self._cut = True

    def _end(self, state: State) -> Dicts:
        """What the last step returns: all for every agent."""
        info = ending(self.game, state, self._cut)
        truncated = self._cut or self.game.outcome(state).truncated
        rewards = self._deliver(self._own)
        mean = sum(self._returns[seat] for seat in self._own) / len(self._own)
        self.last_game = (mean, self._decisions, info["won"] is True)
        return (
            self._observations(self._own),
            rewards,
            {"__all__": not truncated},
            {"__all__": truncated},
            {name: {**info, "detail": dict(info["detail"])} for name in self.agents},
        )

    def _deliver(self, seats: list[int]) -> dict[str, float]:
        """Hand over what these seats got since their last decisions."""
        out = {}
        for seat in seats:
            out[self.game.seats[seat]] = self._held[seat]
            self._returns[seat] += self._held[seat]
            self._held[seat] = 0.0
        return out

    def _observations(self, seats: list[int]) -> dict[str, dict[str, NDArray[np.float32]]]:
        state, size = self._live(), self.game.num_actions
        return {
            self.game.seats[seat]: {
                "observations": self.game.observe(state, seat),
                "action_mask": np.zeros(size, np.float32)
                if self._over
                else self.game.legal(state, seat).astype(np.float32),
            }
            for seat in seats
        }

    def _live(self) -> State:
        if self._state is None:
            raise DerelictError(f"{self.game.name}: no game has begun; call reset() first")
        return self._state
