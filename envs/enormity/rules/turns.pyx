# cython: language_level=3
"""The turn of a Spacer: Action cards, actions, exerting, catching breath (TRN, ACT, ADR, EXR, CBR, BON-07, LOC-05)."""
from envs.core.flow cimport ask, ask_any, ask_or, begin, call, done, Frame, give, Head, option
from envs.enormity.rules.abilities cimport (
    ability_of, can_pay_stratagem, offer_abilities, own_effect, pay_stratagem, start_effect,
)
from envs.enormity.rules.board cimport begin_field, Field, lit, move_distance
from envs.enormity.rules.objects cimport scavengeable, shed_gear
from envs.enormity.rules.state cimport (
    Ability, ACT_ACT, ACT_ANTINOMY, ACT_CARD, ACT_END_TURN, ACT_EXERT, ACT_LOCATION_ACTION, ACT_NO, ACT_OPTION,
    ACT_PASS, ACT_PAY_STRATAGEM, ACTION_KIND_ATTACK, ACTION_KIND_CATCH_BREATH, ACTION_KIND_COUNT,
    ACTION_KIND_FAST_RELOAD, ACTION_KIND_FULL_RELOAD, ACTION_KIND_MOVE, ACTION_KIND_RATIONALIZE, ACTION_KIND_REARM,
    ACTION_KIND_SCAVENGE, ACTION_KIND_SCOUT, ActionOption, CARD_SIDE_A, CARD_SIDE_B, CARD_SIDE_HAND, CHOICE_ACTION,
    CHOICE_BONUS_ACTION, CHOICE_END_ORDER, CHOICE_EXERT, CHOICE_PAY_CARD, CHOICE_TURN, EXERTS, Game, KNOCK_FALLING,
    KNOCK_STANDING, MAX_BLIPS, MAX_EXTRACTIONS, MAX_GEAR, MAX_INTRUDERS, N_ACT_CARD, N_ACT_LOCATION_ACTION,
    N_ACT_OPTION, POINT_STATE_INITIATED, POINT_STATE_OPEN, PROC_ACTIONS, PROC_BONUS_ACTION, PROC_DIE, PROC_EFFECT,
    PROC_EMPTY_NOISE, PROC_MOVE, PROC_PLAY_CARD, PROC_REARM, PROC_RELOAD, PROC_SCAVENGE, PROC_SCOUT,
    PROC_SPACER_ATTACK, PROC_TURN, PROC_TURN_END, PROC_TURN_START, PROC_USE_ABILITY, SLEEVES, STAT_MOVE, Tables,
    TIMING_ACTION, TIMING_SCOUTED, TIMING_TURN, TIMING_TURN_END, TIMING_TURN_START, TOP, UNTIL_TURN,
)
from envs.enormity.rules.stats cimport (
    can_act, can_move, end_lasting, gain_adrenaline, gain_stress, in_play, light_range, lose_adrenaline, lose_stress,
    mill, need_met, on_board, pay_tokens, rubicon, settle, stand_up, stat,
)
from envs.enormity.rules.steps cimport can_go
from envs.enormity.rules.table cimport enter
from envs.enormity.rules.weapons cimport can_attack, reloadable

cdef enum:
    ALL_SLOTS = 0xFFFF
    RATIONALIZED = 2  # ENO-RAT-01
    EXERTION = 2  # ENO-EXR-01


# -- what can start ------------------------------------------------------------------------------------------


cdef bint can_scout(const Tables* t, const Game* g, int s) noexcept nogil:
    """A Blip, or an Intruder that may be scouted, is in the Light field (ENO-SCO-01, ENO-SCO-02)."""
    cdef int b, k, a, cell = g.spacers[s].cell, reach
    cdef Field field
    if not on_board(g, s):
        return False
    reach = light_range(t, g, s)
    begin_field(&field, cell)
    for b in range(MAX_BLIPS):
        if g.blips[b].point >= 0 and lit(t, g, &field, reach, g.blips[b].point):
            return True
    for k in range(MAX_INTRUDERS):
        if g.intruders[k].type < 0:
            continue
        for a in range(t.types[g.intruders[k].type].first_ability, t.types[g.intruders[k].type].end_ability):
            if t.abilities[a].timing != TIMING_SCOUTED:
                continue
            if move_distance(t, g, cell, g.intruders[k].cell, reach) <= reach:
                return True
    return False


