# cython: language_level=3
"""See targets.pxd."""
from envs.core.bits cimport low_bit
from envs.core.flow cimport option
from envs.machina_arcana.rules.geometry cimport (
    FAR, adjacent, cell_at, col, direct, measure, obstacles_in_sight, row, sight, slot_of, standable,
)
from envs.machina_arcana.rules.hands cimport ITEM_WORDS, cards_of, next_card
from envs.machina_arcana.rules.state cimport (
    ACT_CELL, ACT_EXPLORER, ACT_ITEM, ACT_MONSTER, ACT_POWER, Ability, ITEM_PLACE_INVENTORY, ITEM_TYPE_CONSUMABLE,
    MAX_UNITS, N_ACT_ABILITY, N_ACT_POWER, OP_ATTACK, OP_DESTROY_SPACE, OP_EACH, OP_LASTING, OP_REFRESH_SPACE,
    OP_SUMMON, Operation, SPACE_BARREL, SPACE_SPAWN, SPACE_TRAP, SPACE_VOID, TARGETING_MELEE, TARGETING_NONE,
    TARGETING_RANGED, TARGETING_RANGED_OVER, TARGETING_REACH, TARGETING_SELF, TARGETING_SPACE, TARGETING_TILE,
    TARGET_WHO_ANY, TARGET_WHO_EXPLORERS, TARGET_WHO_MONSTERS, TILE, TOKEN_EXPLORED, WHERE_BASE, WHERE_WAITING,
    WHO_ADJACENT_EXPLORERS, WHO_ADJACENT_MONSTERS, WHO_ADJACENT_UNITS, WHO_ALL_EXPLORERS, WHO_ALL_MONSTERS,
    WHO_CHOSEN_EXPLORER, WHO_CHOSEN_MONSTER, WHO_NEAREST_EXPLORER, WHO_NEAREST_MONSTER, WHO_OTHER_EXPLORERS,
    WHO_OTHER_MONSTERS, WHO_SELF, WHO_SIGHT_EXPLORERS, WHO_TARGET, WHO_TILE_EXPLORERS, WHO_TILE_MONSTERS,
)
from envs.machina_arcana.rules.units cimport (
    armor, attacks_arcane, cell_of, controller, equipped, full_health, health_of, may_target, on_map, will,
)

cdef enum:
    EXPLORERS = (1 << MAX_EXPLORERS) - 1  # bits of all explorers


# -- targets ---------------------------------------------------------------------------------------------------

cdef bint in_reach(const Tables* t, const Game* g, const Ability* a, int unit, int cell) noexcept nogil:
    """MAC-TAR-02, MAC-TAR-04 to MAC-TAR-08, MAC-TAR-13: does the target component hold that cell, seen from the
    unit?"""
    cdef int own = cell_of(g, unit)
    if own < 0 or cell < 0:
        return False
    if a.targeting == TARGETING_MELEE:
        return adjacent(g, own, cell)
    if a.targeting == TARGETING_REACH:
        return own == cell or adjacent(g, own, cell)
    if a.targeting == TARGETING_RANGED:
        return direct(own, cell) <= a.range and obstacles_in_sight(g, own, cell) == 0
    if a.targeting == TARGETING_RANGED_OVER or a.targeting == TARGETING_SPACE:
        return direct(own, cell) <= a.range and sight(g, own, cell)
    return a.targeting == TARGETING_TILE and slot_of(own) == slot_of(cell)


cdef bint right_kind(const Tables* t, const Game* g, const Ability* a, int unit, int target) noexcept nogil:
    """MAC-TAR-14, MAC-MON-04, MAC-SPE-08: may a unit of that kind be the target? Monsters target explorers, if the text
    does not say otherwise; a controlled one may attack monsters too."""
    if a.who == TARGET_WHO_MONSTERS:
        return target >= MAX_EXPLORERS
    if a.who == TARGET_WHO_ANY:
        return True
    if unit >= MAX_EXPLORERS and a.who == TARGET_WHO_EXPLORERS:
        return target < MAX_EXPLORERS or controller(t, g, unit - MAX_EXPLORERS) >= 0
    if target >= MAX_EXPLORERS:
        return False
    return a.who == TARGET_WHO_EXPLORERS or health_of(g, target) < full_health(t, g, target)


