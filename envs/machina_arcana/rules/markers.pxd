# cython: language_level=3
"""Explorer markers of normal mode (MRK): on the player board, on the ground over dropped items, on cards beside lasting
effects."""
from envs.machina_arcana.rules.state cimport (
    Game, MARKERS, MARKER_EXPLORER, MARKER_GROUND, Tables,
)


cdef inline int free_marker(const Game* g, int seat) noexcept nogil:
    """MAC-MRK-01: one of the seat's markers that lie on its board, -1 if there is none."""
    cdef int k
    for k in range(MARKERS):
        if g.explorers[seat].marker[k] == 0:
            return k
    return -1


cdef inline int ground_of(const Game* g, int seat, int k) noexcept nogil:
    """Cell of a marker on the ground, -1 if it is elsewhere."""
    cdef int at = g.explorers[seat].marker[k]
    return at - MARKER_GROUND if MARKER_GROUND <= at < MARKER_EXPLORER else -1


cdef void return_markers(Game* g, int seat) noexcept nogil
cdef bint can_mark(Game* g, int seat) noexcept nogil
cdef void mark(Game* g, int seat, int item, int unit) noexcept nogil
cdef void marker_options(const Tables* t, Game* g, int seat) noexcept nogil
cdef void pick_up(const Tables* t, Game* g, int seat, int place) noexcept nogil
