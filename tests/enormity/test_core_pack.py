"""The pack that comes with the game: whole, with the published facts, and with a card for all that the rules know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import pytest

from envs.core.content import read_files, read_pack
from envs.core.effects import General
from envs.enormity.cards import MODELS
from envs.enormity.content import FOLDER, Pack, load_pack, schema
from envs.enormity.map_distances import NOBODY
from envs.enormity.state import (
    ActionKind,
    Border,
    Colour,
    Division,
    GearKind,
    HalfColour,
    Keyword,
    Mark,
    Need,
    NoiseKind,
    Op,
    Reach,
    Requirement,
    Stat,
    TargetRule,
    Thing,
    Tile,
    Timing,
    Token,
    Until,
    Who,
)
from envs.enormity.vocabulary import VOCABULARY
from tests import json_schema
from tests.enormity.small_pack import Reader, fields
from tests.enormity.test_content import assert_closed

FIRST = "solar_ring"


@pytest.fixture(scope="module")
def pack() -> Pack:
    """The pack with all its scenarios checked."""
    return Pack(read_pack(FOLDER / "core", MODELS))


@pytest.fixture(scope="module")
def runs(pack: Pack) -> dict[str, Reader]:
    return {scenario: Reader(pack, scenario) for scenario in pack.scenarios}


@pytest.fixture(scope="module")
def first(runs: dict[str, Reader]) -> Reader:
    return runs[FIRST]


def form(pack: Pack, section: str, id_: str) -> Any:
    return pack.forms(section)[id_]


def said(pack: Pack, section: str) -> set[str]:
    """All words in the entries of a section."""
    return {word for id_ in pack.forms(section) for word in words(pack.forms(section)[id_].model_dump())}


def words(value: Any) -> Iterator[str]:
    """All keys and all words inside."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield str(key)
            yield from words(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from words(inner)
    elif isinstance(value, str):
        yield value


# -- the pack as a whole -----------------------------------------------------------------------------------------


def test_five_runs(pack: Pack, runs: dict[str, Reader]):
    assert len(pack.scenarios) == 5
    assert pack.scenarios[0] == FIRST
    assert load_pack() is load_pack("core")
    assert load_pack().hash == pack.hash
    assert load_pack().tables(FIRST).tobytes() == pack.tables(FIRST).tobytes()
    for run in runs.values():
        assert_closed(run.table)


def test_it_fits_the_schema_for_editors():
    for name, file in read_files(FOLDER / "core").items():
        assert not list(json_schema.faults(file, schema(), schema())), name


def test_every_card_has_a_text_on_one_line(pack: Pack, runs: dict[str, Reader]):
    silent = {"pages", "doors", "extraction_points", "objectives", "flags", "counters", "clues"}
    for run in runs.values():
        catalogue = run.catalogue
        texts = [a.text for a in catalogue.abilities]
        for kind, found in catalogue.texts.items():
            assert len(found) == len(catalogue.names[kind]) == len(catalogue.ids[kind]) == len(set(catalogue.ids[kind]))
            assert all(catalogue.names[kind]), kind
            texts += [text for text in found if kind not in silent]
        for text in texts:
            assert text.endswith("."), text
            assert not set("\n{}_") & set(text), text
            assert "  " not in text
    for line in pack.cards():
        assert line.name, line
        assert "\n" not in line.text


def test_stories_are_told(pack: Pack):
    for section, name in (
        ("scenarios", "story"),
        ("entries", "text"),
        ("paragraphs", "text"),
        ("other_places", "text"),
    ):
        for id_, entry in pack.forms(section).items():
            assert getattr(entry, name).strip(), f"{section} {id_}: {name}"


def test_no_two_cards_of_a_kind_have_the_same_title(pack: Pack):
    for section in MODELS:
        titles = [entry.title for entry in pack.forms(section).values() if hasattr(entry, "title")]
        assert len(set(titles)) == len(titles), section
    codes = [paragraph.code for paragraph in pack.forms("paragraphs").values()]
    assert len(set(codes)) == len(codes)


def test_no_card_is_left_over(pack: Pack, runs: dict[str, Reader]):
    used: dict[str, set[str]] = {section: set() for section in MODELS}
    for scenario in pack.forms("scenarios").values():
        used["gear"] |= (
            scenario.loot.keys() | scenario.stash.keys() | {g for own in scenario.loadouts.values() for g in own}
        )
        used["pages"] |= {laid.page for laid in scenario.pages}
    used["gear"].add(form(pack, "pack", "core").multitool)
    for run in runs.values():
        for section in ("entries", "locations", "paragraphs"):
            used[section] |= set(run.catalogue.ids[section])
    for section in ("characters", "suits"):
        used["halves"] |= {half for card in pack.forms(section).values() for half in card.halves}
    for section in ("gear", "pages", "entries", "locations", "halves", "paragraphs"):
        assert pack.forms(section).keys() == used[section], section
    named = {word for section in MODELS for word in said(pack, section)}
    for section in ("conditions", "terrains", "objectives", "other_places"):
        assert pack.forms(section).keys() <= named, section
    assert {id_ for id_, card in pack.forms("paragraphs").items() if card.locked == "no"} <= named, (
        "the rest is decrypted"
    )
    for run in runs.values():
        for number, exit_ in enumerate(run.catalogue.ids["extraction_points"]):
            hidden = run.table["point_hidden"][number] and int(run.table["insertion"]) != number
            ops = run.table["ops"]
            assert not hidden or ((ops["code"] == Op.REVEAL_POINT) & (ops["a"] == number)).any(), exit_
    clues = set(form(pack, "pack", "core").clues)
    assert clues <= said(pack, "entries") | said(pack, "paragraphs")


# -- published facts ---------------------------------------------------------------------------------------------


def test_faces_of_the_blips(first: Reader):
    """Numbers of Intruders on the white, red and black level."""
    assert np.cumsum(first.table["blip_symbols"], axis=1).tolist() == [[0, 0, 0], [1, 2, 2], [2, 2, 3], [1, 1, 1]]


def test_juliet_abel(first: Reader):
    row = first.row("characters", "juliet_abel")
    assert first.catalogue.names["characters"][first.number("characters", "juliet_abel")] == "Juliet Abel"
    assert (int(row["division"]), int(row["stress"]), row["skills"].tolist()) == (Division.OPS, 1, [1, 1, 1, 2, 1])
    assert bonuses(row) == {2: Token.DISCIPLINE, 5: Token.CONFIDENCE, 7: Token.DISCIPLINE}
    assert first.titles(row) == ["Strategic Analysis", "Go Check It Out"]
    analysis, go = first.ability("Strategic Analysis"), first.ability("Go Check It Out")
    assert ability(analysis) == {"timing": Timing.TURN, "analysis": 1, "stress": 1, "need": Need.POOL_EMPTY}
    assert first.ops(analysis, "effect") == [(Op.PLACE_TOKENS, 2, Token.EXPERTISE, 3, 0, 0)], "into the empty area"
    assert ability(go) == {"timing": Timing.TURN, "cost": [0, 0, 2]}
    assert first.ops(go, "effect") == [(Op.MOVE, 1, 0, 0, Who.OTHER_CHOSEN, 0)]


def bonuses(row: Any) -> dict[int, Token]:
    return {at: Token(int(token) - 1) for at, token in enumerate(row["rubicon"]) if token}


def test_passive_abilities_know_the_statistics_that_they_change(first: Reader):
    passive = 0
    for row in first.table["abilities"][: len(first.catalogue.abilities)]:
        changed = {stat for stat, *_ in first.mods(row)} if row["timing"] == Timing.PASSIVE else set()
        assert {stat for stat in range(32) if int(row["stats"]) >> stat & 1} == changed
        passive += bool(changed)
    assert passive > 10


def test_cards_know_the_statistics_that_their_passive_abilities_change(first: Reader):
    t = first.table
    kinds = ("characters", "suits", "gear", "types", "specimens", "conditions", "breakdowns", "locations")

    def changed(row: Any, start: str = "first_ability", end: str = "end_ability") -> int:
        return sum({1 << stat for stat in range(32) for a in t["abilities"][int(row[start]) : int(row[end])]
                    if int(a["stats"]) >> stat & 1})  # fmt: skip

    for kind in kinds:
        assert t[kind]["stats"].tolist() == [changed(row) for row in t[kind]], kind
    assert t["breakdowns"]["bonus_stats"].tolist() == [changed(r, "first_bonus", "end_bonus") for r in t["breakdowns"]]
    assert t["awakening_stats"] == changed(t, "awakening_first", "awakening_end")
    assert t["scenario_stats"] == changed(t, "scenario_first", "scenario_end")
    for kind, name in (("gear", "gear_stats"), ("conditions", "condition_stats")):
        assert {s for s in range(32) if int(t[name]) >> s & 1} == {
            s for s in range(32) for row in t[kind] if int(row["stats"]) >> s & 1
        }
    assert sum(t[kind]["stats"].any() for kind in kinds) > 3


def ability(row: Any) -> dict[str, Any]:
    return fields(row, "name", "first_mod", "end_mod", "effect", "effect_end")


def test_standard_eva_suit(first: Reader):
    row = first.row("suits", "standard_eva_suit")
    assert first.catalogue.names["suits"][first.number("suits", "standard_eva_suit")] == "Standard EVA Suit"
    assert bonuses(row) == {1: Token.DISCIPLINE, 3: Token.EXPERTISE, 6: Token.EXPERTISE}
    assert (int(row["red_max"]), int(row["orange_max"])) == (3, 6)
    assert (int(row["support"]), int(row["backpack"])) == (1, 3)
    assert (int(row["light_dice"]), int(row["light_colour"])) == (1, Colour.WHITE)
    up, reflex = first.ability("Help Up"), first.ability("Reflex")
    assert first.titles(row) == ["Help Up", "Reflex"]
    assert up["cost"].tolist() == [0, 0, 1]
    assert first.ops(up, "effect") == [(Op.STAND_UP, 0, 0, 0, Who.KNOCKED_CHOSEN, 0)]
    assert ability(reflex) == {"timing": Timing.REACTION, "cost": [0, 0, 1], "need": Need.BAND, "need_b": 1}
    assert first.ops(reflex, "effect") == [(Op.MOVE, 1, 0, 0, 0, 0)]
    assert "Reflex: Reaction, if you have Vitals in the orange band, 1 Expertise: " in first.text(
        "suits", "standard_eva_suit"
    )


def options(run: Reader, half: str) -> dict[ActionKind, dict[str, Any]]:
    row = run.row("halves", half)
    return {
        ActionKind(int(o["kind"])): fields(o, "kind", "effect", "effect_end")
        for o in row["options"][: int(row["n_options"])]
    }


def option(run: Reader, half: str, kind: ActionKind) -> Any:
    return next(o for o in run.row("halves", half)["options"] if o["kind"] == kind)


def test_the_half_cards_of_the_demo(first: Reader):
    steady = options(first, "steady_walk")
    assert list(steady) == [ActionKind.MOVE, ActionKind.FAST_RELOAD]
    assert first.row("halves", "steady_walk")["walk"] == 1
    assert options(first, "desperate_measures") == {ActionKind.ATTACK: {"adrenaline": 1}}
    assert options(first, "stressful_brainstorm") == {
        ActionKind.SCOUT: {"adrenaline": 1},
        ActionKind.SCAVENGE: {"adrenaline": 1},
        ActionKind.FULL_RELOAD: {"adrenaline": 1},
        ActionKind.RATIONALIZE: {"adrenaline": 1},
        ActionKind.CATCH_BREATH: {},
        ActionKind.REARM: {},
    }
    assert options(first, "anxious_sneaking") == {
        ActionKind.MOVE: {"value": 2, "stress": 1},
        ActionKind.CALM: {"expertise": 1},
    }
    calm = option(first, "anxious_sneaking", ActionKind.CALM)
    assert first.ops(calm, "effect") == [(Op.LOSE_STRESS, 1, 0, 0, 0, 0)]


def test_hurried_walk(first: Reader):
    """After another Walk it may cost 1 Stress for 1 Discipline on the next melee Attack."""
    assert options(first, "hurried_walk") == {ActionKind.MOVE: {"value": 3, "noise_kind": NoiseKind.SYMBOL}}
    assert first.row("halves", "hurried_walk")["walk"] == 1
    ops = first.ops(option(first, "hurried_walk", ActionKind.MOVE), "effect")
    assert ops[0][:2] == (Op.IF, Need.WALKED)
    may = [code for code, *_ in ops].index(General.MAY)
    assert ops[may + 1] == (Op.GAIN_STRESS, 1, 0, 0, 0, 0)
    assert (ops[may + 2][0], ops[may + 2][2], ops[may + 2][4]) == (Op.LASTING, Until.ATTACK, Who.SELF)
    assert tuple(first.table["mods"][ops[may + 2][1]].tolist())[:2] == (Stat.MELEE_DISCIPLINE, 1)


def test_osr_3(first: Reader):
    row = first.row("gear", "osr_3")
    assert first.catalogue.names["gear"][first.number("gear", "osr_3")] == 'OSR-3 "Dumb" Polymer Rifle'
    lists = ("wound", "fail", "first_ability", "end_ability", "copies", "range")
    assert fields(row, *lists) == {
        "hands": 2,
        "dice": [0, 2, 0, 0, 0],
        "more_at": 5,
        "more_dice": [0, 1, 0, 0, 0],
        "modifiers": [0, 1, 0],
        "reach": Reach.RANGED,
        "suppress": 2,
        "quadrants": 1,
        "ammo": 2,
        "burst": 2,
        "noise_kind": NoiseKind.PER_AMMO,
        "noise": 1,
        "keywords": 1 << Keyword.LINEAR | 1 << Keyword.HEAVY,
        "leaves": [0, 1, 0],
    }
    assert set(first.pack.forms("gear")["osr_3"].traits) == {"polymer", "rifle", "nasf"}


def test_rudimentary_scanner(first: Reader):
    row = first.row("gear", "rudimentary_scanner")
    assert int(row["kind"]) == GearKind.SUPPORT
    (title,) = first.titles(row)
    trick = first.ability(title)
    assert ability(trick) == {"timing": Timing.BLIP_MOVES, "cost": [0, 0, 1], "exhausts": 1}
    assert first.ops(trick, "effect") == [(Op.SHORTER, 1, 2, 0, 0, 0)]
    assert set(first.pack.forms("gear")["rudimentary_scanner"].traits) == {"device", "scanner", "nasf"}


def test_tactical_redeployment_and_morpheus_protocol(pack: Pack, first: Reader):
    row = first.row("stratagems", "tactical_redeployment")
    assert fields(row, "ability") == {"division": Division.OPS, "tokens": [0, 0, 8], "charges": 1}
    trick = first.table["abilities"][int(row["ability"])]
    assert ability(trick) == {"timing": Timing.TURN}
    assert first.ops(trick, "effect") == [(Op.MOVE_ACTION, 3, NoiseKind.SYMBOL, 0, 0, 0)]
    assert form(pack, "stratagems", "morpheus_protocol").title == "Morpheus Protocol"
    assert form(pack, "scenarios", FIRST).stratagems == ["tactical_redeployment", "morpheus_protocol"]


def test_amnesia_and_snap_out(first: Reader):
    row = first.row("breakdowns", "amnesia")
    lasting = first.ops(row, "effect")
    assert {(code, b, d) for code, _, b, _, d, _ in lasting} == {(Op.LASTING, Until.TURN, Who.SELF)}
    assert {int(first.table["mods"][a]["stat"]) for _, a, *_ in lasting} == {Stat.NO_ABILITIES, Stat.NO_ANALYSIS}
    assert int(row["flips_at_turn"]) == 1
    assert first.titles(row, "first_bonus", "end_bonus") == ["Snap Out"]
    assert first.ops(first.ability("Snap Out"), "effect") == [(Op.KEEP_TOKENS, 1, 0, 0, 0, 0)]


def test_grin(first: Reader):
    row = first.row("types", "grin")
    gift = first.number("conditions", "the_gift")
    assert (row["speed"].tolist(), row["at"].tolist()) == ([3, 3, 4], [3, 4, 5])
    assert row["noise"].tolist() == [Colour.WHITE, Colour.WHITE, Colour.RED]
    assert (int(row["target"]), int(row["wounds"]), int(row["specimen_slots"])) == (TargetRule.CLOSEST, 1, 5)
    assert first.pack.forms("types")["grin"].level == 1
    own = range(int(row["first_protocol"]), int(row["end_protocol"]))
    assert [first.catalogue.names["protocols"][n] for n in own] == ["Black Snap", "Scuttling Bite", "Slitherrun"]
    snap, bite, run = (fields(first.table["protocols"][n], "after", "after_end", "hit", "gated") for n in own)
    common = {"levels": 7, "gate_stress": 255}
    assert snap == {**common, "requirement": Requirement.ADJACENT, "attack": 1, "dice": [1, 2, 0, 0, 0]}
    assert bite == {
        **common, "requirement": Requirement.MOVEMENT_RANGE, "moves": 1, "attack": 1, "dice": [0, 2, 0, 0, 0],
    }  # fmt: skip
    assert run == {**common, "moves": 2}
    for n in own[:2]:
        after = first.ops(first.table["protocols"][n], "after")
        assert (after[0][0], after[0][1], after[0][2]) == (Op.IF, Need.DAMAGE, 6)
        assert after[1:] == [(Op.CONDITION, gift, 0, 0, Who.TARGET, 0)]


def test_responses_and_traits_of_the_grin(first: Reader):
    row = first.row("types", "grin")
    wound, fail, critical, _ = (first.ops(row, "response", at=i) for i in range(4))
    assert (wound[0][:3], wound[1:]) == ((Op.IF, Need.FEW_BLIPS, 2), [(Op.SPAWN_BLIP, 1, 0, 0, 0, 0)])
    assert fail == []
    assert critical == [(Op.BONUS_ATTACK, 0, 0, 0, Who.TARGET, 0)]
    contact = first.ops(row, "first_contact")
    assert (contact[0][0], contact[0][1]) == (Op.IF, Need.POOL_WAS_EMPTY)
    assert contact[1] == (Op.GAIN_STRESS, 1, 0, 0, Who.ALL_SPACERS, 0)
    assert contact[3] == (Op.DISCARD_TOKENS, 0, 3, 2, 0, 0), "else the pool is emptied"
    assert first.ops(row, "overwhelm") == [(Op.DISCARD_BLIP, 0, 0, 0, 0, 0), (Op.SPAWN_INTRUDER, 1, 1, 0, 0, 0)]
    assert first.titles(row) == ["Light-sensitive", "Terrifying"]
    light, terror = first.ability("Light-sensitive"), first.ability("Terrifying")
    assert int(light["timing"]) == Timing.SCOUTED
    assert first.ops(light, "effect") == [(Op.MOVE_INTRUDER, 4, 0, 0, Who.SELF, 0)]
    assert int(terror["timing"]) == Timing.MELEE_FROM_ADJACENT
    assert first.ops(terror, "effect") == [(Op.GAIN_STRESS, 1, 0, 0, Who.TARGET, 0)]


@pytest.mark.rule("ENO-BRD-17", "ENO-LOC-04")
def test_abrams_flare_of_the_solar_ring(first: Reader):
    flare = first.ability("Abrams Flare")
    assert ability(flare) == {
        "timing": Timing.TURN,
        "by_level": 1,
        "cost_level": [[1, 0, 0], [2, 0, 0], [3, 0, 0]],
        "need": Need.INTRUDER_DANGEROUS,
    }
    assert first.ops(flare, "effect") == [(Op.SUPPRESS, 1, 0, 0, Who.CHOSEN_DANGEROUS, 0)]
    location = first.row("locations", "solar_ring")
    assert "Abrams Flare" in first.titles(location)
    assert first.pack.forms("locations")["solar_ring"].designation == "SR"


@pytest.mark.rule("ENO-SET-12", "ENO-LOD-05")
def test_the_first_run(pack: Pack, first: Reader):
    """Fixed Discoveries, explicit Blips, preset Loadouts; 5 spawn points in 3 clusters on the first page."""
    t = first.table
    assert (int(t["fixed_discoveries"]), int(t["preset"])) == (1, 1)
    own = t["spawn_page"][: int(t["n_spawns"])] == 0
    assert int(own.sum()) == 5
    assert len(set(t["spawn_cluster"][: int(t["n_spawns"])][own].tolist())) == 3
    assert int(t["explicit_blips"]) & 1
    assert form(pack, "pages", first.catalogue.ids["pages"][0]).title.endswith("SR1")
    assert int(t["pages"][0]["w"]) == int(t["pages"][0]["h"]) == 10
    reading = first.number("objectives", "anomalous_reading")
    things = t["placed"][: int(t["n_placed"])]
    assert ((things["kind"] == Thing.OBJECTIVE) & (things["sub"] == reading)).any()


def test_the_datapad_is_removed_for_a_quantum_encrypted_block(first: Reader):
    (title,) = first.titles(first.row("gear", "xenoarcheologist_datapad"))
    codes = [code for code, *_ in first.ops(first.ability(title), "effect")]
    assert codes == [Op.REMOVE_CARD, Op.DECRYPT]
    assert (Op.DECRYPT, 1, 0, 0, 0, 0) in first.ops(first.ability(title), "effect")


def test_the_multitool_takes_no_slot_and_no_ammo(first: Reader):
    row = first.table["gear"][int(first.table["multitool"])]
    assert (int(row["kind"]), int(row["reach"]), int(row["hands"]), int(row["ammo"])) == (0, Reach.MELEE, 0, 0)


# -- everything that the rules know is on some card --------------------------------------------------------------


def operations(runs: dict[str, Reader]) -> Iterator[Any]:
    for run in runs.values():
        yield from run.table["ops"][run.table["ops"]["code"] != 0]


def rows_of(runs: dict[str, Reader], *kinds: str) -> Iterator[Any]:
    for run in runs.values():
        for kind in kinds:
            yield from run.table[kind][: len(run.catalogue.ids[kind])]


def abilities(runs: dict[str, Reader]) -> Iterator[Any]:
    for run in runs.values():
        yield from run.table["abilities"][: len(run.catalogue.abilities)]


def modifiers(runs: dict[str, Reader]) -> Iterator[Any]:
    for run in runs.values():
        yield from run.table["mods"][run.table["mods"]["amount"] != 0]


def missing(known: Iterable[int], used: Iterable[Any]) -> set[int]:
    return set(known) - {int(value) for value in used}


# What no card of this pack has, and why. The rules of these are tested with cards of the tests' own.
RARE_OPS = {
    Op.REPEAT: "no text says 'twice'; amounts do",
    Op.WIN: "goals are Objective tokens brought home",
    Op.LOSE: "a run is lost by deaths alone",
    Op.DISPLACE: "named by the rulebook, on no published card",
    Op.WOUND: "weapons wound; what kills outright has 'kill'",
    Op.PROTOCOL: "Intruders act by Reprisals",
    Op.GAIN_GEAR: "Gear comes from the Loot Deck",
    Op.CHAIN_BREAK: "happens by the rules",
    Op.OPEN_CARD: "named by the rulebook, on no published card",
    Op.ANTINOMY: "comes with the awakening",
    Op.CATCH_BREATH: "is the action",
    Op.DIE: "comes from statistics and tokens",
}
RARE_NEEDS = {
    Need.DIVISION: "Stratagems have a field for it",
    Need.ALIVE: "no effect of the pack follows a wound",
    Need.DISTANCE: "Protocols have a field for it",
    Need.ENGRAMS: "no effect of the pack counts them",
}
RARE_STATS = {
    Stat.WHITE_DICE: "cards add red dice",
    Stat.BLACK_DICE: "cards add red dice",
    Stat.LIGHT_COLOUR: "lamps have a field for it",
    Stat.WOUNDS: "Unique Specimens have a field for it",
    Stat.ATTACK_DICE: "Unique Specimens have a field for it",
    Stat.NO_MOVE: "Knockdown is a rule of its own",
    Stat.NO_AOO: "on no published card",
}
RARE_SELECTORS = {
    Who.OTHER_SPACERS: "effects for others let one be chosen",
    Who.LOCATION_SPACERS: "Location rules hold for those who stand there by themselves",
    Who.CHOSEN_INTRUDER: "Suppress Fire asks for nearness, sight or danger",
    Who.ZONE_SPACERS: "Zones belong to Bosses",
}


def test_every_operation(runs: dict[str, Reader]):
    assert missing(Op, (op["code"] for op in operations(runs))) - {Op.END} == RARE_OPS.keys()


def test_every_timing(runs: dict[str, Reader]):
    assert missing(Timing, (a["timing"] for a in abilities(runs))) == set()


def test_every_condition(runs: dict[str, Reader]):
    used = [op["a"] for op in operations(runs) if op["code"] == Op.IF]
    used += [row["need"] for row in [*abilities(runs), *modifiers(runs), *rows_of(runs, "entries", "stratagems")]]
    used += [o["need"] for half in rows_of(runs, "halves") for o in half["options"]]
    assert missing(Need, used) == RARE_NEEDS.keys()


def test_every_statistic(runs: dict[str, Reader]):
    assert missing(Stat, (m["stat"] for m in modifiers(runs))) == RARE_STATS.keys()
    assert {int(m["arg"]) for m in modifiers(runs) if m["stat"] == Stat.SKILL} >= {1, 2, 3, 4}


def test_every_selector_and_end_of_a_lasting_effect(runs: dict[str, Reader]):
    works_on_units = {e.code for e in VOCABULARY.effects.values() if e.who} | {Op.LASTING, Op.SKILL_TEST}
    used = [op["d"] for op in operations(runs) if op["code"] in works_on_units]
    used += [op["a"] for op in operations(runs) if op["code"] == Op.EACH]
    assert missing(Who, used) == RARE_SELECTORS.keys()
    assert not missing(Until, (op["b"] for op in operations(runs) if op["code"] == Op.LASTING))


def test_every_keyword_and_noise_box(runs: dict[str, Reader]):
    weapons = [row for row in rows_of(runs, "gear") if row["kind"] == GearKind.WEAPON]
    for keyword in Keyword:
        assert any(row["keywords"] >> keyword & 1 for row in weapons), keyword
    for name in ("burst", "advance", "fallback", "radiate", "power", "charges", "more_at", "suppress"):
        assert any(row[name] for row in weapons), name
    for name in ("leaves", "modifiers"):
        assert all(sum(int(row[name][token]) for row in weapons) for token in (Token.DISCIPLINE, Token.CONFIDENCE)), (
            name
        )
    assert any(row["leaves"][Token.EXPERTISE] for row in weapons)
    assert any(row["wound"] >= 0 for row in weapons)
    assert any(row["fail"] >= 0 for row in weapons)
    assert not missing(Reach, (row["reach"] for row in weapons))
    assert {int(row["hands"]) for row in weapons} == {0, 1, 2, 3}
    boxes = [(int(row["noise_kind"]), int(row["noise"])) for row in weapons]
    boxes += [(int(o["noise_kind"]), int(o["noise"])) for half in rows_of(runs, "halves") for o in half["options"]]
    assert not missing(NoiseKind, (kind for kind, _ in boxes))
    assert {(NoiseKind.SYMBOL, 0), (NoiseKind.SYMBOL, 1)} <= set(boxes)


def test_every_kind_of_requirement_target_and_response(runs: dict[str, Reader]):
    types, protocols = list(rows_of(runs, "types")), list(rows_of(runs, "protocols"))
    assert not missing(Requirement, (row["requirement"] for row in protocols))
    assert not missing(TargetRule, (row["target"] for row in types))
    for i, response in enumerate(("Wound", "Fail", "Critical", "Instinct")):
        assert any(row["response"][i] >= 0 for row in types), response
    for name in ("first_contact", "overwhelm", "additional"):
        assert any(row[name] >= 0 for row in types), name
    for name in ("window_move", "window_attack", "linear", "lethal", "terrorize", "gate_damage"):
        assert any(row[name] for row in protocols), name
    for name in ("hit", "after", "gated"):
        assert any(row[name] >= 0 for row in protocols), name
    assert any(row["gate_stress"] < 10 for row in protocols)
    assert any(row["levels"] != 7 for row in protocols)
    assert {int(row["reach"]) for row in protocols} == {Reach.MELEE, Reach.RANGED}
    assert any(row["crash"] for row in types)


# -- the catalogue's list of content gaps ------------------------------------------------------------------------


@pytest.mark.rule("ENO-DIC-02", "ENO-DIC-02-D")
def test_faces_of_the_dice(first: Reader):
    """The faces that the catalogue asks for; Power and Potential rise with the tier."""
    t = first.table
    dice = [t["faces"][c][: t["n_faces"][c]] for c in (Colour.WHITE, Colour.RED, Colour.BLACK)]
    power, potential = (
        [float((die[name] + (die["half"] / 2 if name == "power" else 0)).mean()) for die in dice]
        for name in ("power", "potential")
    )
    assert power == sorted(power)
    assert len(set(power)) == 3
    assert potential == sorted(potential)
    faces = {tuple(map(int, f.tolist())) for die in dice for f in die}
    assert (0, 0, 0, 0) in faces
    assert {p for p, *_ in faces} == {0, 1, 2, 3, 4}
    assert {q for *_, q in faces} == {0, 1, 2}
    assert {p for *_, p, _ in faces} == {0, 1, 2}
    assert any(p and q for p, _, _, q in faces)
    assert int(dice[1]["power"].max()) >= 3, "Scuttling Bite: 6 damage on 2 red dice"
    assert 3 * int(dice[1]["quadrant"].max()) + 1 >= 4, "a critical chance with 3 red dice and a printed quadrant"
    assert t["supply"].tolist() == [6, 4, 3]


def test_characters(pack: Pack, first: Reader):
    rows = list(rows_of({"": first}, "characters"))
    assert len(rows) == 5
    assert len({int(row["division"]) for row in rows}) >= 4
    assert {int(v) for row in rows for v in row["skills"]} == {1, 2, 3, 4}
    assert {int(row["stress"]) for row in rows} >= {0, 1, 2, 4}
    for id_, row in zip(first.catalogue.ids["characters"], rows, strict=True):
        timings = {
            int(a["timing"]) for a in first.table["abilities"][int(row["first_ability"]) : int(row["end_ability"])]
        }
        if id_ != "juliet_abel":  # as published
            assert Timing.PASSIVE in timings, id_
            assert timings & {Timing.REACTION, Timing.DAMAGE}, id_
            assert timings & {Timing.TURN_START, Timing.TURN_END, Timing.ROUND_END}, id_
    for low, high in ((1, 3), (4, 6), (7, 9)):
        found = {token for row in rows for at, token in bonuses(row).items() if low <= at <= high}
        assert found == set(Token), f"Rubicon bonuses from {low} to {high}"


def test_suits(first: Reader):
    rows = list(rows_of({"": first}, "suits"))
    assert len(rows) >= 2
    assert len({(int(r["light_range"]), int(r["light_dice"]), int(r["light_colour"])) for r in rows}) == len(rows)
    assert any(r["armor"] for r in rows)
    assert all(2 <= r["backpack"] <= 5 for r in rows)
    assert len({int(r["backpack"]) for r in rows}) == len(rows)


@pytest.mark.rule("ENO-LOD-02", "ENO-LOD-03")
def test_half_cards(runs: dict[str, Reader]):
    kinds = [o for half in rows_of(runs, "halves") for o in half["options"][: int(half["n_options"])]]
    assert not missing(ActionKind, (o["kind"] for o in kinds))
    fast = [o for o in kinds if o["kind"] == ActionKind.FAST_RELOAD]
    assert any(o["stress"] for o in fast)
    assert any(o["adrenaline_cost"] for o in fast)
    moves = {int(o["noise_kind"]) for o in kinds if o["kind"] == ActionKind.MOVE}
    assert moves >= {NoiseKind.NONE, NoiseKind.SYMBOL, NoiseKind.NUMBER, NoiseKind.DICE}
    halves = list(rows_of(runs, "halves"))
    for half in halves:
        attacks = any(o["kind"] == ActionKind.ATTACK for o in half["options"][: int(half["n_options"])])
        assert attacks == (half["colour"] == HalfColour.RED), "Red cards, and no others, attack"
    walks = {
        colour: [any(o["kind"] == ActionKind.MOVE for o in half["options"][: int(half["n_options"])])
                 for half in halves if half["colour"] == colour]
        for colour in HalfColour
    }  # fmt: skip
    assert 2 * sum(walks[HalfColour.YELLOW]) > len(walks[HalfColour.YELLOW]), "Yellow cards mostly move"
    for run in runs.values():
        for kind, last in (("characters", HalfColour.BLUE), ("suits", HalfColour.RED)):
            for row in rows_of({"": run}, kind):
                colours = run.table["halves"]["colour"][row["halves"]].tolist()
                assert colours == [HalfColour.YELLOW, HalfColour.YELLOW, last], "what is paired with each other"


def test_support_and_armor(pack: Pack, first: Reader):
    rows = [row for row in rows_of({"": first}, "gear") if row["kind"] != GearKind.WEAPON]
    for name in ("reduction", "rerolls", "charges", "light"):
        assert any(row[name] for row in rows), name
    own = [a for row in rows for a in first.table["abilities"][int(row["first_ability"]) : int(row["end_ability"])]]
    assert any(a["when_exhausted"] for a in own)
    codes = {
        int(op["code"])
        for a in own
        if a["effect"] >= 0
        for op in first.table["ops"][int(a["effect"]) : int(a["effect_end"])]
    }
    assert codes >= {Op.REGAIN_VITALS, Op.DOOR, Op.DODGE, Op.SHORTER, Op.MOVE, Op.SUPPRESS, Op.SEE_BLIP}
    titles = {title for row in rows for title in first.titles(row)}
    assert titles >= {"Reflex", "Warn", "Dodge"}
    assert any("keycard" in card.traits for card in pack.forms("gear").values())


def test_loot_decks(runs: dict[str, Reader]):
    sizes = [int((run.table["loot"] >= 0).sum()) for run in runs.values()]
    assert sum(size >= 12 for size in sizes) >= 2
    assert min(sizes) <= 4, "one is small enough to run out"


def test_locations_devices_and_consoles(runs: dict[str, Reader]):
    reactions = set()
    for run in runs.values():
        for row in rows_of({"": run}, "locations"):
            devices = run.table["abilities"][row["devices"]]
            reactions |= {int(timing) for timing in devices["timing"]}
            own = run.table["abilities"][int(row["first_ability"]) : int(row["end_ability"])]
            assert Timing.PASSIVE in own["timing"]
            assert Timing.ACTION in own["timing"]
    assert reactions >= {Timing.TURN, Timing.REACTION}
    ops = [
        op
        for run in runs.values()
        for row in rows_of({"": run}, "consoles")
        for op in run.table["ops"][int(row["effect"]) : int(row["effect_end"])]
    ]
    assert {int(op["code"]) for op in ops} >= {Op.DOOR, Op.FLAG, Op.REVEAL_POINT, Op.PARAGRAPH}
    assert {int(op["a"]) for op in ops if op["code"] == Op.DOOR} >= {0, 1}, "doors are opened and closed"
    assert any(row["at"] for row in rows_of(runs, "consoles")), "a locked Console"


def test_discoveries(pack: Pack, runs: dict[str, Reader]):
    entries = list(rows_of(runs, "entries"))
    assert {int(row["section"]) for row in entries} == {0, 1, 2, 3}
    for name in ("infinite", "chain_end", "for_all", "need"):
        assert any(row[name] for row in entries), name
    assert any(row["chain"] >= 0 for row in entries)
    assert any(row["code"] >= 0 for row in entries if row["section"] == 0), "a fixed card leads to a paragraph"
    codes = {
        int(op["code"])
        for run in runs.values()
        for row in rows_of({"": run}, "entries")
        if row["effect"] >= 0
        for op in run.table["ops"][int(row["effect"]) : int(row["effect_end"])]
    }
    assert codes >= {
        Op.CROSS_OUT, Op.CLUE, Op.SPAWN_INTRUDER, Op.CONDITION, Op.SKILL_TEST, Op.LOSE_VITALS, Op.FLASH_ATTACK,
        Op.ZERO_HOUR, Op.OTHER_PLACE, Op.REVEAL_POINT, Op.PLACE_ENGRAM,
    }  # fmt: skip
    locked = {paragraph.locked for paragraph in pack.forms("paragraphs").values()}
    assert locked == {"no", "encrypted", "quantum"}


@pytest.mark.rule("ENO-EXT-04-D2")
def test_every_run_offers_the_discoveries_that_it_needs(runs: dict[str, Reader]):
    for name, run in runs.items():
        t = run.table
        on_board = int((t["placed"]["kind"][: int(t["n_placed"])] == Thing.DISCOVERY).sum())
        on_track = int((t["track"]["kind"][: int(t["n_track"])] == 3).sum())
        assert min(int(t["n_tokens"]), on_board + on_track) >= int(t["extraction_start"]), name


def test_scanner_decks(first: Reader):
    t = first.table
    assert min(t["n_scanners"].tolist()) >= 8
    means = [float(t["scanners"][level][: t["n_scanners"][level]]["quadrants"].mean()) for level in range(3)]
    assert means == sorted(means)
    numbers = {
        int(n) for level in range(3) for n in t["scanners"][level][: t["n_scanners"][level]]["quadrants"].ravel()
    }
    assert numbers == {0, 1, 2, 3, 4}


def test_breakdowns_conditions_and_stratagems(runs: dict[str, Reader], first: Reader):
    assert len(first.catalogue.ids["breakdowns"]) >= 6
    assert {int(row["flips_at_turn"]) for row in rows_of({"": first}, "breakdowns")} == {0, 1}
    own = [
        a
        for row in rows_of({"": first}, "conditions")
        for a in first.table["abilities"][int(row["first_ability"]) : int(row["end_ability"])]
    ]
    assert {int(a["timing"]) for a in own} >= {Timing.LINGERING, Timing.REGAINED, Timing.GAINED, Timing.PASSIVE}
    codes = {int(op["code"]) for op in operations({"": first})}
    assert codes >= {Op.RADIATION, Op.INFECTION, Op.KNOCKDOWN}
    assert int(first.table["dazed"]) >= 0
    stratagems = list(rows_of({"": first}, "stratagems"))
    assert len(stratagems) >= 4
    assert {int(row["charges"]) for row in stratagems} == {1, 2, 3}
    assert any(row["tokens"][Token.DISCIPLINE] or row["tokens"][Token.CONFIDENCE] for row in stratagems)
    assert any(row["need"] for row in stratagems)
    timings = {int(first.table["abilities"][int(row["ability"])]["timing"]) for row in stratagems}
    assert timings >= {Timing.TURN, Timing.REACTION}


def test_blips_and_intruders(first: Reader):
    t = first.table
    assert 18 <= int(t["blip_faces"].sum()) <= 24
    assert 0.25 <= int(t["blip_faces"][0]) / int(t["blip_faces"].sum()) <= 0.45, "about a third are Echoes"
    baseline = [row for row in rows_of({"": first}, "types") if not row["adversary"]]
    assert len(baseline) == 3
    assert {int(row["wounds"]) for row in baseline} >= {1, 2}
    assert min(int(row["minis"]) for row in baseline) <= 4, "few enough miniatures for an Overspawn"
    for row in baseline:
        cards = t["specimens"][int(row["first_specimen"]) : int(row["end_specimen"])]
        assert any(card["speed"] or card["at"] or card["wounds"] or card["dice"] for card in cards)
        assert any(card["replaces"] >= 0 for card in cards)
        assert any(card["first_ability"] < card["end_ability"] for card in cards)
    adversaries = [row for row in rows_of({"": first}, "types") if row["adversary"]]
    assert len(adversaries) >= 2
    assert "Mothman" in first.catalogue.names["types"]
    assert all(row["wounds"] == 255 for row in adversaries), "an Adversary cannot be killed"


def test_pages(runs: dict[str, Reader]):
    """Out of bounds, dangerous spaces, red lines, doors, arrows, aligned and misaligned edges, and so on."""
    found = set()
    for run in runs.values():
        t = run.table
        found |= {mark for mark in Mark if (t["marks"] >> mark & 1).any()}
        found |= {"red"} if (t["border"] == Border.RED).any() else set()
        found |= {"forced"} if t["forced"].any() else set()
        found |= {f"door {int(state)}" for state in t["door_closed"][: int(t["n_doors"])]}
        found |= {f"explicit {bool(t['explicit_blips'] >> i & 1)}" for i in range(int(t["n_pages"]))}
        pages = t["pages"][: int(t["n_pages"])]
        for a in pages:
            x, y, w, h = (int(a[name]) for name in ("x", "y", "w", "h"))
            found |= {"out of bounds"} if (t["page"].reshape(20, 30)[y : y + h, x : x + w] == NOBODY).any() else set()
            for b in pages:
                if int(b["x"]) == x + w:
                    found.add("aligned" if (int(b["y"]), int(b["h"])) == (y, h) else "misaligned")
        found |= {f"placed {int(kind)}" for kind in t["placed"]["kind"][: int(t["n_placed"])]}
    assert found >= set(Mark) | {
        "red", "forced", "door 0", "door 1", "door 2", "explicit True", "explicit False", "out of bounds", "aligned",
        "misaligned", *(f"placed {kind}" for kind in (1, 2, 3, 4, 10, 11)),
    }  # fmt: skip


def test_terrains_objectives_and_other_places(first: Reader):
    rows = list(rows_of({"": first}, "terrains"))
    for tile in Tile:
        assert any(row["keywords"] >> tile & 1 for row in rows), tile
    assert len({int(row["keywords"]) for row in rows}) >= 6
    assert any(row["effect"] >= 0 for row in rows)
    assert min(int(row["number"]) for row in rows) <= 2, "one is soon used up"
    tokens = first.table["objective_token"][: len(first.catalogue.ids["objectives"])]
    assert tokens[first.number("objectives", "anomalous_reading")] > 0
    assert 0 in tokens.tolist(), "another one is picked up for any token"
    assert first.catalogue.ids["other_places"]


def test_the_runs_are_of_all_kinds(runs: dict[str, Reader]):
    def has(test: Any) -> list[str]:
        return [name for name, run in runs.items() if test(run.table)]

    assert FIRST in has(lambda t: t["fixed_discoveries"] and t["preset"])
    assert has(lambda t: not t["fixed_discoveries"] and t["n_pages"] >= 2 and not t["preset"])
    assert has(lambda t: t["insertion"] >= 0)
    assert has(lambda t: {1, 2, 3} <= set(t["track"]["kind"][: int(t["n_track"])].tolist()))
    assert has(lambda t: t["objective_type"] >= 0)
    assert has(lambda t: t["scenario_first"] < t["scenario_end"])
    assert has(lambda t: (t["fixed_character"] >= 0).all())
    assert has(lambda t: t["choose_start"])


def test_no_overwhelm_or_first_contact_asks_for_itself(runs: dict[str, Reader]):
    """What an Overwhelm or a First Contact does is not to read another one; both are dropped while they resolve."""
    for run in runs.values():
        for row in rows_of({"": run}, "types"):
            codes = [op[0] for name in ("overwhelm", "first_contact") for op in run.ops(row, name)]
            assert Op.FLASH_ATTACK not in codes
            assert Op.ZERO_HOUR not in codes
