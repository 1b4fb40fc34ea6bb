# cython: language_level=3
"""Abilities and Stratagems (see abilities.pxd) and the procedure that uses one."""
from envs.core.bits cimport low_bit
from envs.core.flow cimport call, done, Frame, option, u64
from envs.enormity.rules.board cimport location_of
from envs.enormity.rules.state cimport (
    Ability, ACT_CARD_ABILITY, ACT_CHARACTER_ABILITY, ACT_ENGRAM, ACT_GEAR_ABILITY, ACT_LOCATION_ABILITY,
    ACT_LOCATION_ACTION, ACT_SUIT_ABILITY, ACT_USE_STRATAGEM, ASSAULT_MARK_ATTACKS, ASSAULT_MARK_BROKEN, ENGRAM_TYPES,
    Game, Gear, GEAR_PLACE_BACKPACK, GEAR_PLACE_NONE, MAX_GEAR, MAX_LOCATIONS, N_ACT_CARD_ABILITY,
    N_ACT_CHARACTER_ABILITY, N_ACT_ENGRAM, N_ACT_GEAR_ABILITY, N_ACT_LOCATION_ABILITY, N_ACT_LOCATION_ACTION,
    N_ACT_SUIT_ABILITY, N_ACT_USE_STRATAGEM, PROC_BONUS_ATTACK, PROC_EFFECT, PROC_USE_ABILITY, SIDE_INTRUDER,
    SIDE_SPACER, STAT_NO_ANALYSIS, Tables, TIMING_ACTION, TIMING_BLIP_MOVES, TIMING_DAMAGE, TIMING_PASSIVE,
    TIMING_REACTION, TIMING_TURN, TOP, UNTIL_ATTACK,
)
from envs.enormity.rules.stats cimport (
    add_lasting, can_act, can_react, can_use, gain_stress, in_play, level, lose_adrenaline, mark_used, need_met,
    on_board, pay_tokens, settle, stat, used,
)
from envs.enormity.rules.table cimport enter

cdef enum:
    PER_GEAR = 2  # abilities of a Gear card that have an action


# -- the abilities of a card -----------------------------------------------------------------------------------


cdef inline bint choosable(const Tables* t, int ability) noexcept nogil:
    """Its use is a choice of the Spacer: a triggered ability (ENO-ABL-06)."""
    return TIMING_PASSIVE < t.abilities[ability].timing <= TIMING_BLIP_MOVES


cdef int nth(const Tables* t, int first, int end, int n) noexcept nogil:
    """The n-th ability of first..end-1 that can be chosen; -1 when there are fewer."""
    cdef int a
    for a in range(first, end):
        if choosable(t, a):
            if n == 0:
                return a
            n -= 1
    return -1


cdef int timed(const Tables* t, int timing, int first, int end, int* n) noexcept nogil:
    """The ability at which n, counted down over those of a timing, is 0; -1 when it is behind them."""
    cdef int a
    for a in range(first, end):
        if t.abilities[a].timing == timing:
            if n[0] == 0:
                return a
            n[0] -= 1
    return -1


cdef int own_effect(const Tables* t, const Game* g, int s, int timing, int number) noexcept nogil:
    """See abilities.pxd (ENO-TRN-12, ENO-TRN-13-D, ENO-SBD-03, ENO-AWK-07, ENO-CND-01)."""
    cdef int i, a, c = g.spacers[s].character, u = g.spacers[s].suit, b = g.spacers[s].breakdown
    a = timed(t, timing, t.characters[c].first_ability, t.characters[c].end_ability, &number)
    if a < 0:
        a = timed(t, timing, t.suits[u].first_ability, t.suits[u].end_ability, &number)
    if a < 0 and b >= 0 and g.spacers[s].flipped:
        a = timed(t, timing, t.breakdowns[b].first_bonus, t.breakdowns[b].end_bonus, &number)
    elif a < 0 and b >= 0:
        a = timed(t, timing, t.breakdowns[b].first_ability, t.breakdowns[b].end_ability, &number)
    if a < 0 and g.spacers[s].awakened:
        a = timed(t, timing, t.awakening_first, t.awakening_end, &number)
    for i in range(t.n_conditions):
        if a < 0 and g.spacers[s].conditions[i]:
            a = timed(t, timing, t.conditions[i].first_ability, t.conditions[i].end_ability, &number)
    return a


