# cython: language_level=3
"""Items: the inventory, gained treasure, items given up, dropped or lost at a death (ITM, TRS; DTH, THR)."""
from envs.core.flow cimport Frame, Head, ask, begin, call, done, give, option, u64
from envs.core.piles cimport pile_draw, pile_push, pile_remove
from envs.machina_arcana.rules.geometry cimport adjacent, touch
from envs.machina_arcana.rules.hands cimport ITEM_WORDS, cards_of, count_cards, next_card
from envs.machina_arcana.rules.state cimport *
from envs.machina_arcana.rules.table cimport enter
from envs.machina_arcana.rules.units cimport on_map

cdef enum:
    # Offsets of the actions `manner`, and two manners that leave no choice.
    MANNER_EQUIP = 0
    MANNER_TOP = 1
    MANNER_BOTTOM = 2
    MANNER_AUGMENT = 3
    MANNER_TAKE_OFF = 4
    DRAWN_BY_TREASURE = 2  # MAC-TRS-01


# -- where cards are ---------------------------------------------------------------------------------------

cdef inline bint joined_to(const Game* g, int item, int host) noexcept nogil:
    """The item is an upgrade or augment of `host`."""
    return g.items.host[item] == host and ITEM_PLACE_TOP <= g.items.place[item] <= ITEM_PLACE_AUGMENT


cdef void unequip(const Tables* t, Game* g, int item) noexcept nogil:
    """MAC-ITM-09: the item and what is joined to it lie unequipped in the inventory of their owner."""
    cdef int i
    if item < 0 or not ITEM_PLACE_EQUIPPED <= g.items.place[item] <= ITEM_PLACE_AUGMENT:
        return
    for i in range(t.n_treasures):
        if joined_to(g, i, item):
            unequip(t, g, i)
    g.items.place[item] = ITEM_PLACE_INVENTORY
    g.items.host[item] = -1
    touch(g)  # a worn item may have made its bearer immobile


cdef void leave_pile(Game* g, int item) noexcept nogil:
    """Take a card out of its owner's drop pile; those above it move down."""
    cdef unsigned char* pile = g.explorers[g.items.owner[item]].dropped
    cdef int i
    cdef bint found = False
    for i in range(MARKERS):
        found = found or pile[i] == item + 1
        if found:
            pile[i] = pile[i + 1] if i + 1 < MARKERS else 0


cdef void leave_place(const Tables* t, Game* g, int item) noexcept nogil:
    """Take a card from where it lies; what was joined to it stays with its owner (MAC-TRS-07, MAC-THR-08)."""
    unequip(t, g, item)
    if g.items.place[item] == ITEM_PLACE_DRAWN:
        pile_remove(&g.drawn, item)
    elif g.items.place[item] == ITEM_PLACE_DECK:
        pile_remove(&g.treasure_deck, item)
    elif g.items.place[item] == ITEM_PLACE_GROUND:
        leave_pile(g, item)
    g.items.owner[item] = -1
    g.items.host[item] = -1
    g.items.touched[item] = 0


cdef void take_item(const Tables* t, Game* g, int item, int seat) noexcept nogil:
    """MAC-TRS-05: the card comes into the seat's inventory, unequipped."""
    if item < 0 or seat < 0:
        return
    leave_place(t, g, item)
    g.items.place[item] = ITEM_PLACE_INVENTORY
    g.items.owner[item] = <signed char>seat


cdef void destroy_item(const Tables* t, Game* g, int item) noexcept nogil:
    """MAC-TRS-10, MAC-THR-08: the card is destroyed; its upgrades and augments go unequipped to the inventory."""
    if item < 0:
        return
    leave_place(t, g, item)
    g.items.place[item] = ITEM_PLACE_DESTROYED


cdef void lay_on_pile(const Tables* t, Game* g, int item, int seat) noexcept nogil:
    """MAC-MRK-04: the card, unequipped, is on top of the seat's drop pile; a marker on the ground stands for it."""
    cdef int i
    leave_place(t, g, item)
    g.items.place[item] = ITEM_PLACE_GROUND
    g.items.owner[item] = <signed char>seat
    for i in range(MARKERS):
        if g.explorers[seat].dropped[i] == 0:
            g.explorers[seat].dropped[i] = <unsigned char>(item + 1)
            return


