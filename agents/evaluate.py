"""Play agents on fixed seeds and print what they reach.

    python -m agents.evaluate --game machina_arcana --agents random scripted runs/x/policy.zip --games 200
    python -m agents.evaluate --game enormity --agents scripted --seats 1 2 3 4 --format markdown
    python -m agents.evaluate --game enormity --agents scripted runs/x/policy.zip --monsters scripted random

Each agent plays all hero seats, on the public evaluation seeds of the game, the scenario and the number of seats. With
``--seat`` it plays that seat only, among ``--partners``. With ``--monsters`` every team meets every monsters' player.
A policy plays twice, its actions drawn and its most probable ones; it ranks by the first. ``FILE.zip:sampled`` or
``FILE.zip:greedy`` plays one way only.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from agents import commands
from agents import spec as specs
from agents.base import Agent
from agents.match import GameResult, play, play_in_batch
from agents.report import (
    code,
    markdown_table,
    monsters_rows,
    plot_matrix,
    plot_win_rates,
    results_data,
    results_markdown,
    results_table,
    win_rate,
)
from agents.results import add_results
from agents.seeds import evaluation_seeds
from envs.core.errors import OptionError
from envs.core.game import Game, cores

__all__ = ["both_ways", "evaluate", "line_up"]


def line_up(game: Game, learner: Sequence[int], agent: str, partners: Sequence[str | Agent]) -> list[str | Agent]:
    """Who sits where: `agent` on the `learner` seats, `partners` on the others in seat order (a single one on all).

    Raises:
        OptionError: the partners do not fill the other seats.
    """
    others = [s for s in range(game.num_seats) if s not in learner]
    if len(partners) == 1 and others:
        partners = list(partners) * len(others)
    if len(partners) != len(others):
        raise OptionError(
            f"{game.name}: {len(partners)} partners for the {len(others)} seats that the learner leaves free "
            f"({', '.join(game.seats[s] for s in others) or 'none'}); give one for all or one for each"
        )
    seated: list[str | Agent] = [agent] * game.num_seats
    for seat, partner in zip(others, partners, strict=True):
        seated[seat] = partner
    return seated


def both_ways(agents: Sequence[str]) -> list[str]:
    """The agents, each policy without a way of play behind it followed by its greedy play; each once."""
    out = []
    for agent in agents:
        out.append(agent)
        if specs.is_policy(agent) and str(specs.split_policy(agent)[0]) == agent:
            out.append(f"{agent}:greedy")
    return list(dict.fromkeys(out))


def evaluate(
    game: Game,
    lines: Mapping[str, Sequence[str | Agent]],
    seeds: Sequence[int],
    *,
    max_cycles: int = 0,
    device: str = "cpu",
    console: Console | None = None,
) -> dict[str, list[GameResult]]:
    """Play every line-up on all `seeds`, with a progress bar on `console`; see `agents.match.play`."""
    out = {}
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
        console=console or Console(quiet=True), transient=True,
    )  # fmt: skip
    with bar:
        for name, agents in lines.items():
            task = bar.add_task(escape(f"playing {name}"), total=len(seeds))

            def advance(games: int, task: Any = task) -> None:
                bar.advance(task, games)

            workers = 1 if play_in_batch(game, agents) else cores()
            out[name] = play(
                game, agents, seeds, max_cycles=max_cycles, device=device, progress=advance, workers=workers
            )
    return out


class Part(NamedTuple):
    """The games of one number of seats: team and monsters (``""``: the rules or ``--partners``) -> games."""

    game: Game
    title: str
    learner: list[int]
    results: dict[tuple[str, str], list[GameResult]]

    @property
    def teams(self) -> dict[str, tuple[list[GameResult], list[int]]]:
        """Name of a column -> (its games, the seats it is about)."""
        return {
            team + (f" against {monsters}" if monsters else ""): (games, self.learner)
            for (team, monsters), games in self.results.items()
        }


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit code."""
    parser = commands.parser("agents.evaluate", __doc__.split("\n")[0])
    commands.add_game(parser)
    parser.add_argument("--agents", nargs="+", default=["random", "scripted"], help="specs, see agents.spec")
    parser.add_argument("--seat", type=int | None, default=None, help="the agent's only seat; default: all heroes")
    parser.add_argument("--partners", nargs="*", default=[], help="who plays the other seats: one for all, or each")
    parser.add_argument("--monsters", nargs="*", default=[], help="specs for the monsters' seat; every team meets each")
    commands.add_games(parser, 200, "agent")
    commands.add_output(parser)
    given = parser.parse_args(arguments)
    return commands.guarded(parser.prog, lambda: _run(given, commands.command_line("agents.evaluate", arguments)))


