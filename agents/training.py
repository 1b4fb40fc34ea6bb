"""What ``train.py`` is made of: the model, the budget, the statistics of games, saving and going on."""

from __future__ import annotations

import signal
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from agents import extras

extras.require("train", *extras.TRAIN)

import torch  # noqa: E402
from sb3_contrib import MaskablePPO  # noqa: E402
from stable_baselines3.common.callbacks import BaseCallback  # noqa: E402
from stable_baselines3.common.logger import configure  # noqa: E402

from agents import policy_file  # noqa: E402
from agents import spec as specs  # noqa: E402
from agents.config import Config  # noqa: E402
from agents.evaluate import line_up  # noqa: E402
from agents.network import policy_arguments  # noqa: E402
from envs.core.game import Game, cores  # noqa: E402
from envs.vector import DerelictVecEnv  # noqa: E402

__all__ = [
    "Budget",
    "Display",
    "GameStatistics",
    "Interrupt",
    "line_ups",
    "log_to_tensorboard",
    "make_env",
    "make_model",
    "restore",
    "save",
]


def make_env(config: Config, game: Game) -> DerelictVecEnv:
    """The training games, partners seated."""
    learner = config.learner_seats(game.hero_seats)
    seated = line_up(game, learner, "learner", config.partners)
    built = {spec: specs.make(spec, game) for spec in set(config.partners)}
    return DerelictVecEnv(
        game,
        config.n_envs,
        seed=config.first_game_seed,
        seat="team" if config.mode == "team" else config.seat,
        reward=config.reward,
        gamma=config.gamma,
        max_cycles=config.max_cycles,
        threads=config.threads or cores(),
        partners={seat: built[str(spec)] for seat, spec in enumerate(seated) if seat not in learner},
    )


def make_model(config: Config, venv: DerelictVecEnv) -> MaskablePPO:
    """An untrained model that plays the games of `venv`."""
    torch.set_num_threads(config.threads or cores())
    # The checks cost time in every step and stop long runs over rounding errors.
    torch.distributions.Distribution.set_default_validate_args(False)
    model = MaskablePPO(
        "MlpPolicy",
        venv,
        learning_rate=config.learning_rate,
        n_steps=config.n_steps,
        batch_size=config.batch_size,
        n_epochs=config.n_epochs,
        gamma=config.gamma,
        gae_lambda=config.gae_lambda,
        clip_range=config.clip_range,
        ent_coef=config.ent_coef,
        vf_coef=config.vf_coef,
        max_grad_norm=config.max_grad_norm,
        policy_kwargs=policy_arguments(config.net_arch),
        seed=config.seed,
        device=config.device,
    )
    # The model has just seeded the games with its own seed, which is one of the evaluation games'.
    venv.seed(config.first_game_seed)
    return model


def log_to_tensorboard(model: MaskablePPO, folder: Path) -> None:
    """Write the curves of losses and games to `folder`."""
    model.set_logger(configure(str(folder), ["tensorboard"]))


def line_ups(config: Config, game: Game, policy: Path) -> dict[str, list[Any]]:
    """Who sits where in the evaluation: one line-up for each of ``config.evaluation.agents``."""
    learner = config.learner_seats(game.hero_seats)
    out = {}
    for agent in config.evaluation.agents:
        name, _, play = agent.partition(":")
        spec = ":".join(filter(None, (str(policy), play))) if name == "trained" else agent
        out[agent] = line_up(game, learner, spec, config.partners)
        if name == "trained":
            specs.split_policy(spec)
        else:
            specs.make(spec, game)
    return out


# -- stopping --------------------------------------------------------------------------------------------------


