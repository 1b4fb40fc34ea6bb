# cython: language_level=3
"""The observation encoder: runs the integer plan of `envs.core.schema.observation_plan` over a state and its view."""
from libc.string cimport memcpy, memset

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(__GNUC__) || defined(__clang__)
    #define derelict_fetch(p) __builtin_prefetch(p, 1)
    #else
    #define derelict_fetch(p) ((void)0)
    #endif
    #include <string.h>
    #if defined(__SSE2__)
    #include <emmintrin.h>
    /* Rows of a large batch do not fit the cache: writing them past it saves reading each line first. */
    static void derelict_stream(float* to, const float* from, size_t n) {
        size_t i = 0;
        for (; i < n && ((uintptr_t)(to + i) & 15); i++) to[i] = from[i];
        for (; i + 4 <= n; i += 4) _mm_stream_ps(to + i, _mm_loadu_ps(from + i));
        for (; i < n; i++) to[i] = from[i];
    }
    static void derelict_stream_end(void) { _mm_sfence(); }
    #else
    static void derelict_stream(float* to, const float* from, size_t n) { memcpy(to, from, n * sizeof(float)); }
    static void derelict_stream_end(void) {}
    #endif
    """
    void derelict_stream(float* to, const float* source, size_t n) noexcept nogil
    void derelict_stream_end() noexcept nogil
    void derelict_fetch(const void* p) noexcept nogil


cdef enum:
    PLAN_WIDTH = 13
    KIND_SCALE = 0
    KIND_ONEHOT = 1
    KIND_SEAT = 2
    KIND_COPY = 3
    SEE_ALL = 0
    SEE_OWNER = 1
    SEE_MONSTER = 2


cdef inline int read_item(const char* p, int type) noexcept nogil:
    if type == 0:
        return (<const unsigned char*>p)[0]
    if type == 1:
        return (<const signed char*>p)[0]
    if type == 2:
        return (<const unsigned short*>p)[0]
    if type == 3:
        return (<const short*>p)[0]
    if type == 4:
        return <int>(<const unsigned int*>p)[0]
    return (<const int*>p)[0]


cdef inline float clip(float x) noexcept nogil:
    if x > 1:
        return 1
    if x < -1:
        return -1
    return x


cdef inline void encode(const int* plan, int rows, const char* state, const char* view, int seat, int heroes,
                        int seats, int heroes_per_seat, float* out) noexcept nogil:
    """Write the observation of `seat` into `out`. A seat at or above `heroes` is the monster seat.

    Seats are heroes here; an agent runs `heroes_per_seat` of them in a row and knows the secrets of them all.
    Only what is not written whole is cleared first: the large blocks are copies.
    """
    cdef const int* p
    cdef const char* at
    cdef int r, i, kind, type, count, stride, low, width, see, where, value, owner
    cdef float scale
    cdef float* o
    cdef bint hidden, monster = seat >= heroes
    cdef int viewer = 0 if monster else seat
    for r in range(rows):
        p = plan + r * PLAN_WIDTH
        kind = p[0]
        type = p[2]
        count = p[4]
        stride = p[5]
        low = p[6]
        width = p[7]
        see = p[8]
        where = p[3]
        o = out + p[11]
        if kind != KIND_COPY:
            memset(o, 0, count * width * sizeof(float))
        hidden = see > SEE_MONSTER or (see == SEE_MONSTER and not monster)
        if p[9]:  # indexed by seat: the viewer's row first
            owner = (viewer + p[10]) % heroes
            where += p[9] * owner
            hidden = hidden or p[10] >= heroes or (
                see == SEE_OWNER and (monster or owner // heroes_per_seat != seat // heroes_per_seat)
            )
        elif see == SEE_OWNER:
            hidden = True
        if hidden:
            if kind == KIND_COPY:
                memset(o, 0, count * sizeof(float))
            continue
        at = (view if p[1] else state) + where
        if kind == KIND_COPY:
            memcpy(o, at, count * sizeof(float))
        elif kind == KIND_SCALE:
            scale = (<const float*>&p[12])[0]
            if type == 0:  # the common case, kept tight
                for i in range(count):
                    o[i] = clip((<const unsigned char*>at)[i] * scale)
            else:
                for i in range(count):
                    o[i] = clip(read_item(at + i * stride, type) * scale)
        elif kind == KIND_ONEHOT:
            for i in range(count):
                value = read_item(at + i * stride, type) - low
                if 0 <= value < width:
                    o[i * width + value] = 1
        else:
            for i in range(count):
                value = read_item(at + i * stride, type)
                if 0 <= value < heroes:
                    o[i * width + (value - viewer + heroes) % heroes] = 1
                elif heroes <= value < seats and value < width:
                    o[i * width + value] = 1
