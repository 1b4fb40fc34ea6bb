"""What random games have reached: the actions of the table, the questions, the procedures, and the cards of a game.

A game may have a `Guide` of its own in ``tests/<game>/guide.py``, as ``GUIDE``: it knows the cards and leads the random
player into the late game.
"""

from __future__ import annotations

import enum
import importlib
import importlib.util
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from envs.core.game import Game

NEVER, SEEN, USED = range(3)
"""How far a card got: not at all, into play, and to do what is written on it."""

DETAILS = "effects of cards"
"""The kind of the single operations of cards. The rarest need so much luck that a change anywhere moves them out of
reach, so they are listed but not asked for; the kinds of effects are."""

Card = tuple[str, str]
"""Kind of the card, or of the part of a card, and its name."""


class Notes:
    """What is seen of the cards while games of one configuration are played; a game with cards overrides it."""

    def look(self, states: Any) -> None:
        """Look at positions of games, in play or over."""

    def found(self, ops: np.ndarray) -> dict[Card, int]:
        """How far each card of this configuration got, `NEVER` to `USED`.

        Args:
            ops: which operations of the tables were resolved (`envs.core._fuzz.Player.ops`).
        """
        return {}


class Guide:
    """What a game tells of itself.

    Attributes:
        values: values to play with of options that have no listed values; the default comes first.
        weights: group of the action table -> how likely an eager player takes one of its actions (1 if not given).
        interpreter: number of the procedure that resolves the effects of cards, -1 if there is none.
        unreachable: kind (``"questions"``, ``"procedures"``, ``"endings"`` or one of cards) and name of what no game
            reaches -> the reason why.
        lucky: actions that need so much luck that they are listed but not asked for.
    """

    values: Mapping[str, Sequence[Any]] = {}
    weights: Mapping[str, int] = {}
    interpreter = -1
    unreachable: Mapping[Card, str] = {}
    lucky: Collection[str] = ()

    def help(self, game: Game, state: Any, word: int) -> None:
        """Help the players of a game on its way, now and then.

        Args:
            game: the game.
            state: a position of it, which is changed; it need not be one at a question.
            word: random bits, the same at every call for one game.
        """

    def unused(self, game: Game) -> dict[str, list[str]]:
        """Actions that cannot be legal in this configuration, by the reason why."""
        return {}

    def notes(self, game: Game) -> Notes:
        """Where the cards of this configuration are noted."""
        return Notes()


def guide(name: str) -> Guide:
    """The guide of a game."""
    module = f"tests.{name}.guide"
    if importlib.util.find_spec(module) is None:
        return Guide()
    found: Guide = importlib.import_module(module).GUIDE
    return found


@dataclass
class Coverage:
    """What the games of one configuration, or of several, have reached.

    Attributes:
        legal, played: (num_actions,) bool, actions that were legal or taken at least once.
        unused: (num_actions,) reason why an action cannot be legal in any of these configurations, else empty.
        wrong: names of actions that were legal in a configuration in which they cannot be.
        choices, procedures: numbers of the questions asked and of the procedures that ran.
        endings: reason codes with which games ended.
        cards: how far each card got.
    """

    legal: np.ndarray = field(default_factory=lambda: np.zeros(0, bool))
    played: np.ndarray = field(default_factory=lambda: np.zeros(0, bool))
    unused: list[str] = field(default_factory=list)
    wrong: set[str] = field(default_factory=set)
    choices: set[int] = field(default_factory=set)
    procedures: set[int] = field(default_factory=set)
    endings: set[str] = field(default_factory=set)
    cards: dict[Card, int] = field(default_factory=dict)

    def add(self, other: Coverage) -> None:
        """Take in what other configurations of the same game have reached."""
        if not self.legal.size:
            self.legal, self.played, self.unused = other.legal, other.played, other.unused
        else:
            self.legal = self.legal | other.legal
            self.played = self.played | other.played
            self.unused = [a and b for a, b in zip(self.unused, other.unused, strict=True)]
        self.wrong |= other.wrong
        self.choices |= other.choices
        self.procedures |= other.procedures
        self.endings |= other.endings
        for card, level in other.cards.items():
            self.cards[card] = max(level, self.cards.get(card, NEVER))


def unused(game: Game) -> list[str]:
    """For each action the reason why it cannot be legal in this configuration, else the empty string."""
    reasons = [""] * game.num_actions
    for reason, names in guide(game.name).unused(game).items():
        for name in names:
            reasons[game.actions.id(name)] = reason
    return reasons


