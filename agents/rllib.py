"""The engine ``rllib`` of ``train.py``: Ray RLlib's PPO plays and learns on one machine or on a cluster.

It takes the same config as the engine ``sb3`` and writes the same files, ``policy.zip`` included, and ``checkpoint/``,
from which RLlib goes on. Games are played by ``ray.runners`` processes, which Ray spreads over the machines; the
network learns in the process of ``train.py``. Policies that play beside it, past selves too, are read from their files,
so on a cluster the folder of the run must be one that all machines see. Only the mode ``alternating`` is not here.
"""

from __future__ import annotations

import json
import logging
import os
import pickle
import shutil
import socket
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

import envs
from agents import extras
from agents.config import PAST, POPULATION, Command, Config, write_config
from agents.curves import read_curve
from agents.report import plot_learning_curve
from envs.core.errors import DerelictError, OptionError, near
from envs.core.game import Game, cores

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
extras.require("ray", *extras.RAY)

import ray  # noqa: E402
import torch  # noqa: E402
from ray.rllib.algorithms.ppo import PPO, PPOConfig  # noqa: E402
from ray.rllib.callbacks.callbacks import RLlibCallback  # noqa: E402
from ray.rllib.core.rl_module import RLModuleSpec  # noqa: E402
from ray.rllib.utils.metrics import ENV_RUNNER_RESULTS, NUM_ENV_STEPS_SAMPLED  # noqa: E402
from sb3_contrib import MaskablePPO  # noqa: E402

from agents import learner as learning  # noqa: E402
from agents import network, policy_file, training  # noqa: E402
from agents import spec as specs  # noqa: E402
from agents.network import policy_arguments  # noqa: E402
from agents.policy_file import PolicyError, PolicyInfo  # noqa: E402
from agents.pool import SnapshotPool, stored  # noqa: E402
from agents.population import members  # noqa: E402
from agents.random import Random  # noqa: E402
from agents.rllib_env import DerelictMultiAgentEnv  # noqa: E402
from agents.rllib_module import MaskedModule  # noqa: E402
from envs.vector import DerelictVecEnv  # noqa: E402

__all__ = ["algorithm_config", "check", "cluster", "env_config", "restore", "running", "save", "train"]

LEARNER = "learner"
"""RLlib's name of the one policy that learns; all learning seats share it."""

GAMES = ("return", "length", "won")
"""What is noted of each game that ends."""

POOL = "pool"
"""Folder of the past selves in that of the run."""

LOGS = "/tmp/ray/session_latest/logs"
"""Where Ray keeps what its processes print, on each machine."""

MODES = ("team", "seat", "monsters")

MAPPED = {
    "game", "options", "mode", "seat", "partners", "population", "reward", "max_cycles", "total_steps", "time_limit_s",
    "save_every_s", "n_envs", "n_steps", "batch_size", "n_epochs", "learning_rate", "gamma", "gae_lambda",
    "clip_range", "ent_coef", "vf_coef", "max_grad_norm", "net_arch", "seed", "evaluation", "device", "threads",
    "engine", "ray", "pool", "fictitious", "init", "freeze_policy_steps",
}  # fmt: skip
"""Keys of the config that this engine knows what to do with."""


# -- config ----------------------------------------------------------------------------------------------------


def check(config: Config) -> None:
    """Raise `OptionError` for a config that this engine cannot run."""
    if str(config.mode) not in MODES:
        raise OptionError(f"engine rllib has no mode {config.mode!r}{near(config.mode, MODES)}; or take engine: sb3")
    for key, field in Config.model_fields.items():
        if key not in MAPPED and getattr(config, key) != field.get_default(call_default_factory=True):
            raise OptionError(
                f"engine rllib knows nothing of {key}={getattr(config, key)!r}; leave it out or take engine: sb3"
            )
    if config.n_envs % config.ray.runners:
        raise OptionError(
            f"n_envs {config.n_envs} games cannot be shared evenly by ray.runners {config.ray.runners} processes; "
            "make n_envs a multiple of it"
        )
    if config.device not in ("auto", "cpu", "cuda"):
        raise OptionError(
            f"engine rllib: unknown device {config.device!r}{near(config.device, ('auto', 'cpu', 'cuda'))}"
        )


