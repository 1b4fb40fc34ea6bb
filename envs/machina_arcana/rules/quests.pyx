# cython: language_level=3
"""See quests.pxd. Procedures: use a space for a quest, advance a quest, collect."""
from envs.core.bits cimport low_bit
from envs.core.flow cimport Frame, ask, begin, call, done, option
from envs.core.piles cimport pile_push
from envs.machina_arcana.rules.geometry cimport adjacent, touch
from envs.machina_arcana.rules.state cimport (
    ACT_AMOUNT, ACT_QUEST, CHOICE_COLLECT, CHOICE_QUEST, PROC_ADVANCE_QUEST, PROC_COLLECT, PROC_DEATHS,
    PROC_FLIP_CHAPTER, PROC_RESOLVE, PROC_USE_SPACE, QUEST_KIND_COLLECT_ESSENCE, QUEST_KIND_COLLECT_HEALTH,
    QUEST_KIND_USE_SPACE, QUEST_SOURCE_CHAPTER, QUEST_SOURCE_EVENT, QUEST_STATE_CLOSED, QUEST_STATE_DONE,
    QUEST_STATE_OPEN, SPACE_SPECIAL, TOKEN_EXPLORED, WHERE_BASE, WHERE_MAP,
)
from envs.machina_arcana.rules.table cimport enter


cdef bint open_to(const Tables* t, const Game* g, int quest, int seat) noexcept nogil:
    """MAC-QST-06: everyone may fulfil a chapter's quest, an event's only its holder."""
    return g.quest_state[quest] == QUEST_STATE_OPEN and (g.quest_holder[quest] < 0 or g.quest_holder[quest] == seat)


cdef bint may_collect(const Tables* t, const Game* g, int quest, int seat) noexcept nogil:
    """MAC-CHP-07, MAC-CHP-11, MAC-QST-04: an explorer on the map or at the base may pay toward a Collect quest."""
    if g.explorers[seat].where != WHERE_MAP and g.explorers[seat].where != WHERE_BASE:
        return False
    if not open_to(t, g, quest, seat):
        return False
    if t.quests[quest].kind == QUEST_KIND_COLLECT_ESSENCE:
        return g.explorers[seat].essence > 0
    return t.quests[quest].kind == QUEST_KIND_COLLECT_HEALTH and g.explorers[seat].health > 0


cdef bint fits_space(const Tables* t, const Game* g, int quest, int seat, int cell) noexcept nogil:
    """MAC-CHP-08, MAC-CHP-10, MAC-QST-05: may the explorer use that space for the quest (cost aside)?"""
    return (
        t.quests[quest].kind == QUEST_KIND_USE_SPACE
        and open_to(t, g, quest, seat)
        and g.kind[cell] == t.quests[quest].space
        and (g.token[cell] != TOKEN_EXPLORED or g.kind[cell] == SPACE_SPECIAL)
        and adjacent(g, g.explorers[seat].cell, cell)
    )


cdef bint collect_options(const Tables* t, Game* g, int seat) noexcept nogil:
    """Add the Collect quests that a seat may pay toward; True if there is one."""
    cdef int q
    cdef u64 quests = open_quests(g)
    cdef bint found = False
    while quests:
        q = low_bit(quests)
        quests &= quests - 1
        if may_collect(t, g, q, seat):
            option(&g.core, ACT_QUEST + q)
            found = True
    return found


cdef void set_quests(Game* g, int first, int end, int state) noexcept nogil:
    """Open or close the quests of a chapter or of the endgame."""
    cdef int q
    for q in range(first, end):
        g.quest_state[q] = <unsigned char>state
        g.quest_progress[q] = 0
        g.quest_holder[q] = -1


