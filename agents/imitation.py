"""Learn to play as a teacher does: ``python -m agents.imitation`` writes a policy from which training can start.

    python -m agents.imitation --config configs/enormity.yaml --teacher scripted --games 500 --run teacher
    python train.py --config configs/enormity.yaml --init runs/teacher/policy.zip --freeze_policy_steps 200000

The teacher plays the side that will learn: all hero seats, or the monsters' seat. In later rounds the pupil plays a
share of the decisions while the teacher says what it would have done, so that the pupil also learns what to do where
only its own mistakes lead (DAgger: Ross and others, "A Reduction of Imitation Learning and Structured Prediction to
No-Regret Online Learning", 2011). The policy learns the teacher's actions, the value what the decisions were worth, in
the reward of the config.
"""

from __future__ import annotations

import multiprocessing
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

import envs
from agents import extras
from agents import spec as specs
from agents.base import uniform
from agents.config import PAST, POPULATION, RUNS, Config, Side, read_config, write_config
from agents.match import copies_of, seat_agents
from agents.partners import check_training_partner
from agents.population import make_partners, partner_entries
from envs.core.errors import DerelictError, OptionError
from envs.core.game import Batch, Game, cores
from envs.view import View, decision_words

__all__ = ["Lessons", "clone", "collect", "imitate", "play_lessons"]

TOGETHER = 64
"""Games that one process plays together."""

HELD_OUT = 20
"""One game of so many is kept for the test of what was learned."""

LESSON_SEEDS = 1 << 30
"""Lessons play seeds of the training range that far behind a run's first one, so that the run plays other games."""


@dataclass
class Lessons:
    """Decisions of a teacher.

    Attributes:
        observations: (k, observation_size) float16.
        masks: (k, bytes) the legal actions, packed bits.
        actions: (k,) int64, what the teacher chose.
        returns: (k,) float32, discounted reward from the decision to the end of the game.
        games: (k,) uint64, seed of the game.
    """

    observations: NDArray[np.float16]
    masks: NDArray[np.uint8]
    actions: NDArray[np.int64]
    returns: NDArray[np.float32]
    games: NDArray[np.uint64]

    def __len__(self) -> int:
        return len(self.actions)

    @classmethod
    def joined(cls, parts: Sequence[Lessons]) -> Lessons:
        """All of them, one after the other."""
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in cls.__dataclass_fields__))


def play_lessons(
    game: Game,
    teacher: str,
    seeds: Sequence[int],
    *,
    side: Side = "team",
    against: str = "scripted",
    pupil: str | None = None,
    share: float = 0.5,
    reward: Any = "progress",
    gamma: float = 0.99,
    max_cycles: int = 0,
) -> Lessons:
    """Games in which the teacher is asked at every decision of its side.

    Args:
        game: the game.
        teacher: spec of an agent.
        seeds: of the games.
        side: which side is the teacher's, ``"team"`` (all hero seats) or ``"monsters"``.
        against: spec of the agent of the other side: on the monsters' seat, if the game has one, or on all hero seats.
        pupil: spec of an agent that plays some of the decisions in the teacher's stead.
        share: how large a part of the decisions that is.
        reward: of the returns, the mean over the seats of the side; see `Batch`.
        gamma: their discount for each decision of the side.
        max_cycles: games are cut off after so many decisions; 0: never.
    """
    parts = [
        _play_together(game, teacher, seeds[at : at + TOGETHER], side, against, pupil, share, reward, gamma, max_cycles)
        for at in range(0, len(seeds), TOGETHER)
    ]
    return Lessons.joined(parts)