def _run(given: Any, command: str) -> int:
    if given.monsters and (given.seat is not None or given.partners):
        raise OptionError("--monsters seats whole teams; leave --seat and --partners out, or name the monsters' player "
                          "among --partners")  # fmt: skip
    games = commands.games_of(given.game, given.options, given.seats, monsters=bool(given.monsters))
    output, plot = commands.new_file(given.output, "--output"), commands.new_file(given.plot, "--plot")
    agents, opponents = both_ways(given.agents), list(dict.fromkeys(given.monsters)) or [""]
    plans = []
    for game in games:  # all mistakes show before the first game is played
        if given.seat is not None and not 0 <= given.seat < game.num_seats:
            raise OptionError(f"{game.name}: seat {given.seat} is not one of 0..{game.num_seats - 1}")
        learner = list(range(game.hero_seats)) if given.seat is None else [given.seat]
        seeds = evaluation_seeds(game, given.games, given.first_seed)
        lines = {
            (agent, monsters): line_up(game, learner, agent, [monsters] if monsters else given.partners)
            for agent in agents
            for monsters in opponents
        }
        for spec in {str(spec) for seated in lines.values() for spec in seated}:
            specs.make(spec, game, device=given.device)
        plans.append((game, learner, seeds, lines))
    console = Console()
    parts = []
    for game, learner, seeds, lines in plans:
        names = {f"{a} against {m}" if m else a: (a, m) for a, m in lines}
        played = evaluate(
            game, {name: lines[key] for name, key in names.items()}, seeds, max_cycles=given.max_cycles,
            device=given.device, console=console if given.format == "table" else None,
        )  # fmt: skip
        if output:  # before anything can go wrong with them
            add_results(output, game, [r for some in played.values() for r in some], command=command)
        title = f"{game!r}, {game.hero_seats} seats, seeds {seeds[0]} to {seeds[-1]}"
        parts.append(Part(game, title, learner, {names[name]: some for name, some in played.items()}))
    _show(console, parts, given.format)
    if plot:
        _plot(plot, parts)
    if given.format == "table":
        for what, file in (("results", output), ("plot", plot)):
            if file:
                console.print(f"{what}: {file}", markup=False)
    return 0


def _show(console: Console, parts: Sequence[Part], form: str) -> None:
    """Print a table for each number of seats, and with monsters one of the win rates."""
    data = []
    for part in parts:
        monsters = any(name for _, name in part.results)
        head, rows = monsters_rows(part.results) if monsters else ([], [])
        if form == "json":
            data.append({"game": part.game.name, "options": part.game.config()} | results_data(part.title, part.teams))
        elif form == "markdown":
            print(results_markdown(part.title, part.teams))
            if monsters:
                print(markdown_table([head[0], *map(code, head[1:])], [[code(r[0]), *r[1:]] for r in rows]))
        else:
            console.print(results_table(escape(part.title), part.teams))
            if monsters:
                table = Table(title="games won by the heroes [95 % interval]", title_justify="left")
                for name in head:
                    table.add_column(escape(name), overflow="fold")
                for row in rows:
                    table.add_row(*map(escape, row))
                console.print(table)
    if form == "json":
        print(json.dumps(data, indent=2))


def _plot(path: Any, parts: Sequence[Part]) -> None:
    """Win rates by agent, a panel for each number of seats; against several monsters' players a heat map."""
    if len(parts) == 1 and len({monsters for _, monsters in parts[0].results}) > 1:
        results = parts[0].results
        teams, monsters = (list(dict.fromkeys(names)) for names in zip(*results, strict=True))
        rates = [[win_rate(results[t, m]).value for m in monsters] for t in teams]
        plot_matrix(path, teams, monsters, rates, "games won by the heroes", "monsters")
        return
    panels = {
        f"{part.game.name}, {part.game.hero_seats} seats": {
            name: win_rate(games) for name, (games, _) in part.teams.items()
        }
        for part in parts
    }
    plot_win_rates(path, panels)


if __name__ == "__main__":
    raise SystemExit(main())
