# cython: language_level=3
"""The interpreter of card effects (EFF): instant and lasting effects, conditions, rolls (GEN-07 to GEN-20)."""
from envs.core.effects cimport EffectNames, effect_body, effect_control, effect_next
from envs.core.flow cimport Frame, call, finish, give, u64
from envs.core.head cimport Head
from envs.core.piles cimport pile_pour, pile_push, pile_shuffle
from envs.machina_arcana.rules.dice cimport game_die
from envs.machina_arcana.rules.geometry cimport CELLS, adjacent, set_border, slot_of, touch
from envs.machina_arcana.rules.markers cimport can_mark, mark
from envs.machina_arcana.rules.state cimport (
    ACT_NO, ACT_OPTION, ACT_YES, BORDER_BARRIER, BORDER_CLOSED, BORDER_OPEN, CAP, CHOICE_CARD_OPTION, CHOICE_MAY,
    COND_ADJACENT, COND_COUNTER, COND_ESSENCE, COND_EXPLORER_COUNT, COND_HEALTH_AT_MOST, COND_HIT, COND_KILLED,
    COND_LEVEL, COND_MONSTERS, COND_MONSTERS_ON_TILE, COND_ROUND, COND_TARGET_IS_EXPLORER, COND_THREAT,
    COND_UNLIT_CHAPTER, COND_WOUNDED, Game, ITEM_PLACE_ASIDE, ITEM_PLACE_DECK, MAX_COUNTERS, MAX_EXPLORERS,
    OP_ADD_TREASURE, OP_ATTACK, OP_BANISH, OP_COUNT, OP_DESTROY_ITEM, OP_DESTROY_MONSTER, OP_DESTROY_SPACE,
    OP_DOORS, OP_DROP_ITEM, OP_EACH, OP_ENTER_BASE, OP_ENTER_ENDGAME, OP_EXPLORER_EVENT, OP_GAIN_TREASURE,
    OP_HORROR_EVENT, OP_IF, OP_INVENTORY, OP_LASTING, OP_LIGHT_CHAPTER, OP_LOSE, OP_LOSE_ESSENCE, OP_LOSE_HEALTH,
    OP_LOSE_STAMINA, OP_MOVE, OP_PLACE_BARRIER, OP_PLACE_ENTRY, OP_PLACE_EXIT, OP_PULL, OP_PUSH, OP_REFRESH_SPACE,
    OP_REMOVE_BARRIERS, OP_RESHUFFLE, OP_RESTORE_HEALTH, OP_RESTORE_STAMINA, OP_ROLL, OP_SUMMON, OP_SWITCH,
    OP_TELEPORT, OP_THREAT, OP_TRIGGER_TRAPS, OP_WIN, Operation, PROC_ATTACK, PROC_CHOOSE_UNIT, PROC_DEATHS,
    PROC_DESTROY_MONSTER, PROC_ENTER_BASE, PROC_ENTER_ENDGAME, PROC_EXPLORER_EVENT, PROC_FREE_MOVE,
    PROC_GAIN_TREASURE, PROC_GIVE_UP_ITEM, PROC_HORROR_EVENT, PROC_INVENTORY, PROC_LIGHT_CHAPTER, PROC_LOSE_HEALTH,
    PROC_NEAREST_SPACE, PROC_PLACE_BARRIER, PROC_PLACE_ENTRY, PROC_PLACE_EXIT, PROC_PUSH, PROC_RAISE_THREAT,
    PROC_RESOLVE, PROC_SUMMON, PROC_SWITCH, PROC_TELEPORT, PROC_TRAPS, REASON_ENDGAME_LOST, REASON_ENDGAME_WON,
    SPACE_BARREL, SPACE_CHAPTER, SPACE_VOID, TOKEN_EXPLORED, TOKEN_NONE, Tables, WHO_CHOSEN_EXPLORER,
    WHO_CHOSEN_MONSTER, WHO_NEAREST_EXPLORER, WHO_NEAREST_MONSTER, WHO_SELF, WHO_TARGET,
)
from envs.machina_arcana.rules.table cimport enter
from envs.machina_arcana.rules.targets cimport (
    SELF_GONE, TARGET_GONE, affected, fallen, first_in_order, read_units, select_units, unit_bit, works_on_units,
    write_units,
)
from envs.machina_arcana.rules.threat cimport lower_threat
from envs.machina_arcana.rules.units cimport (
    add_lasting, cell_of, controller, equipped, full_health, full_stamina, health_of, monsters_on_slot, on_map,
)

