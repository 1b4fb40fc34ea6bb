"""Who learns in a run of ``train.py``: one policy, or a team and the monsters in turns. Saving and going on."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents import extras

extras.require("train", *extras.TRAIN)

import torch  # noqa: E402
from sb3_contrib import MaskablePPO  # noqa: E402
from stable_baselines3.common.logger import configure  # noqa: E402
from stable_baselines3.common.utils import get_device  # noqa: E402

from agents import network, policy_file  # noqa: E402
from agents import spec as specs  # noqa: E402
from agents.config import PAST, POPULATION, Command, Config  # noqa: E402
from agents.curves import read_curve  # noqa: E402
from agents.partners import check_training_partner  # noqa: E402
from agents.pool import SnapshotPool  # noqa: E402
from agents.population import (  # noqa: E402
    Partners,
    line_ups,
    make_partners,
    partner_entries,
    team_monsters,
    trained_teams,
)
from agents.report import plot_learning_curve  # noqa: E402
from agents.training import Budget, GameStatistics, make_env, make_model  # noqa: E402
from envs.core.errors import OptionError  # noqa: E402
from envs.core.game import Game  # noqa: E402

__all__ = ["Learner", "begin", "check", "make_learners", "save", "stages", "total_steps", "whose_turn"]

LOSSES = {
    "loss": "train/loss",
    "policy_loss": "train/policy_gradient_loss",
    "value_loss": "train/value_loss",
    "entropy_loss": "train/entropy_loss",
}
"""What the learning curve says about an update, by the library's names."""


def check(config: Config, game: Game, folder: Path, *, resume: bool = False, overwrite: bool = False) -> None:
    """Try all that only the game, its agents or their files can refuse; no file is touched.

    Args:
        config: of the run.
        game: its game.
        folder: of the run.
        resume: the run goes on; then the file of ``init`` is needed no more.
        overwrite: what is in the folder will be deleted.

    Raises:
        OptionError: the seats do not add up, an agent is unknown, or its file would be deleted.
        PolicyError: a policy is damaged, or made for something else.
    """
    line_ups(config, game, folder)
    entries = partner_entries(config, game)
    monsters_play = game.num_seats > game.hero_seats and config.learner_side(game.hero_seats) == "team"
    beside = entries[:-1] if monsters_play else entries
    heroes = {*beside, *(config.population if POPULATION in beside else ())}
    used = [spec for spec in (*entries, *config.population) if spec not in (POPULATION, PAST)]
    for spec in used:
        specs.make(spec, game)
        check_training_partner(spec, game, hero=spec in heroes)
    if config.init is not None and not resume:
        read_init(config, game)
        used.append(config.init)
    for spec in (*used, *config.evaluation.agents):
        if (
            overwrite
            and specs.is_policy(spec)
            and specs.split_policy(spec)[0].resolve().is_relative_to(folder.resolve())
        ):
            raise OptionError(f"{spec} is in {folder}, which --overwrite replaces; choose another --run")
    if config.fictitious.partners:
        check(config.partner(0, team_monsters(config, game)), game, folder)


def read_init(config: Config, game: Game) -> Any:
    """The weights from which a run starts; raises `PolicyError` if they do not fit its game or its network."""
    path = Path(str(config.init))
    info = policy_file.read_info(path)
    info.check(game, path)
    if list(info.hidden) != config.net_arch:
        raise policy_file.PolicyError(
            f"init {path}: the policy has hidden layers {list(info.hidden)}, the run has net_arch {config.net_arch}; "
            f"set net_arch: {list(info.hidden)}"
        )
    return policy_file.read_tensors(path, "policy")


