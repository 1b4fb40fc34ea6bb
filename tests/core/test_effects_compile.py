"""The general part of the effect vocabulary: parsing, errors, texts, and the rows that are compiled from them."""

from __future__ import annotations

import dataclasses
import enum
import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from envs.core.effects import (
    FIRST_OWN,
    Assembler,
    Condition,
    Effect,
    General,
    Modifier,
    Parameter,
    Place,
    Scene,
    Selector,
    Statistic,
    Step,
    Vocabulary,
    walk,
    word,
)
from envs.core.errors import ContentError


class Own(enum.IntEnum):
    DRAW = FIRST_OWN
    HURT = FIRST_OWN + 1
    SHIFT = FIRST_OWN + 2
    BURN = FIRST_OWN + 3
    LOCK = FIRST_OWN + 4
    TRY = FIRST_OWN + 5


TOY = Vocabulary(
    effects={
        "draw": Effect("draw", Own.DRAW, (Parameter("cards", "a", 1, 5),), short="cards", text="draw {cards}"),
        "hurt": Effect(
            "hurt", Own.HURT, (Parameter("amount", "a", 1, 3),), short="amount", who="d", text="{who}: -{amount}"
        ),
        "shift": Effect(
            "shift",
            Own.SHIFT,
            (word("to", "a", {"left": 1, "right": 2}), Parameter("quietly", "b", flag=True, default=0)),
            short="to",
            who="d",
            reach="e",
            units="crew",
            text="shift {who} {to}",
        ),
        "burn": Effect(
            "burn", Own.BURN, actor="crew", touches=frozenset({"beasts"}), cards=frozenset({"plan"}), text="burn"
        ),
    },
    selectors={
        "target": Selector(0, "{target}", "target"),
        "self": Selector(1, "{self}", "own", actor=True),
        "crew": Selector(2, "the crew", "crew"),
        "beasts": Selector(3, "all beasts", "beasts"),
        "seen": Selector(4, "all in sight", "any", ranged=True, each="each in sight"),
    },
    conditions={
        "ready": Condition(7, text="ready"),
        "tired": Condition(6, text="{is} tired", about=True),
        "rope": Condition(5, (Parameter("yards", "b", 1, 9),), "{has} {yards} yards of rope", about=True),
        "fuel": Condition(8, (Parameter("number", "b", 1, 9),), "fuel is {number}"),
        "gauge": Condition(
            9, (Parameter("name", "b", named="counter"), Parameter("at_least", "c", -9, 9)), "{name} is {at_least}"
        ),
    },
    statistics={
        "armor": Statistic(1, "{amount} armor"),
        "stuck": Statistic(2, "stuck", flag=True, steady=True),
        "tame": Statistic(3, "tame", flag=True, passive=False),
    },
    scopes={"self": (0, ""), "all": (1, "all")},
    whens={"always": (0, ""), "hurt": (1, "while hurt")},
    options=3,
    die=6,
)
PLACE = Place("cards.yaml", "cards 'test'", ("effects",))
SCENE = Scene("plan", target="any", own="crew", default="target", names={"counter": ("steam", "tide")})


def parse(effects: Any, scene: Scene = SCENE) -> tuple[Step, ...]:
    return TOY.parse(effects, PLACE, scene)


def compiled(effects: Any, scene: Scene = SCENE, before: int = 0) -> list[list[int]]:
    assembler = Assembler(TOY, 500, 50)
    for _ in range(before):
        assembler.add(parse(["win"]), PLACE)
    first, end = assembler.add(parse(effects, scene), PLACE)
    assert end == len(assembler.ops)
    return assembler.ops[first:end]


def row(code: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0) -> list[int]:
    return [int(code), a, b, c, d, e]


# -- rows ----------------------------------------------------------------------------------------------------


def test_plain_effects_fill_their_slots_and_an_END_closes_the_list():
    assert compiled([{"draw": 2}, {"hurt": {"amount": 3, "who": "crew"}}]) == [
        row(Own.DRAW, a=2),
        row(Own.HURT, a=3, d=2),
        row(General.END),
    ]


def test_an_empty_list_has_no_operations():
    assert compiled([]) == []


def test_short_form_bare_word_and_full_form_are_the_same():
    assert parse([{"hurt": 2}]) == parse([{"hurt": {"amount": 2}}]) == parse([{"hurt": {"amount": 2, "who": "target"}}])
    assert parse(["burn"]) == parse([{"burn": {}}])


