"""The scripted player of Enormity: what Intruders and Blips are going to do to a Spacer, and what Noise costs."""

from __future__ import annotations

from functools import cached_property

from agents.scripted._enormity_goals import Goals
from agents.scripted._enormity_knowledge import OFFSETS, Foe, gap
from envs.enormity.state import POINT_WIDTH, NoiseKind, TargetRule

# Chance that a Blip makes at least so many steps in its patrol, by Countdown level.
PATROL = ((1.0, 0.73, 0.33, 0.0, 0.0), (1.0, 0.95, 0.68, 0.3, 0.0), (1.0, 1.0, 0.93, 0.65, 0.35))
AMBUSH = 2.8  # damage that an Intruder does which comes from a Blip
HURT = (3.0, 2.5, 2.2, 1.8, 1.5, 1.2, 1.0, 0.9, 0.8, 0.8)  # what a Vital is worth, by how many are left


class Danger(Goals):
    """What threatens a Spacer."""

    def danger(self, cell: int) -> float:
        """Damage to expect in the next Intruder Phase on a space."""
        if cell not in self._danger:
            total = sum(self.foe_danger(foe, cell) for foe in self.foes)
            blips = sum(n * self.blip_danger(point, arrow, cell) for _, point, arrow, n in self.blips)
            self._danger[cell] = total + AMBUSH * blips
        return self._danger[cell]

    def foe_danger(self, foe: Foe, cell: int) -> float:
        """Damage that an Intruder will do to a Spacer on a space."""
        if foe.surprised:
            return 0.0
        kind = self.k.types[foe.type]
        revealed = self.plain.revealed
        steps = self.k.apart(revealed, foe.cell, cell)
        speed = max(0, kind["speed"][self.level] - foe.suppression)
        if steps <= 1:
            blow = kind["blow"][self.level]
        elif steps <= speed + kind["range"]:
            blow = kind["shot"][self.level]
        else:
            return 0.1 if steps <= speed + 4 else 0.0
        return float(blow * self._picked(foe, kind["target"], steps))

    def _picked(self, foe: Foe, rule: int, steps: int) -> float:
        """Chance that an Intruder picks this Spacer as its Target."""
        others = [s for s in self.crew if s != self.seat]
        if not others:
            return 1.0
        rows = self.r["spacers"]
        if rule == TargetRule.PRIORITY:
            return 0.9 if self.r["marker"] == self.seat else 0.2
        if rule == TargetRule.HIGHEST_STRESS:
            return 0.9 if all(rows[s]["stress"] <= self.strain for s in others) else 0.2
        if rule == TargetRule.LOWEST_VITALS:
            return 0.9 if all(rows[s]["vitals"] >= self.vitals for s in others) else 0.2
        near = min(self.k.apart(self.plain.revealed, foe.cell, self.crew[s]) for s in others)
        return 1.0 if steps < near else 0.55 if steps == near else 0.15

    def blip_danger(self, point: int, arrow: int, cell: int) -> float:
        """Chance that a Blip comes beside a Spacer on a space by its patrol."""
        chances = PATROL[self.level]
        if self.level == 2 or self.r["initiated"]:
            steps = max(1, gap(cell, point))
            return 0.8 * chances[steps] if steps < len(chances) else 0.0
        dx, dy = OFFSETS[arrow]
        for steps in range(4):
            if gap(cell, point + steps * (dx + POINT_WIDTH * dy)) == 0:
                return chances[max(1, steps)]
        return 0.0

    def noise(self, o: dict[str, int], cell: int) -> float:
        """What a Noise made on a space costs, in steps: Blips that come near, and those that come beside it."""
        kind = o["noise_kind"]
        page = self.k.page[cell]
        if kind == NoiseKind.NONE or not self.blips or page == 255:
            return 0.0
        gaps = sorted(((gap(cell, point), n) for _, point, _, n in self.blips), reverse=True)
        colour = o["noise_colour"]
        if kind in (NoiseKind.DICE, NoiseKind.DICE_PER_SHOT):
            gaps = gaps[: o["noise"]]  # the furthest Blips get the dice
        else:
            colour = self.k.types[self.k.ecology[page]]["noise"][self.level]
        chances = self.k.potentials[colour]
        beside = sum(n * chances[max(1, away)] for away, n in gaps if away < len(chances))
        nearer = sum(chances[1] for away, _ in gaps if away <= 8)
        return self.temper.noise * (AMBUSH * self.fear * beside + 0.2 * nearer)

    @cached_property
    def fear(self) -> float:
        """Worth of a Vital, in steps."""
        return self.temper.fear * HURT[min(self.vitals, 9)]

    @cached_property
    def blow(self) -> float:
        """Damage of an attack of opportunity."""
        return float(max((self.k.types[foe.type]["blow"][self.level] for foe in self.foes), default=0.0))

    def beside(self) -> int:
        """Intruders that would strike when the Spacer walks off (ENO-AOO-01, ENO-AOO-02)."""
        return self.live.watched.get(self.cell, 0)

    def blip_gap(self) -> int:
        """Intersections from the nearest Blip to the own space."""
        return min((gap(self.cell, point) for _, point, *_ in self.blips), default=99)

    def threat(self) -> float:
        """Damage to expect where the Spacer stands."""
        return self.danger(self.cell)
