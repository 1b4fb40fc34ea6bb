"""JSON schema of content files, for editors: made from the models of a game's cards and from its vocabulary.

An editor that knows the schema completes names, shows ranges and marks mistakes while a pack is written. The schema
allows what a single entry may say; what depends on other cards or on where an effect stands is found by the check.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pydantic.json_schema import GenerateJsonSchema, models_json_schema

from envs.core.content import PART, Form
from envs.core.effects import Condition, Effect, Parameter, Statistic, Vocabulary

__all__ = ["CONTROL", "file_schema"]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
MOST_RANGE = 19
MOST_CHANGE = 9

Schema = dict[str, Any]


class _Generator(GenerateJsonSchema):
    """Without the titles that only repeat the names of fields."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def file_schema(title: str, sections: Mapping[str, type[Form]], vocabulary: Vocabulary) -> Schema:
    """The schema of a file of a pack: sections, in each entries by id.

    Args:
        title: of the schema.
        sections: the model of the entries of each section.
        vocabulary: what `envs.core.content.Effects` and `Changes` in the models may say.

    Returns:
        A JSON schema as plain data.
    """
    references, defs = models_json_schema(
        [(model, "validation") for model in sections.values()], schema_generator=_Generator
    )
    named: Schema = {name: _plug(definition) for name, definition in defs["$defs"].items()}
    named.update(_words(vocabulary))
    return {
        "$schema": DIALECT,
        "title": title,
        "type": "object",
        "additionalProperties": False,
        "properties": {
            section: {
                "type": "object",
                "propertyNames": {"pattern": "^[a-z][a-z0-9_]*$"},
                "additionalProperties": references[model, "validation"],
            }
            for section, model in sections.items()
        },
        "$defs": dict(sorted(named.items())),
    }


def _plug(schema: Any) -> Any:
    """Put references to the vocabulary where the models have lists of effects or changes."""
    if isinstance(schema, dict):
        if PART in schema:
            return {**{k: v for k, v in schema.items() if k != PART}, **_ref(schema[PART])}
        return {key: _plug(value) for key, value in schema.items()}
    return [_plug(value) for value in schema] if isinstance(schema, list) else schema


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


# -- pieces ----------------------------------------------------------------------------------------------------


def _object(properties: Mapping[str, Schema], required: Iterable[str] = (), **more: Any) -> Schema:
    out: Schema = {"type": "object", "properties": dict(properties), "additionalProperties": False, **more}
    needed = list(required)
    return {**out, "required": needed} if needed else out


def _integer(low: int, high: int) -> Schema:
    return {"type": "integer", "minimum": low, "maximum": high}


def _any(schemas: Sequence[Schema]) -> Schema:
    return schemas[0] if len(schemas) == 1 else {"anyOf": list(schemas)}


NOTHING: Schema = {"enum": [None, True]}
"""The value of an effect without arguments, if it is not a bare word."""


def _value(parameter: Parameter) -> Schema:
    """What an argument may be."""
    if parameter.flag:
        return {"type": "boolean"}
    if parameter.named is not None:
        return {"type": "string", "description": f"name of a {parameter.named}"}
    kinds: list[Schema] = []
    if parameter.words is not None:
        kinds.append({"enum": list(parameter.words)})
    if parameter.low <= parameter.high:
        kinds.append(_integer(parameter.low, parameter.high))
    return _any(kinds)


def _arguments(parameters: Sequence[Parameter], short: str | None, more: Mapping[str, Schema]) -> Schema:
    """The value behind the name of an effect or a condition: a mapping of arguments, or the short form."""
    needed = [p.name for p in parameters if p.default is None]
    kinds = [_object({**{p.name: _value(p) for p in parameters}, **more}, needed)]
    kinds += [_value(p) for p in parameters if p.name == short and set(needed) <= {short}]
    if not needed:
        kinds.append({"type": "null"})
    return _any(kinds)


def _described(schema: Schema, text: object, cards: Iterable[str] = ()) -> Schema:
    """With the text of the effect, if it is a template, and the cards on which it may stand."""
    parts = [text] if isinstance(text, str) and text else []
    only = ", ".join(sorted(cards)).replace("_", " ")
    parts += [f"on {only} cards only"] if only else []
    return {"description": "; ".join(parts), **schema} if parts else schema


# -- the vocabulary --------------------------------------------------------------------------------------------


def _selectors(v: Vocabulary, units: str = "any", ranged: bool = True) -> Schema:
    """Names of the selectors that an effect on a group of units may take."""
    groups = ("any", "own", "target", units)
    return {
        "enum": [
            name
            for name, selector in v.selectors.items()
            if (ranged or not selector.ranged) and (units == "any" or selector.group in groups)
        ]
    }


