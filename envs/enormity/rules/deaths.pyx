# cython: language_level=3
"""Flatlining, Awakening, Stress Breakdowns, death and Conditions (FLT, AWK, SBD, DTH, CND)."""
from envs.core.flow cimport ask, begin, call, done, Frame, Head, option, roll
from envs.core.piles cimport pile_draw
from envs.enormity.rules.abilities cimport chain_break, grant_bonus_attack
from envs.enormity.rules.dice cimport add_dice, begin_roll, end_roll
from envs.enormity.rules.objects cimport add_object
from envs.enormity.rules.state cimport (
    ACT_NO, ACT_YES, CHOICE_STAND_UP, COLOUR_WHITE, ENGRAM_TYPES, Game, GEAR_PLACE_NONE, KNOCK_NONE, MAX_CONDITIONS,
    MAX_GEAR, MAX_OBJECTIVES, PROC_AWAKENING, PROC_BONUS_ACTION, PROC_BREAKDOWN, PROC_DIE, PROC_EFFECT, PROC_FLATLINE,
    PROC_FREE_STEPS, PROC_GAIN_CONDITION, PROC_SETTLE, PROC_SPACER_ROLL, ROLL_KIND_ENORMITY, Tables, THING_OBJECTIVE,
    TIMING_GAINED, TIMING_REGAINED, UNTIL_COUNT, WHERE_DEAD,
)
from envs.enormity.rules.stats cimport (
    can_move, DUE_BREAKDOWN, DUE_DEATH, DUE_FLATLINE, end_lasting, in_play, on_board, pass_marker, stand_up,
    take_marker,
)
from envs.enormity.rules.table cimport enter

cdef enum:
    # The Flatline cards (ENO-FLT-02 to ENO-FLT-04).
    YOU_LIVE = 0
    LIVE_BONUS = 1
    YOU_DIED = 2
    DIED_AWAKENING = 3
    FLATLINE_CARDS = 4
    AWAKENED = 10  # on the Enormity die (ENO-AWK-01)
    ANTINOMY = 2  # ENO-AWK-05
    AWAKENING_MOVE = 3  # ENO-AWK-06


