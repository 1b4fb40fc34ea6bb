"""What is wrong with a broken pack is named by file, entry and field; broken maps are in `test_maps_content`."""

from __future__ import annotations

from typing import Any

import pytest

from envs.enormity import state
from envs.enormity.actions import MAX_GEAR_CARDS
from tests.enormity.small_pack import Change, Data, broken, card, changed, drop, put

ADA = "characters.yaml: characters 'ada': "
CRAWLER = "types.yaml: types 'crawler': "
RIFLE = "gear.yaml: gear 'rifle': "
SMALL = "pack.yaml: pack 'small': "
RUN = "scenarios.yaml: scenarios 'run': "
DRIFT = "scenarios.yaml: scenarios 'drift': "


def power(**fields: Any) -> Change:
    """The first ability of Ada."""
    return put("characters", "ada", "abilities", value=[{"title": "Trick", **fields}])


def effects(*given: Any) -> Change:
    """Effects of an ability of Ada."""
    return power(timing="turn", effects=list(given))


def act(**fields: Any) -> Change:
    """The only action of a half card."""
    return card("halves", "crouch", actions=[{"action": "rearm", **fields}])


def gear(id_: str, **fields: Any) -> Change:
    return card("gear", id_, **fields)


def protocol(number: int, **fields: Any) -> Change:
    return lambda entries: entries["types"]["crawler"]["protocols"][number].update(fields)


AT = ADA + "abilities[0]"


# -- forms -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (gear("rifle", amo=3), RIFLE + "unknown key 'amo'; did you mean 'ammo'?"),
        (drop("gear", "rifle", "kind"), RIFLE + "'kind' is missing"),
        (gear("rifle", ammo="3"), RIFLE + "ammo: input should be a valid integer, got '3'"),
        (gear("rifle", ammo=10), RIFLE + "ammo: input should be less than or equal to 9, got 10"),
        (gear("rifle", keywords=["linaer"]),
         RIFLE + "keywords[0]: input should be 'linear', 'deadzone', 'heavy', 'noiseless', 'discharge', 'empty_clip', "
         "'devastating' or 'exhaust', got 'linaer'"),
        (gear("rifle", more_dice={"adrenaline": 5}), RIFLE + "more_dice: 'dice' is missing"),
        (gear("rifle", dice={"blue": 1}), RIFLE + "dice: unknown key 'blue'; "),
        (lambda d: d["gear"].update(rifle=None), RIFLE + "input should be a valid dictionary"),
        (put("characters", "ada", "skills", "strength", value=0),
         ADA + "skills.strength: input should be greater than or equal to 1, got 0"),
        (card("characters", "ada", halves=["creep"]), ADA + "halves: list should have at least 3 items"),
        (card("characters", "ada", rubicon={10: "expertise"}), ADA + "rubicon"),
        (card("characters", "ada", rubicon={2: "expert"}),
         ADA + "rubicon[2]: input should be 'discipline', 'confidence' or 'expertise', got 'expert'"),
        (put("suits", "deep_suit", "bands", value={"red": 5, "orange": 5}),
         "suits.yaml: suits 'deep_suit': bands: expected red < orange < 9, got 5 and 5"),
        (put("suits", "deep_suit", "bands", value={"red": 2, "orange": 9}),
         "suits.yaml: suits 'deep_suit': bands: expected red < orange < 9, got 2 and 9"),
        (put("halves", "stroll", "actions", 0, "noise", value={"kind": "dice"}),
         "halves.yaml: halves 'stroll': actions[0].noise: 'number' is missing: Noise of the kind 'dice' prints one"),
        (put("halves", "stroll", "actions", 0, "noise", value={"kind": "number"}),
         "halves.yaml: halves 'stroll': actions[0].noise: 'number' is missing"),
        (gear("rifle", noise={"kind": "dice_per_shot"}), RIFLE + "noise: 'number' is missing"),
        (card("paragraphs", "note", code="20"), "paragraphs.yaml: paragraphs 'note': code: string should match"),
        (card("breakdowns", "sob", bonus=[]), "breakdowns.yaml: breakdowns 'sob': bonus: list should have at least 1"),
        (card("scanners", "w1", quadrants=[1, 1, 1]), "scanners.yaml: scanners 'w1': quadrants: list should have at"),
        (card("locations", "dock", engrams=[]), "locations.yaml: locations 'dock': engrams: list should have at"),
        (put("pack", "small", "dice", "white", 0, value="X"), SMALL + "dice.white[0]: string should match pattern"),
        (put("pack", "small", "dice", "red", value=["W"]), SMALL + "dice.red: list should have at least 2 items"),
        (drop("pack", "small", "blips", "u"), SMALL + "blips: 'u' is missing"),
        (put("scenarios", "run", "track", 0, "space", value=10), RUN + "track[0].space: input should be less than 10"),
        (card("scenarios", "run", extraction_start=10), RUN + "extraction_start: input should be less than 10, got 10"),
    ],
)  # fmt: skip
def test_entries_of_the_wrong_form(change: Change, message: str):
    broken(change, message)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (power(), AT + ": the ability does nothing; expected 'effects' or 'passive'"),
        (power(effects=["gain_loot"]), AT + ": 'timing' is missing: when the effects happen"),
        (power(passive=[{"power": 1}], cost={"stress": 1}),
         AT + ": a passive ability has no cost, and is neither Reaction nor Analysis; expected a 'timing'"),
        (power(passive=[{"power": 1}], reaction=True), AT + ": a passive ability has no cost, and is neither Reaction"),
        (power(passive=[{"power": 1}], analysis=True), AT + ": a passive ability has no cost, and is neither Reaction"),
        (power(timing="turn", passive=[{"power": 1}]),
         AT + ": 'passive' beside a timing is the bonus to a roll; expected timing 'roll'"),
        (power(timing="turn", effects=["gain_loot"], cost={"expertise": 1},
               cost_by_level={"white": {}, "red": {}, "black": {"expertise": 1}}),
         AT + ": tokens stand either in 'cost' or in 'cost_by_level'"),
        (power(timing="reaction", reaction=True, effects=["gain_loot"]),
         AT + ": 'reaction' belongs to timing 'turn'; the timing 'reaction' is one already"),
        (power(timing="sometimes", effects=["gain_loot"]), AT + ".timing: input should be 'turn', 'reaction'"),
        (power(timing="turn", effects=[]), AT + ".effects: list should have at least 1 item"),
        (power(timing="turn", effects=["gain_loot"], cost_by_level={"white": {}}), AT + ".cost_by_level: "),
        (act(spaces=2), "halves.yaml: halves 'crouch': actions[0]: a Move action, and no other, has 'spaces'"),
        (act(action="move"), "halves.yaml: halves 'crouch': actions[0]: a Move action, and no other, has 'spaces'"),
        (act(action="calm"),
         "halves.yaml: halves 'crouch': actions[0]: the action 'calm' is its 'effects', and there are none"),
        (protocol(1, requirement={"within": 0}),
         CRAWLER + "protocols[1].requirement: a distance belongs to {within: n}, and to nothing else"),
        (protocol(1, requirement="within"),
         CRAWLER + "protocols[1].requirement: a distance belongs to {within: n}, and to nothing else"),
        (protocol(1, requirement={"word": "adjacent", "within": 2}),
         CRAWLER + "protocols[1].requirement: a distance belongs to {within: n}, and to nothing else"),
        (protocol(1, requirement="near"), CRAWLER + "protocols[1].requirement.word: input should be 'otherwise', "),
        (protocol(2, moves=0),
         CRAWLER + "protocols[2]: the Protocol does nothing; expected 'moves', 'attack' or 'after'"),
        (protocol(1, dice={}), CRAWLER + "protocols[1]: 'attack' and its 'dice' or 'power' belong together"),
        (protocol(2, power=1), CRAWLER + "protocols[2]: 'attack' and its 'dice' or 'power' belong together"),
        (protocol(2, levels=["white", "white", "red"]),
         CRAWLER + "protocols[2]: 'levels' names a level twice: white, white, red"),
        (protocol(2, id="Crawl"), CRAWLER + "protocols[2].id: string should match pattern"),
        (card("stratagems", "hush", tokens={}),
         "stratagems.yaml: stratagems 'hush': the Requirement side is empty; expected 'tokens' or 'need'"),
        (drop("entries", "shelf", "effects"),
         "entries.yaml: entries 'shelf': the Discovery does nothing; expected 'effects' or 'code'"),
        (put("scenarios", "run", "track", 0, "token", value=1), RUN + "track[0]: 'token' belongs to a Discovery"),
        (drop("scenarios", "drift", "discoveries"),
         DRIFT + "expected either 'fixed_discoveries' or 'discoveries'"),
        (card("scenarios", "drift", fixed_discoveries=["shelf"]),
         DRIFT + "expected either 'fixed_discoveries' or 'discoveries'"),
        (card("scenarios", "run", loadouts={}),
         RUN + "'loadouts' is missing: a scenario with preset Loadouts says them"),
    ],
)  # fmt: skip
def test_entries_that_contradict_themselves(change: Change, message: str):
    broken(change, message)


