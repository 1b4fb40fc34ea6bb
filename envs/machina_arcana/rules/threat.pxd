# cython: language_level=3
"""Lowering the monster threat (THR)."""
from envs.machina_arcana.rules.state cimport Game


cdef inline void lower_threat(Game* g, int n) noexcept nogil:
    """MAC-THR-11, MAC-SEA-02: the threat falls, never below its start of 1; the level is never lowered."""
    g.threat = <unsigned char>(g.threat - n if g.threat > n else 1)
