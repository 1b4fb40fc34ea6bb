# cython: language_level=3
"""What a seat sees, beside the fields of the record that the encoder copies: positions and distances from the viewer's
space, its Gear, the dice on the table, the map around it. Everything shown is open to every seat."""
from libc.string cimport memset

from envs.core.bits cimport count_bits, low_bit
from envs.core.flow cimport u64
from envs.enormity.rules.board cimport (
    FAR, beside, blip_distance, border_free, cell_x, cell_y, has_tile, in_bounds, is_exit, is_obstacle, lit,
    location_of, on_page, on_table, open_distance, opposite, passable, point_x, point_y,
)
from envs.enormity.rules.dice cimport potential_of, power_of, quadrants_of
from envs.enormity.rules.state cimport (
    Assault, BORDER_DOOR, CELLS, CHOICE_ACTION, DieFace, DIE_MARK_CONFIDENCE, DIE_MARK_STRESS, Game, Gear,
    GEAR_KIND_WEAPON, GEAR_PLACE_ARMOR, GEAR_PLACE_BACKPACK, GEAR_PLACE_FIXED, GEAR_PLACE_HAND, GEAR_PLACE_NONE,
    GEAR_PLACE_SUPPORT, GearCard, GOALS, HEIGHT, Intruder, MAX_ARROWS, MAX_BLIPS, MAX_CANDIDATES, MAX_EXIT_CELLS,
    MAX_GEAR, MAX_GEAR_CARDS, MAX_OBJECTS, POINT_STATE_CLOSED, POINT_STATE_HIDDEN, POINT_STATE_INITIATED,
    POINT_STATE_OPEN, Roll, ROLL_KIND_ENORMITY, SIDE_SPACER, Tables, THING_CACHE, THING_DISCOVERY, THING_ENGRAM,
    THING_OBJECTIVE, TILE_OBSTACLE, View, WIDTH, WINDOW,
)
from envs.enormity.rules.stats cimport band, level, light_and_hands, on_board, speed
from envs.enormity.rules.weapons cimport active_weapon, Aim, begin_aim, targets_in_aim

cdef enum:
    RADIUS = 4
    PLANE_OBJECTS = 8  # of the Discoveries; caches, Engrams and Objectives follow
    MOST_STEPS = 30  # that a distance is scaled to
    GOAL_DISCOVERY = 0
    GOAL_CACHE = 1
    GOAL_ENGRAM = 2
    GOAL_OBJECTIVE = 3
    GOAL_CONSOLE = 4
    GOAL_EXIT = 5
    GOAL_ARROW = 6
    GOAL_INTRUDER = 7
    CHANGING = 1 << 15  # in `Tables.planes`: borders that may open
    CONSOLE = 1 << 12
    PLANE = WINDOW * WINDOW  # floats of a plane of the map
    BARRED = 254  # a step count of nobody: a space that the search does not enter

cdef float COLUMN = 1.0 / WIDTH
cdef float ROW = 1.0 / HEIGHT
cdef float STEP = 1.0 / MOST_STEPS


# Quotients of bytes, which are quicker to look up than to divide.
cdef float[256] SIXTHS
cdef float[256] NINTHS
cdef float[MAX_GEAR_CARDS] CARDS


cdef void fill_quotients() noexcept nogil:
    cdef int i
    for i in range(256):
        SIXTHS[i] = i / 6.0
        NINTHS[i] = i / 9.0
    for i in range(MAX_GEAR_CARDS):
        CARDS[i] = (i + 1) / <float>MAX_GEAR_CARDS


fill_quotients()


cdef inline float capped(float x) noexcept nogil:
    return 1 if x > 1 else (-1 if x < -1 else x)


cdef inline float steps(int distance) noexcept nogil:
    """A distance, 1 from 30 steps on."""
    return distance * STEP if distance < MOST_STEPS else 1


cdef int eye(const Game* g, int seat) noexcept nogil:
    """The Spacer from whom the seat looks: itself; the Intruders' seat from the holder of the marker."""
    if seat < g.seats:
        return seat
    return g.marker if g.marker >= 0 else 0


cdef int eye_cell(const Game* g, int s) noexcept nogil:
    """Its space, off the board the last one; the middle of the grid when it has not been placed."""
    if g.spacers[s].cell >= 0:
        return g.spacers[s].cell
    return g.spacers[s].last_cell if g.spacers[s].last_cell >= 0 else HEIGHT // 2 * WIDTH + WIDTH // 2


