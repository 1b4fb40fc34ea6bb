# cython: language_level=3
"""Whose effect it is and on whom its operations work: the selectors of `Who`. Above `board` and `stats`, below
`effects`.

An effect's frame is described at `effect` in effects.pyx.
"""
from envs.core.flow cimport Frame
from envs.enormity.rules.state cimport Game, MAX_SPACERS, Tables
from envs.enormity.rules.stats cimport in_play

cdef enum:
    # Steps of an operation on units; 0 begins it.
    NEXT = 1  # the next unit of the selection
    CHOSEN = 2  # the unit has been chosen
    # Whose effect it is (`Frame.g`): 0 not looked at yet.
    SPACERS = 1
    INTRUDERS = 2  # + slot

cdef inline int self_unit(const Frame* f) noexcept nogil:
    """The unit whose effect it is; -1 none."""
    return f.c if f.g < INTRUDERS else MAX_SPACERS + f.g - INTRUDERS

cdef inline int own_intruder(const Frame* f) noexcept nogil:
    """The Intruder whose effect it is; -1 for a Spacer's."""
    return f.g - INTRUDERS if f.g >= INTRUDERS else -1

cdef inline int concerned(const Frame* f) noexcept nogil:
    """The Spacer whom the effect is about: its target, else whose it is; -1 none."""
    return f.e if f.e >= 0 else f.c

cdef inline bint there(const Game* g, int unit) noexcept nogil:
    """Alive and not extracted; on the board for an Intruder."""
    if unit < 0:
        return False
    return in_play(g, unit) if unit < MAX_SPACERS else g.intruders[unit - MAX_SPACERS].type >= 0

# The space of a unit, of a Spacer off the board its last one (ENO-OTH-02-D), and the one from which the effect comes;
# -1 none.
cdef int cell_of(const Game* g, int unit) noexcept nogil
cdef int source_of(const Game* g, const Frame* f) noexcept nogil
# Puts the units of a selector into i and j of the frame; False while one is being chosen (step CHOSEN).
cdef bint selected(const Tables* t, Game* g, Frame* f, int who, int zone) noexcept nogil
cdef int next_unit(const Game* g, Frame* f) noexcept nogil  # takes the next one that is still there; -1 at the end
