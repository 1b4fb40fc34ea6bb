# cython: language_level=3
"""Discoveries, Mythos paragraphs and Terrain tiles that are placed (DSC, SEC, TER, COO-02)."""
from envs.core.flow cimport ask, begin, call, done, Frame, Head, option
from envs.core.piles cimport pile_draw, pile_pour, pile_push, pile_shuffle
from envs.enormity.rules.board cimport (
    coordinate, has_tile, in_bounds, intruder_at, is_obstacle, open_distance, spacer_at,
)
from envs.enormity.rules.dice cimport add_dice, begin_roll, end_roll
from envs.enormity.rules.objects cimport add_object, move_extraction_marker, spare_tile
from envs.enormity.rules.state cimport (
    ACT_NO, ACT_YES, CELLS, CHOICE_CODE, COLOUR_WHITE, Game, LEVEL_WHITE, PROC_DISCOVERY, PROC_DISPLACE, PROC_EFFECT,
    PROC_PARAGRAPH, PROC_PLACE_TILE, PROC_SPACER_ROLL, ROLL_KIND_ENORMITY, Tables, THING_OBJECTIVE, TILE_DESTRUCTIBLE,
    TILE_INDESTRUCTIBLE, TILE_OBSTACLE,
)
from envs.enormity.rules.stats cimport in_play, knock_down, lead, lose_vitals, need_met, on_board, settle
from envs.enormity.rules.table cimport enter

cdef enum:
    DRAWS = 10  # ENO-COO-02-D
    CRASH = 1  # Vitals lost (ENO-KEY-07)


# -- Discoveries -----------------------------------------------------------------------------------------------


cdef bint available(const Tables* t, const Game* g, int entry, int s) noexcept nogil:
    """The entry can be resolved: not crossed out, its condition met, not marked (ENO-DSC-07, ENO-DSC-10, ENO-DSC-14,
    ENO-DSC-15-D)."""
    if g.crossed[entry] or (g.marked[entry] and not t.entries[entry].infinite):
        return False
    return need_met(t, g, t.entries[entry].need, t.entries[entry].need_b, t.entries[entry].need_c, s, -1)


cdef inline int behind(const Tables* t, int section, int entry) noexcept nogil:
    """The next entry of the list, from the last one the first (ENO-DSC-09-D)."""
    return entry + 1 if entry + 1 < t.section_end[section] else t.section_first[section]


cdef int find_entry(const Tables* t, const Game* g, int section, int number, int s) noexcept nogil:
    """ENO-DSC-06-D, ENO-DSC-08 to ENO-DSC-09-D, ENO-DSC-14: the entry that a number leads to; -1 when nothing is
    left."""
    cdef int first = t.section_first[section], n = t.section_end[section] - first, entry, i, _i, chained
    if n <= 0:
        return -1
    entry = first + (number if number < n else n) - 1
    for _i in range(2 * n):
        if available(t, g, entry, s):
            return entry
        chained = t.entries[entry].chain
        if g.marked[entry] and chained >= 0 and not t.entries[entry].chain_end:
            entry = chained
        else:
            entry = behind(t, section, entry)
    for i in range(n):  # chains have led round in a circle
        if available(t, g, first + i, s):
            return first + i
    return -1


cdef int maker_of(const Game* g, int s) noexcept nogil:
    """ENO-DSC-12: the Spacer, else the PT."""
    if s >= 0:
        return s
    return g.marker if g.marker >= 0 and in_play(g, g.marker) else lead(g)