cdef struct Scene:
    # What several parts of the view need.
    Aim aim  # from where the viewer looks
    int reach  # of the viewer's Light; -1 off the board
    u64 objects  # bits of those on the board that are not disabled
    unsigned int blips  # bits of those on the board


cdef void look_around(const Game* g, Scene* scene, int s, int cell) noexcept nogil:
    """What is on the board; the Light is not known yet."""
    cdef int i
    begin_aim(g, &scene.aim, s, cell)
    scene.reach = -1
    scene.objects = scene.blips = 0
    for i in range(MAX_OBJECTS):
        scene.objects |= <u64>(g.objects[i].cell >= 0 and not g.objects[i].disabled) << i
    for i in range(MAX_BLIPS):
        scene.blips |= <unsigned int>(g.blips[i].point >= 0) << i


cdef void write_view(const Tables* t, const Game* g, int seat, View* v) noexcept nogil:
    """Compute the view of a seat."""
    cdef int s = eye(g, seat), cell = eye_cell(g, s)
    cdef Scene scene
    look_around(g, &scene, s, cell)
    memset(v, 0, sizeof(View))
    v.choice = <unsigned char>(g.core.choice if g.core.turn >= 0 else 0)
    v.asked = <signed char>g.core.turn
    write_subject(t, g, v)
    write_spacers(t, g, v, &scene, s if seat < g.seats else 0, cell)
    write_gear(t, g, v, &scene.aim)
    write_intruders(t, g, v, scene.aim.there, cell)
    write_blips(t, g, v, &scene, cell)
    write_roll(t, g, v, s)
    write_assault(g, v, s, cell)
    write_candidates(g, v, cell)
    write_goals(t, g, v, &scene, cell)
    write_sheet(t, g, v, count_bits(scene.blips), cell)
    write_map(t, g, v, &scene, cell)


cdef void write_subject(const Tables* t, const Game* g, View* v) noexcept nogil:
    """What the question is about."""
    cdef int i, half
    if g.core.turn < 0:
        return
    if g.core.choice == CHOICE_ACTION and g.core.subject >= 0:
        half = g.core.subject
        for i in range(t.halves[half].n_options):
            v.subject[t.halves[half].options[i].kind] = 1
        v.subject[10] = t.halves[half].n_options / 8.0
    else:
        v.subject[11] = capped((g.core.subject + 1) / 64.0)


cdef void write_spacers(const Tables* t, const Game* g, View* v, Scene* scene, int first, int cell) noexcept nogil:
    """The Spacers in the order in which the observation has them: from the viewer on, for the Intruders from seat 0."""
    cdef int i, other, to, reach, hands = 0
    for i in range(g.seats):
        other = first + i if first + i < g.seats else first + i - g.seats
        if not on_board(g, other):
            continue
        to = g.spacers[other].cell
        v.positions[i][0] = 1
        v.positions[i][1] = (cell_x(to) - cell_x(cell)) * COLUMN
        v.positions[i][2] = (cell_y(to) - cell_y(cell)) * ROW
        v.positions[i][3] = steps(open_distance(t, g, cell, to))
        reach = light_and_hands(t, g, other, &hands)
        if other == scene.aim.s:
            scene.reach = scene.aim.field.least = reach
        v.positions[i][4] = capped(reach / 9.0)
        v.positions[i][5] = capped(hands / 4.0)
        v.positions[i][6] = band(t, g, other) == 0
        v.positions[i][7] = band(t, g, other) == 1


cdef void write_gear(const Tables* t, const Game* g, View* v, Aim* aim) noexcept nogil:
    """The viewer's Gear with what its weapons reach, and the others' cards."""
    cdef int i, j, s = aim.s, other
    cdef const Gear* e
    for i in range(MAX_GEAR):
        if g.spacers[s].gear[i].card >= 0:
            write_own_gear(t, g, v, aim, i)
    for j in range(1, g.seats):
        other = s + j if s + j < g.seats else s + j - g.seats
        for i in range(MAX_GEAR):
            e = &g.spacers[other].gear[i]
            if e.card < 0:
                continue
            v.other_gear[j - 1][i][0] = CARDS[e.card]
            v.other_gear[j - 1][i][1] = e.place != GEAR_PLACE_NONE and e.place != GEAR_PLACE_BACKPACK
            v.other_gear[j - 1][i][2] = e.place == GEAR_PLACE_BACKPACK
            v.other_gear[j - 1][i][3] = e.exhausted
            v.other_gear[j - 1][i][4] = NINTHS[e.ammo]
            v.other_gear[j - 1][i][5] = NINTHS[e.charges]


