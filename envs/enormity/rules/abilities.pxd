# cython: language_level=3
"""Which abilities a Spacer may use and what they cost (ABL, STG, LOC-04, ENG-02). Above `weapons` and `objects`.

Numbers of actions count the abilities of a card that can be chosen (timings TURN to BLIP_MOVES), in their order:
passive ones are skipped. `card_ability_*`: 0 and 1 of the Breakdown card, 2 and 3 of the Awakening card, 4 and 5 of
the Conditions. `location_ability_*`: those of the Location, then those of the scenario; `location_action_*`: the
Location's with timing ACTION.
"""
from envs.enormity.rules.state cimport Game, Tables

cdef bint can_pay(const Tables* t, const Game* g, int s, int ability, int place) noexcept nogil
# Timing, costs, `need`, once per round, Knockdown and the like (ENO-ABL-06 to -12). `place`: its gear place or -1.
cdef bint usable(const Tables* t, const Game* g, int s, int ability, int place, int timing) noexcept nogil
# Adds an option for each ability that the Spacer can use at a timing (TURN, REACTION, ROLL, DAMAGE, BLIP_MOVES; ACTION
# for actions of the Location, whose card the turn pays): those of Character, Suit, Gear, cards won or suffered,
# Location, Engrams and Stratagems. How many.
cdef int offer_abilities(const Tables* t, Game* g, int s, int timing) noexcept nogil
cdef bint has_ability(const Tables* t, const Game* g, int s, int timing) noexcept nogil
# The ability behind an action that `offer_abilities` offered, and the gear place it belongs to: -1 none, ENGRAM_PLACE +
# i an Engram of type i, STRATAGEM_PLACE + i a Stratagem; it is USE_ABILITY's c.
cdef int ability_of(const Tables* t, const Game* g, int s, int action, int* place) noexcept nogil
# The ability of that number among those of a timing on the Spacer's Character, Suit, Breakdown and Awakening card and
# its Conditions, met or not; -1 behind the last.
cdef int own_effect(const Tables* t, const Game* g, int s, int timing, int number) noexcept nogil
# Starts the effect of such an ability; False when it has none or its condition is not met.
cdef bint start_effect(const Tables* t, Game* g, int s, int ability) noexcept nogil
# Pays all costs and marks it used; what USE_ABILITY does first.
cdef void pay_ability(const Tables* t, Game* g, int s, int ability, int place) noexcept nogil

# Stratagems (ENO-STG-03, -04-D). The token type that the Stratagem i takes next, -1 none; can the Spacer move one to
# it; do so and turn the card over once its requirement is met. `flip_stratagems` turns over all that need no more
# tokens.
cdef int stratagem_token(const Tables* t, const Game* g, int i) noexcept nogil
cdef bint can_pay_stratagem(const Tables* t, const Game* g, int s, int i) noexcept nogil
cdef void pay_stratagem(const Tables* t, Game* g, int i) noexcept nogil
cdef void flip_stratagems(const Tables* t, Game* g) noexcept nogil

# Index of the innermost attack in progress, an Intruder's only if it attacks (ENO-CHB-02-D); -1 none.
cdef int attack_in_progress(const Game* g) noexcept nogil
cdef void chain_break(Game* g) noexcept nogil  # ENO-CHB-01, -03: of that attack
# ENO-CHB-02: the attack that has just been begun is a Bonus Attack and breaks the Intruder's that it interrupts.
cdef void break_interrupted(Game* g) noexcept nogil
# A Bonus Attack: a Follow-up inside an own Attack (ENO-CHB-07), else it is pushed. `stand`: the Spacer may stand up
# first. True when a procedure was pushed.
cdef bint grant_bonus_attack(const Tables* t, Game* g, int s, bint stand) noexcept nogil

cdef enum:
    ENGRAM_PLACE = 20
    STRATAGEM_PLACE = 30
