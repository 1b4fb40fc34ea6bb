# cython: language_level=3
"""The session, its set-up and its rounds (GEN, SET, LOD, RND, CDN, and the order of phases)."""
from envs.core.flow cimport ask, ask_any, ask_or, begin, call, done, finish, Frame, Head, option, STREAM_PLAY
from envs.core.piles cimport pile_draw, pile_push, pile_remove, pile_shuffle
from envs.enormity.rules.abilities cimport own_effect, start_effect
from envs.enormity.rules.blip_slots cimport draw_face, pool_size
from envs.enormity.rules.board cimport adjacent, beside, faces_most, is_empty, set_map_view
from envs.enormity.rules.objects cimport gear_room, put_gear, slot_of
from envs.enormity.rules.state cimport (
    ACT_CHARACTER, ACT_DONE, ACT_OPTION, ACT_PAIRING, ACT_PLACE, ACT_SPACER, ACT_STASH, ACT_STEP, ACT_STRATAGEM,
    ACT_SUIT, CELLS, CHOICE_CHARACTER, CHOICE_EFFECT_ORDER, CHOICE_FACING_TIE, CHOICE_FIRST_MARKER, CHOICE_LOADOUT_GEAR,
    CHOICE_NEXT_SPACER, CHOICE_PAIRING, CHOICE_START_SPACE, CHOICE_STRATAGEM, CHOICE_SUIT, ENGRAM_TYPES, FACE_COUNT,
    FACE_ECHO, FACE_U, Game, GEAR_PLACE_BACKPACK, GEAR_PLACE_FIXED, LEVEL_WHITE, MAX_ASSAULTS, MAX_BLIPS,
    MAX_CANDIDATES, MAX_GEAR, MAX_GEAR_CARDS, MAX_INTRUDERS, MAX_LASTING, MAX_LOCATIONS, MAX_NOISES, MAX_OBJECTS,
    MAX_ROLLS, MAX_SPACERS, MAX_SPECIMENS, N_ACT_OPTION, POINT_STATE_HIDDEN, POINT_STATE_INSERTION, PROC_ADVERSARY,
    PROC_COUNTDOWN, PROC_DISCOVERY, PROC_EMPTY_NOISE, PROC_END_SESSION, PROC_FIRST_CONTACT, PROC_GAME,
    PROC_INTRUDER_PHASE, PROC_LOADOUT, PROC_PHASE_END, PROC_PLACE_SPACER, PROC_REVEAL_PAGE, PROC_ROUND, PROC_SETUP,
    PROC_SPACER_PHASE, PROC_SPAWN_BLIPS, PROC_SPAWN_INTRUDERS, PROC_TRACK_ITEMS, PROC_TURN, REASON_EXTRACTED,
    REASON_LOST, REASON_ROUND_CAP, SLEEVES, Tables, TIMING_SPACER_PHASE_END, TOP, TRACK, UNTIL_ROUND, WHERE_EXTRACTED,
)
from envs.enormity.rules.stats cimport (
    anybody, ask_place, candidate_answer, ecology, end_lasting, fits, in_play, lead, level, need_met, on_board,
    tie_chooser,
)
from envs.enormity.rules.table cimport enter

cdef enum:
    ITEM_BLIP = 1
    ITEM_INTRUDER = 2
    ITEM_DISCOVERY = 3