# -- effects -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("effect", "message"),
    [
        ({"gain_strss": 1}, "[0]: unknown effect 'gain_strss'; did you mean 'gain_stress'?"),
        ({"gain_stress": 10}, "[0].gain_stress.amount: expected a whole number from 1 to 9, got 10"),
        ({"gain_stress": {"amount": 1, "whom": "self"}}, "[0].gain_stress: unknown key 'whom'; did you mean 'who'?"),
        ({"gain_stress": {"amount": 1, "who": "all_spacer"}},
         "[0].gain_stress.who: unknown selector 'all_spacer'; did you mean 'all_spacers'?"),
        ({"gain_stress": {"amount": 1, "who": "all_intruders"}},
         "[0].gain_stress.who: the effect works on spacers, but 'all_intruders' selects intruders"),
        ({"kill": {"who": "all_spacers"}},
         "[0].kill.who: the effect works on intruders, but 'all_spacers' selects spacers"),
        ("kill", "[0].kill.who: the effect works on intruders, but 'self' selects spacers"),
        ({"kill": {"who": "target"}}, "[0].kill.who: there is no target here"),
        ({"gain_stress": {"amount": 1, "who": "zone_spacers"}},
         "[0].gain_stress.who: 'zone_spacers' needs a range, which 'gain_stress' does not take; use 'each'"),
        ({"place_tokens": {"amount": 1, "type": "courage"}},
         "[0].place_tokens.type: unknown word 'courage'; expected one of: any, confidence, discipline, expertise"),
        ({"place_tokens": {"amount": 1}}, "[0].place_tokens: 'type' is missing"),
        ({"gain_radiation": -1}, "[0].gain_radiation.amount: expected a whole number from 1 to 4, got -1"),
        ({"noise": "number"}, "[0].noise: 'number' is missing"),
        ({"noise": "dice"}, "[0].noise: 'number' is missing"),
        ({"noise": {"kind": "per_ammo", "number": 1}}, "[0].noise: this kind of Noise belongs to weapons"),
        ({"noise": {"kind": "dice_per_shot", "number": 1}}, "[0].noise: this kind of Noise belongs to weapons"),
        ({"move_action": {"spaces": 2, "noise": "dice"}}, "[0].move_action: 'number' is missing"),
        ({"move_action": {"spaces": 2, "noise": "per_ammo"}},
         "[0].move_action: this kind of Noise belongs to weapons"),
        ({"reprisal": "bite"}, "[0].reprisal: this effect stands on type cards only, got 'character'"),
        ({"protocol": "bite"}, "[0].protocol: this effect stands on type cards only, got 'character'"),
        ("remove_card", "[0].remove_card: this effect stands on gear cards only, got 'character'"),
        ({"skill_test": {"skill": "luck", "at": 1, "then": ["die"]}},
         "[0].skill_test.skill: unknown word 'luck'; expected one of: dexterity, intelligence, perception, strength, "
         "willpower"),
        ({"skill_test": {"skill": "strength", "at": 1}}, "[0].skill_test: 'then' is missing: a list of effects"),
        ({"skill_test": {"skill": "strength", "at": 1, "then": [{"move": 9}]}},
         "[0].skill_test.then[0].move.spaces: expected a whole number from 1 to 6, got 9"),
        ({"lasting": {"power": 1}},
         "[0].lasting.until: expected one of: turn, round, attack, session, noise; got None"),
        ({"lasting": {"until": "never", "power": 1}}, "[0].lasting.until: expected one of: turn, round,"),
        ({"lasting": {"until": "turn", "powr": 1}}, "[0].lasting: unknown key 'powr'; did you mean 'power'?"),
        ({"lasting": {"until": "turn", "power": 1, "stack": 2}}, "[0].lasting: unknown key 'stack'; "),
        ({"if": {"stres": 1, "then": ["die"]}}, "[0].if: unknown condition 'stres'; did you mean 'stress'?"),
        ({"if": {"band": "blue", "then": ["die"]}},
         "[0].if.band.band: unknown word 'blue'; expected one of: green, orange, red"),
        ({"roll": {"at_least": 11, "then": ["die"]}},
         "[0].roll.at_least: expected a whole number from 1 to 10, got 11"),
        ({"choose": ["die"]}, "[0].choose: expected a list of 2 to 8 options"),
    ],
)  # fmt: skip
def test_broken_effects(effect: Any, message: str):
    broken(effects(effect), AT + ".effects" + message)


