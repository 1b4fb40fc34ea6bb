# cython: language_level=3
"""Objects on the board and Extraction Points (SCV, ENG, EXT). Above `board` and `stats`."""
from envs.enormity.rules.state cimport Game, Tables

# Objects of the Spacer's cell that can be scavenged: bits 0 cache, 1 Engram, 2 Objective, 3 Console, 4 Extraction
# Point.
cdef int scavengeable(const Tables* t, const Game* g, int s) noexcept nogil
cdef int object_at(const Game* g, int cell, int kind) noexcept nogil  # index, -1 none
cdef int add_object(Game* g, int cell, int kind, int sub, bint face_up) noexcept nogil  # index; an error when full
cdef void remove_object(Game* g, int index) noexcept nogil
# An Extraction Point next to the cell that can be initiated now (ENO-EXT-08), -1.
cdef int initiable(const Tables* t, const Game* g, int cell) noexcept nogil
cdef void move_extraction_marker(const Tables* t, Game* g, int spaces) noexcept nogil  # ENO-DSC-03, ENO-EXT-04
# Price of Fast Scavenging (ENO-SCV-03) and the token types that pay for an object: bits.
cdef int fast_price(const Tables* t, const Game* g, int s) noexcept nogil
cdef int fast_types(const Tables* t, const Game* g, int which, int index) noexcept nogil
# ENO-TER-03: there is a Terrain tile of the kind to place; with none left one leaves the board for it.
cdef int spare_tile(const Tables* t, Game* g, int kind) noexcept nogil
cdef int draw_engram(Game* g) noexcept nogil  # a random type of the pool, -1 when it is empty
cdef int gear_room(const Tables* t, const Game* g, int s) noexcept nogil  # a free entry of Spacer.gear, -1
# full Ammo and Charges
cdef void put_gear(const Tables* t, Game* g, int s, int entry, int card, int place) noexcept nogil
# ENO-GEA-06: some place holds more Gear than it has slots; the Spacer must then shed some. True when a procedure was
# pushed.
cdef bint shed_gear(const Tables* t, Game* g, int s) noexcept nogil
cdef void drop_gear(Game* g, int s, int entry) noexcept nogil  # the card is lost (ENO-LOT-03)
cdef int slot_of(const Tables* t, const Game* g, int s, int card) noexcept nogil  # the place of the card when equipped
cdef bint can_ever_equip(const Tables* t, const Game* g, int s, int card) noexcept nogil  # with all its slots free
