# cython: language_level=3
"""Spacers' and Intruders' statistics, the Spacer Pool, and what changes them (SPC, RUB, TOK, CES, SUP, KDN, GEA
slots)."""
from envs.core.flow cimport Head
from envs.enormity.rules.state cimport (
    Game, KNOCK_FALLING, LEVEL_BLACK, LEVEL_RED, LEVEL_WHITE, MAX_GEAR, MAX_INTRUDERS, MAX_SPACERS, Mod, Tables,
    WHERE_BOARD, WHERE_OTHER,
)

cdef enum:
    DUE_DEATH = 1
    DUE_FLATLINE = 2
    DUE_BREAKDOWN = 4

cdef inline int level(const Game* g) noexcept nogil:
    """Level of the Countdown Track (ENO-CDN-01, -01-D)."""
    return LEVEL_WHITE if g.countdown >= 7 else LEVEL_RED if g.countdown >= 4 else LEVEL_BLACK

cdef inline bint on_board(const Game* g, int s) noexcept nogil:
    return g.spacers[s].where == WHERE_BOARD

cdef inline bint in_play(const Game* g, int s) noexcept nogil:
    """Living and not extracted."""
    return g.spacers[s].where == WHERE_BOARD or g.spacers[s].where == WHERE_OTHER

cdef inline bint anybody(const Game* g) noexcept nogil:
    """Some Spacer is alive and has not extracted (ENO-EXT-13)."""
    cdef int s
    for s in range(g.seats):
        if in_play(g, s):
            return True
    return False

# The Lead (Conventions), and who answers: the Spacer itself, or with `monster` the Intruders' seat when the freedom of
# the configuration gives it the choice (`set`: 1 ties, 2 full); -1: nobody is asked, the default holds (ties="rules").
cdef int lead(const Game* g) noexcept nogil
cdef int tie_chooser(const Tables* t, const Game* g, int fallback, int freedom) noexcept nogil
cdef void pass_marker(const Tables* t, Game* g) noexcept nogil  # ENO-LOD-08-D
cdef void take_marker(const Tables* t, Game* g, int s) noexcept nogil  # ENO-NOI-09, -12

# Is a condition (`Need`) met? s: Spacer, unit: Intruder slot or -1, b and c its arguments.
cdef bint need_met(const Tables* t, const Game* g, int need, int b, int c, int s, int intruder) noexcept nogil

# Sum of a statistic over all passive abilities, Conditions, Locations, scenario and lasting modifiers of a Spacer
# (exhausted cards: ENO-EXH-02). `arg` as `Mod.arg`.
cdef int stat(const Tables* t, const Game* g, int s, int which, int arg) noexcept nogil
cdef int intruder_stat(const Tables* t, const Game* g, int k, int which) noexcept nogil
cdef int band(const Tables* t, const Game* g, int s) noexcept nogil
cdef int skill(const Tables* t, const Game* g, int s, int which) noexcept nogil
cdef int light_range(const Tables* t, const Game* g, int s) noexcept nogil
# The same, and the free slots for hands, at the cost of one.
cdef int light_and_hands(const Tables* t, const Game* g, int s, int* free_hands) noexcept nogil
cdef int light_dice(const Tables* t, const Game* g, int s) noexcept nogil
cdef int light_colour(const Tables* t, const Game* g, int s) noexcept nogil
cdef int hand_slots(const Tables* t, const Game* g, int s) noexcept nogil
# of HAND, SUPPORT, ARMOR, BACKPACK
cdef int free_slots(const Tables* t, const Game* g, int s, int place) noexcept nogil
cdef bint fits(const Tables* t, const Game* g, int s, int card, int place) noexcept nogil
cdef int speed(const Tables* t, const Game* g, int k) noexcept nogil  # Suppression counted; 255 unlimited
cdef int at(const Tables* t, const Game* g, int k) noexcept nogil
cdef int wounds_needed(const Tables* t, const Game* g, int k) noexcept nogil  # 255 infinite
cdef int noise_colour(const Tables* t, const Game* g, int type) noexcept nogil
cdef int ecology(const Tables* t, const Game* g, int s) noexcept nogil  # Intruder type of the Spacer's Location
cdef int ecology_at(const Tables* t, const Game* g, int cell) noexcept nogil  # the same of a space; -1: Location 0

