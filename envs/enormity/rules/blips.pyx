# cython: language_level=3
"""Blips: movement, reveal, spawning of Blips and Intruders, patrols, Full Alert (BLP, SPN, REV, PAT, ALR, WLD-04).

Procedures that end by starting another one end first, so that a chain of Echoes needs no deeper stack.
"""
from libc.string cimport memmove, memset

from envs.core.flow cimport ask, begin, call, done, Frame, Head, option, roll, weighted
from envs.core.piles cimport Pile, pile_draw, pile_pour, pile_push, pile_shuffle
from envs.enormity.rules.abilities cimport ability_of, has_ability, offer_abilities
from envs.enormity.rules.blip_slots cimport draw_face, free_blip, lay_blip, pool_size, take_off
from envs.enormity.rules.board cimport (
    blip_beside, blip_distance, cell_x, cell_y, direction_to, faces_most, gap_x, gap_y, nearest_empty_to_point,
    nearest_spacer, open_distance, opposite, point_touches, point_touches_door, point_x, point_y, quadrant,
    spaces_next_to, touching_exit, touching_spacer,
)
from envs.enormity.rules.state cimport (
    ACT_AXIS, ACT_BLIP, ACT_INTRUDER, ACT_OPTION, ACT_PASS, ACT_SPACER, ACT_STEP, CELLS, CHOICE_ALIGNMENT,
    CHOICE_AMBUSH_ORDER, CHOICE_BLIP_AXIS, CHOICE_BLIP_ORDER, CHOICE_BLIP_REACTION, CHOICE_DRAW_BLIP, CHOICE_FACING_TIE,
    CHOICE_OVERSPAWN_TIE, CHOICE_SPAWN_SPACE, CHOICE_SPAWN_TIE, CHOICE_TARGET_TIE, DOOR_STATE_WELDED, FACE_COUNT,
    FACE_ECHO, FACE_U, Game, LEVEL_BLACK, LEVEL_RED, LEVEL_WHITE, MAX_BLIPS, MAX_CANDIDATES, MAX_INTRUDERS, Noise,
    POINT_STATE_INITIATED, POINT_STATE_OPEN, PROC_ACTIVATE, PROC_EFFECT, PROC_EMPTY_NOISE, PROC_FIRST_CONTACT,
    PROC_FULL_ALERT, PROC_MOVE_BLIP, PROC_OVERSPAWN, PROC_OVERWHELM, PROC_PATROL, PROC_REVEAL_BLIP, PROC_SPAWN_BLIPS,
    PROC_SPAWN_INTRUDERS, PROC_USE_ABILITY, Tables, TIMING_BLIP_MOVES,
)
from envs.enormity.rules.stats cimport (
    ask_place, candidate_answer, ecology, ecology_at, free_slot, in_play, lead, level, minis_left, on_board,
    tie_chooser,
)
from envs.enormity.rules.table cimport enter

cdef enum:
    NOWHERE = 255  # no Extraction Point
    TIES = 1  # freedom of the Intruders' seat
    FULL = 2
    INTRUDER_PHASE = 3  # Game.phase
    HAND = 3  # Blips from which the Intruders' seat picks one (M9)

cdef enum:
    # Ways in which a Blip moves: MOVE_BLIP's c.
    BY_NOISE = 0
    BY_ARROW = 1
    DISPLACED = 2
    BY_PATROL = 3
    CLOSEST = -2  # MOVE_BLIP's d: the closest Spacer

cdef enum:
    # SPAWN_INTRUDERS's c
    AMBUSH = 1
    UNIQUE = 2

cdef enum:
    BUSY_OVERWHELM = 1
    BUSY_OVERSPAWN = 4


# -- whom it concerns ------------------------------------------------------------------------------------------


cdef int concerned(const Game* g, int s) noexcept nogil:
    """The Spacer; if it is none or gone the PT, else the Lead; -1 when no Spacer is left."""
    cdef int who = s
    if who < 0 or not in_play(g, who):
        who = g.marker
    if who < 0 or not in_play(g, who):
        who = lead(g)
    return who if in_play(g, who) else -1


cdef int space_of(const Game* g, int s) noexcept nogil:
    """Its space; its last one when it is not on the board (ENO-OTH-02-D)."""
    return g.spacers[s].cell if on_board(g, s) else g.spacers[s].last_cell


cdef int decider(const Tables* t, const Game* g, int s) noexcept nogil:
    """The Spacer, or the Intruders' seat where the configuration lets it choose instead (M5, M10)."""
    return g.seats if t.agent_monsters and t.freedom >= TIES else s


cdef int face_symbols(const Tables* t, const Game* g, int face) noexcept nogil:
    """Intruders of a face: white, white and red, or all symbols (ENO-REV-05, ENO-REV-05-D)."""
    cdef int i, n = 0
    for i in range(level(g) + 1):
        n += t.blip_symbols[face][i]
    return n


# -- the tokens ------------------------------------------------------------------------------------------------


cdef int blip_at(const Game* g, int point, int ignored) noexcept nogil:
    """The Blip on an intersection, -1 none."""
    cdef int b
    for b in range(MAX_BLIPS):
        if g.blips[b].point == point and b != ignored:
            return b
    return -1


# -- movement of one Blip ------------------------------------------------------------------------------------------

cdef enum:
    START = 0
    SOUGHT = 1  # the closest of several Spacers has been chosen
    REACT = 2
    REACTION = 3  # a Spacer has answered
    USED = 4  # a Reaction has been resolved
    GO = 5
    AXIS = 6  # the first axis has been chosen