cdef enum:
    HIT = 1  # bits of the result; two more are in targets.pxd
    KILLED = 2
    CHANGED = 4
    # Steps of an operation; 0 begins it.
    NEXT = 1  # the next unit of the selection
    CHOSEN = 2  # CHOOSE_UNIT has given the unit
    CALLED = 3  # a procedure for one unit has ended
    FOUND = 4  # NEAREST_SPACE has given a cell
    OVER = 5  # the last procedure of the operation has ended
    ALL_SLOTS = 15
    LEAST_COUNT = -9  # a counter stops there; no condition asks for more
    MOST_COUNT = 20
    EACH_TARGET = -1000  # as second target: the target is the unit of a loop, for which the body's effects are

cdef EffectNames NAMES
NAMES.proc = PROC_RESOLVE
NAMES.choose = CHOICE_CARD_OPTION
NAMES.may = CHOICE_MAY
NAMES.option = ACT_OPTION
NAMES.yes = ACT_YES
NAMES.no = ACT_NO


# -- conditions ----------------------------------------------------------------------------------------------------

cdef int own_slot(const Game* g, const Frame* f) noexcept nogil:
    """Slot of the acting unit's tile, -1 without one."""
    cdef int cell = cell_of(g, f.c)
    return slot_of(cell) if cell >= 0 else -1


cdef inline int slots_of(const Game* g, const Frame* f, bint all_tiles) noexcept nogil:
    """MAC-ABL-03, MAC-EVT-04: the own tile, all tiles if the text says so or without an acting unit."""
    cdef int slot = own_slot(g, f)
    if fallen(g, f.c) and not all_tiles:
        return 0
    return ALL_SLOTS if all_tiles or slot < 0 else 1 << slot


cdef bint wears(const Tables* t, const Game* g, int seat, int kind) noexcept nogil:
    cdef int i
    for i in range(t.n_treasures):
        if g.items.owner[i] == seat and equipped(g, i) and (kind == 0 or t.treasures[i].type == kind):
            return True
    return False


cdef bint unlit_chapter(const Game* g, int slot) noexcept nogil:
    cdef int cell
    for cell in range(CELLS):
        if g.kind[cell] == SPACE_CHAPTER and g.token[cell] == TOKEN_NONE and slot_of(cell) == slot:
            return True
    return False


cdef bint about_unit(const Tables* t, const Game* g, int cond, int b, int unit) noexcept nogil:
    """Conditions on the target, else on the acting unit."""
    cdef bint explorer = unit < MAX_EXPLORERS
    if not affected(g, unit):
        return False
    if cond == COND_ESSENCE:
        return explorer and g.explorers[unit].essence >= b
    if cond == COND_HEALTH_AT_MOST:
        return health_of(g, unit) <= b
    if cond == COND_WOUNDED:
        return health_of(g, unit) < full_health(t, g, unit)
    return explorer and wears(t, g, unit, b)


cdef bint condition(const Tables* t, const Game* g, const Frame* f, const Operation* op) noexcept nogil:
    """MAC-EFF-08, MAC-ABL-15: is the condition of an effect met?"""
    cdef int cond = op.a, slot, cell
    if cond == COND_HIT:
        return f.m & HIT
    if cond == COND_KILLED:
        return f.m & KILLED
    if cond == COND_ADJACENT:
        cell = f.f if f.d < 0 else cell_of(g, f.d) if on_map(g, f.d) else -1
        return on_map(g, f.c) and cell >= 0 and adjacent(g, cell_of(g, f.c), cell)
    if cond == COND_THREAT:
        return g.threat >= op.b
    if cond == COND_LEVEL:
        return g.level >= op.b
    if cond == COND_COUNTER:
        return 0 <= op.b < MAX_COUNTERS and g.counters[op.b] >= op.c
    if cond == COND_MONSTERS_ON_TILE:
        slot = own_slot(g, f)
        return slot >= 0 and monsters_on_slot(g, slot) >= op.b
    if cond == COND_MONSTERS:
        return g.queue.n >= op.b
    if cond == COND_EXPLORER_COUNT:
        return g.seats >= op.b
    if cond == COND_TARGET_IS_EXPLORER:
        return 0 <= f.d < MAX_EXPLORERS
    if cond == COND_UNLIT_CHAPTER:
        slot = own_slot(g, f)
        return slot >= 0 and unlit_chapter(g, slot)
    if cond == COND_ROUND:
        return g.round >= op.b
    if f.d < 0 and f.f >= 0 and g.kind[f.f] == SPACE_BARREL:
        return False  # the target is no unit (MAC-BRL-06)
    if f.m & (TARGET_GONE if f.d >= 0 else SELF_GONE):
        return False
    return about_unit(t, g, cond, op.b, f.d if f.d >= 0 else f.c)


