"""Seat agents with one another: how well each plays with strangers.

    python -m agents.crossplay --game enormity --agents scripted scripted:bold random --games 50

Row and column of the matrix are the *ego* and its *partner*: the ego plays one hero seat, the partner all others, and
the ego sits on each seat in turn, on the same seeds. On the diagonal an agent plays with itself. Monsters with a seat
of their own are played by ``--monsters``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.markup import escape
from rich.table import Table

import envs
from agents import evaluate
from agents.config import check_evaluation_seeds
from agents.extras import require
from agents.match import GameResult, write_results
from agents.statistics import Interval, bootstrap_mean
from envs.core.errors import DerelictError, OptionError, near
from envs.core.game import Game

__all__ = ["CrossPlay", "cross_play", "line_ups", "score_of", "scores"]

SCORES = ("return", "won")
"""Scores of every game; each number of the game's detail is one more."""


def line_ups(game: Game, agents: Sequence[str], monsters: str = "scripted") -> dict[tuple[str, str, int], list[str]]:
    """Who sits where, by ego, partner and the ego's seat; in self-play the seat is -1 and stands for all.

    Args:
        game: the configured game.
        agents: specs, each once.
        monsters: spec of the agent on the monsters' seat, if the game has one.

    Raises:
        OptionError: fewer than two agents, one twice, or a game with a single hero seat.
    """
    twice = sorted({a for a in agents if list(agents).count(a) > 1})
    if len(agents) < 2 or twice:
        raise OptionError(
            f"cross-play needs at least two agents, each once, got {', '.join(agents) or 'none'}"
            + (f" ({twice[0]} twice)" if twice else "")
        )
    if game.hero_seats < 2:
        raise OptionError(f"{game.name}: cross-play needs at least two hero seats, this game has {game.hero_seats}")
    out = {}
    for ego in agents:
        for partner in agents:
            for seat in [-1] if ego == partner else range(game.hero_seats):
                seated = [partner] * game.hero_seats + [monsters] * (game.num_seats - game.hero_seats)
                if seat >= 0:
                    seated[seat] = ego
                out[ego, partner, seat] = seated
    return out


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


class CrossPlay(NamedTuple):
    """What cross-play shows.

    Attributes:
        agents: specs in the order of rows and columns.
        mean: (n, n) mean score of ego (row) among partners (column), over seeds and seats of the ego.
        by_seat: (n, n, hero seats) the same for each seat of the ego; the diagonal's entries are equal.
        self_play: mean of the diagonal.
        cross_play: mean of the other entries.
        gap: self-play less cross-play, over the seeds with its interval.
    """

    agents: tuple[str, ...]
    mean: NDArray[np.float64]
    by_seat: NDArray[np.float64]
    self_play: float
    cross_play: float
    gap: Interval

    @property
    def substitution(self) -> NDArray[np.float64]:
        """(n, n): by how much the partner's team gets better (or worse) when one of its seats is given to the ego."""
        return np.asarray(self.mean - np.diag(self.mean)[None], np.float64)

    @property
    def of_best_response(self) -> NDArray[np.float64]:
        """(n, n): the score as a share of what the best of the egos reaches with this partner; NaN where that is not
        above 0, as a share says nothing there.
        """
        best = self.mean.max(0)
        return np.where(best > 0, self.mean / np.where(best > 0, best, 1.0), np.nan)


def scores(
    results: Mapping[tuple[str, str, int], Sequence[GameResult]], agents: Sequence[str], score: str, heroes: int
) -> CrossPlay:
    """The matrix of results by ego, partner and seat, as `line_ups` names them.

    Args:
        results: the games of each line-up, all on the same seeds.
        agents: order of rows and columns.
        score: see `score_of`.
        heroes: number of hero seats.
    """
    n = len(agents)
    games = len(next(iter(results.values())))
    table = np.zeros((n, n, heroes, games))
    for (ego, partner, seat), played in results.items():
        at = agents.index(ego), agents.index(partner)
        values = [score_of(r, score, heroes) for r in played]
        table[at if seat < 0 else (*at, seat)] = values
    each = table.mean(2)
    diagonal = np.eye(n, dtype=np.bool_)
    gap = bootstrap_mean(each[diagonal].mean(0) - each[~diagonal].mean(0))
    mean = each.mean(2)
    return CrossPlay(
        tuple(agents), mean, table.mean(3), float(mean[diagonal].mean()), float(mean[~diagonal].mean()), gap
    )