# May the Spacer act (ENO-KDN-02), react, use abilities, attack, move now?
cdef bint can_act(const Tables* t, const Game* g, int s) noexcept nogil
cdef bint can_react(const Tables* t, const Game* g, int s) noexcept nogil
cdef bint can_use(const Tables* t, const Game* g, int s) noexcept nogil
cdef bint can_move(const Tables* t, const Game* g, int s) noexcept nogil

# Changes. Those of Vitals, Stress and Adrenaline set `Spacer.due`; whoever calls them then returns to the driver by
#     f.step = <next>; if settle(t, g, s): return
# `settle` pushes SETTLE when something is due for any Spacer from s on, s first (s = -1: all in seat order).
cdef void lose_vitals(const Tables* t, Game* g, int s, int amount) noexcept nogil  # one damage event (ENO-FLT-05-D)
cdef void regain_vitals(const Tables* t, Game* g, int s, int amount) noexcept nogil
cdef void gain_stress(const Tables* t, Game* g, int s, int amount) noexcept nogil
cdef void lose_stress(const Tables* t, Game* g, int s, int amount) noexcept nogil
cdef void gain_adrenaline(const Tables* t, Game* g, int s, int amount) noexcept nogil
cdef void lose_adrenaline(const Tables* t, Game* g, int s, int amount) noexcept nogil
cdef void gain_radiation(const Tables* t, Game* g, int s, int amount) noexcept nogil
cdef void gain_infection(const Tables* t, Game* g, int s, int amount) noexcept nogil
cdef void knock_down(const Tables* t, Game* g, int s) noexcept nogil  # ENO-KDN-01, -05-D
cdef void stand_up(const Tables* t, Game* g, int s) noexcept nogil
cdef bint settle(const Tables* t, Game* g, int s) noexcept nogil

# The Spacer Pool (TOK). type 0..2.
cdef void place_tokens(Game* g, int type, int amount, bint active) noexcept nogil
cdef bint pay_tokens(Game* g, int type, int amount) noexcept nogil  # from AP; False and nothing paid when too few
cdef void mill(Game* g) noexcept nogil
# ENO-ADR-01: raise Adrenaline by 1; `rubicon` places the active bonuses in IP (ENO-ADR-03).
cdef void rubicon(const Tables* t, Game* g, int s) noexcept nogil
cdef int used(const Game* g, int s, int ability) noexcept nogil
cdef void mark_used(Game* g, int s, int ability) noexcept nogil

# Intruders.
cdef void suppress(const Tables* t, Game* g, int k, int tokens) noexcept nogil  # ENO-SUP-01, -02
cdef int free_slot(const Game* g) noexcept nogil  # of the Intruders; -1
cdef int minis_left(const Tables* t, const Game* g, int type) noexcept nogil
cdef void remove_intruder(const Tables* t, Game* g, int k) noexcept nogil  # specimen card back, adversary slot cleared
# One Wound (ENO-ATK-17): a Wounded token; True when it kills. The miniature stays until `remove_intruder`.
cdef bint wound(const Tables* t, Game* g, int k) noexcept nogil
cdef void add_lasting(const Tables* t, Game* g, int mod, int unit, int until) noexcept nogil
cdef void end_lasting(Game* g, int unit, int until) noexcept nogil  # unit -1: of all

# Questions on places: puts `n` cells (or points) into `Game.candidates`, opens the question `choice` to `seat` with an
# option for each and puts it. The answer is `candidate_answer(g)`: the chosen cell or point.
cdef void ask_place(Game* g, int seat, int choice, int subject, const short* cells, int n, bint points) noexcept nogil
cdef int candidate_answer(Game* g) noexcept nogil
