"""What the command lines of `agents` have in common."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import envs
from agents.extras import require
from envs.core.errors import DerelictError, OptionError
from envs.core.game import Game

__all__ = ["add_game", "add_games", "add_output", "command_line", "evaluate_command", "games_of", "guarded", "new_file",
           "parser"]  # fmt: skip


def parser(module: str, summary: str) -> Any:
    """An argument parser for ``python -m <module>``; raises `MissingExtra` without jsonargparse."""
    require("train", "jsonargparse")
    from jsonargparse import ArgumentParser

    return ArgumentParser(prog=f"python -m {module}", description=summary)


def add_game(to: Any) -> None:
    """``--game``, ``--options`` and ``--seats``, which `games_of` reads."""
    to.add_argument("--game", default="machina_arcana", help="name of the game")
    to.add_argument("--options", type=dict[str, Any], default={}, help="its options, as --options.scenario NAME")
    to.add_argument(
        "--seats", type=int, nargs="+", default=[], help="numbers of hero seats, each on its own; default: the option's"
    )


def add_games(to: Any, games: int, what: str, *, seeds: bool = True) -> None:
    """``--games``, ``--max_cycles``, ``--device``, and with `seeds` ``--first_seed``."""
    to.add_argument("--games", type=int, default=games, help=f"games of each {what}")
    if seeds:
        to.add_argument(
            "--first_seed", type=int | None, default=None, help="seed of the first game; default: the public ones"
        )
    to.add_argument("--max_cycles", type=int, default=0, help="cut games off after so many decisions; 0: never")
    to.add_argument("--device", default="cpu", help="where policies compute")


def add_output(to: Any) -> None:
    """``--output``, ``--format`` and ``--plot``."""
    to.add_argument("--output", type=str | None, default=None, help="JSON lines file for all results")
    to.add_argument("--format", default="table", choices=("table", "markdown", "json"), help="what to print")
    to.add_argument("--plot", type=str | None, default=None, help="PNG file for a plot")


def games_of(name: str, options: Mapping[str, Any], seats: Sequence[int], *, monsters: bool = False) -> list[Game]:
    """The configured games, one for each number of hero seats.

    Args:
        name: name of the game.
        options: its options.
        seats: numbers of hero seats; if none, that of the options.
        monsters: agents play the monsters, so the game must have a seat for them.

    Raises:
        OptionError: what `envs.load` raises, seats given twice, or the monsters left to the rules.
    """
    options = dict(options)
    if seats and "seats" in options:
        raise OptionError(
            f"--seats {' '.join(map(str, seats))} and --options.seats {options['seats']}: give one of them"
        )
    if len(set(seats)) < len(seats):
        raise OptionError(f"--seats {' '.join(map(str, seats))}: name each number once")
    if monsters and options.setdefault("monsters", "agent") != "agent":
        raise OptionError(
            f"--monsters names agents, but --options.monsters is {options['monsters']!r}; leave the option out"
        )
    games = [envs.load(name, **options, **({"seats": n} if n else {})) for n in seats or [0]]
    for game in games:
        if monsters and game.num_seats == game.hero_seats:
            raise OptionError(f"{game.name}: --monsters names agents, but the game has no seat for them")
    return games


def new_file(path: str | None, option: str) -> Path | None:
    """The file that an option names, if one is given.

    Raises:
        OptionError: it exists (results are never overwritten), or its folder does not.
    """
    if not path:
        return None
    file = Path(path)
    if file.exists():
        raise OptionError(f"{file} exists; results are never overwritten, choose another {option}")
    if not file.parent.is_dir():
        raise OptionError(f"{option} {file}: the folder {file.parent} does not exist; make it or choose another")
    return file


def command_line(module: str, arguments: Sequence[str] | None) -> str:
    """The command that was given, as a shell takes it."""
    return shlex.join(["python", "-m", module, *(sys.argv[1:] if arguments is None else arguments)])


def evaluate_command(game: Game, agent: str, games: int, monsters: Sequence[str] = (), max_cycles: int = 0) -> str:
    """The command that plays one agent on the public evaluation seeds, as a shell takes it."""
    words = ["python", "-m", "agents.evaluate", "--game", game.name]
    for key, value in game.options.model_dump(mode="json", exclude_defaults=True).items():
        if key != "seats" and not (key == "monsters" and monsters):
            words += [f"--options.{key}", value if isinstance(value, str) else json.dumps(value)]
    words += ["--seats", str(game.hero_seats), "--agents", agent, "--games", str(games)]
    words += ["--monsters", *monsters] if monsters else []
    words += ["--max_cycles", str(max_cycles)] if max_cycles else []
    return shlex.join(words)


def guarded(prog: str, run: Callable[[], int]) -> int:
    """The exit code of `run`; a mistake in the input is one line on stderr and the code 2, Ctrl-C is 130."""
    try:
        return run()
    except DerelictError as error:
        print(f"{prog}: error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"{prog}: stopped", file=sys.stderr)
        return 130
