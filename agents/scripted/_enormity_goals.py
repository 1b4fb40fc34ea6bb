"""The scripted player of Enormity: what the team is after, and who sees to what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from agents.scripted._enormity_knowledge import ANY, FAR, NEVER
from agents.scripted._enormity_position import Position
from envs.enormity.state import PointState, Thing

# What a Spacer is after.
STAY, SEARCH, DESK, INITIATE, LEAVE, WAIT, LOOT, LOOK = range(8)
STOP = 1.0  # steps that are lost where a movement must end
SCAVENGED = {INITIATE: 12.0, DESK: 6.0, LOOT: 4.0}  # aims for which a Scavenge action is needed, and its worth
OUT = 30.0  # worth of leaving the board


@dataclass(frozen=True)
class Aim:
    """Where a Spacer wants to be, and what for."""

    kind: int
    cells: tuple[int, ...] = ()
    slack: float = 0
    """Steps that it may stay away."""


class Route:
    """The tasks of a Spacer in order, on the way from where it stands to the way out.

    Args:
        seat: the Spacer.
        start: its space.
        home: steps from every space to the way out.
        fields: steps from every space to each task.
    """

    def __init__(self, seat: int, start: int, home: list[float], fields: dict[Aim, list[float]]):
        self.seat, self.start, self.home, self.fields = seat, start, home, fields
        self.tasks: list[Aim] = []
        self.length = min(home[start], FAR)

    def more(self, task: Aim, at: int) -> float:
        """Steps that a further task costs at a place in the order."""
        spot = task.cells[0]
        before = self.tasks[at - 1].cells[0] if at else self.start
        there = self.fields[task][before] + STOP
        if at < len(self.tasks):
            after = self.fields[self.tasks[at]]
            return there + after[spot] - after[before]
        return there + min(self.home[spot], FAR) - min(self.home[before], FAR)

    def insert(self, task: Aim, at: int) -> None:
        """Add a task."""
        self.length += self.more(task, at)
        self.tasks.insert(at, task)


class Goals(Position):
    """What the team is after."""

    @property
    def available(self) -> bool:
        """Extraction is available."""
        return self.needed == 0

    def state(self, point: int) -> int:
        """State of an Extraction Point (`PointState`); hidden if there is none."""
        return int(self.plain.states[point]) if point >= 0 else int(PointState.HIDDEN)

    @cached_property
    def exit(self) -> int:
        """The Extraction Point that the team makes for; -1 none."""
        best, chosen = NEVER, -1
        for point in range(self.k.n_points):
            state = self.state(point)
            if state == PointState.INSERTION:
                continue
            field = self.away(self.k.before[point])
            steps = [field[cell] for cell in self.crew.values() if field[cell] < NEVER]
            if not steps:
                continue
            price = sum(steps) / len(steps) - (OUT if state >= PointState.INITIATED else 0.0)
            if state == PointState.HIDDEN:
                price += self._to_reveal(point)
            if price < best:
                best, chosen = price, point
        return chosen

    def _to_reveal(self, point: int) -> float:
        """Steps that it costs to find an Extraction Point."""
        desks = self.desks(self.k.revealers(point))
        if not desks:
            return 8.0
        field, back = self.away(desks), self.away(self.k.before[point])
        nearest = min((field[cell] for cell in self.crew.values()), default=NEVER)
        return 3.0 + 0.5 * min(nearest, FAR) + 0.3 * min(min(back[c] for c in desks), FAR)

    def desks(self, consoles: Iterable[int]) -> list[int]:
        """Spaces of those Consoles that work."""
        return [self.k.consoles[c][0] for c in consoles if not self.plain.consoles[c]]

    @cached_property
    def aim(self) -> Aim:
        """What this Spacer is after now."""
        point = self.exit
        state = self.state(point)
        if point >= 0 and state == PointState.OPEN:
            return Aim(LEAVE, tuple(self.k.exits[point]))
        if point >= 0 and state == PointState.INITIATED:
            return Aim(WAIT, tuple(self.k.exits[point]), self.stride(next_turn=True))
        if self.seat in self.shares:
            return self.shares[self.seat]
        if point < 0:
            return Aim(STAY)
        if self.available and state == PointState.CLOSED:
            return Aim(INITIATE, tuple(self.k.before[point]))
        return Aim(WAIT, tuple(self.k.before[point]), 2)

    @cached_property
    def shares(self) -> dict[int, Aim]:
        """What falls to each Spacer next; planned when a turn begins and when there is something new."""
        tasks = self.tasks()
        key = (self.k, int(self.r["round"]), int(self.r["active"]), self.needed, tuple(self.crew), tuple(tasks))
        if self.memory.get("shares", (None,))[0] != key:
            self.memory["shares"] = key, self.share_out(tasks)
        shares: dict[int, Aim] = self.memory["shares"][1]
        return shares

    def share_out(self, tasks: list[Aim]) -> dict[int, Aim]:
        """The first task of each Spacer.

        Every Console, as many Discoveries as are needed, and loot that is not far go where they lengthen the ways to
        the way out least.
        """
        home = self.away(self.k.before[self.exit]) if self.exit >= 0 else [0.0] * len(self.k.page)
        fields = {task: self.away(task.cells) for task in tasks}
        walkers = [s for s in self.crew if s == self.seat or not self.temper.alone]
        routes = [Route(s, self.crew[s], home, fields) for s in walkers]
        found = 0
        for kind in (DESK, SEARCH, LOOT, LOOK):
            chosen = [task for task in tasks if task.kind == kind]
            while chosen:
                longest = max(route.length for route in routes)
                if kind == SEARCH and found + self.coming(longest) >= self.needed:
                    break
                fits = [fit for task in chosen for fit in self.fits(task, routes)]
                if not fits:
                    break
                _, _, _, task, route, at = min(fits, key=lambda fit: fit[:3])
                route.insert(task, at)
                chosen.remove(task)
                found += kind == SEARCH
        return {route.seat: route.tasks[0] for route in routes if route.tasks}

    def fits(self, task: Aim, routes: list[Route]) -> Iterator[tuple[float, int, int, Aim, Route, int]]:
        """Places of a task in the routes: price, seat, order, and what is put where."""
        for route in routes:
            rest = max((other.length for other in routes if other is not route), default=0.0)
            for at in range(len(route.tasks) + 1):
                more = route.more(task, at)
                price = max(rest, route.length + more) + 0.3 * more
                if price < FAR and (task.kind not in (LOOT, LOOK) or more <= task.slack):
                    yield price, route.seat, at, task, route, at

    def tasks(self) -> list[Aim]:
        """The Discoveries, the Consoles that reveal the way out, and those that open a door on the way."""
        found = [Aim(SEARCH, (cell,)) for cell in self.spots(Thing.DISCOVERY)] if self.needed > 0 else []
        if self.exit >= 0:
            if self.state(self.exit) == PointState.HIDDEN:
                found.append(Aim(DESK, tuple(self.desks(self.k.revealers(self.exit)))))
            for door in sorted(set(self.doors_ahead())):
                if door >= 0 and self.k.cranks[self.k.page[self.k.doors[door][0]]] < 0:
                    found.append(Aim(DESK, tuple(self.desks(self.k.unlockers(door)))))
        return [task for task in found if task.cells] + self.news() + self.errands()

    def errands(self) -> list[Aim]:
        """Loot to walk for, each with the steps that it is worth, while the station is not at its worst."""
        if self.level == 2:
            return []
        kinds = ((Thing.OBJECTIVE, self.temper.errand * self.wanted()), (Thing.CACHE, self.temper.loot),
                 (Thing.ENGRAM, self.temper.loot))  # fmt: skip
        return [Aim(LOOT, (cell,), steps) for kind, steps in kinds if steps for cell in self.spots(kind)]

    def news(self) -> list[Aim]:
        """Ways to pages that nobody has seen."""
        if not self.temper.explore or self.level == 2:
            return []
        revealed = self.plain.revealed
        leads = {page for page in self.k.leads if page != ANY and not revealed >> page & 1}
        ways = [tuple(c for c, page in enumerate(self.k.leads) if page == new and revealed >> self.k.page[c] & 1)
                for new in sorted(leads)]  # fmt: skip
        return [Aim(LOOK, cells, self.temper.explore) for cells in ways if cells]

    def wanted(self) -> bool:
        """The team still needs Objective tokens."""
        kind = int(self.t["objective_type"])
        have = int(self.r["spacers"]["objectives"][: self.heroes, kind].sum()) if kind >= 0 else 0
        return kind >= 0 and have < int(self.t["objective_number"])

    def reveals(self) -> bool:
        """The Console here reveals the way out."""
        hidden = self.exit >= 0 and self.state(self.exit) == PointState.HIDDEN
        return hidden and self.cell in self.desks(self.k.revealers(self.exit))

    def coming(self, steps: float) -> int:
        """Discoveries that the Countdown Track makes while so many steps are walked."""
        rounds = int(min(steps, FAR) / 5)
        now = int(self.r["countdown"])
        return int(self.r["track_discoveries"][max(0, now - rounds) : now].sum())

    def doors_ahead(self) -> list[int]:
        """The first closed door between each Spacer and the way out."""
        if self.exit < 0:
            return []
        field = self.away(self.k.before[self.exit])
        return [self.plain.blocked(cell, field)[0] for cell in self.crew.values()]

    def door_ahead(self) -> int:
        """The closed door on the way if the Spacer stands beside it; -1 none."""
        if not self.aim.cells:
            return -1
        door, cell = self.plain.blocked(self.cell, self.away(self.aim.cells))
        return door if cell == self.cell else -1
