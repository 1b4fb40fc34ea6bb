# cython: language_level=3
"""See markers.pxd. Procedures: drop an item, recall markers from the ground. What a drop pile holds: items.pyx."""
from envs.core.flow cimport Frame, Head, ask, ask_any, begin, done, give, option
from envs.machina_arcana.rules.geometry cimport adjacent, neighbour, standable
from envs.machina_arcana.rules.items cimport (
    CARD_DESTROY, destroy_item, held, item_count, lay_on_pile, reclaim, take_item, top_of_pile,
)
from envs.machina_arcana.rules.state cimport (
    ACT_CARD, ACT_CELL, ACT_DONE, ACT_DROP, ACT_ITEM, ACT_PICK_UP, CHOICE_DROP, CHOICE_RECALL, MARKER_MONSTER,
    MARKER_TREASURE, MAX_EXPLORERS, PROC_DROP_ITEM, PROC_RECALL, PROC_RESOLVE,
)
from envs.machina_arcana.rules.table cimport enter
from envs.machina_arcana.rules.tiles cimport token_cell
from envs.machina_arcana.rules.units cimport on_map


# -- markers on the ground -----------------------------------------------------------------------------------------

cdef int marker_at(const Game* g, int cell) noexcept nogil:
    """The marker on a cell as MARKERS * seat + number, -1 if there is none. A space holds at most one (MAC-MRK-04)."""
    cdef int s, k
    for s in range(g.seats):
        for k in range(MARKERS):
            if ground_of(g, s, k) == cell:
                return MARKERS * s + k
    return -1


cdef bint has_token(const Tables* t, const Game* g, int cell) noexcept nogil:
    """An entry, exit or edge token lies on the cell."""
    cdef int slot, side
    if g.exit_slot >= 0 and cell == token_cell(t, g, g.exit_slot, g.exit_side):
        return True
    for slot in range(4):
        if cell == g.entry_cell[slot]:
            return True
        for side in range(4):
            if g.edge_token[slot][side] and cell == token_cell(t, g, slot, side):
                return True
    return False


cdef bint may_lay(const Tables* t, const Game* g, int cell) noexcept nogil:
    """MAC-MRK-04, MAC-MRK-12, MAC-MRK-17: a marker may lie there, whoever stands on the space."""
    return standable(g, cell) and marker_at(g, cell) < 0 and not has_token(t, g, cell)


cdef bint within_reach(const Game* g, int cell, int to) noexcept nogil:
    """MAC-MRK-04, MAC-MRK-05: `to` is the explorer's own cell or adjacent to it."""
    return to == cell or (to >= 0 and adjacent(g, cell, to))


cdef void marker_options(const Tables* t, Game* g, int seat) noexcept nogil:
    """MAC-MRK-02, MAC-MRK-03, MAC-MRK-05, MAC-MRK-06: drop an item; pick up at a marker, whoever owns it."""
    cdef int s, k, d, to, cell = g.explorers[seat].cell
    if not t.markers or g.explorers[seat].stamina < 1:
        return
    if item_count(g, seat):
        option(&g.core, ACT_DROP)
    for s in range(g.seats):
        for k in range(MARKERS):
            to = ground_of(g, s, k)
            if to == cell:
                option(&g.core, ACT_PICK_UP)
            elif to >= 0 and within_reach(g, cell, to):
                for d in range(8):
                    if neighbour(cell, d) == to:
                        option(&g.core, ACT_PICK_UP + 1 + d)


