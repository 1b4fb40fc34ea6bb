# cython: language_level=3
"""What an observation holds beyond the plain fields: computed facts, all open to every seat, as seen from one seat."""
from libc.string cimport memcpy, memset

from envs.core.bits cimport between, low_bit
from envs.core.wide cimport scale_bytes
from envs.machina_arcana.rules.geometry cimport (
    FAR, OFFSET, adjacent, break_through, col, direct, in_set, map_openings, row, sight, slot_of, u64,
)
from envs.machina_arcana.rules.hands cimport Hands, ITEM_WORDS, count_cards, find_hands, next_card
from envs.machina_arcana.rules.items cimport top_of_pile
from envs.machina_arcana.rules.markers cimport ground_of
from envs.machina_arcana.rules.quests cimport open_quests
from envs.machina_arcana.rules.state cimport (
    BOARD_WORDS, CELLS, Game, ITEM_PLACE_DESTROYED, ITEM_PLACE_DRAWN, MARKERS, MARKER_EXPLORER, MAX_EXPLORERS,
    MAX_MONSTERS, MAX_TREASURES, Openings, SPACE_CHAPTER, SPACE_PIT, SPACE_PLAIN, SPACE_RUBBLE,
    SPACE_SPAWN, SPACE_SPECIAL, SPACE_TRAP, SPACE_TRAPPED, SPACE_VOID, STAT_ATTACK, TOKEN_EXPLORED, TOKEN_LIGHT,
    Tables, View, WIDTH,
)
from envs.machina_arcana.rules.tiles cimport may_explore, opening_side, token_cell, unexplored_edges
from envs.machina_arcana.rules.units cimport (
    Defences, Sources, find_sources, immobile, look_at, on_map, sum_from,
)

# Rows of the block "nearest". Seen from a monster, the first MAX_EXPLORERS rows are the explorers by seat.
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
    NEAR_MARKER = 14
    DEPTH = 64  # layers of a walk: ways of up to 63 steps are followed
    RADIUS = 4
    SIDE = 9

cdef float SPAN = 1.0 / WIDTH
cdef float NINTH = 1.0 / 9
cdef float TWELFTH = 1.0 / 12


cdef inline float bounded(float x) noexcept nogil:
    return 1 if x > 1 else (-1 if x < -1 else x)


# Row of "nearest" by kind of space, -1 if none; chapter spaces depend on their token, special ones on the quests.
cdef signed char[14] ROW
ROW[:] = [-1, -1, -1, -1, NEAR_SPAWN, -1, NEAR_TRAP, NEAR_BARREL, NEAR_RECHARGE, NEAR_WORKBENCH, NEAR_EVENT,
          NEAR_TREASURE, NEAR_UNLIT, -1]


cdef struct Survey:
    # Layers of a walk outward from a cell: layer k holds the cells that are k steps away.
    u64 layer[DEPTH][BOARD_WORDS]
    u64 passed[DEPTH][BOARD_WORDS + 2]  # those of them from which the walk went on, with an empty word on either side
    unsigned char words[DEPTH]  # bits of the words of the layer that are not empty
    int depth
    u64 marked  # bits of the layers with marked cells
    unsigned short rows[DEPTH]  # bits of the rows of "nearest" whose things lie in the layer
    short cells[NEAR_MARKER + 1]  # where those things are
    unsigned char monsters[MAX_MONSTERS]  # steps to those in the queue and to the explorers on the map
    unsigned char explorers[MAX_EXPLORERS]


cdef inline void note(Survey* s, View* v, int index, int start, int cell, int distance) noexcept nogil:
    """Fill a row of "nearest", but for the first step."""
    v.nearest[index][0] = 1
    v.nearest[index][1] = (col(cell) - col(start)) * SPAN
    v.nearest[index][2] = (row(cell) - row(start)) * SPAN
    v.nearest[index][3] = bounded(distance * SPAN)
    s.rows[distance] |= <unsigned short>(1 << index)
    s.cells[index] = <short>cell


