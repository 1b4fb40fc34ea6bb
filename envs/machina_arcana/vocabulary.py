"""What the cards of Machina Arcana can say, on top of the general effects of `envs.core.effects` (EFF, SPE, CHP)."""

from __future__ import annotations

from collections.abc import Mapping

from envs.core.effects import (
    Condition,
    Effect,
    Parameter,
    Selector,
    Statistic,
    Vocabulary,
    plural,
    word,
)
from envs.machina_arcana.state import Border, Cond, ItemType, ModCond, Op, Scope, Space, Stat, Who

E, M = "explorers", "monsters"

SELECTORS = {
    "target": Selector(Who.TARGET, "{target}", "target"),
    "self": Selector(Who.SELF, "{self}", "own", actor=True),
    "all_explorers": Selector(Who.ALL_EXPLORERS, "all explorers", E, each="each explorer"),
    "all_monsters": Selector(Who.ALL_MONSTERS, "all monsters", M, each="each monster"),
    "tile_explorers": Selector(Who.TILE_EXPLORERS, "all explorers on the tile", E, each="each explorer on the tile"),
    "tile_monsters": Selector(Who.TILE_MONSTERS, "all monsters on the tile", M, each="each monster on the tile"),
    "adjacent_units": Selector(Who.ADJACENT_UNITS, "all adjacent units", actor=True, each="each adjacent unit"),
    "adjacent_explorers": Selector(
        Who.ADJACENT_EXPLORERS, "all adjacent explorers", E, actor=True, each="each adjacent explorer"
    ),
    "adjacent_monsters": Selector(
        Who.ADJACENT_MONSTERS, "all adjacent monsters", M, actor=True, each="each adjacent monster"
    ),
    "other_explorers": Selector(
        Who.OTHER_EXPLORERS, "all other explorers on the tile", E, actor=True, each="each other explorer on the tile"
    ),
    "nearest_explorer": Selector(Who.NEAREST_EXPLORER, "the nearest explorer", E, actor=True),
    "nearest_monster": Selector(Who.NEAREST_MONSTER, "the nearest monster", M, actor=True),
    "chosen_explorer": Selector(Who.CHOSEN_EXPLORER, "an explorer of your choice", E),
    "chosen_monster": Selector(Who.CHOSEN_MONSTER, "a monster of your choice", M),
    "sight_explorers": Selector(
        Who.SIGHT_EXPLORERS, "all explorers in sight", E, ranged=True, actor=True, each="each explorer in sight"
    ),
    "sight_monsters": Selector(
        Who.SIGHT_MONSTERS, "all monsters in sight", M, ranged=True, actor=True, each="each monster in sight"
    ),
    "other_monsters": Selector(
        Who.OTHER_MONSTERS, "all other monsters on the tile", M, actor=True, each="each other monster on the tile"
    ),
}

SPACES = {
    "plain": Space.PLAIN,
    "trapped": Space.TRAPPED,
    "pit": Space.PIT,
    "spawn": Space.SPAWN,
    "rubble": Space.RUBBLE,
    "trap": Space.TRAP,
    "barrel": Space.BARREL,
    "recharge": Space.RECHARGE,
    "workbench": Space.WORKBENCH,
    "event": Space.EVENT,
    "treasure": Space.TREASURE,
    "chapter": Space.CHAPTER,
    "special": Space.SPECIAL,
}
KINDS = {name: int(kind) for name, kind in SPACES.items()}
# Spaces that take an explored token (MAC-SPC-07, MAC-GEN-18), chapter spaces aside: destroying one could end the story.
TOKENED = {
    name: int(SPACES[name]) for name in ("spawn", "trap", "barrel", "recharge", "workbench", "event", "treasure")
}
ITEM_TYPES = {t.name.lower(): int(t) for t in ItemType if t}
DOOR_STATES = {b.name.lower(): int(b) for b in (Border.OPEN, Border.CLOSED, Border.DESTROYED)}
WHERE = word("where", "a", {"own_tile": 0, "all_tiles": 1}, default=0)
WHERE_B = word("where", "b", {"own_tile": 0, "all_tiles": 1}, default=0)
PLACES = {0: "on the tile", 1: "on all tiles"}
CHAPTER = frozenset({"chapter"})


