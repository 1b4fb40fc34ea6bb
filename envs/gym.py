"""The Gymnasium faces: one learner as a `gymnasium.Env`, and many of its games as a `gymnasium.vector.VectorEnv`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from envs.core.errors import DerelictError, IllegalAction, OptionError
from envs.core.game import Game
from envs.faces import (
    ILLEGAL_REWARD,
    MOST_SKIPPED,
    Cast,
    IllegalMode,
    LearnerBatch,
    ObsMode,
    RewardMeter,
    Seeds,
    as_action,
    check_choice,
    check_face,
    ending,
    max_cycles_of,
    open_game,
    partner_action,
    render_modes,
    show,
)
from envs.spaces import observation_space, split_blocks
from envs.view import View

if TYPE_CHECKING:
    from envs.core.game import RewardMode, State

__all__ = ["DerelictEnv", "DerelictVectorEnv"]

OPTIONS = ("seat", "partners", "render_mode", "max_cycles", "reward", "gamma", "illegal", "obs")
VECTOR_OPTIONS = (*(option for option in OPTIONS if option != "illegal"), "threads", "autoreset_mode")


class DerelictEnv(gymnasium.Env[Any, Any]):
    """A game for one learner, who plays one seat or answers for the whole team; partners play the other seats.

    The reward of a step is all that the learner got since its last decision, whoever's action gave it: of its own
    seat, or the mean of the hero seats for the team. What it gets before its first decision comes with its first
    step. ``info`` holds ``action_mask`` (int8) and ``seat`` (index of the asked seat, -1 at the end), and at the
    end ``outcome`` (reason code), ``won`` and ``detail``. Games that end before the learner is asked are skipped.

    Args:
        game: a name for `envs.load`, or a configured game.
        seat: ``"team"``, one seat by name or index, or ``"any"``: a hero seat that is drawn for each game.
        partners: who plays the seats that the learner does not: an agent (see `envs.view`), a mapping from seat to
            agent, or a list with one for each of the other seats. Agents that remember are copied, and reset at each
            game; an object with ``draw(seed)`` names an agent for each game.
        render_mode, max_cycles, reward, gamma, illegal, obs, options: see `envs.aec.DerelictAEC`; ``max_cycles``
            counts the decisions of all seats.

    Raises:
        OptionError: an unknown option or value, or a seat without a player.
    """

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi", "rgb_array"], "render_fps": 2}

    def __init__(
        self,
        game: str | Game,
        *,
        seat: int | str = "team",
        partners: Any = None,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        reward: RewardMode = "outcome",
        gamma: float = 1.0,
        illegal: IllegalMode = "raise",
        obs: ObsMode = "flat",
        **options: Any,
    ) -> None:
        self.game = open_game(game, options, OPTIONS)
        check_face(self.game, render_mode, reward, gamma, illegal, obs)
        self.cast = Cast(self.game, seat, partners)
        self.render_mode = render_mode
        self.max_cycles = max_cycles_of(self.game, max_cycles)
        self.illegal = illegal
        self.obs = obs
        self.metadata = {**self.metadata, "render_modes": render_modes(self.game)}
        self.observation_space = observation_space(self.game, obs)
        self.action_space = spaces.Discrete(self.game.num_actions)
        self._meter = RewardMeter(self.game, reward, gamma)
        self._seeds = Seeds()
        self._state: State | None = None
        self._over = True

    # -- playing ---------------------------------------------------------------------------------------------

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start a new game and play it to the learner's first decision.

        Args:
            seed: of the game, 0 like any other; ``None`` goes on from the last one (at first: a fresh one).
            options: ignored.
        """
        super().reset(seed=seed)
        for _ in range(MOST_SKIPPED):
            self._begin(self._seeds.draw(seed))
            if not self._over:
                break
            seed = None
        else:
            name = self.game.seats[self._seating.seat]
            raise OptionError(f"{self.game.name}: {MOST_SKIPPED} games in a row ended before {name} was asked")
        if self.render_mode == "human":
            self.render()
        return self._observation(), self._info()

    def _begin(self, seed: int) -> None:
        self._state = state = self.game.new(seed)
        self._seating = self.cast.begin(seed)
        self._meter.start(state)
        self._cycles = 0
        self._viewer = self._seating.seat
        self._over = self._terminated = self._truncated = False
        self._end: dict[str, Any] = {}
        self._early = 0.0
        self._seat = self.game.turn(state)
        self._early = self._play_partners(0.0)

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play the learner's action and go on to its next decision or the end of the game.

        Raises:
            IllegalAction: with ``illegal="raise"`` an action that is not legal, and always one that is no integer or
                comes after the end. Nothing has changed then.
        """
        state = self._live()
        if self._over:
            raise IllegalAction(
                f"{self.game.name}: got action {action!r}, but the game is over; call reset()", action=action
            )
        action = as_action(action)
        reward = 0.0
        assert self._seat is not None
        try:
            self.game.step(state, action)
        except IllegalAction:
            if self.illegal == "raise" or isinstance(action, bool) or not isinstance(action, (int, np.integer)):
                raise
            self._cycles += 1
            if self.illegal == "terminate":
                share = [ILLEGAL_REWARD if s == self._seat else 0.0 for s in range(self.game.num_seats)]
                reward = self._early + self.cast.reward(share, self._seating.seat)
                self._finish(True, {"outcome": "illegal_action", "won": None, "detail": {}})
            elif self._cycles >= self.max_cycles > 0:
                reward = self._early
                self._finish(False, ending(self.game, state, True))
        else:
            self._viewer = self._seat
            reward = self._after_step(self._early)
            self._early = 0.0
            reward = self._play_partners(reward)
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, self._terminated, self._truncated, self._info()

    def _after_step(self, reward: float) -> float:
        """Take up one step of the game: its reward is added to `reward`."""
        state = self._live()
        self._cycles += 1
        self._seat = self.game.turn(state)
        reward += self.cast.reward(self._meter.step(state, self._seat is None), self._seating.seat)
        if self._seat is None:
            self._finish(not self.game.outcome(state).truncated, ending(self.game, state, False))
        elif self._cycles >= self.max_cycles > 0:
            self._finish(False, ending(self.game, state, True))
        return reward

    def _play_partners(self, reward: float) -> float:
        """Let partners act until the learner is asked or the game ends; their rewards are added to `reward`."""
        state = self._live()
        while not self._over and self._seat is not None and not self._seating.is_learner[self._seat]:
            view = View.of(self.game, state, self._seat)
            self.game.step(state, as_action(partner_action(self._seating.partners[self._seat], view)))
            reward = self._after_step(reward)
        return reward

    def _finish(self, terminated: bool, info: dict[str, Any]) -> None:
        self._over = True
        self._early = 0.0
        self._terminated, self._truncated = terminated, not terminated
        self._end = info
        if self._seat is not None and self._seating.is_learner[self._seat]:
            self._viewer = self._seat
        self._seat = None

    def _live(self) -> State:
        if self._state is None:
            raise DerelictError(f"{self.game.name}: no game has begun; call reset() first")
        return self._state

    # -- looking ---------------------------------------------------------------------------------------------

    def _observation(self) -> Any:
        seat = self._viewer if self._seat is None else self._seat
        observation = self.game.observe(self._live(), seat)
        return self.game.blocks(observation) if self.obs == "dict" else observation

    def _info(self) -> dict[str, Any]:
        seat = -1 if self._seat is None else self._seat
        return {"action_mask": self.action_masks().view(np.int8), "seat": seat, **self._end}

    def action_masks(self) -> NDArray[np.bool_]:
        """``(num_actions,)`` bool, the legal actions; none after the end."""
        if self._over:
            return np.zeros(self.game.num_actions, np.bool_)
        return self.game.legal(self._live())

    def render(self) -> Any:
        """The whole position, hidden facts included: a text (``ansi``), an RGB array, or printed (``human``)."""
        return show(self.game, self._live(), self.render_mode)


class DerelictVectorEnv(VectorEnv[Any, NDArray[Any], NDArray[Any]]):
    """Many games for one learner, played by the compiled batch; equal to as many `DerelictEnv` with the same seeds.

    Args:
        game: a name for `envs.load`, or a configured game.
        num_envs: number of games; game i starts from ``seed + i``.
        seat, partners: see `DerelictEnv`.
        autoreset_mode: ``NEXT_STEP`` (the step after an end starts the next game, its action is ignored and its reward
            0), ``SAME_STEP`` (the step that ends a game returns the next one; ``info["final_obs"]`` and
            ``info["final_info"]`` hold the end) or ``DISABLED`` (the caller resets with
            ``options={"reset_mask": bool array}``).
        render_mode: ``None``, ``"ansi"`` or ``"rgb_array"``.
        max_cycles, reward, gamma, obs, options: see `envs.aec.DerelictAEC`. An illegal action raises.
        threads: threads of the batch.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        *,
        seat: int | str = "team",
        partners: Any = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        reward: RewardMode = "outcome",
        gamma: float = 1.0,
        obs: ObsMode = "flat",
        threads: int = 1,
        **options: Any,
    ) -> None:
        self.game = open_game(game, options, VECTOR_OPTIONS)
        check_face(self.game, render_mode, reward, gamma, "raise", obs)
        if isinstance(autoreset_mode, str):
            check_choice("autoreset_mode", autoreset_mode, [mode.value for mode in AutoresetMode])
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.render_mode = render_mode
        self.obs = obs
        self.metadata = {
            "render_modes": [mode for mode in render_modes(self.game) if mode != "human"],
            "render_fps": 2,
            "autoreset_mode": self.autoreset_mode,
        }
        self.learners = LearnerBatch(
            self.game, num_envs, seat=seat, partners=partners, reward=reward, gamma=gamma, max_cycles=max_cycles,
            threads=threads,
        )  # fmt: skip
        self.num_envs = self.learners.n
        self.single_observation_space = observation_space(self.game, obs)
        self.single_action_space = spaces.Discrete(self.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._begun = False

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start new games.

        Args:
            seed: game i starts from ``seed + i``; a list gives each game's; ``None`` goes on from the last ones.
            options: ``reset_mask`` (num_envs,) bool starts only these games; other keys are ignored.
        """
        super().reset(seed=seed if isinstance(seed, int) else None)
        where = None
        if options is not None and "reset_mask" in options:
            where = options["reset_mask"]
            if not isinstance(where, np.ndarray) or where.dtype != np.bool_ or where.shape != (self.num_envs,):
                raise OptionError(f"reset_mask must be a bool array of shape ({self.num_envs},), got {where!r}")
            if not where.any():
                raise OptionError("reset_mask must be True for at least one game")
        if not self._begun and where is not None and not where.all():
            raise DerelictError("the first reset must start all games; leave reset_mask out")
        seeds: list[int | None] | None
        if seed is None:
            seeds = None
        elif isinstance(seed, (int, np.integer)):
            seeds = [int(seed) + i for i in range(self.num_envs)]
        else:
            seeds = list(seed)
            if len(seeds) != self.num_envs:
                raise OptionError(f"expected {self.num_envs} seeds, got {len(seeds)}")
        self.learners.restart(seeds, where)
        self._begun = True
        infos: dict[str, Any] = {}
        self._mask_infos(infos, np.ones(self.num_envs, np.bool_) if where is None else where.copy())
        return self._observations(), infos

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Play an action in each game; see `DerelictEnv.step` and ``autoreset_mode``."""
        if not self._begun:
            raise DerelictError(f"{self.game.name}: no games have begun; call reset() first")
        learners = self.learners
        resting = learners.ended.copy()
        if self.autoreset_mode is not AutoresetMode.NEXT_STEP and resting.any():
            i = int(np.flatnonzero(resting)[0])
            raise IllegalAction(
                f"{self.game.name}: game {i} is over; reset it with options={{'reset_mask': ...}} before the next step"
            )
        learners.step(actions, ~resting)
        rewards = learners.reward.copy()
        over = learners.ended & ~resting
        terminated, truncated = over.copy(), np.zeros(self.num_envs, np.bool_)
        infos: dict[str, Any] = {}
        ends = {i: learners.ending(i) for i in np.flatnonzero(over).tolist()}
        for i in ends:
            truncated[i] = learners.truncated(i)
            terminated[i] = not truncated[i]
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            final = self._observations() if ends else None
            for i, end in ends.items():
                info = {"action_mask": np.zeros(self.game.num_actions, np.int8), "seat": -1, **end}
                infos = self._add_info(infos, {"final_obs": _row(final, i), "final_info": info}, i)
            if ends:
                learners.restart(None, over)
        else:
            for i, end in ends.items():
                infos = self._add_info(infos, end, i)
            if resting.any():
                learners.restart(None, resting)
        self._mask_infos(infos, np.ones(self.num_envs, np.bool_))
        return self._observations(), rewards, terminated, truncated, infos

    def _observations(self) -> Any:
        observations = self.learners.batch.obs.copy()
        return split_blocks(self.game, observations) if self.obs == "dict" else observations

    def _mask_infos(self, infos: dict[str, Any], rows: NDArray[np.bool_]) -> None:
        """Add the masks and seats of `rows` in Gymnasium's vector form."""
        masks = self.action_masks().view(np.int8)
        seats = self.learners.batch.seat.astype(np.int64)
        if not rows.all():
            masks[~rows] = 0
            seats[~rows] = 0
        infos.update({"action_mask": masks, "_action_mask": rows, "seat": seats, "_seat": rows.copy()})

    def action_masks(self) -> NDArray[np.bool_]:
        """``(num_envs, num_actions)`` bool; no action of a game that has ended is legal."""
        return self.learners.batch.mask.copy()

    def render(self) -> tuple[Any, ...] | None:
        """A picture or text of each game."""
        if self.render_mode is None:
            return None
        draw = self.game.image if self.render_mode == "rgb_array" else self.game.text
        return tuple(draw(self.learners.batch.states[i : i + 1].reshape(())) for i in range(self.num_envs))

    def close_extras(self, **kwargs: Any) -> None:
        """Stop the threads of the batch."""
        self.learners.batch.close()


def _row(observations: Any, i: int) -> Any:
    if isinstance(observations, dict):
        return {name: block[i] for name, block in observations.items()}
    return observations[i]
