"""Compare groups of training runs over several files of results.

    python -m agents.profiles a=runs/a-s0/evaluation.jsonl,runs/a-s1/evaluation.jsonl b=runs/b-s0/evaluation.jsonl

A run is a policy in a file, by its sampled play; random and scripted players in the same file are left out. A task is
a game with its options (so each number of seats is one), and the score of a run on it is the mean over its games. All
runs must have the same tasks. The table has the interquartile mean and the optimality gap of each group, and how
probable it is that a run of one is better than one of another; the plot has the performance profiles. Intervals are
stratified bootstrap intervals over the runs.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from agents import commands
from agents import spec as specs
from agents.match import score_of
from agents.report import GREEDY, markdown_table, plot_profiles
from agents.results import Played, check_versions, load_results
from agents.statistics import (
    Interval,
    interquartile_mean,
    optimality_gap,
    performance_profile,
    probability_of_improvement,
    stratified_bootstrap,
)
from envs.core.errors import OptionError

__all__ = ["Comparison", "compare", "group_scores", "profile"]

POINTS = 101
"""Thresholds of a profile."""


def group_scores(groups: Mapping[str, Sequence[Path]], score: str = "won") -> dict[str, NDArray[np.float64]]:
    """The table (runs, tasks) of each group, tasks in the same order.

    Args:
        groups: name -> its results files.
        score: see `agents.match.score_of`.

    Raises:
        OptionError: damaged files, a file without policies, versions or contents of a game that differ, a run that
            lacks a task, or a file that is given twice; it names the file.
    """
    files = [path for paths in groups.values() for path in paths]
    twice = [str(path) for path in files if files.count(path) > 1]
    if twice:
        raise OptionError(f"{twice[0]} is given twice; each run counts once")
    games = {path: _of_policies(path) for path in files}
    check_versions([played for some in games.values() for played in some])
    runs: dict[str, dict[str, dict[str, float]]] = {name: {} for name in groups}
    for name, paths in groups.items():
        for path in paths:
            values: dict[str, dict[str, list[float]]] = {}
            for played in games[path]:
                about = played.about
                task = f"{about['game']} {json.dumps(about['options'], sort_keys=True)}"
                run_name = f"{path}: {_policy(played)}"
                values.setdefault(run_name, {}).setdefault(task, []).append(
                    score_of(played.result, score, about["heroes"])
                )
            for run, by_task in values.items():
                runs[name][run] = {task: float(np.mean(some)) for task, some in by_task.items()}
    every_task = sorted({task for some in runs.values() for tasks in some.values() for task in tasks})
    for some in runs.values():
        for run, tasks in some.items():
            missing = [task for task in every_task if task not in tasks]
            if missing:
                raise OptionError(f"{run} has no games of {missing[0]}; all runs need the same tasks")
    return {name: np.array([[t[task] for task in every_task] for t in some.values()]) for name, some in runs.items()}


def _policy(played: Played) -> str:
    """The policy that samples its actions on hero seats, if there is exactly one; else ``""``."""
    found = {spec for spec in played.heroes if specs.is_policy(spec) and not spec.endswith(GREEDY)}
    return found.pop() if len(found) == 1 else ""


def _of_policies(path: Path) -> list[Played]:
    found = [played for played in load_results([path]) if _policy(played)]
    if not found:
        raise OptionError(f"{path}: expected games of a policy that samples its actions, found none")
    return found


class Comparison(NamedTuple):
    """What several groups of runs reach.

    Attributes:
        iqm: group -> interquartile mean of its scores.
        gap: group -> optimality gap.
        improvement: (group, other) -> probability that a run of the first is better than one of the other.
    """

    iqm: dict[str, Interval]
    gap: dict[str, Interval]
    improvement: dict[tuple[str, str], Interval]


def compare(scores: Mapping[str, NDArray[np.float64]], target: float = 1.0, resamples: int = 2000) -> Comparison:
    """Statistics of groups of runs on the same tasks.

    Args:
        scores: group -> (runs, tasks).
        target: of the optimality gap.
        resamples: number of bootstrap samples.
    """

    def gap(table: NDArray[np.float64]) -> float:
        return optimality_gap(table, target)

    return Comparison(
        {name: stratified_bootstrap(interquartile_mean, table, resamples=resamples) for name, table in scores.items()},
        {name: stratified_bootstrap(gap, table, resamples=resamples) for name, table in scores.items()},
        {
            (a, b): stratified_bootstrap(probability_of_improvement, scores[a], scores[b], resamples=resamples)
            for a in scores
            for b in scores
            if a != b
        },
    )


def profile(scores: NDArray[np.float64], thresholds: Sequence[float], resamples: int = 500) -> list[Interval]:
    """The performance profile of a group with an interval at each threshold.

    Args:
        scores: (runs, tasks).
        thresholds: (k,) scores.
        resamples: number of bootstrap samples.
    """
    return [
        stratified_bootstrap(lambda table, t=t: float(performance_profile(table, [t])[0]), scores, resamples=resamples)
        for t in thresholds
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit code."""
    parser = commands.parser("agents.profiles", __doc__.split("\n")[0])
    parser.add_argument("groups", nargs="+", help="NAME=FILE,FILE,...: results files of runs that differ in the seed")
    parser.add_argument("--score", default="won", help="'won', 'return', or a number of the game's detail")
    parser.add_argument("--target", type=float, default=1.0, help="score that is good enough, for the optimality gap")
    parser.add_argument("--format", default="table", choices=("table", "markdown", "json"), help="what to print")
    parser.add_argument("--plot", type=str | None, default=None, help="PNG file for the performance profiles")
    given = parser.parse_args(arguments)
    return commands.guarded(parser.prog, lambda: _run(given))