cdef bint start_effect(const Tables* t, Game* g, int s, int ability) noexcept nogil:
    """See abilities.pxd."""
    cdef const Ability* a = &t.abilities[ability]
    cdef Frame* body
    if a.effect < 0 or not need_met(t, g, a.need, a.need_b, a.need_c, s, -1):
        return False
    body = call(&g.core, PROC_EFFECT, a.effect, a.effect_end, s, -1)
    body.e = body.f = -1
    body.h = <short>s
    return True


cdef int nth_action(const Tables* t, int first, int end, int n) noexcept nogil:
    """The n-th action of a Location (ENO-LOC-05)."""
    cdef int a
    for a in range(first, end):
        if t.abilities[a].timing == TIMING_ACTION:
            if n == 0:
                return a
            n -= 1
    return -1


cdef int how_many(const Tables* t, int first, int end) noexcept nogil:
    """Abilities of first..end-1 that can be chosen."""
    cdef int a, n = 0
    for a in range(first, end):
        n += choosable(t, a)
    return n


cdef int here(const Tables* t, const Game* g, int s) noexcept nogil:
    """The Location on which the Spacer stands (ENO-LOC-03, ENO-MAP-05-D); -1 in an Other Place (ENO-OTH-02-D)."""
    cdef int place
    if g.spacers[s].cell < 0:
        return -1
    place = location_of(t, g, g.spacers[s].cell)
    return place if 0 <= place < MAX_LOCATIONS and (g.location >> place) & 1 else -1


cdef int location_ability(const Tables* t, const Game* g, int s, int n) noexcept nogil:
    """The n-th ability of the Spacer's Location and, behind them, of the scenario."""
    cdef int place = here(t, g, s), a, m
    if place >= 0:
        a = nth(t, t.locations[place].first_ability, t.locations[place].end_ability, n)
        if a >= 0:
            return a
        m = how_many(t, t.locations[place].first_ability, t.locations[place].end_ability)
        n -= m
    return nth(t, t.scenario_first, t.scenario_end, n)


cdef int card_ability(const Tables* t, const Game* g, int s, int n) noexcept nogil:
    """The n-th ability of cards won or suffered: Breakdown, Awakening, Conditions."""
    cdef int b = g.spacers[s].breakdown, i, a
    if n < 2:
        if b < 0:
            return -1
        if g.spacers[s].flipped:
            return nth(t, t.breakdowns[b].first_bonus, t.breakdowns[b].end_bonus, n)
        return nth(t, t.breakdowns[b].first_ability, t.breakdowns[b].end_ability, n)
    if n < 4:
        return nth(t, t.awakening_first, t.awakening_end, n - 2) if g.spacers[s].awakened else -1
    n -= 4
    for i in range(t.n_conditions):
        if g.spacers[s].conditions[i]:
            a = nth(t, t.conditions[i].first_ability, t.conditions[i].end_ability, n)
            if a >= 0:
                return a
            n -= how_many(t, t.conditions[i].first_ability, t.conditions[i].end_ability)
    return -1


cdef int engram_ability(const Tables* t, const Game* g, int s, int type) noexcept nogil:
    """The device of a carried Engram, as the Location says (ENO-ENG-02, ENO-ENG-04)."""
    cdef int cell = g.spacers[s].cell if g.spacers[s].cell >= 0 else g.spacers[s].last_cell
    cdef int place = location_of(t, g, cell) if cell >= 0 else -1
    if g.spacers[s].devices[type] == 0 or not 0 <= place < MAX_LOCATIONS:
        return -1
    return t.locations[place].devices[type]


