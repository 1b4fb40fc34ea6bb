# cython: language_level=3
"""See board.pxd."""
from libc.string cimport memset

from envs.enormity.rules.state cimport (
    BORDER_DOOR, BORDER_WALL, CELLS, DOOR_STATE_WELDED, Game, HEIGHT, MAX_CANDIDATES, MAX_INTRUDERS, MAX_SPACERS,
    MAX_VIEWS_OF_MAP, Page, POINT_STATE_INITIATED, POINT_STATE_OPEN, POINT_WIDTH, Tables, TILE_OBSCURING,
    TILE_OBSTACLE, WHERE_BOARD, WIDTH,
)

cdef enum:
    APART = 1000  # A4: added to the Manhattan distance of cells without a way between them
    NOBODY_THERE = 10000  # distance to the nearest Spacer when none is on the board
    WORDS = 10  # of a set of cells

cdef int[4] STEP
STEP[:] = [-WIDTH, 1, WIDTH, -1]
cdef int[4] POINT_STEP
POINT_STEP[:] = [-POINT_WIDTH, 1, POINT_WIDTH, -1]
cdef int[4] IN_CELL_ORDER
IN_CELL_ORDER[:] = [0, 3, 1, 2]


# -- cells, borders, doors -----------------------------------------------------------------------------------

cdef int door_of(const Tables* t, int cell, int direction) noexcept nogil:
    """Door on that side, -1 none (ENO-BRD-12-D)."""
    return t.border[cell][direction] - BORDER_DOOR if t.border[cell][direction] >= BORDER_DOOR else -1


cdef bint touches_door(const Tables* t, int cell, int door) noexcept nogil:
    """ENO-BRD-12-D."""
    cdef int d
    for d in range(4):
        if t.border[cell][d] == BORDER_DOOR + door:
            return True
    return False


cdef inline bint welded(const Game* g, int door) noexcept nogil:
    return door >= 0 and g.doors[door] == DOOR_STATE_WELDED and not g.door_disabled[door]


cdef int weld_at(const Tables* t, const Game* g, int cell) noexcept nogil:
    """ENO-WLD-05-D, ENO-STT-02: the first in direction order."""
    cdef int d, door
    for d in range(4):
        door = door_of(t, cell, d)
        if welded(g, door):
            return door
    return -1


cdef inline int door_at_point(const Tables* t, int point, int direction) noexcept nogil:
    """Door on the line that leaves the point in the direction, -1 none."""
    cdef int x = point_x(point), y = point_y(point)
    # The line to the west or north runs along the cell before the point, one to the east or south along the one behind.
    if direction == 0:
        y -= 1
    elif direction == 3:
        x -= 1
    if x < 0 or y < 0 or x > WIDTH or y > HEIGHT:
        return -1
    if direction == 0 or direction == 2:
        if y == HEIGHT:
            return -1
        return door_of(t, y * WIDTH + x, 3) if x < WIDTH else door_of(t, y * WIDTH + x - 1, 1)
    if x == WIDTH:
        return -1
    return door_of(t, y * WIDTH + x, 0) if y < HEIGHT else door_of(t, (y - 1) * WIDTH + x, 2)


cdef bint point_touches_door(const Tables* t, int point, int door) noexcept nogil:
    """ENO-WLD-04-D."""
    cdef int d
    for d in range(4):
        if door_at_point(t, point, d) == door:
            return True
    return False


cdef int weld_at_point(const Tables* t, const Game* g, int point) noexcept nogil:
    """ENO-WLD-04-D, ENO-STT-02: the first in direction order."""
    cdef int d, door
    for d in range(4):
        door = door_at_point(t, point, d)
        if welded(g, door):
            return door
    return -1


# -- who is where --------------------------------------------------------------------------------------------

cdef int unit_at(const Game* g, int cell) noexcept nogil:
    """The unit there, an Intruder rather than a Spacer; -1 nobody."""
    cdef int k = intruder_at(g, cell)
    return MAX_SPACERS + k if k >= 0 else spacer_at(g, cell)


cdef int spacer_at(const Game* g, int cell) noexcept nogil:
    """The Spacer there with the lowest seat, -1 nobody."""
    cdef int s
    for s in range(g.seats):
        if g.spacers[s].cell == cell and g.spacers[s].where == WHERE_BOARD:
            return s
    return -1