def _run(given: Any) -> int:
    groups: dict[str, list[Path]] = {}
    for word in given.groups:
        name, equals, files = word.partition("=")
        if not equals or not name or not files or name in groups:
            raise OptionError(f"expected NAME=FILE,FILE,..., each name once, got {word!r}")
        groups[name] = [Path(file) for file in files.split(",")]
    plot = commands.new_file(given.plot, "--plot")
    scores = group_scores(groups, given.score)
    found = compare(scores, given.target)
    if plot:
        every = np.concatenate([table.ravel() for table in scores.values()])
        thresholds = np.linspace(min(every.min(), 0.0), max(every.max(), given.target), POINTS).tolist()
        plot_profiles(
            plot, thresholds, {name: profile(table, thresholds) for name, table in scores.items()}, given.score
        )
    if given.format == "json":
        data = {
            name: {
                "scores": table.tolist(),
                "iqm": found.iqm[name]._asdict(),
                "gap": found.gap[name]._asdict(),
                "better_than": {b: p._asdict() for (a, b), p in found.improvement.items() if a == name},
            }
            for name, table in scores.items()
        }
        print(json.dumps({"score": given.score, "target": given.target, "groups": data}, indent=2))
        return 0
    head = ["group", "runs", "tasks", f"interquartile mean of {given.score}", f"gap to {given.target:g}"]
    head += [f"better than {name}" for name in scores if len(scores) > 1]
    rows = [
        [name, *map(str, table.shape), _cell(found.iqm[name]), _cell(found.gap[name])]
        + [_cell(found.improvement[name, b]) if b != name else "" for b in scores if len(scores) > 1]
        for name, table in scores.items()
    ]
    if given.format == "markdown":
        print(markdown_table(head, rows))
    else:
        table = Table(caption="95 % stratified bootstrap intervals over the runs", caption_justify="left")
        for name in head:
            table.add_column(escape(name), overflow="fold")
        for row in rows:
            table.add_row(*map(escape, row))
        Console().print(table)
    return 0


def _cell(value: Interval) -> str:
    return f"{value.value:.3f} [{value.low:.3f}, {value.high:.3f}]"


if __name__ == "__main__":
    raise SystemExit(main())
