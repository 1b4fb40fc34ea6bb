# cython: language_level=3
"""Monster threat and monster level (THR)."""
from envs.core.flow cimport Frame, call, done
from envs.core.head cimport Head
from envs.core.piles cimport pile_pour, pile_push, pile_shuffle
from envs.machina_arcana.rules.items cimport equipped_count
from envs.machina_arcana.rules.state cimport (
    Game, MONSTER_PLACE_ASIDE, MONSTER_PLACE_DECK, OP_DESTROY_ITEM, PROC_DESTROY_EXPLORER, PROC_GIVE_UP_ITEM,
    PROC_RAISE_THREAT, Tables,
)
from envs.machina_arcana.rules.table cimport enter
from envs.machina_arcana.rules.units cimport on_map

cdef enum:
    LAST_THREAT = 10
    LAST_LEVEL = 5


cdef void next_level(const Tables* t, Game* g) noexcept nogil:
    """MAC-THR-02, MAC-THR-04 to MAC-THR-06: a level up; its cards and the destroyed monsters go into the deck."""
    cdef Head* h = &g.core
    cdef int m, i
    g.threat = 1
    g.level += 1
    for i in range(g.monster_destroyed.n):
        g.monsters[g.monster_destroyed.cards[i]].place = MONSTER_PLACE_DECK
    pile_pour(h, &g.monster_destroyed, &g.monster_deck)
    for m in range(t.n_monsters):
        if t.monsters[m].level == g.level and g.monsters[m].place == MONSTER_PLACE_ASIDE:
            g.monsters[m].place = MONSTER_PLACE_DECK
            pile_push(h, &g.monster_deck, m, False)
    pile_shuffle(h, &g.monster_deck)


cdef void raise_threat(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Increase monster threat by `a`, one at a time (MAC-THR-01 to MAC-THR-10).

    At the last level the threat stays; every explorer on the map gives up an equipped card, in seat order, and one
    that has none is destroyed. b: bits of the seats on the map when it rose, for the last death may bring exited
    explorers back on another map; e: next seat.
    """
    cdef Head* h = &g.core
    cdef int seat
    while f.a > 0:
        if g.level < LAST_LEVEL:
            f.a -= 1
            if g.threat < LAST_THREAT:
                g.threat += 1
            else:
                next_level(t, g)
            continue
        if f.e == 0:
            f.b = 0
            for seat in range(g.seats):
                f.b |= on_map(g, seat) << seat
        while f.e < g.seats:
            seat = f.e
            f.e += 1
            if not (f.b >> seat) & 1 or not on_map(g, seat):
                continue
            if equipped_count(g, seat) > 0:
                call(h, PROC_GIVE_UP_ITEM, seat, OP_DESTROY_ITEM, 1, 0)
            else:
                call(h, PROC_DESTROY_EXPLORER, seat, 0, 0, 0)
            return
        f.e = 0
        f.a -= 1
    done(h)


enter(PROC_RAISE_THREAT, raise_threat)
