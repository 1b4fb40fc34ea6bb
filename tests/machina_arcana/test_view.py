"""The computed view against a naive twin: all its facts read off the position anew, as each seat sees them.

The twin is written from the words of the fields (`state.VIEW`), the game's page and the rules, with the naive board of
`tests.naive` underneath: walks go space by space, lines of sight are followed in exact fractions, and every card in
play is asked for every attribute. It is compared in games as they are played and in positions that are stirred up,
which hold what no short game brings together.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

import envs
from agents import scripted
from envs.core.engine import mix_seed
from envs.core.game import Game
from envs.machina_arcana.content import Pack
from envs.machina_arcana.state import (
    LOCAL,
    MARKER_EXPLORER,
    MARKER_GROUND,
    MAX_EXPLORERS,
    VIEW,
    Border,
    EventKind,
    ItemPlace,
    ModCond,
    MonsterPlace,
    QuestKind,
    QuestState,
    Scope,
    Space,
    Stat,
    Token,
    Trigger,
    Where,
)
from envs.view import View
from tests import coverage
from tests.naive import DIRECTIONS, WIDTH, Board, Cell

LONGEST = 63
"""Steps of the longest walk that is followed."""
CLOSE = 1e-6
THINGS = ("trap", "recharge", "workbench", "event", "treasure", "unlit", "lit", "spawn", "barrel", "quest", "edge",
          "exit", "monster", "explorer", "marker")  # fmt: skip
"""Rows of the block "nearest"."""
BLOCKS = tuple(field.name for field in VIEW.fields)
BESIDES = [(0, -1), (1, 0), (0, 1), (-1, 0)]
"""What lies beyond each side."""
CARRIED = {
    ItemPlace.INVENTORY: 0.3, ItemPlace.EQUIPPED: 1, ItemPlace.TOP: 0.6, ItemPlace.BOTTOM: 0.6, ItemPlace.AUGMENT: 0.6,
}  # fmt: skip
TOKENS = {Space.SPAWN: 2, Space.CHAPTER: 3, Space.SPECIAL: 1} | dict.fromkeys(range(Space.TRAP, Space.CHAPTER), 2)
"""How many of `Token` may lie on a space of each kind."""

Modifier = tuple[int, int, int, int]


def xy(cell: int) -> Cell:
    return cell % WIDTH, cell // WIDTH


def number(cell: Cell) -> int:
    return cell[1] * WIDTH + cell[0]


def slot_of(cell: Cell) -> int:
    return cell[1] // 10 * 2 + cell[0] // 10


def bounded(value: float) -> float:
    return max(-1.0, min(1.0, value))


# -- the twin ----------------------------------------------------------------------------------------------------------


class Twin:
    """A position, and what the view says of it.

    Args:
        game: the configured game.
        state: the position.
    """

    def __init__(self, game: Game, state: Any):
        self.t, self.s = game.tables, state
        self.seats = game.heroes
        self.board = Board.read(state)
        # Where the units are: explorers by seat, monsters by 4 + card.
        self.queue = cards(state["queue"])
        self.items = list(zip(state["items"]["place"].tolist(), state["items"]["owner"].tolist(), strict=True))
        self.where = {i: xy(int(state["explorers"]["cell"][i])) for i in range(self.seats)
                      if state["explorers"]["where"][i] == Where.MAP}  # fmt: skip
        self.where |= {MAX_EXPLORERS + m: xy(int(state["monsters"]["cell"][m])) for m in self.queue}
        self.monsters = {cell for unit, cell in self.where.items() if unit >= MAX_EXPLORERS}
        self.in_force = list(self._in_force())
        self.exit = None
        if state["exit_slot"] >= 0:
            self.exit = self.token_space(int(state["exit_slot"]), int(state["exit_side"]))
        self._sights: dict[tuple[Cell, Cell], bool] = {}

    # -- cards and attributes ------------------------------------------------------------------------------------

    def modifiers(self, card: Any) -> Iterator[Modifier]:
        """Statistic, amount, scope and condition of what a card changes as long as it is in play."""
        for ability in self.t["abilities"][int(card["first_ability"]) : int(card["end_ability"])]:
            if ability["trigger"] == Trigger.PASSIVE:
                for m in self.t["mods"][int(ability["first_mod"]) : int(ability["end_mod"])]:
                    yield int(m["stat"]), int(m["amount"]), int(m["scope"]), int(m["cond"])

    def worn(self, seat: int) -> list[int]:
        """Treasures that are equipped, upgrades or augments (MAC-ABL-14)."""
        places = (ItemPlace.EQUIPPED, ItemPlace.TOP, ItemPlace.BOTTOM, ItemPlace.AUGMENT)
        return [i for i, (place, owner) in enumerate(self.items) if owner == seat and place in places]

    def _in_force(self) -> Iterator[tuple[int | None, Modifier]]:
        """All modifiers in play, with the unit that each belongs to, None for cards on the table."""
        t, s = self.t, self.s
        for unit in self.where:
            if unit >= MAX_EXPLORERS:
                own = [t["monsters"][unit - MAX_EXPLORERS]]
            else:  # MAC-ABL-16: those that are not on the map give nothing
                own = [t["explorers"][s["explorers"]["card"][unit]], *(t["treasures"][i] for i in self.worn(unit))]
            for card in own:
                for modifier in self.modifiers(card):
                    yield unit, modifier
        ongoing = []
        if s["chapter_at"] >= 0:
            ongoing.append(t["chapters"][s["chapter_at"]])
        if s["endgame"] >= 0:
            ongoing.append(t["endgame"])
        for kind in ("explorer", "horror"):
            pile = cards(s[f"{kind}_destroyed"])
            if pile and t[f"{kind}_events"][pile[-1]]["kind"] == EventKind.ONGOING:
                ongoing.append(t[f"{kind}_events"][pile[-1]])
        for card in ongoing:
            for modifier in self.modifiers(card):
                yield None, modifier

    def holds(self, scope: int, source: int | None, unit: int) -> bool:
        """MAC-GEN-07, MAC-GEN-09, MAC-GEN-13, MAC-ABL-03: does a modifier of `source` change `unit`?"""
        monster = unit >= MAX_EXPLORERS
        if scope == Scope.SELF:
            return source == unit
        if scope in (Scope.ALL_MONSTERS, Scope.ALL_EXPLORERS):
            return monster == (scope == Scope.ALL_MONSTERS)
        if scope == Scope.ITEM or source is None or source == unit:
            return False  # no item attacks; a card on the table lies on no tile; the rest is for others
        if slot_of(self.where[source]) != slot_of(self.where[unit]) or monster != (scope == Scope.TILE_MONSTERS):
            return False
        return scope != Scope.ADJACENT_EXPLORERS or self.adjacent(self.where[source], self.where[unit])

    def is_on(self, condition: int, source: int | None) -> bool:
        """Is the condition of a modifier met at the unit that it belongs to?"""
        if condition == ModCond.ALWAYS or source is None:
            return condition == ModCond.ALWAYS
        if condition in (ModCond.ADJACENT_EXPLORER, ModCond.NO_ADJACENT_EXPLORER):
            near = any(e < MAX_EXPLORERS and e != source and self.adjacent(self.where[source], at)
                       for e, at in self.where.items())  # fmt: skip
            return near == (condition == ModCond.ADJACENT_EXPLORER)
        if condition == ModCond.NO_ESSENCE:
            return source < MAX_EXPLORERS and self.s["explorers"]["essence"][source] == 0
        if source < MAX_EXPLORERS:
            explorer = self.s["explorers"][source]
            lost = int(self.t["explorers"][explorer["card"]]["health"]) - int(explorer["health"])
        else:
            m = source - MAX_EXPLORERS
            lost = int(self.t["monsters"]["health"][m]) - int(self.s["monsters"]["health"][m])
        return (lost > 0) == (condition == ModCond.WOUNDED)

    def change(self, unit: int, stat: Stat) -> int:
        """What all cards, worn items and lasting effects add to a statistic of a unit."""
        total = sum(amount for source, (which, amount, scope, condition) in self.in_force
                    if which == stat and self.holds(scope, source, unit) and self.is_on(condition, source))  # fmt: skip
        for effect in self.s["lasting"][: int(self.s["n_lasting"])]:
            modifier = self.t["mods"][effect["mod"]]
            if effect["target"] == unit and modifier["stat"] == stat:
                total += int(modifier["amount"])
        if unit < MAX_EXPLORERS and stat in (Stat.ARMOR, Stat.WILL):
            total += sum(int(self.t["treasures"][stat.name.lower()][i]) for i in self.worn(unit))
        return total

    def defence(self, unit: int, stat: Stat) -> int:
        """MAC-ATR-02: effective armor or will."""
        if unit < MAX_EXPLORERS:
            card = self.t["explorers"][self.s["explorers"]["card"][unit]]
        else:
            card = self.t["monsters"][unit - MAX_EXPLORERS]
        return max(0, min(9, int(card[stat.name.lower()]) + self.change(unit, stat)))

    # -- the map -----------------------------------------------------------------------------------------------------

    def sees(self, a: Cell, b: Cell) -> bool:
        if (a, b) not in self._sights:
            self._sights[a, b] = self.board.sight(a, b) is not None
        return self._sights[a, b]

    def adjacent(self, a: Cell, b: Cell) -> bool:
        """MAC-TAR-02."""
        return max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1 and self.sees(a, b)

    @cache  # noqa: B019 - a twin lives as long as one position is looked at
    def ways(self, a: Cell) -> list[tuple[int, Cell]]:
        """Direction and cell of each neighbour to which the way is open, whoever stands there."""
        around = [(d, (a[0] + dx, a[1] + dy)) for d, (dx, dy) in enumerate(DIRECTIONS)]
        return [(d, b) for d, b in around if self.board.opening(a, b)]

    def eye(self, hero: int) -> int:
        """The unit from which a hero looks; the Puppeteer (`seats`) from the monster that acts, else explorer 0."""
        acting = int(self.s["acting"])
        if hero < self.seats:
            return hero
        return acting if acting >= MAX_EXPLORERS and acting in self.where else 0

    def broken(self, a: Cell) -> list[tuple[int, Cell]]:
        """Direction and cell of each neighbour behind a door or barrier that a monster breaks (MAC-MMV-05)."""
        behind = [
            (2 * side, (a[0] + BESIDES[side][0], a[1] + BESIDES[side][1])) for side in self.board.closed_sides(a)[1]
        ]
        return [(d, b) for d, b in behind if self.board.kind.get(b, Space.VOID) not in (Space.VOID, Space.RUBBLE)]

    @cache  # noqa: B019 - as above
    def walks(self, start: Cell, breaks: bool = False) -> tuple[dict[Cell, int], dict[Cell, set[int]]]:
        """Steps to each cell, and the directions in which a shortest walk there may begin.

        Monsters and action spaces are reached but not passed, pits not walked over; explorers are in nobody's way.
        """
        steps: dict[Cell, int] = {start: 0}
        first: dict[Cell, set[int]] = {start: set()}
        last = [start]
        for k in range(1, LONGEST + 1):
            reached = []
            for a in last:
                passed = self.board.standable(a) and self.board.kind[a] != Space.PIT and a not in self.monsters
                if a != start and not passed:
                    continue
                for d, b in self.ways(a) + (self.broken(a) if breaks else []):
                    if b not in steps:
                        steps[b], first[b] = k, set()
                        reached.append(b)
                    if steps[b] == k:
                        first[b] |= {d} if a == start else first[a]
            last = reached
        return steps, first

    def token_space(self, slot: int, side: int) -> Cell:
        """Where a token of an edge of the tile in a slot lies: printed on the face, which is turned to the right."""
        turns = int(self.s["rotation"][slot])
        y, x = divmod(int(self.t["faces"][self.s["face"][slot]]["token_cell"][(side - turns) % 4]), 10)
        for _ in range(turns):
            x, y = 9 - y, x
        return slot % 2 * 10 + x, slot // 2 * 10 + y

    @staticmethod
    def edge(slot: int, side: int) -> set[Cell]:
        """MAC-MAP-03: cells 4 and 5 of a side of the tile in a slot."""
        cells = {0: ((4, 0), (5, 0)), 1: ((9, 4), (9, 5)), 2: ((4, 9), (5, 9)), 3: ((0, 4), (0, 5))}[side]
        return {(slot % 2 * 10 + x, slot // 2 * 10 + y) for x, y in cells}

    def tile_at(self, i: int, j: int) -> bool:
        return 0 <= i < 2 and 0 <= j < 2 and self.s["face"][2 * j + i] >= 0

    def unexplored(self, slot: int, side: int) -> bool:
        """MAC-MAP-04, MAC-MAP-06, MAC-EXI-09, MAC-EDG-02: an edge beyond which nothing lies, without a token on it."""
        if self.s["face"][slot] < 0:
            return False
        printed = self.t["faces"][self.s["face"][slot]]["edge"][(side - int(self.s["rotation"][slot])) % 4]
        i, j = BESIDES[side]
        entry = int(self.s["entry_cell"][slot])
        return bool(
            printed
            and not self.tile_at(slot % 2 + i, slot // 2 + j)
            and not (entry >= 0 and xy(entry) in self.edge(slot, side))
            and (self.s["exit_slot"], self.s["exit_side"]) != (slot, side)
            and not (self.t["edges"] and self.s["edge_token"][slot][side])
        )

    def may_explore(self, seat: int, side: int) -> bool:
        """MAC-MAP-04 to MAC-MAP-11: the explorer stands on an edge beyond which a tile could be laid now."""
        slot = slot_of(self.where[seat])
        if not cards(self.s["tile_deck"]) or self.where[seat] not in self.edge(slot, side):
            return False
        tiles = [(k % 2, k // 2) for k in range(4) if self.s["face"][k] >= 0]
        i, j = BESIDES[side]
        target = (slot % 2 + i, slot // 2 + j)
        axis = 0 if i else 1
        line = [tile[axis] for tile in [*tiles, target]]
        away: set[int] = set()
        if max(line) - min(line) > 1:  # the far column or row scrolls away
            far = min(line) if target[axis] == max(line) else max(line)
            away = {x + 2 * y for x, y in tiles if (x, y)[axis] == far}
        left = [e for e, at in self.where.items() if e < MAX_EXPLORERS and slot_of(at) in away]
        return self.unexplored(slot, side) and not left

    def grounded(self, seat: int) -> list[Cell]:
        """Where the seat's markers lie on the ground."""
        return [xy(int(m) - MARKER_GROUND) for m in self.s["explorers"]["marker"][seat]
                if MARKER_GROUND <= m < MARKER_EXPLORER]  # fmt: skip

    # -- blocks ------------------------------------------------------------------------------------------------------

    def view(self, hero: int) -> dict[str, np.ndarray]:
        """All blocks but "nearest", as a hero sees them; `seats` for the Puppeteer."""
        viewer, eye = hero if hero < self.seats else 0, self.eye(hero)
        out = {name: np.zeros(VIEW.dtype[name].shape) for name in BLOCKS if name != "nearest"}
        self._question(out, hero)
        self._chapter(out["chapter"])
        self._own(out["own"], viewer, eye)
        walked = self.walks(self.where[eye], eye >= MAX_EXPLORERS)[0] if eye in self.where else {}
        self._units(out, viewer, eye, walked)
        self._items(out, viewer)
        self._board(out["board"], viewer)
        if eye in self.where:
            self._around(out["around"], viewer, self.where[eye])
        if self.t["markers"]:
            for i in range(self.seats):
                seat = (viewer + i) % self.seats
                where = self.s["explorers"]["marker"][seat]
                out["markers"][i][0] = (where == 0).sum() / 3
                out["markers"][i][1] = (where >= MARKER_EXPLORER).sum() / 3
                pile = [int(card) for card in self.s["explorers"]["dropped"][seat] if card]
                out["markers"][i][2] = pile[-1] / 96 if pile else 0
        return out

    def _question(self, out: dict[str, np.ndarray], hero: int) -> None:
        core = self.s["core"]
        asked, subject = int(core["turn"]), int(core["subject"])
        out["choice"][...] = core["choice"] if asked >= 0 else 0
        out["asked"][...] = asked if asked < self.seats else MAX_EXPLORERS
        if asked >= 0 and subject >= 0:
            out["subject"][:5] = (1, *(int(digit, 16) / 15 for digit in f"{subject:03x}"[::-1]), min(1, subject / 96))
        out["subject"][7] = hero >= self.seats

    def _chapter(self, out: np.ndarray) -> None:
        at = int(self.s["chapter_at"])
        if at < 0:
            return
        chapter = self.t["chapters"][at]
        out[0] = (at + 1) / (int(self.t["n_chapters"]) + 1)
        out[1:3] = chapter["monster_rating"] / 10, chapter["horror_rating"] / 10
        out[3:6] = chapter["blocks"], chapter["leaves"], self.exit is not None
        quests = [q for q in self.quests() if self.s["quest_holder"][q] < 0]
        left = [int(self.t["quests"][q]["times"]) - int(self.s["quest_progress"][q]) for q in quests]
        out[6:8] = bounded(len(quests) / 4), bounded(sum(left) / 10)
        for i, kind in enumerate((QuestKind.COLLECT_ESSENCE, QuestKind.COLLECT_HEALTH, QuestKind.USE_SPACE)):
            out[8 + i] = any(self.t["quests"][q]["kind"] == kind for q in quests)
        out[11] = self.s["endgame"] >= 0

    def quests(self) -> list[int]:
        return [q for q in range(int(self.t["n_quests"])) if self.s["quest_state"][q] == QuestState.OPEN]

    def _own(self, out: np.ndarray, viewer: int, eye: int) -> None:
        if eye in self.where:
            x, y = self.where[eye]
            out[:3] = 1, x / 20, y / 20
            out[3 + slot_of((x, y))] = 1
            if eye >= MAX_EXPLORERS:
                out[7:9] = 1, self.s["monsters"]["stamina"][eye - MAX_EXPLORERS] / 9
            out[9] = self.change(eye, Stat.IMMOBILE) > 0
            out[10] = bounded(self.change(eye, Stat.ATTACK) / 4)
            out[11] = (x, y) == self.exit
            out[12] = eye < MAX_EXPLORERS and any(self.may_explore(eye, side) for side in range(4))
        held = [place for place, owner in self.items if owner == viewer and place in CARRIED]
        out[13:16] = bounded(len(held) / 10), self.s["active"] == viewer, self.s["camp_uses"] / 9

    def _units(self, out: dict[str, np.ndarray], viewer: int, eye: int, walked: dict[Cell, int]) -> None:
        for unit, cell in self.where.items():
            defence = [self.defence(unit, Stat.ARMOR) / 9, self.defence(unit, Stat.WILL) / 9]
            ethereal = self.change(unit, Stat.ETHEREAL) > 0
            way: list[float] = [0, 0, 0]
            if eye in self.where:
                here = self.where[eye]
                way = [(cell[0] - here[0]) / 20, (cell[1] - here[1]) / 20, bounded(walked.get(cell, 99) / 20)]
            if unit < MAX_EXPLORERS:
                near = eye in self.where and self.adjacent(self.where[eye], cell)
                out["others"][(unit - viewer) % self.seats] = [1, *way, *defence, ethereal, near]
            else:
                m = unit - MAX_EXPLORERS
                seen = eye in self.where and self.sees(self.where[eye], cell)
                near = eye in self.where and self.adjacent(self.where[eye], cell)
                place, health = bounded((self.queue.index(m) + 1) / 12), self.s["monsters"]["health"][m] / 9
                out["monsters"][m] = [1, place, *way, health, *defence, seen, near, ethereal, 0]
        for m in cards(self.s["monster_destroyed"]):
            out["monsters"][m][11] = 1

    def _items(self, out: dict[str, np.ndarray], viewer: int) -> None:
        for i, (place, owner) in enumerate(self.items):
            to = out["items_own" if owner == viewer else "items_else"]
            if place in CARRIED:
                to[i] = CARRIED[ItemPlace(place)]
            elif place == ItemPlace.GROUND:
                pile = [int(card) - 1 for card in self.s["explorers"]["dropped"][owner] if card]
                to[i] = -0.2 * (len(pile) - pile.index(i))
            elif place in (ItemPlace.DRAWN, ItemPlace.DESTROYED):
                out["items_else"][i] = 0.1 if place == ItemPlace.DRAWN else -1

    def _around(self, out: np.ndarray, viewer: int, here: Cell) -> None:
        """Planes: floor, walls, monsters, explorers, action spaces, dangers, tokens and markers, doors and barriers."""
        floor, walls, foes, friends, things, dangers, tokens, doors = out
        x0, y0 = here[0] - LOCAL // 2, here[1] - LOCAL // 2
        for y in range(LOCAL):
            for x in range(LOCAL):
                cell = (x0 + x, y0 + y)
                kind = self.board.kind.get(cell, Space.VOID)
                if kind in (Space.VOID, Space.RUBBLE):
                    floor[y, x] = -1
                    continue
                used = self.board.token[cell] == Token.EXPLORED
                closed, breakable = self.board.closed_sides(cell)
                floor[y, x], walls[y, x], doors[y, x] = self.board.standable(cell), len(closed) / 4, len(breakable) / 4
                if kind >= Space.TRAP and not used:
                    things[y, x] = (kind - 5) / 8
                dangers[y, x] = {Space.TRAPPED: 0.3, Space.PIT: 0.6, Space.SPAWN: not used}.get(Space(kind), 0)
                tokens[y, x] = 0.5 if self.board.token[cell] == Token.LIGHT else 0
        laid = {xy(int(c)): -1.0 for c in self.s["entry_cell"] if c >= 0} | ({self.exit: 1.0} if self.exit else {})
        for i in range(self.seats):
            laid |= dict.fromkeys(self.grounded((viewer + i) % self.seats), 0.3 - 0.05 * i) if self.t["markers"] else {}
        shown = [(cell, tokens, value) for cell, value in laid.items()]
        shown += [(cell, foes if unit >= MAX_EXPLORERS else friends, 1.0) for unit, cell in self.where.items()]
        for cell, plane, value in shown:
            x, y = cell[0] - x0, cell[1] - y0
            if 0 <= x < LOCAL and 0 <= y < LOCAL and floor[y, x] >= 0:
                plane[y, x] = value

    def _board(self, out: np.ndarray, viewer: int) -> None:
        for cell, kind in self.board.kind.items():
            x, y = cell
            out[0, y, x] = (3 * kind + self.board.token[cell]) / 42
            out[1, y, x] = sum(1 << side for side in self.board.closed_sides(cell)[0]) / 15
        for unit, (x, y) in self.where.items():
            monster = unit >= MAX_EXPLORERS
            turn = (unit - viewer) % self.seats
            out[1, y, x] = -0.5 - 0.015 * (unit - MAX_EXPLORERS + 1) if monster else -0.1 * (1 + turn)
        if self.t["markers"]:
            for x, y in (cell for seat in range(self.seats) for cell in self.grounded(seat)):
                out[0, y, x] -= 0.5

    # -- the nearest things --------------------------------------------------------------------------------------------

    @cache  # noqa: B019 - as above
    def things(self, eye: int) -> dict[str, set[Cell]]:
        """Where the things of each row are. A space below the viewer itself cannot be used (MAC-TAR-02)."""
        found: dict[str, set[Cell]] = {name: set() for name in THINGS}
        monster = eye >= MAX_EXPLORERS  # it waits where any explorer has to go
        quests = [self.t["quests"][q] for q in self.quests() if monster or self.s["quest_holder"][q] in (-1, eye)]
        wanted = {int(quest["space"]) for quest in quests if quest["kind"] == QuestKind.USE_SPACE}
        for cell, kind in self.board.kind.items():
            used = self.board.token[cell] == Token.EXPLORED and kind != Space.SPECIAL
            if used or cell == self.where[eye]:
                continue
            name = Space(kind).name.lower()
            if kind == Space.CHAPTER:
                name = "lit" if self.board.token[cell] == Token.LIGHT else "unlit"
            if name in found:
                found[name].add(cell)
            if kind in wanted:
                found["quest"].add(cell)
        found["edge"] = {self.token_space(k, side) for k in range(4) for side in range(4) if self.unexplored(k, side)}
        found["exit"] = {self.exit} if self.exit else set()
        found["monster"] = self.monsters - {self.where[eye]}
        found["explorer"] = {at for e, at in self.where.items() if e < MAX_EXPLORERS and e != eye}
        if self.t["markers"]:
            found["marker"] = {cell for seat in range(self.seats) for cell in self.grounded(seat)}
        if monster:
            for e, name in enumerate(THINGS[:MAX_EXPLORERS]):
                found[name] = {self.where[e]} if e in self.where else set()
        return found

    def check_nearest(self, rows: np.ndarray, hero: int) -> list[str]:
        """What is wrong with the block "nearest": of several things that are equally near, each is right."""
        eye = self.eye(hero)
        if eye not in self.where:
            return ["nothing is near an explorer off the map"] if rows.any() else []
        here = self.where[eye]
        steps, first = self.walks(here, eye >= MAX_EXPLORERS)
        wrong = []
        for name, row in zip(THINGS, rows, strict=True):
            things = {cell: steps[cell] for cell in self.things(eye)[name] if cell in steps}
            right = []
            for cell, k in things.items():
                if k == min(things.values()):
                    start = [1, (cell[0] - here[0]) / 20, (cell[1] - here[1]) / 20, bounded(k / 20)]
                    right += [[*start, *(float(d == way) for d in range(8))] for way in first[cell] or {-1}]
            if not any((np.abs(row - one) < CLOSE).all() for one in right or [[0.0] * 12]):
                wrong.append(f"nearest {name} from {here}: {row.round(3).tolist()}, right are {right}")
        return wrong


