# cython: language_level=3
"""Flow as data: procedures on a stack, questions to seats, randomness. Everything here is inline and nogil.

A procedure is ``void proc(const Tables*, Game*, Frame*)``. It does its current step (``frame.step``) and then
either calls another procedure (`call`), asks a seat (`begin`, `option`, `ask`), or ends (`done`, `give`).
When it runs again, ``head.answer`` holds the action taken and ``head.result`` what the called procedure gave.
"""
from libc.string cimport memset
from envs.core.bits cimport low_bit
from envs.core.head cimport (
    Head, Frame, MASK_WORDS, MAX_ACTIONS, STACK_DEPTH, ERROR_NONE, ERROR_STACK_OVERFLOW, ERROR_STACK_UNDERFLOW,
    ERROR_NO_OPTION, ERROR_CAPACITY, ERROR_ENDLESS, ERROR_PROCEDURE, ERROR_BAD_ROLL,
)

ctypedef void (*Proc)(const void* tables, void* game, Frame* frame) noexcept nogil
ctypedef unsigned long long u64

cdef enum:
    STREAM_LAYOUT = 0
    STREAM_PLAY = 1
    LONGEST_RUN = 200000  # procedure steps between two questions; more is an endless loop


cdef struct Rules:
    # What a game's compiled rules give to the core. Rules and records count heroes; the figure behind the last hero is
    # the monsters' seat. An agent may run several heroes (see `Engine`), so `resample` gets the range low..high-1 of
    # those whose secrets the viewer knows.
    const Proc* procs
    int n_procs
    int first
    int n_actions
    int n_heroes
    void (*view)(const void* tables, const void* game, int hero, void* view) noexcept nogil
    void (*rewards)(const void* tables, const void* game, int n, float* out) noexcept nogil
    double (*potential)(const void* tables, const void* game, int hero) noexcept nogil
    void (*resample)(const void* tables, void* game, int low, int high) noexcept nogil


# -- errors ------------------------------------------------------------------------------------------------

cdef inline void fail(Head* h, int error, int detail) noexcept nogil:
    """Stop the game with an error of the core; the first error is kept."""
    if h.error == ERROR_NONE:
        h.error = <unsigned char>error
        h.error_detail = detail


# -- randomness --------------------------------------------------------------------------------------------

cdef inline u64 mix(u64* word) noexcept nogil:
    """The next 64 bits of a splitmix64 stream."""
    word[0] += <u64>0x9E3779B97F4A7C15
    cdef u64 z = word[0]
    z = (z ^ (z >> 30)) * <u64>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <u64>0x94D049BB133111EB
    return z ^ (z >> 31)


cdef inline int draw_below(u64* word, int n) noexcept nogil:
    """Uniform in 0..n-1 without bias (multiply-shift with rejection)."""
    cdef unsigned int bound = <unsigned int>n
    cdef unsigned int threshold = (0 - bound) % bound
    cdef u64 product
    while True:
        product = (mix(word) >> 32) * bound
        if <unsigned int>product >= threshold:
            return <int>(product >> 32)


cdef inline int roll(Head* h, int n) noexcept nogil:
    """Uniform in 0..n-1 from the current stream, or the next scripted value."""
    cdef int value
    if n <= 0:
        fail(h, ERROR_BAD_ROLL, n)
        return 0
    if h.script_n > 0:
        h.script_n -= 1
        value = h.script[h.script_n]
        if value >= n:
            fail(h, ERROR_BAD_ROLL, value)
            return 0
        return value
    return draw_below(&h.rng[h.stream], n)


cdef inline int weighted(Head* h, const unsigned char* weights, int n) noexcept nogil:
    """An index in 0..n-1 with probability proportional to its weight."""
    cdef int total = 0, i, at
    for i in range(n):
        total += weights[i]
    at = roll(h, total)
    for i in range(n):
        at -= weights[i]
        if at < 0:
            return i
    return n - 1


# -- the stack ---------------------------------------------------------------------------------------------

cdef inline Frame* call(Head* h, int proc, int a, int b, int c, int d) noexcept nogil:
    """Start a procedure on top of the running one; further arguments are set on the frame that is returned."""
    if h.depth >= STACK_DEPTH:
        fail(h, ERROR_STACK_OVERFLOW, proc)
        return &h.stack[STACK_DEPTH - 1]
    cdef Frame* f = &h.stack[h.depth]
    h.depth += 1
    memset(f, 0, sizeof(Frame))
    f.proc = <short>proc
    f.a = <short>a
    f.b = <short>b
    f.c = <short>c
    f.d = <short>d
    return f


cdef inline void give(Head* h, int result) noexcept nogil:
    """End the running procedure with a result for its caller."""
    if h.depth <= 0:
        fail(h, ERROR_STACK_UNDERFLOW, 0)
        return
    h.depth -= 1
    memset(&h.stack[h.depth], 0, sizeof(Frame))  # equal histories leave equal bytes
    h.result = <short>result


