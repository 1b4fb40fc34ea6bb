"""How the styles of the scripted player differ: what each does in its games, and where two of them part.

`python -m tests.enormity.style_profiles` prints both as tables, with ``--monsters`` those of the Intruders' seat.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents import scripted
from agents.base import Agent
from envs.enormity.actions import ACTIONS, WIDTH
from envs.enormity.game import Enormity
from envs.enormity.state import RollKind, Side, Where
from envs.view import View

PARTS = {
    "moves": ("step",),
    "scouts": ("act_scout",),
    "scavenges": ("act_scavenge", "scavenge"),
    "calms": ("act_rationalize", "act_catch_breath"),
    "abilities": ("character_ability", "suit_ability", "gear_ability", "engram", "location_ability"),
    "re-rolls": ("die",),
    "exerts": ("exert",),
}
"""Columns of a profile that count actions, by the beginnings of their names."""


@dataclass
class Choices:
    """What several styles would do in the same positions.

    Attributes:
        names: the styles.
        kinds: (positions,) the kind of each question.
        actions: (positions, styles) what each style answers; questions with one legal action are left out.
    """

    names: list[str]
    kinds: NDArray[np.str_]
    actions: NDArray[np.int64]

    def share(self, a: str, b: str) -> float:
        """Share of the positions at which two styles choose differently."""
        i, j = self.names.index(a), self.names.index(b)
        return float((self.actions[:, i] != self.actions[:, j]).mean())

    def closest(self) -> tuple[float, str, str]:
        """The pair of styles that differ least, and their share."""
        return min((self.share(a, b), a, b) for a, b in combinations(self.names, 2))

    def table(self) -> str:
        """Shares of all pairs in percent, as a Markdown table."""
        lines = ["| | " + " | ".join(self.names) + " |", "| --- |" + " --- |" * len(self.names)]
        for a in self.names:
            shares = " | ".join("" if a == b else f"{100 * self.share(a, b):.0f}" for b in self.names)
            lines.append(f"| {a} | {shares} |")
        return "\n".join(lines)


def seated(game: Enormity, style: str, monsters: str, seed: int) -> list[Agent]:
    """A new player for each seat."""
    agents = [scripted.make("enormity", style if s < game.heroes else monsters) for s in range(game.num_seats)]
    for seat, agent in enumerate(agents):
        agent.reset(seed + seat)
    return agents


def choices(games: Iterable[tuple[Enormity, int]], names: Sequence[str], monsters: bool = False) -> Choices:
    """What styles would do in the positions of games that the default style plays.

    Args:
        games: configured games, each with a seed.
        names: the styles.
        monsters: in the positions of the Intruders' seat rather than those of Spacers.
    """
    kinds, answers = [], []
    for game, seed in games:
        state = game.new(seed)
        first = next(iter(scripted.styles("enormity")))
        players = seated(game, first, first, seed)
        asked = {name: seated(game, name, name, seed) for name in names}
        while (seat := game.turn(state)) is not None:
            view = View.of(game, state)
            if view.mask.sum() > 1 and (seat >= game.heroes) == monsters:
                kinds.append(view.choice)
                answers.append([agents[seat].act(view) for agents in asked.values()])
            game.step(state, players[seat].act(view))
    return Choices(list(names), np.array(kinds), np.array(answers, np.int64).reshape(-1, len(names)))


def profile(game: Enormity, style: str, seeds: Sequence[int], monsters: str | None = None) -> dict[str, float]:
    """What a style does in its games, means for each game.

    Args:
        game: the configured game.
        style: of all Spacers.
        seeds: of the games.
        monsters: style of the Intruders' seat, if there is one; ``None`` is the default.

    Returns:
        Numbers by name: victories (a share), rounds, Discoveries, kills, deaths, Noise Rolls, steps between the
        Spacers (along both axes, mean over the decisions), Stress (mean), and the actions of `PARTS`.
    """
    total: Counter[str] = Counter()
    for seed in seeds:
        state = game.new(seed)
        agents = seated(game, style, monsters or next(iter(scripted.styles("enormity"))), seed)
        apart, strain, rolling, fighting = [], [], False, False
        while (seat := game.turn(state)) is not None:
            action = agents[seat].act(View.of(game, state))
            if seat < game.heroes:
                total.update(part for part, names in PARTS.items() if ACTIONS[action].startswith(names))
            game.step(state, action)
            noise = int(state["n_rolls"]) > 0 and state["rolls"][int(state["n_rolls"]) - 1]["kind"] == RollKind.NOISE
            total["noise"] += noise and not rolling
            rolling = noise
            attack = (
                int(state["n_assaults"]) > 0 and state["assaults"][int(state["n_assaults"]) - 1]["side"] == Side.SPACER
            )
            total["attacks"] += attack and not fighting
            fighting = attack
            crew = [s for s in state["spacers"][: game.heroes] if s["where"] == Where.BOARD]
            strain.append(np.mean([s["stress"] for s in crew]) if crew else 0.0)
            apart += [steps(int(a["cell"]), int(b["cell"])) for a, b in combinations(crew, 2)]
        outcome = game.outcome(state)
        total.update(won=bool(outcome.won), apart=float(np.mean(apart or [0])), stress=float(np.mean(strain)))
        total.update({name: outcome.detail[name] for name in ("rounds", "discoveries", "kills", "deaths", "resources")})
    names = (
        "won",
        "rounds",
        "discoveries",
        "kills",
        "deaths",
        "resources",
        "noise",
        "attacks",
        "apart",
        "stress",
        *PARTS,
    )
    return {name: total[name] / len(seeds) for name in names}


def steps(a: int, b: int) -> int:
    """Columns and rows between two spaces."""
    return abs(a % WIDTH - b % WIDTH) + abs(a // WIDTH - b // WIDTH)


def table(profiles: dict[str, dict[str, float]]) -> str:
    """Profiles as a Markdown table."""
    names = list(next(iter(profiles.values())))
    lines = ["| style | " + " | ".join(names) + " |", "| --- |" + " --- |" * len(names)]
    lines += [f"| {style} | " + " | ".join(f"{row[name]:.2f}" for name in names) + " |"
              for style, row in profiles.items()]  # fmt: skip
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=24, help="games of each style, on the seeds from 0 on")
    parser.add_argument("--scenario", default="training")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--styles", nargs="*", help="all without it")
    parser.add_argument("--monsters", action="store_true", help="the styles of the Intruders' seat, freedom: full")
    args = parser.parse_args(arguments)
    options: dict[str, Any] = {"scenario": args.scenario, "seats": args.seats}
    known = scripted.monster_styles("enormity") if args.monsters else scripted.styles("enormity")
    game = Enormity(**options, **({"monsters": "agent", "freedom": "full"} if args.monsters else {}))
    names = args.styles or list(known)
    default = next(iter(scripted.styles("enormity")))
    sides = {name: (default, name) if args.monsters else (name, None) for name in names}
    print(table({name: profile(game, side[0], range(args.games), side[1]) for name, side in sides.items()}))
    print(choices([(game, seed) for seed in range(args.games)], names, args.monsters).table())


if __name__ == "__main__":
    main()