cdef int intruder_at(const Game* g, int cell) noexcept nogil:
    """The slot of the Intruder there, -1 none."""
    cdef int k
    for k in range(MAX_INTRUDERS):
        if g.intruders[k].cell == cell and g.intruders[k].type >= 0:
            return k
    return -1


cdef int unit_cell(const Game* g, int unit) noexcept nogil:
    """The unit's space, -1 when it is not on the board."""
    return g.spacers[unit].cell if unit < MAX_SPACERS else g.intruders[unit - MAX_SPACERS].cell


cdef bint is_empty(const Tables* t, const Game* g, int cell) noexcept nogil:
    """A18, ENO-IMV-11, ENO-EXT-11-D."""
    return (in_bounds(t, g, cell) and not is_exit(t, g, cell) and not is_obstacle(t, g, cell)
            and unit_at(g, cell) < 0)


# -- steps and distances -------------------------------------------------------------------------------------

cdef int next_of_exit(const Tables* t, int cell, int after) noexcept nogil:
    """The next cell of the cell's Extraction Point behind `after` in cell order, -1 none."""
    cdef int c
    for c in range(after + 1, CELLS):
        if t.point_of[c] == t.point_of[cell]:
            return c
    return -1


cdef inline bint touching(const Tables* t, const Game* g, int a, int b) noexcept nogil:
    """A1 between two cells."""
    cdef int d
    for d in range(4):
        if b == a + STEP[d]:
            return border_free(t, g, a, d)
    return False


cdef bint adjacent(const Tables* t, const Game* g, int a, int b) noexcept nogil:
    """A1 between two spaces; an open Extraction Point is one space (ENO-BRD-01, -02, ENO-EXT-11-D)."""
    cdef int c
    if same_exit(t, g, a, b):
        return False
    if touching(t, g, a, b):
        return True
    if is_exit(t, g, b):
        a, b = b, a
    if not is_exit(t, g, a):
        return False
    c = next_of_exit(t, a, -1)
    while c >= 0:
        if touching(t, g, c, b) or (is_exit(t, g, b) and adjacent_exits(t, g, c, b)):
            return True
        c = next_of_exit(t, a, c)
    return False


cdef bint adjacent_exits(const Tables* t, const Game* g, int cell, int exit) noexcept nogil:
    """The cell touches some cell of that open Extraction Point."""
    cdef int d, other
    for d in range(4):
        other = beside(cell, d)
        if other >= 0 and same_exit(t, g, other, exit) and border_free(t, g, cell, d):
            return True
    return False


cdef int adjacent_cells(const Tables* t, const Game* g, int cell, int* out) noexcept nogil:
    """The neighbouring cells over A1, in direction order; how many."""
    cdef int d, n = 0
    for d in range(4):
        if border_free(t, g, cell, d):
            out[n] = cell + STEP[d]
            n += 1
    return n


cdef int join_exit(const Tables* t, int cell, unsigned char* out, short* queue, int n) noexcept nogil:
    """All cells of an open Extraction Point are as far as the one reached; the new end of the queue."""
    cdef int c = next_of_exit(t, cell, -1)
    while c >= 0:
        if out[c] == FAR:
            out[c] = out[cell]
            queue[n] = <short>c
            n += 1
        c = next_of_exit(t, cell, c)
    return n


cdef int spread(const Tables* t, const Game* g, int start, int goal, int most, bint crossing,
                unsigned char* out) noexcept nogil:
    """Breadth first from the start until the goal (-1: none) is reached; its distance, FAR when it is not.

    `crossing`: the steps of A4 instead of those of A1.
    """
    cdef short[CELLS] queue
    cdef int head = 0, n = 1, cell, other, d
    if most > FAR - 1:
        most = FAR - 1
    memset(out, FAR, CELLS)
    out[start] = 0
    queue[0] = <short>start
    if is_exit(t, g, start):
        n = join_exit(t, start, out, queue, n)
    while head < n and (goal < 0 or out[goal] == FAR):
        cell = queue[head]
        head += 1
        if out[cell] >= most:
            break
        if not crossing and (not on_page(t, g, cell) or (g.tile[cell] and is_obstacle(t, g, cell))):
            continue  # none of its borders is free
        for d in range(4):
            other = t.way[cell][d]
            if other >= 0 and out[other] != FAR:
                continue
            if crossing:
                other = beside(cell, d)
                if other < 0 or out[other] != FAR or not crossable(t, g, cell, d, other):
                    continue
            elif other >= 0:  # an open border
                if not on_table(t, g, other) or (g.tile[other] and is_obstacle(t, g, other)):
                    continue
            else:
                if not t.look[cell] >> d & 1:
                    continue
                other = beside(cell, d)
                if out[other] != FAR or not border_free(t, g, cell, d):
                    continue
            out[other] = out[cell] + 1
            queue[n] = <short>other
            n += 1
            if is_exit(t, g, other):
                n = join_exit(t, other, out, queue, n)
    return out[goal] if goal >= 0 else FAR


