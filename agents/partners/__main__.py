"""List, check and extend the held-out partners.

python -m agents.partners list                         what there is
python -m agents.partners check                        whether all of it is what was frozen
python -m agents.partners add FILE NAME --made TEXT    put a policy of train.py into the set of its game
python -m agents.partners freeze GAME [KEY=VALUE ...]  freeze the scripted styles anew, on games with these options
python -m agents.partners best RESULTS [--score won]   enter the best responses of cross-play results
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import yaml
from rich.console import Console
from rich.markup import escape
from rich.table import Table

import envs
from agents import commands, partners
from envs.core.errors import OptionError


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit code: 0 done, 1 a partner that is not as it was frozen, 2 a mistake."""
    parser = argparse.ArgumentParser(prog="python -m agents.partners", description=__doc__.split("\n")[0])
    parts = parser.add_subparsers(dest="action", required=True)
    parts.add_parser("list", help="what there is")
    parts.add_parser("check", help="whether all of it is what was frozen")
    add = parts.add_parser("add", help="put a policy of train.py into the set of its game")
    add.add_argument("file", type=Path)
    add.add_argument("name")
    add.add_argument("--made", required=True, help="how it was made, such as the command")
    freeze = parts.add_parser("freeze", help="freeze the scripted styles anew")
    freeze.add_argument("game")
    freeze.add_argument("options", nargs="*", metavar="KEY=VALUE", help="options; default: those of the manifest")
    best = parts.add_parser("best", help="enter the best responses of results files of agents.crossplay")
    best.add_argument("files", nargs="+", type=Path)
    best.add_argument("--score", default="won")
    given = parser.parse_args(arguments)
    actions = {"list": _list, "check": _check, "add": _add, "freeze": _freeze, "best": _best}
    return commands.guarded(parser.prog, lambda: actions[given.action](given))


def _list(given: argparse.Namespace) -> int:
    for game in partners.games():
        table = Table(title=f"{game}, version {partners.read_manifest(game).env_version}", title_justify="left")
        for column in ("spec", "kind", "hash", "made"):
            table.add_column(column, overflow="fold")
        for partner in partners.read_manifest(game).partners:
            table.add_row(f"partner:{partner.name}", partner.kind, partner.sha256[:12], escape(partner.made))
        Console().print(table)
    return 0


def _check(given: argparse.Namespace) -> int:
    wrong = [line for game in partners.games() for line in partners.check(game)]
    print("\n".join(wrong) or "all partners are as they were frozen")
    return int(bool(wrong))


def _add(given: argparse.Namespace) -> int:
    partner = partners.add(given.file, given.name, given.made)
    print(f"partner:{partner.name}, hash {partner.sha256[:12]}")
    return 0


def _freeze(given: argparse.Namespace) -> int:
    options = {}
    for word in given.options:
        key, equals, value = word.partition("=")
        if not equals:
            raise OptionError(f"expected KEY=VALUE, got {word!r}")
        options[key] = yaml.safe_load(value)
    manifest = partners.freeze(given.game, options or partners.read_manifest(given.game).options)
    print(f"{given.game}: {', '.join(p.name for p in manifest.partners)}")
    return 0


def _best(given: argparse.Namespace) -> int:
    from agents.best_response import best_of_results
    from agents.results import load_results

    about = load_results(given.files)[0].about
    game = envs.load(about["game"], **about["options"])
    found = best_of_results(game, given.files, given.score)
    print(f"{partners.record_best(game, given.score, *found)} best responses are new or better")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
