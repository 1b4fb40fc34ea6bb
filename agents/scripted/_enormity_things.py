"""The scripted player of Enormity: Loadouts, loot and texts."""

from __future__ import annotations

from collections.abc import Iterable

from agents.scripted._enormity_goals import DESK
from agents.scripted._enormity_position import CACHE, CONSOLE, ENGRAM, OBJECTIVE, POINT, G
from agents.scripted._enormity_turns import Turns
from envs.enormity.state import ActionKind, DoorState, GearKind, GearPlace, Op


class Things(Turns):
    """What is taken along, picked up and read."""

    def character(self) -> int:
        """Skilled, calm and quick."""

        def value(n: int) -> float:
            row = self.t["characters"][n]
            abilities = int(row["end_ability"]) - int(row["first_ability"])
            skilled = 0.2 * int(row["skills"].sum()) - 0.3 * int(row["stress"])
            return self.pace(row["halves"][:2]) + skilled + 0.2 * abilities

        return G["character"] + max(self.options("character"), key=value)

    def suit(self) -> int:
        """The quickest."""
        return G["suit"] + max(self.options("suit"), key=lambda n: self.pace(self.t["suits"][n]["halves"][:2]))

    def pairing(self) -> int:
        """The loud long Moves with the short quiet ones, so that the other card goes far too."""
        own = self.t["characters"][int(self.me["character"])]["halves"].tolist()
        suit = self.t["suits"][int(self.me["suit"])]["halves"].tolist()

        def value(n: int) -> float:
            return sum(self.pace((own[i ^ n], suit[i]), best=True) for i in (0, 1))

        return G["pairing"] + max(self.options("pairing"), key=value)

    def pace(self, halves: Iterable[int], best: bool = False) -> float:
        """What the Moves of some half cards are worth: all of them, or the best one."""
        moves = [self.k.halves[int(half)].get(ActionKind.MOVE) for half in halves]
        worth = [o["value"] - 0.5 * (o["noise_kind"] > 0) - 0.3 * o["stress"] for o in moves if o is not None]
        return max(worth, default=0.0) if best else sum(worth)

    def loadout_gear(self) -> int:
        """The best card that still finds a place in a slot; weapons first."""
        cards = self.options("stash")
        if not cards:
            return G["place"] if self.has("place", 0) else min(self.legal)
        armed = any(self.k.gear[int(g["card"])]["kind"] == GearKind.WEAPON and g["place"] == GearPlace.HAND
                    for g in self.me["gear"] if g["card"] >= 0)  # fmt: skip

        def value(card: int) -> float:
            weapon = self.k.gear[card]["kind"] == GearKind.WEAPON
            return self.k.scores[card] + (2.0 if weapon and not armed else -2.0 if weapon else 0.0)

        best = max(cards, key=value)
        return G["stash"] + best if value(best) > 0.4 else G["done"]

    def first_marker(self) -> int:
        """Whoever can take most."""
        return G["spacer"] + max(self.options("spacer"), key=lambda s: int(self.r["spacers"][s]["vitals"]))

    # -- things found -----------------------------------------------------------------------------------------

    def fast_scavenge(self) -> int:
        """What is worth its tokens."""
        worth = {CACHE: 1.0, ENGRAM: 0.6, OBJECTIVE: 3.0 * self.wanted(), CONSOLE: 0.3, POINT: 12.0}
        if self.reveals() or (self.aim.kind == DESK and self.cell in self.aim.cells):
            worth[CONSOLE] = 6.0
        best = max(self.options("scavenge"), key=lambda n: worth[n])
        price = 0.5 * (self.level + 1) + 0.4 * self.temper.reserve
        return G["scavenge"] + best if worth[best] + 0.3 + 0.3 * self.temper.loot > price else G["pass"]

    def scavenge(self) -> int:
        """The most useful thing on the space."""
        order = [POINT, OBJECTIVE, CACHE, ENGRAM, CONSOLE]
        if self.aim.kind == DESK or self.reveals():
            order = [POINT, CONSOLE, OBJECTIVE, CACHE, ENGRAM]
        return G["scavenge"] + min(self.options("scavenge"), key=order.index)

    def loot(self) -> int | None:
        """Equip what is better than what is worn, else stow it."""
        for n in (0, 1):
            if self.has("place", n):
                return G["place"] + n
        return self.discard_gear() if self.options("gear") else None

    def discard_gear(self) -> int:
        """The least useful card."""
        gear = self.options("gear")
        return G["gear"] + min(gear, key=lambda i: self.k.scores[int(self.me["gear"][i]["card"])])

    def rearm(self) -> int:
        """Cards stay where they are: exhausted ones are ready again anyway."""
        return G["done"]

    def option(self) -> int:
        """At a Console the option that opens most; else the first."""
        number = len(self.options("option"))
        for at, ops in self.k.consoles:
            bodies = self.k.bodies(ops) if at == self.cell else []
            if len(bodies) == number:
                return G["option"] + max(range(number), key=lambda n: (sum(map(self.opens, bodies[n])), -n))
        return G["option"] + self.options("option")[0]

    def opens(self, op: tuple[int, ...]) -> int:
        """What an operation opens or shuts: the door in somebody's way most of all."""
        code, a, b, _, _ = op
        if code != Op.DOOR or not 0 < b < 255:
            return 0
        now = self.plain.doors[b - 1]
        if a == DoorState.OPEN and now == DoorState.CLOSED:
            return 1 + 3 * sum(b - 1 == door for door in self.doors_ahead())
        return -int(a == DoorState.CLOSED and now == DoorState.OPEN)

    def code(self) -> int:
        """Read on."""
        return G["yes"]

    def stand_up(self) -> int:
        """Stand up."""
        return G["yes"]
