"""The scripted player of Enormity: where it moves and which Action cards it plays."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from agents.scripted._enormity_attacks import Attacks
from agents.scripted._enormity_goals import LEAVE, OUT, SCAVENGED, WAIT
from agents.scripted._enormity_knowledge import FAR, NEVER, OFFSETS, between
from agents.scripted._enormity_position import EXPERTISE, G
from envs.enormity.actions import WIDTH
from envs.enormity.state import ActionKind, CardSide, NoiseKind, PointState, Thing


@dataclass
class Plan:
    """An action of a side of an Action card, and what it is worth in steps."""

    score: float
    sleeve: int
    side: int
    kind: int


class Turns(Attacks):
    """Movements and turns."""

    def standing(self, cell: int, left: int) -> float:
        """What it is worth to stand on a space, with so many steps still to make in this turn."""
        aim = self.aim
        value = 0.0
        if aim.cells:
            way = self.live.field(aim.cells)[cell]
            haste = 1.0 + 0.05 * (9 - int(self.r["countdown"]))
            value -= haste * max(0.0, min(way, FAR) - (aim.slack if aim.kind == WAIT else 0.0))
            if way == 0:
                value += OUT if aim.kind == LEAVE else 1.5
        if cell in self.treasures:
            value += self.treasures[cell]
        if self.temper.hunt and any(between(foe.cell, cell) <= self.range for foe in self.foes):
            value += self.temper.hunt
        value += self.leaning(cell)
        share = 1.0 if left <= 0 else 0.35
        return value - share * self.fear * self.danger(cell)

    def leaning(self, cell: int) -> float:
        """What draws the style to a space, whatever it is after: the others, Intruders, the way out."""
        temper, value = self.temper, 0.0
        if self.aim.kind == LEAVE:
            return value
        if temper.company:
            value -= temper.company * min((between(other, cell) for other in self.others), default=0)
        if temper.chase and self.foes:
            value -= temper.chase * max(0, min(between(foe.cell, cell) for foe in self.foes) - 1)
        if temper.homing and self.exit >= 0:
            value -= temper.homing * min(self.away(self.k.before[self.exit])[cell], FAR)
        return value

    @cached_property
    def others(self) -> list[int]:
        """Spaces of the other Spacers; for who cares for them, of those whom Intruders threaten."""
        cells = [cell for s, cell in self.crew.items() if s != self.seat]
        return [c for c in cells if self.temper.company < 0 or any(between(foe.cell, c) <= 3 for foe in self.foes)]

    @cached_property
    def treasures(self) -> dict[int, float]:
        """Spaces on which it is good to end a movement beside the aim."""
        found: dict[int, float] = {}
        if self.needed > 0:
            found |= dict.fromkeys(self.spots(Thing.DISCOVERY), 1.5)
        if self.free_hand():
            ease = 1.0 + self.temper.loot
            for kind, worth in ((Thing.CACHE, 0.5), (Thing.ENGRAM, 0.4), (Thing.OBJECTIVE, 2.0 * self.wanted())):
                found |= dict.fromkeys(self.spots(kind), worth * ease)
        return found

    def free_hand(self) -> bool:
        """A Scavenge action is in hand that the aim does not need."""
        return any(ActionKind.SCAVENGE in self.k.halves[h] for _, _, h in self.hand())

    def best_step(self, steps: int, left: int, stay: bool, loud: dict[str, int] | None = None) -> tuple[float, int]:
        """Worth of the best end of a movement above that of staying, and its first step; -1 to stay.

        Args:
            steps: spaces of the movement.
            left: steps of further movements of this turn.
            stay: it may also end where it stands.
            loud: the action of the half card with its Noise, if the Noise is still to be weighed.
        """
        taken = {cell for s, cell in self.crew.items() if s != self.seat}
        here = self.standing(self.cell, left)
        best, first = (0.0, -1) if stay else (-NEVER, -1)
        for cell, (struck, made, direction) in self.live.reach(self.cell, steps).items():
            if not made or cell in taken:
                continue
            worth = self.standing(cell, left) - here - struck * self.blow * self.fear - 0.01 * made
            if loud is not None:
                worth -= self.noise(loud, cell)
            if worth > best:
                best, first = worth, direction
        return best, first

    def move(self) -> int:
        """A step toward the best space that can be reached; the end where it stands."""
        steps = self.options("step")
        if self.r["active"] != self.seat:
            return self.dodge(steps)
        stay = self.has("done")
        _, first = self.best_step(max(1, self.subject), self.stride(), stay)
        if first in steps:
            return G["step"] + first
        if stay:
            return G["done"]
        return G["step"] + min(steps, key=self.beyond)

    def beyond(self, direction: int) -> float:
        """Steps to the aim from the space in a direction."""
        dx, dy = OFFSETS[direction]
        cell = self.cell + dx + WIDTH * dy
        return self.live.field(self.aim.cells)[cell] if self.aim.cells else self.danger(cell)

    def dodge(self, steps: list[int]) -> int:
        """Out of reach of whoever attacks; stay if there is no better space."""

        def near(d: int) -> float:
            cell = self.cell + OFFSETS[d][0] + WIDTH * OFFSETS[d][1] if d >= 0 else self.cell
            return sum(1.0 / max(1, between(foe.cell, cell)) for foe in self.foes)

        best = min([*steps, *([-1] if self.has("done") else [])], key=near)
        return G["step"] + best if best >= 0 else G["done"]

    def advance(self) -> int:
        """Stay."""
        return G["done"] if self.has("done") else min(self.legal)

    def fallback(self) -> int:
        """Away from Intruders."""
        return self.dodge(self.options("step"))

    # -- the turn ---------------------------------------------------------------------------------------------

    def plans(self) -> list[Plan]:
        """All actions of the cards in hand that can be played."""
        kept = self.kept_card()
        return [
            Plan(self.value(half, kind, sleeve) - 3.0 * (sleeve == kept), sleeve, side, kind)
            for sleeve, side, half in self.hand()
            if self.has("card", 2 * sleeve + side)
            for kind in self.k.halves[half]
        ]

    def kept_card(self) -> int:
        """The card with the Scavenge action, while the Spacer can still come to where it is needed; else -1."""
        if self.aim.kind not in SCAVENGED or self.cell in self.aim.cells:
            return -1
        if self.live.field(self.aim.cells)[self.cell] > self.stride():
            return -1
        return next((i for i, _, half in self.hand() if ActionKind.SCAVENGE in self.k.halves[half]), -1)

    def value(self, half: int, kind: int, sleeve: int = -1) -> float:
        """What an action of a half card is worth now, in steps."""
        o = self.k.halves[half][kind]
        return self.gain(kind, o, sleeve) - self.price(kind, o)

    def price(self, kind: int, o: dict[str, int]) -> float:
        """What an action costs."""
        price = 0.5 * o["expertise"] + 0.35 * o["stress"] * (1 if self.strain < self.temper.calm else 2)
        price += self.temper.hush * (o["noise_kind"] != NoiseKind.NONE)
        price += 0.2 * o["adrenaline_cost"] * (self.adrenaline < 5)
        if o["adrenaline"] or kind == ActionKind.ATTACK:
            worn = (0.0, 0.8, 1.6, 4.0, 50.0)[max(0, min(self.adrenaline, 9) - 5)]
            price += worn - self.temper.gift * self.left_tokens()
        if self.strain + o["stress"] > 8:
            price += 20.0
        return price

    def left_tokens(self) -> int:
        """Tokens that an Adrenaline action leaves for the next Spacer (ENO-ADR-01)."""
        bonuses = self.k.rubicons[int(self.me["character"])] + self.k.suit_rubicons[int(self.me["suit"])]
        return sum(at <= self.adrenaline for at in bonuses)

    def gain(self, kind: int, o: dict[str, int], sleeve: int) -> float:
        """What an action brings."""
        if kind == ActionKind.MOVE:
            left = max(0, self.stride() - o["value"]) if sleeve >= 0 else 0
            worth, first = self.best_step(o["value"], left, True, o)
            return worth if first >= 0 else -0.5
        if kind == ActionKind.ATTACK:
            worth, place, _ = self.best_shot()
            return self.temper.fight * worth if place >= 0 else -1.0
        if kind == ActionKind.SCAVENGE:
            return self.booty()
        if kind == ActionKind.RATIONALIZE:
            return 0.5 * min(2, self.strain) + 2.0 * (self.strain >= self.temper.calm) + 2.0 * (self.strain >= 7)
        if kind == ActionKind.CATCH_BREATH:
            return 0.1 + 1.2 * (self.me["exerts"] > 0) + 0.8 * max(0, self.adrenaline - 6)
        if kind in (ActionKind.FAST_RELOAD, ActionKind.FULL_RELOAD):
            return 2.2 if self.empty_weapons() else -0.3
        if kind == ActionKind.SCOUT:
            return self.temper.scout + (0.4 if self.blip_gap() <= 3 and self.vitals > 4 else 0.1)
        if kind == ActionKind.REARM:
            return 0.8 if any(g["exhausted"] for g in self.me["gear"] if g["card"] >= 0) else -0.2
        return 0.2

    def booty(self) -> float:
        """What can be picked up or used here."""
        aim = self.aim
        if aim.kind in SCAVENGED and self.cell in aim.cells:
            return SCAVENGED[aim.kind]
        total = 5.0 if self.reveals() else -1.0
        if self.cell in self.spots(Thing.OBJECTIVE):
            total = max(total, 4.0 if self.wanted() else 0.3)
        for kind, worth in ((Thing.CACHE, 1.4), (Thing.ENGRAM, 1.0)):
            if self.cell in self.spots(kind):
                total = max(total, worth + 0.3 + 0.3 * self.temper.loot)
        return total

    def turn(self) -> int:
        """Abilities that pay, then the door in the way, the best card, and the end."""
        ability = self.best_ability(self.temper.keen)
        if ability is not None:
            return ability
        crank = self.crank()
        plans = [plan for plan in self.plans() if plan.score > self.temper.least]
        best = max(plans, key=lambda plan: plan.score, default=None)
        if crank is not None and (best is None or best.kind != ActionKind.ATTACK):
            return crank
        if best is not None:
            return G["card"] + 2 * best.sleeve + best.side
        if self.has("antinomy"):
            return G["antinomy"]
        pays = self.options("pay_stratagem")
        if pays and self.pool[EXPERTISE] >= 3 + self.temper.reserve:
            return G["pay_stratagem"] + pays[0]
        return G["end_turn"]

    def crank(self) -> int | None:
        """The Location action that opens the door in the way, if the Spacer stands beside it."""
        door = self.door_ahead()
        n = self.k.cranks[self.k.page[self.cell]]
        return G["location_action"] + n if door >= 0 and self.has("location_action", n) else None

    def pay_card(self) -> int:
        """The card whose sides are worth least."""

        def worth(n: int) -> float:
            return max((self.value(half, kind, sleeve) for sleeve, _, half in self.hand() if sleeve == n // 2
                        for kind in self.k.halves[half]), default=0.0)  # fmt: skip

        return G["card"] + min(self.options("card"), key=worth)

    def door(self) -> int:
        """The door in the way."""
        doors = self.options("door")
        blocked = self.plain.blocked(self.cell, self.away(self.aim.cells))[0] if self.aim.cells else -1
        return G["door"] + (blocked if blocked in doors else doors[0])

    def action(self) -> int:
        """The best action of the half card."""
        kinds = self.options("act")
        own = [int(half) for half in self.me["half"].ravel() if half >= 0]
        last = int(self.me["last_half"])
        fitting = [half for half in [last, *own] if half >= 0 and set(kinds) <= self.k.halves[half].keys()]
        return G["act"] + max(kinds, key=lambda kind: self.value(fitting[0], kind) if fitting else 0.0)

    def exert(self) -> int:
        """To leave a turn sooner: it costs Adrenaline and a card of every turn to come. Some do it for less."""
        half = self._other_side()
        if half is None or self.adrenaline > 7 or self.me["exerts"] > 1:
            return G["no"]
        actions = self.k.halves[half]
        if ActionKind.MOVE in actions and self.sooner(actions[ActionKind.MOVE]["value"]):
            return G["exert"]
        fresh = self.adrenaline <= 4 and not self.me["exerts"]
        worth = max(self.value(half, kind) for kind in actions) if fresh and self.temper.exert < NEVER else -NEVER
        return G["exert"] if worth > self.temper.exert else G["no"]

    def sooner(self, spaces: int) -> bool:
        """A further movement brings the Spacer out a turn sooner."""
        if self.aim.kind != LEAVE:
            return False
        steps = self.live.field(self.aim.cells)[self.cell]
        left, full = self.stride(), self.stride(next_turn=True)
        if steps >= NEVER or steps <= left or not full:
            return False
        return -((left + spaces - steps) // full) < -((left - steps) // full)

    def _other_side(self) -> int | None:
        up = int(self.me["card"][self.subject])
        return int(self.me["half"][self.subject][2 - up]) if up in (CardSide.A, CardSide.B) else None

    def bonus_action(self) -> int | None:
        """The best card side, if any is worth it."""
        best, action = 0.0, None
        for n in self.options("card"):
            half = int(self.me["half"][n // 2][n % 2])
            score = max((self.value(half, kind) for kind in self.k.halves[half]), default=0.0)
            if score > best:
                best, action = score, G["card"] + n
        return action if action is not None else min(self.legal)

    def next_spacer(self) -> int:
        """Who makes the way out ready goes first, who can leave by it once it is open last.

        Otherwise who leaves tokens goes before who needs them: the calm first, the threatened last.
        """
        point = self.exit
        state = self.state(point)
        left = self.options("spacer")
        field = self.live.field(tuple(self.k.before[point])) if point >= 0 else None

        def order(s: int) -> float:
            row = self.r["spacers"][s]
            near = sum(between(foe.cell, int(row["cell"])) <= 2 for foe in self.foes)
            calm = -2.0 * near - 0.1 * int(row["stress"]) + 0.01 * s + self.temper.first * (s == self.seat)
            if field is None:
                return calm
            steps = field[int(row["cell"])]
            if self.available and state == PointState.CLOSED and steps <= 5:
                return 50.0 - steps
            if s in self.shares and self.away(self.shares[s].cells)[int(row["cell"])] <= 5:
                return 20.0 + calm
            if state == PointState.INITIATED and int(self.r["points"][point]["tokens"]) <= len(left) and steps <= 4:
                return calm - 50.0
            return calm

        return G["spacer"] + max(left, key=order)