cdef inline void spread_word(u64 part, const Openings* o, int i, u64* grown) noexcept nogil:
    """Take one step from the cells of word `i` that are set in `part`: into the words i - 1, i and i + 1 of `grown`.

    Written out, since shifts by constants cost half of shifts by numbers from a table: N, NE, E, SE, S, SW, W, NW.
    """
    cdef u64 n = part & o.ways[0][i], ne = part & o.ways[1][i], e = part & o.ways[2][i], se = part & o.ways[3][i]
    cdef u64 s = part & o.ways[4][i], sw = part & o.ways[5][i], w = part & o.ways[6][i], nw = part & o.ways[7][i]
    grown[0] |= (n << 44) | (ne << 45) | (w << 63) | (nw << 43)
    grown[1] |= ((n >> 20) | (ne >> 19) | (w >> 1) | (nw >> 21)) | ((e << 1) | (se << 21) | (s << 20) | (sw << 19))
    grown[2] |= (e >> 63) | (se >> 43) | (s >> 44) | (sw >> 45)


cdef void walk(const Game* g, int start, const Openings* o, Survey* s) noexcept nogil:
    """Fill the layers. Monsters and action spaces are reached but not passed."""
    cdef u64 seen[BOARD_WORDS]
    cdef u64 floor[BOARD_WORDS]
    cdef u64 grown[BOARD_WORDS + 2]  # one word of room on either side
    cdef u64 part, met
    cdef int i, cell, left, k = 0, words = 1 << (start >> 6)
    cdef u64* layer
    memset(seen, 0, sizeof(seen))
    memset(s.layer[0], 0, sizeof(seen))
    memcpy(floor, o.stand, sizeof(floor))
    for i in range(g.queue.n):
        cell = g.monsters[g.queue.cards[i]].cell
        floor[cell >> 6] &= ~((<u64>1) << (cell & 63))
    floor[start >> 6] |= (<u64>1) << (start & 63)
    s.layer[0][start >> 6] = (<u64>1) << (start & 63)
    seen[start >> 6] = s.layer[0][start >> 6]
    s.marked = 0
    s.words[0] = <unsigned char>words
    s.rows[0] = 0
    while k + 1 < DEPTH:
        layer = s.layer[k]
        memset(grown, 0, sizeof(grown))
        memset(s.passed[k], 0, sizeof(s.passed[k]))
        left = words
        while left:
            i = low_bit(left)
            left &= left - 1
            part = layer[i] & floor[i]
            s.passed[k][i + 1] = part
            spread_word(part, o, i, &grown[i])
        left = (words | words << 1 | words >> 1) & ((1 << BOARD_WORDS) - 1)
        words = 0
        met = 0
        layer = s.layer[k + 1]
        memset(layer, 0, sizeof(seen))
        while left:
            i = low_bit(left)
            left &= left - 1
            part = grown[i + 1] & ~seen[i]
            layer[i] = part
            seen[i] |= part
            met |= part & o.marked[i]
            words |= (part != 0) << i
        if words == 0:
            break
        k += 1
        s.words[k] = <unsigned char>words
        s.rows[k] = 0
        s.marked |= <u64>(met != 0) << k
    s.depth = k


cdef inline int steps_to(const Survey* s, int cell) noexcept nogil:
    """Steps to a cell, FAR if the walk does not reach it."""
    cdef int k
    for k in range(s.depth + 1):
        if in_set(s.layer[k], cell):
            return k
    return FAR


cdef void find_units(const Game* g, Survey* s) noexcept nogil:
    """Fill in the steps to the units."""
    cdef int i
    for i in range(g.queue.n):
        s.monsters[g.queue.cards[i]] = <unsigned char>steps_to(s, g.monsters[g.queue.cards[i]].cell)
    for i in range(g.seats):
        if g.explorers[i].cell >= 0:
            s.explorers[i] = <unsigned char>steps_to(s, g.explorers[i].cell)