def env_config(config: Config, folder: Path, steps: int = 0) -> dict[str, Any]:
    """What `DerelictMultiAgentEnv` is made from in every runner.

    Args:
        config: of the run.
        folder: of the run; past selves and the teams of fictitious co-play are there.
        steps: decisions that the run has learned from already; the games of its next part are others.
    """
    seat: int | str = "team" if config.mode == "team" else config.seat
    if config.mode == "monsters":
        (seat,) = config.learner_seats(envs.load(config.game, **config.options).hero_seats)
    return {
        "game": config.game,
        "options": config.options,
        "seat": seat,
        "partners": [_absolute(spec) for spec in config.partners],
        "population": [_absolute(spec) for spec in members(config, folder)] if POPULATION in config.partners else [],
        "pool": {"folder": str((folder / POOL).resolve()), "latest": config.pool.latest}
        if PAST in config.partners
        else None,
        "reward": config.reward,
        "gamma": config.gamma,
        "max_cycles": config.max_cycles,
        "first_seed": config.first_game_seed + steps,
    }


def algorithm_config(config: Config, folder: Path, *, steps: int = 0, gpus: int = 0) -> PPOConfig:
    """RLlib's config for ours, which `check` has passed.

    Args:
        config: of the run.
        folder: of the run.
        steps: decisions that the run has learned from already; games and random numbers of its next part are others.
        gpus: GPUs of the learner.
    """
    return (
        PPOConfig()
        .environment(
            DerelictMultiAgentEnv,
            env_config=env_config(config, folder, steps),
            # The check plays random actions, legal or not.
            disable_env_checking=True,
        )
        .env_runners(
            num_env_runners=config.ray.runners,
            num_envs_per_env_runner=config.n_envs // config.ray.runners,
            rollout_fragment_length=config.n_steps,
            sample_timeout_s=3600.0,
        )
        .learners(num_learners=0, num_gpus_per_learner=gpus)
        .multi_agent(policies={LEARNER}, policy_mapping_fn=_policy_of)
        .rl_module(
            rl_module_spec=RLModuleSpec(module_class=MaskedModule, model_config={"hidden": list(config.net_arch)})
        )
        .training(
            lr=config.learning_rate,
            gamma=config.gamma,
            lambda_=config.gae_lambda,
            clip_param=config.clip_range,
            entropy_coeff=config.ent_coef,
            vf_loss_coeff=config.vf_coef,
            vf_clip_param=float("inf"),
            use_kl_loss=False,
            grad_clip=config.max_grad_norm,
            grad_clip_by="global_norm",
            train_batch_size_per_learner=config.n_envs * config.n_steps,
            minibatch_size=config.batch_size,
            num_epochs=config.n_epochs,
        )
        .callbacks(GameNotes)
        # RLlib adds the index of a runner, and seeds have 32 bits.
        .debugging(seed=(config.seed + steps) % (1 << 31), log_level="ERROR")
    )


def _policy_of(agent: str, episode: Any, **kwargs: Any) -> str:
    return LEARNER


def _absolute(spec: str) -> str:
    """The spec with the whole path of its policy: the processes of a cluster have other working folders."""
    if not specs.is_policy(spec):
        return spec
    path, play = specs.split_policy(spec)
    return f"{path.resolve()}:{play}" if play == "greedy" else str(path.resolve())


class GameNotes(RLlibCallback):
    """Notes every game that ends, one number for each of `GAMES`."""

    def on_episode_end(self, *, metrics_logger: Any = None, env: Any = None, env_index: int, **kwargs: Any) -> None:
        """RLlib calls it in the process that played the game."""
        for name, value in zip(GAMES, env.envs[env_index].unwrapped.last_game, strict=True):
            metrics_logger.log_value(("games", name), float(value), reduce="item_series")


# -- the cluster -----------------------------------------------------------------------------------------------


@contextmanager
def cluster(config: Config) -> Iterator[int]:
    """A connection to Ray inside a ``with`` block; one that is open already is used and left open.

    Yields:
        The GPUs that the learner gets, 0 or 1.

    Raises:
        OptionError: no cluster at the address, or one with too little for the config.
    """
    mine = not ray.is_initialized()
    if mine:
        local = config.ray.address == "local"
        address = os.environ.get("RAY_ADDRESS", "auto") if config.ray.address == "auto" else config.ray.address
        try:
            _knock(address)
            ray.init(
                address=address,
                include_dashboard=False if local else None,
                num_cpus=max(cores(), config.ray.runners) if local else None,
                log_to_driver=False,
                logging_level="ERROR",
            )
        except (OSError, ValueError) as error:
            raise OptionError(
                f"ray.address {config.ray.address!r}: no Ray cluster answers ({str(error).splitlines()[0]}); start one "
                "with 'ray start --head', or take ray.address: local"
            ) from None
    try:
        there = ray.cluster_resources()
        if there.get("CPU", 0) < config.ray.runners:
            raise OptionError(
                f"ray.runners {config.ray.runners}: the cluster has {there.get('CPU', 0):.0f} CPUs, and every runner "
                "takes one; start more machines or take fewer runners"
            )
        # The learner lives in this process, so it needs a GPU of this machine.
        if config.device == "cuda" and not torch.cuda.is_available():
            raise OptionError("device 'cuda': PyTorch finds no GPU here; take device: cpu")
        yield int(config.device != "cpu" and torch.cuda.is_available())
    finally:
        if mine:
            ray.shutdown()


