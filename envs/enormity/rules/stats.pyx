# cython: language_level=3
"""See stats.pxd: SPC, RUB, TOK, CES, SUP (tokens), KDN, GEA (slots), ADR (Rubicon bonuses)."""
from libc.string cimport memcmp, memset

from envs.core.flow cimport ask, begin, call, fail, option
from envs.core.head cimport ERROR_CAPACITY
from envs.enormity.rules.board cimport adjacent, location_of, open_distance
from envs.enormity.rules.state cimport (
    ACT_CANDIDATE, BAND_GREEN, BAND_ORANGE, BAND_RED, BreakdownCard, Character, COLOUR_BLACK, COLOUR_WHITE,
    ENGRAM_TYPES, Game, GEAR_KIND_ARMOR, GEAR_KIND_WEAPON, GEAR_PLACE_ARMOR, GEAR_PLACE_BACKPACK, GEAR_PLACE_HAND,
    GEAR_PLACE_NONE, GEAR_PLACE_SUPPORT, IntruderType, KNOCK_FALLING, KNOCK_NONE, Lasting, LETHAL_TOKENS, Location,
    MARK_DANGEROUS, MAX_BLIPS, MAX_CANDIDATES, MAX_GEAR, MAX_INTRUDERS, MAX_LASTING, MAX_SPACERS, MAX_SUPPRESSION,
    Mod, NEED_ADJACENT_INTRUDER, NEED_ADRENALINE_AT_LEAST, NEED_ALIVE, NEED_BAND, NEED_BLIPS, NEED_CLUE, NEED_COUNTER,
    NEED_DAMAGE, NEED_DISTANCE, NEED_DIVISION, NEED_ENGRAMS, NEED_FEW_BLIPS, NEED_FLAG, NEED_HAS_CONDITION,
    NEED_INTRUDER_DANGEROUS, NEED_KNOCKED_DOWN, NEED_LEVEL, NEED_NONE, NEED_OBJECTIVES, NEED_PLAYERS, NEED_POOL_EMPTY,
    NEED_POOL_WAS_EMPTY, NEED_STRESS_AT_LEAST, NEED_TOKENS, NEED_VITALS_AT_MOST, NEED_WALKED, NEED_WOUNDED,
    PROC_SETTLE, SIDE_INTRUDER, Specimen, STAT_ARMOR_REROLLS, STAT_AT, STAT_ATTACK_DICE, STAT_BACKPACK, STAT_COUNT,
    STAT_DAMAGE_REDUCTION, STAT_HANDS, STAT_LIGHT_COLOUR, STAT_LIGHT_DICE, STAT_LIGHT_RANGE, STAT_NO_ABILITIES,
    STAT_NO_MOVE, STAT_NO_REACTION, STAT_SKILL, STAT_SPEED, STAT_WOUNDS, Suit, Tables, TOP, TRACK, WHERE_DEAD,
)

cdef enum:
    USUAL_HANDS = 2  # ENO-GEA-01
    ALL = 255  # unlimited Speed, infinite Wounds
    ANY_TERM = -1  # for `end_lasting`
    TOKENS_OF_A_TYPE = 60  # bound of a counter; the rules have none (ENO-GEN-07-D)


# -- who decides -------------------------------------------------------------------------------------------

cdef int lead(const Game* g) noexcept nogil:
    """The PT; if it is not alive on the board, the living unextracted Spacer with the lowest seat."""
    cdef int s
    if g.marker >= 0 and on_board(g, g.marker):
        return g.marker
    for s in range(g.seats):
        if in_play(g, s):
            return s
    return 0


cdef int tie_chooser(const Tables* t, const Game* g, int fallback, int freedom) noexcept nogil:
    """Monster-side decisions: the Intruders' seat, else `fallback` if ties are asked (ENO-GEN-06-D), else -1."""
    if t.agent_monsters and t.freedom >= freedom:
        return g.seats
    return fallback if t.ask_ties else -1


cdef void pass_marker(const Tables* t, Game* g) noexcept nogil:
    """ENO-LOD-08-D: from a holder who is dead or extracted to the closest Spacer on the board, then by seat."""
    cdef int s, away, best = -1, least = 0, start
    if g.marker >= 0 and in_play(g, g.marker):
        return
    start = g.spacers[g.marker].last_cell if g.marker >= 0 else -1
    for s in range(g.seats):
        if not on_board(g, s):
            continue
        away = open_distance(t, g, start, g.spacers[s].cell) if start >= 0 else 0
        if best < 0 or away < least:
            best = s
            least = away
    if best < 0:
        for s in range(g.seats):
            if in_play(g, s):
                best = s
                break
    g.marker = <signed char>best


cdef void take_marker(const Tables* t, Game* g, int s) noexcept nogil:
    """ENO-NOI-09, ENO-NOI-12, ENO-AWK-03: nobody takes it from an awakened Spacer."""
    if g.marker >= 0 and g.marker != s and g.spacers[g.marker].awakened and in_play(g, g.marker):
        return
    g.marker = <signed char>s


