"""The course of the game: set-up, days, turns."""
from envs.core.flow cimport STREAM_PLAY, Proc, ask, call, cut_off, done, finish, roll
from envs.core.head cimport Frame, Head
from envs.core.piles cimport pile_draw, pile_push, pile_shuffle
from envs.lifeboat.rules.crew cimport alive, draw_card, offer_turn, spend_card
from envs.lifeboat.rules.state cimport *
from envs.lifeboat.rules.table cimport PROCS


cdef void set_up(const Tables* t, Game* g) noexcept nogil:
    """Shuffle the supplies and deal one secret card each; one secret stays in the pile."""
    cdef Head* h = &g.core
    cdef int i, supply, _
    g.goal = MILES_PER_SAILOR * t.heroes
    g.water = 2
    g.appetite = LEAST_APPETITE + roll(h, MOST_APPETITE - LEAST_APPETITE + 1)
    for supply in range(1, N_SUPPLIES + 1):
        for _ in range(t.copies[supply]):
            pile_push(h, &g.deck, supply, False)
    pile_shuffle(h, &g.deck)
    for _ in range(t.heroes):
        pile_push(h, &g.secrets, SECRET_CREW, False)
    pile_push(h, &g.secrets, SECRET_SMUGGLER, False)
    pile_shuffle(h, &g.secrets)
    for i in range(t.heroes):
        g.sailors[i].health = MAX_HEALTH
        g.sailors[i].secret = pile_draw(h, &g.secrets)


cdef void voyage(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """The whole game: set-up, then one day after another."""
    if f.step == 0:
        set_up(t, g)
        g.core.stream = STREAM_PLAY
        f.step = 1
    call(&g.core, PROC_DAY, 0, 0, 0, 0)


cdef void day(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """A day: each living sailor has a turn, the shark has the night, the water rises. `a`: the next sailor."""
    cdef Head* h = &g.core
    if f.step == 0:
        g.day += 1
        f.step = 1
    if f.step == 1:
        while f.a < t.heroes and not alive(g, f.a):
            f.a += 1
        if f.a < t.heroes:
            f.a += 1
            call(h, PROC_TURN, f.a - 1, 0, 0, 0)
        else:
            f.step = 2
            call(h, PROC_SHARK, 0, 0, 0, 0)
        return
    g.water = min(SINKS_AT, g.water + roll(h, t.heroes + 2))
    if g.water == SINKS_AT:
        finish(h, ENDING_SUNK)
    elif g.day >= t.days:
        cut_off(h, ENDING_ADRIFT)
    else:
        done(h)


cdef void turn(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """The turn of sailor `a`."""
    cdef Head* h = &g.core
    if f.step == 0:
        f.step = 1
        offer_turn(g, f.a)
        ask(h)
        return
    if f.step == 2:
        done(h)
        return
    if h.answer == ACT_ROW:
        f.step = 2
        call(h, PROC_ROW, f.a, 0, 0, 0)
        return
    if h.answer == ACT_BAIL:
        g.water = max(0, g.water - 2)
    elif h.answer == ACT_SEARCH:
        draw_card(g, f.a)
    elif h.answer == ACT_USE + SUPPLY_BUCKET - 1:
        spend_card(g, f.a, SUPPLY_BUCKET)
        g.water = max(0, g.water - 5)
    elif h.answer == ACT_USE + SUPPLY_RUM - 1:
        spend_card(g, f.a, SUPPLY_RUM)
        g.sailors[f.a].health += 1
    done(h)


cdef void row(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Sailor `a` rows. The splashing may provoke an attack; a sailor that is bitten gains no way."""
    cdef Head* h = &g.core
    if f.step == 0:
        f.step = 1
        h.result = 0
        if roll(h, 6) == 0:
            call(h, PROC_ATTACK, f.a, 0, 0, 0)
            return
    if h.result == 0:
        g.distance += 1
        if g.distance >= g.goal:
            finish(h, ENDING_RESCUED)
            return
    done(h)


PROCS[PROC_VOYAGE] = <Proc>voyage
PROCS[PROC_DAY] = <Proc>day
PROCS[PROC_TURN] = <Proc>turn
PROCS[PROC_ROW] = <Proc>row