def test_words_flags_and_ranges():
    assert compiled([{"shift": {"to": "right", "quietly": True, "who": "seen", "range": 4}}])[0] == row(
        Own.SHIFT, a=2, b=1, d=4, e=4
    )


def test_roll_with_and_without_otherwise_and_absolute_counters():
    assert compiled([{"roll": {"at_least": 4, "then": [{"draw": 1}]}}], before=1) == [
        row(General.ROLL, a=4, b=4),
        row(Own.DRAW, a=1),
        row(General.END),
    ]
    assert compiled([{"roll": {"at_least": 4, "then": [{"draw": 1}], "otherwise": [{"draw": 2}]}}]) == [
        row(General.ROLL, a=4, b=3),
        row(Own.DRAW, a=1),
        row(General.JUMP, a=4),
        row(Own.DRAW, a=2),
        row(General.END),
    ]


def test_if_with_arguments_of_its_condition():
    assert compiled([{"if": {"fuel": 3, "then": ["win"]}}])[0] == row(General.IF, a=8, b=3, d=2)
    gauge = {"gauge": {"name": "tide", "at_least": -2}, "otherwise": ["lose"]}
    assert compiled([{"if": gauge}]) == [
        row(General.IF, a=9, b=1, c=-2, d=2),
        row(General.JUMP, a=3),
        row(General.LOSE),
        row(General.END),
    ]


def test_choose_has_a_table_of_jumps_and_each_body_jumps_behind_all():
    assert compiled([{"choose": [{"draw": 1}, [{"draw": 2}, {"draw": 3}]]}, "win"]) == [
        row(General.CHOOSE, a=2),
        row(General.JUMP, a=3),
        row(General.JUMP, a=5),
        row(Own.DRAW, a=1),
        row(General.JUMP, a=8),
        row(Own.DRAW, a=2),
        row(Own.DRAW, a=3),
        row(General.JUMP, a=8),
        row(General.WIN),
        row(General.END),
    ]


def test_texts_of_options_by_the_counter_of_their_choice():
    assembler = Assembler(TOY, 500, 50)
    assembler.add(parse([{"draw": 1}, {"choose": [{"draw": 1}, "win"]}]), PLACE)
    assert assembler.options == {1: ("draw 1", "the game is won")}


def test_may_each_and_repeat():
    assert compiled([{"may": [{"draw": 1}]}]) == [row(General.MAY, a=2), row(Own.DRAW, a=1), row(General.END)]
    assert compiled([{"each": {"who": "seen", "range": 3, "do": [{"hurt": 1}]}}]) == [
        row(General.EACH, a=4, b=2, c=3),
        row(Own.HURT, a=1, d=0),
        row(General.END),
    ]
    assert compiled([{"repeat": {"times": 3, "do": [{"draw": 1}]}}])[0] == row(General.REPEAT, a=3, b=2)


def test_lasting_makes_a_modifier_for_each_statistic():
    assembler = Assembler(TOY, 500, 50)
    assembler.add_modifiers([Modifier(9, 9)], PLACE)
    first, _ = assembler.add(parse([{"lasting": {"armor": -1, "tame": True, "stack": 2, "who": "crew"}}]), PLACE)
    assert assembler.ops[first : first + 2] == [row(General.LASTING, a=1, d=2), row(General.LASTING, a=2, d=2)]
    assert assembler.modifiers[1:] == [Modifier(1, -1, stack=2), Modifier(3, 1, stack=2)]


def test_counters_by_name():
    assert compiled([{"count": "tide"}, {"count": {"counter": "steam", "by": -3}}])[:2] == [
        row(General.COUNT, a=1, b=1),
        row(General.COUNT, a=0, b=-3),
    ]


# -- the compiled form does what the list says ----------------------------------------------------------------


