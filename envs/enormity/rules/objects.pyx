# cython: language_level=3
"""Objects on the board and Extraction Points (see objects.pxd)."""
from libc.string cimport memset

from envs.core.flow cimport call, fail, weighted
from envs.core.head cimport ERROR_CAPACITY
from envs.enormity.rules.board cimport beside, in_bounds, open_distance
from envs.enormity.rules.state cimport (
    CELLS, ENGRAM_TYPES, Game, Gear, GEAR_KIND_ARMOR, GEAR_KIND_WEAPON, GEAR_PLACE_ARMOR, GEAR_PLACE_FIXED,
    GEAR_PLACE_HAND, GEAR_PLACE_SUPPORT, MAX_GEAR, MAX_INTRUDERS, MAX_OBJECTS, POINT_STATE_CLOSED, PROC_DRAW_GEAR,
    STAT_SCAVENGE_PRICE, Tables, THING_CACHE, THING_NONE, TOKEN_CONFIDENCE, TOKEN_DISCIPLINE, TOKEN_EXPERTISE,
)
from envs.enormity.rules.stats cimport free_slots, hand_slots, in_play, level, on_board, stat


cdef int object_at(const Game* g, int cell, int kind) noexcept nogil:
    """The first object of a kind on the cell that is not disabled (ENO-STT-02); -1 none."""
    cdef int i
    for i in range(MAX_OBJECTS):
        if g.objects[i].cell == cell and g.objects[i].kind == kind and not g.objects[i].disabled:
            return i
    return -1


cdef int add_object(Game* g, int cell, int kind, int sub, bint face_up) noexcept nogil:
    """Put an object on a cell."""
    cdef int i
    for i in range(MAX_OBJECTS):
        if g.objects[i].kind == THING_NONE:
            g.objects[i].cell = <short>cell
            g.objects[i].kind = <unsigned char>kind
            g.objects[i].sub = <unsigned char>sub
            g.objects[i].disabled = 0
            g.objects[i].face_up = <unsigned char>face_up
            return i
    fail(&g.core, ERROR_CAPACITY, kind)
    return -1


cdef void remove_object(Game* g, int index) noexcept nogil:
    """Take an object from the board; the numbers of the others stay."""
    g.objects[index].cell = -1
    g.objects[index].kind = THING_NONE
    g.objects[index].sub = 0
    g.objects[index].disabled = 0
    g.objects[index].face_up = 0


cdef int initiable(const Tables* t, const Game* g, int cell) noexcept nogil:
    """ENO-EXT-06, ENO-EXT-08, ENO-EXT-09-D: a closed point beside the cell, whatever the border, while available."""
    cdef int d, to, point
    if g.extraction > 0 or cell < 0 or not in_bounds(t, g, cell):
        return -1
    for d in range(4):
        to = beside(cell, d)
        point = t.point_of[to] if to >= 0 else 255
        if point < t.n_points and g.points[point].state == POINT_STATE_CLOSED:
            return point
    return -1


cdef int scavengeable(const Tables* t, const Game* g, int s) noexcept nogil:
    """ENO-SCV-01, ENO-SCV-06: what the Spacer can pick up or use where it stands, as bits."""
    cdef int cell = g.spacers[s].cell, i, kind, bits = 0
    if not on_board(g, s):
        return 0
    for i in range(MAX_OBJECTS):
        kind = g.objects[i].kind
        if g.objects[i].cell == cell and THING_CACHE <= kind < THING_CACHE + 3 and not g.objects[i].disabled:
            bits |= 1 << (kind - THING_CACHE)
    if t.console_of[cell] < t.n_consoles and not g.console_disabled[t.console_of[cell]]:
        bits |= 8
    if initiable(t, g, cell) >= 0:
        bits |= 16
    return bits


cdef void move_extraction_marker(const Tables* t, Game* g, int spaces) noexcept nogil:
    """Toward zero hour; on 0 it is removed, Extraction is available and nothing moves it any more (ENO-EXT-04-D)."""
    if g.extraction > 0:
        g.extraction = <unsigned char>(g.extraction - spaces if g.extraction > spaces else 0)


cdef int fast_price(const Tables* t, const Game* g, int s) noexcept nogil:
    """ENO-SCV-03: 1, 2 or 3 tokens by Countdown level, as modified, at least 1."""
    cdef int price = 1 + level(g) + stat(t, g, s, STAT_SCAVENGE_PRICE, 0)
    return price if price > 1 else 1


