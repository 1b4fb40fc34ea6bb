# cython: language_level=3
"""Which steps a Spacer may make (MOV-03 to -07, MOV-11-D, BRD-13). See steps.pxd."""
from envs.enormity.rules.board cimport beside, border_free, in_bounds, intruder_at, is_obstacle, same_exit
from envs.enormity.rules.state cimport Game, MOVE_CELLS, Tables
from envs.enormity.rules.stats cimport on_board


cdef bint step_free(const Tables* t, const Game* g, int cell, int direction, bint voluntary) noexcept nogil:
    """ENO-MOV-03 to -05, ENO-BRD-13: no diagonal, wall, red line, closed door, Obstacle or Intruder; arrows bind."""
    cdef int to = beside(cell, direction)
    if to < 0 or not border_free(t, g, cell, direction):
        return False
    if voluntary and t.forced[cell] > 0 and t.forced[cell] - 1 != direction:  # ENO-BRD-13-D
        return False
    return in_bounds(t, g, to) and not is_obstacle(t, g, to) and intruder_at(g, to) < 0


cdef bint may_end(const Tables* t, const Game* g, int s, int cell) noexcept nogil:
    """ENO-MOV-07, ENO-BRD-14-D: no Obstacle, Intruder or other Spacer."""
    cdef int other
    if is_obstacle(t, g, cell) or intruder_at(g, cell) >= 0:
        return False
    for other in range(g.seats):
        if other != s and on_board(g, other) and g.spacers[other].cell == cell:
            return False
    return True


cdef bint seen(const Tables* t, const Game* g, int cell, const short* visited, int n) noexcept nogil:
    """ENO-MOV-06: the space is among the visited ones."""
    cdef int i
    for i in range(n):
        if visited[i] == cell or same_exit(t, g, visited[i], cell):
            return True
    return False


cdef bint crosses_exit(const Tables* t, const Game* g, int cell, int to, const short* visited, int n) noexcept nogil:
    """Inside an open Extraction Point a Spacer may go to another cell of it, to leave from there."""
    cdef int i
    for i in range(n):
        if visited[i] == to:
            return False
    return same_exit(t, g, cell, to)


cdef bint leads_on(
    const Tables* t, const Game* g, int s, int cell, int direction, int left, const short* visited, int n
) noexcept nogil:
    """ENO-MOV-05 to ENO-MOV-07, ENO-MOV-11-D: the step and what must follow it.

    Only spaces with Spacers are passed without a stop, so the search is at most as deep as there are Spacers.
    """
    cdef short path[MOVE_CELLS]
    cdef int to = beside(cell, direction), i, d
    if to >= 0 and crosses_exit(t, g, cell, to, visited, n):
        return True
    if not step_free(t, g, cell, direction, True) or seen(t, g, to, visited, n):
        return False
    if may_end(t, g, s, to):
        return True
    if left <= 1 or n >= MOVE_CELLS:
        return False
    for i in range(n):
        path[i] = visited[i]
    path[n] = <short>to
    for d in range(4):
        if leads_on(t, g, s, to, d, left - 1, path, n + 1):
            return True
    return False


cdef bint can_go(const Tables* t, const Game* g, int s, int spaces) noexcept nogil:
    """ENO-TRN-07-D: a movement of so many spaces can begin."""
    cdef short start = g.spacers[s].cell
    cdef int d
    if spaces <= 0 or start < 0:
        return False
    for d in range(4):
        if leads_on(t, g, s, start, d, spaces, &start, 1):
            return True
    return False
