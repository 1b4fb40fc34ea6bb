"""Golden replays: games as text, compared line by line with how the games are played now.

Every configuration (game, number of seats, who plays the monsters; every number of seats in every mode; a few variants)
has a transcript, ``tests/golden/<game>/<options>.txt``. Its head holds the options, the seed and the actions; the rest
is what follows from them. ``python -m tests.golden --write`` plays and writes all of them anew.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import envs
from agents import scripted, spec
from envs.core.engine import mix_seed
from envs.core.errors import DerelictError, OptionError
from envs.view import View

FOLDER = Path(__file__).parent
CUT = 90  # decisions of a game that is not told to its end
APART = 20  # decisions between two digests
WIDTH = 118
SEARCHED = 40  # seeds among which the game with the wanted end is looked for

WHOLE = {
    "machina_arcana-seats-3-monsters-rules": True,
    "machina_arcana-seats-2-monsters-rules": False,
    "enormity-seats-2-monsters-rules-scenario-training": True,
    "enormity-seats-1-monsters-rules": False,
}
"""Games that are told to their end, and whether it is a victory."""

VARIANTS: dict[str, list[tuple[int, str, dict[str, Any]]]] = {
    "machina_arcana": [
        (1, "rules", {"length": "extra_fast", "reinforcements": True}),
        (2, "rules", {"length": "faster", "easier_die": True}),
        (3, "agent", {"intricacy": True}),
    ],
    "enormity": [
        *(
            (seats, "rules", {"scenario": scenario})
            for scenario in ("open_run", "revisit", "training", "ring_patrol")
            for seats in (1, 2, 3, 4)
        ),
        (3, "agent", {"scenario": "revisit", "freedom": "full", "ties": "ask"}),
        (2, "rules", {"adversary": True, "exert_gain": "stress", "potential_pairs": True}),
    ],
}
"""Further configurations of a game: seats, monsters and other options."""


@dataclass(frozen=True)
class Configuration:
    """A game as it is registered.

    Args:
        game: its name.
        seats, monsters: options that every game has.
        more: other options, as pairs.
    """

    game: str
    seats: int
    monsters: str
    more: tuple[tuple[str, Any], ...] = ()

    @property
    def options(self) -> dict[str, Any]:
        return {"seats": self.seats, "monsters": self.monsters, **dict(self.more)}

    @property
    def path(self) -> Path:
        words = [key if value is True else f"{key}-{value}" for key, value in self.options.items()]
        return FOLDER / self.game / f"{'-'.join(words)}.txt"

    def __str__(self) -> str:
        return f"{self.game}-{self.path.stem}"


def configurations() -> list[Configuration]:
    """All that must have a transcript."""
    found = []
    for game in envs.GAMES + envs.EXAMPLES:
        fields = type(envs.load(game).options).model_fields
        monsters = get_args(fields["monsters"].annotation)
        found += [Configuration(game, seats, player) for seats in seat_counts(game) for player in monsters]
        for mode in get_args(fields["mode"].annotation) if "mode" in fields else ():
            if mode != fields["mode"].default:
                found += [Configuration(game, seats, "rules", (("mode", mode),)) for seats in seat_counts(game)]
        found += [Configuration(game, *base, tuple(more.items())) for *base, more in VARIANTS.get(game, ())]
    return found


def seat_counts(game: str) -> Iterator[int]:
    """The numbers of seats that a game allows."""
    for seats in range(1, 10):
        try:
            envs.load(game, seats=seats)
        except OptionError:
            continue
        yield seats


# -- transcripts -------------------------------------------------------------------------------------------------


def transcript(name: str, options: dict[str, Any], seed: int, actions: list[int]) -> list[str]:
    """The lines of a game that is played with these actions.

    An action that is refused ends them. Actions of one seat that change nothing else stand in one line. The digests
    are of all that people are shown: the text of each position, the questions and the meaning of the legal actions.
    """
    game = envs.load(name, **options)
    state = game.new(seed)
    lines = [
        f"game: {name}",
        f"options: {json.dumps(options)}",
        f"seed: {seed}",
        *fold("actions:", [str(a) for a in actions]),
        "",
        game.text(state),
        "",
    ]
    tell = getattr(game, "changes", lambda before, after: [])
    digest = hashlib.sha256()
    waiting: list[str] = []
    who = ""
    for number, action in enumerate(actions):
        seat = game.turn(state)
        if seat is None:
            lines.append(f"{number} decisions: the game is over, but the transcript goes on")
            return flatten(lines)
        digest.update(game.text(state).encode())
        digest.update(game.choice_name(state).encode())
        digest.update("\n".join(game.describe(state, a) for a in game.legal_actions(state)).encode())
        meaning = game.describe(state, action) if 0 <= action < game.num_actions else str(action)
        before = game.clone(state)
        try:
            game.step(state, action)
        except DerelictError:
            lines.append(f"{number} decisions: {game.seats[seat]} cannot play {meaning}")
            return flatten(lines)
        if waiting and who != game.seats[seat]:
            lines.append(f"{who}: {', '.join(waiting)}")
            waiting = []
        who = game.seats[seat]
        changes = tell(before, state)
        if changes:
            lines.append(short(f"{who}: {', '.join([*waiting, meaning])}"))
            lines += [short(f"    {line}") for line in changes]
            waiting = []
        else:
            waiting.append(game.actions[action])
        if waiting and ((number + 1) % APART == 0 or number + 1 == len(actions) or len(", ".join(waiting)) > 90):
            lines.append(f"{who}: {', '.join(waiting)}")
            waiting = []
        if (number + 1) % APART == 0:
            lines.append(f"-- {number + 1} decisions, {digest.hexdigest()[:12]}")
    digest.update(game.text(state).encode())
    outcome = game.outcome(state)
    facts = ", ".join(f"{key} {value}" for key, value in outcome.detail.items())
    lines += ["", game.text(state), "", f"end: {outcome.reason}, {facts}, {digest.hexdigest()[:12]}"]
    return flatten(lines)


def flatten(lines: list[str]) -> list[str]:
    return [line.rstrip() for block in lines for line in (block.split("\n") if block else [""])]


def short(line: str) -> str:
    return line if len(line) <= WIDTH else line[: WIDTH - 3] + "..."


def fold(head: str, words: list[str]) -> list[str]:
    """Words in lines that begin with `head`."""
    lines = [head]
    for word in words:
        if len(lines[-1]) + len(word) >= WIDTH:
            lines.append(head)
        lines[-1] += f" {word}"
    return lines


def read(path: Path) -> tuple[str, dict[str, Any], int, list[int], list[str]]:
    """A transcript: game, options, seed, actions, and all of its lines."""
    lines = path.read_text(encoding="utf-8").splitlines()
    head: dict[str, str] = {}
    for line in lines[: lines.index("")]:
        key, _, value = line.partition(": ")
        head[key] = f"{head[key]} {value}" if key in head else value
    actions = [int(a) for a in head["actions"].split()]
    return head["game"], json.loads(head["options"]), int(head["seed"]), actions, lines


def difference(path: Path) -> str:
    """Where a transcript and the game part, empty if nowhere."""
    name, options, seed, actions, old = read(path)
    new = transcript(name, options, seed, actions)
    for number, (a, b) in enumerate(zip(old, new, strict=False), 1):
        if a != b:
            return f"line {number}\n  written: {a}\n  played:  {b}"
    if len(old) != len(new):
        return f"the transcript has {len(old)} lines, the game as it is played now {len(new)}"
    return ""


# -- writing -----------------------------------------------------------------------------------------------------


def played(game: Any, seed: int, most: int) -> tuple[list[int], Any]:
    """A game of scripted players, or of random ones if there are none: its actions and its last state."""
    has_scripted = game.name in scripted.games()
    players = [spec.make("scripted" if has_scripted else "random", game) for _ in game.seats]
    for seat, player in enumerate(players):
        player.reset(mix_seed(seed) + seat)
    state, actions = game.new(seed), []
    while (seat := game.turn(state)) is not None and len(actions) < most:
        actions.append(int(players[seat].act(View.of(game, state))))
        game.step(state, actions[-1])
    return actions, state


def chosen(configuration: Configuration) -> tuple[int, list[int]]:
    """Seed and actions of the game that is told: the shortest one with the wanted end, else the first one, cut off.

    Raises:
        LookupError: none of the games looked at ends as wanted.
    """
    game = envs.load(configuration.game, **configuration.options)
    wanted = WHOLE.get(str(configuration))
    if wanted is None:
        return 1, played(game, 1, CUT)[0]
    best: tuple[int, list[int]] | None = None
    for seed in range(SEARCHED):
        actions, state = played(game, seed, len(best[1]) if best else 5000)
        if game.outcome(state).won is wanted and (best is None or len(actions) < len(best[1])):
            best = seed, actions
    if best is None:
        end = "victory" if wanted else "defeat"
        raise LookupError(f"{configuration}: none of the seeds below {SEARCHED} ends with a {end}; raise SEARCHED")
    return best


def write(configuration: Configuration) -> int:
    """Play and write a transcript anew; returns its size in bytes."""
    seed, actions = chosen(configuration)
    lines = transcript(configuration.game, configuration.options, seed, actions)
    path = configuration.path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path.stat().st_size
