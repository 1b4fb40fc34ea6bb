"""Text and picture of a state of Enormity. Everything shown is open to every seat."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from envs.core.drawing import Box, Drawing, Rgb
from envs.core.game import State
from envs.enormity.actions import DIRECTIONS, HEIGHT, MAX_INTRUDERS, MAX_SPACERS, SLEEVES, WIDTH
from envs.enormity.state import (
    EXERTS,
    LETHAL_TOKENS,
    POINT_WIDTH,
    TOP,
    TRACK,
    AssaultMark,
    Band,
    Border,
    CardSide,
    Choice,
    DieMark,
    DoorState,
    Face,
    GearPlace,
    Knock,
    Level,
    Mark,
    PointState,
    Result,
    RollKind,
    Side,
    Skill,
    Stage,
    Stat,
    Thing,
    Tile,
    Token,
    Until,
    Where,
)
from envs.enormity.wording import LEVELS, QUESTIONS, Names, intruder_letter, level, many

if TYPE_CHECKING:
    from envs.enormity.game import Enormity

LEGEND = """Board: the pages on the table. A space is named by row letter and column number of its page, an intersection
by column and row from the north-west corner of its page, both from 0
  0 to 3 Spacers, a, b, ... Intruders (as listed below the board)   . space
  left of it: ! dangerous   # Obstacle tile   % another tile   ^ > v < forced direction
  right of it: ? Discovery   $ Loot Cache   * Engram   @ Objective   = Console   / Location arrow   & several of these
  X Extraction Point, with its Exfiltration tokens once initiated   [ ] open   I Insertion Point
  | --- wall   : ~~~ red line   H === closed door   ' ''' open door   W www welded door   + where lines end
  on the intersections: o spawn point   x disabled spawn point   ^ > v < Blip and its patrol arrow, then the face of a
  Blip that has been seen: E an Echo, A, B or U
