# cython: language_level=3
"""Chapters, entry and exit, base and endgame (CHP, ENT, EXI, BAS arrival and return, END)."""
from envs.core.flow cimport Frame, ask, begin, call, done, finish, give, option
from envs.core.piles cimport pile_draw_bottom, pile_pour, pile_shuffle
from envs.machina_arcana.rules.geometry cimport adjacent, cell_at, col, free_cell, row
from envs.machina_arcana.rules.quests cimport set_quests
from envs.machina_arcana.rules.state cimport (
    ACT_CELL, ACT_EDGE, ACT_PASS, CHOICE_EXIT_EDGE, CHOICE_PLACEMENT, Game, INTERRUPT_BASE, INTERRUPT_NEW_ROUND,
    MONSTER_PLACE_DECK, PHASE_SETUP, PROC_ENTER_BASE, PROC_ENTER_ENDGAME, PROC_EXIT_MAP, PROC_FLIP_CHAPTER,
    PROC_FREE_SPACE, PROC_LEAVE_BASE, PROC_PARTY, PROC_PLACE_ENTRY, PROC_PLACE_EXIT, PROC_PLACE_EXPLORER,
    PROC_PLACE_EXPLORERS, PROC_PLAY_CHAPTER, PROC_RESOLVE, QUEST_STATE_CLOSED, QUEST_STATE_OPEN, REASON_ESCAPED,
    REASON_LAST_CHAPTER, REASON_NO_EXPLORERS, SPACE_PIT, TRIGGER_TEXT, Tables, WHERE_BASE, WHERE_CARD, WHERE_EXITED,
    WHERE_MAP, WHERE_OUT, WHERE_WAITING,
)
from envs.machina_arcana.rules.table cimport enter
from envs.machina_arcana.rules.tiles cimport banish, has_entry, is_edge, lay_tile, lift_all_tiles, token_cell
from envs.machina_arcana.rules.units cimport lift_unit, put_unit


cdef inline void resolve_card(const Tables* t, Game* g, int ability, int seat) noexcept nogil:
    cdef Frame* frame
    frame = call(&g.core, PROC_RESOLVE, t.abilities[ability].first_op, t.abilities[ability].end_op, seat, -1)
    frame.e = -1
    frame.f = -1
    frame.g = -1
    frame.h = <short>seat


