"""Tables and plots of results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.markup import escape
from rich.table import Table

from agents.match import GameResult
from agents.statistics import Interval, bootstrap_mean, wilson

__all__ = ["plot_learning_curve", "plot_learning_curves", "results_table", "summarise"]


def summarise(results: Sequence[GameResult], seats: Sequence[int]) -> dict[str, Interval]:
    """Return, win rate, decisions and every number of the game's detail, with 95 % intervals.

    Args:
        results: games of the same agents, at least one.
        seats: the seats whose mean reward is the return.

    Returns:
        ``"return"``, ``"win rate"``, the details (such as ``"chapters"``), ``"decisions"``, in this order. Means have
        bootstrap intervals, the rate a Wilson interval; a game that was cut off is not won.
    """
    out = {
        "return": bootstrap_mean([sum(r.returns[s] for s in seats) / len(seats) for r in results]),
        "win rate": wilson([r.won is True for r in results]),
    }
    for name, value in results[0].detail.items():
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            out[name] = bootstrap_mean([r.detail[name] for r in results])
    out["decisions"] = bootstrap_mean([r.decisions for r in results])
    return out


def results_table(title: str, teams: Mapping[str, tuple[Sequence[GameResult], Sequence[int]]]) -> Table:
    """A table with a column per team and a row per quantity, which fits a terminal however many a game has.

    Args:
        title: stands above it.
        teams: name -> (its games, the seats it is about).
    """
    summaries = {name: summarise(results, seats) for name, (results, seats) in teams.items()}
    table = Table(title=title, title_justify="left", caption="mean [95 % interval]", caption_justify="left")
    table.add_column("")
    for name in summaries:
        table.add_column(name, justify="right", overflow="fold")
    for row in next(iter(summaries.values())):
        table.add_row(row, *(_cell(row, summary[row]) for summary in summaries.values()))
    table.add_row("games", *(str(len(results)) for results, _ in teams.values()))
    return table


def _cell(row: str, interval: Interval) -> str:
    if row == "win rate":
        text = f"{interval.value:.1%} [{interval.low:.1%}, {interval.high:.1%}]"
    else:
        digits = 2 if abs(interval.value) < 100 else 0
        text = f"{interval.value:.{digits}f} [{interval.low:.{digits}f}, {interval.high:.{digits}f}]"
    return escape(text)


def plot_learning_curve(path: Any, updates: Sequence[Mapping[str, Any]], title: str) -> None:
    """Draw the mean return over the decisions of training into a PNG.

    Args:
        path: the file.
        updates: one mapping per update with ``"steps"``, ``"return"`` and ``"won"`` (``None`` before a game ended).
        title: stands above the plot.
    """
    from matplotlib.figure import Figure  # a second to import, which only this needs

    figure = Figure(figsize=(8, 4.5), layout="constrained")
    left = figure.subplots()
    left.set(title=title, xlabel="decisions", ylabel="mean return of the last games")
    ended = [u for u in updates if u["return"] is not None]
    left.plot([u["steps"] for u in ended], [u["return"] for u in ended], color="C0", label="return")
    left.grid(alpha=0.3)
    right = left.twinx()
    right.set(ylabel="games won", ylim=(-0.02, 1.02))
    right.plot([u["steps"] for u in ended], [u["won"] for u in ended], color="C1", label="won")
    figure.legend(loc="outside lower center", ncols=2)
    figure.savefig(path, dpi=120)


def plot_learning_curves(path: Any, panels: Mapping[str, Mapping[str, Sequence[Mapping[str, Any]]]]) -> None:
    """Draw the mean return of several runs over the decisions of training into a PNG.

    Args:
        path: the file.
        panels: title -> name of a line -> its updates, see `plot_learning_curve`.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(4.5 * max(1, len(panels)), 3.6), layout="constrained")
    for axes, (title, lines) in zip(figure.subplots(1, len(panels), squeeze=False)[0], panels.items(), strict=True):
        axes.set(title=title, xlabel="decisions of the learner (thousands)")
        for name, updates in lines.items():
            ended = [u for u in updates if u["return"] is not None]
            axes.plot([u["steps"] / 1000 for u in ended], [u["return"] for u in ended], label=name)
        axes.grid(alpha=0.3)
        axes.legend(fontsize="small")
    figure.axes[0].set_ylabel("mean return of the last games")
    figure.savefig(path, dpi=100)