# -- conditions --------------------------------------------------------------------------------------------

cdef inline int total_of(const unsigned char* tokens) noexcept nogil:
    """Tokens of an area of the pool."""
    return tokens[0] + tokens[1] + tokens[2]


cdef bint beside_intruder(const Tables* t, const Game* g, int s) noexcept nogil:
    """The Spacer stands next to an Intruder."""
    cdef int k
    if not on_board(g, s):
        return False
    for k in range(MAX_INTRUDERS):
        if g.intruders[k].type >= 0 and adjacent(t, g, g.spacers[s].cell, g.intruders[k].cell):
            return True
    return False


cdef bint intruder_in_danger(const Tables* t, const Game* g) noexcept nogil:
    """ENO-BRD-17-D: some Intruder stands on a dangerous space or on a Terrain tile."""
    cdef int k, cell
    for k in range(MAX_INTRUDERS):
        cell = g.intruders[k].cell
        if g.intruders[k].type >= 0 and cell >= 0 and (t.marks[cell] >> MARK_DANGEROUS & 1 or g.tile[cell]):
            return True
    return False


cdef int blips_on_board(const Game* g) noexcept nogil:
    """Blips on the board (ENO-NOI-02-D)."""
    cdef int b, n = 0
    for b in range(MAX_BLIPS):
        n += g.blips[b].point >= 0
    return n


cdef int count_type(const Game* g, int type) noexcept nogil:
    """Intruders of a type on the board."""
    cdef int k, n = 0
    for k in range(MAX_INTRUDERS):
        n += g.intruders[k].type == type
    return n


cdef bint few_blips(const Tables* t, const Game* g, int fewer, int s, int intruder) noexcept nogil:
    """Fewer Blips, or fewer Intruders of the type (of the Intruder, else of the Location), than that."""
    cdef int type = g.intruders[intruder].type if intruder >= 0 else ecology(t, g, s)
    return blips_on_board(g) < fewer or (type >= 0 and count_type(g, type) < fewer)


cdef int damage_in_progress(const Game* g) noexcept nogil:
    """Damage dealt by the innermost attack of an Intruder."""
    cdef int i
    for i in range(g.n_assaults - 1, -1, -1):
        if g.assaults[i].side == SIDE_INTRUDER:
            return g.assaults[i].damage
    return 0


cdef int objectives_of_team(const Game* g, int type) noexcept nogil:
    """Objective tokens of a type that the Spacers hold or have taken out; those of the dead are lost."""
    cdef int s, n = 0
    for s in range(g.seats):
        if g.spacers[s].where != WHERE_DEAD:
            n += g.spacers[s].objectives[type]
    return n


cdef int engrams_of(const Game* g, int s) noexcept nogil:
    """Engrams that a Spacer carries, used or not."""
    cdef int i, n = 0
    for i in range(ENGRAM_TYPES):
        n += g.spacers[s].devices[i] + g.spacers[s].resources[i]
    return n


cdef bint someone_lies(const Game* g) noexcept nogil:
    """Some Spacer is knocked down."""
    cdef int s
    for s in range(g.seats):
        if in_play(g, s) and g.spacers[s].knock != KNOCK_NONE:
            return True
    return False


cdef bint near_enough(const Tables* t, const Game* g, int s, int intruder, int most) noexcept nogil:
    """Spacer and Intruder are on the board, not further from each other than that (A4)."""
    if s < 0 or intruder < 0 or not on_board(g, s) or g.intruders[intruder].type < 0:
        return False
    return open_distance(t, g, g.spacers[s].cell, g.intruders[intruder].cell) <= most


cdef bint own_need_met(const Tables* t, const Game* g, int need, int b, int s) noexcept nogil:
    """The conditions on the Spacer itself."""
    if s < 0:
        return False
    if need == NEED_BAND:
        return band(t, g, s) == b
    if need == NEED_VITALS_AT_MOST:
        return g.spacers[s].vitals <= b
    if need == NEED_STRESS_AT_LEAST:
        return g.spacers[s].stress >= b
    if need == NEED_ADRENALINE_AT_LEAST:
        return g.spacers[s].adrenaline >= b
    if need == NEED_ADJACENT_INTRUDER:
        return beside_intruder(t, g, s)
    if need == NEED_WALKED:
        return g.spacers[s].last_half >= 0 and t.halves[g.spacers[s].last_half].walk != 0
    if need == NEED_HAS_CONDITION:
        return g.spacers[s].conditions[b] != 0
    if need == NEED_DIVISION:
        return t.characters[g.spacers[s].character].division == b
    if need == NEED_WOUNDED:
        return g.spacers[s].vitals < TOP
    if need == NEED_ENGRAMS:
        return engrams_of(g, s) >= b
    return False


