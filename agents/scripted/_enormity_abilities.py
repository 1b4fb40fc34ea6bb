"""The scripted player of Enormity: what abilities are worth, in its own turn and against damage."""

from __future__ import annotations

from typing import Any

from agents.scripted._enormity_danger import Danger
from agents.scripted._enormity_goals import STAY, WAIT
from agents.scripted._enormity_knowledge import WORTH, between
from agents.scripted._enormity_position import CONFIDENCE, DISCIPLINE, EXPERTISE, G
from envs.enormity.actions import ACTIONS
from envs.enormity.state import DoorState, Op, Who


class Abilities(Danger):
    """Abilities and defence."""

    def ability_of(self, action: int) -> int:
        """Number of the ability behind an action; -1 if it is none."""
        t, me = self.t, self.me
        for group, rows, index in (("character_ability", t["characters"], int(me["character"])),
                                   ("suit_ability", t["suits"], int(me["suit"]))):  # fmt: skip
            if action in ACTIONS.groups[group]:
                return self._nth(rows[index], action - G[group])
        if action in ACTIONS.groups["gear_ability"]:
            place, n = divmod(action - G["gear_ability"], 2)
            return self._nth(t["gear"][int(me["gear"][place]["card"])], n)
        if action in ACTIONS.groups["use_stratagem"]:
            card = int(self.r["stratagems"][action - G["use_stratagem"]]["card"])
            return int(t["stratagems"][card]["ability"])
        page = self.k.page[self.cell]
        location = t["locations"][int(t["pages"][page]["location"]) if page < 255 else 0]
        if action in ACTIONS.groups["engram"]:
            return int(location["devices"][action - G["engram"]])
        if action in ACTIONS.groups["location_ability"]:
            rules = range(int(t["scenario_first"]), int(t["scenario_end"]))
            own = range(int(location["first_ability"]), int(location["end_ability"]))
            found = [a for a in (*own, *rules) if self.k.abilities[a]["chosen"]]
            return found[action - G["location_ability"]]
        return -1

    def _nth(self, row: Any, n: int) -> int:
        own = range(int(row["first_ability"]), int(row["end_ability"]))
        found = [a for a in own if self.k.abilities[a]["chosen"]]
        return found[n] if n < len(found) else -1

    def fee(self, ability: dict[str, Any]) -> float:
        """What an ability costs, in steps."""
        cost = ability["cost_level"][self.level] if ability["by_level"] else ability["cost"]
        tokens = self.temper.thrift * sum(0.5 * n for n in cost)
        short = sum(1.0 for i, n in enumerate(cost) if n and self.pool[i] - n < self.temper.reserve)
        stress = 0.4 * ability["stress"] * (1 if self.strain < self.temper.calm else 2.5)
        if ability["stress"] and self.strain + ability["stress"] >= 8:
            stress += 10
        gear = self.temper.thrift * 0.4 * (ability["charges"] + ability["ammo"]) + 0.2 * ability["exhausts"]
        return float(tokens + short + stress + gear)

    def worth(self, a: int) -> float:
        """What an ability does for the team now, in steps, its cost taken off."""
        ability = self.k.abilities[a]
        total = 0.6 * (ability["end_mod"] - ability["first_mod"])
        return float(total + sum(map(self.effect, ability["ops"])) - self.fee(ability))

    def effect(self, op: tuple[int, ...]) -> float:
        """What an operation is worth, in steps."""
        code, a, _b, _c, who = op
        if code == Op.REGAIN_VITALS:
            others = [9 - int(self.r["spacers"][s]["vitals"]) for s in self.crew if s != self.seat]
            hurt = 9 - self.vitals if who == Who.SELF else max(others, default=0)
            return 0.9 * min(a, hurt) * (1.5 if hurt > 5 else 1.0 if hurt > 2 else 0.5)
        if code == Op.LOSE_STRESS:
            return 0.6 * min(a, self.strain) * (1.5 if self.strain >= self.temper.calm else 0.6)
        if code == Op.PLACE_TOKENS:
            return 0.55 * a
        if code == Op.DOOR and a == DoorState.OPEN:
            return 4.0 if self.door_ahead() >= 0 else -1.0
        if code == Op.STAND_UP:
            lying = any(self.r["spacers"][s]["knock"] for s in self.crew if s != self.seat)
            return 3.0 if lying else -1.0
        if code in (Op.SUPPRESS, Op.SURPRISE, Op.KILL, Op.WOUND, Op.MOVE_INTRUDER, Op.BONUS_ATTACK):
            return WORTH[code] * (min(a, 3) if code == Op.SUPPRESS else 1) if self.threat() >= 1 else -0.5
        if code in (Op.MOVE, Op.MOVE_ACTION):
            return 0.5 * a if self.aim.kind not in (STAY, WAIT) else -0.2
        if code in (Op.RADIATION, Op.INFECTION) and a < 0:
            held = int(self.me["radiation" if code == Op.RADIATION else "infection"])
            return 1.0 * min(-a, held) - 0.3
        if code in (Op.LOSE_VITALS, Op.GAIN_STRESS, Op.RADIATION, Op.INFECTION):
            return WORTH[code] * a * (1 if who in (Who.SELF, Who.ALL_SPACERS) else 0)
        if code == Op.RELOAD:
            return 1.0 if self.empty_weapons() else -0.5
        return WORTH.get(code, 0.3 if code >= Op.LOSE_VITALS else 0.0)

    def best_ability(self, least: float) -> int | None:
        """The legal ability that is worth most, if it is worth more than `least`."""
        best, action = least, None
        for group in ("character_ability", "suit_ability", "gear_ability", "engram", "location_ability",
                      "use_stratagem"):  # fmt: skip
            for n in self.options(group):
                a = self.ability_of(G[group] + n)
                worth = self.worth(a) if a >= 0 else 0.0
                if worth > best:
                    best, action = worth, G[group] + n
        return action

    # -- defence ----------------------------------------------------------------------------------------------

    def reaction(self) -> int:
        """The Reaction that is worth most."""
        action = self.best_ability(0.2)
        return action if action is not None else G["pass"]

    def blip_reaction(self) -> int:
        """Hold the Blip off when it comes near."""
        action = self.best_ability(0.2 if self.blip_gap() <= 4 else 1.0)
        return action if action is not None else G["pass"]

    def damage_ability(self) -> int:
        """Lower the damage."""
        action = self.best_ability(0.0 if self.subject >= 2 or self.vitals <= 4 else 0.8)
        return action if action is not None else G["pass"]

    def mitigate(self) -> int:
        """Expertise, but for what is kept for others: the rest would be lost at the end of the next turn."""
        amounts = self.options("amount")
        most = max(amounts) - (self.temper.reserve if self.vitals > 4 else 0)
        return G["amount"] + max([n for n in amounts if n <= most], default=max(amounts))

    def cover(self) -> int | None:
        """Lower the highest colour."""
        colours = self.options("colour")
        return G["colour"] + max(colours) if colours else None

    def effect_target(self) -> int | None:
        """Help the one in need; strike what is near; the place nearest to the own one."""
        if self.options("spacer"):
            return G["spacer"] + min(self.options("spacer"), key=lambda s: int(self.r["spacers"][s]["vitals"]))
        if self.options("intruder"):
            near = {foe.slot: between(foe.cell, self.cell) for foe in self.foes}
            return G["intruder"] + min(self.options("intruder"), key=lambda k: near.get(k, 99))
        if self.options("card"):
            return G["card"] + self.options("card")[0]
        return None

    def spawn_space(self) -> int:
        """Where the Intruder stands next to the fewest Spacers."""

        def crowd(n: int) -> int:
            return sum(between(int(self.r["candidates"][n]), cell) <= 1 for cell in self.crew.values())

        return G["candidate"] + min(self.options("candidate"), key=crowd)

    def token_type(self) -> int:
        """Give what the pool lacks; whoever ends the round gives Expertise against damage first."""
        area = [a + b for a, b in zip(self.pool, self.r["incoming"].tolist(), strict=True)]
        last = all(self.r["spacers"][s]["took_turn"] for s in self.crew)
        order = (EXPERTISE, CONFIDENCE, DISCIPLINE) if last else (CONFIDENCE, EXPERTISE, DISCIPLINE)
        return G["token"] + min(self.options("token"), key=lambda k: (area[k], order.index(k)))

    def may(self) -> int:
        """Texts that offer something are seldom bad."""
        return G["yes"] if self.vitals > 3 else G["no"]
