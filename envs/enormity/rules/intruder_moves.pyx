# cython: language_level=3
"""Movement of Intruders (IMV, WLD-05, ZRO-06; Crash of those that have it)."""
from envs.core.flow cimport ask, begin, Frame, give, option
from envs.enormity.rules.board cimport cell_x, cell_y, direction_to, nearest_empty, spacer_at, weld_at
from envs.enormity.rules.paths cimport cells_of_space, may_stop, Plan, plan_paths, way, weld_between
from envs.enormity.rules.state cimport (
    ACT_STEP, CELLS, CHOICE_DISPLACE, CHOICE_INTRUDER_STEP, Game, MAX_CANDIDATES, MAX_INTRUDERS, PROC_INTRUDER_MOVE,
    Tables,
)
from envs.enormity.rules.stats cimport (
    ask_place, candidate_answer, knock_down, lead, lose_vitals, on_board, settle, tie_chooser,
)
from envs.enormity.rules.table cimport enter

cdef enum:
    # Steps of INTRUDER_MOVE.
    START = 0
    WALK = 1
    STEP_CHOSEN = 2
    GOAL_CHOSEN = 3
    STOP = 4
    MOVED_AWAY = 5
    GOAL = 2  # of `Plan.useful`
    UNLIMITED = 255
    CRASH = 1  # Vitals lost by it (ENO-KEY-07)


cdef struct Ways:
    # Steps that stay on a shortest path, by direction.
    short[4] origin  # cell that is left: another one of the same space on an open Extraction Point
    short[4] to  # cell that is entered, -1: no such step