cdef void reclaim(const Tables* t, Game* g, int seat, int marker) noexcept nogil:
    """MAC-MRK-09, MAC-MRK-13: a marker comes back from the ground for the bottom item of its owner's drop pile."""
    g.explorers[seat].marker[marker] = 0
    destroy_item(t, g, g.explorers[seat].dropped[0] - 1)


cdef void lay_down(const Tables* t, Game* g, int item) noexcept nogil:
    """The card lies among the drawn ones; an equipped one is unequipped first (MAC-ACT-09)."""
    leave_place(t, g, item)
    g.items.place[item] = ITEM_PLACE_DRAWN
    pile_push(&g.core, &g.drawn, item, True)


cdef int draw_treasure(const Tables* t, Game* g) noexcept nogil:
    """The top treasure card, now lying open among the drawn ones; -1 if the deck is empty (MAC-GEN-23)."""
    cdef int item
    if g.treasure_deck.n == 0:
        return -1
    item = pile_draw(&g.core, &g.treasure_deck)
    g.items.place[item] = ITEM_PLACE_DRAWN
    pile_push(&g.core, &g.drawn, item, True)
    return item


cdef void return_treasure(const Tables* t, Game* g, int item) noexcept nogil:
    """Put a card on top of the treasure deck; everybody has seen it."""
    if item < 0:
        return
    leave_place(t, g, item)
    g.items.place[item] = ITEM_PLACE_DECK
    pile_push(&g.core, &g.treasure_deck, item, True)


cdef int item_count(const Game* g, int seat) noexcept nogil:
    """MAC-DTH-07: the item cards of a seat, each counting as one; cards on a drop pile do not count."""
    cdef u64 cards[ITEM_WORDS]
    cards_of(g, seat, ITEM_PLACE_INVENTORY, cards)
    return count_cards(cards)


cdef int equipped_count(const Game* g, int seat) noexcept nogil:
    """MAC-THR-07: equipped cards of a seat, upgrades and augments included."""
    cdef u64 cards[ITEM_WORDS]
    cards_of(g, seat, ITEM_PLACE_EQUIPPED, cards)
    return count_cards(cards)


cdef void clear_touched(Game* g, int bits) noexcept nogil:
    """Forget what an inventory use, a trade, a swap or a visit has noted on the cards."""
    cdef int i
    for i in range(MAX_TREASURES):
        g.items.touched[i] &= <unsigned char>(~bits & 0xFF)


cdef void receiver_options(const Tables* t, Game* g, int seat) noexcept nogil:
    """MAC-TRS-02, MAC-ACT-05, MAC-BAS-12: the seat itself and the explorers adjacent to it; at the base all of them."""
    cdef int s
    option(&g.core, ACT_EXPLORER + seat)
    for s in range(g.seats):
        if s == seat or not alive(g, s):
            continue
        if g.at_base or (on_map(g, seat) and on_map(g, s) and adjacent(g, g.explorers[seat].cell, g.explorers[s].cell)):
            option(&g.core, ACT_EXPLORER + s)


# -- what fits where ---------------------------------------------------------------------------------------

cdef bint can_equip(const Tables* t, const Game* g, int item) noexcept nogil:
    """MAC-ITM-07, MAC-ITM-08: one base item of each type, or two weapons with the one-hand symbol each.

    An augment is attached instead (MAC-ITM-05); a consumable is used from the inventory (MAC-ITM-04).
    """
    cdef int kind = t.treasures[item].type, i, same = 0
    cdef u64 cards[ITEM_WORDS]
    if kind != ITEM_TYPE_APPAREL and kind != ITEM_TYPE_WEAPON and kind != ITEM_TYPE_ARTIFACT:
        return False
    cards_of(g, g.items.owner[item], ITEM_PLACE_EQUIPPED, cards)
    while True:
        i = next_card(cards)
        if i < 0:
            break
        if g.items.place[i] != ITEM_PLACE_EQUIPPED or t.treasures[i].type != kind:
            continue
        if kind != ITEM_TYPE_WEAPON or not t.treasures[i].one_hand:
            return False
        same += 1
    return same == 0 or (same == 1 and t.treasures[item].one_hand)


