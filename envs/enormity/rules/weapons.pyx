# cython: language_level=3
"""See weapons.pxd."""
from envs.core.bits cimport low_bit
from envs.enormity.rules.board cimport (
    adjacent, any_open, beside, between, border_free, FAR, has_tile, intruder_at, manhattan, measure, move_distance,
    move_field, passable, sight, spacer_at, straight,
)
from envs.enormity.rules.state cimport (
    CELLS, Game, Gear, GEAR_KIND_WEAPON, GEAR_PLACE_BACKPACK, GEAR_PLACE_NONE, KEYWORD_DEADZONE, KEYWORD_HEAVY,
    KEYWORD_LINEAR, MAX_GEAR, MAX_INTRUDERS, MAX_SPACERS, REACH_MELEE, REACH_RANGED, REQUIREMENT_IN_FRONT,
    REQUIREMENT_IN_SIGHT, STAT_NO_ATTACK, Tables, TILE_COVER, TILE_DESTRUCTIBLE,
)
from envs.enormity.rules.stats cimport can_act, can_move, on_board, stat


# -- weapons -----------------------------------------------------------------------------------------------

cdef bint equipped_weapon(const Tables* t, const Game* g, int s, int place) noexcept nogil:
    """ENO-GEA-04, -05, ENO-STT-02: a weapon that is neither in the backpack nor disabled."""
    cdef const Gear* gear = &g.spacers[s].gear[place]
    if gear.card < 0 or gear.place == GEAR_PLACE_NONE or gear.place == GEAR_PLACE_BACKPACK or gear.disabled:
        return False
    return t.gear[gear.card].kind == GEAR_KIND_WEAPON


cdef bint active_weapon(const Tables* t, const Game* g, int s, int place, bint bonus) noexcept nogil:
    """ENO-ATK-02, ENO-GEA-08, ENO-EXH-01, ENO-KEY-10-D; of exhausted and empty a Bonus Attack repairs one
    (ENO-BON-02, ENO-BON-05-D)."""
    cdef const Gear* gear = &g.spacers[s].gear[place]
    cdef bint empty
    if not equipped_weapon(t, g, s, place) or gear.discharge:
        return False
    if t.gear[gear.card].charges and not gear.charges:
        return False
    empty = t.gear[gear.card].ammo and not gear.ammo
    if bonus:
        return not (gear.exhausted and empty)
    return not gear.exhausted and not empty


cdef bint is_melee(const Tables* t, int card) noexcept nogil:
    """ENO-RNG-02, ENO-RNG-04: Reach is melee for all purposes."""
    return t.gear[card].reach != REACH_RANGED


cdef int reloadable(const Tables* t, const Game* g, int s, bint fast) noexcept nogil:
    """ENO-REL-01, -01-D, -02, -02-D, ENO-REL-03, ENO-KEY-14."""
    cdef int place, card, bits = 0
    for place in range(MAX_GEAR):
        if not equipped_weapon(t, g, s, place):
            continue
        card = g.spacers[s].gear[place].card
        if g.spacers[s].gear[place].ammo >= t.gear[card].ammo:
            continue
        if fast and t.gear[card].keywords >> KEYWORD_HEAVY & 1:
            continue
        bits |= 1 << place
    return bits


# -- what a weapon reaches -----------------------------------------------------------------------------------

cdef bint weapon_reaches(const Tables* t, const Game* g, Aim* aim, int card, int k) noexcept nogil:
    """A14 and A13: effective range and line of sight (ENO-ATK-03, ENO-RNG-01 to -05, ENO-LOS-06). The field is measured
    as far as the range."""
    cdef int to = g.intruders[k].cell, steps = aim.field.steps[to]
    if t.gear[card].reach == REACH_MELEE:
        if not adjacent(t, g, aim.field.start, to):
            return False
    elif not 1 <= steps <= t.gear[card].range or steps == FAR:
        return False
    if t.gear[card].keywords >> KEYWORD_LINEAR & 1 and not straight(aim.field.start, to):
        return False
    if t.gear[card].keywords >> KEYWORD_DEADZONE & 1 and steps <= 1:
        return False
    if not aim.looked >> k & 1:
        aim.looked |= <unsigned int>1 << k
        aim.seen |= <unsigned int>sight(t, g, aim.field.start, to, aim.s, MAX_SPACERS + k) << k
    return aim.seen >> k & 1


cdef unsigned int targets_in_aim(const Tables* t, const Game* g, Aim* aim, int place) noexcept nogil:
    """ENO-ATK-03: slots of the Intruders that the weapon reaches."""
    cdef int k, card = g.spacers[aim.s].gear[place].card, most
    cdef unsigned int found = 0, left = aim.there
    cdef bint anywhere
    if card < 0 or aim.field.start < 0:
        return 0
    most = t.gear[card].range if t.gear[card].reach != REACH_MELEE else 1
    anywhere = any_open(t, g)  # an open Extraction Point is a short cut
    while left:
        k = low_bit(left)
        left &= left - 1
        if anywhere or manhattan(aim.field.start, g.intruders[k].cell) <= most:
            measure(t, g, &aim.field, most)
            if weapon_reaches(t, g, aim, card, k):
                found |= <unsigned int>1 << k
    return found