@pytest.mark.parametrize(
    ("effect", "message"),
    [
        ({"condition": "ich"}, "condition.condition: unknown conditions 'ich'; did you mean 'itch'?"),
        ({"cure": "ich"}, "cure.condition: unknown conditions 'ich'; did you mean 'itch'?"),
        ({"gain_gear": "rifel"}, "gain_gear.gear: unknown gear 'rifel'; did you mean 'rifle'?"),
        ({"set_door": {"set": "open", "door": "gte"}}, "set_door.door: unknown doors 'gte'; did you mean 'gate'?"),
        ({"disable_door": "gte"}, "disable_door.door: unknown doors 'gte'; did you mean 'gate'?"),
        ({"disable_console": "dsk"}, "disable_console.console: unknown consoles 'dsk'; did you mean 'desk'?"),
        ({"disable_spawn_point": "bay_3"},
         "disable_spawn_point.spawn_point: unknown spawn_points 'bay_3'; did you mean 'bay_2'?"),
        ({"terrain": "slik"}, "terrain.kind: unknown terrains 'slik'; did you mean 'slick'?"),
        ({"reveal_point": "shute"},
         "reveal_point.point: unknown extraction_points 'shute'; did you mean 'chute'?"),
        ({"objective": "smple"}, "objective.type: unknown objectives 'smple'; did you mean 'sample'?"),
        ({"clue": "old_cod"}, "clue.clue: unknown clues 'old_cod'; did you mean 'old_code'?"),
        ({"paragraph": "not"}, "paragraph.paragraph: unknown paragraphs 'not'; did you mean 'note'?"),
        ({"cross_out": "bnk"}, "cross_out.entry: unknown entries 'bnk'; did you mean 'bunk'?"),
        ({"flag": "drk"}, "flag.flag: unknown flags 'drk'; did you mean 'dark'?"),
        ({"count": "alrm"}, "count.counter: unknown counter 'alrm'; did you mean 'alarm'?"),
        ({"enter_place": "dct"}, "enter_place.place: unknown other_places 'dct'; did you mean 'duct'?"),
        ({"flash_attack": "huntr"}, "flash_attack.type: unknown types 'huntr'; did you mean 'hunter'?"),
        ({"await_adversary": "huntr"}, "await_adversary.type: unknown types 'huntr'; did you mean 'hunter'?"),
        ({"if": {"flag": "drk", "then": ["die"]}}, "if.flag.flag: unknown flags 'drk'; did you mean 'dark'?"),
        ({"if": {"clue": "x", "then": ["die"]}},
         "if.clue.clue: unknown clues 'x'; expected one of: map_scrap, old_code"),
        ({"if": {"condition": "ich", "then": ["die"]}},
         "if.condition.condition: unknown conditions 'ich'; did you mean 'itch'?"),
        ({"if": {"counter": {"counter": "tid", "at_least": 1}, "then": ["die"]}},
         "if.counter.counter: unknown counter 'tid'; did you mean 'tide'?"),
        ({"if": {"objectives": {"type": "bx", "at_least": 1}, "then": ["die"]}},
         "if.objectives.type: unknown objectives 'bx'; did you mean 'box'?"),
    ],
)  # fmt: skip
def test_unknown_names_in_effects(effect: Any, message: str):
    broken(effects(effect), AT + ".effects[0]." + message)


def test_unknown_protocols_in_effects():
    broken(
        put("types", "crawler", "responses", "fail", value=[{"reprisal": "bit"}]),
        CRAWLER + "responses.fail[0].reprisal.protocol: unknown protocols 'bit'; did you mean 'bite'?",
    )
    broken(
        put("types", "crawler", "responses", "wound", value=[{"protocol": {"protocol": "spt", "who": "self"}}]),
        CRAWLER + "responses.wound[0].protocol.protocol: unknown protocols 'spt'; did you mean 'spit'?",
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (power(passive=[{"powr": 1}]), ".passive[0]: unknown key 'powr'; did you mean 'power'?"),
        (power(passive=[{"power": 0}]), ".passive[0].power: a change by 0 does nothing; expected another number"),
        (power(passive=[{"no_attack": 1}]), ".passive[0].no_attack: expected true, got 1"),
        (power(passive=[{"when": {"stress": 1}}]), ".passive[0]: expected at least one of: white_dice, red_dice,"),
        (power(passive=[{"power": 1, "when": "wounded"}]), ".passive[0].when: expected a mapping of arguments"),
        (power(passive=[{"power": 1, "when": {"stres": 1}}]),
         ".passive[0].when: unknown condition 'stres'; did you mean 'stress'?"),
        (power(passive=[{"power": 1, "when": {"tokens": {"type": "any", "at_least": 1}}}]),
         ".passive[0].when: a condition with two arguments cannot stand here; use the 'need' of the ability"),
        (power(passive=[{"power": 1, "scope": "all"}]), ".passive[0]: unknown key 'scope'; "),
        (power(timing="turn", effects=["die"], need={"stress": 1, "adrenaline": 1}),
         ".need: expected exactly one condition, got ['stress', 'adrenaline']"),
        (power(timing="turn", effects=["die"], need={}), ".need: expected exactly one condition, got []"),
        (power(timing="turn", effects=["die"], need={"stress": 10}),
         ".need.stress.number: expected a whole number from 1 to 9, got 10"),
        (power(timing="turn", effects=["die"], need={"wounded": False}), ".need.wounded: expected true, got False"),
    ],
)  # fmt: skip
def test_broken_modifiers_and_conditions(change: Change, message: str):
    broken(change, AT + message)


def test_no_room_for_a_second_argument_on_an_action():
    broken(
        act(need={"tokens": {"type": "any", "at_least": 2}}),
        "halves.yaml: halves 'crouch': actions[0].need: this condition has two arguments, for which there is no room",
    )


def test_dice_that_are_not_in_the_box():
    def without_green(entries: Data) -> None:
        del entries["pack"]["small"]["dice"]["green"]
        entries["gear"]["rifle"]["dice"] = {"red": 1}

    def both(*changes: Change) -> Change:
        return lambda entries: [change(entries) for change in (without_green, *changes)]

    lacks = ": the pack has no green die; its faces are missing in 'dice' of section 'pack'"
    changed(without_green)
    noise = {"kind": "dice", "number": 1, "colour": "green"}
    for change, at in (
        (gear("rifle", dice={"green": 1}), RIFLE + "dice.green"),
        (gear("rifle", noise=noise), RIFLE + "noise.colour"),
        (gear("rifle", more_dice={"adrenaline": 1, "dice": {"green": 1}}), RIFLE + "more_dice.dice.green"),
        (protocol(1, dice={"green": 1}), CRAWLER + "protocols[1].dice.green"),
        (protocol(1, gate={"stress": 1, "dice": {"green": 1}}), CRAWLER + "protocols[1].gate.dice.green"),
        (act(noise=noise), "halves.yaml: halves 'crouch': actions[0].noise.colour"),
        (effects({"noise": noise}), AT + ".effects"),
        (effects({"may": [{"stress_roll": {"dice": 1, "colour": "green"}}]}), AT + ".effects"),
        (effects({"move_action": {"spaces": 1, "noise": "dice", "number": 1, "colour": "green"}}), AT + ".effects"),
        (put("types", "crawler", "responses", "wound", value=[{"stress_roll": {"dice": 1, "colour": "green"}}]),
         CRAWLER + "responses.wound"),
    ):  # fmt: skip
        changed(change)
        broken(both(change), at + lacks)


