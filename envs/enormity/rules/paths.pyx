# cython: language_level=3
"""See paths.pxd: shortest paths of Intruders (A16, ENO-IMV-05 to ENO-IMV-11-D, ENO-WLD-05)."""
from libc.string cimport memset

from envs.enormity.rules.board cimport (
    adjacent, beside, cell_x, cell_y, door_of, FAR, in_bounds, is_exit, is_obstacle, open_field, weld_at,
)
from envs.enormity.rules.state cimport (
    BORDER_DOOR, BORDER_OPEN, CELLS, DOOR_STATE_WELDED, Game, MAX_INTRUDERS, Tables, WHERE_BOARD,
)
from envs.enormity.rules.weapons cimport intruder_reaches

cdef enum:
    ON_PATH = 1
    GOAL = 2
    APART = 1000  # A4 of what cannot be reached, to which the Manhattan distance is added


cdef struct Queue:
    short[CELLS] cell
    int n


cdef int way(const Tables* t, const Game* g, int cell, int direction) noexcept nogil:
    """ENO-IMV-06, -06-D: black and red lines stop an Intruder, doors do not, except a weld with a Disable token."""
    cdef int other = beside(cell, direction), border = t.border[cell][direction], door
    if other < 0 or not in_bounds(t, g, other) or is_obstacle(t, g, other):
        return -1
    if border == BORDER_OPEN or is_exit(t, g, cell) or is_exit(t, g, other):
        return other
    if border < BORDER_DOOR:
        return -1
    door = border - BORDER_DOOR
    return -1 if g.doors[door] == DOOR_STATE_WELDED and g.door_disabled[door] else other


cdef bint weld_between(const Tables* t, const Game* g, int cell, int direction) noexcept nogil:
    """ENO-WLD-05: an Intruder does not cross a weld."""
    cdef int door = door_of(t, cell, direction)
    return door >= 0 and g.doors[door] == DOOR_STATE_WELDED


cdef int cells_of_space(const Tables* t, const Game* g, int cell, short* out) noexcept nogil:
    """ENO-EXT-11-D: the cells of an open Extraction Point are one space; the cell itself comes first."""
    cdef int c, n = 1
    out[0] = <short>cell
    if is_exit(t, g, cell):
        for c in range(CELLS):
            if c != cell and t.point_of[c] == t.point_of[cell]:
                out[n] = <short>c
                n += 1
    return n


cdef bint may_stop(const Tables* t, const Game* g, int k, int cell) noexcept nogil:
    """ENO-IMV-11: an empty space, its own included; an Adversary also on another Intruder (ENO-ZRO-06).
    Nobody stops on an open Extraction Point (ENO-EXT-11-D)."""
    cdef int i
    if not in_bounds(t, g, cell) or is_exit(t, g, cell):
        return False
    if g.intruders[k].cell != cell and is_obstacle(t, g, cell):
        return False
    for i in range(g.seats):
        if g.spacers[i].cell == cell and g.spacers[i].where == WHERE_BOARD:
            return False
    if t.types[g.intruders[k].type].adversary:
        return True
    for i in range(MAX_INTRUDERS):
        if i != k and g.intruders[i].cell == cell and g.intruders[i].type >= 0:
            return False
    return True


cdef bint in_place(const Tables* t, const Game* g, int k, int s, int protocol, int cell) noexcept nogil:
    """From the cell the Spacer is in the attack's range, or adjacent when it is no attack (ENO-IMV-01, ENO-IMV-03)."""
    if protocol >= 0 and t.protocols[protocol].attack:
        if not intruder_reaches(t, g, k, protocol, cell, s):
            return False
    elif not adjacent(t, g, cell, g.spacers[s].cell):
        return False
    return may_stop(t, g, k, cell)


cdef void enqueue(const Tables* t, const Game* g, Plan* p, Queue* q, int cell, int away) noexcept nogil:
    """A space has been reached."""
    cdef short cells[CELLS]
    cdef int i, n
    if not is_exit(t, g, cell):
        p.away[cell] = <short>away
        q.cell[q.n] = <short>cell
        q.n += 1
        return
    n = cells_of_space(t, g, cell, cells)
    for i in range(n):
        if p.away[cells[i]] < 0:
            p.away[cells[i]] = <short>away
            q.cell[q.n] = cells[i]
            q.n += 1