# -- selections ----------------------------------------------------------------------------------------------------

cdef inline int activator(const Tables* t, const Game* g, const Frame* f) noexcept nogil:
    """MAC-SPE-08: the activating explorer, of a controlled monster the one that controls it; -1: none."""
    return f.c if f.c < MAX_EXPLORERS else controller(t, g, f.c - MAX_EXPLORERS)


cdef inline int concerned(const Tables* t, const Game* g, const Frame* f, int unit) noexcept nogil:
    """MAC-GEN-12, MAC-SPE-14: the explorer concerned, for a monster the activating one, else -1, the group."""
    return unit if 0 <= unit < MAX_EXPLORERS else activator(t, g, f)


cdef inline int mover(const Tables* t, const Game* g, const Frame* f, int unit) noexcept nogil:
    """MAC-SPE-14, MAC-HOR-06: who sets the end of a teleport: the activating explorer; without acting unit an explorer
    itself; else -1, the group."""
    return unit if f.c < 0 and unit < MAX_EXPLORERS else activator(t, g, f)


cdef inline int seat_for(const Frame* f) noexcept nogil:
    """The explorer that a card's effect is for: that of a loop, else the activating one, else the one that decides."""
    if f.g == EACH_TARGET and 0 <= f.d < MAX_EXPLORERS:
        return f.d
    return f.c if 0 <= f.c < MAX_EXPLORERS else f.h


cdef inline bint seat_gone(const Frame* f) noexcept nogil:
    """The explorer of `seat_for` has been destroyed (MAC-EFF-07)."""
    if f.g == EACH_TARGET and 0 <= f.d < MAX_EXPLORERS:
        return f.m & TARGET_GONE
    return 0 <= f.c < MAX_EXPLORERS and f.m & SELF_GONE


cdef bint selected(const Tables* t, Game* g, Frame* f, int who, int reach) noexcept nogil:
    """Put the units of the selector into i, j, k and a second target + 1 into l; False while a unit is being chosen."""
    cdef u64 units
    if f.step == 0:
        f.l = 0
        f.n = 0
        if who == WHO_CHOSEN_EXPLORER or who == WHO_CHOSEN_MONSTER:
            f.step = CHOSEN
            call(&g.core, PROC_CHOOSE_UNIT, f.h, who, f.c, 0)
            return False
        if who == WHO_NEAREST_EXPLORER or who == WHO_NEAREST_MONSTER:
            f.step = CHOSEN
            call(&g.core, PROC_CHOOSE_UNIT, concerned(t, g, f, f.c), who, f.c, 0)
            return False
        units = select_units(t, g, f.c, -1 if f.m & TARGET_GONE else f.d, who, reach)
        if who == WHO_SELF and f.m & SELF_GONE:
            units = 0
        elif who == WHO_SELF and f.c >= MAX_EXPLORERS:
            units = unit_bit(f.c)  # a destroyed monster still says where something happens (MAC-ATK-12)
        if who == WHO_TARGET and f.g >= 0:
            f.l = f.g + 1
        write_units(&f.i, units)
        f.step = NEXT
    elif f.step == CHOSEN:
        write_units(&f.i, unit_bit(g.core.result) if g.core.result >= 0 else 0)
        f.step = NEXT
    return True


cdef int next_unit(const Game* g, Frame* f, int times) noexcept nogil:
    """The unit whose turn it is, each `times` times, then the second target; -1 at the end. n: times done."""
    cdef u64 left = read_units(&f.i)
    cdef int unit = first_in_order(g, left)
    if times < 1:
        return -1
    if unit >= 0 and f.n >= times:
        left &= ~unit_bit(unit)
        write_units(&f.i, left)
        f.n = 0
        unit = first_in_order(g, left)
    if unit < 0 and f.l > 0:
        if f.n < times:
            unit = f.l - 1
        else:
            f.l = 0
    if unit >= 0:
        f.n += 1
    return unit