# -- the pack and its scenarios ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d["pack"].update(second=d["pack"]["small"]),
         "section 'pack': expected exactly one entry with title and dice, got 2"),
        (lambda d: d["pack"].clear(), "section 'pack': expected exactly one entry with title and dice, got 0"),
        (lambda d: d["scenarios"].clear(), "section 'scenarios': expected at least one scenario, got none"),
        (card("scenarios", "drift", number=1), RUN + "number: 1 is given twice"),
        (put("pack", "small", "blips", "a", "intruders", value={"white": 2, "red": 1, "black": 2}),
         SMALL + "blips.a: the numbers must not fall from level to level"),
        (card("pack", "small", multitool="wrnch"), SMALL + "multitool: unknown Gear card 'wrnch'; did you mean"),
        (card("pack", "small", dazed="daze"), SMALL + "dazed: unknown Condition 'daze'; did you mean 'dazed'?"),
        (card("scenarios", "run", characters=["bob"]), RUN + "characters[0]: unknown Character 'bob'; did you mean"),
        (card("scenarios", "run", characters=["bo", "ada", "bo"]), RUN + "characters: each Character can play once"),
        (card("scenarios", "run", suits=["work_suti"]), RUN + "suits[0]: unknown Suit 'work_suti'; did you mean"),
        (card("scenarios", "run", stratagems=["hush", "sprnt"]),
         RUN + "stratagems[1]: unknown Stratagem 'sprnt'; did you mean 'sprint'?"),
        (card("scenarios", "run", loadouts={"ada": [], "bo": ["knif"], "cy": [], "di": []}),
         RUN + "loadouts.bo[0]: unknown Gear card 'knif'; did you mean 'knife'?"),
        (card("scenarios", "run", loadouts={"ada": [], "bo": [], "cy": []}),
         RUN + "loadouts: the Loadout of 'di' is missing"),
        (put("scenarios", "run", "loadouts", "dii", value=[]),
         RUN + "loadouts.dii: unknown Character 'dii'; did you mean 'di'?"),
        (put("scenarios", "run", "loadouts", "bo", value=["knife"] * 5),
         RUN + "loadouts.bo: a preset Loadout has at most 4 Gear cards, got 5"),
        (card("scenarios", "drift", stash={}), DRIFT + "'stash' is missing: Gear to choose Loadouts from"),
        (card("scenarios", "drift", stash={"rifel": 1}), DRIFT + "stash.rifel: unknown Gear card 'rifel'; did you"),
        (card("scenarios", "drift", stash={"rifle": 10}), DRIFT + "stash.rifle: input should be less than or"),
        (card("scenarios", "run", loot={"plat": 1}), RUN + "loot.plat: unknown Gear card 'plat'; did you mean"),
        (card("scenarios", "run", loot={}), RUN + "loot: dictionary should have at least 1 item"),
        (lambda d: (many("gear", "knife", 1)(d),
                    card("scenarios", "run", loot=dict.fromkeys(("knife", "lamp", "plate", "rifle", "zz_000"), 9))(d)),
         RUN + "loot: the Loot Deck has 45 cards; at most 40 fit"),
        (card("scenarios", "run", goal={"type": "smple", "number": 1}),
         RUN + "goal.type: unknown Objective token 'smple'; did you mean 'sample'?"),
        (card("scenarios", "run", ecology="crawlr"), RUN + "ecology: unknown Intruder type 'crawlr'; did you mean"),
        (card("scenarios", "run", ecology="hunter"),
         RUN + "ecology: 'hunter' is an Adversary; expected a baseline Intruder"),
        (card("locations", "dock", ecology="hunter"),
         "locations.yaml: locations 'dock': ecology: 'hunter' is an Adversary; expected a baseline Intruder"),
        (card("locations", "dock", ecology="crab"), "locations.yaml: locations 'dock': ecology: unknown Intruder type"),
        (card("scenarios", "run", engrams=[1, 2]), RUN + "engrams: list should have at least 4 items"),
        (card("scenarios", "run", track=[{"space": 5, "item": "blip"}] * 3, extraction_start=2),
         RUN + "track[2]: a space of the track has room for 2 of a kind"),
        (card("scenarios", "drift", track=[{"space": 5, "item": "discovery"}] * 3),
         DRIFT + "track[2]: a space of the track has room for 2 of a kind"),
        (card("scenarios", "run", track=[{"space": 5, "item": "blip"}] * 9), RUN + "track: list should have at most 8"),
        (card("scenarios", "run", counters=["a", "b", "c", "d", "e"]), RUN + "counters: list should have at most 4"),
        (card("paragraphs", "page", scenarios=["drfit"]),
         "paragraphs.yaml: paragraphs 'page': scenarios: unknown scenario 'drfit'; did you mean 'drift'?"),
    ],
)  # fmt: skip
def test_broken_packs_and_scenarios(change: Change, message: str):
    broken(change, message)


@pytest.mark.rule("ENO-REV-05-D")
@pytest.mark.parametrize(
    ("face", "numbers"),
    [("a", [0, 0, 0]), ("b", [0, 1, 1]), ("u", [0, 0, 1]), ("echo", [0, 0, 1]), ("echo", [1, 1, 1])],
)
def test_echoes_spawn_nothing_and_the_other_blips_something_on_every_level(face: str, numbers: list[int]):
    by_level = dict(zip(("white", "red", "black"), numbers, strict=True))
    broken(
        put("pack", "small", "blips", face, "intruders", value=by_level),
        SMALL + f"blips.{face}: Echoes spawn no Intruder, all other faces one or more on each level; got {numbers}",
    )


def keep(section: str, *ids: str) -> Change:
    return lambda entries: entries.update({section: {id_: entries[section][id_] for id_ in ids}})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (keep("characters", "ada", "bo", "cy"), "section 'characters': expected at least 4, got 3"),
        (card("suits", "work_suit", copies=1), "section 'suits': expected at least 4 copies of Suits, got 3"),
        (keep("breakdowns", "freeze", "sob", "rant"), "section 'breakdowns': expected at least 4, got 3"),
        (keep("stratagems", "order", "sprint"),
         "section 'stratagems': expected at least 2 without a division, for any team"),
        (keep("scanners", "w1", "k1"), "section 'scanners': the red deck is empty"),
        (keep("scanners", "r1", "k1"), "section 'scanners': the white deck is empty"),
        (drop("scanners", "w1", "coordinate"),
         "section 'scanners': every white Scanner card shows a 'coordinate' (ENO-COO-01)"),
    ],
)  # fmt: skip
def test_decks_that_are_too_small(change: Change, message: str):
    def of_the_loadouts(entries: Data) -> None:
        change(entries)
        entries["scenarios"]["run"]["loadouts"].pop("di")
        if "di" in entries["characters"]:
            entries["scenarios"]["run"]["loadouts"]["di"] = []

    broken(of_the_loadouts, RUN + message)


def test_with_two_fixed_stratagems_the_team_chooses_none():
    changed(
        keep("stratagems", "order", "sprint"),
        card("scenarios", "run", stratagems=["sprint", "order"]),
        card("scenarios", "drift", stratagems=["sprint", "order"]),
    )