def random_effects(rng: random.Random, depth: int) -> list[Any]:
    def effect() -> Any:
        kind = rng.randrange(8 if depth else 2)
        inner = lambda: random_effects(rng, depth - 1)  # noqa: E731
        if kind == 0:
            return {"draw": rng.randint(1, 5)}
        if kind == 1:
            return {"hurt": rng.randint(1, 3)}
        if kind == 2:
            return {"roll": {"at_least": rng.randint(1, 6), "then": inner(), "otherwise": inner()}}
        if kind == 3:
            return {"if": {"fuel": rng.randint(1, 9), "then": inner()}}
        if kind == 4:
            return {"choose": [inner() for _ in range(rng.randint(2, 3))]}
        if kind == 5:
            return {"may": inner()}
        if kind == 6:
            return {"each": {"who": "beasts", "do": inner()}}
        return {"repeat": {"times": rng.randint(2, 3), "do": inner()}}

    return [effect() for _ in range(rng.randint(1, 3))]


def told(effects: Sequence[Any], luck: Iterator[int], target: int) -> Iterator[tuple[str, int, int]]:
    """What happens, read from the list itself."""
    for entry in effects:
        ((name, value),) = entry.items()
        if name in ("draw", "hurt"):
            yield name, value, target
        elif name in ("roll", "if"):
            bar = value.get("at_least", value.get("fuel"))
            yield from told(value["then"] if next(luck) >= bar else value.get("otherwise", []), luck, target)
        elif name == "choose":
            yield from told(value[next(luck) % len(value)], luck, target)
        elif name == "may":
            if next(luck) % 2:
                yield from told(value, luck, target)
        elif name == "each":
            for unit in (7, 8):
                yield from told(value["do"], luck, unit)
        else:
            for _ in range(value["times"]):
                yield from told(value["do"], luck, target)


def run(ops: list[list[int]], pc: int, end: int, luck: Iterator[int], target: int) -> Iterator[tuple[str, int, int]]:
    """The same by the rules of the operations (`General`)."""
    while pc < end:
        code, a, b, _, d, _ = ops[pc]
        pc += 1
        if code == General.END:
            return
        if code == General.JUMP:
            pc = a
        elif code == General.ROLL:
            pc = pc if next(luck) >= a else b
        elif code == General.IF:
            pc = pc if next(luck) >= b else d
        elif code == General.CHOOSE:
            pc += next(luck) % a
        elif code == General.MAY:
            pc = pc if next(luck) % 2 else a
        elif code in (General.EACH, General.REPEAT):
            for unit in (7, 8) if code == General.EACH else [target] * a:
                yield from run(ops, pc, b, luck, unit)
            pc = b
        else:
            yield Own(code).name.lower(), a, target


def test_compiled_lists_do_what_the_lists_say():
    rng = random.Random(5)
    for _ in range(100):
        effects = random_effects(rng, 3)
        assembler = Assembler(TOY, 100_000, 50)
        assembler.add(parse([{"draw": 1}]), PLACE)
        first, end = assembler.add(parse(effects), PLACE)
        dice = [rng.randint(1, 6) for _ in range(3000)]
        assert list(run(assembler.ops, first, end, iter(dice), 0)) == list(told(effects, iter(dice), 0))


# -- texts -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("effects", "text"),
    [
        ([{"draw": 2}, {"hurt": {"amount": 1, "who": "self"}}], "draw 2, itself: -1"),
        ([{"roll": {"at_least": 5, "then": ["win"], "otherwise": ["lose"]}}],
         "on a roll of 5 or more: the game is won; otherwise: the game is lost"),
        ([{"if": {"fuel": 2, "otherwise": ["lose"]}}], "unless fuel is 2: the game is lost"),
        ([{"choose": ["win", {"draw": 1}]}], "choose: (a) the game is won or (b) draw 1"),
        ([{"may": [{"draw": 1}]}], "you may: draw 1"),
        ([{"each": {"who": "seen", "range": 2, "do": [{"hurt": 1}]}}], "for each in sight within 2: it: -1"),
        ([{"repeat": {"times": 2, "do": ["burn"]}}], "twice: burn"),
        ([{"repeat": {"times": 3, "do": ["burn"]}}], "3 times: burn"),
        ([{"may": [{"draw": 1}]}, "win"], "you may: draw 1; then the game is won"),
        ([{"may": [{"draw": 1}, "win"]}], "you may: draw 1, the game is won"),
        ([{"may": [{"repeat": {"times": 2, "do": ["burn"]}}, "win"]}], "you may: (twice: burn; then the game is won)"),
        ([{"if": {"ready": True, "then": [{"roll": {"at_least": 2, "then": ["win"], "otherwise": ["lose"]}}],
                  "otherwise": ["burn"]}}],
         "if ready: (on a roll of 2 or more: the game is won; otherwise: the game is lost); otherwise: burn"),
        ([{"if": {"tired": True, "then": ["burn"]}}], "if the target is tired: burn"),
        ([{"each": {"who": "crew", "do": [{"if": {"rope": 2, "otherwise": ["burn"]}}]}}],
         "for the crew: unless it has 2 yards of rope: burn"),
        ([{"lasting": {"armor": 1, "stack": 2}}], "this round the target: +1 armor (at most 2)"),
        ([{"count": "tide"}], "tide +1"),
    ],
)  # fmt: skip
def test_texts(effects: list[Any], text: str):
    assert TOY.describe(parse(effects)) == text