def _effect(v: Vocabulary, effect: Effect) -> Schema:
    more: dict[str, Schema] = {}
    if effect.who:
        more["who"] = _selectors(v, effect.units, ranged=effect.reach is not None)
    if effect.reach:
        more["range"] = _integer(1, MOST_RANGE)
    if effect.branch:
        more.update(_branches())
    return _described(_arguments(effect.parameters, effect.short, more), effect.text, effect.cards)


def _condition(condition: Condition) -> Schema:
    parameters = condition.parameters
    if not parameters:
        return _described({"const": True}, condition.text)
    short = parameters[0].name if len(parameters) == 1 else None
    return _described(_arguments(parameters, short, {}), condition.text)


def _statistic(statistic: Statistic) -> Schema:
    kind = {"const": True} if statistic.flag else {**_integer(-MOST_CHANGE, MOST_CHANGE), "not": {"const": 0}}
    return _described(kind, statistic.text)


def _branches() -> dict[str, Schema]:
    return {"then": _ref("effects"), "otherwise": _ref("effects")}


def _roll(v: Vocabulary) -> Schema:
    return _object({"at_least": _integer(1, v.die), **_branches()}, ["at_least"], minProperties=2)


def _if(v: Vocabulary) -> Schema:
    conditions = _conditions(v)
    one = [{"required": [name]} for name in conditions]
    return _object({**conditions, **_branches()}, minProperties=2, oneOf=one)


def _conditions(v: Vocabulary) -> dict[str, Schema]:
    return {name: _condition(condition) for name, condition in v.conditions.items()}


def _need(v: Vocabulary) -> Schema:
    """Exactly one condition."""
    return _object(_conditions(v), minProperties=1, maxProperties=1)


def _choose(v: Vocabulary) -> Schema:
    return {
        "type": "array",
        "minItems": 2,
        "maxItems": v.options,
        "items": _any([_ref("effects"), _ref("effect")]),
    }


def _body() -> Schema:
    return {**_ref("effects"), "minItems": 1}


def _each(v: Vocabulary) -> Schema:
    return _object({"who": _selectors(v), "range": _integer(1, MOST_RANGE), "do": _body()}, ["do"])


def _lasting(v: Vocabulary) -> Schema:
    changes = {n: _statistic(s) for n, s in v.statistics.items()}
    who = {"who": _selectors(v, ranged=False)}
    if v.untils:
        return _object({**changes, **who, "until": {"enum": list(v.untils)}}, ["until"], minProperties=2)
    return _object({**changes, **who, "stack": _integer(1, MOST_CHANGE)}, minProperties=1)


COUNTER = Parameter("counter", "a", named="counter")

CONTROL: dict[str, Callable[[Vocabulary], Schema]] = {
    "roll": _roll,
    "if": _if,
    "choose": _choose,
    "may": lambda v: _body(),
    "each": _each,
    "repeat": lambda v: _object({"times": _integer(2, 9), "do": _body()}, ["times", "do"]),
    "lasting": _lasting,
    "count": lambda v: _arguments(
        (COUNTER, Parameter("by", "b", low=-MOST_CHANGE, high=MOST_CHANGE, default=1)), "counter", {}
    ),
    "win": lambda v: NOTHING,
    "lose": lambda v: NOTHING,
}
"""For each general effect what makes the schema of its value."""


def _words(v: Vocabulary) -> Schema:
    """Definitions: a list of effects, an effect, a list of changes, a change."""
    values = {name: _effect(v, effect) for name, effect in v.effects.items()}
    values.update({name: make(v) for name, make in CONTROL.items()})
    bare = [name for name, e in v.effects.items() if all(p.default is not None for p in e.parameters)]
    bare += [name for name in CONTROL if values[name] is NOTHING]
    passive = {name: _statistic(s) for name, s in v.statistics.items() if s.passive}
    where: dict[str, Schema] = {"scope": {"enum": list(v.scopes)}} if v.scopes else {}
    where["when"] = _ref("condition") if v.conditional else {"enum": list(v.whens)}
    return {
        **({"condition": _need(v)} if v.conditional else {}),
        "effects": {"type": "array", "items": _ref("effect")},
        "effect": {"anyOf": [{"enum": bare}, _object(values, minProperties=1, maxProperties=1)]},
        "changes": {"type": "array", "items": _ref("change")},
        "change": _object({**passive, **where}, minProperties=1),
    }
