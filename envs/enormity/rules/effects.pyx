# cython: language_level=3
"""The interpreter of effects: every operation of `Op` on every selector of `Who` (ABL, KEY, CND, OTH, WLD, STT)."""
from envs.core.effects cimport effect_body, effect_control, effect_next, EffectNames
from envs.core.flow cimport ask, ask_any, begin, call, finish, Frame, give, Head, option, roll
from envs.core.piles cimport pile_draw_bottom, pile_remove
from envs.enormity.rules.abilities cimport attack_in_progress, chain_break, grant_bonus_attack
from envs.enormity.rules.assaults cimport AS_REPRISAL
from envs.enormity.rules.blip_slots cimport take_off
from envs.enormity.rules.board cimport (
    adjacent, beside, blip_distance, border_free, cell_x, cell_y, door_of, gap_x, gap_y, in_bounds, in_light, is_empty,
    is_obstacle, nearest_empty, nearest_to_point, open_distance, point_x, point_y, touches_door,
)
from envs.enormity.rules.dice cimport add_dice, begin_roll, end_roll, power_of, throw
from envs.enormity.rules.objects cimport add_object, draw_engram, move_extraction_marker, object_at
from envs.enormity.rules.state cimport (
    ACT_BLIP, ACT_CARD, ACT_DOOR, ACT_GEAR, ACT_NO, ACT_OPTION, ACT_POOL, ACT_TOKEN, ACT_YES, BAND_RED, BORDER_OPEN,
    CARD_SIDE_HAND, CELLS, CHOICE_BLIP_TIE, CHOICE_DISCARD_GEAR, CHOICE_DOOR, CHOICE_EFFECT_TARGET, CHOICE_ENTRY,
    CHOICE_MAY, CHOICE_OPTION, CHOICE_POOL_AREA, CHOICE_RELOAD, CHOICE_TOKEN_TYPE, COLOUR_WHITE, DOOR_STATE_OPEN,
    DOOR_STATE_WELDED, Game, Gear, GEAR_PLACE_FIXED, GEAR_PLACE_NONE, MAX_BLIPS, MAX_CANDIDATES, MAX_GEAR, MAX_LASTING,
    MAX_SPACERS, N_ACT_OPTION, NEED_ALIVE, NEED_DISTANCE, OP_ANTINOMY, OP_BONUS_ACTION, OP_BONUS_ATTACK,
    OP_CATCH_BREATH, OP_CHAIN_BREAK, OP_CLUE, OP_CONDITION, OP_COUNT, OP_CROSS_OUT, OP_CURE, OP_DECRYPT, OP_DIE,
    OP_DISABLE, OP_DISCARD_BLIP, OP_DISCARD_TOKENS, OP_DISPLACE, OP_DODGE, OP_DOOR, OP_EACH, OP_FLAG, OP_FLASH_ATTACK,
    OP_GAIN_ADRENALINE, OP_GAIN_GEAR, OP_GAIN_LOOT, OP_GAIN_STRESS, OP_IF, OP_INFECTION, OP_KEEP_TOKENS, OP_KILL,
    OP_KNOCKBACK, OP_KNOCKDOWN, OP_LASTING, OP_LOSE, OP_LOSE_ADRENALINE, OP_LOSE_GEAR, OP_LOSE_POWER, OP_LOSE_STRESS,
    OP_LOSE_VITALS, OP_LURE, OP_MARKER, OP_MOVE, OP_MOVE_ACTION, OP_MOVE_BLIP, OP_MOVE_INTRUDER, OP_NOISE, OP_OPEN_CARD,
    OP_OTHER_PLACE, OP_PARAGRAPH, OP_PLACE_ENGRAM, OP_PLACE_OBJECTIVE, OP_PLACE_TOKENS, OP_PROTOCOL, OP_PUSHBACK,
    OP_RADIATION, OP_REGAIN_VITALS, OP_RELOAD, OP_REMOVE_CARD, OP_REPRISAL, OP_REVEAL_POINT, OP_ROLL, OP_SEE_BLIP,
    OP_SHORTER, OP_SKILL_TEST, OP_SPAWN_BLIP, OP_SPAWN_INTRUDER, OP_STAND_UP, OP_STRESS_ROLL, OP_SUPPRESS, OP_SURPRISE,
    OP_TAKE_MARKER, OP_TERRAIN, OP_TURN_BLIPS, OP_UNEXHAUST, OP_WIN, OP_WOUND, OP_ZERO_HOUR, Operation,
    POINT_STATE_CLOSED, POINT_STATE_HIDDEN, PROC_BONUS_ACTION, PROC_DISPLACE, PROC_DRAW_GEAR, PROC_EFFECT,
    PROC_FIRST_CONTACT, PROC_FLASH, PROC_FREE_STEPS, PROC_GAIN_CONDITION, PROC_KNOCKBACK, PROC_LOOT, PROC_LURE,
    PROC_MOVE, PROC_MOVE_BLIP, PROC_NOISE, PROC_OVERWHELM, PROC_PARAGRAPH, PROC_PERFORM, PROC_PLACE_TILE, PROC_PUSHBACK,
    PROC_SKILL_TEST, PROC_SPACER_ROLL, PROC_SPAWN_BLIPS, PROC_SPAWN_INTRUDERS, REASON_LOST, ROLL_KIND_ENORMITY,
    ROLL_KIND_SKILL, SIDE_INTRUDER, SIDE_SPACER, SLEEVES, STAT_MOVE, Tables, THING_CACHE, THING_ENGRAM, THING_OBJECTIVE,
    TOP, UNTIL_ATTACK, UNTIL_NOISE, UNTIL_SESSION, WHERE_BOARD, WHERE_OTHER, WHO_TARGET,
)
from envs.enormity.rules.stats cimport (
    add_lasting, anybody, ask_place, band, can_move, candidate_answer, DUE_DEATH, ecology, gain_adrenaline,
    gain_infection, gain_radiation, gain_stress, in_play, knock_down, lead, light_range, lose_adrenaline, lose_stress,
    lose_vitals, need_met, on_board, place_tokens, regain_vitals, remove_intruder, settle, stand_up, stat, suppress,
    take_marker, tie_chooser, wound, wounds_needed,
)
from envs.enormity.rules.table cimport enter
from envs.enormity.rules.targets cimport (
    cell_of, CHOSEN, concerned, INTRUDERS, NEXT, next_unit, own_intruder, selected, self_unit, source_of, SPACERS,
    there,
)
from envs.enormity.rules.weapons cimport in_reach, intruder_reaches, reloadable

