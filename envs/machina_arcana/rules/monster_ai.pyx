# cython: language_level=3
"""See monster_ai.pxd."""
from libc.string cimport memset

from envs.machina_arcana.rules.geometry cimport (
    CELLS, FAR, can_step, closed, direct, flood, frontal, measure, neighbour, obstacles_in_sight, survey,
)
from envs.machina_arcana.rules.state cimport TARGETING_NONE, TARGETING_SELF, TARGETING_SPACE, WHERE_MAP
from envs.machina_arcana.rules.targets cimport legal_target, nearest_units, unit_bit, weakest
from envs.machina_arcana.rules.units cimport may_target

cdef enum:
    NO_SIGHT = 1000  # ranks behind every number of obstacles


# -- which explorer --------------------------------------------------------------------------------------------

cdef u64 nearest_explorers(const Tables* t, Game* g, int unit) noexcept nogil:
    """The nearest targetable explorers as bits: MAC-TGT-01, MAC-TGT-03, MAC-TGT-08, MAC-TGT-10, MAC-SPE-02."""
    cdef u64 explorers = 0
    cdef int s
    for s in range(g.seats):
        if g.explorers[s].where == WHERE_MAP and may_target(t, g, unit, s):
            explorers |= unit_bit(s)
    return nearest_units(t, g, unit, explorers) if explorers else 0


cdef bint picks_unit(const Tables* t, int ability) noexcept nogil:
    """The ability has a unit as its target that somebody has to pick."""
    cdef int targeting = t.abilities[ability].targeting
    return targeting != TARGETING_NONE and targeting != TARGETING_SELF and targeting != TARGETING_SPACE


cdef u64 explorer_targets(const Tables* t, Game* g, int unit, int ability, u64 spent, u64 nearest) noexcept nogil:
    """MAC-TGT-02, MAC-TGT-04, MAC-TGT-07, MAC-MON-17: the explorers that the ability may be played on, 0 if none.

    spent: explorers on whom it changed nothing this turn. More than one bit is left only if the group has to choose.
    """
    cdef u64 legal = 0
    cdef int s
    for s in range(g.seats):
        if not spent & unit_bit(s) and legal_target(t, g, unit, ability, s):
            legal |= unit_bit(s)
    if legal & nearest and not t.weakest_in_range:
        legal &= nearest
    return weakest(t, g, unit, legal) if several(legal) else legal


# -- the next step -----------------------------------------------------------------------------------------------

cdef inline bint on_path(const Game* g, const unsigned char* walk, int cell, int to, int goal) noexcept nogil:
    """A step from `cell` to its neighbour `to` leads nearer, and `to` can be walked on (or is the goal)."""
    return to >= 0 and walk[to] + 1 == walk[cell] and (g.floor[to] or to == goal)


cdef u64 path_steps(const Game* g, const unsigned char* walk, int cell, int goal) noexcept nogil:
    """MAC-MMV-01, MAC-MMV-02, MAC-MMV-06 (1): directions of the first steps of all shortest paths, units ignored."""
    cdef u64 out = 0
    cdef int d
    for d in range(8):
        if (g.steps[cell] >> d) & 1 and on_path(g, walk, cell, neighbour(cell, d), goal):
            out |= unit_bit(d)
    return out