class Learner:
    """A policy that is trained: its games, its model, its past selves and its files.

    Args:
        config: of its training; in mode ``"alternating"`` that of its side.
        game: what it plays.
        folder: of the run.
        prefix: stands before the names of its files.
        policy: its policy file.
        pool: its past selves, if it keeps any.
        partners: who plays beside and against it.
    """

    def __init__(
        self,
        config: Config,
        game: Game,
        folder: Path,
        pool: SnapshotPool | None,
        partners: Partners,
        *,
        prefix: str = "",
        policy: str = "policy.zip",
    ):
        self.config = config
        self.game = game
        self.folder = folder
        self.pool = pool
        self.partners = partners
        self.policy = folder / policy
        self.games = GameStatistics()
        self._saved_games: dict[str, NDArray[Any]] = {}
        self.curve: list[dict[str, Any]] = []
        self._prefix = prefix
        self._curve_file = folder / f"{prefix}curve.jsonl"
        self.venv = make_env(config, game, partners)
        self.model = make_model(config, self.venv)

    @property
    def steps(self) -> int:
        """Decisions that it has learned from."""
        return int(self.model.num_timesteps)

    def begin(self) -> None:
        """Take the weights of ``init``, if there is one; raises `PolicyError` if they do not fit."""
        if self.config.init is not None:
            self._load(Path(self.config.init), {"policy": read_init(self.config, self.game)})

    def open(self) -> None:
        """Begin to write the learner's files: curve, TensorBoard, the first snapshot."""
        self.curve = read_curve(self._curve_file, self.steps)
        self._curve_file.write_text("".join(json.dumps(line) + "\n" for line in self.curve), encoding="utf-8")
        self.games.games = self.curve[-1]["games"] if self.curve else 0
        self.model.set_logger(configure(str(self.folder / f"{self._prefix}tensorboard"), ["tensorboard"]))
        self.snapshot(first=True)

    def learn(self, budget: Budget) -> dict[str, Any]:
        """Play n_steps in every game and learn from them; returns the line of the learning curve, which is written."""
        config = self.config
        if config.freeze_policy_steps:
            network.freeze(self.model.policy, self.steps < config.freeze_policy_steps)
        self.model.learn(config.n_envs * config.n_steps, callback=self.games, reset_num_timesteps=False)
        took = budget.note_update()
        losses = self.model.logger.name_to_value
        line = {
            "steps": self.steps,
            "seconds": round(budget.elapsed, 3),
            "steps_per_s": round(config.n_envs * config.n_steps / took, 1),
            "games": self.games.games,
            **self.games.means(),
            **{name: float(losses[key]) for name, key in LOSSES.items()},
        }
        self.curve.append(line)
        with self._curve_file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        return line

    def snapshot(self, *, first: bool = False, now: bool = False) -> None:
        """Add the present weights to the pool, if it is time to.

        Args:
            first: only if the pool is empty.
            now: in any case.
        """
        if self.pool is None:
            return
        # At the end of a turn any progress is worth a snapshot, for the other side plays against it.
        every = 1 if now else self.config.pool.every
        if not self.pool.steps if first else self.pool.due(self.steps, every):
            self.pool.add(self.model, self._info(0.0))

    def plot(self) -> None:
        """Draw the learning curve."""
        title = f"{self.game!r}, {self.config.mode}, reward {self.config.reward}"
        plot_learning_curve(self.folder / f"{self._prefix}curve.png", self.curve, title)

    def _info(self, seconds: float) -> policy_file.PolicyInfo:
        return policy_file.PolicyInfo.of(
            self.game,
            hidden=tuple(self.config.net_arch),
            steps=self.steps,
            updates=self.model._n_updates,
            seconds=seconds,
            config=self.config.model_dump(mode="json"),
        )

    def save(self, seconds: float) -> list[str]:
        """Write the policy, with all from which training can go on.

        Args:
            seconds: that the run has trained so far.

        Returns:
            The names of the partners in the running games, as far as they were saved.
        """
        training = random_state(self.model) | {"ended": self.games.ended()}
        if self.pool is not None:
            training["pool"] = np.array(self.pool.steps, np.int64)
        games = self.venv.save(self.partners.name) if self.model._last_obs is not None else None
        if games is not None:
            training |= {f"game_{key}": value for key, value in games.items()}
        policy_file.write(self.policy, self.model, self._info(seconds), training)
        return [] if games is None else np.unique(games["partners"]).tolist()

    def restore(self) -> tuple[float, dict[str, NDArray[Any]]]:
        """Bring a new learner to where a saved one was: weights, optimiser, counters, pool and running games.

        Games with partners that remember (such as scripted players) were not saved. They begin anew, from seeds that
        no earlier part of the run began with.

        Returns:
            The seconds that the run had trained, and the random state, for `set_random_state`.

        Raises:
            PolicyError: a file is damaged or does not fit the game.
            OptionError: the saved games do not fit.
        """
        path = self.policy
        info = policy_file.read_info(path)
        info.check(self.game, path)
        training = policy_file.read_training(path)
        device = str(self.model.device)
        self._load(
            path, {part: policy_file.read_tensors(path, part, device) for part in ("policy", "policy.optimizer")}
        )
        self.model.num_timesteps = info.steps
        self.model._n_updates = info.updates
        if self.pool is not None:
            self.pool.restore(training["pool"].tolist())
        self.games.go_on(training.get("ended", np.zeros((0, 3))))  # older suites did not save it
        games = {key.removeprefix("game_"): value for key, value in training.items() if key.startswith("game_")}
        # Steps grow by more than n_envs between two saves, so the ranges of first seeds are disjoint.
        self.venv.seed(self.config.first_game_seed + info.steps)
        self._saved_games = games
        return info.seconds, training

    def restore_games(self) -> None:
        """Go on with the games that were saved, after `restore` of all learners, whose pools may play in them."""
        if self._saved_games:
            self.model._last_obs = self.venv.restore(self._saved_games, self.partners.named)
            # Whether a game begins with the first step of a rollout is never looked at.
            self.model._last_episode_starts = np.zeros(self.venv.num_envs, np.bool_)

    def _load(self, path: Path, parts: dict[str, Any]) -> None:
        try:
            self.model.set_parameters(parts, exact_match=len(parts) > 1, device=self.model.device)
        except (RuntimeError, ValueError, KeyError) as error:
            raise policy_file.PolicyError(
                f"{path}: the weights do not fit the network of the run's config ({str(error).splitlines()[0]})"
            ) from None