cdef inline int step_back(const Survey* s, const Openings* o, int cell, int k) noexcept nogil:
    """Direction of the last step of a shortest way to a cell of layer k."""
    # The cells round this one lie within 43 bits; those in the layer below, in the order of the directions.
    cdef int at = cell + 64 - WIDTH - 1, shift = at & 63, d = 0, near
    cdef u64 window = s.passed[k - 1][at >> 6] >> shift | s.passed[k - 1][(at >> 6) + 1] << (63 - shift) << 1
    near = <int>((window >> 41 & 1) | (window >> 40 & 1) << 1 | (window >> 20 & 1) << 2 | (window & 7) << 3
                 | (window >> 22 & 1) << 6 | (window >> 42 & 1) << 7)
    while near:
        d = low_bit(near)
        near &= near - 1
        if in_set(o.ways[d], cell - OFFSET[d]):
            break
    return d


cdef void write_first_steps(Survey* s, const Openings* o, View* v) noexcept nogil:
    """The first steps of shortest ways to all that was noted: walk back layer by layer, all ways at once, since a
    single one spends its time waiting for the last step."""
    cdef int k, d, index, rows = 0, left
    for k in range(s.depth, 0, -1):
        rows |= s.rows[k]
        left = rows
        while left:
            index = low_bit(left)
            left &= left - 1
            d = step_back(s, o, s.cells[index], k)
            s.cells[index] -= <short>OFFSET[d]
            if k == 1:
                v.nearest[index][4 + d] = 1


cdef void survey(const Tables* t, const Game* g, int unit, int start, const Openings* o, View* v,
                 Survey* s) noexcept nogil:
    """Fill the rows of "nearest", as a unit sees them, from the layers of its walk."""
    cdef int quest_space[16]
    cdef int cell, d, index, kind, i, k, words, seen = 0
    cdef u64 found, layers = s.marked, quests = open_quests(g)
    memset(quest_space, 0, sizeof(quest_space))
    while quests:
        d = low_bit(quests)
        quests &= quests - 1
        if g.quest_holder[d] < 0 or g.quest_holder[d] == unit or unit >= MAX_EXPLORERS:
            quest_space[t.quests[d].space] = 1
    quest_space[0] = 0
    if unit >= MAX_EXPLORERS:
        seen = (1 << MAX_EXPLORERS) - 1  # these rows are the explorers
    while layers:
        k = low_bit(layers)
        layers &= layers - 1
        words = s.words[k]
        while words:
            i = low_bit(words)
            words &= words - 1
            found = s.layer[k][i] & o.marked[i]
            while found:
                cell = 64 * i + low_bit(found)
                found &= found - 1
                kind = g.kind[cell]
                if g.token[cell] == TOKEN_EXPLORED and kind != SPACE_SPECIAL:
                    continue
                index = NEAR_LIT if kind == SPACE_CHAPTER and g.token[cell] == TOKEN_LIGHT else ROW[kind]
                if index >= 0 and not (seen >> index) & 1:
                    seen |= 1 << index
                    note(s, v, index, start, cell, k)
                if quest_space[kind] and not (seen >> NEAR_QUEST) & 1:
                    seen |= 1 << NEAR_QUEST
                    note(s, v, NEAR_QUEST, start, cell, k)
    survey_units(g, unit, start, v, s)
    survey_edges(t, g, start, v, s)
    if t.markers:
        survey_markers(g, start, v, s)
    write_first_steps(s, o, v)


cdef inline void nearer(const Survey* s, int cell, int* best, int* least) noexcept nogil:
    """Keep the nearest cell so far and the steps to it."""
    cdef int k
    for k in range(min(s.depth + 1, least[0])):
        if in_set(s.layer[k], cell):
            least[0] = k
            best[0] = cell
            break


cdef void survey_units(const Game* g, int unit, int start, View* v, Survey* s) noexcept nogil:
    """The nearest other monster and the nearest other explorer; for a monster each explorer too."""
    cdef int i, best = -1, least = FAR
    for i in range(g.queue.n):
        if s.monsters[g.queue.cards[i]] < least and g.queue.cards[i] + MAX_EXPLORERS != unit:
            least = s.monsters[g.queue.cards[i]]
            best = g.monsters[g.queue.cards[i]].cell
    if best >= 0:
        note(s, v, NEAR_MONSTER, start, best, least)
    best = -1
    least = FAR
    for i in range(g.seats):
        if i == unit or g.explorers[i].cell < 0:
            continue
        if s.explorers[i] < least:
            least = s.explorers[i]
            best = g.explorers[i].cell
        if unit >= MAX_EXPLORERS and s.explorers[i] < FAR:
            note(s, v, i, start, g.explorers[i].cell, s.explorers[i])
    if best >= 0:
        note(s, v, NEAR_EXPLORER, start, best, least)


