# cython: language_level=3
"""The compiled driver: steps one state or a batch of states, writes masks, observations and rewards in place."""
import numpy as np

cimport cython
cimport numpy as cnp
from cpython.ref cimport PyObject, Py_INCREF
from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from envs.core.bits cimport low_bit
from envs.core.encode cimport (
    KIND_COPY, PLAN_WIDTH, SEE_ALL, Step, derelict_fetch, encode, prepare,
)
from envs.core.flow cimport Frame, Rules, STREAM_LAYOUT, answer, call, draw_below, is_option, mix, run, to_run, u64
from envs.core.head cimport ERROR_NONE, Head
from envs.core.wide cimport Run, stream, stream_end

cdef extern from "numpy/arrayobject.h":
    object PyArray_NewFromDescr(type subtype, cnp.PyArray_Descr* descr, int nd, cnp.npy_intp* dims,
                                cnp.npy_intp* strides, void* data, int flags, object obj)

cdef extern from *:
    """
    #if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
    #include <x86intrin.h>
    #define derelict_ticks() __rdtsc()
    #else
    #include <time.h>
    static unsigned long long derelict_ticks(void) {
        struct timespec now;
        timespec_get(&now, TIME_UTC);
        return (unsigned long long)now.tv_sec * 1000000000ULL + (unsigned long long)now.tv_nsec;
    }
    #endif
    """
    u64 ticks "derelict_ticks"() noexcept nogil

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    #define derelict_take(counter, by) ((int)_InterlockedExchangeAdd((volatile long*)(counter), (by)))
    #else
    #define derelict_take(counter, by) __atomic_fetch_add((counter), (by), __ATOMIC_RELAXED)
    #endif
    """
    int derelict_take(int* counter, int by) noexcept nogil

cnp.import_array()

cdef enum:
    STEP_DONE = 0
    STEP_ILLEGAL = 1
    STEP_OVER = 2
    REWARD_OUTCOME = 0
    REWARD_SHAPED = 1
    REWARD_PROGRESS = 2
    ROWS_AT_ONCE = 16  # that a thread takes: enough to hide the taking, few enough to share the rest evenly
    LINE = 64  # bytes of a line of the cache
    STREAM_FROM = 4 << 20  # bytes of observations from which a batch no longer fits the cache
    PHASE_PLAY = 0
    PHASE_MASK = 1
    PHASE_VIEW = 2
    PHASE_ENCODE = 3
    PHASE_STORE = 4


@cython.final
cdef class Engine:
    """The rules of one configured game: compiled procedures, content tables and the encoder's plan.

    Args:
        capsule: a PyCapsule ``"derelict.rules"`` around the game's C `Rules`.
        tables: the content tables, a structured NumPy array of one element; kept alive here.
        blank: a state with the constants of its piles filled in; every new game starts as its copy.
        plan: int32 array of `envs.core.schema.plan_array`.
        view_size: bytes of the view record.
        observation_size: floats of an observation.
        seats: number of seats, the monster seat included.
        heroes: number of heroes, whom the rules and the record count.
        heroes_per_seat: heroes that each agent runs: the seat of a hero is ``hero // heroes_per_seat``. A seat behind
            those of the heroes is the monsters'; to the rules that is the figure ``heroes``.
        used: bool for each byte of a state, those that such a game makes much use of; ``None``: all. A batch has them
            brought from memory in time.
    """

    def __init__(self, capsule, cnp.ndarray tables, cnp.ndarray blank, cnp.ndarray plan, int view_size,
                 int observation_size, int seats, int heroes, int heroes_per_seat=1, used=None):
        self.capsule = capsule
        self.rules = <const Rules*>PyCapsule_GetPointer(capsule, "derelict.rules")
        self.tables = tables
        self.blank = blank
        self.plan = np.ascontiguousarray(plan, np.int32)
        self.tables_at = <const char*>cnp.PyArray_DATA(tables)
        self.blank_at = <const char*>cnp.PyArray_DATA(blank)
        self.plan_at = <const int*>cnp.PyArray_DATA(<cnp.ndarray>self.plan)
        self.plan_rows = self.plan.shape[0]
        self.num_actions = self.rules.n_actions
        self.seats = seats
        self.heroes = heroes
        self.heroes_per_seat = heroes_per_seat
        self.figures = heroes + seats - heroes // heroes_per_seat
        if self.figures > MOST_SEATS:
            raise ValueError(f"a game has at most {MOST_SEATS} heroes, the monsters included, got {self.figures}")
        self.observation_size = observation_size
        self.state_size = blank.nbytes
        self.view_size = view_size
        self._find_tail()
        self._prepare()
        self._find_runs(np.ones(self.state_size, np.bool_) if used is None else np.asarray(used, np.bool_))

    def __dealloc__(self):
        free(self.steps)
        free(self.runs)
        free(self.scales)

    cdef void _find_tail(self):
        """Find the float blocks at the end of the view that are also the end of the observation, byte for byte."""
        cdef int row = self.plan_rows, offset = <int>self.view_size, out = self.observation_size
        cdef const int* p
        while row > 0:
            p = self.plan_at + (row - 1) * PLAN_WIDTH
            if (p[0] != KIND_COPY or p[1] != 1 or p[8] != SEE_ALL or p[9] or p[3] + 4 * p[4] != offset
                    or p[11] + p[4] != out):
                break
            row -= 1
            offset = p[3]
            out = p[11]
        self.tail = -1
        if row < self.plan_rows and 4 * out >= offset:  # room before the tail for the fields in front of it
            self.tail = out
            self.tail_offset = offset
            self.plan_rows = row

    cdef void _find_runs(self, cnp.ndarray used):
        """Share the lines of a state with bytes in use among the parts; lines in a row make one stretch."""
        cdef int n = 0, line, part, at
        lines = np.flatnonzero(np.logical_or.reduceat(used, np.arange(0, self.state_size, LINE)))
        for part, share in enumerate(np.array_split(lines, FETCHES)):
            self.run_of[part] = n
            for line in share:
                at = line * LINE
                if n > self.run_of[part] and (self.run_high[n - 1] == at or n == MOST_RUNS):
                    self.run_high[n - 1] = at + LINE
                elif n < MOST_RUNS:
                    self.run_low[n] = at
                    self.run_high[n] = at + LINE
                    n += 1
        self.run_of[FETCHES] = n

    cdef void _prepare(self):
        """Write the plan out for each hero and for the monsters."""
        cdef int hero, room = self.observation_size + 1
        self.steps = <Step*>malloc(self.figures * room * sizeof(Step))
        self.runs = <Run*>malloc(self.figures * room * sizeof(Run))
        self.scales = <float*>malloc(self.figures * room * sizeof(float))
        if self.steps == NULL or self.runs == NULL or self.scales == NULL:
            raise MemoryError
        for hero in range(self.figures):
            prepare(self.plan_at, self.plan_rows, hero, self.heroes, self.figures, self.heroes_per_seat,
                    self.steps + hero * room, self.runs + hero * room, self.scales + hero * room, &self.recipes[hero])

    cdef int seat_of(self, int hero) noexcept nogil:
        """The seat that answers for a hero (or for the monsters); -1 for nobody."""
        return hero // self.heroes_per_seat if hero >= 0 else -1

    cdef int viewer(self, const char* state, int seat) noexcept nogil:
        """The hero from whom a seat sees the game: the one that is asked if it is the seat's, else its first."""
        cdef int turn = (<const Head*>state).turn
        return turn if self.seat_of(turn) == seat else seat * self.heroes_per_seat

    cdef void seat_rewards(self, const char* state, float* out) noexcept nogil:
        """The outcome's reward of each seat, the mean of its heroes'."""
        cdef float each[MOST_SEATS]
        cdef float total
        cdef int s, i, hero = 0, end
        self.rules.rewards(self.tables_at, state, self.figures, each)
        for s in range(self.seats):
            end = min(hero + self.heroes_per_seat, self.figures)
            total = 0
            for i in range(hero, end):
                total += each[i]
            out[s] = total / (end - hero)
            hero = end

    cdef double seat_potential(self, const char* state, int seat) noexcept nogil:
        """The potential of a seat, the mean of its heroes'."""
        cdef int hero, low = seat * self.heroes_per_seat, high = min(low + self.heroes_per_seat, self.figures)
        cdef double total = 0
        for hero in range(low, high):
            total += self.rules.potential(self.tables_at, state, hero)
        return total / (high - low)

    cdef void start(self, char* state, u64 seed, u64 layout, u64 play) noexcept nogil:
        cdef Head* h = <Head*>state
        memcpy(state, self.blank_at, self.state_size)
        h.seed = seed
        h.rng[0] = layout
        h.rng[1] = play
        h.stream = STREAM_LAYOUT
        h.turn = -1
        h.subject = -1
        call(h, self.rules.first, 0, 0, 0, 0)
        run(self.rules, self.tables_at, state)

    cdef int play(self, char* state, int action) noexcept nogil:
        cdef Head* h = <Head*>state
        if h.over or h.turn < 0:
            return STEP_OVER
        if action < 0 or action >= self.num_actions or not is_option(h, action):
            return STEP_ILLEGAL
        answer(h, action)
        h.decisions += 1
        run(self.rules, self.tables_at, state)
        return STEP_DONE

    cdef void write_mask(self, const char* state, unsigned char* out) noexcept nogil:
        cdef const Head* h = <const Head*>state
        cdef int word, action
        cdef u64 bits
        memset(out, 0, self.num_actions)
        for word in range((self.num_actions + 63) // 64):
            bits = h.mask[word]
            while bits:
                action = 64 * word + low_bit(bits)
                bits &= bits - 1
                if action < self.num_actions:
                    out[action] = 1

    cdef void write_view(self, const char* state, int hero, char* view, float* out) noexcept nogil:
        """Write the computed view of an observation: what the encoder reads into `view`, the rest into `out`."""
        cdef char* facts = view
        if self.tail >= 0:
            # The view ends with floats that lie in the observation as they are: let the rules write them there.
            facts = <char*>(out + self.tail) - self.tail_offset
        if self.rules.view != NULL:
            self.rules.view(self.tables_at, state, hero, facts)
        if self.tail >= 0:
            memcpy(view, facts, self.tail_offset)  # the fields before the floats, which the encoder reads

    cdef void write_observation(self, const char* state, int seat, char* view, float* out) noexcept nogil:
        cdef int hero = self.viewer(state, seat)
        self.write_view(state, hero, view, out)
        encode(&self.recipes[hero], state, view, out)

    # -- one state -----------------------------------------------------------------------------------------

    cdef char* at(self, cnp.ndarray state) except NULL:
        """Where the bytes of a state lie; anything that is not a state of this game is refused."""
        if <size_t>cnp.PyArray_NBYTES(state) != self.state_size:
            raise TypeError(
                f"expected a state of this game with {self.state_size} bytes, got an array of "
                f"{cnp.PyArray_NBYTES(state)}; take it from Game.new, clone or restore"
            )
        return <char*>cnp.PyArray_DATA(state)

    def new(self, cnp.ndarray state, seed, layout, play):
        """Start a game in `state` with the words of the two random streams."""
        self.start(self.at(state), seed, layout, play)

    def step(self, cnp.ndarray state, int action):
        """Play an action. Returns 0 if played, 1 if illegal, 2 if nobody is asked; the state is untouched if not 0."""
        return self.play(self.at(state), action)

    def resume(self, cnp.ndarray state):
        """Run the procedures on the stack until a seat is asked, for positions that were set up by hand."""
        run(self.rules, self.tables_at, self.at(state))

    def settle(self, cnp.ndarray state, int action=-1):
        """Answer the question with `action` (if given) and run until a seat is asked or the stack is empty.

        For tests of single procedures: a game in play never empties its stack.
        """
        cdef Head* h = <Head*>cnp.PyArray_DATA(state)
        cdef Frame* f
        if action >= 0:
            if not is_option(h, action):
                return STEP_ILLEGAL
            answer(h, action)
        while h.depth > 0:
            f = to_run(self.rules, h)
            if f == NULL:
                break
            self.rules.procs[f.proc](self.tables_at, h, f)
        return STEP_DONE

    def call(self, cnp.ndarray state, int proc, int a=0, int b=0, int c=0, int d=0):
        """Push a procedure onto the stack of `state` (then `resume`), for tests of single rules."""
        call(<Head*>self.at(state), proc, a, b, c, d)

    def mask(self, cnp.ndarray state, cnp.ndarray out):
        """Write the mask into a bool or int8 array of `num_actions`."""
        self.write_mask(self.at(state), <unsigned char*>cnp.PyArray_DATA(out))

    def observe(self, cnp.ndarray state, int seat, cnp.ndarray out):
        """Write the observation of `seat` into a float32 array of `observation_size`."""
        cdef char* view = <char*>malloc(self.view_size + 8)
        if view == NULL:
            raise MemoryError
        self.write_observation(self.at(state), seat, view, <float*>cnp.PyArray_DATA(out))
        free(view)

    def view(self, cnp.ndarray state, int seat, cnp.ndarray out):
        """Write the computed facts that `seat` may see into a view record."""
        cdef char* at = self.at(state)
        self.rules.view(self.tables_at, at, self.viewer(at, seat), cnp.PyArray_DATA(out))

    def clone(self, cnp.ndarray state):
        """A copy of a state, byte by byte."""
        cdef cnp.npy_intp size = self.state_size
        cdef char* source = self.at(state)
        cdef cnp.ndarray data = cnp.PyArray_EMPTY(1, &size, cnp.NPY_UINT8, 0)
        # NumPy takes several times longer to allocate an array of a nested dtype than to wrap given memory in one.
        cdef cnp.PyArray_Descr* descr = cnp.PyArray_DESCR(state)
        Py_INCREF(<object><PyObject*>descr)  # the next call takes it over
        cdef cnp.ndarray out = PyArray_NewFromDescr(cnp.ndarray, descr, 0, NULL, NULL, cnp.PyArray_DATA(data),
                                                    cnp.NPY_ARRAY_CARRAY, None)
        memcpy(cnp.PyArray_DATA(data), source, self.state_size)
        cnp.set_array_base(out, data)
        return out

    def copy_loop(self, cnp.ndarray state, int times):
        """Copy a state `times` times inside C; what `clone` costs without Python (for the bench)."""
        cdef char* to = <char*>malloc(self.state_size)
        cdef int i
        cdef u64 sink = 0
        cdef const char* source = self.at(state)
        for i in range(times):
            memcpy(to, source, self.state_size)
            sink += <unsigned char>to[i % self.state_size]
        free(to)
        return sink

    def rewards(self, cnp.ndarray state):
        """The outcome's reward of each seat, 0 while the game goes on."""
        cdef float out[MOST_SEATS]
        cdef const Head* h = <const Head*>self.at(state)
        if not h.over:
            return [0.0] * self.seats
        self.seat_rewards(self.at(state), out)
        return [out[i] for i in range(self.seats)]

    def potential(self, cnp.ndarray state, int seat):
        """The potential of the shaped reward, in [0, 1] for heroes."""
        return self.seat_potential(self.at(state), seat)

    def resample(self, cnp.ndarray state, int seat, seed):
        """Redraw in place all that `seat` cannot know, the future dice included."""
        cdef Head* h = <Head*>self.at(state)
        cdef short kept = h.stream
        cdef unsigned char scripted = h.script_n
        h.rng[0] = seed
        mix(&h.rng[0])
        h.rng[1] = h.rng[0] ^ <u64>0xA5A5A5A5A5A5A5A5
        h.seed = 0
        h.script_n = 0
        h.stream = 1
        cdef int low = seat * self.heroes_per_seat
        self.rules.resample(self.tables_at, h, low, low + self.heroes_per_seat)
        h.stream = kept
        if scripted:
            memset(h.script, 0, sizeof(h.script))


cdef inline void lap(u64* then, u64* spent) noexcept nogil:
    """Add the time since `then` to `spent`; from now on it counts for the next phase."""
    cdef u64 now = ticks()
    spent[0] += now - then[0]
    then[0] = now


@cython.final
cdef class BatchCore:
    """A batch of games stepped in place without the GIL. `envs.core.game.Batch` is its public face."""

    cdef Engine engine
    cdef readonly int n
    cdef int reward_mode, max_cycles, taken
    cdef float gamma
    cdef bint autoreset, stream
    cdef readonly object states, seat, mask, obs, reward, done, truncated, outcome, length, final_obs, final_seat
    cdef readonly object seeds, errors
    cdef char* states_at
    cdef int* seat_at
    cdef unsigned char* mask_at
    cdef float* obs_at
    cdef float* reward_at
    cdef unsigned char* done_at
    cdef unsigned char* truncated_at
    cdef int* outcome_at
    cdef int* length_at
    cdef float* final_at
    cdef int* final_seat_at
    cdef u64* seeds_at
    cdef int* errors_at

    def __init__(self, Engine engine, cnp.ndarray states, int reward_mode, float gamma, int max_cycles, bint autoreset):
        cdef int n = states.shape[0]
        self.engine = engine
        self.n = n
        self.stream = <size_t>n * engine.observation_size * sizeof(float) > STREAM_FROM
        self.reward_mode = reward_mode
        self.gamma = gamma
        self.max_cycles = max_cycles
        self.autoreset = autoreset
        self.states = states
        self.seat = np.zeros(n, np.int32)
        self.mask = np.zeros((n, engine.num_actions), np.bool_)
        self.obs = np.zeros((n, engine.observation_size), np.float32)
        self.reward = np.zeros((n, engine.seats), np.float32)
        self.done = np.zeros(n, np.bool_)
        self.truncated = np.zeros(n, np.bool_)
        self.outcome = np.zeros(n, np.int32)
        self.length = np.zeros(n, np.int32)
        self.final_obs = np.zeros((n, engine.observation_size), np.float32)
        self.final_seat = np.zeros(n, np.int32)
        self.seeds = np.zeros(n, np.uint64)
        self.errors = np.zeros(n, np.int32)
        self.states_at = <char*>cnp.PyArray_DATA(states)
        self.seat_at = <int*>cnp.PyArray_DATA(<cnp.ndarray>self.seat)
        self.mask_at = <unsigned char*>cnp.PyArray_DATA(<cnp.ndarray>self.mask)
        self.obs_at = <float*>cnp.PyArray_DATA(<cnp.ndarray>self.obs)
        self.reward_at = <float*>cnp.PyArray_DATA(<cnp.ndarray>self.reward)
        self.done_at = <unsigned char*>cnp.PyArray_DATA(<cnp.ndarray>self.done)
        self.truncated_at = <unsigned char*>cnp.PyArray_DATA(<cnp.ndarray>self.truncated)
        self.outcome_at = <int*>cnp.PyArray_DATA(<cnp.ndarray>self.outcome)
        self.length_at = <int*>cnp.PyArray_DATA(<cnp.ndarray>self.length)
        self.final_at = <float*>cnp.PyArray_DATA(<cnp.ndarray>self.final_obs)
        self.final_seat_at = <int*>cnp.PyArray_DATA(<cnp.ndarray>self.final_seat)
        self.seeds_at = <u64*>cnp.PyArray_DATA(<cnp.ndarray>self.seeds)
        self.errors_at = <int*>cnp.PyArray_DATA(<cnp.ndarray>self.errors)

    cdef void begin_game(self, int i, u64 seed) noexcept nogil:
        cdef u64 layout = seed, play = seed ^ <u64>0xD1B54A32D192ED03
        self.seeds_at[i] = seed
        self.engine.start(self.states_at + i * self.engine.state_size, seed, mix(&layout), mix(&play))

    cdef inline void publish(self, int i, char* view) noexcept nogil:
        cdef const char* state = self.states_at + i * self.engine.state_size
        cdef int hero
        self.publish_question(i)
        hero = self.engine.viewer(state, self.onlooker(i))
        self.fetch(i, 2)
        self.engine.write_view(state, hero, view, self.row_of(view))
        self.fetch(i, 3)
        encode(&self.engine.recipes[hero], state, view, self.row_of(view))
        self.publish_row(i, view)

    cdef inline void publish_question(self, int i) noexcept nogil:
        """Write the seat, the error and the mask."""
        cdef const char* state = self.states_at + i * self.engine.state_size
        cdef const Head* h = <const Head*>state
        self.seat_at[i] = self.engine.seat_of(h.turn)
        self.errors_at[i] = h.error
        self.engine.write_mask(state, self.mask_at + <size_t>i * self.engine.num_actions)

    cdef inline int onlooker(self, int i) noexcept nogil:
        """The seat that the observation is written for: the one that is asked, at the end the last that was."""
        return self.seat_at[i] if self.seat_at[i] >= 0 else self.final_seat_at[i]

    cdef inline void publish_row(self, int i, char* view) noexcept nogil:
        """Copy the scratch observation to the row."""
        if self.stream:
            stream(self.obs_at + <size_t>i * self.engine.observation_size, self.row_of(view),
                   self.engine.observation_size)
        else:
            memcpy(self.obs_at + <size_t>i * self.engine.observation_size, self.row_of(view),
                   self.engine.observation_size * sizeof(float))

    cdef inline float* row_of(self, char* view) noexcept nogil:
        """The scratch observation behind the scratch view (see `scratch`)."""
        return <float*>(view + ((self.engine.view_size + 15) & ~<size_t>15))

    cdef inline void fetch(self, int i, int part) noexcept nogil:
        """Have one of the `FETCHES` parts of the state behind row `i` brought from memory while row `i` is worked on.

        In parts, because a core has few lines under way at a time and waits for one to arrive before it asks for more;
        into the second cache, because the first one has no room for a second state; and without what lies idle, such as
        the seats that are not there.
        """
        cdef const char* state = self.states_at + <size_t>(i + 1) * self.engine.state_size
        cdef const char* at
        cdef const char* end
        cdef int k
        if i + 1 < self.n:
            for k in range(self.engine.run_of[part], self.engine.run_of[part + 1]):
                at = state + self.engine.run_low[k]
                end = state + self.engine.run_high[k]
                while at < end:
                    derelict_fetch(at)
                    at += LINE

    cdef inline char* scratch(self) noexcept nogil:
        """Room for one view and one observation, which stay in the cache while the rows are written."""
        return <char*>malloc(self.engine.view_size + 32 + self.engine.observation_size * sizeof(float))

    cdef bint advance(self, int i, int action, char* view) noexcept nogil:
        """Play an action and begin the next game after the last; is there something to publish?"""
        cdef char* state = self.states_at + i * self.engine.state_size
        cdef Head* h = <Head*>state
        cdef float* reward = self.reward_at + i * self.engine.seats
        cdef double before[MOST_SEATS]
        cdef double after
        cdef int s
        cdef u64 seed
        if self.reward_mode != REWARD_OUTCOME:
            for s in range(self.engine.seats):
                before[s] = self.engine.seat_potential(state, s)
        self.final_seat_at[i] = self.engine.seat_of(h.turn)
        self.engine.play(state, action)
        self.fetch(i, 1)
        memset(reward, 0, self.engine.seats * sizeof(float))
        if h.over:
            self.engine.seat_rewards(state, reward)
            if self.reward_mode == REWARD_PROGRESS:  # a defeat costs nothing, or hiding would pay
                for s in range(self.engine.seats):
                    if (reward[s] < 0) == (s * self.engine.heroes_per_seat < self.engine.heroes):
                        reward[s] = 0
        if self.reward_mode != REWARD_OUTCOME:
            for s in range(self.engine.seats):
                if h.over and self.reward_mode == REWARD_SHAPED:
                    after = 0
                else:
                    after = self.engine.seat_potential(state, s)
                if self.reward_mode == REWARD_SHAPED:
                    after *= self.gamma
                reward[s] += <float>(after - before[s])
        if h.error != ERROR_NONE:
            self.errors_at[i] = h.error
            return False
        if h.over or (self.max_cycles > 0 and h.decisions >= self.max_cycles):
            self.done_at[i] = 1
            self.truncated_at[i] = h.over != 1
            self.outcome_at[i] = h.outcome
            self.length_at[i] = h.decisions
            self.engine.write_observation(state, self.final_seat_at[i], view,
                                          self.final_at + <size_t>i * self.engine.observation_size)
            if self.autoreset:
                seed = self.seeds_at[i]
                self.begin_game(i, mix(&seed))
        return True

    cdef inline bint play_row(self, int i, bint wanted, int action, char* view) noexcept nogil:
        """Play the action of row `i`, if `wanted`; is there something to publish?"""
        self.done_at[i] = 0
        self.truncated_at[i] = 0
        self.fetch(i, 0)
        if wanted:
            return self.advance(i, action, view)
        memset(self.reward_at + i * self.engine.seats, 0, self.engine.seats * sizeof(float))
        return False

    def reset_range(self, int low, int high, cnp.ndarray seeds, cnp.ndarray where):
        """Start new games in rows low..high-1 where `where` is set."""
        cdef const u64* s = <const u64*>cnp.PyArray_DATA(seeds)
        cdef const unsigned char* w = <const unsigned char*>cnp.PyArray_DATA(where)
        cdef int i
        cdef char* view
        with nogil:
            view = self.scratch()
            for i in range(low, high):
                if w[i]:
                    self.begin_game(i, s[i])
                    self.done_at[i] = 0
                    self.truncated_at[i] = 0
                    self.outcome_at[i] = 0
                    self.length_at[i] = 0
                    memset(self.reward_at + i * self.engine.seats, 0, self.engine.seats * sizeof(float))
                    self.publish(i, view)
            free(view)
            stream_end()

    def illegal(self, cnp.ndarray actions, cnp.ndarray where):
        """Index of the first row whose action is illegal, -1 if there is none."""
        cdef const long long* a = <const long long*>cnp.PyArray_DATA(actions)
        cdef const unsigned char* w = <const unsigned char*>cnp.PyArray_DATA(where)
        cdef int i
        cdef const Head* h
        for i in range(self.n):
            if not w[i]:
                continue
            h = <const Head*>(self.states_at + i * self.engine.state_size)
            if h.turn < 0 or a[i] < 0 or a[i] >= self.engine.num_actions or not is_option(h, <int>a[i]):
                return i
        return -1

    def step_range(self, int low, int high, cnp.ndarray actions, cnp.ndarray where):
        """Play rows low..high-1 where `where` is set; the actions were checked by `illegal`."""
        cdef const long long* a = <const long long*>cnp.PyArray_DATA(actions)
        cdef const unsigned char* w = <const unsigned char*>cnp.PyArray_DATA(where)
        cdef int i
        cdef char* view
        with nogil:
            view = self.scratch()
            for i in range(low, high):
                if self.play_row(i, w[i], <int>a[i], view):
                    self.publish(i, view)
            free(view)
            stream_end()

    def share(self):
        """Before threads call `step_shared` together: no row is taken yet."""
        self.taken = 0

    def step_shared(self, cnp.ndarray actions, cnp.ndarray where):
        """`step_range` for one of several threads: play rows that no other has taken, a few at a time, until none is
        left. A thread that is held up leaves more to the others."""
        cdef const long long* a = <const long long*>cnp.PyArray_DATA(actions)
        cdef const unsigned char* w = <const unsigned char*>cnp.PyArray_DATA(where)
        cdef int i, low, high
        cdef char* view
        with nogil:
            view = self.scratch()
            low = derelict_take(&self.taken, ROWS_AT_ONCE)
            while low < self.n:
                high = low + ROWS_AT_ONCE if low + ROWS_AT_ONCE < self.n else self.n
                for i in range(low, high):
                    if self.play_row(i, w[i], <int>a[i], view):
                        self.publish(i, view)
                low = derelict_take(&self.taken, ROWS_AT_ONCE)
            free(view)
            stream_end()

    def time_range(self, int low, int high, cnp.ndarray actions, cnp.ndarray where, cnp.ndarray spent):
        """`step_range` by the clock, for the bench.

        Args:
            spent: uint64 of five, to which the time of each phase is added, in a unit of the processor: playing (with
                all that is in no other), seat and mask, the computed view, the encoder, copying the observation to its
                row.
        """
        cdef const long long* a = <const long long*>cnp.PyArray_DATA(actions)
        cdef const unsigned char* w = <const unsigned char*>cnp.PyArray_DATA(where)
        cdef u64* t = <u64*>cnp.PyArray_DATA(spent)
        cdef u64 then = ticks()
        cdef int i, hero
        cdef char* view
        cdef const char* state
        with nogil:
            view = self.scratch()
            for i in range(low, high):
                state = self.states_at + i * self.engine.state_size
                if not self.play_row(i, w[i], <int>a[i], view):
                    continue
                lap(&then, &t[PHASE_PLAY])
                self.publish_question(i)
                lap(&then, &t[PHASE_MASK])
                hero = self.engine.viewer(state, self.onlooker(i))
                self.fetch(i, 2)
                self.engine.write_view(state, hero, view, self.row_of(view))
                lap(&then, &t[PHASE_VIEW])
                self.fetch(i, 3)
                encode(&self.engine.recipes[hero], state, view, self.row_of(view))
                lap(&then, &t[PHASE_ENCODE])
                self.publish_row(i, view)
                lap(&then, &t[PHASE_STORE])
            free(view)
            stream_end()
            lap(&then, &t[PHASE_PLAY])

    def random_actions(self, cnp.ndarray out, cnp.ndarray words):
        """Write a uniformly random legal action of each row; `words` (uint64, one each) is the random state."""
        cdef long long* o = <long long*>cnp.PyArray_DATA(out)
        cdef u64* w = <u64*>cnp.PyArray_DATA(words)
        cdef const unsigned char* m
        cdef int i, a, n, k, here, total = self.engine.num_actions
        cdef u64 eight, sums
        with nogil:
            for i in range(self.n):
                m = self.mask_at + <size_t>i * total
                n = 0
                sums = 0
                for a in range(0, total - 7, 8):  # eight bytes of 0 or 1 at a time; none of the sums outgrows its byte
                    memcpy(&eight, m + a, 8)
                    sums += eight
                for a in range(total // 8 * 8, total):
                    n += m[a]
                sums = (sums & <u64>0x00FF00FF00FF00FF) + (sums >> 8 & <u64>0x00FF00FF00FF00FF)
                n += <int>((sums * <u64>0x0001000100010001) >> 48)
                o[i] = -1
                if n == 0:
                    continue
                k = <int>((mix(&w[i]) >> 33) % <u64>n)
                a = 0
                while a + 8 <= total:
                    memcpy(&eight, m + a, 8)
                    here = <int>((eight * <u64>0x0101010101010101) >> 56)
                    if k < here:
                        break
                    k -= here
                    a += 8
                while m[a] == 0 or k > 0:
                    k -= m[a]
                    a += 1
                o[i] = a

    def observe_rows(self, cnp.ndarray seats, cnp.ndarray out):
        """Write the observation of row i as `seats[i]` sees it into `out[i]`; a negative seat leaves the row alone."""
        cdef const int* s = <const int*>cnp.PyArray_DATA(seats)
        cdef float* o = <float*>cnp.PyArray_DATA(out)
        cdef int i
        cdef char* view
        with nogil:
            view = self.scratch()
            for i in range(self.n):
                if s[i] >= 0:
                    self.engine.write_observation(self.states_at + i * self.engine.state_size, s[i], view,
                                                  o + <size_t>i * self.engine.observation_size)
            free(view)
            stream_end()


def roll_many(seed, int n, int times):
    """`times` rolls in 0..n-1 of a fresh stream, as an array (for tests of the generator)."""
    cdef u64 word = seed
    cdef cnp.ndarray out = np.zeros(times, np.int32)
    cdef int* o = <int*>cnp.PyArray_DATA(out)
    cdef int i
    for i in range(times):
        o[i] = draw_below(&word, n)
    return out


def mix_seed(seed):
    """One splitmix64 step of a seed, as a Python int: how the batch derives the next game's seed."""
    cdef u64 word = seed
    return mix(&word)


def game_words(seed):
    """The words of the layout and the play stream of a game that starts from `seed`."""
    cdef u64 layout = seed, play = <u64>seed ^ <u64>0xD1B54A32D192ED03
    return mix(&layout), mix(&play)
