"""The JSON schema of content files says what the models and the parser of effects say."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest
from pydantic import ConfigDict, Field

from envs.core import effects
from envs.core.content import Changes, ConditionOf, Effects, Form, or_word
from envs.core.content_schema import CONTROL, file_schema
from envs.core.errors import ContentError
from tests import json_schema
from tests.core.test_effects_compile import DECK, KIT, PLACE, SCENE, TOY


class Aim(Form):
    """Where to."""

    model_config = ConfigDict(json_schema_extra=or_word("here", "there"))

    steps: int = Field(1, ge=1, le=4)


class Plan(Form):
    """A plan of the crew."""

    title: str
    kind: str | None = None
    class_: int = Field(0, alias="class", ge=0, le=3)
    aim: Aim | None = None
    effects: Effects = Field(default_factory=list)
    late: Effects | None = Field(None, min_length=1)
    passive: Changes = Field(default_factory=list)


class Beast(Form):
    """A beast."""

    title: str


SCHEMA = file_schema("Toy", {"plans": Plan, "beasts": Beast}, TOY)


def fits(effect: Any) -> bool:
    return json_schema.fits({"plans": {"x": {"title": "X", "effects": [effect]}}}, SCHEMA)


def parses(effect: Any) -> bool:
    try:
        TOY.parse([effect], PLACE, SCENE)
    except ContentError:
        return False
    return True


def test_it_is_plain_data_with_a_dialect() -> None:
    assert json.loads(json.dumps(SCHEMA)) == SCHEMA
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert SCHEMA["title"] == "Toy"
    assert list(SCHEMA["properties"]) == ["plans", "beasts"]
    assert SCHEMA["$defs"]["Plan"]["description"] == "A plan of the crew."
    assert "title" not in SCHEMA["$defs"]["Plan"]["properties"]["kind"]


def test_every_general_effect_of_the_parser_is_in_it() -> None:
    assert CONTROL.keys() == effects._CONTROL.keys()
    properties = SCHEMA["$defs"]["effect"]["anyOf"][1]["properties"]
    assert list(properties) == [*TOY.effects, *CONTROL]
    assert properties["burn"]["description"] == "burn; on plan cards only"
    assert properties["draw"]["description"] == "draw {cards}"
    assert SCHEMA["$defs"]["effect"]["anyOf"][0]["enum"] == ["burn", "win", "lose"]
    assert properties["if"]["properties"].keys() == TOY.conditions.keys() | {"then", "otherwise"}


@pytest.mark.parametrize(
    "entry",
    [
        {"title": "X"},
        {"title": "X", "kind": None, "class": 3},
        {"title": "X", "aim": "here"},
        {"title": "X", "aim": {"steps": 4}},
        {"title": "X", "late": ["win"], "passive": [{"armor": -1, "scope": "all", "when": "hurt"}]},
        {"title": "X", "passive": [{"stuck": True}]},
    ],
)
def test_entries_that_fit(entry) -> None:
    assert json_schema.fits({"plans": {"x": entry}}, SCHEMA)


@pytest.mark.parametrize(
    "file",
    [
        {"plan": {}},
        {"plans": {"x": {}}},
        {"plans": {"X": {"title": "X"}}},
        {"plans": {"1x": {"title": "X"}}},
        {"plans": {"x": {"title": 1}}},
        {"plans": {"x": {"title": "X", "class_": 1}}},
        {"plans": {"x": {"title": "X", "class": 4}}},
        {"plans": {"x": {"title": "X", "aim": "away"}}},
        {"plans": {"x": {"title": "X", "aim": {"step": 1}}}},
        {"plans": {"x": {"title": "X", "effects": "win"}}},
        {"plans": {"x": {"title": "X", "late": ["wins"]}}},
        {"plans": {"x": {"title": "X", "passive": [{"armor": 0}]}}},
        {"plans": {"x": {"title": "X", "passive": [{"armor": 10}]}}},
        {"plans": {"x": {"title": "X", "passive": [{"armour": 1}]}}},
        {"plans": {"x": {"title": "X", "passive": [{"stuck": False}]}}},
        {"plans": {"x": {"title": "X", "passive": [{"armor": 1, "scope": "some"}]}}},
        {"plans": {"x": {"title": "X", "passive": [{"tame": True}]}}},
        {"plans": {"x": {"title": "X", "passive": [{}]}}},
        {"beasts": {"x": {"title": "X", "effects": []}}},
        {"beasts": []},
        [],
    ],
    ids=str,
)
def test_files_that_do_not_fit(file) -> None:
    assert not json_schema.fits(file, SCHEMA)


GOOD = [
    "burn", "win", {"win": True}, {"burn": {}}, {"draw": 2}, {"draw": {"cards": 5}}, {"hurt": {"amount": 1}},
    {"hurt": {"amount": 3, "who": "crew"}}, {"shift": "left"}, {"shift": {"to": "right", "quietly": True}},
    {"shift": {"to": "left", "who": "seen", "range": 3}}, {"roll": {"at_least": 6, "then": ["win"]}},
    {"roll": {"at_least": 1, "then": ["burn"], "otherwise": [{"draw": 1}]}}, {"if": {"ready": True, "then": ["win"]}},
    {"if": {"fuel": 4, "otherwise": ["lose"]}}, {"if": {"fuel": {"number": 4}, "then": ["lose"]}},
    {"if": {"gauge": {"name": "steam", "at_least": 3}, "then": ["win"]}}, {"choose": [[{"draw": 1}], "burn"]},
    {"may": [{"may": ["burn"]}]}, {"each": {"who": "beasts", "do": [{"hurt": 1}]}},
    {"each": {"who": "seen", "range": 19, "do": ["burn"]}}, {"repeat": {"times": 9, "do": ["burn"]}},
    {"lasting": {"armor": 1}}, {"lasting": {"stuck": True, "who": "beasts", "stack": 2}}, {"count": "tide"},
    {"count": {"counter": "tide", "by": -9}}, {"lasting": {"tame": True, "who": "beasts"}},
]  # fmt: skip

BAD = [
    "draw", "dance", {}, 3, None, ["win"], {"burn": 1, "win": True}, {"burn": 1}, {"win": 1}, {"draw": None},
    {"draw": 0}, {"draw": 6}, {"draw": True}, {"draw": "two"}, {"draw": {"card": 1}}, {"draw": {}},
    {"draw": {"cards": 1, "who": "crew"}}, {"hurt": {"amount": 1, "who": "nobody"}}, {"shift": "up"}, {"shift": 1},
    {"hurt": {"amount": 1, "who": "seen"}}, {"shift": {"to": "left", "who": "beasts"}},
    {"shift": {"to": "left", "quietly": 1}}, {"shift": {"to": "left", "who": "seen", "range": 20}},
    {"roll": {"at_least": 7, "then": ["win"]}}, {"roll": {"at_least": 3}}, {"roll": {"then": ["win"]}}, {"roll": 3},
    {"if": {"then": ["win"]}}, {"if": {"ready": True}}, {"if": {"ready": True, "fuel": 1, "then": ["win"]}},
    {"if": {"ready": False, "then": ["win"]}}, {"if": {"fuel": 10, "then": ["win"]}},
    {"if": {"gauge": "steam", "then": ["win"]}}, {"if": {"gauge": {"name": "steam"}, "then": ["win"]}},
    {"choose": ["burn"]}, {"choose": ["burn"] * 4}, {"choose": ["burn", "dance"]}, {"may": []}, {"may": "burn"},
    {"each": {"who": "beasts"}}, {"each": {"who": "beasts", "do": []}}, {"repeat": {"times": 1, "do": ["burn"]}},
    {"repeat": {"times": 2}}, {"lasting": {}}, {"lasting": {"armor": 1, "scope": "all"}}, {"count": {"by": 1}},
    {"lasting": {"armor": 1, "who": "seen"}}, {"count": {"counter": "tide", "by": 10}}, {"count": 1},
    {"may": [{"may": ["dance"]}]},
]  # fmt: skip


@pytest.mark.parametrize("effect", GOOD, ids=str)
def test_effects_that_fit(effect) -> None:
    assert parses(effect)
    assert fits(effect)


@pytest.mark.parametrize("effect", BAD, ids=str)
def test_effects_that_do_not_fit(effect) -> None:
    assert not parses(effect)
    assert not fits(effect)


def test_whatever_the_parser_takes_fits() -> None:
    """All effects with all arguments, each with values around and beyond its range."""
    values = [True, False, "left", "target", "self", "crew", "beasts", "seen", *range(-10, 11)]
    taken = 0
    for name, effect in TOY.effects.items():
        names = [*(p.name for p in effect.parameters), "who", "range"]
        chosen = [few for count in range(3) for few in itertools.combinations(names, count)]
        for few in chosen:
            for given in itertools.product(values, repeat=len(few)):
                trial = {name: dict(zip(few, given, strict=True))}
                if parses(trial):
                    taken += 1
                    assert fits(trial), trial
        for value in (None, *values):
            if parses({name: value}):
                taken += 1
                assert fits({name: value}), {name: value}
    assert taken > 30


# -- conditions as fields, branches, and lasting effects with an end ---------------------------------------------


class Order(Form):
    """An order, which may depend on something."""

    effects: Effects = Field(default_factory=list)
    need: ConditionOf | None = None
    passive: Changes = Field(default_factory=list)


KIT_SCHEMA = file_schema("Kit", {"orders": Order}, KIT)


def order_fits(**entry: Any) -> bool:
    return json_schema.fits({"orders": {"x": entry}}, KIT_SCHEMA)


def kit_parses(effect: Any) -> bool:
    try:
        KIT.parse([effect], PLACE, DECK)
    except ContentError:
        return False
    return True


def test_only_a_vocabulary_with_conditions_for_changes_defines_one() -> None:
    assert "condition" not in SCHEMA["$defs"]
    assert KIT_SCHEMA["$defs"]["condition"]["properties"].keys() == KIT.conditions.keys()
    assert KIT_SCHEMA["$defs"]["change"]["properties"]["when"] == {"$ref": "#/$defs/condition"}
    assert "scope" not in KIT_SCHEMA["$defs"]["change"]["properties"], "the vocabulary has no scopes"
    assert SCHEMA["$defs"]["change"]["properties"]["when"] == {"enum": ["always", "hurt"]}
    lasting = KIT_SCHEMA["$defs"]["effect"]["anyOf"][1]["properties"]["lasting"]
    assert lasting["properties"]["until"] == {"enum": ["turn", "always"]}
    assert "stack" not in lasting["properties"]
    assert "shut" in KIT_SCHEMA["$defs"]["effect"]["anyOf"][0]["enum"], "its fixed slots need not be written"


CONDITIONS: list[tuple[Any, bool]] = [
    ({"ready": True}, True),
    ({"rope": 3}, True),
    ({"rope": {"yards": 3}}, True),
    ({"gauge": {"name": "tide", "at_least": -9}}, True),
    ({}, False),
    ({"ready": False}, False),
    ({"rope": 10}, False),
    ({"rope": {"yard": 3}}, False),
    ({"gauge": "tide"}, False),
    ({"gauge": {"name": "tide"}}, False),
    ({"ready": True, "rope": 3}, False),
    ({"red": True}, False),
    ("ready", False),
    (["ready"], False),
]


@pytest.mark.parametrize(("condition", "good"), CONDITIONS)
def test_a_field_with_a_condition(condition: Any, good: bool) -> None:
    assert order_fits(need=condition) == good
    try:
        KIT.condition(condition, PLACE, DECK)
    except ContentError:
        assert not good
    else:
        assert good


@pytest.mark.parametrize(("condition", "good"), CONDITIONS)
def test_a_change_on_a_condition(condition: Any, good: bool) -> None:
    assert order_fits(passive=[{"armor": 1, "when": condition}]) == good


def test_changes_without_words_for_scope_and_time() -> None:
    assert order_fits(passive=[{"wit": 1, "grip": -1}])
    assert not order_fits(passive=[{"armor": 1, "scope": "all"}])
    assert not order_fits(passive=[{"armor": 1, "when": "hurt"}])


@pytest.mark.parametrize(
    "effect",
    [
        "shut", {"shut": {}}, {"lock": "aft"}, {"lock": {"hatch": "fore", "who": "crew"}},
        {"try": {"skill": 2, "then": ["win"]}}, {"try": {"skill": 5, "otherwise": [{"draw": 1}]}},
        {"try": {"skill": 1, "then": [{"try": {"skill": 2, "then": ["win"]}}], "otherwise": ["lose"]}},
        {"lasting": {"armor": 1, "until": "turn"}}, {"lasting": {"tame": True, "who": "crew", "until": "always"}},
    ],
    ids=str,
)  # fmt: skip
def test_new_kinds_of_effects_that_fit(effect: Any) -> None:
    assert kit_parses(effect)
    assert order_fits(effects=[effect])


@pytest.mark.parametrize(
    "effect",
    [
        {"shut": 1}, {"shut": {"a": 9}}, {"lock": {"hatch": "aft", "a": 7}}, {"lock": 1}, "try", "lock",
        {"try": {"then": ["win"]}}, {"try": {"skill": 6, "then": ["win"]}}, {"try": {"skill": 2, "then": ["wn"]}},
        {"try": {"skill": 2, "else": ["win"]}}, {"draw": {"cards": 1, "then": ["win"]}}, {"lasting": {"armor": 1}},
        {"lasting": {"until": "turn"}}, {"lasting": {"armor": 1, "until": "dusk"}},
        {"lasting": {"armor": 1, "grip": 1}}, {"lasting": {"armor": 1, "who": "crew"}},
        {"lasting": {"armor": 1, "until": "turn", "stack": 1}},
        {"lasting": {"armor": 1, "until": "turn", "when": {"ready": True}}},
    ],
    ids=str,
)  # fmt: skip
def test_new_kinds_of_effects_that_do_not_fit(effect: Any) -> None:
    assert not kit_parses(effect)
    assert not order_fits(effects=[effect])
