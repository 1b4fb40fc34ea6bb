# cython: language_level=3
"""Monsters spawn, summoning, and the roll of the horror phase (SPW, HOR)."""
from envs.core.flow cimport Frame, ask, begin, call, done, give, option
from envs.core.head cimport Head
from envs.core.piles cimport pile_draw, pile_pour, pile_push, pile_shuffle
from envs.machina_arcana.rules.dice cimport game_die
from envs.machina_arcana.rules.geometry cimport TILE, direct, free_cell, slot_of, tile_cell
from envs.machina_arcana.rules.state cimport (
    ACT_CELL, CHOICE_SPAWN_TIE, Game, MAX_EXPLORERS, MAX_UNITS, MONSTER_PLACE_DECK, PHASE_HORROR, PHASE_SPAWN,
    PROC_FREE_SPACE, PROC_HORROR_EVENT, PROC_HORROR_PHASE, PROC_NEAREST_SPACE, PROC_RAISE_THREAT, PROC_SPAWN,
    PROC_SPAWN_PHASE, PROC_SUMMON, SPACE_SPAWN, TOKEN_EXPLORED, Tables, WHERE_MAP,
)
from envs.machina_arcana.rules.table cimport enter
from envs.machina_arcana.rules.units cimport cell_of, end_lasting_of, full_health, monsters_on_slot, put_unit

cdef enum:
    MOST_ON_TILE = 4  # MAC-SPW-07


cdef inline bint open_spawn(const Game* g, int cell) noexcept nogil:
    """A monster spawn without explored token."""
    return g.kind[cell] == SPACE_SPAWN and g.token[cell] != TOKEN_EXPLORED


cdef int nearest_spawn(const Game* g, int anchor) noexcept nogil:
    """MAC-SPW-03, MAC-SPW-04: direct distance to the nearest open spawn of the anchor's tile, -1 if it has none."""
    cdef int i, cell, best = -1
    for i in range(TILE * TILE):
        cell = tile_cell(anchor, i)
        if open_spawn(g, cell) and (best < 0 or direct(anchor, cell) < best):
            best = direct(anchor, cell)
    return best


cdef bint spawn_roll(const Tables* t, Game* g) noexcept nogil:
    """MAC-SPW-02, MAC-RAT-02, MAC-RAT-03: one roll against the spawn value; with sliders (RAT) the value moves."""
    cdef bint success = game_die(t, g) >= g.monster_rating
    if t.ratings:
        if success and 0 <= g.chapter_at < t.n_chapters:
            g.monster_rating = t.chapters[g.chapter_at].monster_rating
        elif not success and g.monster_rating > 1:
            g.monster_rating -= 1
    return success