cdef inline bint crossable(const Tables* t, const Game* g, int cell, int direction, int other) noexcept nogil:
    """A step of A4: only black lines block."""
    return (in_bounds(t, g, cell) and in_bounds(t, g, other)
            and (t.border[cell][direction] != BORDER_WALL or is_exit(t, g, cell) or is_exit(t, g, other)))


cdef void move_field(const Tables* t, const Game* g, int start, int most, unsigned char* out) noexcept nogil:
    """A3 from the start to every cell up to `most` away, FAR elsewhere (ENO-BRD-07-D)."""
    spread(t, g, start, -1, most, False, out)


cdef void measure(const Tables* t, const Game* g, Field* field, int most) noexcept nogil:
    """See board.pxd."""
    if most > field.reach:
        field.reach = most if most > field.least else field.least
        move_field(t, g, field.start, field.reach, field.steps)


cdef int move_distance(const Tables* t, const Game* g, int a, int b, int most) noexcept nogil:
    """A3, FAR when it is more than `most` (ENO-BRD-07-D)."""
    cdef unsigned char[CELLS] field
    if a == b:
        return 0
    if manhattan(a, b) > most and not any_open(t, g):
        return FAR
    return spread(t, g, a, b, most, False, field)


cdef inline bint measured(const Tables* t, const Game* g) noexcept nogil:
    """The tables hold the open distances of the present map: an open Extraction Point makes new ways."""
    return g.map_view < MAX_VIEWS_OF_MAP and not any_open(t, g)


cdef int open_distance(const Tables* t, const Game* g, int a, int b) noexcept nogil:
    """A4 (ENO-BRD-07-D)."""
    cdef unsigned char[CELLS] field
    cdef int away = FAR
    if a == b:
        return 0
    if not measured(t, g):
        away = spread(t, g, a, b, FAR - 1, True, field)
    elif t.inside[a] >= 0 and t.inside[b] >= 0:
        away = t.open_distance[g.map_view][t.inside[a]][t.inside[b]]
    return away if away != FAR else APART + manhattan(a, b)


cdef void open_field(const Tables* t, const Game* g, int start, unsigned char* out) noexcept nogil:
    """A4 from the start to every cell, FAR when there is no way."""
    cdef const unsigned char* row
    cdef int cell
    if t.inside[start] < 0 or not measured(t, g):
        spread(t, g, start, -1, FAR - 1, True, out)
        return
    row = t.open_distance[g.map_view][t.inside[start]]
    for cell in range(CELLS):
        out[cell] = row[t.inside[cell]] if t.inside[cell] >= 0 else FAR


cdef int nearest_spacer(const Tables* t, const Game* g, int cell, int* who) noexcept nogil:
    """Least A4 to a living Spacer on the board; ties in seat order."""
    cdef int s, away, least = NOBODY_THERE
    who[0] = -1
    for s in range(g.seats):
        if g.spacers[s].where == WHERE_BOARD:
            away = open_distance(t, g, cell, g.spacers[s].cell)
            if away < least:
                least = away
                who[0] = s
    return least


cdef int nearest_to_point(const Game* g, int point, int* who) noexcept nogil:
    """Least A5 to a living Spacer on the board; ties in seat order."""
    cdef int s, away, least = NOBODY_THERE
    who[0] = -1
    for s in range(g.seats):
        if g.spacers[s].where == WHERE_BOARD:
            away = blip_distance(point, g.spacers[s].cell)
            if away < least:
                least = away
                who[0] = s
    return least


# -- where things lie to each other --------------------------------------------------------------------------

cdef bint aligned(int point, int cell) noexcept nogil:
    """A6."""
    return gap_x(point, cell) == 0 or gap_y(point, cell) == 0


