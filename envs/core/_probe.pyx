# cython: language_level=3
"""For tests only: the inline functions of `flow`, `piles`, `encode`, `bits` and `wide`, on NumPy records and arrays.

It also holds `CAPSULE`, rules without a game whose procedures do what a rule must not: `PROCS` names them. Nothing
outside the tests imports this module.
"""
import numpy as np

cimport numpy as cnp
from cpython.pycapsule cimport PyCapsule_New

from libc.stdlib cimport free, malloc

cimport envs.core.bits as bits
cimport envs.core.encode as c_encode
cimport envs.core.flow as flow
cimport envs.core.piles as piles
cimport envs.core.wide as wide
from envs.core.flow cimport Proc, Rules
from envs.core.head cimport Frame, Head

cnp.import_array()


cdef Head* head_of(cnp.ndarray state) except NULL:
    if cnp.PyArray_NBYTES(state) < <Py_ssize_t>sizeof(Head):
        raise ValueError("not a record with a head")
    return <Head*>cnp.PyArray_DATA(state)


# -- randomness --------------------------------------------------------------------------------------------

def roll(cnp.ndarray state, int n):
    """One `roll`."""
    return flow.roll(head_of(state), n)


def rolls(cnp.ndarray state, int n, int times):
    """Many `roll`s, as an int32 array."""
    cdef Head* h = head_of(state)
    cdef cnp.ndarray out = np.zeros(times, np.int32)
    cdef int* o = <int*>cnp.PyArray_DATA(out)
    cdef int i
    for i in range(times):
        o[i] = flow.roll(h, n)
    return out


def weighted(cnp.ndarray state, const unsigned char[::1] weights, int times):
    """Many `weighted` draws, as an int32 array."""
    cdef Head* h = head_of(state)
    cdef cnp.ndarray out = np.zeros(times, np.int32)
    cdef int* o = <int*>cnp.PyArray_DATA(out)
    cdef int i
    for i in range(times):
        o[i] = flow.weighted(h, &weights[0], <int>weights.shape[0])
    return out


def mix(seed, int times):
    """The first outputs of a splitmix64 stream, as Python ints."""
    cdef flow.u64 word = seed
    return [flow.mix(&word) for _ in range(times)]


# -- flow --------------------------------------------------------------------------------------------------

def fail(cnp.ndarray state, int error, int detail):
    """`fail`."""
    flow.fail(head_of(state), error, detail)


def call(cnp.ndarray state, int proc, int a=0, int b=0, int c=0, int d=0):
    """`call`."""
    flow.call(head_of(state), proc, a, b, c, d)


def give(cnp.ndarray state, int result):
    """`give`."""
    flow.give(head_of(state), result)


def done(cnp.ndarray state):
    """`done`."""
    flow.done(head_of(state))


def finish(cnp.ndarray state, int outcome):
    """`finish`."""
    flow.finish(head_of(state), outcome)


def cut_off(cnp.ndarray state, int outcome):
    """`cut_off`."""
    flow.cut_off(head_of(state), outcome)


def begin(cnp.ndarray state, int seat, int choice, int subject):
    """`begin`."""
    flow.begin(head_of(state), seat, choice, subject)


def option(cnp.ndarray state, int action):
    """`option`."""
    flow.option(head_of(state), action)


def is_option(cnp.ndarray state, int action):
    """`is_option`."""
    return bool(flow.is_option(head_of(state), action))


def count_options(cnp.ndarray state):
    """`count_options`."""
    return flow.count_options(head_of(state))


def first_option(cnp.ndarray state):
    """`first_option`."""
    return flow.first_option(head_of(state))


def ask(cnp.ndarray state):
    """`ask`."""
    flow.ask(head_of(state))


def ask_any(cnp.ndarray state):
    """`ask_any`."""
    return bool(flow.ask_any(head_of(state)))


def ask_or(cnp.ndarray state, int decline):
    """`ask_or`."""
    return bool(flow.ask_or(head_of(state), decline))


