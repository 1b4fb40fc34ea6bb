"""The guide of random games: which actions cannot be legal, how far cards got, and the help on the way."""

from __future__ import annotations

import functools
import random
from typing import Any

import numpy as np
import pytest

import envs
from envs.enormity.content import load_pack
from envs.enormity.state import Choice, GearPlace, Op, PointState, Proc, Timing, Where
from envs.enormity.vocabulary import UNTILS, VOCABULARY
from tests import coverage, fuzz
from tests.coverage import NEVER, SEEN, USED
from tests.enormity.guide import (
    CHANGES,
    HIDDEN,
    PROCEDURES,
    SELECTOR,
    THEMES,
    UNSAID,
    WORDS,
    Gifts,
    clues_of,
    named,
    strengthen,
    word_of,
)

GUIDE = coverage.guide("enormity")


def load(**options: Any) -> Any:
    return envs.load("enormity", **options)


def unused(game: Any) -> set[str]:
    return {name for name, reason in zip(game.actions, coverage.unused(game), strict=True) if reason}


def number(game: Any, kind: str, name: str) -> int:
    return game.catalogue.ids[kind].index(name)


# -- configurations ----------------------------------------------------------------------------------------------------


def test_every_option_and_scenario_meets_every_number_of_seats_and_both_settings_of_the_monsters():
    found = fuzz.configurations("enormity")
    listed = {**fuzz.listed_values("enormity"), "scenario": load_pack().scenarios, "round_cap": [60, 3]}
    assert len(listed["scenario"]) == 5
    for key in listed.keys() - {"seats", "monsters"}:
        for value in listed[key][1:]:
            met = {(o["seats"], o["monsters"]) for o in found if o.get(key) == value}
            assert met == {(s, m) for s in (1, 2, 3, 4) for m in ("rules", "agent")}, (key, value)


# -- actions that cannot be legal --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [1, 3])
def test_actions_beyond_the_cards_of_the_pack_and_the_spacers_are_unused(seats):
    game = load(seats=seats, scenario="open_run")
    names = unused(game)
    for group, n in (("spacer", seats), ("character", 5), ("suit", 2), ("stratagem", 5), ("door", 7), ("blip", 20),
                     ("die", 13), ("engram", 4), ("gear", 12)):  # fmt: skip
        own = [game.actions[a] for a in game.actions.groups[group]]
        assert names.issuperset(own[n:]), group
        assert names.isdisjoint(own[:n]), group
    assert names.isdisjoint(("pass", "step_north", "act_calm", "exert", "intruder_15", "scavenge_extraction"))
    assert "colour_white" in names


def test_the_stash_is_that_of_the_scenario():
    game = load(scenario="open_run")
    rifle, blade = (f"stash_{number(game, 'gear', name)}" for name in ("osr_3", "plasma_cutter"))
    assert rifle not in unused(game)
    assert blade in unused(game), "it is in the Loot Deck alone"
    assert {rifle, blade} <= unused(load(scenario="solar_ring")), "the Loadouts are preset"


def test_unused_abilities_are_read_from_the_cards():
    game = load(scenario="open_run")
    names = unused(game)
    assert names & {f"character_ability_{i}" for i in range(4)} == {"character_ability_3"}
    assert names & {f"card_ability_{i}" for i in range(6)} == {"card_ability_1", "card_ability_3"}
    assert names & {f"location_ability_{i}" for i in range(4)} == {"location_ability_2", "location_ability_3"}
    assert "location_ability_1" in unused(load()), "this scenario has no rule of its own"
    assert {"gear_ability_0_0", "gear_ability_0_1"} <= names, "the Multitool has no ability"
    assert names.isdisjoint(("gear_ability_11_1", "engram_3", "use_stratagem_1"))
    henrike = game.tables["characters"][number(game, "characters", "henrike_von_tal")]
    game.tables["abilities"]["timing"][int(henrike["end_ability"]) - 1] = Timing.REACTION
    assert "character_ability_3" not in {name for names in GUIDE.unused(game).values() for name in names}


def test_the_most_options_depend_on_the_spacers_and_their_conditions():
    assert {"option_6", "option_7"} <= unused(load(seats=1, scenario="training"))
    assert "option_7" not in unused(load(seats=4, scenario="revisit"))