cdef void survey_edges(const Tables* t, const Game* g, int start, View* v, Survey* s) noexcept nogil:
    """The nearest edge that may be explored and the exit token, as rows of "nearest"."""
    cdef short cells[16]
    cdef int i, cell, k, best = -1, least = FAR
    for i in range(unexplored_edges(t, g, cells)):
        nearer(s, cells[i], &best, &least)
    if best >= 0:
        note(s, v, NEAR_EDGE, start, best, least)
    if g.exit_slot >= 0:
        cell = token_cell(t, g, g.exit_slot, g.exit_side)
        k = steps_to(s, cell)
        if k < FAR:
            note(s, v, NEAR_EXIT, start, cell, k)


cdef void survey_markers(const Game* g, int start, View* v, Survey* s) noexcept nogil:
    """The nearest marker on the ground, as a row of "nearest"; one below the explorer too."""
    cdef int i, k, best = -1, least = FAR
    for i in range(g.seats):
        for k in range(MARKERS):
            if ground_of(g, i, k) >= 0:
                nearer(s, ground_of(g, i, k), &best, &least)
    if best >= 0:
        note(s, v, NEAR_MARKER, start, best, least)


cdef void write_units(const Tables* t, const Game* g, int viewer, int start, const Survey* s, const Hands* hands,
                      const Sources* sources, View* v) noexcept nogil:
    """Blocks "others" and "monsters"."""
    cdef int i, e, m, cell
    cdef float* o
    cdef Defences d
    for i in range(g.seats):
        e = (viewer + i) % g.seats
        if not on_map(g, e):
            continue
        o = v.others[i]
        cell = g.explorers[e].cell
        o[0] = 1
        if start >= 0:
            o[1] = (col(cell) - col(start)) * SPAN
            o[2] = (row(cell) - row(start)) * SPAN
            o[3] = bounded(s.explorers[e] * SPAN)
            o[7] = adjacent(g, start, cell)
        look_at(t, g, hands, sources, e, &d)
        o[4] = d.armor * NINTH
        o[5] = d.will * NINTH
        o[6] = d.ethereal
    for i in range(g.queue.n):
        m = g.queue.cards[i]
        o = v.monsters[m]
        cell = g.monsters[m].cell
        o[0] = 1
        o[1] = bounded((i + 1) * TWELFTH)
        o[5] = g.monsters[m].health * NINTH
        look_at(t, g, hands, sources, MAX_EXPLORERS + m, &d)
        o[6] = d.armor * NINTH
        o[7] = d.will * NINTH
        o[10] = d.ethereal
        if start >= 0:
            o[2] = (col(cell) - col(start)) * SPAN
            o[3] = (row(cell) - row(start)) * SPAN
            o[4] = bounded(s.monsters[m] * SPAN)
            o[8] = sight(g, start, cell)
            o[9] = o[8] and direct(start, cell) == 1
    for i in range(g.monster_destroyed.n):
        v.monsters[g.monster_destroyed.cards[i]][11] = 1


cdef float[10] ITEM_SHADE  # by place
ITEM_SHADE[:] = [0, 0, 0.1, 0.3, 1, 0.6, 0.6, 0.6, 0, -1]