cdef bint second_augment_symbol(const Tables* t, const Game* g, int item, int host) noexcept nogil:
    """MAC-ITM-11: joining the item to `host` would combine two apparel items with an augment symbol each."""
    cdef int i
    if t.treasures[item].type != ITEM_TYPE_APPAREL or not t.treasures[item].augment:
        return False
    if t.treasures[host].augment:
        return True
    for i in range(t.n_treasures):
        if joined_to(g, i, host) and g.items.place[i] != ITEM_PLACE_AUGMENT and t.treasures[i].augment:
            return True
    return False


cdef bint can_upgrade(const Tables* t, const Game* g, int item, int host, int place) noexcept nogil:
    """MAC-ITM-10 to MAC-ITM-13: may the item go into the top or bottom slot of `host`?"""
    cdef int slot, plug, i, kind = t.treasures[item].type
    if g.items.place[host] != ITEM_PLACE_EQUIPPED or t.treasures[host].type != kind:
        return False
    if place == ITEM_PLACE_TOP:
        slot = t.treasures[host].top
        plug = t.treasures[item].bottom
    else:
        slot = t.treasures[host].bottom
        plug = t.treasures[item].top
    if slot == 0 or slot != plug or second_augment_symbol(t, g, item, host):
        return False
    for i in range(t.n_treasures):
        if g.items.place[i] == place and g.items.host[i] == host:
            return False
    return True


cdef bint can_augment(const Tables* t, const Game* g, int item, int host) noexcept nogil:
    """MAC-ITM-05, MAC-ITM-15, MAC-ITM-16: an augment joins a worn item with its symbol and a free slot."""
    cdef int i, kind = t.treasures[host].type
    if t.treasures[item].type != ITEM_TYPE_AUGMENT or (kind != ITEM_TYPE_APPAREL and kind != ITEM_TYPE_WEAPON):
        return False
    if not ITEM_PLACE_EQUIPPED <= g.items.place[host] <= ITEM_PLACE_BOTTOM:
        return False
    if t.treasures[host].augment == 0 or t.treasures[host].augment != t.treasures[item].augment:
        return False
    for i in range(t.n_treasures):
        if g.items.place[i] == ITEM_PLACE_AUGMENT and g.items.host[i] == host:
            return False
    return True


cdef bint can_join(const Tables* t, const Game* g, int item, int host, int place) noexcept nogil:
    """May the item be joined to `host` at that place? Both belong to the same seat."""
    if host == item or g.items.owner[host] != g.items.owner[item]:
        return False
    if place == ITEM_PLACE_AUGMENT:
        return can_augment(t, g, item, host)
    return can_upgrade(t, g, item, host, place)


cdef bint has_host(const Tables* t, const Game* g, int item, int place) noexcept nogil:
    """Some worn card of the same seat can be the host."""
    cdef u64 cards[ITEM_WORDS]
    cdef int host
    cards_of(g, g.items.owner[item], ITEM_PLACE_EQUIPPED, cards)
    host = next_card(cards)
    while host >= 0:
        if can_join(t, g, item, host, place):
            return True
        host = next_card(cards)
    return False


cdef bint can_take_off(const Tables* t, const Game* g, int item) noexcept nogil:
    """MAC-ITM-18: a card comes off at most once in one use, also together with its host."""
    cdef int i
    if g.items.touched[item] & TOUCHED_TAKEN_OFF:
        return False
    for i in range(t.n_treasures):
        if joined_to(g, i, item) and not can_take_off(t, g, i):
            return False
    return True


cdef int manners(const Tables* t, const Game* g, int item) noexcept nogil:
    """Bits of the ways to place an item of an inventory now (MAC-ITM-06, MAC-ITM-18)."""
    cdef int bits = 0
    if g.items.place[item] != ITEM_PLACE_INVENTORY:
        return 1 << MANNER_TAKE_OFF if can_take_off(t, g, item) else 0
    if g.items.touched[item] & TOUCHED_ATTACHED:
        return 0
    if can_equip(t, g, item):
        bits |= 1 << MANNER_EQUIP
    if has_host(t, g, item, ITEM_PLACE_TOP):
        bits |= 1 << MANNER_TOP
    if has_host(t, g, item, ITEM_PLACE_BOTTOM):
        bits |= 1 << MANNER_BOTTOM
    if has_host(t, g, item, ITEM_PLACE_AUGMENT):
        bits |= 1 << MANNER_AUGMENT
    return bits


