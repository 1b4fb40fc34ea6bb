"""Seat agents with one another: how well each plays with strangers.

    python -m agents.crossplay --game enormity --agents scripted scripted:bold random --games 50
    python -m agents.crossplay --game enormity --seats 3 --agents scripted scripted:bold random --mixed
    python -m agents.crossplay --game enormity --ego runs/x/policy.zip --partners held-out

Row and column of the matrix are the *ego* and its *partner*: the ego plays one hero seat, the partner all others, and
the ego sits on each seat in turn, on the same seeds. On the diagonal an agent plays with itself. With ``--mixed`` the
other seats have different partners, who and where drawn by the seed of the game. With ``--ego`` each ego meets each of
``--partners`` (``held-out``: the set that comes with the suite), and its score is a share of that of the best response
that is known. Monsters with a seat of their own are played by ``--monsters``.
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

from agents import commands, evaluate, partners
from agents import spec as specs
from agents.best_response import best_of_results, response
from agents.match import GameResult, score_of
from agents.report import code, markdown_table, plot_matrix, plot_win_rates
from agents.results import write_results
from agents.seeds import evaluation_seeds
from agents.statistics import Interval, bootstrap_mean
from envs.core.engine import mix_seed
from envs.core.errors import OptionError
from envs.core.game import Game

__all__ = [
    "CrossPlay",
    "cross_play",
    "line_ups",
    "mixed_line_ups",
    "play_mixed",
    "scores",
]

HELD_OUT = "held-out"


def line_ups(game: Game, agents: Sequence[str], monsters: str = "scripted") -> dict[tuple[str, str, int], list[str]]:
    """Who sits where, by ego, partner and the ego's seat; in self-play the seat is -1 and stands for all.

    Args:
        game: the configured game.
        agents: specs, each once.
        monsters: spec of the agent on the monsters' seat, if the game has one.

    Raises:
        OptionError: fewer than two agents, one twice, or a game with a single hero seat.
    """
    _check_agents(game, agents)
    return _pairs(game, agents, agents, monsters)


def _pairs(
    game: Game, egos: Sequence[str], others: Sequence[str], monsters: str
) -> dict[tuple[str, str, int], list[str]]:
    """Each ego on each seat among copies of each partner, see `line_ups`."""
    out = {}
    for ego in egos:
        for partner in others:
            for seat in [-1] if ego == partner else range(game.hero_seats):
                seated = [partner] * game.hero_seats + [monsters] * (game.num_seats - game.hero_seats)
                if seat >= 0:
                    seated[seat] = ego
                out[ego, partner, seat] = seated
    return out


def _check_agents(game: Game, agents: Sequence[str]) -> None:
    twice = sorted({a for a in agents if list(agents).count(a) > 1})
    if len(agents) < 2 or twice:
        raise OptionError(
            f"cross-play needs at least two agents, each once, got {', '.join(agents) or 'none'}"
            + (f" ({twice[0]} twice)" if twice else "")
        )
    _check_seats(game)


def _check_seats(game: Game) -> None:
    if game.hero_seats < 2:
        raise OptionError(f"{game.name}: cross-play needs at least two hero seats, this game has {game.hero_seats}")


def mixed_line_ups(
    game: Game, agents: Sequence[str], seeds: Sequence[int], monsters: str = "scripted"
) -> dict[tuple[str, int], dict[int, list[str]]]:
    """Who sits where when the ego's partners differ, by ego, the ego's seat and seed.

    The partners on the other hero seats are drawn without repetition from the other agents, in random order. The draw
    depends on the seed and the seat only, as far as the ego is not among those that are drawn.

    Args:
        game: the configured game, with at least three hero seats.
        agents: specs, each once; at least as many as there are hero seats.
        seeds: of the games.
        monsters: spec of the agent on the monsters' seat, if the game has one.

    Raises:
        OptionError: too few hero seats or agents, or an agent twice.
    """
    _check_agents(game, agents)
    heroes = game.hero_seats
    if heroes < 3:
        raise OptionError(
            f"{game.name}: with {heroes} hero seats the ego has one partner; --mixed needs at least 3 seats, "
            "as --seats 3"
        )
    if len(agents) < heroes:
        raise OptionError(
            f"{game.name}: mixed partners for {heroes} hero seats need at least {heroes} agents, got {len(agents)}: "
            f"{', '.join(agents)}"
        )
    out: dict[tuple[str, int], dict[int, list[str]]] = {}
    for seat in range(heroes):
        orders = {s: np.random.default_rng([mix_seed(s), seat]).permutation(len(agents)).tolist() for s in seeds}
        for ego in agents:
            for seed, order in orders.items():
                seated = [agents[i] for i in order if agents[i] != ego][: heroes - 1]
                seated.insert(seat, ego)
                out.setdefault((ego, seat), {})[seed] = seated + [monsters] * (game.num_seats - heroes)
    return out


class CrossPlay(NamedTuple):
    """What cross-play shows.

    Attributes:
        agents: specs in the order of rows and columns.
        mean: (n, n) mean score of ego (row) among partners (column), over seeds and seats of the ego.
        by_seat: (n, n, hero seats) the same for each seat of the ego; the diagonal's entries are equal.
        self_play: mean of the diagonal.
        cross_play: mean of the other entries.
        gap: self-play less cross-play, over the seeds with its interval.
        substitution: (n, n) by how much the partner's team gets better (or worse) when one of its seats is given to the
            ego, over the seeds with its interval; 0 on the diagonal.
    """

    agents: tuple[str, ...]
    mean: NDArray[np.float64]
    by_seat: NDArray[np.float64]
    self_play: float
    cross_play: float
    gap: Interval
    substitution: tuple[tuple[Interval, ...], ...]

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
    alone = each[np.arange(n), np.arange(n)]
    substitution = tuple(
        tuple(bootstrap_mean(each[ego, other] - alone[other]) for other in range(n)) for ego in range(n)
    )
    return CrossPlay(
        tuple(agents), mean, table.mean(3), float(mean[diagonal].mean()), float(mean[~diagonal].mean()), gap,
        substitution,
    )  # fmt: skip


def cross_play(
    game: Game,
    agents: Sequence[str],
    seeds: Sequence[int],
    *,
    monsters: str = "scripted",
    max_cycles: int = 0,
    device: str = "cpu",
    console: Console | None = None,
) -> dict[tuple[str, str, int], list[GameResult]]:
    """Play every line-up on all `seeds`; see `line_ups`."""
    lines = line_ups(game, agents, monsters)
    named = {_name(*key): key for key in lines}
    played = evaluate.evaluate(
        game, {name: lines[key] for name, key in named.items()}, seeds, max_cycles=max_cycles, device=device,
        console=console,
    )  # fmt: skip
    return {named[name]: results for name, results in played.items()}


def _name(ego: str, partner: str, seat: int) -> str:
    return f"{ego} with {partner}" + (f", seat {seat}" if seat >= 0 else "")


def play_mixed(
    game: Game,
    agents: Sequence[str],
    seeds: Sequence[int],
    *,
    monsters: str = "scripted",
    max_cycles: int = 0,
    device: str = "cpu",
    console: Console | None = None,
) -> dict[tuple[str, int], list[GameResult]]:
    """Play every ego on every seat among mixed partners, on all `seeds`; see `mixed_line_ups`."""
    out = {}
    for (ego, seat), lines in mixed_line_ups(game, agents, seeds, monsters).items():
        groups: dict[tuple[str, ...], list[int]] = {}
        for seed, seated in lines.items():
            groups.setdefault(tuple(seated), []).append(seed)
        found: dict[int, GameResult] = {}
        for line, some in groups.items():
            name = f"{ego} on seat {seat}: {', '.join(line)}"
            played = evaluate.evaluate(game, {name: line}, some, max_cycles=max_cycles, device=device, console=console)
            found |= {r.seed: r for r in played[name]}
        out[ego, seat] = [found[seed] for seed in seeds]
    return out


def mixed_scores(
    results: Mapping[tuple[str, int], Sequence[GameResult]], score: str, heroes: int
) -> dict[str, tuple[Interval, list[float]]]:
    """By ego its mean score among mixed partners over the seeds, with its interval, and its mean on each seat."""
    out = {}
    for ego in dict.fromkeys(ego for ego, _ in results):
        table = np.array([[score_of(r, score, heroes) for r in results[ego, seat]] for seat in range(heroes)])
        out[ego] = bootstrap_mean(table.mean(0)), table.mean(1).tolist()
    return out


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
    rows = [
        [code(agent), *(f"{value:.3f}" for value in row)] for agent, row in zip(found.agents, found.mean, strict=True)
    ]
    return markdown_table(["ego \\ partner", *map(code, found.agents)], rows) + f"\n{_caption(found)}\n"


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
            "substitution": [[cell._asdict() for cell in row] for row in found.substitution],
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
    parser = commands.parser("agents.crossplay", __doc__.split("\n")[0])
    commands.add_game(parser)
    parser.add_argument("--agents", nargs="*", default=[], help="specs, see agents.spec")
    parser.add_argument("--ego", nargs="*", default=[], help="specs that meet --partners, in place of --agents")
    parser.add_argument("--partners", nargs="*", default=[], help="specs, or held-out for the set of the suite")
    parser.add_argument(
        "--responses", nargs="*", default=[], help="results files in which best responses are looked up"
    )
    parser.add_argument("--mixed", action="store_true", help="different partners on the other seats, drawn by the seed")
    parser.add_argument("--monsters", default="scripted", help="spec of the monsters' seat, if there is one")
    parser.add_argument("--score", default="won", help="'won', 'return', or a number of the game's detail")
    commands.add_games(parser, 100, "line-up")
    commands.add_output(parser)
    given = parser.parse_args(arguments)
    return commands.guarded(parser.prog, lambda: _run(given, commands.command_line("agents.crossplay", arguments)))


def _run(given: Any, command: str) -> int:
    if bool(given.agents) == bool(given.ego) or bool(given.ego) != bool(given.partners) or (given.ego and given.mixed):
        raise OptionError("name --agents (with --mixed or without), or --ego and --partners")
    games = commands.games_of(given.game, given.options, given.seats)
    if len(games) > 1:
        raise OptionError(
            f"--seats {' '.join(map(str, given.seats))}: cross-play is about one number of seats at a time"
        )
    game = games[0]
    seeds = evaluation_seeds(game, given.games, given.first_seed)
    output, plot = commands.new_file(given.output, "--output"), commands.new_file(given.plot, "--plot")
    others = partners.specs_of(game.name) if given.partners == [HELD_OUT] else given.partners
    for spec in dict.fromkeys([*given.agents, *given.ego, *others]):
        specs.make(spec, game, device=given.device)
    console = Console()
    how = {
        "monsters": given.monsters, "max_cycles": given.max_cycles, "device": given.device,
        "console": console if given.format == "table" else None,
    }  # fmt: skip
    title = f"{game!r}, {given.score}, seeds {seeds[0]} to {seeds[-1]}"
    if given.ego:
        _held_out(game, given, others, seeds, how, command, title, output, plot)
    elif given.mixed:
        mixed = play_mixed(game, given.agents, seeds, **how)
        if output:  # before anything can go wrong with them
            write_results(output, game, [r for some in mixed.values() for r in some], command=command)
        _show_mixed(mixed_scores(mixed, given.score, game.hero_seats), given, title, plot)
    else:
        results = cross_play(game, given.agents, seeds, **how)
        if output:
            write_results(output, game, [r for some in results.values() for r in some], command=command)
        found = scores(results, given.agents, given.score, game.hero_seats)
        if given.format == "table":
            console.print(as_table(found, escape(title)))
        elif given.format == "markdown":
            print(as_markdown(found))
        else:
            print(as_json(found, game=repr(game), score=given.score, seeds=[seeds[0], seeds[-1]]))
        if plot:
            plot_matrix(plot, given.agents, given.agents, found.mean.tolist(), title, "partner")
    if given.format == "table":
        for what, file in (("results", output), ("plot", plot)):
            if file:
                console.print(f"{what}: {file}", markup=False)
    return 0


def _show_mixed(found: Mapping[str, tuple[Interval, list[float]]], given: Any, title: str, plot: Path | None) -> None:
    if given.format == "json":
        data = {ego: total._asdict() | {"by_seat": by_seat} for ego, (total, by_seat) in found.items()}
        print(json.dumps({"title": title, "mixed": data}, indent=2))
    else:
        seats = len(next(iter(found.values()))[1])
        head = ["ego", f"{given.score} among mixed partners", *(f"on seat {s}" for s in range(seats))]
        rows = [[ego, _interval(total), *(f"{v:.3f}" for v in by_seat)] for ego, (total, by_seat) in found.items()]
        _show_rows(head, rows, given.format, title)
    if plot:
        label = f"{given.score} among mixed partners"
        plot_win_rates(plot, {given.game: {ego: total for ego, (total, _) in found.items()}}, label)


def _held_out(
    game: Game, given: Any, others: Sequence[str], seeds: range, how: dict[str, Any], command: str, title: str,
    output: Path | None, plot: Path | None,
) -> None:  # fmt: skip
    """Egos among given partners: play, write down, compare with the best responses that are known."""
    _check_seats(game)
    known = partners.best_responses(game, given.score)
    if given.responses:
        known |= best_of_results(game, [Path(p) for p in given.responses], given.score)[0]
    lines = _pairs(game, list(dict.fromkeys(given.ego)), list(dict.fromkeys(others)), given.monsters)
    how = {k: v for k, v in how.items() if k != "monsters"}
    named = {_name(*key): key for key in lines}
    played = evaluate.evaluate(game, {name: lines[key] for name, key in named.items()}, seeds, **how)
    if output:
        write_results(output, game, [r for some in played.values() for r in some], command=command)
    found = {}
    for ego in given.ego:
        by_partner: dict[str, list[list[float]]] = {}
        for name, some in played.items():
            if named[name][0] == ego:
                values = [score_of(r, given.score, game.hero_seats) for r in some]
                by_partner.setdefault(named[name][1], []).append(values)
        found[ego] = {partner: np.mean(values, 0) for partner, values in by_partner.items()}
    # What an ego has just reached is known too; the table says so, as an ego's share of its own score says nothing.
    before = dict(known)
    for ego, scores_of_ego in found.items():
        for partner, values in scores_of_ego.items():
            if float(values.mean()) > known.get(partner, (-np.inf, ""))[0]:
                known[partner] = float(values.mean()), ego
    responses = {ego: response(scores_of_ego, known) for ego, scores_of_ego in found.items()}
    if given.format == "json":
        data = {
            ego: {
                "iqm": r.iqm._asdict() if r.iqm else None,
                "partners": {
                    name: score._asdict()
                    | {"best": r.best[name][0], "best_response": r.best[name][1], "share": r.shares[name]}
                    for name, score in r.scores.items()
                },
            }
            for ego, r in responses.items()
        }
        print(json.dumps({"title": title, "egos": data}, indent=2))
    else:
        for ego, r in responses.items():
            rows = [
                [
                    name,
                    _interval(score),
                    f"{r.best[name][0]:.3f}",
                    r.best[name][1] + ("" if r.best[name] == before.get(name) else " (these games)"),
                    _share(r.shares[name]),
                ]
                for name, score in r.scores.items()
            ]
            rows.append(["interquartile mean", "", "", "", _interval(r.iqm) if r.iqm else "-"])
            head = ["partner", given.score, "best response", "by", "share"]
            _show_rows(head, rows, given.format, f"{ego} among partners: {title}")
    if plot:
        panels = {ego: dict(r.scores) for ego, r in responses.items()}
        plot_win_rates(plot, panels, given.score)


def _interval(cell: Interval) -> str:
    return f"{cell.value:.3f} [{cell.low:.3f}, {cell.high:.3f}]"


def _share(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _show_rows(head: Sequence[str], rows: Sequence[Sequence[str]], form: str, title: str) -> None:
    if form == "markdown":
        print(f"**{title}**\n\n{markdown_table(head, rows)}")
        return
    table = Table(title=escape(title), title_justify="left")
    for name in head:
        table.add_column(name, overflow="fold")
    for row in rows:
        table.add_row(*map(escape, row))
    Console().print(table)


if __name__ == "__main__":
    raise SystemExit(main())
