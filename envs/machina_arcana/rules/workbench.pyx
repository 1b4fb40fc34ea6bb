# cython: language_level=3
"""The workbench, and the Armory of the base, which is resolved like one (ACT-03 to ACT-10, ACT-14; BAS-10, BAS-13)."""
from envs.core.flow cimport Frame, Head, ask, begin, call, done, option
from envs.machina_arcana.rules.items cimport (
    CARD_DESTROY, TOUCHED_MOVED, alive, ask_rest, clear_touched, destroy_item, draw_treasure, drawn_options, held,
    lay_down, receiver_options, return_treasure, take_item,
)
from envs.machina_arcana.rules.state cimport *
from envs.machina_arcana.rules.table cimport enter
from envs.machina_arcana.rules.units cimport group

cdef enum:
    DRAWN_BY_WORKBENCH = 4  # MAC-ACT-03

cdef enum:
    # Steps of `workbench`.
    STEP_DRAW = 0
    STEP_SWAP = 1
    STEP_SWAP_DRAWN = 2
    STEP_SWAP_OWN = 3
    STEP_CONSENT = 4
    STEP_TAKE = 5
    STEP_GIVE = 6
    STEP_TAKEN = 7
    STEP_REST = 8
    STEP_RESTED = 9
    STEP_ORDER = 10
    STEP_ORDERED = 11
    STEP_INVENTORY = 12


cdef inline int chooser(const Game* g, const Frame* f) noexcept nogil:
    """Who decides the draw: the explorer at the workbench, the group chooser at the Armory (MAC-BAS-13)."""
    return group(g) if f.b else f.a


cdef bint own_card(const Game* g, const Frame* f, int item) noexcept nogil:
    """MAC-ACT-04, MAC-ACT-14, MAC-BAS-13: a card that may be swapped away; at the Armory those of all explorers."""
    if g.items.touched[item] & TOUCHED_MOVED or g.items.owner[item] < 0 or not held(g, item, g.items.owner[item]):
        return False
    return g.items.owner[item] == f.a or (f.b != 0 and alive(g, g.items.owner[item]))


cdef bint can_swap(const Tables* t, const Game* g, const Frame* f) noexcept nogil:
    """There are a drawn card and a card of one's own that have not been swapped yet."""
    cdef int i
    cdef bint drawn = False
    for i in range(g.drawn.n):
        if not g.items.touched[g.drawn.cards[i]] & TOUCHED_MOVED:
            drawn = True
    if drawn:
        for i in range(t.n_treasures):
            if own_card(g, f, i):
                return True
    return False


cdef void swap(const Tables* t, Game* g, int drawn, int own) noexcept nogil:
    """MAC-ACT-04, MAC-ACT-09, MAC-ACT-14: one for one; both cards arrive unequipped and are not swapped again."""
    cdef int seat = g.items.owner[own]
    take_item(t, g, drawn, seat)
    lay_down(t, g, own)
    g.items.touched[drawn] |= TOUCHED_MOVED
    g.items.touched[own] |= TOUCHED_MOVED