cdef int quadrant(int point, int cell) noexcept nogil:
    """A8: 0 north-west, 1 north-east, 2 south-west, 3 south-east."""
    return (1 if point_x(point) > cell_x(cell) else 0) + (2 if point_y(point) > cell_y(cell) else 0)


cdef bint cell_in_front(int cell, int facing, int other) noexcept nogil:
    """A9 (ENO-BRD-08)."""
    if facing == 0:
        return cell_y(other) < cell_y(cell)
    if facing == 1:
        return cell_x(other) > cell_x(cell)
    if facing == 2:
        return cell_y(other) > cell_y(cell)
    return cell_x(other) < cell_x(cell)


cdef bint point_in_front(int cell, int facing, int point) noexcept nogil:
    """A9 (ENO-BRD-08)."""
    if facing == 0:
        return point_y(point) < cell_y(cell)
    if facing == 1:
        return point_x(point) > cell_x(cell) + 1
    if facing == 2:
        return point_y(point) > cell_y(cell) + 1
    return point_x(point) < cell_x(cell)


cdef bint cell_before_point(int point, int facing, int cell) noexcept nogil:
    """A9 for a Blip."""
    if facing == 0:
        return cell_y(cell) < point_y(point)
    if facing == 1:
        return cell_x(cell) >= point_x(point)
    if facing == 2:
        return cell_y(cell) >= point_y(point)
    return cell_x(cell) < point_x(point)


cdef bint in_rear(int cell, int facing, int other) noexcept nogil:
    """A10 (ENO-BRD-09)."""
    return beside(cell, opposite(facing)) == other


cdef bint in_zone(int source, int other, int size) noexcept nogil:
    """A11."""
    cdef int x = cell_x(other) - cell_x(source), y = cell_y(other) - cell_y(source)
    return source != other and -size <= x <= size and -size <= y <= size


cdef bint straight(int a, int b) noexcept nogil:
    """A12."""
    return cell_x(a) == cell_x(b) or cell_y(a) == cell_y(b)


cdef inline bint inner(int n, int a, int b) noexcept nogil:
    return a < n < b or b < n < a


cdef bint between(int tile, int a, int b) noexcept nogil:
    """A17."""
    return inner(cell_x(tile), cell_x(a), cell_x(b)) or inner(cell_y(tile), cell_y(a), cell_y(b))


cdef int direction_to(int a, int b, bint vertical_first) noexcept nogil:
    """ENO-IMV-04-D: the axis direction with the larger offset."""
    cdef int x = cell_x(b) - cell_x(a), y = cell_y(b) - cell_y(a)
    cdef int wide = x if x > 0 else -x, high = y if y > 0 else -y
    if high > wide or (high == wide and vertical_first):
        return 2 if y > 0 else 0
    return 1 if x > 0 else 3


# -- line of sight -------------------------------------------------------------------------------------------
# Around a lattice point: line d leaves it in direction d; sector d lies between line d and line d + 1, clockwise, so
# 0 is the cell to the north-east, 1 south-east, 2 south-west, 3 north-west. Corners of a cell: bit 0 east, bit 1 south.

cdef int[4] SECTOR_AT_CORNER  # where the cell lies, seen from its corner
SECTOR_AT_CORNER[:] = [1, 2, 0, 3]
cdef unsigned char[16][4] REACHED  # [blocking lines][sector]: bits of the sectors that no blocking lines cut off


cdef void fill_reached() noexcept nogil:
    cdef int lines, sector, _, d
    for lines in range(16):
        for sector in range(4):
            REACHED[lines][sector] = 1 << sector
            d = sector
            for _ in range(3):  # clockwise over line d + 1
                d = (d + 1) & 3
                if (lines >> d) & 1:
                    break
                REACHED[lines][sector] |= 1 << d
            d = sector
            for _ in range(3):  # the other way round over line d
                if (lines >> d) & 1:
                    break
                d = (d - 1) & 3
                REACHED[lines][sector] |= 1 << d


fill_reached()

cdef struct Sight:
    const Tables* t
    const Game* g
    int goal  # the target's cell, whose tile does not block
    unsigned long long[WORDS] intruders  # cells of Intruders that block


cdef inline bint line_blocks(const Tables* t, const Game* g, int cell, int direction) noexcept nogil:
    """A13, item 2: the border of that cell of the grid blocks sight (ENO-LOS-02, -05-D)."""
    cdef int other = t.way[cell][direction]
    cdef bint here = on_page(t, g, cell)
    if other >= 0:  # an open border
        return on_page(t, g, other) != here
    other = beside(cell, direction)
    if other < 0 or on_page(t, g, other) != here:
        return here or other >= 0  # the rim
    return here and not passable(t, g, cell, direction)


