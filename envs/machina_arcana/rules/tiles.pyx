# cython: language_level=3
"""See tiles.pxd. Procedure: explore."""
from libc.string cimport memset

from envs.core.flow cimport Frame, call, done
from envs.core.piles cimport pile_draw_bottom, pile_push, pile_remove
from envs.machina_arcana.rules.geometry cimport cell_at, col, row, set_border, slot_of, touch
from envs.machina_arcana.rules.items cimport reclaim
from envs.machina_arcana.rules.markers cimport ground_of
from envs.machina_arcana.rules.state cimport (
    BORDER_NONE, BORDER_WALL, CELLS, MARKERS, MARKER_GROUND, MAX_EXPLORERS, MAX_MONSTERS,
    MONSTER_PLACE_DESTROYED, PROC_EXPLORE, PROC_PLACE_EXIT, TILE,
)
from envs.machina_arcana.rules.table cimport enter
from envs.machina_arcana.rules.units cimport drop_lasting_on, lift_unit


cdef bint is_edge(const Tables* t, const Game* g, int slot, int side) noexcept nogil:
    """The tile in a slot has an edge on a side of the board (MAC-MAP-01, MAC-MAP-03)."""
    if g.face[slot] < 0:
        return False
    return t.faces[g.face[slot]].edge[(side - g.rotation[slot] + 4) % 4] != 0


cdef int slot_beyond(int slot, int side) noexcept nogil:
    """The neighbouring slot of the window, -1 outside it."""
    if side == 0:
        return slot - 2 if slot >= 2 else -1
    if side == 1:
        return slot + 1 if slot % 2 == 0 else -1
    if side == 2:
        return slot + 2 if slot < 2 else -1
    return slot - 1 if slot % 2 == 1 else -1


cdef bint abuts(const Game* g, int slot, int side) noexcept nogil:
    """A placed tile lies beyond that side."""
    cdef int other = slot_beyond(slot, side)
    return other >= 0 and g.face[other] >= 0