def _play_together(
    game: Game,
    teacher: str,
    seeds: Sequence[int],
    side: Side,
    against: str,
    pupil: str | None,
    share: float,
    reward: Any,
    gamma: float,
    max_cycles: int,
) -> Lessons:
    n = len(seeds)
    batch = Batch(game, n, reward=reward, gamma=gamma, max_cycles=max_cycles, autoreset=False)
    batch.reset(list(seeds))
    own = np.arange(game.num_seats) < game.hero_seats
    if side == "monsters":
        own = ~own
    cast = seat_agents(game, [teacher if mine else against for mine in own.tolist()])
    players = [copies_of(agent, seeds, seat) for seat, agent in enumerate(cast)]
    other: Any = specs.make(pupil, game) if pupil is not None else None
    rows: list[int] = []
    seen: list[NDArray[np.float16]] = []
    masks: list[NDArray[np.uint8]] = []
    chosen: list[int] = []
    gains: list[float] = []  # what followed on each decision up to the next one of the same game
    latest = np.full(n, -1, np.int64)
    alive = np.ones(n, np.bool_)
    actions = np.zeros(n, np.int64)
    while alive.any():
        for row in np.flatnonzero(alive).tolist():
            seat = int(batch.seat[row])
            actions[row] = players[seat][row].act(View.of_row(batch, row))
            if own[seat]:
                latest[row] = len(rows)
                rows.append(row)
                seen.append(batch.obs[row].astype(np.float16))
                masks.append(np.packbits(batch.mask[row]))
                chosen.append(int(actions[row]))
                gains.append(0.0)
        if other is not None:
            asked = np.flatnonzero(alive & own[batch.seat])
            words = decision_words(batch.states, asked)
            # The pupil draws from the words themselves; an odd factor makes others of them.
            taken = uniform(words * np.uint64(0x9E3779B97F4A7C15)) < share
            if taken.any():
                asked = asked[taken]
                actions[asked] = other.act_batch(batch.obs[asked], batch.mask[asked], words[taken])
        batch.step(actions, alive)
        for row in np.flatnonzero(alive & (latest >= 0)).tolist():
            gains[latest[row]] += float(batch.reward[row, own].mean())
        alive &= ~batch.done
    batch.close()
    returns = np.array(gains, np.float32)
    following = np.zeros(n, np.float32)
    for at in range(len(rows) - 1, -1, -1):
        returns[at] += np.float32(gamma) * following[rows[at]]
        following[rows[at]] = returns[at]
    return Lessons(
        np.array(seen, np.float16).reshape(len(rows), game.observation_size),
        np.array(masks, np.uint8).reshape(len(rows), -1),
        np.array(chosen, np.int64),
        returns,
        np.array([seeds[row] for row in rows], np.uint64),
    )


def _play_to_file(path: str, *args: Any, **options: Any) -> str:
    import torch

    torch.set_num_threads(1)  # the other cores have processes of their own
    lessons = play_lessons(*args, **options)
    np.savez(path, allow_pickle=False, **vars(lessons))
    return path


def collect(game: Game, teacher: str, seeds: Sequence[int], *, workers: int = 0, **options: Any) -> Lessons:
    """`play_lessons` on several processes; the same lessons for any number of them.

    Args:
        game: see `play_lessons`.
        teacher: the same.
        seeds: the same.
        workers: number of processes; 0: as many as cores.
        options: see `play_lessons`.
    """
    shares = [seeds[at : at + TOGETHER] for at in range(0, len(seeds), TOGETHER)]
    workers = min(workers or cores(), len(shares))
    if workers == 1:
        return play_lessons(game, teacher, seeds, **options)
    context = multiprocessing.get_context("spawn")  # a fork would copy the locks of other threads
    # By files: what a process sends back is copied several times, and lessons are large.
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(workers, context) as pool:
        futures = [
            pool.submit(_play_to_file, f"{folder}/{number}.npz", game, teacher, share, **options)
            for number, share in enumerate(shares)
        ]
        parts = []
        for future in futures:
            with np.load(future.result(), allow_pickle=False) as arrays:
                parts.append(Lessons(**arrays))
    return Lessons.joined(parts)


