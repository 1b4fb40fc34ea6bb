# cython: language_level=3
"""The game, its set-up and its rounds (SET, RND, and the order of phases)."""
from envs.core.flow cimport Frame, Head, STREAM_PLAY, ask_any, begin, call, cut_off, done, give, option, roll
from envs.core.piles cimport pile_draw_bottom, pile_push, pile_shuffle
from envs.machina_arcana.rules.state cimport (
    ACT_EXPLORER, ACT_EXPLORER_CARD, CHOICE_EXPLORER_CARD, CHOICE_NEXT_EXPLORER, EVENT_KIND_ONGOING,
    EXPLORER_CLASS_BRUISER, EXPLORER_CLASS_CRAFTER, EXPLORER_CLASS_GUNMAN, EXPLORER_CLASS_MYSTIC, Game,
    INTERRUPT_BASE, INTERRUPT_NONE, ITEM_PLACE_DECK, MAX_EXPLORERS, MAX_MONSTERS, MAX_QUESTS, MAX_TREASURES,
    MONSTER_PLACE_DECK, PHASE_BASE, PHASE_EXPLORERS, PHASE_HORROR, PHASE_MONSTERS, PHASE_SETUP, PHASE_SPAWN,
    PROC_BASE_VISIT, PROC_CHOOSE_EXPLORER, PROC_CHOOSE_UNIT, PROC_EXPLORER_EVENT, PROC_EXPLORER_PHASE,
    PROC_EXPLORER_TURN, PROC_FREE_MOVE, PROC_GAIN_TREASURE, PROC_GAME, PROC_HORROR_PHASE, PROC_LEAVE_BASE,
    PROC_MONSTER_PHASE, PROC_PLACE_EXPLORER, PROC_PLAY_CHAPTER, PROC_REINFORCE, PROC_RESOLVE, PROC_ROUND,
    PROC_ROUND_EFFECTS, PROC_SETUP, PROC_SPAWN_PHASE, REASON_ROUND_LIMIT, TRIGGER_ROUND, Tables, WHERE_CARD, WHERE_OUT,
    WHERE_WAITING, WHO_CHOSEN_EXPLORER,
)
from envs.machina_arcana.rules.table cimport enter
from envs.machina_arcana.rules.tiles cimport lay_tile
from envs.machina_arcana.rules.units cimport (
    decider, end_lasting_orphans, forget_given_up, gain_essence, group, on_map,
)


