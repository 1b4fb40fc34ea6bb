# cython: language_level=3
"""See units.pxd."""
from libc.string cimport memcpy, memset

from envs.core.bits cimport low_bit
from envs.core.flow cimport fail
from envs.core.head cimport ERROR_CAPACITY
from envs.machina_arcana.rules.geometry cimport adjacent, slot_of, touch
from envs.machina_arcana.rules.hands cimport ITEM_WORDS, cards_of, next_card, u64
from envs.machina_arcana.rules.state cimport (
    CAP, EVENT_KIND_ONGOING, ITEM_PLACE_AUGMENT, ITEM_PLACE_EQUIPPED, MAX_LASTING, MAX_UNITS,
    MOD_COND_ADJACENT_EXPLORER, MOD_COND_ALWAYS, MOD_COND_NO_ADJACENT_EXPLORER, MOD_COND_UNHURT, MOD_COND_WOUNDED,
    Modifier, SCOPE_ALL_EXPLORERS, SCOPE_ALL_MONSTERS, SCOPE_ITEM, SCOPE_SELF, SCOPE_TILE_EXPLORERS,
    SCOPE_TILE_MONSTERS, STAT_ARCANE, STAT_ARMOR, STAT_ATTACK, STAT_CONTROL, STAT_COUNT, STAT_ETHEREAL,
    STAT_IMMOBILE, STAT_MELEE_ATTACK, STAT_STAMINA, STAT_TRUE_SIGHT, STAT_WILL, TRIGGER_PASSIVE, WHERE_OUT,
)

cdef enum:
    EVERY_STAT = (1 << STAT_COUNT) - 1
    DEFENCES = 1 << STAT_ARMOR | 1 << STAT_WILL | 1 << STAT_ETHEREAL  # the statistics that `look_at` sums, as bits


cdef int full_health(const Tables* t, const Game* g, int unit) noexcept nogil:
    """The card's health."""
    if unit < MAX_EXPLORERS:
        return t.explorers[g.explorers[unit].card].health if g.explorers[unit].card >= 0 else 0
    return t.monsters[unit - MAX_EXPLORERS].health


cdef int full_stamina(const Tables* t, const Game* g, int unit) noexcept nogil:
    """MAC-EXP-01, MAC-MON-10: the stamina at the start of a turn."""
    cdef int value
    if unit < MAX_EXPLORERS:
        value = t.explorers[g.explorers[unit].card].stamina if g.explorers[unit].card >= 0 else 0
    else:
        value = t.monsters[unit - MAX_EXPLORERS].stamina
    return clamp(value + sum_stat(t, g, unit, STAT_STAMINA, -1))


cdef bint near_explorer(const Game* g, int unit) noexcept nogil:
    cdef int s, cell = cell_of(g, unit)
    if cell < 0:
        return False
    for s in range(MAX_EXPLORERS):
        if s != unit and on_map(g, s) and adjacent(g, cell, g.explorers[s].cell):
            return True
    return False


cdef bint mod_on(const Tables* t, const Game* g, const Modifier* m, int source) noexcept nogil:
    """Is a modifier's condition met? It is measured at the unit that owns the modifier."""
    if m.cond == MOD_COND_ALWAYS:
        return True
    if source < 0:
        return False
    if m.cond == MOD_COND_NO_ADJACENT_EXPLORER:
        return not near_explorer(g, source)
    if m.cond == MOD_COND_ADJACENT_EXPLORER:
        return near_explorer(g, source)
    if m.cond == MOD_COND_WOUNDED:
        return health_of(g, source) < full_health(t, g, source)
    if m.cond == MOD_COND_UNHURT:
        return health_of(g, source) >= full_health(t, g, source)
    return source < MAX_EXPLORERS and g.explorers[source].essence == 0


cdef bint reaches(const Game* g, const Modifier* m, int source, int unit) noexcept nogil:
    """MAC-GEN-07, MAC-GEN-09, MAC-ABL-03: does the scope of a modifier of `source` (-1: a card on the table) hold
    `unit`?"""
    cdef int a, b
    if m.scope == SCOPE_SELF or m.scope == SCOPE_ITEM:
        return source == unit
    if m.scope == SCOPE_ALL_MONSTERS:
        return unit >= MAX_EXPLORERS
    if m.scope == SCOPE_ALL_EXPLORERS:
        return unit < MAX_EXPLORERS
    if source < 0 or source == unit or not on_map(g, source) or not on_map(g, unit):
        return False
    a = cell_of(g, source)
    b = cell_of(g, unit)
    if slot_of(a) != slot_of(b):
        return False
    if m.scope == SCOPE_TILE_MONSTERS:
        return unit >= MAX_EXPLORERS
    return unit < MAX_EXPLORERS and (m.scope == SCOPE_TILE_EXPLORERS or adjacent(g, a, b))


