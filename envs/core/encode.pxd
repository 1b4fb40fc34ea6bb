# cython: language_level=3
"""The observation encoder: runs the integer plan of `envs.core.schema.observation_plan` over a state and its view."""
from libc.string cimport memcpy, memset

from envs.core.wide cimport Run, scale_runs

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    /* To read, into the second cache. The empty instruction keeps GCC from taking a function that only fetches for one
       without effect, whose calls it leaves out. */
    #define derelict_fetch(p) do { __builtin_prefetch(p, 0, 2); __asm__ volatile(""); } while (0)
    #else
    #define derelict_fetch(p) ((void)0)
    #endif
    """
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


cdef struct Step:
    # What to write for one item of a field; for copies, of a block.
    int source  # offset in the state or the view
    int out
    int kind
    int base  # 1: the view
    int type
    int low
    int width  # of a one-hot, or floats of a copy
    float scale


cdef struct Recipe:
    # The plan as one seat of one configured game reads it: what it may not see is left out, its own rows come first.
    Run* runs  # unsigned bytes of the state that are scaled, by far the most common kind
    int n_runs
    float* scales  # of all these bytes
    int n_scales
    Step* steps
    int n
    int floats
    int viewer
    int heroes
    int seats


cdef inline bint readable(const int* p, int seat, int heroes, int heroes_per_seat, int* where) noexcept nogil:
    """May `seat` see the row's field? `where`: offset of the rows that it reads."""
    cdef bint monster = seat >= heroes
    cdef int viewer = 0 if monster else seat, owner
    where[0] = p[3]
    if p[9]:  # indexed by seat: the viewer's row first
        if p[10] >= heroes:
            return False
        owner = (viewer + p[10]) % heroes
        where[0] += p[9] * owner
        if p[8] == SEE_OWNER and (monster or owner // heroes_per_seat != seat // heroes_per_seat):
            return False
    elif p[8] == SEE_OWNER:
        return False
    return p[8] < SEE_MONSTER or (p[8] == SEE_MONSTER and monster)


cdef inline void add_to_runs(Recipe* recipe, int source, int out, float scale) noexcept nogil:
    """One more byte of the state to scale."""
    cdef Run* run = &recipe.runs[recipe.n_runs - 1] if recipe.n_runs else NULL
    if run == NULL or run.source + run.n != source or run.out + run.n != out:
        run = &recipe.runs[recipe.n_runs]
        run.source = source
        run.out = out
        run.n = 0
        run.first = recipe.n_scales
        recipe.n_runs += 1
    run.n += 1
    recipe.scales[recipe.n_scales] = scale
    recipe.n_scales += 1


cdef inline void prepare(const int* plan, int rows, int seat, int heroes, int seats, int heroes_per_seat, Step* steps,
                         Run* runs, float* scales, Recipe* recipe) noexcept nogil:
    """Fill a recipe from a plan; `steps`, `runs` and `scales` have room for all items. A seat at or above `heroes` is
    the monster seat.

    Seats are heroes here; an agent runs `heroes_per_seat` of them in a row and knows the secrets of them all.
    """
    cdef const int* p
    cdef Step* s
    cdef int r, i, where
    cdef float scale
    recipe.runs = runs
    recipe.n_runs = 0
    recipe.scales = scales
    recipe.n_scales = 0
    recipe.steps = steps
    recipe.n = 0
    recipe.floats = 0
    recipe.viewer = 0 if seat >= heroes else seat
    recipe.heroes = heroes
    recipe.seats = seats
    for r in range(rows):
        p = plan + r * PLAN_WIDTH
        if p[11] + p[4] * p[7] > recipe.floats:
            recipe.floats = p[11] + p[4] * p[7]
        if not readable(p, seat, heroes, heroes_per_seat, &where):
            continue
        scale = (<const float*>&p[12])[0]
        for i in range(1 if p[0] == KIND_COPY else p[4]):
            if p[0] == KIND_SCALE and p[2] == 0 and p[1] == 0:
                add_to_runs(recipe, where + i * p[5], p[11] + i * p[7], scale)
                continue
            s = &steps[recipe.n]
            s.kind = p[0]
            s.base = p[1]
            s.type = p[2]
            s.source = where + i * p[5]
            s.low = p[6]
            s.width = p[4] if p[0] == KIND_COPY else p[7]
            s.out = p[11] + i * p[7]
            s.scale = scale
            recipe.n += 1


cdef inline void encode(const Recipe* recipe, const char* state, const char* view, float* out) noexcept nogil:
    """Write the observation of the recipe's seat into `out`."""
    cdef const Step* s
    cdef const char* at
    cdef int i, value
    memset(out, 0, recipe.floats * sizeof(float))  # what is hidden stays 0
    scale_runs(recipe.runs, recipe.n_runs, recipe.scales, <const unsigned char*>state, out)
    for i in range(recipe.n):
        s = &recipe.steps[i]
        at = (view if s.base else state) + s.source
        if s.kind == KIND_COPY:
            memcpy(out + s.out, at, s.width * sizeof(float))
            continue
        value = read_item(at, s.type)
        if s.kind == KIND_SCALE:
            out[s.out] = clip(value * s.scale)
        elif s.kind == KIND_ONEHOT:
            value -= s.low
            if 0 <= value < s.width:
                out[s.out + value] = 1
        elif 0 <= value < recipe.heroes:
            value -= recipe.viewer
            out[s.out + (value if value >= 0 else value + recipe.heroes)] = 1
        elif recipe.heroes <= value < recipe.seats and value < s.width:
            out[s.out + value] = 1
