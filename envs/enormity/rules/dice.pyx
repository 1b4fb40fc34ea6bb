# cython: language_level=3
"""See dice.pxd: DIC, any roll of a Spacer (ATK-07 to -12, TOK-05, -06, -09, RUB-09, KEY-09), SKL, NOI, BLP-04."""
from libc.string cimport memset

from envs.core.flow cimport ask, ask_any, ask_or, begin, call, done, fail, Frame, give, option, roll as random_below
from envs.core.head cimport ERROR_CAPACITY
from envs.enormity.rules.state cimport (
    ACT_BLIP, ACT_DIE, ACT_DONE, CHOICE_CONFIDENCE, CHOICE_DISCIPLINE, CHOICE_EXTRA_DIE, CHOICE_NOISE_BONUS,
    CHOICE_NOISE_DICE, CHOICE_STRESS, COLOUR_BLACK, COLOUR_WHITE, DIE_MARK_CONFIDENCE, DIE_MARK_DECLARED,
    DIE_MARK_DISCIPLINE, DIE_MARK_EXTRA, DIE_MARK_STRESS, DieFace, Game, KEYWORD_DEVASTATING, MAX_BLIPS, MAX_DICE,
    MAX_NOISES, MAX_ROLLS, Noise, NOISE_KIND_DICE, NOISE_KIND_DICE_PER_SHOT, NOISE_KIND_NONE, NOISE_KIND_NUMBER,
    NOISE_KIND_PER_AMMO, PROC_ASSIGN_NOISE, PROC_MOVE, PROC_NOISE, PROC_SKILL_TEST, PROC_SPACER_ROLL, Roll,
    ROLL_KIND_ATTACK, ROLL_KIND_ENORMITY, ROLL_KIND_INTRUDER, ROLL_KIND_NOISE, ROLL_KIND_SKILL, STAGE_BONUS,
    STAGE_CONFIDENCE, STAGE_DISCIPLINE, STAGE_EXTRA, STAGE_OVER, STAGE_STRESS, STAT_QUIET, STAT_SILENT, Tables,
    TOKEN_CONFIDENCE, TOKEN_DISCIPLINE, TOP, UNTIL_NOISE,
)
from envs.enormity.rules.stats cimport (
    ecology_at, end_lasting, gain_stress, in_play, lead, noise_colour, on_board, pay_tokens, settle, skill, stat,
    take_marker, tie_chooser,
)
from envs.enormity.rules.table cimport enter

cdef enum:
    ENORMITY_FACES = 10  # ENO-DIC-08
    TIERS = 3  # white, red, black; green and orange have none (ENO-DIC-07-D)
    ROLL_DIED = 0  # what SPACER_ROLL gives when the roller died in it
    ROLL_STANDS = 1

cdef enum:
    # Steps of `spacer_roll`.
    STEP_THROW = 0
    STEP_STAGE = 1
    STEP_ANSWER = 2
    STEP_REROLL = 3


# -- dice --------------------------------------------------------------------------------------------------

cdef void clear_roll(Roll* r) noexcept nogil:
    """Empty a roll as an unused one is."""
    memset(r, 0, sizeof(Roll))
    r.roller = -1
    r.assault = -1
    r.at = -1


cdef int begin_roll(Game* g, int kind, int roller, int assault) noexcept nogil:
    """A new innermost roll without dice; its index."""
    cdef int i = g.n_rolls
    if i >= MAX_ROLLS:
        fail(&g.core, ERROR_CAPACITY, kind)
        return MAX_ROLLS - 1
    clear_roll(&g.rolls[i])
    g.rolls[i].kind = <unsigned char>kind
    g.rolls[i].roller = <signed char>roller
    g.rolls[i].assault = <signed char>assault
    g.n_rolls += 1
    return i


cdef void end_roll(Game* g) noexcept nogil:
    """The innermost roll is over."""
    g.n_rolls -= 1
    clear_roll(&g.rolls[g.n_rolls])


cdef void add_dice(Game* g, int roll, int colour, int number) noexcept nogil:
    """Put dice into a roll, as many as it holds (ENO-DIC-06-D)."""
    cdef Roll* r = &g.rolls[roll]
    while number > 0 and r.n < MAX_DICE:
        r.colour[r.n] = <unsigned char>colour
        r.n += 1
        number -= 1


