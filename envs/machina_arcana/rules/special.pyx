# cython: language_level=3
"""Special effects that move units or place things (PSH, SPE, the nearest spaces of GEN, barriers of DOR)."""
from envs.core.flow cimport Frame, ask, ask_any, begin, call, give, option
from envs.core.head cimport Head
from envs.machina_arcana.rules.geometry cimport (
    CELLS, TILE, absolute, can_step, cell_at, col, direct, free_cell, neighbour, row, set_border, sight, sign, slot_of,
    standable, tile_cell,
)
from envs.machina_arcana.rules.state cimport (
    ACT_CELL, ACT_DONE, ACT_MOVE, ACT_SIDE, BORDER_BARRIER, BORDER_NONE, CHOICE_BARRIER_CELL, CHOICE_BARRIER_SIDE,
    CHOICE_DESTINATION, CHOICE_FREE_SPACE, CHOICE_PATH, CHOICE_SPACE_TIE, Game, MAX_EXPLORERS, PROC_AFTER_MOVE,
    PROC_EXPLODE, PROC_FREE_MOVE, PROC_FREE_SPACE, PROC_NEAREST_SPACE, PROC_PLACE_BARRIER, PROC_PUSH, PROC_SWITCH,
    PROC_TELEPORT, PROC_TRAPS, SPACE_BARREL, SPACE_PIT, SPACE_SPAWN, SPACE_TRAP, SPACE_VOID, TOKEN_EXPLORED, Tables,
)
from envs.machina_arcana.rules.table cimport enter
from envs.machina_arcana.rules.targets cimport tie_seat
from envs.machina_arcana.rules.units cimport cell_of, decider, immobile, on_map, put_unit


# -- push and pull -------------------------------------------------------------------------------------------------

cdef int push_destination(const Game* g, int pos, int spaces, int origin) noexcept nogil:
    """MAC-PSH-02, MAC-PSH-03, MAC-PSH-10 to MAC-PSH-12: where a push (or pull, `spaces` negative) would lead, -1:
    nowhere."""
    cdef int dx = col(pos) - col(origin), dy = row(pos) - row(origin), to
    if dx == 0 and dy == 0:
        return -1
    to = cell_at(col(pos) + spaces * sign(dx), row(pos) + spaces * sign(dy))
    if to < 0 or to == pos or g.kind[to] == SPACE_VOID:
        return -1
    if spaces < 0:
        if direct(to, origin) >= direct(pos, origin):
            return -1
        # Along a line through the activating space the pull may end on that space, but not beyond it.
        if (dx == 0 or dy == 0 or absolute(dx) == absolute(dy)) and -spaces > direct(pos, origin):
            return -1
    return to


