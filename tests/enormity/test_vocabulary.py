"""What each effect, condition and change of Enormity compiles to; broken ones are in `test_broken_content`."""

from __future__ import annotations

from typing import Any

import pytest

from envs.core.effects import Assembler, Place, Scene
from envs.enormity.state import (
    Band,
    Colour,
    Division,
    DoorState,
    Level,
    Need,
    NoiseKind,
    Op,
    Skill,
    Stat,
    Token,
    Until,
    Who,
)
from envs.enormity.vocabulary import VOCABULARY

PLACE = Place("cards.yaml", "cards 'test'")
NAMES = {
    kind: [f"no_{kind}", f"one_{kind}"]
    for kind in (
        "conditions", "gear", "protocols", "types", "paragraphs", "entries", "terrains", "objectives", "clues",
        "counter", "flags", "doors", "consoles", "spawn_points", "extraction_points", "other_places",
    )
}  # fmt: skip
SPACER = Scene("gear", target="intruders", own="spacers", default="self", names=NAMES, self_text="you")
INTRUDER = Scene("type", target="spacers", own="intruders", default="target", names=NAMES)


def compiled(effect: Any, scene: Scene = SPACER) -> tuple[int, ...]:
    """The first operation of an effect."""
    assembler = Assembler(VOCABULARY, 100, 100)
    assembler.add(VOCABULARY.parse([effect], PLACE, scene), PLACE)
    return tuple(int(v) for v in assembler.ops[0])


def op(code: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0) -> tuple[int, ...]:
    return int(code), a, b, c, d, e


