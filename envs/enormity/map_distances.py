"""Open distances between the spaces of a scenario's map (algorithm A4), computed once when the content is loaded."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from envs.enormity.actions import HEIGHT, WIDTH
from envs.enormity.state import (
    CELLS,
    MAX_ARROWS,
    MAX_EXIT_CELLS,
    MAX_INSIDE,
    MAX_PAGES,
    MAX_VIEWS_OF_MAP,
    Border,
    Mark,
)

NOBODY = 255
"""No page, no Extraction Point, no view, no way: "none" in the tables' arrays of bytes."""

CHANGING = 1 << 15
"""What `Ways.planes` has for a cell whose borders may open."""
DANGEROUS_PLANE, CONSOLE_PLANE, ARROW_PLANE = 7, 12, 14  # of the map in the view


class MapDistances(NamedTuple):
    """Fields of the tables of the same names.

    Attributes:
        inside: int16 array of `CELLS`; the number of each space, -1 out of bounds.
        n_inside: how many spaces there are.
        map_views: uint8 array of 64; the number of each set of revealed pages, by its bits; 255: not kept.
        open_distance: uint8 array of `MAX_VIEWS_OF_MAP` x `MAX_INSIDE` x `MAX_INSIDE`; steps, 255 when there is no way.
    """

    inside: NDArray[np.int16]
    n_inside: int
    map_views: NDArray[np.uint8]
    open_distance: NDArray[np.uint8]


def neighbours(number: NDArray[np.int16], border: NDArray[np.uint8]) -> NDArray[np.intp]:
    """Spaces that a step reaches when only black lines block, by number and direction.

    Args:
        number: number of each cell, -1 out of bounds.
        border: the borders of each cell by direction.

    Returns:
        int array of spaces x 4: the number of the space there, or the number of spaces when a step is not possible.
    """
    grid, n = number.reshape(HEIGHT, WIDTH), int(number.max(initial=-1)) + 1
    around = np.full((4, HEIGHT, WIDTH), -1, np.intp)
    around[0, 1:] = grid[:-1]
    around[1, :, :-1] = grid[:, 1:]
    around[2, :-1] = grid[1:]
    around[3, :, 1:] = grid[:, :-1]
    beside = around.reshape(4, CELLS).T
    return np.where((beside < 0) | (border == Border.WALL), n, beside)[number >= 0]


def all_distances(steps: NDArray[np.intp]) -> NDArray[np.uint8]:
    """Breadth-first distances from every space at once.

    Args:
        steps: what `neighbours` returns; the steps must lead both ways.

    Returns:
        uint8 array of spaces x spaces, 255 when there is no way.
    """
    n = len(steps)
    # One more column stands for "no step": it is never reached.
    distance = np.full((n, n + 1), NOBODY, np.uint8)
    front = np.eye(n, n + 1, dtype=bool)
    for length in range(NOBODY):
        distance[front] = length
        reached = np.zeros_like(front)
        for direction in range(4):
            reached[:, :n] |= front[:, steps[:, direction]]
        front = reached & (distance == NOBODY)
        front[:, n] = False
        if not front.any():
            return distance[:, :n]
    raise ValueError("two spaces of the map are 255 or more steps apart")


def map_distances(
    page: ArrayLike, border: ArrayLike, revealed: Iterable[int], point_of: ArrayLike | None = None
) -> MapDistances:
    """Number the spaces of a map and measure the open distances between them (algorithm A4).

    The cells of Extraction Points are no spaces (ENO-EXT-11): while a point is open, the rules measure anew.

    Args:
        page: page of each of the `CELLS` cells, 255 out of bounds.
        border: `CELLS` x 4, the `Border` of each cell by direction; both cells of a border must say the same.
        revealed: bits of each set of revealed pages that the scenario can reach.
        point_of: Extraction Point of each cell, 255 none; None: there are none.

    Raises:
        ValueError: a border differs between its two cells; too many spaces or sets; spaces 255 or more steps apart.
    """
    pages, borders = np.asarray(page, np.uint8), np.asarray(border, np.uint8)
    floor = pages != NOBODY
    if point_of is not None:
        floor = floor & (np.asarray(point_of) == NOBODY)
    inside = np.where(floor, np.cumsum(floor) - 1, -1).astype(np.int16)
    n = int(floor.sum())
    if n > MAX_INSIDE:
        raise ValueError(f"the map has {n} spaces; at most {MAX_INSIDE} are possible")
    _check_borders(pages, borders)
    sets = list(dict.fromkeys(revealed))
    if len(sets) > MAX_VIEWS_OF_MAP:
        raise ValueError(f"{len(sets)} sets of revealed pages; at most {MAX_VIEWS_OF_MAP} are possible")
    views = np.full(1 << MAX_PAGES, NOBODY, np.uint8)
    distance = np.full((MAX_VIEWS_OF_MAP, MAX_INSIDE, MAX_INSIDE), NOBODY, np.uint8)
    for number, bits in enumerate(sets):
        shown = np.isin(pages, [p for p in range(MAX_PAGES) if bits >> p & 1]) & floor
        steps = neighbours(np.where(shown, np.cumsum(shown) - 1, -1).astype(np.int16), borders)
        of = inside[shown]
        distance[number][np.ix_(of, of)] = all_distances(steps)
        views[bits] = number
    return MapDistances(inside, n, views, distance)


def _check_borders(page: NDArray[np.uint8], border: NDArray[np.uint8]) -> None:
    floor = (page != NOBODY).reshape(HEIGHT, WIDTH)
    grid = border.reshape(HEIGHT, WIDTH, 4)
    across = (grid[:, :-1, 1] != grid[:, 1:, 3]) & floor[:, :-1] & floor[:, 1:]
    down = (grid[:-1, :, 2] != grid[1:, :, 0]) & floor[:-1] & floor[1:]
    for wrong, side in ((across, "east"), (down, "south")):
        for y, x in np.argwhere(wrong)[:1]:
            raise ValueError(
                f"the border on the {side} side of the cell ({x}, {y}) differs from that of the cell beyond"
            )


