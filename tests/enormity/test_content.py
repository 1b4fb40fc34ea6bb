"""What the content layer makes of cards: the tables and texts of a small pack, and how packs are loaded.

The errors of broken packs are in `test_broken_content`, maps in `test_maps_content`, the pack that comes with the game
in `test_core_pack`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from envs.core.content import read_pack
from envs.core.effects import General
from envs.core.errors import ContentError, OptionError
from envs.enormity import state
from envs.enormity.cards import MODELS
from envs.enormity.content import Pack, load_pack, schema
from envs.enormity.state import (
    ActionKind,
    Band,
    Colour,
    Division,
    GearKind,
    HalfColour,
    Need,
    NoiseKind,
    Op,
    Reach,
    Requirement,
    Skill,
    Stat,
    TargetRule,
    Tile,
    Timing,
    Token,
    Until,
    Who,
)
from envs.enormity.vocabulary import VOCABULARY
from tests import json_schema
from tests.enormity.small_pack import Change, Data, Reader, card, changed, data, fields, put, write

NO_OPS = {"effect": -1}


@pytest.fixture(scope="module")
def pack() -> Pack:
    return changed()


@pytest.fixture(scope="module")
def run(pack: Pack) -> Reader:
    return Reader(pack)


@pytest.fixture(scope="module")
def drift(pack: Pack) -> Reader:
    return Reader(pack, "drift")


def op(code: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0) -> tuple[int, ...]:
    return int(code), a, b, c, d, e


# -- the box -----------------------------------------------------------------------------------------------------


def test_dice_supply_and_blips_of_the_box(run: Reader):
    t = run.table
    assert t["n_faces"].tolist() == [2, 3, 4, 2, 2]
    faces = {c: [tuple(f) for f in t["faces"][c][: t["n_faces"][c]].tolist()] for c in Colour}
    assert faces[Colour.WHITE] == [(0, 0, 0, 0), (1, 0, 0, 0)], "Power, half Power, Potential, quadrant"
    assert faces[Colour.RED] == [(0, 1, 0, 0), (2, 0, 0, 0), (1, 0, 0, 1)]
    assert faces[Colour.BLACK] == [(0, 0, 1, 0), (2, 0, 0, 1), (0, 1, 0, 1), (3, 0, 1, 1)]
    assert faces[Colour.GREEN] == [(1, 0, 0, 0), (0, 0, 2, 0)]
    assert faces[Colour.ORANGE] == [(0, 2, 0, 0), (1, 0, 0, 0)]
    assert t["supply"].tolist() == [5, 3, 2]
    assert t["blip_faces"].tolist() == [2, 3, 2, 1]
    assert t["blip_symbols"].tolist() == [[0, 0, 0], [1, 1, 0], [2, 0, 1], [1, 0, 0]], "more from level to level"


def test_named_cards_of_the_box(run: Reader):
    t = run.table
    assert int(t["multitool"]) == run.number("gear", "wrench")
    assert int(t["dazed"]) == run.number("conditions", "dazed")
    assert int(t["live_bonus_action"]) == 1
    assert run.catalogue.ids["clues"] == ("map_scrap", "old_code")
    assert run.catalogue.names["clues"] == ("map scrap", "old code")
    assert run.titles(t, "awakening_first", "awakening_end") == ["Past Fear", "Stride"]


def test_without_dazed_and_with_the_bonus_attack_of_you_live():
    other = Reader(changed(card("pack", "small", dazed=None, you_live="bonus_attack")))
    assert int(other.table["dazed"]) == -1
    assert int(other.table["live_bonus_action"]) == 0


def test_supply_and_options_of_the_box_have_defaults():
    def less(entries: Data) -> None:
        for name in ("supply", "dazed", "clues", "you_live", "awakening"):
            del entries["pack"]["small"][name]
        for name in ("green", "orange"):
            del entries["pack"]["small"]["dice"][name]
        entries["gear"]["rifle"]["dice"] = {"red": 2}
        entries["entries"]["crack"]["effects"] = ["gain_loot"]

    t = Reader(changed(less)).table
    assert t["supply"].tolist() == [6, 4, 3]
    assert t["n_faces"].tolist() == [2, 3, 4, 0, 0]
    assert int(t["awakening_first"]) == int(t["awakening_end"])


# -- the crew ----------------------------------------------------------------------------------------------------


def test_a_character(run: Reader):
    row = run.row("characters", "ada")
    assert fields(row, "first_ability", "end_ability") == {
        "division": Division.SCIENCE,
        "stress": 2,
        "skills": [1, 2, 3, 4, 5],
        "rubicon": [0, 0, Token.EXPERTISE + 1, 0, 0, 0, 0, Token.DISCIPLINE + 1, 0, 0],
        "halves": [run.number("halves", name) for name in ("creep", "stroll", "ponder")],
        "gear": [run.number("gear", "rifle"), run.number("gear", "lamp"), -1, -1],
    }
    assert run.titles(row) == ["Sums", "Watchful", "Calm Down"]
    assert int(run.table["n_characters"]) == 4
    assert run.catalogue.names["characters"] == ("Ada", "Bo", "Cy", "Di")
    assert run.text("characters", "ada").startswith(
        "Science. Intelligence 1, Dexterity 2, Strength 3, Willpower 4, Perception 5. Stress 2. Rubicon: Expertise at "
        "2, Discipline at 7. Sums: On your turn, Analysis,"
    )


def test_a_suit(run: Reader):
    row = run.row("suits", "deep_suit")
    assert fields(row, "first_ability", "end_ability") == {
        "rubicon": [0, 0, 0, 0, Token.CONFIDENCE + 1, 0, 0, 0, 0, 0],
        "red_max": 2,
        "orange_max": 5,
        "support": 2,
        "backpack": 3,
        "armor": 1,
        "light_range": 4,
        "light_dice": 2,
        "light_colour": Colour.RED,
        "copies": 2,
        "halves": [run.number("halves", name) for name in ("crouch", "march", "strike")],
    }
    assert run.titles(row) == ["Coolant"]
    assert run.text("suits", "deep_suit") == (
        "Slots: 2 Support, 3 backpack, 1 armor. Light range 4, 2 red. Red to 2, orange to 5. Rubicon: Confidence at 4. "
        "Coolant: At the start of your turn, if you have 6 Adrenaline or more: you: -1 Adrenaline."
    )
    other = run.row("suits", "work_suit")
    assert (int(other["light_dice"]), int(other["light_colour"])) == (1, Colour.WHITE)
    assert (int(other["copies"]), int(other["armor"]), run.titles(other)) == (4, 0, [])
    assert int(run.table["n_suits"]) == 2


# -- half cards --------------------------------------------------------------------------------------------------


def option(run: Reader, half: str, kind: ActionKind) -> Any:
    row = run.row("halves", half)
    (found,) = [o for o in row["options"][: int(row["n_options"])] if o["kind"] == kind]
    return found


def test_half_cards(run: Reader):
    numbers = {id_: run.row("halves", id_) for id_ in run.catalogue.ids["halves"]}
    assert {id_: (int(r["colour"]), int(r["walk"]), int(r["n_options"])) for id_, r in numbers.items()} == {
        "creep": (HalfColour.YELLOW, 0, 2),
        "crouch": (HalfColour.YELLOW, 0, 1),
        "march": (HalfColour.YELLOW, 1, 1),
        "ponder": (HalfColour.BLUE, 0, 6),
        "strike": (HalfColour.RED, 0, 1),
        "stroll": (HalfColour.YELLOW, 1, 2),
    }
    kinds = [ActionKind(int(o["kind"])).name for o in numbers["ponder"]["options"][:6]]
    assert kinds == ["SCOUT", "SCAVENGE", "FULL_RELOAD", "RATIONALIZE", "CATCH_BREATH", "REARM"]
    assert run.text("halves", "stroll") == (
        "Yellow Walk. Move 3 (Noise of 2 red dice) or Fast reload (cost 1 Adrenaline)."
    )


def test_the_actions_of_half_cards(run: Reader):
    assert fields(option(run, "stroll", ActionKind.MOVE)) == {
        **NO_OPS,
        "value": 3,
        "noise_kind": NoiseKind.DICE,
        "noise": 2,
        "noise_colour": Colour.RED,
    }
    assert fields(option(run, "stroll", ActionKind.FAST_RELOAD)) == {
        **NO_OPS,
        "kind": ActionKind.FAST_RELOAD,
        "adrenaline_cost": 1,
    }
    assert fields(option(run, "strike", ActionKind.ATTACK)) == {**NO_OPS, "kind": ActionKind.ATTACK, "adrenaline": 1}
    assert fields(option(run, "creep", ActionKind.MOVE)) == {**NO_OPS, "value": 1, "stress": 1}
    calm = option(run, "creep", ActionKind.CALM)
    assert fields(calm, "effect", "effect_end") == {
        "kind": ActionKind.CALM,
        "expertise": 2,
        "need": Need.STRESS_AT_LEAST,
        "need_b": 4,
    }
    assert run.ops(calm, "effect") == [op(Op.LOSE_STRESS, 1)]
    march = option(run, "march", ActionKind.MOVE)
    assert (int(march["noise_kind"]), int(march["noise"])) == (NoiseKind.SYMBOL, 1)
    first = int(march["effect"])
    assert run.ops(march, "effect") == [op(Op.MAY, first + 2), op(Op.GAIN_STRESS, 1)]
    assert run.catalogue.actions[run.number("halves", "creep")] == (
        "Move 1 (cost 1 Stress)",
        "Calm (cost 2 Expertise, if you have 4 Stress or more): you: -1 Stress",
    )


# -- Gear --------------------------------------------------------------------------------------------------------


def test_a_weapon(run: Reader):
    row = run.row("gear", "rifle")
    assert fields(row, "wound", "wound_end", "fail", "fail_end", "first_ability", "end_ability") == {
        "hands": 2,
        "dice": [1, 2, 3, 1, 1],
        "more_at": 5,
        "more_dice": [0, 1, 0, 0, 0],
        "power": 4,
        "modifiers": [1, 2, 3],
        "reach": Reach.REACH,
        "range": 6,
        "suppress": 2,
        "quadrants": 1,
        "ammo": 3,
        "charges": 1,
        "noise_kind": NoiseKind.PER_AMMO,
        "noise": 1,
        "keywords": 1 << state.Keyword.LINEAR | 1 << state.Keyword.HEAVY,
        "burst": 2,
        "advance": 1,
        "fallback": 3,
        "radiate": 4,
        "leaves": [3, 2, 1],
    }
    assert int(row["kind"]) == GearKind.WEAPON
    assert run.ops(row, "wound") == [op(Op.KNOCKBACK, 2, d=Who.TARGET)]
    assert run.ops(row, "fail") == [op(Op.CONDITION, run.number("conditions", "itch"), d=Who.SELF)]
    assert run.titles(row) == ["Aim"]
    assert run.text("gear", "rifle").startswith(
        "Weapon, 2 hands, 3 black + 2 red + 1 white + 1 green + 1 orange, 1 red more at Adrenaline 5, Power 4, 1 "
        "Discipline, 2 Confidence, 3 Expertise, Reach 6, Suppressing Power 2, 1 quadrant, Ammo 3, Charges 1, "
        "Intruder-symbol Noise +1 per Ammo, Linear, Heavy, Burst 2, Advance 1, Fallback 3, Radiate 4, Discipline 3, "
        "Confidence 2, Expertise 1. Wound: the Intruder: Knockback 2. Fail: you: gain the Condition"
    )
    assert run.text("gear", "rifle").endswith("Aim: When you attack, 1 Ammo: +1 Confidence for Attacks.")


def test_support_and_armor(run: Reader):
    none = {"wound": -1, "fail": -1}
    assert fields(run.row("gear", "lamp"), "first_ability", "end_ability") == {
        **none,
        "kind": GearKind.SUPPORT,
        "light": Colour.RED + 1,
    }
    assert run.titles(run.row("gear", "lamp")) == ["Flash"]
    assert fields(run.row("gear", "plate"), "first_ability", "end_ability") == {
        **none,
        "kind": GearKind.ARMOR,
        "reduction": 2,
        "rerolls": 1,
        "charges": 2,
        "copies": 1,
    }
    flash = "Flash: On your turn, also when exhausted, exhaust: you: all Gear is ready again."
    assert run.text("gear", "lamp") == f"Support, Light red. {flash}"
    assert run.text("gear", "plate").startswith("Armor, Charges 2, Damage Reduction 2, 1 armor re-roll. Turn Aside: ")
    assert int(run.table["n_gear"]) == 5


@pytest.mark.parametrize("keyword", [word.name.lower() for word in state.Keyword])
def test_every_keyword(keyword: str):
    other = Reader(changed(card("gear", "rifle", keywords=[keyword, keyword])))
    assert int(other.row("gear", "rifle")["keywords"]) == 1 << state.Keyword[keyword.upper()]
    assert keyword.replace("_", " ").capitalize() in other.text("gear", "rifle")


# -- abilities ---------------------------------------------------------------------------------------------------

WITHOUT = ("name", "first_mod", "end_mod", "effect", "effect_end")


def test_abilities_with_everything_that_they_can_have(run: Reader):
    assert fields(run.ability("Sums"), *WITHOUT) == {
        "timing": Timing.TURN,
        "analysis": 1,
        "stress": 1,
        "need": Need.POOL_EMPTY,
    }
    assert run.ops(run.ability("Sums"), "effect") == [op(Op.PLACE_TOKENS, 2, Token.EXPERTISE, 3)]
    assert fields(run.ability("Calm Down"), *WITHOUT) == {
        "timing": Timing.TURN,
        "reaction": 1,
        "unlimited": 1,
        "cost": [1, 2, 3],
        "adrenaline": 4,
        "need": Need.TOKENS,
        "need_b": 3,
        "need_c": 7,
    }
    assert fields(run.ability("Flash"), *WITHOUT) == {"timing": Timing.TURN, "exhausts": 1, "when_exhausted": 1}
    assert fields(run.ability("Turn Aside"), *WITHOUT) == {"timing": Timing.DAMAGE, "charges": 1}
    assert fields(run.ability("Aim"), *WITHOUT) == {"timing": Timing.ROLL, "ammo": 1}
    assert fields(run.ability("Winch"), *WITHOUT) == {
        "timing": Timing.TURN,
        "by_level": 1,
        "cost_level": [[1, 0, 0], [0, 2, 0], [0, 0, 3]],
    }


def test_modifiers_of_passive_abilities_and_of_rolls(run: Reader):
    watchful = run.ability("Watchful")
    assert fields(watchful, *WITHOUT) == {}
    assert int(watchful["effect"]) == -1
    assert run.mods(watchful) == [
        (Stat.LIGHT_RANGE, 1, 0, Need.BAND, Band.GREEN),
        (Stat.SKILL, -1, Skill.STRENGTH, Need.NONE, 0),
    ]
    assert run.mods(run.ability("Aim")) == [(Stat.FREE_CONFIDENCE, 1, 0, 0, 0)]
    assert run.mods(run.ability("Past Fear")) == [(Stat.POWER, 2, 0, 0, 0)]
    assert run.mods(run.ability("Packed")) == [(Stat.AT, 1, 0, 0, 0)]
    assert (int(run.ability("Packed")["need"]), int(run.ability("Packed")["need_b"])) == (Need.BLIPS, 4)
    assert run.ability_text("Watchful") == "+1 Light range while you have Vitals in the green band; -1 Strength."


def test_a_lasting_effect_names_its_modifier(run: Reader):
    (row,) = run.ops(run.ability("Hush"), "effect")
    assert row == op(Op.LASTING, row[1], Until.NOISE, d=Who.ALL_SPACERS)
    assert tuple(run.table["mods"][row[1]].tolist()) == (Stat.SILENT, 1, 0, 0, 0)


@pytest.mark.rule("ENO-WOP-02")
def test_abilities_of_the_same_name_have_the_same_number():
    def twin(entries: Data) -> None:
        entries["characters"]["bo"]["abilities"] = [{"title": "Aim", "timing": "roll", "passive": [{"power": 1}]}]

    other = Reader(changed(twin))
    numbers = [int(other.table["abilities"][i]["name"]) for i in range(len(other.catalogue.abilities))]
    titles = [a.title for a in other.catalogue.abilities]
    assert titles.count("Aim") == 2
    assert 0 not in numbers
    by_title = {title: {n for n, t in zip(numbers, titles, strict=True) if t == title} for title in titles}
    assert all(len(found) == 1 for found in by_title.values())
    assert len(set(numbers)) == len(by_title)


@pytest.mark.parametrize(
    ("fields_", "text"),
    [
        ({"timing": "turn", "effects": ["stand_up"]}, "On your turn: you: stand up."),
        ({"timing": "reaction", "effects": [{"move": 1}]}, "Reaction: you: move up to 1."),
        ({"timing": "roll", "cost": {"stress": 1}, "passive": [{"power": 1}, {"red_dice": 1}]},
         "When you attack, 1 Stress: +1 Power of Attacks; +1 red attack dice."),
        ({"timing": "damage", "cost": {"expertise": 2, "charges": 2, "ammo": 1, "exhaust": True}, "effects": ["die"]},
         "When you take damage, 2 Expertise, 2 Charges, 1 Ammo, exhaust: you: die."),
        ({"timing": "blip_moves", "effects": [{"shorter_blip": {"amount": 1, "red_band": 2}}]},
         "When a Blip moves: the Blip moves 1 less (2 shorter while your Vitals are in the red band)."),
        ({"timing": "turn", "analysis": True, "reaction": True, "when_exhausted": True, "effects": ["gain_loot"],
          "need": {"level": "red"}},
         "On your turn, also as a Reaction, Analysis, also when exhausted, if the Countdown level is red or later: "
         "you: draw from the Loot Deck."),
        ({"passive": [{"no_attack": True}]}, "No Attacks."),
    ],
)  # fmt: skip
def test_texts_of_abilities(fields_: dict[str, Any], text: str):
    other = Reader(changed(card("gear", "lamp", abilities=[{"title": "Trick", **fields_}])))
    assert other.ability_text("Trick") == text
    assert other.text("gear", "lamp") == f"Support, Light red. Trick: {text}"


def test_conditions_and_modifiers_are_about_the_spacer_also_where_there_is_an_intruder():
    trick = {"title": "Trick", "timing": "reaction", "need": {"band": "orange"}, "effects": [{"move": 1}]}
    aim = {"title": "Aim", "timing": "roll", "passive": [{"power": 1, "when": {"stress": 3}}]}
    other = Reader(changed(card("gear", "lamp", abilities=[trick, aim])))
    assert other.ability_text("Trick") == "Reaction, if you have Vitals in the orange band: you: move up to 1."
    assert other.ability_text("Aim") == "When you attack: +1 Power of Attacks while you have 3 Stress or more."


# -- Intruders ---------------------------------------------------------------------------------------------------


def test_an_intruder_sheet(run: Reader):
    row = run.row("types", "crawler")
    lists = [f"{name}{end}" for name in ("response", "first_contact", "overwhelm") for end in ("", "_end")]
    assert fields(row, *lists, "first_ability", "end_ability") == {
        "minis": 6,
        "speed": [2, 3, 4],
        "at": [3, 3, 5],
        "noise": [Colour.WHITE, Colour.RED, Colour.BLACK],
        "wounds": 2,
        "target": TargetRule.LOWEST_VITALS,
        "range": 5,
        "end_protocol": 3,
        "end_specimen": 2,
        "specimen_slots": 2,
    }
    assert int(row["additional"]) == run.number("protocols", "bite") == 0
    responses = [run.ops(row, "response", at=i) for i in range(4)]
    assert responses == [
        [op(Op.SPAWN_BLIP, 1)],
        [op(Op.REPRISAL, run.number("protocols", "bite"))],
        [op(Op.BONUS_ATTACK, d=Who.TARGET)],
        [op(Op.PROTOCOL, run.number("protocols", "spit"), d=Who.SELF)],
    ], "Wound, Fail, Critical, Instinct"
    assert run.ops(row, "first_contact") == [op(Op.GAIN_STRESS, 1, d=Who.ALL_SPACERS)]
    assert run.ops(row, "overwhelm") == [op(Op.DISCARD_BLIP)]
    assert run.titles(row) == ["Shy", "Packed"]
    assert run.ops(run.ability("Shy"), "effect") == [op(Op.MOVE_INTRUDER, 4, d=Who.SELF)]
    assert run.text("types", "crawler").startswith(
        "Speed 2 / 3 / 4, AT 3 / 3 / 5, Noise die white / red / black. Target: lowest vitals. Wounds 2. Range 5. "
        "Wound: spawn 1 Blip. Fail: Reprisal: "
    )


def test_an_adversary_stands_behind_the_intruders(run: Reader):
    row = run.row("types", "hunter")
    assert run.catalogue.ids["types"] == ("crawler", "hunter")
    assert fields(row, "first_ability", "end_ability") == {
        "adversary": 1,
        "minis": 1,
        "speed": [255] * 3,
        "at": [4, 4, 4],
        "wounds": 255,
        "first_protocol": 3,
        "end_protocol": 4,
        "response": [-1] * 4,
        "first_contact": -1,
        "overwhelm": -1,
        "additional": -1,
        "crash": 1,
    }
    assert run.text("types", "hunter").startswith("Speed unlimited, AT 4 / 4 / 4, Noise die white / white / white. ")
    assert "Wounds infinite." in run.text("types", "hunter")
    assert "Crash." in run.text("types", "hunter")
    assert int(run.table["n_types"]) == 2


def test_protocols(run: Reader):
    assert run.catalogue.ids["protocols"] == ("bite", "spit", "crawl", "charge", "maul"), "those of Specimens last"
    bite = run.row("protocols", "bite")
    lists = [f"{name}{end}" for name in ("hit", "gated", "after") for end in ("", "_end")]
    assert fields(bite, *lists) == {
        "requirement": Requirement.ADJACENT,
        "levels": 0b110,
        "window_move": 1,
        "window_attack": 1,
        "moves": 1,
        "attack": 1,
        "dice": [1, 2, 0, 0, 0],
        "power": 3,
        "lethal": 1,
        "gate_stress": 4,
        "gate_dice": [0, 0, 1, 0, 0],
        "gate_damage": 6,
    }
    assert run.ops(bite, "hit") == [op(Op.GAIN_STRESS, 1, d=Who.TARGET)]
    assert run.ops(bite, "gated") == [op(Op.CONDITION, run.number("conditions", "itch"), d=Who.TARGET)]
    assert run.ops(bite, "after") == [op(Op.LURE, 2, d=Who.TARGET)]
    assert fields(run.row("protocols", "spit"), *lists) == {
        "requirement": Requirement.WITHIN,
        "within": 5,
        "levels": 7,
        "attack": 1,
        "reach": Reach.RANGED,
        "linear": 1,
        "dice": [0, 1, 0, 0, 0],
        "terrorize": 1,
        "gate_stress": 255,
    }
    assert fields(run.row("protocols", "crawl"), *lists) == {"levels": 7, "moves": 2, "gate_stress": 255}
    assert run.text("protocols", "bite").startswith(
        "Bite (Target adjacent, red and black level): Window of Opportunity, moves; Window of Opportunity, melee "
        "attack with 2 red + 1 white, Power 3, Lethal, 1 black more from Stress 4; on a hit: the Target: +1 Stress; "
        "with 6 damage or more: the Target: gain the Condition "
    )
    assert run.text("protocols", "spit") == (
        "Spit (Target within 5): ranged attack with 1 red, in a straight line, Stress instead of damage."
    )
    assert run.text("protocols", "crawl") == "Crawl (otherwise): moves twice."


def test_unique_specimens(run: Reader):
    row = run.row("specimens", "elder")
    assert fields(row, "first_ability", "end_ability") == {
        "speed": -1,
        "at": 1,
        "wounds": 2,
        "dice": 3,
        "protocol": run.number("protocols", "maul"),
    }
    assert int(row["replaces"]) == run.number("protocols", "bite") == 0
    assert run.titles(row) == ["Stench"]
    assert fields(run.row("specimens", "runt"), "first_ability", "end_ability") == {
        "speed": 2,
        "replaces": -1,
        "protocol": -1,
    }
    assert run.text("specimens", "elder") == (
        "Crawler: speed -1, at +1, wounds +2, dice +3. Maul (Target adjacent): melee attack with 3 red. Stench: When "
        "attacked from an adjacent space: the Target: +1 Stress."
    )


@pytest.mark.parametrize(
    ("given", "requirement", "within", "text"),
    [
        ("movement_range", Requirement.MOVEMENT_RANGE, 0, "Target movement range"),
        ("in_front", Requirement.IN_FRONT, 0, "Target in front"),
        ("in_sight", Requirement.IN_SIGHT, 0, "Target in sight"),
        ({"within": 30}, Requirement.WITHIN, 30, "Target within 30"),
    ],
)
def test_requirements(given: Any, requirement: Requirement, within: int, text: str):
    other = Reader(changed(put("types", "crawler", "protocols", 1, "requirement", value=given)))
    row = other.row("protocols", "spit")
    assert (int(row["requirement"]), int(row["within"])) == (requirement, within)
    assert f"({text})" in other.text("protocols", "spit")


# -- other cards -------------------------------------------------------------------------------------------------


def test_conditions(run: Reader):
    assert run.titles(run.row("conditions", "itch")) == ["Worse", "Home"]
    assert [int(run.ability(title)["timing"]) for title in ("Worse", "Home")] == [Timing.REGAINED, Timing.LINGERING]
    assert run.titles(run.row("conditions", "dazed")) == ["Ringing"]
    assert int(run.table["n_conditions"]) == 2
    assert run.text("conditions", "itch") == (
        "Worse: When gained again: you: -1 Vitals. Home: Lingering: you: +2 Infection."
    )


def test_breakdowns(run: Reader):
    row = run.row("breakdowns", "freeze")
    assert run.ops(row, "effect") == [op(Op.KNOCKDOWN)]
    assert run.titles(row) == ["Numb"]
    assert run.titles(row, "first_bonus", "end_bonus") == ["Thaw"]
    assert int(row["flips_at_turn"]) == 1
    other = run.row("breakdowns", "rant")
    assert run.ops(other, "effect") == [op(Op.GAIN_ADRENALINE, 1)]
    assert (run.titles(other), int(other["flips_at_turn"])) == ([], 0)
    assert run.titles(other, "first_bonus", "end_bonus") == ["Dry Eyes"]
    assert int(run.table["n_breakdowns"]) == 4
    assert run.text("breakdowns", "freeze") == (
        "You: Knockdown. Numb: No Reactions. Thaw: At the end of your turn: you: -1 Stress."
    )


def test_stratagems(run: Reader):
    assert fields(run.row("stratagems", "hush"), "ability") == {"tokens": [1, 0, 2], "charges": 3}
    assert fields(run.row("stratagems", "order"), "ability") == {
        "division": Division.OPS,
        "need": Need.TOKENS,
        "need_b": Token.CONFIDENCE,
        "need_c": 4,
        "charges": 1,
    }
    for i, title in enumerate(("Hush", "Order", "Sprint")):
        assert run.catalogue.abilities[int(run.table["stratagems"][i]["ability"])].title == title
    assert run.ops(run.ability("Sprint"), "effect") == [op(Op.MOVE_ACTION, 3, NoiseKind.SYMBOL)]
    assert int(run.table["n_stratagems"]) == 3
    assert run.text("stratagems", "order").startswith("Ops. Requires if the Active Pool holds 4 ")
    assert run.text("stratagems", "hush").startswith("Requires 1 Discipline, 2 Expertise. Charges 3. On your turn: ")


@pytest.mark.rule("ENO-COO-01")
def test_scanner_cards(run: Reader):
    t = run.table
    assert t["n_scanners"].tolist() == [2, 1, 1]
    for white in t["scanners"][0][:2]:
        assert fields(white) == {"quadrants": [0, 1, 2, 3], "row": 1, "column": 2}, "B3: row from the bottom, from 0"
    assert fields(t["scanners"][1][0]) == {"quadrants": [1, 1, 1, 1], "row": -1}
    assert t["scanners"][2][0]["quadrants"].tolist() == [4, 3, 2, 1]


def test_terrains_objectives_and_other_places(run: Reader):
    crate = 1 << Tile.COVER | 1 << Tile.DESTRUCTIBLE
    assert fields(run.row("terrains", "crate")) == {"keywords": crate, "number": 3, "effect": -1}
    slick = run.row("terrains", "slick")
    assert (int(slick["keywords"]), int(slick["number"])) == (0, 2)
    assert run.ops(slick, "effect") == [op(Op.LOSE_VITALS, 1)]
    assert int(run.table["n_terrains"]) == 2
    assert run.text("terrains", "crate") == "Cover, Destructible."
    assert run.text("terrains", "slick") == "When entered: you: -1 Vitals."
    assert run.table["objective_token"].tolist() == [0, Token.EXPERTISE + 1, 0, 0], "a box is picked up for any token"
    assert run.text("other_places", "duct") == "It is warm."


# -- Locations and Discoveries -----------------------------------------------------------------------------------


def test_a_location(run: Reader):
    row = run.row("locations", "dock")
    assert int(row["ecology"]) == run.number("types", "crawler")
    assert run.titles(row) == ["Dark", "Winch", "Haul"]
    devices = [run.catalogue.abilities[int(number)].title for number in row["devices"]]
    assert devices == ["Can", "Key", "Sack", "Star"]
    assert row["resources"].tolist() == [0, 1, 2, 9]
    assert run.catalogue.ids["engrams"] == ("dock_0", "dock_1", "dock_2", "dock_3")
    assert run.catalogue.names["engrams"] == ("Can", "Key", "Sack", "Star")
    assert run.catalogue.texts["engrams"][1] == "Reaction: open an adjacent door."
    assert run.catalogue.ids["flags"] == ("dark",)
    assert fields(run.ability("Dark"), *WITHOUT) == {"need": Need.FLAG}
    assert run.ops(run.ability("Haul"), "effect") == [op(Op.FLAG, 0, 1)]
    assert int(run.ability("Haul")["timing"]) == Timing.ACTION
    assert run.text("locations", "dock").startswith("DK. Dark: ")
    assert "Winch: On your turn, 1 Discipline / 2 Confidence / 3 Expertise (by level): open an adjacent door." in (
        run.text("locations", "dock")
    )


@pytest.mark.rule("ENO-SET-02", "ENO-LOC-02")
def test_a_scenario_may_have_another_ecology(drift: Reader):
    def crabs(entries: Data) -> None:
        entries["types"]["crab"] = {
            **entries["types"]["crawler"],
            "protocols": [{"id": "pinch", "title": "Pinch", "attack": True, "power": 1}],
            "additional": None,
            "responses": {},
        }
        entries["locations"]["dock"]["ecology"] = "crab"

    other = changed(crabs)
    for scenario, ecology in (("run", "crab"), ("drift", "crawler")):
        number = int(Reader(other, scenario).row("locations", "dock")["ecology"])
        assert other.catalogue(scenario).ids["types"][number] == ecology


def tokens(tables: Any) -> list[tuple[int, int]]:
    """Entry and section of each Discovery token."""
    return [(int(t["number"]), int(t["section"])) for t in tables["tokens"][: int(tables["n_tokens"])]]


@pytest.mark.rule("ENO-SET-09")
def test_fixed_discoveries(run: Reader):
    t = run.table
    assert run.catalogue.ids["entries"] == ("bunk", "shelf"), "in the order in which the tokens name them"
    bunk = run.row("entries", "bunk")
    assert fields(bunk) == {
        "number": 3,
        "for_all": 1,
        "chain": -1,
        "need": Need.OBJECTIVES,
        "need_b": run.number("objectives", "sample"),
        "need_c": 2,
        "effect": -1,
    }
    assert int(bunk["code"]) == run.number("paragraphs", "note") == 0
    assert run.ops(run.row("entries", "shelf"), "effect") == [op(Op.LOSE_STRESS, 1)]
    assert int(run.row("entries", "shelf")["code"]) == -1
    assert t["section_first"].tolist() == [0, 2, 2, 2]
    assert t["section_end"].tolist() == [2, 2, 2, 2]
    assert int(t["fixed_discoveries"]) == 1
    assert tokens(t) == [(0, 0), (1, 0), (0, 0)]
    assert run.text("entries", "bunk").endswith("or more: Paragraph 0202. For all.")
    assert run.text("entries", "shelf") == "You: -1 Stress."


@pytest.mark.rule("ENO-SET-10", "ENO-DSC-08", "ENO-DSC-09")
def test_random_discoveries(drift: Reader):
    t = drift.table
    assert drift.catalogue.ids["entries"] == ("crack", "gap", "hum", "trail")
    assert t["section_first"].tolist() == [0, 0, 2, 3]
    assert t["section_end"].tolist() == [0, 2, 3, 4]
    lists = ("effect", "effect_end")
    assert fields(drift.row("entries", "crack"), *lists) == {"section": 1, "number": 1, "chain": 1, "code": -1}
    assert fields(drift.row("entries", "gap"), *lists) == {
        "section": 1,
        "number": 2,
        "chain": -1,
        "chain_end": 1,
        "code": -1,
    }
    assert fields(drift.row("entries", "hum"), *lists) == {
        "section": 2,
        "number": 1,
        "infinite": 1,
        "chain": -1,
        "code": -1,
    }
    assert int(drift.row("entries", "trail")["section"]) == 3
    assert drift.ops(drift.row("entries", "hum"), "effect") == [op(Op.CROSS_OUT, 1)]
    assert drift.ops(drift.row("entries", "trail"), "effect") == [op(Op.PARAGRAPH, drift.number("paragraphs", "page"))]
    assert int(t["fixed_discoveries"]) == 0
    assert tokens(t) == [(-1, 1), (-1, 1), (-1, 2), (-1, 3)]


def test_paragraphs_belong_to_their_scenarios(run: Reader, drift: Reader):
    assert run.catalogue.ids["paragraphs"] == ("note",)
    assert drift.catalogue.ids["paragraphs"] == ("note", "page")
    assert int(drift.table["n_paragraphs"]) == 2
    page, note = drift.row("paragraphs", "page"), drift.row("paragraphs", "note")
    assert (int(page["locked"]), int(note["locked"])) == (2, 0)
    assert drift.ops(page, "effect") == [op(General.WIN)]
    assert drift.text("paragraphs", "page").startswith("0101. Quantum encrypted. ")
    other = Reader(changed(card("paragraphs", "page", locked="encrypted")), "drift")
    assert int(other.row("paragraphs", "page")["locked"]) == 1
    assert other.text("paragraphs", "page").startswith("0101. Encrypted. ")


# -- scenarios ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-LOD-05", "ENO-SET-11")
def test_a_run_with_preset_loadouts(pack: Pack, run: Reader):
    t, gear = run.table, lambda name: run.number("gear", name)
    assert (int(t["preset"]), int(t["choose_start"])) == (1, 1)
    assert t["fixed_character"].tolist() == [run.number("characters", "bo"), -1, -1, -1]
    assert t["fixed_suit"].tolist() == [run.number("suits", name) for name in ("work_suit", "deep_suit")] + [-1, -1]
    assert t["fixed_stratagems"].tolist() == [run.number("stratagems", "sprint"), -1]
    assert not t["stash"].any()
    assert run.row("characters", "bo")["gear"].tolist() == [gear("knife"), -1, -1, -1]
    assert run.row("characters", "cy")["gear"].tolist() == [-1] * 4
    assert t["loot"][:4].tolist() == [gear("knife"), gear("knife"), gear("plate"), -1]
    assert [int(card_["copies"]) for card_ in t["gear"][:5]] == [2, 0, 1, 0, 0]
    assert t["engrams"].tolist() == [1, 2, 3, 4]
    assert t["track"][:3].tolist() == [(8, 1, -1), (6, 2, -1), (5, 3, 2)], "a Blip, an Intruder, the third token"
    assert int(t["n_track"]) == 3
    assert int(t["extraction_start"]) == 3
    assert int(t["objective_type"]) == run.number("objectives", "sample")
    assert (int(t["objective_number"]), int(t["objective_needed"])) == (1, 1)
    assert run.catalogue.ids["counters"] == ("alarm", "tide")
    assert run.titles(t, "scenario_first", "scenario_end") == ["Alarm"]
    alarm = run.ability("Alarm")
    assert [int(alarm[name]) for name in ("need", "need_b", "need_c")] == [Need.COUNTER, 0, 3]
    assert run.ops(alarm, "effect") == [op(General.COUNT, 1, 1)]
    assert pack.forms("scenarios")["run"].story == "You are late."
    assert int(t["insertion"]) == -1


@pytest.mark.rule("ENO-INS-02")
def test_a_run_with_a_stash_and_an_insertion_point(drift: Reader):
    t = drift.table
    assert (int(t["preset"]), int(t["choose_start"])) == (0, 0)
    for name in ("fixed_character", "fixed_suit", "fixed_stratagems"):
        assert (t[name] == -1).all()
    assert t["stash"][:5].tolist() == [4, 0, 0, 1, 0]
    assert all((character["gear"] == -1).all() for character in t["characters"][:4])
    assert int(t["insertion"]) == drift.catalogue.ids["extraction_points"].index("lift")
    assert t["track"][0].tolist() == (4, 3, -1), "a random Discovery"
    assert (int(t["objective_type"]), int(t["objective_needed"])) == (-1, 0)
    assert int(t["scenario_first"]) == int(t["scenario_end"])


# -- all tables --------------------------------------------------------------------------------------------------


def test_what_holds_nothing_is_marked_so_in_every_table(run: Reader):
    """Rows that no card fills are as in the tables of rule tests: -1 where a number may be missing."""
    for name in ("types", "protocols", "specimens", "entries", "terrains", "consoles", "gear", "stratagems"):
        last = run.table[name][-1]
        ids = [
            f for f in last.dtype.names if f in ("wound", "fail", "effect", "chain", "code", "response", "cell", "hit")
        ]
        assert all((last[f] == -1).all() for f in ids), name
    assert (run.table["loot"][4:] == -1).all()
    assert (run.table["starts"][4:] == -1).all()
    assert (run.table["halves"]["options"]["effect"][6:] == -1).all()


def test_lists_of_operations_are_closed_and_jumps_stay_inside(pack: Pack):
    for scenario in pack.scenarios:
        assert_closed(pack.tables(scenario))


GOES = {Op.JUMP: "a", Op.ROLL: "b", Op.IF: "d", Op.MAY: "a", Op.EACH: "b", Op.REPEAT: "b", Op.SKILL_TEST: "c"}


def assert_closed(tables: Any) -> None:
    """Every list of operations ends with END, and nothing in it leads out of it."""
    found = 0
    for name in tables.dtype.names:
        rows = tables[name]["options"] if name == "halves" else tables[name]
        for first in rows.dtype.names or ():
            if f"{first}_end" in rows.dtype.names and first != "chain":
                for begin, end in zip(rows[first].ravel(), rows[f"{first}_end"].ravel(), strict=True):
                    if begin >= 0:
                        found += 1
                        assert_list(tables, int(begin), int(end))
    assert found > 10


def assert_list(tables: Any, begin: int, end: int) -> None:
    assert begin < end
    assert tables["ops"][end - 1]["code"] == General.END
    for pc in range(begin, end):
        slot = GOES.get(int(tables["ops"][pc]["code"]))  # type: ignore[call-overload]
        assert slot is None or pc < int(tables["ops"][pc][slot]) < end


def test_every_card_has_a_title_and_a_text(pack: Pack):
    for scenario in pack.scenarios:
        catalogue = pack.catalogue(scenario)
        silent = {"pages", "doors", "extraction_points", "objectives", "flags", "counters", "clues"}
        for kind, texts in catalogue.texts.items():
            assert len(texts) == len(catalogue.names[kind]) == len(catalogue.ids[kind]), kind
            assert all(kind in silent or text.endswith(".") for text in texts), kind
        for text in [t for texts in catalogue.texts.values() for t in texts] + [a.text for a in catalogue.abilities]:
            assert not set("\n{}_") & set(text)
            assert "  " not in text


# -- loading -----------------------------------------------------------------------------------------------------


def test_the_same_pack_from_files(pack: Pack, tmp_path: Path):
    other = load_pack(write(data(), tmp_path))
    assert other.title == pack.title == "Small"
    assert other.scenarios == pack.scenarios == ["run", "drift"]
    assert other.hash == pack.hash
    for scenario in pack.scenarios:
        assert other.tables(scenario).tobytes() == pack.tables(scenario).tobytes()
    assert load_pack(str(tmp_path)).hash == pack.hash


def test_errors_name_the_file_of_the_pack(tmp_path: Path):
    entries = data()
    entries["gear"]["rifle"]["reach"] = "far"
    with pytest.raises(ContentError, match=r"^gear\.yaml: gear 'rifle': reach: .*got 'far'$"):
        load_pack(write(entries, tmp_path))


def test_tables_are_a_copy_and_fit_the_record(pack: Pack):
    first = pack.tables("run")
    assert first.dtype == state.TABLES.dtype
    first["n_gear"] = 1
    assert int(pack.tables("run")["n_gear"]) == 5
    for option_ in ("seats", "freedom", "ask_ties", "adversary", "round_cap"):
        assert int(first[option_]) == 0, "the options of a session are not the pack's business"


def test_unknown_scenario(pack: Pack):
    with pytest.raises(OptionError, match=r"scenario 'drfit' is not in the content pack 'Small'; did you mean 'drift'"):
        pack.tables("drfit")


def test_scenarios_are_checked_when_they_are_first_played():
    def fault(entries: Data) -> None:
        entries["scenarios"]["drift"]["loot"] = {"spoon": 1}

    with pytest.raises(ContentError, match="unknown Gear card 'spoon'"):
        changed(fault)
    late = changed(fault, all_scenarios=False)
    assert int(late.tables("run")["n_gear"]) == 5
    with pytest.raises(ContentError, match="unknown Gear card 'spoon'"):
        late.tables("drift")


def test_hash_ignores_order_files_comments_and_defaults(pack: Pack, tmp_path: Path):
    def turn(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: turn(inner) for key, inner in reversed(value.items())}
        return [turn(inner) for inner in value] if isinstance(value, list) else value

    for i, (section, entries) in enumerate(data().items()):
        for j, (id_, entry) in enumerate(reversed(entries.items())):
            text = yaml.safe_dump({section: {id_: turn(entry)}}, sort_keys=False, default_flow_style=bool(j % 2))
            (tmp_path / f"{99 - i}_{j}.yaml").write_text("# a comment\n" + text)
    other = load_pack(tmp_path)
    assert other.hash == pack.hash
    assert other.tables("run").tobytes() == pack.tables("run").tobytes()
    assert changed(card("gear", "wrench", burst=0)).hash == pack.hash


@pytest.mark.parametrize(
    "change",
    [
        card("gear", "rifle", title="Musket"),
        card("gear", "rifle", flavour="It pulls to the right."),
        card("types", "crawler", level=1),
        card("scenarios", "run", story="You are early."),
    ],
)
def test_hash_changes_with_the_content(pack: Pack, change: Change):
    assert changed(change).hash != pack.hash


def test_summary_and_list_of_cards(pack: Pack):
    first, second = pack.summary()
    assert first.startswith("run: 4 characters, 2 suits, 6 halves, 5 gear, 2 conditions, 4 breakdowns, 3 stratagems")
    assert "2 entries" in first
    assert "4 entries" in second
    lines = list(pack.cards())
    assert len(lines) == len({(line.kind, line.id) for line in lines})
    listed = {(line.kind, line.id) for line in lines}
    written = {(section, id_) for section, cards in data().items() for id_ in cards}
    assert written - listed == {("pack", "small")}
    assert all(line.text for line in lines if line.kind in ("scanners", "pages", "objectives"))
    (story,) = [line.text for line in lines if (line.kind, line.id) == ("scenarios", "run")]
    assert story == "You are late."


def test_the_pack_fits_the_schema_for_editors():
    assert not list(json_schema.faults(data(), schema(), schema()))


@pytest.mark.parametrize(
    "change",
    [
        card("gear", "rifle", kewords=[]),
        card("types", "crawler", speed="fast"),
        put("types", "crawler", "protocols", 0, "requirement", value="near"),
        put("characters", "ada", "abilities", 0, "need", value={"band": "blue"}),
        put("characters", "ada", "abilities", 0, "effects", value=["dance"]),
        put("suits", "deep_suit", "abilities", 0, "timing", value="never"),
        card("pages", "bay", starts=["B2", "Z9"]),
        card("scenarios", "run", extraction_start=0),
    ],
)
def test_faults_do_not_fit_the_schema_either(change: Change):
    entries = data()
    change(entries)
    assert list(json_schema.faults(entries, schema(), schema()))


# -- the vocabulary in all -----------------------------------------------------------------------------------------


def test_general_operations_have_the_core_numbers():
    assert {g.name: int(g) for g in General} == {o.name: int(o) for o in Op if o < 32}


def test_content_can_say_all_that_the_rules_know():
    assert {e.code for e in VOCABULARY.effects.values()} == {o for o in Op if o >= 32}
    assert {c.code for c in VOCABULARY.conditions.values()} == set(Need) - {Need.NONE}, (
        "in an Intruder's effects the condition on Stress is about the Target"
    )
    assert {s.code for s in VOCABULARY.statistics.values()} == set(Stat)
    assert {s.arg for s in VOCABULARY.statistics.values() if s.code == Stat.SKILL} == set(Skill)
    assert {s.code for s in VOCABULARY.selectors.values()} == set(Who)
    assert {code for code, _ in VOCABULARY.untils.values()} == set(Until)


def test_files_of_the_pack_hold_known_sections_only(tmp_path: Path):
    (tmp_path / "bad.yaml").write_text("gears: {}")
    with pytest.raises(ContentError, match=r"bad\.yaml: unknown section 'gears'; did you mean 'gear'\?"):
        read_pack(tmp_path, MODELS)
