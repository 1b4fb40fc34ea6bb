# cython: language_level=3
"""Forced movement and moves granted step by step (KBK, KEY-07, -11, -19, -23, -27, -28, Advance and Fallback)."""
from envs.core.flow cimport ask, ask_any, ask_or, begin, call, done, Frame, give, Head, option
from envs.enormity.rules.board cimport (
    beside, border_free, cell_x, cell_y, direction_to, FAR, has_tile, in_bounds, intruder_at, is_empty, is_exit,
    is_obstacle, move_field, open_distance, passable, spacer_at, unit_cell,
)
from envs.enormity.rules.state cimport (
    ACT_DONE, ACT_STEP, CELLS, CHOICE_ADVANCE, CHOICE_DISPLACE, CHOICE_FALLBACK, CHOICE_KNOCKBACK, Game, MAX_SPACERS,
    PROC_DIE, PROC_DISPLACE, PROC_ENTER, PROC_FREE_STEPS, PROC_KNOCKBACK, PROC_LURE, PROC_MOVE, PROC_PUSHBACK,
    PROC_STEP, Tables, TILE_DESTRUCTIBLE, TILE_INDESTRUCTIBLE,
)
from envs.enormity.rules.stats cimport can_move, knock_down, lead, lose_vitals, on_board, settle
from envs.enormity.rules.table cimport enter

cdef enum:
    STOPPED = 0  # what a push of one space comes to
    MOVED = 1
    CRASHED = 2  # stopped by an Obstacle (ENO-KBK-05, ENO-KBK-06)
    ASKED = 3  # two directions along the edge are equal


# -- one space of a Knockback --------------------------------------------------------------------------------


cdef bint edge(const Tables* t, const Game* g, int cell, int direction) noexcept nogil:
    """ENO-KBK-08-D: walls, red lines, closed and welded doors and the end of the board count as board edge."""
    cdef int to = beside(cell, direction)
    return to < 0 or not passable(t, g, cell, direction) or not in_bounds(t, g, to)


cdef int apart(int a, int b) noexcept nogil:
    """Columns and rows between two cells."""
    cdef int x = cell_x(a) - cell_x(b), y = cell_y(a) - cell_y(b)
    return (x if x >= 0 else -x) + (y if y >= 0 else -y)


cdef int along_edge(const Tables* t, const Game* g, int cell, int direction, int source, int* other) noexcept nogil:
    """ENO-KBK-08, -08-D: the direction along the edge that leads away from the source; -1 when none is open that does.
    `other`: the second one when both lead equally far, -1 otherwise."""
    cdef int left = (direction + 3) & 3, right = (direction + 1) & 3
    cdef int away = apart(cell, source)
    cdef bint can_left = not edge(t, g, cell, left) and apart(beside(cell, left), source) > away
    cdef bint can_right = not edge(t, g, cell, right) and apart(beside(cell, right), source) > away
    other[0] = -1
    if not can_left or not can_right:
        return left if can_left else right if can_right else -1
    away = apart(beside(cell, left), source) - apart(beside(cell, right), source)
    if away == 0:
        other[0] = right
    return left if away >= 0 else right


cdef int push_spacer(const Tables* t, Game* g, int cell, int direction, int source, int* to) noexcept nogil:
    """Where one space of Knockback takes a Spacer from a cell (ENO-KBK-04 to ENO-KBK-06-D, ENO-KBK-08 to -08-D2)."""
    cdef int d = direction, other
    to[0] = cell
    if edge(t, g, cell, d):
        d = along_edge(t, g, cell, d, source, &other)
        if d < 0:
            return STOPPED
        if other >= 0:
            return ASKED
    return push_along(t, g, cell, d, to)


cdef int push_along(const Tables* t, Game* g, int cell, int direction, int* to) noexcept nogil:
    """The same in a direction that no edge blocks."""
    cdef int c = beside(cell, direction)
    to[0] = cell
    if is_obstacle(t, g, c):
        if has_tile(t, g, c, TILE_DESTRUCTIBLE) and not has_tile(t, g, c, TILE_INDESTRUCTIBLE):
            g.tile[c] = 0
            to[0] = c
        return CRASHED
    if intruder_at(g, c) >= 0:
        return STOPPED
    to[0] = c
    return MOVED


