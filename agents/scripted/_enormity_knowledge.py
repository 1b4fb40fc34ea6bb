"""What the scripted player of Enormity reads once for a game: its cards as plain Python values, and its map.

Everything here comes from the tables of the configured game, which lie open to everybody.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from envs.core.game import Game
from envs.enormity.actions import HEIGHT, WIDTH
from envs.enormity.state import (
    LEVELS,
    POINT_WIDTH,
    Border,
    DoorState,
    GearKind,
    NoiseKind,
    Op,
    PointState,
    Reach,
    Requirement,
    Tile,
    Timing,
)

OFFSETS = ((0, -1), (1, 0), (0, 1), (-1, 0))
NO_POINT = 6  # a space that belongs to no Extraction Point
ANY = 255  # an operation works on any door
NEVER = float("inf")
FAR = 40.0  # further away is all the same
# What is on the way, in steps.
CRANK = 4.0  # a closed door that an action of the Location opens
REMOTE = 9.0  # one that only a Console opens
IN_THE_WAY = 6.0  # an Intruder
PAST = 2.5  # leaving a space beside an Intruder that strikes
TRAP = 0.7  # a tile that does something

# What effects are worth to their owner's team, in steps, whatever the position; the player knows the others.
WORTH: dict[int, float] = {
    Op.SUPPRESS: 0.9,
    Op.KILL: 5.0,
    Op.WOUND: 4.0,
    Op.SURPRISE: 3.0,
    Op.BONUS_ATTACK: 2.0,
    Op.BONUS_ACTION: 1.5,
    Op.GAIN_LOOT: 1.0,
    Op.DODGE: 1.5,
    Op.SHORTER: 1.0,
    Op.MOVE_INTRUDER: 2.0,
    Op.DISCARD_BLIP: 2.0,
    Op.CHAIN_BREAK: 4.0,
    Op.GAIN_STRESS: -0.5,
    Op.LOSE_VITALS: -1.5,
    Op.GAIN_ADRENALINE: -0.3,
    Op.SPAWN_BLIP: -2.0,
    Op.SPAWN_INTRUDER: -4.0,
    Op.NOISE: -1.0,
    Op.RADIATION: -2.0,
    Op.INFECTION: -2.0,
    Op.DIE: -50.0,
    Op.KNOCKDOWN: -4.0,
    Op.CATCH_BREATH: 0.8,
    Op.CLUE: 0.2,
    Op.KNOCKBACK: 1.5,
}


class Way(NamedTuple):
    """A border that can be crossed."""

    direction: int
    to: int
    door: int
    """Door on it; -1 none."""


class Foe(NamedTuple):
    """An Intruder on the board."""

    slot: int
    type: int
    cell: int
    suppression: int
    wounds: int
    specimen: int
    strikes: bool
    """It attacks who leaves a space beside it (ENO-AOO-02)."""
    surprised: bool


def gap(cell: int, point: int) -> int:
    """Intersections from a Blip's point to a space (algorithm A5)."""
    x, y = cell % WIDTH, cell // WIDTH
    i, j = point % POINT_WIDTH, point // POINT_WIDTH
    return max(x - i, 0, i - x - 1) + max(y - j, 0, j - y - 1)


