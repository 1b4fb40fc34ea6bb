"""Tables and plots of results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.markup import escape
from rich.table import Table

from agents.match import GameResult
from agents.statistics import Interval, bootstrap_mean, wilson

__all__ = [
    "code",
    "format_interval",
    "markdown_table",
    "monsters_rows",
    "plot_learning_curve",
    "plot_learning_curves",
    "plot_matrix",
    "plot_profiles",
    "plot_win_rates",
    "ranks",
    "results_data",
    "results_markdown",
    "results_table",
    "summarise",
    "win_rate",
]

GREEDY = ":greedy"

Team = tuple[Sequence[GameResult], Sequence[int]]
"""Games of the same agents, and the seats that they are about."""


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
        "win rate": win_rate(results),
    }
    for name, value in results[0].detail.items():
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            out[name] = bootstrap_mean([r.detail[name] for r in results])
    out["decisions"] = bootstrap_mean([r.decisions for r in results])
    return out


def ranks(teams: Mapping[str, Team]) -> dict[str, int]:
    """Place of each team from 1, by the win rate, then the return; equal ones share a place.

    A policy ranks by its sampled play: where that is there, its greedy play has no place.
    """
    summaries = {
        name: summarise(*team) for name, team in teams.items() if name.removesuffix(GREEDY) not in teams.keys() - {name}
    }
    results = {name: (s["win rate"].value, s["return"].value) for name, s in summaries.items()}
    return {name: 1 + sum(other > mine for other in results.values()) for name, mine in results.items()}


def results_table(title: str, teams: Mapping[str, Team]) -> Table:
    """A table with a column per team and a row per quantity, which fits a terminal however many a game has.

    Args:
        title: stands above it.
        teams: name -> (its games, the seats it is about).
    """
    table = Table(title=title, title_justify="left", caption=_caption(teams), caption_justify="left")
    table.add_column("")
    for name in teams:
        table.add_column(escape(name), justify="right", overflow="fold")
    for row in _rows(teams):
        table.add_row(row[0], *map(escape, row[1:]))
    return table


def results_markdown(title: str, teams: Mapping[str, Team]) -> str:
    """The same as `results_table` in Markdown."""
    return f"**{title}**\n\n{markdown_table(['', *map(code, teams)], _rows(teams))}\n{_caption(teams)}\n"


def results_data(title: str, teams: Mapping[str, Team]) -> dict[str, Any]:
    """The same as plain data, for JSON; ``"rank"`` is null for play that does not rank."""
    places = ranks(teams)
    return {
        "title": title,
        "agents": {
            name: {
                "rank": places.get(name),
                "games": len(results),
                **{row: interval._asdict() for row, interval in summarise(results, seats).items()},
            }
            for name, (results, seats) in teams.items()
        },
    }


def monsters_rows(games: Mapping[tuple[str, str], Sequence[GameResult]]) -> tuple[list[str], list[list[str]]]:
    """Head and rows of the table team x monsters of the heroes' win rate.

    Args:
        games: (team, monsters) -> its games.
    """
    teams, monsters = (list(dict.fromkeys(names)) for names in zip(*games, strict=True))
    rows = [
        [team, *(format_interval("win rate", win_rate(games[team, m])) if (team, m) in games else "" for m in monsters)]
        for team in teams
    ]
    return ["heroes \\ monsters", *monsters], rows


def win_rate(results: Sequence[GameResult]) -> Interval:
    """Share of games that the heroes won, with its Wilson interval; a game that was cut off is not won."""
    return wilson([r.won is True for r in results])


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table; bars in the cells are escaped."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)


def code(text: str) -> str:
    """A text as Markdown shows code."""
    return f"`{text}`"


def _rows(teams: Mapping[str, Team]) -> list[list[str]]:
    summaries = {name: summarise(results, seats) for name, (results, seats) in teams.items()}
    places = ranks(teams)
    return [
        *(
            [row, *(format_interval(row, summary[row]) for summary in summaries.values())]
            for row in next(iter(summaries.values()))
        ),
        ["games", *(str(len(results)) for results, _ in teams.values())],
        ["rank", *(str(places.get(name, "-")) for name in teams)],
    ]


def _caption(teams: Mapping[str, Team]) -> str:
    sampled = any(name.endswith(GREEDY) for name in teams)
    return "mean [95 % interval]; ranked by the win rate, then the return" + (
        "; a policy ranks by its sampled play" if sampled else ""
    )


def format_interval(row: str, interval: Interval) -> str:
    """An estimate with its interval as a cell of a table; `row` says what it is, as `summarise` names it."""
    if row == "win rate":
        return f"{interval.value:.1%} [{interval.low:.1%}, {interval.high:.1%}]"
    digits = 2 if abs(interval.value) < 100 else 0
    return f"{interval.value:.{digits}f} [{interval.low:.{digits}f}, {interval.high:.{digits}f}]"


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


def plot_win_rates(path: Any, panels: Mapping[str, Mapping[str, Interval]], label: str = "games won") -> None:
    """Draw rates with their intervals into a PNG, a panel for each number of seats or kind of monsters.

    Args:
        path: the file.
        panels: title -> agent -> its rate, or another mean.
        label: what the rates are.
    """
    from matplotlib.figure import Figure

    most = max(map(len, panels.values()))
    figure = Figure(figsize=(2.5 + 3.2 * len(panels), 1.4 + 0.35 * most), layout="constrained")
    for axes, (title, rates) in zip(figure.subplots(1, len(panels), squeeze=False)[0], panels.items(), strict=True):
        places = range(len(rates))
        values = [r.value for r in rates.values()]
        errors = [[r.value - r.low for r in rates.values()], [r.high - r.value for r in rates.values()]]
        axes.errorbar(values, places, xerr=errors, fmt="o", capsize=3)
        axes.set_yticks(places, list(rates))
        axes.set(title=title, xlabel=f"{label}, 95 % interval", ylim=(len(rates) - 0.5, -0.5))
        if all(r.low >= 0 and r.high <= 1 for r in rates.values()):
            axes.set_xlim(-0.02, 1.02)
        axes.grid(axis="x", alpha=0.3)
    figure.savefig(path, dpi=120)


def plot_matrix(
    path: Any, rows: Sequence[str], columns: Sequence[str], values: Sequence[Sequence[float]], title: str, axis: str
) -> None:
    """Draw a matrix as a heat map with its numbers into a PNG.

    Args:
        path: the file.
        rows: their names.
        columns: their names.
        values: (rows, columns).
        title: stands above it.
        axis: what the columns are.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(3 + 0.9 * len(columns), 2 + 0.5 * len(rows)), layout="constrained")
    axes = figure.subplots()
    image = axes.imshow(values, cmap="viridis", aspect="auto")
    axes.set_xticks(range(len(columns)), list(columns), rotation=45, ha="right")
    axes.set_yticks(range(len(rows)), list(rows))
    axes.set(title=title, xlabel=axis)
    middle = sum(image.get_clim()) / 2
    for y, line in enumerate(values):
        for x, value in enumerate(line):
            axes.text(x, y, f"{value:.2f}", ha="center", va="center", color="black" if value > middle else "white")
    figure.colorbar(image)
    figure.savefig(path, dpi=120)


def plot_profiles(
    path: Any, thresholds: Sequence[float], profiles: Mapping[str, Sequence[Interval]], label: str
) -> None:
    """Draw performance profiles with their intervals into a PNG.

    Args:
        path: the file.
        thresholds: (k,) scores.
        profiles: name -> (k,) share of runs above each threshold.
        label: what the score is.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 4), layout="constrained")
    axes = figure.subplots()
    for name, profile in profiles.items():
        (line,) = axes.plot(thresholds, [p.value for p in profile], label=name)
        axes.fill_between(
            thresholds, [p.low for p in profile], [p.high for p in profile], color=line.get_color(), alpha=0.2
        )
    axes.set(xlabel=f"{label} (t)", ylabel="share of runs with a score above t", ylim=(-0.02, 1.02))
    axes.grid(alpha=0.3)
    axes.legend()
    figure.savefig(path, dpi=120)
