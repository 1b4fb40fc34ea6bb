# cython: language_level=3
"""Trade between two explorers (TRS-06, TRS-07; D-17)."""
from envs.core.flow cimport Frame, Head, ask, begin, give, option
from envs.machina_arcana.rules.items cimport TOUCHED_MOVED, clear_touched, held, take_item
from envs.machina_arcana.rules.state cimport *
from envs.machina_arcana.rules.table cimport enter


cdef void hand_over(const Tables* t, Game* g, int item, int seat) noexcept nogil:
    """MAC-TRS-06, MAC-TRS-07: the item changes hands, unequipped; what was joined to it stays with the old owner."""
    take_item(t, g, item, seat)
    g.items.touched[item] |= TOUCHED_MOVED


cdef void trade(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Any number of transfers, one at a time, until the initiator stops (MAC-TRS-06, MAC-TRS-07).

    `a`: initiator, `b`: partner; the caller takes the price. The partner accepts or refuses each transfer of its own
    items. In one trade an item changes hands at most once, and a refused one is not proposed again. Gives the number of
    transfers.
    """
    cdef Head* h = &g.core
    cdef int i, item
    if f.step == 0:
        clear_touched(g, TOUCHED_MOVED)
        f.step = 1
    if f.step == 1:
        begin(h, f.a, CHOICE_TRADE, f.b)
        option(h, ACT_DONE)
        for i in range(t.n_treasures):
            if (held(g, i, f.a) or held(g, i, f.b)) and not g.items.touched[i] & TOUCHED_MOVED:
                option(h, ACT_ITEM + i)
        f.step = 2
        ask(h)
    elif f.step == 2:
        if h.answer == ACT_DONE:
            clear_touched(g, TOUCHED_MOVED)
            give(h, f.d)
            return
        item = h.answer - ACT_ITEM
        if held(g, item, f.a):
            hand_over(t, g, item, f.b)
            f.d += 1
            f.step = 1
            return
        f.c = <short>item
        begin(h, f.b, CHOICE_CONSENT, item)
        option(h, ACT_YES)
        option(h, ACT_NO)
        f.step = 3
        ask(h)
    else:
        if h.answer == ACT_YES:
            hand_over(t, g, f.c, f.a)
            f.d += 1
        else:
            g.items.touched[f.c] |= TOUCHED_MOVED
        f.step = 1


enter(PROC_TRADE, trade)