def cross_play(
    game: Game,
    agents: Sequence[str],
    seeds: Sequence[int],
    *,
    monsters: str = "scripted",
    max_cycles: int = 0,
    console: Console | None = None,
) -> dict[tuple[str, str, int], list[GameResult]]:
    """Play every line-up on all `seeds`; see `line_ups`."""
    lines = line_ups(game, agents, monsters)
    named = {
        f"{ego} with {partner}" + (f", seat {s}" if s >= 0 else ""): key for key in lines for ego, partner, s in [key]
    }
    played = evaluate.evaluate(
        game, {name: lines[key] for name, key in named.items()}, seeds, max_cycles=max_cycles, console=console
    )
    return {named[name]: results for name, results in played.items()}


def as_table(found: CrossPlay, title: str) -> Table:
    """The matrix as a table for a terminal."""
    table = Table(title=title, title_justify="left", caption=_caption(found), caption_justify="left")
    table.add_column("ego \\ partner")
    for agent in found.agents:
        table.add_column(escape(agent), justify="right", overflow="fold")
    for agent, row in zip(found.agents, found.mean, strict=True):
        table.add_row(escape(agent), *(f"{value:.3f}" for value in row))
    return table


def as_markdown(found: CrossPlay) -> str:
    """The matrix as a Markdown table and a line about the gap."""
    head = ["ego \\ partner", *(f"`{agent}`" for agent in found.agents)]
    rows = [
        [f"`{agent}`", *(f"{value:.3f}" for value in row)] for agent, row in zip(found.agents, found.mean, strict=True)
    ]
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines) + f"\n{_caption(found)}\n"


def as_json(found: CrossPlay, **about: Any) -> str:
    """All of it as JSON; shares that say nothing are null."""
    shares = [[None if np.isnan(v) else v for v in row] for row in found.of_best_response.tolist()]
    return json.dumps(
        {
            **about,
            "agents": list(found.agents),
            "mean": found.mean.tolist(),
            "by_seat": found.by_seat.tolist(),
            "self_play": found.self_play,
            "cross_play": found.cross_play,
            "gap": found.gap._asdict(),
            "substitution": found.substitution.tolist(),
            "of_best_response": shares,
        },
        indent=2,
    )


def _caption(found: CrossPlay) -> str:
    g = found.gap
    return (
        f"self-play {found.self_play:.3f}, cross-play {found.cross_play:.3f}, gap {g.value:.3f} "
        f"({g.low:.3f} to {g.high:.3f}, 95 % over the seeds)"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit code."""
    require("train", "jsonargparse")
    from jsonargparse import ArgumentParser

    parser = ArgumentParser(prog="python -m agents.crossplay", description=__doc__.split("\n")[0])
    parser.add_argument("--game", default="machina_arcana", help="name of the game")
    parser.add_argument("--options", type=dict[str, Any], default={}, help="its options, as --options.seats 3")
    parser.add_argument("--agents", nargs="+", required=True, help="specs, see agents.spec")
    parser.add_argument("--monsters", default="scripted", help="spec of the monsters' seat, if there is one")
    parser.add_argument("--score", default="won", help="'won', 'return', or a number of the game's detail")
    parser.add_argument("--games", type=int, default=100, help="games of each line-up")
    parser.add_argument("--first_seed", type=int, default=0, help="seed of the first game; the others follow")
    parser.add_argument("--max_cycles", type=int, default=0, help="cut games off after so many decisions; 0: never")
    parser.add_argument("--output", type=str | None, default=None, help="JSON lines file for all results")
    parser.add_argument("--format", default="table", choices=("table", "markdown", "json"), help="what to print")
    given = parser.parse_args(arguments)
    console = Console()
    try:
        game = envs.load(given.game, **given.options)
        seeds = check_evaluation_seeds(given.first_seed, given.games)
        output = Path(given.output) if given.output else None
        if output and output.exists():
            raise OptionError(f"{output} exists; results are never overwritten, choose another --output")
        results = cross_play(
            game, given.agents, seeds, monsters=given.monsters, max_cycles=given.max_cycles,
            console=console if given.format == "table" else None,
        )  # fmt: skip
        if output:  # before anything can go wrong with them
            write_results(output, game, [r for games in results.values() for r in games])
        found = scores(results, given.agents, given.score, game.hero_seats)
    except DerelictError as error:
        print(f"{parser.prog}: error: {error}", file=sys.stderr)
        return 2
    title = f"{game!r}, {given.score}, seeds {seeds[0]} to {seeds[-1]}"
    if given.format == "table":
        console.print(as_table(found, title))
    elif given.format == "markdown":
        print(as_markdown(found))
    else:
        print(as_json(found, game=repr(game), score=given.score, seeds=[seeds[0], seeds[-1]]))
    if output and given.format == "table":
        console.print(f"results: {output}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
