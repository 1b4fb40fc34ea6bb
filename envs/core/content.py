"""Content packs: folders of YAML files with named sections of named entries.

Every file of a pack is a mapping from section names to mappings from ids to entries. Several files may add to one
section; the order of files and keys has no meaning. All errors are `ContentError` and name the file, the entry and the
field.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import types
import typing
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Generic, NamedTuple, TypeVar

import pydantic
import yaml

from envs.core.effects import Place
from envs.core.errors import ContentError, OptionError, near

__all__ = [
    "PART",
    "CardLine",
    "Changes",
    "ConditionOf",
    "Effects",
    "Entry",
    "Form",
    "Library",
    "PackBase",
    "Place",
    "content_hash",
    "or_word",
    "read_files",
    "read_pack",
    "validate",
]

MAX_BYTES = 1_000_000  # of one file; a pack is some hundred cards


class Form(pydantic.BaseModel):
    """Base of the models of entries: unknown keys are errors, numbers are not made of texts."""

    model_config = pydantic.ConfigDict(extra="forbid", strict=True, frozen=True)


FormT = TypeVar("FormT", bound=Form)
PackT = TypeVar("PackT", bound="PackBase")

PART = "vocabulary"
"""Key that stands in the schema of a field for a definition of the vocabulary (see `envs.core.content_schema`)."""

Effects = Annotated[list[Any], pydantic.WithJsonSchema({PART: "effects"})]
"""A field with a list of effects, which the vocabulary of the game checks."""

Changes = Annotated[list[dict[str, Any]], pydantic.WithJsonSchema({PART: "changes"})]
"""A field with a list of modifiers, which the vocabulary of the game checks."""

ConditionOf = Annotated[dict[str, Any], pydantic.WithJsonSchema({PART: "condition"})]
"""A field with one condition, which the vocabulary of the game checks."""


def or_word(*words: str) -> Callable[[dict[str, Any]], None]:
    """For ``json_schema_extra`` of a model that is also made from one of these words."""

    def change(schema: dict[str, Any]) -> None:
        mapping = dict(schema)
        schema.clear()
        schema["anyOf"] = [{"enum": list(words)}, mapping]

    return change


class CardLine(NamedTuple):
    """One card of a pack as a line.

    Attributes:
        kind: kind of card, such as ``"monsters"``.
        id: its key in YAML.
        name: its title.
        text: what it does, in one line.
    """

    kind: str
    id: str
    name: str
    text: str


@dataclass(frozen=True)
class Entry:
    """An entry as read: where it stands, and its data."""

    place: Place
    data: Any


_Base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # ten times as fast where PyYAML has it


class _Loader(_Base):
    """YAML's safe loader without surprises: a key given twice is an error, and only true and false are truth values."""


def _no_twins(loader: Any, node: yaml.MappingNode) -> dict[Any, Any]:
    found: dict[Any, Any] = {}
    for key_node, value_node in node.value:
        key = loader.construct_object(key_node, deep=True)
        try:
            twin = key in found
        except TypeError:
            raise yaml.constructor.ConstructorError(
                None, None, "a key must be a word or a number", key_node.start_mark
            ) from None
        if twin:
            raise yaml.constructor.ConstructorError(None, None, f"the key {key!r} is given twice", key_node.start_mark)
        found[key] = loader.construct_object(value_node, deep=True)
    return found


_Loader.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, _no_twins)
_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:bool" or first in "tTfF"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def _read_file(path: Path, name: str) -> Any:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise ContentError(f"{name}: the file is larger than {MAX_BYTES} bytes; split it")
        return yaml.load(path.read_text(encoding="utf-8"), _Loader)  # a safe loader
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        line = f" line {mark.line + 1}" if mark else ""
        raise ContentError(f"{name}:{line} {error.problem or 'not valid YAML'}") from None
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError) as error:
        raise ContentError(f"{name}: not readable as YAML text in UTF-8: {error}") from None