def many(section: str, id_: str, number: int) -> Change:
    """So many more cards like that one."""

    def change(entries: Data) -> None:
        for i in range(number):
            own = {"code": f"{5000 + i}"} if section == "paragraphs" else {}
            entries[section][f"zz_{i:03}"] = {**entries[section][id_], "title": f"Copy {i}", **own}

    return change


@pytest.mark.parametrize(
    ("section", "id_", "most"),
    [
        ("suits", "work_suit", state.MAX_SUITS),
        ("halves", "crouch", state.MAX_HALVES),
        ("gear", "knife", MAX_GEAR_CARDS),
        ("conditions", "dazed", state.MAX_CONDITIONS),
        ("breakdowns", "sob", state.MAX_BREAKDOWNS),
        ("stratagems", "hush", state.MAX_STRATAGEMS),
        ("terrains", "crate", state.MAX_TERRAINS),
        ("objectives", "box", state.MAX_OBJECTIVES),
        ("other_places", "duct", 2),
        ("specimens", "runt", state.MAX_SPECIMENS),
        ("paragraphs", "note", state.MAX_PARAGRAPHS),
        ("characters", "bo", state.MAX_CHARACTERS),
    ],
)
def test_more_cards_than_the_tables_hold(section: str, id_: str, most: int):
    change = many(section, id_, most + 1)
    broken(change, f"{section}.yaml: {section} 'zz_")
    with pytest.raises(Exception, match=rf"there are \d+ {section.replace('_', ' ')}; the tables hold at most {most}$"):
        changed(change)


@pytest.mark.parametrize(
    ("name", "what", "at"),
    [
        ("MAX_OPS", "operations", ""),
        ("MAX_MODS", "modifiers", ""),
        ("MAX_ABILITIES", "abilities", ""),
        ("MAX_TYPES", "types", "types.yaml: types 'hunter': there are 2 types; the tables hold at most 1"),
        ("MAX_PROTOCOLS", "protocols", RUN + "there are 5 protocols; the tables hold at most 1"),
        ("MAX_FLAGS", "flags", RUN + "there are 2 flags; the tables hold at most 1"),
        ("MAX_DISCOVERIES", "entries", "entries.yaml: entries 'shelf': there are 2 entries; the tables hold at most 1"),
        ("MAX_SCANNERS", "scanners", "scanners.yaml: scanners 'w1': the white deck has more than 1 Scanner cards"),
        ("MAX_DISCOVERY_TOKENS", "tokens", RUN + "there are 3 Discovery tokens; the tables hold at most 1"),
    ],
)
def test_more_of_the_rest_than_the_tables_hold(monkeypatch: pytest.MonkeyPatch, name: str, what: str, at: str):
    two_flags = put("locations", "dock", "flags", value=["dark", "flooded"])
    monkeypatch.setattr(state, name, 1 if at else 5)
    if at:
        broken(two_flags, at)
    else:
        with pytest.raises(Exception, match=rf"^\w+\.yaml: .*: the pack needs more than 5 {what}"):
            changed(two_flags)


def test_more_locations_than_the_tables_hold(monkeypatch: pytest.MonkeyPatch):
    def second(entries: Data) -> None:
        entries["locations"]["hold"] = {**entries["locations"]["dock"], "flags": []}
        entries["pages"]["annex"]["location"] = "hold"

    changed(second)
    monkeypatch.setattr(state, "MAX_LOCATIONS", 1)
    broken(second, "locations.yaml: locations 'hold': there are 2 locations; the tables hold at most 1")


# -- the crew ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("ENO-LOD-02")
@pytest.mark.parametrize(
    ("change", "message"),
    [
        (card("characters", "ada", halves=["creep", "crep", "ponder"]),
         ADA + "halves[1]: unknown half card 'crep'; did you mean 'creep'?"),
        (card("characters", "ada", halves=["creep", "stroll", "strike"]),
         ADA + "halves[2]: 'strike' is red; expected a blue half card here"),
        (card("characters", "ada", halves=["creep", "ponder", "ponder"]),
         ADA + "halves[1]: 'ponder' is blue; expected a yellow half card here"),
        (card("suits", "work_suit", halves=["crouch", "march", "ponder"]),
         "suits.yaml: suits 'work_suit': halves[2]: 'ponder' is blue; expected a red half card here"),
        (card("suits", "work_suit", halves=["strike", "march", "strike"]),
         "suits.yaml: suits 'work_suit': halves[0]: 'strike' is red; expected a yellow half card here"),
        (card("halves", "crouch", actions=[{"action": "rearm"}, {"action": "attack"}, {"action": "rearm"}]),
         "halves.yaml: halves 'crouch': actions[0].action: the card has two actions 'rearm'; each kind can stand once"),
        (card("halves", "crouch", actions=[]), "halves.yaml: halves 'crouch': actions: list should have at least 1"),
        (card("halves", "crouch", colour="green"), "halves.yaml: halves 'crouch': colour: input should be 'yellow',"),
    ],
)  # fmt: skip
def test_half_cards_fit_together(change: Change, message: str):
    broken(change, message)


EFFECT: dict[str, Any] = {"effects": ["gain_loot"]}
PLACES: dict[str, tuple[str, str, tuple[Any, ...]]] = {
    "character": ("characters", "ada", ("abilities",)),
    "suit": ("suits", "deep_suit", ("abilities",)),
    "gear": ("gear", "lamp", ("abilities",)),
    "breakdown": ("breakdowns", "freeze", ("bonus",)),
    "condition": ("conditions", "dazed", ("abilities",)),
    "awakening": ("pack", "small", ("awakening",)),
    "location": ("locations", "dock", ("abilities",)),
    "scenario": ("scenarios", "run", ("rules",)),
    "type": ("types", "crawler", ("traits",)),
}


@pytest.mark.parametrize(
    ("kind", "timing", "known"),
    [
        ("character", "lingering", "turn, reaction, roll, damage, blip_moves, turn_start, turn_end, round_end,"),
        ("character", "scouted", "turn, reaction,"),
        ("suit", "action", "turn, reaction,"),
        ("gear", "turn_start", "turn, reaction, roll, damage, blip_moves"),
        ("breakdown", "gained", "turn, reaction,"),
        ("condition", "action", "turn, reaction, roll, damage, blip_moves, turn_start, turn_end, round_end, "),
        ("awakening", "lingering", "turn, reaction,"),
        ("location", "turn_end", "turn, reaction, action, round_end, spacer_phase_end"),
        ("scenario", "action", "turn, reaction, round_end, spacer_phase_end"),
        ("type", "turn", "melee_from_adjacent, scouted"),
    ],
)
def test_a_timing_that_a_card_cannot_have(kind: str, timing: str, known: str):
    section, id_, path = PLACES[kind]
    broken(
        put(section, id_, *path, value=[{"title": "Trick", "timing": timing, **EFFECT}]),
        f"{section}.yaml: {section} {id_!r}: {path[0]}[0].timing: an ability of this card cannot have {timing!r}; "
        f"expected one of: {known}",
    )


