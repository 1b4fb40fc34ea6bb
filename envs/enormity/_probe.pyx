# cython: language_level=3
"""For tests only: functions of `board`, `stats` and `dice` on NumPy records. Nothing outside the tests imports it."""
import numpy as np

cimport numpy as cnp

cimport envs.enormity.rules.board as board
cimport envs.enormity.rules.dice as dice
cimport envs.enormity.rules.stats as stats
from envs.enormity.rules.state cimport CELLS, Game, MAX_CANDIDATES, Tables

cnp.import_array()


cdef class Records:
    """The records that the functions work on.

    Args:
        tables: record of the tables.
        state: record of the game.
    """

    cdef cnp.ndarray tables
    cdef cnp.ndarray state
    cdef const Tables* t
    cdef Game* g

    def __init__(self, cnp.ndarray tables, cnp.ndarray state):
        if cnp.PyArray_NBYTES(tables) != sizeof(Tables) or cnp.PyArray_NBYTES(state) != sizeof(Game):
            raise ValueError("expected the record of the tables and the record of a game")
        self.tables, self.state = tables, state
        self.t, self.g = <const Tables*>cnp.PyArray_DATA(tables), <Game*>cnp.PyArray_DATA(state)


cdef class Board(Records):
    """Functions of `board`: the map of one state."""

    def beside(self, int cell, int direction):
        """See board.pxd, as for all methods."""
        return board.beside(cell, direction)

    def in_bounds(self, int cell):
        return board.in_bounds(self.t, self.g, cell)

    def is_obstacle(self, int cell):
        return board.is_obstacle(self.t, self.g, cell)

    def has_tile(self, int cell, int keyword):
        return board.has_tile(self.t, self.g, cell, keyword)

    def is_exit(self, int cell):
        return board.is_exit(self.t, self.g, cell)

    def door_of(self, int cell, int direction):
        return board.door_of(self.t, cell, direction)

    def touches_door(self, int cell, int door):
        return board.touches_door(self.t, cell, door)

    def point_touches_door(self, int point, int door):
        return board.point_touches_door(self.t, point, door)

    def weld_at(self, int cell):
        return board.weld_at(self.t, self.g, cell)

    def weld_at_point(self, int point):
        return board.weld_at_point(self.t, self.g, point)

    def unit_at(self, int cell):
        return board.unit_at(self.g, cell)

    def spacer_at(self, int cell):
        return board.spacer_at(self.g, cell)

    def intruder_at(self, int cell):
        return board.intruder_at(self.g, cell)

    def unit_cell(self, int unit):
        return board.unit_cell(self.g, unit)

    def is_empty(self, int cell):
        return board.is_empty(self.t, self.g, cell)

    def passable(self, int cell, int direction):
        return board.passable(self.t, self.g, cell, direction & 3)

    def border_free(self, int cell, int direction):
        return board.border_free(self.t, self.g, cell, direction)

    def adjacent(self, int a, int b):
        return board.adjacent(self.t, self.g, a, b)

    def adjacent_cells(self, int cell):
        cdef int[4] out
        cdef int n = board.adjacent_cells(self.t, self.g, cell, out)
        return [out[i] for i in range(n)]

    def move_field(self, int start, int most):
        cdef cnp.ndarray out = np.zeros(CELLS, np.uint8)
        board.move_field(self.t, self.g, start, most, <unsigned char*>cnp.PyArray_DATA(out))
        return out

    def move_distance(self, int a, int b, int most):
        return board.move_distance(self.t, self.g, a, b, most)

    def open_distance(self, int a, int b):
        return board.open_distance(self.t, self.g, a, b)

    def nearest_spacer(self, int cell):
        cdef int who = -2
        cdef int away = board.nearest_spacer(self.t, self.g, cell, &who)
        return away, who

    def blip_distance(self, int point, int cell):
        return board.blip_distance(point, cell)

    def gaps(self, int point, int cell):
        return board.gap_x(point, cell), board.gap_y(point, cell)

    def nearest_to_point(self, int point):
        cdef int who = -2
        cdef int away = board.nearest_to_point(self.g, point, &who)
        return away, who

    def aligned(self, int point, int cell):
        return board.aligned(point, cell)

    def quadrant(self, int point, int cell):
        return board.quadrant(point, cell)

    def cell_in_front(self, int cell, int facing, int other):
        return board.cell_in_front(cell, facing, other)

    def point_in_front(self, int cell, int facing, int point):
        return board.point_in_front(cell, facing, point)

    def cell_before_point(self, int point, int facing, int cell):
        return board.cell_before_point(point, facing, cell)

    def in_rear(self, int cell, int facing, int other):
        return board.in_rear(cell, facing, other)

    def in_zone(self, int source, int other, int size):
        return board.in_zone(source, other, size)

    def straight(self, int a, int b):
        return board.straight(a, b)

    def sight(self, int a, int b, int ignored=-1, int ignored2=-1):
        return board.sight(self.t, self.g, a, b, ignored, ignored2)

    def between(self, int tile, int a, int b):
        return board.between(tile, a, b)

    def direction_to(self, int a, int b, bint vertical_first):
        return board.direction_to(a, b, vertical_first)

    def nearest_empty(self, int cell):
        cdef short[MAX_CANDIDATES] out
        cdef int n = board.nearest_empty(self.t, self.g, cell, out)
        return [out[i] for i in range(n)]

    def nearest_empty_to_point(self, int point):
        cdef short[MAX_CANDIDATES] out
        cdef int n = board.nearest_empty_to_point(self.t, self.g, point, out)
        return [out[i] for i in range(n)]

    def spaces_next_to(self, int cell):
        cdef short[MAX_CANDIDATES] out
        cdef int n = board.spaces_next_to(self.t, self.g, cell, out)
        return [out[i] for i in range(n)]

    def on_map(self, int point):
        return board.on_map(self.t, self.g, point)

    def blip_beside(self, int point, int direction, int target=-1):
        return board.blip_beside(self.t, self.g, point, direction, target)

    def point_touches(self, int point, int cell):
        return board.point_touches(point, cell)

    def touching_spacer(self, int point):
        return board.touching_spacer(self.g, point)

    def touching_exit(self, int point):
        return board.touching_exit(self.t, self.g, point)

    def faces_most(self, int point):
        cdef int tied = -1
        cdef int best = board.faces_most(self.g, point, &tied)
        return best, tied

    def in_light(self, int cell, int reach, int point):
        return board.in_light(self.t, self.g, cell, reach, point)

    def coordinate(self, int page, int row, int column):
        return board.coordinate(self.t, page, row, column)

    def set_map_view(self):
        board.set_map_view(self.t, self.g)

    def location_of(self, int cell):
        return board.location_of(self.t, self.g, cell)


