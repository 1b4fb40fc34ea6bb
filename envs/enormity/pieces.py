"""Where every card, figure and token of a position is: what cannot be right is named.

For tests only. It looks at the finished position, not at how it came about, so that it finds what any rule got wrong.
What a procedure holds while a question waits (a drawn card, a roll, an attack) is read from its frame of the stack.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from envs.core.schema import Struct
from envs.enormity.actions import ACTIONS, ENGRAM_TYPES, MAX_BLIPS, MAX_SPACERS
from envs.enormity.state import (
    COLOURS,
    GAME,
    MAX_OBJECTIVES,
    MAX_SPECIMENS,
    MAX_VIEWS_OF_MAP,
    POINT_WIDTH,
    TOP,
    TRACK,
    WIDTH,
    Face,
    GearKind,
    GearPlace,
    Op,
    PointState,
    Proc,
    RollKind,
    Stat,
    Thing,
    Tile,
    Timing,
    Where,
)

Row = Any
NOWHERE = 255  # of a cell: no page, no Extraction Point
DECKS = ("white", "red", "black")
AWAKENING_CARD = 3  # the Flatline card that rolls the Enormity die
HELD = ("card", "place", "exhausted", "ammo", "charges", "discharge", "disabled", "used")
GONE = (Where.ABSENT, Where.DEAD)
TRACKED = (("track_blip", "track_blips"), ("track_discovery", "track_discoveries"))
OPENED = (PointState.INITIATED, PointState.OPEN)
SLOTS = {GearPlace.SUPPORT: "support", GearPlace.ARMOR: "armor", GearPlace.BACKPACK: "backpack"}
ADDED = {GearPlace.HAND: Stat.HANDS, GearPlace.BACKPACK: Stat.BACKPACK}
FIRST_CANDIDATE = ACTIONS.id("candidate_0")


class Frame(NamedTuple):
    """A running procedure: its number, its step, its first arguments."""

    proc: int
    step: int
    a: int
    b: int
    c: int
    d: int
    e: int
    f: int
    g: int
    h: int
    i: int
    j: int


def problems(tables: Row, state: Row) -> list[str]:
    """What is wrong with the pieces of a position at a decision.

    Args:
        tables: the tables of the game.
        state: its record.

    Returns:
        One sentence for each contradiction; none if all is well.
    """
    checks: tuple[Callable[[Row, Row], Iterator[str]], ...] = (
        _ranges, _blips, _points, _order, _scanners, _track, _miniatures, _specimens, _adversaries, _spacers, _crew,
        _marker, _figures, _ground, _discoveries, _objects, _engrams, _breakdowns, _gear_cards, _gear_places, _slots,
        _stratagems, _map, _tiles, _exits, _clock, _lasting, _noises, _rolls, _attacks, _progress, _beyond,
    )  # fmt: skip
    return [problem for check in checks for problem in check(tables, state)]


# -- what the checks share -------------------------------------------------------------------------------------


def _cards(state: Row, name: str) -> list[int]:
    pile = state[name]
    return [int(c) for c in pile["cards"][: int(pile["n"])]]


def _frames(state: Row, *procs: Proc) -> list[Frame]:
    """The frames of these procedures, outermost first."""
    core = state["core"]
    return [Frame(*row[:12]) for row in core["stack"][: int(core["depth"])].tolist() if row[0] in procs]


def _column(rows: Row, name: str) -> list[int]:
    found: list[int] = rows[name].tolist()
    return found


def _seats(state: Row) -> range:
    return range(int(state["seats"]))


def _where(state: Row) -> list[Where]:
    return [Where(where) for where in _column(state["spacers"], "where")]


def _in_play(state: Row) -> list[int]:
    """Spacers that are alive and have not extracted."""
    return [s for s, where in enumerate(_where(state)) if where in (Where.BOARD, Where.OTHER)]


def _slots_taken(state: Row) -> list[int]:
    """Slots of the Intruders on the board."""
    return [k for k, type_ in enumerate(_column(state["intruders"], "type")) if type_ >= 0]


def _revealed(state: Row, page: int) -> bool:
    return bool(int(state["revealed"]) >> page & 1)


def _text(cell: int) -> str:
    return f"{cell} ({cell % WIDTH}, {cell // WIDTH})"


@functools.cache
def _blank_bytes(dtype: np.dtype[np.void], nothing: tuple[str, ...]) -> bytes:
    row = np.zeros((), dtype)
    for name in nothing:
        row[name] = -1
    return row.tobytes()


def _blank(row: Row, *nothing: str) -> bool:
    """All fields are 0, those of `nothing` -1."""
    return bool(row.tobytes() == _blank_bytes(row.dtype, nothing))


def _ranges(tables: Row, state: Row) -> Iterator[str]:
    for field in GAME.fields:
        if field.name != "core":
            yield from _range(field.name, field, state[field.name])


def _range(name: str, field: Any, values: Row) -> Iterator[str]:
    if isinstance(field.type, Struct):
        for part in field.type.fields:
            yield from _range(f"{name}.{part.name}", part, values[part.name])
    elif field.high is not None:
        low, high = int(values.min()), int(values.max())
        if low < field.low or high > field.high:
            yield f"{name} must lie in {field.low} to {field.high}, got {low} to {high}"


# -- Blips -----------------------------------------------------------------------------------------------------


def _blips(tables: Row, state: Row) -> Iterator[str]:
    """Each token is in the pool, on the board, on the track, drawn, or an Echo that has left the session."""
    found = Counter({face: int(n) for face, n in enumerate(state["blip_pool"])})
    found[Face.ECHO] += int(state["echoes_gone"])
    for b, row in enumerate(state["blips"]):
        if row["point"] >= 0:
            found[int(row["face"])] += 1
        elif not _blank(row, "point"):
            yield f"the Blip slot {b} is free, but not blank"
    found.update(face for row in state["track_blip"].tolist() for face in row if face >= 0)
    found.update(f.e for f in _frames(state, Proc.SPAWN_BLIPS) if f.step == 3)  # its arrow is being asked
    for face in Face:
        if found[face] != tables["blip_faces"][face]:
            yield f"there are {found[face]} Blips of face {face.name}, of {tables['blip_faces'][face]}"


def _points(tables: Row, state: Row) -> Iterator[str]:
    """Blips lie on pages in play, each on an intersection of its own, unless one that makes way cannot get away."""
    moving = {f.a for f in _frames(state, Proc.MOVE_BLIP)}
    at: dict[int, list[int]] = {}
    for b, point in enumerate(_column(state["blips"], "point")):
        if point >= 0:
            at.setdefault(point, []).append(b)
    for point, blips in at.items():
        x, y = point % POINT_WIDTH, point // POINT_WIDTH
        if not any(_on_lattice(page, x, y) for p, page in enumerate(_pages(tables)) if _revealed(state, p)):
            yield f"the Blips {blips} lie on the point ({x}, {y}), which is on no page in play"
        elif len(blips) > 1 and not moving & {*blips} and not _stuck(tables, state, x, y):
            yield f"the Blips {blips} all lie on the point ({x}, {y})"


def _pages(tables: Row) -> list[tuple[int, ...]]:
    pages: list[tuple[int, ...]] = tables["pages"][: int(tables["n_pages"])].tolist()
    return pages


def _on_lattice(page: tuple[int, ...], x: int, y: int, rim: int = 0) -> bool:
    left, top, width, height = page[:4]
    return left + rim <= x <= left + width - rim and top + rim <= y <= top + height - rim


def _stuck(tables: Row, state: Row, x: int, y: int) -> bool:
    """A displaced Blip may stay there (ENO-BLP-11-D): at the end of a page, or next to what it would move toward, the
    space of a Spacer who has left the board or one where a Noise was made. Once nobody is left it may be any space on
    which the last Spacer has been during a patrol.
    """
    if not _in_play(state):
        return True
    if not any(_on_lattice(page, x, y, 1) for page in _pages(tables)):
        return True
    spacers, noises = state["spacers"], state["noises"]
    goals = [cell for cell, own in zip(spacers["last_cell"].tolist(), spacers["cell"].tolist(), strict=True) if own < 0]
    goals += noises["cell"].tolist()
    return any(cell % WIDTH in (x - 1, x) and cell // WIDTH in (y - 1, y) for cell in goals if cell >= 0)


def _order(tables: Row, state: Row) -> Iterator[str]:
    """Only a patrol gives Blips an order, each its own."""
    order = [n for n in _column(state["blips"], "order") if n]
    if order and not _frames(state, Proc.PATROL):
        yield f"Blips have the order {order} without a patrol"
    if len(set(order)) != len(order) or any(n > MAX_BLIPS for n in order):
        yield f"the order of the Blips is {order}"


def _scanners(tables: Row, state: Row) -> Iterator[str]:
    """Each Scanner card is in its deck, discarded, or the one of the present patrol."""
    used = [f.a for f in _frames(state, Proc.PATROL) if f.step >= 2]
    if (state["scanner"] >= 0) != bool(used) or (state["scanner_turned"] and not used):
        yield f"the Scanner card {state['scanner']} is in use in {len(used)} patrols"
        return
    for level, name in enumerate(DECKS):
        cards = Counter(_cards(state, f"scanner_{name}") + _cards(state, f"discard_{name}"))
        cards.update([int(state["scanner"])] * used.count(level))
        for card in {*range(int(tables["n_scanners"][level])), *cards}:
            if cards[card] != 1 or card >= tables["n_scanners"][level]:
                yield f"the {name} Scanner card {card} is at {cards[card]} places"


def _track(tables: Row, state: Row) -> Iterator[str]:
    """What waits on the Countdown Track, in front of the marker, the first places of a space first."""
    for tokens, counts in TRACKED:
        for space, (row, n) in enumerate(zip(state[tokens].tolist(), state[counts].tolist(), strict=True)):
            if [token >= 0 for token in row] != [i < n for i in range(2)]:
                yield f"{tokens} has {row} on space {space}, counted as {n}"
    for space in range(TRACK):
        n = sum(int(state[name][space]) for name in ("track_blips", "track_intruders", "track_discoveries"))
        if n and space > state["countdown"]:
            yield f"{n} tokens are left on the track space {space} behind the marker"
        if (state["track_open"][space].astype(bool) & (state["track_discovery"][space] < 0)).any():
            yield f"nothing lies open on the track space {space}"


# -- Intruders -------------------------------------------------------------------------------------------------


def _miniatures(tables: Row, state: Row) -> Iterator[str]:
    """No more miniatures of a type than there are; free slots are blank."""
    on_board = Counter(type_ for type_ in _column(state["intruders"], "type") if type_ >= 0)
    for type_, n in on_board.items():
        if type_ >= tables["n_types"] or n > tables["types"][type_]["minis"]:
            yield f"{n} Intruders of type {type_} are on the board, of {tables['types'][type_]['minis']}"
    busy = {f.a for f in _frames(state, Proc.ACTIVATE, Proc.PERFORM)} | {f.c for f in _frames(state, Proc.FLASH)}
    for k, row in enumerate(state["intruders"]):
        if row["type"] < 0:
            if not _blank(row, "cell", "type", "specimen"):
                yield f"the Intruder slot {k} is free, but not blank"
        elif row["cell"] < 0:
            yield f"the Intruder {k} is on no space"
        elif row["activating"] and k not in busy:
            yield f"the Intruder {k} is activating, but nothing activates it"


def _specimens(tables: Row, state: Row) -> Iterator[str]:
    """A Unique Specimen card is in its deck or lies for one Intruder of its type."""
    intruders = state["intruders"]
    used, slots = Counter[int](), Counter[int]()
    for k in _slots_taken(state):
        card, type_ = int(intruders["specimen"][k]), int(intruders["type"][k])
        row = tables["types"][type_]
        if card >= 0:
            used[card] += 1
            slots[type_] += 1
            if not row["first_specimen"] <= card < row["end_specimen"]:
                yield f"the Unique Specimen card {card} lies for the Intruder {k} of type {type_}"
    for card in range(MAX_SPECIMENS):
        if used[card] + int(state["specimen_free"][card]) != 1:
            yield f"the Unique Specimen card {card} is used {used[card]} times, free {state['specimen_free'][card]}"
    for type_, n in slots.items():
        if n > tables["types"][type_]["specimen_slots"]:
            yield f"{n} Unique Specimen cards lie on the sheet of type {type_}"


def _adversaries(tables: Row, state: Row) -> Iterator[str]:
    """An Adversary is in its deck, on the zero hour space, on the board, or gone; a Flash Attack only borrows it."""
    places = Counter(_cards(state, "adversaries"))
    if state["waiting_adversary"] >= 0:
        places[int(state["waiting_adversary"])] += 1
    lent = {f.c for f in _frames(state, Proc.FLASH) if f.step >= 2}
    types = _column(state["intruders"], "type")
    slot = int(state["adversary"])
    for k in _slots_taken(state):
        if tables["types"][types[k]]["adversary"] and k not in lent:
            places[types[k]] += 1
            if k != slot:
                yield f"the Adversary of type {types[k]} in slot {k} is not the one of the session, {slot}"
    if slot >= 0 and (types[slot] < 0 or not tables["types"][types[slot]]["adversary"]):
        yield f"the Adversary is in slot {slot}, which holds type {types[slot]}"
    for type_, n in places.items():
        if n > 1 or not tables["types"][type_]["adversary"]:
            yield f"the Adversary of type {type_} is at {n} places"


# -- Spacers ---------------------------------------------------------------------------------------------------


def _spacers(tables: Row, state: Row) -> Iterator[str]:
    """Who is on the board has a space, who is not has none; what is due will be settled."""
    settling = {f.a for f in _frames(state, Proc.SETTLE)}
    where = _where(state)
    for s, row in enumerate(state["spacers"]):
        cell, last = int(row["cell"]), int(row["last_cell"])
        name = f"the Spacer {s} is {where[s].name} on space {cell}"
        if s >= state["seats"]:
            if where[s] != Where.ABSENT or cell >= 0 or row["character"] >= 0:
                yield f"{name}, but does not play"
            continue
        if (cell >= 0) != (where[s] == Where.BOARD):
            yield name
        if (last >= 0) == (where[s] == Where.ABSENT) or (cell >= 0 and last != cell):
            yield f"{name}, its last space is {last}"
        if where[s] == Where.ABSENT and state["phase"]:
            yield f"{name} after the set-up"
        if where[s] == Where.DEAD and row["vitals"]:
            yield f"{name} with {row['vitals']} Vitals"
        if row["due"] and s not in settling:
            yield f"the Spacer {s} has {row['due']} to settle, and nothing settles it"
        if (row["breakdown"] >= 0 and not row["broke_down"]) or (row["flipped"] and row["breakdown"] < 0):
            yield f"the Spacer {s} has the Breakdown card {row['breakdown']}, flipped {row['flipped']}"
    for field, wanted in (("extracted", Where.EXTRACTED), ("deaths", Where.DEAD)):
        if state[field] != where.count(wanted):
            yield f"{field} is {state[field]}, but {where.count(wanted)} Spacers are {wanted.name}"


def _crew(tables: Row, state: Row) -> Iterator[str]:
    """Each Character plays once, Suits as often as there are copies; their half cards are sleeved in pairs."""
    spacers = state["spacers"]
    characters = Counter(c for c in _column(spacers, "character") if c >= 0)
    for card, n in characters.items():
        if n > 1 or card >= tables["n_characters"]:
            yield f"the Character {card} plays {n} times"
    for card, n in Counter(c for c in _column(spacers, "suit") if c >= 0).items():
        if card >= tables["n_suits"] or n > tables["suits"][card]["copies"]:
            yield f"the Suit {card} is worn {n} times"
    for s in _seats(state):
        half = spacers["half"][s]
        if (half < 0).all():
            if spacers["where"][s] != Where.ABSENT:
                yield f"the Spacer {s} has no Action cards"
            continue
        suit = _column(tables["suits"][int(spacers["suit"][s])], "halves")
        own = _column(tables["characters"][int(spacers["character"][s])], "halves")
        if half[:, 0].tolist() != suit or half[:, 1].tolist() not in (own, [own[1], own[0], own[2]]):
            yield f"the Spacer {s} has the Action cards {half.tolist()}"


def _marker(tables: Row, state: Row) -> Iterator[str]:
    """Somebody in play holds the marker of the Priority Target as long as there is anybody."""
    holder, playing = int(state["marker"]), _in_play(state)
    if state["phase"] and (holder not in playing if playing else holder >= 0):
        yield f"the marker is with {holder}, in play are {playing}"


# -- figures on the board --------------------------------------------------------------------------------------


def _moving(state: Row) -> set[int]:
    """Units in the middle of a movement, which may pass others; Spacers by seat, Intruders behind them."""
    units = {f.a for f in _frames(state, Proc.MOVE, Proc.FREE_STEPS, Proc.STEP, Proc.DISPLACE)}
    for f in _frames(state, Proc.INTRUDER_MOVE):
        units.add(MAX_SPACERS + f.a)
        if f.step == 5:  # one on which it has stopped, for which a space is sought
            units.add(MAX_SPACERS + f.j)
    return units


def _cells(state: Row) -> dict[int, int]:
    """The space of each unit on the board."""
    spacers = {s: cell for s, cell in enumerate(_column(state["spacers"], "cell")) if cell >= 0}
    cells = _column(state["intruders"], "cell")
    return {**spacers, **{MAX_SPACERS + k: cells[k] for k in _slots_taken(state) if cells[k] >= 0}}


def _figures(tables: Row, state: Row) -> Iterator[str]:
    """One figure on a space, beside those that are passing (ENO-MOV-07, ENO-IMV-11)."""
    moving = _moving(state)
    resting: dict[int, int] = {}
    for unit, cell in _cells(state).items():
        if unit in moving:
            continue
        if cell in resting:
            yield f"the units {resting[cell]} and {unit} are both on space {_text(cell)}"
        resting[cell] = unit


def _ground(tables: Row, state: Row) -> Iterator[str]:
    """Figures stand in bounds; Intruders on no Extraction Point (ENO-EXT-11-D); nobody on an Obstacle, unless it has
    just been put there, or is Indestructible and was put under an Intruder (ENO-TER-06, ENO-TER-08).
    """
    moving = _moving(state)
    crashed = {f.e for f in _frames(state, Proc.PLACE_TILE)}
    for unit, cell in _cells(state).items():
        page, point, tile = (int(values[cell]) for values in (tables["page"], tables["point_of"], state["tile"]))
        name = f"the unit {unit} is on space {_text(cell)}"
        if page == NOWHERE or not _revealed(state, page):
            yield f"{name}, which is out of bounds"
        elif point != NOWHERE and state["points"][point]["state"] != PointState.OPEN:
            yield f"{name}, part of an Extraction Point that is not open"
        elif point != NOWHERE and unit >= MAX_SPACERS and unit not in moving:
            yield f"{name}, part of an Extraction Point"
        words = int(tables["terrains"][tile - 1]["keywords"]) if tile else 0
        stays = unit >= MAX_SPACERS and words >> Tile.INDESTRUCTIBLE & 1
        if words >> Tile.OBSTACLE & 1 and not stays and unit not in moving | crashed:
            yield f"{name}, an Obstacle"


# -- tokens ----------------------------------------------------------------------------------------------------


def _things(state: Row, kind: Thing) -> list[tuple[int, int]]:
    """(cell, sub) of the objects of a kind."""
    return [(cell, sub) for cell, is_, sub, *_ in state["objects"].tolist() if is_ == kind]


def _placed(tables: Row, state: Row) -> list[tuple[int, int, int]]:
    """(cell, kind, sub) of what was set up with the pages on the table."""
    rows = tables["placed"][: int(tables["n_placed"])]
    columns = zip(*(_column(rows, name) for name in ("cell", "kind", "sub", "page")), strict=True)
    return [(cell, kind, sub) for cell, kind, sub, page in columns if _revealed(state, page)]


def _discoveries(tables: Row, state: Row) -> Iterator[str]:
    """Each Discovery token is in the supply, on the board, on the track, being resolved, or discarded (DSC)."""
    found = Counter(_cards(state, "discoveries"))
    found.update(sub for _, sub in _things(state, Thing.DISCOVERY))
    found.update(token for row in state["track_discovery"].tolist() for token in row if token >= 0)
    found.update(f.b for f in _frames(state, Proc.DISCOVERY))
    for token, n in found.items():
        if n > 1 or token >= tables["n_tokens"]:
            yield f"the Discovery token {token} is at {n} places"
    if found.total() + state["discards"] != tables["n_tokens"]:
        yield f"{found.total()} Discovery tokens and {state['discards']} discards, of {tables['n_tokens']}"
    if state["found"] != state["discards"]:
        yield f"{state['found']} Discoveries were made with {state['discards']} tokens"


def _objects(tables: Row, state: Row) -> Iterator[str]:
    """Objects lie on pages in play, Caches and Discovery tokens where they were set up, one each."""
    most = {Thing.ENGRAM: ENGRAM_TYPES, Thing.OBJECTIVE: MAX_OBJECTIVES}
    for i, (cell, what, sub, *rest) in enumerate(state["objects"].tolist()):
        kind = Thing(what)
        if kind == Thing.NONE:
            if cell >= 0 or sub or any(rest):
                yield f"the object {i} is nothing, but not blank"
        elif cell < 0 or tables["page"][cell] == NOWHERE or not _revealed(state, int(tables["page"][cell])):
            yield f"the object {i}, {kind.name}, is on space {_text(cell)}"
        elif sub >= most.get(kind, NOWHERE):
            yield f"the object {i}, {kind.name}, is of type {sub}"
    placed = _placed(tables, state)
    for kind in (Thing.CACHE, Thing.DISCOVERY):
        spots = Counter(cell for cell, what, _ in placed if what == kind)
        lying = Counter(cell for cell, _ in _things(state, kind))
        for cell, n in (lying - spots).items():
            yield f"{n} objects {kind.name} too many lie on space {_text(cell)}"


def _engrams(tables: Row, state: Row) -> Iterator[str]:
    """Engrams are in the pool, on the board, or carried; only the dead lose them, and who can hold no more of a type.
    Those of a named type are set up in addition to the pool.
    """
    spacers = state["spacers"]
    placed = _placed(tables, state)
    carried = spacers["devices"].sum(0) + spacers["resources"].sum(0)
    lying = Counter(sub for _, sub in _things(state, Thing.ENGRAM))
    may_lack = not state["phase"] or state["deaths"] or (spacers["devices"] == TOP).any()
    for type_ in range(ENGRAM_TYPES):
        named = sum(kind == Thing.ENGRAM and sub == type_ for _, kind, sub in placed)
        known = int(tables["engrams"][type_]) + named
        found = int(state["engram_pool"][type_]) + int(carried[type_]) + lying[type_]
        if found > known or (found < known and not may_lack):
            yield f"there are {found} Engrams of type {type_}, of {known}"


def _breakdowns(tables: Row, state: Row) -> Iterator[str]:
    """Each Stress Breakdown card is in the deck or with a Spacer, dead or alive."""
    cards = Counter(_cards(state, "breakdowns"))
    cards.update(card for card in _column(state["spacers"], "breakdown") if card >= 0)
    for card in {*range(int(tables["n_breakdowns"])), *cards}:
        if cards[card] != 1 or card >= tables["n_breakdowns"]:
            yield f"the Stress Breakdown card {card} is at {cards[card]} places"


# -- Gear ------------------------------------------------------------------------------------------------------


def _held(state: Row, *fields: str) -> Iterator[tuple[int, ...]]:
    """(Spacer, entry, fields ...) of every Gear card that a Spacer has."""
    gear = state["spacers"]["gear"]
    for s, entry in np.argwhere(gear["card"] >= 0).tolist():
        yield s, entry, *(int(gear[name][s][entry]) for name in fields)


def _gear_cards(tables: Row, state: Row) -> Iterator[str]:
    """No more copies than the Loot Deck, the stash and the preset Loadouts had, unless effects hand them out."""
    loot = Counter(_cards(state, "loot"))
    stash = Counter({card: int(state["stash"][card]) for card in np.flatnonzero(state["stash"]).tolist()})
    held = Counter(card for _, _, card, place in _held(state, "card", "place") if place != GearPlace.FIXED)
    held.update(f.b for f in _frames(state, Proc.LOOT))
    deck = Counter(card for card in tables["loot"].tolist() if card >= 0)
    chest = Counter({card: int(tables["stash"][card]) for card in np.flatnonzero(tables["stash"]).tolist()})
    preset = Counter[int]()
    if tables["preset"]:
        for character in _column(state["spacers"], "character"):
            if character >= 0:
                preset.update(card for card in _column(tables["characters"][character], "gear") if card >= 0)
    given = {int(op["a"]) for op in tables["ops"][tables["ops"]["code"] == Op.GAIN_GEAR]}
    for card, n in (loot + stash + held - deck - chest - preset).items():
        if card not in given:
            yield f"there are {n} copies too many of the Gear card {card}"
    if loot - deck or stash - chest:
        yield f"the Loot Deck {loot} or the stash {stash} has grown"
    if not state["phase"] and (loot != deck or (not tables["preset"] and stash + held != chest)):
        yield "a Gear card is missing in the set-up"


def _gear_places(tables: Row, state: Row) -> Iterator[str]:
    """Each card lies where its kind goes; the Multitool with every Spacer who is not dead (ENO-GEA-01 to -05-D)."""
    gear = state["spacers"]["gear"]
    empty = gear["card"] < 0
    if any((gear[name] != 0)[empty].any() for name in HELD[1:]):
        yield "an empty entry of a Spacer's Gear is not blank"
    rearming = {f.a for f in _frames(state, Proc.REARM)}
    fixed = Counter[int]()
    for s, i, card, where, ammo, charges, moved in _held(state, "card", "place", "ammo", "charges", "moved"):
        row, place = tables["gear"][card], GearPlace(where)
        name = f"the Gear card {card}, entry {i} of the Spacer {s}, is in place {place.name}"
        if card >= tables["n_gear"]:
            yield f"{name}, and does not exist"
        if ammo > row["ammo"] or charges > row["charges"]:
            yield f"{name} with {ammo} Ammo and {charges} Charges"
        if moved and s not in rearming:
            yield f"{name}, moved without a Rearm"
        fixed[s] += place == GearPlace.FIXED
        if (place == GearPlace.FIXED) != (card == tables["multitool"]) or place not in _homes(tables, state, s, card):
            yield name
    for s in _seats(state):
        there = state["spacers"]["where"][s] not in GONE and tables["multitool"] >= 0
        if fixed[s] > 1 or (there and not fixed[s]):
            yield f"the Spacer {s} has {fixed[s]} Multitools"


def _homes(tables: Row, state: Row, s: int, card: int) -> tuple[GearPlace, ...]:
    """Places in which a card may lie (ENO-GEA-02-D)."""
    if card == tables["multitool"]:
        return (GearPlace.FIXED,)
    kind = tables["gear"][card]["kind"]
    if kind == GearKind.WEAPON:
        return GearPlace.HAND, GearPlace.BACKPACK
    if kind == GearKind.ARMOR and tables["suits"][int(state["spacers"]["suit"][s])]["armor"]:
        return GearPlace.ARMOR, GearPlace.BACKPACK
    return GearPlace.SUPPORT, GearPlace.BACKPACK


def _slots(tables: Row, state: Row) -> Iterator[str]:
    """Gear within the slots, at most those that what the Spacer has now adds; not in the middle of a Rearm."""
    busy = {f.a for f in _frames(state, Proc.REARM)}
    taken = Counter[tuple[int, GearPlace]]()
    for s, _, card, place in _held(state, "card", "place"):
        taken[s, GearPlace(place)] += int(tables["gear"][card]["hands"]) if place == GearPlace.HAND else 1
    for (s, place), n in taken.items():
        suit = tables["suits"][int(state["spacers"]["suit"][s])]
        most = 2 if place == GearPlace.HAND else int(suit[SLOTS[place]]) if place in SLOTS else n
        if n > most and place in ADDED:
            most += _added(tables, state, s, ADDED[place])
        if n > most and s not in busy:
            yield f"the Spacer {s} has {n} of {most} slots {place.name} taken"


def _added(tables: Row, state: Row, s: int, stat: Stat) -> int:
    """What may be added to the slots of a Spacer at most, conditions taken as met."""
    mods = tables["mods"]
    total = 0
    for first, end in _abilities(tables, state, s):
        for ability in tables["abilities"][first:end]:
            if ability["timing"] == Timing.PASSIVE:
                own = mods[int(ability["first_mod"]) : int(ability["end_mod"])]
                total += int(own["amount"][(own["stat"] == stat) & (own["amount"] > 0)].sum())
    lasting = [int(m) for unit, m in zip(*(state["lasting"][n] for n in ("unit", "mod")), strict=True) if unit == s]
    return total + sum(max(0, int(mods[m]["amount"])) for m in lasting if mods[m]["stat"] == stat)


def _abilities(tables: Row, state: Row, s: int) -> Iterator[tuple[int, int]]:
    """First ability of each card and place that a Spacer has now, and the one behind its last."""
    row = state["spacers"][s]
    cards = [tables["characters"][int(row["character"])], tables["suits"][int(row["suit"])]]
    cards += [tables["gear"][card] for s_, _, card, place, disabled in _held(state, "card", "place", "disabled")
              if s_ == s and place != GearPlace.BACKPACK and not disabled]  # fmt: skip
    cards += [tables["conditions"][i] for i in np.flatnonzero(row["conditions"]).tolist()]
    if row["cell"] >= 0:
        cards.append(tables["locations"][int(tables["pages"][int(tables["page"][int(row["cell"])])]["location"])])
    if row["breakdown"] >= 0 and not row["flipped"]:
        cards.append(tables["breakdowns"][int(row["breakdown"])])
    yield from ((int(card["first_ability"]), int(card["end_ability"])) for card in cards)
    if row["breakdown"] >= 0 and row["flipped"]:
        card = tables["breakdowns"][int(row["breakdown"])]
        yield int(card["first_bonus"]), int(card["end_bonus"])
    if row["awakened"]:
        yield int(tables["awakening_first"]), int(tables["awakening_end"])
    yield int(tables["scenario_first"]), int(tables["scenario_end"])


def _stratagems(tables: Row, state: Row) -> Iterator[str]:
    """Two different cards; tokens lie on the Requirement side, uses are left on the Ability side."""
    rows = state["stratagems"]
    cards = [card for card in _column(rows, "card") if card >= 0]
    if len(set(cards)) != len(cards):
        yield f"the Stratagems are {cards}"
    for i, row in enumerate(rows):
        card = int(row["card"])
        if card < 0:
            if not _blank(row, "card"):
                yield f"the place {i} for a Stratagem is free, but not blank"
            continue
        table = tables["stratagems"][card]
        if card >= tables["n_stratagems"] or row["charges"] > table["charges"]:
            yield f"the Stratagem {card} has {row['charges']} uses of {table['charges']}"
        if bool(row["ready"]) != bool(row["charges"]) or row["paid"] > (0 if row["ready"] else table["tokens"].sum()):
            yield f"the Stratagem {card}, ready {row['ready']}, has {row['charges']} uses, {row['paid']} tokens"


# -- the map ---------------------------------------------------------------------------------------------------


def _map(tables: Row, state: Row) -> Iterator[str]:
    """Pages on the table, their Locations, the number of the set of pages."""
    pages, revealed, force = _pages(tables), int(state["revealed"]), int(state["location"])
    location = 0
    for p, page in enumerate(pages):
        if page[5] and not _revealed(state, p):
            yield f"the page {p} is not on the table"
        location |= 1 << page[4] if _revealed(state, p) else 0
    if revealed >> len(pages):
        yield f"pages {revealed:b} are on the table, of {len(pages)}"
        return
    if force & ~location or (state["phase"] and force != location):
        yield f"the Locations {force:b} are in force, with the pages {revealed:b}"
    if state["map_view"] != min(int(tables["map_views"][revealed]), MAX_VIEWS_OF_MAP):
        yield f"the pages {revealed:b} have the number {state['map_view']}"


def _tiles(tables: Row, state: Row) -> Iterator[str]:
    """Terrain tiles lie on pages in play, no more of a kind than there are (ENO-TER-03)."""
    tiles = state["tile"]
    for cell in np.flatnonzero(tiles).tolist():
        page = int(tables["page"][cell])
        if page == NOWHERE or not _revealed(state, page):
            yield f"a Terrain tile lies on space {_text(cell)}, which is out of bounds"
    for kind, n in enumerate(np.bincount(tiles).tolist()[1:]):
        if n and (kind >= tables["n_terrains"] or n > tables["terrains"][kind]["number"]):
            yield f"{n} Terrain tiles of kind {kind} lie on the board, of {tables['terrains'][kind]['number']}"


def _exits(tables: Row, state: Row) -> Iterator[str]:
    """Extraction Points can be initiated once Extraction is available; their tokens count down (ENO-EXT-06 to -11)."""
    begun = 0
    for i, row in enumerate(state["points"]):
        at, tokens = PointState(int(row["state"])), int(row["tokens"])
        name = f"the Extraction Point {i} is {at.name} with {tokens} tokens"
        if i >= tables["n_points"]:
            if at or tokens:
                yield f"{name}, but does not exist"
            continue
        begun += at in OPENED
        shown = _revealed(state, int(tables["point_page"][i]))
        if (tokens > 0) != (at == PointState.INITIATED) or tokens > state["seats"]:
            yield name
        if (at == PointState.INSERTION) != (i == tables["insertion"]):
            yield f"{name}; the run started from {tables['insertion']}"
        hidden = at == PointState.HIDDEN and state["phase"] and not tables["point_hidden"][i]
        if (at in OPENED and not shown) or (hidden and shown):
            yield f"{name}, its page {'is' if shown else 'is not'} on the table"
    if bool(state["initiated"]) != bool(begun) or (state["alert"] and not begun):
        yield f"{begun} Extraction Points are initiated; initiated {state['initiated']}, Full Alert {state['alert']}"
    if begun and state["extraction"]:
        yield f"Extraction is initiated with its marker on {state['extraction']}"


def _clock(tables: Row, state: Row) -> Iterator[str]:
    """The Countdown Marker moves every Round, the Extraction Marker at least once a Discovery."""
    round_ = int(state["round"])
    if round_ > tables["round_cap"] or state["countdown"] != max(0, TRACK - max(1, round_)):
        yield f"the Countdown Marker is on {state['countdown']} in Round {round_}"
    if state["extraction"] > max(0, int(tables["extraction_start"]) - int(state["found"])):
        yield f"the Extraction Marker is on {state['extraction']} after {state['found']} Discoveries"


# -- what is in progress ---------------------------------------------------------------------------------------


def _lasting(tables: Row, state: Row) -> Iterator[str]:
    """Lasting modifiers change somebody who is there."""
    where, taken = _where(state), _slots_taken(state)
    for i, row in enumerate(state["lasting"]):
        unit = int(row["unit"])
        if unit < 0:
            if not _blank(row, "unit"):
                yield f"the lasting modifier {i} is nobody's, but not blank"
        elif (where[unit] in GONE) if unit < MAX_SPACERS else (unit - MAX_SPACERS not in taken):
            yield f"the lasting modifier {i} is on unit {unit}, which is not there"


def _unused(rows: Row, n: int, what: str, *nothing: str) -> Iterator[str]:
    """The entries behind the first n are blank."""
    for i in range(n, len(rows)):
        if not _blank(rows[i], *nothing):
            yield f"the {what} {i} of {n} is not blank"


def _noises(tables: Row, state: Row) -> Iterator[str]:
    """Noise waits with dice for Blips that are there (ENO-BLP-05-D2)."""
    n, there = int(state["n_noises"]), state["blips"]["point"] >= 0
    yield from _unused(state["noises"], n, "Noise", "cell", "source", "type")
    for i, row in enumerate(state["noises"][:n]):
        if row["cell"] < 0 or ((row["dice"] > 0) | (row["given"] > 0))[~there].any():
            yield f"the Noise {i} on space {row['cell']} has dice {row['dice'].tolist()} for the Blips"
    emptying = any(f.step for f in _frames(state, Proc.EMPTY_NOISE))
    if bool(state["emptying"]) != emptying or (emptying and not n):
        yield f"the Noise queue is being emptied {state['emptying']}, with {n} Noises"


def _rolling(tables: Row, state: Row) -> Iterator[RollKind]:
    """What the waiting procedures roll."""
    steps = {
        Proc.NOISE: (1, 2),
        Proc.SCOUT: (2,),
        Proc.SKILL_TEST: (1,),
        Proc.ATTACK_ROLL: (3,),
        Proc.INTRUDER_ATTACK: (1, 3),
        Proc.FLATLINE: (1,),
        Proc.DISCOVERY: (1,),
        Proc.EFFECT: (1,),
    }
    kinds = {
        Proc.NOISE: RollKind.NOISE,
        Proc.SCOUT: RollKind.SCOUT,
        Proc.SKILL_TEST: RollKind.SKILL,
        Proc.ATTACK_ROLL: RollKind.ATTACK,
        Proc.INTRUDER_ATTACK: RollKind.INTRUDER,
    }
    for f in _frames(state, *steps):
        proc = Proc(f.proc)
        if f.step not in steps[proc] or (proc == Proc.FLATLINE and f.b != AWAKENING_CARD):
            continue
        if proc != Proc.EFFECT or tables["ops"][f.a]["code"] == Op.ROLL:
            yield kinds.get(proc, RollKind.ENORMITY)


def _rolls(tables: Row, state: Row) -> Iterator[str]:
    """A roll for each procedure that rolls."""
    n, rolling = int(state["n_rolls"]), list(_rolling(tables, state))
    yield from _unused(state["rolls"], n, "roll", "roller", "assault", "at")
    kinds = _column(state["rolls"], "kind")[:n]
    if kinds != rolling:
        yield f"rolls of the kinds {kinds} are in progress, of procedures {[int(kind) for kind in rolling]}"
    for i, row in enumerate(state["rolls"][:n]):
        if (row["colour"][: int(row["n"])] >= COLOURS).any() or row["colour"][int(row["n"]) :].any():
            yield f"the roll {i} has {row['n']} dice of the colours {row['colour'].tolist()}"
        if row["assault"] >= state["n_assaults"]:
            yield f"the roll {i} belongs to the attack {row['assault']} of {state['n_assaults']}"


def _attacks(tables: Row, state: Row) -> Iterator[str]:
    """An attack for each procedure that makes one."""
    n = int(state["n_assaults"])
    nothing = ("actor", "weapon", "target", "targets", "reprisal", "cell")
    yield from _unused(state["assaults"], n, "attack", *nothing)
    frames = _frames(state, Proc.SPACER_ATTACK, Proc.PERFORM)
    attackers = [(f.proc == Proc.PERFORM, f.a) for f in frames if f.step >= (1 if f.proc == Proc.PERFORM else 2)]
    found = [(bool(row["side"]), int(row["actor"])) for row in state["assaults"][:n]]
    if found != attackers:
        yield f"attacks by {found} are in progress, the procedures are of {attackers}"
    for i, row in enumerate(state["assaults"][:n]):
        targets = [k for k in row["targets"].tolist() if k >= 0]
        if len(targets) != row["n_targets"] or len(set(targets)) != len(targets):
            yield f"the attack {i} has {row['n_targets']} targets {row['targets'].tolist()}"


def _progress(tables: Row, state: Row) -> Iterator[str]:
    """Notes about running procedures agree with the stack."""
    turns = [f.a for f in _frames(state, Proc.TURN)]
    if (turns or [-1]) != [state["active"]]:
        yield f"the turn is that of {state['active']}, the procedures are of {turns}"
    windows = sum(f.step > 0 for f in _frames(state, Proc.WINDOW))
    if state["window"] != windows:
        yield f"{state['window']} Windows of Opportunity are open, by {windows} procedures"
    busy = Counter[int]()
    for proc, bit in ((Proc.OVERWHELM, 1), (Proc.OVERSPAWN, 4)):
        for type_ in {f.a for f in _frames(state, proc) if f.step}:
            busy[type_] |= bit
    for type_, bits in enumerate(_column(state, "busy")):
        if bits != busy[type_]:
            yield f"the Intruder type {type_} is busy with {bits}, the procedures with {busy[type_]}"
    mask = state["core"]["mask"].tolist()
    for i, place in enumerate(_column(state, "candidates")):
        action = FIRST_CANDIDATE + i
        if (place >= 0) != (mask[action >> 6] >> (action & 63) & 1):
            yield f"the candidate {i} is {place}, of a question that offers {'it' if place < 0 else 'none'}"


def _beyond(tables: Row, state: Row) -> Iterator[str]:
    """Nothing is noted about cards and places that the scenario does not have."""
    numbers = {
        "doors": tables["n_doors"],
        "door_disabled": tables["n_doors"],
        "console_disabled": tables["n_consoles"],
        "spawn_disabled": tables["n_spawns"],
        "marked": tables["section_end"].max(),
        "crossed": tables["section_end"].max(),
        "read": tables["n_paragraphs"],
        "stash": tables["n_gear"],
        "contacted": tables["n_types"],
    }
    for name, n in numbers.items():
        if state[name][int(n) :].any():
            yield f"{name} is set behind its {n} entries"
    if state["spacers"]["conditions"][:, int(tables["n_conditions"]) :].any():
        yield "a Spacer has a Condition that does not exist"