cdef void write_items(const Game* g, int viewer, const Hands* hands, View* v) noexcept nogil:
    """Blocks "items_own" and "items_else"."""
    cdef u64 cards[ITEM_WORDS]
    cdef int i, s
    for s in range(g.seats):
        memcpy(cards, hands.held[s], sizeof(cards))
        i = next_card(cards)
        while i >= 0:
            if s == viewer:
                v.items_own[i] = ITEM_SHADE[g.items.place[i]]
            else:
                v.items_else[i] = ITEM_SHADE[g.items.place[i]]
            i = next_card(cards)
    between(g.items.place, MAX_TREASURES, ITEM_PLACE_DESTROYED, ITEM_PLACE_DESTROYED, cards)
    i = next_card(cards)
    while i >= 0:
        v.items_else[i] = -1
        i = next_card(cards)
    for i in range(g.drawn.n):
        v.items_else[g.drawn.cards[i]] = ITEM_SHADE[ITEM_PLACE_DRAWN]


# Share of the four sides by their bits.
cdef float[16] QUARTERS
for _i in range(16):
    QUARTERS[_i] = bin(_i).count("1") / 4.0

# Planes of the block "around" (the others: units and entry and exit tokens are laid over them).
cdef enum:
    AROUND_FLOOR = 0
    AROUND_WALLS = 1
    AROUND_FOES = 2
    AROUND_FRIENDS = 3
    AROUND_THING = 4
    AROUND_HAZARD = 5
    AROUND_MARK = 6
    AROUND_DOORS = 7


cdef struct Look:
    # What a kind of space with a token shows in the block "around".
    float floor
    float thing
    float hazard
    float mark
    unsigned char borders  # bits of the sides that are shown


cdef Look[3 * 16] LOOKS  # by 3 * kind + token
for _i in range(3 * 16):
    _kind, _token = _i // 3, _i % 3
    _hidden = _kind == SPACE_VOID or _kind == SPACE_RUBBLE
    _explored = _token == TOKEN_EXPLORED
    _stand = _kind in (SPACE_PLAIN, SPACE_TRAPPED, SPACE_PIT) or (_kind == SPACE_SPAWN and not _explored)
    LOOKS[_i].floor = -1 if _hidden else _stand
    LOOKS[_i].thing = (_kind - 5) * 0.125 if _kind >= SPACE_TRAP and not _explored else 0
    LOOKS[_i].hazard = {SPACE_TRAPPED: 0.3, SPACE_PIT: 0.6, SPACE_SPAWN: not _explored}.get(_kind, 0)
    LOOKS[_i].mark = 0.5 if _token == TOKEN_LIGHT and not _hidden and _kind != SPACE_PLAIN else 0
    LOOKS[_i].borders = 0 if _hidden else 15


cdef inline int in_cut(int start, int cell) noexcept nogil:
    """Index of a cell in a plane of "around", -1 if it lies outside."""
    cdef int i = row(cell) - row(start) + RADIUS, j = col(cell) - col(start) + RADIUS
    return SIDE * i + j if 0 <= i < SIDE and 0 <= j < SIDE else -1


cdef inline void mark_token(View* v, int start, int cell, float mark) noexcept nogil:
    cdef int at = in_cut(start, cell) if cell >= 0 else -1
    if at >= 0 and (&v.around[AROUND_FLOOR][0][0])[at] >= 0:
        (&v.around[AROUND_MARK][0][0])[at] = mark


cdef void write_around(const Tables* t, const Game* g, int start, const unsigned char* shut, View* v) noexcept nogil:
    """Block "around": 9 x 9 cells with the viewer in the middle."""
    cdef int i, j, y, cell, borders, at
    cdef int left = col(start) - RADIUS, top = row(start) - RADIUS
    cdef int first = -left if left < 0 else 0, end = SIDE if left + SIDE <= WIDTH else WIDTH - left
    cdef const Look* look
    cdef float* floor
    memset(&v.around, 0, sizeof(v.around))
    for i in range(SIDE):
        y = top + i
        floor = &v.around[AROUND_FLOOR][i][0]
        if y < 0 or y >= WIDTH:
            for j in range(SIDE):
                floor[j] = -1
            continue
        for j in range(first):
            floor[j] = -1
        for j in range(end, SIDE):
            floor[j] = -1
        for j in range(first, end):
            cell = y * WIDTH + left + j
            if g.kind[cell] == SPACE_VOID:
                floor[j] = -1
                continue
            look = &LOOKS[3 * g.kind[cell] + g.token[cell]]
            borders = shut[cell]
            v.around[AROUND_FLOOR][i][j] = look.floor
            v.around[AROUND_WALLS][i][j] = QUARTERS[borders & look.borders]
            v.around[AROUND_THING][i][j] = look.thing
            v.around[AROUND_HAZARD][i][j] = look.hazard
            v.around[AROUND_MARK][i][j] = look.mark
            v.around[AROUND_DOORS][i][j] = QUARTERS[borders >> 4 & look.borders]
    for i in range(g.queue.n):
        at = in_cut(start, g.monsters[g.queue.cards[i]].cell)
        if at >= 0:
            (&v.around[AROUND_FOES][0][0])[at] = 1
    for i in range(g.seats):
        at = in_cut(start, g.explorers[i].cell) if g.explorers[i].cell >= 0 else -1
        if at >= 0:
            (&v.around[AROUND_FRIENDS][0][0])[at] = 1
    for i in range(4):
        mark_token(v, start, g.entry_cell[i], -1)
    if g.exit_slot >= 0:
        mark_token(v, start, token_cell(t, g, g.exit_slot, g.exit_side), 1)