@pytest.mark.parametrize(
    ("scene", "text"),
    [
        (Scene("plan", own="crew"), "if it has 2 yards of rope: burn, if it is tired: burn"),
        (Scene("plan", own="crew", self_text="you"), "if you have 2 yards of rope: burn, if you are tired: burn"),
    ],
)
def test_without_a_target_a_condition_is_about_the_acting_unit(scene: Scene, text: str):
    rope = parse([{"if": {"rope": 2, "then": ["burn"]}}], scene)
    tired = parse([{"if": {"tired": True, "then": ["burn"]}}], scene)
    assert f"{TOY.describe(rope)}, {TOY.describe(tired)}" == text


def test_text_of_a_modifier():
    assert TOY.describe_modifier({"armor": -1, "scope": "all", "when": "hurt"}) == "all: -1 armor while hurt"


# -- errors ----------------------------------------------------------------------------------------------------

NOBODY = Scene("plan")


@pytest.mark.parametrize(
    ("effects", "message"),
    [
        ({"draw": 1}, "effects: expected a list of effects"),
        ([{"draw": 1, "hurt": 1}], r"effects\[0\]: expected an effect as a word or as a mapping with one key"),
        ([{"drw": 1}], r"effects\[0\]: unknown effect 'drw'; did you mean 'draw'\?"),
        ([{"draw": 9}], r"effects\[0\]\.draw\.cards: expected a whole number from 1 to 5, got 9"),
        ([{"draw": True}], "expected a whole number from 1 to 5, got True"),
        ([{"draw": 1.5}], "expected a whole number from 1 to 5, got 1.5"),
        (["draw"], r"effects\[0\]\.draw: 'cards' is missing"),
        ([{"draw": {"cards": 1, "crads": 2}}], r"draw: unknown key 'crads'; did you mean 'cards'\?"),
        ([{"shift": "up"}], r"shift\.to: unknown word 'up'; expected one of: left, right"),
        ([{"shift": 1}], r"shift\.to: expected one of: left, right; got 1"),
        ([{"shift": {"to": "left", "quietly": 1}}], r"quietly: expected true or false, got 1"),
        ([{"shift": {"to": "left", "who": "beasts"}}], "works on crew, but 'beasts' selects beasts"),
        ([{"shift": {"to": "left", "who": "seen"}}], "'range' is missing: 'seen' needs one"),
        ([{"shift": {"to": "left", "range": 2}}], "'target' takes no range"),
        ([{"shift": {"to": "left", "who": "seen", "range": 0}}], "expected a whole number from 1 to 19, got 0"),
        ([{"hurt": {"amount": 1, "who": "seen"}}], "'seen' needs a range, which 'hurt' does not take; use 'each'"),
        ([{"hurt": {"amount": 1, "who": ["crew"]}}], r"who: unknown selector \['crew'\]"),
        ([{"hurt": {"amount": 1, "who": "beest"}}], r"who: unknown selector 'beest'; did you mean 'beasts'\?"),
        ([{"roll": {"then": ["win"]}}], "'at_least' is missing: a whole number from 1 to 6"),
        ([{"roll": {"at_least": 7, "then": ["win"]}}], "expected a whole number from 1 to 6, got 7"),
        ([{"roll": {"at_least": 3}}], "'then' is missing: a list of effects"),
        ([{"roll": {"at_least": 3, "then": [{"drw": 1}]}}], r"effects\[0\]\.roll\.then\[0\]: unknown effect 'drw'"),
        ([{"if": {"then": ["win"]}}], "expected exactly one condition"),
        ([{"if": {"redy": True, "then": ["win"]}}], r"unknown condition 'redy'; did you mean 'ready'\?"),
        ([{"if": {"ready": False, "then": ["win"]}}], "expected true, got False; for the contrary use 'otherwise'"),
        ([{"if": {"gauge": {"name": "tid", "at_least": 1}, "then": ["win"]}}], "unknown counter 'tid'; did you mean"),
        ([{"choose": ["win"]}], "expected a list of 2 to 3 options"),
        ([{"choose": ["win"] * 4}], "expected a list of 2 to 3 options"),
        ([{"may": []}], "expected at least one effect"),
        ([{"each": {"who": "crew", "to": []}}], r"each: unknown key 'to'; expected one of: do, range, who"),
        ([{"repeat": {"times": 1, "do": ["win"]}}], r"repeat\.times: expected a whole number from 2 to 9, got 1"),
        ([{"lasting": {"who": "crew"}}], "expected at least one of: armor, stuck, tame"),
        ([{"lasting": {"armor": 0}}], "a change by 0 does nothing"),
        ([{"lasting": {"armor": 1, "scope": "all"}}], "unknown key 'scope'"),
        ([{"lasting": {"stuck": 2}}], "stuck: expected true, got 2"),
        ([{"count": "heat"}], "unknown counter 'heat'"),
        ([{"win": 3}], "expected no argument, got 3"),
    ],
)  # fmt: skip
def test_errors_name_the_place_and_the_near_match(effects: Any, message: str):
    with pytest.raises(ContentError, match=message) as caught:
        parse(effects)
    assert str(caught.value).startswith("cards.yaml: cards 'test': effects")