def test_a_timing_that_stratagems_and_devices_cannot_have():
    trick = {"title": "Trick", "timing": "roll", "passive": [{"power": 1}]}
    known = "cannot have 'roll'; expected one of: turn, reaction, damage, blip_moves"
    broken(
        card("stratagems", "hush", ability=trick),
        f"stratagems.yaml: stratagems 'hush': ability.timing: an ability of this card {known}",
    )
    broken(
        put("locations", "dock", "engrams", 1, "device", value=trick),
        f"locations.yaml: locations 'dock': engrams[1].device.timing: an ability of this card {known}",
    )


@pytest.mark.parametrize(
    ("kind", "most"),
    [("character", 4), ("suit", 3), ("gear", 2), ("breakdown", 2), ("awakening", 2), ("condition", 2)],
)
def test_abilities_to_choose_are_as_many_as_there_are_actions(kind: str, most: int):
    section, id_, path = PLACES[kind]
    chosen = [{"title": f"Trick {i}", "timing": "turn", **EFFECT} for i in range(most + 1)]
    others = [{"title": "Trait", "passive": [{"power": 1}]}, {"title": "Trait 2", "passive": [{"power": 1}]}]
    changed(put(section, id_, *path, value=[*chosen[:most], *others]))
    broken(
        put(section, id_, *path, value=[*others, *chosen]),
        f"{section}.yaml: {section} {id_!r}: {path[0]}: the card has {most + 1} abilities to choose; at most {most}",
    )


def test_abilities_of_location_and_scenario_count_together():
    turn = {"timing": "turn", **EFFECT}
    rules = [{"title": f"Rule {i}", **turn} for i in range(4)]
    changed(card("scenarios", "run", rules=rules[:3]))
    broken(
        card("scenarios", "run", rules=rules),
        "locations.yaml: locations 'dock': abilities: Location and scenario have 5 abilities to choose; at most 4 are",
    )
    actions = [{"title": f"Act {i}", "timing": "action", **EFFECT} for i in range(5)]
    changed(card("locations", "dock", abilities=actions[:4], flags=["dark"]))
    broken(
        card("locations", "dock", abilities=actions),
        "locations.yaml: locations 'dock': abilities: the Location has 5 actions; at most 4 are possible",
    )


@pytest.mark.parametrize("kind", [kind for kind in PLACES if kind != "gear"])
@pytest.mark.parametrize("cost", [{"charges": 1}, {"ammo": 1}, {"exhaust": True}])
def test_charges_ammo_and_exhaustion_belong_to_gear(kind: str, cost: dict[str, Any]):
    section, id_, path = PLACES[kind]
    timing = "scouted" if kind == "type" else "turn"
    broken(
        put(section, id_, *path, value=[{"title": "Trick", "timing": timing, "cost": cost, **EFFECT}]),
        f"{section}.yaml: {section} {id_!r}: {path[0]}[0].cost: charges, ammo and exhaust belong to Gear cards",
    )


@pytest.mark.parametrize(
    "effect",
    ["gain_loot", {"gain_infection": {"amount": 1, "who": "all_spacers"}}, {"lose_infection": -1}, {"may": ["die"]}],
)
def test_a_lingering_effect_is_a_mark_on_the_character(effect: Any):
    broken(
        put("conditions", "itch", "abilities", 1, "effects", value=[{"gain_stress": 1}, effect]),
        "conditions.yaml: conditions 'itch': abilities[1].effects[1]: after the session a Lingering effect can be "
        "gain_stress, gain_radiation, gain_infection and condition, on 'self' only",
    )


# -- Gear --------------------------------------------------------------------------------------------------------

LAMP = "gear.yaml: gear 'lamp': "
KNIFE = "gear.yaml: gear 'knife': "
NO_MULTITOOL = "gear.yaml: gear 'wrench': the Standard Multitool is a weapon in no slot that uses no Ammo (ENO-GEA-05)"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (gear("wrench", hands=1), NO_MULTITOOL),
        (gear("wrench", ammo=1), NO_MULTITOOL),
        (lambda d: d["gear"].update(wrench={"title": "Wrench", "kind": "support"}), NO_MULTITOOL),
        (gear("knife", hands=0), KNIFE + "hands: a weapon takes 1 to 3 hand slots; only the Multitool takes none"),
        (gear("knife", hands=4), KNIFE + "hands: input should be less than or equal to 3, got 4"),
        (gear("lamp", hands=1), LAMP + "hands: only weapons take hand slots"),
        (gear("knife", power=0), KNIFE + "dice: a weapon has Attack Dice or raw Power"),
        (gear("knife", range=2), KNIFE + "range: a weapon of reach 'melee' has no range"),
        (gear("knife", reach="ranged"), KNIFE + "range: a weapon of reach 'ranged' needs a range"),
        (gear("knife", reach="reach"), KNIFE + "range: a weapon of reach 'reach' needs a range"),
        (gear("lamp", reach="ranged"), LAMP + "range: a weapon of reach 'ranged' needs a range"),
        (gear("knife", noise={"kind": "per_ammo", "number": 1}), KNIFE + "noise: Noise per Ammo needs 'ammo'"),
        (gear("knife", burst=2), KNIFE + "burst: Burst needs 'ammo'"),
        (gear("rifle", wound=[{"kil": {"who": "target"}}]), RIFLE + "wound[0]: unknown effect 'kil'; did you mean"),
        (gear("rifle", fail=[]), RIFLE + "fail: list should have at least 1 item"),
    ],
)  # fmt: skip
def test_broken_gear(change: Change, message: str):
    broken(change, message)


@pytest.mark.parametrize("kind", ["support", "armor"])
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("dice", {"red": 1}),
        ("more_dice", {"adrenaline": 1, "dice": {"red": 1}}),
        ("power", 1),
        ("modifiers", {"expertise": 1}),
        ("range", 1),
        ("suppress", 1),
        ("quadrants", 1),
        ("ammo", 1),
        ("noise", {"kind": "symbol"}),
        ("keywords", ["heavy"]),
        ("burst", 1),
        ("advance", 1),
        ("fallback", 1),
        ("radiate", 1),
        ("wound", ["gain_loot"]),
        ("fail", ["gain_loot"]),
    ],
)
def test_what_only_weapons_have(kind: str, field: str, value: Any):
    broken(gear("lamp", kind=kind, **{field: value}), LAMP + f"{field}: only a weapon has it, this is {kind}")


# -- Intruders ---------------------------------------------------------------------------------------------------

ELDER = "specimens.yaml: specimens 'elder': "
RUNT = "specimens.yaml: specimens 'runt': "
FALLBACK = "the last Protocol must be the fallback: requirement 'otherwise' on all levels"