cdef int card_sum(const Tables* t, const Game* g, int first, int end, int source, int unit, int stat,
                  int own_item, int item) noexcept nogil:
    """Sum of the passive modifiers of one card. `own_item`: the card's item, `item`: the item that attacks."""
    cdef int a, k, total = 0
    cdef const Modifier* m
    for a in range(first, end):
        if t.abilities[a].trigger != TRIGGER_PASSIVE:
            continue
        for k in range(t.abilities[a].first_mod, t.abilities[a].end_mod):
            m = &t.mods[k]
            if m.stat != stat or not reaches(g, m, source, unit):
                continue
            # MAC-GEN-13: a modifier of an item's attacks changes that item (or the one that it augments) only.
            if m.scope == SCOPE_ITEM and (item < 0 or own_item < 0 or not joined(g, own_item, item)):
                continue
            if mod_on(t, g, m, source):
                total += m.amount
    return total


cdef bint joined(const Game* g, int own_item, int item) noexcept nogil:
    """The modifier's card is the attacking item itself or its augment."""
    return own_item == item or (g.items.place[own_item] == ITEM_PLACE_AUGMENT and g.items.host[own_item] == item)


cdef int own_sum(const Tables* t, const Game* g, int unit, int stat, int item, const u64* worn) noexcept nogil:
    """Modifiers of the unit's own card (MAC-ABL-05) and, for explorers, of its worn items (MAC-ABL-04, MAC-ITM-14)."""
    cdef int total = 0, i, n
    cdef u64 cards[ITEM_WORDS]
    if unit >= MAX_EXPLORERS:
        if (t.no_monster >> stat) & 1:
            return 0
        n = unit - MAX_EXPLORERS
        if (t.monsters[n].plain >> stat) & 1:
            return 0
        return card_sum(t, g, t.monsters[n].first_ability, t.monsters[n].end_ability, unit, unit, stat, -1, item)
    n = g.explorers[unit].card
    if n >= 0 and not (t.no_explorer >> stat) & 1 and not (t.explorers[n].plain >> stat) & 1:
        total += card_sum(t, g, t.explorers[n].first_ability, t.explorers[n].end_ability, unit, unit, stat, -1, item)
    if (t.no_item >> stat) & 1:
        return total
    for i in range(ITEM_WORDS):
        cards[i] = worn[i]
    i = next_card(cards)
    while i >= 0:
        if not (t.treasures[i].plain >> stat) & 1:
            total += card_sum(t, g, t.treasures[i].first_ability, t.treasures[i].end_ability, unit, unit, stat, i, item)
        if stat == STAT_ARMOR:
            total += t.treasures[i].armor
        elif stat == STAT_WILL:
            total += t.treasures[i].will
        i = next_card(cards)
    return total


cdef inline int lasting_sum(const Tables* t, const Game* g, int unit, int stat) noexcept nogil:
    """Lasting effects on the unit."""
    cdef int i, total = 0
    for i in range(g.n_lasting):
        if g.lasting[i].target == unit and t.mods[g.lasting[i].mod].stat == stat:
            total += t.mods[g.lasting[i].mod].amount
    return total


cdef int sum_stat(const Tables* t, const Game* g, int unit, int stat, int item) noexcept nogil:
    """All modifiers of one attribute of a unit: own card, equipment, auras, ongoing cards, lasting effects."""
    cdef u64 worn[ITEM_WORDS]
    cdef int total, still = t.no_aura & t.no_ongoing  # statistics that no card changes
    still &= (t.no_explorer & t.no_item) if unit < MAX_EXPLORERS else t.monsters[unit - MAX_EXPLORERS].plain
    if (still >> stat) & 1:
        return lasting_sum(t, g, unit, stat)
    if unit < MAX_EXPLORERS and not (t.no_item >> stat) & 1:
        cards_of(g, unit, ITEM_PLACE_EQUIPPED, worn)
    total = own_sum(t, g, unit, stat, item, worn)
    if not (t.no_aura >> stat) & 1:
        total += auras(t, g, unit, stat, item)
    if not (t.no_ongoing >> stat) & 1:
        total += ongoing(t, g, unit, stat, item)
    return total + lasting_sum(t, g, unit, stat)


