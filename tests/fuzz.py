"""Plays random games and says what went wrong: errors of the core, games that never end, pieces made or lost.

    python -m tests.fuzz --game machina_arcana --games 5000
    python -m tests.fuzz --game machina_arcana --options '{"seats": 3}' --seed 17 --games 1

The games are spread over all seat counts, monster settings and the options with listed values. Every game is
determined by its options and its seed, so a failure names both, and the second command plays that game alone.

A game may offer ``check_pieces(state)``, which raises `AssertionError` for a card, token or figure that was made or
lost; it is called on every `CHECK_EVERY`-th step on a sample of the games, and on all of them at the end.
"""

from __future__ import annotations

import argparse
import enum
import faulthandler
import importlib
import itertools
import json
import sys
import time
import typing
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

import envs
from envs.core.engine import mix_seed
from envs.core.errors import CoreError, OptionError
from envs.core.game import Game

ROWS = 256
"""Games that are played side by side."""

CHECK_EVERY = 64
SAMPLE = 8
STUCK_AFTER = 120.0
"""Seconds without a step after which the run is stopped with a traceback."""

_ACTION_WORD = 0x9E3779B97F4A7C15


@dataclass
class Report:
    """What the games of one configuration, or of all of them, have shown.

    Attributes:
        games, decisions: how many were played.
        longest: decisions of the longest game.
        endings: reason code -> games.
        failures: one line each, with the options and the seed of the game.
        legal: (num_actions,) bool, was legal at least once.
        choices, procedures: numbers of the questions asked and of the procedures seen on the stack at a question.
    """

    games: int = 0
    decisions: int = 0
    longest: int = 0
    endings: dict[str, int] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)
    legal: np.ndarray = field(default_factory=lambda: np.zeros(0, bool))
    choices: set[int] = field(default_factory=set)
    procedures: set[int] = field(default_factory=set)

    def add(self, other: Report) -> None:
        """Take in the report of another configuration of the same game."""
        self.games += other.games
        self.decisions += other.decisions
        self.longest = max(self.longest, other.longest)
        for ending, games in other.endings.items():
            self.endings[ending] = self.endings.get(ending, 0) + games
        self.failures += other.failures
        self.legal = other.legal if not self.legal.size else self.legal | other.legal
        self.choices |= other.choices
        self.procedures |= other.procedures


def configurations(name: str) -> list[dict[str, Any]]:
    """Options to play with: every seat count with every monster setting, and each other listed value once per both.

    The values of an option are listed if its type is ``bool`` or ``Literal[...]``.
    """
    model = importlib.import_module(f"envs.{name}.game").GAME.Options
    listed: dict[str, list[Any]] = {}
    for key, info in model.model_fields.items():
        if info.annotation is bool:
            listed[key] = [False, True]
        elif typing.get_origin(info.annotation) is typing.Literal:
            listed[key] = list(typing.get_args(info.annotation))
    monsters = listed.pop("monsters", ["rules"])
    found = []
    for seats, setting in itertools.product(range(1, 17), monsters):
        base = {"seats": seats, "monsters": setting}
        others = [
            {key: value}
            for key, values in listed.items()
            for value in values
            if value != model.model_fields[key].default
        ]
        for more in [{}, *others]:
            try:
                envs.load(name, **base, **more)
            except OptionError:
                continue
            found.append({**base, **more})
    return found


def action_word(seed: int) -> int:
    """The word from which the actions of the game with this seed are drawn."""
    return mix_seed(seed ^ _ACTION_WORD)