cdef void settle_spacer(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """What changes of Vitals, Stress and Adrenaline have caused: death, then a Flatline Check, then the Stress
    Breakdown of a survivor (ENO-RUB-05 to ENO-RUB-08-D, ENO-DTH-01, ENO-FLT-05-D). a: Spacer; b: the Breakdown that
    waits for the check."""
    cdef int s = f.a, due = g.spacers[s].due | f.b
    f.b = 0
    if not in_play(g, s):
        g.spacers[s].due = 0
        done(&g.core)
    elif due & DUE_DEATH:
        g.spacers[s].due = 0
        call(&g.core, PROC_DIE, s, 0, 0, 0)
    elif due & DUE_FLATLINE:
        g.spacers[s].due = 0
        f.b = <short>(due & DUE_BREAKDOWN)
        call(&g.core, PROC_FLATLINE, s, 0, 0, 0)
    elif due & DUE_BREAKDOWN:
        g.spacers[s].due &= ~DUE_BREAKDOWN
        if not g.spacers[s].broke_down:
            call(&g.core, PROC_BREAKDOWN, s, 0, 0, 0)
    else:
        done(&g.core)


# -- flatlining ------------------------------------------------------------------------------------------------


cdef void flatline(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """A Flatline Check: one of the four cards, shuffled anew each time (ENO-FLT-01 to ENO-FLT-06, ENO-AWK-01). a:
    Spacer; b: the card; e: roll."""
    cdef Head* h = &g.core
    if f.step == 0:
        f.b = <short>roll(h, FLATLINE_CARDS)
        f.step = 1
        if f.b == LIVE_BONUS and g.spacers[f.a].knock != KNOCK_NONE and not t.live_bonus_action:
            begin(h, f.a, CHOICE_STAND_UP, -1)
            option(h, ACT_YES)
            option(h, ACT_NO)
            ask(h)
        elif f.b == DIED_AWAKENING:
            f.e = <short>begin_roll(g, ROLL_KIND_ENORMITY, f.a, -1)
            add_dice(g, f.e, COLOUR_WHITE, 1)
            call(h, PROC_SPACER_ROLL, f.e, 0, 0, 0)
    elif f.step == 1:
        f.step = 2
        if f.b == LIVE_BONUS:
            live_on(t, g, f)
        elif f.b == YOU_DIED:
            call(h, PROC_DIE, f.a, 0, 0, 0)
        elif f.b == DIED_AWAKENING:
            roll_awakening(g, f)
    else:
        done(h)


cdef void live_on(const Tables* t, Game* g, const Frame* f) noexcept nogil:
    """ENO-FLT-03, ENO-FLT-03-D: the Bonus Attack, or as the pack prints it a Bonus Action."""
    if t.live_bonus_action:
        stand_up(t, g, f.a)
        call(&g.core, PROC_BONUS_ACTION, f.a, 0, 0, 0)
        return
    if g.spacers[f.a].knock != KNOCK_NONE and g.core.answer == ACT_YES:
        stand_up(t, g, f.a)
    grant_bonus_attack(t, g, f.a, False)


cdef void roll_awakening(Game* g, const Frame* f) noexcept nogil:
    """ENO-FLT-04, ENO-AWK-01: a 10 awakens."""
    cdef bint awakens = g.rolls[f.e].face[0] + 1 >= AWAKENED
    end_roll(g)
    if in_play(g, f.a):
        call(&g.core, PROC_AWAKENING if awakens else PROC_DIE, f.a, 0, 0, 0)


cdef void awakening(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """ENO-AWK-01-D to ENO-AWK-07, ENO-AWK-09-D: in the order of the text. a: Spacer."""
    cdef Head* h = &g.core
    cdef int s = f.a, i
    if f.step == 0:
        chain_break(g)
        take_marker(t, g, s)
        g.spacers[s].awakened = 1
        for i in range(MAX_CONDITIONS):
            g.spacers[s].conditions[i] = 0
        g.spacers[s].radiation = g.spacers[s].infection = 0
        stand_up(t, g, s)
        g.spacers[s].antinomy = ANTINOMY
        f.step = 1
        if can_move(t, g, s):
            call(h, PROC_FREE_STEPS, s, AWAKENING_MOVE, s, -1).e = -1
            return
    if f.step == 1:
        f.step = 2
        if in_play(g, s) and grant_bonus_attack(t, g, s, False):
            return
    done(h)


# -- Stress Breakdown ------------------------------------------------------------------------------------------


cdef void breakdown(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """The one Stress Breakdown of the session (ENO-SBD-01 to ENO-SBD-03-D); without a card left nothing happens
    (ENO-GEN-07-D). a: Spacer."""
    cdef int s = f.a, card
    cdef Frame* body
    if f.step == 0:
        g.spacers[s].broke_down = 1
        if g.breakdowns.n == 0:
            done(&g.core)
            return
        card = pile_draw(&g.core, &g.breakdowns)
        g.spacers[s].breakdown = <signed char>card
        g.spacers[s].flipped = 0
        f.step = 1
        if t.breakdowns[card].effect >= 0:
            body = call(&g.core, PROC_EFFECT, t.breakdowns[card].effect, t.breakdowns[card].effect_end, s, -1)
            body.e = body.f = -1
            body.h = <short>s
            return
    if in_play(g, s) and not t.breakdowns[g.spacers[s].breakdown].flips_at_turn:
        g.spacers[s].flipped = 1
    done(&g.core)


# -- death -----------------------------------------------------------------------------------------------------


cdef void lose_everything(Game* g, int s, int cell) noexcept nogil:
    """ENO-DTH-02-D: Gear and Engrams are lost, Objective tokens lie where the Spacer died."""
    cdef int i, _n
    for i in range(MAX_GEAR):
        g.spacers[s].gear[i].card = -1
        g.spacers[s].gear[i].place = GEAR_PLACE_NONE
        g.spacers[s].gear[i].exhausted = g.spacers[s].gear[i].ammo = g.spacers[s].gear[i].charges = 0
        g.spacers[s].gear[i].discharge = g.spacers[s].gear[i].disabled = g.spacers[s].gear[i].used = 0
    for i in range(ENGRAM_TYPES):
        g.spacers[s].devices[i] = g.spacers[s].resources[i] = 0
    for i in range(MAX_OBJECTIVES):
        if cell >= 0:
            for _n in range(g.spacers[s].objectives[i]):
                add_object(g, cell, THING_OBJECTIVE, i, True)
        g.spacers[s].objectives[i] = 0


cdef void die(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """A Spacer is out of the session (ENO-DTH-01, ENO-DTH-02, ENO-DTH-02-D, ENO-LOD-08-D, ENO-LIF-03). a: Spacer."""
    cdef int s = f.a, i
    if in_play(g, s):
        if on_board(g, s):
            g.spacers[s].last_cell = g.spacers[s].cell
        g.spacers[s].cell = -1
        g.spacers[s].where = WHERE_DEAD
        g.spacers[s].due = 0
        g.spacers[s].vitals = 0
        g.spacers[s].awakened = g.spacers[s].antinomy = 0
        g.spacers[s].dodge = 0
        g.deaths += 1
        for i in range(UNTIL_COUNT):
            end_lasting(g, s, i)
        lose_everything(g, s, g.spacers[s].last_cell)
        pass_marker(t, g)
    done(&g.core)


# -- Conditions ------------------------------------------------------------------------------------------------


cdef int of_timing(const Tables* t, int condition, int timing) noexcept nogil:
    """The ability of a Condition card with a timing, -1 none."""
    cdef int a
    for a in range(t.conditions[condition].first_ability, t.conditions[condition].end_ability):
        if t.abilities[a].timing == timing and t.abilities[a].effect >= 0:
            return a
    return -1


cdef void gain_condition(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """A Condition card, with what it does when gained; held already it cannot be gained again, but may do something
    (ENO-CND-01, ENO-CND-06, ENO-CND-08). a: Spacer; b: Condition."""
    cdef int s = f.a, condition = f.b, a
    cdef Frame* body
    if f.step == 0 and in_play(g, s):
        f.step = 1
        a = of_timing(t, condition, TIMING_REGAINED if g.spacers[s].conditions[condition] else TIMING_GAINED)
        g.spacers[s].conditions[condition] = 1
        if a >= 0:
            body = call(&g.core, PROC_EFFECT, t.abilities[a].effect, t.abilities[a].effect_end, s, -1)
            body.e = body.f = -1
            body.h = <short>s
            return
    done(&g.core)


enter(PROC_SETTLE, settle_spacer)
enter(PROC_FLATLINE, flatline)
enter(PROC_AWAKENING, awakening)
enter(PROC_BREAKDOWN, breakdown)
enter(PROC_DIE, die)
enter(PROC_GAIN_CONDITION, gain_condition)