EFFECTS: list[tuple[Any, tuple[int, ...]]] = [
    ({"lose_vitals": 2}, op(Op.LOSE_VITALS, 2)),
    ({"regain_vitals": {"amount": 9, "who": "all_spacers"}}, op(Op.REGAIN_VITALS, 9, d=Who.ALL_SPACERS)),
    ({"gain_stress": {"amount": 1, "who": "other_spacers"}}, op(Op.GAIN_STRESS, 1, d=Who.OTHER_SPACERS)),
    ({"lose_stress": {"amount": 1, "who": "chosen_spacer"}}, op(Op.LOSE_STRESS, 1, d=Who.CHOSEN_SPACER)),
    ({"gain_adrenaline": {"amount": 1, "who": "other_chosen"}}, op(Op.GAIN_ADRENALINE, 1, d=Who.OTHER_CHOSEN)),
    ({"lose_adrenaline": {"amount": 1, "who": "adjacent_chosen"}}, op(Op.LOSE_ADRENALINE, 1, d=Who.ADJACENT_CHOSEN)),
    ({"place_tokens": {"amount": 2, "type": "confidence"}}, op(Op.PLACE_TOKENS, 2, Token.CONFIDENCE, 0)),
    ({"place_tokens": {"amount": 1, "type": "any", "area": "chosen"}}, op(Op.PLACE_TOKENS, 1, 3, 2)),
    ({"place_tokens": {"amount": 1, "type": "expertise", "area": "empty"}}, op(Op.PLACE_TOKENS, 1, Token.EXPERTISE, 3)),
    ({"discard_tokens": 2}, op(Op.DISCARD_TOKENS, 2, 3, 1)),
    ({"discard_tokens": {"amount": "all", "type": "discipline", "area": "both"}},
     op(Op.DISCARD_TOKENS, 0, Token.DISCIPLINE, 2)),
    ({"keep_tokens": 3}, op(Op.KEEP_TOKENS, 3)),
    ({"gain_radiation": 4}, op(Op.RADIATION, 4)),
    ({"lose_radiation": -2}, op(Op.RADIATION, -2)),
    ({"gain_infection": {"amount": 1, "who": "priority_target"}}, op(Op.INFECTION, 1, d=Who.PRIORITY)),
    ({"lose_infection": -4}, op(Op.INFECTION, -4)),
    ({"condition": "one_conditions"}, op(Op.CONDITION, 1)),
    ({"cure": {"condition": "one_conditions", "who": "all_spacers"}}, op(Op.CURE, 1, d=Who.ALL_SPACERS)),
    ("knockdown", op(Op.KNOCKDOWN)),
    ({"stand_up": {"who": "knocked_down"}}, op(Op.STAND_UP, d=Who.KNOCKED_CHOSEN)),
    ({"move": 6}, op(Op.MOVE, 6)),
    ({"move_action": {"spaces": 3}}, op(Op.MOVE_ACTION, 3)),
    ({"move_action": {"spaces": 3, "noise": "symbol", "number": 1}}, op(Op.MOVE_ACTION, 3, NoiseKind.SYMBOL, 1)),
    ({"move_action": {"spaces": 1, "noise": "dice", "number": 2, "colour": "black"}},
     op(Op.MOVE_ACTION, 1, NoiseKind.DICE, 2, e=Colour.BLACK)),
    ({"knockback": {"spaces": 2, "who": "target"}}, op(Op.KNOCKBACK, 2, d=Who.TARGET)),
    ({"pushback": 2}, op(Op.PUSHBACK, 2)),
    ({"lure": 1}, op(Op.LURE, 1)),
    ({"displace": {"who": "target"}}, op(Op.DISPLACE, d=Who.TARGET)),
    ({"noise": "symbol"}, op(Op.NOISE, NoiseKind.SYMBOL)),
    ({"noise": {"kind": "number", "number": 3}}, op(Op.NOISE, NoiseKind.NUMBER, 3)),
    ({"noise": {"kind": "dice", "number": 2, "colour": "red"}}, op(Op.NOISE, NoiseKind.DICE, 2, Colour.RED)),
    ("spawn_blips", op(Op.SPAWN_BLIP, 1)),
    ({"spawn_blips": 4}, op(Op.SPAWN_BLIP, 4)),
    ("discard_blip", op(Op.DISCARD_BLIP)),
    ("spawn_intruders", op(Op.SPAWN_INTRUDER, 1)),
    ({"spawn_intruders": {"number": 2, "ambush": True, "unique": True, "near": True}},
     op(Op.SPAWN_INTRUDER, 2, 1, 1, e=1)),
    ({"drive_off": {"spaces": 4, "who": "nearest_intruder"}}, op(Op.MOVE_INTRUDER, 4, d=Who.NEAREST_INTRUDER)),
    ({"suppress": {"amount": 9, "who": "sighted_intruder"}}, op(Op.SUPPRESS, 9, d=Who.SIGHT_INTRUDER)),
    ({"wound": {"who": "chosen_intruder"}}, op(Op.WOUND, d=Who.CHOSEN_INTRUDER)),
    ({"kill": {"who": "endangered_intruder"}}, op(Op.KILL, d=Who.CHOSEN_DANGEROUS)),
    ({"surprise": {"who": "adjacent_intruders"}}, op(Op.SURPRISE, d=Who.ADJACENT_INTRUDERS)),
    ({"surprise": {"who": "all_intruders"}}, op(Op.SURPRISE, d=Who.ALL_INTRUDERS)),
    ("bonus_attack", op(Op.BONUS_ATTACK)),
    ({"bonus_attack": True}, op(Op.BONUS_ATTACK, 1)),
    ({"bonus_action": {"who": "location_spacers"}}, op(Op.BONUS_ACTION, d=Who.LOCATION_SPACERS)),
    ("gain_loot", op(Op.GAIN_LOOT)),
    ({"gain_gear": "one_gear"}, op(Op.GAIN_GEAR, 1)),
    ("lose_gear", op(Op.LOSE_GEAR)),
    ("remove_card", op(Op.REMOVE_CARD)),
    ("reload", op(Op.RELOAD, 1)),
    ({"reload": "full"}, op(Op.RELOAD, 0)),
    ("ready_gear", op(Op.UNEXHAUST)),
    ({"door": "open"}, op(Op.DOOR, DoorState.OPEN)),
    ({"door": {"set": "weld", "which": "any"}}, op(Op.DOOR, 3, 255)),
    ({"set_door": {"set": "closed", "door": "one_doors"}}, op(Op.DOOR, DoorState.CLOSED, 2)),
    ({"disable_door": "one_doors"}, op(Op.DISABLE, 0, 1)),
    ({"disable_console": "one_consoles"}, op(Op.DISABLE, 1, 1)),
    ({"disable_spawn_point": "one_spawn_points"}, op(Op.DISABLE, 2, 1)),
    ("disable_gear", op(Op.DISABLE, 3)),
    ("disable_cache", op(Op.DISABLE, 4)),
    ({"terrain": "one_terrains"}, op(Op.TERRAIN, 1)),
    ({"terrain": {"kind": "one_terrains", "where": "here"}}, op(Op.TERRAIN, 1, 2)),
    ({"reveal_point": "one_extraction_points"}, op(Op.REVEAL_POINT, 1)),
    ({"engram": "here"}, op(Op.PLACE_ENGRAM, 1)),
    ({"objective": "one_objectives"}, op(Op.PLACE_OBJECTIVE, 1)),
    ({"objective": {"type": "one_objectives", "where": "random"}}, op(Op.PLACE_OBJECTIVE, 1, 2)),
    ({"clue": "one_clues"}, op(Op.CLUE, 1)),
    ("extraction_marker", op(Op.MARKER, 1)),
    ({"paragraph": "one_paragraphs"}, op(Op.PARAGRAPH, 1)),
    ("decrypt", op(Op.DECRYPT)),
    ({"decrypt": {"quantum": True}}, op(Op.DECRYPT, 1)),
    ({"cross_out": "one_entries"}, op(Op.CROSS_OUT, 1)),
    ({"flag": "one_flags"}, op(Op.FLAG, 1, 1)),
    ({"flag": {"flag": "one_flags", "on": False}}, op(Op.FLAG, 1, 0)),
    ({"enter_place": "one_other_places"}, op(Op.OTHER_PLACE, 1, 1)),
    ("leave_place", op(Op.OTHER_PLACE)),
    ({"flash_attack": "one_types"}, op(Op.FLASH_ATTACK, 1)),
    ({"await_adversary": "one_types"}, op(Op.ZERO_HOUR, 1)),
    ("take_marker", op(Op.TAKE_MARKER)),
    ("chain_break", op(Op.CHAIN_BREAK)),
    ({"shorter_blip": {"amount": 1, "red_band": 2}}, op(Op.SHORTER, 1, 2)),
    ({"dodge": 2}, op(Op.DODGE, 2)),
    ({"dodge": "all"}, op(Op.DODGE, 0)),
    ("see_blip", op(Op.SEE_BLIP)),
    ("open_card", op(Op.OPEN_CARD)),
    ("antinomy", op(Op.ANTINOMY, 1)),
    ("discard_exert", op(Op.CATCH_BREATH)),
    ("die", op(Op.DIE)),
    ({"lure_blip": 3}, op(Op.MOVE_BLIP, 3)),
    ({"lose_power": 1}, op(Op.LOSE_POWER, 1)),
    ("turn_blips", op(Op.TURN_BLIPS)),
    ({"stress_roll": {"dice": 2, "colour": "black"}}, op(Op.STRESS_ROLL, 2, Colour.BLACK)),
    ({"each": {"who": "zone_spacers", "range": 2, "do": [{"gain_stress": 1}]}}, op(Op.EACH, Who.ZONE_SPACERS, 2, 2)),
    ({"skill_test": {"skill": "dexterity", "at": 3, "then": ["die"]}}, op(Op.SKILL_TEST, Skill.DEXTERITY, 3, 2)),
    ({"lasting": {"until": "session", "power": 1, "who": "all_spacers"}},
     op(Op.LASTING, 0, Until.SESSION, d=Who.ALL_SPACERS)),
]  # fmt: skip

