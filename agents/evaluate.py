"""Play agents on fixed seeds and print what they reach.

    python -m agents.evaluate --game machina_arcana --agents random scripted runs/x/policy.zip --games 200

Each agent plays all hero seats, on the same seeds. With ``--seat`` it plays that seat only, among ``--partners``.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

import envs
from agents.base import Agent
from agents.config import check_evaluation_seeds
from agents.extras import require
from agents.match import GameResult, play, play_in_batch, write_results
from agents.report import results_table
from envs.core.errors import DerelictError, OptionError
from envs.core.game import Game, cores

__all__ = ["evaluate", "line_up"]


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
            task = bar.add_task(f"playing {name}", total=len(seeds))

            def advance(games: int, task: Any = task) -> None:
                bar.advance(task, games)

            workers = 1 if play_in_batch(game, agents) else cores()
            out[name] = play(
                game, agents, seeds, max_cycles=max_cycles, device=device, progress=advance, workers=workers
            )
    return out


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit code."""
    require("train", "jsonargparse")
    from jsonargparse import ArgumentParser

    parser = ArgumentParser(prog="python -m agents.evaluate", description=__doc__.split("\n")[0])
    parser.add_argument("--game", default="machina_arcana", help="name of the game")
    parser.add_argument("--options", type=dict[str, Any], default={}, help="its options, as --options.seats 3")
    parser.add_argument("--agents", nargs="+", default=["random", "scripted"], help="specs, see agents.spec")
    parser.add_argument("--seat", type=int | None, default=None, help="the agent's only seat; default: all heroes")
    parser.add_argument("--partners", nargs="*", default=[], help="who plays the other seats: one for all, or each")
    parser.add_argument("--games", type=int, default=200, help="games of each agent")
    parser.add_argument("--first_seed", type=int, default=0, help="seed of the first game; the others follow")
    parser.add_argument("--max_cycles", type=int, default=0, help="cut games off after so many decisions; 0: never")
    parser.add_argument("--device", default="cpu", help="where policies compute")
    parser.add_argument("--output", type=str | None, default=None, help="JSON lines file for all results")
    given = parser.parse_args(arguments)
    console = Console()
    try:
        game = envs.load(given.game, **given.options)
        learner = list(range(game.hero_seats)) if given.seat is None else [given.seat]
        if given.seat is not None and not 0 <= given.seat < game.num_seats:
            raise OptionError(f"{game.name}: seat {given.seat} is not one of 0..{game.num_seats - 1}")
        seeds = check_evaluation_seeds(given.first_seed, given.games)
        output = Path(given.output) if given.output else None
        if output and output.exists():
            raise OptionError(f"{output} exists; results are never overwritten, choose another --output")
        lines = {agent: line_up(game, learner, agent, given.partners) for agent in given.agents}
        results = evaluate(game, lines, seeds, max_cycles=given.max_cycles, device=given.device, console=console)
    except DerelictError as error:
        print(f"{parser.prog}: error: {error}", file=sys.stderr)
        return 2
    rows = {name: (games, learner) for name, games in results.items()}
    console.print(results_table(f"{game!r}, seeds {seeds[0]} to {seeds[-1]}", rows))
    if output:
        write_results(output, game, [r for games in results.values() for r in games])
        console.print(f"results: {output}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
