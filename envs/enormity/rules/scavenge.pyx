# cython: language_level=3
"""Scouting, scavenging, Consoles, looting and rearming (SCO, SCV, LOT, ENG, CSL, EXH, GEA, EXT-08)."""
from envs.core.flow cimport ask, ask_any, ask_or, begin, call, done, Frame, Head, option
from envs.core.piles cimport pile_draw_bottom
from envs.enormity.rules.board cimport in_light, move_distance
from envs.enormity.rules.dice cimport add_dice, begin_roll, end_roll, power_of
from envs.enormity.rules.objects cimport (
    can_ever_equip, drop_gear, fast_price, fast_types, gear_room, initiable, object_at, put_gear, remove_object,
    scavengeable, shed_gear, slot_of,
)
from envs.enormity.rules.state cimport (
    ACT_BLIP, ACT_DONE, ACT_GEAR, ACT_INTRUDER, ACT_NO, ACT_PASS, ACT_PLACE, ACT_SCAVENGE, ACT_TOKEN, ACT_YES,
    CARD_SIDE_A, CARD_SIDE_B, CARD_SIDE_HAND, CHOICE_DISCARD_GEAR, CHOICE_FAST_SCAVENGE, CHOICE_LOOT,
    CHOICE_OBJECTIVE_TOKEN, CHOICE_REARM, CHOICE_SCAVENGE, CHOICE_SCOUT, CHOICE_SCOUT_ATTACK, CHOICE_SCOUT_REVEAL,
    CHOICE_SCOUT_SPAWN, FACE_ECHO, Game, Gear, GEAR_PLACE_BACKPACK, GEAR_PLACE_FIXED, MAX_BLIPS, MAX_GEAR,
    MAX_INTRUDERS, N_ACT_SCAVENGE, POINT_STATE_INITIATED, PROC_COLLECT, PROC_CONSOLE, PROC_DRAW_GEAR, PROC_EFFECT,
    PROC_FAST_SCAVENGE, PROC_LOOT, PROC_REARM, PROC_REVEAL_BLIP, PROC_SCAVENGE, PROC_SCOUT, PROC_SKILL_TEST,
    PROC_SPACER_ATTACK, PROC_SPACER_ROLL, ROLL_KIND_SCOUT, Tables, THING_CACHE, TIMING_SCOUTED,
)
from envs.enormity.rules.stats cimport (
    can_act, fits, free_slots, in_play, light_colour, light_dice, light_range, on_board, pay_tokens,
)
from envs.enormity.rules.table cimport enter
from envs.enormity.rules.weapons cimport can_attack

cdef enum:
    # What is scavenged, in the order of the actions `scavenge_*`.
    CACHE = 0
    ENGRAM = 1
    OBJECTIVE = 2
    CONSOLE = 3
    EXTRACTION = 4
    # Places of the actions `equip`, `stow`, `discard`.
    EQUIP = 0
    STOW = 1
    DISCARD = 2
    # Steps of SCOUT.
    CHOOSE = 0
    CHOSEN = 1
    ROLLED = 2
    AGREED = 3
    SEEN = 4
    SPAWNED = 5
    FLIPPED = 6
    OVER = 7


# -- scouting ------------------------------------------------------------------------------------------------


cdef unsigned int slots_taken(const Game* g) noexcept nogil:
    """Slots of the Intruders on the board, as bits."""
    cdef unsigned int bits = 0
    cdef int k
    for k in range(MAX_INTRUDERS):
        if g.intruders[k].type >= 0:
            bits |= 1u << k
    return bits


cdef int scouted_trait(const Tables* t, const Game* g, int k) noexcept nogil:
    """The trait by which an Intruder may be scouted; -1 none."""
    cdef int type = g.intruders[k].type, a
    if type < 0:
        return -1
    for a in range(t.types[type].first_ability, t.types[type].end_ability):
        if t.abilities[a].timing == TIMING_SCOUTED:
            return a
    return -1


