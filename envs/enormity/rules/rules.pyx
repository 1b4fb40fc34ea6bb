# cython: language_level=3
"""The compiled rules as a whole: the capsule that the core's engine takes."""
from cpython.pycapsule cimport PyCapsule_New

from envs.core.flow cimport Head, Rules
from envs.core.piles cimport pile_draw, pile_push, pile_redeal
from envs.enormity.rules.blip_slots cimport draw_face
from envs.enormity.rules.board cimport open_distance
from envs.enormity.rules.state cimport (
    CELLS, Game, MAX_BLIPS, MAX_OBJECTS, N_ACTIONS, POINT_STATE_CLOSED, POINT_STATE_INITIATED, POINT_STATE_OPEN,
    PROC_COUNT, PROC_GAME, TRACK, THING_DISCOVERY, Tables, View, WHERE_BOARD, WHERE_DEAD, WHERE_EXTRACTED,
)
from envs.enormity.rules.table cimport PROCS
from envs.enormity.rules.view cimport write_view

# Each module enters its procedures when it is imported.
import envs.enormity.rules.abilities
import envs.enormity.rules.attacks
import envs.enormity.rules.blips
import envs.enormity.rules.deaths
import envs.enormity.rules.dice
import envs.enormity.rules.discoveries
import envs.enormity.rules.effects
import envs.enormity.rules.forced
import envs.enormity.rules.intruder_attacks
import envs.enormity.rules.intruder_moves
import envs.enormity.rules.intruders
import envs.enormity.rules.moves
import envs.enormity.rules.rounds
import envs.enormity.rules.scavenge
import envs.enormity.rules.turns

cdef Rules RULES


cdef void view(const void* tables, const void* game, int seat, void* out) noexcept nogil:
    write_view(<const Tables*>tables, <const Game*>game, seat, <View*>out)


cdef void rewards(const void* tables, const void* game, int n_seats, float* out) noexcept nogil:
    """End and outcome: a failed run is -1 for everybody; in a successful one an extracted Spacer has 1 and a lost one 0
    (ENO-EXT-14, ENO-GEN-02). The Intruders get the Spacers' mean with the sign turned."""
    cdef const Game* g = <const Game*>game
    cdef const Tables* t = <const Tables*>tables
    cdef float total = 0
    cdef bint success = g.extracted > 0 and (not t.objective_needed or g.objective_done)
    cdef int s
    for s in range(g.seats):
        out[s] = (1 if g.spacers[s].where == WHERE_EXTRACTED else 0) if success else -1
        total += out[s]
    for s in range(g.seats, n_seats):
        out[s] = -total / g.seats


cdef double nearest_share(const Tables* t, const Game* g, int cell) noexcept nogil:
    """1 for a Spacer on the cell, falling with the open distance of the nearest one on the board."""
    cdef int s, away, least = 30
    for s in range(g.seats):
        if g.spacers[s].where == WHERE_BOARD:
            away = open_distance(t, g, g.spacers[s].cell, cell)
            if away < least:
                least = away
    return 1 - least / 30.0


cdef double discovery_share(const Tables* t, const Game* g) noexcept nogil:
    """How many of the Discoveries that Extraction needs are made, and how near the next one is; 0 to 1."""
    cdef int i
    cdef double best = 0, near
    if g.extraction == 0 or t.extraction_start == 0:
        return 1
    for i in range(MAX_OBJECTS):
        if g.objects[i].cell >= 0 and g.objects[i].kind == THING_DISCOVERY:
            near = nearest_share(t, g, g.objects[i].cell)
            if near > best:
                best = near
    return (t.extraction_start - g.extraction + 0.8 * best) / t.extraction_start