cdef void write_board(const Game* g, int viewer, const unsigned char* shut, View* v) noexcept nogil:
    """Block "board": the whole window, kind and token in plane 0, units and closed borders in plane 1."""
    cdef int cell, i
    cdef float* kinds = &v.board[0][0][0]
    cdef float* others = &v.board[1][0][0]
    cdef unsigned char bytes_[CELLS]
    for cell in range(CELLS):  # plain arithmetic on whole arrays, which the compiler turns into vector code
        bytes_[cell] = <unsigned char>(3 * g.kind[cell] + g.token[cell])
    scale_bytes(bytes_, CELLS, <float>1 / <float>42, kinds)
    for cell in range(CELLS):
        bytes_[cell] = shut[cell] & 15
    scale_bytes(bytes_, CELLS, <float>1 / <float>15, others)
    for i in range(g.queue.n):
        others[g.monsters[g.queue.cards[i]].cell] = <float>-0.5 - (g.queue.cards[i] + 1) * <float>0.015
    for i in range(g.seats):
        if g.explorers[i].cell >= 0:
            others[g.explorers[i].cell] = <float>-0.1 * (1 + (i - viewer + g.seats) % g.seats)


cdef void write_markers(const Tables* t, const Game* g, int viewer, int start, View* v) noexcept nogil:
    """Block "markers", the markers on the map planes, and the drop piles in "items_own" and "items_else"
    (MAC-MRK-15). It comes after those blocks."""
    cdef int i, e, k, cell, at
    cdef float value
    cdef float* o
    for i in range(g.seats):
        e = (viewer + i) % g.seats
        o = v.markers[i]
        value = 0
        for k in range(MARKERS):
            if g.explorers[e].marker[k] == 0:
                o[0] += <float>1 / MARKERS
            elif g.explorers[e].marker[k] >= MARKER_EXPLORER:
                o[1] += <float>1 / MARKERS
            cell = ground_of(g, e, k)
            if cell >= 0:
                (&v.board[0][0][0])[cell] -= <float>0.5
                at = in_cut(start, cell) if start >= 0 else -1
                if at >= 0:
                    (&v.around[AROUND_MARK][0][0])[at] = <float>0.3 - i * <float>0.05
        o[2] = (top_of_pile(g, e) + 1) / <float>MAX_TREASURES
        for k in range(MARKERS - 1, -1, -1):
            if g.explorers[e].dropped[k]:
                value -= <float>0.2
                if e == viewer:
                    v.items_own[g.explorers[e].dropped[k] - 1] = value
                else:
                    v.items_else[g.explorers[e].dropped[k] - 1] = value


