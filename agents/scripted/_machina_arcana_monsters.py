"""How the monsters' seat plays in the styles that have a way of their own: whom each monster goes for, and which way.

It reads the visible record only. Cells are numbered row by row, 20 in a row.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from envs.machina_arcana.actions import ACTIONS, MAX_EXPLORERS
from envs.machina_arcana.state import (
    Border,
    Choice,
    MonsterPlace,
    QuestKind,
    QuestState,
    Space,
    Token,
    Trigger,
    Where,
)
from envs.view import View

G = {name: ids.start for name, ids in ACTIONS.groups.items()}
STEPS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
FAR = 99
DETOUR = 8
"""Steps around other monsters that are as good as waiting behind them."""
GUARDED = 2
"""Steps at which a monster at its post turns on an explorer."""
STANDABLE = (Space.PLAIN, Space.TRAPPED, Space.SPAWN)
PREY = {
    "weakest": "all go for the explorer with the least health that they can reach in the turn",
    "apart": "they spread: each explorer gets as many monsters as the others",
    "post": "they wait where the explorers have to go, and turn on those who come near",
}
"""Whom the monsters go for."""


def beyond(cell: int, direction: int) -> int | None:
    """The next cell in a direction (0 north, clockwise), None outside the map."""
    x, y = cell % 20 + STEPS[direction][0], cell // 20 + STEPS[direction][1]
    return y * 20 + x if 0 <= x < 20 and 0 <= y < 20 else None


def apart(a: int, b: int) -> int:
    """Spaces between two cells, counted directly."""
    return max(abs(a % 20 - b % 20), abs(a // 20 - b // 20))


@lru_cache(maxsize=32)  # the map changes far less often than a monster is asked
def ways_of(kinds: bytes, tokens: bytes, borders: bytes) -> tuple[tuple[int, ...], ...]:
    """The cells one step away from each cell, for a monster, which breaks doors and barriers and enters no pit
    (MAC-MOV-08, MAC-MMV-05, MAC-MMV-09).

    Args:
        kinds: (400,) kind of each cell.
        tokens: (400,) token on each cell.
        borders: (400 x 4,) borders of each cell to north, east, south and west.
    """
    stands = [
        k in STANDABLE and not (k == Space.SPAWN and t == Token.EXPLORED) for k, t in zip(kinds, tokens, strict=True)
    ]

    def clear(cell: int, side: int) -> bool:
        border = borders[4 * cell + side]
        return border not in (Border.WALL, Border.CLOSED) and border < Border.BARRIER

    def open_(cell: int, direction: int) -> bool:
        if direction % 2 == 0:
            return borders[4 * cell + direction // 2] != Border.WALL
        for first, second in ((direction - 1, direction + 1), (direction + 1, direction - 1)):
            corner = beyond(cell, first % 8)
            if corner is not None and stands[corner] and clear(cell, first % 8 // 2) and clear(corner, second % 8 // 2):
                return True
        return False

    steps = [[(d, beyond(cell, d)) for d in range(8)] for cell in range(400)]
    return tuple(
        tuple(to for d, to in row if to is not None and stands[to] and open_(cell, d)) for cell, row in enumerate(steps)
    )


def flood(ways: tuple[tuple[int, ...], ...], goal: int, taken: frozenset[int]) -> list[int]:
    """(400,) steps from each cell to the goal, `FAR` without a way; taken cells are reached but not passed."""
    away = [FAR] * len(ways)
    away[goal], front, steps = 0, [goal], 0
    while front:
        steps += 1
        grown = []
        for cell in front:
            for to in ways[cell]:
                if away[to] == FAR:
                    away[to] = steps
                    if to not in taken:
                        grown.append(to)
        front = grown
    return away


class Horde:
    """One decision of the monsters' seat.

    Args:
        view: of the monsters' seat, which is asked.
        prey: one of `PREY`.
    """

    def __init__(self, view: View, prey: str):
        self.prey = prey
        self.choice = Choice[view.choice.upper()]
        self.legal = view.legal
        self.r: Any = view.record
        self.t: Any = view.game.tables
        self.kinds: list[int] = self.r["kind"].tolist()
        self.tokens: list[int] = self.r["token"].tolist()
        self.ways = ways_of(*(self.r[name].astype(np.uint8).tobytes() for name in ("kind", "token", "border")))
        explorers = self.r["explorers"]
        where, cells = explorers["where"].tolist(), explorers["cell"].tolist()
        self.health: list[int] = explorers["health"].tolist()
        self.explorers = {seat: cells[seat] for seat in range(MAX_EXPLORERS) if where[seat] == Where.MAP}
        places, cells = self.r["monsters"]["place"].tolist(), self.r["monsters"]["cell"].tolist()
        self.monsters = {m: cells[m] for m, place in enumerate(places) if place == MonsterPlace.MAP}
        self._away: dict[tuple[int, bool], list[int]] = {}

    def decide(self) -> int | None:
        """The action, None if this style has no opinion."""
        if self.choice == Choice.MONSTER_NEXT:
            return self.next_monster()
        if self.choice == Choice.MONSTER_ACTION:
            return self.action()
        if self.choice in (Choice.TARGET, Choice.SECOND_TARGET, Choice.CHOSEN_UNIT, Choice.EXPLORER_TIE):
            return self.target()
        return None

    def options(self, group: str) -> list[int]:
        """Numbers of the legal actions of a group."""
        ids = ACTIONS.groups[group]
        return [a - ids.start for a in self.legal if a in ids]

    # -- the three questions ---------------------------------------------------------------------------------

    def next_monster(self) -> int | None:
        """Whoever is nearest to its goal goes first and makes room for the others."""
        waiting = [m for m in self.options("monster") if m in self.monsters]
        if not waiting:
            return None
        return G["monster"] + min(waiting, key=lambda m: (self.way(self.monsters[m], self.goals(m)), m))

    def action(self) -> int | None:
        """An ability if one can be played, else the way to its goal."""
        unit = int(self.r["acting"]) - MAX_EXPLORERS
        if unit not in self.monsters:
            return None
        for power in self.options("power"):
            return G["power"] + power
        step = self.step(self.monsters[unit], self.goals(unit))
        return G["end_turn"] if step is None else step

    def target(self) -> int | None:
        """The prey of the acting monster if it may be hit, else the weakest."""
        seats = self.options("explorer")
        if not seats:
            return None
        prey = self.prey_of(int(self.r["acting"]) - MAX_EXPLORERS)
        return G["explorer"] + min(seats, key=lambda seat: (seat != prey, self.health[seat], seat))

    def reach(self, monster: int) -> int:
        """Steps to an explorer whom the monster can still attack in this turn, or can in its next one."""
        acting = int(self.r["acting"]) == monster + MAX_EXPLORERS
        left = int(self.r["monsters"]["stamina"][monster] if acting else self.t["monsters"]["stamina"][monster])
        return left - self.price(monster) + 1

    def price(self, monster: int) -> int:
        """Stamina of the monster's last active ability, which is its plain attack."""
        card = self.t["monsters"][monster]
        abilities = self.t["abilities"][int(card["first_ability"]) : int(card["end_ability"])]
        costs = abilities["stamina"][abilities["trigger"] == Trigger.ACTIVE].tolist()
        return int(costs[-1]) if costs else 0

    # -- whom to go for --------------------------------------------------------------------------------------

    def goals(self, monster: int) -> list[int]:
        """Cells that a monster wants to be next to."""
        if self.prey == "post":
            cell = self.monsters[monster]
            close = [c for c in self.explorers.values() if apart(c, cell) <= GUARDED]
            if not close and self.posts:
                return self.posts
        prey = self.prey_of(monster)
        return [] if prey is None else [self.explorers[prey]]

    def prey_of(self, monster: int) -> int | None:
        """The explorer that a monster goes for."""
        if not self.explorers:
            return None
        if self.prey == "apart" and monster in self.shares:
            return self.shares[monster]
        weakest = min(self.explorers, key=lambda seat: (self.health[seat], seat))
        cell = self.monsters.get(monster)
        if cell is None:
            return weakest
        if self.prey == "weakest":
            reach = self.reach(monster)
            close = [seat for seat, at in self.explorers.items() if self.way(cell, [at]) <= reach]
            return min(close, key=lambda seat: (self.health[seat], seat), default=weakest)
        return min(self.explorers, key=lambda seat: (apart(self.explorers[seat], cell), seat))

    @cached_property
    def shares(self) -> dict[int, int]:
        """The explorer of each monster, the nearest pairs first, no explorer with two monsters more than another."""
        free = dict.fromkeys(self.explorers, -(-len(self.monsters) // max(1, len(self.explorers))))
        pairs = sorted((self.way(c, [e]), m, s) for m, c in self.monsters.items() for s, e in self.explorers.items())
        shares: dict[int, int] = {}
        for _, monster, seat in pairs:
            if monster not in shares and free[seat] > 0:
                shares[monster] = seat
                free[seat] -= 1
        return shares

    @cached_property
    def posts(self) -> list[int]:
        """Where the explorers have to go: the exit, else a space that a quest wants, else a chapter space."""
        slot, side = int(self.r["exit_slot"]), int(self.r["exit_side"])
        if slot >= 0:
            x, y = slot % 2 * 10, slot // 2 * 10
            ends = (((4, 0), (5, 0)), ((9, 4), (9, 5)), ((4, 9), (5, 9)), ((0, 4), (0, 5)))[side]
            return [(y + dy) * 20 + x + dx for dx, dy in ends]
        n = int(self.t["n_quests"])
        quests, states = self.t["quests"][:n], self.r["quest_state"][:n]
        used = quests["space"][(states == QuestState.OPEN) & (quests["kind"] == QuestKind.USE_SPACE)].tolist()
        for wanted in (used, [Space.CHAPTER]):
            cells = [
                c for c, k in enumerate(self.kinds)
                if k in wanted and (self.tokens[c] != Token.EXPLORED or k == Space.SPECIAL)
            ]  # fmt: skip
            if cells and self.explorers:
                return [min(cells, key=lambda c: (min(apart(c, e) for e in self.explorers.values()), c))]
        return []

    # -- ways ------------------------------------------------------------------------------------------------

    def way(self, cell: int, goals: list[int]) -> int:
        """Steps to the nearest of some cells, counted through closed doors and barriers; `FAR` without a way.

        A way through other monsters counts as `DETOUR` steps more than one around them.
        """
        taken = frozenset(self.monsters.values())
        least = min((self.away(goal, taken)[cell] for goal in goals), default=FAR)
        if least < FAR:
            return least
        return min([FAR, *(self.away(goal, frozenset())[cell] + DETOUR for goal in goals)])

    def away(self, goal: int, taken: frozenset[int]) -> list[int]:
        """See `flood`."""
        key = goal, bool(taken)
        if key not in self._away:
            self._away[key] = flood(self.ways, goal, taken)
        return self._away[key]

    def step(self, cell: int, goals: list[int]) -> int | None:
        """The legal step that brings nearest to the goals, or the door or barrier in the way; None if none helps."""
        here = self.way(cell, goals)
        best, least = None, here
        for group, turn in (("move", 1), ("break", 2)):
            for number in self.options(group):
                to = beyond(cell, number * turn)
                if to is not None and self.way(to, goals) < least:
                    best, least = G[group] + number, self.way(to, goals)
        return best
