"""A bare table for rule tests: plain tiles, plain cards, and whatever a test puts on it.

The cards take the place of the pack's, so that tests of rules hold with every pack. Explorer cards have armor 1, will
1, health 5, stamina 6; monster cards armor 2, will 2, health 2, stamina 5; nobody has an ability until `Table.card`
gives one.

    t = Table(seats=2)                       # one plain 10 x 10 tile in slot 0
    t.explorer(0, 4, 4); t.monster(3, 5, 4)
    t.card("monsters", 3, [{"cost": {"stamina": 2}, "target": "melee", "effects": [{"attack": {"high": 1}}]}])
    t.rolls(high=3)                          # next rolls, in order; dice by face
    t.turn(0); t.play("move_north"); assert t.e(0)["stamina"] == 5
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

import envs
from envs.core.effects import Assembler, Place, Scene
from envs.core.schema import Struct
from envs.machina_arcana import state as schema
from envs.machina_arcana.cards import Power, read_power
from envs.machina_arcana.state import Border, Choice, ItemPlace, MonsterPlace, Proc, Space, Token, Trigger, Where
from envs.machina_arcana.vocabulary import VOCABULARY
from tests.procedures import Procedures

WIDTH = schema.WIDTH
HIGH_DIE = (0, 1, 1, 2, 2, 3)
LOW_DIE = (0, 1, 1, 1, 2, 2)
SIDES = ("north", "east", "south", "west")
ME = Place("test")
OPTIONS = ("seats", "agent_monsters", "ask_ties", "round_limit", "weakest_in_range", "one_location", "trap_dice",
           "camp_price", "fixed_explorers", "markers", "edges", "ratings", "zero_is_zero",
           "reinforcements", "intricacy")  # fmt: skip
# Fields that hold -1 when they hold nothing.
NOTHING = ("active", "acting", "endgame", "face", "entry_side", "entry_cell", "exit_slot", "exit_side", "last_exit",
           "quest_holder", "walk_cell", "attack_roll", "attack_need", "horror_offer")  # fmt: skip


def cell(x: int, y: int) -> int:
    """Number of a cell."""
    return y * WIDTH + x


def unit(card: int) -> int:
    """Number of a monster among the units."""
    return schema.MAX_EXPLORERS + card


class Table(Procedures):
    """One position and the game whose rules play it.

    Args:
        seats: explorers, numbered from 0; they are not on the map until `explorer` puts them there.
        tiles: slots that hold a plain tile (0 upper left, 1 upper right, 2 lower left, 3 lower right).
        options: options of the game; easy mode, the base of the rules, unless they say more.
    """

    CHOICE = Choice

    def __init__(self, seats: int = 1, tiles: Sequence[int] = (0,), **options: Any):
        self.game = envs.load("machina_arcana", seats=seats, **{"mode": "easy", **options})
        self.engine, self.actions = self.game.engine, self.game.actions
        self.tables = self.game.tables
        self.state = self.game.new(0)
        self._assembler = Assembler(VOCABULARY, schema.MAX_OPS, schema.MAX_MODS)
        self._n_abilities = 0
        self._plain_tables()
        self._bare_state(seats, tiles)

    # -- preparing -------------------------------------------------------------------------------------------

    def _plain_tables(self) -> None:
        t = self.tables
        options = {name: t[name].copy() for name in OPTIONS}
        t[...] = np.zeros((), t.dtype)
        for name, value in options.items():
            t[name] = value
        t["high_die"], t["low_die"], t["recharge_die"] = HIGH_DIE, LOW_DIE, (0, 0, 1, 1, 2, 2)
        t["n_explorers"], t["n_monsters"], t["n_treasures"], t["n_faces"], t["n_chapters"] = 9, 26, 40, 10, 3
        t["n_explorer_events"], t["n_horror_events"], t["n_quests"] = 6, 6, 0
        t["start_face"] = t["endgame_face"] = -1
        t["first_endgame_quest"] = t["end_endgame_quest"] = 0
        for name, armor in (("explorers", 1), ("monsters", 2)):
            t[name]["armor"] = t[name]["will"] = armor
        t["explorers"]["health"], t["explorers"]["stamina"] = 5, 6
        t["monsters"]["health"], t["monsters"]["stamina"], t["monsters"]["level"] = 2, 5, 1
        t["treasures"]["level"], t["treasures"]["type"] = 1, schema.ItemType.CONSUMABLE
        t["chapters"]["number"] = np.arange(len(t["chapters"])) + 1
        t["chapters"]["monster_rating"] = t["chapters"]["horror_rating"] = 10
        t["explorer_events"]["quest"] = -1
        for i, face in enumerate(t["faces"]):
            face["kind"] = Space.PLAIN
            border = face["border"].reshape(10, 10, 4)
            border[0, :, 0] = border[9, :, 2] = border[:, 0, 3] = border[:, 9, 1] = Border.WALL
            face["token_cell"], face["edge"], face["symbol"] = (4, 49, 95, 50), 1, 2
            face["flip"], face["entry"] = (i ^ 1 if i < 10 else -1), -1
        self._plays_nothing()

    def _plays_nothing(self) -> None:
        """Operation 0 ends every list; abilities start behind it."""
        self._assembler.add((), ME)

    def _bare_state(self, seats: int, tiles: Sequence[int]) -> None:
        s = self.state
        s[...] = np.zeros((), s.dtype)
        for f in self.game.record.fields:
            if isinstance(f.type, Struct) and f.type.name.startswith("Pile"):
                s[f.name]["capacity"], s[f.name]["identity"] = f.high, f.low
        s["core"]["turn"] = s["core"]["subject"] = -1
        s["core"]["stream"] = 1
        s["core"]["rng"] = (11, 12)
        s["seats"], s["threat"], s["level"], s["treasure_level"], s["round"] = seats, 1, 1, 1, 1
        s["phase"] = schema.Phase.EXPLORERS
        for name in NOTHING:
            s[name] = -1
        s["monster_rating"] = s["horror_rating"] = 10
        for name in ("card", "cell", "given_up"):
            s["explorers"][name] = -1
        for name in ("cell", "goal", "prey"):
            s["monsters"][name] = -1
        s["items"]["owner"] = s["items"]["host"] = -1
        s["explorers"]["where"] = Where.OUT
        s["border"] = Border.WALL
        for seat in range(seats):
            e = s["explorers"][seat]
            e["card"], e["health"], e["stamina"], e["where"] = seat, 5, 6, Where.CARD
            s["card_used"][seat] = 1
        for slot in tiles:
            self.tile(slot)

    def tile(self, slot: int, face: int | None = None) -> None:
        """Lay a plain tile, face 2 * slot unless another is named, and open its joins."""
        s = self.state
        s["face"][slot] = 2 * slot if face is None else face
        s["rotation"][slot] = 0
        for y in range(10):
            for x in range(10):
                at = cell(slot % 2 * 10 + x, slot // 2 * 10 + y)
                s["kind"][at] = Space.PLAIN
                s["border"][at] = Border.NONE
        for i in range(10):
            for side, (x, y) in enumerate(((i, 0), (9, i), (i, 9), (0, i))):
                self._set_border(slot % 2 * 10 + x, slot // 2 * 10 + y, side, Border.WALL)
        for side, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
            i, j = slot % 2 + dx, slot // 2 + dy
            if 0 <= i < 2 and 0 <= j < 2 and s["face"][2 * j + i] >= 0:
                for k in (4, 5):
                    x, y = ((k, 0), (9, k), (k, 9), (0, k))[side]
                    self._set_border(slot % 2 * 10 + x, slot // 2 * 10 + y, side, Border.NONE)
        self._touch()

    def _touch(self) -> None:
        self.state["board_version"] += 1

    def _set_border(self, x: int, y: int, side: int, border: int) -> None:
        self.state["border"][cell(x, y)][side] = border
        ox, oy = x + (0, 1, 0, -1)[side], y + (-1, 0, 1, 0)[side]
        if 0 <= ox < WIDTH and 0 <= oy < WIDTH:
            self.state["border"][cell(ox, oy)][(side + 2) % 4] = border
        self._touch()

    # -- setting up ------------------------------------------------------------------------------------------

    def explorer(self, seat: int, x: int, y: int, **fields: int) -> None:
        """Put an explorer on a space; `fields` such as ``health=1, essence=2`` are set."""
        e = self.e(seat)
        self._lift(int(e["cell"]), seat)
        e["cell"], e["where"] = cell(x, y), Where.MAP
        self.state["unit"][cell(x, y)] = seat + 1
        for name, value in fields.items():
            e[name] = value
        self._touch()

    def off_map(self, seat: int, where: Where) -> None:
        """Take an explorer from the map."""
        e = self.e(seat)
        self._lift(int(e["cell"]), seat)
        e["cell"], e["where"] = -1, where

    def monster(self, card: int, x: int, y: int, **fields: int) -> None:
        """Put a monster on a space and at the end of the queue, with full health."""
        m, queue = self.m(card), self.state["queue"]
        if m["place"] != MonsterPlace.MAP:
            queue["cards"][queue["n"]] = card
            queue["n"] += 1
        self._lift(int(m["cell"]), card + schema.MAX_EXPLORERS)
        m["place"], m["cell"], m["health"] = MonsterPlace.MAP, cell(x, y), self.tables["monsters"][card]["health"]
        m["stamina"] = self.tables["monsters"][card]["stamina"]
        self.state["unit"][cell(x, y)] = card + schema.MAX_EXPLORERS + 1
        for name, value in fields.items():
            m[name] = value
        self._touch()

    def _lift(self, at: int, unit: int) -> None:
        if at >= 0 and self.state["unit"][at] == unit + 1:
            self.state["unit"][at] = 0

    def space(self, x: int, y: int, kind: Space, token: Token = Token.NONE) -> None:
        """Change a space."""
        self.state["kind"][cell(x, y)] = kind
        self.state["token"][cell(x, y)] = token
        self._touch()

    def border(self, x: int, y: int, side: str, border: Border = Border.WALL) -> None:
        """Change the border of a cell on a side (``"north"``, ...)."""
        self._set_border(x, y, SIDES.index(side), border)

    def give(self, seat: int, item: int, place: ItemPlace = ItemPlace.INVENTORY, host: int = -1) -> None:
        """Give a treasure card to a seat."""
        items = self.state["items"]
        items["place"][item], items["owner"][item], items["host"][item] = place, seat, host

    def deck(self, name: str, *cards: int) -> None:
        """Contents of a pile, the top card first."""
        pile = self.state[name]
        pile["n"], pile["known"] = len(cards), 0
        pile["cards"] = 0
        pile["cards"][: len(cards)] = cards[::-1]
        for c in cards:
            if name == "treasure_deck":
                self.state["items"]["place"][c] = ItemPlace.DECK
            elif name in ("monster_deck", "monster_destroyed"):
                place = MonsterPlace.DECK if name == "monster_deck" else MonsterPlace.DESTROYED
                self.state["monsters"][c]["place"] = place

    def card(self, section: str, number: int, abilities: Sequence[dict[str, Any]] = (), **fields: int) -> list[int]:
        """Print a card: abilities as content writes them (the earlier ones are replaced) and plain fields.

        Args:
            section: a list of the tables: ``"explorers"``, ``"monsters"``, ``"treasures"``.
            number: which card.
            abilities: as in the YAML of a pack.
            fields: plain fields of the card, such as ``armor=3``.

        Returns:
            Numbers of its abilities.
        """
        row = self.tables[section][number]
        for name, value in fields.items():
            row[name] = value
        kind = section.removesuffix("s")
        first = self._n_abilities
        for ability in abilities:
            a = read_power(Power.model_validate(ability), ME, kind)
            self._write(
                a.trigger, a.steps, a.modifiers, stamina=a.cost.stamina, essence=a.cost.essence, destroy=a.cost.destroy,
                drop=a.cost.drop, targeting=a.targeting, who=a.who, range=a.range, targets=a.targets,
                harmless=a.harmless, attacks=bool(a.attacks), arcane=bool(a.attacks) and a.attacks[0].slots["c"],
            )  # fmt: skip
        if abilities:
            row["first_ability"], row["end_ability"] = first, self._n_abilities
        if section == "monsters" and abilities:
            written = self.tables["abilities"][first : self._n_abilities]
            attacks = [a for a in written if a["attacks"] and a["trigger"] == Trigger.ACTIVE]
            row["attacks"] = bool(attacks)
            row["first_arcane"] = bool(attacks) and attacks[0]["arcane"]
        self._copy()
        return list(range(first, self._n_abilities))

    def _write(self, trigger: int, steps: Any, modifiers: Any = (), **fields: Any) -> int:
        to = self.tables["abilities"][self._n_abilities]
        self._n_abilities += 1
        to["trigger"] = trigger
        for name, value in fields.items():
            to[name] = value
        to["first_op"], to["end_op"] = self._assembler.add(steps, ME)
        to["first_mod"], to["end_mod"] = self._assembler.add_modifiers(modifiers, ME)
        return self._n_abilities - 1

    def _copy(self) -> None:
        for i, op in enumerate(self._assembler.ops):
            self.tables["ops"][i] = tuple(op)
        for i, m in enumerate(self._assembler.modifiers):
            self.tables["mods"][i] = (m.stat, m.amount, m.scope, m.condition, m.stack)

    def text(
        self,
        row: Any,
        effects: Sequence[Any] = (),
        passive: Sequence[dict[str, Any]] = (),
        each_round: Sequence[Any] = (),
        **scene: Any,
    ) -> None:
        """Print the text of an event, a chapter or the endgame card: effects, ongoing modifiers, effects of each round.

        Args:
            row: a row of the tables, such as ``t.tables["chapters"][0]``.
        """
        row["first_ability"] = self._n_abilities
        where = Scene(scene.pop("kind", "chapter"), own="explorers", default="self", **scene)
        if effects:
            self._write(Trigger.TEXT, VOCABULARY.parse(list(effects), ME, where))
        if passive:
            modifiers = [m for change in passive for m in VOCABULARY.modifiers(change, ME)]
            self._write(Trigger.PASSIVE, (), modifiers)
        if each_round:
            self._write(Trigger.ROUND, VOCABULARY.parse(list(each_round), ME, where))
        row["end_ability"] = self._n_abilities
        self._copy()

    def effects(self, effects: Sequence[Any], **scene: Any) -> tuple[int, int]:
        """Compile a list of effects; (first operation, behind the last)."""
        kind, target = scene.pop("kind", "treasure"), scene.pop("target", "any")
        where = Scene(kind, target=target, own="explorers", default="target", **scene)
        span = self._assembler.add(VOCABULARY.parse(list(effects), ME, where), ME)
        self._copy()
        return span

    def high(self, *faces: int) -> None:
        """The next high attack dice show these faces."""
        self.rolls(*(HIGH_DIE.index(face) for face in faces))

    def low(self, *faces: int) -> None:
        """The next low attack dice show these faces."""
        self.rolls(*(LOW_DIE.index(face) for face in faces))

    # -- running ---------------------------------------------------------------------------------------------

    def turn(self, seat: int) -> Table:
        """Start the turn of an explorer."""
        return self.call(Proc.EXPLORER_TURN, seat)

    def resolve(
        self,
        effects: Sequence[Any],
        unit: int = -1,
        target: int = -1,
        item: int = -1,
        at: int = -1,
        second: int = -1,
        seat: int = 0,
        **scene: Any,
    ) -> Table:
        """Resolve a list of effects."""
        first, end = self.effects(effects, **scene)
        return self.call(Proc.RESOLVE, first, end, unit, target, e=item, f=at, g=second, h=seat)

    # -- looking ---------------------------------------------------------------------------------------------

    def e(self, seat: int) -> Any:
        """The record of an explorer."""
        return self.state["explorers"][seat]

    def m(self, card: int) -> Any:
        """The record of a monster."""
        return self.state["monsters"][card]

    def at(self, unit: int) -> tuple[int, int]:
        """Column and row of a unit (explorers 0 to 3, monsters 4 + card)."""
        where = int(
            self.e(unit)["cell"] if unit < schema.MAX_EXPLORERS else self.m(unit - schema.MAX_EXPLORERS)["cell"]
        )
        return where % WIDTH, where // WIDTH

    def on_map(self, unit: int) -> bool:
        """Whether the unit stands on the map."""
        if unit < schema.MAX_EXPLORERS:
            return bool(self.e(unit)["where"] == Where.MAP)
        return bool(self.m(unit - schema.MAX_EXPLORERS)["place"] == MonsterPlace.MAP)

    def pile(self, name: str) -> list[int]:
        """Cards of a pile, the top one first."""
        pile = self.state[name]
        return [int(c) for c in pile["cards"][: pile["n"]]][::-1]
