# cython: language_level=3
"""Attacks in progress (`Game.assaults`): what both sides' attacks do with the record of one. Inline, no procedures."""
from libc.string cimport memset

from envs.core.flow cimport fail
from envs.core.head cimport ERROR_CAPACITY
from envs.enormity.rules.state cimport Assault, Game, MAX_ASSAULTS

cdef enum:
    MOST_TARGETS = 4
    AS_REPRISAL = 4  # PERFORM's d


cdef inline bint marked(const Assault* a, int bit) noexcept nogil:
    """The attack has that mark (`AssaultMark`)."""
    return (a.marks >> bit) & 1


cdef inline void mark(Assault* a, int bit) noexcept nogil:
    """Set a mark of the attack."""
    a.marks |= <unsigned short>(1 << bit)


cdef inline void clear_assault(Assault* a) noexcept nogil:
    """No attack."""
    cdef int i
    memset(a, 0, sizeof(Assault))
    a.actor = a.weapon = a.target = a.cell = -1
    for i in range(MOST_TARGETS):
        a.targets[i] = a.reprisal[i] = -1


cdef inline int push_assault(Game* g, int side, int actor, int weapon, int cell, int manner) noexcept nogil:
    """A new innermost attack; its index. One too many stops the game with an error."""
    cdef int i = g.n_assaults
    if i >= MAX_ASSAULTS:
        fail(&g.core, ERROR_CAPACITY, side)
        return MAX_ASSAULTS - 1
    clear_assault(&g.assaults[i])
    g.n_assaults += 1
    g.assaults[i].side = <unsigned char>side
    g.assaults[i].actor = <signed char>actor
    g.assaults[i].weapon = <signed char>weapon
    g.assaults[i].cell = <short>cell
    g.assaults[i].manner = <unsigned char>manner
    return i


cdef inline void pop_assault(Game* g) noexcept nogil:
    """The innermost attack is over."""
    g.n_assaults -= 1
    clear_assault(&g.assaults[g.n_assaults])


cdef inline bint still_active(const Game* g, int k) noexcept nogil:
    """Still the Intruder that began: a new one in its slot would not be active."""
    return g.intruders[k].type >= 0 and g.intruders[k].activating