cdef void throw_die(const Tables* t, Game* g, int roll, int die) noexcept nogil:
    """Roll one die."""
    cdef Roll* r = &g.rolls[roll]
    cdef int faces = ENORMITY_FACES if r.kind == ROLL_KIND_ENORMITY else t.n_faces[r.colour[die]]
    r.face[die] = <unsigned char>random_below(&g.core, faces)


cdef void throw(const Tables* t, Game* g, int roll) noexcept nogil:
    """Roll all dice, in their order."""
    cdef int i
    for i in range(g.rolls[roll].n):
        throw_die(t, g, roll, i)


cdef int lower_tier(Game* g, int roll) noexcept nogil:
    """ENO-DIC-09, -09-D, ENO-KEY-05-D: one die of the highest tier becomes one tier lower; it, -1 if none can."""
    cdef Roll* r = &g.rolls[roll]
    cdef int i, best = -1
    for i in range(r.n):
        if COLOUR_WHITE < r.colour[i] < TIERS and (best < 0 or r.colour[i] > r.colour[best]):
            best = i
    if best >= 0:
        r.colour[best] -= 1
    return best


cdef inline bint marked(const Roll* r, int die, int mark) noexcept nogil:
    """The die has a mark."""
    return r.marks[die] >> mark & 1


cdef inline void set_mark(Roll* r, int die, int mark) noexcept nogil:
    """Put a mark on a die."""
    r.marks[die] |= <unsigned char>(1 << mark)


cdef inline void unset_mark(Roll* r, int die, int mark) noexcept nogil:
    """Take a mark off a die."""
    r.marks[die] &= <unsigned char>~(1 << mark)


cdef inline const DieFace* face_of(const Tables* t, const Roll* r, int die) noexcept nogil:
    """The face that a die shows."""
    return &t.faces[r.colour[die]][r.face[die]]


cdef inline int shown(const Tables* t, const Roll* r, int die) noexcept nogil:
    """Potentials of a die with its bonus, less the one that Discipline has turned."""
    return face_of(t, r, die).potential + r.bonus[die] - marked(r, die, DIE_MARK_DISCIPLINE)


cdef int potential_of(const Tables* t, const Game* g, int roll, int die) noexcept nogil:
    """Potentials left on a die (ENO-DIC-02, ENO-NOI-01, -05, -08). Negative raw Power of a Noise Roll is what QUIET
    takes away: from the first dice that have any."""
    cdef const Roll* r = &g.rolls[roll]
    cdef int i, value = 0, quiet = 0
    if r.kind == ROLL_KIND_ENORMITY:
        return 0
    if r.kind == ROLL_KIND_NOISE and r.power < 0:
        quiet = -r.power
    for i in range(0 if quiet else die, die + 1):
        value = shown(t, r, i)
        if quiet >= value:
            quiet -= value
            value = 0
        else:
            value -= quiet
            quiet = 0
    return value


cdef int power_of(const Tables* t, const Game* g, int roll) noexcept nogil:
    """ENO-DIC-03, ENO-DIC-04, -04-D, ENO-ATK-07, ENO-KEY-16: Power, raw Power, half of the half Power; at least 0. Of
    the Enormity die its number."""
    cdef const Roll* r = &g.rolls[roll]
    cdef int i, power = r.power, half = 0, potential = 0
    if r.kind == ROLL_KIND_ENORMITY:
        return r.face[0] + 1
    for i in range(r.n):
        power += face_of(t, r, i).power + marked(r, i, DIE_MARK_DISCIPLINE)
        half += face_of(t, r, i).half
        potential += shown(t, r, i)
    power += half // 2
    if r.lethal:
        power += potential
    elif t.potential_pairs and r.kind != ROLL_KIND_INTRUDER:  # step B of a Spacer's roll (ENO-OPT-04)
        power += potential // 2
    return power if power > 0 else 0


