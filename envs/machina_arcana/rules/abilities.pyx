# cython: language_level=3
"""Playing abilities, triggered abilities, and the choice of one unit (ABL, TAR, EFF-12)."""
from envs.core.flow cimport Frame, ask, ask_any, begin, call, done, give, option, u64
from envs.core.head cimport Head
from envs.machina_arcana.rules.items cimport destroy_item, held
from envs.machina_arcana.rules.state cimport (
    ACT_ABILITY, ACT_CELL, ACT_EXPLORER, ACT_MONSTER, ACT_OPTION, Ability, CHOICE_ABILITY, CHOICE_CHOSEN_UNIT,
    CHOICE_ORDER, CHOICE_SECOND_TARGET, CHOICE_TARGET, Game, ITEM_PLACE_AUGMENT, MAX_EXPLORERS, MAX_UNITS,
    N_ACT_ABILITY, N_ACT_EXPLORER, N_ACT_MONSTER, PROC_CHOOSE_UNIT, PROC_DROP_ITEM, PROC_EXPLODE, PROC_PLAY_ABILITY,
    PROC_PLAY_ITEM, PROC_RESOLVE, PROC_TRIGGERS, SPACE_BARREL, TARGETING_NONE, TARGETING_SELF,
    TRIGGER_WHEN_DESTROYED, Tables, WHO_NEAREST_EXPLORER, WHO_NEAREST_MONSTER,
)
from envs.machina_arcana.rules.table cimport enter
from envs.machina_arcana.rules.targets cimport (
    first_in_order, has_target, kth_active, nearest_units, pay, playable_now, select_units, target_options,
    tie_seat, unit_bit, weakest,
)
from envs.machina_arcana.rules.units cimport cell_of, controller, decider, equipped, group

cdef enum:
    MOST_TRIGGERS = 8  # abilities with one trigger that are held at a time, the options of CHOICE_ORDER


# -- playing -------------------------------------------------------------------------------------------------------

cdef bint ask_target(const Tables* t, Game* g, Frame* f, int choice, int step) noexcept nogil:
    """D-05, D-06: ask for a target; the question's subject is the ability."""
    cdef Head* h = &g.core
    if not has_target(t, g, f.a, f.b):
        return False
    begin(h, f.e, choice, f.b)
    target_options(t, g, f.a, f.b, h)
    f.step = <short>step
    ask(h)
    return True


cdef int chosen(int action, bint* unit) noexcept nogil:
    """The unit or the cell that an action names."""
    unit[0] = action < ACT_CELL
    if ACT_EXPLORER <= action < ACT_EXPLORER + N_ACT_EXPLORER:
        return action - ACT_EXPLORER
    if ACT_MONSTER <= action < ACT_MONSTER + N_ACT_MONSTER:
        return MAX_EXPLORERS + action - ACT_MONSTER
    return action - ACT_CELL