cdef bint payable(const Tables* t, const Game* g, int s, const ActionOption* o) noexcept nogil:
    """The costs and the condition of an action (ENO-ABL-12, ENO-REL-04, ENO-RUB-09-D2)."""
    if o.stress and g.spacers[s].stress + o.stress > TOP:
        return False
    if o.adrenaline_cost and g.spacers[s].adrenaline < o.adrenaline_cost:
        return False
    if o.expertise > g.pool[2]:
        return False
    return not o.need or need_met(t, g, o.need, o.need_b, 0, s, -1)


cdef struct Prospects:
    # Which kinds of actions a Spacer could start now, whatever the card; each is found out when a card first asks.
    unsigned int known  # bits of `ActionKind`
    unsigned int good
    int further  # spaces added to a Move


cdef bint in_prospect(const Tables* t, const Game* g, int s, int kind) noexcept nogil:
    """An action of the kind can start as far as the card has no part in it (ENO-TRN-07-D)."""
    if kind == ACTION_KIND_MOVE:
        return can_move(t, g, s)
    if kind == ACTION_KIND_ATTACK:
        return can_attack(t, g, s, False, ALL_SLOTS)
    if kind == ACTION_KIND_FAST_RELOAD:
        return reloadable(t, g, s, True) != 0
    if kind == ACTION_KIND_FULL_RELOAD:
        return reloadable(t, g, s, False) != 0
    if kind == ACTION_KIND_SCOUT:
        return can_scout(t, g, s)
    if kind == ACTION_KIND_SCAVENGE:
        return scavengeable(t, g, s) != 0
    if kind == ACTION_KIND_CATCH_BREATH:
        return g.active == s and not g.spacers[s].exerted and not g.spacers[s].breath  # ENO-CBR-03
    return True


cdef unsigned int startable_with(const Tables* t, const Game* g, int s, int half, Prospects* p) noexcept nogil:
    """Actions of a half card that can legally start, as bits by kind (ENO-TRN-07-D)."""
    cdef unsigned int bits = 0, bit
    cdef int i
    cdef const ActionOption* o
    if half < 0:
        return 0
    for i in range(t.halves[half].n_options):
        o = &t.halves[half].options[i]
        if not payable(t, g, s, o):
            continue
        bit = 1u << o.kind
        if not p.known & bit:
            p.known |= bit
            if in_prospect(t, g, s, o.kind):
                p.good |= bit
                if o.kind == ACTION_KIND_MOVE:
                    p.further = stat(t, g, s, STAT_MOVE, 0)
        if p.good & bit and (o.kind != ACTION_KIND_MOVE or can_go(t, g, s, o.value + p.further)):
            bits |= bit
    return bits


cdef unsigned int startable(const Tables* t, const Game* g, int s, int half) noexcept nogil:
    """`startable_with` for a single half card."""
    cdef Prospects p
    p.known = p.good = 0
    return startable_with(t, g, s, half, &p)


# -- the turn ------------------------------------------------------------------------------------------------


cdef inline bint may_play(const Game* g, int s) noexcept nogil:
    """ENO-TRN-04, ENO-EXR-02, ENO-EXR-02-D."""
    return g.spacers[s].played < SLEEVES - g.spacers[s].exerts


cdef void begin_turn(Game* g, int s) noexcept nogil:
    """ENO-TRN-01: this is the Spacer's one turn of the round."""
    g.active = <signed char>s
    g.spacers[s].took_turn = 1
    g.spacers[s].played = 0
    g.spacers[s].exerted = 0
    g.spacers[s].breath = 0
    g.spacers[s].last_half = -1
    if g.spacers[s].knock == KNOCK_FALLING:
        g.spacers[s].knock_turn = 1  # ENO-KDN-04-D


