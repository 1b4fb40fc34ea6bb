# cython: language_level=3
"""The visit to the base, Howling Mountain (BAS-05 to BAS-13, BAS-16, BAS-20; D-31), without arrival and return."""
from envs.core.flow cimport Frame, Head, ask, begin, call, done, option
from envs.machina_arcana.rules.items cimport TOUCHED_SEEN, alive, can_rearrange, clear_touched, held, item_count
from envs.machina_arcana.rules.quests cimport collect_options
from envs.machina_arcana.rules.state cimport *
from envs.machina_arcana.rules.table cimport enter
from envs.machina_arcana.rules.threat cimport lower_threat
from envs.machina_arcana.rules.units cimport full_health

cdef enum:
    # Offsets of the actions `place`.
    PLACE_CAMP = 0
    PLACE_ARMORY = 1

cdef enum:
    # What a seat has done in this visit, one word for each seat; bits 0 to 3: has started a trade with that seat.
    NOTE_OPENED = 16  # has opened its inventory
    NOTE_CAMP = 32
    NOTE_ARMORY = 64
    NOTE_COUNT = 256  # times the number of its items at that time


cdef inline short* note(Frame* f, int seat) noexcept nogil:
    """The seat's notes."""
    if seat == 0:
        return &f.e
    if seat == 1:
        return &f.f
    return &f.g if seat == 2 else &f.h


cdef bint same_items(const Game* g, const short* notes, int seat) noexcept nogil:
    """MAC-BAS-16: the seat's set of items is the one of its last look into the inventory."""
    cdef int i
    for i in range(MAX_TREASURES):
        if held(g, i, seat) and not g.items.touched[i] & TOUCHED_SEEN:
            return False
    return item_count(g, seat) == notes[0] // NOTE_COUNT


cdef void open_inventory(Game* g, short* notes, int seat) noexcept nogil:
    """Note the set of items with which the inventory is opened."""
    cdef int i
    for i in range(MAX_TREASURES):
        if held(g, i, seat):
            g.items.touched[i] |= TOUCHED_SEEN
    notes[0] = <short>((notes[0] % NOTE_COUNT) | NOTE_OPENED | item_count(g, seat) * NOTE_COUNT)


cdef void infirmary(const Tables* t, Game* g) noexcept nogil:
    """MAC-BAS-08, MAC-BAS-20: every explorer restores all health, those that wait for their placement too."""
    cdef int s
    for s in range(g.seats):
        if alive(g, s):
            g.explorers[s].health = <unsigned char>full_health(t, g, s)


cdef void base_options(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """The base actions of seat `a` (MAC-BAS-06, MAC-BAS-09 to MAC-BAS-12, MAC-BAS-16)."""
    cdef Head* h = &g.core
    cdef int s, seat = f.a, notes = note(f, seat)[0]
    option(h, ACT_PASS)
    if can_rearrange(t, g, seat) and not (notes & NOTE_OPENED and same_items(g, note(f, seat), seat)):
        option(h, ACT_INVENTORY)
    for s in range(g.seats):
        if s != seat and alive(g, s) and not (notes >> s) & 1 and (item_count(g, seat) or item_count(g, s)):
            option(h, ACT_TRADE + s)
    if (g.threat > 1 and g.explorers[seat].essence >= t.camp_price
            and not (t.one_location and notes & NOTE_ARMORY)):
        option(h, ACT_PLACE + PLACE_CAMP)
    if not g.armory_used and not (t.one_location and notes & NOTE_CAMP):
        option(h, ACT_PLACE + PLACE_ARMORY)
    collect_options(t, g, seat)


cdef void base_action(const Tables* t, Game* g, Frame* f, int seat, int action) noexcept nogil:
    """Carry out a base action; nothing at the base costs stamina (MAC-BAS-12)."""
    cdef Head* h = &g.core
    cdef short* notes = note(f, seat)
    if action == ACT_INVENTORY:
        open_inventory(g, notes, seat)
        call(h, PROC_INVENTORY, seat, 0, 0, 0)
    elif ACT_TRADE <= action < ACT_TRADE + N_ACT_TRADE:
        notes[0] |= <short>(1 << (action - ACT_TRADE))
        call(h, PROC_TRADE, seat, action - ACT_TRADE, 0, 0)
    elif action == ACT_PLACE + PLACE_CAMP:  # MAC-BAS-09, MAC-THR-11
        notes[0] |= NOTE_CAMP
        g.explorers[seat].essence -= t.camp_price
        g.camp_uses += 1
        lower_threat(g, 1)
    elif action == ACT_PLACE + PLACE_ARMORY:  # MAC-BAS-10
        notes[0] |= NOTE_ARMORY
        g.armory_used = 1
        call(h, PROC_WORKBENCH, seat, 1, 0, 0)
    else:
        call(h, PROC_COLLECT, seat, action - ACT_QUEST, 0, 0)


cdef void base_visit(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """The visit, from the Infirmary until all pass in a row (MAC-BAS-05 to MAC-BAS-13, MAC-BAS-16, MAC-BAS-20).

    `a`: seat whose action it is, `b`: passes in a row, `e` to `h`: notes of the seats. The group has arrived before;
    the caller lets it return.
    """
    cdef Head* h = &g.core
    cdef int s, n = 0, seat = f.a
    if f.step == 0:
        infirmary(t, g)
        clear_touched(g, TOUCHED_SEEN)
        f.step = 1
    elif f.step == 2:
        f.a = <short>((seat + 1) % g.seats)
        f.step = 1
        if h.answer != ACT_PASS:
            f.b = 0
            base_action(t, g, f, seat, h.answer)
            return
        f.b += 1
    for s in range(g.seats):
        n += alive(g, s)
    if f.b >= n:
        clear_touched(g, TOUCHED_SEEN)
        done(h)
        return
    while not alive(g, f.a):
        f.a = <short>((f.a + 1) % g.seats)
    begin(h, f.a, CHOICE_BASE, -1)
    base_options(t, g, f)
    f.step = 2
    ask(h)


enter(PROC_BASE_VISIT, base_visit)
