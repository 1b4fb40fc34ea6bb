"""The scripted player of Enormity on the Intruders' seat: what it makes of the freedom that the rules leave."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from agents.scripted._enormity_goals import Goals
from agents.scripted._enormity_knowledge import OFFSETS, between, gap
from agents.scripted._enormity_position import G
from agents.scripted._enormity_styles import TEMPERS, Brood
from envs.enormity.actions import WIDTH
from envs.enormity.state import POINT_WIDTH, Choice
from envs.view import View

Place = tuple[float, float]
"""Columns and rows on the map."""


def centre(cell: int) -> Place:
    """The middle of a space."""
    return cell % WIDTH + 0.5, cell // WIDTH + 0.5


def corner(point: int) -> Place:
    """The place of an intersection."""
    return float(point % POINT_WIDTH), float(point // POINT_WIDTH)


def apart(a: Place, b: Place) -> float:
    """Columns and rows between two places."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


class Pack(Goals):
    """One decision of the Intruders' seat. It wants its figures where they cost least: near its prey.

    Args:
        view: of the Intruders' seat.
        brood: its style.
        memory: as of `Position`.
    """

    def __init__(self, view: View, brood: Brood, memory: dict[str, tuple[Any, Any]]):
        super().__init__(view, TEMPERS["steady"], memory)
        self.brood = brood

    def decide(self) -> int:
        """The action."""
        if len(self.legal) == 1:
            return next(iter(self.legal))
        choice = Choice[self.view.choice.upper()]
        return self.by_the_book(choice) if self.brood.prey == "any" else self.by_the_prey(choice)

    def by_the_book(self, choice: Choice) -> int:
        """The weakest Target, the way to it, else the first possibility."""
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

    def by_the_prey(self, choice: Choice) -> int:
        """What brings Intruders and Blips where they cost least."""
        if not self.crew:
            return min(self.legal)
        points = {slot: point for slot, point, *_ in self.blips}
        cells = {foe.slot: foe.cell for foe in self.foes}
        place = corner if self.r["candidate_points"] else centre
        worths: dict[str, Callable[[int], float]] = {
            "spacer": lambda s: self.cost(centre(self.crew.get(s, self.prey))),
            "candidate": lambda n: self.cost(place(int(self.r["candidates"][n]))),
            "blip": lambda b: self.cost(corner(points[b])) * (-1 if choice == Choice.BLIP_TIE else 1),
            "intruder": lambda i: self.cost(centre(cells[i])),
            "step": lambda d: self.ahead(choice, d),
            "axis": self.across,
        }
        if choice == Choice.DRAW_BLIP:
            worths["option"] = lambda face: -self.k.blips[face][self.level]
        for group, worth in worths.items():
            if self.options(group):
                return G[group] + min(self.options(group), key=worth)
        return min(self.legal)

    @cached_property
    def prey(self) -> int:
        """Space of the Spacer that it is after."""
        rows = self.r["spacers"]

        def weak(s: int) -> tuple[int, ...]:
            return int(rows[s]["vitals"]), -int(rows[s]["stress"]), s

        def beset(s: int) -> tuple[int, ...]:
            cell = self.crew[s]
            near = sum(between(foe.cell, cell) <= 3 for foe in self.foes)
            return near + sum(gap(cell, point) <= 3 for _, point, *_ in self.blips), -int(rows[s]["vitals"]), s

        def far(s: int) -> tuple[float, ...]:
            return min((between(self.crew[s], cell) for cell in self.gate), default=0), s

        keys: dict[str, Callable[[int], tuple[float, ...]]] = {"weakest": weak, "least_beset": beset, "gate": far}
        return self.crew[min(self.crew, key=keys[self.brood.prey])]

    @cached_property
    def gate(self) -> list[int]:
        """The spaces before the way out."""
        return self.k.before[self.exit] if self.exit >= 0 else []

    @cached_property
    def goal(self) -> Place:
        """Where it wants its figures."""
        cell = (
            min(self.gate, key=lambda c: between(c, self.prey))
            if self.brood.prey == "gate" and self.gate
            else self.prey
        )
        return centre(cell)

    def cost(self, place: Place) -> float:
        """How bad a place is: steps to the goal, and for who guards the way out half as many to the nearest Spacer."""
        return apart(place, self.goal) + 0.5 * apart(place, centre(self.prey)) * (self.brood.prey == "gate")

    def ahead(self, choice: Choice, direction: int) -> float:
        """How bad it is to go, or to face, in a direction."""
        points = {slot: point for slot, point, *_ in self.blips}
        cells = {foe.slot: foe.cell for foe in self.foes}
        if choice == Choice.FACING_TIE:
            # Where a new Blip lies is not to be seen yet; the one that came last is the best guess.
            start = corner(points.get(self.subject, next(reversed(points.values()), 0)))
        else:
            start = centre(cells.get(self.subject, self.prey))
        dx, dy = OFFSETS[direction]
        return self.cost((start[0] + dx, start[1] + dy))

    def across(self, axis: int) -> float:
        """How bad it is for a Blip to go along an axis first: the longer way to the goal is the better one."""
        points = {slot: point for slot, point, *_ in self.blips}
        start = corner(points[self.subject]) if self.subject in points else self.goal
        return -abs(start[axis] - self.goal[axis])
