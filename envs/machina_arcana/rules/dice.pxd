# cython: language_level=3
"""Dice of Machina Arcana."""
from envs.core.flow cimport roll
from envs.machina_arcana.rules.state cimport Game, Tables


cdef inline int game_die(const Tables* t, Game* g) noexcept nogil:
    """MAC-GEN-05, MAC-GEN-06: 1 to 10, a rolled 0 counts as 10 (MAC-DIF-01: as 0 in the easier game)."""
    cdef int value = roll(&g.core, 10)
    if value == 0 and not t.zero_is_zero:
        return 10
    return value


cdef inline int attack_dice(const Tables* t, Game* g, int high, int low) noexcept nogil:
    """MAC-ATK-02, MAC-GEN-24: the sum of high dice, then of low dice."""
    cdef int total = 0, _i
    for _i in range(high):
        total += t.high_die[roll(&g.core, 6)]
    for _i in range(low):
        total += t.low_die[roll(&g.core, 6)]
    return total