cdef bint need_met(const Tables* t, const Game* g, int need, int b, int c, int s, int intruder) noexcept nogil:
    """Whether a condition holds; those on a Spacer or an Intruder that is not there do not."""
    if need == NEED_NONE:
        return True
    if need == NEED_POOL_EMPTY:
        return total_of(g.incoming) == 0 or total_of(g.pool) == 0
    if need == NEED_POOL_WAS_EMPTY:
        return total_of(g.incoming) == 0 and total_of(g.pool) == 0
    if need == NEED_TOKENS:
        return (g.pool[b] if b < 3 else total_of(g.pool)) >= c
    if need == NEED_LEVEL:
        return level(g) >= b
    if need == NEED_INTRUDER_DANGEROUS:
        return intruder_in_danger(t, g)
    if need == NEED_KNOCKED_DOWN:
        return someone_lies(g)
    if need == NEED_FLAG:
        return g.flags[b] != 0
    if need == NEED_COUNTER:
        return g.counters[b] >= c
    if need == NEED_CLUE:
        return g.clues[b] != 0
    if need == NEED_FEW_BLIPS:
        return few_blips(t, g, b, s, intruder)
    if need == NEED_BLIPS:
        return blips_on_board(g) >= b
    if need == NEED_DAMAGE:
        return damage_in_progress(g) >= b
    if need == NEED_ALIVE:
        return (intruder < 0 or g.intruders[intruder].type >= 0) and (s < 0 or in_play(g, s))
    if need == NEED_DISTANCE:
        return near_enough(t, g, s, intruder, b)
    if need == NEED_OBJECTIVES:
        return objectives_of_team(g, b) >= c
    if need == NEED_PLAYERS:
        return g.seats >= b
    return own_need_met(t, g, need, b, s)


# -- statistics --------------------------------------------------------------------------------------------

cdef struct Sum:
    # Statistics that are being summed up.
    unsigned int stats  # their bits
    int arg
    int s
    int intruder
    int[STAT_COUNT] totals  # those asked for start at 0


cdef inline bint equipped(int place) noexcept nogil:
    """The place is not the backpack (ENO-GEA-04)."""
    return place != GEAR_PLACE_NONE and place != GEAR_PLACE_BACKPACK


cdef inline void add_mod(const Tables* t, const Game* g, const Mod* m, unsigned int stats, Sum* sum) noexcept nogil:
    """Add a modifier if it is of one of these statistics and its condition is met."""
    if not stats >> m.stat & 1 or (m.stat == STAT_SKILL and m.arg != sum.arg):
        return
    if m.need and not need_met(t, g, m.need, m.need_b, 0, sum.s, sum.intruder):
        return
    sum.totals[m.stat] += m.amount


cdef inline void add_card(
    const Tables* t, const Game* g, unsigned int stats, int first, int end, Sum* sum
) noexcept nogil:
    """The modifiers of a card's abilities; `stats`: bits of the statistics that they change."""
    stats &= sum.stats
    if stats:
        add_abilities(t, g, stats, first, end, sum)


cdef void add_abilities(
    const Tables* t, const Game* g, unsigned int stats, int first, int end, Sum* sum
) noexcept nogil:
    """The modifiers of the passive abilities among these (ENO-ABL-02)."""
    cdef int a, m
    for a in range(first, end):
        if not t.abilities[a].stats & stats:
            continue
        if t.abilities[a].need and not need_met(
            t, g, t.abilities[a].need, t.abilities[a].need_b, t.abilities[a].need_c, sum.s, sum.intruder
        ):
            continue
        for m in range(t.abilities[a].first_mod, t.abilities[a].end_mod):
            add_mod(t, g, &t.mods[m], stats, sum)


cdef void add_gear(const Tables* t, const Game* g, int s, Sum* sum) noexcept nogil:
    """ENO-EXH-01, -02: passive abilities of exhausted cards work, their defensive statistics do not."""
    cdef int i, card
    cdef unsigned int stats
    if not t.gear_stats & sum.stats:
        return
    for i in range(MAX_GEAR):
        card = g.spacers[s].gear[i].card
        if card < 0 or not t.gear[card].stats & sum.stats:
            continue
        if not equipped(g.spacers[s].gear[i].place) or g.spacers[s].gear[i].disabled:
            continue
        stats = t.gear[card].stats
        if g.spacers[s].gear[i].exhausted:
            stats &= ~(1u << STAT_DAMAGE_REDUCTION | 1u << STAT_ARMOR_REROLLS)
        add_card(t, g, stats, t.gear[card].first_ability, t.gear[card].end_ability, sum)