@pytest.mark.parametrize(
    ("effects", "scene", "message"),
    [
        ([{"hurt": 1}], NOBODY, "'who' is missing"),
        ([{"hurt": {"amount": 1, "who": "target"}}], NOBODY, "there is no target here"),
        ([{"hurt": {"amount": 1, "who": "self"}}], NOBODY, "needs an acting unit, and this card has none"),
        ([{"lasting": {"armor": 1, "who": "crew"}}], NOBODY, "a lasting effect needs an acting unit"),
        (
            [{"if": {"tired": True, "then": ["win"]}}],
            NOBODY,
            "no unit that the condition could be about; use it inside",
        ),
        (["burn"], Scene("plan", own="beasts"), "one of the crew acts"),
        (["burn"], Scene("event", own="crew"), "stands on plan cards only, got 'event'"),
    ],
)
def test_errors_that_depend_on_the_card(effects: Any, scene: Scene, message: str):
    with pytest.raises(ContentError, match=message):
        parse(effects, scene)


def test_inside_each_there_is_a_target():
    assert compiled([{"each": {"who": "beasts", "do": [{"hurt": 1}]}}], NOBODY)[1] == row(Own.HURT, a=1, d=0)
    with pytest.raises(ContentError, match="works on crew, but 'target' selects beasts"):
        parse([{"each": {"who": "beasts", "do": [{"shift": "left"}]}}], NOBODY)


def test_passive_modifiers():
    assert TOY.modifiers({"armor": 2, "scope": "all", "when": "hurt"}, PLACE) == (Modifier(1, 2, 1, 1),)
    with pytest.raises(ContentError, match="'stuck' must hold for the card's own unit at all times"):
        TOY.modifiers({"stuck": True, "when": "hurt"}, PLACE)
    with pytest.raises(ContentError, match="'tame' may stand in a lasting effect only"):
        TOY.modifiers({"tame": True}, PLACE)
    with pytest.raises(ContentError, match=r"scope: unknown word 'al'; did you mean 'all'\?"):
        TOY.modifiers({"armor": 2, "scope": "al"}, PLACE)


def test_capacity_is_an_error_that_names_the_card():
    with pytest.raises(ContentError, match=r"cards 'test': effects: the pack needs more than 3 operations"):
        Assembler(TOY, 3, 9).add(parse([{"draw": 1}, {"draw": 1}, {"draw": 1}]), PLACE)
    with pytest.raises(ContentError, match="the pack needs more than 1 modifiers"):
        Assembler(TOY, 9, 1).add(parse([{"lasting": {"armor": 1, "tame": True}}]), PLACE)
    with pytest.raises(ContentError, match="the pack needs more than 1 modifiers"):
        Assembler(TOY, 9, 1).add_modifiers([Modifier(1, 1), Modifier(1, 1)], PLACE)


