# cython: language_level=3
"""Monte Carlo tree search over the states that a seat cannot tell apart, on one configured game, without the GIL.

The search is open-loop: a node stands for the actions since the root, and for what the game then asks, whatever the
dice and the hidden cards were on the way. Every simulation starts from one of the sampled roots with dice of its own,
so an action's value is its mean over what the seat cannot know (single-observer information-set MCTS: Cowling, Powley
and Whitehouse 2012). Each seat's questions are answered in that seat's interest.
"""
import numpy as np

cimport cython
cimport numpy as cnp
from libc.math cimport log, sqrt
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy

from envs.core.bits cimport count_bits, low_bit
from envs.core.engine cimport Engine, MOST_SEATS
from envs.core.flow cimport count_options, draw_below, mix, u64
from envs.core.head cimport ERROR_NONE, Head, MASK_WORDS, MAX_ACTIONS

from envs.core.errors import CoreError
from envs.core.head import Error

cnp.import_array()

cdef enum:
    NONE = -1
    LONGEST = 4096  # decisions of a simulation

cdef struct Edge:
    int action
    int next  # of the same node
    int child  # first node behind it
    int visits
    int seen  # how often the action was legal when its node was passed
    double total  # of what the seat that is asked got
    double squares

cdef struct Node:
    int edges
    int n_edges
    int visits
    int next  # of the same edge
    short choice
    short turn


cdef inline bint goes_on(const Head* h) noexcept nogil:
    """A seat is asked. After an error there may be a question without an answer."""
    return h.turn >= 0 and not h.over and h.error == ERROR_NONE


