# cython: language_level=3
"""See geometry.pxd."""
from libc.string cimport memcmp, memcpy, memset

from envs.machina_arcana.rules.state cimport MAX_EXPLORERS, STAT_IMMOBILE, WHERE_MAP
from envs.machina_arcana.rules.units cimport has_stat

DX[:] = [0, 1, 1, 1, 0, -1, -1, -1]
DY[:] = [-1, -1, 0, 1, 1, 1, 0, -1]

cdef int[8] OFFSET
OFFSET[:] = [-WIDTH, 1 - WIDTH, 1, WIDTH + 1, WIDTH, WIDTH - 1, -1, -WIDTH - 1]


cdef void touch(Game* g) noexcept nogil:
    """The board changed: distance fields are measured anew when they are next needed."""
    g.board_version = <unsigned short>((g.board_version + 1) % 0xFFFF)  # 0xFFFF + 1 would be "none"


cdef void set_border(Game* g, int cell, int side, int border) noexcept nogil:
    """Set a border on both of its cells."""
    cdef int other = neighbour(cell, 2 * side)
    g.border[cell][side] = <unsigned char>border
    if other >= 0:
        g.border[other][(side + 2) % 4] = <unsigned char>border
    touch(g)


cdef inline bint passable(const Game* g, int cell, bint monster) noexcept nogil:
    """Standable; for a monster that moves by itself a pit is not (MAC-MMV-09, MAC-MMV-17)."""
    return standable(g, cell) and not (monster and g.kind[cell] == SPACE_PIT)


