# cython: language_level=3
"""The procedure table of Enormity. Each rules module enters its procedures when it is imported."""
from envs.core.flow cimport Frame, Proc
from envs.enormity.rules.state cimport Game, PROC_COUNT, Tables

ctypedef void (*Procedure)(const Tables* t, Game* g, Frame* f) noexcept nogil

cdef Proc PROCS[PROC_COUNT]

cdef inline void enter(int number, Procedure procedure) noexcept:
    """Enter a procedure under its number."""
    PROCS[number] = <Proc>procedure