cdef bint next_maker(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Resolve the entry for the next Spacer that it concerns: its maker, or everybody (ENO-DSC-11, ENO-DSC-12);
    False behind the last. i: Spacers done."""
    cdef int s = f.a
    cdef Frame* body
    if t.entries[f.e].for_all:
        while f.i < g.seats and not in_play(g, f.i):
            f.i += 1
        s = f.i
    if f.i >= g.seats:
        return False
    f.i = <short>(f.i + 1 if t.entries[f.e].for_all else g.seats)
    if t.entries[f.e].effect < 0 or not in_play(g, s):
        return True
    body = call(&g.core, PROC_EFFECT, t.entries[f.e].effect, t.entries[f.e].effect_end, s, -1)
    body.e = -1
    body.f = f.e
    body.h = <short>s
    return True


cdef void discovery(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """A Discovery: its entry by token or by die, the effect, then the token and the Extraction Marker (ENO-DSC-02 to
    ENO-DSC-15-D, ENO-EXT-04). a: Spacer (-1: the PT), b: token, c: 1 from the track; d: roll, e: entry, i: Spacers
    done."""
    cdef Head* h = &g.core
    if f.step == 0:
        f.a = <short>maker_of(g, f.a)
        f.step = 2
        f.e = t.tokens[f.b].number
        if not t.fixed_discoveries:
            f.step = 1
            f.d = <short>begin_roll(g, ROLL_KIND_ENORMITY, f.a, -1)
            add_dice(g, f.d, COLOUR_WHITE, 1)
            call(h, PROC_SPACER_ROLL, f.d, 0, 0, 0)
            return
    if f.step == 1:
        f.e = <short>find_entry(t, g, t.tokens[f.b].section, g.rolls[f.d].face[0] + 1 + g.discards, f.a)
        end_roll(g)
        f.step = 2
    if f.step == 2:
        f.step = 3
        if f.e >= 0 and not t.entries[f.e].infinite:
            g.marked[f.e] = 1
    if f.step == 3:
        if f.e >= 0 and next_maker(t, g, f):
            return
        f.step = 4
        if f.e >= 0 and t.entries[f.e].code >= 0 and in_play(g, f.a):
            call(h, PROC_PARAGRAPH, f.a, t.entries[f.e].code, 0, 0)
            return
    g.discards += 1
    g.found += 1
    move_extraction_marker(t, g, 1)
    done(h)


cdef void paragraph(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """A Mythos paragraph: at once if the finder likes, once; locked ones only when decrypted (ENO-SEC-01, ENO-SEC-03,
    ENO-SEC-03-D). a: Spacer, b: paragraph, c: 1 decrypted."""
    cdef Head* h = &g.core
    cdef Frame* body
    if f.step == 0:
        if g.read[f.b] or (t.paragraphs[f.b].locked and not f.c):
            done(h)
            return
        f.step = 1
        if f.c:
            h.answer = ACT_YES
        else:
            begin(h, f.a if f.a >= 0 else lead(g), CHOICE_CODE, f.b)
            option(h, ACT_YES)
            option(h, ACT_NO)
            ask(h)
            return
    if f.step == 1 and h.answer == ACT_YES:
        f.step = 2
        g.read[f.b] = 1
        if t.paragraphs[f.b].effect >= 0:
            body = call(h, PROC_EFFECT, t.paragraphs[f.b].effect, t.paragraphs[f.b].effect_end, f.a, -1)
            body.e = body.f = -1
            body.h = <short>(f.a if f.a >= 0 else lead(g))
            return
    done(h)


# -- Terrain tiles ---------------------------------------------------------------------------------------------


cdef inline bint keyword(const Tables* t, int kind, int which) noexcept nogil:
    return (t.terrains[kind].keywords >> which) & 1


cdef bint can_lie(const Tables* t, const Game* g, int what, int cell) noexcept nogil:
    """A tile of that kind, or an Objective token (-1 - type), may be placed on the cell (ENO-TER-04, ENO-TER-08,
    ENO-KEY-15)."""
    if cell < 0 or not in_bounds(t, g, cell) or has_tile(t, g, cell, TILE_INDESTRUCTIBLE):
        return False
    if what < 0:
        return not is_obstacle(t, g, cell)
    return intruder_at(g, cell) < 0 or keyword(t, what, TILE_INDESTRUCTIBLE)


cdef int draw_coordinate(const Tables* t, Game* g, int page) noexcept nogil:
    """ENO-COO-02: the coordinate of the top card of the white Scanner deck, on a page; -1 none."""
    cdef int card
    if g.scanner_white.n == 0:
        pile_pour(&g.core, &g.discard_white, &g.scanner_white)
        pile_shuffle(&g.core, &g.scanner_white)
    if g.scanner_white.n == 0:
        return -1
    card = pile_draw(&g.core, &g.scanner_white)
    pile_push(&g.core, &g.discard_white, card, True)
    if t.scanners[LEVEL_WHITE][card].row < 0:
        return -1
    return coordinate(t, page, t.scanners[LEVEL_WHITE][card].row, t.scanners[LEVEL_WHITE][card].column)


cdef int random_cell(const Tables* t, Game* g, int what, int source) noexcept nogil:
    """ENO-COO-02-D: random coordinates on the page of the source, else of the PT; after 10 draws the legal space
    nearest to the last one; -1 when there is none."""
    cdef int _i, cell, last, best = -1, away, least = 100000
    if source < 0 and g.marker >= 0:
        source = g.spacers[g.marker].cell if on_board(g, g.marker) else g.spacers[g.marker].last_cell
    if source < 0:
        return -1
    last = source
    for _i in range(DRAWS):
        cell = draw_coordinate(t, g, t.page[source])
        if can_lie(t, g, what, cell):
            return cell
        if cell >= 0:
            last = cell
    for cell in range(CELLS):
        if can_lie(t, g, what, cell):
            away = open_distance(t, g, last, cell)
            if away < least:
                least = away
                best = cell
    return best


cdef void lay(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """The tile is there; a Spacer on the space suffers it (ENO-TER-04 to ENO-TER-07). e: that Spacer."""
    cdef int kind = f.a, cell = f.b
    cdef Frame* body
    f.e = <short>spacer_at(g, cell)
    f.step = 1
    g.tile[cell] = <unsigned char>(kind + 1)
    if f.e < 0:
        return
    if keyword(t, kind, TILE_OBSTACLE):
        if keyword(t, kind, TILE_DESTRUCTIBLE):
            g.tile[cell] = 0
        else:
            f.step = 2
        lose_vitals(t, g, f.e, CRASH)
        knock_down(t, g, f.e)
        settle(t, g, f.e)
    elif t.terrains[kind].effect >= 0:
        body = call(&g.core, PROC_EFFECT, t.terrains[kind].effect, t.terrains[kind].effect_end, f.e, -1)
        body.e = -1
        body.f = <short>cell
        body.h = f.e


cdef void place_tile(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Place a Terrain tile, or an Objective token (ENO-TER-02 to ENO-TER-08, ENO-COO-02). a: kind (-1 - i: an
    Objective token of type i), b: cell (-1: random coordinates), c: cell of the source; e: Spacer on the space."""
    if f.step == 0:
        f.step = 1
        if f.b < 0:
            f.b = <short>random_cell(t, g, f.a, f.c)
        if can_lie(t, g, f.a, f.b):
            if f.a < 0:
                add_object(g, f.b, THING_OBJECTIVE, -1 - f.a, True)
            elif spare_tile(t, g, f.a):
                lay(t, g, f)
                return
    if f.step == 2:
        f.step = 1
        if on_board(g, f.e) and g.spacers[f.e].cell == f.b:
            call(&g.core, PROC_DISPLACE, f.e, 0, 0, 0)  # without a space for it the Spacer dies there
            return
    done(&g.core)


enter(PROC_DISCOVERY, discovery)
enter(PROC_PARAGRAPH, paragraph)
enter(PROC_PLACE_TILE, place_tile)
