# cython: language_level=3
"""Whose effect it is and on whom its operations work (see targets.pxd)."""
from envs.core.flow cimport ask, begin, Frame, option
from envs.enormity.rules.board cimport adjacent, in_zone, location_of, open_distance, sight, unit_cell
from envs.enormity.rules.state cimport (
    ACT_INTRUDER, ACT_SPACER, CHOICE_EFFECT_TARGET, Game, KNOCK_NONE, MARK_DANGEROUS, MAX_INTRUDERS, MAX_SPACERS,
    Tables, WHO_ADJACENT_CHOSEN, WHO_ADJACENT_INTRUDERS, WHO_ALL_INTRUDERS, WHO_ALL_SPACERS, WHO_CHOSEN_DANGEROUS,
    WHO_CHOSEN_INTRUDER, WHO_CHOSEN_SPACER, WHO_KNOCKED_CHOSEN, WHO_LOCATION_SPACERS, WHO_NEAREST_INTRUDER,
    WHO_OTHER_CHOSEN, WHO_OTHER_SPACERS, WHO_PRIORITY, WHO_SELF, WHO_SIGHT_INTRUDER, WHO_TARGET, WHO_ZONE_SPACERS,
)
from envs.enormity.rules.stats cimport in_play, lead, on_board, tie_chooser

ctypedef unsigned int u32

# -- whose effect ----------------------------------------------------------------------------------------------


cdef int cell_of(const Game* g, int unit) noexcept nogil:
    """The space of a unit, of a Spacer off the board its last one (ENO-OTH-02-D); -1 none."""
    if unit < 0:
        return -1
    if unit < MAX_SPACERS and not on_board(g, unit):
        return g.spacers[unit].last_cell
    return unit_cell(g, unit)


cdef int source_of(const Game* g, const Frame* f) noexcept nogil:
    """The space from which the effect comes: its unit's, else the one it names."""
    cdef int cell = cell_of(g, self_unit(f))
    return cell if cell >= 0 else f.f


# -- selections ------------------------------------------------------------------------------------------------


cdef inline u32 bit(int unit) noexcept nogil:
    return 1u << unit if unit >= 0 else 0


cdef inline int lowest(u32 units) noexcept nogil:
    """The first unit of a set: Spacers by seat, then Intruders by slot; -1 none."""
    cdef int unit
    for unit in range(MAX_SPACERS + MAX_INTRUDERS):
        if (units >> unit) & 1:
            return unit
    return -1


cdef inline int number_of(u32 units) noexcept nogil:
    cdef int n = 0
    while units:
        units &= units - 1
        n += 1
    return n


cdef inline u32 read_units(const Frame* f) noexcept nogil:
    return <u32><unsigned short>f.i | (<u32><unsigned short>f.j << 16)


cdef inline void write_units(Frame* f, u32 units) noexcept nogil:
    f.i = <short>(units & 0xFFFF)
    f.j = <short>(units >> 16)


cdef bint fits_spacer(const Tables* t, const Game* g, const Frame* f, int who, int zone, int s) noexcept nogil:
    """The Spacer belongs to the selector; SELF, TARGET and PRIORITY aside."""
    cdef int me = self_unit(f), at
    if who == WHO_ALL_SPACERS or who == WHO_CHOSEN_SPACER:
        return True
    if who == WHO_OTHER_SPACERS or who == WHO_OTHER_CHOSEN:
        return s != me
    if who == WHO_KNOCKED_CHOSEN:
        return s != me and g.spacers[s].knock != KNOCK_NONE
    at = source_of(g, f)
    if at < 0 or not on_board(g, s):
        return False
    if who == WHO_ADJACENT_CHOSEN:
        return s != me and adjacent(t, g, at, g.spacers[s].cell)
    if who == WHO_LOCATION_SPACERS:
        return location_of(t, g, at) == location_of(t, g, g.spacers[s].cell)
    return in_zone(at, g.spacers[s].cell, zone)


