# cython: language_level=3
from envs.enormity.rules.state cimport Game, Tables, View

cdef void write_view(const Tables* t, const Game* g, int seat, View* v) noexcept nogil
