"""The board model: steps, distances, sight, Blips' lines (BRD, LOS, COO-01, A1 to A18; borders of WLD and EXT)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from envs.enormity import state as schema
from envs.enormity._probe import Board
from envs.enormity.map_distances import fill_distances, fill_ways
from envs.enormity.state import Border, DoorState, PointState, Tile, Where
from tests.enormity.naive_board import DX, DY, FAR, NaiveBoard, blip_distance, ij, xy

WIDTH = schema.WIDTH
NORTH, EAST, SOUTH, WEST = range(4)
XY = tuple[int, int]
Page = tuple[int, int, int, int]
OBSCURING, OBSTACLE, COVER = 1, 2, 3
"""Terrains of `Map`: kind + 1, as in `Game.tile`."""


def cell(x: int, y: int) -> int:
    return y * WIDTH + x


def point(i: int, j: int) -> int:
    return j * schema.POINT_WIDTH + i


class Map:
    """Pages of floor and what a test puts on them; `board` is the compiled view of it.

    Args:
        pages: (x, y, width, height) of each page; all are on the table.
        measured: compute the open distances.
    """

    def __init__(self, *pages: Page, measured: bool = True):
        self.tables = np.zeros((), schema.TABLES.dtype)
        self.state = np.zeros((), schema.GAME.dtype)
        t, g = self.tables, self.state
        t["page"], t["point_of"], t["leads"], t["border"] = 255, 255, 255, Border.WALL
        t["n_pages"] = len(pages)
        for n, (x, y, w, h) in enumerate(pages):
            t["pages"][n] = (x, y, w, h, n % schema.MAX_LOCATIONS, 1)
            t["page"].reshape(schema.HEIGHT, WIDTH)[y : y + h, x : x + w] = n
        for c in self.floor():
            for d in range(4):
                if self.inside(xy(c)[0] + DX[d], xy(c)[1] + DY[d]):
                    t["border"][c][d] = Border.OPEN
        t["terrains"]["keywords"][:4] = (1 << Tile.OBSCURING, 1 << Tile.OBSTACLE, 1 << Tile.COVER, 0)
        g["seats"] = schema.MAX_SPACERS
        g["spacers"]["cell"] = g["intruders"]["cell"] = g["intruders"]["type"] = g["marker"] = -1
        g["revealed"] = (1 << len(pages)) - 1
        self.board: Any = Board(t, g)
        if measured:
            self.measure()
        fill_ways(t)

    def floor(self) -> list[int]:
        return [int(c) for c in np.flatnonzero(self.tables["page"] != 255)]

    def inside(self, x: int, y: int) -> bool:
        return 0 <= x < WIDTH and 0 <= y < schema.HEIGHT and self.tables["page"][cell(x, y)] != 255

    def measure(self) -> None:
        """Compute the open distances anew."""
        fill_distances(self.tables, [int(self.state["revealed"])])
        self.board.set_map_view()

    def line(self, x: int, y: int, d: int, kind: int) -> None:
        """Set the border on a side of a cell; `Border.DOOR` + n is the door n."""
        self.tables["border"][cell(x, y)][d] = kind
        if self.inside(x + DX[d], y + DY[d]):
            self.tables["border"][cell(x + DX[d], y + DY[d])][(d + 2) % 4] = kind
        fill_ways(self.tables)

    def out(self, x: int, y: int) -> None:
        """Take a space off the page, without printing a wall around it."""
        self.tables["page"][cell(x, y)] = 255
        fill_ways(self.tables)

    def exit(self, state: PointState, *cells: XY) -> None:
        """Print the next Extraction Point."""
        n = int(self.tables["n_points"])
        for c in cells:
            self.tables["point_of"][cell(*c)] = n
        self.tables["n_points"] = n + 1
        self.state["points"][n]["state"] = state
        fill_ways(self.tables)

    def tile(self, x: int, y: int, terrain: int) -> None:
        self.state["tile"][cell(x, y)] = terrain

    def spacer(self, seat: int, x: int, y: int, where: Where = Where.BOARD) -> None:
        self.state["spacers"][seat]["cell"], self.state["spacers"][seat]["where"] = cell(x, y), where

    def intruder(self, slot: int, x: int, y: int) -> int:
        self.state["intruders"][slot]["cell"], self.state["intruders"][slot]["type"] = cell(x, y), 0
        return 4 + slot

    def adjacent(self, a: XY, b: XY) -> bool:
        """A1, the same both ways."""
        assert self.board.adjacent(cell(*a), cell(*b)) == self.board.adjacent(cell(*b), cell(*a))
        return self.board.adjacent(cell(*a), cell(*b))

    def steps(self, a: XY, b: XY, most: int = 250) -> int:
        return self.board.move_distance(cell(*a), cell(*b), most)

    def away(self, a: XY, b: XY) -> int:
        return self.board.open_distance(cell(*a), cell(*b))

    def sees(self, a: XY, b: XY, ignored: int = -1, ignored2: int = -1) -> bool:
        return self.board.sight(cell(*a), cell(*b), ignored, ignored2)

    def blip(self, i: int, j: int, d: int, target: XY = (0, 0)) -> XY | None:
        to = self.board.blip_beside(point(i, j), d, cell(*target))
        return ij(to) if to >= 0 else None


@pytest.fixture
def m() -> Map:
    return Map((0, 0, 10, 10))


BORDERS = [Border.OPEN] * 8 + [Border.RED, Border.WALL, Border.WALL, *(Border.DOOR + n for n in range(4))]


def layout(rng: np.random.Generator) -> list[Page]:
    """Two or three small pages that touch, aligned or shifted, now and then in a corner of the grid."""
    w, h = (int(n) for n in rng.integers(2, 6, 2))
    x, y = ((0, 0), (WIDTH - 2 * w, schema.HEIGHT - 2 * h), (11, 7))[rng.integers(3)]
    shift = int(rng.integers(0, max(w, h)))
    pages = [(x, y, w, h), (x + w, y + shift % h, w, h), (x + shift % w, y + h, w, h)]
    taken: set[XY] = set()
    kept = []
    for p in pages[: int(rng.integers(1, 4))]:
        cells = {(cx, cy) for cx in range(p[0], p[0] + p[2]) for cy in range(p[1], p[1] + p[3])}
        if not cells & taken and p[0] + p[2] <= WIDTH and p[1] + p[3] <= schema.HEIGHT:
            taken |= cells
            kept.append(p)
    return kept


def scatter(rng: np.random.Generator) -> Map:
    """A random map with random lines, doors, holes, tiles, units, and sometimes an Extraction Point."""
    m = Map(*layout(rng), measured=False)
    cells = [xy(c) for c in m.floor()]
    for x, y in cells:
        for d in (EAST, SOUTH):
            if m.inside(x + DX[d], y + DY[d]):
                m.line(x, y, d, int(rng.choice(BORDERS)))
    m.state["doors"][:4] = rng.integers(0, 3, 4)
    for x, y in cells:
        m.tile(x, y, int(rng.choice([0] * 9 + [1, 2, 3, 4])))
        if rng.random() < 0.06:
            m.out(x, y)
    for state in (PointState.OPEN, PointState.OPEN, PointState.INITIATED, PointState.HIDDEN):
        x, y = cells[rng.integers(len(cells))]
        block = [(x + i, y + j) for i in range(2) for j in range(2) if m.inside(x + i, y + j)]
        free = [c for c in block if m.tables["point_of"][cell(*c)] == 255]
        if free and rng.random() < 0.2:
            for x, y in free:
                m.tile(x, y, 0)
            m.exit(state, *free[: int(rng.integers(1, 4))])
    at = rng.permutation(len(cells))
    for seat in range(min(4, len(cells))):
        x, y = cells[at[seat]]
        m.spacer(seat, x, y, Where.BOARD if rng.random() < 0.7 else Where.OTHER)
    for slot in range(len(cells) // 5):
        m.intruder(slot, *cells[at[-1 - slot]])
    m.state["marker"] = rng.integers(-1, 4)
    m.state["revealed"] = 1 | rng.integers(64) if rng.random() < 0.3 else 63
    for c in m.floor():  # no Extraction Point is known on a page that is not on the table
        n = int(m.tables["point_of"][c])
        if n != 255 and not int(m.state["revealed"]) >> int(m.tables["page"][c]) & 1:
            m.state["points"][n]["state"] = PointState.HIDDEN
    if rng.random() < 0.8:
        m.measure()
    else:
        m.state["map_view"] = schema.MAX_VIEWS_OF_MAP
    return m


def boards(seed: int, number: int) -> Iterator[tuple[Map, NaiveBoard, np.random.Generator]]:
    """Random maps with their naive twins."""
    rng = np.random.default_rng(seed)
    for _ in range(number):
        m = scatter(rng)
        yield m, NaiveBoard(m.tables, m.state), rng


def some(rng: np.random.Generator, cells: Sequence[XY], number: int) -> list[XY]:
    return [cells[i] for i in rng.integers(0, len(cells), number)]


# -- against the naive twins ---------------------------------------------------------------------------------


@pytest.mark.rule("ENO-BRD-01", "ENO-BRD-02", "ENO-BRD-02-D", "ENO-BRD-05", "ENO-EXT-11-D")
def test_adjacency_is_that_of_the_twin_on_random_boards() -> None:
    for m, naive, rng in boards(1, 500):
        cells = [xy(c) for c in m.floor()]
        for a in some(rng, cells, 6):
            assert m.board.in_bounds(cell(*a)) == (a in naive.spaces)
            assert m.board.is_exit(cell(*a)) == (a in naive.exits)
            near = [(a[0] + DX[d], a[1] + DY[d]) for d in range(4)]
            joined = [cell(*b) for b in near if naive.joined(a, b) or (naive.one_space(a, b) and a != b)]
            assert m.board.adjacent_cells(cell(*a)) == joined
            for b in [*near, *some(rng, cells, 3)]:
                if b in cells:
                    assert m.adjacent(a, b) == naive.adjacent(a, b), (a, b)


@pytest.mark.rule("ENO-BRD-07", "ENO-BRD-07-D")
def test_distances_are_those_of_the_twin_on_random_boards() -> None:
    for m, naive, rng in boards(2, 400):
        cells = [xy(c) for c in m.floor()]
        (a,) = some(rng, cells, 1)
        most = int(rng.integers(0, 12))
        ways = naive.distances(a, False)
        field = m.board.move_field(cell(*a), most)
        assert {xy(c): int(n) for c, n in enumerate(field) if n != FAR} == {c: n for c, n in ways.items() if n <= most}
        for b in cells:
            n = ways.get(b, FAR)
            assert m.steps(a, b, most) == (n if n <= most else FAR)
            assert m.away(a, b) == naive.open_distance(a, b), (a, b)
        near = min(((naive.open_distance(a, c), s) for s, c in naive.spacers.items()), default=(10000, -1))
        assert m.board.nearest_spacer(cell(*a)) == near


@pytest.mark.rule("ENO-LOS-01", "ENO-LOS-02", "ENO-LOS-03", "ENO-LOS-04", "ENO-LOS-05", "ENO-LOS-05-D")
def test_sight_is_that_of_the_twin_on_random_boards() -> None:
    seen = [0, 0]
    for m, naive, rng in boards(3, 700):
        cells = [xy(c) for c in m.floor() if m.board.in_bounds(c)]
        for a, b in zip(some(rng, cells, 6), some(rng, cells, 6), strict=True) if cells else ():
            ignored = {m.board.unit_at(cell(*a)), m.board.unit_at(cell(*b))} if rng.random() < 0.8 else {-1}
            expected = naive.sight(a, b, ignored)
            assert m.sees(a, b, min(ignored), max(ignored)) == expected, (a, b)
            seen[expected] += 1
    assert min(seen) > 1000, "both answers were tested"


@pytest.mark.rule("ENO-BLP-02", "ENO-BLP-10", "ENO-BRD-15", "ENO-BRD-16", "ENO-BRD-16-D", "ENO-BRD-06")
def test_steps_of_blips_are_those_of_the_twin_on_random_pages() -> None:
    jumps = 0
    for m, naive, rng in boards(4, 250):
        lattice = sorted(set().union(*(naive.lattice(p) for p in naive.pages)))
        assert [p for p in range(schema.POINTS) if m.board.on_map(p)] == sorted(point(*p) for p in lattice)
        (target,) = some(rng, [xy(c) for c in m.floor()], 1)
        for p in lattice:
            for d in range(4):
                expected = naive.blip_beside(p, d, target)
                assert m.blip(*p, d, target) == expected, (p, d)
                jumps += expected is not None and expected != (p[0] + DX[d], p[1] + DY[d])
    assert jumps > 200, "misaligned pages were tested"


@pytest.mark.rule("ENO-IMV-11", "ENO-REV-02", "ENO-EXT-11-D")
def test_nearest_empty_spaces_are_those_of_the_twin_on_random_boards() -> None:
    for m, naive, rng in boards(5, 400):
        cells = [xy(c) for c in m.floor()]
        empty = naive.empty()
        assert [c for c in range(schema.CELLS) if m.board.is_empty(c)] == [cell(*c) for c in empty]
        for a in some(rng, cells, 3):
            nearest = [cell(*c) for c in naive.nearest_empty(a)][: schema.MAX_CANDIDATES]
            assert m.board.nearest_empty(cell(*a)) == nearest
            beside = [cell(*c) for c in empty if naive.adjacent(a, c)]
            assert m.board.spaces_next_to(cell(*a)) == (beside or nearest)
            p = a[0] + int(rng.integers(2)), a[1] + int(rng.integers(2))
            to_point = [cell(*c) for c in naive.nearest_empty_to_point(p)][: schema.MAX_CANDIDATES]
            assert m.board.nearest_empty_to_point(point(*p)) == to_point


@pytest.mark.rule("ENO-BRD-07-D")
def test_light_and_nearest_spacers_are_those_of_the_twin_on_random_boards() -> None:
    for m, naive, rng in boards(6, 300):
        cells = [xy(c) for c in m.floor()]
        lattice = sorted(set().union(*(naive.lattice(p) for p in naive.pages)))
        (a,), reach = some(rng, cells, 1), int(rng.integers(0, 6))
        lit = {c for c, n in naive.distances(a, False).items() if n <= reach} & naive.spaces
        for p in some(rng, lattice, 5):
            touched = {c for c in naive.spaces if blip_distance(p, c) == 0}
            assert m.board.in_light(cell(*a), reach, point(*p)) == bool(touched & lit)
            near = min(((blip_distance(p, c), s) for s, c in naive.spacers.items()), default=(10000, -1))
            assert m.board.nearest_to_point(point(*p)) == near
            assert m.board.touching_spacer(point(*p)) == (near[1] if near[0] == 0 else -1)


# -- spaces and their borders --------------------------------------------------------------------------------


@pytest.mark.rule("ENO-BRD-01")
def test_spaces_that_share_a_border_are_adjacent_diagonal_ones_never(m: Map) -> None:
    assert [b for b in ((4, 3), (5, 4), (4, 5), (3, 4)) if m.adjacent((4, 4), b)] == [(4, 3), (5, 4), (4, 5), (3, 4)]
    assert not any(m.adjacent((4, 4), b) for b in ((3, 3), (5, 3), (5, 5), (3, 5), (4, 6), (4, 4)))
    assert not m.adjacent((9, 0), (0, 1)), "the end of a row and the start of the next are no neighbours"


@pytest.mark.rule("ENO-BRD-02", "ENO-BRD-02-D", "ENO-BRD-10")
@pytest.mark.parametrize(
    ("kind", "state", "free"),
    [
        (Border.OPEN, None, True),
        (Border.RED, None, False),
        (Border.WALL, None, False),
        (Border.DOOR + 2, DoorState.CLOSED, False),
        (Border.DOOR + 2, DoorState.WELDED, False),
        (Border.DOOR + 2, DoorState.OPEN, True),
    ],
)
def test_lines_and_doors_between_spaces(m: Map, kind: int, state: DoorState | None, free: bool) -> None:
    m.line(4, 4, EAST, kind)
    if state is not None:
        m.state["doors"][2] = state
    assert m.adjacent((4, 4), (5, 4)) == free
    assert m.steps((4, 4), (5, 4)) == (1 if free else 3)
    m.measure()
    assert m.away((4, 4), (5, 4)) == (3 if kind == Border.WALL else 1), "only black lines block A4"


@pytest.mark.rule("ENO-BRD-02")
def test_an_obstacle_is_adjacent_to_nothing(m: Map) -> None:
    m.tile(5, 4, OBSTACLE)
    m.tile(4, 5, OBSCURING)
    assert not m.adjacent((4, 4), (5, 4))
    assert m.adjacent((4, 4), (4, 5)), "other tiles do not block"
    assert m.steps((4, 4), (6, 4)) == 4
    assert m.away((4, 4), (6, 4)) == 2
    assert m.board.has_tile(cell(4, 5), Tile.OBSCURING)
    assert not m.board.has_tile(cell(4, 5), Tile.OBSTACLE)
    assert m.board.is_obstacle(cell(5, 4))


@pytest.mark.rule("ENO-BRD-03", "ENO-BRD-03-D")
def test_the_four_corners_touch_a_space_whatever_lies_between(m: Map) -> None:
    m.line(4, 4, NORTH, Border.WALL)
    m.tile(4, 4, OBSTACLE)
    touching = [ij(p) for p in range(schema.POINTS) if m.board.point_touches(p, cell(4, 4))]
    assert touching == [(4, 4), (5, 4), (4, 5), (5, 5)]


@pytest.mark.rule("ENO-BRD-04", "ENO-BRD-06")
def test_intersections_reach_over_the_rim_and_the_spaces_out_of_bounds() -> None:
    m = Map((2, 2, 3, 3))
    m.out(3, 3)
    lattice = [ij(p) for p in range(schema.POINTS) if m.board.on_map(p)]
    assert lattice == [(i, j) for j in range(2, 6) for i in range(2, 6)]
    assert m.blip(3, 3, EAST) == (4, 3)
    assert m.blip(3, 3, SOUTH) == (3, 4)
    assert m.blip(2, 2, SOUTH) == (2, 3), "the rim is a line too"
    assert m.blip(2, 2, NORTH) is None
    assert m.blip(5, 5, EAST) is None


@pytest.mark.rule("ENO-BRD-05")
def test_nobody_steps_out_of_bounds_or_onto_a_page_that_is_not_revealed() -> None:
    m = Map((0, 0, 4, 4), (4, 0, 4, 4))
    m.out(1, 1)
    assert not m.adjacent((1, 0), (1, 1))
    assert not m.board.is_empty(cell(1, 1))
    assert m.adjacent((3, 0), (4, 0)), "pages join"
    m.state["revealed"] = 1
    assert not m.adjacent((3, 0), (4, 0))
    assert not m.board.in_bounds(cell(4, 0))


@pytest.mark.rule("ENO-BRD-07", "ENO-BRD-07-D")
def test_ranges_count_steps_comparisons_ignore_all_but_walls_and_blips_count_lines(m: Map) -> None:
    m.intruder(0, 5, 4)
    m.tile(6, 4, OBSTACLE)
    assert m.steps((4, 4), (7, 4)) == 5, "miniatures do not matter, Obstacles do; never diagonally"
    assert m.away((4, 4), (7, 4)) == 3
    assert m.board.gaps(point(2, 8), cell(4, 4)) == (2, 3)
    assert m.board.blip_distance(point(2, 8), cell(4, 4)) == 5
    for y in range(10):
        m.line(6, y, EAST, Border.WALL)
    m.measure()
    assert m.away((4, 4), (7, 4)) == 1003, "no way: 1000 and the Manhattan distance"
    assert m.steps((4, 4), (7, 4)) == FAR
    assert m.steps((4, 4), (4, 9), 4) == FAR, "farther than asked for"


@pytest.mark.rule("ENO-BRD-08", "ENO-BRD-09", "ENO-EX-29")
def test_front_and_rear_of_the_facing_diagram(m: Map) -> None:
    at = cell(4, 4)
    for facing, (dx, dy) in enumerate(zip(DX, DY, strict=True)):
        front = {xy(c) for c in m.floor() if m.board.cell_in_front(at, facing, c)}
        assert front == {(x, y) for x, y in map(xy, m.floor()) if (x - 4) * dx + (y - 4) * dy > 0}
        points = {ij(p) for p in range(schema.POINTS) if m.board.on_map(p) and m.board.point_in_front(at, facing, p)}
        # Twice the offset from the middle of the space: beyond the line of its front edge.
        assert points == {(i, j) for i in range(11) for j in range(11) if (2 * i - 9) * dx + (2 * j - 9) * dy > 1}
        assert [xy(c) for c in m.floor() if m.board.in_rear(at, facing, c)] == [(4 - dx, 4 - dy)]
    assert {xy(c)[1] for c in m.floor() if m.board.cell_before_point(point(4, 4), NORTH, c)} == {0, 1, 2, 3}
    assert {xy(c)[1] for c in m.floor() if m.board.cell_before_point(point(4, 4), SOUTH, c)} == {4, 5, 6, 7, 8, 9}
    assert {xy(c)[0] for c in m.floor() if m.board.cell_before_point(point(4, 4), WEST, c)} == {0, 1, 2, 3}
    assert {xy(c)[0] for c in m.floor() if m.board.cell_before_point(point(4, 4), EAST, c)} == {4, 5, 6, 7, 8, 9}


@pytest.mark.rule("ENO-BRD-12", "ENO-BRD-12-D", "ENO-WLD-04-D", "ENO-WLD-05-D")
def test_a_door_is_a_set_of_edges_with_spaces_on_both_sides_and_ends(m: Map) -> None:
    m.line(4, 4, EAST, Border.DOOR + 3)
    m.line(4, 5, EAST, Border.DOOR + 3)
    assert [xy(c) for c in m.floor() if m.board.touches_door(c, 3)] == [(4, 4), (5, 4), (4, 5), (5, 5)]
    assert [ij(p) for p in range(schema.POINTS) if m.board.point_touches_door(p, 3)] == [(5, 4), (5, 5), (5, 6)]
    assert m.board.door_of(cell(4, 4), EAST) == m.board.door_of(cell(5, 5), WEST) == 3
    assert m.board.door_of(cell(4, 4), WEST) == -1
    assert all(m.board.in_bounds(c) and m.board.is_empty(c) for c in (cell(4, 4), cell(5, 4))), "a door is no space"
    m.state["doors"][3] = DoorState.CLOSED
    assert m.board.weld_at(cell(4, 4)) == m.board.weld_at_point(point(5, 4)) == -1
    m.state["doors"][3] = DoorState.WELDED
    assert m.board.weld_at(cell(4, 4)) == m.board.weld_at(cell(5, 5)) == 3
    assert m.board.weld_at(cell(3, 4)) == m.board.weld_at_point(point(4, 4)) == -1
    assert [ij(p) for p in range(schema.POINTS) if m.board.weld_at_point(p) == 3] == [(5, 4), (5, 5), (5, 6)]


@pytest.mark.rule("ENO-STT-02")
def test_a_disabled_weld_is_none_to_be_destroyed(m: Map) -> None:
    m.line(4, 4, SOUTH, Border.DOOR)
    m.state["doors"][0] = DoorState.WELDED
    m.state["door_disabled"][0] = 1
    assert m.board.weld_at(cell(4, 4)) == m.board.weld_at_point(point(4, 5)) == -1
    assert not m.adjacent((4, 4), (4, 5)), "it still blocks"


@pytest.mark.rule("ENO-BRD-12-D")
def test_doors_at_the_corners_of_the_grid_are_found() -> None:
    last = WIDTH - 1, schema.HEIGHT - 1
    m = Map((0, 0, 2, 2), (WIDTH - 2, schema.HEIGHT - 2, 2, 2))
    m.line(0, 0, EAST, Border.DOOR)
    m.line(last[0], last[1], WEST, Border.DOOR + 1)
    m.line(last[0], last[1], NORTH, Border.DOOR + 2)
    ends = [[ij(p) for p in range(schema.POINTS) if m.board.point_touches_door(p, n)] for n in range(3)]
    assert ends == [[(1, 0), (1, 1)], [(29, 19), (29, 20)], [(29, 19), (30, 19)]]


@pytest.mark.rule("ENO-BRD-14")
def test_units_take_up_one_space(m: Map) -> None:
    m.spacer(1, 4, 4)
    m.spacer(2, 4, 4)
    m.spacer(3, 5, 5, where=Where.OTHER)
    assert [c for c in m.floor() if m.board.unit_at(c) >= 0] == [cell(4, 4)]
    assert m.board.spacer_at(cell(4, 4)) == m.board.unit_at(cell(4, 4)) == 1, "the lowest seat"
    k = m.intruder(6, 4, 4)
    assert m.board.unit_at(cell(4, 4)) == k
    assert m.board.intruder_at(cell(4, 4)) == 6
    assert m.board.unit_cell(k) == m.board.unit_cell(1) == cell(4, 4)
    m.state["intruders"][6]["type"] = -1
    assert m.board.intruder_at(cell(4, 4)) == -1


@pytest.mark.rule("ENO-BRD-14-D", "ENO-IMV-11")
def test_a_space_with_a_miniature_is_not_empty_one_with_tokens_is(m: Map) -> None:
    m.spacer(0, 4, 4)
    m.intruder(0, 5, 4)
    m.tile(6, 4, OBSTACLE)
    m.tile(7, 4, COVER)
    m.state["objects"][0] = (cell(3, 4), 1, 0, 0, 1)
    assert [m.board.is_empty(cell(x, 4)) for x in range(3, 9)] == [True, False, False, False, True, True]


@pytest.mark.rule("ENO-BRD-15")
def test_the_rims_of_two_aligned_pages_are_one_line() -> None:
    m = Map((0, 0, 10, 10), (10, 0, 10, 10))
    assert [m.blip(i, 4, EAST) for i in (9, 10)] == [(10, 4), (11, 4)]
    assert m.blip(10, 3, SOUTH) == (10, 4)
    m.state["revealed"] = 1
    assert m.blip(10, 4, EAST) is None, "the board ends there"


@pytest.mark.rule("ENO-BRD-16", "ENO-BRD-16-D")
def test_where_the_other_page_has_no_such_line_its_nearest_intersection_is_taken() -> None:
    m = Map((0, 0, 10, 10), (10, 4, 10, 10))
    assert m.blip(10, 1, EAST) == (10, 4)
    assert m.blip(10, 4, EAST) == (11, 4), "there the lines meet"
    assert m.blip(10, 12, WEST) == (10, 10)
    assert m.blip(10, 1, NORTH) == (10, 0), "not across"
    assert m.blip(5, 0, NORTH) is None
    assert m.blip(5, 10, SOUTH) is None, "the other page does not lie there"


@pytest.mark.rule("ENO-BRD-16-D")
@pytest.mark.parametrize(
    ("target", "to"), [((11, 1), (10, 3)), ((11, 9), (10, 7)), ((4, 4), (10, 3)), ((4, 5), (10, 7))]
)
def test_between_two_pages_equally_near_the_one_nearer_to_the_target_is_taken(target: XY, to: XY) -> None:
    m = Map((0, 0, 10, 10), (10, 0, 5, 3), (10, 7, 5, 3))
    assert m.blip(10, 5, EAST, target) == to
    assert m.blip(10, 4, EAST, target) == (10, 3), "the nearer one, whatever the target"


@pytest.mark.rule("ENO-BRD-16-D")
def test_the_last_tie_between_two_pages_is_broken_in_direction_order() -> None:
    m = Map((0, 0, 10, 9), (10, 0, 5, 2), (10, 6, 5, 3))
    assert m.blip(10, 4, EAST, (11, 3)) == (10, 2), "a target midway: north before south"
    assert ij(m.board.blip_beside(point(10, 4), EAST, -1)) == (10, 2), "no target"


@pytest.mark.rule("ENO-BRD-17")
def test_the_dangerous_mark_does_nothing_by_itself(m: Map) -> None:
    m.tables["marks"][:] = 1 << schema.Mark.DANGEROUS
    assert m.adjacent((4, 4), (5, 4))
    assert m.board.is_empty(cell(4, 4))
    assert m.sees((4, 4), (8, 7))


@pytest.mark.rule("ENO-COO-01", "ENO-COO-01-D")
def test_coordinates_count_rows_from_the_bottom_and_columns_from_the_left() -> None:
    m = Map((0, 0, 10, 10), (10, 3, 10, 9))
    assert xy(m.board.coordinate(0, "ABCDEFGHIJ".index("F"), 2 - 1)) == (1, 4), "F2, the catalogue's example"
    assert xy(m.board.coordinate(0, 0, 0)) == (0, 9)
    assert xy(m.board.coordinate(0, 9, 9)) == (9, 0)
    assert xy(m.board.coordinate(1, 0, 0)) == (10, 11)
    assert m.board.coordinate(1, 9, 0) == -1, "the page has no row J"
    assert m.board.coordinate(0, 0, 10) == -1
    assert m.board.coordinate(0, -1, 0) == -1
    m.out(3, 9)
    assert m.board.coordinate(0, 0, 3) == -1, "there is no such space"
    assert [m.board.location_of(c) for c in (cell(0, 0), cell(10, 3), cell(3, 9), -1)] == [0, 1, -1, -1]


# -- Extraction Points ---------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-EXT-11", "ENO-EXT-11-D")
@pytest.mark.parametrize("state", [PointState.HIDDEN, PointState.CLOSED, PointState.INITIATED, PointState.INSERTION])
def test_an_extraction_point_is_a_space_only_when_it_is_open(m: Map, state: PointState) -> None:
    m.exit(state, (4, 4), (4, 5))
    m.line(4, 4, NORTH, Border.WALL)
    m.measure()
    assert not m.board.in_bounds(cell(4, 4))
    assert not m.adjacent((3, 4), (4, 4))
    assert m.away((3, 4), (5, 4)) == 4
    m.state["points"][0]["state"] = PointState.OPEN
    assert m.board.in_bounds(cell(4, 4))
    assert m.board.is_exit(cell(4, 4))
    around = [(4, 3), (3, 4), (5, 4), (3, 5), (5, 5), (4, 6)]
    assert [c for c in map(xy, m.floor()) if m.adjacent(c, (4, 4))] == around, "one space, open on all sides"
    assert [c for c in map(xy, m.floor()) if m.adjacent(c, (4, 5))] == around
    assert m.steps((4, 3), (4, 6)) == 2
    assert m.away((4, 3), (4, 6)) == 2
    assert m.steps((4, 4), (4, 5)) == m.away((4, 4), (4, 5)) == 0
    assert not m.board.is_empty(cell(4, 4)), "nobody is put there"


@pytest.mark.rule("ENO-ALR-03-D")
def test_a_blip_is_next_to_an_extraction_point_on_a_corner_of_one_of_its_cells(m: Map) -> None:
    m.exit(PointState.CLOSED, (0, 0))
    m.exit(PointState.CLOSED, (4, 4), (5, 4))
    assert not any(m.board.touching_exit(p) >= 0 for p in range(schema.POINTS))
    m.state["points"][1]["state"] = PointState.INITIATED
    touching = {ij(p): m.board.touching_exit(p) for p in range(schema.POINTS) if m.board.touching_exit(p) >= 0}
    assert touching == dict.fromkeys([(4, 4), (5, 4), (6, 4), (4, 5), (5, 5), (6, 5)], 1)
    m.state["points"]["state"][:2] = (PointState.INSERTION, PointState.OPEN)
    assert m.board.touching_exit(point(5, 5)) == 1
    assert m.board.touching_exit(point(0, 0)) == -1


# -- where things lie ----------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-BLP-06")
def test_a_blip_is_aligned_on_the_four_lines_of_the_space(m: Map) -> None:
    aligned = {ij(p) for p in range(schema.POINTS) if m.board.on_map(p) and m.board.aligned(p, cell(4, 6))}
    assert aligned == {(i, j) for i in range(11) for j in range(11) if i in (4, 5) or j in (6, 7)}


@pytest.mark.rule("ENO-PAT-02-D")
def test_every_intersection_lies_in_one_quadrant(m: Map) -> None:
    at = [[m.board.quadrant(point(i, j), cell(4, 4)) for i in (3, 4, 5, 6)] for j in (4, 5)]
    assert at == [[0, 0, 1, 1], [2, 2, 3, 3]]


@pytest.mark.rule("ENO-BRD-07")
def test_zones_straight_lines_and_what_lies_between(m: Map) -> None:
    zone = {xy(c) for c in m.floor() if m.board.in_zone(cell(4, 4), c, 2)}
    assert zone == {(x, y) for x in range(2, 7) for y in range(2, 7)} - {(4, 4)}
    line = {xy(c) for c in m.floor() if m.board.straight(cell(4, 4), c)}
    assert line == {(x, y) for x in range(10) for y in range(10) if x == 4 or y == 4}
    between = {xy(c) for c in m.floor() if m.board.between(c, cell(2, 2), cell(5, 4))}
    assert between == {(x, y) for x in range(10) for y in range(10) if x in (3, 4) or y == 3}
    assert not any(m.board.between(c, cell(2, 2), cell(2, 3)) for c in m.floor())


@pytest.mark.rule("ENO-IMV-04-D")
@pytest.mark.parametrize(
    ("to", "vertical", "horizontal"),
    [((5, 1), NORTH, NORTH), ((5, 7), SOUTH, SOUTH), ((7, 3), EAST, EAST), ((1, 5), WEST, WEST),
     ((6, 2), NORTH, EAST), ((2, 2), NORTH, WEST), ((2, 6), SOUTH, WEST), ((6, 6), SOUTH, EAST)],
)  # fmt: skip
def test_direction_of_the_larger_offset(m: Map, to: XY, vertical: int, horizontal: int) -> None:
    assert m.board.direction_to(cell(4, 4), cell(*to), True) == vertical
    assert m.board.direction_to(cell(4, 4), cell(*to), False) == horizontal


@pytest.mark.rule("ENO-SPN-01", "ENO-SPN-03-D")
def test_a_new_blip_faces_most_spacers_then_the_priority_target_then_in_direction_order(m: Map) -> None:
    m.spacer(0, 2, 6)
    m.spacer(1, 7, 7)
    m.spacer(2, 6, 2)
    assert m.board.faces_most(point(5, 5)) == (EAST, 1 << EAST | 1 << SOUTH)
    m.state["marker"] = 0
    assert m.board.faces_most(point(5, 5)) == (SOUTH, 1 << SOUTH), "the Priority Target is in front there"
    m.state["marker"] = 2
    assert m.board.faces_most(point(5, 5)) == (EAST, 1 << EAST)
    m.spacer(3, 1, 1)
    m.state["marker"] = 3
    assert m.board.faces_most(point(5, 5)) == (NORTH, 1 << NORTH | 1 << WEST)
    m.spacer(3, 1, 1, where=Where.OTHER)
    assert m.board.faces_most(point(5, 5)) == (EAST, 1 << EAST | 1 << SOUTH), "neither counts in an Other Place"


@pytest.mark.rule("ENO-REV-02", "ENO-REV-02-D", "ENO-BRD-03-D")
def test_free_spaces_next_to_a_spacer_do_not_lie_beyond_a_wall(m: Map) -> None:
    m.spacer(0, 0, 0)
    m.line(0, 0, EAST, Border.WALL)
    assert m.board.spaces_next_to(cell(0, 0)) == [cell(0, 1)]
    m.intruder(0, 0, 1)
    m.measure()
    assert m.board.spaces_next_to(cell(0, 0)) == [cell(1, 1), cell(0, 2)], "else the nearest empty ones"


@pytest.mark.rule("ENO-BRD-07-D")
def test_more_nearest_spaces_than_can_be_offered_are_cut_in_cell_order() -> None:
    m = Map((0, 0, 20, 20))
    for x in range(20):
        for y in range(20):
            if abs(x - 10) + abs(y - 10) < 6:
                m.tile(x, y, OBSTACLE)
    ring = [cell(x, y) for y in range(20) for x in range(20) if abs(x - 10) + abs(y - 10) == 6]
    assert m.board.nearest_empty(cell(10, 10)) == ring[: schema.MAX_CANDIDATES]


@pytest.mark.rule("ENO-BRD-07-D")
def test_a_set_of_pages_without_kept_distances_is_measured_on_the_spot() -> None:
    m = Map((0, 0, 5, 5), (5, 0, 5, 5))
    assert m.away((0, 0), (9, 4)) == 13
    m.state["revealed"] = 1
    m.board.set_map_view()
    assert m.state["map_view"] == schema.MAX_VIEWS_OF_MAP
    assert m.away((0, 0), (4, 4)) == 8
    assert m.away((0, 0), (9, 4)) == 1013, "not on the table"


# -- line of sight -------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-LOS-01")
def test_one_pair_of_corners_is_enough(m: Map) -> None:
    m.intruder(0, 5, 4)
    assert m.sees((4, 4), (6, 3)), "past the Intruder over the corner (5, 4)"
    assert not m.sees((4, 4), (6, 4))


@pytest.mark.rule("ENO-LOS-02", "ENO-LOS-05", "ENO-KEY-21", "ENO-LOS-05-D")
def test_what_interrupts_a_straight_view(m: Map) -> None:
    assert m.sees((2, 4), (6, 4))
    for terrain, seen in ((OBSTACLE, False), (OBSCURING, False), (COVER, True), (0, True)):
        m.tile(4, 4, terrain)
        assert m.sees((2, 4), (6, 4)) == seen
    m.state["doors"][:2] = DoorState.CLOSED, DoorState.WELDED
    for kind in (Border.RED, Border.WALL, Border.DOOR, Border.DOOR + 1):
        for y in (3, 4, 5):
            m.line(4, y, EAST, Border.OPEN)
        m.line(4, 4, EAST, kind)
        assert m.sees((2, 4), (6, 4)), "the ends of a single line may be touched"
        m.line(4, 3, EAST, kind)
        assert m.sees((2, 4), (6, 4)), "at the southern end"
        m.line(4, 5, EAST, kind)
        assert not m.sees((2, 4), (6, 4))
    m.state["doors"][1] = DoorState.OPEN
    assert m.sees((2, 4), (6, 4)), "the row of doors is open"
    m.spacer(0, 4, 4)
    assert m.sees((2, 4), (6, 4)), "Spacers do not block"


@pytest.mark.rule("ENO-LOS-02", "ENO-LOS-03")
def test_along_the_edge_is_interrupted_a_touched_corner_is_not(m: Map) -> None:
    m.tile(4, 4, OBSTACLE)
    assert not m.sees((3, 4), (5, 4)), "the lines to the north and south run along the Obstacle"
    assert m.sees((3, 3), (5, 3)), "so does one of these, the other does not"
    m.tile(3, 3, OBSTACLE)
    assert m.sees((3, 4), (4, 3)), "they touch where two Obstacles meet corner to corner"
    assert m.sees((2, 5), (5, 2)), "and a line through that corner is free"
    m.tile(4, 3, OBSTACLE)
    assert not m.sees((3, 4), (5, 2))


@pytest.mark.rule("ENO-LOS-03", "ENO-LOS-02")
def test_lines_that_meet_in_a_point_close_it(m: Map) -> None:
    arms = {
        NORTH: ((4, 3, EAST), (4, 4, EAST)), EAST: ((5, 4, SOUTH), (6, 4, SOUTH)),
        SOUTH: ((4, 5, EAST), (4, 6, EAST)), WEST: ((3, 4, SOUTH), (4, 4, SOUTH)),
    }  # fmt: skip

    def draw(d: int, kind: int) -> None:
        for x, y, side in arms[d]:
            m.line(x, y, side, kind)

    for d in range(4):
        draw(d, Border.WALL if d % 2 else Border.RED)
    assert not m.sees((4, 4), (5, 5)), "a cross of four arms"
    draw(EAST, Border.OPEN)
    assert m.sees((5, 4), (5, 5))
    assert not m.sees((4, 4), (5, 5)), "two of the three cut the space off"
    draw(NORTH, Border.OPEN)
    assert m.sees((4, 4), (5, 5)), "both lie on the same side of the corner of walls"
    assert not m.sees((4, 5), (5, 4)), "its inside sees nothing beyond"
    draw(WEST, Border.OPEN)
    assert m.sees((4, 4), (5, 5)), "the end of a single wall is only touched"
    assert m.sees((4, 5), (5, 4))


@pytest.mark.rule("ENO-LOS-04")
def test_a_miniature_and_a_tile_do_not_block_the_view_of_themselves(m: Map) -> None:
    target = m.intruder(2, 7, 4)
    attacker = m.intruder(3, 3, 4)
    m.tile(7, 4, OBSCURING)
    assert m.sees((3, 4), (7, 4), attacker, target)
    m.tile(7, 3, OBSTACLE)
    m.tile(7, 5, OBSTACLE)
    assert m.sees((3, 4), (7, 4), attacker, target)
    m.intruder(4, 5, 4)
    m.intruder(5, 5, 3)
    m.intruder(6, 5, 5)
    assert not m.sees((3, 4), (7, 4), attacker, target)


@pytest.mark.rule("ENO-LOS-02", "ENO-BRD-05")
def test_nobody_sees_across_what_is_out_of_bounds_or_not_revealed() -> None:
    m = Map((0, 0, 5, 3), (5, 0, 5, 3))
    for y in range(3):
        m.out(2, y)
    assert not m.sees((1, 1), (3, 1))
    assert m.sees((3, 1), (6, 1)), "across two pages"
    m.state["revealed"] = 1
    assert not m.sees((3, 1), (6, 1))


@pytest.mark.rule("ENO-LOS-05-D")
def test_adjacent_spaces_always_see_each_other() -> None:
    for m, _, rng in boards(7, 200):
        for a in some(rng, [xy(c) for c in m.floor()], 5):
            for b in m.board.adjacent_cells(cell(*a)):
                assert m.sees(a, xy(b))
