"""The Stable-Baselines3 face: a `VecEnv` on the compiled batch, with batched action masks for MaskablePPO."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

try:
    from stable_baselines3.common.monitor import Monitor
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as error:
    from envs.core.errors import MissingExtra

    raise MissingExtra(
        f"envs.vector needs Stable-Baselines3 ({error}); install it with: pip install 'derelict[train]'"
    ) from error

from envs.core.errors import IllegalAction, OptionError
from envs.core.game import Game
from envs.faces import LearnerBatch, ObsMode, check_face, open_game
from envs.spaces import observation_space, split_blocks

if TYPE_CHECKING:
    from envs.core.game import RewardMode

__all__ = ["DerelictVecEnv"]

OPTIONS = ("seat", "partners", "render_mode", "max_cycles", "reward", "gamma", "obs", "threads")


class DerelictVecEnv(VecEnv):
    """Many games for one learner, who plays one seat or answers for the whole team.

    Equal, game by game, to a `DummyVecEnv` of `envs.gym.DerelictEnv` with the same seeds: row i starts from
    ``seed + i``, a row's next game follows from its last seed. A game that ends is replaced in the same step; its
    info holds ``terminal_observation``, ``TimeLimit.truncated``, ``episode`` (return ``r``, learner's decisions
    ``l``, seconds ``t``), ``outcome`` (reason code), ``won`` and ``detail``. Masks come through
    ``env_method("action_masks")`` as one array. An illegal action raises `IllegalAction`, and no game is stepped.

    Args:
        game: a name for `envs.load`, or a configured game.
        n_envs: number of games.
        seat, partners: see `envs.gym.DerelictEnv`.
        seed: of the first reset; ``None``: a fresh one.
        render_mode: ``None`` or ``"rgb_array"``.
        max_cycles, reward, gamma, obs, options: see `envs.aec.DerelictAEC`.
        threads: threads of the batch.
    """

    def __init__(
        self,
        game: str | Game,
        n_envs: int = 1,
        *,
        seat: int | str = "team",
        partners: Any = None,
        seed: int | None = None,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        reward: RewardMode = "outcome",
        gamma: float = 1.0,
        obs: ObsMode = "flat",
        threads: int = 1,
        **options: Any,
    ) -> None:
        self.game = open_game(game, options, OPTIONS)
        check_face(self.game, render_mode, reward, gamma, "raise", obs)
        self.render_mode = render_mode
        self.obs = obs
        self.spec = None
        self.learners = LearnerBatch(
            self.game, n_envs, seat=seat, partners=partners, reward=reward, gamma=gamma, max_cycles=max_cycles,
            threads=threads,
        )  # fmt: skip
        n = self.learners.n
        super().__init__(n, observation_space(self.game, obs), spaces.Discrete(self.game.num_actions))
        if seed is not None:
            self.seed(seed)
        self._started = time.monotonic()
        self._returns = np.zeros(n)
        self._lengths = np.zeros(n, np.int64)
        self._actions: NDArray[Any] | None = None

    def reset(self) -> Any:
        """Start new games in all rows, from the seeds given to `seed` or further in each row's stream."""
        self.learners.restart(self._seeds)
        self._reset_seeds()
        self._reset_options()
        self._returns[:] = 0.0
        self._lengths[:] = 0
        self.reset_infos = [{} for _ in range(self.num_envs)]
        return self._observations()

    def step_async(self, actions: NDArray[Any]) -> None:
        """Keep the actions for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> tuple[Any, NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Play the actions; see the class for what the infos hold."""
        if self._actions is None:
            raise IllegalAction("step_wait() without actions; call step() or step_async() first")
        actions, self._actions = self._actions, None
        learners = self.learners
        if learners.ended.any():
            raise IllegalAction(f"{self.game.name}: no games have begun; call reset() first")
        learners.step(actions)
        rewards = learners.reward.astype(np.float32)
        dones = learners.ended.copy()
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        self._returns += learners.reward
        self._lengths += 1
        if dones.any():
            for i in np.flatnonzero(dones).tolist():
                infos[i] = self._end_info(i)
            self._returns[dones] = 0.0
            self._lengths[dones] = 0
            learners.restart(None, dones)
        return self._observations(), rewards, dones, infos

    def _end_info(self, i: int) -> dict[str, Any]:
        learners = self.learners
        last: Any = learners.batch.obs[i].copy()
        return {
            "terminal_observation": self.game.blocks(last) if self.obs == "dict" else last,
            "TimeLimit.truncated": learners.truncated(i),
            "episode": {
                "r": round(float(self._returns[i]), 6),
                "l": int(self._lengths[i]),
                "t": round(time.monotonic() - self._started, 6),
            },
            **learners.ending(i),
        }

    def _observations(self) -> Any:
        observations = self.learners.batch.obs.copy()
        return split_blocks(self.game, observations) if self.obs == "dict" else observations

    def action_masks(self) -> NDArray[np.bool_]:
        """``(n_envs, num_actions)`` bool, the legal actions of each game."""
        return self.learners.batch.mask.copy()

    def save(self, name: Callable[[Any], str]) -> dict[str, NDArray[Any]] | None:
        """The running games, with their returns and lengths so far; ``None`` as in `LearnerBatch.save`."""
        games = self.learners.save(name)
        return games and {**games, "returns": self._returns.copy(), "lengths": self._lengths.copy()}

    def restore(self, saved: Mapping[str, NDArray[Any]], partner: Callable[[str], Any]) -> NDArray[np.float32]:
        """Go on with the games that `save` wrote, see `LearnerBatch.restore`; returns the observations."""
        self.learners.restore(saved, partner)
        self._returns[:] = saved["returns"]
        self._lengths[:] = saved["lengths"]
        return self._observations()

    def close(self) -> None:
        """Stop the threads of the batch; may be called again."""
        self.learners.batch.close()

    # -- what VecEnv asks of its environments ----------------------------------------------------------------

    def has_attr(self, attr_name: str) -> bool:
        """Whether the environment has an attribute or method."""
        return hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: int | Iterable[int] | None = None) -> list[Any]:
        """An attribute of this environment, once for each index: all rows share it."""
        value = getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: int | Iterable[int] | None = None) -> None:
        """Set an attribute; all rows share it, so `indices` must be None."""
        if indices is not None:
            raise OptionError(f"the games of a batch share their attributes; set {attr_name!r} without indices")
        setattr(self, attr_name, value)

    def env_method(
        self, method_name: str, *method_args: Any, indices: int | Iterable[int] | None = None, **method_kwargs: Any
    ) -> Any:
        """``"action_masks"`` gives one array with a row for each index; no other method is called row by row."""
        if method_name == "action_masks":
            masks = self.action_masks()
            return masks if indices is None else masks[list(self._get_indices(indices))]
        if method_name == "render":
            return self.get_images()
        raise AttributeError(f"a batch of games has no method {method_name!r} for single rows; expected action_masks")

    def env_is_wrapped(self, wrapper_class: type, indices: int | Iterable[int] | None = None) -> list[bool]:
        """True for SB3's `Monitor`, because the infos hold what a `Monitor` writes; False for all other wrappers."""
        return [issubclass(wrapper_class, Monitor) for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[NDArray[np.uint8] | None]:
        """A picture of each game."""
        if self.render_mode != "rgb_array":
            return [None] * self.num_envs
        return [self.game.image(self.learners.batch.states[i : i + 1].reshape(())) for i in range(self.num_envs)]
