"""Plays random games and says what went wrong: errors of the core, games that never end, pieces made or lost, things
that are never reached.

    python -m tests.fuzz --game machina_arcana --games 5000
    python -m tests.fuzz --game machina_arcana --options '{"seats": 3}' --seed 17 --games 1
    python -m tests.fuzz --game machina_arcana --games 0 --scripted 100

The games are spread over all seat counts, monster settings, the options with listed values and mixtures of them. How a
game is played depends on its seed, see `STYLES`: with all legal actions equally likely, or all groups of the action
table that have a legal action, which leads further into a game with hundreds of ways to waste a turn; further still
lead weights that the game's guide gives to the groups (`tests.coverage.Guide`), and a guide that helps, so that random
players live to see the end. In a scripted game the scripted player answers for the heroes, but one answer in `ERRATIC`
is random. Every game is determined by its options and its seed, so a failure names both, and the second command plays
that game alone.

A game may offer ``check_pieces(state)``, which names what is wrong with the cards, tokens and figures of a position; it
is called for one game in `CHECKED` at the end, and now and then for some on the way.

With ``--coverage`` it is a failure if an action was never legal, a question never asked, a procedure never run, an
ending never seen, a card, an ability, a quest or a word of the vocabulary never used, unless the guide says why it
cannot be (`tests.coverage`).
"""

from __future__ import annotations

import argparse
import faulthandler
import functools
import importlib
import itertools
import json
import math
import os
import sys
import time
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

import envs
from agents import scripted
from envs.core._fuzz import Player
from envs.core.engine import mix_seed
from envs.core.errors import CoreError, OptionError
from envs.core.game import Game
from envs.view import View
from tests import coverage
from tests.coverage import Coverage

ROWS = 256
"""Games that are played side by side."""

EVERY = 16
"""Decisions after which the games are looked at."""

CHECKED = 4
"""One game in so many has its pieces counted at the end."""

CHECK_LOOKS = 16
"""Looks at the games after which the pieces of one of them are counted on the way; all are if there is one game."""

OBSERVED = 4
"""Games whose observations are written at each look."""

ERRATIC = 5
"""One answer in so many is random in a scripted game."""

STYLES = ("even", "groups", "eager", "helped")
"""How the game with a seed is played, by the remainder of the seed: all legal actions are equally likely; all groups
are; groups by the guide's weights; and the guide helps besides."""

STUCK_AFTER = 120.0
"""Seconds without a look at the games after which the run is stopped with a traceback."""