cdef void use_space(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Use a specific space: MAC-CHP-08, MAC-CHP-10, MAC-QST-05, MAC-QST-09, MAC-EXP-14. a: seat, b: cell."""
    cdef int q
    if f.step == 0:
        begin(&g.core, f.a, CHOICE_QUEST, -1)
        for q in range(t.n_quests):
            if fits_space(t, g, q, f.a, f.b):
                option(&g.core, ACT_QUEST + q)
        f.step = 1
        ask(&g.core)
    elif f.step == 1:
        q = g.core.answer - ACT_QUEST
        g.explorers[f.a].stamina -= 3
        if g.kind[f.b] != SPACE_SPECIAL:
            g.token[f.b] = TOKEN_EXPLORED
            touch(g)
        f.step = 2
        call(&g.core, PROC_ADVANCE_QUEST, q, f.a, 1, 0)
    else:
        done(&g.core)


cdef void advance_quest(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Success of a quest: MAC-CHP-05, MAC-CHP-06, MAC-CHP-09, MAC-QST-02, MAC-QST-03, MAC-QST-08.

    a: quest, b: seat, c: successes.
    """
    cdef int q = f.a, i
    if f.step == 0:
        if g.quest_state[q] != QUEST_STATE_OPEN:  # the payment has ended the chapter
            done(&g.core)
            return
        g.quest_progress[q] += f.c
        if g.quest_progress[q] < t.quests[q].times:
            done(&g.core)
            return
        g.quest_progress[q] = t.quests[q].times
        g.quest_state[q] = QUEST_STATE_DONE
        f.step = 1
        f.e = g.chapter_at
        begin_reward(t, g, q, f.b)
        return
    if f.step == 1:
        if t.quests[q].source == QUEST_SOURCE_EVENT:
            g.quest_state[q] = QUEST_STATE_CLOSED
            g.quest_progress[q] = 0
            g.quest_holder[q] = -1
            pile_push(&g.core, &g.explorer_destroyed, t.quests[q].card, True)
        elif t.quests[q].source == QUEST_SOURCE_CHAPTER and g.chapter_at == f.e:
            for i in range(t.chapters[f.e].first_quest, t.chapters[f.e].end_quest):
                if g.quest_state[i] != QUEST_STATE_DONE:
                    done(&g.core)
                    return
            if not t.chapters[f.e].leaves:
                f.step = 2
                call(&g.core, PROC_FLIP_CHAPTER, f.b, 0, 0, 0)
                return
    done(&g.core)


cdef inline void begin_reward(const Tables* t, Game* g, int q, int seat) noexcept nogil:
    cdef Frame* frame = call(&g.core, PROC_RESOLVE, t.quests[q].first_op, t.quests[q].end_op, seat, -1)
    frame.e = -1
    frame.f = -1
    frame.g = -1
    frame.h = <short>seat


cdef void collect(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Collect: MAC-CHP-07, MAC-CHP-11, MAC-QST-04. a: seat, b: quest."""
    cdef int n, left = t.quests[f.b].times - g.quest_progress[f.b]
    cdef bint health = t.quests[f.b].kind == QUEST_KIND_COLLECT_HEALTH
    cdef int stock = g.explorers[f.a].health if health else g.explorers[f.a].essence
    if f.step == 0:
        begin(&g.core, f.a, CHOICE_COLLECT, f.b)
        for n in range(1, (left if left < stock else stock) + 1):
            option(&g.core, ACT_AMOUNT + n)
        f.step = 1
        ask(&g.core)
    elif f.step == 1:
        f.c = g.core.answer - ACT_AMOUNT
        f.step = 2
        if health:
            g.explorers[f.a].health -= f.c
            if g.explorers[f.a].health == 0:
                call(&g.core, PROC_DEATHS, -1, 0, 0, 0)
        else:
            g.explorers[f.a].essence -= f.c
    elif f.step == 2:
        f.step = 3
        call(&g.core, PROC_ADVANCE_QUEST, f.b, f.a, f.c, 0)
    else:
        done(&g.core)


enter(PROC_USE_SPACE, use_space)
enter(PROC_ADVANCE_QUEST, advance_quest)
enter(PROC_COLLECT, collect)
