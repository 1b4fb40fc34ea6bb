"""The computed view against a naive twin that reads all its facts off the position anew, and what it must not show.

The twin is written from the words of the fields (`state.VIEW`) with the naive board underneath; ways are relaxed step
by step. Positions are stirred up: they hold what no short game brings together.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from envs.enormity import state as schema
from envs.enormity.build_tables import fill_stats
from envs.enormity.map_distances import fill_distances
from envs.enormity.state import (
    VIEW,
    Border,
    Choice,
    DieMark,
    Face,
    GearKind,
    GearPlace,
    Keyword,
    Mark,
    PointState,
    Reach,
    RollKind,
    Side,
    Stat,
    Thing,
    Tile,
    Timing,
    Until,
    Where,
)
from tests.enormity.naive_board import DX, DY, NaiveBoard, blip_distance, ij, xy
from tests.enormity.table import Table, cell, point

WIDTH, HEIGHT = schema.WIDTH, schema.HEIGHT
BLOCKS = tuple(field.name for field in VIEW.fields)
XY = tuple[int, int]
DISCOVERY, CACHE, ENGRAM, OBJECTIVE, CONSOLE, EXIT, ARROW, INTRUDER = range(8)
THINGS = {
    Thing.DISCOVERY: DISCOVERY, Thing.CACHE: CACHE, Thing.ENGRAM: ENGRAM, Thing.OBJECTIVE: OBJECTIVE,
}  # fmt: skip
SHOWN = (PointState.CLOSED, PointState.INITIATED, PointState.OPEN)


def most(value: float) -> float:
    return max(-1.0, min(1.0, float(value)))


def far(steps: int) -> float:
    return min(1.0, steps / 30)


# -- the twin ----------------------------------------------------------------------------------------------------------


class Twin:
    """A position, and what the view says of it to a seat.

    Args:
        tables, state: the records.
        seat: the viewer.
    """

    def __init__(self, tables: Any, state: Any, seat: int):
        self.t, self.g = tables, state
        self.seats = int(state["seats"])
        self.board = NaiveBoard(tables, state)
        # The Intruders look from the holder of the marker, but their rows begin with seat 0.
        self.first = seat if seat < self.seats else 0
        self.eye = seat if seat < self.seats else max(0, int(state["marker"]))
        me = state["spacers"][self.eye]
        at = int(me["cell"]) if me["cell"] >= 0 else int(me["last_cell"])
        self.at: XY = xy(at) if at >= 0 else (WIDTH // 2, HEIGHT // 2)
        self.level = (9 - int(state["countdown"])) // 3 if state["countdown"] else 2

    def relative(self, x: float, y: float) -> tuple[float, float]:
        return (x - self.at[0]) / WIDTH, (y - self.at[1]) / HEIGHT

    def change(self, unit: int, stat: Stat) -> int:
        """What the Character's abilities and lasting modifiers add; the bare table prints nothing else."""
        mods = [self.t["mods"][int(e["mod"])] for e in self.g["lasting"] if e["unit"] == unit]
        if unit < 4:
            card = self.t["characters"][int(self.g["spacers"][unit]["character"])]
            for ability in self.t["abilities"][int(card["first_ability"]) : int(card["end_ability"])]:
                if ability["timing"] == Timing.PASSIVE:
                    mods += list(self.t["mods"][int(ability["first_mod"]) : int(ability["end_mod"])])
        return sum(int(m["amount"]) for m in mods if m["stat"] == stat)

    def light(self, s: int) -> int:
        return max(0, int(self.t["suits"][int(self.g["spacers"][s]["suit"])]["light_range"])
                   + self.change(s, Stat.LIGHT_RANGE))  # fmt: skip

    def view(self) -> dict[str, np.ndarray]:
        """All blocks but "goals"."""
        out = {name: np.zeros(VIEW.dtype[name].shape) for name in BLOCKS if name != "goals"}
        core = self.g["core"]
        out["asked"][()] = core["turn"]
        if core["turn"] >= 0:
            out["choice"][()] = core["choice"]
            self._question(out["subject"], out["candidates"])
        self._spacers(out["positions"])
        self._gear(out["gear"], out["other_gear"])
        self._intruders(out["intruders"])
        self._blips(out["blips"])
        self._roll(out["roll"], out["dice"])
        self._assault(out["assault"])
        self._sheet(out["sheet"])
        self._map(out["map"])
        return out

    def _question(self, subject: np.ndarray, candidates: np.ndarray) -> None:
        about = int(self.g["core"]["subject"])
        if self.g["core"]["choice"] == Choice.ACTION and about >= 0:
            half = self.t["halves"][about]
            n = int(half["n_options"])
            subject[half["options"]["kind"][:n]] = 1
            subject[10] = n / 8
        else:
            subject[11] = most((about + 1) / 64)
        for i, place in enumerate(self.g["candidates"]):
            if place >= 0:
                where = ij(int(place)) if self.g["candidate_points"] else xy(int(place))
                candidates[i] = 1, *map(most, self.relative(*where))

    def _spacers(self, out: np.ndarray) -> None:
        for i in range(self.seats):
            s = (self.first + i) % self.seats
            if s not in self.board.spacers:
                continue
            at, spacer = self.board.spacers[s], self.g["spacers"][s]
            suit = self.t["suits"][int(spacer["suit"])]
            hands = 2 + self.change(s, Stat.HANDS)
            hands -= sum(int(self.t["gear"][int(e["card"])]["hands"]) for e in spacer["gear"]
                         if e["card"] >= 0 and e["place"] == GearPlace.HAND)  # fmt: skip
            red, orange = spacer["vitals"] <= suit["red_max"], spacer["vitals"] <= suit["orange_max"]
            out[i] = (1, *self.relative(*at), far(self.board.open_distance(self.at, at)), most(self.light(s) / 9),
                      most(hands / 4), red, orange and not red)  # fmt: skip

    def reached(self, entry: int) -> int:
        """Intruders that a weapon of the eye could attack now."""
        gear = self.g["spacers"][self.eye]["gear"][entry]
        card = self.t["gear"][int(gear["card"])]
        if self.eye not in self.board.spacers or card["kind"] != GearKind.WEAPON:
            return 0
        if gear["place"] in (GearPlace.NONE, GearPlace.BACKPACK):
            return 0
        if gear["exhausted"] or gear["discharge"] or gear["disabled"]:
            return 0
        if any(card[name] and not gear[name] for name in ("ammo", "charges")):
            return 0
        steps, n = self.board.distances(self.at, False), 0
        for k, to in self.board.intruders.items():
            away = steps.get(to, 999)
            near = self.board.adjacent(self.at, to) if card["reach"] == Reach.MELEE else 1 <= away <= card["range"]
            if card["keywords"] >> Keyword.LINEAR & 1:
                near = near and (to[0] == self.at[0] or to[1] == self.at[1])
            if card["keywords"] >> Keyword.DEADZONE & 1:
                near = near and away > 1
            n += bool(near and self.board.sight(self.at, to, {self.eye, 4 + k}))
        return n

    def _gear(self, own: np.ndarray, others: np.ndarray) -> None:
        for i, e in enumerate(self.g["spacers"][self.eye]["gear"]):
            if e["card"] < 0:
                continue
            card = self.t["gear"][int(e["card"])]
            own[i] = (
                card["kind"] == GearKind.WEAPON, e["place"] == GearPlace.HAND, e["place"] == GearPlace.SUPPORT,
                e["place"] == GearPlace.ARMOR, e["place"] == GearPlace.BACKPACK, e["place"] == GearPlace.FIXED,
                e["exhausted"], e["ammo"] / 9, e["charges"] / 9, e["discharge"],
                *(most(n / 6) for n in card["dice"][:3]), most(card["range"] / 9),
                {Reach.MELEE: 0, Reach.RANGED: 0.5, Reach.REACH: 1}[Reach(int(card["reach"]))],
                most(card["suppress"] / 9), most(card["burst"] / 4), most(card["reduction"] / 4),
                card["noise_kind"] > 0, most(self.reached(i) / 4),
            )  # fmt: skip
        for j in range(1, self.seats):
            for i, e in enumerate(self.g["spacers"][(self.eye + j) % self.seats]["gear"]):
                if e["card"] >= 0:
                    stowed = e["place"] == GearPlace.BACKPACK
                    others[j - 1][i] = (
                        (e["card"] + 1) / 48, e["place"] != GearPlace.NONE and not stowed, stowed, e["exhausted"],
                        e["ammo"] / 9, e["charges"] / 9,
                    )  # fmt: skip

    def _intruders(self, out: np.ndarray) -> None:
        for k, at in self.board.intruders.items():
            e = self.g["intruders"][k]
            row = out[k]
            row[:4] = 1, *self.relative(*at), far(self.board.open_distance(self.at, at))
            row[4 + int(e["type"])] = 1
            row[12], row[13] = DX[int(e["facing"])], DY[int(e["facing"])]
            speed = int(self.t["types"][int(e["type"])]["speed"][self.level])
            if speed != 255:
                speed = max(0, speed + self.change(4 + k, Stat.SPEED) - int(e["suppression"]))
            row[14:] = (e["suppression"] / 9, e["wounds"] / 9, e["surprised"], e["specimen"] >= 0, e["acted"],
                        most(speed / 9))  # fmt: skip

    def _blips(self, out: np.ndarray) -> None:
        steps = self.board.distances(self.at, False)
        for b, e in enumerate(self.g["blips"]):
            if e["point"] < 0:
                continue
            p = ij(int(e["point"]))
            row = out[b]
            dx, dy = self.relative(p[0] - 0.5, p[1] - 0.5)
            row[:4] = 1, most(dx), most(dy), far(blip_distance(p, self.at))
            around = [(p[0] - i, p[1] - j) for i in (0, 1) for j in (0, 1)]
            if self.eye in self.board.spacers:
                light = self.light(self.eye)
                row[4] = any(c in self.board.spaces and steps.get(c, 999) <= light for c in around)
            row[5 + int(e["arrow"])] = 1
            if e["known"]:
                row[9 + int(e["face"])] = 1
            queue = self.g["noises"][: int(self.g["n_noises"])]
            row[13] = most(sum(int(noise["dice"][b]) for noise in queue) / 9)

    def _roll(self, out: np.ndarray, dice: np.ndarray) -> None:
        if not self.g["n_rolls"]:
            return
        roll = self.g["rolls"][int(self.g["n_rolls"]) - 1]
        n, number = int(roll["n"]), roll["kind"] == RollKind.ENORMITY
        faces = [self.t["faces"][int(c)][int(f) % 6] for c, f in zip(roll["colour"], roll["face"], strict=True)][:n]
        marks = [{m for m in DieMark if int(bits) >> m & 1} for bits in roll["marks"]]
        potential = [int(f["potential"]) + int(roll["bonus"][i]) - (DieMark.DISCIPLINE in marks[i])
                     for i, f in enumerate(faces)]  # fmt: skip
        off = -int(roll["power"]) if roll["kind"] == RollKind.NOISE and roll["power"] < 0 else 0
        left = []
        for p in potential:
            left.append(p - min(p, off) if off else p)
            off -= min(p, off) if off else 0
        power = int(roll["power"]) + sum(int(f["power"]) for f in faces) + sum(int(f["half"]) for f in faces) // 2
        power += sum(DieMark.DISCIPLINE in marks[i] for i in range(n))
        pairs = self.t["potential_pairs"] and roll["kind"] != RollKind.INTRUDER
        power += sum(potential) if roll["lethal"] else sum(potential) // 2 if pairs else 0
        quadrants = int(roll["quadrants"]) + sum(int(f["quadrant"]) for f in faces)
        if number:
            power, quadrants = int(roll["face"][0]) + 1, 0
        out[int(roll["kind"])] = 1
        out[7:] = (roll["roller"] == self.eye, most(max(0, int(roll["at"])) / 40), most(max(0, power) / 40),
                   most(quadrants / 9), most(roll["noise"] / 9))  # fmt: skip
        for i, face in enumerate(faces):
            again = bool(marks[i] & {DieMark.CONFIDENCE, DieMark.STRESS})
            dice[i] = 1, (roll["colour"][i] + 1) / 5, 0, 0, 0, 0, again
            if number:
                dice[i][2] = (roll["face"][i] + 1) / 10
            else:
                dice[i][2:6] = face["power"] / 6, face["half"] / 2, most(left[i] / 4), face["quadrant"] / 4

    def _assault(self, out: np.ndarray) -> None:
        if not self.g["n_assaults"]:
            return
        a = self.g["assaults"][int(self.g["n_assaults"]) - 1]
        spacer, actor = a["side"] == Side.SPACER, int(a["actor"])
        out[:5] = (1, spacer, spacer and actor == self.eye, not spacer and a["target"] == self.eye,
                   a["n_targets"] / 4)  # fmt: skip
        figures = self.board.spacers if spacer else self.board.intruders
        if actor in figures:
            out[5:7] = self.relative(*figures[actor])
        out[7] = most(a["damage"] / 9)

    def _sheet(self, out: np.ndarray) -> None:
        page = int(self.t["page"][NaiveBoard.number(self.at)])
        place = int(self.t["pages"][page]["location"]) if page != 255 else 0
        intruder = self.t["types"][int(self.t["locations"][place]["ecology"])]
        level = self.level
        out[:] = (most(intruder["at"][level] / 9), most(intruder["speed"][level] / 9), intruder["noise"][level] / 2,
                  sum(self.g["blips"]["point"] >= 0) / 24, most(self.g["blip_pool"].sum() / 40),
                  self.g["loot"]["n"] / 40, self.t["fixed_discoveries"], level / 2)  # fmt: skip

    def _objects(self) -> Iterator[tuple[int, XY]]:
        """Kind of goal and place of the objects that are of use."""
        for e in self.g["objects"]:
            if e["cell"] >= 0 and not e["disabled"]:
                yield THINGS[Thing(int(e["kind"]))], xy(int(e["cell"]))
        for i in range(int(self.t["n_consoles"])):
            at = xy(int(self.t["consoles"][i]["cell"]))
            if not self.g["console_disabled"][i] and at in self.board.floor:
                yield CONSOLE, at

    def _map(self, out: np.ndarray) -> None:
        board = self.board
        for j in range(9):
            for i in range(9):
                c = self.at[0] + i - 4, self.at[1] + j - 4
                if c in board.floor and not self.unfound(c):
                    out[:, j, i] = self._column(c)
        for kind, c in self._objects():
            self._plot(out[12 if kind == CONSOLE else 8 + kind], c, 1)
        for c in board.spacers.values():
            self._plot(out[15], c, 1)
        for c in board.intruders.values():
            self._plot(out[15], c, -1)
        for e in self.g["blips"]:
            if e["point"] >= 0:
                self._plot(out[16], ij(int(e["point"])), 1)

    def _plot(self, plane: np.ndarray, c: XY, value: float) -> None:
        i, j = c[0] - self.at[0] + 4, c[1] - self.at[1] + 4
        if 0 <= i < 9 and 0 <= j < 9:
            plane[j][i] = value

    def unfound(self, c: XY) -> bool:
        """A cell of an Extraction Point that must still be found."""
        p = int(self.t["point_of"][NaiveBoard.number(c)])
        return p != 255 and self.g["points"]["state"][p] == PointState.HIDDEN

    def _column(self, c: XY) -> np.ndarray:
        """What is printed on a cell."""
        out, n = np.zeros(17), NaiveBoard.number(c)
        out[0] = c in self.board.spaces
        for d in range(4):
            to = c[0] + DX[d], c[1] + DY[d]
            rim = not (0 <= to[0] < WIDTH and 0 <= to[1] < HEIGHT) or self.unfound(to)
            out[1 + d] = (rim or self.board.closed(c, d)) * (0.5 if self.t["border"][n][d] >= Border.DOOR else 1)
        if self.g["tile"][n]:
            out[5 if Tile.OBSTACLE in self.board.keywords(c) else 6] = 1
        marks = {m for m in Mark if int(self.t["marks"][n]) >> m & 1}
        out[7] = Mark.DANGEROUS in marks
        if self.t["point_of"][n] != 255:
            state = int(self.g["points"]["state"][self.t["point_of"][n]])
            out[13] = state / 3 if state in SHOWN else 0
        out[14] = Mark.ARROW in marks or self.t["forced"][n] > 0
        return out

    # -- goals -------------------------------------------------------------------------------------------------------

    def goals(self) -> list[set[XY]]:
        """Spaces where one is at a goal, by kind."""
        board, out = self.board, [set[XY]() for _ in range(8)]
        for kind, c in self._objects():
            out[kind].add(c)
        for c in board.floor:
            n = NaiveBoard.number(c)
            p, to = int(self.t["point_of"][n]), int(self.t["leads"][n])
            if p != 255 and self.g["points"]["state"][p] == PointState.OPEN:
                out[EXIT].add(c)
            elif p != 255 and self.g["points"]["state"][p] in SHOWN:
                out[EXIT] |= {(c[0] + DX[d], c[1] + DY[d]) for d in range(4)} & board.spaces
            if to != 255 and to not in board.pages:
                out[ARROW].add(c)
        for at in board.intruders.values():
            for d in range(4):
                c = at[0] + DX[d], at[1] + DY[d]
                if c in board.floor and not board.closed(c, (d + 2) % 4):
                    out[INTRUDER].add(c)
        return out

    def steps_from(self, c: XY) -> Iterator[tuple[int, XY]]:
        """Steps that may lead on from a cell, whoever of the Spacers stands there."""
        forced = int(self.t["forced"][NaiveBoard.number(c)])
        for d in range(4):
            to = c[0] + DX[d], c[1] + DY[d]
            if not {c, to} <= self.board.spaces or self.board.closed(c, d) or to in self.board.intruders.values():
                continue
            if Tile.OBSTACLE not in self.board.keywords(c) | self.board.keywords(to) and forced in (0, d + 1):
                yield d, to

    def walks(self) -> dict[XY, tuple[int, set[int]]]:
        """Steps to each cell, and with which directions a shortest way may begin."""
        found: dict[XY, tuple[int, set[int]]] = {self.at: (0, set())} if self.at in self.board.spaces else {}
        last = set(found)
        while last:
            reached: dict[XY, tuple[int, set[int]]] = {}
            for c in last:
                n, first = found[c]
                for d, to in self.steps_from(c):
                    if to not in found:
                        before = reached.get(to, (0, set()))[1]
                        reached[to] = n + 1, before | (first or {d})
            found |= reached
            last = set(reached)
        return found