cdef void search(
    const Tables* t, const Game* g, int k, int s, int protocol, int only, int most, bint stops, Plan* p, Queue* q
) noexcept nogil:
    """Breadth first from the Intruder until the nearest goals are found, at most so many spaces away.

    `stops`: not beyond spaces next to a weld, where its movement ends (ENO-WLD-05).
    """
    cdef int head = 0, tested = 0, cell, other, d
    memset(p, 0, sizeof(Plan))
    memset(p.away, 0xFF, sizeof(p.away))
    q.n = 0
    p.length = -1
    enqueue(t, g, p, q, g.intruders[k].cell, 0)
    while True:
        while tested < q.n:
            cell = q.cell[tested]
            tested += 1
            if (cell == only) if only >= 0 else in_place(t, g, k, s, protocol, cell):
                p.length = p.away[cell]
                p.useful[cell] = GOAL
                p.n += 1
        if head >= q.n or p.away[q.cell[head]] >= most or (p.length >= 0 and p.away[q.cell[head]] >= p.length):
            return
        cell = q.cell[head]
        head += 1
        if stops and cell != g.intruders[k].cell and weld_at(t, g, cell) >= 0:
            continue
        for d in range(4):
            other = way(t, g, cell, d)
            if other >= 0 and p.away[other] < 0 and not (stops and weld_between(t, g, cell, d)):
                enqueue(t, g, p, q, other, p.away[cell] + 1)


cdef void come_closer(const Tables* t, const Game* g, int k, int s, Plan* p, Queue* q) noexcept nogil:
    """ENO-IMV-11-D: no space for the attack can be reached; the goals are the nearest of the reached empty spaces
    with the smallest A4 distance to the Target."""
    cdef unsigned char field[CELLS]
    cdef int i, cell, goal = g.spacers[s].cell, dx, dy, far, least = 2 * APART
    open_field(t, g, goal, field)
    for i in range(q.n):
        cell = q.cell[i]
        far = field[cell]
        if far == FAR:
            dx = cell_x(cell) - cell_x(goal)
            dy = cell_y(cell) - cell_y(goal)
            far = APART + (dx if dx > 0 else -dx) + (dy if dy > 0 else -dy)
        if far > least or (far == least and p.away[cell] > p.length) or not may_stop(t, g, k, cell):
            continue
        if far < least:
            least = far
            p.length = p.away[cell]
            p.n = 0
            memset(p.useful, 0, sizeof(p.useful))
        p.useful[cell] = GOAL
        p.n += 1


cdef void trace(const Tables* t, const Game* g, Plan* p, const Queue* q) noexcept nogil:
    """Mark what lies on a shortest path, from the goals back (the queue is ordered by distance)."""
    cdef short cells[CELLS]
    cdef int i, j, n, d, cell, other
    for i in range(q.n - 1, -1, -1):
        cell = q.cell[i]
        if p.useful[cell] or p.away[cell] >= p.length:
            continue
        for d in range(4):
            other = way(t, g, cell, d)
            if other >= 0 and p.useful[other] and p.away[other] == p.away[cell] + 1:
                n = cells_of_space(t, g, cell, cells)
                for j in range(n):
                    p.useful[cells[j]] = ON_PATH
                break


cdef void plan_paths(const Tables* t, const Game* g, int k, int s, int protocol, int only, Plan* p) noexcept nogil:
    """ENO-IMV-01 to ENO-IMV-03, ENO-IMV-05, ENO-IMV-07-D, ENO-IMV-11-D."""
    cdef Queue q
    search(t, g, k, s, protocol, only, CELLS, False, p, &q)
    if p.length < 0:
        come_closer(t, g, k, s, p, &q)
    if p.length > 0:
        trace(t, g, p, &q)


cdef bint could_reach(const Tables* t, const Game* g, int k, int s, int protocol, int spaces) noexcept nogil:
    """ENO-ACV-04-D."""
    cdef Plan p
    cdef Queue q
    search(t, g, k, s, protocol, -1, spaces if spaces < FAR else CELLS, True, &p, &q)
    return p.length >= 0