cdef void add_cards(const Tables* t, const Game* g, int s, Sum* sum) noexcept nogil:
    """Conditions, the Stress Breakdown card with the side that lies up, the Awakening card."""
    cdef int i
    cdef const BreakdownCard* breakdown
    if t.condition_stats & sum.stats:
        for i in range(t.n_conditions):
            if g.spacers[s].conditions[i]:
                add_card(
                    t, g, t.conditions[i].stats, t.conditions[i].first_ability, t.conditions[i].end_ability, sum
                )
    if g.spacers[s].breakdown >= 0:
        breakdown = &t.breakdowns[g.spacers[s].breakdown]
        if g.spacers[s].flipped:
            add_card(t, g, breakdown.bonus_stats, breakdown.first_bonus, breakdown.end_bonus, sum)
        else:
            add_card(t, g, breakdown.stats, breakdown.first_ability, breakdown.end_ability, sum)
    if g.spacers[s].awakened:
        add_card(t, g, t.awakening_stats, t.awakening_first, t.awakening_end, sum)


cdef void add_place(const Tables* t, const Game* g, int cell, Sum* sum) noexcept nogil:
    """ENO-LOC-03, ENO-MAP-05-D: rules of the Location of a space, and of the scenario."""
    cdef int location = location_of(t, g, cell) if cell >= 0 else -1
    cdef const Location* place
    if location >= 0:
        place = &t.locations[location]
        add_card(t, g, place.stats, place.first_ability, place.end_ability, sum)
    add_card(t, g, t.scenario_stats, t.scenario_first, t.scenario_end, sum)


cdef void add_of_unit(const Tables* t, const Game* g, int unit, Sum* sum) noexcept nogil:
    """Lasting modifiers of a unit."""
    cdef int i
    if not t.lasting_stats & sum.stats:
        return
    if g.lasting[0].unit < 0 and memcmp(&g.lasting[0], &g.lasting[1], (MAX_LASTING - 1) * sizeof(Lasting)) == 0:
        return  # all entries are equal and free
    for i in range(MAX_LASTING):
        if g.lasting[i].unit == unit:
            add_mod(t, g, &t.mods[g.lasting[i].mod], sum.stats, sum)


cdef void sum_up(const Tables* t, const Game* g, int s, Sum* sum) noexcept nogil:
    """Everything that changes the statistics for a Spacer (ENO-ABL-02, ENO-KEY-00)."""
    cdef const Character* character
    cdef const Suit* suit
    sum.s = s
    sum.intruder = -1
    if g.spacers[s].character >= 0:
        character = &t.characters[g.spacers[s].character]
        add_card(t, g, character.stats, character.first_ability, character.end_ability, sum)
    if g.spacers[s].suit >= 0:
        suit = &t.suits[g.spacers[s].suit]
        add_card(t, g, suit.stats, suit.first_ability, suit.end_ability, sum)
    add_gear(t, g, s, sum)
    add_cards(t, g, s, sum)
    add_place(t, g, g.spacers[s].cell if on_board(g, s) else -1, sum)
    add_of_unit(t, g, s, sum)


cdef int stat(const Tables* t, const Game* g, int s, int which, int arg) noexcept nogil:
    """See stats.pxd."""
    cdef Sum sum
    sum.stats = 1u << which
    sum.arg = arg
    sum.totals[which] = 0
    sum_up(t, g, s, &sum)
    return sum.totals[which]


cdef int printed_on_specimen(const Specimen* specimen, int which) noexcept nogil:
    """ENO-INT-05: what a Unique Specimen card adds to a statistic."""
    if which == STAT_SPEED:
        return specimen.speed
    if which == STAT_AT:
        return specimen.at
    if which == STAT_WOUNDS:
        return specimen.wounds
    if which == STAT_ATTACK_DICE:
        return specimen.dice
    return 0


cdef int intruder_stat(const Tables* t, const Game* g, int k, int which) noexcept nogil:
    """Sum of a statistic over traits, Unique Specimen card, Location, scenario and lasting modifiers of an Intruder."""
    cdef Sum sum
    cdef const IntruderType* type
    cdef const Specimen* specimen
    if g.intruders[k].type < 0:
        return 0
    sum.stats = 1u << which
    sum.arg = 0
    sum.s = -1
    sum.intruder = k
    sum.totals[which] = 0
    type = &t.types[g.intruders[k].type]
    add_card(t, g, type.stats, type.first_ability, type.end_ability, &sum)
    if g.intruders[k].specimen >= 0:
        specimen = &t.specimens[g.intruders[k].specimen]
        sum.totals[which] += printed_on_specimen(specimen, which)
        add_card(t, g, specimen.stats, specimen.first_ability, specimen.end_ability, &sum)
    add_place(t, g, g.intruders[k].cell, &sum)
    add_of_unit(t, g, MAX_SPACERS + k, &sum)
    return sum.totals[which]


cdef inline int at_least(int value, int least) noexcept nogil:
    """The value, but no less than that."""
    return value if value > least else least


cdef int band(const Tables* t, const Game* g, int s) noexcept nogil:
    """ENO-SPC-06, ENO-SPC-06-D: the vitality level."""
    cdef int suit = g.spacers[s].suit
    if suit < 0:
        return BAND_GREEN
    if g.spacers[s].vitals == 0 or g.spacers[s].vitals <= t.suits[suit].red_max:
        return BAND_RED
    return BAND_ORANGE if g.spacers[s].vitals <= t.suits[suit].orange_max else BAND_GREEN


