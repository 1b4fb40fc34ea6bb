"""The scripted player of Machina Arcana: fights when it pays, loots, pools essence, follows the chapters.

It decides from the view of its seat alone: the named blocks of the observation say where the nearest thing of each kind
is and which step leads there, the visible record says who holds what.
"""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from agents.base import Agent, uniform
from agents.scripted._machina_arcana_knowledge import (
    EDGE,
    EVENT,
    EXIT,
    EXPLORER,
    LIT,
    MARKER,
    MONSTER,
    QUEST,
    RECHARGE,
    SPAWN,
    TREASURE,
    UNLIT,
    WORKBENCH,
    knowledge,
)
from agents.scripted._machina_arcana_monsters import PREY, Horde, apart
from agents.scripted._machina_arcana_styles import TEMPERS, Temper
from envs.core.engine import mix_seed
from envs.core.errors import OptionError, near
from envs.machina_arcana.actions import ACTIONS, MAX_EXPLORERS
from envs.machina_arcana.state import (
    MARKER_GROUND,
    Choice,
    ItemPlace,
    ItemType,
    MonsterPlace,
    Op,
    QuestKind,
    QuestState,
    Space,
    Stat,
    Targeting,
    Token,
    Where,
    Who,
)
from envs.view import View

STYLES = {name: temper.about for name, temper in TEMPERS.items()}
MONSTER_STYLES = {
    "steady": "each monster goes for the explorer that is nearest to it",
    **{name: PREY[temper.prey] for name, temper in TEMPERS.items() if temper.prey},
}
"""Styles that differ on the monsters' seat; the others play there as the first one does, `noisy` with its noise."""

HELD_OUT = ("hunter", "guard", "swarm", "warden", "camper", "noisy")
"""Styles of explorers that training leaves alone."""

G = {name: ids.start for name, ids in ACTIONS.groups.items()}
N = {name: len(ids) for name, ids in ACTIONS.groups.items()}
WORTH_PICKING_UP = 1.5
"""Least score of a dropped treasure that is worth a point of stamina."""
WORN = (ItemType.WEAPON, ItemType.APPAREL, ItemType.ARTIFACT)
ANYONE: dict[str, Any] = {
    "targeting": Targeting.NONE,
    "range": 0,
    "stamina": 0,
    "area": None,
}  # an ability without target
# What effects are worth to their player in points of health, whatever the position; `Mind.wish` knows the others.
WORTH = {
    Op.GAIN_TREASURE: 2.8,
    Op.EXPLORER_EVENT: 1.5,
    Op.HORROR_EVENT: -1.5,
    Op.SUMMON: -1.2,
    Op.UNEQUIP_ITEM: -1.0,
    Op.RESHUFFLE: 0.3,
    Op.DOORS: 0.4,
    Op.REMOVE_BARRIERS: 0.3,
}
REFRESHED = {Space.TREASURE: 3.0, Space.EVENT: 2.0, Space.WORKBENCH: 2.0, Space.RECHARGE: 1.5}
HURTS = {Op.BANISH: 6.0, Op.DESTROY_MONSTER: 5.0, Op.LOSE_HEALTH: 3.6}  # if a monster is in reach
DEAR = (WORKBENCH, EVENT, TREASURE, UNLIT, LIT, SPAWN, QUEST)
"""Spaces that cost 3 stamina."""
DX = (0, 1, 1, 1, 0, -1, -1, -1)
DY = (-1, -1, 0, 1, 1, 1, 0, -1)


class Scripted(Agent):
    """A scripted explorer (or Puppeteer).

    Args:
        style: one of `STYLES`.
        seed: of the random acts of a noisy style, with `View.seed`; the others make no random choice.

    Raises:
        OptionError: an unknown style, with the nearest name.
    """

    def __init__(self, style: str = "steady", seed: int = 0):
        if style not in TEMPERS:
            raise OptionError(f"machina_arcana: unknown style {style!r} of the scripted player{near(style, TEMPERS)}")
        self.temper = TEMPERS[style]
        self.seed = seed

    def act(self, view: View) -> int:
        """A legal action for the question that is asked."""
        if self.temper.noise:
            word = mix_seed(view.seed ^ mix_seed(self.seed))
            if uniform(np.array([word], np.uint64))[0] < self.temper.noise:
                legal = view.legal
                return legal[mix_seed(word) % len(legal)]
        return Mind(view, self.temper).decide()