cdef unsigned int targets_of(const Tables* t, const Game* g, int s, int place, int cell) noexcept nogil:
    """ENO-ATK-03: slots of the Intruders that the weapon reaches from a cell."""
    cdef Aim aim
    begin_aim(g, &aim, s, cell)
    return targets_in_aim(t, g, &aim, place)


cdef bint in_reach(const Tables* t, const Game* g, int s, int place, int k) noexcept nogil:
    """ENO-CHB-05: from where the Spacer stands now."""
    return on_board(g, s) and (targets_of(t, g, s, place, g.spacers[s].cell) >> k & 1) != 0


cdef bint may_advance(const Tables* t, const Game* g, int cell, int direction,
                      const unsigned char* away) noexcept nogil:
    """ENO-KEY-01-D, ENO-MOV-04, -05, ENO-BRD-13: a legal step that lowers the A3 distance `away`."""
    cdef int to = beside(cell, direction)
    if to < 0 or not border_free(t, g, cell, direction) or away[to] >= away[cell] or intruder_at(g, to) >= 0:
        return False
    return not t.forced[cell] or t.forced[cell] - 1 == direction


cdef bint advances_into_reach(const Tables* t, const Game* g, int s, int place, int k, int cell, int left,
                              const unsigned char* away) noexcept nogil:
    """Within that many steps the Spacer can end on a space from which the weapon reaches the Intruder."""
    cdef int d, to
    if left <= 0:
        return False
    for d in range(4):
        if not may_advance(t, g, cell, d, away):
            continue
        to = beside(cell, d)
        if spacer_at(g, to) < 0 and targets_of(t, g, s, place, to) >> k & 1:
            return True
        if advances_into_reach(t, g, s, place, k, to, left - 1, away):
            return True
    return False


cdef unsigned int targets_with_advance(const Tables* t, const Game* g, int s, int place) noexcept nogil:
    """ENO-KEY-01, -01-D, ENO-ATK-04-D: also those that Advance brings within reach."""
    cdef Aim aim
    begin_aim(g, &aim, s, g.spacers[s].cell)
    return advancing_targets(t, g, &aim, place)


cdef unsigned int advancing_targets(const Tables* t, const Game* g, Aim* aim, int place) noexcept nogil:
    """`targets_with_advance` from where the Spacer stands."""
    cdef unsigned char[CELLS] away
    cdef int k, s = aim.s, card = g.spacers[s].gear[place].card, cell = g.spacers[s].cell
    cdef unsigned int found
    if card < 0 or not on_board(g, s):
        return 0
    found = targets_in_aim(t, g, aim, place)
    if not t.gear[card].advance or not can_move(t, g, s):
        return found
    for k in range(MAX_INTRUDERS):
        if found >> k & 1 or g.intruders[k].type < 0 or g.intruders[k].cell < 0:
            continue
        move_field(t, g, g.intruders[k].cell, FAR - 1, &away[0])
        if advances_into_reach(t, g, s, place, k, cell, t.gear[card].advance, &away[0]):
            found |= <unsigned int>1 << k
    return found


cdef bint can_attack(const Tables* t, const Game* g, int s, bint bonus, unsigned int among) noexcept nogil:
    """ENO-ATK-04, -04-D, ENO-KDN-02-D: some active weapon has a legal target among these Intruders (bits)."""
    cdef int place
    cdef Aim aim
    if not on_board(g, s) or not can_act(t, g, s) or stat(t, g, s, STAT_NO_ATTACK, 0):
        return False
    begin_aim(g, &aim, s, g.spacers[s].cell)
    for place in range(MAX_GEAR):
        if active_weapon(t, g, s, place, bonus) and advancing_targets(t, g, &aim, place) & among:
            return True
    return False


# -- what an Intruder reaches ----------------------------------------------------------------------------------

cdef bint intruder_reaches(const Tables* t, const Game* g, int k, int protocol, int cell, int s) noexcept nogil:
    """ENO-IAT-01, -01-D, ENO-LOS-06: from a cell; sight only if the requirement names it."""
    cdef int to = g.spacers[s].cell, requirement = t.protocols[protocol].requirement
    cdef int reach = t.types[g.intruders[k].type].range
    if g.intruders[k].type < 0 or not on_board(g, s):
        return False
    if t.protocols[protocol].reach == REACH_MELEE:
        if not adjacent(t, g, cell, to):
            return False
    elif cell == to or move_distance(t, g, cell, to, reach) > reach:
        return False
    if t.protocols[protocol].linear and not straight(cell, to):
        return False
    if requirement == REQUIREMENT_IN_FRONT or requirement == REQUIREMENT_IN_SIGHT:
        return sight(t, g, cell, to, MAX_SPACERS + k, s)
    return True


# -- cover -----------------------------------------------------------------------------------------------------

cdef int cover_tile(const Tables* t, const Game* g, int target, int attacker) noexcept nogil:
    """ENO-KEY-04, ENO-KEY-05, -05-D. The tile itself does not block the adjacency to it. One that is not destroyed by
    its use comes first."""
    cdef int d, c, best = -1
    for d in range(4):
        c = beside(target, d)
        if c < 0 or not has_tile(t, g, c, TILE_COVER) or not passable(t, g, target, d):
            continue
        if not between(c, target, attacker):
            continue
        if best < 0 or (has_tile(t, g, best, TILE_DESTRUCTIBLE) and not has_tile(t, g, c, TILE_DESTRUCTIBLE)):
            best = c
    return best
