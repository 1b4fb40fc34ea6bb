# cython: language_level=3
"""The explorer's turn and its actions (EXP, MOV, SPC, DOR, ACT, CSP, SEA, windows of ABL-12)."""
from envs.core.bits cimport low_bit
from envs.core.flow cimport Frame, Head, ask, ask_any, begin, call, done, give, has_options, option, roll, u64
from envs.machina_arcana.rules.geometry cimport (
    adjacent, breakable, can_step, direct, in_set, neighbour, refresh, set_border, slot_of, touch,
)
from envs.machina_arcana.rules.items cimport can_rearrange, item_count
from envs.machina_arcana.rules.markers cimport marker_options, pick_up, return_markers
from envs.machina_arcana.rules.quests cimport collect_options, fits_space, open_quests
from envs.machina_arcana.rules.state cimport (
    ACT_ACTIVATE, ACT_AMOUNT, ACT_BREAK, ACT_CELL, ACT_CLOSE_DOOR, ACT_DROP, ACT_END_TURN, ACT_EXIT, ACT_EXPLORE,
    ACT_INVENTORY, ACT_ITEM, ACT_MOVE, ACT_OPEN_DOOR, ACT_PASS, ACT_PICK_UP, ACT_POWER, ACT_QUEST, ACT_SEAL,
    ACT_TRADE, ACT_USE, BORDER_CLOSED, BORDER_DESTROYED, BORDER_NONE, BORDER_OPEN, CELLS, CHOICE_CONTRIBUTE,
    CHOICE_OFF_TURN, CHOICE_SPACE_TIE, CHOICE_TURN, CHOICE_WINDOW, Game, MAX_EXPLORERS, N_ACT_ITEM, N_ACT_PICK_UP,
    N_ACT_POWER, N_ACT_QUEST, PROC_ACTIVATE_SPACE, PROC_AFTER_MOVE, PROC_COLLECT, PROC_CONTRIBUTE,
    PROC_DESTROY_MONSTER, PROC_DROP_ITEM, PROC_EXIT_MAP, PROC_EXPLORE, PROC_EXPLORER_EVENT, PROC_EXPLORER_TURN,
    PROC_FLIP_CHAPTER, PROC_GAIN_TREASURE, PROC_INVENTORY, PROC_LIGHT_CHAPTER, PROC_PLAY_ABILITY, PROC_PLAY_ITEM,
    PROC_RECALL, PROC_SEAL, PROC_TRADE, PROC_TRAPS, PROC_USE_SPACE, PROC_WINDOW, PROC_WORKBENCH, SPACE_CHAPTER,
    SPACE_EVENT, SPACE_RECHARGE, SPACE_SPAWN, SPACE_TRAP, SPACE_TREASURE, SPACE_WORKBENCH, TOKEN_EXPLORED,
    TOKEN_LIGHT, TOKEN_NONE, Tables,
)
from envs.machina_arcana.rules.table cimport enter
from envs.machina_arcana.rules.targets cimport ability_options, kth_active, may_spend
from envs.machina_arcana.rules.threat cimport lower_threat
from envs.machina_arcana.rules.tiles cimport may_explore, opening_side, token_cell
from envs.machina_arcana.rules.units cimport (
    end_lasting_of, forget_given_up, full_health, full_stamina, gain_essence, group, immobile, may_target, on_map,
    put_unit,
)


# -- what an explorer may do -----------------------------------------------------------------------------------

cdef int reachable_essence(const Game* g, int seat, int cell) noexcept nogil:
    """Essence of the activator and of all that the chain of contributors can reach (MAC-CSP-15, MAC-CSP-16)."""
    cdef int s, total = g.explorers[seat].essence
    cdef unsigned char linked[MAX_EXPLORERS]
    cdef bint grew = True
    for s in range(MAX_EXPLORERS):
        linked[s] = s == seat
    while grew:
        grew = False
        for s in range(g.seats):
            if linked[s] or not on_map(g, s) or g.explorers[s].essence == 0:
                continue
            if in_chain(g, s, cell, linked):
                linked[s] = 1
                total += g.explorers[s].essence
                grew = True
    return total