@pytest.mark.rule("ENO-ACV-04")
@pytest.mark.parametrize(
    ("change", "message"),
    [
        (drop("types", "crawler", "protocols", 2), CRAWLER + f"protocols[1]: {FALLBACK}"),
        (protocol(2, requirement="adjacent"), CRAWLER + f"protocols[2]: {FALLBACK}"),
        (protocol(2, levels=["white", "red"]), CRAWLER + f"protocols[2]: {FALLBACK}"),
        (drop("types", "crawler", "protocols", 1, "requirement"),
         CRAWLER + "protocols[1]: the Protocols behind a fallback on all levels are never performed"),
        (put("specimens", "elder", "replaces", value="crawl"),
         ELDER + "protocol: it replaces the fallback 'crawl'; expected requirement 'otherwise' on all levels"),
        (lambda d: d["types"]["crawler"].update(protocols=[]), CRAWLER + "protocols: list should have at least 1 item"),
    ],
)  # fmt: skip
def test_a_list_of_protocols_has_its_fallback_at_the_end(change: Change, message: str):
    broken(change, message)


def test_a_fallback_on_a_single_level_may_stand_before_the_last():
    changed(protocol(1, requirement="otherwise", levels=["black"]))
    changed(put("specimens", "elder", "replaces", value="crawl"), drop("specimens", "elder", "protocol", "requirement"))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (drop("types", "crawler", "range"),
         CRAWLER + "range: the Protocol 'spit' attacks at range, and the sheet has no 'range'"),
        (protocol(0, moves=0), CRAWLER + "protocols[0].windows: a Window of Opportunity before the move needs 'moves'"),
        (protocol(2, windows=["attack"]),
         CRAWLER + "protocols[2].windows: a Window of Opportunity before the attack needs 'attack'"),
        (protocol(1, id="bite"),
         CRAWLER + "protocols[1]: another Protocol has the id 'bite': types.yaml: types 'crawler': protocols[0]"),
        (put("specimens", "elder", "protocol", "id", value="bite"),
         ELDER + "protocol: another Protocol has the id 'bite': types.yaml: types 'crawler': protocols[0]"),
        (card("types", "crawler", additional="bit"),
         CRAWLER + "additional: unknown Protocol 'bit' of this Intruder; did you mean 'bite'?"),
        (card("types", "crawler", additional="charge"),
         CRAWLER + "additional: unknown Protocol 'charge' of this Intruder; expected one of: bite, crawl, spit"),
        (card("types", "crawler", target="nearest"), CRAWLER + "target: input should be 'closest', 'furthest',"),
        (card("types", "crawler", minis=17), CRAWLER + "minis: input should be less than or equal to 16, got 17"),
        (card("types", "crawler", specimen_slots=0),
         CRAWLER + "specimen_slots: the type has Unique Specimens, but no space for their cards"),
        (card("types", "crawler", first_contact=["dance"]), CRAWLER + "first_contact[0]: unknown effect 'dance'"),
        (lambda d: (card("types", "crawler", adversary=True)(d), drop("pages", "bay", "setup", "intruders", "E1")(d)),
         RUN + "section 'types': expected at least one Intruder that is no Adversary"),
        (card("specimens", "runt", type="crawlr"),
         RUNT + "type: unknown Intruder type 'crawlr'; did you mean 'crawler'?"),
        (card("specimens", "runt", speed=0), RUNT + "the Unique Specimen changes nothing"),
        (card("specimens", "runt", replaces="bite"), RUNT + "replaces: 'protocol' is missing: what replaces it"),
        (card("specimens", "elder", replaces="bit"),
         ELDER + "replaces: unknown Protocol 'bit' of this Intruder; did you mean 'bite'?"),
        (put("specimens", "elder", "protocol", "hit", value=["dance"]),
         ELDER + "protocol.hit[0]: unknown effect 'dance'"),
    ],
)  # fmt: skip
def test_broken_intruders(change: Change, message: str):
    broken(change, message)


def test_the_protocol_of_a_specimen_that_shoots_needs_the_range_of_its_sheet():
    def short(entries: Data) -> None:
        entries["types"]["crawler"]["protocols"][1].update(reach="melee", linear=False)
        entries["types"]["crawler"]["range"] = 0
        entries["specimens"]["elder"]["protocol"]["reach"] = "ranged"

    broken(short, ELDER + "protocol.reach: the Protocol attacks at range, and Crawler has no 'range'")


def test_breakdowns_do_something_on_both_sides():
    broken(
        drop("breakdowns", "sob", "effects"),
        "breakdowns.yaml: breakdowns 'sob': the front side does nothing; expected 'effects' or 'abilities'",
    )


# -- Discoveries -------------------------------------------------------------------------------------------------

BOOKS = {"location": "dock", "parsec": "near", "intruder": "crawler"}
CRACK = "entries.yaml: entries 'crack': "
GAP = "entries.yaml: entries 'gap': "


def random(books: dict[str, str] = BOOKS, **numbers: int) -> Change:
    """Random Discoveries of the second run."""
    counts = {"location": 2, "parsec": 1, "intruder": 1, **numbers}
    return card("scenarios", "drift", discoveries={**counts, "books": books})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: (d["entries"]["gap"].update(chain="crack"), d["entries"]["gap"].pop("chain_end")),
         GAP + "chain: the chain never ends: crack -> gap -> crack"),
        (card("entries", "crack", chain="crack"), CRACK + "chain: the chain never ends: crack -> crack"),
        (drop("entries", "gap", "chain_end"), GAP + "the chain does not end: 'chain_end: true' is missing"),
        (card("entries", "crack", chain="gp"),
         CRACK + "chain: unknown entry 'gp' of the same section and book; did you mean 'gap'?"),
        (card("entries", "crack", chain="hum"),
         CRACK + "chain: unknown entry 'hum' of the same section and book; expected one of: crack, gap"),
        (card("entries", "crack", chain_end=True),
         CRACK + "chain: the last entry of a chain leads nowhere; leave out 'chain' or 'chain_end'"),
    ],
)  # fmt: skip
def test_chains_of_discoveries_lead_to_an_end(change: Change, message: str):
    broken(change, message)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (card("entries", "gap", number=3),
         GAP + "number: expected 2: the entries of a section count from 1 without gaps"),
        (card("entries", "gap", number=1),
         GAP + "number: expected 2: the entries of a section count from 1 without gaps"),
        (random({"parsec": "near", "intruder": "crawler"}),
         DRIFT + "discoveries.books: 'location' is missing: the set of entries of its 2 tokens"),
        (random({**BOOKS, "parsec": "naer"}),
         DRIFT + "discoveries.books.parsec: no entry of section 'parsec' is in the book 'naer'; did you mean 'near'?"),
        (random({**BOOKS, "intruder": "near"}),
         DRIFT + "discoveries.books.intruder: no entry of section 'intruder' is in the book 'near'; expected one of: "
         "crawler"),
        (random({**BOOKS, "fixed": "cards"}), DRIFT + "discoveries.books.fixed"),
        (card("scenarios", "run", fixed_discoveries=["bunk", "shlf", "bunk"]),
         RUN + "fixed_discoveries[1]: unknown Discovery 'shlf'; did you mean 'shelf'?"),
        (card("scenarios", "run", fixed_discoveries=["bunk", "gap", "bunk"]),
         RUN + "fixed_discoveries[1]: 'gap' is an entry of section 'location'; expected a fixed one"),
        (card("entries", "bunk", code="nte"),
         "entries.yaml: entries 'bunk': code: unknown paragraph 'nte'; did you mean"),
        (card("entries", "bunk", code="page"), "entries.yaml: entries 'bunk': code: unknown paragraph 'page'"),
        (card("entries", "bunk", need={"clu": "x"}), "entries.yaml: entries 'bunk': need: unknown condition 'clu'"),
        (card("entries", "shelf", effects=["dance"]),
         "entries.yaml: entries 'shelf': effects[0]: unknown effect 'dance'"),
        (card("paragraphs", "note", effects=["dance"]),
         "paragraphs.yaml: paragraphs 'note': effects[0]: unknown effect"),
        (card("terrains", "slick", enter=["dance"]),
         "terrains.yaml: terrains 'slick': enter[0]: unknown effect 'dance'"),
        (put("pages", "bay", "setup", "discoveries", value={"D4": 1, "F6": 4}),
         "pages.yaml: pages 'bay': setup.discoveries.F6: there is no Discovery token 4; the scenario has 3"),
        (put("pages", "bay", "setup", "discoveries", value={"D4": 1, "F6": 1}),
         "pages.yaml: pages 'bay': setup.discoveries.F6: the Discovery token 1 lies at two places"),
        (put("scenarios", "run", "track", 2, "token", value=2),
         RUN + "track[2]: the Discovery token 2 lies at two places"),
        (put("pages", "bay", "setup", "discoveries", value={"D4": 1, "F6": "random"}),
         "pages.yaml: pages 'bay': setup.discoveries.F6: the scenario has fixed Discoveries; expected the number of a "
         "token"),
        (drop("scenarios", "run", "track", 2, "token"),
         RUN + "track[2]: the scenario has fixed Discoveries; expected the number of a token"),
        (put("scenarios", "drift", "pages", 0, "setup", "discoveries", value={"D4": 1, "F6": "random"}),
         DRIFT + "pages[0].setup.discoveries.D4: the scenario has random Discoveries; expected 'random'"),
        (put("scenarios", "drift", "track", 0, "token", value=1),
         DRIFT + "track[0]: the scenario has random Discoveries; expected 'random'"),
    ],
)  # fmt: skip
def test_broken_discoveries(change: Change, message: str):
    broken(change, message)


