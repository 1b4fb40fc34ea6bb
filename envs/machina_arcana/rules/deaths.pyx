# cython: language_level=3
"""Loss of health, death and banishment (DTH; the essence exchange of ATR-11, pits of MOV-11)."""
from envs.core.flow cimport Frame, ask, begin, call, done, give, option
from envs.core.head cimport Head
from envs.core.piles cimport pile_push, pile_remove
from envs.machina_arcana.rules.state cimport (
    ACT_LOSE, CHOICE_LOSS, Game, MAX_EXPLORERS, MONSTER_PLACE_DESTROYED, MONSTER_PLACE_MAP, PROC_AFTER_MOVE,
    PROC_CHOOSE_EXPLORER, PROC_DEATHS, PROC_DEATH_ITEMS, PROC_DESTROY_EXPLORER, PROC_DESTROY_MONSTER,
    PROC_INVENTORY, PROC_LOSE_HEALTH, PROC_PARTY, PROC_RESOLVE, PROC_TRIGGERS, SPACE_PIT, TRIGGER_WHEN_DESTROYED,
    Tables, WHERE_BASE, WHERE_OUT, WHERE_WAITING,
)
from envs.machina_arcana.rules.table cimport enter
from envs.machina_arcana.rules.targets cimport SELF_GONE, TARGET_GONE, affected
from envs.machina_arcana.rules.units cimport (
    drop_lasting_on, forget_given_up, gain_essence, lift_unit, on_map,
)

cdef enum:
    LOSE_ESSENCE = 1  # offset of the action `lose_essence`