cdef void write_chapter(const Tables* t, const Game* g, View* v) noexcept nogil:
    """Block "chapter"."""
    cdef int at = g.chapter_at, q, n = 0, left = 0
    cdef u64 quests = open_quests(g)
    if at < 0:
        return
    v.chapter[0] = (at + 1.0) / (t.n_chapters + 1.0)
    v.chapter[1] = t.chapters[at].monster_rating / 10.0
    v.chapter[2] = t.chapters[at].horror_rating / 10.0
    v.chapter[3] = t.chapters[at].blocks
    v.chapter[4] = t.chapters[at].leaves
    v.chapter[5] = g.exit_slot >= 0
    while quests:
        q = low_bit(quests)
        quests &= quests - 1
        if g.quest_holder[q] < 0:
            n += 1
            left += t.quests[q].times - g.quest_progress[q]
            v.chapter[8 + t.quests[q].kind - 1] = 1
    v.chapter[6] = bounded(n / 4.0)
    v.chapter[7] = bounded(left / 10.0)
    v.chapter[11] = g.endgame >= 0


cdef void write_view(const Tables* t, const Game* g, int seat, View* v) noexcept nogil:
    """All computed facts for one seat. The Puppeteer sees the map from the monster that acts, else from seat 0's
    explorer; its hands, the order of the seats and the markers are always as for seat 0."""
    cdef Openings fresh, broken
    cdef const Openings* o = &g.openings
    cdef const Openings* ways
    cdef Survey s
    cdef Hands hands
    cdef Sources sources
    cdef int viewer = seat if seat < g.seats else 0
    cdef int unit = viewer, start = g.explorers[viewer].cell, side
    cdef bint monster = seat >= g.seats and g.acting >= MAX_EXPLORERS and on_map(g, g.acting)
    if monster:
        unit = g.acting
        start = g.monsters[unit - MAX_EXPLORERS].cell
    memset(v, 0, <size_t>(<char*>&v.around - <char*>v))  # the two map blocks are written whole
    if g.open_version != g.board_version:  # a question in the middle of a change of the board; looking changes nothing
        map_openings(g, &fresh)
        o = &fresh
    v.choice = <unsigned char>(g.core.choice if g.core.turn >= 0 else 0)
    v.asked = <signed char>(g.core.turn if g.core.turn < g.seats else MAX_EXPLORERS)
    if g.core.turn >= 0 and g.core.subject >= 0:
        v.subject[0] = 1
        # Three hexadecimal digits tell every subject apart, the fraction keeps neighbouring numbers near.
        v.subject[1] = (g.core.subject & 15) / <float>15
        v.subject[2] = ((g.core.subject >> 4) & 15) / <float>15
        v.subject[3] = ((g.core.subject >> 8) & 15) / <float>15
        v.subject[4] = bounded(g.core.subject / <float>96)
    v.subject[7] = seat >= g.seats
    write_chapter(t, g, v)
    find_hands(g, &hands)
    find_sources(t, g, &hands, &sources)
    if start >= 0:
        ways = o
        if monster:
            break_through(g, o, &broken)
            ways = &broken
        walk(g, start, ways, &s)
        find_units(g, &s)
        survey(t, g, unit, start, ways, v, &s)
        v.own[0] = 1
        v.own[1] = col(start) * SPAN
        v.own[2] = row(start) * SPAN
        v.own[3 + slot_of(start)] = 1
        v.own[9] = immobile(t, g, unit)
        v.own[10] = bounded(sum_from(t, g, &hands, &sources, unit, STAT_ATTACK) / 4.0)
        v.own[11] = g.exit_slot >= 0 and start == token_cell(t, g, g.exit_slot, g.exit_side)
        if monster:
            v.own[7] = 1
            v.own[8] = g.monsters[unit - MAX_EXPLORERS].stamina * NINTH
        else:
            side = opening_side(start)
            v.own[12] = side >= 0 and may_explore(t, g, viewer, side)
    v.own[13] = bounded(count_cards(hands.held[viewer]) / 10.0)
    v.own[14] = g.active == viewer
    v.own[15] = g.camp_uses / 9.0
    write_units(t, g, viewer, start, &s, &hands, &sources, v)
    write_items(g, viewer, &hands, v)
    if start >= 0:
        write_around(t, g, start, o.shut, v)
    else:
        memset(&v.around, 0, sizeof(v.around))
    write_board(g, viewer, o.shut, v)
    if t.markers:
        write_markers(t, g, viewer, start, v)
