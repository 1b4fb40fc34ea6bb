# cython: language_level=3
"""Protocols, attacks of Intruders, damage, Windows of Opportunity (IAT, WOP, CHB, TOK-08, KEY-04 to -06, KEY-16)."""
from envs.core.flow cimport ask, ask_or, begin, call, done, Frame, give, Head, option, u64
from envs.enormity.rules.abilities cimport ability_of, offer_abilities
from envs.enormity.rules.assaults cimport marked, pop_assault, push_assault, still_active
from envs.enormity.rules.board cimport direction_to, has_tile
from envs.enormity.rules.dice cimport add_dice, begin_roll, end_roll, power_of, throw, throw_die
from envs.enormity.rules.state cimport (
    ACT_AMOUNT, ACT_CHARACTER_ABILITY, ACT_COLOUR, ACT_DIE, ACT_DONE, ACT_PASS, ACT_USE_STRATAGEM, Assault,
    ASSAULT_MARK_ATTACKS, ASSAULT_MARK_BROKEN, ASSAULT_MARK_EXTRA, ASSAULT_MARK_ROLLED, CHOICE_ARMOR_REROLL,
    CHOICE_COVER, CHOICE_DAMAGE_ABILITY, CHOICE_MITIGATE, CHOICE_REACTION, COLOUR_BLACK, COLOUR_RED, COLOURS,
    DIE_MARK_ARMOR, Game, GEAR_PLACE_BACKPACK, GEAR_PLACE_NONE, MAX_GEAR, N_ACT_AMOUNT, N_ACT_USE_STRATAGEM,
    PROC_DAMAGE, PROC_EFFECT, PROC_INTRUDER_ATTACK, PROC_INTRUDER_MOVE, PROC_PERFORM, PROC_USE_ABILITY, PROC_WINDOW,
    Protocol, REACH_RANGED, ROLL_KIND_INTRUDER, SIDE_INTRUDER, STAT_ARMOR_REROLLS, STAT_ATTACK_DICE, STAT_DAMAGE,
    STAT_DAMAGE_REDUCTION, Tables, TILE_DESTRUCTIBLE, TIMING_DAMAGE, TIMING_REACTION, TOKEN_EXPERTISE,
)
from envs.enormity.rules.stats cimport (
    gain_stress, in_play, intruder_stat, lead, lose_vitals, on_board, pay_tokens, settle, speed, stat,
)
from envs.enormity.rules.table cimport enter
from envs.enormity.rules.weapons cimport cover_tile, intruder_reaches

cdef enum:
    # Steps of PERFORM.
    BEGIN = 0
    MOVES = 1
    MOVED = 2
    APPROACHED = 3
    OPENED = 4
    ATTACKED = 5
    AFTER = 6
    END = 7
    # Steps of INTRUDER_ATTACK.
    DICE = 0
    COVERED = 1
    THROWN = 2
    REROLLED = 3
    DEALT = 4
    HIT = 5
    GATED = 6
    # Steps of DAMAGE.
    GEAR = 0
    OFFERED = 1
    USED = 2
    EXPERTISE = 3
    PAID = 4
    APPLIED = 5
    # Steps of WINDOW.
    OPEN = 0
    NEXT = 1
    REACTED = 2
    NAMES = 8  # names that a window keeps
    UNLIMITED = 255
    ALL_DAMAGE = 15  # of `Spacer.dodge`


# -- what all share --------------------------------------------------------------------------------------------


cdef inline bint over(const Game* g, int assault) noexcept nogil:
    """ENO-CHB-01: a Chain Break has ended the attack, or its Intruder is gone."""
    return marked(&g.assaults[assault], ASSAULT_MARK_BROKEN) or not still_active(g, g.assaults[assault].actor)


cdef void face(Game* g, int k, int s) noexcept nogil:
    """ENO-IMV-04-D: the axis with the larger offset; tie: vertical."""
    if on_board(g, s):
        g.intruders[k].facing = <unsigned char>direction_to(g.intruders[k].cell, g.spacers[s].cell, True)


