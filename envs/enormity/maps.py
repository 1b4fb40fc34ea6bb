"""Map pages in YAML -> the map of a scenario in the tables (Board model; BRD, MAP, LOC, SET, EXT, INS, CSL)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from envs.core.effects import Place, plural
from envs.core.errors import near
from envs.enormity import state
from envs.enormity.actions import DIRECTIONS, HEIGHT, MAX_DOORS, WIDTH
from envs.enormity.cards import Page, PageSetup, PlacedPage
from envs.enormity.map_distances import NOBODY, fill_distances
from envs.enormity.state import POINT_WIDTH, Border, DoorState, Mark, Thing

SPACE, DANGER, OUT = ".", "!", "#"
PLACED_INTRUDER, PLACED_TERRAIN = 10, 11
OFFSETS = ((0, -1), (1, 0), (0, 1), (-1, 0))
_BORDER = re.compile(r"([A-T]\d{1,2})(?:-([A-T]\d{1,2}))? (north|east|south|west)")


@dataclass(frozen=True)
class Names:
    """Numbers of what a map may name.

    Attributes:
        types, terrains, objectives: ids in the order of the tables.
        locations: ids of the scenario's Locations in the order of the tables.
    """

    types: Sequence[str]
    terrains: Sequence[str]
    objectives: Sequence[str]
    locations: Sequence[str]


@dataclass
class Map:
    """What the map of a scenario is made of, by number.

    Attributes:
        pages, doors, consoles, exits: ids in the order of the tables.
        titles: titles of Consoles and Extraction Points by id.
        console_places: where the Console of each number stands in the content.
        tokens: (Discovery token or -1, where it stands) of each Discovery space.
        n_spawns: how many spawn points there are.
    """

    pages: list[str] = field(default_factory=list)
    doors: list[str] = field(default_factory=list)
    consoles: list[str] = field(default_factory=list)
    exits: list[str] = field(default_factory=list)
    titles: dict[str, str] = field(default_factory=dict)
    console_places: list[tuple[Any, Place]] = field(default_factory=list)
    tokens: list[tuple[int, Place]] = field(default_factory=list)
    n_spawns: int = 0


class _Laid:
    """A page that lies in the grid."""

    def __init__(self, number: int, form: Page, place: Place, laid: PlacedPage, at: Place):
        self.number, self.form, self.place, self.at = number, form, place, at
        self.id, self.start = laid.page, laid.start
        self.x, self.y = laid.x, laid.y
        self.w, self.h = len(form.rows[0]), len(form.rows)
        own, other = form.setup.model_dump(exclude_none=True), laid.setup.model_dump(exclude_none=True)
        self.setup = PageSetup.model_validate({**own, **other})
        self.setup_place = {key: at.at("setup", key) if key in other else place.at("setup", key) for key in own | other}
        for row, text in enumerate(form.rows):
            if len(text) != self.w:
                raise place.at("rows", row).error(f"expected {self.w} characters as in the first row, got {len(text)}")
            for char in text:
                if char not in (SPACE, DANGER, OUT):
                    raise place.at("rows", row).error(
                        f"unknown symbol {char!r}; expected {SPACE!r} a space, {DANGER!r} a dangerous one, {OUT!r} out "
                        "of bounds"
                    )
        if self.w < 2:
            raise place.at("rows").error(f"expected at least 2 columns, got {self.w}")
        if not any(set(text) & {SPACE, DANGER} for text in form.rows):
            raise place.at("rows").error("the page has no space, all of it is out of bounds")
        if self.x + self.w > WIDTH or self.y + self.h > HEIGHT:
            raise at.error(
                f"the page of {self.w} x {self.h} at column {self.x}, row {self.y} does not fit into the grid of "
                f"{WIDTH} x {HEIGHT}"
            )

    def xy(self, text: str, place: Place) -> tuple[int, int]:
        """Column and row inside the page of a printed coordinate (ENO-COO-01)."""
        row, column = self.h - 1 - (ord(text[0]) - ord("A")), int(text[1:]) - 1
        if not (0 <= row < self.h and 0 <= column < self.w):
            last = f"{chr(ord('A') + self.h - 1)}{self.w}"
            raise place.error(f"{text} is not on the page, whose spaces are A1 to {last}")
        return column, row

    def cell(self, text: str, place: Place, inside: bool = True) -> int:
        """The cell of a printed coordinate; `inside`: it must be a space."""
        column, row = self.xy(text, place)
        if inside and self.form.rows[row][column] == OUT:
            raise place.error(f"{text} is out of bounds; expected a space")
        return (self.y + row) * WIDTH + self.x + column

    def borders(self, text: str, place: Place) -> Iterator[tuple[int, int]]:
        """(cell, direction) of each border of a text such as ``"D5-D10 south"``."""
        match = _BORDER.fullmatch(text)
        if match is None:
            raise place.error(f"expected a border such as 'E4 east' or 'D5-D10 south', got {text!r}")
        (x1, y1), (x2, y2) = self.xy(match[1], place), self.xy(match[2] or match[1], place)
        for y in range(min(y1, y2), max(y1, y2) + 1):
            for x in range(min(x1, x2), max(x1, x2) + 1):
                yield (self.y + y) * WIDTH + self.x + x, DIRECTIONS.index(match[3])

    def point(self, text: str, place: Place) -> int:
        """The intersection of a text such as ``"0,3"``."""
        i, j = map(int, text.split(","))
        if i > self.w or j > self.h:
            raise place.error(f"{text} is not an intersection of the page, whose last one is {self.w},{self.h}")
        return (self.y + j) * POINT_WIDTH + self.x + i


def beside(cell: int, direction: int) -> int:
    """The neighbouring cell, -1 beyond the grid."""
    x, y = cell % WIDTH + OFFSETS[direction][0], cell // WIDTH + OFFSETS[direction][1]
    return y * WIDTH + x if 0 <= x < WIDTH and 0 <= y < HEIGHT else -1


class MapBuilder:
    """Lays the pages of a scenario and writes them into the tables.

    Args:
        forms: the models of all pages by id.
        places: where each of them stands.
        laid: the pages of the scenario.
        at: where the scenario's list of pages stands.
        names: numbers of what the map may name.
        table: the tables; the map's fields are written.
    """

    def __init__(
        self,
        forms: Mapping[str, Page],
        places: Mapping[str, Place],
        laid: Sequence[PlacedPage],
        at: Place,
        names: Names,
        table: Any,
    ):
        self.forms, self.names, self.table, self.at = forms, names, table, at
        self.map = Map()
        self.laid: list[_Laid] = []
        for i, entry in enumerate(laid):
            if entry.page in self.map.pages:
                raise at.at(i, "page").error(f"the page {entry.page!r} lies in the scenario twice")
            self.map.pages.append(entry.page)
            self.laid.append(_Laid(i, forms[entry.page], places[entry.page], entry, at.at(i)))
        if not any(page.start for page in self.laid):
            raise at.error("no page is on the table from the start; expected 'start: true' on at least one")
        self._floor()
        self._lines()
        self._doors()
        for page in self.laid:
            self._marks(page)
            self._exits(page)
            self._spawns(page)
            self._consoles(page)
            self._placed(page)
        self._starts()
        self._check_reach()

    # -- the ground ---------------------------------------------------------------------------------------

    def _floor(self) -> None:
        t = self.table
        for name in ("page", "leads", "point_of", "console_of"):
            t[name] = NOBODY
        t["border"] = Border.WALL
        taken: dict[int, _Laid] = {}
        for page in self.laid:
            if page.form.location not in self.names.locations:
                at = page.place.at("location")
                raise at.error(
                    f"unknown Location {page.form.location!r}{near(page.form.location, self.names.locations)}"
                )
            location = self.names.locations.index(page.form.location)
            t["pages"][page.number] = (page.x, page.y, page.w, page.h, location, page.start)
            for y, row in enumerate(page.form.rows):
                for x, char in enumerate(row):
                    cell = (page.y + y) * WIDTH + page.x + x
                    if cell in taken:
                        raise page.at.error(f"the page overlaps {taken[cell].id!r}")
                    taken[cell] = page
                    if char != OUT:
                        t["page"][cell] = page.number
                    if char == DANGER:
                        t["marks"][cell] |= 1 << Mark.DANGEROUS
        t["n_pages"] = len(self.laid)
        floor = np.flatnonzero(t["page"] != NOBODY)
        if len(floor) > state.MAX_INSIDE:
            raise self.at.error(f"the pages have {len(floor)} spaces; at most {state.MAX_INSIDE} are possible")
        for cell in floor.tolist():
            for direction in range(4):
                other = beside(cell, direction)
                if other >= 0 and t["page"][other] != NOBODY:
                    t["border"][cell][direction] = Border.OPEN

    def _draw(self, page: _Laid, text: str, place: Place, kind: int) -> None:
        """Draw borders of a kind; both cells of each say the same."""
        for cell, direction in page.borders(text, place):
            other = beside(cell, direction)
            sides = [(cell, direction)] + ([(other, (direction + 2) % 4)] if other >= 0 else [])
            floor = [self.table["page"][at] != NOBODY for at, _ in sides]
            if kind != Border.WALL and not (len(floor) == 2 and all(floor)):
                if kind >= Border.DOOR and floor[0] and self._rim(page, cell, direction):
                    continue  # a door on the rim without a neighbouring page in this scenario stays wall
                raise place.error("this border needs a space on both sides")
            for at, side in sides:
                now = int(self.table["border"][at][side])
                if kind >= Border.DOOR and now >= Border.DOOR and now != kind:
                    raise place.error("another door stands on this border")
                self.table["border"][at][side] = kind

    def _rim(self, page: _Laid, cell: int, direction: int) -> bool:
        other = beside(cell, direction)
        x, y = other % WIDTH - page.x, other // WIDTH - page.y
        return other < 0 or not (0 <= x < page.w and 0 <= y < page.h)

    def _lines(self) -> None:
        for page in self.laid:
            for name, kind in (("walls", Border.WALL), ("red_lines", Border.RED)):
                for i, text in enumerate(getattr(page.form, name)):
                    self._draw(page, text, page.place.at(name, i), kind)

    def _doors(self) -> None:
        for page in self.laid:
            for id_ in page.setup.doors or {}:
                if id_ not in page.form.doors:
                    raise page.setup_place["doors"].error(f"unknown door {id_!r}{near(id_, page.form.doors)}")
            for id_, door in sorted(page.form.doors.items()):
                place = page.place.at("doors", id_)
                if id_ in self.map.doors:
                    raise place.error("another page has a door of this id")
                number = len(self.map.doors)
                if number >= MAX_DOORS:
                    raise place.error(f"the scenario needs more than {MAX_DOORS} doors")
                self.map.doors.append(id_)
                state_ = (page.setup.doors or {}).get(id_, door.state)
                self.table["door_closed"][number] = DoorState[state_.upper()]
                for i, text in enumerate(door.at):
                    self._draw(page, text, place.at("at", i), Border.DOOR + number)
        self.table["n_doors"] = len(self.map.doors)

    # -- what is printed ----------------------------------------------------------------------------------

    def _mark(self, cell: int, mark: Mark) -> None:
        self.table["marks"][cell] |= 1 << mark

    def _marks(self, page: _Laid) -> None:
        for text, target in page.form.arrows.items():
            place = page.place.at("arrows", text)
            cell = page.cell(text, place)
            if target not in self.forms:
                raise place.error(f"unknown page {target!r}{near(target, self.forms)}")
            if target in self.map.pages:  # a page that is not part of the scenario is a dead end
                self._mark(cell, Mark.ARROW)
                self.table["leads"][cell] = self.map.pages.index(target)
        for text, direction in page.form.forced.items():
            cell = page.cell(text, page.place.at("forced", text))
            self.table["forced"][cell] = DIRECTIONS.index(direction) + 1

    def _exits(self, page: _Laid) -> None:
        if len(page.form.exits) > 1:
            raise page.place.at("exits").error(
                f"the page has {len(page.form.exits)} Extraction Points; expected one at most (ENO-INS-04)"
            )
        for id_, exit_ in sorted(page.form.exits.items()):
            place = page.place.at("exits", id_)
            if id_ in self.map.exits:
                raise place.error("another page has an Extraction Point of this id")
            number = len(self.map.exits)
            if number >= state.MAX_EXTRACTIONS:
                raise place.error(f"the scenario needs more than {state.MAX_EXTRACTIONS} Extraction Points")
            self.map.exits.append(id_)
            self.map.titles[id_] = exit_.title
            self.table["point_page"][number] = page.number
            self.table["point_hidden"][number] = exit_.hidden
            for i, text in enumerate(exit_.cells):
                cell = page.cell(text, place.at("cells", i))
                if self.table["point_of"][cell] != NOBODY:
                    raise place.at("cells", i).error(f"{text} belongs to an Extraction Point already")
                self.table["point_of"][cell] = number
                self._mark(cell, Mark.EXTRACTION)
        self.table["n_points"] = len(self.map.exits)

    def _spawns(self, page: _Laid) -> None:
        t, start = self.table, page.setup.start_blips
        if start is not None:
            t["explicit_blips"] |= 1 << page.number
        wanted = list(start or [])
        for c, cluster in enumerate(page.form.spawns):
            place = page.place.at("spawns", c)
            if not cluster:
                raise place.error("the spawn cluster is empty; expected at least one intersection such as '0,3'")
            number = int(t["spawn_cluster"][self.map.n_spawns - 1]) + 1 if self.map.n_spawns else 0
            for i, text in enumerate(cluster):
                point = page.point(text, place.at(i))
                if self.map.n_spawns >= state.MAX_SPAWNS:
                    raise place.at(i).error(f"the scenario needs more than {state.MAX_SPAWNS} spawn points")
                if point in t["spawns"][: self.map.n_spawns]:
                    raise place.at(i).error(f"the spawn point {text} is given twice")
                n = self.map.n_spawns
                t["spawns"][n], t["spawn_page"][n], t["spawn_cluster"][n] = point, page.number, number
                t["start_blip"][n] = text in wanted
                if text in wanted:
                    wanted.remove(text)
                self.map.n_spawns += 1
        if wanted:
            known = [text for cluster in page.form.spawns for text in cluster]
            raise page.setup_place["start_blips"].error(
                f"{wanted[0]} is no spawn point of the page (or is given twice); expected some of {', '.join(known)}"
            )
        t["n_spawns"] = self.map.n_spawns

    def _consoles(self, page: _Laid) -> None:
        for id_, console in sorted(page.form.consoles.items()):
            place = page.place.at("consoles", id_)
            if id_ in self.map.consoles:
                raise place.error("another page has a Console of this id")
            number = len(self.map.consoles)
            if number >= state.MAX_CONSOLES:
                raise place.error(f"the scenario needs more than {state.MAX_CONSOLES} Consoles")
            cell = page.cell(console.at, place.at("at"))
            if self.table["console_of"][cell] != NOBODY:
                raise place.at("at").error(f"there is a Console on {console.at} already")
            if self.table["point_of"][cell] != NOBODY:
                raise place.at("at").error(f"{console.at} belongs to an Extraction Point, on which nobody can stand")
            self.map.consoles.append(id_)
            self.map.titles[id_] = console.title
            self.map.console_places.append((console, place))
            self.table["consoles"][number]["cell"] = cell
            self.table["console_of"][cell] = number
        self.table["n_consoles"] = len(self.map.consoles)

    def _placed(self, page: _Laid) -> None:
        setup = page.setup
        for text, token in sorted((setup.discoveries or {}).items()):
            number = -1 if token == "random" else int(token) - 1
            place = page.setup_place["discoveries"].at(text)
            self._put(page, text, place, Thing.DISCOVERY, number)
            self.map.tokens.append((number, place))
            self._mark(page.cell(text, place), Mark.DISCOVERY)
        for i, text in enumerate(setup.caches or []):
            place = page.setup_place["caches"].at(i)
            self._put(page, text, place, Thing.CACHE, -1)
            self._mark(page.cell(text, place), Mark.CACHE)
        for text, kind in sorted((setup.engrams or {}).items()):
            place = page.setup_place["engrams"].at(text)
            self._put(page, text, place, Thing.ENGRAM, -1 if kind == "random" else int(kind) - 1)
            self._mark(page.cell(text, place), Mark.ENGRAM)
        for field_, kind, known in (
            ("objectives", int(Thing.OBJECTIVE), self.names.objectives),
            ("intruders", PLACED_INTRUDER, self.names.types),
            ("terrains", PLACED_TERRAIN, self.names.terrains),
        ):
            for text, name in sorted((getattr(setup, field_) or {}).items()):
                place = page.setup_place[field_].at(text)
                if name == "ecology" and field_ == "intruders":
                    number = -1
                elif name in known:
                    number = list(known).index(name)
                else:
                    raise place.error(f"unknown name {name!r}{near(name, known)}")
                self._put(page, text, place, kind, number)

    def _put(self, page: _Laid, text: str, place: Place, kind: int, sub: int) -> None:
        cell = page.cell(text, place)
        if self.table["point_of"][cell] != NOBODY:
            raise place.error(f"{text} belongs to an Extraction Point, on which nothing can lie")
        n = int(self.table["n_placed"])
        if n >= state.MAX_OBJECTS:
            raise place.error(f"the scenario places more than {state.MAX_OBJECTS} things")
        row = self.table["placed"][n]
        row["cell"], row["kind"], row["sub"], row["page"] = cell, kind, sub, page.number
        self.table["n_placed"] = n + 1

    def _starts(self) -> None:
        starts: list[int] = []
        for page in self.laid:
            for i, text in enumerate(page.form.starts if page.start else ()):
                place = page.place.at("starts", i)
                cell = page.cell(text, place)
                if cell in starts:
                    raise place.error(f"the start space {text} is given twice")
                if self.table["point_of"][cell] != NOBODY:
                    raise place.error(f"{text} belongs to an Extraction Point, on which nobody can start")
                starts.append(cell)
        if len(starts) > len(self.table["starts"]):
            raise self.at.error(f"the pages have {len(starts)} start spaces; at most {len(self.table['starts'])} count")
        self.table["starts"] = -1
        self.table["starts"][: len(starts)] = starts
        for cell in starts:
            self._mark(cell, Mark.START)

    # -- checks -------------------------------------------------------------------------------------------

    def revealed_sets(self) -> list[int]:
        """Bits of every set of pages that can be on the table, from the starting set on."""
        leads = [0] * len(self.laid)
        for cell in np.flatnonzero(self.table["leads"] != NOBODY).tolist():
            leads[int(self.table["page"][cell])] |= 1 << int(self.table["leads"][cell])
        first = sum(1 << page.number for page in self.laid if page.start)
        sets, todo = [first], [first]
        while todo:
            bits = todo.pop(0)
            for number, targets in enumerate(leads):
                if bits >> number & 1:
                    for target in range(len(self.laid)):
                        more = bits | 1 << target
                        if targets >> target & 1 and more not in sets:
                            sets.append(more)
                            todo.append(more)
        return sets

    def _check_reach(self) -> None:
        """Every page can come into play, and every space be walked to: through doors, around Extraction Points."""
        sets = self.revealed_sets()
        for page in self.laid:
            if not any(bits >> page.number & 1 for bits in sets):
                raise page.at.error(f"no Location arrow leads to the page {page.id!r}, so it never comes into play")
        t = self.table
        floor = set(np.flatnonzero(t["page"] != NOBODY).tolist())
        first = next(page for page in self.laid if page.start)
        own = [cell for cell in floor if t["page"][cell] == first.number]
        begin = next((int(c) for c in t["starts"] if c >= 0), min(own, key=lambda c: (t["point_of"][c] != NOBODY, c)))
        seen, todo = {begin}, [begin]
        while todo:
            cell = todo.pop()
            for direction in range(4 if t["point_of"][cell] == NOBODY else 0):
                other = beside(cell, direction)
                if (
                    other in floor
                    and other not in seen
                    and t["border"][cell][direction] not in (Border.WALL, Border.RED)
                ):
                    seen.add(other)
                    todo.append(other)
        lost = sorted(floor - seen)
        if lost:
            page = self.laid[int(t["page"][lost[0]])]
            x, y = lost[0] % WIDTH - page.x, lost[0] // WIDTH - page.y
            text = f"{chr(ord('A') + page.h - 1 - y)}{x + 1}"
            raise page.place.error(
                f"{plural(len(lost), 'space')} of the scenario cannot be walked to (through doors, but around "
                f"Extraction Points), for example {text}"
            )
        if not self.map.exits:
            raise self.at.error("no page has an Extraction Point; expected 'exits' on at least one (ENO-EXT-01)")

    def measure(self) -> None:
        """Compute the open distances of the map (algorithm A4)."""
        sets = self.revealed_sets()
        try:
            fill_distances(self.table, sets[: state.MAX_VIEWS_OF_MAP])
        except ValueError as error:
            raise self.at.error(str(error)) from None


__all__ = ["Map", "MapBuilder", "Names", "beside"]
