"""A bare table for rule tests: one or more plain pages, plain cards, and whatever a test puts on it.

The cards take the place of the pack's, so that tests of rules hold with every pack. Page 0 is a 10 x 10 room of floor
in the north-west of the grid. Every Spacer is the same: skills 1, no Rubicon bonus, a Suit with 1 Support slot, 3
backpack slots, Light of range 3 and 1 white die, bands 0-3, 4-6, 7-9. Nobody has an ability until `Table.ability` gives
one. Gear
card 0 is the Multitool: melee, 1 white die, silent. Intruder type 0: Speed 3, AT 3, 1 Wound, closest Spacer, one
Protocol: move and attack with 2 red dice.

    t = Table(seats=2)
    t.spacer(0, 4, 4); k = t.intruder(5, 4)
    t.rolls(3, 5)                            # next rolls, in order, 0-based; dice by index of their face
    t.call(Proc.TURN, 0); t.play("card_0_a"); assert t.s(0)["stress"] == 1
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from envs.core import schema as core_schema
from envs.core.engine import Engine
from envs.core.schema import Struct
from envs.enormity import state as schema
from envs.enormity.actions import ACTIONS
from envs.enormity.build_tables import NOTHING_INSIDE as NOTHING_INSIDE_TABLES
from envs.enormity.build_tables import fill_stats
from envs.enormity.map_distances import fill_distances
from envs.enormity.rules import rules
from envs.enormity.state import (
    ActionKind,
    Border,
    CardSide,
    Choice,
    DoorState,
    Face,
    GearKind,
    GearPlace,
    NoiseKind,
    PointState,
    Proc,
    Thing,
    Timing,
    Where,
)
from tests.procedures import Procedures

WIDTH = schema.WIDTH
SIDES = ("north", "east", "south", "west")
# The faces that the catalogue recommends (Content gaps): power, half power, potential, quadrants.
DICE = (
    ((0, 0, 0, 0), (0, 0, 1, 0), (0, 1, 1, 0), (1, 0, 0, 0), (1, 1, 0, 0), (2, 0, 0, 1)),
    ((0, 0, 1, 0), (0, 1, 1, 0), (1, 0, 1, 0), (1, 1, 0, 1), (2, 0, 0, 1), (3, 0, 0, 1)),
    ((0, 0, 2, 0), (1, 1, 1, 0), (2, 0, 1, 0), (2, 0, 0, 1), (3, 0, 1, 1), (4, 0, 0, 2)),
)
HALVES = 6
"""Half cards of the bare table: 0 Move 3, 1 Attack, 2 Move 2 with Intruder-symbol Noise, 3 Scout/Scavenge/Full
Reload/Rationalize/Catch Breath/Rearm, 4 Fast Reload or Move 1, 5 Move 3 with 2 white Noise dice. Sleeves: (0, 1), (2,
3), (4, 5)."""
# Fields of the state that hold -1 when they hold nothing.
NOTHING = (
    "active",
    "marker",
    "adversary",
    "waiting_adversary",
    "scanner",
    "candidates",
    "track_blip",
    "track_discovery",
)
NOTHING_INSIDE = {
    "spacers": ("cell", "last_cell", "character", "suit", "half", "last_half", "breakdown"),
    "intruders": ("cell", "type", "specimen"),
    "blips": ("point",),
    "objects": ("cell",),
    "rolls": ("roller", "assault", "at"),
    "assaults": ("actor", "weapon", "target", "targets", "reprisal", "cell"),
    "noises": ("cell", "source", "type"),
    "lasting": ("unit",),
    "stratagems": ("card",),
}


def cell(x: int, y: int) -> int:
    """Number of a cell."""
    return y * WIDTH + x


def point(i: int, j: int) -> int:
    """Number of an intersection."""
    return j * schema.POINT_WIDTH + i


class Table(Procedures):
    """One position and the rules that play it.

    Args:
        seats: Spacers, numbered from 0; they are not on the board until `spacer` puts them there.
        pages: (x, y, width, height) of each page; all are on the table.
        options: fields of the tables, such as ``ask_ties=1``, ``agent_monsters=1, freedom=2``.
    """

    CHOICE = Choice

    def __init__(self, seats: int = 1, pages: Sequence[tuple[int, int, int, int]] = ((0, 0, 10, 10),), **options: int):
        self.actions = ACTIONS
        self.tables = np.zeros((), schema.TABLES.dtype)
        self.state = np.zeros((), schema.GAME.dtype)
        self._n_abilities = self._n_mods = self._n_protocols = 0
        self._ops = 1  # operation 0 ends every list
        self._plain_tables(seats, pages)
        for name, value in options.items():
            self.tables[name] = value
        instructions, layout = core_schema.observation_plan((schema.GAME, schema.VIEW), schema.MAX_SPACERS + 1)
        self.layout = layout
        blank = np.zeros((), schema.GAME.dtype)
        for f in schema.GAME.fields:
            if isinstance(f.type, Struct) and f.type.name.startswith("Pile"):
                blank[f.name]["capacity"], blank[f.name]["identity"] = f.high, f.low
        self.blank = blank
        monsters = bool(options.get("agent_monsters"))
        self.engine = Engine(
            rules.capsule(), self.tables, blank, core_schema.plan_array(instructions), schema.VIEW.dtype.itemsize,
            layout[-1].stop, seats + monsters, seats, 1,
        )  # fmt: skip
        self._bare_state(seats)

    # -- preparing -------------------------------------------------------------------------------------------

    def _plain_tables(self, seats: int, pages: Sequence[tuple[int, int, int, int]]) -> None:
        t = self.tables
        for section, names in NOTHING_INSIDE_TABLES.items():
            for name in names:
                t[section][name] = -1
        for name in ("fixed_character", "fixed_suit", "fixed_stratagems", "insertion", "spawns", "starts", "loot",
                     "objective_type", "inside", "dazed"):  # fmt: skip
            t[name] = -1
        t["seats"], t["round_cap"], t["preset"], t["supply"] = seats, 60, 1, (6, 4, 3)
        for colour, faces in enumerate(DICE):
            t["n_faces"][colour] = len(faces)
            for i, face in enumerate(faces):
                t["faces"][colour][i] = face
        t["n_characters"], t["n_suits"] = 5, 2
        t["characters"]["skills"], t["characters"]["division"], t["characters"]["stress"] = 1, 1, 1
        suits = t["suits"]
        suits["red_max"], suits["orange_max"], suits["support"], suits["backpack"] = 3, 6, 1, 3
        suits["light_range"], suits["light_dice"], suits["copies"] = 3, 1, 4
        self._plain_halves()
        t["n_gear"] = schema.MAX_GEAR_CARDS
        t["gear"]["kind"], t["gear"]["hands"] = GearKind.WEAPON, 1
        t["gear"][0]["hands"], t["gear"][0]["dice"][0] = 0, 1
        t["n_types"] = 4
        types = t["types"]
        types["minis"], types["speed"], types["at"], types["wounds"], types["range"] = 9, 3, 3, 1, 3
        types["specimen_slots"] = 5
        for k in range(4):
            self.protocol(k, requirement=0, moves=1, attack=1, dice=(0, 2, 0, 0, 0))
        t["blip_faces"] = (7, 6, 5, 2)
        t["blip_symbols"] = ((0, 0, 0), (1, 1, 0), (2, 0, 1), (1, 0, 0))
        t["page"], t["leads"], t["point_of"], t["console_of"] = 255, 255, 255, 255
        t["n_pages"] = len(pages)
        t["locations"]["ecology"] = 0
        t["extraction_start"], t["objective_number"] = 4, 0
        t["border"] = Border.WALL
        for number, (x, y, w, h) in enumerate(pages):
            t["pages"][number] = (x, y, w, h, 0, 1)
            for cy in range(y, y + h):
                for cx in range(x, x + w):
                    t["page"][cell(cx, cy)] = number
                    t["border"][cell(cx, cy)] = Border.OPEN
        for at in range(schema.CELLS):
            for side, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
                x, y = at % WIDTH + dx, at // WIDTH + dy
                if not (0 <= x < WIDTH and 0 <= y < schema.HEIGHT) or t["page"][cell(x, y)] == 255:
                    t["border"][at][side] = Border.WALL
        fill_distances(t, [(1 << len(pages)) - 1])

    def _plain_halves(self) -> None:
        def option(
            half: int, kind: ActionKind, value: int = 0, adrenaline: int = 0, noise: int = 0, n: int = 0
        ) -> None:
            row = self.tables["halves"][half]
            to = row["options"][int(row["n_options"])]
            row["n_options"] += 1
            to["kind"], to["value"], to["adrenaline"], to["noise_kind"], to["noise"] = kind, value, adrenaline, noise, n

        self.tables["halves"]["options"]["effect"] = -1
        option(0, ActionKind.MOVE, 3)
        option(1, ActionKind.ATTACK, adrenaline=1)
        option(2, ActionKind.MOVE, 2, noise=NoiseKind.SYMBOL)
        for kind in (ActionKind.SCOUT, ActionKind.SCAVENGE, ActionKind.FULL_RELOAD, ActionKind.RATIONALIZE):
            option(3, kind, adrenaline=1)
        option(3, ActionKind.CATCH_BREATH)
        option(3, ActionKind.REARM)
        option(4, ActionKind.FAST_RELOAD)
        option(4, ActionKind.MOVE, 1)
        option(5, ActionKind.MOVE, 3, noise=NoiseKind.DICE, n=2)

    def _bare_state(self, seats: int) -> None:
        s = self.state
        s[...] = self.blank
        core = s["core"]
        core["turn"] = core["subject"] = -1
        core["stream"] = 1
        core["rng"] = (11, 12)
        for name in NOTHING:
            s[name] = -1
        for group, names in NOTHING_INSIDE.items():
            for name in names:
                s[group][name] = -1
        s["spacers"]["gear"]["card"] = -1
        s["seats"], s["round"], s["phase"], s["countdown"] = seats, 1, 2, 9
        s["extraction"] = self.tables["extraction_start"]
        s["revealed"] = (1 << int(self.tables["n_pages"])) - 1
        s["map_view"] = self.tables["map_views"][int(s["revealed"])]
        s["location"] = 1
        s["specimen_free"] = 1
        s["blip_pool"] = self.tables["blip_faces"]
        for seat in range(seats):
            p = s["spacers"][seat]
            p["character"], p["suit"], p["vitals"] = seat, 0, 9
            p["half"] = ((0, 1), (2, 3), (4, 5))
            p["gear"][0] = (0, GearPlace.FIXED, 0, 0, 0, 0, 0, 0, 0)

    # -- setting up ------------------------------------------------------------------------------------------

    def redo_map(self) -> None:
        """Compute the open distances anew after borders or pages of the tables have changed."""
        fill_distances(self.tables, [(1 << int(self.tables["n_pages"])) - 1])

    def border(self, x: int, y: int, side: str, kind: int = Border.WALL) -> None:
        """Change the border of a cell on a side; `Border.DOOR` + d makes it the door d."""
        i = SIDES.index(side)
        self.tables["border"][cell(x, y)][i] = kind
        ox, oy = x + (0, 1, 0, -1)[i], y + (-1, 0, 1, 0)[i]
        if 0 <= ox < WIDTH and 0 <= oy < schema.HEIGHT:
            self.tables["border"][cell(ox, oy)][(i + 2) % 4] = kind
        if kind >= Border.DOOR:
            self.tables["n_doors"] = max(int(self.tables["n_doors"]), kind - Border.DOOR + 1)
        self.redo_map()

    def door(self, number: int, state: DoorState) -> None:
        """Set the state of a door."""
        self.state["doors"][number] = state

    def mark(self, x: int, y: int, mark: int) -> None:
        """Print a mark (`Mark`) on a cell."""
        self.tables["marks"][cell(x, y)] |= 1 << mark

    def tile(self, x: int, y: int, kind: int, *keywords: int, **fields: int) -> None:
        """Lay a Terrain tile of a kind whose card has these keywords (`Tile`)."""
        row = self.tables["terrains"][kind]
        row["keywords"] = sum(1 << k for k in keywords)
        row["number"] = 20
        for name, value in fields.items():
            row[name] = value
        self.tables["n_terrains"] = max(int(self.tables["n_terrains"]), kind + 1)
        self.state["tile"][cell(x, y)] = kind + 1

    def spacer(self, seat: int, x: int, y: int, **fields: Any) -> None:
        """Put a Spacer on a space; `fields` such as ``stress=3`` are set."""
        p = self.s(seat)
        p["cell"] = p["last_cell"] = cell(x, y)
        p["where"] = Where.BOARD
        if self.state["marker"] < 0:
            self.state["marker"] = seat
        for name, value in fields.items():
            p[name] = value

    def intruder(self, x: int, y: int, type: int = 0, **fields: int) -> int:
        """Put an Intruder on a space; its slot."""
        k = next(i for i in range(schema.MAX_INTRUDERS) if self.state["intruders"][i]["type"] < 0)
        row = self.state["intruders"][k]
        row["cell"], row["type"] = cell(x, y), type
        self.state["contacted"][type] = 1
        for name, value in fields.items():
            row[name] = value
        return k

    def blip(self, i: int, j: int, face: Face = Face.ECHO, arrow: str = "north", known: bool = False) -> int:
        """Put a Blip on an intersection; its slot."""
        b = next(n for n in range(schema.MAX_BLIPS) if self.state["blips"][n]["point"] < 0)
        row = self.state["blips"][b]
        row["point"], row["face"], row["arrow"], row["known"] = point(i, j), face, SIDES.index(arrow), known
        self.state["blip_pool"][face] -= 1
        return b

    def spawn_point(self, i: int, j: int, cluster: int = 0, page: int = 0) -> None:
        """Print a spawn point on the map."""
        n = int(self.tables["n_spawns"])
        self.tables["spawns"][n], self.tables["spawn_cluster"][n] = point(i, j), cluster
        self.tables["spawn_page"][n] = page
        self.tables["n_spawns"] = n + 1

    def object(self, x: int, y: int, kind: Thing, sub: int = 0, face_up: bool = True) -> int:
        """Put an object on a cell; its index."""
        n = next(i for i in range(schema.MAX_OBJECTS) if self.state["objects"][i]["cell"] < 0)
        self.state["objects"][n] = (cell(x, y), kind, sub, 0, face_up)
        return n

    def exit_point(
        self, cells: Sequence[tuple[int, int]], state: PointState = PointState.CLOSED, tokens: int = 0
    ) -> int:
        """Print an Extraction Point on cells; its number."""
        n = int(self.tables["n_points"])
        for x, y in cells:
            self.tables["point_of"][cell(x, y)] = n
        self.tables["n_points"] = n + 1
        self.redo_map()
        self.state["points"][n] = (state, tokens)
        return n

    def gear(
        self, seat: int, card: int, place: GearPlace = GearPlace.HAND, entry: int | None = None, **fields: int
    ) -> int:
        """Give a Gear card to a Spacer, with full Ammo and Charges; its place among the Spacer's Gear."""
        gear = self.s(seat)["gear"]
        n = next(i for i in range(schema.MAX_GEAR) if gear[i]["card"] < 0) if entry is None else entry
        card_row = self.tables["gear"][card]
        gear[n] = (card, place, 0, card_row["ammo"], card_row["charges"], 0, 0, 0, 0)
        for name, value in fields.items():
            gear[n][name] = value
        return n

    def weapon(self, card: int, **fields: Any) -> int:
        """Print a weapon: ``dice=(white, red, black)``, `keywords` as a list of `Keyword`, other fields as they are."""
        row = self.tables["gear"][card]
        for name, value in fields.items():
            if name in ("dice", "more_dice"):
                row[name][: len(value)] = value
            elif name == "keywords":
                row[name] = sum(1 << k for k in value)
            else:
                row[name] = value
        return card

    def protocol(self, type: int, replace: bool = False, **fields: Any) -> int:
        """Print a Protocol behind those of an Intruder type (`replace`: in place of all); its number.

        Protocols of a type stand together, so those of a type that has some are written anew at the end.
        """
        row = self.tables["types"][type]
        first, end = int(row["first_protocol"]), int(row["end_protocol"])
        old = [] if replace else [self.tables["protocols"][i].copy() for i in range(first, end)]
        if end != self._n_protocols:
            row["first_protocol"] = self._n_protocols
            for protocol in old:
                self.tables["protocols"][self._n_protocols] = protocol
                self._n_protocols += 1
        elif replace:
            self._n_protocols = first
        to = self.tables["protocols"][self._n_protocols]
        to["levels"], to["gate_stress"] = 7, 255
        to["moves"], to["attack"], to["requirement"] = 0, 0, 0
        to["dice"] = 0
        for name, value in fields.items():
            to[name] = value
        self._n_protocols += 1
        row["end_protocol"] = self._n_protocols
        return self._n_protocols - 1

    def ops(self, *operations: Sequence[int]) -> tuple[int, int]:
        """Write operations ``(code, a, b, c, d, e)``, missing arguments 0; (first, behind the last). Jump targets are
        counted from the first."""
        first = self._ops
        for row in operations:
            full = [*row, *([0] * (6 - len(row)))]
            self.tables["ops"][self._ops] = tuple(int(v) for v in full)
            self._ops += 1
        return first, self._ops

    def ability(
        self,
        row: Any,
        *,
        first: str = "first_ability",
        end: str = "end_ability",
        mods: Sequence[Any] = (),
        ops: Sequence[Sequence[int]] = (),
        **fields: Any,
    ) -> int:
        """Print an ability on a card (its only abilities are those printed one after the other); its number.

        Args:
            row: a row of the tables, such as ``t.tables["characters"][0]``.
            mods: (stat, amount, arg, need, need_b), missing ones 0.
            ops: operations as for `ops`.
            fields: fields of `Ability`.
        """  # fmt: skip
        n = self._n_abilities
        self._n_abilities += 1
        to = self.tables["abilities"][n]
        to["effect"], to["name"] = -1, n + 1
        to["first_mod"] = self._n_mods
        for mod in mods:
            self.tables["mods"][self._n_mods] = (*mod, *([0] * (5 - len(mod))))
            self._n_mods += 1
        to["end_mod"] = self._n_mods
        if ops:
            to["effect"], to["effect_end"] = self.ops(*ops)
        for name, value in fields.items():
            to[name] = value
        if to["timing"] == Timing.PASSIVE:
            to["stats"] = sum({1 << int(mod[0]) for mod in mods})
        if row[first] == row[end] or row[end] != n:
            row[first] = n
        row[end] = n + 1
        fill_stats(self.tables)
        return n

    def pool(self, active: Sequence[int] = (0, 0, 0), incoming: Sequence[int] = (0, 0, 0)) -> None:
        """Tokens of the Spacer Pool: Discipline, Confidence, Expertise."""
        self.state["pool"], self.state["incoming"] = active, incoming

    def level(self, number: int) -> None:
        """Put the Countdown Marker on the first space of a level (0 white, 1 red, 2 black)."""
        self.state["countdown"] = (9, 6, 3)[number]

    # -- running ---------------------------------------------------------------------------------------------

    def resolve(
        self, span: tuple[int, int], spacer: int = 0, intruder: int = -1, target: int = -1, **more: int
    ) -> Table:
        """Resolve operations as an effect."""
        return self.call(Proc.EFFECT, *span, spacer, intruder, e=target, **{"h": max(spacer, 0), "f": -1, **more})

    # -- looking ---------------------------------------------------------------------------------------------

    def s(self, seat: int) -> Any:
        """The record of a Spacer."""
        return self.state["spacers"][seat]

    def k(self, slot: int) -> Any:
        """The record of an Intruder."""
        return self.state["intruders"][slot]

    def b(self, slot: int) -> Any:
        """The record of a Blip."""
        return self.state["blips"][slot]

    def at(self, unit: int) -> tuple[int, int]:
        """Column and row of a unit (Spacers 0 to 3, Intruders 4 + slot)."""
        where = int(self.s(unit)["cell"] if unit < schema.MAX_SPACERS else self.k(unit - schema.MAX_SPACERS)["cell"])
        return where % WIDTH, where // WIDTH

    def on(self, blip: int) -> tuple[int, int]:
        """Column and row of a Blip's intersection."""
        where = int(self.b(blip)["point"])
        return where % schema.POINT_WIDTH, where // schema.POINT_WIDTH

    @property
    def candidates(self) -> list[tuple[int, int]]:
        """The places to choose from, as (column, row)."""
        width = schema.POINT_WIDTH if self.state["candidate_points"] else WIDTH
        return [(int(c) % width, int(c) // width) for c in self.state["candidates"] if c >= 0]

    def choose(self, x: int, y: int) -> Table:
        """Choose the place of these coordinates among the candidates."""
        return self.play(f"candidate_{self.candidates.index((x, y))}")


__all__ = ["DICE", "HALVES", "CardSide", "Table", "cell", "point"]