cdef int skill(const Tables* t, const Game* g, int s, int which) noexcept nogil:
    """ENO-SPC-02: a Skill, at least 1."""
    return at_least(t.characters[g.spacers[s].character].skills[which] + stat(t, g, s, STAT_SKILL, which), 1)


cdef int light_range(const Tables* t, const Game* g, int s) noexcept nogil:
    """ENO-SPC-05, -07: range of the Light field."""
    return at_least(t.suits[g.spacers[s].suit].light_range + stat(t, g, s, STAT_LIGHT_RANGE, 0), 0)


cdef int light_and_hands(const Tables* t, const Game* g, int s, int* free_hands) noexcept nogil:
    """See stats.pxd."""
    cdef Sum sum
    sum.stats = 1u << STAT_LIGHT_RANGE | 1u << STAT_HANDS
    sum.arg = 0
    sum.totals[STAT_LIGHT_RANGE] = sum.totals[STAT_HANDS] = 0
    sum_up(t, g, s, &sum)
    free_hands[0] = at_least(USUAL_HANDS + sum.totals[STAT_HANDS], 0) - taken_slots(t, g, s, GEAR_PLACE_HAND)
    return at_least(t.suits[g.spacers[s].suit].light_range + sum.totals[STAT_LIGHT_RANGE], 0)


cdef int light_dice(const Tables* t, const Game* g, int s) noexcept nogil:
    """ENO-SPC-05, -07: intensity of the Light."""
    return at_least(t.suits[g.spacers[s].suit].light_dice + stat(t, g, s, STAT_LIGHT_DICE, 0), 0)


cdef int light_colour(const Tables* t, const Game* g, int s) noexcept nogil:
    """ENO-KEY-17, ENO-KEY-17-D: the highest tier of the Light keywords of equipped cards, else the Suit's die; then
    what raises or lowers it. Cards hold the colour of the keyword + 1."""
    cdef int i, card, best = 0, colour
    for i in range(MAX_GEAR):
        card = g.spacers[s].gear[i].card
        if card >= 0 and equipped(g.spacers[s].gear[i].place) and not g.spacers[s].gear[i].disabled:
            if t.gear[card].light > best:
                best = t.gear[card].light
    colour = best - 1 if best > 0 else t.suits[g.spacers[s].suit].light_colour
    if colour > COLOUR_BLACK:
        return colour
    colour = at_least(colour + stat(t, g, s, STAT_LIGHT_COLOUR, 0), COLOUR_WHITE)
    return colour if colour < COLOUR_BLACK else COLOUR_BLACK


# -- slots -------------------------------------------------------------------------------------------------

cdef int hand_slots(const Tables* t, const Game* g, int s) noexcept nogil:
    """ENO-GEA-01, ENO-GEA-01-D: 2, and those that abilities add."""
    return at_least(USUAL_HANDS + stat(t, g, s, STAT_HANDS, 0), 0)


cdef int taken_slots(const Tables* t, const Game* g, int s, int place) noexcept nogil:
    """Slots of a place that its cards take."""
    cdef int i, card, taken = 0
    for i in range(MAX_GEAR):
        card = g.spacers[s].gear[i].card
        if card >= 0 and g.spacers[s].gear[i].place == place:
            taken += t.gear[card].hands if place == GEAR_PLACE_HAND else 1
    return taken


cdef int free_slots(const Tables* t, const Game* g, int s, int place) noexcept nogil:
    """ENO-GEA-01 to -03: slots of a place less those that its cards take; negative when there are too many."""
    cdef int free = 0, suit = g.spacers[s].suit
    if place == GEAR_PLACE_HAND:
        free = hand_slots(t, g, s)
    elif suit >= 0 and place == GEAR_PLACE_SUPPORT:
        free = t.suits[suit].support
    elif suit >= 0 and place == GEAR_PLACE_ARMOR:
        free = t.suits[suit].armor
    elif suit >= 0 and place == GEAR_PLACE_BACKPACK:
        free = t.suits[suit].backpack + stat(t, g, s, STAT_BACKPACK, 0)
    return free - taken_slots(t, g, s, place)


cdef bint fits(const Tables* t, const Game* g, int s, int card, int place) noexcept nogil:
    """ENO-GEA-01 to -03, ENO-GEA-02-D, ENO-GEA-05-D: the place takes the card, and has room for it."""
    cdef int kind = t.gear[card].kind, home
    if card == t.multitool:
        return False
    if place == GEAR_PLACE_BACKPACK:
        return free_slots(t, g, s, place) >= 1
    if kind == GEAR_KIND_WEAPON:
        return place == GEAR_PLACE_HAND and t.gear[card].hands <= free_slots(t, g, s, place)
    home = GEAR_PLACE_SUPPORT
    if kind == GEAR_KIND_ARMOR and t.suits[g.spacers[s].suit].armor:
        home = GEAR_PLACE_ARMOR
    return place == home and free_slots(t, g, s, place) >= 1


