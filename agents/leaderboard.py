"""Build the leaderboard from files of results, and play the games that it needs.

    python -m agents.leaderboard run --game lifeboat --seats 2 3 --agents random runs/x/policy.zip --output results
    python -m agents.leaderboard results/*.jsonl             write docs/leaderboard.md
    python -m agents.leaderboard results/*.jsonl --check     exit with 1 if it is out of date

``run`` plays what is missing in ``--output``, a file for each agent (and each player of the monsters), on the public
evaluation seeds. It can be stopped at any time; what it has played stays, and the same command goes on.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

import envs
from agents import commands
from agents import spec as specs
from agents.evaluate import both_ways, evaluate, line_up
from agents.ratings import alpha_rank, rate
from agents.report import GREEDY, code, format_interval, markdown_table, monsters_rows, ranks, summarise
from agents.results import Played, add_results, check_same, check_versions, check_world, load_results
from agents.seeds import evaluation_seeds
from envs.core.errors import OptionError
from envs.core.game import Game

__all__ = ["build", "play_missing", "row_file"]

PAGE = Path(__file__).resolve().parent.parent / "docs" / "leaderboard.md"
MAIN_DETAIL = {"machina_arcana": "chapters", "enormity": "discoveries"}
"""How far a team came; of other games the first number of the detail is shown."""

CHUNK = 50
"""Games between two writes."""

HEAD = """# Leaderboard