OF_INTRUDERS: list[tuple[Any, tuple[int, ...]]] = [
    ({"reprisal": "one_protocols"}, op(Op.REPRISAL, 1)),
    ({"protocol": {"protocol": "one_protocols", "who": "self"}}, op(Op.PROTOCOL, 1)),
    ({"gain_stress": 1}, op(Op.GAIN_STRESS, 1, d=Who.TARGET)),
    ({"drive_off": {"spaces": 4, "who": "self"}}, op(Op.MOVE_INTRUDER, 4)),
    ({"skill_test": {"skill": "strength", "at": 1, "who": "target", "otherwise": ["discard_blip"]}},
     op(Op.SKILL_TEST, Skill.STRENGTH, 1, 2, d=Who.TARGET)),
]  # fmt: skip


@pytest.mark.parametrize(("effect", "row"), EFFECTS, ids=lambda value: str(value) if isinstance(value, dict) else None)
def test_effects_of_spacers(effect: Any, row: tuple[int, ...]):
    assert compiled(effect) == row


@pytest.mark.parametrize(("effect", "row"), OF_INTRUDERS)
def test_effects_of_intruders(effect: Any, row: tuple[int, ...]):
    assert compiled(effect, INTRUDER) == row


def test_no_effect_is_forgotten():
    def name(effect: Any) -> str:
        return effect if isinstance(effect, str) else next(iter(effect))

    tried = {name(effect) for effect, _ in [*EFFECTS, *OF_INTRUDERS]}
    assert tried - {"each", "lasting"} == VOCABULARY.effects.keys()
    selected = {row[4] for _, row in EFFECTS if row[0] >= 32 and row[0] != Op.SKILL_TEST}
    assert selected | {Who.ZONE_SPACERS} == set(Who), "and every selector is used"


