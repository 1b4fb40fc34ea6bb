# cython: language_level=3
"""The board: cells, points, borders, distances, sight (algorithms A1 to A18, BRD, LOS). No procedures, no randomness.

Cells and points are numbered as in `envs.enormity.state`; directions are 0 north, 1 east, 2 south, 3 west.
"""
from envs.enormity.rules.state cimport (
    BORDER_DOOR, BORDER_OPEN, BORDER_RED, BORDER_WALL, CELLS, DOOR_STATE_CLOSED, DOOR_STATE_OPEN, DOOR_STATE_WELDED,
    Game, HEIGHT, MAX_CANDIDATES, MAX_INTRUDERS, MAX_SPACERS, POINT_STATE_OPEN, POINT_WIDTH, POINTS, Tables,
    TILE_OBSTACLE, WHERE_BOARD, WIDTH,
)

cdef enum:
    FAR = 255  # a distance field's unreachable
    NOWHERE = 255  # no page, no Extraction Point

cdef inline int cell_x(int cell) noexcept nogil:
    return cell % WIDTH

cdef inline int cell_y(int cell) noexcept nogil:
    return cell // WIDTH

cdef inline int point_x(int point) noexcept nogil:
    return point % POINT_WIDTH

cdef inline int point_y(int point) noexcept nogil:
    return point // POINT_WIDTH

cdef inline int opposite(int direction) noexcept nogil:
    return (direction + 2) & 3

cdef inline int beside(int cell, int direction) noexcept nogil:
    """The neighbouring cell, -1 beyond the grid."""
    if direction == 0:
        return cell - WIDTH if cell >= WIDTH else -1
    if direction == 1:
        return cell + 1 if cell_x(cell) < WIDTH - 1 else -1
    if direction == 2:
        return cell + WIDTH if cell < CELLS - WIDTH else -1
    return cell - 1 if cell_x(cell) > 0 else -1

cdef inline bint on_page(const Tables* t, const Game* g, int cell) noexcept nogil:
    """The cell is a space, or part of an Extraction Point, of a page on the table."""
    return t.page[cell] != NOWHERE and (g.revealed >> t.page[cell]) & 1

cdef inline bint on_table(const Tables* t, const Game* g, int cell) noexcept nogil:
    """`on_page` for a cell of some page."""
    return (g.revealed >> t.page[cell]) & 1

cdef inline bint is_exit(const Tables* t, const Game* g, int cell) noexcept nogil:
    """All cells of an open Extraction Point are one space with open borders (ENO-EXT-11, -11-D)."""
    return t.point_of[cell] != NOWHERE and g.points[t.point_of[cell]].state == POINT_STATE_OPEN

cdef inline bint any_open(const Tables* t, const Game* g) noexcept nogil:
    """Some Extraction Point is open."""
    cdef int p
    for p in range(t.n_points):
        if g.points[p].state == POINT_STATE_OPEN:
            return True
    return False

cdef inline bint has_tile(const Tables* t, const Game* g, int cell, int keyword) noexcept nogil:
    """A Terrain tile with the keyword lies there."""
    return g.tile[cell] != 0 and (t.terrains[g.tile[cell] - 1].keywords >> keyword) & 1

cdef inline bint in_bounds(const Tables* t, const Game* g, int cell) noexcept nogil:
    """Now: on a revealed page, and not part of an Extraction Point that is not open (ENO-BRD-05, ENO-EXT-11)."""
    return on_page(t, g, cell) and (t.point_of[cell] == NOWHERE or is_exit(t, g, cell))

cdef inline bint is_obstacle(const Tables* t, const Game* g, int cell) noexcept nogil:
    """ENO-BRD-02."""
    return has_tile(t, g, cell, TILE_OBSTACLE)

cdef inline bint same_exit(const Tables* t, const Game* g, int a, int b) noexcept nogil:
    """Both are cells of one open Extraction Point, so one space (ENO-EXT-11-D)."""
    return t.point_of[a] == t.point_of[b] and is_exit(t, g, a)