def test_the_most_damage_is_that_of_the_best_dice():
    game = load()
    assert "amount_12" not in unused(game), "a Hoarse Cantor, 4 dice with 3, 3, 3 and 2 Power, and 2 more"
    game.tables["specimens"]["dice"] = 0
    game.tables["mods"]["amount"] = 0
    names = {name for names in GUIDE.unused(game).values() for name in names}
    assert names & {f"amount_{i}" for i in range(13)} == {"amount_9", "amount_10", "amount_11", "amount_12"}


def test_an_action_that_is_legal_though_it_cannot_be_is_named():
    game = load(seats=2)
    watch = fuzz.Watch(game, "games", None)
    state = game.new(1)
    action = game.actions.id("blip_23")
    state["core"]["mask"][action // 64] |= np.uint64(1) << np.uint64(action % 64)
    watch.player.step(state, game.legal_actions(state)[0])
    assert watch.report().coverage.wrong == {"blip_23"}


# -- cards -------------------------------------------------------------------------------------------------------------


def found(game: Any, *states: Any, ops: Any = ()) -> dict[coverage.Card, int]:
    notes = GUIDE.notes(game)
    if states:
        notes.look(np.array(states))
    resolved = np.zeros(1 << 16, np.uint8)
    resolved[list(ops)] = 1
    return notes.found(resolved)


def started(game: Any, seed: int = 1) -> Any:
    """A game at its first turn."""
    state = game.new(seed)
    while not state["phase"]:
        game.step(state, int(game.legal_actions(state)[-1]))
    return state


def test_all_cards_of_the_pack_are_listed_and_none_is_used_without_a_game():
    levels: dict[coverage.Card, int] = {}
    for scenario in load_pack().scenarios:
        levels |= found(load(scenario=scenario))
    assert set(levels.values()) == {NEVER}
    counts = {kind: sum(k == kind for k, _ in levels) for kind, _ in levels}
    forms = load_pack().forms
    for kind in ("characters", "suits", "halves", "gear", "types", "specimens", "conditions", "breakdowns",
                 "stratagems", "terrains", "scanners", "objectives", "other_places", "locations", "pages",
                 "paragraphs"):  # fmt: skip
        assert counts[kind] == len(forms(kind)), kind
    assert {kind: counts[kind] for kind in ("consoles", "doors", "engrams", "protocols")} == {
        "consoles": 11, "doors": 13, "engrams": 8, "protocols": 25,
    }  # fmt: skip
    assert not any("lingering" in name for kind, name in levels), "what waits for the next session"


def words_of_cards(game: Any) -> set[coverage.Card]:
    """The words of the vocabulary in the tables of a configuration."""
    t = game.tables
    said = set()
    for op in t["ops"]:
        code = Op(int(op["code"]))
        if code not in HIDDEN:
            said.add(("effects", word_of(op)))
        if code in SELECTOR:
            said.add(("selectors", named(VOCABULARY.selectors, int(op[SELECTOR[code]]))))
    needs = {int(need) for name in ("abilities", "mods", "entries", "stratagems") for need in t[name]["need"]}
    needs |= {int(need) for need in t["halves"]["options"]["need"].ravel()}
    needs |= set(t["ops"]["a"][t["ops"]["code"] == Op.IF].tolist())
    said |= {("needs", named(VOCABULARY.conditions, need)) for need in needs if need}
    mods = t["mods"][t["mods"]["amount"] != 0]
    said |= {("statistics", named(VOCABULARY.statistics, int(mod["stat"]), int(mod["arg"]))) for mod in mods}
    return said


def test_what_the_guide_calls_unreachable_is_on_no_card_of_a_scenario():
    games = [load(scenario=scenario) for scenario in load_pack().scenarios]
    said = set().union(*map(words_of_cards, games))
    for kind in ("effects", "selectors", "needs", "statistics"):
        unsaid = {word for word in WORDS[kind] if (kind, word) not in said}
        assert unsaid == set(UNSAID[kind]), kind
    assert not any(game.tables["objective_needed"] for game in games)
    assert len(clues_of(games[0].pack)) == len(games[0].catalogue.ids["clues"])


def test_an_operation_is_named_by_the_word_that_writes_it():
    game = load(scenario="open_run")
    names = {word_of(op) for op in game.tables["ops"]}
    assert {
        "lose_radiation",
        "gain_radiation",
        "door",
        "set_door",
        "leave_place",
        "disable_gear",
        "if",
        "each",
    } <= names
    assert set(UNTILS) == set(WORDS["terms"])


def test_a_gear_card_is_used_when_its_weapon_has_rolled_or_an_ability_has_a_mark():
    game = load(scenario="open_run")
    state = started(game)

    def level(name: str) -> int:
        return found(game, state)["gear", name]

    gear = state["spacers"]["gear"][0]
    gear[5] = (number(game, "gear", "hush_needler"), GearPlace.HAND, 0, 1, 0, 0, 0, 0, 0)
    gear[6] = (number(game, "gear", "weak_point_lens"), GearPlace.BACKPACK, 0, 0, 0, 0, 0, 0, 0)
    gear[7] = (number(game, "gear", "felt_overshoes"), GearPlace.SUPPORT, 0, 0, 0, 0, 0, 0, 0)
    assert level("thumper_cannon") == NEVER
    assert level("hush_needler") == level("weak_point_lens") == SEEN
    assert level("felt_overshoes") == USED, "its passive ability is on"
    gear[6]["place"] = GearPlace.SUPPORT
    gear[6]["used"] = 1
    assert found(game, state)["abilities", "weak_point_lens[1] roll"] == USED
    attack = state["assaults"][0]
    attack["actor"], attack["weapon"], attack["marks"] = 0, 5, 1 << 1
    levels = found(game, state)
    assert levels["gear", "hush_needler"] == levels["reaches", "ranged"] == levels["keywords", "noiseless"] == USED


def test_an_intruder_is_used_when_it_performs_a_protocol():
    game = load()
    state = started(game)
    row = state["intruders"][0]
    row["type"], row["specimen"], row["cell"] = number(game, "types", "grin"), -1, 100
    levels = found(game, state)
    assert levels["types", "grin"] == SEEN
    assert levels["abilities", "grin[0] scouted"] == NEVER
    state["core"]["stack"][4]["proc"] = Proc.PERFORM
    state["core"]["stack"][4]["b"] = number(game, "protocols", "slitherrun")
    levels = found(game, state)
    assert levels["types", "grin"] == levels["protocols", "slitherrun"] == levels["requirements", "otherwise"] == USED
    assert levels["target boxes", "closest"] == USED
    first = int(game.tables["types"][number(game, "types", "grin")]["response"][0])
    assert found(game, state, ops=[first])["responses", "wound"] == USED


def test_a_discovery_is_seen_when_it_is_marked_and_used_when_its_effect_resolves():
    game = load()
    state, card = started(game), ("entries", "boot_in_the_vent")
    assert found(game, state)[card] == NEVER
    state["marked"][number(game, *card)] = 1
    assert found(game, state)[card] == SEEN
    op = int(game.tables["entries"]["effect"][number(game, *card)])
    levels = found(game, state, ops=[op])
    assert levels[card] == levels["effects of entries", "boot_in_the_vent"] == levels["effects", "skill_test"] == USED
    assert levels["effects of cards", "boot_in_the_vent: skill_test at 0"] == USED


def test_the_two_sides_of_a_breakdown_and_what_lies_on_the_table_are_told_apart():
    game = load()
    state = started(game)
    state["spacers"]["breakdown"][0] = number(game, "breakdowns", "clenched_hands")
    levels = found(game, state)
    assert levels["abilities", "clenched_hands[0] passive"] == levels["statistics", "no_attack"] == USED
    assert levels["abilities", "clenched_hands bonus[0] damage"] == NEVER
    state["tile"][50] = number(game, "terrains", "steam") + 1
    state["points"]["state"][0] = PointState.OPEN
    state["discard_red"]["cards"][0], state["discard_red"]["n"] = 0, 1
    levels = found(game, state)
    assert levels["terrains", "steam"] == levels["words of terrain", "obscuring"] == USED
    assert levels["extraction_points", "sr2_collar"] == levels["scanners", "red_01"] == USED
    assert levels["scanners", "red_02"] == levels["terrains", "crate"] == NEVER


# -- help --------------------------------------------------------------------------------------------------------------


def play_on(game: Any, state: Any, word: int, decisions: int, help_: bool) -> Any:
    """A position played on at random, with help at every look or without; every look counts the pieces."""
    player, states, words = fuzz.player(game), np.array([state]), np.array([word], np.uint64)
    weights = fuzz.weights_of(game, "helped")[None]
    core = states["core"]
    while core["decisions"][0] < decisions and not core["over"][0]:
        player.wander(states, words, weights, fuzz.EVERY)
        assert core["error"][0] == 0
        assert game.check_pieces(states[0]) == []
        if help_:
            GUIDE.help(game, states[:1].reshape(()), word)
    return states[:1].reshape(())


@functools.cache
def positions() -> list[tuple[Any, Any]]:
    """Games, each with positions at a turn in the middle of it."""
    found = []
    for options in ({"scenario": "open_run", "seats": 3, "adversary": True},
                    {"scenario": "revisit", "seats": 2, "monsters": "agent", "freedom": "full"},
                    {"scenario": "solar_ring", "seats": 1}):  # fmt: skip
        game = load(**options)
        player, weights = fuzz.player(game), fuzz.weights_of(game, "eager")[None]
        for word in range(1, 60, 7):
            state = game.new(word)
            for decisions in (60, 200):
                states = np.array([play_on(game, state, word * 97, decisions, True)])
                core, words = states["core"], np.array([word], np.uint64)
                while not core["over"][0] and (core["turn"][0] < 0 or core["choice"][0] != Choice.TURN):
                    player.wander(states, words, weights, 1)
                state = states[:1].reshape(())
                if not core["over"][0]:
                    found.append((game, state.copy()))
    return found


@pytest.mark.parametrize("gift", [*CHANGES, *PROCEDURES], ids=lambda gift: gift.__name__)
def test_every_gift_leaves_all_pieces_where_they_belong_and_the_game_goes_on(gift):
    changed = False
    for i, (game, before) in enumerate(positions()):
        state, same = before.copy(), before.copy()
        Gifts(game, same, random.Random(i))
        gift(Gifts(game, state, random.Random(i)))
        assert state["core"]["turn"] == -1, "the question is put again"
        changed |= state.tobytes() != same.tobytes()
        play_on(game, state, i, int(before["core"]["decisions"]) + 40, False)
    assert changed


def test_a_change_asks_for_the_same_turn_again():
    game, before = positions()[0]
    state = before.copy()
    Gifts(game, state, random.Random(1)).tokens()
    game.engine.resume(state)
    assert game.choice_name(state) == "turn"
    assert state["core"]["turn"] == before["core"]["turn"]
    assert state["core"]["decisions"] == before["core"]["decisions"]
    assert state["pool"].sum() + state["incoming"].sum() > before["pool"].sum() + before["incoming"].sum()


def test_the_spacers_in_play_are_strengthened_as_the_word_says_and_the_dead_are_not():
    game = load(seats=3)
    state = started(game)
    spacers = state["spacers"]
    spacers["vitals"], spacers["stress"], spacers["exerts"] = 1, 8, 2
    spacers["where"][1], spacers["vitals"][1] = Where.DEAD, 0
    spacers["due"][2] = 1
    state["intruders"]["type"][:2], state["intruders"]["activating"][1] = 0, 1
    strengthen(state, 1 + 4 * 2)
    assert spacers["vitals"].tolist()[:3] == [8, 0, 1], "who is dead or about to be settled is left alone"
    assert spacers["stress"].tolist()[:3] == [6, 8, 8]
    assert spacers["exerts"].tolist()[:3] == [1, 2, 2]
    assert not state["intruders"]["surprised"].any()
    strengthen(state, 64)
    assert state["intruders"]["surprised"].tolist() == [1] + [0] * 15, "not in the middle of its activation"


def test_nobody_is_helped_in_the_set_up_or_when_the_game_is_over():
    game = load(seats=2)
    state = game.new(1)
    before = state.tobytes()
    GUIDE.help(game, state, 0)
    assert state.tobytes() == before
    state = started(game)
    state["core"]["turn"] = -1
    before = state.tobytes()
    GUIDE.help(game, state, 0)
    assert state.tobytes() == before


def test_help_is_the_same_for_the_same_word():
    for game, before in positions()[:6]:
        first, second, other = (before.copy() for _ in range(3))
        GUIDE.help(game, first, 5)
        GUIDE.help(game, second, 5)
        GUIDE.help(game, other, 6 + 128)
        assert first.tobytes() == second.tobytes() != other.tobytes()


def test_every_theme_consists_of_things_that_happen_in_other_games_too():
    for changes, procedures in THEMES:
        assert set(changes) <= set(CHANGES)
        assert set(procedures) <= set(PROCEDURES)


@pytest.mark.parametrize("scenario", ["solar_ring", "open_run"])
def test_helped_games_last_longer(scenario):
    game = load(seats=2, scenario=scenario)
    lengths = dict.fromkeys(fuzz.STYLES, 0)
    for seed in range(48):
        lengths[fuzz.STYLES[seed % 4]] += fuzz.play(game, 1, seed, 20000, check=lambda state: []).decisions
    assert lengths["eager"] > lengths["groups"]
    assert lengths["helped"] > 1.2 * lengths["eager"]
