# cython: language_level=3
"""Map tiles: laying, removing, scrolling the window (MAP; Board model, Joining and scrolling)."""
from envs.machina_arcana.rules.geometry cimport col, row
from envs.machina_arcana.rules.state cimport Game, TILE, Tables


cdef inline int opening_side(int cell) noexcept nogil:
    """The side of its tile of which a cell is number 4 or 5, -1 if of none."""
    cdef int x = col(cell) % TILE, y = row(cell) % TILE
    if x == 4 or x == 5:
        return 0 if y == 0 else (2 if y == TILE - 1 else -1)
    if y == 4 or y == 5:
        return 3 if x == 0 else (1 if x == TILE - 1 else -1)
    return -1


cdef bint is_edge(const Tables* t, const Game* g, int slot, int side) noexcept nogil
cdef int slot_beyond(int slot, int side) noexcept nogil
cdef bint has_entry(const Game* g, int slot, int side) noexcept nogil
cdef bint abuts(const Game* g, int slot, int side) noexcept nogil
cdef int token_cell(const Tables* t, const Game* g, int slot, int side) noexcept nogil
cdef int unexplored_edges(const Tables* t, const Game* g, short* cells) noexcept nogil
cdef bint may_explore(const Tables* t, const Game* g, int seat, int side) noexcept nogil
cdef void lay_tile(const Tables* t, Game* g, int face, int slot, int symbol_side) noexcept nogil
cdef void lift_tile(const Tables* t, Game* g, int slot) noexcept nogil
cdef void lift_all_tiles(const Tables* t, Game* g) noexcept nogil
cdef void banish(const Tables* t, Game* g, int monster) noexcept nogil