def look(t: Table, seat: int) -> Any:
    """The view of a seat."""
    view = np.zeros((), VIEW.dtype)
    t.engine.view(t.state, seat, view)
    return view


def compare(t: Table, seat: int, seen: dict[str, np.ndarray]) -> None:
    """The view of a seat is the twin's; what was not 0 is added to `seen`."""
    view, twin = look(t, seat), Twin(t.tables, t.state, seat)
    for name, expected in twin.view().items():
        wrong = np.argwhere(~np.isclose(view[name], expected, atol=1e-5))
        assert not len(wrong), f"{name}{wrong.tolist()}: {view[name][tuple(wrong[0])]}, not {expected[tuple(wrong[0])]}"
        assert np.abs(expected).max() <= 1 or name in ("choice", "asked"), name
        seen[name] = seen.get(name, False) | (expected != 0)
    goals, walks = twin.goals(), twin.walks()
    for kind, row in enumerate(view["goals"]):
        ways = {c: walks[c] for c in goals[kind] if c in walks}
        if not ways:
            assert not row.any(), kind
            continue
        least = min(n for n, _ in ways.values())
        c = twin.at[0] + round(row[6] * WIDTH), twin.at[1] + round(row[7] * HEIGHT)
        assert row[:2].tolist() == [1, pytest.approx(far(least))], kind
        assert ways[c][0] == least, kind
        first = set(np.flatnonzero(row[2:6]).tolist())
        assert len(first) == (least > 0), kind
        assert first <= ways[c][1], kind
    seen["goals"] = seen.get("goals", False) | (view["goals"] != 0)