Dice: W Power   h half Power   p Potential   q critical quadrant   - blank"""

NOBODY = 255
ARROWS = "^>v<"
FACES = {Face.ECHO: "E", Face.A: "A", Face.B: "B", Face.U: "U"}
THINGS = {Thing.CACHE: "$", Thing.ENGRAM: "*", Thing.OBJECTIVE: "@", Thing.DISCOVERY: "?"}
CONSOLE, ARROW, SEVERAL = "=", "/", "&"
PHASES = ("set-up", "Countdown Phase", "Spacer Phase", "Intruder Phase")
WHEREABOUTS = {Where.ABSENT: "not placed yet", Where.EXTRACTED: "extracted", Where.DEAD: "dead"}
PLACES = {
    GearPlace.NONE: "in no place",
    GearPlace.HAND: "in hand",
    GearPlace.SUPPORT: "in a Support slot",
    GearPlace.ARMOR: "as armor",
    GearPlace.BACKPACK: "in the backpack",
    GearPlace.FIXED: "fixed",
}
POINTS = {
    PointState.CLOSED: "closed",
    PointState.INITIATED: "initiated",
    PointState.OPEN: "open",
    PointState.INSERTION: "the Insertion Point of this run",
}


class Line(enum.IntEnum):
    """What stands on a border between two cells."""

    NONE = Border.OPEN
    RED = Border.RED
    WALL = Border.WALL
    OPEN = 3
    CLOSED = 4
    WELDED = 5


UPRIGHT = {Line.NONE: " ", Line.WALL: "|", Line.RED: ":", Line.OPEN: "'", Line.CLOSED: "H", Line.WELDED: "W"}
LEVEL_LINES = {
    Line.NONE: "   ",
    Line.WALL: "---",
    Line.RED: "~~~",
    Line.OPEN: "'''",
    Line.CLOSED: "===",
    Line.WELDED: "www",
}


class Position:
    """What lies where on the pages that are on the table.

    Args:
        game: the configured game.
        state: the position.

    Attributes:
        shown: True for each cell that belongs to a page on the table and is in bounds or part of an Extraction Point
            that has been found.
        across, down: columns and rows of each page on the table.
        columns, rows: the bounding box of these pages; empty ranges without a page.
        units: units on each cell, Spacers by seat, Intruders by slot + 4.
        things: the letters of what lies on or is printed on each cell.
        points: Extraction Point of each of its cells, unless it is hidden.
        blips: slot of the Blip on each intersection.
        spawns: number of the spawn point on each intersection.
    """

    def __init__(self, game: Enormity, state: State):
        self.game, self.state, self.tables = game, state, game.tables
        t = self.tables
        pages = [n for n in range(int(t["n_pages"])) if int(state["revealed"]) >> n & 1]
        self.pages = pages
        page, point = t["page"], t["point_of"]
        found = [p for p in range(int(t["n_points"])) if state["points"][p]["state"] != PointState.HIDDEN]
        self.shown = np.isin(page, pages) & ((point == NOBODY) | np.isin(point, found))
        self.points = {int(c): int(point[c]) for c in np.flatnonzero(self.shown & (point != NOBODY))}
        self.across: dict[int, range] = {}
        self.down: dict[int, range] = {}
        for n in pages:
            x, y, w, h = (int(t["pages"][n][name]) for name in "xywh")
            self.across[n], self.down[n] = range(x, x + w), range(y, y + h)
        self.columns, self.rows = (
            range(min((r.start for r in spans.values()), default=0), max((r.stop for r in spans.values()), default=0))
            for spans in (self.across, self.down)
        )
        self.units: dict[int, list[int]] = {}
        for seat in range(int(state["seats"])):
            if state["spacers"][seat]["where"] == Where.BOARD:
                self.units.setdefault(int(state["spacers"][seat]["cell"]), []).append(seat)
        for slot in self.intruders():
            self.units.setdefault(int(state["intruders"][slot]["cell"]), []).append(MAX_SPACERS + slot)
        self.things = self._things()
        self.blips = {int(b["point"]): n for n, b in enumerate(state["blips"]) if b["point"] >= 0}
        self.spawns = {
            int(t["spawns"][n]): n for n in range(int(t["n_spawns"])) if int(t["spawn_page"][n]) in self.pages
        }

    def rims(self, page: int) -> tuple[bool, bool, bool, bool]:
        """Whether the north, east, south and west side of a page has no other page on the table beyond it."""

        def free(along: Mapping[int, range], beyond: Mapping[int, range], after: bool) -> bool:
            return not any(
                max(along[page].start, along[n].start) < min(along[page].stop, along[n].stop)
                and (beyond[n].start > beyond[page].start) == after
                for n in self.pages
                if n != page
            )

        return (
            free(self.across, self.down, False),
            free(self.down, self.across, True),
            free(self.across, self.down, True),
            free(self.down, self.across, False),
        )

    def intruders(self) -> list[int]:
        """Slots of the Intruders on the board."""
        table = self.state["intruders"]
        return [k for k in range(MAX_INTRUDERS) if table[k]["type"] >= 0 and table[k]["cell"] >= 0]

    def objects(self, kind: Thing) -> list[Any]:
        """The objects of a kind on cells, in cell order."""
        found = [e for e in self.state["objects"] if e["cell"] >= 0 and e["kind"] == kind]
        return sorted(found, key=lambda e: int(e["cell"]))

    def consoles(self) -> list[int]:
        """Numbers of the Consoles on the table."""
        cells = self.tables["consoles"]["cell"]
        return [n for n in range(int(self.tables["n_consoles"])) if cells[n] >= 0 and self.shown[cells[n]]]

    def arrows(self) -> dict[int, int]:
        """Cell -> page that its Location arrow would reveal."""
        leads, hidden = self.tables["leads"], range(int(self.tables["n_pages"]))
        return {
            int(c): int(leads[c])
            for c in np.flatnonzero(self.shown & (leads != NOBODY))
            if int(leads[c]) in hidden and int(leads[c]) not in self.pages
        }

    def _things(self) -> dict[int, list[str]]:
        things: dict[int, list[str]] = {}
        for kind in (Thing.OBJECTIVE, Thing.DISCOVERY, Thing.CACHE, Thing.ENGRAM):
            for e in self.objects(kind):
                things.setdefault(int(e["cell"]), []).append(THINGS[kind])
        for n in self.consoles():
            things.setdefault(int(self.tables["consoles"][n]["cell"]), []).append(CONSOLE)
        for cell in self.arrows():
            things.setdefault(cell, []).append(ARROW)
        return things

    def dangerous(self, cell: int) -> bool:
        """The cell is marked as a dangerous space."""
        return bool(int(self.tables["marks"][cell]) >> Mark.DANGEROUS & 1)

    def tile(self, cell: int) -> int:
        """Kind of the Terrain tile on a cell, -1 none."""
        return int(self.state["tile"][cell]) - 1

    def obstacle(self, kind: int) -> bool:
        """The kind of Terrain tile is an Obstacle."""
        return bool(int(self.tables["terrains"][kind]["keywords"]) >> Tile.OBSTACLE & 1)

    def space(self, cell: int) -> bool:
        """The cell is a board space: shown, and not part of an Extraction Point that is not open (ENO-EXT-11)."""
        if not self.shown[cell]:
            return False
        return cell not in self.points or self.state["points"][self.points[cell]]["state"] == PointState.OPEN

    def line(self, cell: int, side: int) -> Line:
        """What stands on the border of a cell that is shown (0 north, 1 east, 2 south, 3 west)."""
        x, y = cell % WIDTH + (0, 1, 0, -1)[side], cell // WIDTH + (-1, 0, 1, 0)[side]
        other = y * WIDTH + x if 0 <= x < WIDTH and 0 <= y < HEIGHT else -1
        inside = other >= 0 and bool(self.shown[other])
        rim = inside and self.points.get(cell, -1) != self.points.get(other, -1)
        if rim and self.space(cell) and self.space(other):
            return Line.NONE  # an open Extraction Point can be entered from every side (ENO-EXT-11)
        border = int(self.tables["border"][cell][side])
        if border >= Border.DOOR:
            door = DoorState(int(self.state["doors"][border - Border.DOOR]))
            return {DoorState.OPEN: Line.OPEN, DoorState.CLOSED: Line.CLOSED, DoorState.WELDED: Line.WELDED}[door]
        if not inside or rim:
            return Line.WALL
        return Line(border) if border in (Border.RED, Border.WALL) and cell not in self.points else Line.NONE

    def border(self, x: int, y: int, side: int) -> Line:
        """`line` of the cell at a column and row, seen from its neighbour where the cell itself is not shown."""
        for cx, cy, toward in ((x, y, side), (x + (0, 1, 0, -1)[side], y + (-1, 0, 1, 0)[side], (side + 2) % 4)):
            if 0 <= cx < WIDTH and 0 <= cy < HEIGHT and self.shown[cy * WIDTH + cx]:
                return self.line(cy * WIDTH + cx, toward)
        return Line.NONE


# --------------------------------------------------------------------------------------------------- text


class Board:
    """The pages on the table in characters.

    Args:
        position: the position.
    """

    def __init__(self, position: Position):
        self.at = position
        self.state = position.state

    def lines(self) -> Iterator[str]:
        """The rows with the borders between them, row letters and column numbers around."""
        columns, rows = self.at.columns, self.at.rows
        if not columns:
            yield "(no map)"
            return
        yield from self.rulers(0)
        for y in range(rows.start, rows.stop + 1):
            yield ("   " + "".join(self.knot(x, y) for x in range(columns.start, columns.stop + 1))).rstrip()
            if y in rows:
                cells = "".join(UPRIGHT[self.at.border(x, y, 3)] + self.cell(y * WIDTH + x) for x in columns)
                last = UPRIGHT[self.at.border(columns.stop - 1, y, 1)]
                yield f" {self.letter(y, 3)} {cells}{last} {self.letter(y, 1)}"
        yield from reversed(list(self.rulers(2)))

    def rulers(self, side: int) -> Iterator[str]:
        """Titles and column numbers of the pages with nothing beyond them on the north (0) or south side (2)."""
        pages = sorted(n for n in self.at.pages if self.at.rims(n)[side] and (side == 0 or not self.at.rims(n)[0]))
        titles, numbers = "", ""
        for n in sorted(pages, key=lambda n: self.at.across[n].start):
            span = self.at.across[n]
            at = 4 + 4 * (span.start - self.at.columns.start)
            titles = titles.ljust(at) + Names(self.at.game, self.state).page(n)
            numbers = numbers.ljust(at) + "".join(f"{x - span.start + 1:>2}  " for x in span)
        if pages:
            yield titles
            yield numbers.rstrip()

    def letter(self, y: int, side: int) -> str:
        """Row letter of the outermost page of a row on the east (1) or west side (3)."""
        pages = [n for n in self.at.pages if y in self.at.down[n]]
        if not pages:
            return ""
        page = (max if side == 1 else min)(pages, key=lambda n: self.at.across[n].start)
        return chr(ord("A") + self.at.down[page].stop - 1 - y)

    def knot(self, x: int, y: int) -> str:
        """The intersection at the north-west corner of a cell, and the border east of it."""
        beside = LEVEL_LINES[self.at.border(x, y, 0)] if x in self.at.columns else "   "
        point = y * POINT_WIDTH + x
        if point in self.at.blips:
            blip = self.state["blips"][self.at.blips[point]]
            face = FACES[Face(int(blip["face"]))] if blip["known"] else ""
            return (ARROWS[int(blip["arrow"])] + face + beside[len(face) :])[:4]
        if point in self.at.spawns:
            return ("x" if self.state["spawn_disabled"][self.at.spawns[point]] else "o") + beside
        around = (
            self.at.border(x, y, 0),
            self.at.border(x, y, 3),
            self.at.border(x - 1, y - 1, 1),
            self.at.border(x - 1, y - 1, 2),
        )
        return ("+" if any(around) else " ") + beside

    def cell(self, cell: int) -> str:
        """Ground, figure and thing of a cell."""
        if not self.at.shown[cell]:
            return "   "
        units = [str(u) if u < MAX_SPACERS else intruder_letter(u - MAX_SPACERS) for u in self.at.units.get(cell, ())]
        if cell in self.at.points:
            return self.exit(self.at.points[cell], units)
        things = self.at.things.get(cell, [" "])
        thing = things[0] if len(things) == 1 else SEVERAL
        # Two figures meet on a space only while one passes; the second then covers the ground.
        return (units[1] if len(units) > 1 else self.ground(cell)) + (units[0] if units else ".") + thing

    def ground(self, cell: int) -> str:
        """Terrain tile, forced direction or dangerous mark."""
        tile, forced = self.at.tile(cell), int(self.at.tables["forced"][cell])
        if tile >= 0:
            return "#" if self.at.obstacle(tile) else "%"
        if forced:
            return ARROWS[forced - 1]
        return "!" if self.at.dangerous(cell) else " "

    def exit(self, point: int, units: list[str]) -> str:
        """A cell of an Extraction Point."""
        state, tokens = (
            PointState(int(self.state["points"][point]["state"])),
            int(self.state["points"][point]["tokens"]),
        )
        if state == PointState.OPEN:
            return f"[{units[0] if units else ' '}]"
        if state == PointState.INSERTION:
            return " I "
        return f"{tokens}X " if state == PointState.INITIATED else " X "


class Sheet:
    """Everything beside the board in words.

    Args:
        position: the position.
    """

    def __init__(self, position: Position):
        self.at = position
        self.game, self.state, self.tables = position.game, position.state, position.tables
        self.words = Names(self.game, self.state)
        self.names, self.texts = self.game.catalogue.names, self.game.catalogue.texts
        # The observation has the values in force, which cards and lasting effects change.
        self.view = self.game.blocks(self.game.observe(self.state, 0))
        self.seats = range(int(self.state["seats"]))
        self.level = level(self.state)

    def name(self, kind: str, number: int) -> str:
        """Title of a card or thing."""
        return self.names[kind][number]

    def spacer(self, seat: int) -> str:
        """Seat and Character of a Spacer."""
        card = int(self.state["spacers"][seat]["character"])
        return f"{seat} {self.name('characters', card) if card >= 0 else self.game.hero_name(seat)}"

    def intruder(self, slot: int) -> str:
        """Letter and type of an Intruder."""
        kind = int(self.state["intruders"][slot]["type"])
        return f"{intruder_letter(slot)} {self.name('types', kind)}" if kind >= 0 else intruder_letter(slot)

    # -- round, track, pool ----------------------------------------------------------------------------------

    def round(self) -> str:
        """Round, phase and level."""
        state = self.state
        text = f"round {int(state['round'])}, {PHASES[int(state['phase'])]}; Countdown {int(state['countdown'])}, "
        text += f"{LEVELS[self.level]} level"
        text += "; Extraction is available" if state["extraction"] == 0 else ""
        text += "; Extraction is initiated" if state["initiated"] else ""
        return text + ("; Full Alert" if state["alert"] else "")

    def track_items(self, space: int) -> list[str]:
        """What lies on a space of the Countdown Track."""
        state = self.state
        items = ["Blip"] * int(state["track_blips"][space])
        items += ["Intruder"] * int(state["track_intruders"][space])
        for i in range(int(state["track_discoveries"][space])):
            token = int(state["track_discovery"][space][i])
            items.append(f"Discovery {token + 1}" if state["track_open"][space][i] else "Discovery")
        if space == 0 and int(state["waiting_adversary"]) >= 0:
            items.append(self.name("types", int(state["waiting_adversary"])))
        if space == int(state["extraction"]) and space:
            items.append("Extraction Marker")
        return items

    def track(self) -> str:
        """The Countdown Track, its marker in brackets."""
        spaces = []
        for space in range(TRACK - 1, -1, -1):
            marked = f"[{space}]" if space == int(self.state["countdown"]) else str(space)
            spaces.append(" ".join([marked, ", ".join(self.track_items(space))]).rstrip())
        return "Countdown Track: " + " | ".join(spaces)

    def tokens(self, area: str) -> str:
        """The tokens of an area of the Spacer Pool."""
        parts = [f"{int(n)} {t.name.capitalize()}" for t, n in zip(Token, self.state[area], strict=True) if n]
        return ", ".join(parts) or "empty"

    def pool(self) -> str:
        """The Spacer Pool and the holder of the marker."""
        holder = int(self.state["marker"])
        text = f"Spacer Pool: Incoming {self.tokens('incoming')}; Active {self.tokens('pool')}"
        return text + (f". Priority Target: {self.spacer(holder)}" if holder >= 0 else "")

    def counts(self) -> str:
        """What can be counted, but not seen: Blips and cards that are left."""
        state = self.state
        left = int(state["blip_pool"].sum())
        parts = [f"Blips: {len(self.at.blips)} on the board, {left} in the pool"]
        parts += [f"Echoes gone {int(state['echoes_gone'])}"] if state["echoes_gone"] else []
        parts.append(f"Loot Deck {int(state['loot']['n'])}")
        parts.append(f"Discoveries made {int(state['found'])}")
        parts.append(f"Intruders killed {int(state['kills'])}")
        return "; ".join(parts)

    def scenario(self) -> Iterator[str]:
        """The objective, and what Locations and scenario count."""
        kind, wanted = int(self.tables["objective_type"]), int(self.tables["objective_number"])
        if kind >= 0 and wanted:
            held = sum(int(self.state["spacers"][s]["objectives"][kind]) for s in self.seats)
            done = ", met" if self.state["objective_done"] else ""
            need = "needed" if self.tables["objective_needed"] else "wanted"
            yield f"objective: {many(wanted, self.name('objectives', kind))} {need}, {held} held{done}"
        parts = [name for name, on in zip(self.names["flags"], self.state["flags"], strict=False) if on]
        parts += [
            f"{name} {int(n)}" for name, n in zip(self.names["counters"], self.state["counters"], strict=False) if n
        ]
        parts += [f"clue {name}" for name, on in zip(self.names["clues"], self.state["clues"], strict=False) if on]
        if parts:
            yield "in force: " + ", ".join(part.replace("_", " ") for part in parts)

    def stratagems(self) -> Iterator[str]:
        """The team's Stratagems."""
        for card in self.state["stratagems"]:
            number = int(card["card"])
            if number < 0:
                continue
            side = f"ready, {many(int(card['charges']), 'use')} left" if card["ready"] else f"{int(card['paid'])} paid"
            yield f"Stratagem {self.name('stratagems', number)} ({side}): {self.texts['stratagems'][number]}"

    # -- Spacers -----------------------------------------------------------------------------------------------

    def band(self, seat: int) -> Band:
        """The vitality level of a Spacer (ENO-SPC-06)."""
        spacer = self.state["spacers"][seat]
        if spacer["suit"] < 0:
            return Band.GREEN
        suit, vitals = self.tables["suits"][int(spacer["suit"])], int(spacer["vitals"])
        return Band.RED if vitals <= suit["red_max"] else Band.ORANGE if vitals <= suit["orange_max"] else Band.GREEN

    def statistics(self, seat: int) -> str:
        """Vitals, Stress and Adrenaline."""
        e = self.state["spacers"][seat]
        band = self.band(seat).name.lower()
        return f"Vitals {int(e['vitals'])} ({band}), Stress {int(e['stress'])}, Adrenaline {int(e['adrenaline'])}"

    def whereabouts(self, seat: int) -> str:
        """Where a Spacer is."""
        spacer = self.state["spacers"][seat]
        where = Where(int(spacer["where"]))
        if where == Where.BOARD:
            return self.words.space(int(spacer["cell"]))
        if where == Where.OTHER:
            places, number = self.names["other_places"], int(spacer["place"])
            return f"in {places[number]}" if number < len(places) else "in an Other Place"
        return WHEREABOUTS[where]

    def spacer_lines(self, seat: int) -> Iterator[str]:
        """Everything about a Spacer."""
        e = self.state["spacers"][seat]
        suit = f" in {self.name('suits', int(e['suit']))}" if e["suit"] >= 0 else ""
        turn = " <- turn" if int(self.state["active"]) == seat else " (turn taken)" if e["took_turn"] else ""
        if e["character"] < 0:
            yield f"{self.spacer(seat)}, to be chosen"
            return
        yield f"{self.spacer(seat)}{suit}, {self.whereabouts(seat)}: {self.statistics(seat)}{turn}"
        if e["where"] in (Where.DEAD, Where.EXTRACTED):
            return
        if e["where"] == Where.BOARD:
            light, hands = np.rint(self.view["positions"][seat, 4:6] * (9, 4)).astype(int)
            yield f"  Light range {light}; {many(int(hands), 'hand slot')} free"
        for title, parts in (
            ("Action cards", self.cards(seat)),
            ("", self.burdens(seat)),
            ("Gear", self.gear(seat)),
            ("carries", self.carried(seat)),
            ("lasting", self.lasting(seat)),
        ):
            if parts:
                yield f"  {title}: {'; '.join(parts)}" if title else f"  {'; '.join(parts)}"

    def cards(self, seat: int) -> list[str]:
        """The Action cards by sleeve: both titles in hand, the side that is up when played."""
        e, found = self.state["spacers"][seat], []
        for sleeve in range(SLEEVES):
            halves = [int(h) for h in e["half"][sleeve]]
            if min(halves) < 0:
                continue
            side = CardSide(int(e["card"][sleeve]))
            if side == CardSide.HAND:
                found.append(f"{sleeve} in hand, {' / '.join(self.name('halves', h) for h in halves)}")
            else:
                found.append(f"{sleeve} played, {self.name('halves', halves[0 if side == CardSide.A else 1])}")
        return found

    def burdens(self, seat: int) -> list[str]:
        """Exerts, tokens, Conditions and cards gained."""
        e = self.state["spacers"][seat]
        parts = [f"Exert cards {int(e['exerts'])} of {EXERTS}"] if e["exerts"] else []
        parts += ["has exerted in this turn"] if e["exerted"] else []
        parts += ["catches breath at the end of the turn"] if e["breath"] else []
        parts += [f"Radiation {int(e['radiation'])} of {LETHAL_TOKENS}"] if e["radiation"] else []
        parts += [f"Infection {int(e['infection'])} of {LETHAL_TOKENS}"] if e["infection"] else []
        knock = {Knock.NONE: [], Knock.FALLING: ["knocked down"], Knock.STANDING: ["knocked down, standing up"]}
        parts += knock[Knock(int(e["knock"]))]
        parts += [f"Condition {self.name('conditions', n)}" for n in np.flatnonzero(e["conditions"]).tolist()]
        if e["breakdown"] >= 0:
            side = "bonus side" if e["flipped"] else "breakdown side"
            parts.append(f"Breakdown {self.name('breakdowns', int(e['breakdown']))}, {side}")
        parts += ["Awakening"] if e["awakened"] else []
        return parts + ([f"Antinomy {int(e['antinomy'])}"] if e["antinomy"] else [])

    def gear(self, seat: int) -> list[str]:
        """The Gear cards with their places and tokens."""
        found = []
        for number, e in enumerate(self.state["spacers"][seat]["gear"]):
            if e["card"] < 0:
                continue
            card = self.tables["gear"][int(e["card"])]
            parts = [PLACES[GearPlace(int(e["place"]))]]
            for name in ("ammo", "charges"):
                parts += [f"{name.capitalize()} {int(e[name])} of {int(card[name])}"] if card[name] or e[name] else []
            parts += ["exhausted"] if e["exhausted"] else []
            parts += ["discharged"] if e["discharge"] else []
            parts += ["disabled"] if e["disabled"] else []
            found.append(f"{number} {self.name('gear', int(e['card']))} ({', '.join(parts)})")
        return found

    def carried(self, seat: int) -> list[str]:
        """Engrams and Objective tokens."""
        e, parts = self.state["spacers"][seat], []
        at = int(e["cell"]) if e["cell"] >= 0 else int(e["last_cell"])
        for side in ("devices", "resources"):
            for kind in np.flatnonzero(e[side]).tolist():
                title = self.words.engram(self.words.location(at), kind)
                parts.append(f"{int(e[side][kind])} Engram {title} ({side[:-1]})")
        for kind in np.flatnonzero(e["objectives"]).tolist():
            parts.append(many(int(e["objectives"][kind]), self.name("objectives", kind)))
        return parts

    def lasting(self, unit: int) -> list[str]:
        """Modifiers that hold for a while."""
        parts = []
        for entry in self.state["lasting"]:
            if int(entry["unit"]) == unit:
                mod = self.tables["mods"][int(entry["mod"])]
                stat = Stat(int(mod["stat"]))
                name = Skill(int(mod["arg"])).name if stat == Stat.SKILL else stat.name
                until = {Until.ATTACK: "for the next Attack", Until.NOISE: "for the next Noise Roll"}
                span = until.get(
                    Until(int(entry["until"])), f"to the end of the {Until(int(entry['until'])).name.lower()}"
                )
                parts.append(f"{int(mod['amount']):+d} {name.lower().replace('_', ' ')} {span}")
        return parts

    # -- Intruders, Blips, things ------------------------------------------------------------------------------

    def intruder_lines(self) -> Iterator[str]:
        """The Intruders on the board, then the sheets of their types at the level of the Countdown."""
        slots = self.at.intruders()
        for slot in slots:
            yield f"{self.intruder(slot)}, {self.intruder_text(slot)}"
        for kind in sorted({int(self.state["intruders"][slot]["type"]) for slot in slots}):
            sheet, text = self.tables["types"][kind], self.texts["types"][kind]
            yield f"{self.name('types', kind)}: AT {int(sheet['at'][self.level])} on this level. {text}"
            for protocol in range(int(sheet["first_protocol"]), int(sheet["end_protocol"])):
                yield f"  {self.texts['protocols'][protocol]}"

    def intruder_text(self, slot: int) -> str:
        """Place, values and tokens of an Intruder."""
        e = self.state["intruders"][slot]
        sheet, specimen = self.tables["types"][int(e["type"])], int(e["specimen"])
        speed = round(9 * float(self.view["intruders"][slot, 19]))
        unlimited = int(sheet["speed"][self.level]) == NOBODY
        parts = ["Speed unlimited" if unlimited else f"Speed {speed}"]
        parts += [f"Wounds {int(e['wounds'])}"] if e["wounds"] else []
        parts += [f"Suppression {int(e['suppression'])}"] if e["suppression"] else []
        parts += ["surprised"] if e["surprised"] else []
        parts += ["has acted"] if e["acted"] else []
        parts += ["the Adversary"] if int(self.state["adversary"]) == slot else []
        if specimen >= 0:
            parts.append(f"Unique Specimen {self.name('specimens', specimen)}: {self.texts['specimens'][specimen]}")
        parts += self.lasting(MAX_SPACERS + slot)
        return f"{self.words.space(int(e['cell']))} facing {DIRECTIONS[int(e['facing'])]}: " + ", ".join(parts)

    def blip_lines(self) -> Iterator[str]:
        """The Blips on the board, with the faces that have been seen."""
        for point, slot in sorted(self.at.blips.items()):
            blip = self.state["blips"][slot]
            yield f"{self.words.blip(slot)} at {self.words.corner(point)}, patrols {DIRECTIONS[int(blip['arrow'])]}"

    def thing_lines(self) -> Iterator[str]:
        """What lies on the board and is printed on it, kind by kind."""
        at = self.at
        for title, parts in (
            ("Discoveries", [self.placed(e, self.discovery(e)) for e in at.objects(Thing.DISCOVERY)]),
            ("Loot Caches", [self.placed(e, "") for e in at.objects(Thing.CACHE)]),
            ("Engrams", [self.placed(e, self.kind_of(e)) for e in at.objects(Thing.ENGRAM)]),
            ("Objectives", [self.placed(e, self.kind_of(e)) for e in at.objects(Thing.OBJECTIVE)]),
            ("Terrain", self.tiles()),
            ("Consoles", [self.console(n) for n in at.consoles()]),
            ("doors", self.doors()),
            ("Location arrows", self.arrows()),
            ("Extraction Points", self.exits()),
        ):
            if parts:
                yield f"{title}: {', '.join(parts)}"

    def placed(self, thing: Any, what: str) -> str:
        """An object with its place."""
        parts = (self.words.space(int(thing["cell"])), what, "(disabled)" if thing["disabled"] else "")
        return " ".join(part for part in parts if part)

    def discovery(self, token: Any) -> str:
        """Number of a Discovery token, if it lies face up."""
        return f"number {int(token['sub']) + 1}" if token["face_up"] else "facedown"

    def kind_of(self, thing: Any) -> str:
        """Title of an Engram or Objective token, if it lies face up."""
        if not thing["face_up"]:
            return "facedown"
        kind = int(thing["sub"])
        if thing["kind"] == Thing.ENGRAM:
            return self.words.engram(self.words.location(int(thing["cell"])), kind)
        return self.name("objectives", kind)

    def tiles(self) -> list[str]:
        """The Terrain tiles, kind by kind."""
        cells: dict[int, list[str]] = {}
        for cell in np.flatnonzero(self.state["tile"]).tolist():
            cells.setdefault(self.at.tile(cell), []).append(self.words.space(cell))
        return [
            f"{self.name('terrains', k)} {' '.join(at)} ({self.texts['terrains'][k]})"
            for k, at in sorted(cells.items())
        ]

    def console(self, number: int) -> str:
        """A Console with its place."""
        off = " (disabled)" if self.state["console_disabled"][number] else ""
        return f"{self.words.space(int(self.tables['consoles'][number]['cell']))} {self.name('consoles', number)}{off}"

    def doors(self) -> list[str]:
        """Number, name, places and state of each door."""
        sides: dict[int, list[str]] = {}
        for cell in np.flatnonzero(self.at.shown).tolist():
            for side in (1, 2, 0, 3):
                door = int(self.tables["border"][cell][side]) - Border.DOOR
                beside = cell + (-WIDTH, 1, WIDTH, -1)[side]
                inside = 0 <= beside < len(self.at.shown) and bool(self.at.shown[beside])
                if door >= 0 and (side in (1, 2) or not inside):  # each border once
                    sides.setdefault(door, []).append(f"{self.words.space(cell)} {DIRECTIONS[side]}")
        found = []
        for door, at in sorted(sides.items()):
            state = DoorState(int(self.state["doors"][door])).name.lower()
            state += ", disabled" if self.state["door_disabled"][door] else ""
            found.append(f"{door} {self.name('doors', door)} ({state}) at {' and '.join(at)}")
        return found

    def arrows(self) -> list[str]:
        """The Location arrows that lead to pages that are not on the table, page by page."""
        cells: dict[int, list[str]] = {}
        for cell, page in self.at.arrows().items():
            cells.setdefault(page, []).append(self.words.space(cell))
        return [f"{', '.join(at)} to {self.words.page(page)}" for page, at in cells.items()]

    def exits(self) -> list[str]:
        """The Extraction Points on the table."""
        found = []
        for point in sorted(set(self.at.points.values())):
            e = self.state["points"][point]
            cells = [self.words.space(cell) for cell, number in self.at.points.items() if number == point]
            state = POINTS[PointState(int(e["state"]))]
            state += f", {many(int(e['tokens']), 'Exfiltration token')}" if e["tokens"] else ""
            found.append(f"{self.name('extraction_points', point)} ({state}) at {' and '.join(cells)}")
        return found

    # -- what is going on --------------------------------------------------------------------------------------

    def die(self, roll: Any, i: int) -> str:
        """A die by its colour and face, and what was done to it."""
        marks = int(roll["marks"][i])
        done = ["re-rolled"] if marks & (1 << DieMark.CONFIDENCE | 1 << DieMark.STRESS | 1 << DieMark.ARMOR) else []
        done += ["p turned into W"] if marks >> DieMark.DISCIPLINE & 1 else []
        return self.words.face(roll, i) + (f" ({', '.join(done)})" if done else "")

    def roll_lines(self) -> Iterator[str]:
        """The rolls in progress, the innermost first."""
        number = int(self.state["n_rolls"])
        for r in range(number - 1, -1, -1):
            roll = self.state["rolls"][r]
            kind = RollKind(int(roll["kind"]))
            name = "Enormity die" if kind == RollKind.ENORMITY else f"{kind.name.capitalize()} roll"
            text = name + (f" of {self.spacer(int(roll['roller']))}" if roll["roller"] >= 0 else "")
            text += f" against {int(roll['at'])}" if roll["at"] >= 0 else ""
            text += ": " + ", ".join(self.die(roll, i) for i in range(int(roll["n"])))
            if r == number - 1 and kind != RollKind.ENORMITY:
                power, quadrants = np.rint(self.view["roll"][9:11] * (40, 9)).astype(int)
                text += f"; Power {power}, quadrants {quadrants}"
            text += f"; Noise bonus {int(roll['noise'])} to place" if roll["noise"] else ""
            yield f"{text}; step {Stage(int(roll['stage'])).name.lower()}"

    def assault_lines(self) -> Iterator[str]:
        """The attacks in progress, the innermost first."""
        for a in range(int(self.state["n_assaults"]) - 1, -1, -1):
            e = self.state["assaults"][a]
            actor, weapon, target = int(e["actor"]), int(e["weapon"]), int(e["target"])
            if actor < 0:
                continue
            if e["side"] == Side.INTRUDER:
                what = f" with {self.name('protocols', weapon)}" if weapon >= 0 else ""
                whom = f" on {self.spacer(target)}" if target >= 0 else ""
                yield f"attack of {self.intruder(actor)}{what}{whom}; damage {int(e['damage'])}"
                continue
            card = int(self.state["spacers"][actor]["gear"][weapon]["card"]) if weapon >= 0 else -1
            what = f" with {self.name('gear', card)}" if card >= 0 else ""
            targets = []
            for slot, result in zip(e["targets"][: int(e["n_targets"])], e["results"], strict=False):
                done = f": {Result(int(result)).name.lower()}" if result else ""
                targets.append(f"{self.intruder(int(slot))}{done}" if slot >= 0 else f"one that is gone{done}")
            text = f"attack of {self.spacer(actor)}{what} on {', '.join(targets) or 'a target to be chosen'}"
            text += f"; {int(e['ammo'])} Ammo spent" if e["ammo"] else ""
            text += f"; {many(int(e['follow_ups']), 'Bonus Attack')} to follow" if e["follow_ups"] else ""
            yield text + ("; Chain Break" if int(e["marks"]) >> AssaultMark.BROKEN & 1 else "")

    def noise_lines(self) -> Iterator[str]:
        """The Noises that wait, oldest first."""
        for n in range(int(self.state["n_noises"])):
            e = self.state["noises"][n]
            source = f" by {self.spacer(int(e['source']))}" if e["source"] >= 0 else ""
            parts = [f"Blip {b} moves {int(e['dice'][b])}" for b in np.flatnonzero(e["dice"]).tolist()]
            parts += [many(int(e["overwhelms"]), "Overwhelm trigger")] if e["overwhelms"] else []
            yield f"Noise at {self.words.space(int(e['cell']))}{source}: {', '.join(parts) or 'nothing moves'}"

    def scanner(self) -> str:
        """The reading of the Scanner card of the present patrol; empty without one."""
        card = int(self.state["scanner"])
        if card < 0:
            return ""
        nw, ne, sw, se = (int(n) for n in self.tables["scanners"][self.level][card]["quadrants"])
        if self.state["scanner_turned"]:
            nw, ne, sw, se = sw, nw, se, ne
        return f"Scanner: north-west {nw}, north-east {ne}, south-west {sw}, south-east {se}"

    def question(self) -> str:
        """Who is asked what, or how the session ended; empty if neither."""
        asked = self.game.hero(self.state)
        if asked is not None:
            return f"asked: {self.game.hero_name(asked)}, {QUESTIONS[Choice(int(self.state['core']['choice']))]}"
        return f"over: {self.game.outcome(self.state).reason}" if self.game.is_over(self.state) else ""

    def stash(self) -> str:
        """The Gear cards that are left to choose Loadouts from; empty after the set-up."""
        if self.state["phase"] or not self.state["stash"].any():
            return ""
        cards = [f"{int(n)} {self.name('gear', c)}" for c, n in enumerate(self.state["stash"]) if n]
        return f"stash: {', '.join(cards)}"