cdef int quadrants_of(const Tables* t, const Game* g, int roll) noexcept nogil:
    """ENO-DIC-05, ENO-ATK-13: critical quadrants on the dice and beside them."""
    cdef const Roll* r = &g.rolls[roll]
    cdef int i, n = r.quadrants
    if r.kind == ROLL_KIND_ENORMITY:
        return 0
    for i in range(r.n):
        n += face_of(t, r, i).quadrant
    return n


# -- any roll of a Spacer ----------------------------------------------------------------------------------

cdef inline bint has_modifiers(const Roll* r) noexcept nogil:
    """ENO-GEA-09: the weapon's modifiers count in its Attack Roll only."""
    return r.kind == ROLL_KIND_ATTACK and r.assault >= 0


cdef int confidence_left(const Game* g, const Roll* r) noexcept nogil:
    """Confidence of the weapon and of the Active Pool."""
    return g.pool[TOKEN_CONFIDENCE] + (g.assaults[r.assault].confidence if has_modifiers(r) else 0)


cdef int discipline_left(const Game* g, const Roll* r) noexcept nogil:
    """Discipline of the weapon and of the Active Pool."""
    return g.pool[TOKEN_DISCIPLINE] + (g.assaults[r.assault].discipline if has_modifiers(r) else 0)


cdef void pay_modifier(Game* g, const Roll* r, unsigned char* modifier, int token) noexcept nogil:
    """The weapon's modifier first: unlike a token it is of no use after the attack (ENO-GEA-09)."""
    if has_modifiers(r) and modifier[0] > 0:
        modifier[0] -= 1
    else:
        pay_tokens(g, token, 1)


cdef void pay_confidence(Game* g, const Roll* r) noexcept nogil:
    """Spend 1 Confidence."""
    pay_modifier(g, r, &g.assaults[r.assault if r.assault >= 0 else 0].confidence, TOKEN_CONFIDENCE)


cdef void pay_discipline(Game* g, const Roll* r) noexcept nogil:
    """Spend 1 Discipline."""
    pay_modifier(g, r, &g.assaults[r.assault if r.assault >= 0 else 0].discipline, TOKEN_DISCIPLINE)


cdef int count_declared(const Roll* r) noexcept nogil:
    """Dice with the mark of this stage."""
    cdef int i, n = 0
    for i in range(r.n):
        n += marked(r, i, DIE_MARK_DECLARED)
    return n


cdef bint devastates(const Tables* t, const Game* g, const Roll* r) noexcept nogil:
    """ENO-KEY-09: the weapon of the Attack is Devastating."""
    cdef int card
    if not has_modifiers(r) or r.roller < 0 or g.assaults[r.assault].weapon < 0:
        return False
    card = g.spacers[r.roller].gear[g.assaults[r.assault].weapon].card
    return card >= 0 and t.gear[card].keywords >> KEYWORD_DEVASTATING & 1


cdef bint offered(const Tables* t, const Game* g, int roll, int die) noexcept nogil:
    """Whether the present stage may do something to the die."""
    cdef const Roll* r = &g.rolls[roll]
    if r.stage == STAGE_EXTRA:
        if marked(r, die, DIE_MARK_EXTRA) or marked(r, die, DIE_MARK_DECLARED) or r.n >= MAX_DICE:
            return False
        return face_of(t, r, die).quadrant > 0
    if r.stage == STAGE_CONFIDENCE:
        return not marked(r, die, DIE_MARK_DECLARED)
    if r.stage == STAGE_STRESS:
        return not marked(r, die, DIE_MARK_STRESS)
    if r.stage == STAGE_DISCIPLINE:
        return not marked(r, die, DIE_MARK_DISCIPLINE) and potential_of(t, g, roll, die) > 0
    return True


cdef bint stage_open(const Tables* t, const Game* g, const Roll* r) noexcept nogil:
    """Whether the present stage has anything to spend: extra dice, Confidence, Stress below 9, a bonus, Discipline."""
    if r.stage == STAGE_STRESS:
        return g.spacers[r.roller].stress < TOP
    if r.kind == ROLL_KIND_ENORMITY:
        return False
    if r.stage == STAGE_EXTRA:
        return devastates(t, g, r)
    if r.stage == STAGE_CONFIDENCE:
        return confidence_left(g, r) > count_declared(r)
    if r.stage == STAGE_BONUS:
        return r.noise > 0
    return discipline_left(g, r) > 0


