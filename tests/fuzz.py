"""Plays random games and says what went wrong: errors of the core, games that never end, pieces made or lost.

    python -m tests.fuzz --game machina_arcana --games 5000
    python -m tests.fuzz --game machina_arcana --options '{"seats": 3}' --seed 17 --games 1
    python -m tests.fuzz --game machina_arcana --games 0 --scripted 100

The games are spread over all seat counts, monster settings, the options with listed values and mixtures of them. In
games with an even seed all legal actions are equally likely; with an odd one all groups of the action table that have a
legal action are, and then all legal actions of the group, which leads further into a game with hundreds of ways to
waste a turn. Furthest lead scripted games: the scripted player answers for the heroes, but one answer in `ERRATIC` is
random. Every game is determined by its options and its seed, so a failure names both, and the second command plays that
game alone.

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
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

import envs
from agents import scripted
from envs.core.engine import mix_seed
from envs.core.errors import CoreError, OptionError
from envs.core.game import Game
from envs.view import View

ROWS = 256
"""Games that are played side by side."""

CHECK_EVERY = 64
SAMPLE = 8
ERRATIC = 5
"""One answer in so many is random in a scripted game."""

STUCK_AFTER = 120.0
"""Seconds without a step after which the run is stopped with a traceback."""

SEEDS_PER_CONFIGURATION = 1_000_000

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


def listed_values(name: str) -> dict[str, list[Any]]:
    """The values of the options of a game whose type is ``bool``, ``bool | None`` or ``Literal[...]``, and of
    ``seats``; the default comes first."""
    model = importlib.import_module(f"envs.{name}.game").GAME.Options
    listed: dict[str, list[Any]] = {"seats": []}
    for seats in range(1, 17):
        with suppress(OptionError):
            listed["seats"].append(envs.load(name, seats=seats).options.seats)
    for key, info in model.model_fields.items():
        values: list[Any] = []
        if info.annotation is bool:
            values = [False, True]
        elif info.annotation == (bool | None):
            values = [None, False, True]
        elif typing.get_origin(info.annotation) is typing.Literal:
            values = list(typing.get_args(info.annotation))
        if values:
            listed[key] = sorted(values, key=lambda value, first=info.default: value != first)
    return listed


def mixtures(values: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    """Few configurations in which any two values of two different options meet at least once."""
    keys = list(values)
    left = {
        ((a, i), (b, j))
        for a, b in itertools.combinations(keys, 2)
        for i in range(len(values[a]))
        for j in range(len(values[b]))
    }
    found = []
    while left:
        chosen = dict(min(left, key=lambda pair: [(keys.index(key), number) for key, number in pair]))
        for key in keys:
            if key not in chosen:
                chosen[key] = max(
                    range(len(values[key])),
                    key=lambda i: sum(
                        {((key, i), (k, j)), ((k, j), (key, i))} & left != set() for k, j in chosen.items()
                    ),
                )
        left -= set(itertools.permutations(chosen.items(), 2))
        found.append({key: values[key][chosen[key]] for key in keys})
    return found


def configurations(name: str) -> list[dict[str, Any]]:
    """Options to play with: every seat count with every monster setting, each other listed value once per both, and
    mixtures of all of them. Of options that make the same game only the first are taken."""
    listed = listed_values(name)
    bases = [dict(zip(("seats", "monsters"), pair, strict=True)) for pair in itertools.product(
        listed["seats"], listed.get("monsters", ["rules"]))]  # fmt: skip
    singles = [{key: value} for key in listed.keys() - {"seats", "monsters"} for value in listed[key][1:]]
    wanted = [{**base, **more} for base in bases for more in [{}, *sorted(singles, key=str)]]
    found, seen = [], set()
    for options in [*wanted, *mixtures(listed)]:
        try:
            game = envs.load(name, **options)
        except OptionError:
            continue
        same = (game.seats, game.tables.tobytes())
        if same not in seen:
            seen.add(same)
            found.append({key: value for key, value in options.items() if value is not None})
    return found


def action_word(seed: int) -> int:
    """The word from which the actions of the game with this seed are drawn."""
    return mix_seed(seed ^ _ACTION_WORD)


def pick_by_group(masks: np.ndarray, starts: np.ndarray, words: np.ndarray) -> np.ndarray:
    """An action for each row: a random group of those with a legal action, then a random legal action of it.

    Args:
        masks: (n, num_actions) bool, each row with a legal action.
        starts: first id of each group.
        words: (n,) uint64, the random state of each row.
    """

    def pick(options: np.ndarray, chances: np.ndarray) -> np.ndarray:
        place = (chances % options.sum(axis=1).astype(np.uint64)).astype(np.int64)
        return (options.cumsum(axis=1) > place[:, None]).argmax(axis=1)

    groups = pick(np.logical_or.reduceat(masks, starts, axis=1), words >> np.uint64(40))
    group_of = np.repeat(np.arange(len(starts)), np.diff([*starts, masks.shape[1]]))
    return pick(masks & (group_of == groups[:, None]), (words >> np.uint64(16)) & np.uint64(0xFFFFFF))


class Watch:
    """What is looked at while games of one configuration are played, with the report that comes of it.

    Args:
        game: the configuration.
        kind: ``"games"`` or ``"scripted"``, the argument that plays such games.
        check: raises `AssertionError` for a state that lost or made a piece; ``None`` for the game's own.
    """

    def __init__(self, game: Game, kind: str, check: Callable[[Any], object] | None):
        self.game = game
        self.kind = kind
        self.check = check or getattr(game, "check_pieces", None)
        self.report = Report(legal=np.zeros(game.num_actions, bool))
        self._waiting = np.zeros(1 << 15, bool)  # by the number of the procedure

    def fail(self, seed: int, what: object) -> None:
        """Note a failure of the game with this seed."""
        options = json.dumps(self.game.options.model_dump(exclude_unset=True))
        one = "--games 1" if self.kind == "games" else "--games 0 --scripted 1"
        self.report.failures.append(f"--game {self.game.name} --options '{options}' --seed {seed} {one}: {what}")

    def questions(self, states: Any) -> None:
        """Note what is asked in these states, which are in play, and which procedures wait."""
        core = states["core"]
        self.report.decisions += len(states)
        self.report.choices.update(np.unique(core["choice"]).tolist())
        stack = core["stack"]["proc"]
        self._waiting[stack[np.arange(stack.shape[1]) < core["depth"][:, None]]] = True
        self.report.procedures = set(np.flatnonzero(self._waiting).tolist())

    def pieces(self, state: Any) -> None:
        """Count the pieces of a state."""
        try:
            if self.check:
                self.check(state)
        except AssertionError as error:
            self.fail(int(state["core"]["seed"]), f"decision {int(state['core']['decisions'])}: {error}")

    def ended(self, state: Any) -> None:
        """Note a game that is over or was cut off."""
        decisions = int(state["core"]["decisions"])
        self.pieces(state)
        self.report.games += 1
        self.report.longest = max(self.report.longest, decisions)
        if not state["core"]["over"]:
            self.fail(int(state["core"]["seed"]), f"not over after {decisions} decisions")
        ending = self.game.outcome(state).reason
        self.report.endings[ending] = self.report.endings.get(ending, 0) + 1

    def broken(self, seed: int, error: CoreError) -> None:
        """Note a game that an error of the core has stopped."""
        self.report.games += 1
        self.fail(seed, error)


def play(game: Game, games: int, seed: int, longest: int, *, check: Callable[[Any], object] | None = None) -> Report:
    """Play `games` random games of one configuration, with the seeds from `seed` on.

    Args:
        game: the configuration.
        games: how many games.
        seed: game i has the seed ``seed + i``.
        longest: a game with more decisions is a failure.
        check: see `Watch`.
    """
    watch = Watch(game, "games", check)
    rows = min(ROWS, games)
    starts = np.array([ids.start for ids in game.actions.groups.values()])
    try:
        batch = game.batch(rows, seed=seed, max_cycles=longest, autoreset=False, threads=0)
    except CoreError as error:
        watch.broken(seed, error)
        return watch.report
    started = rows
    running = np.ones(rows, bool)
    words = np.array([action_word(int(s)) for s in batch.seeds], np.uint64)
    core = batch.states["core"]
    for step in itertools.count():
        for row in np.flatnonzero(running & (core["error"] != 0)):
            try:
                game._check(batch.states[row])
            except CoreError as error:
                watch.broken(int(batch.seeds[row]), error)
            running[row] = False
        if not running.any():
            break
        faulthandler.dump_traceback_later(STUCK_AFTER, exit=True, file=sys.__stderr__)
        watch.report.legal |= batch.mask[running].any(axis=0)
        watch.questions(batch.states[running])
        if step % CHECK_EVERY == 0:
            for row in np.flatnonzero(running)[:SAMPLE]:
                watch.pieces(batch.states[row])
        actions = batch.random_actions(words)
        odd = np.flatnonzero(running & (batch.seeds % 2 == 1))
        actions[odd] = pick_by_group(batch.mask[odd], starts, words[odd])
        with suppress(CoreError):  # which rows are broken is read from their states
            batch.step(actions, running)
        ended = running & batch.done
        for row in np.flatnonzero(ended):
            watch.ended(batch.states[row])
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
    return watch.report


def play_scripted(
    game: Game, games: int, seed: int, longest: int, *, check: Callable[[Any], object] | None = None
) -> Report:
    """Play `games` games of one configuration with the scripted player and random slips; arguments as in `play`."""
    watch = Watch(game, "scripted", check)
    for s in range(seed, seed + games):
        faulthandler.dump_traceback_later(STUCK_AFTER, exit=True, file=sys.__stderr__)
        rng = np.random.default_rng(action_word(s))
        agent = scripted.make(game.name)
        agent.reset(s)
        try:
            state = game.new(s)
            while (seat := game.turn(state)) is not None and state["core"]["decisions"] < longest:
                view = View.of(game, state, seat)
                watch.report.legal |= view.mask
                watch.questions(state.reshape(1))
                if int(state["core"]["decisions"]) % CHECK_EVERY == 0:
                    watch.pieces(state)
                if seat >= game.hero_seats or rng.integers(ERRATIC) == 0:
                    action = int(rng.choice(np.flatnonzero(view.mask)))
                else:
                    action = agent.act(view)
                game.step(state, action)
        except CoreError as error:
            watch.broken(s, error)
        else:
            watch.ended(state)
    faulthandler.cancel_dump_traceback_later()
    return watch.report


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
    parser.add_argument("--scripted", type=int, default=0, help="games of the scripted player with random slips")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first game")
    parser.add_argument("--longest", type=int, default=10000, help="a game with more decisions is a failure")
    parser.add_argument("--options", type=json.loads, help="play this configuration only, as JSON")
    parser.add_argument("--sanitized", action="store_true", help="fail unless this is the sanitizer build")
    given = parser.parse_args(arguments)
    if given.sanitized and not sanitized():
        print("expected the sanitizer build; rebuild with DERELICT_SANITIZE=1 pip install -e .", file=sys.stderr)
        return 1
    failed = False
    for name in given.game or envs.GAMES:
        options = configurations(name) if given.options is None else [given.options]
        total, begin = Report(), time.perf_counter()
        for kind, wanted in ((play, given.games), (play_scripted, given.scripted * (name in scripted.games()))):
            shares = np.diff(np.linspace(0, wanted, len(options) + 1).astype(int)).tolist()
            for i, (configuration, games) in enumerate(zip(options, shares, strict=True)):
                if games and given.sanitized:
                    print(f"{name} {json.dumps(configuration)}", flush=True)  # a report of the sanitizer names no game
                if games:
                    first = given.seed + i * SEEDS_PER_CONFIGURATION
                    total.add(kind(envs.load(name, **configuration), games, first, given.longest))
        print(f"{name}: {len(options)} configurations, {time.perf_counter() - begin:.1f} s")
        show(envs.load(name, **options[0]), total)
        failed |= bool(total.failures)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