cdef void find_sources(const Tables* t, const Game* g, const Hands* hands, Sources* s) noexcept nogil:
    """Which statistics the cards in play can change now, for looking at many units one after another."""
    cdef int i, n
    cdef unsigned short changed
    cdef u64 cards[ITEM_WORDS]
    s.auras = 0
    s.units = 0
    for i in range(g.queue.n):
        changed = EVERY_STAT & ~(t.monsters[g.queue.cards[i]].quiet | t.no_aura)
        s.auras |= changed
        s.units |= <u64>(changed != 0) << (g.queue.cards[i] + MAX_EXPLORERS)
    for i in range(g.seats):
        if g.explorers[i].where != WHERE_MAP:
            continue
        changed = ~t.explorers[g.explorers[i].card].quiet
        memcpy(cards, hands.worn[i], sizeof(cards))
        n = next_card(cards)
        while n >= 0:
            changed |= ~t.treasures[n].quiet
            n = next_card(cards)
        changed &= EVERY_STAT & ~t.no_aura
        s.auras |= changed
        s.units |= <u64>(changed != 0) << i
    s.table = 0
    if g.chapter_at >= 0:
        s.table |= ~t.chapters[g.chapter_at].quiet
    if g.endgame >= 0:
        s.table |= ~t.endgame.quiet
    if g.explorer_destroyed.n:
        n = g.explorer_destroyed.cards[g.explorer_destroyed.n - 1]
        if t.explorer_events[n].kind == EVENT_KIND_ONGOING:
            s.table |= ~t.explorer_events[n].quiet
    if g.horror_destroyed.n:
        n = g.horror_destroyed.cards[g.horror_destroyed.n - 1]
        if t.horror_events[n].kind == EVENT_KIND_ONGOING:
            s.table |= ~t.horror_events[n].quiet
    s.table &= ~t.no_ongoing


cdef int sum_from(const Tables* t, const Game* g, const Hands* hands, const Sources* s, int unit,
                  int stat) noexcept nogil:
    """`sum_stat` without an item, with what is known beforehand."""
    cdef const u64* worn = NULL
    cdef int total
    if unit < MAX_EXPLORERS:
        worn = hands.worn[unit]
    total = own_sum(t, g, unit, stat, -1, worn)
    if (s.auras >> stat) & 1:
        total += auras_from(t, g, s, unit, stat)
    if (s.table >> stat) & 1:
        total += ongoing(t, g, unit, stat, -1)
    return total + lasting_sum(t, g, unit, stat)


cdef inline void add_card(const Tables* t, const Game* g, int first, int end, int plain, int unit, int own_item,
                          int* sums) noexcept nogil:
    """Add the passive modifiers of one of the unit's own cards to the sums of `DEFENCES`."""
    cdef int stats = DEFENCES & ~plain, stat
    while stats:
        stat = low_bit(stats)
        stats &= stats - 1
        sums[stat] += card_sum(t, g, first, end, unit, unit, stat, own_item, -1)


cdef void look_at(const Tables* t, const Game* g, const Hands* hands, const Sources* s, int unit,
                  Defences* d) noexcept nogil:
    """The unit's `armor`, `will` and `ethereal`, in one go."""
    cdef int sums[STAT_ETHEREAL + 1]
    cdef u64 cards[ITEM_WORDS]
    cdef int n, i, stat, stats
    memset(sums, 0, sizeof(sums))
    if unit < MAX_EXPLORERS:
        n = g.explorers[unit].card
        sums[STAT_ARMOR] = t.explorers[n].armor
        sums[STAT_WILL] = t.explorers[n].will
        add_card(t, g, t.explorers[n].first_ability, t.explorers[n].end_ability, t.explorers[n].plain, unit, -1, sums)
        memcpy(cards, hands.worn[unit], sizeof(cards))
        i = next_card(cards)
        while i >= 0:
            sums[STAT_ARMOR] += t.treasures[i].armor
            sums[STAT_WILL] += t.treasures[i].will
            add_card(t, g, t.treasures[i].first_ability, t.treasures[i].end_ability, t.treasures[i].plain, unit, i,
                     sums)
            i = next_card(cards)
    else:
        n = unit - MAX_EXPLORERS
        sums[STAT_ARMOR] = t.monsters[n].armor
        sums[STAT_WILL] = t.monsters[n].will
        add_card(t, g, t.monsters[n].first_ability, t.monsters[n].end_ability, t.monsters[n].plain, unit, -1, sums)
    stats = (s.auras | s.table) & DEFENCES
    while stats:
        stat = low_bit(stats)
        stats &= stats - 1
        if (s.auras >> stat) & 1:
            sums[stat] += auras_from(t, g, s, unit, stat)
        if (s.table >> stat) & 1:
            sums[stat] += ongoing(t, g, unit, stat, -1)
    for i in range(g.n_lasting):
        stat = t.mods[g.lasting[i].mod].stat
        if g.lasting[i].target == unit and (DEFENCES >> stat) & 1:
            sums[stat] += t.mods[g.lasting[i].mod].amount
    d.armor = clamp(sums[STAT_ARMOR])
    d.will = clamp(sums[STAT_WILL])
    d.ethereal = sums[STAT_ETHEREAL] > 0