cdef void game(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """The session: set-up, then rounds until every Spacer has left or died, or the cap is reached (ENO-RND-01,
    ENO-RND-02, ENO-RND-02-D, ENO-EXT-13)."""
    cdef Head* h = &g.core
    if f.step == 0:
        f.step = 1
        call(h, PROC_SETUP, 0, 0, 0, 0)
    elif not anybody(g) or g.round >= t.round_cap:
        call(h, PROC_END_SESSION, 0, 0, 0, 0)
    else:
        call(h, PROC_ROUND, 0, 0, 0, 0)


cdef void end_session(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """The end and whether the run succeeds (ENO-EXT-13, ENO-EXT-14, ENO-RND-02-D)."""
    cdef int s, found = 0
    if t.objective_type >= 0:
        for s in range(g.seats):
            if g.spacers[s].where == WHERE_EXTRACTED:
                found += g.spacers[s].objectives[t.objective_type]
        g.objective_done = found >= t.objective_number
    if anybody(g):
        finish(&g.core, REASON_ROUND_CAP)
    else:
        finish(&g.core, REASON_EXTRACTED if g.extracted else REASON_LOST)


# -- set-up --------------------------------------------------------------------------------------------------


cdef void blank(const Tables* t, Game* g) noexcept nogil:
    """Values of an empty table (ENO-SET-01; steps 3, 6, 10 of the set-up)."""
    cdef int i, j
    g.seats = t.seats
    g.active = g.marker = g.adversary = g.waiting_adversary = g.scanner = -1
    g.countdown = TRACK - 1
    g.extraction = t.extraction_start  # ENO-SET-11
    for i in range(MAX_SPACERS):
        blank_spacer(g, i)
    for i in range(MAX_INTRUDERS):
        g.intruders[i].cell = -1
        g.intruders[i].type = -1
        g.intruders[i].specimen = -1
    for i in range(MAX_BLIPS):
        g.blips[i].point = -1
    for i in range(MAX_OBJECTS):
        g.objects[i].cell = -1
    for i in range(TRACK):
        for j in range(2):
            g.track_blip[i][j] = -1
            g.track_discovery[i][j] = -1
    for i in range(MAX_CANDIDATES):
        g.candidates[i] = -1
    for i in range(MAX_LASTING):
        g.lasting[i].unit = -1
    for i in range(2):
        g.stratagems[i].card = -1
    for i in range(t.n_doors):
        g.doors[i] = t.door_closed[i]
    for i in range(t.n_points):
        g.points[i].state = POINT_STATE_HIDDEN  # its page opens it
    if t.insertion >= 0:
        g.points[t.insertion].state = POINT_STATE_INSERTION  # ENO-INS-03
    blank_contexts(g)


cdef void blank_spacer(Game* g, int s) noexcept nogil:
    """A Spacer without Character."""
    cdef int i
    g.spacers[s].cell = g.spacers[s].last_cell = -1
    g.spacers[s].character = g.spacers[s].suit = -1
    g.spacers[s].last_half = g.spacers[s].breakdown = -1
    for i in range(SLEEVES):
        g.spacers[s].half[i][0] = g.spacers[s].half[i][1] = -1
    for i in range(MAX_GEAR):
        g.spacers[s].gear[i].card = -1


cdef void blank_contexts(Game* g) noexcept nogil:
    """No roll, attack or Noise is in progress."""
    cdef int i, j
    for i in range(MAX_ROLLS):
        g.rolls[i].roller = g.rolls[i].assault = g.rolls[i].at = -1
    for i in range(MAX_ASSAULTS):
        g.assaults[i].actor = g.assaults[i].weapon = g.assaults[i].target = g.assaults[i].cell = -1
        for j in range(4):
            g.assaults[i].targets[j] = g.assaults[i].reprisal[j] = -1
    for i in range(MAX_NOISES):
        g.noises[i].cell = g.noises[i].source = g.noises[i].type = -1


cdef void build_decks(const Tables* t, Game* g) noexcept nogil:
    """Pools and decks: steps 2, 4, 5, 7, 9 and 11 of the set-up (ENO-SET-08 to ENO-SET-10)."""
    cdef Head* h = &g.core
    cdef int i
    for i in range(MAX_SPECIMENS):
        g.specimen_free[i] = 1
    for i in range(FACE_COUNT):
        g.blip_pool[i] = t.blip_faces[i]
    for i in range(ENGRAM_TYPES):
        g.engram_pool[i] = t.engrams[i]
    for i in range(MAX_GEAR_CARDS):
        g.stash[i] = t.stash[i]
    fill_deck(h, &g.scanner_white, t.n_scanners[0])
    fill_deck(h, &g.scanner_red, t.n_scanners[1])
    fill_deck(h, &g.scanner_black, t.n_scanners[2])
    fill_deck(h, &g.breakdowns, t.n_breakdowns)
    for i in range(40):
        if t.loot[i] >= 0:
            pile_push(h, &g.loot, t.loot[i], False)
    pile_shuffle(h, &g.loot)
    for i in range(t.n_types):
        if t.types[i].adversary:
            pile_push(h, &g.adversaries, i, False)
    pile_shuffle(h, &g.adversaries)
    for i in range(t.n_tokens):
        pile_push(h, &g.discoveries, i, False)
    pile_shuffle(h, &g.discoveries)


cdef void fill_deck(Head* h, void* pile, int n) noexcept nogil:
    """A shuffled deck of the cards 0 to n - 1."""
    cdef int i
    for i in range(n):
        pile_push(h, pile, i, False)
    pile_shuffle(h, pile)


cdef void fill_track(const Tables* t, Game* g) noexcept nogil:
    """Blips, Intruders and Discovery tokens on the Countdown Track (ENO-SET-06, ENO-SET-09 to ENO-SET-10-D)."""
    cdef int i, n, space, token
    for i in range(t.n_track):
        space = t.track[i].space
        if t.track[i].kind == ITEM_BLIP and g.track_blips[space] < 2:
            if pool_size(g):
                g.track_blip[space][g.track_blips[space]] = <signed char>draw_face(g)
                g.track_blips[space] += 1
        elif t.track[i].kind == ITEM_INTRUDER:
            g.track_intruders[space] += 1
        elif t.track[i].kind == ITEM_DISCOVERY and g.track_discoveries[space] < 2:
            n = g.track_discoveries[space]
            token = t.track[i].sub
            if token >= 0:
                pile_remove(&g.discoveries, token)
                g.track_open[space][n] = 1
            elif g.discoveries.n > 0:
                token = pile_draw(&g.core, &g.discoveries)
            if token >= 0:
                g.track_discovery[space][n] = <signed char>token
                g.track_discoveries[space] += 1


cdef void setup(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Set-up in the order of the rulebook, the arrows of starting Blips last (ENO-SET-01 to ENO-SET-12, ENO-SET-05-D,
    ENO-LOD-05 to ENO-LOD-08, ENO-RUB-02). a: next page, Spacer or Blip."""
    cdef Head* h = &g.core
    cdef int i
    if f.step == 0:
        blank(t, g)
        build_decks(t, g)
        fill_track(t, g)
        for i in range(t.n_pages):
            if t.pages[i].start:
                g.revealed |= 1 << i
        set_map_view(t, g)
        f.step = 1
    if f.step == 1:
        while f.a < t.n_pages:
            f.a += 1
            if t.pages[f.a - 1].start:
                call(h, PROC_REVEAL_PAGE, f.a - 1, -1, 0, 0)
                return
        f.step = 2
        call(h, PROC_LOADOUT, 0, 0, 0, 0)
        return
    if f.step == 2:
        f.a = 0
        f.step = 3
    if f.step == 3:
        if f.a < g.seats:
            f.a += 1
            call(h, PROC_PLACE_SPACER, f.a - 1, 0, 0, 0)
            return
        begin(h, 0, CHOICE_FIRST_MARKER, -1)  # ENO-LOD-08
        for i in range(g.seats):
            option(h, ACT_SPACER + i)
        f.step = 4
        ask(h)
        return
    if f.step == 4:
        g.marker = <signed char>(h.answer - ACT_SPACER)
        f.a = 0
        f.step = 5
    if turn_arrows(t, g, f):
        return
    h.stream = STREAM_PLAY
    done(h)


cdef bint turn_arrows(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Starting Blips face most Spacers (ENO-SET-05, ENO-SPN-03-D); True while a tie is asked. f.step 6: answered."""
    cdef Head* h = &g.core
    cdef int tied, d, seat, n
    while f.a < MAX_BLIPS:
        if f.step == 6:
            g.blips[f.a].arrow = <unsigned char>(h.answer - ACT_STEP)
            f.step = 5
            f.a += 1
            continue
        if g.blips[f.a].point >= 0:
            tied = 0
            g.blips[f.a].arrow = <unsigned char>faces_most(g, g.blips[f.a].point, &tied)
            seat = tie_chooser(t, g, lead(g), 1)
            n = 0
            for d in range(4):
                n += (tied >> d) & 1
            if seat >= 0 and n > 1:
                begin(h, seat, CHOICE_FACING_TIE, f.a)
                for d in range(4):
                    if (tied >> d) & 1:
                        option(h, ACT_STEP + d)
                f.step = 6
                ask(h)
                return True
        f.a += 1
    return False


# -- Loadouts ------------------------------------------------------------------------------------------------


cdef void loadout(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Characters, Suits, Action cards and Gear seat by seat, then Stratagems (ENO-LOD-01 to ENO-LOD-07, ENO-SPC-01,
    ENO-GEA-05).

    a: Spacer; b: Gear card taken; c: Stratagems chosen.
    """
    cdef Head* h = &g.core
    if f.step == 0:
        if f.a >= g.seats:
            f.step = 10
            return
        ask_character(t, g, f)
    elif f.step == 1:
        g.spacers[f.a].character = <signed char>(h.answer - ACT_CHARACTER)
        ask_suit(t, g, f)
    elif f.step == 2:
        g.spacers[f.a].suit = <signed char>(h.answer - ACT_SUIT)
        begin(h, f.a, CHOICE_PAIRING, -1)  # ENO-LOD-02-D
        option(h, ACT_PAIRING)
        if not t.preset:
            option(h, ACT_PAIRING + 1)
        f.step = 3
        ask(h)
    elif f.step == 3:
        sleeve_cards(t, g, f.a, h.answer - ACT_PAIRING)
        outfit(t, g, f.a)
        f.step = 4
    elif f.step == 4:
        if t.preset or not ask_gear(t, g, f):
            f.step = 0
            f.a += 1
    elif f.step == 5:
        if h.answer == ACT_DONE:
            f.step = 0
            f.a += 1
        else:
            f.b = <short>(h.answer - ACT_STASH)
            ask_gear_place(t, g, f)
    elif f.step == 6:
        take_gear(t, g, f.a, f.b, h.answer - ACT_PLACE)
        f.step = 4
    else:
        choose_stratagems(t, g, f)


cdef void ask_character(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """ENO-LOD-01, ENO-LOD-01-D: each Character once."""
    cdef Head* h = &g.core
    cdef int c, s
    cdef bint free_
    begin(h, f.a, CHOICE_CHARACTER, -1)
    for c in range(t.n_characters):
        free_ = t.fixed_character[f.a] < 0 or t.fixed_character[f.a] == c
        for s in range(g.seats):
            if g.spacers[s].character == c or (s != f.a and t.fixed_character[s] == c):
                free_ = False
        if free_:
            option(h, ACT_CHARACTER + c)
    f.step = 1
    ask(h)


cdef void ask_suit(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """ENO-LOD-01, ENO-LOD-01-D: as many of a Suit as there are copies."""
    cdef Head* h = &g.core
    cdef int c, s, left
    begin(h, f.a, CHOICE_SUIT, -1)
    for c in range(t.n_suits):
        left = t.suits[c].copies
        for s in range(g.seats):
            if g.spacers[s].suit == c or (s > f.a and t.fixed_suit[s] == c):
                left -= 1
        if left > 0 and (t.fixed_suit[f.a] < 0 or t.fixed_suit[f.a] == c):
            option(h, ACT_SUIT + c)
    f.step = 2
    ask(h)


cdef void sleeve_cards(const Tables* t, Game* g, int s, int crossed) noexcept nogil:
    """Yellow with Yellow twice, Red with Blue once; the Suit's half is side A (ENO-LOD-02, ENO-LOD-04)."""
    cdef int c = g.spacers[s].character, u = g.spacers[s].suit
    g.spacers[s].half[0][0] = t.suits[u].halves[0]
    g.spacers[s].half[1][0] = t.suits[u].halves[1]
    g.spacers[s].half[2][0] = t.suits[u].halves[2]
    g.spacers[s].half[0][1] = t.characters[c].halves[1 if crossed else 0]
    g.spacers[s].half[1][1] = t.characters[c].halves[0 if crossed else 1]
    g.spacers[s].half[2][1] = t.characters[c].halves[2]


cdef void outfit(const Tables* t, Game* g, int s) noexcept nogil:
    """Statistics at the start, the Multitool and preset Gear (ENO-RUB-02, ENO-SPC-04, ENO-GEA-05, ENO-LOD-05,
    ENO-LOD-07)."""
    cdef int i, card, place, entry = 0
    g.spacers[s].vitals = TOP
    g.spacers[s].adrenaline = 0
    g.spacers[s].stress = t.characters[g.spacers[s].character].stress
    if t.multitool >= 0:
        put_gear(t, g, s, 0, t.multitool, GEAR_PLACE_FIXED)
    if not t.preset:
        return
    for i in range(4):
        card = t.characters[g.spacers[s].character].gear[i]
        entry = gear_room(t, g, s)
        if card < 0 or entry < 0:
            continue
        place = slot_of(t, g, s, card)
        if not fits(t, g, s, card, place):
            place = GEAR_PLACE_BACKPACK
        if fits(t, g, s, card, place):
            put_gear(t, g, s, entry, card, place)


cdef bint ask_gear(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """ENO-LOD-05, ENO-LOD-05-D: the next Gear card; False when none can be taken."""
    cdef Head* h = &g.core
    cdef int c
    if gear_room(t, g, f.a) < 0:
        return False
    begin(h, f.a, CHOICE_LOADOUT_GEAR, -1)
    for c in range(t.n_gear):
        if g.stash[c] and (fits(t, g, f.a, c, slot_of(t, g, f.a, c)) or fits(t, g, f.a, c, GEAR_PLACE_BACKPACK)):
            option(h, ACT_STASH + c)
    if not ask_or(h, ACT_DONE):
        return False
    f.step = 5
    return True


cdef void ask_gear_place(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Equip the card or put it in the backpack."""
    cdef Head* h = &g.core
    begin(h, f.a, CHOICE_LOADOUT_GEAR, f.b)
    if fits(t, g, f.a, f.b, slot_of(t, g, f.a, f.b)):
        option(h, ACT_PLACE)
    if fits(t, g, f.a, f.b, GEAR_PLACE_BACKPACK):
        option(h, ACT_PLACE + 1)
    f.step = 6
    ask(h)


cdef void take_gear(const Tables* t, Game* g, int s, int card, int stow) noexcept nogil:
    """A card of the stash goes to a slot or to the backpack."""
    put_gear(t, g, s, gear_room(t, g, s), card, GEAR_PLACE_BACKPACK if stow else slot_of(t, g, s, card))
    g.stash[card] -= 1


cdef bint unlocked(const Tables* t, const Game* g, int card) noexcept nogil:
    """ENO-STG-01: some Character of the team has the class."""
    cdef int s
    for s in range(g.seats):
        if t.characters[g.spacers[s].character].division == t.stratagems[card].division:
            return True
    return t.stratagems[card].division == 0


cdef void choose_stratagems(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """ENO-LOD-06, ENO-LOD-06-D, ENO-STG-02: two for the team, chosen by the Lead, Requirement side up."""
    cdef Head* h = &g.core
    cdef int c
    if f.step == 11:
        g.stratagems[f.c].card = <signed char>(h.answer - ACT_STRATAGEM)
        f.c += 1
        f.step = 10
    if f.c < 2:
        begin(h, 0, CHOICE_STRATAGEM, f.c)
        for c in range(t.n_stratagems):
            if c == g.stratagems[0].card or (t.fixed_stratagems[f.c] >= 0 and t.fixed_stratagems[f.c] != c):
                continue
            if t.fixed_stratagems[f.c] == c or unlocked(t, g, c):
                option(h, ACT_STRATAGEM + c)
        if ask_any(h):
            f.step = 11
            return
    done(h)


cdef void place_spacer(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Start spaces, or spaces next to the Insertion Point or to other Spacers (ENO-INS-02, ENO-INS-02-D; step 6 of the
    Loadouts)."""
    cdef short at[MAX_CANDIDATES]
    cdef int n = 0, i, c
    if f.step == 0:
        if t.insertion >= 0:
            for c in range(CELLS):
                if n < MAX_CANDIDATES and is_empty(t, g, c) and beside_arrival(t, g, c):
                    at[n] = <short>c
                    n += 1
        else:
            for i in range(16):
                c = t.starts[i]
                if c >= 0 and is_empty(t, g, c) and (t.choose_start or n == 0):
                    at[n] = <short>c
                    n += 1
        f.step = 1
        ask_place(g, f.a, CHOICE_START_SPACE, f.a, at, n, False)
        return
    c = candidate_answer(g)
    g.spacers[f.a].cell = g.spacers[f.a].last_cell = <short>c
    g.spacers[f.a].where = 1
    done(&g.core)


cdef bint beside_arrival(const Tables* t, const Game* g, int cell) noexcept nogil:
    """The cell shares a free border with the Insertion Point or with a placed Spacer's space."""
    cdef int d, other, s
    for d in range(4):
        other = beside(cell, d)
        if other >= 0 and t.point_of[other] == t.insertion:
            return True
    for s in range(g.seats):
        if on_board(g, s) and adjacent(t, g, cell, g.spacers[s].cell):
            return True
    return False


# -- rounds --------------------------------------------------------------------------------------------------


cdef void new_round(const Tables* t, Game* g) noexcept nogil:
    """A round begins: uses of abilities and effects of the last round end (ENO-ABL-06-D)."""
    cdef int s, i
    g.round += 1
    for s in range(g.seats):
        g.spacers[s].took_turn = 0
        for i in range(sizeof(g.spacers[s].used)):
            g.spacers[s].used[i] = 0
        for i in range(MAX_GEAR):
            g.spacers[s].gear[i].used = 0
    end_lasting(g, -1, UNTIL_ROUND)


cdef void round_(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Countdown Phase, Spacer Phase, Intruder Phase (ENO-RND-01); First Contact of the set-up first (ENO-REV-09-D)."""
    cdef Head* h = &g.core
    cdef int k
    if f.step == 0:
        new_round(t, g)
        f.step = 1
    if f.step == 1:
        if g.round == 1:
            for k in range(MAX_INTRUDERS):
                if g.intruders[k].type >= 0 and not g.contacted[g.intruders[k].type]:
                    call(h, PROC_FIRST_CONTACT, g.intruders[k].type, 0, 0, 0)
                    return
        f.step = 2
        g.phase = 1
        call(h, PROC_COUNTDOWN, 0, 0, 0, 0)
    elif f.step == 2 and anybody(g):
        f.step = 3
        g.phase = 2
        call(h, PROC_SPACER_PHASE, 0, 0, 0, 0)
    elif f.step == 3 and anybody(g):
        f.step = 4
        g.phase = 3
        call(h, PROC_INTRUDER_PHASE, 0, 0, 0, 0)
    else:
        done(h)


cdef void countdown(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """The Countdown Phase and its four steps (ENO-CDN-02 to ENO-CDN-10, ENO-ZRO-01, ENO-CES-02)."""
    cdef Head* h = &g.core
    if f.step == 0:
        f.step = 1
        if g.round > 1 and g.countdown > 0:
            g.countdown -= 1
        if g.countdown == 0 and t.adversary and (not g.zero_hour or g.waiting_adversary >= 0):
            call(h, PROC_ADVERSARY, 0, 0, 0, 0)
            return
    if f.step == 1:
        f.step = 2
        call(h, PROC_EMPTY_NOISE, 0, 0, 0, 0)
    elif f.step == 2:
        f.step = 3
        call(h, PROC_TRACK_ITEMS, 0, 0, 0, 0)
    elif f.step == 3:
        f.step = 4
        if level(g) != LEVEL_WHITE:  # ENO-CDN-06, ENO-CDN-06-D
            call(h, PROC_SPAWN_BLIPS, 1, -1, 0, 0)
    elif f.step == 4:
        f.step = 5
        call(h, PROC_EMPTY_NOISE, 0, 0, 0, 0)
    else:
        done(h)


cdef void track_items(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Discoveries, Blips and Intruders on the marker's space (ENO-CDN-03 to ENO-CDN-05-D), the Noise queue emptied in
    between."""
    cdef Head* h = &g.core
    cdef int space = g.countdown, token, n
    if f.step & 1:  # an item has been resolved
        f.step += 1
        call(h, PROC_EMPTY_NOISE, 0, 0, 0, 0)
        return
    if g.track_discoveries[space] > 0:
        g.track_discoveries[space] -= 1
        n = g.track_discoveries[space]
        token = g.track_discovery[space][n]
        g.track_discovery[space][n] = -1
        g.track_open[space][n] = 0
        f.step = 1
        call(h, PROC_DISCOVERY, -1, token, 1, 0)
    elif g.track_blips[space] > 0:
        f.step = 1
        reveal_on_track(t, g, space)
    elif g.track_intruders[space] > 0:
        n = g.track_intruders[space]
        g.track_intruders[space] = 0
        f.step = 1
        call(h, PROC_SPAWN_INTRUDERS, n, g.marker, 4, track_type(t, g)).e = -1
    else:
        done(h)


cdef int track_type(const Tables* t, const Game* g) noexcept nogil:
    """The type of Intruders from the track: the ecology where the holder of the marker is (ENO-SET-02, ENO-CDN-05)."""
    return ecology(t, g, g.marker if g.marker >= 0 else lead(g))


cdef void reveal_on_track(const Tables* t, Game* g, int space) noexcept nogil:
    """ENO-CDN-04, ENO-CDN-05-D: a Blip on the track is revealed: an Echo is replaced, the others spawn next to the
    PT."""
    cdef Head* h = &g.core
    cdef int face, bits
    g.track_blips[space] -= 1
    face = g.track_blip[space][g.track_blips[space]]
    g.track_blip[space][g.track_blips[space]] = -1
    if face == FACE_ECHO:
        g.echoes_gone += 1
        call(h, PROC_SPAWN_BLIPS, 1, -1, 0, 0)
        return
    g.blip_pool[face] += 1
    bits = 4 | (2 if face == FACE_U else 0)
    call(h, PROC_SPAWN_INTRUDERS, symbols(t, g, face), g.marker, bits, track_type(t, g)).e = -1


cdef int symbols(const Tables* t, const Game* g, int face) noexcept nogil:
    """Intruders of a face at the present level: white, white and red, or all symbols (ENO-REV-05)."""
    cdef int i, n = 0
    for i in range(level(g) + 1):
        n += t.blip_symbols[face][i]
    return n


cdef void spacer_phase(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Each Spacer takes one turn: the Lead picks the first, who ends a turn picks the next (ENO-TRN-01, ENO-TRN-01-D),
    then the effects at the end of the phase (ENO-TRN-12). a: the Spacer whose turn was last, + 1."""
    cdef Head* h = &g.core
    cdef int s, seat
    if f.step == 2:
        f.a = <short>(h.answer - ACT_SPACER + 1)
        f.step = 1
        call(h, PROC_TURN, f.a - 1, 0, 0, 0)
        return
    if f.step == 3:
        done(h)
        return
    seat = f.a - 1 if f.a > 0 and in_play(g, f.a - 1) else lead(g)
    if seat >= 0:
        begin(h, seat, CHOICE_NEXT_SPACER, -1)
        for s in range(g.seats):
            if in_play(g, s) and not g.spacers[s].took_turn:
                option(h, ACT_SPACER + s)
        if ask_any(h):
            f.step = 2
            return
    f.step = 3
    call(h, PROC_PHASE_END, TIMING_SPACER_PHASE_END, 0, 0, 0)


# -- effects at the end of a phase ----------------------------------------------------------------------------


cdef int phase_effect(const Tables* t, const Game* g, int timing, int number, int* spacer) noexcept nogil:
    """The ability of that number among those of a timing of the scenario, the Locations in force and the Spacers'
    cards, and whose it is; -1 behind the last. Those of no Spacer are the Lead's."""
    cdef int i, a, s, first, end, n = number
    spacer[0] = lead(g)
    for i in range(-1, MAX_LOCATIONS):
        if i >= 0 and not (g.location >> i) & 1:
            continue
        first = t.scenario_first if i < 0 else t.locations[i].first_ability
        end = t.scenario_end if i < 0 else t.locations[i].end_ability
        for a in range(first, end):
            if t.abilities[a].timing == timing:
                if n == 0:
                    return a
                n -= 1
    for s in range(g.seats):
        i = 0
        while in_play(g, s) and own_effect(t, g, s, timing, i) >= 0:
            if n == 0:
                spacer[0] = s
                return own_effect(t, g, s, timing, i)
            n -= 1
            i += 1
    return -1


cdef void phase_end(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Effects at the end of a phase, in the order of the Lead, the Noise queue emptied after each (ENO-GEN-06,
    ENO-TRN-12, ENO-ACV-08). a: `Timing`; b: bits of the effects done, by number."""
    cdef Head* h = &g.core
    cdef int seat
    if f.step == 1:
        resolve_due(t, g, f, h.answer - ACT_OPTION)
    elif f.step == 2:
        f.step = 0
        call(h, PROC_EMPTY_NOISE, 0, 0, 0, 0)
    elif not anybody(g):
        done(h)
    else:
        seat = tie_chooser(t, g, lead(g), 1)
        begin(h, seat if seat >= 0 else lead(g), CHOICE_EFFECT_ORDER, -1)
        offer_due(t, g, f, seat < 0)
        f.step = 1
        if not ask_any(h):
            done(h)


cdef void offer_due(const Tables* t, Game* g, const Frame* f, bint first_only) noexcept nogil:
    """An option for each effect that is due, or for the first one alone."""
    cdef int i = 0, s = -1, a = phase_effect(t, g, f.a, 0, &s)
    while a >= 0 and i < N_ACT_OPTION:
        if not (f.b >> i) & 1 and need_met(
                t, g, t.abilities[a].need, t.abilities[a].need_b, t.abilities[a].need_c, s, -1):
            option(&g.core, ACT_OPTION + i)
            if first_only:
                return
        i += 1
        a = phase_effect(t, g, f.a, i, &s)


cdef void resolve_due(const Tables* t, Game* g, Frame* f, int number) noexcept nogil:
    """Resolve the effect of that number."""
    cdef int s = -1, a = phase_effect(t, g, f.a, number, &s)
    f.b |= <short>(1 << number)
    f.step = 2
    if a >= 0:
        start_effect(t, g, s, a)


enter(PROC_GAME, game)
enter(PROC_SETUP, setup)
enter(PROC_LOADOUT, loadout)
enter(PROC_PLACE_SPACER, place_spacer)
enter(PROC_ROUND, round_)
enter(PROC_COUNTDOWN, countdown)
enter(PROC_TRACK_ITEMS, track_items)
enter(PROC_SPACER_PHASE, spacer_phase)
enter(PROC_PHASE_END, phase_end)
enter(PROC_END_SESSION, end_session)