def read_files(folder: Path) -> dict[str, dict[Any, Any]]:
    """Read all YAML files of a folder and its subfolders.

    Returns:
        For each file, by its path inside the folder, the mapping of sections that it holds.

    Raises:
        ContentError: no such folder, no file, broken YAML, or a file that is no mapping.
    """
    if not folder.is_dir():
        raise ContentError(f"content pack {str(folder)!r}: expected a folder with YAML files, and there is none")
    paths = sorted(path for suffix in ("*.yaml", "*.yml") for path in folder.rglob(suffix))
    if not paths:
        raise ContentError(f"content pack {str(folder)!r}: the folder has no YAML file")
    found = {}
    for path in paths:
        name = path.relative_to(folder).as_posix()
        data = _read_file(path, name)
        if not isinstance(data, dict):
            raise ContentError(f"{name}: expected a mapping of sections, got {type(data).__name__}")
        found[name] = data
    return found


def read_pack(folder: Path, sections: Collection[str]) -> dict[str, dict[str, Entry]]:
    """Read all YAML files of a folder and its subfolders.

    Args:
        folder: the pack.
        sections: names of the sections that the game knows.

    Returns:
        For each section its entries by id, in ascending order of ids.

    Raises:
        ContentError: no such folder, no file, broken YAML, an unknown section, an id given twice.
    """
    found: dict[str, dict[str, Entry]] = {section: {} for section in sections}
    for name, data in read_files(folder).items():
        for section, entries in data.items():
            if section not in found:
                raise ContentError(f"{name}: unknown section {section!r}{near(str(section), sections)}")
            if not isinstance(entries, dict):
                raise ContentError(f"{name}: {section}: expected a mapping from ids to entries, got {entries!r}")
            for id_, entry in entries.items():
                place = Place(name, f"{section} {id_!r}")
                if not isinstance(id_, str) or not id_.isidentifier() or id_ != id_.lower():
                    raise place.error("an id must be lower case letters, digits and _, and begin with a letter")
                if id_ in found[section]:
                    raise place.error(
                        f"this id is given twice; the other one stands in {found[section][id_].place.file}"
                    )
                found[section][id_] = Entry(place, entry)
    return {section: dict(sorted(entries.items())) for section, entries in found.items()}


def validate(model: type[FormT], entry: Entry) -> FormT:
    """An entry as an object of its model.

    Raises:
        ContentError: the first thing that does not fit, with the near match of an unknown key.
    """
    try:
        return model.model_validate(entry.data)
    except pydantic.ValidationError as errors:
        # The misspelt key first: it is the reason why another one is missing.
        error = min(errors.errors(), key=lambda e: e["type"] != "extra_forbidden")
    path = error["loc"]
    if error["type"] == "extra_forbidden":
        known = _fields(model, path[:-1])
        raise entry.place.at(*path[:-1]).error(f"unknown key {path[-1]!r}{near(str(path[-1]), known)}")
    if error["type"] == "missing":
        raise entry.place.at(*path[:-1]).error(f"{path[-1]!r} is missing")
    message = error["msg"].removeprefix("Value error, ")
    got = "" if error["type"] == "value_error" else f", got {error['input']!r}"
    raise entry.place.at(*path).error(f"{message[:1].lower()}{message[1:]}{got}")


def _fields(model: Any, path: tuple[Any, ...]) -> list[str]:
    """Names of the fields of the model that lies at a path inside another one."""
    for step in path:
        inner = _models(model)
        found = [m.model_fields[step].annotation for m in inner if isinstance(step, str) and step in m.model_fields]
        model = found[0] if found else model
    return sorted({name for m in _models(model) for name in m.model_fields})


