"""Small helpers on sailors and cards, used by all modules of the rules."""
from envs.core.flow cimport begin, finish, option
from envs.core.head cimport Head
from envs.core.piles cimport pile_draw, pile_pour, pile_push, pile_shuffle
from envs.lifeboat.rules.state cimport *


cdef inline bint alive(const Game* g, int sailor) noexcept nogil:
    return g.sailors[sailor].health > 0


cdef inline int count_alive(const Tables* t, const Game* g) noexcept nogil:
    cdef int i, n = 0
    for i in range(t.heroes):
        n += alive(g, i)
    return n


cdef inline bint holds(const Game* g, int sailor, int supply) noexcept nogil:
    return g.sailors[sailor].hand[supply - 1] > 0


cdef inline void take_card(Game* g, int sailor, int supply) noexcept nogil:
    g.sailors[sailor].hand[supply - 1] += 1
    g.sailors[sailor].cards += 1


cdef inline void spend_card(Game* g, int sailor, int supply) noexcept nogil:
    g.sailors[sailor].hand[supply - 1] -= 1
    g.sailors[sailor].cards -= 1
    pile_push(&g.core, &g.discard, supply, True)


cdef inline void draw_card(Game* g, int sailor) noexcept nogil:
    """The top supply card; an empty deck is made again of the spent cards."""
    if g.deck.n == 0:
        pile_pour(&g.core, &g.discard, &g.deck)
        pile_shuffle(&g.core, &g.deck)
    take_card(g, sailor, pile_draw(&g.core, &g.deck))


cdef inline void wound(const Tables* t, Game* g, int sailor) noexcept nogil:
    """A bite. The cards of a dead sailor are spent; without a living sailor the game is lost."""
    cdef int supply
    g.sailors[sailor].health -= 1
    if g.sailors[sailor].health > 0:
        return
    for supply in range(1, N_SUPPLIES + 1):
        while holds(g, sailor, supply):
            spend_card(g, sailor, supply)
    if count_alive(t, g) == 0:
        finish(&g.core, ENDING_LOST)


# -- questions; `resample` puts them again when it has changed the hand of the sailor that is asked ----------

cdef inline void offer_turn(Game* g, int sailor) noexcept nogil:
    cdef Head* h = &g.core
    begin(h, sailor, CHOICE_TURN, -1)
    option(h, ACT_ROW)
    option(h, ACT_WAIT)
    if g.water > 0:
        option(h, ACT_BAIL)
        if holds(g, sailor, SUPPLY_BUCKET):
            option(h, ACT_USE + SUPPLY_BUCKET - 1)
    if g.sailors[sailor].health < MAX_HEALTH and holds(g, sailor, SUPPLY_RUM):
        option(h, ACT_USE + SUPPLY_RUM - 1)
    if g.sailors[sailor].cards < HAND_LIMIT and g.deck.n + g.discard.n > 0:
        option(h, ACT_SEARCH)


cdef inline void offer_parry(Game* g, int sailor) noexcept nogil:
    cdef Head* h = &g.core
    begin(h, sailor, CHOICE_PARRY, -1)
    option(h, ACT_BRACE)
    if holds(g, sailor, SUPPLY_FLARE):
        option(h, ACT_USE + SUPPLY_FLARE - 1)
