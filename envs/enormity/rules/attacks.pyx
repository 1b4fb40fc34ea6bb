# cython: language_level=3
"""Attacks of Spacers in their steps, responses, Burst, Suppression, Bonus and Follow-up Attacks, reloads (ATK, RSP,
BUR, SUP, REL, BON, KEY)."""
from envs.core.flow cimport ask, ask_any, ask_or, begin, call, done, Frame, give, Head, option
from envs.enormity.rules.abilities cimport ability_of, break_interrupted, offer_abilities
from envs.enormity.rules.assaults cimport AS_REPRISAL, mark, marked, MOST_TARGETS, pop_assault, push_assault
from envs.enormity.rules.board cimport adjacent, has_tile
from envs.enormity.rules.dice cimport add_dice, begin_roll, end_roll, lower_tier, power_of, quadrants_of
from envs.enormity.rules.state cimport (
    ACT_DONE, ACT_GEAR, ACT_INTRUDER, ACT_NO, ACT_OPTION, ACT_YES, Assault, ASSAULT_MARK_BONUS, ASSAULT_MARK_BROKEN,
    ASSAULT_MARK_EMPTIED, ASSAULT_MARK_FREE, ASSAULT_MARK_LEFT, ASSAULT_MARK_ROLLED, CHOICE_ATTACK_TARGET,
    CHOICE_BONUS_ATTACK, CHOICE_BURST_ORDER, CHOICE_EMPTY_CLIP, CHOICE_IGNORE_REPRISAL, CHOICE_RELOAD,
    CHOICE_RESPONSE_ORDER, CHOICE_ROLL_BONUS, CHOICE_STAND_UP, CHOICE_WEAPON, Game, Gear, GEAR_KIND_WEAPON,
    GEAR_PLACE_BACKPACK, GEAR_PLACE_NONE, GearCard, KEYWORD_DISCHARGE, KEYWORD_EMPTY_CLIP, KEYWORD_EXHAUST,
    KEYWORD_NOISELESS, KNOCK_NONE, MAX_GEAR, MAX_INTRUDERS, NOISE_KIND_NONE, NOISE_KIND_SYMBOL, PROC_AFTER_ATTACK,
    PROC_ATTACK_ROLL, PROC_ATTACK_ROLLS, PROC_BONUS_ATTACK, PROC_EFFECT, PROC_FREE_STEPS, PROC_LEAVE, PROC_NOISE,
    PROC_PERFORM, PROC_RELOAD, PROC_RESPONSE, PROC_RESPONSES, PROC_SPACER_ATTACK, PROC_SPACER_ROLL, PROC_USE_ABILITY,
    REACH_RANGED, RESULT_CRITICAL, RESULT_FAIL, RESULT_NONE, RESULT_WOUND, ROLL_KIND_ATTACK, SIDE_SPACER, STAT_CRITICAL,
    STAT_FREE_CONFIDENCE, STAT_FREE_DISCIPLINE, STAT_MELEE_DISCIPLINE, STAT_POWER, STAT_WHITE_DICE, Tables,
    TILE_DESTRUCTIBLE, TIMING_MELEE_FROM_ADJACENT, TIMING_ROLL, TOKEN_CONFIDENCE, TOKEN_DISCIPLINE, UNTIL_ATTACK,
)
from envs.enormity.rules.stats cimport (
    at, can_act, end_lasting, gain_adrenaline, on_board, place_tokens, remove_intruder, rubicon, settle, stand_up, stat,
    suppress, tie_chooser, wound, wounds_needed,
)
from envs.enormity.rules.table cimport enter
from envs.enormity.rules.weapons cimport (
    active_weapon, can_attack, cover_tile, in_reach, is_melee, reloadable, targets_of, targets_with_advance,
)

cdef enum:
    ALL_SLOTS = 0xFFFF
    MANNER_ACTION = 0
    MANNER_BONUS = 1
    MANNER_FREE = 2
    CRITICAL_CHANCE = 4  # ENO-DIC-05

cdef enum:
    # Steps of SPACER_ATTACK.
    CHOOSE_WEAPON = 0
    WEAPON_CHOSEN = 1
    TARGET_CHOSEN = 2
    ADVANCED = 3
    MORE_TARGETS = 4
    DEPLETE = 5
    CLIP_ASKED = 6
    DEPLETED = 7
    ROLL = 8
    RESPOND = 9
    LEAVE_TOKENS = 10
    MAKE_NOISE = 11
    AFTERWARDS = 12
    OVER = 13
    TRAITS = 14