cdef int ability_of(const Tables* t, const Game* g, int s, int action, int* place) noexcept nogil:
    """The ability behind an action."""
    cdef int c = g.spacers[s].character, u = g.spacers[s].suit, n, card, where
    place[0] = -1
    if ACT_CHARACTER_ABILITY <= action < ACT_CHARACTER_ABILITY + N_ACT_CHARACTER_ABILITY:
        n = action - ACT_CHARACTER_ABILITY
        return nth(t, t.characters[c].first_ability, t.characters[c].end_ability, n) if c >= 0 else -1
    if ACT_SUIT_ABILITY <= action < ACT_SUIT_ABILITY + N_ACT_SUIT_ABILITY:
        n = action - ACT_SUIT_ABILITY
        return nth(t, t.suits[u].first_ability, t.suits[u].end_ability, n) if u >= 0 else -1
    if ACT_GEAR_ABILITY <= action < ACT_GEAR_ABILITY + N_ACT_GEAR_ABILITY:
        n = action - ACT_GEAR_ABILITY
        place[0] = n // PER_GEAR
        card = g.spacers[s].gear[place[0]].card
        return nth(t, t.gear[card].first_ability, t.gear[card].end_ability, n % PER_GEAR) if card >= 0 else -1
    if ACT_CARD_ABILITY <= action < ACT_CARD_ABILITY + N_ACT_CARD_ABILITY:
        return card_ability(t, g, s, action - ACT_CARD_ABILITY)
    if ACT_ENGRAM <= action < ACT_ENGRAM + N_ACT_ENGRAM:
        place[0] = ENGRAM_PLACE + action - ACT_ENGRAM
        return engram_ability(t, g, s, action - ACT_ENGRAM)
    if ACT_LOCATION_ABILITY <= action < ACT_LOCATION_ABILITY + N_ACT_LOCATION_ABILITY:
        return location_ability(t, g, s, action - ACT_LOCATION_ABILITY)
    if ACT_LOCATION_ACTION <= action < ACT_LOCATION_ACTION + N_ACT_LOCATION_ACTION:
        where = here(t, g, s)
        n = action - ACT_LOCATION_ACTION
        return nth_action(t, t.locations[where].first_ability, t.locations[where].end_ability, n) if where >= 0 else -1
    if ACT_USE_STRATAGEM <= action < ACT_USE_STRATAGEM + N_ACT_USE_STRATAGEM:
        n = action - ACT_USE_STRATAGEM
        place[0] = STRATAGEM_PLACE + n
        return t.stratagems[g.stratagems[n].card].ability if g.stratagems[n].card >= 0 else -1
    return -1


# -- costs and conditions --------------------------------------------------------------------------------------


cdef inline int price(const Tables* t, const Game* g, int ability, int type) noexcept nogil:
    """Tokens of a type that an ability costs; printed in three colours it is that of the level (ENO-LOC-04)."""
    if t.abilities[ability].by_level:
        return t.abilities[ability].cost_level[level(g)][type]
    return t.abilities[ability].cost[type]


cdef inline bint is_gear(int place) noexcept nogil:
    return 0 <= place < MAX_GEAR


cdef bint can_pay(const Tables* t, const Game* g, int s, int ability, int place) noexcept nogil:
    """ENO-ABL-07, ENO-ABL-09, ENO-ABL-12: every part of the cost can be paid (also ENO-RUB-09-D2, ENO-RUB-10-D)."""
    cdef const Ability* a = &t.abilities[ability]
    cdef const Gear* gear
    cdef int type
    for type in range(3):
        if g.pool[type] < price(t, g, ability, type):
            return False
    if a.stress and g.spacers[s].stress + a.stress > TOP:
        return False
    if g.spacers[s].adrenaline < a.adrenaline:
        return False
    if not is_gear(place):
        return a.charges == 0 and a.ammo == 0 and not a.exhausts
    gear = &g.spacers[s].gear[place]
    return gear.charges >= a.charges and gear.ammo >= a.ammo and not (a.exhausts and gear.exhausted)


cdef int gear_bit(const Tables* t, const Game* g, int s, int ability, int place) noexcept nogil:
    """Number of an ability among those of its Gear card that can be chosen."""
    return how_many(t, t.gear[g.spacers[s].gear[place].card].first_ability, ability)