@pytest.mark.rule("ENO-EXT-04-D2")
@pytest.mark.parametrize(
    ("change", "message"),
    [
        (card("scenarios", "run", extraction_start=4),
         RUN + "extraction_start: Extraction needs 4 Discoveries, and the run offers 3 (ENO-EXT-04-D2)"),
        (drop("scenarios", "run", "track", 2),
         RUN + "extraction_start: Extraction needs 3 Discoveries, and the run offers 2 (ENO-EXT-04-D2)"),
        (put("pages", "bay", "setup", "discoveries", value={"D4": 1}),
         RUN + "extraction_start: Extraction needs 3 Discoveries, and the run offers 2 (ENO-EXT-04-D2)"),
        (random(location=1, parsec=0, intruder=0),
         DRIFT + "extraction_start: Extraction needs 2 Discoveries, and the run offers 1 (ENO-EXT-04-D2)"),
        (card("scenarios", "drift", extraction_start=5),
         DRIFT + "extraction_start: Extraction needs 5 Discoveries, and the run offers 4 (ENO-EXT-04-D2)"),
    ],
)  # fmt: skip
def test_a_run_offers_the_discoveries_that_extraction_needs(change: Change, message: str):
    broken(change, message)


# -- what would never work -----------------------------------------------------------------------------------------

IDLE = {"title": "Trick", "passive": [{"power": 1}]}
NEVER_HOLDS = "'timing' is missing: this card is used, a passive ability would never hold"
IN_NO_DECK = "every Spacer has the Standard Multitool, which is in no deck (ENO-GEA-05-D)"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (card("stratagems", "hush", ability=IDLE), "stratagems.yaml: stratagems 'hush': ability: " + NEVER_HOLDS),
        (put("locations", "dock", "engrams", 1, "device", value=IDLE),
         "locations.yaml: locations 'dock': engrams[1].device: " + NEVER_HOLDS),
        (card("scenarios", "run", stratagems=["sprint", "sprint"]), RUN + "stratagems[1]: 'sprint' is given twice"),
        (card("scenarios", "run", counters=["alarm", "tide", "tide"]), RUN + "counters[2]: 'tide' is given twice"),
        (card("pack", "small", clues=["map_scrap", "old_code", "old_code"]),
         SMALL + "clues[2]: 'old_code' is given twice"),
        (card("locations", "dock", flags=["dark", "dark"]),
         "locations.yaml: locations 'dock': flags[1]: 'dark' is given twice"),
        (card("paragraphs", "page", code="0202"),
         "paragraphs.yaml: paragraphs 'page': code: the code 0202 is given twice"),
        (card("scenarios", "run", suits=["deep_suit"] * 3),
         RUN + "suits: 'deep_suit' is given 3 times, and there are 2"),
        (card("entries", "bunk", chain="shelf"),
         "entries.yaml: entries 'bunk': chain: only entries of a random section are chained"),
        (put("pages", "bay", "setup", "intruders", value={"F5": "hunter"}),
         "pages.yaml: pages 'bay': setup.intruders.F5: unknown name 'hunter'; expected one of: crawler"),
        (effects({"flash_attack": "crawler"}), AT + ".effects: 'flash_attack' needs an Adversary, 'crawler' is none"),
        (effects({"may": [{"await_adversary": "crawler"}]}),
         AT + ".effects: 'await_adversary' needs an Adversary, 'crawler' is none"),
        (card("scenarios", "run", loot={"wrench": 1}), RUN + "loot.wrench: " + IN_NO_DECK),
        (card("scenarios", "drift", stash={"wrench": 1}), DRIFT + "stash.wrench: " + IN_NO_DECK),
        (put("scenarios", "run", "loadouts", "bo", value=["knife", "wrench"]), RUN + "loadouts.bo[1]: " + IN_NO_DECK),
    ],
)  # fmt: skip
def test_what_would_never_work(change: Change, message: str):
    broken(change, message)


@pytest.mark.rule("ENO-EXT-02")
def test_a_hidden_extraction_point_is_revealed_by_something():
    message = "pages.yaml: pages 'annex': exits.chute: it is hidden, and nothing in the scenario 'run' reveals it"
    silent = put("pages", "annex", "consoles", "desk", "effects", value=["gain_loot"])
    broken(silent, message)
    changed(silent, card("paragraphs", "note", effects=[{"may": [{"reveal_point": "chute"}]}]))
    changed(silent, put("pages", "annex", "exits", "chute", "hidden", value=False))


def test_the_objective_tokens_of_the_goal_are_there():
    two = put("scenarios", "run", "goal", "number", value=2)
    broken(two, RUN + "goal.number: 2 Objective tokens are wanted, and the run has 1")
    changed(two, card("paragraphs", "note", effects=[{"objective": "sample"}]))
    changed(two, put("pages", "bay", "setup", "objectives", value={"F4": "sample", "C4": "sample"}))
