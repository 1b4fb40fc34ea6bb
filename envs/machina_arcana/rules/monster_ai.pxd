# cython: language_level=3
"""What a monster that is played by the rules picks: its explorer, its ability, its next space (TGT, MON, MMV)."""
from envs.core.flow cimport u64
from envs.machina_arcana.rules.state cimport Game, MAX_EXPLORERS, Tables


cdef inline int lowest(u64 bits) noexcept nogil:
    """The lowest member of a set of units or directions, -1 of an empty one."""
    cdef int i = 0
    if not bits:
        return -1
    while not bits & 1:
        bits >>= 1
        i += 1
    return i


cdef inline bint several(u64 bits) noexcept nogil:
    return (bits & (bits - 1)) != 0


cdef u64 nearest_explorers(const Tables* t, Game* g, int unit) noexcept nogil
cdef u64 explorer_targets(const Tables* t, Game* g, int unit, int ability, u64 spent, u64 nearest) noexcept nogil
cdef bint picks_unit(const Tables* t, int ability) noexcept nogil
cdef u64 next_steps(const Tables* t, Game* g, int unit, int prey, bint* blocked) noexcept nogil
cdef int detour_goal(const Tables* t, Game* g, int unit, int prey) noexcept nogil
cdef u64 detour_steps(const Tables* t, Game* g, int unit, int prey) noexcept nogil