# -- positions -----------------------------------------------------------------------------------------------------


PAGES = ((0, 0, 10, 9), (10, 0, 8, 9), (2, 9, 12, 8))


class Stirred:
    """A random map with Gear cards and tiles, and random positions on it.

    Args:
        rng: randomness.
        seats: Spacers.
    """

    def __init__(self, rng: np.random.Generator, seats: int):
        self.rng = rng
        self.t = Table(seats, PAGES, agent_monsters=1, fixed_discoveries=int(rng.integers(2)),
                       potential_pairs=int(rng.integers(2)))  # fmt: skip
        self.t.state["blip_pool"] = 10
        self._cards()
        self._map()
        self.plain = self.t.state.copy()

    def below(self, n: int) -> int:
        return int(self.rng.integers(n))

    def floor(self) -> XY:
        x, y, w, h = PAGES[self.below(3)]
        return x + self.below(w), y + self.below(h)

    def _cards(self) -> None:
        t, rng = self.t.tables, self.rng
        gear = t["gear"][:40]
        n = len(gear)
        gear["kind"] = rng.choice([GearKind.WEAPON, GearKind.WEAPON, GearKind.SUPPORT, GearKind.ARMOR], n)
        gear["hands"], gear["dice"] = rng.integers(1, 3, n), rng.integers(0, 4, gear["dice"].shape)
        gear["reach"], gear["range"] = rng.integers(0, 3, n), rng.integers(1, 7, n)
        linear, deadzone = rng.random(n) < 0.2, (rng.random(n) < 0.2) & (gear["reach"] != Reach.MELEE)
        gear["keywords"] = (linear << Keyword.LINEAR) + (deadzone << Keyword.DEADZONE)
        for name, high in (("suppress", 4), ("burst", 4), ("reduction", 4), ("noise_kind", 4), ("ammo", 3),
                           ("charges", 2)):  # fmt: skip
            gear[name] = rng.integers(0, high, n)
        t["types"]["speed"], t["types"]["at"] = rng.integers(0, 9, (8, 3)), rng.integers(1, 12, (8, 3))
        t["types"]["noise"] = rng.integers(0, 3, (8, 3))
        t["types"]["speed"][3] = 255
        t["locations"]["ecology"] = range(4)
        t["pages"]["location"][:3] = rng.permutation(3)
        for i in range(4):
            mods = [(Stat.LIGHT_RANGE, self.below(3)), (Stat.HANDS, self.below(3)), (Stat.SPEED, 1)]
            self.t.ability(t["characters"][i], timing=Timing.PASSIVE, mods=mods)
        t["mods"][100:103] = [(Stat.SPEED, 2, 0, 0, 0), (Stat.LIGHT_RANGE, 2, 0, 0, 0), (Stat.HANDS, 1, 0, 0, 0)]
        self.t.tile(0, 0, 0, Tile.OBSTACLE)
        self.t.tile(0, 0, 1, Tile.OBSCURING, Tile.COVER)
        self.t.tile(0, 0, 2)
        self.t.state["tile"] = 0

    def _map(self) -> None:
        t = self.t.tables
        t["n_doors"] = 6
        kinds = [Border.OPEN] * 20 + [Border.RED, Border.WALL, Border.WALL, *range(Border.DOOR, Border.DOOR + 6)]
        for x in range(WIDTH):
            for y in range(HEIGHT):
                for d, (i, j) in ((1, (x + 1, y)), (2, (x, y + 1))):
                    if i < WIDTH and j < HEIGHT and (t["page"][[cell(x, y), cell(i, j)]] != 255).all():
                        kind = kinds[self.below(len(kinds))]
                        t["border"][cell(x, y)][d] = t["border"][cell(i, j)][(d + 2) % 4] = kind
        for _ in range(12):
            t["marks"][cell(*self.floor())] |= 1 << Mark.DANGEROUS
            t["forced"][cell(*self.floor())] = 1 + self.below(4)
        for _ in range(3):
            at = cell(*self.floor())
            t["leads"][at] = self.below(3)
            t["marks"][at] |= 1 << Mark.ARROW
        t["n_consoles"] = 3
        for i in range(3):
            t["consoles"]["cell"][i] = at = cell(*self.floor())
            t["console_of"][at] = i
        self.t.exit_point([(0, 0), (1, 0)])
        self.t.exit_point([(17, 4), (17, 5)])
        for i in range(3):  # a Console that lost its space to another one, or to an Extraction Point
            if t["console_of"][t["consoles"]["cell"][i]] != i:
                t["n_consoles"] = min(int(t["n_consoles"]), i)
        for i in range(int(t["n_consoles"]), 3):
            t["console_of"][t["console_of"] == i] = 255
        fill_distances(t, [7, 3])
        fill_stats(t)

    def position(self) -> Table:
        """The next position."""
        t, s, rng = self.t, self.t.state, self.rng
        s[()] = self.plain
        s["revealed"] = (7, 7, 3)[self.below(3)]
        s["map_view"] = t.tables["map_views"][int(s["revealed"])]
        s["doors"] = rng.integers(0, 3, s["doors"].shape)
        s["countdown"] = self.below(10)
        s["points"]["state"][:2] = rng.integers(0, 5, 2)
        s["console_disabled"][:3] = rng.random(3) < 0.3
        s["marker"] = self.below(int(s["seats"]) + 1) - 1
        for _ in range(14):
            s["tile"][cell(*self.floor())] = 1 + self.below(3)
        self._figures()
        self._things()
        self._attack()
        return t

    def _figures(self) -> None:
        t, s, rng = self.t, self.t.state, self.rng
        taken: set[XY] = set()

        def free() -> XY:
            while (c := self.floor()) in taken or not int(s["revealed"]) >> int(t.tables["page"][cell(*c)]) & 1:
                pass
            taken.add(c)
            return c

        for seat in range(int(s["seats"])):
            t.spacer(seat, *free(), vitals=self.below(10))
            if rng.random() < 0.2:
                away = rng.choice([Where.OTHER, Where.EXTRACTED, Where.DEAD, Where.ABSENT])
                t.s(seat)["where"], t.s(seat)["cell"] = away, -1
                t.s(seat)["last_cell"] = -1 if away == Where.ABSENT else t.s(seat)["last_cell"]
            for _ in range(self.below(5)):
                place = rng.choice([GearPlace.HAND, *list(GearPlace)[1:5]])
                flags = {name: int(rng.random() < 0.2) for name in ("exhausted", "discharge", "disabled")}
                i = t.gear(seat, 1 + self.below(39), place, **flags)
                for name in ("ammo", "charges"):
                    t.s(seat)["gear"][i][name] *= rng.random() < 0.8
        for _ in range(self.below(9)):
            t.intruder(
                *free(), type=self.below(4), facing=self.below(4), suppression=self.below(4), wounds=self.below(3),
                surprised=self.below(2), specimen=self.below(3) - 1, acted=self.below(2),
            )  # fmt: skip
        for i in range(4):
            unit = self.below(4) if i < 2 else 4 + self.below(6)
            if unit >= 4 or unit < int(s["seats"]):
                s["lasting"][i] = (100 if unit >= 4 else 101 + self.below(2), unit, Until.ROUND)

    def _things(self) -> None:
        t, s, rng = self.t, self.t.state, self.rng
        points = rng.permutation(18 * 16)[: self.below(12)]
        for p in points.tolist():
            t.blip(p % 18, p // 18, self.rng.choice(list(Face)), ("north", "east", "south", "west")[self.below(4)],
                   bool(rng.random() < 0.4))  # fmt: skip
        s["n_noises"] = self.below(3)
        s["noises"]["dice"] = rng.integers(0, 5, s["noises"]["dice"].shape)
        shown = [c for c in range(schema.CELLS) if t.tables["page"][c] != 255
                 and int(s["revealed"]) >> int(t.tables["page"][c]) & 1 and t.tables["point_of"][c] == 255]  # fmt: skip
        for at in rng.permutation(shown)[: self.below(14)].tolist():
            kind = self.rng.choice([Thing.DISCOVERY, Thing.CACHE, Thing.ENGRAM, Thing.OBJECTIVE])
            i = t.object(*xy(at), kind, self.below(4), bool(self.below(2)))
            s["objects"][i]["disabled"] = rng.random() < 0.2
        s["loot"]["n"] = self.below(30)
        s["loot"]["cards"][:30] = rng.permutation(30)
        core = s["core"]
        core["turn"] = self.below(int(s["seats"]) + 2) - 1
        core["choice"] = rng.choice([Choice.ACTION, 1 + self.below(70)])
        core["subject"] = self.below(6) if core["choice"] == Choice.ACTION else self.below(90) - 1
        n, s["candidate_points"] = self.below(6), self.below(2)
        number = point if s["candidate_points"] else cell
        s["candidates"][:n] = [number(*self.floor()) for _ in range(n)]

    def _attack(self) -> None:
        s, rng = self.t.state, self.rng
        s["n_rolls"], s["n_assaults"] = self.below(3), self.below(3)
        for roll in s["rolls"][: int(s["n_rolls"])]:
            n = 1 + self.below(8)
            roll["kind"], roll["n"], roll["roller"] = 1 + self.below(6), n, self.below(int(s["seats"]))
            roll["colour"][:n], roll["face"][:n] = rng.integers(0, 3, n), rng.integers(0, 6, n)
            roll["marks"][:n] = rng.choice([0, 0, 1 << DieMark.CONFIDENCE, 1 << DieMark.STRESS, 1 << DieMark.EXTRA], n)
            for i in range(n):
                face = self.t.tables["faces"][int(roll["colour"][i])][int(roll["face"][i])]
                if face["potential"] and rng.random() < 0.3:
                    roll["marks"][i] |= 1 << DieMark.DISCIPLINE
            roll["bonus"][:n] = rng.integers(0, 2, n)
            roll["power"], roll["at"], roll["lethal"] = self.below(7) - 3, self.below(9) - 1, self.below(2)
            roll["quadrants"], roll["noise"] = self.below(3), self.below(3)
            if roll["kind"] == RollKind.ENORMITY:
                roll["n"], roll["face"][0], roll["colour"][0] = 1, self.below(10), 0
        for a in s["assaults"][: int(s["n_assaults"])]:
            a["side"], a["n_targets"], a["damage"] = self.below(2), self.below(5), self.below(12)
            a["actor"], a["target"] = self.below(int(s["seats"])), self.below(int(s["seats"]))