cdef enum:
    # Steps of an operation; 0 begins it.
    BEGIN = 3  # the operation begins for the unit
    ANSWERED = 4  # the question about the unit has been answered
    ANY = 3  # type of a token
    INCOMING = 0
    ACTIVE = 1
    OPEN = 2  # the area is chosen, or both
    EMPTY = 3  # the empty area
    ALL_DAMAGE = 15
    INFINITE = 255
    DOOR_NEAR = 0
    DOOR_ANY = 255
    WELD = 3  # weld, or break a weld
    MOST = 255  # of a counter
    AMBUSH = 1  # bits of SPAWN_INTRUDERS's c
    UNIQUE = 2
    BY_PT = 4

cdef EffectNames NAMES
NAMES.proc = PROC_EFFECT
NAMES.choose = CHOICE_OPTION
NAMES.may = CHOICE_MAY
NAMES.option = ACT_OPTION
NAMES.yes = ACT_YES
NAMES.no = ACT_NO


# -- what is in progress -----------------------------------------------------------------------------------------


cdef int type_of(const Tables* t, const Game* g, const Frame* f) noexcept nogil:
    """Intruder type that the effect speaks of: that of its Intruder, of the Overwhelm or First Contact in progress,
    else the ecology of the Location (ENO-SET-02, ENO-NOI-03-D)."""
    cdef int i, k = own_intruder(f)
    if k >= 0 and g.intruders[k].type >= 0:
        return g.intruders[k].type
    for i in range(g.core.depth - 1, -1, -1):
        if g.core.stack[i].proc == PROC_OVERWHELM or g.core.stack[i].proc == PROC_FIRST_CONTACT:
            return g.core.stack[i].a
    return ecology(t, g, concerned(f) if concerned(f) >= 0 else g.marker)


cdef bint spares_blips(const Game* g) noexcept nogil:
    """ENO-SPN-05: the Overwhelm in progress ignores its Blip-removal instructions."""
    cdef int i
    for i in range(g.core.depth - 1, -1, -1):
        if g.core.stack[i].proc == PROC_OVERWHELM:
            return g.core.stack[i].b != 0
    return False


# -- operations on one Spacer ----------------------------------------------------------------------------------


cdef bint in_effect_range(const Tables* t, const Game* g, const Frame* f, int unit) noexcept nogil:
    """ENO-KBK-02, ENO-KBK-03, ENO-KDN-06: from an Attack within its range, from a Response only next to the
    attacker."""
    cdef int k = own_intruder(f), i = attack_in_progress(g), s = self_unit(f)
    if i < 0:
        return True
    if unit >= MAX_SPACERS:
        if g.assaults[i].side != SIDE_SPACER or s != g.assaults[i].actor:
            return True
        return in_reach(t, g, s, g.assaults[i].weapon, unit - MAX_SPACERS)
    if k < 0 or not on_board(g, unit):
        return True
    if g.assaults[i].side == SIDE_INTRUDER:
        return g.assaults[i].actor != k or intruder_reaches(t, g, k, g.assaults[i].weapon, g.intruders[k].cell, unit)
    return g.assaults[i].actor != unit or adjacent(t, g, g.spacers[unit].cell, g.intruders[k].cell)


cdef bint change_stats(const Tables* t, Game* g, const Operation* op, int s) noexcept nogil:
    """Vitals, Stress, Adrenaline, Radiation, Infection; False for any other operation."""
    cdef int code = op.code
    if code == OP_LOSE_VITALS:
        lose_vitals(t, g, s, op.a)
    elif code == OP_REGAIN_VITALS:
        regain_vitals(t, g, s, op.a)
    elif code == OP_GAIN_STRESS:
        gain_stress(t, g, s, op.a)
    elif code == OP_LOSE_STRESS:
        lose_stress(t, g, s, op.a)
    elif code == OP_GAIN_ADRENALINE:
        gain_adrenaline(t, g, s, op.a)
    elif code == OP_LOSE_ADRENALINE:
        lose_adrenaline(t, g, s, op.a)
    elif code == OP_RADIATION:
        if op.a >= 0:
            gain_radiation(t, g, s, op.a)
        else:
            g.spacers[s].radiation = <unsigned char>less(g.spacers[s].radiation, -op.a)
    elif code == OP_INFECTION:
        if op.a >= 0:
            gain_infection(t, g, s, op.a)
        else:
            g.spacers[s].infection = <unsigned char>less(g.spacers[s].infection, -op.a)
    elif code == OP_STRESS_ROLL:
        gain_stress(t, g, s, power_rolled(t, g, op.a, op.b))
    else:
        return False
    return True


cdef inline int less(int value, int amount) noexcept nogil:
    return value - amount if value > amount else 0


cdef int power_rolled(const Tables* t, Game* g, int dice, int colour) noexcept nogil:
    """ENO-SEC-02: the Power of some dice; nobody's roll, so nothing is re-rolled."""
    cdef int r = begin_roll(g, ROLL_KIND_SKILL, -1, -1), power
    add_dice(g, r, colour, dice)
    throw(t, g, r)
    power = power_of(t, g, r)
    end_roll(g)
    return power


cdef bint change_state(const Tables* t, Game* g, Frame* f, const Operation* op, int s) noexcept nogil:
    """Other changes of a Spacer that are done at once; False for any other operation."""
    cdef int code = op.code, i
    if code == OP_CURE:
        g.spacers[s].conditions[op.a] = 0
    elif code == OP_KNOCKDOWN:
        if in_effect_range(t, g, f, s):
            knock_down(t, g, s)
    elif code == OP_STAND_UP:
        stand_up(t, g, s)
    elif code == OP_TAKE_MARKER:
        take_marker(t, g, s)
    elif code == OP_ANTINOMY:
        i = g.spacers[s].antinomy + op.a
        g.spacers[s].antinomy = <unsigned char>(i if i < TOP else TOP)
    elif code == OP_CATCH_BREATH:
        g.spacers[s].exerts = <unsigned char>less(g.spacers[s].exerts, 1)
    elif code == OP_DODGE:
        i = g.spacers[s].dodge + op.a
        g.spacers[s].dodge = <unsigned char>(ALL_DAMAGE if op.a == 0 or i > ALL_DAMAGE else i)
    elif code == OP_DIE:
        g.spacers[s].due |= DUE_DEATH
    elif code == OP_UNEXHAUST:
        for i in range(MAX_GEAR):
            g.spacers[s].gear[i].exhausted = 0
    elif code == OP_TURN_BLIPS:
        turn_blips(g, s)
    else:
        return False
    return True