cdef int fast_types(const Tables* t, const Game* g, int which, int index) noexcept nogil:
    """ENO-SCV-04, ENO-SCV-06-D: token types that pay for an object (`scavenge_*`, number of the object), as bits."""
    cdef int type
    if which == 0:
        return 1 << TOKEN_EXPERTISE
    if which == 1:
        return 1 << TOKEN_DISCIPLINE
    if which == 2:
        type = t.objective_token[g.objects[index].sub]
        return 1 << (type - 1) if type > 0 else 7
    return 1 << TOKEN_CONFIDENCE


cdef int draw_engram(Game* g) noexcept nogil:
    """ENO-SET-08: a random Engram of the pool; its type."""
    cdef int i, total = 0
    for i in range(ENGRAM_TYPES):
        total += g.engram_pool[i]
    if total == 0:
        return -1
    i = weighted(&g.core, g.engram_pool, ENGRAM_TYPES)
    g.engram_pool[i] -= 1
    return i


cdef int spare_tile(const Tables* t, Game* g, int kind) noexcept nogil:
    """ENO-TER-03, ENO-TER-03-D: with all tiles of the kind on the board the one furthest from the Intruders is
    taken; True when there is a tile to place."""
    cdef int cell, k, n = 0, away, least, most = -1, best = -1
    for cell in range(CELLS):
        if g.tile[cell] != kind + 1:
            continue
        n += 1
        least = 100000
        for k in range(MAX_INTRUDERS):
            if g.intruders[k].type >= 0:
                away = open_distance(t, g, cell, g.intruders[k].cell)
                if away < least:
                    least = away
        if least > most:
            most = least
            best = cell
    if n < t.terrains[kind].number:
        return True
    if best >= 0:
        g.tile[best] = 0
    return best >= 0


cdef int gear_room(const Tables* t, const Game* g, int s) noexcept nogil:
    """A free entry among the Gear of the Spacer."""
    cdef int i
    for i in range(MAX_GEAR):
        if g.spacers[s].gear[i].card < 0:
            return i
    return -1


cdef void put_gear(const Tables* t, Game* g, int s, int entry, int card, int place) noexcept nogil:
    """A new Gear card in a place, with full Ammo and Charges (ENO-LOD-07)."""
    cdef Gear* gear = &g.spacers[s].gear[entry]
    gear.card = <signed char>card
    gear.place = <unsigned char>place
    gear.exhausted = 0
    gear.ammo = t.gear[card].ammo
    gear.charges = t.gear[card].charges
    gear.discharge = 0
    gear.moved = 0
    gear.disabled = 0
    gear.used = 0


cdef void drop_gear(Game* g, int s, int entry) noexcept nogil:
    """Discarded Gear is lost."""
    cdef Gear* gear = &g.spacers[s].gear[entry]
    memset(gear, 0, sizeof(Gear))
    gear.card = -1


cdef bint shed_gear(const Tables* t, Game* g, int s) noexcept nogil:
    """See objects.pxd."""
    cdef int place
    if not in_play(g, s):
        return False
    for place in range(GEAR_PLACE_HAND, GEAR_PLACE_FIXED):
        if free_slots(t, g, s, place) < 0:
            call(&g.core, PROC_DRAW_GEAR, s, 1, 0, 0)
            return True
    return False


cdef int slot_of(const Tables* t, const Game* g, int s, int card) noexcept nogil:
    """ENO-GEA-01, ENO-GEA-02, ENO-GEA-02-D: hands, Support slot, or the armor slot if the Suit has one."""
    if t.gear[card].kind == GEAR_KIND_WEAPON:
        return GEAR_PLACE_HAND
    if t.gear[card].kind == GEAR_KIND_ARMOR and t.suits[g.spacers[s].suit].armor > 0:
        return GEAR_PLACE_ARMOR
    return GEAR_PLACE_SUPPORT


cdef bint can_ever_equip(const Tables* t, const Game* g, int s, int card) noexcept nogil:
    """ENO-GEA-01-D: the Spacer has slots for it, free or not."""
    cdef int slot = slot_of(t, g, s, card)
    if slot == GEAR_PLACE_HAND:
        return hand_slots(t, g, s) >= t.gear[card].hands
    return slot == GEAR_PLACE_ARMOR or t.suits[g.spacers[s].suit].support > 0
