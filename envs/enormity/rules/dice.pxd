# cython: language_level=3
"""Dice (DIC), rolls of Spacers (any roll: Confidence, Stress, Discipline) and Noise Rolls (NOI)."""
from envs.enormity.rules.state cimport COLOURS, Game, MAX_DICE, Roll, Tables

# A new innermost roll (`Game.rolls`), empty; its index. Its owner fills it by `add_dice` and fields, then either pushes
# SPACER_ROLL (a: index) or, for Intruders, calls `throw`. `end_roll` removes it: the innermost one only.
cdef int begin_roll(Game* g, int kind, int roller, int assault) noexcept nogil
cdef void end_roll(Game* g) noexcept nogil
cdef void add_dice(Game* g, int roll, int colour, int number) noexcept nogil  # at most MAX_DICE in all
cdef void throw(const Tables* t, Game* g, int roll) noexcept nogil  # rolls all dice
cdef void throw_die(const Tables* t, Game* g, int roll, int die) noexcept nogil
cdef int lower_tier(Game* g, int roll) noexcept nogil  # one die of the highest tier, by one (Cover); the die or -1
# Totals (ENO-DIC-03, -04, ENO-ATK-07): Power with raw Power and half Power, Lethal and `potential_pairs`; Potentials
# left.
cdef int power_of(const Tables* t, const Game* g, int roll) noexcept nogil
cdef int potential_of(const Tables* t, const Game* g, int roll, int die) noexcept nogil
cdef int quadrants_of(const Tables* t, const Game* g, int roll) noexcept nogil
