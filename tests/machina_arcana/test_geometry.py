"""The compiled geometry against its naive twins on random boards, and the rules of steps, sight and distance."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from envs.machina_arcana.rules import geometry
from envs.machina_arcana.state import (
    GAME,
    MAX_EXPLORERS,
    MAX_MONSTERS,
    OPENINGS,
    TABLES,
    Border,
    MonsterPlace,
    Space,
    Stat,
    Token,
    Where,
)
from tests.naive import DIRECTIONS, SIDES, WIDTH, Board

FAR = 255
STANDABLE = (Space.PLAIN, Space.TRAPPED, Space.SPAWN, Space.PIT)
OTHERS = (Space.RUBBLE, Space.TRAP, Space.BARREL, Space.TREASURE, Space.CHAPTER, Space.SPECIAL)


def number(x: int, y: int) -> int:
    return y * WIDTH + x


class Ground:
    """A board in the window, with nothing else of the game.

    Args:
        width, height: its cells; x, y: where it lies in the window.
    """

    def __init__(self, width: int, height: int, x: int = 0, y: int = 0):
        self.state = np.zeros((), GAME.dtype)
        self.tables = np.zeros((), TABLES.dtype)
        self.tables["mods"][0] = (Stat.IMMOBILE, 1, 0, 0, 0)
        self.state["seats"] = 1
        self.state["chapter_at"] = self.state["endgame"] = self.state["walk_cell"] = -1
        self.state["explorers"]["where"] = Where.OUT
        self.state["border"] = Border.WALL
        self.cells = [(x + i, y + j) for j in range(height) for i in range(width)]
        for at in self.cells:
            self.state["kind"][number(*at)] = Space.PLAIN
        grid = self.state["border"].reshape(WIDTH, WIDTH, 4)[y : y + height, x : x + width]
        grid[1:, :, 0] = grid[:, :-1, 1] = grid[:-1, :, 2] = grid[:, 1:, 3] = Border.NONE
        self.immobile: set[tuple[int, int]] = set()
        self.units = 0

    def border(self, x: int, y: int, dx: int, dy: int, border: int) -> None:
        self.state["border"][number(x, y)][SIDES[dx, dy]] = border
        if 0 <= x + dx < WIDTH and 0 <= y + dy < WIDTH:
            self.state["border"][number(x + dx, y + dy)][SIDES[-dx, -dy]] = border

    def space(self, x: int, y: int, kind: Space, token: Token = Token.NONE) -> None:
        self.state["kind"][number(x, y)] = kind
        self.state["token"][number(x, y)] = token

    def explorer(self, x: int, y: int) -> None:
        self.state["explorers"][0]["cell"] = number(x, y)
        self.state["explorers"][0]["where"] = Where.MAP
        self.state["unit"][number(x, y)] = 1

    def monster(self, x: int, y: int, immobile: bool = False) -> None:
        card, s = self.units, self.state
        self.units += 1
        s["queue"]["cards"][s["queue"]["n"]] = card
        s["queue"]["n"] += 1
        s["monsters"][card]["place"], s["monsters"][card]["cell"] = MonsterPlace.MAP, number(x, y)
        s["unit"][number(x, y)] = card + MAX_EXPLORERS + 1
        if immobile:
            s["lasting"][s["n_lasting"]] = (0, card + MAX_EXPLORERS, card + MAX_EXPLORERS, 0)
            s["n_lasting"] += 1
            self.immobile.add((x, y))

    def distances(self) -> tuple[Any, Any]:
        """The compiled (path, steps) to the explorer, by [y, x]."""
        self.state["board_version"] += 1
        geometry.measure_of(self.tables, self.state, 0, -1)
        shape = (WIDTH, WIDTH)
        return self.state["walk"][0].reshape(shape).copy(), self.state["count"][0].reshape(shape).copy()

    def steps(self, x: int, y: int, monster: bool = False) -> set[tuple[int, int]]:
        """Where a unit on that space may step now."""
        found = geometry.steps_of(self.state, number(x, y), monster)
        return {(x + DIRECTIONS[d][0], y + DIRECTIONS[d][1]) for d in found}

    def sight(self, a: tuple[int, int], b: tuple[int, int]) -> int | None:
        """Obstacles in the line of sight, None without sight."""
        free, found = geometry.sight_of(self.state, number(*a), number(*b))
        assert free == (found >= 0)
        return found if free else None


def noise(rng: np.random.Generator) -> Ground:
    """A window full of spaces, tokens and borders drawn for themselves, those on its rim too."""
    ground = Ground(WIDTH, WIDTH)
    n = WIDTH * WIDTH
    chances = np.where([kind in STANDABLE for kind in Space], rng.choice([1, 4, 16]), 1.0)
    ground.state["kind"] = rng.choice(list(Space), n, p=chances / chances.sum())
    ground.state["token"] = rng.choice(list(Token), n)
    chances = np.where([border == Border.NONE for border in Border], rng.choice([1, 4, 16]), 1.0)
    ground.state["border"] = rng.choice(list(Border), (n, 4), p=chances / chances.sum())
    return ground


def random_ground(rng: np.random.Generator, size: int) -> Ground:
    """A board with everything: walls, doors, barriers, pits, rubble, action spaces, units, immobile ones."""
    width, height = rng.integers(2, size + 1, 2)
    ground = Ground(width, height, rng.integers(0, WIDTH - width + 1), rng.integers(0, WIDTH - height + 1))
    clutter, shut, crowd = rng.choice([0.05, 0.2, 0.4]), rng.choice([0.0, 0.1, 0.3]), rng.choice([0.05, 0.2])
    for at in ground.cells:
        if rng.random() < clutter:
            kinds = OTHERS if rng.random() < 0.5 else STANDABLE
            ground.space(*at, kinds[rng.integers(len(kinds))], Token(rng.integers(2)))
        elif rng.random() < 0.02:
            ground.space(*at, Space.VOID)
    kind = {at: int(ground.state["kind"][number(*at)]) for at in ground.cells}
    for x, y in ground.cells:
        for dx, dy in SIDES:
            if Space.VOID in (kind[x, y], kind.get((x + dx, y + dy), Space.VOID)):
                ground.border(x, y, dx, dy, Border.WALL)
            elif dx + dy > 0 and rng.random() < shut:
                ground.border(x, y, dx, dy, list(Border)[rng.integers(len(Border))])
    free = [at for at in ground.cells if kind[at] in STANDABLE]
    if free:
        ground.explorer(*free.pop(rng.integers(len(free))))
    for at in free:
        if rng.random() < crowd and ground.units < MAX_MONSTERS:
            ground.monster(*at, immobile=rng.random() < 0.3)
    return ground


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.rule("MAC-TGT-03", "MAC-MMV-05", "MAC-MMV-15", "MAC-MMV-17")
def test_distances_are_those_of_the_naive_twin(seed):
    rng = np.random.default_rng(seed)
    for _ in range(150):
        ground = random_ground(rng, 7)
        if ground.state["explorers"][0]["cell"] < 0 or not ground.state["unit"].any():
            continue
        board = Board.read(ground.state, ground.immobile)
        goal = divmod(int(ground.state["explorers"][0]["cell"]), WIDTH)[::-1]
        for field, through in zip(ground.distances(), (False, True), strict=True):
            naive = board.distances(goal, through)
            for x, y in board.kind:
                assert field[y, x] == naive.get((x, y), FAR), (x, y, goal, through)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.rule("MAC-MOV-01", "MAC-MOV-03", "MAC-MOV-08", "MAC-MOV-09", "MAC-MOV-12")
def test_steps_are_those_of_the_naive_twin(seed):
    rng = np.random.default_rng(100 + seed)
    for _ in range(250):
        ground = random_ground(rng, 6)
        board = Board.read(ground.state)
        for a in board.kind:
            for monster in (False, True):
                there = {(a[0] + dx, a[1] + dy) for dx, dy in DIRECTIONS}
                assert ground.steps(*a, monster) == {b for b in there if board.can_step(a, b, monster)}, (a, monster)


@pytest.mark.parametrize("seed", range(2))
def test_reachable_cells_are_those_of_the_naive_twin(seed):
    rng = np.random.default_rng(200 + seed)
    for _ in range(150):
        ground = random_ground(rng, 7)
        board = Board.read(ground.state)
        start = list(board.kind)[rng.integers(len(board.kind))] if board.kind else (0, 0)
        most, monster = int(rng.integers(0, 8)), bool(rng.integers(2))
        found = geometry.flood_of(ground.state, number(*start), monster, most)
        naive = board.reach(start, monster, most) if board.kind else {start: 0}
        assert {(i % WIDTH, i // WIDTH): n for i, n in enumerate(found) if n != FAR} == naive


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.rule("MAC-TAR-02", "MAC-TAR-09", "MAC-TAR-10", "MAC-TAR-11")
def test_sight_and_adjacency_are_those_of_the_naive_twin(seed):
    rng = np.random.default_rng(300 + seed)
    for _ in range(200):
        ground = random_ground(rng, 10)
        board = Board.read(ground.state)
        cells = list(board.kind)
        if not cells:
            continue
        for _ in range(10):
            a, b = (cells[i] for i in rng.integers(len(cells), size=2))
            assert ground.sight(a, b) == board.sight(a, b), (a, b)
            c = (a[0] + int(rng.integers(-1, 2)), a[1] + int(rng.integers(-1, 2)))
            if c in board.kind and c != a:
                assert geometry.adjacent_of(ground.state, number(*a), number(*c)) == board.adjacent(a, c), (a, c)


@pytest.mark.rule("MAC-TAR-09")
def test_sight_is_the_same_in_both_directions():
    rng = np.random.default_rng(7)
    for _ in range(200):
        ground = random_ground(rng, 10)
        cells = [at for at in ground.cells if ground.state["kind"][number(*at)] != Space.VOID]
        for _ in range(10 if cells else 0):
            a, b = (cells[i] for i in rng.integers(len(cells), size=2))
            assert ground.sight(a, b) == ground.sight(b, a)


def as_set(words: np.ndarray) -> set[tuple[int, int]]:
    """The cells of a set that is kept as bits."""
    bits = int.from_bytes(words.tobytes(), "little")
    return {(i % WIDTH, i // WIDTH) for i in range(bits.bit_length()) if bits >> i & 1}


@pytest.mark.parametrize("make", [noise, lambda rng: random_ground(rng, WIDTH)], ids=["noise", "ground"])
def test_openings_are_those_of_the_naive_twin(make):
    rng = np.random.default_rng(400)
    for _ in range(50):
        ground = make(rng)
        board = Board.read(ground.state)
        found = np.full(OPENINGS.dtype.itemsize, 0xA5, "u1").view(OPENINGS.dtype).reshape(())  # all is overwritten
        geometry.openings_of(ground.state, found)
        for d, (dx, dy) in enumerate(DIRECTIONS):
            naive = {(x, y) for x, y in board.kind if board.opening((x, y), (x + dx, y + dy))}
            assert as_set(found["ways"][d]) == naive, d
        assert as_set(found["stand"]) == {c for c in board.kind if board.standable(c) and board.kind[c] != Space.PIT}
        assert as_set(found["marked"]) == {c for c in board.kind if board.interactive(c)}
        for i, bits in enumerate(found["shut"].tolist()):
            cell = (i % WIDTH, i // WIDTH)
            closed, breakable = board.closed_sides(cell) if cell in board.kind else (set(), set())
            assert bits == sum(1 << side for side in closed) + sum(16 << side for side in breakable), cell


# -- row by row ------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-MOV-02", "MAC-TAR-12")
def test_a_unit_on_open_ground_steps_in_eight_directions():
    assert Ground(3, 3).steps(1, 1) == {(x, y) for x in range(3) for y in range(3)} - {(1, 1)}


@pytest.mark.rule("MAC-MOV-04", "MAC-MOV-05", "MAC-MOV-06", "MAC-MOV-07", "MAC-MOV-13")
@pytest.mark.rule("MAC-SPC-02", "MAC-SPC-04", "MAC-SPC-09")
@pytest.mark.parametrize(
    ("kind", "token", "enters"),
    [
        (Space.PLAIN, Token.NONE, True),
        (Space.TRAPPED, Token.NONE, True),
        (Space.PIT, Token.NONE, True),
        (Space.SPAWN, Token.NONE, True),
        (Space.SPAWN, Token.EXPLORED, False),
        (Space.RUBBLE, Token.NONE, False),
        (Space.TRAP, Token.NONE, False),
        (Space.TRAP, Token.EXPLORED, False),
        (Space.BARREL, Token.EXPLORED, False),
        (Space.RECHARGE, Token.NONE, False),
        (Space.WORKBENCH, Token.NONE, False),
        (Space.EVENT, Token.NONE, False),
        (Space.TREASURE, Token.EXPLORED, False),
        (Space.CHAPTER, Token.LIGHT, False),
        (Space.SPECIAL, Token.NONE, False),
    ],
)
def test_which_spaces_a_unit_enters(kind, token, enters):
    ground = Ground(2, 1)
    ground.space(1, 0, kind, token)
    assert ground.steps(0, 0) == ({(1, 0)} if enters else set())


@pytest.mark.rule("MAC-MOV-04")
def test_a_unit_enters_no_occupied_space():
    ground = Ground(2, 1)
    ground.monster(1, 0)
    assert ground.steps(0, 0) == set()


@pytest.mark.rule("MAC-MOV-03", "MAC-MAP-02", "MAC-SPC-03", "MAC-DOR-01", "MAC-DOR-03", "MAC-DOR-06", "MAC-DOR-08")
@pytest.mark.parametrize(
    ("border", "free"),
    [
        (Border.NONE, True),
        (Border.WALL, False),
        (Border.OPEN, True),
        (Border.CLOSED, False),
        (Border.DESTROYED, True),
        (Border.BARRIER, False),
    ],
)
def test_which_borders_let_pass_and_see(border, free):
    ground = Ground(3, 1)
    ground.border(1, 0, 1, 0, border)
    assert ground.steps(1, 0) == ({(0, 0), (2, 0)} if free else {(0, 0)})
    assert ground.sight((0, 0), (2, 0)) == (0 if free else None)


@pytest.mark.rule("MAC-EX-20", "MAC-MOV-08")
def test_a_diagonal_step_needs_one_of_its_two_ways():
    ground = Ground(2, 2)
    ground.border(0, 0, 1, 0, Border.WALL)
    assert (1, 1) in ground.steps(0, 0)
    ground.border(0, 1, 1, 0, Border.WALL)  # the second border of the way over (0, 1)
    assert (1, 1) not in ground.steps(0, 0)


@pytest.mark.rule("MAC-EX-21", "MAC-MOV-08", "MAC-TAR-10")
def test_a_unit_on_the_linked_space_stops_the_step_but_not_the_sight():
    ground = Ground(2, 2)
    ground.border(0, 0, 1, 0, Border.WALL)
    ground.monster(0, 1)
    assert (1, 1) not in ground.steps(0, 0)
    assert geometry.adjacent_of(ground.state, number(0, 0), number(1, 1))


@pytest.mark.rule("MAC-MOV-08", "MAC-TAR-02")
def test_walls_on_both_ways_cut_step_and_adjacency():
    ground = Ground(2, 2)
    ground.border(0, 0, 1, 0, Border.WALL)
    ground.border(0, 0, 0, 1, Border.WALL)
    assert ground.steps(0, 0) == set()
    assert not geometry.adjacent_of(ground.state, number(0, 0), number(1, 1))
    assert not geometry.adjacent_of(ground.state, number(0, 0), number(0, 1))


@pytest.mark.rule("MAC-MOV-09")
@pytest.mark.parametrize("border", [Border.CLOSED, Border.BARRIER])
def test_a_closed_border_counts_like_a_wall_in_a_diagonal_step(border):
    ground = Ground(2, 2)
    ground.space(0, 1, Space.RUBBLE)
    ground.border(1, 0, 0, 1, border)
    assert (1, 1) not in ground.steps(0, 0)


@pytest.mark.rule("MAC-MOV-12", "MAC-MMV-09", "MAC-MMV-17")
def test_a_pit_is_a_linked_space_for_explorers_only():
    ground = Ground(2, 2)
    ground.space(1, 0, Space.PIT)
    ground.space(0, 1, Space.RUBBLE)
    assert ground.steps(0, 0) == {(1, 0), (1, 1)}
    assert ground.steps(0, 0, monster=True) == set()


@pytest.mark.rule("MAC-TAR-08", "MAC-TAR-09", "MAC-MOV-10", "MAC-SPC-01", "MAC-SPC-04")
def test_rubble_cuts_sight_while_units_and_action_spaces_are_counted():
    ground = Ground(5, 1)
    ground.monster(1, 0)
    ground.space(2, 0, Space.TREASURE)
    ground.space(3, 0, Space.SPAWN, Token.EXPLORED)
    assert ground.sight((0, 0), (4, 0)) == 3
    assert ground.sight((1, 0), (3, 0)) == 1  # source and target are not counted (MAC-TAR-11)
    ground.space(2, 0, Space.RUBBLE)
    assert ground.sight((0, 0), (4, 0)) is None
    assert ground.sight((0, 0), (2, 0)) == 1  # the target itself may be rubble: it is never crossed


@pytest.mark.rule("MAC-TAR-10", "MAC-TAR-11")
def test_a_line_through_a_corner_needs_one_free_route_and_touches_no_obstacle():
    ground = Ground(3, 3)
    ground.monster(1, 0)
    ground.space(0, 1, Space.RUBBLE)
    assert ground.sight((0, 0), (2, 2)) == 0  # (1, 0) is only touched at its corner
    ground.space(1, 0, Space.RUBBLE)
    assert ground.sight((0, 0), (2, 2)) is None


@pytest.mark.rule("MAC-TAR-11")
def test_a_flat_line_crosses_the_interior_of_both_middle_cells():
    ground = Ground(3, 2)
    for x in (0, 1, 2):
        ground.space(x, 0, Space.BARREL)
    assert ground.sight((0, 0), (2, 1)) == 1  # (1, 0) is crossed, and so is the plain (1, 1)
    ground.space(1, 1, Space.BARREL)
    assert ground.sight((0, 0), (2, 1)) == 2


@pytest.mark.rule("MAC-EX-31", "MAC-TGT-03", "MAC-MMV-05")
def test_steps_ignore_a_closed_door_on_the_diagonal_and_the_path_does_not():
    ground = Ground(2, 2)
    ground.explorer(1, 1)
    ground.border(0, 0, 1, 0, Border.CLOSED)
    ground.border(0, 0, 0, 1, Border.WALL)
    path, steps = ground.distances()
    assert (path[0, 0], steps[0, 0]) == (2, 1)


@pytest.mark.rule("MAC-TGT-03", "MAC-MMV-15")
def test_units_are_ignored_in_distances_but_for_immobile_ones():
    ground = Ground(3, 1)
    ground.explorer(2, 0)
    ground.monster(1, 0)
    assert [int(field[0, 0]) for field in ground.distances()] == [2, 2]
    ground = Ground(3, 1)
    ground.explorer(2, 0)
    ground.monster(1, 0, immobile=True)
    assert [int(field[0, 0]) for field in ground.distances()] == [FAR, FAR]
    assert [int(field[0, 1]) for field in ground.distances()] == [1, 1]  # the immobile unit itself has a distance


@pytest.mark.rule("MAC-MMV-17")
def test_a_pit_is_no_way_in_distances():
    ground = Ground(3, 1)
    ground.explorer(2, 0)
    ground.space(1, 0, Space.PIT)
    assert ground.distances()[0][0, 0] == FAR


def test_the_cell_of_an_explorer_can_be_entered_whatever_it_is():
    ground = Ground(2, 1)
    ground.explorer(1, 0)
    ground.space(1, 0, Space.SPAWN, Token.EXPLORED)
    assert ground.distances()[0][0, 0] == 1


@pytest.mark.parametrize("seed", range(20))
def test_distances_as_far_as_a_cell_are_those_of_the_whole_board(seed):
    rng = np.random.default_rng(seed)
    ground = random_ground(rng, 12)
    whole = [field.ravel() for field in ground.distances()]
    for needed in rng.choice([number(*at) for at in ground.cells], 10).tolist():
        ground.state["board_version"] += 1
        geometry.measure_of(ground.tables, ground.state, 0, needed)
        for name, right in zip(("walk", "count"), whole, strict=True):
            field = ground.state[name][0]
            near = right <= right[needed]
            assert (field[near] == right[near]).all()
            assert ((field[~near] == right[~near]) | (field[~near] == FAR)).all()
        geometry.measure_of(ground.tables, ground.state, 0, -1)
        assert (ground.state["walk"][0] == whole[0]).all(), "what was left out is found when it is needed"


def test_distances_follow_the_explorer_and_the_board():
    ground = Ground(5, 1)
    ground.explorer(4, 0)
    assert ground.distances()[0][0, 0] == 4
    ground.state["unit"][number(4, 0)] = 0
    ground.explorer(2, 0)
    geometry.measure_of(ground.tables, ground.state, 0, 0)
    assert ground.state["walk"][0][0] == 2
    ground.space(1, 0, Space.RUBBLE)
    assert ground.distances()[0][0, 0] == FAR


def test_a_way_of_more_than_254_steps_counts_as_none():
    ground = Ground(20, 20)
    for y in range(19):  # a snake of 399 spaces, its corners cut
        for x in range(20):
            if x != (19 if y % 2 == 0 else 0):
                ground.border(x, y, 0, 1, Border.WALL)
    ground.explorer(0, 0)
    path = ground.distances()[0]
    assert (path[13, 12], path[13, 11], path[19, 0]) == (254, FAR, FAR)