class Mind:
    """One decision: the view, and what is read from it."""

    def __init__(self, view: View, temper: Temper):
        self.view = view
        self.temper = temper
        self.legal = set(view.legal)
        self.r: Any = view.record
        self.t: Any = view.game.tables
        self.seat = view.hero
        self._mine: list[int] | None = None
        self.monster_seat = self.seat >= view.game.heroes
        self.me: Any = self.r["explorers"][min(self.seat, MAX_EXPLORERS - 1)]
        k = self.k = knowledge(view.game)
        self.near = view.observation[k.near.start : k.near.stop].reshape(k.near.shape)
        self.foes = view.observation[k.monsters.start : k.monsters.stop].reshape(k.monsters.shape)

    # -- helpers ---------------------------------------------------------------------------------------------

    def options(self, group: str) -> list[int]:
        """Numbers of the legal actions of a group."""
        start = G[group]
        return [a - start for a in ACTIONS.groups[group] if a in self.legal]

    def has(self, group: str, number: int = 0) -> bool:
        """Whether that action is legal."""
        return G[group] + number in self.legal

    def distance(self, what: int) -> float:
        """Steps to the nearest thing of a kind, infinite if there is none."""
        row = self.near[what]
        return float(row[3] * 20) if row[0] > 0 else float("inf")

    def cell_of(self, what: int) -> int:
        """Cell of the nearest thing of a kind that is there."""
        _, dx, dy = self.near[what][:3] * 20
        return int(self.me["cell"]) + round(float(dy)) * 20 + round(float(dx))

    def step_to(self, what: int) -> int | None:
        """The legal step that leads to the nearest thing of a kind."""
        row = self.near[what]
        if row[0] <= 0:
            return None
        steps = self.options("move")
        if not steps:
            return None
        wanted = int(np.argmax(row[4:12])) if row[4:12].any() else -1
        if wanted in steps:
            return G["move"] + wanted
        dx, dy = float(row[1]) * 20, float(row[2]) * 20

        def left(d: int) -> float:
            return max(abs(dx - DX[d]), abs(dy - DY[d])) + 0.01 * (abs(dx - DX[d]) + abs(dy - DY[d]))

        best = min(steps, key=left)
        return G["move"] + best if left(best) < max(abs(dx), abs(dy)) + 0.01 * (abs(dx) + abs(dy)) else None

    def item_score(self, item: int) -> float:
        """How good a treasure is to have: more if its place is still empty, less if it is taken by a better one."""
        kind, score = self.k.kinds[item], self.k.scores[item]
        if kind == ItemType.AUGMENT:
            symbol = self.k.symbols[item][2]
            fits = any(self.k.kinds[i] != kind and self.k.symbols[i][2] == symbol for i in self.mine())
            return score + 3.0 if fits else score - 1.0
        if kind not in WORN:
            return score
        rivals = [self.k.scores[i] for i in self.mine() if self.k.kinds[i] == kind and i != item]
        if not rivals:
            return score + 2.0
        return score - 2.0 if max(rivals) >= score else score

    def mine(self) -> list[int]:
        """Treasures of this seat."""
        if self._mine is None:
            owners, places = (self.r["items"][name][: self.k.n_treasures] for name in ("owner", "place"))
            self._mine = np.flatnonzero((owners == self.seat) & (places != ItemPlace.GROUND)).tolist()
        return self._mine

    def place(self, item: int) -> int:
        """Where a treasure is (`ItemPlace`)."""
        return int(self.r["items"]["place"][item])

    def unworn(self) -> list[int]:
        """Carried treasures that could be worn better than now."""
        worn = {self.k.kinds[i]: i for i in self.mine() if self.place(i) == ItemPlace.EQUIPPED}
        out = []
        for i in self.mine():
            kind = self.k.kinds[i]
            if self.place(i) != ItemPlace.INVENTORY or kind in (ItemType.CONSUMABLE, ItemType.AUGMENT):
                continue
            if kind not in worn or self.item_score(i) > self.item_score(worn[kind]) + 1:
                out.append(i)
        return out

    def joinable(self) -> bool:
        """A carried treasure fits a worn one, as upgrade or as augment (MAC-ITM-10 to MAC-ITM-16)."""
        taken = {(int(self.r["items"]["host"][i]), self.place(i)) for i in self.mine()}
        for host in (i for i in self.mine() if ItemPlace.EQUIPPED <= self.place(i) <= ItemPlace.BOTTOM):
            top, bottom, augment = self.k.symbols[host]
            for i in (i for i in self.mine() if self.place(i) == ItemPlace.INVENTORY):
                if self.k.kinds[i] == ItemType.AUGMENT:
                    if augment == self.k.symbols[i][2] and (host, ItemPlace.AUGMENT) not in taken:
                        return True
                elif self.k.kinds[i] == self.k.kinds[host] and self.place(host) == ItemPlace.EQUIPPED:
                    if self.k.kinds[i] == ItemType.APPAREL and augment and self.k.symbols[i][2]:
                        continue
                    over, under, _ = self.k.symbols[i]
                    if (top and top == under and (host, ItemPlace.TOP) not in taken) or (
                        bottom and bottom == over and (host, ItemPlace.BOTTOM) not in taken
                    ):
                        return True
        return False

    def adjacent_monsters(self) -> int:
        """Number of monsters next to the explorer."""
        return int((self.foes[:, 9] > 0).sum())

    def wants_story(self) -> bool:
        """The explorer has enough loot for the story to go on, or it is late."""
        return len(self.mine()) >= self.temper.items or self.late()

    def late(self) -> bool:
        """The chapter has taken all the rounds that the explorer leaves it for other things."""
        return int(self.r["round"]) > self.temper.pace * (2 + max(0, int(self.r["chapter_at"])))

    # -- the decision ----------------------------------------------------------------------------------------

    def decide(self) -> int:
        """The action."""
        if len(self.legal) == 1:
            return next(iter(self.legal))
        if self.monster_seat and self.temper.prey:
            action = Horde(self.view, self.temper.prey).decide()
            if action in self.legal:
                return int(action)
        choice = Choice[self.view.choice.upper()]
        answer = getattr(self, "raise_" if choice == Choice.RAISE else choice.name.lower(), None)
        action = answer() if answer is not None else None
        return action if action in self.legal else min(self.legal)

    def turn(self) -> int:
        """D-04: the best thing to do now."""
        for part in self.temper.order:
            action = getattr(self, part)()
            if action is not None and action in self.legal:
                return action
        return G["end_turn"]

    def off_turn(self) -> int:
        """D-43: what it would do in its own turn; stamina that is left then is lost at the next reset."""
        action = self.turn()
        return G["pass"] if action == G["end_turn"] else action

    def leave(self) -> int | None:
        """Exit when the explorer stands at an exit token."""
        return G["exit"] if self.has("exit") else None

    def strike(self) -> int | None:
        """Attack if a monster can be hit; the best attack first."""
        best, score = None, 0.0
        for number, ability in enumerate(self.k.explorers[int(self.me["card"])]):
            a = self.k.abilities[ability]
            value = self.strength(a)
            if a["attacks"] and value > score and self.has("power", number) and self.monster_in_reach(a):
                best, score = G["power"] + number, value
        for item in self.options("item"):
            for ability in self.k.treasures[item]:
                a = self.k.abilities[ability]
                value = self.strength(a) - (0.4 if a["destroy"] or a["drop"] else 0.0)
                if a["attacks"] and value > score and a["stamina"] <= self.me["stamina"] and self.monster_in_reach(a):
                    best, score = G["item"] + item, value
        return best

    def strength(self, ability: dict[str, Any]) -> float:
        """How much an attack does for its price; one without target counts for each monster that it reaches."""
        if ability["area"] is None:
            return float(ability["value"])
        who, reach = ability["area"]
        if who in (Who.ADJACENT_MONSTERS, Who.ADJACENT_UNITS):
            return float(ability["value"]) * self.adjacent_monsters()
        away = np.maximum(np.abs(self.foes[:, 2]), np.abs(self.foes[:, 3])) * 20
        seen = (self.foes[:, 8] > 0) & (away <= reach + 0.01) if who == Who.SIGHT_MONSTERS else self.foes[:, 0] > 0
        return float(ability["value"]) * int(seen.sum())

    def monster_in_reach(self, ability: dict[str, Any]) -> bool:
        """A monster that the ability can (probably) target."""
        seen = (self.foes[:, 8] > 0) & (self.foes[:, 10] == 0)  # in sight and not ethereal
        if not seen.any():
            return False
        away = np.maximum(np.abs(self.foes[:, 2]), np.abs(self.foes[:, 3])) * 20
        targeting = ability["targeting"]
        if ability["area"] is not None:
            return self.strength(ability) > 0
        fixed = {Targeting.MELEE: 1, Targeting.REACH: 1, Targeting.NONE: 1, Targeting.TILE: 9}
        reach = fixed.get(targeting, ability["range"])
        near = np.flatnonzero(seen & (away <= reach + 0.01)).tolist()
        if targeting == Targeting.RANGED:
            near = [m for m in near if self.way_clear(int(self.r["monsters"][m]["cell"]))]
        return bool(near)

    def way_clear(self, cell: int) -> bool:
        """No obstacle on the line to a cell in sight (MAC-TAR-05): the walk along it, without looking at borders."""
        x, y = int(self.me["cell"]) % 20, int(self.me["cell"]) // 20
        n, m = abs(cell % 20 - x), abs(cell // 20 - y)
        sx, sy = (1 if cell % 20 > x else -1), (1 if cell // 20 > y else -1)
        ix = iy = 0
        while True:
            along, across = (1 + 2 * ix) * m, (1 + 2 * iy) * n
            if m == 0 or (n != 0 and along <= across):
                ix += 1
            if n == 0 or (m != 0 and across <= along):
                iy += 1
            at = (y + sy * iy) * 20 + x + sx * ix
            if at == cell:
                return True
            kind = int(self.r["kind"][at])
            sealed = kind == Space.SPAWN and self.r["token"][at] == Token.EXPLORED
            if self.r["unit"][at] or kind >= Space.TRAP or sealed:
                return False

    def advance(self) -> int | None:
        """Spaces that drive the story: chapter spaces, quest spaces, Collect quests."""
        for quest in self.options("quest"):
            kind = int(self.t["quests"][quest]["kind"])
            if kind == QuestKind.COLLECT_ESSENCE and self.me["essence"] > self.temper.reserve:
                return G["quest"] + quest
            if kind == QuestKind.COLLECT_HEALTH and self.me["health"] > self.temper.hurt + 1:
                return G["quest"] + quest
        for d in self.options("use"):
            return G["use"] + d
        for d in self.options("activate"):
            if self.kind_at(d) == Space.CHAPTER and self.wants_story():
                return G["activate"] + d
        if self.me["essence"] >= self.temper.seal:
            for d in self.options("seal"):
                return G["seal"] + d
        return None

    def cell_at(self, direction: int) -> int:
        """The neighbouring cell in a direction."""
        cell = int(self.me["cell"])
        return cell + DY[direction] * 20 + DX[direction]

    def kind_at(self, direction: int) -> int:
        """Kind of the neighbouring space in a direction (`Space`)."""
        return int(self.r["kind"][self.cell_at(direction)])

    def top_dropped(self, cell: int) -> int | None:
        """The treasure that a marker on a cell gives, None without a marker."""
        owners, _ = np.nonzero(self.r["explorers"]["marker"] == MARKER_GROUND + cell)
        if not len(owners):
            return None
        pile = self.r["explorers"]["dropped"][int(owners[0])]
        return int(pile[np.flatnonzero(pile)[-1]]) - 1

    def wants_dropped(self, cell: int) -> bool:
        """The marker on a cell gives a treasure that is worth the stamina."""
        item = self.top_dropped(cell)
        return item is not None and self.item_score(item) >= WORTH_PICKING_UP

    def rest(self) -> int | None:
        """Heal with what is at hand when hurt."""
        missing = self.k.health[int(self.me["card"])] - int(self.me["health"])
        if missing <= 0:
            return None
        for item in self.options("item"):
            heals = any(self.k.abilities[a]["heals"] for a in self.k.treasures[item])
            if heals and (missing >= 2 or self.me["health"] <= self.temper.hurt):
                return G["item"] + item
        for d in self.options("activate"):
            if self.kind_at(d) == Space.RECHARGE:
                return G["activate"] + d
        return None

    def loot(self) -> int | None:
        """Dropped items, treasures, events and workbenches next to the explorer; a recharge space when it is tired."""
        for number in self.options("pick_up"):
            if self.wants_dropped(int(self.me["cell"]) if number == 0 else self.cell_at(number - 1)):
                return G["pick_up"] + number
        wanted = (Space.TREASURE, Space.EVENT, Space.WORKBENCH)
        for d in self.options("activate"):
            if self.kind_at(d) in wanted:
                return G["activate"] + d
        if self.me["stamina"] <= 2:
            for d in self.options("activate"):
                if self.kind_at(d) == Space.RECHARGE:
                    return G["activate"] + d
        return None

    def dress(self) -> int | None:
        """Open the inventory if something better is to be put on and no monster is near."""
        if self.has("inventory") and (self.unworn() or self.joinable()) and not self.adjacent_monsters():
            return G["inventory"]
        return None

    # -- abilities that are no attacks -----------------------------------------------------------------------

    def use(self) -> int | None:
        """The power or item, no attack, that is worth most beyond its price, if any is worth its price."""
        best, most = None, 0.0
        actives = self.k.explorers[int(self.me["card"])]
        played = [(G["power"] + n, actives[n]) for n in self.options("power")]
        played += [(G["item"] + i, ability) for i in self.options("item") for ability in self.k.treasures[i]]
        for action, ability in played:
            value = self.profit(self.k.abilities[ability])
            if value > most:
                best, most = action, value
        return best

    def profit(self, ability: dict[str, Any]) -> float:
        """What an ability without attack would bring now, less its price; 0 for what cannot be paid."""
        if ability["attacks"] or not self.affordable(ability):
            return 0.0
        # Essence is as good as health, which it saves; only what is plenty goes cheaply.
        essence = 0.5 if self.me["essence"] - ability["essence"] >= 6 else 1.5
        price = 0.3 * ability["stamina"] + essence * ability["essence"] + 0.7 * (ability["destroy"] or ability["drop"])
        return self.value(ability["first_op"], ability["end_op"], ability) - price

    def affordable(self, ability: dict[str, Any]) -> bool:
        """The explorer can pay an ability now (MAC-ABL-07)."""
        stamina = int(self.me["stamina"]) if self.my_turn() else 0
        return bool(ability["stamina"] <= stamina and ability["essence"] <= self.me["essence"])

    def my_turn(self) -> bool:
        """The explorer's turn runs."""
        return int(self.r["active"]) == self.seat

    def ability(self) -> int:
        """D-04: the ability of the item that brings most."""
        actives = self.k.treasures[int(self.r["core"]["subject"])]

        def worth(number: int) -> float:
            a = self.k.abilities[actives[number]]
            return self.strength(a) if a["attacks"] and self.monster_in_reach(a) else self.profit(a)

        return G["ability"] + max(self.options("ability"), key=worth)

    def card_option(self) -> int:
        """D-36: the option whose effects are worth most."""
        worths = self.values_of_options(int(self.r["core"]["subject"]), ANYONE)[0]
        side = -1 if self.monster_seat else 1
        return G["option"] + max(self.options("option"), key=lambda number: side * worths[number])

    def values_of_options(self, pc: int, ability: dict[str, Any]) -> tuple[list[float], int]:
        """What each option of the choice at `pc` is worth, and the operation behind them."""
        ops = self.k.ops
        starts = [ops[pc + 1 + i][1] for i in range(ops[pc][1])]
        after = ops[starts[1] - 1][1]
        return [self.value(a, b - 1, ability) for a, b in itertools.pairwise([*starts, after])], after

    def value(self, pc: int, end: int, ability: dict[str, Any]) -> float:
        """What the operations from `pc` to `end` are worth now; conditions hold as often as not."""
        total = 0.0
        while pc < end:
            code, a, b, _, d = self.k.ops[pc][:5]
            if code == Op.CHOOSE:
                worths, pc = self.values_of_options(pc, ability)
                total += max(worths)
            elif code in (Op.IF, Op.ROLL):
                other = d if code == Op.IF else b
                leap = self.k.ops[other - 1]
                then, after = (other - 1, leap[1]) if leap[0] == Op.JUMP else (other, other)
                total += (self.value(pc + 1, then, ability) + self.value(other, after, ability)) / 2
                pc = after
            elif code in (Op.MAY, Op.EACH, Op.REPEAT):
                other = a if code == Op.MAY else b
                total += (a if code == Op.REPEAT else 1) * self.value(pc + 1, other, ability)
                pc = other
            else:
                total += self.wish((code, a, d), ability)
                pc += 1
        return total

    def wish(self, op: tuple[int, int, int], ability: dict[str, Any]) -> float:
        """What an effect is worth to the explorer now, in points of health."""
        code, amount, who = op
        me, near, hurt = self.me, self.adjacent_monsters(), self.me["health"] <= self.temper.hurt + 1
        if code in WORTH:
            return WORTH[Op(code)]
        if code in HURTS:
            return -3.0 if who == Who.SELF else HURTS[Op(code)] * self.foes_for(ability, who)
        if code == Op.RESTORE_HEALTH:
            missing = self.k.health[int(me["card"])] - int(me["health"])
            return 1.5 * min(amount, missing) if missing >= amount or me["health"] <= self.temper.hurt else 0.0
        if code == Op.RESTORE_ESSENCE:
            return float(min(amount, 9 - int(me["essence"])))
        if code == Op.LOSE_ESSENCE:
            return -float(min(amount, int(me["essence"])))
        if code == Op.RESTORE_STAMINA:
            return 0.6 * (amount or 5) if me["stamina"] <= 2 and self.my_turn() else 0.0
        if code == Op.LASTING:
            return self.wish_lasting(amount, who, ability)
        if code in (Op.PUSH, Op.SWITCH):
            late = not self.my_turn() or me["stamina"] - ability["stamina"] <= 1  # no strength left for a strike
            return 0.8 if near > (code == Op.SWITCH) and late else 0.0
        if code == Op.PULL:
            keen = not near and me["health"] == self.k.health[int(me["card"])] and me["stamina"] >= 5
            return 0.8 if keen and self.foe_within(amount + 1) and self.foes_for(ability, who) else 0.0
        if code in (Op.MOVE, Op.TELEPORT):
            return self.wish_way(amount) if who == Who.SELF or ability["targeting"] == Targeting.SELF else 0.3
        if code == Op.THREAT:
            return -0.8 * amount if amount > 0 or self.r["threat"] > 2 else 0.0
        if code == Op.INVENTORY:
            return 2.0 if self.unworn() or self.joinable() else 0.0
        if code in (Op.DESTROY_ITEM, Op.DROP_ITEM):
            return -max(0.4, min((self.item_score(i) for i in self.mine()), default=0.0)) / 2
        if code == Op.LIGHT_CHAPTER:
            blocked = self.k.blocks[max(0, int(self.r["chapter_at"]))]
            return 2.5 if self.near[UNLIT][0] > 0 and self.near[LIT][0] <= 0 and not blocked else 0.0
        return self.wish_space(code, amount, bool(near or hurt))

    def foes_for(self, ability: dict[str, Any], who: int) -> bool:
        """A monster that an effect reaches: the target of its ability, or one on the tile or in sight."""
        if who == Who.TARGET and ability["targeting"] != Targeting.NONE:
            return self.monster_in_reach(ability)
        return self.foe_within(6)

    def foe_within(self, spaces: int) -> bool:
        """A monster is that near, walls or not."""
        away = np.maximum(np.abs(self.foes[:, 2]), np.abs(self.foes[:, 3])) * 20
        return bool(((self.foes[:, 0] > 0) & (away <= spaces + 0.01)).any())

    def wish_lasting(self, mod: int, who: int, ability: dict[str, Any]) -> float:
        """What a lasting effect is worth; one that lasts already is worth nothing more."""
        if mod in self.r["lasting"]["mod"][: int(self.r["n_lasting"])]:
            return 0.0
        stat, amount = self.k.mods[mod]
        if stat == Stat.CONTROL:
            return 4.0 * self.foes_for(ability, who)
        if amount < 0 or stat == Stat.IMMOBILE:
            return 1.6 * (self.foes_for(ability, who) and self.me["stamina"] - ability["stamina"] >= 2)
        if stat == Stat.ATTACK:
            return 1.3 * (self.my_turn() and self.me["stamina"] >= 4 and self.foes_for(ability, Who.ALL_MONSTERS))
        threatened = self.adjacent_monsters() > 0 and (not self.my_turn() or self.me["stamina"] <= 1)
        return (3.2 if stat == Stat.ETHEREAL else 1.7) * threatened

    def wish_way(self, spaces: int) -> float:
        """What a free movement is worth: the steps that it saves on the way to a far goal."""
        if self.adjacent_monsters():
            return 0.0
        way = next((self.distance(goal) for goal in self.goals() if self.distance(goal) < 99), 0.0)
        return 0.3 * min(spaces or 4, way - 1) if way > 3 and self.my_turn() else 0.0

    def wish_space(self, code: int, kind: int, pressed: bool) -> float:
        """What effects on the spaces of the tile are worth."""
        if code == Op.PLACE_BARRIER:
            return 0.7 * kind * (pressed and not self.adjacent_monsters())
        if code not in (Op.TRIGGER_TRAPS, Op.DESTROY_SPACE, Op.REFRESH_SPACE):
            return 0.0
        x, y = int(self.me["cell"]) % 20 // 10 * 10, int(self.me["cell"]) // 20 // 10 * 10
        kinds, tokens, units = (
            np.asarray(self.r[name]).reshape(20, 20)[y : y + 10, x : x + 10] for name in ("kind", "token", "unit")
        )
        if code == Op.TRIGGER_TRAPS:
            monsters, all_ = (int((units[kinds == Space.TRAPPED] > least).sum()) for least in (MAX_EXPLORERS, 0))
            return 2.2 * monsters - 2.5 * (all_ - monsters)
        there = tokens[kinds == kind]
        if code == Op.DESTROY_SPACE:
            return 4.0 * (kind == Space.SPAWN and bool((there != Token.EXPLORED).any()))
        return REFRESHED.get(Space(kind), 0.3) * bool((there == Token.EXPLORED).any())

    def destination(self) -> int:
        """D-05: the end of a teleport that lies nearest to the best goal, or far from the monsters."""
        cells = self.options("cell")
        if self.adjacent_monsters() or not cells:
            return self.placement()
        goal = next((goal for goal in self.goals() if self.near[goal][0] > 0), None)
        if goal is None:
            return G["cell"] + cells[0]
        to = self.cell_of(goal)
        return G["cell"] + min(cells, key=lambda cell: max(abs(cell % 20 - to % 20), abs(cell // 20 - to // 20)))

    def goals(self) -> list[int]:
        """Where to walk, the best first."""
        t = self.temper
        story: list[int] = []
        if self.r["exit_slot"] >= 0:
            story.append(EXIT)
        if self.near[QUEST][0] > 0 and self.open_use_quest():
            story.append(QUEST)
        if not self.k.blocks[max(0, int(self.r["chapter_at"]))]:
            if self.near[LIT][0] > 0:
                story.append(LIT)
            elif self.team_essence() >= 3:
                story.append(UNLIT)
        way = min((self.distance(g) for g in story), default=float("inf"))
        loot = [g for g in (TREASURE, EVENT, WORKBENCH) if self.distance(g) <= t.loot]
        if not self.wants_story() or way == float("inf"):
            loot = [g for g in (TREASURE, EVENT, WORKBENCH) if self.distance(g) < float("inf")]
        if self.distance(MARKER) <= t.loot and self.wants_dropped(self.cell_of(MARKER)):
            loot.append(MARKER)
        loot.sort(key=self.distance)
        out: list[int] = []
        if self.distance(MONSTER) <= t.fight and self.me["health"] > t.hurt:
            out.append(MONSTER)
        if story and self.wants_story():
            out += sorted(story, key=self.distance)
            nearer = [g for g in loot if self.distance(g) + 1 < way]
            out = out[:1] * (out[0] == MONSTER) + nearer + [g for g in out if g != MONSTER] if out else nearer
        out += loot
        if self.me["health"] <= t.hurt and self.near[RECHARGE][0] > 0:
            out.insert(0, RECHARGE)
        else:
            out[:0] = self.sought()
        out += story
        out += [EDGE, MONSTER, EXPLORER]
        if t.company < 0:
            out.sort(key={g: self.others_nearer(g) for g in set(out)}.__getitem__)
        return out

    def sought(self) -> list[int]:
        """What comes before loot and story in this style, as far as it makes sense now."""
        t = self.temper
        missing = self.k.health[int(self.me["card"])] - int(self.me["health"])
        ready = {RECHARGE: missing > 0, SPAWN: self.me["essence"] >= t.seal, MONSTER: self.me["health"] > t.hurt}
        sought = [g for g in t.seek if self.distance(g) <= t.far and ready.get(g, not self.late())]
        if 0 < t.company < self.distance(EXPLORER) < float("inf"):
            sought.insert(0, EXPLORER)
        return sought

    def others_nearer(self, goal: int) -> bool:
        """Another explorer is nearer to the nearest thing of a kind, walls or not, than this one has to walk."""
        if self.near[goal][0] <= 0:
            return False
        to, way = self.cell_of(goal), self.distance(goal)
        return any(apart(to, cell) < way for cell in self.others())

    def others(self) -> list[int]:
        """Cells of the other explorers on the map."""
        places = zip(self.r["explorers"]["where"].tolist(), self.r["explorers"]["cell"].tolist(), strict=True)
        return [cell for seat, (where, cell) in enumerate(places) if where == Where.MAP and seat != self.seat]

    def open_use_quest(self) -> bool:
        """A quest waits for a space to be used."""
        states = self.r["quest_state"][: self.k.n_quests]
        kinds = self.t["quests"]["kind"][: self.k.n_quests]
        return bool(((states == QuestState.OPEN) & (kinds == QuestKind.USE_SPACE)).any())

    def team_essence(self) -> int:
        """Essence of all explorers on the map."""
        on_map = self.r["explorers"]["where"] == Where.MAP
        return int(self.r["explorers"]["essence"][on_map].sum())

    def walk(self) -> int | None:
        """A step toward the best goal that can be walked to, or a new tile where that is the goal."""
        explore = self.options("explore")
        for goal in self.goals():
            if goal == EDGE and explore:
                return G["explore"] + explore[0]
            if self.distance(goal) <= 1 and goal not in (EXIT, EDGE):
                if goal in (MONSTER, EXPLORER) or (self.temper.waits and self.too_tired_for(goal)):
                    return None
                continue
            action = self.step_to(goal)
            if action is not None:
                return action
        return None

    def too_tired_for(self, goal: int) -> bool:
        """The stamina that is left does not pay for the space beside the explorer."""
        return goal in DEAR and int(self.me["stamina"]) < 3

    # -- other questions -------------------------------------------------------------------------------------

    def window(self) -> int:
        """D-09: heal in need, pay toward Collect quests."""
        action = self.rest()
        if action is not None and self.me["health"] <= self.temper.hurt:
            return action
        for quest in self.options("quest"):
            kind = int(self.t["quests"][quest]["kind"])
            if kind == QuestKind.COLLECT_ESSENCE and self.me["essence"] > self.temper.reserve:
                return G["quest"] + quest
        return self.use() or G["pass"]

    def target(self) -> int:
        """D-05: the monster with the least health and armor; an explorer only to help it."""
        monsters = self.options("monster")
        if monsters:
            return G["monster"] + min(monsters, key=self.liking)
        explorers = self.options("explorer")
        if explorers:
            if self.monster_seat:
                return G["explorer"] + min(explorers, key=lambda s: int(self.r["explorers"][s]["health"]))
            health = self.r["explorers"]["health"]
            if self.temper.gives:
                return G["explorer"] + min(explorers, key=lambda s: (s == self.seat, int(health[s])))
            return G["explorer"] + min(explorers, key=lambda s: (int(health[s]), s != self.seat))
        cells = self.options("cell")
        if cells and not self.monster_seat:  # bait is laid far away
            x, y = int(self.me["cell"]) % 20, int(self.me["cell"]) // 20
            return G["cell"] + max(cells, key=lambda cell: max(abs(cell % 20 - x), abs(cell // 20 - y)))
        return min(self.legal)

    def liking(self, monster: int) -> tuple[int, int, int]:
        """The monster with the least of it is attacked first."""
        toughness = int(self.r["monsters"]["health"][monster]) + int(self.t["monsters"]["armor"][monster])
        cell = int(self.r["monsters"]["cell"][monster])
        if self.temper.foe == "nearest":
            return apart(cell, int(self.me["cell"])), toughness, monster
        if self.temper.foe == "friend":
            return min((apart(cell, other) for other in self.others()), default=0), toughness, monster
        return toughness, monster, 0

    second_target = target
    chosen_unit = target
    explorer_tie = target

    def raise_(self) -> int:
        """D-07: the least essence that turns a miss into a hit."""
        amounts = self.options("amount")
        need = int(self.r["attack_need"]) - int(self.r["attack_roll"])
        most = min(self.temper.stakes, int(self.me["essence"]) - self.temper.reserve)
        if need <= 0 or need not in amounts or need > most:
            return G["amount"]
        return G["amount"] + need

    def loss(self) -> int:
        """D-08: essence for health when hurt, or when essence is plenty."""
        hurt, rich = self.me["health"] <= self.temper.hurt + 1, self.me["essence"] > self.temper.shield
        return G["lose"] + (1 if self.has("lose", 1) and (hurt or rich) else 0)

    def contribute(self) -> int:
        """Pay as much as is asked for, but for the reserve."""
        amounts, spare = self.options("amount"), int(self.me["essence"]) - self.temper.reserve
        return G["amount"] + max([a for a in amounts if a <= spare] or [min(amounts)])

    def collect(self) -> int:
        """Pay all spare essence toward a quest, but as little health as possible."""
        amounts = self.options("amount")
        quest = int(self.r["core"]["subject"])
        if quest >= 0 and self.t["quests"][quest]["kind"] == QuestKind.COLLECT_HEALTH:
            return G["amount"] + min(amounts)
        spare = int(self.me["essence"]) - self.temper.reserve
        return G["amount"] + max([a for a in amounts if a <= spare] or [min(amounts)])

    def best_item(self) -> int:
        """The best treasure on offer."""
        return G["item"] + max(self.options("item"), key=self.item_score)

    treasure_take = best_item
    bench_take = best_item
    bench_order = best_item

    def receiver(self) -> int:
        """The explorer itself, or whoever has least if it likes to give."""
        if self.temper.gives:
            owners = self.r["items"]["owner"][: self.k.n_treasures].tolist()
            return G["explorer"] + min(self.options("explorer"), key=lambda s: (owners.count(s), s == self.seat))
        return G["explorer"] + self.seat

    treasure_give = receiver
    bench_give = receiver

    def rest_card(self) -> int:
        """D-12, D-15: good cards stay on top of the deck."""
        item = int(self.r["core"]["subject"])
        good = item >= 0 and self.item_score(item) >= 4
        return G["card"] + (1 if good else 0)

    treasure_rest = rest_card
    bench_rest = rest_card

    def done(self) -> int:
        """Nothing more."""
        return G["done"]

    swap_drawn = done
    trade = done

    def consent(self) -> int:
        """Agree to what others ask."""
        return G["yes"]

    def inventory(self) -> int:
        """D-16: put on what is better than what is worn."""
        wanted = [i for i in self.options("item") if i in self.unworn()]
        if wanted:
            return G["item"] + max(wanted, key=self.item_score)
        worn = {self.k.kinds[i]: i for i in self.mine() if self.place(i) == ItemPlace.EQUIPPED}
        carried = [i for i in self.mine() if self.place(i) == ItemPlace.INVENTORY]
        for i in carried:  # take off what a better card is to replace
            old = worn.get(self.k.kinds[i])
            if old is not None and old in self.options("item") and self.item_score(i) > self.item_score(old) + 1:
                return G["item"] + old
        joined = [i for i in self.options("item") if self.place(i) == ItemPlace.INVENTORY]
        if joined:
            return G["item"] + joined[0]
        return G["done"]

    def manner(self) -> int:
        """The first manner that is legal, in order of liking."""
        for number in range(N["manner"]):
            if self.has("manner", number):
                return G["manner"] + number
        return min(self.legal)

    def base(self) -> int:
        """D-31: the Armory, fitting items, the camp with spare essence."""
        if self.has("place", 1):
            return G["place"] + 1
        if self.has("inventory") and self.unworn():
            return G["inventory"]
        if self.has("place", 0) and self.me["essence"] > 5:
            return G["place"]
        return G["pass"]

    def exit_edge(self) -> int:
        """D-20: the edge nearest to the explorer, a passage behind it or not."""
        cell = int(self.me["cell"])
        x, y = cell % 20, cell // 20

        def away(edge: int) -> float:
            slot, side = edge // 4, edge % 4
            ex = slot % 2 * 10 + (4.5, 9, 4.5, 0)[side]
            ey = slot // 2 * 10 + (0, 4.5, 9, 4.5)[side]
            return max(abs(ex - x), abs(ey - y))

        return G["edge"] + min(self.options("edge"), key=away)

    def placement(self) -> int:
        """D-21: enter at once, away from the monsters."""
        cells = self.options("cell")
        if not cells:
            return min(self.legal)
        foes = [int(m["cell"]) for m in self.r["monsters"] if m["place"] == MonsterPlace.MAP]

        def room(cell: int) -> int:
            return min((max(abs(cell % 20 - f % 20), abs(cell // 20 - f // 20)) for f in foes), default=0)

        return G["cell"] + max(cells, key=room)

    def may(self) -> int:
        """Do what a card offers."""
        return G["yes"]

    def give_up(self) -> int:
        """The worst treasure."""
        return G["item"] + min(self.options("item"), key=self.item_score)

    death_item = give_up

    def drop(self) -> int:
        """D-34: the worst treasure, under a marker as near as may be."""
        if self.options("item"):
            return self.give_up()
        x, y = int(self.me["cell"]) % 20, int(self.me["cell"]) // 20
        cells = self.options("cell")
        near = min(cells, key=lambda cell: (max(abs(cell % 20 - x), abs(cell // 20 - y)), cell), default=None)
        return G["card"] if near is None else G["cell"] + near

    def recall(self) -> int:
        """D-33: markers stay on the ground while others are free, or as long as they stand for something good."""
        bottom = int(self.me["dropped"][0]) - 1
        if (self.me["marker"] == 0).any() or self.item_score(bottom) >= WORTH_PICKING_UP:
            return G["done"]
        return G["cell"] + self.options("cell")[0]

    # -- the Puppeteer and controlled monsters ---------------------------------------------------------------

    def monster_action(self) -> int:
        """D-32, D-39: abilities first, then a step toward the nearest explorer."""
        powers = self.options("power")
        if powers:
            return G["power"] + powers[0]
        unit = int(self.r["acting"]) - MAX_EXPLORERS
        steps = self.options("move")
        if unit >= 0 and steps and self.monster_seat:
            cell = int(self.r["monsters"][unit]["cell"])
            prey = [int(e["cell"]) for e in self.r["explorers"] if e["where"] == Where.MAP]
            if prey:

                def away(at: int) -> int:
                    return min(max(abs(at % 20 - p % 20), abs(at // 20 - p // 20)) for p in prey)

                best = min(steps, key=lambda d: away(cell + DY[d] * 20 + DX[d]))
                if away(cell + DY[best] * 20 + DX[best]) < away(cell):
                    return G["move"] + best
        for side in self.options("break"):
            return G["break"] + side
        return G["end_turn"]

    control = monster_action

    def path(self) -> int:
        """The step that leads to the best goal within the movement of a card."""
        for goal in self.goals():
            action = self.step_to(goal)
            if action is not None:
                return action
        return G["done"]