def between(a: int, b: int) -> int:
    """Columns and rows between two spaces."""
    return abs(a % WIDTH - b % WIDTH) + abs(a // WIDTH - b // WIDTH)


class Knowledge:
    """What the cards of a game say, as plain Python values: read once, used at every decision."""

    def __init__(self, game: Game):
        t = self.tables = game.tables
        self.subject = game.block("subject").start + 11
        self.ops: list[tuple[int, ...]] = [tuple(int(v) for v in op) for op in t["ops"][["code", "a", "b", "c", "d"]]]
        self.abilities = [self._ability(row) for row in t["abilities"]]
        self.faces = [[tuple(int(v) for v in face) for face in t["faces"][c][: int(t["n_faces"][c])]] for c in range(5)]
        self.potentials = [self._potentials(faces) for faces in self.faces]
        self.means = [sum(w + h / 2 for w, h, *_ in faces) / max(1, len(faces)) for faces in self.faces]
        self.halves = [self._half(half) for half in t["halves"]]
        self.gear = [{name: row[name].tolist() for name in row.dtype.names if not name.startswith("_")}
                     for row in t["gear"]]  # fmt: skip
        self.scores = [self._score(gear) for gear in self.gear]
        self.rubicons = [[at for at in range(10) if row["rubicon"][at]] for row in t["characters"]]
        self.suit_rubicons = [[at for at in range(10) if row["rubicon"][at]] for row in t["suits"]]
        self.types = [self._type(row) for row in t["types"][: int(t["n_types"])]]
        self.bonus_at: list[int] = t["specimens"]["at"].tolist()
        self._chances: dict[tuple[Any, ...], list[float]] = {}
        self._read_map()

    # -- the cards -------------------------------------------------------------------------------------------

    def _ability(self, row: Any) -> dict[str, Any]:
        """Timing, price and effect of an ability."""
        names = ("timing", "stress", "adrenaline", "charges", "ammo", "exhausts", "by_level", "first_mod", "end_mod")
        known: dict[str, Any] = {name: int(row[name]) for name in names}
        known["cost"] = row["cost"].tolist()
        known["cost_level"] = row["cost_level"].tolist()
        known["ops"] = self.ops[row["effect"] : row["effect_end"]] if row["effect"] >= 0 else []
        known["chosen"] = Timing.PASSIVE < row["timing"] <= Timing.BLIP_MOVES
        return known

    def _half(self, half: Any) -> dict[int, dict[str, int]]:
        """Actions of a half card by kind."""
        names = ("value", "adrenaline", "noise_kind", "noise", "noise_colour", "stress", "adrenaline_cost", "expertise")
        options = half["options"][: int(half["n_options"])]
        return {int(o["kind"]): {name: int(o[name]) for name in names} for o in options}

    def _score(self, gear: dict[str, Any]) -> float:
        """How good a Gear card is to have."""
        if gear["kind"] != GearKind.WEAPON:
            n = gear["end_ability"] - gear["first_ability"]
            return float(1.2 * gear["reduction"] + 0.8 * gear["rerolls"] + 0.7 * n)
        dice = sum(n * worth for n, worth in zip(gear["dice"], (0.9, 1.4, 2.2, 1.0, 1.0), strict=True))
        reach = 0.3 * gear["range"] if gear["reach"] != Reach.MELEE else 0.0
        helped = 0.4 * sum(gear["modifiers"]) + 0.3 * sum(gear["leaves"]) + gear["power"]
        loud = 0.6 if gear["noise_kind"] in (NoiseKind.SYMBOL, NoiseKind.PER_AMMO) else 0.0
        return float(dice + reach + helped - loud + 0.2 * gear["suppress"] + 0.2 * gear["ammo"])

    def _type(self, row: Any) -> dict[str, Any]:
        """Values of an Intruder type by Countdown level; what its attack does, on average."""
        protocols = self.tables["protocols"][int(row["first_protocol"]) : int(row["end_protocol"])]
        blow, shot = [], []
        for level in range(LEVELS):
            used = [p for p in protocols if p["attack"] and int(p["levels"]) >> level & 1]
            blows = [self._power(p) for p in used if p["requirement"] == Requirement.ADJACENT]
            others = [self._power(p) for p in used if p["requirement"] != Requirement.ADJACENT]
            shot.append(max(others, default=0.0))
            blow.append(max([*blows[:1], shot[-1]]))
        far = any(p["attack"] and p["reach"] != Reach.MELEE for p in protocols)
        return {
            "speed": row["speed"].tolist(),
            "at": row["at"].tolist(),
            "noise": row["noise"].tolist(),
            "wounds": int(row["wounds"]),
            "target": int(row["target"]),
            "range": int(row["range"]) if far else 1,
            "blow": blow,
            "shot": shot,
        }

    def _potentials(self, faces: list[tuple[int, ...]]) -> list[float]:
        """Chance that a die shows at least n Potentials, n from 0."""
        return [sum(face[2] >= n for face in faces) / max(1, len(faces)) for n in range(4)]

    def _power(self, protocol: Any) -> float:
        """Damage of an attack, on average; Stress counts half."""
        dice = sum(int(n) * mean for n, mean in zip(protocol["dice"], self.means, strict=True))
        return float((dice + int(protocol["power"])) * (0.5 if protocol["terrorize"] else 1.0))

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

    def chances(self, dice: tuple[int, ...], flat: int, help_: int) -> list[float]:
        """Chance to reach at least n Power, n from 0, with `help_` Potentials that Discipline can turn."""
        key = (dice, flat, help_)
        if key not in self._chances:
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
            self._chances[key] = out
        return self._chances[key]

    # -- the map ---------------------------------------------------------------------------------------------

    def _read_map(self) -> None:
        """Borders, doors, Consoles and Extraction Points."""
        t = self.tables
        self.page: list[int] = t["page"].tolist()
        self.point: list[int] = np.minimum(t["point_of"], NO_POINT).tolist()
        self.forced: list[int] = t["forced"].tolist()
        self.leads: list[int] = t["leads"].tolist()
        self.inside: list[int] = t["inside"].tolist()
        self.views: list[int] = t["map_views"].tolist()
        self.obstacle = [bool(row["keywords"] >> Tile.OBSTACLE & 1) for row in t["terrains"]]
        self.trap = [bool(row["effect"] >= 0) for row in t["terrains"]]
        self.ways = [list(self._ways(cell)) for cell in range(len(self.page))]
        self.doors: dict[int, tuple[int, int]] = {}  # one border of each door
        for cell, ways in enumerate(self.ways):
            for way in ways:
                if way.door >= 0:
                    self.doors.setdefault(way.door, (cell, way.to))
        self.consoles = [
            (int(row["cell"]), self.ops[int(row["effect"]) : int(row["effect_end"])] if row["effect"] >= 0 else [])
            for row in t["consoles"][: int(t["n_consoles"])]
        ]
        self.ecology = [int(t["locations"][int(page["location"])]["ecology"]) for page in t["pages"]]
        self.blips = [[int(n) for n in row] for row in t["blip_symbols"].cumsum(axis=1)]  # Intruders by face and level
        self.n_faces: list[int] = t["blip_faces"].tolist()
        self.cranks = [self._cranks(int(page["location"])) for page in t["pages"]]
        self.n_points = int(t["n_points"])
        cells = range(len(self.page))
        self.exits = [[c for c in cells if self.point[c] == p] for p in range(self.n_points)]
        self.before = [
            sorted({way.to for c in exit_ for way in self.ways[c] if self.point[way.to] == NO_POINT})
            for exit_ in self.exits
        ]
        self._open: dict[tuple[int, int], list[int]] = {}

    def _ways(self, cell: int) -> Iterator[Way]:
        """The borders of a space that can be crossed, at least when a door or an Extraction Point is open."""
        for d, (dx, dy) in enumerate(OFFSETS):
            x, y = cell % WIDTH + dx, cell // WIDTH + dy
            if not (0 <= x < WIDTH and 0 <= y < HEIGHT):
                continue
            to = y * WIDTH + x
            border = int(self.tables["border"][cell][d])
            if self.page[cell] == ANY or self.page[to] == ANY:
                continue
            if self.point[to] < NO_POINT or self.point[cell] < NO_POINT:
                yield Way(d, to, -1)
            elif border == Border.OPEN or border >= Border.DOOR:
                yield Way(d, to, border - Border.DOOR if border >= Border.DOOR else -1)

    def _cranks(self, location: int) -> int:
        """Number of the action of a Location that opens a door beside the Spacer; -1 none."""
        row = self.tables["locations"][location]
        own = range(int(row["first_ability"]), int(row["end_ability"]))
        actions = [self.abilities[a]["ops"] for a in own if self.abilities[a]["timing"] == Timing.ACTION]
        opens = (any(op[0] == Op.DOOR and op[1] == DoorState.OPEN for op in ops) for ops in actions)
        return next((n for n, found in enumerate(opens) if found), -1)

    def unlockers(self, door: int) -> list[int]:
        """Numbers of the Consoles that open a door."""
        return [c for c, (_, ops) in enumerate(self.consoles)
                if any(op[0] == Op.DOOR and op[1] == DoorState.OPEN and op[2] == door + 1 for op in ops)]  # fmt: skip

    def revealers(self, point: int) -> list[int]:
        """Numbers of the Consoles that reveal an Extraction Point."""
        return [c for c, (_, ops) in enumerate(self.consoles)
                if any(op[0] == Op.REVEAL_POINT and op[1] == point for op in ops)]  # fmt: skip

    def apart(self, revealed: int, a: int, b: int) -> int:
        """Steps between two spaces as Intruders measure them (algorithm A4): through all but walls."""
        view = self.views[revealed]
        if view == ANY or self.inside[a] < 0 or self.inside[b] < 0:
            return between(a, b)
        if (view, a) not in self._open:
            self._open[view, a] = self.tables["open_distance"][view][self.inside[a]].tolist()
        return self._open[view, a][self.inside[b]]


@cache
def knowledge(game: Game) -> Knowledge:
    """The `Knowledge` of a game, made once."""
    return Knowledge(game)


class Board:
    """The map as it lies: doors, tiles, pages, open Extraction Points, and perhaps Intruders in the way.

    Spacers plan over doors that they can open, over pages that they have not seen yet, and around Intruders.
    """

    def __init__(self, known: Knowledge, record: Any, foes: Iterable[Foe] = ()):
        self.k = known
        self.doors: list[int] = record["doors"].tolist()
        self.stuck: list[int] = record["door_disabled"].tolist()
        self.tiles: list[int] = record["tile"].tolist()
        self.revealed = int(record["revealed"])
        self.states = [*record["points"]["state"].tolist()[: known.n_points]]
        self.consoles: list[int] = record["console_disabled"].tolist()
        self.barred = {foe.cell for foe in foes}
        self.watched: dict[int, int] = {}  # how many strike at who leaves a space
        for foe in foes:
            if foe.strikes:
                for way in known.ways[foe.cell]:
                    if way.door < 0 or self.doors[way.door] == DoorState.OPEN:
                        self.watched[way.to] = self.watched.get(way.to, 0) + 1
        self._fields: dict[tuple[int, ...], list[float]] = {}
        self._prices: dict[int, float] = {}

    def entered(self, cell: int) -> bool:
        """A Spacer may stand on a space, as far as the map goes."""
        p = self.k.point[cell]
        if p < NO_POINT and self.states[p] != PointState.OPEN:
            return False
        return not (self.tiles[cell] and self.k.obstacle[self.tiles[cell] - 1])

    def door_price(self, door: int, cell: int) -> float:
        """Steps that a closed door is worth, from a space beside it."""
        if self.doors[door] == DoorState.OPEN:
            return 0.0
        if door not in self._prices:
            price = NEVER
            if self.doors[door] == DoorState.CLOSED and not self.stuck[door]:
                if self.k.cranks[self.k.page[cell]] >= 0:
                    price = CRANK
                elif any(not self.consoles[c] for c in self.k.unlockers(door)):
                    price = REMOTE
            self._prices[door] = price
        return self._prices[door]

    def price(self, cell: int, way: Way) -> float:
        """Steps that a step is worth, with what is in the way; infinite if it cannot be made."""
        if not self.entered(way.to) or (self.k.forced[cell] and self.k.forced[cell] - 1 != way.direction):
            return NEVER
        price = 1.0 + PAST * self.watched.get(cell, 0) + IN_THE_WAY * (way.to in self.barred)
        if self.tiles[way.to] and self.k.trap[self.tiles[way.to] - 1]:
            price += TRAP
        page = self.k.page[way.to]
        if not self.revealed >> page & 1 and self.k.page[cell] != page and self.k.leads[cell] != page:
            return NEVER
        return price + (self.door_price(way.door, cell) if way.door >= 0 else 0.0)

    def field(self, goals: tuple[int, ...]) -> list[float]:
        """Steps from every space to the nearest of some spaces."""
        if goals not in self._fields:
            away = [NEVER] * len(self.k.page)
            queue = [(0.0, cell) for cell in goals]
            for cell in goals:
                away[cell] = 0.0
            while queue:
                so_far, cell = heapq.heappop(queue)
                if so_far > away[cell]:
                    continue
                for way in self.k.ways[cell]:
                    back = Way((way.direction + 2) % 4, cell, way.door)
                    total = so_far + self._price_into(way.to, back, goals)
                    if total < away[way.to]:
                        away[way.to] = total
                        heapq.heappush(queue, (total, way.to))
            self._fields[goals] = away
        return self._fields[goals]

    def _price_into(self, cell: int, way: Way, goals: tuple[int, ...]) -> float:
        """The same as `price`, where the goals themselves may be such that nobody stands on them yet."""
        if way.to in goals and not self.entered(way.to):
            return 1.0 + PAST * self.watched.get(cell, 0)
        return self.price(cell, way)

    def blocked(self, cell: int, field: list[float]) -> tuple[int, int]:
        """The first closed door on the way down a field, and the space before it; (-1, -1) if there is none."""
        while field[cell] > 0:
            best, step = NEVER, None
            for way in self.k.ways[cell]:
                total = self.price(cell, way) + field[way.to] if field[way.to] > 0 else 1.0
                if field[way.to] < field[cell] and total < best:
                    best, step = total, way
            if step is None:
                break
            if step.door >= 0 and self.doors[step.door] != DoorState.OPEN:
                return step.door, cell
            cell = step.to
        return -1, -1

    def reach(self, start: int, steps: int) -> dict[int, tuple[int, int, int]]:
        """Spaces that a movement can come to: attacks of opportunity on the way, steps, and the first step."""
        found = {start: (0, 0, -1)}
        border = [start]
        for made in range(1, steps + 1):
            following = []
            for cell in border:
                struck = found[cell][0] + self.watched.get(cell, 0)
                for way in self.k.ways[cell]:
                    if not self.can_step(cell, way):
                        continue
                    known = found.get(way.to)
                    if known is None or struck < known[0]:
                        first = way.direction if cell == start else found[cell][2]
                        found[way.to] = (struck, made, first)
                        following.append(way.to)
            border = following
        return found

    def can_step(self, cell: int, way: Way) -> bool:
        """A Spacer can make a step now."""
        if way.to in self.barred or not self.entered(way.to) or not self.revealed >> self.k.page[way.to] & 1:
            return False
        if self.k.forced[cell] and self.k.forced[cell] - 1 != way.direction:
            return False
        return way.door < 0 or self.doors[way.door] == DoorState.OPEN