# By quarter turns to the right: where a local cell (10 * y + x) comes to lie.
cdef unsigned char[4][TILE * TILE] TURNED
for _i in range(TILE * TILE):
    TURNED[0][_i] = <unsigned char>_i
    TURNED[1][_i] = <unsigned char>(_i % TILE * TILE + TILE - 1 - _i // TILE)
for _i in range(TILE * TILE):
    TURNED[2][_i] = TURNED[1][TURNED[1][_i]]
    TURNED[3][_i] = TURNED[1][TURNED[2][_i]]


cdef inline int on_board(int slot, int local) noexcept nogil:
    return cell_at((slot % 2) * TILE + local % TILE, (slot // 2) * TILE + local // TILE)


cdef inline int edge_cell(int slot, int side, int which) noexcept nogil:
    """Cell 4 or 5 (`which`) of a side of the tile in a slot."""
    cdef int x = which, y = which
    if side == 0:
        y = 0
    elif side == 1:
        x = TILE - 1
    elif side == 2:
        y = TILE - 1
    else:
        x = 0
    return on_board(slot, y * TILE + x)


cdef bint has_entry(const Game* g, int slot, int side) noexcept nogil:
    """An entry token, placed or printed, lies on that edge (MAC-MAP-04, MAC-ENT-04, MAC-ENT-08, MAC-EXI-02)."""
    cdef int cell = g.entry_cell[slot]
    if g.entry_side[slot] == side:
        return True
    return cell >= 0 and (cell == edge_cell(slot, side, 4) or cell == edge_cell(slot, side, 5))


cdef int token_cell(const Tables* t, const Game* g, int slot, int side) noexcept nogil:
    """The cell that carries an entry, exit or edge token of that edge."""
    cdef int turns = g.rotation[slot]
    return on_board(slot, TURNED[turns][t.faces[g.face[slot]].token_cell[(side - turns + 4) % 4]])


cdef void open_edge(const Tables* t, Game* g, int slot, int side) noexcept nogil:
    """Two tiles abut: the opening between them is explored (MAC-MAP-03)."""
    cdef int other = slot_beyond(slot, side)
    if other < 0 or not is_edge(t, g, slot, side) or not is_edge(t, g, other, (side + 2) % 4):
        return
    set_border(g, edge_cell(slot, side, 4), side, BORDER_NONE)
    set_border(g, edge_cell(slot, side, 5), side, BORDER_NONE)


cdef void lay_tile(const Tables* t, Game* g, int face, int slot, int symbol_side) noexcept nogil:
    """Lay a fresh tile so that its direction symbol lies on `symbol_side` (MAC-MAP-05, MAC-MAP-18).

    A printed entry token counts as one in play (MAC-ENT-04).
    """
    cdef int local, cell, side, turns = (symbol_side - t.faces[face].symbol + 4) % 4
    g.face[slot] = <signed char>face
    g.rotation[slot] = <unsigned char>turns
    for local in range(TILE * TILE):
        cell = on_board(slot, TURNED[turns][local])
        g.kind[cell] = t.faces[face].kind[local]
        g.token[cell] = 0
        for side in range(4):
            g.border[cell][(side + turns) % 4] = t.faces[face].border[local][side]
    if t.faces[face].entry >= 0:
        g.entry_cell[slot] = <short>on_board(slot, TURNED[turns][t.faces[face].entry])
    for side in range(4):
        if abuts(g, slot, side):
            open_edge(t, g, slot, side)
    touch(g)


cdef void banish(const Tables* t, Game* g, int monster) noexcept nogil:
    """MAC-DTH-04: to the top of the destroyed pile, without essence or death effects."""
    lift_unit(t, g, MAX_EXPLORERS + monster)
    g.monsters[monster].place = MONSTER_PLACE_DESTROYED
    g.monsters[monster].health = 0
    g.monsters[monster].goal = -1
    pile_remove(&g.queue, monster)
    pile_push(&g.core, &g.monster_destroyed, monster, True)
    drop_lasting_on(t, g, MAX_EXPLORERS + monster)


cdef void clear_slot(const Tables* t, Game* g, int slot) noexcept nogil:
    """Take a tile's spaces, borders and tokens off the board (MAC-MAP-15); the neighbours' edges are walls again."""
    cdef int local, cell, side, other
    for local in range(TILE * TILE):
        cell = on_board(slot, local)
        g.kind[cell] = 0
        g.token[cell] = 0
        for side in range(4):
            g.border[cell][side] = BORDER_WALL
    for side in range(4):
        other = slot_beyond(slot, side)
        if other >= 0 and g.face[other] >= 0:
            for local in range(4, 6):
                set_border(g, edge_cell(other, (side + 2) % 4, local), (side + 2) % 4, BORDER_WALL)
    g.face[slot] = -1
    g.rotation[slot] = 0
    g.entry_side[slot] = -1
    g.entry_cell[slot] = -1
    memset(g.edge_token[slot], 0, 4)
    if g.exit_slot == slot:
        g.exit_slot = -1
        g.exit_side = -1
    touch(g)


cdef void reclaim_markers(const Tables* t, Game* g, int slot) noexcept nogil:
    """MAC-MRK-13: the markers on a tile that leaves play return to their boards, each for an item."""
    cdef int s, k
    for s in range(g.seats):
        for k in range(MARKERS):
            if ground_of(g, s, k) >= 0 and slot_of(ground_of(g, s, k)) == slot:
                reclaim(t, g, s, k)


cdef void lift_tile(const Tables* t, Game* g, int slot) noexcept nogil:
    """MAC-MAP-12 to MAC-MAP-15, MAC-MAP-19, MAC-MRK-13: monsters on it are banished, the tile is flipped onto the tile
    deck."""
    cdef int i, monster, face = g.face[slot]
    if face < 0:
        return
    for i in range(g.queue.n - 1, -1, -1):
        monster = g.queue.cards[i]
        if slot_of(g.monsters[monster].cell) == slot:
            banish(t, g, monster)
    reclaim_markers(t, g, slot)
    clear_slot(t, g, slot)
    if t.faces[face].use != 2:  # an endgame tile never enters the deck
        pile_push(&g.core, &g.tile_deck, t.faces[face].flip if t.faces[face].flip >= 0 else face, True)


cdef void lift_all_tiles(const Tables* t, Game* g) noexcept nogil:
    """MAC-ENT-05, MAC-BAS-04, MAC-BAS-14, MAC-END-07: all tiles leave, in ascending slot order."""
    cdef int slot
    for slot in range(4):
        lift_tile(t, g, slot)


cdef void shift(Game* g, int dx, int dy) noexcept nogil:
    """Move the window by whole tiles: what lay at (x + dx, y + dy) in tiles lies at (x, y) afterwards."""
    cdef unsigned char kind[CELLS]
    cdef unsigned char token[CELLS]
    cdef unsigned char unit[CELLS]
    cdef unsigned char border[CELLS][4]
    cdef int cell, source, side, i, k
    for cell in range(CELLS):
        source = cell_at(col(cell) + dx * TILE, row(cell) + dy * TILE)
        kind[cell] = g.kind[source] if source >= 0 else 0
        token[cell] = g.token[source] if source >= 0 else 0
        unit[cell] = g.unit[source] if source >= 0 else 0
        for side in range(4):
            border[cell][side] = g.border[source][side] if source >= 0 else BORDER_WALL
    for cell in range(CELLS):
        g.kind[cell] = kind[cell]
        g.token[cell] = token[cell]
        g.unit[cell] = unit[cell]
        for side in range(4):
            g.border[cell][side] = border[cell][side]
    shift_slots(g, dx, dy)
    for i in range(MAX_EXPLORERS):
        g.explorers[i].cell = moved(g.explorers[i].cell, dx, dy)
        for k in range(8):  # others have not spent stamina (MAC-CSP-16)
            g.explorers[i].given_up[k] = moved(g.explorers[i].given_up[k], dx, dy)
        for k in range(MARKERS):
            if ground_of(g, i, k) >= 0:
                g.explorers[i].marker[k] = <unsigned short>(MARKER_GROUND + moved(ground_of(g, i, k), dx, dy))
    for i in range(MAX_MONSTERS):
        g.monsters[i].cell = moved(g.monsters[i].cell, dx, dy)
        g.monsters[i].goal = moved(g.monsters[i].goal, dx, dy)
    touch(g)


cdef inline short moved(int cell, int dx, int dy) noexcept nogil:
    """A cell's number after the window has moved, -1 if it fell out."""
    if cell < 0:
        return -1
    return <short>cell_at(col(cell) - dx * TILE, row(cell) - dy * TILE)


cdef void shift_slots(Game* g, int dx, int dy) noexcept nogil:
    """The part of `shift` that is kept by slot."""
    cdef signed char face[4]
    cdef unsigned char rotation[4]
    cdef signed char entry_side[4]
    cdef short entry_cell[4]
    cdef unsigned char edge_token[4][4]
    cdef int slot, i, j, source, side, exit_slot = -1
    for slot in range(4):
        i = slot % 2 + dx
        j = slot // 2 + dy
        source = 2 * j + i if 0 <= i < 2 and 0 <= j < 2 else -1
        face[slot] = g.face[source] if source >= 0 else -1
        rotation[slot] = g.rotation[source] if source >= 0 else 0
        entry_side[slot] = g.entry_side[source] if source >= 0 else -1
        entry_cell[slot] = moved(g.entry_cell[source], dx, dy) if source >= 0 else -1
        for side in range(4):
            edge_token[slot][side] = g.edge_token[source][side] if source >= 0 else 0
        if source >= 0 and g.exit_slot == source:
            exit_slot = slot
    for slot in range(4):
        g.face[slot] = face[slot]
        g.rotation[slot] = rotation[slot]
        g.entry_side[slot] = entry_side[slot]
        g.entry_cell[slot] = entry_cell[slot]
        for side in range(4):
            g.edge_token[slot][side] = edge_token[slot][side]
    g.exit_slot = <signed char>exit_slot
    if exit_slot < 0:
        g.exit_side = -1


cdef inline int far_slot(int slot, int side, int k) noexcept nogil:
    """The k-th slot (0, 1, ascending) of the column or row that scrolls away when exploring beyond the window."""
    if side == 1:
        return 2 * k
    if side == 3:
        return 2 * k + 1
    if side == 2:
        return k
    return 2 + k


cdef bint unexplored(const Tables* t, const Game* g, int slot, int side) noexcept nogil:
    """An edge from which a tile may be laid: none abuts there, and no entry, exit or edge token lies on it (MAC-MAP-04,
    MAC-MAP-06, MAC-EXI-09, MAC-EDG-02, MAC-EDG-05, MAC-EDG-06)."""
    return (is_edge(t, g, slot, side) and not abuts(g, slot, side) and not (t.edges and g.edge_token[slot][side])
            and not (g.exit_slot == slot and g.exit_side == side) and not has_entry(g, slot, side))


cdef int unexplored_edges(const Tables* t, const Game* g, short* cells) noexcept nogil:
    """The cells where an edge token would lie on the unexplored edges, in ascending order of slots and sides; gives
    their number, at most 16."""
    cdef int slot, side, n = 0
    for slot in range(4):
        if g.face[slot] < 0:
            continue
        for side in range(4):
            if unexplored(t, g, slot, side):
                cells[n] = <short>token_cell(t, g, slot, side)
                n += 1
    return n


cdef bint may_explore(const Tables* t, const Game* g, int seat, int side) noexcept nogil:
    """MAC-MAP-04, MAC-MAP-06, MAC-MAP-08 to MAC-MAP-11: may the explorer explore beyond that side of its space?"""
    cdef int cell = g.explorers[seat].cell, slot, k, s, away
    if cell < 0 or g.tile_deck.n == 0 or opening_side(cell) != side:
        return False
    slot = slot_of(cell)
    if not unexplored(t, g, slot, side):
        return False
    if slot_beyond(slot, side) >= 0:
        return True
    for k in range(2):
        away = far_slot(slot, side, k)
        if g.face[away] < 0:
            continue
        for s in range(g.seats):
            if g.explorers[s].cell >= 0 and slot_of(g.explorers[s].cell) == away:
                return False
    return True


cdef void explore(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Exploring a map tile: MAC-MAP-05, MAC-MAP-07 to MAC-MAP-17, MAC-EDG-01. a: seat, b: side."""
    cdef int slot, target, side = f.b, k, face
    cdef bint had_exit
    if f.step == 1:
        done(&g.core)
        return
    slot = slot_of(g.explorers[f.a].cell)
    face = pile_draw_bottom(&g.core, &g.tile_deck)
    if t.edges:
        g.edge_token[slot][side] = 1
    had_exit = g.exit_slot >= 0
    target = slot_beyond(slot, side)
    if target < 0:
        for k in range(2):
            lift_tile(t, g, far_slot(slot, side, k))
        shift(g, (side == 1) - (side == 3), (side == 2) - (side == 0))
        slot = slot_of(g.explorers[f.a].cell)
        target = slot_beyond(slot, side)
    lay_tile(t, g, face, target, (side + 2) % 4)
    if had_exit and g.exit_slot < 0:  # MAC-MAP-16
        f.step = 1
        call(&g.core, PROC_PLACE_EXIT, f.a, 0, 0, 0)
        return
    done(&g.core)


enter(PROC_EXPLORE, explore)
