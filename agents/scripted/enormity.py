"""The scripted player of Enormity: searches, fights when it pays, leaves tokens for others, and is out in time.

It decides from the view of its seat alone, as all that it weighs lies open to everybody: the map, the cards, who holds
what. So all Spacers come to the same plan without talking: each Discovery, Console and door falls to whoever is
nearest, whoever leaves tokens acts first, and everybody heads for the same way out. Worth is counted in steps: what it
is worth to stand one space nearer to where one wants to be.
"""

from __future__ import annotations

from typing import Any

from agents.base import Agent
from agents.scripted._enormity_intruders import Pack
from agents.scripted._enormity_styles import BROODS, MONSTER_STYLES, STYLES, TEMPERS
from agents.scripted._enormity_things import Things
from envs.core.errors import OptionError, near
from envs.enormity.state import Choice
from envs.view import View

__all__ = ["HELD_OUT", "MONSTER_STYLES", "STYLES", "Scripted"]

HELD_OUT = ("loner", "hunter", "silent", "leaver", "bodyguard", "noisy")
"""Styles of Spacers that training leaves alone."""

SLIPS = 1 << 20  # steps in which a chance is counted


class Scripted(Agent):
    """A scripted Spacer, or the Intruders' seat.

    Args:
        style: one of `STYLES` or of `MONSTER_STYLES`. On the side for which a style has no part it plays that of the
            default style.
        seed: unused; what is random in a style follows from the game (`View.seed`).

    Raises:
        OptionError: an unknown style, with the nearest name.
    """

    def __init__(self, style: str = "steady", seed: int = 0):
        if style not in STYLES | MONSTER_STYLES:
            raise OptionError(
                f"enormity: unknown style {style!r} of the scripted player{near(style, STYLES | MONSTER_STYLES)}"
            )
        self.temper = TEMPERS.get(style, TEMPERS["steady"])
        self.brood = BROODS.get(style, BROODS["steady"])
        self.memory: dict[str, tuple[Any, Any]] = {}

    def reset(self, seed: int) -> None:
        """Forget the last game."""
        self.memory = {}

    def act(self, view: View) -> int:
        """A legal action for the question that is asked."""
        if view.hero >= view.game.heroes:
            return Pack(view, self.brood, self.memory).decide()
        if self.temper.slip:
            word = view.seed
            if word % SLIPS < SLIPS * self.temper.slip:
                return view.legal[word // SLIPS % len(view.legal)]
        return Mind(view, self.temper, self.memory).decide()


class Mind(Things):
    """All that it can be asked: a method for each kind of question, named after it."""

    def decide(self) -> int:
        """The action."""
        if len(self.legal) == 1:
            return next(iter(self.legal))
        choice = Choice[self.view.choice.upper()]
        answer = getattr(self, choice.name.lower(), None)
        action = answer() if answer is not None else None
        return action if action in self.legal else min(self.legal)
