# cython: language_level=3
"""Monster action: the queue, a monster's turn, the turn of one that somebody plays (MON, TGT, MMV, SPE, PUP)."""
from envs.core.flow cimport Frame, ask, begin, call, done, give, option, u64
from envs.core.head cimport Head
from envs.machina_arcana.rules.geometry cimport (
    BORDER_CLOSED, FAR, adjacent, breakable, can_step, closed, neighbour, set_border,
)
from envs.machina_arcana.rules.monster_ai cimport (
    detour_goal, detour_steps, explorer_targets, lowest, nearest_explorers, next_steps, picks_unit, several,
)
from envs.machina_arcana.rules.state cimport (
    ACT_BREAK, ACT_END_TURN, ACT_EXPLORER, ACT_MONSTER, ACT_MOVE, ACT_POWER, BORDER_DESTROYED, BORDER_NONE,
    CHOICE_CONTROL, CHOICE_EXPLORER_TIE, CHOICE_MONSTER_ACTION, CHOICE_MONSTER_NEXT, CHOICE_STEP_TIE, Game,
    MAX_EXPLORERS, N_ACT_BREAK, N_ACT_MOVE, N_ACT_POWER, PHASE_MONSTERS, PROC_AFTER_MOVE, PROC_CONTROLLED_TURN,
    PROC_MONSTER_PHASE, PROC_MONSTER_TURN, PROC_PLAY_ABILITY, PROC_WINDOW, SPACE_PIT, TARGET_WHO_MONSTERS,
    TRIGGER_ACTIVE, Tables,
)
from envs.machina_arcana.rules.table cimport enter
from envs.machina_arcana.rules.targets cimport has_target, kth_active, legal_target, payable, unit_bit, weakest
from envs.machina_arcana.rules.units cimport controller, decider, end_lasting_of, full_stamina, group, immobile, on_map

cdef enum:
    BREAK_COST = 4  # MAC-EXP-12, MAC-MMV-10
    CHANGED = 4  # result of PLAY_ABILITY: the play changed something


# -- the phase ---------------------------------------------------------------------------------------------------

