"""The board model (algorithms A1 to A18) a second time, slow and plain, for comparison with the compiled one."""

from __future__ import annotations

import itertools
import math
from collections import deque
from collections.abc import Iterator
from typing import Any

from envs.enormity.state import HEIGHT, POINT_WIDTH, WIDTH, Border, DoorState, PointState, Tile, Where

DX = (0, 1, 0, -1)
DY = (-1, 0, 1, 0)
FAR = 255
XY = tuple[int, int]


def xy(cell: int) -> XY:
    """Column and row of a cell."""
    return cell % WIDTH, cell // WIDTH


def ij(point: int) -> XY:
    """Column and row of an intersection."""
    return point % POINT_WIDTH, point // POINT_WIDTH


class NaiveBoard:
    """The map of one state; cells are (column, row), intersections (i, j).

    Args:
        tables: record of the tables.
        state: record of the game.
    """

    def __init__(self, tables: Any, state: Any):
        self.rects = [tuple(int(p[n]) for n in "xywh") for p in tables["pages"]]
        self.border, self.doors = tables["border"].tolist(), state["doors"].tolist()
        self.tile, self.terrain = state["tile"].tolist(), tables["terrains"]["keywords"].tolist()
        page, point_of, points = tables["page"].tolist(), tables["point_of"].tolist(), state["points"]["state"].tolist()
        self.pages = [p for p in range(int(tables["n_pages"])) if int(state["revealed"]) >> p & 1]
        grid = itertools.product(range(WIDTH), range(HEIGHT))
        self.floor = {c for c in grid if page[self.number(c)] in self.pages}
        of = {c: point_of[self.number(c)] for c in self.floor}
        self.exits = {c: p for c, p in of.items() if p != 255 and points[p] == PointState.OPEN}
        self.spaces = {c for c in self.floor if of[c] == 255 or c in self.exits}
        self.spacers = {
            s: xy(int(state["spacers"][s]["cell"]))
            for s in range(int(state["seats"]))
            if state["spacers"][s]["where"] == Where.BOARD
        }
        self.intruders = {
            k: xy(int(i["cell"])) for k, i in enumerate(state["intruders"]) if i["cell"] >= 0 and i["type"] >= 0
        }

    @staticmethod
    def number(c: XY) -> int:
        """Number of a cell."""
        return c[1] * WIDTH + c[0]

    def keywords(self, c: XY) -> set[Tile]:
        """Keywords of the tile on a cell."""
        kind = self.tile[self.number(c)]
        bits = self.terrain[kind - 1] if kind else 0
        return {k for k in Tile if bits >> k & 1}

    def one_space(self, a: XY, b: XY) -> bool:
        """Both cells are the same space (ENO-EXT-11-D)."""
        return a == b or (a in self.exits and self.exits[a] == self.exits.get(b))

    def closed(self, c: XY, d: int) -> bool:
        """The printed border between two cells of the floor stops a step."""
        border = self.border[self.number(c)][d]
        if c in self.exits or (c[0] + DX[d], c[1] + DY[d]) in self.exits:
            return False
        if border >= Border.DOOR:
            return self.doors[border - Border.DOOR] != DoorState.OPEN
        return border != Border.OPEN

    def joined(self, a: XY, b: XY) -> bool:
        """Two neighbouring cells of different spaces are adjacent (A1)."""
        if self.one_space(a, b) or not {a, b} <= self.spaces or Tile.OBSTACLE in self.keywords(a) | self.keywords(b):
            return False
        return any((a[0] + DX[d], a[1] + DY[d]) == b and not self.closed(a, d) for d in range(4))

    def linked(self, a: XY, b: XY) -> bool:
        """A step of A4."""
        for d in range(4):
            if (a[0] + DX[d], a[1] + DY[d]) == b and {a, b} <= self.spaces and not self.one_space(a, b):
                return self.border[self.number(a)][d] != Border.WALL or a in self.exits or b in self.exits
        return False

    def space(self, c: XY) -> set[XY]:
        """All cells of the space of a cell."""
        return {o for o in self.exits if self.one_space(o, c)} | {c}

    def adjacent(self, a: XY, b: XY) -> bool:
        """A1."""
        return any(self.joined(p, q) for p in self.space(a) for q in self.space(b))

    def distances(self, start: XY, open_way: bool) -> dict[XY, int]:
        """A3, or A4 with `open_way`: steps to every cell that can be reached."""
        step = self.linked if open_way else self.joined
        steps = dict.fromkeys(self.space(start), 0)
        queue = deque(steps)
        while queue:
            c = queue.popleft()
            for d in range(4):
                to = c[0] + DX[d], c[1] + DY[d]
                if to not in steps and step(c, to):
                    for cell in self.space(to):
                        steps[cell] = steps[c] + 1
                        queue.append(cell)
        return steps

    def open_distance(self, a: XY, b: XY) -> int:
        """A4."""
        return self.distances(a, True).get(b, 1000 + abs(a[0] - b[0]) + abs(a[1] - b[1]))

    def empty(self) -> list[XY]:
        """Empty spaces in cell order."""
        taken = {*self.spacers.values(), *self.intruders.values(), *self.exits}
        return sorted(
            (c for c in self.spaces - taken if Tile.OBSTACLE not in self.keywords(c)), key=lambda c: (c[1], c[0])
        )

    def nearest_empty(self, a: XY) -> list[XY]:
        """A18 for a cell."""
        ways = self.distances(a, True)
        return nearest({c: ways.get(c, 1000 + abs(a[0] - c[0]) + abs(a[1] - c[1])) for c in self.empty()})

    def nearest_empty_to_point(self, p: XY) -> list[XY]:
        """A18 for an intersection."""
        return nearest({c: blip_distance(p, c) for c in self.empty()})

    # -- line of sight ---------------------------------------------------------------------------------------

    def blocking_lines(self) -> set[frozenset[XY]]:
        """Unit lines that block sight, as pairs of intersections (A13, item 2)."""
        lines = set()
        for c in self.floor:
            for d in range(4):
                if (c[0] + DX[d], c[1] + DY[d]) not in self.floor or self.closed(c, d):
                    lines.add(frozenset(side(c, d)))
        return lines

    def blocking_cells(self, target: XY, ignored: set[int]) -> set[XY]:
        """Cells that block sight (A13, item 1)."""
        tiles = {c for c in self.floor if self.keywords(c) & {Tile.OBSTACLE, Tile.OBSCURING}} - {target}
        return tiles | {c for k, c in self.intruders.items() if 4 + k not in ignored}

    def sight(self, a: XY, b: XY, ignored: set[int]) -> bool:
        """A13."""
        if a == b:
            return True
        lines, cells = self.blocking_lines(), self.blocking_cells(b, ignored)
        return any(free(a, b, p, q, lines, cells) for p in corners(a) for q in corners(b))

    # -- Blips -----------------------------------------------------------------------------------------------

    def lattice(self, page: int) -> set[XY]:
        """Intersections of a page."""
        x, y, w, h = self.rects[page]
        return set(itertools.product(range(x, x + w + 1), range(y, y + h + 1)))

    def rim(self, page: int, d: int) -> set[frozenset[XY]]:
        """Unit lines of a page's rim on a side."""
        points = self.lattice(page)
        outer = {p for p in points if (p[0] + DX[d], p[1] + DY[d]) not in points}
        return {
            frozenset((p, (p[0] + DX[e], p[1] + DY[e])))
            for p in outer
            for e in range(4)
            if (p[0] + DX[e], p[1] + DY[e]) in outer
        }

    def blip_beside(self, p: XY, d: int, target: XY) -> XY | None:
        """ENO-BRD-15, -16, -16-D: the next intersection in a direction."""
        to = p[0] + DX[d], p[1] + DY[d]
        own = [page for page in self.pages if p in self.lattice(page)]
        if any(to in self.lattice(page) for page in own):
            return to
        beyond = {q for page in own for q in self.pages if self.rim(page, d) & self.rim(q, (d + 2) % 4)}
        return min(
            set().union(*(self.lattice(q) for q in beyond)),
            key=lambda r: (math.dist(p, r), blip_distance(r, target), direction(p, r)),
            default=None,
        )