@cython.final
cdef class Search:
    """The tree of one decision.

    Args:
        engine: of the game.
        roots: (k,) states between which the seat cannot tell, all with the same question.
        depth: decisions of a simulation, those in the tree included; then the potential of each seat is its result, and
            at the end of a game the outcome is added to it.
        explore: weight of the exploration term of UCB1, on values scaled to [0, 1].
        favourite: an action that is thought good, -1 for none.
        bias: what the favourite's value is raised by at first; its effect falls with its visits (progressive bias).
        seed: of the simulations.

    Attributes:
        simulations: how many were made.
        roots: the states.
    """

    cdef Engine engine
    cdef readonly object roots
    cdef readonly int simulations
    cdef const char* roots_at
    cdef int n_roots, depth, favourite, n_nodes, n_edges, room, error, detail
    cdef double explore, bias
    cdef u64 word
    cdef Node* nodes
    cdef Edge* edges
    cdef char* state
    cdef int* edge_of
    cdef int path[LONGEST]
    cdef signed char movers[LONGEST]
    cdef double low[MOST_SEATS]
    cdef double high[MOST_SEATS]

    def __init__(self, Engine engine, cnp.ndarray roots, *, int depth, double explore, int favourite=-1,
                 double bias=0.0, seed=0):
        cdef int i
        if roots.shape[0] < 1 or <size_t>roots.itemsize != engine.state_size or not roots.flags.c_contiguous:
            raise TypeError(f"expected a vector of states of {engine.state_size} bytes, got {roots.shape[0]} items of "
                            f"{roots.itemsize}")
        if not 1 <= depth <= LONGEST:
            raise ValueError(f"depth must be in 1..{LONGEST}, got {depth}")
        self.engine = engine
        self.roots = roots
        self.roots_at = <const char*>cnp.PyArray_DATA(roots)
        self.n_roots = <int>roots.shape[0]
        self.depth = depth
        self.explore = explore
        self.favourite = favourite
        self.bias = bias
        self.word = seed
        self.state = <char*>malloc(engine.state_size)
        self.edge_of = <int*>malloc(MAX_ACTIONS * sizeof(int))
        if self.state == NULL or self.edge_of == NULL:
            raise MemoryError
        for i in range(MAX_ACTIONS):
            self.edge_of[i] = NONE
        for i in range(MOST_SEATS):
            self.low[i] = 1e30
            self.high[i] = -1e30
        self._make_room(1)
        self._new_node(<const Head*>self.roots_at)

    def __dealloc__(self):
        free(self.nodes)
        free(self.edges)
        free(self.state)
        free(self.edge_of)

    cdef int _make_room(self, int simulations) except -1:
        """Each simulation adds at most one edge and one node."""
        cdef int room = self.simulations + simulations + 2
        cdef void* nodes
        cdef void* edges
        if room <= self.room:
            return 0
        nodes = realloc(self.nodes, room * sizeof(Node))
        if nodes != NULL:
            self.nodes = <Node*>nodes
        edges = realloc(self.edges, room * sizeof(Edge))
        if edges != NULL:
            self.edges = <Edge*>edges
        if nodes == NULL or edges == NULL:
            raise MemoryError
        self.room = room
        return 0

    cdef int _new_node(self, const Head* h) noexcept nogil:
        cdef Node* node = &self.nodes[self.n_nodes]
        node.edges = node.next = NONE
        node.n_edges = node.visits = 0
        node.choice = h.choice
        node.turn = h.turn
        self.n_nodes += 1
        return self.n_nodes - 1

    cdef int _child(self, int edge, const Head* h) noexcept nogil:
        """The node behind an edge for the question that is asked now."""
        cdef int node = self.edges[edge].child
        while node != NONE:
            if self.nodes[node].choice == h.choice and self.nodes[node].turn == h.turn:
                return node
            node = self.nodes[node].next
        node = self._new_node(h)
        self.nodes[node].next = self.edges[edge].child
        self.edges[edge].child = node
        return node

    cdef int _grow(self, int node, int action) noexcept nogil:
        """A new edge of a node."""
        cdef Edge* edge = &self.edges[self.n_edges]
        edge.action = action
        edge.child = NONE
        edge.visits = edge.seen = 0
        edge.total = edge.squares = 0
        edge.next = self.nodes[node].edges
        self.nodes[node].edges = self.n_edges
        self.nodes[node].n_edges += 1
        self.n_edges += 1
        return self.n_edges - 1

    cdef double _worth(self, int node, int edge, int mover) noexcept nogil:
        """UCB1 with progressive bias."""
        cdef const Edge* e = &self.edges[edge]
        cdef double value = 0.5, span = self.high[mover] - self.low[mover]
        if span > 0:
            value = (e.total / e.visits - self.low[mover]) / span
        value += self.explore * sqrt(log(<double>(e.seen + 1)) / e.visits)
        if node == 0 and e.action == self.favourite:
            value += self.bias / (e.visits + 1)
        return value

    cdef int _select(self, int node, const Head* h, bint* grown) noexcept nogil:
        """The edge to follow: a new one while the node has few for its visits (progressive widening), else the best."""
        cdef Node* n = &self.nodes[node]
        cdef int mover = self.engine.seat_of(h.turn), edge = n.edges, best = NONE, chosen = NONE, untried = 0
        cdef int action, word, first = self.favourite if node == 0 else NONE
        cdef double worth, most = -1e30
        cdef u64 bits
        while edge != NONE:
            self.edge_of[self.edges[edge].action] = edge
            edge = self.edges[edge].next
        for word in range(MASK_WORDS):
            bits = h.mask[word]
            while bits:
                action = 64 * word + low_bit(bits)
                bits &= bits - 1
                edge = self.edge_of[action]
                if edge == NONE:
                    untried += 1
                    # The favourite first, of the others each with the same chance, in one pass.
                    if action == first or ((chosen == NONE or chosen != first)
                                           and draw_below(&self.word, untried) == 0):
                        chosen = action
                    continue
                self.edges[edge].seen += 1
                worth = self._worth(node, edge, mover)
                if worth > most:
                    most = worth
                    best = edge
        edge = n.edges
        while edge != NONE:
            self.edge_of[self.edges[edge].action] = NONE
            edge = self.edges[edge].next
        grown[0] = untried > 0 and (best == NONE or n.n_edges < 2 * sqrt(<double>(n.visits + 1)))
        n.visits += 1
        return self._grow(node, chosen) if grown[0] else best

    cdef int _any_option(self, const Head* h) noexcept nogil:
        """A uniformly random legal action."""
        cdef int word, n, k = draw_below(&self.word, count_options(h))
        cdef u64 bits
        for word in range(MASK_WORDS):
            bits = h.mask[word]
            n = count_bits(bits)
            if k >= n:
                k -= n
                continue
            while k > 0:
                bits &= bits - 1
                k -= 1
            return 64 * word + low_bit(bits)
        return NONE

    cdef void _simulate(self) noexcept nogil:
        cdef Head* h = <Head*>self.state
        cdef int node = 0, edge, depth = 0, length = 0, s
        cdef bint leaf = False
        cdef float[MOST_SEATS] rewards
        cdef double[MOST_SEATS] values
        memcpy(self.state, self.roots_at + <size_t>(self.simulations % self.n_roots) * self.engine.state_size,
               self.engine.state_size)
        h.rng[0] = mix(&self.word)
        h.rng[1] = mix(&self.word)
        while not leaf and depth < self.depth and goes_on(h):
            edge = self._select(node, h, &leaf)
            self.path[length] = edge
            self.movers[length] = <signed char>self.engine.seat_of(h.turn)
            length += 1
            depth += 1
            self.engine.play(self.state, self.edges[edge].action)
            if not leaf and goes_on(h):
                node = self._child(edge, h)
        while depth < self.depth and goes_on(h):
            self.engine.play(self.state, self._any_option(h))
            depth += 1
        if h.error != ERROR_NONE:
            self.error, self.detail = h.error, h.error_detail
            return
        if h.over:
            self.engine.seat_rewards(self.state, rewards)
        for s in range(self.engine.seats):
            values[s] = self.engine.seat_potential(self.state, s) + (rewards[s] if h.over else 0.0)
            self.low[s] = min(self.low[s], values[s])
            self.high[s] = max(self.high[s], values[s])
        for s in range(length):
            self.edges[self.path[s]].visits += 1
            self.edges[self.path[s]].total += values[self.movers[s]]
            self.edges[self.path[s]].squares += values[self.movers[s]] ** 2
        self.simulations += 1

    def run(self, int simulations):
        """Make so many more simulations; raises `CoreError` if the rules stop in one of them."""
        cdef int _
        self._make_room(simulations)
        with nogil:
            for _ in range(simulations):
                self._simulate()
                if self.error != ERROR_NONE:
                    break
        if self.error != ERROR_NONE:
            name = Error(self.error).name.lower().replace("_", " ")
            raise CoreError(f"the rules stopped a simulation with {name} ({self.detail}); this is a bug of the rules "
                            "or content that is too large, please report it with the replay")

    def result(self):
        """Of each action the visits, the sum of the values (of the seat that is asked) and that of their squares.

        Returns:
            (3, num_actions) float64.
        """
        cdef cnp.ndarray out = np.zeros((3, self.engine.num_actions))
        cdef double* o = <double*>cnp.PyArray_DATA(out)
        cdef int edge = self.nodes[0].edges, n = self.engine.num_actions
        while edge != NONE:
            o[self.edges[edge].action] = self.edges[edge].visits
            o[n + self.edges[edge].action] = self.edges[edge].total
            o[2 * n + self.edges[edge].action] = self.edges[edge].squares
            edge = self.edges[edge].next
        return out