cdef int aura(const Tables* t, const Game* g, int other, int unit, int stat, int item) noexcept nogil:
    """Modifiers of the card and the worn items of another unit (MAC-ABL-03)."""
    cdef int total = 0, n
    cdef u64 cards[ITEM_WORDS]
    if other >= MAX_EXPLORERS:
        n = other - MAX_EXPLORERS
        if (t.monsters[n].quiet >> stat) & 1:
            return 0
        return card_sum(t, g, t.monsters[n].first_ability, t.monsters[n].end_ability, other, unit, stat, -1, item)
    n = g.explorers[other].card
    if not (t.explorers[n].quiet >> stat) & 1:
        total = card_sum(t, g, t.explorers[n].first_ability, t.explorers[n].end_ability, other, unit, stat, -1, item)
    if (t.no_item_aura >> stat) & 1:
        return total
    cards_of(g, other, ITEM_PLACE_EQUIPPED, cards)
    n = next_card(cards)
    while n >= 0:
        if not (t.treasures[n].quiet >> stat) & 1:
            total += card_sum(t, g, t.treasures[n].first_ability, t.treasures[n].end_ability, other, unit, stat, n,
                              item)
        n = next_card(cards)
    return total


cdef int auras(const Tables* t, const Game* g, int unit, int stat, int item) noexcept nogil:
    """`aura` of all others on the map."""
    cdef int total = 0, i
    for i in range(g.queue.n):
        if g.queue.cards[i] + MAX_EXPLORERS != unit:
            total += aura(t, g, g.queue.cards[i] + MAX_EXPLORERS, unit, stat, item)
    for i in range(g.seats):
        if i != unit and g.explorers[i].where == WHERE_MAP:
            total += aura(t, g, i, unit, stat, item)
    return total


cdef int auras_from(const Tables* t, const Game* g, const Sources* s, int unit, int stat) noexcept nogil:
    """`auras` without an item, of those units alone that can have one."""
    cdef int total = 0, other
    cdef u64 units = s.units
    while units:
        other = low_bit(units)
        units &= units - 1
        if other != unit:
            total += aura(t, g, other, unit, stat, -1)
    return total


cdef int ongoing(const Tables* t, const Game* g, int unit, int stat, int item) noexcept nogil:
    """Modifiers of the cards on the table."""
    cdef int total = 0, n
    # Ongoing cards: the current chapter (MAC-CHP-04), the topmost events (MAC-EVT-05), the endgame card.
    if g.chapter_at >= 0 and not (t.chapters[g.chapter_at].quiet >> stat) & 1:
        total += card_sum(t, g, t.chapters[g.chapter_at].first_ability, t.chapters[g.chapter_at].end_ability, -1, unit,
                          stat, -1, item)
    if g.endgame >= 0:
        total += card_sum(t, g, t.endgame.first_ability, t.endgame.end_ability, -1, unit, stat, -1, item)
    if g.explorer_destroyed.n:
        n = g.explorer_destroyed.cards[g.explorer_destroyed.n - 1]
        if t.explorer_events[n].kind == EVENT_KIND_ONGOING and not (t.explorer_events[n].quiet >> stat) & 1:
            total += card_sum(t, g, t.explorer_events[n].first_ability, t.explorer_events[n].end_ability, -1, unit,
                              stat, -1, item)
    if g.horror_destroyed.n:
        n = g.horror_destroyed.cards[g.horror_destroyed.n - 1]
        if t.horror_events[n].kind == EVENT_KIND_ONGOING and not (t.horror_events[n].quiet >> stat) & 1:
            total += card_sum(t, g, t.horror_events[n].first_ability, t.horror_events[n].end_ability, -1, unit, stat,
                              -1, item)
    return total


