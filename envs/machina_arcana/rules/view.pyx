# cython: language_level=3
"""What an observation holds beyond the plain fields: computed facts, all of them open to every seat, seen from a seat."""
from libc.string cimport memset

from envs.machina_arcana.rules.geometry cimport (
    FAR, adjacent, breakable, can_step, closed, col, direct, neighbour, obstacle, row, sight, slot_of, standable,
)
from envs.machina_arcana.rules.items cimport item_count
from envs.machina_arcana.rules.state cimport (
    CELLS, Game, ITEM_PLACE_AUGMENT, ITEM_PLACE_DESTROYED, ITEM_PLACE_DRAWN, ITEM_PLACE_EQUIPPED, ITEM_PLACE_INVENTORY,
    MAX_EXPLORERS, MAX_MONSTERS, MAX_TREASURES, MONSTER_PLACE_DESTROYED, QUEST_STATE_OPEN, SPACE_BARREL, SPACE_CHAPTER,
    SPACE_EVENT, SPACE_PIT, SPACE_RECHARGE, SPACE_RUBBLE, SPACE_SPAWN, SPACE_SPECIAL, SPACE_TRAP, SPACE_TRAPPED, SPACE_TREASURE,
    SPACE_VOID, SPACE_WORKBENCH, STAT_ATTACK, TOKEN_EXPLORED, TOKEN_LIGHT, Tables, View, WHERE_MAP, WIDTH,
)
from envs.machina_arcana.rules.tiles cimport may_explore, token_cell
from envs.machina_arcana.rules.units cimport (
    armor, cell_of, equipped, ethereal, immobile, on_map, sum_stat, will,
)

# Rows of the block "nearest".
cdef enum:
    NEAR_TRAP = 0
    NEAR_RECHARGE = 1
    NEAR_WORKBENCH = 2
    NEAR_EVENT = 3
    NEAR_TREASURE = 4
    NEAR_UNLIT = 5
    NEAR_LIT = 6
    NEAR_SPAWN = 7
    NEAR_BARREL = 8
    NEAR_QUEST = 9
    NEAR_EDGE = 10
    NEAR_EXIT = 11
    NEAR_MONSTER = 12
    NEAR_EXPLORER = 13
    NEAR_COUNT = 14
    RADIUS = 4
    SIDE = 9

cdef float SPAN = 1.0 / WIDTH


cdef inline float bounded(float x) noexcept nogil:
    return 1 if x > 1 else (-1 if x < -1 else x)


cdef int near_row(const Tables* t, const Game* g, int cell, int viewer) noexcept nogil:
    """Row of "nearest" that a cell belongs to by what lies on it, -1 if none."""
    cdef int kind = g.kind[cell], q
    if g.unit[cell]:
        if g.unit[cell] > MAX_EXPLORERS:
            return NEAR_MONSTER
        return NEAR_EXPLORER if g.unit[cell] - 1 != viewer else -1
    if kind < SPACE_SPAWN or g.token[cell] == TOKEN_EXPLORED:
        return -1
    if kind == SPACE_CHAPTER:
        return NEAR_LIT if g.token[cell] == TOKEN_LIGHT else NEAR_UNLIT
    if kind == SPACE_SPECIAL:
        return NEAR_QUEST
    if kind == SPACE_SPAWN:
        return NEAR_SPAWN
    if kind == SPACE_BARREL:
        return NEAR_BARREL
    if kind == SPACE_TRAP:
        return NEAR_TRAP
    if kind == SPACE_RECHARGE:
        return NEAR_RECHARGE
    if kind == SPACE_WORKBENCH:
        return NEAR_WORKBENCH
    if kind == SPACE_EVENT:
        return NEAR_EVENT
    if kind == SPACE_TREASURE:
        return NEAR_TREASURE
    return -1


cdef inline void note(View* v, int index, int start, int cell, int distance, int first) noexcept nogil:
    """Fill a row of "nearest" with the first thing found."""
    if v.nearest[index][0] != 0:
        return
    v.nearest[index][0] = 1
    v.nearest[index][1] = (col(cell) - col(start)) * SPAN
    v.nearest[index][2] = (row(cell) - row(start)) * SPAN
    v.nearest[index][3] = bounded(distance * SPAN)
    if first >= 0:
        v.nearest[index][4 + first] = 1


