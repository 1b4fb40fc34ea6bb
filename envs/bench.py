"""How fast the games are, each figure measured in one run: ``python -m envs.bench``.

Every figure is the best of a few short windows, because whatever else the machine does only slows it down; figures that
are set against each other take turns, because a machine's speed drifts. The loops play uniformly random legal actions,
and each decision includes its mask and its observation. Each game is measured with its default options, with its most
seats, and in each of its scenarios.

"As many processes" plays one batch of one core in each of as many processes as there are cores. They share nothing, so
their rate is what the machine itself can give, and what the threads of one batch are to be held against.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import multiprocessing
import platform
import subprocess
import sys
import timeit
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import pettingzoo
from numpy.typing import NDArray
from pettingzoo.env_registry.exceptions import FailedToImport
from rich.console import Console
from rich.table import Table

import envs
from envs.aec import make
from envs.core.errors import OptionError, near
from envs.core.game import Batch, Game, cores

BATCH = 1024
WINDOWS = 8
WIDE = 120  # columns of what is written to a file
PEER = "connect_four_v3"

ROWS: tuple[tuple[str, str, str], ...] = (
    ("game_per_s", "Game: Python loop with legal and observe, per s", ",.0f"),
    ("aec_per_s", "AEC: loop with masked random actions, per s", ",.0f"),
    ("aec_to_peer", f"  times PettingZoo's {PEER}", ".1f"),
    ("batch_per_s", "Batch, 1 core, decisions per s", ",.0f"),
    ("batch_all_per_s", "Batch, all cores, decisions per s", ",.0f"),
    ("batch_ratio", "  all cores to 1 core", ".2f"),
    ("processes_ratio", "  as many processes to 1 core", ".2f"),
    ("clone_us", "clone from Python, µs", ".2f"),
    ("copy_us", "clone inside the rules, µs", ".3f"),
    ("first_reset_s", "import and first reset, s", ".2f"),
    ("state_bytes", "bytes of a state", ",.0f"),
    ("decision_bytes", "bytes written per decision", ",.0f"),
    ("batch_us", "Batch, 1 core, µs per decision", ".3f"),
    ("phases_us", "  the same with clocks inside, the sum of:", ".3f"),
    ("play_us", "  playing the rules", ".3f"),
    ("mask_us", "  writing the mask", ".3f"),
    ("observation_us", "  writing the observation", ".3f"),
    ("view_us", "    of that the computed view", ".3f"),
    ("encode_us", "    of that the encoder", ".3f"),
    ("store_us", "    of that copying it to its row", ".3f"),
    ("random_us", "  choosing a random action", ".3f"),
    ("check_us", "  checking that it is legal", ".3f"),
    ("python_us", "  Python", ".3f"),
    ("floor_us", "floor: copying the bytes of a decision, µs", ".3f"),
)
"""Key in the JSON output, label and format of each figure."""

STEP_PHASES = ("play", "mask", "view", "encode", "store")
"""What the compiled step of a batch does with each row, in the order of `BatchCore.time_range`."""


Loop = Callable[[float], tuple[int, float]]
"""Plays for at least so many seconds; returns how many units it did and the seconds it took."""


def best_rates(loops: Sequence[Loop], seconds: float) -> list[float]:
    """Units per second of each loop in the best of `WINDOWS` windows; the loops take turns.

    Args:
        loops: what is measured.
        seconds: length of all windows of a loop together.
    """
    best = [0.0] * len(loops)
    for _ in range(WINDOWS):
        for i, play in enumerate(loops):
            done, took = play(seconds / WINDOWS)
            best[i] = max(best[i], done / took)
    return best


def best_rate(play: Loop, seconds: float) -> float:
    """`best_rates` of one loop."""
    return best_rates([play], seconds)[0]


def game_loop(game: Game, seed: int = 0) -> Loop:
    """A loop on `Game` that asks for mask and observation at every decision."""
    rng = np.random.default_rng(seed)
    state = game.new(seed)

    def play(seconds: float) -> tuple[int, float]:
        nonlocal state, seed
        done, begin = 0, perf_counter()
        while (took := perf_counter() - begin) < seconds:
            for chance in rng.random(256).tolist():
                seat = game.turn(state)
                if seat is None:
                    seed += 1
                    state = game.new(seed)
                    seat = game.turn(state)
                    assert seat is not None
                legal = game.legal(state).nonzero()[0]
                game.observe(state, seat)
                game.step(state, int(legal[int(chance * len(legal))]))
            done += 256
        return done, took

    return play


def aec_loop(env: Any) -> Loop:
    """PettingZoo's own way to play: ``last``, a masked sample, ``step``. Dead steps are not counted."""
    env.reset(seed=0)

    def play(seconds: float) -> tuple[int, float]:
        done, begin = 0, perf_counter()
        while (took := perf_counter() - begin) < seconds:
            if not env.agents:
                env.reset()
            for agent in env.agent_iter(256):
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                else:
                    env.step(env.action_space(agent).sample(observation["action_mask"]))
                    done += 1
        return done, took

    return play