@pytest.mark.parametrize("seats", [1, 3, 4])
def test_the_view_is_the_twins(seats: int) -> None:
    rng, seen = np.random.default_rng(40 + seats), dict[str, np.ndarray]()
    for _ in range(4):
        maker = Stirred(rng, seats)
        for _ in range(9):
            t = maker.position()
            compare(t, rng.integers(seats), seen)
            compare(t, seats, seen)
    if seats == 1:
        return
    assert seen["positions"][:seats].all()
    assert seen["gear"].any(axis=0).all()
    assert seen["other_gear"].any(axis=(0, 1)).all()
    assert np.flatnonzero(~seen["intruders"].any(axis=0)).tolist() == [8, 9, 10, 11], "the bare table has four types"
    assert seen["blips"].any(axis=0).all()
    assert seen["dice"].any(axis=0).all()
    assert np.flatnonzero(~seen["roll"]).tolist() == [0], "RollKind.NONE"
    assert seen["candidates"].any(axis=0).all()
    assert seen["goals"].any(axis=1).all()
    assert seen["map"].any(axis=(1, 2)).all()
    for name in ("assault", "sheet"):
        assert seen[name].all(), name


def test_every_seat_sees_values_from_minus_one_to_one() -> None:
    rng = np.random.default_rng(8)
    maker = Stirred(rng, 4)
    for _ in range(20):
        t = maker.position()
        out = np.zeros(t.layout[-1].stop, np.float32)
        for seat in range(5):
            t.engine.observe(t.state, seat, out)
            assert np.abs(out).max() <= 1