cdef double exit_share(const Tables* t, const Game* g) noexcept nogil:
    """Mean over the living Spacers: how near an Extraction Point is, and how far it is opened."""
    cdef int c, p, s, away, n = 0
    cdef double total = 0, best, value
    for s in range(g.seats):
        if g.spacers[s].where == WHERE_DEAD:
            continue
        n += 1
        if g.spacers[s].where == WHERE_EXTRACTED:
            total += 1
            continue
        best = 0
        for c in range(CELLS):
            p = t.point_of[c]
            if p >= t.n_points or g.points[p].state < POINT_STATE_CLOSED or g.points[p].state > POINT_STATE_OPEN:
                continue
            away = 30
            if g.spacers[s].where == WHERE_BOARD:
                away = open_distance(t, g, g.spacers[s].cell, c)
            value = 0.4 * (1 - (away if away < 30 else 30) / 30.0)
            if g.points[p].state >= POINT_STATE_INITIATED:
                value += 0.5 * (1 - g.points[p].tokens / (<double>g.seats + 1))
            if value > best:
                best = value
        total += best
    return total / n if n else 0


cdef double potential(const void* tables, const void* game, int seat) noexcept nogil:
    """Discoveries made, then the way out, weighted by the share of the Spacers that live; -it for the Intruders."""
    cdef const Game* g = <const Game*>game
    cdef const Tables* t = <const Tables*>tables
    cdef int s, living = 0
    cdef double value
    if g.round == 0:
        return 0
    for s in range(g.seats):
        living += g.spacers[s].where != WHERE_DEAD
    value = 0.5 * discovery_share(t, g)
    if g.extraction == 0:
        value += 0.5 * exit_share(t, g)
    value *= 0.5 + 0.5 * living / g.seats
    return value if seat < g.seats else -value


cdef void redeal_blips(Game* g) noexcept nogil:
    """Faces of the Blips that nobody has seen, on the board and on the track, dealt anew with the pool."""
    cdef int b, i
    for b in range(MAX_BLIPS):
        if g.blips[b].point >= 0 and not g.blips[b].known:
            g.blip_pool[g.blips[b].face] += 1
    for b in range(TRACK):
        for i in range(g.track_blips[b]):
            g.blip_pool[g.track_blip[b][i]] += 1
    for b in range(MAX_BLIPS):
        if g.blips[b].point >= 0 and not g.blips[b].known:
            g.blips[b].face = <unsigned char>draw_face(g)
    for b in range(TRACK):
        for i in range(g.track_blips[b]):
            g.track_blip[b][i] = <signed char>draw_face(g)


cdef inline bint face_down(const Game* g, int i) noexcept nogil:
    """The object is a Discovery token of which nobody knows what it is."""
    return g.objects[i].cell >= 0 and g.objects[i].kind == THING_DISCOVERY and not g.objects[i].face_up


cdef void redeal_discoveries(Game* g) noexcept nogil:
    """Facedown Discovery tokens on the board and on the track, dealt anew with the supply."""
    cdef Head* h = &g.core
    cdef int i, j
    for i in range(MAX_OBJECTS):
        if face_down(g, i):
            pile_push(h, &g.discoveries, g.objects[i].sub, False)
    for i in range(TRACK):
        for j in range(g.track_discoveries[i]):
            if not g.track_open[i][j]:
                pile_push(h, &g.discoveries, g.track_discovery[i][j], False)
    g.discoveries.known = 0
    pile_redeal(h, &g.discoveries)
    for i in range(MAX_OBJECTS):
        if face_down(g, i):
            g.objects[i].sub = <unsigned char>pile_draw(h, &g.discoveries)
    for i in range(TRACK):
        for j in range(g.track_discoveries[i]):
            if not g.track_open[i][j]:
                g.track_discovery[i][j] = <signed char>pile_draw(h, &g.discoveries)


cdef void resample(const void* tables, void* game, int low, int high) noexcept nogil:
    """Hidden information: Blip faces, facedown Discovery tokens, and the order of all decks. Spacers share all that
    they know (ENO-GEN-04-D2), and the Intruders' seat sees no more than they do."""
    cdef Game* g = <Game*>game
    redeal_blips(g)
    redeal_discoveries(g)
    pile_redeal(&g.core, &g.loot)
    pile_redeal(&g.core, &g.scanner_white)
    pile_redeal(&g.core, &g.scanner_red)
    pile_redeal(&g.core, &g.scanner_black)
    pile_redeal(&g.core, &g.breakdowns)
    pile_redeal(&g.core, &g.adversaries)


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
