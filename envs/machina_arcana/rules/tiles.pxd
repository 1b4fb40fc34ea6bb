# cython: language_level=3
"""Map tiles: laying, removing, scrolling the window (MAP; Board model, Joining and scrolling)."""
from envs.machina_arcana.rules.state cimport Game, Tables

cdef bint is_edge(const Tables* t, const Game* g, int slot, int side) noexcept nogil
cdef int slot_beyond(int slot, int side) noexcept nogil
cdef bint has_entry(const Game* g, int slot, int side) noexcept nogil
cdef bint abuts(const Game* g, int slot, int side) noexcept nogil
cdef int token_cell(const Tables* t, const Game* g, int slot, int side) noexcept nogil
cdef bint unexplored(const Tables* t, const Game* g, int slot, int side) noexcept nogil
cdef bint may_explore(const Tables* t, const Game* g, int seat, int side) noexcept nogil
cdef void lay_tile(const Tables* t, Game* g, int face, int slot, int symbol_side) noexcept nogil
cdef void lift_tile(const Tables* t, Game* g, int slot) noexcept nogil
cdef void lift_all_tiles(const Tables* t, Game* g) noexcept nogil
cdef void banish(const Tables* t, Game* g, int monster) noexcept nogil