# -- nothing hidden --------------------------------------------------------------------------------------------------


def observed(t: Table, state: Any) -> list[list[float]]:
    """The observations of all seats."""
    out = np.zeros(t.layout[-1].stop, np.float32)
    shown = []
    for seat in range(int(state["seats"]) + 1):
        t.engine.observe(state, seat, out)
        shown.append(out.tolist())
    return shown


def hide_again(state: Any, rng: np.random.Generator) -> None:
    """Everything that lies facedown becomes something else."""
    hidden = (state["blips"]["point"] >= 0) & (state["blips"]["known"] == 0)
    state["blips"]["face"][hidden] = rng.integers(0, 4, hidden.sum())
    state["blip_pool"] = state["blip_pool"][rng.permutation(4)]
    down = (state["objects"]["kind"] == Thing.DISCOVERY) & (state["objects"]["face_up"] == 0)
    state["objects"]["sub"][down] = rng.integers(0, 48, down.sum())
    tokens = state["track_discovery"]
    tokens[(tokens >= 0) & (state["track_open"] == 0)] = 47
    state["track_blip"][state["track_blip"] >= 0] = Face.U
    state["engram_pool"] = rng.integers(0, 9, 4)
    for name in ("loot", "scanner_white", "scanner_red", "scanner_black", "breakdowns", "adversaries", "discoveries"):
        n = int(state[name]["n"])
        state[name]["cards"][:n] = rng.permutation(state[name]["cards"][:n])
    state["core"]["rng"] = rng.integers(0, 1 << 60, 2)