cdef bint was_used(const Tables* t, const Game* g, int s, int ability, int place) noexcept nogil:
    """ENO-ABL-06, ENO-ABL-06-D: used in this round, per Spacer and card. Each Engram is a token of its own, used up
    by its use (ENO-ENG-02-D); actions of Locations are no abilities (ENO-LOC-05)."""
    if t.abilities[ability].unlimited or t.abilities[ability].timing == TIMING_ACTION:
        return False
    if ENGRAM_PLACE <= place < ENGRAM_PLACE + ENGRAM_TYPES:
        return False
    if is_gear(place):
        return (g.spacers[s].gear[place].used >> gear_bit(t, g, s, ability, place)) & 1
    return used(g, s, ability) != 0


cdef bint timely(const Tables* t, int ability, int timing) noexcept nogil:
    """A Reaction may also be used in the own turn (ENO-ABL-08)."""
    cdef int own = t.abilities[ability].timing
    if timing == TIMING_TURN:
        return own == TIMING_TURN or own == TIMING_REACTION
    if timing == TIMING_REACTION:
        return own == TIMING_REACTION or (own == TIMING_TURN and t.abilities[ability].reaction)
    return own == timing


cdef bint allowed(const Tables* t, const Game* g, int s, int ability, int place, int timing) noexcept nogil:
    """The Spacer may use abilities now, and the card offers its own (ENO-KDN-02, ENO-EXH-01, ENO-GEA-04,
    ENO-STT-02)."""
    cdef const Gear* gear
    if t.abilities[ability].timing == TIMING_ACTION:
        return can_act(t, g, s)
    if not can_use(t, g, s):
        return False
    if (timing == TIMING_REACTION or timing == TIMING_DAMAGE or timing == TIMING_BLIP_MOVES) and not can_react(t, g, s):
        return False
    if t.abilities[ability].analysis and stat(t, g, s, STAT_NO_ANALYSIS, 0):
        return False
    if place >= STRATAGEM_PLACE:
        return g.stratagems[place - STRATAGEM_PLACE].ready and g.stratagems[place - STRATAGEM_PLACE].charges > 0
    if is_gear(place):
        gear = &g.spacers[s].gear[place]
        if gear.card < 0 or gear.disabled or gear.place == GEAR_PLACE_NONE or gear.place == GEAR_PLACE_BACKPACK:
            return False
        return not gear.exhausted or t.abilities[ability].when_exhausted
    return True


cdef int attacker(const Game* g) noexcept nogil:
    """The Intruder of the innermost attack, -1 when a Spacer's is innermost or none is in progress."""
    cdef int i = g.n_assaults - 1
    return g.assaults[i].actor if i >= 0 and g.assaults[i].side == SIDE_INTRUDER else -1


cdef bint usable(const Tables* t, const Game* g, int s, int ability, int place, int timing) noexcept nogil:
    """ENO-ABL-06 to ENO-ABL-08, ENO-ABL-12, ENO-STG-06-D: everything that a use needs."""
    cdef const Ability* a
    if ability < 0 or not in_play(g, s) or not timely(t, ability, timing):
        return False
    if was_used(t, g, s, ability, place) or not can_pay(t, g, s, ability, place):
        return False
    a = &t.abilities[ability]
    return need_met(t, g, a.need, a.need_b, a.need_c, s, attacker(g)) and allowed(t, g, s, ability, place, timing)


# -- offers ----------------------------------------------------------------------------------------------------


cdef u64 offered(
    const Tables* t, const Game* g, int s, int timing, int first, int end, int place, int action, int room
) noexcept nogil:
    """Those of a card's abilities first..end-1 that can be used: bits of their actions, as for `usable_actions`.

    action: that of the first one that can be chosen, room: how many such actions there are.
    """
    cdef u64 bits = 0
    cdef int a
    for a in range(first, end):
        if room <= 0:
            break
        if choosable(t, a):
            if timely(t, a, timing) and usable(t, g, s, a, place, timing):
                bits |= <u64>1 << (action - ACT_CHARACTER_ABILITY)
            action += 1
            room -= 1
    return bits


cdef u64 offered_by_conditions(const Tables* t, const Game* g, int s, int timing) noexcept nogil:
    """`offered` for all Conditions of the Spacer, which share their actions."""
    cdef u64 bits = 0
    cdef int i, n = 4
    for i in range(t.n_conditions):
        if g.spacers[s].conditions[i] and n < N_ACT_CARD_ABILITY:
            bits |= offered(t, g, s, timing, t.conditions[i].first_ability, t.conditions[i].end_ability, -1,
                            ACT_CARD_ABILITY + n, N_ACT_CARD_ABILITY - n)
            n += how_many(t, t.conditions[i].first_ability, t.conditions[i].end_ability)
    return bits