class Interrupt:
    """Turns the first Ctrl-C (or a termination signal) into a wish to stop after the current update.

    A second one stops at once.
    """

    def __init__(self) -> None:
        self.requested = False

    @contextmanager
    def watched(self) -> Iterator[Interrupt]:
        """Watch the signals inside a ``with`` block."""
        old = {number: signal.signal(number, self._note) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield self
        finally:
            for number, handler in old.items():
                signal.signal(number, handler)

    def _note(self, number: int, frame: object) -> None:
        if self.requested:
            raise KeyboardInterrupt
        self.requested = True


@dataclass
class Budget:
    """Steps and seconds that a run may use, over all its parts.

    Args:
        steps: most decisions.
        seconds: most seconds.
        used: seconds that earlier parts took.
    """

    steps: int
    seconds: float
    used: float = 0.0
    _start: float = field(init=False)
    _last: float = field(init=False)
    _update: float = field(init=False, default=0.0)

    def __post_init__(self) -> None:
        self._start = self._last = time.monotonic()

    @property
    def elapsed(self) -> float:
        """Seconds used, those of earlier parts included."""
        return self.used + time.monotonic() - self._start

    def note_update(self) -> float:
        """An update has ended; returns the seconds that it took."""
        now = time.monotonic()
        self._update = now - self._last
        self._last = now
        return self._update

    def spent(self, steps: int) -> bool:
        """Whether nothing is left, or too little for another update like the last."""
        return steps >= self.steps or self.elapsed + self._update > self.seconds

    def share(self, steps: int) -> float:
        """The used part of whatever ends first, in [0, 1]."""
        return min(1.0, max(steps / self.steps, self.elapsed / self.seconds))

    def left(self, steps: int) -> float:
        """Seconds to the end at the pace so far."""
        share = max(self.share(steps), 1e-9)
        return min(self.seconds - self.elapsed, self.elapsed * (1 - share) / share)


# -- statistics of training ------------------------------------------------------------------------------------


class GameStatistics(BaseCallback):
    """Collects the games that end while training.

    Args:
        games: how many ended in earlier parts of the run.
        window: the last so many games make the means.
    """

    def __init__(self, games: int = 0, window: int = 200):
        super().__init__()
        self.games = games
        self._ended: deque[tuple[float, int, bool]] = deque(maxlen=window)

    def _on_step(self) -> bool:
        for i in np.flatnonzero(self.locals["dones"]).tolist():
            info = self.locals["infos"][i]
            self._ended.append((info["episode"]["r"], info["episode"]["l"], info["won"] is True))
            self.games += 1
        return True

    def _on_rollout_end(self) -> None:
        if self._ended:
            for name, value in self.means().items():
                self.logger.record(f"games/{name}", value)

    def means(self) -> dict[str, float | None]:
        """Return, share won and length of the last games; ``None`` before a game has ended."""
        if not self._ended:
            return {"return": None, "won": None, "length": None}
        means = np.mean(np.array(self._ended, np.float64), 0).tolist()
        return dict(zip(("return", "length", "won"), means, strict=True))


class Display:
    """The progress of training: a bar on a terminal, a line every 15 seconds elsewhere."""

    EVERY_S = 15.0

    def __init__(self, console: Console):
        self.console = console
        self._last = time.monotonic()
        self._bar = Progress(
            TextColumn("training"),
            BarColumn(),
            TextColumn("{task.percentage:>3.0f}%"),
            TextColumn("{task.fields[text]}"),
            console=console,
        )
        self._task = self._bar.add_task("training", total=1.0, text="the first update is under way")

    @contextmanager
    def shown(self) -> Iterator[Display]:
        """Show it inside a ``with`` block."""
        if self.console.is_terminal:
            with self._bar:
                yield self
        else:
            yield self

    def update(self, budget: Budget, line: dict[str, Any]) -> None:
        """Show the state after an update; `line` is its line of the learning curve."""
        mean = "none ended yet" if line["return"] is None else f"{line['return']:.3f}"
        text = (
            f"{line['steps']:,} steps, {line['steps_per_s']:,.0f} steps/s, mean return {mean}, "
            f"{max(0.0, budget.left(line['steps'])):.0f} s left"
        )
        self._bar.update(self._task, completed=budget.share(line["steps"]), text=text)
        if not self.console.is_terminal and time.monotonic() - self._last > self.EVERY_S:
            self._last = time.monotonic()
            self.console.print(text)


# -- saving and going on ---------------------------------------------------------------------------------------


def save(path: Path, model: MaskablePPO, config: Config, game: Game, seconds: float) -> None:
    """Write the policy, with all from which training can go on.

    Args:
        path: the policy file; the old one stays whole until the new one is written.
        model: the model.
        config: of the run.
        game: what it plays.
        seconds: that the run has trained so far.
    """
    # The library shuffles its batches by NumPy's global generator.
    shuffling = np.random.get_state(legacy=False)["state"]  # noqa: NPY002
    training = {
        "torch": torch.get_rng_state().numpy(),
        "numpy": shuffling["key"],
        "numpy_position": np.array(shuffling["pos"]),
    }
    if model.device.type == "cuda":
        training["cuda"] = torch.cuda.get_rng_state(model.device).numpy()
    info = policy_file.PolicyInfo.of(
        game,
        hidden=tuple(config.net_arch),
        steps=model.num_timesteps,
        updates=model._n_updates,
        seconds=seconds,
        config=config.model_dump(mode="json"),
    )
    policy_file.write(path, model, info, training)


def restore(path: Path, model: MaskablePPO, venv: DerelictVecEnv, config: Config) -> float:
    """Bring a new model to where a saved one was: weights, optimiser, counters and random state.

    The training games begin anew, from seeds that no earlier part of the run began with.

    Returns:
        The seconds that the run has trained so far.

    Raises:
        PolicyError: the file is damaged or does not fit the game.
    """
    info = policy_file.read_info(path)
    info.check(venv.game, path)
    parts = {name: policy_file.read_tensors(path, name, str(model.device)) for name in ("policy", "policy.optimizer")}
    training = policy_file.read_training(path)
    try:
        model.set_parameters(parts, device=model.device)
    except (RuntimeError, ValueError, KeyError) as error:
        raise policy_file.PolicyError(
            f"{path}: the weights do not fit the network of the run's config ({str(error).splitlines()[0]})"
        ) from None
    model.num_timesteps = info.steps
    model._n_updates = info.updates
    torch.set_rng_state(torch.as_tensor(training["torch"]))
    if model.device.type == "cuda" and "cuda" in training:
        torch.cuda.set_rng_state(torch.as_tensor(training["cuda"]), model.device)
    shuffling = {"key": training["numpy"], "pos": int(training["numpy_position"])}
    np.random.set_state({"bit_generator": "MT19937", "state": shuffling})  # noqa: NPY002
    # Steps grow by more than n_envs between two saves, so the ranges of first seeds are disjoint.
    venv.seed(config.first_game_seed + info.steps)
    return info.seconds