cdef bint legal_target(const Tables* t, const Game* g, int unit, int ability, int target) noexcept nogil:
    """May `unit` target the unit `target` with the ability now? (TAR; MAC-SPE-01, MAC-SPE-05)"""
    cdef const Ability* a = &t.abilities[ability]
    if not on_map(g, unit) or not on_map(g, target):
        return False
    if a.targeting == TARGETING_SELF:
        return target == unit
    if a.targeting == TARGETING_NONE or a.targeting == TARGETING_SPACE:
        return False
    if target == unit and a.targeting != TARGETING_REACH:
        return False  # MAC-TAR-14: itself only if the text says so
    return (right_kind(t, g, a, unit, target) and in_reach(t, g, a, unit, cell_of(g, target))
            and may_target(t, g, unit, target))


cdef bint legal_space(const Tables* t, const Game* g, int unit, int ability, int cell) noexcept nogil:
    """MAC-TAR-01, MAC-ABL-11: a passable space within range and in sight."""
    return (t.abilities[ability].targeting == TARGETING_SPACE and on_map(g, unit) and standable(g, cell)
            and in_reach(t, g, &t.abilities[ability], unit, cell))


cdef bint legal_barrel(const Tables* t, const Game* g, int unit, int ability, int cell) noexcept nogil:
    """MAC-BRL-06, MAC-BRL-08, MAC-BRL-09: explorers may target an unexplored barrel where a unit may be the target."""
    cdef const Ability* a = &t.abilities[ability]
    if not 0 <= unit < MAX_EXPLORERS or not on_map(g, unit) or cell < 0 or a.who != TARGET_WHO_ANY:
        return False
    if a.targeting == TARGETING_NONE or a.targeting == TARGETING_SELF or a.targeting == TARGETING_SPACE:
        return False
    return g.kind[cell] == SPACE_BARREL and g.token[cell] != TOKEN_EXPLORED and in_reach(t, g, a, unit, cell)


cdef struct Window:
    int left
    int top
    int right
    int bottom


cdef Window window_of(const Tables* t, const Game* g, int unit, int ability) noexcept nogil:
    """The rectangle of cells that the target component can reach at all; right and bottom are excluded."""
    cdef const Ability* a = &t.abilities[ability]
    cdef int cell = cell_of(g, unit), reach = a.range
    cdef Window w
    if a.targeting == TARGETING_TILE:
        w.left = col(cell) // TILE * TILE
        w.top = row(cell) // TILE * TILE
        w.right = w.left + TILE
        w.bottom = w.top + TILE
        return w
    if a.targeting == TARGETING_MELEE or a.targeting == TARGETING_REACH:
        reach = 1
    w.left = col(cell) - reach
    w.top = row(cell) - reach
    w.right = col(cell) + reach + 1
    w.bottom = row(cell) + reach + 1
    return w


cdef bint cell_options(const Tables* t, const Game* g, int unit, int ability, Head* h) noexcept nogil:
    """Barrels and spaces as targets; with `h` NULL only whether there is one."""
    cdef Window w
    cdef int x, y, cell
    cdef bint found = False
    if not on_map(g, unit) or t.abilities[ability].targeting <= TARGETING_SELF:
        return False
    w = window_of(t, g, unit, ability)
    for y in range(w.top, w.bottom):
        for x in range(w.left, w.right):
            cell = cell_at(x, y)
            if cell < 0 or g.kind[cell] == SPACE_VOID:
                continue
            if legal_space(t, g, unit, ability, cell) or (g.kind[cell] == SPACE_BARREL
                                                          and legal_barrel(t, g, unit, ability, cell)):
                if h == NULL:
                    return True
                option(h, ACT_CELL + cell)
                found = True
    return found