cdef inline bint inner_line_blocks(
    const Tables* t, const Game* g, int cell, int direction, bint here, bint there
) noexcept nogil:
    """`line_blocks` away from the rim of the grid; `here` and `there`: the cell and the one beyond lie on a page."""
    if here != there:
        return True
    if not here or t.way[cell][direction] >= 0:
        return False
    return not t.look[cell] >> direction & 1 or not passable(t, g, cell, direction)


cdef inline bint vertical_blocks(const Tables* t, const Game* g, int i, int j) noexcept nogil:
    """The line from (i, j) to (i, j + 1) blocks."""
    if j < 0 or j >= HEIGHT:
        return False
    return line_blocks(t, g, j * WIDTH + i, 3) if i < WIDTH else line_blocks(t, g, j * WIDTH + i - 1, 1)


cdef inline bint horizontal_blocks(const Tables* t, const Game* g, int i, int j) noexcept nogil:
    """The line from (i, j) to (i + 1, j) blocks."""
    if i < 0 or i >= WIDTH:
        return False
    return line_blocks(t, g, j * WIDTH + i, 0) if j < HEIGHT else line_blocks(t, g, (j - 1) * WIDTH + i, 2)


cdef int lines_at(const Tables* t, const Game* g, int i, int j) noexcept nogil:
    """Bits of the directions in which a blocking line leaves the lattice point."""
    cdef int south_east = j * WIDTH + i, north_east = south_east - WIDTH
    cdef bint ne, se, sw, nw
    if i == 0 or i == WIDTH or j == 0 or j == HEIGHT:
        return (vertical_blocks(t, g, i, j - 1) | horizontal_blocks(t, g, i, j) << 1
                | vertical_blocks(t, g, i, j) << 2 | horizontal_blocks(t, g, i - 1, j) << 3)
    ne = on_page(t, g, north_east)
    se = on_page(t, g, south_east)
    sw = on_page(t, g, south_east - 1)
    nw = on_page(t, g, north_east - 1)
    return (inner_line_blocks(t, g, north_east, 3, ne, nw) | inner_line_blocks(t, g, south_east, 0, se, ne) << 1
            | inner_line_blocks(t, g, south_east, 3, se, sw) << 2
            | inner_line_blocks(t, g, south_east - 1, 0, sw, nw) << 3)


cdef inline bint cell_blocks(const Sight* v, int x, int y) noexcept nogil:
    """A13, item 1: an Obstacle, an Obscuring tile or an Intruder is in the way (ENO-LOS-02, -04, -05)."""
    cdef int cell = y * WIDTH + x
    if x < 0 or y < 0 or x >= WIDTH or y >= HEIGHT:
        return False
    if (v.intruders[cell >> 6] >> (cell & 63)) & 1:
        return True
    return (cell != v.goal and v.g.tile[cell] != 0 and v.t.terrains[v.g.tile[cell] - 1].keywords
            & (1 << TILE_OBSTACLE | 1 << TILE_OBSCURING) != 0)


cdef bint along_line(const Sight* v, int i, int j, int direction, int length) noexcept nogil:
    """The segment from (i, j) along a board line is free, its ends apart."""
    cdef int n, lines
    cdef bint vertical = direction == 0 or direction == 2
    cdef bint back = direction == 0 or direction == 3
    for n in range(length):
        if n:
            lines = lines_at(v.t, v.g, i, j)
            if not (REACHED[lines][direction] >> opposite(direction)) & 1:
                return False
        if back:
            i -= not vertical
            j -= vertical
        if vertical:
            if vertical_blocks(v.t, v.g, i, j) or cell_blocks(v, i - 1, j) or cell_blocks(v, i, j):
                return False
        elif horizontal_blocks(v.t, v.g, i, j) or cell_blocks(v, i, j - 1) or cell_blocks(v, i, j):
            return False
        if not back:
            i += not vertical
            j += vertical
    return True