# -- attacks in progress -------------------------------------------------------------------------------------


cdef inline bint alive(const Game* g, int k) noexcept nogil:
    return k >= 0 and g.intruders[k].type >= 0


cdef GearCard NO_CARD
NO_CARD.wound = NO_CARD.fail = -1


cdef const GearCard* weapon_of(const Tables* t, const Game* g, const Assault* a) noexcept nogil:
    """The card of the weapon used; a blank one when the Spacer has lost it during the attack."""
    cdef int card = g.spacers[a.actor].gear[a.weapon].card
    if card < 0:
        return &NO_CARD
    return &t.gear[card]


cdef int own_modifier(const Tables* t, const Game* g, const Assault* a, int type) noexcept nogil:
    """Attack Modifiers of abilities, beside those of the weapon: Discipline or Confidence (ENO-GEA-09)."""
    cdef int card = g.spacers[a.actor].gear[a.weapon].card
    if type == TOKEN_CONFIDENCE:
        return stat(t, g, a.actor, STAT_FREE_CONFIDENCE, 0)
    return stat(t, g, a.actor, STAT_FREE_DISCIPLINE, 0) + (
        stat(t, g, a.actor, STAT_MELEE_DISCIPLINE, 0) if card >= 0 and is_melee(t, card) else 0)


cdef inline bint able(const Tables* t, const Game* g, const Assault* a) noexcept nogil:
    """The attacker can go on: on the board, not knocked down, not Chain Broken (ENO-CHB-02-D2, ENO-CHB-06-D)."""
    return on_board(g, a.actor) and can_act(t, g, a.actor) and not marked(a, ASSAULT_MARK_BROKEN)


cdef int begin_assault(const Tables* t, Game* g, int s, int place, int manner) noexcept nogil:
    """A Spacer's attack with its Attack Modifiers (ENO-GEA-09, ENO-TOK-09-D); its index."""
    cdef int i = push_assault(g, SIDE_SPACER, s, place, g.spacers[s].cell, manner)
    cdef Assault* a = &g.assaults[i]
    cdef const GearCard* w = &t.gear[g.spacers[s].gear[place].card]
    a.discipline = <unsigned char>(w.modifiers[TOKEN_DISCIPLINE] + own_modifier(t, g, a, TOKEN_DISCIPLINE))
    a.confidence = <unsigned char>(w.modifiers[TOKEN_CONFIDENCE] + own_modifier(t, g, a, TOKEN_CONFIDENCE))
    if manner == MANNER_BONUS:
        mark(a, ASSAULT_MARK_BONUS)
    elif manner == MANNER_FREE:
        mark(a, ASSAULT_MARK_FREE)
    return i


cdef void bury(const Tables* t, Game* g, Assault* a, int i) noexcept nogil:
    """The killed target leaves the board (ENO-RSP-01-D, ENO-ATK-20-D); what takes its slot owes no Reprisal."""
    cdef int k = a.targets[i]
    if alive(g, k) and a.results[i] >= RESULT_WOUND and g.intruders[k].wounds >= wounds_needed(t, g, k):
        g.kills += 1
        remove_intruder(t, g, k)
    if not alive(g, k):
        a.reprisal[i] = -1


# -- steps 1 to 7 --------------------------------------------------------------------------------------------


cdef unsigned int among(const Frame* f) noexcept nogil:
    """Intruders that may be attacked."""
    return <unsigned int><unsigned short>f.d if f.b == MANNER_FREE else ALL_SLOTS


