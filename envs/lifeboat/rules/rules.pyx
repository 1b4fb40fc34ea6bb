"""What Lifeboat gives to the core: its procedures, view, rewards, potential and resampling."""
from cpython.pycapsule cimport PyCapsule_New
from libc.string cimport memset

from envs.core.flow cimport Rules, roll
from envs.core.head cimport Head
from envs.core.piles cimport redeal_cards
from envs.lifeboat.rules.crew cimport alive, offer_turn
from envs.lifeboat.rules.state cimport *
from envs.lifeboat.rules.table cimport PROCS

import envs.lifeboat.rules.attack  # enters its procedures
import envs.lifeboat.rules.voyage  # enters its procedures


cdef void view(const void* tables, const void* game, int seat, void* out) noexcept nogil:
    """The computed facts of the observation."""
    cdef const Tables* t = <const Tables*>tables
    cdef const Game* g = <const Game*>game
    cdef View* v = <View*>out
    cdef int i
    memset(v, 0, sizeof(View))
    v.choice = g.core.choice
    v.asked = g.core.turn
    v.shark = seat >= t.heroes
    v.heroes = t.heroes
    v.days_left = t.days - g.day
    for i in range(g.discard.n):
        v.discards[g.discard.cards[i] - 1] += 1


cdef void rewards(const void* tables, const void* game, int n_seats, float* out) noexcept nogil:
    """Rescued: 1 for the living, 0.5 for the dead, 0 for a smuggler without a card. Sunk or lost: -1. Adrift: 0.

    The shark gets the sailors' mean with the sign turned.
    """
    cdef const Tables* t = <const Tables*>tables
    cdef const Game* g = <const Game*>game
    cdef int i
    cdef float total = 0
    for i in range(t.heroes):
        out[i] = 0
        if g.core.outcome == ENDING_RESCUED:
            if not alive(g, i):
                out[i] = 0.5
            elif g.sailors[i].secret == SECRET_CREW or g.sailors[i].cards > 0:
                out[i] = 1
        elif g.core.outcome == ENDING_SUNK or g.core.outcome == ENDING_LOST:
            out[i] = -1
        total += out[i]
    if n_seats > t.heroes:
        out[t.heroes] = -total / t.heroes


cdef double potential(const void* tables, const void* game, int seat) noexcept nogil:
    """The part of the way that is done; for the shark with the sign turned."""
    cdef const Game* g = <const Game*>game
    cdef double progress = <double>g.distance / g.goal
    return progress if seat < (<const Tables*>tables).heroes else -progress


cdef void resample(const void* tables, void* game, int low, int high) noexcept nogil:
    """Deal anew what the viewer, who knows the sailors low..high-1, cannot know: the deck's order, the others' hands
    and secrets, the appetite."""
    cdef const Tables* t = <const Tables*>tables
    cdef Game* g = <Game*>game
    cdef Head* h = &g.core
    cdef int i, k, supply, n, _, reserved = -1
    cdef unsigned short[DECK_SIZE] pool
    # Only a sailor with a flare is asked whether to spend it, so everybody knows of that flare.
    if h.turn >= 0 and not low <= h.turn < high and h.choice == CHOICE_PARRY:
        reserved = h.turn
        g.sailors[reserved].hand[SUPPLY_FLARE - 1] -= 1
    n = 0
    for i in range(g.deck.n):
        pool[n] = g.deck.cards[i]
        n += 1
    for i in range(t.heroes):
        if not low <= i < high:
            for supply in range(1, N_SUPPLIES + 1):
                for _ in range(g.sailors[i].hand[supply - 1]):
                    pool[n] = <unsigned short>supply
                    n += 1
                g.sailors[i].hand[supply - 1] = 0
    redeal_cards(h, pool, n)
    for i in range(g.deck.n):
        n -= 1
        g.deck.cards[i] = pool[n]
    for i in range(t.heroes):
        if not low <= i < high:
            for _ in range(g.sailors[i].cards - (i == reserved)):
                n -= 1
                g.sailors[i].hand[pool[n] - 1] += 1
    if reserved >= 0:
        g.sailors[reserved].hand[SUPPLY_FLARE - 1] += 1

    n = 0
    for i in range(t.heroes):
        if not low <= i < high:
            pool[n] = g.sailors[i].secret
            n += 1
    pool[n] = g.secrets.cards[0]
    n += 1
    redeal_cards(h, pool, n)
    for i in range(t.heroes):
        if not low <= i < high:
            n -= 1
            g.sailors[i].secret = <unsigned char>pool[n]
    g.secrets.cards[0] = pool[0]

    if low < t.heroes:
        # The shark is only asked while it is hungry.
        k = max(LEAST_APPETITE - g.attacks, <int>(h.turn == t.heroes))
        k = max(k, 0)
        g.appetite = <unsigned char>(k + roll(h, MOST_APPETITE - g.attacks - k + 1))
    if 0 <= h.turn < t.heroes and not low <= h.turn < high and h.choice == CHOICE_TURN:
        offer_turn(g, h.turn)


cdef Rules RULES
RULES.procs = PROCS
RULES.n_procs = PROC_COUNT
RULES.first = PROC_VOYAGE
RULES.n_actions = N_ACTIONS
RULES.n_heroes = MAX_SAILORS
RULES.view = view
RULES.rewards = rewards
RULES.potential = potential
RULES.resample = resample

CAPSULE = PyCapsule_New(&RULES, "derelict.rules", NULL)