def clone(
    policy: Any,
    lessons: Lessons,
    *,
    num_actions: int,
    epochs: int = 5,
    batch_size: int = 1024,
    learning_rate: float = 1e-3,
    vf_coef: float = 0.5,
    seed: int = 0,
) -> dict[str, float]:
    """Teach a policy the actions of lessons, and its value their returns.

    Args:
        policy: a policy of Stable-Baselines3's, changed in place.
        lessons: what to learn.
        num_actions: number of actions of the game.
        epochs: passes over the lessons.
        batch_size: decisions in one gradient step.
        learning_rate: of Adam at the start; it falls to zero on a cosine.
        vf_coef: weight of the value's squared error beside the cross entropy of the actions.
        seed: of the order.

    Returns:
        Of the games that were held out: ``"accuracy"`` (share of the teacher's actions that are the most probable
        ones), ``"cross_entropy"`` (nats for each decision) and ``"explained_variance"`` of the value.
    """
    import torch
    from torch.nn import functional

    device = policy.device
    held = lessons.games % np.uint64(HELD_OUT) == 0
    own = np.flatnonzero(~held)
    if not len(own):
        own = np.arange(len(lessons))
    generator = np.random.default_rng(seed)
    optimiser = torch.optim.Adam(policy.parameters(), lr=learning_rate)
    steps = epochs * -(-len(own) // batch_size)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, max(steps, 1))

    def forward(rows: NDArray[np.int64]) -> tuple[Any, Any, Any]:
        """Logits of legal actions, values, and what they should be: the teacher's actions."""
        seen = torch.as_tensor(lessons.observations[rows].astype(np.float32), device=device)
        legal = np.unpackbits(lessons.masks[rows], axis=1, count=num_actions).astype(np.bool_)
        features = policy.extract_features(seen)
        logits = policy.action_net(policy.mlp_extractor.forward_actor(features))
        logits = logits.masked_fill(~torch.as_tensor(legal, device=device), -1e9)
        values = policy.value_net(policy.mlp_extractor.forward_critic(features)).flatten()
        return logits, values, torch.as_tensor(lessons.actions[rows], device=device)

    policy.set_training_mode(True)
    for _ in range(epochs):
        order = generator.permutation(own)
        for at in range(0, len(order), batch_size):
            rows = order[at : at + batch_size]
            logits, values, target = forward(rows)
            returns = torch.as_tensor(lessons.returns[rows], device=device)
            loss = functional.cross_entropy(logits, target) + vf_coef * functional.mse_loss(values, returns)
            optimiser.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
            optimiser.step()
            schedule.step()
    policy.set_training_mode(False)
    test = np.flatnonzero(held) if held.any() else own
    right, nats, errors = 0, 0.0, 0.0
    with torch.inference_mode():
        for at in range(0, len(test), 4096):
            rows = test[at : at + 4096]
            logits, values, target = forward(rows)
            right += int((logits.argmax(1) == target).sum())
            nats += float(functional.cross_entropy(logits, target, reduction="sum"))
            errors += float(((values.cpu().numpy() - lessons.returns[rows]) ** 2).sum())
    spread = float(((lessons.returns[test] - lessons.returns[test].mean()) ** 2).sum())
    return {
        "accuracy": right / len(test),
        "cross_entropy": nats / len(test),
        "explained_variance": 1 - errors / spread if spread > 0 else 0.0,
    }


def imitate(
    config: Config,
    folder: Path,
    *,
    teacher: str = "scripted",
    games: int = 500,
    rounds: int = 2,
    share: float = 0.5,
    epochs: int = 5,
    overwrite: bool = False,
    console: Console | None = None,
) -> dict[str, float]:
    """Collect lessons, teach a policy, and write ``policy.zip`` and ``config.yaml`` to a folder.

    Args:
        config: game, options, network, reward, discount and seed; also who learns (``mode``: the team or the monsters)
            and the agent of the other side (``partners``).
        folder: of the run.
        teacher: spec of an agent.
        games: of all rounds together.
        rounds: the pupil of each round plays in the next.
        share: of the decisions that the pupil plays in the rounds behind the first.
        epochs: passes over all lessons so far in each round.
        overwrite: replace what the folder holds.
        console: for what is learned.

    Returns:
        See `clone`.

    Raises:
        OptionError: an option out of range, or a folder that exists.
    """
    extras.require("train", *extras.TRAIN)
    import torch

    from agents import policy_file
    from agents.training import make_env, make_model

    for name, value in (("games", games), ("rounds", rounds), ("epochs", epochs)):
        if value < 1:
            raise OptionError(f"{name} must be at least 1, got {value}")
    if not 0 <= share <= 1:
        raise OptionError(f"share is a part of the decisions, 0 to 1, got {share}")
    if games < rounds:
        raise OptionError(f"{games} games cannot fill {rounds} rounds; give more games or fewer rounds")
    game = envs.load(config.game, **config.options)
    side = config.learner_side(game.hero_seats)
    if config.mode == "alternating" or (side == "team" and config.mode != "team"):
        raise OptionError(
            f"the teacher plays a whole side: set mode: team or mode: monsters, got mode {config.mode!r}, "
            f"seat {config.seat!r}"
        )
    partner_entries(config, game)
    against = next(iter(config.partners), "scripted")
    if len(set(config.partners)) > 1 or against in (POPULATION, PAST):
        raise OptionError(
            f"one agent plays the other side of the lessons, got partners {', '.join(config.partners)}; name one spec"
        )
    for spec in (teacher, *config.partners):
        specs.make(spec, game)
    check_training_partner(teacher, game, hero=side == "team")
    if folder.exists() and not overwrite:
        raise OptionError(f"{folder} exists; choose another --run, or replace it with --overwrite")
    console = console or Console(quiet=True)
    started = time.monotonic()
    small = config.model_copy(update={"n_envs": 1, "n_steps": 2, "batch_size": 2})
    venv = make_env(small, game, make_partners(config, game, folder, None))
    model = make_model(config, venv)
    first = config.first_game_seed + LESSON_SEEDS
    parts: list[Lessons] = []
    found: dict[str, float] = {}
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    policy = folder / "policy.zip"
    for number in range(rounds):
        low, high = games * number // rounds, games * (number + 1) // rounds
        parts.append(
            collect(
                game, teacher, range(first + low, first + high), side=side, against=against,
                pupil=str(policy) if number else None, share=share, reward=config.reward, gamma=config.gamma,
                max_cycles=config.max_cycles,
            )
        )  # fmt: skip
        lessons = Lessons.joined(parts)
        torch.manual_seed(config.seed)
        found = clone(
            model.policy, lessons, num_actions=game.num_actions, epochs=epochs, vf_coef=config.vf_coef, seed=config.seed
        )
        info = policy_file.PolicyInfo.of(
            game,
            hidden=tuple(config.net_arch),
            steps=0,
            updates=0,
            seconds=time.monotonic() - started,
            config=config.model_dump(mode="json"),
        )
        policy_file.write(policy, model, info, {})
        console.print(
            f"round {number + 1} of {rounds}: {len(lessons):,} lessons, {found['accuracy']:.1%} of the teacher's "
            f"actions foretold, cross entropy {found['cross_entropy']:.3f}, explained variance of the value "
            f"{found['explained_variance']:.2f}, {time.monotonic() - started:.0f} s"
        )
    venv.close()
    write_config(folder / "config.yaml", config)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit code."""
    extras.require("train", "jsonargparse")
    from jsonargparse import ArgumentParser

    parser = ArgumentParser(prog="python -m agents.imitation", description=__doc__.split("\n")[0])
    parser.add_argument("--config", required=True, help="YAML file of the experiment that will go on from here")
    parser.add_argument("--run", required=True, help="name of the run, a folder below runs/")
    parser.add_argument("--teacher", default="scripted", help="spec of the teacher, see agents.spec")
    parser.add_argument("--games", type=int, default=500, help="games of all rounds")
    parser.add_argument("--rounds", type=int, default=2, help="from the second on the pupil plays too")
    parser.add_argument("--share", type=float, default=0.5, help="part of the decisions that it plays then")
    parser.add_argument("--epochs", type=int, default=5, help="passes over the lessons in each round")
    parser.add_argument("--seed", type=int | None, default=None, help="in place of the config's")
    parser.add_argument("--overwrite", action="store_true", help="replace a run of this name")
    given = parser.parse_args(arguments)
    console = Console()
    try:
        if not given.run or Path(given.run).name != given.run:
            raise OptionError(f"a run's name is the name of one folder, got {given.run!r}")
        config = read_config(Path(given.config))
        if given.seed is not None:
            config = config.model_copy(update={"seed": given.seed})
        imitate(
            config, RUNS / given.run, teacher=given.teacher, games=given.games, rounds=given.rounds, share=given.share,
            epochs=given.epochs, overwrite=given.overwrite, console=console,
        )  # fmt: skip
    except DerelictError as error:
        print(f"{parser.prog}: error: {error}", file=sys.stderr)
        return 2
    console.print(f"saved {RUNS / given.run / 'policy.zip'}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