# -- questions ---------------------------------------------------------------------------------------------------


def test_which_units_a_list_can_affect():
    one_target = Scene("plan", target="beasts", own="crew", default="target")
    assert TOY.touches(parse([{"hurt": 1}], one_target), "beasts")
    assert not TOY.touches(parse([{"hurt": 1}], one_target), "crew")
    assert TOY.touches(parse([{"hurt": {"amount": 1, "who": "self"}}], one_target), "crew")
    assert TOY.touches(parse([{"may": [{"each": {"who": "crew", "do": [{"hurt": 1}]}}]}], one_target), "crew")
    assert TOY.touches(parse(["burn"]), "beasts")
    assert TOY.touches(parse([{"hurt": 1}]), "crew"), "a target of any group"
    assert not TOY.touches(parse([{"draw": 1}]), "crew")


def test_walk_visits_inner_steps():
    steps = parse([{"may": [{"choose": ["win", {"draw": 1}]}]}, "lose"])
    assert [step.name for step in walk(steps)] == ["may", "choose", "win", "draw", "lose"]


# -- what a vocabulary may have besides --------------------------------------------------------------------------

KIT = dataclasses.replace(
    TOY,
    effects={
        **TOY.effects,
        "lock": Effect("lock", Own.LOCK, (Parameter("hatch", "b", named="hatches", first=1),), short="hatch", who="d",
                       fixed={"a": 7, "c": 8}, text="{who}: lock {hatch}"),
        "shut": Effect("shut", Own.LOCK, fixed={"a": 9}, text="shut all"),
        "try": Effect("try", Own.TRY, (Parameter("skill", "a", 1, 5),), short="skill", branch="c",
                      text="on a test of {skill}"),
    },
    conditions={**TOY.conditions, "fed": Condition(11, text="{is} fed", about=True, units="crew")},
    statistics={
        **TOY.statistics,
        "wit": Statistic(4, "{amount} wit", arg=1),
        "grip": Statistic(4, "{amount} grip", arg=2),
    },
    scopes={},
    whens={},
    untils={"turn": (0, "this turn"), "always": (3, "for good")},
    conditional=True,
)  # fmt: skip
DECK = dataclasses.replace(SCENE, names={**SCENE.names, "hatches": ("fore", "aft")})


def kit(effects: Any, scene: Scene = DECK) -> tuple[Step, ...]:
    return KIT.parse(effects, PLACE, scene)


def kit_rows(effects: Any) -> list[list[int]]:
    assembler = Assembler(KIT, 500, 50)
    assembler.add(kit(effects), PLACE)
    return assembler.ops[:-1]


def test_fixed_slots_cannot_be_written_and_names_may_count_from_another_number():
    assert kit_rows([{"lock": "aft"}, "shut"]) == [row(Own.LOCK, a=7, b=2, c=8), row(Own.LOCK, a=9)]
    assert KIT.describe(kit([{"lock": {"hatch": "fore", "who": "crew"}}])) == "the crew: lock fore"
    for effect, message in (
        ({"lock": {"hatch": "aft", "a": 1}}, r"lock: unknown key 'a'"),
        ({"lock": "aff"}, r"lock\.hatch: unknown hatches 'aff'; did you mean 'aft'\?"),
        ({"shut": 1}, r"shut: expected a mapping of arguments, got 1"),
    ):
        with pytest.raises(ContentError, match=message):
            kit([effect])


def test_names_are_shown_by_their_titles():
    titled = dataclasses.replace(DECK, titles={"hatches": ("the fore hatch", "the aft hatch"), "counter": ("S", "T")})
    assert KIT.describe(kit([{"lock": "aft"}], titled)) == "the target: lock the aft hatch"
    gauge = {"gauge": {"name": "tide", "at_least": 2}}
    assert KIT.condition(gauge, PLACE, titled)[1] == "T is 2"
    assert KIT.condition(gauge, PLACE, DECK)[1] == "tide is 2"