cdef u64 offered_by_cards(const Tables* t, const Game* g, int s, int timing) noexcept nogil:
    """`offered` for Character, Suit, Gear and the cards won or suffered."""
    cdef int c = g.spacers[s].character, u = g.spacers[s].suit, b = g.spacers[s].breakdown, i
    cdef u64 bits = offered_by_conditions(t, g, s, timing)
    if c >= 0:
        bits |= offered(t, g, s, timing, t.characters[c].first_ability, t.characters[c].end_ability, -1,
                        ACT_CHARACTER_ABILITY, N_ACT_CHARACTER_ABILITY)
    if u >= 0:
        bits |= offered(t, g, s, timing, t.suits[u].first_ability, t.suits[u].end_ability, -1,
                        ACT_SUIT_ABILITY, N_ACT_SUIT_ABILITY)
    for i in range(MAX_GEAR):
        c = g.spacers[s].gear[i].card
        if c >= 0:
            bits |= offered(t, g, s, timing, t.gear[c].first_ability, t.gear[c].end_ability, i,
                            ACT_GEAR_ABILITY + PER_GEAR * i, PER_GEAR)
    if b >= 0 and g.spacers[s].flipped:
        bits |= offered(t, g, s, timing, t.breakdowns[b].first_bonus, t.breakdowns[b].end_bonus, -1,
                        ACT_CARD_ABILITY, 2)
    elif b >= 0:
        bits |= offered(t, g, s, timing, t.breakdowns[b].first_ability, t.breakdowns[b].end_ability, -1,
                        ACT_CARD_ABILITY, 2)
    if g.spacers[s].awakened:
        bits |= offered(t, g, s, timing, t.awakening_first, t.awakening_end, -1, ACT_CARD_ABILITY + 2, 2)
    return bits


cdef u64 offered_by_place(const Tables* t, const Game* g, int s, int timing) noexcept nogil:
    """`offered` for the Spacer's Location and, behind it, the scenario."""
    cdef int place = here(t, g, s), n = 0
    cdef u64 bits = 0
    if place >= 0:
        bits = offered(t, g, s, timing, t.locations[place].first_ability, t.locations[place].end_ability, -1,
                       ACT_LOCATION_ABILITY, N_ACT_LOCATION_ABILITY)
        n = how_many(t, t.locations[place].first_ability, t.locations[place].end_ability)
    return bits | offered(t, g, s, timing, t.scenario_first, t.scenario_end, -1,
                          ACT_LOCATION_ABILITY + n, N_ACT_LOCATION_ABILITY - n)


cdef u64 offered_as(const Tables* t, const Game* g, int s, int timing, int action) noexcept nogil:
    """`offered` for the ability behind an action."""
    cdef int place = -1, ability = ability_of(t, g, s, action, &place)
    if ability >= 0 and usable(t, g, s, ability, place, timing):
        return <u64>1 << (action - ACT_CHARACTER_ABILITY)
    return 0


cdef u64 offered_by_tokens(const Tables* t, const Game* g, int s, int timing) noexcept nogil:
    """`offered` for Engrams and Stratagems."""
    cdef u64 bits = 0
    cdef int i
    for i in range(N_ACT_ENGRAM):
        if g.spacers[s].devices[i]:
            bits |= offered_as(t, g, s, timing, ACT_ENGRAM + i)
    for i in range(N_ACT_USE_STRATAGEM):
        if g.stratagems[i].ready:
            bits |= offered_as(t, g, s, timing, ACT_USE_STRATAGEM + i)
    return bits


