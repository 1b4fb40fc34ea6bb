# cython: language_level=3
"""The compiled rules as a whole: the capsule that the core's engine takes."""
from cpython.pycapsule cimport PyCapsule_New

from envs.core.flow cimport Rules, roll
from envs.core.piles cimport pile_push_bottom, pile_redeal, pile_remove
from envs.machina_arcana.rules.geometry cimport direct
from envs.machina_arcana.rules.state cimport (
    CELLS, Game, N_ACTIONS, PROC_COUNT, PROC_GAME, QUEST_KIND_COLLECT_ESSENCE, QUEST_KIND_USE_SPACE, QUEST_STATE_DONE,
    REASON_ENDGAME_LOST, REASON_NO_EXPLORERS, REASON_ROUND_LIMIT, SPACE_CHAPTER, SPACE_SPECIAL, TOKEN_EXPLORED,
    TOKEN_LIGHT, Tables, View, WHERE_BASE, WHERE_EXITED, WHERE_MAP, WHERE_OUT,
)
from envs.machina_arcana.rules.table cimport PROCS
from envs.machina_arcana.rules.tiles cimport token_cell
from envs.machina_arcana.rules.view cimport write_view

# Each module enters its procedures when it is imported.
import envs.machina_arcana.rules.abilities
import envs.machina_arcana.rules.attacks
import envs.machina_arcana.rules.base
import envs.machina_arcana.rules.chapters
import envs.machina_arcana.rules.deaths
import envs.machina_arcana.rules.effects
import envs.machina_arcana.rules.events
import envs.machina_arcana.rules.items
import envs.machina_arcana.rules.markers
import envs.machina_arcana.rules.monsters
import envs.machina_arcana.rules.quests
import envs.machina_arcana.rules.rounds
import envs.machina_arcana.rules.spawning
import envs.machina_arcana.rules.special
import envs.machina_arcana.rules.threat
import envs.machina_arcana.rules.tiles
import envs.machina_arcana.rules.trade
import envs.machina_arcana.rules.traps
import envs.machina_arcana.rules.turns
import envs.machina_arcana.rules.workbench

cdef Rules RULES


cdef void view(const void* tables, const void* game, int seat, void* out) noexcept nogil:
    write_view(<const Tables*>tables, <const Game*>game, seat, <View*>out)


cdef void rewards(const void* tables, const void* game, int n_seats, float* out) noexcept nogil:
    """End and outcome: the explorers win or lose together (MAC-GEN-03, MAC-END-05), the Puppeteer the other way
    round."""
    cdef const Game* g = <const Game*>game
    cdef float result = 1
    cdef int s
    if g.core.outcome == REASON_ENDGAME_LOST or g.core.outcome == REASON_NO_EXPLORERS:
        result = -1
    elif g.core.outcome == REASON_ROUND_LIMIT:
        result = 0
    for s in range(n_seats):
        out[s] = result if s < g.seats else -result


cdef double closeness(const Game* g, int cell) noexcept nogil:
    """1 for an explorer at the cell, falling with the direct distance of the nearest one; 0 if nobody is on the map."""
    cdef int s, away, least = 20
    for s in range(g.seats):
        if g.explorers[s].cell >= 0:
            away = direct(g.explorers[s].cell, cell)
            if away < least:
                least = away
    return 1 - least / 20.0


cdef double nearest_goal(const Game* g, int kind) noexcept nogil:
    """`closeness` of the nearest space of a kind that can still be used."""
    cdef int cell
    cdef double best = 0, value
    for cell in range(CELLS):
        if g.kind[cell] == kind and (g.token[cell] != TOKEN_EXPLORED or kind == SPACE_SPECIAL):
            value = closeness(g, cell)
            if value > best:
                best = value
    return best


cdef double essence_share(const Game* g, int wanted) noexcept nogil:
    """How much of the wanted essence the explorers on the map own together, 0 to 1."""
    cdef int s, total = 0
    for s in range(g.seats):
        if g.explorers[s].where == WHERE_MAP:
            total += g.explorers[s].essence
    return 1 if total >= wanted else <double>total / wanted


cdef double quest_share(const Tables* t, const Game* g, int first, int end) noexcept nogil:
    """Mean share of the quests from `first` on: successes, and how near the next one is."""
    cdef int q, n = 0
    cdef double total = 0, next_one
    for q in range(first, end):
        n += 1
        if g.quest_state[q] == QUEST_STATE_DONE:
            total += 1
            continue
        if t.quests[q].kind == QUEST_KIND_USE_SPACE:
            next_one = nearest_goal(g, t.quests[q].space)
        elif t.quests[q].kind == QUEST_KIND_COLLECT_ESSENCE:
            next_one = essence_share(g, 1)
        else:
            next_one = 0
        total += (g.quest_progress[q] + 0.8 * next_one) / t.quests[q].times
    return total / n if n else 0