cdef void turn_blips(Game* g, int s) noexcept nogil:
    """Every arrow points to the Spacer along the axis with the larger gap, the vertical one on a tie (ENO-BLP-12-D)."""
    cdef int b, x, y, cell = cell_of(g, s)
    for b in range(MAX_BLIPS):
        if g.blips[b].point < 0 or cell < 0:
            continue
        x = gap_x(g.blips[b].point, cell)
        y = gap_y(g.blips[b].point, cell)
        if x > y:
            g.blips[b].arrow = 1 if cell_x(cell) >= point_x(g.blips[b].point) else 3
        elif y > 0:
            g.blips[b].arrow = 2 if cell_y(cell) >= point_y(g.blips[b].point) else 0


cdef bint move_spacer(const Tables* t, Game* g, Frame* f, const Operation* op, int s) noexcept nogil:
    """Begin an operation that moves a Spacer; False when none was begun."""
    cdef Head* h = &g.core
    cdef Frame* sub
    cdef int code = op.code, spaces
    if not on_board(g, s):
        return False
    if code == OP_MOVE:
        sub = call(h, PROC_FREE_STEPS, s, op.a, f.c, -1)
        sub.e = -1
    elif code == OP_MOVE_ACTION:
        spaces = op.a + stat(t, g, s, STAT_MOVE, 0)
        if not can_move(t, g, s) or spaces <= 0:
            return False
        sub = call(h, PROC_MOVE, s, spaces, 1, op.b)
        sub.e = op.c
        sub.f = op.e
    elif code == OP_KNOCKBACK:
        if not in_effect_range(t, g, f, s) or source_of(g, f) < 0:
            return False
        call(h, PROC_KNOCKBACK, s, op.a, source_of(g, f), -1)
    elif code == OP_PUSHBACK:
        if own_intruder(f) < 0 or g.intruders[own_intruder(f)].type < 0:
            return False
        call(h, PROC_PUSHBACK, own_intruder(f), s, op.a, 0)
    elif code == OP_LURE:
        if source_of(g, f) < 0:
            return False
        call(h, PROC_LURE, s, op.a, source_of(g, f), 0)
    elif code == OP_DISPLACE:
        call(h, PROC_DISPLACE, s, 0, 0, 0)
    else:
        return False
    return True


cdef bint on_spacer(const Tables* t, Game* g, Frame* f, const Operation* op, int s) noexcept nogil:
    """Carry out an operation on a Spacer; True when a procedure was pushed."""
    cdef Head* h = &g.core
    cdef int code = op.code
    if change_stats(t, g, op, s) or change_state(t, g, f, op, s):
        return settle(t, g, s)
    if OP_MOVE <= code <= OP_DISPLACE:
        return move_spacer(t, g, f, op, s)
    if code == OP_LASTING:
        last(t, g, op, s)
    elif code == OP_CONDITION:
        call(h, PROC_GAIN_CONDITION, s, op.a, 0, 0)
        return True
    elif code == OP_NOISE:
        make_noise(g, op, s, cell_of(g, s))
        return True
    elif code == OP_BONUS_ATTACK:
        return grant_bonus_attack(t, g, s, op.a != 0)
    elif code == OP_BONUS_ACTION:
        call(h, PROC_BONUS_ACTION, s, 0, 0, 0)
        return True
    elif code == OP_GAIN_LOOT:
        if g.loot.n > 0:
            call(h, PROC_LOOT, s, pile_draw_bottom(h, &g.loot), 0, 0)
            return True
    elif code == OP_GAIN_GEAR:
        call(h, PROC_LOOT, s, op.a, 0, 0)
        return True
    elif code == OP_LOSE_GEAR:
        call(h, PROC_DRAW_GEAR, s, 0, 0, 0)
        return True
    elif code == OP_PLACE_ENGRAM:
        place_engram(g, op.a, s)
    elif code == OP_PLACE_OBJECTIVE:
        return place_objective(g, op, s)
    elif code == OP_FLASH_ATTACK and on_board(g, s):
        call(h, PROC_FLASH, op.a, s, 0, 0)
        return True
    return False


cdef void last(const Tables* t, Game* g, const Operation* op, int unit) noexcept nogil:
    """A modifier for a while. What waits for the next Attack or Noise Roll, or for the end of the session, is not
    heaped up by the same text: the worse reading for the players (ENO-GEN-02)."""
    cdef int i
    if op.b == UNTIL_ATTACK or op.b == UNTIL_NOISE or op.b == UNTIL_SESSION:
        for i in range(MAX_LASTING):
            if g.lasting[i].unit == unit and g.lasting[i].mod == op.a and g.lasting[i].until == op.b:
                return
    add_lasting(t, g, op.a, unit, op.b)


cdef void make_noise(Game* g, const Operation* op, int s, int cell) noexcept nogil:
    """Noise of a Spacer, or of something else at a space (ENO-NOI-13)."""
    cdef Frame* sub = call(&g.core, PROC_NOISE, s, op.a, op.b, op.c)
    sub.e = <short>cell


cdef void place_engram(Game* g, int lies, int s) noexcept nogil:
    """A random Engram of the pool, gained or on the Spacer's space (ENO-ENG-01, ENO-GEN-07-D)."""
    cdef int type = draw_engram(g)
    if type < 0:
        return
    if lies and cell_of(g, s) >= 0:
        add_object(g, cell_of(g, s), THING_ENGRAM, type, True)
    elif g.spacers[s].devices[type] < TOP:
        g.spacers[s].devices[type] += 1


cdef bint place_objective(Game* g, const Operation* op, int s) noexcept nogil:
    """An Objective token, gained, on the Spacer's space or on random coordinates (ENO-COO-02); True in that case."""
    if op.b == 2:
        call(&g.core, PROC_PLACE_TILE, -1 - op.a, -1, cell_of(g, s), 0)
        return True
    if op.b == 1 and cell_of(g, s) >= 0:
        add_object(g, cell_of(g, s), THING_OBJECTIVE, op.a, True)
    elif g.spacers[s].objectives[op.a] < TOP:
        g.spacers[s].objectives[op.a] += 1
    return False


# -- operations on one Intruder --------------------------------------------------------------------------------


cdef bint on_intruder(const Tables* t, Game* g, Frame* f, const Operation* op, int k) noexcept nogil:
    """Carry out an operation on an Intruder; True when a procedure was pushed."""
    cdef Head* h = &g.core
    cdef int code = op.code
    if code == OP_LASTING:
        last(t, g, op, MAX_SPACERS + k)
    elif code == OP_SUPPRESS:
        suppress(t, g, k, op.a)
    elif code == OP_SURPRISE:
        g.intruders[k].surprised = 1
    elif code == OP_WOUND:
        if wound(t, g, k):
            kill(t, g, k)
    elif code == OP_KILL:
        if wounds_needed(t, g, k) != INFINITE:  # ENO-ZRO-08
            kill(t, g, k)
    elif code == OP_NOISE:
        make_noise(g, op, -1, g.intruders[k].cell)
        return True
    elif code == OP_PROTOCOL:
        return perform(t, g, f, op.a, k)
    elif code == OP_DISPLACE:
        call(h, PROC_DISPLACE, MAX_SPACERS + k, 0, 0, 0)
        return True
    elif code == OP_KNOCKBACK and source_of(g, f) >= 0 and in_effect_range(t, g, f, MAX_SPACERS + k):
        call(h, PROC_KNOCKBACK, MAX_SPACERS + k, op.a, source_of(g, f), -1)
        return True
    return False