cdef void resolve(Game* g, int first, int end, int k, int s) noexcept nogil:
    """An effect of the Intruder against its Target, who makes the choices of the text."""
    cdef Frame* body = call(&g.core, PROC_EFFECT, first, end, -1, k)
    body.e = <short>s
    body.f = g.intruders[k].cell
    body.h = <short>(s if in_play(g, s) else lead(g))


# -- Protocols -------------------------------------------------------------------------------------------------


cdef void perform(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """One Protocol: turn, move, attack, After effects, with its Windows of Opportunity (ENO-ACV-05, ENO-WOP-01,
    ENO-WOP-01-D, ENO-WOP-03, ENO-WOP-03-D, ENO-IAT-07, ENO-CHB-01, ENO-CHB-01-D). Gives 1 if it attacked.

    a: Intruder, b: Protocol, c: Target, d: how it came about, e: cell + 1 on which the Target counts as in range
    (ENO-FLA-01-D); f: Dodge of the Target before, g: movements left, h: assault, i: Speed, j: was active before.
    """
    cdef const Protocol* p = &t.protocols[f.b]
    if f.step == BEGIN:
        if g.intruders[f.a].type < 0:
            give(&g.core, 0)
        else:
            start_protocol(t, g, f)
        return
    if f.step != END and over(g, f.h):
        f.step = END
    if f.step == MOVES:
        f.step = APPROACHED
        if f.g > 0 and on_board(g, f.c):
            f.g -= 1
            f.i = <short>speed(t, g, f.a)
            f.step = MOVED
            approach(g, f, f.i)
    elif f.step == MOVED:
        f.step = MOVES
        g.assaults[f.h].speed = <unsigned char>left_of(f.i, g.core.result)
    elif f.step == APPROACHED:
        f.step = OPENED if p.attack else AFTER
        if p.attack and p.window_attack:
            call(&g.core, PROC_WINDOW, f.c, f.h, 0, 0)
    elif f.step == OPENED:
        f.step = ATTACKED
        call(&g.core, PROC_INTRUDER_ATTACK, f.h, f.e, 0, 0)
    elif f.step == ATTACKED:
        f.step = AFTER
        if not g.core.result and g.assaults[f.h].speed and on_board(g, f.c):
            approach(g, f, g.assaults[f.h].speed)
    elif f.step == AFTER:
        f.step = END
        if p.after >= 0:
            resolve(g, p.after, p.after_end, f.a, f.c)
    else:
        end_protocol(g, f)


cdef void start_protocol(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """The attack in progress begins with the choice of the Target (ENO-CHB-02-D); a window before the movement."""
    cdef const Protocol* p = &t.protocols[f.b]
    cdef Assault* a
    f.h = <short>push_assault(g, SIDE_INTRUDER, f.a, f.b, g.intruders[f.a].cell, f.d)
    f.g = p.moves
    f.j = g.intruders[f.a].activating
    g.intruders[f.a].activating = 1
    f.f = g.spacers[f.c].dodge
    g.spacers[f.c].dodge = 0
    a = &g.assaults[f.h]
    a.target = <signed char>f.c
    a.marks = <unsigned short>((p.attack << ASSAULT_MARK_ATTACKS) | ((f.d != 0) << ASSAULT_MARK_EXTRA))
    a.speed = <unsigned char>speed(t, g, f.a)
    f.step = MOVES
    if p.window_move:
        call(&g.core, PROC_WINDOW, f.c, f.h, 0, 0)


cdef void end_protocol(Game* g, Frame* f) noexcept nogil:
    """The attack is over; the Dodge of an attack that it interrupted holds again."""
    cdef Assault* a = &g.assaults[f.h]
    cdef bint rolled = marked(a, ASSAULT_MARK_ROLLED)
    if still_active(g, f.a):
        g.intruders[f.a].activating = <unsigned char>f.j
    if in_play(g, f.c):
        g.spacers[f.c].dodge = <unsigned char>f.f
    pop_assault(g)
    give(&g.core, rolled)


cdef inline int left_of(int spaces, int used) noexcept nogil:
    """Speed not yet used (ENO-WOP-03-D)."""
    if spaces == UNLIMITED:
        return 0 if used >= UNLIMITED else UNLIMITED
    return spaces - used


cdef void approach(Game* g, Frame* f, int spaces) noexcept nogil:
    """A standard movement towards the Target."""
    call(&g.core, PROC_INTRUDER_MOVE, f.a, f.c, spaces, f.b)


# -- the attack ------------------------------------------------------------------------------------------------


cdef void intruder_attack(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Range, dice, Cover, roll, armor, damage, effects (ENO-IAT-01 to ENO-IAT-06-D, ENO-WOP-03-D, ENO-CHB-02-D,
    ENO-KEY-04 to ENO-KEY-06, ENO-KEY-16). Gives 1 if it was rolled.

    a: assault, b: cell + 1 on which the Target counts as in range; c: roll, d: armor re-rolls left, e: Power.
    """
    cdef Head* h = &g.core
    cdef Assault* a = &g.assaults[f.a]
    cdef const Protocol* p = &t.protocols[a.weapon]
    cdef int k = a.actor, s = a.target
    if f.step == DICE:
        if not in_range(t, g, f, a):
            give(h, 0)
            return
        face(g, k, s)
        break_outer(g, f.a)
        f.c = <short>gather(t, g, f.a)
        f.step = COVERED
        if p.reach == REACH_RANGED and ask_cover(t, g, f, k, s):
            return
        h.answer = ACT_PASS
    if f.step == COVERED:
        if h.answer != ACT_PASS:
            lower_die(t, g, f.c, h.answer - ACT_COLOUR, k, s)
        throw(t, g, f.c)
        a.marks |= 1 << ASSAULT_MARK_ROLLED
        f.d = <short>(0 if p.terrorize else defence(t, g, s, STAT_ARMOR_REROLLS))
        f.step = THROWN
    if f.step == REROLLED:
        if h.answer == ACT_DONE:
            f.d = 0
        else:
            f.d -= 1
            g.rolls[f.c].marks[h.answer - ACT_DIE] |= 1 << DIE_MARK_ARMOR
            throw_die(t, g, f.c, h.answer - ACT_DIE)
        f.step = THROWN
    if f.step == THROWN:
        if f.d > 0 and ask_armor(g, f, s):
            return
        f.e = <short>power_of(t, g, f.c)
        end_roll(g)
        f.step = DEALT
        deal(t, g, f, p, k, s)
    else:
        attack_effects(t, g, f, p, k, s)


cdef bint in_range(const Tables* t, const Game* g, const Frame* f, const Assault* a) noexcept nogil:
    """ENO-IAT-01, -01-D, ENO-WOP-03-D; of a Flash Attack also where the Target stood (ENO-FLA-01-D)."""
    if not on_board(g, a.target):
        return False
    if f.b == g.spacers[a.target].cell + 1:
        return True
    return intruder_reaches(t, g, a.actor, a.weapon, g.intruders[a.actor].cell, a.target)


cdef void break_outer(Game* g, int assault) noexcept nogil:
    """ENO-CHB-02, -02-D: an additional Intruder attack breaks the one that it interrupts, now that it begins."""
    cdef int i
    for i in range(assault - 1, -1, -1):
        if g.assaults[i].side == SIDE_INTRUDER and marked(&g.assaults[i], ASSAULT_MARK_ATTACKS):
            g.assaults[i].marks |= 1 << ASSAULT_MARK_BROKEN
            return


cdef int gather(const Tables* t, Game* g, int assault) noexcept nogil:
    """The dice of the Protocol, of traits and of a Stress gate (ENO-IAT-02, ENO-IAT-04, -04-D, ENO-INT-05)."""
    cdef Assault* a = &g.assaults[assault]
    cdef const Protocol* p = &t.protocols[a.weapon]
    cdef int roll = begin_roll(g, ROLL_KIND_INTRUDER, a.target, assault), colour
    for colour in range(COLOURS):
        add_dice(g, roll, colour, p.dice[colour])
        if g.spacers[a.target].stress >= p.gate_stress:
            add_dice(g, roll, colour, p.gate_dice[colour])
    add_dice(g, roll, COLOUR_RED, intruder_stat(t, g, a.actor, STAT_ATTACK_DICE))
    g.rolls[roll].power = <signed char>p.power
    g.rolls[roll].lethal = p.lethal  # ENO-KEY-16
    return roll


cdef int die_of(const Game* g, int roll, int colour) noexcept nogil:
    """The first die of a colour, -1 none."""
    cdef int i
    for i in range(g.rolls[roll].n):
        if g.rolls[roll].colour[i] == colour:
            return i
    return -1


cdef bint ask_cover(const Tables* t, Game* g, Frame* f, int k, int s) noexcept nogil:
    """ENO-KEY-04, decision 47: the colour of the die to lower; white dice cannot be (ENO-DIC-09-D)."""
    cdef Head* h = &g.core
    cdef bint red = die_of(g, f.c, COLOUR_RED) >= 0, black = die_of(g, f.c, COLOUR_BLACK) >= 0
    if not (red or black) or cover_tile(t, g, g.spacers[s].cell, g.intruders[k].cell) < 0:
        return False
    begin(h, s, CHOICE_COVER, k)
    option(h, ACT_PASS)
    if red:
        option(h, ACT_COLOUR + COLOUR_RED)
    if black:
        option(h, ACT_COLOUR + COLOUR_BLACK)
    ask(h)
    return True


cdef void lower_die(const Tables* t, Game* g, int roll, int colour, int k, int s) noexcept nogil:
    """ENO-DIC-09; the use destroys a Destructible tile (ENO-KEY-06)."""
    cdef int tile = cover_tile(t, g, g.spacers[s].cell, g.intruders[k].cell)
    g.rolls[roll].colour[die_of(g, roll, colour)] -= 1
    if has_tile(t, g, tile, TILE_DESTRUCTIBLE):
        g.tile[tile] = 0


cdef int defence(const Tables* t, const Game* g, int s, int which) noexcept nogil:
    """Damage Reduction or armor re-rolls of equipped cards and abilities (ENO-GEA-04, ENO-GEA-07, ENO-EXH-01)."""
    cdef int i, card, total = stat(t, g, s, which, 0)
    for i in range(MAX_GEAR):
        card = g.spacers[s].gear[i].card
        if card < 0 or g.spacers[s].gear[i].exhausted or g.spacers[s].gear[i].disabled:
            continue
        if g.spacers[s].gear[i].place != GEAR_PLACE_NONE and g.spacers[s].gear[i].place != GEAR_PLACE_BACKPACK:
            total += t.gear[card].rerolls if which == STAT_ARMOR_REROLLS else t.gear[card].reduction
    return total if total > 0 else 0


cdef bint ask_armor(Game* g, Frame* f, int s) noexcept nogil:
    """ENO-IAT-03-D, decision 46: re-roll a die, each at most once, or stop."""
    cdef Head* h = &g.core
    cdef int i
    begin(h, s, CHOICE_ARMOR_REROLL, f.c)
    for i in range(g.rolls[f.c].n):
        if not (g.rolls[f.c].marks[i] >> DIE_MARK_ARMOR) & 1:
            option(h, ACT_DIE + i)
    if not ask_or(h, ACT_DONE):
        return False
    f.step = REROLLED
    return True


cdef void deal(const Tables* t, Game* g, Frame* f, const Protocol* p, int k, int s) noexcept nogil:
    """Damage = Power rolled (ENO-IAT-02); Stress instead is no damage and is not lowered (ENO-IAT-05, ENO-CMD-08-D)."""
    if p.terrorize:
        gain_stress(t, g, s, f.e)
        settle(t, g, s)
        return
    if f.e > 0:
        f.e += <short>intruder_stat(t, g, k, STAT_DAMAGE)
    call(&g.core, PROC_DAMAGE, s, f.e, f.a, 0)


cdef void attack_effects(const Tables* t, Game* g, Frame* f, const Protocol* p, int k, int s) noexcept nogil:
    """ENO-IAT-04, -04-D, ENO-IAT-06-D: after the damage, only if the Target lives; gates read the damage dealt."""
    if over(g, f.a) or not in_play(g, s):
        give(&g.core, 1)
    elif f.step == DEALT:
        f.step = HIT
        if p.hit >= 0:
            resolve(g, p.hit, p.hit_end, k, s)
    elif f.step == HIT:
        f.step = GATED
        if p.gated >= 0 and g.assaults[f.a].damage >= p.gate_damage:
            resolve(g, p.gated, p.gated_end, k, s)
    else:
        give(&g.core, 1)


# -- damage ----------------------------------------------------------------------------------------------------


cdef void damage(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Damage to a Spacer: what lowers that of an attack, then Vitals (ENO-IAT-03, -03-D, ENO-IAT-06, ENO-TOK-08, -08-D,
    ENO-GEA-07, ENO-RUB-04). Gives the damage dealt.

    a: Spacer, b: amount, c: assault (-1: no attack, nothing lowers it); d: Damage Reduction, e: damage dealt.
    """
    cdef Head* h = &g.core
    cdef int now
    if f.step < APPLIED and (not in_play(g, f.a) or (f.c >= 0 and over(g, f.c))):
        give(h, 0)
        return
    if f.step == GEAR:
        f.e = f.b
        f.step = PAID
        if f.c >= 0 and f.b > 0:
            f.d = <short>defence(t, g, f.a, STAT_DAMAGE_REDUCTION)
            f.step = OFFERED
    if f.step == USED:
        f.step = EXPERTISE
        if h.answer != ACT_PASS:
            f.step = OFFERED
            use(t, g, f.a, h.answer, g.assaults[f.c].actor, f.c)
            return
    if f.step == OFFERED:
        f.step = USED
        if ask_abilities(t, g, f):
            return
        f.step = EXPERTISE
    if f.step == EXPERTISE:
        now = lowered(g, f)
        f.e = <short>now
        f.step = PAID
        h.answer = ACT_AMOUNT
        if ask_expertise(g, f.a, now):
            return
    if f.step == PAID:
        if f.c >= 0 and f.e > 0:
            pay_tokens(g, TOKEN_EXPERTISE, h.answer - ACT_AMOUNT)
            f.e -= h.answer - ACT_AMOUNT
            g.assaults[f.c].damage += <unsigned char>f.e
        f.step = APPLIED
        lose_vitals(t, g, f.a, f.e)
        if settle(t, g, f.a):
            return
    give(h, f.e)


cdef int lowered(const Game* g, const Frame* f) noexcept nogil:
    """After Damage Reduction and Dodge: at least 1 (ENO-IAT-03, ENO-GEA-07), unless all of it is dodged."""
    cdef int now = f.b - f.d - g.spacers[f.a].dodge
    if f.b <= 0 or g.spacers[f.a].dodge >= ALL_DAMAGE:
        return 0
    return now if now > 1 else 1


cdef bint ask_abilities(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Decision 78: abilities that lower the damage at a cost, one after the other."""
    cdef int now = lowered(g, f)
    if now == 0:
        return False
    begin(&g.core, f.a, CHOICE_DAMAGE_ABILITY, now)
    offer_abilities(t, g, f.a, TIMING_DAMAGE)
    return ask_or(&g.core, ACT_PASS)


cdef bint ask_expertise(Game* g, int s, int now) noexcept nogil:
    """ENO-TOK-08, -08-D, decision 45: how many tokens; the damage stays at least 1."""
    cdef int i, most = now - 1
    if most > g.pool[TOKEN_EXPERTISE]:
        most = g.pool[TOKEN_EXPERTISE]
    if most > N_ACT_AMOUNT - 1:
        most = N_ACT_AMOUNT - 1
    if most <= 0:
        return False
    begin(&g.core, s, CHOICE_MITIGATE, now)
    for i in range(most + 1):
        option(&g.core, ACT_AMOUNT + i)
    ask(&g.core)
    return True


cdef void use(const Tables* t, Game* g, int s, int action, int k, int assault) noexcept nogil:
    """Use the ability that was chosen."""
    cdef int place = -1
    cdef int ability = ability_of(t, g, s, action, &place)
    cdef Frame* body = call(&g.core, PROC_USE_ABILITY, s, ability, place, k)
    body.e = <short>assault


# -- Windows of Opportunity ------------------------------------------------------------------------------------


cdef void window(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Reactions, the Target first, then in seat order, one at a time, until all pass in a row (ENO-WOP-01, ENO-WOP-02,
    ENO-WOP-02-D, ENO-ABL-08).

    a: Target (-1 none), b: assault (-1 none); c: place in the order, d: passes in a row, e to l: names used, m: how
    many.
    """
    cdef Head* h = &g.core
    cdef int s
    if f.step == OPEN:
        g.window += 1
        f.step = NEXT
    s = seat_of(g, f)
    if f.b >= 0 and over(g, f.b):
        f.d = g.seats
    elif f.step == REACTED:
        f.step = NEXT
        f.c = <short>((f.c + 1) % g.seats)
        f.d += 1
        if h.answer != ACT_PASS:
            f.d = 0
            note_name(t, g, f, s, h.answer)
            use(t, g, s, h.answer, g.assaults[f.b].actor if f.b >= 0 else -1, f.b)
            return
    while f.d < g.seats:
        s = seat_of(g, f)
        if in_play(g, s) and ask_reaction(t, g, f, s):
            f.step = REACTED
            return
        f.c = <short>((f.c + 1) % g.seats)
        f.d += 1
    g.window -= 1
    done(h)


cdef int seat_of(const Game* g, const Frame* f) noexcept nogil:
    """The Spacer at the present place of the order."""
    if f.a < 0:
        return f.c
    if f.c == 0:
        return f.a
    return f.c - 1 if f.c <= f.a else f.c


cdef inline short* names_of(Frame* f) noexcept nogil:
    return &f.e


cdef bint ask_reaction(const Tables* t, Game* g, Frame* f, int s) noexcept nogil:
    """The Reactions that the Spacer can still use in this window; False without any."""
    cdef Head* h = &g.core
    cdef int action
    if f.m >= NAMES:
        return False
    begin(h, s, CHOICE_REACTION, g.assaults[f.b].actor if f.b >= 0 else -1)
    if offer_abilities(t, g, s, TIMING_REACTION) > 0 and f.m > 0:
        for action in range(ACT_CHARACTER_ABILITY, ACT_USE_STRATAGEM + N_ACT_USE_STRATAGEM):
            if (h.mask[action >> 6] >> (action & 63)) & 1 and named(t, g, f, s, action):
                h.mask[action >> 6] &= ~((<u64>1) << (action & 63))
    return ask_or(h, ACT_PASS)


cdef int name_of(const Tables* t, const Game* g, int s, int action) noexcept nogil:
    """The name of the ability behind an action, with its Spacer; -1 none."""
    cdef int place = -1
    cdef int ability = ability_of(t, g, s, action, &place)
    return t.abilities[ability].name * 4 + s if ability >= 0 else -1


cdef bint named(const Tables* t, const Game* g, Frame* f, int s, int action) noexcept nogil:
    """ENO-WOP-02: the Spacer has used an ability of the same name in this window."""
    cdef int i, name = name_of(t, g, s, action)
    for i in range(f.m):
        if names_of(f)[i] == name:
            return True
    return False


cdef void note_name(const Tables* t, const Game* g, Frame* f, int s, int action) noexcept nogil:
    """Remember the name, if the Spacer could use an ability of that name again."""
    cdef int other, place = -1, name = name_of(t, g, s, action)
    cdef bint again = t.abilities[ability_of(t, g, s, action, &place)].unlimited != 0
    for other in range(ACT_CHARACTER_ABILITY, ACT_USE_STRATAGEM + N_ACT_USE_STRATAGEM):
        again = again or (other != action and name_of(t, g, s, other) == name)
    if again and f.m < NAMES:
        names_of(f)[f.m] = <short>name
        f.m += 1


enter(PROC_PERFORM, perform)
enter(PROC_INTRUDER_ATTACK, intruder_attack)
enter(PROC_DAMAGE, damage)
enter(PROC_WINDOW, window)