def batch_loop(batch: Batch) -> Loop:
    """A loop on `Batch`: random legal actions of all rows, then one step."""
    words = np.arange(batch.n, dtype=np.uint64)
    actions = np.empty(batch.n, np.int64)

    def play(seconds: float) -> tuple[int, float]:
        done, begin = 0, perf_counter()
        while (took := perf_counter() - begin) < seconds:
            batch.random_actions(words, actions)
            batch.step(actions)
            done += batch.n
        return done, took

    play(0.05)
    return play


def _play_on_demand(asked: Connection, name: str, options: dict[str, Any], n: int) -> None:
    """A process of `processes_loop`: plays a window for every number of seconds that comes, until ``None`` does."""
    play = batch_loop(envs.load(name, **options).batch(n, threads=1))
    while True:
        asked.send(None)
        seconds = asked.recv()
        if seconds is None:
            return
        asked.send(play(seconds))


@contextlib.contextmanager
def processes_loop(name: str, options: dict[str, Any], n: int) -> Iterator[Loop]:
    """A loop on as many processes as there are cores, each with a batch of its own on one core.

    Args:
        name: a game.
        options: its options.
        n: games of each batch.
    """
    context = multiprocessing.get_context("spawn")  # a fork would copy the locks of the batch's threads
    ends, others, processes = [], [], []
    for _ in range(cores()):
        end, other = context.Pipe()
        processes.append(context.Process(target=_play_on_demand, args=(other, name, options, n), daemon=True))
        ends.append(end)
        others.append(other)

    def play(seconds: float) -> tuple[int, float]:
        for end in ends:
            end.recv()
        for end in ends:
            end.send(seconds)
        played = [end.recv() for end in ends]
        # The windows of the processes begin and end a little apart, so each has its own rate.
        return round(seconds * sum(done / took for done, took in played)), seconds

    for process, other in zip(processes, others, strict=True):
        process.start()
        other.close()  # or a process that dies would be waited for without end
    try:
        yield play
    finally:
        for end, process in zip(ends, processes, strict=True):
            with contextlib.suppress(OSError):  # it has died
                end.send(None)
            process.join()


class Clock:
    """Stands in for the compiled core of a batch and takes the time of each phase of its work.

    Args:
        core: the batch's `BatchCore`.
    """

    def __init__(self, core: Any):
        self.core = core
        self.errors = core.errors
        self.random = self.check = self.step = 0.0
        self.spent = np.zeros(len(STEP_PHASES), np.uint64)

    def random_actions(self, out: NDArray[np.int64], words: NDArray[np.uint64]) -> None:
        """Choose random actions by the clock."""
        begin = perf_counter()
        self.core.random_actions(out, words)
        self.random += perf_counter() - begin

    def illegal(self, actions: NDArray[np.int64], where: NDArray[np.bool_]) -> int:
        """Look for an illegal action by the clock."""
        begin = perf_counter()
        found: int = self.core.illegal(actions, where)
        self.check += perf_counter() - begin
        return found

    def step_range(self, low: int, high: int, actions: NDArray[np.int64], where: NDArray[np.bool_]) -> None:
        """Step by the clock."""
        begin = perf_counter()
        self.core.time_range(low, high, actions, where, self.spent)
        self.step += perf_counter() - begin

    def seconds(self) -> dict[str, float]:
        """What was spent on each phase so far."""
        shares = (self.spent / max(int(self.spent.sum()), 1)).tolist()  # the unit of the core's counts is not known
        found = {phase: self.step * share for phase, share in zip(STEP_PHASES, shares, strict=True)}
        return found | {"random": self.random, "check": self.check}