def _attack(shown: Mapping[str, str], values: Mapping[str, int]) -> str:
    dice = " + ".join(f"{values[n]} {n}" for n in ("high", "low") if values[n])
    return f"{'arcane attack' if values['arcane'] else 'attack'} on {shown['who']} ({dice})"


def _no_dice(slots: Mapping[str, int]) -> str | None:
    return None if slots["a"] + slots["b"] else "the attack has no dice; expected 'high' or 'low'"


def _one_of_two(slots: Mapping[str, int]) -> str | None:
    return None if bool(slots["a"]) != bool(slots["b"]) else "expected either 'distance' or 'kind'"


def _points(name: str, code: Op, units: str = "any") -> Effect:
    """An effect that takes or gives points of an attribute."""
    verb, attribute = name.split("_")
    text = f"{{who}}: {'-' if verb == 'lose' else '+'}{{amount}} {attribute}"
    return Effect(name, code, (Parameter("amount", "a", 1, 9),), short="amount", who="d", units=units, text=text)


def _items(name: str, verb: str, code: Op) -> Effect:
    def text(shown: Mapping[str, str], values: Mapping[str, int]) -> str:
        kind = "equipped item" if values["equipped"] else "item"
        return f"{shown['who']} must {verb} {plural(values['number'], kind)}"

    parameters = (Parameter("number", "a", 1, 3, default=1), Parameter("equipped", "b", flag=True, default=0))
    return Effect(name, code, parameters, short="number", who="d", units=E, text=text)


def _shift(name: str, code: Op) -> Effect:
    """Push or pull."""

    def text(shown: Mapping[str, str], values: Mapping[str, int]) -> str:
        return f"{name} {shown['who']} {plural(values['spaces'], 'space')}"

    return Effect(name, code, (Parameter("spaces", "a", 1, 5),), short="spaces", who="d", text=text)


def _restore_stamina(shown: Mapping[str, str], values: Mapping[str, int]) -> str:
    return f"{shown['who']}: {'+' + str(values['amount']) if values['amount'] else 'full'} stamina"


def _teleport(shown: Mapping[str, str], values: Mapping[str, int]) -> str:
    if values["kind"]:
        return f"teleport {shown['each']} to the nearest {shown['kind']} space"
    return f"teleport {shown['who']} up to {plural(values['distance'], 'space')}"


def _summon(shown: Mapping[str, str], values: Mapping[str, int]) -> str:
    where = f"next to {shown['each']}" if values["at"] else f"at the spawn nearest to {shown['each']}"
    return f"summon {plural(values['number'], 'monster')} {where}"


def _threat(shown: Mapping[str, str], values: Mapping[str, int]) -> str:
    return f"monster threat {values['amount']:+d}"