def cards(pile: Any) -> list[int]:
    """Cards of a pile, the bottom one first."""
    return pile["cards"][: int(pile["n"])].tolist()


def compare(game: Game, state: Any, seen: dict[str, np.ndarray]) -> None:
    """Look at a position from every seat, and note in `seen` which values of the view were ever other than zero."""
    twin, before = Twin(game, state), state.tobytes()
    for seat in range(game.num_seats):
        hero = game.hero(state, seat)
        record = np.full(VIEW.dtype.itemsize, 0x7E, "u1").view(VIEW.dtype).reshape(())  # all is overwritten
        game.engine.view(state, seat, record)
        wrong = twin.check_nearest(record["nearest"], hero)
        for name, right in twin.view(hero).items():
            off = np.argwhere(~(np.abs(record[name] - right) <= CLOSE))
            wrong += [f"{name}{i.tolist()}: {record[name][tuple(i)]}, right is {right[tuple(i)]}" for i in off[:5]]
        assert not wrong, f"{game!r}, decision {state['core']['decisions']}, seat {seat}:\n" + "\n".join(wrong)
        shown = game.blocks(game.observe(state, seat, np.full(game.observation_size, np.nan, np.float32)))
        for name in BLOCKS:
            if VIEW.dtype[name].base == np.float32:
                assert (shown[name].ravel() == record[name].ravel()).all(), name
            seen[name] = seen.get(name, np.zeros(record[name].shape, bool)) | (record[name] != 0)
    assert state.tobytes() == before, "looking changes nothing"


