"""Map tile faces in YAML: ten rows of ten characters, walls, doors and edges (Board model, MAP)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Literal

from pydantic import Field

from envs.core.content import Form
from envs.core.effects import Place, plural
from envs.machina_arcana.actions import SIDES
from envs.machina_arcana.state import TILE, Border, Space

SYMBOLS = {
    ".": Space.PLAIN,
    "^": Space.TRAPPED,
    "O": Space.PIT,
    "S": Space.SPAWN,
    "#": Space.RUBBLE,
    "L": Space.TRAP,
    "B": Space.BARREL,
    "R": Space.RECHARGE,
    "W": Space.WORKBENCH,
    "E": Space.EVENT,
    "T": Space.TREASURE,
    "C": Space.CHAPTER,
    "*": Space.SPECIAL,
}
# Sets of numbers: members of an enum are slow to look up.
STANDABLE = frozenset(map(int, (Space.PLAIN, Space.TRAPPED, Space.PIT, Space.SPAWN)))
WALKABLE = frozenset(map(int, (Space.PLAIN, Space.TRAPPED)))  # what stays a way for all: sealed spawns and pits apart
SEEN_OVER = frozenset(map(int, set(Space) - {Space.RUBBLE}))
# The two cells of the opening on each side (MAC-MAP-03), the first one clockwise in front.
OPENINGS = {"north": (4, 5), "east": (49, 59), "south": (95, 94), "west": (50, 40)}
# The cell beyond each side of each cell, -1 off the tile.
BESIDE = [
    [
        (y + dy) * TILE + x + dx if 0 <= x + dx < TILE and 0 <= y + dy < TILE else -1
        for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0))
    ]
    for y in range(TILE)
    for x in range(TILE)
]
_BORDER = re.compile(r"(\d)(?:-(\d))?,(\d)(?:-(\d))? (north|east|south|west)")
_CELL = re.compile(r"(\d),(\d)")


class Tile(Form):
    """One face of a map tile.

    ``use`` is ``deck`` (two faces with the same ``tile`` make a double-sided tile), ``start`` or ``endgame``.
    ``walls`` and ``doors`` are borders such as ``"3,4 east"`` (column 3, row 4, its eastern border) or, for several
    cells, ``"3-6,4 south"``.
    """

    title: str
    use: Literal["deck", "start", "endgame"] = "deck"
    tile: str = ""
    rows: list[str] = Field(min_length=TILE, max_length=TILE)
    walls: list[str] = Field(default_factory=list)
    doors: list[str] = Field(default_factory=list)
    symbol: Literal["north", "east", "south", "west"] = "south"
    edges: list[Literal["north", "east", "south", "west"]] | None = None
    entry: str | None = None
    tokens: dict[Literal["north", "east", "south", "west"], str] = Field(default_factory=dict)

    @property
    def kinds(self) -> set[Space]:
        """Kinds of space on the face."""
        return {SYMBOLS[char] for row in self.rows for char in row if char in SYMBOLS}


def show_cell(cell: int) -> str:
    """``"3,4"``: column and row."""
    return f"{cell % TILE},{cell // TILE}"


class Face:
    """Kinds and borders of a face while it is checked."""

    def __init__(self, form: Tile, place: Place):
        self.form = form
        self.place = place
        self.kind = [int(Space.VOID)] * (TILE * TILE)
        self.border = [[int(Border.NONE)] * 4 for _ in range(TILE * TILE)]
        self._read_rows()
        for cell in range(TILE * TILE):
            for side in range(4):
                if BESIDE[cell][side] < 0:
                    self.border[cell][side] = int(Border.WALL)
        for field, border in (("walls", Border.WALL), ("doors", Border.OPEN)):
            for i, text in enumerate(getattr(form, field)):
                self._put(text, border, place.at(field, i))
        default = () if form.use == "endgame" else SIDES
        self.edges: tuple[str, ...] = tuple(form.edges) if form.edges is not None else default

    def _read_rows(self) -> None:
        for y, row in enumerate(self.form.rows):
            if len(row) != TILE:
                raise self.place.at("rows", y).error(f"expected {TILE} characters, got {len(row)}: {row!r}")
            for x, char in enumerate(row):
                if char not in SYMBOLS:
                    known = " ".join(SYMBOLS)
                    raise self.place.at("rows", y).error(
                        f"unknown symbol {char!r} in column {x}; expected one of: {known}"
                    )
                self.kind[y * TILE + x] = int(SYMBOLS[char])

    def _put(self, text: str, border: Border, place: Place) -> None:
        match = _BORDER.fullmatch(text)
        if match is None:
            raise place.error(f"expected a border such as '3,4 east' or '3-6,4 south', got {text!r}")
        x1, x2, y1, y2, side = match.groups()
        for y in range(int(y1), int(y2 or y1) + 1):
            for x in range(int(x1), int(x2 or x1) + 1):
                cell = y * TILE + x
                here, there = SIDES.index(side), (SIDES.index(side) + 2) % 4
                other = BESIDE[cell][here]
                if other < 0:
                    raise place.error(
                        f"{text!r} lies on the rim of the tile, which is wall everywhere but at its edges"
                    )
                if self.border[cell][here] != Border.NONE:
                    raise place.error(f"the border {x},{y} {side} is given twice")
                if border == Border.OPEN and not {self.kind[cell], self.kind[other]} <= STANDABLE:
                    raise place.error(f"a door needs spaces to stand on at both sides; {x},{y} {side} has none")
                self.border[cell][here] = self.border[other][there] = int(border)

    def neighbours(self, cell: int, through: frozenset[int]) -> Iterator[int]:
        """Cells one straight step away, or a diagonal one over a corner cell of kind `through` (MAC-MOV-08)."""
        for side in range(4):
            middle = BESIDE[cell][side]
            if middle < 0 or self.border[cell][side] == Border.WALL:
                continue
            yield middle
            if self.kind[middle] in through:
                for turn in ((side + 1) % 4, (side + 3) % 4):
                    other = BESIDE[middle][turn]
                    if other >= 0 and self.border[middle][turn] != Border.WALL:
                        yield other

    def reached(self) -> set[int]:
        """Cells that can be walked to, from the first edge or the entry, with spawns sealed and pits avoided."""
        start = OPENINGS[self.edges[0]][0] if self.edges else self.entry()
        found = {start}
        todo = [start]
        while todo:
            for cell in self.neighbours(todo.pop(), WALKABLE):
                if cell not in found and self.kind[cell] in WALKABLE:
                    found.add(cell)
                    todo.append(cell)
        return found

    def entry(self) -> int:
        """Cell of the printed entry token."""
        assert self.form.entry is not None
        return self._cell(self.form.entry, self.place.at("entry"))

    def _cell(self, text: str, place: Place) -> int:
        match = _CELL.fullmatch(text)
        if match is None:
            raise place.error(f"expected a cell such as '4,9' (column, row), got {text!r}")
        cell = int(match[2]) * TILE + int(match[1])
        if self.kind[cell] not in WALKABLE:
            raise place.error(f"the cell {text} is not a space to stand on")
        return cell

    def tokens(self) -> list[int]:
        """Cell of the token on each side (Board model, Tile edges)."""
        cells = []
        for side in SIDES:
            cell = OPENINGS[side][0]
            if side in self.form.tokens:
                at = self.place.at("tokens", side)
                cell = self._cell(self.form.tokens[side], at)
                if cell not in OPENINGS[side]:
                    raise at.error(f"expected a cell of the opening ({' or '.join(map(show_cell, OPENINGS[side]))})")
            cells.append(cell)
        return cells

    # -- checks -------------------------------------------------------------------------------------------

    def check(self) -> None:
        """What every face must have.

        Raises:
            ContentError: a missing edge or entry, cells that nobody reaches, too few spaces of a kind.
        """
        form, place = self.form, self.place
        if (form.use == "deck") != (form.entry is None):
            raise place.error(
                "'entry' is missing" if form.use != "deck" else "'entry' belongs to start and endgame tiles"
            )
        if form.use != "endgame":
            for side in SIDES:
                if side not in self.edges:
                    raise place.at("edges").error(
                        f"the {side} edge is missing: a map tile has one on each side (MAC-MAP-03)"
                    )
        for side in self.edges:
            for cell in OPENINGS[side]:
                if self.kind[cell] not in WALKABLE:
                    got = Space(self.kind[cell]).name.lower()
                    raise place.error(
                        f"the {side} edge is missing: its cell {show_cell(cell)} must be plain or trapped, got {got}"
                    )
        self._check_ways()
        self._check_kinds()

    def _check_ways(self) -> None:
        reached = self.reached()
        lost = [cell for cell, kind in enumerate(self.kind) if kind in WALKABLE and cell not in reached]
        for cell, kind in enumerate(self.kind):
            if kind not in WALKABLE and kind != Space.RUBBLE:
                # Spawns and pits are stepped on; the others must only be seen from the next space.
                through = WALKABLE if kind in STANDABLE else SEEN_OVER
                if reached.isdisjoint(self.neighbours(cell, through)):
                    lost.append(cell)
        if lost:
            cells = "; ".join(map(show_cell, sorted(lost)[:8]))
            raise self.place.error(
                f"{plural(len(lost), 'cell')} cannot be reached once spawns are sealed and pits avoided: {cells}"
            )

    def _check_kinds(self) -> None:
        number = {kind: self.kind.count(kind) for kind in Space}
        least = {Space.SPAWN: 2} if self.form.use == "endgame" else {Space.SPAWN: 2, Space.CHAPTER: 1}
        for kind, wanted in least.items():
            if number[kind] < wanted:
                name = kind.name.lower()
                raise self.place.at("rows").error(
                    f"expected at least {plural(wanted, name + ' space')}, got {number[kind]}"
                )
        if number[Space.TRAP] and not 3 <= number[Space.TRAPPED] <= 8:
            raise self.place.at("rows").error(
                f"with a trap there are 3 to 8 trapped spaces, got {number[Space.TRAPPED]}"
            )
        if number[Space.TRAPPED] and not number[Space.TRAP]:
            raise self.place.at("rows").error("trapped spaces need a trap space that triggers them")
        if self.form.use != "endgame" and number[Space.SPECIAL]:
            raise self.place.at("rows").error("special spaces belong to endgame tiles")


def compile_tile(form: Tile, place: Place, row: Any) -> str:
    """Check a face and write it into a row of the tables; returns its text."""
    face = Face(form, place)
    face.check()
    row["kind"] = face.kind
    row["border"] = face.border
    row["token_cell"] = face.tokens()
    row["edge"] = [side in face.edges for side in SIDES]
    row["symbol"] = SIDES.index(form.symbol)
    row["entry"] = face.entry() if form.entry else -1
    row["use"] = ("deck", "start", "endgame").index(form.use)
    kinds = [kind for kind in Space if kind not in (Space.VOID, Space.PLAIN, Space.RUBBLE) and kind in face.kind]
    return ", ".join(f"{kind.name.lower()} {face.kind.count(kind)}" for kind in kinds) + f"; doors {len(form.doors)}."