cdef bint may_rest(const Game* g, int s, int cell) noexcept nogil:
    """No other figure stands on the space."""
    cdef int other
    for other in range(g.seats):
        if other != s and on_board(g, other) and g.spacers[other].cell == cell:
            return False
    return intruder_at(g, cell) < 0


cdef void put_spacer(Game* g, int s, int cell) noexcept nogil:
    """The Spacer stands there now."""
    g.spacers[s].cell = g.spacers[s].last_cell = <short>cell


# -- Knockback -----------------------------------------------------------------------------------------------


cdef int straight_away(int source, int cell, int* other) noexcept nogil:
    """ENO-KBK-01, -01-D: away from the source along the axis with the larger offset; `other`: the second one when both
    are equal, -1 otherwise."""
    cdef int x = cell_x(cell) - cell_x(source), y = cell_y(cell) - cell_y(source)
    other[0] = -1
    if x == 0 and y == 0:
        return 0
    if (x if x >= 0 else -x) == (y if y >= 0 else -y):
        other[0] = 1 if x > 0 else 3
    return direction_to(source, cell, True)


cdef void knockback(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """A figure is moved straight away from the source (ENO-KBK-01 to ENO-KBK-08-D2, ENO-KEY-07).

    a: unit, b: spaces left, c: source cell, d: direction (-1: away from the source); e: the space reached, f: the last
    one on which it can stay, g: 1 Crash.
    """
    cdef Head* h = &g.core
    cdef int s = f.a, other = -1, to, result
    if f.step == 0:
        if unit_cell(g, s) < 0:
            done(h)
            return
        f.e = f.f = <short>unit_cell(g, s)
        f.step = 2
        if f.d < 0:
            f.d = <short>straight_away(f.c, f.e, &other)
            if other >= 0 and chooser(g, f) >= 0:
                f.step = 1
                ask_direction(g, chooser(g, f), f.d, other)
                return
    if f.step == 1:
        f.d = <short>(h.answer - ACT_STEP)
        f.step = 2
    if s >= MAX_SPACERS:
        knock_intruder(t, g, f)
        return
    if f.step == 3:  # the way along the edge has been chosen
        f.step = 2
        f.b -= 1
        to = f.e
        result = push_along(t, g, f.e, h.answer - ACT_STEP, &to)
        if advance_push(g, f, result, to):
            f.step = 4
    while f.step == 2 and f.b > 0:
        to = f.e
        result = push_spacer(t, g, f.e, f.d, f.c, &to)
        if result == ASKED:
            f.step = 3
            ask_direction(g, s, (f.d + 3) & 3, (f.d + 1) & 3)
            return
        f.b -= 1
        if advance_push(g, f, result, to):
            break
    if f.step < 4:
        f.step = 4
    finish_push(t, g, f)


cdef int chooser(const Game* g, const Frame* f) noexcept nogil:
    """ENO-KBK-01-D, ENO-KBK-08-D: who chooses between two directions: the Spacer, for an Intruder the attacker; -1
    nobody."""
    return f.a if f.a < MAX_SPACERS else spacer_at(g, f.c)


cdef void ask_direction(Game* g, int s, int one, int other) noexcept nogil:
    """Decision 53: two directions are equally good."""
    begin(&g.core, s, CHOICE_KNOCKBACK, -1)
    option(&g.core, ACT_STEP + one)
    option(&g.core, ACT_STEP + other)
    ask(&g.core)


cdef bint advance_push(const Game* g, Frame* f, int result, int to) noexcept nogil:
    """Note where the Spacer has come; True when it is stopped."""
    f.e = <short>to
    if may_rest(g, f.a, to):
        f.f = <short>to
    if result == CRASHED:
        f.g = 1
    return result != MOVED


cdef void finish_push(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """The Spacer stays on the last empty space, suffers a Crash, and the final tile is entered. f.step: 4, 5, 6."""
    cdef int s = f.a
    cdef bint went
    if f.step == 4:
        went = g.spacers[s].cell != f.f
        put_spacer(g, s, f.f)
        f.h = <short>went
        f.step = 5
        if f.g:
            lose_vitals(t, g, s, 1)
            knock_down(t, g, s)
            if settle(t, g, s):
                return
    if f.step == 5:
        f.step = 6
        if f.h and on_board(g, s) and g.spacers[s].cell == f.f:
            call(&g.core, PROC_ENTER, s, 1, 0, 0)
            return
    done(&g.core)


cdef void knock_intruder(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """ENO-KBK-07 to -07-D2: an Intruder passes figures and tiles, destroys Obstacles that it passes and a Destructible
    tile on which it ends; it stops on the last empty space. f.step: 3 the way along the edge has been chosen."""
    cdef int k = f.a - MAX_SPACERS, d, other = -1, c
    while f.b > 0 and g.intruders[k].type >= 0:
        d = f.d
        if f.step == 3:
            d = g.core.answer - ACT_STEP
            f.step = 2
        elif edge(t, g, f.e, d):
            d = along_edge(t, g, f.e, d, f.c, &other)
            if d < 0:
                break
            if other >= 0 and chooser(g, f) >= 0:
                f.step = 3
                ask_direction(g, chooser(g, f), d, other)
                return
        f.b -= 1
        f.e = <short>beside(f.e, d)
        if is_obstacle(t, g, f.e) and not has_tile(t, g, f.e, TILE_INDESTRUCTIBLE):
            g.tile[f.e] = 0
        if is_empty(t, g, f.e):
            f.f = f.e
        if crash(t, g, k, f.e):
            return
    if g.intruders[k].type >= 0:
        c = f.f
        g.intruders[k].cell = <short>c
        if g.tile[c] and has_tile(t, g, c, TILE_DESTRUCTIBLE) and not has_tile(t, g, c, TILE_INDESTRUCTIBLE):
            g.tile[c] = 0
    done(&g.core)


cdef bint crash(const Tables* t, Game* g, int k, int cell) noexcept nogil:
    """ENO-KBK-07-D, ENO-KEY-07: only an Intruder with the keyword runs over a Spacer; True while that is settled."""
    cdef int s = spacer_at(g, cell)
    if s < 0 or not t.types[g.intruders[k].type].crash:
        return False
    lose_vitals(t, g, s, 1)
    knock_down(t, g, s)
    return settle(t, g, s)


# -- Pushback and Lure ---------------------------------------------------------------------------------------


cdef void pushback(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """ENO-KEY-23, -23-D: the source closes in along the row or column, then pushes.

    a: Intruder, b: Spacer, c: spaces; d: direction, e: the Spacer's space, f: the last one on which it can stay, g: 1
    Crash, h: the Intruder's space, i: the last one on which it can stay. From step 4 on the frame is `finish_push`'s.
    """
    cdef int k = f.a, s = f.b
    if f.step >= 4:
        finish_push(t, g, f)
        return
    if f.step == 0:
        if g.intruders[k].type < 0 or not on_board(g, s):
            done(&g.core)
            return
        f.e = f.f = g.spacers[s].cell
        f.h = f.i = g.intruders[k].cell
        f.d = <short>direction_to(f.h, f.e, True)
        g.intruders[k].facing = <unsigned char>f.d
        f.step = 1
    while f.c > 0 and pushes_on(t, g, f):
        if f.step == 2:
            return
    if f.i != f.f:
        g.intruders[k].cell = f.i
    f.a = <short>s
    f.step = 4
    finish_push(t, g, f)


cdef bint pushes_on(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """One space of a Pushback; False when both stop. The Intruder does not stop on an open Extraction Point
    (ENO-EXT-11-D). f.step: 2 while the way along an edge is asked for."""
    cdef int k = f.a, s = f.b, c = beside(f.h, f.d), to = f.e, result
    if edge(t, g, f.h, f.d) or is_obstacle(t, g, c) or (intruder_at(g, c) >= 0 and intruder_at(g, c) != k):
        return False
    if c == f.e:
        if f.step == 2:
            f.step = 1
            result = push_along(t, g, f.e, g.core.answer - ACT_STEP, &to)
        else:
            result = push_spacer(t, g, f.e, f.d, f.h, &to)
        if result == ASKED:
            f.step = 2
            ask_direction(g, s, (f.d + 3) & 3, (f.d + 1) & 3)
            return True
        f.e = <short>to
        if may_rest(g, s, to):
            f.f = f.e
        if result == CRASHED:
            f.g = 1
        if to == c:
            return False
    f.c -= 1
    f.h = <short>c
    if not is_exit(t, g, c) and (spacer_at(g, c) < 0 or (spacer_at(g, c) == s and f.f != c)):
        f.i = f.h
    return not f.g


cdef void legal_field(const Tables* t, const Game* g, int start, unsigned char* out) noexcept nogil:
    """Steps of Spacers to every space; Intruders are in the way (ENO-MOV-04, ENO-MOV-05). `out` has CELLS bytes."""
    cdef short[CELLS] queue
    cdef int head = 0, tail = 1, c, to, d
    for c in range(CELLS):
        out[c] = FAR
    out[start] = 0
    queue[0] = <short>start
    while head < tail:
        c = queue[head]
        head += 1
        for d in range(4):
            to = beside(c, d)
            if to < 0 or out[to] != FAR or out[c] >= FAR - 1 or not border_free(t, g, c, d) or intruder_at(g, to) >= 0:
                continue
            out[to] = out[c] + 1
            queue[tail] = <short>to
            tail += 1


cdef void lure(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """ENO-KEY-19, -19-D: along the shortest legal path toward the source, up to the space next to it.

    a: Spacer, b: spaces, c: the source's cell; e to h as in `finish_push`.
    """
    cdef unsigned char[CELLS] away
    cdef int s = f.a, d, to
    if f.step >= 4:
        finish_push(t, g, f)
        return
    if not on_board(g, s) or f.c < 0:
        done(&g.core)
        return
    f.e = f.f = g.spacers[s].cell
    legal_field(t, g, f.c, &away[0])
    while f.b > 0 and 1 < away[f.e] < FAR:
        f.b -= 1
        for d in range(4):
            to = beside(f.e, d)
            if to >= 0 and border_free(t, g, f.e, d) and away[to] < away[f.e]:
                f.e = <short>to
                break
        if may_rest(g, s, f.e):
            f.f = f.e
    f.step = 4
    finish_push(t, g, f)


cdef void displace(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """ENO-KEY-11, -11-D: to an empty space next to it, chosen by the target's player; a Spacer without one dies, an
    Intruder stays. a: unit; b: its space."""
    cdef Head* h = &g.core
    cdef int d, seat
    if f.step == 0:
        f.b = <short>unit_cell(g, f.a)
        if f.b < 0:
            done(h)
            return
        seat = f.a if f.a < MAX_SPACERS else lead(g)
        begin(h, seat if seat >= 0 else 0, CHOICE_DISPLACE, f.a)
        for d in range(4):  # an Obstacle tile may lie on its own space by now (ENO-TER-06)
            if not edge(t, g, f.b, d) and is_empty(t, g, beside(f.b, d)):
                option(h, ACT_STEP + d)
        if ask_any(h):
            f.step = 1
            return
        f.step = 2
        if f.a < MAX_SPACERS:
            call(h, PROC_DIE, f.a, 0, 0, 0)
            return
    elif f.step == 1:
        f.step = 2
        d = beside(f.b, h.answer - ACT_STEP)
        if f.a >= MAX_SPACERS:
            g.intruders[f.a - MAX_SPACERS].cell = <short>d
        else:
            put_spacer(g, f.a, d)
            g.spacers[f.a].displaced = 1  # a movement of its own that this interrupts is over (ENO-MOV-11-D)
            call(h, PROC_ENTER, f.a, 1, 0, 0)
            return
    done(h)


# -- moves granted step by step ------------------------------------------------------------------------------


cdef void free_steps(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Reflex, Warn and the like are Move-like moves; Advance comes nearer to a cell, Fallback gets away from one, each
    step (ENO-KEY-01-D, ENO-KEY-13-D, ENO-KEY-27, ENO-KEY-28-D, ENO-ABL-05).

    a: Spacer, b: spaces left, c: Spacer who grants it, d: cell to get away from (-1), e: cell to come to (-1); f: steps
    made, g: space of the step in progress, h: of the last one made.
    """
    cdef Head* h = &g.core
    cdef int s = f.a
    if f.d < 0 and f.e < 0:
        if f.step == 0 and on_board(g, s):
            f.step = 1
            call(h, PROC_MOVE, s, f.b, 2 if f.c >= 0 and f.c != s else 0, 0)
            return
        give(h, h.result if f.step else 0)
        return
    if f.step == 2:
        if h.answer == ACT_DONE:
            f.b = 0
        else:
            f.step = 3
            f.g = <short>beside(g.spacers[s].cell, h.answer - ACT_STEP)
            call(h, PROC_STEP, s, h.answer - ACT_STEP, 1, 0)
            return
    elif f.step == 3:
        f.b = <short>(f.b - 1 if h.result else 0)
        if on_board(g, s) and g.spacers[s].cell == f.g:
            f.f += 1
            f.h = f.g
    elif f.step == 4:
        give(h, f.f)
        return
    if f.b > 0 and on_board(g, s) and can_move(t, g, s) and ask_free_step(t, g, f):
        f.step = 2
        return
    f.step = 4
    if on_board(g, s) and not may_rest(g, s, g.spacers[s].cell):
        call(h, PROC_DISPLACE, s, 0, 0, 0)
    elif f.f and on_board(g, s) and g.spacers[s].cell == f.h:
        call(h, PROC_ENTER, s, 1, 1, 0)


cdef bint leads_on(const Tables* t, const Game* g, const Frame* f, int cell, int d, int left,
                   const unsigned char* away) noexcept nogil:
    """A step that leads the right way and after which the Spacer can end; it passes Spacers (ENO-MOV-04, -05)."""
    cdef int to = beside(cell, d), further
    if to < 0 or not border_free(t, g, cell, d) or (t.forced[cell] and t.forced[cell] - 1 != d):
        return False
    if intruder_at(g, to) >= 0:
        return False
    if f.e >= 0:
        if away[to] >= away[cell]:
            return False
    elif open_distance(t, g, to, f.d) <= open_distance(t, g, cell, f.d):
        return False
    if is_empty(t, g, to) or is_exit(t, g, to):
        return True
    if left > 1:
        for further in range(4):
            if leads_on(t, g, f, to, further, left - 1, away):
                return True
    return False


cdef bint ask_free_step(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """The next step, or the end where the Spacer can stay; False when there is no step."""
    cdef unsigned char[CELLS] away
    cdef int s = f.a, cell = g.spacers[f.a].cell, d
    if f.e >= 0:
        move_field(t, g, f.e, FAR - 1, &away[0])
    begin(&g.core, s, CHOICE_ADVANCE if f.e >= 0 else CHOICE_FALLBACK, f.b)
    for d in range(4):
        if leads_on(t, g, f, cell, d, f.b, &away[0]):
            option(&g.core, ACT_STEP + d)
    return ask_or(&g.core, ACT_DONE) if may_rest(g, s, cell) else ask_any(&g.core)


enter(PROC_KNOCKBACK, knockback)
enter(PROC_PUSHBACK, pushback)
enter(PROC_LURE, lure)
enter(PROC_DISPLACE, displace)
enter(PROC_FREE_STEPS, free_steps)
