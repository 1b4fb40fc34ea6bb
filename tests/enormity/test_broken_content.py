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
        ({"roll": {"at_least": 11, "then": ["die"]}}, "[0].roll.at_least: expected a whole number from 1 to 10, got 11"),
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