# -- operations on units -------------------------------------------------------------------------------------------

cdef inline int clamp(int value) noexcept nogil:
    return 0 if value < 0 else (CAP if value > CAP else value)


cdef bint restore(const Tables* t, Game* g, const Operation* op, int unit) noexcept nogil:
    """Changes of health, essence and stamina at once: MAC-ATR-06, MAC-ATR-08 to MAC-ATR-10. True if a value changed."""
    cdef bint explorer = unit < MAX_EXPLORERS
    cdef unsigned char* value
    cdef int most = CAP, amount = op.a
    if op.code == OP_RESTORE_HEALTH:
        value = &g.explorers[unit].health if explorer else &g.monsters[unit - MAX_EXPLORERS].health
        most = full_health(t, g, unit)
    elif op.code == OP_LOSE_STAMINA or op.code == OP_RESTORE_STAMINA:
        value = &g.explorers[unit].stamina if explorer else &g.monsters[unit - MAX_EXPLORERS].stamina
        if op.code == OP_RESTORE_STAMINA and amount == 0:
            amount = full_stamina(t, g, unit) - value[0]
            if amount < 0:
                amount = 0
    elif explorer:
        value = &g.explorers[unit].essence
    else:
        return False
    if op.code == OP_LOSE_STAMINA or op.code == OP_LOSE_ESSENCE:
        amount = -amount
    elif value[0] >= most:
        return False
    amount = clamp(value[0] + amount)
    if amount > most:
        amount = most
    if amount == value[0]:
        return False
    value[0] = <unsigned char>amount
    return True


cdef bint lasting(const Tables* t, Game* g, const Frame* f, int mod, int unit) noexcept nogil:
    """MAC-EFF-02 to MAC-EFF-04, MAC-MRK-10: a lasting effect on the unit. Those that monsters play by the rules do not
    pile up without a printed number (MAC-MON-17); in normal mode those of explorers need a marker."""
    cdef int i, before = g.n_lasting
    cdef bint marked = t.markers and 0 <= f.c < MAX_EXPLORERS
    if (f.c >= MAX_EXPLORERS and t.mods[mod].stack == 0 and not t.agent_monsters
            and controller(t, g, f.c - MAX_EXPLORERS) < 0):
        for i in range(g.n_lasting):
            if g.lasting[i].target == unit and g.lasting[i].mod == mod:
                return False
    if marked and not can_mark(g, f.c):
        return False
    add_lasting(t, g, mod, unit, f.c)
    if marked and g.n_lasting > before:
        mark(g, f.c, f.e, unit)
    return g.n_lasting > before


cdef int origin_of(const Game* g, const Frame* f) noexcept nogil:
    """MAC-PSH-01: the activating space: the space chosen as target, else the acting unit's."""
    return f.f if f.f >= 0 and g.kind[f.f] != SPACE_BARREL else cell_of(g, f.c)


cdef bint move_op(const Tables* t, Game* g, Frame* f, const Operation* op, int unit) noexcept nogil:
    """Begin an operation that changes the position of a unit; True if it was one."""
    cdef Head* h = &g.core
    cdef Frame* sub
    cdef int code = op.code
    if code == OP_PUSH or code == OP_PULL:
        call(h, PROC_PUSH, unit, op.a if code == OP_PUSH else -op.a, origin_of(g, f), f.c)
    elif code == OP_TELEPORT:
        sub = call(h, PROC_TELEPORT, unit, op.a, op.b,
                   concerned(t, g, f, unit) if op.b else mover(t, g, f, unit))
        sub.e = f.f + 1 if f.f >= 0 and g.kind[f.f] != SPACE_BARREL else 0
    elif code == OP_SWITCH:
        call(h, PROC_SWITCH, f.c, unit, 0, 0)
    elif code == OP_MOVE:
        call(h, PROC_FREE_MOVE, unit, op.a, unit if unit < MAX_EXPLORERS else f.h, 0)
    else:
        return False
    return True