cdef u64 usable_actions(const Tables* t, const Game* g, int s, int timing) noexcept nogil:
    """Actions of the abilities that can be used now, as bits from ACT_CHARACTER_ABILITY on."""
    cdef int i
    cdef u64 bits
    if not in_play(g, s):
        return 0
    bits = offered_by_tokens(t, g, s, timing)
    if timing != TIMING_ACTION:
        return bits | offered_by_cards(t, g, s, timing) | offered_by_place(t, g, s, timing)
    for i in range(N_ACT_LOCATION_ACTION):
        bits |= offered_as(t, g, s, timing, ACT_LOCATION_ACTION + i)
    return bits


cdef int offer_abilities(const Tables* t, Game* g, int s, int timing) noexcept nogil:
    """Options of the question that is open; how many were added (ENO-TRN-09, ENO-ABL-08)."""
    cdef u64 bits
    cdef int n = 0
    flip_stratagems(t, g)
    bits = usable_actions(t, g, s, timing)
    while bits:
        option(&g.core, ACT_CHARACTER_ABILITY + low_bit(bits))
        bits &= bits - 1
        n += 1
    return n


cdef bint has_ability(const Tables* t, const Game* g, int s, int timing) noexcept nogil:
    """Some ability can be used at the timing."""
    return usable_actions(t, g, s, timing) != 0


# -- Stratagems ------------------------------------------------------------------------------------------------


cdef int stratagem_token(const Tables* t, const Game* g, int i) noexcept nogil:
    """ENO-STG-04, ENO-STG-04-D: types are paid in their order, Discipline first."""
    cdef int type, paid = g.stratagems[i].paid
    if g.stratagems[i].card < 0 or g.stratagems[i].ready:
        return -1
    for type in range(3):
        if paid < t.stratagems[g.stratagems[i].card].tokens[type]:
            return type
        paid -= t.stratagems[g.stratagems[i].card].tokens[type]
    return -1


cdef bint can_pay_stratagem(const Tables* t, const Game* g, int s, int i) noexcept nogil:
    """ENO-STG-04: at any point of the own turn; it is no use of an ability, yet not for a knocked-down Spacer."""
    cdef int type = stratagem_token(t, g, i)
    return type >= 0 and g.pool[type] > 0 and can_act(t, g, s)


cdef void pay_stratagem(const Tables* t, Game* g, int i) noexcept nogil:
    """One token moves from AP to the card (ENO-STG-04, ENO-STG-04-D)."""
    if pay_tokens(g, stratagem_token(t, g, i), 1):
        g.stratagems[i].paid += 1
        flip_stratagems(t, g)


cdef bint anybody_meets(const Tables* t, const Game* g, int card) noexcept nogil:
    """A requirement beside tokens holds for some Spacer of the team."""
    cdef int s, need = t.stratagems[card].need, b = t.stratagems[card].need_b, c = t.stratagems[card].need_c
    for s in range(g.seats):
        if in_play(g, s) and need_met(t, g, need, b, c, s, -1):
            return True
    return False


cdef void flip_stratagems(const Tables* t, Game* g) noexcept nogil:
    """ENO-STG-03, ENO-STG-06: a card whose requirement is met turns over, its tokens are discarded, its charges
    ready."""
    cdef int i, card
    for i in range(2):
        card = g.stratagems[i].card
        if card < 0 or g.stratagems[i].ready or stratagem_token(t, g, i) >= 0 or not anybody_meets(t, g, card):
            continue
        g.stratagems[i].ready = 1
        g.stratagems[i].paid = 0
        g.stratagems[i].charges = t.stratagems[card].charges


cdef void spend_charge(Game* g, int i) noexcept nogil:
    """ENO-STG-05: after the last use the Requirement side is up again."""
    g.stratagems[i].charges -= 1
    if g.stratagems[i].charges == 0:
        g.stratagems[i].ready = 0


# -- attacks in progress ---------------------------------------------------------------------------------------


cdef int attack_below(const Game* g, int n) noexcept nogil:
    """The innermost of the first n attacks; a Protocol without attack instruction is none (ENO-CHB-02-D)."""
    cdef int i
    for i in range(n - 1, -1, -1):
        if g.assaults[i].side == SIDE_SPACER or (g.assaults[i].marks >> ASSAULT_MARK_ATTACKS) & 1:
            return i
    return -1


cdef int attack_in_progress(const Game* g) noexcept nogil:
    """The innermost attack."""
    return attack_below(g, g.n_assaults)