def nearest(away: dict[XY, int]) -> list[XY]:
    """The cells with the smallest distance."""
    least = min(away.values(), default=0)
    return [c for c, n in away.items() if n == least]


def blip_distance(p: XY, c: XY) -> int:
    """A5."""
    return min(abs(p[0] - x) + abs(p[1] - y) for x, y in corners(c))


def direction(p: XY, q: XY) -> int:
    """Direction of an offset along an axis; 4 for any other."""
    offset = ((q[0] > p[0]) - (q[0] < p[0]), (q[1] > p[1]) - (q[1] < p[1]))
    return next((d for d in range(4) if offset == (DX[d], DY[d])), 4)


def corners(c: XY) -> list[XY]:
    """Corners of a cell."""
    return list(itertools.product((c[0], c[0] + 1), (c[1], c[1] + 1)))


def side(c: XY, d: int) -> tuple[XY, XY]:
    """Ends of the side of a cell."""
    x, y = c
    return (((x, y), (x + 1, y)), ((x + 1, y), (x + 1, y + 1)), ((x, y + 1), (x + 1, y + 1)), ((x, y), (x, y + 1)))[d]


def cross(o: XY, a: XY, b: XY) -> int:
    """Positive when b lies clockwise of a, seen from o (rows grow to the south)."""
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def hits_cell(p: XY, q: XY, c: XY) -> bool:
    """The segment shares more than a point with the closed cell: its interior or a length of a side."""
    low, high = 0.0, 1.0
    for axis in (0, 1):
        start, step = p[axis], q[axis] - p[axis]
        if step == 0:
            if not c[axis] <= start <= c[axis] + 1:
                return False
            continue
        ends = sorted(((c[axis] - start) / step, (c[axis] + 1 - start) / step))
        low, high = max(low, ends[0]), min(high, ends[1])
    return high - low > 1e-9