cdef bint unit_op(const Tables* t, Game* g, Frame* f, const Operation* op, int unit) noexcept nogil:
    """Carry out an operation on one unit; True if a procedure was called for it (MAC-EFF-01, MAC-EFF-07,
    MAC-EFF-14)."""
    cdef Head* h = &g.core
    cdef int code = op.code
    cdef bint explorer = unit < MAX_EXPLORERS
    if code == OP_SUMMON:
        call(h, PROC_SUMMON, unit, op.b, concerned(t, g, f, unit), 0)
        return True
    if code == OP_DESTROY_SPACE or code == OP_REFRESH_SPACE:
        f.step = FOUND
        call(h, PROC_NEAREST_SPACE, op.a, cell_of(g, unit), concerned(t, g, f, unit), code == OP_REFRESH_SPACE)
        return True
    if not affected(g, unit):
        return False
    if code == OP_LASTING:
        f.m |= CHANGED * lasting(t, g, f, op.a, unit)
        return False
    if OP_RESTORE_HEALTH <= code <= OP_RESTORE_STAMINA:
        f.m |= CHANGED * restore(t, g, op, unit)
        return False
    if move_op(t, g, f, op, unit):
        return True
    if code == OP_LOSE_HEALTH:
        call(h, PROC_LOSE_HEALTH, unit, op.a, 0, 0)
    elif (code == OP_BANISH or code == OP_DESTROY_MONSTER) and not explorer:
        call(h, PROC_DESTROY_MONSTER, unit - MAX_EXPLORERS, code == OP_BANISH, 0, 0)
    elif OP_DESTROY_ITEM <= code <= OP_DROP_ITEM and explorer:
        call(h, PROC_GIVE_UP_ITEM, unit, code, op.b, 0)
    elif code == OP_INVENTORY and explorer:
        call(h, PROC_INVENTORY, unit, 0, 0, 0)
    else:
        return False
    return True


cdef int times_of(const Operation* op) noexcept nogil:
    """How often an operation is done for each unit."""
    if op.code == OP_SUMMON or OP_DESTROY_ITEM <= op.code <= OP_DROP_ITEM:
        return op.a
    return 1


cdef void on_units(const Tables* t, Game* g, Frame* f, const Operation* op) noexcept nogil:
    """An operation on all units of its selector, one after the other (MAC-GEN-08, MAC-GEN-09, MAC-EFF-06)."""
    cdef int unit
    if f.step == FOUND:
        if g.core.result >= 0:
            g.token[g.core.result] = TOKEN_EXPLORED if op.code == OP_DESTROY_SPACE else TOKEN_NONE
            touch(g)
            f.m |= CHANGED
        f.step = NEXT
    elif f.step == CALLED:
        if g.core.result or op.code == OP_SUMMON or op.code == OP_INVENTORY:
            f.m |= CHANGED
        f.step = NEXT
    elif f.step == OVER:
        effect_next(f, f.a + 1)
        return
    elif not selected(t, g, f, op.d, op.e):
        return
    while True:
        unit = next_unit(g, f, times_of(op))
        if unit < 0:
            break
        f.step = CALLED
        if unit_op(t, g, f, op, unit):
            return
        f.step = NEXT
    if op.code == OP_LOSE_HEALTH:
        f.step = OVER
        call(&g.core, PROC_DEATHS, f.c, 0, 0, 0)
    else:
        effect_next(f, f.a + 1)


# -- attacks -------------------------------------------------------------------------------------------------------

cdef inline int barrel_code(const Game* g, int cell) noexcept nogil:
    """Cell + 1 of an attacked barrel that has not exploded, else 0."""
    return cell + 1 if 0 <= cell < CELLS and g.kind[cell] == SPACE_BARREL and g.token[cell] != TOKEN_EXPLORED else 0


cdef void attack_op(const Tables* t, Game* g, Frame* f, const Operation* op) noexcept nogil:
    """An attack on the selected units with one roll (MAC-ATK-08); on targets that are barrels too (MAC-BRL-06)."""
    cdef Frame* attack
    cdef u64 units
    cdef int first = -1, second = -1, barrel = 0, other = 0
    if f.step == OVER:
        f.m = f.m & (TARGET_GONE | SELF_GONE) | g.core.result | CHANGED
        effect_next(f, f.a + 1)
        return
    if not selected(t, g, f, op.d, op.e):
        return
    units = read_units(&f.i)
    if op.d == WHO_TARGET:
        first = first_in_order(g, units)
        if f.l > 0 and affected(g, f.l - 1):
            second = f.l - 1
        barrel = barrel_code(g, f.f)
        other = barrel_code(g, -2 - f.g)
        if first < 0:
            first = second
            second = -1
    if not units and first < 0 and not barrel and not other:
        effect_next(f, f.a + 1)
        return
    f.step = OVER
    attack = call(&g.core, PROC_ATTACK, f.c, f.e, op.a, op.b)
    attack.e = op.c
    attack.f = <short>first
    attack.g = <short>second
    write_units(&attack.h, units)
    attack.k = <short>barrel
    attack.l = <short>other