cdef inline bint passable(const Tables* t, const Game* g, int cell, int direction) noexcept nogil:
    """The border alone: open, an open door, or one of an open Extraction Point (ENO-BRD-02, -10, ENO-EXT-11-D)."""
    cdef int border = t.border[cell][direction], other = beside(cell, direction)
    if other < 0:
        return False
    if border == BORDER_OPEN or (border >= BORDER_DOOR and g.doors[border - BORDER_DOOR] == DOOR_STATE_OPEN):
        return True
    return is_exit(t, g, cell) or is_exit(t, g, other)

cdef inline bint border_free(const Tables* t, const Game* g, int cell, int direction) noexcept nogil:
    """A1: one step from the cell in the direction: both in bounds, no Obstacle, and the border `passable` (ENO-BRD-01,
    -02, -02-D). The tables know the ways over open borders."""
    cdef int other = t.way[cell][direction]
    if other >= 0:
        return (on_page(t, g, other) and on_page(t, g, cell)
                and not (g.tile[other] and is_obstacle(t, g, other)) and not (g.tile[cell] and is_obstacle(t, g, cell)))
    if not t.look[cell] >> direction & 1:
        return False
    other = beside(cell, direction)
    return (passable(t, g, cell, direction) and in_bounds(t, g, other) and in_bounds(t, g, cell)
            and not is_obstacle(t, g, other) and not is_obstacle(t, g, cell))

cdef inline int manhattan(int a, int b) noexcept nogil:
    cdef int x = cell_x(a) - cell_x(b), y = cell_y(a) - cell_y(b)
    return (x if x > 0 else -x) + (y if y > 0 else -y)

cdef inline int gap(int line, int cell) noexcept nogil:
    """Lines between a line and the nearer side of a cell's row or column (A5)."""
    return cell - line if cell > line else line - cell - 1 if line > cell + 1 else 0

cdef inline int gap_x(int point, int cell) noexcept nogil:
    """A5, horizontal part."""
    return gap(point_x(point), cell_x(cell))

cdef inline int gap_y(int point, int cell) noexcept nogil:
    """A5, vertical part."""
    return gap(point_y(point), cell_y(cell))

cdef inline int blip_distance(int point, int cell) noexcept nogil:
    """A5 (ENO-BRD-07-D)."""
    return gap_x(point, cell) + gap_y(point, cell)

cdef inline int location_of(const Tables* t, const Game* g, int cell) noexcept nogil:
    """Location of the cell's page; -1 out of bounds and off the board."""
    return t.pages[t.page[cell]].location if cell >= 0 and t.page[cell] != NOWHERE else -1

# Door on that side of the cell, -1 none.
cdef int door_of(const Tables* t, int cell, int direction) noexcept nogil
# The cell touches an edge of the door (ENO-BRD-12-D).
cdef bint touches_door(const Tables* t, int cell, int door) noexcept nogil
cdef bint point_touches_door(const Tables* t, int point, int door) noexcept nogil
# A welded, not disabled door that the cell (the point) touches, -1 none.
cdef int weld_at(const Tables* t, const Game* g, int cell) noexcept nogil
cdef int weld_at_point(const Tables* t, const Game* g, int point) noexcept nogil

# Who stands there (0..3 Spacer, 4 + k Intruder), -1 nobody. With several, the Intruder.
cdef int unit_at(const Game* g, int cell) noexcept nogil
cdef int spacer_at(const Game* g, int cell) noexcept nogil
cdef int intruder_at(const Game* g, int cell) noexcept nogil
cdef int unit_cell(const Game* g, int unit) noexcept nogil
# In bounds, no Obstacle, no miniature, no open Extraction Point (A18, ENO-IMV-11).
cdef bint is_empty(const Tables* t, const Game* g, int cell) noexcept nogil

cdef bint adjacent(const Tables* t, const Game* g, int a, int b) noexcept nogil
cdef int adjacent_cells(const Tables* t, const Game* g, int cell, int* out) noexcept nogil  # 0..4, direction order

cdef struct Field:
    # A3 from a cell, measured as far as it is needed.
    int start
    int reach  # how far it has been; -1 not at all
    int least  # how far it is measured at least, once it is
    unsigned char[CELLS] steps  # FAR beyond

cdef inline void begin_field(Field* field, int start) noexcept nogil:
    field.start = start
    field.reach = -1
    field.least = 0