cdef bint has_stat(const Tables* t, const Game* g, int unit, int stat) noexcept nogil:
    """A state such as ethereal or immobile is on."""
    return sum_stat(t, g, unit, stat, -1) > 0


cdef inline int clamp(int value) noexcept nogil:
    return 0 if value < 0 else (CAP if value > CAP else value)


cdef int armor(const Tables* t, const Game* g, int unit) noexcept nogil:
    """MAC-ATR-02, MAC-ATR-03: effective armor, 0 to 9."""
    cdef int base
    if unit < MAX_EXPLORERS:
        base = t.explorers[g.explorers[unit].card].armor
    else:
        base = t.monsters[unit - MAX_EXPLORERS].armor
    return clamp(base + sum_stat(t, g, unit, STAT_ARMOR, -1))


cdef int will(const Tables* t, const Game* g, int unit) noexcept nogil:
    """MAC-ATR-02, MAC-ATR-04: effective will, 0 to 9."""
    cdef int base
    if unit < MAX_EXPLORERS:
        base = t.explorers[g.explorers[unit].card].will
    else:
        base = t.monsters[unit - MAX_EXPLORERS].will
    return clamp(base + sum_stat(t, g, unit, STAT_WILL, -1))


cdef int attack_bonus(const Tables* t, const Game* g, int unit, int item) noexcept nogil:
    """MAC-ATK-03: what is added to an outgoing attack roll of `unit` made with `item` (-1: none)."""
    return sum_stat(t, g, unit, STAT_ATTACK, item)


cdef int melee_bonus(const Tables* t, const Game* g, int unit, int item, int target) noexcept nogil:
    """MAC-ATK-03: what is added to it besides against an adjacent `target`."""
    cdef int own = cell_of(g, unit)
    if own >= 0 and on_map(g, target) and adjacent(g, own, cell_of(g, target)):
        return sum_stat(t, g, unit, STAT_MELEE_ATTACK, item)
    return 0


cdef bint attacks_arcane(const Tables* t, const Game* g, int unit, int item) noexcept nogil:
    """MAC-ATK-07: normal attacks of the unit count as arcane."""
    return sum_stat(t, g, unit, STAT_ARCANE, item) > 0


cdef bint ethereal(const Tables* t, const Game* g, int unit) noexcept nogil:
    return has_stat(t, g, unit, STAT_ETHEREAL)


cdef bint immobile(const Tables* t, const Game* g, int unit) noexcept nogil:
    return has_stat(t, g, unit, STAT_IMMOBILE)


cdef bint may_target(const Tables* t, const Game* g, int by, int unit) noexcept nogil:
    """MAC-SPE-01, MAC-SPE-05: an ethereal unit is a target only of itself or of a unit that sees it."""
    if by == unit or not ethereal(t, g, unit):
        return True
    return by >= 0 and has_stat(t, g, by, STAT_TRUE_SIGHT)


cdef int controller(const Tables* t, const Game* g, int monster) noexcept nogil:
    """MAC-SPE-08: the seat that controls a monster (card number), -1 if none; the latest effect counts, but not that
    of a player who is out."""
    cdef int i
    for i in range(g.n_lasting - 1, -1, -1):
        if (g.lasting[i].target == monster + MAX_EXPLORERS and t.mods[g.lasting[i].mod].stat == STAT_CONTROL
                and g.lasting[i].source < MAX_EXPLORERS
                and g.explorers[g.lasting[i].source].where != WHERE_OUT):
            return g.lasting[i].source
    return -1


cdef int group(const Game* g) noexcept nogil:
    """MAC-GEN-04: the group chooser, the lowest seat whose explorer is alive, else the lowest seat."""
    cdef int s
    for s in range(g.seats):
        if g.explorers[s].card >= 0 and g.explorers[s].where != WHERE_OUT:
            return s
    return 0


cdef int decider(const Tables* t, const Game* g) noexcept nogil:
    """MAC-PUP-07: who takes the ties of monsters and the group's choices in horror events."""
    return g.seats if t.agent_monsters else group(g)