ARMED_FOR = 10.0
"""Seconds after which the clock that does so is set anew: it costs as much as many decisions."""

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
        coverage: what was reached.
    """

    games: int = 0
    decisions: int = 0
    longest: int = 0
    endings: dict[str, int] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)
    coverage: Coverage = field(default_factory=Coverage)

    def add(self, other: Report) -> None:
        """Take in the report of another configuration of the same game."""
        self.games += other.games
        self.decisions += other.decisions
        self.longest = max(self.longest, other.longest)
        for ending, games in other.endings.items():
            self.endings[ending] = self.endings.get(ending, 0) + games
        self.failures += other.failures
        self.coverage.add(other.coverage)


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


@functools.cache
def configurations(name: str) -> list[dict[str, Any]]:
    """Options to play with: every seat count with every monster setting, each other listed value, and each that the
    game's guide adds, once per both, and mixtures of all of them. Of options that make the same game only the first
    are taken."""
    listed = {**listed_values(name), **coverage.guide(name).values}
    bases = [dict(zip(("seats", "monsters"), pair, strict=True)) for pair in itertools.product(
        listed["seats"], listed.get("monsters", ["rules"]))]  # fmt: skip
    singles = [{key: value} for key in listed.keys() - {"seats", "monsters"} for value in listed[key][1:]]
    wanted = [[{**base, **more}] for base in bases for more in [{}, *sorted(singles, key=str)]]
    # A mixture that cannot be is played with one option less.
    mixed = [[options, *({k: v for k, v in options.items() if k != less} for less in options if less not in bases[0])]
             for options in mixtures(listed)]  # fmt: skip
    found, seen = [], set()
    for tried in [*wanted, *mixed]:
        for options in tried:
            with suppress(OptionError):
                game = envs.load(name, **options)
                same = (game.seats, game.tables.tobytes())
                if same not in seen:
                    seen.add(same)
                    found.append({key: value for key, value in options.items() if value is not None})
                break
    return found


def action_word(seed: int) -> int:
    """The word from which the actions of the game with this seed are drawn."""
    return mix_seed(seed ^ _ACTION_WORD)


@functools.cache
def weights_of(game: Game, style: str) -> np.ndarray:
    """How likely a player of a style takes an action of each group, as `envs.core._fuzz.Player.wander` takes it."""
    weights = coverage.guide(game.name).weights if style in ("eager", "helped") else {}
    even = style == "even"
    return np.array([0 if even else weights.get(group, 1) for group in game.actions.groups], np.uint8)


def player(game: Game) -> Player:
    """A random player of a game that notes what happens."""
    starts = [*(ids.start for ids in game.actions.groups.values()), game.num_actions]
    return Player(game._load()[1], game.tables, starts, coverage.guide(game.name).interpreter)


class Alarm:
    """Stops the run with a traceback when nothing happens for `STUCK_AFTER` seconds between two calls of `set`."""

    def __init__(self) -> None:
        self._since = -math.inf

    def set(self) -> None:
        """Something happens."""
        if time.monotonic() - self._since > ARMED_FOR:
            self._since = time.monotonic()
            faulthandler.dump_traceback_later(STUCK_AFTER, exit=True, file=sys.__stderr__)

    def __enter__(self) -> Alarm:
        return self

    def __exit__(self, *_: object) -> None:
        faulthandler.cancel_dump_traceback_later()


class Watch:
    """What is looked at while games of one configuration are played, with the report that comes of it.

    Args:
        game: the configuration.
        kind: ``"games"`` or ``"scripted"``, the argument that plays such games.
        check: says what is wrong with the pieces of a state; ``None`` for the game's own.
        closely: count the pieces at every look, as for a game that is played once more alone.
    """

    def __init__(self, game: Game, kind: str, check: Callable[[Any], Sequence[str]] | None, closely: bool = False):
        self.game = game
        self.every = 1 if closely else CHECK_LOOKS
        self.kind = kind
        self.check = check or getattr(game, "check_pieces", None)
        self.player = player(game)
        self.notes = coverage.guide(game.name).notes(game)
        self._report = Report()
        self._observation = np.empty(game.observation_size, np.float32)

    def fail(self, seed: int, what: object) -> None:
        """Note a failure of the game with this seed."""
        options = json.dumps(self.game.options.model_dump(exclude_unset=True))
        one = "--games 1" if self.kind == "games" else "--games 0 --scripted 1"
        self._report.failures.append(f"--game {self.game.name} --options '{options}' --seed {seed} {one}: {what}")

    def pieces(self, state: Any) -> None:
        """Count the pieces of a state."""
        if self.check:
            for problem in self.check(state):
                self.fail(int(state["core"]["seed"]), f"decision {int(state['core']['decisions'])}: {problem}")

    def observations(self, state: Any) -> None:
        """Write what each seat sees of a state."""
        for seat in range(self.game.num_seats):
            self.game.observe(state, seat, self._observation)
            if not (abs(self._observation) <= 1).all():
                self.fail(int(state["core"]["seed"]), f"decision {int(state['core']['decisions'])}: seat {seat} sees "
                          "numbers that are not in [-1, 1]")  # fmt: skip

    def ended(self, state: Any) -> None:
        """Note a game that is over or was cut off."""
        decisions, seed = int(state["core"]["decisions"]), int(state["core"]["seed"])
        if seed % (CHECKED * len(STYLES)) < len(STYLES) or self.kind == "scripted" or self.every == 1:
            self.pieces(state)
        self.observations(state)
        self._report.games += 1
        self._report.longest = max(self._report.longest, decisions)
        if not state["core"]["over"]:
            self.fail(seed, f"not over after {decisions} decisions")
        ending = self.game.outcome(state).reason
        self._report.endings[ending] = self._report.endings.get(ending, 0) + 1

    def broken(self, seed: int, error: Exception) -> None:
        """Note a game that an error has stopped."""
        self._report.games += 1
        self.fail(seed, error)

    def report(self) -> Report:
        """What was seen."""
        self._report.decisions = self.player.decisions
        unused = coverage.unused(self.game)
        self._report.coverage = Coverage(
            self.player.legal,
            self.player.played != 0,
            unused,
            {self.game.actions[a] for a in np.flatnonzero(self.player.legal) if unused[a]},
            set(np.flatnonzero(self.player.choices).tolist()),
            set(np.flatnonzero(self.player.procs).tolist()),
            set(self._report.endings),
            self.notes.found(self.player.ops),
        )
        return self._report


class Table:
    """Games of one configuration that are played side by side; each ends as it would alone.

    Args:
        game: the configuration.
        seeds: of the games.
        watch: it is told of games that cannot begin.
    """

    def __init__(self, game: Game, seeds: Iterable[int], watch: Watch):
        self.game = game
        self.watch = watch
        self.seeds = iter(seeds)
        self.states = np.zeros(ROWS, game.record.dtype)
        self.words = np.zeros(ROWS, np.uint64)
        self.weights = np.zeros((ROWS, len(game.actions.groups)), np.uint8)
        self.running = np.zeros(ROWS, bool)
        self.states["core"]["over"] = 1
        for row in range(ROWS):
            self.begin(row)

    def begin(self, row: int) -> None:
        """Start the next game that can begin in this row, if there is one left."""
        self.running[row] = False
        for seed in self.seeds:
            try:
                self.states[row] = self.game.new(seed)
            except CoreError as error:
                self.watch.broken(seed, error)
                continue
            self.words[row] = action_word(seed)
            self.weights[row] = weights_of(self.game, STYLES[seed % len(STYLES)])
            self.running[row] = True
            return

    def state(self, row: int) -> Any:
        """The state in a row; changes of it change the row."""
        return self.states[row : row + 1].reshape(())

    def help(self) -> None:
        """Let the guide help where it may."""
        guide = coverage.guide(self.game.name)
        helped = self.states["core"]["seed"] % np.uint64(len(STYLES)) == STYLES.index("helped")
        for row in np.flatnonzero(self.running & helped):
            guide.help(self.game, self.state(row), mix_seed(action_word(int(self.states["core"]["seed"][row]))))


def play(game: Game, games: int, seed: int, longest: int, *, check: Callable[[Any], Any] | None = None) -> Report:
    """Play `games` random games of one configuration, with the seeds from `seed` on.

    Args:
        game: the configuration.
        games: how many games.
        seed: game i has the seed ``seed + i``.
        longest: a game that is not over after so many decisions, or at most `EVERY` more, is a failure.
        check: see `Watch`.
    """
    watch = Watch(game, "games", check, closely=games == 1)
    table = Table(game, range(seed, seed + games), watch)
    with Alarm() as alarm:
        for look in itertools.count():
            if not table.running.any():
                break
            alarm.set()
            watch.player.wander(table.states, table.words, table.weights, EVERY)
            _look(watch, table, look)
            core = table.states["core"]
            for row in np.flatnonzero(table.running & (core["error"] != 0)):
                try:
                    game._check(table.state(row))
                except CoreError as error:
                    watch.broken(int(core["seed"][row]), error)
                table.begin(row)
            for row in np.flatnonzero(table.running & ((core["over"] != 0) | (core["decisions"] >= longest))):
                watch.ended(table.state(row))
                table.begin(row)
            table.help()
    return watch.report()


def _look(watch: Watch, table: Table, look: int) -> None:
    """Look at the games on the table for the time `look`."""
    going = np.flatnonzero(table.running & (table.states["core"]["error"] == 0))
    if not going.size:
        return
    watch.notes.look(table.states[going])
    first = look % going.size
    for row in going[first : first + OBSERVED]:
        watch.observations(table.state(row))
    if look % watch.every == 0:
        watch.pieces(table.state(going[first]))


def play_scripted(
    game: Game, games: int, seed: int, longest: int, *, check: Callable[[Any], Any] | None = None
) -> Report:
    """Play `games` games of one configuration with the scripted player and random slips; arguments as in `play`."""
    watch = Watch(game, "scripted", check, closely=games == 1)
    with Alarm() as alarm:
        for s in range(seed, seed + games):
            alarm.set()
            try:
                state = game.new(s)
                _play_scripted(watch, state, longest)
            except (CoreError, ValueError) as error:  # ValueError: the scripted player's action is not legal
                watch.broken(s, error)
            else:
                watch.notes.look(state.reshape(1))
                watch.ended(state)
    return watch.report()


def _play_scripted(watch: Watch, state: Any, longest: int) -> None:
    """Play one game to its end, in the scripted style that belongs to its seed.

    Raises:
        CoreError: the rules have stopped.
        ValueError: the scripted player has chosen an illegal action.
    """
    game, seed = watch.game, int(state["core"]["seed"])
    rng = np.random.default_rng(action_word(seed))
    styles = list(scripted.styles(game.name))
    agent = scripted.make(game.name, styles[seed % len(styles)])
    agent.reset(seed)
    while (seat := game.turn(state)) is not None and (decisions := int(state["core"]["decisions"])) < longest:
        view = View.of(game, state, seat)
        if decisions % EVERY == 0:
            watch.notes.look(state.reshape(1))
        if decisions % (EVERY * watch.every) == 0:
            watch.pieces(state)
        if seat >= game.hero_seats or rng.integers(ERRATIC) == 0:
            action = int(rng.choice(np.flatnonzero(view.mask)))
        else:
            action = agent.act(view)
        watch.player.step(state, action)
        game._check(state)


def play_batch(game: Game, seed: int, steps: int = 64) -> None:
    """Step a small `Batch`, with its observations, rewards and new games; raises whatever goes wrong."""
    batch = game.batch(8, seed=seed, reward="shaped", max_cycles=steps // 2)
    words = np.array([action_word(int(s)) for s in batch.seeds], np.uint64)
    for _ in range(steps):
        batch.step(batch.random_actions(words))
    batch.close()


def show(game: Game, report: Report) -> list[str]:
    """Print what was played, the coverage, what was never reached, and the failures.

    Returns:
        What was never reached, a line each.
    """
    missing = coverage.missing(game, report.coverage)
    print(f"{report.games} games, {report.decisions} decisions, longest {report.longest}")
    print("endings:", ", ".join(f"{k} {v}" for k, v in sorted(report.endings.items(), key=lambda e: -e[1])))
    for line in [*coverage.table(game, report.coverage), *coverage.seldom(game, report.coverage), *missing]:
        print(line)
    print(f"{len(missing)} kinds of things never reached")
    for failure in report.failures[:20]:
        print(f"FAILED python -m tests.fuzz {failure}")
    print(f"{len(report.failures)} failures")
    return missing


def sanitized() -> bool:
    """Whether the compiled rules of this process are the sanitizer build."""
    maps = Path("/proc/self/maps")
    return maps.exists() and "libubsan" in maps.read_text(encoding="utf-8")


@dataclass(frozen=True)
class Work:
    """Games of one configuration, for one process."""

    name: str
    options: dict[str, Any]
    kind: str
    games: int
    seed: int
    longest: int
    announce: bool

    def do(self) -> Report:
        """Play them."""
        if self.announce:
            print(f"{self.name} {json.dumps(self.options)} {self.kind}", flush=True)
        game = envs.load(self.name, **self.options)
        if self.kind == "scripted":
            return play_scripted(game, self.games, self.seed, self.longest)
        report = play(game, self.games, self.seed, self.longest)
        try:
            play_batch(game, self.seed)
        except CoreError as error:
            report.failures.append(f"--game {self.name}: a batch of {game!r}: {error}")
        return report


def do_all(work: Sequence[Work], jobs: int) -> Iterator[Report]:
    """The reports of all work, done in so many processes side by side.

    Raises:
        BrokenProcessPool: a process has died, such as by a report of the sanitizer.
    """
    if jobs == 1:
        yield from map(Work.do, work)
    else:
        with ProcessPoolExecutor(jobs) as pool:
            yield from pool.map(Work.do, work)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__.split("\n")[0])
    parser.add_argument("--game", action="append", help="a game; may be given again (default: all)")
    parser.add_argument("--games", type=int, default=1000, help="random games, over all configurations of a game")
    parser.add_argument("--scripted", type=int, default=0, help="games of the scripted player with random slips")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first game")
    parser.add_argument("--longest", type=int, default=20000, help="a game with more decisions is a failure")
    parser.add_argument("--options", type=json.loads, help="play this configuration only, as JSON")
    parser.add_argument("--coverage", action="store_true", help="fail if something is never reached")
    parser.add_argument("--sanitized", action="store_true", help="fail unless this is the sanitizer build")
    parser.add_argument("--jobs", type=int, default=1, help="processes side by side; 0: one for each processor")
    given = parser.parse_args(arguments)
    if given.sanitized and not sanitized():
        print("expected the sanitizer build; rebuild with DERELICT_SANITIZE=1 pip install -e .", file=sys.stderr)
        return 1
    failed = False
    for name in given.game or envs.GAMES:
        begin = time.perf_counter()
        options = configurations(name) if given.options is None else [given.options]
        work = []
        for kind, wanted in (("games", given.games), ("scripted", given.scripted * (name in scripted.games()))):
            shares = np.diff(np.linspace(0, wanted, len(options) + 1).astype(int)).tolist()
            for i, (configuration, games) in enumerate(zip(options, shares, strict=True)):
                first = given.seed + i * SEEDS_PER_CONFIGURATION
                # A report of the sanitizer names no game, so each configuration is named before it is played.
                announce = given.sanitized or given.jobs != 1
                if games:
                    work.append(Work(name, configuration, kind, games, first, given.longest, announce))
        total = Report()
        try:
            for report in do_all(work, given.jobs or os.cpu_count() or 1):
                total.add(report)
        except BrokenProcessPool as error:
            print(f"FAILED {name}: {error} It played one of the configurations named last.")
            return 1
        print(f"{name}: {len(options)} configurations, {time.perf_counter() - begin:.1f} s")
        missing = show(envs.load(name, **options[0]), total)
        failed |= bool(total.failures) or (given.coverage and bool(missing))
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