_EFFECTS = (
    Effect(
        "attack",
        Op.ATTACK,
        (
            Parameter("high", "a", 0, 6, default=0),
            Parameter("low", "b", 0, 6, default=0),
            Parameter("arcane", "c", flag=True, default=0),
        ),
        who="d",
        reach="e",
        check=_no_dice,
        text=_attack,
    ),
    _points("lose_health", Op.LOSE_HEALTH),
    _points("restore_health", Op.RESTORE_HEALTH),
    _points("lose_essence", Op.LOSE_ESSENCE, E),
    _points("restore_essence", Op.RESTORE_ESSENCE, E),
    _points("lose_stamina", Op.LOSE_STAMINA),
    Effect(
        "restore_stamina",
        Op.RESTORE_STAMINA,
        (Parameter("amount", "a", 1, 9, words={"full": 0}, default=0),),
        short="amount",
        who="d",
        text=_restore_stamina,
    ),
    _shift("push", Op.PUSH),
    _shift("pull", Op.PULL),
    Effect(
        "teleport",
        Op.TELEPORT,
        (Parameter("distance", "a", 1, 9, default=0), word("kind", "b", KINDS, default=0)),
        short="distance",
        who="d",
        check=_one_of_two,
        text=_teleport,
    ),
    Effect("switch", Op.SWITCH, who="d", text="switch positions with {who}"),
    Effect("move", Op.MOVE, (Parameter("spaces", "a", 1, 9),), short="spaces", who="d",
           text=lambda shown, values: f"{shown['who']} may move up to {plural(values['spaces'], 'space')}"),
    Effect("light_chapter", Op.LIGHT_CHAPTER, actor=E, text="light the chapter space of the tile"),
    Effect("place_barrier", Op.PLACE_BARRIER, (Parameter("number", "a", 1, 4, default=1),), short="number",
           text=lambda shown, values: f"place {plural(values['number'], 'barrier')}"),
    Effect("remove_barriers", Op.REMOVE_BARRIERS, (WHERE,), short="where",
           text=lambda shown, values: f"remove all barriers {PLACES[values['where']]}"),
    Effect(
        "doors",
        Op.DOORS,
        (
            word("set", "a", DOOR_STATES),
            WHERE_B,
        ),
        short="set",
        text=lambda shown, values: f"all doors {PLACES[values['where']]} become {shown['set']}",
    ),
    Effect("trigger_traps", Op.TRIGGER_TRAPS, (WHERE,), short="where", touches=frozenset({E, M}),
           text=lambda shown, values: f"trigger the traps {PLACES[values['where']]}"),
    Effect("destroy_space", Op.DESTROY_SPACE, (word("kind", "a", TOKENED),), short="kind", who="d",
           text="destroy the {kind} space nearest to {each}"),
    Effect("refresh_space", Op.REFRESH_SPACE, (word("kind", "a", TOKENED),), short="kind", who="d",
           text="refresh the {kind} space nearest to {each}"),
    Effect(
        "summon",
        Op.SUMMON,
        (Parameter("number", "a", 1, 4, default=1), word("at", "b", {"spawn": 0, "unit": 1}, default=0)),
        short="number",
        who="d",
        text=_summon,
    ),
    Effect("banish", Op.BANISH, who="d", units=M, text="banish {who}"),
    Effect("destroy_monster", Op.DESTROY_MONSTER, who="d", units=M, text="destroy {who}"),
    Effect("threat", Op.THREAT, (Parameter("amount", "a", -9, 9),), short="amount", text=_threat),
    Effect("gain_treasure", Op.GAIN_TREASURE, actor=E, text="gain treasure"),
    _items("destroy_item", "destroy", Op.DESTROY_ITEM),
    _items("unequip_item", "unequip", Op.UNEQUIP_ITEM),
    _items("drop_item", "drop", Op.DROP_ITEM),
    Effect("explorer_event", Op.EXPLORER_EVENT, actor=E, text="resolve an explorer event"),
    Effect("horror_event", Op.HORROR_EVENT, touches=frozenset({E}), text="resolve a horror event"),
    Effect("reshuffle", Op.RESHUFFLE, (word("deck", "a", {"explorer_events": 0, "horror_events": 1}),), short="deck",
           text="reshuffle the {deck}"),
    Effect("add_treasure", Op.ADD_TREASURE, (Parameter("level", "a", 2, 3),), short="level", cards=CHAPTER,
           text="add treasure level {level}"),
    Effect("place_entry", Op.PLACE_ENTRY, cards=CHAPTER, text="place entry token"),
    Effect("place_exit", Op.PLACE_EXIT, cards=CHAPTER, text="place exit token"),
    Effect("enter_base", Op.ENTER_BASE, cards=CHAPTER, text="enter base"),
    Effect("enter_endgame", Op.ENTER_ENDGAME, cards=CHAPTER, text="enter endgame"),
    Effect("inventory", Op.INVENTORY, who="d", units=E, text="{who} may use the inventory"),
)  # fmt: skip


def _n(low: int, high: int, slot: str = "b", name: str = "number") -> tuple[Parameter, ...]:
    return (Parameter(name, slot, low, high),)


