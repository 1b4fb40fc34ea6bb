"""Draw the learning curves of several runs beside each other.

    python -m agents.curves --runs runs/enormity-s0 runs/enormity-s1 runs/intruder-s0 --output curves.png

Runs whose config differs in the seed only share a panel, a line for each seed. The two sides of mode ``alternating``
have a panel each.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from agents.config import FREE_TO_CHANGE, Config, read_config
from agents.report import plot_learning_curves
from envs.core.errors import DerelictError, OptionError

__all__ = ["Run", "panels", "read_curve", "read_run", "read_runs"]


class Run(NamedTuple):
    """A learner of a run of ``train.py``: its folder's name, its config, the lines of its curve and which side it is.

    The side is ``"monsters"`` for the second learner of mode ``alternating``, else ``""``.
    """

    name: str
    config: Config
    curve: list[dict[str, Any]]
    side: str = ""


def read_runs(folder: Path) -> list[Run]:
    """What `read_run` does, for every learner of the run."""
    first = read_run(folder)
    return [first, read_run(folder, "monsters")] if first.config.mode == "alternating" else [first]


def read_run(folder: Path, side: str = "") -> Run:
    """Config and curve of a run; raises `OptionError` that names the file that is missing."""
    path = folder / (f"{side}-curve.jsonl" if side else "curve.jsonl")
    if not path.is_file():
        raise OptionError(f"{folder} is no run of train.py: there is no {path}")
    curve = read_curve(path)
    if not curve:
        raise OptionError(
            f"{path}: expected lines of a learning curve, found none; no update had ended, or it is damaged"
        )
    return Run(folder.name, read_config(folder / "config.yaml"), curve, side)


def read_curve(path: Path, up_to: float = math.inf) -> list[dict[str, Any]]:
    """The lines of a learning curve up to a number of steps; what a crash cut off is left out."""
    lines = []
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        try:
            update = json.loads(line)
        except json.JSONDecodeError:
            break
        if update["steps"] <= up_to:
            lines.append(update)
    return lines


def panels(runs: Sequence[Run]) -> dict[str, dict[str, list[dict[str, Any]]]]:
    """By panel (what the names of its runs begin with) and line (``"seed 0"``) the curves."""
    groups: dict[str, list[Run]] = {}
    for run in runs:
        same = {k: v for k, v in run.config.model_dump().items() if k not in ("seed", *FREE_TO_CHANGE)}
        groups.setdefault(json.dumps([same, run.side], sort_keys=True), []).append(run)
    out: dict[str, dict[str, list[dict[str, Any]]]] = {}
    for group in groups.values():
        first = group[0]
        lines: dict[str, list[dict[str, Any]]] = {}
        for run in group:  # the same seed may come twice, as before and after a change of the suite
            lines[_unused(f"seed {run.config.seed}", lines)] = run.curve
        name = first.name.removesuffix(f"-s{first.config.seed}")
        out[_unused(f"{name}, {first.side}" if first.side else name, out)] = lines
    return out


def _unused(name: str, taken: Collection[str]) -> str:
    """The name, with a number behind it if it is taken."""
    numbered = (f"{name} ({n})" for n in itertools.count(2))
    return name if name not in taken else next(other for other in numbered if other not in taken)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m agents.curves", description=__doc__.split("\n")[0])
    parser.add_argument("--runs", nargs="+", type=Path, required=True, metavar="FOLDER", help="folders of train.py")
    parser.add_argument("--output", type=Path, required=True, metavar="FILE", help="the PNG")
    given = parser.parse_args(arguments)
    try:
        if not given.output.parent.is_dir():
            raise OptionError(f"--output {given.output}: the folder {given.output.parent} does not exist")
        plot_learning_curves(given.output, panels([run for folder in given.runs for run in read_runs(folder)]))
    except DerelictError as error:
        print(f"{parser.prog}: error: {error}", file=sys.stderr)
        return 2
    print(f"{given.output}: {len(given.runs)} runs")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