def ask_always(cnp.ndarray state):
    """`ask_always`."""
    flow.ask_always(head_of(state))


# -- piles -------------------------------------------------------------------------------------------------

cdef void* pile_of(cnp.ndarray pile) except NULL:
    return cnp.PyArray_DATA(pile)


def pile_push(cnp.ndarray state, cnp.ndarray pile, int card, bint known=False):
    """`pile_push`."""
    piles.pile_push(head_of(state), pile_of(pile), card, known)


def pile_push_bottom(cnp.ndarray state, cnp.ndarray pile, int card):
    """`pile_push_bottom`."""
    piles.pile_push_bottom(head_of(state), pile_of(pile), card)


def pile_draw(cnp.ndarray state, cnp.ndarray pile):
    """`pile_draw`."""
    return piles.pile_draw(head_of(state), pile_of(pile))


def pile_draw_bottom(cnp.ndarray state, cnp.ndarray pile):
    """`pile_draw_bottom`."""
    return piles.pile_draw_bottom(head_of(state), pile_of(pile))


def pile_find(cnp.ndarray pile, int card):
    """`pile_find`."""
    return piles.pile_find(pile_of(pile), card)


def pile_remove(cnp.ndarray pile, int card):
    """`pile_remove`."""
    return bool(piles.pile_remove(pile_of(pile), card))


def pile_shuffle(cnp.ndarray state, cnp.ndarray pile):
    """`pile_shuffle`."""
    piles.pile_shuffle(head_of(state), pile_of(pile))


def pile_shuffle_below(cnp.ndarray state, cnp.ndarray pile, int keep):
    """`pile_shuffle_below`."""
    piles.pile_shuffle_below(head_of(state), pile_of(pile), keep)


def pile_redeal(cnp.ndarray state, cnp.ndarray pile):
    """`pile_redeal`."""
    piles.pile_redeal(head_of(state), pile_of(pile))


def pile_pour(cnp.ndarray state, cnp.ndarray source, cnp.ndarray target):
    """`pile_pour`."""
    piles.pile_pour(head_of(state), pile_of(source), pile_of(target))


# -- the encoder -------------------------------------------------------------------------------------------

def encode(cnp.ndarray plan, cnp.ndarray state, cnp.ndarray view, int seat, int heroes, int seats, cnp.ndarray out,
           int heroes_per_seat=1):
    """`encode` into a float32 array."""
    if plan.dtype != np.int32 or plan.shape[1] != c_encode.PLAN_WIDTH or out.dtype != np.float32:
        raise ValueError("a plan is int32 rows as wide as PLAN_WIDTH, an observation float32")
    cdef c_encode.Recipe recipe
    cdef c_encode.Step* steps = <c_encode.Step*>malloc(max(out.shape[0], 1) * sizeof(c_encode.Step))
    cdef wide.Run* runs = <wide.Run*>malloc(max(out.shape[0], 1) * sizeof(wide.Run))
    cdef float* scales = <float*>malloc(max(out.shape[0], 1) * sizeof(float))
    c_encode.prepare(<const int*>cnp.PyArray_DATA(plan), <int>plan.shape[0], seat, heroes, seats, heroes_per_seat,
                     steps, runs, scales, &recipe)
    c_encode.encode(&recipe, <const char*>cnp.PyArray_DATA(state), <const char*>cnp.PyArray_DATA(view),
                    <float*>cnp.PyArray_DATA(out))
    free(steps)
    free(runs)
    free(scales)


# -- bits and long arrays ----------------------------------------------------------------------------------

cdef void* data_of(cnp.ndarray array, dtype) except NULL:
    if array.dtype != dtype or array.ndim != 1 or not array.flags.c_contiguous:
        raise ValueError(f"expected a contiguous {np.dtype(dtype)} array of one dimension, got {array.dtype}")
    return cnp.PyArray_DATA(array)


