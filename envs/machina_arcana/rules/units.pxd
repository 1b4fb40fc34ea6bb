# cython: language_level=3
"""Units and their effective attributes (ATR, ABL passive abilities, EFF lasting effects, SPE ethereal and immobile)."""
from envs.core.flow cimport u64
from envs.machina_arcana.rules.hands cimport Hands
from envs.machina_arcana.rules.state cimport (
    Game, MAX_EXPLORERS, MAX_MONSTERS, MONSTER_PLACE_MAP, Tables, WHERE_MAP,
)


cdef inline bint on_map(const Game* g, int unit) noexcept nogil:
    """The unit stands on the map."""
    if unit < 0:
        return False
    if unit < MAX_EXPLORERS:
        return g.explorers[unit].where == WHERE_MAP
    return g.monsters[unit - MAX_EXPLORERS].place == MONSTER_PLACE_MAP


cdef inline int cell_of(const Game* g, int unit) noexcept nogil:
    """Cell of a unit; of a destroyed monster the last one; -1 for an explorer off the map."""
    if unit < 0:
        return -1
    if unit < MAX_EXPLORERS:
        return g.explorers[unit].cell
    return g.monsters[unit - MAX_EXPLORERS].cell


cdef inline int health_of(const Game* g, int unit) noexcept nogil:
    if unit < MAX_EXPLORERS:
        return g.explorers[unit].health
    return g.monsters[unit - MAX_EXPLORERS].health


cdef inline void forget_given_up(Game* g, int seat) noexcept nogil:
    """MAC-CSP-16: cancelled announcements may be made anew, for stamina was spent or the turn is over."""
    cdef int i
    for i in range(8):
        g.explorers[seat].given_up[i] = -1


cdef struct Sources:
    # Bit s: a card of another unit, or a card on the table, may change the statistic s now.
    unsigned short auras
    unsigned short table
    u64 units  # those whose cards may change other units, as bits


cdef struct Defences:
    int armor
    int will
    bint ethereal


cdef void find_sources(const Tables* t, const Game* g, const Hands* hands, Sources* s) noexcept nogil
cdef void look_at(const Tables* t, const Game* g, const Hands* hands, const Sources* s, int unit,
                  Defences* d) noexcept nogil
cdef int sum_from(const Tables* t, const Game* g, const Hands* hands, const Sources* s, int unit,
                  int stat) noexcept nogil
cdef int full_health(const Tables* t, const Game* g, int unit) noexcept nogil
cdef int full_stamina(const Tables* t, const Game* g, int unit) noexcept nogil
cdef int sum_stat(const Tables* t, const Game* g, int unit, int stat, int item) noexcept nogil
cdef bint has_stat(const Tables* t, const Game* g, int unit, int stat) noexcept nogil
cdef int armor(const Tables* t, const Game* g, int unit) noexcept nogil
cdef int will(const Tables* t, const Game* g, int unit) noexcept nogil
cdef int attack_bonus(const Tables* t, const Game* g, int unit, int item) noexcept nogil
cdef int melee_bonus(const Tables* t, const Game* g, int unit, int item, int target) noexcept nogil
cdef bint attacks_arcane(const Tables* t, const Game* g, int unit, int item) noexcept nogil
cdef bint ethereal(const Tables* t, const Game* g, int unit) noexcept nogil
cdef bint immobile(const Tables* t, const Game* g, int unit) noexcept nogil
cdef bint may_target(const Tables* t, const Game* g, int by, int unit) noexcept nogil
cdef int controller(const Tables* t, const Game* g, int monster) noexcept nogil
cdef int group(const Game* g) noexcept nogil
cdef int decider(const Tables* t, const Game* g) noexcept nogil
cdef void put_unit(const Tables* t, Game* g, int unit, int cell) noexcept nogil
cdef void lift_unit(const Tables* t, Game* g, int unit) noexcept nogil
cdef int monsters_on_slot(const Game* g, int slot) noexcept nogil
cdef bint equipped(const Game* g, int item) noexcept nogil
cdef void gain_essence(Game* g, int seat, int amount) noexcept nogil
cdef void add_lasting(const Tables* t, Game* g, int mod, int target, int source) noexcept nogil
cdef void end_lasting_of(const Tables* t, Game* g, int source) noexcept nogil
cdef void end_lasting_orphans(const Tables* t, Game* g, bint explorers) noexcept nogil
cdef void drop_lasting_on(const Tables* t, Game* g, int target) noexcept nogil
