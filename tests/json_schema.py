"""The part of JSON schema (draft 2020-12) that the schemas of content packs use, to try them without an editor."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

TYPES = {
    "object": lambda v: isinstance(v, dict),
    "array": lambda v: isinstance(v, list),
    "string": lambda v: isinstance(v, str),
    "integer": lambda v: isinstance(v, int) and not isinstance(v, bool),
    "boolean": lambda v: isinstance(v, bool),
    "null": lambda v: v is None,
}
NOTES = {"$schema", "$defs", "title", "description", "default"}
KNOWN = NOTES | {
    "$ref", "type", "enum", "const", "anyOf", "oneOf", "not", "properties", "required", "additionalProperties",
    "propertyNames", "patternProperties", "minProperties", "maxProperties", "items", "minItems", "maxItems", "minimum",
    "maximum", "exclusiveMaximum", "pattern",
}  # fmt: skip


def fits(value: Any, schema: dict[str, Any]) -> bool:
    """Whether a value fits the root of a schema."""
    return not list(faults(value, schema, schema))


def faults(value: Any, schema: Any, root: dict[str, Any], at: str = "") -> Iterator[str]:
    """What is wrong with a value. A keyword that this does not know is an error of the schema."""
    if isinstance(schema, bool):
        if not schema:
            yield f"{at}: nothing fits"
        return
    unknown = schema.keys() - KNOWN
    assert not unknown, unknown
    if "$ref" in schema:
        kind, _, name = schema["$ref"].rpartition("/")
        assert kind == "#/$defs"
        yield from faults(value, root["$defs"][name], root, at)
    if "type" in schema and not TYPES[schema["type"]](value):
        yield f"{at}: expected {schema['type']}, got {value!r}"
    if "enum" in schema and not any(_same(value, v) for v in schema["enum"]):
        yield f"{at}: {value!r} is not one of {schema['enum']}"
    if "const" in schema and not _same(value, schema["const"]):
        yield f"{at}: {value!r} is not {schema['const']!r}"
    for word, right in (("anyOf", lambda n: n > 0), ("oneOf", lambda n: n == 1)):
        if word in schema:
            fitting = sum(not list(faults(value, option, root, at)) for option in schema[word])
            if not right(fitting):
                yield f"{at}: {value!r} fits {fitting} of the {len(schema[word])} forms"
    if "not" in schema and not list(faults(value, schema["not"], root, at)):
        yield f"{at}: {value!r} is not allowed"
    if isinstance(value, dict):
        yield from _mapping(value, schema, root, at)
    elif isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            yield f"{at}: {len(value)} items"
        for i, item in enumerate(value):
            yield from faults(item, schema.get("items", True), root, f"{at}[{i}]")
    elif isinstance(value, str):
        if not re.search(schema.get("pattern", ""), value):
            yield f"{at}: {value!r} does not match"
    elif TYPES["integer"](value) and not (
        schema.get("minimum", value) <= value <= schema.get("maximum", value)
        and value < schema.get("exclusiveMaximum", value + 1)
    ):
        yield f"{at}: {value} is out of range"


def _mapping(value: dict[str, Any], schema: dict[str, Any], root: dict[str, Any], at: str) -> Iterator[str]:
    for name in schema.get("required", ()):
        if name not in value:
            yield f"{at}: {name} is missing"
    if not schema.get("minProperties", 0) <= len(value) <= schema.get("maxProperties", len(value)):
        yield f"{at}: {len(value)} keys"
    properties, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
    for name, inner in value.items():
        yield from faults(name, schema.get("propertyNames", True), root, f"{at}.{name}")
        matching = [kind for pattern, kind in patterns.items() if re.search(pattern, str(name))]
        known = [properties[name]] if name in properties else matching
        for kind in known or [schema.get("additionalProperties", True)]:
            yield from faults(inner, kind, root, f"{at}.{name}")


def _same(a: Any, b: Any) -> bool:
    """Equal, and of one kind: true is not 1."""
    return a == b and isinstance(a, bool) == isinstance(b, bool)