cdef void push(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Push, or pull: MAC-PSH-01 to MAC-PSH-13, MAC-TRP-08, MAC-TRP-09, MAC-BRL-04, MAC-BRL-10, MAC-MMV-16.

    a: unit, b: spaces, negative for a pull, c: activating space, d: the activating unit or -1. Gives 1 if it did
    anything. """
    cdef Head* h = &g.core
    cdef int pos = cell_of(g, f.a), to
    if f.step == 1:
        give(h, 1)
        return
    if not on_map(g, f.a) or f.c < 0 or immobile(t, g, f.a):
        give(h, 0)
        return
    to = push_destination(g, pos, f.b, f.c)
    if to < 0 or not sight(g, pos, to):
        give(h, 0)
        return
    f.step = 1
    if g.kind[to] == SPACE_TRAP and g.token[to] != TOKEN_EXPLORED:
        call(h, PROC_TRAPS, 1 << slot_of(to), f.d, to, 0)
    elif g.kind[to] == SPACE_BARREL and g.token[to] != TOKEN_EXPLORED:
        call(h, PROC_EXPLODE, to, f.d, 0, 0)
    elif free_cell(g, to):
        put_unit(t, g, f.a, to)
        call(h, PROC_AFTER_MOVE, f.a, 0, 0, 0)
    else:
        give(h, 0)


# -- teleport, switch, free movement -------------------------------------------------------------------------------

cdef void teleport(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Teleport: MAC-SPE-10 to MAC-SPE-15, MAC-MOV-14, MAC-MMV-16.

    a: unit, b: distance, c: kind of space or 0, d: the explorer that decides, -1 the group, e: space chosen before + 1
    or 0. Gives 1 if the unit moved.
    """
    cdef Head* h = &g.core
    cdef int own = cell_of(g, f.a), cell
    if f.step == 0:
        if not on_map(g, f.a) or immobile(t, g, f.a):
            give(h, 0)
            return
        if f.c:
            f.step = 1
            call(h, PROC_NEAREST_SPACE, f.c, own, f.d, 0)
            return
        if f.e:
            arrive(t, g, f, f.e - 1)
            return
        begin(h, f.d if f.d >= 0 else decider(t, g), CHOICE_DESTINATION, f.a)
        for cell in range(CELLS):
            if cell != own and standable(g, cell) and direct(own, cell) <= f.b:
                option(h, ACT_CELL + cell)
        if ask_any(h):
            f.step = 2
        else:
            give(h, 0)
    elif f.step == 1 or f.step == 2:
        cell = h.result if f.step == 1 else h.answer - ACT_CELL
        if cell < 0 or cell == own:  # it stands on the nearest space of the kind
            give(h, 0)
        else:
            arrive(t, g, f, cell)
    elif f.step == 3:
        if h.result < 0:
            give(h, 0)
        else:
            settle(t, g, f, h.result)
    else:
        give(h, 1)


cdef void arrive(const Tables* t, Game* g, Frame* f, int cell) noexcept nogil:
    """MAC-SPE-11 to MAC-SPE-13: to the space, or to the nearest free one around it."""
    if free_cell(g, cell):
        settle(t, g, f, cell)
    else:
        f.step = 3
        call(&g.core, PROC_FREE_SPACE, cell, f.d, 0, 0)


cdef void settle(const Tables* t, Game* g, Frame* f, int cell) noexcept nogil:
    put_unit(t, g, f.a, cell)
    f.step = 4
    call(&g.core, PROC_AFTER_MOVE, f.a, 0, 0, 0)


cdef void switch_positions(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Switch positions: MAC-SPE-06, MAC-SPE-07. a, b: units. Gives 1 if they moved."""
    cdef int first = cell_of(g, f.a), second = cell_of(g, f.b)
    if (f.a == f.b or not on_map(g, f.a) or not on_map(g, f.b) or immobile(t, g, f.a) or immobile(t, g, f.b)):
        give(&g.core, 0)
        return
    put_unit(t, g, f.a, second)
    put_unit(t, g, f.b, first)
    give(&g.core, 1)


cdef void free_move(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Move up to `b` spaces without stamina, step by step (D-37; MAC-MOV-01, MAC-MMV-09). a: unit, c: deciding seat.

    Gives the number of steps. d: steps made.
    """
    cdef Head* h = &g.core
    cdef int cell, d
    if f.step == 1:
        if h.answer == ACT_DONE:
            give(h, f.d)
            return
        f.d += 1
        f.step = 0
        put_unit(t, g, f.a, neighbour(cell_of(g, f.a), h.answer - ACT_MOVE))
        call(h, PROC_AFTER_MOVE, f.a, 0, 0, 0)
        return
    if f.d >= f.b or not on_map(g, f.a) or immobile(t, g, f.a):
        give(h, f.d)
        return
    cell = cell_of(g, f.a)
    begin(h, f.c, CHOICE_PATH, f.a)
    option(h, ACT_DONE)
    for d in range(8):
        if can_step(g, cell, d, f.a >= MAX_EXPLORERS):
            option(h, ACT_MOVE + d)
    f.step = 1
    ask(h)


# -- spaces --------------------------------------------------------------------------------------------------------

cdef bint fits(const Game* g, int cell, int kind, bint explored) noexcept nogil:
    """A space of that kind (0: any with an interaction), explored or not."""
    if (g.token[cell] == TOKEN_EXPLORED) != explored:
        return False
    return g.kind[cell] == kind if kind else g.kind[cell] == SPACE_SPAWN or g.kind[cell] >= SPACE_TRAP


cdef bint tied(const Game* g, Frame* f, int cell, bint free) noexcept nogil:
    """Is the cell, which lies on the tile, a candidate of FREE_SPACE (`free`) or NEAREST_SPACE?"""
    if free:
        return free_cell(g, cell) and g.kind[cell] != SPACE_PIT
    return fits(g, cell, f.a, f.d != 0)


cdef void nearest(const Tables* t, Game* g, Frame* f, int anchor, int seat, int choice, bint free) noexcept nogil:
    """Offer the nearest candidates by direct distance, or take the first of them (MAC-GEN-04)."""
    cdef Head* h = &g.core
    cdef int i, cell, best = 1000, first = -1
    for i in range(TILE * TILE):
        cell = tile_cell(anchor, i)
        if tied(g, f, cell, free) and direct(anchor, cell) < best:
            best = direct(anchor, cell)
            first = cell
    seat = tie_seat(t, g, seat)
    if first < 0 or seat < 0:
        give(h, first)
        return
    begin(h, seat, choice, anchor if free else f.a)
    for i in range(TILE * TILE):
        cell = tile_cell(anchor, i)
        if direct(anchor, cell) == best and tied(g, f, cell, free):
            option(h, ACT_CELL + cell)
    f.step = 1
    ask(h)


cdef void free_space(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """The nearest unoccupied space of the tile: MAC-GEN-11, MAC-GEN-25 (D-23). a: anchor cell, b: deciding seat, -1 the
    group. Gives the cell, -1 if there is none."""
    if f.step == 0 and f.a >= 0:
        nearest(t, g, f, f.a, f.b, CHOICE_FREE_SPACE, True)
    else:
        give(&g.core, g.core.answer - ACT_CELL if f.step == 1 else -1)


cdef void nearest_space(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """The nearest space of a kind on the tile: MAC-GEN-10, MAC-GEN-12 (D-42).

    a: kind, 0 any; b: anchor cell; c: deciding seat, -1 the group; d: 1 among explored spaces. Gives the cell or -1.
    """
    if f.step == 0 and f.b >= 0:
        nearest(t, g, f, f.b, f.c, CHOICE_SPACE_TIE, False)
    else:
        give(&g.core, g.core.answer - ACT_CELL if f.step == 1 else -1)


cdef bint may_bar(const Game* g, int cell, int side, int slot) noexcept nogil:
    """MAC-DOR-08, MAC-DOR-09, MAC-DOR-11: an open border without door, between two spaces of the tile (-1: of any
    tiles)."""
    cdef int other = neighbour(cell, 2 * side)
    if other < 0 or g.kind[cell] == SPACE_VOID or g.kind[other] == SPACE_VOID or g.border[cell][side] != BORDER_NONE:
        return False
    return slot < 0 or (slot_of(cell) == slot and slot_of(other) == slot)


cdef void place_barrier(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Place a barrier: MAC-DOR-08 to MAC-DOR-11 (D-35). a: deciding seat, b: slot or -1. Gives 1 if one was placed."""
    cdef Head* h = &g.core
    cdef int cell, side
    if f.step == 0:
        begin(h, f.a, CHOICE_BARRIER_CELL, f.b)
        for cell in range(CELLS):
            for side in range(4):
                if may_bar(g, cell, side, f.b):
                    option(h, ACT_CELL + cell)
                    break
        if ask_any(h):
            f.step = 1
        else:
            give(h, 0)
    elif f.step == 1:
        f.c = <short>(h.answer - ACT_CELL)
        begin(h, f.a, CHOICE_BARRIER_SIDE, f.c)
        for side in range(4):
            if may_bar(g, f.c, side, f.b):
                option(h, ACT_SIDE + side)
        f.step = 2
        ask(h)
    else:
        set_border(g, f.c, h.answer - ACT_SIDE, BORDER_BARRIER)
        give(h, 1)


enter(PROC_PUSH, push)
enter(PROC_TELEPORT, teleport)
enter(PROC_SWITCH, switch_positions)
enter(PROC_FREE_MOVE, free_move)
enter(PROC_FREE_SPACE, free_space)
enter(PROC_NEAREST_SPACE, nearest_space)
enter(PROC_PLACE_BARRIER, place_barrier)
