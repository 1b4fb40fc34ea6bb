# cython: language_level=3
"""Intruder Phase, activations, attacks of opportunity, Adversary, Flash Attacks (ACV, INT, AOO, SRP, ZRO, FLA)."""
from libc.string cimport memset

from envs.core.flow cimport ask, begin, call, done, Frame, give, Head, option, roll
from envs.core.piles cimport pile_draw, pile_remove
from envs.enormity.rules.assaults cimport still_active
from envs.enormity.rules.board cimport (
    adjacent, cell_in_front, direction_to, nearest_spacer, open_distance, sight, spaces_next_to, weld_at,
)
from envs.enormity.rules.paths cimport could_reach
from envs.enormity.rules.state cimport (
    ACT_INTRUDER, ACT_SPACER, CHOICE_ACTIVATION_ORDER, CHOICE_AOO_ORDER, CHOICE_SPAWN_SPACE, CHOICE_TARGET_TIE,
    DOOR_STATE_OPEN, Game, MAX_CANDIDATES, MAX_INTRUDERS, MAX_SPACERS, PROC_ACTIVATE, PROC_ADVERSARY, PROC_AOO,
    PROC_EMPTY_NOISE, PROC_FIRST_CONTACT, PROC_FLASH, PROC_FULL_ALERT, PROC_INTRUDER_PHASE, PROC_PATROL, PROC_PERFORM,
    PROC_PHASE_END, REQUIREMENT_ADJACENT, REQUIREMENT_IN_FRONT, REQUIREMENT_IN_SIGHT, REQUIREMENT_MOVEMENT_RANGE,
    REQUIREMENT_WITHIN, STAT_NO_AOO, Tables, TARGET_RULE_CLOSEST, TARGET_RULE_FURTHEST, TARGET_RULE_HIGHEST_STRESS,
    TARGET_RULE_LOWEST_VITALS, TIMING_ROUND_END,
)
from envs.enormity.rules.stats cimport (
    anybody, ask_place, candidate_answer, free_slot, lead, level, minis_left, on_board, remove_intruder, speed, stat,
    tie_chooser,
)
from envs.enormity.rules.table cimport enter

cdef enum:
    # Steps of INTRUDER_PHASE.
    ALERT = 0
    NEXT = 1
    ORDERED = 2
    ACTIVATED = 3
    PATROLLED = 4
    QUIET = 5
    ENDED = 6
    # How an activation or a Protocol came about (ACTIVATE's b, PERFORM's d).
    BY_PHASE = 0
    BY_STEP = 1
    BY_AMBUSH = 2
    BY_OVERSPAWN = 3
    BY_FLASH = 5
    # Steps of ACTIVATE.
    WAKE = 0
    TARGETED = 1
    AIMED = 2
    PERFORMED = 3
    ADDED = 4


cdef bint anybody_here(const Game* g) noexcept nogil:
    """Some Spacer is on the board."""
    cdef int s
    for s in range(g.seats):
        if on_board(g, s):
            return True
    return False


# -- the phase -------------------------------------------------------------------------------------------------