def batch_phases(game: Game, n: int, seconds: float) -> dict[str, float]:
    """Seconds of each phase per decision of `batch_loop` on one core, of the best window.

    Args:
        game: the game.
        n: games of the batch.
        seconds: length of all windows together.

    Returns:
        by phase: those of `STEP_PHASES`, ``"random"`` (choosing actions), ``"check"`` (are they legal), and
        ``"python"``, the rest.
    """
    batch = game.batch(n, seed=0, threads=1)
    play = batch_loop(batch)
    core = batch._core
    windows = []
    for _ in range(WINDOWS):
        batch._core = clock = Clock(core)
        done, took = play(seconds / WINDOWS)
        inside = clock.seconds()
        inside["python"] = took - sum(inside.values())
        windows.append({phase: spent / done for phase, spent in inside.items()})
    return min(windows, key=lambda phases: sum(phases.values()))


def per_call(function: Callable[[], object], seconds: float) -> float:
    """Seconds of one call, the best of a few runs."""
    timer = timeit.Timer(function)
    number = max(1, int(seconds / WINDOWS / max(timer.timeit(10) / 10, 1e-9)))
    return min(timer.repeat(WINDOWS, number)) / number


def decision_bytes(game: Game) -> int:
    """Bytes that the batch writes for one decision: observation, mask, rewards, seat and the flags of the end."""
    batch = game.batch(1)
    written = (batch.obs, batch.mask, batch.reward, batch.seat, batch.done, batch.truncated)
    return sum(array.nbytes for array in written)


def copy_floor(size: int, n: int, seconds: float) -> float:
    """Seconds to copy `size` bytes, as one of `n` that are copied together."""
    source, target = np.ones((n, size), np.uint8), np.empty((n, size), np.uint8)
    return per_call(lambda: np.copyto(target, source), seconds) / n


def first_reset(name: str, options: dict[str, Any]) -> float:
    """Seconds from the first import to the end of the first reset, in a fresh process; the better of two."""
    code = (
        "from time import perf_counter; begin = perf_counter(); from envs.aec import make; "
        f"make({name!r}, **{options!r}).reset(seed=0); print(perf_counter() - begin)"
    )
    runs = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    ]
    return min(map(float, runs))


def peer_rate(seconds: float) -> float | None:
    """Decisions per second of PettingZoo's wrapped connect_four in the same loop; ``None`` if it is not installed."""
    try:
        with contextlib.redirect_stdout(None):  # pygame greets
            env = pettingzoo.make("aec", "classic/connect_four-v3")
    except FailedToImport:
        return None
    return best_rate(aec_loop(env), seconds)


def configurations(name: str) -> dict[str, dict[str, Any]]:
    """The options with which a game is measured, by a label: the default, the most seats, and each other scenario."""
    game = envs.load(name)
    found: dict[str, dict[str, Any]] = {"default": {}}
    seats = [limit.le for limit in game.Options.model_fields["seats"].metadata if hasattr(limit, "le")]
    found |= {f"seats={most}": {"seats": most} for most in seats if most != game.options.seats}
    for scenario in getattr(getattr(game, "pack", None), "scenarios", ()):  # a game without cards has no pack
        if scenario != game.options.scenario:
            found[f"scenario={scenario}"] = {"scenario": scenario}
    return found