cdef void chain_break(Game* g) noexcept nogil:
    """ENO-CHB-01, ENO-CHB-03: the attack in progress ends, if there is one."""
    cdef int i = attack_in_progress(g)
    if i >= 0:
        g.assaults[i].marks |= 1 << ASSAULT_MARK_BROKEN


cdef void break_interrupted(Game* g) noexcept nogil:
    """ENO-CHB-02, ENO-CHB-07: not a Spacer's, whose Follow-up it is."""
    cdef int i = attack_below(g, g.n_assaults - 1)
    if i >= 0 and g.assaults[i].side == SIDE_INTRUDER:
        g.assaults[i].marks |= 1 << ASSAULT_MARK_BROKEN


cdef bint grant_bonus_attack(const Tables* t, Game* g, int s, bint stand) noexcept nogil:
    """ENO-BON-01, ENO-BON-06, ENO-CHB-07; it breaks an Intruder's attack when it is really made (ENO-ATK-04)."""
    cdef int i = attack_in_progress(g)
    if not on_board(g, s):
        return False
    if i >= 0 and g.assaults[i].side == SIDE_SPACER and g.assaults[i].actor == s:
        g.assaults[i].follow_ups += 1
        return False
    call(&g.core, PROC_BONUS_ATTACK, s, stand, 0, 0)
    return True


# -- using one -------------------------------------------------------------------------------------------------


cdef void pay_ability(const Tables* t, Game* g, int s, int ability, int place) noexcept nogil:
    """ENO-ABL-09, ENO-ABL-10: the whole cost, and the mark of its use (ENO-ABL-06-D). Stress may leave something
    due."""
    cdef const Ability* a = &t.abilities[ability]
    cdef Gear* gear
    cdef int type
    for type in range(3):
        pay_tokens(g, type, price(t, g, ability, type))
    if is_gear(place):
        gear = &g.spacers[s].gear[place]
        gear.charges -= a.charges
        gear.ammo -= a.ammo
        gear.exhausted |= a.exhausts
        if not a.unlimited:
            gear.used |= <unsigned char>(1 << gear_bit(t, g, s, ability, place))
    elif ENGRAM_PLACE <= place < ENGRAM_PLACE + ENGRAM_TYPES:
        g.spacers[s].devices[place - ENGRAM_PLACE] -= 1
        g.spacers[s].resources[place - ENGRAM_PLACE] += 1
    else:
        if place >= STRATAGEM_PLACE:
            spend_charge(g, place - STRATAGEM_PLACE)
        if not a.unlimited and a.timing != TIMING_ACTION:
            mark_used(g, s, ability)
    if a.adrenaline:
        lose_adrenaline(t, g, s, a.adrenaline)
    if a.stress:
        gain_stress(t, g, s, a.stress)


cdef void use_ability(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Use one ability: costs, then its bonus to a roll and its effect (ENO-ABL-06 to ENO-ABL-12, ENO-STG-05,
    ENO-LOC-05).

    a: Spacer, b: ability, c: gear place or what `ability_of` gave, d: Intruder or Blip concerned, e: assault.
    """
    cdef const Ability* a = &t.abilities[f.b]
    cdef Frame* body
    cdef int i
    if f.step == 0:
        pay_ability(t, g, f.a, f.b, f.c)
        f.step = 1
        if settle(t, g, f.a):
            return
    if f.step == 1 and in_play(g, f.a):
        f.step = 2
        for i in range(a.first_mod, a.end_mod):
            add_lasting(t, g, i, f.a, UNTIL_ATTACK)
        if a.effect >= 0:
            body = call(&g.core, PROC_EFFECT, a.effect, a.effect_end, f.a, intruder_of(g, f, a.timing))
            body.e = -1
            body.f = f.c
            body.h = f.a
            return
    flip_stratagems(t, g)
    done(&g.core)


cdef int intruder_of(const Game* g, const Frame* f, int timing) noexcept nogil:
    """The Intruder that the effect's target is: the one concerned, else the attacking one."""
    if timing == TIMING_BLIP_MOVES:
        return -1
    return f.d if f.d >= 0 else attacker(g)


enter(PROC_USE_ABILITY, use_ability)