# -- values by Countdown level -----------------------------------------------------------------------------

cdef int speed(const Tables* t, const Game* g, int k) noexcept nogil:
    """ENO-INT-02, ENO-CES-01, ENO-SUP-03, ENO-SUP-03-D: at least 0; unlimited stays unlimited."""
    cdef int printed
    if g.intruders[k].type < 0:
        return 0
    printed = t.types[g.intruders[k].type].speed[level(g)]
    if printed == ALL:
        return ALL
    return at_least(printed + intruder_stat(t, g, k, STAT_SPEED) - g.intruders[k].suppression, 0)


cdef int at(const Tables* t, const Game* g, int k) noexcept nogil:
    """ENO-ATK-16, ENO-CES-01, ENO-SUP-03, ENO-SUP-03-D: at least 1."""
    cdef int type = g.intruders[k].type
    if type < 0:
        return 1
    return at_least(t.types[type].at[level(g)] + intruder_stat(t, g, k, STAT_AT) - g.intruders[k].suppression, 1)


cdef int wounds_needed(const Tables* t, const Game* g, int k) noexcept nogil:
    """ENO-ATK-17: the Wound stat."""
    cdef int type = g.intruders[k].type, printed = t.types[type].wounds if type >= 0 else ALL
    return ALL if printed == ALL else at_least(printed + intruder_stat(t, g, k, STAT_WOUNDS), 1)


cdef int noise_colour(const Tables* t, const Game* g, int type) noexcept nogil:
    """ENO-NOI-03, ENO-CES-01: the Noise Awareness die of the level."""
    return t.types[type].noise[level(g)] if type >= 0 else COLOUR_WHITE


cdef int ecology(const Tables* t, const Game* g, int s) noexcept nogil:
    """ENO-NOI-03-D: Intruder type of the Location where the Spacer (-1: the Lead) stands or stood last."""
    cdef int who = s if s >= 0 else lead(g)
    return ecology_at(t, g, g.spacers[who].cell if on_board(g, who) else g.spacers[who].last_cell)


cdef int ecology_at(const Tables* t, const Game* g, int cell) noexcept nogil:
    """ENO-NOI-03-D, ENO-MAP-05-D: Intruder type of the Location of a space."""
    cdef int location = location_of(t, g, cell) if cell >= 0 else -1
    return t.locations[location if location >= 0 else 0].ecology


# -- what a Spacer may do ----------------------------------------------------------------------------------

cdef bint can_act(const Tables* t, const Game* g, int s) noexcept nogil:
    """ENO-KDN-02: not with the falling down side."""
    return in_play(g, s) and g.spacers[s].knock != KNOCK_FALLING


cdef bint can_react(const Tables* t, const Game* g, int s) noexcept nogil:
    """ENO-KDN-02, ENO-KDN-04-D."""
    return can_act(t, g, s) and stat(t, g, s, STAT_NO_REACTION, 0) == 0


cdef bint can_use(const Tables* t, const Game* g, int s) noexcept nogil:
    """ENO-KDN-02, ENO-KDN-04-D: active abilities."""
    return can_act(t, g, s) and stat(t, g, s, STAT_NO_ABILITIES, 0) == 0


cdef bint can_move(const Tables* t, const Game* g, int s) noexcept nogil:
    """ENO-KDN-02-D: voluntary movement, on the board only (ENO-OTH-02-D)."""
    return on_board(g, s) and g.spacers[s].knock != KNOCK_FALLING and stat(t, g, s, STAT_NO_MOVE, 0) == 0


# -- Vitals, Stress, Adrenaline ----------------------------------------------------------------------------

cdef inline void test_breakdown(Game* g, int s) noexcept nogil:
    """ENO-RUB-08, ENO-RUB-08-D, ENO-SBD-02: Stress has reached Vitals for the first time."""
    if not g.spacers[s].broke_down and g.spacers[s].stress >= g.spacers[s].vitals:
        g.spacers[s].due |= DUE_BREAKDOWN


cdef void lose_vitals(const Tables* t, Game* g, int s, int amount) noexcept nogil:
    """ENO-RUB-04, -05, ENO-FLT-05, -05-D: one damage event; below 1 the Vitals are 0 and a Flatline Check is due."""
    if amount <= 0 or not in_play(g, s):
        return
    if g.spacers[s].vitals <= amount:
        g.spacers[s].vitals = 0
        g.spacers[s].due |= DUE_FLATLINE
    else:
        g.spacers[s].vitals -= <unsigned char>amount
    test_breakdown(g, s)


cdef void regain_vitals(const Tables* t, Game* g, int s, int amount) noexcept nogil:
    """ENO-RUB-10, -10-D: never above 9."""
    cdef int vitals = g.spacers[s].vitals + amount
    if amount > 0 and in_play(g, s):
        g.spacers[s].vitals = <unsigned char>(vitals if vitals < TOP else TOP)


