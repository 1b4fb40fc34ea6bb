"""Where every card, figure and token of a position is: what cannot be right is named.

For tests only. It looks at the finished position, not at how it came about, so that it finds what any rule got wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from envs.core.schema import Field, Struct
from envs.machina_arcana.state import (
    GAME,
    MARKER_EXPLORER,
    MARKER_GROUND,
    MAX_EXPLORERS,
    TILE,
    WIDTH,
    Border,
    ItemPlace,
    MonsterPlace,
    Phase,
    Proc,
    QuestSource,
    QuestState,
    Space,
    Token,
    Where,
)  # fmt: skip

Row = Any
STANDING = (Space.PLAIN, Space.TRAPPED, Space.PIT, Space.SPAWN)
"""A spawn under an explored token may still hold the unit that stood there, and a pit the one that is about to fall."""
MARKED = (Space.SPAWN, *(kind for kind in Space if kind > Space.RUBBLE))
"""Spaces that may carry a token."""
DOORS = (Border.OPEN, Border.CLOSED, Border.DESTROYED)
ATTACHED = (ItemPlace.TOP, ItemPlace.BOTTOM, ItemPlace.AUGMENT)
HELD = (ItemPlace.INVENTORY, ItemPlace.EQUIPPED, *ATTACHED)


def problems(tables: Row, state: Row) -> list[str]:
    """What is wrong with the pieces of a position at a decision.

    Args:
        tables: the tables of the game.
        state: its record.

    Returns:
        One sentence for each contradiction; none if all is well.
    """
    checks: tuple[Callable[[Row, Row], Iterator[str]], ...] = (
        _ranges, _treasures, _markers, _monsters, _explorers, _figures, _events, _quests, _ratings, _tiles, _board,
        _joins, _lasting,
    )  # fmt: skip
    return [problem for check in checks for problem in check(tables, state)]


def _cards(state: Row, name: str) -> list[int]:
    pile = state[name]
    return [int(c) for c in pile["cards"][: int(pile["n"])]]


def _frames(state: Row) -> Iterator[Row]:
    core = state["core"]
    yield from core["stack"][: int(core["depth"])]


def _ranges(tables: Row, state: Row) -> Iterator[str]:
    for field in GAME.fields:
        if field.name in ("explorers", "monsters") and isinstance(field.type, Struct):
            for part in field.type.fields:
                yield from _range(f"{field.name}.{part.name}", part, state[field.name][part.name])
        elif isinstance(field.type, str):
            yield from _range(field.name, field, state[field.name])
    for name, low in (("threat", 1), ("level", 1)):
        if state[name] < low:
            yield f"{name} is {state[name]}"


def _range(name: str, field: Field, values: Row) -> Iterator[str]:
    if field.high is not None:
        low, high = int(values.min()), int(values.max())
        if low < field.low or high > field.high:
            yield f"{name} must lie in {field.low} to {field.high}, got {low} to {high}"


def _treasures(tables: Row, state: Row) -> Iterator[str]:
    piles = {ItemPlace.DECK: Counter(_cards(state, "treasure_deck")), ItemPlace.DRAWN: Counter(_cards(state, "drawn"))}
    places, owners, hosts = (state["items"][name].tolist() for name in ("place", "owner", "host"))
    levels = tables["treasures"]["level"].tolist()
    for i in range(int(tables["n_treasures"])):
        place, owner, host = ItemPlace(places[i]), owners[i], hosts[i]
        for pile, cards in piles.items():
            if cards[i] != (place == pile):
                yield f"treasure {i} is {place.name} and {cards[i]} times among {pile.name}"
        if (owner >= 0) != (place in (*HELD, ItemPlace.GROUND)):
            yield f"treasure {i} is {place.name} with owner {owner}"
        if owner >= state["seats"]:
            yield f"treasure {i} belongs to seat {owner}"
        if (host >= 0) != (place in ATTACHED):
            yield f"treasure {i} is {place.name} with host {host}"
        elif host >= 0:
            if owners[host] != owner or places[host] not in (ItemPlace.EQUIPPED, *ATTACHED[:2]):
                yield f"treasure {i} is attached to {host}, which is {ItemPlace(places[host]).name}"
            same = [j for j in range(len(hosts)) if hosts[j] == host and places[j] == place]
            if same[0] != i:
                yield f"treasures {same} are all {place.name} of {host}"
        if place == ItemPlace.ASIDE and levels[i] <= 1:
            yield f"treasure {i} of level 1 is set aside"


def _markers(tables: Row, state: Row) -> Iterator[str]:
    """Every player has 3 markers: on the board, on the ground one for each card of its drop pile, or on a card."""
    items, cells, piled = state["items"], Counter[int](), Counter[int]()
    for s, row in enumerate(state["explorers"]):
        markers, plays = row["marker"].tolist(), row["marker_play"].tolist()
        pile = [card - 1 for card in row["dropped"].tolist() if card]
        if (not tables["markers"] or s >= state["seats"]) and any(markers):
            yield f"the markers of seat {s} are used"
        ground = [at - MARKER_GROUND for at in markers if MARKER_GROUND <= at < MARKER_EXPLORER]
        cells.update(ground)
        piled.update(pile)
        if len(ground) != len(pile) or row["dropped"][: len(pile)].tolist() != [card + 1 for card in pile]:
            yield f"seat {s} has the drop pile {row['dropped'].tolist()} and {len(ground)} markers on the ground"
        for card in pile:
            if items["place"][card] != ItemPlace.GROUND or items["owner"][card] != s:
                yield f"treasure {card} on the drop pile of seat {s} is {ItemPlace(int(items['place'][card])).name}"
        for at, play in zip(markers, plays, strict=True):
            if (at >= MARKER_EXPLORER) != (play > 0):
                yield f"a marker of seat {s} is at {at} for play {play}"
        if len({play for play in plays if play}) != sum(play > 0 for play in plays):
            yield f"two markers of seat {s} stand for one play: {plays}"
        for effect in state["lasting"][: int(state["n_lasting"])] if tables["markers"] else ():
            if effect["source"] == s and int(effect["token"]) not in plays:
                yield f"a lasting effect of seat {s} on unit {effect['target']} has no marker"
    for at, n in cells.items():
        if n > 1 or state["kind"][at] not in STANDING:
            yield f"{n} markers lie on cell {at} ({Space(int(state['kind'][at])).name})"
    for card in range(int(tables["n_treasures"])):
        if piled[card] != (items["place"][card] == ItemPlace.GROUND):
            yield f"treasure {card} is {ItemPlace(int(items['place'][card])).name} and {piled[card]} times dropped"


def _monsters(tables: Row, state: Row) -> Iterator[str]:
    piles = {
        MonsterPlace.DECK: Counter(_cards(state, "monster_deck")),
        MonsterPlace.MAP: Counter(_cards(state, "queue")),
        MonsterPlace.DESTROYED: Counter(_cards(state, "monster_destroyed")),
    }
    for m in range(int(tables["n_monsters"])):
        row, card = state["monsters"][m], tables["monsters"][m]
        place = MonsterPlace(int(row["place"]))
        for pile, cards in piles.items():
            if cards[m] != (place == pile):
                yield f"monster {m} is {place.name} and {cards[m]} times in {pile.name}"
        if place == MonsterPlace.MAP and row["health"] > card["health"]:
            yield f"monster {m} has {row['health']} health of {card['health']}"
        if (place == MonsterPlace.ASIDE) != (card["level"] > state["level"]):
            yield f"monster {m} of level {card['level']} is {place.name} at level {state['level']}"


def _explorers(tables: Row, state: Row) -> Iterator[str]:
    used, dying = Counter[int](), 0
    for s, row in enumerate(state["explorers"]):
        where, card = Where(int(row["where"])), int(row["card"])
        if s >= state["seats"]:
            if where != Where.OUT or card >= 0 or row["cell"] >= 0:
                yield f"seat {s} does not play, but is {where.name}"
            continue
        if (row["cell"] >= 0) != (where == Where.MAP):
            yield f"explorer {s} is {where.name} on cell {row['cell']}"
        if where in (Where.MAP, Where.EXITED, Where.BASE) and card < 0:
            yield f"explorer {s} is {where.name} without a card"
        if card < 0:
            continue
        used[card] += 1
        dying += where == Where.WAITING and row["health"] == 0
        if row["health"] > tables["explorers"][card]["health"]:
            yield f"explorer {s} has {row['health']} health of {tables['explorers'][card]['health']}"
        if (where == Where.BASE) != bool(state["at_base"]) and where != Where.WAITING:
            yield f"explorer {s} is {where.name} with at_base {state['at_base']}"
    for card, n in used.items():
        if n > 1 or not state["card_used"][card]:
            yield f"explorer card {card} is played {n} times, marked {state['card_used'][card]}"
    if state["card_used"].sum() != used.total() + state["deaths"] - dying:
        marked = state["card_used"].sum()
        yield f"{marked} explorer cards are used, by {used.total()} explorers and {state['deaths']} deaths"


def _figures(tables: Row, state: Row) -> Iterator[str]:
    expected: dict[int, int] = {}
    for s, row in enumerate(state["explorers"]):
        if row["where"] == Where.MAP:
            expected[int(row["cell"])] = s + 1
    for m in _cards(state, "queue"):
        at = int(state["monsters"][m]["cell"])
        if at in expected:
            yield f"units {expected[at] - 1} and {MAX_EXPLORERS + m} are both on cell {at}"
        expected[at] = MAX_EXPLORERS + m + 1
    found = {int(c): int(state["unit"][c]) for c in np.flatnonzero(state["unit"])}
    if found != expected:
        yield f"the board shows the units {found}, they are at {expected}"
    for at, unit in found.items():
        if state["kind"][at] not in STANDING:
            yield f"unit {unit - 1} stands on {Space(int(state['kind'][at])).name}"


def _events(tables: Row, state: Row) -> Iterator[str]:
    places = {"explorer": Counter[int](), "horror": Counter[int]()}
    for kind in places:
        places[kind].update(_cards(state, f"{kind}_deck"))
        places[kind].update(_cards(state, f"{kind}_destroyed"))
    places["horror"].update(int(card) for card in state["horror_offer"] if card >= 0)
    for frame in _frames(state):
        if frame["proc"] == Proc.RESOLVE_EVENT:
            places["horror" if frame["b"] else "explorer"][int(frame["a"])] += 1
    for q in np.flatnonzero(state["quest_state"]):
        if tables["quests"][q]["source"] == QuestSource.EVENT:
            places["explorer"][int(tables["quests"][q]["card"])] += 1
    for kind, cards in places.items():
        for card in {*range(int(tables[f"n_{kind}_events"])), *cards}:
            if cards[card] != 1 or card >= tables[f"n_{kind}_events"]:
                yield f"{kind} event {card} is at {cards[card]} places"


def _quests(tables: Row, state: Row) -> Iterator[str]:
    at = int(state["chapter_at"])
    chapter = tables["chapters"][at] if at >= 0 else None
    states, counts, holders = (state[f"quest_{name}"].tolist() for name in ("state", "progress", "holder"))
    for q, (is_, progress, holder) in enumerate(zip(states, counts, holders, strict=True)):
        if (is_, progress, holder) == (QuestState.CLOSED, 0, -1):
            continue
        quest = tables["quests"][q]
        name = f"quest {q} ({QuestState(is_).name}, {progress} of {quest['times']}, holder {holder})"
        if is_ == QuestState.CLOSED:
            yield f"{name} is closed with progress or holder"
            continue
        if q >= tables["n_quests"]:
            yield f"{name} does not exist"
            continue
        if (holder >= 0) != (quest["source"] == QuestSource.EVENT) or holder >= state["seats"]:
            yield f"{name} has the wrong holder"
        if (progress >= quest["times"]) != (is_ == QuestState.DONE):
            yield f"{name} is open though complete, or done though not"
        if quest["source"] == QuestSource.CHAPTER and not (
            chapter and chapter["first_quest"] <= q < chapter["end_quest"]
        ):
            yield f"{name} does not belong to the current chapter"
        if quest["source"] == QuestSource.ENDGAME and state["endgame"] < 0:
            yield f"{name} is open before the endgame"


def _tiles(tables: Row, state: Row) -> Iterator[str]:
    faces = tables["faces"]
    seen = Counter(_cards(state, "tile_deck"))
    seen.update(int(f) for f in state["face"] if f >= 0)
    setup = state["chapter_at"] < 0
    for face in range(int(tables["n_faces"])):
        flip = int(faces[face]["flip"])
        n = seen[face] + (seen[flip] if flip >= 0 else 0)
        uses = {int(faces[f]["use"]) for f in (face, flip) if f >= 0}
        if uses == {0} or (1 in uses and not setup and int(tables["start_face"]) in (face, flip)):
            if n != 1:
                yield f"the tile with face {face} is at {n} places"
        elif 2 in uses and n != (state["endgame"] >= 0 and tables["endgame_face"] == face):
            yield f"the endgame tile {face} is at {n} places"
    if any(faces[f]["use"] == 2 for f in _cards(state, "tile_deck")):
        yield "an endgame tile is in the tile deck"
    for slot in range(4):
        at = int(state["entry_cell"][slot])
        if at >= 0 and (state["face"][slot] < 0 or _slot(at) != slot):
            yield f"the entry token of slot {slot} is on cell {at}"
        if state["entry_side"][slot] >= 0 and at < 0:
            yield f"slot {slot} has an entry side without entry cell"
        if state["face"][slot] < 0 and state["edge_token"][slot].any():
            yield f"slot {slot} is empty, but has edge tokens"
        yield from _edge_tokens(tables, state, slot)
    if state["exit_slot"] >= 0 and (state["face"][state["exit_slot"]] < 0 or state["exit_side"] < 0):
        yield f"the exit token is on side {state['exit_side']} of slot {state['exit_slot']}"
    on_map = any(e["where"] == Where.MAP for e in state["explorers"])
    if on_map and (state["face"] < 0).all():
        yield "explorers are on the map, but there is no tile"
    if state["at_base"] and not (state["face"] < 0).all():
        yield "the group is at the base, but tiles are in play"


def _edge_tokens(tables: Row, state: Row, slot: int) -> Iterator[str]:
    """Edge tokens come with their option, lie on edges, and neither on an entry nor on the exit (EDG)."""
    for side in np.flatnonzero(state["edge_token"][slot]).tolist():
        name = f"the edge token on side {side} of slot {slot}"
        face = int(state["face"][slot])
        if not tables["edges"]:
            yield f"{name} belongs to a game with edge tokens"
        elif face >= 0 and not tables["faces"][face]["edge"][(side - int(state["rotation"][slot])) % 4]:
            yield f"{name} does not lie on an edge"
        elif state["entry_side"][slot] == side or (state["exit_slot"], state["exit_side"]) == (slot, side):
            yield f"{name} lies on an entry or on the exit"


def _ratings(tables: Row, state: Row) -> Iterator[str]:
    """The values in force: those of the chapter, or with sliders lower ones, down to 1 (RAT)."""
    at = int(state["chapter_at"])
    for name in ("monster_rating", "horror_rating"):
        value = int(state[name])
        if at < 0:
            continue
        printed_value = int(tables["chapters"][at][name])
        if value != printed_value and not (tables["ratings"] and 1 <= value < printed_value):
            yield f"{name} is {value}, the chapter says {printed_value}"


def _slot(cell: int) -> int:
    return cell // WIDTH // TILE * 2 + cell % WIDTH // TILE


def _window(values: Row, slot: int) -> NDArray[Any]:
    """The part of a field by cell that belongs to a slot, as (row, column, ...)."""
    grid = np.asarray(values).reshape(WIDTH, WIDTH, *np.shape(values)[1:])
    top, left = slot // 2 * TILE, slot % 2 * TILE
    return grid[top : top + TILE, left : left + TILE]


def printed(tables: Row, state: Row, slot: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Kinds (10, 10) and borders (10, 10, 4) that are printed on the tile of a slot, turned as it lies."""
    face, turns = tables["faces"][int(state["face"][slot])], int(state["rotation"][slot])
    kind = np.rot90(face["kind"].reshape(TILE, TILE), -turns)
    border = np.rot90(face["border"].reshape(TILE, TILE, 4), -turns)
    return kind, np.roll(border, turns, axis=2)