cdef inline void done(Head* h) noexcept nogil:
    """End the running procedure."""
    give(h, 0)


cdef inline void finish(Head* h, int outcome) noexcept nogil:
    """End the game; nobody is asked any more."""
    h.over = 1
    h.outcome = <unsigned char>outcome
    h.turn = -1
    memset(h.mask, 0, sizeof(h.mask))


cdef inline void cut_off(Head* h, int outcome) noexcept nogil:
    """End the game by a limit rather than by its rules: it counts as truncated."""
    finish(h, outcome)
    h.over = 2


# -- questions ---------------------------------------------------------------------------------------------

cdef inline void begin(Head* h, int seat, int choice, int subject) noexcept nogil:
    """Open a question to `seat`; add its options, then `ask`."""
    memset(h.mask, 0, sizeof(h.mask))
    h.turn = <short>seat
    h.choice = <short>choice
    h.subject = <short>subject


cdef inline void option(Head* h, int action) noexcept nogil:
    """Make `action` legal in the question that is open."""
    if action < 0 or action >= MAX_ACTIONS:
        fail(h, ERROR_CAPACITY, action)
        return
    h.mask[action >> 6] |= (<u64>1) << (action & 63)


cdef inline bint is_option(const Head* h, int action) noexcept nogil:
    return (h.mask[action >> 6] >> (action & 63)) & 1


cdef inline int count_options(const Head* h) noexcept nogil:
    cdef int i, n = 0
    cdef u64 w
    for i in range(MASK_WORDS):
        w = h.mask[i]
        while w:
            w &= w - 1
            n += 1
    return n


cdef inline bint has_options(const Head* h) noexcept nogil:
    cdef int i
    cdef u64 all_ = 0
    for i in range(MASK_WORDS):
        all_ |= h.mask[i]
    return all_ != 0


cdef inline int first_option(const Head* h) noexcept nogil:
    cdef int i
    for i in range(MASK_WORDS):
        if h.mask[i]:
            return i * 64 + low_bit(h.mask[i])
    return -1


cdef inline void answer(Head* h, int action) noexcept nogil:
    """Close the question with `action`."""
    h.answer = <short>action
    h.turn = -1
    memset(h.mask, 0, sizeof(h.mask))


cdef inline void ask(Head* h) noexcept nogil:
    """Put the question. A single option is taken at once, without asking; none is an error."""
    cdef int i
    cdef u64 w, all_ = 0, more = 0  # options; set if there is a second one
    for i in range(MASK_WORDS):
        w = h.mask[i]
        more |= (w & (w - 1)) | (all_ if w else 0)
        all_ |= w
    if all_ == 0:
        fail(h, ERROR_NO_OPTION, h.choice)
    elif more == 0:
        answer(h, first_option(h))


cdef inline bint ask_any(Head* h) noexcept nogil:
    """`ask` if the question has an option; else nobody is asked, and the answer is False."""
    if not has_options(h):
        h.turn = -1
        return False
    ask(h)
    return True


cdef inline bint ask_or(Head* h, int decline) noexcept nogil:
    """`ask_any` with one more option, `decline`, which is offered only beside others."""
    if not has_options(h):
        h.turn = -1
        return False
    option(h, decline)
    ask(h)
    return True


cdef inline void ask_always(Head* h) noexcept nogil:
    """Put the question even if only one option is left (for questions that mark the passing of time)."""
    if not has_options(h):
        fail(h, ERROR_NO_OPTION, h.choice)


# -- the driver --------------------------------------------------------------------------------------------

cdef inline Frame* to_run(const Rules* rules, Head* h) noexcept nogil:
    """The procedure on top of the stack; NULL when a seat is asked, the game is over, or an error stops it."""
    cdef Frame* f
    if h.turn >= 0 or h.over or h.error != ERROR_NONE:
        return NULL
    if h.depth <= 0:
        fail(h, ERROR_STACK_UNDERFLOW, 0)
        return NULL
    f = &h.stack[h.depth - 1]
    if f.proc < 0 or f.proc >= rules.n_procs or rules.procs[f.proc] == NULL:
        fail(h, ERROR_PROCEDURE, f.proc)
        return NULL
    return f


cdef inline void run(const Rules* rules, const void* tables, void* game) noexcept nogil:
    """Run procedures until a seat is asked, the game is over, or an error stops it."""
    cdef Head* h = <Head*>game
    cdef Frame* f = to_run(rules, h)
    cdef int steps = 0
    while f != NULL:
        rules.procs[f.proc](tables, game, f)
        steps += 1
        if steps > LONGEST_RUN:
            fail(h, ERROR_ENDLESS, f.proc)
        f = to_run(rules, h)