cdef bint in_chain(const Game* g, int s, int cell, const unsigned char* linked) noexcept nogil:
    """Adjacent to the space, to the activator or to a contributor."""
    cdef int other
    if adjacent(g, g.explorers[s].cell, cell):
        return True
    for other in range(g.seats):
        if linked[other] and other != s and adjacent(g, g.explorers[s].cell, g.explorers[other].cell):
            return True
    return False


cdef bint can_pay_together(const Game* g, int seat, int cell, int total) noexcept nogil:
    """MAC-CSP-16: the announcement is legal if the chain owns enough and it was not given up before."""
    cdef int i
    for i in range(8):
        if g.explorers[seat].given_up[i] == cell:
            return False
    return reachable_essence(g, seat, cell) >= total


cdef bint can_activate(const Tables* t, const Game* g, int seat, int cell) noexcept nogil:
    """MAC-SPC-06, MAC-SPC-08, MAC-EXP-06 to MAC-EXP-11, MAC-CSP-02 to MAC-CSP-08: a space next to the explorer."""
    cdef int kind = g.kind[cell], stamina = g.explorers[seat].stamina
    if g.token[cell] == TOKEN_EXPLORED:
        return False
    if kind == SPACE_RECHARGE:
        return stamina >= 1
    if kind == SPACE_TRAP:
        return stamina >= 2
    if kind == SPACE_WORKBENCH or kind == SPACE_EVENT or kind == SPACE_TREASURE:
        return stamina >= 3
    if kind != SPACE_CHAPTER or stamina < 3 or t.chapters[g.chapter_at].blocks:
        return False
    return g.token[cell] == TOKEN_LIGHT or can_pay_together(g, seat, cell, 3)


cdef void space_options(const Tables* t, Game* g, int seat) noexcept nogil:
    """Activations, sealing and quest uses of the spaces around the explorer (MAC-TAR-15)."""
    cdef Head* h = &g.core
    cdef int cell = g.explorers[seat].cell, d, to, q
    cdef u64 quests
    for d in range(8):
        to = neighbour(cell, d)
        if to < 0 or g.kind[to] < SPACE_SPAWN or not adjacent(g, cell, to):
            continue
        if can_activate(t, g, seat, to):
            option(h, ACT_ACTIVATE + d)
        if (g.kind[to] == SPACE_SPAWN and g.token[to] != TOKEN_EXPLORED and g.explorers[seat].stamina >= 3
                and can_pay_together(g, seat, to, 4)):
            option(h, ACT_SEAL + d)
        if g.explorers[seat].stamina >= 3:
            quests = open_quests(g)
            while quests:
                q = low_bit(quests)
                quests &= quests - 1
                if fits_space(t, g, q, seat, to):
                    option(h, ACT_USE + d)
                    break


cdef void border_options(const Tables* t, Game* g, int seat) noexcept nogil:
    """MAC-DOR-02, MAC-DOR-04 to MAC-DOR-07, MAC-DOR-10, MAC-MAP-04, MAC-EXI-03, MAC-EXI-09: borders and edges."""
    cdef Head* h = &g.core
    cdef int cell = g.explorers[seat].cell, side, border, stamina = g.explorers[seat].stamina
    for side in range(4):
        border = g.border[cell][side]
        if border == BORDER_OPEN and stamina >= 2:
            option(h, ACT_CLOSE_DOOR + side)
        if border == BORDER_CLOSED and stamina >= 2:
            option(h, ACT_OPEN_DOOR + side)
        if breakable(border) and stamina >= 4:
            option(h, ACT_BREAK + side)
    side = opening_side(cell)
    if stamina >= 2 and side >= 0 and may_explore(t, g, seat, side):
        option(h, ACT_EXPLORE + side)
    if stamina >= 2 and g.exit_slot >= 0 and cell == token_cell(t, g, g.exit_slot, g.exit_side):
        option(h, ACT_EXIT)