def _knock(address: str) -> None:
    """Raise an error unless somebody listens at HOST:PORT; Ray would try for minutes and then end the process."""
    if address in ("local", "auto"):
        return
    host, _, port = address.rpartition(":")
    if not host or "/" in host or not port.isdigit():
        raise ValueError(f"expected 'local', 'auto' or HOST:PORT{near(address, ('local', 'auto'))}")
    socket.create_connection((host, int(port)), timeout=10.0).close()


@contextmanager
def running(config: Config, folder: Path, *, steps: int = 0, gpus: int = 0) -> Iterator[PPO]:
    """The algorithm with its runners, inside a ``with`` block and a `cluster`; see `algorithm_config`."""
    logging.getLogger("ray.rllib").setLevel(logging.ERROR)  # it recommends its new API, which this is
    algorithm = algorithm_config(config, folder, steps=steps, gpus=gpus).build_algo()
    try:
        # RLlib makes a folder below the home of the user for each algorithm and leaves it empty.
        Path(algorithm.logdir).rmdir()
        yield algorithm
    finally:
        algorithm.stop()


def machines(algorithm: PPO) -> int:
    """On how many machines the runners are."""
    nodes = algorithm.env_runner_group.foreach_env_runner(_node, local_env_runner=False)
    return len(set(nodes))


def _node(runner: Any) -> str:
    return str(ray.get_runtime_context().get_node_id())


# -- saving and going on ---------------------------------------------------------------------------------------


def save(folder: Path, algorithm: PPO, config: Config, game: Game, steps: int, updates: int, seconds: float) -> None:
    """Write RLlib's checkpoint to ``folder/checkpoint`` and the weights to ``folder/policy.zip``.

    A crash while writing leaves the old ones whole.

    Args:
        folder: of the run.
        algorithm: all of its state goes into the checkpoint.
        config: of the run.
        game: what it plays.
        steps: decisions that it has learned from.
        updates: passes over batches.
        seconds: that the run has trained so far.
    """
    info = _info(config, game, steps, updates, seconds)
    new, now, old = (folder / f"checkpoint{suffix}" for suffix in (".new", "", ".old"))
    shutil.rmtree(new, ignore_errors=True)
    algorithm.save_to_path(new.resolve())
    policy_file.write_atomically(new / policy_file.INFO, info.model_dump_json(indent=2).encode())
    if now.exists():
        shutil.rmtree(old, ignore_errors=True)
        now.rename(old)
    new.rename(now)
    shutil.rmtree(old, ignore_errors=True)
    model = _model(algorithm, config, game)
    model.num_timesteps, model._n_updates = steps, updates
    policy_file.write(folder / "policy.zip", model, info, {})


def _info(config: Config, game: Game, steps: int, updates: int, seconds: float) -> PolicyInfo:
    return PolicyInfo.of(
        game,
        hidden=tuple(config.net_arch),
        steps=steps,
        updates=updates,
        seconds=seconds,
        config=config.model_dump(mode="json"),
    )


def _model(algorithm: PPO, config: Config, game: Game) -> MaskablePPO:
    """The learner's weights in a model of the other engine, which writes policy files."""
    # Its first weights are drawn and thrown away; what RLlib draws must not depend on when a run is saved.
    with torch.random.fork_rng(devices=[]):
        model = MaskablePPO(
            "MlpPolicy",
            DerelictVecEnv(game, 1, partners=Random()),
            n_steps=config.n_steps,
            batch_size=config.n_steps,
            learning_rate=config.learning_rate,
            policy_kwargs=policy_arguments(config.net_arch),
            device="cpu",
        )
    weights = algorithm.learner_group.get_weights([LEARNER])[LEARNER]
    model.policy.load_state_dict(
        {name.removeprefix("net."): torch.as_tensor(np.array(value)) for name, value in weights.items()}
    )
    return model