def _board(tables: Row, state: Row) -> Iterator[str]:
    kinds, tokens = np.asarray(state["kind"]), np.asarray(state["token"])
    for at in np.flatnonzero(tokens):
        if kinds[at] not in MARKED or (tokens[at] == Token.LIGHT and kinds[at] != Space.CHAPTER):
            yield f"cell {at} ({Space(int(kinds[at])).name}) carries {Token(int(tokens[at])).name}"
    for slot in range(4):
        kind, border = _window(kinds, slot), _window(state["border"], slot)
        if state["face"][slot] < 0:
            if kind.any() or (border != Border.WALL).any():
                yield f"slot {slot} is empty, but its board is not"
            continue
        printed_kind, printed_border = printed(tables, state, slot)
        if (kind != printed_kind).any():
            yield f"slot {slot} differs from its face in the spaces {np.argwhere(kind != printed_kind).tolist()}"
        yield from _borders(border, printed_border, slot)


def _borders(border: NDArray[Any], printed_border: NDArray[Any], slot: int) -> Iterator[str]:
    """Inside a tile walls stay, doors stay doors, and barriers stand where nothing is printed."""
    inside = np.ones((TILE, TILE, 4), bool)
    inside[0, :, 0] = inside[:, -1, 1] = inside[-1, :, 2] = inside[:, 0, 3] = False
    wall, door = printed_border == Border.WALL, np.isin(printed_border, DOORS)
    right = np.where(wall, border == Border.WALL, np.where(door, np.isin(border, DOORS),
                                                           np.isin(border, (Border.NONE, Border.BARRIER))))  # fmt: skip
    if (inside & ~right).any():
        yield f"slot {slot} differs from its face in the borders {np.argwhere(inside & ~right).tolist()}"