cdef void write_own_gear(const Tables* t, const Game* g, View* v, Aim* aim, int i) noexcept nogil:
    """One Gear card of the viewer."""
    cdef const Gear* e = &g.spacers[aim.s].gear[i]
    cdef const GearCard* card = &t.gear[e.card]
    cdef float* row = &v.gear[i][0]
    row[0] = card.kind == GEAR_KIND_WEAPON
    row[1] = e.place == GEAR_PLACE_HAND
    row[2] = e.place == GEAR_PLACE_SUPPORT
    row[3] = e.place == GEAR_PLACE_ARMOR
    row[4] = e.place == GEAR_PLACE_BACKPACK
    row[5] = e.place == GEAR_PLACE_FIXED
    row[6] = e.exhausted
    row[7] = NINTHS[e.ammo]
    row[8] = NINTHS[e.charges]
    row[9] = e.discharge
    row[10] = capped(SIXTHS[card.dice[0]])
    row[11] = capped(SIXTHS[card.dice[1]])
    row[12] = capped(SIXTHS[card.dice[2]])
    row[13] = capped(NINTHS[card.range])
    row[14] = card.reach / 2.0
    row[15] = capped(NINTHS[card.suppress])
    row[16] = capped(card.burst / 4.0)
    row[17] = capped(card.reduction / 4.0)
    row[18] = card.noise_kind > 0
    if card.kind == GEAR_KIND_WEAPON and on_board(g, aim.s) and active_weapon(t, g, aim.s, i, False):
        row[19] = capped(count_bits(targets_in_aim(t, g, aim, i)) / 4.0)


cdef void write_intruders(const Tables* t, const Game* g, View* v, unsigned int there, int cell) noexcept nogil:
    """The Intruders, by slot."""
    cdef int k, to
    cdef const Intruder* e
    cdef float* row
    while there:
        k = low_bit(there)
        there &= there - 1
        e = &g.intruders[k]
        to = e.cell
        row = &v.intruders[k][0]
        row[0] = 1
        row[1] = (cell_x(to) - cell_x(cell)) * COLUMN
        row[2] = (cell_y(to) - cell_y(cell)) * ROW
        row[3] = steps(open_distance(t, g, cell, to))
        row[4 + e.type] = 1
        row[12] = (e.facing == 1) - (e.facing == 3)
        row[13] = (e.facing == 2) - (e.facing == 0)
        row[14] = NINTHS[e.suppression]
        row[15] = NINTHS[e.wounds]
        row[16] = e.surprised
        row[17] = e.specimen >= 0
        row[18] = e.acted
        row[19] = capped(speed(t, g, k) / 9.0)


cdef void write_blips(const Tables* t, const Game* g, View* v, Scene* scene, int cell) noexcept nogil:
    """The Blips, by slot; faces only of those that have been seen."""
    cdef int b, n
    cdef unsigned int there = scene.blips
    cdef float* row
    while there:
        b = low_bit(there)
        there &= there - 1
        row = &v.blips[b][0]
        # A point is the north-west corner of a cell, the middle of the cell lies half a column further.
        row[0] = 1
        row[1] = capped((point_x(g.blips[b].point) - cell_x(cell) - <float>0.5) * COLUMN)
        row[2] = capped((point_y(g.blips[b].point) - cell_y(cell) - <float>0.5) * ROW)
        row[3] = steps(blip_distance(g.blips[b].point, cell))
        row[4] = scene.reach >= 0 and lit(t, g, &scene.aim.field, scene.reach, g.blips[b].point)
        row[5 + g.blips[b].arrow] = 1
        if g.blips[b].known:
            row[9 + g.blips[b].face] = 1
        for n in range(g.n_noises):
            row[13] += g.noises[n].dice[b] / 9.0
        row[13] = capped(row[13])