cdef bint has_target(const Tables* t, const Game* g, int unit, int ability) noexcept nogil:
    """Has the ability a legal target? Without target component: explorers may always play it (MAC-ABL-15), monsters if
    it can affect something (MAC-MON-11)."""
    cdef int i
    if t.abilities[ability].targeting == TARGETING_NONE:
        return unit < MAX_EXPLORERS or affects_something(t, g, unit, ability)
    for i in range(g.seats):
        if legal_target(t, g, unit, ability, i):
            return True
    for i in range(g.queue.n):
        if legal_target(t, g, unit, ability, g.queue.cards[i] + MAX_EXPLORERS):
            return True
    return cell_options(t, g, unit, ability, NULL)


cdef void target_options(const Tables* t, const Game* g, int unit, int ability, Head* h) noexcept nogil:
    """D-05: add the legal targets to the open question: explorers, monsters, cells of barrels and spaces."""
    cdef int i
    for i in range(g.seats):
        if legal_target(t, g, unit, ability, i):
            option(h, ACT_EXPLORER + i)
    for i in range(g.queue.n):
        if legal_target(t, g, unit, ability, g.queue.cards[i] + MAX_EXPLORERS):
            option(h, ACT_MONSTER + g.queue.cards[i])
    cell_options(t, g, unit, ability, h)


cdef bint space_on_tile(const Game* g, int cell, int kind, bint explored) noexcept nogil:
    """Is there a space of that kind (0: any), explored or not, on the tile of the cell?"""
    cdef int left = col(cell) // TILE * TILE, top = row(cell) // TILE * TILE, x, y, at
    if cell < 0:
        return False
    for y in range(top, top + TILE):
        for x in range(left, left + TILE):
            at = cell_at(x, y)
            if (g.token[at] == TOKEN_EXPLORED) != explored:
                continue
            if g.kind[at] == kind or (kind == 0 and g.kind[at] >= SPACE_TRAP):
                return True
    return False


cdef bint affects_something(const Tables* t, const Game* g, int unit, int ability) noexcept nogil:
    """MAC-MON-11: an ability without target component can affect a unit or space; an area attack needs an explorer, of
    a controlled monster any unit (MAC-SPE-08)."""
    cdef const Ability* a = &t.abilities[ability]
    cdef const Operation* op
    cdef u64 units, prey = EXPLORERS
    cdef int pc
    if unit >= MAX_EXPLORERS and controller(t, g, unit - MAX_EXPLORERS) >= 0:
        prey = ~<u64>0
    for pc in range(a.first_op, a.end_op):
        op = &t.ops[pc]
        if op.code == OP_EACH:
            units = select_units(t, g, unit, -1, op.a, op.c)
        elif op.code == OP_LASTING or op.code >= OP_ATTACK:
            units = select_units(t, g, unit, -1, op.d, op.e)
        else:
            continue
        if a.attacks:
            if (op.code == OP_EACH or op.code == OP_ATTACK) and units & prey:
                return True
        elif op.code == OP_SUMMON:
            if op.b or space_on_tile(g, cell_of(g, unit), SPACE_SPAWN, False):
                return True
        elif op.code == OP_DESTROY_SPACE or op.code == OP_REFRESH_SPACE:
            if space_on_tile(g, cell_of(g, unit), op.a, op.code == OP_REFRESH_SPACE):
                return True
        elif units or (op.code > OP_ATTACK and not works_on_units(op.code)):
            return True
    return False


# -- which abilities can be played -------------------------------------------------------------------------------

cdef bint payable(const Tables* t, const Game* g, int unit, int ability, int item) noexcept nogil:
    """MAC-EXP-16, MAC-ABL-06: can the unit pay the whole cost? Monsters have no essence."""
    cdef const Ability* a = &t.abilities[ability]
    if unit >= MAX_EXPLORERS:
        return a.essence == 0 and g.monsters[unit - MAX_EXPLORERS].stamina >= a.stamina
    if (a.destroy or a.drop) and item < 0:
        return False
    return g.explorers[unit].stamina >= a.stamina and g.explorers[unit].essence >= a.essence


