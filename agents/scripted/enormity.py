"""The scripted player of Enormity: searches, fights when it pays, leaves tokens for others, and is out in time.

It decides from the view of its seat alone: the block "goals" of the observation says where the nearest thing of each
kind is and which step leads there, the visible record says who holds what. All Spacers know the same, so the team plays
together without talking: who is in need acts first, tokens are spent where they turn a roll, and everybody heads for
the same way out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from agents.base import Agent
from envs.core.game import Game
from envs.enormity.actions import ACTIONS, HEIGHT, MAX_GEAR, WIDTH
from envs.enormity.state import (
    ActionKind,
    Border,
    CardSide,
    Choice,
    DoorState,
    GearKind,
    GearPlace,
    NoiseKind,
    Op,
    PointState,
    Reach,
    RollKind,
    Thing,
    Tile,
    Timing,
    Where,
    Who,
)
from envs.view import View

STYLES = {
    "steady": "searches quietly, fights what stands in the way, and leaves when it can",
    "bold": "takes the loud and quick ways and fights whatever is in reach",
    "careful": "keeps away from Intruders, saves tokens for defence and calms down early",
    "looter": "walks out of its way for Caches, Engrams and Objective tokens",
    "supporter": "leaves tokens and abilities to the others and spends few on itself",
}

G = {name: ids.start for name, ids in ACTIONS.groups.items()}
DISCOVERY, CACHE, ENGRAM, OBJECTIVE, CONSOLE, EXIT, ARROW, INTRUDER = range(8)  # rows of the block "goals"
DOORWAY = 8  # a space from which a Location action opens a door in the way
FAR = 30
NO_POINT = 6  # a space that belongs to no Extraction Point
DISCIPLINE, CONFIDENCE, EXPERTISE = range(3)
OFFSETS = ((0, -1), (1, 0), (0, 1), (-1, 0))
OWN = (DISCOVERY, CONSOLE, DOORWAY)  # goals that are found without the block
NEW_CARDS = ("engram", "location_ability", "use_stratagem")


@dataclass(frozen=True)
class Temper:
    """What sets the styles apart."""

    noise: float
    """Worth of a Noise that is not made, in steps."""
    stress: int
    """Stress up to which dice are rolled again."""
    calm: int
    """Stress from which it calms down."""
    fight: float
    """Chance of a Wound from which it attacks."""
    loot: float
    """Steps that it walks out of its way for loot."""
    reserve: int
    """Tokens of a type that it leaves to others."""


TEMPERS = {
    "steady": Temper(noise=1.2, stress=6, calm=4, fight=0.4, loot=1, reserve=0),
    "bold": Temper(noise=0.5, stress=7, calm=6, fight=0.25, loot=1, reserve=0),
    "careful": Temper(noise=1.6, stress=4, calm=3, fight=0.6, loot=1, reserve=0),
    "looter": Temper(noise=1.2, stress=6, calm=4, fight=0.4, loot=4, reserve=0),
    "supporter": Temper(noise=1.2, stress=5, calm=4, fight=0.5, loot=1, reserve=1),
}

# What effects are worth to their owner's team, in steps, whatever the position; `Mind.worth` knows the others.
WORTH: dict[int, float] = {
    Op.PLACE_TOKENS: 1.0,
    Op.SUPPRESS: 0.9,
    Op.KILL: 5.0,
    Op.WOUND: 4.0,
    Op.SURPRISE: 3.0,
    Op.BONUS_ATTACK: 2.0,
    Op.BONUS_ACTION: 1.5,
    Op.GAIN_LOOT: 1.0,
    Op.DODGE: 1.5,
    Op.SHORTER: 1.0,
    Op.RELOAD: 1.0,
    Op.MOVE_INTRUDER: 2.0,
    Op.DISCARD_BLIP: 2.0,
    Op.CHAIN_BREAK: 4.0,
    Op.GAIN_STRESS: -0.5,
    Op.LOSE_VITALS: -1.5,
    Op.GAIN_ADRENALINE: -0.3,
    Op.SPAWN_BLIP: -2.0,
    Op.SPAWN_INTRUDER: -4.0,
    Op.NOISE: -1.5,
    Op.RADIATION: -2.0,
    Op.INFECTION: -2.0,
    Op.DIE: -50.0,
    Op.KNOCKDOWN: -4.0,
    Op.CATCH_BREATH: 0.8,
    Op.CLUE: 0.2,
    Op.KNOCKBACK: 1.5,
}


class Knowledge:
    """What the cards of a game say, as plain Python values: read once, used at every decision."""

    def __init__(self, game: Game):
        t = game.tables
        self.goals = game.block("goals")
        self.subject = game.block("subject")
        self.ops: list[tuple[int, ...]] = [tuple(int(v) for v in op) for op in t["ops"][["code", "a", "b", "c", "d"]]]
        names = ("timing", "stress", "adrenaline", "charges", "ammo", "exhausts", "effect", "effect_end", "reaction",
                 "first_mod", "end_mod", "need", "by_level")  # fmt: skip
        self.abilities: list[dict[str, Any]] = []
        for a in t["abilities"]:
            known: dict[str, Any] = {name: int(a[name]) for name in names}
            known["cost"] = a["cost"].tolist()
            known["cost_level"] = a["cost_level"].tolist()
            self.abilities.append(known)
        self.faces = [[tuple(int(v) for v in face) for face in t["faces"][c][: int(t["n_faces"][c])]] for c in range(5)]
        self.halves = [self._half(half) for half in t["halves"]]
        self.gear = [{name: row[name].tolist() for name in row.dtype.names if not name.startswith("_")}
                     for row in t["gear"]]  # fmt: skip
        self.scores = [self._score(gear) for gear in self.gear]
        self.chances: dict[tuple[Any, ...], list[float]] = {}
        self.page: list[int] = t["page"].tolist()
        self.point: list[int] = np.minimum(t["point_of"], NO_POINT).tolist()
        self.forced: list[int] = t["forced"].tolist()
        self.obstacles = [bool(row["keywords"] >> Tile.OBSTACLE & 1) for row in t["terrains"]]
        self.ways = [self._ways(t, cell) for cell in range(len(self.page))]
        self.consoles = [
            (int(row["cell"]), self.ops[int(row["effect"]) : int(row["effect_end"])] if row["effect"] >= 0 else [])
            for row in t["consoles"][: int(t["n_consoles"])]
        ]
        self.openers = [self._opens(row) for row in t["locations"]]
        self.doors = [
            (door - 1, cell, to) for cell, ways in enumerate(self.ways) for _, to, door in ways if door and cell < to
        ]
        self.exits = [cell for cell, p in enumerate(self.point) if p < NO_POINT]
        self.rubicons = [[at for at in range(10) if row["rubicon"][at]] for row in t["characters"]]
        self.suit_rubicons = [[at for at in range(10) if row["rubicon"][at]] for row in t["suits"]]

    def _opens(self, row: Any) -> bool:
        """A Location has an action that opens an adjacent door."""
        for a in self.abilities[int(row["first_ability"]) : int(row["end_ability"])]:
            if a["timing"] == Timing.ACTION and a["effect"] >= 0:
                ops = self.ops[a["effect"] : a["effect_end"]]
                if any(op[0] == Op.DOOR and op[1] == DoorState.OPEN and op[2] in (0, 255) for op in ops):
                    return True
        return False

    def _ways(self, t: Any, cell: int) -> list[tuple[int, int, int]]:
        """(direction, cell beyond, door + 1 or 0) of the borders that can be crossed."""
        out = []
        for d, (dx, dy) in enumerate(OFFSETS):
            x, y = cell % WIDTH + dx, cell // WIDTH + dy
            border = int(t["border"][cell][d])
            if 0 <= x < WIDTH and 0 <= y < HEIGHT and self.page[y * WIDTH + x] < 255 and self.page[cell] < 255:
                exit_ = self.point[y * WIDTH + x] < NO_POINT or self.point[cell] < NO_POINT
                if border == Border.OPEN or border >= Border.DOOR or exit_:
                    out.append((d, y * WIDTH + x, border - Border.DOOR + 1 if border >= Border.DOOR else 0))
        return out

    def bodies(self, ops: list[tuple[int, ...]]) -> list[list[tuple[int, ...]]]:
        """The options of the first choice among some operations."""
        for i, (code, a, *_) in enumerate(ops):
            if code == Op.CHOOSE:
                return [self._until_jump(ops[i + 1 + n][1]) for n in range(a)]
        return []

    def _until_jump(self, pc: int) -> list[tuple[int, ...]]:
        out = []
        while self.ops[pc][0] not in (Op.JUMP, Op.END):
            out.append(self.ops[pc])
            pc += 1
        return out

    def _half(self, half: Any) -> dict[int, dict[str, int]]:
        """Actions of a half card by kind."""
        fields = (
            "value",
            "adrenaline",
            "noise_kind",
            "noise",
            "noise_colour",
            "stress",
            "adrenaline_cost",
            "expertise",
        )
        return {
            int(o["kind"]): {name: int(o[name]) for name in fields} for o in half["options"][: int(half["n_options"])]
        }

    def _score(self, gear: dict[str, Any]) -> float:
        """How good a Gear card is to have."""
        dice = sum(n * worth for n, worth in zip(gear["dice"], (0.9, 1.4, 2.2, 1.0, 1.0), strict=True))
        if gear["kind"] == GearKind.WEAPON:
            reach = 0.3 * gear["range"] if gear["reach"] != Reach.MELEE else 0.0
            helped = 0.4 * sum(gear["modifiers"]) + 0.3 * sum(gear["leaves"]) + gear["power"]
            loud = 0.6 if gear["noise_kind"] in (NoiseKind.SYMBOL, NoiseKind.PER_AMMO) else 0.0
            return dice + reach + helped - loud + 0.2 * gear["suppress"] + 0.2 * gear["ammo"]
        n = gear["end_ability"] - gear["first_ability"]
        return 1.2 * gear["reduction"] + 0.8 * gear["rerolls"] + 0.7 * n

    def powers(self, dice: tuple[int, ...], flat: int, help_: int) -> list[float]:
        """Chance to reach at least n Power, n from 0, with `help_` Potentials that Discipline can turn."""
        key = (dice, flat, help_)
        if key not in self.chances:
            table: dict[tuple[int, int, int], float] = {(flat, 0, 0): 1.0}
            for colour, number in enumerate(dice):
                for _ in range(number):
                    new: dict[tuple[int, int, int], float] = {}
                    faces = self.faces[colour]
                    for (power, half, pot), p in table.items():
                        for w, h, q, _c in faces:
                            at = (min(power + w, 12), half + h, min(pot + q, help_))
                            new[at] = new.get(at, 0.0) + p / len(faces)
                    table = new
            out = [0.0] * 16
            for (power, half, pot), p in table.items():
                for n in range(min(power + half // 2 + pot, 15) + 1):
                    out[n] += p
            self.chances[key] = out
        return self.chances[key]


@cache
def knowledge(game: Game) -> Knowledge:
    """The `Knowledge` of a game, made once."""
    return Knowledge(game)


class Scripted(Agent):
    """A scripted Spacer (or Intruders' seat).

    Args:
        style: one of `STYLES`.
        seed: unused; the player makes no random choice.
    """

    def __init__(self, style: str = "steady", seed: int = 0):
        self.temper = TEMPERS[style]

    def act(self, view: View) -> int:
        """A legal action for the question that is asked."""
        return Mind(view, self.temper).decide()


@dataclass
class Plan:
    """A side of an Action card, or an action of it, and what it is worth in steps."""

    score: float
    sleeve: int
    side: int
    kind: int


class Mind:
    """One decision: the view, and what is read from it."""

    def __init__(self, view: View, temper: Temper):
        self.view, self.temper = view, temper
        self.legal = set(view.legal)
        self.r: Any = view.record
        self.t: Any = view.game.tables
        self.k = knowledge(view.game)
        self.heroes = view.game.heroes
        self.seat = view.hero
        self.monster = self.seat >= self.heroes
        self.me: Any = self.r["spacers"][min(self.seat, self.heroes - 1)]
        block = self.k.goals
        self.goals = view.observation[block.start : block.stop].reshape(block.shape)
        self.pool: list[int] = self.r["pool"].tolist()
        about = self.k.subject
        self.subject = (
            round(float(view.observation[about.start + 11]) * 64) - 1
        )  # only of questions that are not ACTION
        self._field: dict[int, tuple[int, int]] | None = None
        self._cells: dict[int, int | None] = {}
        self.level = 0 if self.r["countdown"] >= 7 else 1 if self.r["countdown"] >= 4 else 2

    # -- what is where ---------------------------------------------------------------------------------------

    def has(self, group: str, number: int = 0) -> bool:
        """Whether that action is legal."""
        return G[group] + number in self.legal

    def options(self, group: str) -> list[int]:
        """Numbers of the legal actions of a group."""
        start = G[group]
        return [a - start for a in ACTIONS.groups[group] if a in self.legal]

    def steps(self, goal: int) -> float:
        """Steps to the nearest thing of a kind, of Discoveries the own one; infinite if there is no way to one."""
        if goal in OWN:
            cell = self.cell_of(goal)
            return float(self.field()[cell][0]) if cell is not None else float("inf")
        row = self.goals[goal]
        return float(round(float(row[1]) * FAR)) if row[0] > 0 else float("inf")

    def cell_of(self, goal: int) -> int | None:
        """The Discovery that falls to this Spacer, or the nearest Console that helps."""
        if goal not in self._cells:
            if goal == DISCOVERY:
                found = self.own_discovery()
            else:
                found = self.nearest(self.useful_consoles() if goal == CONSOLE else self.doorways())
            self._cells[goal] = found
        return self._cells[goal]

    def useful_consoles(self) -> list[int]:
        """Spaces of Consoles that reveal a hidden Extraction Point, else of those that open a door in the way."""
        reveal, unlock = [], []
        for c, (cell, ops) in enumerate(self.k.consoles):
            if self.r["console_disabled"][c] or not int(self.r["revealed"]) >> self.k.page[cell] & 1:
                continue
            for op in ops:
                if op[0] == Op.REVEAL_POINT and self.r["points"][op[1]]["state"] == PointState.HIDDEN:
                    reveal.append(cell)
                elif op[0] == Op.DOOR and op[1] == DoorState.OPEN and self.unlocks(op[2], cell):
                    unlock.append(cell)
        field = self.field()
        return [c for c in reveal if c in field] or unlock

    def doorways(self) -> list[int]:
        """Spaces next to a closed door in the way, on a Location with an action that opens it."""
        ways = self.closed_ways()
        return [
            cell
            for d, a, b in self.k.doors
            if d in ways
            for cell in (a, b)
            if self.k.openers[int(self.t["pages"][self.k.page[cell]]["location"])]
        ]

    def unlocks(self, which: int, cell: int) -> bool:
        """An operation on a door, or on one next to a space, opens a way to where the Spacer cannot go yet."""
        doors = self.closed_ways()
        if which == 255:
            return bool(doors)
        return which - 1 in doors if which else any(cell in (a, b) for d, a, b in self.k.doors if d in doors)

    def closed_ways(self) -> set[int]:
        """Closed doors with only one side within reach."""
        field, revealed = self.field(), int(self.r["revealed"])
        return {
            d
            for d, a, b in self.k.doors
            if self.r["doors"][d] == DoorState.CLOSED
            and (a in field) != (b in field)
            and revealed >> self.k.page[a] & revealed >> self.k.page[b] & 1
        }

    def first(self, goal: int) -> int | None:
        """The first step to it."""
        if goal in OWN:
            cell = self.cell_of(goal)
            return self.field()[cell][1] if cell is not None else None
        row = self.goals[goal]
        return int(np.argmax(row[2:6])) if row[0] > 0 and row[2:6].any() else None

    @property
    def vitals(self) -> int:
        """Own Vitals."""
        return int(self.me["vitals"])

    @property
    def at(self) -> tuple[int, int]:
        """Own column and row."""
        cell = int(self.me["cell"] if self.me["cell"] >= 0 else self.me["last_cell"])
        return cell % WIDTH, cell // WIDTH

    def spacers(self) -> list[int]:
        """Spacers on the board."""
        return [s for s in range(self.heroes) if self.r["spacers"][s]["where"] == Where.BOARD]

    def intruders(self) -> Iterator[tuple[int, Any, int]]:
        """Slot, record and distance (in columns and rows) of each Intruder."""
        x, y = self.at
        for k, row in enumerate(self.r["intruders"]):
            if row["type"] >= 0 and row["cell"] >= 0:
                cell = int(row["cell"])
                yield k, row, abs(cell % WIDTH - x) + abs(cell // WIDTH - y)

    def field(self) -> dict[int, tuple[int, int]]:
        """Steps to every space that can be walked to, and the first step; past Spacers, not past Intruders."""
        if self._field is None:
            x, y = self.at
            start = y * WIDTH + x
            r, k = self.r, self.k
            barred = {int(row["cell"]) for row in r["intruders"] if row["type"] >= 0}
            revealed, doors, tiles = int(r["revealed"]), r["doors"], r["tile"]
            states = [*(int(p["state"]) for p in r["points"]), int(PointState.CLOSED)]
            found = {start: (0, -1)}
            queue = [start]
            for cell in queue:
                steps, first = found[cell]
                for d, to, border in k.ways[cell]:
                    if to in found or to in barred or not revealed >> k.page[to] & 1:
                        continue
                    if border and doors[border - 1] != DoorState.OPEN and states[k.point[to]] != PointState.OPEN:
                        continue
                    if k.point[to] < NO_POINT and states[k.point[to]] != PointState.OPEN:
                        continue
                    if tiles[to] and k.obstacles[int(tiles[to]) - 1]:
                        continue
                    if k.forced[cell] and k.forced[cell] - 1 != d:
                        continue
                    found[to] = (steps + 1, d if first < 0 else first)
                    queue.append(to)
            self._field = found
        return self._field

    def nearest(self, cells: Iterable[int]) -> int | None:
        """The nearest of some spaces that can be walked to."""
        field = self.field()
        return min((c for c in cells if c in field), key=lambda c: field[c][0], default=None)

    def spots(self, kind: int) -> list[int]:
        """Spaces with objects of a kind (`Thing`)."""
        return [int(o["cell"]) for o in self.r["objects"] if o["cell"] >= 0 and o["kind"] == kind and not o["disabled"]]

    def own_discovery(self) -> int | None:
        """The Discovery that falls to this Spacer when the team shares them out, nearest first."""
        field = self.field()
        cells = [c for c in self.spots(Thing.DISCOVERY) if c in field]
        pairs = [(field[c][0], self.seat, c) for c in cells]
        for s in self.spacers():
            if s != self.seat:
                x, y = int(self.r["spacers"][s]["cell"]) % WIDTH, int(self.r["spacers"][s]["cell"]) // WIDTH
                pairs += [(abs(c % WIDTH - x) + abs(c // WIDTH - y) + 1, s, c) for c in cells]
        busy: set[int] = set()
        gone: set[int] = set()
        for _, s, c in sorted(pairs):
            if s in busy or c in gone:
                continue
            if s == self.seat:
                return c
            busy.add(s)
            gone.add(c)
        return None

    def blip_gap(self) -> float:
        """Intersections from the nearest Blip to the own space."""
        x, y = self.at
        best = float("inf")
        for blip in self.r["blips"]:
            if blip["point"] >= 0:
                i, j = int(blip["point"]) % (WIDTH + 1), int(blip["point"]) // (WIDTH + 1)
                best = min(best, max(x - i, 0, i - x - 1) + max(y - j, 0, j - y - 1))
        return best

    def intruder_at(self, k: int) -> int:
        """AT of an Intruder now (its Suppression lowers it)."""
        row = self.r["intruders"][k]
        value = int(self.t["types"][int(row["type"])]["at"][self.level])
        if row["specimen"] >= 0:
            value += int(self.t["specimens"][int(row["specimen"])]["at"])
        return max(1, value - int(row["suppression"]))

    # -- what the team is after ------------------------------------------------------------------------------

    @property
    def available(self) -> bool:
        """Extraction is available."""
        return bool(self.r["extraction"] == 0)

    def state_of_exit(self) -> int:
        """The best state among the Extraction Points that are known (`PointState`)."""
        states = [int(p["state"]) for p in self.r["points"][: int(self.t["n_points"])]]
        return max((s for s in states if s != PointState.INSERTION), default=0)

    def goal(self) -> int | None:
        """Row of "goals" to walk to; None: stay."""
        exit_ = self.state_of_exit()
        if exit_ == PointState.OPEN and self.steps(EXIT) < FAR:
            return EXIT
        if exit_ == PointState.INITIATED and self.steps(EXIT) < FAR:
            return EXIT if self.steps(EXIT) > 0 else None
        if self.available and exit_ == PointState.CLOSED and self.steps(EXIT) < FAR:
            return EXIT
        hidden = self.available and exit_ == PointState.HIDDEN
        order = [CONSOLE, DISCOVERY, ARROW, DOORWAY] if hidden else [DISCOVERY, ARROW, CONSOLE, DOORWAY]
        best = next((g for g in order if self.steps(g) < FAR), None)
        base = self.steps(best) if best is not None else 0.0
        for loot in (OBJECTIVE, ENGRAM, CACHE):
            if self.steps(loot) <= min(base, self.temper.loot) and self.can_scavenge(loot):
                return loot
        return best

    def can_scavenge(self, goal: int) -> bool:
        """A Scavenge action is in hand for what lies there."""
        if goal == OBJECTIVE and not self.wanted():
            return False
        return any(ActionKind.SCAVENGE in self.k.halves[h] for _, _, h in self.hand())

    def wanted(self) -> bool:
        """The team still needs Objective tokens."""
        kind = int(self.t["objective_type"])
        if kind < 0:
            return False
        have = sum(int(s["objectives"][kind]) for s in self.r["spacers"][: self.heroes])
        return have < int(self.t["objective_number"])

    def hand(self) -> list[tuple[int, int, int]]:
        """(sleeve, side, half card) of the Action cards in hand."""
        out = []
        for i in range(3):
            if self.me["card"][i] == CardSide.HAND:
                out += [(i, side, int(self.me["half"][i][side])) for side in range(2) if self.me["half"][i][side] >= 0]
        return out

    # -- attacks ---------------------------------------------------------------------------------------------

    def weapons(self) -> Iterator[tuple[int, dict[str, Any], Any]]:
        """Place, card and state of the weapons that can be used."""
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
            yield i, w, gear

    def chance(self, w: dict[str, Any], k: int) -> float:
        """Chance that a weapon wounds an Intruder, with what the pool gives."""
        dice = list(w["dice"])
        if w["more_at"] and int(self.me["adrenaline"]) + 1 >= w["more_at"]:
            dice = [a + b for a, b in zip(dice, w["more_dice"], strict=True)]
        help_ = w["modifiers"][DISCIPLINE] + max(0, self.pool[DISCIPLINE] - self.temper.reserve)
        p = self.k.powers(tuple(dice), w["power"], min(help_, 6))[min(self.intruder_at(k), 15)]
        tries = min(2, w["modifiers"][CONFIDENCE] + self.pool[CONFIDENCE])
        tries += int(self.me["stress"]) < self.temper.stress
        return float(1 - max(0.0, 1 - p) ** (1 + 0.5 * tries))

    def best_shot(self, only: list[int] | None = None) -> tuple[float, int, int]:
        """Best (worth, place, slot) of an attack from here; -1 without one."""
        best = (0.0, -1, -1)
        for place, w, _ in self.weapons():
            reach = 1 if w["reach"] == Reach.MELEE else max(1, int(w["range"]))
            for k, row, away in self.intruders():
                if away > reach or (only is not None and k not in only):
                    continue
                needs = int(self.t["types"][int(row["type"])]["wounds"])
                left = 9 if needs > 9 else max(1, needs - int(row["wounds"]))
                worth = self.chance(w, k) / (1 + 0.3 * (left - 1)) + 0.05 * (away == 1)
                if needs > 9:
                    worth = 0.0
                if worth > best[0]:
                    best = (worth, place, k)
        return best

    def threat(self) -> int:
        """Intruders that can reach the Spacer in the next phase."""
        near = 0
        for _, row, away in self.intruders():
            speed = int(self.t["types"][int(row["type"])]["speed"][self.level])
            near += away <= speed + 1
        return near

    # -- abilities -------------------------------------------------------------------------------------------

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
        if action in ACTIONS.groups["engram"]:
            return int(t["locations"][self.location()]["devices"][action - G["engram"]])
        if action in ACTIONS.groups["location_ability"]:
            n, row = action - G["location_ability"], t["locations"][self.location()]
            own = [a for a in range(int(row["first_ability"]), int(row["end_ability"])) if self._chosen(a)]
            rules = [a for a in range(int(t["scenario_first"]), int(t["scenario_end"])) if self._chosen(a)]
            return [*own, *rules][n]
        return -1

    def location(self) -> int:
        """Location of the own page."""
        x, y = self.at
        page = int(self.t["page"][y * WIDTH + x])
        return int(self.t["pages"][page]["location"]) if page < 255 else 0

    def _chosen(self, a: int) -> bool:
        return bool(Timing.PASSIVE < self.k.abilities[a]["timing"] <= Timing.BLIP_MOVES)

    def _nth(self, row: Any, n: int) -> int:
        found = [a for a in range(int(row["first_ability"]), int(row["end_ability"])) if self._chosen(a)]
        return found[n] if n < len(found) else -1

    def price(self, ability: dict[str, Any]) -> float:
        """What an ability costs, in steps."""
        cost = ability["cost_level"][self.level] if ability["by_level"] else ability["cost"]
        tokens = sum(0.5 * n for n in cost)
        short = sum(1.0 for i, n in enumerate(cost) if n and self.pool[i] - n < self.temper.reserve)
        stress = 0.4 * ability["stress"] * (1 if self.me["stress"] < self.temper.calm else 2.5)
        if ability["stress"] and int(self.me["stress"]) + ability["stress"] >= 8:
            stress += 10
        gear = 0.4 * (ability["charges"] + ability["ammo"]) + 0.2 * ability["exhausts"]
        return tokens + short + stress + gear

    def worth(self, a: int) -> float:
        """What an ability does for the team now, in steps, its cost taken off."""
        ability = self.k.abilities[a]
        total = 0.6 * (ability["end_mod"] - ability["first_mod"])
        if ability["effect"] >= 0:
            total += sum(self._op(op) for op in self.k.ops[ability["effect"] : ability["effect_end"]])
        return total - self.price(ability)

    def _op(self, op: tuple[int, ...]) -> float:
        code, a, _b, _c, who = op
        if code == Op.REGAIN_VITALS:
            others = [9 - int(self.r["spacers"][s]["vitals"]) for s in self.spacers() if s != self.seat]
            hurt = 9 - self.vitals if who == Who.SELF else max(others, default=0)
            return 0.9 * min(a, hurt) * (1.5 if hurt > 5 else 1.0 if hurt > 2 else 0.5)
        if code == Op.LOSE_STRESS:
            return 0.6 * min(a, int(self.me["stress"])) * (1.5 if self.me["stress"] >= self.temper.calm else 0.6)
        if code == Op.PLACE_TOKENS:
            return 0.55 * a
        if code == Op.DOOR and a == DoorState.OPEN:
            return 3.0 if self.goal() is None and self.closed_ways() else -1.0
        if code == Op.STAND_UP:
            lying = any(self.r["spacers"][s]["knock"] for s in self.spacers() if s != self.seat)
            return 3.0 if lying else -1.0
        if code in (Op.SUPPRESS, Op.SURPRISE, Op.KILL, Op.WOUND, Op.MOVE_INTRUDER, Op.BONUS_ATTACK):
            return WORTH[code] * (min(a, 3) if code == Op.SUPPRESS else 1) if self.threat() else -0.5
        if code in (Op.MOVE, Op.MOVE_ACTION):
            return 0.5 * a if self.goal() is not None else -0.2
        if code in (Op.LOSE_VITALS, Op.GAIN_STRESS, Op.RADIATION, Op.INFECTION):
            return WORTH[code] * a * (1 if who in (Who.SELF, Who.ALL_SPACERS) else 0)
        if code == Op.RELOAD:
            return 1.0 if any(self.k.gear[int(g["card"])]["ammo"] and not g["ammo"] for g in self.me["gear"]
                              if g["card"] >= 0) else -0.5  # fmt: skip
        return WORTH.get(code, 0.3 if code >= Op.LOSE_VITALS else 0.0)

    def best_ability(self, least: float) -> int | None:
        """The legal ability that is worth most, if it is worth more than `least`."""
        best, action = least, None
        for group in ("character_ability", "suit_ability", "gear_ability", *NEW_CARDS):
            for n in self.options(group):
                a = self.ability_of(G[group] + n)
                worth = self.worth(a) if a >= 0 else 0.0
                if worth > best:
                    best, action = worth, G[group] + n
        return action

    # -- the decision ----------------------------------------------------------------------------------------

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
            goals = [self.r["spacers"][s]["cell"] for s in self.spacers()]
            width = WIDTH + int(self.r["candidate_points"])

            def away(n: int) -> int:
                cell = int(self.r["candidates"][n])
                return min((abs(cell % width - int(c) % WIDTH) + abs(cell // width - int(c) // WIDTH) for c in goals),
                           default=0)  # fmt: skip

            return G["candidate"] + min(self.options("candidate"), key=away)
        return min(self.legal)

    # set-up

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

    def next_spacer(self) -> int:
        """Who leaves tokens goes before who needs them: the calm first, the threatened last, the exit's last."""

        def order(s: int) -> float:
            row = self.r["spacers"][s]
            x, y = int(row["cell"]) % WIDTH, int(row["cell"]) // WIDTH
            near = sum(abs(int(i["cell"]) % WIDTH - x) + abs(int(i["cell"]) // WIDTH - y) <= 2
                       for i in self.r["intruders"] if i["type"] >= 0)  # fmt: skip
            return -2.0 * near - 0.1 * int(row["stress"]) + 0.01 * s

        return G["spacer"] + max(self.options("spacer"), key=order)

    # the turn

    def plans(self) -> list[Plan]:
        """All actions of the cards in hand that can be played."""
        out = []
        for sleeve, side, half in self.hand():
            if not self.has("card", 2 * sleeve + side):
                continue
            for kind in self.k.halves[half]:
                out.append(Plan(self.value(half, kind, sleeve), sleeve, side, kind))
        return out

    def value(self, half: int, kind: int, sleeve: int = -1) -> float:
        """What an action of a half card is worth now, in steps."""
        o = self.k.halves[half][kind]
        me = self.me
        adrenaline, stress = int(me["adrenaline"]), int(me["stress"])
        price = 0.5 * o["expertise"] + 0.35 * o["stress"] * (1 if stress < self.temper.calm else 2)
        if o["adrenaline"] or kind == ActionKind.ATTACK:
            price += (0.0, 0.8, 1.6, 4.0, 50.0)[max(0, min(adrenaline, 9) - 5)] - 0.35 * self.left_tokens()
        if stress + o["stress"] > 8:
            price += 20
        price += self.noise_price(o)
        return self.gain(kind, o) - price

    def left_tokens(self) -> int:
        """Tokens that an Adrenaline action leaves for the next Spacer (ENO-ADR-01)."""
        bonuses = self.k.rubicons[int(self.me["character"])] + self.k.suit_rubicons[int(self.me["suit"])]
        return sum(at <= int(self.me["adrenaline"]) for at in bonuses)

    def noise_price(self, o: dict[str, int]) -> float:
        """What the Noise of an action costs, in steps: the nearer the Blips, the more."""
        if o["noise_kind"] == NoiseKind.NONE:
            return 0.0
        loud = 1.0 if o["noise_kind"] == NoiseKind.SYMBOL else 0.6 * o["noise"]
        gap = self.blip_gap()
        near = 1.6 if gap <= 2 else 1.0 if gap <= 5 else 0.6
        if self.state_of_exit() >= PointState.INITIATED:
            near *= 0.6
        return self.temper.noise * loud * near

    def gain(self, kind: int, o: dict[str, int]) -> float:
        """What an action brings."""
        if kind == ActionKind.MOVE:
            return self.way(o["value"])
        if kind == ActionKind.ATTACK:
            worth, place, _ = self.best_shot()
            return 6.0 * worth if place >= 0 and worth >= self.temper.fight else -1.0
        if kind == ActionKind.SCAVENGE:
            return self.booty()
        if kind == ActionKind.RATIONALIZE:
            stress = int(self.me["stress"])
            return 0.5 * min(2, stress) + (2.0 if stress >= self.temper.calm else 0.0) + (2.0 if stress >= 7 else 0.0)
        if kind == ActionKind.CATCH_BREATH:
            adrenaline = int(self.me["adrenaline"])
            return 0.1 + 1.2 * (int(self.me["exerts"]) > 0) + 0.8 * max(0, adrenaline - 6)
        if kind in (ActionKind.FAST_RELOAD, ActionKind.FULL_RELOAD):
            empty = [g for g in self.me["gear"] if g["card"] >= 0 and g["place"] == GearPlace.HAND
                     and self.k.gear[int(g["card"])]["ammo"] and not g["ammo"]]  # fmt: skip
            return 2.2 if empty else -0.3
        if kind == ActionKind.SCOUT:
            return 0.4 if self.blip_gap() <= 3 and self.vitals > 4 else 0.1
        if kind == ActionKind.REARM:
            return 0.8 if any(g["exhausted"] for g in self.me["gear"] if g["card"] >= 0) else -0.2
        return 0.2

    def way(self, spaces: int) -> float:
        """Steps that a movement of so many spaces is worth."""
        struck = 2.2 * self.beside() if self.state_of_exit() != PointState.OPEN else 0.8 * self.beside()
        if self.flees():
            return 0.8 * spaces - struck
        goal = self.goal()
        if goal is None:
            return -0.5 - struck
        steps = self.steps(goal)
        if steps == 0:
            # It must be left and entered again, or be done by another action.
            return 0.2 if goal == DISCOVERY else -0.5
        arrives = 1.5 if steps <= spaces and goal in (DISCOVERY, EXIT, ARROW) else 0.0
        late = 1.0 + 0.1 * (9 - int(self.r["countdown"]))
        return (min(spaces, steps) + arrives) * late - struck

    def beside(self) -> int:
        """Intruders that would strike when the Spacer walks off (ENO-AOO-01, ENO-AOO-02)."""
        return sum(away == 1 and not row["suppression"] and not row["surprised"] for _, row, away in self.intruders())

    def flees(self) -> bool:
        """Too hurt to stand next to an Intruder."""
        if self.state_of_exit() == PointState.OPEN:
            return False
        beside = any(away <= 2 for _, _, away in self.intruders())
        return beside and self.vitals <= 3 and self.best_shot()[0] < 0.6

    def booty(self) -> float:
        """What can be picked up or used here."""
        if self.available and self.state_of_exit() == PointState.CLOSED and self.steps(EXIT) == 0:
            return 12.0
        total = -1.0
        if self.steps(CONSOLE) == 0 and self.goal() == CONSOLE:
            total = max(total, 4.0)
        if self.steps(OBJECTIVE) == 0:
            total = max(total, 4.0 if self.wanted() else 0.3)
        for kind, worth in ((CACHE, 1.4), (ENGRAM, 1.0)):
            if self.steps(kind) == 0:
                total = max(total, worth + 0.3 * self.temper.loot)
        return total

    def turn(self) -> int:
        """Abilities that pay, then the best card, then the end."""
        ability = self.best_ability(0.3)
        if ability is not None:
            return ability
        if self.goal() == DOORWAY and self.steps(DOORWAY) == 0 and self.options("location_action"):
            return G["location_action"] + self.opener()
        plans = [plan for plan in self.plans() if plan.score > 0.05]
        if plans:
            best = max(plans, key=lambda plan: plan.score)
            return G["card"] + 2 * best.sleeve + best.side
        if self.has("antinomy"):
            return G["antinomy"]
        pays = self.options("pay_stratagem")
        if pays and self.pool[EXPERTISE] >= 3 + self.temper.reserve:
            return G["pay_stratagem"] + pays[0]
        return G["end_turn"]

    def opener(self) -> int:
        """Number of the Location action that opens a door."""
        row, n = self.t["locations"][self.location()], 0
        for a in range(int(row["first_ability"]), int(row["end_ability"])):
            ability = self.k.abilities[a]
            if ability["timing"] == Timing.ACTION:
                ops = self.k.ops[ability["effect"] : ability["effect_end"]]
                if any(op[0] == Op.DOOR for op in ops):
                    break
                n += 1
        return n if n in self.options("location_action") else self.options("location_action")[0]

    def pay_card(self) -> int:
        """The card whose sides are worth least."""

        def worth(n: int) -> float:
            return max((self.value(half, kind) for sleeve, _, half in self.hand() if sleeve == n // 2
                        for kind in self.k.halves[half]), default=0.0)  # fmt: skip

        return G["card"] + min(self.options("card"), key=worth)

    def door(self) -> int:
        """A door in the way."""
        doors, ways = self.options("door"), self.closed_ways()
        return G["door"] + next((d for d in doors if d in ways), doors[0])

    def action(self) -> int:
        """The best action of the half card."""
        kinds = self.options("act")
        own = [int(half) for half in self.me["half"].ravel() if half >= 0]
        last = int(self.me["last_half"])
        fitting = [half for half in [last, *own] if half >= 0 and set(kinds) <= self.k.halves[half].keys()]
        return G["act"] + max(kinds, key=lambda kind: self.value(fitting[0], kind) if fitting else 0.0)

    def exert(self) -> int:
        """Only for what matters: to initiate, to get out, to strike down what stands here."""
        half = self._other_side()
        if half is None or self.me["exerts"] >= 1 or int(self.me["adrenaline"]) > 5:
            return G["no"]
        kinds = [k for k in self.k.halves[half] if k != ActionKind.CATCH_BREATH]
        best = max((self.value(half, kind) for kind in kinds), default=0.0)
        return G["exert"] if best >= 4.5 else G["no"]

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

    def move(self) -> int:
        """The step to the goal; the end where it is reached."""
        steps = self.options("step")
        if self.flees():
            return self.flight(steps)
        goal = self.goal()
        if goal is None:
            return G["done"] if self.has("done") else G["step"] + steps[0]
        if self.steps(goal) == 0 and self.has("done"):
            return G["done"]
        first = self.first(goal)
        if first in steps:
            return G["step"] + first
        if self.has("done"):
            return G["done"]
        return G["step"] + min(steps, key=lambda d: self.gap(goal, d))

    def gap(self, goal: int, direction: int) -> float:
        """Columns and rows to the goal after a step."""
        cell = self.cell_of(goal) if goal in OWN else None
        if cell is not None:
            x, y = self.at
            dx, dy = OFFSETS[direction]
            return abs(cell % WIDTH - x - dx) + abs(cell // WIDTH - y - dy)
        east = float(self.goals[goal][6]) * WIDTH - OFFSETS[direction][0]
        south = float(self.goals[goal][7]) * HEIGHT - OFFSETS[direction][1]
        return abs(east) + abs(south)

    def flight(self, steps: list[int]) -> int:
        """The step away from the nearest Intruders."""
        x, y = self.at

        def safety(d: int) -> float:
            dx, dy = OFFSETS[d]
            gaps = [abs(int(row["cell"]) % WIDTH - x - dx) + abs(int(row["cell"]) // WIDTH - y - dy)
                    for _, row, _ in self.intruders()]  # fmt: skip
            return min(gaps, default=9)

        if not steps:
            return G["done"]
        best = max(steps, key=safety)
        here = min((away for _, _, away in self.intruders()), default=9)
        return G["step"] + best if safety(best) > here or not self.has("done") else G["done"]

    def fast_scavenge(self) -> int:
        """What is worth its tokens."""
        worth = {0: 1.0, 1: 0.6, 2: 3.0 if self.wanted() else 0.0, 3: 0.5, 4: 9.0}
        if self.goal() == CONSOLE:
            worth[3] = 3.0
        best = max(self.options("scavenge"), key=lambda n: worth[n])
        price = 0.5 * (self.level + 1) + 0.4 * self.temper.reserve
        return G["scavenge"] + best if worth[best] + 0.3 * self.temper.loot > price else G["pass"]

    def scavenge(self) -> int:
        """The most useful thing on the space."""
        order = [4, 2, 3, 0, 1] if self.goal() == CONSOLE else [4, 2, 0, 1, 3]
        return G["scavenge"] + min(self.options("scavenge"), key=order.index)

    def loot(self) -> int | None:
        """Equip what is better than what is worn, else stow it."""
        for n in (0, 1):
            if self.has("place", n):
                return G["place"] + n
        gear = self.options("gear")
        if gear:
            return G["gear"] + min(gear, key=lambda i: self.k.scores[int(self.me["gear"][i]["card"])])
        return None

    def discard_gear(self) -> int:
        """The least useful card."""
        gear = self.options("gear")
        return G["gear"] + min(gear, key=lambda i: self.k.scores[int(self.me["gear"][i]["card"])])

    def rearm(self) -> int:
        """Cards stay where they are: exhausted ones are ready again anyway."""
        return G["done"]

    # attacks

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
        return G["intruder"] + max(targets, key=lambda k: self.chance(w, k))

    def roll_bonus(self) -> int:
        """Bonuses that cost little."""
        action = self.best_ability(0.0)
        return action if action is not None else min(self.legal)

    def _roll(self) -> Any:
        return self.r["rolls"][max(0, int(self.r["n_rolls"]) - 1)]

    def _shown(self, roll: Any) -> tuple[int, list[int], list[int]]:
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

    def _needed(self, roll: Any) -> int:
        """Power that the roll must reach."""
        if roll["kind"] == RollKind.SCOUT:
            return 1
        if roll["kind"] == RollKind.ATTACK and roll["at"] < 0 and self.r["n_assaults"]:
            assault = self.r["assaults"][int(self.r["n_assaults"]) - 1]
            if assault["target"] >= 0:
                return self.intruder_at(int(assault["target"]))
        return int(roll["at"])

    def _discipline(self, roll: Any) -> int:
        free = int(self.r["assaults"][int(roll["assault"])]["discipline"]) if roll["assault"] >= 0 else 0
        return free + self.pool[DISCIPLINE]

    def confidence(self) -> int:
        """Roll the weak dice again when the roll would fail; of Noise the loud ones when Blips are near."""
        roll = self._roll()
        dice = self.options("die")
        power, powers, potentials = self._shown(roll)
        if roll["kind"] == RollKind.NOISE:
            loud = sorted((i for i in dice if potentials[i] >= 1), key=lambda i: -potentials[i])
            declared = sum(int(m) & 1 for m in roll["marks"][: int(roll["n"])])
            quiet = sum(potentials) <= self.pool[DISCIPLINE] - self.temper.reserve
            spare = self.pool[CONFIDENCE] - declared - self.temper.reserve - 2 * (self.threat() > 0)
            return G["die"] + loud[0] if loud and not quiet and spare > 0 else G["done"]
        need = self._needed(roll)
        short = need - power - min(self._discipline(roll), sum(potentials))
        weak = [i for i in dice if powers[i] <= 1 and potentials[i] == 0] or [i for i in dice if powers[i] <= 1]
        declared = sum(int(m) & 1 for m in roll["marks"][: int(roll["n"])])
        free = int(self.r["assaults"][int(roll["assault"])]["confidence"]) if roll["assault"] >= 0 else 0
        if need < 0 or short <= 0 or not weak or short > 2 * len(weak) + 2 * declared:
            return G["done"]
        if declared >= max(1, short) + 1 or (declared >= free and self.pool[CONFIDENCE] <= self.temper.reserve):
            return G["done"]
        return G["die"] + weak[0]

    def stress(self) -> int:
        """One more die while Stress allows and the roll would fail without it."""
        roll = self._roll()
        dice = self.options("die")
        if not dice or roll["kind"] in (RollKind.NOISE, RollKind.ENORMITY):
            return G["done"]
        power, powers, potentials = self._shown(roll)
        short = self._needed(roll) - power - min(self._discipline(roll), sum(potentials))
        worst = min(dice, key=lambda i: (powers[i], potentials[i]))
        limit = self.temper.stress if roll["kind"] == RollKind.ATTACK else self.temper.stress - 1
        if short <= 0 or short > 2 or powers[worst] > 1 or int(self.me["stress"]) >= limit:
            return G["done"]
        return G["die"] + worst

    def discipline(self) -> int:
        """Turn Potentials when that wins the roll, or silences it."""
        roll = self._roll()
        dice = self.options("die")
        power, _, potentials = self._shown(roll)
        if roll["kind"] == RollKind.NOISE:
            least = min(dice, key=lambda i: potentials[i])
            left = self.pool[DISCIPLINE] - self.temper.reserve - 2 * (self.threat() > 0)
            return G["die"] + least if left >= potentials[least] else G["done"]
        short = self._needed(roll) - power
        if 0 < short <= min(self._discipline(roll), sum(potentials)):
            return G["die"] + dice[0]
        return G["done"]

    def noise_dice(self) -> int:
        """A die goes to the Blip that is furthest from the Spacers."""
        x, y = self.at

        def gap(b: int) -> int:
            point = int(self.r["blips"][b]["point"])
            i, j = point % (WIDTH + 1), point // (WIDTH + 1)
            return abs(i - x) + abs(j - y)

        blips = self.options("blip")
        return G["blip"] + max(blips, key=gap) if blips else min(self.legal)

    def noise_bonus(self) -> int:
        """Any die will do."""
        return G["die"] + self.options("die")[0]

    def bonus_attack(self) -> int | None:
        """Strike if it is likely to tell."""
        worth, place, _ = self.best_shot()
        if place >= 0 and worth >= 0.3 and int(self.me["adrenaline"]) < 8:
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
        worth = self.best_shot()[0]
        return G["yes"] if self.has("yes") and worth < 0.5 else G["no"]

    def advance(self) -> int:
        """Stay."""
        return G["done"] if self.has("done") else min(self.legal)

    def fallback(self) -> int:
        """Away from Intruders."""
        return self.flight(self.options("step"))

    # defence

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
        """Expertise: all of it, since what is left of the Active Pool is lost at the end of the next turn."""
        return G["amount"] + max(self.options("amount"))

    def armor_reroll(self) -> int:
        """The die with most Power."""
        roll = self._roll()
        _, powers, _ = self._shown(roll)
        best = max(self.options("die"), key=lambda i: powers[i])
        return G["die"] + best if powers[best] >= 2 else G["done"]

    def cover(self) -> int | None:
        """Lower the highest colour."""
        colours = self.options("colour")
        return G["colour"] + max(colours) if colours else None

    def effect_target(self) -> int | None:
        """Help the one in need; strike what is near; the place nearest to the own one."""
        if self.options("spacer"):
            return G["spacer"] + min(self.options("spacer"), key=lambda s: int(self.r["spacers"][s]["vitals"]))
        if self.options("intruder"):
            near = {k: away for k, _, away in self.intruders()}
            return G["intruder"] + min(self.options("intruder"), key=lambda k: near.get(k, 99))
        if self.options("card"):
            return G["card"] + self.options("card")[0]
        return None

    def spawn_space(self) -> int:
        """Where the Intruder stands next to the fewest Spacers."""
        cells = [int(self.r["spacers"][s]["cell"]) for s in self.spacers()]

        def crowd(n: int) -> int:
            c = int(self.r["candidates"][n])
            return sum(abs(c % WIDTH - d % WIDTH) + abs(c // WIDTH - d // WIDTH) <= 1 for d in cells)

        return G["candidate"] + min(self.options("candidate"), key=crowd)

    def token_type(self) -> int:
        """Give what the pool lacks; give away what it has most of."""
        area = [a + b for a, b in zip(self.pool, self.r["incoming"].tolist(), strict=True)]
        kinds = self.options("token")
        order = (CONFIDENCE, EXPERTISE, DISCIPLINE)
        return G["token"] + min(kinds, key=lambda k: (area[k], order.index(k)))

    def pool_area(self) -> int:
        """The Active Pool while somebody can still use it."""
        return G["pool"] if self.has("pool", 0) else G["pool"] + 1

    def may(self) -> int:
        """Texts that offer something are seldom bad."""
        return G["yes"] if self.vitals > 3 else G["no"]

    def option(self) -> int:
        """At a Console the option that opens most; else the one that is worth most by its effects, the first of
        equals.
        """
        cell = int(self.me["cell"])
        number = len(self.options("option"))
        for at, ops in self.k.consoles:
            bodies = self.k.bodies(ops) if at == cell else []
            if len(bodies) == number:
                return G["option"] + max(range(number), key=lambda n: (sum(map(self.opens, bodies[n])), -n))
        return G["option"] + self.options("option")[0]

    def opens(self, op: tuple[int, ...]) -> int:
        """What an operation opens or shuts: a closed door of use, an open one to the worse."""
        code, a, b, _, _ = op
        if code != Op.DOOR or not 0 < b < 255:
            return 0
        now = int(self.r["doors"][b - 1])
        if a == DoorState.OPEN and now == DoorState.CLOSED:
            return 3 if b - 1 in self.closed_ways() else 1
        return -int(a == DoorState.CLOSED and now == DoorState.OPEN)

    def code(self) -> int:
        """Read on."""
        return G["yes"]

    def stand_up(self) -> int:
        """Stand up."""
        return G["yes"]