class Ways(NamedTuple):
    """Short cuts for walks over the map: fields of the tables of the same names.

    Attributes:
        way: int16 array of `CELLS` x 4; the cell behind an open border between two cells of pages that belong to no
            Extraction Point, -1 otherwise.
        look: uint8 array of `CELLS`; bits of the directions in which a door or an Extraction Point must be looked at.
        planes: uint16 array of `CELLS`; bits of the planes of the view's map that show what is printed on a cell of a
            page: in bounds, borders, dangerous, Console, arrow. For a cell of an Extraction Point or beside one, or
            with a door, `CHANGING` stands for the first two: its borders may open.
        floor: uint32 array of `HEIGHT` x `MAX_PAGES`; bits of the columns in which the row has cells of the page.
        exits: cells of Extraction Points, filled up with -1.
        arrows: cells with a Location arrow, filled up with -1.
    """

    way: NDArray[np.int16]
    look: NDArray[np.uint8]
    planes: NDArray[np.uint16]
    floor: NDArray[np.uint32]
    exits: NDArray[np.int16]
    arrows: NDArray[np.int16]


def ways(
    page: ArrayLike,
    border: ArrayLike,
    point_of: ArrayLike,
    leads: ArrayLike,
    marks: ArrayLike = 0,
    forced: ArrayLike = 0,
    console_of: ArrayLike = NOBODY,
) -> Ways:
    """What a walk meets behind each border, and where the exits and arrows are.

    Args:
        page: as for `map_distances`.
        border: the same.
        point_of: the same, with the array always given.
        leads: page that a Location arrow on each cell reveals, 255 none.
        marks: bits of `Mark` of each cell.
        forced: forced direction + 1 of each cell, 0 none.
        console_of: Console of each cell, 255 none.

    Raises:
        ValueError: more cells of Extraction Points or arrows than the tables hold.
    """
    pages, borders, points = np.asarray(page, np.uint8), np.asarray(border, np.uint8), np.asarray(point_of, np.uint8)
    beside = np.full((HEIGHT, WIDTH, 4), -1, np.int16)
    number = np.arange(CELLS, dtype=np.int16).reshape(HEIGHT, WIDTH)
    beside[1:, :, 0], beside[:, :-1, 1], beside[:-1, :, 2], beside[:, 1:, 3] = (
        number[:-1], number[:, 1:], number[1:], number[:, :-1],
    )  # fmt: skip
    to = beside.reshape(CELLS, 4)
    floor = pages != NOBODY
    both = (to >= 0) & floor[:, None] & floor[to]
    exit_ = (points != NOBODY)[:, None] | (points != NOBODY)[to]
    way = np.where(both & ~exit_ & (borders == Border.OPEN), to, -1).astype(np.int16)
    slow = both & (exit_ | (borders >= Border.DOOR))
    look = (slow * (1 << np.arange(4))).sum(1).astype(np.uint8)
    changes = (points != NOBODY) | ((to >= 0) & (points != NOBODY)[to]).any(1) | (borders >= Border.DOOR).any(1)
    closed = ((to < 0) | (borders != Border.OPEN)) * (2 << np.arange(4))
    printed, arrows = np.asarray(marks), np.asarray(forced) != 0
    shown = np.where(changes, CHANGING, 1 + closed.sum(1))
    shown |= (printed >> Mark.DANGEROUS & 1) << DANGEROUS_PLANE | (np.asarray(console_of) != NOBODY) << CONSOLE_PLANE
    shown |= (arrows | printed >> Mark.ARROW & 1) << ARROW_PLANE
    planes = np.where(floor, shown, 0).astype(np.uint16)
    columns = np.uint32(1) << np.arange(WIDTH, dtype=np.uint32)
    on_pages = pages.reshape(HEIGHT, WIDTH, 1) == np.arange(MAX_PAGES)
    rows = (on_pages * columns[:, None]).sum(1, dtype=np.uint32)
    lists = []
    for what, cells, most in (
        ("cells of Extraction Points", np.flatnonzero(points != NOBODY), MAX_EXIT_CELLS),
        ("Location arrows", np.flatnonzero(np.asarray(leads, np.uint8) != NOBODY), MAX_ARROWS),
    ):
        if len(cells) > most:
            raise ValueError(f"the map has {len(cells)} {what}; at most {most} are possible")
        lists.append(np.concatenate([cells, np.full(most - len(cells), -1)]).astype(np.int16))
    return Ways(way, look, planes, rows, *lists)


def fill_distances(tables: Any, revealed: Iterable[int]) -> None:
    """Fill the fields of `MapDistances` and `Ways` of the tables from their map.

    Args:
        tables: record of the tables, with `page`, `border`, `point_of` and `leads`.
        revealed: bits of each set of revealed pages that the scenario can reach.

    Raises:
        ValueError: see `map_distances` and `ways`.
    """
    result = map_distances(tables["page"], tables["border"], revealed, tables["point_of"])
    for name, value in result._asdict().items():
        tables[name] = value
    fill_ways(tables)


def fill_ways(tables: Any) -> None:
    """Fill the fields of `Ways` of the tables from their map; arguments and errors as for `fill_distances`."""
    short_cuts = ways(*(tables[n] for n in ("page", "border", "point_of", "leads", "marks", "forced", "console_of")))
    for name, value in short_cuts._asdict().items():
        tables[name] = value