cdef void pick_up(const Tables* t, Game* g, int seat, int place) noexcept nogil:
    """MAC-MRK-05, MAC-MRK-06, MAC-MRK-15: the top item of the marker owner's drop pile comes unequipped to the seat.

    `place`: 0 the explorer's own cell, else 1 + direction. The stamina is the caller's.
    """
    cdef int cell = g.explorers[seat].cell, found
    found = marker_at(g, cell if place == 0 else neighbour(cell, place - 1))
    if found >= 0:
        g.explorers[found // MARKERS].marker[found % MARKERS] = 0
        take_item(t, g, top_of_pile(g, found // MARKERS), seat)


# -- markers on cards ----------------------------------------------------------------------------------------------

cdef void return_markers(Game* g, int seat) noexcept nogil:
    """MAC-MRK-08, MAC-MRK-14: all markers of the seat come back from cards to its board."""
    cdef int k
    for k in range(MARKERS):
        if g.explorers[seat].marker[k] >= MARKER_EXPLORER:
            g.explorers[seat].marker[k] = 0
            g.explorers[seat].marker_play[k] = 0


cdef short* play_of(Game* g) noexcept nogil:
    """Where the running play keeps its number, `n` of the procedure that began its effects; NULL without one.

    Bodies of loops are interpreters of their own on top of it. What else resolves in between, such as the abilities of
    a hit, begins its effects by another procedure: it is another play, and this one goes on after it.
    """
    cdef int i
    for i in range(g.core.depth - 1, -1, -1):
        if g.core.stack[i].proc != PROC_RESOLVE:
            return &g.core.stack[i].n
    return NULL


cdef bint has_marker(const Game* g, int seat, int play) noexcept nogil:
    """MAC-MRK-19: the play has its marker."""
    cdef int k
    for k in range(MARKERS):
        if play and g.explorers[seat].marker_play[k] == play:
            return True
    return False


cdef bint can_mark(Game* g, int seat) noexcept nogil:
    """MAC-MRK-10, MAC-MRK-19: the running play of the seat has a marker for its lasting effects, or one is free."""
    cdef const short* play = play_of(g)
    return free_marker(g, seat) >= 0 or (play != NULL and has_marker(g, seat, <unsigned short>play[0]))


cdef int card_place(const Game* g, int seat, int item, int unit) noexcept nogil:
    """MAC-MRK-11, MAC-MRK-18: the card that gets the marker of an effect on `unit`, as a place of a marker.

    That of the unit; for the explorer itself the treasure that was played (`item`, -1 without one).
    """
    if unit == seat and item >= 0:
        return MARKER_TREASURE + item
    if unit < MAX_EXPLORERS:
        return MARKER_EXPLORER + g.explorers[unit].card
    return MARKER_MONSTER + unit - MAX_EXPLORERS


cdef void mark(Game* g, int seat, int item, int unit) noexcept nogil:
    """MAC-MRK-10, MAC-MRK-11, MAC-MRK-18, MAC-MRK-19: a marker for the lasting effect that has just begun, the last of
    the list; see `can_mark`."""
    cdef short* play = play_of(g)
    cdef int k = free_marker(g, seat)
    cdef unsigned short number = 0 if play == NULL else <unsigned short>play[0]
    if number == 0:
        g.play_number += 1
        number = g.play_number
        if play != NULL:
            play[0] = <short>number
    g.lasting[g.n_lasting - 1].token = number
    if k >= 0 and not has_marker(g, seat, number):
        g.explorers[seat].marker[k] = <unsigned short>card_place(g, seat, item, unit)
        g.explorers[seat].marker_play[k] = number


# -- procedures ----------------------------------------------------------------------------------------------------

cdef void ask_place(const Tables* t, Game* g, const Frame* f) noexcept nogil:
    """D-34: where the marker goes, or no marker; the subject is the item."""
    cdef int cell = g.explorers[f.a].cell, d, to
    begin(&g.core, f.a, CHOICE_DROP, f.b)
    option(&g.core, ACT_CARD + CARD_DESTROY)
    if t.markers and free_marker(g, f.a) >= 0:
        if f.c >= 0:
            if may_lay(t, g, f.c):
                option(&g.core, ACT_CELL + f.c)
        elif on_map(g, f.a):
            for d in range(-1, 8):
                to = cell if d < 0 else neighbour(cell, d)
                if within_reach(g, cell, to) and may_lay(t, g, to):
                    option(&g.core, ACT_CELL + to)
    ask(&g.core)


cdef void drop_item(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Drop an item: MAC-TRS-08, MAC-ABL-11; in normal mode MAC-MRK-02 to MAC-MRK-04, MAC-MRK-12, MAC-MRK-16, MAC-MRK-17
    (D-34). The price is the caller's.

    `a`: seat, `b`: item, -1: the seat is asked for it, `c`: the target space of a drop icon, -1: the seat is asked for
    the space. Gives 1, or 0 if there was nothing to drop.
    """
    cdef Head* h = &g.core
    cdef int i
    if f.step == 0 and f.b < 0:
        begin(h, f.a, CHOICE_DROP, -1)
        for i in range(t.n_treasures):
            if held(g, i, f.a):
                option(h, ACT_ITEM + i)
        f.step = 1
        if not ask_any(h):
            give(h, 0)
        return
    if f.step == 1:
        f.b = <short>(h.answer - ACT_ITEM)
    if f.step < 2:
        if not held(g, f.b, f.a):
            give(h, 0)
            return
        f.step = 2
        ask_place(t, g, f)
        return
    if h.answer == ACT_CARD + CARD_DESTROY:
        destroy_item(t, g, f.b)
    else:
        g.explorers[f.a].marker[free_marker(g, f.a)] = <unsigned short>(MARKER_GROUND + h.answer - ACT_CELL)
        lay_on_pile(t, g, f.b, f.a)
    give(h, 1)


cdef void recall(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """MAC-MRK-09: at the start of its turn an explorer takes back any number of its markers from the ground, each for
    the bottom item of its drop pile (D-33). `a`: seat."""
    cdef Head* h = &g.core
    cdef int k, cell
    if f.step == 1 and h.answer != ACT_DONE:
        reclaim(t, g, f.a, marker_at(g, h.answer - ACT_CELL) % MARKERS)
    elif f.step == 1:
        done(h)
        return
    f.step = 1
    begin(h, f.a, CHOICE_RECALL, -1)
    option(h, ACT_DONE)
    for k in range(MARKERS):
        cell = ground_of(g, f.a, k)
        if cell >= 0:
            option(h, ACT_CELL + cell)
    ask(h)


enter(PROC_DROP_ITEM, drop_item)
enter(PROC_RECALL, recall)