cdef void swaps(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Step 2 (MAC-ACT-04, MAC-ACT-14): any swaps. `c`: drawn card, `d`: card given for it (D-13, D-18)."""
    cdef Head* h = &g.core
    cdef int i, seat = chooser(g, f)
    if f.step == STEP_SWAP:
        if not can_swap(t, g, f):
            f.step = STEP_TAKE
            return
        begin(h, seat, CHOICE_SWAP_DRAWN, -1)
        option(h, ACT_DONE)
        for i in range(g.drawn.n):
            if not g.items.touched[g.drawn.cards[i]] & TOUCHED_MOVED:
                option(h, ACT_ITEM + g.drawn.cards[i])
        f.step = STEP_SWAP_DRAWN
        ask(h)
    elif f.step == STEP_SWAP_DRAWN:
        if h.answer == ACT_DONE:
            f.step = STEP_TAKE
            return
        f.c = <short>(h.answer - ACT_ITEM)
        begin(h, seat, CHOICE_SWAP_OWN, f.c)
        for i in range(t.n_treasures):
            if own_card(g, f, i):
                option(h, ACT_ITEM + i)
        f.step = STEP_SWAP_OWN
        ask(h)
    elif f.step == STEP_SWAP_OWN:
        f.d = <short>(h.answer - ACT_ITEM)
        if g.items.owner[f.d] == seat:
            swap(t, g, f.c, f.d)
            f.step = STEP_SWAP
            return
        begin(h, g.items.owner[f.d], CHOICE_CONSENT, f.d)  # MAC-BAS-13: the owner must agree
        option(h, ACT_YES)
        option(h, ACT_NO)
        f.step = STEP_CONSENT
        ask(h)
    else:
        if h.answer == ACT_YES:
            swap(t, g, f.c, f.d)
        else:
            g.items.touched[f.d] |= TOUCHED_MOVED  # MAC-GEN-26: not asked for again, as in MAC-TRS-07
        f.step = STEP_SWAP


cdef void take(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Step 3 (MAC-ACT-05, MAC-ACT-10): one card is taken or given, if there is one. `c`: the card (D-14)."""
    cdef Head* h = &g.core
    if f.step == STEP_TAKE:
        clear_touched(g, TOUCHED_MOVED)
        if g.drawn.n == 0:
            f.step = STEP_INVENTORY
            f.c = 0
            return
        begin(h, chooser(g, f), CHOICE_BENCH_TAKE, -1)
        drawn_options(g)
        f.step = STEP_GIVE
        ask(h)
    elif f.step == STEP_GIVE:
        f.c = <short>(h.answer - ACT_ITEM)
        begin(h, chooser(g, f), CHOICE_BENCH_GIVE, f.c)
        receiver_options(t, g, chooser(g, f))
        f.step = STEP_TAKEN
        ask(h)
    else:
        take_item(t, g, f.c, h.answer - ACT_EXPLORER)
        f.c = 0
        f.step = STEP_REST


cdef void put_away(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Step 4 (MAC-ACT-06): the other cards, each destroyed or kept; the kept ones go on the deck one by one (D-15).

    `c`: drawn cards that are kept so far. The card chosen last lies on top.
    """
    cdef Head* h = &g.core
    if f.step == STEP_REST:
        if f.c >= g.drawn.n:
            f.step = STEP_ORDER
            return
        f.step = STEP_RESTED
        ask_rest(g, chooser(g, f), CHOICE_BENCH_REST, f.c)
    elif f.step == STEP_RESTED:
        if h.answer == ACT_CARD + CARD_DESTROY:
            destroy_item(t, g, g.drawn.cards[f.c])
        else:
            f.c += 1
        f.step = STEP_REST
    elif f.step == STEP_ORDER:
        if g.drawn.n == 0:
            f.step = STEP_INVENTORY
            f.c = 0
            return
        begin(h, chooser(g, f), CHOICE_BENCH_ORDER, -1)
        drawn_options(g)
        f.step = STEP_ORDERED
        ask(h)
    else:
        return_treasure(t, g, h.answer - ACT_ITEM)
        f.step = STEP_ORDER


cdef void workbench(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """The workbench (MAC-ACT-03 to MAC-ACT-07, MAC-GEN-23); the explored token is the caller's (MAC-ACT-08).

    `a`: seat; `b`: 1 at the Armory, where the group chooser decides, all explorers' cards may be swapped and every
    explorer may use its inventory (MAC-BAS-10, MAC-BAS-13). In the last step `c` is the next seat to do so.
    """
    cdef Head* h = &g.core
    cdef int _i
    if f.step == STEP_DRAW:
        clear_touched(g, TOUCHED_MOVED)
        for _i in range(DRAWN_BY_WORKBENCH):
            draw_treasure(t, g)
        f.step = STEP_SWAP
    elif f.step < STEP_TAKE:
        swaps(t, g, f)
    elif f.step < STEP_REST:
        take(t, g, f)
    elif f.step < STEP_INVENTORY:
        put_away(t, g, f)
    else:
        while f.c < g.seats and not (alive(g, f.c) and (f.b or f.c == f.a)):
            f.c += 1
        if f.c >= g.seats:
            done(h)
            return
        f.c += 1
        call(h, PROC_INVENTORY, f.c - 1, 0, 0, 0)


enter(PROC_WORKBENCH, workbench)
