# cython: language_level=3
"""Blips between the pool and the board (`Game.blip_pool`, `Game.blips`). Inline, no procedures."""
from libc.string cimport memset

from envs.core.flow cimport weighted
from envs.enormity.rules.state cimport FACE_COUNT, Game, MAX_BLIPS


cdef inline int pool_size(const Game* g) noexcept nogil:
    """Blips in the pool."""
    cdef int i, n = 0
    for i in range(FACE_COUNT):
        n += g.blip_pool[i]
    return n


cdef inline int draw_face(Game* g) noexcept nogil:
    """A random Blip of the pool, which must not be empty (ENO-SPN-04)."""
    cdef int face = weighted(&g.core, g.blip_pool, FACE_COUNT)
    g.blip_pool[face] -= 1
    return face


cdef inline int free_blip(const Game* g) noexcept nogil:
    """A free slot of the board, -1 none."""
    cdef int b
    for b in range(MAX_BLIPS):
        if g.blips[b].point < 0:
            return b
    return -1


cdef inline void lay_blip(Game* g, int b, int point, int face, int arrow) noexcept nogil:
    """A Blip lies on an intersection, -1 on none; the slot has no die in any Noise (ENO-BLP-05-D, ENO-BLP-05-D2)."""
    cdef int i
    memset(&g.blips[b], 0, sizeof(g.blips[b]))
    g.blips[b].point = <short>point
    g.blips[b].face = <unsigned char>face
    g.blips[b].arrow = <unsigned char>arrow
    for i in range(g.n_noises):
        g.noises[i].dice[b] = 0
        g.noises[i].given[b] = 0


cdef inline void take_off(Game* g, int b) noexcept nogil:
    """The Blip leaves the board."""
    lay_blip(g, b, -1, 0, 0)