cdef void ask_scout(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """ENO-SCO-01, ENO-SCO-02: a Blip in the Light field, or an Intruder there that may be scouted."""
    cdef Head* h = &g.core
    cdef int s = f.a, i, cell = g.spacers[s].cell, reach
    if not on_board(g, s):
        done(h)
        return
    reach = light_range(t, g, s)
    begin(h, s, CHOICE_SCOUT, -1)
    for i in range(MAX_BLIPS):
        if g.blips[i].point >= 0 and in_light(t, g, cell, reach, g.blips[i].point):
            option(h, ACT_BLIP + i)
    for i in range(MAX_INTRUDERS):
        if scouted_trait(t, g, i) >= 0 and move_distance(t, g, cell, g.intruders[i].cell, reach) <= reach:
            option(h, ACT_INTRUDER + i)
    f.step = CHOSEN
    if not ask_any(h):
        done(h)


cdef void roll_light(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """ENO-SCO-02, ENO-SCO-03, ENO-SCO-04: the Light dice, with Confidence, Stress and Discipline."""
    cdef Head* h = &g.core
    cdef int s = f.a, roll_
    if h.answer >= ACT_BLIP:
        f.d = <short>(h.answer - ACT_BLIP)
        f.e = -1
    else:
        f.e = <short>(h.answer - ACT_INTRUDER)
        f.d = -1
    roll_ = begin_roll(g, ROLL_KIND_SCOUT, s, -1)
    add_dice(g, roll_, light_colour(t, g, s), light_dice(t, g, s))
    f.step = ROLLED
    call(h, PROC_SPACER_ROLL, roll_, 0, 0, 0)


cdef void judge_light(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """ENO-SCO-03: with a Power the Blip may be revealed, else nothing happens."""
    cdef Head* h = &g.core
    cdef int power = power_of(t, g, g.n_rolls - 1)
    cdef int trait
    cdef Frame* body
    end_roll(g)
    if power < 1 or not in_play(g, f.a) or (f.d >= 0 and g.blips[f.d].point < 0):
        done(h)
    elif f.d >= 0:
        f.step = AGREED
        begin(h, f.a, CHOICE_SCOUT_REVEAL, f.d)
        option(h, ACT_YES)
        option(h, ACT_NO)
        ask(h)
    else:
        trait = scouted_trait(t, g, f.e)
        f.step = OVER
        if trait >= 0 and t.abilities[trait].effect >= 0:
            body = call(h, PROC_EFFECT, t.abilities[trait].effect, t.abilities[trait].effect_end, -1, f.e)
            body.e = <short>f.a
            body.f = -1
            body.h = <short>f.a


cdef void see_blip(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """ENO-SCO-05, ENO-SCO-06: an Echo goes; an Intruder is spawned or flipped back, known from then on."""
    cdef Head* h = &g.core
    g.blips[f.d].known = 1
    if g.blips[f.d].face == FACE_ECHO:
        f.step = OVER
        reveal(g, f)
        return
    f.step = SEEN
    begin(h, f.a, CHOICE_SCOUT_SPAWN, f.d)
    option(h, ACT_YES)
    option(h, ACT_NO)
    ask(h)


cdef void reveal(Game* g, Frame* f) noexcept nogil:
    """ENO-SCO-06-D, ENO-SCO-08: next to the scouting Spacer, without an ambush."""
    f.f = <short>slots_taken(g)
    call(&g.core, PROC_REVEAL_BLIP, f.d, f.a, 0, g.spacers[f.a].cell)


cdef void offer_attack(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """ENO-SCO-07, ENO-SCO-07-D: a free attack on one of the new Intruders, with the card flipped; it is no exerting."""
    cdef Head* h = &g.core
    f.f = <short>(slots_taken(g) & ~<unsigned int><unsigned short>f.f)
    f.step = OVER
    if f.f == 0 or not on_board(g, f.a) or not can_act(t, g, f.a):
        return
    if not can_attack(t, g, f.a, False, <unsigned short>f.f):
        return
    f.step = FLIPPED
    begin(h, f.a, CHOICE_SCOUT_ATTACK, -1)
    option(h, ACT_YES)
    option(h, ACT_NO)
    ask(h)


cdef void flip(Game* g, int s, int sleeve) noexcept nogil:
    """The other side of a played Action card comes up."""
    cdef int side = g.spacers[s].card[sleeve]
    if side != CARD_SIDE_HAND:
        g.spacers[s].card[sleeve] = <unsigned char>(CARD_SIDE_A + CARD_SIDE_B - side)


cdef void scout(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """The Scout action (ENO-SCO-01 to ENO-SCO-09, ENO-EXR-05, ENO-REV-07); Adrenaline has been raised before.

    a: Spacer, b: 1 from an Action card, c: its sleeve; d: Blip, e: Intruder, f: slots taken before, then the new ones.
    """
    cdef Head* h = &g.core
    if f.step == CHOOSE:
        ask_scout(t, g, f)
    elif f.step == CHOSEN:
        roll_light(t, g, f)
    elif f.step == ROLLED:
        judge_light(t, g, f)
    elif f.step == AGREED and h.answer == ACT_YES:
        see_blip(t, g, f)
    elif f.step == SEEN and h.answer == ACT_YES:
        f.step = SPAWNED
        reveal(g, f)
    elif f.step == SPAWNED:
        offer_attack(t, g, f)
    elif f.step == FLIPPED and h.answer == ACT_YES:
        if f.b:
            flip(g, f.a, f.c)
        f.step = OVER
        call(h, PROC_SPACER_ATTACK, f.a, 2, 0, f.f)
    else:
        done(h)


# -- scavenging ----------------------------------------------------------------------------------------------


cdef int thing_of(const Tables* t, const Game* g, int s, int which) noexcept nogil:
    """The object, Console or Extraction Point that a choice means."""
    cdef int cell = g.spacers[s].cell
    if which == CONSOLE:
        return t.console_of[cell]
    if which == EXTRACTION:
        return initiable(t, g, cell)
    return object_at(g, cell, THING_CACHE + which)


cdef void scavenge(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """The Scavenge action: one object of the own space (ENO-SCV-01, ENO-SCV-01-D, ENO-SCV-06). a: Spacer."""
    cdef Head* h = &g.core
    cdef int i, bits
    if f.step == 0:
        bits = scavengeable(t, g, f.a)
        begin(h, f.a, CHOICE_SCAVENGE, -1)
        for i in range(N_ACT_SCAVENGE):
            if (bits >> i) & 1:
                option(h, ACT_SCAVENGE + i)
        f.step = 1
        if not ask_any(h):
            done(h)
    elif f.step == 1:
        f.step = 2
        i = h.answer - ACT_SCAVENGE
        call(h, PROC_COLLECT, f.a, i, thing_of(t, g, f.a, i), 0)
    else:
        done(h)


cdef int payable_types(const Tables* t, const Game* g, int s, int which, int index) noexcept nogil:
    """ENO-SCV-03, ENO-SCV-04: token types of which the Active Pool holds the price, as bits."""
    cdef int price = fast_price(t, g, s), bits = fast_types(t, g, which, index), i
    for i in range(3):
        if g.pool[i] < price:
            bits &= ~(1 << i)
    return bits


cdef void fast_scavenge(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Fast Scavenging on a space of a Move action, each object once (ENO-SCV-02 to ENO-SCV-06-D). a: Spacer.

    b: Console or point used here, as bits; c: what is chosen; d: which object.
    """
    cdef Head* h = &g.core
    if f.step == 0:
        if not ask_fast(t, g, f):
            done(h)
    elif f.step == 1 and h.answer != ACT_PASS:
        f.c = <short>(h.answer - ACT_SCAVENGE)
        f.d = <short>thing_of(t, g, f.a, f.c)
        if f.c >= CONSOLE:
            f.b |= 1 << f.c
        ask_token(t, g, f)
    elif f.step == 2:
        pay_tokens(g, h.answer - ACT_TOKEN, fast_price(t, g, f.a))
        f.step = 0
        call(h, PROC_COLLECT, f.a, f.c, f.d, 0)
    else:
        done(h)


cdef bint ask_fast(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """What can be paid for here; False when there is nothing."""
    cdef Head* h = &g.core
    cdef int i, bits = scavengeable(t, g, f.a) & ~f.b if can_act(t, g, f.a) else 0
    begin(h, f.a, CHOICE_FAST_SCAVENGE, -1)
    for i in range(N_ACT_SCAVENGE):
        if (bits >> i) & 1 and payable_types(t, g, f.a, i, thing_of(t, g, f.a, i)):
            option(h, ACT_SCAVENGE + i)
    if not ask_or(h, ACT_PASS):
        return False
    f.step = 1
    return True


cdef void ask_token(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """ENO-SCV-04: the type paid, all tokens of the same; a choice only for an Objective token without a type."""
    cdef int i, bits = payable_types(t, g, f.a, f.c, f.d)
    begin(&g.core, f.a, CHOICE_OBJECTIVE_TOKEN, f.c)
    for i in range(3):
        if (bits >> i) & 1:
            option(&g.core, ACT_TOKEN + i)
    f.step = 2
    ask(&g.core)


cdef int survivors(const Game* g) noexcept nogil:
    """ENO-EXT-09-D: living Spacers who have not extracted."""
    cdef int s, n = 0
    for s in range(g.seats):
        n += in_play(g, s)
    return n


cdef void collect(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Takes or uses what was chosen: a Cache (ENO-LOT-01, ENO-LOT-01-D), an Engram (ENO-ENG-01), an Objective token
    (ENO-ENG-05), a Console (ENO-CSL-01), an Extraction Point (ENO-EXT-08, ENO-EXT-09). a: Spacer, b: what, c: which."""
    cdef Head* h = &g.core
    if f.step:
        done(h)
        return
    f.step = 1
    if f.b == CACHE:
        remove_object(g, f.c)
        if g.loot.n > 0:
            call(h, PROC_LOOT, f.a, pile_draw_bottom(h, &g.loot), 0, 0)
    elif f.b == ENGRAM:
        g.spacers[f.a].devices[g.objects[f.c].sub] += 1
        remove_object(g, f.c)
    elif f.b == OBJECTIVE:
        g.spacers[f.a].objectives[g.objects[f.c].sub] += 1
        remove_object(g, f.c)
    elif f.b == CONSOLE:
        call(h, PROC_CONSOLE, f.a, f.c, 0, 0)
    else:
        g.points[f.c].state = POINT_STATE_INITIATED
        g.points[f.c].tokens = <unsigned char>survivors(g)
        g.initiated = 1


cdef void console(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """The entry of a Console, behind its lock (ENO-CSL-01, ENO-CSL-02, ENO-CSL-02-D). a: Spacer, b: Console."""
    cdef Head* h = &g.core
    cdef Frame* body
    cdef int at = t.consoles[f.b].at
    if f.step == 0:
        f.step = 1
        if at > 0:
            call(h, PROC_SKILL_TEST, f.a, t.consoles[f.b].skill, at, 0)
            return
        h.result = 0
    if f.step == 1 and h.result >= at and not g.console_disabled[f.b]:
        f.step = 2
        if t.consoles[f.b].once:
            g.console_disabled[f.b] = 1
        if t.consoles[f.b].effect >= 0:
            body = call(h, PROC_EFFECT, t.consoles[f.b].effect, t.consoles[f.b].effect_end, f.a, -1)
            body.e = -1
            body.f = t.consoles[f.b].cell
            body.h = f.a
            return
    done(h)


# -- Gear ----------------------------------------------------------------------------------------------------


cdef void ask_loot(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """ENO-LOT-02, ENO-LOT-02-D: where the new card goes, or which card makes room for it.

    A chosen equipped card goes to the backpack, or is discarded when that is full; a chosen card of the full backpack
    is discarded. Once an equipped card has moved, the new one is equipped; it is never discarded after another card.
    """
    cdef Head* h = &g.core
    cdef int s = f.a, card = f.b, i
    cdef const Gear* gear
    cdef bint room = gear_room(t, g, s) >= 0
    cdef bint slot = room and fits(t, g, s, card, slot_of(t, g, s, card))
    cdef bint stowed = fits(t, g, s, card, GEAR_PLACE_BACKPACK)
    begin(h, s, CHOICE_LOOT, card)
    if slot:
        option(h, ACT_PLACE + EQUIP)
    if room and stowed and not f.d:
        option(h, ACT_PLACE + STOW)
    if not f.c:
        option(h, ACT_PLACE + DISCARD)
    for i in range(MAX_GEAR):
        gear = &g.spacers[s].gear[i]
        if gear.card < 0 or gear.place == GEAR_PLACE_FIXED:
            continue
        if gear.place == GEAR_PLACE_BACKPACK:
            if not stowed and not slot:
                option(h, ACT_GEAR + i)
        elif not slot and can_ever_equip(t, g, s, card) and gear.place == slot_of(t, g, s, card):
            option(h, ACT_GEAR + i)
    f.step = 1
    ask(h)


cdef void make_room(const Tables* t, Game* g, Frame* f, int i) noexcept nogil:
    """The chosen card moves to the backpack if it can, else it is lost (ENO-LOT-03, ENO-GEA-06, ENO-EXH-05-D)."""
    cdef int s = f.a
    cdef Gear* gear = &g.spacers[s].gear[i]
    f.c = 1
    if gear.place != GEAR_PLACE_BACKPACK:
        f.d = 1
        if fits(t, g, s, gear.card, GEAR_PLACE_BACKPACK):
            gear.place = GEAR_PLACE_BACKPACK
            return
    drop_gear(g, s, i)


cdef void loot(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """A new Gear card (ENO-LOT-02 to ENO-LOT-03, ENO-GEA-04, ENO-GEA-06, ENO-EXH-05). a: Spacer, b: card.

    c: 1 another card has made room; d: 1 it was an equipped one.
    """
    cdef Head* h = &g.core
    cdef int s = f.a
    if f.step == 0:
        if not in_play(g, s):
            done(h)
            return
        ask_loot(t, g, f)
    elif h.answer >= ACT_PLACE and h.answer <= ACT_PLACE + DISCARD:
        if h.answer == ACT_PLACE + EQUIP:
            put_gear(t, g, s, gear_room(t, g, s), f.b, slot_of(t, g, s, f.b))
        elif h.answer == ACT_PLACE + STOW:
            put_gear(t, g, s, gear_room(t, g, s), f.b, GEAR_PLACE_BACKPACK)
        done(h)
        shed_gear(t, g, s)
    else:
        make_room(t, g, f, h.answer - ACT_GEAR)
        f.step = 0


cdef bint movable(const Tables* t, const Game* g, int s, int i) noexcept nogil:
    """ENO-EXH-04-D, ENO-GEA-05-D, ENO-STT-02: the card may change its place in this Rearm."""
    cdef const Gear* gear = &g.spacers[s].gear[i]
    if gear.card < 0 or gear.place == GEAR_PLACE_FIXED or gear.moved or gear.disabled:
        return False
    return gear.place != GEAR_PLACE_BACKPACK or can_ever_equip(t, g, s, gear.card)


cdef void swap_place(const Tables* t, Game* g, int s, int i) noexcept nogil:
    """Between equipment and backpack."""
    cdef Gear* gear = &g.spacers[s].gear[i]
    if gear.place != GEAR_PLACE_BACKPACK:
        gear.place = GEAR_PLACE_BACKPACK
    else:
        gear.place = <unsigned char>slot_of(t, g, s, gear.card)


cdef void keep_limits(const Tables* t, Game* g, int s) noexcept nogil:
    """ENO-EXH-04, ENO-EXH-04-D: moved cards that do not fit go back where they were, the last ones first."""
    cdef int i = MAX_GEAR - 1
    while i >= 0:
        if g.spacers[s].gear[i].moved and free_slots(t, g, s, g.spacers[s].gear[i].place) < 0:
            swap_place(t, g, s, i)
            g.spacers[s].gear[i].moved = 0
            i = MAX_GEAR
        i -= 1
    for i in range(MAX_GEAR):
        g.spacers[s].gear[i].moved = 0


cdef void rearm(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Rearm: unexhaust all own cards and redistribute Gear (ENO-ACT-03, ENO-EXH-03 to ENO-EXH-04-D). a: Spacer."""
    cdef Head* h = &g.core
    cdef int s = f.a, i
    if f.step == 0:
        for i in range(MAX_GEAR):
            g.spacers[s].gear[i].moved = 0
            if not g.spacers[s].gear[i].disabled:
                g.spacers[s].gear[i].exhausted = 0
        f.step = 1
    elif h.answer == ACT_DONE:
        keep_limits(t, g, s)
        done(h)
        shed_gear(t, g, s)
        return
    else:
        i = h.answer - ACT_GEAR
        swap_place(t, g, s, i)
        g.spacers[s].gear[i].moved = 1
    begin(h, s, CHOICE_REARM, -1)
    for i in range(MAX_GEAR):
        if movable(t, g, s, i):
            option(h, ACT_GEAR + i)
    option(h, ACT_DONE)
    ask(h)


cdef void draw_gear(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """The Spacer loses a Gear card of its choice, never the Multitool (ENO-GEA-05-D, ENO-LOT-03); then what the slots
    no longer hold goes to the backpack, or is lost (ENO-GEA-06). a: Spacer, b: 1 only the latter."""
    cdef Head* h = &g.core
    cdef int i
    cdef Gear* gear
    if f.step == 0:
        begin(h, f.a, CHOICE_DISCARD_GEAR, -1)
        for i in range(MAX_GEAR):
            gear = &g.spacers[f.a].gear[i]
            if gear.card < 0 or gear.place == GEAR_PLACE_FIXED:
                continue
            if not f.b or free_slots(t, g, f.a, gear.place) < 0:
                option(h, ACT_GEAR + i)
        f.step = 1
        if not ask_any(h):
            done(h)
        return
    i = h.answer - ACT_GEAR
    gear = &g.spacers[f.a].gear[i]
    if f.b and gear.place != GEAR_PLACE_BACKPACK and fits(t, g, f.a, gear.card, GEAR_PLACE_BACKPACK):
        gear.place = GEAR_PLACE_BACKPACK
    else:
        drop_gear(g, f.a, i)
    f.b = 1
    f.step = 0


enter(PROC_SCOUT, scout)
enter(PROC_SCAVENGE, scavenge)
enter(PROC_FAST_SCAVENGE, fast_scavenge)
enter(PROC_COLLECT, collect)
enter(PROC_CONSOLE, console)
enter(PROC_LOOT, loot)
enter(PROC_REARM, rearm)
enter(PROC_DRAW_GEAR, draw_gear)