cdef void game(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """The whole game: set-up, then rounds until somebody wins or loses (MAC-RND-01, MAC-RND-08, MAC-RND-09)."""
    if f.step == 0:
        f.step = 1
        call(&g.core, PROC_SETUP, 0, 0, 0, 0)
        return
    if g.round >= t.round_limit:
        cut_off(&g.core, REASON_ROUND_LIMIT)
        return
    call(&g.core, PROC_ROUND, 0, 0, 0, 0)


cdef void blank(const Tables* t, Game* g) noexcept nogil:
    """Values of an empty table (MAC-SET-01, MAC-SET-02)."""
    cdef int i
    g.seats = t.seats
    g.threat = 1
    g.level = 1
    g.treasure_level = 1
    g.active = -1
    g.acting = -1
    g.scenario = t.scenario
    g.chapter_at = -1
    g.endgame = -1
    g.exit_slot = -1
    g.exit_side = -1
    g.last_exit = -1
    g.attack_roll = -1
    g.attack_need = -1
    g.phase = PHASE_SETUP
    for i in range(4):
        g.face[i] = -1
        g.entry_side[i] = -1
        g.entry_cell[i] = -1
    for i in range(MAX_EXPLORERS):
        g.explorers[i].card = -1
        g.explorers[i].cell = -1
        forget_given_up(g, i)
        g.explorers[i].where = WHERE_CARD if i < g.seats else WHERE_OUT
        g.walk_cell[i] = -1
    for i in range(MAX_MONSTERS):
        g.monsters[i].cell = -1
        g.monsters[i].goal = -1
        g.monsters[i].prey = -1
    for i in range(MAX_TREASURES):
        g.items.owner[i] = -1
        g.items.host[i] = -1
    for i in range(MAX_QUESTS):
        g.quest_holder[i] = -1
    g.horror_offer[0] = g.horror_offer[1] = -1
    for i in range(400):
        g.border[i][0] = g.border[i][1] = g.border[i][2] = g.border[i][3] = 1


cdef void build_decks(const Tables* t, Game* g) noexcept nogil:
    """MAC-SET-05, MAC-SET-12 to MAC-SET-14: tile faces, then events, treasures, monsters, tiles (MAC-GEN-24)."""
    cdef Head* h = &g.core
    cdef int i, other
    for i in range(t.n_faces):
        other = t.faces[i].flip
        if t.faces[i].use == 0 and (other < 0 or i < other):
            pile_push(h, &g.tile_deck, other if other >= 0 and roll(h, 2) else i, False)
    for i in range(t.n_explorer_events):
        pile_push(h, &g.explorer_deck, i, False)
    pile_shuffle(h, &g.explorer_deck)
    for i in range(t.n_horror_events):
        pile_push(h, &g.horror_deck, i, False)
    pile_shuffle(h, &g.horror_deck)
    for i in range(t.n_treasures):
        if t.treasures[i].level == 1:
            g.items.place[i] = ITEM_PLACE_DECK
            pile_push(h, &g.treasure_deck, i, False)
    pile_shuffle(h, &g.treasure_deck)
    for i in range(t.n_monsters):
        if t.monsters[i].level == 1:
            g.monsters[i].place = MONSTER_PLACE_DECK
            pile_push(h, &g.monster_deck, i, False)
    pile_shuffle(h, &g.monster_deck)
    pile_shuffle(h, &g.tile_deck)


cdef void setup(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Set-up in the order of the rulebook: MAC-SET-01 to MAC-SET-19, then reinforcements: MAC-RNF-01. a, b: next
    seat to choose an explorer, to be reinforced."""
    cdef Head* h = &g.core
    cdef int face
    if f.step == 0:
        blank(t, g)
        build_decks(t, g)
        f.step = 1
    if f.step == 1:
        if f.a < g.seats:  # MAC-SET-08, MAC-SET-09: seats choose in ascending order
            f.a += 1
            call(h, PROC_CHOOSE_EXPLORER, f.a - 1, 0, 0, 0)
            return
        face = t.start_face if t.start_face >= 0 else pile_draw_bottom(h, &g.tile_deck)
        lay_tile(t, g, face, 0, 2)  # MAC-SET-15, MAC-SET-18: the direction symbol points south
        g.chapter_at = 0
        f.step = 2
        call(h, PROC_PLAY_CHAPTER, group(g), 0, 0, 0)
        return
    if f.step == 2:
        h.stream = STREAM_PLAY
        g.phase = PHASE_EXPLORERS
        f.step = 3
    if t.reinforcements and f.b < g.seats:
        f.b += 1
        call(h, PROC_REINFORCE, f.b - 1, 0, 0, 0)
        return
    done(h)


cdef void reinforce(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """The bonus of an explorer's class: MAC-RNF-01 to MAC-RNF-06 (D-41). a: seat.

    Only explorers on the map get one: the event of a Mystic may destroy others, whose successors get none.
    """
    cdef Head* h = &g.core
    cdef int class_
    if f.step == 1:
        f.step = 2
        if h.result >= 0:
            gain_essence(g, h.result, 1)  # MAC-RNF-03
    if f.step == 2 or not on_map(g, f.a):
        done(h)
        return
    class_ = t.explorers[g.explorers[f.a].card].class_
    f.step = 2
    if class_ == EXPLORER_CLASS_MYSTIC:
        call(h, PROC_EXPLORER_EVENT, f.a, 0, 0, 0)
    elif class_ == EXPLORER_CLASS_CRAFTER:
        f.step = 1
        call(h, PROC_CHOOSE_UNIT, f.a, WHO_CHOSEN_EXPLORER, -1, 0)
    elif class_ == EXPLORER_CLASS_BRUISER:
        call(h, PROC_FREE_MOVE, f.a, 3, f.a, 0)
    elif class_ == EXPLORER_CLASS_GUNMAN:
        call(h, PROC_GAIN_TREASURE, f.a, 0, 0, 0)
    else:
        done(h)


cdef void choose_explorer(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """An explorer card is chosen: MAC-SET-08 to MAC-SET-11, MAC-DTH-08, MAC-DTH-09, MAC-DTH-11, MAC-DTH-13, MAC-DTH-17.

    a: seat. Gives 1 if a card was left.
    """
    cdef Head* h = &g.core
    cdef int c
    if f.step == 0:
        begin(h, f.a, CHOICE_EXPLORER_CARD, -1)
        for c in range(t.n_explorers):
            if not g.card_used[c] and (g.explorers[f.a].where != WHERE_CARD or may_choose(t, f.a, c)):
                option(h, ACT_EXPLORER_CARD + c)
        if ask_any(h):
            f.step = 1
        else:
            g.explorers[f.a].where = WHERE_OUT
            give(h, 0)
        return
    c = h.answer - ACT_EXPLORER_CARD
    g.card_used[c] = 1
    g.explorers[f.a].card = <signed char>c
    g.explorers[f.a].health = t.explorers[c].health
    g.explorers[f.a].stamina = t.explorers[c].stamina
    g.explorers[f.a].essence = 0
    g.explorers[f.a].cell = -1
    give(h, 1)


cdef inline bint may_choose(const Tables* t, int seat, int card) noexcept nogil:
    """MAC-SET-09: the configuration has neither set another card for the seat nor that card for another seat."""
    cdef int s
    if t.fixed_explorers[seat] >= 0:
        return t.fixed_explorers[seat] == card
    for s in range(t.seats):
        if t.fixed_explorers[s] == card:
            return False
    return True


cdef void one_round(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """A round: MAC-RND-01, MAC-RND-05, MAC-EXI-07, MAC-BAS-05, MAC-END-07."""
    cdef Head* h = &g.core
    cdef int s
    if f.step == 0:
        g.round += 1
        g.interrupt = INTERRUPT_NONE
        for s in range(MAX_EXPLORERS):
            g.explorers[s].acted = 0
        end_lasting_orphans(t, g, True)
    if g.interrupt and f.step < 5:
        f.step = 5
    g.active = -1
    g.acting = -1
    f.step += 1
    if f.step == 1:
        g.phase = PHASE_EXPLORERS
        call(h, PROC_EXPLORER_PHASE, 0, 0, 0, 0)
    elif f.step == 2:
        g.phase = PHASE_SPAWN
        call(h, PROC_SPAWN_PHASE, 0, 0, 0, 0)
    elif f.step == 3:
        g.phase = PHASE_HORROR
        call(h, PROC_HORROR_PHASE, 0, 0, 0, 0)
    elif f.step == 4:
        g.phase = PHASE_MONSTERS
        end_lasting_orphans(t, g, False)
        call(h, PROC_MONSTER_PHASE, 0, 0, 0, 0)
    elif f.step == 5:
        call(h, PROC_ROUND_EFFECTS, 0, 0, 0, 0)
    elif f.step == 6 and g.interrupt == INTERRUPT_BASE:
        g.phase = PHASE_BASE
        call(h, PROC_BASE_VISIT, 0, 0, 0, 0)
    elif f.step == 7 and g.at_base:
        call(h, PROC_LEAVE_BASE, 0, 0, 0, 0)
    else:
        done(h)


cdef bint entry_in_play(const Game* g) noexcept nogil:
    cdef int slot
    for slot in range(4):
        if g.entry_cell[slot] >= 0:
            return True
    return False


cdef bint may_act(const Game* g, int seat) noexcept nogil:
    """MAC-RND-06, MAC-RND-07, MAC-DTH-12, MAC-DTH-14: has not acted, and is on the map or may be placed now."""
    if g.explorers[seat].acted:
        return False
    if on_map(g, seat):
        return True
    return g.explorers[seat].where == WHERE_WAITING and g.round >= g.explorers[seat].waits_until and entry_in_play(g)


cdef void explorer_phase(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Explorer phase: MAC-RND-02 to MAC-RND-07. b: the seat that acts."""
    cdef Head* h = &g.core
    cdef int s
    if f.step == 1:
        f.b = h.answer - ACT_EXPLORER
        f.step = 3
        if not on_map(g, f.b):
            f.step = 2
            call(h, PROC_PLACE_EXPLORER, f.b, 1, 0, 0)
            return
    if f.step == 2:
        f.step = 3
        if h.result == 0:
            g.explorers[f.b].acted = 1
            f.step = 0
    if f.step == 3:
        f.step = 0
        call(h, PROC_EXPLORER_TURN, f.b, 0, 0, 0)
        return
    if g.interrupt:
        done(h)
        return
    begin(h, group(g), CHOICE_NEXT_EXPLORER, -1)
    for s in range(g.seats):
        if may_act(g, s):
            option(h, ACT_EXPLORER + s)
    if ask_any(h):
        f.step = 1
    else:
        done(h)


cdef void round_effects(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Effects of active cards that come at the end of each round: MAC-CHP-04, MAC-EVT-05, MAC-END-04.

    e: which card (chapter, ongoing events, endgame), f: next ability.
    """
    cdef int first = 0, end = 0, i, n, seat = group(g)
    cdef Frame* frame
    while f.e < 4 and not g.interrupt:
        first = end = 0
        if f.e == 0 and g.chapter_at >= 0:
            first = t.chapters[g.chapter_at].first_ability
            end = t.chapters[g.chapter_at].end_ability
        elif f.e == 1 and g.explorer_destroyed.n:
            n = g.explorer_destroyed.cards[g.explorer_destroyed.n - 1]
            if t.explorer_events[n].kind == EVENT_KIND_ONGOING:
                first = t.explorer_events[n].first_ability
                end = t.explorer_events[n].end_ability
        elif f.e == 2 and g.horror_destroyed.n:
            n = g.horror_destroyed.cards[g.horror_destroyed.n - 1]
            if t.horror_events[n].kind == EVENT_KIND_ONGOING:
                first = t.horror_events[n].first_ability
                end = t.horror_events[n].end_ability
                seat = decider(t, g)
        elif f.e == 3 and g.endgame >= 0:
            first = t.endgame.first_ability
            end = t.endgame.end_ability
        for i in range(first if first > f.f else f.f, end):
            if t.abilities[i].trigger == TRIGGER_ROUND:
                f.f = i + 1
                frame = call(&g.core, PROC_RESOLVE, t.abilities[i].first_op, t.abilities[i].end_op, -1, -1)
                frame.e = -1
                frame.f = -1
                frame.g = -1
                frame.h = <short>seat
                return
        f.e += 1
        f.f = 0
    done(&g.core)


enter(PROC_GAME, game)
enter(PROC_SETUP, setup)
enter(PROC_CHOOSE_EXPLORER, choose_explorer)
enter(PROC_REINFORCE, reinforce)
enter(PROC_ROUND, one_round)
enter(PROC_EXPLORER_PHASE, explorer_phase)
enter(PROC_ROUND_EFFECTS, round_effects)
