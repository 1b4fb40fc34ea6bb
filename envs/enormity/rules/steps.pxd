# cython: language_level=3
"""Which steps a Spacer may make. Above `board` and `stats`."""
from envs.enormity.rules.state cimport Game, Tables

# The border and the space let a Spacer pass (ENO-MOV-04, -05); `voluntary`: arrows bind (ENO-BRD-13-D).
cdef bint step_free(const Tables* t, const Game* g, int cell, int direction, bint voluntary) noexcept nogil
cdef bint may_end(const Tables* t, const Game* g, int s, int cell) noexcept nogil  # ENO-MOV-07
# Inside an open Extraction Point: another cell of the same space that was not visited.
cdef bint crosses_exit(const Tables* t, const Game* g, int cell, int to, const short* visited, int n) noexcept nogil
# The step is legal, and the movement can end within the steps left without entering a visited space again.
cdef bint leads_on(
    const Tables* t, const Game* g, int s, int cell, int direction, int left, const short* visited, int n
) noexcept nogil
cdef bint can_go(const Tables* t, const Game* g, int s, int spaces) noexcept nogil
