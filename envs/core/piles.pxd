# cython: language_level=3
"""Piles: decks, bags, queues, hands and discard piles in fixed arrays. The last card is the top.

Every pile of a record has the same head (`Pile`); its cards follow it. A card too many, or a card drawn from an
empty pile, stops the game with an error that names the pile; nothing is written outside the array.
"""
from libc.string cimport memmove
from envs.core.head cimport Head, ERROR_PILE_OVERFLOW, ERROR_PILE_EMPTY
from envs.core.flow cimport fail, roll

cdef struct Pile:
    unsigned short n
    unsigned short capacity
    unsigned short identity
    unsigned short known


cdef inline unsigned short* pile_cards(const void* pile) noexcept nogil:
    return <unsigned short*>(<char*>pile + sizeof(Pile))


cdef inline void pile_push(Head* h, void* pile, int card, bint known) noexcept nogil:
    """Put a card on top. `known`: everybody has seen it."""
    cdef Pile* p = <Pile*>pile
    if p.n >= p.capacity:
        fail(h, ERROR_PILE_OVERFLOW, p.identity)
        return
    pile_cards(pile)[p.n] = <unsigned short>card
    p.n += 1
    p.known = p.known + 1 if known else 0


cdef inline void pile_push_bottom(Head* h, void* pile, int card) noexcept nogil:
    """Put a card below all others."""
    cdef Pile* p = <Pile*>pile
    if p.n >= p.capacity:
        fail(h, ERROR_PILE_OVERFLOW, p.identity)
        return
    memmove(pile_cards(pile) + 1, pile_cards(pile), p.n * sizeof(unsigned short))
    pile_cards(pile)[0] = <unsigned short>card
    p.n += 1


cdef inline int pile_draw(Head* h, void* pile) noexcept nogil:
    """Take the top card."""
    cdef Pile* p = <Pile*>pile
    cdef int card
    if p.n == 0:
        fail(h, ERROR_PILE_EMPTY, p.identity)
        return 0
    p.n -= 1
    if p.known > 0:
        p.known -= 1
    card = pile_cards(pile)[p.n]
    pile_cards(pile)[p.n] = 0
    return card


cdef inline int pile_draw_bottom(Head* h, void* pile) noexcept nogil:
    """Take the bottom card."""
    cdef Pile* p = <Pile*>pile
    cdef int card
    if p.n == 0:
        fail(h, ERROR_PILE_EMPTY, p.identity)
        return 0
    card = pile_cards(pile)[0]
    p.n -= 1
    memmove(pile_cards(pile), pile_cards(pile) + 1, p.n * sizeof(unsigned short))
    pile_cards(pile)[p.n] = 0
    if p.known > p.n:
        p.known = p.n
    return card


cdef inline int pile_find(const void* pile, int card) noexcept nogil:
    """Index of a card, -1 if it is not there."""
    cdef const Pile* p = <const Pile*>pile
    cdef int i
    for i in range(p.n):
        if pile_cards(pile)[i] == card:
            return i
    return -1


cdef inline bint pile_remove(void* pile, int card) noexcept nogil:
    """Take out one copy of a card, keeping the order of the others; False if it is not there."""
    cdef Pile* p = <Pile*>pile
    cdef int i = pile_find(pile, card)
    if i < 0:
        return False
    if p.known > p.n - 1 - i:
        p.known -= 1
    p.n -= 1
    memmove(pile_cards(pile) + i, pile_cards(pile) + i + 1, (p.n - i) * sizeof(unsigned short))
    pile_cards(pile)[p.n] = 0
    return True


cdef inline void shuffle_cards(Head* h, unsigned short* cards, int n) noexcept nogil:
    cdef int i, j
    cdef unsigned short card
    for i in range(n - 1, 0, -1):
        j = roll(h, i + 1)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card


cdef inline void pile_shuffle_below(Head* h, void* pile, int keep) noexcept nogil:
    """Shuffle all but the top `keep` cards."""
    cdef Pile* p = <Pile*>pile
    if p.known > keep:
        p.known = <unsigned short>keep
    shuffle_cards(h, pile_cards(pile), p.n - keep)


cdef inline void redeal_cards(Head* h, unsigned short* cards, int n) noexcept nogil:
    """Shuffle a few cards; how they lay before makes no difference."""
    cdef int i, j
    cdef unsigned short card
    for i in range(1, n):
        card = cards[i]
        j = i
        while j > 0 and cards[j - 1] > card:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card
    shuffle_cards(h, cards, n)


cdef inline void pile_redeal(Head* h, void* pile) noexcept nogil:
    """Shuffle the cards that nobody has seen, for `Rules.resample`: how they lay before makes no difference."""
    cdef Pile* p = <Pile*>pile
    redeal_cards(h, pile_cards(pile), p.n - p.known)


cdef inline void pile_shuffle(Head* h, void* pile) noexcept nogil:
    """Shuffle all cards; nobody knows any of them afterwards."""
    (<Pile*>pile).known = 0
    pile_shuffle_below(h, pile, 0)


cdef inline void pile_pour(Head* h, void* source, void* target) noexcept nogil:
    """Put all cards of `source` on top of `target`, its top card last."""
    cdef Pile* s = <Pile*>source
    cdef int i
    for i in range(s.n):
        pile_push(h, target, pile_cards(source)[i], False)
        pile_cards(source)[i] = 0
    s.n = 0
    s.known = 0