cdef int choice_of_stage(int stage) noexcept nogil:
    """The kind of question of a stage."""
    if stage == STAGE_EXTRA:
        return CHOICE_EXTRA_DIE
    if stage == STAGE_CONFIDENCE:
        return CHOICE_CONFIDENCE
    if stage == STAGE_STRESS:
        return CHOICE_STRESS
    return CHOICE_NOISE_BONUS if stage == STAGE_BONUS else CHOICE_DISCIPLINE


cdef bint ask_stage(const Tables* t, Game* g, int roll) noexcept nogil:
    """Ask the roller for a die of the present stage; False if it has none to offer. Only the bonus has to be placed."""
    cdef Roll* r = &g.rolls[roll]
    cdef int i
    if not stage_open(t, g, r):
        return False
    begin(&g.core, r.roller, choice_of_stage(r.stage), roll)
    for i in range(r.n):
        if offered(t, g, roll, i):
            option(&g.core, ACT_DIE + i)
    return ask_any(&g.core) if r.stage == STAGE_BONUS else ask_or(&g.core, ACT_DONE)


cdef void enter_bonus(const Tables* t, Roll* r) noexcept nogil:
    """ENO-NOI-05-D: a bare number n (`at` of a Noise Roll) adds the Potentials that the re-rolled dice lack."""
    cdef int i, total = 0
    if r.kind != ROLL_KIND_NOISE or r.at < 0:
        return
    for i in range(r.n):
        total += shown(t, r, i)
    if r.at > total:
        r.noise = <unsigned char>(r.at - total)


cdef void end_stage(const Tables* t, Game* g, int roll) noexcept nogil:
    """Close the present stage. All dice declared for Confidence are re-rolled together (ENO-ATK-08)."""
    cdef Roll* r = &g.rolls[roll]
    cdef int i
    for i in range(r.n):
        if not marked(r, i, DIE_MARK_DECLARED):
            continue
        unset_mark(r, i, DIE_MARK_DECLARED)
        if r.stage == STAGE_CONFIDENCE:
            pay_confidence(g, r)
            set_mark(r, i, DIE_MARK_CONFIDENCE)
            throw_die(t, g, roll, i)
    r.stage += 1
    if r.stage == STAGE_BONUS:
        enter_bonus(t, r)


cdef void add_extra(const Tables* t, Game* g, int roll, int die) noexcept nogil:
    """ENO-KEY-09, -09-D: one more die of the colour of a die that shows a quadrant; it triggers nothing."""
    cdef Roll* r = &g.rolls[roll]
    set_mark(r, die, DIE_MARK_DECLARED)
    add_dice(g, roll, r.colour[die], 1)
    set_mark(r, r.n - 1, DIE_MARK_EXTRA)
    throw_die(t, g, roll, r.n - 1)


cdef void choose_die(const Tables* t, Game* g, Frame* f, int die) noexcept nogil:
    """What the present stage does to the die that was chosen."""
    cdef Roll* r = &g.rolls[f.a]
    f.step = STEP_STAGE
    if r.stage == STAGE_EXTRA:
        add_extra(t, g, f.a, die)
    elif r.stage == STAGE_CONFIDENCE:
        set_mark(r, die, DIE_MARK_DECLARED)
    elif r.stage == STAGE_STRESS:
        # The Stress comes before the die, and with it a Breakdown or death (ENO-ATK-10-D).
        set_mark(r, die, DIE_MARK_STRESS)
        f.b = <short>die
        f.step = STEP_REROLL
        gain_stress(t, g, r.roller, 1)
        settle(t, g, r.roller)
    elif r.stage == STAGE_BONUS:
        r.bonus[die] += r.noise
        r.noise = 0
    else:
        pay_discipline(g, r)
        set_mark(r, die, DIE_MARK_DISCIPLINE)


