"""Monsters and core events of the pack that comes with the game: their numbers, what they exercise, what they do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from envs.core.content import read_pack
from envs.core.effects import Step, walk
from envs.machina_arcana.cards import Ability, Power, QuestCard, card_abilities, read_power, read_quest
from envs.machina_arcana.content import FOLDER, MODELS
from envs.machina_arcana.state import (
    MAX_EXPLORERS,
    Border,
    Choice,
    Cond,
    EventKind,
    ItemPlace,
    ItemType,
    ModCond,
    MonsterPlace,
    Op,
    Proc,
    QuestKind,
    Scope,
    Space,
    Stat,
    Targeting,
    TargetWho,
    Token,
    Trigger,
    Where,
    Who,
)
from tests.machina_arcana.den import act, den, hurt, place, watch
from tests.machina_arcana.table import ME, Scene, Table, cell, unit

SECTIONS = read_pack(FOLDER / "core", MODELS)
KINDS = {"explorer_events": "explorer_event", "horror_events": "horror_event"}


def core(kind: str) -> dict[str, dict[str, Any]]:
    """Plain data of the core events of a kind."""
    return {id_: entry.data for id_, entry in SECTIONS[kind].items() if entry.data.get("scenario") is None}


def monster_abilities(id_: str) -> list[Ability]:
    data = SECTIONS["monsters"][id_].data
    return [read_power(Power.model_validate(power), ME, "monster") for power in data["abilities"]]


def event_abilities(kind: str, id_: str) -> tuple[list[Ability], QuestCard | None]:
    form: Any = MODELS[kind].model_validate(SECTIONS[kind][id_].data)
    own = "explorers" if kind == "explorer_events" else None
    scene = Scene(KINDS[kind], own=own, default="self" if own else None, self_text="you")
    quest = getattr(form, "quest", None)
    abilities = card_abilities(ME, scene.card, form.effects, form.ongoing, scene)
    return abilities, read_quest(quest, ME, scene) if quest else None


MONSTERS = {id_: monster_abilities(id_) for id_ in SECTIONS["monsters"]}
EVENTS = {(kind, id_): event_abilities(kind, id_) for kind in KINDS for id_ in core(kind)}


def steps_of(abilities: list[Ability], quest: QuestCard | None = None) -> list[Step]:
    lists = [a.steps for a in abilities] + ([quest.reward] if quest else [])
    return [step for steps in lists for step in walk(steps)]


def every_step() -> list[Step]:
    return [s for own in MONSTERS.values() for s in steps_of(own)] + [s for e in EVENTS.values() for s in steps_of(*e)]


def every_ability() -> list[Ability]:
    return [a for own in MONSTERS.values() for a in own] + [a for own, _ in EVENTS.values() for a in own]


# -- numbers -----------------------------------------------------------------------------------------------------


def test_26_monsters_over_four_levels_that_grow_with_their_level():
    cards = [entry.data for entry in SECTIONS["monsters"].values()]
    levels = np.bincount([card["level"] for card in cards])
    assert levels.tolist() == [0, 9, 7, 6, 4]
    for name in ("armor", "health"):
        means = [np.mean([c[name] for c in cards if c["level"] == level]) for level in (1, 2, 3, 4)]
        assert means == sorted(set(means)), f"{name} grows"


def test_20_core_explorer_events_and_20_core_horror_events():
    assert {kind: len(core(kind)) for kind in KINDS} == {"explorer_events": 20, "horror_events": 20}


# -- the Content gaps of the catalogue -----------------------------------------------------------------------------


def active(a: Ability, targeting: Targeting) -> bool:
    return a.trigger == Trigger.ACTIVE and a.targeting == targeting


def attack(step: Step, arcane: bool) -> bool:
    return step.code == Op.ATTACK and bool(step.slots["c"]) == arcane


def changes(a: Ability, stat: Stat) -> Iterator[Any]:
    return (m for m in a.modifiers if m.stat == stat)


GAPS: dict[str, Callable[[str, list[Ability]], bool]] = {
    "melee normal": lambda _, own: any(active(a, Targeting.MELEE) and attack(s, False) for a in own for s in a.attacks),
    "melee arcane": lambda _, own: any(active(a, Targeting.MELEE) and attack(s, True) for a in own for s in a.attacks),
    "ranged type 1": lambda _, own: any(active(a, Targeting.RANGED) and a.attacks for a in own),
    "ranged type 2": lambda _, own: any(active(a, Targeting.RANGED_OVER) and a.attacks for a in own),
    "two attacks in order": lambda _, own: sum(a.trigger == Trigger.ACTIVE and bool(a.attacks) for a in own) == 2,
    "an attack twice": lambda _, own: any(s.code == Op.REPEAT and s.bodies[0][0].code == Op.ATTACK
                                          for s in steps_of(own)),
    "pull": lambda _, own: any(s.code == Op.PULL for s in steps_of(own)),
    "push": lambda _, own: any(s.code == Op.PUSH for s in steps_of(own)),
    "immobile": lambda _, own: any(a.trigger == Trigger.PASSIVE and any(changes(a, Stat.IMMOBILE)) for a in own),
    "conditional ethereal": lambda _, own: any(m.condition for a in own for m in changes(a, Stat.ETHEREAL)),
    "when destroyed": lambda _, own: any(a.trigger == Trigger.WHEN_DESTROYED for a in own),
    "area attack when destroyed": lambda _, own: any(a.trigger == Trigger.WHEN_DESTROYED and a.attacks for a in own),
    "summon": lambda _, own: any(s.code == Op.SUMMON for s in steps_of(own)),
    "self effect": lambda _, own: any(active(a, Targeting.SELF) and a.harmless for a in own),
    "aura for other monsters": lambda _, own: any(m.scope == Scope.TILE_MONSTERS for a in own for m in a.modifiers),
    "aura on explorers": lambda _, own: any(m.scope in (Scope.TILE_EXPLORERS, Scope.ADJACENT_EXPLORERS)
                                            for a in own for m in a.modifiers),
    "roll with otherwise": lambda _, own: any(s.code == Op.ROLL and all(s.bodies) for s in steps_of(own)),
    "armor of an explorer down": lambda _, own: any(m.stat == Stat.ARMOR and m.amount < 0
                                                    for s in steps_of(own) for m in s.modifiers),
    "unequip": lambda _, own: any(s.code == Op.UNEQUIP_ITEM for s in steps_of(own)),
    "stamina below 4": lambda id_, _: SECTIONS["monsters"][id_].data["stamina"] < 4,
    "several explorers attacked": lambda _, own: any(s.slots["d"] in (Who.ADJACENT_EXPLORERS, Who.SIGHT_EXPLORERS)
                                                     for a in own for s in a.attacks),
    "a unit's state as condition": lambda _, own: any(
        s.code == Op.IF and s.slots["a"] in (Cond.WOUNDED, Cond.HEALTH_AT_MOST, Cond.EQUIPPED) for s in steps_of(own)),
    "help for monsters as target": lambda _, own: any(a.who == TargetWho.MONSTERS for a in own),
    "wounded explorers as target": lambda _, own: any(a.who == TargetWho.WOUNDED_EXPLORERS for a in own),
}  # fmt: skip


@pytest.mark.parametrize("gap", GAPS)
def test_gaps_of_monsters(gap: str):
    assert any(GAPS[gap](id_, own) for id_, own in MONSTERS.items())


def test_levels_above_the_first_have_abilities_of_their_own():
    """No two monsters of the levels 2 to 4 say the same."""
    said = [tuple(a.text for a in own) for id_, own in MONSTERS.items() if SECTIONS["monsters"][id_].data["level"] > 1]
    assert len(set(said)) == len(said) == 17


EVENT_CODES = {
    "explorer_events": {Op.LIGHT_CHAPTER, Op.REFRESH_SPACE, Op.PLACE_BARRIER, Op.RESHUFFLE, Op.GAIN_TREASURE},
    "horror_events": {Op.TRIGGER_TRAPS, Op.THREAT, Op.SUMMON, Op.DESTROY_SPACE, Op.DOORS, Op.UNEQUIP_ITEM, Op.DROP_ITEM,
                      Op.RESHUFFLE},
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_gaps_of_events_by_their_operations(kind: str):
    assert {s.code for (k, _), event in EVENTS.items() if k == kind for s in steps_of(*event)} >= EVENT_CODES[kind]


def test_gaps_of_explorer_events():
    quests = [q for (kind, _), (_, q) in EVENTS.items() if kind == "explorer_events" and q]
    assert {q.kind for q in quests} == {k for k in QuestKind if k}
    assert {q.times for q in quests if q.kind == QuestKind.USE_SPACE} == {1, 2}
    assert any(q.kind == QuestKind.COLLECT_ESSENCE and q.times == 3 for q in quests), "a public fact: collect 3 essence"
    kinds = {
        EventKind.QUEST if q else EventKind.ONGOING if any(a.trigger == Trigger.PASSIVE for a in own) else 0
        for (kind, _), (own, q) in EVENTS.items()
        if kind == "explorer_events"
    }
    assert kinds == {int(k) for k in EventKind}


def test_gaps_of_horror_events():
    own = {id_: abilities for (kind, id_), (abilities, _) in EVENTS.items() if kind == "horror_events"}
    ghosts = [m for a in own["fading_shapes"] for m in a.modifiers]
    assert [(m.stat, m.scope) for m in ghosts] == [(Stat.ETHEREAL, Scope.ALL_MONSTERS)]
    shuffling = [
        id_ for id_, a in own.items() if any(s.code == Op.RESHUFFLE for x in a if x.trigger == Trigger.TEXT
                                             for s in x.steps)
    ]  # fmt: skip
    assert shuffling == ["turning_gears"]
    by_level = {
        id_ for id_, a in own.items() if any(s.code == Op.IF and s.slots["a"] == Cond.LEVEL for s in steps_of(a))
    }
    assert by_level == {"whispers", "metal_fatigue"}
    traps = [s for s in steps_of(own["pressure_burst"]) if s.code == Op.TRIGGER_TRAPS]
    assert [s.slots["a"] for s in traps] == [1], "on all tiles"


# Counters and the end of the game belong to scenarios, ENTRY to ADD_TREASURE to chapters; JUMP and END are written by
# the assembler.
NOT_HERE = {Op.END, Op.JUMP, Op.COUNT, Op.WIN, Op.LOSE, Op.ADD_TREASURE, Op.PLACE_ENTRY, Op.PLACE_EXIT, Op.ENTER_BASE,
            Op.ENTER_ENDGAME}  # fmt: skip


def test_every_word_of_the_vocabulary_that_fits_stands_on_a_monster_or_core_event():
    steps, abilities = every_step(), every_ability()
    assert {s.code for s in steps} == set(Op) - NOT_HERE
    assert {s.slots["a"] for s in steps if s.code == Op.IF} == set(Cond) - {Cond.COUNTER}
    selectors = {s.slots["a"] for s in steps if s.code == Op.EACH} | {s.slots["d"] for s in steps if "d" in s.slots}
    assert selectors == set(Who)
    modifiers = [m for a in abilities for m in a.modifiers] + [m for s in steps for m in s.modifiers]
    assert {m.stat for m in modifiers} == set(Stat)
    # Attacks of an item: treasures. All explorers at the same time: ongoing cards. Essence: explorers.
    assert {m.scope for m in modifiers} == set(Scope) - {Scope.ITEM}
    assert {m.condition for m in modifiers} == set(ModCond) - {ModCond.NO_ESSENCE}
    played = [a for own in MONSTERS.values() for a in own if a.trigger == Trigger.ACTIVE]
    # A space that somebody picks is nothing for a monster that the rules play (MAC-MON-08).
    assert {a.targeting for a in played} == set(Targeting) - {Targeting.SPACE}
    assert {a.who for a in played if a.targeting > Targeting.SELF} == set(TargetWho) - {TargetWho.ANY}
    assert {a.trigger for a in abilities} == set(Trigger)


def test_a_monster_has_no_choice_that_the_explorers_would_make_for_it():
    for id_, own in MONSTERS.items():
        for step in steps_of(own):
            assert step.code not in (Op.CHOOSE, Op.MAY, Op.MOVE, Op.PLACE_BARRIER), id_
            assert step.slots.get("d") not in (Who.CHOSEN_EXPLORER, Who.CHOSEN_MONSTER), id_


def test_an_ability_that_always_changes_something_costs_stamina_once_only():
    """Else the monster would play it until its stamina is gone, and never come to the next line (MAC-MON-17)."""
    endless = (Op.SWITCH, Op.TRIGGER_TRAPS, Op.HORROR_EVENT, Op.TELEPORT)
    for id_, own in MONSTERS.items():
        for a in own:
            if a.trigger == Trigger.ACTIVE and any(s.code in endless for s in walk(a.steps)):
                assert a.cost.stamina == 0, id_


# -- monsters at work ----------------------------------------------------------------------------------------------


def printed(t: Table, number: int, id_: str) -> Table:
    """Print a monster of the pack on a card of the table, and give a monster on the map its health."""
    data = SECTIONS["monsters"][id_].data
    t.card(
        "monsters", number, data["abilities"], **{n: data[n] for n in ("armor", "will", "health", "stamina", "level")}
    )
    t.m(number)["health"] = data["health"]
    t._touch()
    return t


def to_the_end(t: Table) -> Table:
    """Answer the questions that are left by the first legal action."""
    while t.asked:
        t.play(min(t.legal))
    return t


def test_the_hound_quickens_the_others_of_its_tile():
    t = printed(den("0......ab"), 1, "clockwork_hound")
    act(t, 0)
    assert place(t, 0) == (1, 0), "5 stamina and 1 more"
    t = printed(den("0......ab"), 1, "clockwork_hound")
    act(t, 1)
    assert place(t, 1) == (8, 0), "blocked, and not quickened by itself"


def test_the_magpie_steals_and_flies_off_and_comes_back():
    t = printed(den("S...", ".##a", "...0"), 0, "tin_magpie")
    t.e(0)["essence"] = 2
    t.high(3)
    t.low(0)
    act(t)
    assert place(t) == (3, 1), "the loss comes before what follows from the hit"
    t.high(0)
    t.low(0)
    t.play("lose_health")
    assert (t.e(0)["health"], t.e(0)["essence"]) == (4, 1)
    assert t.done
    assert t.state["core"]["script_n"] == 0, "it flew to its nest, came back over 3 spaces and bit again"


def test_the_golem_breaks_all_doors_and_throws_its_prey():
    t = printed(den(".a0......"), 0, "boiler_golem")
    for x in (4, 6):
        t.border(x, 0, "east", Border.CLOSED)
    t.border(7, 0, "east", Border.OPEN)
    t.high(3, 0, 0)
    act(t)
    for x in (4, 6, 7):
        assert t.state["border"][cell(x, 0)][1] == Border.DESTROYED
    assert t.at(0) == (4, 0), "pushed 2 spaces"
    assert hurt(t) == [1]
    assert place(t) == (3, 0), "it follows with the stamina that is left"


@pytest.mark.rule("MAC-MON-04", "MAC-MON-17")
def test_the_deacon_blesses_the_first_monster_in_reach_once_a_turn():
    t = printed(den("0.....ba"), 0, "bellows_deacon")
    act(t, 0)
    assert [int(x["target"]) - MAX_EXPLORERS for x in t.state["lasting"][:2]] == [0, 0], "armor and will, of itself"
    assert t.state["n_lasting"] == 2
    assert t.m(0)["stamina"] == 0
    act(t, 0)
    assert t.state["n_lasting"] == 2, "the old blessing ends with its next turn"


def test_the_tinker_drags_the_wounded_and_carves_them_worse():
    t = printed(den("a...0", "..1"), 0, "bone_tinker")
    t.e(0)["health"] = 4
    t.card("explorers", 0, [{"passive": [{"ethereal": True}]}])
    seen = watch(t, 0)
    assert seen[:2] == [(0, 0), (0, 0)]
    assert t.at(0) == (2, 0), "the nearer one is whole; the ethereal one is seen"
    t = printed(den("a0"), 0, "bone_tinker")
    t.rolls(0, 0, 0, 0)
    t.high(0, 0)
    t.low(0)
    act(t)
    assert hurt(t) == [0], "2 attacks with 3 dice each: 6 dice, all blank"
    t = printed(den("a0....1"), 0, "bone_tinker")
    t.e(0)["health"], t.m(0)["health"] = 1, 1
    t.high(3, 0, 0)
    t.low(0)
    to_the_end(act(t))
    assert t.m(0)["health"] == 3, "fed"


@pytest.mark.rule("MAC-EFF-05")
def test_the_anchorite_chains_what_it_hits_from_afar():
    t = printed(den("a...0"), 0, "chain_anchorite")
    t.rolls(*[5, 0, 0] * 3)
    act(t)
    assert hurt(t) == [3]
    t.turn(0)
    assert not any(name.startswith("move_") for name in t.legal), "a chained explorer cannot walk"
    t.rolls(*[0] * 9)
    act(t)
    t.turn(0)
    assert "move_south" not in t.legal
    assert "move_west" in t.legal, "the chain ends with the monster's next turn"


def test_the_undertaker_strikes_twice_and_a_death_raises_the_threat():
    t = printed(den(".0a....1"), 0, "iron_undertaker")
    t.rolls(5, 0, 0, 0, 6, 5, 0, 0, 0, 8)
    t.give(0, 0, ItemPlace.EQUIPPED)
    act(t)
    assert hurt(t) == [2, 0]
    assert t.state["items"]["owner"][0] == -1, "6 spares the item, 8 breaks it"
    t.e(0)["health"] = 1
    t.rolls(5, 0, 0, 0)
    to_the_end(act(t))
    assert t.state["threat"] == 2


def test_the_mother_bears_up_to_three_and_sings_through_walls():
    t = printed(den("a.......0", fill="."), 0, "mother_of_valves")
    t.border(4, 0, "east")
    t.deck("monster_deck", 1, 2, 3, 5)
    t.tables["explorers"]["will"] = 2
    t.rolls(2, 0, 0, 0, *[0] * 4)
    act(t)
    assert hurt(t) == [1], "a wall between them is no help on her tile"
    assert place(t) == (0, 0)
    for _ in range(4):
        t.rolls(*[0] * 8)
        act(t)
    assert sorted(t.pile("queue")) == [0, 1, 2, 3], "four on the tile are enough"
    assert t.resolve([{"teleport": 3}], unit=0, target=unit(0)).done, "she is built in"
    assert t.state["monsters"]["place"][5] == MonsterPlace.DECK


@pytest.mark.rule("MAC-MON-12", "MAC-ATK-07")
def test_the_regent_changes_places_once_and_bursts_into_splinters():
    t = printed(den("a...0....1", ".........."), 0, "mirror_regent")
    t.rolls(*[0] * 8)
    act(t)
    assert t.at(0) == (0, 0)
    assert place(t) == (1, 0), "from the explorer's space it walks back with its stamina"
    t = printed(den(".0a1", ".b.."), 0, "mirror_regent")
    t.e(0)["essence"], t.e(1)["essence"], t.m(1)["health"] = 3, 1, 1
    t.call(Proc.DESTROY_MONSTER, 0)
    assert [t.e(0)["essence"], t.e(1)["essence"]] == [1, 0]
    assert t.m(1)["health"] == 2, "monsters feed on them"
    t = printed(den("a0"), 0, "mirror_regent")
    t.m(0)["health"] = 3
    t.tables["explorers"]["armor"], t.tables["explorers"]["will"] = 9, 1
    t.rolls(*[0] * 8)
    act(t)
    assert hurt(t) == [2], "wounded it strikes at the will, with 1 more"


def test_the_conductor_sends_its_prey_onto_the_traps():
    t = printed(den("a...0", ".....", "^...^"), 0, "last_conductor")
    t.space(9, 9, Space.TRAP)
    t.tables["explorers"]["will"] = 9
    t.rolls(5, 0, 0, *[0] * 8)
    act(t)
    assert t.at(0) == (4, 2)
    assert hurt(t) == [1], "the traps of the tile"
    assert t.state["token"][cell(9, 9)] == Token.NONE
    t.deck("horror_deck", 1)
    t.call(Proc.DESTROY_MONSTER, 0)
    assert t.state["threat"] == 2
    assert t.pile("horror_destroyed") == [1]


# -- events at work ------------------------------------------------------------------------------------------------


def laid(t: Table, kind: str, id_: str) -> Table:
    """Print an event of the pack as card 0 of its kind and play it; seat 0 activates an explorer event."""
    data = SECTIONS[kind][id_].data
    row = t.tables[kind][0]
    ongoing = data.get("ongoing", {})
    row["kind"] = EventKind.ONGOING if ongoing else EventKind.DEFAULT
    t.text(row, data.get("effects", ()), kind=KINDS[kind], passive=ongoing.get("passive", ()))
    horror = kind == "horror_events"
    t.state["active"] = -1 if horror else 0
    return t.call(Proc.RESOLVE_EVENT, 0, int(horror), -1 if horror else 0, 0)


def hall(**more: Any) -> Table:
    """Two explorers and a monster on a plain tile."""
    t = Table(seats=2, **more)
    t.explorer(0, 4, 4)
    t.explorer(1, 8, 8)
    return t


def test_hidden_cache_lets_one_dress_late_in_the_game():
    t = hall()
    t.state["round"] = 11
    laid(t, "explorer_events", "hidden_cache")
    assert t.done
    t.state["round"] = 12
    t.tables["treasures"]["type"][0] = ItemType.WEAPON
    t.give(0, 0)
    laid(t, "explorer_events", "hidden_cache")
    assert t.asked == (0, Choice.INVENTORY)


def test_warm_pipes_warm_those_most_who_are_nearly_gone():
    t = hall()
    t.e(0)["health"], t.e(1)["health"] = 2, 3
    laid(t, "explorer_events", "warm_pipes")
    assert [t.e(0)["health"], t.e(1)["health"]] == [4, 4]


def test_live_battery_gives_its_finder_more():
    t = hall()
    laid(t, "explorer_events", "live_battery")
    assert [t.e(0)["essence"], t.e(1)["essence"]] == [2, 1]


def test_a_hand_on_the_leash_controls_a_monster_for_one_turn():
    t = hall()
    laid(t, "explorer_events", "hand_on_the_leash")
    assert t.e(0)["essence"] == 2, "no monster, no collar"
    t.monster(3, 6, 4)
    laid(t, "explorer_events", "hand_on_the_leash")
    t.state["active"] = -1
    act(t, 3)
    assert t.asked == (0, Choice.CONTROL)


def test_the_relief_valve_blows_monsters_away_and_hits_them():
    t = hall()
    t.monster(3, 5, 4)
    t.monster(5, 4, 9)
    t.monster(6, 0, 9)
    t.border(1, 8, "south")
    t.border(0, 9, "north")
    t.rolls(5, 0)
    laid(t, "explorer_events", "relief_valve")
    assert t.at(unit(3)) == (7, 4)
    assert [int(t.m(m)["health"]) for m in (3, 5)] == [1, 1], "6 spaces and in sight"


def test_the_revolving_door_moves_you_or_somebody_else():
    t = hall()
    t.border(0, 0, "east", Border.BARRIER)
    laid(t, "explorer_events", "revolving_door").play("option_1", "explorer_1")
    assert (t.at(0), t.at(1)) == ((8, 8), (4, 4))
    assert t.state["border"][cell(0, 0)][1] == Border.NONE
    laid(t, "explorer_events", "revolving_door").play("option_0")
    assert t.asked == (0, Choice.DESTINATION)


def test_the_trapdoor_takes_the_nearest_monster():
    t = hall()
    t.monster(3, 6, 4)
    t.monster(5, 0, 4)
    t.rolls(6)
    laid(t, "explorer_events", "trapdoor")
    assert not t.on_map(unit(3))
    assert t.e(0)["essence"] == 1, "destroyed in its turn"
    t.rolls(5)
    laid(t, "explorer_events", "trapdoor")
    assert not t.on_map(unit(5))
    assert t.e(0)["essence"] == 1, "banished"
    laid(t, "explorer_events", "trapdoor")
    assert t.legal == {"option_0", "option_1"}


def test_the_third_door_of_the_crossroads_has_two_events_behind_it():
    t = hall()
    t.deck("explorer_deck", 2)
    t.deck("horror_deck", 2)
    laid(t, "explorer_events", "crossroads").play("option_2")
    assert t.pile("explorer_destroyed") == [0, 2]
    assert t.pile("horror_destroyed") == [2]
    assert t.state["threat"] == 2


def test_opened_eyes_see_the_ethereal_on_all_tiles():
    t = hall(tiles=(0, 1))
    t.card("explorers", 0, [{"passive": [{"ethereal": True}]}])
    t.card("monsters", 3, [{"cost": {"stamina": 2}, "target": "melee", "effects": [{"attack": {"high": 1}}]}])
    t.monster(3, 5, 4)
    t.off_map(1, Where.EXITED)
    act(t, 3)
    assert hurt(t)[0] == 0
    laid(t, "horror_events", "opened_eyes")
    t.rolls(0, 0)
    act(t, 3)
    assert hurt(t)[0] == 2, "and every roll of 0 is a 1 at arm's length"


def test_metal_fatigue_is_worse_at_a_higher_level():
    t = hall()
    for item in (0, 1):
        t.give(0, item, ItemPlace.EQUIPPED)
    t.state["level"] = 2
    laid(t, "horror_events", "metal_fatigue")
    to_the_end(t)
    assert [int(p) for p in t.state["items"]["place"][:2]] == [ItemPlace.INVENTORY] * 2
    t.give(0, 0, ItemPlace.EQUIPPED)
    t.state["level"] = 3
    laid(t, "horror_events", "metal_fatigue")
    to_the_end(t)
    assert t.state["items"]["owner"][0] == -1


def test_a_magnetic_storm_strikes_the_armed():
    t = hall()
    t.tables["treasures"]["type"][0] = ItemType.WEAPON
    t.give(0, 0, ItemPlace.EQUIPPED)
    t.rolls(5, 0)
    laid(t, "horror_events", "magnetic_storm")
    assert hurt(t) == [1, 0]
    assert t.e(1)["stamina"] == 5


@pytest.mark.rule("MAC-SPE-12")
def test_the_floor_turns_everybody_to_a_spawn():
    t = hall()
    t.space(0, 0, Space.SPAWN)
    t.space(8, 8, Space.SPAWN)
    laid(t, "horror_events", "floor_turns")
    to_the_end(t)
    assert t.at(1) == (8, 8), "it stands on the nearest one"
    assert max(abs(t.at(0)[0] - 8), abs(t.at(0)[1] - 8)) == 1 or t.at(0) == (0, 0)


@pytest.mark.parametrize(("seats", "monsters"), [(2, 1), (3, 2)])
def test_footsteps_come_beside_an_explorer(seats: int, monsters: int):
    t = Table(seats=seats)
    for seat in range(seats):
        t.explorer(seat, 4 + seat, 4)
    t.deck("monster_deck", 1, 2, 3)
    laid(t, "horror_events", "footsteps_overhead")
    to_the_end(t)
    assert len(t.pile("queue")) == monsters
    assert t.at(unit(1))[1] in (3, 5)


@pytest.mark.parametrize(("threat", "lost", "after"), [(5, 0, 6), (6, 1, 6)])
def test_the_red_dial_strikes_when_the_threat_is_high(threat: int, lost: int, after: int):
    t = hall()
    t.state["threat"] = threat
    t.rolls(5, 0, 0)
    laid(t, "horror_events", "red_dial")
    assert hurt(t) == [lost, lost]
    assert t.state["threat"] == after


def test_cold_breath_takes_more_from_the_rich():
    t = hall()
    t.e(0)["essence"], t.e(1)["essence"] = 4, 3
    laid(t, "horror_events", "cold_breath")
    assert [t.e(0)["essence"], t.e(1)["essence"]] == [2, 2]


def test_the_draught_blows_monsters_back_and_explorers_on():
    t = hall()
    t.monster(3, 6, 4)
    t.border(0, 0, "east", Border.CLOSED)
    laid(t, "explorer_events", "draught")
    assert t.at(unit(3)) == (7, 4)
    assert t.asked == (0, Choice.PATH)
    t.play("move_north", "done")
    assert t.asked == (1, Choice.PATH)
    t.play("done")
    assert t.state["border"][cell(0, 0)][1] == Border.OPEN


@pytest.mark.rule("MAC-CSP-09", "MAC-CSP-10")
def test_the_reward_of_a_quest_lights_a_chapter_space():
    t = hall()
    t.space(0, 4, Space.CHAPTER)
    t.state["threat"] = 3
    t.resolve(SECTIONS["explorer_events"]["dead_mans_switch"].data["quest"]["reward"], unit=0, kind="explorer_event")
    assert t.state["token"][cell(0, 4)] == Token.LIGHT
    assert t.state["threat"] == 2
