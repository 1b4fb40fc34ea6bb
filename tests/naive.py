"""Naive twins of the hard geometry, written from the rules' words alone: slow, plain, with none of the compiled ideas.

Sight is followed in exact fractions along the line instead of by the integer walk, and distances are relaxed until
nothing changes instead of found by breadth-first search.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from envs.machina_arcana.state import Border, Space, Token

WIDTH = 20
HALF = Fraction(1, 2)
DIRECTIONS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
SIDES = {(0, -1): 0, (1, 0): 1, (0, 1): 2, (-1, 0): 3}

Cell = tuple[int, int]


@dataclass
class Board:
    """A board read from a state: cells are (x, y).

    Attributes:
        kind, token, unit: by cell; void cells are left out of `kind`.
        border: by a cell and the offset of its orthogonal neighbour.
        immobile: cells of immobile units.
    """

    kind: dict[Cell, int] = field(default_factory=dict)
    token: dict[Cell, int] = field(default_factory=dict)
    unit: dict[Cell, int] = field(default_factory=dict)
    border: dict[tuple[Cell, Cell], int] = field(default_factory=dict)
    immobile: set[Cell] = field(default_factory=set)

    @classmethod
    def read(cls, state: Any, immobile: set[Cell] | None = None) -> Board:
        """The board of a Machina Arcana state."""
        board = cls(immobile=immobile or set())
        kind, token, unit, border = (state[name].tolist() for name in ("kind", "token", "unit", "border"))
        for i in range(WIDTH * WIDTH):
            cell = (i % WIDTH, i // WIDTH)
            if kind[i] == Space.VOID:
                continue
            board.kind[cell], board.token[cell], board.unit[cell] = kind[i], token[i], unit[i]
            for offset, side in SIDES.items():
                board.border[cell, offset] = border[i][side]
        return board

    # -- spaces and borders ------------------------------------------------------------------------------

    def standable(self, cell: Cell) -> bool:
        """A unit may stand there: plain, trapped, pit, or an unexplored spawn."""
        kind = self.kind.get(cell)
        if kind == Space.SPAWN:
            return self.token[cell] != Token.EXPLORED
        return kind in (Space.PLAIN, Space.TRAPPED, Space.PIT)

    def obstacle(self, cell: Cell) -> bool:
        """A unit, an action space, or an explored spawn."""
        return bool(self.unit[cell]) or (self.kind[cell] != Space.RUBBLE and not self.standable(cell))

    def between(self, a: Cell, b: Cell) -> int:
        """The border between two orthogonal neighbours."""
        return self.border[a, (b[0] - a[0], b[1] - a[1])]

    def open(self, a: Cell, b: Cell) -> bool:
        """Open for movement and sight; nothing leads off the tiles."""
        return b in self.kind and self.between(a, b) in (Border.NONE, Border.OPEN, Border.DESTROYED)

    def breakable(self, a: Cell, b: Cell) -> bool:
        """A closed door or a barrier."""
        return b in self.kind and self.between(a, b) in (Border.CLOSED, Border.BARRIER)

    @staticmethod
    def linked(a: Cell, b: Cell) -> tuple[Cell, Cell]:
        """The two cells that neighbour both ends of a diagonal step."""
        return (b[0], a[1]), (a[0], b[1])

    # -- movement -----------------------------------------------------------------------------------------

    def can_step(self, a: Cell, b: Cell, monster: bool) -> bool:
        """MAC-MOV: a unit on `a` may step to the neighbour `b` now. `monster`: by itself, so never over a pit."""

        def free(cell: Cell) -> bool:
            return self.standable(cell) and not self.unit[cell] and not (monster and self.kind[cell] == Space.PIT)

        if not free(b):
            return False
        if a[0] == b[0] or a[1] == b[1]:
            return self.open(a, b)
        return any(free(p) and self.open(a, p) and self.open(p, b) for p in self.linked(a, b))

    def walkable(self, cell: Cell) -> bool:
        """Counts as a way when spaces are counted: units ignored but for immobile ones, no pit."""
        return self.standable(cell) and self.kind[cell] != Space.PIT and cell not in self.immobile

    def way(self, a: Cell, b: Cell, goal: Cell, through: bool) -> bool:
        """A step of path(., goal), or with `through` of steps(., goal)."""

        def passes(p: Cell, q: Cell) -> bool:
            return self.open(p, q) or (through and self.breakable(p, q))

        if b != goal and not self.walkable(b):
            return False
        if a[0] == b[0] or a[1] == b[1]:
            return self.open(a, b) or self.breakable(a, b)
        return any((self.walkable(p) or p == goal) and passes(a, p) and passes(p, b) for p in self.linked(a, b))

    def distances(self, goal: Cell, through: bool) -> dict[Cell, int]:
        """path(cell, goal), or with `through` steps(cell, goal), of every cell that has one."""
        found = {goal: 0}
        changed = True
        while changed:
            changed = False
            for a in self.kind:
                for dx, dy in DIRECTIONS:
                    b = (a[0] + dx, a[1] + dy)
                    if b in found and found[b] + 1 < found.get(a, 10**6) and self.way(a, b, goal, through):
                        found[a] = found[b] + 1
                        changed = True
        return found

    def reach(self, start: Cell, monster: bool, most: int) -> dict[Cell, int]:
        """Least number of legal steps to every cell that `most` of them reach."""
        found = {start: 0}
        for n in range(1, most + 1):
            for a in [cell for cell, steps in found.items() if steps == n - 1]:
                for dx, dy in DIRECTIONS:
                    b = (a[0] + dx, a[1] + dy)
                    if b not in found and self.can_step(a, b, monster):
                        found[b] = n
        return found

    # -- openings ------------------------------------------------------------------------------------------

    def opening(self, a: Cell, b: Cell) -> bool:
        """No closed border lies on the way from `a` to its neighbour `b`, whoever stands there; rubble is no way."""
        if self.kind.get(b, Space.RUBBLE) == Space.RUBBLE:
            return False
        if a[0] == b[0] or a[1] == b[1]:
            return self.open(a, b)
        return any(self.standable(p) and self.open(a, p) and self.open(p, b) for p in self.linked(a, b))

    def interactive(self, cell: Cell) -> bool:
        """An action space or a spawn, whatever lies on it."""
        return self.kind[cell] not in (Space.PLAIN, Space.TRAPPED, Space.PIT, Space.RUBBLE)

    def closed_sides(self, cell: Cell) -> tuple[set[int], set[int]]:
        """The sides of a cell that are closed, and those that are closed but can be destroyed."""
        borders = {side: self.border[cell, offset] for offset, side in SIDES.items()}
        breakable = {side for side, border in borders.items() if border in (Border.CLOSED, Border.BARRIER)}
        return breakable | {side for side, border in borders.items() if border == Border.WALL}, breakable

    # -- sight --------------------------------------------------------------------------------------------

    def sight(self, a: Cell, b: Cell) -> int | None:
        """Obstacles whose interior the line between the centres crosses; None if the line is cut."""
        dx, dy = b[0] - a[0], b[1] - a[1]
        crossings: dict[Fraction, list[tuple[int, int]]] = {}
        # The line meets the grid line between columns k and k + sign after a share of its length, and so for the rows.
        for k in range(abs(dx)):
            crossings.setdefault((k + HALF) / abs(dx), []).append((1 if dx > 0 else -1, 0))
        for k in range(abs(dy)):
            crossings.setdefault((k + HALF) / abs(dy), []).append((0, 1 if dy > 0 else -1))
        cell, obstacles = a, 0
        for share in sorted(crossings):
            moves = crossings[share]
            over = (cell[0] + sum(m[0] for m in moves), cell[1] + sum(m[1] for m in moves))
            if len(moves) == 1:
                if not self.open(cell, over):
                    return None
            elif not any(
                self.kind.get(p, Space.RUBBLE) != Space.RUBBLE and self.open(cell, p) and self.open(p, over)
                for p in self.linked(cell, over)
            ):
                return None
            cell = over
            if cell != b:
                if self.kind[cell] == Space.RUBBLE:
                    return None
                obstacles += self.obstacle(cell)
        return obstacles

    def adjacent(self, a: Cell, b: Cell) -> bool:
        """Next to it and in line of sight."""
        return max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1 and self.sight(a, b) is not None

    # -- a monster on its way -------------------------------------------------------------------------------

    def fewest_units(self, at: Cell, goal: Cell, path: dict[Cell, int]) -> int:
        """Units on the best shortest path from `at` to the goal, the goal excluded."""
        if at == goal:
            return 0
        ahead = [self.fewest_units(b, goal, path) for b in self.nearer(at, goal, path)]
        return min(ahead) + bool(self.unit[at])

    def nearer(self, at: Cell, goal: Cell, path: dict[Cell, int]) -> list[Cell]:
        """The next cells of all shortest paths, in the order of directions."""
        around = [(at[0] + dx, at[1] + dy) for dx, dy in DIRECTIONS]
        return [b for b in around if path.get(b, -1) == path[at] - 1 and self.way(at, b, goal, False)]

    def outlook(self, at: Cell, goal: Cell) -> tuple[float, bool]:
        """Obstacles in the sight line to the goal, no sight last; then whether the position is not straight."""
        found = self.sight(at, goal)
        return (float("inf") if found is None else found, at[0] != goal[0] and at[1] != goal[1])

    def without(self, at: Cell) -> Board:
        """The same board with nobody on that cell."""
        return Board(self.kind, self.token, self.unit | {at: 0}, self.border, self.immobile)

    def detour(self, at: Cell, target: Cell, goal: Cell, stamina: int) -> Cell | None:
        """The next cell of a shortest legal walk to the target."""
        steps = {}
        for dx, dy in DIRECTIONS:
            b = (at[0] + dx, at[1] + dy)
            if self.can_step(at, b, True):
                left = self.without(at).reach(b, True, stamina - 1).get(target)
                if left is not None:
                    steps[b] = left
        best = [b for b, left in steps.items() if left == min(steps.values())]
        return min(best, key=lambda b: self.without(at).outlook(b, goal), default=None)

    def walk(self, at: Cell, goal: Cell, stamina: int) -> tuple[list[Cell], set[frozenset[Cell]]]:
        """MAC-MMV: the cells that a monster without abilities comes to, and the borders that it destroys."""
        seen, broken, target = [at], set(), None
        while stamina > 0 and not self.adjacent(at, goal):
            path = self.distances(goal, False)
            if at not in path:
                break
            target = None if target == at else target
            to = self.detour(at, target, goal, stamina) if target else None
            if to is None:
                target = None
                first = self.nearer(at, goal, path)
                free = [
                    b for b in first
                    if self.can_step(at, b, True)
                    or ((at[0] == b[0] or at[1] == b[1]) and self.breakable(at, b) and (b == goal or not self.unit[b]))
                ]  # fmt: skip
                if free:
                    fewest = {b: self.fewest_units(b, goal, path) for b in free}
                    free = [b for b in free if fewest[b] == min(fewest.values())]
                    to = min(free, key=lambda b: self.without(at).outlook(b, goal))
                else:
                    reach = self.reach(at, True, stamina)
                    better = [b for b in reach if path.get(b, 10**6) < path[at]]
                    if not better:
                        break
                    target = min(
                        better, key=lambda b: (path[b], reach[b], self.without(at).outlook(b, goal), b[1], b[0])
                    )
                    to = self.detour(at, target, goal, stamina)
                    assert to is not None
            if not self.can_step(at, to, True):
                if stamina < 4:
                    break
                stamina -= 4
                broken.add(frozenset((at, to)))
                offset = (to[0] - at[0], to[1] - at[1])
                self.border[at, offset] = self.border[to, (-offset[0], -offset[1])] = Border.NONE
                continue
            stamina -= 1
            self.unit[to], self.unit[at] = self.unit[at], 0
            at = to
            seen.append(at)
        return seen, broken