cdef bint across_cells(const Sight* v, int i, int j, int dx, int dy) noexcept nogil:
    """The segment from (i, j) by (dx, dy), both not 0, is free, its ends apart."""
    cdef int east = dx > 0, south = dy > 0
    cdef int wide = dx if east else -dx, high = dy if south else -dy
    cdef int x = i if east else i - 1, y = j if south else j - 1
    cdef int across = 0, down = 0, here, there, sector = SECTOR_AT_CORNER[(0 if east else 1) + (0 if south else 2)]
    while True:
        if cell_blocks(v, x, y):
            return False
        here = (across + 1) * high
        there = (down + 1) * wide
        if here < there:
            if line_blocks(v.t, v.g, y * WIDTH + x, 1 if east else 3):
                return False
        elif there < here:
            if line_blocks(v.t, v.g, y * WIDTH + x, 2 if south else 0):
                return False
        else:  # through a lattice point
            if across + 1 == wide:
                return True
            if not (REACHED[lines_at(v.t, v.g, x + east, y + south)][sector] >> opposite(sector)) & 1:
                return False
        if here <= there:
            across += 1
            x += 1 if east else -1
        if there <= here:
            down += 1
            y += 1 if south else -1


cdef bint ray(const Sight* v, int i, int j, int from_lines, int from_sector, int p, int q, int to_lines,
              int to_sector) noexcept nogil:
    """A13 for one segment from the corner (i, j) of the one cell to the corner (p, q) of the other."""
    cdef int dx = p - i, dy = q - j, leaving, arriving
    if dx == 0 and dy == 0:
        return (REACHED[from_lines][from_sector] >> to_sector) & 1
    if dx != 0 and dy != 0:
        leaving = SECTOR_AT_CORNER[(0 if dx > 0 else 1) + (0 if dy > 0 else 2)]
    else:
        leaving = (1 if dx > 0 else 3) if dx else (2 if dy > 0 else 0)
    arriving = opposite(leaving)
    # A segment along a line lies between the sectors of both sides, which are one unless the line itself blocks.
    if not (REACHED[from_lines][from_sector] >> leaving) & 1 or not (REACHED[to_lines][to_sector] >> arriving) & 1:
        return False
    if dx != 0 and dy != 0:
        return across_cells(v, i, j, dx, dy)
    return along_line(v, i, j, leaving, dx + dy if dx + dy > 0 else -dx - dy)


cdef void look(Sight* v, const Tables* t, const Game* g, int goal, int ignored, int ignored2) noexcept nogil:
    """What blocks a view of the goal."""
    cdef int k, cell
    v.t = t
    v.g = g
    v.goal = goal
    memset(v.intruders, 0, sizeof(v.intruders))
    for k in range(MAX_INTRUDERS):
        cell = g.intruders[k].cell
        if cell >= 0 and g.intruders[k].type >= 0 and MAX_SPACERS + k != ignored and MAX_SPACERS + k != ignored2:
            v.intruders[cell >> 6] |= <unsigned long long>1 << (cell & 63)


cdef bint sight(const Tables* t, const Game* g, int a, int b, int ignored, int ignored2) noexcept nogil:
    """A13 (ENO-LOS-01 to -05-D): some corner of the one space sees some corner of the other."""
    cdef Sight v
    cdef int[4] lines_a
    cdef int[4] lines_b
    cdef int ax = cell_x(a), ay = cell_y(a), bx = cell_x(b), by = cell_y(b), n, first, p, q
    if a == b:
        return True
    look(&v, t, g, b, ignored, ignored2)
    for n in range(4):
        lines_a[n] = lines_b[n] = -1
    first = (bx > ax) + 2 * (by > ay)  # the corner that looks to the other cell
    for n in range(16):
        p = first ^ (n & 3)
        q = (3 ^ first) ^ (n >> 2)
        if lines_a[p] < 0:
            lines_a[p] = lines_at(t, g, ax + (p & 1), ay + (p >> 1))
        if lines_b[q] < 0:
            lines_b[q] = lines_at(t, g, bx + (q & 1), by + (q >> 1))
        if ray(&v, ax + (p & 1), ay + (p >> 1), lines_a[p], SECTOR_AT_CORNER[p],
               bx + (q & 1), by + (q >> 1), lines_b[q], SECTOR_AT_CORNER[q]):
            return True
    return False


# -- empty spaces --------------------------------------------------------------------------------------------

cdef void note(int away, int* least, int cell, short* out, int* n) noexcept nogil:
    """Keep the cells that are nearest."""
    if away < least[0]:
        least[0] = away
        n[0] = 0
    if away == least[0] and n[0] < MAX_CANDIDATES:
        out[n[0]] = <short>cell
        n[0] += 1