cdef void kill(const Tables* t, Game* g, int k) noexcept nogil:
    """The miniature leaves the board (ENO-ATK-17)."""
    g.kills += 1
    remove_intruder(t, g, k)


cdef bint perform(const Tables* t, Game* g, Frame* f, int protocol, int k) noexcept nogil:
    """The Intruder performs a Protocol against the target, an attack outside its own activation (ENO-CHB-02)."""
    cdef int s = concerned(f)
    if s < 0 or not on_board(g, s):
        return False
    call(&g.core, PROC_PERFORM, k, protocol, s, AS_REPRISAL)
    return True


cdef int flight(const Tables* t, const Game* g, int k, int spaces, int away, short* out) noexcept nogil:
    """Empty spaces that the Intruder can reach in so many steps and that are furthest from a space (A4); how many.
    It passes doors that are not welded and miniatures, not Obstacles (ENO-IMV-06, ENO-IMV-06-D)."""
    cdef unsigned char seen[CELLS]
    cdef short queue[CELLS]
    cdef unsigned char steps[CELLS]
    cdef int head = 0, tail = 1, d, c, n = 0, best = open_distance(t, g, g.intruders[k].cell, away), far
    for c in range(CELLS):
        seen[c] = 0
    queue[0] = g.intruders[k].cell
    steps[0] = 0
    seen[queue[0]] = 1
    while head < tail:
        if is_empty(t, g, queue[head]):
            far = open_distance(t, g, queue[head], away)
            if far > best:
                best = far
                n = 0
            if far == best and n < MAX_CANDIDATES and (n or far > open_distance(t, g, g.intruders[k].cell, away)):
                out[n] = queue[head]
                n += 1
        if steps[head] < spaces:
            for d in range(4):
                c = beside(queue[head], d)
                if c >= 0 and not seen[c] and lets_intruder(t, g, queue[head], d, c):
                    seen[c] = 1
                    queue[tail] = <short>c
                    steps[tail] = <unsigned char>(steps[head] + 1)
                    tail += 1
        head += 1
    return n


cdef bint lets_intruder(const Tables* t, const Game* g, int cell, int d, int to) noexcept nogil:
    """An Intruder can be moved over that border."""
    cdef int door = door_of(t, cell, d)
    if not in_bounds(t, g, to) or is_obstacle(t, g, to):
        return False
    if door >= 0:
        return g.doors[door] != DOOR_STATE_WELDED
    return t.border[cell][d] == BORDER_OPEN or border_free(t, g, cell, d)


# -- questions about one unit ----------------------------------------------------------------------------------


cdef inline bint asks(int code) noexcept nogil:
    """Operations with a question of their own for each unit."""
    if code == OP_LOSE_POWER or code == OP_RELOAD or code == OP_OPEN_CARD or code == OP_SEE_BLIP:
        return True
    return code == OP_DISABLE or code == OP_MOVE_BLIP or code == OP_MOVE_INTRUDER or code == OP_OTHER_PLACE


cdef bint question(const Tables* t, Game* g, Frame* f, const Operation* op, int unit) noexcept nogil:
    """Begin such an operation for a unit, or go on with it (step ANSWERED); True while it waits."""
    cdef int code = op.code
    if code == OP_MOVE_INTRUDER:
        return unit >= MAX_SPACERS and move_intruder(t, g, f, op, unit - MAX_SPACERS)
    if unit >= MAX_SPACERS:
        return False
    if code == OP_LOSE_POWER:
        return lose_power(g, f, op.a, unit)
    if code == OP_RELOAD:
        return reload_weapon(t, g, f, op.a, unit)
    if code == OP_OPEN_CARD:
        return open_card(g, f, unit)
    if code == OP_SEE_BLIP:
        return see_blip(t, g, f, unit)
    if code == OP_MOVE_BLIP:
        return move_blip(t, g, f, op.a, unit)
    if code == OP_DISABLE:
        return disable_gear(g, f, unit)
    return other_place(t, g, f, op, unit)


cdef bint move_intruder(const Tables* t, Game* g, Frame* f, const Operation* op, int k) noexcept nogil:
    """Forced movement away from the Spacer concerned, to the furthest empty space; the decider breaks ties."""
    cdef short at[MAX_CANDIDATES]
    cdef int n, away = cell_of(g, concerned(f))
    if f.step == ANSWERED:
        g.intruders[k].cell = <short>candidate_answer(g)
        return False
    n = flight(t, g, k, op.a, away, at) if away >= 0 else 0
    if n == 0:
        return False
    f.step = ANSWERED
    ask_place(g, f.h, CHOICE_EFFECT_TARGET, MAX_SPACERS + k, at, n, False)
    return True


cdef bint lose_power(Game* g, Frame* f, int tokens, int s) noexcept nogil:
    """The Spacer discards tokens of AP of its choice, as many as there are. n: how many it has discarded."""
    cdef int type
    if f.step == ANSWERED:
        g.pool[g.core.answer - ACT_TOKEN] -= 1
        f.n += 1
    if f.n >= tokens:
        return False
    begin(&g.core, s, CHOICE_TOKEN_TYPE, f.a)
    for type in range(3):
        if g.pool[type]:
            option(&g.core, ACT_TOKEN + type)
    if not ask_any(&g.core):
        return False
    f.step = ANSWERED
    return True


cdef bint reload_weapon(const Tables* t, Game* g, Frame* f, int ammo, int s) noexcept nogil:
    """Ammo for one equipped weapon, up to its capacity (ENO-REL-01 to ENO-REL-03)."""
    cdef Gear* gear
    cdef int i, places, full
    if f.step == ANSWERED:
        gear = &g.spacers[s].gear[g.core.answer - ACT_GEAR]
        full = t.gear[gear.card].ammo
        gear.ammo = <unsigned char>(full if ammo == 0 or gear.ammo + ammo > full else gear.ammo + ammo)
        return False
    places = reloadable(t, g, s, ammo > 0)
    if places == 0:
        return False
    begin(&g.core, s, CHOICE_RELOAD, f.a)
    for i in range(MAX_GEAR):
        if (places >> i) & 1:
            option(&g.core, ACT_GEAR + i)
    f.step = ANSWERED
    ask(&g.core)
    return True