cdef u64 open_steps(const Game* g, int cell, int goal, u64 steps) noexcept nogil:
    """MAC-MMV-08, last sentence: without the steps that units make illegal now. A closed door or barrier is no unit."""
    cdef u64 out = 0
    cdef int d, to
    for d in range(8):
        if not steps & unit_bit(d):
            continue
        to = neighbour(cell, d)
        if d % 2 == 0 and closed(g.border[cell][d // 2]):
            if to == goal or g.unit[to] == 0:
                out |= unit_bit(d)
        elif can_step(g, cell, d, True):
            out |= unit_bit(d)
    return out


cdef bint units_ahead(const Game* g, const unsigned char* walk, int cell, int goal) noexcept nogil:
    """Can any unit stand on a shortest path behind its first space? A quick test, true too often."""
    cdef int i, at, away = walk[cell]
    for i in range(g.seats):
        if g.explorers[i].where == WHERE_MAP:
            at = g.explorers[i].cell
            if at != goal and walk[at] + 1 < away and direct(cell, at) + walk[at] <= away:
                return True
    for i in range(g.queue.n):
        at = g.monsters[g.queue.cards[i]].cell
        if walk[at] + 1 < away and direct(cell, at) + walk[at] <= away:
            return True
    return False


cdef u64 fewest_units(const Game* g, const unsigned char* walk, int cell, int goal, u64 steps) noexcept nogil:
    """MAC-MMV-02, MAC-MMV-06 (2): the steps whose best remaining path holds the fewest units, the goal excluded."""
    cdef unsigned char met[CELLS]  # fewest units from a cell to the goal, the cell's own included
    cdef short order[CELLS]
    cdef int head = 0, tail = 0, d, at, to, best
    cdef u64 out
    if not several(steps) or not units_ahead(g, walk, cell, goal):
        return steps
    memset(met, 0, CELLS)
    for d in range(8):
        if steps & unit_bit(d):
            to = neighbour(cell, d)
            met[to] = FAR
            order[tail] = <short>to
            tail += 1
    while head < tail:
        at = order[head]
        head += 1
        for d in range(8):
            to = neighbour(at, d)
            if (g.steps[at] >> d) & 1 and on_path(g, walk, at, to, goal) and not met[to]:
                met[to] = FAR
                order[tail] = <short>to
                tail += 1
    # Nearer cells come later in `order`, so that backwards every cell finds its successors done.
    for head in range(tail - 1, -1, -1):
        at = order[head]
        if at == goal:
            met[at] = 0
            continue
        best = FAR
        for d in range(8):
            to = neighbour(at, d)
            if (g.steps[at] >> d) & 1 and on_path(g, walk, at, to, goal) and met[to] < best:
                best = met[to]
        met[at] = <unsigned char>(best + (g.unit[at] != 0))
    best = FAR
    out = 0
    for d in range(8):
        if steps & unit_bit(d):
            to = neighbour(cell, d)
            if met[to] < best:
                best = met[to]
                out = 0
            if met[to] == best:
                out |= unit_bit(d)
    return out


cdef inline int outlook(const Game* g, int cell, int goal) noexcept nogil:
    """MAC-MMV-03, MAC-MMV-04, MAC-MMV-06 (3, 4): rank of a space, lower is better: obstacles in the sight line, then
    the position."""
    cdef int found = obstacles_in_sight(g, cell, goal)
    return 2 * (found if found >= 0 else NO_SIGHT) + (0 if frontal(cell, goal) else 1)


cdef u64 best_outlook(Game* g, int cell, int goal, u64 steps) noexcept nogil:
    """The steps to the spaces with the best outlook. The monster itself, which leaves its cell, is no obstacle."""
    cdef unsigned char self = g.unit[cell]
    cdef int d, rank, best = 4 * NO_SIGHT
    cdef u64 out = 0
    if not several(steps):
        return steps
    g.unit[cell] = 0
    for d in range(8):
        if steps & unit_bit(d):
            rank = outlook(g, neighbour(cell, d), goal)
            if rank < best:
                best = rank
                out = 0
            if rank == best:
                out |= unit_bit(d)
    g.unit[cell] = self
    return out


cdef u64 next_steps(const Tables* t, Game* g, int unit, int prey, bint* blocked) noexcept nogil:
    """MAC-MMV-06: directions of the best next steps on a shortest path to `prey`; several: the group chooses.

    blocked: set if units stand in every first step (MAC-MMV-08).
    """
    cdef int cell = g.monsters[unit - MAX_EXPLORERS].cell, goal = g.explorers[prey].cell
    cdef const unsigned char* walk = g.walk[prey]
    cdef u64 steps
    measure(t, g, prey, cell)
    survey(t, g)
    steps = open_steps(g, cell, goal, path_steps(g, walk, cell, goal))
    blocked[0] = steps == 0
    return best_outlook(g, cell, goal, fewest_units(g, walk, cell, goal, steps))


# -- round other units -------------------------------------------------------------------------------------------

cdef int detour_goal(const Tables* t, Game* g, int unit, int prey) noexcept nogil:
    """MAC-MMV-07, MAC-MMV-08: the cell that a blocked monster goes to, -1 if none brings it nearer to `prey`."""
    cdef unsigned char away[CELLS]
    cdef int start = g.monsters[unit - MAX_EXPLORERS].cell, goal = g.explorers[prey].cell
    cdef int cell, rank, found = -1, best_away = FAR, best_rank = 0, best
    cdef const unsigned char* walk = g.walk[prey]
    cdef unsigned char self = g.unit[start]
    measure(t, g, prey, start)
    flood(g, start, True, g.monsters[unit - MAX_EXPLORERS].stamina, away)
    best = walk[start]
    g.unit[start] = 0  # the monster would have left it
    for cell in range(CELLS):
        if away[cell] == FAR or walk[cell] > best or (found < 0 and walk[cell] == best):
            continue
        if walk[cell] == best and away[cell] > best_away:
            continue
        rank = outlook(g, cell, goal)
        if walk[cell] < best or away[cell] < best_away or rank < best_rank:
            best = walk[cell]
            best_away = away[cell]
            best_rank = rank
            found = cell
    g.unit[start] = self
    return found


cdef u64 detour_steps(const Tables* t, Game* g, int unit, int prey) noexcept nogil:
    """MAC-MMV-08: the steps of the shortest legal walks to the monster's kept goal, of these the ones with the best
    outlook; 0 if no legal walk within its stamina leads there."""
    cdef unsigned char away[CELLS]
    cdef int m = unit - MAX_EXPLORERS, start = g.monsters[m].cell, d, to, best = g.monsters[m].stamina
    cdef unsigned char self = g.unit[start]
    cdef u64 steps = 0
    if best <= 0:
        return 0
    g.unit[start] = 0
    if g.unit[g.monsters[m].goal]:  # somebody stands there by now
        g.unit[start] = self
        return 0
    flood(g, g.monsters[m].goal, True, best, away)
    g.unit[start] = self
    for d in range(8):
        to = neighbour(start, d)
        if to < 0 or away[to] >= g.monsters[m].stamina or away[to] > best or not can_step(g, start, d, True):
            continue
        if away[to] < best:
            best = away[to]
            steps = 0
        steps |= unit_bit(d)
    return best_outlook(g, start, g.explorers[prey].cell, steps)
