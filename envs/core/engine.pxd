# cython: language_level=3
"""The compiled driver of one configured game, for the other compiled parts of the core; see engine.pyx."""
cimport cython
cimport numpy as cnp

from envs.core.encode cimport Recipe, Step
from envs.core.flow cimport Rules, u64
from envs.core.wide cimport Run

cdef enum:
    MOST_SEATS = 16
    MOST_RUNS = 128  # stretches of a state that are fetched
    FETCHES = 4  # parts in which they are


@cython.final
cdef class Engine:
    cdef const Rules* rules
    cdef object tables, blank, plan, capsule
    cdef const char* tables_at
    cdef const char* blank_at
    cdef const int* plan_at
    cdef int plan_rows, tail, tail_offset
    cdef int run_low[MOST_RUNS]
    cdef int run_high[MOST_RUNS]
    cdef int run_of[FETCHES + 1]  # first stretch of each part
    cdef int figures
    cdef Recipe recipes[MOST_SEATS]
    cdef Step* steps
    cdef Run* runs
    cdef float* scales
    cdef readonly int num_actions, seats, heroes, heroes_per_seat, observation_size
    cdef readonly size_t state_size, view_size

    cdef void _find_tail(self)
    cdef void _find_runs(self, cnp.ndarray used)
    cdef void _prepare(self)
    cdef int seat_of(self, int hero) noexcept nogil
    cdef int viewer(self, const char* state, int seat) noexcept nogil
    cdef void seat_rewards(self, const char* state, float* out) noexcept nogil
    cdef double seat_potential(self, const char* state, int seat) noexcept nogil
    cdef void start(self, char* state, u64 seed, u64 layout, u64 play) noexcept nogil
    cdef int play(self, char* state, int action) noexcept nogil
    cdef void write_mask(self, const char* state, unsigned char* out) noexcept nogil
    cdef void write_view(self, const char* state, int hero, char* view, float* out) noexcept nogil
    cdef void write_observation(self, const char* state, int seat, char* view, float* out) noexcept nogil
    cdef char* at(self, cnp.ndarray state) except NULL
