"""The scripted player of Enormity: searches, fights when it pays, leaves tokens for others, and is out in time.

It decides from the view of its seat alone, as all that it weighs lies open to everybody: the map, the cards, who holds
what. So all Spacers come to the same plan without talking: each Discovery, Console and door falls to whoever is
nearest, whoever leaves tokens acts first, and everybody heads for the same way out. Worth is counted in steps: what it
is worth to stand one space nearer to where one wants to be.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from agents.base import Agent
from agents.scripted._enormity_knowledge import (
    DESK,
    FAR,
    INITIATE,
    LEAVE,
    LOOT,
    NEVER,
    OFFSETS,
    SEARCH,
    STAY,
    WAIT,
    WORTH,
    Aim,
    Board,
    Foe,
    Knowledge,
    Route,
    Temper,
    between,
    gap,
    knowledge,
)
from envs.enormity.actions import ACTIONS, MAX_GEAR, WIDTH
from envs.enormity.state import (
    POINT_WIDTH,
    ActionKind,
    CardSide,
    Choice,
    DoorState,
    GearKind,
    GearPlace,
    NoiseKind,
    Op,
    PointState,
    Reach,
    RollKind,
    TargetRule,
    Thing,
    Where,
    Who,
)
from envs.view import View

STYLES = {
    "steady": "searches quietly, fights what stands in the way, and leaves when it can",
    "bold": "takes the loud and quick ways and fights whatever is in reach",
    "careful": "keeps away from Intruders, saves tokens for defence and calms down early",
    "looter": "walks out of its way for Caches, Engrams and Objective tokens",
    "supporter": "leaves tokens and abilities to the others and spends few on itself",
}

G = {name: ids.start for name, ids in ACTIONS.groups.items()}
DISCIPLINE, CONFIDENCE, EXPERTISE = range(3)
CACHE, ENGRAM, OBJECTIVE, CONSOLE, POINT = range(5)  # what can be scavenged, in the order of its actions
# Chance that a Blip makes at least so many steps in its patrol, by Countdown level.
PATROL = ((1.0, 0.73, 0.33, 0.0, 0.0), (1.0, 0.95, 0.68, 0.3, 0.0), (1.0, 1.0, 0.93, 0.65, 0.35))
AMBUSH = 2.8  # damage that an Intruder does which comes from a Blip
SCAVENGED = {INITIATE: 12.0, DESK: 6.0, LOOT: 4.0}  # aims for which a Scavenge action is needed, and its worth
OUT = 30.0  # worth of leaving the board
HURT = (3.0, 2.5, 2.2, 1.8, 1.5, 1.2, 1.0, 0.9, 0.8, 0.8)  # what a Vital is worth, by how many are left


TEMPERS = {
    "steady": Temper(noise=1.0, stress=6, calm=4, fight=1.0, hunt=0, fear=1.0, loot=0, errand=1, reserve=0, gift=0.35),
    "bold": Temper(noise=0.0, stress=8, calm=6, fight=3.0, hunt=2, fear=0.7, loot=0, errand=1, reserve=0, gift=0.35),
    "careful": Temper(noise=2.5, stress=3, calm=2, fight=0.6, hunt=0, fear=1.4, loot=0, errand=1, reserve=0, gift=0.35),
    "looter": Temper(noise=1.0, stress=6, calm=4, fight=1.0, hunt=0, fear=1.0, loot=3, errand=6, reserve=0, gift=0.35),
    "supporter": Temper(
        noise=1.0, stress=5, calm=4, fight=1.0, hunt=0, fear=1.0, loot=0, errand=1, reserve=1, gift=1.0
    ),
}


class Scripted(Agent):
    """A scripted Spacer (or Intruders' seat).

    Args:
        style: one of `STYLES`.
        seed: unused; the player makes no random choice.
    """

    def __init__(self, style: str = "steady", seed: int = 0):
        self.temper = TEMPERS[style]
        self.memory: dict[str, tuple[Any, Any]] = {}

    def reset(self, seed: int) -> None:
        """Forget the last game."""
        self.memory = {}

    def act(self, view: View) -> int:
        """A legal action for the question that is asked."""
        return Mind(view, self.temper, self.memory).decide()


@dataclass
class Plan:
    """An action of a side of an Action card, and what it is worth in steps."""

    score: float
    sleeve: int
    side: int
    kind: int


class Mind:
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

    # -- what is legal, who is where -------------------------------------------------------------------------

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

    # -- the map ---------------------------------------------------------------------------------------------

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

    def nearest(self, cells: Iterable[int]) -> int:
        """The seat that is nearest to some spaces; -1 if nobody can come there."""
        field = self.away(cells)
        best = min(self.crew, key=lambda s: (field[self.crew[s]], s), default=-1)
        return best if best >= 0 and field[self.crew[best]] < NEVER else -1

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

    # -- what the team is after ------------------------------------------------------------------------------

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
        routes = [Route(s, cell, home, fields) for s, cell in self.crew.items()]
        found = 0
        for kind in (DESK, SEARCH, LOOT):
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
                if price < FAR and (task.kind != LOOT or more <= task.slack):
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
        return [task for task in found if task.cells] + self.errands()

    def errands(self) -> list[Aim]:
        """Loot to walk for, each with the steps that it is worth, while the station is not at its worst."""
        if self.level == 2:
            return []
        kinds = ((Thing.OBJECTIVE, self.temper.errand * self.wanted()), (Thing.CACHE, self.temper.loot),
                 (Thing.ENGRAM, self.temper.loot))  # fmt: skip
        return [Aim(LOOT, (cell,), steps) for kind, steps in kinds if steps for cell in self.spots(kind)]

    def coming(self, steps: float) -> int:
        """Discoveries that the Countdown Track makes while so many steps are walked."""
        rounds = int(min(steps, FAR) / 5)
        now = int(self.r["countdown"])
        return int(self.r["track_discoveries"][max(0, now - rounds) : now].sum())

    # -- danger ----------------------------------------------------------------------------------------------

    def danger(self, cell: int) -> float:
        """Damage to expect in the next Intruder Phase on a space."""
        if cell not in self._danger:
            total = sum(self.foe_danger(foe, cell) for foe in self.foes)
            blips = sum(n * self.blip_danger(point, arrow, cell) for _, point, arrow, n in self.blips)
            self._danger[cell] = total + AMBUSH * blips
        return self._danger[cell]

    def foe_danger(self, foe: Foe, cell: int) -> float:
        """Damage that an Intruder will do to a Spacer on a space."""
        if foe.surprised:
            return 0.0
        kind = self.k.types[foe.type]
        revealed = self.plain.revealed
        steps = self.k.apart(revealed, foe.cell, cell)
        speed = max(0, kind["speed"][self.level] - foe.suppression)
        if steps <= 1:
            blow = kind["blow"][self.level]
        elif steps <= speed + kind["range"]:
            blow = kind["shot"][self.level]
        else:
            return 0.1 if steps <= speed + 4 else 0.0
        return float(blow * self._picked(foe, kind["target"], steps))

    def _picked(self, foe: Foe, rule: int, steps: int) -> float:
        """Chance that an Intruder picks this Spacer as its Target."""
        others = [s for s in self.crew if s != self.seat]
        if not others:
            return 1.0
        rows = self.r["spacers"]
        if rule == TargetRule.PRIORITY:
            return 0.9 if self.r["marker"] == self.seat else 0.2
        if rule == TargetRule.HIGHEST_STRESS:
            return 0.9 if all(rows[s]["stress"] <= self.strain for s in others) else 0.2
        if rule == TargetRule.LOWEST_VITALS:
            return 0.9 if all(rows[s]["vitals"] >= self.vitals for s in others) else 0.2
        near = min(self.k.apart(self.plain.revealed, foe.cell, self.crew[s]) for s in others)
        return 1.0 if steps < near else 0.55 if steps == near else 0.15

    def blip_danger(self, point: int, arrow: int, cell: int) -> float:
        """Chance that a Blip comes beside a Spacer on a space by its patrol."""
        chances = PATROL[self.level]
        if self.level == 2 or self.r["initiated"]:
            steps = max(1, gap(cell, point))
            return 0.8 * chances[steps] if steps < len(chances) else 0.0
        dx, dy = OFFSETS[arrow]
        for steps in range(4):
            if gap(cell, point + steps * (dx + POINT_WIDTH * dy)) == 0:
                return chances[max(1, steps)]
        return 0.0

    def noise(self, o: dict[str, int], cell: int) -> float:
        """What a Noise made on a space costs, in steps: Blips that come near, and those that come beside it."""
        kind = o["noise_kind"]
        page = self.k.page[cell]
        if kind == NoiseKind.NONE or not self.blips or page == 255:
            return 0.0
        gaps = sorted(((gap(cell, point), n) for _, point, _, n in self.blips), reverse=True)
        colour = o["noise_colour"]
        if kind in (NoiseKind.DICE, NoiseKind.DICE_PER_SHOT):
            gaps = gaps[: o["noise"]]  # the furthest Blips get the dice
        else:
            colour = self.k.types[self.k.ecology[page]]["noise"][self.level]
        chances = self.k.potentials[colour]
        beside = sum(n * chances[max(1, away)] for away, n in gaps if away < len(chances))
        nearer = sum(chances[1] for away, _ in gaps if away <= 8)
        return self.temper.noise * (AMBUSH * self.fear * beside + 0.2 * nearer)

    @cached_property
    def fear(self) -> float:
        """Worth of a Vital, in steps."""
        return self.temper.fear * HURT[min(self.vitals, 9)]

    @cached_property
    def blow(self) -> float:
        """Damage of an attack of opportunity."""
        return float(max((self.k.types[foe.type]["blow"][self.level] for foe in self.foes), default=0.0))

    def beside(self) -> int:
        """Intruders that would strike when the Spacer walks off (ENO-AOO-01, ENO-AOO-02)."""
        return self.live.watched.get(self.cell, 0)

    def blip_gap(self) -> int:
        """Intersections from the nearest Blip to the own space."""
        return min((gap(self.cell, point) for _, point, *_ in self.blips), default=99)

    def threat(self) -> float:
        """Damage to expect where the Spacer stands."""
        return self.danger(self.cell)

    # -- movement --------------------------------------------------------------------------------------------

    def standing(self, cell: int, left: int) -> float:
        """What it is worth to stand on a space, with so many steps still to make in this turn."""
        aim = self.aim
        value = 0.0
        if aim.cells:
            way = self.live.field(aim.cells)[cell]
            haste = 1.0 + 0.05 * (9 - int(self.r["countdown"]))
            value -= haste * max(0.0, min(way, FAR) - (aim.slack if aim.kind == WAIT else 0.0))
            if way == 0:
                value += OUT if aim.kind == LEAVE else 1.5
        if cell in self.treasures:
            value += self.treasures[cell]
        if self.temper.hunt and any(between(foe.cell, cell) <= self.range for foe in self.foes):
            value += self.temper.hunt
        share = 1.0 if left <= 0 else 0.35
        return value - share * self.fear * self.danger(cell)

    @cached_property
    def treasures(self) -> dict[int, float]:
        """Spaces on which it is good to end a movement beside the aim."""
        found: dict[int, float] = {}
        if self.needed > 0:
            found |= dict.fromkeys(self.spots(Thing.DISCOVERY), 1.5)
        if self.free_hand():
            ease = 1.0 + self.temper.loot
            for kind, worth in ((Thing.CACHE, 0.5), (Thing.ENGRAM, 0.4), (Thing.OBJECTIVE, 2.0 * self.wanted())):
                found |= dict.fromkeys(self.spots(kind), worth * ease)
        return found

    def free_hand(self) -> bool:
        """A Scavenge action is in hand that the aim does not need."""
        return any(ActionKind.SCAVENGE in self.k.halves[h] for _, _, h in self.hand())

    def best_step(self, steps: int, left: int, stay: bool, loud: dict[str, int] | None = None) -> tuple[float, int]:
        """Worth of the best end of a movement above that of staying, and its first step; -1 to stay.

        Args:
            steps: spaces of the movement.
            left: steps of further movements of this turn.
            stay: it may also end where it stands.
            loud: the action of the half card with its Noise, if the Noise is still to be weighed.
        """
        taken = {cell for s, cell in self.crew.items() if s != self.seat}
        here = self.standing(self.cell, left)
        best, first = (0.0, -1) if stay else (-NEVER, -1)
        for cell, (struck, made, direction) in self.live.reach(self.cell, steps).items():
            if not made or cell in taken:
                continue
            worth = self.standing(cell, left) - here - struck * self.blow * self.fear - 0.01 * made
            if loud is not None:
                worth -= self.noise(loud, cell)
            if worth > best:
                best, first = worth, direction
        return best, first

    def move(self) -> int:
        """A step toward the best space that can be reached; the end where it stands."""
        steps = self.options("step")
        if self.r["active"] != self.seat:
            return self.dodge(steps)
        stay = self.has("done")
        _, first = self.best_step(max(1, self.subject), self.stride(), stay)
        if first in steps:
            return G["step"] + first
        if stay:
            return G["done"]
        return G["step"] + min(steps, key=self.beyond)

    def beyond(self, direction: int) -> float:
        """Steps to the aim from the space in a direction."""
        dx, dy = OFFSETS[direction]
        cell = self.cell + dx + WIDTH * dy
        return self.live.field(self.aim.cells)[cell] if self.aim.cells else self.danger(cell)

    def dodge(self, steps: list[int]) -> int:
        """Out of reach of whoever attacks; stay if there is no better space."""

        def near(d: int) -> float:
            cell = self.cell + OFFSETS[d][0] + WIDTH * OFFSETS[d][1] if d >= 0 else self.cell
            return sum(1.0 / max(1, between(foe.cell, cell)) for foe in self.foes)

        best = min([*steps, *([-1] if self.has("done") else [])], key=near)
        return G["step"] + best if best >= 0 else G["done"]

    def advance(self) -> int:
        """Stay."""
        return G["done"] if self.has("done") else min(self.legal)

    def fallback(self) -> int:
        """Away from Intruders."""
        return self.dodge(self.options("step"))

    # -- the turn --------------------------------------------------------------------------------------------

    def hand(self) -> list[tuple[int, int, int]]:
        """(sleeve, side, half card) of the Action cards in hand."""
        return [
            (i, side, int(self.me["half"][i][side]))
            for i in range(3)
            if self.me["card"][i] == CardSide.HAND
            for side in range(2)
            if self.me["half"][i][side] >= 0
        ]

    def plans(self) -> list[Plan]:
        """All actions of the cards in hand that can be played."""
        kept = self.kept_card()
        return [
            Plan(self.value(half, kind, sleeve) - 3.0 * (sleeve == kept), sleeve, side, kind)
            for sleeve, side, half in self.hand()
            if self.has("card", 2 * sleeve + side)
            for kind in self.k.halves[half]
        ]

    def kept_card(self) -> int:
        """The card with the Scavenge action, while the Spacer can still come to where it is needed; else -1."""
        if self.aim.kind not in SCAVENGED or self.cell in self.aim.cells:
            return -1
        if self.live.field(self.aim.cells)[self.cell] > self.stride():
            return -1
        return next((i for i, _, half in self.hand() if ActionKind.SCAVENGE in self.k.halves[half]), -1)

    def value(self, half: int, kind: int, sleeve: int = -1) -> float:
        """What an action of a half card is worth now, in steps."""
        o = self.k.halves[half][kind]
        return self.gain(kind, o, sleeve) - self.price(kind, o)

    def price(self, kind: int, o: dict[str, int]) -> float:
        """What an action costs."""
        price = 0.5 * o["expertise"] + 0.35 * o["stress"] * (1 if self.strain < self.temper.calm else 2)
        price += 0.2 * o["adrenaline_cost"] * (self.adrenaline < 5)
        if o["adrenaline"] or kind == ActionKind.ATTACK:
            worn = (0.0, 0.8, 1.6, 4.0, 50.0)[max(0, min(self.adrenaline, 9) - 5)]
            price += worn - self.temper.gift * self.left_tokens()
        if self.strain + o["stress"] > 8:
            price += 20.0
        return price

    def left_tokens(self) -> int:
        """Tokens that an Adrenaline action leaves for the next Spacer (ENO-ADR-01)."""
        bonuses = self.k.rubicons[int(self.me["character"])] + self.k.suit_rubicons[int(self.me["suit"])]
        return sum(at <= self.adrenaline for at in bonuses)

    def gain(self, kind: int, o: dict[str, int], sleeve: int) -> float:
        """What an action brings."""
        if kind == ActionKind.MOVE:
            left = max(0, self.stride() - o["value"]) if sleeve >= 0 else 0
            worth, first = self.best_step(o["value"], left, True, o)
            return worth if first >= 0 else -0.5
        if kind == ActionKind.ATTACK:
            worth, place, _ = self.best_shot()
            return self.temper.fight * worth if place >= 0 else -1.0
        if kind == ActionKind.SCAVENGE:
            return self.booty()
        if kind == ActionKind.RATIONALIZE:
            return 0.5 * min(2, self.strain) + 2.0 * (self.strain >= self.temper.calm) + 2.0 * (self.strain >= 7)
        if kind == ActionKind.CATCH_BREATH:
            return 0.1 + 1.2 * (self.me["exerts"] > 0) + 0.8 * max(0, self.adrenaline - 6)
        if kind in (ActionKind.FAST_RELOAD, ActionKind.FULL_RELOAD):
            return 2.2 if self.empty_weapons() else -0.3
        if kind == ActionKind.SCOUT:
            return 0.4 if self.blip_gap() <= 3 and self.vitals > 4 else 0.1
        if kind == ActionKind.REARM:
            return 0.8 if any(g["exhausted"] for g in self.me["gear"] if g["card"] >= 0) else -0.2
        return 0.2

    def empty_weapons(self) -> int:
        """Weapons in hand without Ammo."""
        held = [g for g in self.me["gear"] if g["card"] >= 0 and g["place"] == GearPlace.HAND]
        return sum(self.k.gear[int(g["card"])]["ammo"] > g["ammo"] == 0 for g in held)

    def booty(self) -> float:
        """What can be picked up or used here."""
        aim = self.aim
        if aim.kind in SCAVENGED and self.cell in aim.cells:
            return SCAVENGED[aim.kind]
        total = 5.0 if self.reveals() else -1.0
        if self.cell in self.spots(Thing.OBJECTIVE):
            total = max(total, 4.0 if self.wanted() else 0.3)
        for kind, worth in ((Thing.CACHE, 1.4), (Thing.ENGRAM, 1.0)):
            if self.cell in self.spots(kind):
                total = max(total, worth + 0.3 + 0.3 * self.temper.loot)
        return total

    def reveals(self) -> bool:
        """The Console here reveals the way out."""
        hidden = self.exit >= 0 and self.state(self.exit) == PointState.HIDDEN
        return hidden and self.cell in self.desks(self.k.revealers(self.exit))

    def wanted(self) -> bool:
        """The team still needs Objective tokens."""
        kind = int(self.t["objective_type"])
        have = int(self.r["spacers"]["objectives"][: self.heroes, kind].sum()) if kind >= 0 else 0
        return kind >= 0 and have < int(self.t["objective_number"])

    def turn(self) -> int:
        """Abilities that pay, then the door in the way, the best card, and the end."""
        ability = self.best_ability(0.3)
        if ability is not None:
            return ability
        crank = self.crank()
        plans = [plan for plan in self.plans() if plan.score > 0.05]
        best = max(plans, key=lambda plan: plan.score, default=None)
        if crank is not None and (best is None or best.kind != ActionKind.ATTACK):
            return crank
        if best is not None:
            return G["card"] + 2 * best.sleeve + best.side
        if self.has("antinomy"):
            return G["antinomy"]
        pays = self.options("pay_stratagem")
        if pays and self.pool[EXPERTISE] >= 3 + self.temper.reserve:
            return G["pay_stratagem"] + pays[0]
        return G["end_turn"]

    def crank(self) -> int | None:
        """The Location action that opens the door in the way, if the Spacer stands beside it."""
        door = self.door_ahead()
        n = self.k.cranks[self.k.page[self.cell]]
        return G["location_action"] + n if door >= 0 and self.has("location_action", n) else None

    def door_ahead(self) -> int:
        """The closed door on the way if the Spacer stands beside it; -1 none."""
        if not self.aim.cells:
            return -1
        door, cell = self.plain.blocked(self.cell, self.away(self.aim.cells))
        return door if cell == self.cell else -1

    def pay_card(self) -> int:
        """The card whose sides are worth least."""

        def worth(n: int) -> float:
            return max((self.value(half, kind, sleeve) for sleeve, _, half in self.hand() if sleeve == n // 2
                        for kind in self.k.halves[half]), default=0.0)  # fmt: skip

        return G["card"] + min(self.options("card"), key=worth)

    def door(self) -> int:
        """The door in the way."""
        doors = self.options("door")
        blocked = self.plain.blocked(self.cell, self.away(self.aim.cells))[0] if self.aim.cells else -1
        return G["door"] + (blocked if blocked in doors else doors[0])

    def action(self) -> int:
        """The best action of the half card."""
        kinds = self.options("act")
        own = [int(half) for half in self.me["half"].ravel() if half >= 0]
        last = int(self.me["last_half"])
        fitting = [half for half in [last, *own] if half >= 0 and set(kinds) <= self.k.halves[half].keys()]
        return G["act"] + max(kinds, key=lambda kind: self.value(fitting[0], kind) if fitting else 0.0)

    def exert(self) -> int:
        """Only to leave a turn sooner: it costs Adrenaline and a card of every turn to come."""
        half = self._other_side()
        move = self.k.halves[half].get(ActionKind.MOVE) if half is not None else None
        if move is None or self.adrenaline > 7 or self.me["exerts"] > 1:
            return G["no"]
        return G["exert"] if self.sooner(move["value"]) else G["no"]

    def sooner(self, spaces: int) -> bool:
        """A further movement brings the Spacer out a turn sooner."""
        if self.aim.kind != LEAVE:
            return False
        steps = self.live.field(self.aim.cells)[self.cell]
        left, full = self.stride(), self.stride(next_turn=True)
        if steps >= NEVER or steps <= left or not full:
            return False
        return -((left + spaces - steps) // full) < -((left - steps) // full)

    def _other_side(self) -> int | None:
        up = int(self.me["card"][self.subject])
        return int(self.me["half"][self.subject][2 - up]) if up in (CardSide.A, CardSide.B) else None

    def bonus_action(self) -> int | None:
        """The best card side, if any is worth it."""
        best, action = 0.0, None
        for n in self.options("card"):
            half = int(self.me["half"][n // 2][n % 2])
            score = max((self.value(half, kind) for kind in self.k.halves[half]), default=0.0)
            if score > best:
                best, action = score, G["card"] + n
        return action if action is not None else min(self.legal)

    def next_spacer(self) -> int:
        """Who makes the way out ready goes first, who can leave by it once it is open last.

        Otherwise who leaves tokens goes before who needs them: the calm first, the threatened last.
        """
        point = self.exit
        state = self.state(point)
        left = self.options("spacer")
        field = self.live.field(tuple(self.k.before[point])) if point >= 0 else None

        def order(s: int) -> float:
            row = self.r["spacers"][s]
            near = sum(between(foe.cell, int(row["cell"])) <= 2 for foe in self.foes)
            calm = -2.0 * near - 0.1 * int(row["stress"]) + 0.01 * s
            if field is None:
                return calm
            steps = field[int(row["cell"])]
            if self.available and state == PointState.CLOSED and steps <= 5:
                return 50.0 - steps
            if s in self.shares and self.away(self.shares[s].cells)[int(row["cell"])] <= 5:
                return 20.0 + calm
            if state == PointState.INITIATED and int(self.r["points"][point]["tokens"]) <= len(left) and steps <= 4:
                return calm - 50.0
            return calm

        return G["spacer"] + max(left, key=order)

    # -- attacks ---------------------------------------------------------------------------------------------

    def weapons(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Place and card of the weapons that can be used."""
        for i in range(MAX_GEAR):
            gear = self.me["gear"][i]
            card = int(gear["card"])
            if card < 0 or self.k.gear[card]["kind"] != GearKind.WEAPON or gear["place"] == GearPlace.BACKPACK:
                continue
            w = self.k.gear[card]
            if gear["disabled"] or gear["exhausted"] or gear["discharge"] or (w["ammo"] and not gear["ammo"]):
                continue
            if w["charges"] and not gear["charges"]:
                continue
            yield i, w

    @cached_property
    def range(self) -> int:
        """Spaces that the weapons reach while an Attack is in hand; -1 without one."""
        if not any(ActionKind.ATTACK in self.k.halves[half] for _, _, half in self.hand()):
            return -1
        return max((self.reach(w) for _, w in self.weapons()), default=-1)

    def reach(self, w: dict[str, Any]) -> int:
        """Spaces that a weapon reaches."""
        return 1 if w["reach"] == Reach.MELEE else max(1, int(w["range"]))

    def at(self, foe: Foe) -> int:
        """AT of an Intruder now (its Suppression lowers it)."""
        value = int(self.k.types[foe.type]["at"][self.level])
        if foe.specimen >= 0:
            value += self.k.bonus_at[foe.specimen]
        return max(1, value - foe.suppression)

    def chance(self, w: dict[str, Any], foe: Foe) -> float:
        """Chance that a weapon wounds an Intruder, with what the pool gives."""
        dice = list(w["dice"])
        if w["more_at"] and self.adrenaline + 1 >= w["more_at"]:
            dice = [a + b for a, b in zip(dice, w["more_dice"], strict=True)]
        help_ = w["modifiers"][DISCIPLINE] + max(0, self.pool[DISCIPLINE] - self.temper.reserve)
        p = self.k.chances(tuple(dice), w["power"], min(help_, 6))[min(self.at(foe), 15)]
        tries = min(2, w["modifiers"][CONFIDENCE] + self.pool[CONFIDENCE])
        tries += self.strain < self.temper.stress
        return float(1 - max(0.0, 1 - p) ** (1 + 0.5 * tries))

    def menace(self, foe: Foe) -> float:
        """What an Intruder will cost the team while it stands, in steps."""
        kind = self.k.types[foe.type]
        steps = min((self.k.apart(self.plain.revealed, foe.cell, cell) for cell in self.crew.values()), default=99)
        reached = steps <= kind["speed"][self.level] + kind["range"] - foe.suppression
        return float(kind["blow"][self.level] * (1.6 if reached else 0.5) * self.fear)

    def strike(self, w: dict[str, Any], foe: Foe) -> float:
        """What an attack on an Intruder is worth, in steps."""
        needs = self.k.types[foe.type]["wounds"]
        if needs > 9:
            return 0.0
        p = self.chance(w, foe)
        left = max(1, needs - foe.wounds)
        worth = p * self.menace(foe) / (1 + 0.5 * (left - 1))
        held = min(3, w["suppress"]) - foe.suppression
        if held > 0 and not foe.surprised:
            worth += (1 - p) * (0.3 * held + 0.5 * self.blow * self.fear * (between(foe.cell, self.cell) == 1))
        return float(worth)

    def best_shot(self, only: Iterable[int] | None = None) -> tuple[float, int, int]:
        """Best (worth, place, slot) of an attack from here; -1 without one."""
        best = (0.0, -1, -1)
        for place, w in self.weapons():
            for foe in self.foes:
                if between(foe.cell, self.cell) <= self.reach(w) and (only is None or foe.slot in only):
                    worth = self.strike(w, foe)
                    if worth > best[0]:
                        best = (worth, place, foe.slot)
        return best

    def weapon(self) -> int:
        """The weapon of the best shot."""
        _, place, _ = self.best_shot()
        legal = self.options("gear")
        return G["gear"] + (place if place in legal else legal[0])

    def attack_target(self) -> int:
        """The Intruder that falls most surely; further ones too."""
        targets = self.options("intruder")
        w = self.k.gear[int(self.me["gear"][self.subject]["card"])] if 0 <= self.subject < MAX_GEAR else None
        if w is None:
            return G["intruder"] + targets[0]
        known = {foe.slot: foe for foe in self.foes}
        return G["intruder"] + max(targets, key=lambda slot: self.strike(w, known[slot]))

    def roll_bonus(self) -> int:
        """Bonuses that cost little."""
        action = self.best_ability(0.0)
        return action if action is not None else min(self.legal)

    def bonus_attack(self) -> int | None:
        """Strike if it is likely to tell."""
        worth, place, _ = self.best_shot()
        if place >= 0 and worth >= 0.5 and self.adrenaline < 8:
            return G["yes"] if self.has("yes") else None
        return G["no"] if self.has("no") else None

    def scout_attack(self) -> int:
        """The free attack."""
        return G["yes"] if self.best_shot()[0] >= 0.3 else G["no"]

    def scout_spawn(self) -> int:
        """A Blip that is known is better than an Intruder."""
        return G["no"]

    def scout_reveal(self) -> int:
        """Look."""
        return G["yes"]

    def ignore_reprisal(self) -> int:
        """Ignore it."""
        return G["yes"]

    def empty_clip(self) -> int:
        """Only against what is hard to hit."""
        chances = [self.chance(w, foe) for _, w in self.weapons() for foe in self.foes]
        return G["yes"] if self.has("yes") and max(chances, default=0.0) < 0.5 else G["no"]

    # -- rolls -----------------------------------------------------------------------------------------------

    @property
    def roll(self) -> Any:
        """The roll in progress."""
        return self.r["rolls"][max(0, int(self.r["n_rolls"]) - 1)]

    def shown(self, roll: Any) -> tuple[int, list[int], list[int]]:
        """Power so far, and Power (in halves) and Potentials of each die."""
        power, half = int(roll["power"]), 0
        powers, potentials = [], []
        for i in range(int(roll["n"])):
            w, h, p, _ = self.k.faces[int(roll["colour"][i])][int(roll["face"][i])]
            turned = int(roll["marks"][i]) >> 3 & 1
            power += w + turned
            half += h
            powers.append(2 * w + h + 2 * turned)
            potentials.append(p + int(roll["bonus"][i]) - turned)
        return max(0, power + half // 2), powers, potentials

    def target_power(self, roll: Any) -> int:
        """Power that the roll must reach."""
        if roll["kind"] == RollKind.SCOUT:
            return 1
        if roll["kind"] == RollKind.ATTACK and roll["at"] < 0 and self.r["n_assaults"]:
            slot = int(self.r["assaults"][int(self.r["n_assaults"]) - 1]["target"])
            return next((self.at(foe) for foe in self.foes if foe.slot == slot), -1)
        return int(roll["at"])

    def disciplines(self, roll: Any) -> int:
        """Discipline that may be used for a roll, the weapon's included."""
        free = int(self.r["assaults"][int(roll["assault"])]["discipline"]) if roll["assault"] >= 0 else 0
        return free + self.pool[DISCIPLINE]

    def confidence(self) -> int:
        """Roll the weak dice again when the roll would fail; of Noise the loud ones when Blips are near."""
        roll = self.roll
        dice = self.options("die")
        power, powers, potentials = self.shown(roll)
        declared = sum(int(m) & 1 for m in roll["marks"][: int(roll["n"])])
        if roll["kind"] == RollKind.NOISE:
            loud = sorted((i for i in dice if potentials[i] >= 1), key=lambda i: -potentials[i])
            quiet = sum(potentials) <= self.pool[DISCIPLINE] - self.temper.reserve
            spare = self.pool[CONFIDENCE] - declared - self.temper.reserve - 2 * (self.threat() > 0)
            return G["die"] + loud[0] if loud and not quiet and spare > 0 else G["done"]
        need = self.target_power(roll)
        short = need - power - min(self.disciplines(roll), sum(potentials))
        weak = [i for i in dice if powers[i] <= 1 and potentials[i] == 0] or [i for i in dice if powers[i] <= 1]
        free = int(self.r["assaults"][int(roll["assault"])]["confidence"]) if roll["assault"] >= 0 else 0
        if need < 0 or short <= 0 or not weak or short > 2 * len(weak) + 2 * declared:
            return G["done"]
        if declared >= max(1, short) + 1 or (declared >= free and self.pool[CONFIDENCE] <= self.temper.reserve):
            return G["done"]
        return G["die"] + weak[0]

    def stress(self) -> int:
        """One more die while Stress allows and the roll would fail without it."""
        roll = self.roll
        dice = self.options("die")
        if not dice or roll["kind"] in (RollKind.NOISE, RollKind.ENORMITY):
            return G["done"]
        power, powers, potentials = self.shown(roll)
        short = self.target_power(roll) - power - min(self.disciplines(roll), sum(potentials))
        worst = min(dice, key=lambda i: (powers[i], potentials[i]))
        limit = self.temper.stress if roll["kind"] == RollKind.ATTACK else self.temper.stress - 1
        if short <= 0 or short > 2 or powers[worst] > 1 or self.strain >= limit:
            return G["done"]
        return G["die"] + worst

    def discipline(self) -> int:
        """Turn Potentials when that wins the roll, or silences it."""
        roll = self.roll
        dice = self.options("die")
        power, _, potentials = self.shown(roll)
        if roll["kind"] == RollKind.NOISE:
            least = min(dice, key=lambda i: potentials[i])
            left = self.pool[DISCIPLINE] - self.temper.reserve - 2 * (self.threat() > 0)
            return G["die"] + least if left >= potentials[least] else G["done"]
        short = self.target_power(roll) - power
        if 0 < short <= min(self.disciplines(roll), sum(potentials)):
            return G["die"] + dice[0]
        return G["done"]

    def noise_dice(self) -> int:
        """A die goes to the Blip that is furthest from the Spacers."""
        points = {slot: point for slot, point, *_ in self.blips}
        blips = self.options("blip")
        return G["blip"] + max(blips, key=lambda b: gap(self.cell, points[b])) if blips else min(self.legal)

    def noise_bonus(self) -> int:
        """Any die will do."""
        return G["die"] + self.options("die")[0]

    # -- abilities -------------------------------------------------------------------------------------------

    def ability_of(self, action: int) -> int:
        """Number of the ability behind an action; -1 if it is none."""
        t, me = self.t, self.me
        for group, rows, index in (("character_ability", t["characters"], int(me["character"])),
                                   ("suit_ability", t["suits"], int(me["suit"]))):  # fmt: skip
            if action in ACTIONS.groups[group]:
                return self._nth(rows[index], action - G[group])
        if action in ACTIONS.groups["gear_ability"]:
            place, n = divmod(action - G["gear_ability"], 2)
            return self._nth(t["gear"][int(me["gear"][place]["card"])], n)
        if action in ACTIONS.groups["use_stratagem"]:
            card = int(self.r["stratagems"][action - G["use_stratagem"]]["card"])
            return int(t["stratagems"][card]["ability"])
        page = self.k.page[self.cell]
        location = t["locations"][int(t["pages"][page]["location"]) if page < 255 else 0]
        if action in ACTIONS.groups["engram"]:
            return int(location["devices"][action - G["engram"]])
        if action in ACTIONS.groups["location_ability"]:
            rules = range(int(t["scenario_first"]), int(t["scenario_end"]))
            own = range(int(location["first_ability"]), int(location["end_ability"]))
            found = [a for a in (*own, *rules) if self.k.abilities[a]["chosen"]]
            return found[action - G["location_ability"]]
        return -1

    def _nth(self, row: Any, n: int) -> int:
        own = range(int(row["first_ability"]), int(row["end_ability"]))
        found = [a for a in own if self.k.abilities[a]["chosen"]]
        return found[n] if n < len(found) else -1

    def fee(self, ability: dict[str, Any]) -> float:
        """What an ability costs, in steps."""
        cost = ability["cost_level"][self.level] if ability["by_level"] else ability["cost"]
        tokens = sum(0.5 * n for n in cost)
        short = sum(1.0 for i, n in enumerate(cost) if n and self.pool[i] - n < self.temper.reserve)
        stress = 0.4 * ability["stress"] * (1 if self.strain < self.temper.calm else 2.5)
        if ability["stress"] and self.strain + ability["stress"] >= 8:
            stress += 10
        gear = 0.4 * (ability["charges"] + ability["ammo"]) + 0.2 * ability["exhausts"]
        return float(tokens + short + stress + gear)

    def worth(self, a: int) -> float:
        """What an ability does for the team now, in steps, its cost taken off."""
        ability = self.k.abilities[a]
        total = 0.6 * (ability["end_mod"] - ability["first_mod"])
        return float(total + sum(map(self.effect, ability["ops"])) - self.fee(ability))

    def effect(self, op: tuple[int, ...]) -> float:
        """What an operation is worth, in steps."""
        code, a, _b, _c, who = op
        if code == Op.REGAIN_VITALS:
            others = [9 - int(self.r["spacers"][s]["vitals"]) for s in self.crew if s != self.seat]
            hurt = 9 - self.vitals if who == Who.SELF else max(others, default=0)
            return 0.9 * min(a, hurt) * (1.5 if hurt > 5 else 1.0 if hurt > 2 else 0.5)
        if code == Op.LOSE_STRESS:
            return 0.6 * min(a, self.strain) * (1.5 if self.strain >= self.temper.calm else 0.6)
        if code == Op.PLACE_TOKENS:
            return 0.55 * a
        if code == Op.DOOR and a == DoorState.OPEN:
            return 4.0 if self.door_ahead() >= 0 else -1.0
        if code == Op.STAND_UP:
            lying = any(self.r["spacers"][s]["knock"] for s in self.crew if s != self.seat)
            return 3.0 if lying else -1.0
        if code in (Op.SUPPRESS, Op.SURPRISE, Op.KILL, Op.WOUND, Op.MOVE_INTRUDER, Op.BONUS_ATTACK):
            return WORTH[code] * (min(a, 3) if code == Op.SUPPRESS else 1) if self.threat() >= 1 else -0.5
        if code in (Op.MOVE, Op.MOVE_ACTION):
            return 0.5 * a if self.aim.kind not in (STAY, WAIT) else -0.2
        if code in (Op.RADIATION, Op.INFECTION) and a < 0:
            held = int(self.me["radiation" if code == Op.RADIATION else "infection"])
            return 1.0 * min(-a, held) - 0.3
        if code in (Op.LOSE_VITALS, Op.GAIN_STRESS, Op.RADIATION, Op.INFECTION):
            return WORTH[code] * a * (1 if who in (Who.SELF, Who.ALL_SPACERS) else 0)
        if code == Op.RELOAD:
            return 1.0 if self.empty_weapons() else -0.5
        return WORTH.get(code, 0.3 if code >= Op.LOSE_VITALS else 0.0)

    def best_ability(self, least: float) -> int | None:
        """The legal ability that is worth most, if it is worth more than `least`."""
        best, action = least, None
        for group in ("character_ability", "suit_ability", "gear_ability", "engram", "location_ability",
                      "use_stratagem"):  # fmt: skip
            for n in self.options(group):
                a = self.ability_of(G[group] + n)
                worth = self.worth(a) if a >= 0 else 0.0
                if worth > best:
                    best, action = worth, G[group] + n
        return action

    # -- defence ---------------------------------------------------------------------------------------------

    def reaction(self) -> int:
        """The Reaction that is worth most."""
        action = self.best_ability(0.2)
        return action if action is not None else G["pass"]

    def blip_reaction(self) -> int:
        """Hold the Blip off when it comes near."""
        action = self.best_ability(0.2 if self.blip_gap() <= 4 else 1.0)
        return action if action is not None else G["pass"]

    def damage_ability(self) -> int:
        """Lower the damage."""
        action = self.best_ability(0.0 if self.subject >= 2 or self.vitals <= 4 else 0.8)
        return action if action is not None else G["pass"]

    def mitigate(self) -> int:
        """Expertise, but for what is kept for others: the rest would be lost at the end of the next turn."""
        amounts = self.options("amount")
        most = max(amounts) - (self.temper.reserve if self.vitals > 4 else 0)
        return G["amount"] + max([n for n in amounts if n <= most], default=max(amounts))

    def armor_reroll(self) -> int:
        """The die with most Power."""
        _, powers, _ = self.shown(self.roll)
        best = max(self.options("die"), key=lambda i: powers[i])
        return G["die"] + best if powers[best] >= 2 else G["done"]

    def cover(self) -> int | None:
        """Lower the highest colour."""
        colours = self.options("colour")
        return G["colour"] + max(colours) if colours else None

    def effect_target(self) -> int | None:
        """Help the one in need; strike what is near; the place nearest to the own one."""
        if self.options("spacer"):
            return G["spacer"] + min(self.options("spacer"), key=lambda s: int(self.r["spacers"][s]["vitals"]))
        if self.options("intruder"):
            near = {foe.slot: between(foe.cell, self.cell) for foe in self.foes}
            return G["intruder"] + min(self.options("intruder"), key=lambda k: near.get(k, 99))
        if self.options("card"):
            return G["card"] + self.options("card")[0]
        return None

    def spawn_space(self) -> int:
        """Where the Intruder stands next to the fewest Spacers."""

        def crowd(n: int) -> int:
            return sum(between(int(self.r["candidates"][n]), cell) <= 1 for cell in self.crew.values())

        return G["candidate"] + min(self.options("candidate"), key=crowd)

    def token_type(self) -> int:
        """Give what the pool lacks; whoever ends the round gives Expertise against damage first."""
        area = [a + b for a, b in zip(self.pool, self.r["incoming"].tolist(), strict=True)]
        last = all(self.r["spacers"][s]["took_turn"] for s in self.crew)
        order = (EXPERTISE, CONFIDENCE, DISCIPLINE) if last else (CONFIDENCE, EXPERTISE, DISCIPLINE)
        return G["token"] + min(self.options("token"), key=lambda k: (area[k], order.index(k)))

    def pool_area(self) -> int:
        """The Active Pool before an attack, else the Incoming Pool: the other is lost at the end of the turn."""
        return G["pool"] + int(self.best_shot()[1] < 0 and self.has("pool", 1))

    def may(self) -> int:
        """Texts that offer something are seldom bad."""
        return G["yes"] if self.vitals > 3 else G["no"]

    # -- before the run --------------------------------------------------------------------------------------

    def character(self) -> int:
        """Skilled, calm and quick."""

        def value(n: int) -> float:
            row = self.t["characters"][n]
            abilities = int(row["end_ability"]) - int(row["first_ability"])
            skilled = 0.2 * int(row["skills"].sum()) - 0.3 * int(row["stress"])
            return self.pace(row["halves"][:2]) + skilled + 0.2 * abilities

        return G["character"] + max(self.options("character"), key=value)

    def suit(self) -> int:
        """The quickest."""
        return G["suit"] + max(self.options("suit"), key=lambda n: self.pace(self.t["suits"][n]["halves"][:2]))

    def pairing(self) -> int:
        """The loud long Moves with the short quiet ones, so that the other card goes far too."""
        own = self.t["characters"][int(self.me["character"])]["halves"].tolist()
        suit = self.t["suits"][int(self.me["suit"])]["halves"].tolist()

        def value(n: int) -> float:
            return sum(self.pace((own[i ^ n], suit[i]), best=True) for i in (0, 1))

        return G["pairing"] + max(self.options("pairing"), key=value)

    def pace(self, halves: Iterable[int], best: bool = False) -> float:
        """What the Moves of some half cards are worth: all of them, or the best one."""
        moves = [self.k.halves[int(half)].get(ActionKind.MOVE) for half in halves]
        worth = [o["value"] - 0.5 * (o["noise_kind"] > 0) - 0.3 * o["stress"] for o in moves if o is not None]
        return max(worth, default=0.0) if best else sum(worth)

    def loadout_gear(self) -> int:
        """The best card that still finds a place in a slot; weapons first."""
        cards = self.options("stash")
        if not cards:
            return G["place"] if self.has("place", 0) else min(self.legal)
        armed = any(self.k.gear[int(g["card"])]["kind"] == GearKind.WEAPON and g["place"] == GearPlace.HAND
                    for g in self.me["gear"] if g["card"] >= 0)  # fmt: skip

        def value(card: int) -> float:
            weapon = self.k.gear[card]["kind"] == GearKind.WEAPON
            return self.k.scores[card] + (2.0 if weapon and not armed else -2.0 if weapon else 0.0)

        best = max(cards, key=value)
        return G["stash"] + best if value(best) > 0.4 else G["done"]

    def first_marker(self) -> int:
        """Whoever can take most."""
        return G["spacer"] + max(self.options("spacer"), key=lambda s: int(self.r["spacers"][s]["vitals"]))

    # -- things ----------------------------------------------------------------------------------------------

    def fast_scavenge(self) -> int:
        """What is worth its tokens."""
        worth = {CACHE: 1.0, ENGRAM: 0.6, OBJECTIVE: 3.0 * self.wanted(), CONSOLE: 0.3, POINT: 12.0}
        if self.reveals() or (self.aim.kind == DESK and self.cell in self.aim.cells):
            worth[CONSOLE] = 6.0
        best = max(self.options("scavenge"), key=lambda n: worth[n])
        price = 0.5 * (self.level + 1) + 0.4 * self.temper.reserve
        return G["scavenge"] + best if worth[best] + 0.3 + 0.3 * self.temper.loot > price else G["pass"]

    def scavenge(self) -> int:
        """The most useful thing on the space."""
        order = [POINT, OBJECTIVE, CACHE, ENGRAM, CONSOLE]
        if self.aim.kind == DESK or self.reveals():
            order = [POINT, CONSOLE, OBJECTIVE, CACHE, ENGRAM]
        return G["scavenge"] + min(self.options("scavenge"), key=order.index)

    def loot(self) -> int | None:
        """Equip what is better than what is worn, else stow it."""
        for n in (0, 1):
            if self.has("place", n):
                return G["place"] + n
        return self.discard_gear() if self.options("gear") else None

    def discard_gear(self) -> int:
        """The least useful card."""
        gear = self.options("gear")
        return G["gear"] + min(gear, key=lambda i: self.k.scores[int(self.me["gear"][i]["card"])])

    def rearm(self) -> int:
        """Cards stay where they are: exhausted ones are ready again anyway."""
        return G["done"]

    def option(self) -> int:
        """At a Console the option that opens most; else the first."""
        number = len(self.options("option"))
        for at, ops in self.k.consoles:
            bodies = self.k.bodies(ops) if at == self.cell else []
            if len(bodies) == number:
                return G["option"] + max(range(number), key=lambda n: (sum(map(self.opens, bodies[n])), -n))
        return G["option"] + self.options("option")[0]

    def opens(self, op: tuple[int, ...]) -> int:
        """What an operation opens or shuts: the door in somebody's way most of all."""
        code, a, b, _, _ = op
        if code != Op.DOOR or not 0 < b < 255:
            return 0
        now = self.plain.doors[b - 1]
        if a == DoorState.OPEN and now == DoorState.CLOSED:
            return 1 + 3 * sum(b - 1 == door for door in self.doors_ahead())
        return -int(a == DoorState.CLOSED and now == DoorState.OPEN)

    def doors_ahead(self) -> list[int]:
        """The first closed door between each Spacer and the way out."""
        if self.exit < 0:
            return []
        field = self.away(self.k.before[self.exit])
        return [self.plain.blocked(cell, field)[0] for cell in self.crew.values()]

    def code(self) -> int:
        """Read on."""
        return G["yes"]

    def stand_up(self) -> int:
        """Stand up."""
        return G["yes"]

    # -- the decision ----------------------------------------------------------------------------------------

    def decide(self) -> int:
        """The action."""
        if len(self.legal) == 1:
            return next(iter(self.legal))
        choice = Choice[self.view.choice.upper()]
        if self.monster:
            return self.hunt(choice)
        answer = getattr(self, choice.name.lower(), None)
        action = answer() if answer is not None else None
        return action if action in self.legal else min(self.legal)

    def hunt(self, choice: Choice) -> int:
        """The Intruders' seat: the weakest Target, the way to it, else the first possibility."""
        if choice == Choice.TARGET_TIE:
            return G["spacer"] + min(self.options("spacer"), key=lambda s: int(self.r["spacers"][s]["vitals"]))
        if self.options("candidate"):
            width = WIDTH + int(self.r["candidate_points"])

            def away(n: int) -> int:
                cell = int(self.r["candidates"][n])
                return min((abs(cell % width - c % WIDTH) + abs(cell // width - c // WIDTH)
                            for c in self.crew.values()), default=0)  # fmt: skip

            return G["candidate"] + min(self.options("candidate"), key=away)
        return min(self.legal)
