# cython: language_level=3
"""Movement of Spacers, new pages, leaving through an Extraction Point (MOV, MAP, EXT, TER-01, DSC-01, BRD)."""
from envs.core.flow cimport ask, ask_any, ask_or, begin, call, done, Frame, give, Head, option, roll
from envs.core.piles cimport pile_draw, pile_remove
from envs.enormity.rules.blip_slots cimport draw_face, free_blip, lay_blip, pool_size
from envs.enormity.rules.board cimport (
    beside, direction_to, faces_most, is_exit, move_distance, nearest_empty, nearest_spacer, same_exit, set_map_view,
    unit_at,
)
from envs.enormity.rules.objects cimport add_object, draw_engram, object_at, remove_object, scavengeable, spare_tile
from envs.enormity.rules.state cimport (
    ACT_DONE, ACT_STEP, CHOICE_FACING_TIE, CHOICE_MOVE, CHOICE_SPAWN_POINT, Game, KNOCK_FALLING, MARK_ARROW, MAX_BLIPS,
    MAX_CANDIDATES, MAX_SPAWNS, MOVE_CELLS, MOVE_DEPTH, NOISE_KIND_NONE, Placed, POINT_STATE_CLOSED, POINT_STATE_HIDDEN,
    PROC_AOO, PROC_DISCOVERY, PROC_DISPLACE, PROC_EFFECT, PROC_ENTER, PROC_EXTRACT, PROC_FAST_SCAVENGE,
    PROC_FIRST_CONTACT, PROC_MOVE, PROC_NOISE, PROC_OVERSPAWN, PROC_OVERWHELM, PROC_REVEAL_PAGE, PROC_STEP,
    STAT_NO_MOVE, Tables, THING_DISCOVERY, THING_ENGRAM, WHERE_EXTRACTED,
)
from envs.enormity.rules.stats cimport (
    ask_place, can_act, can_move, candidate_answer, free_slot, in_play, lead, light_range, minis_left, on_board,
    pass_marker, stat, tie_chooser,
)
from envs.enormity.rules.steps cimport leads_on, may_end, step_free
from envs.enormity.rules.table cimport enter

cdef enum:
    # Further kinds of `Placed`.
    PLACED_INTRUDER = 10
    PLACED_TILE = 11
    # Kinds of movement (MOVE's c): 0 is a Move-like move.
    MOVE_ACTION = 1
    WARNED = 2  # by another Spacer
    # Steps of MOVE.
    BEGIN = 0
    CHOOSE = 1
    CHOSEN = 2
    ATTACKED = 3
    ENTERED = 4
    SETTLED = 5
    ENDED = 6
    OVER = 7
    # Steps of REVEAL_PAGE.
    POPULATE = 0
    INTRUDERS = 1
    BLIPS = 2
    PICKED = 3
    TURN_BLIP = 4
    TURNED = 5


# -- steps ---------------------------------------------------------------------------------------------------


# -- steps ---------------------------------------------------------------------------------------------------


cdef void make_step(Game* g, int s, int direction) noexcept nogil:
    """The Spacer stands one space further (ENO-MOV-03); it faces the way it went (ENO-BRD-09-D)."""
    g.spacers[s].cell = <short>beside(g.spacers[s].cell, direction)
    g.spacers[s].last_cell = g.spacers[s].cell
    g.spacers[s].facing = <unsigned char>direction


