# cython: language_level=3
"""Treasure cards: where each one is, how it is worn, drawn and destroyed (ITM, TRS; the item parts of DTH and THR).

An item of a seat lies in its inventory (`ITEM_PLACE_INVENTORY`), is equipped as a base item (`ITEM_PLACE_EQUIPPED`), or
is joined to a `host` as an upgrade (`ITEM_PLACE_TOP`, `ITEM_PLACE_BOTTOM`) or as an augment (`ITEM_PLACE_AUGMENT`).
"""
from envs.machina_arcana.rules.state cimport (
    Game, ITEM_PLACE_AUGMENT, ITEM_PLACE_EQUIPPED, ITEM_PLACE_INVENTORY, MARKERS, Tables, WHERE_OUT,
)

cdef enum:
    # Offsets of the actions `card`: what happens to a drawn card.
    CARD_DESTROY = 0
    CARD_PUT_BACK = 1

cdef enum:
    # Bits of `Items.touched`.
    TOUCHED_ATTACHED = 1  # equipped, upgraded or augmented in the running inventory use (MAC-ITM-18)
    TOUCHED_TAKEN_OFF = 2  # taken off in it
    TOUCHED_MOVED = 4  # moved or refused in the running trade (MAC-TRS-07) or workbench (MAC-ACT-14)
    TOUCHED_SEEN = 8  # in its owner's inventory when that was last opened at the base (MAC-BAS-16)


cdef inline bint held(const Game* g, int item, int seat) noexcept nogil:
    """MAC-ITM-19: the card is one of the seat's items, worn or not; cards on a drop pile are not (MAC-DTH-07)."""
    return g.items.owner[item] == seat and ITEM_PLACE_INVENTORY <= g.items.place[item] <= ITEM_PLACE_AUGMENT


cdef inline bint worn(const Game* g, int item, int seat) noexcept nogil:
    """The seat's item is equipped, or joined to an equipped one as upgrade or augment."""
    return g.items.owner[item] == seat and ITEM_PLACE_EQUIPPED <= g.items.place[item] <= ITEM_PLACE_AUGMENT


cdef inline bint alive(const Game* g, int seat) noexcept nogil:
    """The seat plays an explorer that is not destroyed, wherever it is."""
    return 0 <= seat < g.seats and g.explorers[seat].card >= 0 and g.explorers[seat].where != WHERE_OUT


cdef inline int top_of_pile(const Game* g, int seat) noexcept nogil:
    """The top card of the seat's drop pile, -1 if it is empty."""
    cdef int i
    for i in range(MARKERS - 1, -1, -1):
        if g.explorers[seat].dropped[i]:
            return g.explorers[seat].dropped[i] - 1
    return -1


cdef void take_item(const Tables* t, Game* g, int item, int seat) noexcept nogil
cdef void destroy_item(const Tables* t, Game* g, int item) noexcept nogil
cdef void unequip(const Tables* t, Game* g, int item) noexcept nogil
cdef void lay_on_pile(const Tables* t, Game* g, int item, int seat) noexcept nogil
cdef void reclaim(const Tables* t, Game* g, int seat, int marker) noexcept nogil
cdef int item_count(const Game* g, int seat) noexcept nogil
cdef int equipped_count(const Game* g, int seat) noexcept nogil
cdef int draw_treasure(const Tables* t, Game* g) noexcept nogil
cdef void return_treasure(const Tables* t, Game* g, int item) noexcept nogil
cdef void lay_down(const Tables* t, Game* g, int item) noexcept nogil
cdef void clear_touched(Game* g, int bits) noexcept nogil
cdef void receiver_options(const Tables* t, Game* g, int seat) noexcept nogil
cdef void drawn_options(Game* g) noexcept nogil
cdef void ask_rest(Game* g, int seat, int choice, int index) noexcept nogil
cdef bint can_rearrange(const Tables* t, const Game* g, int seat) noexcept nogil