cdef void write_roll(const Tables* t, const Game* g, View* v, int s) noexcept nogil:
    """The innermost roll in progress and its dice."""
    cdef int r = g.n_rolls - 1, i
    cdef const Roll* roll
    cdef const DieFace* face
    if r < 0:
        return
    roll = &g.rolls[r]
    v.roll[roll.kind] = 1
    v.roll[7] = roll.roller == s
    v.roll[8] = capped(roll.at / 40.0) if roll.at > 0 else 0
    v.roll[9] = capped(power_of(t, g, r) / 40.0)
    v.roll[10] = capped(quadrants_of(t, g, r) / 9.0)
    v.roll[11] = capped(roll.noise / 9.0)
    for i in range(roll.n):
        v.dice[i][0] = 1
        v.dice[i][1] = (roll.colour[i] + 1) / 5.0
        v.dice[i][6] = (roll.marks[i] >> DIE_MARK_CONFIDENCE | roll.marks[i] >> DIE_MARK_STRESS) & 1
        if roll.kind == ROLL_KIND_ENORMITY:  # its die shows a number
            v.dice[i][2] = (roll.face[i] + 1) / 10.0
            continue
        face = &t.faces[roll.colour[i]][roll.face[i]]
        v.dice[i][2] = face.power / 6.0
        v.dice[i][3] = face.half / 2.0
        v.dice[i][4] = capped(potential_of(t, g, r, i) / 4.0)
        v.dice[i][5] = face.quadrant / 4.0


cdef void write_assault(const Game* g, View* v, int s, int cell) noexcept nogil:
    """The innermost attack in progress."""
    cdef const Assault* a
    cdef int at_ = -1
    if g.n_assaults == 0:
        return
    a = &g.assaults[g.n_assaults - 1]
    v.assault[0] = 1
    v.assault[1] = a.side == SIDE_SPACER
    v.assault[2] = a.side == SIDE_SPACER and a.actor == s
    v.assault[3] = a.side != SIDE_SPACER and a.target == s
    v.assault[4] = a.n_targets / 4.0
    if a.actor >= 0:
        at_ = g.spacers[a.actor].cell if a.side == SIDE_SPACER else g.intruders[a.actor].cell
    if at_ >= 0:
        v.assault[5] = (cell_x(at_) - cell_x(cell)) * COLUMN
        v.assault[6] = (cell_y(at_) - cell_y(cell)) * ROW
    v.assault[7] = capped(a.damage / 9.0)


cdef void write_candidates(const Game* g, View* v, int cell) noexcept nogil:
    """The places of the question."""
    cdef int i, x, y
    if g.core.turn < 0:
        return
    for i in range(MAX_CANDIDATES):
        if g.candidates[i] < 0:
            break
        x = point_x(g.candidates[i]) if g.candidate_points else cell_x(g.candidates[i])
        y = point_y(g.candidates[i]) if g.candidate_points else cell_y(g.candidates[i])
        v.candidates[i][0] = 1
        v.candidates[i][1] = capped((x - cell_x(cell)) * COLUMN)
        v.candidates[i][2] = capped((y - cell_y(cell)) * ROW)


# -- the nearest thing of each kind --------------------------------------------------------------------------


cdef int mark_things(const Tables* t, const Game* g, const Scene* scene, unsigned char* things) noexcept nogil:
    """Bits of the kinds of goals by cell, for Intruders and points that are not open of the cells beside them; the
    kinds that there are."""
    cdef int i, c, d, to, found = 0
    cdef u64 left = scene.objects
    while left:
        i = low_bit(left)
        left &= left - 1
        found |= mark(things, g.objects[i].cell, goal_of(g.objects[i].kind))
    left = scene.aim.there
    while left:
        c = g.intruders[low_bit(left)].cell
        left &= left - 1
        for d in range(4):
            to = beside(c, d)
            if to >= 0 and passable(t, g, to, opposite(d)):
                found |= mark(things, to, GOAL_INTRUDER)
    for i in range(t.n_consoles):
        if not g.console_disabled[i] and t.consoles[i].cell >= 0 and on_page(t, g, t.consoles[i].cell):
            found |= mark(things, t.consoles[i].cell, GOAL_CONSOLE)
    for i in range(MAX_EXIT_CELLS):
        if t.exits[i] < 0:
            break
        found |= mark_point(t, g, t.exits[i], things)
    for i in range(MAX_ARROWS):
        c = t.arrows[i]
        if c < 0:
            break
        if on_page(t, g, c) and not g.revealed >> t.leads[c] & 1:
            found |= mark(things, c, GOAL_ARROW)
    return found


cdef inline int mark(unsigned char* things, int cell, int goal) noexcept nogil:
    """Note a goal; its bit. GOALS is none."""
    if goal < GOALS:
        things[cell] |= <unsigned char>(1 << goal)
        return 1 << goal
    return 0