def make_learners(config: Config, game: Game, folder: Path) -> list[Learner]:
    """The learner of a run, or in mode ``"alternating"`` the team and the monsters; their files are not touched."""
    device = str(get_device(config.device))

    def pool(name: str) -> SnapshotPool | None:
        if not config.pool.every:
            return None
        return SnapshotPool(folder / name, game, config.pool.size, config.pool.latest, device)

    own = pool("pool")
    if config.mode != "alternating":
        return [Learner(config, game, folder, own, make_partners(config, game, folder, own))]
    other = pool("monsters-pool")
    return [
        Learner(config.side("team"), game, folder, own, Partners([other])),
        Learner(
            config.side("monsters"), game, folder, other, Partners([own] * game.hero_seats),
            prefix="monsters-", policy="monsters.zip",
        ),
    ]  # fmt: skip


def whose_turn(config: Config, learners: Sequence[Learner]) -> Learner:
    """The learner of the next update."""
    if len(learners) == 1:
        return learners[0]
    return learners[total_steps(learners) // config.alternate.steps % len(learners)]


def total_steps(learners: Sequence[Learner]) -> int:
    """Decisions of all learners."""
    return sum(learner.steps for learner in learners)


def stages(command: Command, game: Game) -> list[Command]:
    """The trainings of a run, in order: the teams of fictitious co-play that are not finished, then the run itself."""
    config = command.config
    out = []
    for number, folder in enumerate(trained_teams(config, command.folder)):
        team = config.partner(number, team_monsters(config, game))
        policy = folder / "policy.zip"
        if not (command.resume and policy.exists()) or policy_file.read_info(policy).steps < team.total_steps:
            out.append(Command(team, folder, resume=True, overwrite=False))
    # What the teams have written must stay.
    return [*out, dataclasses.replace(command, resume=True, overwrite=False)] if out else [command]


# -- saving and going on ---------------------------------------------------------------------------------------


def save(learners: Sequence[Learner], seconds: float) -> None:
    """Write all policies and delete the snapshots that are not needed any more.

    Args:
        learners: of the run.
        seconds: that it has trained so far.
    """
    playing = [name for learner in learners for name in learner.save(seconds)]
    for learner in learners:
        if learner.pool is not None:
            learner.pool.tidy(playing)


def begin(learners: Sequence[Learner], *, resume: bool) -> float:
    """Bring new learners to where they start.

    A run that was saved and goes on reaches the same weights and losses as if it had never stopped, if no partner
    remembers anything of its game. Otherwise its games begin anew, see `Learner.restore`.

    Args:
        learners: as `make_learners` made them.
        resume: go on from their files, where there are any.

    Returns:
        The seconds that the run has trained so far.

    Raises:
        PolicyError: a file is damaged or does not fit the game or the network.
    """
    found = [learner for learner in learners if resume and learner.policy.exists()]
    for learner in learners:
        if learner not in found:
            learner.begin()
    saved = [learner.restore() for learner in found]
    for learner in found:
        learner.restore_games()
    if not saved:
        return 0.0
    seconds, newest = max(saved, key=lambda pair: pair[0])
    set_random_state(newest, found[0].model)
    return seconds


def random_state(model: MaskablePPO) -> dict[str, NDArray[Any]]:
    """The state of the random generators that training draws from."""
    # The library shuffles its batches by NumPy's global generator.
    shuffling = np.random.get_state(legacy=False)["state"]  # noqa: NPY002
    state = {
        "torch": torch.get_rng_state().numpy(),
        "numpy": shuffling["key"],
        "numpy_position": np.array(shuffling["pos"]),
    }
    if model.device.type == "cuda":
        state["cuda"] = torch.cuda.get_rng_state(model.device).numpy()
    return state


def set_random_state(state: dict[str, NDArray[Any]], model: MaskablePPO) -> None:
    """Bring the random generators to a state that `random_state` gave."""
    torch.set_rng_state(torch.as_tensor(state["torch"]))
    if model.device.type == "cuda" and "cuda" in state:
        torch.cuda.set_rng_state(torch.as_tensor(state["cuda"]), model.device)
    shuffling = {"key": state["numpy"], "pos": int(state["numpy_position"])}
    np.random.set_state({"bit_generator": "MT19937", "state": shuffling})  # noqa: NPY002