def missing(game: Game, coverage: Coverage) -> list[str]:
    """One line for each kind of thing that was not reached although it can be."""
    told, reached = guide(game.name), _reached(game, coverage)
    lines = _missing_actions(game, "legal", coverage.legal, coverage, told.lucky)
    lines += _missing_cards(card for card, done in reached.items() if not done and card not in told.unreachable)
    wrong = sorted(coverage.wrong)
    lines += [f"actions that were legal where they cannot be: {', '.join(wrong)}"] if wrong else []
    wrong = sorted(" ".join(card) for card in told.unreachable if reached.get(card))
    return lines + ([f"reached, although the guide says that nothing reaches it: {', '.join(wrong)}"] if wrong else [])


def seldom(game: Game, coverage: Coverage) -> list[str]:
    """One line for each kind of thing that was not reached, but is not asked for either."""
    told, reached = guide(game.name), _reached(game, coverage)
    lines = _missing_actions(game, "taken though legal", coverage.played | ~coverage.legal, coverage)
    others = np.array([name not in told.lucky for name in game.actions])
    lines += _missing_actions(game, "legal, which need much luck", coverage.legal | others, coverage)
    for reason in dict.fromkeys(told.unreachable.values()):
        cards = (card for card, why in told.unreachable.items() if why == reason and not reached.get(card))
        lines += [f"{line} ({reason})" for line in _missing_cards(cards)]
    details = (card for card, level in coverage.cards.items() if card[0] == DETAILS and level < USED)
    return lines + _missing_cards(details)


def table(game: Game, coverage: Coverage) -> Iterator[str]:
    """The coverage as a table, a line at a time."""
    yield f"{'actions':<28}{'all':>6}{'legal':>8}{'taken':>8}{'unused':>8}"
    for group, ids in game.actions.groups.items():
        part = slice(ids.start, ids.stop)
        reasons = [reason for reason in coverage.unused[part] if reason]
        counts = (len(ids), coverage.legal[part].sum(), coverage.played[part].sum(), len(reasons))
        note = f"  {'; '.join(dict.fromkeys(reasons))}" if reasons else ""
        yield f"  {group:<26}{counts[0]:>6}{counts[1]:>8}{counts[2]:>8}{counts[3]:>8}{note}"
    if coverage.cards:
        yield f"{'cards':<28}{'all':>6}{'seen':>8}{'used':>8}{'never':>8}"
    for kind in dict.fromkeys(kind for kind, _ in coverage.cards):
        levels = np.array([level for (k, _), level in coverage.cards.items() if k == kind])
        counts = (len(levels), (levels >= SEEN).sum(), (levels >= USED).sum(), (levels == NEVER).sum())
        yield f"  {kind:<26}{counts[0]:>6}{counts[1]:>8}{counts[2]:>8}{counts[3]:>8}"


def _reached(game: Game, coverage: Coverage) -> dict[Card, bool]:
    """Everything that is asked for, actions aside, and whether it was reached."""
    found: dict[Card, bool] = {}
    state = importlib.import_module(f"envs.{game.name}.state")
    for kind, enumeration, seen in (
        ("questions", "Choice", coverage.choices),
        ("procedures", "Proc", coverage.procedures),
    ):
        members: Iterator[enum.IntEnum] = iter(getattr(state, enumeration, ()))
        found |= {(kind, m.name.lower()): int(m) in seen for m in members if m.name != "NONE"}
    found |= {("endings", code): code in coverage.endings for code in getattr(game, "REASONS", ())}
    return found | {card: level == USED for card, level in coverage.cards.items() if card[0] != DETAILS}


def _missing_actions(
    game: Game, what: str, seen: np.ndarray, coverage: Coverage, but: Collection[str] = ()
) -> list[str]:
    """A line with the actions that were not seen although something can use them, if there are any."""
    names = [n for n, s, r in zip(game.actions, seen, coverage.unused, strict=True) if not (s or r or n in but)]
    return [f"actions never {what}: {', '.join(names)}"] if names else []


def _missing_cards(cards: Iterable[Card]) -> list[str]:
    """A line for each kind of these cards."""
    kinds: dict[str, list[str]] = {}
    for kind, name in cards:
        kinds.setdefault(kind, []).append(name)
    verbs = {"questions": "asked", "procedures": "run", "endings": "seen"}
    return [f"{kind} never {verbs.get(kind, 'used')}: {', '.join(names)}" for kind, names in kinds.items()]