def test_a_skill_test_is_followed_by_what_it_decides():
    assembler = Assembler(VOCABULARY, 100, 100)
    test = {"skill_test": {"skill": "willpower", "at": 2, "then": [{"move": 1}], "otherwise": ["die"]}}
    assembler.add(VOCABULARY.parse([test], PLACE, SPACER), PLACE)
    assert [tuple(map(int, row)) for row in assembler.ops] == [
        op(Op.SKILL_TEST, Skill.WILLPOWER, 2, 3),
        op(Op.MOVE, 1),
        op(Op.JUMP, 4),
        op(Op.DIE),
        op(Op.END),
    ]


CONDITIONS: list[tuple[dict[str, Any], tuple[int, int, int]]] = [
    ({"pool_area_empty": True}, (Need.POOL_EMPTY, 0, 0)),
    ({"pool_empty": True}, (Need.POOL_WAS_EMPTY, 0, 0)),
    ({"band": "orange"}, (Need.BAND, Band.ORANGE, 0)),
    ({"vitals_at_most": 0}, (Need.VITALS_AT_MOST, 0, 0)),
    ({"stress": 9}, (Need.STRESS_AT_LEAST, 9, 0)),
    ({"adrenaline": {"number": 4}}, (Need.ADRENALINE_AT_LEAST, 4, 0)),
    ({"level": "black"}, (Need.LEVEL, Level.BLACK, 0)),
    ({"beside_intruder": True}, (Need.ADJACENT_INTRUDER, 0, 0)),
    ({"intruder_in_danger": True}, (Need.INTRUDER_DANGEROUS, 0, 0)),
    ({"someone_knocked_down": True}, (Need.KNOCKED_DOWN, 0, 0)),
    ({"walked": True}, (Need.WALKED, 0, 0)),
    ({"flag": "one_flags"}, (Need.FLAG, 1, 0)),
    ({"counter": {"counter": "one_counter", "at_least": 99}}, (Need.COUNTER, 1, 99)),
    ({"clue": "one_clues"}, (Need.CLUE, 1, 0)),
    ({"condition": "one_conditions"}, (Need.HAS_CONDITION, 1, 0)),
    ({"few_signals": 2}, (Need.FEW_BLIPS, 2, 0)),
    ({"blips": 24}, (Need.BLIPS, 24, 0)),
    ({"damage": 6}, (Need.DAMAGE, 6, 0)),
    ({"division": "medical"}, (Need.DIVISION, Division.MEDICAL, 0)),
    ({"tokens": {"type": "any", "at_least": 5}}, (Need.TOKENS, 3, 5)),
    ({"wounded": True}, (Need.WOUNDED, 0, 0)),
    ({"alive": True}, (Need.ALIVE, 0, 0)),
    ({"distance": 3}, (Need.DISTANCE, 3, 0)),
    ({"objectives": {"type": "one_objectives", "at_least": 2}}, (Need.OBJECTIVES, 1, 2)),
    ({"players": 4}, (Need.PLAYERS, 4, 0)),
    ({"engrams": 1}, (Need.ENGRAMS, 1, 0)),
]