def play(game: Game, games: int, seed: int, longest: int, *, check: Callable[[Any], object] | None = None) -> Report:
    """Play `games` random games of one configuration, with the seeds from `seed` on.

    Args:
        game: the configuration.
        games: how many games.
        seed: game i has the seed ``seed + i``.
        longest: a game with more decisions is a failure.
        check: raises `AssertionError` for a state that lost or made a piece; ``None`` for the game's own.
    """
    check = check or getattr(game, "check_pieces", None)
    report = Report(legal=np.zeros(game.num_actions, bool))
    options = json.dumps(game.options.model_dump(exclude_unset=True))
    rows = min(ROWS, games)

    def fail(row_seed: int, what: object) -> None:
        report.failures.append(f"--game {game.name} --options '{options}' --seed {row_seed} --games 1: {what}")

    def pieces(state: Any) -> None:
        try:
            if check:
                check(state)
        except AssertionError as error:
            fail(int(state["core"]["seed"]), f"decision {int(state['core']['decisions'])}: {error}")

    try:
        batch = game.batch(rows, seed=seed, max_cycles=longest, autoreset=False, threads=0)
    except CoreError as error:
        return Report(games=rows, failures=[f"--game {game.name} --options '{options}': {error}"], legal=report.legal)
    started = rows
    running = np.ones(rows, bool)
    words = np.array([action_word(int(s)) for s in batch.seeds], np.uint64)
    core = batch.states["core"]
    waiting = np.zeros(1 << 15, bool)  # by the number of the procedure
    for step in itertools.count():
        for row in np.flatnonzero(running & (core["error"] != 0)):
            fail(int(batch.seeds[row]), _reason(game, batch.states[row]))
            report.games += 1
            running[row] = False
        if not running.any():
            break
        faulthandler.dump_traceback_later(STUCK_AFTER, exit=True, file=sys.__stderr__)
        report.legal |= batch.mask[running].any(axis=0)
        report.choices.update(np.unique(core["choice"][running]).tolist())
        stack = core["stack"]["proc"][running]
        waiting[stack[np.arange(stack.shape[1]) < core["depth"][running][:, None]]] = True
        if step % CHECK_EVERY == 0:
            for row in np.flatnonzero(running)[:SAMPLE]:
                pieces(batch.states[row])
        report.decisions += int(running.sum())
        with suppress(CoreError):  # which rows are broken is read from their states
            batch.step(batch.random_actions(words), running)
        ended = running & batch.done
        for row in np.flatnonzero(ended):
            state = batch.states[row]
            pieces(state)
            report.games += 1
            report.longest = max(report.longest, int(batch.length[row]))
            if not state["core"]["over"]:
                fail(int(batch.seeds[row]), f"not over after {int(batch.length[row])} decisions")
            ending = game.outcome(state).reason
            report.endings[ending] = report.endings.get(ending, 0) + 1
        running &= ~ended
        fresh = np.flatnonzero(~running)[: games - started]
        if fresh.size:
            where = np.zeros(rows, bool)
            where[fresh] = True
            seeds = batch.seeds.copy()
            seeds[fresh] = np.arange(seed + started, seed + started + fresh.size, dtype=np.uint64)
            words[fresh] = [action_word(int(s)) for s in seeds[fresh]]
            started += fresh.size
            running |= where
            with suppress(CoreError):
                batch.reset(seeds, where)
    faulthandler.cancel_dump_traceback_later()
    batch.close()
    report.procedures.update(np.flatnonzero(waiting).tolist())
    return report


def _reason(game: Game, state: Any) -> str:
    """The message of the error that stopped a game."""
    try:
        game._check(state)
    except CoreError as error:
        return str(error)
    return "no error"


def _names(game: Game, enumeration: str, seen: set[int]) -> list[str]:
    """Members of an enumeration of the game's ``state.py`` that are not in `seen`."""
    state = importlib.import_module(f"envs.{game.name}.state")
    members: Iterator[enum.IntEnum] = iter(getattr(state, enumeration, ()))
    return [member.name.lower() for member in members if int(member) not in seen]


def show(game: Game, report: Report) -> None:
    """Print what was played, what was never legal or asked, and the failures."""
    print(f"{report.games} games, {report.decisions} decisions, longest {report.longest}")
    print("endings:", ", ".join(f"{k} {v}" for k, v in sorted(report.endings.items(), key=lambda e: -e[1])))
    never = [name for name, legal in zip(game.actions, report.legal, strict=True) if not legal]
    print(f"actions never legal: {len(never)} of {game.num_actions}" + (f": {', '.join(never)}" if never else ""))
    for label, enumeration, seen in (
        ("questions never asked", "Choice", report.choices),
        ("procedures never seen waiting", "Proc", report.procedures),
    ):
        missing = _names(game, enumeration, seen)
        print(f"{label}: {len(missing)}" + (f": {', '.join(missing)}" if missing else ""))
    for failure in report.failures[:20]:
        print(f"FAILED python -m tests.fuzz {failure}")
    print(f"{len(report.failures)} failures")


def sanitized() -> bool:
    """Whether the compiled rules of this process are the sanitizer build."""
    maps = Path("/proc/self/maps")
    return maps.exists() and "libubsan" in maps.read_text(encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__.split("\n")[0])
    parser.add_argument("--game", action="append", help="a game; may be given again (default: all)")
    parser.add_argument("--games", type=int, default=1000, help="random games, over all configurations of a game")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first game of each configuration")
    parser.add_argument("--longest", type=int, default=5000, help="a game with more decisions is a failure")
    parser.add_argument("--options", type=json.loads, help="play this configuration only, as JSON")
    parser.add_argument("--sanitized", action="store_true", help="fail unless this is the sanitizer build")
    given = parser.parse_args(arguments)
    if given.sanitized and not sanitized():
        print("expected the sanitizer build; rebuild with DERELICT_SANITIZE=1 pip install -e .", file=sys.stderr)
        return 1
    failed = False
    for name in given.game or envs.GAMES:
        options = configurations(name) if given.options is None else [given.options]
        shares = np.diff(np.linspace(0, given.games, len(options) + 1).astype(int)).tolist()
        total, begin = Report(), time.perf_counter()
        for configuration, games in zip(options, shares, strict=True):
            if games and given.sanitized:
                print(f"{name} {json.dumps(configuration)}", flush=True)  # a report of the sanitizer names no game
            if games:
                total.add(play(envs.load(name, **configuration), games, given.seed, given.longest))
        print(f"{name}: {len(options)} configurations, {time.perf_counter() - begin:.1f} s")
        show(envs.load(name, **options[0]), total)
        failed |= bool(total.failures)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
