# cython: language_level=3
"""Who can be targeted, which abilities can be played now, which units an effect selects (TAR, ABL, SPE, BRL-06)."""
from envs.core.bits cimport low_bit
from envs.core.flow cimport u64
from envs.core.head cimport Head
from envs.machina_arcana.rules.state cimport (
    Game, MAX_EXPLORERS, OP_DESTROY_ITEM, OP_DESTROY_MONSTER, OP_DESTROY_SPACE, OP_DROP_ITEM, OP_INVENTORY,
    OP_LASTING, OP_LOSE_HEALTH, OP_MOVE, TRIGGER_ACTIVE, Tables,
)
from envs.machina_arcana.rules.units cimport forget_given_up, group

cdef enum:
    # Bits of an effect's result (`m` of PROC_RESOLVE): an explorer of it has been destroyed, whoever takes its place
    # (MAC-EFF-07).
    TARGET_GONE = 8
    SELF_GONE = 16


cdef inline int kth_active(const Tables* t, int first, int end, int k) noexcept nogil:
    """The k-th active ability of a card whose abilities are first..end-1, -1 if there is none."""
    cdef int a
    for a in range(first, end):
        if t.abilities[a].trigger == TRIGGER_ACTIVE:
            if k == 0:
                return a
            k -= 1
    return -1


cdef inline int tie_seat(const Tables* t, const Game* g, int seat) noexcept nogil:
    """Who settles a tie: `seat`; for -1 the Puppeteer or, if ties are asked, the group; -1: the fixed order
    (MAC-GEN-04)."""
    if seat >= 0:
        return seat
    if t.agent_monsters:
        return g.seats
    return group(g) if t.ask_ties else -1


cdef inline bint may_spend(const Tables* t, const Game* g, int seat) noexcept nogil:
    """MAC-ABL-07, MAC-EXP-18: stamina is spent in the own turn; with Intricacy in every explorer's turn (MAC-INT-01,
    MAC-INT-02)."""
    return g.active == seat or (t.intricacy and g.active >= 0)


cdef inline void pay(Game* g, int unit, int stamina, int essence) noexcept nogil:
    """MAC-EXP-16: pay a cost that can be paid; spent stamina also ends a cancelled announcement (MAC-CSP-16)."""
    if unit < MAX_EXPLORERS:
        g.explorers[unit].stamina -= <unsigned char>stamina
        g.explorers[unit].essence -= <unsigned char>essence
        if stamina > 0:
            forget_given_up(g, unit)
    else:
        g.monsters[unit - MAX_EXPLORERS].stamina -= <unsigned char>stamina


cdef inline bint works_on_units(int code) noexcept nogil:
    """The operation is carried out on each unit of its selector (attacks aside)."""
    return (code == OP_LASTING or OP_LOSE_HEALTH <= code <= OP_MOVE or OP_DESTROY_SPACE <= code <= OP_DESTROY_MONSTER
            or OP_DESTROY_ITEM <= code <= OP_DROP_ITEM or code == OP_INVENTORY)


cdef inline u64 unit_bit(int unit) noexcept nogil:
    return <u64>1 << unit


cdef inline int next_unit(u64* units) noexcept nogil:
    """Take the lowest unit out of a set that is not empty."""
    cdef int unit = low_bit(units[0])
    units[0] &= units[0] - 1
    return unit


cdef inline u64 read_units(const short* words) noexcept nogil:
    """A set of units from three words of a frame, 12 units each."""
    return <u64>(words[0] & 0xFFF) | <u64>(words[1] & 0xFFF) << 12 | <u64>(words[2] & 0xFFF) << 24


cdef inline void write_units(short* words, u64 units) noexcept nogil:
    """Put a set of units into three words of a frame."""
    words[0] = <short>(units & 0xFFF)
    words[1] = <short>(units >> 12 & 0xFFF)
    words[2] = <short>(units >> 24 & 0xFFF)


cdef bint legal_target(const Tables* t, const Game* g, int unit, int ability, int target) noexcept nogil
cdef bint legal_space(const Tables* t, const Game* g, int unit, int ability, int cell) noexcept nogil
cdef bint legal_barrel(const Tables* t, const Game* g, int unit, int ability, int cell) noexcept nogil
cdef bint has_target(const Tables* t, const Game* g, int unit, int ability) noexcept nogil
cdef void target_options(const Tables* t, const Game* g, int unit, int ability, Head* h) noexcept nogil
cdef bint payable(const Tables* t, const Game* g, int unit, int ability, int item) noexcept nogil
cdef bint playable_now(const Tables* t, const Game* g, int seat, int item, int ability, bint free_only) noexcept nogil
cdef void ability_options(const Tables* t, Game* g, int seat, bint free_only) noexcept nogil
cdef bint affected(const Game* g, int unit) noexcept nogil
cdef bint fallen(const Game* g, int unit) noexcept nogil
cdef int first_in_order(const Game* g, u64 units) noexcept nogil
cdef u64 select_units(const Tables* t, const Game* g, int acting, int target, int who, int reach) noexcept nogil
cdef u64 nearest_units(const Tables* t, Game* g, int acting, u64 units) noexcept nogil
cdef u64 weakest(const Tables* t, const Game* g, int monster, u64 explorers) noexcept nogil