def _joins(tables: Row, state: Row) -> Iterator[str]:
    """Both sides of a border agree; the rim of the window is wall; tiles are open to one another at edges only."""
    border = np.asarray(state["border"]).reshape(WIDTH, WIDTH, 4)
    if (border[:, :-1, 1] != border[:, 1:, 3]).any() or (border[:-1, :, 2] != border[1:, :, 0]).any():
        yield "a border differs between its two cells"
    rim = (border[0, :, 0], border[:, -1, 1], border[-1, :, 2], border[:, 0, 3])
    if any((line != Border.WALL).any() for line in rim):
        yield "the rim of the board is open"
    joins = ((0, 1, 1, border[:TILE, TILE - 1, 1]), (2, 3, 1, border[TILE:, TILE - 1, 1]),
             (0, 2, 2, border[TILE - 1, :TILE, 2]), (1, 3, 2, border[TILE - 1, TILE:, 2]))  # fmt: skip
    for one, other, side, line in joins:
        joined = _edge(tables, state, one, side) and _edge(tables, state, other, (side + 2) % 4)
        open_ = np.flatnonzero(line != Border.WALL).tolist()
        if open_ != ([4, 5] if joined else []):
            yield f"between slots {one} and {other} the cells {open_} are open"


def _edge(tables: Row, state: Row, slot: int, side: int) -> bool:
    face = int(state["face"][slot])
    return face >= 0 and bool(tables["faces"][face]["edge"][(side - int(state["rotation"][slot])) % 4])


def _lasting(tables: Row, state: Row) -> Iterator[str]:
    on_map = {MAX_EXPLORERS + m for m in _cards(state, "queue")}
    on_map |= {s for s, e in enumerate(state["explorers"]) if e["card"] >= 0}
    for effect in state["lasting"][: int(state["n_lasting"])]:
        if int(effect["target"]) not in on_map:
            yield f"a lasting effect is on unit {effect['target']}, which is not in the game"
    if state["phase"] == Phase.BASE and state["at_base"] and state["n_lasting"]:
        yield "lasting effects at the base"