cdef bint open_card(Game* g, Frame* f, int s) noexcept nogil:
    """An own played Action card comes back in hand."""
    cdef int i
    if f.step == ANSWERED:
        g.spacers[s].card[(g.core.answer - ACT_CARD) >> 1] = CARD_SIDE_HAND
        return False
    begin(&g.core, s, CHOICE_EFFECT_TARGET, f.a)
    for i in range(SLEEVES):
        if g.spacers[s].card[i] != CARD_SIDE_HAND:
            option(&g.core, ACT_CARD + 2 * i + g.spacers[s].card[i] - CARD_SIDE_HAND - 1)
    if not ask_any(&g.core):
        return False
    f.step = ANSWERED
    return True


cdef bint see_blip(const Tables* t, Game* g, Frame* f, int s) noexcept nogil:
    """Look at a Blip in the Light field; all know it from then on (Hidden information)."""
    cdef int b
    if f.step == ANSWERED:
        g.blips[g.core.answer - ACT_BLIP].known = 1
        return False
    begin(&g.core, s, CHOICE_EFFECT_TARGET, f.a)
    for b in range(MAX_BLIPS):
        if (on_board(g, s) and g.blips[b].point >= 0 and not g.blips[b].known
                and in_light(t, g, g.spacers[s].cell, light_range(t, g, s), g.blips[b].point)):
            option(&g.core, ACT_BLIP + b)
    if not ask_any(&g.core):
        return False
    f.step = ANSWERED
    return True


cdef bint move_blip(const Tables* t, Game* g, Frame* f, int spaces, int s) noexcept nogil:
    """The closest Blip moves toward the Spacer; ties: the Spacer. n: the Blip + 1 that has moved."""
    cdef int b, least = 100000, away, cell = cell_of(g, s)
    if f.step == ANSWERED and f.n:
        return False
    if f.step == ANSWERED:
        b = g.core.answer - ACT_BLIP
        f.n = <short>(b + 1)
        call(&g.core, PROC_MOVE_BLIP, b, spaces, 0, s).e = <short>cell
        return True
    if not on_board(g, s):
        return False
    for b in range(MAX_BLIPS):
        if g.blips[b].point >= 0:
            away = blip_distance(g.blips[b].point, cell)
            if away < least:
                least = away
    begin(&g.core, s, CHOICE_BLIP_TIE, f.a)
    for b in range(MAX_BLIPS):
        if g.blips[b].point >= 0 and blip_distance(g.blips[b].point, cell) == least:
            option(&g.core, ACT_BLIP + b)
    if not ask_any(&g.core):
        return False
    f.step = ANSWERED
    return True


cdef bint disable_gear(Game* g, Frame* f, int s) noexcept nogil:
    """A Disable token on a Gear card of the Spacer's choice, except the Multitool (ENO-STT-02, ENO-STT-02-D)."""
    cdef const Gear* gear
    cdef int i
    if f.step == ANSWERED:
        g.spacers[s].gear[g.core.answer - ACT_GEAR].disabled = 1
        return False
    begin(&g.core, s, CHOICE_DISCARD_GEAR, f.a)
    for i in range(MAX_GEAR):
        gear = &g.spacers[s].gear[i]
        if gear.card >= 0 and not gear.disabled and gear.place != GEAR_PLACE_FIXED:
            option(&g.core, ACT_GEAR + i)
    if not ask_any(&g.core):
        return False
    f.step = ANSWERED
    return True


cdef bint other_place(const Tables* t, Game* g, Frame* f, const Operation* op, int s) noexcept nogil:
    """Enter an Other Place, or leave it for the last space on the board, else the nearest empty one (ENO-OTH-01,
    A18)."""
    cdef short at[MAX_CANDIDATES]
    cdef int n = 1
    if f.step == ANSWERED:
        g.spacers[s].cell = g.spacers[s].last_cell = <short>candidate_answer(g)
        g.spacers[s].where = WHERE_BOARD
        return False
    if op.a and g.spacers[s].where == WHERE_BOARD:
        g.spacers[s].last_cell = g.spacers[s].cell
        g.spacers[s].cell = -1
        g.spacers[s].where = WHERE_OTHER
        g.spacers[s].place = <unsigned char>op.b
    elif not op.a and g.spacers[s].where == WHERE_OTHER:
        at[0] = g.spacers[s].last_cell
        if not is_empty(t, g, at[0]):
            n = nearest_empty(t, g, at[0], at)
        if n:
            f.step = ANSWERED
            ask_place(g, s, CHOICE_EFFECT_TARGET, s, at, n, False)
            return True
    return False


cdef inline bint on_units_of(const Operation* op) noexcept nogil:
    """The operation works on the units of its selector."""
    cdef int code = op.code
    if code == OP_DISABLE:
        return op.a == 3
    if code == OP_PLACE_TOKENS or code == OP_DISCARD_TOKENS or code == OP_KEEP_TOKENS or code == OP_SPAWN_BLIP:
        return False
    if code == OP_DISCARD_BLIP or code == OP_SPAWN_INTRUDER or code == OP_REPRISAL or code == OP_SKILL_TEST:
        return False
    if code == OP_REMOVE_CARD or code == OP_CHAIN_BREAK or code == OP_SHORTER or code == OP_ZERO_HOUR:
        return False
    if OP_DOOR <= code <= OP_FLAG:
        return code == OP_PLACE_ENGRAM or code == OP_PLACE_OBJECTIVE
    return code == OP_LASTING or code >= OP_LOSE_VITALS


cdef void on_units(const Tables* t, Game* g, Frame* f, const Operation* op) noexcept nogil:
    """An operation on all units of its selector, one after the other. k: the unit, n: what a question counts."""
    cdef bint waits
    if f.step == 0 or f.step == CHOSEN:
        if not selected(t, g, f, op.d, op.e):
            return
    while True:
        if f.step == NEXT:
            f.k = <short>next_unit(g, f)
            if f.k < 0:
                effect_next(f, f.a + 1)
                return
            f.n = 0
            f.step = BEGIN
        if asks(op.code):
            waits = question(t, g, f, op, f.k)
            if not waits:
                f.step = NEXT
        else:
            f.step = NEXT
            if f.k < MAX_SPACERS:
                waits = on_spacer(t, g, f, op, f.k)
            else:
                waits = on_intruder(t, g, f, op, f.k - MAX_SPACERS)
        if waits:
            return


# -- the Spacer Pool -------------------------------------------------------------------------------------------


cdef inline int total(const unsigned char* area) noexcept nogil:
    return area[0] + area[1] + area[2]