cdef inline int goal_of(int kind) noexcept nogil:
    """The goal that a kind of object is, GOALS for none."""
    if kind == THING_DISCOVERY:
        return GOAL_DISCOVERY
    if kind == THING_CACHE:
        return GOAL_CACHE
    if kind == THING_ENGRAM:
        return GOAL_ENGRAM
    return GOAL_OBJECTIVE if kind == THING_OBJECTIVE else GOALS


cdef int mark_point(const Tables* t, const Game* g, int cell, unsigned char* things) noexcept nogil:
    """A cell of an Extraction Point: the cell itself once the point is open, else the cells beside it (ENO-EXT-08)."""
    cdef int d, to, p = t.point_of[cell], found = 0
    if is_exit(t, g, cell):
        return mark(things, cell, GOAL_EXIT)
    if g.points[p].state == POINT_STATE_CLOSED or g.points[p].state == POINT_STATE_INITIATED:
        for d in range(4):
            to = beside(cell, d)
            if to >= 0 and in_bounds(t, g, to):
                found |= mark(things, to, GOAL_EXIT)
    return found


cdef void write_goals(const Tables* t, const Game* g, View* v, const Scene* scene, int start) noexcept nogil:
    """One search from the viewer's space over free borders, past other figures but Intruders: steps and first step to
    the nearest of each kind."""
    cdef unsigned char[CELLS] things
    cdef unsigned char[CELLS] first
    cdef unsigned char[CELLS] away
    cdef short[CELLS] queue
    cdef int head = 0, tail = 1, c, d, to, bits, missing, i
    cdef unsigned int left = scene.aim.there
    cdef bint walled  # no border of an Obstacle is free (ENO-BRD-02)
    if not in_bounds(t, g, start):
        return
    memset(&things[0], 0, CELLS)
    memset(&away[0], FAR, CELLS)
    missing = mark_things(t, g, scene, &things[0])
    while left:
        away[g.intruders[low_bit(left)].cell] = BARRED
        left &= left - 1
    queue[0] = <short>start
    away[start] = 0
    first[start] = 0
    walled = is_obstacle(t, g, start)
    while head < tail and missing:
        c = queue[head]
        head += 1
        bits = things[c] & missing
        missing &= ~bits
        while bits:
            i = low_bit(bits)
            bits &= bits - 1
            note_goal(v, i, start, c, away[c], first[c])
        if away[c] >= BARRED - 1 or walled:
            break
        for d in range(4):
            to = t.way[c][d]
            if to >= 0:  # an open border of a cell that was entered
                if away[to] != FAR or not on_table(t, g, to) or (g.tile[to] and is_obstacle(t, g, to)):
                    continue
            else:
                to = beside(c, d) if t.look[c] >> d & 1 else -1
                if to < 0 or away[to] != FAR or not border_free(t, g, c, d):
                    continue
            if t.forced[c] and t.forced[c] - 1 != d:
                continue
            away[to] = away[c] + 1
            first[to] = <unsigned char>(d + 1) if c == start else first[c]
            queue[tail] = <short>to
            tail += 1


cdef void note_goal(View* v, int kind, int start, int cell, int distance, int first) noexcept nogil:
    """The nearest thing of a kind."""
    v.goals[kind][0] = 1
    v.goals[kind][1] = steps(distance)
    if first:
        v.goals[kind][1 + first] = 1
    v.goals[kind][6] = (cell_x(cell) - cell_x(start)) * COLUMN
    v.goals[kind][7] = (cell_y(cell) - cell_y(start)) * ROW


# -- the sheet and the map -----------------------------------------------------------------------------------


cdef void write_sheet(const Tables* t, const Game* g, View* v, int blips, int cell) noexcept nogil:
    """Of the ecology of the viewer's Location, and sizes of piles."""
    cdef int place = location_of(t, g, cell), type, i, left = 0
    type = t.locations[place if place >= 0 else 0].ecology
    for i in range(4):
        left += g.blip_pool[i]
    if type >= 0:
        v.sheet[0] = capped(t.types[type].at[level(g)] / 9.0)
        v.sheet[1] = capped(t.types[type].speed[level(g)] / 9.0)
        v.sheet[2] = t.types[type].noise[level(g)] / 2.0
    v.sheet[3] = blips / <float>MAX_BLIPS
    v.sheet[4] = capped(left / 40.0)
    v.sheet[5] = g.loot.n / 40.0
    v.sheet[6] = t.fixed_discoveries
    v.sheet[7] = level(g) / 2.0