def crosses_line(p: XY, q: XY, a: XY, b: XY) -> bool:
    """The segment pq crosses the unit line ab at an inner point, or they overlap over a length."""
    here, there = cross(p, q, a), cross(p, q, b)
    if here == 0 and there == 0:
        axis = 0 if p[0] != q[0] else 1
        low, high = sorted((p[axis], q[axis]))
        return min(high, max(a[axis], b[axis])) - max(low, min(a[axis], b[axis])) > 0
    return here * there < 0 and cross(a, b, p) * cross(a, b, q) < 0


def parted(at: XY, one: tuple[float, float], other: tuple[float, float], lines: set[frozenset[XY]]) -> bool:
    """Two or more blocking lines meet at the point and lie between the two directions on both ways round."""
    angles = sorted(
        math.atan2(DY[d], DX[d]) for d in range(4) if frozenset((at, (at[0] + DX[d], at[1] + DY[d]))) in lines
    )
    low, high = sorted((math.atan2(one[1], one[0]), math.atan2(other[1], other[0])))
    within = sum(low < angle < high for angle in angles)
    return 0 < within < len(angles)


def middle(c: XY, p: XY) -> tuple[float, float]:
    """Direction from an intersection to the middle of a cell."""
    return c[0] + 0.5 - p[0], c[1] + 0.5 - p[1]


def inner_points(p: XY, q: XY) -> Iterator[XY]:
    """Intersections on the segment between its ends."""
    n = math.gcd(q[0] - p[0], q[1] - p[1])
    for i in range(1, n):
        yield p[0] + (q[0] - p[0]) // n * i, p[1] + (q[1] - p[1]) // n * i


def free(a: XY, b: XY, p: XY, q: XY, lines: set[frozenset[XY]], cells: set[XY]) -> bool:
    """A13: the segment from corner p of a to corner q of b is free."""
    if p == q:
        return not parted(p, middle(a, p), middle(b, p), lines)
    if any(hits_cell(p, q, c) for c in cells) or any(crosses_line(p, q, *line) for line in lines):
        return False
    ahead, back = (q[0] - p[0], q[1] - p[1]), (p[0] - q[0], p[1] - q[1])
    if parted(p, middle(a, p), ahead, lines) or parted(q, middle(b, q), back, lines):
        return False
    return not any(parted(r, back, ahead, lines) for r in inner_points(p, q))