def test_an_effect_with_a_branch_goes_on_in_one_of_two_ways():
    both = {"try": {"skill": 2, "then": [{"draw": 1}, {"draw": 2}], "otherwise": ["win"]}}
    assert kit_rows([both]) == [
        row(Own.TRY, a=2, c=4),
        row(Own.DRAW, a=1),
        row(Own.DRAW, a=2),
        row(General.JUMP, a=5),
        row(General.WIN),
    ]
    assert kit_rows([{"try": {"skill": 2, "then": [{"draw": 1}]}}, "lose"]) == [
        row(Own.TRY, a=2, c=2),
        row(Own.DRAW, a=1),
        row(General.LOSE),
    ]
    assert kit_rows([{"try": {"skill": 2, "otherwise": [{"draw": 1}]}}])[:2] == [
        row(Own.TRY, a=2, c=2),
        row(General.JUMP, a=3),
    ]
    assert [step.name for step in walk(kit([both]))] == ["try", "draw", "draw", "win"]
    assert KIT.touches(kit([{"try": {"skill": 1, "then": ["burn"]}}]), "beasts")


@pytest.mark.parametrize(
    ("effects", "text"),
    [
        ([{"try": {"skill": 2, "then": [{"draw": 1}], "otherwise": ["win"]}}],
         "on a test of 2: draw 1; otherwise: the game is won"),
        ([{"try": {"skill": 2, "otherwise": ["lose"]}}], "unless a test of 2: the game is lost"),
        ([{"try": {"skill": 2, "then": ["win"]}}, "lose"], "on a test of 2: the game is won; then the game is lost"),
        ([{"try": {"skill": 2, "then": [{"may": ["win"]}], "otherwise": ["lose"]}}],
         "on a test of 2: (you may: the game is won); otherwise: the game is lost"),
    ],
)  # fmt: skip
def test_texts_of_branches(effects: list[Any], text: str):
    assert KIT.describe(kit(effects)) == text


@pytest.mark.parametrize(
    ("effect", "message"),
    [
        ({"try": 2}, r"effects\[0\]\.try: 'then' is missing: a list of effects"),
        ({"try": {"then": ["win"]}}, r"effects\[0\]\.try: 'skill' is missing"),
        ({"try": {"skill": 2, "than": ["win"]}}, r"try: unknown key 'than'; did you mean 'then'\?"),
        ({"try": {"skill": 2, "then": ["wn"]}}, r"try\.then\[0\]: unknown effect 'wn'; did you mean 'win'\?"),
        ({"draw": {"cards": 1, "then": ["win"]}}, "draw: unknown key 'then'"),
    ],
)
def test_broken_branches(effect: Any, message: str):
    with pytest.raises(ContentError, match=message):
        kit([effect])


def test_statistics_of_one_number_are_told_apart():
    found = KIT.modifiers({"wit": 1, "grip": -2}, PLACE)
    assert found == (Modifier(4, 1, arg=1), Modifier(4, -2, arg=2))
    assert KIT.describe_modifier({"grip": -2, "wit": 1}) == "+1 wit and -2 grip"
    assert TOY.modifiers({"armor": 1}, PLACE)[0].arg == 0


def test_a_lasting_effect_may_say_how_long_it_holds():
    assembler = Assembler(KIT, 500, 50)
    assembler.add(kit([{"lasting": {"armor": 2, "grip": 1, "until": "always", "who": "crew"}}]), PLACE)
    assert assembler.ops[:2] == [row(General.LASTING, a=0, b=3, d=2), row(General.LASTING, a=1, b=3, d=2)]
    assert assembler.modifiers == [Modifier(1, 2), Modifier(4, 1, arg=2)]
    assert KIT.describe(kit([{"lasting": {"armor": 2, "until": "turn"}}])) == "this turn the target: +2 armor"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"armor": 1}, r"lasting\.until: expected one of: turn, always; got None"),
        ({"armor": 1, "until": "dusk"}, r"lasting\.until: expected one of: turn, always; got 'dusk'"),
        ({"armor": 1, "until": ["turn"]}, r"lasting\.until: expected one of: turn, always; got \['turn'\]"),
        ({"armor": 1, "until": "turn", "stack": 2}, r"lasting: unknown key 'stack'"),
        ({"armor": 1, "until": "turn", "when": {"ready": True}}, r"lasting: unknown key 'when'"),
        ({"until": "turn"}, r"lasting: expected at least one of: armor, stuck, tame, wit, grip"),
        ({"armor": 1, "until": "turn", "who": "seen"}, r"lasting\.who: 'seen' needs a range"),
    ],
)
def test_broken_lasting_effects_with_an_end(given: Any, message: str):
    with pytest.raises(ContentError, match=message):
        kit([{"lasting": given}])