def text(game: Enormity, state: State, seat: int | None = None) -> str:
    """The whole open position."""
    position = Position(game, state)
    sheet = Sheet(position)
    lines = [sheet.round(), sheet.track(), sheet.pool(), sheet.counts(), *sheet.scenario(), *Board(position).lines()]
    for s in sheet.seats:
        lines += sheet.spacer_lines(s)
    lines += [*sheet.intruder_lines(), *sheet.blip_lines(), *sheet.thing_lines(), *sheet.stratagems()]
    lines += filter(None, (sheet.stash(), sheet.scanner()))
    lines += [*sheet.noise_lines(), *sheet.assault_lines(), *sheet.roll_lines()]
    return "\n".join([*lines, *filter(None, [sheet.question()])])


# ------------------------------------------------------------------------------------------------ picture

PAPER = (24, 24, 30)
VOID = (16, 16, 20)
INK = (230, 228, 220)
FAINT = (164, 162, 156)
GRID = (74, 72, 69)
FLOOR = (92, 90, 86)
DANGER, HATCH = (112, 84, 66), (164, 106, 62)
OBSTACLE, TERRAIN = (44, 40, 38), (104, 112, 92)
SPAWN = (176, 120, 206)
BLIP, BLIP_RIM = (204, 38, 48), (255, 214, 210)
INTRUDER, INTRUDER_RIM = (44, 14, 22), (255, 150, 150)
SPECIMEN_RIM = (255, 214, 90)
PRIORITY = (255, 226, 92)
SPACER_COLOURS = ((236, 112, 84), (98, 170, 240), (122, 206, 118), (238, 206, 92))
BANDS = {Band.RED: (214, 64, 58), Band.ORANGE: (232, 150, 64), Band.GREEN: (104, 190, 110)}
STRESS, ADRENALINE, EMPTY = (178, 120, 214), (240, 214, 96), (52, 52, 60)
TOKEN_COLOURS = {Token.DISCIPLINE: (98, 170, 240), Token.CONFIDENCE: (238, 206, 92), Token.EXPERTISE: (122, 206, 118)}
LEVEL_COLOURS = {Level.WHITE: (206, 204, 198), Level.RED: (158, 44, 46), Level.BLACK: (8, 8, 10)}
THING_COLOURS = {
    "?": (92, 108, 168),
    "$": (196, 160, 64),
    "*": (64, 128, 148),
    "@": (168, 88, 148),
    CONSOLE: (140, 116, 72),
    ARROW: (72, 140, 92),
}
THING_NAMES = {
    "?": "Discovery",
    "$": "Loot Cache",
    "*": "Engram",
    "@": "Objective",
    CONSOLE: "Console",
    ARROW: "Location arrow",
}
LINE_COLOURS = {
    Line.WALL: (8, 8, 10),
    Line.RED: (226, 52, 52),
    Line.CLOSED: (222, 146, 70),
    Line.OPEN: (170, 200, 160),
    Line.WELDED: (250, 90, 190),
}
LINE_NAMES = {
    Line.WALL: "wall",
    Line.RED: "red line",
    Line.CLOSED: "closed door",
    Line.OPEN: "open door",
    Line.WELDED: "welded door",
}
EXIT_COLOURS = {
    PointState.CLOSED: (50, 74, 62),
    PointState.INITIATED: (70, 110, 84),
    PointState.OPEN: (84, 176, 112),
    PointState.INSERTION: (66, 70, 84),
}
TURNS = ((0, -1), (1, 0), (0, 1), (-1, 0))
ACROSS, DOWN = 0.76, 0.69  # of the picture that the board takes