def _models(annotation: Any) -> list[type[pydantic.BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, pydantic.BaseModel):
        return [annotation]
    if isinstance(annotation, types.GenericAlias | types.UnionType) or typing.get_origin(annotation) is not None:
        return [m for part in typing.get_args(annotation) for m in _models(part)]
    return []


def content_hash(content: Mapping[str, Mapping[str, Form]]) -> str:
    """SHA-256 of all entries with their defaults filled in; independent of the order of files, entries and keys."""
    plain = {
        section: {id_: form.model_dump(mode="json") for id_, form in entries.items()}
        for section, entries in content.items()
    }
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


class PackBase:
    """What the checked packs of all games have: entries of sections, with exactly one entry of section ``pack`` and
    numbered scenarios.

    Args:
        sections: its entries, as `read_pack` gives them.
        models: the model of the entries of each section.

    Attributes:
        title: its title.
        info: the entry of section ``pack``.
        hash: SHA-256 of the content, independent of the order of files and keys.
        scenarios: ids of its scenarios in the order of their numbers.

    Raises:
        ContentError: an entry that does not fit its model; no or several entries of section ``pack``; no scenario, or
            two with one number.
    """

    def __init__(self, sections: Mapping[str, Mapping[str, Entry]], models: Mapping[str, type[Form]]):
        self._entries = sections
        self._forms: dict[str, dict[str, Any]] = {
            name: {i: validate(models[name], e) for i, e in entries.items()} for name, entries in sections.items()
        }
        self.hash = content_hash(self._forms)
        infos = list(self._forms["pack"].values())
        if len(infos) != 1:
            raise ContentError(f"section 'pack': expected exactly one entry with title and dice, got {len(infos)}")
        self.info: Any = infos[0]
        self.title: str = self.info.title
        scenarios = self._forms["scenarios"]
        if not scenarios:
            raise ContentError("section 'scenarios': expected at least one scenario, got none")
        self.scenarios = sorted(scenarios, key=lambda id_: scenarios[id_].number)
        for before, after in itertools.pairwise(self.scenarios):
            if scenarios[before].number == scenarios[after].number:
                raise self.place("scenarios", after).at("number").error(f"{scenarios[after].number} is given twice")

    def place(self, section: str, id_: str) -> Place:
        """Where an entry stands."""
        return self._entries[section][id_].place

    def forms(self, section: str) -> Mapping[str, Any]:
        """The models of the entries of a section, by id."""
        return self._forms[section]

    def check_scenario(self, scenario: str) -> None:
        """Raise `OptionError` if the pack has no such scenario."""
        if scenario not in self.scenarios:
            raise OptionError(
                f"scenario {scenario!r} is not in the content pack {self.title!r}{near(scenario, self.scenarios)}"
            )


class Library(Generic[PackT]):
    """The content packs of a game: those that come with it, each read once in a process, and any other folder.

    Args:
        pack: makes a checked pack of what `read_pack` gives; with ``all_scenarios=False`` it may put off what the tests
            of the packs that come with the game have checked.
        models: the model of the entries of each section.
        folder: where the packs lie that come with the game.
        default: name of its standard pack.
    """

    def __init__(
        self, pack: Callable[..., PackT], models: Mapping[str, type[Form]], folder: Path, default: str = "core"
    ):
        self.pack, self.models, self.folder, self.default = pack, models, folder, default
        self._shipped: dict[str, PackT] = {}

    def load(self, path: str | Path | None = None) -> PackT:
        """Load and check a content pack.

        Args:
            path: name of a pack that comes with the game, or a folder; ``None`` is the standard pack.

        Returns:
            The pack.

        Raises:
            ContentError: the first thing that is wrong, by file, entry and field.
        """
        given = Path(self.default if path is None else path)
        if len(given.parts) != 1 or not (self.folder / given).is_dir():
            return self.pack(read_pack(given, self.models))
        if given.name not in self._shipped:
            self._shipped[given.name] = self.pack(read_pack(self.folder / given, self.models), all_scenarios=False)
        return self._shipped[given.name]