cdef void intruder_move(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """One standard movement towards a Spacer (ENO-IMV-01 to ENO-IMV-11-D, ENO-WLD-05, ENO-ZRO-06). Gives what it used.

    a: Intruder, b: Target, c: spaces (255 unlimited), d: Protocol whose attack it comes to make (-1 none); e: spaces
    used, f: last empty space, g: direction of the last step + 1, h: stopping space that the Intruders' seat chose + 1,
    i: direction of the step into f + 1, j: Intruder displaced, l: direction chosen for the next step + 1.
    """
    cdef int k = f.a, other
    if g.intruders[k].type < 0:
        give(&g.core, f.e)
    elif f.step == START:
        f.f = g.intruders[k].cell
        f.step = WALK
        if on_board(g, f.b):  # ENO-IMV-04
            g.intruders[k].facing = <unsigned char>direction_to(f.f, g.spacers[f.b].cell, True)
    elif f.step == WALK:
        walk(t, g, f)
    elif f.step == STEP_CHOSEN:
        f.l = <short>(g.core.answer - ACT_STEP + 1)
        f.step = WALK
    elif f.step == GOAL_CHOSEN:
        f.h = <short>(candidate_answer(g) + 1)
        f.step = WALK
    elif f.step == STOP:
        stop(t, g, f)
        other = underneath(g, k)
        if other < 0:
            give(&g.core, f.e)
        else:
            displace(t, g, f, other)
    else:
        g.intruders[f.j].cell = <short>candidate_answer(g)
        give(&g.core, f.e)


cdef void walk(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Steps until it arrives, its Speed is used up, or something is asked or settled. `WALK` means: plan anew."""
    cdef Plan p
    cdef Ways w
    cdef int k = f.a, n, d, seat
    if f.e >= limit(f) or not on_board(g, f.b):
        f.step = STOP
        return
    plan_paths(t, g, k, f.b, f.d, f.h - 1, &p)
    if f.h == 0 and ask_goal(t, g, f, &p):
        return
    while True:
        if f.e >= limit(f) or p.away[g.intruders[k].cell] >= p.length:
            f.step = STOP
            return
        n = choices(t, g, f, &p, &w)
        d = f.l - 1
        f.l = 0
        if d < 0 and n > 1:
            seat = tie_chooser(t, g, lead(g), 1)
            if seat >= 0:
                ask_step(g, f, &w, seat)
                return
        d = d if d >= 0 else first_way(&w)
        take_step(t, g, f, d, w.origin[d], w.to[d])
        if settle(t, g, -1) or f.step == STOP:
            return


cdef inline int first_way(const Ways* w) noexcept nogil:
    cdef int d = 0
    while d < 3 and w.to[d] < 0:
        d += 1
    return d


cdef inline int limit(const Frame* f) noexcept nogil:
    """ENO-IMV-02: without a Speed value it moves as far as needed."""
    return f.c if f.c < UNLIMITED else CELLS


cdef bint ask_goal(const Tables* t, Game* g, Frame* f, const Plan* p) noexcept nogil:
    """Monster-side decision M4: the Intruders' seat picks among the stopping spaces at equal path length."""
    cdef short at[MAX_CANDIDATES]
    cdef int c, n = 0, seat = tie_chooser(t, g, lead(g), 1)
    if seat != g.seats or p.n < 2 or p.length > limit(f) - f.e:
        return False
    for c in range(CELLS):
        if p.useful[c] == GOAL and n < MAX_CANDIDATES:
            at[n] = <short>c
            n += 1
    f.step = GOAL_CHOSEN
    ask_place(g, seat, CHOICE_INTRUDER_STEP, f.a, at, n, False)
    return True


cdef int choices(const Tables* t, const Game* g, const Frame* f, const Plan* p, Ways* w) noexcept nogil:
    """ENO-IMV-07, ENO-IMV-07-D: among the steps on a shortest path those on another axis than the last step until it is
    aligned with the Target, then those on the aligned axis; how many."""
    cdef short cells[CELLS]
    cdef int cell = g.intruders[f.a].cell, goal = g.spacers[f.b].cell, i, d, other, axis = -1
    cdef int n = cells_of_space(t, g, cell, cells), found = 0
    cdef bint preferred = False
    for d in range(4):
        w.to[d] = -1
        for i in range(n):
            other = way(t, g, cells[i], d)
            if w.to[d] < 0 and other >= 0 and p.useful[other] and p.away[other] == p.away[cell] + 1:
                w.to[d] = <short>other
                w.origin[d] = cells[i]
    if cell_x(cell) == cell_x(goal):
        axis = 0
    elif cell_y(cell) == cell_y(goal):
        axis = 1
    elif f.g > 0:
        axis = f.g & 1  # the directions 0 and 2 are vertical
    for d in range(4):
        preferred = preferred or (w.to[d] >= 0 and d & 1 == axis)
    for d in range(4):
        if preferred and d & 1 != axis:
            w.to[d] = -1
        found += w.to[d] >= 0
    return found


cdef void ask_step(Game* g, Frame* f, const Ways* w, int seat) noexcept nogil:
    """ENO-IMV-08, ENO-IMV-09: the starting axis of a zigzag, equally short routes."""
    cdef int d
    begin(&g.core, seat, CHOICE_INTRUDER_STEP, f.a)
    for d in range(4):
        if w.to[d] >= 0:
            option(&g.core, ACT_STEP + d)
    f.step = STEP_CHOSEN
    ask(&g.core)


cdef void take_step(const Tables* t, Game* g, Frame* f, int d, int origin, int to) noexcept nogil:
    """One space on (ENO-IMV-05); next to a weld it stops, and a weld is not crossed (ENO-WLD-05, ENO-WLD-05-D)."""
    cdef int k = f.a, s = spacer_at(g, to)
    if weld_between(t, g, origin, d):
        end_here(f)
        return
    g.intruders[k].cell = <short>to
    g.intruders[k].facing = <unsigned char>d  # ENO-IMV-04-D
    f.e += 1
    f.g = <short>(d + 1)
    if may_stop(t, g, k, to):
        f.f = <short>to
        f.i = f.g
    if s >= 0 and t.types[g.intruders[k].type].crash:  # ENO-KEY-07
        lose_vitals(t, g, s, CRASH)
        knock_down(t, g, s)
    if weld_at(t, g, to) >= 0:
        end_here(f)


cdef void end_here(Frame* f) noexcept nogil:
    """Stopped at once: nothing of the movement is left."""
    f.e = f.c
    f.step = STOP


cdef void stop(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """ENO-IMV-11-D: on an occupied space it goes back to the last empty one of its path."""
    cdef int k = f.a
    if may_stop(t, g, k, g.intruders[k].cell):
        return
    g.intruders[k].cell = f.f
    if f.i > 0:
        g.intruders[k].facing = <unsigned char>(f.i - 1)
    elif on_board(g, f.b):
        g.intruders[k].facing = <unsigned char>direction_to(f.f, g.spacers[f.b].cell, True)


cdef int underneath(const Game* g, int k) noexcept nogil:
    """ENO-ZRO-06: another Intruder on the space where this one ends, -1 none."""
    cdef int i
    for i in range(MAX_INTRUDERS):
        if i != k and g.intruders[i].type >= 0 and g.intruders[i].cell == g.intruders[k].cell:
            return i
    return -1


cdef void displace(const Tables* t, Game* g, Frame* f, int other) noexcept nogil:
    """ENO-ZRO-06, ENO-ZRO-03-D: to the closest empty space; of several the Lead picks one. Without one it stays."""
    cdef short at[MAX_CANDIDATES]
    cdef int n = nearest_empty(t, g, g.intruders[f.a].cell, at), seat = tie_chooser(t, g, lead(g), 1)
    if n > 1 and seat >= 0:
        f.j = <short>other
        f.step = MOVED_AWAY
        ask_place(g, seat, CHOICE_DISPLACE, other, at, n, False)
        return
    if n > 0:
        g.intruders[other].cell = at[0]
    give(&g.core, f.e)


enter(PROC_INTRUDER_MOVE, intruder_move)