@pytest.mark.rule("ENO-GEN-04-D2", "ENO-BLP-01")
def test_what_lies_facedown_is_not_shown() -> None:
    rng = np.random.default_rng(5)
    maker = Stirred(rng, 3)
    changed = 0
    for _ in range(20):
        t = maker.position()
        t.state["track_blips"][3], t.state["track_blip"][3] = 1, (Face.ECHO, -1)
        t.state["track_discoveries"][2], t.state["track_discovery"][2] = 1, (5, -1)
        for name in ("scanner_white", "breakdowns", "adversaries", "discoveries"):
            t.state[name]["n"], t.state[name]["cards"][:6] = 6, range(6)
        before = observed(t, t.state)
        other = t.state.copy()
        hide_again(other, rng)
        assert observed(t, other) == before
        for seat in range(4):
            drawn = t.state.copy()
            t.engine.resample(drawn, seat, int(rng.integers(1 << 40)))
            assert observed(t, drawn) == before
            changed += bool((drawn["blips"]["face"] != t.state["blips"]["face"]).any())
    assert changed > 20


def test_the_face_of_a_blip_is_shown_once_it_is_known() -> None:
    t = Table(1)
    t.spacer(0, 4, 4)
    t.blip(6, 6, Face.B)
    assert not look(t, 0)["blips"][0][9:13].any()
    t.b(0)["known"] = 1
    assert look(t, 0)["blips"][0][9:13].tolist() == [0, 0, 1, 0]