def measure(
    name: str,
    options: dict[str, Any] | None = None,
    *,
    seconds: float = 2.0,
    n: int = BATCH,
    peer: float | None = None,
) -> dict[str, float | None]:
    """All figures of a game, under the keys of `ROWS`.

    Args:
        name: a game.
        options: its options; ``None`` is the default.
        seconds: time for each figure.
        n: games of the batch.
        peer: what `peer_rate` gave.
    """
    options = options or {}
    game = envs.load(name, **options)
    state = game.new(0)
    times = 1000
    with processes_loop(name, options, n) as processes:
        loops = [batch_loop(game.batch(n, threads=1)), batch_loop(game.batch(n, threads=0)), processes]
        one, every, apart = best_rates(loops, seconds)
    aec = best_rate(aec_loop(make(name, **options)), seconds)
    size = decision_bytes(game)
    figures = {
        "game_per_s": best_rate(game_loop(game), seconds),
        "aec_per_s": aec,
        "aec_to_peer": aec / peer if peer else None,
        "batch_per_s": one,
        "batch_all_per_s": every,
        "batch_ratio": every / one,
        "processes_ratio": apart / one,
        "clone_us": 1e6 * per_call(lambda: game.clone(state), seconds / 4),
        "copy_us": 1e6 * per_call(lambda: game.engine.copy_loop(state, times), seconds / 4) / times,
        "first_reset_s": first_reset(name, options),
        "state_bytes": game.record.dtype.itemsize,
        "decision_bytes": size,
        "batch_us": 1e6 / one,
        "floor_us": 1e6 * copy_floor(size, n, seconds / 4),
    }
    phases = batch_phases(game, n, seconds)
    phases["observation"] = phases["view"] + phases["encode"] + phases["store"]
    phases["phases"] = sum(phases[key] for key in ("play", "mask", "observation", "random", "check", "python"))
    figures |= {f"{phase}_us": 1e6 * spent for phase, spent in phases.items()}
    return {key: figures[key] for key, _, _ in ROWS}


def machine() -> dict[str, Any]:
    """What the figures were measured on."""
    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        models = [line for line in info.read_text(encoding="utf-8").splitlines() if line.startswith("model name")]
        cpu = models[0].partition(":")[2].strip() if models else cpu
    return {
        "cpu": cpu,
        "cores": cores(),
        "system": platform.system(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "pettingzoo": pettingzoo.__version__,
        "derelict": envs.__version__,
    }


def show(result: dict[str, Any], console: Console) -> None:
    """Print the figures as tables, one for each game, with a column for each configuration."""
    m = result["machine"]
    console.print(
        f"{m['cpu']}, {m['cores']} cores, {m['system']}; Python {m['python']}, NumPy {m['numpy']}, "
        f"PettingZoo {m['pettingzoo']}, Derelict {m['derelict']}"
    )
    for name, measured in result["games"].items():
        table = Table(title=f"Speed of {name} ({result['batch']} games in the batch)")
        table.add_column("")
        for label in measured:
            table.add_column(label.replace("=", "=\n"), justify="right", no_wrap=True)
        for key, label, form in ROWS:
            values = [figures[key] for figures in measured.values()]
            table.add_row(label, *("-" if value is None else format(value, form) for value in values))
        console.print(table)
    if result["peer_per_s"] is None:
        console.print(f"{PEER} was not measured: pip install 'pettingzoo\\[classic]' to compare")
    else:
        console.print(f"PettingZoo {PEER}, wrapped, same loop: {result['peer_per_s']:,.0f} decisions/s")


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m envs.bench", description="Measure how fast the games are.")
    parser.add_argument("--games", nargs="+", default=list(envs.GAMES), metavar="GAME", help="default: all")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to FILE too")
    parser.add_argument("--quick", action="store_true", help="short windows and a small batch: rough figures")
    given = parser.parse_args(arguments)
    known = envs.GAMES + envs.EXAMPLES
    try:
        for name in given.games:
            if name not in known:
                raise OptionError(f"unknown game {name!r}{near(name, known)}")
        if given.json and not given.json.parent.is_dir():
            raise OptionError(f"--json {given.json}: the folder {given.json.parent} does not exist; make it first")
    except OptionError as error:
        parser.error(str(error))
    seconds, n = (0.1, 64) if given.quick else (2.0, BATCH)
    peer = peer_rate(seconds)
    games = {
        name: {
            label: measure(name, options, seconds=seconds, n=n, peer=peer)
            for label, options in configurations(name).items()
        }
        for name in given.games
    }
    result = {"machine": machine(), "batch": n, "peer_per_s": peer, "games": games}
    console = Console()
    if not console.is_terminal:
        console.width = max(console.width, WIDE)
    show(result, console)
    if given.json:
        given.json.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