CONDITIONS = {
    "hit": Condition(Cond.HIT, text="it hit"),
    "killed": Condition(Cond.KILLED, text="it killed"),
    "adjacent": Condition(Cond.ADJACENT, text="{is} adjacent", about=True),
    "essence": Condition(Cond.ESSENCE, _n(1, 9), "{has} {number} essence or more", about=True),
    "health_at_most": Condition(Cond.HEALTH_AT_MOST, _n(1, 9), "{has} {number} health or less", about=True),
    "wounded": Condition(Cond.WOUNDED, text="{is} wounded", about=True),
    "equipped": Condition(
        Cond.EQUIPPED,
        (Parameter("type", "b", 1, 0, words={"any": 0, **ITEM_TYPES}),),
        lambda shown: (
            f"{shown['has']} equipped " + ("an item" if shown["type"] == "any" else f"an item of type {shown['type']}")
        ),
        about=True,
    ),
    "threat": Condition(Cond.THREAT, _n(2, 10), "monster threat is {number} or more"),
    "level": Condition(Cond.LEVEL, _n(2, 5), "monster level is {number} or more"),
    "counter": Condition(
        Cond.COUNTER,
        (Parameter("name", "b", named="counter"), Parameter("at_least", "c", -9, 20)),
        "{name} is {at_least} or more",
    ),
    "monsters_on_tile": Condition(Cond.MONSTERS_ON_TILE, _n(1, 9), "{number} or more monsters are on the tile"),
    "monsters": Condition(Cond.MONSTERS, _n(1, 20), "{number} or more monsters are on the map"),
    "explorer_count": Condition(Cond.EXPLORER_COUNT, _n(2, 4), "the explorer count is {number} or more"),
    "target_is_explorer": Condition(Cond.TARGET_IS_EXPLORER, text="{is} an explorer", about=True),
    "unlit_chapter": Condition(Cond.UNLIT_CHAPTER, text="an unlit chapter space is on the tile"),
    "round": Condition(Cond.ROUND, _n(2, 100), "it is round {number} or later"),
}

STATISTICS = {
    "armor": Statistic(Stat.ARMOR, "{amount} armor"),
    "will": Statistic(Stat.WILL, "{amount} will"),
    "attack": Statistic(Stat.ATTACK, "{amount} to attack rolls"),
    "melee_attack": Statistic(Stat.MELEE_ATTACK, "{amount} to attack rolls on adjacent units"),
    "arcane": Statistic(Stat.ARCANE, "attacks count as arcane", flag=True),
    "ethereal": Statistic(Stat.ETHEREAL, "ethereal", flag=True),
    "immobile": Statistic(Stat.IMMOBILE, "immobile", flag=True, steady=True),
    "true_sight": Statistic(Stat.TRUE_SIGHT, "may target ethereal units", flag=True),
    "control": Statistic(Stat.CONTROL, "is controlled by you", flag=True, passive=False),
    "stamina": Statistic(Stat.STAMINA, "{amount} stamina at the start of the turn"),
}

SCOPES = {
    "self": (int(Scope.SELF), ""),
    "item": (int(Scope.ITEM), "attacks of this item"),
    "tile_monsters": (int(Scope.TILE_MONSTERS), "other monsters on the tile"),
    "tile_explorers": (int(Scope.TILE_EXPLORERS), "other explorers on the tile"),
    "all_monsters": (int(Scope.ALL_MONSTERS), "all monsters"),
    "all_explorers": (int(Scope.ALL_EXPLORERS), "all explorers"),
    "adjacent_explorers": (int(Scope.ADJACENT_EXPLORERS), "adjacent explorers"),
}

WHENS = {
    "always": (int(ModCond.ALWAYS), ""),
    "no_adjacent_explorer": (int(ModCond.NO_ADJACENT_EXPLORER), "while no explorer is adjacent"),
    "adjacent_explorer": (int(ModCond.ADJACENT_EXPLORER), "while an explorer is adjacent"),
    "wounded": (int(ModCond.WOUNDED), "while wounded"),
    "unhurt": (int(ModCond.UNHURT), "while unhurt"),
    "no_essence": (int(ModCond.NO_ESSENCE), "while without essence"),
}

VOCABULARY = Vocabulary(
    {effect.name: effect for effect in _EFFECTS}, SELECTORS, CONDITIONS, STATISTICS, SCOPES, WHENS, options=8, die=10
)