def test_a_page_that_is_not_revealed_is_dark() -> None:
    t = Table(1, ((0, 0, 5, 5), (5, 0, 5, 5)))
    t.tables["marks"][cell(6, 2)] |= 1 << Mark.DANGEROUS
    t.tables["n_consoles"], t.tables["console_of"][cell(6, 3)] = 1, 0
    t.tables["consoles"]["cell"][0] = cell(6, 3)
    t.spacer(0, 4, 2)
    t.state["revealed"] = 1
    t.state["map_view"] = 255
    fill_distances(t.tables, [1])
    view = look(t, 0)
    assert not view["map"][:, :, 5:].any()
    assert not view["goals"].any()
    t.state["revealed"] = 3
    view = look(t, 0)
    assert view["map"][7][4][6] == view["map"][12][5][6] == 1
    assert view["goals"][CONSOLE][:2].tolist() == [1, pytest.approx(3 / 30)]


def test_nobody_placed_yet_sees_the_pages_from_the_middle_of_the_grid() -> None:
    t = Table(2)
    t.state["spacers"]["suit"] = t.state["spacers"]["character"] = -1
    t.blip(10, 8)
    for seat in (0, 1, 2):
        view = look(t, seat)
        assert not view["positions"].any()
        assert not view["goals"].any()
        assert view["blips"][0][:5].tolist() == pytest.approx([1, -5.5 / 30, -2.5 / 20, 7 / 30, 0])