cdef void turn_options(const Tables* t, Game* g, int seat) noexcept nogil:
    """D-04, D-43: all that the explorer may do while it may spend stamina. ``g.openings`` is up to date."""
    cdef Head* h = &g.core
    cdef int cell = g.explorers[seat].cell, d, s
    if g.explorers[seat].stamina >= 1 and not immobile(t, g, seat):
        for d in range(8):
            if in_set(g.openings.ways[d], cell) and can_step(g, cell, d, False):
                option(h, ACT_MOVE + d)
    space_options(t, g, seat)
    border_options(t, g, seat)
    if g.explorers[seat].stamina >= 3 and can_rearrange(t, g, seat):
        option(h, ACT_INVENTORY)
    if g.explorers[seat].stamina >= 2:
        for s in range(g.seats):
            if (s != seat and on_map(g, s) and adjacent(g, cell, g.explorers[s].cell) and may_target(t, g, seat, s)
                    and (item_count(g, seat) or item_count(g, s))):
                option(h, ACT_TRADE + s)
    marker_options(t, g, seat)
    ability_options(t, g, seat, False)
    collect_options(t, g, seat)


# -- doing it ----------------------------------------------------------------------------------------------------

cdef inline void pay(Game* g, int seat, int stamina) noexcept nogil:
    """MAC-EXP-16: pay stamina; a cancelled activation may be announced anew (MAC-CSP-16)."""
    g.explorers[seat].stamina -= stamina
    if stamina > 0:
        forget_given_up(g, seat)


cdef bint play_common(const Tables* t, Game* g, int seat, int action) noexcept nogil:
    """Actions that are open in every window too: abilities and Collect. True if it was one."""
    cdef Frame* frame
    cdef int ability, card = g.explorers[seat].card
    if ACT_POWER <= action < ACT_POWER + N_ACT_POWER:
        ability = kth_active(t, t.explorers[card].first_ability, t.explorers[card].end_ability, action - ACT_POWER)
        frame = call(&g.core, PROC_PLAY_ABILITY, seat, ability, -1, -1)
        frame.e = <short>seat
        return True
    if ACT_ITEM <= action < ACT_ITEM + N_ACT_ITEM:
        frame = call(&g.core, PROC_PLAY_ITEM, seat, action - ACT_ITEM, 0, 0)
        frame.c = not may_spend(t, g, seat)
        return True
    if ACT_QUEST <= action < ACT_QUEST + N_ACT_QUEST:
        call(&g.core, PROC_COLLECT, seat, action - ACT_QUEST, 0, 0)
        return True
    return False


cdef void move(const Tables* t, Game* g, int seat, int direction) noexcept nogil:
    """MAC-EXP-03, MAC-MOV-01 to MAC-MOV-13: one step."""
    cdef int to = neighbour(g.explorers[seat].cell, direction)
    pay(g, seat, 1)
    put_unit(t, g, seat, to)
    call(&g.core, PROC_AFTER_MOVE, seat, 0, 0, 0)


cdef void act(const Tables* t, Game* g, int seat, int action) noexcept nogil:
    """Pay for an action of the turn and begin it."""
    cdef Head* h = &g.core
    cdef int cell = g.explorers[seat].cell
    if play_common(t, g, seat, action):
        return
    if ACT_MOVE <= action < ACT_MOVE + 8:
        move(t, g, seat, action - ACT_MOVE)
    elif ACT_ACTIVATE <= action < ACT_ACTIVATE + 8:
        call(h, PROC_ACTIVATE_SPACE, seat, neighbour(cell, action - ACT_ACTIVATE), 0, 0)
    elif ACT_SEAL <= action < ACT_SEAL + 8:
        call(h, PROC_SEAL, seat, neighbour(cell, action - ACT_SEAL), 0, 0)
    elif ACT_USE <= action < ACT_USE + 8:
        forget_given_up(g, seat)
        call(h, PROC_USE_SPACE, seat, neighbour(cell, action - ACT_USE), 0, 0)
    elif ACT_OPEN_DOOR <= action < ACT_OPEN_DOOR + 4:
        pay(g, seat, 2)
        set_border(g, cell, action - ACT_OPEN_DOOR, BORDER_OPEN)
    elif ACT_CLOSE_DOOR <= action < ACT_CLOSE_DOOR + 4:
        pay(g, seat, 2)
        set_border(g, cell, action - ACT_CLOSE_DOOR, BORDER_CLOSED)
    elif ACT_BREAK <= action < ACT_BREAK + 4:
        pay(g, seat, 4)
        break_border(g, cell, action - ACT_BREAK)
    elif ACT_EXPLORE <= action < ACT_EXPLORE + 4:
        pay(g, seat, 2)
        call(h, PROC_EXPLORE, seat, action - ACT_EXPLORE, 0, 0)
    elif action == ACT_EXIT:
        pay(g, seat, 2)
        call(h, PROC_EXIT_MAP, seat, 0, 0, 0)
    elif action == ACT_INVENTORY:
        pay(g, seat, 3)
        call(h, PROC_INVENTORY, seat, 0, 0, 0)
    elif action == ACT_DROP:
        pay(g, seat, 1)
        call(h, PROC_DROP_ITEM, seat, -1, -1, 0)
    elif ACT_PICK_UP <= action < ACT_PICK_UP + N_ACT_PICK_UP:
        pay(g, seat, 1)
        pick_up(t, g, seat, action - ACT_PICK_UP)
    else:
        pay(g, seat, 2)
        call(h, PROC_TRADE, seat, action - ACT_TRADE, 0, 0)