def saved(folder: Path) -> Path | None:
    """The newest whole checkpoint of a run, if it has one."""
    return next((path for path in (folder / "checkpoint", folder / "checkpoint.old") if path.is_dir()), None)


def read_checkpoint_info(path: Path, game: Game) -> PolicyInfo:
    """What a checkpoint is for and how far it is.

    Raises:
        PolicyError: it is damaged or not for this game.
    """
    try:
        info = PolicyInfo.model_validate_json((path / policy_file.INFO).read_bytes())
    except (OSError, ValueError) as error:
        raise PolicyError(
            f"{path}: the checkpoint is damaged ({str(error).splitlines()[0]}); restore a copy or train again"
        ) from None
    info.check(game, path)
    return info


def restore(path: Path, algorithm: PPO) -> None:
    """Bring a new algorithm to where a checkpoint is: weights and optimiser, in the learner and in all runners.

    RLlib reads pickles, so a checkpoint of a stranger can run code; a ``policy.zip`` cannot.

    Raises:
        PolicyError: the checkpoint is damaged or does not fit the config.
    """
    try:
        algorithm.restore_from_path(path.resolve())
        _send_weights(algorithm)
    except (OSError, RuntimeError, ValueError, KeyError, TypeError, EOFError, pickle.UnpicklingError) as error:
        raise PolicyError(
            f"{path}: the checkpoint is damaged or does not fit the run's config ({str(error).splitlines()[0]}); "
            "restore a copy or train again"
        ) from None


def take_weights(algorithm: PPO, weights: dict[str, torch.Tensor]) -> None:
    """Start from the weights of a policy (see `agents.learner.read_init`), in the learner and in all runners."""
    algorithm.learner_group.set_weights({LEARNER: {f"net.{name}": w.numpy() for name, w in weights.items()}})
    _send_weights(algorithm)


def _send_weights(algorithm: PPO) -> None:
    # RLlib does not wait on its own, and a runner may begin to play before they arrive.
    algorithm.env_runner_group.sync_weights(
        from_worker_or_learner_group=algorithm.learner_group, inference_only=True, timeout_seconds=None
    )


def freeze(algorithm: PPO, frozen: bool) -> None:
    """Keep all but the value's own layers as they are from now on, or not any more."""
    algorithm.learner_group.foreach_learner(lambda learner: network.freeze(learner.module[LEARNER].net, frozen))


class PastSelves:
    """The pool of the run, which the runners read from its folder (see `agents.pool.FolderPool`).

    Args:
        folder: of the run.
        config: of the run.
        game: what it plays.
        steps: decisions that it has learned from; snapshots of later ones, from a part that was not saved, go.
    """

    def __init__(self, folder: Path, config: Config, game: Game, steps: int):
        self.config, self.game = config, game
        self.pool = SnapshotPool(folder / POOL, game, config.pool.size, config.pool.latest)
        self.pool.restore([there for there in stored(self.pool.folder) if there <= steps])
        self.pool.tidy([])

    def add(self, algorithm: PPO, steps: int, updates: int) -> None:
        """Keep the present weights if it is time to."""
        if self.pool.due(steps, self.config.pool.every):
            model = _model(algorithm, self.config, self.game)
            self.pool.add(model, _info(self.config, self.game, steps, updates, 0.0))
            self.pool.tidy([])


# -- training --------------------------------------------------------------------------------------------------


class RecentGames:
    """Counts the games that end while training and averages the last ones.

    Args:
        games: how many ended in earlier parts of the run.
        window: the last so many games make the means.
    """

    def __init__(self, games: int = 0, window: int = 200):
        self.games = games
        self._ended: dict[str, deque[float]] = {name: deque(maxlen=window) for name in GAMES}

    def add(self, notes: dict[str, Any]) -> None:
        """Take up what `GameNotes` noted since the last time; nothing if no game ended."""
        # RLlib makes a number of a list of one, and no number (or NaN) of an empty one.
        ended = {name: [x for x in np.atleast_1d(notes.get(name, ())).tolist() if x == x] for name in GAMES}
        self.games += len(ended[GAMES[0]])
        for name, values in ended.items():
            self._ended[name].extend(values)

    def means(self) -> dict[str, float | None]:
        """Return, length and share won of the last games; ``None`` before a game has ended."""
        return {name: float(np.mean(values)) if values else None for name, values in self._ended.items()}


