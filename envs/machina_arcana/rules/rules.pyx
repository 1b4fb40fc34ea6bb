# cython: language_level=3
"""The compiled rules as a whole: the capsule that the core's engine takes."""
from cpython.pycapsule cimport PyCapsule_New

from envs.core.flow cimport Rules, roll
from envs.core.piles cimport pile_shuffle_below
from envs.machina_arcana.rules.state cimport (
    Game, N_ACTIONS, PROC_COUNT, PROC_GAME, QUEST_STATE_DONE, QUEST_STATE_OPEN, REASON_ENDGAME_LOST, REASON_NO_EXPLORERS,
    REASON_ROUND_LIMIT, Tables, View,
)
from envs.machina_arcana.rules.table cimport PROCS
from envs.machina_arcana.rules.view cimport write_view

# Each module enters its procedures when it is imported.
from envs.machina_arcana.rules import (  # noqa: F401
    abilities, attacks, base, chapters, deaths, effects, events, items, monsters, quests, rounds, spawning, special, threat,
    tiles, trade, traps, turns, workbench,
)

cdef Rules RULES


cdef void view(const void* tables, const void* game, int seat, void* out) noexcept nogil:
    write_view(<const Tables*>tables, <const Game*>game, seat, <View*>out)


cdef void rewards(const void* tables, const void* game, int n_seats, float* out) noexcept nogil:
    """End and outcome: the explorers win or lose together (MAC-GEN-03, MAC-END-05), the Puppeteer the other way round."""
    cdef const Game* g = <const Game*>game
    cdef float result = 1
    cdef int s
    if g.core.outcome == REASON_ENDGAME_LOST or g.core.outcome == REASON_NO_EXPLORERS:
        result = -1
    elif g.core.outcome == REASON_ROUND_LIMIT:
        result = 0
    for s in range(n_seats):
        out[s] = result if s < g.seats else -result


cdef double progress(const Tables* t, const Game* g) noexcept nogil:
    """Chapters finished plus the share of the current quests, out of all chapters and the endgame; 0 to 1."""
    cdef int q, first, end, total = t.n_chapters + (1 if t.has_endgame else 0)
    cdef double share = 0, done = g.chapter_at, n = 0
    if g.chapter_at < 0:
        return 0
    first = t.chapters[g.chapter_at].first_quest
    end = t.chapters[g.chapter_at].end_quest
    if g.endgame >= 0:
        done = t.n_chapters
        first = t.first_endgame_quest
        end = t.end_endgame_quest
    for q in range(first, end):
        if g.quest_state[q]:
            share += <double>g.quest_progress[q] / t.quests[q].times
            n += 1
    if n > 0:
        done += 0.9 * share / n
    return done / total


cdef double potential(const void* tables, const void* game, int seat) noexcept nogil:
    cdef const Game* g = <const Game*>game
    cdef double value = progress(<const Tables*>tables, g)
    return value if seat < g.seats else -value


cdef void resample(const void* tables, void* game, int seat) noexcept nogil:
    """Hidden information: the order of the decks below the cards that all have seen, and the faces of unseen tiles."""
    cdef const Tables* t = <const Tables*>tables
    cdef Game* g = <Game*>game
    cdef int i, other
    pile_shuffle_below(&g.core, &g.treasure_deck, g.treasure_deck.known)
    pile_shuffle_below(&g.core, &g.monster_deck, g.monster_deck.known)
    pile_shuffle_below(&g.core, &g.explorer_deck, g.explorer_deck.known)
    pile_shuffle_below(&g.core, &g.horror_deck, g.horror_deck.known)
    pile_shuffle_below(&g.core, &g.tile_deck, g.tile_deck.known)
    for i in range(g.tile_deck.n - g.tile_deck.known):
        other = t.faces[g.tile_deck.cards[i]].flip
        if other >= 0 and roll(&g.core, 2):
            g.tile_deck.cards[i] = <unsigned short>other


def capsule():
    """The PyCapsule that `envs.core.engine.Engine` takes."""
    RULES.procs = PROCS
    RULES.n_procs = PROC_COUNT
    RULES.first = PROC_GAME
    RULES.n_actions = N_ACTIONS
    RULES.n_heroes = 0
    RULES.view = view
    RULES.rewards = rewards
    RULES.potential = potential
    RULES.resample = resample
    return PyCapsule_New(<void*>&RULES, "derelict.rules", NULL)