def image(game: Enormity, state: State, seat: int | None = None, size: int = 800) -> NDArray[np.uint8]:
    """The board, its key and the Intruders beside it, the Countdown Track and the Spacers below."""
    picture = Image.new("RGB", (size, size), PAPER)
    Picture(Position(game, state), ImageDraw.Draw(picture), size).draw()
    return np.asarray(picture, np.uint8).copy()


def shrunk(box: Box, share: float) -> Box:
    """A box without a share of its width on each side."""
    inset = share * (box[2] - box[0])
    return box[0] + inset, box[1] + inset, box[2] - inset, box[3] - inset


class Picture(Drawing):
    """A picture of a position; the pages on the table fill the space of the board.

    Args:
        position: the position.
        draw: where to draw.
        size: width and height of the picture in pixels.
    """

    def __init__(self, position: Position, draw: ImageDraw.ImageDraw, size: int):
        super().__init__(draw, size)
        self.at = position
        self.sheet, self.state = Sheet(position), position.state
        across, down = len(position.columns) or 10, len(position.rows) or 10
        beside, above = size * 0.025, size * 0.045  # rulers, and titles with them
        wide, high = ACROSS * size - 2 * beside, DOWN * size - 2 * above
        self.step = min(wide / across, high / down)
        self.left = beside + (wide - self.step * across) / 2
        self.top = above + (high - self.step * down) / 2
        self.font = ImageFont.load_default(max(7, round(self.step * 0.5)))
        self.badge = ImageFont.load_default(max(6, round(self.step * 0.32)))
        self.marks = ImageFont.load_default(max(6, round(min(size * 0.0165, self.step * 0.6))))
        self.pad = size * 0.01

    def draw(self) -> None:
        """All of it."""
        cells = np.flatnonzero(self.at.shown).tolist()
        for number in self.at.pages:
            x, y, w, h = (int(self.at.tables["pages"][number][name]) for name in "xywh")
            (x0, y0), (x1, y1) = self.point(x, y), self.point(x + w, y + h)
            self.canvas.rectangle((x0, y0, x1, y1), fill=VOID)
        for cell in cells:
            self.ground(cell)
        for cell in cells:
            self.borders(cell)
        for point, number in self.at.spawns.items():
            self.spawn(point, bool(self.state["spawn_disabled"][number]))
        for cell in cells:
            self.figures(cell)
            self.things(cell)
        for point, slot in self.at.blips.items():
            self.blip(point, self.state["blips"][slot])
        self.rulers()
        self.key()
        self.head()
        self.track()
        self.pool()
        for seat in self.sheet.seats:
            self.spacer(seat)

    # -- the board -------------------------------------------------------------------------------------------

    def point(self, i: float, j: float) -> tuple[float, float]:
        """The pixel of an intersection."""
        return (
            self.left + (i - self.at.columns.start) * self.step,
            self.top + (j - self.at.rows.start) * self.step,
        )

    def box(self, cell: int, inset: float = 0) -> Box:
        """The pixels of a cell; `inset` is a share of its side."""
        x, y = self.point(cell % WIDTH, cell // WIDTH)
        return shrunk((x, y, x + self.step, y + self.step), inset)

    def rulers(self) -> None:
        """Titles, row letters and column numbers of the pages, on sides without another page."""
        aside = self.size * 0.012
        for n in self.at.pages:
            across, down = self.at.across[n], self.at.down[n]
            (x0, y0), (x1, y1) = self.point(across.start, down.start), self.point(across.stop, down.stop)
            rims = self.at.rims(n)
            for free, height in ((rims[0], y0 - aside), (rims[2], y1 + aside)):
                for x in across if free else ():
                    self.rule(self.point(x + 0.5, 0)[0], height, str(x - across.start + 1))
            for free, middle in ((rims[3], x0 - aside), (rims[1], x1 + aside)):
                for y in down if free else ():
                    self.rule(middle, self.point(0, y + 0.5)[1], chr(ord("A") + down.stop - 1 - y))
            if rims[0] or rims[2]:
                self.rule((x0 + x1) / 2, y0 - 3 * aside if rims[0] else y1 + 3 * aside, self.sheet.words.page(n))

    def rule(self, x: float, y: float, string: str) -> None:
        """A letter, number or title beside a page."""
        self.canvas.text((x, y), string, font=self.marks, fill=FAINT, anchor="mm")

    def ground(self, cell: int) -> None:
        """One space: floor, dangerous mark, forced direction, Terrain tile, or part of an Extraction Point."""
        box = self.box(cell)
        if cell in self.at.points:
            self.exit(cell, box)
            return
        self.canvas.rectangle(box, fill=DANGER if self.at.dangerous(cell) else FLOOR, outline=GRID)
        if self.at.dangerous(cell):
            self.hatch(box)
        tile, forced = self.at.tile(cell), int(self.at.tables["forced"][cell])
        if tile >= 0:
            self.tile(tile, self.box(cell, 0.08))
        if forced:
            self.pointer(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), forced - 1, 0.36 * self.step, INK)

    def hatch(self, box: Box) -> None:
        """Slanting lines over a dangerous space."""
        x0, y0, x1, y1 = box
        for share in (0.25, 0.5, 0.75, 1):
            along = share * self.step
            self.canvas.line((x0 + along, y0, x0, y0 + along), fill=HATCH)
            if share < 1:
                self.canvas.line((x1, y0 + along, x0 + along, y1), fill=HATCH)

    def tile(self, kind: int, box: Box) -> None:
        """A Terrain tile with the first letters of its title."""
        obstacle = self.at.obstacle(kind)
        self.canvas.rectangle(box, fill=OBSTACLE if obstacle else TERRAIN, outline=(20, 20, 20) if obstacle else INK)
        self.mark(box, self.sheet.name("terrains", kind)[:2], FAINT if obstacle else INK, self.badge)

    def exit(self, cell: int, box: Box) -> None:
        """A cell of an Extraction Point, with its Exfiltration tokens."""
        point = self.state["points"][self.at.points[cell]]
        state = PointState(int(point["state"]))
        self.canvas.rectangle(box, fill=EXIT_COLOURS[state], outline=GRID)
        if cell not in self.at.units:
            mark = "I" if state == PointState.INSERTION else "X"
            tokens = str(int(point["tokens"])) if state == PointState.INITIATED else ""
            self.mark(box, mark + tokens, INK if state == PointState.OPEN else FAINT, self.font)

    def borders(self, cell: int) -> None:
        """Walls, red lines and doors on the four sides of a cell."""
        x0, y0, x1, y1 = self.box(cell)
        ends = ((x0, y0, x1, y0), (x1, y0, x1, y1), (x0, y1, x1, y1), (x0, y0, x0, y1))
        thick = max(3, round(self.step * 0.1))
        for side in range(4):
            line = self.at.line(cell, side)
            if line == Line.WALL:
                self.canvas.line(ends[side], fill=LINE_COLOURS[line], width=thick)
            elif line:
                self.canvas.line(ends[side], fill=VOID, width=thick)
                self.canvas.line(ends[side], fill=LINE_COLOURS[line], width=max(2, thick - 2))

    def pointer(self, middle: tuple[float, float], direction: int, reach: float, colour: Rgb) -> None:
        """A triangle that points from a middle into a direction."""
        (x, y), (dx, dy) = middle, TURNS[direction]
        tip, base, half = reach, reach * 0.35, reach * 0.5
        self.canvas.polygon(
            [
                (x + dx * tip, y + dy * tip),
                (x + dx * base - dy * half, y + dy * base + dx * half),
                (x + dx * base + dy * half, y + dy * base - dx * half),
            ],
            fill=colour,
        )

    def disc(self, middle: tuple[float, float], radius: float, fill: Rgb | None, rim: Rgb, width: int) -> None:
        """A disc around a middle."""
        x, y = middle
        self.canvas.ellipse((x - radius, y - radius, x + radius, y + radius), fill=fill, outline=rim, width=width)

    def spawn(self, point: int, disabled: bool) -> None:
        """A spawn point: a ring, crossed when it is disabled."""
        x, y = self.point(point % POINT_WIDTH, point // POINT_WIDTH)
        radius = 0.16 * self.step
        self.disc((x, y), radius, VOID, SPAWN, max(1, round(self.step * 0.05)))
        if disabled:
            self.canvas.line((x - radius, y - radius, x + radius, y + radius), fill=SPAWN, width=2)

    def blip(self, point: int, blip: Any) -> None:
        """A Blip with its patrol arrow, and its face if that has been seen."""
        x, y = self.point(point % POINT_WIDTH, point // POINT_WIDTH)
        radius = 0.22 * self.step
        self.pointer((x, y), int(blip["arrow"]), 2.1 * radius, BLIP_RIM)
        self.disc((x, y), radius, BLIP, BLIP_RIM, max(1, round(self.step * 0.04)))
        if blip["known"]:
            self.mark((x, y, x, y), FACES[Face(int(blip["face"]))], (255, 255, 255), self.badge)

    def things(self, cell: int) -> None:
        """What lies on a space: in its middle, or in the corners beside a figure or other things."""
        marks = self.at.things.get(cell, [])[:4]
        x0, y0, x1, y1 = self.box(cell)
        half = 0.4 * self.step
        alone = len(marks) == 1 and cell not in self.at.units
        corners = ((x0, y1 - half), (x1 - half, y1 - half), (x0, y0), (x1 - half, y0))
        for mark, (x, y) in zip(marks, corners, strict=False):
            box = self.box(cell, 0.2) if alone else (x, y, x + half, y + half)
            self.canvas.rectangle(box, fill=THING_COLOURS[mark], outline=(20, 20, 20))
            self.mark(box, mark, (244, 242, 234), self.font if alone else self.badge)

    def figures(self, cell: int) -> None:
        """The figures on a space; of two that meet there while one passes, each has a half."""
        units = self.at.units.get(cell, [])
        x, y, x1, _ = self.box(cell)
        side = (x1 - x) / max(1, len(units))
        for n, unit in enumerate(units):
            box = (x + n * side, y + n * side, x + (n + 1) * side, y + (n + 1) * side)
            if unit < MAX_SPACERS:
                self.spacer_figure(unit, box)
            else:
                self.intruder_figure(unit - MAX_SPACERS, box)

    def count(self, box: Box, low: bool, number: int, colour: Rgb) -> None:
        """A number in a corner on the right of a box."""
        side = 0.36 * (box[2] - box[0])
        x, y = box[2] - side, box[3] - side if low else box[1]
        self.canvas.rectangle((x, y, x + side, y + side), fill=VOID, outline=colour)
        self.mark((x, y, x + side, y + side), str(number), (255, 255, 255), self.badge)

    def spacer_figure(self, seat: int, box: Box) -> None:
        """A Spacer with its Vitals; knocked down it is barred, and a triangle marks the Priority Target."""
        spacer, side = self.state["spacers"][seat], box[2] - box[0]
        x, y, x1, y1 = inner = shrunk(box, 0.12)
        active = int(self.state["active"]) == seat
        outline, width = ((255, 255, 255), max(2, round(side * 0.07))) if active else ((20, 20, 20), 1)
        self.canvas.ellipse(inner, fill=SPACER_COLOURS[seat], outline=outline, width=width)
        self.mark(inner, str(seat), (20, 20, 20), self.font if side > 0.9 * self.step else self.badge)
        if spacer["knock"]:
            self.canvas.line((x, (y + y1) / 2, x1, (y + y1) / 2), fill=(150, 20, 20), width=3)
        if int(self.state["marker"]) == seat:
            x, y, _, _ = shrunk(box, 0.03)
            corner = [(x, y), (x + 0.34 * side, y), (x, y + 0.34 * side)]
            self.canvas.polygon(corner, fill=PRIORITY, outline=(20, 20, 20))
        self.count(box, True, int(spacer["vitals"]), BANDS[self.sheet.band(seat)])

    def intruder_figure(self, slot: int, box: Box) -> None:
        """An Intruder with its letter and facing, its Suppression and its wounds."""
        e, inner, side = self.state["intruders"][slot], shrunk(box, 0.16), box[2] - box[0]
        special = e["specimen"] >= 0 or int(self.state["adversary"]) == slot
        rim = SPECIMEN_RIM if special else INTRUDER_RIM
        middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        self.pointer(middle, int(e["facing"]), 0.5 * side, rim)
        self.canvas.ellipse(inner, fill=INTRUDER, outline=rim, width=max(1, round(side * 0.05)))
        letter = intruder_letter(slot) + ("?" if e["surprised"] else "")
        self.mark(inner, letter, (255, 232, 228), self.font if side > 0.9 * self.step else self.badge)
        if e["suppression"]:
            self.count(box, True, int(e["suppression"]), SPACER_COLOURS[1])
        if e["wounds"]:
            self.count(box, False, int(e["wounds"]), BANDS[Band.RED])

    # -- beside the board ------------------------------------------------------------------------------------

    def key(self) -> None:
        """What the marks and lines mean, and below it the Intruders."""
        x, y, line = self.size * ACROSS + self.pad, 0.75 * self.pad, self.line
        side = line * 0.75
        room = self.size - x - side - 1.5 * self.pad
        for mark, name in THING_NAMES.items():
            box = (x, y, x + side, y + side)
            self.canvas.rectangle(box, fill=THING_COLOURS[mark])
            self.mark(box, mark, (244, 242, 234), self.small)
            self.write(x + side + self.pad, y, name, FAINT, room)
            y += line
        for line_, name in LINE_NAMES.items():
            self.canvas.line((x, y + side / 2, x + side, y + side / 2), fill=LINE_COLOURS[line_], width=4)
            self.write(x + side + self.pad, y, name, FAINT, room)
            y += line
        for colour, mark, name in (
            (DANGER, "", "dangerous space"),
            (OBSTACLE, "", "Obstacle tile"),
            (TERRAIN, "", "other tile"),
            (EXIT_COLOURS[PointState.CLOSED], "X", "Extraction Point"),
            (EXIT_COLOURS[PointState.OPEN], "X", "open"),
        ):
            box = (x, y, x + side, y + side)
            self.canvas.rectangle(box, fill=colour, outline=GRID)
            self.mark(box, mark, INK, self.small)
            self.write(x + side + self.pad, y, name, FAINT, room)
            y += line
        for fill, rim, name in (
            (BLIP, BLIP_RIM, "Blip"),
            (VOID, SPAWN, "spawn point"),
            (INTRUDER, INTRUDER_RIM, "Intruder"),
            (INTRUDER, SPECIMEN_RIM, "Unique Specimen"),
        ):
            self.disc((x + side / 2, y + side / 2), side / 2, fill, rim, 2)
            self.write(x + side + self.pad, y, name, FAINT, room)
            y += line
        self.canvas.polygon([(x, y), (x + side, y), (x, y + side)], fill=PRIORITY)
        self.write(x + side + self.pad, y, "Priority Target", FAINT, room)
        self.roster(x, y + 1.5 * line)

    def roster(self, x: float, y: float) -> None:
        """The Intruders on the board, as many as there is room for."""
        slots = self.at.intruders()
        room = max(0, int((self.size * DOWN - y) / self.line))
        shown = slots if len(slots) <= room else slots[: max(0, room - 1)]
        for slot in shown:
            self.write(x, y, self.sheet.intruder(slot), INTRUDER_RIM, self.size - x - self.pad)
            y += self.line
        if len(shown) < len(slots) and room:
            self.write(x, y, f"and {len(slots) - len(shown)} more", INTRUDER_RIM, self.size - x - self.pad)

    # -- below the board -------------------------------------------------------------------------------------

    def head(self) -> None:
        """Round, objective, and what is asked."""
        y, room = self.size * DOWN, self.size - 2 * self.pad
        objective = next(iter(self.sheet.scenario()), "")
        blips = f"Blips {len(self.at.blips)}, in the pool {int(self.state['blip_pool'].sum())}"
        parts = [self.sheet.round(), blips, *([objective] if objective.startswith("objective") else [])]
        self.write(self.pad, y, "; ".join(parts), INK, room)
        self.write(self.pad, y + self.line, self.sheet.question(), FAINT, room)

    def track(self) -> None:
        """The Countdown Track: markers, Blips, Intruders and Discoveries on its spaces."""
        y, side = self.size * DOWN + 2.2 * self.line, self.size * 0.046
        for n, space in enumerate(range(TRACK - 1, -1, -1)):
            x = self.pad + n * self.size * 0.0485
            box, here = (x, y, x + side, y + side), space == int(self.state["countdown"])
            colour = Level((TOP - space) // 3) if space else Level.BLACK
            rim, width = (PRIORITY, 3) if here else (GRID, 1)
            self.canvas.rectangle(box, fill=LEVEL_COLOURS[colour], outline=rim, width=width)
            ink = (20, 20, 20) if colour == Level.WHITE else INK
            self.canvas.text(
                (x + 0.12 * side, y + 0.06 * side), str(space) if space else "!", font=self.small, fill=ink
            )
            items = [item[0] for item in self.sheet.track_items(space) if item != "Extraction Marker"]
            corner = (x + 0.92 * side, y + 0.95 * side)
            self.canvas.text(corner, "".join(items[:4]), font=self.small, fill=ink, anchor="rd")
            if space and space == int(self.state["extraction"]):
                middle = x + side - 0.3 * side, y + 0.3 * side
                self.disc(middle, 0.2 * side, EXIT_COLOURS[PointState.OPEN], VOID, 1)
                self.mark((*middle, *middle), "X", VOID, self.small)

    def pool(self) -> None:
        """The two areas of the Spacer Pool."""
        x0, y = 2 * self.pad + TRACK * self.size * 0.0485, self.size * DOWN + 2.2 * self.line
        radius = self.size * 0.0125
        for row, (area, title) in enumerate((("incoming", "Incoming"), ("pool", "Active"))):
            middle = y + (0.012 + 0.026 * row) * self.size
            self.canvas.text((x0, middle), title, font=self.small, fill=FAINT, anchor="lm")
            for token in Token:
                x = x0 + self.size * (0.09 + 0.145 * token)
                number = int(self.state[area][token])
                fill = TOKEN_COLOURS[token] if number else EMPTY
                self.disc((x, middle), radius, fill, VOID, 1)
                self.mark((x, middle, x, middle), str(number), VOID if number else FAINT, self.small)
                name = token.name.capitalize()
                fits = self.canvas.textlength(name, font=self.small) < self.size * 0.145 - 3 * radius
                at = (x + 1.4 * radius, middle)
                self.canvas.text(at, name if fits else name[0], font=self.small, fill=FAINT, anchor="lm")

    def spacer(self, seat: int) -> None:
        """One Spacer: place, the three statistics as bars, Action cards, burdens and Gear."""
        e, wide = self.state["spacers"][seat], (self.size - self.pad) / max(2, len(self.sheet.seats))
        x, y = self.pad + seat * wide, self.size * DOWN + 2.6 * self.line + self.size * 0.046
        room, line = wide - 1.5 * self.pad, self.line
        if int(self.state["active"]) == seat:
            half = 0.5 * self.pad
            self.canvas.rectangle((x - half, y - half, x + room + half, self.size - half), outline=(255, 255, 255))
        self.write(x, y, f"{self.sheet.spacer(seat)}, {self.sheet.whereabouts(seat)}", SPACER_COLOURS[seat], room)
        if e["where"] in (Where.DEAD, Where.EXTRACTED) or e["character"] < 0:
            return
        y += line * 1.1
        for title, value, colour in (
            ("V", int(e["vitals"]), BANDS[self.sheet.band(seat)]),
            ("S", int(e["stress"]), STRESS),
            ("A", int(e["adrenaline"]), ADRENALINE),
        ):
            self.bar(x, y, room, title, value, colour)
            y += line * 0.9
        self.cards(x, y + 0.1 * line, seat)
        y += line * 1.25
        rows = [(row, (246, 160, 160)) for row in self.wrap("; ".join(self.sheet.burdens(seat)), room, 2)]
        rows += [(card, INK) for card in self.gear(seat)]
        rows += [(row, FAINT) for row in self.wrap("; ".join(self.sheet.carried(seat)), room, 2)]
        for text, colour in rows:
            if y + line < self.size:
                self.write(x, y, text, colour, room)
                y += line * 0.95

    def wrap(self, string: str, room: float, most: int) -> list[str]:
        """The text in at most so many lines; none of an empty one."""
        lines = [""]
        for word in string.split():
            longer = f"{lines[-1]} {word}".strip()
            if len(lines) < most and self.canvas.textlength(longer, font=self.small) > room:
                lines.append(word)
            else:
                lines[-1] = longer
        return [line for line in lines if line]

    def bar(self, x: float, y: float, room: float, title: str, value: int, colour: Rgb) -> None:
        """A statistic from 0 to 9 as a bar of nine parts."""
        self.canvas.text((x, y), title, font=self.small, fill=FAINT)
        left, side = x + 0.1 * room, 0.8 * room / TOP
        for n in range(TOP):
            box = (left + n * side, y + self.line * 0.12, left + (n + 0.85) * side, y + self.line * 0.75)
            self.canvas.rectangle(box, fill=colour if n < value else EMPTY)
        self.canvas.text((x + room, y), str(value), font=self.small, fill=INK, anchor="ra")

    def cards(self, x: float, y: float, seat: int) -> None:
        """The Action cards, filled while in hand, with the side that is up when played; behind them Exert cards."""
        e, side = self.state["spacers"][seat], self.line * 0.95
        for sleeve in range(SLEEVES):
            if min(e["half"][sleeve]) < 0:
                continue
            up = CardSide(int(e["card"][sleeve]))
            box = (x, y, x + side * 0.8, y + side)
            self.canvas.rectangle(box, fill=SPACER_COLOURS[seat] if up == CardSide.HAND else PAPER, outline=FAINT)
            self.mark(box, "" if up == CardSide.HAND else up.name, FAINT, self.small)
            x += side
        for _ in range(int(e["exerts"])):
            box = (x + side * 0.4, y, x + side * 1.2, y + side)
            self.canvas.rectangle(box, fill=(120, 30, 34), outline=FAINT)
            self.mark(box, "E", INK, self.small)
            x += side

    def gear(self, seat: int) -> list[str]:
        """The Gear cards that are in use, with their Ammo and Charges, then those in the backpack."""
        equipped: list[str] = []
        stowed: list[str] = []
        for e in self.state["spacers"][seat]["gear"]:
            if e["card"] < 0 or e["place"] == GearPlace.FIXED:
                continue
            card, name = self.at.tables["gear"][int(e["card"])], self.sheet.name("gear", int(e["card"]))
            parts = [f"{int(e[field])}/{int(card[field])}" for field in ("ammo", "charges") if card[field]]
            parts += ["exhausted"] if e["exhausted"] else []
            text = " ".join([name, *parts])
            (stowed if e["place"] == GearPlace.BACKPACK else equipped).append(text)
        return equipped + ([f"backpack: {', '.join(stowed)}"] if stowed else [])