cdef bint can_rearrange(const Tables* t, const Game* g, int seat) noexcept nogil:
    """An inventory use by this seat could change something."""
    cdef u64 cards[ITEM_WORDS]
    cdef int item
    cards_of(g, seat, ITEM_PLACE_INVENTORY, cards)
    item = next_card(cards)
    while item >= 0:
        if manners(t, g, item):
            return True
        item = next_card(cards)
    return False


# -- procedures --------------------------------------------------------------------------------------------

cdef void take_off(const Tables* t, Game* g, int item) noexcept nogil:
    """MAC-ITM-09, MAC-ITM-18: unequip, noting on each card that it came off."""
    cdef int i
    g.items.touched[item] |= TOUCHED_TAKEN_OFF
    for i in range(t.n_treasures):
        if joined_to(g, i, item):
            take_off(t, g, i)
    unequip(t, g, item)


cdef void attach(Game* g, int item, int place, int host) noexcept nogil:
    """MAC-ITM-06, MAC-ITM-18: equip the item, or join it to `host`."""
    g.items.place[item] = <unsigned char>place
    g.items.host[item] = <short>host
    g.items.touched[item] |= TOUCHED_ATTACHED
    touch(g)  # a worn item may make its bearer immobile


cdef int place_of(int manner) noexcept nogil:
    """Place of an item that is put on in that manner."""
    if manner == MANNER_TOP:
        return ITEM_PLACE_TOP
    if manner == MANNER_BOTTOM:
        return ITEM_PLACE_BOTTOM
    if manner == MANNER_AUGMENT:
        return ITEM_PLACE_AUGMENT
    return ITEM_PLACE_EQUIPPED


