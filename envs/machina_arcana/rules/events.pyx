# cython: language_level=3
"""Explorer events and horror events (EVT, HOR-03 to HOR-06, the horror cards of PUP, taking quests of QST)."""
from envs.core.flow cimport Frame, ask, begin, call, done, option
from envs.core.head cimport Head
from envs.core.piles cimport pile_draw, pile_pour, pile_push, pile_shuffle
from envs.machina_arcana.rules.state cimport (
    ACT_OPTION, CHOICE_HORROR_CARD, EVENT_KIND_QUEST, Game, PROC_EXPLORER_EVENT, PROC_HORROR_EVENT,
    PROC_RAISE_THREAT, PROC_RESOLVE, PROC_RESOLVE_EVENT, QUEST_STATE_OPEN, TRIGGER_TEXT, Tables,
)
from envs.machina_arcana.rules.table cimport enter
from envs.machina_arcana.rules.units cimport decider


cdef int draw_event(Game* g, bint horror) noexcept nogil:
    """MAC-GEN-22: the top event; an empty deck is first made anew of its destroyed cards. -1: there is no card."""
    cdef Head* h = &g.core
    cdef void* deck = <void*>&g.horror_deck if horror else <void*>&g.explorer_deck
    cdef void* destroyed = <void*>&g.horror_destroyed if horror else <void*>&g.explorer_destroyed
    if (g.horror_deck.n if horror else g.explorer_deck.n) == 0:
        pile_pour(h, destroyed, deck)
        pile_shuffle(h, deck)
    if (g.horror_deck.n if horror else g.explorer_deck.n) == 0:
        return -1
    return pile_draw(h, deck)


cdef void explorer_event(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """An explorer event: MAC-EVT-01 to MAC-EVT-04, MAC-EVT-07, MAC-EVT-09, MAC-EVT-10, MAC-QST-01, MAC-QST-07.

    a: the activating seat; essence and token of an event space are given before. A quest is laid beside its card.
    """
    cdef int card, quest
    if f.step == 1:
        done(&g.core)
        return
    card = draw_event(g, False)
    if card < 0:
        done(&g.core)
        return
    quest = t.explorer_events[card].quest
    if t.explorer_events[card].kind == EVENT_KIND_QUEST and quest >= 0:
        g.quest_state[quest] = QUEST_STATE_OPEN
        g.quest_holder[quest] = <signed char>f.a
        done(&g.core)
        return
    f.step = 1
    call(&g.core, PROC_RESOLVE_EVENT, card, 0, f.a, f.a)


cdef void horror_event(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """A horror event: MAC-HOR-03 to MAC-HOR-06; the Puppeteer destroys one of two cards: MAC-PUP-04, MAC-PUP-05,
    MAC-PUP-07, MAC-PUP-08, MAC-PUP-10 (D-40). a, b: the cards drawn."""
    cdef Head* h = &g.core
    if f.step == 0:
        f.step = 1
        call(h, PROC_RAISE_THREAT, 1, 0, 0, 0)
        return
    if f.step == 1:
        f.a = <short>draw_event(g, True)
        f.b = -1
        if t.agent_monsters and f.a >= 0:
            f.b = <short>draw_event(g, True)
        if f.b >= 0:
            begin(h, g.seats, CHOICE_HORROR_CARD, -1)
            if t.horror_events[f.a].shuffles <= t.horror_events[f.b].shuffles:
                option(h, ACT_OPTION)
            if t.horror_events[f.b].shuffles <= t.horror_events[f.a].shuffles:
                option(h, ACT_OPTION + 1)
            g.horror_offer[0] = <signed char>f.a
            g.horror_offer[1] = <signed char>f.b
            f.a = f.b = -1  # nothing but the record says which they are, see `resample`
            f.step = 2
            ask(h)
            return
        f.step = 3
        if f.a >= 0:
            call(h, PROC_RESOLVE_EVENT, f.a, 1, -1, decider(t, g))
    elif f.step == 2:
        f.step = 3
        f.a = g.horror_offer[0]
        f.b = g.horror_offer[1]
        g.horror_offer[0] = g.horror_offer[1] = -1
        if h.answer == ACT_OPTION:
            pile_push(h, &g.horror_destroyed, f.a, True)
            f.a = f.b
        else:
            pile_push(h, &g.horror_destroyed, f.b, True)
        f.b = -1
        call(h, PROC_RESOLVE_EVENT, f.a, 1, -1, decider(t, g))
    else:
        done(h)


cdef void resolve_event(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Resolve an event's text, then put the card on top of its destroyed pile: MAC-EVT-03, MAC-EVT-05, MAC-EVT-06,
    MAC-EVT-08, MAC-HOR-05. a: card, b: 1 horror event, c: acting unit or -1, d: deciding seat. e: next ability."""
    cdef Head* h = &g.core
    cdef Frame* resolve
    cdef int i, end = t.horror_events[f.a].end_ability if f.b else t.explorer_events[f.a].end_ability
    if f.step == 0:
        f.e = t.horror_events[f.a].first_ability if f.b else t.explorer_events[f.a].first_ability
        f.step = 1
    for i in range(f.e, end):
        if t.abilities[i].trigger == TRIGGER_TEXT:
            f.e = <short>(i + 1)
            resolve = call(h, PROC_RESOLVE, t.abilities[i].first_op, t.abilities[i].end_op, f.c, -1)
            resolve.e = -1
            resolve.f = -1
            resolve.g = -1
            resolve.h = f.d
            return
    if f.b:
        pile_push(h, &g.horror_destroyed, f.a, True)
    else:
        pile_push(h, &g.explorer_destroyed, f.a, True)
    done(h)


enter(PROC_EXPLORER_EVENT, explorer_event)
enter(PROC_HORROR_EVENT, horror_event)
enter(PROC_RESOLVE_EVENT, resolve_event)
