"""The core pack as a whole: texts say what the effects do and nothing else, and every word that cards have is used."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from pydantic import ValidationError

from envs.core.content import read_pack
from envs.core.effects import General, Place, Scene, Step, walk
from envs.core.errors import ContentError
from envs.machina_arcana.cards import (
    TRIGGERS,
    Ability,
    Ongoing,
    Power,
    Quest,
    QuestCard,
    card_abilities,
    read_power,
    read_quest,
)
from envs.machina_arcana.content import FOLDER, MODELS, Pack, load_pack
from envs.machina_arcana.state import (
    Cond,
    EventKind,
    ModCond,
    Op,
    QuestKind,
    Scope,
    Stat,
    Targeting,
    TargetWho,
    Trigger,
    Who,
)
from envs.machina_arcana.vocabulary import SPACES, VOCABULARY

PLACE = Place("test.yaml")
SPECIAL = "special space"


@cache
def core() -> Pack:
    return load_pack("core")


# -- the parts of cards that do something ------------------------------------------------------------------------


@dataclass(frozen=True)
class Part:
    """An ability, the texts of a card or a quest: its data as written, and how the game reads it."""

    where: str
    data: dict[str, Any]
    read: Callable[[dict[str, Any]], list[Ability | QuestCard]]

    def shown(self, data: dict[str, Any]) -> tuple[Any, str]:
        """All that the rules get of it, and what the card says."""
        found = self.read(data)
        return [_bare(checked) for checked in found], " ".join(checked.text for checked in found)

    @property
    def text(self) -> str:
        """What the card says of it."""
        return self.shown(self.data)[1]


def _bare(checked: Ability | QuestCard) -> tuple[Any, ...]:
    """A checked part without its texts. That a unit targets itself and that it has no target is the same."""
    if isinstance(checked, QuestCard):
        return (checked.kind, checked.times, checked.space, _rows(checked.reward, False))
    cost, itself = checked.cost, checked.targeting == Targeting.SELF
    return (
        checked.trigger, _rows(checked.steps, itself), checked.modifiers, cost.stamina, cost.essence, cost.destroy,
        cost.drop, Targeting.NONE if itself else checked.targeting, checked.who, checked.range, checked.targets,
    )  # fmt: skip


def _rows(steps: tuple[Step, ...], itself: bool) -> list[Any]:
    """The operations of steps; `itself`: the target is the acting unit."""
    rows = []
    for s in steps:
        slots = dict(s.slots)
        slot = who_slot(s)
        if itself and slot and slots[slot] == Who.TARGET:
            slots[slot] = int(Who.SELF)
        inside = itself and s.code != General.EACH  # whose units are the targets then
        rows.append((s.code, slots, [_rows(body, inside) for body in s.bodies], s.modifiers))
    return rows


def who_slot(step: Step) -> str | None:
    """The slot of a step that holds a selector."""
    effect = VOCABULARY.effects.get(step.name)
    return effect.who if effect else {"each": "a", "lasting": "d"}.get(step.name)


@cache
def parts() -> list[Part]:
    """Those of every card of the pack."""
    found = []
    entries = read_pack(FOLDER / "core", MODELS)

    def power(card: str) -> Callable[[dict[str, Any]], list[Ability | QuestCard]]:
        return lambda data: [read_power(Power.model_validate(data), PLACE, card)]

    def texts(card: str, scene: Scene, first: str = "effects") -> Callable[[dict[str, Any]], list[Ability | QuestCard]]:
        def read(data: dict[str, Any]) -> list[Ability | QuestCard]:
            ongoing = Ongoing.model_validate(data["ongoing"]) if data.get("ongoing") else None
            return [*card_abilities(PLACE, card, data.get(first, []), ongoing, scene, first)]

        return read

    def quest(scene: Scene) -> Callable[[dict[str, Any]], list[Ability | QuestCard]]:
        return lambda data: [read_quest(Quest.model_validate(data), PLACE, scene, SPECIAL)]

    for section in ("explorers", "monsters", "treasures"):
        for id_, entry in entries[section].items():
            for i, data in enumerate(entry.data.get("abilities", [])):
                found.append(Part(f"{section} {id_}[{i}]", data, power(section[:-1])))
    counters = {id_: tuple(s.counters) for id_, s in core().forms("scenarios").items()}
    cards = [(s, id_, entry.data) for s in ("explorer_events", "horror_events", "chapters")
             for id_, entry in entries[s].items()]  # fmt: skip
    cards += [("endgame", id_, entry.data["endgame"] | {"scenario": id_}) for id_, entry in entries["scenarios"].items()
              if entry.data.get("endgame")]  # fmt: skip
    for section, id_, data in cards:
        card = {"explorer_events": "explorer_event", "horror_events": "horror_event", "chapters": "chapter"}.get(
            section, section
        )
        own = None if card == "horror_event" else "explorers"
        names = {"counter": counters[data["scenario"]] if data.get("scenario") else ()}
        scene = Scene(card, own=own, default="self" if own else None, names=names, self_text="you")
        first = "set_up" if card == "endgame" else "effects"
        if data.get(first) or data.get("ongoing"):
            part = {key: data[key] for key in (first, "ongoing") if key in data}
            found.append(Part(f"{section} {id_}", part, texts(card, scene, first)))
        quests = data.get("quests", []) + ([data["quest"]] if data.get("quest") else [])
        for i, one in enumerate(quests):
            found.append(Part(f"{section} {id_} quest {i}", one, quest(scene)))
    return found


# -- texts -------------------------------------------------------------------------------------------------------


def test_the_parts_make_up_the_texts_of_the_cards():
    """What is printed is the head with the attributes and the texts of the parts, in order, and nothing between."""
    shown: dict[str, str] = {}
    for part in parts():
        card = re.sub(r"( quest \d+|\[\d+\])$", "", part.where)
        shown[card] = f"{shown.get(card, '')} {part.text}"
    heads = {
        "explorers": r"(Mystic|Crafter|Bruiser|Gunman); armor \d, will \d, health \d, stamina \d\.",
        "monsters": r"Level \d; armor \d, will \d, health \d, stamina \d\.",
        "treasures": r"Level \d \w+(, (torso|legs|head))?(, one-handed)?(, \+\d (armor|will))*(, \w+ \w+)*\.",
        "explorer_events": "",
        "horror_events": "",
        "chapters": r"Spawn \d+, horror \d+\.",
    }
    specials = {s.endgame.special for s in core().forms("scenarios").values() if s.endgame}
    seen = set()
    for line in core().cards():
        if line.kind not in heads:
            continue
        seen.add(f"{line.kind} {line.id}")
        text = line.text
        for name in specials:
            text = text.replace(f"use a {name}", f"use a {SPECIAL}").replace(f"use an {name}", f"use a {SPECIAL}")
        text = text.removesuffix(" Activate a chapter space to go on.")
        rest = re.fullmatch(f"({heads[line.kind]})(.*)", text)
        assert rest is not None, line
        assert rest.groups()[-1].strip() == shown.get(f"{line.kind} {line.id}", "").strip(), line
    assert shown.keys() - seen == {card for card in shown if card.startswith("endgame ")}
    assert len(seen) > 150


def test_printed_attributes_are_those_of_the_data():
    pack = core()
    for line in core().cards():
        form = pack.forms(line.kind).get(line.id)
        if line.kind in ("explorers", "monsters"):
            printed = dict(re.findall(r"(armor|will|health|stamina) (\d)", line.text.split(".")[0]))
            assert printed == {name: str(getattr(form, name)) for name in ("armor", "will", "health", "stamina")}
        if line.kind == "treasures":
            head = line.text.split(".")[0]
            assert head.startswith(f"Level {form.level} {form.type}")
            for name in ("armor", "will"):
                assert (f"{getattr(form, name):+d} {name}" in head) == bool(getattr(form, name))
            for name in ("top", "bottom", "augment"):
                assert (f", {name} {getattr(form, name)}" in head) == (getattr(form, name) is not None)
            assert (form.part in head) if form.part else not re.search(", (torso|legs|head)", head)
            assert ("one-handed" in head) == form.one_handed
        if line.kind == "monsters":
            assert line.text.startswith(f"Level {form.level};")
        if line.kind == "explorers":
            assert line.text.startswith(form.class_.capitalize())
        if line.kind == "chapters":
            assert line.text.startswith(f"Spawn {form.monster_rating}, horror {form.horror_rating}.")


def test_a_card_cannot_change_without_its_text(monkeypatch):
    """Each value and each name in the effects of each card, put for another one: other behaviour has another text."""
    monkeypatch.setattr("envs.core.effects.near", lambda *_: "")  # most changes are refused, and nobody reads why
    tried = 0
    for part in parts():
        behaviour, text = part.shown(part.data)
        for mutant in mutants(part.data):
            try:
                changed, other = part.shown(mutant)
            except (ContentError, ValidationError):
                continue
            tried += 1
            assert changed == behaviour or other != text, f"{part.where}: {part.data} and {mutant} both say: {text}"
    assert tried > 20 * len(parts())


WORDS = {
    *VOCABULARY.selectors,
    *VOCABULARY.scopes,
    *VOCABULARY.whens,
    *(name for name, e in VOCABULARY.effects.items() if all(p.default is not None for p in e.parameters)),
    *(word for e in VOCABULARY.effects.values() for p in e.parameters for word in p.words or ()),
    *(word for c in VOCABULARY.conditions.values() for p in c.parameters for word in p.words or ()),
    *("melee", "tile", "reach", "any", "monsters", "explorers", "wounded_explorers"),
    *SPACES,
}
KEYS = [*VOCABULARY.effects, *VOCABULARY.conditions, *VOCABULARY.statistics, *TRIGGERS]
MORE = {
    "who": "self", "arcane": True, "equipped": True, "scope": "all_explorers", "when": "wounded", "stack": 1,
    "over_obstacles": True, "essence": 1, "stamina": 1, "destroy": True, "drop": True, "targets": 2, "times": 2,
    "otherwise": [{"lose_health": {"amount": 1, "who": "self"}}], "where": "all_tiles", "at": "unit", "by": 3,
}  # fmt: skip


def mutants(data: Any) -> Iterator[Any]:
    """The data with one thing changed: a number, a word, a key, the order of a list, something more or less."""
    if isinstance(data, bool):
        yield not data
    elif isinstance(data, int):
        yield from (data - 1, data + 1)
    elif isinstance(data, str):
        yield from (word for word in WORDS if word != data)
    elif isinstance(data, list):
        for i, item in enumerate(data):
            yield from ([*data[:i], changed, *data[i + 1 :]] for changed in mutants(item))
            yield [*data[:i], *data[i + 1 :]]
            yield [*data[:i], item, *data[i:]]
            yield [*data[: i + 1][::-1], *data[i + 1 :]]
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from (data | {key: changed} for changed in mutants(value))
            rest = {k: v for k, v in data.items() if k != key}
            yield rest
            if key in KEYS:
                yield from (rest | {other: value} for other in KEYS if other not in data)
        yield from (data | {key: copy.deepcopy(value)} for key, value in MORE.items() if key not in data)


def test_stories_are_not_part_of_the_text():
    """Titles and stories are free; what a card does is said by its text alone."""
    for line in core().cards():
        form = core().forms(line.kind).get(line.id)
        for story in (getattr(form, "story", ""), getattr(form, "flavour", "")):
            assert not story or story not in line.text


# -- the vocabulary ----------------------------------------------------------------------------------------------


def checked() -> list[Ability | QuestCard]:
    return [one for part in parts() for one in part.read(part.data)]


def steps() -> list[Step]:
    return [s for one in checked() for s in walk(one.reward if isinstance(one, QuestCard) else one.steps)]


def selected() -> set[int]:
    found = set()
    for step in steps():
        slot = who_slot(step)
        found |= {step.slots[slot]} if slot else set()
    return found


def modifiers() -> list[Any]:
    return [m for one in checked() if isinstance(one, Ability) for m in one.modifiers] + [
        m for step in steps() for m in step.modifiers
    ]


def abilities() -> list[Ability]:
    return [one for one in checked() if isinstance(one, Ability)]


def quests() -> list[QuestCard]:
    return [one for one in checked() if isinstance(one, QuestCard)]


CONTROL = [name.lower() for name in General.__members__ if name not in ("END", "JUMP")]

# For each kind of word: the words by name, and the numbers that the cards use.
WORDBOOKS: dict[str, tuple[dict[str, Any], Callable[[], set[Any]]]] = {
    "effects": ({n: e.code for n, e in VOCABULARY.effects.items()}, lambda: {s.code for s in steps()}),
    "general effects": ({n: n for n in CONTROL}, lambda: {s.name for s in steps()}),
    "selectors": ({n: s.code for n, s in VOCABULARY.selectors.items()}, selected),
    "conditions": (
        {n: c.code for n, c in VOCABULARY.conditions.items()},
        lambda: {s.slots["a"] for s in steps() if s.name == "if"},
    ),
    "statistics": ({n: s.code for n, s in VOCABULARY.statistics.items()}, lambda: {m.stat for m in modifiers()}),
    "scopes": ({n: s[0] for n, s in VOCABULARY.scopes.items()}, lambda: {m.scope for m in modifiers()}),
    "conditions of modifiers": (
        {n: w[0] for n, w in VOCABULARY.whens.items()},
        lambda: {m.condition for m in modifiers()},
    ),
    "triggers": ({t.name.lower(): t for t in Trigger}, lambda: {a.trigger for a in abilities()}),
    "targetings": ({t.name.lower(): t for t in Targeting}, lambda: {a.targeting for a in abilities()}),
    "targets": ({w.name.lower(): w for w in TargetWho}, lambda: {a.who for a in abilities()}),
    "quests": ({k.name.lower(): k for k in QuestKind if k}, lambda: {q.kind for q in quests()}),
    "kinds of event": ({k.name.lower(): k for k in EventKind}, lambda: event_kinds()),
}


def event_kinds() -> set[int]:
    found = set()
    for form in [*core().forms("explorer_events").values(), *core().forms("horror_events").values()]:
        quest = getattr(form, "quest", None)
        found.add(EventKind.ONGOING if form.ongoing else EventKind.QUEST if quest else EventKind.DEFAULT)
    return found


@pytest.mark.parametrize("kind", WORDBOOKS)
def test_every_word_is_on_some_card(kind):
    words, used = WORDBOOKS[kind]
    seen = used()
    missing = [name for name, number in words.items() if number not in seen]
    assert not missing, f"no card of the core pack uses these {kind}: {', '.join(missing)}"


@pytest.mark.parametrize(
    ("kind", "enumeration"),
    [
        ("effects", Op),
        ("selectors", Who),
        ("conditions", Cond),
        ("statistics", Stat),
        ("scopes", Scope),
        ("conditions of modifiers", ModCond),
    ],
)
def test_every_number_of_the_rules_has_a_word(kind, enumeration):
    numbers = {int(member) for member in enumeration} - {int(general) for general in General if enumeration is Op}
    assert numbers == {int(number) for number in WORDBOOKS[kind][0].values()}
