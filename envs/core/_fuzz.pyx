# cython: language_level=3
"""For tests only: a driver that plays random actions and notes what was legal, played, asked, run and resolved.

Nothing outside the tests imports this module.
"""
import numpy as np

cimport numpy as cnp
from cpython.pycapsule cimport PyCapsule_GetPointer

from envs.core.bits cimport low_bit
from envs.core.flow cimport LONGEST_RUN, Rules, answer, count_options, draw_below, fail, is_option, to_run, u64
from envs.core.head cimport ERROR_ENDLESS, ERROR_NONE, Frame, Head, MASK_WORDS

cnp.import_array()

cdef enum:
    MOST_GROUPS = 256


cdef class Player:
    """Plays one configured game at random and notes what happens, in all of its states together.

    Args:
        capsule: the compiled rules, as `envs.core.engine.Engine` takes them.
        tables: the content tables of the game.
        starts: first action of each group of the action table in order, and behind them the number of actions.
        interpreter: number of the procedure that resolves the effects of cards (`envs.core.effects`), -1 if none does.

    Attributes:
        played: (num_actions,) uint8, 1 for an action that was taken.
        choices: (256,) uint8, 1 for a kind of question that was asked.
        procs: (n_procs,) uint8, 1 for a procedure that ran.
        ops: (65536,) uint8, 1 for an operation that was resolved.
        decisions: questions answered.
    """

    cdef const Rules* rules
    cdef const char* tables_at
    cdef object capsule, tables
    cdef int groups, interpreter, num_actions
    cdef int starts[MOST_GROUPS + 1]
    cdef u64 legal_words[MASK_WORDS]
    cdef readonly object played, choices, procs, ops
    cdef readonly long long decisions
    cdef unsigned char* played_at
    cdef unsigned char* choices_at
    cdef unsigned char* procs_at
    cdef unsigned char* ops_at

    def __init__(self, capsule, cnp.ndarray tables, starts, int interpreter=-1):
        if not 1 < len(starts) <= MOST_GROUPS + 1:
            raise ValueError(f"expected 1 to {MOST_GROUPS} groups, got {len(starts) - 1}")
        self.capsule = capsule
        self.tables = tables
        self.rules = <const Rules*>PyCapsule_GetPointer(capsule, "derelict.rules")
        self.tables_at = <const char*>cnp.PyArray_DATA(tables)
        self.groups = <int>len(starts) - 1
        for i, start in enumerate(starts):
            self.starts[i] = start
        self.interpreter = interpreter
        self.num_actions = self.starts[self.groups]
        self.played = np.zeros(self.num_actions, np.uint8)
        self.choices = np.zeros(256, np.uint8)
        self.procs = np.zeros(self.rules.n_procs, np.uint8)
        self.ops = np.zeros(1 << 16, np.uint8)
        self.played_at = <unsigned char*>cnp.PyArray_DATA(<cnp.ndarray>self.played)
        self.choices_at = <unsigned char*>cnp.PyArray_DATA(<cnp.ndarray>self.choices)
        self.procs_at = <unsigned char*>cnp.PyArray_DATA(<cnp.ndarray>self.procs)
        self.ops_at = <unsigned char*>cnp.PyArray_DATA(<cnp.ndarray>self.ops)

    @property
    def legal(self):
        """(num_actions,) bool, set for an action that was legal at least once."""
        cdef cnp.ndarray out = np.zeros(self.num_actions, np.bool_)
        cdef unsigned char* o = <unsigned char*>cnp.PyArray_DATA(out)
        cdef int i
        for i in range(self.num_actions):
            o[i] = (self.legal_words[i >> 6] >> (i & 63)) & 1
        return out

    cdef void run(self, char* state) noexcept nogil:
        """`envs.core.flow.run`, which tells nobody what it runs."""
        cdef Head* h = <Head*>state
        cdef Frame* f = to_run(self.rules, h)
        cdef int steps = 0
        while f != NULL:
            self.procs_at[f.proc] = 1
            if f.proc == self.interpreter and 0 <= f.a < f.b:
                self.ops_at[f.a] = 1
            self.rules.procs[f.proc](self.tables_at, state, f)
            steps += 1
            if steps > LONGEST_RUN:
                fail(h, ERROR_ENDLESS, f.proc)
            f = to_run(self.rules, h)

    cdef void play(self, char* state, int action) noexcept nogil:
        """Note the question and answer it with a legal action."""
        cdef Head* h = <Head*>state
        cdef int i
        for i in range(MASK_WORDS):
            self.legal_words[i] |= h.mask[i]
        self.choices_at[h.choice & 255] = 1
        self.played_at[action] = 1
        self.decisions += 1
        answer(h, action)
        h.decisions += 1
        self.run(state)

    cdef int count(self, const Head* h, int low, int high) noexcept nogil:
        """How many of the actions low..high-1 are legal."""
        cdef int a, n = 0, word
        cdef u64 bits
        for word in range(low >> 6, (high + 63) >> 6):
            bits = h.mask[word]
            while bits:
                a = 64 * word + low_bit(bits)
                bits &= bits - 1
                n += low <= a < high
        return n

    cdef int pick(self, const Head* h, u64* word, const unsigned char* weights) noexcept nogil:
        """A random legal action: first a group by its weight, then one of its actions. All legal actions are alike if
        no group with a legal action has a weight."""
        cdef int counts[MOST_GROUPS]
        cdef int i, total = 0, at, low = 0, high = self.num_actions
        for i in range(self.groups):
            counts[i] = self.count(h, self.starts[i], self.starts[i + 1]) if weights[i] else 0
            if counts[i]:
                total += weights[i]
        if total:
            at = draw_below(word, total)
            for i in range(self.groups):
                if counts[i]:
                    at -= weights[i]
                    if at < 0:
                        low = self.starts[i]
                        high = self.starts[i + 1]
                        break
        at = draw_below(word, self.count(h, low, high) if total else count_options(h))
        for i in range(low, high):
            if is_option(h, i):
                if at == 0:
                    return i
                at -= 1
        return -1

    def choose(self, cnp.ndarray state, u64[::1] words, const unsigned char[::1] weights):
        """The action that `wander` would take in a state; see there."""
        return self.pick(<const Head*>cnp.PyArray_DATA(state), &words[0], &weights[0])

    def step(self, cnp.ndarray state, int action):
        """Play a legal action, as `Game.step` does, and note what happens."""
        cdef Head* h = <Head*>cnp.PyArray_DATA(state)
        if not 0 <= action < self.num_actions or h.turn < 0 or not is_option(h, action):
            raise ValueError(f"action {action} is not legal")
        self.play(<char*>cnp.PyArray_DATA(state), action)

    def wander(self, cnp.ndarray states, u64[::1] words, const unsigned char[:, ::1] weights, int every):
        """Play on in each state until its number of decisions is a multiple of `every`, or it cannot go on.

        Args:
            states: the records, contiguous; those that are over or have an error are left alone. Nobody needs to be
                asked.
            words: the random state of each of them, advanced in place.
            weights: (states, groups), how likely each group is if it has a legal action. Without any weight all legal
                actions are alike.
            every: see above.
        """
        cdef char* at = <char*>cnp.PyArray_DATA(states)
        cdef Py_ssize_t size = states.dtype.itemsize
        cdef int i, action, n = states.shape[0]
        cdef Head* h
        if words.shape[0] != n or weights.shape[0] != n or weights.shape[1] != self.groups:
            raise ValueError(f"expected words and weights of {n} states, got {words.shape[0]} and {weights.shape[0]}")
        with nogil:
            for i in range(n):
                h = <Head*>(at + i * size)
                self.run(at + i * size)
                while h.turn >= 0 and not h.over and h.error == ERROR_NONE:
                    action = self.pick(h, &words[i], &weights[i, 0])
                    self.play(at + i * size, action)
                    if h.decisions % every == 0:
                        break