def test_without_ends_a_lasting_effect_has_none():
    with pytest.raises(ContentError, match="unknown key 'until'"):
        parse([{"lasting": {"armor": 1, "until": "turn"}}])


def test_a_change_may_hold_on_a_condition():
    change = {"armor": 1, "grip": 2, "when": {"rope": 3}}
    assert KIT.modifiers(change, PLACE, DECK) == (
        Modifier(1, 1, condition=5, argument=3),
        Modifier(4, 2, condition=5, argument=3, arg=2),
    )
    assert KIT.describe_modifier(change, PLACE, DECK) == "+1 armor and +2 grip while the target has 3 yards of rope"
    assert KIT.modifiers({"armor": 1, "when": {"ready": True}}, PLACE) == (Modifier(1, 1, condition=7),)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"armor": 1, "when": "hurt"}, r"when: expected a mapping of arguments, got 'hurt'"),
        ({"armor": 1, "when": {}}, r"when: expected exactly one condition, got \[\]"),
        ({"armor": 1, "when": {"redy": True}}, r"when: unknown condition 'redy'; did you mean 'ready'\?"),
        ({"armor": 1, "when": {"gauge": {"name": "tide", "at_least": 2}}},
         "when: a condition with two arguments cannot stand here; use the 'need' of the ability"),
        ({"stuck": True, "when": {"ready": True}}, "stuck: 'stuck' must hold for the card's own unit at all times"),
        ({"armor": 1, "scope": "all"}, "unknown key 'scope'"),
    ],
)  # fmt: skip
def test_broken_changes_on_a_condition(change: Any, message: str):
    with pytest.raises(ContentError, match=message):
        KIT.modifiers(change, PLACE, DECK)


@pytest.mark.parametrize(
    ("given", "slots", "text"),
    [
        ({"ready": True}, (7, 0, 0), "ready"),
        ({"fuel": 3}, (8, 3, 0), "fuel is 3"),
        ({"fuel": {"number": 3}}, (8, 3, 0), "fuel is 3"),
        ({"gauge": {"name": "tide", "at_least": -2}}, (9, 1, -2), "tide is -2"),
        ({"tired": True}, (6, 0, 0), "the target is tired"),
    ],
)
def test_conditions_by_themselves(given: Any, slots: tuple[int, ...], text: str):
    found, words = KIT.condition(given, PLACE, DECK)
    assert found == dict(zip("abc", slots, strict=True))
    assert words == text


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, r"effects: expected exactly one condition, got \[\]"),
        (None, r"effects: expected exactly one condition, got \[\]"),
        ({"ready": True, "fuel": 1}, r"effects: expected exactly one condition, got \['ready', 'fuel'\]"),
        (["ready"], r"effects: expected a mapping of arguments, got \['ready'\]"),
        ({"ready": 1}, r"effects\.ready: expected true, got 1"),
        ({"fuel": 10}, r"effects\.fuel\.number: expected a whole number from 1 to 9, got 10"),
        ({"gauge": 3}, r"effects\.gauge: expected a mapping of arguments, got 3"),
        ({"fuel": {"number": 1, "nmber": 2}}, r"effects\.fuel: unknown key 'nmber'; did you mean 'number'\?"),
        ({"ful": 1}, r"effects: unknown condition 'ful'; did you mean 'fuel'\?"),
    ],
)
def test_broken_conditions_by_themselves(given: Any, message: str):
    with pytest.raises(ContentError, match=message):
        KIT.condition(given, PLACE, DECK)


def test_a_condition_of_a_group_is_about_the_acting_unit_if_the_target_is_of_another():
    def words(**scene: Any) -> str:
        return KIT.condition({"fed": True}, PLACE, Scene("plan", self_text="you", **scene))[1]

    assert words(own="crew", target="beasts") == "you are fed"
    assert words(own="crew") == "you are fed"
    assert words(own="crew", target="crew") == "the target is fed"
    assert words(own="beasts", target="crew") == "the target is fed"
    assert words(own="beasts", target="beasts") == "the target is fed", "nobody is of the group, so none is it more"
    tired = KIT.condition({"tired": True}, PLACE, Scene("plan", own="crew", target="beasts", self_text="you"))
    assert tired[1] == "the target is tired", "a condition on any unit"