cdef void put_unit(const Tables* t, Game* g, int unit, int cell) noexcept nogil:
    """Put a unit on a free cell, from another cell or from off the map."""
    lift_unit(t, g, unit)
    g.unit[cell] = <unsigned char>(unit + 1)
    if unit < MAX_EXPLORERS:
        g.explorers[unit].cell = <short>cell
        g.explorers[unit].where = WHERE_MAP
    else:
        g.monsters[unit - MAX_EXPLORERS].cell = <short>cell
        g.monsters[unit - MAX_EXPLORERS].place = MONSTER_PLACE_MAP
    if immobile(t, g, unit):
        touch(g)


cdef void lift_unit(const Tables* t, Game* g, int unit) noexcept nogil:
    """Take a unit's figure from its cell; where it goes is the caller's business. A monster remembers its last cell."""
    cdef int cell = cell_of(g, unit)
    if cell < 0 or g.unit[cell] != unit + 1:
        return
    if immobile(t, g, unit):
        touch(g)
    g.unit[cell] = 0
    if unit < MAX_EXPLORERS:
        g.explorers[unit].cell = -1


cdef int monsters_on_slot(const Game* g, int slot) noexcept nogil:
    cdef int i, n = 0
    for i in range(g.queue.n):
        if slot_of(g.monsters[g.queue.cards[i]].cell) == slot:
            n += 1
    return n


cdef bint equipped(const Game* g, int item) noexcept nogil:
    """Equipped, or present as upgrade or augment (MAC-ABL-14, MAC-ITM-14)."""
    return ITEM_PLACE_EQUIPPED <= g.items.place[item] <= ITEM_PLACE_AUGMENT


cdef void gain_essence(Game* g, int seat, int amount) noexcept nogil:
    """MAC-ATR-10: essence rises to at most 9; negative amounts lower it to at least 0."""
    g.explorers[seat].essence = <unsigned char>clamp(g.explorers[seat].essence + amount)


cdef void add_lasting(const Tables* t, Game* g, int mod, int target, int source) noexcept nogil:
    """MAC-EFF-02 to MAC-EFF-04: a lasting effect begins, unless its printed number of copies is reached.

    Effects without an acting unit (`source` -1) are kept under MAX_UNITS and end with the start of the next Horror
    phase.
    """
    cdef int i, same = 0
    if source < 0:
        source = MAX_UNITS
    for i in range(g.n_lasting):
        if g.lasting[i].target == target and g.lasting[i].mod == mod:
            same += 1
    if t.mods[mod].stack and same >= t.mods[mod].stack:
        return
    if g.n_lasting >= MAX_LASTING:
        fail(&g.core, ERROR_CAPACITY, mod)
        return
    g.lasting[g.n_lasting].mod = <unsigned short>mod
    g.lasting[g.n_lasting].target = <unsigned char>target
    g.lasting[g.n_lasting].source = <unsigned char>source
    g.n_lasting += 1
    if t.mods[mod].stat == STAT_IMMOBILE:
        touch(g)


cdef void remove_lasting(const Tables* t, Game* g, int index) noexcept nogil:
    cdef int i
    if t.mods[g.lasting[index].mod].stat == STAT_IMMOBILE:
        touch(g)
    for i in range(index, g.n_lasting - 1):
        g.lasting[i] = g.lasting[i + 1]
    g.n_lasting -= 1
    g.lasting[g.n_lasting].mod = 0
    g.lasting[g.n_lasting].target = 0
    g.lasting[g.n_lasting].source = 0
    g.lasting[g.n_lasting].token = 0


cdef void end_lasting_of(const Tables* t, Game* g, int source) noexcept nogil:
    """MAC-EFF-05: the lasting effects that a unit played end at the start of its next turn."""
    cdef int i
    for i in range(g.n_lasting - 1, -1, -1):
        if g.lasting[i].source == source:
            remove_lasting(t, g, i)


cdef void end_lasting_orphans(const Tables* t, Game* g, bint explorers) noexcept nogil:
    """MAC-EFF-05: effects of destroyed units and of explorers off the map end with the next phase of their kind."""
    cdef int i, source
    for i in range(g.n_lasting - 1, -1, -1):
        source = g.lasting[i].source
        if source < MAX_UNITS and (source < MAX_EXPLORERS) == explorers and not on_map(g, source):
            remove_lasting(t, g, i)


cdef void drop_lasting_on(const Tables* t, Game* g, int target) noexcept nogil:
    """A unit left the map for good; effects on it are gone."""
    cdef int i
    for i in range(g.n_lasting - 1, -1, -1):
        if g.lasting[i].target == target:
            remove_lasting(t, g, i)