# From here on `field.steps` holds at least up to `most`.
cdef void measure(const Tables* t, const Game* g, Field* field, int most) noexcept nogil
# A3 from a cell: steps over A1 up to `most`, FAR beyond; `out` has CELLS bytes.
cdef void move_field(const Tables* t, const Game* g, int start, int most, unsigned char* out) noexcept nogil
cdef int move_distance(const Tables* t, const Game* g, int a, int b, int most) noexcept nogil  # FAR when more
# A4, from the tables; 1000 + Manhattan when unreachable.
cdef int open_distance(const Tables* t, const Game* g, int a, int b) noexcept nogil
# A4 from a cell to every cell, FAR when there is no way; `out` has CELLS bytes.
cdef void open_field(const Tables* t, const Game* g, int start, unsigned char* out) noexcept nogil
# Least A4 from the cell to a living Spacer on the board, and to which (seat order); 10000 without any.
cdef int nearest_spacer(const Tables* t, const Game* g, int cell, int* who) noexcept nogil
cdef int nearest_to_point(const Game* g, int point, int* who) noexcept nogil  # least A5 to a living Spacer on the board
# A6, A8 (0 north-west, 1 north-east, 2 south-west, 3 south-east), A9, A10.
cdef bint aligned(int point, int cell) noexcept nogil
cdef int quadrant(int point, int cell) noexcept nogil
cdef bint cell_in_front(int cell, int facing, int other) noexcept nogil
cdef bint point_in_front(int cell, int facing, int point) noexcept nogil
cdef bint cell_before_point(int point, int facing, int cell) noexcept nogil
cdef bint in_rear(int cell, int facing, int other) noexcept nogil
# A11, A12.
cdef bint in_zone(int source, int other, int size) noexcept nogil
cdef bint straight(int a, int b) noexcept nogil
# A13; `ignored` and `ignored2` are units that never block (attacker and target), -1 none.
cdef bint sight(const Tables* t, const Game* g, int a, int b, int ignored, int ignored2) noexcept nogil
# A17: the tile's cell lies between the two.
cdef bint between(int tile, int a, int b) noexcept nogil
# Axis direction from a to b with the larger offset; `vertical_first` on a tie.
cdef int direction_to(int a, int b, bint vertical_first) noexcept nogil
# A18: fills `out` (at most MAX_CANDIDATES) with all nearest empty spaces in cell order; how many.
cdef int nearest_empty(const Tables* t, const Game* g, int cell, short* out) noexcept nogil
cdef int nearest_empty_to_point(const Tables* t, const Game* g, int point, short* out) noexcept nogil
# Empty spaces adjacent (A1) to a cell, else the nearest ones: the spaces of ENO-REV-02.
cdef int spaces_next_to(const Tables* t, const Game* g, int cell, short* out) noexcept nogil

# Blips (ENO-BLP-02, -10, ENO-BRD-15, -16). The point lies on a revealed page's lattice.
cdef bint on_map(const Tables* t, const Game* g, int point) noexcept nogil
# One intersection on in the direction, pages crossed; -1 when the line ends there (board edge). `target` breaks ties.
cdef int blip_beside(const Tables* t, const Game* g, int point, int direction, int target) noexcept nogil
cdef bint point_touches(int point, int cell) noexcept nogil  # A2
cdef int touching_spacer(const Game* g, int point) noexcept nogil  # lowest seat on the board next to it, -1
# Next to an initiated or open Extraction Point (ENO-ALR-03-D): its number, -1 none.
cdef int touching_exit(const Tables* t, const Game* g, int point) noexcept nogil
# Direction whose front holds most living Spacers; ties: PT in front, direction order (ENO-SPN-03-D). Bits of the tied
# best directions before the direction order go to `tied`.
cdef int faces_most(const Game* g, int point, int* tied) noexcept nogil
# A15: some in-bounds space touching the point has A3 distance <= range from the cell.
cdef bint in_light(const Tables* t, const Game* g, int cell, int reach, int point) noexcept nogil
# The same for several Blips, from where the field starts.
cdef bint lit(const Tables* t, const Game* g, Field* field, int reach, int point) noexcept nogil
# ENO-COO-01: the cell of a printed coordinate, -1 when it is not on the page.
cdef int coordinate(const Tables* t, int page, int row, int column) noexcept nogil
# After `revealed` has changed.
cdef void set_map_view(const Tables* t, Game* g) noexcept nogil
