"""The shark and its attacks."""
from envs.core.flow cimport Proc, ask, begin, call, done, give, option, roll
from envs.core.head cimport Frame, Head
from envs.lifeboat.rules.crew cimport alive, count_alive, offer_parry, spend_card, wound
from envs.lifeboat.rules.state cimport *
from envs.lifeboat.rules.table cimport PROCS


cdef void shark(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """The night: a shark that is still hungry attacks a sailor or lurks."""
    cdef Head* h = &g.core
    cdef int i, victim
    if f.step == 0:
        if g.appetite == 0:
            done(h)
        elif t.shark_seat:
            f.step = 1
            begin(h, t.heroes, CHOICE_SHARK, -1)
            option(h, ACT_LURK)
            for i in range(t.heroes):
                if alive(g, i):
                    option(h, ACT_BITE + i)
            ask(h)
        elif roll(h, 6) < 4:
            done(h)
        else:
            victim = roll(h, count_alive(t, g))
            for i in range(t.heroes):
                if alive(g, i):
                    if victim == 0:
                        strike(g, f, i)
                        return
                    victim -= 1
    elif f.step == 1:
        if h.answer == ACT_LURK:
            done(h)
        else:
            strike(g, f, h.answer - ACT_BITE)
    else:
        done(h)


cdef void strike(Game* g, Frame* f, int victim) noexcept nogil:
    f.step = 2
    g.appetite -= 1
    g.attacks += 1
    call(&g.core, PROC_ATTACK, victim, 0, 0, 0)


cdef void attack(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """An attack on sailor `a`, who may spend a flare. Gives 1 if the sailor was bitten."""
    cdef Head* h = &g.core
    if f.step == 0:
        f.step = 1
        offer_parry(g, f.a)
        ask(h)
    elif h.answer == ACT_BRACE:
        wound(t, g, f.a)
        give(h, 1)
    else:
        spend_card(g, f.a, SUPPLY_FLARE)
        give(h, 0)


PROCS[PROC_SHARK] = <Proc>shark
PROCS[PROC_ATTACK] = <Proc>attack