# -- games as they are played ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {"seats": 1, "mode": "easy"},
        {"seats": 2, "monsters": "agent", "scenario": "singing_wire"},
        {"seats": 3, "mode": "easy", "monsters": "agent", "length": "faster"},
        {"seats": 4, "ties": "ask", "reinforcements": True},
        {"seats": 2, "explorers_per_seat": 2, "monsters": "agent", "scenario": "brass_choir"},
        {"seats": 1, "explorers_per_seat": 3, "intricacy": True, "length": "extra_fast"},
    ],
    ids=lambda options: "-".join(f"{k}={v}" for k, v in options.items()),
)
def test_the_view_in_random_games(options):
    """The guide of the fuzzer helps them to the end of the story."""
    game = envs.load("machina_arcana", **options)
    for seed in (1, 2):
        state, word, help_ = game.new(seed), seed, coverage.guide("machina_arcana").help
        for decision in range(1, 500):
            if decision % 71 == 60 or game.is_over(state):
                compare(game, state, {})
            if game.is_over(state):
                break
            word = mix_seed(word)
            legal = set(game.legal_actions(state))
            groups = [sorted(legal & set(ids)) for ids in game.actions.groups.values() if legal & set(ids)]
            group = groups[word % len(groups)]
            game.step(state, group[word // 64 % len(group)])
            if decision % 9 == 0:
                help_(game, state, word)
                game.engine.resume(state)


@pytest.mark.parametrize("options", [{"seats": 4}, {"seats": 2, "monsters": "agent"}], ids=["four", "two"])
def test_the_view_in_scripted_games(options):
    game = envs.load("machina_arcana", **options)
    player, state = scripted.make("machina_arcana"), game.new(5)
    for decision in range(400):
        if decision % 50 == 1:
            compare(game, state, {})
        if game.is_over(state):
            break
        game.step(state, int(player.act(View.of(game, state))))


# -- positions that are stirred up -------------------------------------------------------------------------------------


class Stirred:
    """A position of a game in which everything that the view shows is drawn anew.

    Args:
        game: the configured game; its state is not one that the rules could lead to.
        rng: what is drawn.
    """

    def __init__(self, game: Game, rng: np.random.Generator):
        self.game, self.rng = game, rng
        self.t, self.s = game.tables, game.new(int(rng.integers(1000)))
        self._tiles()
        self._tokens()
        self._units()
        self._markers()
        self._cards()
        self._question()
        self.s["board_version"] = self.s["open_version"] + 1

    def draw(self, *values: int) -> int:
        return int(self.rng.choice(values))

    def _tiles(self) -> None:
        """Tiles in some slots, with spaces and borders of all kinds; walls around."""
        s, rng = self.s, self.rng
        placed = rng.permutation(4)[: rng.integers(1, 5)]
        s["face"], s["rotation"], s["edge_token"] = -1, 0, 0
        s["face"][placed] = rng.permutation(int(self.t["n_faces"]))[: len(placed)]
        s["rotation"][placed] = rng.integers(0, 4, len(placed))
        s["edge_token"][placed] = rng.integers(0, 2, (len(placed), 4))
        s["tile_deck"]["n"] = self.draw(0, 1, 2)
        chances = np.where([k in (Space.PLAIN, Space.TRAPPED) for k in Space], self.draw(3, 30, 100), 1.0)
        kinds = rng.choice(list(Space), (WIDTH, WIDTH), p=chances / chances.sum())
        there = np.kron(s["face"].reshape(2, 2) >= 0, np.ones((10, 10), bool))
        kinds[~there] = Space.VOID
        self.edges = [(slot, side) for slot in placed.tolist() for side in range(4)]
        for x, y in (cell for edge in self.edges for cell in Twin.edge(*edge)):
            kinds[y, x] = Space.PLAIN
        chances = np.where([b == Border.NONE for b in Border], self.draw(2, 8, 30), 1.0)
        above, left = rng.choice(list(Border), (2, WIDTH + 1, WIDTH + 1), p=chances / chances.sum())
        there = np.pad(kinds != Space.VOID, 1)
        above = np.where(there[:-1, 1:] & there[1:, 1:], above, Border.WALL)[:, :WIDTH]
        left = np.where(there[1:, :-1] & there[1:, 1:], left, Border.WALL)[:WIDTH]
        borders = np.stack([above[:-1], left[:, 1:], above[1:], left[:, :-1]], axis=2)
        s["kind"], s["border"], s["unit"] = kinds.ravel(), borders.reshape(-1, 4), 0
        s["token"] = [rng.integers(0, TOKENS.get(kind, 1)) for kind in kinds.ravel()]
        board = Board.read(s)
        self.free = [i for i in rng.permutation(WIDTH * WIDTH).tolist() if board.standable(xy(i))]

    def _tokens(self) -> None:
        """Entry tokens and an exit token on different edges."""
        s, rng = self.s, self.rng
        s["entry_cell"] = s["entry_side"] = s["exit_slot"] = s["exit_side"] = -1
        twin = Twin(self.game, s)
        rng.shuffle(self.edges)
        for slot, side in self.edges[: rng.integers(0, 3)]:
            s["entry_cell"][slot], s["entry_side"][slot] = number(twin.token_space(slot, side)), side
        if rng.random() < 0.7:
            s["exit_slot"], s["exit_side"] = self.edges[-1]
        self.exit = Twin(self.game, s).exit
        self.tokens = {number(twin.token_space(*edge)) for edge in self.edges}

    def _units(self) -> None:
        s, rng = self.s, self.rng
        deck = rng.permutation(int(self.t["n_monsters"])).tolist()
        queue, destroyed = deck[: rng.integers(0, 13)], deck[20 : 20 + rng.integers(0, 6)]
        for name, pile in (("queue", queue), ("monster_destroyed", destroyed)):
            s[name]["n"], s[name]["cards"][: len(pile)] = len(pile), pile
        s["monsters"]["place"], s["monsters"]["cell"] = MonsterPlace.DECK, -1
        s["monsters"]["place"][destroyed] = MonsterPlace.DESTROYED
        s["monsters"]["health"] = rng.integers(1, self.t["monsters"]["health"] + 2)
        s["monsters"]["stamina"] = rng.integers(0, 7, s["monsters"].shape[-1:])
        for m in queue:
            cell = self.free.pop()
            s["monsters"]["place"][m], s["monsters"]["cell"][m] = MonsterPlace.MAP, cell
            s["unit"][cell] = MAX_EXPLORERS + m + 1
        e = s["explorers"]
        e["card"] = rng.permutation(9)[:MAX_EXPLORERS]
        e["where"], e["cell"] = Where.WAITING, -1
        e["health"], e["essence"] = rng.integers(1, 6, MAX_EXPLORERS), rng.integers(0, 3, MAX_EXPLORERS)
        for seat in range(self.game.heroes):
            near = [i for i in self.free if s["unit"][i - 1 : i + 2].any()]
            on_edge = [i for i in self.free if any(xy(i) in Twin.edge(*edge) for edge in self.edges)]
            on_exit = [i for i in on_edge if xy(i) == self.exit]
            choice = [self.free, near, on_edge, on_exit][rng.integers(4)]
            if choice and rng.random() < 0.9:
                cell = choice[rng.integers(len(choice))]
                self.free.remove(cell)
                e["where"][seat], e["cell"][seat], s["unit"][cell] = Where.MAP, cell, seat + 1

    def _markers(self) -> None:
        """Markers on spaces without token (MAC-MRK-04), under explorers too, and on cards."""
        s, rng = self.s, self.rng
        s["explorers"]["marker"], s["explorers"]["dropped"] = 0, 0
        board = Board.read(s)
        ground = [i for i in rng.permutation(WIDTH * WIDTH).tolist() if board.standable(xy(i)) and i not in self.tokens]
        for seat in range(self.game.heroes if self.t["markers"] else 0):
            ground.sort(key=lambda i, at=int(s["explorers"]["cell"][seat]): i == at and rng.random() < 0.2)
            for k in range(3):
                if ground and (place := rng.random()) < 0.7:
                    s["explorers"]["marker"][seat, k] = MARKER_GROUND + ground.pop() if place < 0.5 else MARKER_EXPLORER

    def _cards(self) -> None:
        s, rng, t = self.s, self.rng, self.t
        items, seats = s["items"], self.game.heroes
        n = int(t["n_treasures"])
        items["place"], items["owner"] = ItemPlace.ASIDE, -1
        items["place"][:n] = rng.choice([ItemPlace.DECK, ItemPlace.DESTROYED, *CARRIED], n)
        items["owner"][:n] = np.where(np.isin(items["place"][:n], list(CARRIED)), rng.integers(0, seats, n), -1)
        left = rng.permutation(n).tolist()
        s["drawn"]["n"] = rng.integers(0, 5)
        for k in range(int(s["drawn"]["n"])):
            s["drawn"]["cards"][k] = card = left.pop()
            items["place"][card], items["owner"][card] = ItemPlace.DRAWN, -1
        for seat in range(seats if t["markers"] else 0):
            for k in range(rng.integers(0, 4)):
                card = left.pop()
                s["explorers"]["dropped"][seat, k] = card + 1
                items["place"][card], items["owner"][card] = ItemPlace.GROUND, seat
        for kind in ("explorer", "horror"):
            pile = rng.permutation(int(t[f"n_{kind}_events"]))[: rng.integers(0, 3)]
            s[f"{kind}_destroyed"]["n"], s[f"{kind}_destroyed"]["cards"][: len(pile)] = len(pile), pile
        s["chapter_at"] = rng.integers(-1, int(t["n_chapters"]))
        s["endgame"] = self.draw(-1, 0) if t["has_endgame"] else -1
        q = int(t["n_quests"])
        s["quest_state"][:q] = rng.choice(list(QuestState), q, p=[0.6, 0.3, 0.1])
        s["quest_progress"][:q] = rng.integers(0, t["quests"]["times"][:q] + 1)
        s["quest_holder"][:q] = np.where(rng.random(q) < 0.5, -1, rng.integers(0, seats, q))
        units = s["unit"][s["unit"] > 0] - 1
        s["n_lasting"] = rng.integers(0, 20) if units.size else 0
        for effect in s["lasting"][: int(s["n_lasting"])]:
            effect["mod"], effect["target"] = rng.integers(0, np.count_nonzero(t["mods"]["amount"])), rng.choice(units)

    def _question(self) -> None:
        core = self.s["core"]
        core["turn"] = self.draw(-1, *range(self.game.heroes + (self.game.num_seats > self.game.hero_seats)))
        core["choice"], core["subject"] = self.rng.integers(1, 40), self.draw(-1, 3, 17, 95, 399, 0x7FF)
        self.s["active"] = self.draw(-1, *range(self.game.heroes))
        self.s["acting"] = self.draw(-1, 0, *(MAX_EXPLORERS + m for m in cards(self.s["queue"])))
        self.s["camp_uses"] = self.rng.integers(0, 10)


@pytest.fixture
def other_modifiers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The passive modifiers of all cards are drawn anew, before the game looks for its short cuts."""
    written = Pack.tables

    def tables(self: Pack, options: Any) -> Any:
        out, rng = written(self, options), np.random.default_rng(3)
        out["mods"]["stat"] = rng.choice(
            [Stat.ARMOR, Stat.WILL, Stat.ATTACK, Stat.ETHEREAL, Stat.IMMOBILE], out["mods"].shape
        )
        out["mods"]["scope"] = rng.choice(list(Scope), out["mods"].shape)
        out["mods"]["cond"] = rng.choice(list(ModCond), out["mods"].shape)
        return out

    monkeypatch.setattr(Pack, "tables", tables)


@pytest.mark.usefixtures("other_modifiers")
def test_the_view_in_positions_that_are_stirred_up():
    rng, seen = np.random.default_rng(12), {}
    for options in (
        {"seats": 4, "monsters": "agent"},
        {"seats": 3, "scenario": "singing_wire"},
        {"seats": 2, "explorers_per_seat": 2, "mode": "easy"},
    ):
        game = envs.load("machina_arcana", **options)
        for _ in range(12):
            compare(game, Stirred(game, rng).s, seen)
    subject = np.ones(8, bool)
    subject[5:7] = False  # not in use
    assert seen["own"].all()
    assert (seen["subject"] == subject).all()
    assert seen["others"][1:].any(axis=0).all()
    for name in ("chapter", "markers"):
        assert seen[name].all(), name
    assert seen["monsters"].any(axis=0).all()
    assert seen["nearest"][:, :4].all()
    assert seen["nearest"][:, 4:].any(axis=0).all()
    assert seen["around"].reshape(8, -1).any(axis=1).all()


def labyrinth() -> tuple[Game, Any]:
    """One long way that turns at the rim of the window, 1 wide: row by row, and a recharge space at its end."""
    game = envs.load("machina_arcana", seats=1, mode="easy")
    state = game.new(0)
    state["face"], state["rotation"], state["entry_cell"], state["exit_slot"] = range(4), 0, -1, -1
    state["kind"], state["token"], state["unit"], state["queue"]["n"] = Space.RUBBLE, 0, 0, 0
    state["border"] = Border.NONE
    kind = state["kind"].reshape(WIDTH, WIDTH)
    kind[::2] = Space.PLAIN
    kind[1::4, -1] = kind[3::4, 0] = Space.PLAIN
    state["board_version"] = state["open_version"] + 1
    state["explorers"]["where"][0], state["explorers"]["cell"][0], state["unit"][0] = Where.MAP, 0, 1
    return game, state


@pytest.mark.parametrize(("at", "steps"), [((18, 4), 56), ((13, 6), LONGEST), ((12, 6), LONGEST + 1)])
def test_a_long_way_is_followed_for_63_steps(at, steps):
    game, state = labyrinth()
    state["kind"][number(at)] = Space.RECHARGE
    compare(game, state, {})
    row = game.blocks(game.observe(state, 0))["nearest"].reshape(-1, 12)[THINGS.index("recharge")]
    assert Twin(game, state).walks((0, 0))[0].get(at, LONGEST + 1) == steps
    assert row[0] == (steps <= LONGEST)
    assert row[3] == (steps <= LONGEST), "more than 20 steps count as 20"


def test_the_puppeteer_looks_from_the_monster_that_acts():
    game = envs.load("machina_arcana", seats=2, monsters="agent")
    state = game.new(0)
    state["face"], state["rotation"], state["entry_cell"], state["exit_slot"] = range(4), 0, -1, -1
    state["kind"], state["token"], state["unit"], state["queue"]["n"] = Space.RUBBLE, 0, 0, 0
    state["border"] = Border.NONE
    state["kind"][:6] = Space.PLAIN  # a corridor, with a closed door between its third space and its fourth
    state["border"][2, 1] = state["border"][3, 3] = Border.CLOSED
    state["explorers"]["where"][:2], state["explorers"]["cell"][:2] = (Where.WAITING, Where.MAP), (-1, 5)
    m = state["monsters"]
    m["place"][7], m["cell"][7], m["stamina"][7] = MonsterPlace.MAP, 0, 3
    state["queue"]["n"], state["queue"]["cards"][0] = 1, 7
    state["unit"][0], state["unit"][5] = MAX_EXPLORERS + 7 + 1, 2
    state["board_version"] = state["open_version"] + 1

    state["acting"] = MAX_EXPLORERS + 7
    seen = game.blocks(game.observe(state, game.num_seats - 1))
    own, rows = seen["own"], seen["nearest"].reshape(-1, 12)
    assert own[:9].tolist() == [1, 0, 0, 1, 0, 0, 0, 1, pytest.approx(3 / 9)]
    way = [1, pytest.approx(5 / 20), 0, pytest.approx(5 / 20), 0, 0, 1, 0, 0, 0, 0, 0]
    assert rows[1].tolist() == way, "seat 1, five steps to the east: the door does not stop a monster"
    assert rows[THINGS.index("explorer")].tolist() == way
    assert not rows[[0, 2, 3]].any(), "no other explorer is on the map"
    assert not rows[THINGS.index("monster")].any(), "it is not near itself"
    assert seen["others"][1, :4].tolist() == [1, pytest.approx(5 / 20), 0, pytest.approx(5 / 20)]
    assert not game.blocks(game.observe(state, 0))["own"][:9].any(), "an explorer off the map sees none of that"

    state["acting"] = -1
    seen = game.blocks(game.observe(state, game.num_seats - 1))
    assert not seen["nearest"].any(), "it looks from seat 0's explorer, which is off the map"
    assert seen["own"][7] == 0
    compare(game, state, {})
