"""The scripted player of Enormity: attacks, and the dice of all rolls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from agents.scripted._enormity_abilities import Abilities
from agents.scripted._enormity_knowledge import Foe, between, gap
from agents.scripted._enormity_position import CONFIDENCE, DISCIPLINE, G
from envs.enormity.actions import MAX_GEAR
from envs.enormity.state import ActionKind, GearKind, GearPlace, NoiseKind, Reach, RollKind


class Attacks(Abilities):
    """Attacks and rolls."""

    def weapons(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Place and card of the weapons that can be used."""
        for i in range(MAX_GEAR):
            gear = self.me["gear"][i]
            card = int(gear["card"])
            if card < 0 or self.k.gear[card]["kind"] != GearKind.WEAPON or gear["place"] == GearPlace.BACKPACK:
                continue
            w = self.k.gear[card]
            if gear["disabled"] or gear["exhausted"] or gear["discharge"] or (w["ammo"] and not gear["ammo"]):
                continue
            if w["charges"] and not gear["charges"]:
                continue
            yield i, w

    @cached_property
    def range(self) -> int:
        """Spaces that the weapons reach while an Attack is in hand; -1 without one."""
        if not any(ActionKind.ATTACK in self.k.halves[half] for _, _, half in self.hand()):
            return -1
        return max((self.reach(w) for _, w in self.weapons()), default=-1)

    def reach(self, w: dict[str, Any]) -> int:
        """Spaces that a weapon reaches."""
        return 1 if w["reach"] == Reach.MELEE else max(1, int(w["range"]))

    def at(self, foe: Foe) -> int:
        """AT of an Intruder now (its Suppression lowers it)."""
        value = int(self.k.types[foe.type]["at"][self.level])
        if foe.specimen >= 0:
            value += self.k.bonus_at[foe.specimen]
        return max(1, value - foe.suppression)

    def chance(self, w: dict[str, Any], foe: Foe) -> float:
        """Chance that a weapon wounds an Intruder, with what the pool gives."""
        dice = list(w["dice"])
        if w["more_at"] and self.adrenaline + 1 >= w["more_at"]:
            dice = [a + b for a, b in zip(dice, w["more_dice"], strict=True)]
        help_ = w["modifiers"][DISCIPLINE] + max(0, self.pool[DISCIPLINE] - self.temper.reserve)
        p = self.k.chances(tuple(dice), w["power"], min(help_, 6))[min(self.at(foe), 15)]
        tries = min(2, w["modifiers"][CONFIDENCE] + self.pool[CONFIDENCE])
        tries += self.strain < self.temper.stress
        return float(1 - max(0.0, 1 - p) ** (1 + 0.5 * tries))

    def menace(self, foe: Foe) -> float:
        """What an Intruder will cost the team while it stands, in steps."""
        kind = self.k.types[foe.type]
        steps = min((self.k.apart(self.plain.revealed, foe.cell, cell) for cell in self.crew.values()), default=99)
        reached = steps <= kind["speed"][self.level] + kind["range"] - foe.suppression
        threat = kind["blow"][self.level] * (1.6 if reached else 0.5) * self.fear
        if self.temper.guard and any(between(foe.cell, cell) <= 1 for s, cell in self.crew.items() if s != self.seat):
            threat *= 1.0 + self.temper.guard
        return float(threat)

    def strike(self, w: dict[str, Any], foe: Foe) -> float:
        """What an attack on an Intruder is worth, in steps."""
        needs = self.k.types[foe.type]["wounds"]
        if needs > 9:
            return 0.0
        p = self.chance(w, foe)
        left = max(1, needs - foe.wounds)
        worth = p * self.menace(foe) / (1 + 0.5 * (left - 1))
        held = min(3, w["suppress"]) - foe.suppression
        if held > 0 and not foe.surprised:
            worth += (1 - p) * (0.3 * held + 0.5 * self.blow * self.fear * (between(foe.cell, self.cell) == 1))
        worth -= self.temper.hush * (w["noise_kind"] != NoiseKind.NONE)
        return float(worth)

    def best_shot(self, only: Iterable[int] | None = None) -> tuple[float, int, int]:
        """Best (worth, place, slot) of an attack from here; -1 without one."""
        best = (0.0, -1, -1)
        for place, w in self.weapons():
            for foe in self.foes:
                if between(foe.cell, self.cell) <= self.reach(w) and (only is None or foe.slot in only):
                    worth = self.strike(w, foe)
                    if worth > best[0]:
                        best = (worth, place, foe.slot)
        return best

    def weapon(self) -> int:
        """The weapon of the best shot."""
        _, place, _ = self.best_shot()
        legal = self.options("gear")
        return G["gear"] + (place if place in legal else legal[0])

    def attack_target(self) -> int:
        """The Intruder that falls most surely; further ones too."""
        targets = self.options("intruder")
        w = self.k.gear[int(self.me["gear"][self.subject]["card"])] if 0 <= self.subject < MAX_GEAR else None
        if w is None:
            return G["intruder"] + targets[0]
        known = {foe.slot: foe for foe in self.foes}
        return G["intruder"] + max(targets, key=lambda slot: self.strike(w, known[slot]))

    def roll_bonus(self) -> int:
        """Bonuses that cost little."""
        action = self.best_ability(0.0)
        return action if action is not None else min(self.legal)

    def bonus_attack(self) -> int | None:
        """Strike if it is likely to tell."""
        worth, place, _ = self.best_shot()
        if place >= 0 and worth >= 0.5 and self.adrenaline < 8:
            return G["yes"] if self.has("yes") else None
        return G["no"] if self.has("no") else None

    def scout_attack(self) -> int:
        """The free attack."""
        return G["yes"] if self.best_shot()[0] >= 0.3 else G["no"]

    def scout_spawn(self) -> int:
        """A Blip that is known is better than an Intruder."""
        return G["no"]

    def scout_reveal(self) -> int:
        """Look."""
        return G["yes"]

    def ignore_reprisal(self) -> int:
        """Ignore it."""
        return G["yes"]

    def empty_clip(self) -> int:
        """Only against what is hard to hit."""
        chances = [self.chance(w, foe) for _, w in self.weapons() for foe in self.foes]
        return G["yes"] if self.has("yes") and max(chances, default=0.0) < 0.5 else G["no"]

    def pool_area(self) -> int:
        """The Active Pool before an attack, else the Incoming Pool: the other is lost at the end of the turn."""
        return G["pool"] + int(self.best_shot()[1] < 0 and self.has("pool", 1))

    # -- rolls ------------------------------------------------------------------------------------------------

    @property
    def roll(self) -> Any:
        """The roll in progress."""
        return self.r["rolls"][max(0, int(self.r["n_rolls"]) - 1)]

    def shown(self, roll: Any) -> tuple[int, list[int], list[int]]:
        """Power so far, and Power (in halves) and Potentials of each die."""
        power, half = int(roll["power"]), 0
        powers, potentials = [], []
        for i in range(int(roll["n"])):
            w, h, p, _ = self.k.faces[int(roll["colour"][i])][int(roll["face"][i])]
            turned = int(roll["marks"][i]) >> 3 & 1
            power += w + turned
            half += h
            powers.append(2 * w + h + 2 * turned)
            potentials.append(p + int(roll["bonus"][i]) - turned)
        return max(0, power + half // 2), powers, potentials

    def target_power(self, roll: Any) -> int:
        """Power that the roll must reach."""
        if roll["kind"] == RollKind.SCOUT:
            return 1
        if roll["kind"] == RollKind.ATTACK and roll["at"] < 0 and self.r["n_assaults"]:
            slot = int(self.r["assaults"][int(self.r["n_assaults"]) - 1]["target"])
            return next((self.at(foe) for foe in self.foes if foe.slot == slot), -1)
        return int(roll["at"])

    def disciplines(self, roll: Any) -> int:
        """Discipline that may be used for a roll, the weapon's included."""
        free = int(self.r["assaults"][int(roll["assault"])]["discipline"]) if roll["assault"] >= 0 else 0
        return free + self.pool[DISCIPLINE]

    def confidence(self) -> int:
        """Roll the weak dice again when the roll would fail; of Noise the loud ones when Blips are near."""
        roll = self.roll
        dice = self.options("die")
        power, powers, potentials = self.shown(roll)
        declared = sum(int(m) & 1 for m in roll["marks"][: int(roll["n"])])
        if roll["kind"] == RollKind.NOISE:
            if self.temper.muffle == 0:
                return G["done"]
            loud = sorted((i for i in dice if potentials[i] >= 1), key=lambda i: -potentials[i])
            quiet = sum(potentials) <= self.pool[DISCIPLINE] - self.temper.reserve
            spare = self.pool[CONFIDENCE] - declared - self.kept()
            return G["die"] + loud[0] if loud and not quiet and spare > 0 else G["done"]
        need = self.target_power(roll)
        short = need - power - min(self.disciplines(roll), sum(potentials))
        weak = [i for i in dice if powers[i] <= 1 and potentials[i] == 0] or [i for i in dice if powers[i] <= 1]
        free = int(self.r["assaults"][int(roll["assault"])]["confidence"]) if roll["assault"] >= 0 else 0
        if need < 0 or short <= 0 or not weak or short > 2 * len(weak) + 2 * declared:
            return G["done"]
        if declared >= max(1, short) + 1 or (declared >= free and self.pool[CONFIDENCE] <= self.temper.reserve):
            return G["done"]
        return G["die"] + weak[0]

    def stress(self) -> int:
        """One more die while Stress allows and the roll would fail without it."""
        roll = self.roll
        dice = self.options("die")
        if not dice or roll["kind"] == RollKind.ENORMITY:
            return G["done"]
        power, powers, potentials = self.shown(roll)
        if roll["kind"] == RollKind.NOISE:
            loudest = max(dice, key=lambda i: potentials[i])
            hushed = sum(potentials) <= self.pool[DISCIPLINE]
            more = self.temper.muffle == 2 and not hushed and potentials[loudest] and self.strain < self.temper.calm
            return G["die"] + loudest if more else G["done"]
        short = self.target_power(roll) - power - min(self.disciplines(roll), sum(potentials))
        worst = min(dice, key=lambda i: (powers[i], potentials[i]))
        limit = self.temper.stress if roll["kind"] == RollKind.ATTACK else self.temper.stress - 1
        if short <= 0 or short > 2 or powers[worst] > 1 or self.strain >= limit:
            return G["done"]
        return G["die"] + worst

    def discipline(self) -> int:
        """Turn Potentials when that wins the roll, or silences it."""
        roll = self.roll
        dice = self.options("die")
        power, _, potentials = self.shown(roll)
        if roll["kind"] == RollKind.NOISE:
            least = min(dice, key=lambda i: potentials[i])
            left = self.pool[DISCIPLINE] - self.kept() if self.temper.muffle else 0
            return G["die"] + least if left >= potentials[least] else G["done"]
        short = self.target_power(roll) - power
        if 0 < short <= min(self.disciplines(roll), sum(potentials)):
            return G["die"] + dice[0]
        return G["done"]

    def kept(self) -> int:
        """Tokens of a type that a Noise Roll must not use up."""
        return 0 if self.temper.muffle == 2 else self.temper.reserve + 2 * (self.threat() > 0)

    def noise_dice(self) -> int:
        """A die goes to the Blip that is furthest from the Spacer, or wherever its style wants it."""
        blips = self.options("blip")
        if not blips:
            return min(self.legal)
        points = {slot: point for slot, point, *_ in self.blips}
        threats = {slot: n for slot, _, _, n in self.blips}
        style = self.temper.noise_to
        others = [cell for s, cell in self.crew.items() if s != self.seat] if style == "others" else []
        spots = self.k.before[self.exit] if style == "exit" and self.exit >= 0 else others or [self.cell]

        def worth(b: int) -> tuple[float, float]:
            return (-threats[b] if style == "empty" else 0.0, min(gap(cell, points[b]) for cell in spots))

        return G["blip"] + max(blips, key=worth)

    def noise_bonus(self) -> int:
        """Any die will do."""
        return G["die"] + self.options("die")[0]

    def armor_reroll(self) -> int:
        """The die with most Power."""
        _, powers, _ = self.shown(self.roll)
        best = max(self.options("die"), key=lambda i: powers[i])
        return G["die"] + best if powers[best] >= 2 else G["done"]