cdef double exit_share(const Tables* t, const Game* g) noexcept nogil:
    """Mean over the explorers in the game: 1 if exited, else how near the exit is."""
    cdef int s, n = 0, cell = token_cell(t, g, g.exit_slot, g.exit_side)
    cdef double total = 0
    for s in range(g.seats):
        if g.explorers[s].where == WHERE_EXITED:
            total += 1
        elif g.explorers[s].cell >= 0:
            total += 0.8 * (1 - direct(g.explorers[s].cell, cell) / 20.0)
        n += g.explorers[s].where != WHERE_OUT
    return total / n if n else 0


cdef double chapter_share(const Tables* t, const Game* g) noexcept nogil:
    """How far the current chapter is done, 0 to 1."""
    cdef int at = g.chapter_at, cell
    cdef double lit = 0
    if g.endgame >= 0:
        return quest_share(t, g, t.first_endgame_quest, t.end_endgame_quest)
    if g.exit_slot >= 0:
        return exit_share(t, g)
    if t.chapters[at].end_quest > t.chapters[at].first_quest:
        return quest_share(t, g, t.chapters[at].first_quest, t.chapters[at].end_quest)
    if t.chapters[at].blocks:
        return 0
    for cell in range(CELLS):
        if g.kind[cell] == SPACE_CHAPTER and g.token[cell] == TOKEN_LIGHT:
            lit = 1
    return 0.5 * nearest_goal(g, SPACE_CHAPTER) + 0.5 * (1 if lit else essence_share(g, 3))


cdef double progress(const Tables* t, const Game* g) noexcept nogil:
    """The explorers' potential: chapters finished and nine tenths of the share of the current one, out of all and the
    endgame; 0 to 1."""
    cdef int total = t.n_chapters + (1 if t.has_endgame else 0)
    if g.chapter_at < 0:
        return 0
    return ((t.n_chapters if g.endgame >= 0 else g.chapter_at) + 0.9 * chapter_share(t, g)) / total


cdef double losses(const Tables* t, const Game* g) noexcept nogil:
    """Explorers destroyed and the wounds of those in play, out of all explorer cards; 0 to 1."""
    cdef double lost = g.deaths, most
    cdef int s
    for s in range(g.seats):
        if WHERE_MAP <= g.explorers[s].where <= WHERE_BASE:
            most = t.explorers[g.explorers[s].card].health
            lost += max(most - g.explorers[s].health, 0.0) / most
    return lost / t.n_explorers


cdef double potential(const void* tables, const void* game, int seat) noexcept nogil:
    """The Puppeteer's also counts what the explorers lose. Their progress alone tells it too late what an attack was
    worth: not until their last card is gone, hundreds of its decisions later, does it stop."""
    cdef const Tables* t = <const Tables*>tables
    cdef const Game* g = <const Game*>game
    return progress(t, g) if seat < g.seats else losses(t, g) - progress(t, g)


cdef void redeal_horror(const Tables* t, Game* g, bint offered) noexcept nogil:
    """The horror deck; and, as only the Puppeteer sees the two horror events of its choice (`offered`: another looks),
    those with it: each is the first card of the deck that leaves the Puppeteer the same options."""
    cdef int i, at
    cdef bint[2] shuffles
    cdef bint[2] held
    for i in range(2):
        held[i] = offered and g.horror_offer[i] >= 0
        if held[i]:
            shuffles[i] = t.horror_events[g.horror_offer[i]].shuffles
            pile_push_bottom(&g.core, &g.horror_deck, g.horror_offer[i])
    pile_redeal(&g.core, &g.horror_deck)
    for i in range(2):
        if not held[i]:
            continue
        at = 0
        while t.horror_events[g.horror_deck.cards[at]].shuffles != shuffles[i]:
            at += 1
        g.horror_offer[i] = <signed char>g.horror_deck.cards[at]
        pile_remove(&g.horror_deck, g.horror_deck.cards[at])


cdef void redeal_tiles(const Tables* t, Game* g) noexcept nogil:
    """The map tiles, each with either face up."""
    cdef int i, other, n = g.tile_deck.n - g.tile_deck.known
    for i in range(n):
        other = t.faces[g.tile_deck.cards[i]].flip
        if 0 <= other < g.tile_deck.cards[i]:
            g.tile_deck.cards[i] = <unsigned short>other
    pile_redeal(&g.core, &g.tile_deck)
    for i in range(n):
        other = t.faces[g.tile_deck.cards[i]].flip
        if other >= 0 and roll(&g.core, 2):
            g.tile_deck.cards[i] = <unsigned short>other


cdef void resample(const void* tables, void* game, int low, int high) noexcept nogil:
    """Hidden information: the order of the decks below the cards that all have seen, and the faces of unseen tiles."""
    cdef const Tables* t = <const Tables*>tables
    cdef Game* g = <Game*>game
    pile_redeal(&g.core, &g.treasure_deck)
    pile_redeal(&g.core, &g.monster_deck)
    pile_redeal(&g.core, &g.explorer_deck)
    redeal_horror(t, g, low < g.seats)
    redeal_tiles(t, g)


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