@pytest.mark.parametrize(("condition", "row"), CONDITIONS)
def test_conditions(condition: dict[str, Any], row: tuple[int, int, int]):
    slots, text = VOCABULARY.condition(condition, PLACE, SPACER)
    assert tuple(slots[name] for name in "abc") == row
    assert text
    assert not set("{}_") & set(text.replace("one_", "one ").replace("no_", "no ")), text
    assert compiled({"if": {**condition, "then": ["die"]}}) == (Op.IF, *row, 2, 0)


def test_no_condition_is_forgotten():
    assert [next(iter(condition)) for condition, _ in CONDITIONS] == list(VOCABULARY.conditions)


@pytest.mark.parametrize("name", list(VOCABULARY.statistics))
def test_changes(name: str):
    statistic = VOCABULARY.statistics[name]
    (found,) = VOCABULARY.modifiers({name: True if statistic.flag else -2}, PLACE)
    assert (found.stat, found.amount) == (statistic.code, 1 if statistic.flag else -2)
    assert found.arg == (Skill[name.upper()] if statistic.code == Stat.SKILL else 0)
    text = VOCABULARY.describe_modifier({name: True if statistic.flag else -2})
    assert ("-2" in text) != statistic.flag


def test_changes_with_a_condition():
    change = {"strength": 2, "light_range": -1, "when": {"condition": "one_conditions"}}
    found = VOCABULARY.modifiers(change, PLACE, SPACER)
    assert [(m.stat, m.amount, m.arg, m.condition, m.argument) for m in found] == [
        (Stat.LIGHT_RANGE, -1, 0, Need.HAS_CONDITION, 1),
        (Stat.SKILL, 2, Skill.STRENGTH, Need.HAS_CONDITION, 1),
    ]


@pytest.mark.parametrize("until", list(VOCABULARY.untils))
def test_how_long_a_lasting_effect_holds(until: str):
    assert compiled({"lasting": {"until": until, "move": 1}}) == op(Op.LASTING, 0, Until[until.upper()])


@pytest.mark.parametrize(("effect", "row"), [*EFFECTS, *OF_INTRUDERS])
def test_every_effect_has_a_text(effect: Any, row: tuple[int, ...]):
    scene = INTRUDER if (effect, row) in OF_INTRUDERS else SPACER
    text = VOCABULARY.describe(VOCABULARY.parse([effect], PLACE, scene))
    assert text
    assert "  " not in text
    assert not set("{}") & set(text)


@pytest.mark.parametrize(
    ("effect", "text"),
    [
        ({"gain_stress": 1}, "you: +1 Stress"),
        ({"regain_vitals": {"amount": 2, "who": "adjacent_chosen"}}, "an adjacent Spacer of your choice: +2 Vitals"),
        ({"lose_radiation": -2}, "you: -2 Radiation"),
        ({"place_tokens": {"amount": 1, "type": "expertise", "area": "active"}},
         "put 1 Expertise token into the Active Pool"),
        ({"discard_tokens": {"amount": "all", "area": "both", "type": "discipline"}},
         "discard all Discipline tokens of both areas of the pool"),
        ({"move_action": {"spaces": 3, "noise": "dice", "number": 1, "colour": "red"}},
         "you: a Move action of 3 with Noise of 1 red die"),
        ({"move_action": {"spaces": 3}}, "you: a Move action of 3 with no Noise"),
        ({"spawn_intruders": {"number": 2, "ambush": True}},
         "spawn 2 Intruders adjacent to the Priority Target with an ambush"),
        ({"spawn_intruders": {"unique": True, "near": True}}, "spawn 1 Unique Specimen adjacent to you"),
        ({"reload": "full"}, "you: reload a weapon in full"),
        ({"door": {"set": "weld", "which": "any"}}, "weld or break the weld of any one door"),
        ({"extraction_marker": 2}, "the Extraction Marker moves 2 spaces"),
        ({"decrypt": {"quantum": True}}, "decrypt one quantum-encrypted block"),
        ({"if": {"band": "red", "then": ["die"]}}, "if you have Vitals in the red band: you: die"),
    ],
)  # fmt: skip
def test_texts(effect: Any, text: str):
    assert VOCABULARY.describe(VOCABULARY.parse([effect], PLACE, SPACER)) == text