cdef bint fits_intruder(const Tables* t, const Game* g, const Frame* f, int who, int k) noexcept nogil:
    """The Intruder belongs to the selector."""
    cdef int me = self_unit(f), cell = g.intruders[k].cell, at
    if who == WHO_ALL_INTRUDERS or who == WHO_CHOSEN_INTRUDER:
        return True
    if who == WHO_CHOSEN_DANGEROUS:  # ENO-BRD-17-D
        return (t.marks[cell] >> MARK_DANGEROUS) & 1 or g.tile[cell] > 0
    at = source_of(g, f)
    if at < 0 or me == MAX_SPACERS + k:
        return False
    if who == WHO_NEAREST_INTRUDER:
        return True
    if who == WHO_ADJACENT_INTRUDERS:
        return adjacent(t, g, at, cell)
    return (me < 0 or me >= MAX_SPACERS or on_board(g, me)) and sight(t, g, at, cell, me, MAX_SPACERS + k)


cdef u32 nearest_of(const Tables* t, const Game* g, int at, u32 units) noexcept nogil:
    """Those of the set that are nearest to a space (A4)."""
    cdef int unit, away, least = 100000
    cdef u32 best = 0
    for unit in range(MAX_SPACERS + MAX_INTRUDERS):
        if (units >> unit) & 1:
            away = open_distance(t, g, at, cell_of(g, unit))
            if away < least:
                least = away
                best = 0
            if away == least:
                best |= bit(unit)
    return best


cdef u32 members(const Tables* t, const Game* g, const Frame* f, int who, int zone) noexcept nogil:
    """All units that the selector names, or among which it chooses."""
    cdef u32 units = 0
    cdef int i, unit
    if who == WHO_SELF or who == WHO_TARGET or who == WHO_PRIORITY:
        unit = self_unit(f) if who == WHO_SELF else g.marker
        if who == WHO_TARGET:
            unit = f.e if f.e >= 0 else MAX_SPACERS + f.d if f.d >= 0 else -1
        return bit(unit) if there(g, unit) else 0
    if who < WHO_ALL_INTRUDERS or who >= WHO_ZONE_SPACERS:
        for i in range(g.seats):
            if in_play(g, i) and fits_spacer(t, g, f, who, zone, i):
                units |= bit(i)
        return units
    for i in range(MAX_INTRUDERS):
        if g.intruders[i].type >= 0 and fits_intruder(t, g, f, who, i):
            units |= bit(MAX_SPACERS + i)
    return nearest_of(t, g, source_of(g, f), units) if who == WHO_NEAREST_INTRUDER and units else units


cdef inline bint is_chosen(int who) noexcept nogil:
    return (WHO_CHOSEN_SPACER <= who <= WHO_ADJACENT_CHOSEN or who == WHO_CHOSEN_INTRUDER
            or who == WHO_CHOSEN_DANGEROUS or who == WHO_SIGHT_INTRUDER or who == WHO_KNOCKED_CHOSEN)


cdef void ask_unit(Game* g, int seat, int subject, u32 units) noexcept nogil:
    """Which of the units (decision 75 and the like)."""
    cdef int unit
    begin(&g.core, seat, CHOICE_EFFECT_TARGET, subject)
    for unit in range(MAX_SPACERS + MAX_INTRUDERS):
        if (units >> unit) & 1:
            option(&g.core, ACT_SPACER + unit if unit < MAX_SPACERS else ACT_INTRUDER + unit - MAX_SPACERS)
    ask(&g.core)


cdef bint selected(const Tables* t, Game* g, Frame* f, int who, int zone) noexcept nogil:
    """Put the units of the selector into i and j; False while one is being chosen (step CHOSEN)."""
    cdef u32 units
    cdef int answer = g.core.answer, seat = -1
    if f.step == CHOSEN:
        units = bit(MAX_SPACERS + answer - ACT_INTRUDER if answer >= ACT_INTRUDER else answer - ACT_SPACER)
    else:
        units = members(t, g, f, who, zone)
        if number_of(units) > 1:
            if is_chosen(who):
                seat = f.h
            elif who == WHO_NEAREST_INTRUDER:
                seat = tie_chooser(t, g, lead(g), 1)
                if seat < 0:
                    units = bit(lowest(units))
        if seat >= 0:
            f.step = CHOSEN
            ask_unit(g, seat, f.a, units)
            return False
    write_units(f, units)
    f.step = NEXT
    return True


cdef int next_unit(const Game* g, Frame* f) noexcept nogil:
    """Take the next unit that is still there; -1 at the end."""
    cdef u32 units = read_units(f)
    cdef int unit = lowest(units)
    while unit >= 0:
        units &= ~bit(unit)
        write_units(f, units)
        if there(g, unit):
            return unit
        unit = lowest(units)
    return -1