cdef void first_target(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Step 0: the targets are known (preset, SELF or none), or they are asked for."""
    cdef const Ability* a = &t.abilities[f.b]
    f.f = -1
    f.g = -1
    f.i = -1
    f.step = 4
    if a.targeting == TARGETING_NONE:
        f.d = -1
    elif a.targeting == TARGETING_SELF:
        f.d = f.a
        f.i = <short>cell_of(g, f.a)
        if a.targets == 2:
            f.g = f.a
    elif f.d >= 0:
        if a.targets == 2:
            f.g = f.d  # a monster takes its target twice (MAC-TAR-03)
        f.i = <short>cell_of(g, f.d)
    elif not ask_target(t, g, f, CHOICE_TARGET, 1):
        give(&g.core, 0)


cdef void take_target(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Step 1: the first target was chosen; perhaps a second one is asked for (MAC-TAR-03)."""
    cdef bint unit = False
    cdef int what = chosen(g.core.answer, &unit)
    if unit:
        f.d = <short>what
        f.i = <short>cell_of(g, what)
    else:
        f.f = <short>what
        f.i = <short>what
    f.step = 4
    if t.abilities[f.b].targets == 2:
        ask_target(t, g, f, CHOICE_SECOND_TARGET, 2)


cdef void take_second(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Step 2: the second target; a barrel is kept as -2 - cell."""
    cdef bint unit = False
    cdef int what = chosen(g.core.answer, &unit)
    f.g = <short>(what if unit else -2 - what)
    f.step = 4


cdef inline bint explode_now(const Tables* t, const Game* g, const Frame* f, int cell) noexcept nogil:
    """MAC-BRL-05, MAC-BRL-06: a barrel that is the target of an ability without attack is hit without a roll."""
    return cell >= 0 and not t.abilities[f.b].attacks and g.kind[cell] == SPACE_BARREL


cdef void resolve_play(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Steps 4 to 6: pay, barrels, effects."""
    cdef Head* h = &g.core
    cdef Frame* resolve
    if f.step == 4:
        pay(g, f.a, t.abilities[f.b].stamina, t.abilities[f.b].essence)
        f.step = 5
        if explode_now(t, g, f, f.f):
            call(h, PROC_EXPLODE, f.f, f.a, 0, 0)
            return
    if f.step == 5:
        f.step = 6
        if explode_now(t, g, f, -2 - f.g):
            call(h, PROC_EXPLODE, -2 - f.g, f.a, 0, 0)
            return
    f.step = 7
    resolve = call(h, PROC_RESOLVE, t.abilities[f.b].first_op, t.abilities[f.b].end_op, f.a, f.d)
    resolve.e = f.c
    resolve.f = f.f
    resolve.g = f.g
    resolve.h = f.e


cdef void play_ability(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Play an active ability: MAC-ABL-06 to MAC-ABL-11, MAC-TAR-01, MAC-TAR-03, MAC-EXP-16, MAC-BRL-05, MAC-BRL-06.

    a: unit; b: ability; c: item or -1; d: target chosen before (by the rules of monsters) or -1; e: deciding seat.
    Gives bit 0: an attack hit, bit 1: it killed, bit 2: the play changed something (MAC-MON-17). f: target cell, g:
    second target, i: space on which the item is dropped. """
    cdef Head* h = &g.core
    if f.step == 0:
        first_target(t, g, f)
    elif f.step == 1:
        take_target(t, g, f)
    elif f.step == 2:
        take_second(t, g, f)
    elif f.step < 7:
        resolve_play(t, g, f)
    elif f.step == 7:
        f.m = h.result
        if f.f >= 0 or f.g < -1:
            f.m |= 4
        f.step = 8
        if 0 <= f.a < MAX_EXPLORERS and f.c >= 0 and held(g, f.c, f.a):
            if t.abilities[f.b].destroy:
                destroy_item(t, g, f.c)
            elif t.abilities[f.b].drop:
                call(h, PROC_DROP_ITEM, f.a, f.c, f.i, 0)
    else:
        give(h, f.m)


cdef void play_item(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Play an ability of an item: which one (D-04), then as PLAY_ABILITY. a: seat, b: item, c: 1 only without stamina
    cost."""
    cdef Head* h = &g.core
    cdef Frame* play
    cdef int k, a
    if f.step == 0:
        begin(h, f.a, CHOICE_ABILITY, f.b)
        for k in range(N_ACT_ABILITY):
            a = kth_active(t, t.treasures[f.b].first_ability, t.treasures[f.b].end_ability, k)
            if a >= 0 and playable_now(t, g, f.a, f.b, a, f.c != 0):
                option(h, ACT_ABILITY + k)
        if ask_any(h):
            f.step = 1
        else:
            done(h)
    elif f.step == 1:
        f.step = 2
        a = kth_active(t, t.treasures[f.b].first_ability, t.treasures[f.b].end_ability, h.answer - ACT_ABILITY)
        play = call(h, PROC_PLAY_ABILITY, f.a, a, f.b, -1)
        play.e = f.a
    else:
        give(h, h.result)


# -- triggers ------------------------------------------------------------------------------------------------------

cdef void add_triggers(const Tables* t, Frame* f, int first, int end) noexcept nogil:
    """Note the abilities of a card with the trigger `b`."""
    cdef short* pending = &f.e
    cdef int a
    for a in range(first, end):
        if t.abilities[a].trigger == f.b and f.m < MOST_TRIGGERS:
            pending[f.m] = <short>a
            f.m += 1


cdef int item_of(const Tables* t, int ability) noexcept nogil:
    """The treasure card that prints an ability, -1 if it stands on another card."""
    cdef int i
    for i in range(t.n_treasures):
        if t.treasures[i].first_ability <= ability < t.treasures[i].end_ability:
            return i
    return -1


cdef bint speaks(const Game* g, int unit, int trigger, int used, int item) noexcept nogil:
    """MAC-GEN-13, MAC-GEN-14, MAC-DTH-16: may the card `item` of the unit react? Hits and kills: the item that was used
    and its augments; destruction: all that is equipped."""
    if not held(g, item, unit):
        return False
    if trigger == TRIGGER_WHEN_DESTROYED:
        return equipped(g, item)
    return used >= 0 and (item == used or (g.items.place[item] == ITEM_PLACE_AUGMENT and g.items.host[item] == used))


cdef void triggers(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Resolve the abilities with a trigger, in an order that is chosen: MAC-ABL-13, MAC-EFF-12, MAC-EFF-13, MAC-GEN-14
    (D-26).

    a: unit; b: `Trigger`; c: the item that was used or -1; d: the other unit or -1. e to l: abilities to come, m: their
    number.
    """
    cdef Head* h = &g.core
    cdef int i, k, seat
    if f.step == 0:
        f.step = 1
        if f.a >= MAX_EXPLORERS:
            k = f.a - MAX_EXPLORERS
            add_triggers(t, f, t.monsters[k].first_ability, t.monsters[k].end_ability)
        elif f.a >= 0 and g.explorers[f.a].card >= 0:
            k = g.explorers[f.a].card
            add_triggers(t, f, t.explorers[k].first_ability, t.explorers[k].end_ability)
            for i in range(t.n_treasures):
                if speaks(g, f.a, f.b, f.c, i):
                    add_triggers(t, f, t.treasures[i].first_ability, t.treasures[i].end_ability)
    if f.step == 2:
        f.step = 1
        play_trigger(t, g, f, h.answer - ACT_OPTION)
        return
    if f.m == 0:
        done(h)
        return
    seat = g.active
    if seat < 0 and f.a < MAX_EXPLORERS:  # a Puppeteer orders what its monsters do, not this (MAC-PUP-07)
        seat = group(g) if t.ask_ties else -1
    elif seat < 0:  # of a controlled monster its explorer orders them (MAC-SPE-08)
        seat = tie_seat(t, g, controller(t, g, f.a - MAX_EXPLORERS))
    if f.m == 1 or seat < 0:
        play_trigger(t, g, f, 0)
        return
    begin(h, seat, CHOICE_ORDER, f.a)
    for i in range(f.m):
        option(h, ACT_OPTION + i)
    f.step = 2
    ask(h)


cdef void play_trigger(const Tables* t, Game* g, Frame* f, int index) noexcept nogil:
    """Take one of the pending abilities and resolve it."""
    cdef short* pending = &f.e
    cdef int ability = pending[index], i, item = item_of(t, ability)
    cdef Frame* resolve
    for i in range(index, f.m - 1):
        pending[i] = pending[i + 1]
    f.m -= 1
    if item >= 0 and not held(g, item, f.a):
        return  # an earlier one has taken the card away
    f.n = 0  # another play (MAC-MRK-19)
    resolve = call(&g.core, PROC_RESOLVE, t.abilities[ability].first_op, t.abilities[ability].end_op, f.a, f.d)
    resolve.e = <short>item
    resolve.f = -1
    resolve.g = -1
    resolve.h = <short>(f.a if f.a < MAX_EXPLORERS else controller(t, g, f.a - MAX_EXPLORERS))
    if resolve.h < 0:
        resolve.h = <short>decider(t, g)


# -- one unit ------------------------------------------------------------------------------------------------------

cdef void choose_unit(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """The one unit of a selector: the nearest, or the one that a seat chooses (MAC-TGT-03, MAC-TGT-04, MAC-EVT-09,
    MAC-HOR-06).

    a: deciding seat, -1 the group; b: `Who`; c: acting unit or -1. Gives the unit or -1.
    """
    cdef Head* h = &g.core
    cdef u64 units
    cdef int i, seat
    if f.step == 1:
        give(h, h.answer - ACT_EXPLORER if h.answer < ACT_MONSTER else MAX_EXPLORERS + h.answer - ACT_MONSTER)
        return
    units = select_units(t, g, f.c, -1, f.b, 0)
    if f.b == WHO_NEAREST_EXPLORER or f.b == WHO_NEAREST_MONSTER:
        units = nearest_units(t, g, f.c, units)
        if f.b == WHO_NEAREST_EXPLORER and f.c >= MAX_EXPLORERS:
            units = weakest(t, g, f.c, units)
    seat = tie_seat(t, g, f.a)
    if units == 0 or seat < 0:
        give(h, first_in_order(g, units))
        return
    begin(h, seat, CHOICE_CHOSEN_UNIT, f.b)
    for i in range(MAX_UNITS):
        if units & unit_bit(i):
            option(h, ACT_EXPLORER + i if i < MAX_EXPLORERS else ACT_MONSTER + i - MAX_EXPLORERS)
    f.step = 1
    ask(h)


enter(PROC_PLAY_ABILITY, play_ability)
enter(PROC_PLAY_ITEM, play_item)
enter(PROC_TRIGGERS, triggers)
enter(PROC_CHOOSE_UNIT, choose_unit)
