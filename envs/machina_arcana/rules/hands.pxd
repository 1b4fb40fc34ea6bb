# cython: language_level=3
"""Sets of treasure cards as bits, so that looking through a seat's cards does not mean looking at all cards."""
from envs.core.bits cimport between, count_bits, low_bit
from envs.core.flow cimport u64
from envs.machina_arcana.rules.state cimport (
    Game, ITEM_PLACE_AUGMENT, ITEM_PLACE_EQUIPPED, ITEM_PLACE_INVENTORY, MAX_EXPLORERS, MAX_TREASURES,
)

cdef enum:
    ITEM_WORDS = (MAX_TREASURES + 63) // 64


cdef inline void cards_of(const Game* g, int seat, int first_place, u64* out) noexcept nogil:
    """The seat's cards as bits: from ITEM_PLACE_INVENTORY on all that it holds, from ITEM_PLACE_EQUIPPED on the worn
    ones."""
    cdef u64 owned[ITEM_WORDS]
    cdef int w
    between(<const unsigned char*>g.items.owner, MAX_TREASURES, seat, seat, owned)
    between(g.items.place, MAX_TREASURES, first_place, ITEM_PLACE_AUGMENT, out)
    for w in range(ITEM_WORDS):
        out[w] &= owned[w]


cdef struct Hands:
    # The cards of each seat: all that it holds, and the worn ones.
    u64 held[MAX_EXPLORERS][ITEM_WORDS]
    u64 worn[MAX_EXPLORERS][ITEM_WORDS]


cdef inline void find_hands(const Game* g, Hands* hands) noexcept nogil:
    """`cards_of` all seats at once."""
    cdef u64 held[ITEM_WORDS]
    cdef u64 worn[ITEM_WORDS]
    cdef int s, w
    between(g.items.place, MAX_TREASURES, ITEM_PLACE_INVENTORY, ITEM_PLACE_AUGMENT, held)
    between(g.items.place, MAX_TREASURES, ITEM_PLACE_EQUIPPED, ITEM_PLACE_AUGMENT, worn)
    for s in range(g.seats):
        between(<const unsigned char*>g.items.owner, MAX_TREASURES, s, s, hands.held[s])
        for w in range(ITEM_WORDS):
            hands.worn[s][w] = hands.held[s][w] & worn[w]
            hands.held[s][w] &= held[w]


cdef inline int next_card(u64* cards) noexcept nogil:
    """Take the lowest card out of a set; -1 if it is empty."""
    cdef int w, card
    for w in range(ITEM_WORDS):
        if cards[w]:
            card = 64 * w + low_bit(cards[w])
            cards[w] &= cards[w] - 1
            return card
    return -1


cdef inline int count_cards(const u64* cards) noexcept nogil:
    cdef int w, n = 0
    for w in range(ITEM_WORDS):
        n += count_bits(cards[w])
    return n
