# cython: language_level=3
"""See geometry.pxd."""
from libc.string cimport memcmp, memcpy, memset

from envs.core.bits cimport between, low_bit, with_bit
from envs.machina_arcana.rules.state cimport MAX_EXPLORERS, STAT_IMMOBILE, WHERE_MAP
from envs.machina_arcana.rules.units cimport has_stat

DX[:] = [0, 1, 1, 1, 0, -1, -1, -1]
OFFSET[:] = [-WIDTH, 1 - WIDTH, 1, WIDTH + 1, WIDTH, WIDTH - 1, -1, -WIDTH - 1]
for _i in range(CELLS):
    for _d, _y in enumerate([-1, -1, 0, 1, 1, 1, 0, -1]):
        WITHIN[_i] |= (cell_at(col(_i) + DX[_d], row(_i) + _y) >= 0) << _d


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


cdef inline bint open_step(const Game* g, int cell, int direction, bint monster) noexcept nogil:
    """What lies between a cell and the next one, which is free, lets a unit step there."""
    cdef int linked, first, second
    if direction % 2 == 0:
        return not closed(g.border[cell][direction // 2])
    # A diagonal step is checked as two straight ones over either linked space (MAC-MOV-08).
    first = (direction // 2) % 4
    second = (first + 1) % 4
    linked = cell + OFFSET[2 * first]
    if (passable(g, linked, monster) and g.unit[linked] == 0 and not closed(g.border[cell][first])
            and not closed(g.border[linked][second])):
        return True
    linked = cell + OFFSET[2 * second]
    return (passable(g, linked, monster) and g.unit[linked] == 0 and not closed(g.border[cell][second])
            and not closed(g.border[linked][first]))


cdef bint can_step(const Game* g, int cell, int direction, bint monster) noexcept nogil:
    """MAC-MOV-01 to MAC-MOV-09, MAC-MOV-12: may a unit on `cell` step there now? `monster`: it moves by itself."""
    cdef int to = neighbour(cell, direction)
    return to >= 0 and passable(g, to, monster) and g.unit[to] == 0 and open_step(g, cell, direction, monster)


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
    cdef int dx = col(b) - col(a), dy = row(b) - row(a)
    cdef int n = absolute(dx), m = absolute(dy), sx = sign(dx), sy = sign(dy)
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


cdef bint next_to(const Game* g, int a, int b) noexcept nogil:
    """`adjacent` for cells whose numbers are near enough."""
    cdef int dx = col(b) - col(a), dy = row(b) - row(a)
    if dx < -1 or dx > 1 or dy < -1 or dy > 1 or a == b:
        return False
    if dx and dy:
        return corner(g, a, dx, dy)
    return not closed(g.border[a][(2 - dx) if dx else (1 + dy)])


cdef inline bint free_border(int border, bint through) noexcept nogil:
    return not closed(border) or (through and breakable(border))


cdef bint diagonal(const Game* g, int cell, int direction, bint through) noexcept nogil:
    """A diagonal step over one of its linked spaces, units ignored; `through`: closed doors and barriers too."""
    cdef int first = (direction // 2) % 4, second = (first + 1) % 4
    cdef int linked = cell + OFFSET[2 * first]
    if (g.floor[linked] and free_border(g.border[cell][first], through)
            and free_border(g.border[linked][second], through)):
        return True
    linked = cell + OFFSET[2 * second]
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


cdef bint spread(const Game* g, int start, int until, const unsigned char* ways, unsigned char* out) noexcept nogil:
    """Least number of steps from every cell to `start`, which can be entered whatever it is (Board model).

    until: a cell; when all cells that are as near as it are done, the rest is left FAR, and the answer is False. -1 for
    the whole board.
    """
    cdef short queue[CELLS + 1]  # room for one that is not kept
    cdef int head = 0, tail = 1, cell, other, bits
    cdef int away, known, fresh
    memset(out, FAR, CELLS)
    out[start] = 0
    queue[0] = <short>start
    while head < tail:
        cell = queue[head]
        head += 1
        if until >= 0 and out[cell] >= out[until]:
            return False
        if out[cell] >= FAR - 1:
            continue
        away = out[cell] + 1
        bits = ways[cell]
        while bits:  # whether a cell is new is hard to foresee: by arithmetic, so that there is no branch on it
            other = cell + OFFSET[low_bit(bits)]
            bits &= bits - 1
            known = out[other]
            fresh = (known + 1) >> 8  # 1 if FAR, else 0
            out[other] = <unsigned char>(known - fresh * (FAR - away))
            queue[tail] = <short>other
            tail += fresh & g.floor[other]
    return True


cdef void measure(const Tables* t, Game* g, int seat, int needed) noexcept nogil:
    """Bring ``g.walk[seat]`` (path) and ``g.count[seat]`` (steps) up to date for all cells that are as near as the cell
    `needed` (-1: for all); the others may be FAR. They stay until the board or the explorer's cell changes."""
    cdef int cell = g.explorers[seat].cell
    cdef unsigned short version = <unsigned short>(g.board_version + 1)
    if cell < 0:
        return
    if g.walk_cell[seat] == cell and g.walk_version[seat] == version and (
            g.walk_whole[seat] or (needed >= 0 and g.walk[seat][needed] != FAR and g.count[seat][needed] != FAR)):
        return
    survey(t, g)
    g.walk_whole[seat] = spread(g, cell, needed, g.steps, g.walk[seat])
    if memcmp(g.steps, g.passes, CELLS) == 0:
        memcpy(g.count[seat], g.walk[seat], CELLS)
    else:
        g.walk_whole[seat] &= spread(g, cell, needed, g.passes, g.count[seat])
    g.walk_cell[seat] = <short>cell
    g.walk_version[seat] = version


cdef void flood(const Game* g, int start, bint monster, int most, unsigned char* out) noexcept nogil:
    """Least number of legal steps from `start` to every cell within `most` steps, others FAR (units block)."""
    cdef short queue[CELLS]
    cdef int head = 0, tail = 1, cell, other, d, bits
    memset(out, FAR, CELLS)
    out[start] = 0
    queue[0] = <short>start
    while head < tail:
        cell = queue[head]
        head += 1
        if out[cell] >= most:
            break  # all that follow are as far away
        bits = WITHIN[cell]
        while bits:
            d = low_bit(bits)
            bits &= bits - 1
            other = cell + OFFSET[d]
            if (out[other] == FAR and passable(g, other, monster) and g.unit[other] == 0
                    and open_step(g, cell, d, monster)):
                out[other] = out[cell] + 1
                queue[tail] = <short>other
                tail += 1


# Closed (bit 0) and breakable (bit 4) by state of the border.
cdef unsigned char[16] BORDER_BITS
for _i in range(16):
    BORDER_BITS[_i] = closed(_i) | breakable(_i) << 4

# Cells of the first and of the last column: a step there leads out of the window.
cdef u64[BOARD_WORDS] FIRST_COLUMN
cdef u64[BOARD_WORDS] LAST_COLUMN
for _i in range(0, CELLS, WIDTH):
    FIRST_COLUMN[_i >> 6] |= (<u64>1) << (_i & 63)
    LAST_COLUMN[(_i + WIDTH - 1) >> 6] |= (<u64>1) << ((_i + WIDTH - 1) & 63)


cdef inline void beyond(const u64* cells, int direction, u64* out) noexcept nogil:
    """The cells whose neighbour in that direction is one of `cells`."""
    cdef int i, by = OFFSET[direction]
    for i in range(BOARD_WORDS):
        if by > 0:
            out[i] = cells[i] >> by
            if i + 1 < BOARD_WORDS:
                out[i] |= cells[i + 1] << (64 - by)
        else:
            out[i] = cells[i] << -by
            if i > 0:
                out[i] |= cells[i - 1] >> (64 + by)
        if DX[direction] > 0:
            out[i] &= ~LAST_COLUMN[i]
        elif DX[direction] < 0:
            out[i] &= ~FIRST_COLUMN[i]


cdef void map_openings(const Game* g, Openings* o) noexcept nogil:
    """Read the open ways, the walkable cells and the closed sides off the board.

    A way is open if no closed border lies on it, whoever stands there; rubble and void are no way. A diagonal one leads
    over one of its two linked spaces, which must be standable.
    """
    cdef u64 known[BOARD_WORDS]  # no void
    cdef u64 rubble[BOARD_WORDS]
    cdef u64 stand[BOARD_WORDS]
    cdef u64 spawn[BOARD_WORDS]
    cdef u64 gone[BOARD_WORDS]
    cdef u64 pit[BOARD_WORDS]
    cdef u64 to[BOARD_WORDS]
    cdef u64 linked[BOARD_WORDS]
    cdef u64 over[BOARD_WORDS]
    cdef u64 free[4][BOARD_WORDS]  # no closed border on that side
    cdef int cell, side, d, i, first, second, bits, _way
    for cell in range(CELLS):  # of the void nothing is shown
        bits = (BORDER_BITS[g.border[cell][0] & 15] | BORDER_BITS[g.border[cell][1] & 15] << 1
                | BORDER_BITS[g.border[cell][2] & 15] << 2 | BORDER_BITS[g.border[cell][3] & 15] << 3)
        o.shut[cell] = bits if g.kind[cell] != SPACE_VOID else 0
    between(g.kind, CELLS, SPACE_VOID + 1, 255, known)
    between(g.kind, CELLS, SPACE_RUBBLE, SPACE_RUBBLE, rubble)
    between(g.kind, CELLS, SPACE_PLAIN, SPACE_PIT, stand)
    between(g.kind, CELLS, SPACE_PIT, SPACE_PIT, pit)
    between(g.kind, CELLS, SPACE_SPAWN, SPACE_SPAWN, spawn)
    between(g.token, CELLS, TOKEN_EXPLORED, TOKEN_EXPLORED, gone)
    between(g.kind, CELLS, SPACE_RUBBLE + 1, 255, o.marked)
    for side in range(4):
        with_bit(o.shut, CELLS, side, free[side])
    for i in range(BOARD_WORDS):
        o.marked[i] |= spawn[i]
        stand[i] |= spawn[i] & ~gone[i]
        o.stand[i] = stand[i] & ~pit[i]
        rubble[i] = known[i] & ~rubble[i]
        for side in range(4):
            free[side][i] = ~free[side][i]
    for d in range(8):
        beyond(rubble, d, to)
        for i in range(BOARD_WORDS):
            to[i] &= known[i]
        if d % 2 == 0:
            for i in range(BOARD_WORDS):
                o.ways[d][i] = to[i] & free[d // 2][i]
            continue
        memset(o.ways[d], 0, sizeof(to))
        first = d // 2
        second = (first + 1) % 4
        for _way in range(2):  # over the one linked space, then over the other
            for i in range(BOARD_WORDS):
                linked[i] = stand[i] & free[second][i]
            beyond(linked, 2 * first, over)
            for i in range(BOARD_WORDS):
                o.ways[d][i] |= to[i] & free[first][i] & over[i]
            first, second = second, first


cdef void break_through(const Game* g, const Openings* o, Openings* out) noexcept nogil:
    """The ways of `o` for a monster, which breaks what is closed: a straight one leads through closed doors and
    barriers too (MAC-MMV-05, MAC-MMV-10). Else they are an explorer's: a pit still links a diagonal step, which it does
    not for a monster (MAC-MMV-17)."""
    cdef u64 floor[BOARD_WORDS]
    cdef u64 rubble[BOARD_WORDS]
    cdef u64 door[BOARD_WORDS]
    cdef u64 to[BOARD_WORDS]
    cdef int side, i
    memcpy(out, o, sizeof(Openings))
    between(g.kind, CELLS, SPACE_VOID + 1, 255, floor)
    between(g.kind, CELLS, SPACE_RUBBLE, SPACE_RUBBLE, rubble)
    for i in range(BOARD_WORDS):
        floor[i] &= ~rubble[i]
    for side in range(4):
        with_bit(o.shut, CELLS, 4 + side, door)
        beyond(floor, 2 * side, to)
        for i in range(BOARD_WORDS):
            out.ways[2 * side][i] |= door[i] & to[i]


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


def measure_of(tables, state, int seat, int needed):
    """Bring the distance fields of a seat up to date as far as a cell, -1 for all cells."""
    measure(<const Tables*><size_t>tables.ctypes.data, <Game*><size_t>state.ctypes.data, seat, needed)


def flood_of(state, int start, bint monster, int most):
    """Least number of legal steps to each cell within `most`, 255 elsewhere, as bytes."""
    cdef unsigned char out[CELLS]
    flood(<const Game*><size_t>state.ctypes.data, start, monster, most, out)
    return (<char*>out)[:CELLS]


def openings_of(state, out):
    """`map_openings` of a board into a record of the struct `Openings`."""
    map_openings(<const Game*><size_t>state.ctypes.data, <Openings*><size_t>out.ctypes.data)