cdef class Stats(Records):
    """Functions of `stats` and `dice`."""

    def level(self):
        """See stats.pxd and dice.pxd, as for all methods."""
        return stats.level(self.g)

    def lead(self):
        return stats.lead(self.g)

    def tie_chooser(self, int fallback, int freedom):
        return stats.tie_chooser(self.t, self.g, fallback, freedom)

    def pass_marker(self):
        stats.pass_marker(self.t, self.g)

    def take_marker(self, int s):
        stats.take_marker(self.t, self.g, s)

    def need_met(self, int need, int b=0, int c=0, int s=0, int intruder=-1):
        return stats.need_met(self.t, self.g, need, b, c, s, intruder)

    def stat(self, int s, int which, int arg=0):
        return stats.stat(self.t, self.g, s, which, arg)

    def intruder_stat(self, int k, int which):
        return stats.intruder_stat(self.t, self.g, k, which)

    def band(self, int s):
        return stats.band(self.t, self.g, s)

    def skill(self, int s, int which):
        return stats.skill(self.t, self.g, s, which)

    def light(self, int s):
        return (
            stats.light_range(self.t, self.g, s),
            stats.light_dice(self.t, self.g, s),
            stats.light_colour(self.t, self.g, s),
        )

    def hand_slots(self, int s):
        return stats.hand_slots(self.t, self.g, s)

    def free_slots(self, int s, int place):
        return stats.free_slots(self.t, self.g, s, place)

    def fits(self, int s, int card, int place):
        return stats.fits(self.t, self.g, s, card, place)

    def speed(self, int k):
        return stats.speed(self.t, self.g, k)

    def at(self, int k):
        return stats.at(self.t, self.g, k)

    def wounds_needed(self, int k):
        return stats.wounds_needed(self.t, self.g, k)

    def noise_colour(self, int type):
        return stats.noise_colour(self.t, self.g, type)

    def ecology(self, int s):
        return stats.ecology(self.t, self.g, s)

    def can(self, int s):
        """May act, react, use abilities, move."""
        return (
            bool(stats.can_act(self.t, self.g, s)),
            bool(stats.can_react(self.t, self.g, s)),
            bool(stats.can_use(self.t, self.g, s)),
            bool(stats.can_move(self.t, self.g, s)),
        )

    def lose_vitals(self, int s, int amount):
        stats.lose_vitals(self.t, self.g, s, amount)

    def regain_vitals(self, int s, int amount):
        stats.regain_vitals(self.t, self.g, s, amount)

    def gain_stress(self, int s, int amount):
        stats.gain_stress(self.t, self.g, s, amount)

    def lose_stress(self, int s, int amount):
        stats.lose_stress(self.t, self.g, s, amount)

    def gain_adrenaline(self, int s, int amount):
        stats.gain_adrenaline(self.t, self.g, s, amount)

    def lose_adrenaline(self, int s, int amount):
        stats.lose_adrenaline(self.t, self.g, s, amount)

    def gain_radiation(self, int s, int amount):
        stats.gain_radiation(self.t, self.g, s, amount)

    def gain_infection(self, int s, int amount):
        stats.gain_infection(self.t, self.g, s, amount)

    def knock_down(self, int s):
        stats.knock_down(self.t, self.g, s)

    def stand_up(self, int s):
        stats.stand_up(self.t, self.g, s)

    def settle(self, int s):
        return stats.settle(self.t, self.g, s)

    def place_tokens(self, int type, int amount, bint active=False):
        stats.place_tokens(self.g, type, amount, active)

    def pay_tokens(self, int type, int amount):
        return stats.pay_tokens(self.g, type, amount)

    def mill(self):
        stats.mill(self.g)

    def rubicon(self, int s):
        stats.rubicon(self.t, self.g, s)

    def used(self, int s, int ability):
        return stats.used(self.g, s, ability)

    def mark_used(self, int s, int ability):
        stats.mark_used(self.g, s, ability)

    def suppress(self, int k, int tokens):
        stats.suppress(self.t, self.g, k, tokens)

    def free_slot(self):
        return stats.free_slot(self.g)

    def minis_left(self, int type):
        return stats.minis_left(self.t, self.g, type)

    def remove_intruder(self, int k):
        stats.remove_intruder(self.t, self.g, k)

    def wound(self, int k):
        return stats.wound(self.t, self.g, k)

    def add_lasting(self, int mod, int unit, int until):
        stats.add_lasting(self.t, self.g, mod, unit, until)

    def end_lasting(self, int unit, int until):
        stats.end_lasting(self.g, unit, until)

    def begin_roll(self, int kind, int roller, int assault=-1):
        return dice.begin_roll(self.g, kind, roller, assault)

    def end_roll(self):
        dice.end_roll(self.g)

    def add_dice(self, int roll, int colour, int number):
        dice.add_dice(self.g, roll, colour, number)

    def throw(self, int roll):
        dice.throw(self.t, self.g, roll)

    def lower_tier(self, int roll):
        return dice.lower_tier(self.g, roll)

    def power_of(self, int roll):
        return dice.power_of(self.t, self.g, roll)

    def potential_of(self, int roll, int die):
        return dice.potential_of(self.t, self.g, roll, die)

    def quadrants_of(self, int roll):
        return dice.quadrants_of(self.t, self.g, roll)
