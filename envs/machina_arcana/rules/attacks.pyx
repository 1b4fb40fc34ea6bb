# cython: language_level=3
"""Attacks (ATK; essence of ATR-11 to ATR-14)."""
from envs.core.flow cimport Frame, ask, begin, call, give, option, u64
from envs.core.head cimport Head
from envs.machina_arcana.rules.dice cimport attack_dice
from envs.machina_arcana.rules.state cimport (
    ACT_AMOUNT, CHOICE_RAISE, Game, MAX_EXPLORERS, MAX_UNITS, PROC_ATTACK, PROC_DEATHS, PROC_EXPLODE,
    PROC_LOSE_HEALTH, PROC_TRIGGERS, SPACE_BARREL, TOKEN_EXPLORED, TRIGGER_ON_HIT, TRIGGER_ON_KILL, Tables,
)
from envs.machina_arcana.rules.table cimport enter
from envs.machina_arcana.rules.targets cimport fallen, first_in_order, next_unit, read_units, unit_bit, write_units
from envs.machina_arcana.rules.units cimport (
    armor, attack_bonus, attacks_arcane, health_of, melee_bonus, on_map, will,
)

cdef enum:
    RAISING = 1
    RAISED = 2
    LOSING = 3
    LOST = 4
    EXPLODING = 5
    TRIGGERING = 6
    HIT = 1
    KILLED = 2


cdef int total(const Tables* t, const Game* g, const Frame* f, int unit) noexcept nogil:
    """MAC-ATK-02, MAC-ATK-03, MAC-ATK-11, MAC-ATR-14: the roll against that unit (-1: a barrel): dice and bonuses, at
    least 0, then essence. Bonuses against adjacent blockers differ from blocker to blocker."""
    cdef int value = f.c
    if unit >= 0 and f.a >= 0:
        value += melee_bonus(t, g, f.a, f.b, unit)
    return (value if value > 0 else 0) + f.n


cdef int block(const Tables* t, const Game* g, const Frame* f, int unit) noexcept nogil:
    """MAC-ATK-06, MAC-ATK-07: the blocking attribute: will against arcane attacks, else armor."""
    if f.e or (f.a >= 0 and attacks_arcane(t, g, f.a, f.b)):
        return will(t, g, unit)
    return armor(t, g, unit)


cdef int show_roll(const Tables* t, Game* g, const Frame* f) noexcept nogil:
    """Publish the roll and the blocking attribute of the blocker that is missed by least, else of the easiest one;
    gives by how much it is missed, 0 if none is."""
    cdef u64 units = read_units(&f.h)
    cdef int unit, need, roll, gap, least = 1000
    for unit in range(-1, MAX_UNITS):
        if unit < 0:
            if not f.k and not f.l:
                continue
            need = 1
        elif units & unit_bit(unit):
            need = block(t, g, f, unit)
        else:
            continue
        roll = total(t, g, f, unit)
        gap = need - roll
        # What is missed comes before what is hit already.
        if least == 1000 or (gap > 0 and (least <= 0 or gap < least)) or (gap <= 0 and least <= 0 and gap < least):
            least = gap
            g.attack_roll = <signed char>roll
            g.attack_need = <signed char>need
    return least if least > 0 else 0


cdef inline bint live_barrel(const Game* g, int cell) noexcept nogil:
    return cell >= 0 and g.kind[cell] == SPACE_BARREL and g.token[cell] != TOKEN_EXPLORED