@contextmanager
def board(folder: Path) -> Iterator[Callable[[int, dict[str, Any], dict[str, Any]], None]]:
    """TensorBoard's files in `folder`, inside a ``with`` block; yields what writes an update into them."""
    from torch.utils.tensorboard import SummaryWriter

    with SummaryWriter(str(folder)) as writer:

        def write(steps: int, line: dict[str, Any], losses: dict[str, Any]) -> None:
            scalars = {f"games/{name}": line[name] for name in GAMES if line[name] is not None}
            scalars |= {f"train/{name}": losses[name] for name in ("policy_loss", "vf_loss", "entropy")}
            for name, value in scalars.items():
                writer.add_scalar(name, float(value), steps)

        yield write


def train(command: Command, console: Console) -> bool:
    """Train until the budget is spent; returns False if the user stopped it. The policy is saved either way.

    Raises:
        OptionError: what `check` raises, or a cluster that is not there or too small.
        PolicyError: with ``--resume``, a damaged checkpoint.
    """
    config, folder = command.config, command.folder
    policy, curve_file = folder / "policy.zip", folder / "curve.jsonl"
    game = envs.load(config.game, **config.options)
    checkpoint = saved(folder) if command.resume else None
    weights = learning.read_init(config, game) if config.init is not None and not checkpoint else None
    before = read_checkpoint_info(checkpoint, game) if checkpoint else None
    steps, updates, seconds = (before.steps, before.updates, before.seconds) if before else (0, 0, 0.0)
    torch.set_num_threads(config.threads or cores())

    with cluster(config) as gpus, running(config, folder, steps=steps, gpus=gpus) as algorithm:
        if checkpoint:
            restore(checkpoint, algorithm)
        elif weights is not None:
            take_weights(algorithm, weights)

        # The folder of the run.
        if command.overwrite and folder.exists():
            shutil.rmtree(folder)
        folder.mkdir(parents=True, exist_ok=command.resume)
        write_config(folder / "config.yaml", config)
        past = PastSelves(folder, config, game, steps) if config.pool.every else None
        if past:
            past.add(algorithm, steps, updates)
        curve = read_curve(curve_file, steps)
        curve_file.write_text("".join(json.dumps(line) + "\n" for line in curve), encoding="utf-8")
        console.print(
            f"{game!r}: {game.observation_size} floats, {game.num_actions} actions; {config.n_envs} games at a time, "
            f"processes: {config.ray.runners}, machines: {machines(algorithm)}, to {folder}"
        )

        # The loop: play n_steps in every game, learn from them, note how it went, save now and then.
        budget = training.Budget(config.total_steps, config.time_limit_s, seconds)
        games = RecentGames(curve[-1]["games"] if curve else 0)
        last_save, restarts = budget.elapsed, 0
        with (
            training.Interrupt().watched() as interrupt,
            training.Display(console).shown() as display,
            curve_file.open("a", encoding="utf-8") as log,
            board(folder / "tensorboard") as write,
        ):
            while not budget.spent(steps) and not interrupt.requested:
                if config.freeze_policy_steps:
                    freeze(algorithm, steps < config.freeze_policy_steps)
                result = algorithm.train()
                played = result[ENV_RUNNER_RESULTS]
                sampled = int(played.get(NUM_ENV_STEPS_SAMPLED, 0))
                if not sampled:
                    raise DerelictError(f"all runners failed; what they said is in {LOGS}")
                if algorithm.env_runner_group.num_remote_worker_restarts() > restarts:
                    restarts = algorithm.env_runner_group.num_remote_worker_restarts()
                    console.print(f"{restarts} runners have failed and been started again; what they said is in {LOGS}")
                steps += sampled
                updates += config.n_epochs
                if past:
                    past.add(algorithm, steps, updates)
                took = budget.note_update()
                games.add(played.get("games", {}))
                line = {
                    "steps": steps,
                    "seconds": round(budget.elapsed, 3),
                    "steps_per_s": round(sampled / took, 1),
                    "games": games.games,
                    **games.means(),
                }
                curve.append(line)
                log.write(json.dumps(line) + "\n")
                log.flush()
                write(steps, line, result["learners"][LEARNER])
                display.update(budget, steps, line)
                if budget.elapsed - last_save > config.save_every_s:
                    save(folder, algorithm, config, game, steps, updates, budget.elapsed)
                    last_save = budget.elapsed
            save(folder, algorithm, config, game, steps, updates, budget.elapsed)
    plot_learning_curve(folder / "curve.png", curve, f"{game!r}, reward {config.reward}")
    what = "stopped at" if interrupt.requested else "trained"
    console.print(f"{what} {steps:,} steps after {budget.elapsed:.0f} s, saved {policy}")
    return not interrupt.requested
