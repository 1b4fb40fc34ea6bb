# cython: language_level=3
"""Weapons and what they reach (ATK-02 to -04, RNG, A14), and the reach of Intruder attacks (IAT-01). Above `board` and
`stats`."""
from envs.enormity.rules.board cimport begin_field, Field
from envs.enormity.rules.state cimport Game, MAX_INTRUDERS, Tables

cdef struct Aim:
    # What all weapons of a Spacer have in common when they are aimed from a cell, found out as far as it is needed.
    int s
    Field field
    unsigned int there  # Intruders on the board
    unsigned int looked  # Intruders whose line of sight is known
    unsigned int seen

cdef inline void begin_aim(const Game* g, Aim* aim, int s, int cell) noexcept nogil:
    cdef int k
    aim.s = s
    begin_field(&aim.field, cell)
    aim.there = 0
    for k in range(MAX_INTRUDERS):
        aim.there |= <unsigned int>(g.intruders[k].type >= 0 and g.intruders[k].cell >= 0) << k
    aim.looked = 0
    aim.seen = 0

# `bonus`: a Bonus Attack, which repairs an exhausted or empty weapon (ENO-BON-02). Slots of Intruders as bits.
cdef bint active_weapon(const Tables* t, const Game* g, int s, int place, bint bonus) noexcept nogil
# Intruders that the weapon in that gear place reaches from a cell, sight included; `advance`: after its Advance steps.
cdef unsigned int targets_of(const Tables* t, const Game* g, int s, int place, int cell) noexcept nogil
cdef unsigned int targets_in_aim(const Tables* t, const Game* g, Aim* aim, int place) noexcept nogil
cdef unsigned int targets_with_advance(const Tables* t, const Game* g, int s, int place) noexcept nogil
cdef bint can_attack(const Tables* t, const Game* g, int s, bint bonus, unsigned int among) noexcept nogil
# Does the weapon still reach the Intruder from where the Spacer stands (ENO-CHB-05)?
cdef bint in_reach(const Tables* t, const Game* g, int s, int place, int k) noexcept nogil
# Does a Protocol's attack reach the Spacer from a cell (ENO-IAT-01-D)?
cdef bint intruder_reaches(const Tables* t, const Game* g, int k, int protocol, int cell, int s) noexcept nogil
cdef bint is_melee(const Tables* t, int card) noexcept nogil
# Equipped weapons that a reload can fill (ENO-REL-01-D, -02-D, -03), as bits of gear places.
cdef int reloadable(const Tables* t, const Game* g, int s, bint fast) noexcept nogil
# A Cover tile next to a target that lies between it and the attacker, -1 none (ENO-KEY-04, ENO-KEY-05, -05-D).
cdef int cover_tile(const Tables* t, const Game* g, int target, int attacker) noexcept nogil