cdef cnp.uint64_t* words_of(cnp.ndarray out, int n) except NULL:
    if out.shape[0] < (n + 63) // 64:
        raise ValueError(f"{n} bits need {(n + 63) // 64} words, got {out.shape[0]}")
    return <cnp.uint64_t*>data_of(out, np.uint64)


cdef float* floats_of(cnp.ndarray out, Py_ssize_t n) except NULL:
    if out.shape[0] < n:
        raise ValueError(f"expected room for {n} floats, got {out.shape[0]}")
    return <float*>data_of(out, np.float32)


def low_bit(word):
    """`low_bit`; the word is not 0."""
    cdef flow.u64 w = word
    return bits.low_bit(w)


def count_bits(word):
    """`count_bits`."""
    cdef flow.u64 w = word
    return bits.count_bits(w)


def between(cnp.ndarray items, int low, int high, cnp.ndarray out):
    """`between` of a uint8 array into uint64 words."""
    cdef int n = <int>items.shape[0]
    bits.between(<const unsigned char*>data_of(items, np.uint8), n, low, high, <flow.u64*>words_of(out, n))


def with_bit(cnp.ndarray items, int bit, cnp.ndarray out):
    """`with_bit` of a uint8 array into uint64 words."""
    cdef int n = <int>items.shape[0]
    bits.with_bit(<const unsigned char*>data_of(items, np.uint8), n, bit, <flow.u64*>words_of(out, n))


def has_avx2():
    """Has the processor the registers of the wide variants?"""
    return bool(wide.has_avx2())


def scale_bytes(cnp.ndarray items, float scale, cnp.ndarray out, variant="chosen"):
    """`scale_bytes` of a uint8 array into floats; `variant`: ``"chosen"``, ``"plain"`` or ``"wide"``."""
    cdef int n = <int>items.shape[0]
    cdef const unsigned char* source = <const unsigned char*>data_of(items, np.uint8)
    cdef float* to = floats_of(out, n)
    if variant == "chosen":
        wide.scale_bytes(source, n, scale, to)
    elif variant == "plain":
        wide.scale_bytes_plain(source, n, scale, to)
    else:
        wide.scale_bytes_wide(source, n, scale, to)


def scale_run(cnp.ndarray items, cnp.ndarray scales, cnp.ndarray out, variant="chosen"):
    """`scale_runs` with one run, a uint8 array into floats; `variant` as in `scale_bytes`."""
    cdef wide.Run run
    run.source = run.out = run.first = 0
    run.n = <int>items.shape[0]
    cdef const float* by = floats_of(scales, run.n)
    cdef const unsigned char* source = <const unsigned char*>data_of(items, np.uint8)
    cdef float* to = floats_of(out, run.n)
    if variant == "chosen":
        wide.scale_runs(&run, 1, by, source, to)
    elif variant == "plain":
        wide.scale_runs_plain(&run, 1, by, source, to)
    else:
        wide.scale_runs_wide(&run, 1, by, source, to)


def stream(cnp.ndarray items, cnp.ndarray out, variant="chosen"):
    """`stream` and `stream_end`: a float array into another; `variant` as in `scale_bytes`."""
    cdef size_t n = items.shape[0]
    cdef const float* source = <const float*>data_of(items, np.float32)
    cdef float* to = floats_of(out, n)
    if variant == "chosen":
        wide.stream(to, source, n)
    elif variant == "plain":
        wide.stream_plain(to, source, n)
    else:
        wide.stream_wide(to, source, n)
    wide.stream_end()


# -- procedures that do what a rule must not ---------------------------------------------------------------

cdef void recurse(const void* tables, void* game, Frame* f) noexcept nogil:
    flow.call(<Head*>game, f.proc, f.a + 1, 0, 0, 0)


cdef void give_twice(const void* tables, void* game, Frame* f) noexcept nogil:
    flow.done(<Head*>game)
    flow.done(<Head*>game)


