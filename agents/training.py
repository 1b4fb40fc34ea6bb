"""What ``train.py`` is made of: games, model, budget, statistics and display. Who learns is in `agents.learner`."""

from __future__ import annotations

import signal
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from agents import extras

extras.require("train", *extras.TRAIN)

import torch  # noqa: E402
from sb3_contrib import MaskablePPO  # noqa: E402
from stable_baselines3.common.callbacks import BaseCallback  # noqa: E402

from agents.config import Config  # noqa: E402
from agents.network import policy_arguments  # noqa: E402
from agents.population import Partners  # noqa: E402
from envs.core.game import Game, cores  # noqa: E402
from envs.vector import DerelictVecEnv  # noqa: E402

__all__ = ["Budget", "Display", "GameStatistics", "Interrupt", "make_env", "make_model"]


def make_env(config: Config, game: Game, partners: Partners | None = None) -> DerelictVecEnv:
    """The training games, partners seated; without them the learner plays all seats."""
    if config.mode == "team":
        seat: int | str = "team"
    else:
        seat = game.hero_seats if config.mode == "monsters" else config.seat
    return DerelictVecEnv(
        game,
        config.n_envs,
        seat=seat,
        reward=config.reward,
        gamma=config.gamma,
        max_cycles=config.max_cycles,
        threads=config.threads or cores(),
        partners=None if partners is None else partners.seated,
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
        window: the last so many games make the means.

    Attributes:
        games: how many have ended.
    """

    def __init__(self, window: int = 200):
        super().__init__()
        self.games = 0
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

    def ended(self) -> NDArray[np.float64]:
        """(k, 3) return, length and whether it was won, of each of the last games."""
        return np.array(self._ended, np.float64).reshape(-1, 3)

    def go_on(self, ended: NDArray[np.float64]) -> None:
        """Go on from what `ended` gave."""
        self._ended.extend((r, int(length), won > 0) for r, length, won in ended.tolist())


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

    def update(self, budget: Budget, steps: int, line: dict[str, Any]) -> None:
        """Show the state after an update; `steps` are those of the run, `line` is its line of the learning curve."""
        mean = "none ended yet" if line["return"] is None else f"{line['return']:.3f}"
        text = (
            f"{steps:,} steps, {line['steps_per_s']:,.0f} steps/s, mean return {mean}, "
            f"{max(0.0, budget.left(steps)):.0f} s left"
        )
        self._bar.update(self._task, completed=budget.share(steps), text=text)
        if not self.console.is_terminal and time.monotonic() - self._last > self.EVERY_S:
            self._last = time.monotonic()
            self.console.print(text)