cdef void ask_area(Game* g, Frame* f, bint active, bint incoming) noexcept nogil:
    """Which area of the pool."""
    begin(&g.core, f.h, CHOICE_POOL_AREA, f.a)
    if active:
        option(&g.core, ACT_POOL)
    if incoming:
        option(&g.core, ACT_POOL + 1)
    ask(&g.core)


cdef bint ask_type(Game* g, Frame* f, const unsigned char* area) noexcept nogil:
    """Which type of token, of those in the area if one is given; False without any."""
    cdef int type
    begin(&g.core, f.h, CHOICE_TOKEN_TYPE, f.a)
    for type in range(3):
        if area == NULL or area[type]:
            option(&g.core, ACT_TOKEN + type)
    return ask_any(&g.core)


cdef void place_op(Game* g, Frame* f, const Operation* op) noexcept nogil:
    """PLACE_TOKENS (ENO-TOK-02); a chosen type holds for all of them. n: 1 the Active Pool; k: the type."""
    cdef bint active, incoming
    if f.step == 0:
        f.n = op.c
        f.k = op.b
        f.step = 2
        if op.c >= OPEN:
            active = total(g.pool) == 0 or op.c == OPEN
            incoming = total(g.incoming) == 0 or op.c == OPEN
            if not active and not incoming:
                effect_next(f, f.a + 1)
                return
            f.step = 1
            ask_area(g, f, active, incoming)
            return
    if f.step == 1:
        f.n = ACTIVE if g.core.answer == ACT_POOL else INCOMING
        f.step = 2
    if f.step == 2 and f.k == ANY:
        f.step = 3
        ask_type(g, f, NULL)
        return
    if f.step == 3:
        f.k = <short>(g.core.answer - ACT_TOKEN)
    place_tokens(g, f.k, op.a, f.n == ACTIVE)
    effect_next(f, f.a + 1)


cdef inline bint holds(const unsigned char* area, int type) noexcept nogil:
    return total(area) > 0 if type == ANY else area[type] > 0


cdef void discard_all(Game* g, const Operation* op) noexcept nogil:
    """All tokens of a type, or all, of one area or both."""
    cdef int type
    for type in range(3):
        if op.b == ANY or op.b == type:
            if op.c != INCOMING:
                g.pool[type] = 0
            if op.c != ACTIVE:
                g.incoming[type] = 0


cdef inline unsigned char* area_of(Game* g, bint active) noexcept nogil:
    return &g.pool[0] if active else &g.incoming[0]


cdef void discard_op(Game* g, Frame* f, const Operation* op) noexcept nogil:
    """DISCARD_TOKENS: as many as there are; areas and types left open are chosen token by token. k: tokens
    discarded; n: the area."""
    cdef bint active, incoming
    if f.step == 0:
        f.k = 0
    elif f.step == 1:
        f.n = ACTIVE if g.core.answer == ACT_POOL else INCOMING
        f.step = 2
        if op.b == ANY:
            ask_type(g, f, area_of(g, f.n == ACTIVE))
            return
        g.core.answer = <short>(ACT_TOKEN + op.b)
    if f.step == 2:
        area_of(g, f.n == ACTIVE)[g.core.answer - ACT_TOKEN] -= 1
        f.k += 1
    active = op.c != INCOMING and holds(g.pool, op.b)
    incoming = op.c != ACTIVE and holds(g.incoming, op.b)
    if op.a == 0:
        discard_all(g, op)
    elif f.k < op.a and (active or incoming):
        f.step = 1
        ask_area(g, f, active, incoming)
        return
    effect_next(f, f.a + 1)


cdef void keep_op(Game* g, Frame* f, const Operation* op) noexcept nogil:
    """KEEP_TOKENS: tokens move from AP to IP, as many as there are. k: how many have moved."""
    if f.step == 0:
        f.k = 0
    else:
        g.pool[g.core.answer - ACT_TOKEN] -= 1
        place_tokens(g, g.core.answer - ACT_TOKEN, 1, False)
        f.k += 1
    f.step = 1
    if f.k >= op.a or not ask_type(g, f, g.pool):
        effect_next(f, f.a + 1)


# -- Blips -----------------------------------------------------------------------------------------------------


