"""Many games between given agents on given seeds, played together, with the result of every seat of every game."""

from __future__ import annotations

import copy
import multiprocessing
import os
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents import spec as specs
from agents.base import Agent
from envs.core.engine import mix_seed
from envs.core.errors import IllegalAction, OptionError, near
from envs.core.game import Batch, Game
from envs.view import View, decision_words

__all__ = [
    "GameResult",
    "Progress",
    "copies_of",
    "name_of",
    "play",
    "play_in_batch",
    "score_of",
    "seat_agents",
]

TOGETHER = 256
"""Most games in one batch."""

SCORES = ("return", "won")
"""Scores of every game; each number of the game's detail is one more."""


def _begin_worker() -> None:
    """Of a process among several: the main one stops it, and the other cores have processes of their own."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # read when PyTorch is imported, if it is


Progress = Callable[[int], None]
"""Called with the number of games that have just ended."""


@dataclass(frozen=True)
class GameResult:
    """One game as it was played.

    Attributes:
        seed: the seed of the game.
        agents: spec of the agent of each seat.
        reason: how it ended, a code of the game, or ``"max_cycles"``.
        won: True, False, or None if it was cut off.
        truncated: it was cut off by a limit.
        returns: the reward ``"outcome"`` of each seat.
        decisions: how many questions were answered.
        detail: further facts of the game, such as chapters and rounds.
    """

    seed: int
    agents: tuple[str, ...]
    reason: str
    won: bool | None
    truncated: bool
    returns: tuple[float, ...]
    decisions: int
    detail: dict[str, Any]


def score_of(result: GameResult, score: str, heroes: int) -> float:
    """One game's score.

    Args:
        result: the game.
        score: ``"return"``, the mean of the hero seats; ``"won"``, 1 or 0; or a number of the game's detail.
        heroes: number of hero seats.

    Raises:
        OptionError: the game's detail has no such number, with the nearest name.
    """
    if score == "return":
        return sum(result.returns[:heroes]) / heroes
    if score == "won":
        return float(result.won is True)
    value = result.detail.get(score)
    if not isinstance(value, (int, float)):
        known = [*SCORES, *(k for k, v in result.detail.items() if isinstance(v, (int, float)))]
        raise OptionError(f"unknown score {score!r}{near(score, known)}")
    return float(value)


def seat_agents(game: Game, agents: Sequence[str | Agent], *, device: str = "cpu") -> list[Agent]:
    """One agent per seat, specs built; raises `OptionError` if their number is not that of the seats."""
    if len(agents) != game.num_seats:
        raise OptionError(
            f"{game.name}: {len(agents)} agents for {game.num_seats} seats ({', '.join(game.seats)}); "
            "name one agent per seat"
        )
    built = {a: specs.make(a, game, device=device) for a in agents if isinstance(a, str)}
    return [built[a] if isinstance(a, str) else a for a in agents]


def play(
    game: Game,
    agents: Sequence[str | Agent],
    seeds: Sequence[int],
    *,
    max_cycles: int = 0,
    device: str = "cpu",
    progress: Progress | None = None,
    workers: int = 1,
) -> list[GameResult]:
    """Play one game per seed.

    A game depends on its seed and the agents only, not on the games that are played beside it (up to the rounding
    of a network, whose sums depend on the size of its batch).

    Args:
        game: the configured game.
        agents: one agent or spec per seat. Agents with ``act_batch`` answer for all games at once; of others, each
            game gets a copy of its own.
        seeds: one per game.
        max_cycles: cut a game off after so many decisions; 0 means never.
        device: where policies compute.
        progress: called as games end.
        workers: processes that share the games, which pays for agents without ``act_batch``. More than one needs all
            agents to be given by their specs.

    Returns:
        The results in the order of `seeds`.
    """
    seated = seat_agents(game, agents, device=device)
    if workers > 1 and len(seeds) > 1 and all(isinstance(agent, str) for agent in agents):
        return _play_in_processes(game, [name_of(a) for a in agents], seeds, max_cycles, device, progress, workers)
    results: list[GameResult] = []
    for start in range(0, len(seeds), TOGETHER):
        results += _play_together(game, seated, list(seeds[start : start + TOGETHER]), max_cycles, progress)
    return results


def play_in_batch(game: Game, agents: Sequence[str | Agent]) -> bool:
    """Whether all agents can answer for many games at once."""
    return all(_in_batch(agent) for agent in seat_agents(game, agents))


def _play_in_processes(
    game: Game,
    agents: list[str],
    seeds: Sequence[int],
    max_cycles: int,
    device: str,
    progress: Progress | None,
    workers: int,
) -> list[GameResult]:
    # Small shares, so that the processes end together.
    size = max(1, min(16, -(-len(seeds) // (2 * workers))))
    shares = [list(seeds[i : i + size]) for i in range(0, len(seeds), size)]
    context = multiprocessing.get_context("spawn")  # a fork would copy the locks of other threads
    with ProcessPoolExecutor(workers, context, initializer=_begin_worker) as pool:
        try:
            futures = [pool.submit(play, game, agents, share, max_cycles=max_cycles, device=device) for share in shares]
            for future in as_completed(futures):
                if progress is not None:
                    progress(len(future.result()))
            return [result for future in futures for result in future.result()]
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _play_together(
    game: Game, agents: list[Agent], seeds: list[int], max_cycles: int, progress: Progress | None
) -> list[GameResult]:
    n = len(seeds)
    batch = Batch(game, n, max_cycles=max_cycles, autoreset=False)
    batch.reset(seeds)
    groups: dict[int, tuple[Agent, NDArray[np.bool_]]] = {}
    for seat, agent in enumerate(agents):
        groups.setdefault(id(agent), (agent, np.zeros(game.num_seats, np.bool_)))[1][seat] = True
    copies = {seat: copies_of(agent, seeds, seat) for seat, agent in enumerate(agents) if not _in_batch(agent)}
    returns = np.zeros((n, game.num_seats))
    alive = np.ones(n, np.bool_)
    actions = np.zeros(n, np.int64)
    while alive.any():
        for agent, seats in groups.values():
            rows = np.flatnonzero(alive & seats[batch.seat])
            if not rows.size:
                continue
            if _in_batch(agent):
                words = decision_words(batch.states, rows)
                actions[rows] = agent.act_batch(batch.obs[rows], batch.mask[rows], words)  # type: ignore[attr-defined]
            else:
                for row in rows.tolist():
                    actions[row] = copies[int(batch.seat[row])][row].act(View.of_row(batch, row))
        try:
            batch.step(actions, alive)
        except IllegalAction as error:
            who = f"{name_of(agents[game.seats.index(error.seat)])}: " if error.seat else ""
            raise IllegalAction(f"{who}{error}", seat=error.seat, action=error.action, legal=error.legal) from None
        returns += batch.reward
        alive &= ~batch.done
        if progress is not None and batch.done.any():
            progress(int(batch.done.sum()))
    results = []
    for row, seed in enumerate(seeds):
        outcome = game.outcome(batch.states[row : row + 1].reshape(()))
        cut = outcome.reason == "running"
        results.append(
            GameResult(
                seed=int(seed),
                agents=tuple(map(name_of, agents)),
                reason="max_cycles" if cut else outcome.reason,
                won=outcome.won,
                truncated=cut or outcome.truncated,
                returns=tuple(float(r) for r in returns[row]),
                decisions=int(batch.states["core"]["decisions"][row]),
                detail=outcome.detail,
            )
        )
    batch.close()
    return results


def name_of(agent: Agent | str) -> str:
    """The spec of an agent; of one without, the name of its class."""
    return agent if isinstance(agent, str) else getattr(agent, "spec", "") or type(agent).__name__


def _in_batch(agent: Agent) -> bool:
    return hasattr(agent, "act_batch")


def copies_of(agent: Agent, seeds: Sequence[int], seat: int) -> list[Agent]:
    """An own copy of an agent for its seat in the game of each seed."""
    copies = []
    for seed in seeds:
        one = copy.copy(agent)
        if hasattr(one, "reset"):
            one.reset(mix_seed((seed ^ mix_seed(seat)) & 0xFFFFFFFFFFFFFFFF))  # as partners in the faces are
        copies.append(one)
    return copies