cdef void write_map(const Tables* t, const Game* g, View* v, const Scene* scene, int cell) noexcept nogil:
    """The window around the viewer: `PLANES` planes of `WINDOW` x `WINDOW` cells."""
    cdef int left = cell_x(cell) - RADIUS, top = cell_y(cell) - RADIUS, i, j
    cdef u64 there
    for j in range(-top if top < 0 else 0, HEIGHT - top if top + WINDOW > HEIGHT else WINDOW):
        there = floor_of(t, g, top + j) << RADIUS >> (left + RADIUS) & ((1 << WINDOW) - 1)
        while there:
            i = low_bit(there)
            there &= there - 1
            map_cell(t, g, &v.map[0][j][i], (top + j) * WIDTH + left + i)
    there = scene.objects
    while there:
        i = low_bit(there)
        there &= there - 1
        map_object(v, goal_of(g.objects[i].kind), cell_x(g.objects[i].cell) - left, cell_y(g.objects[i].cell) - top)
    for i in range(g.seats):
        if on_board(g, i):
            plot(v, 15, cell_x(g.spacers[i].cell) - left, cell_y(g.spacers[i].cell) - top, 1)
    there = scene.aim.there
    while there:
        i = low_bit(there)
        there &= there - 1
        plot(v, 15, cell_x(g.intruders[i].cell) - left, cell_y(g.intruders[i].cell) - top, -1)
    there = scene.blips
    while there:
        i = low_bit(there)
        there &= there - 1
        plot(v, 16, point_x(g.blips[i].point) - left, point_y(g.blips[i].point) - top, 1)


cdef inline u64 floor_of(const Tables* t, const Game* g, int row) noexcept nogil:
    """Columns of a row of the grid with cells of pages on the table, as bits."""
    cdef unsigned int revealed = g.revealed
    cdef u64 columns = 0
    while revealed:
        columns |= t.floor[row][low_bit(revealed)]
        revealed &= revealed - 1
    return columns


cdef inline void plot(View* v, int plane, int i, int j, float value) noexcept nogil:
    """Mark column i and row j of a plane, if they lie in the window."""
    if 0 <= i < WINDOW and 0 <= j < WINDOW:
        v.map[plane][j][i] = value


cdef inline void map_object(View* v, int goal, int i, int j) noexcept nogil:
    """An object on its plane."""
    if goal < GOALS:
        plot(v, PLANE_OBJECTS + goal, i, j, 1)


cdef inline bint unfound(const Tables* t, const Game* g, int cell) noexcept nogil:
    """The cell belongs to an Extraction Point that must still be found: it looks like one out of bounds."""
    return t.point_of[cell] < t.n_points and g.points[t.point_of[cell]].state == POINT_STATE_HIDDEN


cdef void map_changing(const Tables* t, const Game* g, float* at, int c) noexcept nogil:
    """A cell whose borders may open, and the state of its Extraction Point."""
    cdef int d, to, p = t.point_of[c]
    at[0] = in_bounds(t, g, c)
    for d in range(4):
        if t.way[c][d] >= 0:  # an open border, and no Extraction Point behind it
            continue
        to = beside(c, d)
        if not passable(t, g, c, d) or unfound(t, g, to):
            at[(1 + d) * PLANE] = 0.5 if t.border[c][d] >= BORDER_DOOR else 1
    if p < t.n_points and POINT_STATE_CLOSED <= g.points[p].state <= POINT_STATE_OPEN:
        at[13 * PLANE] = g.points[p].state / 3.0


cdef inline void map_cell(const Tables* t, const Game* g, float* at, int c) noexcept nogil:
    """What is printed on a cell of a page on the table, and its tile. `at`: its place in the first plane; the planes
    hold zeros."""
    cdef int planes = t.planes[c]
    if planes & CHANGING:
        if unfound(t, g, c):
            return
        planes &= ~CHANGING
        map_changing(t, g, at, c)
    if planes & CONSOLE and g.console_disabled[t.console_of[c]]:
        planes &= ~CONSOLE
    while planes:
        at[low_bit(planes) * PLANE] = 1
        planes &= planes - 1
    if g.tile[c]:
        at[(5 if has_tile(t, g, c, TILE_OBSTACLE) else 6) * PLANE] = 1
