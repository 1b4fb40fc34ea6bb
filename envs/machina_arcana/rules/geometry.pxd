# cython: language_level=3
"""The square board: cells, directions, borders, steps, sight and distances (Board model; MOV, TAR, MAP).

Directions 0 to 7 are N, NE, E, SE, S, SW, W, NW; sides 0 to 3 are N, E, S, W; direction = 2 * side for straight ones.
"""
from envs.machina_arcana.rules.state cimport (
    BOARD_WORDS, BORDER_BARRIER, BORDER_CLOSED, BORDER_WALL, CELLS, Game, Openings, SPACE_PIT, SPACE_PLAIN,
    SPACE_RUBBLE, SPACE_SPAWN, SPACE_TRAPPED, SPACE_VOID, TOKEN_EXPLORED, Tables, TILE, WIDTH,
)

cdef enum:
    FAR = 255
    CLOSED = 1 << BORDER_WALL | 1 << BORDER_CLOSED | 1 << BORDER_BARRIER  # the states of a border that stop, as bits

cdef int[8] DX
cdef int[8] OFFSET  # what each direction adds to the number of a cell
cdef unsigned char[CELLS] WITHIN  # bits of the directions that do not lead out of the window, by cell


cdef inline int col(int cell) noexcept nogil:
    return cell % WIDTH


cdef inline int row(int cell) noexcept nogil:
    return cell // WIDTH


cdef inline int cell_at(int x, int y) noexcept nogil:
    """The cell, -1 outside the window."""
    if x < 0 or y < 0 or x >= WIDTH or y >= WIDTH:
        return -1
    return y * WIDTH + x


cdef inline int absolute(int v) noexcept nogil:
    return v if v >= 0 else -v


cdef inline int sign(int v) noexcept nogil:
    return (v > 0) - (v < 0)


cdef inline int direct(int a, int b) noexcept nogil:
    """Chebyshev distance: spaces counted directly (Board model, Distances)."""
    cdef int dx = absolute(col(a) - col(b)), dy = absolute(row(a) - row(b))
    return dx if dx > dy else dy


cdef inline int slot_of(int cell) noexcept nogil:
    """Slot of the tile that a cell lies on."""
    return (row(cell) // TILE) * 2 + col(cell) // TILE


cdef inline int tile_cell(int cell, int local) noexcept nogil:
    """Cell `local` (10 * y + x) of the tile that a cell lies on."""
    return (row(cell) // TILE * TILE + local // TILE) * WIDTH + col(cell) // TILE * TILE + local % TILE


cdef inline int neighbour(int cell, int direction) noexcept nogil:
    """The next cell in a direction, -1 outside the window."""
    return cell + OFFSET[direction] if (WITHIN[cell] >> direction) & 1 else -1


cdef inline bint frontal(int a, int b) noexcept nogil:
    """Same row or column (MAC-TAR-12)."""
    return col(a) == col(b) or row(a) == row(b)


cdef inline bint closed(int border) noexcept nogil:
    """Walls, closed doors and barriers stop movement and sight."""
    return (CLOSED >> border) & 1


cdef inline bint breakable(int border) noexcept nogil:
    """A closed door or a barrier, which a unit may destroy (MAC-DOR-05, MAC-DOR-10)."""
    return border == BORDER_CLOSED or border >= BORDER_BARRIER


cdef inline bint standable(const Game* g, int cell) noexcept nogil:
    """A unit can stand there: plain, trapped, pit, or a spawn without explored token."""
    cdef int kind
    if cell < 0:
        return False
    kind = g.kind[cell]
    if kind == SPACE_SPAWN:
        return g.token[cell] != TOKEN_EXPLORED
    return kind == SPACE_PLAIN or kind == SPACE_TRAPPED or kind == SPACE_PIT


cdef inline bint free_cell(const Game* g, int cell) noexcept nogil:
    """Standable and unoccupied."""
    return standable(g, cell) and g.unit[cell] == 0


cdef inline bint obstacle(const Game* g, int cell) noexcept nogil:
    """A unit, an action space or an explored spawn (MAC-MOV-04 to 06); rubble is none, it blocks sight anyway."""
    cdef int kind = g.kind[cell]
    return g.unit[cell] != 0 or (kind != SPACE_VOID and kind != SPACE_RUBBLE and not standable(g, cell))


cdef void touch(Game* g) noexcept nogil
cdef bint can_step(const Game* g, int cell, int direction, bint monster) noexcept nogil
cdef bint sight(const Game* g, int a, int b) noexcept nogil
cdef int obstacles_in_sight(const Game* g, int a, int b) noexcept nogil
cdef bint next_to(const Game* g, int a, int b) noexcept nogil
cdef void survey(const Tables* t, Game* g) noexcept nogil
cdef void measure(const Tables* t, Game* g, int seat, int needed) noexcept nogil
cdef void flood(const Game* g, int start, bint monster, int most, unsigned char* out) noexcept nogil
cdef void set_border(Game* g, int cell, int side, int border) noexcept nogil
ctypedef unsigned long long u64


cdef void map_openings(const Game* g, Openings* o) noexcept nogil
cdef void break_through(const Game* g, const Openings* o, Openings* out) noexcept nogil
cdef void refresh(Game* g) noexcept nogil


cdef inline bint adjacent(const Game* g, int a, int b) noexcept nogil:
    """MAC-TAR-02: next to it and in line of sight."""
    return -WIDTH - 1 <= b - a <= WIDTH + 1 and next_to(g, a, b)


cdef inline bint in_set(const u64* cells, int cell) noexcept nogil:
    return (cells[cell >> 6] >> (cell & 63)) & 1
