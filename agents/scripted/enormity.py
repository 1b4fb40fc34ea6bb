"""The scripted player of Enormity: searches, fights when it pays, leaves tokens for others, and is out in time.

It decides from the view of its seat alone, as all that it weighs lies open to everybody: the map, the cards, who holds
what. So all Spacers come to the same plan without talking: each Discovery, Console and door falls to whoever is
nearest, whoever leaves tokens acts first, and everybody heads for the same way out. Worth is counted in steps: what it
is worth to stand one space nearer to where one wants to be.
"""

from __future__ import annotations

from typing import Any

from agents.base import Agent
from agents.scripted._enormity_position import G
from agents.scripted._enormity_styles import STYLES, TEMPERS
from agents.scripted._enormity_things import Things
from envs.enormity.actions import WIDTH
from envs.enormity.state import Choice
from envs.view import View

__all__ = ["STYLES", "Scripted"]

SLIPS = 1 << 20  # steps in which a chance is counted


class Scripted(Agent):
    """A scripted Spacer (or Intruders' seat).

    Args:
        style: one of `STYLES`.
        seed: unused; what is random in a style follows from the game (`View.seed`).
    """

    def __init__(self, style: str = "steady", seed: int = 0):
        self.temper = TEMPERS[style]
        self.memory: dict[str, tuple[Any, Any]] = {}

    def reset(self, seed: int) -> None:
        """Forget the last game."""
        self.memory = {}

    def act(self, view: View) -> int:
        """A legal action for the question that is asked."""
        mind = Mind(view, self.temper, self.memory)
        word = view.seed
        if not mind.monster and word % SLIPS < SLIPS * self.temper.slip:
            legal = view.legal
            return legal[word // SLIPS % len(legal)]
        return mind.decide()


class Mind(Things):
    """All that it can be asked: a method for each kind of question, named after it."""

    def decide(self) -> int:
        """The action."""
        if len(self.legal) == 1:
            return next(iter(self.legal))
        choice = Choice[self.view.choice.upper()]
        if self.monster:
            return self.hunt(choice)
        answer = getattr(self, choice.name.lower(), None)
        action = answer() if answer is not None else None
        return action if action in self.legal else min(self.legal)

    def hunt(self, choice: Choice) -> int:
        """The Intruders' seat: the weakest Target, the way to it, else the first possibility."""
        if choice == Choice.TARGET_TIE:
            return G["spacer"] + min(self.options("spacer"), key=lambda s: int(self.r["spacers"][s]["vitals"]))
        if self.options("candidate"):
            width = WIDTH + int(self.r["candidate_points"])

            def away(n: int) -> int:
                cell = int(self.r["candidates"][n])
                return min((abs(cell % width - c % WIDTH) + abs(cell // width - c // WIDTH)
                            for c in self.crew.values()), default=0)  # fmt: skip

            return G["candidate"] + min(self.options("candidate"), key=away)
        return min(self.legal)