cdef void inventory(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """A use of the inventory: micro-actions until "done" (MAC-ITM-06, MAC-ITM-18). The caller takes the price.

    `a`: seat. D-16, in three questions: which item, in which manner, at which host.
    """
    cdef Head* h = &g.core
    cdef int i, bits
    if f.step == 0:
        clear_touched(g, TOUCHED_ATTACHED | TOUCHED_TAKEN_OFF)
        f.step = 1
    if f.step == 1:  # which item?
        begin(h, f.a, CHOICE_INVENTORY, -1)
        option(h, ACT_DONE)
        for i in range(t.n_treasures):
            if held(g, i, f.a) and manners(t, g, i):
                option(h, ACT_ITEM + i)
        f.step = 2
        ask(h)
    elif f.step == 2:  # in which manner?
        if h.answer == ACT_DONE:
            clear_touched(g, TOUCHED_ATTACHED | TOUCHED_TAKEN_OFF)
            done(h)
            return
        f.b = <short>(h.answer - ACT_ITEM)
        bits = manners(t, g, f.b)
        f.step = 3
        if bits >> N_ACT_MANNER:  # a worn card can only be taken off, an augment only join as one
            f.c = MANNER_TAKE_OFF if bits >> MANNER_TAKE_OFF else MANNER_AUGMENT
            return
        f.c = -1
        begin(h, f.a, CHOICE_MANNER, f.b)
        for i in range(N_ACT_MANNER):
            if bits >> i & 1:
                option(h, ACT_MANNER + i)
        ask(h)
    elif f.step == 3:  # at which host?
        if f.c < 0:
            f.c = <short>(h.answer - ACT_MANNER)
        f.step = 1
        if f.c == MANNER_TAKE_OFF:
            take_off(t, g, f.b)
        elif f.c == MANNER_EQUIP:
            attach(g, f.b, ITEM_PLACE_EQUIPPED, -1)
        else:
            begin(h, f.a, CHOICE_HOST, f.b)
            for i in range(t.n_treasures):
                if can_join(t, g, f.b, i, place_of(f.c)):
                    option(h, ACT_ITEM + i)
            f.step = 4
            ask(h)
    else:
        attach(g, f.b, place_of(f.c), h.answer - ACT_ITEM)
        f.step = 1


cdef void gain_treasure(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """Gain treasure: draw 2, take or give 1, destroy the other or put it on top (MAC-TRS-01 to MAC-TRS-05, MAC-GEN-23).

    `a`: seat. The essence of a treasure space is the caller's (MAC-TRS-04).
    """
    cdef Head* h = &g.core
    cdef int _i
    if f.step == 0:
        if not alive(g, f.a):
            done(h)
            return
        for _i in range(DRAWN_BY_TREASURE):
            draw_treasure(t, g)
        if g.drawn.n == 0:
            done(h)
            return
        begin(h, f.a, CHOICE_TREASURE_TAKE, -1)
        drawn_options(g)
        f.step = 1
        ask(h)
    elif f.step == 1:
        f.b = <short>(h.answer - ACT_ITEM)
        begin(h, f.a, CHOICE_TREASURE_GIVE, f.b)
        receiver_options(t, g, f.a)
        f.step = 2
        ask(h)
    elif f.step == 2:
        take_item(t, g, f.b, h.answer - ACT_EXPLORER)
        if g.drawn.n == 0:
            done(h)
            return
        ask_rest(g, f.a, CHOICE_TREASURE_REST, 0)
        f.step = 3
    else:
        if h.answer == ACT_CARD + CARD_DESTROY:
            destroy_item(t, g, g.drawn.cards[0])
        else:
            return_treasure(t, g, g.drawn.cards[0])
        done(h)


cdef void drawn_options(Game* g) noexcept nogil:
    """Offer each drawn card."""
    cdef int i
    for i in range(g.drawn.n):
        option(&g.core, ACT_ITEM + g.drawn.cards[i])


cdef void ask_rest(Game* g, int seat, int choice, int index) noexcept nogil:
    """MAC-TRS-03, MAC-ACT-06: is a drawn card destroyed or put back?"""
    begin(&g.core, seat, choice, g.drawn.cards[index])
    option(&g.core, ACT_CARD + CARD_DESTROY)
    option(&g.core, ACT_CARD + CARD_PUT_BACK)
    ask(&g.core)


cdef void give_up_item(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """An explorer chooses an item that it must destroy, unequip or drop (MAC-THR-03, MAC-THR-07, MAC-TRS-08; D-27).

    `a`: seat, `b`: `Op` DESTROY_ITEM, UNEQUIP_ITEM or DROP_ITEM, `c`: 1 for equipped cards only (upgrades and augments
    included). Gives 1, or 0 if no card fits.
    """
    cdef Head* h = &g.core
    cdef int i, item
    cdef bint only_worn = f.c != 0 or f.b == OP_UNEQUIP_ITEM
    if f.step == 0:
        if (equipped_count(g, f.a) if only_worn else item_count(g, f.a)) == 0:
            give(h, 0)
            return
        begin(h, f.a, CHOICE_GIVE_UP, -1)
        for i in range(t.n_treasures):
            if worn(g, i, f.a) or (held(g, i, f.a) and not only_worn):
                option(h, ACT_ITEM + i)
        f.step = 1
        ask(h)
    elif f.step == 1:
        item = h.answer - ACT_ITEM
        if f.b == OP_DROP_ITEM:
            f.step = 2
            call(h, PROC_DROP_ITEM, f.a, item, -1, 0)
            return
        if f.b == OP_UNEQUIP_ITEM:
            unequip(t, g, item)
        else:
            destroy_item(t, g, item)
        give(h, 1)
    else:
        give(h, 1)


cdef void death_items(const Tables* t, Game* g, Frame* f) noexcept nogil:
    """MAC-DTH-06, MAC-DTH-07: half of the items, rounded up, are destroyed; the owner picks. The rest is unequipped.

    `a`: seat; `b`: cards still to be destroyed. The kept cards stay with the seat.
    """
    cdef Head* h = &g.core
    cdef int i
    if f.step == 0:
        f.b = <short>((item_count(g, f.a) + 1) // 2)
        f.step = 1
    elif f.step == 2:
        destroy_item(t, g, h.answer - ACT_ITEM)
        f.b -= 1
    if f.b == 0:
        for i in range(t.n_treasures):
            if worn(g, i, f.a):
                unequip(t, g, i)
        done(h)
        return
    begin(h, f.a, CHOICE_DEATH_ITEM, -1)
    for i in range(t.n_treasures):
        if held(g, i, f.a):
            option(h, ACT_ITEM + i)
    f.step = 2
    ask(h)


enter(PROC_INVENTORY, inventory)
enter(PROC_GAIN_TREASURE, gain_treasure)
enter(PROC_GIVE_UP_ITEM, give_up_item)
enter(PROC_DEATH_ITEMS, death_items)