cdef bint can_step(const Game* g, int cell, int direction, bint monster) noexcept nogil:
    """MAC-MOV-01 to MAC-MOV-09, MAC-MOV-12: may a unit on `cell` step there now? `monster`: it moves by itself."""
    cdef int to = neighbour(cell, direction), linked, first, second
    if to < 0 or not passable(g, to, monster) or g.unit[to]:
        return False
    if direction % 2 == 0:
        return not closed(g.border[cell][direction // 2])
    # A diagonal step is checked as two straight ones over either linked space (MAC-MOV-08).
    first = (direction // 2) % 4
    second = (first + 1) % 4
    linked = neighbour(cell, 2 * first)
    if (passable(g, linked, monster) and g.unit[linked] == 0 and not closed(g.border[cell][first])
            and not closed(g.border[linked][second])):
        return True
    linked = neighbour(cell, 2 * second)
    return (passable(g, linked, monster) and g.unit[linked] == 0 and not closed(g.border[cell][second])
            and not closed(g.border[linked][first]))


cdef bint corner(const Game* g, int cell, int sx, int sy) noexcept nogil:
    """Sight through the grid corner between `cell` and its diagonal neighbour (Board model, step 4; MAC-TAR-10)."""
    cdef int side_x = 1 if sx > 0 else 3, side_y = 2 if sy > 0 else 0
    cdef int over_x = cell_at(col(cell) + sx, row(cell)), over_y = cell_at(col(cell), row(cell) + sy)
    if (over_x >= 0 and g.kind[over_x] != SPACE_RUBBLE and not closed(g.border[cell][side_x])
            and not closed(g.border[over_x][side_y])):
        return True
    return (over_y >= 0 and g.kind[over_y] != SPACE_RUBBLE and not closed(g.border[cell][side_y])
            and not closed(g.border[over_y][side_x]))


cdef int trace(const Game* g, int a, int b) noexcept nogil:
    """Walk the sight line; the number of obstacles crossed, -1 if it is cut (MAC-TAR-09 to MAC-TAR-11)."""
    cdef int n = absolute(col(b) - col(a)), m = absolute(row(b) - row(a))
    cdef int sx = sign(col(b) - col(a)), sy = sign(row(b) - row(a))
    cdef int side_x = 1 if sx > 0 else 3, side_y = 2 if sy > 0 else 0
    cdef int ix = 0, iy = 0, cell = a, found = 0, along, across
    while cell != b:
        along = (1 + 2 * ix) * m
        across = (1 + 2 * iy) * n
        if m == 0 or (n != 0 and along < across):
            if closed(g.border[cell][side_x]):
                return -1
            cell += sx
            ix += 1
        elif n == 0 or along > across:
            if closed(g.border[cell][side_y]):
                return -1
            cell += sy * WIDTH
            iy += 1
        else:
            if not corner(g, cell, sx, sy):
                return -1
            cell += sx + sy * WIDTH
            ix += 1
            iy += 1
        if cell != b:
            if g.kind[cell] == SPACE_RUBBLE or g.kind[cell] == SPACE_VOID:
                return -1
            if obstacle(g, cell):
                found += 1
    return found


cdef bint sight(const Game* g, int a, int b) noexcept nogil:
    """MAC-TAR-08 to MAC-TAR-10: is the line between the two centres free?"""
    return trace(g, a, b) >= 0


cdef int obstacles_in_sight(const Game* g, int a, int b) noexcept nogil:
    """MAC-TAR-11: obstacles in the line of sight, -1 without sight."""
    return trace(g, a, b)


cdef bint adjacent(const Game* g, int a, int b) noexcept nogil:
    """MAC-TAR-02: next to it and in line of sight."""
    return direct(a, b) == 1 and trace(g, a, b) >= 0


cdef inline bint free_border(int border, bint through) noexcept nogil:
    return not closed(border) or (through and breakable(border))


cdef bint diagonal(const Game* g, int cell, int direction, bint through) noexcept nogil:
    """A diagonal step over one of its linked spaces, units ignored; `through`: closed doors and barriers too."""
    cdef int first = (direction // 2) % 4, second = (first + 1) % 4
    cdef int linked = neighbour(cell, 2 * first)
    if (g.floor[linked] and free_border(g.border[cell][first], through)
            and free_border(g.border[linked][second], through)):
        return True
    linked = neighbour(cell, 2 * second)
    return (g.floor[linked] and free_border(g.border[cell][second], through)
            and free_border(g.border[linked][first], through))


cdef void survey(const Tables* t, Game* g) noexcept nogil:
    """Bring the steps of all cells up to date (Board model, Distances; MAC-TGT-03, MAC-MMV-05, MAC-MMV-15, MAC-MMV-17).

    A straight step may cross a closed door or barrier; a diagonal one may for `passes` only. Whether the cell that
    it leads to can be entered is another matter (`floor`).
    """
    cdef int cell, other, d, i, border
    if g.steps_version == <unsigned short>(g.board_version + 1):
        return
    for cell in range(CELLS):
        g.floor[cell] = passable(g, cell, True)
    for i in range(g.seats):
        if g.explorers[i].where == WHERE_MAP and has_stat(t, g, i, STAT_IMMOBILE):
            g.floor[g.explorers[i].cell] = 0
    for i in range(g.queue.n):
        if has_stat(t, g, MAX_EXPLORERS + g.queue.cards[i], STAT_IMMOBILE):
            g.floor[g.monsters[g.queue.cards[i]].cell] = 0
    memset(g.steps, 0, CELLS)
    memset(g.passes, 0, CELLS)
    for cell in range(CELLS):
        if g.kind[cell] == SPACE_VOID:
            continue
        for d in range(2, 6):  # the opposite directions are set from the other cell
            other = neighbour(cell, d)
            if other < 0 or g.kind[other] == SPACE_VOID:
                continue
            if d % 2 == 0:
                border = g.border[cell][d // 2]
                if free_border(border, True):
                    link(g.steps, cell, other, d)
                    link(g.passes, cell, other, d)
            elif diagonal(g, cell, d, False):
                link(g.steps, cell, other, d)
                link(g.passes, cell, other, d)
            elif diagonal(g, cell, d, True):
                link(g.passes, cell, other, d)
    g.steps_version = <unsigned short>(g.board_version + 1)


cdef inline void link(unsigned char* ways, int cell, int other, int direction) noexcept nogil:
    ways[cell] |= <unsigned char>(1 << direction)
    ways[other] |= <unsigned char>(1 << ((direction + 4) % 8))


cdef void spread(const Game* g, int start, const unsigned char* ways, unsigned char* out) noexcept nogil:
    """Least number of steps from every cell to `start`, which can be entered whatever it is (Board model)."""
    cdef short queue[CELLS]
    cdef int head = 0, tail = 1, cell, other, d, bits
    memset(out, FAR, CELLS)
    out[start] = 0
    queue[0] = <short>start
    while head < tail:
        cell = queue[head]
        head += 1
        if out[cell] >= FAR - 1:
            continue
        bits = ways[cell]
        d = 0
        while bits:
            if bits & 1:
                other = cell + OFFSET[d]
                if out[other] == FAR:
                    out[other] = out[cell] + 1
                    if g.floor[other]:
                        queue[tail] = <short>other
                        tail += 1
            bits >>= 1
            d += 1


cdef void measure(const Tables* t, Game* g, int seat) noexcept nogil:
    """Bring ``g.walk[seat]`` (path) and ``g.count[seat]`` (steps) up to date; they stay until either changes."""
    cdef int cell = g.explorers[seat].cell
    cdef unsigned short version = <unsigned short>(g.board_version + 1)
    if cell < 0 or (g.walk_cell[seat] == cell and g.walk_version[seat] == version):
        return
    survey(t, g)
    spread(g, cell, g.steps, g.walk[seat])
    if memcmp(g.steps, g.passes, CELLS) == 0:
        memcpy(g.count[seat], g.walk[seat], CELLS)
    else:
        spread(g, cell, g.passes, g.count[seat])
    g.walk_cell[seat] = <short>cell
    g.walk_version[seat] = version


cdef void flood(const Game* g, int start, bint monster, int most, unsigned char* out) noexcept nogil:
    """Least number of legal steps from `start` to every cell within `most` steps, others FAR (units block)."""
    cdef short queue[CELLS]
    cdef int head = 0, tail = 1, cell, other, d
    memset(out, FAR, CELLS)
    out[start] = 0
    queue[0] = <short>start
    while head < tail:
        cell = queue[head]
        head += 1
        if out[cell] >= most:
            continue
        for d in range(8):
            other = neighbour(cell, d)
            if other >= 0 and out[other] == FAR and can_step(g, cell, d, monster):
                out[other] = out[cell] + 1
                queue[tail] = <short>other
                tail += 1


cdef bint opens(const Game* g, int cell, int d) noexcept nogil:
    """No closed border on the way to the neighbour in direction d, whoever stands there; rubble and void are no way."""
    cdef int first, second, linked, to = neighbour(cell, d)
    if to < 0 or g.kind[to] == SPACE_VOID or g.kind[to] == SPACE_RUBBLE:
        return False
    if d % 2 == 0:
        return not closed(g.border[cell][d // 2])
    first = (d // 2) % 4
    second = (first + 1) % 4
    linked = neighbour(cell, 2 * first)
    if standable(g, linked) and not closed(g.border[cell][first]) and not closed(g.border[linked][second]):
        return True
    linked = neighbour(cell, 2 * second)
    return standable(g, linked) and not closed(g.border[cell][second]) and not closed(g.border[linked][first])


cdef void map_openings(const Game* g, Openings* o) noexcept nogil:
    """Read the open ways, the walkable cells and the closed sides off the board."""
    cdef int cell, d
    memset(o, 0, sizeof(Openings))
    for cell in range(CELLS):
        if g.kind[cell] == SPACE_VOID:
            continue
        for d in range(8):
            if opens(g, cell, d):
                o.ways[d][cell >> 6] |= (<u64>1) << (cell & 63)
        for d in range(4):
            if closed(g.border[cell][d]):
                o.shut[cell] |= 1 << d
        if standable(g, cell) and g.kind[cell] != SPACE_PIT:
            o.stand[cell >> 6] |= (<u64>1) << (cell & 63)
        if g.kind[cell] == SPACE_SPAWN or g.kind[cell] > SPACE_RUBBLE:
            o.marked[cell >> 6] |= (<u64>1) << (cell & 63)


cdef void refresh(Game* g) noexcept nogil:
    """Bring ``g.openings`` up to date with the board."""
    if g.open_version != g.board_version:
        map_openings(g, &g.openings)
        g.open_version = g.board_version


# -- for tests -----------------------------------------------------------------------------------------------

def sight_of(state, int a, int b):
    """(sight, obstacles) between two cells of a state."""
    cdef const Game* g = <const Game*><size_t>state.ctypes.data
    return bool(sight(g, a, b)), obstacles_in_sight(g, a, b)


def steps_of(state, int cell, bint monster):
    """Directions in which a unit may step now."""
    cdef const Game* g = <const Game*><size_t>state.ctypes.data
    return [d for d in range(8) if can_step(g, cell, d, monster)]


def adjacent_of(state, int a, int b):
    """MAC-TAR-02 for two cells."""
    return bool(adjacent(<const Game*><size_t>state.ctypes.data, a, b))


def measure_of(tables, state, int seat):
    """Bring the distance fields of a seat up to date."""
    measure(<const Tables*><size_t>tables.ctypes.data, <Game*><size_t>state.ctypes.data, seat)


def flood_of(state, int start, bint monster, int most):
    """Least number of legal steps to each cell within `most`, 255 elsewhere, as bytes."""
    cdef unsigned char out[CELLS]
    flood(<const Game*><size_t>state.ctypes.data, start, monster, most, out)
    return (<char*>out)[:CELLS]