cdef bint begin_attack(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Find the blockers and roll; False if there are none. What the successor of a destroyed attacker brings along is
    not added (MAC-ATK-03)."""
    cdef u64 units, present = 0
    cdef int unit
    if fallen(g, f.a):
        f.a = -1
    if f.f >= 0:
        units = unit_bit(f.f)
        if f.g == f.f:
            f.m = f.f + 1
        elif f.g >= 0:
            units |= unit_bit(f.g)
    else:
        units = read_units(&f.h)
    while units:
        unit = next_unit(&units)
        if on_map(g, unit):
            present |= unit_bit(unit)
    write_units(&f.h, present)
    if not live_barrel(g, f.k - 1):
        f.k = 0
    if not live_barrel(g, f.l - 1):
        f.l = 0
    if not present and not f.k and not f.l:
        return False
    f.c = <short>attack_dice(t, g, f.c, f.d)
    if f.a >= 0:
        f.c += <short>attack_bonus(t, g, f.a, f.b)
    f.d = 0
    return True


cdef bint offer_raise(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """MAC-ATR-13, MAC-ATR-14, MAC-SPE-09: the attacker, then the explorer whose turn it is, may add essence (D-07)."""
    cdef Head* h = &g.core
    cdef int seat, n
    while f.d < 2:
        seat = f.a if f.d == 0 else g.active
        f.d += 1
        if not 0 <= seat < MAX_EXPLORERS or (f.d == 2 and seat == f.a) or not on_map(g, seat):
            continue
        if g.explorers[seat].essence == 0:
            continue
        begin(h, seat, CHOICE_RAISE, show_roll(t, g, f))
        for n in range(g.explorers[seat].essence + 1):
            option(h, ACT_AMOUNT + n)
        f.step = RAISED
        ask(h)
        return True
    return False


cdef void compare(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """MAC-ATK-04, MAC-ATK-08, MAC-ATK-11, MAC-BRL-01: one roll against all blockers; h, i, j become the units hit."""
    cdef u64 units = read_units(&f.h), hit = 0
    cdef int unit
    while units:
        unit = next_unit(&units)
        if total(t, g, f, unit) >= block(t, g, f, unit):
            hit |= unit_bit(unit)
    if total(t, g, f, -1) < 1:
        f.k = 0
        f.l = 0
    f.d = HIT if hit or f.k or f.l else 0
    write_units(&f.h, hit)
    write_units(&f.e, hit)
    f.step = LOSING


cdef void lose_and_bury(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """MAC-ATK-05, MAC-ATK-09, MAC-ATK-13: each unit hit loses 1 health, in order; then deaths. e, f, g: units to
    come."""
    cdef u64 left = read_units(&f.e), killed = 0
    cdef int unit = first_in_order(g, left)
    if unit >= 0:
        write_units(&f.e, left & ~unit_bit(unit))
        call(&g.core, PROC_LOSE_HEALTH, unit, 2 if f.m == unit + 1 else 1, 0, 0)
        return
    left = read_units(&f.h)
    while left:
        unit = next_unit(&left)
        if on_map(g, unit) and health_of(g, unit) == 0:
            killed |= unit_bit(unit)
    write_units(&f.e, killed)
    if killed:
        f.d |= KILLED
    f.step = LOST
    call(&g.core, PROC_DEATHS, f.a, 0, 0, 0)


cdef void trigger_next(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """MAC-ATK-10, MAC-GEN-14: on-hit effects for each unit hit, then on-kill effects; h, i, j and e, f, g: units to
    come."""
    cdef u64 left
    cdef int unit
    if f.a >= 0 and on_map(g, f.a):
        left = read_units(&f.h)
        unit = first_in_order(g, left)
        if unit >= 0:
            write_units(&f.h, left & ~unit_bit(unit))
            call(&g.core, PROC_TRIGGERS, f.a, TRIGGER_ON_HIT, f.b, unit)
            return
        left = read_units(&f.e)
        unit = first_in_order(g, left)
        if unit >= 0:
            write_units(&f.e, left & ~unit_bit(unit))
            call(&g.core, PROC_TRIGGERS, f.a, TRIGGER_ON_KILL, f.b, unit)
            return
    give(&g.core, f.d)


cdef void attack(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """An attack: MAC-ATK-01 to MAC-ATK-13, in the order of MAC-ATK-10.

    a: source unit or -1; b: item or -1; c, d: high and low dice; e: 1 arcane; f: target or -1; g: second target (the
    same again: two hits) or -1; h, i, j: units as bits, if f is -1; k, l: attacked barrel cells + 1. Gives bit 0: hit,
    bit 1: killed. c becomes the roll with its bonuses, n the essence added. While a seat is asked for essence, the
    question's subject is the least essence that makes a further hit (0: nothing is missed).
    """
    cdef Head* h = &g.core
    cdef int cell
    if f.step == 0:
        if not begin_attack(t, g, f):
            give(h, 0)
            return
        f.step = RAISING
    elif f.step == RAISED:
        g.attack_roll = -1
        g.attack_need = -1
        f.n += <short>(h.answer - ACT_AMOUNT)
        g.explorers[f.a if f.d == 1 else g.active].essence -= <unsigned char>(h.answer - ACT_AMOUNT)
        f.step = RAISING
    if f.step == RAISING:
        if offer_raise(t, g, f):
            return
        compare(t, g, f)
    if f.step == LOSING:
        lose_and_bury(t, g, f)
        return
    if f.step == LOST:
        f.step = EXPLODING
    if f.step == EXPLODING:
        if f.k or f.l:
            cell = (f.k if f.k else f.l) - 1
            if f.k:
                f.k = 0
            else:
                f.l = 0
            call(h, PROC_EXPLODE, cell, f.a, 0, 0)
            return
        f.step = TRIGGERING
    trigger_next(t, g, f)


enter(PROC_ATTACK, attack)