cdef void move_blip(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """A Blip moves: ENO-BLP-02, ENO-BLP-05 to ENO-BLP-08, ENO-BLP-10 to ENO-BLP-12, ENO-PAT-04 to ENO-PAT-07,
    ENO-ALR-02, ENO-WLD-04; Reactions before it.

    a: Blip, b: intersections, c: way, d: Spacer sought (-1: the cell e, -2: the closest one), e: cell, f: who
    triggered it, + 1 (0: nobody), unless by Noise. g: steps left, h: start, k: last direction + 1, l: Spacer asked
    for a Reaction, then 1 after a turn at a board edge, m: shortening.
    """
    cdef Head* h = &g.core
    cdef int action = h.answer, place = -1, ability
    if f.step == START:
        if f.b <= 0 or g.blips[f.a].point < 0:
            done(h)
            return
        f.g = f.b
        f.h = g.blips[f.a].point
        f.step = REACT
        if f.d == CLOSEST and seek_closest(t, g, f):
            return
    elif f.step == SOUGHT:
        f.d = <short>(action - ACT_SPACER)
        f.step = REACT
    elif f.step == REACTION:
        if action != ACT_PASS:
            f.step = USED
            ability = ability_of(t, g, f.l, action, &place)
            call(h, PROC_USE_ABILITY, f.l, ability, place, f.a).e = -1
            return
        f.l += 1
        f.step = REACT
    elif f.step == USED:
        f.m += g.shorter
        g.shorter = 0
        f.step = REACT
    elif f.step == AXIS:
        f.step = GO
        step_blip(t, g, f, first_step(t, g, f, action == ACT_AXIS))
    if f.step == REACT:
        if g.blips[f.a].point < 0:
            done(h)
            return
        if reveal_if_close(t, g, f):
            return
        if f.c != DISPLACED and ask_reaction(t, g, f):
            return
        if f.m:
            f.g = <short>(f.b - f.m if f.b - f.m > 1 else 1)
        f.l = 0
        f.step = GO
    go(t, g, f)


cdef bint seek_closest(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """ENO-PAT-05, ENO-PAT-05-D: the closest Spacer at the start of the movement; ties: the PT, then the Lead. True
    when that is asked."""
    cdef int s, d, best = 0, n = 0, tied = 0, seat
    f.d = -1
    for s in range(g.seats):
        if not on_board(g, s):
            continue
        d = blip_distance(f.h, g.spacers[s].cell)
        if n == 0 or d < best:
            best = d
            n = tied = 0
            f.d = <short>s
        if d == best:
            n += 1
            tied |= 1 << s
    if n > 1 and g.marker >= 0 and (tied >> g.marker) & 1:
        f.d = g.marker
        return False
    seat = tie_chooser(t, g, lead(g), TIES)
    if n < 2 or seat < 0 or g.alert:
        return False
    begin(&g.core, seat, CHOICE_TARGET_TIE, -1)
    for s in range(g.seats):
        if (tied >> s) & 1:
            option(&g.core, ACT_SPACER + s)
    f.step = SOUGHT
    ask(&g.core)
    return True


cdef bint ask_reaction(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """The next Spacer that has a Reaction to the movement, in seat order; False when all have passed."""
    g.shorter = 0
    while f.l < g.seats:
        if in_play(g, f.l) and has_ability(t, g, f.l, TIMING_BLIP_MOVES):
            begin(&g.core, f.l, CHOICE_BLIP_REACTION, f.a)
            option(&g.core, ACT_PASS)
            offer_abilities(t, g, f.l, TIMING_BLIP_MOVES)
            f.step = REACTION
            ask(&g.core)
            return True
        f.l += 1
    return False


cdef int triggered_by(const Frame* f) noexcept nogil:
    """Who triggered the movement (ENO-SPN-02-D): the roller of the Noise, else what the frame says; -1 nobody."""
    return f.d if f.c == BY_NOISE else f.f - 1


cdef int who_is_close(const Game* g, const Frame* f) noexcept nogil:
    """The Spacer whose adjacency reveals the Blip: the one sought, then the PT, then by seat (ENO-REV-02-D); -1."""
    cdef int point = g.blips[f.a].point
    if f.d >= 0 and on_board(g, f.d) and point_touches(point, g.spacers[f.d].cell):
        return f.d
    if g.marker >= 0 and on_board(g, g.marker) and point_touches(point, g.spacers[g.marker].cell):
        return g.marker
    return touching_spacer(g, point)


cdef bint reveal_if_close(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """ENO-BLP-08, ENO-BLP-08-D, ENO-ALR-03, ENO-ALR-03-D: next to a Spacer, or on Full Alert to the Extraction Point,
    the Blip is revealed and the rest of its movement lost."""
    cdef int b = f.a, who = who_is_close(g, f), trigger = triggered_by(f)
    if who < 0 and not (g.alert and touching_exit(t, g, g.blips[b].point) >= 0):
        return False
    done(&g.core)
    call(&g.core, PROC_REVEAL_BLIP, b, who, 1, 0).e = <short>(trigger + 1)
    return True


cdef void go(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """The steps that are left."""
    cdef int direction
    while True:
        if reveal_if_close(t, g, f):
            return
        if f.g <= 0:
            stop_blip(t, g, f)
            return
        if f.c == BY_ARROW:
            direction = along_arrow(t, g, f)
        else:
            direction = toward(t, g, f)
            if f.step == AXIS:
                return
        step_blip(t, g, f, direction)


cdef int along_arrow(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """ENO-PAT-04, ENO-PAT-06-D: where the arrow points, turned if it points out of the grid; -1: nowhere to go."""
    cdef int point = g.blips[f.a].point, arrow = g.blips[f.a].arrow
    if blip_beside(t, g, point, arrow, target_cell(t, g, f, point)) >= 0:
        return arrow
    arrow = opposite(arrow)
    g.blips[f.a].arrow = <unsigned char>arrow
    return arrow if blip_beside(t, g, point, arrow, target_cell(t, g, f, point)) >= 0 else -1


cdef int target_cell(const Tables* t, const Game* g, const Frame* f, int point) noexcept nogil:
    """The space that the Blip moves toward: on Full Alert the nearest cell of an Extraction Point (ENO-ALR-02,
    ENO-ALR-02-D), else that of the Spacer sought, or the cell of the movement when the Spacer is not on the board
    (ENO-BLP-05-D)."""
    cdef int exit_ = nearest_exit(t, g, point) if g.alert else -1
    if exit_ >= 0:
        return exit_
    return g.spacers[f.d].cell if f.d >= 0 and on_board(g, f.d) else f.e


cdef int nearest_exit(const Tables* t, const Game* g, int point) noexcept nogil:
    """The nearest cell (A5) of an initiated or open Extraction Point; -1 none."""
    cdef int c, p, best = -1
    for c in range(CELLS):
        p = t.point_of[c]
        if (p != NOWHERE and (g.points[p].state == POINT_STATE_INITIATED or g.points[p].state == POINT_STATE_OPEN)
                and (best < 0 or blip_distance(point, c) < blip_distance(point, best))):
            best = c
    return best


cdef inline int side_x(int point, int cell) noexcept nogil:
    """East or west, toward the cell."""
    return 1 if cell_x(cell) > point_x(point) else 3


cdef inline int side_y(int point, int cell) noexcept nogil:
    """South or north, toward the cell."""
    return 2 if cell_y(cell) > point_y(point) else 0


cdef int toward(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """A7, ENO-BLP-06, ENO-BLP-07, ENO-BLP-07-D: the direction of the next step toward the target, -1 none. f.step
    becomes AXIS when the first axis is asked."""
    cdef int point = g.blips[f.a].point, cell = target_cell(t, g, f, point), dx, dy, gx, gy, seat, direction
    if cell < 0:
        return -1
    gx = gap_x(point, cell)
    gy = gap_y(point, cell)
    if gx == 0 and gy == 0:
        return -1
    dx = side_x(point, cell)
    dy = side_y(point, cell)
    if gx == 0 or gy == 0:
        direction = dy if gx == 0 else dx
        return direction if blip_beside(t, g, point, direction, cell) >= 0 else -1
    if f.k:
        direction = dy if (f.k - 1) & 1 else dx
    elif gx != gy:
        direction = dx if gx < gy else dy
    else:
        direction = dx if dx < dy else dy
        seat = tie_chooser(t, g, axis_chooser(g, f), TIES)
        if seat >= 0:
            begin(&g.core, seat, CHOICE_BLIP_AXIS, f.a)
            option(&g.core, ACT_AXIS)
            option(&g.core, ACT_AXIS + 1)
            f.step = AXIS
            ask(&g.core)
            return -1
    if blip_beside(t, g, point, direction, cell) >= 0:
        return direction
    direction = dx if direction == dy else dy  # the pages end there
    return direction if blip_beside(t, g, point, direction, cell) >= 0 else -1


cdef int axis_chooser(const Game* g, const Frame* f) noexcept nogil:
    """ENO-BLP-07-D: the roller of the Noise, else the Lead."""
    cdef int s = triggered_by(f)
    return s if f.c != BY_PATROL and s >= 0 and in_play(g, s) else lead(g)


cdef int first_step(const Tables* t, const Game* g, const Frame* f, bint horizontal) noexcept nogil:
    """The step on the axis that was chosen, or on the other one where the pages end."""
    cdef int point = g.blips[f.a].point, cell = target_cell(t, g, f, point)
    cdef int direction = side_x(point, cell) if horizontal else side_y(point, cell)
    if blip_beside(t, g, point, direction, cell) >= 0:
        return direction
    direction = side_y(point, cell) if horizontal else side_x(point, cell)
    return direction if blip_beside(t, g, point, direction, cell) >= 0 else -1


cdef void step_blip(const Tables* t, Game* g, Frame* f, int direction) noexcept nogil:
    """One step; -1: the Blip cannot go on. At a board edge a patrol by the arrow turns (ENO-PAT-06, ENO-PAT-06-D);
    next to a weld the Blip stops (ENO-WLD-04)."""
    cdef int point = g.blips[f.a].point, target = target_cell(t, g, f, point)
    if direction < 0:
        f.g = 0
        return
    point = blip_beside(t, g, point, direction, target)
    g.blips[f.a].point = <short>point
    f.k = <short>(direction + 1)
    f.g -= 1
    if f.c == BY_ARROW and blip_beside(t, g, point, direction, target) < 0:
        g.blips[f.a].arrow = <unsigned char>opposite(direction)
        if f.l == 0:
            f.l = 1
            f.g += 1
    if stopped_by_weld(t, g, f.h, point):
        f.g = 0


cdef bint stopped_by_weld(const Tables* t, const Game* g, int start, int point) noexcept nogil:
    """ENO-WLD-04, ENO-WLD-04-D: the point touches a weld that the start of the movement did not touch."""
    cdef int d
    for d in range(t.n_doors):
        if (g.doors[d] == DOOR_STATE_WELDED and not g.door_disabled[d] and point_touches_door(t, point, d)
                and not point_touches_door(t, start, d)):
            return True
    return False


cdef void stop_blip(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """The movement is over: the arrow (ENO-BLP-12, ENO-BLP-12-D, ENO-PAT-05-D), and a Blip that was there makes way
    (ENO-BLP-11, ENO-BLP-11-D). One that had to make way and cannot get nearer to its target, such as the space of a
    dead
    Spacer, stays: else the two would make way for each other for ever."""
    cdef int b = f.a, other = blip_at(g, g.blips[b].point, b), source, seek, cell = f.e, trigger = triggered_by(f)
    cdef bint stuck = f.c == DISPLACED and g.blips[b].point == f.h
    cdef Frame* next_
    if f.c == BY_NOISE and level(g) != LEVEL_WHITE:
        source = g.spacers[f.d].cell if f.d >= 0 and on_board(g, f.d) else f.e
        g.blips[b].arrow = <unsigned char>facing(g, b, source, f.k - 1)
    elif f.c == BY_PATROL and f.k and not g.alert:
        g.blips[b].arrow = <unsigned char>(f.k - 1)
    seek = f.d  # on the black level the Spacer closest to the one is closest to the other
    done(&g.core)
    if other >= 0 and not stuck:
        next_ = call(&g.core, PROC_MOVE_BLIP, other, 1, DISPLACED, seek)
        next_.e = <short>cell
        next_.f = <short>(trigger + 1)


cdef int facing(const Game* g, int b, int cell, int last) noexcept nogil:
    """ENO-BLP-12-D: toward the cell along the axis with the larger gap; tie: the axis of the last step (-1: of the
    arrow)."""
    cdef int point = g.blips[b].point, gx = gap_x(point, cell), gy = gap_y(point, cell)
    if last < 0:
        last = g.blips[b].arrow
    if gx == 0 and gy == 0:
        return last
    if gx > gy or (gx == gy and last & 1):
        return side_x(point, cell)
    return side_y(point, cell)


# -- the Noise queue -------------------------------------------------------------------------------------------


cdef void empty_noise(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Resolve the Noise queue, oldest first: Overwhelm triggers, then each Blip with a die, closest first
    (ENO-BLP-03, ENO-BLP-05, ENO-BLP-05-D, -05-D2, ENO-NOI-07-D, ENO-NOI-10, ENO-GEN-06-D2). Inside itself it does
    nothing: new Noise joins the queue's end."""
    cdef Head* h = &g.core
    cdef int n, b, seat, type
    cdef unsigned int nearest
    if f.step == 0:
        if g.emptying or g.n_noises == 0:
            done(h)
            return
        g.emptying = 1
        f.step = 1
    elif f.step == 2:
        f.step = 1
        send_blip(g, h.answer - ACT_BLIP)
        return
    if g.noises[0].overwhelms:
        g.noises[0].overwhelms -= 1
        type = g.noises[0].type
        if type >= 0:
            call(h, PROC_OVERWHELM, type, 0, 0, 0)
        return
    nearest = next_blips(g, &n)
    if n == 0:
        drop_noise(g)
        if g.n_noises == 0:
            g.emptying = 0
            done(h)
        return
    seat = tie_chooser(t, g, roller(g), TIES)
    if n == 1 or seat < 0:
        b = 0
        while not (nearest >> b) & 1:
            b += 1
        send_blip(g, b)
        return
    begin(h, seat, CHOICE_BLIP_ORDER, -1)
    for b in range(MAX_BLIPS):
        if (nearest >> b) & 1:
            option(h, ACT_BLIP + b)
    f.step = 2
    ask(h)


cdef int roller(const Game* g) noexcept nogil:
    """Who made the oldest Noise; the Lead for one that no Spacer made (ENO-NOI-13-D) or whose maker is gone."""
    cdef int s = g.noises[0].source
    return s if s >= 0 and in_play(g, s) else lead(g)


cdef int noise_cell(const Game* g) noexcept nogil:
    """ENO-BLP-05-D: the Spacer's space at this time; where the Noise was made if it has died or left."""
    cdef int s = g.noises[0].source
    return g.spacers[s].cell if s >= 0 and on_board(g, s) else g.noises[0].cell


cdef unsigned int next_blips(const Game* g, int* n) noexcept nogil:
    """The closest Blips that have a die of the oldest Noise, as bits; how many in n."""
    cdef int b, d, best = 0, cell = noise_cell(g)
    cdef unsigned int bits = 0
    n[0] = 0
    for b in range(MAX_BLIPS):
        if g.noises[0].dice[b] == 0 or g.blips[b].point < 0:
            continue
        d = blip_distance(g.blips[b].point, cell)
        if n[0] == 0 or d < best:
            best = d
            n[0] = 0
            bits = 0
        if d == best:
            n[0] += 1
            bits |= 1u << b
    return bits


cdef void send_blip(Game* g, int b) noexcept nogil:
    """A Blip moves by its dice of the oldest Noise."""
    cdef Noise* noise = &g.noises[0]
    cdef int spaces = noise.dice[b]
    noise.dice[b] = 0
    call(&g.core, PROC_MOVE_BLIP, b, spaces, BY_NOISE, noise.source).e = noise.cell


cdef void drop_noise(Game* g) noexcept nogil:
    """The oldest Noise is resolved."""
    cdef int last
    g.n_noises -= 1
    last = g.n_noises
    memmove(&g.noises[0], &g.noises[1], last * sizeof(Noise))
    memset(&g.noises[last], 0, sizeof(Noise))
    g.noises[last].cell = -1
    g.noises[last].source = -1
    g.noises[last].type = -1


# -- reveal ----------------------------------------------------------------------------------------------------


cdef void reveal_blip(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """A Blip is revealed: an Echo leaves the session and is replaced, others spawn their Intruders and go back to the
    pool (ENO-REV-01 to ENO-REV-08-D, ENO-SPN-02-D).

    a: Blip, b: Spacer concerned (-1: none, next to the Blip's intersection), c: 1 it moved (ambush), e: who triggered
    its movement, + 1.
    """
    cdef int face = g.blips[f.a].face, point = g.blips[f.a].point, who = f.b, moved = f.c
    cdef int trigger = f.e - 1 if moved else f.b, how, type
    take_off(g, f.a)
    done(&g.core)
    if face == FACE_ECHO:
        g.echoes_gone += 1
        call(&g.core, PROC_SPAWN_BLIPS, 1, trigger, 0, 0)
        return
    g.blip_pool[face] += 1
    how = (AMBUSH if moved else 0) | (UNIQUE if face == FACE_U else 0)
    type = ecology(t, g, who) if who >= 0 else type_at(t, g, point)
    call(&g.core, PROC_SPAWN_INTRUDERS, face_symbols(t, g, face), who, how, type).e = <short>point


cdef int type_at(const Tables* t, const Game* g, int point) noexcept nogil:
    """ENO-MAP-05-D: the ecology of the map where Intruders next to an intersection appear."""
    cdef short at[MAX_CANDIDATES]
    return ecology_at(t, g, at[0] if nearest_empty_to_point(t, g, point, at) > 0 else -1)


# -- spawning of Blips -----------------------------------------------------------------------------------------

cdef enum:
    NEXT = 0
    SPOT = 1  # the spawn point has been chosen
    DRAWN = 2  # the Blip has been chosen
    TURNED = 3  # the arrow has been chosen


cdef void spawn_blips(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """New Blips, each on the spawn point nearest to the Spacer concerned, facing most Spacers (ENO-SPN-01 to
    ENO-SPN-05, ENO-GEN-07).

    a: how many are left, b: triggering Spacer (-1: none, so the PT). d: point, e: face, g: arrow.
    """
    cdef Head* h = &g.core
    cdef int action = h.answer
    if f.step == NEXT:
        next_spawn(t, g, f)
        return
    if f.step == SPOT:
        f.d = <short>candidate_answer(g)
        if not draw_blip(t, g, f):
            return
    elif f.step == DRAWN:
        f.e = <short>(action - ACT_OPTION)
        g.blip_pool[f.e] -= 1
    if f.step == TURNED:
        f.g = <short>(action - ACT_STEP)
    elif not turn_blip(t, g, f):
        return
    put_blip(g, f)


cdef void next_spawn(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """The next Blip, or the Overwhelm for a missing one (ENO-SPN-05)."""
    cdef Head* h = &g.core
    cdef short at[MAX_CANDIDATES]
    cdef int n, seat, who = concerned(g, f.b)
    if f.a <= 0 or who < 0:
        done(h)
        return
    f.a -= 1
    n = nearest_spawns(t, g, space_of(g, who), False, at)
    if n == 0:
        n = nearest_spawns(t, g, space_of(g, who), True, at)
    if pool_size(g) == 0 or n == 0 or free_blip(g) < 0:
        call(h, PROC_OVERWHELM, ecology(t, g, who), 1, 0, 0)
        return
    seat = tie_chooser(t, g, lead(g), TIES)
    f.step = SPOT
    ask_place(g, seat if seat >= 0 else lead(g), CHOICE_SPAWN_TIE, -1, at, n if seat >= 0 else 1, True)


cdef int nearest_spawns(const Tables* t, const Game* g, int cell, bint occupied, short* out) noexcept nogil:
    """ENO-SPN-01, ENO-SPN-03, ENO-SPN-03-D: the nearest (A5) spawn points in use on the pages in play, in the order
    of their numbers; how many. `occupied`: those with a Blip count too."""
    cdef int i, j, d, point, best = 0, n = 0
    for i in range(t.n_spawns):
        point = t.spawns[i]
        if g.spawn_disabled[i] or not (g.revealed >> t.spawn_page[i]) & 1:
            continue
        if not occupied and blip_at(g, point, -1) >= 0:
            continue
        d = blip_distance(point, cell)
        if n == 0 or d < best:
            best = d
            n = 0
        if d == best and n < MAX_CANDIDATES:
            j = n
            while j > 0 and out[j - 1] > point:
                out[j] = out[j - 1]
                j -= 1
            out[j] = <short>point
            n += 1
    return n


cdef bint draw_blip(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """ENO-SPN-04: a random Blip of the pool; with full freedom the Intruders' seat picks one of up to three (M9).
    False when that is asked."""
    cdef unsigned char left[FACE_COUNT]
    cdef int i, face, total = pool_size(g), drawn = 0, hand = 0
    if not (t.agent_monsters and t.freedom >= FULL):
        f.e = <short>draw_face(g)
        return True
    for i in range(FACE_COUNT):
        left[i] = g.blip_pool[i]
    while hand < HAND and hand < total:
        hand += 1
        face = weighted(&g.core, left, FACE_COUNT)
        left[face] -= 1
        drawn |= 1 << face
    begin(&g.core, g.seats, CHOICE_DRAW_BLIP, -1)
    for i in range(FACE_COUNT):
        if (drawn >> i) & 1:
            option(&g.core, ACT_OPTION + i)
    f.step = DRAWN
    ask(&g.core)
    return False


cdef bint turn_blip(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """ENO-SPN-01, ENO-SPN-03-D: the arrow faces most Spacers. False when a tie is asked (M6)."""
    cdef int tied = 0, d, seat = tie_chooser(t, g, lead(g), TIES)
    f.g = <short>faces_most(g, f.d, &tied)
    if seat < 0 or tied & (tied - 1) == 0:
        return True
    begin(&g.core, seat, CHOICE_FACING_TIE, -1)
    for d in range(4):
        if (tied >> d) & 1:
            option(&g.core, ACT_STEP + d)
    f.step = TURNED
    ask(&g.core)
    return False


cdef void put_blip(Game* g, Frame* f) noexcept nogil:
    """The new Blip lies on its spawn point; one that was there makes way (ENO-SPN-03)."""
    cdef int b = free_blip(g), other = blip_at(g, f.d, -1), who = concerned(g, f.b), trigger = f.b, seek, cell
    cdef bint last = f.a == 0
    cdef Frame* next_
    lay_blip(g, b, f.d, f.e, f.g)
    f.step = NEXT
    if other < 0:
        return
    # Inside a patrol on the black level displaced Blips seek the closest Spacer (ENO-BLP-11-D).
    seek = CLOSEST if trigger < 0 and g.scanner >= 0 and level(g) == LEVEL_BLACK else who
    cell = space_of(g, who)
    if last:
        done(&g.core)
    next_ = call(&g.core, PROC_MOVE_BLIP, other, 1, DISPLACED, seek)
    next_.e = <short>cell
    next_.f = <short>(trigger + 1)


# -- spawning of Intruders -------------------------------------------------------------------------------------

cdef enum:
    PLACE = 0
    SPACE = 1  # the space has been chosen
    ACT_NEXT = 2
    ORDERED = 3  # the next Intruder of the ambush has been chosen


cdef void spawn_intruders(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Intruders appear: placing with Unique Specimens and Overspawn, First Contact, ambush (ENO-REV-02, ENO-REV-06 to
    ENO-REV-09, ENO-SPN-06, ENO-CDN-05, ENO-ALR-03-D).

    a: how many are left, b: Spacer concerned (-1: none, next to the point e), c: bits 1 ambush, 2 Unique Specimens,
    d: type. k: bits of the slots, l: bits of those that have to act.
    """
    cdef Head* h = &g.core
    cdef int action = h.answer
    if f.step == PLACE and f.a > 0:
        place_next(t, g, f)
        return
    if f.step == SPACE:
        f.step = PLACE
        put_intruder(t, g, f, candidate_answer(g))
        return
    if f.step == PLACE:
        f.step = ACT_NEXT
        f.l = f.k if f.c & AMBUSH else 0
        if f.k and not g.contacted[f.d]:
            call(h, PROC_FIRST_CONTACT, f.d, 0, 0, 0)
            return
    if f.step == ORDERED:
        f.step = ACT_NEXT
        ambush(g, f, action - ACT_INTRUDER)
        return
    next_ambush(t, g, f)


cdef void place_next(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """ENO-REV-02, ENO-REV-02-D: the next Intruder takes an empty space adjacent to the Spacer, else the nearest one;
    a missing one is an Overspawn (ENO-SPN-06)."""
    cdef short at[MAX_CANDIDATES]
    cdef int n, seat = chooser(t, g, f.b)
    f.a -= 1
    if free_slot(g) < 0 or minis_left(t, g, f.d) <= 0:
        call(&g.core, PROC_OVERSPAWN, f.d, f.b, 0, 0)
        return
    if f.b >= 0:
        n = spaces_next_to(t, g, space_of(g, f.b), at)
    else:
        n = nearest_empty_to_point(t, g, f.e, at)
    if n > 0:
        f.step = SPACE
        ask_place(g, seat if seat >= 0 else lead(g), CHOICE_SPAWN_SPACE, f.d, at, n if seat >= 0 else 1, False)


cdef int chooser(const Tables* t, const Game* g, int s) noexcept nogil:
    """Who picks spaces and the order of an ambush: the Spacer concerned, the Lead without one, or the Intruders' seat
    (M5); -1: nobody is asked."""
    if s >= 0 and in_play(g, s):
        return decider(t, g, s)
    return tie_chooser(t, g, lead(g), TIES)


cdef void put_intruder(const Tables* t, Game* g, Frame* f, int cell) noexcept nogil:
    """The miniature faces the Spacer next to whom it appears, else the closest one (ENO-BRD-09-D2). One that ambushes
    in the Intruder Phase has acted in it (ENO-ACV-01-D)."""
    cdef int k = free_slot(g), who = f.b, i
    memset(&g.intruders[k], 0, sizeof(g.intruders[k]))
    g.intruders[k].cell = <short>cell
    g.intruders[k].type = <signed char>f.d
    g.intruders[k].specimen = -1
    g.intruders[k].acted = f.c & AMBUSH and g.phase == INTRUDER_PHASE
    if who < 0:
        nearest_spacer(t, g, cell, &who)
    if who >= 0:
        g.intruders[k].facing = <unsigned char>direction_to(cell, space_of(g, who), True)
    if f.c & UNIQUE:
        g.intruders[k].specimen = <signed char>draw_specimen(t, g, f.d)
    for i in range(g.core.depth - 1):
        if g.core.stack[i].proc == PROC_SPAWN_INTRUDERS:  # the slot belonged to one that is gone
            g.core.stack[i].k &= <short>(~(1 << k))
            g.core.stack[i].l &= <short>(~(1 << k))
    f.k |= <short>(1 << k)


cdef int draw_specimen(const Tables* t, Game* g, int type) noexcept nogil:
    """ENO-REV-08, ENO-REV-08-D: a random Unique Specimen card of the type; -1 without a card or a free numbered
    space."""
    cdef int k, i, n = 0, taken = 0
    for k in range(MAX_INTRUDERS):
        taken += g.intruders[k].type == type and g.intruders[k].specimen >= 0
    for i in range(t.types[type].first_specimen, t.types[type].end_specimen):
        n += g.specimen_free[i]
    if n == 0 or taken >= t.types[type].specimen_slots:
        return -1
    n = roll(&g.core, n)
    i = t.types[type].first_specimen
    while n > 0 or not g.specimen_free[i]:
        n -= g.specimen_free[i]
        i += 1
    g.specimen_free[i] = 0
    return i


cdef void next_ambush(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """ENO-REV-06, ENO-REV-06-D: each spawned Intruder that is still there acts, in the order of the Spacer
    concerned."""
    cdef int k, n = 0, first = -1, seat = chooser(t, g, f.b)
    for k in range(MAX_INTRUDERS):
        if (f.l >> k) & 1 and g.intruders[k].type >= 0:
            n += 1
            if first < 0:
                first = k
    if n == 0:
        done(&g.core)
        return
    if n == 1 or seat < 0:
        ambush(g, f, first)
        return
    begin(&g.core, seat, CHOICE_AMBUSH_ORDER, -1)
    for k in range(MAX_INTRUDERS):
        if (f.l >> k) & 1 and g.intruders[k].type >= 0:
            option(&g.core, ACT_INTRUDER + k)
    f.step = ORDERED
    ask(&g.core)


cdef void ambush(Game* g, Frame* f, int k) noexcept nogil:
    """One Intruder acts at once."""
    f.l &= <short>(~(1 << k))
    call(&g.core, PROC_ACTIVATE, k, 2, -1, 0)


# -- Overspawn, Overwhelm, First Contact -----------------------------------------------------------------------


cdef void overspawn(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """For a missing Intruder the farthest one activates (ENO-SPN-06, ENO-SPN-06-D); not inside another Overspawn of
    the type (ENO-GEN-06-D3). a: type, b: Spacer concerned."""
    cdef Head* h = &g.core
    cdef int k, n, seat, who = concerned(g, f.b)
    cdef unsigned int farthest
    if f.step == 0:
        farthest = farthest_intruders(t, g, who, &n)
        if g.busy[f.a] & BUSY_OVERSPAWN or n == 0:
            done(h)
            return
        g.busy[f.a] |= BUSY_OVERSPAWN
        f.step = 1
        seat = tie_chooser(t, g, lead(g), TIES)
        begin(h, seat if seat >= 0 else lead(g), CHOICE_OVERSPAWN_TIE, -1)
        for k in range(MAX_INTRUDERS):
            if (farthest >> k) & 1:
                option(h, ACT_INTRUDER + k)
                if seat < 0:
                    break
        ask(h)
    elif f.step == 1:
        f.step = 2
        call(h, PROC_ACTIVATE, h.answer - ACT_INTRUDER, 3, -1, 0)
    else:
        g.busy[f.a] &= <unsigned char>(~BUSY_OVERSPAWN)
        done(h)


cdef unsigned int farthest_intruders(const Tables* t, const Game* g, int s, int* n) noexcept nogil:
    """The farthest Intruders (A4) from a Spacer, as bits; how many in n."""
    cdef int k, d, best = 0
    cdef unsigned int bits = 0
    n[0] = 0
    if s < 0:
        return 0
    for k in range(MAX_INTRUDERS):
        if g.intruders[k].type < 0 or g.intruders[k].cell < 0:
            continue
        d = open_distance(t, g, space_of(g, s), g.intruders[k].cell)
        if n[0] == 0 or d > best:
            best = d
            n[0] = 0
            bits = 0
        if d == best:
            n[0] += 1
            bits |= 1u << k
    return bits


cdef void run_text(Game* g, int first, int end, int who) noexcept nogil:
    """Resolve an effect of an Intruder Sheet that concerns the PT."""
    cdef Frame* body = call(&g.core, PROC_EFFECT, first, end, who, -1)
    body.e = body.f = -1
    body.h = <short>who


cdef void overwhelm(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """The Overwhelm effect of a type (ENO-NOI-07, ENO-NOI-07-D2, ENO-SPN-05), not inside itself (ENO-GEN-06-D3). a:
    type, b: 1 its Blip removal is ignored."""
    cdef int who = concerned(g, -1)
    if f.step == 0 and who >= 0 and t.types[f.a].overwhelm >= 0 and not g.busy[f.a] & BUSY_OVERWHELM:
        g.busy[f.a] |= BUSY_OVERWHELM
        f.step = 1
        run_text(g, t.types[f.a].overwhelm, t.types[f.a].overwhelm_end, who)
        return
    if f.step == 1:
        g.busy[f.a] &= <unsigned char>(~BUSY_OVERWHELM)
    done(&g.core)


cdef void first_contact(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """ENO-REV-09, ENO-REV-09-D: once per type and session. a: type."""
    cdef int who = concerned(g, -1)
    if f.step == 0 and not g.contacted[f.a]:
        g.contacted[f.a] = 1
        f.step = 1
        if who >= 0 and t.types[f.a].first_contact >= 0:
            run_text(g, t.types[f.a].first_contact, t.types[f.a].first_contact_end, who)
            return
    done(&g.core)


# -- patrols ---------------------------------------------------------------------------------------------------

cdef enum:
    DRAW = 0
    ALIGNED = 1  # the alignment has been chosen
    SORT = 2
    SORTED = 3  # the next of the order has been chosen
    WALK = 4


cdef void patrol(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Blip patrols (ENO-PAT-01 to ENO-PAT-07). a: level of the card, b: Blips in order, or the last one that moved,
    c: the PT's space."""
    cdef Head* h = &g.core
    cdef int action = h.answer
    if f.step == DRAW:
        if concerned(g, -1) < 0:
            done(h)
        else:
            ask_alignment(t, g, f)
        return
    if f.step == ALIGNED:
        g.scanner_turned = action == ACT_AXIS + 1
        f.step = SORT
        if not draw_scanner(g, f):
            done(h)
            return
    elif f.step == SORTED:
        f.b += 1
        g.blips[action - ACT_BLIP].order = <unsigned char>f.b
        f.step = SORT
    if f.step == SORT and sort_blips(t, g, f):
        return
    if f.step == WALK:
        walk(t, g, f)


cdef void ask_alignment(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """ENO-PAT-01, ENO-PAT-01-D, ENO-OPT-05: how the card will be read: north up, or as is chosen before it is
    seen."""
    cdef int who = concerned(g, -1)
    f.c = <short>space_of(g, who)
    begin(&g.core, decider(t, g, who), CHOICE_ALIGNMENT, -1)
    option(&g.core, ACT_AXIS)
    if t.scanner_asked:
        option(&g.core, ACT_AXIS + 1)
    f.step = ALIGNED
    ask(&g.core)


cdef void* scanner_deck(Game* g, int colour) noexcept nogil:
    """The Scanner deck of a level."""
    if colour == LEVEL_WHITE:
        return &g.scanner_white
    return <void*>&g.scanner_red if colour == LEVEL_RED else <void*>&g.scanner_black


cdef void* scanner_discard(Game* g, int colour) noexcept nogil:
    """The used Scanner cards of a level."""
    if colour == LEVEL_WHITE:
        return &g.discard_white
    return <void*>&g.discard_red if colour == LEVEL_RED else <void*>&g.discard_black


cdef bint draw_scanner(Game* g, Frame* f) noexcept nogil:
    """ENO-PAT-01, ENO-PAT-01-D: the top card of the level's deck, which is refilled from its discard pile; False
    without any."""
    cdef void* deck
    f.a = <short>level(g)
    deck = scanner_deck(g, f.a)
    if (<Pile*>deck).n == 0:
        pile_pour(&g.core, scanner_discard(g, f.a), deck)
        pile_shuffle(&g.core, deck)
    if (<Pile*>deck).n == 0:
        return False
    g.scanner = <signed char>pile_draw(&g.core, deck)
    return True


cdef bint sort_blips(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """ENO-PAT-03, ENO-PAT-03-D: the order, closest to the PT first, is fixed before the first Blip moves; True when a
    tie is asked. f.step becomes WALK at its end."""
    cdef int b, n, d, best, first, seat = tie_chooser(t, g, lead(g), TIES)
    while True:
        n = best = 0
        first = -1
        for b in range(MAX_BLIPS):
            if g.blips[b].point < 0 or g.blips[b].order:
                continue
            d = blip_distance(g.blips[b].point, f.c)
            if n == 0 or d < best:
                best = d
                n = 0
                first = b
            n += d == best
        if n == 0:
            f.step = WALK
            f.b = 0
            return False
        if n > 1 and seat >= 0:
            break
        f.b += 1
        g.blips[first].order = <unsigned char>f.b
    begin(&g.core, seat, CHOICE_BLIP_ORDER, -1)
    for b in range(MAX_BLIPS):
        if g.blips[b].point >= 0 and not g.blips[b].order and blip_distance(g.blips[b].point, f.c) == best:
            option(&g.core, ACT_BLIP + b)
    f.step = SORTED
    ask(&g.core)
    return True


cdef int next_in_order(const Game* g, int after) noexcept nogil:
    """The Blip with the lowest place in the order behind `after`; -1 none."""
    cdef int b, found = -1
    for b in range(MAX_BLIPS):
        if g.blips[b].point < 0 or g.blips[b].order <= after:
            continue
        if found < 0 or g.blips[b].order < g.blips[found].order:
            found = b
    return found


cdef int reading(const Tables* t, const Game* g, int colour, int quarter) noexcept nogil:
    """ENO-PAT-01-D, ENO-PAT-02: the card's symbols in a quadrant of the board; turned, its north-west part lies
    north-east."""
    cdef int part = quarter
    if g.scanner_turned:
        part = 2 if quarter == 0 else 0 if quarter == 1 else 3 if quarter == 2 else 1
    return t.scanners[colour][g.scanner].quadrants[part]


cdef void walk(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """The next Blip patrols; at the end the card is discarded (ENO-PAT-01-D)."""
    cdef int b = next_in_order(g, f.b), who = concerned(g, -1)
    if b < 0:
        pile_push(&g.core, scanner_discard(g, f.a), g.scanner, True)
        g.scanner = -1
        g.scanner_turned = 0
        for b in range(MAX_BLIPS):
            g.blips[b].order = 0
        done(&g.core)
        return
    f.b = g.blips[b].order
    if who >= 0:
        f.c = <short>space_of(g, who)
    send_patrol(t, g, f, b, who)


cdef void send_patrol(const Tables* t, Game* g, Frame* f, int b, int who) noexcept nogil:
    """A Blip moves by the reading of its quadrant: along its arrow, on the black level toward the closest Spacer, on
    Full Alert toward the Extraction Point (ENO-PAT-02, ENO-PAT-02-D, ENO-PAT-04, ENO-PAT-05, ENO-CDN-09,
    ENO-ALR-02)."""
    cdef int spaces = reading(t, g, f.a, quadrant(g.blips[b].point, f.c))
    cdef bint free_ = g.alert or level(g) == LEVEL_BLACK
    if spaces > 0:
        call(&g.core, PROC_MOVE_BLIP, b, spaces, BY_PATROL if free_ else BY_ARROW, CLOSEST if free_ else who).e = f.c


cdef void full_alert(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """At the start of an Intruder Phase, once Extraction is initiated, all Blips turn toward the Extraction Point and
    are on Full Alert (ENO-ALR-01, ENO-ALR-02-D, ENO-EXT-15)."""
    cdef int b, cell
    if g.initiated:
        g.alert = 1
        for b in range(MAX_BLIPS):
            cell = nearest_exit(t, g, g.blips[b].point) if g.blips[b].point >= 0 else -1
            if cell >= 0:
                g.blips[b].arrow = <unsigned char>facing(g, b, cell, -1)
    done(&g.core)


enter(PROC_EMPTY_NOISE, empty_noise)
enter(PROC_MOVE_BLIP, move_blip)
enter(PROC_REVEAL_BLIP, reveal_blip)
enter(PROC_SPAWN_BLIPS, spawn_blips)
enter(PROC_SPAWN_INTRUDERS, spawn_intruders)
enter(PROC_OVERWHELM, overwhelm)
enter(PROC_OVERSPAWN, overspawn)
enter(PROC_FIRST_CONTACT, first_contact)
enter(PROC_PATROL, patrol)
enter(PROC_FULL_ALERT, full_alert)