cdef void turn(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Start, Action cards with free abilities in between, end (ENO-TRN-02 to ENO-TRN-09, ENO-TRN-11-D). a: Spacer."""
    cdef Head* h = &g.core
    cdef int s = f.a
    if f.step == 0:
        begin_turn(g, s)
        f.step = 1
        call(h, PROC_TURN_START, s, 0, 0, 0)
    elif f.step == 1:  # a step of the turn is over
        f.step = 2
        call(h, PROC_EMPTY_NOISE, 0, 0, 0, 0)
    elif f.step == 2:
        if shed_gear(t, g, s):  # an effect has taken slots away
            return
        if not in_play(g, s) or not ask_turn(t, g, s):
            f.step = 5
        else:
            f.step = 3
    elif f.step == 3:
        act(t, g, f)
    elif f.step == 4:  # the card that pays for a Location action has been chosen
        pay_location_action(t, g, f)
    elif f.step == 5:
        f.step = 6
        call(h, PROC_TURN_END, s, 0, 0, 0)
    else:
        g.active = -1
        done(h)


cdef bint ask_turn(const Tables* t, Game* g, int s) noexcept nogil:
    """Options of the turn; False when the Spacer can only end it (ENO-KDN-03)."""
    cdef int i
    begin(&g.core, s, CHOICE_TURN, -1)
    if can_act(t, g, s):
        if may_play(g, s):
            offer_cards(t, g, s)
            offer_location_actions(t, g, s)
        offer_abilities(t, g, s, TIMING_TURN)
        for i in range(2):
            if can_pay_stratagem(t, g, s, i):
                option(&g.core, ACT_PAY_STRATAGEM + i)
    if g.spacers[s].awakened and g.spacers[s].antinomy and g.spacers[s].knock == KNOCK_FALLING:  # ENO-AWK-08
        option(&g.core, ACT_ANTINOMY)
    return ask_or(&g.core, ACT_END_TURN)


cdef void offer_cards(const Tables* t, Game* g, int s) noexcept nogil:
    """Sides of the cards in hand on which some action can start (ENO-TRN-06, ENO-TRN-07-D)."""
    cdef int i, side
    cdef Prospects p
    p.known = p.good = 0
    for i in range(SLEEVES):
        if g.spacers[s].card[i] == CARD_SIDE_HAND:
            for side in range(2):
                if startable_with(t, g, s, g.spacers[s].half[i][side], &p):
                    option(&g.core, ACT_CARD + 2 * i + side)


cdef void offer_location_actions(const Tables* t, Game* g, int s) noexcept nogil:
    """Location actions, for which a card in hand is needed (ENO-LOC-05, ENO-LOC-05-D)."""
    cdef int i
    for i in range(SLEEVES):
        if g.spacers[s].card[i] == CARD_SIDE_HAND:
            offer_abilities(t, g, s, TIMING_ACTION)
            return


cdef void act(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Carry out the chosen step of the turn."""
    cdef Head* h = &g.core
    cdef int s = f.a, action = h.answer, place = -1, ability
    f.step = 1
    if action == ACT_END_TURN:
        f.step = 5
    elif ACT_CARD <= action < ACT_CARD + N_ACT_CARD:
        call(h, PROC_PLAY_CARD, s, (action - ACT_CARD) // 2, CARD_SIDE_A + (action - ACT_CARD) % 2, 0)
    elif ACT_PAY_STRATAGEM <= action < ACT_PAY_STRATAGEM + 2:
        pay_stratagem(t, g, action - ACT_PAY_STRATAGEM)
    elif action == ACT_ANTINOMY:
        g.spacers[s].antinomy -= 1
        stand_up(t, g, s)
    elif ACT_LOCATION_ACTION <= action < ACT_LOCATION_ACTION + N_ACT_LOCATION_ACTION:
        f.b = <short>ability_of(t, g, s, action, &place)
        ask_paying_card(g, s)
        f.step = 4
    else:
        ability = ability_of(t, g, s, action, &place)
        call(h, PROC_USE_ABILITY, s, ability, place, -1).e = -1


cdef void ask_paying_card(Game* g, int s) noexcept nogil:
    """ENO-LOC-05-D: any Action card from hand, either side."""
    cdef int i
    begin(&g.core, s, CHOICE_PAY_CARD, -1)
    for i in range(SLEEVES):
        if g.spacers[s].card[i] == CARD_SIDE_HAND:
            option(&g.core, ACT_CARD + 2 * i)
            option(&g.core, ACT_CARD + 2 * i + 1)
    ask(&g.core)


cdef void pay_location_action(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """The card lies played, its own actions are not resolved (ENO-LOC-05-D)."""
    cdef int code = g.core.answer - ACT_CARD
    g.spacers[f.a].card[code // 2] = <unsigned char>(CARD_SIDE_A + code % 2)
    g.spacers[f.a].played += 1
    g.spacers[f.a].last_half = g.spacers[f.a].half[code // 2][code % 2]
    f.step = 1
    call(&g.core, PROC_USE_ABILITY, f.a, f.b, -1, -1).e = -1


cdef void lose_awakening(Game* g, int s) noexcept nogil:
    """ENO-AWK-09: the card goes back with all that it gave."""
    g.spacers[s].awakened = 0
    g.spacers[s].antinomy = 0


cdef void turn_start(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """ENO-TRN-13, ENO-TRN-13-D, ENO-TRN-03, ENO-EXT-10 to ENO-EXT-11, ENO-KDN-04, ENO-AWK-09, ENO-KEY-10. a: Spacer;
    b: bits of the effects done."""
    cdef int s = f.a, i
    if f.step == 0:
        for i in range(MAX_EXTRACTIONS):
            if g.points[i].state == POINT_STATE_INITIATED:
                if g.points[i].tokens > 0:
                    g.points[i].tokens -= 1
                if g.points[i].tokens == 0:
                    g.points[i].state = POINT_STATE_OPEN
        for i in range(MAX_GEAR):
            g.spacers[s].gear[i].discharge = 0
        if g.spacers[s].knock == KNOCK_STANDING:
            stand_up(t, g, s)
        if g.spacers[s].awakened:
            if g.spacers[s].antinomy:
                g.spacers[s].antinomy -= 1
            else:
                lose_awakening(g, s)
        f.step = 1
    if own_effects(t, g, f, TIMING_TURN_START):
        return
    if g.spacers[s].breakdown >= 0 and t.breakdowns[g.spacers[s].breakdown].flips_at_turn:
        g.spacers[s].flipped = 1  # ENO-SBD-03-D
    for i in range(SLEEVES):
        g.spacers[s].card[i] = CARD_SIDE_HAND
    done(&g.core)


cdef void turn_end(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Catch Breath, other effects, the Knockdown card flips, the pool is milled (ENO-CBR-01, ENO-CBR-03-D, ENO-KDN-04,
    ENO-TOK-04, ENO-TRN-11-D). a: Spacer; b: bits of the effects done."""
    cdef int s = f.a
    if f.step == 0:
        f.step = 1
        if in_play(g, s) and g.spacers[s].breath:
            g.spacers[s].breath = 0
            if g.spacers[s].exerts:
                g.spacers[s].exerts -= 1
            lose_adrenaline(t, g, s, 1)
    if in_play(g, s) and own_effects(t, g, f, TIMING_TURN_END):
        return
    if g.spacers[s].knock == KNOCK_FALLING and g.spacers[s].knock_turn:
        g.spacers[s].knock = KNOCK_STANDING
    end_lasting(g, s, UNTIL_TURN)
    mill(g)
    done(&g.core)


cdef bint own_effects(const Tables* t, Game* g, Frame* f, int timing) noexcept nogil:
    """Resolve the Spacer's own effects of a timing in its order (ENO-TRN-13-D); True while one is under way.

    f.b: bits of those resolved; f.step 1: look, 2: the order was asked.
    """
    cdef int s = f.a, i = 0, a
    cdef const Ability* ability
    if f.step == 2:
        i = g.core.answer - ACT_OPTION
        f.b |= <short>(1 << i)
        f.step = 1
        return start_effect(t, g, s, own_effect(t, g, s, timing, i)) or own_effects(t, g, f, timing)
    if not in_play(g, s):
        return False
    begin(&g.core, s, CHOICE_END_ORDER, timing)
    a = own_effect(t, g, s, timing, 0)
    while a >= 0 and i < N_ACT_OPTION:
        ability = &t.abilities[a]
        if not (f.b >> i) & 1 and need_met(t, g, ability.need, ability.need_b, ability.need_c, s, -1):
            option(&g.core, ACT_OPTION + i)
        i += 1
        a = own_effect(t, g, s, timing, i)
    if not ask_any(&g.core):
        return False
    f.step = 2
    return True


# -- Action cards --------------------------------------------------------------------------------------------


cdef void play_card(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """One action of the chosen side, its Noise, then perhaps exerting (ENO-TRN-06 to ENO-TRN-08, ENO-EXR-01 to
    ENO-EXR-05, ENO-BLP-05-D2). a: Spacer, b: sleeve, c: `CardSide`."""
    cdef Head* h = &g.core
    cdef int s = f.a
    if f.step == 0:
        g.spacers[s].card[f.b] = <unsigned char>f.c
        g.spacers[s].played += 1
        f.step = 1
        call(h, PROC_ACTIONS, s, g.spacers[s].half[f.b][f.c - CARD_SIDE_A], 0, 0).e = f.b
    elif f.step == 1:
        g.spacers[s].last_half = g.spacers[s].half[f.b][f.c - CARD_SIDE_A]
        f.step = 2
        call(h, PROC_EMPTY_NOISE, 0, 0, 0, 0)
    elif f.step == 2:
        if not in_play(g, s) or not may_exert(t, g, s, f.b):
            done(h)
            return
        begin(h, s, CHOICE_EXERT, f.b)
        option(h, ACT_EXERT)
        option(h, ACT_NO)
        f.step = 3
        ask(h)
    elif f.step == 3:
        if h.answer == ACT_NO:
            done(h)
            return
        f.step = 4
        exert(t, g, s, f.b)
        settle(t, g, s)
    elif f.step == 4:
        f.step = 5
        if in_play(g, s):
            call(h, PROC_ACTIONS, s, half_up(g, s, f.b), 1, 0).e = f.b
    elif f.step == 5:
        f.step = 6
        call(h, PROC_EMPTY_NOISE, 0, 0, 0, 0)
    else:
        done(h)
        if in_play(g, s) and g.spacers[s].exerts >= EXERTS:  # ENO-EXR-04
            call(h, PROC_DIE, s, 0, 0, 0)


cdef inline int half_up(const Game* g, int s, int sleeve) noexcept nogil:
    """The half card that lies up."""
    return g.spacers[s].half[sleeve][g.spacers[s].card[sleeve] - CARD_SIDE_A]


cdef bint may_exert(const Tables* t, const Game* g, int s, int sleeve) noexcept nogil:
    """ENO-EXR-01, ENO-EXR-01-D, ENO-EXR-01-D2, ENO-CBR-03: once per turn, when the other side has an action."""
    cdef int up = g.spacers[s].card[sleeve]
    if g.spacers[s].exerted or g.spacers[s].breath or not can_act(t, g, s) or up == CARD_SIDE_HAND:
        return False
    if t.exert_stress and g.spacers[s].stress + EXERTION > TOP:
        return False
    return startable(t, g, s, g.spacers[s].half[sleeve][CARD_SIDE_B - up]) & ~(1u << ACTION_KIND_CATCH_BREATH) != 0


cdef void exert(const Tables* t, Game* g, int s, int sleeve) noexcept nogil:
    """Pay, take an Exert card, flip the card (ENO-EXR-01, ENO-EXR-03, ENO-ADR-04)."""
    g.spacers[s].exerted = 1
    g.spacers[s].exerts += 1
    g.spacers[s].card[sleeve] = <unsigned char>(CARD_SIDE_A + CARD_SIDE_B - g.spacers[s].card[sleeve])
    if t.exert_stress:
        gain_stress(t, g, s, EXERTION)
    else:
        gain_adrenaline(t, g, s, EXERTION)


cdef void actions(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """One action of a half card (ENO-TRN-07, ENO-ACT-01, ENO-ADR-01, ENO-ADR-03). a: Spacer, b: half card, c: 1 after
    exerting, d: 1 Bonus Action, e: sleeve; f: the option. Gives 1 when one was performed."""
    cdef Head* h = &g.core
    cdef int s = f.a, i
    cdef unsigned int bits
    if f.step == 0:
        bits = startable(t, g, s, f.b)
        if f.c:
            bits &= ~(1u << ACTION_KIND_CATCH_BREATH)  # ENO-EXR-01-D
        begin(h, s, CHOICE_ACTION, f.b)
        for i in range(ACTION_KIND_COUNT):
            if (bits >> i) & 1:
                option(h, ACT_ACT + i)
        f.step = 1
        if not ask_any(h):
            give(h, 0)
    elif f.step == 1:
        f.f = <short>option_of(t, f.b, h.answer - ACT_ACT)
        f.step = 2
        pay_action(t, g, s, &t.halves[f.b].options[f.f])
        settle(t, g, s)
    elif f.step == 2:
        f.step = 3
        if in_play(g, s):
            perform(t, g, f, &t.halves[f.b].options[f.f])
    elif f.step == 3:
        f.step = 4
        print_effect(t, g, s, &t.halves[f.b].options[f.f])
    else:
        give(h, 1)


cdef int option_of(const Tables* t, int half, int kind) noexcept nogil:
    """The action of a kind on a half card; each kind stands on it once."""
    cdef int i
    for i in range(t.halves[half].n_options):
        if t.halves[half].options[i].kind == kind:
            return i
    return 0


cdef void pay_action(const Tables* t, Game* g, int s, const ActionOption* o) noexcept nogil:
    """Costs; then Adrenaline +1 with its bonuses, except for an Attack, which has its own step (ENO-ADR-01,
    ENO-ADR-03)."""
    if o.expertise:
        pay_tokens(g, 2, o.expertise)
    if o.adrenaline_cost:
        lose_adrenaline(t, g, s, o.adrenaline_cost)
    if o.stress:
        gain_stress(t, g, s, o.stress)
    if o.adrenaline and o.kind != ACTION_KIND_ATTACK:
        gain_adrenaline(t, g, s, 1)
        rubicon(t, g, s)


cdef void perform(const Tables* t, Game* g, Frame* f, const ActionOption* o) noexcept nogil:
    """The action itself (ENO-ACT-01, ENO-RAT-01, ENO-CBR-01)."""
    cdef Head* h = &g.core
    cdef Frame* body
    cdef int s = f.a
    if o.kind == ACTION_KIND_MOVE:
        body = call(h, PROC_MOVE, s, o.value + stat(t, g, s, STAT_MOVE, 0), 1, o.noise_kind)
        body.e = o.noise
        body.f = o.noise_colour
    elif o.kind == ACTION_KIND_ATTACK:
        call(h, PROC_SPACER_ATTACK, s, 0, 0, 0)
    elif o.kind == ACTION_KIND_FAST_RELOAD or o.kind == ACTION_KIND_FULL_RELOAD:
        call(h, PROC_RELOAD, s, o.kind == ACTION_KIND_FAST_RELOAD, 0, 0)
    elif o.kind == ACTION_KIND_SCOUT:
        call(h, PROC_SCOUT, s, 1, f.e, 0)
    elif o.kind == ACTION_KIND_SCAVENGE:
        call(h, PROC_SCAVENGE, s, 0, 0, 0)
    elif o.kind == ACTION_KIND_RATIONALIZE:
        lose_stress(t, g, s, RATIONALIZED)
    elif o.kind == ACTION_KIND_CATCH_BREATH:
        g.spacers[s].breath = 1
    elif o.kind == ACTION_KIND_REARM:
        call(h, PROC_REARM, s, 0, 0, 0)


cdef void print_effect(const Tables* t, Game* g, int s, const ActionOption* o) noexcept nogil:
    """The further text of an action."""
    cdef Frame* body
    if o.effect >= 0 and in_play(g, s):
        body = call(&g.core, PROC_EFFECT, o.effect, o.effect_end, s, -1)
        body.e = body.f = -1
        body.h = <short>s


cdef void bonus_action(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """ENO-BON-07, ENO-BON-07-D: one action of any own Action card, from hand or from the table. a: Spacer."""
    cdef Head* h = &g.core
    cdef int s = f.a, i, side, code
    if f.step == 0:
        begin(h, s, CHOICE_BONUS_ACTION, -1)
        for i in range(SLEEVES):
            for side in range(2):
                if in_play(g, s) and can_act(t, g, s) and startable(t, g, s, g.spacers[s].half[i][side]):
                    option(h, ACT_CARD + 2 * i + side)
        f.step = 1
        if not ask_or(h, ACT_PASS):
            done(h)
    elif f.step == 1 and h.answer != ACT_PASS:
        code = h.answer - ACT_CARD
        if g.spacers[s].card[code // 2] == CARD_SIDE_HAND:
            g.spacers[s].card[code // 2] = <unsigned char>(CARD_SIDE_A + code % 2)
        f.step = 2
        call(h, PROC_ACTIONS, s, g.spacers[s].half[code // 2][code % 2], 0, 1).e = <short>(code // 2)
    else:
        done(h)


enter(PROC_TURN, turn)
enter(PROC_TURN_START, turn_start)
enter(PROC_TURN_END, turn_end)
enter(PROC_PLAY_CARD, play_card)
enter(PROC_ACTIONS, actions)
enter(PROC_BONUS_ACTION, bonus_action)