cdef void discard_blip(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """The Blip furthest from the Spacers goes back to the pool unrevealed and loses its dice (ENO-NOI-07-D,
    ENO-NOI-07-D2)."""
    cdef int b, who, away, most = -1, seat, n = 0
    if f.step == 1:
        b = g.core.answer - ACT_BLIP
        g.blip_pool[g.blips[b].face] += 1
        take_off(g, b)
        effect_next(f, f.a + 1)
        return
    if not spares_blips(g):
        for b in range(MAX_BLIPS):
            if g.blips[b].point >= 0:
                away = nearest_to_point(g, g.blips[b].point, &who)
                if away > most:
                    most = away
    seat = tie_chooser(t, g, lead(g), 1)
    begin(&g.core, seat if seat >= 0 else f.h, CHOICE_BLIP_TIE, f.a)
    for b in range(MAX_BLIPS):
        if most >= 0 and g.blips[b].point >= 0 and nearest_to_point(g, g.blips[b].point, &who) == most:
            if seat >= 0 or n == 0:
                option(&g.core, ACT_BLIP + b)
            n += 1
    f.step = 1
    if not ask_any(&g.core):
        effect_next(f, f.a + 1)


# -- doors -----------------------------------------------------------------------------------------------------


cdef int new_state(const Game* g, int door, int wanted) noexcept nogil:
    """The state that the door takes, -1 when nothing changes (ENO-WLD-02, ENO-WLD-03, ENO-WLD-06, ENO-CSL-02-D,
    ENO-STT-02)."""
    cdef int now = g.doors[door]
    if g.door_disabled[door]:
        return -1
    if wanted == WELD:
        return DOOR_STATE_WELDED if now == DOOR_STATE_OPEN else DOOR_STATE_OPEN if now == DOOR_STATE_WELDED else -1
    if now == wanted or now == DOOR_STATE_WELDED or (wanted == DOOR_STATE_WELDED and now != DOOR_STATE_OPEN):
        return -1
    return wanted


cdef bint door_here(const Tables* t, const Game* g, int door, int cell) noexcept nogil:
    """The door is on the table; next to a cell if one is given (ENO-WLD-01, ENO-BRD-12-D)."""
    cdef int c
    if cell >= 0:
        return touches_door(t, cell, door)
    for c in range(CELLS):
        if t.page[c] < 255 and (g.revealed >> t.page[c]) & 1 and touches_door(t, c, door):
            return True
    return False


cdef void door_op(const Tables* t, Game* g, Frame* f, const Operation* op) noexcept nogil:
    """DOOR: open, close, weld, break a weld."""
    cdef int door, cell = -1, state
    if f.step == 0 and op.b != DOOR_NEAR and op.b != DOOR_ANY:
        state = new_state(g, op.b - 1, op.a)
        if state >= 0:
            g.doors[op.b - 1] = <unsigned char>state
    elif f.step == 0:
        if op.b == DOOR_NEAR:
            cell = cell_of(g, self_unit(f))
        begin(&g.core, f.h, CHOICE_DOOR, f.a)
        for door in range(t.n_doors):
            if (cell >= 0 or op.b == DOOR_ANY) and new_state(g, door, op.a) >= 0 and door_here(t, g, door, cell):
                option(&g.core, ACT_DOOR + door)
        if ask_any(&g.core):
            f.step = 1
            return
    else:
        door = g.core.answer - ACT_DOOR
        g.doors[door] = <unsigned char>new_state(g, door, op.a)
    effect_next(f, f.a + 1)


# -- other operations ------------------------------------------------------------------------------------------


cdef void terrain_op(const Tables* t, Game* g, Frame* f, const Operation* op) noexcept nogil:
    """TERRAIN (ENO-TER-02, ENO-COO-03)."""
    cdef short at[4]
    cdef int unit = f.e if f.e >= 0 else MAX_SPACERS + f.d if f.d >= 0 else self_unit(f)
    cdef int cell, d, to, n = 0
    if f.step == 2:
        effect_next(f, f.a + 1)
        return
    if f.step == 1:
        f.step = 2
        call(&g.core, PROC_PLACE_TILE, op.a, candidate_answer(g), source_of(g, f), 0)
        return
    if op.b == 1:
        cell = cell_of(g, unit)
        for d in range(4):
            to = beside(cell, d) if cell >= 0 else -1
            if to >= 0 and in_bounds(t, g, to) and border_free(t, g, cell, d):
                at[n] = <short>to
                n += 1
        if n == 0:
            effect_next(f, f.a + 1)
            return
        f.step = 1
        ask_place(g, f.h, CHOICE_EFFECT_TARGET, op.a, at, n, False)
        return
    f.step = 2
    call(&g.core, PROC_PLACE_TILE, op.a, source_of(g, f) if op.b == 2 else -1, source_of(g, f), 0)


cdef void decrypt_op(const Tables* t, Game* g, Frame* f, const Operation* op) noexcept nogil:
    """DECRYPT (ENO-SEC-03, ENO-SEC-03-D): one unread locked entry, of those that the table lists first."""
    cdef int p, n = 0, chosen = g.core.answer - ACT_OPTION
    if f.step == 2:
        effect_next(f, f.a + 1)
        return
    if f.step == 0:
        begin(&g.core, f.h, CHOICE_ENTRY, f.a)
    for p in range(t.n_paragraphs):
        if t.paragraphs[p].locked != (2 if op.a else 1) or g.read[p]:
            continue
        if f.step == 1 and n == chosen:
            f.step = 2
            call(&g.core, PROC_PARAGRAPH, concerned(f), p, 1, 0)
            return
        if f.step == 0 and n < N_ACT_OPTION:
            option(&g.core, ACT_OPTION + n)
        n += 1
    f.step = 1
    if not ask_any(&g.core):
        effect_next(f, f.a + 1)


cdef void remove_card(Game* g, const Frame* f) noexcept nogil:
    """The Gear card whose effect it is leaves the game."""
    cdef Gear* gear
    if not 0 <= f.c < MAX_SPACERS or not 0 <= f.f < MAX_GEAR:
        return
    gear = &g.spacers[f.c].gear[f.f]
    gear.card = -1
    gear.place = GEAR_PLACE_NONE
    gear.exhausted = gear.ammo = gear.charges = gear.discharge = gear.moved = gear.disabled = gear.used = 0


cdef void reprisal(Game* g, const Frame* f, int protocol) noexcept nogil:
    """REPRISAL: it waits for the end of the Spacer Attack (ENO-RSP-07)."""
    cdef int i, n
    for i in range(g.n_assaults - 1, -1, -1):
        if g.assaults[i].side == SIDE_SPACER:
            for n in range(g.assaults[i].n_targets):
                if g.assaults[i].targets[n] == own_intruder(f):
                    g.assaults[i].reprisal[n] = <signed char>protocol
            return


cdef void disable(Game* g, const Frame* f, const Operation* op) noexcept nogil:
    """DISABLE of a door, Console, spawn point or Cache (ENO-STT-02, ENO-STT-02-D)."""
    cdef int cell, index
    if op.a == 0:
        g.door_disabled[op.b] = 1
    elif op.a == 1:
        g.console_disabled[op.b] = 1
    elif op.a == 2:
        g.spawn_disabled[op.b] = 1
    else:
        cell = cell_of(g, concerned(f))
        index = object_at(g, cell, THING_CACHE) if cell >= 0 else -1
        if index >= 0:
            g.objects[index].disabled = 1


cdef void at_once(const Tables* t, Game* g, Frame* f, const Operation* op) noexcept nogil:
    """Operations on the table that need no question and no procedure."""
    cdef int code = op.code
    if code == OP_REPRISAL:
        reprisal(g, f, op.a)
    elif code == OP_REMOVE_CARD:
        remove_card(g, f)
    elif code == OP_DISABLE:
        disable(g, f, op)
    elif code == OP_REVEAL_POINT:
        if g.points[op.a].state == POINT_STATE_HIDDEN:
            g.points[op.a].state = POINT_STATE_CLOSED
    elif code == OP_CLUE:
        g.clues[op.a] = 1  # ENO-DSC-13
    elif code == OP_MARKER:
        move_extraction_marker(t, g, op.a)
    elif code == OP_CROSS_OUT:
        g.crossed[op.a] = 1
    elif code == OP_FLAG:
        g.flags[op.a] = <unsigned char>op.b
    elif code == OP_ZERO_HOUR:
        if t.adversary and g.adversary < 0:  # ENO-FLA-03, ENO-FLA-03-D
            g.waiting_adversary = <signed char>op.a
            pile_remove(&g.adversaries, op.a)
    elif code == OP_CHAIN_BREAK:
        chain_break(g)
    elif code == OP_SHORTER:
        g.shorter += <unsigned char>(op.b if op.b and f.c >= 0 and band(t, g, f.c) == BAND_RED else op.a)


cdef bint call_op(const Tables* t, Game* g, Frame* f, const Operation* op) noexcept nogil:
    """Begin an operation on the table that is a procedure; False for any other."""
    cdef Head* h = &g.core
    cdef Frame* sub
    cdef int s = concerned(f)
    cdef bint near = op.e and s >= 0
    if op.code == OP_SPAWN_BLIP:
        call(h, PROC_SPAWN_BLIPS, op.a, s, spares_blips(g), 0)
    elif op.code == OP_SPAWN_INTRUDER:
        sub = call(h, PROC_SPAWN_INTRUDERS, op.a, s if near else g.marker,
                   (AMBUSH if op.b else 0) | (UNIQUE if op.c else 0) | (0 if near else BY_PT), type_of(t, g, f))
        sub.e = -1
    elif op.code == OP_PARAGRAPH:
        call(h, PROC_PARAGRAPH, s, op.a, 0, 0)
    else:
        return False
    return True


cdef void skill_test(const Tables* t, Game* g, Frame* f, const Operation* op) noexcept nogil:
    """SKILL_TEST (ENO-SKL-01, ENO-SKL-03): the Power rolled is the result of the effect so far."""
    cdef int s = concerned(f) if op.d == WHO_TARGET else f.c
    if f.step == 1:
        f.m = g.core.result
        effect_next(f, f.a + 1 if g.core.result >= op.b else op.c)
    elif s < 0 or not in_play(g, s):
        effect_next(f, op.c)
    else:
        f.step = 1
        call(&g.core, PROC_SKILL_TEST, s, op.a, op.b, 0)


cdef void other_op(const Tables* t, Game* g, Frame* f, const Operation* op) noexcept nogil:
    """Operations on the table, not on units."""
    cdef int code = op.code
    if code == OP_PLACE_TOKENS:
        place_op(g, f, op)
    elif code == OP_DISCARD_TOKENS:
        discard_op(g, f, op)
    elif code == OP_KEEP_TOKENS:
        keep_op(g, f, op)
    elif code == OP_DISCARD_BLIP:
        discard_blip(t, g, f)
    elif code == OP_DOOR:
        door_op(t, g, f, op)
    elif code == OP_TERRAIN:
        terrain_op(t, g, f, op)
    elif code == OP_DECRYPT:
        decrypt_op(t, g, f, op)
    elif code == OP_SKILL_TEST:
        skill_test(t, g, f, op)
    elif f.step == 0 and call_op(t, g, f, op):
        f.step = 1
    else:
        if f.step == 0:
            at_once(t, g, f, op)
        effect_next(f, f.a + 1)


# -- the interpreter -------------------------------------------------------------------------------------------


cdef bint condition(const Tables* t, const Game* g, const Frame* f, const Operation* op) noexcept nogil:
    """IF: about the target, without one about the Spacer whose effect it is."""
    cdef int k = own_intruder(f), s = concerned(f), me = self_unit(f)
    if op.a == NEED_ALIVE:
        return there(g, s if f.e >= 0 or f.d < 0 else MAX_SPACERS + f.d)
    if op.a == NEED_DISTANCE and f.e >= 0 and me >= 0:
        return there(g, me) and there(g, s) and open_distance(t, g, cell_of(g, me), cell_of(g, s)) <= op.b
    return need_met(t, g, op.a, op.b, op.c, s, k if k >= 0 else f.d)


cdef void roll_op(const Tables* t, Game* g, Frame* f, const Operation* op) noexcept nogil:
    """ROLL: the Enormity die; the Spacer's own may be re-rolled for Stress (ENO-DIC-08, ENO-RUB-09-D)."""
    cdef int s = concerned(f), number
    if f.step == 0 and s >= 0 and in_play(g, s):
        f.n = <short>begin_roll(g, ROLL_KIND_ENORMITY, s, -1)
        add_dice(g, f.n, COLOUR_WHITE, 1)
        f.step = 1
        call(&g.core, PROC_SPACER_ROLL, f.n, 0, 0, 0)
        return
    if f.step == 1:
        number = g.rolls[f.n].face[0] + 1
        end_roll(g)
    else:
        number = roll(&g.core, 10) + 1
    effect_next(f, f.a + 1 if number >= op.a else op.b)


cdef void each(const Tables* t, Game* g, Frame* f, const Operation* op) noexcept nogil:
    """EACH: the body runs with each unit of the selector as its target; a Spacer decides its own part."""
    cdef Frame* body
    cdef int unit
    if f.step == 0 or f.step == CHOSEN:
        if not selected(t, g, f, op.a, op.c):
            return
    unit = next_unit(g, f)
    if unit < 0:
        effect_next(f, op.b)
        return
    body = effect_body(&g.core, f, PROC_EFFECT, op.b)
    body.e = <short>unit if unit < MAX_SPACERS else -1
    body.d = f.d if unit < MAX_SPACERS else <short>(unit - MAX_SPACERS)
    if unit < MAX_SPACERS:
        body.h = <short>unit


cdef void general_op(const Tables* t, Game* g, Frame* f, const Operation* op) noexcept nogil:
    """The general part of the vocabulary."""
    if effect_control(&g.core, f, op.code, op.a, op.b, &NAMES):
        return
    if op.code == OP_ROLL:
        roll_op(t, g, f, op)
    elif op.code == OP_IF:
        effect_next(f, f.a + 1 if condition(t, g, f, op) else op.d)
    elif op.code == OP_EACH:
        each(t, g, f, op)
    elif op.code == OP_LOSE:
        finish(&g.core, REASON_LOST)
    else:
        if op.code == OP_WIN:
            g.objective_done = 1
        elif op.code == OP_COUNT:
            g.counters[op.a] = <unsigned char>min(max(g.counters[op.a] + op.b, 0), MOST)
        effect_next(f, f.a + 1)


cdef void effect(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Resolve operations in their order (ENO-ABL-01, ENO-GEN-06-D).

    a, b: first operation and end; c: Spacer whose effect it is, d: Intruder, e: target Spacer (-1 each); f: source:
    gear place, cell or entry; h: decider. It is the Intruder's effect if there is an Intruder and no Spacer, or both
    and a target Spacer: then SELF is the Intruder. TARGET is the target Spacer, else the Intruder. g: whose effect;
    i, j: units to come; k: unit; l: repetitions; m: result, of a Skill test the Power; n: scratch.
    """
    cdef const Operation* op
    if f.step == 0 and f.a >= f.b:
        give(&g.core, f.m)
        return
    if f.g == 0:
        f.g = <short>(INTRUDERS + f.d if f.d >= 0 and (f.c < 0 or f.e >= 0) else SPACERS)
    if f.step == 0 and f.h < g.seats and not in_play(g, f.h):
        if not anybody(g):
            give(&g.core, f.m)  # nobody is left to decide or to suffer anything
            return
        f.h = <short>lead(g)
    op = &t.ops[f.a]
    if on_units_of(op):
        on_units(t, g, f, op)
    elif op.code < OP_LOSE_VITALS:
        general_op(t, g, f, op)
    else:
        other_op(t, g, f, op)


enter(PROC_EFFECT, effect)