cdef void lose_health(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Lose health, point by point: MAC-ATR-05, MAC-ATR-11, MAC-ATR-12. a: unit, b: points. Gives 1 if anything was
    lost.

    For each point an explorer with essence chooses what it loses (D-08). Nobody is destroyed here.
    """
    cdef Head* h = &g.core
    cdef int unit = f.a
    if f.step == 0:
        f.c = 0
    elif h.answer == ACT_LOSE + LOSE_ESSENCE:
        g.explorers[unit].essence -= 1
    else:
        g.explorers[unit].health -= 1
    f.step = 0
    if not affected(g, unit):
        f.b = 0
    while f.b > 0:
        f.b -= 1
        if unit >= MAX_EXPLORERS:
            if g.monsters[unit - MAX_EXPLORERS].health == 0:
                break
            g.monsters[unit - MAX_EXPLORERS].health -= 1
            f.c = 1
        elif g.explorers[unit].health == 0:
            break
        elif g.explorers[unit].essence == 0:
            g.explorers[unit].health -= 1
            f.c = 1
        else:
            f.c = 1
            begin(h, unit, CHOICE_LOSS, unit)
            option(h, ACT_LOSE)
            option(h, ACT_LOSE + LOSE_ESSENCE)
            f.step = 1
            ask(h)
            return
    give(h, f.c)


cdef bint dying(const Game* g, int seat, int depth) noexcept nogil:
    """Is the destruction of that explorer under way in one of the first `depth` running procedures? From the second
    step on its successor is concerned, which may come to the map and die too (MAC-DTH-17)."""
    cdef int i
    for i in range(depth):
        if g.core.stack[i].proc == PROC_DESTROY_EXPLORER and g.core.stack[i].a == seat and g.core.stack[i].step < 2:
            return True
    return False


cdef void deaths(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Destroy all units without health, in seat order, then queue order: MAC-ATR-05, MAC-ATK-05, MAC-ATK-13.

    a: the unit that caused it or -1. Gives how many were destroyed.
    """
    cdef Head* h = &g.core
    cdef int i
    for i in range(g.seats):
        if affected(g, i) and g.explorers[i].health == 0 and not dying(g, i, g.core.depth):
            f.b += 1
            call(h, PROC_DESTROY_EXPLORER, i, 0, 0, 0)
            return
    for i in range(g.queue.n):
        if g.monsters[g.queue.cards[i]].health == 0:
            f.b += 1
            call(h, PROC_DESTROY_MONSTER, g.queue.cards[i], 0, 0, 0)
            return
    give(h, f.b)


cdef void destroy_monster(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """A monster is destroyed or banished: MAC-DTH-01 to MAC-DTH-04, MAC-MON-14, MAC-ATK-12. a: card, b: 1 banished.

    Its abilities for its destruction resolve when it is off the map, measured from its last cell. Gives 1 if it left.
    """
    cdef Head* h = &g.core
    cdef int m = f.a
    if f.step == 1:
        give(h, 1)
        return
    if g.monsters[m].place != MONSTER_PLACE_MAP:
        give(h, 0)
        return
    lift_unit(t, g, m + MAX_EXPLORERS)
    g.monsters[m].place = MONSTER_PLACE_DESTROYED
    g.monsters[m].health = 0
    pile_remove(&g.queue, m)
    pile_push(h, &g.monster_destroyed, m, True)
    drop_lasting_on(t, g, m + MAX_EXPLORERS)
    f.step = 1
    if f.b:
        return
    g.kills += 1
    if on_map(g, g.active):
        gain_essence(g, g.active, 1)
    call(h, PROC_TRIGGERS, m + MAX_EXPLORERS, TRIGGER_WHEN_DESTROYED, -1, -1)


cdef bint card_left(const Tables* t, const Game* g) noexcept nogil:
    cdef int c
    for c in range(t.n_explorers):
        if not g.card_used[c]:
            return True
    return False


cdef void forget(Game* g, int seat) noexcept nogil:
    """MAC-EFF-07: later effects on the destroyed explorer are skipped, though another one may stand for its player
    before they come, at the base."""
    cdef int i
    cdef Frame* f
    for i in range(g.core.depth):
        f = &g.core.stack[i]
        if f.proc == PROC_RESOLVE:
            if f.d == seat:
                f.m |= TARGET_GONE
            if f.c == seat:
                f.m |= SELF_GONE
            if f.g == seat:  # the second target
                f.g = -1


cdef void bury(const Tables* t, Game* g, int seat) noexcept nogil:
    """MAC-DTH-05, MAC-DTH-15: figure and card leave the game; quests stay with the player."""
    forget(g, seat)
    lift_unit(t, g, seat)
    drop_lasting_on(t, g, seat)
    g.explorers[seat].where = WHERE_WAITING
    g.explorers[seat].health = 0
    g.explorers[seat].stamina = 0
    g.explorers[seat].essence = 0
    forget_given_up(g, seat)
    g.explorers[seat].acted = 1
    g.explorers[seat].waits_until = g.round + 1
    g.deaths += 1


cdef void destroy_explorer(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """An explorer is destroyed, and its player goes on with another one: MAC-DTH-05 to MAC-DTH-17, MAC-END-09. a:
    seat."""
    cdef Head* h = &g.core
    cdef int seat = f.a
    if f.step == 0:  # MAC-DTH-16: what reacts to the death comes first
        if not affected(g, seat) or dying(g, seat, h.depth - 1):
            done(h)
            return
        f.step = 1
        call(h, PROC_TRIGGERS, seat, TRIGGER_WHEN_DESTROYED, -1, -1)
    elif f.step == 1:
        f.b = g.explorers[seat].where == WHERE_BASE
        bury(t, g, seat)
        f.step = 2
        call(h, PROC_DEATH_ITEMS, seat, 0, 0, 0)
    elif f.step == 2:
        f.step = 4
        g.explorers[seat].card = -1
        if not card_left(t, g):  # MAC-DTH-09
            g.explorers[seat].where = WHERE_OUT
            call(h, PROC_PARTY, seat, 0, 0, 0)
            return
        f.step = 3
        call(h, PROC_CHOOSE_EXPLORER, seat, 0, 0, 0)
    elif f.step == 3:  # MAC-DTH-10: the new explorer may equip what is left
        if f.b:
            g.explorers[seat].where = WHERE_BASE  # MAC-BAS-20
        f.step = 5
        call(h, PROC_INVENTORY, seat, 0, 0, 0)
    elif f.step == 5:
        f.step = 4
        call(h, PROC_PARTY, seat, 0, 0, 0)
    else:
        done(h)


cdef void after_move(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """A unit has come to its cell: in a pit it is destroyed (MAC-MOV-11, MAC-SPC-05, MAC-PSH-09, MAC-SPE-14). a:
    unit."""
    cdef int unit = f.a, cell
    if f.step == 0 and on_map(g, unit):
        cell = g.explorers[unit].cell if unit < MAX_EXPLORERS else g.monsters[unit - MAX_EXPLORERS].cell
        if g.kind[cell] == SPACE_PIT:
            f.step = 1
            if unit < MAX_EXPLORERS:
                call(&g.core, PROC_DESTROY_EXPLORER, unit, 0, 0, 0)
            else:
                call(&g.core, PROC_DESTROY_MONSTER, unit - MAX_EXPLORERS, 0, 0, 0)
            return
    done(&g.core)


enter(PROC_LOSE_HEALTH, lose_health)
enter(PROC_DEATHS, deaths)
enter(PROC_DESTROY_MONSTER, destroy_monster)
enter(PROC_DESTROY_EXPLORER, destroy_explorer)
enter(PROC_AFTER_MOVE, after_move)