cdef void mute(const void* tables, void* game, Frame* f) noexcept nogil:
    flow.begin(<Head*>game, 0, f.a, -1)
    flow.ask(<Head*>game)


cdef void idle(const void* tables, void* game, Frame* f) noexcept nogil:
    pass


cdef void single(const void* tables, void* game, Frame* f) noexcept nogil:
    """Asks with the one option `a` and gives the answer."""
    if f.step == 0:
        f.step = 1
        flow.begin(<Head*>game, 0, 0, -1)
        flow.option(<Head*>game, f.a)
        flow.ask(<Head*>game)
    else:
        flow.give(<Head*>game, (<Head*>game).answer)


cdef void question(const void* tables, void* game, Frame* f) noexcept nogil:
    """Asks seat `b` for one of the actions 0..a and gives the answer."""
    cdef int i
    if f.step == 0:
        f.step = 1
        flow.begin(<Head*>game, f.b, 0, -1)
        for i in range(f.a + 1):
            flow.option(<Head*>game, i)
        flow.ask(<Head*>game)
    else:
        flow.give(<Head*>game, (<Head*>game).answer)


cdef void nest(const void* tables, void* game, Frame* f) noexcept nogil:
    """Asks `a` + 1 questions, each one procedure deeper, and gives the sum of the answers."""
    cdef Head* h = <Head*>game
    if f.step == 0:
        f.step = 1
        flow.call(h, PROC_QUESTION, 5, f.a % 2, 0, 0)
    elif f.step == 1:
        f.b = h.result
        if f.a == 0:
            flow.give(h, f.b)
        else:
            f.step = 2
            flow.call(h, PROC_NEST, f.a - 1, 0, 0, 0)
    else:
        flow.give(h, f.b + h.result)


cdef void last(const void* tables, void* game, Frame* f) noexcept nogil:
    """Calls procedure `a` with the arguments `b` and `c`; the game ends with its result as the outcome."""
    if f.step == 0:
        f.step = 1
        flow.call(<Head*>game, f.a, f.b, f.c, 0, 0)
    else:
        flow.finish(<Head*>game, (<Head*>game).result)


cdef void zero_rewards(const void* tables, const void* game, int n, float* out) noexcept nogil:
    cdef int i
    for i in range(n):
        out[i] = 0


cdef double no_potential(const void* tables, const void* game, int hero) noexcept nogil:
    return 0


cdef void keep(const void* tables, void* game, int low, int high) noexcept nogil:
    pass


cdef enum:
    PROC_RECURSE
    PROC_GIVE_TWICE
    PROC_MUTE
    PROC_IDLE
    PROC_SINGLE
    PROC_QUESTION
    PROC_NEST
    PROC_LAST
    PROC_HOLE
    PROC_COUNT

PROCS = {
    "recurse": PROC_RECURSE,
    "give_twice": PROC_GIVE_TWICE,
    "mute": PROC_MUTE,
    "idle": PROC_IDLE,
    "single": PROC_SINGLE,
    "question": PROC_QUESTION,
    "nest": PROC_NEST,
    "last": PROC_LAST,
    "hole": PROC_HOLE,
}

cdef Proc[PROC_COUNT] TABLE
TABLE[PROC_RECURSE] = recurse
TABLE[PROC_GIVE_TWICE] = give_twice
TABLE[PROC_MUTE] = mute
TABLE[PROC_IDLE] = idle
TABLE[PROC_SINGLE] = single
TABLE[PROC_QUESTION] = question
TABLE[PROC_NEST] = nest
TABLE[PROC_LAST] = last

cdef Rules RULES
RULES.procs = TABLE
RULES.n_procs = PROC_COUNT
RULES.first = PROC_LAST
RULES.n_actions = 70  # more than one word of the mask
RULES.n_heroes = 2
RULES.rewards = zero_rewards
RULES.potential = no_potential
RULES.resample = keep

CAPSULE = PyCapsule_New(&RULES, "derelict.rules", NULL)