# -- other operations ----------------------------------------------------------------------------------------------

cdef void borders(Game* g, int slots, const Operation* op) noexcept nogil:
    """Remove barriers, or set the doors that are not destroyed (MAC-DOR-05, MAC-DOR-06, MAC-DOR-10)."""
    cdef int cell, side, border
    for cell in range(CELLS):
        if g.kind[cell] == SPACE_VOID or not slots >> slot_of(cell) & 1:
            continue
        for side in range(4):
            border = g.border[cell][side]
            if op.code == OP_REMOVE_BARRIERS:
                if border >= BORDER_BARRIER:
                    set_border(g, cell, side, border - BORDER_BARRIER)
            elif border == BORDER_OPEN or border == BORDER_CLOSED:
                set_border(g, cell, side, op.a)


cdef void add_treasure(const Tables* t, Game* g, int level) noexcept nogil:
    """MAC-CHP-12, MAC-GEN-15: the treasures of a level are shuffled into the deck; destroyed ones stay out."""
    cdef int i
    for i in range(t.n_treasures):
        if t.treasures[i].level == level and g.items.place[i] == ITEM_PLACE_ASIDE:
            g.items.place[i] = ITEM_PLACE_DECK
            pile_push(&g.core, &g.treasure_deck, i, False)
    pile_shuffle(&g.core, &g.treasure_deck)
    if g.treasure_level < level:
        g.treasure_level = <unsigned char>level


cdef void reshuffle(Game* g, bint horror) noexcept nogil:
    """MAC-GEN-16, MAC-EVT-06: an event deck is shuffled with its destroyed cards."""
    if horror:
        pile_pour(&g.core, &g.horror_destroyed, &g.horror_deck)
        pile_shuffle(&g.core, &g.horror_deck)
    else:
        pile_pour(&g.core, &g.explorer_destroyed, &g.explorer_deck)
        pile_shuffle(&g.core, &g.explorer_deck)


cdef bint call_op(const Tables* t, Game* g, Frame* f, const Operation* op) noexcept nogil:
    """Begin an operation that is a procedure of its own; False if there is nothing to do or it is another kind."""
    cdef Head* h = &g.core
    cdef int code = op.code, slot = own_slot(g, f), seat = seat_for(f)
    if code == OP_LIGHT_CHAPTER:
        if not 0 <= seat < MAX_EXPLORERS or not on_map(g, seat):
            return False
        call(h, PROC_LIGHT_CHAPTER, seat, slot_of(cell_of(g, seat)), 0, 0)
    elif code == OP_TRIGGER_TRAPS:
        call(h, PROC_TRAPS, slots_of(g, f, op.a != 0), f.c, -1, 0)
    elif code == OP_THREAT and op.a > 0:
        call(h, PROC_RAISE_THREAT, op.a, 0, 0, 0)
    elif code == OP_GAIN_TREASURE and affected(g, seat) and seat < MAX_EXPLORERS and not seat_gone(f):
        call(h, PROC_GAIN_TREASURE, seat, 0, 0, 0)
    elif code == OP_EXPLORER_EVENT and affected(g, seat) and seat < MAX_EXPLORERS and not seat_gone(f):
        call(h, PROC_EXPLORER_EVENT, seat, 0, 0, 0)
    elif code == OP_HORROR_EVENT:
        call(h, PROC_HORROR_EVENT, 0, 0, 0, 0)
    elif code == OP_PLACE_ENTRY:
        call(h, PROC_PLACE_ENTRY, seat, 0, 0, 0)
    elif code == OP_PLACE_EXIT:
        call(h, PROC_PLACE_EXIT, seat, 0, 0, 0)
    elif code == OP_ENTER_BASE:
        call(h, PROC_ENTER_BASE, seat, 0, 0, 0)
    elif code == OP_ENTER_ENDGAME:
        call(h, PROC_ENTER_ENDGAME, seat, 0, 0, 0)
    elif code == OP_PLACE_BARRIER and f.n < op.a and not fallen(g, f.c):
        f.n += 1
        call(h, PROC_PLACE_BARRIER, f.h, slot, 0, 0)
    else:
        return False
    return True


