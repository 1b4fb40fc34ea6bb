# cython: language_level=3
"""Paths of baseline Intruders and Adversaries (A16, IMV). Above `board`, `stats` and `weapons`; no procedures."""
from envs.enormity.rules.state cimport CELLS, Game, Tables

cdef struct Plan:
    # The shortest paths of an Intruder from its space to its goals.
    int length  # spaces of such a path; -1: there is no goal
    int n  # number of goals
    short[CELLS] away  # spaces from the start, -1 not reached
    unsigned char[CELLS] useful  # 1: on such a path, 2: a goal

# The cell beyond a border that an Intruder can plan to cross (ENO-IMV-06, ENO-IMV-06-D, welded doors included), -1.
cdef int way(const Tables* t, const Game* g, int cell, int direction) noexcept nogil
# The door in that border is welded and not disabled.
cdef bint weld_between(const Tables* t, const Game* g, int cell, int direction) noexcept nogil
# Cells of the space: the cell itself, or all cells of an open Extraction Point (ENO-EXT-11-D); how many.
cdef int cells_of_space(const Tables* t, const Game* g, int cell, short* out) noexcept nogil
# The Intruder may end its movement there (ENO-IMV-11, ENO-ZRO-06).
cdef bint may_stop(const Tables* t, const Game* g, int k, int cell) noexcept nogil
# Goals at minimal path length (ENO-IMV-07-D, ENO-IMV-11-D) and the paths to them. `protocol`: the attack that it comes
# to make, -1 none: it comes adjacent. `only`: the one goal, -1 all.
cdef void plan_paths(const Tables* t, const Game* g, int k, int s, int protocol, int only, Plan* p) noexcept nogil
# The Intruder could end a movement of so many spaces where the Protocol's attack reaches the Spacer (ENO-ACV-04-D).
cdef bint could_reach(const Tables* t, const Game* g, int k, int s, int protocol, int spaces) noexcept nogil