cdef void spacer_attack(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """An Attack in its steps (ENO-ATK-01 to ENO-ATK-21, ENO-SCO-07-D, ENO-BON-02). Gives 1 if it was performed, a
    Follow-up Attack the Follow-ups that it has granted.

    a: Spacer, b: manner, c: 1 a Follow-up Attack, d: bits of slots for a free attack; e: place of the weapon, f:
    assault, g: target or order.
    """
    cdef Assault* a = &g.assaults[f.f]
    if f.step > WEAPON_CHOSEN and f.step != OVER and not on_board(g, f.a):  # ENO-ATK-20-D
        f.step = OVER
    if f.step == CHOOSE_WEAPON:
        choose_weapon(t, g, f)
    elif f.step == WEAPON_CHOSEN:
        f.e = <short>(g.core.answer - ACT_GEAR)
        repair(t, g, f)
        f.f = <short>begin_assault(t, g, f.a, f.e, f.b)
        f.step = TARGET_CHOSEN
        ask_target(g, f, targets_with_advance(t, g, f.a, f.e) & among(f), False)
    elif f.step == TARGET_CHOSEN:
        take_target(g, a, g.core.answer - ACT_INTRUDER)
        f.step = ADVANCED
        if weapon_of(t, g, a).advance:
            call(&g.core, PROC_FREE_STEPS, f.a, weapon_of(t, g, a).advance, f.a, -1).e = g.intruders[a.targets[0]].cell
    elif f.step == ADVANCED:
        if not alive(g, a.targets[0]) or not can_act(t, g, f.a) or not in_reach(t, g, f.a, f.e, a.targets[0]):
            f.step = AFTERWARDS  # ENO-ATK-04, ENO-KEY-01-D, ENO-CHB-02-D2
        else:
            if f.b == MANNER_BONUS:
                break_interrupted(g)  # ENO-CHB-02
            f.step = MORE_TARGETS
    elif f.step == MORE_TARGETS:
        more_targets(t, g, f, a)
    elif f.step == TRAITS:
        traits(t, g, f, a)
    elif f.step == DEPLETE or f.step == CLIP_ASKED:
        deplete(t, g, f, a)
    elif f.step == DEPLETED:
        f.step = ROLL
        settle(t, g, f.a)
    else:
        conclude(t, g, f, a)


cdef void conclude(const Tables* t, Game* g, Frame* f, Assault* a) noexcept nogil:
    """Steps 3 to 7 and the end of the attack."""
    cdef Head* h = &g.core
    cdef int i
    if f.step == ROLL:
        f.step = RESPOND
        f.g = 0
        call(h, PROC_ATTACK_ROLLS, f.f, 0, 0, 0)
    elif f.step == RESPOND:
        if marked(a, ASSAULT_MARK_BROKEN) or f.g >= a.n_targets:
            f.step = LEAVE_TOKENS
        else:
            f.g += 1
            call(h, PROC_RESPONSES, f.f, f.g - 1, 0, 0)  # in the order of the rolls (ENO-BUR-06)
    elif f.step == LEAVE_TOKENS:
        f.step = MAKE_NOISE
        call(h, PROC_LEAVE, f.f, 0, 0, 0)
    elif f.step == MAKE_NOISE:
        f.step = AFTERWARDS
        if not marked(a, ASSAULT_MARK_BROKEN):
            attack_noise(t, g, a)
    elif f.step == AFTERWARDS:
        f.step = OVER
        if marked(a, ASSAULT_MARK_LEFT):
            end_lasting(g, f.a, UNTIL_ATTACK)  # before a Follow-up, which is another Attack
        call(h, PROC_AFTER_ATTACK, f.f, 0, 0, f.c)
    else:
        for i in range(a.n_targets):
            bury(t, g, a, i)
        if not on_board(g, f.a):
            end_lasting(g, f.a, UNTIL_ATTACK)
        i = a.ammo > 0 or marked(a, ASSAULT_MARK_ROLLED) or marked(a, ASSAULT_MARK_LEFT)
        if f.c:
            i = a.follow_ups
        pop_assault(g)
        give(h, i)


cdef void choose_weapon(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """ENO-ATK-02 to ENO-ATK-04-D: an active weapon with a legal target."""
    cdef Head* h = &g.core
    cdef int place
    begin(h, f.a, CHOICE_WEAPON, f.b)
    if can_attack(t, g, f.a, f.b == MANNER_BONUS, among(f)):
        for place in range(MAX_GEAR):
            if not active_weapon(t, g, f.a, place, f.b == MANNER_BONUS):
                continue
            if targets_with_advance(t, g, f.a, place) & among(f):
                option(h, ACT_GEAR + place)
    f.step = WEAPON_CHOSEN
    if not ask_any(h):
        give(h, 0)


cdef void repair(const Tables* t, Game* g, const Frame* f) noexcept nogil:
    """ENO-BON-02, ENO-BON-05-D: a Bonus Attack unexhausts its weapon or gives it exactly 1 Ammo."""
    cdef Gear* gear = &g.spacers[f.a].gear[f.e]
    if f.b != MANNER_BONUS:
        return
    if gear.exhausted:
        gear.exhausted = 0
    elif t.gear[gear.card].ammo and not gear.ammo:
        gear.ammo = 1


cdef bint ask_target(Game* g, const Frame* f, unsigned int bits, bint enough) noexcept nogil:
    """One of the Intruders, or with `enough` no further one; False when there is none."""
    cdef Head* h = &g.core
    cdef int k
    begin(h, f.a, CHOICE_ATTACK_TARGET, f.e)
    for k in range(MAX_INTRUDERS):
        if bits >> k & 1:
            option(h, ACT_INTRUDER + k)
    return ask_or(h, ACT_DONE) if enough else ask_any(h)


cdef void take_target(Game* g, Assault* a, int k) noexcept nogil:
    """Declare a target (ENO-BUR-02)."""
    a.targets[a.n_targets] = <signed char>k
    a.n_targets += 1


cdef void more_targets(const Tables* t, Game* g, Frame* f, Assault* a) noexcept nogil:
    """ENO-BUR-01, ENO-BUR-02, ENO-GEA-08: further targets in reach, an Ammo or Charge for each; the free attack of a
    Scout has one target (ENO-SCO-07). g: 1 when one was asked for."""
    cdef const GearCard* w = weapon_of(t, g, a)
    cdef const Gear* gear = &g.spacers[f.a].gear[f.e]
    cdef unsigned int bits
    cdef int i
    if f.g == 1 and g.core.answer != ACT_DONE:
        take_target(g, a, g.core.answer - ACT_INTRUDER)
    if f.b != MANNER_FREE and (f.g == 0 or g.core.answer != ACT_DONE) and a.n_targets < w.burst and (
            a.n_targets < MOST_TARGETS and (not w.ammo or gear.ammo > a.n_targets)) and (
            not w.charges or gear.charges > a.n_targets):
        bits = targets_of(t, g, f.a, f.e, g.spacers[f.a].cell) & among(f)
        for i in range(a.n_targets):
            bits &= ~(1u << a.targets[i])
        f.g = 1
        if ask_target(g, f, bits, True):
            return
    f.g = 0
    f.step = TRAITS


cdef int next_trait(const Tables* t, int first, int end, int done_before, int* n) noexcept nogil:
    """The trait for attacks from adjacency behind the first `done_before`, -1 none; `n` counts those passed."""
    cdef int b
    for b in range(first, end):
        if t.abilities[b].timing == TIMING_MELEE_FROM_ADJACENT and t.abilities[b].effect >= 0:
            n[0] += 1
            if n[0] > done_before:
                return b
    return -1


cdef void traits(const Tables* t, Game* g, Frame* f, Assault* a) noexcept nogil:
    """Traits of Intruders that are attacked from adjacency (such as Terrifying). g: abilities looked at."""
    cdef int i, n = 0, k, specimen, b
    cdef Frame* body
    for i in range(a.n_targets):
        k = a.targets[i]
        if not alive(g, k) or not adjacent(t, g, g.spacers[f.a].cell, g.intruders[k].cell):
            continue
        specimen = g.intruders[k].specimen
        b = next_trait(t, t.types[g.intruders[k].type].first_ability, t.types[g.intruders[k].type].end_ability, f.g, &n)
        if b < 0 and specimen >= 0:  # ENO-INT-05
            b = next_trait(t, t.specimens[specimen].first_ability, t.specimens[specimen].end_ability, f.g, &n)
        if b >= 0:
            f.g += 1
            body = call(&g.core, PROC_EFFECT, t.abilities[b].effect, t.abilities[b].effect_end, f.a, k)
            body.e = f.a
            body.f = -1
            body.h = f.a
            return
    f.g = 0
    f.step = DEPLETE


cdef void deplete(const Tables* t, Game* g, Frame* f, Assault* a) noexcept nogil:
    """Step 2: Empty Clip, Ammo or Charge, Discharge, exhausting, Adrenaline (ENO-ATK-05, ENO-BUR-03, ENO-KEY-10,
    ENO-KEY-12, ENO-GEA-08, ENO-GEA-10, ENO-SCO-07)."""
    cdef const GearCard* w = weapon_of(t, g, a)
    cdef Gear* gear = &g.spacers[f.a].gear[f.e]
    if f.step == DEPLETE:
        f.step = CLIP_ASKED
        g.core.answer = ACT_NO
        if w.keywords >> KEYWORD_EMPTY_CLIP & 1 and a.n_targets == 1 and gear.ammo >= 1:
            begin(&g.core, f.a, CHOICE_EMPTY_CLIP, f.e)
            option(&g.core, ACT_YES)
            option(&g.core, ACT_NO)
            ask(&g.core)
            return
    if g.core.answer == ACT_YES:
        mark(a, ASSAULT_MARK_EMPTIED)
    if w.ammo:
        a.ammo = gear.ammo if marked(a, ASSAULT_MARK_EMPTIED) else a.n_targets
        gear.ammo -= a.ammo
    if w.charges:
        gear.charges -= a.n_targets
    if w.keywords >> KEYWORD_DISCHARGE & 1:
        gear.discharge = 1
    if w.keywords >> KEYWORD_EXHAUST & 1:
        gear.exhausted = 1
    f.step = DEPLETED
    if not marked(a, ASSAULT_MARK_FREE):
        gain_adrenaline(t, g, f.a, 1)


cdef void attack_noise(const Tables* t, Game* g, const Assault* a) noexcept nogil:
    """Step 6 (ENO-ATK-20, ENO-BUR-09, ENO-BUR-09-D, ENO-KEY-20)."""
    cdef const GearCard* w = weapon_of(t, g, a)
    cdef Frame* body
    cdef int noise = w.noise
    if w.noise_kind == NOISE_KIND_NONE or w.keywords >> KEYWORD_NOISELESS & 1 or not marked(a, ASSAULT_MARK_ROLLED):
        return
    if w.noise_kind == NOISE_KIND_SYMBOL:
        noise += a.n_targets - 1
    body = call(&g.core, PROC_NOISE, a.actor, w.noise_kind, noise, w.noise_colour)
    body.e = g.spacers[a.actor].cell
    body.f = a.ammo
    body.g = a.n_targets


# -- the rolls -----------------------------------------------------------------------------------------------


cdef void attack_rolls(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """A roll for each target in chosen order (ENO-BUR-04, ENO-BUR-05); if none can be made it is a Chain Break
    (ENO-CHB-05, ENO-ATK-21).

    a: assault; b: number of targets in their order, c: 1 when the next one was asked for.
    """
    cdef Head* h = &g.core
    cdef Assault* a = &g.assaults[f.a]
    cdef int i, k
    if f.c:
        f.c = 0
        for i in range(f.b, a.n_targets):
            if a.targets[i] == h.answer - ACT_INTRUDER:
                k = a.targets[f.b]
                a.targets[f.b] = a.targets[i]
                a.targets[i] = <signed char>k
    elif f.b + 1 < a.n_targets and able(t, g, a):
        begin(h, a.actor, CHOICE_BURST_ORDER, f.a)
        for i in range(f.b, a.n_targets):
            option(h, ACT_INTRUDER + a.targets[i])
        f.c = 1
        ask(h)
        return
    if f.b >= a.n_targets or not able(t, g, a):
        if not marked(a, ASSAULT_MARK_ROLLED):
            mark(a, ASSAULT_MARK_BROKEN)
        done(h)
        return
    a.target = a.targets[f.b]
    f.b += 1
    if in_reach(t, g, a.actor, a.weapon, a.target):
        call(h, PROC_ATTACK_ROLL, f.a, f.b - 1, 0, 0)


cdef void take_cover(const Tables* t, Game* g, const Assault* a, int r) noexcept nogil:
    """ENO-KEY-05-D, ENO-KEY-06: the die of the highest tier is lowered; that uses a Destructible tile up."""
    cdef int c = cover_tile(t, g, g.intruders[a.target].cell, g.spacers[a.actor].cell)
    if c >= 0 and lower_tier(g, r) >= 0 and has_tile(t, g, c, TILE_DESTRUCTIBLE):
        g.tile[c] = 0


cdef int gather(const Tables* t, Game* g, int index) noexcept nogil:
    """Step 3A: the Power Pool (ENO-ATK-06, ENO-ATK-16, ENO-KEY-12-D); the roll."""
    cdef Assault* a = &g.assaults[index]
    cdef const GearCard* w = weapon_of(t, g, a)
    cdef int s = a.actor, colour, r = begin_roll(g, ROLL_KIND_ATTACK, s, index)
    cdef bint more = w.more_at > 0 and g.spacers[s].adrenaline >= w.more_at
    for colour in range(5):
        add_dice(g, r, colour, w.dice[colour] + (w.more_dice[colour] if more else 0) + (
            stat(t, g, s, STAT_WHITE_DICE + colour, 0) if colour < 3 else 0))
    g.rolls[r].power = <signed char>(w.power + stat(t, g, s, STAT_POWER, 0) + marked(a, ASSAULT_MARK_EMPTIED))
    g.rolls[r].quadrants = <unsigned char>(w.quadrants + stat(t, g, s, STAT_CRITICAL, 0))
    g.rolls[r].at = <signed char>at(t, g, a.target)
    if w.reach == REACH_RANGED:
        take_cover(t, g, a, r)
    return r


cdef void attack_roll(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """One Attack Roll and its comparison with the AT (ENO-ATK-06 to ENO-ATK-17-D). Gives the `Result`.

    a: assault, b: index of the target; c: roll; d, e: Discipline and Confidence of abilities so far.
    """
    cdef Head* h = &g.core
    cdef Assault* a = &g.assaults[f.a]
    cdef int place = -1, ability
    if f.step == 1:
        f.step = 0
        if h.answer == ACT_DONE:
            f.step = 2
        else:
            ability = ability_of(t, g, a.actor, h.answer, &place)
            call(h, PROC_USE_ABILITY, a.actor, ability, place, a.target).e = f.a
            return
    if f.step == 0:
        add_modifiers(t, g, f, a)
        if able(t, g, a):
            begin(h, a.actor, CHOICE_ROLL_BONUS, f.a)
            offer_abilities(t, g, a.actor, TIMING_ROLL)
            if ask_or(h, ACT_DONE):
                f.step = 1
                return
        f.step = 2
    if f.step == 2:
        if not able(t, g, a) or not in_reach(t, g, a.actor, a.weapon, a.target):  # ENO-CHB-05, ENO-ATK-21
            give(h, RESULT_NONE)
            return
        f.c = <short>gather(t, g, f.a)
        mark(a, ASSAULT_MARK_ROLLED)
        f.step = 3
        call(h, PROC_SPACER_ROLL, f.c, 0, 0, 0)
        return
    compare(t, g, a, f.b, f.c)
    give(h, a.results[f.b])


cdef void add_modifiers(const Tables* t, const Game* g, Frame* f, Assault* a) noexcept nogil:
    """ENO-ATK-06, ENO-GEA-09: Attack Modifiers that an ability used for this roll has added. f.g: 1 when counted."""
    cdef int discipline = own_modifier(t, g, a, TOKEN_DISCIPLINE), confidence = own_modifier(t, g, a, TOKEN_CONFIDENCE)
    if f.g and discipline > f.d:
        a.discipline += <unsigned char>(discipline - f.d)
    if f.g and confidence > f.e:
        a.confidence += <unsigned char>(confidence - f.e)
    f.d = <short>discipline
    f.e = <short>confidence
    f.g = 1


cdef void compare(const Tables* t, Game* g, Assault* a, int i, int r) noexcept nogil:
    """Steps 3D and the comparison (ENO-ATK-13 to ENO-ATK-17-D); a roller who has died in the roll rolled nothing."""
    a.results[i] = RESULT_NONE
    if on_board(g, a.actor) and alive(g, a.target):
        a.results[i] = RESULT_FAIL
        if power_of(t, g, r) >= at(t, g, a.target):
            a.results[i] = RESULT_CRITICAL if quadrants_of(t, g, r) >= CRITICAL_CHANCE else RESULT_WOUND
            wound(t, g, a.target)
    end_roll(g)


# -- responses -----------------------------------------------------------------------------------------------


cdef void responses(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Step 4 for one target: the weapon's effects, then the Intruder's responses (ENO-ATK-18, ENO-ATK-18-D, ENO-RSP-01
    to ENO-RSP-10).

    a: assault, b: index; c: bits of the responses left (0 Wound, 1 Fail, 2 Critical, 3 Instinct).
    """
    cdef Head* h = &g.core
    cdef Assault* a = &g.assaults[f.a]
    cdef int k = a.targets[f.b], result = a.results[f.b], i, seat
    if f.step == 0:
        f.step = 1
        if result != RESULT_NONE and weapon_effect(t, g, a, k, result):
            return
    if f.step == 1:
        f.step = 2
        if result == RESULT_CRITICAL:
            f.c = 4
        elif result != RESULT_NONE:
            f.c = (1 if result == RESULT_WOUND else 2) | 8
    if f.step == 3:
        f.step = 2
        i = h.answer - ACT_OPTION
        f.c &= ~(1 << i)
        call(h, PROC_RESPONSE, f.a, f.b, i, 0)
        return
    if alive(g, k) and on_board(g, a.actor) and not marked(a, ASSAULT_MARK_BROKEN):
        seat = tie_chooser(t, g, a.actor, 1)  # M14; else the attacker always chooses (ENO-RSP-06-D)
        begin(h, seat if seat >= 0 else a.actor, CHOICE_RESPONSE_ORDER, k)
        for i in range(4):
            if f.c >> i & 1 and t.types[g.intruders[k].type].response[i] >= 0:
                option(h, ACT_OPTION + i)
        if ask_any(h):
            f.step = 3
            return
    bury(t, g, a, f.b)
    done(h)


cdef bint weapon_effect(const Tables* t, Game* g, const Assault* a, int k, int result) noexcept nogil:
    """The Wound or Fail effect of the weapon; False when it has none."""
    cdef const GearCard* w = weapon_of(t, g, a)
    cdef int first = w.fail if result == RESULT_FAIL else w.wound
    cdef Frame* body
    if first < 0 or not on_board(g, a.actor):
        return False
    body = call(&g.core, PROC_EFFECT, first, w.fail_end if result == RESULT_FAIL else w.wound_end, a.actor, k)
    body.e = -1
    body.f = a.weapon
    body.h = a.actor
    return True


cdef void response(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """One response against the attacker (ENO-RSP-08, ENO-RSP-09). a: assault, b: index, c: which."""
    cdef Assault* a = &g.assaults[f.a]
    cdef int k = a.targets[f.b], type = g.intruders[k].type
    cdef Frame* body
    if f.step == 0 and type >= 0 and on_board(g, a.actor):
        f.step = 1
        body = call(&g.core, PROC_EFFECT, t.types[type].response[f.c], t.types[type].response_end[f.c], a.actor, k)
        body.e = a.actor
        body.f = -1
        body.h = a.actor
        return
    done(&g.core)


# -- steps 5 and 7 -------------------------------------------------------------------------------------------


cdef void leave(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Step 5: tokens, Suppression, Fallback (ENO-ATK-19, ENO-ATK-19-D, ENO-ADR-03, ENO-SUP-01, ENO-BUR-08, ENO-KEY-03,
    ENO-KEY-13, ENO-CHB-06, ENO-CHB-06-D). a: assault."""
    cdef Head* h = &g.core
    cdef Assault* a = &g.assaults[f.a]
    cdef const GearCard* w
    cdef int i, s = a.actor, k
    if f.step == 1 or not on_board(g, s):
        done(h)
        return
    f.step = 1
    w = weapon_of(t, g, a)
    mark(a, ASSAULT_MARK_LEFT)
    rubicon(t, g, s)
    leave_keywords(t, g, s, a.weapon)
    for i in range(a.n_targets):
        if alive(g, a.targets[i]) and a.results[i] < RESULT_WOUND:
            suppress(t, g, a.targets[i], w.suppress)
    k = a.targets[0]
    if w.fallback and not marked(a, ASSAULT_MARK_BROKEN) and alive(g, k):
        call(h, PROC_FREE_STEPS, s, w.fallback, s, g.intruders[k].cell).e = -1


cdef void leave_keywords(const Tables* t, Game* g, int s, int weapon) noexcept nogil:
    """Discipline X, Confidence X, Expertise X of the active weapon and of equipped, not exhausted other Gear."""
    cdef const Gear* gear
    cdef int i, type
    for i in range(MAX_GEAR):
        gear = &g.spacers[s].gear[i]
        if gear.card < 0 or gear.place == GEAR_PLACE_NONE or gear.place == GEAR_PLACE_BACKPACK or gear.disabled:
            continue
        if i != weapon and (gear.exhausted or t.gear[gear.card].kind == GEAR_KIND_WEAPON):
            continue
        for type in range(3):
            place_tokens(g, type, t.gear[gear.card].leaves[type], False)


cdef void after_attack(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Step 7: Reprisals, then Follow-up Attacks, first in first out (ENO-RSP-07, ENO-RSP-07-D, ENO-BON-03, ENO-BON-06,
    ENO-CHB-07, ENO-GEN-06-D2). Of a broken attack only Follow-ups are left, those of what broke it (ENO-CHB-06, -06-D).

    a: assault, d: 1 a Follow-up Attack: its own Follow-ups wait behind those of the attack that it follows; b: next
    target, c: 1 when a Reprisal was asked about, e: 1 when a Follow-up was made.
    """
    cdef Head* h = &g.core
    cdef Assault* a = &g.assaults[f.a]
    cdef int i
    if f.c:
        f.c = 0
        if h.answer == ACT_NO:
            perform_reprisal(g, a, f.b - 1)
            return
    if f.e:
        f.e = 0
        a.follow_ups += <unsigned char>h.result
    while f.b < a.n_targets and not marked(a, ASSAULT_MARK_BROKEN):
        i = f.b
        f.b += 1
        if a.reprisal[i] < 0 or not alive(g, a.targets[i]) or not on_board(g, a.actor):
            continue
        if not marked(a, ASSAULT_MARK_BONUS):
            perform_reprisal(g, a, i)
            return
        begin(h, a.actor, CHOICE_IGNORE_REPRISAL, a.targets[i])
        option(h, ACT_YES)
        option(h, ACT_NO)
        f.c = 1
        ask(h)
        return
    if a.follow_ups > 0 and not f.d and on_board(g, a.actor):
        a.follow_ups -= 1
        f.e = 1
        call(h, PROC_BONUS_ATTACK, a.actor, 0, 1, 0)
        return
    done(h)


cdef void perform_reprisal(Game* g, const Assault* a, int i) noexcept nogil:
    """A Reprisal Attack against the attacker."""
    call(&g.core, PROC_PERFORM, a.targets[i], a.reprisal[i], a.actor, AS_REPRISAL)


# -- Bonus Attacks and reloads -------------------------------------------------------------------------------


cdef void bonus_attack(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """An immediate Attack that may be declined (ENO-BON-01 to ENO-BON-05-D, ENO-FLT-03-D, ENO-KDN-02-D). a: Spacer, b:
    1 it may stand up first, c: 1 a Follow-up Attack. Gives what SPACER_ATTACK gives, 0 when it was declined."""
    cdef Head* h = &g.core
    if f.step == 0:
        f.step = 2
        if f.b and on_board(g, f.a) and g.spacers[f.a].knock != KNOCK_NONE:
            begin(h, f.a, CHOICE_STAND_UP, -1)
            option(h, ACT_YES)
            option(h, ACT_NO)
            f.step = 1
            ask(h)
            return
    if f.step == 1:
        f.step = 2
        if h.answer == ACT_YES:
            stand_up(t, g, f.a)
    if f.step == 2:
        if not on_board(g, f.a) or not can_attack(t, g, f.a, True, ALL_SLOTS):
            give(h, 0)
            return
        begin(h, f.a, CHOICE_BONUS_ATTACK, -1)
        option(h, ACT_YES)
        option(h, ACT_NO)
        f.step = 3
        ask(h)
    elif f.step == 3 and h.answer == ACT_YES:
        f.step = 4
        call(h, PROC_SPACER_ATTACK, f.a, MANNER_BONUS, f.c, 0)
    else:
        give(h, h.result if f.step == 4 else 0)


cdef void reload(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """ENO-REL-01 to ENO-REL-05: one equipped weapon, 1 Ammo (b: 1) or all of it. a: Spacer."""
    cdef Head* h = &g.core
    cdef int bits, i
    cdef Gear* gear
    if f.step == 0:
        bits = reloadable(t, g, f.a, f.b)
        if bits == 0:
            done(h)
            return
        begin(h, f.a, CHOICE_RELOAD, f.b)
        for i in range(MAX_GEAR):
            if bits >> i & 1:
                option(h, ACT_GEAR + i)
        f.step = 1
        ask(h)
        return
    gear = &g.spacers[f.a].gear[h.answer - ACT_GEAR]
    gear.ammo = gear.ammo + 1 if f.b else t.gear[gear.card].ammo
    done(h)


enter(PROC_SPACER_ATTACK, spacer_attack)
enter(PROC_ATTACK_ROLLS, attack_rolls)
enter(PROC_ATTACK_ROLL, attack_roll)
enter(PROC_RESPONSES, responses)
enter(PROC_RESPONSE, response)
enter(PROC_LEAVE, leave)
enter(PROC_AFTER_ATTACK, after_attack)
enter(PROC_BONUS_ATTACK, bonus_attack)
enter(PROC_RELOAD, reload)