cdef int nearest_empty(const Tables* t, const Game* g, int cell, short* out) noexcept nogil:
    """A18 for a cell: all nearest empty spaces in cell order, at most MAX_CANDIDATES; how many."""
    cdef unsigned char[CELLS] field
    cdef int c, away, n = 0, least = NOBODY_THERE
    open_field(t, g, cell, field)
    for c in range(CELLS):
        if t.page[c] == NOWHERE:
            continue
        away = field[c] if field[c] != FAR else APART + manhattan(cell, c)
        if away <= least and is_empty(t, g, c):
            note(away, &least, c, out, &n)
    return n


cdef int nearest_empty_to_point(const Tables* t, const Game* g, int point, short* out) noexcept nogil:
    """A18 for an intersection: all nearest empty spaces in cell order, at most MAX_CANDIDATES; how many."""
    cdef int c, away, n = 0, least = NOBODY_THERE
    for c in range(CELLS):
        if t.page[c] == NOWHERE:
            continue
        away = blip_distance(point, c)
        if away <= least and is_empty(t, g, c):
            note(away, &least, c, out, &n)
    return n


cdef int spaces_next_to(const Tables* t, const Game* g, int cell, short* out) noexcept nogil:
    """ENO-REV-02, -02-D: the empty spaces adjacent to the cell, in cell order, else the nearest ones; how many."""
    cdef int c, d, n = 0
    if is_exit(t, g, cell):
        for c in range(CELLS):
            if n < MAX_CANDIDATES and t.page[c] != NOWHERE and adjacent(t, g, cell, c) and is_empty(t, g, c):
                out[n] = <short>c
                n += 1
    else:
        for d in range(4):
            if border_free(t, g, cell, IN_CELL_ORDER[d]) and is_empty(t, g, cell + STEP[IN_CELL_ORDER[d]]):
                out[n] = <short>(cell + STEP[IN_CELL_ORDER[d]])
                n += 1
    return n if n else nearest_empty(t, g, cell, out)


# -- Blips ---------------------------------------------------------------------------------------------------

cdef inline bint on_lattice(const Page* p, int x, int y) noexcept nogil:
    return p.x <= x <= p.x + p.w and p.y <= y <= p.y + p.h


cdef bint on_map(const Tables* t, const Game* g, int point) noexcept nogil:
    """The point lies on the lattice of a revealed page (ENO-BRD-06)."""
    cdef int p
    for p in range(t.n_pages):
        if (g.revealed >> p) & 1 and on_lattice(&t.pages[p], point_x(point), point_y(point)):
            return True
    return False


cdef bint shares_rim(const Page* p, const Page* q, int direction) noexcept nogil:
    """Page q lies beyond the rim of page p in that direction, along a common stretch."""
    if direction == 0 or direction == 2:
        return (q.y + q.h == p.y if direction == 0 else p.y + p.h == q.y) and q.x < p.x + p.w and p.x < q.x + q.w
    return (q.x + q.w == p.x if direction == 3 else p.x + p.w == q.x) and q.y < p.y + p.h and p.y < q.y + q.h


cdef inline int clamp(int n, int low, int high) noexcept nogil:
    return low if n < low else high if n > high else n


cdef int blip_beside(const Tables* t, const Game* g, int point, int direction, int target) noexcept nogil:
    """ENO-BLP-02, -10, ENO-BRD-15, -16, -16-D: one intersection on, -1 at the board edge."""
    cdef int i = point_x(point), j = point_y(point), p, q, x, y, away, least, found = -1, to
    cdef int dx = (direction == 1) - (direction == 3), dy = (direction == 2) - (direction == 0)
    for p in range(t.n_pages):
        if (g.revealed >> p) & 1 and on_lattice(&t.pages[p], i, j) and on_lattice(&t.pages[p], i + dx, j + dy):
            return point + POINT_STEP[direction]
    least = NOBODY_THERE
    for p in range(t.n_pages):
        if not (g.revealed >> p) & 1 or not on_lattice(&t.pages[p], i, j):
            continue
        for q in range(t.n_pages):
            if not (g.revealed >> q) & 1 or not shares_rim(&t.pages[p], &t.pages[q], direction):
                continue
            x = clamp(i, t.pages[q].x, t.pages[q].x + t.pages[q].w)
            y = clamp(j, t.pages[q].y, t.pages[q].y + t.pages[q].h)
            to = y * POINT_WIDTH + x
            # The nearest point lies on the rim, straight to one side: one number orders distance, A5 and direction.
            away = 4 * (256 * ((x - i) * (x - i) + (y - j) * (y - j))
                        + (blip_distance(to, target) if target >= 0 else 0)) + side_of(x - i, y - j)
            if found < 0 or away < least:
                least = away
                found = to
    return found