cdef bint playable_now(const Tables* t, const Game* g, int seat, int item, int ability, bint free_only) noexcept nogil:
    """MAC-ABL-06, MAC-ABL-07, MAC-ABL-14 to MAC-ABL-16: may the explorer play that ability of its card (item -1) or
    item?

    `free_only`: only abilities without stamina cost, as in windows (MAC-ABL-08).
    """
    if not 0 <= ability or t.abilities[ability].trigger != TRIGGER_ACTIVE or not on_map(g, seat):
        return False
    if item >= 0:
        if g.items.owner[item] != seat:
            return False
        if not equipped(g, item) and not (t.treasures[item].type == ITEM_TYPE_CONSUMABLE
                                          and g.items.place[item] == ITEM_PLACE_INVENTORY):
            return False
    if t.abilities[ability].stamina > 0 and (free_only or not may_spend(t, g, seat)):
        return False
    return payable(t, g, seat, ability, item) and has_target(t, g, seat, ability)


cdef void ability_options(const Tables* t, Game* g, int seat, bint free_only) noexcept nogil:
    """D-04, D-09: ACT_POWER + k for the explorer's card, ACT_ITEM + i for each item with an ability that can be
    played."""
    cdef int card = g.explorers[seat].card, i, k, a
    cdef u64 cards[ITEM_WORDS]
    if card < 0 or not on_map(g, seat):
        return
    k = 0
    for a in range(t.explorers[card].first_ability, t.explorers[card].end_ability):
        if t.abilities[a].trigger != TRIGGER_ACTIVE:
            continue
        if k < N_ACT_POWER and playable_now(t, g, seat, -1, a, free_only):
            option(&g.core, ACT_POWER + k)
        k += 1
    cards_of(g, seat, ITEM_PLACE_INVENTORY, cards)
    while True:
        i = next_card(cards)
        if i < 0:
            break
        for k in range(N_ACT_ABILITY):
            a = kth_active(t, t.treasures[i].first_ability, t.treasures[i].end_ability, k)
            if a < 0:
                break
            if playable_now(t, g, seat, i, a, free_only):
                option(&g.core, ACT_ITEM + i)
                break


# -- selectors ----------------------------------------------------------------------------------------------------

cdef int first_in_order(const Game* g, u64 units) noexcept nogil:
    """MAC-ATK-13: the first of the units in seat order, then queue order; then those that left the map; -1: none."""
    cdef int i
    if units == 0:
        return -1
    if units & EXPLORERS == 0:
        for i in range(g.queue.n):
            if units & unit_bit(g.queue.cards[i] + MAX_EXPLORERS):
                return g.queue.cards[i] + MAX_EXPLORERS
    return low_bit(units)


cdef bint affected(const Game* g, int unit) noexcept nogil:
    """MAC-EXI-04: effects reach units on the map, and explorers at the base; exited and waiting explorers are
    ignored."""
    if not 0 <= unit < MAX_UNITS:
        return False
    return on_map(g, unit) or (unit < MAX_EXPLORERS and g.explorers[unit].where == WHERE_BASE)


cdef bint fallen(const Game* g, int unit) noexcept nogil:
    """The acting explorer was destroyed by its own card's earlier effects: it has no tile any more (MAC-ABL-03,
    MAC-EVT-04). A destroyed monster's is the one of its last cell (MAC-ATK-12)."""
    return 0 <= unit < MAX_EXPLORERS and g.explorers[unit].where >= WHERE_WAITING