cdef void flip_chapter(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """The current chapter is flipped: MAC-CSP-05, MAC-EXI-05, MAC-EXI-11, MAC-CHP-15. a: activating seat (CHP-13)."""
    cdef int at = g.chapter_at
    if f.step == 1:
        done(&g.core)
        return
    g.exit_slot = -1
    g.exit_side = -1
    set_quests(g, t.chapters[at].first_quest, t.chapters[at].end_quest, QUEST_STATE_CLOSED)
    if at + 1 >= t.n_chapters:
        finish(&g.core, REASON_LAST_CHAPTER)
        return
    g.chapter_at += 1
    f.step = 1
    call(&g.core, PROC_PLAY_CHAPTER, f.a, 0, 0, 0)


cdef void play_chapter(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """A chapter becomes current: MAC-CHP-02, MAC-CHP-14, MAC-RAT-01, MAC-SET-16. a: activating seat."""
    cdef int at = g.chapter_at, i
    if f.step == 0:
        g.monster_rating = t.chapters[at].monster_rating
        g.horror_rating = t.chapters[at].horror_rating
        set_quests(g, t.chapters[at].first_quest, t.chapters[at].end_quest, QUEST_STATE_OPEN)
        f.e = t.chapters[at].first_ability
        f.f = <short>at
        f.step = 1
    # A reward or text may flip the next chapter while this one resolves; then the rest of this card is over.
    if g.chapter_at == f.f:
        for i in range(f.e, t.chapters[at].end_ability):
            if t.abilities[i].trigger == TRIGGER_TEXT:
                f.e = i + 1
                resolve_card(t, g, i, f.a)
                return
    done(&g.core)


cdef void place_entry(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Place entry token: MAC-ENT-01 to MAC-ENT-05, MAC-SET-16, MAC-SET-17; at the base it waits (MAC-BAS-18, 19)."""
    cdef int face, s
    if f.step == 1 or g.at_base:
        done(&g.core)
        return
    if g.phase != PHASE_SETUP:
        for s in range(g.seats):
            lift_unit(t, g, s)
        lift_all_tiles(t, g)
        face = pile_draw_bottom(&g.core, &g.tile_deck)
        lay_tile(t, g, face, 0, 2)
    if g.entry_cell[0] < 0:  # the token of a starting tile is printed
        g.entry_side[0] = 2  # the side of the direction symbol
        g.entry_cell[0] = <short>token_cell(t, g, 0, 2)
    f.step = 1
    call(&g.core, PROC_PLACE_EXPLORERS, 0, 0, 0, 0)


cdef void place_explorers(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """MAC-ENT-03, MAC-ENT-06, MAC-ENT-09, MAC-END-02: all explorers in the game are placed, in seat order."""
    cdef int s
    if f.step == 0:
        for s in range(g.seats):
            lift_unit(t, g, s)
            if g.explorers[s].card >= 0 and g.explorers[s].where != WHERE_OUT:
                g.explorers[s].where = WHERE_WAITING
        f.step = 1
    for s in range(f.e, g.seats):
        if g.explorers[s].card >= 0 and g.explorers[s].where == WHERE_WAITING:
            f.e = s + 1
            call(&g.core, PROC_PLACE_EXPLORER, s, 0, 0, 0)
            return
    done(&g.core)


cdef int placement_options(const Tables* t, Game* g) noexcept nogil:
    """Free spaces on or adjacent to an entry token, pits excluded (MAC-ENT-03, MAC-ENT-07); how many there are."""
    cdef int slot, dx, dy, cell, token, n = 0
    for slot in range(4):
        token = g.entry_cell[slot]
        if token < 0:
            continue
        for dy in range(-1, 2):
            for dx in range(-1, 2):
                cell = cell_at(col(token) + dx, row(token) + dy)
                if cell < 0 or not free_cell(g, cell) or g.kind[cell] == SPACE_PIT:
                    continue
                if cell == token or adjacent(g, token, cell):
                    option(&g.core, ACT_CELL + cell)
                    n += 1
    return n


cdef void place_explorer(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """An explorer is placed: MAC-ENT-06, MAC-ENT-07, MAC-DTH-12, MAC-DTH-14.

    a: seat, b: 1 = a new explorer, which may wait. Gives 1 if it was placed.
    """
    cdef int slot, token = -1
    if f.step == 0:
        begin(&g.core, f.a, CHOICE_PLACEMENT, -1)
        f.step = 1
        if placement_options(t, g) == 0 and not f.b:
            for slot in range(3, -1, -1):
                if g.entry_cell[slot] >= 0:
                    token = g.entry_cell[slot]
            g.core.turn = -1
            f.step = 2
            call(&g.core, PROC_FREE_SPACE, token, f.a, 0, 0)
            return
        if f.b:
            option(&g.core, ACT_PASS)
        ask(&g.core)
        return
    if f.step == 1:
        if g.core.answer == ACT_PASS:
            give(&g.core, 0)
            return
        put_unit(t, g, f.a, g.core.answer - ACT_CELL)
    elif g.core.result >= 0:
        put_unit(t, g, f.a, g.core.result)
    give(&g.core, 1)


cdef void place_exit(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Place exit token: MAC-EXI-01, MAC-EXI-02, MAC-EDG-03, MAC-BAS-19. a: deciding seat."""
    cdef int slot, side
    if f.step == 0:
        if g.at_base:
            g.wait_exit = <unsigned char>(f.a + 1)
            done(&g.core)
            return
        begin(&g.core, f.a, CHOICE_EXIT_EDGE, -1)
        for slot in range(4):
            for side in range(4):
                if (is_edge(t, g, slot, side) and not has_entry(g, slot, side)
                        and not (t.edges and g.edge_token[slot][side])):
                    option(&g.core, ACT_EDGE + 4 * slot + side)
        f.step = 1
        ask(&g.core)
        return
    g.exit_slot = <signed char>((g.core.answer - ACT_EDGE) // 4)
    g.exit_side = <signed char>((g.core.answer - ACT_EDGE) % 4)
    done(&g.core)


cdef void exit_map(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """An explorer exits: MAC-EXI-03 to MAC-EXI-07. a: seat."""
    if f.step == 0:
        lift_unit(t, g, f.a)
        g.explorers[f.a].where = WHERE_EXITED
        g.last_exit = <signed char>f.a
        f.step = 1
        call(&g.core, PROC_PARTY, f.a, 0, 0, 0)
        return
    done(&g.core)


cdef void party(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Who is left after an exit or a death: MAC-EXI-05 to MAC-EXI-08, MAC-END-09, MAC-FAS-02. The one that exited last
    is the activating explorer, also of a flip that a death brings (MAC-CHP-13)."""
    cdef int s, where, exited = -1
    cdef bint entry = False, waiting = False
    if f.step == 1:
        done(&g.core)
        return
    for s in range(4):
        if g.entry_cell[s] >= 0:
            entry = True
    for s in range(g.seats):
        where = g.explorers[s].where
        if where == WHERE_MAP or where == WHERE_BASE or where == WHERE_CARD:
            done(&g.core)
            return
        if where == WHERE_EXITED and (exited < 0 or s == g.last_exit):
            exited = s
        if where == WHERE_WAITING:
            waiting = True
    if exited >= 0:
        if t.chapters[g.chapter_at].victory_on_exit:
            finish(&g.core, REASON_ESCAPED)
            return
        if g.interrupt == 0:
            g.interrupt = INTERRUPT_NEW_ROUND
        f.step = 1
        call(&g.core, PROC_FLIP_CHAPTER, exited, 0, 0, 0)
        return
    if not waiting or not entry:
        finish(&g.core, REASON_NO_EXPLORERS)
        return
    done(&g.core)


cdef void enter_base(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Enter base, the arrival: MAC-BAS-01 to MAC-BAS-05, MAC-BAS-14, MAC-BAS-17, MAC-BAS-20."""
    cdef int i, s
    if g.at_base:
        done(&g.core)
        return
    for i in range(g.queue.n - 1, -1, -1):
        banish(t, g, g.queue.cards[i])
    for i in range(g.monster_destroyed.n):
        g.monsters[g.monster_destroyed.cards[i]].place = MONSTER_PLACE_DECK
    pile_pour(&g.core, &g.monster_destroyed, &g.monster_deck)
    pile_shuffle(&g.core, &g.monster_deck)
    for s in range(g.seats):
        lift_unit(t, g, s)
        if g.explorers[s].card >= 0 and g.explorers[s].where != WHERE_OUT:
            g.explorers[s].where = WHERE_BASE
    lift_all_tiles(t, g)
    for i in range(g.n_lasting):
        g.lasting[i].mod = 0
        g.lasting[i].target = 0
        g.lasting[i].source = 0
        g.lasting[i].token = 0
    g.n_lasting = 0
    g.at_base = 1
    g.armory_used = 0
    g.camp_uses = 0
    g.wait_exit = 0
    g.wait_endgame = 0
    g.interrupt = INTERRUPT_BASE
    done(&g.core)


cdef void leave_base(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """The return, and what waited for it: MAC-BAS-15, MAC-BAS-18, MAC-BAS-19.

    e, f: seats + 1 that enter the endgame and place the exit token.
    """
    if f.step == 0:
        g.at_base = 0
        f.f = g.wait_exit
        f.e = g.wait_endgame
        g.wait_exit = 0
        g.wait_endgame = 0
        f.step = 1
        if f.e:
            call(&g.core, PROC_ENTER_ENDGAME, f.e - 1, 0, 0, 0)
        else:
            call(&g.core, PROC_PLACE_ENTRY, 0, 0, 0, 0)
    elif f.step == 1 and f.f:
        f.step = 2
        call(&g.core, PROC_PLACE_EXIT, f.f - 1, 0, 0, 0)
    else:
        done(&g.core)


cdef void enter_endgame(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Enter endgame: MAC-END-01 to MAC-END-04, MAC-END-07, MAC-END-10, MAC-BAS-19. a: deciding seat."""
    cdef int s, i
    if f.step == 0:
        if g.at_base:
            g.wait_endgame = <unsigned char>(f.a + 1)
            done(&g.core)
            return
        for s in range(g.seats):
            lift_unit(t, g, s)
        lift_all_tiles(t, g)
        lay_tile(t, g, t.endgame_face, 0, 2)
        g.endgame = 0
        f.step = 1
        call(&g.core, PROC_PLACE_EXPLORERS, 0, 0, 0, 0)
        return
    if f.step == 1:
        set_quests(g, t.first_endgame_quest, t.end_endgame_quest, QUEST_STATE_OPEN)
        f.e = t.endgame.first_ability
        f.step = 2
    for i in range(f.e, t.endgame.end_ability):
        if t.abilities[i].trigger == TRIGGER_TEXT:
            f.e = i + 1
            resolve_card(t, g, i, f.a)
            return
    if g.interrupt == 0:
        g.interrupt = INTERRUPT_NEW_ROUND
    done(&g.core)


enter(PROC_FLIP_CHAPTER, flip_chapter)
enter(PROC_PLAY_CHAPTER, play_chapter)
enter(PROC_PLACE_ENTRY, place_entry)
enter(PROC_PLACE_EXPLORERS, place_explorers)
enter(PROC_PLACE_EXPLORER, place_explorer)
enter(PROC_PLACE_EXIT, place_exit)
enter(PROC_EXIT_MAP, exit_map)
enter(PROC_PARTY, party)
enter(PROC_ENTER_BASE, enter_base)
enter(PROC_LEAVE_BASE, leave_base)
enter(PROC_ENTER_ENDGAME, enter_endgame)