cdef inline int side_of(int dx, int dy) noexcept nogil:
    """Direction of an offset along one axis."""
    return (1 if dx > 0 else 3) if dx else (2 if dy > 0 else 0)


cdef bint point_touches(int point, int cell) noexcept nogil:
    """A2 (ENO-BRD-03)."""
    return blip_distance(point, cell) == 0


cdef int touching_spacer(const Game* g, int point) noexcept nogil:
    """The Spacer on the board with the lowest seat next to the point, -1 none."""
    cdef int s
    for s in range(g.seats):
        if g.spacers[s].where == WHERE_BOARD and blip_distance(point, g.spacers[s].cell) == 0:
            return s
    return -1


cdef inline int cell_around(int point, int corner) noexcept nogil:
    """One of the four cells around a point (0 north-west, 1 north-east, 2 south-west, 3 south-east), -1 none."""
    cdef int x = point_x(point) - 1 + (corner & 1), y = point_y(point) - 1 + (corner >> 1)
    return y * WIDTH + x if 0 <= x < WIDTH and 0 <= y < HEIGHT else -1


cdef int touching_exit(const Tables* t, const Game* g, int point) noexcept nogil:
    """ENO-ALR-03-D."""
    cdef int n, cell, state
    for n in range(4):
        cell = cell_around(point, n)
        if cell >= 0 and t.point_of[cell] != NOWHERE:
            state = g.points[t.point_of[cell]].state
            if state == POINT_STATE_INITIATED or state == POINT_STATE_OPEN:
                return t.point_of[cell]
    return -1


cdef int faces_most(const Game* g, int point, int* tied) noexcept nogil:
    """ENO-SPN-01, -03-D."""
    cdef int d, s, n, most = -1
    cdef int marked = g.marker if g.marker >= 0 and g.spacers[g.marker].where == WHERE_BOARD else -1
    tied[0] = 0
    for d in range(4):
        n = 1 if marked >= 0 and cell_before_point(point, d, g.spacers[marked].cell) else 0
        for s in range(g.seats):
            if g.spacers[s].where == WHERE_BOARD and cell_before_point(point, d, g.spacers[s].cell):
                n += 2
        if n > most:
            most = n
            tied[0] = 0
        if n == most:
            tied[0] |= 1 << d
    for d in range(4):
        if (tied[0] >> d) & 1:
            return d
    return 0


cdef bint in_light(const Tables* t, const Game* g, int cell, int reach, int point) noexcept nogil:
    """A15 for a Blip."""
    cdef Field field
    begin_field(&field, cell)
    return lit(t, g, &field, reach, point)


cdef bint lit(const Tables* t, const Game* g, Field* field, int reach, int point) noexcept nogil:
    """See board.pxd."""
    cdef int n, other
    if blip_distance(point, field.start) > reach and not any_open(t, g):
        return False
    measure(t, g, field, reach)
    for n in range(4):
        other = cell_around(point, n)
        if other >= 0 and field.steps[other] <= reach and in_bounds(t, g, other):
            return True
    return False


# -- the map -------------------------------------------------------------------------------------------------

cdef int coordinate(const Tables* t, int page, int row, int column) noexcept nogil:
    """ENO-COO-01, -01-D: row 0 is the bottom row, column 0 the leftmost; -1 when the page has no such space."""
    cdef const Page* p = &t.pages[page]
    cdef int cell
    if row < 0 or column < 0 or row >= p.h or column >= p.w:
        return -1
    cell = (p.y + p.h - 1 - row) * WIDTH + p.x + column
    return cell if t.page[cell] == page else -1


cdef void set_map_view(const Tables* t, Game* g) noexcept nogil:
    """Note which open distances hold for the pages on the table; MAX_VIEWS_OF_MAP when the tables have none."""
    g.map_view = t.map_views[g.revealed] if t.map_views[g.revealed] < MAX_VIEWS_OF_MAP else MAX_VIEWS_OF_MAP