cdef void gain_stress(const Tables* t, Game* g, int s, int amount) noexcept nogil:
    """ENO-RUB-06, -08: above 9 the Spacer dies."""
    if amount <= 0 or not in_play(g, s):
        return
    if g.spacers[s].stress + amount > TOP:
        g.spacers[s].stress = TOP
        g.spacers[s].due |= DUE_DEATH
    else:
        g.spacers[s].stress += <unsigned char>amount
    test_breakdown(g, s)


cdef void lose_stress(const Tables* t, Game* g, int s, int amount) noexcept nogil:
    """ENO-RUB-10-D: never below 0."""
    if amount > 0:
        g.spacers[s].stress = <unsigned char>at_least(g.spacers[s].stress - amount, 0)


cdef void gain_adrenaline(const Tables* t, Game* g, int s, int amount) noexcept nogil:
    """ENO-RUB-07: above 9 the Spacer dies."""
    if amount <= 0 or not in_play(g, s):
        return
    if g.spacers[s].adrenaline + amount > TOP:
        g.spacers[s].adrenaline = TOP
        g.spacers[s].due |= DUE_DEATH
    else:
        g.spacers[s].adrenaline += <unsigned char>amount


cdef void lose_adrenaline(const Tables* t, Game* g, int s, int amount) noexcept nogil:
    """ENO-RUB-10-D: never below 0."""
    if amount > 0:
        g.spacers[s].adrenaline = <unsigned char>at_least(g.spacers[s].adrenaline - amount, 0)


cdef void gain_lethal(Game* g, int s, unsigned char* tokens, int amount) noexcept nogil:
    """ENO-DTH-01, -01-D: the 5th token of a kind kills."""
    if amount <= 0 or not in_play(g, s):
        return
    if tokens[0] + amount >= LETHAL_TOKENS:
        tokens[0] = LETHAL_TOKENS
        g.spacers[s].due |= DUE_DEATH
    else:
        tokens[0] += <unsigned char>amount


cdef void gain_radiation(const Tables* t, Game* g, int s, int amount) noexcept nogil:
    """ENO-DTH-01, ENO-KEY-26."""
    gain_lethal(g, s, &g.spacers[s].radiation, amount)


cdef void gain_infection(const Tables* t, Game* g, int s, int amount) noexcept nogil:
    """ENO-DTH-01."""
    gain_lethal(g, s, &g.spacers[s].infection, amount)


cdef void knock_down(const Tables* t, Game* g, int s) noexcept nogil:
    """ENO-KDN-01; with either side of the card no effect (ENO-KDN-05-D)."""
    if in_play(g, s) and g.spacers[s].knock == KNOCK_NONE:
        g.spacers[s].knock = KNOCK_FALLING
        g.spacers[s].knock_turn = 0


cdef void stand_up(const Tables* t, Game* g, int s) noexcept nogil:
    """ENO-KDN-05: the card is discarded."""
    g.spacers[s].knock = KNOCK_NONE
    g.spacers[s].knock_turn = 0


cdef bint settle(const Tables* t, Game* g, int s) noexcept nogil:
    """Push SETTLE for every Spacer with something due, so that s goes first, then seat order (ENO-GEN-06-D2)."""
    cdef int other
    cdef bint due = False
    for other in range(g.seats - 1, -1, -1):
        if other != s and g.spacers[other].due:
            call(&g.core, PROC_SETTLE, other, 0, 0, 0)
            due = True
    if s >= 0 and g.spacers[s].due:
        call(&g.core, PROC_SETTLE, s, 0, 0, 0)
        due = True
    return due


# -- the Spacer Pool ---------------------------------------------------------------------------------------

cdef void place_tokens(Game* g, int type, int amount, bint active) noexcept nogil:
    """ENO-TOK-01, -02: in the Incoming Pool, unless `active`."""
    cdef unsigned char* area = &g.pool[0] if active else &g.incoming[0]
    cdef int n = area[type] + amount
    if amount > 0:
        area[type] = <unsigned char>(n if n < TOKENS_OF_A_TYPE else TOKENS_OF_A_TYPE)


cdef bint pay_tokens(Game* g, int type, int amount) noexcept nogil:
    """ENO-TOK-03, -10: from the Active Pool, whoever placed them."""
    if amount < 0 or g.pool[type] < amount:
        return False
    g.pool[type] -= <unsigned char>amount
    return True


cdef void mill(Game* g) noexcept nogil:
    """ENO-TOK-04: discard the Active Pool, then move the Incoming Pool into it."""
    cdef int type
    for type in range(3):
        g.pool[type] = g.incoming[type]
        g.incoming[type] = 0