cdef bint picks(const Tables* t, const Game* g, int acting, int unit, int who, int reach) noexcept nogil:
    """Does an area or choice selector hold `unit`? With an acting unit only its own tile counts (MAC-ABL-03,
    MAC-GEN-09)."""
    cdef int own = cell_of(g, acting), cell = cell_of(g, unit)
    cdef bint explorer = unit < MAX_EXPLORERS
    if who == WHO_ALL_EXPLORERS:
        return explorer
    if who == WHO_ALL_MONSTERS:
        return not explorer
    if fallen(g, acting) or (own >= 0 and (cell < 0 or slot_of(own) != slot_of(cell))):
        return False
    if who == WHO_TILE_EXPLORERS or who == WHO_TILE_MONSTERS:
        return explorer == (who == WHO_TILE_EXPLORERS)
    if who == WHO_OTHER_EXPLORERS or who == WHO_OTHER_MONSTERS:
        return unit != acting and explorer == (who == WHO_OTHER_EXPLORERS)
    if who == WHO_NEAREST_EXPLORER or who == WHO_NEAREST_MONSTER:
        # Naming one unit is targeting it (MAC-SPE-01).
        return (unit != acting and explorer == (who == WHO_NEAREST_EXPLORER)
                and (acting < 0 or may_target(t, g, acting, unit)))
    if who == WHO_CHOSEN_EXPLORER or who == WHO_CHOSEN_MONSTER:
        return explorer == (who == WHO_CHOSEN_EXPLORER) and (acting < 0 or may_target(t, g, acting, unit))
    if own < 0 or cell < 0 or unit == acting:
        return False
    if who == WHO_ADJACENT_UNITS:
        return adjacent(g, own, cell)
    if who == WHO_ADJACENT_EXPLORERS or who == WHO_ADJACENT_MONSTERS:
        return explorer == (who == WHO_ADJACENT_EXPLORERS) and adjacent(g, own, cell)
    return explorer == (who == WHO_SIGHT_EXPLORERS) and direct(own, cell) <= reach and sight(g, own, cell)


cdef u64 select_units(const Tables* t, const Game* g, int acting, int target, int who, int reach) noexcept nogil:
    """The units of a selector as bits. For nearest and chosen ones: all among which the one is to be found (MAC-GEN-07
    to MAC-GEN-09, MAC-SPE-04, MAC-TGT-09, MAC-EVT-04)."""
    cdef u64 units = 0
    cdef int i
    if who == WHO_TARGET:
        return unit_bit(target) if affected(g, target) else 0
    if who == WHO_SELF:
        return unit_bit(acting) if affected(g, acting) else 0
    for i in range(g.seats):
        if affected(g, i) and picks(t, g, acting, i, who, reach):
            units |= unit_bit(i)
    for i in range(g.queue.n):
        if picks(t, g, acting, g.queue.cards[i] + MAX_EXPLORERS, who, reach):
            units |= unit_bit(g.queue.cards[i] + MAX_EXPLORERS)
    return units


cdef u64 nearest_units(const Tables* t, Game* g, int acting, u64 units) noexcept nogil:
    """Those of the units that are nearest to the acting unit: for monsters by steps (MAC-TGT-03), else directly."""
    cdef int i, away, best = 1000, own = cell_of(g, acting)
    cdef u64 out = 0
    if own < 0:
        return units
    while units:
        i = next_unit(&units)
        away = direct(own, cell_of(g, i))
        if acting >= MAX_EXPLORERS and i < MAX_EXPLORERS:
            measure(t, g, i, own)
            if g.count[i][own] != FAR:
                away = g.count[i][own]
            else:
                away += FAR  # MAC-TGT-10
        if away < best:
            best = away
            out = 0
        if away == best:
            out |= unit_bit(i)
    return out


cdef u64 weakest(const Tables* t, const Game* g, int monster, u64 explorers) noexcept nogil:
    """MAC-TGT-04 to MAC-TGT-06: the explorers with the least health, of these the easiest to hit. `monster`: a unit."""
    cdef int i, value, pass_, best, card = monster - MAX_EXPLORERS
    cdef bint by_will = t.monsters[card].first_arcane or attacks_arcane(t, g, monster, -1)
    cdef u64 out = explorers
    for pass_ in range(2):
        if pass_ == 1 and not t.monsters[card].attacks:
            break
        explorers = out
        out = 0
        best = 1000
        for i in range(MAX_EXPLORERS):
            if not explorers & unit_bit(i):
                continue
            if pass_ == 0:
                value = g.explorers[i].health
            else:
                value = will(t, g, i) if by_will else armor(t, g, i)
            if value < best:
                best = value
                out = 0
            if value == best:
                out |= unit_bit(i)
    return out