cdef void break_border(Game* g, int cell, int side) noexcept nogil:
    """MAC-DOR-05, MAC-DOR-06, MAC-DOR-10: a door stays destroyed, a barrier is gone."""
    set_border(g, cell, side, BORDER_DESTROYED if g.border[cell][side] == BORDER_CLOSED else BORDER_NONE)


cdef inline bint still_there(const Game* g, int unit, int card) noexcept nogil:
    """MAC-EXP-19: the unit whose turn it is stands on the map. For an explorer its card tells, for a chapter may place
    the successor of a destroyed one at once (MAC-ENT-09)."""
    return on_map(g, unit) and (unit >= MAX_EXPLORERS or g.explorers[unit].card == card)


cdef void explorer_turn(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """One explorer's turn: MAC-EXP-01, MAC-EXP-02, MAC-EXP-17 to MAC-EXP-19, MAC-EFF-05, MAC-INT-04, MAC-MRK-08. a:
    seat. b: its card; the successor of a destroyed explorer does not go on with the turn."""
    cdef Head* h = &g.core
    cdef int seat = f.a
    if f.step == 0:
        g.active = <signed char>seat
        g.acting = <signed char>seat
        f.b = g.explorers[seat].card
        end_lasting_of(t, g, seat)
        return_markers(g, seat)
        f.step = 4
        if t.markers:
            call(h, PROC_RECALL, seat, 0, 0, 0)
            return
    if f.step == 4:
        g.explorers[seat].stamina = <unsigned char>full_stamina(t, g, seat)
        forget_given_up(g, seat)
        f.step = 1
        call(h, PROC_WINDOW, seat, f.b, 0, 0)
        return
    if not still_there(g, seat, f.b) or g.interrupt or (f.step == 2 and h.answer == ACT_END_TURN):
        g.explorers[seat].acted = 1
        forget_given_up(g, seat)
        g.active = -1
        g.acting = -1
        done(h)
        return
    if f.step == 1:
        refresh(g)
        begin(h, seat, CHOICE_TURN, -1)
        option(h, ACT_END_TURN)  # always legal (MAC-EXP-18)
        turn_options(t, g, seat)
        f.step = 2
        ask(h)
    elif f.step == 2:
        f.step = 3
        act(t, g, seat, h.answer)
    else:
        f.step = 1
        call(h, PROC_WINDOW, seat, f.b, 0, 0)


cdef void window_options(const Tables* t, Game* g, int seat, int acting) noexcept nogil:
    """Open the question of a window: what the seat may do between two actions of the acting unit (D-09, D-43)."""
    if t.intricacy and acting == g.active:  # an explorer's turn (MAC-INT-02)
        refresh(g)
        begin(&g.core, seat, CHOICE_OFF_TURN, acting)
        turn_options(t, g, seat)
    else:
        begin(&g.core, seat, CHOICE_WINDOW, acting)
        ability_options(t, g, seat, True)
        collect_options(t, g, seat)


cdef void window(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """MAC-ABL-08, MAC-ABL-12, MAC-ABL-16, MAC-CHP-11: between two actions each seat may play a stamina-free ability;
    with Intricacy, in the turns of explorers, whatever its stamina allows (MAC-INT-01, MAC-INT-02, MAC-INT-04, D-43).

    a: the unit whose turn it is, b: the card of an explorer. The acting explorer is not asked here: the same abilities
    are among the options of its turn, which come next. If it is gone, its turn is over (MAC-EXP-19). e: seats passed in
    a row, g: next seat, i: begun.
    """
    cdef Head* h = &g.core
    cdef int seat
    if f.step == 1:
        f.step = 0
        seat = f.g
        f.g = <short>((seat + 1) % g.seats)
        if h.answer != ACT_PASS:
            f.e = 0
            act(t, g, seat, h.answer)
            return
        f.e += 1
    elif not f.i:
        f.i = 1
        f.g = f.a if f.a < MAX_EXPLORERS else 0
    while f.e < g.seats and not g.interrupt and still_there(g, f.a, f.b):
        seat = f.g
        if seat != f.a and on_map(g, seat):
            window_options(t, g, seat, f.a)
            if has_options(h):
                option(h, ACT_PASS)
                f.step = 1
                return
            h.turn = -1
        f.g = <short>((seat + 1) % g.seats)
        f.e += 1
    done(h)


cdef void activate_space(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Activating a space: MAC-SPC-07, MAC-TRP-01, MAC-TRP-02, MAC-ACT-01 to MAC-ACT-13, MAC-CSP-02 to MAC-CSP-05.

    a: seat, b: cell. c: its kind, for another map may lie there when a chapter or a death has come to its end.
    """
    cdef Head* h = &g.core
    cdef int kind, seat = f.a
    if f.step == 0:
        f.c = g.kind[f.b]
    kind = f.c
    if kind == SPACE_RECHARGE:
        recharge(t, g, seat, f.b)
        done(h)
    elif kind == SPACE_TRAP:
        if f.step == 0:
            pay(g, seat, 2)
            f.step = 1
            call(h, PROC_TRAPS, 1 << slot_of(g.explorers[seat].cell), seat, f.b, 0)
        else:
            done(h)
    elif kind == SPACE_CHAPTER:
        activate_chapter(t, g, f)
    elif f.step == 0:
        pay(g, seat, 3)
        f.step = 1
        if kind == SPACE_WORKBENCH:
            call(h, PROC_WORKBENCH, seat, 0, 0, 0)
            return
        gain_essence(g, seat, 1)
        if kind == SPACE_EVENT:
            g.token[f.b] = TOKEN_EXPLORED
            f.step = 2
            call(h, PROC_EXPLORER_EVENT, seat, 1, 0, 0)
        else:
            call(h, PROC_GAIN_TREASURE, seat, 0, 0, 0)
    else:
        if f.step == 1:
            g.token[f.b] = TOKEN_EXPLORED
        done(h)


cdef void recharge(const Tables* t, Game* g, int seat, int cell) noexcept nogil:
    """MAC-ACT-01, MAC-ACT-02, MAC-ATR-06, MAC-ATR-08: the recharge die."""
    cdef int face, full
    pay(g, seat, 1)
    face = t.recharge_die[roll(&g.core, 6)]
    if face == 1 and g.explorers[seat].health < full_health(t, g, seat):
        g.explorers[seat].health += 1
    elif face == 2:
        full = full_stamina(t, g, seat)
        if g.explorers[seat].stamina < full:
            g.explorers[seat].stamina = <unsigned char>full
    g.token[cell] = TOKEN_EXPLORED


cdef void activate_chapter(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """MAC-CSP-02 to MAC-CSP-05, MAC-CSP-14 to MAC-CSP-16: a chapter space. a: seat, b: cell."""
    cdef Head* h = &g.core
    if f.step == 0 and g.token[f.b] != TOKEN_LIGHT:
        f.step = 1
        call(h, PROC_CONTRIBUTE, f.a, f.b, 3, 0)
        return
    if f.step == 2 or (f.step == 1 and h.result == 0):
        done(h)
        return
    pay(g, f.a, 3)
    g.token[f.b] = TOKEN_EXPLORED
    f.step = 2
    call(h, PROC_FLIP_CHAPTER, f.a, 0, 0, 0)


cdef void seal(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Sealing a monster spawn: MAC-SEA-01 to MAC-SEA-09, MAC-EXP-10. a: seat, b: cell."""
    cdef Head* h = &g.core
    if f.step == 0:
        f.step = 1
        call(h, PROC_CONTRIBUTE, f.a, f.b, 4, 0)
        return
    if f.step == 1:
        if h.result == 0:
            done(h)
            return
        pay(g, f.a, 3)
        g.seals += 1
        lower_threat(g, 1)
        f.step = 2
        if g.unit[f.b] > MAX_EXPLORERS:
            call(h, PROC_DESTROY_MONSTER, g.unit[f.b] - 1 - MAX_EXPLORERS, 0, 0, 0)
            return
    if f.step == 2 and not g.interrupt:  # the monster's end may have ended the round, and the map with it
        g.token[f.b] = TOKEN_EXPLORED
        touch(g)
        f.step = 3
        call(h, PROC_LIGHT_CHAPTER, f.a, slot_of(f.b), 0, 0)
        return
    done(h)


cdef void light_chapter(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Light chapter: MAC-CSP-09 to MAC-CSP-13. a: seat or -1, b: slot."""
    cdef Head* h = &g.core
    cdef int cell, best = 1000, away, from_cell, seat = f.a if f.a >= 0 else group(g)
    if f.step == 1:
        g.token[h.answer - ACT_CELL] = TOKEN_LIGHT
        done(h)
        return
    from_cell = g.explorers[seat].cell
    begin(h, seat, CHOICE_SPACE_TIE, SPACE_CHAPTER)
    for cell in range(CELLS):
        if g.kind[cell] == SPACE_CHAPTER and g.token[cell] == TOKEN_NONE and slot_of(cell) == f.b:
            away = direct(from_cell, cell) if from_cell >= 0 else 0
            if away < best:
                best = away
                begin(h, seat, CHOICE_SPACE_TIE, SPACE_CHAPTER)
            if away == best:
                option(h, ACT_CELL + cell)
    if ask_any(h):
        f.step = 1
    else:
        done(h)


cdef void give_up(Game* g, int seat, int cell) noexcept nogil:
    """MAC-CSP-16: note a cancelled announcement. 8 spaces are next to an explorer; one that was moved since without
    spending stamina may have more, and then the first is forgotten."""
    cdef int i
    for i in range(8):
        if g.explorers[seat].given_up[i] < 0:
            g.explorers[seat].given_up[i] = <short>cell
            return
    g.explorers[seat].given_up[0] = <short>cell


cdef void contribute(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Contributions of essence: MAC-CSP-14 to MAC-CSP-16, MAC-SEA-06, MAC-SEA-07. a: seat, b: cell, c: total.

    Gives 1 if the total was paid, 0 if the action was cancelled. e to h: gifts by seat, i: bits of the seats asked,
    j: the seat that is asked.
    """
    cdef Head* h = &g.core
    cdef short* gift = &f.e
    cdef int s, n, given = 0, most, own
    cdef unsigned char linked[MAX_EXPLORERS]
    if f.step == 1:
        gift[f.j] = h.answer - ACT_AMOUNT
        f.step = 0
    for s in range(MAX_EXPLORERS):
        linked[s] = s == f.a or gift[s] > 0
        given += gift[s]
    for s in range(g.seats):
        if s == f.a or (f.i >> s) & 1 or not on_map(g, s) or g.explorers[s].essence == 0 or given >= f.c:
            continue
        if not in_chain(g, s, f.b, linked):
            continue
        f.i |= 1 << s
        f.j = <short>s
        f.step = 1
        begin(h, s, CHOICE_CONTRIBUTE, f.c - given)
        most = g.explorers[s].essence
        for n in range((most if most < f.c - given else f.c - given) + 1):
            option(h, ACT_AMOUNT + n)
        ask(h)
        return
    own = f.c - given
    if own > g.explorers[f.a].essence:
        give_up(g, f.a, f.b)
        give(h, 0)
        return
    g.explorers[f.a].essence -= own
    for s in range(g.seats):
        g.explorers[s].essence -= gift[s]
    give(h, 1)


enter(PROC_EXPLORER_TURN, explorer_turn)
enter(PROC_WINDOW, window)
enter(PROC_ACTIVATE_SPACE, activate_space)
enter(PROC_SEAL, seal)
enter(PROC_LIGHT_CHAPTER, light_chapter)
enter(PROC_CONTRIBUTE, contribute)