cdef void rubicon(const Tables* t, Game* g, int s) noexcept nogil:
    """ENO-ADR-01, -01-D, -02: bonuses of Character and Suit at positions below Adrenaline go to the Incoming Pool."""
    cdef int p, character = g.spacers[s].character, suit = g.spacers[s].suit
    for p in range(TRACK):
        if p >= g.spacers[s].adrenaline:
            break
        if character >= 0 and t.characters[character].rubicon[p]:
            place_tokens(g, t.characters[character].rubicon[p] - 1, 1, False)
        if suit >= 0 and t.suits[suit].rubicon[p]:
            place_tokens(g, t.suits[suit].rubicon[p] - 1, 1, False)


cdef int used(const Game* g, int s, int ability) noexcept nogil:
    """ENO-ABL-06: the Spacer has used the ability in this round."""
    return g.spacers[s].used[ability >> 3] >> (ability & 7) & 1


cdef void mark_used(Game* g, int s, int ability) noexcept nogil:
    """ENO-ABL-06-D: the status token on the card."""
    g.spacers[s].used[ability >> 3] |= <unsigned char>(1 << (ability & 7))


# -- Intruders ---------------------------------------------------------------------------------------------

cdef void suppress(const Tables* t, Game* g, int k, int tokens) noexcept nogil:
    """ENO-SUP-01, -02, -05-D: up to that many tokens, never the sum."""
    cdef int most = tokens if tokens < MAX_SUPPRESSION else MAX_SUPPRESSION
    if g.intruders[k].type < 0 or most <= g.intruders[k].suppression:
        return
    g.intruders[k].suppression = <unsigned char>most
    if g.intruders[k].activating:
        g.intruders[k].fresh_suppression = 1


cdef int free_slot(const Game* g) noexcept nogil:
    """The first slot without an Intruder, -1 if there is none."""
    cdef int k
    for k in range(MAX_INTRUDERS):
        if g.intruders[k].type < 0:
            return k
    return -1


cdef int minis_left(const Tables* t, const Game* g, int type) noexcept nogil:
    """ENO-SPN-06-D: miniatures of a type that are not on the board."""
    return t.types[type].minis - count_type(g, type)


cdef void remove_intruder(const Tables* t, Game* g, int k) noexcept nogil:
    """Take it off the board, with its tokens; its Unique Specimen card goes back (ENO-REV-08-D)."""
    if g.intruders[k].specimen >= 0:
        g.specimen_free[g.intruders[k].specimen] = 1
    if g.adversary == k:
        g.adversary = -1
    memset(&g.intruders[k], 0, sizeof(g.intruders[k]))
    g.intruders[k].cell = -1
    g.intruders[k].type = -1
    g.intruders[k].specimen = -1
    end_lasting(g, MAX_SPACERS + k, ANY_TERM)


cdef bint wound(const Tables* t, Game* g, int k) noexcept nogil:
    """ENO-ATK-17: one Wounded token; whether there are as many as the Wound stat."""
    cdef int needed
    if g.intruders[k].type < 0:
        return False
    needed = wounds_needed(t, g, k)
    if needed == ALL:
        return False
    if g.intruders[k].wounds < TOP:
        g.intruders[k].wounds += 1
    return g.intruders[k].wounds >= needed


cdef void add_lasting(const Tables* t, Game* g, int mod, int unit, int until) noexcept nogil:
    """A modifier that holds for a while."""
    cdef int i
    for i in range(MAX_LASTING):
        if g.lasting[i].unit < 0:
            g.lasting[i].mod = <unsigned char>mod
            g.lasting[i].unit = <signed char>unit
            g.lasting[i].until = <unsigned char>until
            return
    fail(&g.core, ERROR_CAPACITY, mod)


cdef void end_lasting(Game* g, int unit, int until) noexcept nogil:
    """Remove the lasting modifiers of a unit (-1: of all) with a term."""
    cdef int i
    for i in range(MAX_LASTING):
        if g.lasting[i].unit < 0 or (unit >= 0 and g.lasting[i].unit != unit):
            continue
        if until == ANY_TERM or g.lasting[i].until == until:
            g.lasting[i].mod = 0
            g.lasting[i].unit = -1
            g.lasting[i].until = 0


# -- questions on places -----------------------------------------------------------------------------------

cdef void ask_place(Game* g, int seat, int choice, int subject, const short* cells, int n, bint points) noexcept nogil:
    """Put the question which of these cells or points; at most MAX_CANDIDATES are offered."""
    cdef int i
    begin(&g.core, seat, choice, subject)
    for i in range(MAX_CANDIDATES):
        if i < n:
            g.candidates[i] = cells[i]
            option(&g.core, ACT_CANDIDATE + i)
        else:
            g.candidates[i] = -1
    g.candidate_points = points
    ask(&g.core)


cdef int candidate_answer(Game* g) noexcept nogil:
    """The cell or point that was chosen; the list of candidates is emptied."""
    cdef int i, chosen = g.candidates[g.core.answer - ACT_CANDIDATE]
    for i in range(MAX_CANDIDATES):
        g.candidates[i] = -1
    g.candidate_points = 0
    return chosen