Written by `python -m agents.leaderboard` from files of results, see [agents](agents.md). Every row was played on the
public evaluation seeds of its game, scenario and number of seats; numbers of seats are never pooled. Win rates have
95 % Wilson intervals, means 95 % bootstrap intervals over the games. Rows are ranked by the win rate, then the return,
among those with the same monsters. A policy ranks by its sampled play, and a row on other seeds than most of its table
has no rank. alpha-Rank leaves out monsters that not every team has met.
"""


@dataclass(frozen=True)
class Row:
    """The games of one team against one player of the monsters (``""``: the rules)."""

    agent: str
    monsters: str
    games: list[Played]

    @property
    def key(self) -> tuple[str, str]:
        """Its name."""
        return self.agent, self.monsters

    @property
    def command(self) -> str:
        """What played the last of its games."""
        return str(self.games[-1].about.get("command") or f"# {self.agent}: its command was not recorded")

    @property
    def play(self) -> str:
        """How a policy chooses; of other agents nothing."""
        policies = self.games[0].about["policies"]
        if self.agent not in policies or self.agent.startswith("search:"):
            return ""
        return "greedy" if self.agent.endswith(GREEDY) else "sampled"

    @property
    def seeds(self) -> frozenset[int]:
        """Its seeds."""
        return frozenset(p.result.seed for p in self.games)


# -- building ----------------------------------------------------------------------------------------------------------


def build(games: Sequence[Played]) -> str:
    """The page of the leaderboard; the same results in any order give the same page.

    Raises:
        OptionError: results of different versions or contents of a game, of a policy that has changed, or the same game
            of a row twice; it names files and lines.
    """
    order = {name: i for i, name in enumerate(envs.GAMES + envs.EXAMPLES)}
    games = sorted(games, key=lambda p: p.result.seed)
    worlds: dict[tuple[Any, ...], list[Played]] = {}
    for played in games:
        about = played.about
        options = about["options"]
        key = (
            order.get(about["game"], len(order)), about["game"], str(options.get("scenario") or ""), about["heroes"],
            bool(played.monsters), json.dumps(options, sort_keys=True),
        )  # fmt: skip
        worlds.setdefault(key, []).append(played)
    check_versions(games)
    return "\n".join([HEAD, *(_section(worlds[key]) for key in sorted(worlds))])


def _rows(games: Iterable[Played]) -> list[Row]:
    """The rows of one section, by name."""
    found: dict[tuple[str, str], list[Played]] = {}
    for played in games:
        heroes = played.heroes
        agent = heroes[0] if len(set(heroes)) == 1 else " + ".join(heroes)
        found.setdefault((agent, " + ".join(played.monsters)), []).append(played)
    for some in found.values():
        there: dict[int, Played] = {}
        for played in some:
            other = there.setdefault(played.result.seed, played)
            if other is not played:
                raise OptionError(
                    f"{played.where}: seed {played.result.seed} of {' + '.join(played.result.agents)} is in "
                    f"{other.where} too; each game counts once, give one of the two"
                )
    return [Row(*key, some) for key, some in sorted(found.items())]


def _section(games: Sequence[Played]) -> str:
    """Title, tables and commands of one game, scenario, number of seats and set of options."""
    check_same(games)
    about = games[0].about
    rows = _rows(games)
    usual = Counter(row.seeds for row in rows).most_common()
    most = max(usual, key=lambda pair: (pair[1], len(pair[0]), sorted(pair[0])))[0]
    text = [f"## {_title(about)}\n"]
    if any(row.monsters for row in rows):
        text += _monsters_section(rows, most)
    else:
        text += [_table(rows, most)]
    text += ["Commands of the rows:\n", "```bash", *dict.fromkeys(row.command for row in rows), "```\n"]
    return "\n".join(text)


def _title(about: dict[str, Any]) -> str:
    game = envs.load(about["game"])
    defaults = game.config()
    given = {
        key: value
        for key, value in about["options"].items()
        if key not in ("seats", "scenario") and defaults.get(key) != value
    }
    parts = [f"`{about['game']}`", *([f"`{about['options']['scenario']}`"] if about["options"].get("scenario") else [])]
    parts.append(f"{about['heroes']} seat{'s' if about['heroes'] > 1 else ''}")
    parts += [f"`{key}={value}`" for key, value in sorted(given.items())]
    return ", ".join(parts)


def _table(rows: Sequence[Row], seeds: frozenset[int]) -> str:
    """The rows of a section, the best first."""
    about = rows[0].games[0].about
    heroes = range(about["heroes"])
    detail = MAIN_DETAIL.get(about["game"]) or next(
        (k for k, v in rows[0].games[0].result.detail.items() if isinstance(v, (int, float))), ""
    )
    teams = {str(i): ([p.result for p in row.games], heroes) for i, row in enumerate(rows)}
    sampled = {(row.agent, row.monsters) for row in rows if row.play == "sampled"}
    rank: dict[str, int] = {}
    for monsters in {row.monsters for row in rows}:
        rank |= ranks(
            {
                str(i): teams[str(i)]
                for i, row in enumerate(rows)
                if row.monsters == monsters
                and row.seeds == seeds
                and (row.agent.removesuffix(GREEDY), monsters) not in sampled - {row.key}
            }
        )
    cells = []
    for i, row in enumerate(rows):
        found = summarise(*teams[str(i)])
        line = [
            str(rank.get(str(i), "-")),
            code(row.agent),
            code(row.monsters) if row.monsters else "heroes",
            str(len(row.games)),
            format_interval("win rate", found["win rate"]),
            format_interval("return", found["return"]),
            format_interval(detail, found[detail]) if detail in found else "",
            f"{found['decisions'].value:.0f}",
            row.play,
            ", ".join(sorted({p.about["suite"] for p in row.games})),
        ]
        cells.append((row.monsters, rank.get(str(i), len(rows) + 1), -found["win rate"].value, row.agent, line))
    versus = "monsters" if any(row.monsters for row in rows) else "side"
    head = ["rank", "agent", versus, "games", "win rate", "return", detail, "decisions", "play", "suite"]
    return markdown_table(head, [line for *_, line in sorted(cells)])


def _monsters_section(rows: Sequence[Row], seeds: frozenset[int]) -> list[str]:
    """Win rates team x monsters, ratings of both, and the rows themselves."""
    head, cells = monsters_rows({(row.agent, row.monsters): [p.result for p in row.games] for row in rows})
    text = [
        "Games won by the heroes:\n",
        markdown_table([head[0], *map(code, head[1:])], [[code(line[0]), *line[1:]] for line in cells]),
    ]
    games = [(row.agent, row.monsters, p.result.won is True) for row in rows for p in row.games]
    teams, monsters = rate(games)
    shares = _alpha_rank(rows, list(teams), list(monsters))
    for index, (side, found) in enumerate((("heroes", teams), ("monsters", monsters))):
        ranking = sorted(found, key=lambda name: (-found[name].mu, name))
        table = [
            [
                code(name),
                f"{found[name].mu:.1f} ± {2 * found[name].sigma:.1f}",
                f"{shares[index][name]:.2f}" if name in shares[index] else "-",
            ]
            for name in ranking
        ]
        text.append(markdown_table([side, "rating (± 2 sigma)", "alpha-Rank"], table))
    return [*text, _table(rows, seeds)]


def _alpha_rank(
    rows: Sequence[Row], teams: Sequence[str], monsters: Sequence[str]
) -> tuple[dict[str, float], dict[str, float]]:
    """The share of each strategy by win rates, among all teams and the monsters that every team has met."""
    table = np.full((len(teams), len(monsters)), np.nan)
    for row in rows:
        won = [p.result.won is True for p in row.games]
        table[teams.index(row.agent), monsters.index(row.monsters)] = np.mean(won)
    met = np.flatnonzero(~np.isnan(table).any(0)).tolist()
    if not met:
        return {}, {}
    found = alpha_rank(table[:, met], 1 - table[:, met])
    return (
        dict(zip(teams, found.rows.tolist(), strict=True)),
        dict(zip([monsters[i] for i in met], found.columns.tolist(), strict=True)),
    )


# -- playing -----------------------------------------------------------------------------------------------------------


def row_file(folder: Path, game: Game, agent: str, monsters: str = "") -> Path:
    """The results file of a row. Its name is for people and ends in a part of a hash, which tells rows apart."""
    options = json.dumps(game.config(), sort_keys=True)
    digest = hashlib.sha256(f"{game.name}\n{options}\n{agent}\n{monsters}".encode()).hexdigest()[:8]
    parts = [game.name, str(game.config().get("scenario") or ""), str(game.hero_seats), agent, monsters]
    words = [re.sub(r"[^A-Za-z0-9]+", "_", part).strip("_") for part in parts if part]
    return folder / f"{'-'.join(words)[:120]}-{digest}.jsonl"


def play_missing(
    game: Game,
    agent: str,
    monsters: str,
    seeds: Sequence[int],
    folder: Path,
    *,
    max_cycles: int = 0,
    device: str = "cpu",
    console: Console | None = None,
) -> int:
    """Play the games of a row that its file does not have, and add them to it, `CHUNK` games at a time.

    Returns:
        The number of games that were played.

    Raises:
        OptionError: the file is of another game, version, content or policy, or damaged.
    """
    path = row_file(folder, game, agent, monsters)
    there: set[int] = set()
    if path.exists():
        old = load_results([path])
        check_world(old, game)
        there = {p.result.seed for p in old}
    missing = [seed for seed in seeds if seed not in there]
    seated = line_up(game, range(game.hero_seats), agent, [monsters] if monsters else [])
    command = commands.evaluate_command(game, agent, len(seeds), [monsters] if monsters else [], max_cycles)
    for start in range(0, len(missing), CHUNK):
        some = missing[start : start + CHUNK]
        name = f"{agent} against {monsters}" if monsters else agent
        played = evaluate(game, {name: seated}, some, max_cycles=max_cycles, device=device, console=console)
        add_results(path, game, played[name], command=command)
    return len(missing)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit code: 0 done, 1 the page is out of date, 2 a mistake, 130 stopped."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    return _main_run(words[1:]) if words[:1] == ["run"] else _main_build(words)


def _main_build(words: Sequence[str]) -> int:
    parser = commands.parser("agents.leaderboard", __doc__.split("\n")[0])
    parser.add_argument("files", nargs="+", help="results files; or: run, which plays games (run --help)")
    parser.add_argument("--page", default=str(PAGE), help="the page")
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if the page is out of date")
    given = parser.parse_args(list(words))

    def run() -> int:
        page = Path(given.page)
        if not page.parent.is_dir():
            raise OptionError(f"--page {page}: the folder {page.parent} does not exist; make it or choose another")
        text = build(load_results([Path(f) for f in given.files]))
        if given.check:
            stale = not page.is_file() or page.read_text(encoding="utf-8") != text
            print(f"{page} is {'out of date; write it without --check' if stale else 'up to date'}")
            return int(stale)
        new = page.with_name(page.name + ".new")
        new.write_text(text, encoding="utf-8")
        new.replace(page)
        print(f"wrote {page}")
        return 0

    return commands.guarded(parser.prog, run)


def _main_run(words: Sequence[str]) -> int:
    parser = commands.parser("agents.leaderboard run", "Play the games of a leaderboard that are missing.")
    commands.add_game(parser)
    parser.add_argument("--agents", nargs="+", required=True, help="specs; a policy plays both ways")
    parser.add_argument("--monsters", nargs="*", default=[], help="specs for the monsters' seat; every team meets each")
    commands.add_games(parser, 500, "row", seeds=False)
    parser.add_argument("--output", required=True, help="folder of the results files; it is made if need be")
    given = parser.parse_args(list(words))

    def run() -> int:
        games = commands.games_of(given.game, given.options, given.seats, monsters=bool(given.monsters))
        rows = [
            (game, agent, monsters)
            for game in games
            for agent in dict.fromkeys(both_ways(given.agents))
            for monsters in dict.fromkeys(given.monsters or [""])
        ]
        for game, agent, monsters in rows:  # all mistakes show before the first game is played
            for spec in filter(None, (agent, monsters)):
                specs.make(spec, game, device=given.device)
            line_up(game, range(game.hero_seats), agent, [monsters] if monsters else [])
        seeds = {game: evaluation_seeds(game, given.games) for game in games}
        folder = Path(given.output)
        folder.mkdir(parents=True, exist_ok=True)
        console = Console()
        for game, agent, monsters in rows:
            played = play_missing(
                game, agent, monsters, seeds[game], folder, max_cycles=given.max_cycles, device=given.device,
                console=console if console.is_terminal else None,
            )  # fmt: skip
            console.print(
                f"{row_file(folder, game, agent, monsters)}: {played} new games", markup=False, soft_wrap=True
            )
        return 0

    return commands.guarded(parser.prog, run)


if __name__ == "__main__":
    raise SystemExit(main())