cdef void spawn_phase(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Monsters spawn (MAC-SPW-01 to MAC-SPW-11): a roll for each explorer on the map, in seat order.

    e: seat of the roll. Among equally near spawns its explorer chooses.
    """
    cdef Head* h = &g.core
    cdef int cell, anchor, near, i
    g.phase = PHASE_SPAWN
    if f.step == 1:  # a spawn was chosen
        f.step = 0
        call(h, PROC_SPAWN, f.e, h.answer - ACT_CELL, 0, 0)
        f.e += 1
        return
    while f.e < g.seats and not g.interrupt:
        anchor = g.explorers[f.e].cell
        if g.explorers[f.e].where != WHERE_MAP:
            f.e += 1
            continue
        near = nearest_spawn(g, anchor)
        if near < 0 or not spawn_roll(t, g):
            f.e += 1
            continue
        if monsters_on_slot(g, slot_of(anchor)) >= MOST_ON_TILE:
            f.e += 1
            call(h, PROC_RAISE_THREAT, 1, 0, 0, 0)
            return
        begin(h, f.e, CHOICE_SPAWN_TIE, f.e)
        for i in range(TILE * TILE):
            cell = tile_cell(anchor, i)
            if open_spawn(g, cell) and direct(anchor, cell) == near:
                option(h, ACT_CELL + cell)
        f.step = 1
        ask(h)
        return
    done(h)


cdef bint refill(const Tables* t, Game* g) noexcept nogil:
    """MAC-SPW-13: an empty monster deck is made of the destroyed monsters; False if there is still no card."""
    cdef int i
    if g.monster_deck.n == 0:
        for i in range(g.monster_destroyed.n):
            g.monsters[g.monster_destroyed.cards[i]].place = MONSTER_PLACE_DECK
        pile_pour(&g.core, &g.monster_destroyed, &g.monster_deck)
        pile_shuffle(&g.core, &g.monster_deck)
    return g.monster_deck.n > 0


cdef void spawn(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Spawn a monster on cell `b` (MAC-SPW-12 to MAC-SPW-18). a: the seat that chooses a free space, -1: the group.

    Gives 1 if a monster came. With the space taken its card is seen, but stays on the deck until the figure has
    a space: without one it lies there again.
    """
    cdef Head* h = &g.core
    cdef int cell = f.b, m
    if f.step == 2:  # the threat has risen instead
        done(h)
        return
    if f.step == 1:
        cell = h.result
    elif refill(t, g):
        if not free_cell(g, cell):
            if g.monster_deck.known == 0:
                g.monster_deck.known = 1
            f.step = 1
            call(h, PROC_FREE_SPACE, cell, f.a, 0, 0)
            return
    else:
        cell = -1
    if cell < 0:
        f.step = 2
        call(h, PROC_RAISE_THREAT, 1, 0, 0, 0)
        return
    m = pile_draw(h, &g.monster_deck)
    if h.error:
        return
    pile_push(h, &g.queue, m, True)
    g.monsters[m].health = <unsigned char>full_health(t, g, m + MAX_EXPLORERS)
    g.monsters[m].stamina = 0
    g.monsters[m].played = 0
    g.monsters[m].acted = 0
    g.monsters[m].goal = -1
    g.monsters[m].prey = -1
    g.monsters[m].cell = -1
    put_unit(t, g, m + MAX_EXPLORERS, cell)
    give(h, 1)


cdef void summon(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """MAC-SPW-08, MAC-SPW-20: spawn without a roll and without the limit, on the tile of unit `a` or next to it.

    b: 0 at the nearest open spawn of its tile, 1 next to the unit; c: the seat that settles ties.
    """
    cdef Head* h = &g.core
    cdef int anchor = cell_of(g, f.a)
    if f.step == 0 and anchor >= 0:
        if f.b:
            f.step = 2
            call(h, PROC_SPAWN, f.c, anchor, 0, 0)
        else:
            f.step = 1
            call(h, PROC_NEAREST_SPACE, SPACE_SPAWN, anchor, f.c, 0)
        return
    if f.step == 1 and h.result >= 0:
        f.step = 2
        call(h, PROC_SPAWN, f.c, h.result, 0, 0)
        return
    done(h)


cdef void horror_phase(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """MAC-HOR-01, MAC-HOR-02, MAC-HOR-07: one roll for the group against the horror value (MAC-RAT-04, MAC-RAT-05)."""
    cdef Head* h = &g.core
    cdef bint success
    if f.step == 1 or g.at_base:
        done(h)
        return
    g.phase = PHASE_HORROR
    end_lasting_of(t, g, MAX_UNITS)  # of cards without an acting unit
    success = game_die(t, g) >= g.horror_rating
    if t.ratings:
        if success and 0 <= g.chapter_at < t.n_chapters:
            g.horror_rating = t.chapters[g.chapter_at].horror_rating
        elif not success and g.horror_rating > 1:
            g.horror_rating -= 1
    if not success:
        done(h)
        return
    f.step = 1
    call(h, PROC_HORROR_EVENT, 0, 0, 0, 0)


enter(PROC_SPAWN_PHASE, spawn_phase)
enter(PROC_SPAWN, spawn)
enter(PROC_SUMMON, summon)
enter(PROC_HORROR_PHASE, horror_phase)