cdef void intruder_phase(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Full Alert, activations, patrols, effects at the end (ENO-ACV-01, ENO-ACV-01-D, ENO-ACV-08, ENO-ALR-01,
    ENO-PAT-01, ENO-ZRO-05). The Noise queue is emptied after each activation and after the patrols (ENO-BLP-05-D2)."""
    cdef Head* h = &g.core
    cdef int k
    if not anybody(g):
        done(h)
    elif f.step == ALERT:
        for k in range(MAX_INTRUDERS):
            g.intruders[k].acted = 0
        f.step = NEXT
        if g.initiated:
            call(h, PROC_FULL_ALERT, 0, 0, 0, 0)
    elif f.step == NEXT:
        next_activation(t, g, f)
    elif f.step == ORDERED:
        f.step = ACTIVATED
        call(h, PROC_ACTIVATE, h.answer - ACT_INTRUDER, BY_PHASE, -1, 0)
    elif f.step == ACTIVATED:
        f.step = NEXT
        call(h, PROC_EMPTY_NOISE, 0, 0, 0, 0)
    elif f.step == PATROLLED:
        f.step = QUIET
        call(h, PROC_EMPTY_NOISE, 0, 0, 0, 0)
    elif f.step == QUIET:
        f.step = ENDED
        call(h, PROC_PHASE_END, TIMING_ROUND_END, 0, 0, 0)
    else:
        done(h)


cdef unsigned int due(const Tables* t, const Game* g, int* n) noexcept nogil:
    """Those that have not acted: the Adversary (ENO-ZRO-05), else the closest to a Spacer; bits (ENO-ACV-01, -01-D)."""
    cdef unsigned int bits = 0
    cdef int k, who, away, least = 0
    cdef bint adversary = False
    for k in range(MAX_INTRUDERS):
        if g.intruders[k].type >= 0 and not g.intruders[k].acted and t.types[g.intruders[k].type].adversary:
            adversary = True
    n[0] = 0
    for k in range(MAX_INTRUDERS):
        if g.intruders[k].type < 0 or g.intruders[k].acted:
            continue
        if adversary and not t.types[g.intruders[k].type].adversary:
            continue
        away = nearest_spacer(t, g, g.intruders[k].cell, &who)
        if n[0] == 0 or away < least:
            least = away
            bits = 0
            n[0] = 0
        if away == least:
            bits |= 1u << k
            n[0] += 1
    return bits


cdef void next_activation(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """The next Intruder acts (ties: M1); after the last one the patrols. Without Spacers on the board nothing activates
    (ENO-ACV-02-D)."""
    cdef Head* h = &g.core
    cdef int k, n = 0, seat = tie_chooser(t, g, lead(g), 1)
    cdef unsigned int bits = due(t, g, &n) if anybody_here(g) else 0
    if n == 0:
        f.step = PATROLLED
        call(h, PROC_PATROL, 0, 0, 0, 0)
        return
    if n > 1 and seat >= 0:
        begin(h, seat, CHOICE_ACTIVATION_ORDER, -1)
        for k in range(MAX_INTRUDERS):
            if (bits >> k) & 1:
                option(h, ACT_INTRUDER + k)
        f.step = ORDERED
        ask(h)
        return
    k = 0
    while not (bits >> k) & 1:
        k += 1
    f.step = ACTIVATED
    call(h, PROC_ACTIVATE, k, BY_PHASE, -1, 0)


# -- an activation ---------------------------------------------------------------------------------------------


cdef void activate(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """One activation: Surprise, weld, Target, Protocol, additional actions (ENO-ACV-01 to ENO-ACV-07, ENO-SRP-02,
    ENO-SRP-02-D, ENO-WLD-05, -05-D, ENO-SUP-05, -05-D). An ambush has the steps A and B only (ENO-REV-06).

    a: Intruder, b: how it came about, c: specific Target (-1 none); d: Target, f: was active before.
    """
    cdef Head* h = &g.core
    cdef int k = f.a, p
    if f.step == WAKE:
        if g.intruders[k].type < 0 or not anybody_here(g) or (f.c >= 0 and not on_board(g, f.c)):
            done(h)
        else:
            wake(t, g, f)
        return
    if not still_active(g, k):
        done(h)
    elif f.step == TARGETED:
        f.d = <short>(h.answer - ACT_SPACER)
        f.step = AIMED
    elif f.step == AIMED:
        p = first_protocol(t, g, k, f.d)
        f.step = PERFORMED
        if p >= 0:
            call(h, PROC_PERFORM, k, p, f.d, f.b)
    elif f.step == PERFORMED:
        f.step = ADDED
        p = t.types[g.intruders[k].type].additional
        if f.b != BY_AMBUSH and p >= 0 and on_board(g, f.d) and holds(t, g, k, p, f.d):
            call(h, PROC_PERFORM, k, p, f.d, f.b)
    else:
        sleep(g, f)
        done(h)


cdef void wake(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """What comes before step A, then step A."""
    cdef int k = f.a, door
    f.f = g.intruders[k].activating
    g.intruders[k].activating = 1
    g.intruders[k].fresh_suppression = 0
    if f.b == BY_PHASE:
        g.intruders[k].acted = 1
    if g.intruders[k].surprised:
        g.intruders[k].surprised = 0
        g.intruders[k].suppression = 0
        f.step = ADDED
        return
    door = weld_at(t, g, g.intruders[k].cell)
    while door >= 0:
        g.doors[door] = DOOR_STATE_OPEN
        door = weld_at(t, g, g.intruders[k].cell)
    if f.c >= 0:
        f.d = f.c
        f.step = AIMED
    else:
        establish_target(t, g, f)


cdef void sleep(Game* g, Frame* f) noexcept nogil:
    """The end: Suppression goes, unless it was placed during the activation; attacks of opportunity and ambushes remove
    nothing (ENO-SUP-05-D)."""
    cdef int k = f.a
    if (f.b == BY_PHASE or f.b == BY_OVERSPAWN) and not g.intruders[k].fresh_suppression:
        g.intruders[k].suppression = 0
    g.intruders[k].fresh_suppression = 0
    g.intruders[k].activating = <unsigned char>f.f


cdef int rank(const Tables* t, const Game* g, int k, int s) noexcept nogil:
    """How well a Spacer fits the Target box; the lowest is the Target (ENO-ACV-02, ENO-TGT-07, -10, -12)."""
    cdef int rule = t.types[g.intruders[k].type].target
    if rule == TARGET_RULE_CLOSEST:
        return open_distance(t, g, g.intruders[k].cell, g.spacers[s].cell)
    if rule == TARGET_RULE_FURTHEST:
        return -open_distance(t, g, g.intruders[k].cell, g.spacers[s].cell)
    if rule == TARGET_RULE_LOWEST_VITALS:
        return g.spacers[s].vitals
    if rule == TARGET_RULE_HIGHEST_STRESS:
        return -g.spacers[s].stress
    return 0 if s == g.marker else 1


cdef void establish_target(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Step A; ties: the PT, else the Lead (ENO-ACV-02-D); the Intruders' seat picks freely among the tied (M2)."""
    cdef Head* h = &g.core
    cdef int s, fit, best = 0, n = 0, first = -1, seat = tie_chooser(t, g, lead(g), 1)
    cdef unsigned int bits = 0
    for s in range(g.seats):
        if not on_board(g, s):
            continue
        fit = rank(t, g, f.a, s)
        if n == 0 or fit < best:
            best = fit
            bits = 0
            n = 0
            first = s
        if fit == best:
            bits |= 1u << s
            n += 1
    f.d = <short>first
    f.step = AIMED
    if seat != g.seats and g.marker >= 0 and (bits >> g.marker) & 1:
        f.d = g.marker
    elif n > 1 and seat >= 0:
        begin(h, seat, CHOICE_TARGET_TIE, f.a)
        for s in range(g.seats):
            if (bits >> s) & 1:
                option(h, ACT_SPACER + s)
        f.step = TARGETED
        ask(h)


cdef bint holds(const Tables* t, const Game* g, int k, int p, int s) noexcept nogil:
    """The bolded requirement of a Protocol, and its Countdown levels (ENO-ACV-03, ENO-ACV-04, -04-D, ENO-INT-06)."""
    cdef int need = t.protocols[p].requirement, cell = g.intruders[k].cell, goal = g.spacers[s].cell
    if not (t.protocols[p].levels >> level(g)) & 1:
        return False
    if need == REQUIREMENT_ADJACENT:
        return adjacent(t, g, cell, goal)
    if need == REQUIREMENT_MOVEMENT_RANGE:
        return could_reach(t, g, k, s, p, speed(t, g, k))
    if need == REQUIREMENT_IN_FRONT:
        return cell_in_front(cell, g.intruders[k].facing, goal) and sight(t, g, cell, goal, MAX_SPACERS + k, s)
    if need == REQUIREMENT_IN_SIGHT:
        return sight(t, g, cell, goal, MAX_SPACERS + k, s)
    if need == REQUIREMENT_WITHIN:
        return open_distance(t, g, cell, goal) <= t.protocols[p].within
    return True


cdef int first_protocol(const Tables* t, const Game* g, int k, int s) noexcept nogil:
    """Step B: the first Protocol from the top whose requirement is met, -1 none (ENO-ACV-04); a Unique Specimen has one
    replaced, or one more in front (ENO-INT-05)."""
    cdef int type = g.intruders[k].type, card = g.intruders[k].specimen, p, new = -1, replaced = -1
    if card >= 0:
        new = t.specimens[card].protocol
        replaced = t.specimens[card].replaces
    if new >= 0 and replaced < 0 and holds(t, g, k, new, s):
        return new
    for p in range(t.types[type].first_protocol, t.types[type].end_protocol):
        if p == replaced and new >= 0:
            if holds(t, g, k, new, s):
                return new
        elif holds(t, g, k, p, s):
            return p
    return -1


# -- attacks of opportunity ------------------------------------------------------------------------------------


cdef unsigned int provoked(const Tables* t, const Game* g, int s, unsigned int before, int* n) noexcept nogil:
    """Intruders that the step of the Spacer provokes now, as bits (ENO-AOO-01, -01-D, ENO-AOO-02)."""
    cdef unsigned int bits = 0
    cdef int k
    n[0] = 0
    for k in range(MAX_INTRUDERS):
        if g.intruders[k].type < 0 or (before >> k) & 1:
            continue
        if g.intruders[k].suppression or g.intruders[k].surprised or g.intruders[k].activating:
            continue
        if adjacent(t, g, g.intruders[k].cell, g.spacers[s].cell):
            bits |= 1u << k
            n[0] += 1
    return bits


cdef void attacks_of_opportunity(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Every Intruder next to the space that is left activates first, once for each space left in a movement; the Spacer
    picks the order (ENO-AOO-01, -01-D, ENO-AOO-02, decision 15). Gives 1 if the Spacer still stands there.

    a: Spacer, b: depth of its movement + 1 (0: a single step); c: Intruders that have had theirs, d: the space.
    """
    cdef Head* h = &g.core
    cdef int k, n = 0, s = f.a
    cdef unsigned int bits
    if f.step == 0:
        f.d = g.spacers[s].cell
        if f.b > 0:
            f.c = <short>g.spacers[s].provoked[f.b - 1]
        f.step = 1
    elif f.step == 2:
        f.step = 1
        let_act(g, f, h.answer - ACT_INTRUDER)
        return
    if not on_board(g, s) or g.spacers[s].cell != f.d:
        give(h, 0)
        return
    bits = provoked(t, g, s, <unsigned short>f.c, &n)
    if n == 0 or stat(t, g, s, STAT_NO_AOO, 0) > 0:
        give(h, 1)
        return
    begin(h, s, CHOICE_AOO_ORDER, -1)
    for k in range(MAX_INTRUDERS):
        if (bits >> k) & 1:
            option(h, ACT_INTRUDER + k)
    f.step = 2
    ask(h)


cdef void let_act(Game* g, Frame* f, int k) noexcept nogil:
    """One Intruder makes its attack of opportunity against the Spacer."""
    f.c |= <short>(1 << k)
    if f.b > 0:
        g.spacers[f.a].provoked[f.b - 1] |= <unsigned short>(1 << k)
    call(&g.core, PROC_ACTIVATE, k, BY_STEP, f.a, 0)


# -- Adversary and Flash Attacks -------------------------------------------------------------------------------


cdef int place(const Tables* t, Game* g, int type, int cell, int s) noexcept nogil:
    """A miniature on the board, facing a Spacer (ENO-BRD-09-D2); its slot."""
    cdef int k = free_slot(g)
    memset(&g.intruders[k], 0, sizeof(g.intruders[k]))
    g.intruders[k].cell = <short>cell
    g.intruders[k].type = <signed char>type
    g.intruders[k].specimen = -1
    if on_board(g, s):
        g.intruders[k].facing = <unsigned char>direction_to(cell, g.spacers[s].cell, True)
    return k


cdef bint available(const Tables* t, const Game* g, int type) noexcept nogil:
    """A miniature and a slot are left (ENO-GEN-07-D)."""
    return minis_left(t, g, type) > 0 and free_slot(g) >= 0


cdef int next_adversary(Game* g) noexcept nogil:
    """ENO-ZRO-01: the one on the zero hour space, else one of the deck; -1 none."""
    cdef int type = g.waiting_adversary
    if type >= 0:
        g.waiting_adversary = -1
        pile_remove(&g.adversaries, type)
        return type
    return pile_draw(&g.core, &g.adversaries) if g.adversaries.n > 0 else -1


cdef void adversary(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Zero hour: the Adversary spawns next to the PT, on the nearest empty space if none is free there; the Lead picks
    the space (ENO-ZRO-01 to ENO-ZRO-03-D, decision 71). No ambush. a: its type, b: Spacer."""
    cdef Head* h = &g.core
    cdef short at[MAX_CANDIDATES]
    cdef int n, seat
    if f.step == 0:
        g.zero_hour = 1
        f.a = <short>next_adversary(g)
        f.b = <short>lead(g)
        if f.a < 0 or not available(t, g, f.a):
            done(h)
            return
        n = spaces_next_to(t, g, g.spacers[f.b].cell if on_board(g, f.b) else g.spacers[f.b].last_cell, at)
        if n == 0:
            done(h)
            return
        seat = tie_chooser(t, g, f.b, 1)
        f.step = 1
        ask_place(g, seat if seat >= 0 else f.b, CHOICE_SPAWN_SPACE, f.a, at, n, False)
    elif f.step == 1:
        g.adversary = <signed char>place(t, g, f.a, candidate_answer(g), f.b)
        f.step = 2
        if not g.contacted[f.a]:
            call(h, PROC_FIRST_CONTACT, f.a, 0, 0, 0)
    else:
        done(h)


cdef void flash(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """A Flash Attack: the miniature appears next to its Target, performs one card drawn at random whatever that
    requires, and leaves (ENO-FLA-01 to ENO-FLA-03-D). The Target picks the space; the attack counts as in range from
    wherever that is.

    a: Adversary type, b: Spacer; c: slot.
    """
    cdef Head* h = &g.core
    cdef Frame* body
    cdef short at[MAX_CANDIDATES]
    cdef int n, first = t.types[f.a].first_protocol
    if f.step == 0:
        n = spaces_next_to(t, g, g.spacers[f.b].cell, at) if on_board(g, f.b) and available(t, g, f.a) else 0
        if n == 0 or t.types[f.a].end_protocol <= first:
            done(h)
            return
        f.step = 1
        ask_place(g, f.b, CHOICE_SPAWN_SPACE, f.a, at, n, False)
    elif f.step == 1:
        f.c = <short>place(t, g, f.a, candidate_answer(g), f.b)
        g.intruders[f.c].activating = 1
        f.step = 2
        n = roll(h, t.types[f.a].end_protocol - first)
        body = call(h, PROC_PERFORM, f.c, first + n, f.b, BY_FLASH)
        body.e = <short>(g.spacers[f.b].cell + 1)
    else:
        if still_active(g, f.c):
            remove_intruder(t, g, f.c)
        done(h)


enter(PROC_INTRUDER_PHASE, intruder_phase)
enter(PROC_ACTIVATE, activate)
enter(PROC_AOO, attacks_of_opportunity)
enter(PROC_ADVERSARY, adversary)
enter(PROC_FLASH, flash)