cdef void spacer_roll(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Steps 2 to 6 of "Any roll of a Spacer": ENO-ATK-07 to -12, ENO-RUB-09, ENO-TOK-05, -06, -09, ENO-KEY-09,
    ENO-NOI-05.

    a: roll, b: the die that a Stress re-roll is paid for. Gives 1, or 0 if the roller died (ENO-ATK-10)."""
    cdef Roll* r = &g.rolls[f.a]
    if f.step == STEP_THROW:
        throw(t, g, f.a)
        r.stage = STAGE_EXTRA
        f.step = STEP_STAGE
    elif f.step == STEP_ANSWER:
        if g.core.answer == ACT_DONE:
            end_stage(t, g, f.a)
            f.step = STEP_STAGE
        else:
            choose_die(t, g, f, g.core.answer - ACT_DIE)
            return
    if not in_play(g, r.roller):
        r.stage = STAGE_OVER
        give(&g.core, ROLL_DIED)
        return
    if f.step == STEP_REROLL:
        throw_die(t, g, f.a, f.b)
        f.step = STEP_STAGE
    while r.stage < STAGE_OVER:
        if ask_stage(t, g, f.a):
            f.step = STEP_ANSWER
            return
        end_stage(t, g, f.a)
    give(&g.core, ROLL_STANDS)


# -- Skill tests -------------------------------------------------------------------------------------------

cdef void skill_test(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """ENO-SKL-01, -01-D, -02: as many white dice as the Skill. a: Spacer, b: skill, c: AT; e: roll. Gives the Power, or
    -1 if the Spacer died."""
    cdef int power = -1
    if f.step == 0:
        if not in_play(g, f.a):
            give(&g.core, -1)
            return
        f.e = <short>begin_roll(g, ROLL_KIND_SKILL, f.a, -1)
        g.rolls[f.e].at = <signed char>f.c
        add_dice(g, f.e, COLOUR_WHITE, skill(t, g, f.a, f.b))
        f.step = 1
        call(&g.core, PROC_SPACER_ROLL, f.e, 0, 0, 0)
        return
    if g.core.result == ROLL_STANDS:
        power = power_of(t, g, f.e)
    end_roll(g)
    give(&g.core, power)


# -- Noise -------------------------------------------------------------------------------------------------

cdef int count_blips(const Game* g) noexcept nogil:
    """ENO-NOI-02, -02-D: Blips on the board."""
    cdef int b, n = 0
    for b in range(MAX_BLIPS):
        n += g.blips[b].point >= 0
    return n


cdef void take_noise_dice(const Tables* t, Game* g, int roll, int colour, int number) noexcept nogil:
    """ENO-NOI-06, -07, ENO-DIC-06: from the supply; those that lack come from the next colour, and are missing after
    black. Green and orange dice have no supply and no tier (ENO-DIC-07-D)."""
    cdef int most
    if colour >= TIERS:
        add_dice(g, roll, colour, number)
        return
    while number > 0 and colour <= COLOUR_BLACK:
        most = number if number < t.supply[colour] else t.supply[colour]
        add_dice(g, roll, colour, most)
        number -= most
        colour += 1
    g.rolls[roll].missing = <unsigned char>(number if number < MAX_BLIPS else MAX_BLIPS)


cdef inline unsigned char capped(int value) noexcept nogil:
    """A number that the fields of a roll hold."""
    return <unsigned char>(value if value < TOP else TOP)


cdef void gather_noise(const Tables* t, Game* g, Frame* f, int type) noexcept nogil:
    """ENO-NOI-02 to -07, ENO-BUR-09: dice and bonus of the Noise box."""
    cdef Roll* r = &g.rolls[f.h]
    if f.b == NOISE_KIND_DICE:
        take_noise_dice(t, g, f.h, f.d, f.c)
        return
    if f.b == NOISE_KIND_DICE_PER_SHOT:
        take_noise_dice(t, g, f.h, f.d, f.c * (f.g if f.g > 1 else 1))
        return
    take_noise_dice(t, g, f.h, noise_colour(t, g, type), count_blips(g))
    if f.b == NOISE_KIND_PER_AMMO:
        r.noise = capped(f.c * f.f)
        r.ammo = capped(f.f)
    elif f.b == NOISE_KIND_NUMBER:
        r.at = <signed char>capped(f.c)
    else:
        r.noise = capped(f.c)


cdef bint for_move_action(const Game* g, const Frame* f) noexcept nogil:
    """The procedure that makes the Noise is a Move action."""
    return g.core.depth >= 2 and (f - 1).proc == PROC_MOVE and (f - 1).c == 1


cdef int potentials(const Tables* t, const Game* g, int roll) noexcept nogil:
    """ENO-NOI-01: the Noise of all dice."""
    cdef int i, n = 0
    for i in range(g.rolls[roll].n):
        n += potential_of(t, g, roll, i)
    return n


cdef int total_noise(const Tables* t, const Game* g, int roll) noexcept nogil:
    """The Noise of all dice; without dice what is left of the bonus (ENO-NOI-11-D)."""
    cdef int rest = g.rolls[roll].noise + g.rolls[roll].power
    return potentials(t, g, roll) + (rest if g.rolls[roll].n == 0 and rest > 0 else 0)


cdef int queue_noise(Game* g, const Frame* f, int type, int missing) noexcept nogil:
    """A new entry at the end of the Noise queue (ENO-BLP-05-D2); its index, -1 if the queue is full."""
    cdef Noise* noise
    if g.n_noises >= MAX_NOISES:
        fail(&g.core, ERROR_CAPACITY, MAX_NOISES)
        return -1
    noise = &g.noises[g.n_noises]
    memset(noise, 0, sizeof(Noise))
    noise.cell = f.e
    noise.source = <signed char>f.a
    noise.type = <signed char>type
    noise.overwhelms = <unsigned char>missing
    g.n_noises += 1
    return g.n_noises - 1


cdef bint start_noise(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Gather the dice (step 1); False if no Noise Roll is made. A Spacer makes Noise where it stands, or stood last."""
    cdef int quiet
    if f.b == NOISE_KIND_NONE:
        return False
    if f.a >= 0:
        if not in_play(g, f.a):
            return False
        if stat(t, g, f.a, STAT_SILENT, 0) > 0:
            end_lasting(g, f.a, UNTIL_NOISE)
            return False
        f.e = g.spacers[f.a].cell if on_board(g, f.a) else g.spacers[f.a].last_cell
    elif not in_play(g, lead(g)):
        return False
    f.h = <short>begin_roll(g, ROLL_KIND_NOISE, f.a if f.a >= 0 else lead(g), -1)
    gather_noise(t, g, f, ecology_at(t, g, f.e))
    if f.a >= 0 and for_move_action(g, f):
        quiet = stat(t, g, f.a, STAT_QUIET, 0)
        g.rolls[f.h].power = <signed char>(-quiet if quiet > 0 else 0)
    return True


cdef bint finish_noise(const Tables* t, Game* g, Frame* f, bint stands) noexcept nogil:
    """ENO-NOI-07-D, -09, -09-D, -10: marker and queue; whether dice are left to be assigned. f.i becomes the Noise."""
    cdef int entry, missing = g.rolls[f.h].missing
    cdef bint moving
    f.i = <short>(total_noise(t, g, f.h) if stands else 0)
    if f.a >= 0:
        end_lasting(g, f.a, UNTIL_NOISE)
        if f.i > 0:
            take_marker(t, g, f.a)
    moving = f.i > 0 and g.rolls[f.h].n > 0 and count_blips(g) > 0
    if not moving and missing == 0:
        return False
    entry = queue_noise(g, f, ecology_at(t, g, f.e), missing)
    if entry < 0 or not moving:
        return False
    f.step = 2
    call(&g.core, PROC_ASSIGN_NOISE, entry, f.h, 0, 0)
    return True


cdef void make_noise(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """A Noise Roll: ENO-NOI-01 to -13, ENO-BLP-04. Gives the Noise made.

    a: Spacer (-1: none; then the Lead rolls, ENO-NOI-13-D), b: NoiseKind, c: its number, d: its colour, e: space (of
    Noise without a Spacer), f: Ammo spent, g: targets; h: roll, i: Noise made. Dice that the supply lacked stay
    Overwhelm triggers even if the roller dies in the roll."""
    if f.step == 0:
        if not start_noise(t, g, f):
            done(&g.core)
            return
        f.step = 1
        call(&g.core, PROC_SPACER_ROLL, f.h, 0, 0, 0)
        return
    if f.step == 1 and finish_noise(t, g, f, g.core.result == ROLL_STANDS):
        return
    end_roll(g)
    give(&g.core, f.i)


# -- dice to Blips -----------------------------------------------------------------------------------------

cdef int next_die(const Tables* t, const Game* g, int roll) noexcept nogil:
    """The next die to assign, -1 if none: first those that make Noise."""
    cdef const Roll* r = &g.rolls[roll]
    cdef int i, quiet = -1
    for i in range(r.n):
        if marked(r, i, DIE_MARK_DECLARED):
            continue
        if potential_of(t, g, roll, i) > 0:
            return i
        if quiet < 0:
            quiet = i
    return quiet


cdef bint takes_die(const Game* g, const Noise* noise, int n_dice, int n_blips, int blip) noexcept nogil:
    """ENO-BLP-04-D: the Blip may get a die, so that in the end no Blip has two dice more than another. In whatever
    order the dice are assigned, this allows what assigning them in the best order would."""
    cdef int each = n_dice // n_blips, second = 0, b
    if g.blips[blip].point < 0:
        return False
    if noise.given[blip] < each:
        return True
    for b in range(MAX_BLIPS):
        second += noise.given[b] > each
    return noise.given[blip] == each and second < n_dice - each * n_blips


cdef bint all_alike(const Tables* t, const Game* g, int roll) noexcept nogil:
    """The dice that are left make equal Noise."""
    cdef const Roll* r = &g.rolls[roll]
    cdef int i, value = -1, at
    for i in range(r.n):
        if marked(r, i, DIE_MARK_DECLARED):
            continue
        at = potential_of(t, g, roll, i)
        if value >= 0 and at != value:
            return False
        value = at
    return True


cdef void give_die(const Tables* t, Game* g, Noise* noise, int roll, int die, int blip) noexcept nogil:
    """ENO-BLP-04: the Blip will move as many intersections more."""
    noise.dice[blip] += <unsigned char>potential_of(t, g, roll, die)
    noise.given[blip] += 1
    set_mark(&g.rolls[roll], die, DIE_MARK_DECLARED)


cdef int first_taker(const Game* g, const Noise* noise, int n_dice, int n_blips) noexcept nogil:
    """The first Blip that may get a die, -1 none."""
    cdef int b
    for b in range(MAX_BLIPS):
        if takes_die(g, noise, n_dice, n_blips, b):
            return b
    return -1


cdef void assign_noise(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """ENO-BLP-04, -04-D: one die after the other to a Blip; the Intruders' seat with full freedom (M8). a: entry of the
    Noise queue, b: roll, c: die asked for. Not asked: where all that is left comes to the same."""
    cdef Noise* noise = &g.noises[f.a]
    cdef Roll* r = &g.rolls[f.b]
    cdef int n_blips = count_blips(g), b, seat
    if f.step == 1:
        give_die(t, g, noise, f.b, f.c, g.core.answer - ACT_BLIP)
    while True:
        f.c = <short>next_die(t, g, f.b)
        if f.c < 0:
            done(&g.core)
            return
        if potential_of(t, g, f.b, f.c) > 0 and not (r.n % n_blips == 0 and all_alike(t, g, f.b)):
            break
        give_die(t, g, noise, f.b, f.c, first_taker(g, noise, r.n, n_blips))
    seat = tie_chooser(t, g, r.roller, 2)
    begin(&g.core, seat if seat >= 0 else r.roller, CHOICE_NOISE_DICE, f.c)
    for b in range(MAX_BLIPS):
        if takes_die(g, noise, r.n, n_blips, b):
            option(&g.core, ACT_BLIP + b)
    f.step = 1
    ask(&g.core)


enter(PROC_SPACER_ROLL, spacer_roll)
enter(PROC_SKILL_TEST, skill_test)
enter(PROC_NOISE, make_noise)
enter(PROC_ASSIGN_NOISE, assign_noise)
