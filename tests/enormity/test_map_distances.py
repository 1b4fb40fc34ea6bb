"""The open distances that the content loader computes (algorithm A4)."""

from __future__ import annotations

from collections import deque

import numpy as np
import pytest
from numpy.typing import NDArray

from envs.enormity.map_distances import CHANGING, fill_distances, map_distances, ways
from envs.enormity.state import (
    CELLS,
    HEIGHT,
    MAX_INSIDE,
    MAX_VIEWS_OF_MAP,
    TABLES,
    WIDTH,
    Border,
    Mark,
)

STEPS = (-WIDTH, 1, WIDTH, -1)
Bytes = NDArray[np.uint8]


def pages(*rects: tuple[int, int, int, int]) -> tuple[Bytes, Bytes]:
    """Page and open borders of each cell."""
    page, border = np.full(CELLS, 255, np.uint8), np.full((CELLS, 4), Border.OPEN, np.uint8)
    for n, (x, y, w, h) in enumerate(rects):
        page.reshape(HEIGHT, WIDTH)[y : y + h, x : x + w] = n
    return page, border


def draw(border: Bytes, cell: int, d: int, kind: int) -> None:
    border[cell][d] = border[cell + STEPS[d]][(d + 2) % 4] = kind


def twin(page: Bytes, border: Bytes, shown: int, start: int) -> dict[int, int]:
    """Breadth first from one cell."""
    away, queue = {start: 0}, deque([start])
    while queue:
        c = queue.popleft()
        for d, step in enumerate(STEPS):
            to = c + step
            if not 0 <= to < CELLS or abs(to % WIDTH - c % WIDTH) > 1 or to in away:
                continue
            if page[to] != 255 and shown >> int(page[to]) & 1 and border[c][d] != Border.WALL:
                away[to] = away[c] + 1
                queue.append(to)
    return away


@pytest.mark.rule("ENO-BRD-07-D")
def test_only_black_lines_and_the_rim_block() -> None:
    page, border = pages((0, 0, 3, 1))
    for kind, steps in ((Border.OPEN, 2), (Border.RED, 2), (Border.DOOR + 5, 2), (Border.WALL, 255)):
        draw(border, 1, 1, kind)
        result = map_distances(page, border, [1])
        assert result.n_inside == 3
        assert result.open_distance[0, result.inside[0], result.inside[2]] == steps


@pytest.mark.rule("ENO-BRD-07-D")
def test_each_set_of_revealed_pages_has_its_own_distances() -> None:
    page, border = pages((0, 0, 2, 1), (0, 1, 2, 1))
    draw(border, 0, 1, Border.WALL)
    result = map_distances(page, border, [1, 3])
    assert result.map_views[1] == 0
    assert result.map_views[3] == 1
    assert set(np.delete(result.map_views, [1, 3])) == {255}
    number = result.inside
    assert result.open_distance[0, number[0], number[1]] == 255
    assert result.open_distance[1, number[0], number[1]] == 3, "around over the other page"
    assert result.open_distance[0, number[0], number[WIDTH]] == 255, "a page that is not on the table"


@pytest.mark.rule("ENO-EXT-11")
def test_cells_of_extraction_points_are_no_spaces() -> None:
    page, border = pages((0, 0, 3, 1))
    point_of = np.full(CELLS, 255, np.uint8)
    point_of[1] = 0
    result = map_distances(page, border, [1], point_of)
    assert list(result.inside[:4]) == [0, -1, 1, -1]
    assert result.open_distance[0, 0, 1] == 255


def test_all_distances_are_those_of_a_search_from_each_cell() -> None:
    rng = np.random.default_rng(8)
    for _ in range(30):
        page, border = pages((0, 0, 7, 6), (7, 2, 6, 6), (0, 6, 5, 4))
        cells = np.flatnonzero(page != 255)
        for c in cells:
            for d in (1, 2):
                draw(border, int(c), d, int(rng.choice([Border.OPEN, Border.OPEN, Border.RED, Border.WALL])))
        page[rng.choice(cells, 5)] = 255
        sets = [1, 3, 7]
        result = map_distances(page, border, sets)
        for start in rng.choice(np.flatnonzero(page == 0), 4):
            for shown in sets:
                row = result.open_distance[result.map_views[shown], result.inside[start]]
                away = twin(page, border, shown, int(start))
                assert {int(c): int(row[result.inside[c]]) for c in away} == away
                assert (row != 255).sum() == len(away)


