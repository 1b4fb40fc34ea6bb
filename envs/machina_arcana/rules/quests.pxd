# cython: language_level=3
"""Quests of chapters, events and the endgame (CHP-05 to CHP-11, QST)."""
from envs.core.bits cimport between
from envs.core.flow cimport u64
from envs.core.head cimport Head
from envs.machina_arcana.rules.state cimport Game, MAX_QUESTS, QUEST_STATE_OPEN, Tables


cdef inline u64 open_quests(const Game* g) noexcept nogil:
    """The open quests as bits."""
    cdef u64 quests
    between(g.quest_state, MAX_QUESTS, QUEST_STATE_OPEN, QUEST_STATE_OPEN, &quests)
    return quests


cdef bint open_to(const Tables* t, const Game* g, int quest, int seat) noexcept nogil
cdef bint may_collect(const Tables* t, const Game* g, int quest, int seat) noexcept nogil
cdef bint fits_space(const Tables* t, const Game* g, int quest, int seat, int cell) noexcept nogil
cdef bint collect_options(const Tables* t, Game* g, int seat) noexcept nogil
cdef void set_quests(Game* g, int first, int end, int state) noexcept nogil