cdef void step(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """One step outside MOVE. a: Spacer, b: direction, c: 1 voluntary: attacks of opportunity first, then the new space
    is entered (ENO-AOO-01, ENO-TER-01, ENO-MAP-01). Gives 1 if the Spacer made it and can go on.

    e: the space where it should stand, g: its Knockdown so far.
    """
    cdef int s = f.a
    if f.step == 0:
        f.e = g.spacers[s].cell
        f.g = g.spacers[s].knock
        f.step = 1
        if f.c and on_board(g, s):
            call(&g.core, PROC_AOO, s, 0, 0, 0)
            return
    if not on_board(g, s) or g.spacers[s].cell != f.e or g.spacers[s].knock != f.g:
        give(&g.core, 0)
    elif f.step == 1:
        if not step_free(t, g, f.e, f.b, f.c):
            give(&g.core, 0)
            return
        make_step(g, s, f.b)
        f.e = g.spacers[s].cell
        f.step = 2
        if f.c:
            call(&g.core, PROC_ENTER, s, 0, 1, 0)
    else:
        give(&g.core, 1)


cdef void enter_space(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """What a space does to the Spacer who has entered it. a: Spacer; b: 1 its movement has ended here; c: 1 voluntary.

    Tile (ENO-TER-01), then Location arrow (ENO-MOV-09, ENO-MAP-01, ENO-MAP-03-D), which a forced movement ignores. When
    a voluntary movement ends these have been resolved: then only the Discovery (ENO-DSC-01, ENO-DSC-01-D) and the
    Extraction (ENO-EXT-12, ENO-EXT-12-D) follow. e: the space.
    """
    cdef int s = f.a, index, token
    if f.step == 0:
        f.e = g.spacers[s].cell
        f.step = 1 if f.b and f.c else 3
    if not on_board(g, s) or g.spacers[s].cell != f.e:
        done(&g.core)
    elif f.step == 1:
        f.step = 2
        index = object_at(g, f.e, THING_DISCOVERY)
        if index >= 0:
            token = g.objects[index].sub
            remove_object(g, index)
            call(&g.core, PROC_DISCOVERY, s, token, 0, 0)
    elif f.step == 2:
        f.step = 5
        if is_exit(t, g, f.e):
            call(&g.core, PROC_EXTRACT, s, 0, 0, 0)
    elif f.step == 3:
        f.step = 4
        enter_tile(t, g, s)
    elif f.step == 4:
        f.step = 5
        if f.c and arrow_leads(t, g, f.e):
            call(&g.core, PROC_REVEAL_PAGE, t.leads[f.e], s, 0, 0)
    else:
        done(&g.core)


cdef bint arrow_leads(const Tables* t, const Game* g, int cell) noexcept nogil:
    """A Location arrow to a page that is not on the table yet."""
    cdef int page = t.leads[cell]
    return (t.marks[cell] >> MARK_ARROW) & 1 and page < t.n_pages and not (g.revealed >> page) & 1


cdef void enter_tile(const Tables* t, Game* g, int s) noexcept nogil:
    """ENO-TER-01: the effect of the tile on the Spacer's space."""
    cdef int cell = g.spacers[s].cell, kind = g.tile[cell] - 1
    cdef Frame* body
    if kind >= 0 and t.terrains[kind].effect >= 0:
        body = call(&g.core, PROC_EFFECT, t.terrains[kind].effect, t.terrains[kind].effect_end, s, -1)
        body.e = -1
        body.f = <short>cell
        body.h = <short>s


cdef void extract(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """ENO-EXT-12, ENO-EXT-12-D: the Spacer leaves the board, safe; the marker passes on (ENO-LOD-08-D). a: Spacer."""
    g.spacers[f.a].where = WHERE_EXTRACTED
    g.spacers[f.a].cell = -1
    g.extracted += 1
    pass_marker(t, g)
    done(&g.core)


# -- the movement --------------------------------------------------------------------------------------------


cdef bint able(const Tables* t, const Game* g, const Frame* f) noexcept nogil:
    """ENO-MOV-11-D: not dead, knocked down or Displaced. Warn moves also who lies on the floor (ENO-KEY-28-D)."""
    if not on_board(g, f.a) or g.spacers[f.a].displaced:
        return False
    return stat(t, g, f.a, STAT_NO_MOVE, 0) == 0 if f.c == WARNED else can_move(t, g, f.a)


cdef void move(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """A Move action or a Move-like move, step by step (ENO-MOV-01 to ENO-MOV-11-D, ENO-AOO-01).

    a: Spacer, b: spaces, c: MOVE_ACTION or not, d, e, f: its Noise; g: steps left, h: steps made, i: spaces visited,
    j: depth among the Spacer's movements, k: space of the last step made, l: space before the step, m: its direction,
    n: 1 when a step has been tried.
    """
    cdef int s = f.a
    if f.step == BEGIN:
        begin_move(g, f)
    if f.step == CHOOSE:
        if able(t, g, f) and ask_step(t, g, f):
            return
        end_move(t, g, f)
    elif f.step == CHOSEN:
        if g.core.answer == ACT_DONE:
            end_move(t, g, f)
        else:
            f.l = g.spacers[s].cell
            f.m = <short>(g.core.answer - ACT_STEP)
            f.n = 1
            if cross(t, g, f):
                return
            f.step = ATTACKED
            call(&g.core, PROC_AOO, s, f.j + 1, 0, 0)
    elif f.step == ATTACKED:
        after_attacks(t, g, f)
    elif f.step == ENTERED:
        f.step = CHOOSE
        if f.c == MOVE_ACTION and g.spacers[s].cell == f.k and can_act(t, g, s) and scavengeable(t, g, s):
            call(&g.core, PROC_FAST_SCAVENGE, s, 0, 0, 0)  # ENO-SCV-02, ENO-SCV-05-D
    elif f.step == SETTLED:
        f.step = ENDED
        if on_board(g, s) and g.spacers[s].cell == f.k:
            call(&g.core, PROC_ENTER, s, 1, 1, 0)
    elif f.step == ENDED:
        f.step = OVER
        make_noise(g, f)
    else:
        give(&g.core, f.h)


cdef void begin_move(Game* g, Frame* f) noexcept nogil:
    """The start counts as visited (ENO-MOV-06-D). A move inside another move of the Spacer has its own list."""
    cdef int i, depth = 0
    for i in range(g.core.depth - 1):
        depth += g.core.stack[i].proc == PROC_MOVE and g.core.stack[i].a == f.a
    f.j = <short>(depth if depth < MOVE_DEPTH else MOVE_DEPTH - 1)
    f.g = f.b
    f.i = 1
    f.k = -1
    if f.c == WARNED and g.spacers[f.a].knock != KNOCK_FALLING:
        f.c = 0
    g.spacers[f.a].visited[f.j][0] = g.spacers[f.a].cell
    g.spacers[f.a].provoked[f.j] = 0
    if depth == 0:
        g.spacers[f.a].displaced = 0
    f.step = CHOOSE


cdef bint ask_step(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """The next step or the end; False when no step is open. A Move action goes at least one step (ENO-MOV-02-D)."""
    cdef Head* h = &g.core
    cdef int s = f.a, d
    begin(h, s, CHOICE_MOVE, f.g)
    for d in range(4):
        if f.g > 0 and leads_on(t, g, s, g.spacers[s].cell, d, f.g, &g.spacers[s].visited[f.j][0], f.i):
            option(h, ACT_STEP + d)
    f.step = CHOSEN
    if may_end(t, g, s, g.spacers[s].cell) and (f.n or f.c != MOVE_ACTION):
        return ask_or(h, ACT_DONE)
    return ask_any(h)


cdef bint cross(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Another cell of the same open Extraction Point: the Spacer has not left its space, and no step is used up."""
    cdef int s = f.a
    if not same_exit(t, g, f.l, beside(f.l, f.m)):
        return False
    make_step(g, s, f.m)
    if f.k == f.l:
        f.k = g.spacers[s].cell
    visit(g, f)
    f.step = CHOOSE
    return True


cdef void after_attacks(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """The step is made unless attacks of opportunity have prevented it; if they moved the Spacer it is lost.

    ENO-MOV-11-D.
    """
    cdef int s = f.a
    f.step = CHOOSE
    if not able(t, g, f):
        return
    if g.spacers[s].cell != f.l:
        f.g -= 1
        visit(g, f)
    elif leads_on(t, g, s, f.l, f.m, f.g, &g.spacers[s].visited[f.j][0], f.i):
        make_step(g, s, f.m)
        f.g -= 1
        f.h += 1
        f.k = g.spacers[s].cell
        visit(g, f)
        f.step = ENTERED
        call(&g.core, PROC_ENTER, s, 0, 1, 0)


cdef void visit(Game* g, Frame* f) noexcept nogil:
    """ENO-MOV-06: the space it stands on is not entered again. It has provoked nothing there (ENO-AOO-01-D)."""
    g.spacers[f.a].provoked[f.j] = 0
    if f.i < MOVE_CELLS:
        g.spacers[f.a].visited[f.j][f.i] = g.spacers[f.a].cell
        f.i += 1


cdef void end_move(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """No Spacer ends on another one's space: it is Displaced (ENO-MOV-07, ENO-MOV-11-D)."""
    f.step = SETTLED
    if on_board(g, f.a) and not may_end(t, g, f.a, g.spacers[f.a].cell):
        call(&g.core, PROC_DISPLACE, f.a, 0, 0, 0)


cdef void make_noise(Game* g, Frame* f) noexcept nogil:
    """ENO-MOV-08, -08-D, ENO-EXT-12-D: from the final space, also if the movement was cut short, not when extracted."""
    cdef Frame* body
    if f.d == NOISE_KIND_NONE or not f.n or not in_play(g, f.a):
        return
    body = call(&g.core, PROC_NOISE, f.a, f.d, f.e, f.f)
    body.e = g.spacers[f.a].cell if on_board(g, f.a) else g.spacers[f.a].last_cell
    body.g = 1


# -- new pages -----------------------------------------------------------------------------------------------


cdef void reveal_page(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """A page comes into play and is populated (ENO-MAP-01, ENO-MAP-02, ENO-MAP-05, ENO-SET-03 to ENO-SET-10). a: page,
    b: Spacer who reveals it, -1 in the set-up, where arrows and First Contact come later.

    c: next entry, Blip spot or cluster; d: the Blip just placed.
    """
    if f.step == POPULATE:
        open_page(t, g, f.a)
        populate(t, g, f.a)
        f.step = INTRUDERS
    if f.step == INTRUDERS:
        if next_intruder(t, g, f):
            return
        f.c = 0
        f.step = BLIPS
    if f.step == PICKED:
        place_blip(t, g, f, candidate_answer(g))
    elif f.step == TURNED:
        g.blips[f.d].arrow = <unsigned char>(g.core.answer - ACT_STEP)
        f.step = BLIPS
    elif f.step == BLIPS:
        next_blip(t, g, f)
    elif f.step == TURN_BLIP:
        turn_blip(t, g, f)


cdef void open_page(const Tables* t, Game* g, int page) noexcept nogil:
    """The page is on the table, its Location in force (ENO-MAP-05), its Extraction Points can be seen (ENO-EXT-02)."""
    cdef int i
    g.revealed |= 1 << page
    set_map_view(t, g)
    g.location |= 1 << t.pages[page].location
    for i in range(t.n_points):
        if t.point_page[i] == page and not t.point_hidden[i] and g.points[i].state == POINT_STATE_HIDDEN:
            g.points[i].state = POINT_STATE_CLOSED


cdef void populate(const Tables* t, Game* g, int page) noexcept nogil:
    """ENO-MAP-02: tiles (ENO-TER-03), Caches, Engrams, Objective and Discovery tokens of the page."""
    cdef int i, sub
    for i in range(t.n_placed):
        if t.placed[i].page != page or t.placed[i].kind == PLACED_INTRUDER:
            continue
        sub = t.placed[i].sub
        if t.placed[i].kind == PLACED_TILE:
            if spare_tile(t, g, sub):
                g.tile[t.placed[i].cell] = <unsigned char>(sub + 1)
        elif t.placed[i].kind == THING_DISCOVERY:
            if sub >= 0:  # ENO-SET-09
                pile_remove(&g.discoveries, sub)
                add_object(g, t.placed[i].cell, THING_DISCOVERY, sub, True)
        else:
            if t.placed[i].kind == THING_ENGRAM and sub < 0:
                sub = draw_engram(g)  # ENO-SET-08
                if sub < 0:
                    continue
            add_object(g, t.placed[i].cell, t.placed[i].kind, sub if sub >= 0 else 0, True)
    random_discoveries(t, g, page)


cdef void random_discoveries(const Tables* t, Game* g, int page) noexcept nogil:
    """ENO-SET-10, ENO-SET-10-D: facedown tokens in cell order as long as there are any; none with fixed Discoveries."""
    cdef int i, best, last = -1
    if t.fixed_discoveries:
        return
    while g.discoveries.n > 0:
        best = -1
        for i in range(t.n_placed):
            if t.placed[i].kind == THING_DISCOVERY and t.placed[i].sub < 0 and t.placed[i].page == page:
                if t.placed[i].cell > last and (best < 0 or t.placed[i].cell < best):
                    best = t.placed[i].cell
        if best < 0:
            return
        last = best
        add_object(g, best, THING_DISCOVERY, pile_draw(&g.core, &g.discoveries), False)


cdef bint next_intruder(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Places the Intruders of the page one by one; True when something is to be resolved before the next one: First
    Contact (ENO-REV-09-D), or Overspawn when the miniatures are used up (ENO-SPN-06)."""
    cdef const Placed* p
    cdef int type
    while f.c < t.n_placed:
        p = &t.placed[f.c]
        f.c += 1
        if p.page != f.a or p.kind != PLACED_INTRUDER:
            continue
        type = p.sub if p.sub >= 0 else t.locations[t.pages[f.a].location].ecology
        if place_intruder(t, g, p.cell, type, f.b):
            if f.b >= 0 and not g.contacted[type]:
                call(&g.core, PROC_FIRST_CONTACT, type, 0, 0, 0)
                return True
        elif f.b >= 0:
            call(&g.core, PROC_OVERSPAWN, type, f.b, 0, 0)
            return True
    return False


cdef bint place_intruder(const Tables* t, Game* g, int cell, int type, int s) noexcept nogil:
    """ENO-MAP-04: surprised in the Light field of the revealing Spacer. It faces the closest Spacer (ENO-BRD-09-D2).
    If somebody has come to stand on its space it takes the nearest empty one (A18, ENO-BRD-14-D)."""
    cdef short at[MAX_CANDIDATES]
    cdef int k = free_slot(g), who = -1, reach
    if k < 0 or minis_left(t, g, type) <= 0:
        return False
    if unit_at(g, cell) >= 0:
        if nearest_empty(t, g, cell, at) == 0:
            return True  # there is no room for it anywhere (ENO-GEN-07-D)
        cell = at[0]
    g.intruders[k].cell = <short>cell
    g.intruders[k].type = <signed char>type
    g.intruders[k].specimen = -1
    g.intruders[k].facing = 0
    nearest_spacer(t, g, cell, &who)
    if who >= 0:
        g.intruders[k].facing = <unsigned char>direction_to(cell, g.spacers[who].cell, True)
    if s >= 0:
        reach = light_range(t, g, s)
        g.intruders[k].surprised = on_board(g, s) and move_distance(t, g, g.spacers[s].cell, cell, reach) <= reach
    return True


cdef bint usable_spawn(const Tables* t, const Game* g, int page, int spawn) noexcept nogil:
    """A spawn point of the page, not disabled (ENO-STT-02-D), without a Blip."""
    cdef int b
    if t.spawn_page[spawn] != page or g.spawn_disabled[spawn]:
        return False
    for b in range(MAX_BLIPS):
        if g.blips[b].point == t.spawns[spawn]:
            return False
    return True


cdef void next_blip(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """ENO-MAP-02, ENO-SET-03, ENO-SET-03-D: the next explicit Blip, or the point for the Blip of the next cluster."""
    cdef short points[MAX_SPAWNS]
    cdef int i, n = 0, seat, at = f.c
    f.c += 1
    if at >= MAX_SPAWNS:
        done(&g.core)
        return
    if (t.explicit_blips >> f.a) & 1:
        if at < t.n_spawns and t.start_blip[at] and usable_spawn(t, g, f.a, at):
            place_blip(t, g, f, t.spawns[at])
        return
    for i in range(t.n_spawns):
        if t.spawn_cluster[i] == at and usable_spawn(t, g, f.a, i) and n < MAX_CANDIDATES:
            points[n] = t.spawns[i]
            n += 1
    if n == 0:
        return
    seat = tie_chooser(t, g, lead(g), 1)
    if seat >= 0:
        f.step = PICKED
        ask_place(g, seat, CHOICE_SPAWN_POINT, at, points, n, True)
    else:
        place_blip(t, g, f, points[roll(&g.core, n)] if n > 1 else points[0])


cdef void place_blip(const Tables* t, Game* g, Frame* f, int point) noexcept nogil:
    """A random Blip of the pool (ENO-SPN-04); Overwhelm when there is none (ENO-SPN-05).

    It has no part in a movement in progress (ENO-BLP-05-D2, ENO-PAT-03-D).
    """
    cdef int b = free_blip(g)
    f.step = BLIPS
    if pool_size(g) == 0 or b < 0:
        if f.b >= 0:
            call(&g.core, PROC_OVERWHELM, t.locations[t.pages[f.a].location].ecology, 1, 0, 0)
        return
    lay_blip(g, b, point, draw_face(g), 0)
    f.d = <short>b
    f.step = TURN_BLIP


cdef void turn_blip(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """ENO-SET-05, ENO-SPN-03-D: it faces most Spacers; ties asked or settled. The set-up fixes the arrows later."""
    cdef int tied = 0, d, n = 0, seat
    f.step = BLIPS
    if f.b < 0:
        return
    g.blips[f.d].arrow = <unsigned char>faces_most(g, g.blips[f.d].point, &tied)
    seat = tie_chooser(t, g, lead(g), 1)
    for d in range(4):
        n += (tied >> d) & 1
    if seat < 0 or n < 2:
        return
    begin(&g.core, seat, CHOICE_FACING_TIE, f.d)
    for d in range(4):
        if (tied >> d) & 1:
            option(&g.core, ACT_STEP + d)
    f.step = TURNED
    ask(&g.core)


enter(PROC_MOVE, move)
enter(PROC_STEP, step)
enter(PROC_ENTER, enter_space)
enter(PROC_EXTRACT, extract)
enter(PROC_REVEAL_PAGE, reveal_page)
