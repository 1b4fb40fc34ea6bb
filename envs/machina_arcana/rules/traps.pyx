# cython: language_level=3
"""Traps and exploding barrels (TRP, BRL)."""
from envs.core.flow cimport Frame, call, done, u64
from envs.machina_arcana.rules.geometry cimport CELLS, adjacent, slot_of
from envs.machina_arcana.rules.state cimport (
    Game, MAX_UNITS, PROC_ATTACK, PROC_EXPLODE, PROC_TRAPS, SPACE_BARREL, SPACE_TRAP, SPACE_TRAPPED, TOKEN_EXPLORED,
    Tables,
)
from envs.machina_arcana.rules.table cimport enter
from envs.machina_arcana.rules.targets cimport unit_bit, write_units
from envs.machina_arcana.rules.units cimport cell_of, on_map


cdef inline void strike(const Tables* t, Game* g, int source, u64 units) noexcept nogil:
    """MAC-TRP-04, MAC-TRP-05: one normal attack on all the units."""
    cdef Frame* attack = call(&g.core, PROC_ATTACK, source, -1, t.trap_dice, 0)
    attack.f = -1
    attack.g = -1
    write_units(&attack.h, units)


cdef int armed_slots(const Game* g, int slots) noexcept nogil:
    """MAC-TRP-07: those of the tiles that have an unexplored trap space."""
    cdef int cell, out = 0
    for cell in range(CELLS):
        if g.kind[cell] == SPACE_TRAP and g.token[cell] != TOKEN_EXPLORED:
            out |= 1 << slot_of(cell)
    return out & slots


cdef void traps(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Trigger traps: MAC-TRP-02 to MAC-TRP-07, MAC-TRP-09, MAC-TRP-10, MAC-TRP-12.

    a: bits of the slots; b: the attacking unit or -1; c: trap space that gets an explored token, -1 if an effect
    triggers the traps.
    """
    cdef u64 units = 0
    cdef int unit, cell, slots
    if f.step == 0:
        slots = f.a if f.c >= 0 else armed_slots(g, f.a)
        for unit in range(MAX_UNITS):
            if on_map(g, unit):
                cell = cell_of(g, unit)
                if g.kind[cell] == SPACE_TRAPPED and slots >> slot_of(cell) & 1:
                    units |= unit_bit(unit)
        f.step = 1
        if units:
            strike(t, g, f.b, units)
            return
    if f.c >= 0 and not g.interrupt:  # the death of the last explorer may have brought another map (MAC-EXI-08)
        g.token[f.c] = TOKEN_EXPLORED
    done(&g.core)


cdef void explode(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """A barrel was hit: MAC-BRL-02, MAC-BRL-03, MAC-BRL-07, MAC-BRL-08, MAC-BRL-11, MAC-BRL-12. a: its cell.

    The token is put before the attack, so that nothing that the attack sets off can hit the same barrel again.
    """
    cdef u64 units = 0
    cdef int unit
    if f.step == 1 or f.a < 0 or g.kind[f.a] != SPACE_BARREL or g.token[f.a] == TOKEN_EXPLORED:
        done(&g.core)
        return
    g.token[f.a] = TOKEN_EXPLORED
    for unit in range(MAX_UNITS):
        if on_map(g, unit) and adjacent(g, f.a, cell_of(g, unit)):
            units |= unit_bit(unit)
    f.step = 1
    if units:
        strike(t, g, -1, units)


enter(PROC_TRAPS, traps)
enter(PROC_EXPLODE, explode)