def test_the_fields_of_the_tables_are_filled() -> None:
    tables = np.zeros((), TABLES.dtype)
    tables["page"], tables["border"] = pages((10, 5, 10, 10))
    tables["point_of"] = tables["leads"] = 255
    fill_distances(tables, [1])
    assert tables["n_inside"] == 100
    assert tables["inside"][5 * WIDTH + 10] == 0
    assert tables["inside"][0] == -1
    assert tables["open_distance"][0, 0, 99] == 18


def test_the_ways_over_open_borders_and_where_to_look_twice() -> None:
    page, border = pages((0, 0, 4, 1))
    border[0][1] = border[1][3] = Border.DOOR + 2
    border[1][1] = border[2][3] = Border.RED
    point_of, leads = np.full(CELLS, 255, np.uint8), np.full(CELLS, 255, np.uint8)
    found = ways(page, border, point_of, leads)
    assert found.way[2].tolist() == [-1, 3, -1, -1]
    assert found.way[3].tolist() == [-1, -1, -1, 2]
    assert (found.way[:2] == -1).all(), "a door and a red line are no open borders"
    assert found.look[:4].tolist() == [1 << 1, 1 << 3, 0, 0], "the door"
    inside, north, west = 1, 1 << 1, 1 << 4
    printed = [CHANGING, CHANGING, inside | north | west, inside | north, 0]
    assert found.planes[:5].tolist() == printed, "a door may open, a red line not"
    assert found.floor[0].tolist() == [0b1111, 0, 0, 0, 0, 0]
    assert not found.floor[1:].any()
    assert (found.exits == -1).all()
    assert (found.arrows == -1).all()
    point_of[3], leads[0] = 0, 1
    found = ways(page, border, point_of, leads)
    assert found.way[2].tolist() == [-1, -1, -1, -1]
    assert found.look[:4].tolist() == [1 << 1, 1 << 3, 1 << 1, 1 << 3], "an exit can open"
    assert found.planes[:5].tolist() == [CHANGING] * 4 + [0], "beside it too"
    assert found.exits[:2].tolist() == [3, -1]
    assert found.arrows[:2].tolist() == [0, -1]
    marks, forced, console_of = np.zeros(CELLS, np.uint16), np.zeros(CELLS, np.uint8), np.full(CELLS, 255, np.uint8)
    marks[:2], forced[2], console_of[2:4] = (1 << Mark.DANGEROUS, 1 << Mark.ARROW), 3, 1
    found = ways(page, border, point_of, leads, marks, forced, console_of)
    printed = [1 << 7, 1 << 14, 1 << 14 | 1 << 12, 1 << 12]
    assert found.planes[:4].tolist() == [CHANGING | bits for bits in printed]
    with pytest.raises(ValueError, match="120 Location arrows; at most 48"):
        ways(page, border, point_of, np.where(np.arange(CELLS) < 120, 1, 255))


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="600 spaces; at most"):
        map_distances(*pages((0, 0, WIDTH, HEIGHT)), [1])
    assert MAX_INSIDE < CELLS
    page, border = pages((0, 0, 3, 3))
    with pytest.raises(ValueError, match="9 sets of revealed pages; at most 8"):
        map_distances(page, border, range(1, MAX_VIEWS_OF_MAP + 2))
    border[WIDTH][1] = Border.WALL
    with pytest.raises(ValueError, match=r"east side of the cell \(0, 1\)"):
        map_distances(page, border, [1])
    border[WIDTH + 1][3] = Border.WALL
    border[WIDTH + 1][2] = Border.RED
    with pytest.raises(ValueError, match=r"south side of the cell \(1, 1\)"):
        map_distances(page, border, [1])


def test_a_way_of_255_steps_is_refused() -> None:
    page, border = pages((0, 0, 30, 14))
    for y in range(13):
        for x in range(30):
            if x != (29 if y % 2 == 0 else 0):
                draw(border, y * WIDTH + x, 2, Border.WALL)
    with pytest.raises(ValueError, match="255 or more"):
        map_distances(page, border, [1])
