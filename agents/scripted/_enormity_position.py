"""The scripted player of Enormity: the position that it decides in, as its seat sees it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from agents.scripted._enormity_knowledge import Board, Foe, Knowledge, knowledge
from agents.scripted._enormity_styles import Temper
from envs.enormity.actions import ACTIONS
from envs.enormity.state import ActionKind, CardSide, GearPlace, Where
from envs.view import View

G = {name: ids.start for name, ids in ACTIONS.groups.items()}
DISCIPLINE, CONFIDENCE, EXPERTISE = range(3)
CACHE, ENGRAM, OBJECTIVE, CONSOLE, POINT = range(5)  # what can be scavenged, in the order of its actions


class Position:
    """One decision: the view, and what is read from it.

    Args:
        view: of the seat that is asked.
        temper: its style.
        memory: the latest maps and plans by name, each with what it was made for.
    """

    def __init__(self, view: View, temper: Temper, memory: dict[str, tuple[Any, Any]]):
        self.view, self.temper, self.memory = view, temper, memory
        self.legal = set(view.legal)
        self.r: Any = view.record
        self.t: Any = view.game.tables
        self.k: Knowledge = knowledge(view.game)
        self.heroes = view.game.heroes
        self.seat = view.hero
        self.monster = self.seat >= self.heroes
        self.me: Any = self.r["spacers"][min(self.seat, self.heroes - 1)]
        self.cell = int(self.me["cell"] if self.me["cell"] >= 0 else self.me["last_cell"])
        self.vitals, self.strain = int(self.me["vitals"]), int(self.me["stress"])
        self.adrenaline = int(self.me["adrenaline"])
        self.pool: list[int] = self.r["pool"].tolist()
        self.subject = round(float(view.observation[self.k.subject]) * 64) - 1  # of questions that are not ACTION
        countdown = int(self.r["countdown"])
        self.level = 0 if countdown >= 7 else 1 if countdown >= 4 else 2
        self.needed = int(self.r["extraction"])
        self._danger: dict[int, float] = {}

    # -- what is legal, who is where --------------------------------------------------------------------------

    def has(self, group: str, number: int = 0) -> bool:
        """Whether that action is legal."""
        return G[group] + number in self.legal

    def options(self, group: str) -> list[int]:
        """Numbers of the legal actions of a group."""
        start = G[group]
        return [a - start for a in ACTIONS.groups[group] if a in self.legal]

    @cached_property
    def crew(self) -> dict[int, int]:
        """Space of each Spacer on the board, by seat."""
        rows = self.r["spacers"][: self.heroes]
        places = zip(rows["where"].tolist(), rows["cell"].tolist(), strict=True)
        return {s: cell for s, (where, cell) in enumerate(places) if where == Where.BOARD and cell >= 0}

    @cached_property
    def foes(self) -> list[Foe]:
        """The Intruders on the board."""
        names = ("type", "cell", "suppression", "wounds", "specimen", "surprised")
        rows = self.r["intruders"]
        columns = [rows[name].tolist() for name in names]
        found = []
        for slot, (type_, cell, suppression, wounds, specimen, surprised) in enumerate(zip(*columns, strict=True)):
            if type_ >= 0 and cell >= 0:
                strikes = not suppression and not surprised
                found.append(Foe(slot, type_, cell, suppression, wounds, specimen, strikes, bool(surprised)))
        return found

    @cached_property
    def blips(self) -> list[tuple[int, int, int, float]]:
        """Slot, point and arrow of each Blip, and the Intruders to expect of it."""
        rows = self.r["blips"]
        columns = [rows[name].tolist() for name in ("point", "arrow", "known", "face")]
        hidden = sum(n * self.k.blips[face][self.level] for face, n in enumerate(self.k.n_faces)) / sum(self.k.n_faces)
        return [
            (slot, point, arrow, self.k.blips[face][self.level] if known else hidden)
            for slot, (point, arrow, known, face) in enumerate(zip(*columns, strict=True))
            if point >= 0
        ]

    def spots(self, kind: int) -> list[int]:
        """Spaces with objects of a kind (`Thing`)."""
        rows = self.r["objects"]
        found = zip(rows["kind"].tolist(), rows["cell"].tolist(), rows["disabled"].tolist(), strict=True)
        return [cell for what, cell, disabled in found if what == kind and cell >= 0 and not disabled]

    # -- the map ----------------------------------------------------------------------------------------------

    @cached_property
    def plain(self) -> Board:
        """The map without Intruders."""
        return self._map("plain", ())

    @cached_property
    def live(self) -> Board:
        """The map with the Intruders in the way."""
        return self._map("live", tuple(foe._replace(slot=0, wounds=0, specimen=0, type=0) for foe in self.foes))

    def _map(self, name: str, foes: tuple[Foe, ...]) -> Board:
        parts = [self.r[part].tobytes() for part in ("doors", "door_disabled", "tile", "console_disabled")]
        key = (self.k, int(self.r["revealed"]), self.r["points"]["state"].tobytes(), *parts, foes)
        if self.memory.get(name, (None,))[0] != key:
            self.memory[name] = key, Board(self.k, self.r, foes)
        board: Board = self.memory[name][1]
        return board

    def away(self, cells: Iterable[int]) -> list[float]:
        """Steps from each space to the nearest of some, without Intruders."""
        return self.plain.field(tuple(cells))

    # -- the own cards ----------------------------------------------------------------------------------------

    def stride(self, next_turn: bool = False) -> int:
        """Steps that the Action cards in hand make, or all of them in the next turn."""
        exerts = int(self.me["exerts"])
        cards = 3 - exerts - (0 if next_turn else int(self.me["played"]))
        best = []
        for i in range(3):
            if next_turn or self.me["card"][i] == CardSide.HAND:
                moves = [self.k.halves[int(h)].get(ActionKind.MOVE) for h in self.me["half"][i] if h >= 0]
                best.append(max((o["value"] for o in moves if o is not None), default=0))
        return sum(sorted(best, reverse=True)[: max(0, cards)])

    def hand(self) -> list[tuple[int, int, int]]:
        """(sleeve, side, half card) of the Action cards in hand."""
        return [
            (i, side, int(self.me["half"][i][side]))
            for i in range(3)
            if self.me["card"][i] == CardSide.HAND
            for side in range(2)
            if self.me["half"][i][side] >= 0
        ]

    def empty_weapons(self) -> int:
        """Weapons in hand without Ammo."""
        held = [g for g in self.me["gear"] if g["card"] >= 0 and g["place"] == GearPlace.HAND]
        return sum(self.k.gear[int(g["card"])]["ammo"] > g["ammo"] == 0 for g in held)