cdef bint opens(const Game* g, int cell, int d) noexcept nogil:
    """Borders are open on the way to the neighbour in direction d, whatever stands on it."""
    cdef int first, second, linked, to = neighbour(cell, d)
    if to < 0 or g.kind[to] == SPACE_VOID:
        return False
    if d % 2 == 0:
        return not closed(g.border[cell][d // 2])
    first = (d // 2) % 4
    second = (first + 1) % 4
    linked = neighbour(cell, 2 * first)
    if standable(g, linked) and not closed(g.border[cell][first]) and not closed(g.border[linked][second]):
        return True
    linked = neighbour(cell, 2 * second)
    return standable(g, linked) and not closed(g.border[cell][second]) and not closed(g.border[linked][first])


cdef void survey(const Tables* t, const Game* g, int viewer, int start, View* v, unsigned char* away) noexcept nogil:
    """Walk outward from the viewer: distances of all cells and the rows of "nearest"."""
    cdef short queue[CELLS]
    cdef signed char first[CELLS]
    cdef int quest_space[16]
    cdef int head = 0, tail = 1, cell, to, d, index
    memset(away, FAR, CELLS)
    cdef int exit_at = token_cell(t, g, g.exit_slot, g.exit_side) if g.exit_slot >= 0 else -1
    memset(quest_space, 0, sizeof(quest_space))
    for d in range(t.n_quests):
        if g.quest_state[d] == QUEST_STATE_OPEN and t.quests[d].space and (g.quest_holder[d] < 0 or g.quest_holder[d] == viewer):
            quest_space[t.quests[d].space] = 1
    away[start] = 0
    first[start] = -1
    queue[0] = <short>start
    while head < tail:
        cell = queue[head]
        head += 1
        if cell == exit_at:
            note(v, NEAR_EXIT, start, cell, away[cell], first[cell])
        if v.nearest[NEAR_EDGE][0] == 0 and open_edge(t, g, cell):
            note(v, NEAR_EDGE, start, cell, away[cell], first[cell])
        for d in range(8):
            to = neighbour(cell, d)
            if to < 0 or away[to] != FAR or not opens(g, cell, d):
                continue
            if g.kind[to] == SPACE_RUBBLE:
                continue
            away[to] = away[cell] + 1
            first[to] = <signed char>d if cell == start else first[cell]
            index = near_row(t, g, to, viewer)
            if index >= 0:
                note(v, index, start, to, away[to], first[to])
                if quest_space[g.kind[to]]:
                    note(v, NEAR_QUEST, start, to, away[to], first[to])
            if standable(g, to) and g.kind[to] != SPACE_PIT and g.unit[to] <= MAX_EXPLORERS:
                queue[tail] = <short>to
                tail += 1


cdef bint open_edge(const Tables* t, const Game* g, int cell) noexcept nogil:
    """The cell belongs to an edge behind which no tile lies and that carries no token."""
    cdef int x = col(cell) % 10, y = row(cell) % 10, slot, side, other
    if x == 0 and (y == 4 or y == 5):
        side = 3
    elif x == 9 and (y == 4 or y == 5):
        side = 1
    elif y == 0 and (x == 4 or x == 5):
        side = 0
    elif y == 9 and (x == 4 or x == 5):
        side = 2
    else:
        return False
    slot = slot_of(cell)
    if g.face[slot] < 0 or not t.faces[g.face[slot]].edge[(side - g.rotation[slot] + 4) % 4]:
        return False
    if g.entry_side[slot] == side or (g.exit_slot == slot and g.exit_side == side):
        return False
    return g.border[cell][side] == 1


cdef void write_units(const Tables* t, const Game* g, int viewer, int start, const unsigned char* away, View* v) noexcept nogil:
    """Blocks "others" and "monsters"."""
    cdef int i, s, m, cell
    cdef float* o
    for i in range(g.seats):
        s = (viewer + i) % g.seats
        if not on_map(g, s):
            continue
        o = v.others[i]
        cell = g.explorers[s].cell
        o[0] = 1
        if start >= 0:
            o[1] = (col(cell) - col(start)) * SPAN
            o[2] = (row(cell) - row(start)) * SPAN
            o[3] = bounded(away[cell] * SPAN)
            o[7] = adjacent(g, start, cell)
        o[4] = armor(t, g, s) / 9.0
        o[5] = will(t, g, s) / 9.0
        o[6] = ethereal(t, g, s)
    for i in range(g.queue.n):
        m = g.queue.cards[i]
        o = v.monsters[m]
        cell = g.monsters[m].cell
        o[0] = 1
        o[1] = bounded((i + 1) / 12.0)
        o[5] = g.monsters[m].health / 9.0
        o[6] = armor(t, g, MAX_EXPLORERS + m) / 9.0
        o[7] = will(t, g, MAX_EXPLORERS + m) / 9.0
        o[10] = ethereal(t, g, MAX_EXPLORERS + m)
        if start >= 0:
            o[2] = (col(cell) - col(start)) * SPAN
            o[3] = (row(cell) - row(start)) * SPAN
            o[4] = bounded(away[cell] * SPAN)
            o[8] = sight(g, start, cell)
            o[9] = o[8] and direct(start, cell) == 1
    for i in range(g.monster_destroyed.n):
        v.monsters[g.monster_destroyed.cards[i]][11] = 1


cdef void write_items(const Tables* t, const Game* g, int viewer, View* v) noexcept nogil:
    """Blocks "items_own" and "items_else"."""
    cdef int i, place
    cdef float value
    for i in range(t.n_treasures):
        place = g.items[i].place
        if place == ITEM_PLACE_DESTROYED:
            v.items_else[i] = -1
        elif place == ITEM_PLACE_DRAWN:
            v.items_else[i] = 0.1
        elif g.items[i].owner >= 0:
            value = 0.3 if place == ITEM_PLACE_INVENTORY else (1.0 if place == ITEM_PLACE_EQUIPPED else 0.6)
            if g.items[i].owner == viewer:
                v.items_own[i] = value
            else:
                v.items_else[i] = value


cdef void write_around(const Tables* t, const Game* g, int start, View* v) noexcept nogil:
    """Block "around": 9 x 9 cells with the viewer in the middle."""
    cdef int dx, dy, x, y, cell, kind, side, walls, shut
    cdef int exit_at = token_cell(t, g, g.exit_slot, g.exit_side) if g.exit_slot >= 0 else -1
    for dy in range(-RADIUS, RADIUS + 1):
        for dx in range(-RADIUS, RADIUS + 1):
            x = col(start) + dx
            y = row(start) + dy
            if x < 0 or y < 0 or x >= WIDTH or y >= WIDTH:
                v.around[0][dy + RADIUS][dx + RADIUS] = -1
                continue
            cell = y * WIDTH + x
            kind = g.kind[cell]
            if kind == SPACE_VOID or kind == SPACE_RUBBLE:
                v.around[0][dy + RADIUS][dx + RADIUS] = -1
                continue
            if standable(g, cell):
                v.around[0][dy + RADIUS][dx + RADIUS] = 1
            walls = shut = 0
            for side in range(4):
                walls += closed(g.border[cell][side])
                shut += breakable(g.border[cell][side])
            v.around[1][dy + RADIUS][dx + RADIUS] = walls / 4.0
            v.around[7][dy + RADIUS][dx + RADIUS] = shut / 4.0
            if g.unit[cell] > MAX_EXPLORERS:
                v.around[2][dy + RADIUS][dx + RADIUS] = 1
            elif g.unit[cell]:
                v.around[3][dy + RADIUS][dx + RADIUS] = 1
            if kind >= SPACE_TRAP and g.token[cell] != TOKEN_EXPLORED:
                v.around[4][dy + RADIUS][dx + RADIUS] = (kind - 5) / 8.0
            if kind == SPACE_TRAPPED or kind == SPACE_PIT or (kind == SPACE_SPAWN and g.token[cell] != TOKEN_EXPLORED):
                v.around[5][dy + RADIUS][dx + RADIUS] = (kind - 1) / 3.0
            if cell == exit_at:
                v.around[6][dy + RADIUS][dx + RADIUS] = 1
            elif g.token[cell] == TOKEN_LIGHT:
                v.around[6][dy + RADIUS][dx + RADIUS] = 0.5
            elif g.entry_cell[slot_of(cell)] == cell:
                v.around[6][dy + RADIUS][dx + RADIUS] = -1


cdef void write_board(const Game* g, int viewer, View* v) noexcept nogil:
    """Block "board": the whole window, kind and token in plane 0, units and closed borders in plane 1."""
    cdef int cell, x, y, u, bits, side, seats = g.seats
    for y in range(WIDTH):
        for x in range(WIDTH):
            cell = y * WIDTH + x
            if g.kind[cell] == SPACE_VOID:
                continue
            v.board[0][y][x] = (3 * g.kind[cell] + g.token[cell]) / 42.0
            u = g.unit[cell] - 1
            if u >= MAX_EXPLORERS:
                v.board[1][y][x] = -0.5 - (u - MAX_EXPLORERS + 1) / 66.0
            elif u >= 0:
                v.board[1][y][x] = -0.1 * (1 + (u - viewer + seats) % seats)
            else:
                bits = 0
                for side in range(4):
                    if closed(g.border[cell][side]):
                        bits |= 1 << side
                v.board[1][y][x] = bits / 15.0


cdef void write_chapter(const Tables* t, const Game* g, View* v) noexcept nogil:
    """Block "chapter"."""
    cdef int at = g.chapter_at, q, open_quests = 0, left = 0
    if at < 0:
        return
    v.chapter[0] = (at + 1.0) / (t.n_chapters + 1.0)
    v.chapter[1] = t.chapters[at].monster_rating / 10.0
    v.chapter[2] = t.chapters[at].horror_rating / 10.0
    v.chapter[3] = t.chapters[at].blocks
    v.chapter[4] = t.chapters[at].leaves
    v.chapter[5] = g.exit_slot >= 0
    for q in range(t.n_quests):
        if g.quest_state[q] == QUEST_STATE_OPEN and g.quest_holder[q] < 0:
            open_quests += 1
            left += t.quests[q].times - g.quest_progress[q]
            v.chapter[8 + t.quests[q].kind - 1] = 1
    v.chapter[6] = bounded(open_quests / 4.0)
    v.chapter[7] = bounded(left / 10.0)
    v.chapter[11] = g.endgame >= 0


cdef void write_view(const Tables* t, const Game* g, int seat, View* v) noexcept nogil:
    """All computed facts for one seat; the Puppeteer sees the map from seat 0's explorer."""
    cdef unsigned char away[CELLS]
    cdef int viewer = seat if seat < g.seats else 0
    cdef int start = g.explorers[viewer].cell, side
    memset(v, 0, sizeof(View))
    v.choice = <unsigned char>(g.core.choice if g.core.turn >= 0 else 0)
    v.asked = <signed char>(g.core.turn if g.core.turn < g.seats else MAX_EXPLORERS)
    if g.core.turn >= 0 and g.core.subject >= 0:
        v.subject[0] = 1
        v.subject[1] = bounded(g.core.subject / 32.0)
        v.subject[2] = bounded(g.core.subject / 96.0)
        v.subject[3 + g.core.subject % 4] = 1
    v.subject[7] = seat >= g.seats
    write_chapter(t, g, v)
    memset(away, FAR, CELLS)
    if start >= 0:
        survey(t, g, viewer, start, v, away)
        v.own[0] = 1
        v.own[1] = col(start) * SPAN
        v.own[2] = row(start) * SPAN
        v.own[3 + slot_of(start)] = 1
        v.own[9] = immobile(t, g, viewer)
        v.own[10] = bounded(sum_stat(t, g, viewer, STAT_ATTACK, -1, -1) / 4.0)
        v.own[11] = g.exit_slot >= 0 and start == token_cell(t, g, g.exit_slot, g.exit_side)
        for side in range(4):
            if may_explore(t, g, viewer, side):
                v.own[12] = 1
    v.own[13] = bounded(item_count(g, viewer) / 10.0)
    v.own[14] = g.active == viewer
    v.own[15] = g.camp_uses / 9.0
    write_units(t, g, viewer, start, away, v)
    write_items(t, g, viewer, v)
    if start >= 0:
        write_around(t, g, start, v)
    write_board(g, viewer, v)