cdef void monster_phase(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Monster action (MAC-MON-01, MAC-MON-13, MAC-MON-15): each monster once, in queue order; a Puppeteer picks any
    order (MAC-PUP-02, MAC-PUP-06, D-38)."""
    cdef Head* h = &g.core
    cdef int i, m, waiting = 0
    if f.step == 0:
        g.phase = PHASE_MONSTERS
        for i in range(g.queue.n):
            g.monsters[g.queue.cards[i]].acted = 0
        f.step = 1
    if f.step == 2:
        f.step = 1
        call(h, PROC_MONSTER_TURN, h.answer - ACT_MONSTER, 0, 0, 0)
        return
    if g.interrupt:
        done(h)
        return
    for i in range(g.queue.n):
        m = g.queue.cards[i]
        if g.monsters[m].acted:
            continue
        if not t.agent_monsters:
            call(h, PROC_MONSTER_TURN, m, 0, 0, 0)
            return
        if waiting == 0:
            begin(h, g.seats, CHOICE_MONSTER_NEXT, -1)
        option(h, ACT_MONSTER + m)
        waiting += 1
    if waiting == 0:
        done(h)
        return
    f.step = 2
    ask(h)


# -- what both kinds of turn share -----------------------------------------------------------------------------------

cdef int player(const Tables* t, const Game* g, int monster) noexcept nogil:
    """MAC-SPE-08, MAC-PUP-01: the seat that plays the monster, control first; -1: the rules do."""
    cdef int seat = controller(t, g, monster)
    if seat >= 0:
        return seat
    return g.seats if t.agent_monsters else -1


cdef bint turn_over(const Game* g, int monster) noexcept nogil:
    """MAC-MON-14: destroyed or banished (and perhaps spawned anew), or the round was interrupted."""
    return not on_map(g, monster + MAX_EXPLORERS) or not g.monsters[monster].acted or g.interrupt


cdef void destroy_border(Game* g, int monster, int side) noexcept nogil:
    """MAC-EXP-12, MAC-DOR-05, MAC-DOR-10, MAC-MMV-10: destroy an adjacent closed door or barrier for 4 stamina."""
    cdef int cell = g.monsters[monster].cell
    g.monsters[monster].stamina -= BREAK_COST
    set_border(g, cell, side, BORDER_DESTROYED if g.border[cell][side] == BORDER_CLOSED else BORDER_NONE)


cdef void step(Game* g, int monster, int to) noexcept nogil:
    """MAC-MOV-01: one space for 1 stamina. Only monsters that are not immobile come here."""
    g.monsters[monster].stamina -= 1
    g.unit[g.monsters[monster].cell] = 0
    g.unit[to] = <unsigned char>(monster + MAX_EXPLORERS + 1)
    g.monsters[monster].cell = <short>to


cdef void play(const Tables* t, Game* g, int monster, int ability, int target, int seat) noexcept nogil:
    """Play an ability; one of cost 0 is used up for this turn (MAC-MON-12)."""
    cdef Frame* played
    if t.abilities[ability].stamina == 0:
        g.monsters[monster].played |= ability_bit(t, monster, ability)
    played = call(&g.core, PROC_PLAY_ABILITY, monster + MAX_EXPLORERS, ability, -1, target)
    played.e = <short>seat


cdef inline unsigned char ability_bit(const Tables* t, int monster, int ability) noexcept nogil:
    return <unsigned char>(1 << ((ability - t.monsters[monster].first_ability) & 7))


# -- a monster that the rules play ------------------------------------------------------------------------------------

cdef enum:
    THINK = 1
    TARGET = 2  # the group has chosen among equal targets
    PLAYED = 3
    PREY = 4  # the group has chosen the explorer to walk to
    STEP = 5  # the group has chosen the next space
    PLAYER = 6  # somebody has played the turn


cdef void monster_turn(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """The turn of monster card `a`: MAC-MON-02 to MAC-MON-12, MAC-MON-16, MAC-EFF-05, windows of MAC-ABL-12.

    e: ability being played, g: its target unit, h: explorer walked to, k, m: abilities that changed nothing, a byte for
    each explorer.
    """
    cdef Head* h = &g.core
    cdef int m = f.a, unit = f.a + MAX_EXPLORERS
    if f.step == 0:
        g.acting = <signed char>unit
        g.monsters[m].acted = 1
        end_lasting_of(t, g, unit)
        g.monsters[m].stamina = <unsigned char>full_stamina(t, g, unit)
        g.monsters[m].played = 0
        g.monsters[m].goal = -1
        g.monsters[m].prey = -1
        f.step = THINK
        call(h, PROC_WINDOW, unit, 0, 0, 0)
    elif turn_over(g, m) or (f.step == PLAYER and h.result == 1):
        end_turn(g, m)
    elif f.step == TARGET:
        f.g = h.answer - ACT_EXPLORER
        play_picked(t, g, f)
    elif f.step == PLAYED:
        note_play(t, g, f)
        f.step = THINK
        call(h, PROC_WINDOW, unit, 0, 0, 0)
    elif f.step == PREY:
        f.h = h.answer - ACT_EXPLORER
        walk(t, g, f)
    elif f.step == STEP:
        go(t, g, f, h.answer - ACT_MOVE)
    elif player(t, g, m) >= 0:
        f.step = PLAYER
        call(h, PROC_CONTROLLED_TURN, m, player(t, g, m), 0, 0)
    else:
        think(t, g, f)


cdef void end_turn(Game* g, int monster) noexcept nogil:
    """MAC-MON-10: what is left of its stamina is lost."""
    g.monsters[monster].stamina = 0
    g.monsters[monster].played = 0
    g.monsters[monster].goal = -1
    g.monsters[monster].prey = -1
    g.acting = -1
    done(&g.core)


cdef void think(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """MAC-MON-02, MAC-MON-03, MAC-MON-06, MAC-MON-11: the first ability that can be played, else a step."""
    cdef int m = f.a, unit = f.a + MAX_EXPLORERS, a
    cdef u64 nearest = nearest_explorers(t, g, unit), targets
    for a in range(t.monsters[m].first_ability, t.monsters[m].end_ability):
        if (t.abilities[a].trigger != TRIGGER_ACTIVE or g.monsters[m].played & ability_bit(t, m, a)
                or not payable(t, g, unit, a, -1)):
            continue
        f.e = <short>a
        if not picks_unit(t, a) or t.abilities[a].who == TARGET_WHO_MONSTERS:
            if has_target(t, g, unit, a):
                f.g = -1
                play_picked(t, g, f)
                return
            continue
        targets = explorer_targets(t, g, unit, a, spent_on(t, g, f, a), nearest)
        if several(targets) and t.ask_ties:
            ask_explorer(g, f, TARGET, targets)
            return
        if targets:
            f.g = <short>lowest(targets)
            play_picked(t, g, f)
            return
    approach(t, g, f, nearest)


cdef void ask_explorer(Game* g, Frame* f, int step, u64 explorers) noexcept nogil:
    """MAC-TGT-04, D-24: the group chooses among equal explorers."""
    cdef int s
    begin(&g.core, group(g), CHOICE_EXPLORER_TIE, f.a + MAX_EXPLORERS)
    for s in range(g.seats):
        if explorers & unit_bit(s):
            option(&g.core, ACT_EXPLORER + s)
    f.step = <short>step
    ask(&g.core)


# -- its abilities

cdef u64 spent_on(const Tables* t, const Game* g, const Frame* f, int ability) noexcept nogil:
    """MAC-MON-17 (b): the explorers on whom a play of that ability changed nothing this turn."""
    cdef int bit = ability_bit(t, f.a, ability), word, s
    cdef u64 out = 0
    for s in range(g.seats):
        word = f.k if s < 2 else f.m
        if (word >> (8 * (s % 2))) & bit:
            out |= unit_bit(s)
    return out


cdef void play_picked(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Play ability f.e on unit f.g (-1: no explorer is its target; of monsters the first in the queue is taken)."""
    cdef int i
    if f.g < 0 and picks_unit(t, f.e) and not t.ask_ties:
        for i in range(g.queue.n):
            if legal_target(t, g, f.a + MAX_EXPLORERS, f.e, g.queue.cards[i] + MAX_EXPLORERS):
                f.g = g.queue.cards[i] + MAX_EXPLORERS
                break
    f.step = PLAYED
    play(t, g, f.a, f.e, f.g, decider(t, g))


cdef void note_play(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """MAC-MON-17: an ability that helps no attack is played once; one that changed nothing not again on that target."""
    cdef unsigned char bit = ability_bit(t, f.a, f.e)
    if t.abilities[f.e].harmless:
        g.monsters[f.a].played |= bit
    elif g.core.result & CHANGED:
        return
    elif not 0 <= f.g < MAX_EXPLORERS:
        g.monsters[f.a].played |= bit
    elif f.g < 2:
        f.k = <short>(f.k | (bit << (8 * f.g)))
    else:
        f.m = <short>(f.m | (bit << (8 * (f.g - 2))))


# -- its movement

cdef void approach(const Tables* t, Game* g, Frame* f, u64 nearest) noexcept nogil:
    """MAC-MON-05, MAC-MMV-01, MAC-TGT-04: pick the explorer to walk to. On a detour it stays the one that it began
    with, as long as that one is among the nearest (MAC-MMV-08)."""
    cdef int m = f.a, unit = f.a + MAX_EXPLORERS
    cdef u64 preys = nearest
    if not nearest or g.monsters[m].stamina == 0:  # MAC-MON-16
        end_turn(g, m)
        return
    if several(nearest):
        preys = weakest(t, g, unit, nearest)
    if g.monsters[m].goal >= 0 and preys & unit_bit(g.monsters[m].prey):
        preys = unit_bit(g.monsters[m].prey)
    if several(preys) and t.ask_ties:
        ask_explorer(g, f, PREY, preys)
        return
    f.h = <short>lowest(preys)
    walk(t, g, f)


cdef void walk(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """MAC-MON-07, MAC-TGT-10, MAC-MMV-06 to MAC-MMV-08, MAC-MMV-12, MAC-MMV-13, MAC-MMV-16: choose the next space on
    the way to explorer f.h, or end the turn."""
    cdef Head* h = &g.core
    cdef int m = f.a, unit = f.a + MAX_EXPLORERS, prey = f.h, d
    cdef bint blocked = False
    cdef u64 steps = 0
    if (adjacent(g, g.monsters[m].cell, g.explorers[prey].cell) or g.walk[prey][g.monsters[m].cell] == FAR
            or immobile(t, g, unit)):
        end_turn(g, m)
        return
    if g.monsters[m].goal == g.monsters[m].cell or g.monsters[m].prey != prey:
        g.monsters[m].goal = -1
    if g.monsters[m].goal >= 0:
        steps = detour_steps(t, g, unit, prey)
    if not steps:
        g.monsters[m].goal = -1
        steps = next_steps(t, g, unit, prey, &blocked)
        if blocked:
            g.monsters[m].goal = <short>detour_goal(t, g, unit, prey)
            g.monsters[m].prey = <signed char>prey
            if g.monsters[m].goal < 0:
                end_turn(g, m)
                return
            steps = detour_steps(t, g, unit, prey)
    if not several(steps) or not t.ask_ties:
        go(t, g, f, lowest(steps))
        return
    begin(h, group(g), CHOICE_STEP_TIE, unit)  # MAC-MMV-06 (5), D-25
    for d in range(N_ACT_MOVE):
        if steps & unit_bit(d):
            option(h, ACT_MOVE + d)
    f.step = STEP
    ask(h)


cdef void go(const Tables* t, Game* g, Frame* f, int direction) noexcept nogil:
    """Take the step; a closed door or barrier in its way is destroyed first, or ends the turn (MAC-MMV-10, MAC-MMV-11,
    MAC-DOR-12, MAC-DOR-13)."""
    cdef int m = f.a, cell = g.monsters[f.a].cell
    if direction % 2 == 0 and closed(g.border[cell][direction // 2]):
        if g.monsters[m].stamina < BREAK_COST:
            end_turn(g, m)
            return
        destroy_border(g, m, direction // 2)
    else:
        step(g, m, neighbour(cell, direction))
    f.step = THINK
    call(&g.core, PROC_WINDOW, m + MAX_EXPLORERS, 0, 0, 0)


# -- a monster that a seat plays --------------------------------------------------------------------------------------

cdef void controlled_turn(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Monster card `a` as seat `b` plays it: an explorer that controls it (MAC-SPE-08, MAC-SPE-09, D-32) or the
    Puppeteer (MAC-PUP-02, MAC-PUP-03, MAC-PUP-06, MAC-PUP-09, D-39).

    `monster_turn` has begun the turn. Gives 1 when it has ended, 0 when the rules are to go on with it.
    """
    cdef Head* h = &g.core
    cdef int m = f.a, unit = f.a + MAX_EXPLORERS, action = h.answer, to, k
    if turn_over(g, m) or (f.step == 1 and action == ACT_END_TURN):
        give(h, 1)
        return
    if f.step == 2:  # after an action
        f.step = 0
        call(h, PROC_WINDOW, unit, 0, 0, 0)
        return
    if f.step == 0:
        f.b = <short>player(t, g, m)
        if f.b < 0:
            give(h, 0)
            return
        begin(h, f.b, CHOICE_CONTROL if f.b < g.seats else CHOICE_MONSTER_ACTION, unit)
        controlled_options(t, g, m, f.b)
        f.step = 1
        ask(h)
        return
    f.step = 2
    if ACT_POWER <= action < ACT_POWER + N_ACT_POWER:
        k = action - ACT_POWER
        play(t, g, m, kth_active(t, t.monsters[m].first_ability, t.monsters[m].end_ability, k), -1, f.b)
    elif ACT_BREAK <= action < ACT_BREAK + N_ACT_BREAK:
        destroy_border(g, m, action - ACT_BREAK)
    else:
        to = neighbour(g.monsters[m].cell, action - ACT_MOVE)
        step(g, m, to)
        if g.kind[to] == SPACE_PIT:
            call(h, PROC_AFTER_MOVE, unit, 0, 0, 0)


cdef void controlled_options(const Tables* t, Game* g, int monster, int seat) noexcept nogil:
    """D-32, D-39: steps, abilities, doors and barriers, end. An explorer may walk the monster into a pit, the Puppeteer
    may not (MAC-SPE-09, MAC-PUP-06)."""
    cdef Head* h = &g.core
    cdef int unit = monster + MAX_EXPLORERS, cell = g.monsters[monster].cell, d, k, a
    option(h, ACT_END_TURN)
    if g.monsters[monster].stamina > 0 and not immobile(t, g, unit):
        for d in range(N_ACT_MOVE):
            if can_step(g, cell, d, seat >= g.seats):
                option(h, ACT_MOVE + d)
    if g.monsters[monster].stamina >= BREAK_COST:
        for d in range(N_ACT_BREAK):
            if breakable(g.border[cell][d]):
                option(h, ACT_BREAK + d)
    for k in range(N_ACT_POWER):
        a = kth_active(t, t.monsters[monster].first_ability, t.monsters[monster].end_ability, k)
        if (a >= 0 and not g.monsters[monster].played & ability_bit(t, monster, a) and payable(t, g, unit, a, -1)
                and has_target(t, g, unit, a)):
            option(h, ACT_POWER + k)


enter(PROC_MONSTER_PHASE, monster_phase)
enter(PROC_MONSTER_TURN, monster_turn)
enter(PROC_CONTROLLED_TURN, controlled_turn)