cdef void other_op(const Tables* t, Game* g, Frame* f, const Operation* op) noexcept nogil:
    """Operations on the table, not on units (MAC-EFF-14)."""
    cdef int code = op.code
    if f.step == 0:
        f.n = 0
        f.m |= CHANGED
    if f.step == 0 or code == OP_PLACE_BARRIER:
        f.step = OVER
        if call_op(t, g, f, op):
            return
        if code == OP_THREAT and op.a < 0:
            lower_threat(g, -op.a)
        elif code == OP_DOORS or code == OP_REMOVE_BARRIERS:
            borders(g, slots_of(g, f, op.b != 0 if code == OP_DOORS else op.a != 0), op)
        elif code == OP_ADD_TREASURE:
            add_treasure(t, g, op.a)
        elif code == OP_RESHUFFLE:
            reshuffle(g, op.a != 0)
    effect_next(f, f.a + 1)


# -- the interpreter -----------------------------------------------------------------------------------------------

cdef void each(const Tables* t, Game* g, Frame* f, const Operation* op) noexcept nogil:
    """Run the body for each unit of the selector as its target; in horror events an explorer decides its own part
    (MAC-HOR-06)."""
    cdef Frame* body
    cdef int unit
    if f.step == CALLED:
        f.m = f.m & TARGET_GONE | g.core.result & ~TARGET_GONE  # the body's target was another one
        f.step = NEXT
    elif not selected(t, g, f, op.a, op.c):
        return
    while True:
        unit = next_unit(g, f, 1)
        if unit < 0:
            effect_next(f, op.b)
            return
        if affected(g, unit):
            break
    f.step = CALLED
    body = effect_body(&g.core, f, PROC_RESOLVE, op.b)
    body.d = <short>unit
    body.m &= ~TARGET_GONE
    body.f = -1
    body.g = EACH_TARGET
    if f.c < 0 and unit < MAX_EXPLORERS:
        body.h = <short>unit


cdef void general_op(const Tables* t, Game* g, Frame* f, const Operation* op) noexcept nogil:
    """The general part of the vocabulary (MAC-EFF-08 to MAC-EFF-11)."""
    if effect_control(&g.core, f, op.code, op.a, op.b, &NAMES):
        return
    if op.code == OP_ROLL:
        effect_next(f, f.a + 1 if game_die(t, g) >= op.a else op.b)
    elif op.code == OP_IF:
        effect_next(f, f.a + 1 if condition(t, g, f, op) else op.d)
    elif op.code == OP_EACH:
        each(t, g, f, op)
    elif op.code == OP_WIN:
        finish(&g.core, REASON_ENDGAME_WON)
    elif op.code == OP_LOSE:
        finish(&g.core, REASON_ENDGAME_LOST)
    else:
        if op.code == OP_COUNT and 0 <= op.a < MAX_COUNTERS:
            g.counters[op.a] = <short>min(max(g.counters[op.a] + op.b, LEAST_COUNT), MOST_COUNT)
        effect_next(f, f.a + 1)


cdef void resolve(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Resolve effects in printed order: MAC-EFF-01, MAC-EFF-06 to MAC-EFF-11, MAC-EFF-14, MAC-GEN-07 to MAC-GEN-20.

    a, b: first operation and end; c: acting unit or -1; d: target unit or -1; e: item or -1; f: target cell (space or
    barrel) or -1; g: second target, -1 none, -2 - cell a barrel; h: deciding seat. Gives bit 0: the last attack hit,
    bit 1: it killed, bit 2: something changed; bits 3 and 4 are those of targets.pxd. i, j, k: units to come, l: second
    target or repetition, m: result, n: times. """
    cdef const Operation* op
    if f.step == 0 and f.a >= f.b:
        give(&g.core, f.m)
        return
    op = &t.ops[f.a]
    if op.code == OP_ATTACK:
        attack_op(t, g, f, op)
    elif works_on_units(op.code):
        on_units(t, g, f, op)
    elif op.code < OP_ATTACK:
        general_op(t, g, f, op)
    else:
        other_op(t, g, f, op)


enter(PROC_RESOLVE, resolve)
