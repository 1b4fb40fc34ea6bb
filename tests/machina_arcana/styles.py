"""How clearly the styles of the scripted player differ; ``python -m tests.machina_arcana.styles`` prints it.

Two measures. *Disagreement* is the share of real choices (more than one legal action) in games of the steady player at
which two styles choose differently: all styles answer the same questions, so games that part do not blur it. The
*profile* is what comes of it in whole games of each style with itself.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

import envs
from agents import scripted
from agents.scripted._machina_arcana_monsters import apart
from agents.scripted.machina_arcana import MONSTER_STYLES, STYLES
from envs.core.game import Game
from envs.machina_arcana.state import Where
from envs.view import View

KINDS = ("move", "explore", "activate", "seal", "use", "item", "power", "inventory", "pass", "end_turn")
"""Groups of actions that a profile counts."""


def decisions(game: Game, styles: Sequence[str], seed: int) -> Iterator[tuple[Any, View, int]]:
    """Position, view and answer at each decision of a game between styles, one per seat."""
    agents = [scripted.make(game.name, style) for style in styles]
    state = game.new(seed)
    while (seat := game.turn(state)) is not None:
        view = View.of(game, state, seat)
        action = agents[seat].act(view)
        yield state, view, action
        game.step(state, action)


def answers(game: Game, styles: Sequence[str], seeds: Sequence[int], seats: Sequence[int]) -> NDArray[np.int64]:
    """(choices, styles) what each style would do at the real choices of some seats in games of the steady player."""
    agents = [scripted.make(game.name, style) for style in styles]
    rows = []
    for seed in seeds:
        for _, view, _ in decisions(game, ["steady"] * game.num_seats, seed):
            if view.seat in seats and view.mask.sum() > 1:
                rows.append([agent.act(view) for agent in agents])
    return np.array(rows, np.int64).reshape(-1, len(styles))


def disagreement(answers_: NDArray[np.int64]) -> NDArray[np.float64]:
    """(styles, styles) share of the choices at which two styles choose differently, from (choices, styles) actions."""
    return np.asarray((answers_[:, :, None] != answers_[:, None, :]).mean(axis=0))


def profile(game: Game, style: str, seeds: Sequence[int]) -> dict[str, float]:
    """Means over games of a style with itself.

    `gap` is the direct distance of two explorers that are both on the map, in spaces, averaged over the decisions;
    `treasures` is how often a treasure was chosen from drawn cards; the kinds of action are counted per game.
    """
    group = {action: name for name, ids in game.actions.groups.items() if name in KINDS for action in ids}
    total: Counter[str] = Counter()
    for seed in seeds:
        gaps = []
        for state, view, action in decisions(game, [style] * game.num_seats, seed):
            total[group.get(action, "other")] += 1
            total["treasures"] += view.choice == "treasure_take"
            on_map = [int(e["cell"]) for e in state["explorers"][: game.heroes] if e["where"] == Where.MAP]
            if len(on_map) == 2:
                gaps.append(apart(*on_map))
        outcome = game.outcome(state)
        total["gap"] += np.mean(gaps) if gaps else 0.0
        total["won"] += outcome.won is True
        for name in ("chapters", "rounds", "kills", "deaths", "seals"):
            total[name] += outcome.detail[name]
    return {name: count / len(seeds) for name, count in total.items()}


def show(title: str, names: Sequence[str], columns: Sequence[str], rows: Sequence[Sequence[float]]) -> None:
    """Print a Markdown table."""
    print(f"\n{title}\n\n| style | {' | '.join(columns)} |\n|{' --- |' * (len(columns) + 1)}")
    for name, row in zip(names, rows, strict=True):
        print(f"| `{name}` | " + " | ".join(f"{value:.2f}" for value in row) + " |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=24, help="games per style of a profile; a third for disagreement")
    games = parser.parse_args().games
    if games < 1:
        parser.error(f"--games: expected at least 1, got {games}")
    team, horror = envs.load("machina_arcana"), envs.load("machina_arcana", seats=4, monsters="agent")
    shared = range(-(-games // 3))
    for game, styles, seats in ((team, list(STYLES), (0, 1)), (horror, list(MONSTER_STYLES), (4,))):
        found = answers(game, styles, shared, seats)
        show(f"Disagreement at {len(found)} choices of {game.seats[seats[0]]}", styles, styles, disagreement(found))
    profiles = [profile(team, style, range(games)) for style in STYLES]
    columns = ("won", "chapters", "rounds", "kills", "deaths", "seals", "treasures", "gap", *KINDS)
    show(f"Means of {games} games", list(STYLES), columns, [[p.get(c, 0.0) for c in columns] for p in profiles])


if __name__ == "__main__":
    main()
